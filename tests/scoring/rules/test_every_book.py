"""What holds in every book for a hand dealt, melded and played as the rules allow: it adds up, and the card takes it.

Beside it stand, for every book, that no legal choice of melds beats the best (`test_melds`), that steps add up under
any switches and for hands with reneges, rulings and all (`test_deal_score`), and that money adds up (`test_money`).
"""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.rules.auction import bids_from
from scoring.rules.book import RuleBook
from scoring.rules.cards import SUITS, Card, Seat
from scoring.rules.deal_checks import record_faults
from scoring.rules.deal_score import DealRecord, score_deal
from scoring.rules.dealing import deal
from scoring.rules.exchange import may_bury
from scoring.rules.melds import best_meld
from scoring.rules.tricks import legal_plays, points, winner
from tests.sampling import sample
from tests.scoring.rules.deal_samples import BOOKS

FOURTH = [book.as_agreed(with_fourth=True) for book in BOOKS if book.deal.fourth == "may"]


def played(book: RuleBook, rng: random.Random, dealer: Seat) -> DealRecord:
    """A hand at the table of this dealer, everybody playing any legal card."""
    bidder, trump = rng.choice(book.seats), rng.choice(SUITS)
    dealt = deal(book, rng, dealer)
    hands = {seat: [*dealt.hands[seat], *(dealt.kitty if seat == bidder else ())] for seat in book.seats}
    meld = dict.fromkeys(book.sides, 0)
    for seat, hand in hands.items():
        meld[book.side_of(seat)] += best_meld(book, hand, trump).total
    take, tricks = dict.fromkeys(book.sides, 0), dict.fromkeys(book.sides, 0)
    if book.kitty:
        buried = rng.sample(may_bury(book, hands[bidder], (), trump), len(dealt.kitty))
        for card in buried:
            hands[bidder].remove(card)
        take[book.side_of(bidder)] += points(book, buried, last_trick=False)
    leader = bidder
    while hands[leader]:
        trick: list[Card] = []
        order = book.seats_from(leader)
        for seat in order:
            trick.append(rng.choice(legal_plays(book, hands[seat], trick, trump)))
            hands[seat].remove(trick[-1])
        leader = order[winner(trick, trump)]
        take[book.side_of(leader)] += points(book, trick, last_trick=not hands[leader])
        tricks[book.side_of(leader)] += 1
    last = book.side_of(leader)
    bid = rng.choice(bids_from(book, None, 10))
    return DealRecord(bidder, bid, trump, meld=meld, take=take, tricks=tricks, last_trick=last)


@pytest.mark.parametrize("book", [*BOOKS, *FOURTH], ids=lambda book: f"{book.key}-{len(book.sides)}")
@settings(max_examples=sample(12, 400))
@given(seed=st.integers(0, 1_000_000))
def test_hand_played_by_the_rules_adds_up_and_fits_on_the_card(book: RuleBook, seed: int) -> None:
    rng = random.Random(seed)
    dealer = rng.choice(book.seats)
    record = replace(played(book.at(dealer), rng, dealer), out=book.out_at(dealer))

    score = score_deal(book, record)

    assert sum(record.take.values()) == book.total_points
    assert record_faults(book, record, dealer) == {}
    for side, part in score.sides.items():
        assert part.score == sum(step.amount for step in part.steps) == score.scores[side]
        assert part.counted in (0, record.meld.get(side, 0))
