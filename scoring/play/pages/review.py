"""Looking over a hand that is done: open hands step by step, and each decision beside a bot's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from scoring.play.actions import (
    Action,
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
from scoring.play.review import Judged, Moment
from scoring.play.seat_view import seat_view
from scoring.play.settings import TableSettings
from scoring.play.state import DealState
from scoring.rules.cards import Card, Seat
from scoring.rules.notation import lowered, sign, suit_with_sign
from scoring.rules.notation import number as in_words
from scoring.score_card.names import Names

from .faces import Face, face_of, sorted_cards, suit_order
from .frames import frame_context
from .hints import HintChoice, hint_context
from .mat import MatContext, mat_context
from .voice import Voice, voice_of

SMALL_COST: Final = 0.5
BIG_COST: Final = 3.0

Addresses = Callable[[int], str]
"""The address of the page at a step."""


@dataclass(frozen=True, slots=True)
class OpenCard:
    """A card in an open hand; `is_used` marks those of the action that is looked at."""

    face: Face
    is_used: bool


@dataclass(frozen=True, slots=True)
class OpenHand:
    """A player's cards before the action, suit by suit."""

    name: str
    suits: tuple[tuple[OpenCard, ...], ...]
    is_turn: bool
    is_you: bool


@dataclass(frozen=True, slots=True)
class JudgedContext:
    """A decision beside the bot's: both in words, why, what it cost, and the choices that were weighed.

    `tone` is `good` for the same or nearly as good, `now` for a small cost, `bad` for a large one.
    """

    own: str
    bots: str
    reason: str
    cost: str
    tone: str
    choices: tuple[HintChoice, ...]


@dataclass(frozen=True, slots=True)
class DecisionRow:
    """One decision of the player in the list: when, what, and where to look at it."""

    number: int
    when: str
    words: str
    address: str
    judge_address: str
    is_here: bool
    judged: JudgedContext | None = None


@dataclass(frozen=True, slots=True)
class ReviewContext:
    """The page at one step; step 0 is the deal before anybody acted. `judge_address` is empty where the
    step is no decision of the player's."""

    step: int
    steps: int
    says: str
    mat: MatContext
    hands: tuple[OpenHand, ...]
    buried: tuple[Face, ...]
    rows: tuple[DecisionRow, ...]
    judged: JudgedContext | None
    judge_address: str
    earlier: str
    later: str
    next_decision: str

    @property
    def place(self) -> str:
        """`12 of 63`."""
        return f"{self.step} of {self.steps}"


def review_context(
    moments: Sequence[Moment],
    end: DealState,
    names: Names,
    settings: TableSettings,
    you: Seat | None,
    *,
    step: int,
    rows: tuple[DecisionRow, ...],
    at: Addresses,
    judged: Judged | None = None,
) -> ReviewContext:
    """The page after so many steps (no queries). `you` is the player's seat, None where bots played alone."""
    eyes = you or end.book.seats[0]
    moment = moments[step - 1] if step else None
    before = moment.before if moment else moments[0].before if moments else end
    mat, says = _mat(moments, end, names, settings, you, step)
    later = [row.number for row in rows if row.number > step]
    return ReviewContext(
        step=step,
        steps=len(moments),
        says=says,
        mat=mat,
        hands=tuple(_open_hands(before, moment, voice_of(seat_view(before, eyes), names, is_watching=not you), eyes)),
        buried=tuple(face_of(card) for card in before.buried),
        rows=rows,
        judged=judged_context(judged) if judged else None,
        judge_address=next((row.judge_address for row in rows if row.number == step), ""),
        earlier=at(step - 1) if step else "",
        later=at(step + 1) if step < len(moments) else "",
        next_decision=at(later[0]) if later else "",
    )


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


def _open_hands(state: DealState, moment: Moment | None, voice: Voice, eyes: Seat) -> Iterator[OpenHand]:
    used = _cards_of(moment.action) if moment else ()
    acting = moment.action.seat if moment else None
    for seat in state.book.seats_from(eyes):
        cards = sorted_cards(state.hands[seat], "trump_first", state.trump)
        yield OpenHand(
            name=voice.name(seat),
            suits=_by_suit(cards, Counter(used if seat == acting else ()), suit_order("trump_first", state.trump)),
            is_turn=seat == acting,
            is_you=seat == voice.you,
        )


def _by_suit(cards: Sequence[Card], used: Counter[Card], order: str) -> tuple[tuple[OpenCard, ...], ...]:
    suits = []
    for suit in order:
        row = []
        for card in (card for card in cards if card.suit == suit):
            row.append(OpenCard(face_of(card), used[card] > 0))
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
) -> tuple[DecisionRow, ...]:
    """The player's decisions as a list; those judged already with what they cost."""
    return tuple(
        decision_row(moment, judgements.get(moment.number), step=step, at=at, judge_at=judge_at) for moment in decisions
    )


def decision_row(
    moment: Moment, judged: Judged | None, *, step: int, at: Addresses, judge_at: Addresses
) -> DecisionRow:
    """One line of the list."""
    return DecisionRow(
        number=moment.number,
        when=_when(moment),
        words=_said(moment.action),
        address=at(moment.number),
        judge_address=judge_at(moment.number),
        is_here=moment.number == step,
        judged=judged_context(judged) if judged else None,
    )


def judged_context(judged: Judged) -> JudgedContext:
    """A judged decision in words."""
    hint = hint_context(judged.decision, "Expert")
    return JudgedContext(
        own=_said(judged.moment.action),
        bots=lowered(hint.words),
        reason=hint.reason,
        cost=_cost(judged),
        tone=_tone(judged),
        choices=hint.choices if hint.has_points else (),
    )


def _cost(judged: Judged) -> str:
    if judged.is_same:
        return "as the bot"
    if judged.cost is None:
        return "differs"
    return "as good" if judged.cost < SMALL_COST else f"cost {judged.cost:.1f}"


def _tone(judged: Judged) -> str:
    if judged.is_same or (judged.cost is not None and judged.cost < SMALL_COST):
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
            return " ".join(map(sign, cards))
        case LayMeld(_, cards):
            return f"laid {in_words(len(cards))} cards"
        case Declare(_, what):
            return _DECLARED[what]
        case Redeal(_, claimed):
            return "asked for new cards" if claimed else "kept the cards"
        case LayDown(_):
            return "claimed the rest"


_DECLARED: Final = {"play": "played the hand", "moon": "shot the moon", "throw_in": "threw the hand in"}
