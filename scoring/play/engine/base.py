"""Both engines' interface: cards and rules' names outside, small numbers inside."""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple, TypeVar

from scoring.rules.book import RuleBook
from scoring.rules.cards import Card, Seat, Side, Suit

from . import kernel
from .club_cards import TOP, Going, Start, Ways, usual_ways
from .kernel import FACTS, LOW, SUITS_IN_DECK, Bounds, Flat, Frame, Hands, Room
from .likelihood import Judged
from .outcomes import Outcome, Outcomes
from .position import (
    ASIDE,
    Cards,
    Limits,
    Melded,
    NoWorld,
    Played,
    Policy,
    Position,
    Worlds,
    add_cards,
    counts_of,
    holders_of,
)
from .tables import CARDS, PLACE_OF, PLACES, TRUMPS, Ints, MeldArrays, PlayTables, TrickTables, tables_for

POLICIES: Final[Mapping[Policy, int]] = {"random": kernel.RANDOM, "sensible": kernel.SENSIBLE}
SEEDS: Final = (1 << 62) - 1
Named = TypeVar("Named", PlayTables, TrickTables, MeldArrays, Frame, Bounds)


class Code(NamedTuple):
    """The functions that Python calls; the rest are called from these."""

    play_worlds: Callable[[PlayTables, Frame, Flat, int, int, int, int, int, Hands, Flat], None]
    deal_worlds: Callable[[Ints, Ints, int, int, Flat, Flat], None]
    sample_worlds: Callable[[MeldArrays, Bounds, int, int, Room, Flat], int]
    look_over: Callable[[MeldArrays, Flat, int, Flat], None]
    play_deal: Callable[[TrickTables, Ways, Ways, int, Frame, Start, Going, Flat], int]
    play_on: Callable[[TrickTables, Ways, Frame, Start, Flat, int, int, Going, Flat], None]
    weigh_worlds: Callable[[TrickTables, Ways, Frame, Start, Flat, int, int, Flat, Going, Judged, Flat, Flat], None]


class Engine(ABC):
    name: str
    best_policy: Policy
    """The players by whom cards are best weighed: those whose playouts are worth the time that they take here."""
    fits: int
    """Worlds to be dealt for each that is kept for fitting meld and play; 0 where that takes too long."""

    def __init__(self, book: RuleBook) -> None:
        self.book = book
        self.tables = tables_for(book)
        self.holders = holders_of(self.tables)
        self._row = len(self.holders) * PLACES
        self._code = self._functions()
        self._play, self._tricks = self._arrays(self.tables.play), self._arrays(self.tables.tricks)
        self._melds = self._arrays(self.tables.meld)

    # -- what the two engines do differently

    @abstractmethod
    def _functions(self) -> Code: ...

    @abstractmethod
    def _arrays(self, fields: Named) -> Named:
        """A named tuple with its sequences as arrays, if needed."""

    @abstractmethod
    def _memory(self, numbers: bytearray | array[int] | array[float]) -> Flat:
        """Numbers in place, for functions to read and write."""

    @abstractmethod
    def _numbers(self, size: int, of: type = int) -> Flat:
        """Room for so many numbers, whole or fractions."""

    @abstractmethod
    def _filled(self, numbers: Sequence[int]) -> Flat: ...

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
        leads_trump: bool = False,
    ) -> Position:
        """A deal amid its tricks; `taken` and `tricks_won` without buried cards, known to all where `is_open`.
        `highest` as `club_cards.learn` keeps it. Raises `KeyError` for a strange seat."""
        seats = self.book.seats
        return Position(
            counts=bytes(counts_of(self.tables, {**hands, ASIDE: buried} if buried else hands)),
            trump=TRUMPS.index(trump),
            to_play=seats.index(to_play),
            trick=tuple(PLACE_OF[card] for card in trick),
            taken=tuple((taken or {}).get(side, 0) for side in self.book.take_sides),
            tricks=tuple((tricks_won or {}).get(seat, 0) for seat in seats),
            bidder=-1 if bidder is None else seats.index(bidder),
            highest=tuple(highest or [TOP] * SUITS_IN_DECK * len(seats)),
            is_open=is_open,
            leads_trump=leads_trump,
        )

    def legal(self, position: Position) -> tuple[Card, ...]:
        play = self.tables.play
        held = kernel.held_mask(position.counts, position.to_play * PLACES)
        legal = kernel.legal_mask(play, self._frame(position).state, position.trump, held)
        return tuple(card for place, card in enumerate(CARDS) if legal >> place & 1)

    # -- playouts

    def play_worlds(
        self, position: Position, worlds: Worlds, seed: int, n: int = 1, policy: Policy = "sensible"
    ) -> Outcomes:
        """`n` playouts of each world, which brings the hands and cards aside."""
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
        """`n` playouts of each world after each candidate, which must be legal and held in every world."""
        return [self._outcomes(position, worlds, PLACE_OF[card], n, policy, seed) for card in candidates]

    def _outcomes(self, position: Position, worlds: Worlds, first: int, n: int, policy: Policy, seed: int) -> Outcomes:
        seats, numbers = len(self.book.seats), self._numbers
        outcomes = Outcomes(len(worlds) * n, self.tables.play.sides, seats)
        frame = self._arrays(self._frame(position))
        counts, out = self._memory(worlds.counts), self._memory(outcomes.flat)
        if policy != "club":
            hands = Hands(numbers(self._row), numbers(seats), numbers(seats * SUITS_IN_DECK), numbers(SUITS_IN_DECK))
            kind, seed = POLICIES[policy], seed & SEEDS
            self._code.play_worlds(self._play, frame, counts, len(worlds), n, first, kind, seed, hands, out)
        elif n > 1:
            raise ValueError("Club players play the same world in the same way each time.")
        elif len(worlds):
            told, highest = numbers(seats * PLACES), self._filled(position.highest)
            start = Start(int(position.is_open), numbers(PLACES), told, highest)
            ways, room = usual_ways(self.tables.tricks), self._room()
            self._code.play_on(self._tricks, ways, frame, start, counts, len(worlds), first, room, out)
        return outcomes

    def _frame(self, position: Position) -> Frame:
        play = self.tables.play
        players = play.players
        state = (self.tables.first_leads if position.leads_trump else play.start)[position.trump]
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
        leads_trump: bool = False,
    ) -> tuple[list[Card], Outcome, Seat | None]:
        """Club players' cards from the first lead, the outcome, and who claims the rest. `told` are the cards of each
        that partners know; `buried` ones are known where open. At most two `ways`; None are the usual."""
        seats, sides = self.book.seats, self.tables.play.sides
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
            state=(self.tables.first_leads if leads_trump else self.tables.tricks.start)[suit],
            winner=-1,
            played=0,
            points=0,
            bidder=place,
            taken=(0,) * sides,
            tricks=(0,) * len(seats),
        )
        out = array("i", bytes(4 * (sides + len(seats) + 2)))
        of_one = sum(1 << place for place, seat in enumerate(seats) if (ways[seat] or usual) == one)
        two, frame, flat = others[0] if others else one, self._arrays(frame), self._memory(out)
        number = self._code.play_deal(self._tricks, one, two, of_one, frame, start, going, flat)
        *ours, last, claims = out
        outcome = Outcome(tuple(ours[:sides]), tuple(ours[sides:]), last)
        return [CARDS[place] for place in going.cards[:number]], outcome, None if claims < 0 else seats[claims]

    # -- worlds

    def worlds(self, hands: Sequence[Mapping[str, Cards]]) -> Worlds:
        """Worlds made by hand: cards by seat, and by `ASIDE`."""
        counts = bytearray().join(counts_of(self.tables, each) for each in hands)
        return Worlds(len(hands), counts, self.book.seats)

    def deals(self, n: int, seed: int) -> Worlds:
        worlds = Worlds(n, bytearray(n * self._row), self.book.seats)
        deck, sizes, room = (self._filled(each) for each in (self.tables.deck, self.tables.sizes, self.tables.deck))
        self._code.deal_worlds(deck, sizes, n, seed & SEEDS, room, self._memory(worlds.counts))
        return worlds

    def sample_worlds(
        self,
        unseen: Cards,
        limits: Mapping[str, Limits],
        n: int,
        seed: int,
        known: Mapping[Seat, Cards] | None = None,
        melded: Melded | None = None,
    ) -> Worlds:
        """`n` layouts for the holders of `limits`, with hands that show what was `melded`, nearly always. Equally
        likely without limits, nearly so with them. Raises `NoWorld` where none fits."""
        bounds = self._bounds(unseen, limits, melded or Melded(None, {}, {}))
        worlds = Worlds(n, bytearray(bytes(counts_of(self.tables, known or {})) * n), self.book.seats)
        cards, holders, numbers = sum(bounds.sizes), len(self.holders), self._numbers
        room = Room(
            have=numbers(self._row),
            free=numbers(holders),
            pool=numbers(PLACES),
            came_from=numbers(holders),
            brought=numbers(holders),
            queue=numbers(holders),
            slots=numbers(cards),
            owners=numbers(cards),
            full=numbers(self._row),
            off=numbers(holders),
        )
        asked = self._melds, self._arrays(bounds), n, seed & SEEDS, room, self._memory(worlds.counts)
        if cards != len(unseen) or self._code.sample_worlds(*asked) != n:
            raise NoWorld(f"{len(unseen)} unseen cards cannot lie like this: {limits}")
        return worlds

    def drawn(self, worlds: Worlds, n: int, seed: int, weights: Sequence[float]) -> Worlds:
        """`n` of the worlds, drawn as likely as they weigh."""
        step = sum(weights) / n
        at, last, drawn, row = step * ((seed & LOW) + 0.5) / (LOW + 1), len(weights) - 1, bytearray(), self._row
        world, passed = 0, weights[0]
        for _ in range(n):
            while passed < at and world < last:
                world += 1
                passed += weights[world]
            drawn += worlds.counts[world * row : (world + 1) * row]
            at += step
        return Worlds(n, drawn, worlds.seats)

    def weights(self, worlds: Worlds, played: Played) -> list[float]:
        numbers, seats, first = self._numbers, len(self.book.seats), played.first
        frame, places = self._frame(first), [PLACE_OF[card] for card in played.cards]
        start = Start(
            open=int(first.is_open),
            buried=numbers(PLACES),
            told=self._counted_in_turn(played.told),
            highest=self._filled([TOP] * seats * SUITS_IN_DECK),
        )
        weights = array("d", bytes(8 * len(worlds)))
        self._code.weigh_worlds(
            self._tricks,
            usual_ways(self.tables.tricks),
            self._arrays(frame),
            start,
            self._memory(worlds.counts),
            len(worlds),
            self.book.seats.index(played.me),
            self._filled(places),
            self._room(),
            Judged(numbers(seats * PLACES), numbers(seats * PLACES), numbers(PLACES, float)),
            numbers(self.tables.play.sides + seats + 1),
            self._memory(weights),
        )
        return weights.tolist()

    def _bounds(self, unseen: Cards, limits: Mapping[str, Limits], melded: Melded) -> Bounds:
        counts = _counted(unseen)
        least, most = [0] * self._row, list(counts) * len(self.holders)
        sizes = [0] * len(self.holders)
        for holder, limit in limits.items():
            place = self.holders.index(holder)
            sizes[place] = limit.size
            for card, number in limit.at_least.items():
                least[place * PLACES + PLACE_OF[card]] = number
            for card, number in limit.at_most.items():
                most[place * PLACES + PLACE_OF[card]] = min(number, counts[PLACE_OF[card]])

        def room(card: int) -> int:
            return sum(size for holder, size in enumerate(sizes) if most[holder * PLACES + card])

        return Bounds(
            unseen=list(counts),
            sizes=sizes,
            least=least,
            most=most,
            order=sorted(range(PLACES), key=room),
            loose=int(not any(limit.at_least or limit.at_most for limit in limits.values())),
            melded=[melded.totals.get(holder, -1) for holder in self.holders],
            gone=counts_of(self.tables, melded.gone),
            trump=TRUMPS.index(melded.trump),
            told=int(bool(melded.totals)),
        )

    # -- melds

    def melds(self, hand: Cards) -> dict[Suit | None, int]:
        counts = _counted(hand)
        return {trump: kernel.meld_total(self.tables.meld, counts, 0, place) for place, trump in enumerate(TRUMPS)}

    def look_over(self, hands: Sequence[Cards]) -> Sequence[Sequence[int]]:
        """A bidder's figures of each hand for each trump (`kernel.look_over`)."""
        counts, found = bytearray(PLACES * len(hands)), array("i", bytes(4 * FACTS * SUITS_IN_DECK * len(hands)))
        for place, hand in enumerate(hands):
            add_cards(counts, place * PLACES, hand)
        self._code.look_over(self._melds, self._memory(counts), len(hands), self._memory(found))
        flat = found.tolist()
        return [flat[start : start + FACTS] for start in range(0, len(flat), FACTS)]

    def _room(self) -> Going:
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


def _counted(cards: Cards) -> bytearray:
    counts = bytearray(PLACES)
    add_cards(counts, 0, cards)
    return counts
