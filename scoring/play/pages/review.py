"""Looking over a hand that is done: open hands step by step, and each decision beside a bot's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from scoring.play.actions import (
    Action,
    Answer,
    Bid,
    Bury,
    Declare,
    LayDown,
    LayMeld,
    NameTrump,
    PassCards,
    PlayCard,
    Redeal,
    kind_of,
)
from scoring.play.review import Judged, Moment, Part, Reckoning, reckoning
from scoring.play.seat_view import seat_view
from scoring.play.settings import TableSettings
from scoring.play.state import DealState, choices
from scoring.rules.cards import Card, Seat
from scoring.rules.notation import counted, lowered, sign, suit_with_sign
from scoring.rules.notation import number as in_words
from scoring.score_card.names import Names

from .faces import face_of, sorted_cards, suit_order
from .frames import frame_context
from .hints import LEVEL, cost_words, hint_context, in_order, level_words, short_words, sureness
from .mat import MatContext, mat_context
from .voice import Voice, voice_of

BIG_COST: Final = 3.0

Addresses = Callable[[int], str]
"""The address of the page at a step."""


def review_context(
    moments: Sequence[Moment],
    end: DealState,
    names: Names,
    settings: TableSettings,
    you: Seat | None,
    *,
    step: int,
    rows: tuple[dict[str, Any], ...],
    at: Addresses,
    judged: Judged | None = None,
    total: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """The page after so many steps (no queries); step 0 is the deal before anybody acted.

    `you` is the player's seat, None where bots played alone. `judge_address` is empty where the step is no decision
    of the player's.
    """
    eyes = you or end.book.seats[0]
    moment = moments[step - 1] if step else None
    before = moment.before if moment else moments[0].before if moments else end
    mat, says = _mat(moments, end, names, settings, you, step)
    later = [row["number"] for row in rows if row["number"] > step]
    return {
        "step": step,
        "place": f"{step} of {len(moments)}",
        "says": says,
        "mat": mat,
        "hands": list(_open_hands(before, moment, voice_of(seat_view(before, eyes), names, is_watching=not you), eyes)),
        "buried": [face_of(card) for card in before.buried],
        "rows": rows,
        "total": total,
        "judged": judged_context(judged) if judged else None,
        "judge_address": next((row["judge_address"] for row in rows if row["number"] == step), ""),
        "earlier": at(step - 1) if step else "",
        "later": at(step + 1) if step < len(moments) else "",
        "next_decision": at(later[0]) if later else "",
    }


def _mat(
    moments: Sequence[Moment], end: DealState, names: Names, settings: TableSettings, you: Seat | None, step: int
) -> tuple[MatContext, str]:
    eyes, watching = you or end.book.seats[0], you is None
    if not step:
        first = seat_view(moments[0].before if moments else end, eyes)
        says = "The cards as they were dealt."
        return mat_context(first, voice_of(first, names, is_watching=watching), line=says), says
    after = moments[step].before if step < len(moments) else end
    frame = frame_context(seat_view(after, eyes), names, settings, moments[step - 1].action, is_watching=watching)
    return frame.mat, frame.says


# -- open hands --------------------------------------------------------------------------


def _open_hands(state: DealState, moment: Moment | None, voice: Voice, eyes: Seat) -> Iterator[dict[str, Any]]:
    used = _cards_of(moment.action) if moment else ()
    acting = moment.action.seat if moment else None
    for seat in filter(state.hands.__contains__, state.book.at_table_from(eyes)):
        cards = sorted_cards(state.hands[seat], "trump_first", state.trump)
        yield {
            "name": voice.name(seat),
            "suits": _by_suit(cards, Counter(used if seat == acting else ()), suit_order("trump_first", state.trump)),
            "is_turn": seat == acting,
            "is_you": seat == voice.you,
        }


def _by_suit(cards: Sequence[Card], used: Counter[Card], order: str) -> tuple[tuple[dict[str, Any], ...], ...]:
    suits = []
    for suit in order:
        row = []
        for card in (card for card in cards if card.suit == suit):
            row.append({"face": face_of(card), "is_used": used[card] > 0})
            used[card] -= 1
        if row:
            suits.append(tuple(row))
    return tuple(suits)


def _cards_of(action: Action) -> tuple[Card, ...]:
    match action:
        case PlayCard(_, card):
            return (card,)
        case PassCards(_, cards) | Bury(_, cards) | LayMeld(_, cards):
            return cards
        case _:
            return ()


# -- decisions ---------------------------------------------------------------------------


def decision_rows(
    decisions: Sequence[Moment],
    judgements: Mapping[int, Judged],
    *,
    step: int,
    at: Addresses,
    judge_at: Addresses,
) -> tuple[dict[str, Any], ...]:
    """The player's decisions as a list; those judged already with what they cost."""
    return tuple(
        decision_row(moment, judgements.get(moment.number), step=step, at=at, judge_at=judge_at) for moment in decisions
    )


def decision_row(
    moment: Moment, judged: Judged | None, *, step: int, at: Addresses, judge_at: Addresses
) -> dict[str, Any]:
    """One line of the list."""
    return {
        "number": moment.number,
        "when": _when(moment),
        "words": _said(moment.action),
        "address": at(moment.number),
        "judge_address": judge_at(moment.number),
        "is_here": moment.number == step,
        "judged": judged_context(judged) if judged else None,
    }


def judged_context(judged: Judged) -> dict[str, Any]:
    """A decision beside the bot's: both in words, why, what it cost, and the choices that were weighed.

    `tone` is `good` for the best and what is level with it, `now` for a small cost, `bad` for a large one.
    """
    asked = choices(judged.moment.before)
    assert asked is not None, judged.moment
    hint = hint_context(judged.decision, "Expert", asked)
    return {
        "own": _said(judged.moment.action),
        "bots": "the same" if judged.is_same else _in_a_row(judged.decision.action),
        "reason": hint.reason,
        "verdict": _verdict(judged),
        "cost": _cost(judged),
        "tone": _tone(judged),
        "choices": hint.choices,
        "unweighed": hint.unweighed,
    }


def _in_a_row(action: Action) -> str:
    """A choice of the Expert's, in the row of a list: `A♠`, `bid 52`."""
    words = short_words(action)
    return words if isinstance(action, PlayCard | PassCards | Bury) else lowered(words)


def total_context(found: Sequence[Judged], of: int, at: Addresses) -> dict[str, Any]:
    """What the choices `found` cost together, of so many decisions, and the one to learn from."""
    sums = reckoning(found)
    lesson = sums.lesson
    return {
        "says": _total(sums, of) if found else "",
        "lesson": judged_context(lesson) if lesson else None,
        "when": _when(lesson.moment) if lesson else "",
        "address": at(lesson.moment.number) if lesson else "",
    }


def _total(sums: Reckoning, of: int) -> str:
    """`Your choices cost 12.3 points; the auction 9.0 of them.`"""
    so_far = f"Still being worked out, {sums.judged} of {of} decisions so far. " if sums.judged < of else ""
    unweighed = f" {counted(sums.unweighed, 'choice')} couldn’t be weighed." if sums.unweighed else ""
    if sums.unweighed == sums.judged:
        return f"{so_far}Your choices couldn’t be weighed."
    if not sums.by_part:
        return f"{so_far}Your choices cost nothing that the Expert could tell.{unweighed}"
    part, cost = sums.by_part[0]
    of_them = "all of them in" if len(sums.by_part) == 1 else f"{cost:.1f} of them in"
    return f"{so_far}Your choices cost {sums.cost:.1f} points, {of_them} {_PARTS[part]}.{unweighed}"


_PARTS: Final[Mapping[Part, str]] = {
    "auction": "the auction",
    "exchange": "what came before the first lead",
    "play": "the play",
}


def _cost(judged: Judged) -> str:
    if judged.is_same:
        return "0"
    if judged.weighed is None:
        return "not weighed"
    cost = judged.weighed.cost
    return f"{sureness(judged.weighed)} {cost:.1f}".strip() if cost else level_words(judged.weighed)


def _verdict(judged: Judged) -> str:
    """What the player's choice costs, as a sentence; nothing where it was the Expert's too."""
    if judged.is_same:
        return ""
    if judged.weighed is None:
        return "What yours costs can’t be told."
    if judged.weighed.cost:
        return f"Yours {cost_words(judged.weighed)}."
    return "Yours is as good." if judged.weighed.error <= LEVEL else "Which is better is hard to tell."


def _tone(judged: Judged) -> str:
    if judged.cost == 0:
        return "good"
    return "bad" if judged.cost is not None and judged.cost >= BIG_COST else "now"


def _when(moment: Moment) -> str:
    if kind_of(moment.action) in ("play", "lay_down"):
        return f"Trick {len(moment.before.tricks) + 1}"
    return _WHEN[kind_of(moment.action)]


_WHEN: Final[Mapping[str, str]] = {
    "redeal": "New cards",
    "bid": "Bidding",
    "trump": "Trump",
    "pass_cards": "The pass",
    "bury": "The kitty",
    "meld": "Meld",
    "declare": "Before the lead",
    "answer": "Cut and lay",
}


def _said(action: Action) -> str:
    """What the player did, in short: `10♥`, `52`, `passed`."""
    match action:
        case PlayCard(_, card):
            return sign(card)
        case Bid(_, amount):
            return "passed" if amount is None else f"bid {amount}"
        case NameTrump(_, suit):
            return suit_with_sign(suit) if suit else "no marriage"
        case PassCards(_, cards) | Bury(_, cards):
            return " ".join(in_order(cards))
        case LayMeld(_, cards):
            return f"laid {in_words(len(cards))} cards"
        case Declare(_, what):
            return _DECLARED[what]
        case Answer(_, stands):
            return "let it stand" if stands else "had it played"
        case Redeal(_, claimed):
            return "asked for new cards" if claimed else "kept the cards"
        case LayDown(_):
            return "claimed the rest"


_DECLARED: Final = {
    "play": "played the hand",
    "moon": "shot the moon",
    "throw_in": "threw the hand in",
    "lay": "cut and laid",
}
