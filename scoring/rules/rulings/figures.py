"""Figures: a wrong count at the end, meld that does not stand, a hand laid down wrongly, amounts given."""

from __future__ import annotations

from typing import Final

from scoring.rules.cards import Seat, Side
from scoring.rules.deal_checks import meld_fault
from scoring.rules.notation import listed, signed
from scoring.rules.questions import NO, YES

from .cases import (
    BY_THE_BOOK,
    JUDGMENT,
    MOST_POINTS,
    Case,
    Proposal,
    Question,
    Refused,
    Script,
    as_sentence,
    check_takes,
    takes_anew,
    why_asked,
)
from .reneges import reneged


def wrong_count(case: Case) -> Script:
    who = yield case.seat("who", "Who had the wrong number of cards?")
    penalties = case.penalty(who, "card_count")
    say = case.say
    if case.book.redeal.cards_left_over == "last_legal_trick":
        rule, said = "redeal.cards_left_over", "The cards left over go with the last trick that was played right."
        basis = BY_THE_BOOK
    else:
        rule, said, basis = "redeal", "The cards left over count for nobody.", JUDGMENT
    said = f"{case.player(who)} had the wrong number of cards at the end. {say(said)}"
    if not case.record.take:
        return Proposal({}, rule, said, basis, penalties, say("Count the tricks that way and enter them."))
    counted = yield Question("counted", "Are the takes on the card counted that way?", choices={YES: "Yes", NO: "No"})
    effect = {} if counted == YES else (yield from takes_anew(case))
    return Proposal(effect, rule, said, basis, penalties)


def wrong_meld(case: Case) -> Script:
    book = case.book
    choices = {"not_there": "Meld was counted that isn’t there", "late": "Meld was shown too late"}
    choices["forgotten"] = "Meld was shown and not counted"
    if book.meld.aces_told != "no":
        choices["aces_not_told"] = book.words.say("Aces around weren’t told")
    if case.has_penalty("aces_shown"):
        choices["aces_shown"] = "Aces were shown that can’t be declared"
    what = yield Question("what", "What happened?", choices=choices)
    who = yield case.seat("who", "Whose meld is it?")
    if what == "aces_shown":
        said = f"{case.player(who)} showed aces that can’t be declared."
        return Proposal({}, "penalties.aces_shown", said, penalties=case.penalty(who, "aces_shown"))
    if what == "aces_not_told" and case.may_renege("aces_not_declared"):
        return (yield from reneged(case, who, "aces_not_declared"))
    return (yield from _meld_anew(case, what, who))


def _meld_anew(case: Case, what: str, who: Seat) -> Script:
    rule, said, basis = (_LATE.get(case.book.procedure.late_meld) if what == "late" else None) or _MELDS[what]
    side = case.book.side_of(who)
    said = case.say(said).format(case.player(who))
    if side not in case.record.meld:
        return Proposal({}, rule, said, basis, goes_on="Enter the meld that way.")
    meld = int((yield Question("meld", f"What is {case.side(side)}’s meld then?", "number", high=MOST_POINTS * 10)))
    fault = meld_fault(case.book, meld, bidding=side == case.book.side_of(case.record.bidder))
    if fault:
        raise Refused("meld", fault)
    return Proposal({"meld": {side: meld}}, rule, f"{said} {case.side(side)} meld {meld}.", basis)


_MELDS: Final = {
    "not_there": ("meld", "{} melded what isn’t there: it doesn’t count.", BY_THE_BOOK),
    "late": ("meld", "{} showed meld too late: it doesn’t count.", JUDGMENT),
    "forgotten": ("meld", "{} showed meld that wasn’t counted. It counts.", BY_THE_BOOK),
    "aces_not_told": ("meld.aces_told", "{} didn’t tell aces around: they don’t count.", JUDGMENT),
}

_LATE: Final = {  # where the book says it
    "lost": ("procedure.late_meld", "{} found meld after the first lead: it doesn’t count.", BY_THE_BOOK),
    "counts": ("procedure.late_meld", "{} found meld after the first lead: it counts.", BY_THE_BOOK),
}


def failed_lay_down(case: Case) -> Script:
    book = case.book
    who = yield case.seat("who", "Who laid the cards down?")
    side = book.take_side(book.side_of(who))
    others = tuple(other for other in book.take_sides if other != side)
    gains = others[0]
    if len(others) > 1:
        choices = {other: case.side(other) for other in others}
        gains = yield Question("to", "Who held the card that beats it?", choices=choices)
    takes: dict[Side, int] = {}
    for other in book.take_sides:
        takes[other] = int((yield case.take(f"before_{other}", other, "What had {} taken before?")))
    rest = book.total_points - sum(takes.values())
    if rest < 0:
        most = case.say(f"The takes of a hand add up to {book.total_points} at most.")
        raise Refused(f"before_{book.take_sides[-1]}", most)
    takes[gains] += rest
    check_takes(case, takes, f"before_{book.take_sides[-1]}")
    said = f"{case.player(who)} laid the cards down, and they can be beaten. The rest goes to {case.side(gains)}."
    effect = {"take": takes, "last_trick": gains}
    return Proposal(effect, "play.wrong_claim", said, goes_on=case.say("The hand is over."))


def amount(case: Case) -> Script:
    amounts: dict[Side, int] = {}
    for side in case.scored:
        asked = f"Points for {case.side(side)}, with a minus where they come off. Empty for none."
        answer = yield Question(f"amount_{side}", asked, "number", low=-MOST_POINTS, high=MOST_POINTS, is_needed=False)
        amounts[side] = int(answer or 0)
    amounts = {side: amount for side, amount in amounts.items() if amount}
    if not amounts:
        raise Refused(f"amount_{case.scored[-1]}", "Enter points for at least one side.")
    why = yield why_asked("What for?")
    told = listed([f"{signed(points)} for {case.side(side)}" for side, points in amounts.items()])
    return Proposal({"ruled": amounts}, "rulings", f"{told}. {as_sentence(why)}", JUDGMENT)
