"""Signing: a side's review of the `CardContext` before it signs. Pure. Signatures are derived in `sheet`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from scoring.rules import wording
from scoring.rules.cards import Side
from scoring.rules.deal_checks import meld_note
from scoring.rules.game import leaders
from scoring.rules.notation import SUIT_NAMES, counted, figure_text, listed
from scoring.rules.tournament import winners
from scoring.score_card.entries import Signed, those
from scoring.score_card.names import together
from scoring.score_card.player_scores import final_totals, last_bid
from scoring.score_card.sheet import Line, Sheet

from .card import CardContext, CellContext, RowContext
from .entries import renege_words
from .history import struck_words
from .penalties import late_lines, penalty_lines


def signatures(view: CardContext) -> tuple[dict[str, Any], ...]:
    """Every side with its signature: the one that holds, or the last one struck."""
    sheet = view.sheet
    ever = {entry.said.side: entry for entry in those(sheet.entries, Signed) if entry.number in sheet.struck}
    return tuple(
        {
            "side": side,
            "name": view.names.side(side),
            "signed": sheet.signed.get(side),
            "struck": None if side in sheet.signed else ever.get(side),
            "why": struck_words(sheet, sheet.struck[ever[side].number]) if side in ever else "",
            "wants_reopening": side in sheet.reopening,
        }
        for side in sheet.book.sides
    )


def can_sign(sheet: Sheet) -> bool:
    """Whether the card can be signed: it has hands, and none is half entered."""
    return bool(sheet.lines) and sheet.is_whole


def unfinished_words(sheet: Sheet) -> str:
    """A warning before signing in the middle of a game; empty at its end, and where its length is unknown."""
    if sheet.is_finished or sheet.setup.ends_by_clock:
        return ""
    if sheet.hands_to_play and sheet.hands_are_agreed:
        agreed = f"You agreed on {counted(sheet.hands_to_play, 'hand')} and played {len(sheet.counted_lines)}"
        return f"{agreed}. Sign now only if you are stopping here."
    if sheet.hands_to_play:
        hands = "boards" if sheet.setup.boards else "hands"
        played = sheet.book.words.say(f"{len(sheet.counted_lines)} of {sheet.hands_to_play} {hands} are played")
        return f"The round is not over: {played}. Sign now only if you are stopping here."
    target = sheet.book_now.game.target
    if target is None:
        return ""
    return f"The game is not over: nobody has won with {target} yet. Sign now only if you are stopping here."


def review_context(view: CardContext, side: Side) -> dict[str, Any]:
    """The review for `side`, its own figures first."""
    lines = list(view.sheet.counted_lines)
    event_round = view.round
    return {
        "side": side,
        "name": view.names.short_side(side),
        "own": next(head for head in view.heads if head.side == side),
        "others": [head for head in view.heads if head.side != side],
        "result": _result(view, side),
        "summary": " ".join(_summary(view, lines, side)),
        "hands": [_hand(view, row, line, side) for row, line in zip(view.rows, lines, strict=False)],
        "penalties": [given for given in penalty_lines(view.sheet, view.names) if given.side == side],
        "late": [late for late in late_lines(view.sheet, view.names) if late.side == side],
        "scores": [s for s in event_round.scores if s.side == side] if event_round and event_round.is_over else [],
        "to_check": next((row for row in view.rows if row.check), None),
        "version": view.sheet.content_version,
    }


# -- you and they ------------------------------------------------------------------------


def _name(view: CardContext, other: Side) -> str:
    """`They` where partners play one other side, else the name."""
    return "They" if view.book.has_partners and view.book.deal.are_two else view.names.side(other)


def _result(view: CardContext, side: Side) -> str:
    """`You win`, `They lead`, `Tied`; empty for boards, which the other tables have yet to play."""
    sheet = view.sheet
    if sheet.setup.boards:
        return ""
    totals = final_totals(sheet)
    if sheet.game.won is not None:
        first: Sequence[Side] = [sheet.game.won.side]
    else:
        first = winners(view.book, totals, last_bid(sheet)) if sheet.is_finished else leaders(view.book, totals)
    verb = "win" if sheet.is_finished else "lead"
    if len(first) > 1:
        return "Tied" if side in first else f"{listed([view.names.side(other) for other in first])} are tied"
    who = "You" if first[0] == side else _name(view, first[0])
    return wording.voice(view.book, who)[verb]


def _summary(view: CardContext, lines: list[Line], side: Side) -> Iterator[str]:
    """`7 hands. You were set on hand 3. Hand 3 was corrected.`"""
    say = view.book.words.say
    hand = "board" if view.sheet.setup.boards else "hand"
    yield say(f"{counted(len(lines), hand)}.")
    done = [(row, line) for row, line in zip(view.rows, lines, strict=False)]
    sets = [str(row.shown) for row, _ in done if _cell(row, side).tone == "set"]
    if sets:
        yield say(f"You were set on {hand} {listed(sets)}.")
    corrected = [str(row.shown) for row, _ in done if row.is_corrected]
    if corrected:
        were = "was" if len(corrected) == 1 else "were"
        yield say(f"{hand.capitalize()} {listed(corrected)} {were} corrected.")
    ruled = [str(row.shown) for row, line in done if line.ruled]
    if ruled:
        yield say(f"There was a ruling on {hand} {listed(ruled)}.")
    if view.after_end:
        yield view.after_end_sentence


def _cell(row: RowContext, side: Side) -> CellContext:
    return next(cell for cell in row.cells if cell.side == side)


def _hand(view: CardContext, row: RowContext, line: Line, side: Side) -> dict[str, Any]:
    """One hand as a side sees it: the bid, both takes, and the points."""
    own = _cell(row, side)
    others = [cell for cell in row.cells if cell.side != side]
    piles: dict[Side, dict[Side, list[CellContext]]] = {}  # whose tricks, and then whose meld, are counted together
    for cell in (own, *others):
        own_side = line.side_of(view.book, cell.side)
        piles.setdefault(line.under(view.book).take_side(own_side), {}).setdefault(own_side, []).append(cell)
    figures = "; ".join(_figures(view, list(melds.values()), side) for melds in piles.values())
    return {
        "name": row.called,
        "bid": _bid(view, line, side),
        "figures": figures.replace("; They", "; they") + ".",
        "others": "; ".join(_brought(_name(view, cell.side), row, cell) for cell in others),
        "points": own.points,
        "total": "" if row.board else own.total,
        "is_loss": own.loss,
        "flags": tuple(_flags(view, row, line)),
    }


def _brought(who: str, row: RowContext, cell: CellContext) -> str:
    """`They: +12 → 64`; without a total for a board, which is scored alone."""
    return f"{who}: {cell.points}" if row.board else f"{who}: {cell.points} → {cell.total}"


def _figures(view: CardContext, melds: list[list[CellContext]], side: Side) -> str:
    """`You took 12 after 8 meld`, `You & Mary took 29 after 36 meld`; without a take there was no play."""
    cells = [cell for shared in melds for cell in shared]
    names = [_name(view, cell.side) if len(cells) == 1 else view.names.short_side(cell.side) for cell in cells]
    who = together("You" if cell.side == side else name for cell, name in zip(cells, names, strict=True))
    meld, take = listed([shared[0].meld for shared in melds]), cells[0].take
    return f"{who} had {meld} meld" if take == "–" else f"{who} took {take} after {meld} meld"


def _bid(view: CardContext, line: Line, side: Side) -> str:
    """`You bid 27 in hearts: set`, as the side sees it."""
    trump = line.figures.trump
    if not line.figures.bidder:
        return f"Trump {SUIT_NAMES[trump]}" if trump else "No trump"
    bidder = view.book.side_of(line.figures.bidder)
    who = "You" if bidder == side else _name(view, bidder)
    suit = f" in {SUIT_NAMES[trump]}" if trump else ""
    word = wording.outcome_word(line.score, bidder).lower() if line.score else ""
    along = view.names.with_whom(line.figures.bidder, line.figures.partner)
    along = " with you" if line.figures.partner == side != line.figures.bidder else along
    return f"{who} bid {line.figures.bid}{suit}{along}{f': {word}' if word else ''}"


def _flags(view: CardContext, row: RowContext, line: Line) -> Iterator[str]:
    """Points to check before signing."""
    yield from row.notes
    if row.check:
        yield row.check
    if row.directed:
        yield row.directed
    yield from renege_words(view.names, line.figures)
    if line.record is None:
        return
    here = line.under(view.book)
    for side in here.take_sides:
        if line.record.take.get(side) == here.total_points:
            yield f"all {here.total_points} points to {view.names.side(side)}"
    for side in here.sides:
        note = meld_note(here, line.record, side)
        if note and line.record.meld.get(side):
            yield f"{figure_text(line.record.meld[side])} meld of {view.names.side(side)} counts 0"
