"""The effect of a ruling in words: on the hand, the table, its players, and the places of the evening."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from league.evening.cards.pages import TOTALS_MARK, standing_points
from league.evening.cards.reading import TOTALS_ALONE, TableReading
from league.evening.cards.seats import side_name
from league.evening.cards.standings import Round, Standing
from league.evening.rulings.effects import Effects
from scoring.rules import wording
from scoring.rules.cards import Side
from scoring.rules.notation import counted, figure_text, signed
from scoring.score_card.pages.history import NOTHING, Change

PLACES_SHOWN: Final = 6


def effect_shown(
    parts: Mapping[str, Sequence[Change]], others: Sequence[Change], others_words: str, says: Sequence[str]
) -> dict[str, Any]:
    """Changed figures, in `parts` by title; `others` follow. `says` has what no figure shows."""
    shown = {title: changes for title, changes in parts.items() if changes}
    return {"parts": shown, "others": others, "others_words": others_words, "says": says}


def effect_context(effects: Effects, hand: int) -> dict[str, Any]:
    """The change of `hand` and its effects."""
    before, after = effects.tables
    assert before.sheet is not None, "only a started round is ruled on"
    book, scores = before.sheet.book, [*_scores(before, after, hand)]
    totals = [
        Change(side_name(before, side), figure_text(before.totals[side]), figure_text(after.totals[side]))
        for side in book.sides
        if before.totals[side] != after.totals[side]
    ]
    sides = {
        entrant.pk: book.side_of(seat)
        for seat, player in before.seats.items()
        for entrant in (player.entrant, player.replacement)
        if entrant
    }
    places = sorted(_places(effects), key=lambda place: place[0] not in sides)
    shown = max(PLACES_SHOWN, sum(entrant in sides for entrant, _ in places))
    others = [change for _, change in places[shown:]]
    parts = {
        f"Hand {hand}": scores,
        "The table": totals,
        "Points of the round": [*_players(effects, sides)],
        "Places of the evening": [change for _, change in places[:shown]],
    }
    others_words = f"{counted(len(others), 'other place')} {'moves' if len(others) == 1 else 'move'}"
    return effect_shown(parts, others, others_words, (*_says(before, after, hand), *effects.stays))


def _scores(before: TableReading, after: TableReading, hand: int) -> Iterator[Change]:
    assert before.sheet is not None, "only a started round is ruled on"
    assert after.sheet is not None, "only a started round is ruled on"
    book, old, new = after.sheet.book, before.sheet.line(hand), after.sheet.line(hand)
    was, becomes = (line.score if line and line.is_done else None for line in (old, new))
    for side in book.sides:
        had, has = (signed(score.sides[side].score) if score else NOTHING for score in (was, becomes))
        if had != has:
            why = wording.side_line(book, becomes, side).text if becomes else ""
            yield Change(side_name(before, side, old or new), had, has, why)


def _players(effects: Effects, sides: Mapping[int, Side]) -> Iterator[Change]:
    """The players whose points change otherwise than their side's total."""
    (before, after), (had, has) = effects.tables, effects.points
    becomes = {player.entrant.pk: player.points for player in has}
    for player in had:
        side, points = sides.get(player.entrant.pk, ""), becomes.get(player.entrant.pk, 0)
        totals = (before.totals.get(side), after.totals.get(side))
        if player.table == before.table.number and player.points != points and (player.points, points) != totals:
            yield Change(str(player.entrant), figure_text(player.points), figure_text(points))


def _places(effects: Effects) -> Iterator[tuple[int, Change]]:
    """The changed places in their new order, by their players."""
    stood, stands = effects.places
    was = {one.rounds[0].entrant.pk: one for one in stood}
    for one in stands:
        entrant, earlier = one.rounds[0].entrant, was[one.rounds[0].entrant.pk]
        if earlier.place != one.place:
            points = points_moved(earlier, one)
            yield entrant.pk, Change(str(entrant), str(earlier.place), str(one.place), points)


def points_moved(was: Standing[Round] | None, becomes: Standing[Round] | None) -> str:
    """`240 → 236 points`, `61.43% → 60.21%`, `2 won, 240 → 1 won, 236 points`; empty without a change."""
    had, has = (standing_points(one).removesuffix(TOTALS_MARK) if one else NOTHING for one in (was, becomes))
    return f"{had} → {has}{'' if '%' in has else ' points'}" if had != has else ""


def _says(before: TableReading, after: TableReading, hand: int) -> Iterator[str]:
    assert before.sheet is not None, "only a started round is ruled on"
    assert after.sheet is not None, "only a started round is ruled on"
    old, new = before.sheet.line(hand), after.sheet.line(hand)
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
