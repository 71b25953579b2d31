"""Rulings on a card: entries folded into what was ruled, how it stands now, and what of a hand it governs. Pure.

A ruling changes a part of its hand's line, its *effect*. The effect lies on top of what was entered for the hand and
never in it: without the ruling the line is exactly what it was, also where it was corrected meanwhile. An effect holds

* parts of the line's payload, such as `{"renege": "NS", "renege_cause": "not_following"}`; what is kept by side
  (`take`, `meld`, …) is changed for the sides it names,
* `void`: the hand counts for nobody,
* `ruled`: amounts by side, beside whatever the hand came to,
* `redeal`: the hand is dealt and played again, as a `redeal` entry says it; what was entered before stands aside,
* nothing, for a ruling that leaves the score alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from .entries import EntryData

KINDS: Final = frozenset({"ruling", "appeal", "decision"})
UPHELD: Final = "upheld"
CHANGED: Final = "changed"
OVERTURNED: Final = "overturned"
BY_TABLE: Final = "table"  # who called is only known by the table's tablet
OUTCOMES: Final = (UPHELD, CHANGED, OVERTURNED)
# What ends a hand: nothing more is played in it, so it is done as soon as no figure that counts is missing.
ENDS_THE_HAND: Final = frozenset({"void", "renege", "unproven_call", "take"})
# What is said of a renege is governed as a whole.
OF_A_RENEGE: Final = ("renege", "renege_cause", "second_renege", "unproven_call")

Effect = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Ruling:
    """One ruling with all that came of it. `steps` are its appeals and decisions, oldest first. While it is appealed,
    `agreement` is what each side is asked to agree on."""

    entry: EntryData
    steps: tuple[EntryData, ...] = ()
    agreement: EntryData | None = None

    @property
    def number(self) -> int:
        """The number of its entry, by which everything else names it."""
        return self.entry.number

    @property
    def hand(self) -> int:
        assert self.entry.hand is not None, "a ruling is of a hand"
        return self.entry.hand

    @property
    def kind(self) -> str:
        """Its kind in `scoring.rules.rulings`."""
        return str(self.entry.payload["kind"])

    @property
    def called_by(self) -> str:
        """The seat of who called the director, or `BY_TABLE`; empty where nobody at the table did."""
        return str(self.entry.payload.get("called_by") or "")

    @property
    def basis(self) -> str:
        """`book`, or `judgment` where the book leaves it to whoever rules."""
        return str(self.entry.payload.get("basis") or "book")

    @property
    def rule(self) -> str:
        """The path of the rule it rests on, such as `renege.kinds`."""
        return str(self.entry.payload.get("rule") or "")

    @property
    def note(self) -> str:
        return str(self.entry.payload.get("note") or "")

    @property
    def facts(self) -> Mapping[str, Any]:
        """The answers given to the questions of its kind, by their code."""
        facts: Mapping[str, Any] = self._newest("facts", {})
        return facts

    @property
    def decision(self) -> str:
        """What was decided, in words for people."""
        return str(self._newest("decision", ""))

    @property
    def effect(self) -> Effect:
        """What it changes of the line as it stands now; nothing once it is overturned."""
        return self.effect_before(None)

    @property
    def state(self) -> str:
        """`given`, `appealed`, or the newest outcome: `upheld`, `changed`, `overturned`."""
        if not self.steps:
            return "given"
        newest = self.steps[-1]
        return "appealed" if newest.kind == "appeal" else str(newest.payload["outcome"])

    @property
    def is_standing(self) -> bool:
        """Whether it holds, appealed or not: what nobody has overturned."""
        return not self.decisions or self.decisions[-1].payload["outcome"] != OVERTURNED

    @property
    def newest(self) -> EntryData:
        """The last word on it: an appeal, a decision, or the ruling itself."""
        return self.steps[-1] if self.steps else self.entry

    @property
    def agreed(self) -> tuple[str, ...]:
        """The seats that have said so, one of each side that agrees."""
        return tuple(self.agreement.payload["by"]) if self.agreement else ()

    @property
    def is_decided(self) -> bool:
        """Whether the last word on it is the decision of an appeal."""
        return len(self.steps) > 1 and self.newest.kind == "decision"

    @property
    def decisions(self) -> tuple[EntryData, ...]:
        return tuple(step for step in self.steps if step.kind == "decision")

    @property
    def given_by(self) -> str:
        return self.entry.device

    @property
    def given_at(self) -> datetime | None:
        return self.entry.at

    def effect_before(self, number: int | None) -> Effect:
        """Its effect when the entry of that number was made; None: now."""
        if number is not None and number <= self.number:
            return {}
        effect: Effect = self.entry.payload.get("effect") or {}
        for step in self.decisions:
            if number is None or step.number < number:
                effect = _decided(step, effect)
        return effect

    def replays(self) -> Iterator[tuple[int, int | None]]:
        """The times in which it had the hand played again: from which entry, to which (None: it still does)."""
        began = self.number if self.entry.payload.get("effect", {}).get("redeal") else None
        effect = self.entry.payload.get("effect") or {}
        for step in self.decisions:
            effect = _decided(step, effect)
            if began is not None and "redeal" not in effect:
                yield began, step.number
                began = None
            elif began is None and "redeal" in effect:
                began = step.number
        if began is not None:
            yield began, None

    def _newest(self, name: str, missing: Any) -> Any:
        """What the newest decision that changed it says, or the ruling itself."""
        changed = [step for step in self.decisions if step.payload["outcome"] == CHANGED and name in step.payload]
        return (changed[-1] if changed else self.entry).payload.get(name) or missing


def _decided(step: EntryData, before: Effect) -> Effect:
    outcome = step.payload["outcome"]
    if outcome == OVERTURNED:
        return {}
    return step.payload.get("effect") or {} if outcome == CHANGED else before


def rulings_of(entries: Iterable[EntryData]) -> tuple[Ruling, ...]:
    """The rulings among the entries, oldest first, each with what came of it."""
    found: dict[int, Ruling] = {}
    for entry in entries:
        if entry.kind == "ruling":
            found[entry.number] = Ruling(entry)
        elif entry.kind in KINDS:
            ruling = found[entry.payload["ruling"]]
            found[ruling.number] = replace(ruling, steps=(*ruling.steps, entry), agreement=None)
        elif entry.kind == "agreement":
            ruling = found[entry.payload["ruling"]]
            is_asked = ruling.state == "appealed" and entry.payload["outcome"]
            found[ruling.number] = replace(ruling, agreement=entry if is_asked else None)
    return tuple(found.values())


def changing_entries(rulings: Iterable[Ruling]) -> frozenset[int]:
    """The numbers of those rulings and decisions that changed what a card comes to."""
    return frozenset(
        entry.number
        for ruling in rulings
        for entry in (ruling.entry, *ruling.decisions)
        if ruling.effect_before(entry.number) != ruling.effect_before(entry.number + 1)
    )


# -- a hand and its rulings --------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Playing:
    """What of a hand's entries counts, and the rulings that lie on top of it.

    A hand that is played again begins anew; once that is taken back, what was entered in between is out, and so is
    what was ruled in between.
    """

    entries: tuple[EntryData, ...]
    rulings: tuple[Ruling, ...]
    begins: Mapping[int, Mapping[str, Any]]

    def redeal_by(self, entry: EntryData) -> Mapping[str, Any] | None:
        """What an entry says of a new deal; None where it makes none."""
        return entry.payload if entry.kind == "redeal" else self.begins.get(entry.number)


def playing_of(entries: Sequence[EntryData], rulings: Sequence[Ruling]) -> Playing:
    """The playing of a hand that counts, of its entries (oldest first) and rulings."""
    replays = [(ruling, began, ended) for ruling in rulings for began, ended in ruling.replays()]
    over = [(ruling, range(began, ended)) for ruling, began, ended in replays if ended is not None]

    def is_out(number: int, but: Ruling | None = None) -> bool:
        return any(number in times for ruling, times in over if ruling is not but)

    begins = {
        began: ruling.effect["redeal"]
        for ruling, began, ended in replays
        if ended is None and not is_out(began, ruling)
    }
    counted = tuple(entry for entry in entries if entry.number in begins or not is_out(entry.number))
    newest = max((entry.number for entry in counted if entry.kind == "redeal" or entry.number in begins), default=0)
    on_top = (ruling for ruling in rulings if ruling.number > newest and not is_out(ruling.number, ruling))
    return Playing(counted, tuple(on_top), begins)


def unsaid(entry: EntryData, rulings: Iterable[Ruling], own: Mapping[str, Any]) -> dict[str, Any]:
    """What an entry says by itself. Its form showed the line as ruled: what a ruling governed then stays as it was."""
    said = dict(entry.payload)
    for ruling in rulings:
        for name, value in governed_by(ruling.effect_before(entry.number)).items():
            if name in said:
                said[name] = _kept(said[name], value, own.get(name))
                if said[name] is None and name not in own:
                    del said[name]
    return said


def governed_by(effect: Effect) -> Effect:
    """What of a line an effect governs: as long as it stands, no entry changes that."""
    if "renege" in effect or "unproven_call" in effect:
        return {**dict.fromkeys(OF_A_RENEGE), **effect}
    return effect


def _kept(said: Any, governed: Any, own: Any) -> Any:
    """What stood before, of all that is governed, or of the sides that are."""
    if not isinstance(governed, Mapping):
        return own
    own = own or {}
    besides = {side: figure for side, figure in (said or {}).items() if side not in governed}
    return besides | {side: own[side] for side in governed if side in own}


def overlaid(own: Mapping[str, Any], rulings: Iterable[Ruling]) -> dict[str, Any]:
    """A line's own payload with the effects of rulings on top of it, in their order."""
    payload = dict(own)
    for ruling in rulings:
        for name, value in ruling.effect.items():
            if name == "ruled":
                amounts = {"amounts": dict(value), "reason": ruling.decision, "rule": ruling.rule}
                payload[name] = [*payload.get(name, ()), amounts]
            elif isinstance(value, Mapping):
                payload[name] = {**(payload.get(name) or {}), **value}
            else:
                payload[name] = value
    return payload
