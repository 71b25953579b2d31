from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from league.acting.permissions import name_of
from league.models import Club, HouseRules, HouseRulesVersion
from league.office.house_rules.deeds import draft_of, is_own
from pinochle_club.ground.dates import calendar_day
from scoring.rules.book import RuleBook, built_in_books
from scoring.rules.comparison import differences
from scoring.rules.notation import counted


@dataclass(frozen=True)
class ShownBook:
    """One of the club's books: by the `newest` version, else by the draft. `used` counts events and series."""

    rules: HouseRules
    newest: HouseRulesVersion | None
    used: tuple[int, int]

    @cached_property
    def book(self) -> RuleBook:
        return self.newest.book_version.book if self.newest else draft_of(self.rules)

    @property
    def is_own(self) -> bool:
        return is_own(self.rules)

    @property
    def origin(self) -> str:
        if not self.is_own:
            return "Adopted as it is"
        original = built_in_books().get(self.rules.based_on)
        return f"Our own, after {original.name if original else self.rules.based_on}"

    @property
    def published(self) -> str:
        return published_words(self.newest) if self.newest else ""

    @property
    def used_words(self) -> str:
        """`Used in 3 events and 1 series`, `Not used yet`."""
        events, series = self.used
        counts = [counted(events, "event")] if events else []
        counts += [counted(series, "series", "series")] if series else []
        return f"Used in {' and '.join(counts)}" if counts else "Not used yet"

    @cached_property
    def waiting(self) -> str:
        """`4 changes wait to be published`; empty without any."""
        if not self.is_own:
            return ""
        if self.newest is None:
            return "Not published yet, so events can’t use it"
        found = len(differences(self.newest.book_version.book, draft_of(self.rules)))
        if not found:
            return ""
        return "1 change waits to be published" if found == 1 else f"{found} changes wait to be published"


def published_words(version: HouseRulesVersion) -> str:
    """`May 3, 2026, by Carol Reyes`."""
    by = version.published_by
    return f"{date_words(version)}, by {name_of(by)}" if by else date_words(version)


def date_words(version: HouseRulesVersion) -> str:
    """`May 3, 2026`."""
    club: Club = version.house_rules.club
    return calendar_day(version.published_on, club.date_style)


def version_name(version: HouseRulesVersion) -> str:
    """`Version 2, May 3, 2026`"""
    return f"Version {version.number}, {date_words(version)}"
