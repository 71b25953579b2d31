"""Penalties, lateness, the skunk and each player's score, for pages and paper."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from scoring.rules import wording
from scoring.rules.book import RuleBook
from scoring.rules.book.printing import anchor
from scoring.rules.book.vocabulary import Vocabulary
from scoring.rules.cards import Side
from scoring.rules.notation import counted, figure_text, listed, signed
from scoring.rules.tournament import (
    PlayerScore,
    Role,
    RoundResult,
    ScoreStep,
    is_replaced,
    penalties_by_side,
)
from scoring.score_card.entries import CameLate, EntryData, PenaltyGiven
from scoring.score_card.names import Names
from scoring.score_card.people import (
    Person,
    is_absent,
    is_replaced_by,
    known_penalties,
    penalized,
    penalty_words,
    people_of,
    replacement_key,
)
from scoring.score_card.player_scores import person_scores, result_of
from scoring.score_card.sheet import Sheet

REPLACED: Final = "Replaced, scores 0 this round."
NEVER_CAME: Final = "Never came, scores 0 this round."
OWN_RULES: Final = ("penalties.", "round.tardiness")


@dataclass(frozen=True, slots=True)
class PenaltyContext:
    entry: EntryData[PenaltyGiven]
    side: Side
    player: str
    title: str
    points: str
    remark: str


@dataclass(frozen=True, slots=True)
class LateContext:
    entry: EntryData[CameLate]
    side: Side
    player: str
    sentence: str
    replacement: str
    replacement_missing: bool


@dataclass(frozen=True, slots=True)
class PersonScore:
    """A person's round score, line by line with the rules: `share` from the side, `own` from their own losses."""

    name: str
    side: Side
    role: str
    steps: tuple[dict[str, str], ...]
    share: str
    own: str
    points: str
    counts: bool


@dataclass(frozen=True, slots=True)
class RoundContext:
    is_over: bool
    hands_left: int
    skunk_sentence: str
    has_skunk: bool
    penalties: tuple[PenaltyContext, ...]
    late: tuple[LateContext, ...]
    scores: tuple[PersonScore, ...]

    @property
    def is_judged(self) -> bool:
        return bool(self.penalties or self.late)


def round_context(sheet: Sheet, names: Names) -> RoundContext | None:
    result = result_of(sheet)
    if result is None or sheet.round is None:
        return None
    done = len(sheet.counted_lines)
    return RoundContext(
        is_over=_is_over(sheet),
        hands_left=max(0, sheet.round.deals - done),
        skunk_sentence=_skunk_sentence(sheet, result, names),
        has_skunk=result.skunk is not None,
        penalties=penalty_lines(sheet, names),
        late=late_lines(sheet, names),
        scores=tuple(_person_score(sheet.book, names, *scored) for scored in person_scores(sheet, names)),
    )


def extra_rows(sheet: Sheet, names: Names) -> tuple[dict[str, Any], ...]:
    """The rows below the hands, under any book: the skunk, and players' own losses. A side's cell is a change, and the
    total after it."""
    people = people_of(sheet, names) if sheet.penalties or sheet.lateness else ()
    return tuple(_extra_rows(sheet, result_of(sheet), people))


def penalty_lines(sheet: Sheet, names: Names) -> tuple[PenaltyContext, ...]:
    """The penalties that stand, in words, under any book."""
    people = people_of(sheet, names)
    return tuple(_penalty(sheet, entry, people) for entry in known_penalties(sheet))


def late_lines(sheet: Sheet, names: Names) -> tuple[LateContext, ...]:
    """The late and absent players, in words, under any book."""
    people = people_of(sheet, names)
    return tuple(_late(sheet, entry, people) for entry in sheet.lateness.values())


# -- the round ------------------------------------------------------------------------


def _is_over(sheet: Sheet) -> bool:
    return sheet.round is not None and len(sheet.counted_lines) >= sheet.round.deals


def _skunk_sentence(sheet: Sheet, result: RoundResult, names: Names) -> str:
    rule = sheet.round
    if rule is None or rule.skunk is None:
        return ""
    if not _is_over(sheet):
        are_in = f"{len(sheet.counted_lines)} of {counted(rule.deals, 'hand')} are in. The skunk comes after the last."
        return sheet.book.words.say(are_in)
    if result.skunk is not None:
        losers = listed([names.side(side) for side in sheet.book.others(result.skunk)])
        nothing = "nothing after penalties" if rule.skunk.judged == "after_penalties" else "nothing"
        before, total = result.before_skunk[result.skunk], result.totals[result.skunk]
        return (
            f"{counted(rule.deals, 'hand')} and {nothing} for {losers}. That’s a skunk. {result.skunk_points} more "
            f"for {names.side(result.skunk)}: {before} + {result.skunk_points} = {total}."
        )
    return "No skunk in this round."


def _extra_rows(sheet: Sheet, result: RoundResult | None, people: Sequence[Person]) -> Iterator[dict[str, Any]]:
    if result is not None and result.skunk is not None:
        cells = (
            (signed(result.skunk_points), figure_text(result.totals[side])) if side == result.skunk else ("", "")
            for side in sheet.book.sides
        )
        yield {"title": "Skunk", "cells": tuple(cells), "is_loss": False}
    lost = {side: ", ".join(_losses(sheet, people, side)) for side in sheet.book.sides}
    if any(lost.values()):
        yield {"title": "Penalties", "cells": tuple((lost[side], "") for side in sheet.book.sides), "is_loss": True}


def _losses(sheet: Sheet, people: Iterable[Person], side: Side) -> Iterator[str]:
    """`Carl −70`, `Dominic replaced`: the own losses of a side's players."""
    for person in people:
        seat = person.record.seat
        if sheet.book.side_of(seat) != side:
            continue
        points = penalties_by_side(sheet.book, [person.record])[side]
        if points:
            yield f"{person.name} {figure_text(-points)}"
        if is_replaced(sheet.book, person.record):
            yield f"{person.name} {'absent' if is_absent(sheet, seat) else 'replaced'}"


# -- entries --------------------------------------------------------------------------


def _penalty(sheet: Sheet, entry: EntryData[PenaltyGiven], people: Iterable[Person]) -> PenaltyContext:
    title, points = penalty_words(sheet.book, entry.said)
    key = penalized(sheet, entry.said)
    remarks = (
        sheet.book.words.say(f"Hand {entry.said.hand}") if entry.said.hand else "",
        f"“{entry.said.note}”" if entry.said.note else "",
    )
    return PenaltyContext(
        entry=entry,
        side=sheet.book.side_of(entry.said.seat),
        player=next(person.name for person in people if person.key == key),
        title=title,
        points=figure_text(-points),
        remark=" · ".join(filter(None, remarks)),
    )


def _late(sheet: Sheet, entry: EntryData[CameLate], people: Iterable[Person]) -> LateContext:
    seat, absent = entry.said.seat, entry.said.absent
    if absent:
        sentence = NEVER_CAME
    else:
        sentence = REPLACED if entry.said.replaced else wording.late_sentence(sheet.book, entry.said.minutes)
    replacement = next((person for person in people if person.key == replacement_key(seat)), None)
    return LateContext(
        entry=entry,
        side=sheet.book.side_of(seat),
        player=next(person.name for person in people if person.key == seat),
        sentence=sentence,
        replacement=replacement.name if replacement else "",
        replacement_missing=replacement is None and is_replaced_by(sheet, seat) is not None and not absent,
    )


# -- players' scores ------------------------------------------------------------------


def _person_score(book: RuleBook, names: Names, person: Person, score: PlayerScore) -> PersonScore:
    side = book.side_of(person.record.seat)
    own = sum(step.amount for step in score.steps if _is_own(step))
    return PersonScore(
        name=person.name,
        side=side,
        role=_role(book, names, person),
        steps=tuple(_step(names.book.words, names.side(side), step) for step in score.steps),
        share=figure_text(score.points - own),
        own=figure_text(own),
        points=figure_text(score.points),
        counts=score.counts,
    )


def _is_own(step: ScoreStep) -> bool:
    return step.rule == OWN_RULES[1] or step.rule.startswith(OWN_RULES[0])


def _role(book: RuleBook, names: Names, person: Person) -> str:
    """A replacement's role; empty for the players themselves."""
    absent = names.own_player(person.record.seat)
    if person.record.role is Role.SUBSTITUTE:
        return f"plays for {absent}"
    if person.record.role is Role.HELPER:
        for_absent = book.round is not None and book.round.outside_substitute_scores == "absent_player"
        return f"from outside, for {absent}: the score counts for {absent if for_absent else 'no one'}"
    return ""


def _step(words: Vocabulary, side_name: str, step: ScoreStep) -> dict[str, str]:
    # The rules call a side by its seats; at the table it has a name.
    title = f"{words.say('The hands of')} {side_name}" if step.rule == "round" else step.title
    return {"title": title, "amount": signed(step.amount), "anchor": anchor(step.rule)}
