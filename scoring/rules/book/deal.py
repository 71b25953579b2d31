"""The cards, how they are dealt, and what they count in tricks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache, reduce
from itertools import groupby, pairwise
from math import gcd
from operator import or_
from typing import Annotated, Any, Final, Literal

from pydantic import Field, model_serializer

from scoring.rules.cards import RANKS, SUITS, Card
from scoring.rules.notation import RANK_NAMES, counted, listed, number, rank_plural

from .chapter import ChapterPlan, Found
from .printing import Blocks, Sentence, about, capital, cards, paragraph_of, points, rule, say, sentence_of
from .reasons import Reason, Step
from .section import Count, Points, Section, Words, Worths

MOST_POINTS: Final = 9_999  # in tricks: four digits
TEN: Final = 10

PAIR: Final = 2
MOST_ALONE: Final = 6
MOST_CALLED: Final = 7
LEAST_HAND: Final = 5
Sides = Literal["alone", "across", "second", "called"]
Rounding = Literal["no", "up", "down", "bidders", "sevens"]


# fmt: off
class Deck(Section, chapter="deal"):
    ranks: Annotated[str, Words("Cards in the deck", "They rank as they stand here, from high to low.", kind="ranks")]
    copies: Annotated[int, Field(ge=1, le=8), Words(
        "Copies of each card", "2 for a single deck of 48, 4 for a double deck of 80."
    )]
    counters: Annotated[str, Words(
        "Counters", "The cards that are worth points in tricks.", kind="ranks", chapter="counting"
    )]
    counter_points: Annotated[Worths, Words(
        "Points for each counter",
        "One figure for all, or one for each from high to low: “11, 10, 4, 3, 2” or “A=11, 10=10, K=4, Q=3, J=2”.",
        kind="worths", chapter="counting"
    )] = (1,)
    last_trick: Annotated[Points, Words("Points for the last trick", chapter="counting")]
    rounding: Annotated[Rounding, Field(exclude_if=lambda rounding: rounding == "no"), Words(
        "Takes are rounded to tens", chapter="counting", choices={
            "no": ("no", ""),
            "up": ("yes, a 5 goes up", "Each take is rounded to the nearest ten, and a 5 goes up."),
            "down": ("yes, a 5 goes down", "Each take is rounded to the nearest ten, and a 5 goes down."),
            "bidders": ("yes, a 5 goes the bidder’s way",
                "Each take is rounded to the nearest ten. A 5 goes up for {bidder} and down for {others}."),
            "sevens": ("yes, only 7 and more goes up",
                "Each take is rounded to tens: a last digit of 7 or more counts as ten, a lower one as nothing."),
        }
    )] = "no"

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        one = [Card(rank, suit) for suit in SUITS for rank in self.ranks]
        return tuple(card for card in one for _ in range(self.copies))

    @cached_property
    def worths(self) -> Mapping[str, int]:
        """What a card of each rank counts in tricks: the counters alone."""
        points = self.counter_points
        return dict(zip(self.counters, points if points[1:] else points * len(self.counters), strict=False))

    @cached_property
    def usual_worth(self) -> float:
        """What an ace, ten or king would count if a suit's points were theirs alone, and alike: bots weigh by it."""
        return sum(self.worths.values()) / 3

    @cached_property
    def total_points(self) -> int:
        return sum(self.worths.values()) * self.copies * len(SUITS) + self.last_trick

    @cached_property
    def unit(self) -> int:
        """What one take differs from the next by: ten where they are rounded."""
        return TEN if self.is_rounding else gcd(self.last_trick, *self.worths.values()) or 1

    @property
    def is_rounding(self) -> bool:
        return self.rounding != "no"

    def rounded(self, take: int, *, is_bidding: bool) -> int:
        """A take as it counts."""
        return (take + self.goes_up_from(is_bidding=is_bidding)) // TEN * TEN if self.is_rounding else take

    def goes_up_from(self, *, is_bidding: bool) -> int:
        """What rounding adds before the last digit falls away."""
        if self.rounding == "sevens":
            return 3
        return 5 if self.rounding == "up" or (self.rounding == "bidders" and is_bidding) else 4

    def leeway(self, tens: int, sides: int) -> tuple[int, int]:
        """How far below and above the sum of takes the piles can lie, where so many are even tens, which may be
        rounded: by 5 below where a 5 goes up, else above."""
        if not self.is_rounding:
            return 0, 0
        more, less = (min(tens, 1), int(tens == sides)) if self.rounding == "bidders" else (0, 0)
        up = self.goes_up_from(is_bidding=False)
        return up * tens + more, (TEN - 1 - up) * tens - less


@lru_cache(maxsize=256)
def sums_of(deck: Deck, cards: int) -> frozenset[int]:
    """All that up to so many cards of the deck can count together."""
    by_count = [1, *[0] * cards]  # of so many counters, a bit for each sum
    for worth in deck.worths.values():
        for _ in range(deck.copies * len(SUITS)):
            for count in range(cards, 0, -1):
                by_count[count] |= by_count[count - 1] << worth
    sums = reduce(or_, by_count)
    return frozenset(points for points in range(sums.bit_length()) if sums >> points & 1)


class Deal(Section, chapter="deal"):
    players: Annotated[int, Field(ge=2, le=8), Words("Players", "From two to eight.")]
    sides: Annotated[Sides, Field(default_factory=lambda known: usual_sides(known.get("players", 4))), Words(
        "Who plays together", choices={
        "alone": ("each player alone", "{Number} people play, each alone{against}."),
        "across": ("partners across from each other",
            "{Number} people play, {sides_of}. Partners sit across from each other."),
        "second": ("every second player",
            "{Number} people play, {sides_of}. Partners are every second player around the table."),
        "called": ("the bidder and a partner called for the hand",
            "{Number} people play, each with a score of their own. For each hand the bidder calls a partner."),
    })]
    calls: Annotated[Literal["card", "secret", "player"], Field(exclude_if=lambda calls: calls == "card"), Words(
        "A partner is called by", "Only where the bidder calls one.", choices={
        "card": ("a card, and who has it says so",
            "The bidder asks for a card, and the first to the {way} who has it is the partner. If nobody has it, or "
            "the bidder wants it so, the bidder plays alone."),
        "secret": ("a card, and who has it keeps quiet",
            "The bidder names a card, and the first to the {way} who has it is the partner, but nobody says so until "
            "that player plays the card. If nobody has it, or the bidder wants it so, the bidder plays alone."),
        "player": ("name", "The bidder says who it is, or plays alone."),
    })] = "card"
    called_from: Annotated[Literal["left", "right"], Field(exclude_if=lambda way: way == "left"), Words(
        "The card is looked for from the bidder’s", "Where several may have it.", choices={
        "left": ("left", ""), "right": ("right", ""),
    })] = "left"
    opponents: Annotated[Literal["own_meld", "together", "alone"], Field(
        exclude_if=lambda opponents: opponents == "own_meld"
    ), Words("The others against a called partner", "Only where the bidder calls one.", choices={
        "own_meld": ("each has their own meld, and all that they take together",
            "The bidder and the partner each score meld and take of both. Each of the others scores their own meld, "
            "and what all of them take together."),
        "together": ("share meld and take",
            "The bidder and the partner each score meld and take of both, and each of the others what all of them meld "
            "and take together."),
        "alone": ("each has their own meld and take",
            "The bidder and the partner each score meld and take of both. Each of the others scores their own meld and "
            "take."),
    })] = "own_meld"
    fourth: Annotated[Literal["no", "may", "sits"], Field(exclude_if=lambda fourth: fourth == "no"), Words(
        "A fourth at a table of three", choices={
            "no": ("is not in the rules", ""),
            "may": ("may join: then the dealer sits out",
                "With four at the table the dealer sits out, and the last of the others to bid gets stuck."),
            "sits": ("joins: the dealer sits out",
                "Four sit at the table: the dealer sits out, and the last of the others to bid gets stuck."),
        }
    )] = "no"
    hand_size: Annotated[int, Field(ge=1, le=40), Words("Cards for each player")]
    kitty_size: Annotated[Count, Words("Cards in the kitty", "0 where there is no kitty.", chapter="kitty")] = 0
    stock_size: Annotated[Count, Field(exclude_if=lambda size: not size), Words(
        "Cards in the stock", "Drawn from after each trick. 0 where all cards are dealt.",
        says="The other {stock_size} are the stock. After each trick its winner may lay down one meld, and then each "
        "player draws a card, the winner first. Until the stock is gone, any card may be played."
    )] = 0
    packets: Annotated[tuple[tuple[Count, ...], ...], Words(
        "Cards dealt at a time",
        "One way to a line: “4”, or “3, 3, 4” where the packets differ; the last size goes on to the end."
    )]
    one_way: Annotated[bool, Words(
        "The dealer keeps to one way", "Where there are several.",
        yes="The dealer keeps to one way for the whole deal."
    )] = False
    first_dealer: Annotated[Literal["highest_card", "first_ace", "agreed", "anyone"], Words("First dealer", choices={
        "highest_card": ("the player who draws the highest card",
            "Everyone draws a card, and the highest deals first."),
        "first_ace": ("the player who gets the first ace",
            "Cards are dealt face up, one at a time. The player who gets the first ace deals first."),
        "agreed": ("as the table agrees, else the highest card",
            "Agree on who deals first. If you can’t, draw cards, and the highest deals first."),
        "anyone": ("anyone", "Anyone may deal first."),
    })] = "highest_card"
    shuffles: Annotated[Count, Words(
        "Shuffles at the least", says="The cards are shuffled at least {times}.", chapter="procedure"
    )] = 1
    cut: Annotated[Literal["offered", "required", "unsaid"], Words("The cut", chapter="procedure", choices={
        "offered": ("is offered and may be declined",
            "The dealer offers the cut to the player on the right, who may decline."),
        "required": ("must be made", "The player on the dealer’s right cuts once."),
        "unsaid": ("is not in the rules", ""),
    })] = "offered"
    cut_leaves: Annotated[Count, Words(
        "Cards that a cut leaves in the lower part", "0 where the book does not say.",
        says="At least {cards} must stay below the cut.", chapter="procedure"
    )] = 0
    partner_may_deal: Annotated[bool, Words(
        "A partner may deal for a player who finds it hard",
        yes="For a player who finds it hard to shuffle and deal, the partner may do it.", chapter="procedure"
    )] = False

    @property
    def has_partners(self) -> bool:
        """Whether players have the same partners for the whole game."""
        return self.sides in ("across", "second")

    @property
    def calls_partner(self) -> bool:
        return self.sides == "called"

    @property
    def side_size(self) -> int:
        """The players of a side that lasts for the game: 1 where each has a score of their own."""
        return {"across": 2, "second": self.players // 2}.get(self.sides, 1)

    def side_sizes(self, *, bidding: bool) -> tuple[int, ...]:
        """How many players a side of a hand can have: several figures where the partner is called."""
        if not self.calls_partner:
            return (self.side_size,)
        if bidding:
            return 1, 2
        return (self.players - 2, self.players - 1) if self.opponents == "together" else (1,)

    @property
    def side_count(self) -> int:
        return self.players // self.side_size

    @property
    def are_pairs(self) -> bool:
        return self.side_size == PAIR

    @property
    def are_two(self) -> bool:
        """Whether there is just one other side."""
        return self.side_count == 2

    @property
    def bidder(self) -> str:
        """The bidder, as the printed rules say it."""
        return "the bidder" if self.sides == "alone" else "the bidding side"

    @property
    def others(self) -> str:
        """The bidder's opponents, as the printed rules say it."""
        if not self.has_partners:
            return "the other player" if self.are_two else "each of the others"
        return "the other side" if self.are_two else "each of the other sides"

    @property
    def scorer(self) -> str:
        """What has a score of its own: a `side` or a `player`."""
        return "side" if self.has_partners else "player"

    @property
    def all_sides(self) -> str:
        """`both sides`, `all players`: everybody with a score, as the printed rules say it."""
        return f"{'both' if self.are_two else 'all'} {self.scorer}s"

    @property
    def two_sides(self) -> str:
        """`both sides`, `two players`: two of them, as the printed rules say it."""
        return self.all_sides if self.are_two else self.all_sides.replace("all", "two")

    @model_serializer(mode="wrap")
    def _without_usual_sides(self, dump: Callable[[Any], dict[str, Any]]) -> dict[str, Any]:
        # So a book from before there was a choice stays the version it is.
        said = dump(self)
        if said.get("sides") == usual_sides(self.players):
            del said["sides"]
        return said
# fmt: on


def usual_sides(players: int) -> Sides:
    """Who plays together where a book says only how many play."""
    return "across" if players == 4 else "alone"


def _who_plays(deal: Deal, auction: Any) -> Sentence:
    size = number(deal.side_size)
    rest = f"the other {number(deal.players - 1)}" if not deal.are_two else "the other"
    against = f": the bidder against {rest}" if auction.is_held else ""
    if deal.are_two:
        sides_of = f"{size} against {size}" if deal.has_partners else ""
    else:
        sides_of = f"in {number(deal.side_count)} sides of {size}"
    figures = {"Number": capital(number(deal.players)), "against": against, "sides_of": sides_of}
    return sentence_of(deal, "deal.sides", "deal.players", **figures)


# -- in print ----------------------------------------------------------------------------


def _deal(deck: Deck, deal: Deal, auction: Any) -> Blocks:  # `Auction`, whose module imports this one
    names = listed([RANK_NAMES[rank] for rank in deck.ranks])
    yield say(
        about(
            "deck.ranks",
            f"The deck has {len(deck.cards)} cards: {names} in that order from high to low, in four suits, "
            f"{number(deck.copies)} of each card.",
            "deck.copies",
        )
    )
    yield say(_who_plays(deal, auction))
    if deal.calls_partner:
        by_card = ("deal.called_from",) if deal.calls != "player" else ()
        yield rule("deal.calls", sentence_of(deal, "deal.calls", *by_card, way=deal.called_from))
        yield paragraph_of(deal, "deal.opponents")
    if deal.fourth != "no":
        yield rule("deal.fourth", sentence_of(deal, "deal.fourth"))
    kitty = f", and {cards(deal.kitty_size)} make the kitty" if deal.kitty_size else ""
    yield say(about("deal.hand_size", f"Each player gets {counted(deal.hand_size, 'card')}{kitty}."))
    if deal.stock_size:
        yield say(sentence_of(deal, "deal.stock_size"))
    yield say(
        about("deal.packets", f"The cards are dealt clockwise from the dealer’s left, {_ways(deal)}."),
        sentence_of(deal, "deal.one_way"),
    )
    passes_on = about("deal.next_dealer", "After each hand the next player to the left deals.")
    yield say(sentence_of(deal, "deal.first_dealer"), passes_on)


def _ways(deal: Deal) -> str:
    """`4 or 5 at a time, or 2 and then 3 at a time`."""
    alike = listed([str(packet[0]) for packet in deal.packets if len(packet) == 1], "or")
    ways = [alike, *(" and then ".join(map(str, packet)) for packet in deal.packets if len(packet) > 1)]
    return ", or ".join(f"{way} at a time" for way in ways if way)


def _counting(deck: Deck, deal: Deal) -> Blocks:
    last_trick = f"{deck.last_trick} more" if deck.last_trick else "nothing"
    first, second = "deck.counters", "deck.counter_points"
    if deck.counter_points[1:]:  # what each counts is asked for most
        first, second = second, first
    yield rule(
        "play.count",
        about(first, f"{_counters(deck)}: {deck.total_points - deck.last_trick} in all.", second),
        about("deck.last_trick", f"The last trick is worth {last_trick}."),
        about(
            "deck.last_trick",
            f"That makes {points(deck.total_points)} in every hand. The points won in play are the take.",
            "deck.counters",
        ),
        sentence_of(deck, "deck.rounding", bidder=deal.bidder, others=deal.others),
    )


def _counters(deck: Deck) -> str:
    """`Aces, tens and kings are counters, worth 1 point each`, or `The counters are aces at 11 points each, tens at 10,
    kings at 4`."""
    alike = [
        (listed([rank_plural(rank) for rank, _ in group]), worth)
        for worth, group in groupby(deck.worths.items(), key=lambda each: each[1])
    ]
    if not alike:
        return "No card is a counter"
    (names, worth), *others = alike
    if not others:
        return f"{capital(names)} are counters, worth {points(worth)} each"
    told = [f"{names} at {points(worth)} each", *(f"{ranks} at {each}" for ranks, each in others)]
    return f"The counters are {', '.join(told)}"


# -- what must fit together --------------------------------------------------------------


def _sound_deck(deck: Deck) -> Found:
    in_order = "".join(rank for rank in RANKS if rank in deck.ranks)
    if deck.ranks != in_order or not deck.ranks:
        yield "deck.ranks", f"Write each rank once, from high to low, out of {RANKS}."
    if not set(deck.counters) <= set(deck.ranks) or len(set(deck.counters)) != len(deck.counters):
        yield "deck.counters", "Counters are ranks of the deck, each written once."
    elif deck.counters:
        yield from _sound_worths(deck)


def _sound_worths(deck: Deck) -> Found:
    path, count = "deck.counter_points", len(deck.counters)
    by_height = [deck.worths[rank] for rank in RANKS if rank in deck.worths]
    if len(deck.counter_points) not in (1, count):
        yield path, f"There are {number(count)} counters: write one figure for all of them, or one for each."
    elif any(high < low for high, low in pairwise(by_height)):
        yield path, "A higher card is never worth less than a lower one: write the figures from high to low."
    elif deck.total_points > MOST_POINTS:
        yield (
            path,
            f"That makes {deck.total_points:,} points in every hand. More than {MOST_POINTS:,} don’t fit on a card.",
        )
    elif deck.is_rounding and deck.total_points % TEN:
        yield "deck.rounding", f"A hand has {points(deck.total_points)}, which can’t be rounded to tens without a rest."


def _sound_deal(deck: Deck, deal: Deal) -> Found:
    in_deck = len(deck.ranks) * len(SUITS) * deck.copies
    dealt = deal.players * deal.hand_size + deal.kitty_size + deal.stock_size
    rest = f"a kitty of {deal.kitty_size}" if not deal.stock_size else f"a stock of {deal.stock_size}"
    if in_deck != dealt:
        yield (
            "deal.hand_size",
            f"{deal.players} times {deal.hand_size} cards and {rest} are {dealt} cards, but the deck has {in_deck}.",
        )
    if deal.stock_size % deal.players or (deal.stock_size and deal.kitty_size):
        yield "deal.stock_size", "Each player draws as many cards of it, and there is no kitty beside it."
    if deal.fourth != "no" and (deal.players != 3 or deal.sides != "alone"):
        yield "deal.fourth", "A fourth sits out only where three play, each alone."
    yield from _sound_sides(deal)
    if not deal.packets:
        yield "deal.packets", "Say in what packets the cards are dealt."
    for line, packet in enumerate(deal.packets):
        if not _packets_deal(packet, deal.hand_size):
            yield (
                f"deal.packets.{line}",
                f"Packets of {', then '.join(map(str, packet))} do not come to {deal.hand_size} cards.",
            )


def _sound_sides(deal: Deal) -> Found:
    if deal.has_partners and (deal.players < 4 or deal.players % 2):
        yield "deal.sides", f"{capital(number(deal.players))} players can’t be sides of the same size: choose another."
    elif deal.sides == "second" and deal.players == 4:
        yield "deal.sides", "With four, every second player is the one across: choose that."
    elif deal.calls_partner and deal.players < 4:
        yield "deal.sides", "A partner is called only where four or more play."
    for name in () if deal.calls_partner else ("calls", "called_from", "opponents"):
        if getattr(deal, name) != Deal.model_fields[name].default:
            yield f"deal.{name}", "Nobody is called in this game: leave this as it was."


def _sensible_deck(deck: Deck, deal: Deal) -> Found:
    if not deck.counters:
        yield "deck.counters", "Choose at least one counter: with none, nobody takes a point."
    elif min(deck.counter_points) < 1:
        yield (
            "deck.counter_points",
            "A counter is worth 1 point or more. Leave cards that are worth nothing out of the counters.",
        )
    in_deck = len(deck.cards)
    if deal.cut_leaves >= in_deck:
        yield "deal.cut_leaves", f"The deck has {in_deck} cards, and the upper part needs at least one: write fewer."


def _sensible_rounding(deck: Deck) -> Found:
    worths = (deck.last_trick, *deck.worths.values())
    if not deck.is_rounding or deck.total_points % TEN:
        return
    if gcd(*worths) % TEN == 0:
        yield "deck.rounding", "All takes are in tens anyway: choose no."
    elif max(worths) < TEN / 2:
        yield "deck.rounding", "Takes are rounded to tens only where a card counts 5 or more."


def _sensible_table(deck: Deck, deal: Deal) -> Found:
    players = number(deal.players)
    if deal.sides == "alone" and deal.players > MOST_ALONE:
        yield "deal.sides", f"{capital(players)} people don’t play each alone: choose another."
    elif deal.calls_partner and deal.players > MOST_CALLED:
        yield (
            "deal.sides",
            f"The bidder and one partner don’t play against {number(deal.players - PAIR)}: choose sides.",
        )
    if deal.hand_size < LEAST_HAND:
        yield "deal.hand_size", f"A player gets at least {number(LEAST_HAND)} cards, which a run needs."
    elif deal.kitty_size > deal.hand_size:
        yield "deal.kitty_size", f"The kitty has no more cards than a player, who gets {deal.hand_size}."
    if deal.partner_may_deal and not deal.has_partners:
        yield "deal.partner_may_deal", "Nobody has a partner in these rules: choose no."


def _packets_deal(packet: tuple[int, ...], hand_size: int) -> bool:
    if not packet or min(packet) < 1:
        return False
    rest = hand_size - sum(packet[:-1])
    return rest > 0 and rest % packet[-1] == 0


def _take_words(step: Step) -> str:
    if step.facts.get("pile", step.amount) != step.amount:
        return "Take counts: {pile}, rounded to {amount}."
    return "Take counts: {amount}." if step.amount else "{who} took no points."


REASONS: Final = {"sat_out": Reason("{who} dealt and sat out.", short="sat out")}

DEAL = ChapterPlan(
    "deal",
    "Cards and deal",
    _deal,
    reasons=REASONS,
    checks=(_sound_deck, _sound_deal),
    sense=(_sensible_deck, _sensible_rounding, _sensible_table),
    rules={"deal.next_dealer": "Who deals next"},
)
COUNTING = ChapterPlan(
    "counting",
    "Counting the tricks",
    _counting,
    reasons={"take": Reason(_take_words, called="take", stands="take")},
)
