"""Claimed melds: each fault with its sentence, and no fault for what really lies on a table."""

import random
from collections.abc import Iterable, Mapping
from dataclasses import replace

import pytest

from scoring.rules.book import RuleBook, built_in_book, built_in_books
from scoring.rules.cards import SUITS, Card, Seat, Suit
from scoring.rules.claims import (
    Claim,
    ClaimFault,
    aces_reminder,
    check_table,
    claimable,
    laid_melds,
    merge_claims,
    pooled_notes,
    second_pair_notes,
)
from scoring.rules.melds import MeldKind, best_meld, meld_cards, meld_total
from scoring.rules.notation import parse_cards
from tests.sampling import sample
from tests.scoring.rules.test_melds import BOOKS, every_book, with_meld

NAMES = {"N": "Nora", "E": "Ed", "S": "Sam", "W": "Wim", "A": "Ann", "B": "Bob", "C": "Cleo"}
ST_HILARY, FAMILY, NPA, GWINNETT, GWINNETT_3 = (
    built_in_book(key) for key in ("st-hilary", "family-double", "npa", "gwinnett", "gwinnett-3")
)


def check_claims(
    book: RuleBook, claims: Iterable[Claim], trump: Suit | None, *, bidder: Seat | None = None
) -> tuple[ClaimFault, ...]:
    """What is wrong with claims where no player's cards are known."""
    return check_table(book, claims, {}, trump, bidder=bidder)


def claims_total(book: RuleBook, claims: Iterable[Claim], trump: Suit | None) -> int:
    """What the claims count together."""
    return sum(laid.points for laid in laid_melds(book, claims, trump))


def claims_of(book: RuleBook, hands: Mapping[Seat, Iterable[Card]], trump: Suit | None) -> tuple[Claim, ...]:
    """The best meld of each hand as claims."""
    return tuple(
        Claim((seat,), laid.kind, laid.suit, laid.count)
        for seat, cards in hands.items()
        for laid in best_meld(book, cards, trump).melds
    )


def claim(seat: str, kind: str, suit: str | None = None, count: int = 1) -> Claim:
    return Claim(tuple(seat), MeldKind(kind), suit, count)


def said(faults: Iterable[ClaimFault]) -> list[tuple[str, str]]:
    return [(fault.code, fault.text(NAMES)) for fault in faults]


# -- what claims are worth ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("book", "made", "points"),
    [
        (ST_HILARY, claim("N", "run", "H"), 15),
        (ST_HILARY, claim("N", "run"), 15),
        (ST_HILARY, claim("N", "run", "S"), 0),
        (ST_HILARY, claim("N", "royal_marriage", "H", 2), 8),
        (ST_HILARY, claim("N", "royal_marriage", "S"), 0),
        (ST_HILARY, claim("N", "marriage", "S"), 2),
        (ST_HILARY, claim("N", "marriage", "H"), 4),
        (ST_HILARY, claim("N", "marriage"), 0),
        (ST_HILARY, claim("N", "nine", None, 2), 2),
        (ST_HILARY, claim("N", "pinochle", None, 2), 30),
        (ST_HILARY, claim("N", "roundhouse"), 24),
        (ST_HILARY, claim("NS", "pinochle", None, 2), 0),
        (GWINNETT, claim("N", "marriage", "S", 2), 15),
        (FAMILY, claim("N", "aces", None, 3), 150),
        (FAMILY, claim("N", "nine"), 0),
        (FAMILY, claim("N", "roundhouse"), 0),
        (NPA, claim("N", "roundhouse", None, 2), 240),
    ],
)
def test_points_of_a_claim_with_hearts_trump(book, made, points):
    assert claims_total(book, [made], "H") == points


def test_points_of_a_claim_without_trump():
    assert claims_total(ST_HILARY, [claim("N", "marriage", "H")], None) == 2
    assert claims_total(ST_HILARY, [claim("N", "run", "H")], None) == 0
    assert claims_total(NPA, [claim("N", "roundhouse")], None) == 0


def test_run_in_any_suit_counts_where_the_switch_says_so():
    book = with_meld(GWINNETT, run_suits="any")

    assert claims_total(book, [claim("N", "run", "S")], "H") == 15
    assert check_claims(book, [claim("N", "run", "S")], "H") == ()


def test_two_claims_of_one_meld_in_one_hand_are_a_double():
    twice = [claim("N", "pinochle"), claim("N", "pinochle")]

    assert merge_claims(twice, "H") == (claim("N", "pinochle", None, 2),)
    assert claims_total(ST_HILARY, twice, "H") == 30
    assert claims_total(ST_HILARY, [claim("N", "pinochle"), claim("S", "pinochle")], "H") == 8


def test_a_roundhouse_by_its_parts_doubles_with_another_marriage():
    claims = [claim("N", "roundhouse"), claim("N", "marriage", "S")]

    assert claims_total(GWINNETT, claims, "H") == 24 - 2 + 15


def test_laid_melds_are_listed_with_their_points_and_cards():
    claims = [claim("N", "pinochle"), claim("N", "pinochle"), claim("N", "run", "S"), claim("N", "marriage")]

    laid = laid_melds(ST_HILARY, claims, "H")

    assert [(one.title, one.points) for one in laid] == [("Double pinochle", 30), ("Run in ♠ spades", 0)]
    assert [str(card) for card in laid[0].cards] == ["QS", "JD", "QS", "JD"]


@pytest.mark.parametrize(
    ("book", "trump", "melds"),
    [
        (
            ST_HILARY,
            "H",
            "run-H royal_marriage-H marriage-S marriage-D marriage-C nine-H roundhouse pinochle aces kings queens "
            "jacks",
        ),
        (FAMILY, "S", "run-S royal_marriage-S marriage-H marriage-D marriage-C pinochle aces kings queens jacks"),
        (NPA, None, "marriage-S marriage-H marriage-D marriage-C pinochle aces kings queens jacks"),
    ],
)
def test_claimable_melds_are_those_of_the_book(book, trump, melds):
    assert " ".join(f"{kind}-{suit}" if suit else kind for kind, suit in claimable(book, trump)) == melds


def test_run_is_claimable_in_any_suit_where_the_switch_says_so():
    runs = [suit for kind, suit in claimable(with_meld(GWINNETT, run_suits="any"), "D") if kind is MeldKind.RUN]

    assert runs == ["D", "S", "H", "C"]


# -- one fault at a time -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("book", "trump", "claims", "code", "sentence"),
    [
        (
            ST_HILARY,
            "H",
            [claim("N", "run", "S")],
            "run_outside_trump",
            "A run counts only in trump, ♥ hearts: Nora’s in ♠ spades is worth only its marriage.",
        ),
        (
            ST_HILARY,
            "H",
            [claim("E", "royal_marriage", "D")],
            "royal_outside_trump",
            "The trump marriage is the king and queen of trump, ♥ hearts: Ed’s in ♦ diamonds is a plain marriage.",
        ),
        (
            ST_HILARY,
            "H",
            [claim("E", "nine", "D")],
            "nine_outside_trump",
            "Only nines of trump count, ♥ hearts.",
        ),
        (
            ST_HILARY,
            "H",
            [claim("N", "marriage")],
            "unknown_suit",
            "Say in which suit Nora’s marriage is.",
        ),
        (NPA, None, [claim("N", "run", "H")], "no_trump", "No trump was named, so Nora’s run doesn’t count."),
        (FAMILY, "H", [claim("N", "nine")], "no_nines", "There are no nines in this deck."),
        (
            FAMILY,
            "H",
            [claim("N", "roundhouse")],
            "not_in_book",
            "Roundhouses count nothing in this rule book.",
        ),
        (
            ST_HILARY,
            "H",
            [claim("N", "pinochle", None, 3)],
            "more_copies_than_deck",
            "That needs three Q♠ and three J♦, but the deck has two of each.",
        ),
        (
            ST_HILARY,
            "H",
            [claim("N", "run"), claim("N", "royal_marriage", None, 2)],
            "card_twice_in_class",
            "One card can’t be in two of Nora’s runs and marriages: that needs three K♥ and three Q♥, "
            "but the deck has two of each.",
        ),
        (
            ST_HILARY,
            "H",
            [claim("N", "pinochle", None, 2), claim("E", "pinochle")],
            "more_copies_than_deck",
            "Nora and Ed together need three Q♠ and three J♦, but the deck has two of each.",
        ),
        (
            ST_HILARY,
            "S",
            [claim("N", "run"), claim("E", "queens"), claim("W", "royal_marriage", "S")],
            "more_copies_than_deck",
            "Nora, Ed and Wim together need three Q♠, but the deck has two.",
        ),
        (
            ST_HILARY,
            "H",
            [claim("N", "run", None, 2), claim("N", "pinochle", None, 2)],
            "more_cards_than_hand",
            "Nora’s melds need at least 14 cards, but a player holds 12.",
        ),
        (
            ST_HILARY,
            "H",
            [claim("NS", "pinochle", None, 2)],
            "pooled_double",
            "Partners may not pool: two pinochles held by two players count 4 + 4 = 8, not 30.",
        ),
        (
            ST_HILARY,
            "H",
            [claim("NS", "aces", None, 2)],
            "pooled_double",
            "Partners may not pool: two sets of aces held by two players count 10 + 10 = 20, not 100.",
        ),
        (
            ST_HILARY,
            "H",
            [claim("NS", "run")],
            "pooled_double",
            "Partners can’t combine cards. One player must hold all the cards of a meld.",
        ),
        (
            ST_HILARY,
            "H",
            [claim("N", "roundhouse"), claim("N", "kings")],
            "arounds_in_roundhouse",
            "The round robin has kings around in it already: Nora counts them once.",
        ),
        (
            NPA,
            "H",
            [claim("N", "roundhouse"), claim("N", "queens")],
            "arounds_in_roundhouse",
            "The roundhouse stands for queens around already: Nora counts them beside it only from "
            "double queens around.",
        ),
        (ST_HILARY, "H", [claim("A", "run")], "unknown_seat", "Which player has the meld?"),
        (ST_HILARY, "H", [claim("", "run")], "unknown_seat", "Which player has the meld?"),
        (ST_HILARY, "H", [claim("N", "aces", None, 0)], "no_count", "Say how many sets of aces Nora has."),
    ],
    ids=lambda value: value if isinstance(value, str) and value.islower() else "",
)
def test_check_claims_refuses(book, trump, claims, code, sentence):
    faults = check_claims(book, claims, trump, bidder="N")

    assert said(faults) == [(code, sentence)]
    assert faults[0].impossible


def test_plain_marriage_in_trump_is_told_to_be_the_royal_one_and_counts_so():
    claims = [claim("S", "marriage", "H")]

    (fault,) = check_claims(ST_HILARY, claims, "H")

    assert said([fault]) == [
        ("marriage_is_royal", "♥ hearts are trump, so Sam’s marriage there is a trump marriage: 4, not 2.")
    ]
    assert not fault.impossible
    assert claims_total(ST_HILARY, claims, "H") == 4


@pytest.mark.parametrize(("count", "worth"), [(1, "4, not 2"), (2, "30, not 15"), (3, "34, not 17")])
def test_plain_marriages_in_trump_are_told_what_so_many_royal_ones_count(count, worth):
    faults = check_claims(GWINNETT, [claim("N", "marriage", "H", count)], "H", bidder="N")

    assert [sentence for code, sentence in said(faults) if code == "marriage_is_royal"] == [
        f"♥ hearts are trump, so Nora’s marriage there is a marriage in trump: {worth}."
    ]


def test_check_claims_names_every_fault_at_once():
    claims = [
        claim("N", "run", "S"),
        claim("N", "pinochle", None, 3),
        claim("E", "marriage"),
        claim("SN", "queens", None, 2),
        claim("W", "royal_marriage", "C"),
    ]

    assert [fault.code for fault in check_claims(ST_HILARY, claims, "H")] == [
        "run_outside_trump",
        "unknown_suit",
        "pooled_double",
        "royal_outside_trump",
        "more_copies_than_deck",
    ]


def test_royal_marriage_beside_a_run_is_legal_while_there_are_copies():
    assert check_claims(ST_HILARY, [claim("N", "run"), claim("N", "royal_marriage")], "H") == ()


def test_double_kings_beside_a_roundhouse_of_its_own_are_legal():
    assert check_claims(NPA, [claim("N", "roundhouse"), claim("N", "kings", None, 2)], "H") == ()
    assert claims_total(NPA, [claim("N", "roundhouse"), claim("N", "kings", None, 2)], "H") == 104


def test_one_card_may_serve_in_every_class():
    claims = [claim("N", "marriage", "S"), claim("N", "pinochle"), claim("N", "queens"), claim("E", "pinochle")]

    assert check_claims(ST_HILARY, claims, "H") == ()


def test_only_the_bidder_melds_from_the_kitty():
    seventeen = [claim("A", "run", "S", 2), claim("A", "jacks"), claim("A", "kings"), claim("A", "nine")]

    assert check_claims(GWINNETT_3, seventeen, "S", bidder="A") == ()
    assert check_claims(GWINNETT_3, seventeen, "S") == ()
    assert said(check_claims(GWINNETT_3, seventeen, "S", bidder="B")) == [
        ("more_cards_than_hand", "Ann’s melds need at least 17 cards, but a player holds 15.")
    ]
    more = [*seventeen, claim("A", "queens", None, 2)]
    assert said(check_claims(GWINNETT_3, more, "S", bidder="A")) == [
        ("more_cards_than_hand", "Ann’s melds need at least 23 cards, but the bidder with the kitty holds 18.")
    ]


def test_fault_without_names_goes_by_seats():
    (fault,) = check_claims(ST_HILARY, [claim("N", "pinochle", None, 2), claim("E", "pinochle")], "H")

    assert fault.seat is None
    assert fault.text({"N": "{Nora}"}).startswith("{Nora} and E together need")
    assert fault.facts["cards"] == ("QS", "JD")


# -- cards tapped one by one -------------------------------------------------------------


def test_cards_tapped_one_by_one_names_every_fault_at_once():
    hands = {
        "N": parse_cards("QS QS QS AS"),
        "E": parse_cards("AS"),
        "S": parse_cards("AS"),
        "W": parse_cards("TH TH " + " ".join(f"{rank}{suit}" for rank in "AKQJ" for suit in "HDC")),
    }

    assert said(check_table(ST_HILARY, (), hands, None, bidder="N")) == [
        ("more_copies_than_deck", "Nora shows three Q♠, but the deck has two."),
        ("more_cards_than_hand", "Wim shows 14 cards, but a player holds 12."),
        ("more_copies_than_deck", "Nora, Ed and Sam together need three A♠, but the deck has two."),
    ]


def test_cards_tapped_one_by_one_refuses_cards_that_are_not_in_the_deck():
    assert said(check_table(NPA, (), {"N": parse_cards("9S 9H AS")}, None)) == [
        ("not_in_deck", "The deck has no 9♠ and 9♥.")
    ]


def test_cards_tapped_one_by_one_lets_a_whole_deal_pass():
    for book in built_in_books().values():
        hands = deal(book, random.Random(3), book.seats[0])
        assert check_table(book, (), hands, None, bidder=book.seats[0]) == ()


def test_check_table_holds_melds_and_cards_against_one_deck():
    claims = [claim("N", "pinochle", None, 2)]

    faults = check_table(ST_HILARY, claims, {"E": parse_cards("QS 9H")}, "H", bidder="N")

    assert said(faults) == [
        ("more_copies_than_deck", "Nora and Ed together need three Q♠, but the deck has two."),
    ]


# -- pooling and telling aces ------------------------------------------------------------


def test_pooled_notes_tell_what_partners_melds_would_be_in_one_hand():
    hands = {"N": parse_cards("QS JD"), "S": parse_cards("QS JD"), "E": (), "W": parse_cards("AS AH AD AC")}

    assert pooled_notes(ST_HILARY, claims_of(ST_HILARY, hands, "H"), "H") == (
        "Partners may not pool: two pinochles held by two players count 4 + 4 = 8, not 30.",
    )


def test_pooled_notes_are_silent_between_opponents_and_where_nothing_is_lost():
    hands = {"N": parse_cards("QS JD KC QC"), "E": parse_cards("QS JD"), "S": parse_cards("KC QC")}

    assert pooled_notes(ST_HILARY, claims_of(ST_HILARY, hands, "H"), "H") == ()
    assert pooled_notes(GWINNETT, claims_of(GWINNETT, hands, "H"), "H") == (
        "Partners may not pool: two marriages in ♣ clubs held by two players count 2 + 2 = 4, not 15.",
    )


def test_marriage_beside_a_run_is_remarked_on():
    beside = [claim("N", "run"), claim("N", "royal_marriage"), claim("N", "marriage", "S")]

    assert said(second_pair_notes(ST_HILARY, beside, "H")) == [
        (
            "marriage_beside_run",
            "A run uses up its king and queen: Nora’s trump marriage beside it is another pair.",
        )
    ]
    assert second_pair_notes(ST_HILARY, [claim("N", "run"), claim("S", "royal_marriage")], "H") == ()


def test_aces_reminder():
    assert aces_reminder(FAMILY) == "A side under 20 lays nothing down, but must still declare aces around."
    assert aces_reminder(NPA) == "Aces around must be shown before the first card is led."
    assert aces_reminder(ST_HILARY) is None


# -- what really lies on a table is never refused ----------------------------------------


def deal(book: RuleBook, rng: random.Random, bidder: str, good: bool = False) -> dict[str, list[Card]]:
    """A random deal, the bidder holding the kitty; in a `good` one the bidder melds a lot."""
    cards = list(book.cards)
    rng.shuffle(cards)
    if good:
        # Whole melds to the front, for hands far better than chance would have them.
        for kind in rng.sample([MeldKind.ROUNDHOUSE, MeldKind.ACES, MeldKind.RUN, MeldKind.PINOCHLE], 2):
            wanted = meld_cards(kind, rng.choice(SUITS)) * rng.randint(1, book.deck.copies)
            for card in wanted:
                cards.remove(card)
            cards = [*wanted, *cards]
    hands = {}
    for seat in book.seats_from(bidder):
        size = book.melding_hand_size if seat == bidder else book.deal.hand_size
        hands[seat], cards = cards[:size], cards[size:]
    kitty = book.deal.kitty_size if book.melding_hand_size == book.deal.hand_size else 0
    assert len(cards) == kitty + book.deal.stock_size
    return hands


def some_of(claims: Iterable[Claim], rng: random.Random) -> list[Claim]:
    """Fewer melds than were there, still legal."""
    fewer = [replace(one, count=rng.randint(0, one.count)) for one in claims]
    # Beside a roundhouse kings and queens count in a higher multiple or not at all.
    roundhouses = {one.seats: one.count for one in fewer if one.kind is MeldKind.ROUNDHOUSE}
    around = (MeldKind.KINGS, MeldKind.QUEENS)
    return [one for one in fewer if one.count > (roundhouses.get(one.seats, 0) if one.kind in around else 0)]


@every_book
def test_the_best_melds_of_a_deal_are_never_refused(book):
    rng = random.Random(11)
    for number in range(sample(30, 600)):
        bidder = rng.choice(book.seats)
        trump = rng.choice([*SUITS, None])
        hands = deal(book, rng, bidder, good=number % 2 == 0)

        claims = claims_of(book, hands, trump)

        assert check_claims(book, claims, trump, bidder=bidder) == ()
        totals = {seat: meld_total(book, cards, trump) for seat, cards in hands.items()}
        assert claims_total(book, claims, trump) == sum(totals.values())


@every_book
def test_fewer_melds_than_the_best_are_never_refused(book):
    rng = random.Random(13)
    for _ in range(sample(30, 600)):
        trump = rng.choice([*SUITS, None])
        hands = deal(book, rng, book.seats[0], good=True)
        claims = some_of(claims_of(book, hands, trump), rng)

        assert check_claims(book, claims, trump, bidder=book.seats[0]) == ()


def test_the_claims_of_a_hand_are_its_best_meld():
    book = BOOKS["npa"]
    hand = parse_cards("KS KH KD KC QS QH QD QC QS QH QD QC JD")

    claims = claims_of(book, {"N": hand}, "H")

    assert {(one.kind, one.count) for one in claims} == {
        (meld.kind, meld.count) for meld in best_meld(book, hand, "H").melds
    }
