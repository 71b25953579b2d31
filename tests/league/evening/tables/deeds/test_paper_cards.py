from collections.abc import Mapping
from typing import Any, TypedDict, Unpack
from uuid import uuid4

import pytest

from league.acting.log import Refused
from league.acting.permissions import Acting
from league.evening.cards.reading import table_reading
from league.evening.rounds.deeds import close_round, missing_in
from league.evening.tables.deeds.paper_cards import enter_totals, play_on_paper, switch_paper, type_card
from league.evening.tables.deeds.tables import pair_tablet
from league.models import LogLine, RoundTable
from scoring.models import Device
from scoring.rules.book import built_in_books
from scoring.rules.cards import Side
from scoring.score_card.player_scores import final_totals
from scoring.score_card.recording import Stale
from scoring.score_card.sheet import STEPS, Sheet
from scoring.score_card.whole_hands import TypedHand
from tests.league.makers import acting_as, card_at, make_round, make_running_round, sheet_at, start_now
from tests.scoring.score_card.makers import STEP_NAMES, enter, enter_hand, hand_payload, join

pytestmark = pytest.mark.django_db


def typed(number: int, book: str = "npa", **figures: Any) -> TypedHand:
    payload = hand_payload(built_in_books()[book], **figures)
    parts = {step: {name: payload[name] for name in STEP_NAMES[step] if name in payload} for step in STEPS}
    return TypedHand(number, parts)


class Typing(TypedDict, total=False):
    """Who types, when, and why: what is left out is the director, now, of a card that nobody changed."""

    acting: Acting
    client_id: str
    seen: int
    reason: str


def typing(table: RoundTable, more: Typing) -> Typing:
    new: Typing = {"seen": sheet_at(table).version, "client_id": str(uuid4()), "acting": acting_as()}
    return new | more


def type_hands(table: RoundTable, *hands: TypedHand, **more: Unpack[Typing]) -> Sheet:
    return type_card(table=table, lines=hands, **typing(table, more))


def table_on_paper() -> RoundTable:
    return make_running_round(players=4).tables.get()


def test_typed_hands_are_ordinary_entries_with_the_name_of_who_typed_them():
    table = table_on_paper()

    sheet = type_hands(table, typed(1, dealer="N"), typed(2, dealer="E"))

    assert [line.is_done for line in sheet.lines] == [True, True]
    assert {entry.device for entry in sheet.entries} == {"Carol Reyes, director"}
    assert not any(line.is_corrected for line in sheet.lines)


def test_typing_the_same_submission_again_changes_nothing():
    table = table_on_paper()

    for _ in range(2):
        type_hands(table, typed(1), client_id="same", seen=0)

    assert sheet_at(table).version == 3
    assert LogLine.objects.filter(action="typed the paper card").count() == 1


def test_hand_that_differs_is_corrected_with_the_reason():
    table = table_on_paper()
    type_hands(table, typed(1, bid=51))

    sheet = type_hands(table, typed(1, bid=52), typed(2, dealer="E"), reason="misread")

    assert [entry.kind for entry in sheet.lines[0].entries] == [*STEPS, "correct"]
    assert (sheet.entries[3].reason, sheet.entries[3].by_director) == ("misread", True)
    assert sheet.lines[0].is_directed


def test_what_a_dead_tablet_had_entered_stays_and_is_completed():
    table = table_on_paper()
    tablet = join(card_at(table))
    payload = hand_payload(built_in_books()["npa"])
    enter(tablet, "bid", {name: payload[name] for name in STEP_NAMES["bid"]}, hand=1)

    sheet = type_hands(table, typed(1))

    assert [entry.kind for entry in sheet.entries] == list(STEPS)
    assert [entry.device for entry in sheet.entries] == ["Tablet 1", *["Carol Reyes, director"] * 2]


def test_typing_over_what_came_meanwhile_is_refused_and_nothing_is_written():
    table = table_on_paper()
    enter_hand(join(card_at(table)))

    with pytest.raises(Stale):
        type_hands(table, typed(1, bid=55), typed(2, dealer="E"), seen=0)

    assert len(sheet_at(table).lines) == 1
    assert not RoundTable.objects.get().is_paper


def all_four(**figures: Any) -> list[TypedHand]:
    return [typed(number, dealer="NESW"[number - 1], **figures) for number in range(1, 5)]


def test_a_card_typed_to_its_end_is_finished_without_signatures():
    table = table_on_paper()

    type_hands(table, *all_four()[:2])
    assert not RoundTable.objects.get().is_typed
    type_hands(table, *all_four())

    assert table_reading(RoundTable.objects.get()).is_finished


def test_typing_a_card_does_not_put_the_table_on_paper():
    table = table_on_paper()
    type_hands(table, *all_four())
    people = [seat.entrant for seat in table.seats.select_related("entrant")]
    close_round(event_round=table.event_round, acting=acting_as(), client_id="close")

    second = start_now(make_round(table.event_round.event, people, number=2))

    assert not RoundTable.objects.get(event_round=table.event_round).is_paper
    assert not second.tables.get().is_paper


def test_a_correction_in_the_grid_leaves_the_table_and_its_signatures_as_they_are():
    table = played_table(is_signed=False)
    hands = [typed(number, dealer=line.dealer) for number, line in enumerate(sheet_at(table).lines, start=1)]

    type_hands(table, *[*hands[:3], typed(4, dealer="W", bid=52)], reason="misread")

    assert len(sheet_at(table).entries) > 12  # something was corrected
    there = RoundTable.objects.get()
    assert (there.is_paper, there.is_typed, table_reading(there).is_finished) == (False, False, False)


def test_the_tables_without_a_tablet_go_on_paper_for_the_night():
    event_round = make_running_round(players=12)
    event, tables = event_round.event, list(event_round.tables.order_by("number"))
    pair_tablet(event=event, table_number=1, device=Device.objects.create(token_hash="one"))
    enter_hand(join(card_at(tables[1])))

    for _ in range(2):
        play_on_paper(event_round=event_round, acting=acting_as(), client_id="same")

    assert [table.is_paper for table in event_round.tables.order_by("number")] == [False, False, True]
    line = LogLine.objects.get(action="put the tables without a tablet on paper")
    assert line.subject == "Table 3, Round 1"
    close_round(event_round=event_round, acting=acting_as(), client_id="close", reason="late")
    second = start_now(make_round(event, list(event.entrants.all()), number=2))
    assert [table.is_paper for table in second.tables.order_by("number")] == [False, False, True]


def test_totals_alone_count_and_are_marked():
    table = table_on_paper()

    enter_totals(table=table, totals={"NS": 240, "EW": -31}, acting=acting_as(), client_id="a", seen=0)

    reading = table_reading(RoundTable.objects.get())
    assert (reading.totals, reading.has_totals_alone, reading.is_finished) == ({"NS": 240, "EW": -31}, True, True)


def test_hands_put_totals_alone_aside():
    table = table_on_paper()
    enter_totals(table=table, totals={"NS": 240, "EW": -31}, acting=acting_as(), client_id="a", seen=0)

    type_hands(table, typed(1))

    assert RoundTable.objects.get().totals is None


@pytest.mark.parametrize("totals", [{"NS": 1}, {"A": 1, "B": 2}, {"NS": 10**9, "EW": 0}])
def test_totals_of_other_sides_or_beyond_all_measure_are_refused(totals):
    with pytest.raises(Refused):
        enter_totals(table=table_on_paper(), totals=totals, acting=acting_as(), client_id="a", seen=0)


def test_referee_types_while_the_round_runs_and_no_more_when_it_is_closed():
    table = table_on_paper()
    type_hands(table, typed(1), acting=acting_as("referee"))
    close_round(event_round=table.event_round, acting=acting_as(), client_id="close", reason="late")

    with pytest.raises(Refused, match="Only a director"):
        type_hands(table, typed(2, dealer="E"), acting=acting_as("referee"))
    assert len(type_hands(table, typed(2, dealer="E")).lines) == 2


def test_table_goes_on_paper_and_back():
    table = table_on_paper()

    switch_paper(table=table, is_paper=True, acting=acting_as(), client_id="a")
    assert RoundTable.objects.get().is_paper
    switch_paper(table=table, is_paper=False, acting=acting_as(), client_id="b")
    assert not RoundTable.objects.get().is_paper


# -- what totals and paper may not put aside -------------------------------------------------


SUMS = {"NS": 9_999, "EW": 0}


def put_totals(table: RoundTable, totals: Mapping[Side, int] = SUMS, **more: Unpack[Typing]) -> None:
    enter_totals(table=table, totals=totals, **typing(table, more))


def played_table(*, is_signed: bool) -> RoundTable:
    """A table whose four hands are on its tablet's card."""
    table = table_on_paper()
    tablet = join(card_at(table))
    for _ in range(4):
        enter_hand(tablet)
    for side in ("NS", "EW") if is_signed else ():
        version = sheet_at(table).content_version
        enter(tablet, "sign", {"side": side, "version": version, "by": "Ruth"})
    return table


def table_in_a_closed_round() -> RoundTable:
    table = table_on_paper()
    close_round(event_round=table.event_round, acting=acting_as(), client_id="close", reason="nobody typed it")
    return table


@pytest.mark.parametrize("kept", ["signed", "unsigned", "half a hand", "closed"])
def test_totals_over_what_is_kept_need_a_director_and_a_reason(kept):
    if kept == "closed":
        table = table_in_a_closed_round()
    elif kept == "half a hand":
        table = table_on_paper()
        payload = hand_payload(built_in_books()["npa"])
        enter(join(card_at(table)), "bid", {name: payload[name] for name in STEP_NAMES["bid"]}, hand=1)
    else:
        table = played_table(is_signed=kept == "signed")

    with pytest.raises(Refused, match="nly a director"):
        put_totals(table, acting=acting_as("referee"), reason="misread")
    with pytest.raises(Refused, match="Say why"):
        put_totals(table)
    assert RoundTable.objects.get().totals is None

    put_totals(table, reason="the card was of another table")
    assert RoundTable.objects.get().totals == SUMS
    with pytest.raises(Refused, match="Say why"):
        put_totals(table, {})
    put_totals(table, {}, reason="it was not")
    assert RoundTable.objects.get().totals is None


def test_log_tells_what_totals_took_the_place_of():
    table = played_table(is_signed=True)
    switch_paper(table=table, is_paper=True, acting=acting_as(), client_id="on paper")
    north = final_totals(sheet_at(table))["NS"]

    put_totals(table, reason="wrong card")

    line = LogLine.objects.get(action="entered the totals alone")
    assert line.reason == "wrong card"
    assert line.before == f"on paper; 4 hands: NS {north}, EW 0; signed"
    assert line.after == f"on paper; totals alone: NS 9999, EW 0; 4 hands: NS {north}, EW 0; signed"


def test_totals_over_what_came_since_the_page_was_opened_are_refused():
    table = table_on_paper()
    seen = sheet_at(table).version
    enter_hand(join(card_at(table)))

    with pytest.raises(Stale):
        put_totals(table, seen=seen, reason="misread")
    assert RoundTable.objects.get().totals is None


def test_a_penalty_in_between_does_not_keep_totals_out():
    table = table_on_paper()
    enter(join(card_at(table)), "late", {"seat": "N", "minutes": 3, "substitute": "", "name": ""})

    put_totals(table, seen=0)

    assert RoundTable.objects.get().totals == SUMS


def test_same_totals_again_change_nothing():
    table = table_on_paper()
    for _ in range(2):
        put_totals(table, client_id="same", seen=0)

    assert LogLine.objects.filter(action="entered the totals alone").count() == 1


def test_hands_put_totals_over_a_kept_card_aside_with_a_reason_alone():
    table = table_in_a_closed_round()
    put_totals(table, reason="handed in late")

    with pytest.raises(Refused, match="Say why"):
        type_hands(table, typed(1))
    assert RoundTable.objects.get().totals == SUMS
    type_hands(table, typed(1), reason="the paper was found")
    assert RoundTable.objects.get().totals is None


def test_totals_stay_when_the_table_goes_back_to_its_tablets_unless_a_reason_says_why():
    table = table_in_a_closed_round()
    put_totals(table, reason="handed in late")
    switch_paper(table=table, is_paper=True, acting=acting_as(), client_id="on paper")

    switch_paper(table=table, is_paper=False, acting=acting_as(), client_id="a", seen=0)
    assert (RoundTable.objects.get().is_paper, RoundTable.objects.get().totals) == (False, SUMS)
    switch_paper(table=table, is_paper=True, acting=acting_as(), client_id="b")
    switch_paper(table=table, is_paper=False, acting=acting_as(), client_id="c", seen=0, reason="wrong table")

    assert (RoundTable.objects.get().is_paper, RoundTable.objects.get().totals) == (False, None)
    line = LogLine.objects.get(client_id="c")
    assert line.before == "on paper; totals alone: NS 9999, EW 0; no hands"
    assert (line.after, line.reason) == ("on its tablets; no hands", "wrong table")


def test_referee_lets_no_totals_go_that_stand_over_a_kept_card():
    table = played_table(is_signed=False)
    switch_paper(table=table, is_paper=True, acting=acting_as(), client_id="on paper")
    put_totals(table, reason="wrong card")
    version = sheet_at(table).version

    with pytest.raises(Refused, match="nly a director"):
        switch_paper(
            table=table, is_paper=False, acting=acting_as("referee"), client_id="a", seen=version, reason="mine"
        )
    with pytest.raises(Stale):
        switch_paper(table=table, is_paper=False, acting=acting_as(), client_id="b", seen=0, reason="old page")
    assert (RoundTable.objects.get().is_paper, RoundTable.objects.get().totals) == (True, SUMS)


def test_to_put_a_played_table_on_paper_signs_nothing():
    table = played_table(is_signed=False)
    switch_paper(table=table, is_paper=True, acting=acting_as("referee"), client_id="a")

    assert not table_reading(RoundTable.objects.get()).is_finished
    assert len(missing_in(table.event_round)) == 1
    assert missing_in(table.event_round)[0].endswith("didn’t sign")
    with pytest.raises(Refused, match="Something is missing"):
        close_round(event_round=table.event_round, acting=acting_as(), client_id="close")

    deals = ("N", "E", "S", "W")
    type_hands(table, *(typed(number, dealer=dealer) for number, dealer in enumerate(deals, start=1)))
    assert table_reading(RoundTable.objects.get()).is_finished
    assert missing_in(table.event_round) == ()

    switch_paper(table=table, is_paper=False, acting=acting_as(), client_id="b")
    switch_paper(table=table, is_paper=True, acting=acting_as(), client_id="c")
    assert not table_reading(RoundTable.objects.get()).is_finished
