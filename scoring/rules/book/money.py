"""Money: what a set costs at a table that plays for it, and what the winner takes."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from .chapter import ChapterPlan, Found
from .deal import Deal
from .printing import Blocks, about, rule
from .section import Choices, Points, Section, Words

SetKind = Literal["hard", "soft"]
KINDS: Final[Choices] = {"hard": ("a hard set", "a hard set"), "soft": ("a soft set", "a soft set")}


# fmt: off
class Money(Section, chapter="money"):
    """The money sheet: what each set takes from a player, and what the others and the kitty get of it."""

    hard_set: Annotated[Points, Words("A hard set costs")]
    hard_to_others: Annotated[Points, Words("Of it each other player gets")]
    soft_set: Annotated[Points, Words("A soft set costs")]
    soft_to_others: Annotated[Points, Words("Of that each other player gets")]
    set_in_play: Annotated[SetKind, Words("A bid that is set in play is", choices=KINDS)] = "hard"
    set_unplayed: Annotated[SetKind, Words(
        "A bid that is set without playing is", "Thrown in, or without a marriage.", choices=KINDS
    )] = "soft"
    renege: Annotated[SetKind, Words("A renege is", choices=KINDS)] = "hard"
    loser_on_board: Annotated[SetKind, Words("At the end of the game a loser on the board takes", choices=KINDS)] = (
        "soft"
    )
    loser_off_board: Annotated[SetKind, Words("A loser who is not on the board takes", choices=KINDS)] = "hard"

    def cost(self, kind: SetKind) -> int:
        return self.hard_set if kind == "hard" else self.soft_set

    def to_others(self, kind: SetKind) -> int:
        return self.hard_to_others if kind == "hard" else self.soft_to_others
# fmt: on


# -- in print ----------------------------------------------------------------------------


def _money(money: Money | None, deal: Deal) -> Blocks:
    if money is None:
        return
    yield rule("money.sheet", about("money.sheet", "Keep a money sheet beside the score, with a column for each "
        "player and one for the kitty. Each line adds up to 0."))  # fmt: skip
    for kind in ("hard", "soft"):
        yield rule(
            f"money.{kind}_set",
            about(
                f"money.{kind}_set",
                f"A {kind} set costs the player {money.cost(kind)}: {money.to_others(kind)} to each of the others, and "
                "the rest to the kitty.",
                f"money.{kind}_to_others",
            ),
        )
    yield rule(
        "money.set_in_play",
        about("money.set_in_play", f"A bid set in play is {money.says('set_in_play')}."),
        about("money.set_unplayed", f"A bid set without play is {money.says('set_unplayed')}."),
        about("money.renege", f"A renege is {money.says('renege')} for the player who reneged."),
    )
    yield rule(
        "money.end",
        about(
            "money.loser_on_board",
            f"When the game is won, a loser who is on the board takes {money.says('loser_on_board')}, and one who "
            f"isn’t takes {money.says('loser_off_board')}.",
            "money.loser_off_board",
        ),
        about(
            "money.winner_takes",
            "The winner collects what each of the others is down, but not what the winner has paid in.",
        ),
    )


# -- what must fit together --------------------------------------------------------------


def _sound_money(money: Money | None, deal: Deal) -> Found:
    if money is None:
        return
    for kind in ("hard", "soft"):
        if money.to_others(kind) * (deal.players - 1) > money.cost(kind):
            yield f"money.{kind}_to_others", f"The others cannot get more than the {money.cost(kind)} of the set."


MONEY = ChapterPlan(
    "money",
    "Money",
    _money,
    checks=(_sound_money,),
    rules={
        "money.sheet": "The money sheet",
        "money.winner_takes": "What the winner takes",
    },
)
