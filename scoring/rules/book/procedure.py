"""At the table: what players are reminded of, who decides, and how the club reads its own book."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from pydantic import StringConstraints

from .auction import Auction
from .chapter import ChapterPlan
from .deal import Deal
from .meld import Meld
from .printing import Block, Blocks, BulletPoints, Paragraph, anchor, cards, rule, say, times, told
from .section import Section, Text, Words


# fmt: off
class Procedure(Section, chapter="procedure"):
    """What the table is reminded of, and who decides."""

    hand_shown_without_marriage: Annotated[bool, Words(
        "A stuck dealer without a marriage shows the hand",
        yes="A dealer who is stuck and has no marriage shows the hand.",
        no="A bidder without a marriage just says so and shows nothing."
    )] = False
    hands_shown_below_minimum: Annotated[bool, Words(
        "A stuck side with too little meld shows its hands",
        yes="When a stuck dealer's side melds less than {minimum}, both partners show their hands.",
        no="A side that melds less than {minimum} need not show its hands."
    )] = False
    values_announced_first: Annotated[bool, Words(
        "Meld is announced before it is laid down",
        yes="The value of the meld is announced before anything is laid down.", no="Melds are laid down and counted."
    )] = False
    first_marriage_is_trump: Annotated[bool, Words(
        "The first marriage shown is trump", yes="The first marriage that the bidder shows is trump.",
        no="The bidder says which suit is trump."
    )] = False
    appeals: Annotated[tuple[Text, ...], Words(
        "Who decides a dispute", "One to a line, the first to be asked first."
    )] = ()


class Reading(Section, chapter="readings"):
    """How a doubtful sentence was read: the switch or figure it set, and what the other is."""

    path: Annotated[str, StringConstraints(pattern=r"^[a-z_]+(\.[a-z_]+)*$"), Words("Which rule")]
    text: Annotated[Text, Words("How it is read")]
    other: Annotated[Text | None, Words("The other reading", "Empty where there is none.")] = None


class Note(Section, chapter="readings"):
    """A remark on the book that no switch expresses."""

    about: Annotated[Text, Words("About")]
    text: Annotated[Text, Words("Remark")]
# fmt: on


# -- in print ----------------------------------------------------------------------------


def _procedure(procedure: Procedure, deal: Deal, auction: Auction, meld: Meld) -> Blocks:
    yield told(deal, "deal.shuffles", times=times(deal.shuffles))
    lower_part = deal.says("cut_leaves", cards=cards(deal.cut_leaves)) if deal.cut_leaves else ""
    yield rule("deal.cut", deal.says("cut"), lower_part)
    if deal.is_partnership:
        yield say(deal.says("partner_may_deal"))
    yield BulletPoints(tuple(_reminders(procedure, auction, meld)))
    if procedure.appeals:
        yield rule("procedure.appeals", f"Who decides a dispute: {', then '.join(procedure.appeals)}.")


def _reminders(procedure: Procedure, auction: Auction, meld: Meld) -> Iterator[str]:
    if auction.marriage_needed:
        yield procedure.says("hand_shown_without_marriage")
    if meld.minimum:
        yield procedure.says("hands_shown_below_minimum", minimum=meld.minimum)
    yield procedure.says("values_announced_first")
    yield procedure.says("first_marriage_is_trump")


def _readings(readings: tuple[Reading, ...], notes: tuple[Note, ...]) -> Blocks:
    yield from map(_reading, readings)
    yield from (say(f"{note.about}: {note.text}") for note in notes)


def _reading(reading: Reading) -> Block:
    other = f" The other reading: {reading.other}" if reading.other else ""
    return Paragraph(f"reading-{anchor(reading.path)}", f"{reading.text}{other}")


PROCEDURE = ChapterPlan("procedure", "At the table", _procedure)
READINGS = ChapterPlan("readings", "How this book was read", _readings)
