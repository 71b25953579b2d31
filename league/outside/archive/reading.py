"""Archives from anybody, read and believed in nothing.

Its size is known before any of it is unpacked, never to the disk; only known files and fields are read, and every row
is one that its model would take, with all it refers to in the archive. `Archive.check` does all that and writes
nothing; after it, `rows` can be trusted.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
import zlib
from base64 import b64decode
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache, partial
from itertools import chain
from typing import IO, Any, Final, NoReturn
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.dateparse import parse_date, parse_datetime, parse_time
from pydantic import ValidationError as NotThatShape

from league.season.seasons.rules import SeasonRules
from scoring.boards.boards import dealer_of
from scoring.rules.book import BookError, RuleBook, book_from_json
from scoring.rules.notation import parse_cards
from scoring.score_card.entries import EntryData
from scoring.score_card.sheet import Setup, build_sheet

from .format import (
    ENDING,
    LISTS_FOLDER,
    LONGEST_MANIFEST,
    LONGEST_ROW,
    MANIFEST,
    MB,
    NAME,
    README,
    TABLES_FOLDER,
    VERSION,
    Faulty,
    Limits,
    Manifest,
    TooNew,
)
from .references import RENAMINGS
from .shapes import NEWEST, OLDEST, check_shapes
from .steps import STEPS
from .tables import TABLES, Model, Table
from .versions import is_ahead, program, too_new

Row = dict[str, Any]
Ids = Mapping[Model, Mapping[Any, Any]]
NO_ARCHIVE: Final = "This isn’t a club’s archive."
DAMAGED: Final = "The archive is damaged. Get a fresh copy of the file."
TOO_MUCH: Final = "The archive is too large to be read here."
MOST_FILES: Final = 100
BROKEN: Final = (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError)
PLAIN: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
OUR_FOLDERS: Final = (TABLES_FOLDER, LISTS_FOLDER)
FILE_MARK: Final = b"PK\1\2"  # before each file in the list at the end of a zip
BITS: Final = 63
MOST_KEPT: Final = 16 * MB  # of an archive that is kept in memory from one reading to the next
MOST_PASSED: Final = 5_000  # values of a table that are remembered while it is read


class Archive:
    """An opened archive. `check` reads all of it; `rows` are then those of each table, in order. One in a newer format
    is opened only by who `keeps_newer` ones unread."""

    def __init__(self, file: IO[bytes], limits: Limits, *, keeps_newer: bool = False) -> None:
        self._limits, self._keeps_newer = limits, keeps_newer
        self._kept: dict[str, list[Row]] = {}
        if file.seek(0, io.SEEK_END) > limits.zipped:
            raise Faulty(TOO_MUCH)
        file.seek(0)
        # A list of a million empty files would be read as a whole by who opens the zip.
        if sum(part.count(FILE_MARK) for part in iter(lambda: file.read(MB), b"")) > 10 * MOST_FILES:
            raise Faulty(NO_ARCHIVE)
        try:
            self._zip = zipfile.ZipFile(file)
            self._check_files(self._zip.infolist())
            self.manifest = self._read_manifest()
        except (*BROKEN, ValueError, RecursionError) as error:
            raise Faulty(NO_ARCHIVE) from error
        self._is_small = sum(one.file_size for one in self._zip.infolist()) <= MOST_KEPT

    def _check_files(self, files: list[zipfile.ZipInfo]) -> None:
        names = [one.filename for one in files]
        if MANIFEST not in names:
            raise Faulty(NO_ARCHIVE)
        strange = [name for name in names if name not in (MANIFEST, README) and not name.startswith(OUR_FOLDERS)]
        if strange or len(names) > MOST_FILES or len(set(names)) < len(names):
            raise Faulty(f"There is something in the archive that doesn’t belong there: {_short(strange or names)}.")
        if any(one.flag_bits & 0x1 or one.compress_type not in PLAIN for one in files):
            raise Faulty(NO_ARCHIVE)
        if sum(one.file_size for one in files) > self._limits.unzipped:
            raise Faulty(TOO_MUCH)

    def _read_manifest(self) -> Manifest:
        with self._zip.open(MANIFEST) as file:
            text = file.read(LONGEST_MANIFEST + 1)
        if len(text) > LONGEST_MANIFEST:
            raise Faulty(NO_ARCHIVE)
        data = json.loads(text)
        if not isinstance(data, dict) or data.get("format") != NAME:
            raise Faulty(NO_ARCHIVE)
        try:
            manifest = Manifest.model_validate(data)
        except NotThatShape as error:
            raise _why_not_that_shape(data) from error
        if manifest.version > VERSION and not self._keeps_newer:
            raise TooNew(too_new(manifest.program))
        if sum(table.rows for table in manifest.tables.values()) > self._limits.rows:
            raise Faulty(TOO_MUCH)
        return manifest

    # -- rows

    def rows(self, table: Table) -> Iterator[Row]:
        """The rows of a table in this version of the format; none where the archive knows no such table."""
        old_name = table.name
        for step in reversed(STEPS[self.manifest.version - 1 :]):
            old_name = step.was_called.get(old_name, old_name)
        if old_name not in self.manifest.tables:
            return
        if table.name in self._kept:
            yield from self._kept[table.name]
            return
        rows = list[Row]()
        for row in self._lines(old_name):
            for step in STEPS[self.manifest.version - 1 :]:
                row = step.row(table.name, row)
            if self._is_small:
                rows.append(row)
            yield row
        if self._is_small:
            self._kept[table.name] = rows  # it is read a second time

    def _lines(self, name: str) -> Iterator[Row]:
        entry, digest, count = self.manifest.tables[name], hashlib.sha256(), 0
        try:
            with self._zip.open(f"{TABLES_FOLDER}{name}{ENDING}") as file:
                while line := file.readline(LONGEST_ROW + 1):
                    count += 1
                    if len(line) > LONGEST_ROW or count > entry.rows:
                        raise Faulty(DAMAGED)
                    digest.update(line)
                    yield _row(line)
        except KeyError as error:
            raise Faulty(DAMAGED) from error
        except BROKEN as error:
            raise Faulty(DAMAGED) from error
        if count != entry.rows or digest.hexdigest() != entry.sha256:
            raise Faulty(DAMAGED)

    # -- all of it

    def check(self) -> Mapping[str, int]:
        """Read everything and write nothing; the number of rows by table. Raises `Faulty`, which is `TooNew` where a
        newer version made what is wrong."""
        try:
            if self.manifest.version > VERSION:
                raise TooNew(too_new(self.manifest.program))
            return self._check()
        except Faulty as fault:
            if is_ahead(self.manifest.program, program()):
                raise TooNew(too_new(self.manifest.program)) from fault
            raise

    def _check(self) -> Mapping[str, int]:
        known: dict[Model, dict[Any, Any]] = {table.model: {} for table in TABLES}
        names = {table.name for table in TABLES}
        for step in STEPS[self.manifest.version - 1 :]:
            names |= set(step.was_called.values()) | set(step.gone)
        strange = set(self.manifest.tables) - names
        if strange:
            raise Faulty(f"The archive has a table that isn’t known here: {_short(strange)}.")
        counts = {}
        for table in TABLES:
            ids = known[table.model]
            if table.refers_to_itself:
                ids.update((row["id"], row["id"]) for row in self.rows(table) if _is_key(row.get("id")))
            seen, uids, passed, number = set[Any](), set[UUID](), set[tuple[str, Any]](), 0
            for number, row in enumerate(self.rows(table), start=1):
                where = f"Row {number} of “{table.name}”"
                values = checked(table, row, known, where, passed)
                if row["id"] in seen:
                    raise Faulty(f"{where} has the id of another row.")
                seen.add(row["id"])
                if values.get("uid") in uids:
                    raise Faulty(f"{where} has the uid of another row.")
                uids |= {values["uid"]} if "uid" in values else set()
                ids[row["id"]] = row["id"]
            counts[table.name] = number
        if counts["club"] != 1:
            raise Faulty(NO_ARCHIVE)
        try:
            self._check_cards()
            self._check_boards()
        except (KeyError, TypeError, ValueError) as error:
            raise Faulty("A card or a board in it can’t be read.") from error
        return counts

    def cards(self) -> Iterator[tuple[Row, RuleBook, Setup, list[EntryData]]]:
        """Each card with what it is added up from."""
        books, cards, entries_of = _tables("books", "cards", "entries")
        read = {row["id"]: book_from_json(row["data"]) for row in self.rows(books)}
        entries: dict[Any, list[EntryData]] = {}
        for row in self.rows(entries_of):
            entry = EntryData(
                number=row["number"],
                kind=row["kind"],
                hand=row.get("hand"),
                payload=row.get("payload", {}),
                client_id=row["client_id"],
                by_director=row.get("by_director", False),
                at=_moment(row["created_at"]),
            )
            entries.setdefault(row["card"], []).append(entry)
        for row in self.rows(cards):
            boards = tuple(row.get("boards") or ())
            setup = Setup(row["first_dealer"], row.get("hands_agreed"), row.get("length", "book"), boards)
            written = sorted(entries.pop(row["id"], ()), key=lambda one: one.number)
            yield row, read[row["book_version"]], setup, written

    def _check_cards(self) -> None:
        """Add every card up once. Each value of it may be right by itself, and the card still make no sense."""
        for number, (row, book, setup, written) in enumerate(self.cards(), start=1):
            try:
                _check_seats(book, row)
                add_up(book, setup, written)
            except Exception as error:  # whatever a forged card leads to
                raise Faulty(f"Row {number} of “cards” can’t be taken: its entries make no card.") from error

    def _check_boards(self) -> None:
        """Each board is the whole deck of its book, or not known; bots' results have each side's points."""
        books, dealt, boards = _tables("books", "dealt_boards", "event_boards")
        read = {row["id"]: book_from_json(row["data"]) for row in self.rows(books)}
        book_of = {row["id"]: read[row["book_version"]] for row in self.rows(dealt)}
        for number, row in enumerate(self.rows(boards), start=1):
            book = book_of[row["dealt"]]
            if not _is_deal(book.at(dealer_of(book, row["number"])), row):
                raise Faulty(f"Row {number} of “event_boards” can’t be taken: it is no deal of its book.")


def _why_not_that_shape(data: dict[str, Any]) -> Faulty:
    """A manifest that says more than this version knows is of a newer one."""
    said = data.get("program")
    theirs = {name: one for name, one in said.items() if isinstance(one, str)} if isinstance(said, dict) else {}
    is_newer = isinstance(data.get("version"), int) and data["version"] > VERSION
    return TooNew(too_new(theirs)) if is_newer or is_ahead(theirs, program()) else Faulty(NO_ARCHIVE)


def checked(table: Table, row: Row, known: Ids, where: str, passed: set[tuple[str, Any]]) -> Row:
    """The values of a row that its model would take, with all it refers to `known`. Raises `Faulty`."""
    try:
        values = _values(table, row, known)
        _check_fields(table, values, passed)
        _check_content(table, values)
    except Faulty as fault:
        raise Faulty(f"{where} can’t be taken: {fault}") from fault
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise Faulty(f"{where} can’t be read.") from error
    return values


def add_up(book: RuleBook, setup: Setup, written: Sequence[EntryData]) -> None:
    """Add a card up. Raises whatever a forged one leads to."""
    for entry in written:
        _check_seats(book, entry.payload)
    build_sheet(book, setup, written)


def _is_deal(book: RuleBook, row: Row) -> bool:
    """Whether the row holds each hand of one deck or none, and every side's points at each table of bots."""
    hands = {seat: parse_cards(cards) for seat, cards in row.get("hands", {}).items()}
    kitty = parse_cards(row.get("kitty", ""))
    if any({*scores} != {*book.sides} for scores in row.get("field", ())):
        return False
    if not hands and not kitty:
        return True
    sizes = [len(hands.get(seat, ())) for seat in book.seats]
    return sizes == [book.deal.hand_size] * len(book.seats) and sorted(chain(kitty, *hands.values())) == sorted(
        book.cards
    )


def _tables(*names: str) -> list[Table]:
    return [next(table for table in TABLES if table.name == name) for name in names]


def instance_of(table: Table, row: Row, ids: Ids) -> models.Model:
    """A checked row as its model, not saved, with references by the `ids` of this side."""
    columns = _columns(table)
    values = {}
    for name, value in row.items():
        if (column := columns[name]) is not None:
            values[column.attname] = value if column.take is None else column.take(value, ids)
    return table.model(**values)


def _values(table: Table, row: Row, known: Ids) -> Row:
    """A row's values by the attributes of its model, each of its kind and each reference `known`."""
    columns = _columns(table)
    if not row.keys() <= columns.keys():
        raise Faulty(f"{_short(set(row) - set(columns))} isn’t known here.")
    if not _is_key(row.get("id")):
        raise Faulty("its id is missing.")
    return {column.attname: column.read(row[name], known) for name, column in columns.items() if column and name in row}


@dataclass(frozen=True, slots=True)
class _Column:
    """A field of a table: how a value of it is `read` from anybody, and how a read one is taken (None: as it is);
    whether its model asks more of one than its kind."""

    field: models.Field[Any, Any]
    attname: str
    read: Callable[[Any, Ids], Any]
    take: Callable[[Any, Ids], Any] | None
    asks_more: bool


@cache
def _columns(table: Table) -> Mapping[str, _Column | None]:
    """By their names in the archive; None for the row's own id."""
    columns: dict[str, _Column | None] = {"id": None}
    for field in table.fields[1:]:
        asks_more = not field.is_relation and bool(field.choices or field.validators or field.max_length)
        read = _reader(table, field)
        columns[field.name] = _Column(field, field.attname, read, _taker(table, field, read), asks_more)
    return columns


def _taker(
    table: Table, field: models.Field[Any, Any], read: Callable[[Any, Ids], Any]
) -> Callable[[Any, Ids], Any] | None:
    """Text and figures are what they are; times are read, and references get their ids of this side."""
    model, renamed = table.refers_to(field), RENAMINGS.get((table.name, field.name))
    if model is not None:
        return lambda value, ids: None if value is None else ids[model][value]
    if renamed is not None:
        return lambda value, ids: renamed(value, lambda model, old: ids[model][old] if old >= 0 else old)
    return read if KINDS[field.get_internal_type()] in READ_ONCE_MORE else None


def _reader(table: Table, field: models.Field[Any, Any]) -> Callable[[Any, Ids], Any]:
    model, renamed = table.refers_to(field), RENAMINGS.get((table.name, field.name))
    if model is not None:
        return lambda value, ids: None if value is None and field.null else _found(ids, model, value)
    if renamed is not None:
        return lambda value, ids: renamed(
            _json(value), lambda model, old: _found(ids, model, old) if _number(old) >= 0 else old
        )
    kind, may_be_null = KINDS[field.get_internal_type()], field.null
    return lambda value, ids: None if value is None and may_be_null else kind(value)


def _found(ids: Ids, model: Model, old: Any) -> Any:
    if not _is_key(old) or old not in ids[model]:
        raise Faulty("it refers to something that isn’t in the archive.")
    return ids[model][old]


# -- values ------------------------------------------------------------------------------


def _row(line: bytes) -> Row:
    try:
        row = json.loads(line, parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        raise Faulty(DAMAGED) from error
    if not isinstance(row, dict):
        raise Faulty(DAMAGED)
    return row


def _refuse(what: object) -> NoReturn:
    raise Faulty("a value is of the wrong kind.")


def _text(value: Any) -> str:
    _check_text(value)
    return value if isinstance(value, str) else _refuse(value)


def _number(value: Any, bits: int = BITS) -> int:
    """As large as PostgreSQL holds it; SQLite would take more."""
    is_number = isinstance(value, int) and not isinstance(value, bool) and -(2**bits) <= value < 2**bits
    return int(value) if is_number else _refuse(value)


def _yes_or_no(value: Any) -> bool:
    return value if isinstance(value, bool) else _refuse(value)


def _json(value: Any) -> Any:
    _check_text(value)
    return value


def _check_text(value: Any) -> None:
    """No database keeps a NUL in its text, nor half of a character, however deep inside."""
    if isinstance(value, str):
        if "\0" in value:
            _refuse(value)
        if not value.isascii():
            value.encode()
    elif isinstance(value, dict):
        for key, one in value.items():
            _check_text(key)
            _check_text(one)
    elif isinstance(value, list):
        for one in value:
            _check_text(one)
    elif isinstance(value, int | float) and not -(2**BITS) <= value < 2**BITS:
        _refuse(value)


def _moment(value: Any) -> Any:
    found = parse_datetime(_text(value))
    return found if found is not None and found.tzinfo is not None and _is_of_our_days(found) else _refuse(value)


def _day(value: Any) -> Any:
    found = parse_date(_text(value))
    return found if found is not None and _is_of_our_days(found) else _refuse(value)


def _is_of_our_days(day: date) -> bool:
    """Whether it has weeks and zones on both sides of it, as every page counts on."""
    return OLDEST <= day.year <= NEWEST


def _time(value: Any) -> Any:
    found = parse_time(_text(value))
    return found if found is not None and found.tzinfo is None else _refuse(value)


def _bytes(value: Any) -> bytes:
    try:
        return b64decode(_text(value), validate=True)
    except ValueError:
        return _refuse(value)


def _uid(value: Any) -> UUID:
    try:
        return UUID(_text(value))
    except ValueError:
        return _refuse(value)


# What is kept otherwise than it is written.
READ_ONCE_MORE: Final = (_moment, _day, _time, _uid, _bytes)
KINDS: Final[Mapping[str, Callable[[Any], Any]]] = {
    **dict.fromkeys(("CharField", "TextField", "SlugField", "EmailField"), _text),
    **{f"{kind}IntegerField": partial(_number, bits=31) for kind in ("", "Positive")},
    **{f"{kind}IntegerField": partial(_number, bits=15) for kind in ("Small", "PositiveSmall")},
    **{f"{kind}IntegerField": _number for kind in ("Big", "PositiveBig")},
    "BooleanField": _yes_or_no,
    "JSONField": _json,
    "DateTimeField": _moment,
    "DateField": _day,
    "TimeField": _time,
    "UUIDField": _uid,
    "BinaryField": _bytes,
}


def _is_key(value: Any) -> bool:
    return isinstance(value, str) or (isinstance(value, int) and not isinstance(value, bool))


def _check_fields(table: Table, values: Row, passed: set[tuple[str, Any]]) -> None:
    """Each value is one that its model takes: length, choice, range. Empty ones were allowed where they were written;
    references were looked up. Values that `passed` in the same table need no second look."""
    for name, column in _columns(table).items():
        if column is None or not column.asks_more:
            continue
        field, value = column.field, values.get(column.attname)
        if value == "" and field.choices and not field.blank:
            raise Faulty(f"{name}: one of its values is missing.")
        if value in field.empty_values or (name, value) in passed:
            continue
        try:
            field.clean(value, None)
        except ValidationError as error:
            raise Faulty(f"{name}: {' '.join(error.messages)}"[:300]) from error
        if field.max_length is not None and isinstance(value, str) and len(value) > field.max_length:
            raise Faulty(f"{name}: more than {field.max_length:,} characters.")
        if len(passed) < MOST_PASSED:
            passed.add((name, value))


# What is kept as text and read as something else: rule books, a season's rules.
READ_AS: Final[Mapping[tuple[str, str], Callable[[str], object]]] = {
    ("books", "data"): book_from_json,
    ("house_rules", "draft"): book_from_json,
    ("event_boards", "kitty"): parse_cards,
    ("season_rules", "rules"): SeasonRules.from_json,
    ("seasons", "draft"): SeasonRules.from_json,
}


def _check_content(table: Table, values: Row) -> None:
    try:
        for (name, field), reads in READ_AS.items():
            if name == table.name:
                reads(values[field])
    except (BookError, NotThatShape) as error:
        raise Faulty("these rules can’t be read.") from error
    try:
        check_shapes(table.name, values)
    except NotThatShape as error:
        wrong = error.errors(include_url=False)[0]
        where = " ".join(str(one) for one in wrong["loc"]) or "a value"
        raise Faulty(f"{_short([where])} can’t be {_short([wrong['input']])}.") from error


SEATS: Final = ("first_dealer", "dealer", "next_dealer", "bidder", "partner", "seat")
SIDES: Final = ("side", "last_trick", "renege", "second_renege", "unproven_call", "game_meld")


def _check_seats(book: RuleBook, said: Any) -> None:
    """Raises `ValueError` for a seat or side that no table of this book has."""
    seats, sides = {*book.at_table}, {*book.at_table, *book.sides}

    def is_side(name: Any) -> bool:
        if name in sides or not book.deal.calls_partner:
            return name in sides
        return {*name} <= seats and [*name] == sorted({*name})  # of one hand, in the order of the table

    for name, value in said.items():
        is_wrong = value and ((name in SEATS and value not in seats) or (name in SIDES and not is_side(value)))
        if is_wrong or (name.isupper() and not is_side(name)):
            raise ValueError(name)
        if isinstance(value, dict):
            _check_seats(book, value)


def _short(names: Any) -> str:
    shown = (
        "".join(letter if letter.isprintable() else "?" for letter in str(name)[:40]) for name in sorted(names)[:3]
    )
    return ", ".join(shown)
