"""A closed round on the desk: its result, and what can still be done."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from league.acting.permissions import Action
from league.evening.cards.pages import points_text
from league.evening.cards.pairs import lists_of
from league.evening.cards.reading import ScoredRound, round_points
from league.evening.rounds.counting import void_words
from league.models import EventRound
from league.models.rounds import STARTED
from league.words import clock_words
from scoring.rules.notation import lowered

from .desk import Desk, Key, link_to

BEST: Final = 3


def closed_round(desk: Desk) -> dict[str, object]:
    event_round = desk.event_round
    at = f" at {clock_words(event_round.closed_at, desk.event.club)}" if event_round.closed_at else ""
    why = f": “{event_round.close_reason}”" if event_round.close_reason else "."
    tables = desk.reading.tables
    void = [table.number for table in tables if not table.table.counts]
    later = next((one for one in desk.reading.rounds if one.number > event_round.number and one.state in STARTED), None)
    return {
        "title": f"{event_round} was closed{at}{why}",
        "void": f"{void_words(void, len(tables))}." if void else "",
        "best": _best(desk),
        "says": " ".join(_says(desk, later)),
        "keys": list(_keys(desk, later)),
    }


def _best(desk: Desk) -> str:
    """`Ruth Abernathy 312`: the players, or pairs, with the most points in the round."""
    reading, event = desk.reading.current, desk.event
    assert reading is not None, "a round that is closed was read"
    if event.is_duplicate:  # one round alone has no comparison
        return ""
    found: Sequence[ScoredRound] = round_points(reading)
    if event.keeps_partners:
        sides = lists_of(event, [reading])["pair" if event.is_for_pairs else "team"]
        found = [one for own in sides.values() for one in own if one.table]
    best = sorted(found, key=lambda one: (-one.points, one.entrant.number))[:BEST]
    return ", ".join(f"{one.entrant} {points_text([one])}" for one in best)


def _says(desk: Desk, later: EventRound | None) -> Iterator[str]:
    """Possible next steps; few once a `later` round has started."""
    may_run = desk.may(Action.RUN_ROUNDS)
    if desk.is_over:
        who = "Reopen it" if may_run else "A director can reopen it"
        how = "" if desk.event.lent else f" {who}, with a reason, to put a typing error right on a card."
        yield f"The event is closed.{how}"
        return
    if desk.event_round.is_extra_hand:
        where = "" if desk.event.is_knock_out else " at the line"
        yield f"It breaks the tie{where}, and counts for nothing else."
    if desk.may(Action.CORRECT_CARDS):
        yield "Tap a table to correct a hand."
    if later and may_run:
        yield f"{later} has started since, so this one stays closed."


def _keys(desk: Desk, later: EventRound | None) -> Iterator[Key]:
    event_round = desk.event_round
    yield desk.results_key
    if desk.may(Action.PRINT) and event_round.counts and not event_round.is_extra_hand:
        yield link_to("Print them", f"{desk.event_address('papers')}?round={event_round.number}#results")
    if desk.event.has_money and desk.may(Action.KEEP_CASH) and not later:
        yield desk.cash_key
    if desk.is_over and desk.may(Action.WRITE_NOTICES):
        yield link_to("The notice", desk.event_address("notice"))
    if not desk.may(Action.RUN_ROUNDS):
        return
    if desk.is_over:
        yield link_to("Reopen the event…", desk.event_address("reopen_event"))
        return
    if not later and desk.event.cut_after < event_round.number:
        yield link_to(f"Reopen {lowered(str(event_round))}…", desk.round_address("reopen_round"))
    words = "It doesn’t count…" if event_round.counts else "It counts…"
    yield link_to(words, desk.round_address("round_counts"))
