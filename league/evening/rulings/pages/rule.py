"""The way to a ruling, a page for each step: the hand, the kind, the book's questions, and what it would do. All that
was chosen stands in the address. No queries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final, TypeAlias

from django.utils.http import urlencode

from league.acting.deed import IS_CLOSED
from league.evening.rulings.finding import StartedTable
from league.evening.rulings.steps import Chosen, Step, Way
from league.evening.tables.places import desk_address, table_address
from league.models import RoundTable
from league.office.clubs.pages.navigation import address_of
from pinochle_club.ground.forms import new_client_id
from pinochle_club.ground.http import number_in
from scoring.rules.notation import SUIT_NAMES
from scoring.rules.rulings import PlayerPenalty, kind_title
from scoring.score_card.entries import PenaltyGiven
from scoring.score_card.pages.rule_links import rule_address as book_address
from scoring.score_card.people import penalty_words
from scoring.score_card.sheet import Line

FACT: Final = "fact-"
BOARDS_STAY: Final = "A board isn’t dealt again"
INSTEAD: Final = (
    "The other tables have the same cards. Give each side its share of this board, or say that it wasn’t played here."
)
NOW_SHOWN: Final = "Look at what it does with the penalties you chose. Then give it."
CHANGED_MEANWHILE: Final = "Something was entered on this hand first. Look again at what is asked."
# A key that leads on, or back: its words, its address, and a note.
Key: TypeAlias = tuple[str, str, str]


def chosen_in(query: Mapping[str, Any]) -> Chosen:
    """What an address or a form says was chosen."""
    facts = {name.removeprefix(FACT): str(query[name]) for name in query if name.startswith(FACT)}
    call, hand, decides = (number_in(query.get(name), 9) for name in ("call", "hand", "decides"))
    return Chosen(call, hand, str(query.get("kind", "")), facts, decides)


def fields_of(chosen: Chosen) -> dict[str, str]:
    """The same as an address and hidden fields hold it."""
    named = {"call": chosen.call, "decides": chosen.decides, "hand": chosen.hand, "kind": chosen.kind or None}
    said = {name: str(value) for name, value in named.items() if value is not None}
    return said | {f"{FACT}{code}": answer for code, answer in chosen.facts.items()}


def rule_address(table: RoundTable, chosen: Chosen) -> str:
    """Where a ruling is given at a table, after what is chosen already."""
    query = urlencode(fields_of(chosen))
    return f"{table_address('rule', table)}{'?' if query else ''}{query}"


def why_not_given(step: Step, *, is_shown: bool = True) -> str:
    """Why a form that was sent gives no ruling; empty where it does. `is_shown`: what its penalties do stood on the
    page that it was sent from."""
    if step == Step.REVIEW:
        return "" if is_shown else NOW_SHOWN
    return {Step.CLOSED: IS_CLOSED, Step.BOARD: f"{BOARDS_STAY}."}.get(step, CHANGED_MEANWHILE)


def step_context(place: StartedTable, way: Way, *, may_reopen: bool) -> dict[str, Any]:
    """A page with keys that lead on, or a field for the answer to a question."""
    match way.step:
        case Step.CLOSED:
            asked = _closed(place, may_reopen=may_reopen)
        case Step.BOARD:
            asked = _board(place, way)
        case Step.QUESTION:
            return _question(place, way)
        case Step.KIND:
            asked = {"title": "What is it about?", "keys": list(_kinds(place, way))}
            asked["note"] = "" if way.kinds else "This rule book has no rulings for this hand."
        case _:
            asked = {"title": "Which hand?", "keys": list(_hands(place, way))}
    return {**_frame(place, way, way.chosen), **asked}


def _frame(place: StartedTable, way: Way, chosen: Chosen) -> dict[str, Any]:
    """What every page of the way has: where it is, and what was chosen."""
    return {
        "event": place.event,
        "place": f"{place.table}, {str(place.table.event_round).lower()}",
        "trail": list(_trail(place, way, chosen)),
        "chosen": fields_of(chosen),
        "back": desk_address(place.table),
    }


def _trail(place: StartedTable, way: Way, chosen: Chosen) -> Iterator[Key]:
    """What was chosen, in order; each key leads back to where it can be chosen again."""
    if chosen.hand is not None:
        yield f"Hand {chosen.hand}", rule_address(place.table, chosen.at_hand()), ""
    if chosen.kind:
        yield kind_title(way.sheet.book, chosen.kind), rule_address(place.table, chosen.at_hand(chosen.hand)), ""
    for question in way.judgment.questions if way.judgment else ():
        if question.code in chosen.facts:
            answer = question.words(chosen.facts[question.code]) or "–"
            yield answer, rule_address(place.table, chosen.before(question.code)), question.text


def _closed(place: StartedTable, *, may_reopen: bool) -> dict[str, Any]:
    """Nobody rules in a closed event: the way to open it again."""
    address = address_of("reopen_event", place.event.club.slug, place.event.pk)
    keys = [("Reopen the event…", address, "")] if may_reopen else []
    note = "It is closed. Reopen it first." if may_reopen else "It is closed. A director can reopen it, with a reason."
    return {"title": "Rule in this event?", "keys": keys, "note": note}


def _board(place: StartedTable, way: Way) -> dict[str, Any]:
    """What is done instead of dealing a board again."""
    assert way.line is not None, "of a hand"
    address = table_address("boards_decide", place.table, way.line.board)
    return {"title": BOARDS_STAY, "keys": [(f"Decide about board {way.line.board}…", address, "")], "note": INSTEAD}


def _hands(place: StartedTable, way: Way) -> Iterator[Key]:
    """The hand being played first, then back from the last."""
    sheet = way.sheet
    lines = [*sheet.lines, *([sheet.open_line] if sheet.open_line and sheet.open_line not in sheet.lines else [])]
    for line in reversed(lines):
        address = rule_address(place.table, replace(way.chosen, hand=line.number))
        yield f"Hand {line.number}", address, _hand_words(place, line)


def _hand_words(place: StartedTable, line: Line) -> str:
    """`Being played: Ann bid 62, hearts`."""
    names, figures = place.names(line), line.figures
    trump = f", {SUIT_NAMES[figures.trump].lower()}" if figures.trump else ""
    bid = f"{names.player(figures.bidder)} bid {figures.bid}{trump}" if figures.has_bid else ""
    if line.is_done:
        return bid
    return f"Being played: {bid}" if bid else f"Not bid yet, {names.player(line.dealer)} deals"


def _kinds(place: StartedTable, way: Way) -> Iterator[Key]:
    """What the book has rulings for, in this hand."""
    for kind, title in way.kinds.items():
        yield title, rule_address(place.table, replace(way.chosen, kind=kind)), ""


def _question(place: StartedTable, way: Way) -> dict[str, Any]:
    """One of the book's questions, with a key for each answer or a field."""
    assert way.judgment is not None, "a question was put"
    question = way.question
    return {
        **_frame(place, way, way.chosen.before(question.code)),
        "title": question.text,
        "note": question.note,
        "keys": [
            (words, rule_address(place.table, way.chosen.with_fact(question.code, answer)), "")
            for answer, words in question.choices.items()
        ],
        "name": f"{FACT}{question.code}",
        "is_words": question.kind == "words",
        "inputmode": "text" if question.low < 0 else "numeric",  # the keypads of phones have no minus
        "typed": way.chosen.facts.get(question.code, ""),
        "fault": way.judgment.faults.get(question.code, ""),
    }


# -- the last step ------------------------------------------------------------------------


def penalty_line(place: StartedTable, way: Way, penalty: PlayerPenalty) -> str:
    """`Ann: Card on the floor or in the stack, 50 off`."""
    title, points = penalty_words(way.sheet.book, PenaltyGiven.parse(way.penalty(penalty)))
    return f"{place.names().player(penalty.seat)}: {title}{f', {points} off' if points else ''}"


def review_context(place: StartedTable, way: Way) -> dict[str, Any]:
    """What the ruling would do, and the key that gives it."""
    proposal, chosen = way.proposal, way.chosen
    is_put_right = not proposal.effect and not proposal.penalties
    return {
        **_frame(place, way, chosen),
        "title": kind_title(way.sheet.book, chosen.kind),
        "proposal": proposal,
        "address": rule_address(place.table, chosen),
        "call": chosen.call if is_put_right else None,
        "own_id": new_client_id(),
        "key": "Give this ruling" if chosen.decides is None else "Change the ruling into this",
        "rule": book_address(way.sheet.book, proposal.rule),
    }
