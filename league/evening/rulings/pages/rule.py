"""The pages that lead to a ruling: the hand, the kind, the book's questions, and the effect. All choices are in the
address. No queries."""

from __future__ import annotations

from typing import Any, Final

from django.utils.http import urlencode

from league.acting.deed import IS_CLOSED
from league.evening.rulings.finding import StartedTable
from league.evening.rulings.steps import FACT, Chosen, Step, Way
from league.evening.tables.places import desk_address, table_address
from league.models import RoundTable
from league.office.clubs.pages.navigation import address_of
from pinochle_club.ground.forms import new_client_id
from scoring.rules.rulings import Question, kind_title
from scoring.score_card.entries import PenaltyGiven
from scoring.score_card.pages.rule_links import rule_address as book_address
from scoring.score_card.people import penalty_words

BOARDS_STAY: Final = "A board isn’t dealt again"
INSTEAD: Final = (
    "The other tables have the same cards. Give each side its share of this board, or say that it wasn’t played here."
)
NOW_SHOWN: Final = "Look at what it does with the penalties you chose. Then give it."
CHANGED_MEANWHILE: Final = "Something was entered on this hand first. Look again at what is asked."


def rule_address(table: RoundTable, chosen: Chosen) -> str:
    """The address at which a ruling is given, with the choices made so far."""
    query = urlencode(chosen.fields)
    return f"{table_address('rule', table)}{'?' if query else ''}{query}"


def why_not_given(step: Step, *, is_shown: bool = True) -> str:
    """Why a sent form gives no ruling; empty where it does. `is_shown`: the effect of its penalties was on the page."""
    if step == Step.REVIEW:
        return "" if is_shown else NOW_SHOWN
    return {Step.CLOSED: IS_CLOSED, Step.BOARD: f"{BOARDS_STAY}."}.get(step, CHANGED_MEANWHILE)


def step_context(place: StartedTable, way: Way, *, may_reopen: bool = False) -> dict[str, Any]:
    """A page on the way to a ruling: its place, the choices so far, and the keys that lead on, or a field for the
    answer."""
    table, event = place.table, place.event
    frame: dict[str, Any] = {
        "event": event,
        "place": f"{table}, {str(table.event_round).lower()}",
        "trail": [(words, rule_address(table, chosen), note) for words, chosen, note in way.trail],
        "chosen": way.chosen.fields,
        "keys": [(words, rule_address(table, chosen), note) for words, chosen, note in way.leads],
        "back": desk_address(table),
    }
    match way.step:
        case Step.HAND:
            return {**frame, "title": "Which hand?"}
        case Step.KIND:
            note = "" if way.leads else "This rule book has no rulings for this hand."
            return {**frame, "title": "What is it about?", "note": note}
        case Step.CLOSED:
            keys = [("Reopen the event…", address_of("reopen_event", event.club.slug, event.pk), "")]
            note = "Reopen it first." if may_reopen else "A director can reopen it, with a reason."
            said = {"title": "Rule in this event?", "note": f"It is closed. {note}"}
            return {**frame, **said, "keys": keys if may_reopen else []}
        case Step.BOARD:
            assert way.line is not None, "of a hand"
            address = table_address("boards_decide", table, way.line.board)
            keys = [(f"Decide about board {way.line.board}…", address, "")]
            return {**frame, "title": BOARDS_STAY, "keys": keys, "note": INSTEAD}
    return frame | (_question(way, way.question) if way.question else {})


def _question(way: Way, question: Question) -> dict[str, Any]:
    return {
        "title": question.text,
        "note": question.note,
        "name": f"{FACT}{question.code}",
        "is_words": question.kind == "words",
        "inputmode": "text" if question.low < 0 else "numeric",  # the keypads of phones have no minus
        "typed": way.typed,
        "fault": way.fault,
    }


# -- the last step ------------------------------------------------------------------------


def penalty_lines(place: StartedTable, way: Way) -> list[str]:
    """`Ann: Card on the floor or in the stack, 50 off`, for each proposed penalty."""
    names, found = place.names(), []
    for penalty in way.proposal.penalties if way.proposal else ():
        title, points = penalty_words(way.sheet.book, PenaltyGiven.parse(way.penalty(penalty)))
        found.append(f"{names.player(penalty.seat)}: {title}{f', {points} off' if points else ''}")
    return found


def review_context(place: StartedTable, way: Way) -> dict[str, Any]:
    """The review of a ruling, with the key that gives it."""
    proposal, chosen, book = way.proposal, way.chosen, way.sheet.book
    assert proposal is not None, "all questions are answered"
    return {
        **step_context(place, way),
        "title": kind_title(book, chosen.kind),
        "proposal": proposal,
        "address": rule_address(place.table, chosen),
        "call": None if proposal.effect or proposal.penalties else chosen.call,
        "own_id": new_client_id(),
        "key": "Give this ruling" if chosen.decides is None else "Change the ruling into this",
        "rule": book_address(book, proposal.rule),
    }
