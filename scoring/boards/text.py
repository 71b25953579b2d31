"""Boards and results as text after PBN 2.1 (Portable Bridge Notation; `docs/board-files.md`), written and read back.
Programs that know PBN find its tags and its tables with typed columns. Its `Deal` cannot carry a card that exists four
times, so hands stand in tags of ours, as in `AS AS TH`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Final

from scoring.rules.cards import SUITS, Card, CardError, Seat, Side, Suit
from scoring.rules.notation import format_cards, parse_cards

from .comparison import Method

HEAD: Final = "% PBN 2.1"
ABOUT: Final = "% Pinochle: hands stand in HandN, HandE, … and Kitty, card by card; letters are UTF-8."
SCORING: Final = {Method.MATCHPOINTS: "MatchPoints", Method.DATUM: "Datum", Method.CROSS: "CrossPoints"}
MISSING: Final = "-"
MOST_LINES: Final = 20_000
MOST_OF_A_TEXT: Final = 200
_TAG: Final = re.compile(r'\[(\w+) "((?:\\.|[^"\\])*)"\]')
_TOKEN: Final = re.compile(r'"((?:\\.|[^"\\])*)"|(\S+)')
_ESCAPE: Final = re.compile(r'["\\]')


class TextError(ValueError):
    """This text is no boards of ours; the message says why, and where."""


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
        yield _table("TotalScoreTable", f"Rank\\3R;{_total(evening.method)}\\8R;NrBoards\\3R;Direction\\2L;Names")
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


def _total(method: Method) -> str:
    return "TotalPercentage" if method is Method.MATCHPOINTS else "TotalPoints"


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


# -- read ------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Tag:
    """A tag as it was read, with the rows of its table."""

    line: int
    name: str
    value: str
    rows: list[list[str]] = field(default_factory=list)


def read_evening(text: str) -> EveningText:
    """What `evening_text` wrote. Raises `TextError` for anything else."""
    tags = _tags(text)
    start = next((at for at, tag in enumerate(tags) if tag.name == "Board"), len(tags))
    head = {tag.name: tag for tag in tags[:start]}
    method = next((method for method, name in SCORING.items() if name == _value(head, "Scoring")), None)
    if method is None:
        raise TextError("The scoring is none that is known here.")
    sides = tuple(_value(head, "Sides").split())
    return EveningText(
        event=_value(head, "Event"),
        site=_value(head, "Site"),
        played_on=_day(head.get("Date")),
        book=_value(head, "Rules"),
        method=method,
        sides=sides,
        boards=tuple(_read_board(part, method, sides) for part in _tags_by_board(tags[start:])),
        places=tuple(_read_places(head.get("TotalScoreTable"), method)),
        seed=_value(head, "Seed", ""),
        digest=_value(head, "Digest", ""),
    )


def _tags(text: str) -> list[_Tag]:
    lines, tags = text.removeprefix("\ufeff").splitlines(), list[_Tag]()
    if not lines or lines[0] != HEAD:
        raise TextError(f"The first line isn’t “{HEAD}”.")
    if len(lines) > MOST_LINES:
        raise TextError(f"More than {MOST_LINES:,} lines.")
    for number, line in enumerate(lines, start=1):
        if not line.strip() or line.startswith("%"):
            continue
        if line.startswith("["):
            found = _TAG.fullmatch(line)
            if found is None:
                raise TextError(f"Line {number} isn’t a tag.")
            value = found[2] if found[1].endswith("Table") else _unquoted(found[2])
            tags.append(_Tag(number, found[1], value))
        elif tags:
            tags[-1].rows.append([plain or _unquoted(quoted) for quoted, plain in _TOKEN.findall(line)])
        else:
            raise TextError(f"Line {number} belongs to no table.")
    return tags


def _unquoted(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text)


def _tags_by_board(tags: Iterable[_Tag]) -> Iterator[list[_Tag]]:
    part: list[_Tag] = []
    for tag in tags:
        if tag.name == "Board" and part:
            yield part
            part = []
        part.append(tag)
    if part:
        yield part


def _read_board(part: Sequence[_Tag], method: Method, sides: Sequence[Side]) -> BoardText:
    named = {tag.name: tag for tag in part}
    cards = {tag.name: _cards(tag) for tag in part if tag.name.startswith("Hand") or tag.name == "Kitty"}
    return BoardText(
        number=_whole(_value(named, "Board"), part[0].line),
        dealer=_value(named, "Dealer"),
        hands={name.removeprefix("Hand"): hand for name, hand in cards.items() if name != "Kitty"},
        kitty=cards.get("Kitty", ()),
        tables=tuple(_read_tables(named.get("ScoreTable"), method, sides)),
    )


def _read_tables(tag: _Tag | None, method: Method, sides: Sequence[Side]) -> Iterator[TableText]:
    for row in _rows(tag):
        assert tag is not None, "rows are those of a table"

        def by_side(name: str, row: Mapping[str, str] = row) -> dict[Side, str]:
            found = {side: _column(row, f"{name}_{side}", tag.line) for side in sides}
            return {side: value for side, value in found.items() if value != MISSING}

        def figures(name: str) -> dict[Side, int]:
            return {side: _whole(value, tag.line) for side, value in by_side(name).items()}

        trump = _column(row, "Trump", tag.line)
        if trump not in (*SUITS, MISSING):
            raise TextError(f"A trump of board at line {tag.line} isn’t a suit.")
        yield TableText(
            round_number=_whole(_column(row, "Round", tag.line), tag.line),
            table=_whole(_column(row, "Table", tag.line), tag.line),
            names=by_side("Names"),
            bidder=_there(_column(row, "Declarer", tag.line)),
            bid=_whole(_there(_column(row, "Bid", tag.line)) or "0", tag.line),
            trump=_there(trump),
            result=_column(row, "Result", tag.line),
            meld=figures("Meld"),
            take=figures("Take"),
            scores=figures("Score"),
            shares={side: _decimal(value, tag.line) for side, value in by_side(_share(method)).items()},
            note=_column(row, "Note", tag.line),
        )


def _read_places(tag: _Tag | None, method: Method) -> Iterator[PlaceText]:
    for row in _rows(tag):
        assert tag is not None, "rows are those of a table"
        yield PlaceText(
            rank=_whole(_column(row, "Rank", tag.line), tag.line),
            name=_column(row, "Names", tag.line),
            boards=_whole(_column(row, "NrBoards", tag.line), tag.line),
            total=_decimal(_column(row, _total(method), tag.line), tag.line),
            direction=_there(_column(row, "Direction", tag.line)),
        )


def _rows(tag: _Tag | None) -> Iterator[dict[str, str]]:
    """The rows of a table by the names of its columns."""
    if tag is None:
        return
    names = [column.partition("\\")[0].lstrip("+-") for column in tag.value.split(";")]
    for row in tag.rows:
        if len(row) != len(names):
            raise TextError(f"A row of the table at line {tag.line} has {len(row)} columns, not {len(names)}.")
        yield dict(zip(names, row, strict=True))


def _column(row: Mapping[str, str], name: str, line: int) -> str:
    if name not in row:
        raise TextError(f"The table at line {line} has no column {name}.")
    return row[name]


def _value(tags: Mapping[str, _Tag], name: str, default: str | None = None) -> str:
    if name in tags:
        return tags[name].value
    if default is None:
        raise TextError(f"There is no tag {name}.")
    return default


def _there(value: str) -> str:
    return "" if value == MISSING else value


def _whole(value: str, line: int) -> int:
    if re.fullmatch(r"-?\d{1,9}", value) is None:
        raise TextError(f"“{value[:20]}” at line {line} isn’t a whole number.")
    return int(value)


def _decimal(value: str, line: int) -> Decimal:
    if re.fullmatch(r"-?\d{1,9}(\.\d{1,9})?", value) is None:
        raise TextError(f"“{value[:20]}” at line {line} isn’t a number.")
    return Decimal(value)


def _cards(tag: _Tag) -> tuple[Card, ...]:
    try:
        return parse_cards(tag.value)
    except CardError as error:
        raise TextError(f"Line {tag.line}: {error}") from error


def _day(tag: _Tag | None) -> date:
    try:
        return date.fromisoformat(tag.value.replace(".", "-") if tag else "")
    except ValueError as error:
        raise TextError("The date is none.") from error
