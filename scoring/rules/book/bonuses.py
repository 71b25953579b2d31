"""Bonuses: shooting the moon, and sweeping a hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Final, Literal

from pydantic import Field

from scoring.rules.notation import number

from .chapter import ChapterPlan, Found
from .deal import Deal, Deck
from .game import Game
from .printing import Blocks, Sentence, about, rule, said
from .reasons import Reason, Step
from .section import Count, Points, Section, Text, Words


# fmt: off
class Moon(Section):
    """Shoot the moon: declared after the melds, before the first lead."""

    points: Annotated[Points, Words(
        "Points for the moon", says="If that comes off, {points} is added at the end of the hand."
    )]
    pays_when_set: Annotated[bool, Words(
        "The moon pays also when the bid was set",
        yes="The bid is judged without it, and it is added also when the bid was set.",
        no="The bid is judged without it, and when that was set the moon pays nothing."
    )] = True


class AllTricks(Section):
    """A bonus for sweeping the deal."""

    title: Annotated[Text, Words("What players call the bonus")]
    points: Annotated[Points, Words("Points for the bonus")]
    needs: Annotated[Literal["every_trick", "all_points"], Words("The bonus needs", choices={
        "every_trick": ("every trick", "“{title}” is worth {points} to whoever wins every trick of a hand."),
        "all_points": ("all points", "“{title}” is worth {points} to whoever wins all {all} points of a hand."),
    })]
    counts_towards_bid: Annotated[bool, Words(
        "The bonus counts towards the bid", yes="For the bidder it counts towards the bid.",
        no="It is added after the bid has been judged."
    )]


class CutAndLay(Section):
    """The bidder shows hand and buried cards as not to be beaten, and the others choose whether it is played."""

    stands: Annotated[Points, Words("Points beside the meld where the others let it stand")]
    made: Annotated[Points, Words("Points beside the meld where it was played and made")]
    off_board: Annotated[Points, Words("Points for it from off the board")]
    off_board_for: Annotated[Literal["played", "always"], Words("Those from off the board are for", choices={
        "played": ("a hand that was played",
            "A bidder who is not on the board yet scores {off_board} instead of the {made}."),
        "always": ("any",
            "A bidder who is not on the board yet scores {off_board} instead, whether it stood or was played."),
    })] = "played"
    others_meld: Annotated[Literal["lost", "counts"], Words("Meld of the others where they let it stand", choices={
        "lost": ("is lost", "Then the others have no trick, and their meld is lost."),
        "counts": ("counts", "Then the others count their meld."),
    })] = "lost"
    wins_game: Annotated[bool, Words(
        "It can win the game", yes="It can win the game like any other hand.",
        no="It cannot win the game: it takes the bidder to one point short of the target at the most."
    )] = False


class GameMelds(Section):
    """Melds so high that counting one wins the game."""

    played: Annotated[Literal["agreed", "always"], Words("Melds that are the game", choices={
        "agreed": ("where a table agrees on it", "A table may agree that some melds are the game."),
        "always": ("always", "Some melds are the game."),
    })] = "always"
    pinochles: Annotated[Count, Words("Pinochles that are the game", "0 where no number of them is.")] = 4
    arounds: Annotated[Count, Words("Arounds of one kind that are the game", "0 where no number of them is.")] = 3
    runs: Annotated[Count, Words("Runs in one suit that are the game", "0 where no number of them is.")] = 3

    def needed(self, kind: str) -> int:
        """How many of a kind of meld are the game; 0 where none are."""
        arounds = dict.fromkeys(("aces", "kings", "queens", "jacks"), self.arounds)
        return {"pinochle": self.pinochles, "run": self.runs, **arounds}.get(kind, 0)


class Bonuses(Section, chapter="bonuses"):
    """Extras inside a deal."""

    moon: Annotated[Moon | None, Words("Shooting the moon")] = None
    all_tricks: Annotated[AllTricks | None, Words("A bonus for taking everything")] = None
    cut_and_lay: Annotated[CutAndLay | None, Field(exclude_if=lambda part: part is None), Words(
        "Cut and lay", "A bidder who cannot be beaten shows the hand."
    )] = None
    game_melds: Annotated[GameMelds | None, Field(exclude_if=lambda part: part is None), Words(
        "Melds that are the game", "Whoever counts one wins from on the board."
    )] = None

    @property
    def towards_bid(self) -> AllTricks | None:
        """The bonus for taking everything, where it counts towards the bid."""
        return self.all_tricks if self.all_tricks and self.all_tricks.counts_towards_bid else None
# fmt: on


def _bonuses(bonuses: Bonuses, deck: Deck, deal: Deal) -> Blocks:
    moon, sweep, laid = bonuses.moon, bonuses.all_tricks, bonuses.cut_and_lay
    if moon:
        yield rule(
            "bonuses.moon",
            about(
                "bonuses.moon",
                "The bidder may shoot the moon: declare, after the melds and before the first lead, to win every "
                "trick.",
            ),
            said(moon, "bonuses.moon.points"),
            said(moon, "bonuses.moon.pays_when_set"),
            about("bonuses.moon", f"If a single trick is missed, the bid is set and {moon.points} more comes off."),
            about("renege.moon", f"So too after a renege by {deal.bidder}."),
        )
    if sweep:
        yield rule(
            "bonuses.all_tricks",
            said(sweep, "bonuses.all_tricks.needs", "bonuses.all_tricks.points", all=deck.total_points),
            said(sweep, "bonuses.all_tricks.counts_towards_bid"),
            about("renege.all_tricks", "There is none in a hand with a renege."),
        )
    if laid:
        path = "bonuses.cut_and_lay"
        yield rule(
            path,
            about(
                path,
                "Cut and lay: before the first lead a bidder who thinks that nothing can beat the hand may show it, "
                "with the buried cards.",
            ),
            about(f"{path}.stands", f"When the others let it stand, the bidder scores meld and {laid.stands}."),
            said(laid, f"{path}.others_meld"),
            about(
                f"{path}.made",
                f"When one of them has it played, the bidder scores meld and {laid.made} once the bid is made; else "
                "the bid is set.",
            ),
            said(laid, f"{path}.off_board_for", f"{path}.off_board"),
            said(laid, f"{path}.wins_game"),
        )
    if bonuses.game_melds:
        yield rule("bonuses.game_melds", *_game_melds(bonuses.game_melds))


def _game_melds(melds: GameMelds) -> Iterator[Sentence]:
    path = "bonuses.game_melds"
    yield said(melds, f"{path}.played")
    for name, words in (
        ("pinochles", "pinochles in one hand"),
        ("arounds", "of one around in one hand"),
        ("runs", "runs in one suit"),
    ):
        least = getattr(melds, name)
        if least:
            yield about(f"{path}.{name}", f"{number(least).capitalize()} or more {words} are the game.")
    yield about(
        path,
        "A player on the board whose meld counts goes to the target with it and wins. Off the board, or with a hand "
        "that was cut and laid, it leads to one point short of the target.",
    )


# -- beside a score ----------------------------------------------------------------------


def _game_meld_words(step: Step) -> str:
    if not step.facts["short"]:
        return "The meld is the game: {amount} more, and {who.inside[stand]} at {target}."
    change = f"{-step.amount} off" if step.amount < 0 else "{amount} more"
    return (
        "The meld is the game, but not off the board or with a hand that was laid: "
        f"{change}, and {{who.inside[stand]}} one point short of {{target}}."
    )


REASONS: Final = {
    "laid": Reason("{who} cut and laid, and the others let it stand.", short="cut and laid"),
    "cut_and_lay": Reason(
        "Cut and lay, from off the board: {amount} in place of points in tricks.",
        "Cut and lay: {amount} in place of points in tricks.",
        when="off_board",
        called="cut and lay",
    ),
    "laid_short": Reason(
        "Cut and lay cannot win the game: {over} off, and {who.inside[stay]} one point short of {target}.",
        called="stays short of {target}",
    ),
    "game_meld": Reason(_game_meld_words, called="for the game"),
    "all_tricks": Reason(
        "{title}: {who.inside} won all the points, {amount} more.",
        "{title}: {who.inside} won every trick, {amount} more.",
        when="by_points",
        called="{title}",
    ),
    "moon": Reason("{who} shot the moon and won every trick: {amount} more.", called="moon"),
    "moon_missed": Reason("{moon} more comes off for the moon that was missed.", called="moon"),
    "set_moon_missed": Reason(
        "{who} shot the moon and did not win every trick: the bid of {bid} is set.", short="moon missed, {bid} bid"
    ),
}


def _sound_bonuses(bonuses: Bonuses, game: Game) -> Found:
    if bonuses.game_melds and game.target is None:
        yield "bonuses.game_melds", "Melds are the game only where a game has a target."


BONUSES = ChapterPlan(
    "bonuses",
    "Bonuses",
    _bonuses,
    checks=(_sound_bonuses,),
    reasons=REASONS,
    rules={"renege.moon": "A renege and the moon", "renege.all_tricks": "A renege and the bonus for taking everything"},
)
