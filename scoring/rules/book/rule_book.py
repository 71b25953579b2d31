"""A whole rule book: its chapters, and the figures that follow from several of them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from typing import Annotated, Final

from pydantic import Field, PrivateAttr, StringConstraints

from scoring.rules.cards import FOUR_SEATS, WITH_A_FOURTH, Card, Seat, Side, seats_of_table
from scoring.rules.notation import COMPASS, LETTERS, RANK_SIGNS, counted, number

from .auction import AUCTION, Auction
from .bonuses import BONUSES, Bonuses, GameMelds
from .chapter import ChapterPlan
from .contract import CONTRACT, Contract, contract_at_a_glance
from .deal import COUNTING, DEAL, Deal, Deck, sums_of
from .exchange import KITTY, PASSING, Kitty, Passing
from .game import GAME, Game
from .meld import MELD, Meld
from .money import MONEY, Money, Payments
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
        "Played for money", "A money sheet beside the score: what each set costs."
    )] = None
    payments: Annotated[Payments | None, Field(exclude_if=lambda part: part is None), Words(
        "Chips hand by hand", "Paid, or only counted, for melds, bids, every trick and the game."
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
    _team: frozenset[Seat] = PrivateAttr(frozenset())

    # -- who sits where

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        """The seats clockwise: N E S W, else A B C and on. With a fourth, D too; of one deal all but the dealer's."""
        return tuple(seat for seat in self.at_table if seat != self._out)

    @property
    def at_table(self) -> tuple[Seat, ...]:
        """Everybody who sits there, clockwise: those of `seats`, and of one deal also a dealer who sits out."""
        return WITH_A_FOURTH if self.deal.fourth == "sits" else seats_of_table(self.deal.players)

    def at_table_from(self, seat: Seat) -> tuple[Seat, ...]:
        place = self.at_table.index(seat)
        return self.at_table[place:] + self.at_table[:place]

    @property
    def seat_names(self) -> Mapping[Seat, str]:
        """`North`; at a table of another size `Player A`. More than there are, for a fourth who may join."""
        return COMPASS if self.deal.players == len(FOUR_SEATS) else LETTERS

    @cached_property
    def sides(self) -> tuple[Side, ...]:
        """Who scores together, in the order of the table. A side's name is its seats: NS, ACE, A. Where a partner is
        called everybody has a score alone, but of one hand (`for_hand`) these are its sides."""
        return tuple(dict.fromkeys(self._side_of.values()))

    @cached_property
    def take_sides(self) -> tuple[Side, ...]:
        """Whose tricks are counted together: the sides, or of a hand with a called partner also its opponents."""
        if not self._team or self.deal.opponents != "own_meld":
            return self.sides
        return tuple(map("".join, self._teams))

    def take_side(self, side: Side) -> Side:
        """Who counts tricks together with a side of the hand."""
        return next((team for team in self.take_sides if set(side) <= set(team)), side)

    def take_side_of(self, seat: Seat) -> Side:
        """Who counts tricks together with a seat."""
        return self._take_side_of[seat]

    @property
    def columns(self) -> tuple[Side, ...]:
        """The columns of the score card: the sides, and of one deal also a dealer's who sits out."""
        return self.sides if self.has_partners else self.at_table

    def at(self, dealer: Seat | None) -> RuleBook:
        """The book as it holds for one deal of this dealer, who sits out where there is a fourth; else itself."""
        if self.deal.fourth != "sits" or dealer is None or dealer == self._out:
            return self
        return _without(self, dealer)

    def for_hand(self, out: Seat | None, bidder: Seat, partner: Seat | None) -> RuleBook:
        """The book as it holds for one hand: without a dealer who sits `out`, and with the sides that a bidder made by
        calling this `partner` (alone: the bidder). Itself where nobody was called yet, and in most books."""
        if not self.deal.calls_partner or partner is None:
            return self.at(out)
        team = frozenset((bidder, partner))
        return self if team == self._team else _with_team(self, team)

    @property
    def before_the_call(self) -> RuleBook:
        """The book without the sides of one hand, each with a score alone."""
        return _with_team(self, frozenset()) if self._team else self

    @cached_property
    def team(self) -> frozenset[Seat]:
        """Of one hand: the bidder with the called partner, or alone. Empty before the call, and in most books."""
        return self._team

    def called_by(self, bidder: Seat | None) -> Seat | None:
        """The partner of one hand, the bidder where nobody is; None before the call, and in most books."""
        return next((seat for seat in self._team if seat != bidder), bidder) if self._team else None

    def out_at(self, dealer: Seat) -> Side | None:
        """The seat that sits out while this one deals; None in most books."""
        return dealer if self.deal.fourth == "sits" else None

    def last_to_call(self, dealer: Seat) -> Seat:
        """The last to bid: the dealer, or the player before one who sits out."""
        return self.bidding_from(self.first_to_bid(dealer))[-1]

    def first_to_bid(self, dealer: Seat) -> Seat:
        return self.next_seat(dealer) if self.auction.order == "left" else self.at_table_from(dealer)[-1]

    def bidding_from(self, seat: Seat) -> tuple[Seat, ...]:
        """The seats in the order of the bidding, this one first."""
        return self.seats_from(seat) if self.auction.order == "left" else (seat, *self._before[seat])

    @cached_property
    def has_partners(self) -> bool:
        return self.deal.has_partners

    @property
    def why_bots_do_not_play(self) -> str | None:
        """Why the game is for the score card and paper alone, as a sentence for people; None where bots know it."""
        return None if self.auction.is_held else "Bots play only games with bidding."

    @property
    def bots_play(self) -> bool:
        return self.why_bots_do_not_play is None

    def side_of(self, seat: Seat) -> Side:
        """The side a seat plays for; raises `KeyError` for a seat of another table size."""
        return self._side_of[seat]

    def seats_of(self, side: Side) -> tuple[Seat, ...]:
        """The seats of a side, also of one of a single hand, and of a dealer who sits out and is a column alone."""
        return self._seats_of.get(side) or tuple(side)

    def next_seat(self, seat: Seat) -> Seat:
        """The seat on the left: the next to deal, bid and play."""
        return self._next[seat]

    def seats_from(self, seat: Seat) -> tuple[Seat, ...]:
        return (seat, *self._after[seat])

    def partners(self, seat: Seat) -> tuple[Seat, ...]:
        """The others of the seat's side, clockwise from it."""
        side = self._side_of.get(seat, seat)  # one who sits out has none
        return tuple(other for other in self._after.get(seat, ()) if other in side)

    def mates(self, seat: Seat) -> tuple[Seat, ...]:
        """Those who count tricks together with a seat: its partners, or of a called one's opponents the others."""
        return tuple(other for other in self._after[seat] if other in self._take_side_of[seat])

    def partner(self, seat: Seat) -> Seat | None:
        """The only partner; None where a side is one player, or more than two."""
        partners = self.partners(seat)
        return partners[0] if len(partners) == 1 else None

    def others(self, side: Side) -> tuple[Side, ...]:
        return self._others.get(side, self.sides)

    # Worked out once: simulated players ask for them tens of thousands of times a second.

    @cached_property
    def _after(self) -> dict[Seat, tuple[Seat, ...]]:
        seats = self.seats
        return {seat: seats[place + 1 :] + seats[:place] for place, seat in enumerate(seats)}

    @cached_property
    def _before(self) -> dict[Seat, tuple[Seat, ...]]:
        return {seat: others[::-1] for seat, others in self._after.items()}

    @cached_property
    def _next(self) -> dict[Seat, Seat]:
        after = {seat: others[0] for seat, others in self._after.items()}
        if self._out is not None:
            after[self._out] = self.at_table_from(self._out)[1]
        return after

    @cached_property
    def _seats_of(self) -> dict[Side, tuple[Seat, ...]]:
        return {side: tuple(seat for seat in self.seats if seat in side) for side in {*self.sides, *self.take_sides}}

    @cached_property
    def _take_side_of(self) -> dict[Seat, Side]:
        return {seat: self.take_side(side) for seat, side in self._side_of.items()}

    @cached_property
    def _others(self) -> dict[Side, tuple[Side, ...]]:
        return {side: tuple(other for other in self.sides if other != side) for side in self.sides}

    @property
    def _teams(self) -> tuple[tuple[Seat, ...], ...]:
        """The bidder with the called partner, and the rest."""
        mine, rest = (
            tuple(seat for seat in self.seats if (seat in self._team) is is_in_it) for is_in_it in (True, False)
        )
        return (mine, rest) if self.seats[0] in self._team else (rest, mine)

    @cached_property
    def _side_of(self) -> dict[Seat, Side]:
        seats, deal = self.seats, self.deal
        if self._team and deal.opponents == "together":
            return {seat: "".join(team) for team in self._teams for seat in team}
        if self._team:
            team = "".join(seat for seat in seats if seat in self._team)
            return {seat: team if seat in self._team else seat for seat in seats}
        apart = {"across": deal.players // 2, "second": 2}.get(deal.sides, len(seats))
        return {seat: "".join(seats[place % apart :: apart]) for place, seat in enumerate(seats)}

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
        self,
        *,
        target: int | None = None,
        hands: int | None = None,
        with_fourth: bool = False,
        with_game_melds: bool = False,
    ) -> RuleBook:
        """The book as a table plays it: another target, a number of hands besides it, a fourth who may join, melds that
        are the game."""
        changes: dict[str, Section] = {}
        if target is not None and target == self.game.other_target:
            changes["game"] = self.game.model_copy(update={"target": target, "other_target": self.game.target})
        if hands and self.game.table_hands:
            game = changes.get("game", self.game)
            changes["game"] = game.model_copy(update={"deals": hands, "table_hands": False})
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
        return self.deal.hand_size + self.deal.stock_size // self.deal.players

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        return self.deck.cards

    @property
    def melding_hand_size(self) -> int:
        """The most cards one player can meld from: the bidder's hand with the kitty."""
        takes_first = self.kitty is not None and self.kitty.meld_before_burying
        return self.deal.hand_size + (self.deal.kitty_size if takes_first else 0)

    @cached_property
    def buried_points(self) -> int:
        """Points the bidder may have without taking a trick, from buried cards."""
        if self.kitty is None or not self.kitty.buried_count:
            return 0
        return max(sums_of(self.deck, self.kitty.bury))

    @cached_property
    def uncounted_points(self) -> int:
        """The most points that may lie among buried cards that count for nobody."""
        if self.kitty is None or self.kitty.buried_count:
            return 0
        return max(sums_of(self.deck, self.kitty.bury))

    def card_points(self, card: Card) -> int:
        return self.deck.worths.get(card.rank, 0)

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


@lru_cache(maxsize=256)
def _with_team(book: RuleBook, team: frozenset[Seat]) -> RuleBook:
    there = book.model_copy()
    there._team = team
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
        *(_bids(auction) if auction.is_held else [row("auction.trump", "Trump", "turned up; nobody bids")]),
        *_exchange(deal, passing, kitty),
        Row(
            about("deck.counters", "Points in a hand", "deck.last_trick", "deck.rounding"),
            (f"{deck.total_points}{', rounded to tens' if deck.is_rounding else ''}",),
        ),
        *([row("meld.minimum", "Meld counts", f"from {meld.minimum} up")] if meld.minimum else []),
        *contract_at_a_glance(contract, auction),
        row("game.target", "Game", game.length),
    )
    yield Table("The figures", ("What", "In these rules"), rows)


def _bids(auction: Auction) -> Iterator[Row]:
    yield row("auction.opening", "Opening bid", str(auction.opening))
    yield row("auction.stuck", "Stuck dealer", f"takes the bid at {auction.stuck}")


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
