"""Deals at the moment a test needs, and pages of them.

at = asked("npa", "trump")               # the first state in which seat S (A at three) is asked that
page = page_of(at)                       # its names; what `table_context` takes as keywords
"""

import random
from functools import cache
from typing import Any
from uuid import uuid4

from scoring.play.pages.table import table_context
from scoring.play.players import usual_seat
from scoring.play.seat_view import SeatView, seat_view
from scoring.play.settings import TableSettings
from scoring.play.state import DealState, choices
from scoring.rules.book import RuleBook, built_in_book
from scoring.rules.cards import Seat
from scoring.score_card.names import Names
from tests.scoring.play.random_deals import random_steps

PEOPLE = {"N": "Walter", "E": "Doris", "S": "Ann", "W": "Stan", "A": "Ann", "B": "Doris", "C": "Stan", "D": "Ray"}
PEOPLE |= {"F": "Hank", "G": "Rosie", "H": "Lou"}


def player(book: RuleBook) -> Seat:
    return usual_seat(book)


def names(book: RuleBook) -> Names:
    return Names(book, {seat: PEOPLE[seat] for seat in book.at_table}, {})


@cache
def asked(key: str, kind: str, *, tricks: int = 0, **wanted: Any) -> DealState:
    """A state in which the player is asked for `kind`; `wanted` are fields of the view."""
    book = built_in_book(key)
    for seed in range(400):
        for state in random_steps(book, random.Random(seed)):
            question = choices(state)
            if question is None or question.seat != player(book) or question.kind != kind:
                continue
            view = view_of(state)
            if len(state.tricks) >= tricks and all(getattr(view, name) == value for name, value in wanted.items()):
                return state
    raise AssertionError(f"no {kind} in {key}")


def view_of(state: DealState) -> SeatView:
    return seat_view(state, player(state.book))


def shown_page(view: SeatView, called: Names, settings: TableSettings, **fields: Any) -> dict[str, Any]:
    given = {"addresses": {"act": "/act", "go_on": "/go-on"}, "title": "Hand 1", "client_id": str(uuid4()), "seen": 3}
    return table_context(view, called, settings, **{**given, **fields})


def page_of(state: DealState, settings: TableSettings | None = None, **fields: Any) -> dict[str, Any]:
    return shown_page(view_of(state), names(state.book), settings or TableSettings(), **fields)
