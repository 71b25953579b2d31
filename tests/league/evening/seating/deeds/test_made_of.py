"""Seatings that are asked for after something has changed: what counts of the rounds before, and who is here."""

import pytest

from league.evening.check_in.deeds.roll import check_in, mark_left, undo_check_in
from league.evening.check_in.people import seating_is_stale
from league.evening.rounds.counting import say_what_counts
from league.evening.seating.deeds.before_round import wait_for
from league.evening.seating.field import read_field
from league.evening.seating.made_of import other_than_made
from league.evening.seating.pages.certificate import NOT_FOR_ALL, certificate_context
from league.evening.seating.pages.planner import planner_context
from league.evening.seating.seatings import read_rounds
from league.models import Entrant, Event
from tests.league.evening.seating.deeds.evenings import arrive, new_id, plan, play, publish, schedule_of, take
from tests.league.evening.seating.deeds.test_winners_move import after_round_1, certificate_words, with_totals
from tests.league.makers import (
    acting_as,
    fresh,
    make_club,
    make_entrants,
    make_event,
    make_pair_rule,
    make_round,
    make_series,
)

pytestmark = pytest.mark.django_db


def void(event: Event, number: int, *tables: int) -> None:
    event_round = event.rounds.get(number=number)
    numbers = tables or tuple(event_round.tables.values_list("number", flat=True))
    say_what_counts(
        event_round=event_round, void=numbers, acting=acting_as(), client_id=new_id(), reason="the wrong round"
    )


def field_of(event: Event):
    event = fresh(event)
    return read_field(event, read_rounds(event))


def notices(event: Event) -> tuple[str, ...]:
    found: tuple[str, ...] = planner_context(field_of(event), None, None, number=None, query="")["notices"]
    return found


def not_after_all(*entrants: Entrant) -> None:
    for entrant in entrants:
        undo_check_in(entrant=entrant, acting=acting_as(), client_id=new_id())


# -- what counts -----------------------------------------------------------------------------


def test_who_met_in_a_round_that_does_not_count_may_meet_again(db):
    event = make_event(rounds_planned=3)
    make_entrants(event, 4)
    plan(event)
    publish(event)
    play(event, 1, 2)
    void(event, 2)

    take(event)

    first, lost, third, fourth = ({*seating.tables[0].partnerships} for seating in schedule_of(event))
    assert field_of(event).before == schedule_of(event)[:1]
    assert not first & third
    assert not (first | third) & fourth
    assert lost in (third, fourth), "the partners of the round that was lost"


def test_who_sat_out_a_round_that_does_not_count_has_not_sat_out(db):
    event = make_event(rounds_planned=2)
    people = make_entrants(event, 5)
    make_round(event, people, state="closed")
    void(event, 1)

    assert field_of(event).before == ()
    assert certificate_context(field_of(event), has_changed=False) == {}
    plan(event, rounds=5)
    out = [seating.sitting_out for seating in schedule_of(event)[1:]]
    assert sorted(one for each in out for one in each) == sorted(one.pk for one in people)


def test_a_table_that_does_not_count_is_free_again_and_the_others_are_not(db):
    event = make_event(rounds_planned=3)
    make_round(event, make_entrants(event, 8), state="closed")
    void(event, 1, 2)

    (before,) = field_of(event).before
    assert [table.number for table in before.tables] == [1]


def test_nights_before_tell_of_nothing_that_does_not_count(db):
    series = make_series(make_club())
    last = make_event(series.club, series=series)
    make_round(last, make_entrants(last, 9), state="closed")
    tonight = make_event(series.club, series=series, starts_at=last.starts_at.replace(day=24))
    make_entrants(tonight, 9)
    assert len(field_of(tonight).season.partnered) == 4
    assert field_of(tonight).wishes.sat_out_last

    void(last, 1, 1)
    assert len(field_of(tonight).season.partnered) == 2
    void(last, 1)
    assert not field_of(tonight).season.partnered
    assert not field_of(tonight).wishes.sat_out_last


def test_winners_move_by_the_last_round_that_counts(db):
    event = after_round_1({1: "NS", 2: "EW", 3: "NS"})
    plan(event)
    publish(event)
    play(event, 2)
    with_totals(event, 2, {1: "EW", 2: "NS", 3: "EW"})
    first = schedule_of(event)[0]
    void(event, 2)

    plan(event)

    third = schedule_of(event)[2]
    assert set(third.tables[0].seats) == {*first.tables[0].seats[::2], *first.tables[1].seats[1::2]}
    assert certificate_words(event) == ["The results of round 1 decide who sits where."]


def test_players_of_a_table_that_does_not_count_go_on_from_it_by_lot(db):
    event = after_round_1({1: "NS", 2: "EW", 3: "NS"})
    void(event, 1, 2)

    plan(event)

    first, second = schedule_of(event)
    arriving = {*first.tables[1].seats[::2], *first.tables[1].seats[1::2]} & {*second.tables[0].seats}
    assert arriving in ({*first.tables[1].seats[::2]}, {*first.tables[1].seats[1::2]})
    assert {*first.tables[0].seats[::2]} <= {*second.tables[0].seats}


def test_a_seating_says_that_what_counts_has_changed_since(db):
    event = after_round_1({1: "NS", 2: "EW", 3: "NS"})
    plan(event)
    assert notices(event) == ()

    void(event, 1, 2)

    assert notices(event) == ("What counts of the rounds before has changed since this was made.",)


# -- who is here -----------------------------------------------------------------------------


def test_a_draft_says_who_is_not_here_after_all_and_another_leaves_them_out(db):
    event = make_event(rounds_planned=3)
    people = make_entrants(event, 16)
    plan(event)
    assert (notices(event), seating_is_stale(fresh(event))) == ((), False)
    not_after_all(*people[:2])

    assert notices(event) == (f"2 aren’t here after all and still have places: {people[0].name} and {people[1].name}.",)
    assert seating_is_stale(fresh(event))
    certificate = certificate_context(field_of(event), has_changed=False)
    assert (certificate["headline"], certificate["tone"], certificate["lines"]) == (NOT_FOR_ALL, "bad", ())
    assert certificate["faults"][0] == f"{people[0].called} isn’t here."

    plan(event, another=True)
    gone = {people[0].pk, people[1].pk}
    assert not any(gone & seating.players for seating in schedule_of(event))
    assert notices(event) == ()
    assert certificate_context(field_of(event), has_changed=False)["headline"].startswith("Every rule is kept")


def test_who_was_counted_in_without_being_here_stays_so(db):
    event = make_event(rounds_planned=2)
    here = make_entrants(event, 6)
    expected = make_entrants(event, 2, state="expected")
    plan(event, expected=[one.pk for one in expected])

    assert (notices(event), seating_is_stale(fresh(event))) == ((), False)
    assert field_of(event).counted_in == {one.pk for one in expected}
    plan(event, another=True)
    assert schedule_of(event)[0].players == {one.pk for one in (*here, *expected)}


def test_whom_the_director_waits_for_keeps_the_seat(db):
    event = make_event(rounds_planned=1)
    people = make_entrants(event, 8)
    plan(event)
    publish(event)
    not_after_all(people[0])
    assert [one.pk for one in field_of(event).not_there] == [people[0].pk]

    seat = people[0].seats.select_related("table__event_round__event__club", "entrant").get()
    wait_for(seat=seat, acting=acting_as(), client_id=new_id())

    assert field_of(event).not_there == []
    assert not seating_is_stale(fresh(event))


def test_who_left_or_came_is_said_too(db):
    event = make_event(rounds_planned=2)
    people = make_entrants(event, 8)
    plan(event)
    mark_left(entrant=people[3], acting=acting_as(), client_id=new_id())
    late = arrive(event)[0]

    assert [one.pk for one in field_of(event).not_there] == [people[3].pk]
    assert certificate_context(field_of(event), has_changed=False)["headline"] == NOT_FOR_ALL
    assert [sentence.split(":")[1] for sentence in notices(event)] == [f" {late.name}.", f" {people[3].name}."]


def test_who_comes_back_is_in_the_draft_as_before(db):
    event = make_event(rounds_planned=1)
    people = make_entrants(event, 8)
    plan(event)
    not_after_all(people[0])
    check_in(event=event, entrant=people[0], acting=acting_as(), client_id=new_id())

    assert (notices(event), seating_is_stale(fresh(event))) == ((), False)


def test_a_wish_that_changed_since_is_said(db):
    event = make_event(rounds_planned=2)
    one, two, *_ = make_entrants(event, 8)
    plan(event)
    assert other_than_made(fresh(event), field_of(event).wishes) == []

    make_pair_rule(one, two, "not_partners")

    assert notices(event) == ("Partners or wishes have changed since this was made.",)


def test_a_seating_of_before_this_was_kept_says_nothing(db):
    event = make_event(rounds_planned=1)
    people = make_entrants(event, 8)
    plan(event)
    Event.objects.filter(pk=event.pk).update(made_of=None)
    not_after_all(people[0])

    assert notices(event) == ()
    assert field_of(event).counted_in == {people[0].pk}
