"""The deal, the draw for it, redeals, misdeals and wrong counts."""

import random
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.book import BookError, RuleBook, built_in_book, built_in_books
from scoring.rules.cards import RANKS
from scoring.rules.dealing import (
    after_misdeals,
    deal,
    deal_out,
    draw_for_dealer,
    judge_short_hand,
    may_call_redeal,
    packet_sizes,
    redeal_cause,
    shuffled_deck,
    wrong_pass_remedies,
)
from scoring.rules.errors import RuleError
from scoring.rules.notation import parse_cards
from scoring.rules.prose import chapters
from tests.scoring.rules.deal_samples import changed

BOOKS = list(built_in_books().values())
ST_HILARY = built_in_book("st-hilary")
NPA = built_in_book("npa")
FAMILY_DOUBLE = built_in_book("family-double")
GWINNETT_3 = built_in_book("gwinnett-3")


def with_redeal(book: RuleBook, **switches: object) -> RuleBook:
    return book.model_copy(update={"redeal": book.redeal.model_copy(update=switches)})


# -- shuffling and dealing


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.key)
def test_shuffle_keeps_the_deck_and_repeats_with_the_seed(book: RuleBook) -> None:
    deck = shuffled_deck(book, random.Random(7))

    assert Counter(deck) == Counter(book.cards)
    assert deck == shuffled_deck(book, random.Random(7))
    assert deck != book.cards
    by_python = list(book.cards)
    random.Random(7).shuffle(by_python)
    assert deck == tuple(by_python)


@given(book=st.sampled_from(BOOKS), seed=st.integers(0, 10_000), data=st.data())
def test_deal_gives_every_card_once(book: RuleBook, seed: int, data: st.DataObject) -> None:
    dealer = data.draw(st.sampled_from(book.seats))
    packet = data.draw(st.integers(0, len(book.deal.packets) - 1))

    dealt = deal(book, random.Random(seed), dealer, packet)

    assert tuple(dealt.hands) == book.seats
    assert {len(hand) for hand in dealt.hands.values()} == {book.deal.hand_size}
    assert len(dealt.kitty) == book.deal.kitty_size + book.deal.stock_size
    together = [card for hand in dealt.hands.values() for card in hand] + list(dealt.kitty)
    assert Counter(together) == Counter(book.cards)


def test_deal_begins_on_the_dealers_left_in_packets() -> None:
    deck = ST_HILARY.cards

    dealt = deal_out(ST_HILARY, deck, dealer="E")

    assert dealt.hands["S"][:6] == deck[0:3] + deck[12:15]
    assert dealt.hands["W"][:3] == deck[3:6]
    assert dealt.hands["E"][-3:] == deck[-3:]
    assert dealt.kitty == ()


def test_kitty_is_what_is_left() -> None:
    dealt = deal_out(GWINNETT_3, GWINNETT_3.cards, dealer="A")

    assert dealt.kitty == GWINNETT_3.cards[-3:]


def test_packet_sizes() -> None:
    assert [list(packet_sizes(FAMILY_DOUBLE, choice)) for choice in range(3)] == [
        [4, 4, 4, 4, 4],
        [5, 5, 5, 5],
        [2, 3, 3, 3, 3, 3, 3],
    ]


# -- the first dealer


@given(book=st.sampled_from(BOOKS), seed=st.integers(0, 10_000))
def test_draw_ends_with_one_highest_card(book: RuleBook, seed: int) -> None:
    dealer, rounds = draw_for_dealer(book, random.Random(seed))

    assert tuple(rounds[0]) == book.seats
    for drawn, following in pairwise(rounds):
        best = min(RANKS.index(card.rank) for card in drawn.values())
        assert list(following) == [seat for seat in drawn if RANKS.index(drawn[seat].rank) == best]
    last = rounds[-1]
    assert all(last[dealer].height > card.height for seat, card in last.items() if seat != dealer)


def test_equal_highest_draw_again() -> None:
    lengths = {len(draw_for_dealer(ST_HILARY, random.Random(seed))[1]) for seed in range(40)}

    assert {1, 2} <= lengths


# -- redeals and misdeals


@pytest.mark.parametrize(
    ("hand", "may"),
    [
        ("9S 9S 9H 9D 9C AS TS JS QH KD AH TH", True),
        ("9S 9S 9H 9D 9C 9C AS TS JS QH KD AH", True),
        ("9S 9S 9H 9D AS TS JS QH KD AH TH AC", False),  # four nines
        ("9S 9S 9H 9D 9C AS TS JS QH KH AH TH", False),  # a marriage
        ("9S 9S 9H 9D 9C AS AH AD AC TS JS QH", False),  # aces around
        ("9S 9S 9H 9D 9C QS JD AH AD AC TS JH", False),  # a pinochle
    ],
)
def test_five_nines_and_no_meld_may_be_thrown_in(hand: str, may: bool) -> None:
    assert may_call_redeal(ST_HILARY, parse_cards(hand)) == may


@pytest.mark.parametrize(
    ("switches", "hand", "cause"),
    [
        # Six of eight nines, a marriage beside them.
        ({"nines": 6, "nines_any_meld": True}, "9S 9S 9H 9H 9D 9D KC QC AS TS JS KD TH JH TC", "many_nines"),
        ({"nines": 6}, "9S 9S 9H 9H 9D 9D KC QC AS TS JS KD TH JH TC", ""),
        ({"nines": 6, "nines_any_meld": True}, "9S 9S 9H 9H 9D KC QC AS TS JS KD TH JH TC AC", ""),
        ({"nines": 5, "nines_meld": 4}, "9S 9S 9H 9D 9C KC QC KS QS AS TS TH", "many_nines"),
        ({"nines": 5, "nines_meld": 4}, "9S 9S 9H 9D 9C KC QC KS QS JD AS TS", ""),
        ({"no_aces": True}, "9S 9S 9H 9D KS QS TS JS QH KD TH TC", "no_aces"),
        ({"no_aces": True}, "9S 9S 9H 9D KS QS TS JS QH KD TH AC", ""),
        ({"no_face_cards": True}, "9S 9S 9H 9D AS AS TS TS TH AD TH AC", "no_face_cards"),
        ({"no_face_cards": True}, "9S 9S 9H 9D AS AS TS TS TH AD TH JC", ""),
        ({"no_aces": True, "no_face_cards": True}, "9S 9S 9H 9D TS TS TS TS TH TD TH TC", "no_aces"),
    ],
)
def test_what_a_hand_may_be_thrown_in_for(switches: dict[str, object], hand: str, cause: str) -> None:
    book = with_redeal(ST_HILARY, **{"nines": 0, **switches})

    assert redeal_cause(book, parse_cards(hand)) == cause
    assert may_call_redeal(book, parse_cards(hand)) == bool(cause)
    assert cause in {"", *book.redeal.causes}


def test_hands_thrown_in_are_printed_each_with_its_cause() -> None:
    book = with_redeal(ST_HILARY, nines=4, nines_meld=6, no_aces=True, no_face_cards=True, nines_dealer="left")

    (paragraph,) = (
        block
        for part in chapters(book)
        if part.id == "redeal"
        for block in part.blocks
        if getattr(block, "id", "") == "redeal-nines"
    )
    assert [str(sentence) for sentence in paragraph.sentences] == [
        "A player who picks up four or more nines and at most 6 in other meld may throw the hand in before the "
        "bidding, and the cards are dealt again.",
        "So may a player who picks up no ace.",
        "So may a player who picks up no king, queen or jack.",
        "The deal passes to the left.",
        "The partner isn’t asked.",
    ]


@pytest.mark.parametrize(
    ("switches", "path"),
    [
        ({"nines_meld": 4, "nines_any_meld": True}, "redeal.nines_meld"),
        ({"nines": 2, "nines_any_meld": True}, "redeal.nines"),
    ],
)
def test_redeals_that_cannot_be_are_refused(switches: dict[str, object], path: str) -> None:
    with pytest.raises(BookError) as refused:
        changed(ST_HILARY, **{f"redeal__{name}": value for name, value in switches.items()})

    assert [fault.path for fault in refused.value.faults] == [path]


def test_nines_are_no_reason_where_the_book_has_no_redeal() -> None:
    hand = parse_cards("9S 9S 9H 9D 9C AS TS JS QH KD AH TH")

    assert not may_call_redeal(built_in_book("gwinnett"), hand)


@pytest.mark.parametrize(("misdeals", "dealer"), [(0, "N"), (1, "N"), (2, "E"), (3, "E")])
def test_second_misdeal_loses_the_deal_to_the_left(misdeals: int, dealer: str) -> None:
    assert after_misdeals(ST_HILARY, "N", misdeals) == dealer


def test_misdeals_cost_nothing_where_the_book_says_nothing() -> None:
    assert after_misdeals(NPA, "N", 9) == "N"


def test_one_card_short_stands_and_two_are_dealt_again() -> None:
    drawn = "The deal stands, and the player who is short draws from the one who has too many."
    dealt_again = (False, "The deal does not stand: deal again.")

    assert judge_short_hand(NPA, 1) == (True, drawn)
    assert judge_short_hand(NPA, 2) == judge_short_hand(ST_HILARY, 1) == dealt_again


def test_short_card_from_the_dealer() -> None:
    judged = judge_short_hand(with_redeal(NPA, short_card_from="dealer_turns_one"), 1)

    assert judged == (True, "The deal stands, and the dealer turns a card for the player who is short.")


def test_no_card_missing_is_nothing_to_judge() -> None:
    with pytest.raises(RuleError, match=r"^Enter how many cards are missing: 1 or more\.$"):
        judge_short_hand(NPA, 0)


# -- wrong counts


def test_wrong_pass() -> None:
    assert list(wrong_pass_remedies(ST_HILARY)) == ["pass_unseen", "redeal"]
    assert list(wrong_pass_remedies(built_in_book("hidden-valley"))) == ["redeal"]
