"""Seatings by results."""

from itertools import combinations

import pytest
from django.utils import timezone

from league.acting.log import Refused
from league.evening.desk.pages.desk import Desk
from league.evening.desk.pages.page import DeskPage
from league.evening.desk.reading import read_desk
from league.evening.rounds.deeds import start_round
from league.evening.seating.deeds.swaps import swap_players
from league.evening.seating.field import drawn_tables, read_field, results_have_changed
from league.evening.seating.pages.certificate import certificate_context
from league.evening.seating.seatings import read_rounds
from league.models import Entrant, Event, RoundSeat
from tests.league.evening.seating.deeds.evenings import arrive, new_id, plan, play, publish, schedule_of, take
from tests.league.makers import acting_as, make_entrants, make_event


def after_round_1(winners: dict[int, str]) -> Event:
    """Four players for each table, whose winner moves."""
    event = make_event(format="winners_move", rounds_planned=4)
    make_entrants(event, 4 * len(winners))
    plan(event)
    publish(event)
    play(event, 1)
    with_totals(event, 1, winners)
    return event


def with_totals(event: Event, number: int, winners: dict[int, str]) -> None:
    for table in event.rounds.get(number=number).tables.all():
        side = winners[table.number]
        table.totals = {"NS": 50, "EW": 50} if not side else {side: 80, "EW" if side == "NS" else "NS": 20}
        table.save()


def test_winners_move_up_after_a_closed_round(db):
    event = make_event(format="winners_move", rounds_planned=4)
    make_entrants(event, 12)
    rounds = plan(event)
    assert [one.number for one in rounds] == [1]
    publish(event)
    play(event, 1)
    with_totals(event, 1, {1: "NS", 2: "EW", 3: "NS"})
    first = schedule_of(event)[0]

    rounds = plan(event)

    assert [one.number for one in rounds] == [2]
    second = schedule_of(event)[1]
    winners = [set(first.tables[0].seats[::2]), set(first.tables[1].seats[1::2]), set(first.tables[2].seats[::2])]
    assert set(second.tables[0].seats) == winners[0] | winners[1]
    assert winners[2] <= set(second.tables[1].seats)
    event.refresh_from_db()
    assert event.rounds_planned == 4


def test_seating_of_winners_is_told_apart_from_results_that_changed_since(db):
    event = after_round_1({1: "NS", 2: "", 3: "NS"})
    assert not results_have_changed(event)
    plan(event)
    publish(event)
    assert not results_have_changed(event)
    assert certificate_words(event) == ["The results of round 1 decide who sits where."]
    first, second = ahead_of(event)[:2]
    newest = event.rounds.order_by("-number")[0]
    swap_players(event_round=newest, first=first, second=second, acting=acting_as(), client_id=new_id())
    assert not results_have_changed(event), "the director may seat people otherwise"

    with_totals(event, 1, {1: "EW", 2: "", 3: "NS"})

    assert results_have_changed(event)
    assert certificate_words(event) == ["The results of round 1 changed after this was seated. Re-plan it."]
    reading = read_desk(Event.objects.get(pk=event.pk), timezone.now())
    view = DeskPage(Desk(reading=reading, acting=acting_as(), now=timezone.now()))
    assert view.todos[0].text == "The results of round 1 changed after round 2 was seated"
    assert [key.label for key in view.todos[0].keys] == ["Re-plan the seating"]

    take(Event.objects.get(pk=event.pk))
    assert not results_have_changed(event)


def certificate_words(event: Event) -> list[str]:
    field = read_field(Event.objects.get(pk=event.pk), read_rounds(event))
    found = certificate_context(field, has_changed=results_have_changed(event))
    return [words for words, _ in found["lines"]]


def ahead_of(event: Event) -> list[Entrant]:
    """Who has a seat in the round to come, by table."""
    return [seat.entrant for seat in RoundSeat.objects.filter(table__event_round=event.rounds.last())]


def test_winners_move_waits_until_the_round_is_closed(db):
    event = make_event(format="winners_move")
    make_entrants(event, 8)
    plan(event)
    publish(event)
    start_round(event_round=event.rounds.get(), acting=acting_as(), client_id=new_id())

    with pytest.raises(Refused, match="Close round 1 first"):
        plan(event)


def test_level_table_is_decided_by_lot_and_always_the_same(db):
    event = after_round_1({1: "", 2: "NS"})
    plan(event)
    was = schedule_of(event)[1]

    plan(event)

    assert schedule_of(event)[1] == was
    assert len(was.playing) == 8
    assert all(len(set(pair)) == 2 for pair in combinations(was.playing, 2))


def test_who_comes_before_the_next_round_begins_at_the_last_table(db):
    event = after_round_1({1: "NS", 2: "EW"})
    plan(event)
    publish(event)
    late = arrive(event, 4)

    take(event)

    second = schedule_of(event)[1]
    assert {one.pk for one in late} <= set(second.playing)
    assert set(second.tables[0].seats).isdisjoint(one.pk for one in late)
    assert [one.state for one in event.rounds.all()] == ["closed", "published"]


def test_level_tables_are_told(db):
    event = after_round_1({1: "", 2: "NS"})

    assert drawn_tables(read_field(event, read_rounds(event))) == (1,)
