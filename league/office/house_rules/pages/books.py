"""The list of books, and what versions of them are called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from league.models import Club, HouseRules, HouseRulesVersion
from league.office.house_rules.deeds import draft_of, is_own, standing_book
from pinochle_club.ground.dates import calendar_day
from scoring.rules.book import RuleBook, built_in_books
from scoring.rules.comparison import differences, place_words
from scoring.rules.notation import counted


@dataclass(frozen=True, slots=True)
class BookRow:
    """One of the club's books as the list names it."""

    key: str
    name: str
    summary: str
    version: str
    number: int
    published: str
    used: str
    is_own: bool
    is_retired: bool
    waiting: str
    origin: str


@dataclass(frozen=True, slots=True)
class BookChoice:
    """A built-in book that can be adopted or copied."""

    key: str
    name: str
    summary: str
    is_adopted: bool
    is_newer: bool


def book_rows(
    rules: Sequence[HouseRules], newest: Mapping[int, HouseRulesVersion], used: Mapping[int, tuple[int, int]]
) -> tuple[BookRow, ...]:
    """The club's books by name, those that are no longer used last."""
    rows = [book_row(book, newest.get(book.pk), used.get(book.pk, (0, 0))) for book in rules]
    return tuple(sorted(rows, key=lambda row: (row.is_retired, row.name)))


def book_row(rules: HouseRules, newest: HouseRulesVersion | None, used: tuple[int, int]) -> BookRow:
    """One of them, with how far its draft is ahead."""
    draft = draft_of(rules)
    shown = newest.book_version.book if newest else draft
    original = built_in_books().get(rules.based_on)
    origin = original.name if original else rules.based_on
    return BookRow(
        key=rules.key,
        name=shown.name,
        summary=shown.summary,
        version=f"Version {newest.number}" if newest else "Not published yet",
        number=newest.number if newest else 0,
        published=published_words(newest) if newest else "",
        used=used_words(used),
        is_own=is_own(rules),
        is_retired=rules.is_retired,
        waiting=waiting_words(rules, newest, draft),
        origin=f"Our own, after {origin}" if is_own(rules) else "Adopted as it is",
    )


def published_words(version: HouseRulesVersion) -> str:
    """`May 3, 2026, by Carol Reyes`."""
    by = version.published_by
    name = (by.get_full_name() or by.get_username()) if by else ""
    return f"{date_words(version)}, by {name}" if name else date_words(version)


def date_words(version: HouseRulesVersion) -> str:
    """`May 3, 2026`."""
    club: Club = version.house_rules.club
    return calendar_day(version.published_on, club.date_style)


def version_name(version: HouseRulesVersion) -> str:
    """`Version 2, May 3, 2026`"""
    return f"Version {version.number}, {date_words(version)}"


def adopted_words(version: HouseRulesVersion) -> str:
    return f"{version.book_version.book.name} is adopted: version {version.number}."


def now_published(version: HouseRulesVersion) -> str:
    return f"Version {version.number} is published. New events can be played by it."


def turned_words(paths: Sequence[str]) -> str:
    told = "; ".join(place_words(path) for path in paths)
    return f"The sentence on how it is read was switched too: {told}."


def used_words(used: tuple[int, int]) -> str:
    """`Used in 3 events and 1 series`, `Not used yet`."""
    events, series = used
    said = [counted(events, "event")] if events else []
    said += [counted(series, "series", "series")] if series else []
    return f"Used in {' and '.join(said)}" if said else "Not used yet"


def waiting_words(rules: HouseRules, newest: HouseRulesVersion | None, draft: RuleBook) -> str:
    """`4 changes wait to be published`; empty where the draft says what the last version says."""
    if not is_own(rules):
        return ""
    found = len(differences(standing_book(rules, newest), draft))
    if newest is None:
        return "Not published yet, so events can’t use it"
    if not found:
        return ""
    return "1 change waits to be published" if found == 1 else f"{found} changes wait to be published"


def book_choices(adopted: Mapping[str, HouseRulesVersion]) -> tuple[BookChoice, ...]:
    """The built-in books; `adopted` are the newest versions of those the club adopted, by key."""
    return tuple(
        BookChoice(
            key=key,
            name=book.name,
            summary=book.summary,
            is_adopted=key in adopted,
            is_newer=key in adopted and adopted[key].book_version.book != book,
        )
        for key, book in built_in_books().items()
    )
