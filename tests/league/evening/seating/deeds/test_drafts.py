"""Seatings made as drafts."""

from typing import Any

import pytest

from league.acting.log import Refused
from league.evening.seating.deeds.drafts import plan_rounds
from league.evening.seating.deeds.tasks import StaleSeating, search
from league.evening.seating.field import read_field
from league.evening.seating.schedules.schedule import Schedule, meetings_of
from league.evening.seating.seatings import read_rounds
from league.models import Entrant, LogLine, RoundSeat, SitOut
from league.models.events import MOST_ROUNDS
from tests.league.evening.seating.deeds.evenings import arrive, plan, repeated_partners, schedule_of
from tests.league.makers import (
    acting_as,
    make_club,
    make_entrants,
    make_event,
    make_pair_rule,
    make_round,
    make_rules,
    make_series,
)


def test_plan_drafts_all_rounds_of_the_evening(db):
    event = make_event(rounds_planned=4)
    entrants = make_entrants(event, 16)

    rounds = plan(event)

    assert [(one.number, one.state) for one in rounds] == [(1, "draft"), (2, "draft"), (3, "draft"), (4, "draft")]
    assert {player for seating in schedule_of(event) for player in seating.playing} == {one.pk for one in entrants}
    assert repeated_partners(event) == 0
    line = LogLine.objects.get(event=event)
    assert (line.action, line.subject) == ("made the seating", "Rounds 1–4")
    assert line.after == "16 players, 4 tables, seed 1"


def test_plan_twice_by_the_same_tap_changes_nothing(db):
    event = make_event(rounds_planned=2)
    make_entrants(event, 8)
    first = plan_rounds(event=event, acting=acting_as(), client_id="same")
    seats = list(RoundSeat.objects.values_list("pk", "entrant"))

    again = plan_rounds(event=event, acting=acting_as(), client_id="same")

    assert [one.pk for one in again] == [one.pk for one in first]
    assert list(RoundSeat.objects.values_list("pk", "entrant")) == seats


def test_same_seed_gives_the_same_seating_and_another_one_does_not(db):
    event = make_event(rounds_planned=3)
    make_entrants(event, 12)
    plan(event)
    first = schedule_of(event)

    plan(event)
    assert schedule_of(event) == first
    plan(event, another=True)
    event.refresh_from_db()
    assert schedule_of(event) != first
    assert event.seed == 2


def test_number_of_rounds_becomes_the_plan(db):
    event = make_event(rounds_planned=4)
    make_entrants(event, 8)

    plan(event, rounds=6)
    plan(event, rounds=3)

    event.refresh_from_db()
    assert event.rounds_planned == 3
    assert event.rounds.count() == 3


def test_as_many_rounds_are_seated_as_can_be_planned_and_no_more(db):
    event = make_event(rounds_planned=MOST_ROUNDS)
    make_entrants(event, 4)

    assert len(plan(event)) == MOST_ROUNDS
    with pytest.raises(Refused, match=f"An evening has {MOST_ROUNDS} rounds at most."):
        plan(event, rounds=MOST_ROUNDS + 1)


def test_only_those_here_and_those_counted_in_are_seated(db):
    event = make_event(rounds_planned=2)
    here = make_entrants(event, 7)
    coming, absent = arrive(event, 2)
    Entrant.objects.filter(pk__in=[coming.pk, absent.pk]).update(state="expected")

    plan(event, expected=[coming.pk])

    placed = {player for seating in schedule_of(event) for player in seating.players}
    assert placed == {one.pk for one in here} | {coming.pk}
    assert absent.pk not in placed
    plan(event)  # whoever is counted in stays so
    assert coming.pk in {player for seating in schedule_of(event) for player in seating.players}


def test_too_few_people_are_told(db):
    event = make_event()
    make_entrants(event, 3)

    with pytest.raises(Refused, match="There are 3 players"):
        plan(event)
    assert not event.rounds.exists()


def test_couples_never_partner_and_others_never_meet(db):
    event = make_event(rounds_planned=5)
    entrants = make_entrants(event, 12)
    couple, foes, pair = entrants[0:2], entrants[2:4], entrants[4:6]
    for (first, second), kind in ((couple, "not_partners"), (foes, "never_meet"), (pair, "partners")):
        make_pair_rule(first, second, kind)

    plan(event)

    partnered, opposed = (meetings_of([schedule_of(event)]).partnered, meetings_of([schedule_of(event)]).opposed)
    assert frozenset(one.pk for one in couple) not in partnered
    assert frozenset(one.pk for one in foes) not in {*partnered, *opposed}
    assert partnered[frozenset(one.pk for one in pair)] == 5


def test_partner_of_an_entrant_and_table_kept(db):
    event = make_event(rounds_planned=4)
    entrants = make_entrants(event, 12)
    entrants[0].partner = entrants[5]
    entrants[0].save()
    Entrant.objects.filter(pk=entrants[7].pk).update(cannot_move=True)

    plan(event)

    assert meetings_of([schedule_of(event)]).partnered[frozenset((entrants[0].pk, entrants[5].pk))] == 4
    assert len({seating.table_of(entrants[7].pk).number for seating in schedule_of(event)}) == 1


def test_eighteen_players_sit_out_evenly(db):
    event = make_event(rounds_planned=6)
    make_entrants(event, 18)

    plan(event)

    outs = [player for seating in schedule_of(event) for player in seating.sitting_out]
    assert len(outs) == 12
    assert len(set(outs)) == 12
    assert SitOut.objects.count() == 12


def test_volunteers_sit_out_and_those_who_did_last_time_do_not(db):
    club = make_club()
    series = make_series(club)
    last = make_event(club, series=series, starts_at="2026-11-10T19:00:00Z")
    event = make_event(club, series=series, rounds_planned=1)
    old = make_entrants(last, 9)
    make_round(last, [*old[1:], old[0]], state="closed")  # the first of them sat out
    entrants = make_entrants(event, 9)
    seen = set()
    for _ in range(8):
        plan(event, another=True)
        event.refresh_from_db()
        seen |= set(schedule_of(event)[0].sitting_out)
    assert entrants[0].pk not in seen

    Entrant.objects.filter(pk=entrants[4].pk).update(sits_out_gladly=True)
    plan(event, another=True)
    assert schedule_of(event)[0].sitting_out == (entrants[4].pk,)


def test_season_is_remembered(db):
    club = make_club()
    series = make_series(club)
    last = make_event(club, series=series, starts_at="2026-11-10T19:00:00Z")
    event = make_event(club, series=series, rounds_planned=4)
    old = make_entrants(last, 8)
    make_round(last, old, state="closed")
    entrants = make_entrants(event, 8)
    met = {frozenset((entrants[a].pk, entrants[b].pk)) for a, b in ((0, 2), (1, 3), (4, 6), (5, 7))}

    plan(event)

    assert not met & set(meetings_of([schedule_of(event)]).partnered)


@pytest.mark.parametrize(("state", "is_remembered"), [("published", False), ("running", True), ("closed", True)])
def test_season_counts_rounds_that_were_begun(db, state, is_remembered):
    club = make_club()
    series = make_series(club)
    last = make_event(club, series=series, starts_at="2026-11-10T19:00:00Z")
    event = make_event(club, series=series, rounds_planned=1)
    make_round(last, make_entrants(last, 9), state=state)
    entrants = make_entrants(event, 9)

    field = read_field(event, read_rounds(event))

    partners = {frozenset((entrants[a].pk, entrants[b].pk)) for a, b in ((0, 2), (1, 3), (4, 6), (5, 7))}
    assert field.season is not None
    assert set(field.season.partnered) == (partners if is_remembered else set())
    assert field.wishes.sat_out_last == ({entrants[8].pk} if is_remembered else frozenset())


def test_house_players_fill_the_tables(db):
    event = make_event(rounds_planned=3, odd_players="house_player")
    make_entrants(event, 10)

    plan(event)

    house = event.entrants.filter(is_house_player=True)
    assert [(one.number, one.name) for one in house] == [(11, "House player"), (12, "House player 2")]
    assert all(len(seating.playing) == 12 and not seating.sitting_out for seating in schedule_of(event))
    arrive(event, 2)
    plan(event)
    assert [one.state for one in house.all()] == ["left", "left"]
    assert {player for seating in schedule_of(event) for player in seating.players}.isdisjoint(
        one.pk for one in house.all()
    )


def test_house_players_are_used_again(db):
    event = make_event(rounds_planned=3, odd_players="house_player")
    make_entrants(event, 10)
    plan(event)

    plan(event, another=True)

    assert event.entrants.filter(is_house_player=True).count() == 2


def test_three_handed_tables(db):
    club = make_club()
    event = make_event(
        club, rounds_planned=3, odd_players="three_handed", three_handed_rules=make_rules(club, "gwinnett-3")
    )
    make_entrants(event, 11)

    plan(event)

    for seating in schedule_of(event):
        assert sorted(len(table.seats) for table in seating.tables) == [3, 4, 4]
    assert set(RoundSeat.objects.values_list("seat", flat=True)) == set("NESWABC")


def test_three_handed_tables_need_rules(db):
    event = make_event(odd_players="three_handed")
    make_entrants(event, 11)

    with pytest.raises(Refused, match="need their own rules"):
        plan(event)


def test_who_begins_later_is_seated_later(db):
    event = make_event(rounds_planned=4)
    make_entrants(event, 8)
    late = arrive(event, 4)
    Entrant.objects.filter(pk__in=[one.pk for one in late]).update(first_round=3)

    plan(event)

    assert [len(seating.players) for seating in schedule_of(event)] == [8, 8, 12, 12]


def test_search_outlived_by_the_people_is_not_kept(db, monkeypatch):
    event = make_event(rounds_planned=3)
    entrants = make_entrants(event, 8)

    def search_and_leave(*asked: Any) -> Schedule:
        Entrant.objects.filter(pk=entrants[0].pk).update(state="left")
        return search(*asked)

    monkeypatch.setattr("league.evening.seating.deeds.drafts.search", search_and_leave)
    with pytest.raises(StaleSeating):
        plan(event)
    assert not event.rounds.exists()


def test_closed_event_and_casual_one_are_not_planned(db):
    event = make_event(state="closed")
    make_entrants(event, 8)
    casual = make_event(format="casual")
    make_entrants(casual, 8)

    with pytest.raises(Refused, match="closed"):
        plan(event)
    with pytest.raises(Refused, match="casual"):
        plan(casual)
