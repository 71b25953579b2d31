"""What a deal must be asked: only what matters, and all that matters, in every book and with every switch."""

import random
from dataclasses import dataclass, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.book import RuleBook, built_in_book
from scoring.rules.deal_score import DealRecord, book_of, offending_side, score_deal, unplayed_reason
from scoring.rules.errors import RuleError
from scoring.rules.questions import (
    NO,
    YES,
    Asked,
    Question,
    answers,
    ask,
    open_questions,
    questions_of_renege,
    takes_missed,
    unanswered,
    with_answer,
)
from tests.sampling import sample
from tests.scoring.rules.deal_samples import changed, random_book, random_record

ST_HILARY = built_in_book("st-hilary")
HIDDEN_VALLEY = built_in_book("hidden-valley")
NPA = built_in_book("npa")
GWINNETT = built_in_book("gwinnett")
GWINNETT_3 = built_in_book("gwinnett-3")
EACH_PLAYER = changed(GWINNETT, contract__trick_of="player")
# Books with much to ask, which turning some switches at random seldom makes.
ASKING = (
    EACH_PLAYER,
    changed(GWINNETT, contract__trick_of="player", contract__ordinary_set="meld_and_take_kept"),
    changed(GWINNETT_3, contract__bidders_need="counter", contract__defenders_need="counter"),
    changed(GWINNETT_3, renege__bidders_score="counted_meld_and_take"),
)

randoms = st.randoms(use_true_random=True)


def record(bid: int, meld: tuple[int, ...], take: tuple[int | None, ...] = (), **more: Any) -> DealRecord:
    """A deal that the first side bid; melds and takes in the order of the score card."""
    sides = ("NS", "EW") if len(meld) == 2 else ("A", "B", "C")
    takes = {side: points for side, points in zip(sides, take, strict=False) if points is not None}
    melds = dict(zip(sides, meld, strict=True))
    return DealRecord(bidder=sides[0][0], bid=bid, trump="S", meld=melds, take=takes, **more)


@pytest.mark.parametrize(
    ("book", "deal", "wanted"),
    [
        (ST_HILARY, record(20, (10, 8), (24, 1)), ("last_trick", "EW")),
        (ST_HILARY, record(20, (10, 0), (23, 2)), None),
        (HIDDEN_VALLEY, record(20, (20, 8), (1, 24)), ("last_trick", "NS")),
        (HIDDEN_VALLEY, record(20, (20, 8), (25, 0), moon=True), ("tricks", "EW")),
        (HIDDEN_VALLEY, record(20, (20, 8), (25, 0)), None),
        (GWINNETT, record(21, (20, 8), (25, 0)), ("tricks", "EW")),
        (GWINNETT, record(21, (20, 8), (24, 1)), None),
        (GWINNETT_3, record(21, (20, 8, 2), (3, 20, 2)), ("tricks", "A")),
        (GWINNETT_3, record(21, (20, 8, 2), (4, 20, 1)), None),
        (GWINNETT_3, record(21, (20, 8, 2), (9, 16, 0), renege="B"), ("tricks", "C")),
        (NPA, record(60, (40, 22), (48, 2)), None),
        (EACH_PLAYER, record(21, (20, 0), (14, 11)), ("each_trick", "NS")),
        (EACH_PLAYER, record(50, (20, 8), (14, 11)), ("each_trick", "EW")),  # set however the tricks fell
        (EACH_PLAYER, record(21, (20, 8), (14, 11), renege="EW"), None),  # keeps its meld in any case
    ],
)
def test_open_questions(book: RuleBook, deal: DealRecord, wanted: tuple[str, str] | None) -> None:
    assert open_questions(book, deal) == ((Question(*wanted),) if wanted else ())


def test_a_lone_last_trick_goes_to_a_player_who_could_take_it() -> None:
    """With three players the other one may have taken nothing at all."""
    deal = record(21, (20, 8, 2), (24, 0, 1), tricks={"B": 0})

    assert with_answer(GWINNETT_3, deal, Question("last_trick", "C"), NO).last_trick == "A"
    assert open_questions(GWINNETT_3, deal) == ()


def test_no_to_one_player_leaves_the_last_trick_with_the_one_who_said_yes() -> None:
    book = changed(GWINNETT_3, contract__defenders_need="counter", contract__bidders_need="nothing")
    deal = record(21, (20, 8, 2), (23, 1, 1))

    for question, answer in zip(open_questions(book, deal), (YES, NO), strict=True):
        deal = with_answer(book, deal, question, answer)

    assert deal.last_trick == "B"


def test_a_partner_without_a_trick_is_asked_for_their_meld() -> None:
    deal = record(30, (20, 8), (14, 11))

    asked = with_answer(EACH_PLAYER, deal, Question("each_trick", "NS"), "S")
    told = with_answer(EACH_PLAYER, asked, Question("player_meld", "S"), "6")

    assert open_questions(EACH_PLAYER, asked) == (Question("player_meld", "S"), Question("each_trick", "EW"))
    assert (told.player_meld, told.player_tricks) == ({"N": 14, "S": 6}, {"N": 1, "S": 0})
    assert score_deal(EACH_PLAYER, told).sides["NS"].score == -30  # 14 + 14 is not 30
    assert (
        score_deal(EACH_PLAYER, with_answer(EACH_PLAYER, asked, Question("player_meld", "S"), "4")).scores["NS"] == 30
    )


def test_what_a_player_melded_is_not_asked_where_it_is_known() -> None:
    deal = record(21, (20, 0), (14, 11), player_meld={"N": 20, "S": 0})

    asked = with_answer(EACH_PLAYER, deal, Question("each_trick", "NS"), "N")

    assert open_questions(EACH_PLAYER, asked) == ()
    assert score_deal(EACH_PLAYER, asked).scores["NS"] == -21


@pytest.mark.parametrize("answer", ["21", "-1", "yes", ""])
def test_what_is_no_answer_is_refused(answer: str) -> None:
    with pytest.raises(RuleError):
        with_answer(EACH_PLAYER, record(21, (20, 0), (14, 11)), Question("player_meld", "N"), answer)


def test_number_that_no_meld_is_is_answered_with_the_highest() -> None:
    deal = record(21, (20, 0), (14, 11))

    for question, sentence in (
        (Question("player_meld", "N"), "Enter a number from 0 to 20."),
        (Question("each_trick", "NS"), "Choose one of those shown."),
    ):
        with pytest.raises(RuleError) as raised:
            with_answer(EACH_PLAYER, deal, question, "21")
        assert str(raised.value) == sentence
    assert with_answer(EACH_PLAYER, deal, Question("player_meld", "N"), "20").player_meld == {"N": 20, "S": 0}


# -- asking ------------------------------------------------------------------------------


def test_one_answer_makes_another_question_matter() -> None:
    deal = record(30, (20, 0), (14, 11))
    each, own = Question("each_trick", "NS"), Question("player_meld", "S")

    def asked(**given: str) -> Asked:
        return ask(EACH_PLAYER, deal, open_questions, lambda question: given.get(question.code, ""))

    told, wrong, silent = asked(each_trick="S", player_meld="6"), asked(each_trick="S", player_meld="21"), asked()

    assert (told.questions, told.faults) == ((each, own), {})
    assert told.record.player_meld == {"N": 14, "S": 6}
    assert (wrong.questions, wrong.faults) == ((each, own), {own: "Enter a number from 0 to 20."})
    assert (silent.questions, silent.faults) == ((each,), {each: "One more thing: answer this too."})
    assert silent.record == deal
    assert unanswered(told.record) == deal


@pytest.mark.parametrize(
    ("given", "renege", "second", "unproven"),
    [
        ({}, "EW", None, None),
        ({"second_renege": NO}, "EW", None, None),
        ({"second_renege": "NS"}, "EW", "NS", None),
        ({"renege_cause": "unproven_call", "second_renege": "NS"}, None, None, "EW"),
    ],
)
def test_of_a_renege_may_be_said_how_it_came_about_and_who_else(
    given: dict[str, str], renege: str | None, second: str | None, unproven: str | None
) -> None:
    deal = record(60, (40, 22), renege="EW")

    asked = ask(NPA, deal, questions_of_renege, lambda question: given.get(question.code, ""))

    assert asked.faults == {}  # nobody must say
    assert asked.questions[:2] == (Question("renege_cause", "EW"), Question("second_renege", "EW"))
    found = asked.record
    assert (found.renege, found.second_renege, found.unproven_call) == (renege, second, unproven)
    assert unanswered(found) == deal


def test_nothing_is_asked_of_a_renege_where_there_is_none() -> None:
    assert questions_of_renege(NPA, record(60, (40, 22))) == ()
    assert questions_of_renege(NPA, record(60, (40, 22), unproven_call="EW")) == (Question("renege_cause", "EW"),)


# -- takes -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("book", "deal", "wanted"),
    [
        (GWINNETT, record(21, (20, 8), renege="NS"), ("EW",)),
        (GWINNETT, record(21, (20, 8), renege="EW"), ("NS",)),
        (GWINNETT, record(21, (20, 8), (None, 5), renege="EW"), ("NS",)),
        (GWINNETT, record(21, (20, 8), (0,), renege="EW"), ()),
        (GWINNETT_3, record(21, (20, 8, 2), renege="B"), ("A", "C")),
        (ST_HILARY, record(21, (20, 8), renege="NS"), ()),
        (NPA, record(60, (20, 8), renege="EW"), ()),
        (NPA, record(60, (20, 8), unproven_call="EW"), ()),
        (GWINNETT, record(21, (20, 8), unproven_call="EW"), ("NS", "EW")),
        (ST_HILARY, record(21, (20, 8)), ("NS", "EW")),
        (NPA, record(60, (10, 8)), ()),  # not played
    ],
)
def test_takes_missed(book: RuleBook, deal: DealRecord, wanted: tuple[str, ...]) -> None:
    assert takes_missed(book, deal) == wanted
    if wanted:
        assert open_questions(book, deal) == ()
        with pytest.raises(RuleError):
            score_deal(book, deal)


# -- all books ---------------------------------------------------------------------------


@given(randoms)
def test_questions_appear_only_when_the_answer_matters(rng: random.Random) -> None:
    book = random_book(rng)
    deal = random_record(book, rng)

    for question in open_questions(book, deal):
        possible = answers(book, deal, question)
        assert len(possible) > 1
        for answered in possible.values():
            assert question not in open_questions(book, answered)


def asking_book(rng: random.Random) -> RuleBook:
    book = rng.choice(ASKING) if rng.random() < 0.3 else random_book(rng)
    return book.for_players  # what is asked is asked of those who play


@dataclass(frozen=True)
class Truth:
    """A deal as it went, trick by trick, and what the figures of the card say of it."""

    told: DealRecord
    whole: DealRecord

    def answer(self, book: RuleBook, question: Question) -> str:
        tricks, who = self.whole.player_tricks, question.who
        if question.code == "last_trick":
            return YES if self.whole.last_trick == who else NO
        if question.code == "tricks":
            return YES if self.whole.tricks[who] else NO
        if question.code == "player_meld":
            return str(self.whole.player_meld[who])
        return next((seat for seat in book.seats_of(who) if not tricks[seat]), YES)


def random_truth(book: RuleBook, rng: random.Random) -> Truth:
    """A deal with many tricks without a counter, players without a trick, and now and then a renege."""
    base = random_record(book, rng)
    book, seats, deck = book_of(book, base), book.seats, book.deck
    lucky = rng.sample(seats, rng.randint(1, len(seats)))
    winners = [rng.choice(lucky) for _ in range(book.tricks)]
    left = (book.total_points - deck.last_trick) // deck.worths["A"]
    bidder, buried = base.bidder, 0
    if book.kitty:
        buried = rng.randint(0, book.kitty.bury)
    counters = dict.fromkeys(seats, 0)
    rich = [seat for seat in dict.fromkeys(winners) if rng.random() < 0.6] or winners[-1:]
    for _ in range(left - buried):
        counters[rng.choice(rich)] += deck.worths["A"]
    take = {side: sum(counters[seat] for seat in book.seats_of(side)) for side in book.take_sides}
    last_trick = book.take_side(winners[-1])
    take[last_trick] += deck.last_trick
    if book.kitty and book.kitty.buried_count:
        take[book.side_of(bidder)] += buried * deck.worths["A"]
    base = replace(base, last_trick=None, tricks={}, take=take)
    melds = {}
    for side in book.sides:
        own, rest = book.seats_of(side), base.meld[side]
        for seat in own:
            melds[seat] = rest if seat == own[-1] else rng.choice((0, rest, rng.randint(0, rest)))
            rest -= melds[seat]
    tricks = {seat: winners.count(seat) for seat in seats}
    whole = replace(
        base,
        last_trick=last_trick,
        tricks={side: sum(tricks[seat] for seat in book.seats_of(side)) for side in book.take_sides},
        player_tricks=tricks,
        player_meld=melds,
    )
    if offending_side(book, base) is not None:  # then not every take is written down
        base = replace(base, take={side: points for side, points in take.items() if rng.random() < 0.5})
        base = replace(base, take={**base.take, **{side: take[side] for side in takes_missed(book, base)}})
    return Truth(base, whole)


def test_what_is_asked_is_enough() -> None:
    """Whatever is left empty after the last question changes nothing any more."""
    rng = random.Random(11)
    for _ in range(sample(1_500, 100_000)):
        book = asking_book(rng)
        truth = random_truth(book, rng)
        deal = truth.told
        while questions := open_questions(book, deal):
            for question in questions:  # the card puts all of them at once
                deal = with_answer(book, deal, question, truth.answer(book, question))

        assert score_deal(book, deal).scores == score_deal(book, truth.whole).scores
        assert score_deal(book, deal).outcome == score_deal(book, truth.whole).outcome


def test_samples_reach_every_question() -> None:
    rng = random.Random(3)
    books = [asking_book(rng) for _ in range(sample(400, 4_000))]
    truths = [(book, random_truth(book, rng)) for book in books]
    reneges = [truth for book, truth in truths if offending_side(book, truth.told) is not None]

    asked = {question.code for book, truth in truths for question in open_questions(book, truth.told)}

    assert asked == {"last_trick", "tricks", "each_trick"}
    assert any(truth.told.take.keys() != truth.whole.take.keys() for truth in reneges)
    assert any(unplayed_reason(book, truth.told) is None for book, truth in truths)
