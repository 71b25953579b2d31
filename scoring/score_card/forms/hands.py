"""A hand: one step of it, or its whole line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django import forms

from scoring.rules import deal_checks
from scoring.rules.cards import SUITS, Seat, Side
from scoring.rules.deal_score import DealRecord, Question, no_meld_counts, open_questions, unplayed_reason, with_answer
from scoring.rules.errors import RuleError
from scoring.rules.notation import SUIT_NAMES, listed
from scoring.score_card.meld_counts import taps_that_hold
from scoring.score_card.names import Names
from scoring.score_card.rare_melds import RareMeld, answer_of, rare_melds
from scoring.score_card.sheet import Line, Sheet, record_of

from .base import EntryForm, choice_field, figure_field, yes_no_field

STUCK: Final = "stuck"
RARE: Final = "q_rare"


class HandForm(EntryForm):
    """One step of a hand, or the whole line for a correction.

    `steps` says which parts the form has. Once cleaned, `own` is what those parts came to (to
    be recorded), `parts` the same by step, `payload` the whole line with them, and `record` that
    line as the rules read it: None while a field cannot be read. `questions` are those the paper
    never asks and this hand needs, answered or not; `rare` are the melds that hardly ever come, confirmed or not.
    """

    own: dict[str, Any]
    parts: dict[str, dict[str, Any]]
    payload: dict[str, Any]
    record: DealRecord | None = None
    questions: tuple[Question, ...] = ()
    rare: tuple[RareMeld, ...] = ()

    def __init__(
        self,
        *args: Any,
        sheet: Sheet,
        line: Line,
        names: Names,
        steps: tuple[str, ...],
        known: frozenset[Side] = frozenset(),
        **kw: Any,
    ) -> None:
        """`known` are sides whose melds were counted from their cards, so that nothing about them is in doubt."""
        self.sheet, self.line, self.names, self.steps, self.known = sheet, line, names, steps, known
        self.book = sheet.book
        kw["initial"] = {**initial_of(line), **kw.get("initial", {})}
        super().__init__(*args, seen=sheet.version, **kw)
        add_fields = {"bid": self._add_bid_fields, "meld": self._add_meld_fields, "take": self._add_take_fields}
        for step in steps:
            add_fields[step]()

    # -- fields

    def _add_bid_fields(self) -> None:
        seats = [(seat, self.names.player(seat)) for seat in self.book.seats]
        stuck = (STUCK, f"Everybody passed: the dealer takes it at {self.book.auction.stuck}")
        self.fields["dealer"] = choice_field("Dealer", seats)
        self.fields["bidder"] = choice_field(
            "Who won the bid?", [*seats, stuck], missing="Tap the player who won the bid."
        )
        self.fields["bid"] = figure_field("Bid", required=False)
        self.fields["trump"] = choice_field(
            "Trump", [(suit, SUIT_NAMES[suit].capitalize()) for suit in SUITS], required=False
        )
        if self.book.auction.marriage_needed:
            self.fields["no_marriage"] = forms.BooleanField(
                label="The bidder has no marriage to name trump with", required=False
            )

    def _add_meld_fields(self) -> None:
        for side in self.book.sides:
            self.fields[f"meld_{side}"] = figure_field(self.names.side(side), required=False)
        self.fields[RARE] = forms.CharField(required=False, widget=forms.HiddenInput)
        self._add_declaration_fields()

    def _add_take_fields(self) -> None:
        for side in self.book.sides:
            self.fields[f"take_{side}"] = figure_field(self.names.side(side), required=False)
            self.fields[f"q_last_trick_{side}"] = yes_no_field("Only the last trick?")
            self.fields[f"q_tricks_{side}"] = yes_no_field("Any trick at all?")
        self._add_declaration_fields()
        sides = [(side, self.names.side(side)) for side in self.book.sides]
        self.fields["renege"] = choice_field("Renege", [("", "Nobody reneged"), *sides], required=False)

    def _add_declaration_fields(self) -> None:
        if self.book.bonuses.moon:
            self.fields["moon"] = forms.BooleanField(
                label="Shooting the moon: the bidder means to take every trick", required=False
            )
        if self.book.contract.throw_in:
            self.fields["thrown_in"] = forms.BooleanField(
                label="Thrown in: the bidders give the hand up before the first lead",
                required=False,
            )

    @property
    def meld_fields(self) -> list[forms.BoundField]:
        return [self[f"meld_{side}"] for side in self.book.sides]

    @property
    def take_fields(self) -> list[forms.BoundField]:
        return [self[f"take_{side}"] for side in self.book.sides]

    @property
    def has_unusual(self) -> bool:
        """Whether one of the rare things is set or at fault, so that its drawer stands open."""
        rare = [self[name] for name in ("moon", "thrown_in", "renege", "dealer") if name in self.fields]
        return any(field.errors or (field.name != "dealer" and field.value()) for field in rare)

    # -- what it comes to

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        self.payload = {**self.line.payload}
        self.own, self.parts = {}, {}
        payload_of = {"bid": self._bid_payload, "meld": self._meld_payload, "take": self._take_payload}
        for step in self.steps:
            self.parts[step] = payload_of[step](data)
            self.own.update(self.parts[step])
            self.payload.update(self.own)
        if "bid" in self.payload and self.payload.get("bidder") and not self.errors:
            self._check()
        return data

    def _bid_payload(self, data: Mapping[str, Any]) -> dict[str, Any]:
        dealer = data.get("dealer") or self.line.dealer
        is_stuck = data.get("bidder") == STUCK
        bid = self.book.auction.stuck if is_stuck else data.get("bid")
        if bid is None and "bid" not in self.errors:
            self.add_error("bid", "Enter the bid that won the auction.")
        no_marriage = bool(data.get("no_marriage"))
        trump = None if no_marriage else data.get("trump") or None
        if trump is None and not no_marriage and "trump" not in self.errors:
            self.add_error("trump", "Tap the suit that is trump.")
        return {
            "dealer": dealer,
            "bidder": dealer if is_stuck else data.get("bidder"),
            "bid": bid,
            "trump": trump,
            "no_marriage": no_marriage,
        }

    def _meld_payload(self, data: Mapping[str, Any]) -> dict[str, Any]:
        meld: dict[Side, int] = {}
        for side in self.book.sides:
            value = data.get(f"meld_{side}")
            if value is None and not self._meld_is_void and f"meld_{side}" not in self.errors:
                self.add_error(f"meld_{side}", "Enter the meld; 0 if there was none.")
            meld[side] = value or 0
        return {"meld": meld, **taps_that_hold(self.names, self.line.payload, meld), **self._declarations(data)}

    @property
    def _meld_is_void(self) -> bool:
        """Whether nobody's meld counts, so that none need be entered."""
        return no_meld_counts(self.book, no_marriage=bool(self.payload.get("no_marriage")))

    def _take_payload(self, data: Mapping[str, Any]) -> dict[str, Any]:
        take = {side: data.get(f"take_{side}") for side in self.book.sides}
        payload: dict[str, Any] = {
            **self._declarations(data),
            "renege": data.get("renege") or None,
            "last_trick": None,
            "tricks": {},
        }
        payload["take"] = self._completed(take, is_played_out=payload["renege"] is None)
        return payload

    def _declarations(self, data: Mapping[str, Any]) -> dict[str, bool]:
        return {name: bool(data.get(name)) for name in ("moon", "thrown_in") if name in self.fields}

    def _completed(self, take: dict[Side, int | None], *, is_played_out: bool) -> dict[Side, int]:
        """The takes that were typed; the last one follows, where the hand was played out."""
        known = {side: value for side, value in take.items() if value is not None}
        return deal_checks.completed_takes(self.book, known) if is_played_out and not self.errors else known

    # -- checks

    def _check(self) -> None:
        dealer = self.payload.get("dealer") or self.line.dealer
        self.record = record_of(self.book, dealer, self.payload)
        self._add_faults(self.record, dealer)
        if "take" in self.steps and not self.errors:
            self.record = self._ask(self.record)
            self._add_faults(self.record, dealer)
        if "meld" in self.steps and all(name.startswith("q_") for name in self.errors):
            self._ask_about_rare_melds(self.record)

    def _add_faults(self, record: DealRecord, dealer: Seat) -> None:
        faults = deal_checks.record_faults(self.book, record, dealer)
        if "take" not in self.steps or self.is_unplayed:
            faults = {name: text for name, text in faults.items() if not name.startswith("take")}
        for name, text in faults.items():
            self.add_error(name if name in self.fields else None, text)

    @property
    def is_unplayed(self) -> bool:
        """Whether the hand is not played out, so that nobody takes anything."""
        if self.record is None or self.record.renege is not None or not self.record.meld:
            return False
        return unplayed_reason(self.book, self.record) is not None

    def _ask(self, record: DealRecord) -> DealRecord:
        """Finds the questions this hand needs; the record with the answers given.

        One answer can make another question matter, so it asks until nothing new comes up. An
        answer that no longer matters is left out.
        """
        asked: list[Question] = []
        while fresh := [question for question in self._open_questions(record) if question not in asked]:
            asked += fresh
            for question in fresh:
                answer = self.cleaned_data.get(question_field(question))
                if answer:
                    record = with_answer(self.book, record, question, yes=answer == "yes")
                else:
                    self.add_error(question_field(question), "One more thing: please answer this.")
        self.questions = tuple(asked)
        answers = {"last_trick": record.last_trick, "tricks": dict(record.tricks)}
        self.parts["take"].update(answers)
        self.own.update(answers)
        self.payload.update(answers)
        return record

    def _ask_about_rare_melds(self, record: DealRecord) -> None:
        """A possible but very rare meld is saved once somebody has said that it is right."""
        saved = self.line.payload.get("meld") or {}
        self.rare = tuple(rare_melds(self.book, record, saved=saved, known=self.known))
        if self.rare and self.cleaned_data.get(RARE) != self.rare_answer:
            self.add_error(RARE, "One more thing: is this meld right?")

    @property
    def rare_answer(self) -> str:
        """What the key that confirms the rare melds sends."""
        return answer_of(self.rare)

    @property
    def asks_about_rare(self) -> bool:
        """Whether rare melds wait to be confirmed."""
        return bool(self.rare) and RARE in self.errors

    @property
    def still_asks_about_rare(self) -> bool:
        """For a preview: whether the figures are still those that the question on the page is about."""
        return self.asks_about_rare and self.data.get("q_asked") == self.rare_answer

    @property
    def was_asked_about_rare(self) -> bool:
        """For a preview: whether the question stands on the page."""
        return bool(self.data.get("q_asked"))

    @property
    def rare_questions(self) -> tuple[str, ...]:
        """`87 is a very rare meld (about 1 hand in 40,000).`, with the side's name."""
        return tuple(f"{self.names.side(meld.side)}: {meld.sentence}" for meld in self.rare)

    @property
    def rare_field(self) -> str:
        """The id of the first field that holds a rare meld, for the key that leads back to it."""
        return str(self[f"meld_{self.rare[0].side}"].id_for_label) if self.rare else ""

    @property
    def rare_totals(self) -> str:
        """`87`, `87 and 120`."""
        return listed([str(meld.total) for meld in self.rare])

    def _open_questions(self, record: DealRecord) -> tuple[Question, ...]:
        try:
            return open_questions(self.book, record)
        except RuleError:
            return ()


def question_field(question: Question) -> str:
    """The name of the field that answers a question."""
    return f"q_{question.code}_{question.side}"


def initial_of(line: Line) -> dict[str, Any]:
    """A line's payload as a form shows it."""
    payload = line.payload
    initial = {
        name: payload.get(name) for name in ("bidder", "bid", "trump", "no_marriage", "moon", "thrown_in", "renege")
    }
    initial["dealer"] = line.dealer
    for name in ("meld", "take"):
        for side, value in (payload.get(name) or {}).items():
            initial[f"{name}_{side}"] = value
    for side, tricks in (payload.get("tricks") or {}).items():
        initial[f"q_tricks_{side}"] = "yes" if tricks else "no"
    if payload.get("last_trick"):
        for side in payload.get("take") or {}:
            initial[f"q_last_trick_{side}"] = "yes" if side == payload["last_trick"] else "no"
    return initial
