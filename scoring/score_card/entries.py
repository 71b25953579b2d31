"""What is entered on a card: a frozen dataclass for each kind of entry, and the door between them and what is stored.

A row keeps the kind of its entry and a JSON object, the payload. `parse` reads it once, as the row is read; from then
on every figure is a typed field, and `Any` stays at this door. What is not in a payload has its default: rows of
earlier years hold less than those of today.
"""

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
RulingKind = str  # one that a book can name, or `own:` and what the club calls it


class Said:
    """What an entry says."""

    __slots__ = ()

    @classmethod
    def parse(cls, payload: Mapping[str, Any]) -> Self:
        return cls(**_fields(cls, payload))


# -- a hand ------------------------------------------------------------------------------


class NamedMeld(NamedTuple):
    """A meld that was tapped one by one in the meld helper."""

    kind: MeldKind
    suit: Suit | None
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures(Said):
    """The line of a hand, or what one entry or ruling says of it: that is `said`, by name, in the order of the payload.
    What is said to be None or empty takes back what stood there; what is not said leaves it.

    `melds` and `cards`, by seat, are from the meld helper. `sure` are figures by field that somebody was asked about,
    and confirmed. `ruled` comes from rulings alone, and is in no payload. `board` is the number of the one that was
    played, at a duplicate. The rest is what `DealRecord` knows.
    """

    dealer: Seat | None = None
    board: int = 0
    bidder: Seat = ""
    bid: int = 0
    trump: Suit | None = None
    no_marriage: bool = False
    meld: Mapping[Side, int] = field(default_factory=dict)
    melds: Mapping[Seat, Sequence[NamedMeld]] = field(default_factory=dict)
    cards: Mapping[Seat, str] = field(default_factory=dict)
    player_meld: Mapping[Seat, int] = field(default_factory=dict)
    moon: bool = False
    thrown_in: bool = False
    laid_stands: bool = False
    laid_played: bool = False
    game_meld: Side | None = None
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
        """What is said, by name."""
        return cls(**named, said=dict.fromkeys(named))

    @property
    def has_bid(self) -> bool:
        return "bid" in self.said

    @property
    def named(self) -> dict[str, Any]:
        """What is said, by name."""
        return {name: getattr(self, name) for name in self.said}

    def payload(self) -> dict[str, Any]:
        """What is said, as an entry keeps it."""
        return {name: _stored(value) for name, value in self.named.items() if name in _UNSAID}

    def saying(self, payload: Mapping[str, Any]) -> Figures:
        """These figures, and on top of them what a form says."""
        return self.with_named(_named(payload))

    def with_named(self, named: Mapping[str, Any]) -> Figures:
        """These figures with others in the place of theirs."""
        return Figures.of({**self.named, **named})


@dataclass(frozen=True, slots=True)
class HandSaid(Said):
    """What one entry says of a hand, of its `steps`: some of the `Figures`, by name."""

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
    """`dealer`, `board`, `bidder`, `bid`, `trump`, `no_marriage`."""

    steps = ("bid",)


@dataclass(frozen=True, slots=True)
class MeldLaid(HandSaid):
    """`meld`, the declarations, and what the meld helper knows of it."""

    steps = ("meld",)


@dataclass(frozen=True, slots=True)
class TakeCounted(HandSaid):
    """`take`, the declarations again, and what was answered of tricks and of a renege. It closes the hand."""

    steps = ("take",)


@dataclass(frozen=True, slots=True)
class HandCorrected(HandSaid):
    """The whole line again."""

    steps = STEPS


@dataclass(frozen=True, slots=True, kw_only=True)
class HandChecked(Said):
    """The hand is right, rare as its figures are; holds until something else is entered for the hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Redealt(Said):
    """The open hand begins again. `dealer` is who dealt."""

    why: str
    dealer: Seat = ""
    next_dealer: Seat = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Remarked(Said):
    """Words on a hand; they change no figure and no signature."""

    text: str


NOTHING_SAID: Final = Figures()


# -- the card and its players ------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Undone(Said):
    """The entry of that number is taken out."""

    undoes: int


class Sitter(NamedTuple):
    """Who sits in a chair: the host's number for them, and what the card calls who plays there; by the seating a
    `substitute` or a `helper` in their place. Where nobody does and they are not there, they are missing."""

    entrant: int
    name: str
    substitute: int | None = None
    helper: str = ""
    is_missing: bool = False


class Chairs(NamedTuple):
    """Who sat where, from the hand `first` on."""

    first: int
    seats: Mapping[Seat, Sitter]


@dataclass(frozen=True, slots=True, kw_only=True)
class DetailsGiven(Said):
    """Names, dealer, date, table and round as they are from here on; what is not said stays. `drawn` are the cards by
    seat of each round of a draw for the first deal, `partner_deals` the seats whose partner may deal for them. Where
    people really sat otherwise than it was said, an evening's host says all of it: the `chairs` from the first hand to
    the last, and as they `were` said before."""

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
    """A penalty of the book's list, or with the code `BY_RULING` one of `points`, 0 for a warning. It falls on the
    person who took over the seat if it is on the `replacement`."""

    seat: Seat
    code: str
    count: int = 1
    note: str = ""
    hand: int | None = None
    replacement: bool = False
    points: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Pardoned(Said):
    """The penalty of the number `pardons` is taken back; whose it was, and what."""

    seat: Seat = ""
    code: str = ""
    points: int = 0
    pardons: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CameLate(Said):
    """How late a player came; no minutes take it back. Who plays on for them is a `substitute` (`in_event`, `outside`)
    by `name`; an evening's host knows one of the event as `entrant`. `replaced` where a director replaced the player,
    however late, `absent` where the player never came."""

    seat: Seat
    minutes: int = 0
    substitute: str = ""
    name: str = ""
    entrant: int | None = None
    replaced: bool = False
    absent: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Signed(Said):
    """A side signs that content version of the card; `by` names who did, empty where the side signs as a whole."""

    side: Side
    version: int
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReopeningAsked(Said):
    """A side agrees to open a signed card again."""

    side: Side


# -- rulings -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Held(Said):
    """Officials rule later `about` a hand, or a whole table. A claim that a hand was recorded wrongly says `by` which
    seat, empty where an official makes it (None: no claim), and the `line` as it should be, unless it is in words. A
    table that sits otherwise than the card says proposes its `chairs`."""

    about: str
    by: Seat | None = None
    line: Figures | None = None
    chairs: Sequence[Chairs] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Released(Said):
    """The hold of the number `releases` is settled."""

    releases: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """What a ruling changes of its hand: figures of the line, amounts by side beside what it came to, or all of it,
    where it is played again."""

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
        """Whether it changes the line of the hand as it stands."""
        return bool(self.figures.said or self.ruled)


NO_EFFECT: Final = Effect()


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingGiven(Said):
    """A ruling on a hand: its kind, the answers to its questions, who called (a seat, `BY_TABLE`, or nobody), what it
    rests on, and what was decided."""

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
    """The ruling of that number is appealed by the player in a seat."""

    ruling: int
    by: Seat = ""
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreementAsked(Said):
    """What each side is asked to agree on becomes of the appealed ruling of that number; with no outcome nobody is
    asked. `by` are the seats that have said yes, `asked` is an id that stays until something else is asked."""

    ruling: int
    outcome: str = ""
    note: str = ""
    by: Sequence[Seat] = ()
    asked: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided(Said):
    """What becomes of the ruling of that number. Where it is changed, what is None of `facts` and `decision` stays.
    `agreed` are the seats that said so for a whole table, `taken_back` where who ruled took it back."""

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
    """What an entry of that kind says."""
    return KINDS[kind].parse(payload)


def chairs_payload(chairs: Iterable[Chairs]) -> list[dict[str, Any]]:
    """Chairs as an entry keeps them."""
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
# What a line says where nothing was entered, by name. What rulings gave is in no payload.
_UNSAID: Final = {name: getattr(NOTHING_SAID, name) for name in _KNOWN[Figures] - {"said", "ruled"}}


def _fields(kind: type[Said], payload: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that a payload holds. What is None there has its default."""
    known = _KNOWN[kind]
    return {
        name: _READERS[name](value) if name in _READERS else value
        for name, value in payload.items()
        if value is not None and name in known
    }


def _named(payload: Mapping[str, Any]) -> dict[str, Any]:
    """The figures that a payload says, by name."""
    return {
        name: _UNSAID[name] if value is None else _melds(value) if name == "melds" else value
        for name, value in payload.items()
        if name in _UNSAID
    }


def _stored(value: Any) -> Any:
    """A figure as JSON: tapped melds are lists there."""
    if isinstance(value, Mapping):
        return {name: _stored(each) for name, each in value.items()}
    return [_stored(each) for each in value] if isinstance(value, tuple) else value


# -- entries -----------------------------------------------------------------------------

S = TypeVar("S", bound=Said)
S_co = TypeVar("S_co", bound=Said, covariant=True, default=Said)


@dataclass(frozen=True, slots=True)
class EntryData(Generic[S_co]):
    """One entry, without its row. `said` is its payload, read."""

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
    """Whether an entry is of that kind."""
    return isinstance(entry.said, kind)


def those(entries: Iterable[EntryData], kind: type[S]) -> Iterator[EntryData[S]]:
    """The entries of one kind."""
    return (entry for entry in entries if isinstance(entry.said, kind))  # type: ignore[misc]
