"""Boards and results as text after PBN 2.1 (Portable Bridge Notation; `docs/board-files.md`).
Programs that know PBN find its tags and its tables with typed columns. Its `Deal` cannot carry a card that exists four
times, so hands stand in tags of ours, as in `AS AS TH`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Final

from scoring.rules.cards import Card, Seat, Side, Suit
from scoring.rules.notation import format_cards

from .comparison import Method

HEAD: Final = "% PBN 2.1"
ABOUT: Final = "% Pinochle: hands stand in HandN, HandE, … and Kitty, card by card; letters are UTF-8."
SCORING: Final = {Method.MATCHPOINTS: "MatchPoints", Method.DATUM: "Datum", Method.CROSS: "CrossPoints"}
MISSING: Final = "-"
MOST_OF_A_TEXT: Final = 200
_ESCAPE: Final = re.compile(r'["\\]')


@dataclass(frozen=True, slots=True)
class TableText:
    """A table's result on a board. By side its `names`, meld, take, score and share: percent by matchpoints, else
    points. Without play `bidder` and `scores` are empty; `shares` are where the board counts for nobody. `trump` may be
    empty too."""

    round_number: int
    table: int
    names: Mapping[Side, str]
    bidder: Seat = ""
    bid: int = 0
    trump: Suit = ""
    result: str = ""
    meld: Mapping[Side, int] = field(default_factory=dict)
    take: Mapping[Side, int] = field(default_factory=dict)
    scores: Mapping[Side, int] = field(default_factory=dict)
    shares: Mapping[Side, Decimal] = field(default_factory=dict)
    note: str = ""


@dataclass(frozen=True, slots=True)
class BoardText:
    """One board. `hands` are empty where nobody recorded them."""

    number: int
    dealer: Seat
    hands: Mapping[Seat, tuple[Card, ...]]
    kitty: tuple[Card, ...]
    tables: tuple[TableText, ...]


@dataclass(frozen=True, slots=True)
class PlaceText:
    """The place of a player or a pair: `total` is percent by matchpoints, else points; `direction` is their list, if
    there are several."""

    rank: int
    name: str
    boards: int
    total: Decimal
    direction: Side = ""


@dataclass(frozen=True, slots=True)
class EveningText:
    """The boards of an evening, under the rules of `book`. `seed` and `digest` show that the cards were not chosen;
    empty where shuffled by hand."""

    event: str
    site: str
    played_on: date
    book: str
    method: Method
    sides: tuple[Side, ...]
    boards: tuple[BoardText, ...]
    places: tuple[PlaceText, ...] = ()
    seed: str = ""
    digest: str = ""


# -- written ---------------------------------------------------------------------------------


def evening_text(evening: EveningText) -> str:
    """The whole evening: its places first, then board by board, an empty line between."""
    parts = [[HEAD, ABOUT, "% EXPORT"], [*_head(evening), *_places(evening)]]
    parts += [[*_board(board), *_tables(evening, board)] for board in evening.boards]
    return "\n\n".join("\n".join(lines) for lines in parts) + "\n"


def _head(evening: EveningText) -> Iterator[str]:
    yield _tag("Event", evening.event)
    yield _tag("Site", evening.site)
    yield _tag("Date", evening.played_on.strftime("%Y.%m.%d"))
    yield _tag("Scoring", SCORING[evening.method])
    yield _tag("Rules", evening.book)
    yield _tag("Sides", " ".join(evening.sides))
    if evening.digest:
        yield _tag("Digest", evening.digest)
        yield _tag("Seed", evening.seed)


def _places(evening: EveningText) -> Iterator[str]:
    if evening.places:
        yield _table("TotalScoreTable", f"Rank\\3R;Total{_share(evening.method)}\\8R;NrBoards\\3R;Direction\\2L;Names")
    for one in evening.places:
        direction = _cell(one.direction, 2)
        yield f"{one.rank:>3} {one.total:>8} {one.boards:>3} {direction} {_quoted(one.name)}"


def _board(board: BoardText) -> Iterator[str]:
    yield _tag("Board", str(board.number))
    yield _tag("Dealer", board.dealer)
    for seat, hand in board.hands.items():
        yield _tag(f"Hand{seat}", format_cards(hand))
    if board.kitty:
        yield _tag("Kitty", format_cards(board.kitty))


def _tables(evening: EveningText, board: BoardText) -> Iterator[str]:
    if board.tables:
        yield _table("ScoreTable", ";".join(_columns(evening)))
    for one in board.tables:
        cells = [f"{one.round_number:>2}", f"{one.table:>2}", _cell(one.bidder, 1), _cell(one.bid or "", 3)]
        cells += [_cell(one.trump, 1), _quoted(one.result)]
        for figures, width in ((one.meld, 4), (one.take, 4), (one.scores, 5), (one.shares, 7)):
            cells += [f"{figures.get(side, MISSING):>{width}}" for side in evening.sides]
        yield " ".join([*cells, *(_quoted(one.names.get(side, "")) for side in evening.sides), _quoted(one.note)])


def _columns(evening: EveningText) -> list[str]:
    """The columns of a score table, each with its width and the side on which it is even."""
    figures = (("Meld", "\\4R"), ("Take", "\\4R"), ("Score", "\\5R"), (_share(evening.method), "\\7R"), ("Names", ""))
    by_side = [f"{name}_{side}{width}" for name, width in figures for side in evening.sides]
    return ["Round\\2R", "Table\\2R", "Declarer\\1L", "Bid\\3R", "Trump\\1L", "Result", *by_side, "Note"]


def _share(method: Method) -> str:
    return "Percentage" if method is Method.MATCHPOINTS else "Points"


def _tag(name: str, value: str) -> str:
    return f"[{name} {_quoted(value)}]"


def _table(name: str, columns: str) -> str:
    """The head of a table: its backslashes set widths off, and are no escapes."""
    return f'[{name} "{columns}"]'


def _quoted(text: str) -> str:
    """A text as PBN has it: of one line, and no longer than a line has room for."""
    plain = " ".join(text.split())[:MOST_OF_A_TEXT]
    return '"' + _ESCAPE.sub(lambda found: f"\\{found[0]}", plain) + '"'


def _cell(value: object, width: int) -> str:
    return f"{str(value) or MISSING:>{width}}"
