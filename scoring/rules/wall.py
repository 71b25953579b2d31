"""A book on one page for the wall: the meld chart, and the sentences a table asks for while it plays. Pure.

Nothing is written for it: each sentence is one that the book prints, in the order of a hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from .book import RuleBook
from .book.printing import Table
from .prose import chapters

# Which rules stand under which heading, the most needed first.
PARTS: Final = (
    (
        "Deal",
        (
            "deal.hand_size", "deal.packets", "redeal.misdeals", "redeal.illegal_from", "redeal.short_card_from",
            "redeal.nines",
        ),
    ),
    ("Bid", ("auction.opening", "auction.steps", "auction.stuck", "auction.marriage_needed", "auction.out_of_turn")),
    ("Pass", ("passing.order",)),
    ("Kitty", ("kitty.takes", "kitty.bury", "kitty.told")),
    ("Meld", ("meld.minimum", "meld.aces_told", "meld.classes", "meld.pooling")),
    ("Play", ("play.lead", "play.follow", "play.heading", "play.after_trump")),
    ("Count", ("deck.counters", "deck.last_trick", "bonuses.all_tricks.needs")),
    ("Moon", ("bonuses.moon", "bonuses.moon.points", "bonuses.moon.pays_when_set", "renege.moon")),
    (
        "Set and saved",
        (
            "contract.made", "contract.bidders_need", "contract.defenders_need", "contract.last_trick_is_counter",
            "contract.unsaved_take", "contract.set_scoring", "contract.ordinary_set", "contract.stuck_set",
            "contract.below_minimum", "contract.off_the_board", "contract.throw_in", "bonuses.cut_and_lay",
            "bonuses.cut_and_lay.stands", "bonuses.cut_and_lay.made", "bonuses.cut_and_lay.off_board_for",
        ),
    ),
    ("Game", ("game.deals", "game.target", "game.both_reach", "game.bid_to_win.at", "round.skunk.points")),
    (
        "Penalties",
        (
            "renege.bidders_lose", "renege.defenders_lose", "renege.third_player_scores", "renege.correctable_until",
            "round.tardiness.points_per_minute", "round.tardiness.replaced_at",
        ),
    ),
    ("Money", ("money.hard_set", "money.soft_set")),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class WallPart:
    """A heading and its sentences."""

    title: str
    sentences: tuple[str, ...]


def meld_chart(book: RuleBook) -> Table:
    """What melds are worth, as the book prints it."""
    return next(
        block for part in chapters(book) if part.id == "meld" for block in part.blocks if isinstance(block, Table)
    )


def wall_parts(book: RuleBook) -> tuple[WallPart, ...]:
    """What stands below the chart; a heading that this book has nothing for is left out."""
    printed = _printed(book)
    parts = []
    for title, rules in PARTS:
        more = (f"penalties.{penalty.code}" for penalty in book.penalties) if title == "Penalties" else ()
        found = (text for rule in (*rules, *more) for text in printed.get(rule, ()))
        parts.append(WallPart(title, tuple(dict.fromkeys(found))))
    return tuple(part for part in parts if part.sentences)


def _printed(book: RuleBook) -> dict[str, list[str]]:
    """By the first rule that a sentence is about, the sentences on it."""
    found: dict[str, list[str]] = {}
    for rule, text in _sentences(book):
        found.setdefault(rule, []).append(text)
    return found


def _sentences(book: RuleBook) -> Iterator[tuple[str, str]]:
    for chapter in chapters(book):
        if chapter.id not in ("glance", "readings"):
            for block in chapter.blocks:
                if not isinstance(block, Table):
                    yield from ((sentence.about[0], sentence.text) for sentence in block.sentences)
