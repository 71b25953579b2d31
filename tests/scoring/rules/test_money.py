"""The money sheet: every line adds up to 0, what the winner takes, and what is paid hand by hand."""

import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from scoring.rules.book import BookError, RuleBook, built_in_book
from scoring.rules.deal_checks import record_faults
from scoring.rules.deal_score import DealRecord, Outcome
from scoring.rules.game import GameResult, play_game
from scoring.rules.money import MoneySheet, chips_for_melds, money_sheet
from scoring.rules.prose import chapters
from scoring.rules.questions import Question, open_questions
from tests.scoring.rules.deal_samples import BESIDE, changed, random_record

_, FIVE, PAIRS, _ = BESIDE

CUTTHROAT = built_in_book("cutthroat")
# Check Pinochle by bicyclecards.com/card-games/rule/check-pinochle: what is paid, and the game it is paid in.
CHECKS: dict[str, Any] = {
    "melds": [
        {"meld": "roundhouse", "pays": 5},
        {"meld": "run", "pays": 2},
        {"meld": "aces", "pays": 2},
        {"meld": "kings", "pays": 1},
        {"meld": "queens", "pays": 1},
        {"meld": "jacks", "pays": 1},
        {"meld": "pinochle", "count": 2, "pays": 2},
    ],
    "bids": [{"at": 200, "pays": 2}, {"at": 250, "pays": 4}, {"at": 300, "pays": 7}, {"at": 350, "pays": 10}],
    "further": 50,
    "further_pays": 5,
    "slam": 5,
    "game": 10,
    "lead": 100,
    "lead_pays": 1,
    "below_zero": 5,
}
TENS = {
    "run": [150, 1500],
    "royal_marriage": [40],
    "marriage": [20],
    "nine": 10,
    "pinochle": [40, 300],
    "aces": [100, 1000],
    "kings": [80, 800],
    "queens": [60, 600],
    "jacks": [40, 400],
    "roundhouse": {"values": [240]},
}
CHECK_PINOCHLE = changed(
    built_in_book("hidden-valley"),
    passing=None,
    meld=TENS,
    deck__counter_points=10,
    deck__last_trick=10,
    auction__opening=200,
    auction__stuck=200,
    auction__steps=[{"multiple_of": 10}],
    contract__bidders_need="trick",
    contract__defenders_need="trick",
    bonuses__moon=None,
    game__target=1000,
    game__both_reach="bidding_side",
    readings=[],
    payments=CHECKS,
    words={"chip": "check", "roundhouse": "round trip", "run": "flush"},
)
# A club by a pool counts stars: sbirnbaum.hnccorp.com/pinochle.
STARS = changed(
    CHECK_PINOCHLE,
    payments={
        "paid_by": "nobody",
        "melds": [{"meld": "run", "pays": 1}, {"meld": "aces", "pays": 1}],
        "bids": [{"at": 250, "pays": 1}, {"at": 300, "pays": 2}, {"at": 350, "pays": 4}, {"at": 400, "pays": 8}],
        "failed_more": 1,
    },
    words={"chip": "star"},
)
PARTNERS = changed(
    built_in_book("hidden-valley"),
    money={"hard_set": 8, "hard_to_others": 2, "soft_set": 4, "soft_to_others": 1},
)


def hand(bidder: str, bid: int, meld: tuple[int, int, int], take: tuple[int, ...] = (), **more: Any) -> DealRecord:
    melds, takes = (dict(zip("ABC", figures, strict=False)) for figures in (meld, take))
    return DealRecord(bidder=bidder, bid=bid, trump="S", meld=melds, take=takes, **more)


def sheet_of(*hands: DealRecord) -> MoneySheet:
    sheet = money_sheet(CUTTHROAT, play_game(CUTTHROAT, hands), hands)
    assert sheet is not None
    return sheet


def test_books_that_are_not_for_money_have_no_sheet() -> None:
    assert money_sheet(built_in_book("gwinnett-3"), play_game(built_in_book("gwinnett-3"), []), []) is None


def test_each_kind_of_set_costs_what_the_book_says() -> None:
    in_play = hand("A", 65, (20, 0, 0), (10, 20, 20))
    thrown_in = hand("B", 65, (0, 20, 0), thrown_in=True)
    renege = hand("C", 65, (0, 20, 0), renege="A")
    made = hand("C", 50, (0, 0, 40), (10, 20, 20))

    sheet = sheet_of(in_play, thrown_in, renege, made)

    assert [(line.hand, line.side, line.kind, line.reason) for line in sheet.lines] == [
        (1, "A", "hard", "in_play"),
        (2, "B", "soft", "unplayed"),
        (3, "A", "hard", "renege"),
    ]
    assert [dict(line.amounts) for line in sheet.lines] == [
        {"A": -8, "B": 2, "C": 2},
        {"A": 1, "B": -4, "C": 1},
        {"A": -8, "B": 2, "C": 2},
    ]
    assert [line.kitty for line in sheet.lines] == [4, 2, 4]
    assert (dict(sheet.totals), sheet.kitty, dict(sheet.paid)) == ({"A": -15, "B": 0, "C": 5}, 10, {})


def test_losers_on_the_board_take_a_soft_set_and_the_winner_what_they_are_down() -> None:
    """A wins; B stands above 0, C never did."""
    first = hand("C", 65, (0, 30, 20), (20, 20, 10))
    last = hand("A", 60, (340, 0, 0), (40, 10, 0), tricks={"C": 0})

    sheet = sheet_of(first, last)

    assert [(line.hand, line.side, line.kind) for line in sheet.lines] == [
        (1, "C", "hard"),
        (None, "B", "soft"),
        (None, "C", "hard"),
    ]
    assert dict(sheet.totals) == {"A": 5, "B": 0, "C": -15}
    assert dict(sheet.paid) == {"A": 15, "B": 0, "C": -15}


def test_winner_gets_nothing_back_of_what_the_winner_put_in() -> None:
    sets = [hand("A", 65, (0, 0, 0), (10, 20, 20)) for _ in range(3)]
    sheet = sheet_of(*sets, hand("A", 250, (600, 0, 0), (40, 10, 0), tricks={"C": 0}))

    assert dict(sheet.totals) == {"A": -22, "B": 3, "C": 3}
    assert dict(sheet.paid) == {"A": 0, "B": 0, "C": 0}


def test_columns_with_the_kitty_add_up_to_0_in_every_line_and_at_the_end() -> None:
    rng = random.Random(7)
    books = (
        CUTTHROAT,
        changed(CUTTHROAT, money__hard_set=10, money__set_unplayed="hard", game__target=500),
        changed(CUTTHROAT, payments=CHECKS | {"failed": "nothing"}).as_agreed(with_fourth=True),
        CHECK_PINOCHLE,
        PARTNERS,
    )
    ended = 0
    for _ in range(60):
        book = rng.choice(books)
        records = [random_record(book, rng) for _ in range(25)]
        game = play_game(book, records)
        sheet = money_sheet(book, game, records)
        assert sheet is not None
        for line in sheet.lines:
            assert sum(line.amounts.values()) + line.kitty == 0
        assert sum(sheet.totals.values()) + sheet.kitty == 0
        assert sum(sheet.paid.values()) == 0
        ended += game.won is not None
    assert ended > 0


# -- by the person -----------------------------------------------------------------------


def pair(bidder: str, bid: int, meld: tuple[int, int], take: tuple[int, ...] = (), **more: Any) -> DealRecord:
    melds, takes = (dict(zip(("NS", "EW"), figures, strict=False)) for figures in (meld, take))
    return DealRecord(bidder=bidder, bid=bid, trump="H", meld=melds, take=takes, **more)


def paid(book: RuleBook, *hands: DealRecord) -> MoneySheet:
    sheet = money_sheet(book, play_game(book, hands), hands)
    assert sheet is not None
    return sheet


def printed(book: RuleBook) -> str:
    (money,) = (chapter for chapter in chapters(book) if chapter.id == "money")
    return " ".join(str(sentence) for block in money.blocks for sentence in block.sentences)


def test_each_of_a_set_pair_pays_and_each_opponent_gets() -> None:
    """N–S are set for 8, with 2 of it to each opponent: E gets 2 from N and 2 from S."""
    set_hand = pair("N", 27, (19, 4), (7, 18))
    won = pair("E", 200, (0, 300), (0, 25))

    sheet = paid(PARTNERS, set_hand, won)

    assert dict(sheet.lines[0].amounts) == {"N": -8, "S": -8, "E": 4, "W": 4}
    assert (sheet.lines[0].kitty, sheet.lines[1].reason, dict(sheet.lines[1].amounts)) == (
        8, "off_board", {"N": -8, "S": -8, "E": 4, "W": 4},
    )  # fmt: skip
    assert dict(sheet.paid) == {"N": -16, "S": -16, "E": 16, "W": 16}
    text = printed(PARTNERS)
    assert "A hard set costs each player of that side 8: 2 to each opponent, and the rest to the kitty." in text
    assert "A renege is a hard set for the side that reneged." in text


def test_a_pair_that_reneges_pays_for_both() -> None:
    (line,) = paid(PARTNERS, pair("N", 27, (19, 4), renege="EW")).lines

    assert (line.side, line.reason, dict(line.amounts)) == ("EW", "renege", {"N": 4, "S": 4, "E": -8, "W": -8})


# -- hand by hand ------------------------------------------------------------------------

FLUSH_AND_ACES = {"N": [("run", 1), ("aces", 1)], "E": [("kings", 1)]}
GAME = (
    pair("N", 270, (250, 80), (130, 120), chips={"NS": 4, "EW": 1}),
    pair("E", 350, (0, 120), (150, 100)),
    pair("N", 500, (300, 0), (250, 0), chips={"NS": 2}),
)


def test_a_game_of_check_pinochle() -> None:
    sheet = paid(CHECK_PINOCHLE, *GAME)

    assert [(line.hand, line.reason, line.side, line.amounts["N"]) for line in sheet.lines] == [
        (1, "melds", "NS", 4),  # a flush and aces
        (1, "melds", "EW", -1),  # kings
        (1, "made", "NS", 4),
        (2, "failed", "EW", 20),  # twice the 10
        (3, "melds", "NS", 2),  # a double pinochle
        (3, "made", "NS", 25),  # 10 and three times 5
        (3, "slam", "NS", 5),
        (None, "game", "EW", 28),  # 10, 13 for the 1,230 ahead, 5 for the loser below 0
    ]
    assert dict(sheet.totals) == {"N": 87, "S": 87, "E": -87, "W": -87}
    assert (sheet.kitty, dict(sheet.paid)) == (0, {})


@pytest.mark.parametrize(
    ("bid", "made"),
    [(200, 2), (240, 2), (250, 4), (290, 4), (300, 7), (340, 7), (350, 10), (390, 10), (400, 15), (450, 20)],
)
def test_bid_bands_of_check_pinochle(bid: int, made: int) -> None:
    pay = CHECK_PINOCHLE.payments
    assert pay is not None
    assert (pay.for_bid(bid), pay.for_failed(bid)) == (made, 2 * made)


@pytest.mark.parametrize(
    ("melds", "pays"),
    [
        (FLUSH_AND_ACES, {"NS": 4, "EW": 1}),
        ({"N": [("pinochle", 1)]}, {"NS": 0}),
        ({"N": [("pinochle", 2)]}, {"NS": 2}),
        ({"N": [("pinochle", 1)], "S": [("pinochle", 1)]}, {"NS": 0}),  # partners do not pool
        ({"N": [("aces", 2)]}, {"NS": 4}),
        (
            {"N": [("kings", 1), ("queens", 1), ("marriage", 1), ("marriage", 2)]},
            {"NS": 5},
        ),  # a round trip by its parts
        ({"N": [("kings", 1)], "S": [("queens", 1)]}, {"NS": 2}),
        ({"E": [("roundhouse", 1), ("queens", 1)]}, {"EW": 6}),
    ],
)
def test_melds_pay_what_each_player_laid(melds: Mapping[str, list[tuple[str, int]]], pays: Mapping[str, int]) -> None:
    assert chips_for_melds(CHECK_PINOCHLE, melds) == pays
    assert chips_for_melds(PARTNERS, melds) == {}


def test_stars_are_counted_and_nobody_pays_them() -> None:
    made, failed = pair("N", 350, (250, 0), (130, 120), chips={"NS": 2}), pair("E", 300, (0, 40), (150, 100))
    low = pair("E", 200, (0, 40), (150, 100))

    sheet = paid(STARS, made, failed, low)

    assert [line.amounts["N"] for line in sheet.lines] == [2, 4, 5, 1]
    assert dict(sheet.totals) == {"N": 12, "S": 12, "E": 0, "W": 0}
    assert "Beside the score, count stars for each player. Nobody pays them." in printed(STARS)
    assert "A bid set pays the other side twice as many, and 1" in printed(STARS)


def test_three_alone_pay_each_other_and_who_sits_out_does_not() -> None:
    alone = changed(CUTTHROAT, money=None, readings=[], payments={"bids": [{"at": 50, "pays": 3}]})
    made, failed = hand("A", 65, (40, 0, 0), (30, 10, 10)), hand("A", 65, (0, 0, 0), (10, 20, 20))

    assert [dict(line.amounts) for line in paid(alone, made, failed).lines] == [
        {"A": 6, "B": -3, "C": -3},
        {"A": -12, "B": 6, "C": 6},
    ]
    sitting = alone.as_agreed(with_fourth=True)
    (line,) = paid(sitting, replace(made, out="D")).lines
    assert dict(line.amounts) == {"A": 6, "B": -3, "C": -3, "D": 0}


def test_a_called_partner_gets_and_pays_with_the_bidder() -> None:
    book = changed(FIVE, payments={"bids": [{"at": 50, "pays": 3}], "melds": [{"meld": "run", "pays": 1}]}, readings=[])
    melds, takes = {"BD": 30, "A": 26, "C": 4, "E": 22}, {"BD": 30, "ACE": 20}
    made = DealRecord("B", 52, "H", partner="D", meld=melds, take=takes, chips={"BD": 1})

    assert [dict(line.amounts) for line in paid(book, made).lines] == [
        {"A": -2, "B": 3, "C": -2, "D": 3, "E": -2},
        {"A": -6, "B": 9, "C": -6, "D": 9, "E": -6},
    ]
    pairs = changed(PAIRS, payments={"bids": [{"at": 50, "pays": 3}]}, readings=[])
    three_sides = DealRecord("A", 52, "H", meld={"AD": 60, "BE": 0, "CF": 0}, take={"AD": 30, "BE": 20, "CF": 20})
    (line,) = paid(pairs, three_sides).lines
    assert dict(line.amounts) == {"A": 6, "B": -3, "C": -3, "D": 6, "E": -3, "F": -3}


def test_payments_agree_with_a_second_reading_of_the_table() -> None:
    """Every game again, player by player, by the printed words."""
    rng, seen = random.Random(11), set[str]()
    for _ in range(40):
        records = [random_record(CHECK_PINOCHLE, rng) for _ in range(12)]
        records = [replace(record, bid=record.bid // 10 * 10) for record in records]
        game = play_game(CHECK_PINOCHLE, records)
        sheet = paid(CHECK_PINOCHLE, *records)
        assert dict(sheet.totals) == second_reading(game, records)
        seen |= {line.reason for line in sheet.lines}
    assert seen == {"melds", "made", "failed", "slam", "game"}


def second_reading(game: GameResult, records: list[DealRecord]) -> dict[str, int]:
    has = dict.fromkeys("NESW", 0)

    def collect(side: str, checks: int) -> None:
        for player in "NESW":
            has[player] += checks if player in side else -checks

    for score, record in zip(game.scores, records, strict=False):
        if score.outcome is Outcome.VOID:
            continue
        side, other = ("NS", "EW") if record.bidder in "NS" else ("EW", "NS")
        for melder, checks in record.chips.items():
            collect(melder, checks)
        worth = {20: 2, 25: 4, 30: 7, 35: 10}.get(record.bid // 50 * 5, 10 + (record.bid - 350) // 50 * 5)
        collect(*((side, worth) if score.is_made else (other, 2 * worth)))
        if score.played:
            for winner, loser in ((side, other), (other, side)):
                collect(winner, 5 if not record.take[loser] and record.last_trick != loser else 0)
    if game.won:
        winner, loser = ("NS", "EW") if game.won.side == "NS" else ("EW", "NS")
        ahead = game.totals[-1][winner] - game.totals[-1][loser]
        collect(winner, 10 + (ahead + 99) // 100 + 5 * (game.totals[-1][loser] < 0))
    return has


def test_a_trick_is_asked_for_where_only_the_slam_hangs_on_it() -> None:
    book = changed(CHECK_PINOCHLE, contract__bidders_need="nothing", contract__defenders_need="nothing")
    swept = pair("N", 200, (40, 0), (250, 0))

    assert open_questions(book, swept) == (Question("tricks", "EW"),)
    assert open_questions(changed(book, payments=CHECKS | {"slam": 0}), swept) == ()


def test_what_melds_pay_must_fit_the_meld() -> None:
    def faults(book: RuleBook, meld: int, chips: int) -> dict[str, str]:
        record = pair("N", 200, (meld, 0), (200, 50), chips={"NS": chips})
        return record_faults(book, record, "N")

    assert faults(CHECK_PINOCHLE, 250, 4) == faults(CHECK_PINOCHLE, 350, 7) == {}  # a round trip with a flush
    assert faults(CHECK_PINOCHLE, 40, 4) == {"chips_NS": "A meld of 40 can’t pay 4 checks."}
    assert faults(changed(CHECK_PINOCHLE, payments=None), 250, 4) == {"chips_NS": "By these rules no meld pays."}


@pytest.mark.parametrize(
    ("payments", "path"),
    [
        ({"bids": [{"at": 200, "pays": 0}]}, "bids.0.pays"),
        ({"bids": [{"at": 250, "pays": 2}, {"at": 250, "pays": 3}]}, "bids.1.at"),
        ({"bids": [{"at": 250, "pays": 4}, {"at": 300, "pays": 2}]}, "bids.1.pays"),
        ({"bids": [{"at": 100, "pays": 1}, {"at": 200, "pays": 2}]}, "bids.0.at"),
        ({"further": 50, "further_pays": 5, "slam": 1}, "further"),
        ({"bids": [{"at": 200, "pays": 2}], "further": 50}, "further_pays"),
        ({"melds": [{"meld": "run", "pays": 0}]}, "melds.0.pays"),
        ({"melds": [{"meld": "run", "pays": 1}, {"meld": "run", "pays": 2}]}, "melds.1.meld"),
        ({"melds": [{"meld": "run", "count": 2, "pays": 1}, {"meld": "run", "pays": 2}]}, "melds.1.pays"),
        ({"melds": [{"meld": "run", "count": 3, "pays": 1}]}, "melds.0.count"),
        ({}, "bids"),
    ],
)
def test_payments_that_cannot_be_are_refused(payments: dict[str, Any], path: str) -> None:
    with pytest.raises(BookError) as refused:
        changed(CHECK_PINOCHLE, payments=payments)
    assert [fault.path for fault in refused.value.faults] == [f"payments.{path}"]


def test_payments_that_contradict_other_chapters_are_refused() -> None:
    with pytest.raises(BookError, match="choose “nothing” here"):
        changed(CUTTHROAT, payments={"slam": 2})
    with pytest.raises(BookError, match="somebody must pay"):
        changed(CUTTHROAT, payments={"slam": 2, "failed": "nothing", "paid_by": "nobody"})
    with pytest.raises(BookError, match="only where it has a target"):
        changed(CHECK_PINOCHLE, game__target=None)
    with pytest.raises(BookError, match="cannot get more than the 8"):
        changed(PARTNERS, money__hard_to_others=5)
    with pytest.raises(BookError, match="cannot get more than the 4"):
        changed(CUTTHROAT, money__soft_to_others=2)  # a dealer who sits out gets a part, too
    assert "8: 4 to each opponent." in printed(changed(PARTNERS, money__hard_to_others=4))


def test_print_of_what_is_paid() -> None:
    (money,) = (chapter for chapter in chapters(CHECK_PINOCHLE) if chapter.id == "money")
    (table,) = (block for block in money.blocks if block.kind == "table")

    assert (table.title.text, table.header) == ("What is paid", ("For", "Checks"))
    assert list(table.rows) == [
        ("Round trip", "5"), ("Flush", "2"), ("Aces around", "2"), ("Kings around", "1"), ("Queens around", "1"),
        ("Jacks around", "1"), ("Double pinochle", "2"),
        ("A bid made, from 200", "2"), ("A bid made, from 250", "4"), ("A bid made, from 300", "7"),
        ("A bid made, from 350", "10"), ("Each 50 past 350", "5 more"),
        ("A bid set pays the other side twice as many", "× 2"),
        ("Every trick", "5"), ("Winning the game", "10"), ("Each 100 ahead in the game, or part of it", "1 more"),
        ("A loser below 0", "5 more"),
    ]  # fmt: skip
    assert "A round trip pays in place of its kings and queens around." in printed(CHECK_PINOCHLE)
