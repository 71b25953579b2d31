"""Play: what a player must put on a trick, and claims of the rest."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from .auction import Auction
from .chapter import ChapterPlan, Found
from .deal import Deal
from .printing import Blocks, about, paragraph_of, rule, say
from .section import Section, Words


# fmt: off
class Play(Section, chapter="play"):
    first_lead: Annotated[
        Literal["any", "trump", "trump_unless_stuck"], Field(exclude_if=lambda lead: lead == "any"), Words(
        "The bidder’s first lead", choices={
        "any": ("any card", "Any card may be led."),
        "trump": ("must be a trump",
            "The bidder’s first lead must be a trump, if the bidder has one; after that any card may be led."),
        "trump_unless_stuck": ("must be a trump, unless the dealer was stuck",
            "The bidder’s first lead must be a trump, unless the dealer was stuck with the bid or the bidder has none; "
            "after that any card may be led."),
    })] = "any"
    heading: Annotated[Literal["always", "not_partner", "trumps", "when_trump_led"], Words(
        "When the best card must be beaten", choices={
        "always": ("always", "Beat the best card in the trick whenever you can{too}, in plain suits and in trumps."),
        "not_partner": ("always, but not the partner’s",
            "Beat the best card in the trick whenever you can, in plain suits and in trumps, unless it is your "
            "partner’s."),
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

    @property
    def beats_plain_suits(self) -> bool:
        """Whether the best card of a plain suit must be beaten."""
        return self.heading in ("always", "not_partner")
# fmt: on


def _partners_too(deal: Deal) -> str:
    if deal.sides == "alone":
        return ""
    return ", your partner’s too" if deal.are_pairs or deal.calls_partner else ", your partners’ too"


def _play(play: Play, deal: Deal, auction: Auction) -> Blocks:
    first = "The bidder" if auction.is_held else "The player on the dealer’s left"
    lead = f"{first} leads to the first trick and the others play clockwise, each in turn."
    lead = f"{lead} The winner of each trick leads to the next."
    if play.first_lead == "any":
        yield say(about("play.lead", f"{lead} {play.says('first_lead')}"))
    else:
        yield rule(
            "play.first_lead",
            about("play.lead", lead),
            about("play.lead", play.says("first_lead"), "play.first_lead"),
        )
    follow = "Once the stock is gone, follow suit" if deal.stock_size else "Follow suit"
    yield say(
        about(
            "play.follow",
            f"{follow} if you can. If you can’t, play a trump, even one that can’t win. If you can do neither, play "
            "any card.",
        )
    )
    yield paragraph_of(play, "play.heading", too=_partners_too(deal))
    if play.beats_plain_suits:
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


def _sound_play(play: Play, deal: Deal) -> Found:
    if play.heading == "not_partner" and not deal.has_partners:
        yield "play.heading", "Nobody has a partner in these rules: choose another."


PLAY = ChapterPlan(
    "play",
    "Play",
    _play,
    checks=(_sound_play,),
    rules={"play.lead": "Who leads", "play.follow": "Following suit", "play.winner": "Who wins a trick"},
)
