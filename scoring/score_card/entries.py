"""The entries of a card: a frozen dataclass for each kind. `parse` reads a stored payload once; fields that older
payloads lack have their defaults."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import Any, ClassVar, Final, Generic, NamedTuple, Self, TypeGuard

from typing_extensions import TypeVar

from scoring.rules.cards import Seat, Side, Suit
from scoring.rules.deal_score import Ruled
from scoring.rules.melds import MeldKind

STEPS: Final = ("bid", "meld", "take")
RulingKind = str  # one that a book can name, or `own:` and the club's name for it


class Said:
    __slots__ = ()

    @classmethod
    def parse(cls, payload: Mapping[str, Any]) -> Self:
        return cls(**_fields(cls, payload))


# -- a hand ------------------------------------------------------------------------------


class NamedMeld(NamedTuple):
    kind: MeldKind
    suit: Suit | None
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures(Said):
    """The figures of a hand, or those that one entry or ruling names (`said`). None or empty takes back a figure; one
    that is not named stays. `melds` and `cards`, by seat, come from the meld helper. `sure` holds confirmed rare
    figures by field. `ruled` comes from rulings alone and is in no payload. `DealRecord` explains the rest."""

    dealer: Seat | None = None
    board: int = 0
    bidder: Seat = ""
    bid: int = 0
    trump: Suit | None = None
    no_marriage: bool = False
    partner: Seat | None = None
    meld: Mapping[Side, int] = field(default_factory=dict)
    melds: Mapping[Seat, Sequence[NamedMeld]] = field(default_factory=dict)
    cards: Mapping[Seat, str] = field(default_factory=dict)
    player_meld: Mapping[Seat, int] = field(default_factory=dict)
    moon: bool = False
    thrown_in: bool = False
    laid_stands: bool = False
    laid_played: bool = False
    game_meld: Side | None = None
    chips: Mapping[Side, int] = field(default_factory=dict)
    take: Mapping[Side, int] = field(default_factory=dict)
    last_trick: Side | None = None
    tricks: Mapping[Side, int] = field(default_factory=dict)
    player_tricks: Mapping[Seat, int] = field(default_factory=dict)
    renege: Side | None = None
    renege_cause: str = ""
    second_renege: Side | None = None
    unproven_call: Side | None = None
    void: bool = False
    ruled: tuple[Ruled, ...] = ()
    sure: Mapping[str, int] = field(default_factory=dict)
    said: Collection[str] = field(default_factory=dict)  # a dictionary's keys: two orders of them say the same

    @classmethod
    def parse(cls, payload: Mapping[str, Any]) -> Self:
        return cls.of(_named(payload))

    @classmethod
    def of(cls, named: Mapping[str, Any]) -> Self:
        return cls(**named, said=dict.fromkeys(named))

    @property
    def has_bid(self) -> bool:
        return "bid" in self.said

    @property
    def named(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.said}

    def payload(self) -> dict[str, Any]:
        return {name: _stored(value) for name, value in self.named.items() if name in _UNSAID}

    def saying(self, payload: Mapping[str, Any]) -> Figures:
        return self.with_named(_named(payload))

    def with_named(self, named: Mapping[str, Any]) -> Figures:
        return Figures.of({**self.named, **named})


@dataclass(frozen=True, slots=True)
class HandSaid(Said):
    """The `Figures` that one entry of a hand names, for its `steps`."""

    steps: ClassVar[tuple[str, ...]] = ()

    named: Mapping[str, Any]

    @classmethod
    def parse(cls, payload: Mapping[str, Any]) -> Self:
        return cls(_named(payload))

    @property
    def figures(self) -> Figures:
        return Figures.of(self.named)


@dataclass(frozen=True, slots=True)
class BidMade(HandSaid):
    """`dealer`, `board`, `bidder`, `bid`, `trump`, `no_marriage`; where nobody bids no bidder, and a bid of 0."""

    steps = ("bid",)


@dataclass(frozen=True, slots=True)
class MeldLaid(HandSaid):
    """`meld`, the declarations, and the meld helper's taps."""

    steps = ("meld",)


@dataclass(frozen=True, slots=True)
class TakeCounted(HandSaid):
    """`take`, the declarations again, and the answers on tricks and a renege. It closes the hand."""

    steps = ("take",)


@dataclass(frozen=True, slots=True)
class HandCorrected(HandSaid):
    steps = STEPS


@dataclass(frozen=True, slots=True, kw_only=True)
class HandChecked(Said):
    """Confirms a hand with rare figures until something else is entered for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Redealt(Said):
    """A new deal of the open hand, dealt before by `dealer`."""

    why: str
    dealer: Seat = ""
    next_dealer: Seat = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Remarked(Said):
    """A remark on a hand; it changes no figure and no signature."""

    text: str


NOTHING_SAID: Final = Figures()


# -- the card and its players ------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Undone(Said):
    """Takes out the entry numbered `undoes`."""

    undoes: int


class Sitter(NamedTuple):
    """The occupant of a chair: the host's number, the name on the card, and the seating's `substitute` or `helper`.
    `is_missing`: no one plays in their place."""

    entrant: int
    name: str
    substitute: int | None = None
    helper: str = ""
    is_missing: bool = False


class Chairs(NamedTuple):
    """The seating from the hand `first` on."""

    first: int
    seats: Mapping[Seat, Sitter]


@dataclass(frozen=True, slots=True, kw_only=True)
class DetailsGiven(Said):
    """Names, dealer, date, table and round from here on; what is not given stays. `drawn` holds the cards by seat of
    each round of a draw, `partner_deals` the seats whose partner may deal for them. Where the seating was recorded
    wrongly, an evening's host gives the true `chairs` of all hands, and as they `were` recorded."""

    player_names: Mapping[Seat, str] = field(default_factory=dict)
    side_names: Mapping[Side, str] = field(default_factory=dict)
    first_dealer: Seat | None = None
    played_on: str | None = None
    table_name: str | None = None
    round_name: str | None = None
    hands_agreed: int | None = None
    boards: Sequence[int] | None = None
    drawn: Sequence[Mapping[Seat, str]] = ()
    partner_deals: Sequence[Seat] = ()
    chairs: Sequence[Chairs] = ()
    were: Sequence[Chairs] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyGiven(Said):
    """A penalty from the book's list, or `points` by ruling (`BY_RULING`, 0 for a warning); with `replacement`, of the
    person who took over the seat."""

    seat: Seat
    code: str
    count: int = 1
    note: str = ""
    hand: int | None = None
    replacement: bool = False
    points: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Pardoned(Said):
    """Takes back the penalty numbered `pardons`, with its player and points."""

    seat: Seat = ""
    code: str = ""
    points: int = 0
    pardons: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CameLate(Said):
    """A player's lateness; no minutes take it back. The replacement is a `substitute` (`in_event`, `outside`) by
    `name`, or by `entrant` of the event. `replaced`: by a director, however late; `absent`: the player never came."""

    seat: Seat
    minutes: int = 0
    substitute: str = ""
    name: str = ""
    entrant: int | None = None
    replaced: bool = False
    absent: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Signed(Said):
    """A side signs that content version; `by` is the player who signed, empty for the side as a whole."""

    side: Side
    version: int
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReopeningAsked(Said):
    """A side agrees to reopen a signed card."""

    side: Side


# -- rulings -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Held(Said):
    """A question `about` a hand or a table, to be ruled later. A claim of a wrong record has the seat it is `by`
    (empty: an official; None: no claim) and the correct `line`, unless it is in words. A table seated otherwise
    proposes its `chairs`."""

    about: str
    by: Seat | None = None
    line: Figures | None = None
    chairs: Sequence[Chairs] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Released(Said):
    """Settles the hold numbered `releases`."""

    releases: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """A ruling's changes to its hand: figures, amounts by side beside its score, or a new deal."""

    figures: Figures = NOTHING_SAID
    ruled: Mapping[Side, int] = field(default_factory=dict)
    redeal: Redealt | None = None

    @classmethod
    def parse(cls, payload: Mapping[str, Any]) -> Self:
        redeal = Redealt.parse(payload["redeal"]) if payload.get("redeal") else None
        return cls(figures=Figures.parse(payload), ruled=payload.get("ruled") or {}, redeal=redeal)

    def __bool__(self) -> bool:
        return self.changes_line or self.redeal is not None

    @property
    def changes_line(self) -> bool:
        return bool(self.figures.said or self.ruled)


NO_EFFECT: Final = Effect()


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingGiven(Said):
    """A ruling on a hand: kind, answered questions, caller (a seat, `BY_TABLE`, or empty), basis and decision."""

    kind: RulingKind
    facts: Mapping[str, Any] = field(default_factory=dict)
    called_by: str = ""
    basis: str = "book"
    rule: str = ""
    decision: str = ""
    note: str = ""
    effect: Effect = NO_EFFECT


@dataclass(frozen=True, slots=True, kw_only=True)
class Appealed(Said):
    """An appeal of the ruling with that number by the player in a seat."""

    ruling: int
    by: Seat = ""
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreementAsked(Said):
    """The outcome of an appealed ruling that each side is asked to accept; none ends the question. `by` are the seats
    that have; `asked` is an id that changes with the question."""

    ruling: int
    outcome: str = ""
    note: str = ""
    by: Sequence[Seat] = ()
    asked: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided(Said):
    """The decision on a ruling. `facts` and `decision` stay where None. `agreed` seats spoke for a whole table;
    `taken_back`: the official withdrew it."""

    ruling: int
    outcome: str
    note: str = ""
    effect: Effect = NO_EFFECT
    facts: Mapping[str, Any] | None = None
    decision: str | None = None
    agreed: Sequence[Seat] = ()
    taken_back: bool = False


# -- the door ----------------------------------------------------------------------------

KINDS: Final[Mapping[str, type[Said]]] = {
    "bid": BidMade,
    "meld": MeldLaid,
    "take": TakeCounted,
    "correct": HandCorrected,
    "checked": HandChecked,
    "redeal": Redealt,
    "remark": Remarked,
    "undo": Undone,
    "details": DetailsGiven,
    "penalty": PenaltyGiven,
    "pardon": Pardoned,
    "late": CameLate,
    "hold": Held,
    "release": Released,
    "sign": Signed,
    "reopen": ReopeningAsked,
    "ruling": RulingGiven,
    "appeal": Appealed,
    "agreement": AgreementAsked,
    "decision": Decided,
}


def parse(kind: str, payload: Mapping[str, Any]) -> Said:
    return KINDS[kind].parse(payload)


def chairs_payload(chairs: Iterable[Chairs]) -> list[dict[str, Any]]:
    return [{"first": one.first, "seats": {seat: who._asdict() for seat, who in one.seats.items()}} for one in chairs]


def _chairs(stored: Iterable[Mapping[str, Any]]) -> tuple[Chairs, ...]:
    return tuple(Chairs(one["first"], {seat: Sitter(**who) for seat, who in one["seats"].items()}) for one in stored)


def _melds(stored: Mapping[Seat, Sequence[Sequence[Any]]]) -> dict[Seat, tuple[NamedMeld, ...]]:
    return {seat: tuple(NamedMeld(MeldKind(kind), *of) for kind, *of in melds) for seat, melds in stored.items()}


# What is stored in another form than it is asked in, by the name of the field.
_READERS: Final[Mapping[str, Callable[[Any], Any]]] = {
    "line": Figures.parse, "effect": Effect.parse, "chairs": _chairs, "were": _chairs,
}  # fmt: skip
_TYPES: Final[tuple[type[Any], ...]] = (Figures, *KINDS.values())
_KNOWN: Final = {kind: frozenset(one.name for one in fields(kind)) for kind in _TYPES}
# A line's figures before any entry, by name. Those of rulings are in no payload.
_UNSAID: Final = {name: getattr(NOTHING_SAID, name) for name in _KNOWN[Figures] - {"said", "ruled"}}


def _fields(kind: type[Said], payload: Mapping[str, Any]) -> dict[str, Any]:
    """The fields in a payload; those that are None get their defaults."""
    known = _KNOWN[kind]
    return {
        name: _READERS[name](value) if name in _READERS else value
        for name, value in payload.items()
        if value is not None and name in known
    }


def _named(payload: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: _UNSAID[name] if value is None else _melds(value) if name == "melds" else value
        for name, value in payload.items()
        if name in _UNSAID
    }


def _stored(value: Any) -> Any:
    """A figure as JSON, where tapped melds are lists."""
    if isinstance(value, Mapping):
        return {name: _stored(each) for name, each in value.items()}
    return [_stored(each) for each in value] if isinstance(value, tuple) else value


# -- entries -----------------------------------------------------------------------------

S = TypeVar("S", bound=Said)
S_co = TypeVar("S_co", bound=Said, covariant=True, default=Said)


@dataclass(frozen=True, slots=True)
class EntryData(Generic[S_co]):
    """An entry without its row; `said` is its payload, read."""

    number: int
    kind: str
    hand: int | None = None
    payload: Mapping[str, Any] = field(default_factory=dict)
    client_id: str = ""
    device: str = ""
    reason: str = ""
    by_director: bool = False
    at: datetime | None = None
    said: S_co = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "said", parse(self.kind, self.payload))


def is_a(entry: EntryData, kind: type[S]) -> TypeGuard[EntryData[S]]:
    return isinstance(entry.said, kind)


def those(entries: Iterable[EntryData], kind: type[S]) -> Iterator[EntryData[S]]:
    return (entry for entry in entries if isinstance(entry.said, kind))  # type: ignore[misc]
