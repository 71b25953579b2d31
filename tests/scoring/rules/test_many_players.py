"""Tables of two to eight: seats, sides, a called partner, and hands that nobody bids on."""

from dataclasses import replace
from typing import Any

import pytest

from scoring.rules.book import BookError, RuleBook, built_in_book, built_in_books
from scoring.rules.deal_checks import completed_takes, record_faults
from scoring.rules.deal_score import DealRecord, book_of, score_deal
from scoring.rules.game import play_game
from scoring.rules.prose import chapters
from scoring.rules.questions import open_questions, takes_missed
from tests.scoring.rules.deal_samples import BESIDE, changed

FAMILY, HIDDEN_VALLEY = built_in_book("family-double"), built_in_book("hidden-valley")
_, FIVE, PAIRS, TWO = BESIDE
SIX = changed(PAIRS, deal__sides="second")


def text_of(book: RuleBook) -> str:
    blocks = (block for chapter in chapters(book) for block in chapter.blocks)
    return " ".join(str(sentence) for block in blocks for sentence in block.sentences)


@pytest.mark.parametrize(
    ("players", "sides", "wanted"),
    [
        (2, "alone", ("A", "B")),
        (3, "alone", ("A", "B", "C")),
        (4, "across", ("NS", "EW")),
        (4, "alone", ("N", "E", "S", "W")),
        (5, "called", ("A", "B", "C", "D", "E")),
        (6, "across", ("AD", "BE", "CF")),
        (6, "second", ("ACE", "BDF")),
        (8, "across", ("AE", "BF", "CG", "DH")),
        (8, "second", ("ACEG", "BDFH")),
    ],
)
def test_a_side_is_its_seats(players: int, sides: str, wanted: tuple[str, ...]) -> None:
    deal = FAMILY.deal.model_copy(update={"players": players, "sides": sides})
    book = FAMILY.model_copy(update={"deal": deal})

    assert book.sides == wanted
    assert [book.side_of(seat) for seat in book.seats] == [
        next(side for side in wanted if s in side) for s in book.seats
    ]
    assert {seat for side in book.sides for seat in book.seats_of(side)} == set(book.seats)


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"deal__players": 9}, "deal.players"),
        ({"deal__players": 5, "deal__hand_size": 16, "deal__sides": "across"}, "deal.sides"),
        ({"deal__sides": "second"}, "deal.sides"),
        ({"deal__calls": "player"}, "deal.calls"),
        ({"auction__trump": "turned"}, "contract.throw_in"),
        ({"deal__stock_size": 4}, "deal.hand_size"),
    ],
)
def test_what_cannot_be_is_refused_at_its_field(changes: dict[str, Any], path: str) -> None:
    with pytest.raises(BookError) as caught:
        changed(FAMILY, **changes)

    assert path in {fault.path for fault in caught.value.faults}


def test_a_book_that_says_nothing_of_sides_is_the_version_it_was() -> None:
    assert '"sides": ' not in FAMILY.to_json()
    assert '"sides": "second"' in SIX.to_json()


# -- a called partner --------------------------------------------------------------------


def called(**more: Any) -> DealRecord:
    melds, takes = {"BD": 30, "A": 26, "C": 4, "E": 22}, {"BD": 30, "ACE": 20}
    return replace(DealRecord("B", 52, "H", partner="D", meld=melds, take=takes), **more)


@pytest.mark.parametrize(
    ("opponents", "melds", "takes", "wanted"),
    [
        ("own_meld", {"BD": 30, "A": 26, "C": 4, "E": 22}, {"BD": 30, "ACE": 20}, (46, 60, 20, 60, 42)),
        ("together", {"BD": 30, "ACE": 26}, {"BD": 30, "ACE": 20}, (46, 60, 46, 60, 46)),
        ("alone", {"BD": 30, "A": 26, "C": 4, "E": 22}, {"BD": 21, "A": 25, "C": 4, "E": 0}, (51, -52, 0, -52, 0)),
    ],
)
def test_the_others_score_alone_or_together(
    opponents: str, melds: dict[str, int], takes: dict[str, int], wanted: tuple[int, ...]
) -> None:
    book = changed(FIVE, deal__opponents=opponents)
    deal = called(meld=melds, take=takes)
    if opponents == "alone":
        deal = replace(deal, bid=52)

    assert record_faults(book, deal, "A") == {}
    assert tuple(score_deal(book, deal).scores.values()) == wanted


def test_a_bidder_without_a_partner_plays_alone() -> None:
    deal = called(partner="B", meld={"B": 60, "A": 20, "C": 0, "D": 0, "E": 0}, take={"B": 25, "ACDE": 25})

    assert score_deal(FIVE, deal).scores == {"A": 45, "B": 85, "C": 25, "D": 25, "E": 25}
    assert completed_takes(book_of(FIVE, deal), {"B": 25}) == {"B": 25, "ACDE": 25}


def test_who_is_called_is_asked_before_the_melds() -> None:
    assert "partner" in record_faults(FIVE, called(partner=None, meld={"BD": 30}), "A")
    assert "partner" in record_faults(FAMILY, DealRecord("N", 60, "S", partner="S"), "N")
    assert takes_missed(FIVE, called(take={})) == ("ACE", "BD")
    assert [question.who for question in open_questions(FIVE, called(take={"BD": 50, "ACE": 0}))] == []


def test_a_renege_costs_its_side_of_the_hand() -> None:
    assert score_deal(FIVE, called(renege="A")).scores == {"A": -52, "B": 82, "C": 20, "D": 82, "E": 42}
    assert score_deal(FIVE, called(renege="BD")).scores == {"A": 26, "B": -52, "C": 0, "D": -52, "E": 22}


# -- three sides, three partners ---------------------------------------------------------


def test_three_pairs_and_two_threes_score_like_two_pairs() -> None:
    pairs = DealRecord("B", 52, "H", meld={"AD": 22, "BE": 30, "CF": 4}, take={"AD": 20, "BE": 34, "CF": 20})
    threes = DealRecord("B", 52, "H", meld={"ACE": 22, "BDF": 30}, take={"ACE": 54, "BDF": 20})

    assert score_deal(PAIRS, pairs).scores == {"AD": 42, "BE": 64, "CF": 20}
    assert score_deal(SIX, threes).scores == {"ACE": 76, "BDF": -52}
    assert record_faults(SIX, threes, "A") == {}


@pytest.mark.parametrize(("stand", "wanted"), [("all", "CF"), ("two", None)])
def test_bid_to_win_begins_with_all_or_with_two(stand: str, wanted: str | None) -> None:
    book = changed(PAIRS, game__bid_to_win__stand=stand)
    high = [DealRecord("A", 100, "S", meld={"AD": 400, "BE": 400, "CF": 20}, take={"AD": 30, "BE": 22, "CF": 22})]
    last = DealRecord("A", 100, "S", meld={"AD": 20, "BE": 20, "CF": 480}, take={"AD": 30, "BE": 22, "CF": 22})

    won = play_game(book, [*high, last]).won

    assert (won.side if won else None) == wanted


# -- no bid ------------------------------------------------------------------------------


def test_without_a_bid_each_scores_what_it_makes() -> None:
    deal = DealRecord("A", 0, "S", meld={"A": 12, "B": 20}, take={"A": 9, "B": 16})

    assert record_faults(TWO, deal, "B") == {}
    assert score_deal(TWO, deal).scores == {"A": 21, "B": 36}
    assert score_deal(TWO, replace(deal, renege="A")).scores == {"A": 0, "B": 36}
    assert score_deal(TWO, replace(deal, take={"A": 0, "B": 25})).scores == {"A": 0, "B": 45}
    assert TWO.tricks == 24


def test_nothing_in_print_speaks_of_a_bid_where_there_is_none() -> None:
    text = text_of(TWO)

    assert "Two people play, each alone." in text
    assert [word for word in ("bidder", "is set", "auction", "stuck") if word in text.lower()] == []


@pytest.mark.parametrize(
    ("book", "said"),
    [
        (FIVE, "For each hand the bidder calls a partner."),
        (SIX, "Six people play, three against three. Partners are every second player around the table."),
        (PAIRS, "Each of the other sides must take at least 20 points to save"),
        (PAIRS, "when all sides stand at 400 or more before a hand"),
    ],
)
def test_print_says_who_plays_together(book: RuleBook, said: str) -> None:
    assert said in text_of(book)


# -- bots ----------------------------------------------------------------------------------


def test_bots_know_every_table_where_there_is_bidding() -> None:
    unknown = {key: book.why_bots_do_not_play for key, book in built_in_books().items() if not book.bots_play}

    assert unknown == {"two-handed": "Bots play only games with bidding."}
    assert changed(FAMILY, deal__sides="alone").bots_play
    assert PAIRS.bots_play
