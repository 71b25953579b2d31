"""Rows named by their ids inside of JSON: where, and how to give them other ids.

A field that holds JSON stands here or in `WITHOUT_IDS`. The id of a row that is gone is written below zero, where no
row ever is.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Final

from league.models import Category, Coming, Entrant, Event, Member, PairRule, Prize, Series
from league.models.members import CONTACTS
from league.season.merging.deeds import STANDING

from .tables import TABLES, Model

# The id that a row of a model has on the other side.
NewId = Callable[[Model, int], int]
Renaming = Callable[[Any, NewId], Any]


def _season_rules(text: str, new: NewId) -> str:
    rules = json.loads(text)
    for name, model in (("series", Series), ("events", Event), ("without", Event), ("divisions", Category)):
        if name in rules:
            rules[name] = [new(model, one) for one in rules[name]]
    return json.dumps(rules, ensure_ascii=False, separators=(",", ":"))


def _entry(payload: dict[str, Any], new: NewId) -> dict[str, Any]:
    """A late player's replacement, and who really sat where; only an evening's host knows them by an id."""
    changed: dict[str, Any] = {}
    if payload.get("entrant") is not None:
        changed["entrant"] = new(Entrant, payload["entrant"])
    for name in ("chairs", "were"):
        if payload.get(name):
            changed[name] = [{**one, "seats": _sitters(one["seats"], new)} for one in payload[name]]
    return {**payload, **changed}


def _sitters(seats: dict[str, dict[str, Any]], new: NewId) -> dict[str, dict[str, Any]]:
    def renamed(who: dict[str, Any]) -> dict[str, int]:
        return {name: new(Entrant, who[name]) for name in ("entrant", "substitute") if who.get(name) is not None}

    return {seat: {**who, **renamed(who)} for seat, who in seats.items()}


def _seating(data: dict[str, Any], new: NewId) -> dict[str, Any]:
    def renamed(people: list[int]) -> list[int]:
        return [new(Entrant, one) for one in people]

    return {
        number: {
            "tables": [{**table, "seats": renamed(table["seats"])} for table in seating["tables"]],
            "sitting_out": renamed(seating["sitting_out"]),
        }
        for number, seating in data.items()
    }


def _cash(fixed: dict[str, Any] | None, new: NewId) -> dict[str, Any] | None:
    if fixed is None:
        return None
    won = {
        str(new(Prize, int(prize))): [{**winner, "entrant": new(Entrant, winner["entrant"])} for winner in winners]
        for prize, winners in fixed["won"].items()
    }
    return {**fixed, "won": won, "sets": _by_id(fixed["sets"], Entrant, new)}


def _shown(shown: dict[str, Any], new: NewId) -> dict[str, Any]:
    """The nights of a published place, counted and dropped."""
    return {
        name: _by_id(nights, Event, new) if name in ("counted", "dropped") else nights for name, nights in shown.items()
    }


def _merge(brought: dict[str, Any], new: NewId) -> dict[str, Any]:
    """The rows a merged member brought along, by column, as `league.season.merging.deeds` calls it."""
    if set(brought.get("filled", {})) - set(CONTACTS):
        raise ValueError(brought["filled"])
    standing, became = brought.get("standing", {}), brought.get("became", {})
    if standing.keys() != became.keys() or not standing.keys() <= {*STANDING}:
        raise ValueError(standing)
    if not all(isinstance(one, bool) for one in (*standing.values(), *became.values())):
        raise ValueError(standing)
    models = {table.model.__name__: table.model for table in TABLES}
    named = {column: models.get(column.partition(".")[0]) for column in brought.get("rows", {})}
    rows = {column: [new(model, one) for one in brought["rows"][column]] for column, model in named.items() if model}
    pairs = [new(PairRule, one) for one in brought.get("pairs", ())]
    categories = [new(Category, one) for one in brought.get("categories", ())]
    aside = [new(Coming, one) for one in brought.get("set_aside", ())]
    off = [new(Event, one) for one in brought.get("taken_off", ())]
    guests = [new(Entrant, one) for one in brought.get("as_members", ())]
    ids = {"rows": rows, "pairs": pairs, "categories": categories, "set_aside": aside, "taken_off": off}
    ids |= {"as_members": guests}
    return {**brought, **ids} if brought else brought


def _by_id(data: Mapping[str, Any], model: Model, new: NewId) -> dict[str, Any]:
    return {str(new(model, int(key))): value for key, value in data.items()}


RENAMINGS: Final[Mapping[tuple[str, str], Renaming]] = {
    ("entries", "payload"): _entry,
    ("seatings", "data"): _seating,
    ("cash_sheets", "fixed"): _cash,
    ("seasons", "draft"): _season_rules,
    ("season_rules", "rules"): _season_rules,
    ("published_places", "shown"): _shown,
    ("past_files", "made"): lambda members, new: [new(Member, one) for one in members],
    ("merges", "brought"): _merge,
}
# JSON that names no rows, and what it holds.
WITHOUT_IDS: Final[Mapping[tuple[str, str], str]] = {
    ("books", "data"): "a rule book",
    ("house_rules", "draft"): "a rule book",
    ("events", "tables"): "numbers of tables",
    ("events", "tie_breaks"): "codes",
    ("series", "tie_breaks"): "codes",
    ("cards", "side_names"): "names",
    ("cards", "player_names"): "names",
    ("cards", "boards"): "numbers of boards",
    ("event_boards", "hands"): "cards, by seat",
    ("event_boards", "entered"): "cards, by seat",
    ("event_boards", "field"): "points, by side",
    ("event_boards", "field_by"): "how bots made it",
    ("event_boards", "expert"): "what an Expert made of it",
    ("board_decisions", "shares"): "percent, by side",
    ("rounds", "moved_by"): "sides, by the number of a table",
    ("tables", "totals"): "points, by side",
    ("ledger", "facts"): "counts",
    ("published_places", "says"): "sentences",
    ("notices", "blocks"): "paragraphs that were typed, by their keys",
    ("standing_tables", "not_on"): "days",
    ("log", "cards"): "digests, by round and table",
}
