"""Why a side's score is what it is: the steps of a score, and the words for the reason of each.

Pairs take plural verbs ("Ann & Carl need"), a player alone the singular ("Ann needs").
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

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
    """Who a sentence is about. In a template `{who}` is the name and `{who[need]}` the name with its verb."""

    name: str
    plural: bool

    def __str__(self) -> str:
        return self.name

    def __getitem__(self, verb: str) -> str:
        """`Ann & Carl need`, `Ann needs`."""
        return f"{self.name} {self.verb(verb)}"

    def verb(self, verb: str) -> str:
        """The verb alone; `have` and verbs that take an s."""
        if self.plural:
            return verb
        return "has" if verb == "have" else f"{verb}s"


@dataclass(frozen=True, slots=True)
class Reason:
    """The words for one reason code: templates of the step's facts, its `amount` and `who` it is about.

    `nothing` is the sentence where the step adds nothing, if that is another one. `short` is how the one line on the
    card puts the reason, `called` what its amount is called in a sum.
    """

    sentence: str | Callable[[Step, Voice], str]
    nothing: str = ""
    short: str = ""
    called: str = "meld"

    def says(self, step: Step, who: Voice) -> str:
        """The sentence beside the score."""
        template = self.sentence if isinstance(self.sentence, str) else self.sentence(step, who)
        if self.nothing and not step.amount:
            template = self.nothing
        return template.format(who=who, amount=step.amount, **step.facts)
