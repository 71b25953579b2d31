"""The effect of a ruling in words: on the hand, the table, its players, and the places of the evening. No queries."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from league.evening.cards.pages import TOTALS_MARK
from league.evening.cards.reading import TOTALS_ALONE, TableReading
from league.evening.cards.seats import side_name
from league.evening.rulings.effects import Effects
from scoring.rules import wording
from scoring.rules.cards import Side
from scoring.rules.notation import counted, figure_text, signed
from scoring.score_card.pages.history import NOTHING, Change
from scoring.score_card.sheet import Line

PLACES_SHOWN: Final = 6


@dataclass(frozen=True, slots=True)
class EffectContext:
    """Changed figures, before and after, in `parts` with a title each; `others` follow the first few, in words and one
    by one. `says` has what no figure tells."""

    parts: tuple[tuple[str, Sequence[Change]], ...]
    others_words: str
    others: Sequence[Change]
    says: tuple[str, ...]

    @property
    def is_nothing(self) -> bool:
        return not any(changes for _, changes in self.parts)


def effect_context(effects: Effects, hand: int) -> EffectContext:
    """The change of `hand` and its effects."""
    before, after = effects.before, effects.after
    assert before.sheet is not None, "only a started round is ruled on"
    assert after.sheet is not None, "only a started round is ruled on"
    sides = before.sheet.book.sides
    old, new = before.sheet.line(hand), after.sheet.line(hand)
    at_table = {entrant.pk for seat in before.seats.values() for entrant in (seat.entrant, seat.replacement) if entrant}
    moved = sorted(effects.places, key=lambda one: one[0].pk not in at_table)
    places = [Change(str(one), was[0], place, points_moved(was[1], total)) for one, was, (place, total) in moved]
    shown = max(PLACES_SHOWN, sum(one.pk in at_table for one, _, _ in moved))
    scores = [_score(before, after, old, new, side) for side in sides]
    totals = [
        Change(side_name(before, side), figure_text(before.totals[side]), figure_text(after.totals[side]))
        for side in sides
    ]
    return EffectContext(
        parts=(
            (f"Hand {hand}", [change for change in scores if change.is_changed]),
            ("The table", [change for change in totals if change.is_changed]),
            ("Points of the round", list(_players(effects))),
            ("Places of the evening", places[:shown]),
        ),
        others_words=f"{counted(len(places[shown:]), 'other place')} {'moves' if len(places[shown:]) == 1 else 'move'}",
        others=places[shown:],
        says=(*_says(before, after, old, new), *effects.stays),
    )


def points_moved(was: str, becomes: str) -> str:
    """`240 → 236 points`, `61.43% → 60.21%`; empty without a change. The mark of totals that stand alone is left out:
    it is explained where they are."""
    was, becomes = was.removesuffix(TOTALS_MARK), becomes.removesuffix(TOTALS_MARK)
    return f"{was} → {becomes}{'' if '%' in becomes else ' points'}" if was != becomes else ""


def _score(before: TableReading, after: TableReading, old: Line | None, new: Line | None, side: Side) -> Change:
    assert after.sheet is not None, "only a started round is ruled on"
    book, why = after.sheet.book, ""
    if new and new.score and new.is_done:
        why = wording.side_line(book, new.score, side).text
    return Change(side_name(before, side, old or new), _points(old, side), _points(new, side), why)


def _points(line: Line | None, side: Side) -> str:
    return signed(line.score.sides[side].score) if line and line.score and line.is_done else NOTHING


def _players(effects: Effects) -> Iterator[Change]:
    """The players whose points change otherwise than their side's total."""
    before, after = effects.before, effects.after
    assert before.sheet is not None, "only a started round is ruled on"
    totals = {
        entrant.pk: (before.totals[side], after.totals[side])
        for seat, player in before.seats.items()
        for side in [before.sheet.book.side_of(seat)]
        for entrant in (player.entrant, player.replacement)
        if entrant
    }
    for entrant, *points in effects.points:
        if tuple(points) != totals[entrant.pk]:
            yield Change(str(entrant), *map(figure_text, points))


def _says(before: TableReading, after: TableReading, old: Line | None, new: Line | None) -> Iterator[str]:
    assert before.sheet is not None, "only a started round is ruled on"
    assert after.sheet is not None, "only a started round is ruled on"
    if before.has_totals_alone:
        yield f"{TOTALS_ALONE}: no total follows from this."
    if old and old.is_done and not (new and new.is_done):
        yield f"Hand {old.number} is open again."
    elif new and new.is_done and not (old and old.is_done):
        yield f"Hand {new.number} is over."
    if before.is_played_out and not after.is_played_out:
        yield "The table plays on."
    elif after.is_played_out and not before.is_played_out:
        yield "The table is done with its hands."
    had, has = before.sheet.game.won, after.sheet.game.won
    if has and not (had and had.side == has.side):
        yield f"The game goes to {side_name(before, has.side)}."
    elif had and not has:
        yield "Nobody has won the game yet."
    if before.sheet.signed and not after.sheet.signed:
        yield "The signatures no longer count. The table signs again."
