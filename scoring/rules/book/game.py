"""The game: how it ends, and who has won it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from .bonuses import Bonuses
from .chapter import ChapterPlan, Found
from .deal import Deal
from .money import Money
from .printing import Blocks, about, capital, hands, paragraph_of, rule, say
from .section import Points, Section, Words


# fmt: off
class BidToWin(Section):
    """Once both sides stand high only the side that won the auction can win on that deal."""

    at: Annotated[Points, Words("Bid to win from")]
    includes_level: Annotated[bool, Words(
        "Standing exactly at that is enough", yes="at {at} or more", no="above {at}"
    )] = True


class Game(Section, chapter="game"):
    target: Annotated[Points | None, Words(
        "Points that win the game", "Empty: there is no target.", says="The game is to {target}.", nothing="no target"
    )] = None
    other_target: Annotated[Points | None, Field(exclude_if=lambda target: target is None), Words(
        "Other target that a table may agree on", "Empty: there is no choice. Asked when a card begins.",
        says="The table may agree on {other_target} instead.", nothing="none"
    )] = None
    deals: Annotated[Annotated[int, Field(ge=1, le=100)] | None, Words(
        "Hands of a game without a target", "Empty: as many as the table agrees on.", nothing="as many as agreed"
    )] = None
    both_reach: Annotated[Literal["bidding_side", "higher_score"], Words(
        "When both reach the target on one hand", choices={
        "bidding_side": ("the bidding side wins",
            "If {both} reach {target} on the same hand, {bidder} is counted first and wins."),
        "higher_score": ("the higher total wins",
            "If {both} reach {target} on the same hand, the higher total wins."),
    })] = "bidding_side"
    level: Annotated[Literal["play_on", "bidding_side"], Words("When both reach it and are tied", choices={
        "play_on": ("another hand is played", "If {they} are tied there, another hand is played."),
        "bidding_side": ("the bidding side wins", "If {they} are tied there, {bidder} wins."),
    })] = "play_on"
    bid_to_win: Annotated[BidToWin | None, Words(
        "Bid to win", "Once all stand high, only the bidding side can win on a hand."
    )] = None
    # Once where a book doesn’t say: cards of books from before there was a choice stay as they were scored.
    on_board: Annotated[Literal["once", "now"], Field(exclude_if=lambda on: on == "once"), Words(
        "Who is on the board", choices={
        "once": ("a player who has stood above 0",
            "You are on the board once you have stood above 0, or have come back to 0 from below."),
        "now": ("a player who isn’t below 0 now",
            "You are on the board while you are above 0, or at 0 after you stood anywhere else. In the hole, below 0, "
            "nobody is on the board."),
    })] = "once"

    @property
    def length(self) -> str:
        if self.target is not None:
            return f"to {self.target}"
        return hands(self.deals) if self.deals else "as many hands as agreed"
# fmt: on


# -- in print ----------------------------------------------------------------------------


def _game(game: Game, deal: Deal, bonuses: Bonuses, money: Money | None) -> Blocks:
    yield from _end(game, deal)
    if bonuses.ask_who_is_on_board or money:
        yield paragraph_of(game, "game.on_board")


def _end(game: Game, deal: Deal) -> Blocks:
    if game.target is None:
        agreed = "The table agrees on the number of hands. The highest total at the end wins."
        fixed = "The highest total at the end wins; nobody wins earlier."
        length = [about("game.deals", f"A game is {hands(game.deals)}.")] if game.deals is not None else []
        yield say(*length, about("game.target", fixed if length else agreed))
        return
    yield paragraph_of(game, "game.target")
    if game.other_target not in (None, game.target):
        yield paragraph_of(game, "game.other_target")
    both, bidder = "both sides" if deal.is_partnership else "two players", deal.bidder
    yield paragraph_of(game, "game.both_reach", both=both, bidder=bidder)
    if game.both_reach == "higher_score" or not deal.is_partnership:
        they = "they" if game.both_reach == "higher_score" else "neither of them bid and they"
        yield paragraph_of(game, "game.level", they=they, bidder=bidder)
    if game.bid_to_win:
        standing, target = game.bid_to_win.says("includes_level"), game.target
        sides = "both sides stand" if deal.is_partnership else "all players stand"
        others = "The other side plays on even" if deal.is_partnership else "The others play on even"
        yield rule(
            "game.bid_to_win",
            about(
                "game.bid_to_win.at",
                f"Bid to win: when {sides} {standing} before a hand, only {deal.bidder} can win the game on it.",
                "game.bid_to_win.includes_level",
            ),
            about(
                "game.bid_to_win",
                f"{capital(deal.bidder)} wins even when set, if {target} or more is left. {others} past {target}.",
            ),
        )


# -- what must fit together --------------------------------------------------------------


def _sound_game(game: Game) -> Found:
    if game.target is not None and game.deals is not None:
        yield "game.deals", "A game ends at its target or after its deals, not both."
    if game.other_target is not None and game.target is None:
        yield "game.other_target", "A game without a target has no other one."
    if game.bid_to_win and (game.target is None or game.bid_to_win.at > game.target):
        yield "game.bid_to_win.at", "Bid to win begins below the target of the game."


def _sensible_game(game: Game) -> Found:
    for name in ("target", "other_target"):
        if getattr(game, name) == 0:
            yield f"game.{name}", "A game is to 1 or more."
    if game.bid_to_win is None or game.target is None:
        return
    at = game.bid_to_win.at
    if at == game.target:
        yield "game.bid_to_win.at", f"At {at} the game is over: write less."
    elif game.other_target is not None and at >= game.other_target:
        yield "game.other_target", f"Bid to win begins at {at}, which is not below this target."


def _sound_melds(game: Game, bonuses: Bonuses) -> Found:
    if bonuses.game_melds and game.target is None:
        yield "bonuses.game_melds", "Melds are the game only where a game has a target."


# -- beside a score ----------------------------------------------------------------------


def why_won(game: Game, deal: Deal, code: str, winner: str) -> str:
    """The rule by which `winner` won a game, as `game.Won` names it."""
    if code == "bid_to_win":
        return f"Bid to win was in force, and the bidding side stands at {game.target} or more."
    if code == "higher_score":
        sides = "Both sides" if deal.is_partnership else "More than one"
        return f"{sides} reached {game.target}, and the higher score wins."
    if code == "bidding_side_first":
        if game.both_reach == "higher_score":
            return "The totals are tied, so the bidding side wins."
        return f"The bidding side is counted first and reached {game.target}."
    return f"{'They' if deal.is_partnership else winner} reached {game.target}."


GAME = ChapterPlan("game", "The game", _game, checks=(_sound_game, _sound_melds), sense=(_sensible_game,))
