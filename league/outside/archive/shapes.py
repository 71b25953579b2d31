"""The values every JSON column of an archive may hold: checked before a row is taken, told in the manifest.

An entry's shape is read off the types of `scoring.score_card.entries`. Unknown fields are never read, and so may stand.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import MISSING, fields
from functools import cache
from typing import Annotated, Any, Final, Literal, get_type_hints

from django.utils.dateparse import parse_date
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter, create_model

from league.evening.ledger.facts import FACTS
from league.models import Event
from league.season.notices.blocks import LONGEST, OWN, TITLES
from league.season.seasons.rules import PointsBy
from scoring.rules.book.rulings import Kind
from scoring.rules.melds import MeldKind
from scoring.rules.notation import parse_cards
from scoring.rules.rulings.own import OWN as OWN_RULING
from scoring.score_card import entries
from scoring.score_card.entries import KINDS, Figures, HandSaid

# Further than any sum of an evening, and no further than every database counts.
MOST: Final = 2**31 - 1
OLDEST, NEWEST = 1900, 2200


def _is_day(text: str) -> str:
    day = parse_date(text)
    if day is None or not OLDEST <= day.year <= NEWEST:
        raise ValueError(text)
    return text


def _cards(text: str) -> str:
    parse_cards(text)
    return text


Number = Annotated[int, Field(ge=-MOST, le=MOST)]
Id = Number
# Points, of which a past season may have halves.
Points = Number | Annotated[float, Field(ge=-MOST, le=MOST, multiple_of=0.5)]
Text = Annotated[str, Field(max_length=5_000)]
Seat = Literal["N", "E", "S", "W", "A", "B", "C", "D", "F", "G", "H"]
# Its seats: of a hand with a called partner up to all but the bidder.
Side = Annotated[str, Field(pattern=r"^(NS|EW|A?B?C?D?E?F?G?H?)$", min_length=1)]
Suit = Literal["S", "H", "D", "C"]
Board = Annotated[int, Field(ge=1, le=999)]
Percent = Annotated[int, Field(ge=0, le=100)]
Day = Annotated[str, AfterValidator(_is_day)]
# A fraction; nothing is divided by zero.
Share = Annotated[str, Field(pattern=r"^-?\d{1,12}(/[1-9]\d{0,11})?$")]


Cards = Annotated[str, Field(max_length=100), AfterValidator(_cards)]


class _Shape(BaseModel):
    model_config = ConfigDict(strict=True, extra="ignore")


class _Moved(_Shape):
    was: Annotated[int | None, Field(alias="from")] = None
    is_new: bool = False
    says: Text


class _Says(_Shape):
    why: Text = ""
    needs: list[Text] = []
    moved: _Moved | None = None


class _Standing(_Shape):
    by: PointsBy
    figure: Share
    points: Points
    counted: dict[str, Points]
    dropped: dict[str, Points] = {}
    credits: dict[str, Number] = {}


class _Merge(_Shape):
    was_active: bool
    initials: bool
    initials_before: bool
    rows: dict[str, list[Id]]
    pairs: list[Id]
    categories: list[Id]
    filled: dict[str, Text]
    standing: dict[str, bool] = {}
    became: dict[str, bool] = {}
    set_aside: list[Id] = []
    taken_off: list[Id] = []
    as_members: list[Id] = []


class _Exactly(_Shape):
    model_config = ConfigDict(extra="forbid")


class _Block(_Exactly):
    key: Annotated[str, Field(pattern=rf"^({'|'.join(TITLES)}|{OWN}[1-9]\d{{0,3}})$")]
    text: Annotated[str, Field(max_length=LONGEST)] = ""
    written_from: Annotated[str, Field(max_length=64)] = ""
    is_out: bool = False
    after: Annotated[str, Field(max_length=20)] = ""


class _Sitter(_Exactly):
    entrant: Id
    name: Text
    substitute: Id | None = None
    helper: Text = ""
    is_missing: bool = False


class _Chairs(_Exactly):
    first: Number
    seats: dict[Seat, _Sitter]


class _Winner(_Exactly):
    entrant: Id
    name: Text
    why: Text


class _Sets(_Exactly):
    name: Text
    count: Number
    why: Text


class _Cash(_Exactly):
    won: dict[str, list[_Winner]]
    sets: dict[str, _Sets]
    left: dict[str, Number]
    carried: dict[str, Number] = {}
    carried_from: Text = ""
    rounds: Number = 0
    void: Number = 0
    is_playing: bool = False
    has_totals_alone: bool = False
    awaits_final: bool = False


class _FieldBy(_Shape):
    seed: Text = ""
    players: Text = ""
    tables: Number = 0


class _Expert(_Shape):
    bidder: Seat
    bid: Number
    trump: Suit | None
    meld: Number
    take: Number | None
    made: bool


class _NoExpert(_Exactly):
    failed: bool = False


class _Seated(_Shape):
    number: Number
    seats: list[Id]


class _Round(_Shape):
    tables: list[_Seated]
    sitting_out: list[Id]


# -- entries ------------------------------------------------------------------------------

# What the annotations there mean here.
_MEANT: dict[str, Any] = {
    **vars(entries), "int": Number, "str": Text, "Mapping": dict, "Sequence": list, "Collection": list,
    "Seat": Seat, "Side": Side, "Suit": Suit,
    "Chairs": _Chairs, "RulingKind": Kind | Annotated[str, Field(pattern=f"^{OWN_RULING}.")],
    "NamedMeld": tuple[MeldKind, Suit | None, Annotated[int, Field(ge=1, le=99)]],
}  # fmt: skip
_NEVER_STORED: Final = ("said", "ruled")


def _shape_of(kind: type[Any], **more: Any) -> type[BaseModel]:
    """The stored shape of a kind. Fields with a default there may be null, and a seat nobody's: of a bidder before the
    bid, say."""
    hints, shape = get_type_hints(kind, _MEANT, include_extras=True), dict(more)
    for field in fields(kind):
        if field.name not in _NEVER_STORED and field.name not in more:
            meant = Day if field.name == "played_on" else hints[field.name]
            is_needed = field.default is MISSING and field.default_factory is MISSING
            nothing = Literal[""] | None if str(field.type).startswith("Seat") else None
            shape[field.name] = (meant, ...) if is_needed else (meant | nothing, None)
    return create_model(kind.__name__, __base__=_Shape, **shape)


FIGURES: Final = _shape_of(Figures)
_MEANT["Figures"] = FIGURES
REDEAL: Final[Any] = _shape_of(entries.Redealt) | None
_MEANT["Effect"] = create_model(
    "Effect",
    __base__=FIGURES,
    ruled=(dict[Side, Number] | None, None),
    redeal=(REDEAL, None),
)
ENTRIES: Final[Mapping[str, TypeAdapter[Any]]] = {
    kind: TypeAdapter(FIGURES if issubclass(said, HandSaid) else _shape_of(said)) for kind, said in KINDS.items()
}

# -- all of them --------------------------------------------------------------------------

_FACTS: Final[dict[str, Any]] = {name: (Text, "") if name == "run" else (Number, 0) for name in FACTS}
_STRICT: Final = ConfigDict(strict=True)
_COLUMNS: Final[Mapping[tuple[str, str], Any]] = {
    ("events", "tables"): dict[
        Annotated[str, Field(pattern=r"^[1-9][0-9]{0,2}$")], Annotated[int, Field(ge=0, le=999)]
    ],
    ("events", "tie_breaks"): list[Event.TieBreak],
    ("series", "tie_breaks"): list[Event.TieBreak],
    ("cards", "side_names"): dict[Side, Text],
    ("cards", "player_names"): dict[Seat, Text],
    ("cards", "boards"): list[Board],
    ("event_boards", "hands"): dict[Seat, Cards],
    ("event_boards", "entered"): dict[Seat, Cards],
    ("event_boards", "field"): list[dict[Side, Number]],
    ("event_boards", "field_by"): _FieldBy,
    ("event_boards", "expert"): _Expert | _NoExpert,
    ("board_decisions", "shares"): dict[Side, Percent],
    ("rounds", "moved_by"): dict[str, Literal[0, 1]] | None,
    ("tables", "totals"): dict[Side, Number] | None,
    ("seatings", "data"): dict[str, _Round],
    ("cash_sheets", "fixed"): _Cash | None,
    ("ledger", "facts"): create_model("Facts", __base__=_Shape, **_FACTS),
    ("past_files", "made"): list[Id],
    ("published_places", "shown"): _Standing,
    ("published_places", "says"): _Says,
    ("notices", "blocks"): list[_Block],
    ("standing_tables", "not_on"): list[Day],
    ("merges", "brought"): _Merge | dict[Any, None],
    ("log", "cards"): dict[str, tuple[Number, Text]],
}
SHAPES: Final[Mapping[tuple[str, str], TypeAdapter[Any]]] = {
    # A model brings its own strictness along, and takes none.
    column: TypeAdapter(shape, config=None if isinstance(shape, type(BaseModel)) else _STRICT)
    for column, shape in _COLUMNS.items()
}


def check_shapes(table: str, row: Mapping[str, Any]) -> None:
    """Raises pydantic's `ValidationError` where a JSON column of the row does not hold what it may."""
    for name, value in row.items():
        shape = SHAPES.get((table, name))
        if (table, name) == ("entries", "payload"):
            shape = ENTRIES[row["kind"]]
        if shape is not None:
            shape.validate_json(json.dumps(value))


@cache
def schemas_of(table: str) -> dict[str, Any]:
    """The JSON columns of a table as JSON Schema, for the manifest; of an entry by its kind."""
    if table == "entries":
        return {"payload": {kind: shape.json_schema() for kind, shape in ENTRIES.items()}}
    return {name: shape.json_schema() for (of, name), shape in SHAPES.items() if of == table}
