"""Bonuses: shooting the moon, and sweeping a hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Final, Literal

from pydantic import Field

from scoring.rules.notation import listed, number

from .auction import Auction
from .chapter import ChapterPlan, Found
from .deal import Deal, Deck
from .printing import Blocks, Sentence, about, rule, sentence_of
from .reasons import Reason, Step
from .section import Count, Points, Section, Text, Words


# fmt: off
class Moon(Section):
    """Shoot the moon: declared after the melds, before the first lead."""

    points: Annotated[Points, Words(
        "Points for the moon", says="A moon that wins every trick adds {points} at the end of the hand."
    )]
    pays_when_set: Annotated[bool, Words(
        "The moon pays even if the bid was set",
        yes="The bid is judged without it, and the moon pays even if the bid is set.",
        no="The bid is judged without it, and if the bid is set the moon pays nothing."
    )] = True


class AllTricks(Section):
    title: Annotated[Text, Words("What players call the bonus")]
    points: Annotated[Points, Words("Points for the bonus")]
    needs: Annotated[Literal["every_trick", "all_points"], Words("The bonus needs", choices={
        "every_trick": ("every trick", "Win every trick of a hand, and “{title}” adds {points}."),
        "all_points": ("all points", "Win all {all} points of a hand, and “{title}” adds {points}."),
    })]
    counts_towards_bid: Annotated[bool, Words(
        "The bonus counts toward the bid", yes="It counts toward the bid.",
        no="It is added after the bid is judged."
    )]


class CutAndLay(Section):
    """The bidder shows hand and buried cards as not to be beaten, and the others choose whether it is played."""

    stands: Annotated[Points, Words("Points beside the meld where the others let it stand")]
    made: Annotated[Points, Words("Points beside the meld where it was played and made")]
    off_board: Annotated[Points, Words("Points for it from off the board")]
    off_board_for: Annotated[Literal["played", "always"], Words("Those from off the board are for", choices={
        "played": ("a hand that was played",
            "A bidder who isn’t on the board scores {off_board} instead of {made}."),
        "always": ("any",
            "A bidder who isn’t on the board scores {off_board} instead, played or not."),
    })] = "played"
    others_meld: Annotated[Literal["lost", "counts"], Words("Meld of the others where they let it stand", choices={
        "lost": ("is lost", "The others have won no trick, so their meld is lost."),
        "counts": ("counts", "The others still count their meld."),
    })] = "lost"
    wins_game: Annotated[bool, Words(
        "It can win the game", yes="It can win the game like any other hand.",
        no="It can’t win the game: it stops one point short of the target."
    )] = False


class GameMelds(Section):
    """Melds so high that counting one wins the game."""

    played: Annotated[Literal["agreed", "always"], Words("Melds that are the game", choices={
        "agreed": ("where a table agrees on it", "A table may agree that the highest melds win the game."),
        "always": ("always", "The highest melds win the game."),
    })] = "always"
    pinochles: Annotated[Count, Words("Pinochles that are the game", "0 where no number of them is.")] = 4
    arounds: Annotated[Count, Words("Arounds of one kind that are the game", "0 where no number of them is.")] = 3
    runs: Annotated[Count, Words("Runs in one suit that are the game", "0 where no number of them is.")] = 3

    def needed(self, kind: str) -> int:
        """How many of a kind of meld are the game; 0 where none are."""
        arounds = dict.fromkeys(("aces", "kings", "queens", "jacks"), self.arounds)
        return {"pinochle": self.pinochles, "run": self.runs, **arounds}.get(kind, 0)


class Bonuses(Section, chapter="bonuses"):
    moon: Annotated[Moon | None, Words("Shooting the moon")] = None
    all_tricks: Annotated[AllTricks | None, Words("A bonus for taking everything")] = None
    cut_and_lay: Annotated[CutAndLay | None, Field(exclude_if=lambda part: part is None), Words(
        "Cut and lay", "A bidder who cannot be beaten shows all cards."
    )] = None
    game_melds: Annotated[GameMelds | None, Field(exclude_if=lambda part: part is None), Words(
        "Melds that are the game", "A player on the board who counts one wins."
    )] = None

    @property
    def ask_who_is_on_board(self) -> bool:
        return self.cut_and_lay is not None or self.game_melds is not None

    @property
    def towards_bid(self) -> AllTricks | None:
        """The bonus for taking everything, where it counts towards the bid."""
        return self.all_tricks if self.all_tricks and self.all_tricks.counts_towards_bid else None
# fmt: on


def _bonuses(bonuses: Bonuses, deck: Deck, deal: Deal, auction: Auction) -> Blocks:
    moon, sweep, laid = bonuses.moon, bonuses.all_tricks, bonuses.cut_and_lay
    if moon:
        yield rule(
            "bonuses.moon",
            about(
                "bonuses.moon",
                "To shoot the moon, the bidder says so after the melds and before the first lead. Then "
                f"{deal.bidder} must win every trick.",
            ),
            sentence_of(moon, "bonuses.moon.points"),
            sentence_of(moon, "bonuses.moon.pays_when_set"),
            about("bonuses.moon", f"Miss a single trick, and the bid is set and {moon.points} more comes off."),
            about("renege.moon", f"If {deal.bidder} reneges, {moon.points} comes off too."),
        )
    if sweep:
        yield rule(
            "bonuses.all_tricks",
            sentence_of(sweep, "bonuses.all_tricks.needs", "bonuses.all_tricks.points", all=deck.total_points),
            *_beside_bid(sweep, auction),
        )
    if laid:
        path = "bonuses.cut_and_lay"
        yield rule(
            path,
            about(
                path,
                "Cut and lay: before the first lead, a bidder who thinks the bid can’t be set may lay all cards "
                "down, the buried ones too, for the others to see.",
            ),
            about(
                f"{path}.stands",
                f"If the others let it stand, the bidder scores meld and {laid.stands} in place of the take.",
            ),
            sentence_of(laid, f"{path}.others_meld"),
            about(
                f"{path}.made",
                f"If one of them wants it played, a bidder who makes the bid scores meld and {laid.made} in place of "
                "the take. Otherwise the bid is set.",
            ),
            sentence_of(laid, f"{path}.off_board_for", f"{path}.off_board"),
            sentence_of(laid, f"{path}.wins_game"),
        )
    if bonuses.game_melds:
        yield rule("bonuses.game_melds", *_game_melds(bonuses.game_melds))


def _beside_bid(sweep: AllTricks, auction: Auction) -> Iterator[Sentence]:
    not_for = "A hand with a renege has no such bonus"
    if auction.is_held:
        yield sentence_of(sweep, "bonuses.all_tricks.counts_towards_bid")
        not_for += ", and neither have bidders who are set"
    yield about("renege.all_tricks", f"{not_for}.")


_GAME_MELDS: Final = {  # one, several
    "pinochles": ("pinochle", "pinochles"), "arounds": ("around", "arounds of one kind"),
    "runs": ("run", "runs in one suit"),
}  # fmt: skip


def _game_melds(melds: GameMelds) -> Iterator[Sentence]:
    path = "bonuses.game_melds"
    yield sentence_of(melds, f"{path}.played")
    enough = {
        f"{path}.{name}": f"{number(least)} {called[least > 1]}"
        for name, called in _GAME_MELDS.items()
        if (least := getattr(melds, name))
    }
    if enough:
        yield about(path, f"It takes at least {listed([*enough.values()], 'or')}, all held by one player.", *enough)
    yield about(
        path,
        "A player on the board whose meld counts goes to the target with it and wins. Off the board, in a hand that "
        "was cut and laid, or in one that wasn’t played, it stops one point short of the target.",
    )


# -- what must fit together --------------------------------------------------------------


def _sound_bonuses(bonuses: Bonuses, deal: Deal) -> Found:
    for name in ("cut_and_lay", "game_melds"):
        if deal.calls_partner and getattr(bonuses, name):
            yield f"bonuses.{name}", "Not where a partner is called: leave this out."


def _sensible_bonuses(bonuses: Bonuses, deck: Deck) -> Found:
    for name in ("moon", "all_tricks"):
        part = getattr(bonuses, name)
        if part and not part.points:
            yield f"bonuses.{name}.points", "A bonus is worth at least 1. Without one, leave this out."
    melds = bonuses.game_melds
    if melds is None:
        return
    wanted = {name: getattr(melds, name) for name in _GAME_MELDS}
    if not any(wanted.values()):
        yield "bonuses.game_melds.pinochles", "Say how many of a meld are the game, or leave this out."
    for name, least in wanted.items():
        if least > deck.copies:
            yield f"bonuses.game_melds.{name}", f"The deck has {deck.copies} of each card: write fewer, or 0."


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
        "Cut and lay, from off the board: {amount} in place of the take.",
        "Cut and lay: {amount} in place of the take.",
        when="off_board",
        called="cut and lay",
    ),
    "laid_short": Reason(
        "Cut and lay can’t win the game: {over} off, and {who.inside[stay]} one point short of {target}.",
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
    "moon_missed": Reason("{moon} more comes off for missing the moon.", called="moon"),
    "set_moon_missed": Reason(
        "{who} shot the moon and didn’t win every trick: the bid of {bid} is set.", short="moon missed, {bid} bid"
    ),
}


BONUSES = ChapterPlan(
    "bonuses",
    "Bonuses",
    _bonuses,
    checks=(_sound_bonuses,),
    sense=(_sensible_bonuses,),
    reasons=REASONS,
    rules={"renege.moon": "A renege and the moon", "renege.all_tricks": "A renege and the bonus for taking everything"},
)
