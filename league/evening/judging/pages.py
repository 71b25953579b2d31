"""Pages about one seat or table: late players, the cost, and penalties that stand."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from league.acting.answers import SIDE_BY_SIDE, FormPage
from league.evening.cards.seats import is_taken_over, player_at
from league.evening.tables.places import back_to_table
from league.models import EventRound, RoundSeat, RoundTable
from scoring.rules.book import RuleBook
from scoring.rules.notation import counted, seat_name
from scoring.rules.tournament import tardiness
from scoring.rules.wording import late_sentence
from scoring.score_card.pages.penalties import PenaltyContext
from scoring.score_card.sheet import Sheet

from .deeds.lateness import minutes_late, tardiness_of


def came_page(seat: RoundSeat, sheet: Sheet, now: datetime) -> FormPage:
    return _seat_page(seat, sheet, now, f"When did {seat.entrant} arrive?", "Enter the arrival", _rule(sheet))


def replace_page(seat: RoundSeat, sheet: Sheet, now: datetime) -> FormPage:
    scores = "A substitute from the event gets the side’s score. A helper from outside has no score."
    says = [f"{_rule(sheet)} {scores}"]
    if not (seat.is_missing and is_at_limit(sheet.book, seat.table.event_round, now)):
        says.append(f"{seat.entrant} scores 0 this round as soon as somebody plays instead.")
    page = _seat_page(seat, sheet, now, f"Who plays for {seat.entrant}?", f"Replace {seat.entrant}", *says)
    return replace(page, fields=SIDE_BY_SIDE)


def back_page(seat: RoundSeat, sheet: Sheet, now: datetime) -> FormPage:
    """Let a player who was replaced play on."""
    says = f"{seat.entrant} has the seat again and scores. {player_at(seat)} no longer has a part in this round."
    return _seat_page(seat, sheet, now, f"Is {seat.entrant} back?", f"{seat.entrant} plays on", says)


def waive_page(seat: RoundSeat, sheet: Sheet, now: datetime) -> FormPage:
    says = f"{seat.entrant} is at the table with no penalty. The card and the log say why."
    return _seat_page(seat, sheet, now, f"Waive the lateness of {seat.entrant}", "Waive it", says)


def _seat_page(seat: RoundSeat, sheet: Sheet, now: datetime, title: str, key: str, *says: str) -> FormPage:
    table = seat.table
    place = f"Table {table.number}, {seat_name(seat.seat, sheet.book.at_table)}, {str(table.event_round).lower()}"
    return FormPage(title, key, back_to_table(table), place, says, notice=_words(seat, sheet, now))


def pardon_page(table: RoundTable, given: PenaltyContext) -> FormPage:
    return FormPage(
        "Take back a penalty",
        "Take it back",
        back_to_table(table),
        f"{table}, {table.event_round}",
        notice=f"{given.player}: {given.title}, {given.points}",
        notices=(given.remark,) if given.remark else (),
    )


def _words(seat: RoundSeat, sheet: Sheet, now: datetime) -> str:
    if seat.is_missing:
        return f"{missing_words(sheet.book, seat.table.event_round, now)}."
    late = sheet.lateness.get(seat.seat)
    if is_taken_over(seat):
        return f"Replaced: {player_at(seat)} plays on."
    return late_sentence(sheet.book, late.said.minutes) if late else ""


def _rule(sheet: Sheet) -> str:
    rule = tardiness_of(sheet.book)
    if rule is None:
        return f"{sheet.book.name} has no rule about late players."
    return (
        f"{sheet.book.name}: {counted(rule.grace, 'minute')} of grace, "
        f"then {counted(rule.points_per_minute, 'point')} a minute. {rule.says('minute')} "
        f"At {counted(rule.replaced_at, 'minute')}, the player is replaced and scores 0 for the round."
    )


def is_at_limit(book: RuleBook, event_round: EventRound, now: datetime) -> bool:
    """Whether the book replaces a player who is still missing."""
    return tardiness_of(book) is not None and tardiness(book, minutes_late(book, event_round, now)) is None


def missing_words(book: RuleBook, event_round: EventRound, now: datetime) -> str:
    """`7 minutes late: 20 off so far, replaced at 15`."""
    minutes = minutes_late(book, event_round, now)
    rule = tardiness_of(book)
    said = f"{counted(minutes, 'minute')} late"
    if rule is None:
        return said
    cost = tardiness(book, minutes)
    if cost is None:
        return f"{said}: to be replaced, scores 0 this round"
    so_far = f"{cost} off so far" if cost else f"nothing off until {rule.grace} are over"
    return f"{said}: {so_far}, replaced at {rule.replaced_at}"
