"""Decisions as a hint and as a review tell of them, to see whether they contradict each other."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

from scoring.models import PlayedDeal, PlayedGame
from scoring.play import judging
from scoring.play.pages.costs import span
from scoring.play.review import Judged, Moment, decisions
from scoring.play.table import Option
from scoring.rules.book import RuleBook
from tests.scoring.play.random_deals import random_deal
from tests.scoring.play.test_review import played


class Told(NamedTuple):
    """Of one decision: the hint's options, the review after it, and the review by a judge with other chance."""

    moment: Moment
    hinted: tuple[Option, ...]
    reviewed: Judged
    by_another: Judged

    @property
    def stands(self) -> bool:
        """Whether all that the hint said stands in the review."""
        return set(self.hinted) <= set(self.reviewed.decision.options)

    @property
    def agrees(self) -> bool:
        """Whether what the played action costs is within what both judges say that it may, as they say it."""
        one, other = self.reviewed.weighed, self.by_another.weighed
        if one is None or other is None:
            return one is other
        (least, most), (other_least, other_most) = span(one.cost, one.error), span(other.cost, other.error)
        return least <= other_most and other_least <= most


def told(book: RuleBook, number: int) -> Iterator[Told]:
    """So many decisions of all kinds, half of them by players by chance, who leave what a hint says more often."""
    rng = random.Random(f"judged {book.key}")
    while number:
        end = random_deal(book, rng) if rng.random() < 0.5 else played(book.key, rng.randrange(10**6))
        every = list(decisions(end, rng.choice(book.seats)))
        for moment in rng.sample(every, min(number, 4, len(every))):
            deal, another = (PlayedDeal(seed=f"{rng.random()}", game=PlayedGame()) for _ in range(2))
            hinted = judging.advice(deal, moment.before).options
            yield Told(moment, hinted, judging.judgement(deal, moment), judging.judgement(another, moment))
            number -= 1
