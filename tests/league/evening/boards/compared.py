"""A round of duplicate for tests in which all tables share a set of boards, played and not."""

from collections.abc import Sequence
from typing import Any

from league.models import Entrant, Event, EventRound, RoundTable
from tests.league.makers import card_at, make_entrants, make_event, make_round, start_now
from tests.scoring.score_card.makers import hand_payload, lay_hands


def duplicate(**overrides: Any) -> Event:
    return make_event(book="st-hilary", **{"compared": "matchpoints", "hands": 4, "rounds_planned": 2, **overrides})


def relay(people: Sequence[Entrant] = (), **overrides: Any) -> EventRound:
    """A started round whose three tables share boards 1–4; table 2 begins with board 2, table 3 with board 3."""
    people = people or make_entrants(duplicate(**overrides), 12)
    event_round = make_round(people[0].event, people)
    event_round.tables.update(board_set=1)
    return start_now(event_round)


def table_of(event_round: EventRound, number: int) -> RoundTable:
    tables = RoundTable.objects.select_related("card__book_version", "event_round__event__club")
    return tables.get(event_round=event_round, number=number)


def play_boards(table: RoundTable, *takes: int) -> None:
    """So many boards of the table's, in their order, N-S having each of these takes and E-W all others."""
    card = card_at(table)
    book = card.book_version.book
    hands = [
        hand_payload(book, take={"NS": take, "EW": book.total_points - take}, meld={"NS": 30, "EW": 10})
        for take in takes
    ]
    lay_hands(card, *({name: value for name, value in hand.items() if name != "dealer"} for hand in hands))
