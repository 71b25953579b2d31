"""Reasons compare the choice with the one that was played, by what both came to in the same playouts."""

import random
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from statistics import fmean
from typing import Final

import pytest

from scoring.play.actions import Answer, Bid, Declare, NameTrump, PassCards, PlayCard
from scoring.play.bots import forecast
from scoring.play.bots.budget import Budget
from scoring.play.bots.expert import ExpertBot
from scoring.play.bots.stakes import Result, record_of_view
from scoring.play.engine import Outcome, engine_for
from scoring.play.pages.hints import hint_context
from scoring.play.pages.reasons import next_best, reason
from scoring.play.pages.review import judged_context
from scoring.play.review import Judged, decisions, judged
from scoring.play.seat_view import SeatView, seat_view
from scoring.play.state import Phase
from scoring.play.table import Contrast, Decision, Option
from scoring.rules import deal_score
from scoring.rules.book import built_in_book
from scoring.rules.cards import Card
from scoring.rules.notation import SUIT_SIGNS, parse_cards, sign
from tests.books import PLAYED
from tests.sampling import every, sample
from tests.scoring.play.random_deals import random_deal

CARD: Final = re.compile("(?:10|[AKQJ9])[" + "".join(SUIT_SIGNS.values()) + "]")
WAYS: Final = re.compile(r"in (all 100 ways|(\w+) of 100 ways)(?:; .+, in (\w+))?\.$")
QS, TS = (PlayCard("S", card) for card in parse_cards("QS TS"))


def expert(playouts: int = 200) -> ExpertBot:
    return ExpertBot(seed=1, budget=Budget(playouts=playouts), tells=True)


# -- words -------------------------------------------------------------------------------


def beside(other, *contrasts: Contrast, best=QS, book: str = "st-hilary") -> str:
    """The sentence of a choice that nothing is seen of, beside one that costs two points."""
    every = {what: Contrast(what, 0.0, 0.0, 0.0) for what in ("made", "set", "beaten", "kept", "take")}
    told = tuple((every | {each.what: each for each in contrasts}).values())
    option = Option(other, 2.0, 0.1, told)
    return reason(built_in_book(book), Decision(best, "", (Option(best, 0.0), option)), option)


NO_FIGURE: Final = "Played out in many ways, nothing scores more."


@pytest.mark.parametrize(
    ("contrast", "says"),
    [
        (Contrast("made", 0.88, 0.59, 0.01, 52), "makes 52 in 88 of 100 ways; with the 10♠, in 59."),
        (Contrast("made", 1.0, 0.996, 0.0001, 52), None),
        (Contrast("made", 1.0, 0.976, 0.0001, 52), "makes 52 in all 100 ways; with the 10♠, in 98."),
        (Contrast("made", 0.9999, 0.0, 0.01), "makes the bid in 99 of 100 ways; with the 10♠, in none."),
        (Contrast("made", 0.59, 0.88, 0.01, 52), None),
        (Contrast("made", 0.88, 0.59, 0.1, 52), None),
        (Contrast("kept", 0.88, 0.59, 0.01, 20), "keeps its 20 meld in 88 of 100 ways; with the 10♠, in 59."),
        (Contrast("take", 12.9, 10.1, 0.1), "takes about 3 points more than with the 10♠."),
        (Contrast("take", 12.9, 11.7, 0.1), "takes about a point more than with the 10♠."),
        (Contrast("take", 12.9, 12.4, 0.1), "takes about half a point more than with the 10♠."),
        (Contrast("take", 12.9, 12.7, 0.01), None),
        (Contrast("take", 12.9, 10.1, 1.0), None),
        (Contrast("last", 0.7, 0.5, 0.01), "wins the last trick in 70 of 100 ways; with the 10♠, in 50."),
    ],
)
def test_a_difference_is_told_where_it_is_clear(contrast: Contrast, says: str | None):
    assert beside(TS, contrast) == (f"With the Q♠, your side {says}" if says else NO_FIGURE)


@pytest.mark.parametrize(
    ("first", "second", "what"),
    [
        (Contrast("made", 0.5, 0.4, 0.01), Contrast("kept", 0.9, 0.6, 0.01), "keeps its meld"),
        (Contrast("beaten", 0.5, 0.4, 0.01), Contrast("take", 20.0, 10.0, 0.01), "the other side is set"),
        (Contrast("last", 0.9, 0.5, 0.01), Contrast("take", 11.0, 10.4, 0.01), "wins the last trick"),
        (Contrast("last", 0.9, 0.5, 0.01), Contrast("take", 20.0, 10.0, 0.01), "takes about 10 points more"),
    ],
)
def test_of_two_differences_the_greater_is_told(first: Contrast, second: Contrast, what: str):
    assert what in beside(TS, first, second)


@pytest.mark.parametrize(
    ("best", "other", "contrast", "says"),
    [
        (
            Bid("A", None),
            Bid("A", 21),
            Contrast("set", 0.0, 0.31, 0.01),
            "Passing, you are set in none of 100 ways; bidding 21, in 31.",
        ),
        (
            NameTrump("A", "H"),
            NameTrump("A", "C"),
            Contrast("made", 0.5, 0.4, 0.01),
            "With ♥ hearts as trump, you make the bid in 50 of 100 ways; with ♣ clubs as trump, in 40.",
        ),
        (
            PassCards("A", parse_cards("9C KS")),
            PassCards("A", parse_cards("9C 9D")),
            Contrast("beaten", 0.5, 0.4, 0.01),
            "Passing K♠ 9♣, the bidder is set in 50 of 100 ways; passing 9♦ 9♣, in 40.",
        ),
    ],
)
def test_players_alone_are_addressed_and_each_choice_is_called_what_it_is(best, other, contrast, says):
    assert beside(other, contrast, best=best, book="gwinnett-3") == says


@pytest.mark.parametrize(
    ("best", "other", "contrast", "says"),
    [
        (
            Declare("A", "play"),
            Declare("A", "throw_in"),
            ("made", 0.44, 0.0),
            "{} in 44 of 100 ways; thrown in, in none.",
        ),
        (Declare("A", "throw_in"), Declare("A", "play"), ("made", 0.0, 0.12), "{} in 12 of 100 ways."),
        (Declare("A", "lay"), Declare("A", "moon"), ("made", 1.0, 0.12), "{} in all 100 ways; as a moon, in 12."),
        (Answer("A", True), Answer("A", False), ("beaten", 0.0, 0.12), "{} in 12 of 100 ways."),
        (Answer("A", False), Answer("A", True), ("beaten", 0.7, 0.0), "{} in 70 of 100 ways; left to stand, in none."),
    ],
)
def test_a_hand_that_is_not_played_stands_beside_the_play_that_would_lose(best, other, contrast, says):
    does = "the bidder is set" if isinstance(best, Answer) else "you make 60"
    begins = "Cut and laid" if best == Declare("A", "lay") else "Played out"

    what, one, two = contrast
    said = beside(other, Contrast(what, one, two, 0.01, 60), best=best, book="cutthroat")

    assert said == says.format(f"{begins}, {does}")


def test_a_tie_and_a_choice_that_was_not_weighed_are_told_by_what_is_seen():
    book, decision = built_in_book("npa"), Decision(QS, "You can’t beat the A♠.", (Option(QS, 0.0),))

    assert reason(book, decision, None) == "You can’t beat the A♠."
    assert reason(book, decision, Option(TS, 0.0, 0.1, (Contrast("made", 0.9, 0.1, 0.01),))) == "You can’t beat the A♠."


# -- decisions of deals ------------------------------------------------------------------


def looked_over(key: str, number: int) -> Iterator[tuple[SeatView, Judged]]:
    """Decisions that players by chance made, beside the Expert's."""
    book, rng = built_in_book(key), random.Random(f"reasons {key}")
    found = [moment for seat in book.seats for moment in decisions(random_deal(book, rng), seat)]
    for moment in rng.sample(found, number):
        view = seat_view(moment.before, moment.action.seat)
        yield view, judged(moment, expert().compare(view, moment.action))


@pytest.mark.parametrize("key", PLAYED)
def test_a_review_names_no_third_card(key):
    """But those on the table: the one to play and the one that was played, where they are the same the next best."""
    for view, found in looked_over(key, sample(4, 200)):
        said = judged_context(found)["reason"]
        if not isinstance(found.moment.action, PlayCard):
            continue
        other = next_best(found.decision) if found.is_same else found.weighed
        cards = {each.action.card for each in (found.decision, other) if each and isinstance(each.action, PlayCard)}
        named = set(CARD.findall(said)) - set(map(sign, view.trick.cards if view.trick else ()))
        assert named <= set(map(sign, cards)), said
        assert "likely to cost" not in said


def test_a_hint_tells_the_next_best_that_costs_something():
    for view, found in looked_over("npa", 6):
        hint = hint_context(view.book, found.decision, "Expert", view.asked)
        assert hint["reason"] == view.book.words.say(reason(view.book, found.decision, next_best(found.decision)))


# -- the figures, counted anew -----------------------------------------------------------


def recounted(view: SeatView, outcome: Outcome) -> dict[str, float]:
    """What a playout comes to, by the book and not by what bots look up."""
    book, side = view.book, view.side
    won = {each: sum(outcome.tricks[book.seats.index(seat)] for seat in book.seats_of(each)) for each in book.sides}
    last = book.side_of(book.seats[outcome.last])
    takes = dict(zip(book.sides, outcome.takes, strict=True))
    record = replace(record_of_view(view), take=takes, tricks=won, last_trick=last)
    score = deal_score.score_deal(book, record)
    steps = score.sides[side].steps
    return {
        "made": any(step.code == "made" for step in steps),
        "set": any(step.code.startswith("set_") for step in steps),
        "beaten": side != book.side_of(record.bidder) and score.outcome is deal_score.Outcome.SET,
        "kept": sum(step.amount for step in steps if step.code == "meld") == record.meld[side],
        "last": last == side,
        "take": takes[side],
    }


@pytest.mark.parametrize("key", every(2, PLAYED))
def test_figures_of_cards_are_those_of_the_playouts(key, monkeypatch):
    played: defaultdict[Card, list[Outcome]] = defaultdict(list)
    engine = type(engine_for(built_in_book(key)))
    evaluate = engine.evaluate

    def noted(self, position, worlds, candidates, *rest, **named):
        found = evaluate(self, position, worlds, candidates, *rest, **named)
        if played and not played.keys() >= set(candidates):  # one that was not weighed before, beside the best alone
            played.clear()
        for card, outcomes in zip(candidates, found, strict=True):
            played[card] += outcomes
        return found

    monkeypatch.setattr(engine, "evaluate", noted)
    told = 0
    for view, found in looked_over(key, sample(14, 100)):
        # One that does better beside the choice alone is as good, and nothing is told beside it.
        weighed = found.weighed if found.moment.before.phase is Phase.TRICKS and not found.is_same else None
        if weighed and weighed.contrasts:
            told += holds(view, found, played)
        played.clear()
    assert told


def holds(view: SeatView, found: Judged, played: dict[Card, list[Outcome]]) -> bool:
    """The contrasts of the played card, and the sentence; whether that tells ways of 100 or points."""
    assert found.weighed is not None
    cards = [action.card for action in (found.decision.action, found.weighed.action)]
    both = [[recounted(view, outcome) for outcome in played[card]] for card in cards]
    number = min(map(len, both))
    counted = {what: [fmean(each[what] for each in of_card[:number]) for of_card in both] for what in both[0][0]}
    contrasts = {contrast.what: contrast for contrast in found.weighed.contrasts}
    for what, shares in counted.items():
        assert [contrasts[what].best, contrasts[what].other] == pytest.approx(shares), what
    said = judged_context(found)["reason"]
    ways = WAYS.search(said)
    if ways is None:
        return " more than with the " in said
    figures = [100 if ways[1].startswith("all") else ways[2], ways[3]]
    as_told = [{"all": 100, "none": 0}.get(str(figure), figure) for figure in figures]
    assert any(
        all(abs(int(figure) - 100 * share) <= 1 for figure, share in zip(as_told, shares, strict=True))
        for shares in counted.values()
    ), said
    return True


def test_figures_of_bids_are_those_of_the_contracts(monkeypatch):
    """As `forecast` found them, in the order of the bids."""
    every: list[list[Result]] = []
    results = forecast.results

    def noted(*asked):
        every.append(results(*asked))
        return every[-1]

    monkeypatch.setattr(forecast, "results", noted)
    told = 0
    for _, found in looked_over("hidden-valley", 30):
        option = found.weighed
        if isinstance(found.moment.action, Bid) and option and option.contrasts and len(found.decision.options) == 2:
            best, other = ([each for batch in every[turn::2] for each in batch] for turn in (0, 1))
            if found.decision.action != first_weighed(found):
                best, other = other, best
            for contrast in option.contrasts:
                shares = [fmean(getattr(each, contrast.what) for each in part) for part in (best, other)]
                assert [contrast.best, contrast.other] == pytest.approx(shares)
            told += 1
        every.clear()
    assert told


def first_weighed(found: Judged) -> object:
    """A bid is weighed first, a pass after it."""
    return max((option.action for option in found.decision.options), key=lambda bid: bid.amount or 0)
