"""The panel beside the card: the step being entered, its outlook and its preview. No queries."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any, Final

from pinochle_club.ground.plainly import kept
from scoring.rules import deal_checks, wording
from scoring.rules.book import RuleBook
from scoring.rules.book.deal import sums_of
from scoring.rules.book.printing import capital
from scoring.rules.cards import Seat, Side, Suit
from scoring.rules.deal_score import DealRecord, Outlook, outlook
from scoring.rules.game import bid_to_win_in_force
from scoring.rules.meld_totals import possible_side_totals
from scoring.rules.notation import SUIT_NAMES, figure_text, lowered
from scoring.rules.odds import plays_alike
from scoring.rules.questions import Question, is_offered
from scoring.rules.rarity import built_in_rarity
from scoring.rules.reminders import reminder
from scoring.rules.rulings import auction_note
from scoring.score_card.entries import HandSaid, is_a
from scoring.score_card.forms import HandForm, initial_of, question_field
from scoring.score_card.forms.hands import RARE
from scoring.score_card.meld_counts import typed_over
from scoring.score_card.names import Names, soft
from scoring.score_card.people import people_of
from scoring.score_card.redeals import NO_OTHER_CARDS, redeal_reasons
from scoring.score_card.sheet import STEPS, Line, Sheet, record_of, try_score
from scoring.score_card.situations import situation_of

from .card import banner_text, held_back_text, line_name
from .entries import entry_title, step_title
from .rulings import newly_ruled

QUICK_BIDS: Final = 4
UNUSED_AFTER: Final = 3  # hands won at other bids
BOARD_KEYS: Final = 4
MOST_TRICK_KEYS: Final = 9
SHORT_PAIR: Final = 24  # letters of two names
LONGEST_SIDE: Final = 16  # letters beside what a hand comes to, on a phone
MANY: Final = 3  # figures of a step
TRUMP_SENTENCE: Final = "{} are trump."
THE_OTHERS: Final = "The others"
FIGURE_KEYS: Final = 34  # five rows of seven, with one that leads to the digits


@dataclass(frozen=True, slots=True)
class StepContext:
    name: str
    title: str
    summary: str
    is_current: bool
    is_entered: bool
    suit: Suit | None = None
    bidder: str = ""


@dataclass(frozen=True, slots=True)
class PanelContext:
    line: Line
    step: str
    steps: tuple[StepContext, ...]
    form: HandForm
    outlook: wording.OutlookText | None = None
    forecast: Outlook | None = None
    preview: dict[str, Any] | None = None
    quick_bids: tuple[int, ...] = ()
    reminders: tuple[str, ...] = ()
    custom: str = ""
    auction: dict[str, str] | None = None

    @property
    def is_unplayed(self) -> bool:
        return self.forecast is not None and self.forecast.kind == "not_played"

    @property
    def deals_again(self) -> bool:
        return any(redeal_reasons(self.form.book, self.form.names, self.line))

    @property
    def keeps_its_cards(self) -> str:
        return self.form.book.words.say(NO_OTHER_CARDS) if self.line.board else ""

    @property
    def rare_keys(self) -> list[dict[str, Any]]:
        """The answers about a rare figure, each with what the hand comes to then."""
        keys = self.form.rare_keys
        return [{**key, "then": preview_context(self.form.answering(key["name"], key["value"]))} for key in keys]

    @property
    def save_key(self) -> dict[str, str]:
        return save_key(line_name(self.form.book.words, self.line), self.step)

    @property
    def bid_text(self) -> str:
        stuck = self.line.record is not None and self.line.record.stuck
        if not self.line.figures.bidder:
            trump = self.line.figures.trump
            return TRUMP_SENTENCE.format(capital(SUIT_NAMES[trump])) if trump else ""
        bidder = self.form.names.short(self.line.figures.bidder)
        return bid_sentence(bidder, self.line.figures.bid, stuck=stuck)

    @property
    def figures(self) -> list[dict[str, Any]]:
        """The figures of a step that has one a side; the bidding side's is typed first."""
        book, called = self.form.book, self.form.names_here.short_sides
        bidder = self.line.figures.bidder
        bidding = book.side_of(bidder) if bidder else ""
        return [
            {
                "field": self.form[self.form.box(self.step, side)],
                "called": called.get(side, THE_OTHERS),
                "label": self._label(side),
                "is_bidding": side == bidding,
                "bid": self.line.figures.bid if side == bidding and self.step == "meld" else None,
            }
            for side in (book.take_sides if self.step == "take" else book.sides)
        ]

    def _label(self, side: Side) -> str:
        """First names, which may break."""
        if side not in self.form.book.sides:
            return THE_OTHERS
        return soft(self.form.names_here.short_side(side))

    @property
    def sizes(self) -> str:
        """Classes by which keys and boxes find room, the same at each step: many figures, many players, bids to tap."""
        found = {
            " asks-many": self.form.book.deal.side_count >= MANY,
            " of-many": self.form.names_here.is_of_many,
            " has-quick-bids": self.quick_bids,
        }
        return "".join(name for name in found if found[name])

    @property
    def figure_keys(self) -> tuple[int, ...]:
        """Whole figures to tap, where there are more of them than pads have room for: a tap leads on to the next."""
        if self.form.book.deal.side_count < MANY:
            return ()
        return most_usual(self.form.book, self.step)

    @property
    def tricks(self) -> dict[str, Any] | None:
        """For boards alone: there nobody has a pile to count in the end."""
        figures = tricks_context(self.form.book) if self.form.sheet.setup.boards else None
        return figures if figures and len(figures["keys"]) <= MOST_TRICK_KEYS else None

    @property
    def name(self) -> str:
        return line_name(self.form.book.words, self.line)

    @property
    def board_keys(self) -> tuple[int, ...]:
        """The boards to tap; a tablet that draws ahead picks those it needs."""
        return self.form.board_keys[: BOARD_KEYS if self.line.number else None]

    @property
    def dealer_name(self) -> str:
        return self.form.names.short(self.line.dealer)

    @property
    def tells_first_bidder(self) -> bool:
        """Whether the line that asks has room for it, on a phone."""
        return len(self.dealer_name + self.first_bidder_name) <= SHORT_PAIR

    @property
    def first_bidder_name(self) -> str:
        return self.form.names.short(self.form.book.first_to_bid(self.line.dealer))


@kept(64)
def most_usual(book: RuleBook, step: str) -> tuple[int, ...]:
    """The lowest figures of a step that can be."""
    can = deal_checks.possible_takes(book) if step == "take" else possible_side_totals(book, bidding=False)
    return tuple(sorted(can)[:FIGURE_KEYS])


def bid_sentence(name: str, bid: object, *, stuck: bool) -> str:
    """`Bea has it for 27.`, `Ann is stuck at 15.`"""
    return f"{name} {'is stuck at' if stuck else 'has it for'} {bid}."


def tricks_context(book: RuleBook) -> dict[str, Any]:
    """Figures for tricks counted one by one: points in all, in the last and in none, and what one trick can hold."""
    return {
        "count": book.tricks,
        "total": book.total_points,
        "last": book.deck.last_trick,
        "outside": book.buried_points + book.uncounted_points,
        "bidder_has": bool(book.buried_points),
        "keys": tuple(sorted(sums_of(book.deck, book.deal.players))),
    }


def save_key(name: str, step: str) -> dict[str, str]:
    """The green key of a step, for the hand of that `name` (`line_name`): plain, and with typed figures for `{}`."""
    save = f"Save {lowered(name)}"
    return {
        "bid": {"plain": "Next: meld", "with_figures": "{} →\N{NO-BREAK SPACE}meld"},
        "meld": {"plain": "Next: take", "with_figures": "{} →\N{NO-BREAK SPACE}take"},
        "take": {"plain": save, "with_figures": f"{save}: {{}}"},
    }[step]


def panel_context(
    sheet: Sheet,
    names: Names,
    *,
    step: str | None = None,
    form: HandForm | None = None,
    partner: Seat | None = None,
) -> PanelContext | None:
    """The panel for the open hand: the requested step if it can be entered, else the next one. `partner` may deal it
    for the dealer. None when the game is over or the card is closed."""
    line = sheet.open_line
    if line is None or sheet.is_closed:
        return None
    reachable = (*line.entered, line.next_step)
    step = step if step in reachable else line.next_step
    assert step is not None, "an open hand always has a next step"
    undone = _as_undone(sheet, line, step)
    form = form or HandForm(
        sheet=sheet, line=line, names=names, steps=(step,), initial=initial_of(undone) if undone else {}
    )
    here = line.under(sheet.book)
    forecast = outlook(here, line.record) if line.record and "meld" in line.figures.said else None
    shows_outlook = step == "take" and "meld" in line.entered and sheet.book.auction.is_held
    auction = auction_note(sheet.book, situation_of(line, names)) if step == "bid" and line.rulings else None
    return PanelContext(
        line=line,
        step=step,
        steps=steps_context(line, names, step),
        form=form,
        outlook=wording.outlook_sentences(here, line.record, names.under(here).first_names)
        if shows_outlook and line.record
        else None,
        forecast=forecast,
        preview=_preview_at_first(form, undone) if step == "take" else None,
        quick_bids=_quick_bids(sheet),
        reminders=(
            *((f"{names.short(partner)} may deal for {names.short(line.dealer)}.",) if partner else ()),
            *_reminders(sheet, names, "" if auction else newly_ruled(sheet)),
        ),
        auction=auction,
        custom=auction["changes"] if auction else reminder(sheet.book, step, line.record),
    )


def panel_ahead(sheet: Sheet, names: Names, line: Line) -> PanelContext:
    """The panel of the next step of a hand known only to a tablet."""
    step = line.next_step or STEPS[0]
    form = HandForm(sheet=sheet, line=line, names=names, steps=(step,))
    return PanelContext(line, step, steps_context(line, names, step), form, quick_bids=_quick_bids(sheet))


def steps_context(line: Line, names: Names, current: str | None) -> tuple[StepContext, ...]:
    return tuple(
        StepContext(
            name=step,
            title=step_title(step, names.book),
            summary=_summary(line, names, step) if step in line.entered else "",
            is_current=step == current,
            is_entered=step in line.entered,
            suit=line.figures.trump if step == "bid" else None,
            bidder=soft(names.short(line.figures.bidder)) if step == "bid" and line.figures.bidder else "",
        )
        for step in STEPS
    )


def _summary(line: Line, names: Names, step: str) -> str:
    if step == "bid":
        return str(line.figures.bid) if line.figures.bidder else ""
    figures = line.figures.meld if step == "meld" else line.figures.take
    return " | ".join(map(str, figures.values())) or "not played"


def _as_undone(sheet: Sheet, line: Line, step: str) -> Line | None:
    """The line with the step just undone: one of its figures was wrong, the others stay."""
    undone = sheet.just_undone
    if undone is None or (undone.hand, undone.kind) != (line.number, step) or not is_a(undone, HandSaid):
        return None
    return replace(line, figures=line.figures.with_named(undone.said.named))


def _preview_at_first(form: HandForm, undone: Line | None) -> dict[str, Any] | None:
    """The preview before the page asks for one; the answers of an undone take stay too."""
    if form.is_bound:
        return preview_context(form)
    if undone is None:
        return None
    record = record_of(form.sheet.book, undone.dealer, undone.figures)
    return {"questions": tuple(question_context(form, question) for question in form.asked_of(record))}


def _quick_bids(sheet: Sheet) -> tuple[int, ...]:
    """The bids that won more than once on this card, then this book's likeliest, until the game shows that nobody bids
    those; the digits have the room of all others."""
    if not sheet.book.auction.is_held:
        return ()
    won = Counter(line.record.bid for line in sheet.lines if line.record and not line.record.stuck)
    table = built_in_rarity(sheet.book)
    likely = table.likeliest_bids[:QUICK_BIDS] if table and plays_alike(sheet.book, table) else []
    if won.total() >= UNUSED_AFTER and won.keys().isdisjoint(likely):
        likely = []
    repeated = [bid for bid, times in won.most_common() if times > 1]
    return tuple(sorted([*dict.fromkeys((*repeated, *likely))][:QUICK_BIDS]))


def _reminders(sheet: Sheet, names: Names, ruled: str) -> tuple[str, ...]:
    """Reminders before the hand goes on; `ruled` is the newest ruling since the table's last entry."""
    reminders = [ruled]
    if sheet.just_undone is not None:
        title = entry_title(sheet.just_undone, sheet.book.words)
        reminders.append(f"Undone: {lowered(title)}. It stays in the history.")
    if sheet.counted_lines:
        reminders.append(held_back_text(sheet, names, sheet.counted_lines[-1]))
    if not sheet.setup.boards and bid_to_win_in_force(sheet.book, sheet.totals):
        only = "Bid to win: only the side that wins the auction can win the game on this hand."
        reminders.append(sheet.book.words.say(only))
    for person in people_of(sheet, names) if sheet.lateness else ():
        if person.is_replacement:
            absent = names.own_player(person.record.seat)
            is_named = names.player(person.record.seat) != absent
            stays = "" if is_named else ", whose name stays on the card"
            reminders.append(f"{person.name} plays for {absent}{stays}.")
    return tuple(filter(None, reminders))


def preview_context(form: HandForm) -> dict[str, Any]:
    """The effect of a typed step; nothing where too little is typed yet."""
    form.is_valid()
    if form.record is None:
        return {}
    if "bid" in form.steps:
        return {}  # which the page of a bid asks for only while its figure is in doubt
    if "take" not in form.steps:
        return _meld_preview(form, form.record)
    questions = tuple(question_context(form, question) for question in form.questions)
    if try_score(form.book, form.record) is None:
        return {"questions": questions}
    after = form.sheet.with_entry("correct", form.line.number, form.figures.payload())
    line = after.line(form.line.number)
    if line is None or line.score is None or any(question["field"].errors for question in questions):
        return {"questions": questions}
    return {
        "lines": tuple(_preview_line(after, line, form.names_here, side) for side in form.book.sides),
        "banner": banner_text(after, form.names),
        "questions": questions,
    }


def _meld_preview(form: HandForm, record: DealRecord) -> dict[str, Any]:
    """The melds' effect on the hand, and those that do not count; nothing for melds that cannot be."""
    if form.errors.keys() - {RARE}:
        return {}
    sides = form.names_here.first_names
    notes = [
        f"{sides[side]}: {note}" for side in form.book.sides if (note := deal_checks.meld_note(form.book, record, side))
    ]
    keeps = form.book.words.say("the hand keeps the figure without them")
    notes += [
        f"{sides[side]}: the melds counted come to {was}. Saved as {figure}, {keeps}."
        for side, was, figure in typed_over(form.names_here, form.line.figures, record.meld)
    ]
    tells = form.book.auction.is_held
    return {"outlook": wording.outlook_sentences(form.book, record, sides) if tells else None, "notes": tuple(notes)}


def _preview_line(after: Sheet, line: Line, names: Names, side: str) -> dict[str, Any]:
    assert line.score is not None
    own = side if side in line.score.sides else side[0]  # of a called partner, each has the same
    part = line.score.sides[own]
    total = line.totals[own] if line.totals else after.totals[own]
    result, why = wording.score_first(after.book, line.score, own)
    name = names.first_names[side]
    return {
        "name": name if len(name) <= LONGEST_SIDE else names.short_sides.get(side, name),
        "result": result,
        "why": why,
        "total_text": "" if line.board or own != side else figure_text(total),
        "tone": "set" if part.score < 0 or (part.bidding and not part.saved) else "go",
    }


def question_context(form: HandForm, question: Question) -> dict[str, Any]:
    text, answers = wording.question_text(form.book, question, form.names_here.sides, form.names.seats)
    field, record = form[question_field(question)], form.record
    shown = (
        (answer, words)
        for answer, words in answers.items()
        if answer == field.value() or record is None or is_offered(form.book, question, answer, record.bidder)
    )
    return {"text": text, "answers": tuple(shown), "field": field}
