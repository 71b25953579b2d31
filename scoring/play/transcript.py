"""A deal as a text that a player reads, and back.

    Book: Gwinnett Golden Games, partners (gwinnett)
    Dealer: West
    Before: North & South 31, East & West −8

    Hands
      North   ♠ A 10    ♥ K Q J   …

    Auction   North  East  South  West
              21     pass  22     pass
              pass
    …
    Tricks    North  East  South  West   Won by
       1      > A♠   9♠    K♠     10♠    North  3

What was done is read from the text and played again; what follows from it (totals, winners,
the count) is written for the reader and must be as the play gives it. So a text is either the
transcript of a legal deal or refused with its first wrong line. Hands are written sorted: the
order in which their cards came is not kept, and no rule asks for it. Everything else is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import groupby, zip_longest
from typing import Final

from scoring.rules.book import RuleBook, built_in_book
from scoring.rules.cards import SUITS, Card, Seat, Side
from scoring.rules.deal_score import score_deal
from scoring.rules.dealing import Dealt
from scoring.rules.notation import (
    RANK_SIGNS,
    SEAT_NAMES,
    SUIT_SIGNS,
    figure_text,
    listed,
    parse_figure,
    parse_sign,
    sign,
    sort_key,
    suit_with_sign,
)
from scoring.rules.wording import outcome_word

from .actions import (
    Action,
    Bid,
    Bury,
    Declaration,
    Declare,
    LayDown,
    LayMeld,
    NameTrump,
    PassCards,
    PlayCard,
    Redeal,
)
from .state import Cards, DealState, Trick, apply, begin, record_of

DEALT_AGAIN: Final = "The cards are dealt again"
NOTHING: Final = "·"
LEAD: Final = ">"
WIDTH: Final = 10  # of the headings before a table
_SEATS: Final = {name: seat for seat, name in SEAT_NAMES.items()}
_SAID: Final[Mapping[Declaration, str]] = {
    "play": "plays",
    "moon": "shoots the moon",
    "throw_in": "throws the hand in",
}


class TranscriptError(ValueError):
    """A text that is no transcript; the message names the first wrong line, counted from 1."""


# -- writing -----------------------------------------------------------------------------


def format_deal(state: DealState) -> str:
    """The deal as far as it has come, as a text that ends with a line break."""
    blocks = [_head(state), _hands(state)]
    blocks += [_WRITERS[kind](state) for kind, _ in groupby(map(type, state.actions)) if kind in _WRITERS]
    if state.redealt_by is not None:
        blocks.append([DEALT_AGAIN])
    elif state.is_done:
        blocks.append(_count(state))
    return "\n".join("".join(f"{line.rstrip()}\n" for line in block) for block in blocks)


def with_sorted_hands(dealt: Dealt) -> Dealt:
    """The deal with each hand sorted, as a transcript gives it back."""
    return Dealt({seat: tuple(sorted(hand, key=sort_key)) for seat, hand in dealt.hands.items()}, dealt.kitty)


def _head(state: DealState) -> list[str]:
    book = state.book
    before = [f"{_side_name(book, side)} {figure_text(state.standing[side])}" for side in book.sides]
    return [
        f"Book: {book.name} ({book.key})",
        f"Dealer: {SEAT_NAMES[state.dealer]}",
        f"Before: {', '.join(before)}",
    ]


def _side_name(book: RuleBook, side: Side) -> str:
    return " & ".join(SEAT_NAMES[seat] for seat in book.seats_of(side))


def _hands(state: DealState) -> list[str]:
    rows = [[SEAT_NAMES[seat], *_by_suit(state.dealt.hands[seat])] for seat in state.book.seats]
    lines = ["Hands", *_indented(rows)]
    if state.dealt.kitty:
        lines.append(f"  Kitty: {_signs(state.dealt.kitty)}")
    return lines


def _by_suit(hand: Iterable[Card]) -> Iterator[str]:
    """`♠ A 10 10 Q` for each suit, `♠ ·` for one that is not held."""
    held = sorted(hand, key=sort_key)
    for suit in SUITS:
        ranks = [RANK_SIGNS[card.rank] for card in held if card.suit == suit]
        yield f"{SUIT_SIGNS[suit]} {' '.join(ranks) or NOTHING}"


def _new_cards(state: DealState) -> list[str]:
    rows = [
        [SEAT_NAMES[action.seat], "deal again" if action.claimed else "plays on"]
        for action in state.actions
        if isinstance(action, Redeal)
    ]
    return ["New cards", *_indented(rows)]


def _auction(state: DealState) -> list[str]:
    """A column for each seat from the dealer's left; who is out of it has no more calls."""
    book = state.book
    seats = book.seats_from(book.next_seat(state.dealer))
    rounds: list[dict[Seat, str]] = []
    for call in state.auction.calls:
        if not rounds or seats.index(call.seat) <= max(map(seats.index, rounds[-1])):
            rounds.append({})
        rounds[-1][call.seat] = "pass" if call.bid is None else str(call.bid)
    rows = [["Auction", *(SEAT_NAMES[seat] for seat in seats)]]
    rows += [["", *(said.get(seat, NOTHING) for seat in seats)] for said in rounds]
    lines = _table(rows)
    if state.bidder is not None:
        stuck = "is stuck with" if state.auction.stuck else "has"
        lines.append(f"  {SEAT_NAMES[state.bidder]} {stuck} the bid: {state.auction.high}")
    return lines


def _trump(state: DealState) -> list[str]:
    return [f"Trump: {suit_with_sign(state.trump) if state.trump else 'none, for want of a marriage'}"]


def _passes(state: DealState) -> list[str]:
    return ["Pass", *_indented([[SEAT_NAMES[passed.seat], _signs(passed.cards)] for passed in state.passes])]


def _meld(state: DealState) -> list[str]:
    """Each player's total and cards, then the totals of partnerships."""
    book = state.book
    rows = [[SEAT_NAMES[seat], f"{laid.total:>4}", _signs(laid.cards)] for seat, laid in state.laid.items()]
    lines = ["Meld", *_indented(rows)]
    if book.is_partnership:
        totals = dict.fromkeys(book.sides, 0)
        for seat, laid in state.laid.items():
            totals[book.side_of(seat)] += laid.total
        together = [f"{_side_name(book, side)} {total}" for side, total in totals.items()]
        lines.append(f"  Together: {', '.join(together)}")
    return lines


def _bury(state: DealState) -> list[str]:
    assert state.bidder is not None, state.phase
    return ["Bury", *_indented([[SEAT_NAMES[state.bidder], _signs(state.buried)]])]


def _declaration(state: DealState) -> list[str]:
    said = [action for action in state.actions if isinstance(action, Declare)]
    return ["Declaration", *_indented([[SEAT_NAMES[action.seat], _SAID[action.what]] for action in said])]


def _tricks(state: DealState) -> list[str]:
    """A row for each trick and a column for each seat; `>` marks the card that was led."""
    seats = state.book.seats
    rows = [["Tricks", *(SEAT_NAMES[seat] for seat in seats), "Won by"]]
    rows += [_trick_row(state.book, number, trick) for number, trick in enumerate(state.tricks, start=1)]
    if state.trick is not None and state.trick.cards:
        rows.append(_trick_row(state.book, len(state.tricks) + 1, state.trick))
    return _table(rows)


def _trick_row(book: RuleBook, number: int, trick: Trick) -> list[str]:
    order = book.seats_from(trick.leader)
    cards = dict(zip(order, map(sign, trick.cards), strict=False))
    cells = [f"{LEAD if seat == trick.leader else ' '} {cards.get(seat, NOTHING)}" for seat in book.seats]
    won = f"{SEAT_NAMES[trick.winner]} {trick.points}" if trick.winner else ""
    return [f"  {number:>2}", *cells, won]


def _lay_down(state: DealState) -> list[str]:
    assert state.claimed is not None, state.phase
    finding = state.claimed.finding
    if finding.card is None or finding.beaten_by is None or finding.holder is None:
        found = "no opponent can beat a card"
    else:
        found = f"the {sign(finding.card)} is beaten by {SEAT_NAMES[finding.holder]}’s {sign(finding.beaten_by)}"
    points = [f"{_side_name(state.book, side)} {points}" for side, points in state.claimed.points.items()]
    return [
        "Lay-down",
        f"  {SEAT_NAMES[finding.player]} claims the rest: {found}",
        f"  In the rest: {', '.join(points)}",
    ]


def _count(state: DealState) -> list[str]:
    """Meld, take and tricks by side, what the deal scores, the totals after it, and how it ended."""
    book, record = state.book, record_of(state)
    score = score_deal(book, record)
    rows = [["Count", "Meld", "Take", "Tricks", "Score", "Total", ""]]
    for side in book.sides:
        part = score.sides[side]
        figures = [record.meld.get(side, 0), record.take.get(side), record.tricks.get(side), part.score]
        figures.append(state.standing[side] + part.score)
        shown = [NOTHING if figure is None else figure_text(figure) for figure in figures]
        rows.append([f"  {_side_name(book, side)}", *shown, outcome_word(score, side)])
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        "  ".join([row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in _middle(row, widths)), row[-1]])
        for row in rows
    ]


def _middle(row: Sequence[str], widths: Sequence[int]) -> Iterator[tuple[str, int]]:
    return zip(row[1:-1], widths[1:-1], strict=True)


def _signs(cards: Iterable[Card]) -> str:
    return " ".join(map(sign, cards)) or NOTHING


def _indented(rows: Sequence[Sequence[str]]) -> list[str]:
    return _table([[f"  {first}", *rest] for first, *rest in rows])


def _table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows with their columns in line; the first as wide as a heading."""
    if not rows:
        return []
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    widths[0] = max(WIDTH, widths[0])
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]


_WRITERS: Final[Mapping[type[Action], Callable[[DealState], list[str]]]] = {
    Redeal: _new_cards,
    Bid: _auction,
    NameTrump: _trump,
    PassCards: _passes,
    LayMeld: _meld,
    Bury: _bury,
    Declare: _declaration,
    PlayCard: _tricks,
    LayDown: _lay_down,
}


# -- reading -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Line:
    number: int
    text: str

    @property
    def is_heading(self) -> bool:
        return not self.text.startswith(" ")

    @property
    def heading(self) -> str:
        """`Tricks` of `Tricks      North  East …`, `Trump` of `Trump: ♥ hearts`."""
        return self.text.partition("  ")[0].partition(":")[0]

    @property
    def after_colon(self) -> str:
        return self.text.partition(":")[2].strip()

    @property
    def words(self) -> list[str]:
        return self.text.split()


def parse_deal(text: str, book: RuleBook | None = None) -> DealState:
    """The deal of a transcript, played again; without `book` under the built-in one that it names.

    Raises `TranscriptError` for a line that is not a transcript's, that is not legal, or that
    says something else than the play gives.
    """
    lines = [_Line(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    headings = [place for place, line in enumerate(lines) if line.is_heading]
    start = next((place for place in headings if lines[place].heading == "Hands"), None)
    if start is None:
        raise TranscriptError("Line 1: A transcript has a part that is headed “Hands”.")
    end = next((place for place in headings if place > start), len(lines))
    state = _played(_begun(lines[: start + 1], lines[start + 1 : end], book), lines[end:])
    _compare(lines, format_deal(state))
    return state


@contextmanager
def _reading(line: _Line) -> Iterator[None]:
    """Names the line in whatever goes wrong while it is read."""
    try:
        yield
    except KeyError as error:
        raise TranscriptError(f"Line {line.number}: {error.args[0]}") from None
    except ValueError as error:
        raise TranscriptError(f"Line {line.number}: {error}") from None


def _begun(head: Sequence[_Line], hands: Sequence[_Line], book: RuleBook | None) -> DealState:
    """The deal before anything was done; `head` ends with the line that heads the hands."""
    said = {line.heading: line for line in head}
    for name in ("Book", "Dealer", "Before"):
        if name not in said:
            raise TranscriptError(f"Line 1: Before the hands there is a line “{name}: …”.")
    if book is None:
        with _reading(said["Book"]):
            book = built_in_book(said["Book"].after_colon.rpartition("(")[2].rstrip(")"))
    with _reading(said["Dealer"]):
        dealer, _ = _seat_first(said["Dealer"].after_colon)
    with _reading(said["Before"]):
        standing = _standing(book, said["Before"].after_colon)
    dealt = _dealt(hands)
    with _reading(head[-1]):
        return begin(book, dealer, dealt, standing)


def _standing(book: RuleBook, text: str) -> dict[Side, int]:
    totals = [parse_figure(part.split()[-1]) for part in text.split(",") if part.strip()]
    if len(totals) != len(book.sides):
        raise ValueError(f"Name the totals of {listed([_side_name(book, side) for side in book.sides])}.")
    return dict(zip(book.sides, totals, strict=True))


def _dealt(lines: Iterable[_Line]) -> Dealt:
    hands: dict[Seat, Cards] = {}
    kitty: Cards = ()
    for line in lines:
        with _reading(line):
            if line.words[0] == "Kitty:":
                kitty = _cards(line.after_colon)
            else:
                seat, rest = _seat_first(line.text)
                hands[seat] = tuple(_hand(rest))
    return Dealt(hands, kitty)


def _hand(text: str) -> Iterator[Card]:
    """The cards of `♠ A 10 ♥ · …`."""
    suit = ""
    for word in text.split():
        if word in SUIT_SIGNS.values():
            suit = word
        elif word != NOTHING:
            yield parse_sign(word + suit)


def _seat_first(text: str) -> tuple[Seat, str]:
    """The seat that a text begins with, and the rest of it."""
    text = text.strip()
    for name, seat in _SEATS.items():
        if text == name or text.startswith(f"{name} "):
            return seat, text.removeprefix(name).strip()
    raise ValueError(f"“{text}” does not begin with a seat.")


def _cards(text: str) -> Cards:
    return tuple(parse_sign(word) for word in text.split() if word != NOTHING)


def _played(state: DealState, lines: Iterable[_Line]) -> DealState:
    """The state after the actions of the lines, each read under the heading it stands under."""
    reader: _Reader = _nothing
    for line in lines:
        with _reading(line):
            if line.is_heading:
                reader = _reader(line)
            if line.is_heading and reader is not _read_trump:  # trump stands in its heading
                continue
            for action in reader(state, line):
                state = apply(state, action)
    return state


_Reader = Callable[[DealState, _Line], Iterable[Action]]


def _reader(line: _Line) -> _Reader:
    if line.heading not in _READERS:
        raise ValueError(f"No part of a transcript is headed “{line.heading}”.")
    return _READERS[line.heading]


def _nothing(state: DealState, line: _Line) -> Iterable[Action]:
    """Reads lines that follow from others."""
    return ()


def _read_new_cards(state: DealState, line: _Line) -> Iterator[Action]:
    seat, said = _seat_first(line.text)
    yield Redeal(seat, said == "deal again")


def _read_calls(state: DealState, line: _Line) -> Iterator[Action]:
    if "bid:" in line.words:
        return
    order = state.book.seats_from(state.book.next_seat(state.dealer))
    for seat, said in zip(order, line.words, strict=False):
        if said != NOTHING:
            yield Bid(seat, None if said == "pass" else parse_figure(said))


def _read_trump(state: DealState, line: _Line) -> Iterator[Action]:
    suits = [suit for suit, shape in SUIT_SIGNS.items() if shape in line.text]
    if state.to_act is not None:
        yield NameTrump(state.to_act, suits[0] if suits else None)


def _read_pass(state: DealState, line: _Line) -> Iterator[Action]:
    seat, cards = _seat_first(line.text)
    yield PassCards(seat, _cards(cards))


def _read_meld(state: DealState, line: _Line) -> Iterator[Action]:
    if line.words[0] == "Together:":
        return
    seat, rest = _seat_first(line.text)
    yield LayMeld(seat, _cards(rest.partition(" ")[2]))


def _read_bury(state: DealState, line: _Line) -> Iterator[Action]:
    seat, cards = _seat_first(line.text)
    yield Bury(seat, _cards(cards))


def _read_declaration(state: DealState, line: _Line) -> Iterator[Action]:
    seat, said = _seat_first(line.text)
    for what, words in _SAID.items():
        if said == words:
            yield Declare(seat, what)


def _read_trick(state: DealState, line: _Line) -> Iterator[Action]:
    if state.trick is None:
        raise ValueError("The first trick comes later.")
    seats = state.book.seats
    cells = dict(zip(seats, [word for word in line.words[1:] if word != LEAD], strict=False))
    for seat in state.book.seats_from(state.trick.leader):
        if cells.get(seat, NOTHING) != NOTHING:
            yield PlayCard(seat, parse_sign(cells[seat]))


def _read_lay_down(state: DealState, line: _Line) -> Iterator[Action]:
    if "claims" in line.words:
        yield LayDown(_seat_first(line.text)[0])


_READERS: Final[Mapping[str, _Reader]] = {
    "New cards": _read_new_cards,
    "Auction": _read_calls,
    "Trump": _read_trump,
    "Pass": _read_pass,
    "Meld": _read_meld,
    "Bury": _read_bury,
    "Declaration": _read_declaration,
    "Tricks": _read_trick,
    "Lay-down": _read_lay_down,
    "Count": _nothing,
    DEALT_AGAIN: _nothing,
}


def _compare(lines: Sequence[_Line], text: str) -> None:
    """Raises `TranscriptError` at the first line that says something else than the play gives."""
    wanted = [line.split() for line in text.splitlines() if line.strip()]
    for line, words in zip_longest(lines, wanted):
        if line is None:
            raise TranscriptError(f"Line {lines[-1].number}: After it “{' '.join(words)}” is missing.")
        if words is None:
            raise TranscriptError(f"Line {line.number}: The deal has nothing more to say here.")
        if line.words != words:
            raise TranscriptError(f"Line {line.number}: The play gives “{' '.join(words)}” here.")
