"""Addresses of a book and its rules in print."""

from __future__ import annotations

from django.urls import reverse

from pinochle_club.ground.plainly import kept
from scoring.models.rule_books import digest_of
from scoring.rules.book import RuleBook, built_in_books
from scoring.rules.book.printing import Paragraph, anchor
from scoring.rules.prose import chapters


@kept(64)
def rules_page(book: RuleBook) -> str:
    """The printed book's address: a card keeps its version of the book after an update."""
    if built_in_books().get(book.key) == book:
        return reverse("score_card:book", args=[book.key])
    return reverse("score_card:book_version", args=[digest_of(book.to_json())])


def rule_address(book: RuleBook, rule: str) -> str:
    return f"{rules_page(book)}#{anchor(rule)}"


def chapter_of(book: RuleBook, rule: str) -> str:
    """The title of a rule's chapter; empty where it has no place in print."""
    return _chapter_titles(book).get(anchor(rule), "")


@kept(64)
def _chapter_titles(book: RuleBook) -> dict[str, str]:
    titles: dict[str, str] = {}
    for chapter in chapters(book):
        titles[chapter.id] = chapter.title
        for block in chapter.blocks:
            if isinstance(block, Paragraph) and block.id:
                titles[block.id] = chapter.title
    return titles
