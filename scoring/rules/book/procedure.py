"""At the table: what players are reminded of, how they behave, who decides, and how the club reads its own book."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Final, Literal

from pydantic import Field, StringConstraints

from .auction import Auction
from .chapter import ChapterPlan
from .deal import Deal
from .meld import Meld
from .printing import (
    Blocks,
    Numbered,
    Paragraph,
    Sentence,
    about,
    anchor,
    cards,
    points_of,
    rule,
    say,
    sentence_of,
    times,
)
from .section import Section, Text, Words

Under = Literal[
    "end", "deal", "auction", "passing", "meld", "play", "contract", "bonuses", "renege", "game", "rulings", "procedure"
]
LONGEST_HEADING: Final = 200
APART: Final = "apart"
"""The place of a sentence of the club's sheet that is no rule."""
OWN_RULE: Final = "own: "
"""Before a chapter: the place of one that is printed there and that no switch can say."""
_SECTION: Final = Words("Where it says so", "The section of your text; empty where it is new.")


# fmt: off
class Procedure(Section, chapter="procedure"):
    hand_shown_without_marriage: Annotated[bool, Words(
        "A stuck dealer without a marriage shows all cards",
        yes="A dealer who is stuck and has no marriage shows all cards."
    )] = False
    hands_shown_below_minimum: Annotated[bool, Words(
        "A stuck side with too little meld shows its cards",
        yes="If {dealer} melds less than {minimum}, {they} cards."
    )] = False
    values_announced_first: Annotated[bool, Words(
        "Meld is announced before it is laid down",
        yes="Say what the meld is worth before laying anything down."
    )] = False
    first_marriage_is_trump: Annotated[bool, Words(
        "The first marriage shown is trump", yes="The first marriage that the bidder shows is trump."
    )] = False
    late_meld: Annotated[Literal["unsaid", "lost", "counts"], Field(exclude_if=lambda late: late == "unsaid"), Words(
        "Meld that is found after the first lead", choices={
        "unsaid": ("is not in the rules", ""),
        "lost": ("does not count", "Meld that is found after the first lead doesn’t count."),
        "counts": ("counts", "Meld that is found after the first lead counts if it is shown before the hand is over."),
    })] = "unsaid"
    appeals: Annotated[tuple[Text, ...], Words(
        "Who decides a dispute", "One to a line, the first to be asked first."
    )] = ()
    # Left out of the text of a book whose players may: so it is the same version as before there was a choice.
    players_may_appeal: Annotated[bool, Field(exclude_if=bool), Words(
        "Players may appeal a ruling",
        "No: the next to be asked decides only what officials disagree on.",
    )] = True


class Reading(Section, chapter="readings"):
    """How a doubtful sentence was read: the switch or figure it set, and what the other is."""

    path: Annotated[str, StringConstraints(pattern=r"^[a-z_]+(\.[a-z_]+)*$"), Words("Which rule")]
    text: Annotated[Text, Words("How it is read")]
    other: Annotated[Text | None, Words("The other reading", "Empty where there is none.")] = None


class Note(Section, chapter="readings"):
    about: Annotated[Text, Words("About")]
    text: Annotated[Text, Words("Remark")]
    section: Annotated[Text | None, _SECTION] = None
    # Left out of the text of a book where it stands at the end: so that is the same version as before it could move.
    under: Annotated[Under, Field(exclude_if=lambda under: under == "end"), Words("Where it is printed", choices={
        "end": ("at the end of the book", ""), "deal": ("with the deal", ""), "auction": ("with the auction", ""),
        "passing": ("with the pass", ""), "meld": ("with the meld", ""), "play": ("with the play", ""),
        "contract": ("with making the bid", ""), "bonuses": ("with the bonuses", ""),
        "renege": ("with the reneges", ""), "game": ("with the game", ""), "rulings": ("with the rulings", ""),
        "procedure": ("with what goes on at the table", ""),
    })] = "end"


class Conduct(Section, chapter="conduct"):
    about: Annotated[Text, Words("About")]
    text: Annotated[Text, Words("What is done")]
    section: Annotated[Text | None, _SECTION] = None


class Source(Section, chapter="readings"):
    """A section of the club's text, and the rules that are taken from it."""

    section: Annotated[Text, Words("Section")]
    rules: Annotated[tuple[Text, ...], Words("What it says")]


class SheetSentence(Section, chapter="readings"):
    """A sentence of a club's own sheet, and its place in the book (`at`): as in `scoring.rules.documents`, `APART`, or
    empty while it has none."""

    section: Annotated[str, StringConstraints(max_length=LONGEST_HEADING), Words("Section of the sheet")] = ""
    text: Annotated[Text, Words("What the sheet says")]
    at: Annotated[str, StringConstraints(max_length=2_100), Words("Where it is")] = ""
# fmt: on


# -- in print ----------------------------------------------------------------------------


def _procedure(procedure: Procedure, deal: Deal, auction: Auction, meld: Meld) -> Blocks:
    if deal.shuffles > 1:
        yield say(sentence_of(deal, "deal.shuffles", times=times(deal.shuffles)))
    if deal.cut != "unsaid":
        lower_part = deal.says("cut_leaves", cards=cards(deal.cut_leaves)) if deal.cut_leaves else ""
        yield rule("deal.cut", sentence_of(deal, "deal.cut"), about("deal.cut_leaves", lower_part))
    if deal.has_partners:
        yield say(sentence_of(deal, "deal.partner_may_deal"))
    yield points_of(*_customs(procedure, deal, auction, meld))
    if procedure.appeals:
        yield rule("procedure.appeals", *_appeals(procedure))


def _appeals(procedure: Procedure) -> Iterator[Sentence]:
    first, *others = procedure.appeals
    if procedure.players_may_appeal:
        yield about("procedure.appeals", f"Disputes go to {', then to '.join(procedure.appeals)}.")
        return
    yield about("procedure.appeals", f"Disputes go to {first}.")
    yield about("procedure.players_may_appeal", "That decision is final: players can’t appeal it.")
    if others:
        settles = f"What officials disagree on goes to {', then to '.join(others)}."
        yield about("procedure.appeals", settles)


def _customs(procedure: Procedure, deal: Deal, auction: Auction, meld: Meld) -> Iterator[Sentence]:
    if auction.marriage_needed:
        yield sentence_of(procedure, "procedure.hand_shown_without_marriage")
    if meld.minimum:
        stuck = {"dealer": "a stuck dealer’s side", "they": "both partners show their"}
        if deal.has_partners and not deal.are_pairs:
            stuck["they"] = "all partners show their"
        if deal.sides == "alone":
            stuck = {"dealer": "a stuck dealer", "they": "the dealer shows all"}
        yield sentence_of(procedure, "procedure.hands_shown_below_minimum", minimum=meld.minimum, **stuck)
    yield sentence_of(procedure, "procedure.values_announced_first")
    yield sentence_of(procedure, "procedure.first_marriage_is_trump")
    yield sentence_of(procedure, "procedure.late_meld")


def _conduct(conduct: tuple[Conduct, ...]) -> Blocks:
    yield from (say(_remark("conduct", custom)) for custom in conduct)


def _remark(rule: str, remark: Note | Conduct) -> Sentence:
    """A remark that says itself which section it is from."""
    sections = (remark.section,) if remark.section else ()
    return Sentence(f"{remark.about}: {remark.text}", (rule,), sections)


def _readings(readings: tuple[Reading, ...], notes: tuple[Note, ...], sheet: tuple[SheetSentence, ...]) -> Blocks:
    yield Numbered(tuple(map(_reading, readings)))
    yield from notes_under("end", notes, sheet)


def notes_under(chapter: str, notes: Iterable[Note], sheet: Iterable[SheetSentence]) -> Blocks:
    """The notes at the end of a chapter, and the club's sentences that no switch can say; `end` is the book's own."""
    yield from (say(_remark("notes", note)) for note in notes if note.under == chapter)
    for sentence in sheet:
        if sentence.at == f"{OWN_RULE}{chapter}":
            sections = (sentence.section,) if sentence.section else ()
            yield say(Sentence(f"{sentence.text} (Our own rule, not counted by the card.)", ("sheet",), sections))


def _reading(reading: Reading) -> Paragraph:
    other = f" The other reading: {reading.other}" if reading.other else ""
    return Paragraph(reading_id(reading.path), (about(reading.path, f"{reading.text}{other}"),))


def reading_id(path: str) -> str:
    """The id under which the reading of a rule stands in the book."""
    return f"reading-{anchor(path)}"


PROCEDURE = ChapterPlan("procedure", "At the table", _procedure)
CONDUCT = ChapterPlan("conduct", "Conduct", _conduct)
READINGS = ChapterPlan("readings", "How we read the rules", _readings)
