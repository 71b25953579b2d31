"""A card in a few words, for lists and links: its state, totals and players."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from scoring.models import ScoreCard
from scoring.rules.book import RuleBook
from scoring.rules.book.printing import capital
from scoring.rules.changes import original_key
from scoring.rules.notation import figure_text, number
from scoring.score_card.names import Names, soft
from scoring.score_card.sheet import Sheet

from .card import game_goal, names_at, names_of, place_text

Choice = TypeVar("Choice")


def state_context(sheet: Sheet) -> dict[str, str]:
    """How far a card is, in a word (`hand 3`, `finished`, `signed`), and that word's style."""
    if sheet.is_closed:
        return {"word": "signed", "mark": "mark-good"}
    if sheet.is_finished:
        return {"word": "finished", "mark": "mark-plain"}
    line = sheet.open_line
    if line is None:
        return {"word": "full", "mark": "mark-plain"}
    hands = f" of {sheet.hands_to_play}" if sheet.hands_to_play else ""
    return {"word": sheet.book.words.say(f"hand {line.number}{hands}"), "mark": "mark-now"}


def totals_text(sheet: Sheet) -> str:
    """`118 : 64`, in the order of the sides."""
    return " : ".join(figure_text(sheet.totals[side]) for side in sheet.book.sides)


def players_text(names: Names) -> str:
    """`Ann & Carl – Bea & Dom`."""
    return " – ".join(names.sides.values())


# -- the start page ----------------------------------------------------------------------


def going_on_context(card: ScoreCard, sheet: Sheet) -> dict[str, Any] | None:
    """The card in play on this device, to go on with in one tap; None without hands left to play."""
    if sheet.is_closed or sheet.is_finished or sheet.open_line is None:
        return None
    return in_short(card, sheet)


def in_short(card: ScoreCard, sheet: Sheet) -> dict[str, Any]:
    """A card in play: its sides with their totals, the hand, and what it is played by."""
    names, goal = names_at(card, sheet), game_goal(sheet.book, card.hands_agreed, card.length, sheet.setup.boards)
    return {
        "card": card,
        "hand": state_context(sheet)["word"],
        "sides": [(soft(names.side(side)), figure_text(sheet.totals[side])) for side in sheet.book.sides],
        "words": ". ".join(filter(None, (f"{sheet.book.short_name}, {goal}", place_text(card)))),
    }


def by_players(choices: Iterable[tuple[RuleBook, Choice]]) -> dict[str, list[Choice]]:
    """What is shown of books, under how many play them: `Four`. Both in the order in which they come."""
    groups: dict[str, list[Choice]] = {}
    for book, choice in choices:
        groups.setdefault(capital(number(book.deal.players)), []).append(choice)
    return groups


def figures_text(book: RuleBook) -> str:
    """`48 cards, to 150`."""
    return f"{len(book.cards)} cards, {game_goal(book)}"


def last_time_context(card: ScoreCard) -> dict[str, Any] | None:
    """The players of the last card, to sit down again with one tap; None without names."""
    names = names_of(card)
    if not any(names.players.values()) and not any(names.given_sides.values()):
        return None
    book = card.book_version.book
    return {"card": card, "key": original_key(book.key), "book": book, "players": players_text(names)}
