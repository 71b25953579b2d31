"""What is chosen so far on the way to a ruling. It all stands in the address, so that Back goes one step back and
nothing is lost on the way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from django.http import QueryDict
from django.utils.http import urlencode

from league.evening.tables.places import table_address
from league.models import RoundTable
from pinochle_club.ground.http import number_in

FACT: Final = "fact-"


@dataclass(frozen=True, slots=True)
class Chosen:
    """The call that led to it, the hand, the kind, and the answers to the book's questions by their codes. `decides` is
    the number of an appealed ruling that is changed into this one."""

    call: int | None = None
    hand: int | None = None
    kind: str = ""
    facts: Mapping[str, str] = field(default_factory=dict)
    decides: int | None = None

    @classmethod
    def of(cls, query: QueryDict) -> Chosen:
        facts = {name.removeprefix(FACT): str(query[name]) for name in query if name.startswith(FACT)}
        call, hand, decides = (number_in(query.get(name), 9) for name in ("call", "hand", "decides"))
        return cls(call, hand, str(query.get("kind", "")), facts, decides)

    def at_hand(self, hand: int | None = None) -> Chosen:
        """What was chosen before the hand, or with it before the kind."""
        return replace(self, hand=hand, kind="", facts={})

    def with_fact(self, code: str, answer: str) -> Chosen:
        return replace(self, facts={**self.facts, code: answer})

    def before(self, code: str) -> Chosen:
        """What was chosen before the question of that code was answered."""
        codes = list(self.facts)
        place = codes.index(code) if code in codes else len(codes)
        return replace(self, facts={earlier: self.facts[earlier] for earlier in codes[:place]})

    @property
    def fields(self) -> Iterator[tuple[str, str]]:
        """Names and values, as the address and hidden fields hold them."""
        if self.call is not None:
            yield "call", str(self.call)
        if self.decides is not None:
            yield "decides", str(self.decides)
        if self.hand is not None:
            yield "hand", str(self.hand)
        if self.kind:
            yield "kind", self.kind
        yield from ((f"{FACT}{code}", answer) for code, answer in self.facts.items())


def rule_address(table: RoundTable, chosen: Chosen = Chosen()) -> str:
    """Where a ruling is given at a table, after what is chosen already."""
    query = urlencode(list(chosen.fields))
    return f"{table_address('rule', table)}{'?' if query else ''}{query}"
