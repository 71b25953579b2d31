"""Cards, looped over their whole domain."""

from itertools import product

import pytest

from scoring.rules.cards import PINOCHLE, RANKS, SUITS, Card, CardError

DECK = [Card(rank, suit) for rank, suit in product(RANKS, SUITS)]


@pytest.mark.parametrize("card", DECK, ids=str)
def test_card_comes_back_from_its_text(card: Card) -> None:
    assert Card.parse(str(card)) == card


def test_every_card_has_its_own_text() -> None:
    assert len({str(card) for card in DECK}) == 24


@pytest.mark.parametrize("text", ["", "A", "AX", "XS", "as", "SA", "10S", "A♠", "AS ", "ASS", "8H"])
def test_other_text_is_no_card(text: str) -> None:
    with pytest.raises(CardError) as raised:
        Card.parse(text)

    assert f"“{text}”" in str(raised.value)


def test_ten_ranks_between_ace_and_king() -> None:
    falling = sorted((Card(rank, "S") for rank in RANKS), key=lambda card: -card.height)

    assert [card.rank for card in falling] == ["A", "T", "K", "Q", "J", "9"]
    assert [card.height for card in falling] == [5, 4, 3, 2, 1, 0]


@pytest.mark.parametrize("trump", [*SUITS, None])
def test_which_card_beats_which(trump: str | None) -> None:
    for one, other in product(DECK, DECK):
        if one.suit == other.suit:
            assert one.beats(other, trump) == (RANKS.index(one.rank) < RANKS.index(other.rank))
        else:
            assert one.beats(other, trump) == (one.suit == trump)


def test_no_card_beats_its_own_copy() -> None:
    assert not any(card.beats(card, trump) for card in DECK for trump in SUITS)


def test_pinochle() -> None:
    assert [str(card) for card in PINOCHLE] == ["QS", "JD"]
