"""Long searches behind the scenes."""

from datetime import timedelta

import pytest
from django.utils import timezone

from league.acting.log import Refused
from league.evening.seating.deeds import searches as seating_searches
from league.evening.seating.deeds.proposals import drop_proposal
from league.evening.seating.deeds.publishing import publish_rounds
from league.evening.seating.deeds.searches import is_silent, make_seating
from league.evening.seating.deeds.tasks import SEARCHER
from league.evening.seating.schedules.tasks import find
from league.models import Entrant, SeatingSearch
from pinochle_club.ground.apart import Busy
from tests.league.makers import acting_as, make_entrants, make_event


@pytest.fixture(autouse=True)
def _quick_searches(monkeypatch):
    monkeypatch.setattr("league.evening.seating.schedules.planning.MOST_STEPS", 10_000)


@pytest.fixture
def long_search(monkeypatch) -> list:
    """Every search counts as long; the work is put here, to be done when the test wants it."""
    begun: list = []
    monkeypatch.setattr(seating_searches, "SEATS_AT_ONCE", 0)
    monkeypatch.setattr(seating_searches, "start_apart", begun.append)
    return begun


@pytest.fixture
def searched_here(monkeypatch) -> None:
    """A process of its own would read all modules again, and search as long as for a hall."""
    monkeypatch.setattr(seating_searches, "_search_apart", lambda task, _tell: find(task))


def make(event, client_id="tap", **options) -> bool:
    return make_seating(event=event, acting=acting_as(), client_id=client_id, **options)


def test_short_search_is_done_at_once(db):
    event = make_event(rounds_planned=2)
    make_entrants(event, 8)

    assert make(event)

    assert event.rounds.count() == 2
    assert not SeatingSearch.objects.exists()


def test_long_search_is_told_and_then_kept(db, long_search):
    event = make_event(rounds_planned=2)
    make_entrants(event, 8)

    assert not make(event)
    assert SeatingSearch.objects.get().state == "searching"
    assert not event.rounds.exists()
    long_search[0]()

    assert [one.state for one in event.rounds.all()] == ["draft", "draft"]
    assert not SeatingSearch.objects.exists()
    assert make(event)  # the same tap again
    assert event.log.count() == 1


def test_long_search_after_publication_is_a_proposal(db, long_search, searched_here):
    event = make_event(rounds_planned=2)
    make_entrants(event, 8)
    make(event)
    long_search[0]()
    publish_rounds(event=event, acting=acting_as(), client_id="publish")

    make(event, "again", another=True)
    long_search[1]()

    found = SeatingSearch.objects.get()
    assert (found.state, found.seed, len(found.seatings)) == ("found", 2, 2)


def test_search_that_people_outlived_says_so(db, long_search, searched_here):
    event = make_event(rounds_planned=2)
    make_entrants(event, 9)
    make(event)
    Entrant.objects.filter(number=1).update(state="left")

    long_search[0]()

    found = SeatingSearch.objects.get()
    assert (found.state, found.message[:13]) == ("failed", "Somebody came")


def test_search_that_cannot_succeed_says_why(db, long_search):
    event = make_event(rounds_planned=2)
    make_entrants(event, 3)
    make(event)

    long_search[0]()

    assert SeatingSearch.objects.get().message == "There are 3 players; a table needs four."


def test_stopped_search_changes_nothing(db, long_search):
    event = make_event(rounds_planned=2)
    make_entrants(event, 8)
    make(event)
    drop_proposal(event=event, acting=acting_as())

    long_search[0]()

    assert not event.rounds.exists()


def test_second_search_waits_unless_the_first_fell_silent(db, long_search):
    event = make_event(rounds_planned=2)
    make_entrants(event, 8)
    make(event)
    with pytest.raises(Refused, match="already running"):
        make(event, "second")

    SeatingSearch.objects.update(heard_at=timezone.now() - timedelta(minutes=1))
    assert is_silent(SeatingSearch.objects.get())
    make(event, "third")

    assert SeatingSearch.objects.get().client_id == "third"


@pytest.mark.parametrize(
    ("late", "says"), [(Busy(2), "Several seatings are being made"), (Busy(0, 30), "This computer is busy")]
)
def test_search_is_made_apart_for_a_few_at_a_time(db, monkeypatch, late, says):
    """Whoever finds all places taken, or waited long, is told so, and nothing was changed."""
    event = make_event(rounds_planned=2)
    make_entrants(event, 8)
    asked = []

    def busy(work, *given, asker):
        asked.append((work, asker))
        raise late

    monkeypatch.setattr(SEARCHER, "ask", busy)

    with pytest.raises(Refused, match=says):
        make(event)

    assert [(work, asker.comes_first) for work, asker in asked] == [(find, False)]
    assert not event.rounds.exists()
    assert event.log.count() == 0


def test_people_who_changed_while_it_was_searched_apart_are_not_seated(db, monkeypatch):
    event = make_event(rounds_planned=2)
    make_entrants(event, 8)

    def ask(work, *given, asker):
        event.entrants.filter(number=1).update(state=Entrant.State.LEFT)
        return work(*given)

    monkeypatch.setattr(SEARCHER, "ask", ask)

    with pytest.raises(Refused, match="Make it again"):
        make(event)

    assert not event.rounds.exists()


def test_few_long_searches_go_on_at_once(db, long_search, searched_here, monkeypatch):
    monkeypatch.setattr(seating_searches, "MOST_AT_ONCE", 1)
    first, second = make_event(rounds_planned=2), make_event(rounds_planned=2)
    for event in (first, second):
        make_entrants(event, 8)
    make(first)

    with pytest.raises(Refused, match="Several seatings are being made"):
        make(second, "other-tap")
    long_search[0]()

    assert not make(second, "other-tap")
