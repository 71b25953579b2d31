"""How likely a hand's figures are beside each other, and what else may have been meant."""

from dataclasses import replace

import pytest

from scoring.rules.book import RuleBook, built_in_book
from scoring.rules.deal_score import DealRecord
from scoring.rules.odds import (
    RARE,
    Chances,
    RarePart,
    bid_chance,
    meant,
    meld_chances,
    most_carried,
    other_bid,
    other_melds,
    other_takes,
    rarest_part,
    take_chances,
)
from scoring.rules.rarity import STUCK, Rarity, built_in_rarity
from tests.scoring.rules.test_rarity import PLAYED, changed

ST_HILARY = built_in_book("st-hilary")


def table_of(book: RuleBook) -> Rarity:
    table = built_in_rarity(book)
    assert table is not None
    return table


TABLE = table_of(ST_HILARY)


def hand(bid: int = 27, *, meld: tuple[int, int] = (19, 4), take: tuple[int, int] | None = (15, 10)) -> DealRecord:
    by_side = {"NS": take[0], "EW": take[1]} if take else {}
    return DealRecord("N", bid, trump="H", meld={"NS": meld[0], "EW": meld[1]}, take=by_side)


def rarest(record: DealRecord, *sure: RarePart) -> RarePart | None:
    return rarest_part(ST_HILARY, TABLE, record, sure=lambda part: part in sure)


@pytest.mark.parametrize(
    ("typed", "other"),
    [(255, 25), (650, 65), (5000, 50), (52, 25), (4, 24), (4, 41), (104, 14), (10, 100), (70, 7), (48, 18)],
    ids=lambda figure: str(figure),
)
def test_slip_of_the_hand_leads_from_one_figure_to_the_other(typed, other):
    assert other in meant(typed)


def test_what_no_single_slip_makes_was_not_meant():
    assert not {25, 2550, 99, 37, 15} & meant(17).keys()
    assert not {321, 312, 231} & meant(123).keys()
    assert not {1, 2, 3} & meant(123).keys()  # two keys too many are pressed in four digits only
    assert {1, 2} < meant(12).keys()
    assert 25 not in meant(25)
    assert min(meant(0).keys() - {8}) == 10  # the key beside it, or a digit before it: nobody types 05


def test_key_pressed_twice_is_likelier_than_one_at_the_end_and_that_than_one_in_between():
    assert meant(255)[25] == meant(225)[25] == 1 / 2
    assert 1 / 2 > meant(254)[25] > meant(245)[25]


@pytest.mark.parametrize(
    ("typed", "other", "share"),
    [
        (25, 255, 1 / 3 + 1 / 3),
        (222, 22, 1),
        (25, 52, 1),
        (255, 525, 1 / 2),
        (123, 213, 1 / 2),
        (123, 132, 1 / 2),
        (2, 20, 1 / 2 + 1),
        (5, 105, 1 / 3),
        (25, 2, 0.3),
    ],
)
def test_slip_is_as_likely_at_each_place_of_a_figure(typed, other, share):
    """A zero that comes first is not written: who types 02 for 20, or forgets what stood before it, has a 2."""
    assert meant(typed)[other] == pytest.approx(share)


@pytest.mark.parametrize("key", PLAYED)
def test_chances_of_all_figures_are_one(key):
    book = built_in_book(key)
    table, bidder = table_of(book), book.seats[0]
    tens = dict.fromkeys(book.sides, 10)
    record = DealRecord(bidder, book.auction.opening, trump="H", meld=tens, take=tens)

    for side in book.sides:
        melds = meld_chances(book, table, record, side)
        assert sum(map(melds.of, range(max(table.totals) + 1))) == pytest.approx(1)
        assert melds.of(9_998) > 0  # nothing that can be is impossible
    assert sum(map(take_chances(book, table, record).of, range(book.total_points + 1))) == pytest.approx(1)


def test_bid_that_melds_make_already_is_seen_as_the_least_that_was_ever_needed():
    table = replace(TABLE, takes=((5, {20: 1}), (15, {24: 1})))
    likely = [
        max(range(26), key=take_chances(ST_HILARY, table, hand(bid=bid, meld=(20, 4))).of) for bid in (18, 25, 34, 35)
    ]

    assert likely == [20, 20, 20, 24]


def test_figure_is_as_rare_as_all_that_are_no_likelier():
    chances = Chances((1, {4: 90, 10: 7, 30: 3}), highest=30)

    assert chances.as_rare_as(4) == pytest.approx(1)
    assert chances.as_rare_as(10) == pytest.approx(0.1)
    assert chances.as_rare_as(30) == pytest.approx(0.03)


@pytest.mark.parametrize(
    ("bid", "other"), [(255, {"": 25}), (52, {"": 25}), (58, {"": 28}), (48, None), (999, None), (30, None), (16, None)]
)
def test_lower_bid_was_meant_where_its_odds_are_high(bid, other):
    found = other_bid(ST_HILARY, TABLE, bid)

    assert (found and found.meant) == other


def test_bid_below_the_commonest_is_as_likely_as_that_and_no_bid_is_impossible():
    table = Rarity(2, {0: 2}, {STUCK: 2, 20: 3, 30: 5, 32: 1})

    assert [bid_chance(table, bid) * 11 for bid in (15, 20, 30, 31, 32, 33)] == pytest.approx(
        [5.5, 5.5, 5.5, 1.5, 1.5, 0.5]
    )


def test_low_bid_is_never_doubted():
    """People bid lower than bots, and what is bid too low costs nothing by itself."""
    for key in PLAYED:
        book = built_in_book(key)
        assert other_bid(book, table_of(book), book.auction.opening) is None


def test_bid_that_deck_and_meld_cannot_carry():
    assert most_carried(ST_HILARY) > 150 + ST_HILARY.total_points


@pytest.mark.parametrize(
    ("meld", "other"),
    [
        ((3, 44), {"EW": 4}),  # the key twice
        ((4, 24), {"NS": 24, "EW": 4}),  # on the wrong pads
        ((24, 4), None),
        ((10, 20), None),
        ((0, 0), None),  # a key of its own says so
    ],
)
def test_other_melds_were_meant_where_their_odds_are_high(meld, other):
    found = other_melds(ST_HILARY, TABLE, hand(25, meld=meld, take=None), {"NS", "EW"})

    assert (found and found.meant) == other
    assert found is None or found.odds >= TABLE.asks_from


def test_melds_that_are_not_in_doubt_are_not_another():
    assert other_melds(ST_HILARY, TABLE, hand(25, meld=(3, 44), take=None), {"NS"}) is None


@pytest.mark.parametrize(
    ("take", "typed", "other"),
    [
        ((2, 23), {"NS": 2}, {}),  # 12 or 20
        ((5, 20), {"NS": 5, "EW": 20}, {"NS": 20, "EW": 5}),
        ((12, 13), None, None),
        ((25, 0), None, None),  # all and none are keys of their own
    ],
)
def test_other_takes_were_meant_where_their_odds_are_high(take, typed, other):
    found = other_takes(ST_HILARY, TABLE, hand(25, meld=(12, 4), take=take))

    assert (found and (found.typed, found.meant)) == (typed and (typed, other))


def test_take_that_was_meant_leaves_the_rest_to_the_other_side():
    npa = built_in_book("npa")
    record = DealRecord("N", 60, trump="H", meld={"NS": 30, "EW": 4}, take={"NS": 8, "EW": 42})

    found = other_takes(npa, table_of(npa), record)

    assert found is not None
    assert (found.typed, found.meant) == ({"EW": 42}, {"EW": 24, "NS": 26})


def test_ordinary_hand_is_not_rare():
    assert rarest(hand()) is None


@pytest.mark.parametrize(
    ("record", "part"),
    [
        (hand(60), RarePart("bid", "NS", 60)),
        (hand(meld=(19, 104)), RarePart("meld", "EW", 104)),
        (hand(60, meld=(104, 4), take=None), RarePart("meld", "NS", 104)),
    ],
    ids=["bid", "meld", "both, no take yet"],
)
def test_rarest_figure_of_a_rare_hand_is_told(record, part):
    assert rarest(record) == part


def test_figure_that_is_sure_is_not_told():
    assert rarest(hand(60), RarePart("bid", "NS", 60)) is None
    assert rarest(hand(60, meld=(19, 104)), RarePart("bid", "NS", 60)) == RarePart("meld", "EW", 104)


@pytest.mark.parametrize(
    ("more", "steps"),
    [
        ({}, ["bid", "meld", "meld", "take"]),
        ({"stuck": True}, ["meld", "meld", "take"]),
        ({"trump": None}, ["bid"]),
        ({"meld": {"NS": 19, "EW": 0}}, ["bid", "meld", "take"]),
        ({"meld": {"EW": 4}}, ["bid", "meld"]),
        ({"take": {"EW": 10}}, ["bid", "meld", "meld"]),
        ({"renege": "EW"}, ["bid", "meld", "meld"]),
    ],
)
def test_every_figure_that_is_there_may_be_rare(more, steps):
    asked: list[str] = []

    def is_sure(part: RarePart) -> bool:
        asked.append(part.step)
        return True

    assert rarest_part(ST_HILARY, TABLE, replace(hand(), **more), sure=is_sure) is None
    assert asked == steps


def test_meld_of_none_is_not_rare():
    """Whose meld is too small to count may write none."""
    npa = built_in_book("npa")
    record = DealRecord("N", 60, trump="H", meld={"NS": 40, "EW": 0}, take={"NS": 30, "EW": 20})

    assert rarest_part(npa, table_of(npa), record, sure=lambda part: False) is None


def test_book_that_is_played_otherwise_has_no_bids_and_takes():
    other = changed(ST_HILARY, "auction", opening=30)

    assert built_in_rarity(other) is TABLE
    assert rarest_part(other, TABLE, hand(60), sure=lambda part: False) is None
    assert rarest_part(other, TABLE, hand(meld=(19, 104)), sure=lambda part: False) == RarePart("meld", "EW", 104)


def test_one_in_a_thousand_is_of_the_hand_and_not_of_each_figure():
    """A bid that one hand in a thousand reaches is one of four figures, so one as rare comes more often."""
    once = next(bid for bid in range(30, 80) if TABLE.reaching(bid) * RARE <= TABLE.hands)

    assert rarest(hand(once, meld=(30, 4))) is None
