"""How often a side melds so many points, for `scoring.rules.rarity`: deals played as far as the melds.

The bots bid, name trump and exchange as in any deal; tricks are not played. Each side's total
is a case; in a three-handed game a side is one player, the bidder with the kitty.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial

from scoring.play.bots.quick import melded
from scoring.rules.book import RuleBook
from scoring.rules.rarity import Rarity

from .bots import maker_of
from .deals import MakeBot, deals_of
from .runs import Plan, parts_on


def side_melds(book: RuleBook, seed: int, number: int, make_bot: MakeBot) -> tuple[int, ...]:
    """The sides' melds in one deal, in the order of the card's columns; none where no trump was named."""
    states = (melded(begun, bots) for begun, bots in deals_of(book, seed, number, make_bot))
    state = next(state for state in states if state.redealt_by is None)
    if state.trump is None:
        return ()
    return tuple(sum(state.laid[seat].total for seat in book.seats_of(side)) for side in book.sides)


def count_chunk(plan: Plan, chunk: int) -> Counter[int]:
    """The totals of all sides in a chunk, counted."""
    make = maker_of(plan.bots)
    melds = (side_melds(plan.first, plan.seed, number, make) for number in plan.stretch(chunk))
    return Counter(total for totals in melds for total in totals)


def running_counts(plan: Plan, cores: int | None = None, cluster: str = "") -> Iterator[tuple[int, Counter[int]]]:
    """How many chunks are done, and the totals counted so far: the same counter, which grows."""
    counts: Counter[int] = Counter()
    for done, part in enumerate(parts_on(partial(count_chunk, plan), plan.chunks, cores, cluster), start=1):
        counts.update(part)
        yield done, counts


def rarity_of(counts: Counter[int]) -> Rarity:
    """The table of these counts."""
    return Rarity(counts.total(), dict(counts))
