"""The people in each seat of a card, and the penalties on each. Pure. Their scores are in `player_scores`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from scoring.rules.book import RuleBook
from scoring.rules.cards import Seat
from scoring.rules.tournament import BY_RULING, RULED, WARNING, PlayerRecord, Role, penalty_title, tardiness

from .entries import CameLate, Chairs, PenaltyGiven, Sitter
from .names import Names, fitted
from .sheet import EntryData, Line, Sheet

MOST_MINUTES_LATE: Final = 600
ROLES: Final = {"in_event": Role.SUBSTITUTE, "outside": Role.HELPER}


@dataclass(frozen=True, slots=True)
class Person:
    """A person who sits, or sat, in a seat. `key` tells a player from a replacement."""

    key: str
    name: str
    record: PlayerRecord

    @property
    def is_replacement(self) -> bool:
        return self.record.role is not Role.PLAYER


@dataclass(frozen=True, slots=True)
class Substitute:
    """An evening's possible substitute: the host's number, the key's text, and the name for the card."""

    entrant: int
    title: str
    name: str

    @property
    def payload(self) -> dict[str, Any]:
        """The substitution as an entry stores it."""
        return {"substitute": "in_event", "name": fitted(self.name), "entrant": self.entrant}


def people_of(sheet: Sheet, names: Names) -> tuple[Person, ...]:
    """The people with a score in this round: the players and their replacements."""
    people: list[Person] = []
    given, ruled = _given(sheet), _ruled(sheet)
    for seat in (seat for side in sheet.book.sides for seat in sheet.book.seats_of(side)):
        late = sheet.lateness.get(seat)
        replaced = bool(late and late.said.replaced)
        minutes = late.said.minutes if late and not replaced else 0
        record = PlayerRecord(
            seat, minutes_late=minutes, replaced=replaced, penalties=given.get(seat, {}), ruled=ruled.get(seat, ())
        )
        people.append(Person(seat, names.own_player(seat), record))
        role = replacement_role(sheet, seat)
        if late and role:
            unnamed = "Substitute" if role is Role.SUBSTITUTE else "Helper"
            name = late.said.name or f"{unnamed} for {names.own_player(seat)}"
            key = replacement_key(seat)
            record = PlayerRecord(seat, role=role, penalties=given.get(key, {}), ruled=ruled.get(key, ()))
            people.append(Person(key, name, record))
    return tuple(people)


# -- replacements ---------------------------------------------------------------------


def is_replaced_by(sheet: Sheet, seat: Seat) -> EntryData[CameLate] | None:
    """The entry by which a replacement plays in a seat; None while its own player does."""
    late = sheet.lateness.get(seat)
    if late is None:
        return None
    replaced = late.said.replaced or tardiness(sheet.book, late.said.minutes) is None
    return late if replaced else None


def is_absent(sheet: Sheet, seat: Seat) -> bool:
    """Whether the player never came, and nobody played on in the seat."""
    late = sheet.lateness.get(seat)
    return late is not None and late.said.absent


def replacement_role(sheet: Sheet, seat: Seat) -> Role | None:
    """The role of the person who took over a seat; None while nobody did."""
    late = is_replaced_by(sheet, seat)
    if late is None:
        return None
    return ROLES.get(late.said.substitute)


def replacement_key(seat: Seat) -> str:
    """The form key of the person who took over a seat."""
    return f"{seat}-replacement"


# -- names ----------------------------------------------------------------------------


def names_now(sheet: Sheet, names: Names, line: Line | None = None) -> Names:
    """The names, with named replacements in place of their players; with a `line`, as of that hand."""
    names = _as_seated(sheet, names, line.number if line else None)
    if not sheet.lateness:
        return names
    replacements = {seat: name for seat, (since, name) in _playing_on(sheet).items() if not is_done_before(line, since)}
    return names.with_replacements(replacements)


def names_then(sheet: Sheet, names: Names, entry: EntryData) -> Names:
    """The names when an entry was made; for an older hand, of its players."""
    line, names = sheet.line(entry.hand) if entry.hand else None, _as_seated(sheet, names, entry.hand)
    replacements = {
        seat: name
        for seat, (since, name) in _playing_on(sheet).items()
        if since < entry.number and not is_done_before(line, since)
    }
    return names.with_replacements(replacements)


def _as_seated(sheet: Sheet, names: Names, hand: int | None) -> Names:
    """The names by the seating of a hand."""
    if hand is None or len(sheet.chairs) < 2:
        return names
    sat = chairs_at(sheet.chairs, hand)
    return replace(names, players={**names.players, **{seat: who.name for seat, who in sat.items()}})


def chairs_at(chairs: Sequence[Chairs], hand: int) -> Mapping[Seat, Sitter]:
    return next(one.seats for one in reversed(chairs) if one.first <= hand)


def _playing_on(sheet: Sheet) -> dict[Seat, tuple[int, str]]:
    """By seat, the replacement's name and the number of the entry that gives it."""
    found = {}
    for seat, late in sheet.lateness.items():
        name = late.said.name
        if name and replacement_role(sheet, seat) is not None:
            found[seat] = (late.number, name)
    return found


def is_done_before(line: Line | None, number: int) -> bool:
    """Whether a hand was played out before the entry of that number."""
    return line is not None and any(
        entry.number < number for entry in line.entries if entry.kind in ("take", "correct")
    )


# -- penalties ------------------------------------------------------------------------


def penalty_words(book: RuleBook, penalty: PenaltyGiven) -> tuple[str, int]:
    """The name and points of a penalty, from the book's list or by ruling."""
    if penalty.code == BY_RULING:
        return (book.words.say(RULED) if penalty.points else WARNING), penalty.points
    rule = book.penalty(penalty.code)
    return penalty_title(rule, penalty.count), penalty.count * rule.points


def pardon_of(given: EntryData[PenaltyGiven]) -> dict[str, Any]:
    """The payload that takes a penalty back: its number, and its content."""
    said = given.said
    points = {"points": said.points} if said.code == BY_RULING else {}
    return {"seat": said.seat, "code": said.code, **points, "pardons": given.number}


def known_penalties(sheet: Sheet) -> list[EntryData[PenaltyGiven]]:
    """The penalties from the book's list or by ruling."""
    codes = {BY_RULING, *(penalty.code for penalty in sheet.book.penalties)}
    return [entry for entry in sheet.penalties if entry.said.code in codes]


def penalized(sheet: Sheet, penalty: PenaltyGiven) -> str:
    """The person under penalty: the player, or the replacement who has taken over."""
    if penalty.replacement and replacement_role(sheet, penalty.seat):
        return replacement_key(penalty.seat)
    return penalty.seat


def _given(sheet: Sheet) -> dict[str, Counter[str]]:
    """How often each person got each penalty of the book's list."""
    given: dict[str, Counter[str]] = {}
    for entry in known_penalties(sheet):
        if entry.said.code != BY_RULING:
            given.setdefault(penalized(sheet, entry.said), Counter())[entry.said.code] += entry.said.count
    return given


def _ruled(sheet: Sheet) -> dict[str, list[int]]:
    """The points ruled against each person."""
    ruled: dict[str, list[int]] = {}
    for entry in sheet.penalties:
        if entry.said.code == BY_RULING:
            ruled.setdefault(penalized(sheet, entry.said), []).append(entry.said.points)
    return ruled
