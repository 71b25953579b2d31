"""The result of a card's round: its totals with the skunk, and each player's score, by `rules.tournament`. Pure."""

from __future__ import annotations

from scoring.rules import tournament
from scoring.rules.book import RuleBook
from scoring.rules.cards import Side
from scoring.rules.game import Totals

from .names import Names
from .people import Person, people_of
from .sheet import Sheet


def result_of(sheet: Sheet) -> tournament.RoundResult | None:
    """The totals of the round with its skunk; None under a book without rounds, and for boards."""
    if sheet.round is None:
        return None
    lines = sheet.counted_lines[: sheet.round.deals]
    deals = [{side: part.score for side, part in line.score.sides.items()} for line in lines if line.score]
    return tournament.round_result(sheet.book, deals, _lost(sheet))


def _lost(sheet: Sheet) -> dict[Side, int]:
    people = people_of(sheet, Names(sheet.book, {}, {}))
    return tournament.penalties_by_side(sheet.book, [person.record for person in people])


def skunk_above(sheet: Sheet) -> dict[Side, int]:
    """The total of its hands above which each side has points where a skunk is judged; empty where there is none."""
    return tournament.skunk_above(sheet.book, _lost(sheet)) if sheet.round and sheet.round.skunk else {}


def final_totals(sheet: Sheet) -> Totals:
    """The totals at the head of the card: the hands, and in a round the skunk too."""
    result = result_of(sheet)
    return sheet.totals if result is None else result.totals


def last_bid(sheet: Sheet) -> Side | None:
    """The bidding side of the last hand that counts; None before the first."""
    record = sheet.counted_lines[-1].record if sheet.counted_lines else None
    return sheet.book.side_of(record.bidder) if record and sheet.book.auction.is_held else None


def person_scores(
    sheet: Sheet, names: Names, totals: Totals | None = None
) -> tuple[tuple[Person, tournament.PlayerScore], ...]:
    """Each person with their round score: under a book without rounds, the side's total. `totals` replace the hands
    where a table handed in sums alone."""
    people = people_of(sheet, names)
    if sheet.round is None:
        sums = totals or sheet.totals
        return tuple((person, _side_total(sheet.book, person, sums)) for person in people)
    result = tournament.RoundResult(totals, totals, None, 0) if totals else result_of(sheet)
    assert result is not None, "a book with rounds has a result"
    scores = tournament.player_scores(sheet.book, result, [person.record for person in people])
    return tuple(zip(people, scores, strict=True))


def _side_total(book: RuleBook, person: Person, totals: Totals) -> tournament.PlayerScore:
    """The side's total as a player's score, less a director's penalties; a replaced player gets nothing of it, and a
    helper's does not count."""
    if person.record.replaced:
        nothing = tournament.ScoreStep("Replaced for the rest of the round", 0, "replaced")
        return tournament.PlayerScore(person.record, (nothing, *tournament.ruled_steps(book, person.record)))
    if person.record.role is tournament.Role.HELPER:
        return tournament.PlayerScore(person.record, (), counts=False)
    side = book.side_of(person.record.seat)
    hands = tournament.ScoreStep(f"{book.words.say('The hands of')} {side}", totals[side], "game")
    return tournament.PlayerScore(person.record, (hands, *tournament.ruled_steps(book, person.record)))
