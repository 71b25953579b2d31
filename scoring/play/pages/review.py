"""Review of a finished hand: open hands step by step, each decision beside a bot's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from scoring.play.actions import Action, Bury, LayMeld, PassCards, PlayCard, kind_of
from scoring.play.review import Judged, Moment, Part, cost_by_part, lesson_of
from scoring.play.seat_view import seat_view
from scoring.play.settings import TableSettings
from scoring.play.state import DealState, choices
from scoring.rules.cards import Card, Seat
from scoring.rules.notation import counted, listed, signed
from scoring.score_card.names import Names

from .action_words import words_of
from .costs import HARD_TO_TELL, about, cost_figure, cost_words, is_as_good, little, points, together
from .faces import face_of, sorted_cards, taken
from .frames import frame_context
from .hints import GETTING_READY, hint_context
from .mat import mat_context
from .reasons import reason
from .voice import Voice

BIG_COST: Final = 6  # times what nobody minds losing: 3 points of 25
MOST_TOLD: Final = 3


def review_context(
    moments: Sequence[Moment],
    end: DealState,
    names: Names,
    settings: TableSettings,
    you: Seat | None,
    *,
    step: int,
    own: Sequence[Moment],
    known: Mapping[int, Judged],
    is_ready: bool = True,
) -> dict[str, Any]:
    """The page after so many steps (no queries), from the deal as dealt. `you` is None for bots alone; of `own`
    decisions some are `known`; `is_ready`: an Expert can judge the others."""
    states, eyes, voice = [*(moment.before for moment in moments), end], you or end.book.seats[0], Voice(names, you)
    view, before = seat_view(states[step], eyes), states[max(0, step - 1)]
    action = moments[step - 1].action if step else None
    if action is not None:
        frame = frame_context(view, names, settings, action, is_watching=you is None)
        mat, says = frame["mat"], frame["says"]
    else:
        says = "The cards as they were dealt."
        mat = mat_context(view, voice, line=says)
    rows = [decision_row(moment, known.get(moment.number), step) for moment in own]
    return {
        "step": step,
        "place": f"{step} of {len(moments)}",
        "says": says,
        "mat": mat,
        "hands": list(_open_hands(before, action, voice, eyes)),
        "buried": [face_of(card) for card in before.buried],
        "rows": rows,
        "here": next((row for row in rows if row["is_here"]), None),
        "total": total_context(list(known.values()), len(own)),
        "waits": "" if is_ready else GETTING_READY,
        "is_last": step == len(moments),
        "next_decision": next((moment.number for moment in own if moment.number > step), None),
    }


def _open_hands(state: DealState, action: Action | None, voice: Voice, eyes: Seat) -> Iterator[dict[str, Any]]:
    """The hands before an action, by suits, with the cards it takes."""
    for seat in filter(state.hands.__contains__, state.book.at_table_from(eyes)):
        is_turn = action is not None and seat == action.seat
        used = Counter(_cards_of(action) if action and is_turn else ())
        cards = sorted_cards(state.hands[seat], "trump_first", state.trump)
        yield {
            "name": voice.name(seat),
            "suits": [
                [{"face": face_of(card), "is_used": taken(used, card)} for card in of_suit]
                for _, of_suit in groupby(cards, key=lambda card: card.suit)
            ],
            "is_turn": is_turn,
            "is_you": seat == voice.you,
        }


def _cards_of(action: Action) -> tuple[Card, ...]:
    match action:
        case PlayCard(_, card):
            return (card,)
        case PassCards(_, cards) | Bury(_, cards) | LayMeld(_, cards):
            return cards
        case _:
            return ()


# -- decisions ---------------------------------------------------------------------------


def decision_row(moment: Moment, judged: Judged | None, step: int | None = None) -> dict[str, Any]:
    return {
        "number": moment.number,
        "when": when_words(moment),
        "words": moment.before.book.words.say(words_of(moment.action).done),
        "is_here": moment.number == step,
        "judged": judged_context(judged) if judged else None,
    }


def judged_context(judged: Judged) -> dict[str, Any]:
    """A decision beside the bot's. `tone`: `good` for level with the best, `now` for a small cost, `bad` for a large
    one."""
    asked = choices(judged.moment.before)
    assert asked is not None, judged.moment
    book = judged.moment.before.book
    say = book.words.say
    hint = hint_context(book, judged.decision, "Expert", asked, own=judged.moment.action)
    return {
        "own": say(words_of(judged.moment.action).done),
        "bots": "the same" if judged.is_same else say(words_of(judged.decision.action).in_a_row),
        "reason": hint["reason"] if judged.is_same else say(reason(book, judged.decision, judged.weighed)),
        "verdict": _verdict(judged),
        "cost": _cost(judged),
        "tone": _tone(judged),
        "choices": hint["choices"],
        "unweighed": hint["unweighed"],
    }


def total_context(found: Sequence[Judged], of: int) -> dict[str, Any]:
    lesson = lesson_of(found)
    return {
        "says": _total(found, of) if found else "",
        "lesson": judged_context(lesson) if lesson else None,
        "when": when_words(lesson.moment) if lesson else "",
        "number": lesson.moment.number if lesson else 0,
    }


def _total(found: Sequence[Judged], of: int) -> str:
    unknown, by_part = sum(each.cost is None for each in found), cost_by_part(found)
    so_far = f"Still being worked out, {len(found)} of {of} decisions so far. " if len(found) < of else ""
    unweighed = f" {counted(unknown, 'choice')} couldn’t be weighed." if unknown else ""
    if unknown == len(found):
        return f"{so_far}Your choices couldn’t be weighed."
    if not by_part:
        return f"{so_far}Your choices cost nothing that the Expert could tell.{unweighed}"
    (part, cost), whole = by_part[0], sum(cost for _, cost in by_part)
    share = "most of them" if 2 * cost > whole else "the largest part"
    where = f"{share if len(by_part) > 1 else 'all of them'} in {_PARTS[part]}"
    errors = (each.weighed.error for each in found if each.weighed and not each.is_same)
    cost_told = points(about(whole, together(errors)))
    return f"{so_far}Your choices cost {cost_told}, {where}.{unweighed}"


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
    return cost_figure(judged.moment.before.book, judged.weighed)


def _verdict(judged: Judged) -> str:
    """The choice's cost as a sentence; empty where it was the Expert's too."""
    if judged.is_same:
        return ""
    if judged.weighed is None:
        return "What yours costs can’t be told."
    words = cost_words(judged.moment.before.book, judged.weighed)
    if words == HARD_TO_TELL:
        return "Which is better is hard to tell."
    return f"Yours {'is ' if words == 'as good' else ''}{words}."


def _tone(judged: Judged) -> str:
    book = judged.moment.before.book
    if judged.is_same or (judged.weighed and is_as_good(book, judged.weighed)):
        return "good"
    return "bad" if judged.cost is not None and judged.cost >= BIG_COST * little(book) else "now"


# -- trying it again ---------------------------------------------------------------------


def again_context(own: Sequence[Moment], step: int, first: int, tries: Sequence[tuple[int, int]]) -> dict[str, Any]:
    """The results of `tries` (newest first), and whether this step can be tried."""
    scores = {place: [score for each, score in tries if each == place] for place, _ in tries}
    tried = [
        {"number": moment.number, "when": when_words(moment), "words": _tried(first, scores[moment.number])}
        for moment in own
        if moment.number in scores
    ]
    here = _tried(first, scores[step]) if step in scores else ""
    return {"is_here": any(moment.number == step for moment in own), "here": here, "tried": tried}


def _tried(first: int, scores: Sequence[int]) -> str:
    last = listed([signed(score) for score in scores[:MOST_TOLD][::-1]])
    best = f" The best of {len(scores)}: {signed(max(scores))}." if len(scores) > MOST_TOLD else ""
    return f"The first time: {signed(first)}. From here: {last}.{best}"


def beside_words(first: int, now: int) -> str:
    return f"The first time: {signed(first)}. This time: {signed(now)}."


def when_words(moment: Moment) -> str:
    """A decision's place in the hand: `Trick 3`, `Bidding`."""
    say = moment.before.book.words.say
    if kind_of(moment.action) in ("play", "lay_down"):
        return say(f"Trick {len(moment.before.tricks) + 1}")
    return say(_WHEN[kind_of(moment.action)])


_WHEN: Final[Mapping[str, str]] = {
    "redeal": "New cards",
    "bid": "Bidding",
    "trump": "Trump",
    "partner": "The call",
    "pass_cards": "The pass",
    "bury": "The kitty",
    "meld": "Meld",
    "declare": "Before the lead",
    "answer": "Cut and lay",
}
