"""Seatings published."""

import pytest

from league.acting.log import Refused
from league.evening.seating.deeds.publishing import publish_rounds
from league.evening.seating.deeds.tasks import StaleSeating
from league.evening.seating.seatings import read_rounds, shown_digest, version_seatings
from tests.league.evening.seating.deeds.evenings import plan, publish, schedule_of
from tests.league.makers import acting_as, make_entrants, make_event


def test_publish_counts_the_version_and_keeps_what_it_was(db):
    event = make_event(rounds_planned=2)
    make_entrants(event, 8)
    plan(event)

    rounds = publish(event)

    event.refresh_from_db()
    assert [one.state for one in rounds] == ["published", "published"]
    assert event.seating_version == 1
    assert tuple(version_seatings(event.seating_versions.get()).values()) == schedule_of(event)


def test_publish_without_a_draft_is_refused_but_the_same_tap_is_not(db):
    event = make_event(rounds_planned=2)
    make_entrants(event, 8)
    with pytest.raises(Refused, match="no draft"):
        publish(event)
    plan(event)
    publish_rounds(event=event, acting=acting_as(), client_id="same")

    publish_rounds(event=event, acting=acting_as(), client_id="same")

    event.refresh_from_db()
    assert event.seating_version == 1


def test_publish_of_another_seating_than_shown_is_refused(db):
    event = make_event(rounds_planned=2)
    make_entrants(event, 8)
    plan(event)
    seen = shown_digest(read_rounds(event))
    plan(event, another=True)

    with pytest.raises(StaleSeating):
        publish(event, seen=seen)


def test_published_seating_is_not_planned_over(db):
    event = make_event(rounds_planned=2)
    make_entrants(event, 8)
    plan(event)
    publish(event)

    with pytest.raises(Refused, match="Re-plan"):
        plan(event)
