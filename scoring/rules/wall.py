"""A book on one page for the wall: the meld chart, and the sentences that a table asks for while it plays, first those
that tables quarrel about. Paragraphs that would make the print too small are left to the book, which is said."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import zip_longest
from typing import Final

from .book import RuleBook
from .book.printing import BulletPoints, Paragraph, Sentence, Table
from .prose import chapters

# Which rules stand under which heading, the most needed first: what a hand comes to before how it is dealt.
PARTS: Final = (
    (
        "Set and saved",
        (
            "contract.made", "contract.bidders_need", "contract.defenders_need", "contract.last_trick_is_counter",
            "contract.unsaved_take", "contract.set_scoring", "contract.given", "contract.ordinary_set",
            "contract.stuck_set", "contract.stuck_keeps_meld", "contract.below_minimum", "contract.off_the_board",
            "contract.throw_in", "contract.surrender",
            "bonuses.cut_and_lay", "bonuses.cut_and_lay.stands", "bonuses.cut_and_lay.made",
            "bonuses.cut_and_lay.off_board_for", "bonuses.cut_and_lay.wins_game",
        ),
    ),
    (
        "Play",
        (
            "play.lead", "play.follow", "play.heading", "play.after_trump", "play.winner", "play.tricks_open",
            "play.wrong_claim",
        ),
    ),
    ("Count", ("deck.counter_points", "deck.counters", "deck.last_trick", "deck.rounding", "bonuses.all_tricks.needs")),
    (
        "Penalties",
        (
            "renege.kinds", "renege.bidders_lose", "renege.defenders_lose", "renege.third_player_scores",
            "renege.correctable_until", "renege.turn_trick_seconds", "renege.then_anyone_turns",
            "renege.unproven_call_is_renege", "round.tardiness.points_per_minute", "round.tardiness.replaced_at",
        ),
    ),
    (
        "Money",
        (
            "money.hard_set", "money.soft_set", "payments.paid_by", "payments.melds", "payments.bids",
            "payments.further", "payments.failed", "payments.failed_more", "payments.slam", "payments.game",
            "payments.lead", "payments.below_zero",
        ),
    ),
    (
        "Bid",
        (
            "auction.order", "auction.passing", "auction.opening", "auction.steps", "auction.jumps", "auction.highest",
            "auction.stuck", "auction.needs", "auction.must", "auction.marriage_needed", "deal.calls", "deal.opponents",
            "auction.out_of_turn",
        ),
    ),
    ("Pass", ("passing.order", "redeal.wrong_pass")),
    (
        "Kitty",
        (
            "kitty.takes", "kitty.shown", "kitty.bury", "kitty.meld_before_burying", "kitty.stays",
            "kitty.told", "kitty.buried_count",
        ),
    ),
    (
        "Meld",
        (
            "meld.minimum", "meld.aces_told", "meld.classes", "meld.pooling", "meld.run_marriage",
            "meld.roundhouse.own_meld",
        ),
    ),
    ("Moon", ("bonuses.moon", "bonuses.moon.points", "bonuses.moon.pays_when_set", "renege.moon")),
    (
        "Game",
        (
            "game.deals", "game.target", "game.both_reach", "game.rises", "game.bid_to_win.at", "game.bid_to_win",
            "bonuses.game_melds", "bonuses.game_melds.played", "game.on_board", "round.skunk.points",
        ),
    ),
    (
        "Deal",
        (
            "auction.trump", "deal.stock_size", "deal.hand_size", "deal.packets", "deal.one_way", "redeal.misdeals",
            "redeal.misdeals_lose_deal", "redeal.illegal_from", "redeal.short_card_from", "redeal.nines",
            "redeal.nines_dealer",
        ),
    ),
)  # fmt: skip

# Rules that can wait until they are looked up, the least asked for first: left to the book where the print would get
# small. A whole paragraph goes, so that no sentence hangs.
LOOKED_UP: Final = (
    "deal.one_way", "deal.packets", "renege.turn_trick_seconds", "renege.then_anyone_turns", "play.tricks_open",
    "redeal.", "auction.order", "auction.passing", "meld.pooling", "meld.classes", "deal.hand_size", "play.lead",
    "play.winner", "meld.run_marriage", "play.after_trump", "kitty.buried_count", "contract.throw_in",
    "contract.surrender", "contract.off_the_board", "contract.given", "game.both_reach",
    "bonuses.cut_and_lay.wins_game", "auction.out_of_turn", "renege.unproven_call_is_renege",
    "meld.roundhouse.own_meld", "renege.correctable_until", "game.on_board", "meld.aces_told",
    "kitty.told", "bonuses.game_melds", "play.wrong_claim", "round.tardiness.",
)  # fmt: skip


Point = tuple[Sentence, ...]  # the sentences of one paragraph that are wanted here


def meld_chart(book: RuleBook) -> Table:
    return next(
        block for part in chapters(book) if part.id == "meld" for block in part.blocks if isinstance(block, Table)
    )


def wall_parts(book: RuleBook, left_to_book: int = 0) -> dict[str, list[Point]]:
    """The points below the chart by heading, without so many of the paragraphs that can be looked up, and without empty
    headings."""
    parts = {title: _points(book, title, rules) for title, rules in PARTS}
    left = _waiting(parts)[:left_to_book]
    shown = ((title, [point for point in points if point not in left]) for title, points in parts.items())
    return {title: points for title, points in shown if points}


def left_parts(book: RuleBook, left_to_book: int) -> list[str]:
    """The headings of which something is left to the book."""
    everything, shown = wall_parts(book), wall_parts(book, left_to_book)
    return [title for title, points in everything.items() if points != shown.get(title)]


def can_be_left(book: RuleBook) -> int:
    """How many paragraphs can be left to the book."""
    return len(_waiting(wall_parts(book)))


def _points(book: RuleBook, title: str, rules: tuple[str, ...]) -> list[Point]:
    more = (f"penalties.{penalty.code}" for penalty in book.penalties) if title == "Penalties" else ()
    wanted = (*rules, *more)
    found = (tuple(each for each in sentences if each.about[0] in wanted) for sentences in _paragraphs(book))
    return sorted(filter(None, found), key=lambda point: min(wanted.index(each.about[0]) for each in point))


def _waiting(parts: Mapping[str, Iterable[Point]]) -> list[Point]:
    """The paragraphs all of whose sentences can wait, the least asked for first."""
    waiting = [point for points in parts.values() for point in points if all(map(_rank, point))]
    return sorted(waiting, key=lambda point: max(map(_rank, point)))


def _rank(sentence: Sentence) -> int:
    """The place of a sentence among those that can wait, from 1; 0 where it can't."""
    rule = sentence.about[0]
    return next((at for at, waits in enumerate(LOOKED_UP, start=1) if rule.startswith(waits)), 0)


def _paragraphs(book: RuleBook) -> Iterator[Point]:
    for chapter in chapters(book):
        if chapter.id not in ("glance", "readings"):
            for block, following in zip_longest(chapter.blocks, chapter.blocks[1:]):
                if isinstance(block, Paragraph):  # a list belongs to the line over it
                    listed = following.sentences if isinstance(following, BulletPoints) else ()
                    yield (*block.sentences, *listed)
                elif isinstance(block, Table) and chapter.id == "money":
                    yield tuple(replace(row.name, text=f"{row.name.text}: {row.cells[0]}.") for row in block.lines)
