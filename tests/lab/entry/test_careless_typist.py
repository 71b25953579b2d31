"""Simulated hands of all books, typed by somebody honest and by somebody careless, through the forms that save them.

A pad for each side: whatever is typed on it is that side's, so the same taps have one reading. What is left to go wrong
are the taps themselves: a key forgotten, pressed twice, or for the one beside it, two the other way around, the sides
swapped. How likely such a reading is, is reckoned here anew, from the tables and from what `odds` says in words: which
slips there are, how often, and how far people may be from bots.
"""

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import chain
from math import dist, lcm
from statistics import median
from typing import Any

from scoring.play.simulate.bots import CLUB, maker_of
from scoring.play.simulate.rarity import BEGINNER, PlainBidder, record_of_deal
from scoring.rules import odds
from scoring.rules.book import RuleBook, built_in_book
from scoring.rules.deal_score import DealRecord
from scoring.rules.rarity import Bands, Counts, built_in_rarity
from scoring.score_card.forms import HandForm, question_field
from scoring.score_card.forms.hands import RARE, STUCK
from scoring.score_card.names import Names
from scoring.score_card.pages.panels import panel_context
from scoring.score_card.rare_figures import hands_to_check
from scoring.score_card.sheet import STEPS, Setup, Sheet, build_sheet
from tests.books import PLAYED, STEADY
from tests.sampling import SOAK, sample

HANDS = sample(5, 1_000)  # a book, by each kind of bot
SEED = 22  # not the one that the tables are of
MOST_ASKED = 1 / 50
MORE_BY_CHANCE = sample(3, 12)  # in one book: of 3,000 hands 60, and 75 would be twice their scatter above
MOST_TAPS = 11
ALONE_IN_A_LARGE_DECK = "cutthroat"  # three melds and two takes, most of two digits: ten
PLAIN = "plain bidders"
PLAYERS = (CLUB, BEGINNER, PLAIN)
BOOKS = [built_in_book(key) for key in PLAYED if key in STEADY]

WRONG_SIDE = "wrong side"
ODDS_OF_SLIP = (1 / 20) / (19 / 20)  # one slip in twenty hands, of one of five kinds
KINDS = 5
PAD = ("123", "456", "789", " 0 ")

Taps = dict[str, str]


@lru_cache
def hands_of(book: RuleBook, bots: str) -> tuple[DealRecord, ...]:
    """Hands of such players; those that are played out."""
    make = PlainBidder.from_seed if bots == PLAIN else maker_of(bots)
    hands = (record_of_deal(book, SEED, number, make) for number in range(HANDS))
    return tuple(hand for hand in hands if hand.trump is not None and hand.take)


def all_hands() -> Iterator[tuple[RuleBook, str, DealRecord]]:
    for book in BOOKS:
        for bots in PLAYERS:
            for hand in hands_of(book, bots):
                yield book, bots, hand


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

    @property
    def bid_keys(self) -> tuple[int, ...]:
        panel = panel_context(self.sheet, self.names)
        assert panel is not None
        return panel.quick_bids

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
        """`saved` in silence, `asked` about, or `refused`; up to the step `only`, which then alone counts as asked."""
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
            if step == only:
                break
        return found


# -- honest play -----------------------------------------------------------------------------


def test_honest_hands_are_asked_about_less_than_once_in_fifty_and_cost_eleven_taps(record_property):
    asked, marked, hands = Counter[tuple[str, str]](), Counter[str](), Counter[tuple[str, str]]()
    taps, by_key = defaultdict[str, list[int]](list), Counter[str]()
    for book, bots, hand in all_hands():
        typist = Typist(book, hand)
        keys = typist.bid_keys
        taps[book.key].append(honest_taps(hand, keys))
        by_key[book.key] += hand.bid in keys
        hands[book.key, bots] += 1
        asked[book.key, bots] += typist.outcome(taps_of(hand)) == "asked"
        marked[book.key] += bool(hands_to_check(typist.sheet))

    told = {" ".join(key): f"{asked[key]} of {hands[key]}" for key in hands}
    medians = {key: median(taps[key]) for key in taps}
    record_property("figures", {"asked": told, "marked": dict(marked), "taps": medians, "bid by a key": dict(by_key)})
    assert asked.total() <= hands.total() * MOST_ASKED + MORE_BY_CHANCE, told
    for book in BOOKS:
        dealt = len(taps[book.key])
        assert sum(asked[book.key, bots] for bots in PLAYERS) <= dealt * MOST_ASKED + MORE_BY_CHANCE, told
        assert marked[book.key] <= dealt * MOST_ASKED + MORE_BY_CHANCE, marked
    cutthroat = taps.pop(ALONE_IN_A_LARGE_DECK)
    assert median(cutthroat) <= 15
    for some in taps.values() if SOAK else [list(chain(*taps.values()))]:
        assert median(some) <= MOST_TAPS, medians


def honest_taps(hand: DealRecord, keys: tuple[int, ...]) -> int:
    """Bidder, bid (by its key on an empty card, where it has one), trump, which saves; each side's meld and the green
    key; the shortest takes, since the last one is what is left, and the green key. On a phone, which has one pad at a
    time for three, also what leads on from one to the next: three times."""
    taps = taps_of(hand)
    bid = 0 if hand.stuck else 1 if hand.bid in keys else len(taps["bid"])
    melds = sum(len(tap) for name, tap in taps.items() if name.startswith("meld"))
    takes = sorted(len(tap) for name, tap in taps.items() if name.startswith("take"))
    return 1 + bid + 1 + melds + 1 + sum(takes[:-1]) + 1


# -- slips -----------------------------------------------------------------------------------


def forgotten(digits: str) -> list[str]:
    return [digits[:at] + digits[at + 1 :] for at in range(len(digits))]


def doubled(digits: str) -> list[str]:
    return [digits[: at + 1] + digits[at:] for at in range(len(digits))]


def swapped(digits: str) -> list[str]:
    return [digits[:at] + digits[at + 1] + digits[at] + digits[at + 2 :] for at in range(len(digits) - 1)]


def beside(digits: str) -> list[str]:
    keys = {key: (x, y) for y, row in enumerate(PAD) for x, key in enumerate(row)}
    near = {key: [one for one in keys if one.isdigit() and dist(keys[one], keys[key]) == 1] for key in digits}
    each = lcm(*map(len, near.values()))  # each place alike, however many keys are around it
    slips = ((at, one) for at, key in enumerate(digits) for one in near[key] * (each // len(near[key])))
    return [digits[:at] + one + digits[at + 1 :] for at, one in slips]


KEY_SLIPS: dict[str, Callable[[str], list[str]]] = {
    "doubled": doubled,
    "forgotten": forgotten,
    "beside": beside,
    "swapped": swapped,
}


def as_written(digits: str) -> str:
    """As a pad writes it: no zero comes first."""
    return digits.lstrip("0") or digits[:1]


def slips_of(rng: random.Random, taps: Taps, sides: tuple[str, ...]) -> Iterator[tuple[str, str, Taps]]:
    """One slip of each kind, at any place: its kind, the box, and the taps with it; none where it has no place."""
    for kind, places in KEY_SLIPS.items():
        name = rng.choice([name for name in taps if taps[name]])
        if figures := places(taps[name]):
            yield kind, name, {**taps, name: as_written(rng.choice(figures))}
    step, pair = rng.choice(("meld", "take")), rng.sample(sides, 2)
    here, there = f"{step}_{pair[0]}", f"{step}_{pair[1]}"
    yield WRONG_SIDE, here, {**taps, here: taps[there], there: taps[here]}


def without_the_last_take(rng: random.Random, book: RuleBook, hand: DealRecord, taps: Taps) -> Taps:
    """It is what the others leave: of two sides either, of three not the bidder's."""
    bidders = book.side_of(hand.bidder)
    last = rng.choice([side for side in book.sides if side != bidders or len(book.sides) == 2])
    return {**taps, f"take_{last}": ""}


def chance_of(book: RuleBook, hand: DealRecord, step: str) -> float:
    """How likely a step's figures are, by the tables; a share of people are not like bots."""
    table, bidders = built_in_rarity(book), book.side_of(hand.bidder)
    assert table is not None
    if step == "bid":  # people bid lower
        return max([count for bid, count in table.bids.items() if bid >= hand.bid], default=0) + 0.5
    if step == "take":
        counts = band_at(table.takes, hand.bid - hand.meld[bidders])
        return (1 - odds.ANY_TAKE) * share(counts, hand.take[bidders]) + odds.ANY_TAKE / (book.total_points + 1)
    bidding = [counts for _, counts in table.bidders]
    others = {meld: count - sum(each.get(meld, 0) for each in bidding) for meld, count in table.totals.items()}
    chance = 1.0
    for side in book.sides:
        counts = others if side != bidders else band_at(table.bidders, 0 if hand.stuck else hand.bid)
        own = (1 - odds.ANY_SIDE - odds.NEVER_SEEN) * share(counts, hand.meld[side])
        chance *= own + odds.ANY_SIDE * share(table.totals, hand.meld[side]) + odds.NEVER_SEEN / (max(table.totals) + 1)
    return chance


def band_at(bands: Bands, figure: int) -> Counts:
    return [counts for start, counts in bands if start <= figure or start == bands[0][0]][-1]


def share(counts: Counts, figure: int) -> float:
    return counts.get(figure, 0) / sum(counts.values())


def likelihood(book: RuleBook, hand: DealRecord, typed: DealRecord, kind: str, name: str, wrong: str) -> float:
    """How likely the hand is beside the typed one, and the slip that leads from one to the other."""
    step, sides = name.partition("_")[0], len(book.sides)
    times = chance_of(book, hand, step) / chance_of(book, typed, step)
    if kind == WRONG_SIDE:
        return times / KINDS / 2 / (sides * (sides - 1) / 2)  # melds or takes, of each two sides
    right = taps_of(hand)[name]
    slips = [[as_written(figure) == wrong for figure in places(right)] for places in KEY_SLIPS.values()]
    return times / KINDS / (2 * sides) * sum(sum(made) / len(made) for made in slips if made)  # in each figure


def test_no_slip_is_saved_in_silence_where_another_reading_is_as_likely_as_the_table_asks_from(record_property):
    found, rng = Counter[tuple[str, str]](), random.Random(SEED)
    for book, _, hand in all_hands():
        honest = without_the_last_take(rng, book, hand, taps_of(hand))
        for kind, name, taps in slips_of(rng, honest, book.sides):
            typist, step = Typist(book, hand), name.partition("_")[0]
            outcome = typist.outcome(taps, only=step)
            if outcome == "saved":
                line = typist.sheet.line(1)
                assert line is not None
                assert line.record is not None
                if getattr(line.record, step) == getattr(hand, step):
                    continue  # nothing came of it
                assert taps[name] or kind == WRONG_SIDE, "an empty box is no 0"
                times = likelihood(book, hand, line.record, kind, name, taps[name])
                if kind != WRONG_SIDE and is_none_or_all(book, taps, name):
                    outcome = "saved as none or all"
                else:
                    assert times * ODDS_OF_SLIP < built_in_rarity(book).asks_from, (book.key, hand, line)
            found[kind, outcome] += 1

    tried = Counter(kind for kind, _ in found.elements())
    shares = {f"{kind}, {end}": found[kind, end] / tried[kind] for kind, end in sorted(found)}
    record_property("figures", shares)
    saved = {kind: shares[f"{kind}, saved"] for kind in tried}
    assert saved["doubled"] < 0.1
    assert saved["forgotten"] < 0.4
    assert saved["swapped"] < 0.5
    assert saved["beside"] < 0.9
    assert saved[WRONG_SIDE] < 0.8


def is_none_or_all(book: RuleBook, taps: Taps, name: str) -> bool:
    """These have keys of their own, and a meld that cannot be counted is written as none."""
    return taps[name] == "0" or (name.startswith("take") and int(taps[name]) == book.total_points)
