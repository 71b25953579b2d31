"""What does not follow by itself when the score of a round that is over changes: seats that were drawn, prizes that
were paid. Each room that has such things tells its own here when the app is ready."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from league.cards.reading import RoundReading
from league.models import Event, EventRound

# A sentence for each thing of an event that was done by results which are others by now.
Standing = Callable[[Event], Iterator[str]]
# From an event and its rounds as they were and as they become, a sentence for each thing that stays as it is.
Consequence = Callable[[Event, tuple[RoundReading, ...], tuple[RoundReading, ...]], Iterator[str]]

_told: Final[list[Consequence]] = []
_standing: Final[list[Standing]] = []


def register(consequence: Consequence, standing: Standing | None = None) -> None:
    """Asks a room too, before a score changes and with `standing` also after; called once, when the app is ready."""
    _told.append(consequence)
    if standing is not None:
        _standing.append(standing)


def what_stood(event: Event) -> tuple[str, ...]:
    """A sentence for each thing that did not follow a change that was made."""
    return tuple(sentence for standing in _standing for sentence in standing(event))


def what_stays(event: Event, before: tuple[RoundReading, ...], after: tuple[RoundReading, ...]) -> tuple[str, ...]:
    """A sentence for each thing that does not follow the change by itself."""
    return tuple(
        sentence for consequence in (_seats_of_winners, *_told) for sentence in consequence(event, before, after)
    )


def _seats_of_winners(event: Event, before: tuple[RoundReading, ...], after: tuple[RoundReading, ...]) -> Iterator[str]:
    """Where winners move, the rounds that were seated by who won before."""
    if event.format != Event.Format.WINNERS_MOVE:
        return
    seated = {event_round.number: event_round for event_round in event.rounds.exclude(moved_by=None)}
    for was, becomes in zip(before, after, strict=True):
        following = seated.get(was.event_round.number + 1)
        if following is None or not _has_other_winners(was, becomes):
            continue
        begun = following.state in (EventRound.State.RUNNING, EventRound.State.CLOSED)
        todo = "It is played as it is seated." if begun else "Re-plan it before it starts."
        yield f"{following} was seated by who won before. {todo}"


def _has_other_winners(before: RoundReading, after: RoundReading) -> bool:
    return [table.winners for table in before.tables] != [table.winners for table in after.tables]
