"""The cards, how they are dealt, and what they count in tricks."""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, Final, Literal

from pydantic import Field

from scoring.rules.cards import RANKS, SUITS, Card
from scoring.rules.notation import RANK_NAMES, counted, listed, number, rank_plural

from .chapter import ChapterPlan, Found
from .printing import Blocks, about, capital, cards, points, rule, say, sentence_of
from .reasons import Reason
from .section import Count, Points, Section, Words


# fmt: off
class Deck(Section, chapter="deal"):
    ranks: Annotated[str, Words("Cards in the deck", "They rank as they stand here, from high to low.", is_ranks=True)]
    copies: Annotated[int, Field(ge=1, le=8), Words(
        "Copies of each card", "2 for a single deck of 48, 4 for a double deck of 80."
    )]
    counters: Annotated[str, Words(
        "Counters", "The cards that are worth points in tricks.", is_ranks=True, chapter="counting"
    )]
    counter_points: Annotated[Points, Words("Points for each counter", chapter="counting")] = 1
    last_trick: Annotated[Points, Words("Points for the last trick", chapter="counting")]

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        one = [Card(rank, suit) for suit in SUITS for rank in self.ranks]
        return tuple(card for card in one for _ in range(self.copies))

    @cached_property
    def total_points(self) -> int:
        return len(self.counters) * self.copies * self.counter_points * len(SUITS) + self.last_trick


class Deal(Section, chapter="deal"):
    players: Annotated[Literal[3, 4], Words("Players", "Four play in partnerships, three each alone.", choices={
        3: ("three", "Three people play, each alone: the bidder against the other two."),
        4: ("four", "Four people play, two against two. Partners sit across from each other."),
    })]
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
    packets: Annotated[tuple[tuple[Count, ...], ...], Words(
        "Cards dealt at a time",
        "One way to a line: “4”, or “3, 3, 4” where the packets differ; the last size goes on to the end."
    )]
    one_way: Annotated[bool, Words(
        "The dealer keeps to one way", "Where there are several.",
        yes="The dealer keeps to one way for the whole deal."
    )] = False
    first_dealer: Annotated[Literal["highest_card", "agreed", "anyone"], Words("First dealer", choices={
        "highest_card": ("the player who draws the highest card",
            "Everyone draws a card, and the highest deals first."),
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
    def is_partnership(self) -> bool:
        return self.players == 4

    @property
    def bidder(self) -> str:
        """The bidder, as the printed rules say it."""
        return "the bidding side" if self.is_partnership else "the bidder"

    @property
    def others(self) -> str:
        """The bidder's opponents, as the printed rules say it."""
        return "the other side" if self.is_partnership else "each of the others"
# fmt: on


# -- in print ----------------------------------------------------------------------------


def _deal(deck: Deck, deal: Deal) -> Blocks:
    names = listed([RANK_NAMES[rank] for rank in deck.ranks])
    yield say(
        about(
            "deck.ranks",
            f"The deck has {len(deck.cards)} cards: {names} in that order from high to low, in four suits, "
            f"{number(deck.copies)} of each card.",
            "deck.copies",
        )
    )
    yield say(sentence_of(deal, "deal.players"))
    if deal.fourth != "no":
        yield rule("deal.fourth", sentence_of(deal, "deal.fourth"))
    kitty = f", and {cards(deal.kitty_size)} make the kitty" if deal.kitty_size else ""
    yield say(about("deal.hand_size", f"Each player gets {counted(deal.hand_size, 'card')}{kitty}."))
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


def _counting(deck: Deck) -> Blocks:
    last_trick = f"{deck.last_trick} more" if deck.last_trick else "nothing"
    yield rule(
        "play.count",
        about(
            "deck.counters",
            f"{capital(listed([rank_plural(rank) for rank in deck.counters]))} are counters, worth "
            f"{points(deck.counter_points)} each: {deck.total_points - deck.last_trick} in all.",
        ),
        about("deck.last_trick", f"The last trick is worth {last_trick}."),
        about(
            "deck.last_trick",
            f"That makes {points(deck.total_points)} in every hand. The points won in play are the take.",
            "deck.counters",
        ),
    )


# -- what must fit together --------------------------------------------------------------


def _sound_deck(deck: Deck) -> Found:
    in_order = "".join(rank for rank in RANKS if rank in deck.ranks)
    if deck.ranks != in_order or not deck.ranks:
        yield "deck.ranks", f"Write each rank once, from high to low, out of {RANKS}."
    if not set(deck.counters) <= set(deck.ranks) or len(set(deck.counters)) != len(deck.counters):
        yield "deck.counters", "Counters are ranks of the deck, each written once."


def _sound_deal(deck: Deck, deal: Deal) -> Found:
    in_deck = len(deck.ranks) * len(SUITS) * deck.copies
    dealt = deal.players * deal.hand_size + deal.kitty_size
    if in_deck != dealt:
        yield (
            "deal.hand_size",
            f"{deal.players} times {deal.hand_size} cards and a kitty of {deal.kitty_size} are "
            f"{dealt} cards, but the deck has {in_deck}.",
        )
    if deal.fourth != "no" and deal.players != 3:
        yield "deal.fourth", "A fourth sits out only where three play."
    if not deal.packets:
        yield "deal.packets", "Say in what packets the cards are dealt."
    for line, packet in enumerate(deal.packets):
        if not _packets_deal(packet, deal.hand_size):
            yield (
                f"deal.packets.{line}",
                f"Packets of {', then '.join(map(str, packet))} do not come to {deal.hand_size} cards.",
            )


def _sensible_deck(deck: Deck, deal: Deal) -> Found:
    if not deck.counters:
        yield "deck.counters", "Choose at least one: without counters nobody takes anything."
    elif not deck.counter_points:
        yield "deck.counter_points", "A counter is worth at least 1."
    in_deck = len(deck.cards)
    if deal.cut_leaves >= in_deck:
        yield "deal.cut_leaves", f"The deck has {in_deck} cards, and the upper part needs at least one: write fewer."


def _packets_deal(packet: tuple[int, ...], hand_size: int) -> bool:
    if not packet or min(packet) < 1:
        return False
    rest = hand_size - sum(packet[:-1])
    return rest > 0 and rest % packet[-1] == 0


REASONS: Final = {"sat_out": Reason("{who} dealt and sat out.", short="sat out")}

DEAL = ChapterPlan(
    "deal",
    "Cards and deal",
    _deal,
    reasons=REASONS,
    checks=(_sound_deck, _sound_deal),
    sense=(_sensible_deck,),
    rules={"deal.next_dealer": "Who deals next"},
)
COUNTING = ChapterPlan(
    "counting",
    "Counting the tricks",
    _counting,
    reasons={"take": Reason("Take counts: {amount}.", "{who} took no points.", called="take", stands="take")},
)
