"""Transcripts read back: what was done is read from the text and played again.

What follows from it (totals, winners, the count) is written for the reader and must be as the play gives it. So a text
is either the transcript of a legal deal or refused with its first wrong line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final

from scoring.play.actions import (
    Action,
    Answer,
    Bid,
    Bury,
    CallPartner,
    Declare,
    LayDown,
    LayMeld,
    NameTrump,
    PassCards,
    PlayCard,
    Redeal,
)
from scoring.play.state import Cards, DealState, apply, begin
from scoring.rules.book import RuleBook, built_in_book
from scoring.rules.cards import Card, Seat, Side
from scoring.rules.dealing import Dealt
from scoring.rules.notation import COMPASS, LETTERS, SUIT_SIGNS, listed
from tests.lab.transcripts import ANSWERED, DEALT_AGAIN, LEAD, NOTHING, SAID, format_deal, side_name
from tests.scoring.rules.reading import parse_figure, parse_sign

_SEATS: Final = {name: seat for names in (COMPASS, LETTERS) for seat, name in names.items()}


class TranscriptError(ValueError):
    """A text that is no transcript; the message names the first wrong line, counted from 1."""


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
    dealt = _dealt(book, hands)
    with _reading(head[-1]):
        return begin(book, dealer, dealt, standing, off_board=_off_board(book, said))


def _off_board(book: RuleBook, said: Mapping[str, _Line]) -> list[Side] | None:
    """Who is not on the board; None in a book that does not ask for it."""
    if "Off the board" not in said:
        return None
    names = said["Off the board"].after_colon.split(", ")
    return [side for side in book.sides if side_name(book, side) in names]


def _standing(book: RuleBook, text: str) -> dict[Side, int]:
    totals = [parse_figure(part.split()[-1]) for part in text.split(",") if part.strip()]
    if len(totals) != len(book.sides):
        raise ValueError(f"Name the totals of {listed([side_name(book, side) for side in book.sides])}.")
    return dict(zip(book.sides, totals, strict=True))


def _dealt(book: RuleBook, lines: Iterable[_Line]) -> Dealt:
    hands: dict[Seat, Cards] = {}
    kitty: Cards = ()
    for line in lines:
        with _reading(line):
            if line.text.strip().startswith(f"{book.words.say('Kitty')}:"):
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
                reader = _reader(state.book, line)
            if line.is_heading and reader not in (_read_trump, _read_partner):  # these stand in their heading
                continue
            for action in reader(state, line):
                state = apply(state, action)
    return state


_Reader = Callable[[DealState, _Line], Iterable[Action]]


def _reader(book: RuleBook, line: _Line) -> _Reader:
    readers = {book.words.say(heading): reader for heading, reader in _READERS.items()}
    if line.heading not in readers:
        raise ValueError(f"No part of a transcript is headed “{line.heading}”.")
    return readers[line.heading]


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


def _read_partner(state: DealState, line: _Line) -> Iterator[Action]:
    card, _, player = line.after_colon.rpartition(", ")
    assert state.to_act is not None, "a call of nobody"
    yield CallPartner(state.to_act, parse_sign(card) if card else _SEATS.get(player))


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
    for what, words in SAID.items():
        if said == words:
            yield Declare(seat, what)


def _read_answer(state: DealState, line: _Line) -> Iterator[Action]:
    seat, said = _seat_first(line.text)
    for stands, words in ANSWERED.items():
        if said == words:
            yield Answer(seat, stands)


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
    "Partner": _read_partner,
    "Pass": _read_pass,
    "Meld": _read_meld,
    "Bury": _read_bury,
    "Declaration": _read_declaration,
    "Answers": _read_answer,
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
