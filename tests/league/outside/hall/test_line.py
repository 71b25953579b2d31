"""An evening's line home: what the hall says, and what home makes of it."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from uuid import UUID

import pytest

from league.evening.events.deeds import close_event
from league.evening.rounds.deeds import close_round
from league.models import Event, EventRound, Fetched, LedgerRow
from league.outside.hall import hearing, telling
from league.outside.hall.deeds import lend, write_lent
from league.outside.hall.line import DELTA, WHOLE, Answer, delta_of
from league.outside.hall.telling import tell, untold
from scoring.models import Entry
from tests.league.makers import acting_as, fresh, make_round, play_round, start_now
from tests.league.outside.hall.elsewhere import elsewhere
from tests.league.outside.hall.test_lending import fetched, make_evening

pytestmark = pytest.mark.django_db
ADMIN = acting_as("admin")
HOME = "http://home.test"


@dataclass
class Wire:
    """The line as a test has it: what went over it, and what the hall is answered."""

    said: list[tuple[str, bytes]] = field(default_factory=list)
    state: str = "out"
    taken: int = 0
    trouble: Exception | None = None

    def __call__(self, home: str, uid: UUID, key: str, kind: str, body: bytes) -> Answer:
        if self.trouble is not None:
            raise self.trouble
        self.said.append((kind, body))
        self.taken += kind == WHOLE or bool(delta_of(body).rows)
        return Answer(has=Fetched.objects.get(uid=uid).version, state=self.state)  # type: ignore[arg-type]


@contextmanager
def hall_of(event: Event, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Fetched, Wire]]:
    """In the hall, with a line."""
    file, wire = io.BytesIO(), Wire()
    write_lent(lend(event=event, acting=ADMIN, client_id="lend"), file)
    monkeypatch.setattr(telling, "tell_home", wire)
    with elsewhere():
        there = fetched(file)
        Fetched.objects.update(home=HOME)
        yield there, wire


def say() -> bool:
    (there,) = untold()
    return tell(there)


def begin(event: Event) -> EventRound:
    return start_now(make_round(event, list(event.entrants.order_by("number"))[:8]))


def one_more_hand(event_round: EventRound) -> None:
    """A hand at the first table, of which home hears as entries alone."""
    play_round(event_round, seed=3)


def heard(event: Event, said: tuple[str, bytes]) -> Answer:
    return hearing.hear(event.lendings.get(), said[1], is_whole=said[0] == WHOLE)


def test_an_evening_told_over_the_line_is_played_and_back_at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    event = make_evening()
    with hall_of(event, monkeypatch) as (there, wire):
        event_round = begin(there.event)
        assert say()
        play_round(event_round, seed=3)
        assert say()
        close_round(event_round=event_round, acting=ADMIN, client_id="round")
        close_event(event=fresh(there.event), acting=ADMIN, client_id="event")
        assert say()
        assert say()
        assert untold() == []
        count = Entry.objects.count()
        assert Fetched.objects.get().given_back_at is not None
    assert [kind for kind, _ in wire.said] == [WHOLE, DELTA, WHOLE, WHOLE]
    answers = [heard(event, said) for said in wire.said]
    assert [(one.has, one.state) for one in answers] == [(1, "out"), (2, "out"), (3, "out"), (4, "back")]
    assert (fresh(event).state, fresh(event).lent) == (Event.State.CLOSED, 0)
    assert LedgerRow.objects.filter(event=event).count() == 8
    assert Entry.objects.filter(card__round_table__event_round__event=event).count() == count
