"""What the last tricks come to when all hands lie open and everybody plays as well as can be: exact, by search.

Two parties play for points in tricks and for the last one: what one has more, the other has less. Equal cards are
tried once, and so are cards of a suit that are worth the same where no card of another player lies between them; a
search stops where nothing better can come (alpha-beta), and remembers between tricks what it found for these very
hands. The functions are written as the engine's are, without recursion, so that numba could compile them: as they
stand, the last six tricks take at most some two tenths of a second.

A card in play is one card of a *ply*, its place in the line of cards played since the search began.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from scoring.play.engine import PlainEngine, Position, Worlds
from scoring.play.engine.kernel import Flat, Frame, held_mask, legal_mask
from scoring.play.engine.tables import BIT_PRIME, CARDS, PLACES, RANKS_IN_SUIT, TrickTables
from scoring.rules.cards import Card

_MOST_KEPT: Final = 1 << 18  # hands that a search remembers
NOT_PLAYED: Final = -1  # instead of points, for a card that may not be played
MOST_KEY: Final = 1 << 60
_WINS: Final = 1 << 16  # in the order of trying, cards that take the trick come before those that do not

# What the search knows at a ply: where the trick stands, the window, what was found, and which card is tried.
SEAT: Final = 0
STATE: Final = 1
WINNER: Final = 2
PLAYED: Final = 3
POINTS: Final = 4
REST: Final = 5  # points in the cards not yet won, with the last trick
KEY: Final = 6  # all hands in one number
LOWER: Final = 7
UPPER: Final = 8
FIRST_LOWER: Final = 9
FIRST_UPPER: Final = 10
BEST: Final = 11
GAIN: Final = 12  # what the party has from the trick that the card tried ends
NEXT: Final = 13
NUMBER: Final = 14
FIELDS: Final = 15


class Search(NamedTuple):
    """Room to search in: the hands of a world as counts and masks, what a card of a seat is in the key; `FIELDS` for
    each ply and 24 cards to try; and for hands found before their key, and what they come to at least and at most."""

    counts: Flat
    held: Flat
    weights: Flat
    plies: Flat
    moves: Flat
    keys: Flat
    least: Flat
    most: Flat


class Solver(PlainEngine):
    """An engine that also searches endings through."""

    def solve(self, position: Position, worlds: Worlds) -> list[dict[Card, int]]:
        """For each world and each card of the seat whose turn it is, the points that its party gets from the tricks not
        yet won, the last one included.

        A party is a side of partners; where all play alone, the bidder, or all others together. For the last tricks:
        twice as many take some ten times as long. Raises `ValueError` for more cards than a search can tell apart.
        """
        seats, numbers, number = len(self.book.seats), self._numbers, len(worlds)
        cards = sum(worlds.counts[: seats * PLACES]) if number else 0
        kept = min(_MOST_KEPT, 16 << cards // 2)
        search = Search(
            counts=numbers(seats * PLACES),
            held=numbers(seats),
            weights=numbers(seats * PLACES),
            plies=numbers((cards + 1) * FIELDS),
            moves=numbers((cards + 1) * PLACES),
            keys=numbers(kept),
            least=numbers(kept),
            most=numbers(kept),
        )
        out, frame = numbers(number * PLACES), self._frame(position)
        if number and solve(self._tricks, frame, self._party(position), worlds.counts, number, search, out) < number:
            raise ValueError(f"{cards} cards are too many to be searched through")
        rows = (out[start : start + PLACES] for start in range(0, len(out), PLACES))
        return [{card: points for card, points in zip(CARDS, row, strict=True) if points != NOT_PLAYED} for row in rows]

    def _party(self, position: Position) -> int:
        """The seats that play together with the one whose turn it is, as a mask."""
        side_of = self.tables.play.side_of
        ours = side_of[position.to_play]
        bidding = ours if position.bidder < 0 else side_of[position.bidder]
        return sum(1 << seat for seat, side in enumerate(side_of) if (side == bidding) == (ours == bidding))


def solve(tables: TrickTables, frame: Frame, party: int, worlds: Flat, number: int, search: Search, out: Flat) -> int:
    """Writes for each of `number` worlds and for each card, 24 a world, what the party has from the tricks that are not
    yet won if this card is played next. The party is a mask of seats. Says how many worlds fitted into a key."""
    row = len(worlds) // number
    for line in range(number):
        for place in range(tables.players * PLACES):
            search.counts[place] = worlds[line * row + place]
        key = take_in(tables, search)
        if key >= MOST_KEY // (tables.players * number):
            return line
        begin_search(tables, frame, search, key)
        legal = legal_mask(tables, frame.state, frame.trump, search.held[frame.to_play])
        for card in range(PLACES):
            out[line * PLACES + card] = NOT_PLAYED
            if (legal >> card) & 1:
                search.moves[0] = card
                out[line * PLACES + card] = search_on(tables, frame.trump, party, search, line, number)
    return number


def take_in(tables: TrickTables, search: Search) -> int:
    """Finds the masks of the hands, and what each card is in the key; says the key of all of them."""
    weight = 1
    for seat in range(tables.players):
        search.held[seat] = held_mask(search.counts, seat * PLACES)
        for place in range(seat * PLACES, (seat + 1) * PLACES):
            search.weights[place] = weight
            if weight > MOST_KEY // (search.counts[place] + 1):
                return MOST_KEY
            weight *= search.counts[place] + 1
    return weight - 1


def begin_search(tables: TrickTables, frame: Frame, search: Search, key: int) -> None:
    """Lays down the first ply, at which one card only is tried."""
    rest = frame.points + tables.last_trick
    for place in range(tables.players * PLACES):
        rest += search.counts[place] * tables.value[place % PLACES]
    plies = search.plies
    plies[SEAT], plies[STATE], plies[WINNER] = frame.to_play, frame.state, frame.winner
    plies[PLAYED], plies[POINTS], plies[REST], plies[KEY] = frame.played, frame.points, rest, key


def search_on(tables: TrickTables, trump: int, party: int, search: Search, line: int, lines: int) -> int:
    """What the party has once the first card is played: `moves[0]`."""
    plies = search.plies
    open_window(plies, 0, -1, plies[REST] + 1)
    plies[NEXT], plies[NUMBER] = 0, 1
    at = 0  # where the ply begins
    while True:
        if plies[at + NEXT] < plies[at + NUMBER] and plies[at + LOWER] < plies[at + UPPER]:
            play_next(tables, trump, party, search, at)
            at += FIELDS
            value = known_value(tables, search, at, line, lines)
            if value < 0:
                list_moves(tables, trump, search, at)
                continue
        else:
            value = int(plies[at + BEST])
            if at == 0:
                return value
            if plies[at + PLAYED] == 0:
                remember(tables, search, at, line, lines)
        at -= FIELDS
        take_back(search, at)
        weigh_in(plies, at, party, value + plies[at + GAIN])


def open_window(plies: Flat, at: int, low: int, high: int) -> None:
    """Begins a ply that is to tell what it comes to between two bounds."""
    plies[at + LOWER], plies[at + UPPER] = low, high
    plies[at + FIRST_LOWER], plies[at + FIRST_UPPER] = low, high
    plies[at + BEST] = NOT_PLAYED


def weigh_in(plies: Flat, at: int, party: int, value: int) -> None:
    """Takes what a card comes to into account: the party wants most, the others want least."""
    best = plies[at + BEST]
    if (party >> plies[at + SEAT]) & 1:
        plies[at + BEST] = max(best, value)
        plies[at + LOWER] = max(plies[at + LOWER], value)
    else:
        plies[at + BEST] = value if best == NOT_PLAYED else min(best, value)
        plies[at + UPPER] = min(plies[at + UPPER], value)


def play_next(tables: TrickTables, trump: int, party: int, search: Search, at: int) -> None:
    """Plays the next card to try at a ply, and lays down the ply after it."""
    plies, after = search.plies, at + FIELDS
    seat, state, winner = plies[at + SEAT], plies[at + STATE], plies[at + WINNER]
    card = search.moves[at // FIELDS * PLACES + plies[at + NEXT]]
    place = seat * PLACES + card
    search.counts[place] -= 1
    if search.counts[place] == 0:
        search.held[seat] ^= 1 << card
    key = plies[at + KEY] - search.weights[place]
    if (tables.beats[state] >> card) & 1:
        winner = seat
    points = plies[at + POINTS] + tables.value[card]
    rest = plies[at + REST]
    gain = 0
    played = plies[at + PLAYED] + 1
    seat = seat + 1 if seat + 1 < tables.players else 0
    state = tables.steps[state * PLACES + card]
    if played == tables.players:
        points += 0 if key else tables.last_trick
        rest -= points
        gain = points if (party >> winner) & 1 else 0
        seat = winner
        state, winner, played, points = tables.start[trump], -1, 0, 0
    plies[at + GAIN] = gain
    plies[after + SEAT], plies[after + STATE], plies[after + WINNER] = seat, state, winner
    plies[after + PLAYED], plies[after + POINTS], plies[after + REST] = played, points, rest
    plies[after + KEY] = key
    open_window(plies, after, plies[at + LOWER] - gain, plies[at + UPPER] - gain)


def take_back(search: Search, at: int) -> None:
    """Takes back the card that was tried at a ply."""
    seat = search.plies[at + SEAT]
    card = search.moves[at // FIELDS * PLACES + search.plies[at + NEXT]]
    search.plies[at + NEXT] += 1
    search.counts[seat * PLACES + card] += 1
    search.held[seat] |= 1 << card


def known_value(tables: TrickTables, search: Search, at: int, line: int, lines: int) -> int:
    """What a ply comes to as far as its window asks, where that is known without a search; -1 else."""
    plies = search.plies
    if plies[at + PLAYED]:
        return NOT_PLAYED
    low, high, rest = int(plies[at + LOWER]), int(plies[at + UPPER]), int(plies[at + REST])
    if rest == 0 or low >= rest:
        return rest
    if high <= 0:
        return 0
    tag = tag_of(tables, plies, at, line, lines)
    place = tag % len(search.keys)
    if search.keys[place] != tag:
        return NOT_PLAYED
    least, most = int(search.least[place]), int(search.most[place])
    if least == most or least >= high:
        return least
    return most if most <= low else NOT_PLAYED


def tag_of(tables: TrickTables, plies: Flat, at: int, line: int, lines: int) -> int:
    """The hands, who is on lead, and the world: nothing else is the same at two plies between tricks."""
    tag: int = ((plies[at + KEY] * tables.players + plies[at + SEAT]) * lines + line) + 1
    return tag


def remember(tables: TrickTables, search: Search, at: int, line: int, lines: int) -> None:
    """Keeps what a ply between tricks came to: exactly, at least or at most."""
    plies = search.plies
    tag = tag_of(tables, plies, at, line, lines)
    place, best = tag % len(search.keys), plies[at + BEST]
    if search.keys[place] != tag:
        search.keys[place] = tag
        search.least[place], search.most[place] = 0, plies[at + REST]
    if best > plies[at + FIRST_LOWER]:
        search.least[place] = best
    if best < plies[at + FIRST_UPPER]:
        search.most[place] = best


def list_moves(tables: TrickTables, trump: int, search: Search, at: int) -> None:
    """Lists the cards to try at a ply, the likely best ones first."""
    plies, first = search.plies, at // FIELDS * PLACES
    seat, state = plies[at + SEAT], plies[at + STATE]
    legal = legal_mask(tables, state, trump, search.held[seat])
    apart = 1 << tables.best[state] if plies[at + PLAYED] else 0  # cards that set others apart
    for other in range(tables.players):
        if other != seat:
            apart |= search.held[other]
    number = 0
    last = -1
    while legal:
        lowest = legal & -legal
        legal ^= lowest
        card: int = tables.places[lowest % BIT_PRIME]
        if last < 0 or not is_like(tables, last, card, apart):
            insert_move(tables, search, at, first, number, card)
            number += 1
        last = card
    plies[at + NEXT], plies[at + NUMBER] = 0, number


def is_like(tables: TrickTables, card: int, higher: int, apart: int) -> bool:
    """Whether two cards of a hand do the same: of a suit, worth the same, no card that others hold, or that has the
    trick, as high as one of them or between."""
    if card // RANKS_IN_SUIT != higher // RANKS_IN_SUIT or tables.value[card] != tables.value[higher]:
        return False
    return apart & ((2 << higher) - (1 << card)) == 0


def insert_move(tables: TrickTables, search: Search, at: int, first: int, number: int, card: int) -> None:
    """Puts a card among those to try where it belongs by its order."""
    order = order_of(tables, search.plies, at, card)
    place = first + number
    while place > first and order_of(tables, search.plies, at, search.moves[place - 1]) < order:
        search.moves[place] = search.moves[place - 1]
        place -= 1
    search.moves[place] = card


def order_of(tables: TrickTables, plies: Flat, at: int, card: int) -> int:
    """The higher, the sooner a card is tried: those that take the trick, the highest first; else the lowest."""
    if (tables.beats[plies[at + STATE]] >> card) & 1:
        return _WINS + card % RANKS_IN_SUIT
    return -(tables.value[card] * RANKS_IN_SUIT + card % RANKS_IN_SUIT)
