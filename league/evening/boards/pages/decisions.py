"""Pages of decisions about a board, with their effect."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from league.acting.answers import FormPage
from league.evening.boards.effects import Deciding
from league.evening.boards.words import decided_words
from league.evening.cards.board_sets import line_of_board
from league.evening.cards.boards import Kind, average_shares
from league.evening.cards.words import direction_words, share_text
from league.evening.rounds.effects import CountingEffects
from league.evening.rounds.pages import effect_context as places_moved
from league.evening.rulings.finding import StartedTable
from league.evening.rulings.pages.effects import effect_shown
from league.evening.tables.places import back_to_table
from league.models import BoardDecision, Event, EventRound
from league.office.clubs.pages.navigation import address_of, back_to_desk
from scoring.boards.comparison import Method
from scoring.rules.notation import counted, lowered

FIELDS: Final = "league/evening/boards/_decide_fields.html"
EFFECT: Final = "league/evening/boards/_effect_fields.html"
MADE_UP: Final = "Neuberg’s formula makes up for the results that a group lacks, so its best has less than 100%. "
NOW_SHOWN: Final = "Look at what your choice does. Then confirm it."
SEALED: Final = "You play tonight and have yet to play this board: what this does to the list is not shown to you."
ANEW: Final = "Everybody’s result on this board is worked out again."


def decide_page(place: StartedTable, board: int) -> FormPage:
    title = f"Board {board} at table {place.table.number}"
    where = str(place.table.event_round)
    return FormPage(title, "Decide it", back_to_table(place.table), where, tuple(_stands(place, board)), fields=FIELDS)


def _stands(place: StartedTable, board: int) -> Iterator[str]:
    line, is_closed = line_of_board(place.sheet, board), place.table.event_round.state == EventRound.State.CLOSED
    if line is not None:
        yield f"Hand {line.number} {'was' if line.is_done else 'is being'} played with it here."
    elif board not in place.sheet.setup.boards:
        yield "The table doesn’t play it: its card goes on without it."
    elif is_closed:
        yield "It is late: this round closed without it. Once it’s played, open the table’s card and enter it there."
    else:
        yield (
            "It hasn’t been played here yet. Is there still time later tonight? Then leave it on the card, close the "
            "round, and enter it once it’s played."
        )


def void_page(event: Event, board: int) -> FormPage:
    says = f"Board {board} counts for nobody, at any table. Everybody’s percentages are worked out again."
    return FormPage(f"Leave board {board} out?", f"Leave board {board} out", back_to_desk(event), event.name, (says,),
                    fields=EFFECT)  # fmt: skip


def take_back_page(decision: BoardDecision) -> FormPage:
    table = decision.table
    place = f"Board {decision.number}" + (f", {lowered(table.place)}" if table else "")
    says = ["The board counts again as it was played."]
    if table and decision.kind in (Kind.AVERAGE, Kind.LEFT_OUT):
        says = ["What was played counts again. If the board came off the table’s card, the card asks for it again."]
    if decision.kind == Kind.FOULED:
        says = ["The tables from here on are compared with the others again."]
    back = back_to_table(table) if table else back_to_desk(decision.event)
    why = (decision.reason,) if decision.reason else ()
    return FormPage("Take the decision back?", "Take it back", back, place, says, decided_words(decision), why,
                    fields=EFFECT)  # fmt: skip


def standing_decisions(deciding: Deciding, board: int, table: int | None = None) -> list[dict[str, str]]:
    event = deciding.event
    return [
        {
            "words": decided_words(one),
            "reason": one.reason,
            "address": address_of("boards_take_back", event.club.slug, event.pk, one.pk),
        }
        for one in deciding.decisions
        if one.number == board and one.table_id in (None, table)
    ]


# -- what it does ------------------------------------------------------------------------


def effect_context(effects: CountingEffects, says: Sequence[str]) -> dict[str, Any]:
    effect = places_moved(effects)
    return {**effect, "says": (*says, *effect["says"])}


def sealed_effect(says: Sequence[str]) -> dict[str, Any]:
    return effect_shown({}, (), "", (SEALED, *says))


def decision_says(decision: BoardDecision, deciding: Deciding, place: StartedTable) -> Iterator[str]:
    """Effects that no figure shows."""
    board, table = decision.number, place.table
    if decision.kind == Kind.FOULED:
        yield _groups(decision, deciding)
        return
    if decision.kind == Kind.LEFT_OUT:
        yield f"Board {board} counts for nobody at table {table.number}."
    else:
        yield f"{_gets(decision, deciding)} for board {board}, whatever was played."
    if line_of_board(place.sheet, board) is None and board in place.sheet.setup.boards:
        yield "The table’s card goes on without it, and can be signed once the others are in."
    yield ANEW


def _gets(decision: BoardDecision, deciding: Deciding) -> str:
    """`N-S get 40%, E-W get 60%`; in points where points are compared."""
    method = Method(deciding.event.compared)
    if method is Method.MATCHPOINTS:
        given = {side: f"{percent}%" for side, percent in decision.shares.items()}
    else:
        shares = average_shares(decision, method)
        given = {side: f"{share_text(method, share, 0)} points" for side, share in shares.items()}
    return ", ".join(f"{direction_words(side)} get {words}" for side, words in given.items())


def _groups(decision: BoardDecision, deciding: Deciding) -> str:
    rows = deciding.boards(decision).travelers.get(decision.number, ())
    own = next((row.group for row in rows if row.table.table.pk == decision.table_id), 0)
    before = sum(row.group == own - 1 and row.line is not None for row in rows)
    after = sum(row.group == own and row.line is not None for row in rows)
    return (
        f"Board {decision.number} is compared in two groups: {counted(before, 'table')} before, with the cards as they "
        f"were, and {counted(after, 'table')} so far from this one on. Tables that play it later join the second. "
        f"{MADE_UP if deciding.event.compared == Method.MATCHPOINTS else ''}"
        "Were the cards put right before the next table? Then give only this one an average."
    )
