"""Reneges, and calls of one that were not proven."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from typing import Final

from scoring.rules.book.printing import capital
from scoring.rules.book.renege import cause_words, renege_cost
from scoring.rules.cards import Seat, Side
from scoring.rules.deal_score import DealRecord
from scoring.rules.questions import NO, YES, takes_missed

from .cases import BY_THE_BOOK, ELSEWISE, JUDGMENT, Case, Effect, Proposal, Question, Script, check_takes

# How a card can be played wrongly, so that it can be taken back in time.
PLAYED_WRONGLY: Final = frozenset({"not_following", "not_trumping", "not_heading", "not_leading_trump", "out_of_turn"})


def renege(case: Case) -> Script:
    who = yield case.seat("who", "Who reneged?")
    kinds = {str(kind): capital(case.say(cause_words(kind))) for kind in case.book.renege.kinds}
    cause = yield Question("cause", "What happened?", choices={**kinds, ELSEWISE: "Something else"})
    return (yield from reneged(case, who, "" if cause == ELSEWISE else cause))


def reneged(case: Case, who: Seat, cause: str) -> Script:
    """A renege by its cause: put right where that is still possible, else it decides the hand."""
    is_in_time, basis = yield from _put_right(case, cause)
    if is_in_time:
        decision = f"{case.player(who)} takes the card back and plays a proper one."
        goes_on = case.say("The card goes back, a proper one is played, and the hand goes on.")
        if cause == "aces_not_declared":
            decision, goes_on = f"{case.player(who)} may still tell the aces.", "Tell the aces, then play on."
        return Proposal({}, "renege.correctable_until", f"Corrected in time. {decision}", basis, goes_on=goes_on)
    side = case.book.side_of(who)
    takes = yield from _takes_after(case, replace(case.record, renege=side, renege_cause=cause))
    how = f" by {case.say(cause_words(cause))}" if cause else ""
    return Proposal(
        {"renege": side, **({"renege_cause": cause} if cause else {}), **takes},
        "renege.kinds",
        f"{case.player(who)} reneged{how}. {_cost_of_renege(case, side)}",
        basis if cause else JUDGMENT,
        goes_on=case.say("The hand is over."),
    )


def _put_right(case: Case, cause: str) -> Generator[Question, str, tuple[bool, str]]:
    """Whether it can still be put right, and the book says so. In a hand that was played out it cannot."""
    until = case.book.renege.correctable_until
    if cause == "aces_not_declared":
        first = yield Question(
            "moment",
            "Had the first card been played?",
            choices={NO: "No, not yet", YES: "Yes, it had"},
            settled=YES if case.is_played_out else "",
        )
        return first == NO, BY_THE_BOOK
    if (cause and cause not in PLAYED_WRONGLY) or until == "never":
        return False, BY_THE_BOOK
    asked, open_words, late_words = _MOMENTS[until]
    choices = {"open": case.say(open_words), "late": case.say(late_words)}
    moment = yield Question("moment", asked, choices=choices, settled="late" if case.is_played_out else "")
    return moment == "open", BY_THE_BOOK if until != "unsaid" else JUDGMENT


_MOMENTS: Final = {
    "next_card": (
        "Can it still be corrected?",
        "Yes: no other card was played since, and the trick isn’t complete",
        "No: another card was played, or the trick is complete",
    ),
    "next_trick": (
        "Can it still be corrected?",
        "Yes: no other trick has been completed since",
        "No: another trick has been completed since",
    ),
    "next_play": ("Can it still be corrected?", "Yes: nobody has played since", "No: somebody has played since"),
    "unsaid": ("The rules don’t say how long it can be corrected.", "Let it be corrected", "It is too late"),
}


def _cost_of_renege(case: Case, side: Side) -> str:
    by_bidder = side == case.book.side_of(case.record.bidder)
    return capital(case.say(renege_cost(case.book.renege, case.book.deal, case.book.contract, by_bidder=by_bidder)))


def _takes_after(case: Case, record: DealRecord) -> Generator[Question, str, Effect]:
    """The takes that count though the hand ended early, and are not entered yet."""
    takes: dict[Side, int] = {}
    for side in takes_missed(case.book, record):
        answer = yield case.take(f"take_{side}", side, "What had {} taken by then?")
        takes[side] = int(answer)
        check_takes(case, {**record.take, **takes}, f"take_{side}", record.renege or record.unproven_call)
    return {"take": takes} if takes else {}


def unproven_call(case: Case) -> Script:
    who = yield case.seat("who", "Who called the renege?")
    side, said = case.book.side_of(who), f"{case.player(who)} called a renege and couldn’t prove it."
    if not case.book.renege.unproven_call_is_renege:
        return Proposal({}, "renege", f"{said} That costs nothing.", goes_on=case.say("The hand goes on."))
    takes = yield from _takes_after(case, replace(case.record, renege=None, unproven_call=side))
    return Proposal(
        {"unproven_call": side, **takes},
        "renege.unproven_call_is_renege",
        f"{said} That’s a renege itself. {_cost_of_renege(case, side)}",
        goes_on=case.say("The hand is over."),
    )
