"""One action to watch: the mat after it, its announcement, and its pause."""

from __future__ import annotations

from typing import Any, Final, Literal

from scoring.play import actions
from scoring.play.bots import bid_meaning
from scoring.play.seat_view import SeatView
from scoring.play.settings import TableSettings
from scoring.play.state import Phase
from scoring.rules.cards import Card, Seat
from scoring.rules.notation import name, number, suit_with_sign
from scoring.score_card.names import Names

from .mat import finished_trick, mat_context
from .voice import Voice, voice_of

Hold = Literal["short", "card", "step", "trick", "long", "look", "tap"]

HELD: Final[dict[Hold, float]] = {
    "short": 0.45,
    "card": 0.7,
    "step": 0.8,
    "trick": 1.1,
    "long": 1.6,
    "look": 4,
    "tap": 0,
}
"""How many of the pace's steps each kind of frame stays."""
WAITED_FOR: Final = ("trick", "long", "look", "tap")
"""Watched even as the last frame: it differs from the table afterward."""


def frame_context(
    view: SeatView,
    names: Names,
    settings: TableSettings,
    action: actions.Action,
    *,
    is_watching: bool = False,
    stand_ins: frozenset[Seat] = frozenset(),
) -> dict[str, Any]:
    """The frame after `action`, from the view after it, to watch for `pause` milliseconds.

    `hold`: a `card` by another player, a complete `trick`, `long` to read, `look` at open cards, `tap` until the
    player goes on.
    """
    voice = voice_of(view, names, is_watching=is_watching, stand_ins=stand_ins)
    note = None
    if settings.meld_bids and isinstance(action, actions.Bid) and action.seat != voice.you:
        note = bid_meaning(view, view.auction.calls[-1], voice.name(action.seat))
    says = action_sentence(view, voice, action)
    hold = _hold(view, voice, action)
    if hold == "tap" and view.sits_out:  # the others go on without a watcher
        hold = "long"
    mat = (
        finished_trick(view, voice, line=says)
        if hold == "trick"
        else mat_context(view, voice, line="" if isinstance(action, actions.PlayCard) else says)
    )
    return {
        "mat": mat,
        "says": says,
        "hold": hold,
        "is_waited_for": hold in WAITED_FOR,
        "pause": round(settings.milliseconds * HELD[hold]),
        "note": note or "",
        "is_own": action.seat == voice.you,
    }


def _hold(view: SeatView, voice: Voice, action: actions.Action) -> Hold:
    if isinstance(action, actions.PlayCard) and view.tricks and not (view.trick and view.trick.cards):
        return "trick"
    if isinstance(action, actions.LayMeld) and view.melds and view.phase is not Phase.DONE:
        return "tap"
    if action.seat != voice.you and action == actions.Declare(action.seat, "lay"):
        return "tap"
    if isinstance(action, actions.LayDown):
        return "look"
    if action.seat == voice.you or isinstance(
        action, actions.LayMeld | actions.PassCards | actions.Bury | actions.Redeal
    ):
        return "short"
    if isinstance(action, actions.NameTrump | actions.CallPartner | actions.Declare | actions.Answer):
        return "long"
    return "card" if isinstance(action, actions.PlayCard) else "step"


def action_sentence(view: SeatView, voice: Voice, action: actions.Action) -> str:
    """An action as announced: "Doris bids 52." `view` is after the action."""
    match action:
        case actions.PlayCard(seat, card):
            told = f"{_partner_sentence(view, voice, action)}{_trick_sentence(view, voice)}"
            return f"{voice.says(seat, 'play')} the {name(card)}.{told}"
        case actions.Bid(seat, amount):
            return _bid_sentence(view, voice, voice.says(seat, "pass" if amount is None else "bid"), amount)
        case actions.NameTrump(seat, suit):
            named = f"{voice.says(seat, 'name')} {suit_with_sign(suit)} trump." if suit else ""
            return named or f"{voice.says(seat, 'have')} no {view.book.words.marriage} and can’t name trump."
        case actions.CallPartner(seat, called):
            return _call_sentence(view, voice, seat, called)
        case actions.PassCards(seat, cards):
            return f"{voice.says(seat, 'pass')} {number(len(cards))} cards."
        case actions.LayMeld(seat, _):
            return _meld_sentence(view, voice, voice.says(seat, "lay"))
        case actions.Bury(seat, cards):
            buried = f": {view.told_of_buried}" if view.told_of_buried else ""
            return f"{voice.says(seat, 'put')} {number(len(cards))} cards away{buried}."
        case actions.Redeal(seat, claimed):
            return f"{voice.says(seat, 'ask')} for new cards." if claimed else f"{voice.says(seat, 'keep')} the cards."
        case actions.Declare(seat, what):
            return f"{voice.says(seat, _DECLARED[what][0])} {view.book.words.say(_DECLARED[what][1])}"
        case actions.Answer(seat, stands):
            return f"{voice.says(seat, 'let')} it stand." if stands else f"{voice.says(seat, 'have')} it played."
        case actions.LayDown(seat):
            return f"{voice.says(seat, 'claim')} the rest."


def _call_sentence(view: SeatView, voice: Voice, seat: Seat, called: Card | Seat | None) -> str:
    if called is None:
        return f"{voice.says(seat, 'play')} alone."
    if isinstance(called, Card):
        asks = f"{voice.says(seat, 'call')} the {name(called)}: "
        partner = view.book.called_by(view.bidder)
        if view.book.deal.calls == "secret" or partner is None:
            return f"{asks}who has it is the partner."
        if partner == seat:
            return f"{asks}nobody else has it. {voice.says(seat, 'play')} alone."
        return f"{asks}{voice.inside(partner)} {'have' if partner == voice.you else 'has'} it."
    return f"{voice.says(seat, 'call')} {voice.inside(called)} to be the partner."


def _partner_sentence(view: SeatView, voice: Voice, action: actions.PlayCard) -> str:
    """Who the partner is, where the called card has just told: the first of its kind from that hand."""
    is_telling = view.book.deal.calls == "secret" and action.card == view.called
    if not is_telling or view.book.called_by(view.bidder) != action.seat:
        return ""
    tricks = (*view.tricks, *([view.trick] if view.trick else []))
    played = [pair for trick in tricks for pair in zip(view.book.seats_from(trick.leader), trick.cards, strict=False)]
    if played.count((action.seat, action.card)) > 1:
        return ""
    if action.seat == view.bidder:
        return f" {voice.says(action.seat, 'play')} alone."
    return f" {voice.says(action.seat, 'are')} the partner."


_DECLARED = {
    "play": ("play", "the hand."),
    "moon": ("shoot", "the moon: every trick."),
    "throw_in": ("throw", "the hand in."),
    "lay": ("lay", "all cards open: cut and lay."),
}


def _bid_sentence(view: SeatView, voice: Voice, says: str, amount: int | None) -> str:
    said = f"{says}." if amount is None else f"{says} {amount}."
    if view.bidder is None:
        return said
    if view.stuck:
        return f"{said} {voice.says(view.bidder, 'are')} stuck with the bid at {view.bid}."
    return f"{said} {voice.says(view.bidder, 'have')} the bid at {view.bid}."


def _meld_sentence(view: SeatView, voice: Voice, says: str) -> str:
    if not view.melds:
        return f"{says} meld."
    totals = "; ".join(f"{voice.name(each)}: {view.melds[each].total}" for each in view.melds)
    return f"The melds are on the table. {totals}."


def _trick_sentence(view: SeatView, voice: Voice) -> str:
    if (view.trick and view.trick.cards) or not view.tricks:
        return ""
    taker = view.tricks[-1].winner
    return f" {voice.says(taker, 'take')} the {view.book.words.trick}." if taker else ""
