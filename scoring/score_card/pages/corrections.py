"""The effects of a correction: the hand, the totals after it, and the winner. Pure: it compares two sheets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from scoring.rules import wording
from scoring.rules.cards import Side
from scoring.rules.notation import figure_text, listed, lowered, signed
from scoring.score_card.names import Names
from scoring.score_card.sheet import Line, Sheet

from .card import banner_text, hands_text, line_name
from .history import NOTHING, Change, changes_between


@dataclass(frozen=True, slots=True)
class CorrectionContext:
    """The effect of a correction on the hand of that `name`. For a board `now` is its own score, and no totals
    follow."""

    name: str
    figures: tuple[Change, ...]
    scores: tuple[Change, ...]
    totals: tuple[dict[str, Any], ...]
    now: tuple[Change, ...]
    verdict: dict[str, Any] | None = None
    struck: str = ""
    is_board: bool = False

    @property
    def is_same(self) -> bool:
        return not self.figures

    @property
    def in_short(self) -> str:
        """The new totals, and the headline where the game changes, on one line."""
        if self.is_same:
            return "Nothing has changed yet."
        totals = [f"{total.label} {total.was} → {total.becomes}" for total in self.now if total.is_changed]
        return " · ".join([*([self.verdict["headline"]] if self.verdict else []), *(totals or ["No total changes."])])


def correction_context(
    before: Sheet, after: Sheet, number: int, names: Names, *, signatures_stand: bool = False
) -> CorrectionContext:
    """Compare two sheets in which hand `number` is done. A director's correction leaves signatures standing."""
    old, new = before.lines[number - 1], after.lines[number - 1]
    sides, is_board = before.book.sides, bool(new.board)
    scores = tuple(_score(after, old, new, side, names) for side in sides)
    stand = (replace(line.figures, dealer=line.dealer, board=line.board) for line in (old, new))
    totals = (Change(names.side(s), figure_text(before.totals[s]), figure_text(after.totals[s])) for s in sides)
    return CorrectionContext(
        name=line_name(before.book.words, old),
        is_board=is_board,
        figures=changes_between(names, *stand),
        scores=scores,
        now=scores if is_board else tuple(totals),
        totals=() if is_board else tuple(_totals(before, after, number, names)),
        verdict=_verdict(before, after, names),
        struck="" if signatures_stand else _struck_signatures(before, names),
    )


def _score(after: Sheet, old: Line, new: Line, side: Side, names: Names) -> Change:
    assert new.score is not None, "only a scored hand is compared"
    why = wording.side_line(after.book, new.score, side).text
    return Change(names.side(side), _points(old, side), _points(new, side), why)


def _points(line: Line, side: Side) -> str:
    return signed(line.score.sides[side].score) if line.score else NOTHING


def _totals(before: Sheet, after: Sheet, number: int, names: Names) -> Iterator[dict[str, Any]]:
    for old, new in zip(before.lines, after.lines, strict=False):
        if new.number < number or not new.is_done:
            continue
        cells = tuple(Change(names.side(s), _total(old, s), _total(new, s)) for s in before.book.sides)
        if any(cell.is_changed for cell in cells):
            yield {"hand": new.number, "cells": cells}


def _total(line: Line, side: Side) -> str:
    return figure_text(line.totals[side]) if line.totals else "not counted"


def _struck_signatures(before: Sheet, names: Names) -> str:
    signers = [names.side(side) for side in before.book.sides if side in before.signed]
    if not signers:
        return ""
    verb = "has" if len(signers) == 1 and not before.book.has_partners else "have"
    return f"{listed(signers)} {verb} signed this card. That signature no longer counts. Please sign again."


# -- who wins ----------------------------------------------------------------------------


def _verdict(before: Sheet, after: Sheet, names: Names) -> dict[str, Any] | None:
    """The change of the game's result; None where there is none."""
    had, has, say = before.game.won, after.game.won, after.book.words.say
    hands = _recounted(before, after)
    if (had and (had.side, had.hand)) == (has and (has.side, has.hand)):
        # In a game of so many hands the leader at the end can change.
        was, becomes = banner_text(before, names), banner_text(after, names)
        sentences = (f"Was: {was}" if was else "", f"Becomes: {becomes}")
        return (
            {"headline": "The result changes.", "sentences": tuple(filter(None, sentences))} if was != becomes else None
        )
    if has is None:
        assert had is not None, "two games without a winner are the same"
        return {"headline": "The game goes on.", "sentences": (_had_won(before, names), "Nobody has won yet.", *hands)}
    result = wording.to_the_others(after.book, has.side, after.totals)
    would = f"{names.side(has.side)} would have won on {say('hand')} {has.hand}, {result}"
    sentence = f"{would}: {lowered(hands[0])}" if hands else f"{would}."
    if had is None:
        return {"headline": "This ends the game.", "sentences": (sentence,)}
    headline = "The winner changes." if had.side != has.side else say("The game ends on another hand.")
    return {"headline": headline, "sentences": (_had_won(before, names), sentence)}


def _had_won(before: Sheet, names: Names) -> str:
    won = before.game.won
    assert won is not None, "somebody had won"
    result = wording.to_the_others(before.book, won.side, before.totals)
    return f"{names.side(won.side)} had won on {before.book.words.say('hand')} {won.hand}, {result}."


def _recounted(before: Sheet, after: Sheet) -> tuple[str, ...]:
    """Later hands that stop counting, or count again."""
    old = {line.number for line in before.counted_lines}
    new = {line.number for line in after.counted_lines}
    sentences = []
    if old - new:
        sentences.append(f"{hands_text(after.book.words, sorted(old - new))} would no longer count.")
    if new - old:
        sentences.append(f"{hands_text(after.book.words, sorted(new - old))} would count again.")
    return tuple(sentences)
