from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from league.acting.log import Refused
from league.evening.cards.reading import read_round, round_points
from league.evening.cards.seats import entrant_at, is_replaced, player_at
from league.evening.check_in.deeds.roll import check_in
from league.evening.judging.deeds.lateness import mark_missing, record_arrival, take_back_missing, waive_lateness
from league.evening.judging.deeds.penalties import give_penalty, pardon_penalty
from league.evening.judging.deeds.replacing import replace_player, substitutes_for, take_back_replacement
from league.models import EventRound, LogLine, RoundSeat
from tests.lasting import lasting
from tests.league.makers import (
    acting_as,
    after_start,
    make_entrants,
    make_event,
    make_members,
    make_round,
    make_running_round,
    sheet_at,
    start_now,
)

pytestmark = pytest.mark.django_db


def missing_seat(*, book: str = "npa", players: int = 9) -> RoundSeat:
    """A round with one player who is not there: table 1, North."""
    event = make_event(book=book)
    entrants = make_entrants(event, players)
    entrants[0].state = "expected"
    entrants[0].save()
    start_now(make_round(event, entrants))
    return RoundSeat.objects.select_related("table__event_round").get(entrant=entrants[0])


@pytest.fixture(scope="module")
def lasting_seat(django_db_setup: None, django_db_blocker: Any) -> Iterator[RoundSeat]:
    with lasting(django_db_blocker):
        yield missing_seat()


@pytest.fixture
def seat(lasting_seat: RoundSeat, db: None) -> RoundSeat:
    return RoundSeat.objects.select_related("table__event_round").get(pk=lasting_seat.pk)


def after(seat: RoundSeat, minutes: float) -> datetime:
    return after_start(seat.table.event_round, minutes)


def points_of(seat: RoundSeat) -> dict[str, int]:
    players = round_points(read_round(EventRound.objects.get(pk=seat.table.event_round_id)))
    return {str(player.entrant): player.points for player in players}


def kinds(seat: RoundSeat) -> list[str]:
    return [entry.kind for entry in seat.table.card.entries.all()]


def test_who_is_not_at_the_event_is_missing_when_the_round_starts(seat):
    assert list(RoundSeat.objects.filter(is_missing=True)) == [seat]


@pytest.mark.parametrize(("minutes", "points"), [(4.9, 0), (5, 0), (6, -10), (12.5, -70), (14.9, -90)])
def test_arriving_late_costs_what_the_book_says(seat, minutes, points):
    seat = record_arrival(seat=seat, acting=acting_as(), client_id="a", at=after(seat, minutes))

    assert (seat.is_missing, points_of(seat)["Ruth Abernathy"]) == (False, points)
    assert seat.entrant.state == "here"


def test_an_arrival_says_who_noted_it_on_the_card_and_in_the_log(seat):
    record_arrival(seat=seat, acting=acting_as(), client_id="a", at=after(seat, 12))

    entry = seat.table.card.entries.get()
    assert (entry.device_label, entry.by_director, entry.payload["minutes"]) == ("Carol Reyes", True, 12)
    line = LogLine.objects.get(action="noted the arrival")
    assert (line.subject, line.after) == ("Ruth Abernathy, table 1, round 1", "12 minutes late: 70 off.")


def test_arriving_twice_is_arriving_once(seat):
    for minutes in (7, 9):
        record_arrival(seat=seat, acting=acting_as(), client_id="a", at=after(seat, minutes))

    assert [entry.payload["minutes"] for entry in seat.table.card.entries.all()] == [7]


def test_at_the_limit_nobody_arrives_but_is_replaced(seat):
    with pytest.raises(Refused, match="Who plays instead"):
        record_arrival(seat=seat, acting=acting_as(), client_id="a", at=after(seat, 15))

    assert kinds(seat) == []


def test_a_substitute_of_the_event_plays_on_and_the_player_scores_nothing(seat):
    free = substitutes_for(seat).get()

    seat = replace_player(seat=seat, substitute=free, acting=acting_as(), client_id="r", at=after(seat, 20))

    entry = seat.table.card.entries.get()
    assert (entry.payload["minutes"], entry.payload["substitute"], entry.payload["name"]) == (20, "in_event", str(free))
    assert (seat.is_missing, is_replaced(seat), entrant_at(seat)) == (False, True, free)
    kinds_of = {str(p.entrant): p.kind for p in round_points(read_round(seat.table.event_round)) if p.table == 1}
    assert (kinds_of["Ruth Abernathy"], kinds_of[str(free)]) == ("replaced", "substitute")


def test_a_helper_from_outside_plays_for_nobody(seat):
    seat = replace_player(seat=seat, helper="Father Tom", acting=acting_as(), client_id="r", at=after(seat, 15))

    assert (player_at(seat), points_of(seat)["Ruth Abernathy"]) == ("Father Tom", 0)
    assert len(points_of(seat)) == 8


def test_before_the_limit_replacing_takes_a_reason_and_the_minutes_cost_nothing_more(seat):
    with pytest.raises(Refused, match="earlier than the book requires"):
        replace_player(seat=seat, helper="Tom", acting=acting_as(), client_id="r", at=after(seat, 8))
    replace_player(
        seat=seat, helper="Tom", reason="has a flat tire", acting=acting_as(), client_id="s", at=after(seat, 8)
    )

    assert points_of(seat)["Ruth Abernathy"] == 0
    assert seat.table.card.entries.get().reason == "has a flat tire"


@pytest.mark.parametrize("book", ["st-hilary", "npa"])
def test_a_player_who_leaves_in_the_middle_is_replaced_under_every_book(book):
    table = missing_seat(book=book).table
    seat = RoundSeat.objects.select_related("table__event_round").get(table=table, seat="E")
    free = substitutes_for(seat).get()

    replace_player(seat=seat, substitute=free, reason="went home ill", acting=acting_as(), client_id="r")

    players = {str(p.entrant): p.kind for p in round_points(read_round(seat.table.event_round)) if p.table == 1}
    assert (players[str(seat.entrant)], players[str(free)]) == ("replaced", "substitute")


def test_who_has_a_seat_is_nobodys_substitute(seat):
    seated = RoundSeat.objects.get(table__number=2, seat="N").entrant

    with pytest.raises(Refused, match="has a seat"):
        replace_player(seat=seat, substitute=seated, acting=acting_as(), client_id="r", at=after(seat, 20))


def test_who_came_after_the_seating_stands_in_with_a_score():
    event = make_event(book="st-hilary")
    event_round = start_now(make_round(event, make_entrants(event, 8)))
    table = event_round.tables.get(number=1)
    seat = RoundSeat.objects.select_related("table__event_round").get(table=table, seat="N")
    late = check_in(event=event, member=make_members(event.club, 1)[0], acting=acting_as(), client_id="late")

    assert (late.first_round, list(substitutes_for(seat))) == (2, [late])
    replace_player(seat=seat, substitute=late, reason="Ill", acting=acting_as(), client_id="r")

    kinds_of = {p.entrant.pk: p.kind for p in round_points(read_round(event_round))}
    assert (kinds_of[seat.entrant_id], kinds_of[late.pk]) == ("replaced", "substitute")
    other = RoundSeat.objects.get(table__event_round=event_round, table__number=2, seat="N")
    assert list(substitutes_for(other)) == []


def test_a_replacement_is_taken_back_with_the_minutes_that_were_entered_before(seat):
    record_arrival(seat=seat, acting=acting_as(), client_id="a", at=after(seat, 8))
    replace_player(seat=seat, helper="Tom", reason="Ill", acting=acting_as(), client_id="r")

    seat = take_back_replacement(seat=seat, reason="feels better", acting=acting_as(), client_id="b")

    assert (player_at(seat), points_of(seat)["Ruth Abernathy"]) == ("Ruth Abernathy", -30)
    line = LogLine.objects.get(action="took back the replacement of")
    assert (line.before, line.after, line.reason) == ("Tom played on", "back", "feels better")


def test_who_was_replaced_by_the_book_is_not_back_by_a_key(seat):
    replace_player(seat=seat, helper="Tom", acting=acting_as(), client_id="r", at=after(seat, 15))

    with pytest.raises(Refused, match="rule about late players"):
        take_back_replacement(seat=seat, reason="feels better", acting=acting_as(), client_id="b")


def test_lateness_is_waived_with_a_reason(seat):
    record_arrival(seat=seat, acting=acting_as(), client_id="a", at=after(seat, 12))

    with pytest.raises(Refused, match="why"):
        waive_lateness(seat=seat, reason="", acting=acting_as(), client_id="w")
    waive_lateness(seat=seat, reason="the bus broke down", acting=acting_as(), client_id="w")

    assert points_of(seat)["Ruth Abernathy"] == 0
    line = LogLine.objects.get(action="waived the lateness")
    assert (line.before, line.reason) == ("12 minutes late: 70 off.", "the bus broke down")


def test_waiving_brings_a_replaced_player_back(seat):
    replace_player(seat=seat, helper="Tom", acting=acting_as(), client_id="r", at=after(seat, 15))

    seat = waive_lateness(seat=seat, reason="was in the kitchen", acting=acting_as(), client_id="w")

    assert (player_at(seat), seat.is_missing) == ("Ruth Abernathy", False)
    assert sheet_at(seat.table).lateness == {}


def test_a_book_without_a_rule_on_lateness_only_records_the_arrival():
    seat = missing_seat(book="st-hilary")

    seat = record_arrival(seat=seat, acting=acting_as(), client_id="a", at=after(seat, 40))

    assert (seat.is_missing, kinds(seat)) == (False, [])
    assert LogLine.objects.get(action="noted the arrival").after == "there"


def test_a_seated_player_is_marked_missing_and_present_again():
    event_round = make_running_round()
    seat = RoundSeat.objects.filter(table__event_round=event_round)[0]

    assert mark_missing(seat=seat, acting=acting_as(), client_id="m").is_missing
    assert not record_arrival(seat=seat, acting=acting_as(), client_id="n", minutes=0).is_missing


def test_who_came_unseen_is_late_by_the_minutes_that_are_entered_and_past_the_limit_with_a_reason(seat):
    with pytest.raises(Refused, match="when the player arrived"):
        record_arrival(seat=seat, acting=acting_as(), client_id="a", at=after(seat, 25), minutes=8)
    record_arrival(
        seat=seat, acting=acting_as(), client_id="a", at=after(seat, 25), minutes=8, reason="sat down unseen"
    )

    assert points_of(seat)["Ruth Abernathy"] == -30
    assert LogLine.objects.get(action="noted the arrival").reason == "sat down unseen"
    assert seat.table.card.entries.get().reason == "sat down unseen"


def test_missing_by_mistake_is_taken_back_without_a_reason_though_the_limit_is_over():
    seat = RoundSeat.objects.filter(table__event_round=make_running_round())[0]
    mark_missing(seat=seat, acting=acting_as(), client_id="m")
    EventRound.objects.update(started_at=timezone.now() - timedelta(minutes=30))

    for _ in range(2):
        seat = take_back_missing(seat=seat, acting=acting_as(), client_id="n")

    assert (seat.is_missing, kinds(seat)) == (False, [])
    assert LogLine.objects.filter(action="took back as missing").count() == 1


@pytest.mark.parametrize("case", ["came later", "not at the event", "late on the card"])
def test_missing_is_not_simply_taken_back_where_something_rests_on_it(case):
    seat = missing_seat()
    if case == "came later":
        seat.entrant.state, seat.entrant.arrived_at = "here", after(seat, 20)
        seat.entrant.save()
    elif case == "late on the card":
        seat.entrant.state = "here"
        seat.entrant.save()
        record_arrival(seat=seat, acting=acting_as(), client_id="a", at=after(seat, 9))
        RoundSeat.objects.filter(pk=seat.pk).update(is_missing=True)

    with pytest.raises(Refused, match="was late"):
        take_back_missing(seat=seat, acting=acting_as(), client_id="n")

    assert RoundSeat.objects.get(pk=seat.pk).is_missing


def test_at_a_table_that_has_finished_nobody_is_missing_or_replaced_any_more(seat):
    seat.table.totals = {"NS": 200, "EW": 100}
    seat.table.save()
    east = RoundSeat.objects.get(table=seat.table, seat="E")

    with pytest.raises(Refused, match="Table 1 has finished"):
        mark_missing(seat=east, acting=acting_as(), client_id="m")
    with pytest.raises(Refused, match="Table 1 has finished"):
        replace_player(seat=east, helper="Tom", reason="ill", acting=acting_as(), client_id="r")
    replace_player(seat=seat, helper="Tom", reason="never came", acting=acting_as(), client_id="s")

    assert player_at(RoundSeat.objects.get(pk=seat.pk)) == "Tom"


def test_a_penalty_lies_on_the_player_and_is_taken_back_with_a_reason():
    table = make_running_round().tables.get(number=1)
    payload = {"seat": "N", "code": "card_exposed", "count": 2, "note": "", "hand": 3}
    payload["code"] = table.card.book_version.book.penalties[0].code
    cost = table.card.book_version.book.penalties[0].points

    for _ in range(2):
        give_penalty(table=table, payload=payload, player="Ruth Abernathy", acting=acting_as(), client_id="p")
    players = {str(p.entrant): p.points for p in round_points(read_round(table.event_round))}
    assert players["Ruth Abernathy"] == -2 * cost
    assert (players["Marge Delgado"], table.card.entries.count()) == (0, 1)

    with pytest.raises(Refused, match="why"):
        pardon_penalty(table=table, number=1, player="R", reason="", acting=acting_as(), client_id="q")
    pardon_penalty(table=table, number=1, player="R", reason="wrong table", acting=acting_as(), client_id="q")

    assert sheet_at(table).penalties == ()
