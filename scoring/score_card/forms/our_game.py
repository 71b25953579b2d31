"""A game as people describe it: three questions, then the rules they argue about, then all of them. A kitchen plays it
at once and keeps it in its browser as “Our game”; a club makes a draft of it. Both ask the same."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final
from urllib.parse import urlencode

from django import forms
from django.http import QueryDict

from pinochle_club.ground.forms import HIGHEST_FIGURE, choice_field, count_field
from scoring.rules.argued import Argument, Reading, arguments
from scoring.rules.book import BookError, RuleBook, built_in_books
from scoring.rules.changes import Change, changed_book, changes_between, changes_in, house_book, original_key
from scoring.rules.comparison import differences
from scoring.rules.nearest import Answers, answers_of, by_nearness, decks_for, described, sides_for, why_nearest
from scoring.rules.notation import counted, listed, number
from scoring.score_card.beginning import ROUNDS_OF_DEALS

POINTS, HANDS = "points", "hands"
USUAL_TARGETS: Final = (150, 250, 500, 1_000, 1_500)
MOST_HANDS: Final = 100
MOST_TOLD: Final = 8
LONGEST_TOLD: Final = 160
LONGEST_CHANGES: Final = 60_000
PLAYERS: Final = range(2, 9)
SIDES: Final = {
    ("across", 4): "partners across",
    ("across", 6): "three pairs",
    ("across", 8): "four pairs",
    ("second", 6): "two sides of three",
    ("second", 8): "two sides of four",
    "called": "a partner called",
    "alone": "each alone",
}


def table_sizes() -> list[tuple[int, str]]:
    """How many can play, each with who plays together: `6`, `pairs or threes`."""
    words = {4: "partners", 6: "pairs or threes", 8: "pairs or fours"}
    return [(players, words.get(players, "a partner called" if players > 3 else "each alone")) for players in PLAYERS]


def sides_words(sides: str, players: int) -> str:
    """`two sides of three`: who plays together, in few words."""
    return SIDES.get((sides, players)) or SIDES[sides]


# -- the three questions -----------------------------------------------------------------


class QuestionsForm(forms.Form):
    """Which cards, how high, and who plays together where that is open, for so many players. `answers` once valid."""

    players = forms.IntegerField(min_value=PLAYERS[0], max_value=PLAYERS[-1], widget=forms.HiddenInput)

    def __init__(self, *args: Any, players: int, **kwargs: Any) -> None:
        usual = _usual_answers(players)
        length = str(usual.target) if usual.target else HANDS
        hands = usual.hands or (None if usual.target else players * ROUNDS_OF_DEALS)
        first = {"players": players, "sides": usual.sides, "cards": usual.cards, "to": length, "figure": hands}
        kwargs["initial"] = {**first, **kwargs.get("initial", {})}
        super().__init__(*args, **kwargs)
        self.number = players
        sides, decks = sides_for(players), decks_for(players)
        if len(sides) > 1:
            self.fields["sides"] = choice_field(
                "Who plays together?", [(each, sides_words(each, players)) for each in sides], required=False
            )
        self.fields["cards"] = choice_field(
            "Which cards?",
            [(str(cards), f"{cards} cards") for cards in decks],
            missing="Choose how many cards you play with.",
            wrong=f"{number(players).capitalize()} can be dealt {listed([str(cards) for cards in decks], 'or')} cards.",
        )
        to = [(str(target), f"to {target:,}") for target in _targets()]
        self.fields["to"] = choice_field(
            "How high?",
            [*to, (POINTS, "other points"), (HANDS, "hands")],
            missing="Choose how high you play.",
        )
        self.fields["figure"] = count_field(
            "Other points, or how many hands", 1, HIGHEST_FIGURE,
            wrong="Enter a whole number.", below="Enter 1 or more.", above=f"Enter a number up to {HIGHEST_FIGURE:,}.",
        )  # fmt: skip

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        to, figure = data.get("to"), data.get("figure")
        if to in (POINTS, HANDS) and not figure and "figure" not in self.errors:
            self.add_error("figure", f"Enter how many {to}.")
        if to == HANDS and figure and figure > MOST_HANDS:
            self.add_error("figure", f"Enter up to {MOST_HANDS} hands.")
        return data

    @property
    def heading(self) -> str:
        return f"{number(self.number).capitalize()} players"

    @property
    def answers(self) -> Answers:
        data = self.cleaned_data
        to, figure = data["to"], data["figure"]
        sides = data.get("sides") or sides_for(self.number)[0]
        if to == HANDS:
            return Answers(self.number, sides, int(data["cards"]), hands=figure)
        return Answers(self.number, sides, int(data["cards"]), figure if to == POINTS else int(to))


def _targets() -> list[int]:
    """The targets people play to: the usual, and those of the books."""
    of_books = (target for book in built_in_books().values() for target in (book.game.target, *book.targets) if target)
    return sorted({*USUAL_TARGETS, *of_books})


def _usual_answers(players: int) -> Answers:
    """What a table of so many plays most: as the first book for it does."""
    book = next((book for book in built_in_books().values() if book.deal.players == players), None)
    if book is not None:
        return answers_of(book)._replace(sides=sides_for(players)[0])
    decks = decks_for(players)
    return Answers(players, sides_for(players)[0], min(decks, key=lambda cards: abs(cards / players - 16)), 500)


# -- a described game --------------------------------------------------------------------


@dataclass(frozen=True)
class OurGame:
    """A built-in book, and the game that a house makes of it."""

    original: RuleBook
    game: RuleBook

    @classmethod
    def of(cls, original: RuleBook, changes: Sequence[Change]) -> OurGame:
        """Raises `BookError` where the changes don't hold together."""
        return cls(original, changed_book(original, changes) if changes else original)

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        return changes_between(self.original, self.game)

    @cached_property
    def changes_in_words(self) -> tuple[str, ...]:
        """The changes in words: `Run: 15 instead of 16`; none where the house plays the book."""
        changes = differences(self.original, self.game)
        told = [says if len(says := str(change)) <= LONGEST_TOLD else change.label for change in changes]
        more = len(told) - MOST_TOLD
        return (*told[:MOST_TOLD], f"And {counted(more, 'more change')}") if more > 1 else tuple(told)

    @cached_property
    def rules(self) -> RuleBook:
        """The book of a card of this house."""
        say = self.original.words.say
        return house_book(self.original, self.changes, map(say, self.changes_in_words)) if self.changes else self.game

    @property
    def changes_text(self) -> str:
        """The changes as a form carries them."""
        return json.dumps({change.path: change.value for change in self.changes}, separators=(",", ":"))

    @property
    def stored(self) -> str:
        """The game as the browser stores it, read by `kept_game`."""
        changes = {change.path: change.value for change in self.changes}
        return json.dumps({"book": self.original.key, "changes": changes}, separators=(",", ":"))

    # -- for the page

    @property
    def in_words(self) -> str:
        return ". ".join((self.original.short_name, *self.changes_in_words, ""))

    @property
    def why(self) -> str:
        return why_nearest(self.original, answers_of(self.game))

    @property
    def others(self) -> tuple[RuleBook, ...]:
        """The other books it could be made from, the nearest first."""
        return tuple(book for book in by_nearness(answers_of(self.game)) if book != self.original)

    @property
    def query(self) -> str:
        """The answers as the questions send them."""
        answers = answers_of(self.game)
        length = {"to": HANDS, "figure": answers.hands or 1} if not answers.target else {"to": answers.target}
        if answers.target and answers.target not in _targets():
            length = {"to": POINTS, "figure": answers.target}
        named = {"players": answers.players, "sides": answers.sides, "cards": answers.cards, **length}
        return urlencode(named)

    @property
    def answered(self) -> str:
        """The three answers in a line: `four players, partners across · 80 cards · to 500`."""
        deal, game = self.game.deal, self.game
        who = f"{number(deal.players)} players, {sides_words(deal.sides, deal.players)}"
        kitty = f" and {deal.kitty_size} in the kitty" if deal.kitty_size else ""
        return f"{who} · {len(game.cards)} cards, {deal.hand_size} each{kitty} · {game.game.length}"

    @property
    def named(self) -> RuleBook:
        """The game with a summary of its own, where it is not just the book."""
        summary = f"After {self.original.name}: {self.answered}."
        return self.game.model_copy(update={"summary": summary}) if self.changes else self.game


def nearest_game(answers: Answers, key: str = "") -> OurGame | None:
    """The game of these answers, made from the nearest book or the one named; None where none can be."""
    books = by_nearness(answers)
    original = next((book for book in books if book.key == key), next(iter(books), None))
    game = described(original, answers) if original else None
    return OurGame(original, game) if original and game else None


def read_game(key: Any, changes: Any) -> OurGame | None:
    """A game as a form or a browser carries it; None where it doesn't hold together."""
    book = built_in_books().get(key) if isinstance(key, str) else None
    if book is None or not isinstance(changes, dict):
        return None
    try:
        return OurGame.of(book, changes_in(changes))
    except (BookError, RecursionError):
        return None


def loaded(text: str) -> Any:
    """What a JSON text says; None where it is none, or too long."""
    try:
        return json.loads(text) if len(text) <= LONGEST_CHANGES else None
    except (ValueError, RecursionError):  # brackets within brackets
        return None


def asked(given: QueryDict) -> tuple[QuestionsForm | None, OurGame | None]:
    """What a page was asked for: the game that the answers, a named book or a form before lead to; else the questions,
    which are None where nobody said how many play."""
    if "changes" in given:
        return None, read_game(given.get("book"), loaded(given.get("changes", "")))
    book = built_in_books().get(given.get("book", ""))
    if book is not None and "to" not in given:
        return None, OurGame(book, book)
    players = given.get("players", "")
    if players not in map(str, PLAYERS):
        return None, None
    questions = QuestionsForm(given if "to" in given else None, players=int(players))
    game = nearest_game(questions.answers, given.get("book", "")) if questions.is_valid() else None
    return questions, game


def kept_game(text: str) -> OurGame | None:
    """The game of a browser's stored text; None where it is empty, no longer valid or just the book."""
    data = loaded(text)
    if not isinstance(data, dict):
        return None
    key = data.get("book")
    changes = data["changes"] if "changes" in data else _of_old(str(key), data)
    found = read_game(key, changes)
    return found if found and found.changes else None


def played_by_house(book: RuleBook) -> OurGame | None:
    """The game that a house's book was made of; None where it is no longer valid or just the book."""
    original = built_in_books().get(original_key(book.key))
    changes = changes_between(original, book) if original else ()
    return read_game(original_key(book.key), {change.path: change.value for change in changes}) if changes else None


def _of_old(key: str, data: Mapping[str, Any]) -> dict[str, Any]:
    """The changes that a browser stored field by field, before all rules could be changed."""
    book = built_in_books().get(key)
    changes = {name.replace("__", "."): _as_typed(value) for name, value in data.items() if "__" in name}
    if changes.get("meld.minimum") == 0:
        changes["contract.below_minimum"] = "played"
    target, hands = data.get(f"target_{key}"), data.get(f"most_hands_{key}")
    if book is not None and target and str(target).isdecimal() and int(target) != book.game.target:
        changes |= {"game.target": int(target), "game.other_target": book.game.target}
    if hands and str(hands).isdecimal():
        changes |= {"game.deals": int(hands), "game.table_hands": False}
    if data.get(f"fourth_{key}"):
        changes["deal.fourth"] = "sits"
    if data.get(f"game_melds_{key}"):
        changes["bonuses.game_melds.played"] = "always"
    return changes


def _as_typed(value: Any) -> Any:
    return {"true": True, "false": False}.get(value, value) if isinstance(value, str) else value


# -- the rules people argue about --------------------------------------------------------


class ArguedForm(forms.Form):
    """A reading chosen for each of the rules people argue about; one left out stays as it is. Once valid, `chosen` is
    the game with these readings."""

    def __init__(self, *args: Any, game: OurGame, **kwargs: Any) -> None:
        self.game, self.chosen = game, game
        self.arguments = arguments(game.game)
        kwargs["initial"] = {each.path: each.now.key for each in self.arguments} | kwargs.get("initial", {})
        super().__init__(*args, **kwargs)
        say = game.original.words.say
        for each in self.arguments:
            readings = [(reading.key, say(reading.words)) for reading in each.readings]
            self.fields[each.path] = choice_field(say(each.question), readings, required=False)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        changes = {change.path: change for change in self._changes(data)}
        if changes and not self.errors:
            try:
                changed = changed_book(self.game.game, tuple(changes.values()))
                self.chosen = OurGame(self.game.original, changed)
            except BookError as error:
                for fault in error.faults:
                    self.add_error(fault.path if fault.path in self.fields else None, fault.text)
        return data

    def _changes(self, data: Mapping[str, Any]) -> Iterator[Change]:
        for each in self.arguments:
            chosen = next((reading for reading in each.readings if reading.key == data.get(each.path)), None)
            yield from chosen.changes if chosen else ()

    @property
    def rows(self) -> Iterator[tuple[forms.BoundField, Argument, list[tuple[forms.boundfield.BoundWidget, Reading]]]]:
        """Each field with its rule, and its keys with their readings."""
        for each in self.arguments:
            field = self[each.path]
            yield field, each, list(zip(field, each.readings, strict=True))
