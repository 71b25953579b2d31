"""A round that is closed, as the board shows it: what it came to, and what can still be done. No queries."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from league.acting.permissions import Action
from league.evening.cards.pages import points_text
from league.evening.cards.pairs import pair_points
from league.evening.cards.reading import ScoredRound, round_points
from league.evening.rounds.counting import void_words
from league.models.rounds import STARTED
from league.words import clock_words
from scoring.rules.notation import lowered

from .desk import Desk, Key

BEST: Final = 3


def closed_round(desk: Desk) -> dict[str, Any]:
    """The round at whose tables the desk is: when and why it was closed, who has most points, and its keys."""
    event_round = desk.event_round
    at = f" at {clock_words(event_round.closed_at, desk.event.club)}" if event_round.closed_at else ""
    why = f": “{event_round.close_reason}”" if event_round.close_reason else "."
    return {
        "title": f"{event_round} was closed{at}{why}",
        "void": _void(desk),
        "best": ", ".join(_best(desk)),
        "says": " ".join(_says(desk)),
        "keys": tuple(_keys(desk)),
    }


def _best(desk: Desk) -> Iterator[str]:
    """`Ruth Abernathy 312`: the players with the most points in the round; at an evening of pairs the pairs."""
    reading = desk.board.reading
    assert reading is not None, "a round that is closed was read"
    found: Sequence[ScoredRound] = round_points(reading)
    if desk.event.is_for_pairs:
        found = [one for own in pair_points(desk.event, [reading]).values() for one in own if one.table]
    best = sorted(found, key=lambda one: (-one.points, one.entrant.number))
    yield from (f"{one.entrant} {points_text([one])}" for one in best[:BEST])


def _void(desk: Desk) -> str:
    """`It doesn’t count.`, `Tables 2 and 5 don’t count.`; empty where all of the round counts."""
    void = [table.number for table in desk.board.tables if not table.table.counts]
    return f"{void_words(void, len(desk.board.tables))}." if void else ""


def _says(desk: Desk) -> Iterator[str]:
    if desk.is_over:
        who = "Reopen it" if desk.may(Action.RUN_ROUNDS) else "A director can reopen it"
        yield f"The event is closed. {who}, with a reason, to put a typing error right on a card."
        return
    if desk.event_round.is_extra_hand:
        yield "It breaks the tie at the line, and counts for nothing else."
    if desk.may(Action.CORRECT_CARDS):
        yield "Tap a table to correct a hand."
    later = _later_round(desk)
    if later and desk.may(Action.RUN_ROUNDS):
        yield f"{later} has started since, so this one stays closed."


def _later_round(desk: Desk) -> str:
    """The first round after this one that was started; empty where there is none."""
    later = (one for one in desk.board.rounds if one.number > desk.event_round.number and one.state in STARTED)
    return str(next(later, ""))


def _keys(desk: Desk) -> Iterator[Key]:
    number = desk.event_round.number
    yield Key("Results", f"{desk.event_address('event')}#results", is_link=True)
    if desk.may(Action.PRINT) and desk.event_round.counts and not desk.event_round.is_extra_hand:
        yield Key("Print them", f"{desk.event_address('papers')}?round={number}#results", is_link=True)
    if desk.event.has_money and desk.may(Action.KEEP_CASH) and not _later_round(desk):
        yield Key("Cash sheet", desk.event_address("cash"), is_link=True)
    if desk.is_over and desk.may(Action.WRITE_NOTICES):
        yield Key("The notice", desk.event_address("notice"), is_link=True)
    if desk.may(Action.RUN_ROUNDS):
        if desk.is_over:
            yield Key("Reopen the event…", desk.event_address("reopen_event"), is_link=True)
            return
        if not _later_round(desk) and desk.event.cut_after < number:
            yield Key(f"Reopen {lowered(str(desk.event_round))}…", desk.round_address("reopen_round"), is_link=True)
        words = "It doesn’t count…" if desk.event_round.counts else "It counts…"
        yield Key(words, desk.round_address("round_counts"), is_link=True)
