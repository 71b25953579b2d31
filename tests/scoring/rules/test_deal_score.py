"""Scoring a deal: both readings of every switch side by side, and what holds for all books.

Each club's own figures are in `tests/cases/`; here a book is changed in one place and scored
twice, so a test shows what its switch does.
"""

import random
import re
from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.book import RuleBook, built_in_book
from scoring.rules.deal_score import (
    DealRecord,
    Outcome,
    book_of,
    can_make,
    has_counter,
    has_every_trick,
    has_trick,
    no_meld_counts,
    outlook,
    score_deal,
)
from scoring.rules.errors import RuleError
from scoring.rules.questions import takes_missed
from scoring.rules.wording import step_sentence
from tests.scoring.rules.deal_samples import (
    BOOKS,
    all_books,
    changed,
    of_unequal_counters,
    random_book,
    random_record,
)

ST_HILARY = built_in_book("st-hilary")
HIDDEN_VALLEY = built_in_book("hidden-valley")
FAMILY = built_in_book("family-double")
NPA = built_in_book("npa")
GWINNETT = built_in_book("gwinnett")
GWINNETT_3 = built_in_book("gwinnett-3")
CUTTHROAT = built_in_book("cutthroat")


# Steps that say why, and add nothing.
EXPLAINS = re.compile(
    "void|sat_out|made|laid$|set_|saved_|unsaved_|not_played_|meld_lost|take_lost|meld_below|bid_given|bid_forgiven"
    "|renege|innocent|unproven_call|second_renege"
)


def record(bid: int, meld: tuple[int, ...], take: tuple[int, ...] = (), **more: Any) -> DealRecord:
    """A deal that the first side bid; melds and takes in the order of the score card."""
    sides = ("NS", "EW") if len(meld) == 2 else ("A", "B", "C")
    by_side = dict(zip(sides, meld, strict=True))
    takes = dict(zip(sides, take, strict=True)) if take else {}
    return DealRecord(bidder=sides[0][0], bid=bid, trump="S", meld=by_side, take=takes, **more)


def scores(book: RuleBook, deal: DealRecord) -> tuple[int, ...]:
    return tuple(score_deal(book, deal).scores[side] for side in book.sides)


@pytest.mark.parametrize(
    ("book", "deal", "saved"),
    [
        (NPA, record(70, (50, 22), (20, 30)), (True, True)),
        (NPA, record(90, (50, 22), (20, 30)), (False, True)),
        (NPA, record(70, (50, 22), (50, 0)), (True, False)),
        (FAMILY, record(60, (30, 22), thrown_in=True), (False, True)),
        (NPA, record(70, (50, 22), (20, 30), void=True), (True, True)),
        (CUTTHROAT, record(70, (60, 12, 8), laid_stands=True), (True, True, True)),
    ],
)
def test_whoever_did_not_fail_is_saved(book: RuleBook, deal: DealRecord, saved: tuple[bool, ...]) -> None:
    score = score_deal(book, deal)

    assert tuple(score.sides[side].saved for side in book.sides) == saved


def test_meld_that_nobody_wrote_down_is_none() -> None:
    score = score_deal(ST_HILARY, replace(record(15, (0, 0), (20, 5)), meld={}))

    assert [(side.meld, side.score) for side in score.sides.values()] == [(0, 20), (0, 5)]


def without_none(figures: Mapping[str, int]) -> dict[str, int]:
    return {side: figure for side, figure in figures.items() if figure}


def test_figure_that_nobody_wrote_down_is_none_in_every_book_and_kind_of_deal() -> None:
    """Takes only where none is asked for: of a deal that is played out each must be there."""
    rng = random.Random(3)
    seen = set()
    for _ in range(1_500):
        book = random_book(rng)
        deal = random_record(book, rng)
        score = score_deal(book, deal)

        assert score_deal(book, replace(deal, meld=without_none(deal.meld))) == score
        assert can_make(book, deal) == can_make(book, replace(deal, meld=without_none(deal.meld)))
        if not takes_missed(book, replace(deal, take={})):
            seen.add(score.outcome)
            assert score_deal(book, replace(deal, take=without_none(deal.take))) == score
            if not score.played and score.outcome is Outcome.SET:
                assert score_deal(book, replace(deal, take={}, tricks={}, last_trick=None)) == score
    assert seen == {Outcome.SET, Outcome.RENEGE, Outcome.VOID, Outcome.MADE}  # made: laid down


def test_deal_of_which_nothing_is_said_has_nothing() -> None:
    begun = DealRecord("N", 20)

    assert [field.name for field in fields(begun)[2:] if getattr(begun, field.name)] == []
    assert [has(HIDDEN_VALLEY, begun, "NS") for has in (has_trick, has_counter, has_every_trick)] == [False] * 3


@pytest.mark.parametrize(
    ("take", "last_trick", "wanted"),
    [(0, None, False), (1, None, True), (1, "NS", False), (1, "EW", True), (2, "NS", True)],
)
def test_counter_is_a_point_that_is_not_the_last_trick(take: int, last_trick: str | None, wanted: bool) -> None:
    deal = record(20, (10, 8), (take, 25 - take), last_trick=last_trick)

    assert has_counter(ST_HILARY, deal, "NS") is wanted
    assert has_counter(changed(ST_HILARY, contract__last_trick_is_counter=True), deal, "NS") is (take > 0)


@pytest.mark.parametrize(
    ("no_marriage", "needed", "meld", "wanted"),
    [
        (True, True, "none", True),
        (False, True, "none", False),
        (True, False, "none", False),
        (True, True, "natural", False),
    ],
)
def test_no_meld_counts_where_the_marriage_is_missing_and_the_book_says_so(
    no_marriage: bool, needed: bool, meld: str, wanted: bool
) -> None:
    book = changed(NPA, contract__no_marriage_meld=meld)
    book = book.model_copy(update={"auction": book.auction.model_copy(update={"marriage_needed": needed})})

    assert no_meld_counts(book, no_marriage=no_marriage) is wanted


def test_hand_out_of_reach_is_told_by_what_is_short_with_nothing_taken() -> None:
    facts = score_deal(NPA, record(100, (40, 22))).sides["NS"].steps[0].facts

    assert {name: facts[name] for name in ("bid", "meld", "take", "have", "short")} == {
        "bid": 100, "meld": 40, "take": 0, "have": 40, "short": 60
    }  # fmt: skip


def test_what_counted_of_meld_and_take_is_told_apart() -> None:
    made, lost = (score_deal(NPA, record(bid, (30, 22), (20, 30))).sides["NS"] for bid in (50, 70))

    assert (made.counted, made.counted_take, made.score) == (30, 20, 50)
    assert (lost.counted, lost.counted_take, lost.score) == (0, 0, 0)


def test_meld_of_partners_without_a_trick_comes_off_as_far_as_there_is_any() -> None:
    book = changed(GWINNETT, contract__trick_of="player")
    deal = record(
        21, (14, 10), (13, 12), player_meld={"E": 10, "W": 10}, player_tricks={"N": 1, "S": 1, "E": 0, "W": 0}
    )

    assert scores(book, deal)[1] == 12


# -- set ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("set_scoring", "wanted"),
    [("give", (0, 70 + 22 + 30)), ("deduct", (-70, 22 + 30)), ("both", (-70, 70 + 22 + 30))],
)
def test_set_scoring_decides_where_a_lost_bid_goes(set_scoring: str, wanted: tuple[int, int]) -> None:
    book = changed(NPA, contract__set_scoring=set_scoring)

    assert scores(book, record(70, (30, 22), (20, 30))) == wanted


@pytest.mark.parametrize(
    ("set_scoring", "wanted"), [("give", (0, 70 + 22)), ("deduct", (-70, 22)), ("both", (-70, 70 + 22))]
)
def test_set_scoring_holds_for_a_hand_that_is_not_played(set_scoring: str, wanted: tuple[int, int]) -> None:
    book = changed(NPA, contract__set_scoring=set_scoring)

    assert scores(book, record(70, (12, 22))) == wanted


@pytest.mark.parametrize(
    ("ordinary", "stuck_set", "stuck", "wanted"),
    [
        ("bid_lost", "meld_and_take_kept", False, -20),
        ("bid_lost", "meld_and_take_kept", True, 4 + 9 - 20),
        ("meld_and_take_kept", "bid_lost", False, 4 + 9 - 20),
        ("meld_and_take_kept", "bid_lost", True, -20),
    ],
)
def test_a_set_keeps_meld_and_take_where_the_book_says_so(
    ordinary: str, stuck_set: str, stuck: bool, wanted: int
) -> None:
    book = changed(GWINNETT, contract__ordinary_set=ordinary, contract__stuck_set=stuck_set)

    score = score_deal(book, record(20, (4, 8), (9, 16), stuck=stuck))

    assert score.outcome is Outcome.SET
    assert score.sides["NS"].score == wanted


@pytest.mark.parametrize(
    ("keeps", "stuck", "wanted", "said"),
    [
        (False, True, -20, "The dealer was stuck with this bid, so Ann & Carl keep what counts of meld and take."),
        (True, True, 4 - 20, "The dealer was stuck with this bid, so Ann & Carl keep meld and take."),
        (True, False, -20, "There is no meld and no take to lose."),
    ],
)
def test_meld_of_a_stuck_side_without_a_trick_goes_by_the_book(
    keeps: bool, stuck: bool, wanted: int, said: str
) -> None:
    book = changed(GWINNETT, contract__stuck_keeps_meld=keeps)

    score = score_deal(book, record(20, (4, 8), (0, 25), tricks={"NS": 0}, stuck=stuck))

    assert score.scores == {"NS": wanted, "EW": 8 + 25 + 25}
    assert said in [step_sentence(book, step, "Ann & Carl") for step in score.sides["NS"].steps]


# -- what the bidders need besides the bid -----------------------------------------------


@pytest.mark.parametrize(("need", "wanted"), [("nothing", 34), ("counter", -20), ("trick", -20), ("points", -20)])
def test_bidders_need_something_besides_the_bid(need: str, wanted: int) -> None:
    book = changed(HIDDEN_VALLEY, contract__bidders_need=need, contract__points_needed=10)

    assert scores(book, record(20, (34, 2), (0, 25)))[0] == wanted


def test_bidders_who_need_a_trick_have_only_their_meld_at_stake() -> None:
    an_empty_trick = record(20, (34, 2), (0, 25), tricks={"NS": 1})

    assert scores(GWINNETT, an_empty_trick) == (34, 27)


# -- saving ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unsaved_take", "made", "bid_set"), [("lost", 0, 92), ("kept", 12, 92 + 12), ("kept_against_made", 12, 92)]
)
def test_unsaved_take_is_lost_or_kept(unsaved_take: str, made: int, bid_set: int) -> None:
    book = changed(NPA, contract__unsaved_take=unsaved_take)

    assert scores(book, record(50, (30, 22), (38, 12))) == (68, made)
    assert scores(book, record(70, (30, 22), (38, 12))) == (0, bid_set)


@pytest.mark.parametrize(("unsaved_meld", "wanted"), [("kept_against_set", 70 + 22), ("lost", 70)])
def test_unsaved_meld_against_a_set_is_kept_or_lost(unsaved_meld: str, wanted: int) -> None:
    book = changed(NPA, contract__unsaved_meld=unsaved_meld)

    assert scores(book, record(70, (20, 22), (38, 12))) == (0, wanted)


@pytest.mark.parametrize(("counts", "wanted"), [(False, 0), (True, 8 + 1)])
def test_the_last_trick_alone_is_a_counter_or_not(counts: bool, wanted: int) -> None:
    book = changed(ST_HILARY, contract__last_trick_is_counter=counts)

    assert scores(book, record(20, (10, 8), (24, 1), last_trick="EW"))[1] == wanted


def test_a_point_is_a_counter_while_nobody_says_otherwise() -> None:
    assert scores(ST_HILARY, record(20, (10, 8), (24, 1)))[1] == 9


@pytest.mark.parametrize(("trick_of", "wanted"), [("side", 10 + 12), ("player", 4 + 12)])
def test_a_trick_saves_the_side_or_each_player(trick_of: str, wanted: int) -> None:
    book = changed(GWINNETT, contract__trick_of=trick_of)
    deal = record(
        21,
        (14, 10),
        (13, 12),
        player_meld={"N": 14, "S": 0, "E": 4, "W": 6},
        player_tricks={"N": 4, "S": 3, "E": 5, "W": 0},
    )

    assert scores(book, deal)[1] == wanted


def test_defenders_who_need_nothing_always_score() -> None:
    book = changed(ST_HILARY, contract__defenders_need="nothing")

    assert scores(book, record(20, (10, 8), (25, 0))) == (35, 8)


# -- the minimum, and deals that are not played ------------------------------------------


@pytest.mark.parametrize(("holds", "wanted"), [("always", (0, 50 + 22)), ("when_stuck", (50, 0))])
def test_the_minimum_holds_for_bidders_always_or_when_stuck(holds: str, wanted: tuple[int, int]) -> None:
    book = changed(NPA, meld__minimum_for_bidders=holds)

    assert scores(book, record(50, (12, 22), (38, 12))) == wanted


def test_a_stuck_dealer_needs_the_minimum_in_either_reading() -> None:
    for holds in ("always", "when_stuck"):
        book = changed(NPA, meld__minimum_for_bidders=holds)
        assert scores(book, record(50, (12, 22), (38, 12), stuck=True)) == (0, 72)


@pytest.mark.parametrize(("below", "played", "wanted"), [("not_played", False, -50), ("played", True, -50)])
def test_a_meld_below_the_minimum_is_played_or_not(below: str, played: bool, wanted: int) -> None:
    book = changed(FAMILY, contract__below_minimum=below)

    score = score_deal(book, record(50, (18, 22), (40, 10)))

    assert (score.played, score.sides["NS"].score) == (played, wanted)
    assert score.sides["EW"].score == (0 if played else 22)


@pytest.mark.parametrize(("off", "played"), [("not_played", False), ("played", True), ("may_throw_in", True)])
def test_a_bid_out_of_reach_is_played_or_not(off: str, played: bool) -> None:
    book = changed(FAMILY, contract__off_the_board=off)

    assert score_deal(book, record(100, (22, 30), (25, 25))).played is played


def test_a_hand_is_thrown_in_only_where_the_book_allows_it() -> None:
    deal = record(100, (22, 30), (30, 20), thrown_in=True)

    assert scores(FAMILY, deal) == (-100, 30)
    assert scores(changed(FAMILY, contract__throw_in=False, contract__off_the_board="played"), deal) == (-100, 50)


@pytest.mark.parametrize(
    ("meld", "natural", "needs_minimum", "wanted"),
    [
        (24, "natural", True, 50 + 24),
        (12, "natural", True, 50),
        (12, "natural", False, 50 + 12),
        (24, "none", True, 50),
    ],
)
def test_natural_meld_without_a_marriage(meld: int, natural: str, needs_minimum: bool, wanted: int) -> None:
    book = changed(NPA, contract__no_marriage_meld=natural, contract__natural_meld_needs_minimum=needs_minimum)

    assert scores(book, record(50, (30, meld), no_marriage=True)) == (0, wanted)


def test_no_marriage_means_nothing_where_any_suit_may_be_named() -> None:
    assert score_deal(ST_HILARY, record(20, (10, 8), (14, 11), no_marriage=True)).played


def test_takes_of_a_hand_that_is_not_played_are_ignored() -> None:
    book = changed(GWINNETT, auction__marriage_needed=True, contract__no_marriage_meld="natural")
    empty, stale = record(21, (10, 8), no_marriage=True), record(21, (10, 8), (25, 0), no_marriage=True)

    assert scores(book, stale) == scores(book, empty) == (-21, 8)


def test_a_missing_take_is_named() -> None:
    with pytest.raises(RuleError, match="EW"):
        score_deal(ST_HILARY, replace(record(20, (10, 8)), take={"NS": 20}))


# -- bonuses -----------------------------------------------------------------------------


@pytest.mark.parametrize(("pays", "wanted"), [(True, -60 + 25), (False, -60)])
def test_a_moon_that_was_won_pays_on_a_set_hand_or_not(pays: bool, wanted: int) -> None:
    book = changed(HIDDEN_VALLEY, bonuses__moon__pays_when_set=pays)

    assert scores(book, record(60, (15, 2), (25, 0), moon=True))[0] == wanted


def test_a_missed_moon_costs_its_points_besides_the_bid() -> None:
    assert scores(HIDDEN_VALLEY, record(20, (15, 2), (24, 1), moon=True)) == (-45, 3)


def test_a_renege_by_the_bidders_misses_the_moon_and_one_by_the_others_pays_none() -> None:
    assert scores(HIDDEN_VALLEY, record(20, (15, 2), (24, 1), moon=True, renege="NS")) == (-45, 2)
    assert scores(HIDDEN_VALLEY, record(20, (15, 2), (24, 1), moon=True, renege="EW")) == (35, -20)


@pytest.mark.parametrize(("counts", "wanted"), [(True, 6 + 25 + 25), (False, -40)])
def test_all_tricks_count_towards_the_bid_or_not(counts: bool, wanted: int) -> None:
    book = changed(GWINNETT, bonuses__all_tricks__counts_towards_bid=counts)

    assert scores(book, record(40, (6, 10), (25, 0), tricks={"EW": 0}))[0] == wanted


@pytest.mark.parametrize(("needs", "wanted"), [("every_trick", 30 + 25), ("all_points", 30 + 25 + 25)])
def test_a_sweep_is_every_trick_or_all_points(needs: str, wanted: int) -> None:
    book = changed(GWINNETT, bonuses__all_tricks__needs=needs)

    assert scores(book, record(21, (30, 10), (25, 0), tricks={"EW": 1}))[0] == wanted


@pytest.mark.parametrize(("tricks", "wanted"), [({"A": 15}, 30 + 25 + 25), ({"A": 14}, 30 + 25)])
def test_a_recorded_trick_short_of_all_is_no_sweep(tricks: dict[str, int], wanted: int) -> None:
    """One of the others won an empty trick, though nobody says which of them."""
    assert scores(GWINNETT_3, record(21, (30, 10, 8), (25, 0, 0), tricks=tricks)) == (wanted, 0, 0)


def test_defenders_sweep_too() -> None:
    assert scores(NPA, record(60, (40, 22), (0, 50))) == (0, 60 + 22 + 50 + 500)


@pytest.mark.parametrize(
    ("deal", "sides", "is_made"),
    [
        (record(60, (40, 22), (20, 30)), [], True),
        (record(70, (40, 22), (20, 30)), ["NS"], False),
        (record(100, (40, 22)), ["NS"], False),  # out of reach, so it is not played
        (record(60, (40, 22), (20, 30), renege="NS"), ["NS"], False),
        (record(60, (40, 22), renege="EW"), ["EW"], True),  # the bidders score the bid
        (record(70, (40, 22), (20, 30), unproven_call="EW"), ["EW"], True),
        (record(70, (40, 22), void=True), [], False),
    ],
)
def test_who_is_set_are_bidders_who_fall_short_or_whoever_reneged(
    deal: DealRecord, sides: list[str], is_made: bool
) -> None:
    score = score_deal(NPA, deal)

    assert [side for side in score.sides if score.is_set(side)] == sides
    assert score.is_made == is_made


def test_a_hand_that_ends_level_is_won_by_nobody() -> None:
    level, won = (score_deal(NPA, record(60, (40, meld), (20, 30))) for meld in (30, 29))

    assert [side for side in level.sides if level.is_won_by(side)] == []
    assert [side for side in won.sides if won.is_won_by(side)] == ["NS"]


# -- renege ------------------------------------------------------------------------------


@pytest.mark.parametrize(("loses", "wanted"), [("bid", -60), ("nothing", 0)])
def test_bidders_who_renege_lose_the_bid_or_nothing(loses: str, wanted: int) -> None:
    book = changed(NPA, renege__bidders_lose=loses)

    assert scores(book, record(60, (40, 22), renege="NS")) == (wanted, 60 + 22)


@pytest.mark.parametrize(("loses", "wanted"), [("bid", -20), ("nothing", 0)])
def test_defenders_who_renege_lose_the_bid_or_nothing(loses: str, wanted: int) -> None:
    book = changed(ST_HILARY, renege__defenders_lose=loses)

    assert scores(book, record(20, (14, 8), renege="EW")) == (20 + 14, wanted)


@pytest.mark.parametrize(
    ("kind", "wanted"),
    [
        ("meld", 14),
        ("meld_and_take", 14 + 9),
        ("bid_and_meld", 20 + 14),
        ("counted_meld_and_take", 14 + 9),
        ("nothing", 0),
    ],
)
def test_the_innocent_bidders_score_as_the_book_says(kind: str, wanted: int) -> None:
    book = changed(ST_HILARY, renege__bidders_score=kind)

    assert scores(book, record(20, (14, 8), (9, 16), renege="EW"))[0] == wanted


@pytest.mark.parametrize(
    ("kind", "wanted"),
    [("meld", 8), ("meld_and_take", 8 + 16), ("bid_and_meld", 20 + 8), ("nothing", 0)],
)
def test_the_innocent_defenders_score_as_the_book_says(kind: str, wanted: int) -> None:
    book = changed(ST_HILARY, renege__defenders_score=kind)

    assert scores(book, record(20, (14, 8), (9, 16), renege="NS")) == (-20, wanted)


@pytest.mark.parametrize(("kind", "wanted"), [("counted_meld_and_take", 6), ("meld", 4), ("nothing", 0)])
def test_the_third_player_scores_as_the_book_says(kind: str, wanted: int) -> None:
    book = changed(GWINNETT_3, renege__third_player_scores=kind)

    assert scores(book, record(21, (15, 8, 4), (10, 13, 2), renege="B")) == (25, 0, wanted)


def test_the_third_player_without_a_trick_has_no_meld() -> None:
    assert scores(GWINNETT_3, record(21, (15, 8, 4), (10, 15, 0), renege="B"))[2] == 0


@pytest.mark.parametrize(("tricks", "wanted"), [({}, 0), ({"A": 3, "B": 1}, 0), ({"C": 1}, 4)])
def test_tricks_that_a_renege_left_unplayed_are_nobodys(tricks: dict[str, int], wanted: int) -> None:
    deal = record(21, (15, 8, 4), (10, 2, 0), renege="B", tricks=tricks)

    assert scores(GWINNETT_3, deal) == (25, 0, wanted)


@pytest.mark.parametrize(("meld", "wanted"), [("counted", 60), ("shown", 60 + 14)])
def test_meld_after_a_renege_is_as_counted_or_as_shown(meld: str, wanted: int) -> None:
    book = changed(NPA, renege__meld=meld)

    assert scores(book, record(60, (40, 14), renege="NS")) == (0, wanted)
    innocent = score_deal(book, record(60, (40, 14), renege="NS")).sides["EW"]
    assert (innocent.has("meld"), innocent.has("meld_not_counted")) == (meld == "shown", meld == "counted")


def test_no_bonus_in_a_hand_with_a_renege() -> None:
    assert scores(GWINNETT, record(21, (10, 8), (25, 0), renege="EW")) == (35, 0)


@pytest.mark.parametrize(
    ("more", "remarks"),
    [
        ({}, {}),
        ({"unproven_call": "NS"}, {"NS": "unproven_call"}),
        ({"renege": "EW", "second_renege": "NS"}, {"NS": "second_renege"}),
        ({"renege": "EW", "unproven_call": "NS"}, {"NS": "unproven_call"}),
        ({"renege": "EW", "second_renege": "EW"}, {}),  # that side has its renege already
    ],
)
def test_what_happened_besides_is_remarked_at_the_side_that_did_it(
    more: dict[str, str], remarks: dict[str, str]
) -> None:
    book = changed(GWINNETT, renege__unproven_call_is_renege=False)

    sides = score_deal(book, record(21, (10, 8), (14, 11), **more)).sides

    told = ("unproven_call", "second_renege")
    assert {side: code for side, part in sides.items() for code in told if part.has(code)} == remarks


@pytest.mark.parametrize(("from_target", "cut"), [(-2, 0), (-1, 0), (0, 1), (1, 2)])
@pytest.mark.parametrize(("how", "worth"), [("laid_stands", 25), ("laid_played", 31)])
def test_hand_that_was_laid_does_not_win_the_game(how: str, worth: int, from_target: int, cut: int) -> None:
    assert CUTTHROAT.game.target is not None
    before = {"A": CUTTHROAT.game.target + from_target - 60 - worth}
    deal = record(70, (60, 12, 8), (30, 10, 10), before=before, **{how: True})

    part = score_deal(CUTTHROAT, deal).sides["A"]

    assert part.score == 60 + worth - cut
    assert part.has("laid_short") is (cut > 0)
    winning = changed(CUTTHROAT, bonuses__cut_and_lay__wins_game=True)
    assert score_deal(winning, deal).sides["A"].score == 60 + worth


@pytest.mark.parametrize(
    ("how", "for_whom", "off", "worth"),
    [
        ("laid_stands", "played", ("A",), 25),
        ("laid_played", "played", ("A",), 35),
        ("laid_stands", "always", ("A",), 35),
        ("laid_played", "always", ("A",), 35),
        ("laid_played", "always", ("B",), 31),
    ],
)
def test_hand_laid_by_somebody_off_the_board(how: str, for_whom: str, off: tuple[str, ...], worth: int) -> None:
    book = changed(CUTTHROAT, bonuses__cut_and_lay__off_board_for=for_whom)

    score = score_deal(book, record(70, (60, 12, 8), (30, 10, 10), off_board=off, **{how: True}))

    assert score.sides["A"].score == 60 + worth
    assert score.played is (how == "laid_played")


# -- looking ahead -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("book", "deal", "kind", "points"),
    [
        (ST_HILARY, record(27, (19, 8)), "on_the_board", 8),
        (ST_HILARY, record(40, (12, 8)), "cannot_make", 28),
        (HIDDEN_VALLEY, record(20, (34, 8)), "on_the_board", 0),
        (NPA, record(60, (50, 8)), "on_the_board", 20),
        (NPA, record(60, (12, 8)), "not_played", 60),
        (NPA, record(80, (22, 8)), "not_played", 58),
        (FAMILY, record(80, (22, 8)), "cannot_make", 58),
        (GWINNETT, record(35, (10, 8)), "on_the_board", 25),
        (GWINNETT, record(50, (10, 8)), "on_the_board", 40),
        (GWINNETT, record(70, (10, 8)), "cannot_make", 60),
    ],
)
def test_outlook(book: RuleBook, deal: DealRecord, kind: str, points: int) -> None:
    view = outlook(book, deal)

    assert (view.kind, view.points) == (kind, points)
    assert view.every_trick is (kind == "on_the_board" and points > book.total_points)
    assert view.may_throw_in is (book is FAMILY)


# -- all books ---------------------------------------------------------------------------

randoms = st.randoms(use_true_random=True)


@given(randoms)
def test_steps_add_up_and_explain_the_sides(rng: random.Random) -> None:
    book = random_book(rng)
    deal = random_record(book, rng)

    score = score_deal(book, deal)

    assert tuple(score.sides) == book.sides
    for side, part in score.sides.items():
        assert part.score == sum(step.amount for step in part.steps)
        assert part.steps
        here = book_of(book, deal)
        own = side if side == deal.out else here.side_of(side[0])
        assert part.bidding is (book.auction.is_held and deal.bidder in own)
        shown, took = deal.meld.get(own, 0), deal.take.get(here.take_side(own), 0)
        assert part.meld == (0 if side == deal.out else shown)
        assert part.take in ({took} if score.played else {0, took})
        assert [step for step in part.steps if EXPLAINS.match(step.code) and step.amount] == []
        assert 0 <= part.counted <= part.meld


TENS_3 = changed(
    GWINNETT_3, deck__counter_points=10, deck__last_trick=10, auction__opening=250, auction__stuck=250,
    bonuses__all_tricks=None, contract__bidders_need="nothing", contract__defenders_need="nothing",
)  # fmt: skip
GIVEN_UP_2 = record(90, (24, 22), thrown_in=True)
GIVEN_UP_3 = record(600, (300, 60, 40), thrown_in=True)


@pytest.mark.parametrize(
    ("book", "deal", "entries", "expected"),
    [
        (FAMILY, GIVEN_UP_2, {}, (-90, 22)),
        (FAMILY, GIVEN_UP_2, {"surrender": "nothing"}, (-90, 0)),
        (FAMILY, GIVEN_UP_2, {"surrender": "meld_and_points"}, (-90, 72)),
        (FAMILY, GIVEN_UP_2, {"surrender": "meld_and_points", "given": "shared"}, (-90, 72)),
        (FAMILY, GIVEN_UP_2, {"surrender": "meld_and_more", "surrender_points": 250}, (-90, 272)),
        (FAMILY, record(90, (24, 8), thrown_in=True), {"surrender": "meld_and_points"}, (-90, 50)),
        (TENS_3, GIVEN_UP_3, {"surrender": "meld_and_more", "surrender_points": 100}, (-600, 160, 140)),
        (
            TENS_3,
            GIVEN_UP_3,
            {"surrender": "meld_and_more", "surrender_points": 105, "given": "shared"},
            (-600, 112, 92),
        ),
        (TENS_3, GIVEN_UP_3, {"surrender_costs": "twice"}, (-1200, 60, 40)),
        (TENS_3, GIVEN_UP_3, {"set_scoring": "deduct_twice"}, (-1200, 60, 40)),
        (TENS_3, GIVEN_UP_3, {"set_scoring": "deduct_twice", "surrender_costs": "once"}, (-600, 60, 40)),
        (TENS_3, GIVEN_UP_3, {"set_scoring": "both"}, (-600, 660, 640)),
        (TENS_3, GIVEN_UP_3, {"set_scoring": "give", "given": "shared", "surrender_costs": "once"}, (-600, 360, 340)),
        (TENS_3, replace(GIVEN_UP_3, stuck=True), {"throw_in_by": "stuck"}, (-600, 60, 40)),
    ],
)
def test_who_gives_up_pays_and_the_others_get_what_the_book_says(
    book: RuleBook, deal: DealRecord, entries: dict[str, Any], expected: tuple[int, ...]
) -> None:
    other = changed(book, contract__throw_in=True, **{f"contract__{name}": value for name, value in entries.items()})

    assert scores(other, deal) == expected
    assert not score_deal(other, deal).played


@pytest.mark.parametrize(
    ("deal", "entries", "expected"),
    [
        (record(350, (200, 60, 40), (190, 40, 20)), {"made_scoring": "bid"}, (350, 100, 60)),
        (record(400, (200, 60, 40), (190, 40, 20)), {"made_scoring": "bid"}, (-400, 100, 60)),
        (record(400, (200, 60, 40), (190, 40, 20)), {"made_scoring": "bid", "set_scoring": "nothing"}, (0, 100, 60)),
        (record(400, (200, 60, 40), (190, 40, 20)), {"set_scoring": "deduct_twice"}, (-800, 100, 60)),
        (record(405, (200, 60, 40), (190, 40, 20)), {"set_scoring": "give", "given": "shared"}, (0, 302, 262)),
        (record(400, (200, 60, 40), (190, 40, 20)), {"set_scoring": "give"}, (0, 500, 460)),
    ],
)
def test_bid_is_worth_what_the_book_says(deal: DealRecord, entries: dict[str, Any], expected: tuple[int, ...]) -> None:
    book = changed(TENS_3, **{f"contract__{name}": value for name, value in entries.items()})

    assert scores(book, deal) == expected


def test_bid_that_is_shared_is_told_as_that() -> None:
    book = changed(TENS_3, contract__set_scoring="give", contract__given="shared")
    score = score_deal(book, record(405, (200, 60, 40), (190, 40, 20)))

    told = {side: [step_sentence(book, step, "Ann") for step in score.sides[side].steps] for side in "AB"}
    assert "Nothing comes off: the others share the bid of 405." in told["A"]
    assert "The bid wasn’t made, so Ann gets 202, a share of its 405." in told["B"]


def test_all_tricks_that_helped_to_reach_the_bid_add_nothing_to_the_bid_alone() -> None:
    deal = record(40, (8, 0, 0), (25, 0, 0), tricks={"A": 15})
    alone = changed(GWINNETT_3, contract__made_scoring="bid")

    assert scores(GWINNETT_3, deal) == (58, 0, 0)
    assert scores(alone, deal) == (40, 0, 0)
    assert scores(changed(alone, bonuses__all_tricks__counts_towards_bid=False), replace(deal, bid=30))[0] == 55


def test_only_a_stuck_dealer_throws_the_hand_in_where_the_book_says_so() -> None:
    book = changed(FAMILY, contract__throw_in_by="stuck")
    deal = record(50, (22, 30), (30, 20))

    assert [outlook(book, replace(deal, stuck=stuck)).may_throw_in for stuck in (False, True)] == [False, True]
    assert score_deal(book, replace(deal, thrown_in=True)).played


@given(randoms)
def test_a_made_bid_is_never_below_the_bid(rng: random.Random) -> None:
    """But for a hand that was laid down: that is worth what the book says."""
    book = random_book(rng)
    deal = replace(random_record(book, rng), moon=False, laid_stands=False, laid_played=False, ruled=())

    score = score_deal(book, deal)

    if score.outcome is Outcome.MADE:
        bidding = score.sides[book.side_of(deal.bidder)]
        assert bidding.score >= deal.bid
        assert can_make(book_of(book, deal), deal)


def test_every_variant_scores_every_kind_of_deal() -> None:
    rng = random.Random(7)
    outcomes = set()
    for book in all_books():
        for _ in range(6):
            outcomes.add(score_deal(book, random_record(book, rng)).outcome)

    assert outcomes == set(Outcome)
    assert len(all_books()) > 50 * len(BOOKS)


def test_meld_under_the_minimum_is_not_called_lost_by_a_side_that_saves_nothing():
    record = DealRecord(bidder="N", bid=60, trump="H", meld={"NS": 40, "EW": 15}, take={"NS": 50, "EW": 0})

    codes = [step.code for step in score_deal(NPA, record).sides["EW"].steps]
    assert "meld_below_minimum" in codes
    assert "meld_lost" not in codes


# -- counters of unequal worth, rounded takes ----------------------------------------------


def test_a_hand_in_which_queens_count_half_of_an_ace() -> None:
    book = of_unequal_counters("ATKQ", 10, 10, 5, 5)

    assert book.total_points == 250
    assert scores(book, record(250, (130, 40), (125, 125))) == (255, 165)


@pytest.mark.parametrize(
    ("rounding", "take", "wanted"),
    [
        ("no", (166, 84), (196, 104)),
        ("up", (166, 84), (200, 100)),
        ("up", (170, 80), (200, 100)),  # rounded at the table
        ("up", (165, 85), (200, 110)),
        ("down", (165, 85), (190, 100)),
        ("bidders", (165, 85), (200, 100)),
        ("bidders", (155, 95), (190, 110)),  # 160, and 90 with 20 meld
        ("sevens", (166, 84), (190, 100)),  # ten of the hand are nobody’s
        ("sevens", (167, 83), (200, 100)),
    ],
)
def test_takes_are_rounded_to_tens(rounding: str, take: tuple[int, int], wanted: tuple[int, int]) -> None:
    book = of_unequal_counters("ATKQJ", 11, 10, 4, 3, 2, deck__rounding=rounding)
    bid = wanted[0]

    assert scores(book, record(bid, (30, 20), take)) == wanted
    assert scores(book, record(bid + 1, (30, 20), take)) == (-bid - 1, wanted[1])


def test_a_rounded_take_says_what_was_counted() -> None:
    book = of_unequal_counters("ATKQJ", 11, 10, 4, 3, 2, deck__rounding="up")
    score = score_deal(book, record(200, (30, 20), (166, 84)))
    told = [step_sentence(book, step, "Ann & Carl") for step in score.sides["NS"].steps]

    assert "Ann & Carl made the bid of 200: 30 meld + 170 take = 200." in told
    assert "Take counts: 166, rounded to 170." in told
    assert (score.sides["NS"].take, score.sides["NS"].counted_take) == (166, 170)


def test_a_trick_that_rounds_to_nothing_is_a_trick_all_the_same() -> None:
    book = of_unequal_counters("ATKQJ", 11, 10, 4, 3, 2, deck__rounding="up", contract__defenders_need="trick")
    others = score_deal(book, record(200, (30, 20), (246, 4))).sides["EW"]

    assert (others.saved, others.score) == (True, 20)
    assert step_sentence(book, others.steps[-1], "Bea & Dan") == "Take counts: 4, rounded to 0."
