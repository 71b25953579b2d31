"""The auction after bids out of turn, by the rules of play mode."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from scoring.rules.auction import AuctionState, Call, apply_out_of_turn, may_change
from scoring.rules.book import RuleBook
from scoring.rules.cards import Seat
from scoring.rules.errors import RuleError
from scoring.rules.notation import listed

from .cases import MOST_POINTS, Case, Proposal, Question, Refused, Script, Situation


def bid_out_of_turn(case: Case) -> Script:
    book = case.book
    who = yield case.seat("who", "Who bid out of turn?")
    turn = yield Question("turn", "Whose turn was it?", choices={s: case.player(s) for s in book.seats if s != who})
    if book.auction.out_of_turn == "refused":
        decision = f"{case.player(who)}’s bid doesn’t count. It is {case.player(turn)}’s turn."
        return Proposal({}, "auction.out_of_turn", decision, goes_on=f"{case.player(turn)} bids or passes.")
    facts = {"who": who, "turn": turn}
    facts["bid"] = yield Question("bid", f"What did {case.player(who)} bid?", "number", low=1, high=MOST_POINTS)
    high = "What was the highest bid in turn before it? Leave it empty if there was none."
    facts["high"] = yield Question("high", high, "number", low=1, high=MOST_POINTS, is_needed=False)
    if case.situation.offences:
        facts["round"] = yield Question("round", "When was that?", choices={
            "same": "At once, before anybody bid in turn again",
            "corrected": "After the bidding had started over",
        })  # fmt: skip
    try:
        state = auction_after(book, case.situation.dealer, (*case.situation.offences, facts))
    except RuleError as error:
        raise Refused("bid", str(error)) from error
    partner = book.partner(who)
    if partner in state.frozen:
        frozen = f"{case.player(partner)} is frozen and may not bid in this auction."
    else:
        frozen = "It is the second in the same round, so nobody else is frozen."
    told = f"{case.player(who)}’s bid of {state.calls[-1].bid} out of turn stands. {frozen}"
    return Proposal({}, "auction.out_of_turn", told, goes_on=f"The bidding starts over with {case.player(turn)}.")


def auction_after(book: RuleBook, dealer: Seat, offences: tuple[Mapping[str, str], ...]) -> AuctionState:
    """The auction after bids out of turn, each with its facts: `who`, `bid`, `turn` (whose turn it was), `high`
    (the highest bid before it, or empty) and, from the second on, `round`. Other calls in turn are not known.
    Raises `RuleError` with a sentence for a bid that is none."""
    state = AuctionState(dealer, to_call=None)
    for facts in offences:
        turn, high = facts["turn"], int(facts.get("high") or 0) or state.high
        in_turn = (Call(turn, None),) if facts.get("round") == "corrected" else ()
        state = replace(state, to_call=turn, high=high, calls=(*state.calls, *in_turn))
        state = apply_out_of_turn(book, state, facts["who"], int(facts["bid"]))
    return state


def auction_note(book: RuleBook, situation: Situation) -> dict[str, str] | None:
    """Sentences for the table until the bid is won: the frozen seats with the bid that `stands`, and when it `changes`.
    None where no bid out of turn counts."""
    if not situation.offences or book.auction.out_of_turn == "refused":
        return None
    state = auction_after(book, situation.dealer, situation.offences)
    names, limit = situation.players, book.auction.change_after_bid
    frozen = [names[seat] for seat in book.seats if seat in state.frozen]
    stands = [f"{names[seat]}’s {bid} stands." for seat, bid in state.standing]
    until = f" once an opponent bids {limit} or more"
    changes = [
        f"{names[seat]} may change it{'' if may_change(book, state, seat) else until}."
        for seat, _ in state.standing
        if limit is not None
    ]
    told = f"{listed(frozen)} {'is' if len(frozen) == 1 else 'are'} frozen."
    return {"stands": " ".join([told, *stands]), "changes": " ".join(changes)}
