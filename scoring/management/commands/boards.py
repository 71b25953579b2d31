"""`manage.py boards`: deals a duplicate's boards again from their seed, to prove that the cards were not chosen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scoring.boards.boards import board_text, dealt_board_set, digest_of
from scoring.rules.book import RuleBook, book_from_json, built_in_books


class Command(BaseCommand):
    help = "Deals boards again from their seed, and prints them with their digest."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", metavar="SEED", required=True, help="the seed that was told after the evening")
        parser.add_argument("--book", required=True, help=f"{', '.join(built_in_books())}, or a file with a book")
        parser.add_argument("--count", type=int, required=True, help="how many boards")
        parser.add_argument("--digest", default="", help="what was told before: says whether they are the same")

    def handle(self, *args: Any, **options: Any) -> None:
        if not 1 <= options["count"] <= 1000:
            raise CommandError("Ask for 1 to 1000 boards.")
        boards = dealt_board_set(_book(options["book"]), options["check"], options["count"])
        digest = digest_of(boards, options["check"])
        for board in boards:
            self.stdout.write(f"{board_text(board)}\n")
        self.stdout.write(f"Digest {digest}")
        if options["digest"] and options["digest"].strip().lower() != digest:
            raise CommandError("This is not the digest that was told before: these are other boards.")
        if options["digest"]:
            self.stdout.write(self.style.SUCCESS("The digest is the one that was told before. Nobody chose the cards."))


def _book(name: str) -> RuleBook:
    books, path = built_in_books(), Path(name)
    if name in books:
        return books[name]
    try:
        return book_from_json(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise CommandError(f"“{name}” is no rule book. Name one of {', '.join(books)}.") from error
