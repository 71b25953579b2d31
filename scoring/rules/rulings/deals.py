"""Misdeals and illegal deals, hands made void, and hands played again."""

from __future__ import annotations

from scoring.rules.cards import Seat
from scoring.rules.dealing import after_misdeals, judge_short_hand, wrong_pass_remedies
from scoring.rules.questions import NO, YES

from .cases import BY_THE_BOOK, ELSEWISE, JUDGMENT, Case, Proposal, Question, Script, as_sentence, why_asked


def misdeal(case: Case) -> Script:
    redeal = case.book.redeal
    choices = {"misdeal": f"{case.player(case.situation.dealer)} misdealt"} if redeal.misdeals else {}
    choices["illegal"] = "A player is short of cards"
    if case.book.passing:
        choices |= {"wrong_pass": "The counts are wrong after the pass"}
    choices[ELSEWISE] = "Something else"
    what = yield Question("what", "What went wrong?", choices=choices)
    if what == "misdeal":
        dealer, misdeals = case.situation.dealer, case.situation.misdeals + 1
        following = after_misdeals(case.book, dealer, misdeals)
        if following == dealer:
            return dealt_again(case, "misdeal", "redeal.misdeals", f"{case.player(dealer)} misdealt.")
        lost = f"{case.player(dealer)} misdealt again and loses the deal."
        return dealt_again(case, "misdeal", "redeal.misdeals_lose_deal", lost, following)
    if what == "illegal":
        missing = 1
        if redeal.illegal_from > 1:
            asked = Question("missing", "How many cards are missing?", "number", low=1, high=case.book.deal.hand_size)
            missing = int((yield asked))
        stands, sentence = judge_short_hand(case.book, missing)
        if stands:
            return Proposal({}, "redeal.short_card_from", sentence, goes_on=case.say("The hand goes on."))
        return dealt_again(case, "illegal", "redeal.illegal_from", "A player was short of cards.")
    if what == "wrong_pass":
        remedies = wrong_pass_remedies(case.book)
        code = "redeal"
        if len(remedies) > 1:
            code = yield Question("remedy", "How is it fixed?", choices=remedies)
        if code != "redeal":
            return Proposal({}, "redeal.wrong_pass", remedies[code], goes_on=case.say("Then the hand goes on."))
        return dealt_again(case, "wrong_pass", "redeal.wrong_pass", "The counts were wrong after the pass.")
    again = yield Question("again", case.say("Is the hand dealt again?"), choices={YES: "Yes", NO: "No, it stands"})
    if again == NO:
        return Proposal({}, "redeal", "The deal stands.", JUDGMENT, goes_on=case.say("The hand goes on."))
    return dealt_again(case, "other", "redeal", basis=JUDGMENT)


def dealt_again(
    case: Case, why: str, rule: str, said: str = "", next_dealer: Seat = "", *, basis: str = BY_THE_BOOK
) -> Proposal:
    dealer = case.situation.dealer
    following = next_dealer or dealer
    deals = f"{case.player(following)} deals{' again' if following == dealer else ''}."
    effect = {"redeal": {"why": why, "dealer": dealer, "next_dealer": following}}
    return Proposal(effect, rule, f"{said} {deals}".strip(), basis, goes_on=f"Throw the cards in. {deals}")


def void_hand(case: Case) -> Script:
    why = yield why_asked(case.say("Why doesn’t the hand count?"))
    return Proposal(
        {"void": True},
        "rulings",
        f"{case.say('The hand is void.')} {as_sentence(why)}",
        JUDGMENT,
        goes_on="Deal the next.",
    )


def play_again(case: Case) -> Script:
    deals = yield who_deals(case)
    why = yield why_asked("Why is it played again?")
    return dealt_again(
        case, "ruling", "rulings", f"{case.say('The hand is played again.')} {as_sentence(why)}", deals, basis=JUDGMENT
    )


def who_deals(case: Case) -> Question:
    dealer = case.situation.dealer
    players = {seat: case.player(seat) for seat in (dealer, case.book.next_seat(dealer))}
    return Question("dealer", "Who deals?", choices=players)
