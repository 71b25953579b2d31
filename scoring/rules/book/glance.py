"""At a glance: the figures that tell one book from another."""

from __future__ import annotations

from scoring.rules.notation import RANK_SIGNS, number

from .auction import Auction
from .chapter import ChapterPlan
from .contract import Contract, contract_at_a_glance
from .deal import Deal, Deck
from .exchange import Kitty, Passing
from .game import Game
from .meld import Meld
from .printing import Blocks, Table, say


def _glance(
    summary: str,
    deck: Deck,
    deal: Deal,
    auction: Auction,
    passing: Passing | None,
    kitty: Kitty | None,
    meld: Meld,
    contract: Contract,
    game: Game,
) -> Blocks:
    yield say(summary)
    rows = (
        ("Deck", f"{len(deck.cards)} cards: {' '.join(RANK_SIGNS[rank] for rank in deck.ranks)}"),
        ("Players", f"{number(deal.players)}, {deal.hand_size} cards each"),
        ("Opening bid", str(auction.opening)),
        ("Stuck dealer", f"takes it at {auction.stuck}"),
        ("Cards change hands", _exchange(deal, passing, kitty)),
        ("Points in tricks", str(deck.total_points)),
        ("Meld counts", f"from {meld.minimum}" if meld.minimum else "from the first point"),
        *contract_at_a_glance(contract, deal),
        ("Game", game.length),
    )
    yield Table("The figures", ("What", "In this book"), rows)


def _exchange(deal: Deal, passing: Passing | None, kitty: Kitty | None) -> str:
    if passing:
        return f"{number(passing.cards)} between the partners"
    return f"a kitty of {number(deal.kitty_size)} for the bidder" if kitty else "none"


GLANCE = ChapterPlan("glance", "At a glance", _glance)
