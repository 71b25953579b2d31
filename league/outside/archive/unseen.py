"""The part of a duplicate that stays behind while nobody may see its cards (`evening.boards.secrecy`): its hands, their
seed, bots' results, and cards typed at a table.

An admin may sit at a table of that evening. A club made of the archive plays on with the boards in their bags.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, Final

from django.db.models import QuerySet

from league.evening.boards.secrecy import hidden_cards
from league.models import Club, Event

Row = Mapping[str, Any]
# What an entry names of the cards that a player held.
CARDS_OF_A_HAND: Final = frozenset({"cards", "melds"})


def _without_cards(said: Any) -> Any:
    """A value without the cards of anybody's hand, however deep inside."""
    if isinstance(said, dict):
        return {name: _without_cards(one) for name, one in said.items() if name not in CARDS_OF_A_HAND}
    return [_without_cards(one) for one in said] if isinstance(said, list) else said


# By table: the way to the event, and what is told in place of a row.
_INSTEAD: Final[Mapping[str, tuple[str, Callable[[Row], Row]]]] = {
    "entries": (
        "card__round_table__event_round__event__",
        lambda row: {**row, "payload": _without_cards(row["payload"])},
    ),
    "dealt_boards": ("event__", lambda row: {**row, "seed": ""}),
    "event_boards": (
        "dealt__event__",
        lambda row: {**row, "hands": {}, "kitty": "", "entered": {}, "field": [], "field_by": {}},
    ),
}


def unseen_rows(table: str, rows: QuerySet[Any]) -> frozenset[Any]:
    """The keys of rows whose cards nobody may see yet (one query, for a table that has any)."""
    if table not in _INSTEAD:
        return frozenset()
    return frozenset(rows.filter(hidden_cards(_INSTEAD[table][0])).order_by().values_list("pk", flat=True))


def as_seen(table: str, row: Row, unseen: Collection[Any]) -> Row:
    return _INSTEAD[table][1](row) if row["id"] in unseen else row


def unseen_words(club: Club) -> str:
    """What stays out of an archive written now, if anything does (one query)."""
    under_way = Event.objects.filter(hidden_cards(), club=club, dealt_boards__isnull=False)
    names = " · ".join(under_way.order_by("played_on", "pk").values_list("name", flat=True)[:5])
    words = (
        "The hands aren’t in this archive yet for {}: nobody sees them before the evening is closed. Take another then."
    )
    return words.format(names) if names else ""
