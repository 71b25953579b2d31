"""The pages that lead to a ruling: the questions, and the effect. All choices are in the address."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.http import urlencode

from league.acting.deed import IS_CLOSED
from league.evening.rulings.steps import FACT, Step, Way
from league.evening.tables.places import desk_address, table_address
from league.models import RoundTable
from league.office.clubs.pages.navigation import address_of
from scoring.score_card.pages.rule_links import rule_address as book_address

BOARDS_STAY: Final = "A board isn’t dealt again"
INSTEAD: Final = (
    "The other tables have the same cards. Give each side its share of this board, or say that it wasn’t played here."
)
CHANGED_MEANWHILE: Final = "Something was entered on this hand first. Look again at what is asked."
# Said where a sent form gives no ruling.
NOT_GIVEN: Final = {
    Step.CLOSED: IS_CLOSED,
    Step.BOARD: f"{BOARDS_STAY}.",
    Step.QUESTION: CHANGED_MEANWHILE,
}


def rule_address(table: RoundTable, chosen: Mapping[str, str | int | None]) -> str:
    """The address at which a ruling is given, with the choices made so far."""
    query = urlencode({name: value for name, value in chosen.items() if value is not None})
    return f"{table_address('rule', table)}{'?' if query else ''}{query}"


def step_context(table: RoundTable, way: Way, *, may_reopen: bool = False) -> dict[str, Any]:
    """A page on the way to a ruling: the choices so far, and keys that lead on, or a field for the answer."""
    event = table.event_round.event
    frame: dict[str, Any] = {
        "event": event,
        "trail": [(words, rule_address(table, chosen), note) for words, chosen, note in way.trail],
        "chosen": way.chosen,
        "keys": [(words, rule_address(table, chosen), note) for words, chosen, note in way.leads],
        "back": desk_address(table),
        "place": f"{table}, {str(table.event_round).lower()}",
    }
    if way.step == Step.CLOSED:
        keys = [("Reopen the event…", address_of("reopen_event", event.club.slug, event.pk), "")]
        note = "Reopen it first." if may_reopen else "A director can reopen it, with a reason."
        said = {"title": "Rule in this event?", "note": f"It is closed. {note}"}
        return {**frame, **said, "keys": keys if may_reopen else []}
    if way.step == Step.BOARD:
        assert way.line is not None, "of a hand"
        address = table_address("boards_decide", table, way.line.board)
        keys = [(f"Decide about board {way.line.board}…", address, "")]
        return {**frame, "title": BOARDS_STAY, "keys": keys, "note": INSTEAD}
    question = way.question
    if question is None:
        return frame
    return {
        **frame,
        "title": question.text,
        "note": question.note,
        "name": "" if question.kind == "choice" else f"{FACT}{question.code}",
        "is_words": question.kind == "words",
        "inputmode": "text" if question.low < 0 else "numeric",  # the keypads of phones have no minus
        "typed": way.typed,
        "fault": way.fault,
    }


def review_context(table: RoundTable, way: Way) -> dict[str, Any]:
    proposal, chosen = way.proposal, way.chosen
    assert proposal is not None, "all questions are answered"
    return {
        **step_context(table, way),
        "title": way.trail[1][0],  # the kind
        "proposal": proposal,
        "address": rule_address(table, chosen),
        "call": None if proposal.effect or proposal.penalties else chosen.get("call"),
        "key": "Change the ruling into this" if "decides" in chosen else "Give this ruling",
        "rule": book_address(way.sheet.book, proposal.rule),
    }
