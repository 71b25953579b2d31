"""One hand explained: its figures, and each side's score step by step with the rules. No queries."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scoring.models import ScoreCard
from scoring.rules import wording
from scoring.rules.cards import Side
from scoring.rules.notation import figure_text, signed
from scoring.score_card.meld_counts import count_table, saved_taps
from scoring.score_card.names import Names
from scoring.score_card.rare_figures import hands_to_check
from scoring.score_card.sheet import Line, Sheet

from .card import banner_text, figure_of, held_back_text, is_crossed, line_name, names_at, names_of
from .history import EventContext, events_of
from .rule_links import chapter_of, rule_address
from .rulings import marks_of, ruling_contexts


@dataclass(frozen=True, slots=True)
class HandContext:
    line: Line
    name: str
    dealer: str
    bidder: str
    along: str
    notes: tuple[str, ...]
    remarks: tuple[str, ...]
    outlook: wording.OutlookText | None
    sides: tuple[dict[str, Any], ...]
    melded: tuple[dict[str, Any], ...]
    events: tuple[EventContext, ...]
    directed: str
    check: str
    rulings: tuple[dict[str, Any], ...]
    banner: str


def hand_context(card: ScoreCard, sheet: Sheet, line: Line) -> HandContext:
    names = names_at(card, sheet, line)
    is_last = bool(sheet.counted_lines) and sheet.counted_lines[-1].number == line.number
    return HandContext(
        line=line,
        name=line_name(sheet.book.words, line),
        dealer=names.player(line.dealer),
        bidder=names.player(line.figures.bidder) if line.figures.bidder and "bid" in line.entered else "",
        along=names.with_whom(line.figures.bidder, line.figures.partner),
        notes=_notes(sheet, names, line),
        remarks=line.remarks,
        outlook=_outlook(sheet, names, line),
        sides=tuple(_side(sheet, names, line, side) for side in sheet.book.sides),
        melded=_melded(names.under(line.under(sheet.book)), line),
        events=events_of(sheet, names_of(card), card.date_style, hand=line.number),
        directed=marks_of(line),
        check="" if card.kept_by_play else hands_to_check(sheet).get(line.number, ""),
        rulings=ruling_contexts(sheet, names, line, card.date_style),
        banner=banner_text(sheet, names) if is_last else "",
    )


def _outlook(sheet: Sheet, names: Names, line: Line) -> wording.OutlookText | None:
    if line.is_done or line.record is None or "meld" not in line.entered or not sheet.book.auction.is_held:
        return None
    here = line.under(sheet.book)
    return wording.outlook_sentences(here, line.record, names.under(here).sides)


def _notes(sheet: Sheet, names: Names, line: Line) -> tuple[str, ...]:
    notes, say = [], names.book.words.say
    if line.after_end:
        notes.append(say("The game was over before this hand, so it doesn’t count."))
    if line.record is not None and line.record.stuck:
        bidder = names.player(line.record.bidder)
        who = f"The dealer, {bidder}," if line.record.bidder == line.dealer else f"{bidder}, the last to bid,"
        notes.append(f"Everybody passed. {who} was stuck with the bid at {line.record.bid}.")
    if line.figures.no_marriage:
        notes.append(say("The bidder had no marriage to name trump with."))
    if line.figures.moon:
        notes.append(f"{names.player(line.figures.bidder)} was shooting the moon.")
    if line.figures.thrown_in:
        is_alone = len(line.under(sheet.book).side_of(line.figures.bidder)) == 1
        who = "bidder" if is_alone else "bidders"
        notes.append(say(f"The {who} threw the hand in before the first lead."))
    if line.figures.laid_played:
        notes.append(say("The bidder cut and laid the hand, and the others had it played."))
    notes.append(held_back_text(sheet, names, line))
    return tuple(filter(None, notes))


def _melded(names: Names, line: Line) -> tuple[dict[str, Any], ...]:
    taps = saved_taps(names, line.figures)
    if line.record is None or not taps:
        return ()
    return tuple(
        {"name": player.name, "melds": tuple((meld.title, meld.points) for meld in player.melds), "total": player.total}
        for player in count_table(names, line.record, taps).players
        if player.is_tapped
    )


# -- the score of a side -----------------------------------------------------------------


def _side(sheet: Sheet, names: Names, line: Line, side: Side) -> dict[str, Any]:
    book, name = sheet.book, names.side(side)
    part = line.score.sides[side] if line.score else None
    after = line.totals[side] if line.totals and not line.board else None
    own, bidding = line.side_of(book, side), bool(line.figures.bidder) and line.figures.bidder in side
    return {
        "name": name,
        "bid": str(line.figures.bid) if bidding else "",
        "meld": figure_of(line.figures.meld, own),
        "take": figure_of(line.figures.take, line.under(book).take_side(own)),
        "is_crossed": part is not None and is_crossed(part),
        "reasons": [
            {
                "words": wording.step_sentence(book, step, name),
                "amount": signed(step.amount) if step.amount else "",
                "is_loss": step.amount < 0,
                "rule": chapter_of(book, step.rule),
                "address": rule_address(book, step.rule),
            }
            for step in (part.steps if part else ())
        ],
        "points": signed(part.score) if part else "",
        "is_loss": part is not None and part.score < 0,
        "before": figure_text(after - part.score) if part and after is not None else "",
        "after": figure_text(after) if after is not None else "",
    }
