"""A tournament: its rounds, lateness and the list of penalties."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from scoring.rules.notation import counted

from .auction import Auction
from .chapter import ChapterPlan, Found
from .deal import Deal
from .printing import Blocks, about, hands, paragraph_of, points, rule, say, sentence_of, times
from .section import Count, Points, Section, Text, Words


# fmt: off
class Skunk(Section):
    """A bonus of the round against a side that stayed scoreless."""

    points: Annotated[Points, Words(
        "Points for a skunk",
        says="Skunk: when one side is scoreless after all hands of the round and the other isn’t, the other gets "
        "{points} more."
    )]
    judged: Annotated[Literal["before_penalties", "after_penalties"], Words("The skunk is judged", choices={
        "before_penalties": ("before penalties", "Only the hands count for that, not the penalties."),
        "after_penalties": ("after penalties", "Penalties come off before that."),
    })] = "before_penalties"


class Penalty(Section, chapter="round"):
    """One entry of the list of penalties. It falls on the player, not the partnership."""

    code: Annotated[str, StringConstraints(pattern=r"^[a-z_]{2,40}$"), Words(
        "Short code", "Small letters and _. Leave it empty, and one is made."
    )]
    title: Annotated[Text, Words("What for")]
    points: Annotated[Points, Words("Points off")]


class Tardiness(Section):
    grace: Annotated[Count, Words("Minutes late that are free")]
    points_per_minute: Annotated[Points, Words(
        "Points for each minute after",
        says="Coming late: {free} free. Each minute after that costs {cost}."
    )]
    minute: Annotated[Literal["full", "begun"], Field(exclude_if=lambda minute: minute == "full"), Words(
        "A minute that has begun", choices={
        "full": ("does not count yet", "Only full minutes count."),
        "begun": ("counts as a full one", "A minute that has begun counts as a full one."),
    })] = "full"
    replaced_at: Annotated[Count, Words(
        "Minutes until the player is replaced",
        says="After {minutes} the player is replaced for the round and scores 0 in it."
    )]


class Round(Section, chapter="round"):
    deals: Annotated[int, Field(ge=1, le=100), Words("Hands in a round", "Each player deals equally often.")]
    skunk: Annotated[Skunk | None, Words(
        "Skunk", "A bonus of the round against a side that stayed without points."
    )] = None
    level: Annotated[Literal["nobody", "last_bidder"], Field(exclude_if=lambda level: level == "nobody"), Words(
        "A round that ends tied", choices={
        "nobody": ("is won by nobody",
            "If a round ends tied, nobody wins it, and no hand is added."),
        "last_bidder": ("is won by who bid last",
            "If a round ends tied, {bidder} of its last hand wins it."),
    })] = "nobody"
    tardiness: Annotated[Tardiness | None, Words("Coming late costs points")] = None
    outside_substitute_scores: Annotated[Literal["nobody", "absent_player"], Words(
        "What a substitute from outside scores counts for", choices={
        "nobody": ("nobody", "The score of a substitute from outside the event doesn’t count for anyone."),
        "absent_player": ("the player who is away",
            "The score of a substitute from outside the event counts for the player who is away."),
    })] = "nobody"
# fmt: on


# -- in print ----------------------------------------------------------------------------


def _tournament(round: Round | None, penalties: tuple[Penalty, ...], deal: Deal) -> Blocks:
    if round:
        equally = f"A round is {hands(round.deals)}: each player deals {times(round.deals // deal.players)}."
        yield say(about("round.deals", equally))
        yield paragraph_of(round, "round.level", bidder=deal.bidder)
        skunk, late = round.skunk, round.tardiness
        if skunk:
            yield rule(
                "round.skunk", sentence_of(skunk, "round.skunk.points"), sentence_of(skunk, "round.skunk.judged")
            )
        if late:
            cost = points(late.points_per_minute)
            free = f"{counted(late.grace, 'minute')} {'is' if late.grace == 1 else 'are'}"
            figures = {"free": free, "cost": cost}
            costs = sentence_of(late, "round.tardiness.points_per_minute", "round.tardiness.grace", **figures)
            yield rule("round.tardiness", costs, sentence_of(late, "round.tardiness.minute"))
            minutes = counted(late.replaced_at, "minute")
            yield paragraph_of(late, "round.tardiness.replaced_at", minutes=minutes)
        yield paragraph_of(round, "round.outside_substitute_scores")
    if penalties:
        yield say(about("penalties.player_alone", "Penalties come off the player’s own score, not the partner’s:"))
    for penalty in penalties:
        name = f"penalties.{penalty.code}"
        yield rule(name, about(name, f"{penalty.title}: {points(penalty.points)} off."))


# -- what must fit together --------------------------------------------------------------


def _sound_round(round: Round | None, deal: Deal, auction: Auction) -> Found:
    if round and round.level == "last_bidder" and not auction.is_held:
        yield "round.level", "Nobody bids in this game: choose another."
    if round and round.deals % deal.players:
        yield "round.deals", f"Each player deals equally often: a multiple of {deal.players}."
    late = round.tardiness if round else None
    if late and late.grace >= late.replaced_at:
        yield "round.tardiness.grace", f"Fewer than the {late.replaced_at} minutes after which the player is replaced."


def _sound_penalties(penalties: tuple[Penalty, ...]) -> Found:
    codes = [penalty.code for penalty in penalties]
    for line, code in enumerate(codes):
        if code in codes[:line]:
            yield f"penalties.{line}.code", f"“{code}” is listed twice."


ROUND = ChapterPlan(
    "round",
    "Round and tournament",
    _tournament,
    checks=(_sound_round, _sound_penalties),
    form_title="Round, lateness and penalties",
    rules={"penalties.player_alone": "On whom penalties fall"},
)
