"""Cards that were shown, and conduct: what somebody is given for it."""

from __future__ import annotations

from collections.abc import Generator

from scoring.rules.cards import Seat
from scoring.rules.tournament import BY_RULING

from .cases import ELSEWISE, JUDGMENT, MOST_POINTS, Case, PlayerPenalty, Proposal, Question, Script
from .reneges import reneged


def exposed_card(case: Case) -> Script:
    who = yield case.seat("who", "Who showed a card?")
    choices = {"accident": "By accident", "purpose": "On purpose"}
    if case.has_penalty("card_on_floor"):
        choices["floor"] = "It lay on the floor or in the stack"
    how = yield Question("how", "How did it happen?", choices=choices)
    if how == "floor":
        said = f"{case.player(who)} had a card on the floor or in the stack."
        penalties = case.penalty(who, "card_on_floor")
        return Proposal({}, "penalties.card_on_floor", said, penalties=penalties, goes_on=case.say("The hand goes on."))
    if how == "purpose" and case.may_renege("exposing_cards"):
        return (yield from reneged(case, who, "exposing_cards"))
    penalties = yield from _measure(case, who)
    said = f"{case.player(who)} showed a card, which is taken back."
    return Proposal({}, "conduct", said, JUDGMENT, penalties, case.say("The hand goes on."))


def _measure(case: Case, who: Seat) -> Generator[Question, str, tuple[PlayerPenalty, ...]]:
    """The measure besides: nothing, a warning, or points."""
    choices = {"nothing": "Nothing", "warning": "A warning", "points": "Points off"}
    measure = yield Question("measure", f"What does {case.player(who)} get for it?", choices=choices)
    if measure == "nothing":
        return ()
    if measure == "warning":
        return (PlayerPenalty(who, BY_RULING),)
    points = yield Question("points", "How many points?", "number", low=1, high=MOST_POINTS)
    return (PlayerPenalty(who, BY_RULING, int(points)),)


def conduct(case: Case) -> Script:
    who = yield case.seat("who", "Whose conduct is it about?")
    customs = {str(place): custom.about for place, custom in enumerate(case.book.conduct)}
    choices = {**customs, ELSEWISE: "Something else"}
    if case.may_renege("disrupting"):
        choices = {"disrupting": "Disrupting the game: a renege", **choices}
    what = yield Question("what", "What is it about?", choices=choices)
    if what == "disrupting":
        return (yield from reneged(case, who, "disrupting"))
    penalties = yield from _measure(case, who)
    about = "Conduct" if what == ELSEWISE else choices[what]
    return Proposal({}, "conduct", f"{about}: {case.player(who)} was spoken to.", JUDGMENT, penalties)
