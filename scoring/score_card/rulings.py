"""Rulings on a card: entries folded into rulings, their state, and the part of a hand they govern. Pure.

A ruling's *effect* lies on top of the hand's entries, never in them: without it the line is exactly as entered. An
effect holds figures of the line (`take`, `meld` and others by side only for the sides it names; `void`: the hand counts
for nobody), `ruled` amounts by side beside the hand's score, or a `redeal`, before which all entries stand aside."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from scoring.rules.cards import Seat
from scoring.rules.deal_score import Ruled

from .entries import (
    NO_EFFECT,
    AgreementAsked,
    Appealed,
    Decided,
    Effect,
    EntryData,
    Figures,
    HandSaid,
    Redealt,
    RulingGiven,
    is_a,
    those,
)

KINDS: Final = frozenset({"ruling", "appeal", "decision"})
UPHELD: Final = "upheld"
CHANGED: Final = "changed"
OVERTURNED: Final = "overturned"
BY_TABLE: Final = "table"  # the table's tablet called, without a name
# Figures that end a hand: nothing more is played, so it is done once no counting figure is missing.
ENDS_THE_HAND: Final = frozenset({"void", "renege", "unproven_call", "take"})
# What is said of a renege is governed as a whole.
OF_A_RENEGE: Final = ("renege", "renege_cause", "second_renege", "unproven_call")


@dataclass(frozen=True, slots=True)
class Ruling:
    """A ruling with its appeals and decisions (`steps`), oldest first. While appealed, `agreement` is the outcome to
    accept."""

    entry: EntryData[RulingGiven]
    steps: tuple[EntryData[Appealed] | EntryData[Decided], ...] = ()
    agreement: EntryData[AgreementAsked] | None = None

    @property
    def number(self) -> int:
        """The number of its entry, by which everything else names it."""
        return self.entry.number

    @property
    def hand(self) -> int:
        assert self.entry.hand is not None, "a ruling is of a hand"
        return self.entry.hand

    @property
    def said(self) -> RulingGiven:
        return self.entry.said

    @property
    def facts(self) -> Mapping[str, Any]:
        """The answers to the questions of its kind, by code."""
        changed = (step.said.facts for step in reversed(self.decisions) if step.said.outcome == CHANGED)
        return next((facts for facts in changed if facts is not None), self.said.facts)

    @property
    def decision(self) -> str:
        changed = (step.said.decision for step in reversed(self.decisions) if step.said.outcome == CHANGED)
        return next((words for words in changed if words is not None), self.said.decision)

    @property
    def effect(self) -> Effect:
        """Its present effect on the line; none once it is overturned."""
        return self.effect_before(None)

    @property
    def state(self) -> str:
        """`given`, `appealed`, or the newest outcome: `upheld`, `changed`, `overturned`."""
        if self.appeal is not None:
            return "appealed"
        return self.decisions[-1].said.outcome if self.steps else "given"

    @property
    def appeal(self) -> Appealed | None:
        newest = self.steps[-1].said if self.steps else None
        return newest if isinstance(newest, Appealed) else None

    @property
    def is_standing(self) -> bool:
        """Whether it holds, appealed or not: it was not overturned."""
        return not self.decisions or self.decisions[-1].said.outcome != OVERTURNED

    @property
    def newest(self) -> EntryData:
        """The last step: an appeal, a decision, or the ruling itself."""
        return self.steps[-1] if self.steps else self.entry

    @property
    def agreed(self) -> tuple[Seat, ...]:
        """The seats that agreed, one for each side that does."""
        return tuple(self.agreement.said.by) if self.agreement else ()

    @property
    def is_decided(self) -> bool:
        """Whether the last step is the decision of an appeal."""
        return len(self.steps) > 1 and isinstance(self.newest.said, Decided)

    @property
    def decisions(self) -> tuple[EntryData[Decided], ...]:
        return tuple(those(self.steps, Decided))

    @property
    def given_by(self) -> str:
        return self.entry.device

    @property
    def given_at(self) -> datetime | None:
        return self.entry.at

    def effect_before(self, number: int | None) -> Effect:
        """Its effect when the entry of that number was made; None: now."""
        if number is not None and number <= self.number:
            return NO_EFFECT
        effect = self.said.effect
        for step in self.decisions:
            if number is None or step.number < number:
                effect = _decided(step.said, effect)
        return effect

    def replays(self) -> Iterator[tuple[int, int | None]]:
        """The times in which it had the hand played again: from which entry, to which (None: it still does)."""
        effect = self.said.effect
        began = self.number if effect.redeal else None
        for step in self.decisions:
            effect = _decided(step.said, effect)
            if began is not None and effect.redeal is None:
                yield began, step.number
                began = None
            elif began is None and effect.redeal is not None:
                began = step.number
        if began is not None:
            yield began, None


def _decided(step: Decided, before: Effect) -> Effect:
    if step.outcome == OVERTURNED:
        return NO_EFFECT
    return step.effect if step.outcome == CHANGED else before


def rulings_of(entries: Iterable[EntryData]) -> tuple[Ruling, ...]:
    """The rulings among the entries, oldest first, each with its appeals and decisions."""
    found: dict[int, Ruling] = {}
    for entry in entries:
        if is_a(entry, RulingGiven):
            found[entry.number] = Ruling(entry)
        elif is_a(entry, Appealed) or is_a(entry, Decided):
            ruling = found[entry.said.ruling]
            found[ruling.number] = replace(ruling, steps=(*ruling.steps, entry), agreement=None)
        elif is_a(entry, AgreementAsked):
            ruling = found[entry.said.ruling]
            is_asked = ruling.state == "appealed" and entry.said.outcome
            found[ruling.number] = replace(ruling, agreement=entry if is_asked else None)
    return tuple(found.values())


def changing_entries(rulings: Iterable[Ruling]) -> frozenset[int]:
    """The numbers of the rulings and decisions that changed a card's score."""
    return frozenset(
        entry.number
        for ruling in rulings
        for entry in (ruling.entry, *ruling.decisions)
        if ruling.effect_before(entry.number) != ruling.effect_before(entry.number + 1)
    )


# -- a hand and its rulings --------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Playing:
    """The entries of a hand that count, and the rulings on top. A hand played again begins empty; once that is taken
    back, entries and rulings from the time between are out."""

    entries: tuple[EntryData, ...]
    rulings: tuple[Ruling, ...]
    begins: Mapping[int, Redealt]

    def redeal_by(self, entry: EntryData) -> Redealt | None:
        """The new deal that an entry makes, if any."""
        return entry.said if isinstance(entry.said, Redealt) else self.begins.get(entry.number)


def playing_of(entries: Sequence[EntryData], rulings: Sequence[Ruling]) -> Playing:
    """The playing that counts, from a hand's entries (oldest first) and rulings."""
    if not rulings:
        return Playing(tuple(entries), (), {})
    replays = [(ruling, began, ended) for ruling in rulings for began, ended in ruling.replays()]
    over = [(ruling, range(began, ended)) for ruling, began, ended in replays if ended is not None]

    def is_out(number: int, but: Ruling | None = None) -> bool:
        return any(number in times for ruling, times in over if ruling is not but)

    begins = {
        began: ruling.effect.redeal
        for ruling, began, ended in replays
        if ended is None and ruling.effect.redeal is not None and not is_out(began, ruling)
    }
    counted = tuple(entry for entry in entries if entry.number in begins or not is_out(entry.number))
    newest = max((entry.number for entry in counted if entry.kind == "redeal" or entry.number in begins), default=0)
    on_top = (ruling for ruling in rulings if ruling.number > newest and not is_out(ruling.number, ruling))
    return Playing(counted, tuple(on_top), begins)


def unsaid(entry: EntryData[HandSaid], rulings: Iterable[Ruling], own: Mapping[str, Any]) -> dict[str, Any]:
    """An entry's own figures. Its form showed the line as ruled: figures that a ruling governed then stay as they
    were."""
    said = {**entry.said.named}
    for ruling in rulings:
        for name, value in governed_by(ruling.effect_before(entry.number)).items():
            if name in said:
                if name in own or isinstance(value, Mapping):
                    said[name] = _kept(said[name], value, own.get(name))
                else:
                    del said[name]
    return said


def governed_by(effect: Effect) -> Mapping[str, Any]:
    """The part of a line that an effect governs, by name: while it stands, no entry changes that."""
    figures = effect.figures.named
    if "renege" in figures or "unproven_call" in figures:
        return {**dict.fromkeys(OF_A_RENEGE), **figures}
    return figures


def _kept(said: Any, governed: Any, own: Any) -> Any:
    """The earlier figures, of everything governed, or of the governed sides."""
    if not isinstance(governed, Mapping):
        return own
    besides = {side: figure for side, figure in said.items() if side not in governed}
    return besides | {side: own[side] for side in governed if own and side in own}


def overlaid(own: Figures, rulings: Iterable[Ruling]) -> Figures:
    """A line's own figures, overlaid with the effects of rulings in order."""
    on_top: dict[str, Any] = {}
    for ruling in rulings:
        for name, value in ruling.effect.figures.named.items():
            below = on_top.get(name, getattr(own, name))
            on_top[name] = {**below, **value} if isinstance(value, Mapping) else value
        if amounts := ruling.effect.ruled:
            on_top["ruled"] = (*on_top.get("ruled", own.ruled), Ruled(amounts, ruling.decision, ruling.said.rule))
    return own.with_named(on_top) if on_top else own
