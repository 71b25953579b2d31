"""Seatings made again once people hold their slips."""

import pytest

from league.evening.seating.deeds.proposals import drop_proposal, preview_replan, replan
from league.evening.seating.deeds.tasks import StaleSeating
from league.models import Entrant, LogLine, SeatingSearch
from tests.league.evening.seating.deeds.evenings import (
    arrive,
    propose,
    repeated_partners,
    running_evening,
    schedule_of,
    swap,
    take,
)
from tests.league.makers import acting_as


def test_two_who_come_after_round_two_are_seated_without_repeated_partners(db):
    event = running_evening()
    played = schedule_of(event)[:2]
    late = arrive(event, 2)

    propose(event)
    proposal = preview_replan(event)

    assert schedule_of(event)[2].players.isdisjoint(one.pk for one in late)  # nothing has happened yet
    assert proposal is not None
    assert (proposal.first, proposal.is_stale) == (3, False)
    assert {one.pk for one in late} <= {change.player for change in proposal.changes if change.was is None}
    take(event, seen=proposal.search.seed)
    assert schedule_of(event)[:2] == played
    assert schedule_of(event)[2:] == proposal.schedule
    assert repeated_partners(event) == 0
    assert all({one.pk for one in late} <= set(seating.playing) for seating in schedule_of(event)[2:])
    event.refresh_from_db()
    assert event.seating_version == 2
    assert [one.state for one in event.rounds.all()] == ["closed"] * 2 + ["published"] * 4
    assert not SeatingSearch.objects.exists()


def test_who_left_is_not_seated_and_who_returns_is_again(db):
    event = running_evening(players=12, rounds=5, played=1)
    gone = event.entrants.first()
    Entrant.objects.filter(pk=gone.pk).update(state="left")
    take(event)
    assert all(gone.pk not in seating.players for seating in schedule_of(event)[1:])
    assert gone.pk in schedule_of(event)[0].players

    Entrant.objects.filter(pk=gone.pk).update(state="here")
    take(event)
    assert all(gone.pk in seating.playing for seating in schedule_of(event)[1:])
    assert repeated_partners(event) == 0


def test_few_change_places_and_another_seating_is_made_afresh_where_nobody_came(db):
    event = running_evening(players=16, rounds=4, played=1)
    before = schedule_of(event)
    propose(event)
    assert preview_replan(event).changes == ()

    propose(event, another=True)
    afresh = preview_replan(event).changes
    arrive(event)
    propose(event)
    proposal = preview_replan(event)
    take(event)

    stayed = {player for seating in before for player in seating.players}
    moved = {change.player for change in proposal.changes if change.is_elsewhere} & stayed
    assert len(moved) <= 4
    assert len({change.player for change in afresh if change.is_elsewhere}) > 12
    line = LogLine.objects.get(event=event, action="re-planned the seating")
    assert line.before == f"{len(moved) + 1} of 17 people changed places"


def test_proposal_is_stale_once_people_change(db):
    event = running_evening(players=12, rounds=4, played=1)
    arrive(event)
    propose(event)
    arrive(event)

    assert preview_replan(event).is_stale
    with pytest.raises(StaleSeating):
        take(event)


def test_proposal_is_stale_once_somebody_swaps(db):
    event = running_evening(players=12, rounds=4, played=1)
    propose(event, another=True)
    seats = event.rounds.get(number=3).tables.all()[0].seats.all()

    swap(event.rounds.get(number=3), seats[0].entrant, seats[1].entrant)

    assert preview_replan(event).is_stale


def test_another_proposal_takes_the_next_seed_and_can_be_dropped(db):
    event = running_evening(players=12, rounds=4, played=1)
    before = schedule_of(event)

    first = propose(event, another=True).seed
    second = propose(event, another=True).seed
    with pytest.raises(StaleSeating):
        take(event, seen=first)
    drop_proposal(event=event, acting=acting_as())

    assert (first, second) == (2, 3)
    assert preview_replan(event) is None
    assert schedule_of(event) == before


def test_replan_by_the_same_tap_happens_once(db):
    event = running_evening(players=12, rounds=4, played=1)
    arrive(event, 4)
    take(event, client_id="same")
    was = schedule_of(event)

    replan(event=event, acting=acting_as(), client_id="same")

    event.refresh_from_db()
    assert schedule_of(event) == was
    assert event.seating_version == 2


def test_paper_tables_stay_on_paper(db):
    event = running_evening(players=12, rounds=4, played=1)
    event.rounds.get(number=2).tables.filter(number=3).update(is_paper=True)

    take(event)

    assert [table.is_paper for table in event.rounds.get(number=2).tables.all()] == [False, False, True]
