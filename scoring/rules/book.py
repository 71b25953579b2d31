"""A rule book: everything that differs between clubs, as typed and checked data.

A book is a value. Built-in books are TOML files in `books/`; a club's own are rows of the
database with the same schema. Nothing outside `scoring/rules` asks which book it has before
it; inside, no module asks for a key either: it reads the figure or the switch it needs.

Every reading of a doubtful sentence is a switch here, with the other reading implemented,
and an entry in the book's `readings` that says how the text was read.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Annotated, Any, Final, Literal, Self

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    TypeAdapter,
    ValidationError,
)

from .book_checks import faults_across
from .cards import FOUR_SEATS, SUITS, THREE_SEATS, Card, Rank, Seat, Side

BOOKS_FOLDER: Final = Path(__file__).parent / "books"

Points = Annotated[int, Field(ge=0, le=10_000)]
Count = Annotated[int, Field(ge=0, le=100)]
Values = Annotated[tuple[Points, ...], Field(min_length=1, max_length=8)]
Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=2_000)]


class BookError(ValueError):
    """A rule book that cannot be used. `faults` names every fault at once, with its path."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        self.faults = faults
        super().__init__("\n".join(f"{fault.path}: {fault.text}" for fault in faults))


class Section(BaseModel):
    """Base of all parts of a book: frozen, and no unknown key slips through."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """A changed copy; what was worked out once is worked out anew."""
        copy = super().model_copy(update=update, deep=deep)
        for name in copy.__dict__.keys() - type(self).model_fields.keys():
            del copy.__dict__[name]
        return copy

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        # Books and their parts are keys of caches, thousands of times a second.
        return hash(tuple(getattr(self, name) for name in type(self).model_fields))


class Fault(Section):
    """One thing wrong with a book: where it stands (`meld.minimum`) and what to do."""

    path: str
    text: str


# -- cards and deal ----------------------------------------------------------------------


class Deck(Section):
    """The cards in play and what they are worth in tricks."""

    ranks: str = Field(description="ranks in the deck, from high to low")
    copies: Annotated[int, Field(ge=1, le=8)] = Field(description="copies of each card")
    counters: str = Field(description="ranks worth a point in tricks")
    counter_points: Points = 1
    last_trick: Points = Field(description="points for taking the last trick")


class Deal(Section):
    """Who plays and how the cards come out."""

    players: Literal[3, 4]
    hand_size: Annotated[int, Field(ge=1, le=40)]
    kitty_size: Count = 0
    packets: tuple[tuple[Count, ...], ...] = Field(
        description="ways to deal: the sizes of the packets, the last repeated to the end"
    )
    first_dealer: Literal["highest_card", "anyone"] = "highest_card"
    shuffles: Count = Field(1, description="shuffles asked for at the least")
    cut: Literal["offered", "required"] = "offered"
    cut_leaves: Count = Field(0, description="cards a cut leaves in the lower part at least")
    partner_may_deal: bool = Field(False, description="a handicapped player's partner deals")


class Redeal(Section):
    """Hands that are dealt again, and what a misdeal costs."""

    nines: Count = Field(0, description="so many nines and no meld: a redeal; 0 never")
    misdeals_lose_deal: Count = Field(0, description="misdeals in a deal that lose it; 0 never")
    illegal_from: Count = Field(1, description="a hand short of so many cards makes the deal illegal: deal again")
    short_card_from: Literal["player_with_too_many", "dealer_turns_one"] = "player_with_too_many"
    wrong_pass: Literal["pass_unseen_or_redeal", "redeal"] = "redeal"  # noqa: S105 - a pass of cards
    cards_left_over: Literal["last_legal_trick", "nobody"] = "nobody"


# -- auction, pass and kitty -------------------------------------------------------------


class BidStep(Section):
    """Up to and including `up_to` (None: without end) bids are multiples of `multiple_of`."""

    up_to: Points | None = None
    multiple_of: Annotated[int, Field(ge=1, le=100)] = 1


class Auction(Section):
    """Bidding goes clockwise from the dealer's left; whoever passes is out."""

    opening: Points = Field(description="the lowest bid")
    stuck: Points = Field(description="what the dealer takes when everybody passes")
    steps: tuple[BidStep, ...]
    marriage_needed: bool = Field(False, description="trump is named only with a marriage")
    out_of_turn: Literal["refused", "freezes_partner"] = "refused"
    change_after_bid: Points | None = Field(
        None, description="an out-of-turn bid may be changed once an opponent has bid this"
    )
    meld_bids: bool = Field(False, description="skipping bids to show meld is customary")


class Passing(Section):
    """Cards exchanged between the bidder and the partner."""

    cards: Annotated[int, Field(ge=1, le=10)]
    order: Literal["both_at_once", "partner_first"]


class Kitty(Section):
    """What the bidder does with the kitty (three-handed)."""

    shown: bool = True
    bury: Annotated[int, Field(ge=0, le=10)]
    meld_before_burying: bool = True
    bury_melded: bool = Field(False, description="melded cards may be buried")
    buried_count: bool = Field(True, description="buried counters are the bidder's take")


# -- meld --------------------------------------------------------------------------------


class Roundhouse(Section):
    """A marriage in every suit: the sum of its parts, or a meld with values of its own."""

    values: Values
    own_meld: bool = Field(False, description="a meld of its own, standing for kings and queens around too")


class Meld(Section):
    """The meld table. Columns are the value of one, two, three … of the same meld."""

    run: Values
    run_suits: Literal["trump", "any"] = "trump"
    royal_marriage: Values
    marriage: Values
    nine: Points = Field(0, description="the nine of trump")
    pinochle: Values
    aces: Values
    kings: Values
    queens: Values
    jacks: Values
    roundhouse: Roundhouse | None = None
    minimum: Points = Field(0, description="a side's meld counts from here")
    minimum_for_bidders: Literal["always", "when_stuck"] = Field(
        "always", description="when the minimum holds the bidding side back"
    )
    aces_told: Literal["no", "told", "shown"] = Field("no", description="aces around must be told, or laid down")

    def arounds(self) -> dict[Rank, Values]:
        """The tables of the four arounds by rank."""
        return {"A": self.aces, "K": self.kings, "Q": self.queens, "J": self.jacks}


# -- play --------------------------------------------------------------------------------


class Play(Section):
    """What a player must put on a trick, and claims."""

    heading: Literal["always", "trumps", "when_trump_led"] = Field(
        "always", description="when the best card must be beaten"
    )
    after_trump: Literal["any_of_suit", "beat_suit_led"] = Field(
        "any_of_suit", description="following a plain suit that has been trumped"
    )
    wrong_claim: Literal["claimed_tricks", "all_remaining"] = Field(
        "all_remaining", description="what a wrong lay-down gives away"
    )
    tricks_open: Literal["last", "all_on_renege_claim"] = "last"


# -- contract ----------------------------------------------------------------------------

Need = Literal["nothing", "counter", "trick", "points"]


class Contract(Section):
    """When the bid is made, what a set costs and what the defenders keep."""

    bidders_need: Need = Field("nothing", description="what the bidders need besides the bid")
    defenders_need: Need = Field(description="what the defenders need to save")
    points_needed: Points = Field(0, description="points in tricks that save, where asked")
    last_trick_is_counter: bool = Field(False, description="the point for the last trick alone saves")
    trick_of: Literal["side", "player"] = Field(
        "side", description="whose trick keeps the meld: any of the side's, or each player's"
    )
    set_scoring: Literal["deduct", "give", "both"] = "deduct"
    stuck_set: Literal["bid_lost", "meld_and_take_kept"] = "bid_lost"
    ordinary_set: Literal["bid_lost", "meld_and_take_kept"] = "bid_lost"
    unsaved_take: Literal["lost", "kept", "kept_against_made"] = Field(
        "lost", description="the take of a defending side that did not save"
    )
    unsaved_meld: Literal["lost", "kept_against_set"] = Field(
        "lost", description="meld of defenders that did not save, when the bid was set"
    )
    below_minimum: Literal["played", "not_played"] = "played"
    off_the_board: Literal["played", "not_played", "may_throw_in"] = Field(
        "played", description="meld and all points cannot reach the bid"
    )
    throw_in: bool = Field(False, description="the bidder may throw in before the first lead")
    no_marriage_meld: Literal["none", "natural"] = Field(
        "none", description="what the defenders count when nobody could name trump"
    )
    natural_meld_needs_minimum: bool = True


class Moon(Section):
    """Shoot the moon: declared after the melds, before the first lead."""

    points: Points
    pays_when_set: bool = Field(True, description="added also to a deal that was set")


class AllTricks(Section):
    """A bonus for sweeping the deal."""

    title: Text
    points: Points
    needs: Literal["every_trick", "all_points"]
    counts_towards_bid: bool


class Bonuses(Section):
    """Extras inside a deal."""

    moon: Moon | None = None
    all_tricks: AllTricks | None = None


InnocentScore = Literal["meld", "meld_and_take", "bid_and_meld", "counted_meld_and_take", "nothing"]


class Renege(Section):
    """What a ruling of renege gives and takes. It goes before everything else in the deal."""

    bidders_lose: Literal["bid", "nothing"] = "bid"
    defenders_lose: Literal["bid", "nothing"] = "bid"
    defenders_score: InnocentScore = Field("meld", description="when the bidders reneged")
    bidders_score: InnocentScore = Field("bid_and_meld", description="when a defender reneged")
    third_player_scores: InnocentScore = Field(
        "counted_meld_and_take", description="three-handed: the defender who did not renege"
    )
    meld: Literal["counted", "shown"] = Field("counted", description="meld from the minimum only, or as it was shown")
    kinds: tuple[
        Literal[
            "not_following",
            "not_trumping",
            "not_heading",
            "out_of_turn",
            "exposing_cards",
            "disrupting",
            "aces_not_declared",
            "not_burying",
        ],
        ...,
    ] = ("not_following", "not_trumping", "not_heading")
    correctable_until: Literal["never", "next_card", "next_play"] = "never"
    turn_trick_seconds: Count = Field(0, description="time to turn the trick; 0 no rule")
    then_anyone_turns: bool = True
    unproven_call_is_renege: bool = False


# -- game, round, penalties --------------------------------------------------------------


class BidToWin(Section):
    """Once both sides stand high only the side that won the auction can win on that deal."""

    at: Points
    includes_level: bool = Field(True, description="standing exactly there is enough")


class Game(Section):
    """How a game ends."""

    target: Points | None = Field(None, description="points that win; None: no target")
    deals: Annotated[int, Field(ge=1, le=100)] | None = Field(
        None, description="deals of a game without a target; None: as many as agreed"
    )
    both_reach: Literal["bidding_side", "higher_score"] = "bidding_side"
    level: Literal["play_on", "bidding_side"] = "play_on"
    bid_to_win: BidToWin | None = None


class Skunk(Section):
    """A bonus of the round against a side that stayed scoreless."""

    points: Points
    judged: Literal["before_penalties", "after_penalties"] = "before_penalties"


class Penalty(Section):
    """One entry of the list of penalties. It falls on the player, not the partnership."""

    code: Annotated[str, StringConstraints(pattern=r"^[a-z_]{2,40}$")]
    title: Text
    points: Points


class Tardiness(Section):
    """Lateness in whole minutes since the start of the round."""

    grace: Count
    points_per_minute: Points
    replaced_at: Count


class Round(Section):
    """A tournament round: each player deals once."""

    deals: Annotated[int, Field(ge=1, le=100)]
    skunk: Skunk | None = None
    tardiness: Tardiness | None = None
    outside_substitute_scores: Literal["nobody", "absent_player"] = "nobody"


class Procedure(Section):
    """What the table is reminded of, and who decides."""

    hand_shown_without_marriage: bool = False
    hands_shown_below_minimum: bool = False
    values_announced_first: bool = False
    first_marriage_is_trump: bool = False
    appeals: tuple[Text, ...] = ()


class Reading(Section):
    """How a doubtful sentence was read: the switch or figure it set, and what the other is."""

    path: Annotated[str, StringConstraints(pattern=r"^[a-z_]+(\.[a-z_]+)*$")]
    text: Text
    other: Text | None = None


class Note(Section):
    """A remark on the book that no switch expresses."""

    about: Text
    text: Text


class RuleBook(Section):
    """One club's rules, complete."""

    key: Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9-]{1,39}$")]
    name: Text
    short_name: Annotated[str, StringConstraints(min_length=1, max_length=24)]
    edition: Text
    summary: Text
    deck: Deck
    deal: Deal
    redeal: Redeal = Redeal()
    auction: Auction
    passing: Passing | None = None
    kitty: Kitty | None = None
    meld: Meld
    play: Play = Play()
    contract: Contract
    bonuses: Bonuses = Bonuses()
    renege: Renege = Renege()
    game: Game
    round: Round | None = None
    penalties: tuple[Penalty, ...] = ()
    procedure: Procedure = Procedure()
    readings: tuple[Reading, ...] = ()
    notes: tuple[Note, ...] = ()

    # -- who sits where

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats clockwise: N E S W, or A B C."""
        return FOUR_SEATS if self.deal.players == 4 else THREE_SEATS

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides in the order of the score card's columns."""
        return ("NS", "EW") if self.deal.players == 4 else THREE_SEATS

    @property
    def is_partnership(self) -> bool:
        return self.deal.players == 4

    def side_of(self, seat: Seat) -> Side:
        """The side a seat plays for; raises `KeyError` for a seat of another table size."""
        return self._side_of[seat]

    def seats_of(self, side: Side) -> tuple[Seat, ...]:
        """The seats of one side, clockwise."""
        return tuple(seat for seat in self.seats if self._side_of[seat] == side)

    def next_seat(self, seat: Seat) -> Seat:
        """The seat on the left: the next to deal, bid and play."""
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    def seats_from(self, seat: Seat) -> tuple[Seat, ...]:
        """All seats clockwise, `seat` first."""
        start = self.seats.index(seat)
        return self.seats[start:] + self.seats[:start]

    def partner(self, seat: Seat) -> Seat | None:
        """The seat opposite; None at a three-handed table."""
        return self.seats[(self.seats.index(seat) + 2) % 4] if self.is_partnership else None

    def others(self, side: Side) -> tuple[Side, ...]:
        """The sides that play against `side`."""
        return tuple(other for other in self.sides if other != side)

    @cached_property
    def _side_of(self) -> dict[Seat, Side]:
        if self.deal.players == 3:
            return {seat: seat for seat in THREE_SEATS}
        return {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}

    # -- figures that follow from others

    @cached_property
    def total_points(self) -> int:
        """All points in tricks, the last trick included: 25 or 50."""
        per_suit = len(self.deck.counters) * self.deck.copies * self.deck.counter_points
        return per_suit * len(SUITS) + self.deck.last_trick

    @cached_property
    def tricks(self) -> int:
        """Tricks in a deal: one for each card of a hand."""
        return self.deal.hand_size

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """Every card of the deck, copies included."""
        one = [Card(rank, suit) for suit in SUITS for rank in self.deck.ranks]
        return tuple(card for card in one for _ in range(self.deck.copies))

    @property
    def melding_hand_size(self) -> int:
        """The most cards one player can meld from: the bidder's hand with the kitty."""
        takes_first = self.kitty is not None and self.kitty.meld_before_burying
        return self.deal.hand_size + (self.deal.kitty_size if takes_first else 0)

    @property
    def buried_points(self) -> int:
        """Points the bidder may have without taking a trick, from buried cards."""
        if self.kitty is None or not self.kitty.buried_count:
            return 0
        return self.kitty.bury * self.deck.counter_points

    @property
    def uncounted_points(self) -> int:
        """The most points that may lie among buried cards that count for nobody."""
        if self.kitty is None or self.kitty.buried_count:
            return 0
        return self.kitty.bury * self.deck.counter_points

    def card_points(self, card: Card) -> int:
        """What a card is worth in tricks."""
        return self.deck.counter_points if card.rank in self.deck.counters else 0

    def penalty(self, code: str) -> Penalty:
        """The penalty listed under `code`; raises `KeyError` where the book has none."""
        return {penalty.code: penalty for penalty in self.penalties}[code]

    # -- text in and out

    def to_json(self) -> str:
        """The book as canonical JSON; `book_from_json` is the inverse."""
        return json.dumps(self.model_dump(mode="json"), sort_keys=True, ensure_ascii=False)


# -- loading and checking ----------------------------------------------------------------


def book_from_data(data: Mapping[str, Any]) -> RuleBook:
    """A checked book from plain data; raises `BookError` naming every fault with its path.

    Parts that are sound by themselves are also checked against each other when another
    part is broken, so that one round of mending is enough.
    """
    faults: list[Fault] = []
    book = None
    try:
        book = RuleBook.model_validate(data)
    except ValidationError as error:
        faults += [_fault(detail) for detail in error.errors()]
    across = faults_across(_sound_parts(data), RuleBook)
    faults += [Fault(path=path, text=text) for path, text in across]
    if book is None or faults:
        raise BookError(tuple(faults))
    return book


def book_from_json(text: str) -> RuleBook:
    """A checked book from JSON; raises `BookError`, also for text that is no JSON object."""
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise BookError((Fault(path="book", text=f"This is no JSON: {error}."),)) from None
    if not isinstance(data, dict):
        raise BookError((Fault(path="book", text="A book is a JSON object."),))
    return book_from_data(data)


@lru_cache(maxsize=1)
def built_in_books() -> Mapping[str, RuleBook]:
    """The built-in books by key, in the order in which a club picks from them."""
    books = {}
    for key in BUILT_IN_ORDER:
        path = BOOKS_FOLDER / f"{key}.toml"
        books[key] = book_from_data(tomllib.loads(path.read_text(encoding="utf-8")))
    return books


BUILT_IN_ORDER: Final = (
    "st-hilary",
    "hidden-valley",
    "family-double",
    "npa",
    "gwinnett",
    "gwinnett-3",
)


def built_in_book(key: str) -> RuleBook:
    """One built-in book; raises `KeyError` naming the keys there are."""
    books = built_in_books()
    if key not in books:
        raise KeyError(f"There is no rule book “{key}”; there are {', '.join(books)}.")
    return books[key]


def _sound_parts(data: Mapping[str, Any]) -> dict[str, Any]:
    """The parts of a book that are valid by themselves, by name."""
    parts: dict[str, Any] = {}
    for name, field in RuleBook.model_fields.items():
        if name not in data:
            if not field.is_required():
                parts[name] = field.get_default(call_default_factory=True)
            continue
        try:
            parts[name] = TypeAdapter[Any](field.rebuild_annotation()).validate_python(data[name])
        except ValidationError:
            continue
    return parts


def _fault(detail: Any) -> Fault:
    """One of pydantic's findings as a fault in our words."""
    path = ".".join(str(part) for part in detail["loc"]) or "book"
    text = detail["msg"].removeprefix("Value error, ")
    if detail["type"] == "missing":
        text = "This is missing."
    elif detail["type"] == "extra_forbidden":
        text = "A rule book has no such entry; check the spelling."
    elif "input" in detail and not isinstance(detail["input"], dict | list):
        text = f"{text} (it is {detail['input']!r})."
    return Fault(path=path, text=text)
