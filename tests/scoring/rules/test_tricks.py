"""Legal plays with their reasons, trick winners, points, and laid-down hands."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.book import BookError, RuleBook, built_in_book, built_in_books
from scoring.rules.cards import SUITS, Card, Seat, Suit
from scoring.rules.conformance import Case, read_cases
from scoring.rules.errors import RuleError
from scoring.rules.notation import parse_cards
from scoring.rules.tricks import (
    check_lay_down,
    lay_down_take,
    legal_plays,
    must_lead_trump,
    points,
    refusal,
    refusals,
    winner,
)
from tests.scoring.rules.deal_samples import changed

CASES = [
    case
    for path in sorted((Path(__file__).parents[2] / "cases").glob("*.jsonl"))
    for case in read_cases(path)
    if case.op in ("plays", "winner") and not case.id.startswith("page/")
]
BOOKS = list(built_in_books().values())
ST_HILARY = built_in_book("st-hilary")
HIDDEN_VALLEY = built_in_book("hidden-valley")
NPA = built_in_book("npa")
GWINNETT_3 = built_in_book("gwinnett-3")
HEADINGS = ("always", "not_partner", "trumps", "when_trump_led")
AFTER_TRUMP = ("any_of_suit", "beat_suit_led")


def with_play(book: RuleBook, **switches: str) -> RuleBook:
    return book.model_copy(update={"play": book.play.model_copy(update=switches)})


# -- legal plays


@pytest.mark.parametrize("case", [case for case in CASES if case.op == "plays"], ids=lambda case: case.id)
def test_plays_case(case: Case) -> None:
    hand = parse_cards(" ".join(case.given["hand"]))
    trick = parse_cards(" ".join(case.given["trick"]))

    legal = legal_plays(case.book, hand, trick, case.given["trump"])

    assert sorted(map(str, legal)) == case.wanted["cards"]


@pytest.mark.parametrize(
    ("heading", "after_trump", "trick", "hand", "legal"),
    [
        ("always", "any_of_suit", "TS", "AS KS AH", "AS"),
        ("trumps", "any_of_suit", "TS", "AS KS AH", "AS KS"),
        ("when_trump_led", "any_of_suit", "TS", "AS KS AH", "AS KS"),
        ("always", "any_of_suit", "TH", "AH KH AS", "AH"),
        ("trumps", "any_of_suit", "TH", "AH KH AS", "AH"),
        ("when_trump_led", "any_of_suit", "TH", "AH KH AS", "AH"),
        ("always", "any_of_suit", "TS KH", "AH QH AD", "AH"),
        ("trumps", "any_of_suit", "TS KH", "AH QH AD", "AH"),
        ("when_trump_led", "any_of_suit", "TS KH", "AH QH AD", "AH QH"),
        ("always", "any_of_suit", "TS 9H", "AS KS AH", "AS KS"),
        ("always", "beat_suit_led", "TS 9H", "AS KS AH", "AS"),
        ("always", "beat_suit_led", "QS TS 9H", "AS KS AH", "AS"),
        ("always", "beat_suit_led", "AS 9H", "AS KS AH", "AS KS"),
        ("trumps", "beat_suit_led", "TS 9H", "AS KS AH", "AS KS"),
        ("always", "beat_suit_led", "TS 9H", "AD TH", "TH"),
        ("not_partner", "any_of_suit", "TS", "AS KS AH", "AS"),
        ("not_partner", "any_of_suit", "TS KS", "AS KS AH", "AS KS"),  # the partner led the ten
        ("not_partner", "any_of_suit", "TS KS 9S", "AS KS AH", "AS"),
        ("not_partner", "any_of_suit", "KS TS 9S", "AS KS AH", "AS KS"),
        ("not_partner", "any_of_suit", "KS TS TS", "AS KS AH", "AS KS"),  # of equal cards the first is the best
        ("not_partner", "any_of_suit", "TS KH", "AH QH AD", "AH"),
        ("not_partner", "any_of_suit", "TS KH KS", "AH QH AD", "AH QH"),
        ("not_partner", "any_of_suit", "TS KS", "AH QH AD", "AH QH"),
        ("not_partner", "any_of_suit", "TS 9H", "AS KS AH", "AS KS"),
        ("not_partner", "beat_suit_led", "TS 9H", "AS KS AH", "AS"),
        ("not_partner", "beat_suit_led", "TS 9H 9S", "AS KS AH", "AS KS"),
    ],
)
def test_switches_of_heading(heading: str, after_trump: str, trick: str, hand: str, legal: str) -> None:
    book = with_play(ST_HILARY, heading=heading, after_trump=after_trump)

    assert legal_plays(book, parse_cards(hand), parse_cards(trick), "H") == parse_cards(legal)


@pytest.mark.parametrize(
    ("first_lead", "stuck", "hand", "legal"),
    [
        ("any", False, "AS 9H QD", "AS 9H QD"),
        ("trump", False, "AS 9H KH", "9H KH"),
        ("trump", True, "AS 9H KH", "9H KH"),
        ("trump", False, "AS QD", "AS QD"),
        ("trump_unless_stuck", False, "AS 9H KH", "9H KH"),
        ("trump_unless_stuck", True, "AS 9H KH", "AS 9H KH"),
    ],
)
def test_the_bidders_first_lead(first_lead: str, stuck: bool, hand: str, legal: str) -> None:
    book = with_play(ST_HILARY, first_lead=first_lead)
    asked = must_lead_trump(book, stuck=stuck)

    assert legal_plays(book, parse_cards(hand), (), "H", leads_trump=asked) == parse_cards(legal)
    refused = refusals(book, parse_cards(hand), (), "H", leads_trump=asked)
    assert set(refused) == set(parse_cards(hand)) - set(parse_cards(legal))
    assert set(refused.values()) <= {"Your first lead must be a trump."}
    assert legal_plays(book, parse_cards(hand), (), "H") == parse_cards(hand)  # the later ones


def test_without_a_trump_only_suit_is_followed() -> None:
    assert legal_plays(ST_HILARY, parse_cards("AH 9D"), parse_cards("TS"), None) == parse_cards("AH 9D")


@pytest.mark.parametrize(
    ("hand", "trick", "card", "sentence"),
    [
        ("AS KS AH", "TS", "KS", "You hold the A♠, which beats the 10♠."),
        ("AS TS 9S", "QS KS", "9S", "You hold the 10♠, which beats the K♠."),
        ("AS KS AH", "TS", "AH", "Follow suit. You have spades."),
        ("AD 9H", "TS", "AD", "You have no spades. Play a trump."),
        ("AD AH 9H", "TS JH", "9H", "You hold the A♥, which beats the J♥."),
        ("AD AH 9H", "TS JH", "AD", "You have no spades. Play a trump."),
        ("9H AD", "JH", "AD", "Follow suit. You have hearts."),
    ],
)
def test_refusal_says_why(hand: str, trick: str, card: str, sentence: str) -> None:
    assert refusals(ST_HILARY, parse_cards(hand), parse_cards(trick), "H")[Card.parse(card)] == sentence


def test_refusal_names_the_best_of_the_suit_led_in_a_trumped_trick() -> None:
    refused = refusals(HIDDEN_VALLEY, parse_cards("AS 9S"), parse_cards("TS 9H"), "H")

    assert refused[Card("9", "S")] == "You hold the A♠, which beats the 10♠."


def test_a_partners_card_is_left_alone_only_where_there_are_partners() -> None:
    with pytest.raises(BookError, match="Nobody has a partner"):
        changed(GWINNETT_3, play__heading="not_partner")


@st.composite
def books(draw: st.DrawFn) -> RuleBook:
    """A built-in book under any switches of play."""
    return with_play(
        draw(st.sampled_from(BOOKS)),
        heading=draw(st.sampled_from(HEADINGS)),
        after_trump=draw(st.sampled_from(AFTER_TRUMP)),
    )


@given(book=books(), trump=st.sampled_from([*SUITS, None]), data=st.data())
def test_legal_plays_and_refusals_part_the_hand(book: RuleBook, trump: Suit | None, data: st.DataObject) -> None:
    deck = data.draw(st.permutations(book.cards))
    size = data.draw(st.integers(1, book.deal.hand_size))
    played = data.draw(st.integers(0, book.deal.players - 1))
    hand, trick = deck[:size], deck[size : size + played]

    legal = legal_plays(book, hand, trick, trump)
    refused = refusals(book, hand, trick, trump)

    assert legal
    assert len(set(legal)) == len(legal)
    assert not set(legal) & set(refused)
    assert set(legal) | set(refused) == set(hand)
    assert {card: refusal(book, hand, trick, trump, card) for card in hand} == {
        **dict.fromkeys(legal),
        **refused,
    }


# -- winning and counting


@pytest.mark.parametrize("case", [case for case in CASES if case.op == "winner"], ids=lambda case: case.id)
def test_winner_case(case: Case) -> None:
    trick = parse_cards(" ".join(case.given["trick"]))

    assert winner(trick, case.given["trump"]) == case.wanted["index"]


@pytest.mark.parametrize(
    ("trick", "trump", "index"),
    [("TS TS KS", "H", 0), ("KS 9H 9H AS", "H", 1), ("9D AS AH AC", "S", 1), ("9D AS AH", None, 0), ("JC", "S", 0)],
)
def test_winner(trick: str, trump: Suit | None, index: int) -> None:
    assert winner(parse_cards(trick), trump) == index


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.key)
def test_points_of_the_whole_deck(book: RuleBook) -> None:
    assert points(book, book.cards, last_trick=True) == book.total_points
    assert points(book, parse_cards("AS TS KS QS JS"), last_trick=False) == 3 * book.deck.worths["A"]
    assert points(book, (), last_trick=True) == book.deck.last_trick


# -- laying down a hand


def hands_of(book: RuleBook, *texts: str) -> dict[Seat, tuple[Card, ...]]:
    return dict(zip(book.seats, map(parse_cards, texts), strict=True))


@pytest.mark.parametrize(
    ("north", "east", "right"),
    [
        ("AS", "9S", True),
        ("AS", "AS", True),  # led first, the equal card wins
        ("TS", "AS", False),
        ("AS", "9H", False),  # ruffed
        ("AH AS", "9H 9D", True),  # the trump is drawn first
        ("AH AS", "9H 9H", False),  # one trump too many
        ("AH AS", "JH 9S", True),
        ("AS KS", "TS 9S", False),  # the ten is kept over the nine
        ("AS KS", "TS 9D", True),  # the ten falls under the ace
        ("AS AS KS", "TS 9S 9D", True),
        ("AH TH 9D", "KH 9H 9C", True),
    ],
)
def test_lay_down_against_one_opponent(north: str, east: str, right: bool) -> None:
    size = len(parse_cards(north))
    hands = hands_of(ST_HILARY, north, east, "JC " * size, "JC " * size)

    assert check_lay_down(ST_HILARY, hands, "N", "N", "H").right == right


def test_lay_down_names_the_cards() -> None:
    hands = hands_of(ST_HILARY, "AS TD", "9S AD", "9C 9C", "JC JC")

    found = check_lay_down(ST_HILARY, hands, "N", "N", "H")

    assert (found.card, found.beaten_by, found.holder) == (Card("T", "D"), Card("A", "D"), "E")
    assert found.sentence == "North’s 10♦ can be beaten: East holds the A♦."


def test_partner_does_not_spoil_a_lay_down() -> None:
    hands = hands_of(ST_HILARY, "KS", "9S", "AS", "9D")

    found = check_lay_down(ST_HILARY, hands, "N", "N", "H")

    assert found.right
    assert found.sentence == "North takes the rest: no opponent can beat a card."


@pytest.mark.parametrize(
    ("leader", "east", "sentence"),
    [
        ("E", "9S", "Only the player on lead can lay down the cards."),
        ("N", "", "You can only lay down your cards between tricks. Finish this trick first."),
    ],
)
def test_lay_down_at_the_wrong_moment(leader: str, east: str, sentence: str) -> None:
    hands = hands_of(ST_HILARY, "AS", east, "9D", "9D")

    with pytest.raises(RuleError) as raised:
        check_lay_down(ST_HILARY, hands, "N", leader, "H")

    assert str(raised.value) == sentence


@pytest.mark.parametrize(
    ("book", "north", "taken", "tricks"),
    [
        (ST_HILARY, "AS AD", {"NS": 4, "EW": 0}, "NS"),
        (ST_HILARY, "AS JD", {"NS": 0, "EW": 3}, "NS"),  # the points only are forfeited
        (HIDDEN_VALLEY, "AS JD", {"NS": 0, "EW": 3}, "EW"),
        (NPA, "AS JD", {"NS": 0, "EW": 4}, "EW"),
    ],
    ids=lambda value: getattr(value, "key", value),
)
def test_lay_down_take(book: RuleBook, north: str, taken: Mapping[str, int], tricks: str) -> None:
    hands = hands_of(book, north, "QS QD", "TC JC", "JS JC")

    result = lay_down_take(book, hands, check_lay_down(book, hands, "N", "N", "H"))

    assert result == (taken, tricks)


def test_wrong_lay_down_of_three_pays_the_one_who_beats_it() -> None:
    hands = hands_of(GWINNETT_3, "AS JD", "9S 9C", "AD TC")

    result = lay_down_take(GWINNETT_3, hands, check_lay_down(GWINNETT_3, hands, "A", "A", "H"))

    assert result == ({"A": 0, "B": 0, "C": 4}, "C")


def can_take_all(book: RuleBook, hands: Sequence[tuple[Card, ...]], trump: Suit) -> bool:
    """Plays out everything: seat 0 leads and may choose, the others may do whatever is legal."""
    if not hands[0]:
        return True
    return any(_holds(book, hands, lead, trump) for lead in set(hands[0]))


def _holds(book: RuleBook, hands: Sequence[tuple[Card, ...]], lead: Card, trump: Suit) -> bool:
    for second in legal_plays(book, hands[1], (lead,), trump):
        for third in legal_plays(book, hands[2], (lead, second), trump):
            trick = (lead, second, third)
            if winner(trick, trump) != 0:
                return False
            rest = [_without(hand, card) for hand, card in zip(hands, trick, strict=True)]
            if not can_take_all(book, rest, trump):
                return False
    return True


def _without(hand: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    place = hand.index(card)
    return hand[:place] + hand[place + 1 :]


@given(heading=st.sampled_from(HEADINGS), size=st.integers(1, 5), data=st.data())
def test_lay_down_agrees_with_playing_it_out(heading: str, size: int, data: st.DataObject) -> None:
    """Three-handed, since there no partner's play comes in; few suits and high cards, so that many are right."""
    book = with_play(GWINNETT_3, heading=heading)
    high = data.draw(st.permutations([Card(rank, suit) for rank in "AT" for suit in "SHD"] * 2))
    low = [Card("K", suit) for suit in "SHD"] * 2
    rest = data.draw(st.permutations([*high[size:], *low]))
    hands = [tuple(high[:size]), tuple(rest[:size]), tuple(rest[size : 2 * size])]

    found = check_lay_down(book, dict(zip("ABC", hands, strict=True)), "A", "A", "H")

    assert found.right == can_take_all(book, hands, "H")
