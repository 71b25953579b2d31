"""Consequences of a changed score, such as a prize's new winner; and things that don't follow, such as drawn seats."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from league.evening.cards.reading import RoundReading
from league.models import Event, EventRound
from pinochle_club.ground.happenings import Happening
from scoring.rules.cards import Side
from scoring.score_card.pages.history import Change

# Sentences on deeds of an event whose results have changed since.
Standing = Callable[[Event], Iterator[str]]
# Sentences on things that stay, from an event and its rounds before and after.
Consequence = Callable[[Event, tuple[RoundReading, ...], tuple[RoundReading, ...]], Iterator[str]]
# The figures that move, from the same.
Moving = Callable[[Event, tuple[RoundReading, ...], tuple[RoundReading, ...]], Iterator[Change]]

score_changed: Final = Happening[Standing]("a score was changed: what did not follow")
score_changing: Final = Happening[Consequence]("a score is to change: what stays as it is")
figures_moving: Final = Happening[Moving]("a score is to change: what moves with it")


def what_stood(event: Event) -> tuple[str, ...]:
    """A sentence for each thing that did not follow a change."""
    return tuple(sentence for standing in score_changed for sentence in standing(event))


def what_stays(event: Event, before: tuple[RoundReading, ...], after: tuple[RoundReading, ...]) -> tuple[str, ...]:
    """A sentence for each thing that does not follow the change by itself."""
    return (
        *_seats_of_winners(event, before, after),
        *(sentence for consequence in score_changing for sentence in consequence(event, before, after)),
    )


def what_moves(event: Event, before: tuple[RoundReading, ...], after: tuple[RoundReading, ...]) -> tuple[Change, ...]:
    """Each figure besides points and places that follows the change by itself."""
    return tuple(change for moving in figures_moving for change in moving(event, before, after))


def _seats_of_winners(event: Event, before: tuple[RoundReading, ...], after: tuple[RoundReading, ...]) -> Iterator[str]:
    """Rounds seated by other winners, where results decide who meets."""
    if not event.is_by_results:
        return
    seated = {event_round.number: event_round for event_round in event.rounds.exclude(moved_by=None)}
    was, becomes = ({one.event_round.number: one for one in rounds} for rounds in (before, after))
    for number in sorted({*was, *becomes}):
        following = seated.get(number + 1)
        if following is None or _winners(was.get(number)) == _winners(becomes.get(number)):
            continue
        begun = following.state in (EventRound.State.RUNNING, EventRound.State.CLOSED)
        todo = "It is played as it is seated." if begun else "Re-plan it before it starts."
        yield f"{following} was seated by who won before. {todo}"


def _winners(reading: RoundReading | None) -> list[tuple[int, tuple[Side, ...]]]:
    """The winners of each table; none in a round that does not count."""
    return [(table.number, table.winners) for table in reading.tables] if reading else []
