"""What stands beside the card: the step being entered, its outlook and its preview. No queries."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.forms import BoundField

from scoring.rules import deal_checks, wording
from scoring.rules.auction import bids_from
from scoring.rules.cards import Suit
from scoring.rules.deal_score import DealRecord, Outlook, Question, outlook
from scoring.rules.game import bid_to_win_in_force
from scoring.rules.notation import SUIT_NAMES, figure_text, lowered
from scoring.score_card.forms import HandForm, initial_of, question_field
from scoring.score_card.forms.hands import RARE
from scoring.score_card.meld_counts import typed_over
from scoring.score_card.names import Names
from scoring.score_card.people import people_of
from scoring.score_card.sheet import STEPS, Line, Sheet, try_score

from .card import banner_text
from .entries import KIND_TITLES, entry_title

QUICK_BIDS = 5


@dataclass(frozen=True, slots=True)
class StepContext:
    """One of the three steps of the hand, as it stands above the pad."""

    name: str
    title: str
    summary: str
    is_current: bool
    is_entered: bool
    suit: Suit | None = None
    bidder: str = ""

    @property
    def suit_name(self) -> str:
        return SUIT_NAMES[self.suit] if self.suit else ""


@dataclass(frozen=True, slots=True)
class QuestionContext:
    """A question with its two answers, and the form's field for it."""

    text: str
    yes: str
    no: str
    field: BoundField


@dataclass(frozen=True, slots=True)
class PreviewLine:
    """What the hand brings a side: `19 + 14 = 33`, `made 27`, `+33`, and the total after it."""

    name: str
    arithmetic: str
    verdict: str
    points: str
    total: int
    tone: str

    @property
    def total_text(self) -> str:
        return figure_text(self.total)


@dataclass(frozen=True, slots=True)
class PreviewContext:
    """What saving would do: each side's line, and the banner if it ends the game."""

    lines: tuple[PreviewLine, ...] = ()
    banner: str = ""
    questions: tuple[QuestionContext, ...] = ()
    outlook: wording.OutlookText | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PanelContext:
    """The entry panel: one step of one hand."""

    line: Line
    step: str
    steps: tuple[StepContext, ...]
    form: HandForm
    outlook: wording.OutlookText | None = None
    forecast: Outlook | None = None
    preview: PreviewContext | None = None
    quick_bids: tuple[int, ...] = ()
    reminders: tuple[str, ...] = field(default=())

    @property
    def is_unplayed(self) -> bool:
        """Whether nothing is to be entered but the outcome itself."""
        return self.forecast is not None and self.forecast.kind == "not_played"

    @property
    def save_text(self) -> str:
        """What the one green key says."""
        return save_text(self.step, self.line.number)

    @property
    def dealer_name(self) -> str:
        return self.form.names.player(self.line.dealer)

    @property
    def first_bidder_name(self) -> str:
        return self.form.names.player(self.form.book.next_seat(self.line.dealer))


def save_text(step: str, hand: int) -> str:
    """What the green key of a step says."""
    return {"bid": "Next: meld", "meld": "Next: take", "take": f"Save hand {hand}"}[step]


def panel_context(
    sheet: Sheet, names: Names, *, step: str | None = None, form: HandForm | None = None
) -> PanelContext | None:
    """The panel for the open hand: the step asked for if it can be entered, else the next one.

    None when the game is over or the card is closed.
    """
    line = sheet.open_line
    if line is None or sheet.is_closed:
        return None
    reachable = (*line.entered, line.next_step)
    step = step if step in reachable else line.next_step
    assert step is not None, "an open hand always has a next step"
    form = form or HandForm(
        sheet=sheet, line=line, names=names, steps=(step,), initial=_undone_figures(sheet, line, step)
    )
    forecast = outlook(sheet.book, line.record) if line.record and "meld" in line.payload else None
    return PanelContext(
        line=line,
        step=step,
        steps=steps_context(line, names, step),
        form=form,
        outlook=_outlook_text(sheet, line, names) if step == "take" else None,
        forecast=forecast,
        preview=preview_context(form) if step == "take" and form.is_bound else None,
        quick_bids=_quick_bids(sheet),
        reminders=_reminders(sheet, names),
    )


def steps_context(line: Line, names: Names, current: str | None) -> tuple[StepContext, ...]:
    """The steps of a hand with what was entered in them."""
    return tuple(
        StepContext(
            name=step,
            title=KIND_TITLES[step],
            summary=_summary(line, names, step) if step in line.entered else "",
            is_current=step == current,
            is_entered=step in line.entered,
            suit=line.payload.get("trump") if step == "bid" else None,
            bidder=names.player(line.payload["bidder"]) if step == "bid" and step in line.entered else "",
        )
        for step in STEPS
    )


def _summary(line: Line, names: Names, step: str) -> str:
    payload: Mapping[str, Any] = line.payload
    if step == "bid":
        return str(payload["bid"])
    figures = payload.get(step) or {}
    return " | ".join(str(figures[side]) for side in figures) or "not played"


def _undone_figures(sheet: Sheet, line: Line, step: str) -> dict[str, Any]:
    """The figures of the step that was just undone: one of them was wrong, the others stay."""
    undone = sheet.just_undone
    if undone is None or (undone.hand, undone.kind) != (line.number, step):
        return {}
    return initial_of(replace(line, payload={**line.payload, **undone.payload}))


def _quick_bids(sheet: Sheet) -> tuple[int, ...]:
    """The legal bids around the last one on this card, else from the opening."""
    last = next((line.record.bid for line in reversed(sheet.lines) if line.record), sheet.book.auction.opening)
    ladder = bids_from(sheet.book, None, max(0, last - sheet.book.auction.opening) + QUICK_BIDS)
    place = next((index for index, bid in enumerate(ladder) if bid >= last), 0)
    start = max(0, place - QUICK_BIDS // 2)
    return ladder[start : start + QUICK_BIDS]


def _outlook_text(sheet: Sheet, line: Line, names: Names) -> wording.OutlookText | None:
    if line.record is None or "meld" not in line.entered:
        return None
    return wording.outlook_sentences(sheet.book, line.record, names.sides)


def _reminders(sheet: Sheet, names: Names) -> tuple[str, ...]:
    """What the table should know before the hand goes on."""
    reminders = []
    if sheet.just_undone is not None:
        title = entry_title(sheet.just_undone)
        reminders.append(f"Undone: {lowered(title)}. It stays in the history.")
    if bid_to_win_in_force(sheet.book, sheet.totals):
        reminders.append("Bid to win: only the side that wins the auction can win the game on this hand.")
    for person in people_of(sheet, names):
        if person.is_replacement:
            absent = names.own_player(person.record.seat)
            is_named = names.player(person.record.seat) != absent
            stays = "" if is_named else ", whose name stays on the card"
            reminders.append(f"{person.name} plays on for {absent}{stays}.")
    return tuple(reminders)


def preview_context(form: HandForm) -> PreviewContext:
    """What a typed step would do; nothing where too little is typed yet."""
    form.is_valid()
    if form.record is None:
        return PreviewContext()
    if "take" not in form.steps:
        return _meld_preview(form, form.record)
    if try_score(form.book, form.record) is None:
        return PreviewContext()
    after = form.sheet.with_entry("correct", form.line.number, form.payload)
    line = after.line(form.line.number)
    questions = tuple(question_context(form, question) for question in form.questions)
    if line is None or line.score is None or any(question.field.errors for question in questions):
        return PreviewContext(questions=questions)
    bidding = after.book.side_of(form.record.bidder)
    return PreviewContext(
        lines=tuple(_preview_line(after, line, form.names, s) for s in (bidding, *after.book.others(bidding))),
        banner=banner_text(after, form.names),
        questions=questions,
    )


def _meld_preview(form: HandForm, record: DealRecord) -> PreviewContext:
    """What the melds mean for the hand, and what does not count; nothing for melds that cannot be."""
    if form.errors.keys() - {RARE}:
        return PreviewContext()
    sides = form.names.sides
    notes = [*form.rare_questions]
    notes += [
        f"{sides[side]}: {note}" for side in form.book.sides if (note := deal_checks.meld_note(form.book, record, side))
    ]
    notes += [
        f"{sides[side]}: the melds counted come to {was}. Saved as {figure}, the hand keeps the figure without them."
        for side, was, figure in typed_over(form.names, form.line.payload, record.meld)
    ]
    return PreviewContext(outlook=wording.outlook_sentences(form.book, record, sides), notes=tuple(notes))


def _preview_line(after: Sheet, line: Line, names: Names, side: str) -> PreviewLine:
    assert line.score is not None
    text = wording.side_line(after.book, line.score, side, names.sides)
    part = line.score.sides[side]
    return PreviewLine(
        name=names.side(side),
        arithmetic=text.arithmetic,
        verdict=text.verdict,
        points=text.signed_points,
        total=line.totals[side] if line.totals else after.totals[side],
        tone="set" if part.score < 0 or (part.bidding and not part.saved) else "go",
    )


def question_context(form: HandForm, question: Question) -> QuestionContext:
    """A question in the players' words, with the form's field for its answer."""
    text = wording.question_text(form.book, question, form.names.sides)
    return QuestionContext(text.question, text.yes, text.no, form[question_field(question)])
