"""A game: totals, who wins on which deal by which rule, and who is held back."""

import json
import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.book import RuleBook, book_from_data, built_in_book
from scoring.rules.conformance import OPS
from scoring.rules.deal_score import DealRecord, score_deal
from scoring.rules.game import GameResult, Won, bid_to_win_in_force, judge, leaders, off_board, play_game
from tests.scoring.rules.deal_samples import changed, random_book, random_record

ST_HILARY = built_in_book("st-hilary")
HIDDEN_VALLEY = built_in_book("hidden-valley")
FAMILY = built_in_book("family-double")
NPA = built_in_book("npa")
GWINNETT_3 = built_in_book("gwinnett-3")
CUTTHROAT = built_in_book("cutthroat")


def judged(book: RuleBook, before: tuple[int, ...], after: tuple[int, ...], bidding: str) -> Won | None:
    totals = [dict(zip(book.sides, figures, strict=True)) for figures in (before, after)]
    return judge(book, totals[0], totals[1], bidding, 9)


@pytest.mark.parametrize(
    ("after", "bidding", "wanted"),
    [
        ((149, 149), "NS", None),
        ((150, 90), "NS", ("NS", "reached")),
        ((150, 90), "EW", ("NS", "reached")),
        ((155, 173), "NS", ("NS", "bidding_side_first")),
        ((155, 173), "EW", ("EW", "bidding_side_first")),
    ],
)
def test_the_bidding_side_is_counted_first(
    after: tuple[int, int], bidding: str, wanted: tuple[str, str] | None
) -> None:
    won = judged(ST_HILARY, (100, 100), after, bidding)

    assert (won and (won.side, won.code)) == wanted


@pytest.mark.parametrize(("both_reach", "wanted"), [("higher_score", "EW"), ("bidding_side", "NS")])
def test_both_reach_the_target(both_reach: str, wanted: str) -> None:
    book = changed(HIDDEN_VALLEY, game__both_reach=both_reach)

    won = judged(book, (240, 240), (255, 273), "NS")

    assert won is not None
    assert won.side == wanted


@pytest.mark.parametrize(("level", "wanted"), [("play_on", None), ("bidding_side", Won("NS", 9, "bidding_side_first"))])
def test_level_at_the_target(level: str, wanted: Won | None) -> None:
    book = changed(HIDDEN_VALLEY, game__level=level)

    assert judged(book, (240, 240), (260, 260), "NS") == wanted


NEEDS_50 = changed(FAMILY, game__lead={"points": 50})
AHEAD_200 = changed(HIDDEN_VALLEY, game__lead={"points": 200, "counts": "enough"})
FOUR_HANDS = changed(FAMILY, game__deals=4)
NO_TARGET = changed(GWINNETT_3, game__lead={"points": 60, "counts": "enough"})


@pytest.mark.parametrize(
    ("book", "before", "after", "bidding", "wanted"),
    [
        (NEEDS_50, (380, 380), (500, 451), "NS", None),
        (NEEDS_50, (380, 380), (500, 450), "NS", Won("NS", 9, "reached")),
        (NEEDS_50, (380, 380), (510, 570), "NS", Won("EW", 9, "reached")),  # the bidding side is not counted first
        (NEEDS_50, (400, 420), (440, 560), "NS", None),  # bid to win
        (NEEDS_50, (400, 420), (500, 560), "EW", Won("EW", 9, "bid_to_win")),
        (NEEDS_50, (400, 520), (500, 540), "EW", None),
        (AHEAD_200, (100, 0), (199, 0), "NS", None),
        (AHEAD_200, (100, 0), (150, -50), "EW", Won("NS", 9, "lead")),
        (AHEAD_200, (240, 30), (255, 20), "NS", Won("NS", 9, "reached")),
        (NO_TARGET, (0, 0, 0), (100, 41, 10), "A", None),
        (NO_TARGET, (0, 0, 0), (40, 100, 20), "A", Won("B", 9, "lead")),
    ],
)
def test_a_lead_is_needed_at_the_target_or_wins_before_it(book, before, after, bidding, wanted) -> None:
    assert judged(book, before, after, bidding) == wanted


@pytest.mark.parametrize(
    ("after", "wanted"),
    [
        ((310, 290), Won("NS", 4, "most")),
        ((300, 300), None),
        ((520, 499), Won("NS", 4, "reached")),
        ((520, 530), Won("NS", 4, "bidding_side_first")),
    ],
)
def test_the_last_hand_ends_a_game_to_a_target_too(after: tuple[int, int], wanted: Won | None) -> None:
    before, totals = {"NS": 200, "EW": 200}, dict(zip(("NS", "EW"), after, strict=True))

    assert judge(FOUR_HANDS, before, totals, "NS", 4) == wanted
    assert judge(FAMILY, before, totals, "NS", 4) == (wanted if max(after) >= 500 else None)


def test_a_table_agrees_on_hands_besides_the_target_where_its_book_lets_it() -> None:
    book = changed(FAMILY, game__table_hands=True)
    low = {"bidder": "S", "bid": 50, "trump": "H", "meld": {"NS": 30, "EW": 20}, "take": {"NS": 28, "EW": 22}}

    agreed = OPS["game"](book.as_agreed(hands=2), {"hands": [low] * 3})

    assert agreed == {"totals": [{"NS": 58, "EW": 42}, {"NS": 116, "EW": 84}], "won": {"side": "NS", "hand": 2}}
    assert book.as_agreed(hands=2).game.length == "to 500 or two hands"
    assert OPS["game"](book.as_agreed(), {"hands": [low] * 3})["won"] is None
    assert FAMILY.as_agreed(hands=2) == FAMILY


def test_level_among_two_defenders_is_played_on() -> None:
    book = changed(GWINNETT_3, game__target=100, game__both_reach="bidding_side")

    assert judged(book, (90, 90, 90), (60, 110, 110), "A") is None


@pytest.mark.parametrize(
    ("before", "includes_level", "in_force"),
    [
        ((400, 400), True, True),
        ((400, 400), False, False),
        ((400, 450), False, False),
        ((401, 450), False, True),
        ((399, 499), True, False),
    ],
)
def test_bid_to_win_is_in_force_when_both_stand_high(
    before: tuple[int, int], includes_level: bool, in_force: bool
) -> None:
    book = changed(FAMILY, game__bid_to_win__includes_level=includes_level)

    assert bid_to_win_in_force(book, dict(zip(book.sides, before, strict=True))) is in_force


@pytest.mark.parametrize(
    ("before", "after", "bidding", "wanted"),
    [
        ((450, 400), (530, 360), "NS", "NS"),
        ((480, 480), (560, 420), "EW", None),  # defenders past the target go on
        ((560, 480), (500, 520), "NS", "NS"),  # set, and still at the target
        ((560, 480), (500, 520), "EW", "EW"),
        ((560, 390), (580, 340), "EW", "NS"),  # no longer in force: who stands there wins
    ],
)
def test_bid_to_win(before: tuple[int, int], after: tuple[int, int], bidding: str, wanted: str | None) -> None:
    won = judged(FAMILY, before, after, bidding)

    assert (won and won.side) == wanted


def deal(bidder: str, bid: int, meld: tuple[int, int], take: tuple[int, int]) -> DealRecord:
    sides = ("NS", "EW")
    return DealRecord(
        bidder=bidder,
        bid=bid,
        trump="S",
        meld=dict(zip(sides, meld, strict=True)),
        take=dict(zip(sides, take, strict=True)),
    )


@pytest.mark.parametrize(
    ("totals", "now", "once"),
    [
        ([], True, True),
        ([0], True, True),
        ([0, 0], True, True),
        ([1], False, False),
        ([1, 0], False, False),
        ([-1], True, True),
        ([-2, -1], True, True),
        ([-1, 0], False, False),
        ([-1, 0, 0], False, False),
        ([1, -5], True, False),  # in the hole, whatever was before
        ([1, -5, 0], False, False),
        ([-1, 0, -1], True, False),
        ([1, -5, 2], False, False),
    ],
)
def test_who_is_off_the_board_goes_by_the_total_now_or_by_what_it_once_was(
    totals: list[int], now: bool, once: bool
) -> None:
    standing = [{"A": points, "B": 5, "C": -5} for points in totals]

    assert ("A" in off_board(CUTTHROAT, standing)) is now
    assert ("A" in off_board(changed(CUTTHROAT, game__on_board="once"), standing)) is once


def test_a_book_from_before_the_choice_scores_as_it_did() -> None:
    """Cards of years ago keep what they came to."""
    data = json.loads(CUTTHROAT.to_json())
    del data["game"]["on_board"]

    assert off_board(book_from_data(data), [{"A": 60, "B": 0, "C": 0}, {"A": -40, "B": 0, "C": 0}]) == ("B", "C")


def test_a_game_ends_on_the_winning_deal() -> None:
    deals = [deal("N", 50, (80, 2), (20, 5)), deal("E", 20, (60, 20), (10, 15)), deal("N", 20, (20, 2), (20, 5))]

    result = play_game(ST_HILARY, deals)

    assert result.totals == ({"NS": 100, "EW": 7}, {"NS": 170, "EW": 42})
    assert result.won == Won("NS", 2, "reached")
    assert len(result.scores) == 2
    assert result.held_back == {}


def test_a_side_held_back_is_named_by_deal() -> None:
    book = changed(FAMILY, game__target=450)

    result = play_game(book, [deal("N", 50, (380, 380), (25, 25)), deal("N", 100, (24, 40), (20, 30))])

    assert result.totals[-1] == {"NS": 305, "EW": 475}
    assert result.won is None
    assert result.held_back == {2: "EW"}


def test_known_scores_stand_for_the_deals_they_are_of() -> None:
    deals = [deal("N", 20, (20, meld), (20, 5)) for meld in (2, 4, 6)]
    known = [score_deal(ST_HILARY, deal("N", 20, (meld, 2), (20, 5))) for meld in (22, 24)]

    result = play_game(ST_HILARY, deals, known)

    assert result.scores == (*known, *(score_deal(ST_HILARY, each) for each in deals[2:]))


def test_deals_renumbered_keep_who_won_and_who_was_held_back() -> None:
    result = GameResult(won=Won("NS", 3, "reached"), held_back={1: "NS", 2: "EW"})

    again = result.renumbered([1, 3, 4])

    assert (again.won, again.held_back) == (Won("NS", 4, "reached"), {1: "NS", 3: "EW"})


def test_target_rises_while_several_of_the_others_stand_there_and_the_bidder_does_not() -> None:
    book = changed(GWINNETT_3, game__target=100, game__rises=50)

    def hand(bidder: str, *melds: int) -> DealRecord:
        sides = dict(zip("ABC", melds, strict=True))
        return DealRecord(bidder, 20, "S", meld=sides, take={"A": 10, "B": 10, "C": 5})

    passed = [hand("A", 15, 95, 100), hand("A", 20, 60, 60)]
    result = play_game(book, [*passed, hand("C", 100, 0, 0)])

    assert (result.raised, result.held_back) == ({1: 150, 2: 200}, {1: "B", 2: "B"})
    assert [result.judged_by(book, hand).game.target for hand in (1, 2, 3, None)] == [100, 150, 200, 200]
    assert result.won is None
    assert play_game(book, [*passed, hand("B", 0, 30, 30)]).won == Won("B", 3, "bidding_side_first")
    assert play_game(book, [hand("A", 15, 95, 100), hand("C", 0, 60, 20)]).won == Won("B", 2, "reached")
    assert result.renumbered([1, 4, 5]).raised == {1: 150, 4: 200}


def test_an_empty_game_stands_at_nothing() -> None:
    assert GameResult().totals_now(NPA) == {"NS": 0, "EW": 0}


def test_leaders_are_all_who_stand_highest() -> None:
    assert leaders(GWINNETT_3, {"A": 40, "B": 55, "C": 55}) == ["B", "C"]


@given(st.randoms(use_true_random=True))
def test_deals_alone_are_worth_what_they_are_at_nothing(rng: random.Random) -> None:
    """As boards of a duplicate are: no total before, nobody off the board, nobody wins."""
    book = random_book(rng)
    deals = [random_record(book, rng) for _ in range(8)]

    result = play_game(book, deals, to_the_end=False, alone=True)

    assert result.scores == tuple(score_deal(book, each) for each in deals)
    assert result.won is None
    assert result.totals_now(book) == {side: sum(one.scores[side] for one in result.scores) for side in book.sides}


@given(st.randoms(use_true_random=True))
def test_totals_are_sums_and_nobody_wins_without_a_target(rng: random.Random) -> None:
    book = random_book(rng)
    deals = [random_record(book, rng) for _ in range(8)]

    result = play_game(book, deals)

    sums = dict.fromkeys(book.sides, 0)
    for number, each in enumerate(deals[: len(result.scores)]):
        at_home = replace(each, before=dict(sums), off_board=off_board(book, result.totals[:number]))
        for side, points in score_deal(book, at_home).scores.items():
            sums[side] += points
        assert result.totals[number] == sums
    if book.game.target is None:
        assert result.won is None
        assert result.held_back == {}
    elif result.won:
        assert result.won.hand == len(result.scores)
        assert result.totals_now(book)[result.won.side] >= book.game.target
    else:
        assert len(result.scores) == len(deals)
