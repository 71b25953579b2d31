"""A card adds up to the eye: what is printed of a hand, and not crossed out, comes to what the total rose by.

Read from the lines as screen and paper draw them, for every hand and every game of the cases of each book.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from django.template.loader import render_to_string
from hypothesis import given
from hypothesis import strategies as st

from scoring.models import RuleBookVersion, ScoreCard
from scoring.rules.book import RuleBook
from scoring.rules.cards import Side
from scoring.rules.conformance import read_cases
from scoring.score_card.pages.card import CardContext, card_context
from scoring.score_card.pdfs import paper_card
from scoring.score_card.sheet import EntryData, Line, Setup, Sheet, build_sheet
from tests.books import TRIED
from tests.sampling import crossed
from tests.scoring.rules.deal_samples import random_book, random_record
from tests.scoring.score_card.makers import made, sheet_of

CASES = Path(__file__).parents[3] / "cases"
MINUS = "−"
SIGNED = re.compile(rf"[+{MINUS}]\d+")
NUMBER = re.compile(rf"[+{MINUS}]?\d+")


def card_of(book: RuleBook) -> ScoreCard:
    version = RuleBookVersion(key=book.key, number=1, data=book.to_json())
    return ScoreCard(book_version=version, player_names={}, first_dealer=book.seats[0])


@cache
def sheets_of(key: str) -> tuple[Sheet, ...]:
    """A sheet for each hand and each game in the cases of a book."""
    cases = [case for case in read_cases(CASES / f"{key}.jsonl") if case.op in ("hand", "game")]
    return tuple(sheet_with(case.book, case.given.get("hands", [case.given])) for case in cases)


def sheet_with(book: RuleBook, hands: list[dict]) -> Sheet:
    entries = []
    for number, hand in enumerate(hands, start=1):
        known = {name: value for name, value in hand.items() if value is not None}
        known = {"bidder": book.seats[0], "bid": 0, **known}  # as where nobody bids
        is_stuck, out = known.pop("stuck", False), known.pop("out", None)
        dealer = out or (known["bidder"] if is_stuck else book.next_seat(known["bidder"]))
        entries.append(made("correct", number, dealer=dealer, **known))
    return sheet_of(*entries, book=book)


def rises(sheet: Sheet) -> list[list[int]]:
    """By how much each side's total rises on each line that counts."""
    totals = [dict.fromkeys(sheet.book.sides, 0), *map(totals_of, sheet.counted_lines)]
    return [[after[side] - before[side] for side in sheet.book.sides] for before, after in pairwise(totals)]


def totals_of(line: Line) -> Mapping[Side, int]:
    assert line.totals is not None
    return line.totals


def number_of(text: str) -> int:
    return int(text.replace(MINUS, "-"))


def added_up(figures: list[str], marks: str) -> int:
    """What stands in the cells of meld and take, without what is crossed out, and every signed amount on the marks."""
    seen = [re.sub(r"<s>.*?</s>", "", figure) for figure in figures]
    return sum(int(figure) for figure in seen if figure.strip(" –")) + sum(map(number_of, SIGNED.findall(marks)))


def cells_in(line: str) -> list[str]:
    return [cell.strip() for cell in re.findall(r"<td[^>]*>(.*?)</td>", line, re.DOTALL)]


def of_sides(cells: list[str], width: int) -> list[tuple[int, int]]:
    """What each side's cells add up to, and the total that stands there."""
    sides = []
    for *_, meld, take, total in zip(*[iter(cells)] * width, strict=True):
        *marks, running = re.sub(r"<[^>]+>", " ", total).split()
        sides.append((added_up([meld, take], " ".join(marks)), number_of(running)))
    return sides


def on_screen(view: CardContext) -> list[list[tuple[int, int]]]:
    drawn = [render_to_string("scoring/score_card/_score_line.html", {"row": row, "base": "/"}) for row in view.rows]
    return [list(told_of_sides(line)) for line in drawn]


def told_of_sides(line: str) -> Iterator[tuple[int, int]]:
    """The same of a line on which a set is told once, above the figures of all."""
    (told,) = re.findall(r"<th[^>]*>(.*?)</th>", line, re.DOTALL)
    is_set = re.findall(r'class="mark mark-set">(.*?)<', told)
    for kinds, cell in re.findall(r'<td class="([^"]*)"[^>]*>(.*?)</td>', line, re.DOTALL):
        figures = re.findall(r'class="c-(?:meld|take)">(.*?)</span>', cell, re.DOTALL)
        brought = re.findall(rf'class="figures">([+{MINUS}]?\d+)</span>', cell)  # of a partner who was called
        marks = re.findall(r'class="mark [^"]*">(.*?)<', cell) + (is_set if "is-bidder" in kinds else [])
        running = re.findall(r'class="running">(.*?)<', cell)[0]
        yield number_of(brought[0]) if brought else added_up(figures, " ".join(marks)), number_of(running)


def on_paper(view: CardContext) -> list[list[tuple[int, int]]]:
    card = paper_card(view.card, view.sheet)
    page = {"number": 1, "lines": [{"row": row} for row in view.rows]}
    drawn = render_to_string("scoring/score_card/_card_page_pdf.html", {"card": card, "page": page})
    lines = re.findall(r"<tbody>(.*?)</tbody>", drawn, re.DOTALL)[0].split("</tr>")[:-1]
    if card.is_told:
        figures = [
            [[*map(number_of, NUMBER.findall(cell))] for cell in cells_in(line)[card.facts - 1 :]] for line in lines
        ]
        return [[(brought, total) for brought, total in line] for line in figures]
    return [of_sides(cells_in(line)[1:], card.width) for line in lines]


@pytest.mark.parametrize(("key", "draw"), crossed(TRIED, [on_screen, on_paper]))
def test_every_line_adds_up_to_what_the_total_rose_by(key, draw):
    sheets = sheets_of(key)

    for sheet in sheets:
        printed = draw(card_context(card_of(sheet.book), sheet))
        wanted = [
            list(zip(rise, (totals_of(line)[side] for side in sheet.book.sides), strict=True))
            for rise, line in zip(rises(sheet), sheet.counted_lines, strict=True)
        ]
        assert printed == wanted, sheet.lines
    assert len(sheets) > 5


@given(st.randoms(use_true_random=True))
def test_lines_under_any_rules_add_up(rng):
    book = random_book(rng)
    record = random_record(book, rng)
    dealer = record.out or (record.bidder if record.stuck else book.next_seat(record.bidder))
    payload = {**asdict(record), "dealer": dealer}
    sheet = build_sheet(book, Setup(book.seats[0]), (EntryData(1, "correct", 1, payload),))

    (printed,) = on_screen(card_context(card_of(book), sheet))

    assert [rise for rise, _ in printed] == rises(sheet)[0]
