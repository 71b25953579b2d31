"""Random playouts as fast as plain Python can: what the compiled engine is measured against.

What a state asks is one tuple, and the cards to choose from are looked up by their mask. All else is the engine's.
"""

from __future__ import annotations

from array import array
from functools import lru_cache
from operator import mul
from typing import Any, Final

from scoring.play.engine import PlainEngine, kernel
from scoring.play.engine.base import SEEDS
from scoring.play.engine.kernel import LOW, MULTIPLIER, Frame
from scoring.play.engine.outcomes import Outcomes
from scoring.play.engine.position import Policy, Position, Worlds
from scoring.play.engine.tables import HALF, PLACES, RANKS_IN_SUIT, PlayTables
from scoring.rules.book import RuleBook

# What a state of a trick asks: led, follow, trumps, over, beats (see `PlayTables`), and the state after each card.
_Node = tuple[int, int, int, int, int, list[Any]]
_HALF_MASK: Final = (1 << HALF) - 1
_HELD: Final = b"0" + b"1" * 255
_BIT: Final = [1 << place for place in range(PLACES)]


class RandomLoop(PlainEngine):
    """The plain engine with a loop of its own for random playouts."""

    def __init__(self, book: RuleBook) -> None:
        super().__init__(book)
        self._nodes = _nodes_of(self.tables.play)
        self._orders = _orders(self.tables.play.players)

    def _outcomes(self, position: Position, worlds: Worlds, first: int, n: int, policy: Policy, seed: int) -> Outcomes:
        if policy != "random":
            return super()._outcomes(position, worlds, first, n, policy, seed)
        outcomes = Outcomes(len(worlds) * n, len(self.book.take_sides), len(self.book.seats))
        self._play_random(self._frame(position), worlds, n, first, seed & SEEDS, outcomes)
        return outcomes

    def _play_random(self, frame: Frame, worlds: Worlds, times: int, first: int, seed: int, outcomes: Outcomes) -> None:
        width, flat, seats = outcomes.width, outcomes.flat, range(len(self.book.seats))
        for world in range(len(worlds)):
            row = worlds.counts[world * self._row : (world + 1) * self._row]
            begun = self._with_card(frame, row, first) if first >= 0 else frame
            counts = [list(row[PLACES * seat : PLACES * (seat + 1)]) for seat in seats]
            # Base 2 turns the counts into a mask at once, where the highest card must come first.
            held = [int(row[PLACES * seat : PLACES * (seat + 1)].translate(_HELD)[::-1], 2) for seat in seats]
            taken = self._taken(frame, row)
            for line in range(world * times, (world + 1) * times):
                flat[line * width : (line + 1) * width] = self._random_playout(
                    begun, [*map(list.copy, counts)], held.copy(), taken.copy(), kernel.stream_of(seed, line)
                )

    def _with_card(self, frame: Frame, row: bytearray, card: int) -> Frame:
        """The position after a card, which is taken out of the row."""
        play = self.tables.play
        row[frame.to_play * PLACES + card] -= 1
        return frame._replace(
            to_play=(frame.to_play + 1) % play.players,
            winner=frame.to_play if play.beats[frame.state] >> card & 1 else frame.winner,
            state=play.steps[frame.state * PLACES + card],
            points=frame.points + play.value[card],
            played=frame.played + 1,
        )

    def _taken(self, frame: Frame, row: bytearray) -> list[int]:
        """What each side has already, and the bidder's from what lies aside."""
        play = self.tables.play
        taken = list(frame.taken)
        if play.aside_counts and frame.bidder >= 0:
            aside = row[play.players * PLACES :]
            taken[play.side_of[frame.bidder]] += sum(map(mul, aside, play.value))
        return taken

    def _random_playout(
        self, frame: Frame, counts: list[list[int]], held: list[int], taken: list[int], stream: int
    ) -> array[int]:
        """One playout at random; the same choices by the same chances as `kernel.play_out`."""
        play = self.tables.play
        value, side_of = play.value, play.side_of
        in_suit, (low, high) = _cards_in_suits(), _cards_of_halves()
        node, start = self._nodes[frame.state], self._nodes[play.start[frame.trump]]
        winner, points, tricks = frame.winner, frame.points, list(frame.tricks)
        order = self._orders[frame.to_play][: play.players - frame.played]
        if not frame.played and not held[frame.to_play]:
            return array("i", [*taken, *tricks, -1])
        while True:
            for seat in order:
                led, follow, trumps, over, beats, after = node
                hand = held[seat]
                may = hand & led
                if may:
                    may = may & follow or may
                else:
                    may = hand & trumps
                    may = may & over or may or hand
                cards = in_suit.get(may) or low[may & _HALF_MASK] + high[may >> HALF]
                options = len(cards)
                if options > 1:
                    stream = MULTIPLIER * (stream & LOW) + (stream >> 32)
                    card = cards[(stream & LOW) * options >> 32]
                else:
                    card = cards[0]
                mine = counts[seat]
                left = mine[card] - 1
                mine[card] = left
                if not left:
                    held[seat] = hand ^ _BIT[card]
                if beats >> card & 1:
                    winner = seat
                points += value[card]
                node = after[card]
            taken[side_of[winner]] += points
            tricks[winner] += 1
            if not held[winner]:
                break
            node, points, order = start, 0, self._orders[winner]
        taken[side_of[winner]] += play.last_trick
        return array("i", [*taken, *tricks, winner])


def _orders(players: int) -> list[tuple[int, ...]]:
    """The seats in the order of play, by the seat that begins."""
    return [tuple((first + place) % players for place in range(players)) for first in range(players)]


@lru_cache(maxsize=1)
def _cards_of_halves() -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
    """The cards of every mask of the lower and of the upper half."""
    low = [tuple(place for place in range(HALF) if mask >> place & 1) for mask in range(1 << HALF)]
    return low, [tuple(place + HALF for place in cards) for cards in low]


@lru_cache(maxsize=1)
def _cards_in_suits() -> dict[int, tuple[int, ...]]:
    """The cards of every mask that lies in one suit: what a player who must follow chooses from."""
    low, high = _cards_of_halves()
    suits = range(0, PLACES, RANKS_IN_SUIT)
    masks = [cards << suit for suit in suits for cards in range(1, 1 << RANKS_IN_SUIT)]
    return {mask: low[mask & _HALF_MASK] + high[mask >> HALF] for mask in masks}


def _nodes_of(play: PlayTables) -> list[_Node]:
    """The states as tuples that hold the next ones, so that no number has to be worked out between two cards."""
    ends = [*play.start[1:], len(play.led)]
    nodes: list[_Node] = []
    for trump, (start, end) in enumerate(zip(play.start, ends, strict=True)):
        for state in range(start, end):
            nodes.append(
                (play.led[state], play.follow[state], play.trumps[trump], play.over[state], play.beats[state], [])
            )
    for state, node in enumerate(nodes):
        node[-1].extend(nodes[after] for after in play.steps[state * PLACES : (state + 1) * PLACES])
    return nodes
