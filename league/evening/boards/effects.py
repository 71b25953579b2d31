"""The effects of a decision about a board, before it is made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from league.evening.boards.secrecy import travelers_open_to
from league.evening.cards.boards import Boards, beside_of, read_boards
from league.evening.cards.reading import RoundReading, read_event
from league.evening.cards.tables import Beside
from league.evening.rounds.effects import CountingEffects, effects_of
from league.models import BoardDecision, Entrant, Event


@dataclass(frozen=True)
class Deciding:
    """An evening of boards, and what lies `beside` their cards."""

    event: Event
    rounds: tuple[RoundReading, ...]
    beside: Beside

    @property
    def decisions(self) -> Sequence[BoardDecision]:
        return self.beside.decisions

    def boards(self, *more: BoardDecision) -> Boards:
        return read_boards(self.event, self._with([*self.decisions, *more]))

    def with_one(self, decision: BoardDecision) -> CountingEffects:
        """Add a decision (five queries at most)."""
        return self._effects([*self.decisions, decision])

    def without(self, decision: BoardDecision) -> CountingEffects:
        """Take a decision back (five queries at most)."""
        return self._effects([one for one in self.decisions if one.pk != decision.pk])

    def _effects(self, decisions: Sequence[BoardDecision]) -> CountingEffects:
        return effects_of(self.event, self.rounds, self._with(decisions))

    def _with(self, decisions: Sequence[BoardDecision]) -> tuple[RoundReading, ...]:
        beside = replace(self.beside, decisions=decisions)
        return tuple(replace(one, beside=beside) for one in self.rounds)

    def is_sealed_for(self, member_id: int | None, number: int) -> bool:
        """Whether a member has yet to play this board tonight (one query)."""
        people = self.event.entrants.filter(member_id=member_id) if member_id else Entrant.objects.none()
        ids = set(people.values_list("pk", flat=True))
        return bool(ids) and number not in travelers_open_to(self.event, self.boards(), ids)


def read_deciding(event: Event) -> Deciding:
    rounds = read_event(event)
    return Deciding(event, rounds, (rounds[0].beside if rounds else None) or beside_of(event))
