"""The auction: who may bid what, and what becomes of a bid out of turn."""

from __future__ import annotations

import math
from typing import Annotated, Final, Literal

from pydantic import Field

from .chapter import ChapterPlan, Found
from .deal import Deal
from .printing import Blocks, about, paragraph_of, rule, say, sentence_of
from .section import Points, Section, Words

LEAST_STUCK: Final = 0.75
"""Of the opening bid: clubs open at 21, 26 or 200, and are stuck at 20, 25 or 190."""


# fmt: off
class BidStep(Section):
    """Up to and including `up_to` (None: without end) bids are multiples of `multiple_of`."""

    up_to: Annotated[Points | None, Words("Up to", "Empty in the last line.", nothing="without end")] = None
    multiple_of: Annotated[int, Field(ge=1, le=100), Words("In multiples of", "1: any number.")] = 1

    @property
    def multiples(self) -> str:
        return "any number" if self.multiple_of == 1 else f"multiples of {self.multiple_of}"


InHand = Literal["nothing", "marriage", "run", "meld"]


class Auction(Section, chapter="auction"):
    trump: Annotated[Literal["bidder", "turned"], Field(exclude_if=lambda trump: trump == "bidder"), Words(
        "Trump", choices={
        "bidder": ("is named by who wins the bidding", ""),
        "turned": ("is a card that is turned up, and nobody bids",
            "Nobody bids. Once the cards are dealt, {card} is turned up, and its suit is trump."),
    })] = "bidder"
    order: Annotated[Literal["left", "right"], Field(exclude_if=lambda order: order == "left"), Words(
        "Who bids first", choices={
            "left": ("the player on the dealer’s left",
                "The player on the dealer’s left bids first, and the bidding goes clockwise."),
            "right": ("the player on the dealer’s right",
                "The player on the dealer’s right bids first, and the bidding goes around to the right."),
        }
    )] = "left"
    passing: Annotated[Literal["out", "once"], Field(exclude_if=lambda passing: passing == "out"), Words(
        "How often each may bid", choices={
            "out": ("until all but one have passed", "A player who passes is out. The last one left has the bid."),
            "once": ("once", "Each player bids or passes only once. The highest bid has it."),
        }
    )] = "out"
    opening: Annotated[Points, Words("Opening bid", "The lowest bid there is.", says="The opening bid is {opening}.")]
    stuck: Annotated[Points, Words(
        "Bid of a dealer who is stuck", "What the dealer takes it for when everybody else passed.",
        says="When all the others pass without a bid, the dealer is stuck and takes the bid at {stuck}."
    )]
    steps: Annotated[tuple[BidStep, ...], Words(
        "Which numbers may be bid", "Line by line; the last line goes on without an end."
    )]
    highest: Annotated[Points | None, Field(exclude_if=lambda highest: highest is None), Words(
        "Highest bid there is", "Empty: there is no end. It ends the auction.",
        says="Nobody may bid more than {highest}: that bid ends the auction.", nothing="without end"
    )] = None
    needs: Annotated[InHand, Field(exclude_if=lambda needs: needs == "nothing"), Words(
        "What a player must hold to bid", "A stuck dealer needs nothing.", choices={
            "nothing": ("nothing", ""),
            "marriage": ("a marriage", "Nobody may bid without a marriage in hand. A stuck dealer needs none."),
            "run": ("a run", "Nobody may bid without a run in hand. A stuck dealer needs none."),
            "meld": ("so much meld",
                "Nobody may bid without {needs_meld} meld or more in hand. A stuck dealer needs none."),
        }
    )] = "nothing"
    needs_meld: Annotated[Points, Field(exclude_if=lambda meld: not meld), Words(
        "How much meld to bid", "Only where that is asked above."
    )] = 0
    must: Annotated[InHand, Field(exclude_if=lambda must: must == "nothing"), Words(
        "Who has to bid", "As long as nobody has.", choices={
            "nothing": ("nobody", ""),
            "marriage": ("a player with a marriage",
                "A player with a marriage in hand must bid, as long as nobody has."),
            "run": ("a player with a run", "A player with a run in hand must bid, as long as nobody has."),
            "meld": ("a player with so much meld",
                "A player with {must_meld} meld or more in hand must bid, as long as nobody has."),
        }
    )] = "nothing"
    must_meld: Annotated[Points, Field(exclude_if=lambda meld: not meld), Words(
        "With how much meld a player has to bid", "Only where that is asked above."
    )] = 0
    marriage_needed: Annotated[bool, Words(
        "Marriage needed to name trump",
        yes="The bidder names trump and must hold a marriage in that suit. Without a marriage there is no trump.",
        no="The bidder names trump, and it may be any suit."
    )] = False
    out_of_turn: Annotated[Literal["refused", "freezes_partner"], Words("A bid out of turn", choices={
        "refused": ("does not count", ""),
        "freezes_partner": ("stands, and freezes the partner",
            "A bid out of turn stands as if it were made in turn, but that player’s partner is frozen and may not bid "
            "in this auction. A second bid out of turn in the same round freezes nobody."),
    })] = "refused"
    change_after_bid: Annotated[Points | None, Words(
        "A bid out of turn may be changed once an opponent has bid", "Empty: never.",
        says="The player who bid out of turn may change that bid once an opponent has bid {change_after_bid} or more.",
        nothing="never"
    )] = None
    meld_bids: Annotated[bool, Words(
        "Bids are skipped to tell about meld", yes="Partners may skip numbers to tell each other about meld."
    )] = False

    @property
    def is_held(self) -> bool:
        """Whether there is an auction; else trump is turned up, and each side scores what it makes."""
        return self.trump == "bidder"
# fmt: on


# -- in print ----------------------------------------------------------------------------


def _auction(auction: Auction, deal: Deal) -> Blocks:
    if not auction.is_held:
        card = "the top card of the stock" if deal.stock_size else "the dealer’s last card"
        yield say(sentence_of(auction, "auction.trump", card=card))
        return
    yield say(
        sentence_of(auction, "auction.order"),
        sentence_of(auction, "auction.passing"),
    )
    yield rule(
        "auction.steps",
        sentence_of(auction, "auction.opening"),
        about("auction.steps", _steps(auction.steps), "auction.highest"),
        about("auction.jumps", "You may skip numbers."),
        sentence_of(auction, "auction.highest") if auction.highest is not None else about("auction.highest", ""),
    )
    yield paragraph_of(auction, "auction.stuck")
    yield rule("auction.needs", sentence_of(auction, "auction.needs", "auction.needs_meld"))
    yield rule("auction.must", sentence_of(auction, "auction.must", "auction.must_meld"))
    yield paragraph_of(auction, "auction.marriage_needed")
    out_of_turn = [sentence_of(auction, "auction.out_of_turn")]
    if auction.out_of_turn == "freezes_partner":
        never = about("auction.change_after_bid", "It may not be changed later.")
        out_of_turn.append(
            never if auction.change_after_bid is None else sentence_of(auction, "auction.change_after_bid")
        )
    yield rule("auction.out_of_turn", *out_of_turn)
    if deal.has_partners:
        yield say(sentence_of(auction, "auction.meld_bids"))


def _steps(steps: tuple[BidStep, ...]) -> str:
    """`Each bid is higher than the last: up to 60 any number, then up to 100 multiples of 5, and past 100 …`"""
    if len(steps) == 1:
        by = steps[0].multiple_of
        return f"Each bid is {'at least 1 higher' if by == 1 else f'higher, in multiples of {by},'} than the last."
    first = f"Each bid is higher than the last: up to {steps[0].up_to} {steps[0].multiples}"
    between = [f"then up to {step.up_to} {step.multiples}" for step in steps[1:-1]]
    last = f"and past {steps[-2].up_to} {steps[-1].multiples}"
    return f"{', '.join([first, *between, last])}."


# -- what must fit together --------------------------------------------------------------


def _sound_auction(auction: Auction) -> Found:
    if not auction.is_held:
        return
    tops = [step.up_to for step in auction.steps]
    if not tops or tops[-1] is not None or None in tops[:-1]:
        yield "auction.steps", "The last step, and only the last, goes on without an end."
        return
    ends = [top for top in tops if top is not None]
    if ends != sorted(set(ends)):
        yield "auction.steps", "Each step ends higher than the one before it."
    first = _multiple_at(auction, auction.opening)
    if auction.opening % first:
        yield "auction.opening", f"The opening bid is not a multiple of {first}."
    if auction.highest is not None:
        last = _multiple_at(auction, auction.highest)
        if auction.highest < auction.opening or auction.highest % last:
            yield "auction.highest", "This must be a bid that can be made: not below the opening, and in steps."


def _sound_hands(auction: Auction) -> Found:
    for name, asked in (("needs_meld", auction.needs), ("must_meld", auction.must)):
        if asked == "meld" and not getattr(auction, name):
            yield f"auction.{name}", "Say how much meld."
    both = (auction.needs, auction.must)
    is_less = both == ("meld", "meld") and auction.must_meld < auction.needs_meld
    if is_less or not ("nothing" in both or both[0] == both[1] or both == ("marriage", "run")):
        yield "auction.must", "A player who has to bid must be one who may: this asks for other cards than a bid needs."


def _multiple_at(auction: Auction, bid: int) -> int:
    return next(step.multiple_of for step in auction.steps if step.up_to is None or bid <= step.up_to)


def _sensible_auction(auction: Auction, deal: Deal) -> Found:
    if not auction.is_held:
        if deal.calls_partner:
            yield "deal.sides", "Who wins the bid calls a partner, and here is no bidding: choose another."
        return
    opening, stuck = auction.opening, auction.stuck
    if not opening:
        yield "auction.opening", "The lowest bid is at least 1."
    elif stuck > opening:
        yield "auction.stuck", f"Nobody opened at {opening}, so a stuck dealer takes it for no more than that."
    elif stuck < (least := math.ceil(opening * LEAST_STUCK)):
        yield "auction.stuck", f"That is far below the opening bid: write a bid from {least} to {opening}."
    elif auction.steps and auction.steps[-1].up_to is None and stuck % (multiple := _multiple_at(auction, stuck)):
        yield "auction.stuck", f"The stuck dealer’s bid is not a multiple of {multiple}."
    highest, changed_after = auction.highest, auction.change_after_bid
    if highest is not None and changed_after is not None and changed_after > highest:
        yield "auction.change_after_bid", f"Nobody bids more than {highest}."
    if auction.out_of_turn == "freezes_partner":
        if not deal.has_partners:
            yield "auction.out_of_turn", "Without partners there is nobody to freeze."
        elif not deal.are_pairs:
            yield "auction.out_of_turn", "A player has more than one partner here: only one can be frozen."


AUCTION = ChapterPlan(
    "auction",
    "The auction",
    _auction,
    checks=(_sound_auction, _sound_hands),
    sense=(_sensible_auction,),
    rules={"auction.jumps": "Jump bids"},
)
