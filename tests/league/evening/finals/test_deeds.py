"""The cut, the extra hand, the final: who is in, what counts, and what can be taken back."""

from collections import defaultdict
from itertools import count
from typing import Any

import pytest

from league.acting.log import Refused
from league.evening.cards.reading import event_points, read_event
from league.evening.cards.standings import standings
from league.evening.check_in.deeds.roll import add_walk_in, mark_back, mark_left
from league.evening.check_in.people import seating_is_stale
from league.evening.events.deeds import change_event, close_event
from league.evening.finals.deeds import decide, replace_finalist, take_back
from league.evening.finals.pages import cut_context
from league.evening.finals.reading import PLAY, read_cut
from league.evening.judging.deeds.entries import enter
from league.evening.money.winners import read_winners
from league.evening.rounds.deeds import delete_round, reopen_round
from league.evening.seating.before_round import unsettled_in
from league.evening.seating.deeds.drafts import plan_rounds
from league.evening.seating.deeds.publishing import publish_rounds
from league.evening.seating.field import drawn_tables, read_field
from league.evening.seating.seatings import read_rounds
from league.evening.ties.parting import Tally
from league.evening.ties.tie_breaks import HEAD_TO_HEAD
from league.models import Event, EventRound, LogLine, RoundSeat, RoundTable, SeatingVersion
from league.season.seasons.reading import season_standings
from league.season.seasons.rules import SeasonRules
from scoring.score_card.recording import read_sheet
from tests.league.evening.money.evening import keeper
from tests.league.makers import (
    acting_as,
    card_at,
    close_with_sums,
    fresh,
    make_club,
    make_entrants,
    make_event,
    make_final,
    make_round,
    make_rules,
    make_series,
    play_round,
    start_now,
)
from tests.league.naive_points import HAND_KINDS, OTHER, SIDE, hand_score, set_side, standing_entries
from tests.league.season.seasons.played import FIRST, opened
from tests.scoring.score_card.makers import enter as enter_on
from tests.scoring.score_card.makers import enter_hand, join

pytestmark = pytest.mark.django_db
_ids = count(1)
CLEAR = ((400, 300), (200, 100), (50, 10))
FOUR_TIE = ((400, 300), (200, 100), (100, 10))
TIED = ((400, 300), (200, 200), (50, 10))


def new_id() -> str:
    return f"f{next(_ids)}"


def cut(event: Event, by: str = "", **overrides) -> Event:
    return decide(event=event, acting=acting_as(), client_id=new_id(), by=by, **overrides)


def finalists(event: Event) -> list[int]:
    return sorted(event.entrants.filter(last_round=None, is_house_player=False).values_list("number", flat=True))


def seat_final(event: Event) -> EventRound:
    plan_rounds(event=event, acting=acting_as(), client_id=new_id(), effort=500)
    publish_rounds(event=event, acting=acting_as(), client_id=new_id())
    return event.rounds.get(number=event.cut_after + 1)


def seated(event_round: EventRound) -> list[int]:
    return sorted(RoundSeat.objects.filter(table__event_round=event_round).values_list("entrant__number", flat=True))


# -- made ------------------------------------------------------------------------------------


def test_the_best_are_in_and_nobody_else_plays_on(clear):
    event = clear

    cut(event)

    assert finalists(event) == [1, 2, 3, 4, 5, 7]
    event = fresh(event)
    assert (event.cut_after, event.cut_by, event.rounds_planned) == (1, "", 2)
    assert LogLine.objects.get(event=event, action="made the cut").after.startswith("In: Ruth Abernathy, ")


def test_the_same_submission_cuts_once_and_another_is_refused(clear):
    event = clear
    client_id = new_id()

    for _ in range(2):
        decide(event=event, acting=acting_as(), client_id=client_id)

    assert LogLine.objects.filter(event=event, action="made the cut").count() == 1
    with pytest.raises(Refused, match="No cut is due"):
        cut(event)


@pytest.mark.parametrize("overrides", [{"final_places": 0}, {"rounds_planned": 2}])
def test_no_cut_without_a_final_or_before_its_last_round(overrides):
    event = make_final(CLEAR, **overrides)

    assert read_cut(event) is None
    with pytest.raises(Refused, match="No cut is due"):
        cut(event)


def test_rounds_won_come_before_points_at_the_line_too():
    event = make_final(CLEAR, places_by=Event.PlacesBy.WINS)

    found = read_cut(event)

    assert found is not None
    assert [found.entrants[one.player].number for one in found.line.above] == [1, 3, 5, 7, 9, 11]
    assert [one["points"] for one in cut_context(found)["inside"]][-1] == "1 won, 50"
    assert cut_context(found)["below"][0] == {
        "place": "7",
        "name": "Walt Kowalski",
        "points": "0 won, 300",
        "figures": "",
    }


def test_a_line_that_moved_since_it_was_shown_is_not_cut_at(clear):
    event = clear
    seen = read_cut(event).seen
    RoundTable.objects.filter(number=3).update(totals={"NS": 900, "EW": 10})

    with pytest.raises(Refused, match="changed since this page was opened"):
        cut(event, seen=seen)

    assert fresh(event).cut_after == 0


def test_who_went_home_is_not_in_the_line():
    event = make_final(TIED, final_places=4)
    gone = event.entrants.get(number=1)
    mark_left(entrant=gone, acting=acting_as(), client_id=new_id())

    found = read_cut(event)

    assert found.absent == (gone,)
    assert len(found.line.level) == 4
    assert found.line.seats == 1


def test_a_final_needs_four_people():
    event = make_final(((20, 10),), final_places=2)

    with pytest.raises(Refused, match="needs four"):
        cut(event)


# -- ties ------------------------------------------------------------------------------------


def test_a_tie_at_the_line_is_not_decided_behind_anybodys_back(tied):
    event = tied

    with pytest.raises(Refused, match="Joan Pruitt, Lois Beckett, Hank Ostrowski and Vern Talbot still tie") as refused:
        cut(event)

    assert refused.value.field == "by"
    assert fresh(event).cut_after == 0


def test_more_seats_take_everybody_in_who_ties(tied):
    event = tied

    cut(event, "seats")

    assert finalists(event) == [1, 2, 3, 4, 5, 6, 7, 8]


def test_lots_take_as_many_as_there_are_places_and_are_the_same_for_the_same_chance(tied):
    event = tied

    cut(event, "lots", chance=5)
    drawn = finalists(event)
    event = take_back(event=event, acting=acting_as(), client_id=new_id())
    assert (event.cut_after, event.cut_by, event.cut_lots) == (0, "", 0)
    cut(event, "lots", chance=5)

    assert (len(drawn), finalists(event)) == (6, drawn)
    assert read_cut(fresh(event)).would_be == ((), ())


def test_the_clubs_tie_breaks_are_taken_in_their_order():
    """Both rounds come to 300 for everybody at tables 1 and 2; who had 290 in one has the higher single round."""
    event = make_event(rounds_planned=2, final_places=4, book="st-hilary", tie_breaks=["rounds_won", "high_round"])
    people = make_entrants(event, 8)
    close_with_sums(start_now(make_round(event, people)), ((290, 10), (180, 120)))
    close_with_sums(start_now(make_round(event, people, number=2)), ((10, 290), (120, 180)))
    event = fresh(event)

    found = read_cut(event)

    assert len(found.line.level) == 8
    assert [head for head, _ in found.figures()] == ["Rounds won", "Highest round"]
    assert {one.rounds_won for one in found.tallies} == {1}
    cut(event, "chain")
    assert finalists(event) == [1, 2, 3, 4]
    assert fresh(event).cut_by == "chain"


def test_a_round_that_two_of_three_end_level_is_won_by_nobody():
    club = make_club()
    event = make_event(club, rounds_planned=1, final_places=4, three_handed_rules=make_rules(club, "gwinnett-3"))
    table = start_now(make_round(event, make_entrants(event, 3))).tables.get()
    RoundTable.objects.filter(pk=table.pk).update(totals={"A": 90, "B": 90, "C": 10})
    EventRound.objects.update(state="closed")

    tallies = read_cut(fresh(event)).tallies

    assert [one.rounds_won for one in tallies] == [0, 0, 0]
    assert {figure.says for figure in HEAD_TO_HEAD.figures(tallies).values()} == {"0–0"}


def test_hands_and_sets_are_counted_from_the_cards():
    """Against a pencil and the raw entries of the cards: at table 1 the bidders reneged once, at table 2 the others."""
    event = make_event(rounds_planned=1, final_places=4)
    event_round = start_now(make_round(event, make_entrants(event, 8)))
    play_round(event_round, seed=3)
    for table, who_reneged in zip(event_round.tables.all(), ("bidders", "defenders"), strict=True):
        line = hands_on(table)[1]
        bidders = SIDE[line["bidder"]]
        line["renege"] = bidders if who_reneged == "bidders" else OTHER[bidders]
        enter(table, acting_as(), "correct", new_id(), line, hand=1, reason="a renege")
    EventRound.objects.update(state="closed")

    tallies = {one.player: one for one in read_cut(fresh(event)).tallies}

    for table in event_round.tables.all():
        points = [hand_score(line) for line in hands_on(table).values()]
        sets = [set_side(line) for line in hands_on(table).values()]
        assert len(set(sets)) > 1
        for seat in table.seats.all():
            side = SIDE[seat.seat]
            won = sum(each[side] > each[OTHER[side]] for each in points)
            tally = tallies[seat.entrant_id]
            assert (tally.hands_won, tally.sets) == (won, sets.count(side))


def test_where_totals_count_in_place_of_hands_nobody_won_a_hand_or_was_set():
    event = make_event(rounds_planned=1, final_places=4)
    event_round = start_now(make_round(event, make_entrants(event, 4)))
    play_round(event_round, seed=3)
    hands = {(one.hands_won, one.sets) for one in tallies_of(event)}
    close_with_sums(event_round, ((120, 80),))

    assert hands != {(0, 0)}
    assert {(one.hands_won, one.sets) for one in tallies_of(event)} == {(0, 0)}


def tallies_of(event: Event) -> tuple[Tally, ...]:
    EventRound.objects.update(state="closed")
    return read_cut(fresh(event)).tallies


def hands_on(table: RoundTable) -> dict[int, dict[str, Any]]:
    """All that was entered of each hand, as it stands."""
    lines: dict[int, dict[str, Any]] = defaultdict(dict)
    for entry in standing_entries(table.card_id):
        if entry.kind in HAND_KINDS:
            assert entry.hand is not None
            lines[entry.hand].update(entry.payload)
    return lines


def test_renege_of_the_defenders_is_their_set_in_the_final_the_season_and_the_set_money():
    """Ruth bid 80 and Walt reneged: by the national rules he and Ed were set, and she and Marge have what they bid."""
    series = make_series(make_club())
    season = opened(series.club)
    event = make_event(series.club, series=series, played_on=FIRST, rounds_planned=1, final_places=4, hands=1)
    start_now(make_round(event, make_entrants(event, 4)))
    enter_hand(keeper(event, 1), bidder="N", bid=80, meld={"NS": 44, "EW": 30}, take={"NS": 0, "EW": 0}, renege="EW")
    EventRound.objects.update(state="closed")
    names = {one.pk: one.name.split()[0] for one in event.entrants.all()}

    final = {names[one.player]: one.sets for one in read_cut(fresh(event)).tallies}
    money = [names[one.entrant.pk] for one in read_winners(event, read_event(event)).sets]
    close_event(event=fresh(event), acting=acting_as(), client_id=new_id(), reason="too late")
    places = season_standings(season, SeasonRules.from_json(season.draft))[None]
    members = {one.member_id: names[one.pk] for one in event.entrants.all()}

    assert final == {"Ruth": 0, "Marge": 0, "Walt": 1, "Ed": 1}
    assert sorted(money) == ["Ed", "Walt"]
    assert {members[one.tally.who[0]]: one.tally.sets for one in places} == final


def test_who_met_whom_is_told_table_by_table_and_not_of_who_was_replaced():
    event = make_event(rounds_planned=1, final_places=4)
    event_round = start_now(make_round(event, make_entrants(event, 8)))
    late = {"seat": "W", "minutes": 20, "substitute": "outside", "name": "Father Tom"}
    enter_on(join(card_at(event_round.tables.get(number=1))), "late", late)
    close_with_sums(event_round, ((30, 10), (20, 20)))

    numbers = dict(event.entrants.values_list("pk", "number"))
    at_tables = {numbers[one.player]: one.at_tables for one in read_cut(fresh(event)).tallies}
    where = {number: at[0].where for number, at in at_tables.items() if at}
    assert [one.high_round for one in read_cut(fresh(event)).tallies if not one.at_tables] == [0]

    assert [[(sat.side, sat.won) for sat in at_tables[number]] for number in (1, 2, 3, 4)] == [
        [("NS", 1)],
        [("EW", 0)],
        [("NS", 1)],
        [],
    ]
    assert where[1] == where[2] == where[3] != where[5]
    assert [[(sat.side, sat.won) for sat in at_tables[number]] for number in (5, 6)] == [[("NS", 0)], [("EW", 0)]]


# -- the extra hand --------------------------------------------------------------------------


def test_an_extra_hand_is_a_table_of_one_hand_that_counts_for_nobody():
    event = make_final(FOUR_TIE, final_places=8)
    before = event_points(event, read_event(event))

    cut(event, PLAY)
    extra = event.rounds.get(number=2)

    assert (str(extra), extra.state, fresh(event).rounds_planned) == ("The extra hand", "published", 2)
    assert seated(extra) == [6, 8, 9, 11]
    assert not seating_is_stale(event)
    assert unsettled_in(extra, list(RoundSeat.objects.filter(table__event_round=extra)), ()) == ()
    start_now(extra)
    card = card_at(extra.tables.get())
    assert (card.round_name, read_sheet(card).hands_to_play) == ("The extra hand", 1)
    close_with_sums(extra, ((60, -20),))
    assert event_points(event, read_event(event)) == before


def test_the_extra_hand_decides_who_is_in_and_the_final_comes_after_it():
    event = make_final(FOUR_TIE, final_places=8)
    cut(event, PLAY)
    extra = start_now(event.rounds.get(number=2))
    winners = extra.tables.get().seats.filter(seat__in="NS").values_list("entrant__number", flat=True)
    close_with_sums(extra, ((60, -20),))

    event = cut(fresh(event), "extra")

    assert finalists(event) == sorted({1, 2, 3, 4, 5, 7, *winners})
    assert (event.cut_after, event.rounds_planned) == (2, 3)
    assert read_cut(fresh(event)).would_be == ((), ())
    assert str(seat_final(event)) == "The final"


def test_who_wins_the_extra_hand_as_partners_ties_still_and_may_play_another():
    event = make_final(FOUR_TIE, final_places=7)
    cut(event, PLAY)
    close_with_sums(start_now(event.rounds.get(number=2)), ((60, -20),))
    with pytest.raises(Refused, match="still tie at the line"):
        cut(fresh(event), "extra")

    level = set(read_cut(fresh(event)).level)
    cut(fresh(event), PLAY)

    again = event.rounds.get(number=3)
    assert (str(again), len(level)) == ("Extra hand 2", 2)
    assert set(again.tables.get().seats.filter(seat__in="NE").values_list("entrant", flat=True)) == level
    assert not again.tables.get().seats.filter(entrant__is_house_player=True).exists()  # others are here


def test_an_extra_hand_says_nothing_once_another_round_was_played():
    event = make_final(FOUR_TIE, final_places=8)
    cut(event, PLAY)
    close_with_sums(start_now(event.rounds.get(number=2)), ((60, -20),))
    assert sorted(figure.value for figure in read_cut(fresh(event)).extras[0].values()) == [-20, -20, 60, 60]

    close_with_sums(start_now(make_round(event, list(event.entrants.order_by("number")), number=3)), FOUR_TIE)

    assert read_cut(fresh(event)).extras == ()


def test_a_house_player_fills_a_seat_for_which_nobody_is_here():
    event = make_final(((400, 300), (200, 100)), final_places=7)
    for entrant in event.entrants.filter(number__in=(1, 2, 3, 4, 5, 7)):
        mark_left(entrant=entrant, acting=acting_as(), client_id=new_id())
    Event.objects.update(final_places=1)

    cut(fresh(event), PLAY)

    names = [seat.entrant for seat in event.rounds.get(number=2).tables.get().seats.select_related("entrant")]
    assert sorted(one.is_house_player for one in names) == [False, False, True, True]


def test_an_extra_hand_that_is_deleted_leaves_the_evening_as_it_was(tied):
    event = tied
    cut(event, PLAY)

    delete_round(event_round=event.rounds.get(number=2), acting=acting_as(), client_id=new_id(), typed="the extra hand")

    assert fresh(event).rounds_planned == 1
    assert read_cut(fresh(event)).line.level


def test_nothing_else_is_seated_while_an_extra_hand_waits(tied):
    event = tied
    cut(event, PLAY)

    with pytest.raises(Refused, match="extra hand comes first"):
        plan_rounds(event=event, acting=acting_as(), client_id=new_id(), rounds=1, effort=10)


# -- the final -------------------------------------------------------------------------------


@pytest.mark.parametrize("evening_format", ["rotation", "winners_move"])
def test_the_final_is_drawn_among_the_finalists(evening_format):
    event = make_final(CLEAR, format=evening_format, final_places=8, final_rounds=1, sit_out_credit="none")

    event = cut(event, "")
    final = seat_final(event)

    assert (str(final), seated(final)) == ("The final", finalists(event))
    assert final.moved_by is None
    assert not seating_is_stale(event)
    assert drawn_tables(read_field(event, read_rounds(event))) == ()


def test_a_final_of_several_rounds_names_each():
    event = cut(make_final(CLEAR, final_places=8, final_rounds=2))
    seat_final(event)

    assert [str(one) for one in event.rounds.all()] == ["Round 1", "Final round 1", "Final round 2"]


def test_whoever_comes_after_the_cut_is_not_seated():
    event = cut(make_final(CLEAR, final_places=8))
    late = add_walk_in(event=event, name="Ida Moss", acting=acting_as(), client_id=new_id())

    final = seat_final(event)

    assert (late.number in seated(final), seating_is_stale(event)) == (False, False)
    assert late.number not in finalists(event)


@pytest.mark.parametrize(("carries", "totals"), [(True, [460, 460, 410, 410]), (False, [110, 110, 60, 60])])
def test_finalists_stand_above_everybody_with_or_without_what_they_had(carries, totals):
    event = cut(make_final(((400, 300), (250, 250)), final_places=4, final_carries=carries))
    final = start_now(make_round(event, list(event.entrants.order_by("number")[:4]), number=2))
    close_with_sums(final, ((60, 110),))

    found = standings(event, event_points(event, read_event(event)))

    below = [one for one in found if not one.is_finalist]
    inside = [one for one in found if one.is_finalist]
    assert len(inside) == 4
    assert [one.place for one in below] == [5] * 4
    assert [one.total for one in below] == [250] * 4
    assert [one.total for one in inside] == totals
    assert [one.place for one in inside] == [1, 1, 3, 3]
    for one in found:
        assert one.total == sum(played.points for played in one.counted)


# -- taken back, replaced, moved -------------------------------------------------------------


def test_a_cut_is_taken_back_with_its_seating_and_made_anew():
    event = cut(make_final(CLEAR, final_places=8))
    seat_final(event)
    versions = SeatingVersion.objects.filter(event=event).count()

    event = take_back(event=event, acting=acting_as(), client_id=new_id())

    assert (event.cut_after, event.rounds_planned, event.rounds.count()) == (0, 1, 1)
    assert finalists(event) == list(range(1, 13))
    told = LogLine.objects.get(event=event, action="took back the cut").before
    assert told.startswith("In: Ruth Abernathy, ")
    assert "Bernice Hall" not in told
    assert SeatingVersion.objects.filter(event=event).count() == versions + 1
    assert len(finalists(cut(event))) == 8


def test_the_same_submission_takes_back_once_and_without_a_cut_nothing_is_taken_back():
    event = make_final(CLEAR, final_places=8)
    take_back(event=event, acting=acting_as(), client_id=new_id())
    assert not LogLine.objects.filter(event=event, action="took back the cut").exists()
    event = cut(event)
    client_id = new_id()
    take_back(event=event, acting=acting_as(), client_id=client_id)
    event = cut(fresh(event))

    take_back(event=event, acting=acting_as(), client_id=client_id)

    assert fresh(event).cut_after == 1
    assert LogLine.objects.filter(event=event, action="took back the cut").count() == 1
    assert not SeatingVersion.objects.filter(event=event).exists()  # no round of the final was published


def test_nothing_is_taken_back_once_the_final_has_started():
    event = cut(make_final(CLEAR, final_places=8))
    start_now(seat_final(event))

    with pytest.raises(Refused, match="The final has started"):
        take_back(event=event, acting=acting_as(), client_id=new_id())
    with pytest.raises(Refused, match="The final has started"):
        replace_finalist(event=event, entrant=event.entrants.get(number=1), acting=acting_as(), client_id=new_id())


@pytest.mark.parametrize("is_seated", [False, True])
def test_whoever_is_next_in_line_plays_for_a_finalist_who_went_home(is_seated):
    event = cut(make_final(((400, 300), (200, 100), (90, 80)), final_places=8))
    final = seat_final(event) if is_seated else None
    gone = event.entrants.get(number=2)
    with pytest.raises(Refused, match="still here"):
        replace_finalist(event=event, entrant=gone, acting=acting_as(), client_id=new_id())
    mark_left(entrant=gone, acting=acting_as(), client_id=new_id())
    assert read_cut(fresh(event)).gone == (gone,)
    follows_in_line = read_cut(fresh(event)).next_in_line

    client_id = new_id()
    for _ in range(2):
        replace_finalist(event=event, entrant=gone, acting=acting_as(), client_id=client_id)

    now = finalists(event)
    assert 2 not in now
    assert follows_in_line.number in now
    assert follows_in_line.number in (9, 11)
    assert len(now) == 8
    if final:
        assert seated(final) == now
        assert not seating_is_stale(event)
    assert read_cut(fresh(event)).gone == ()


def test_a_correction_says_who_would_be_in_and_moves_nobody():
    event = cut(make_final(((400, 300), (200, 100), (90, 10)), final_places=6))
    RoundTable.objects.filter(event_round__event=event, number=3).update(totals={"NS": 250, "EW": 10})

    found = read_cut(fresh(event))

    would_be_in, would_be_out = found.would_be
    numbers = {one.pk: one.number for one in event.entrants.all()}
    assert (sorted(numbers[one] for one in would_be_in), sorted(numbers[one] for one in would_be_out)) == (
        [9, 11],
        [5, 7],
    )
    assert finalists(event) == [1, 2, 3, 4, 5, 7]


def test_a_finalist_who_is_back_after_being_replaced_stays_out():
    event = cut(make_final(((400, 300), (200, 100), (90, 80)), final_places=8))
    gone = event.entrants.get(number=2)
    mark_left(entrant=gone, acting=acting_as(), client_id=new_id())
    replace_finalist(event=event, entrant=gone, acting=acting_as(), client_id=new_id())

    mark_back(entrant=gone, acting=acting_as(), client_id=new_id())

    found = read_cut(fresh(event))
    assert gone.pk not in found.finalists
    assert found.would_be[0] == (gone.pk,)


def test_the_round_before_the_final_is_reopened_only_after_the_cut_is_taken_back():
    event = cut(make_final(CLEAR))

    with pytest.raises(Refused, match="Take the cut back first"):
        reopen_round(event_round=event.rounds.get(), acting=acting_as(), client_id=new_id(), reason="a hand is wrong")


def test_how_the_final_is_played_stays_once_it_is_decided_who_plays_it():
    event = cut(make_final(CLEAR))

    with pytest.raises(Refused, match="Take the cut back"):
        change_event(event=event, acting=acting_as(), client_id=new_id(), final_carries=False)


def test_an_event_is_closed_without_its_final_only_for_a_reason(clear):
    event = clear

    with pytest.raises(Refused, match="The final wasn’t played"):
        close_event(event=event, acting=acting_as(), client_id=new_id())
