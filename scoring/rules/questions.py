"""The questions of a deal besides its figures, found by scoring it with every answer: whatever may be left empty and
decides the score, or a missing take. Of a renege, how it came about and whether the other side reneged too may be
said."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from .book import RuleBook
from .book.renege import BY_BIDDER, UNPROVEN_CALL
from .cards import Seat, Side
from .deal_score import DealRecord, book_of, has_trick, offending_side, score_deal, unplayed_reason
from .errors import RuleError
from .money import hand_payments

YES: Final = "yes"
NO: Final = "no"


@dataclass(frozen=True, slots=True)
class Question:
    """A question that the paper card never asks and this deal needs. `code` is, about a side, `last_trick` (were its
    points only the last trick?), `tricks` (did it win one?) or `each_trick` (did each partner win one, or who did
    not?); about a player `player_meld` (how much of the side's meld?). About a side that reneged, and optional,
    `renege_cause` and `second_renege` (did another renege after it?)."""

    code: str
    who: Side | Seat

    @property
    def is_figure(self) -> bool:
        """Whether the answer is a number, not one of a few."""
        return self.code == "player_meld"

    @property
    def is_needed(self) -> bool:
        """Whether the deal cannot be saved without the answer."""
        return self.code not in ("renege_cause", "second_renege")


def open_questions(book: RuleBook, record: DealRecord) -> tuple[Question, ...]:
    """The unanswered questions whose answer changes the score; none while a take is missing."""
    book = book_of(book, record)
    if offending_side(book, record) is None and unplayed_reason(book, record) is not None:
        return ()
    if takes_missed(book, record):
        return ()
    return tuple(question for question in _unknowns(book, record) if _differ(book, _outcomes(book, record, question)))


def answers(book: RuleBook, record: DealRecord, question: Question) -> Mapping[str, DealRecord]:
    """Each possible answer, and the record with it: `yes` and `no`; for `each_trick` the partner without one, or `yes`;
    for `player_meld` the figure; for `renege_cause` a kind, or a call that was not proven; for `second_renege` the
    side, or `no`."""
    book, who = book_of(book, record), question.who
    match question.code:
        case "tricks":
            return {
                answer: replace(record, tricks={**record.tricks, who: tricks}) for answer, tricks in ((YES, 1), (NO, 0))
            }
        case "each_trick":
            partners = book.seats_of(who)
            return {
                answer: replace(
                    record, player_tricks={**record.player_tricks, **{seat: int(seat != answer) for seat in partners}}
                )
                for answer in (YES, *partners)
            }
        case "player_meld":
            side = book.side_of(who)
            whole = record.meld.get(side, 0)

            def with_meld(meld: int) -> DealRecord:
                """The partner melded the rest."""
                melds = {other: meld if other == who else whole - meld for other in book.seats_of(side)}
                return replace(record, player_meld={**record.player_meld, **melds})

            return {str(meld): with_meld(meld) for meld in range(whole + 1)}
        case "renege_cause":
            return {
                **{str(kind): replace(record, renege=who, renege_cause=kind) for kind in book.renege.kinds},
                UNPROVEN_CALL: replace(record, renege=None, second_renege=None, unproven_call=who),
            }
        case "second_renege":
            return {
                answer: replace(record, second_renege=answer if answer != NO and record.renege else None)
                for answer in (NO, *book.others(who))
            }
        case _:
            no = record
            if record.last_trick in (None, who):  # then another side with points enough took it
                other = max(
                    (team for team in book.take_sides if team != who), key=lambda other: record.take.get(other, 0)
                )
                no = replace(record, last_trick=other)
            return {YES: replace(record, last_trick=who), NO: no}


def is_offered(book: RuleBook, question: Question, answer: str, bidder: Seat) -> bool:
    """Whether players are shown an answer: no way to renege that their book does not have, or only the bidder's."""
    if answer == UNPROVEN_CALL:
        return book.renege.unproven_call_is_renege
    return answer not in BY_BIDDER or bidder in question.who


def with_answer(book: RuleBook, record: DealRecord, question: Question, answer: str) -> DealRecord:
    """The record with a question answered; raises `RuleError` with a sentence where that is no answer."""
    possible = answers(book, record, question)
    if answer in possible:
        return possible[answer]
    last = list(possible)[-1]
    raise RuleError(f"Enter a number from 0 to {last}." if question.is_figure else "Choose one of those shown.")


def takes_missed(book: RuleBook, record: DealRecord) -> tuple[Side, ...]:
    """The sides whose take is empty and decides the score: all of a deal that was played out, few after a renege."""
    book = book_of(book, record)
    if record.void:
        return ()
    missing = tuple(side for side in book.take_sides if side not in record.take)
    if offending_side(book, record) is not None:
        known = {side: record.take.get(side, 0) for side in book.take_sides}
        ends = (0, book.total_points)
        return tuple(
            side for side in missing if _differ(book, (replace(record, take={**known, side: take}) for take in ends))
        )
    return missing if unplayed_reason(book, record) is None else ()


# -- asking ------------------------------------------------------------------------------


def questions_of_renege(book: RuleBook, record: DealRecord) -> tuple[Question, ...]:
    if record.renege is not None:
        return Question("renege_cause", record.renege), Question("second_renege", record.renege)
    return (Question("renege_cause", record.unproven_call),) if record.unproven_call is not None else ()


@dataclass(frozen=True, slots=True)
class Asked:
    """The record with the answers, the questions that were put, and the faults of some answers."""

    record: DealRecord
    questions: tuple[Question, ...] = ()
    faults: Mapping[Question, str] = field(default_factory=dict)


def ask(
    book: RuleBook,
    record: DealRecord,
    find: Callable[[RuleBook, DealRecord], Iterable[Question]],
    given: Callable[[Question], str],
) -> Asked:
    """Put the questions that `find` finds, again until nothing new comes up; `given` has the answers, empty for none.
    An answer that no longer matters is left out."""
    asked: list[Question] = []
    faults: dict[Question, str] = {}
    while fresh := [question for question in find(book, record) if question not in asked]:
        asked += fresh
        for question in fresh:
            answer = given(question)
            if not answer and question.is_needed:
                faults[question] = "One more thing: answer this too."
            elif answer:
                try:
                    record = with_answer(book, record, question, answer)
                except RuleError as error:
                    faults[question] = str(error)
    return Asked(record, tuple(asked), faults)


def unanswered(record: DealRecord) -> DealRecord:
    """The record before any question. A side whose call was not proven stands as the one that reneged."""
    return replace(
        record,
        last_trick=None,
        tricks={},
        player_tricks={},
        player_meld={},
        renege=record.renege or record.unproven_call,
        renege_cause="",
        second_renege=None,
        unproven_call=None,
    )


# -- what nobody has said ----------------------------------------------------------------


def _unknowns(book: RuleBook, record: DealRecord) -> Iterator[Question]:
    bidding = book.side_of(record.bidder)
    for side in book.take_sides:
        take = record.take.get(side, 0)
        buried = book.buried_points if side == bidding else 0
        if record.last_trick is None and 0 < take == book.deck.last_trick:
            yield Question("last_trick", side)
        if side not in record.tricks and record.last_trick != side and take <= buried:
            yield Question("tricks", side)
        if book.contract.trick_of == "player" and has_trick(book, record, side):
            yield from _unknowns_of_partners(book, record, side)


def _unknowns_of_partners(book: RuleBook, record: DealRecord, side: Side) -> Iterator[Question]:
    partners = book.seats_of(side)
    if any(seat not in record.player_tricks for seat in partners):
        yield Question("each_trick", side)
        return
    without = [seat for seat in partners if not record.player_tricks[seat] and seat not in record.player_meld]
    if len(without) < len(partners):
        yield from (Question("player_meld", seat) for seat in without)


def _outcomes(book: RuleBook, record: DealRecord, question: Question) -> Iterator[DealRecord]:
    """The records that the answers can lead to; of figures the lowest and the highest, between which all others lie."""
    possible = list(answers(book, record, question).values())
    if question.is_figure:
        possible = [possible[0], possible[-1]]
    for answered in possible:
        yield answered
        if question.code == "each_trick":  # which leads on to that player's meld
            for further in _unknowns_of_partners(book, answered, question.who):
                yield from _outcomes(book, answered, further)


def _differ(book: RuleBook, records: Iterator[DealRecord]) -> bool:
    """Whether they come to different scores, or different payments."""
    return len({_comes_to(book, record) for record in records}) > 1


def _comes_to(book: RuleBook, record: DealRecord) -> tuple[Any, ...]:
    score = score_deal(book, record)
    paid = ((line.side, line.reason) for line in hand_payments(book, record, score))
    return score.outcome, *score.scores.items(), *paid
