"""A paper card as one grid, a hand a row, checked by the same forms as at a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from django import forms

from league.acting.forms import ClubForm, ReasonForm
from league.evening.tables.deeds.paper_cards import HIGHEST_TOTAL
from pinochle_club.ground.forms import words_field
from scoring.boards.boards import dealer_of
from scoring.rules.cards import Seat, Side
from scoring.score_card.forms import ALONE, DECLARATIONS, WholeHandForm, columns_of, initial_of
from scoring.score_card.names import Names
from scoring.score_card.next_boards import boards_left
from scoring.score_card.player_scores import final_totals
from scoring.score_card.sheet import MOST_LINES, Line, Sheet

ROWS_WITHOUT_END: Final = 12
SPARE_ROWS: Final = 4
# The typed cells of a row: without them it is empty.
TYPED: Final = ("bidder", "bid", "trump", "no_marriage", *DECLARATIONS, "renege")
PLAYERS: Final = {"bidder": "Who won the bid?", "partner": "Who played along? Alone: the bidder."}


@dataclass(slots=True)
class PaperRow:
    number: int
    dealer: Seat
    cells: Mapping[str, str]
    is_on_card: bool
    board: int = 0
    form: WholeHandForm | None = None
    fault: str = ""

    @property
    def name(self) -> str:
        return f"Board {self.board}" if self.board else f"Hand {self.number}"

    def field(self, name: str) -> str:
        """The form's name of a cell or question. A row is known by its place on the card, whichever board it is."""
        return f"{prefix_of(self.number)}{name}"

    @property
    def is_valid(self) -> bool:
        return not self.fault and (self.form is None or self.form.is_valid())

    @property
    def is_complete(self) -> bool:
        melds = [self.form.box("meld", side) for side in self.form.book.sides] if self.form else []
        has_trump = bool(self.cells.get("trump") or self.cells.get("no_marriage"))
        is_bid = all(self.cells.get(name) for name in ("bidder", "bid") if self.form and name in self.form.fields)
        return is_bid and has_trump and all(self.cells.get(name) for name in melds)

    @property
    def awaits_takes(self) -> bool:
        """Whether no take is typed yet: then a missing one is no fault."""
        return not any(text for name, text in self.cells.items() if name.startswith("take_"))


def prefix_of(number: int) -> str:
    return f"h{number}-"


class PaperCardForm(ClubForm):
    """The grid. `rows` are its hands; `after` is the card with them."""

    seen = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    reason = words_field("Reason, if you change a hand already on the card", 200)

    def __init__(self, data: Mapping[str, Any] | None = None, *, sheet: Sheet, names: Names) -> None:
        super().__init__(data, initial={"seen": sheet.version})
        self.sheet, self.names, self.book = sheet, names, sheet.book
        # A row is a board by itself, so no number is typed.
        columns = columns_of(sheet.book, has_boards=bool(sheet.setup.boards))
        self.columns = tuple(name for name in columns if name != "board")
        for side in self.book.sides:
            self.fields[f"sum_{side}"] = _total_field(names.side(side), is_needed=False)
            self.fields[f"sum_{side}"].widget.attrs["data-sum"] = ""

    @property
    def row_count(self) -> int:
        lines = len(self.sheet.lines)
        return min(MOST_LINES, max(lines, self.sheet.hands_to_play or max(ROWS_WITHOUT_END, lines + SPARE_ROWS)))

    @cached_property
    def rows(self) -> tuple[PaperRow, ...]:
        return tuple(self._rows())

    def _rows(self) -> Iterator[PaperRow]:
        dealer = self.sheet.setup.first_dealer
        boards = iter(boards_left(self.sheet, Line(0, dealer)))
        filled = self._last_filled()
        for number in range(1, self.row_count + 1):
            if number <= len(self.sheet.lines):
                line = self.sheet.lines[number - 1]
            else:
                board = next(boards, 0)
                line = Line(number, dealer_of(self.book, board) if board else dealer, board=board)
            row = self._row(line, dealer, is_due=number <= filled)
            yield row
            dealer = self.book.next_seat(row.dealer)

    def _row(self, line: Line, dealer: Seat, *, is_due: bool) -> PaperRow:
        is_on_card = line.number <= len(self.sheet.lines)
        cells = _cells_of(line, self.columns, is_on_card)
        if self.is_bound:  # questions the grid didn't ask keep the card's answers
            answers = {name: text for name, text in cells.items() if name.startswith("q_")}
            cells = answers | self._typed_cells(line.number)
        deals = cells.get("dealer", "") or (line.dealer if is_on_card or line.board else dealer)
        row = PaperRow(line.number, deals if deals in self.book.seats else dealer, cells, is_on_card, line.board)
        if self.is_bound and (is_on_card or _is_filled(cells)):
            row.form = self._form(line, {**cells, "dealer": deals, "board": str(line.board)})
        elif self.is_bound and is_due:
            row.fault = f"{row.name} is empty, but a later one isn’t."
        return row

    def _last_filled(self) -> int:
        numbers = range(1, self.row_count + 1) if self.is_bound else ()
        return max((number for number in numbers if _is_filled(self._typed_cells(number))), default=0)

    def _typed_cells(self, number: int) -> dict[str, str]:
        start = prefix_of(number)
        cells = {name[len(start) :]: str(self.data[name]).strip() for name in self.data if name.startswith(start)}
        return {
            name: text.upper() if name in ("dealer", "bidder", "partner", "trump", "renege") else text
            for name, text in cells.items()
        }

    def _form(self, line: Line, cells: Mapping[str, str]) -> WholeHandForm:
        data = {**cells, "client_id": str(self.data.get("client_id", "")), "seen": str(self.sheet.version)}
        seat = cells.get("renege", "")
        if seat in self.book.seats:
            bidder, partner = cells.get("bidder", ""), cells.get("partner", "")
            here = self.book.for_hand(None, bidder, partner if partner in self.book.seats else None)
            data["renege"] = here.side_of(seat)
        form = WholeHandForm(data, sheet=self.sheet, line=line, names=self.names)
        for name in {"dealer", "bidder", "partner"} & form.fields.keys():
            form.fields[name].error_messages["invalid_choice"] = f"Type one of {', '.join(self.book.seats)}."
        for name in PLAYERS.keys() & form.fields.keys():
            form.fields[name].error_messages["required"] = PLAYERS[name]
        form.fields["trump"].error_messages["invalid_choice"] = "Type S, H, D or C."
        form.fields["renege"].error_messages["invalid_choice"] = f"Who reneged: {', '.join(self.book.seats)}?"
        return form

    # -- what it comes to

    @cached_property
    def _written(self) -> tuple[Sheet, dict[int, int]]:
        """The card with the valid rows, and the hand number of each: below an invalid row they move up."""
        sheet, place = self.sheet, {}
        for row in self.rows:
            if row.form is None or not row.is_valid:
                continue
            number = row.number if row.is_on_card else len(sheet.lines) + 1
            if sheet.is_finished and not row.is_on_card:
                if number == row.number:
                    row.fault = f"The game was over before hand {row.number}. Leave this row empty."
                break
            if not row.is_on_card or row.form.changes_anything or not sheet.lines[number - 1].is_done:
                sheet = sheet.with_entry("correct", number, row.form.own)
            place[row.number] = number
        return sheet, place

    @property
    def after(self) -> Sheet:
        return self._written[0]

    def line_of(self, row: PaperRow) -> Line | None:
        sheet, place = self._written
        return sheet.line(place[row.number]) if row.number in place else None

    @property
    def left_out(self) -> list[str]:
        _, place = self._written
        faulty = [str(row.board or row.number) for row in self.rows if not row.is_valid]
        return faulty if self.is_bound and place else []

    def check_words(self, side: Side) -> str:
        """A side's total against the paper's; empty if not typed, or while rows are missing."""
        typed = str(self.data.get(f"sum_{side}", "")).strip().replace("−", "-") if self.is_bound else ""
        if self.left_out or not typed.removeprefix("-").isdecimal() or len(typed) > 6:
            return ""
        apart = final_totals(self.after)[side] - int(typed)
        if not apart:
            return "as the paper says"
        return f"{abs(apart)} {'more' if apart > 0 else 'less'} than the paper says"

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        _ = self.after  # finds rows after the end
        if not any(row.form for row in self.rows):
            self.add_error(None, "Type at least one hand.")
        if self.corrects and not data.get("reason"):
            self.add_error("reason", "You’re changing a hand already on the card. Say why in a few words.")
        for side in self.book.sides:
            self._check_sum(side)
        return data

    def _check_sum(self, side: Side) -> None:
        """The paper's total checks the typing; papers are added up wrong too, so it has no last word."""
        words = self.check_words(side)
        if words.endswith("than the paper says") and not self.data.get("is_miscounted"):
            self.add_error(f"sum_{side}", f"The hands add up to {words}. Look for a slip in the rows.")

    @property
    def sum_fields(self) -> list[forms.BoundField]:
        return [self[f"sum_{side}"] for side in self.book.sides]

    @property
    def asks_about_sums(self) -> bool:
        return bool(self.data.get("is_miscounted")) or any(field.errors for field in self.sum_fields)

    def is_valid(self) -> bool:
        return super().is_valid() and all(row.is_valid for row in self.rows)

    @property
    def corrects(self) -> bool:
        return any(
            row.form is not None and row.is_valid and row.form.line.is_done and row.form.changes_anything
            for row in self.rows
        )

    @property
    def deed_fields(self) -> dict[str, Any]:
        data = {name: self.cleaned_data[name] for name in ("client_id", "seen", "reason")}
        return {**data, "lines": [row.form.typed for row in self.rows if row.form is not None]}


def _is_filled(cells: Mapping[str, str]) -> bool:
    return any(text for name, text in cells.items() if name in TYPED or name.startswith(("meld_", "take_")))


def _cells_of(line: Line, columns: tuple[str, ...], is_on_card: bool) -> dict[str, str]:
    """A row from the card. A renege is shown by its side's first seat."""
    if not is_on_card:
        return {}
    initial = initial_of(line)
    if initial["partner"] == ALONE:
        initial["partner"] = initial["bidder"]
    cells = {name: _text(value) for name, value in initial.items() if name in columns or name.startswith("q_")}
    if cells.get("renege"):
        cells["renege"] = cells["renege"][0]
    return cells


def _text(value: Any) -> str:
    if value is True:
        return "on"
    return "" if value is None or value is False else str(value)  # 0 is a figure


class SwitchForm(ReasonForm):
    """Between paper and tablet. Typed totals stay and count, unless a reason removes them."""

    seen = forms.IntegerField(min_value=0, widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, seen: int = 0, **kwargs: Any) -> None:
        super().__init__(*args, is_needed=False, **kwargs)
        self.initial["seen"] = seen
        self.fields["reason"].label = "Reason, to remove the totals"
        self.fields["reason"].help_text = "Without a reason, the totals stay and count instead of hands."

    def clean_seen(self) -> int:
        return self.cleaned_data["seen"] or 0

    @property
    def deed_fields(self) -> dict[str, Any]:
        return {**self.cleaned_data, "is_paper": self.data.get("is_paper") == "1"}


class TotalsForm(ReasonForm):
    """A total for each side; `is_back` takes them back. It asks for a reason only where one `is_needed`."""

    seen = forms.IntegerField(
        min_value=0,
        widget=forms.HiddenInput,
        error_messages=dict.fromkeys(("required", "invalid", "min_value"), "This page is out of date. Open it again."),
    )

    def __init__(
        self, *args: Any, names: Names, seen: int, is_needed: bool, is_back: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.names, self.is_back = names, is_back
        self.initial["seen"] = seen
        if not is_needed:
            del self.fields["reason"]
        for side in names.book.sides if not is_back else ():
            self.fields[f"total_{side}"] = _total_field(names.side(side))

    @property
    def reason_field(self) -> forms.BoundField | None:
        return self["reason"] if "reason" in self.fields else None

    @property
    def total_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith("total_")]

    @property
    def deed_fields(self) -> dict[str, Any]:
        data = self.cleaned_data
        sides: tuple[Side, ...] = () if self.is_back else self.names.book.sides
        totals = {side: data[f"total_{side}"] for side in sides}
        return {
            "client_id": data["client_id"],
            "seen": data["seen"],
            "reason": data.get("reason", ""),
            "totals": totals,
        }


def _total_field(label: str, *, is_needed: bool = True) -> forms.IntegerField:
    return forms.IntegerField(
        label=label,
        required=is_needed,
        min_value=-HIGHEST_TOTAL,
        max_value=HIGHEST_TOTAL,
        widget=forms.TextInput(attrs={"autocomplete": "off", "maxlength": 6}),
        error_messages={
            "required": "Type the total from the paper.",
            "invalid": "Type a whole number, such as 142 or -27.",
            "min_value": f"Totals can’t be below −{HIGHEST_TOTAL}.",
            "max_value": f"Totals can’t be above {HIGHEST_TOTAL}.",
        },
    )
