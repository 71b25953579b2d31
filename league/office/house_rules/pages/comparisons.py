"""Two books beside each other, or a draft beside the current one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from league.models import Club, HouseRules, HouseRulesVersion
from scoring.rules.book import RuleBook, built_in_books
from scoring.rules.comparison import Difference, differences, place_words, unsure_paths
from scoring.rules.own_sheet import own_sentences, printed_beside

from .books import date_words

SAVED_MEANWHILE, IN_YOUR_FORM, THE_DRAFT = "Saved by somebody else", "In your form", "The draft"


def _beside(book: RuleBook) -> Sequence[tuple[str, Sequence[str]]]:
    return [(says, printed_beside(book, says, chapter)) for says, chapter in own_sentences(book)]


@dataclass(frozen=True)
class Comparison:
    before: RuleBook
    after: RuleBook
    was: str
    becomes: str

    @cached_property
    def changes(self) -> Sequence[Difference]:
        return differences(self.before, self.after)

    @cached_property
    def own_sentences(self) -> Sequence[tuple[str, Sequence[str]]]:
        """The club's own sentences beside what is printed of the same, where either is new."""
        before, after = (_beside(book) for book in (self.before, self.after))
        return [one for one in after if one[1] and one not in before]

    @property
    def headline(self) -> str:
        number = len(self.changes)
        return "No differences." if not number else f"{number} {'entry differs' if number == 1 else 'entries differ'}."

    @property
    def unsure(self) -> list[str]:
        return [place_words(path) for path in unsure_paths(self.before, self.after)]


def standing_name(rules: HouseRules, newest: HouseRulesVersion | None) -> str:
    """The name of the book a draft is compared with: `Version 2`, or the built-in book's."""
    if newest is not None:
        return f"Version {newest.number}"
    book = built_in_books().get(rules.based_on)
    return book.name if book else "As it is"


def imprint(club: Club, version: HouseRulesVersion) -> str:
    """`Rules of St. Hilary, version 2, published 3 May 2026`."""
    return f"Rules of {club.name} · version {version.number}, published {date_words(version)}"
