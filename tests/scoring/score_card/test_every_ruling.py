"""Every book and every kind of ruling, those of a club's own too: what it comes to is what the hand would have come to,
entered so from the start; and overturned, it gives back exactly what stood. No database."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from scoring.rules.book import RuleBook, built_in_books
from scoring.rules.deal_score import score_deal
from scoring.rules.rulings import Proposal, judge, offered
from scoring.score_card.entries import Figures
from scoring.score_card.names import Names
from scoring.score_card.sheet import EntryData, Sheet, record_of
from scoring.score_card.situations import situation_of
from tests.books import TRIED
from tests.scoring.rules.ruling_ways import OWN, ways, with_own
from tests.scoring.score_card.makers import made_hand, sheet_of

BOOKS = {key: with_own(book) for key, book in built_in_books().items()}


def figures(book: RuleBook) -> dict[str, Any]:
    """A bid of the first side that is made, with meld and points for everybody."""
    first, *others = book.sides
    bid = {"dealer": book.seats[1], "bidder": book.seats[0], "bid": book.auction.opening, "trump": "H"}
    take = dict.fromkeys(others, book.total_points // 4)
    take[first] = book.total_points - sum(take.values())
    least = max(book.meld.minimum, 4)
    return {**bid, "meld": {first: least + 16, **dict.fromkeys(others, least)}, "take": take}


def hands(key: str) -> Iterator[tuple[EntryData, ...]]:
    """A hand before its bid, in its play, and done with another one after it."""
    whole = made_hand(1, book=key, **figures(BOOKS[key]))
    yield ()
    yield whole[:2]
    yield (*whole, *made_hand(2, book=key, **{**figures(BOOKS[key]), "dealer": BOOKS[key].seats[0]}))


def proposals(sheet: Sheet) -> Iterator[tuple[str, Proposal]]:
    """All that can be ruled on hand 1 as it stands: each proposal that says something else about the line."""
    line = sheet.line(1)
    assert line is not None
    situation = situation_of(line, Names(sheet.book, {}, {}))
    for kind in offered(sheet.book, situation):
        found = (judgment.proposal for _, judgment in ways(sheet.book, kind, situation) if judgment.proposal)
        yield from ((kind, proposal) for proposal in {repr(p.effect): p for p in found}.values())


def given(sheet: Sheet, kind: str, proposal: Proposal | None) -> Sheet:
    assert proposal is not None
    payload = {"kind": kind, "facts": {}, "rule": proposal.rule, "decision": proposal.decision}
    return sheet.with_entry("ruling", 1, {**payload, "effect": proposal.effect}, by_director=True)


def overturned(ruled: Sheet) -> Sheet:
    number = ruled.rulings[0].number
    return ruled.with_entry("decision", 1, {"ruling": number, "outcome": "overturned"}, by_director=True)


def what_counts(sheet: Sheet) -> tuple[object, ...]:
    lines = [(line.dealer, line.figures, line.entered, line.record, line.score, line.totals) for line in sheet.lines]
    return lines, sheet.totals, sheet.open_line and (sheet.open_line.number, sheet.open_line.next_step)


def merged(payload: Mapping[str, Any], effect: Mapping[str, Any]) -> dict[str, Any]:
    """The line with the effect in it, as somebody would enter it who knew of it from the start."""
    by_side = {name: {**payload.get(name, {}), **value} for name, value in effect.items() if isinstance(value, dict)}
    return {**payload, **effect, **by_side}


def as_if_entered(before: Sheet, effect: Mapping[str, Any]) -> dict[str, int] | None:
    """What hand 1 comes to by the rules alone with the effect in it; None where it is not played out."""
    line = before.line(1)
    if line.record is None:
        return None
    if "void" in effect:
        return dict.fromkeys(before.book.sides, 0)
    amounts = effect.get("ruled", {})
    plain = {name: value for name, value in effect.items() if name != "ruled"}
    if not line.is_done and not plain:
        return None
    score = score_deal(
        before.book, record_of(before.book, line.dealer, Figures.parse(merged(line.figures.payload(), plain)))
    )
    return {side: points + amounts.get(side, 0) for side, points in score.scores.items()}


@pytest.mark.parametrize("key", TRIED)
def test_every_ruling_equals_the_hand_entered_with_it(key):
    seen = set()
    for entries in hands(key):
        before = sheet_of(*entries, book=BOOKS[key], first_dealer=BOOKS[key].seats[1])
        for kind, proposal in proposals(before):
            line = given(before, kind, proposal).line(1)
            seen.add(kind)
            if "redeal" in proposal.effect:
                dealer = proposal.effect["redeal"]["next_dealer"]
                assert (line.dealer, line.figures, line.next_step) == (dealer, Figures(), "bid"), proposal
            elif line.is_done:
                assert line.score.scores == as_if_entered(before, proposal.effect), proposal
            else:
                assert not proposal.effect.keys() & {"renege", "unproven_call", "void", "take"}, proposal
    of_bids = set() if BOOKS[key].auction.is_held else {"bid_out_of_turn"}
    assert seen == {*BOOKS[key].rulings.kinds, *(f"own:{own['name']}" for own in OWN)} - of_bids


@pytest.mark.parametrize("key", TRIED)
def test_every_ruling_that_is_overturned_gives_back_what_stood(key):
    for entries in hands(key):
        before = sheet_of(*entries, book=BOOKS[key], first_dealer=BOOKS[key].seats[1])
        for kind, proposal in proposals(before):
            assert what_counts(overturned(given(before, kind, proposal))) == what_counts(before), proposal


@pytest.mark.parametrize("key", TRIED)
def test_overturning_after_a_correction_gives_back_what_stood_with_it(key):
    """The correction says the whole line again as its form shows it, with what was ruled, and another trump."""
    *_, entries = hands(key)
    before = sheet_of(*entries, book=BOOKS[key], first_dealer=BOOKS[key].seats[1])
    plainly = before.with_entry("correct", 1, {**before.lines[0].figures.payload(), "trump": "S"})
    for kind, proposal in proposals(before):
        if "redeal" not in proposal.effect:
            ruled = given(before, kind, proposal)
            shown = {**ruled.lines[0].figures.payload(), "trump": "S"}
            corrected = ruled.with_entry("correct", 1, {n: v for n, v in shown.items() if n not in ("void", "ruled")})

            assert corrected.lines[0].score.scores == ruled.lines[0].score.scores, proposal
            back = overturned(corrected)
            assert [line.record for line in back.lines] == [line.record for line in plainly.lines], proposal
            assert back.totals == plainly.totals, proposal


# -- what a renege comes to, book by book; a newer book has cases of it -------------------

Scores = Callable[[int, list[int], list[int]], list[int]]  # of bid, melds and takes, the bidding side's first


def bid_off_and_meld(bid: int, meld: list[int], take: list[int]) -> list[int]:
    return [-bid, meld[1]]


def bid_and_meld(bid: int, meld: list[int], take: list[int]) -> list[int]:
    return [bid + meld[0], -bid]


BY_A_BIDDER: dict[str, Scores] = {
    "st-hilary": bid_off_and_meld,
    "hidden-valley": bid_off_and_meld,
    "family-double": bid_off_and_meld,
    "npa": lambda bid, meld, take: [0, bid + meld[1]],
    "gwinnett": lambda bid, meld, take: [-bid, meld[1] + take[1]],
    "gwinnett-3": lambda bid, meld, take: [-bid, meld[1] + take[1], meld[2] + take[2]],
    "cutthroat": lambda bid, meld, take: [-bid, meld[1], meld[2]],
}
BY_A_DEFENDER: dict[str, Scores] = {
    "st-hilary": bid_and_meld,
    "hidden-valley": bid_and_meld,
    "family-double": bid_and_meld,
    "npa": lambda bid, meld, take: [bid + meld[0], 0],
    "gwinnett": lambda bid, meld, take: [meld[0] + take[0], 0],
    "gwinnett-3": lambda bid, meld, take: [meld[0] + take[0], 0, meld[2] + take[2]],
    "cutthroat": lambda bid, meld, take: [meld[0], -bid, meld[2]],
}


@pytest.mark.parametrize(("seat", "wanted"), [(0, BY_A_BIDDER), (1, BY_A_DEFENDER)])
@pytest.mark.parametrize("key", BY_A_BIDDER)
def test_renege_comes_to_what_the_club_says(key, seat, wanted):
    book, given_figures = BOOKS[key], figures(BOOKS[key])
    sheet = sheet_of(*made_hand(1, book=key, **given_figures), book=key)
    facts = {"who": book.seats[seat], "cause": "not_following", "moment": "late"}
    judgment = judge(book, "renege", situation_of(sheet.lines[0], Names(book, {}, {})), facts)

    scores = given(sheet, "renege", judgment.proposal).lines[0].score.scores

    melds, takes = ([given_figures[name][side] for side in book.sides] for name in ("meld", "take"))
    assert [scores[side] for side in book.sides] == wanted[key](given_figures["bid"], melds, takes)


def test_unproven_call_in_npa_costs_the_callers_side_the_hand():
    """Whoever calls a renege and cannot prove it has reneged: the others score the bid and their meld."""
    sheet = sheet_of(*made_hand(1, book="npa", **figures(BOOKS["npa"])), book="npa")
    judgment = judge(sheet.book, "unproven_call", situation_of(sheet.lines[0], Names(sheet.book, {}, {})), {"who": "E"})

    assert given(sheet, "unproven_call", judgment.proposal).lines[0].score.scores == {"NS": 50 + 36, "EW": 0}
