"""A club's front page, ready to print: tonight, what comes, what was, and first steps for who runs it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Final

from django.db.models import Q
from django.utils import timezone

from league.acting.permissions import Acting, Action
from league.models import Club, Event

from .navigation import address_of

EVENTS_AHEAD: Final = 12
EVENTS_PAST: Final = 6


@dataclass(frozen=True, slots=True)
class EventLine:
    """One event as a line that leads to its page; `address` is empty where there is none. `keys` are what people
    look for on the evening: its label and address each."""

    name: str
    when: str
    state: str
    address: str
    is_running: bool
    keys: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class FirstStep:
    text: str
    key: str
    address: str
    is_done: bool


@dataclass(frozen=True, slots=True)
class FrontContext:
    tonight: tuple[EventLine, ...]
    ahead: tuple[EventLine, ...]
    past: tuple[EventLine, ...]
    steps: tuple[FirstStep, ...]
    may_plan: bool
    plan_address: str


def front_context(club: Club, acting: Acting, today: date) -> FrontContext:
    """Two queries for events; two more for who plans them."""
    coming = list(
        club.events.filter(
            Q(state=Event.State.RUNNING) | Q(played_on__gte=today) & ~Q(state=Event.State.CLOSED)
        ).order_by("starts_at", "pk")[:EVENTS_AHEAD]
    )
    past = club.events.filter(Q(state=Event.State.CLOSED) | Q(played_on__lt=today)).exclude(state=Event.State.RUNNING)
    tonight = [event for event in coming if event.state == Event.State.RUNNING or event.played_on == today]
    may_plan = acting.may(Action.PLAN_EVENTS)
    return FrontContext(
        tonight=tuple(_line(club, event, _keys(club, event, acting)) for event in tonight),
        ahead=tuple(_line(club, event) for event in coming if event not in tonight),
        past=tuple(_line(club, event) for event in past.order_by("-starts_at", "-pk")[:EVENTS_PAST]),
        steps=_first_steps(club, has_events=bool(coming)) if may_plan else (),
        may_plan=may_plan,
        plan_address=address_of("new_event", club.slug) if may_plan else "",
    )


def _keys(club: Club, event: Event, acting: Acting) -> tuple[tuple[str, str], ...]:
    """The board for those who see it; who sits where, once that is published."""
    wanted = (
        ("The board", "board", acting.may(Action.SEE_BOARD)),
        ("Who sits where", "seating", event.seating_version > 0),
    )
    return tuple((label, address_of(name, club.slug, event.pk)) for label, name, is_wanted in wanted if is_wanted)


def _line(club: Club, event: Event, keys: tuple[tuple[str, str], ...] = ()) -> EventLine:
    starts = timezone.localtime(event.starts_at)
    state = Event.State(event.state).label
    if event.check_in_open:
        state = f"{state}, check-in is open"
    return EventLine(
        name=event.name,
        when=f"{event.played_on:%A, %B} {event.played_on.day}, {clock_text(starts.hour, starts.minute)}",
        state=state,
        address=address_of("event", club.slug, event.pk),
        is_running=event.state == Event.State.RUNNING,
        keys=keys,
    )


def clock_text(hour: int, minute: int) -> str:
    """7:00 pm"""
    return f"{(hour - 1) % 12 + 1}:{minute:02d} {'am' if hour < 12 else 'pm'}"


def _first_steps(club: Club, *, has_events: bool) -> tuple[FirstStep, ...]:
    """What a new club does, in this order; nothing once all of it was done."""
    rules, plan = address_of("house_rules", club.slug), address_of("new_event", club.slug)
    steps = (
        FirstStep("Enter your members, or take them over from a list", "Members", address_of("members", club.slug),
                  club.members.exists()),
        FirstStep("Adopt the rule book you play by", "Rules", rules, club.house_rules.exists()),
        FirstStep("Plan your first club night or tournament", "Plan it", plan, has_events or club.events.exists()),
    )  # fmt: skip
    return () if all(step.is_done for step in steps) else steps
