"""Moves of winners afterwards: up, down or stayed, and where a round bends the rule, and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from .movement import Losers, ladder
from .schedule import Player, RoundSeating
from .wishes import Naming, Wishes

Way: TypeAlias = Literal["up", "down", "stays", "comes in"]


@dataclass(frozen=True, slots=True)
class Move:
    """A player's `way` from table `before` to table `now`; `by_rule` is where the rule sends them."""

    way: Way
    before: int | None
    now: int
    by_rule: int | None


def moves_between(
    previous: RoundSeating,
    winners: Mapping[int, int],
    losers: Losers,
    seating: RoundSeating,
    last: Mapping[int, int] | None = None,
) -> dict[Player, Move]:
    was_at = {player: table.number for table in previous.tables for player in table.seats}
    numbers = sorted(table.number for table in seating.tables)
    rule = {
        player: numbers[min(place, len(numbers) - 1)]
        for place, table in enumerate(ladder(previous, winners, losers, last))
        for player in table
    }
    return {
        player: Move(_way(was_at.get(player), table.number), was_at.get(player), table.number, rule.get(player))
        for table in seating.tables
        for player in table.seats
    }


def _way(before: int | None, now: int) -> Way:
    if before is None:
        return "comes in"
    return "stays" if before == now else "up" if now < before else "down"


# -- where the rule was bent -----------------------------------------------------------


def bends_of(
    moves: Mapping[Player, Move], seating: RoundSeating, wishes: Wishes, *, is_split: bool, name: Naming
) -> tuple[str, ...]:
    """Sentences on all who aren't where the rule sends them and, with `is_split`, on unsplit newcomers."""
    return (*_other_tables(moves, wishes, name), *(_unsplit(moves, seating, wishes, name) if is_split else ()))


def _other_tables(moves: Mapping[Player, Move], wishes: Wishes, name: Naming) -> Iterator[str]:
    bent = {player: move for player, move in moves.items() if move.by_rule not in (None, move.now)}
    asked = {player: why for player in bent if (why := _wish(player, moves, wishes, name))}
    for player, move in sorted(bent.items(), key=lambda found: (found[1].now, found[0])):
        why = asked.get(player) or _exchange(move, bent, asked, name) or _sizes(move, moves)
        yield f"{name(player)} belongs at table {move.by_rule} and plays at table {move.now}: {why}."


def _wish(player: Player, moves: Mapping[Player, Move], wishes: Wishes, name: Naming) -> str:
    """The wish behind a player's table; empty for none."""
    move = moves[player]
    for other, found in moves.items():
        pair = frozenset((player, other))
        if pair in wishes.never_meet and move.by_rule in (found.by_rule, found.now):
            return f"{name(player)} and {name(other)} never sit at one table"
        if pair in wishes.partners and found.now == move.now and found.by_rule != move.by_rule:
            return f"{name(player)} always partners {name(other)}"
    return f"{name(player)} keeps one table" if player in wishes.stationary else ""


def _exchange(move: Move, bent: Mapping[Player, Move], asked: Mapping[Player, str], name: Naming) -> str:
    """The player for whom one without a wish made room."""
    for other, found in bent.items():
        if other in asked and found.by_rule == move.now:
            return f"this makes room for {name(other)}, since {asked[other]}"
    return ""


def _sizes(move: Move, moves: Mapping[Player, Move]) -> str:
    """Short or full tables as the reason; else a seat by hand."""
    there = sum(one.by_rule == move.now for one in moves.values())
    plays_there = sum(one.now == move.now for one in moves.values())
    left = sum(one.by_rule == move.by_rule for one in moves.values())
    plays_left = sum(one.now == move.by_rule for one in moves.values())
    if there < plays_there:
        return f"table {move.now} was short of a player, since somebody sits out, left or came"
    if left > plays_left:
        return f"table {move.by_rule} was full, since somebody sits out, left or came"
    return "seated so by hand, or to fill the tables above"


def _unsplit(moves: Mapping[Player, Move], seating: RoundSeating, wishes: Wishes, name: Naming) -> Iterator[str]:
    """Newcomers who partner each other, because a wish keeps one from those who stayed."""
    for table in seating.tables:
        came = [player for player in table.seats if moves[player].way != "stays"]
        if len(came) != 2 or frozenset(came) not in table.partnerships:
            continue
        stayed = [player for player in table.seats if player not in came]
        pairs = [frozenset((one, other)) for one in came for other in stayed]
        who = f"Table {table.number}: {name(came[0])} and {name(came[1])} both came and play together"
        apart = next((pair for pair in pairs if pair in wishes.not_partners), None)
        if frozenset(came) in wishes.partners or frozenset(stayed) in wishes.partners:
            yield f"{who}, since a couple always partners."
        elif apart is not None:
            one, other = sorted(apart)
            yield f"{who}, since {name(one)} and {name(other)} do not partner."
