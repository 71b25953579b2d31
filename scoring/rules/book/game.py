"""The game: how it ends, and who has won it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from .bonuses import Bonuses
from .chapter import ChapterPlan, Found
from .deal import Deal
from .money import Money, Payments
from .printing import Blocks, Sentence, about, capital, hands, paragraph_of, rule, say, sentence_of
from .section import Points, Section, Words
from .tournament import Round


# fmt: off
class BidToWin(Section):
    """Once both sides stand high only the side that won the auction can win on that deal."""

    at: Annotated[Points, Words("Bid to win from")]
    includes_level: Annotated[bool, Words(
        "Standing exactly at that is enough", yes="at {at} or more", no="above {at}"
    )] = True
    stand: Annotated[Literal["all", "two"], Field(exclude_if=lambda stand: stand == "all"), Words(
        "With three sides or more, it begins when", choices={
        "all": ("all stand so high", ""), "two": ("two of them stand so high", ""),
    })] = "all"


class Lead(Section):
    """A lead that is needed to win at the target, or that is enough to win."""

    points: Annotated[Points, Field(ge=1), Words("Points of the lead")]
    counts: Annotated[Literal["needed", "enough"], Words("What the lead is for", choices={
        "needed": ("needed to win at the target",
            "It is won only with a lead of {points} or more; otherwise another hand is played."),
        "enough": ("enough to win the game",
            "A lead of {points} or more wins the game{before}."),
    })] = "needed"


class Game(Section, chapter="game"):
    target: Annotated[Points | None, Words(
        "Points that win the game", "Empty: there is no target.", says="The game is to {target}.", nothing="no target"
    )] = None
    other_target: Annotated[Points | None, Field(exclude_if=lambda target: target is None), Words(
        "Other target that a table may agree on", "Empty: there is no choice. Asked when a card begins.",
        says="The table may agree on {other_target} instead.", nothing="none"
    )] = None
    deals: Annotated[Annotated[int, Field(ge=1, le=100)] | None, Words(
        "Hands of a game", "Empty: as many as it takes to the target or, without one, as the table agrees on.",
        says="After {hands} it is over in any case, and the highest total wins.", nothing="no fixed number"
    )] = None
    table_hands: Annotated[bool, Field(exclude_if=lambda agreed: not agreed), Words(
        "The table may agree on a number of hands besides the target", "Asked when a card begins.",
        yes="The table may agree on a number of hands, too. After these the game is over in any case, and the highest "
        "total wins."
    )] = False
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
    rises: Annotated[Points | None, Field(exclude_if=lambda rises: rises is None), Words(
        "When several of the others reach the target and the bidder doesn’t, it rises by", "Empty: it stays.",
        says="If two or more of the others reach it on the same hand and {bidder} doesn’t, nobody wins yet, and the "
        "target rises by {rises}.", nothing="it stays"
    )] = None
    bid_to_win: Annotated[BidToWin | None, Words(
        "Bid to win", "Once all stand high, only the bidding side can win on a hand."
    )] = None
    lead: Annotated[Lead | None, Field(exclude_if=lambda part: part is None), Words(
        "A lead that decides", "Needed to win at the target, or enough to win."
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
    def winning_lead(self) -> int | None:
        """The lead that wins below the target, or without one."""
        return self.lead.points if self.lead and self.lead.counts == "enough" else None

    @property
    def needed_lead(self) -> int | None:
        """The lead without which nobody wins at the target."""
        return self.lead.points if self.lead and self.lead.counts == "needed" else None

    @property
    def length(self) -> str:
        if self.target is not None:
            return f"to {self.target}{f' or {hands(self.deals)}' if self.deals else ''}"
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
        fixed = f"The highest total at the end wins{'' if game.lead else '; nobody wins earlier'}."
        length = [about("game.deals", f"A game is {hands(game.deals)}.")] if game.deals is not None else []
        yield say(*length, about("game.target", fixed if length else agreed), *_lead(game, " at once"))
        return
    yield rule(
        "game.target",
        sentence_of(game, "game.target"),
        *_lead(game, f" before anybody reaches {game.target}"),
        *([sentence_of(game, "game.deals", hands=hands(game.deals))] if game.deals else []),
        *([about("game.deals", game.says("table_hands"), "game.table_hands")] if game.table_hands else []),
    )
    if game.other_target not in (None, game.target):
        yield paragraph_of(game, "game.other_target")
    bidder = "the bidder" if deal.calls_partner else deal.bidder
    both = f"{bidder} and another" if game.rises is not None else deal.two_sides
    if not game.needed_lead:
        yield paragraph_of(game, "game.both_reach", both=both, bidder=bidder)
    if game.rises is not None:
        yield paragraph_of(game, "game.rises", bidder=bidder)
    if not game.needed_lead and (game.both_reach == "higher_score" or not (deal.are_two or game.rises)):
        they = "they" if game.both_reach == "higher_score" else "neither of them bid and they"
        yield paragraph_of(game, "game.level", they=they, bidder=bidder)
    if game.bid_to_win:
        standing, target = game.bid_to_win.says("includes_level"), game.target
        sides = deal.two_sides if game.bid_to_win.stand == "two" else deal.all_sides
        others = "The others play on even"
        if deal.are_two:
            others = f"The other {'side' if deal.has_partners else 'player'} plays on even"
        yield rule(
            "game.bid_to_win",
            about(
                "game.bid_to_win.at",
                f"Bid to win: when {sides} stand {standing} before a hand, only {bidder} can win the game on it.",
                "game.bid_to_win.includes_level",
                "game.bid_to_win.stand",
            ),
            about(
                "game.bid_to_win",
                f"{capital(bidder)} wins even when set, if {target} or more is left"
                f"{' and the lead is that high' if game.needed_lead else ''}. {others} past {target}.",
            ),
        )


def _lead(game: Game, before: str) -> list[Sentence]:
    """The sentence of a lead, which stands with the target on the sheet for the wall."""
    lead = game.lead
    says = lead and lead.says("counts", before=before)
    return [about("game.target", says, "game.lead", "game.lead.counts", "game.lead.points")] if says else []


# -- what must fit together --------------------------------------------------------------


def _sound_game(game: Game, deal: Deal) -> Found:
    if game.rises is not None:
        if game.target is None or not game.rises:
            yield "game.rises", "Only a target can rise, and by more than 0. Leave this empty."
        elif deal.are_two:
            yield "game.rises", "The bidders play against one side here, so no two others can reach the target."
        elif game.bid_to_win:
            yield "game.rises", "With bid to win the others can’t win on such a hand, so the target needn’t rise."
        elif game.needed_lead:
            yield "game.rises", "Where a lead is needed at the target, the target needn’t rise."
    if game.table_hands and game.target is None:
        yield "game.table_hands", "A game without a target is asked for its hands anyway."
    if game.table_hands and game.deals is not None:
        yield "game.table_hands", f"The game is over after {hands(game.deals)}: there is nothing to agree on."
    if game.needed_lead and game.target is None:
        yield "game.lead.counts", "A game without a target has none to be ahead at."
    if game.other_target is not None and game.target is None:
        yield "game.other_target", "A game without a target has no other one."
    if game.bid_to_win and (game.target is None or game.bid_to_win.at > game.target):
        yield "game.bid_to_win.at", "Bid to win begins below the target of the game."


def _sound_bid_to_win(game: Game, deal: Deal) -> Found:
    if game.bid_to_win and game.bid_to_win.stand == "two" and deal.are_two:
        yield "game.bid_to_win.stand", "There are only two sides: choose all."


def _sound_lead(game: Game, bonuses: Bonuses, round: Round | None) -> Found:
    if game.lead and round:
        yield "game.lead", "In a round nobody wins on a hand, so no lead decides."
    if game.lead and (bonuses.game_melds or bonuses.cut_and_lay):
        yield "game.lead", "Cut and lay, and melds that are the game, go by the target, so no lead decides."


def _sensible_lead(game: Game) -> Found:
    for name in ("target", "other_target") if game.lead else ():
        target = getattr(game, name)
        if game.lead and target is not None and game.lead.points > target:
            yield "game.lead.points", f"A game to {target} is hardly won with a lead of more than that: write less."


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
    if bonuses.game_melds and game.rises is not None:
        yield "game.rises", "A meld that is the game reaches the target, so the target can’t rise."


def _sound_pay(game: Game, payments: Payments | None) -> Found:
    if payments and payments.pays_for_game and game.target is None:
        yield "payments.game", "A game is won on a hand only where it has a target. Write 0 here."


# -- beside a score ----------------------------------------------------------------------


def why_won(game: Game, deal: Deal, code: str, winner: str) -> str:
    """The rule by which `winner` won a game, as `game.Won` names it."""
    if code == "bid_to_win":
        return f"Bid to win was in force, and the bidding side stands at {game.target} or more."
    if code == "higher_score":
        sides = capital(deal.all_sides) if deal.are_two else "More than one"
        return f"{sides} reached {game.target}, and the higher score wins."
    if code == "bidding_side_first":
        if game.both_reach == "higher_score":
            return "The totals are tied, so the bidding side wins."
        return f"The bidding side is counted first and reached {game.target}."
    they = "They" if deal.has_partners else winner
    if code == "most":
        return f"All {hands(game.deals or 0)} have been played, and the highest total wins."
    if code == "lead":
        return f"{they} {'are' if deal.has_partners else 'is'} ahead by {game.winning_lead} or more."
    lead = f" with a lead of {game.needed_lead} or more" if game.needed_lead else ""
    return f"{they} reached {game.target}{lead}."


GAME = ChapterPlan(
    "game",
    "The game",
    _game,
    checks=(_sound_game, _sound_bid_to_win, _sound_lead, _sound_melds, _sound_pay),
    sense=(_sensible_game, _sensible_lead),
)
