"""What both engines offer, with the cards and names of the rules outside and small numbers inside."""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from collections.abc import Mapping, Sequence
from typing import Any, Final

from scoring.rules.book import RuleBook
from scoring.rules.cards import Card, Seat, Side, Suit

from . import kernel
from .club_cards import TOP, Going, Start, Ways, usual_ways
from .kernel import FACTS, SUITS_IN_DECK, Bounds, Flat, Frame
from .outcomes import Outcome, Outcomes
from .position import (
    Cards,
    Limits,
    NoWorld,
    Policy,
    Position,
    Worlds,
    add_cards,
    counts_of,
    holders_of,
    make_position,
)
from .tables import CARDS, PLACE_OF, PLACES, TRUMPS, tables_for

POLICIES: Final[Mapping[Policy, int]] = {"random": kernel.RANDOM, "sensible": kernel.SENSIBLE}
_SEEDS: Final = (1 << 62) - 1


class Engine(ABC):
    """Plays out the deals of one book. The package says what each method takes and gives."""

    name: str
    best_policy: Policy
    """The players by whom cards are best weighed: those whose playouts are worth the time that they take here."""

    def __init__(self, book: RuleBook) -> None:
        self.book = book
        self.tables = tables_for(book)
        self.holders = holders_of(self.tables)
        self._row = len(self.holders) * PLACES

    # -- positions

    def position(
        self,
        hands: Mapping[Seat, Cards],
        trump: Suit | None,
        to_play: Seat,
        *,
        trick: Cards = (),
        taken: Mapping[Side, int] | None = None,
        tricks_won: Mapping[Seat, int] | None = None,
        bidder: Seat | None = None,
        buried: Cards = (),
        highest: Sequence[int] | None = None,
        is_open: bool = False,
    ) -> Position:
        """A deal in the middle of its tricks. `taken` and `tricks_won` are of the finished tricks, without what is
        buried; `buried` cards are the bidder's, where the bidder is known, and all know them where they lie `is_open`.
        `highest` is what each seat can hold at most by what it played, as `club_cards.learn` keeps it. Raises
        `KeyError` for a strange seat."""
        return make_position(
            self.tables,
            hands,
            trump,
            to_play,
            trick=trick,
            taken=taken,
            tricks_won=tricks_won,
            bidder=bidder,
            buried=buried,
            highest=highest,
            is_open=is_open,
        )

    def legal(self, position: Position) -> tuple[Card, ...]:
        """The distinct cards that the seat whose turn it is may play."""
        play = self.tables.play
        held = kernel.held_mask(position.counts, position.to_play * PLACES)
        legal = kernel.legal_mask(play, self._frame(position).state, position.trump, held)
        return tuple(card for place, card in enumerate(CARDS) if legal >> place & 1)

    # -- playouts

    def play_worlds(
        self, position: Position, worlds: Worlds, seed: int, n: int = 1, policy: Policy = "sensible"
    ) -> Outcomes:
        """`n` playouts of each world, which brings the hands and what lies aside; all else is the position's."""
        return self._outcomes(position, worlds, -1, n, policy, seed)

    def evaluate(
        self,
        position: Position,
        worlds: Worlds,
        candidates: Sequence[Card],
        seed: int,
        n: int = 1,
        policy: Policy = "sensible",
    ) -> list[Outcomes]:
        """For each candidate card of the seat whose turn it is, `n` playouts of each world after it.

        The candidates must be legal and held in every world.
        """
        return [self._outcomes(position, worlds, PLACE_OF[card], n, policy, seed) for card in candidates]

    def _outcomes(self, position: Position, worlds: Worlds, first: int, n: int, policy: Policy, seed: int) -> Outcomes:
        outcomes = Outcomes(len(worlds) * n, len(self.book.sides), len(self.book.seats))
        if policy == "club":
            if n > 1:
                raise ValueError("Club players play the same world in the same way each time.")
            self._play_on(position, worlds, first, outcomes)
            return outcomes
        self._play(self._frame(position), worlds, n, first, POLICIES[policy], seed & _SEEDS, outcomes)
        return outcomes

    def _frame(self, position: Position) -> Frame:
        """The position without its hands: the trick on the table followed through the states."""
        play = self.tables.play
        players = play.players
        state = play.start[position.trump]
        winner = -1
        seat = (position.to_play - len(position.trick)) % players
        for card in position.trick:
            if play.beats[state] >> card & 1:
                winner = seat
            state = play.steps[state * PLACES + card]
            seat = (seat + 1) % players
        points = sum(play.value[card] for card in position.trick)
        return Frame(
            trump=position.trump,
            to_play=position.to_play,
            state=state,
            winner=winner,
            played=len(position.trick),
            points=points,
            bidder=position.bidder,
            taken=position.taken,
            tricks=position.tricks,
        )

    def club_deal(
        self,
        hands: Mapping[Seat, Cards],
        trump: Suit,
        bidder: Seat,
        ways: Mapping[Seat, Ways | None],
        *,
        buried: Cards,
        told: Mapping[Seat, Cards],
        is_open: bool,
    ) -> tuple[list[Card], Outcome, Seat | None]:
        """The cards that club players play from the first lead on, to the end or until one of them claims the rest, and
        what they come to. `told` is what each seat knows its partner to hold; all know what is `buried` where it lies
        open. There are at most two `ways` to play; None are the usual ones.
        """
        seats = self.book.seats
        usual = usual_ways(self.tables.tricks)
        one, *others = dict.fromkeys(each or usual for each in ways.values())
        start = Start(
            open=int(is_open),
            buried=self._filled(_counted(buried)),
            told=self._counted_in_turn(told),
            highest=self._filled([TOP] * len(seats) * SUITS_IN_DECK),
        )
        going = self._room()._replace(counts=self._counted_in_turn(hands))
        place, suit = seats.index(bidder), TRUMPS.index(trump)
        frame = Frame(
            trump=suit,
            to_play=place,
            state=self.tables.tricks.start[suit],
            winner=-1,
            played=0,
            points=0,
            bidder=place,
            taken=(0,) * len(self.book.sides),
            tricks=(0,) * len(seats),
        )
        out = array("i", bytes(4 * (len(self.book.sides) + len(seats) + 2)))
        of_one = sum(1 << place for place, seat in enumerate(seats) if (ways[seat] or usual) == one)
        number = self._club_deal(one, others[0] if others else one, of_one, frame, start, going, out)
        *ours, last, claims = out
        sides = len(self.book.sides)
        outcome = Outcome(tuple(ours[:sides]), tuple(ours[sides:]), last)
        return [CARDS[place] for place in going.cards[:number]], outcome, None if claims < 0 else seats[claims]

    # -- worlds

    def worlds(self, hands: Sequence[Mapping[str, Cards]]) -> Worlds:
        """Worlds made by hand, each the cards by seat, and by `ASIDE` where cards lie there."""
        counts = bytearray().join(counts_of(self.tables, each) for each in hands)
        return Worlds(len(hands), counts, self.book.seats)

    def deals(self, n: int, seed: int) -> Worlds:
        """Whole decks dealt at random; the kitty, where there is one, lies aside."""
        worlds = Worlds(n, bytearray(n * self._row), self.book.seats)
        self._deal(n, seed & _SEEDS, worlds.counts)
        return worlds

    def sample_worlds(
        self,
        unseen: Cards,
        limits: Mapping[str, Limits],
        n: int,
        seed: int,
        known: Mapping[Seat, Cards] | None = None,
    ) -> Worlds:
        """`n` ways in which the unseen cards lie with the holders of `limits`, each with as many as its size.

        Equally likely ways where nobody is limited, nearly so else. Raises `NoWorld` where none fits, and when the
        sizes do not come to the number of unseen cards.
        """
        bounds = self._bounds(unseen, limits)
        worlds = Worlds(n, bytearray(bytes(counts_of(self.tables, known or {})) * n), self.book.seats)
        if sum(bounds.sizes) != len(unseen) or not self._sample(bounds, n, seed & _SEEDS, worlds.counts):
            raise NoWorld(f"{len(unseen)} unseen cards cannot lie like this: {limits}")
        return worlds

    def _bounds(self, unseen: Cards, limits: Mapping[str, Limits]) -> Bounds:
        counts = bytearray(PLACES)
        add_cards(counts, 0, unseen)
        least, most = [0] * self._row, list(counts) * len(self.holders)
        sizes = [0] * len(self.holders)
        for holder, limit in limits.items():
            place = self.holders.index(holder)
            sizes[place] = limit.size
            for card, number in limit.at_least.items():
                least[place * PLACES + PLACE_OF[card]] = number
            for card, number in limit.at_most.items():
                most[place * PLACES + PLACE_OF[card]] = min(number, counts[PLACE_OF[card]])
        return Bounds(
            unseen=list(counts),
            sizes=sizes,
            least=least,
            most=most,
            order=_most_bound_first(sizes, most),
            loose=int(not any(limit.at_least or limit.at_most for limit in limits.values())),
        )

    # -- melds

    def melds(self, hand: Cards) -> dict[Suit | None, int]:
        """The best meld of a hand for every trump, and (None) without one."""
        counts = bytearray(PLACES)
        add_cards(counts, 0, hand)
        return {trump: self._meld(counts, place) for place, trump in enumerate(TRUMPS)}

    def look_over(self, hands: Sequence[Cards]) -> Sequence[Sequence[int]]:
        """What a bidder asks of each hand, for each suit in the order of `SUITS` as trump: `kernel.look_over`."""
        counts, found = bytearray(PLACES * len(hands)), array("i", bytes(4 * FACTS * SUITS_IN_DECK * len(hands)))
        for place, hand in enumerate(hands):
            add_cards(counts, place * PLACES, hand)
        self._look_over(counts, len(hands), found)
        flat = found.tolist()
        return [flat[start : start + FACTS] for start in range(0, len(flat), FACTS)]

    # -- what the two do differently

    @abstractmethod
    def _play(
        self, frame: Frame, worlds: Worlds, times: int, first: int, policy: int, seed: int, outcomes: Outcomes
    ) -> None: ...

    @abstractmethod
    def _club_deal(
        self, ways: Ways, others: Ways, of_first: int, frame: Frame, start: Start, going: Going, out: array[int]
    ) -> int: ...

    def _play_on(self, position: Position, worlds: Worlds, first: int, outcomes: Outcomes) -> None:
        """Each world played on by club players."""
        if not len(worlds):
            return
        room, told = self._numbers, self._numbers(len(self.book.seats) * PLACES)
        start = Start(int(position.is_open), room(PLACES), told, self._filled(position.highest))
        self._play_worlds_on(self._frame(position), worlds, first, start, self._room(), outcomes)

    @abstractmethod
    def _play_worlds_on(
        self, frame: Frame, worlds: Worlds, first: int, start: Start, going: Going, outcomes: Outcomes
    ) -> None: ...

    def _room(self) -> Going:
        """Room to play a deal in."""
        seats, numbers = len(self.book.seats), self._numbers
        return Going(
            counts=numbers(seats * PLACES),
            held=numbers(seats),
            sizes=numbers(seats),
            own=numbers(seats * SUITS_IN_DECK),
            out=numbers(seats * SUITS_IN_DECK),
            told=numbers(seats * PLACES),
            highest=numbers(seats * SUITS_IN_DECK),
            powers=numbers(len(self.book.cards) + 1, float),
            cards=numbers(len(self.book.cards)),
        )

    def _counted_in_turn(self, cards: Mapping[Seat, Cards]) -> Flat:
        return self._filled(bytearray().join(_counted(cards[seat]) for seat in self.book.seats))

    @abstractmethod
    def _numbers(self, size: int, of: type = int) -> Flat: ...

    @abstractmethod
    def _filled(self, numbers: Sequence[int]) -> Flat: ...

    @abstractmethod
    def _deal(self, number: int, seed: int, counts: bytearray) -> None: ...

    @abstractmethod
    def _sample(self, bounds: Bounds, number: int, seed: int, counts: bytearray) -> bool: ...

    @abstractmethod
    def _look_over(self, counts: bytearray, number: int, found: Any) -> None: ...

    def _meld(self, counts: bytearray, trump: int) -> int:
        return kernel.meld_total(self.tables.meld, counts, 0, trump)


def _counted(cards: Cards) -> bytearray:
    counts = bytearray(PLACES)
    add_cards(counts, 0, cards)
    return counts


def _most_bound_first(sizes: Sequence[int], most: Sequence[int]) -> list[int]:
    """The cards in the order of how much room the holders that may have them take together."""

    def room(card: int) -> int:
        return sum(size for holder, size in enumerate(sizes) if most[holder * PLACES + card])

    return sorted(range(PLACES), key=room)
