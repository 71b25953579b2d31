"""Tables on paper: cards typed in as ordinary entries, totals alone, and changes between paper and tablet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from league.acting.deed import deed
from league.acting.log import Refused
from league.acting.permissions import Acting, Action
from league.evening.cards.reading import TableReading
from league.evening.tables.deeds.tables import written_as
from league.models import EventRound, RoundTable
from scoring.models import ScoreCard
from scoring.rules.cards import Side
from scoring.rules.notation import counted, figure_text, numbered
from scoring.score_card.hosts import HostWriter
from scoring.score_card.player_scores import final_totals
from scoring.score_card.recording import Recorded, Stale, read_sheet, record
from scoring.score_card.sheet import HAND_KINDS, SIGNING_KINDS, Sheet
from scoring.score_card.whole_hands import Enter, TypedHand, Typing

HIGHEST_TOTAL: Final = 9_999
# Entries after which totals must be typed again: hands and signatures, not penalties.
STANDS: Final = HAND_KINDS | SIGNING_KINDS | {"undo"}
CHANGED: Final = ("is_paper", "is_typed", "totals")
ONLY_A_DIRECTOR: Final = "This card has hands on it, or its round is closed. Only a director changes its totals."


def type_card(
    *, table: RoundTable, lines: Sequence[TypedHand], acting: Acting, client_id: str, seen: int, reason: str = ""
) -> Sheet:
    """Write a paper's lines on the table's card, all or nothing. The last one makes the card typed, in place of
    signatures; only `switch_paper` changes whether the table is on paper.

    A new hand is entered in its steps; one already there is corrected where it differs, with `reason`. Raises `Stale`
    when the card changed since version `seen`.
    """
    with deed(table, acting, client_id) as doing:
        table, card = _as_it_is(table, acting)
        sheet = read_sheet(card)
        if doing.was_done:
            return sheet
        if sheet.is_closed and not acting.may(Action.CORRECT_CARDS):
            raise Refused("This card is signed. Only a director changes it.")
        if table.totals:
            _guard_totals(table, sheet, acting, seen, reason)
        before, had = stand_of(table, sheet), sheet
        typing = Typing(_entering(card, written_as(acting), reason), client_id, seen)
        for hand in lines:
            sheet = typing.write(sheet, hand)
        table.totals = None
        is_from_paper = table.is_paper or len(sheet.done_lines) > len(had.done_lines)
        table.is_typed = table.is_typed or (is_from_paper and TableReading(table, {}, sheet).is_played_out)
        table.save(update_fields=CHANGED)
        doing.tell("typed the paper card", _subject(table), before=before, after=stand_of(table, sheet), reason=reason)
    return sheet


def _entering(card: ScoreCard, label: str, reason: str) -> Enter:
    def enter(*, kind: str, known: Sheet, **entry: Any) -> Recorded:
        is_correction = kind == "correct"
        return record(
            writer=HostWriter(card.pk, label),
            kind=kind,
            reason=reason if is_correction else "",
            known=known,
            by_director=is_correction or known.is_closed,
            **entry,
        )

    return enter


def stand_of(table: RoundTable, sheet: Sheet) -> str:
    """The state of a table for the log: `on paper; totals alone: NS 240, EW −31; 4 hands: NS 309, EW 257; signed`."""
    hands = len(sheet.done_lines)
    parts = (
        "on paper" if table.is_paper else "on its tablets",
        f"totals alone: {_sums({side: table.totals[side] for side in sheet.book.sides})}" if table.totals else "",
        f"{counted(hands, 'hand')}: {_sums(final_totals(sheet))}" if hands else "no hands",
        "signed" if sheet.is_closed else "signed in part" if sheet.signed else "",
    )
    return "; ".join(filter(None, parts))


def _sums(totals: Mapping[Side, int]) -> str:
    return ", ".join(f"{side} {figure_text(points)}" for side, points in totals.items())


def needs_reason(table: RoundTable, sheet: Sheet) -> bool:
    """Whether totals would replace what is kept: then only a director enters or takes them back, with a reason."""
    return bool(sheet.lines or sheet.signed) or table.event_round.state == EventRound.State.CLOSED


def enter_totals(
    *, table: RoundTable, totals: Mapping[Side, int], acting: Acting, client_id: str, seen: int, reason: str = ""
) -> None:
    """Enter sums that count instead of hands, or take them back if empty. `Stale` after new hands since `seen`."""
    with deed(table, acting, client_id) as doing:
        table, card = _as_it_is(table, acting)
        if doing.was_done:
            return
        sheet = read_sheet(card)
        if totals and sheet.setup.boards:
            raise Refused("Boards are compared one by one, so totals alone count for nothing here. Enter the hands.")
        _guard_totals(table, sheet, acting, seen, reason)
        if totals and set(totals) != set(sheet.book.sides):
            raise Refused("Enter a total for each side.")
        if any(abs(points) > HIGHEST_TOTAL for points in totals.values()):
            raise Refused(f"Enter a total between −{HIGHEST_TOTAL} and {HIGHEST_TOTAL}.")
        before = stand_of(table, sheet)
        table.totals = dict(totals) or None
        table.save(update_fields=CHANGED)
        what = "entered the totals alone" if totals else "took back the totals"
        doing.tell(what, _subject(table), before=before, after=stand_of(table, sheet), reason=reason)


def _guard_totals(table: RoundTable, sheet: Sheet, acting: Acting, seen: int, reason: str) -> None:
    """Refuse totals in place of what is kept without a director's reason, or of what was never seen."""
    if needs_reason(table, sheet) and not acting.may(Action.CORRECT_CARDS):
        raise Refused(ONLY_A_DIRECTOR)
    changes = sheet.changes_since(seen)
    if seen > sheet.version or any(change.kind in STANDS for change in changes):
        raise Stale(sheet, changes)
    if needs_reason(table, sheet) and not reason:
        raise Refused("This card has hands on it, or its round is closed. Say why the totals change.")


def switch_paper(
    *, table: RoundTable, is_paper: bool, acting: Acting, client_id: str, seen: int = 0, reason: str = ""
) -> None:
    """Put a table on paper, or back on its tablets; entries stay. Paper alone types and signs nothing. Back on the
    tablets, a `reason` removes typed totals; without one they stay and count."""
    with deed(table, acting, client_id) as doing:
        table, card = _as_it_is(table, acting)
        if doing.was_done or table.is_paper == is_paper:
            return
        sheet = read_sheet(card)
        before = stand_of(table, sheet)
        if not is_paper and table.totals and reason:
            _guard_totals(table, sheet, acting, seen, reason)
            table.totals = None
        table.is_paper, table.is_typed = is_paper, False
        table.save(update_fields=CHANGED)
        what = "put the table on paper" if is_paper else "put the table back on its tablets"
        doing.tell(what, _subject(table), before=before, after=stand_of(table, sheet), reason=reason)


def play_on_paper(*, event_round: EventRound, acting: Acting, client_id: str) -> None:
    """Put tables without a tablet and with empty cards on paper, until a tablet is paired."""
    with deed(event_round, acting, client_id, holding=True) as doing:
        paired = doing.event.tablets.filter(is_cut_off=False).values("table_number")
        tables = event_round.tables.filter(is_paper=False).exclude(number__in=paired)
        tables = tables.exclude(card__entries__kind__in=HAND_KINDS)
        numbers = [str(number) for number in tables.values_list("number", flat=True)]
        if doing.was_done or not numbers:
            return
        tables.update(is_paper=True)
        named = f"{numbered('Table', numbers)}, {event_round}"
        doing.tell("put the tables without a tablet on paper", named)


def _as_it_is(table: RoundTable, acting: Acting) -> tuple[RoundTable, ScoreCard]:
    """The table and its card, held by the deed. Raises `Refused` where typing is closed."""
    table = RoundTable.objects.select_related("event_round__event__club", "card__book_version").get(pk=table.pk)
    if table.card is None:
        raise Refused(f"{table.event_round} hasn’t started, so there is no card yet.")
    if table.event_round.state == EventRound.State.CLOSED and not acting.may(Action.CORRECT_CARDS):
        raise Refused(f"{table.event_round} is closed. Only a director changes its cards.")
    return table, table.card


def _subject(table: RoundTable) -> str:
    return f"{table}, {table.event_round}"
