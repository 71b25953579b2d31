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
from scoring.rules.deal_score import DealRecord, book_of, score_deal
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
    partner = rng.choice(book.seats) if book.deal.calls_partner else None
    dealt, book = deal(book, rng, dealer), book.for_hand(None, bidder, partner)
    kitty, stock = ((), [*dealt.kitty]) if book.deal.stock_size else (dealt.kitty, [])
    hands = {seat: [*dealt.hands[seat], *(kitty if seat == bidder else ())] for seat in book.seats}
    meld = dict.fromkeys(book.sides, 0)
    for seat, hand in hands.items():
        meld[book.side_of(seat)] += best_meld(book, hand, trump).total
    take, tricks = dict.fromkeys(book.take_sides, 0), dict.fromkeys(book.take_sides, 0)
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
            trick.append(rng.choice(hands[seat] if stock else legal_plays(book, hands[seat], trick, trump)))
            hands[seat].remove(trick[-1])
        leader = order[winner(trick, trump)]
        for seat in book.seats_from(leader) if stock else ():
            hands[seat].append(stock.pop())
        last = book.take_side(book.side_of(leader))
        take[last] += points(book, trick, last_trick=not hands[leader])
        tricks[last] += 1
    bid = rng.choice(bids_from(book, None, 10)) if book.auction.is_held else 0
    return DealRecord(bidder, bid, trump, meld=meld, take=take, tricks=tricks, last_trick=last, partner=partner)


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
    here = book_of(book, record)
    for side, part in score.sides.items():
        assert part.score == sum(step.amount for step in part.steps) == score.scores[side]
        shown = record.meld.get(here.side_of(side[0]) if side in here.seats else side, 0)
        assert part.counted in (0, shown)
