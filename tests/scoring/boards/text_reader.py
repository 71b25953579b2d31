"""Reads back what `scoring.boards.text` wrote, and refuses all else. Only its proofs need it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Final

from scoring.boards.comparison import Method
from scoring.boards.text import HEAD, MISSING, SCORING, BoardText, EveningText, PlaceText, TableText
from scoring.rules.cards import SUITS, Card, CardError, Side
from scoring.rules.notation import parse_cards

MOST_LINES: Final = 20_000
_TAG: Final = re.compile(r'\[(\w+) "((?:\\.|[^"\\])*)"\]')
_TOKEN: Final = re.compile(r'"((?:\\.|[^"\\])*)"|(\S+)')


class TextError(ValueError):
    """A text that is no evening of ours."""


def _share(method: Method) -> str:
    return "Percentage" if method is Method.MATCHPOINTS else "Points"


def _total(method: Method) -> str:
    return f"Total{_share(method)}"


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
