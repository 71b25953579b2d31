"""An evening at home, lent to a hall, played there and saved for home."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Any

from league.evening.events.deeds import close_event
from league.evening.rounds.deeds import close_round
from league.models import Event, EventRound, Fetched, Member
from league.outside.archive.format import AT_THE_SERVER
from league.outside.hall.deeds import Brought, bring_back, fetch, give_back, lend, write_lent
from tests.league.makers import (
    acting_as,
    close_with_sums,
    fresh,
    make_club,
    make_entrants,
    make_event,
    make_members,
    make_round,
    make_series,
    make_user,
    play_round,
    start_now,
)
from tests.league.outside.hall.elsewhere import elsewhere

ADMIN = acting_as("admin")


@dataclass(frozen=True)
class World:
    """An evening that is in the hall: its file for the hall, and what the hall saved for home."""

    event: Event
    file: bytes
    back: bytes


def make_world() -> World:
    event = make_evening()
    file = lent(event)
    return World(fresh(event), file, in_the_hall(file))


def make_evening() -> Event:
    """Tonight, with a night before it, and people who are expected."""
    club = make_club(name="Oak Park")
    make_user(club, "director", name="Carol Reyes")
    Member.objects.filter(pk__in=[one.pk for one in make_members(club, 10)]).update(
        phone="555 1234", email="ruth@example.org", director_notes="left-handed"
    )
    series = make_series(club, name="Tuesdays")
    nights = []
    for day in (10, 17):
        event = make_event(club, series=series, name="Tuesdays", played_on=date(2026, 11, day), rounds_planned=1)
        event.starts_at = event.starts_at.replace(day=day)
        event.save()
        for entrant, member in zip(make_entrants(event, 8), club.members.all(), strict=False):
            entrant.member = member
            entrant.save()
        nights.append(event)
    close_with_sums(start_now(make_round(nights[0], list(nights[0].entrants.all()))), [(100, 80), (90, 70)])
    Event.objects.filter(pk=nights[0].pk).update(state=Event.State.CLOSED)
    return fresh(nights[1])


def play(event: Event) -> None:
    """One round of it, to the close."""
    play_on(event)
    close_event(event=fresh(event), acting=ADMIN, client_id=f"close-{event.pk}")


def play_on(event: Event) -> EventRound:
    started = start_now(make_round(event, list(event.entrants.order_by("number"))[:8]))
    play_round(started, seed=3)
    return close_round(event_round=started, acting=ADMIN, client_id=f"close-round-{event.pk}")


def lent(event: Event, client_id: str = "lend") -> bytes:
    out = io.BytesIO()
    write_lent(lend(event=event, acting=ADMIN, client_id=f"{client_id}-{event.pk}"), out)
    return out.getvalue()


def fetched(file: bytes) -> Fetched:
    return fetch(file=io.BytesIO(file), limits=AT_THE_SERVER, acting=ADMIN)


def brought(file: bytes, **more: Any) -> Brought:
    return bring_back(file=io.BytesIO(file), limits=AT_THE_SERVER, acting=ADMIN, **more)


def in_the_hall(file: bytes, do: Callable[[Event], object] = play) -> bytes:
    """What the hall gives back of an evening after `do`."""
    out = io.BytesIO()
    with elsewhere():
        there = fetched(file)
        do(there.event)
        give_back(fetched=there, out=out, acting=ADMIN)
    return out.getvalue()
