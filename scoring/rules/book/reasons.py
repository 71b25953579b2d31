"""The steps of a side's score, and the words for their reasons: plural verbs for pairs, singular ones for a player
alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Facts = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Step:
    """One reason in a side's score: `amount` is what it adds (0 where it only explains)."""

    code: str
    amount: int
    rule: str
    facts: Facts = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Voice:
    """Whom a sentence is about. In a template `{who}` is the name and `{who[need]}` the name with its verb."""

    name: str
    plural: bool

    def __str__(self) -> str:
        return self.name

    def __getitem__(self, verb: str) -> str:
        """`Ann & Carl need`, `Ann needs`, `Ann has`."""
        if not self.plural:
            verb = "has" if verb == "have" else f"{verb}s"
        return f"{self.name} {verb}".strip()

    @property
    def inside(self) -> Voice:
        """In the middle of a sentence: `you`, `you & Walter`; a name stays as it is."""
        is_you = self.name == "You" or self.name.startswith("You & ")
        return Voice(f"y{self.name[1:]}", self.plural) if is_you else self

    @property
    def unnamed(self) -> Voice:
        """For a second verb of the same sentence: `{who.unnamed[need]}` is the verb alone."""
        return Voice("", self.plural)


@dataclass(frozen=True, slots=True)
class Reason:
    """The words for one reason code: templates of the step's facts, its `amount` and `who` it is about. `otherwise` is
    the sentence where the fact named by `when` is false or 0; by default, where the step adds nothing. `short` is the
    reason on the line of the card, `called` the name of its amount in a sum. `stands` says where the amount stands on
    that line: in the figure of meld or take, in the verdict (`SET −27`), or alone, in the words of `mark` or
    `called`."""

    sentence: str | Callable[[Step], str]
    otherwise: str = ""
    when: str = "amount"
    short: str = ""
    called: str = "meld"
    mark: str | Callable[[Step], str] = ""
    stands: Literal["meld", "take", "verdict", "alone"] = "alone"

    def says(self, step: Step, who: Voice, say: Callable[[str], str]) -> str:
        """The sentence beside the score; `say` puts its template into the words of the book."""
        facts = {**step.facts, "amount": step.amount, "renege": step.rule == "renege"}
        template = self.sentence if isinstance(self.sentence, str) else self.sentence(step)
        if self.otherwise and not facts[self.when]:
            template = self.otherwise
        return say(template).format(who=who, **facts)
