import pytest
from django.utils import timezone

from league.acting.log import Refused
from league.evening.cards.reading import event_points, read_event, read_round, round_points
from league.evening.judging.deeds.lateness import waive_lateness
from league.evening.paper.pages.results import results_paper
from league.evening.rounds.deeds import close_round, delete_round, missing_in, reopen_round, start_round
from league.evening.rounds.pages import close_page, folded
from league.management.evenings import play_table
from league.models import DirectorCall, Event, EventRound, LogLine, RoundSeat, RoundTable, TableTablet
from scoring.models import Device
from scoring.score_card.pages.card import names_of
from scoring.score_card.pages.entries import entry_sentence
from scoring.score_card.pages.penalties import round_context
from tests.league.makers import (
    acting_as,
    card_at,
    make_entrants,
    make_event,
    make_round,
    make_running_round,
    sheet_at,
    start_now,
)
from tests.scoring.score_card.makers import lay_hands

pytestmark = pytest.mark.django_db


def test_starting_a_round_gives_every_table_a_card_with_seats_book_and_dealer():
    event_round = make_running_round(players=8)

    card = event_round.tables.get(number=2).card
    assert (card.table_name, card.round_name, card.host) == ("2", "1", "league")
    assert card.player_names == {"N": "Joan Pruitt", "E": "Hank Ostrowski", "S": "Lois Beckett", "W": "Vern Talbot"}
    assert card.book_version.key == "npa"


def test_starting_a_round_twice_is_starting_it_once():
    event = make_event()
    event_round = make_round(event, make_entrants(event, 8))

    for _ in range(2):
        start_round(event_round=event_round, acting=acting_as(), client_id="a")

    assert LogLine.objects.filter(event=event, action="started").count() == 1


def test_a_table_on_paper_stays_on_paper_until_a_tablet_keeps_its_cards():
    event = make_event()
    entrants = make_entrants(event, 12)
    first = make_round(event, entrants, state="closed")
    first.tables.exclude(number=3).update(is_paper=True)
    device = Device.objects.create(token_hash="a")
    TableTablet.objects.create(event=event, table_number=2, device=device, paired_at=timezone.now())

    second = start_round(event_round=make_round(event, entrants, number=2), acting=acting_as(), client_id="a")

    assert list(second.tables.values_list("number", "is_paper")) == [(1, True), (2, False), (3, False)]


def test_a_draft_is_not_started():
    event = make_event()
    event_round = make_round(event, make_entrants(event, 8), state="draft")

    with pytest.raises(Refused, match="Publish"):
        start_round(event_round=event_round, acting=acting_as(), client_id="a")


def test_a_round_of_four_hands_has_four_under_a_book_that_plays_to_a_target():
    event_round = make_running_round(book="st-hilary")

    sheet = sheet_at(event_round.tables.first())

    assert sheet.hands_to_play == 4


@pytest.mark.parametrize(("book", "players"), [("npa", 8), ("npa", 16), ("gwinnett", 9)])
def test_points_are_read_with_the_same_queries_whatever_the_number_of_tables(book, players, django_assert_num_queries):
    event_round = make_running_round(book=book, players=players)

    with django_assert_num_queries(5):
        rounds = read_event(event_round.event)
        points = event_points(event_round.event, rounds)

    assert len(points) == players


# -- closing, reopening, deleting ----------------------------------------------------------


def test_closing_lists_what_is_missing_and_takes_a_reason():
    event_round = make_running_round(players=8)
    RoundSeat.objects.filter(table__number=2, seat="W").update(is_missing=True)
    DirectorCall.objects.create(
        table=event_round.tables.get(number=1), reason="ruling", called_at=timezone.now(), client_id="call"
    )

    assert missing_in(event_round) == (
        "Table 1: 0 of 4 hands are in",
        "Table 2: 0 of 4 hands are in",
        "Table 2: Vern Talbot is missing, and scores 0 this round unless you enter their arrival first",
        "Table 1 still calls the referee: A ruling",
    )
    assert close_page(event_round, missing_in(event_round), ()).notices[0] == "Tables 1 and 2: 0 of 4 hands are in"
    assert folded([f"Table {number}: no" for number in (3, 4, 5)] + ["A call: x"]) == ["Tables 3 to 5: no", "A call: x"]
    with pytest.raises(Refused, match="Say why"):
        close_round(event_round=event_round, acting=acting_as(), client_id="c")
    closed = close_round(event_round=event_round, acting=acting_as(), client_id="d", reason="the hall closes")

    assert (closed.state, closed.close_reason) == ("closed", "the hall closes")
    assert LogLine.objects.get(action="closed").after.count("\n") == 3


def test_a_table_whose_game_is_won_is_done_and_the_others_stop_when_time_is_up():
    event_round = make_running_round(make_event(book="family-double", round_end="first", minutes=50), players=12)
    one, two, three = event_round.tables.select_related("card__book_version")
    high = {"bid": 50, "meld": {"NS": 150, "EW": 20}, "take": {"NS": 28, "EW": 22}}
    low = {"bid": 50, "meld": {"NS": 30, "EW": 20}, "take": {"NS": 28, "EW": 22}}
    lay_hands(card_at(one), *5 * [low])
    lay_hands(card_at(two), *4 * [high])
    lay_hands(card_at(three), *3 * [low])

    assert [words.partition(":")[0] for words in missing_in(event_round)] == ["Table 1", "Table 2", "Table 3"]
    for table in (one, two, three):
        play_table(table, seed=1, hands=0)  # signs
    reading = read_round(event_round)

    assert [(table.hands_done, table.totals["NS"], table.winners) for table in reading.tables] == [
        (5, 290, ("NS",)), (3, 534, ("NS",)), (3, 174, ("NS",)),
    ]  # fmt: skip
    assert sheet_at(two).open_line is None
    page = close_page(event_round, missing_in(event_round), reading.tables)
    assert page.says[1:3] == (
        "The game is over at table 2.", "Time is up at tables 1 and 3.",
    )  # fmt: skip
    assert close_round(event_round=event_round, acting=acting_as(), client_id="c").close_reason == ""
    paper = results_paper(event_round.event, (reading,), event_points(event_round.event, (reading,)), 1)
    assert [table["remarks"] for table in paper["tables"]] == [
        "Time was up after 5 hands", "The game ended after 3 hands", "Time was up after 3 hands",
    ]  # fmt: skip


def test_who_closes_second_is_told_who_was_first_and_why_and_the_first_reads_of_the_second():
    event_round = make_running_round()
    close_round(event_round=event_round, acting=acting_as(name="Rita Moss"), client_id="r", reason="a fire alarm")

    told = r"Rita Moss closed round 1 at .*: “a fire alarm”. Your closing was not entered."
    with pytest.raises(Refused, match=f"{told} Your reason is in the log."):
        close_round(event_round=event_round, acting=acting_as(), client_id="c", reason="the hall closes")
    with pytest.raises(Refused, match=f"{told}$"):
        close_round(event_round=event_round, acting=acting_as(), client_id="d")

    second = LogLine.objects.get(action="also wanted to close")
    assert (second.who, second.subject, second.reason) == ("Carol Reyes", "Round 1", "the hall closes")
    assert EventRound.objects.get().close_reason == "a fire alarm"

    assert close_round(event_round=event_round, acting=acting_as(name="Rita Moss"), client_id="r").state == "closed"


@pytest.mark.parametrize("book", ["npa", "st-hilary"])
def test_who_never_came_scores_nothing_in_a_closed_round_and_may_still_come_when_it_is_reopened(book):
    event_round = make_running_round(players=8, book=book)
    RoundTable.objects.update(totals={"NS": 200, "EW": 100})
    west = RoundSeat.objects.filter(table__number=2, seat__in="EW")
    west.update(is_missing=True)

    def points() -> dict[str, tuple[str, int]]:
        players = round_points(read_round(EventRound.objects.get(pk=event_round.pk)))
        return {player.entrant.name: (player.kind, player.points) for player in players}

    for _ in range(2):
        close_round(event_round=event_round, acting=acting_as(), client_id="c", reason="never came")
    assert (points()["Vern Talbot"], points()["Hank Ostrowski"]) == (("absent", 0), ("absent", 0))
    assert points()["Joan Pruitt"] == ("played", 200)
    assert event_round.tables.get(number=2).card.entries.count() == 2
    step = next(one for one in round_points(read_round(event_round)) if one.kind == "absent").steps[0]
    assert step.title == "Never came to the table, scores 0 this round"

    reopen_round(event_round=event_round, acting=acting_as(), client_id="r", reason="they came after all")
    assert points()["Vern Talbot"] == ("played", 100)
    assert west.filter(is_missing=True).count() == 2


def test_who_never_came_is_told_on_the_card_and_the_results_and_an_arrival_entered_later_undoes_it():
    event_round = make_running_round(players=4)
    table = event_round.tables.get()
    table.totals = {"NS": 200, "EW": 100}
    table.save()
    RoundSeat.objects.filter(table=table, seat="N").update(is_missing=True)
    close_round(event_round=event_round, acting=acting_as(), client_id="c", reason="never came")

    sheet = sheet_at(table)
    shown = round_context(sheet, names_of(card_at(table)))
    assert [(late.sentence, late.replacement_missing) for late in shown.late] == [
        ("Never came, scores 0 this round.", False)
    ]
    assert "never came" in entry_sentence(sheet.entries[-1], names_of(card_at(table)))
    event = Event.objects.get(pk=event_round.event_id)
    readings = read_event(event)
    rows = results_paper(event, readings, event_points(event, readings), 1)["rows"]
    assert [row["steps"] for row in rows if row["name"] == "Ruth Abernathy"] == [
        "Never came to the table, scores 0 this round"
    ]

    seat = RoundSeat.objects.get(table=table, seat="N")
    waive_lateness(seat=seat, acting=acting_as(), client_id="w", reason="sat there all the time")
    assert {player.kind for player in round_points(read_round(event_round))} == {"played"}


def test_closing_twice_is_closing_once():
    event_round = make_running_round()

    for _ in range(2):
        close_round(event_round=event_round, acting=acting_as(), client_id="c", reason="late")

    assert LogLine.objects.filter(action="closed").count() == 1


def test_only_the_latest_round_is_reopened():
    first = close_round(event_round=make_running_round(), acting=acting_as(), client_id="c", reason="late")
    second = make_round(first.event, list(first.event.entrants.all()), number=2)

    reopened = reopen_round(event_round=first, acting=acting_as(), client_id="o", reason="a card was missing")
    assert reopened.state == "running"
    close_round(event_round=first, acting=acting_as(), client_id="e", reason="late")
    start_now(second)

    with pytest.raises(Refused, match="Round 2 has started since then"):
        reopen_round(event_round=first, acting=acting_as(), client_id="p", reason="once more")


def test_reopening_takes_a_reason():
    first = close_round(event_round=make_running_round(), acting=acting_as(), client_id="c", reason="late")

    with pytest.raises(Refused, match="Say why"):
        reopen_round(event_round=first, acting=acting_as(), client_id="o", reason="")


def test_a_round_is_deleted_by_its_name_and_the_log_keeps_its_seating():
    event = make_event()
    event_round = make_round(event, make_entrants(event, 8))

    with pytest.raises(Refused, match="Type “Round 1”"):
        delete_round(event_round=event_round, acting=acting_as("admin"), client_id="d", typed="Round 2")
    delete_round(event_round=event_round, acting=acting_as("admin"), client_id="d", typed=" round  1 ")
    delete_round(event_round=event_round, acting=acting_as("admin"), client_id="d", typed="round 1")

    assert not event.rounds.exists()
    assert "Ruth Abernathy N" in LogLine.objects.get(action="deleted").before


def test_a_round_with_cards_is_not_deleted():
    with pytest.raises(Refused, match="has started"):
        delete_round(event_round=make_running_round(), acting=acting_as("admin"), client_id="d", typed="Round 1")


def test_rounds_are_deleted_from_the_last_one_on():
    event = make_event()
    first = make_round(event, make_entrants(event, 8), state="draft")
    make_round(event, list(event.entrants.all()), number=2, state="draft")

    with pytest.raises(Refused, match="Delete round 2 first"):
        delete_round(event_round=first, acting=acting_as("admin"), client_id="d", typed="Round 1")
