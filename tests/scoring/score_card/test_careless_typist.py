"""Simulated hands of all books, typed by somebody honest and by somebody careless, through the forms that save them.

A pad for each side: whatever is typed on it is that side's, so the same taps have one reading. What is left to go wrong
are the taps themselves: a key forgotten, pressed twice, two the other way around, the sides swapped.
"""

import random
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from statistics import median
from typing import Any

from scoring.play.simulate.bots import CLUB, maker_of
from scoring.play.simulate.rarity import BEGINNER, record_of_deal
from scoring.rules import odds
from scoring.rules.book import RuleBook, built_in_book, built_in_books
from scoring.rules.deal_score import DealRecord
from scoring.rules.rarity import built_in_rarity
from scoring.score_card.forms import HandForm, question_field
from scoring.score_card.forms.hands import RARE, STUCK
from scoring.score_card.names import Names
from scoring.score_card.pages.panels import panel_context
from scoring.score_card.rare_figures import hands_to_check
from scoring.score_card.sheet import STEPS, Setup, Sheet, build_sheet
from tests.sampling import sample

HANDS = sample(14, 1_000)  # a book, by each kind of bot
SEED = 22  # not the one that the tables are of
MOST_ASKED = 1 / 50
MOST_TAPS = 11
WRONG_SIDE = "wrong side"
BOOKS = [built_in_book(key) for key in built_in_books()]

Taps = dict[str, str]


@lru_cache
def hands_of(book: RuleBook) -> tuple[DealRecord, ...]:
    """Hands of Club players, and as many of Beginners; those that are played out."""
    makers = (maker_of(CLUB), maker_of(BEGINNER))
    hands = (record_of_deal(book, SEED, number, makers[number % 2]) for number in range(2 * HANDS))
    return tuple(hand for hand in hands if hand.trump is not None and hand.take)


def taps_of(hand: DealRecord) -> Taps:
    """What is tapped on each pad."""
    figures = {f"meld_{side}": meld for side, meld in hand.meld.items()}
    figures |= {f"take_{side}": take for side, take in hand.take.items()}
    return {"bid": str(hand.bid), **{name: str(figure) for name, figure in figures.items()}}


class Typist:
    """Types a hand onto an empty card, step by step."""

    def __init__(self, book: RuleBook, hand: DealRecord) -> None:
        self.book, self.hand, self.names = book, hand, Names(book, {}, {})
        dealer = next(seat for seat in book.seats if book.last_to_call(seat) == hand.bidder or not hand.stuck)
        self.sheet: Sheet = build_sheet(book, Setup(dealer), ())

    def form(self, step: str, taps: Taps, **more: str) -> HandForm:
        line = self.sheet.open_line
        assert line is not None
        chosen = {"bidder": STUCK if self.hand.stuck else self.hand.bidder, "trump": self.hand.trump}
        declared = {name: "on" for name in ("moon", "laid_stands", "laid_played") if getattr(self.hand, name)}
        data: dict[str, Any] = {"client_id": "t", "seen": self.sheet.version, "dealer": line.dealer}
        data |= {**chosen, **declared, **{name: tap for name, tap in taps.items() if name.startswith(step)}, **more}
        form = HandForm(data, sheet=self.sheet, line=line, names=self.names, steps=(step,))
        if not form.is_valid() and form.questions:  # what the paper never asks is no slip
            answers = {question_field(question): "no" for question in form.questions if question.is_needed}
            form = HandForm({**data, **answers}, sheet=self.sheet, line=line, names=self.names, steps=(step,))
        return form

    def outcome(self, taps: Taps, only: str = "") -> str:
        """`saved` in silence, `asked` about, or `refused`; where it was asked about, of the step `only`, or any."""
        found = "saved"
        for step in STEPS:
            form = self.form(step, taps)
            if not form.is_valid() and not form.asks_about_rare:
                return "refused"
            if form.asks_about_rare:
                found = "asked" if only in ("", step) else found
                form = self.form(step, taps, **{RARE: form.rare_answer})
                assert form.is_valid(), form.errors
            self.sheet = self.sheet.with_entry(step, 1, form.own)
        return found


def slips_of(rng: random.Random, taps: Taps, sides: tuple[str, ...]) -> Iterator[tuple[str, str, Taps]]:
    """One slip of each kind that the hand allows: its kind, the step, and the taps with it."""
    name = rng.choice([name for name in taps if not name.startswith("take") or name == f"take_{sides[0]}"])
    digits = taps[name]
    at = rng.randrange(len(digits))
    typed = {"doubled": digits[: at + 1] + digits[at:], "forgotten": digits[:at] + digits[at + 1 :]}
    if len(digits) > 1:
        typed["swapped"] = digits[:-2] + digits[-1] + digits[-2]
    for kind, figure in typed.items():
        if not figure or int(figure) != int(digits):
            yield kind, name.partition("_")[0], _with(taps, name, figure, sides)
    step, pair = rng.choice(("meld", "take")), rng.sample(sides, 2)
    here, there = f"{step}_{pair[0]}", f"{step}_{pair[1]}"
    if taps[here] != taps[there]:
        yield WRONG_SIDE, step, {**taps, here: taps[there], there: taps[here]}


def _with(taps: Taps, name: str, figure: str, sides: tuple[str, ...]) -> Taps:
    """The other side's take is not typed: it is what is left."""
    left_out = {f"take_{sides[1]}": ""} if name.startswith("take") and len(sides) == 2 else {}
    return {**taps, name: figure, **left_out}


def honest_taps(typist: Typist, taps: Taps) -> int:
    """Bidder, bid (by its key on an empty card, where it has one), trump, which saves; each side's meld and the green
    key; the shortest takes, since the last one is what is left, and the green key."""
    panel = panel_context(typist.sheet, typist.names)
    assert panel is not None
    bid = 0 if typist.hand.stuck else 1 if typist.hand.bid in panel.quick_bids else len(taps["bid"])
    melds = sum(len(tap) for name, tap in taps.items() if name.startswith("meld"))
    takes = sorted(len(tap) for name, tap in taps.items() if name.startswith("take"))
    return 1 + bid + 1 + melds + 1 + sum(takes[:-1]) + 1


# -- honest play -----------------------------------------------------------------------------


def test_honest_hands_are_asked_about_less_than_once_in_fifty_and_cost_eleven_taps(record_property):
    asked, marked, taps = Counter[str](), Counter[str](), {}
    for book in BOOKS:
        for hand in hands_of(book):
            typist = Typist(book, hand)
            honest = taps_of(hand)
            taps.setdefault(book.key, []).append(honest_taps(typist, honest))
            asked[book.key] += typist.outcome(honest) == "asked"
            marked[book.key] += bool(hands_to_check(typist.sheet))

    figures = {
        book.key: f"asked {asked[book.key]}, marked {marked[book.key]} of {len(hands_of(book))}, "
        f"taps {median(taps[book.key])}"
        for book in BOOKS
    }
    record_property("figures", figures)
    for book in BOOKS:
        assert max(asked[book.key], marked[book.key]) <= 1 + len(hands_of(book)) * MOST_ASKED, figures
    assert median(tap for book in BOOKS if book.is_partnership for tap in taps[book.key]) <= MOST_TAPS, figures


# -- slips -----------------------------------------------------------------------------------


def times_likelier(book: RuleBook, hand: DealRecord, typed: DealRecord, step: str, kind: str) -> float:
    """How much likelier what was meant is than what was typed, with how likely a slip of this kind is."""
    table = built_in_rarity(book)
    assert table is not None
    if step == "bid":
        chance = odds.bid_chance(table, hand.bid) / odds.bid_chance(table, typed.bid)
        return odds.meant(typed.bid).get(hand.bid, 0) * chance
    right, wrong = getattr(hand, step), getattr(typed, step)
    sides = [side for side in book.sides if right[side] != wrong[side]]
    first = sides[0]
    slip = 1.0 if kind == WRONG_SIDE else odds.meant(wrong[first]).get(right[first], 0)
    if step == "take":
        chances, bidders = odds.take_chances(book, table, hand), book.side_of(hand.bidder)
        by_key = kind != WRONG_SIDE and wrong[first] in (0, book.total_points)  # none and all
        return 0 if by_key else slip * chances.of(right[bidders]) / chances.of(wrong[bidders])
    for side in sides:
        chances = odds.meld_chances(book, table, hand, side)
        slip *= chances.of(right[side]) / chances.of(wrong[side])
    return slip * odds.WRONG_SIDE if kind == WRONG_SIDE else slip if wrong[first] else 0


def test_slip_that_is_saved_in_silence_made_a_figure_that_comes_often_enough(record_property):
    found, rng = Counter[tuple[str, str]](), random.Random(SEED)
    for book in BOOKS:
        for hand in hands_of(book):
            for kind, step, taps in slips_of(rng, taps_of(hand), book.sides):
                typist = Typist(book, hand)
                outcome = typist.outcome(taps, only=step)
                typed = typist.sheet.lines[0].record if outcome == "saved" else None
                if typed is not None:
                    if taps_of(typed) == taps_of(hand):
                        continue  # the take that was forgotten is what is left
                    assert times_likelier(book, hand, typed, step, kind) < odds.LIKELIER, (book.key, hand, typed)
                found[kind, outcome] += 1

    tried = Counter(kind for kind, _ in found.elements())
    shares = {kind: {end: found[kind, end] / tried[kind] for end in ("refused", "asked", "saved")} for kind in tried}
    record_property("figures", shares)
    assert shares["doubled"]["saved"] < 0.1
    assert shares["forgotten"]["saved"] < 0.4
    assert shares["swapped"]["saved"] < 0.5
    assert shares[WRONG_SIDE]["saved"] < 0.8
