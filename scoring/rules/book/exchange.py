"""Cards that change hands after the auction: between partners, or from a kitty."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from scoring.rules.notation import number

from .chapter import ChapterPlan, Found
from .deal import Deal
from .printing import Blocks, about, cards, paragraph_of, rule, say, sentence_of
from .section import Section, Words


# fmt: off
class Passing(Section, chapter="passing"):
    cards: Annotated[int, Field(ge=1, le=10), Words("Cards passed to the partner")]
    order: Annotated[Literal["both_at_once", "partner_first"], Words("Who passes first", choices={
        "both_at_once": ("both at the same time",
            "Once trump is named, the bidder and the partner pass each other {cards} face down, at the same time. "
            "Neither looks until both have passed."),
        "partner_first": ("the bidder’s partner",
            "Once trump is named, the partner passes {cards} to the bidder, who picks {them} up and then passes "
            "{cards} back."),
    })]


class Kitty(Section, chapter="kitty"):
    takes: Annotated[
        Literal["before_trump", "after_trump"], Field(exclude_if=lambda takes: takes == "before_trump"), Words(
            "When the bidder takes the kitty", choices={
                "before_trump": ("before naming trump", "The bidder takes the kitty, {cards}."),
                "after_trump": ("after naming trump", "Once trump is named, the bidder takes the kitty, {cards}."),
            }
        )
    ] = "before_trump"
    shown: Annotated[bool, Words(
        "The kitty is shown to all", yes="Everyone sees it {before}.", no="Nobody else sees it."
    )] = True
    bury: Annotated[int, Field(ge=0, le=10), Words("Cards the bidder buries", "As many as the kitty has.")]
    meld_before_burying: Annotated[bool, Words(
        "The bidder melds before burying", yes="Melding comes first, from all the cards.",
        no="Melding comes after that, from what is left."
    )] = True
    bury_melded: Annotated[bool, Words(
        "Melded cards may be buried", yes="Cards that were melded may be buried.",
        no="Cards that were melded may not be buried."
    )] = False
    stays: Annotated[
        Literal["nothing", "aces", "trump", "aces_and_trump"],
        Field(exclude_if=lambda stays: stays == "nothing"),
        Words(
            "What may not be buried", "Unless too few other cards are left.", choices={
                "nothing": ("nothing", ""),
                "aces": ("aces", "Aces may not be buried, unless there are too few other cards."),
                "trump": ("trump", "Trump may not be buried, unless there are too few other cards."),
                "aces_and_trump": ("aces and trump",
                    "Aces and trump may not be buried, unless there are too few other cards."),
            }
        )
    ] = "nothing"
    buried_count: Annotated[bool, Words(
        "Buried counters count for the bidder",
        yes="Buried counters count for the bidder.",
        no="Buried counters don’t count."
    )] = True
    # Left out of the text of a book that says nothing of it, which so stays the version it was.
    kept_from_ends: Annotated[bool, Field(exclude_if=lambda kept: not kept), Words(
        "The kitty is not dealt from the ends", "Of the deck.",
        yes="No card of the kitty is {ends}."
    )] = False
    told: Annotated[bool, Field(exclude_if=lambda told: not told), Words(
        "Trump and aces among the buried cards are told",
        yes="The bidder says whether trump or aces are among the buried cards."
    )] = False
# fmt: on


# -- in print ----------------------------------------------------------------------------


def _passing(passing: Passing | None) -> Blocks:
    if passing:
        yield say(
            sentence_of(
                passing, "passing.order", cards=cards(passing.cards), them="it" if passing.cards == 1 else "them"
            )
        )


def _kitty(kitty: Kitty | None, deal: Deal) -> Blocks:
    if kitty is None:
        return
    before = "before trump is named" if kitty.takes == "before_trump" else "first"
    yield say(
        sentence_of(kitty, "kitty.takes", cards=cards(deal.kitty_size)),
        sentence_of(kitty, "kitty.shown", before=before),
    )
    yield say(
        about("kitty.bury", f"The bidder buries {cards(kitty.bury)}."), sentence_of(kitty, "kitty.meld_before_burying")
    )
    count = number(deal.kitty_size)
    ends = f"one of the first {count} dealt or the last {count}" if deal.kitty_size > 1 else "dealt first or last"
    yield say(sentence_of(kitty, "kitty.kept_from_ends", ends=ends))
    if kitty.meld_before_burying:
        yield paragraph_of(kitty, "kitty.bury_melded")
    yield say(sentence_of(kitty, "kitty.stays"))
    yield say(sentence_of(kitty, "kitty.told"))
    no_trick = "They don’t count as winning a trick." if kitty.buried_count else ""
    yield rule("kitty.buried_count", sentence_of(kitty, "kitty.buried_count"), about("kitty.no_trick", no_trick))


# -- what must fit together --------------------------------------------------------------


def _sound_passing(deal: Deal, passing: Passing | None) -> Found:
    if passing and not deal.are_pairs:
        yield "passing", "Only two partners can pass each other cards: leave this out."
    if passing and passing.cards > deal.hand_size:
        yield "passing.cards", "More cards than a player holds."


def _sound_kitty(deal: Deal, kitty: Kitty | None) -> Found:
    if bool(deal.kitty_size) != bool(kitty):
        yield "kitty", "A kitty needs both its size in the deal and its own section."
    if kitty and kitty.bury != deal.kitty_size:
        yield "kitty.bury", f"The bidder buries as many cards as the kitty has: {deal.kitty_size}."


PASSING = ChapterPlan("passing", "Passing cards", _passing, checks=(_sound_passing,))
KITTY = ChapterPlan(
    "kitty",
    "The kitty",
    _kitty,
    checks=(_sound_kitty,),
    rules={"kitty.no_trick": "Buried cards as a trick"},
)
