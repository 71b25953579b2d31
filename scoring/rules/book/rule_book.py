"""A whole rule book: its chapters, and the figures that follow from several of them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from typing import Annotated, Final

from pydantic import Field, PrivateAttr, StringConstraints

from scoring.rules.cards import FOUR_SEATS, THREE_SEATS, WITH_A_FOURTH, Card, Seat, Side
from scoring.rules.notation import RANK_SIGNS, counted, number

from .auction import AUCTION, Auction
from .bonuses import BONUSES, Bonuses, GameMelds
from .chapter import ChapterPlan
from .contract import CONTRACT, Contract, contract_at_a_glance
from .deal import COUNTING, DEAL, Deal, Deck
from .exchange import KITTY, PASSING, Kitty, Passing
from .game import GAME, Game
from .meld import MELD, Meld
from .money import MONEY, Money
from .play import PLAY, Play
from .printing import Blocks, Row, Table, about, cards, row, say
from .procedure import CONDUCT, PROCEDURE, READINGS, Conduct, Note, Procedure, Reading, SheetSentence, Source
from .redeal import REDEAL, Redeal
from .renege import RENEGE, Renege
from .rulings import RULINGS, Rulings
from .section import Section, Text, Words
from .tournament import ROUND, Penalty, Round
from .vocabulary import STANDARD, WORDS, Vocabulary


class RuleBook(Section, chapter="about"):
    # fmt: off
    key: Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9-]{1,39}$"), Words("Kept under")]
    name: Annotated[Text, Words("Name", "What stands on top of the book and of every score card.")]
    short_name: Annotated[str, StringConstraints(min_length=1, max_length=24), Words(
        "Short name", "For narrow places. Up to 24 letters."
    )]
    edition: Annotated[Text, Words(
        "Edition", "From where these rules come, or since when they hold: “tournament rules, revised 2009”."
    )]
    summary: Annotated[Text, Words("In one sentence", "What somebody should know before choosing these rules.")]
    deck: Annotated[Deck, Words("Deck")]
    deal: Annotated[Deal, Words("Deal")]
    redeal: Annotated[Redeal, Words("Redeals")] = Redeal()
    auction: Annotated[Auction, Words("Auction")]
    passing: Annotated[Passing | None, Words("Partners pass each other cards")] = None
    kitty: Annotated[Kitty | None, Words("There is a kitty")] = None
    meld: Annotated[Meld, Words("Meld")]
    play: Annotated[Play, Words("Play")] = Play()
    contract: Annotated[Contract, Words("Contract")]
    bonuses: Annotated[Bonuses, Words("Bonuses")] = Bonuses()
    renege: Annotated[Renege, Words("Renege")] = Renege()
    rulings: Annotated[Rulings, Words("Rulings")] = Rulings()
    game: Annotated[Game, Words("Game")]
    round: Annotated[Round | None, Words(
        "Rounds of a tournament", "A fixed number of hands, with lateness and a skunk where the club has them."
    )] = None
    money: Annotated[Money | None, Field(exclude_if=lambda part: part is None), Words(
        "Played for money", "A money sheet beside the score."
    )] = None
    penalties: Annotated[tuple[Penalty, ...], Words(
        "Penalties", "They fall on the player alone. The score card offers them by name."
    )] = ()
    procedure: Annotated[Procedure, Words("At the table")] = Procedure()
    conduct: Annotated[tuple[Conduct, ...], Words(
        "Customs of the house", "What is done and not done at the table. No penalty hangs on it."
    )] = ()
    readings: Annotated[tuple[Reading, ...], Words(
        "Doubtful sentences, and how they are read",
        "The sentence stands at its rule and in the last chapter of the printed book."
    )] = ()
    notes: Annotated[tuple[Note, ...], Words("Remarks", "For what no rule above can say.")] = ()
    sources: Annotated[tuple[Source, ...], Words("What is taken from where")] = ()
    sheet: Annotated[tuple[SheetSentence, ...], Field(max_length=300, exclude_if=lambda sheet: not sheet), Words(
        "What our sheet says"
    )] = ()
    words: Annotated[Vocabulary, Field(exclude_if=lambda words: words == STANDARD), Words("Its own words")] = STANDARD
    # fmt: on

    _out: Seat | None = PrivateAttr(None)

    # -- who sits where

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        """The seats clockwise: N E S W, or A B C. With a fourth, D too; of one deal (`at`) all but the dealer's."""
        if self.deal.fourth == "sits":
            return tuple(seat for seat in WITH_A_FOURTH if seat != self._out)
        return FOUR_SEATS if self.is_partnership else THREE_SEATS

    @property
    def at_table(self) -> tuple[Seat, ...]:
        """Everybody who sits there, clockwise: those of `seats`, and of one deal also a dealer who sits out."""
        return WITH_A_FOURTH if self.deal.fourth == "sits" else self.seats

    def at_table_from(self, seat: Seat) -> tuple[Seat, ...]:
        place = self.at_table.index(seat)
        return self.at_table[place:] + self.at_table[:place]

    @cached_property
    def sides(self) -> tuple[Side, ...]:
        return ("NS", "EW") if self.is_partnership else self.seats

    @property
    def columns(self) -> tuple[Side, ...]:
        """The columns of the score card: the sides, and of one deal also a dealer's who sits out."""
        return self.sides if self.is_partnership else self.at_table

    def at(self, dealer: Seat | None) -> RuleBook:
        """The book as it holds for one deal of this dealer, who sits out where there is a fourth; else itself."""
        if self.deal.fourth != "sits" or dealer is None or dealer == self._out:
            return self
        return _without(self, dealer)

    def out_at(self, dealer: Seat) -> Side | None:
        """The seat that sits out while this one deals; None in most books."""
        return dealer if self.deal.fourth == "sits" else None

    def last_to_call(self, dealer: Seat) -> Seat:
        """The last to bid: the dealer, or the player before one who sits out."""
        return self.seats_from(self.next_seat(dealer))[-1]

    @cached_property
    def is_partnership(self) -> bool:
        return self.deal.is_partnership

    def side_of(self, seat: Seat) -> Side:
        """The side a seat plays for; raises `KeyError` for a seat of another table size."""
        return self._side_of[seat]

    def seats_of(self, side: Side) -> tuple[Seat, ...]:
        return self._seats_of.get(side, ()) if self.is_partnership else (side,)

    def next_seat(self, seat: Seat) -> Seat:
        """The seat on the left: the next to deal, bid and play."""
        return self._next[seat]

    def seats_from(self, seat: Seat) -> tuple[Seat, ...]:
        return (seat, *self._after[seat])

    def partner(self, seat: Seat) -> Seat | None:
        """The seat opposite; None at a three-handed table."""
        return self._after[seat][1] if self.is_partnership else None

    def others(self, side: Side) -> tuple[Side, ...]:
        return self._others.get(side, self.sides)

    # Worked out once: simulated players ask for them tens of thousands of times a second.

    @cached_property
    def _after(self) -> dict[Seat, tuple[Seat, ...]]:
        seats = self.seats
        return {seat: seats[place + 1 :] + seats[:place] for place, seat in enumerate(seats)}

    @cached_property
    def _next(self) -> dict[Seat, Seat]:
        after = {seat: others[0] for seat, others in self._after.items()}
        if self._out is not None:
            after[self._out] = self.at_table_from(self._out)[1]
        return after

    @cached_property
    def _others(self) -> dict[Side, tuple[Side, ...]]:
        return {side: tuple(other for other in self.sides if other != side) for side in self.sides}

    @cached_property
    def _seats_of(self) -> dict[Side, tuple[Seat, ...]]:
        return {side: tuple(seat for seat in self.seats if self._side_of[seat] == side) for side in self.sides}

    @cached_property
    def _side_of(self) -> dict[Seat, Side]:
        if self.is_partnership:
            return {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}
        return {seat: seat for seat in self.seats}

    # -- what a table agrees on

    @property
    def targets(self) -> tuple[int, ...]:
        """The targets that a table may choose from, the lowest first; none where there is no choice."""
        game = self.game
        if game.target is None or game.other_target in (None, game.target):
            return ()
        return tuple(sorted((game.target, game.other_target)))

    @property
    def needs_hands(self) -> bool:
        """Whether the players agree on a number of hands, since nothing in the book ends a game."""
        return self.game.target is None and self.game.deals is None and self.round is None

    @property
    def game_melds(self) -> GameMelds | None:
        melds = self.bonuses.game_melds
        return melds if melds and melds.played == "always" else None

    def as_agreed(
        self, *, target: int | None = None, with_fourth: bool = False, with_game_melds: bool = False
    ) -> RuleBook:
        """The book as a table plays it: another target, a fourth who may join, melds that are the game."""
        changes: dict[str, Section] = {}
        if target is not None and target == self.game.other_target:
            changes["game"] = self.game.model_copy(update={"target": target, "other_target": self.game.target})
        if with_fourth and self.deal.fourth == "may":
            changes["deal"] = self.deal.model_copy(update={"fourth": "sits"})
        if with_game_melds and self.bonuses.game_melds:
            melds = self.bonuses.game_melds.model_copy(update={"played": "always"})
            changes["bonuses"] = self.bonuses.model_copy(update={"game_melds": melds})
        return self.model_copy(update=changes) if changes else self

    @property
    def for_players(self) -> RuleBook:
        """The book for those alone who get cards, as play and simulations deal them: a fourth only deals and waits."""
        return _for_three(self) if self.deal.fourth == "sits" else self

    # -- figures that follow from others

    @cached_property
    def total_points(self) -> int:
        return self.deck.total_points

    @cached_property
    def tricks(self) -> int:
        return self.deal.hand_size

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        return self.deck.cards

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
        return self.deck.counter_points if card.rank in self.deck.counters else 0

    def penalty(self, code: str) -> Penalty:
        """The penalty listed under `code`; raises `KeyError` where the book has none."""
        return {penalty.code: penalty for penalty in self.penalties}[code]

    # -- text in and out

    def to_json(self) -> str:
        """The book as canonical JSON; `book_from_json` is the inverse."""
        return json.dumps(self.model_dump(mode="json"), sort_keys=True, ensure_ascii=False)


@lru_cache(maxsize=64)
def _for_three(book: RuleBook) -> RuleBook:
    return book.model_copy(update={"deal": book.deal.model_copy(update={"fourth": "may"})})


@lru_cache(maxsize=64)
def _without(book: RuleBook, dealer: Seat) -> RuleBook:
    there = book.model_copy()
    there._out = dealer
    return there


# -- in print ----------------------------------------------------------------------------


def _glance(
    summary: str,
    deck: Deck,
    deal: Deal,
    auction: Auction,
    passing: Passing | None,
    kitty: Kitty | None,
    meld: Meld,
    contract: Contract,
    game: Game,
) -> Blocks:
    yield say(about("summary", summary))
    rows = (
        row("deck.ranks", "Deck", f"{len(deck.cards)} cards: {' '.join(RANK_SIGNS[rank] for rank in deck.ranks)}"),
        row("deal.players", "Players", f"{number(deal.players)}, {counted(deal.hand_size, 'card')} each"),
        row("auction.opening", "Opening bid", str(auction.opening)),
        row("auction.stuck", "Stuck dealer", f"takes the bid at {auction.stuck}"),
        *_exchange(deal, passing, kitty),
        Row(about("deck.counters", "Points in a hand", "deck.last_trick"), (str(deck.total_points),)),
        *([row("meld.minimum", "Meld counts", f"from {meld.minimum} up")] if meld.minimum else []),
        *contract_at_a_glance(contract),
        row("game.target", "Game", game.length),
    )
    yield Table("The figures", ("What", "In these rules"), rows)


def _exchange(deal: Deal, passing: Passing | None, kitty: Kitty | None) -> Iterator[Row]:
    if passing:
        yield row("passing.order", "The pass", f"{cards(passing.cards)} each way")
    if kitty:
        yield row("kitty.takes", "The kitty", f"{cards(deal.kitty_size)} for the bidder")


CHAPTERS: Final = (
    ChapterPlan("about", "The book"),
    ChapterPlan("glance", "At a glance", _glance, names_sections=False), DEAL, REDEAL, AUCTION, PASSING,
    KITTY, MELD, PLAY, COUNTING, CONTRACT, BONUSES, RENEGE, RULINGS, GAME, MONEY, ROUND, PROCEDURE, CONDUCT, READINGS,
    WORDS,
)  # fmt: skip
"""In the order of the printed book."""

UNWRITTEN: Final[Mapping[str, str]] = {
    name: f"{plan.title}: {words}" for plan in CHAPTERS for name, words in plan.rules.items()
}
"""The rules that books tell of without an entry for them, with what players call them."""

RETIRED: Final[Mapping[str, str]] = {"money.on_board": "game.on_board"}
"""Rules that readings of older books name, and where they stand now."""
