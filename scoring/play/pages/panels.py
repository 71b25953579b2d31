"""The player's question: title, sentence, and keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from pinochle_club.ground.plainly import kept
from scoring.play import actions
from scoring.play.seat_view import SeatView, laid_record, record_seen
from scoring.play.settings import TableSettings
from scoring.play.state import Choices, Phase
from scoring.rules import prose
from scoring.rules.auction import Call, bids_from, hand_refusal
from scoring.rules.book import RuleBook
from scoring.rules.book.printing import Paragraph, anchor
from scoring.rules.cards import Card, Seat
from scoring.rules.claims import aces_reminder
from scoring.rules.dealing import redeal_cause
from scoring.rules.exchange import best_laid, trump_choices
from scoring.rules.melds import best_meld, meld_total
from scoring.rules.notation import SUIT_NAMES, listed, number, sign
from scoring.rules.tricks import Duty, duty_of
from scoring.rules.wording import doubt_of_standing, outlook_sentences

from .faces import action_text, sorted_cards
from .mat import bids_line
from .voice import Voice

NEXT_BIDS: Final = 5
HIGHER_BIDS: Final = 24


Shown = dict[str, Any]


def _key(words: str, action: str, **more: Any) -> Shown:
    """A key: its words and action; perhaps a `note`, a `suit`, its `letter` on a keyboard."""
    return {"words": words, "action": action, **more}


def _confirm(words: str, sentence: str, key: Shown) -> Shown:
    return {"words": words, "sentence": sentence, "key": key}


def _panel(kind: str, title: str, line: str = "", *, keys: Sequence[Shown] = (), **more: Any) -> Shown:
    """A question. `kind` as in `actions.KINDS`, `wait` (another's turn) or `done`; `send`: the kind that chosen
    cards send."""
    return {"kind": kind, "title": title, "line": line, "keys": keys, "layout": "row", **more}


def panel_context(view: SeatView, voice: Voice, settings: TableSettings) -> Shown:
    if view.choices is None:
        return _waiting(view, voice)
    return _PANELS[view.choices.kind](view, voice, settings, view.choices)


def _waiting(view: SeatView, voice: Voice) -> Shown:
    if view.phase is Phase.DONE:
        return _panel("done", view.book.words.say("The hand is over"))
    if view.to_act is None:
        return _panel("wait", "Looking at the cards")
    acts = f"{voice.name(view.to_act)} {_DOES.get(view.phase, 'is next')}"
    return (
        _panel("wait", view.book.words.say("You sit out this hand"), f"{acts}.")
        if view.sits_out
        else _panel("wait", acts)
    )


_DOES: Final = {
    Phase.AUCTION: "is bidding",
    Phase.TRUMP: "is naming trump",
    Phase.PARTNER: "is calling a partner",
    Phase.PASS: "is passing cards",
    Phase.BURY: "is putting cards away",
    Phase.MELD: "is laying meld",
    Phase.DECLARE: "is deciding how to play",
    Phase.ANSWER: "is looking at the cards",
    Phase.TRICKS: "is to play",
}


# -- before the play ---------------------------------------------------------------------


def _redeal(view: SeatView, voice: Voice, settings: TableSettings, asked: Choices) -> Shown:
    nines = f"{number(sum(1 for card in view.hand if card.rank == '9'))} nines"
    held = {
        "nines": f"{nines} and no meld",
        "many_nines": nines,
        "no_aces": "no ace",
        "no_face_cards": "no king, queen or jack",
    }[redeal_cause(view.book, view.hand)]
    return _panel(
        "redeal",
        "New cards?",
        f"You hold {held}. You can ask for new cards before the bidding.",
        keys=(
            _key("Deal again", action_text(actions.Redeal(view.seat, True)), is_go=True),
            _key("Keep these cards", action_text(actions.Redeal(view.seat, False))),
        ),
    )


def _bid(view: SeatView, voice: Voice, settings: TableSettings, asked: Choices) -> Shown:
    may_bid, is_once = asked.lowest_bid is not None, view.book.auction.passing == "once"
    bids = bids_from(view.book, view.auction.high, NEXT_BIDS + HIGHER_BIDS) if may_bid else ()
    keys = [_key(str(bid), action_text(actions.Bid(view.seat, bid))) for bid in bids]
    if keys:
        keys[0]["letter"] = "B"
    passing = "If you pass, you’re out of the bidding." if view.auction.high is not None else ""
    if is_once:
        passing = "Each player bids or passes only once."
    only = hand_refusal(view.book, view.auction, Call(view.seat, None if may_bid else 0), view.hand)
    said = (bids_line(view, voice), only or passing, _bid_warning(view) if settings.beginners_help and may_bid else "")
    passes = () if asked.must_bid else (_key("Pass", action_text(actions.Bid(view.seat, None)), letter="P"),)
    return _panel(
        "bid",
        "Your bid",
        " ".join(filter(None, said)),
        keys=(*passes, *keys[:NEXT_BIDS]),
        more_keys=tuple(keys[NEXT_BIDS:]),
        more_words="Higher…",
        layout="bids",
    )


def _bid_warning(view: SeatView) -> str:
    say = view.book.words.say
    if trump_choices(view.book, view.hand):
        return ""
    if view.book.kitty is not None and view.book.kitty.takes == "before_trump":
        return say("You hold no marriage, and trump needs one: you’d have to find it in the kitty.")
    return say("You hold no marriage, and trump needs one: if you won the bid, you couldn’t play this hand.")


def _trump(view: SeatView, voice: Voice, settings: TableSettings, asked: Choices) -> Shown:
    say = view.book.words.say
    if not asked.suits:
        key = _key(say("Show all cards: no marriage"), action_text(actions.NameTrump(view.seat, None)), is_go=True)
        return _panel(
            "trump",
            "You can’t name trump",
            say("Trump needs a marriage. Without one, the hand isn’t played."),
            keys=[key],
        )
    keys = []
    for suit in asked.suits:
        note = "" if settings.count_own_meld else f"meld {meld_total(view.book, view.hand, suit)}"
        action, name = action_text(actions.NameTrump(view.seat, suit)), SUIT_NAMES[suit]
        keys.append(_key(name.capitalize(), action, note=note, suit=name))
    line = f"You have the bid at {view.bid}."
    if view.book.auction.marriage_needed:
        line += say(" Trump needs a marriage.")
    return _panel("trump", "Name trump", line, keys=keys, layout="suits")


def _partner(view: SeatView, voice: Voice, settings: TableSettings, asked: Choices) -> Shown:
    def call(words: str, called: Card | Seat | None) -> Shown:
        return _key(words, action_text(actions.CallPartner(view.seat, called)))

    alone = _confirm("Play alone…", "You play this hand against all the others.", call("Yes, play alone", None))
    if not asked.cards:
        title, line = "Call a partner", "The player you tap plays with you in this hand."
        keys, more = [call(voice.name(seat), seat) for seat in asked.seats], list[Shown]()
    else:
        title, way = "Call a card", view.book.deal.called_from
        line = f"The first on your {way} who has it is your partner."
        if view.book.deal.calls == "secret":
            line += " Nobody else knows until it is played."
        cards = sorted_cards(asked.cards, settings.sort, view.trump)
        keys = [call(sign(card), card) for card in cards if card.rank == cards[0].rank]
        more = [call(sign(card), card) for card in cards if card.rank != cards[0].rank]
    return _panel(
        "partner", title, line, keys=keys, more_keys=more, more_words="Other card…", confirms=(alone,), layout="bids"
    )


def _pass(view: SeatView, voice: Voice, settings: TableSettings, asked: Choices) -> Shown:
    assert view.partner is not None, view.seat
    partner, line = voice.name(view.partner), ""
    if view.received:
        line = f"{partner} passed you {number(len(view.received))} cards. They are marked."
    elif view.seat == view.bidder:
        line = "You’ll see your partner’s cards once both of you have chosen."
    elif view.trump:
        line = f"{partner} has the bid in {SUIT_NAMES[view.trump]}."
    return _panel(
        "pass_cards",
        f"Choose {number(asked.count)} cards for {partner}",
        line,
        send="pass_cards",
        send_words=f"Pass them to {partner}",
        choose=asked.count,
    )


def _bury(view: SeatView, voice: Voice, settings: TableSettings, asked: Choices) -> Shown:
    kitty = view.book.kitty
    lines = []
    if kitty and kitty.meld_before_burying and not kitty.bury_melded:
        lines.append("Cards you melded stay in your hand.")
    if kitty and kitty.stays != "nothing":
        lines.append(f"{kitty.says('stays').split(' may ')[0]} stay in your hand while there are other cards.")
    if kitty and kitty.buried_count:
        lines.append("Counters you put away count for you.")
    if kitty and kitty.told:
        lines.append("The others are told if trump or aces are among them.")
    return _panel(
        "bury",
        f"Choose {number(asked.count)} cards to put away",
        " ".join(lines),
        send="bury",
        send_words="Put them away",
        choose=asked.count,
    )


def _meld(view: SeatView, voice: Voice, settings: TableSettings, asked: Choices) -> Shown:
    remark = aces_reminder(view.book) or ""
    if settings.count_own_meld:
        line = f"Tap the cards of your meld, or none. {remark}".strip()
        return _panel("meld", "Lay your meld", line, send="meld", send_words="Count it", choose=0, is_counting=True)
    passed = ""
    if view.received and view.partner is not None:
        came = sorted_cards(view.received, "trump_first", view.trump)
        passed = f"{voice.name(view.partner)} passed you {listed([sign(card) for card in came])}."
    count = best_meld(view.book, view.hand, view.trump)
    cards = best_laid(view.book, view.hand, view.trump)
    words = f"Lay it down: {count.total}" if cards else "No meld, go on"
    return _panel(
        "meld",
        f"Your meld: {count.total}" if cards else "You have no meld",
        passed,
        keys=(_key(words, action_text(actions.LayMeld(view.seat, cards)), is_go=True),),
        melds=count.melds,
    )


def _declare(view: SeatView, voice: Voice, settings: TableSettings, asked: Choices) -> Shown:
    record = record_seen(view)
    assert record is not None, view.phase
    text = outlook_sentences(view.book, record, voice.sides)
    confirms = []
    if "moon" in asked.declarations:
        key = _key("Shoot the moon", action_text(actions.Declare(view.seat, "moon")))
        confirms.append(_confirm("Shoot the moon…", rule_text(view.book, "bonuses.moon"), key))
    if "throw_in" in asked.declarations and settings.throw_in_offered:
        thrown = outlook_sentences(view.book, replace(record, thrown_in=True), voice.sides)
        key = _key("Yes, throw it in", action_text(actions.Declare(view.seat, "throw_in")))
        confirms.append(
            _confirm("Throw in…", f"{view.book.words.say('Give up this hand without playing it?')} {thrown.rest}", key)
        )
    if "lay" in asked.declarations:
        key = _key("Yes, lay it open", action_text(actions.Declare(view.seat, "lay")))
        confirms.append(_confirm("Cut and lay…", rule_text(view.book, "bonuses.cut_and_lay"), key))
    return _panel(
        "declare",
        text.headline,
        text.rest,
        keys=(_key(view.book.words.say("Play the hand"), action_text(actions.Declare(view.seat, "play")), is_go=True),),
        confirms=tuple(confirms),
    )


def _answer(view: SeatView, voice: Voice, settings: TableSettings, asked: Choices) -> Shown:
    record = record_seen(view)
    assert record is not None, view.phase
    stands, played = (
        outlook_sentences(view.book, laid_record(view, record, stands=so), voice.sides).rest for so in (True, False)
    )
    stand, play = (action_text(actions.Answer(view.seat, so)) for so in (True, False))
    doubt = doubt_of_standing(view.book, record)
    confirms = (_confirm("Let it stand…", doubt, _key("Yes, let it stand", stand)),) if doubt else ()
    keys = (_key("Have it played", play, is_go=bool(doubt)),)
    return _panel(
        "answer",
        view.book.words.say("Does the hand stand?"),
        f"Let stand: {stands} Played: {played}",
        keys=keys if doubt else (_key("Let it stand", stand, is_go=True), *keys),
        confirms=confirms,
    )


# -- the play ----------------------------------------------------------------------------


def _play(view: SeatView, voice: Voice, settings: TableSettings, asked: Choices) -> Shown:
    keys: list[Shown] = []
    confirms: list[Shown] = []
    if settings.one_tap and len(asked.cards) == 1:
        action = action_text(actions.PlayCard(view.seat, asked.cards[0]))
        keys.append(_key(f"Play {sign(asked.cards[0])}", action, note="the only card you may", is_go=True))
    if asked.may_lay_down:
        key = _key("Yes, lay it down", action_text(actions.LayDown(view.seat)))
        confirms.append(_confirm("Claim the rest…", rule_text(view.book, "play.wrong_claim"), key))
    title = "Your turn" if view.trick and view.trick.cards else "Your lead"
    return _panel("play", title, duty_text(view, asked), keys=tuple(keys), confirms=tuple(confirms))


def duty_text(view: SeatView, asked: Choices) -> str:
    trick = view.trick.cards if view.trick else ()
    duty = duty_of(view.book, view.hand, trick, view.trump, leads_trump=asked.leads_trump)
    if not trick:
        return "Lead a trump: your first lead must be one." if duty.suit else "Lead any card."
    led = SUIT_NAMES[trick[0].suit]
    if duty.suit == trick[0].suit:
        return f"{led.capitalize()} led: {_beating(duty, 'follow suit')}"
    if duty.suit is not None:
        return f"You have no {led}: {_beating(duty, 'play a trump')}"
    return f"You have no {led}{'' if trick[0].suit == view.trump else ' and no trump'}: play any card."


def _beating(duty: Duty, what: str) -> str:
    return f"{what} and beat the {sign(duty.above)}." if duty.above else f"{what}."


def undo_words(action: actions.Action) -> str:
    """The key that takes the last action back: `Take A♠ back`, `Take bid back`."""
    match action:
        case actions.PlayCard(_, card):
            return f"Take {sign(card)} back"
        case actions.Bid(_, amount):
            return "Take pass back" if amount is None else "Take bid back"
        case actions.NameTrump():
            return "Take trump back"
        case actions.CallPartner():
            return "Take call back"
        case actions.PassCards() | actions.Bury():
            return "Take cards back"
        case actions.LayMeld():
            return "Take meld back"
        case _:
            return "Take it back"


@kept(128)
def rule_text(book: RuleBook, rule: str) -> str:
    """The printed book's sentences on a rule, or empty."""
    wanted = anchor(rule)
    for chapter in prose.chapters(book):
        for block in chapter.blocks:
            if isinstance(block, Paragraph) and block.id == wanted:
                return block.text
    return ""


Panel = Callable[[SeatView, Voice, TableSettings, Choices], Shown]
_PANELS: Final[dict[str, Panel]] = {
    "redeal": _redeal,
    "bid": _bid,
    "trump": _trump,
    "partner": _partner,
    "pass_cards": _pass,
    "bury": _bury,
    "meld": _meld,
    "declare": _declare,
    "answer": _answer,
    "play": _play,
}
