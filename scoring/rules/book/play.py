"""Play: what a player must put on a trick, and claims of the rest."""

from __future__ import annotations

from typing import Annotated, Literal

from .auction import Auction
from .chapter import ChapterPlan
from .deal import Deal
from .printing import Blocks, about, paragraph_of, say
from .section import Section, Words


# fmt: off
class Play(Section, chapter="play"):
    heading: Annotated[Literal["always", "trumps", "when_trump_led"], Words(
        "When the best card must be beaten", choices={
        "always": ("always", "Beat the best card in the trick whenever you can{too}, in plain suits and in trumps."),
        "trumps": ("only trumps", "Trumps must be beaten whenever you can; a plain suit need not be."),
        "when_trump_led": ("only when trump is led",
            "You must beat the best card only when trump is led; otherwise any card that follows suit will do."),
    })] = "always"
    after_trump: Annotated[Literal["any_of_suit", "beat_suit_led"], Words(
        "Following a suit that has been trumped", choices={
        "any_of_suit": ("any card of the suit will do",
            "Once a plain suit has been trumped, you may follow with any card of that suit."),
        "beat_suit_led": ("the suit led must still be beaten",
            "Even when a plain suit has been trumped, beat the best card of the suit led if you can."),
    })] = "any_of_suit"
    wrong_claim: Annotated[Literal["claimed_tricks", "all_remaining"], Words(
        "Cards laid down wrongly give away", choices={
        "claimed_tricks": ("the counters of the claimed tricks",
            "A player may lay all cards down and claim the rest. If that is wrong, the counters in the claimed tricks "
            "and the last trick go to the other side."),
        "all_remaining": ("all remaining cards",
            "A player may lay all cards down and claim the rest. If a single card can be beaten, all the remaining "
            "cards go to the opponents."),
    })] = "all_remaining"
    tricks_open: Annotated[Literal["unsaid", "last", "all_on_renege_claim"], Words(
        "Tricks that may be looked at", choices={
        "unsaid": ("not in the rules", ""),
        "last": ("the last one only", "You may look at the last trick only."),
        "all_on_renege_claim": ("all, to prove a renege",
            "You may look at the last trick. To see an earlier one, you must claim a renege."),
    })] = "unsaid"
# fmt: on


def _partners_too(deal: Deal) -> str:
    if deal.sides == "alone":
        return ""
    return ", your partner’s too" if deal.are_pairs or deal.calls_partner else ", your partners’ too"


def _play(play: Play, deal: Deal, auction: Auction) -> Blocks:
    first = "The bidder" if auction.is_held else "The player on the dealer’s left"
    lead = f"{first} leads to the first trick and the others play clockwise, each in turn."
    yield say(about("play.lead", f"{lead} The winner of each trick leads to the next. Any card may be led."))
    follow = "Once the stock is gone, follow suit" if deal.stock_size else "Follow suit"
    yield say(
        about(
            "play.follow",
            f"{follow} if you can. If you can’t, play a trump, even one that can’t win. If you can do neither, play "
            "any card.",
        )
    )
    yield paragraph_of(play, "play.heading", too=_partners_too(deal))
    if play.heading == "always":
        yield paragraph_of(play, "play.after_trump")
    yield say(
        about(
            "play.winner",
            "The highest trump wins the trick, or the highest card of the suit led when nobody trumped. Of two equal "
            "cards, the first one played wins.",
        )
    )
    yield paragraph_of(play, "play.wrong_claim")
    yield paragraph_of(play, "play.tricks_open")


PLAY = ChapterPlan(
    "play",
    "Play",
    _play,
    rules={"play.lead": "Who leads", "play.follow": "Following suit", "play.winner": "Who wins a trick"},
)
