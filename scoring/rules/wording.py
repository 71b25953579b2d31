"""A score in sentences: what happened in a deal and why, as one says it at the table.

Turns the reason codes of `deal_score` and `game` into plain words with the names of the
people in them. On the screen a deal is called a *hand*. Nothing is decided here: every
figure comes from a step, a total or the book.

Pairs take plural verbs ("Ann & Carl need"), a player alone the singular ("Ann needs").
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from .book import RuleBook
from .cards import Side
from .deal_score import (
    DealRecord,
    DealScore,
    Outcome,
    Outlook,
    Question,
    SideScore,
    Step,
    outlook,
    score_deal,
)
from .game import Totals, Won, leaders
from .notation import MINUS, figure_text, listed, signed
from .tournament import tardiness

Names = Mapping[Side, str]
Tone = Literal["go", "note", "set"]


class _Voice:
    """Who a sentence is about, and the verbs that go with it."""

    def __init__(self, name: str, *, plural: bool) -> None:
        self.name = name
        self.plural = plural

    def __call__(self, verb: str) -> str:
        """`Ann & Carl need`, `Ann needs`: the name with the verb."""
        return f"{self.name} {self.verb(verb)}"

    def verb(self, verb: str) -> str:
        """The verb alone; `have` and verbs that take an s."""
        if self.plural:
            return verb
        return "has" if verb == "have" else f"{verb}s"


def _voice(book: RuleBook, name: str) -> _Voice:
    """A partnership takes the plural, and so does whoever is called "You": a player at a screen."""
    return _Voice(name, plural=book.is_partnership or name == "You")


# -- the steps of a score ----------------------------------------------------------------

Facts = Mapping[str, Any]
Sentence = Callable[[RuleBook, Step, _Voice], str]


def step_sentence(book: RuleBook, step: Step, name: str) -> str:
    """The sentence for one step of the score of the side called `name`.

    Raises `KeyError` for a code without a sentence; `SENTENCES` has them all.
    """
    return SENTENCES[step.code](book, step, _voice(book, name))


def _not_played_no_marriage(book: RuleBook, step: Step, who: _Voice) -> str:
    return f"{who('have')} no marriage to name trump with, so the hand is not played."


def _not_played_below_minimum(book: RuleBook, step: Step, who: _Voice) -> str:
    facts = step.facts
    return f"{who('show')} {facts['shown']} meld and {who.verb('need')} {facts['minimum']}: the hand is not played."


def _not_played_thrown_in(book: RuleBook, step: Step, who: _Voice) -> str:
    return f"{who.name} threw the hand in."


def _not_played_off_the_board(book: RuleBook, step: Step, who: _Voice) -> str:
    facts = step.facts
    most = f"Meld {facts['shown']} and all {facts['points']} points"
    return f"{most} cannot reach {facts['bid']}: the hand is not played."


def _made(book: RuleBook, step: Step, who: _Voice) -> str:
    return f"{who.name} made the bid of {step.facts['bid']}: {_have(step.facts)}."


def _have(facts: Facts) -> str:
    """`19 meld + 14 take = 33`: what the bid is judged by."""
    parts = [f"{facts['meld']} meld", f"{facts['take']} take"]
    if facts["bonus"]:
        parts.append(f"{facts['bonus']} bonus")
    return f"{' + '.join(parts)} = {facts['have']}"


def _set_short(book: RuleBook, step: Step, who: _Voice) -> str:
    facts = step.facts
    return f"{who.name} came {facts['bid'] - facts['have']} short of the bid of {facts['bid']}: {_have(facts)}."


def _set_no_counter(book: RuleBook, step: Step, who: _Voice) -> str:
    return f"{who.name} won no counter, and without one the bid of {step.facts['bid']} is set."


def _set_no_points(book: RuleBook, step: Step, who: _Voice) -> str:
    facts = step.facts
    return f"{who.name} took {facts['take']} in tricks and needed {facts['needed']}: the bid of {facts['bid']} is set."


def _set_moon_missed(book: RuleBook, step: Step, who: _Voice) -> str:
    return f"{who.name} shot the moon and did not win every trick: the bid of {step.facts['bid']} is set."


def _set_loses_all(book: RuleBook, step: Step, who: _Voice) -> str:
    if not step.facts["meld"] and not step.facts["take"]:
        return "There is no meld and no take to lose."
    return f"Meld {step.facts['meld']} and take {step.facts['take']} are lost."


def _set_keeps(book: RuleBook, step: Step, who: _Voice) -> str:
    if step.facts["stuck"]:
        return f"The dealer was stuck with this bid, so {who('keep')} meld and take."
    return f"{who('keep')} meld and take although the bid is set."


def _bid_lost(book: RuleBook, step: Step, who: _Voice) -> str:
    why = " for the renege" if step.rule == "renege" else ""
    return f"The bid of {step.facts['bid']} comes off{why}."


def _bid_given(book: RuleBook, step: Step, who: _Voice) -> str:
    others = "the other side" if book.is_partnership else "each of the others"
    return f"Nothing comes off: {others} gets the bid of {step.facts['bid']}."


def _bid_won(book: RuleBook, step: Step, who: _Voice) -> str:
    if step.rule == "renege":
        return f"{who('score')} the bid of {step.facts['bid']}."
    return f"The bid was not made, so {who('get')} its {step.facts['bid']}."


def _meld(book: RuleBook, step: Step, who: _Voice) -> str:
    return f"Meld counts: {step.amount}." if step.amount else f"{who('have')} no meld."


def _natural_meld(book: RuleBook, step: Step, who: _Voice) -> str:
    if not step.amount:
        return f"{who('have')} no natural meld."
    return f"Trump was never named; natural meld counts: {step.amount}."


def _meld_not_counted(book: RuleBook, step: Step, who: _Voice) -> str:
    shown, counted = step.facts["meld"], step.amount
    if not shown:
        return f"{who('have')} no meld."
    if counted:
        return f"Of the meld of {shown}, {counted} counts."
    if step.rule == "contract.unplayed":
        return f"Trump was never named, so the meld of {shown} does not count."
    if shown < step.facts["minimum"]:
        return f"Meld counts from {step.facts['minimum']}: {shown} counts 0."
    return f"The meld of {shown} does not count without a trick."


def _meld_below_minimum(book: RuleBook, step: Step, who: _Voice) -> str:
    return f"Meld counts from {step.facts['minimum']}: {step.facts['meld']} counts 0."


def _meld_without_trick(book: RuleBook, step: Step, who: _Voice) -> str:
    shown = step.facts["meld"]
    if step.amount:
        return f"Of the meld of {shown}, {step.amount} counts: a player without a trick loses what that player melded."
    return f"{who.name} won no trick: the meld of {shown} is lost."


def _take(book: RuleBook, step: Step, who: _Voice) -> str:
    return f"Points in tricks count: {step.amount}." if step.amount else f"{who.name} took nothing in tricks."


def _meld_lost(book: RuleBook, step: Step, who: _Voice) -> str:
    shown = step.facts["meld"]
    return f"The meld of {shown} is lost." if shown else "There is no meld to lose."


def _take_lost(book: RuleBook, step: Step, who: _Voice) -> str:
    take = step.facts["take"]
    return f"The take of {take} is lost." if take else f"{who.name} took nothing in tricks."


def _saved_counter(book: RuleBook, step: Step, who: _Voice) -> str:
    return f"{who.name} won a counter, which saves meld and take."


def _saved_trick(book: RuleBook, step: Step, who: _Voice) -> str:
    return f"{who.name} won a trick, which saves the meld."


def _saved_points(book: RuleBook, step: Step, who: _Voice) -> str:
    return f"{who.name} took {step.facts['take']} in tricks; {step.facts['needed']} is enough to save."


def _unsaved_counter(book: RuleBook, step: Step, who: _Voice) -> str:
    return f"{who.name} won no counter and saved nothing."


def _unsaved_trick(book: RuleBook, step: Step, who: _Voice) -> str:
    return f"{who.name} won no trick."


def _unsaved_points(book: RuleBook, step: Step, who: _Voice) -> str:
    return f"{who.name} took {step.facts['take']} in tricks; it takes {step.facts['needed']} to save."


def _all_tricks(book: RuleBook, step: Step, who: _Voice) -> str:
    sweep = book.bonuses.all_tricks
    what = "all the points" if sweep and sweep.needs == "all_points" else "every trick"
    return f"{step.facts['title']}: {who.name} won {what}, {step.amount} more."


def _moon(book: RuleBook, step: Step, who: _Voice) -> str:
    return f"{who.name} shot the moon and won every trick: {step.amount} more."


def _moon_missed(book: RuleBook, step: Step, who: _Voice) -> str:
    return f"{step.facts['moon']} more comes off for the moon that was missed."


def _renege(book: RuleBook, step: Step, who: _Voice) -> str:
    return f"{who.name} reneged, and that decides the hand."


def _innocent(book: RuleBook, step: Step, who: _Voice) -> str:
    keeps = {
        "meld": f"{who('keep')} the meld and nothing else",
        "meld_and_take": f"{who('keep')} meld and take",
        "bid_and_meld": f"{who('score')} the bid and the meld",
        "counted_meld_and_take": f"{who('score')} meld and take as in any hand",
        "nothing": f"{who('score')} nothing",
    }
    return f"After the renege {keeps[step.facts['kind']]}."


SENTENCES: Final[Mapping[str, Sentence]] = {
    "not_played_no_marriage": _not_played_no_marriage,
    "not_played_below_minimum": _not_played_below_minimum,
    "not_played_thrown_in": _not_played_thrown_in,
    "not_played_off_the_board": _not_played_off_the_board,
    "made": _made,
    "set_short": _set_short,
    "set_no_counter": _set_no_counter,
    "set_no_points": _set_no_points,
    "set_moon_missed": _set_moon_missed,
    "set_loses_all": _set_loses_all,
    "set_keeps": _set_keeps,
    "bid_lost": _bid_lost,
    "bid_given": _bid_given,
    "bid_won": _bid_won,
    "meld": _meld,
    "natural_meld": _natural_meld,
    "meld_not_counted": _meld_not_counted,
    "meld_below_minimum": _meld_below_minimum,
    "meld_without_trick": _meld_without_trick,
    "meld_lost": _meld_lost,
    "take": _take,
    "take_lost": _take_lost,
    "saved_counter": _saved_counter,
    "saved_trick": _saved_trick,
    "saved_points": _saved_points,
    "unsaved_counter": _unsaved_counter,
    "unsaved_trick": _unsaved_trick,
    "unsaved_points": _unsaved_points,
    "all_tricks": _all_tricks,
    "moon": _moon,
    "moon_missed": _moon_missed,
    "renege": _renege,
    "innocent": _innocent,
}


# -- one line for the preview ------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SideLine:
    """One side's hand in one line: `19 + 14 = 33` and `made 27`, for `points`.

    `arithmetic` is empty where nothing was added up; `text` is the line to show.
    """

    side: Side
    name: str
    arithmetic: str
    verdict: str
    points: int
    text: str

    @property
    def signed_points(self) -> str:
        """`+33`, `−27`, `0`."""
        return signed(self.points)


def side_line(book: RuleBook, score: DealScore, side: Side, names: Names) -> SideLine:
    """The line of one side for the preview of a hand."""
    part = score.sides[side]
    if score.outcome is Outcome.RENEGE:
        arithmetic, verdict, text = _renege_line(part)
    elif not score.played:
        arithmetic, verdict, text = _unplayed_line(part)
    elif part.bidding:
        arithmetic, verdict, text = _bidders_line(part)
    else:
        arithmetic, verdict, text = _defenders_line(book, part)
    return SideLine(side, names[side], arithmetic, verdict, part.score, text)


Line = tuple[str, str, str]  # arithmetic, verdict, text


def _joined(arithmetic: str, verdict: str) -> Line:
    return arithmetic, verdict, ", ".join(part for part in (arithmetic, verdict) if part)


def _sum(steps: Sequence[Step]) -> str:
    """`8 + 11`, `12 + 9 − 20`, `bid 75 + meld 22`: the amounts that are not 0.

    Meld and take come first and need no names; where a bid was won each part is named.
    """
    amounts = [step for step in steps if step.amount]
    named = any(step.code == "bid_won" for step in amounts)
    text = ""
    for step in amounts:
        sign = f" {MINUS} " if step.amount < 0 else " + "
        text += (sign if text else sign.strip(" +")) + (f"{_word(step)} " if named else "") + str(abs(step.amount))
    return text


def _word(step: Step) -> str:
    words = {"bid_won": "bid", "bid_lost": "bid", "natural_meld": "natural meld", "take": "take"}
    bonus = {"all_tricks": str(step.facts.get("title", "")).lower(), "moon": "moon", "moon_missed": "moon"}
    return {**words, **bonus}.get(step.code, "meld")


def _with_total(steps: Sequence[Step]) -> str:
    """The sum with what it comes to, where there is something to add up."""
    if sum(1 for step in steps if step.amount) < 2:
        return _sum(steps)
    return f"{_sum(steps)} = {figure_text(sum(step.amount for step in steps))}"


def _facts_of(part: SideScore) -> Facts:
    """The figures the bid was judged by."""
    return next(step.facts for step in part.steps if "have" in step.facts)


def _bidders_line(part: SideScore) -> Line:
    facts = _facts_of(part)
    if part.has("made"):
        both = [facts["meld"], facts["take"]]
        both += [step.amount for step in part.steps if step.code in ("all_tricks", "moon") and step.amount]
        moon = " and the moon" if part.has("moon") else ""
        return _joined(f"{' + '.join(map(str, both))} = {part.score}", f"made {facts['bid']}{moon}")
    if part.has("set_moon_missed"):
        return _set_line(part, "", f"moon missed, {facts['bid']} bid")
    arithmetic = f"{facts['meld']} + {facts['take']}"
    if facts["bonus"]:
        arithmetic += f" + {facts['bonus']}"
    return _set_line(part, f"{arithmetic} = {facts['have']}", _why_set(part, facts))


def _why_set(part: SideScore, facts: Facts) -> str:
    if part.has("set_no_counter"):
        return f"no counter, {facts['bid']} bid"
    if part.has("set_no_points"):
        return f"{facts['take']} of {facts['needed']} in tricks"
    return f"short of {facts['bid']} by {facts['bid'] - facts['have']}"


def _set_line(part: SideScore, arithmetic: str, why: str) -> Line:
    """`set: 12 + 9 = 21, short of 27 by 6`, and what was kept or added all the same."""
    if part.has("set_keeps"):
        why += ", meld and take kept"
    if part.has("moon"):
        why += ", moon paid"
    _, _, text = _joined(arithmetic, why)
    return arithmetic, why, f"set: {text}"


def _defenders_line(book: RuleBook, part: SideScore) -> Line:
    arithmetic = _sum(part.steps)
    if part.has("bid_won"):
        arithmetic = _with_total(part.steps)
    need = book.contract.defenders_need
    if need == "nothing":
        return _joined(_with_total(part.steps) or "no meld, no take", "")
    if part.has(f"saved_{need}"):
        return _joined(arithmetic, _what_was_saved(book, part))
    return _joined(arithmetic, _what_was_lost(book, part))


def _what_was_saved(book: RuleBook, part: SideScore) -> str:
    if part.meld and not part.counted:
        return f"meld under {book.meld.minimum} counts 0"
    return "meld saved" if part.meld else "no meld"


def _what_was_lost(book: RuleBook, part: SideScore) -> str:
    """`no counter: meld and take lost`."""
    why = {
        "counter": "no counter",
        "trick": "no trick",
        "points": f"{part.take} of {book.contract.points_needed} in tricks",
    }[book.contract.defenders_need]
    lost = []
    if part.meld and not part.counted:
        lost.append("meld")
    if part.take and part.has("take_lost"):
        lost.append("take")
    return f"{why}: {listed(lost)} lost" if lost else why


def _unplayed_line(part: SideScore) -> Line:
    if not part.bidding:
        arithmetic, verdict, text = _joined(_with_total(part.steps), "not played")
        return (arithmetic, verdict, text) if arithmetic else ("", verdict, "not played, nothing to score")
    facts = _facts_of(part)
    why = {
        "not_played_no_marriage": "no marriage",
        "not_played_below_minimum": f"meld {facts['shown']}, under {facts['minimum']}",
        "not_played_thrown_in": "thrown in",
        "not_played_off_the_board": f"{facts['shown']} + {facts['points']} cannot reach {facts['bid']}",
    }[part.steps[0].code]
    return "", why, f"not played: {why}"


def _renege_line(part: SideScore) -> Line:
    if part.has("renege"):
        return "", "renege", "renege"
    arithmetic = _with_total(part.steps)
    return _joined(arithmetic or "nothing", "after the renege")


def outcome_word(score: DealScore, side: Side) -> str:
    """The short word on the card beside a side's hand; empty where there is nothing to say."""
    part = score.sides[side]
    if score.outcome is Outcome.RENEGE:
        return "renege" if part.has("renege") else ""
    if not score.played:
        return "not played"
    if part.bidding:
        return _bidders_word(score, part)
    if any(step.code.startswith("saved_") for step in part.steps):
        return "saved"
    return "lost" if any(step.code.startswith("unsaved_") for step in part.steps) else ""


def _bidders_word(score: DealScore, part: SideScore) -> str:
    if score.outcome is Outcome.SET:
        return "SET"
    return "moon" if part.has("moon") else "made"


# -- before the play ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OutlookText:
    """What the table is told once the melds are in; `rest` may be several sentences."""

    headline: str
    rest: str
    tone: Tone


def outlook_sentences(book: RuleBook, record: DealRecord, names: Names) -> OutlookText:
    """What the bidding side needs, or why the hand is not played, in words."""
    if record.renege is not None:
        return OutlookText("Renege.", f"{names[record.renege]} reneged, and that decides the hand.", "note")
    view = outlook(book, record)
    if view.kind == "not_played":
        return _not_played(book, record, names)
    if record.thrown_in and book.contract.throw_in:
        return OutlookText("Thrown in.", _each_scores(book, record, names), "set")
    if view.kind == "cannot_make":
        return _cannot_make(book, record, view, names)
    return OutlookText("On the board.", _on_the_board(book, record, view, names), "go")


def _not_played(book: RuleBook, record: DealRecord, names: Names) -> OutlookText:
    record = replace(record, thrown_in=False)
    side = book.side_of(record.bidder)
    first = score_deal(book, record).sides[side].steps[0]
    why = step_sentence(book, first, names[side]).replace(": the hand is not played", "")
    why = why.replace(", so the hand is not played", "")
    return OutlookText("Not played.", f"{why} {_each_scores(book, record, names)}", "set")


def _each_scores(book: RuleBook, record: DealRecord, names: Names) -> str:
    """`Ann & Carl −90, Beatrice & Dominic +22.`: what each gets without any play."""
    scores = score_deal(book, record).scores
    return ", ".join(f"{names[side]} {signed(scores[side])}" for side in _bidders_first(book, record)) + "."


def _bidders_first(book: RuleBook, record: DealRecord) -> tuple[Side, ...]:
    bidding = book.side_of(record.bidder)
    return (bidding, *book.others(bidding))


def _cannot_make(book: RuleBook, record: DealRecord, view: Outlook, names: Names) -> OutlookText:
    bidding = book.side_of(record.bidder)
    others = listed([names[side] for side in book.others(bidding)])
    play_on = f"{_out_of_reach(book, view)} Play on: {others} still score."
    if not view.may_throw_in:
        return OutlookText("Cannot make it.", play_on, "note")
    thrown = _each_scores(book, replace(record, thrown_in=True), names)
    return OutlookText("Cannot make it.", f"{play_on} Or throw the hand in: {thrown}", "note")


def _out_of_reach(book: RuleBook, view: Outlook) -> str:
    sweep = book.bonuses.all_tricks
    if sweep and sweep.counts_towards_bid:
        return f"The bid needs {view.points} more, and all {view.total} and {sweep.points} for every trick are too few."
    return f"The bid needs {view.points} more, and there are {view.total}."


def _on_the_board(book: RuleBook, record: DealRecord, view: Outlook, names: Names) -> str:
    who = _voice(book, names[book.side_of(record.bidder)])
    if record.moon and book.bonuses.moon:
        return f"{_need_in_play(book, view, who)} The moon asks for every trick."
    return _need_in_play(book, view, who)


def _need_in_play(book: RuleBook, view: Outlook, who: _Voice) -> str:
    if view.every_trick and book.bonuses.all_tricks:
        return f"{who('need')} every trick and its {book.bonuses.all_tricks.points}."
    if not view.points:
        return _ENOUGH[view.need]
    of = f"{who('need')} {view.points} of {view.total}"
    if view.need == "points" and view.points <= book.contract.points_needed:
        return f"{of} in tricks."
    if view.need == "counter" and view.points <= book.deck.last_trick:
        return f"{of}, and it must be a counter." if not book.contract.last_trick_is_counter else f"{of}."
    if view.need == "trick" and view.points <= book.buried_points:
        return f"{of}, and a trick, or the meld is lost."
    return f"{of}."


_ENOUGH: Final = {
    "nothing": "The meld covers the bid: it is made already.",
    "counter": "The meld covers the bid: one counter is enough.",
    "trick": "The meld covers the bid: one trick is enough.",
    "points": "The meld covers the bid.",
}


# -- questions ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class QuestionText:
    """A question for the table, with the words for its two answers."""

    question: str
    yes: str
    no: str


def question_text(book: RuleBook, question: Question, names: Names) -> QuestionText:
    """A question of `open_questions` in words. Yes means: so it was (`with_answer`)."""
    name = names[question.side]
    if question.code == "tricks":
        note = " Buried cards are no trick." if book.buried_points else ""
        return QuestionText(f"Did {name} win a trick at all?{note}", "Yes, at least one", "No, not one")
    points = book.deck.last_trick
    if points == 1:
        return QuestionText(
            f"{name} took 1 point. Was it only the last trick?", "Yes, only the last trick", "No, it was a counter"
        )
    return QuestionText(
        f"{name} took {points} points. Were they only the last trick?", "Yes, only the last trick", "No, counters"
    )


# -- the game ----------------------------------------------------------------------------


def won_sentence(book: RuleBook, won: Won, names: Names, totals: Totals) -> str:
    """Who won the game, by what, and the rule that says so."""
    who = _voice(book, names[won.side])
    others = listed([figure_text(totals[side]) for side in book.others(won.side)])
    return f"{who('win')}: {figure_text(totals[won.side])} to {others}. {_why_won(book, won, totals)}"


def _why_won(book: RuleBook, won: Won, totals: Totals) -> str:
    target = book.game.target
    if won.code == "bid_to_win":
        return f"Bid to win was in force, and the bidding side stands at {target} or more."
    if won.code == "higher_score":
        sides = "Both sides" if len(book.sides) == 2 else "More than one"
        return f"{sides} reached {target}, and the higher score wins."
    if won.code == "bidding_side_first":
        if book.game.both_reach == "higher_score":
            return "The totals are level, and then the bidding side wins."
        return f"The bidding side is counted first and reached {target}."
    return f"That is {target} or more."


def held_back_sentence(book: RuleBook, side: Side, names: Names, totals: Totals) -> str:
    """Why a side that stands at the target after a hand has not won on it."""
    target = book.game.target
    first = leaders(book, totals)
    if len(first) > 1:
        return f"The totals are level at {figure_text(totals[first[0]])}: another hand is played."
    who = _voice(book, names[side])
    return (
        f"{who('stand')} at {target} or more, but bid to win was in force: "
        "only the side that won the auction could win on this hand. Play on."
    )


def to_go(book: RuleBook, total: int) -> str:
    """`48 to go`; empty in a game without a target."""
    target = book.game.target
    if target is None:
        return ""
    return f"{target - total} to go" if total < target else f"at {target} or more"


def hands_played(book: RuleBook, played: int, agreed: int | None = None) -> str:
    """`2 of 4 hands played`; `agreed` is the number a table without one in its book agreed on."""
    hands = agreed or book.game.deals
    if hands is None:
        return f"{played} hand{'' if played == 1 else 's'} played"
    return f"{played} of {hands} hands played"


def final_sentence(book: RuleBook, names: Names, totals: Totals) -> str:
    """How a game of an agreed number of hands ended."""
    first = leaders(book, totals)
    best = figure_text(totals[first[0]])
    if len(first) > 1:
        return f"All hands are played. {listed([names[side] for side in first])} are level at {best}."
    who = _voice(book, names[first[0]])
    rest = listed([figure_text(totals[side]) for side in book.others(first[0])])
    return f"All hands are played. {who('lead')}: {best} to {rest}."


def late_sentence(book: RuleBook, minutes: int) -> str:
    """`12 minutes late: 70 off.` or what else so many minutes mean; empty for none."""
    if minutes <= 0 or book.round is None:
        return ""
    cost = tardiness(book, minutes)
    said = f"{minutes} minute{'' if minutes == 1 else 's'}"
    if cost.replaced:
        return f"{said} late: replaced, scores 0 in this round."
    if cost.points:
        return f"{said} late: {cost.points} off."
    return f"{said} late: nothing off."
