"""What a decision about a board would do: who moves from which place to which. Writes nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from league.evening.boards.secrecy import travelers_open_to
from league.evening.cards.boards import Boards, compared_boards
from league.evening.cards.pairs import Pair
from league.evening.cards.reading import RoundReading, read_event
from league.models import BoardDecision, Entrant, Event, EventBoard
from scoring.boards.comparison import Method
from scoring.rules.cards import Side


@dataclass(frozen=True, slots=True)
class Stand:
    """Where somebody stands: `share` is from 0 to 1 by matchpoints, else points."""

    name: str
    place: int
    share: Fraction


@dataclass(frozen=True, slots=True)
class MovedBy:
    """Somebody, or a pair, who has another place or another share; None: has played no board that counts."""

    name: str
    was: Stand | None
    becomes: Stand | None


@dataclass(frozen=True)
class Deciding:
    """An evening of boards as it stands: its rounds, and the decisions that hold."""

    event: Event
    rounds: tuple[RoundReading, ...]
    decisions: tuple[BoardDecision, ...]
    fields: Mapping[int, Sequence[Mapping[Side, int]]]

    def boards(self, decisions: Sequence[BoardDecision] | None = None) -> Boards:
        """The boards with these decisions in place of those that hold."""
        held = self.decisions if decisions is None else decisions
        return compared_boards(Method(self.event.compared), self.rounds, held, self.fields)

    def with_one(self, decision: BoardDecision) -> tuple[MovedBy, ...]:
        """What one more decision does."""
        return self._moved((*self.decisions, decision))

    def without(self, decision: BoardDecision) -> tuple[MovedBy, ...]:
        """What taking one back does."""
        return self._moved([one for one in self.decisions if one.pk != decision.pk])

    def _moved(self, decisions: Sequence[BoardDecision]) -> tuple[MovedBy, ...]:
        was, becomes = (stands(self.event, boards) for boards in (self.boards(), self.boards(decisions)))
        return tuple(_changed(was, becomes))

    def is_sealed_for(self, member_id: int | None, number: int) -> bool:
        """Whether a member plays tonight and has yet to play this board: what others made of it is not for them."""
        people = self.event.entrants.filter(member_id=member_id) if member_id else Entrant.objects.none()
        ids = set(people.values_list("pk", flat=True))
        return bool(ids) and number not in travelers_open_to(self.event, self.boards(), ids)


def read_deciding(event: Event) -> Deciding:
    """The evening as it stands (eight queries at most)."""
    fields = EventBoard.objects.filter(dealt__event=event).exclude(field=[]).values_list("number", "field")
    return Deciding(event, read_event(event), tuple(event.board_decisions.filter(is_taken_back=False)), dict(fields))


def stands(event: Event, boards: Boards) -> Mapping[object, Stand]:
    """Everybody's place, or at an evening of fixed pairs every pair's, the first first. Where those who sat in one
    direction have a list of their own, the places are those of it."""
    lists: dict[Side, dict[object, tuple[str, Fraction]]] = {}
    people = {pk: own[0].entrant for pk, own in boards.shares.items()}
    for pk, entrant in people.items():
        side = "" if event.one_list else boards.shares[pk][0].side
        other = people.get(entrant.partner_id or 0) if event.is_for_pairs else None
        scorer = Pair.of(entrant, other) if other else entrant
        lists.setdefault(side, {})[scorer.pk] = scorer.name, boards.total(pk)
    return {key: stand for scored in lists.values() for key, stand in _placed(scored)}


def _placed(scored: Mapping[object, tuple[str, Fraction]]) -> Iterator[tuple[object, Stand]]:
    """Each with its place, shared by all who have as much."""
    place, before = 0, None
    ordered = sorted(scored.items(), key=lambda each: -each[1][1])
    for at, (key, (name, share)) in enumerate(ordered, start=1):
        if share != before:
            place, before = at, share
        yield key, Stand(name, place, share)


def _changed(was: Mapping[object, Stand], becomes: Mapping[object, Stand]) -> Iterator[MovedBy]:
    for key in {**becomes, **was}:
        old, new = was.get(key), becomes.get(key)
        if old != new:
            there = new or old
            assert there is not None, "in one of the two"
            yield MovedBy(there.name, old, new)
