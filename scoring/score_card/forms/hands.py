"""A hand: one step of it, or the whole line."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import replace
from typing import Any, Final

from django import forms

from pinochle_club.ground.forms import EntryForm, choice_field, figure_field
from pinochle_club.ground.plainly import kept
from scoring.boards.boards import dealer_of
from scoring.rules import deal_checks
from scoring.rules.book import RuleBook
from scoring.rules.book.printing import capital
from scoring.rules.book.renege import UNPROVEN_CALL
from scoring.rules.cards import SUITS, Seat, Side
from scoring.rules.deal_score import DealRecord, no_meld_counts, offending_side, unplayed_reason
from scoring.rules.notation import SUIT_NAMES
from scoring.rules.questions import (
    NO,
    YES,
    Asked,
    Question,
    ask,
    open_questions,
    questions_of_renege,
    unanswered,
)
from scoring.score_card.entries import Figures
from scoring.score_card.meld_counts import players_melds, taps_that_hold
from scoring.score_card.names import Names, soft
from scoring.score_card.next_boards import boards_left, wrong_board
from scoring.score_card.rare_figures import RareFigure, answer_of, answered, rare_figures
from scoring.score_card.rulings import governed_by, overlaid
from scoring.score_card.sheet import Line, Sheet, record_of

STUCK: Final = "stuck"
ALONE: Final = "alone"
RARE: Final = "q_rare"
MEANT: Final = "q_meant"
RARE_FIELD: Final = forms.CharField(required=False, widget=forms.HiddenInput)
DECLARATIONS: Final = ("moon", "thrown_in", "laid_stands", "laid_played")
# What questions come to, as the take keeps it: always, and only where there is something to keep or to take back.
ANSWERS: Final = ("last_trick", "tricks", "renege")
RARE_ANSWERS: Final = ("renege_cause", "second_renege", "unproven_call", "player_tricks", "player_meld")


class HandForm(EntryForm):
    """One step of a hand, or the whole line for a correction, by its `steps`.

    Once cleaned: `own` holds the figures to record, `parts` the same by step, `figures` the whole line with them,
    `record` that line as the rules read it (None while a field cannot be read), `questions` those that this hand needs,
    and `rare` the improbable figures, confirmed or not.
    """

    own: dict[str, Any]
    parts: dict[str, dict[str, Any]]
    figures: Figures
    record: DealRecord | None = None
    questions: tuple[Question, ...] = ()
    rare: tuple[RareFigure, ...] = ()
    # Where a template asks for a field that this step or book lacks.
    board = dealer = bidder = bid = no_marriage = game_meld = renege = partner = None

    def __init__(
        self,
        *args: Any,
        sheet: Sheet,
        line: Line,
        names: Names,
        steps: tuple[str, ...],
        known: frozenset[Side] = frozenset(),
        counted: frozenset[Side] = frozenset(),
        for_any_dealer: bool = False,
        **kw: Any,
    ) -> None:
        """`known` sides had their melds counted from cards, so nothing is in doubt; `counted` melds are no slip of the
        keys. A form filled in `for_any_dealer` has fields for a dealer who sits out, too."""
        self.sheet, self.line, self.names, self.steps = sheet, line, names, steps
        self.known, self.counted = known, counted
        kw["initial"] = {**initial_of(line), **kw.get("initial", {})}
        super().__init__(*args, seen=sheet.version, **kw)
        self.book = sheet.book if for_any_dealer else self._book_typed
        self.fields[RARE] = RARE_FIELD
        for step in steps:
            self.fields |= step_fields(
                step, self.book, sheet.book, names, self.boards, self._bidder_typed, self.stuck_holder
            )
        for name in self.governed & self.fields.keys():
            self.fields[name] = copy(self.fields[name])
            self.fields[name].disabled = True
        if self.is_bound:
            self._take_what_was_meant()

    def _take_what_was_meant(self) -> None:
        """The key “It’s 25” replaces the typed figures with those meant."""
        meant = answered(str(self.data.get(MEANT, "")))
        boxes = {self._field_of(name): figure for name, figure in meant.items()}
        figures = {self.add_prefix(name): str(figure) for name, figure in boxes.items() if name in self.fields}
        if figures:
            self.data = {**{name: self.data[name] for name in self.data}, **figures}

    @property
    def _dealer_typed(self) -> Seat:
        if "bid" not in self.steps:
            return self.line.dealer
        if self.boards:
            board = next((one for one in self.boards if str(one) == self.data.get(self.add_prefix("board"))), None)
            return dealer_of(self.sheet.book, board) if board else self.line.dealer
        typed = self.data.get(self.add_prefix("dealer"))
        return typed if typed in self.sheet.book.seats else self.line.dealer

    @property
    def _book_typed(self) -> RuleBook:
        """The book as it holds for this hand, with the sides that its bid makes."""
        whole = self.sheet.book
        if "bid" not in self.steps or not self.is_bound or not whole.deal.calls_partner:
            return replace(self.line, dealer=self._dealer_typed).under(whole)
        bidder, partner = self._bidder_typed, self.data.get(self.add_prefix("partner"), "")
        is_known = bidder in whole.seats and partner in (*whole.seats, ALONE)
        return whole.for_hand(None, bidder, bidder if partner == ALONE else partner) if is_known else whole

    @property
    def boards(self) -> tuple[int, ...]:
        """The table's boards; empty where cards are dealt at the table."""
        return self.sheet.setup.boards

    @property
    def board_keys(self) -> tuple[int, ...]:
        """The boards still to play, the next one first; none where the hand names its board correctly."""
        if "board" not in self.fields or (self["board"].value() and not self["board"].errors):
            return ()
        return boards_left(self.sheet, self.line)

    @property
    def governed(self) -> frozenset[str]:
        """The fields decided by rulings, which show the ruling and change nothing."""
        return frozenset(
            self.box(name, side) if side else name
            for ruling in self.line.governing
            for name, value in governed_by(ruling.effect).items()
            for side in (value if isinstance(value, Mapping) else ("",))
        )

    @property
    def names_here(self) -> Names:
        """The names of the players in this hand."""
        return self.names.under(self.book)

    # -- fields

    @property
    def stuck_seat(self) -> Seat:
        """The player stuck with the bid after all passed."""
        return self.book.last_to_call(self._dealer_typed)

    @property
    def stuck_holder(self) -> str:
        return "dealer" if self.stuck_seat == self._dealer_typed else self.names.player(self.stuck_seat)

    def box(self, step: str, side: Side) -> str:
        return box_of(step, side, self._bidder_typed, is_called=self.sheet.book.deal.calls_partner)

    def _field_of(self, name: str) -> str:
        """The field of what checks call so, such as `meld_BD`."""
        step, _, side = name.partition("_")
        return self.box(step, side) if step in ("meld", "take") and side else name

    @property
    def _bidder_typed(self) -> Seat:
        if "bid" not in self.steps or not self.is_bound:
            return self.line.figures.bidder
        bidder: str = self.data.get(self.add_prefix("bidder"), "")
        return self.sheet.book.last_to_call(self._dealer_typed) if bidder == STUCK else bidder

    @property
    def declarations(self) -> list[forms.BoundField]:
        return [self[name] for name in DECLARATIONS if name in self.fields]

    @property
    def meld_fields(self) -> list[forms.BoundField]:
        return [self[self.box("meld", side)] for side in self.book.sides]

    @property
    def take_fields(self) -> list[forms.BoundField]:
        return [self[self.box("take", side)] for side in self.book.take_sides]

    @property
    def chip_fields(self) -> list[forms.BoundField]:
        """What each side's melds pay, where the book pays for them; empty where the melds are counted."""
        return [self[name] for name in (f"chips_{side}" for side in self.book.sides) if name in self.fields]

    @property
    def chips_title(self) -> str:
        return self.book.words.say("Chips for melds")

    @property
    def chips_key(self) -> str:
        """The key that opens what is unusual, and the figures with it."""
        return self.book.words.say("Chips and more…")

    @property
    def chips_note(self) -> str:
        """`Run 2, aces around 2, double pinochle 2. “Count it for me” counts this, too.`"""
        pay = self.book.payments
        each = ", ".join(f"{line.title} {line.pays}" for line in pay.melds) if pay else ""
        return f"{self.book.words.say(capital(each))}. “Count it for me” counts this, too."

    @property
    def has_unusual(self) -> bool:
        """Whether a rare field is set or at fault, so that its drawer is open."""
        rare = [self[name] for name in (*DECLARATIONS, "game_meld", "renege", "dealer") if name in self.fields]
        rare += self.chip_fields
        return any(field.errors or (field.name != "dealer" and field.value()) for field in rare)

    @property
    def refusals(self) -> list[tuple[str, str]]:
        """The faults of fields, each with its id; questions show their own."""
        if not self.is_bound:
            return []
        return [
            (
                f"{field.auto_id}_error",
                (f"{field.label}: " if field.name.startswith(("meld_", "take_", "chips_")) else "")
                + str(field.errors[0]),
            )
            for field in self.visible_fields()
            if field.errors and not field.name.startswith("q_")
        ]

    # -- the result

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        self.figures, self.own, self.parts = self.line.figures, {}, {}
        payload_of = {"bid": self._bid_payload, "meld": self._meld_payload, "take": self._take_payload}
        for step in self.steps:
            self.say(step, payload_of[step](data))
        if self.figures.has_bid and (self.figures.bidder or not self.book.auction.is_held) and not self.errors:
            self._check()
        return data

    def say(self, step: str, said: Mapping[str, Any]) -> None:
        """Take in the figures of a step."""
        self.parts[step] = {**self.parts.get(step, {}), **said}
        self.own |= said
        self.figures = self.line.figures.saying(self.own)

    def _bid_payload(self, data: Mapping[str, Any]) -> dict[str, Any]:
        dealer = data.get("dealer") or self._dealer_typed
        is_held = self.book.auction.is_held
        is_stuck = data.get("bidder") == STUCK
        bid = data.get("bid") if is_held else 0
        if is_stuck and bid not in (None, self.book.auction.stuck):
            self.add_error("bid", f"When everybody passed, the bid is {self.book.auction.stuck}, not {bid}.")
        if is_stuck:
            bid = self.book.auction.stuck
        if bid is None and "bid" not in self.errors:
            self.add_error("bid", "Enter the bid that won the auction.")
        no_marriage = bool(data.get("no_marriage"))
        trump = None if no_marriage else data.get("trump") or None
        if trump is None and not no_marriage and "trump" not in self.errors:
            self.add_error("trump", "Tap the suit that is trump." if is_held else "Tap the suit that was turned up.")
        board = int(data.get("board") or 0)
        if board and (fault := wrong_board(self.sheet, self.line, board)):
            self.add_error("board", fault)
        bidder = self.book.last_to_call(dealer) if is_stuck else data.get("bidder")
        partner = data.get("partner")
        return {
            "dealer": dealer,
            **({"board": board} if self.boards else {}),
            **({"bidder": bidder} if is_held else {}),
            **({"partner": bidder if partner == ALONE else partner} if "partner" in self.fields else {}),
            "bid": bid,
            "trump": trump,
            "no_marriage": no_marriage,
            **self._taken_back,
        }

    @property
    def _taken_back(self) -> dict[str, Any]:
        """The figures of other sides than this bid makes, which are asked for again."""
        has_others = self.line.figures.meld and self.line.under(self.sheet.book).sides != self.book.sides
        if not has_others or "meld" in self.steps or self.sheet.book.deal.fourth == "sits":
            return {}
        return {name: {} for name in ("meld", "melds", "cards", "take") if name in self.line.figures.said}

    def _meld_payload(self, data: Mapping[str, Any]) -> dict[str, Any]:
        meld: dict[Side, int] = {}
        for side in self.book.sides:
            name = self.box("meld", side)
            value = data.get(name)
            if value is None and not self._meld_is_void and name not in self.errors:
                self.add_error(name, "Enter the meld, or 0 if there was none.")
            meld[side] = value or 0
        chips = {side: paid for side in self.book.sides if (paid := data.get(f"chips_{side}")) is not None}
        return {
            "meld": meld,
            **taps_that_hold(self.names_here, self.line.figures, meld),
            **({"chips": chips} if self.chip_fields else {}),
            **self._declarations(data),
        }

    @property
    def _meld_is_void(self) -> bool:
        """Whether all melds are void, so that none need be entered."""
        return no_meld_counts(self.book, no_marriage=self.figures.no_marriage)

    def _take_payload(self, data: Mapping[str, Any]) -> dict[str, Any]:
        take = {side: data.get(self.box("take", side)) for side in self.book.take_sides}
        return {
            **self._declarations(data),
            "take": {side: value for side, value in take.items() if value is not None},
            "renege": data.get("renege") or None,
            "last_trick": None,
            "tricks": {},
        }

    def _declarations(self, data: Mapping[str, Any]) -> dict[str, Any]:
        said: dict[str, Any] = {name: bool(data.get(name)) for name in DECLARATIONS if name in self.fields}
        return said | ({"game_meld": data.get("game_meld") or None} if "game_meld" in self.fields else {})

    # -- checks

    def _check(self) -> None:
        record = record_of(self.sheet.book, self._dealer, self.figures)
        self.record = self._as_ruled(record)
        if "take" in self.steps:
            # The form now says who reneged; a call on the line is one of its answers.
            self._hear_of_renege(unanswered(replace(record, unproven_call=None)))
        self._add_faults(self.record)
        if "take" in self.steps and not self.errors:
            self._ask_what_matters(self.record)
            self._add_faults(self.record)
        if all(name.startswith("q_") for name in self.errors):
            self._ask_about_rare_figures(self.record)

    @property
    def _dealer(self) -> Seat:
        return self.figures.dealer or self.line.dealer

    def _as_ruled(self, record: DealRecord) -> DealRecord:
        """The record with the rulings laid over the form's figures."""
        if not self.line.governing:
            return record
        return record_of(self.sheet.book, self._dealer, overlaid(self.figures, self.line.governing))

    def _add_faults(self, record: DealRecord) -> None:
        faults = deal_checks.record_faults(self.book, record, self._dealer)
        if "take" not in self.steps or self.is_unplayed:
            faults = {name: text for name, text in faults.items() if not name.startswith("take")}
        for name, text in faults.items():
            field = self._field_of(name)
            self.add_error(field if field in self.fields else None, text)

    @property
    def is_unplayed(self) -> bool:
        """Whether the hand is not played out, so that there is no take."""
        if self.record is None or not self.record.meld or offending_side(self.book, self.record) is not None:
            return False
        return unplayed_reason(self.book, self.record) is not None

    # -- questions

    def _hear_of_renege(self, record: DealRecord) -> None:
        """Ask about a renege, which decides whether the hand was played out and the last take follows."""
        record = self._take_up(ask(self.book, record, self._of_renege, self._answer_to))
        if offending_side(self.book, record) is None:
            record = replace(record, take=deal_checks.completed_takes(self.book, record.take))
        self._keep(record)

    def _of_renege(self, book: RuleBook, record: DealRecord) -> tuple[Question, ...]:
        """The questions about a renege; none where one is ruled."""
        return () if "renege" in self.governed else questions_of_renege(book, record)

    def _ask_what_matters(self, record: DealRecord) -> None:
        """Find the questions this hand needs, and take in their answers."""
        if self.book.contract.trick_of == "player":
            record = replace(record, player_meld=players_melds(self.book, record, self.figures))
        self._keep(self._take_up(ask(self.book, record, open_questions, self._answer_to)))

    def _take_up(self, asked: Asked) -> DealRecord:
        """The record with the answers; the questions get their fields and faults."""
        for question in asked.questions:
            self.add_question(question)
        for question, fault in asked.faults.items():
            self.add_error(question_field(question), fault)
        self.questions = self._in_order(*self.questions, *asked.questions)
        return asked.record

    def _in_order(self, *questions: Question) -> tuple[Question, ...]:
        """Required questions first, each side's together."""
        places = {who: self.book.seats.index(who[0]) for who in (question.who for question in questions)}
        return tuple(sorted(questions, key=lambda question: (not question.is_needed, places[question.who])))

    def _answer_to(self, question: Question) -> str:
        """The answer sent for a question: one of its answers, or a figure without leading zeros; empty if none."""
        typed = str(self.data.get(self.add_prefix(question_field(question)), "")).strip()
        return typed.lstrip("0") or typed[:1]

    def asked_of(self, record: DealRecord) -> tuple[Question, ...]:
        """The questions of a recorded hand, for a form that shows it with its answers."""
        of_renege = ask(self.book, unanswered(record), self._of_renege, self._answer_shown)
        asked = ask(self.book, of_renege.record, open_questions, self._answer_shown)
        questions = self._in_order(*asked.questions, *of_renege.questions)
        for question in questions:
            self.add_question(question)
        return questions

    def _answer_shown(self, question: Question) -> str:
        answer = self.initial.get(question_field(question))
        return "" if answer is None else str(answer)

    def add_question(self, question: Question) -> None:
        """Add the field of a question, if missing."""
        field = figure_field("", required=False) if question.is_figure else forms.CharField(required=False)
        self.fields.setdefault(question_field(question), field)

    def _keep(self, record: DealRecord) -> None:
        """Record the take and the answers of `record`."""
        answers = {name: getattr(record, name) for name in ("take", *ANSWERS)}
        answers |= {
            name: value for name in RARE_ANSWERS if (value := getattr(record, name)) or getattr(self.line.figures, name)
        }
        self.say(
            "take", {name: dict(value) if isinstance(value, Mapping) else value for name, value in answers.items()}
        )
        self.record = self._as_ruled(record)

    def _ask_about_rare_figures(self, record: DealRecord) -> None:
        """Ask for confirmation of figures that are possible but improbable."""
        self.rare = tuple(
            rare_figures(self.book, record, self.steps, saved=self.line.figures, known=self.known, counted=self.counted)
        )
        if self.rare and self.cleaned_data.get(RARE) != self.rare_answer:
            self.add_error(RARE, "One more thing: is this right?")
        for step in self.steps:
            sure = {name: figure for each in self.rare for name, figure in each.typed.items() if name.startswith(step)}
            if sure:
                self.parts[step]["sure"] = sure
                self.own["sure"] = {**self.own.get("sure", {}), **sure}

    @property
    def rare_answer(self) -> str:
        """The value that confirms the rare figures."""
        return answer_of(each.typed for each in self.rare)

    @property
    def meant_answer(self) -> str:
        """The value that takes the other figures; empty where several are in question."""
        return answer_of(each.meant for each in self.rare) if len(self.rare) == 1 else ""

    @property
    def asks_about_rare(self) -> bool:
        """Whether rare figures wait for confirmation."""
        return bool(self.rare) and RARE in self.errors

    @property
    def still_asks_about_rare(self) -> bool:
        """For a preview: whether the figures are still those of the question on the page."""
        return self.asks_about_rare and self.data.get("q_asked") == self.rare_answer

    @property
    def was_asked_about_rare(self) -> bool:
        """For a preview: whether the question is on the page."""
        return bool(self.data.get("q_asked"))

    @property
    def rare_questions(self) -> tuple[str, ...]:
        """Why it is asked, a sentence each: `Ann & Carl: 87 is a very rare meld (about 1 hand in 40,000).`"""
        return tuple(f"{f'{self.names.side(each.side)}: ' if each.side else ''}{each.sentence}" for each in self.rare)

    @property
    def rare_field(self) -> str:
        """The id of the first field with a rare figure, for the key that leads back to it."""
        return str(self[self._field_of(next(iter(self.rare[0].typed)))].id_for_label) if self.rare else ""

    @property
    def rare_keys(self) -> list[dict[str, str]]:
        """The answers, each with its name, value and words: `Ann & Carl 4, Bea & Dom 21`, `as typed`."""
        yes = next((each.yes for each in self.rare if each.yes), "")
        typed = yes or ", ".join(self._told(each.typed) for each in self.rare)
        keys = [{"name": RARE, "value": self.rare_answer, "words": typed, "small": "" if yes else "as typed"}]
        if self.meant_answer:
            meant, around = self._told(self.rare[0].meant), "the other way around" if self.rare[0].is_swapped else ""
            keys.append({"name": MEANT, "value": self.meant_answer, "words": meant, "small": around})
        return keys

    def answering(self, name: str, answer: str) -> HandForm:
        """This form as such a key sends it."""
        data = {**{each: self.data[each] for each in self.data}, name: answer}
        return HandForm(
            data,
            sheet=self.sheet,
            line=self.line,
            names=self.names,
            steps=self.steps,
            known=self.known,
            counted=self.counted,
            prefix=self.prefix,
        )

    def _told(self, figures: Mapping[str, int]) -> str:
        """`Ann & Carl 4, Bea & Dom 21`, `25`."""
        names = self.names_here
        sides = ((name.partition("_")[2], figure) for name, figure in figures.items())
        return ", ".join(
            f"{names.short_side(side)} {figure}" if side in names.sides else str(figure) for side, figure in sides
        )

    @property
    def asks_if_right(self) -> str:
        """The question itself: `Who took 21?`, `Is that right?`; empty where the sentence asks."""
        first = self.rare[0]
        if first.is_swapped:
            done = "took" if next(iter(first.typed)).startswith("take") else "melded"
            return f"Who {done} {max(first.typed.values())}?"
        return "" if first.yes else "Is that right?"


# -- fields: made once, and shared by all forms that show the same; so they are not to be changed


@kept(500)
def step_fields(
    step: str, book: RuleBook, whole_book: RuleBook, names: Names, boards: tuple[int, ...], bidder: Seat, holder: str
) -> Mapping[str, forms.Field]:
    """The fields of a step; `book` is that of the hand."""
    if step == "bid":
        return _bid_fields(book, whole_book, names, boards, holder)
    sides = book.take_sides if step == "take" else book.sides
    every = whole_book.seats if whole_book.deal.calls_partner else ()  # there for another bid in the same form
    called = (lambda side: soft(names.short_side(side))) if names.is_of_many else names.side
    figures = {f"{step}_{seat}": figure_field(called(seat), required=False) for seat in every}
    for side in sides:
        box = box_of(step, side, bidder, is_called=whole_book.deal.calls_partner)
        figures[box] = figure_field(called(side), required=False)
    if step == "meld" and book.payments and book.payments.melds:
        figures |= {f"chips_{side}": figure_field(names.first_names[side], required=False) for side in book.sides}
    fields = {**figures, **_declaration_fields(book, names)}
    if step == "take":
        fields["renege"] = choice_field("Renege", [("", "Nobody reneged"), *_sides(book, names)], required=False)
    return fields


def _bid_fields(
    book: RuleBook, whole_book: RuleBook, names: Names, boards: tuple[int, ...], stuck_holder: str
) -> dict[str, forms.Field]:
    fields: dict[str, forms.Field] = {}
    if boards:
        fields["board"] = choice_field(
            "Which board?",
            [(str(number), str(number)) for number in boards],
            missing="Tap the number that’s on the board.",
            wrong="Board %(value)s isn’t at this table this round.",
        )
    else:
        fields["dealer"] = choice_field("Dealer", [(seat, names.player(seat)) for seat in whole_book.seats])
    trump = choice_field("Trump", [(suit, SUIT_NAMES[suit].capitalize()) for suit in SUITS], required=False)
    if not book.auction.is_held:
        return {**fields, "trump": trump}
    seats = [(seat, soft(names.short(seat))) for seat in book.seats]
    stuck = (STUCK, f"Everybody passed, {stuck_holder} is stuck at {book.auction.stuck}")
    fields["bidder"] = choice_field("Who won the bid?", [*seats, stuck], missing="Tap the player who won the bid.")
    if book.deal.calls_partner:
        fields["partner"] = choice_field(
            "Who plays with the bidder?",
            [*seats, (ALONE, "Alone")],
            missing="Tap who plays with the bidder, or “Alone”.",
        )
    fields["bid"] = figure_field("Bid", required=False)
    fields["trump"] = trump
    if book.auction.marriage_needed:
        fields["no_marriage"] = _check(book.words.say("The bidder has no marriage to name trump with"))
    return fields


def _declaration_fields(book: RuleBook, names: Names) -> dict[str, forms.Field]:
    fields: dict[str, forms.Field] = {}
    if book.bonuses.moon:
        fields["moon"] = _check(f"Shooting the moon: the bidder means to take every {book.words.trick}")
    if book.contract.throw_in:
        thrown_in = "Thrown in: the bidder gives the hand up before the first lead"
        fields["thrown_in"] = _check(book.words.say(thrown_in))
    if book.bonuses.cut_and_lay:
        fields["laid_stands"] = _check("Cut and lay: the bidder shows all cards, and the others let it stand")
        fields["laid_played"] = _check("Cut and lay: the bidder shows all cards, and the others have it played")
    if book.game_melds:
        sides = [("", "Nobody has one"), *_sides(book, names)]
        fields["game_meld"] = choice_field("A meld that is the game", sides, required=False)
    return fields


def _sides(book: RuleBook, names: Names) -> list[tuple[Side, str]]:
    return [(side, names.side(side)) for side in book.sides]


def _check(label: str) -> forms.BooleanField:
    return forms.BooleanField(label=label, required=False)


# -- the line as a form shows it


def box_of(step: str, side: Side, bidder: Seat, *, is_called: bool) -> str:
    """The field of a side's figure: where a partner is called, the bidder's, and of the others together the first
    one's."""
    return f"{step}_{side if not is_called else bidder if bidder in side else side[0]}"


def question_field(question: Question) -> str:
    return f"q_{question.code}_{question.who}"


def initial_of(line: Line) -> dict[str, Any]:
    """The line's figures as a form shows them."""
    figures = line.figures
    names = ("bidder", "bid", "trump", "no_marriage", "game_meld", *DECLARATIONS)
    initial: dict[str, Any] = {name: getattr(figures, name) or None for name in names}
    initial["partner"] = ALONE if figures.partner and figures.partner == figures.bidder else figures.partner
    initial["dealer"] = line.dealer
    initial["board"] = line.board if line.entered else None
    for step, by_side in (("meld", figures.meld), ("take", figures.take)):
        for side, figure in by_side.items():
            initial[box_of(step, side, figures.bidder, is_called=figures.partner is not None)] = figure
    initial |= {f"chips_{side}": figure for side, figure in figures.chips.items()}
    return {**initial, **_initial_renege(figures), **_initial_answers(figures)}


def _initial_renege(figures: Figures) -> dict[str, Any]:
    """A renege as a form shows it, or a call that was not proven."""
    side = figures.renege or figures.unproven_call
    if not side:
        return {"renege": None}
    cause = UNPROVEN_CALL if figures.unproven_call else figures.renege_cause
    second = figures.second_renege or (NO if cause else "")
    return {"renege": side, f"q_renege_cause_{side}": cause, f"q_second_renege_{side}": second}


def _initial_answers(figures: Figures) -> dict[str, Any]:
    """The answers to questions that the paper never asks."""
    initial: dict[str, Any] = {}
    for side, tricks in figures.tricks.items():
        initial[f"q_tricks_{side}"] = YES if tricks else NO
    player_tricks = figures.player_tricks
    for side in figures.take:
        if figures.last_trick:
            initial[f"q_last_trick_{side}"] = YES if side == figures.last_trick else NO
        if all(seat in player_tricks for seat in side):  # a side is called by its seats
            initial[f"q_each_trick_{side}"] = next((seat for seat in side if not player_tricks[seat]), YES)
    for seat, meld in figures.player_meld.items():
        initial[f"q_player_meld_{seat}"] = meld
    return initial
