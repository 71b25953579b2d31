"""What the tests of the seating's deeds do again and again: tap, play, look."""

from collections.abc import Collection
from itertools import count
from typing import Any

from league.evening.rounds.deeds import start_round
from league.evening.seating.deeds.drafts import plan_rounds
from league.evening.seating.deeds.proposals import preview_replan, replan, save_proposal
from league.evening.seating.deeds.publishing import publish_rounds
from league.evening.seating.deeds.swaps import swap_players
from league.evening.seating.deeds.tasks import Wanted, make_task, search
from league.evening.seating.schedules.schedule import meetings_of
from league.evening.seating.seatings import read_rounds
from league.models import Entrant, Event, EventRound, SeatingSearch
from tests.league.makers import By, acting_as, make_entrants, make_event

_ids = count(1)


def new_id() -> str:
    return f"tap-{next(_ids)}"


def plan(event: Event, **options: Any) -> tuple[EventRound, ...]:
    return plan_rounds(event=event, acting=acting_as(), client_id=new_id(), **options)


def publish(event: Event, seen: str | None = None) -> tuple[EventRound, ...]:
    return publish_rounds(event=event, acting=acting_as(), client_id=new_id(), seen=seen)


def propose(
    event: Event, *, client_id: str = "", expected: Collection[int] | None = None, another: bool = False
) -> SeatingSearch:
    """The rest again, as a proposal that waits, whether the rounds to come are published or drafts."""
    task = make_task(event, rounds=None, expected=expected, another=another, published=True)
    wanted = Wanted(event, acting_as(), client_id or new_id(), None, expected, is_proposal=True)
    return save_proposal(wanted, task, search(task, acting_as()))


def take(
    event: Event, *, seen: int | None = None, expected: Collection[int] | None = None, client_id: str = ""
) -> tuple[EventRound, ...]:
    """Takes what waits; where nothing does, what is proposed now."""
    if seen is None and preview_replan(event) is None:
        propose(event, expected=expected)
    return replan(event=event, acting=acting_as(), client_id=client_id or new_id(), seen=seen)


def swap(
    event_round: EventRound, first: Entrant, second: Entrant, *, seen: str | None = None, client_id: str = ""
) -> EventRound:
    by: By = {"acting": acting_as(), "client_id": client_id or new_id()}
    return swap_players(event_round=event_round, first=first, second=second, seen=seen, **by)


def schedule_of(event: Event):
    return tuple(one.seating for one in read_rounds(event))


def play(event: Event, *numbers: int) -> None:
    """The rounds are begun and closed."""
    for number in numbers:
        event_round = event.rounds.get(number=number)
        start_round(event_round=event_round, acting=acting_as(), client_id=new_id())
        event.rounds.filter(number=number).update(state="closed")


def repeated_partners(event: Event) -> int:
    partnered = meetings_of([schedule_of(event)]).partnered
    return sum(partnered.values()) - len(partnered)


def arrive(event: Event, number: int = 1) -> list[Entrant]:
    there = event.entrants.count()
    return [
        Entrant.objects.create(event=event, number=there + at, name=f"Latecomer {at}", state="here")
        for at in range(1, number + 1)
    ]


def running_evening(players: int = 18, rounds: int = 6, played: int = 2) -> Event:
    event = make_event(rounds_planned=rounds)
    make_entrants(event, players)
    plan(event)
    publish(event)
    play(event, *range(1, played + 1))
    event.refresh_from_db()
    return event
