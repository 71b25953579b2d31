"""The club's own words: its names for melds, a hand, a trick, the kitty and the official.

Sentences are written in the standard words, and `Vocabulary.say` puts the club's in their place, in all forms. Text
that a club typed and people's names are never given to it. A *hand* is the deal that is played; a player holds *cards*,
or one of the phrases of `_KEPT`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, StringConstraints, model_serializer

from scoring.rules.notation import lowered

from .chapter import ChapterPlan
from .printing import capital
from .section import Section, Words

Word = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=24, pattern=r"^[^\W\d_]([^\W\d_]|[’' -])*$"),
    AfterValidator(lowered),
]


# fmt: off
class Vocabulary(Section, chapter="words"):
    """One word for each thing. What a book leaves alone keeps the standard word."""

    run: Annotated[Word, Words("Run", "Such as “rope” or “book”.")] = "run"
    royal_marriage: Annotated[Word, Words(
        "Royal marriage", "Such as “trump marriage” or “marriage in trump”."
    )] = "royal marriage"
    marriage: Annotated[Word, Words("Marriage")] = "marriage"
    nine: Annotated[Word, Words("Nine of trump", "Such as “dix”.")] = "nine of trump"
    roundhouse: Annotated[Word, Words("Roundhouse", "Such as “round robin” or “round trip”.")] = "roundhouse"
    pinochle: Annotated[Word, Words("Pinochle")] = "pinochle"
    aces: Annotated[Word, Words("Aces around", "Such as “hundred aces”.")] = "aces around"
    kings: Annotated[Word, Words("Kings around")] = "kings around"
    queens: Annotated[Word, Words("Queens around")] = "queens around"
    jacks: Annotated[Word, Words("Jacks around")] = "jacks around"
    hand: Annotated[Word, Words("Hand", "Cards dealt and played: such as “deal”.")] = "hand"
    trick: Annotated[Word, Words("Trick", "Such as “book”.")] = "trick"
    kitty: Annotated[Word, Words("Kitty", "Such as “widow” or “blind”.")] = "kitty"
    board: Annotated[Word, Words("On the board", "What a side is on: such as “board”.")] = "the board"
    director: Annotated[Word, Words("Director", "Who rules at the table: such as “referee”.")] = "director"
    chip: Annotated[Word, Words("Chip", "What is paid hand by hand: such as “check”, “star” or “dollar”.")] = "chip"
    bury: Annotated[Literal["bury", "discard"], Words("What the bidder does with cards for the kitty", choices={
        "bury": ("bury them", ""), "discard": ("discard them", ""),
    })] = "bury"
    trumping: Annotated[Literal["trump", "cut"], Words("To play a trump on another suit", choices={
        "trump": ("to trump", ""), "cut": ("to cut", ""),
    })] = "trump"

    @property
    def are_standard(self) -> bool:
        """Whether the club says what everybody does."""
        return not self._swaps

    def say(self, text: str) -> str:
        """A sentence, or part of one, in the club's words."""
        return self._found.sub(self._own, text) if self._swaps else text

    def standard(self, text: str) -> str:
        """The standard words that `say` takes out of a text, such as `roundhouse`: what a reader may look for."""
        found = (match["word"] for match in self._found.finditer(text)) if self._swaps else ()
        return ", ".join(dict.fromkeys(found))

    @cached_property
    def _swaps(self) -> Mapping[str, str]:
        """The club's word for each form of a standard one that it does not use."""
        swaps: dict[str, str] = {}
        for name, field in type(self).model_fields.items():
            standard, own = field.default, getattr(self, name)
            if own == standard:
                continue
            if name in FORMS:
                swaps |= dict(zip(FORMS[name][standard], FORMS[name][own], strict=True))
            else:
                swaps |= {plural(standard): plural(own), standard: own}
        return swaps

    @cached_property
    def _found(self) -> re.Pattern[str]:
        longest_first = sorted({*self._swaps, *_KEPT}, key=len, reverse=True)
        return re.compile(
            rf"\b(?:(?P<article>an?) )?(?P<word>{'|'.join(longest_first)})\b(?P<suit> in (?=[♠♥♦♣]))?", re.IGNORECASE
        )

    def _own(self, match: re.Match[str]) -> str:
        own = self._swaps.get(match["word"].lower())
        if own is None:
            return match[0]
        article = ""
        if match["article"]:
            article = f"{match['article'][0]}{'n' if own[0] in 'aeiou' else ''} "
        word = capital(own) if match["word"][0].isupper() else own
        return f"{article}{word}{', ' if match['suit'] and ' in ' in own else match['suit'] or ''}"

    @model_serializer(mode="wrap")
    def _without_standard(self, dump: Callable[[Any], dict[str, str]]) -> dict[str, str]:
        # So a book stays the version it is when this list grows.
        fields = type(self).model_fields
        return {name: word for name, word in dump(self).items() if word != fields[name].default}
# fmt: on


FORMS: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "bury": {
        "bury": ("bury", "buries", "buried", "burying"),
        "discard": ("discard", "discards", "discarded", "discarding"),
    },
    "trumping": {"trump": ("trumping", "trumped"), "cut": ("cutting", "cut")},
}


def plural(word: str) -> str:
    """`round robins`, `marriages in trump`, `pennies`; `aces around` are several already."""
    head, *rest = re.split(r"(?= (?:in|of|around)\b)", word, maxsplit=1)
    if re.search(r"[^aeiou]y$", head):
        head = f"{head[:-1]}ie"
    ending = "" if head.endswith("s") else "es" if head.endswith(("x", "ch", "sh")) else "s"
    return "".join((head, ending, *rest))


_KEPT: Final = ("royal marriage", "royal marriages", "your hand")  # have a word in them that stays
STANDARD: Final = Vocabulary()
WORDS = ChapterPlan("words", "Our words", form_title="What you call it")
