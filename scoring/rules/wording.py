"""A score in sentences, as one says it at the table. The words for each reason stand in the chapter of `book` that
gives it; here they are put together with people's names. Nothing is decided here: every figure comes from a step, a
total or the book."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from scoring.rules.notation import counted

from .book import CHAPTERS, RuleBook
from .book.contract import ENOUGH
from .book.game import why_won
from .book.printing import capital
from .book.reasons import Reason, Step, Voice
from .book.renege import UNPROVEN_CALL, cause_words
from .cards import Seat, Side
from .deal_score import (
    DealRecord,
    DealScore,
    Outcome,
    Outlook,
    SideScore,
    book_of,
    can_make,
    may_be_thrown_in,
    offending_side,
    outlook,
    renege_step,
    score_deal,
)
from .game import Totals, Won, bid_to_win_in_force, leaders
from .notation import MINUS, figure_text, listed, signed
from .questions import NO, YES, Question
from .tournament import tardiness, winners

Names = Mapping[Side, str]
Tone = Literal["go", "note", "set"]


def voice(book: RuleBook, name: str) -> Voice:
    """A partnership takes the plural, one that was called too, and so does "You", a player at a screen."""
    return Voice(name, plural=book.has_partners or " & " in name or name == "You")


# -- the steps of a score ----------------------------------------------------------------

REASONS: Final[Mapping[str, Reason]] = {code: words for chapter in CHAPTERS for code, words in chapter.reasons.items()}


def step_sentence(book: RuleBook, step: Step, name: str) -> str:
    """The sentence for one step of the score of the side called `name`; raises `KeyError` for an unknown code."""
    return REASONS[step.code].says(step, voice(book, name), book.words.say)


def _short(step: Step) -> str:
    """The reason of a step as the one line on the card puts it."""
    return REASONS[step.code].short.format_map(step.facts)


def standing_in(part: SideScore, where: str) -> tuple[Step, ...]:
    """The steps whose amounts stand in that place on the line of a hand (`Reason.stands`); those of 0 only explain."""
    return tuple(step for step in part.steps if step.amount and REASONS[step.code].stands == where)


def mark_text(step: Step) -> str:
    """`+500 pinochle`, `+60 their set`: an amount that is neither meld nor take, as it stands on the line of a hand."""
    reason = REASONS[step.code]
    words = reason.mark(step) if callable(reason.mark) else reason.mark or reason.called
    return f"{signed(step.amount)} {words.format_map(step.facts).lower()}"


# -- one line for the preview ------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SideLine:
    """One side's hand in one line (`text`), for `points`: `19 + 14 = 33` (if anything was added up) and `made 27`."""

    arithmetic: str
    verdict: str
    points: int
    text: str

    @property
    def signed_points(self) -> str:
        """`+33`, `−27`, `0`."""
        return signed(self.points)


def side_line(book: RuleBook, score: DealScore, side: Side) -> SideLine:
    """The line of one side for the preview of a hand."""
    part = score.sides[side]
    played = replace(part, steps=tuple(step for step in part.steps if step.code != "ruled"))
    arithmetic, verdict, text = map(book.words.say, _line(book, score, played))
    ruled = part.score - played.score
    if ruled:
        verdict = text
        arithmetic = (
            f"{figure_text(played.score)} {MINUS if ruled < 0 else '+'} {abs(ruled)} = {figure_text(part.score)}"
        )
        text = f"{verdict}. With the ruling {arithmetic}"
    return SideLine(arithmetic, verdict, part.score, text)


def score_first(book: RuleBook, score: DealScore, side: Side) -> tuple[str, str]:
    """What a side's hand comes to, and why: `17 of 25: set, −25` and `8 + 9`, `+33` and `19 + 14 = 33, made 27`."""
    line, part = side_line(book, score, side), score.sides[side]
    short = next((step.facts for step in part.steps if step.code == "set_short"), None)
    if not short or not line.arithmetic:
        return line.signed_points, ", ".join(filter(None, (line.arithmetic, line.verdict)))
    kept = line.verdict.partition(", ")[2]
    why = ", ".join(filter(None, (line.arithmetic.partition(" = ")[0], kept)))
    return f"{short['have']} of {short['bid']}: set, {line.signed_points}", why


def _line(book: RuleBook, score: DealScore, part: SideScore) -> Phrases:
    if part.has("sat_out"):
        return "", _short(part.steps[0]), _short(part.steps[0])
    if score.outcome is Outcome.VOID:
        return "", "void", "void"
    if part.has("renege"):
        return "", "renege", "renege"
    if score.outcome is Outcome.RENEGE:
        return _joined(_with_total(part.steps) or "nothing", "after the renege")
    if not score.played and score.outcome is Outcome.MADE:
        return _laid_line(part)
    if not score.played and part.bidding:
        why = _short(_judged(part))
        return "", why, f"not played: {why}"
    if not score.played:
        others = _with_total(part.steps)
        return _joined(others, "not played") if others else ("", "not played", "not played, nothing to score")
    return _bidders_line(part) if part.bidding else _defenders_line(book, part)


Phrases = tuple[str, str, str]  # arithmetic, verdict, text


def _joined(arithmetic: str, verdict: str) -> Phrases:
    return arithmetic, verdict, ", ".join(part for part in (arithmetic, verdict) if part)


def _sum(steps: Sequence[Step]) -> str:
    """`8 + 11`, `12 + 9 − 20`, `bid 75 + meld 22`: the amounts that are not 0, named where a bid was won."""
    amounts = [step for step in steps if step.amount]
    named = any(step.code == "bid_won" for step in amounts)
    text = ""
    for step in amounts:
        sign = f" {MINUS} " if step.amount < 0 else " + "
        called = f"{REASONS[step.code].called.format_map(step.facts).lower()} " if named else ""
        text += f"{sign if text else sign.strip(' +')}{called}{abs(step.amount)}"
    return text


def _with_total(steps: Sequence[Step]) -> str:
    """The sum with its total, where there is something to add up."""
    if sum(1 for step in steps if step.amount) < 2:
        return _sum(steps)
    return f"{_sum(steps)} = {figure_text(sum(step.amount for step in steps))}"


def _judged(part: SideScore) -> Step:
    """The step with the figures that the bid was judged by, and the verdict."""
    return next(step for step in part.steps if "have" in step.facts)


def _bidders_line(part: SideScore) -> Phrases:
    judged = _judged(part)
    facts = judged.facts
    if part.has("cut_and_lay"):
        return _joined(_with_total(part.steps), f"made {facts['bid']}, cut and laid")
    if part.has("game_meld"):
        return _joined(_with_total(part.steps), f"made {facts['bid']}, a meld that is the game")
    if part.has("bid_scored"):
        moon = " and the moon" if part.has("moon") else ""
        return _joined(_with_total(part.steps), f"made {facts['bid']} with {facts['have']}{moon}")
    if judged.code == "made":
        both = [facts["meld"], facts["take"]]
        both += [step.amount for step in part.steps if step.code in ("all_tricks", "moon") and step.amount]
        moon = " and the moon" if part.has("moon") else ""
        return _joined(f"{' + '.join(map(str, both))} = {part.score}", f"made {facts['bid']}{moon}")
    if judged.code == "set_moon_missed":
        return _set_line(part, "", _short(judged))
    bonus = f" + {facts['bonus']}" if facts["bonus"] else ""
    return _set_line(part, f"{facts['meld']} + {facts['take']}{bonus} = {facts['have']}", _short(judged))


def _set_line(part: SideScore, arithmetic: str, why: str) -> Phrases:
    """`set: 12 + 9 = 21, short of 27 by 6`, and what was kept or added all the same."""
    if part.has("set_keeps"):
        why += ", meld and take kept"
    if part.has("moon"):
        why += ", moon paid"
    _, _, text = _joined(arithmetic, why)
    return arithmetic, why, f"set: {text}"


def _defenders_line(book: RuleBook, part: SideScore) -> Phrases:
    arithmetic = _with_total(part.steps) if part.has("bid_won") else _sum(part.steps)
    if book.contract.defenders_need == "nothing":
        return _joined(_with_total(part.steps) or "no meld, no take", "")
    unsaved = next((step for step in part.steps if step.code.startswith("unsaved_")), None)
    # Too little never counted, so it isn't lost.
    too_little = [f"meld under {book.meld.minimum} doesn’t count"] if part.has("meld_below_minimum") else []
    if unsaved is None:
        verdict = "meld saved" if part.counted else "meld lost" if part.meld else "no meld"
        return _joined(arithmetic, *too_little or [verdict])
    lost = ["meld"] if part.meld and not part.counted and not too_little else []
    lost += ["take"] if part.take and part.has("take_lost") else []
    lost_words = ", ".join([*([f"{listed(lost)} lost"] if lost else []), *too_little])
    return _joined(arithmetic, f"{_short(unsaved)}: {lost_words}" if lost_words else _short(unsaved))


def _laid_line(part: SideScore) -> Phrases:
    """The line of a hand that was laid down and stands."""
    arithmetic = _with_total(part.steps)
    if part.bidding:
        return _joined(arithmetic, "cut and laid")
    return _joined(arithmetic or "nothing", "not played" if not part.meld or part.counted else "meld lost")


def outcome_word(score: DealScore, side: Side) -> str:
    """The short word on the card beside a side's hand; empty where there is nothing to say."""
    part = score.sides[side]
    if part.has("sat_out"):
        return _short(part.steps[0])
    if score.outcome is Outcome.VOID:
        return "void"
    if score.outcome is Outcome.RENEGE:
        return "renege" if part.has("renege") else ""
    if not score.played:
        is_laid = score.outcome is Outcome.MADE
        return ("laid" if part.bidding else "") if is_laid else "not played"
    if part.bidding and score.outcome is Outcome.SET:
        return "SET"
    if part.bidding:
        return "moon" if part.has("moon") else "laid" if part.has("cut_and_lay") else "made"
    if any(step.code.startswith("saved_") for step in part.steps):
        return "saved"
    return "lost" if any(step.code.startswith("unsaved_") for step in part.steps) else ""


# -- before the play ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OutlookText:
    """The outlook once the melds are in; `rest` may be several sentences."""

    headline: str
    rest: str
    tone: Tone


def outlook_sentences(book: RuleBook, record: DealRecord, names: Names) -> OutlookText:
    """What the bidding side needs, or why the hand is not played, in words."""
    book = book_of(book, record)
    offender = offending_side(book, record)
    if offender is not None:
        return OutlookText("Renege.", step_sentence(book, renege_step(book, record, offender), names[offender]), "note")
    view = outlook(book, record)
    if view.kind == "not_played":
        return _not_played(book, record, names)
    if record.laid_stands and book.bonuses.cut_and_lay:
        return OutlookText("Cut and laid.", _each_scores(book, record, names), "go")
    if record.thrown_in and may_be_thrown_in(book, record):
        return OutlookText("Thrown in.", _each_scores(book, record, names), "set")
    if view.kind == "cannot_make":
        return _cannot_make(book, record, view, names)
    need = _need_in_play(book, view, voice(book, names[book.side_of(record.bidder)]))
    moon = book.words.say(" The moon needs every trick.") if record.moon and book.bonuses.moon else ""
    if book.money and not view.points and view.need == "nothing":
        return OutlookText("The bid is made.", f"The meld covers it.{moon}", "go")
    # Where money is at stake, “on the board” says how somebody stands.
    headline = "The bid can be made." if book.money else book.words.say("On the board.")
    return OutlookText(headline, f"{need}{moon}", "go")


def doubt_of_standing(book: RuleBook, record: DealRecord) -> str:
    """The question before a hand that was laid open stands: no trick could make its bid. Empty where one could."""
    if can_make(book_of(book, record), record):
        return ""
    return book.words.say(f"This hand can’t make {record.bid}. Let it stand all the same?")


def _not_played(book: RuleBook, record: DealRecord, names: Names) -> OutlookText:
    record = replace(record, thrown_in=False, laid_stands=False)
    side = book.side_of(record.bidder)
    first = score_deal(book, record).sides[side].steps[0]
    why, say = step_sentence(book, first, names[side]), book.words.say
    why = why.replace(say(": the hand isn’t played"), "").replace(say(", so the hand isn’t played"), "")
    return OutlookText("Not played.", f"{why} {_each_scores(book, record, names)}", "set")


def _each_scores(book: RuleBook, record: DealRecord, names: Names) -> str:
    """`Ann & Carl −90, Beatrice & Dominic +22.`: the scores without any play."""
    scores, bidding = score_deal(book, record).scores, book.side_of(record.bidder)
    return ", ".join(f"{names[side]} {signed(scores[side])}" for side in (bidding, *book.others(bidding))) + "."


def _cannot_make(book: RuleBook, record: DealRecord, view: Outlook, names: Names) -> OutlookText:
    bidding = book.side_of(record.bidder)
    others = [names[side] for side in book.others(bidding)]
    who = voice(book, others[0]) if len(others) == 1 else Voice(listed(others), plural=True)
    sweep = book.bonuses.towards_bid
    in_tricks = (
        f"and even every {book.words.trick}, with its extra {sweep.points}, brings only {view.total + sweep.points}"
        if sweep
        else f"and there are {view.total}"
    )
    play_on = f"The bid needs {view.points} more, {in_tricks}. Play on: {who.inside['still score']}."
    if not view.may_throw_in:
        return OutlookText("Can’t make it.", play_on, "note")
    thrown = _each_scores(book, replace(record, thrown_in=True), names)
    return OutlookText("Can’t make it.", f"{play_on} {book.words.say('Or throw the hand in')}: {thrown}", "note")


def _need_in_play(book: RuleBook, view: Outlook, who: Voice) -> str:
    trick = book.words.trick
    if view.every_trick and book.bonuses.all_tricks:
        return f"{who['need']} every {trick} and its {book.bonuses.all_tricks.points}."
    if not view.points:
        return book.words.say(ENOUGH[view.need])
    of = f"{who['need']} {view.points} of {view.total}"
    if view.need == "counter" and view.points <= book.deck.last_trick:
        return f"{of}, and it must be a counter." if not book.contract.last_trick_is_counter else f"{of}."
    if view.need == "trick" and view.points <= book.buried_points:
        return f"{of}, and {book.words.say('a trick')}, or the meld is lost."
    return f"{of}."


# -- questions ---------------------------------------------------------------------------


def question_text(
    book: RuleBook, question: Question, names: Names, players: Mapping[Seat, str]
) -> tuple[str, Mapping[str, str]]:
    """A question for the table, and the words for its answers (`questions.answers`); none where a figure is asked
    for."""
    say = book.words.say
    match question.code:
        case "tricks":
            note = say(" Buried cards don’t count as one.") if book.buried_points else ""
            asked = f"Did {names[question.who]} {say('win a trick')} at all?{note}"
            return asked, {YES: "Yes, at least one", NO: "No, not one"}
        case "each_trick":
            partners = {seat: players[seat] for seat in book.seats_of(question.who)}
            none = {seat: f"No, {name} won none" for seat, name in partners.items()}
            return f"Did {listed([*partners.values()])} each {say('win a trick')}?", {YES: "Yes, both", **none}
        case "player_meld":
            name = players[question.who]
            return f"{name} {say('won no trick')}. What did {name} meld?", {}
        case "renege_cause":
            causes = {cause: capital(say(cause_words(cause))) for cause in (*book.renege.kinds, UNPROVEN_CALL)}
            return f"How did {names[question.who]} renege?", causes
        case "second_renege":
            others = book.others(question.who)
            if len(others) == 1:
                asked = f"Did {names[others[0]]} renege too, later in the hand?"
                return asked, {NO: "No", others[0]: "Yes, later"}
            seconds = {NO: "Nobody", **{side: names[side] for side in others}}
            return "Who else reneged, later in the hand?", seconds
        case _:
            took, points = f"{names[question.who]} took", book.deck.last_trick
            if points == 1:
                asked, no = f"{took} 1 point. Was it {say('only the last trick')}?", "No, it was a counter"
            else:
                asked, no = f"{took} {points} points. Were they {say('only the last trick')}?", "No, counters"
            return asked, {YES: say("Yes, only the last trick"), NO: no}


# -- the game ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ResultText:
    """How a game ended: `Ann & Carl win`, `154 to 15`, and why."""

    headline: str
    score: str
    why: str

    @property
    def sentence(self) -> str:
        """`Ann & Carl win: 154 to 15. They reached 150.`"""
        return f"{self.headline}: {self.score}. {self.why}"


def won_result(book: RuleBook, won: Won, names: Names, totals: Totals) -> ResultText:
    """The winner of the game, by what figures and which rule, and why a side that stands as high did not win."""
    why = why_won(book.game, book.deal, won.code, names[won.side])
    others = _standing(book, totals, but=won.side)
    if won.code == "bid_to_win" and others:
        only = book.words.say(f"only {book.deal.bidder} could win on that hand")
        why += f" {_passed(book, others, names, totals)} too, but {only}."
    return ResultText(voice(book, names[won.side])["win"], to_the_others(book, won.side, totals), why)


def final_result(
    book: RuleBook,
    names: Names,
    totals: Totals,
    why: str = "All hands have been played.",
    last_bid: Side | None = None,
) -> ResultText:
    """The winner of a game without a target, or one that ended before it: the most points, then the `last_bid` where
    the book says so."""
    first, why = winners(book, totals, last_bid), book.words.say(why)
    if len(first) > 1:
        return ResultText(f"{listed([names[side] for side in first])} are tied", figure_text(totals[first[0]]), why)
    win = f"{voice(book, names[first[0]])['win']}{' the round' if book.round else ''}"
    if len(leaders(book, totals)) > 1:
        why = f"{why} {book.words.say('It ended tied, and the side that bid on the last hand wins.')}"
    return ResultText(win, to_the_others(book, first[0], totals), why)


def agreed_end(hands: int) -> str:
    """Why a card that every side has signed is over, though no rule of its book ended the game."""
    return f"The game ended by agreement after {counted(hands, 'hand')}."


def to_the_others(book: RuleBook, side: Side, totals: Totals) -> str:
    """`154 to 15`."""
    return f"{figure_text(totals[side])} to {listed([figure_text(totals[other]) for other in book.others(side)])}"


def held_back_sentence(
    book: RuleBook, names: Names, before: Totals, after: Totals, raised_to: int | None = None
) -> str:
    """Why a side that stands at the target after a hand has not won on it."""
    standing, lead = _standing(book, after), book.game.needed_lead
    if raised_to is not None:
        return f"{_passed(book, standing, names, after)}, but the bidder didn’t. The game is now to {raised_to}."
    if lead and after[standing[0]] - max(after[side] for side in book.others(standing[0])) < lead:
        on = book.words.say("Play another hand.")
        return f"{_passed(book, standing, names, after)}, but not with a lead of {lead}. {on}"
    if not bid_to_win_in_force(book, before):
        return book.words.say(f"The totals are tied at {figure_text(after[standing[0]])}. Play another hand.")
    only = book.words.say(f"only {book.deal.bidder} could win on that hand")
    return f"{_passed(book, standing, names, after)}, but {only}. Play on."


def _standing(book: RuleBook, totals: Totals, but: Side = "") -> list[Side]:
    """The sides at the target or past it, highest first."""
    target = book.game.target
    standing = [side for side in book.sides if target is not None and totals[side] >= target and side != but]
    return sorted(standing, key=lambda side: -totals[side])


def _passed(book: RuleBook, standing: Sequence[Side], names: Names, totals: Totals) -> str:
    """`Bea & Dom passed 500`."""
    target = book.game.target
    verb = "reached" if any(totals[side] == target for side in standing) else "passed"
    return f"{listed([names[side] for side in standing])} {verb} {target}"


def to_go(book: RuleBook, total: int) -> str:
    """`48 to go`, `past 500`; empty in a game without a target."""
    target = book.game.target
    if target is None:
        return ""
    if total < target:
        return f"{target - total} to go"
    return f"past {target}" if total > target else f"at {target}"


def hands_played(book: RuleBook, played: int, hands: int | None = None, *, are_agreed: bool = False) -> str:
    """`2 of 4 hands played`; `Hand 3 of 12, as agreed` where the table itself agreed on the number."""
    hands = hands or book.game.deals
    if hands is None:
        return book.words.say(f"{counted(played, 'hand')} played")
    if are_agreed and played < hands:
        return book.words.say(f"Hand {played + 1} of {hands}, as agreed")
    return book.words.say(f"{played} of {counted(hands, 'hand')} played")


def late_sentence(book: RuleBook, minutes: int) -> str:
    """`12 minutes late: 70 off.`, or whatever so many minutes mean; empty for none."""
    if minutes <= 0 or book.round is None:
        return ""
    cost = tardiness(book, minutes)
    said = counted(minutes, "minute")
    if cost is None:
        return f"{said} late: replaced, scores 0 this round."
    if cost:
        return f"{said} late: {cost} off."
    return f"{said} late: nothing off."
