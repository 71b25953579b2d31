"""The grid of a paper card as drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from league.evening.tables.forms.paper_cards import PaperCardForm, PaperRow
from scoring.rules import wording
from scoring.rules.cards import Side
from scoring.rules.notation import figure_text, numbered, signed
from scoring.score_card.forms import DECLARATIONS, RARE, question_field
from scoring.score_card.pages.card import banner_text, which_count
from scoring.score_card.player_scores import final_totals
from scoring.score_card.sheet import Line

WORDS: Final = {
    "dealer": ("Deals", "who deals"),
    "bidder": ("Bid by", "who won the bid"),
    "partner": ("With", "who played along, the bidder if alone"),
    "bid": ("Bid", "bid"),
    "trump": ("Trump", "trump"),
    "no_marriage": ("No marriage", "no marriage"),
    "moon": ("Moon", "shot the moon"),
    "thrown_in": ("Thrown in", "thrown in"),
    "laid_stands": ("Laid", "cut and laid, let stand"),
    "laid_played": ("Laid, played", "cut and laid, played"),
    "renege": ("Renege", "who reneged"),
}
FIGURES: Final = {"meld": "Meld", "take": "Take", "chips": "Chips"}
CHECKS: Final = frozenset({"no_marriage", *DECLARATIONS})
LETTERS: Final = frozenset({"dealer", "bidder", "partner", "trump", "renege"})
STALE: Final = "Somebody else entered something here first. Nothing of yours was saved. Check it, then send it again."


def grid_context(form: PaperCardForm, *, says_all: bool) -> dict[str, Any]:
    after = form.after if form.is_bound else form.sheet
    facts = [name for name in form.columns if name in WORDS and name != "renege"]
    say = form.book.words.say
    totals, counts = final_totals(after), which_count(form.sheet)
    heads = (*(say(FIGURES[kind]) for kind in _figures_of(form)), "Total")
    row_head = "Board" if form.sheet.setup.boards else "Hand"
    return {
        "rows": tuple(_row(form, row, facts, says_all=says_all) for row in form.rows),
        "row_head": row_head,
        "fact_heads": tuple(say(WORDS[name][0]) for name in facts),
        "sides": tuple(form.names.side(side) for side in form.book.sides),
        "seats": tuple((seat, form.names.player(seat)) for seat in form.book.seats),
        "totals": tuple(
            {"name": form.names.side(side), "total": figure_text(totals[side]), "check": form.check_words(side)}
            for side in form.book.sides
        ),
        "left_out": f"Without {numbered(row_head.lower(), form.left_out)}" if form.left_out else "",
        "banner": "" if form.left_out else banner_text(after, form.names),
        "which_count": f"{counts} To take one off, type the right one over it." if counts else "",
        "figure_heads": heads,
        "calls_partner": form.book.deal.calls_partner,
        "width": len(facts) + len(heads) * len(form.book.sides) + 2,
    }


def _figures_of(form: PaperCardForm) -> list[str]:
    """What is typed for each side: meld, take, and in some books what its melds pay."""
    return [kind for kind in FIGURES if f"{kind}_{form.book.sides[0]}" in form.columns]


def _row(form: PaperCardForm, row: PaperRow, names: list[str], *, says_all: bool) -> dict[str, Any]:
    says = form.is_bound and (says_all or row.is_complete or bool(row.fault))
    says_takes = says and (says_all or not row.awaits_takes)
    line = form.line_of(row) if form.is_bound else form.sheet.line(row.number)
    rare = row.form.rare_questions if row.form and row.form.is_bound and says else ()
    facts = [_cell(form, row, name, says=says) for name in names]
    sides = [_side(form, row, line, side, says=says, says_takes=says_takes) for side in form.book.sides]
    last = _cell(form, row, "renege", says=says)
    cells = (*facts, *(cell for side in sides for cell in side["cells"]), last)
    return {
        "shown": row.board or row.number,
        "told_id": row.field("told"),
        "facts": facts,
        "sides": sides,
        "last": last,
        "faulty": [cell["name"] for cell in cells if cell["is_faulty"]],
        "faults": tuple(_faults(form, row, says_takes=says_takes)) if says else (),
        "questions": tuple(_questions(form, row)) if says else (),
        "rare": " ".join(rare),
        "rare_name": row.field(RARE),
        "rare_answer": row.form.rare_answer if row.form and rare else "",
        "is_rare_confirmed": bool(rare) and row.form is not None and not row.form.asks_about_rare,
        "outcome": _outcome(form, line),
    }


def _cell(form: PaperCardForm, row: PaperRow, name: str, *, says: bool) -> dict[str, Any]:
    """A cell. Its `kind` is `letter`, `number` or `check`; `letters` are those it takes."""
    head, words = map(form.book.words.say, WORDS.get(name, ("", "")))
    if not words:
        kind, _, side = name.partition("_")
        head = form.book.words.say(FIGURES[kind])
        words = f"{head.lower()} of {form.names.side(side)}"
    letters = "".join(form.book.seats) if name != "trump" else "SHDC"
    return {
        "name": row.field(name),
        "label": f"{row.name}, {words}",
        "head": head,
        "value": row.cells.get(name, ""),
        "kind": "check" if name in CHECKS else "letter" if name in LETTERS else "number",
        "letters": letters if name in LETTERS else "",
        "waits": row.dealer if name == "dealer" else "",
        "is_faulty": says and row.form is not None and name in row.form.errors,
    }


def _side(
    form: PaperCardForm, row: PaperRow, line: Line | None, side: Side, *, says: bool, says_takes: bool
) -> dict[str, Any]:
    totals = line.totals if line else None
    part = line.score.sides[side] if line and line.score else None
    return {
        "side": side,
        "name": form.names.short_side(side),
        "cells": tuple(
            _cell(form, row, f"{kind}_{side}", says=says_takes if kind == "take" else says)
            for kind in _figures_of(form)
        ),
        "total_id": row.field(f"total-{side}"),
        "total": signed(part.score) if part and row.board else figure_text(totals[side]) if totals else "",
        "is_loss": part is not None and part.score < 0,
    }


def _outcome(form: PaperCardForm, line: Line | None) -> str:
    """`Ruth & Marge: set −27`; empty if the hand was simply made."""
    if line is None or line.score is None or line.record is None or not line.figures.bidder:
        return ""
    side = form.book.side_of(line.record.bidder)
    word = wording.outcome_word(line.score, side)
    return "" if word == "made" else f"{form.names.side(side)}: {word}"


def _faults(form: PaperCardForm, row: PaperRow, *, says_takes: bool) -> Iterator[str]:
    if row.fault:
        yield row.fault
    if row.form is None:
        return
    for name, errors in row.form.errors.items():
        if not name.startswith("q_") and (says_takes or not name.startswith("take_")):
            label = _label(form, name)
            yield f"{label}: {errors[0]}" if label else str(errors[0])


def _label(form: PaperCardForm, name: str) -> str:
    if name in WORDS:
        return form.book.words.say(WORDS[name][0])
    kind, _, side = name.partition("_")
    return f"{form.book.words.say(FIGURES[kind])}, {form.names.side(side)}" if kind in FIGURES else ""


def _questions(form: PaperCardForm, row: PaperRow) -> Iterator[dict[str, Any]]:
    """Questions the paper never asks, with answers, or without where a figure is asked for."""
    if row.form is None:
        return
    cells: Mapping[str, str] = row.cells
    for question in row.form.questions:
        text, answers = wording.question_text(row.form.book, question, row.form.names_here.sides, form.names.seats)
        name = question_field(question)
        yield {
            "name": row.field(name),
            "text": text,
            "answers": tuple(answers.items()),
            "value": cells.get(name, ""),
        }
