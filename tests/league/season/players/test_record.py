"""What a member's rounds come to, from rounds that are made up."""

from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction
from typing import Any

import pytest

from league.evening.cards.boards import Shares
from league.evening.cards.words import shares_text
from league.season.players.pages.record import basis_words, melds_of, melds_say, share_words
from league.season.players.record import (
    Played,
    Record,
    Tally,
    by_book,
    marks_of,
    nights_of,
    streak_of,
)
from scoring.boards.comparison import Method
from scoring.charts import Value, progress_chart
from scoring.play.record import Streak
from scoring.rules.book import built_in_book
from scoring.rules.book.vocabulary import STANDARD

FIRST = date(2026, 11, 3)


def played(event: int, number: int, points: int, **more: Any) -> Played:
    fields = {"kind": "played", "won": points > 100, "table": 1, "place": 2, "book": "npa", **more}
    return Played(event=event, day=FIRST + timedelta(weeks=event), number=number, points=points, **fields)


def test_credit_counts_for_the_night_and_not_for_the_average():
    rounds = [played(1, 1, 100), replace(played(1, 2, 60, won=False), kind="sat_out", table=None), played(2, 1, 200)]

    one, two = nights_of(rounds)

    assert (one.points, one.tally) == (160, Tally(1, 100, 0))
    assert (one.running, two.running) == (100, 150)


def test_duplicate_night_has_what_all_its_boards_came_to():
    """Each night weighs the same in the mean, and one that compares points has no percentage."""
    shares = [Shares(Method.MATCHPOINTS, Fraction(total), 4) for total in (3, 1, 2)]
    points = Shares(Method.DATUM, Fraction(70, 2), 4)
    sat_out = played(1, 3, 0, kind="sat_out", table=None, shares=Shares(Method.MATCHPOINTS))
    rounds = [played(1, at, 80, shares=one) for at, one in enumerate(shares[:2], start=1)]
    rounds += [sat_out, played(2, 1, 90, shares=shares[2]), played(3, 1, 90, shares=points), played(4, 1, 60)]

    record = by_book(rounds)["npa"]

    assert [night.shares and shares_text(night.shares, 1) for night in record.nights] == [
        "50.0%", "50.0%", "+35.0", None,
    ]  # fmt: skip
    assert record.percent == (50, 2)


def test_best_figures_say_when_they_came_about():
    rounds = (
        played(1, 1, 100, facts={"best_hand": 90, "run": "mms"}),
        played(1, 2, 300, facts={"best_hand": 120, "run": "m"}),
        played(2, 1, 350, facts={"run": "mm"}),
    )

    record = by_book(rounds)["npa"]

    assert record.best_round == rounds[2]
    assert record.best_night.points == 400
    assert record.bests == {"best_hand": rounds[1]}
    assert record.bids_made == Streak(now=3, longest=3)


@pytest.mark.parametrize(
    ("outcomes", "streak"),
    [("", Streak(0, 0)), ("wwl", Streak(0, 2)), ("lww", Streak(2, 2)), ("wwwlw", Streak(1, 3)), ("l", Streak(0, 0))],
)
def test_streak_is_what_it_is_now_and_what_it_was_at_most(outcomes: str, streak: Streak):
    assert streak_of(one == "w" for one in outcomes) == streak


def test_trend_is_the_last_ten_nights_beside_those_before():
    rounds = [played(at, number, 10 * at) for at in range(1, 13) for number in (1, 2)]
    credit = played(13, 1, 500, kind="sat_out", table=None)  # a night without a round

    trend = by_book([*rounds, credit])["npa"].trend

    assert trend == (10, Tally(20, 2 * 10 * sum(range(3, 13)), 4), Tally(4, 2 * 10 * (1 + 2), 0))
    assert by_book(rounds[:2])["npa"].trend == (1, Tally(2, 20, 0), Tally())


def test_rounds_are_told_by_partner_the_one_of_most_first():
    rounds = [
        played(1, 1, 50, partners=(5,), facts={"hands": 4, "run": "ms", "bids": 2, "made": 1}),
        played(1, 2, 300, partners=(6,), facts={"hands": 4}),
        played(2, 1, 70, partners=(6,), facts={"hands": 4, "bids": 1}),
    ]

    found = by_book(rounds)["npa"].by_partner

    assert [(who, record.figures) for who, record in found.items()] == [
        (6, {"rounds": 2, "points": 370, "won": 1, "hands": 8, "bids": 1}),
        (5, {"rounds": 1, "points": 50, "won": 0, "hands": 4, "bids": 2, "made": 1}),
    ]


def test_books_are_never_added_up():
    rounds = [played(1, 1, 900), played(1, 2, 30, book="gwinnett-3"), played(2, 1, 700)]

    assert {book: record.tally.points for book, record in by_book(rounds).items()} == {"npa": 1600, "gwinnett-3": 30}
    assert [mark.says for mark in marks_of(rounds) if mark.book] == ["1,000 points in all", "First night of 500 points"]
    assert Record(tuple(replace(one, partners=(7,)) for one in rounds)).together[7] == {
        "npa": Tally(2, 1600, 2),
        "gwinnett-3": Tally(1, 30, 0),
    }


def test_marks_are_reached_once_and_told_with_their_round():
    rounds = [played(at, 1, 10, facts={"made": 3}, place=1) for at in range(1, 40)]

    marks = {mark.says: mark.played.event for mark in marks_of(rounds)}

    assert marks == {
        "First night": 1,
        "First night won": 1,
        "First bid made": 1,
        "10th night": 10,
        "10th night won": 10,
        "25th night": 25,
        "25th night won": 25,
        "100th bid made": 34,
    }


def test_rare_melds_are_marks_from_the_first_on():
    facts = {"pinochle_1": 4, "pinochle_2": 1, "aces_1": 4, "roundhouse_1": 1, "pinochle_5": 1}
    rounds = [played(at, 1, 10, facts=facts, place=2) for at in range(1, 26)]

    marks = {mark.says: mark.played.event for mark in marks_of(rounds)}

    assert {says: event for says, event in marks.items() if "night" not in says} == {
        "First pinochle": 1,
        "First double pinochle": 1,
        "First roundhouse": 1,
        "10th double pinochle": 10,
        "10th roundhouse": 10,
        "25th double pinochle": 25,
        "25th roundhouse": 25,
        "100th pinochle": 25,
        "100th aces around": 25,
    }


@pytest.mark.parametrize(
    ("facts", "says"),
    [
        ({}, ""),
        ({"hands": 140}, "Melds are counted where they’re entered one by one. A typed total can’t be counted."),
        (
            {"hands": 1400, "named": 1031},
            "Counted on 1,031 of 1,400 hands, where the melds were entered one by one. A typed total can’t be counted.",
        ),
        ({"hands": 140, "named": 140}, "Counted on all 140 hands above."),
        ({"hands": 1, "named": 1}, "Counted on the one hand."),
    ],
)
def test_page_says_on_which_hands_melds_were_counted(facts: dict[str, int], says: str):
    assert melds_say(facts) == says


@pytest.mark.parametrize(
    ("part", "count", "says"),
    [(0, 0, "–"), (2, 4, "2 of 4"), (0, 9, "0 of 9"), (3, 10, "3 of 10, 30%"), (1, 8_000, "1 of 8,000, 0%")],
)
def test_share_says_what_it_is_of_and_no_percentage_of_few(part: int, count: int, says: str):
    assert share_words(part, count) == says


def test_bids_of_some_rounds_alone_say_so():
    by_hand, by_total = played(1, 1, 30, facts={"hands": 4}), played(1, 2, 30)
    assert basis_words(Record((by_hand, by_total, by_total))).startswith("Hands and bids are known of 1 of 3 rounds.")
    assert basis_words(Record((by_hand, by_hand))) == basis_words(Record((by_total,))) == ""


def test_several_of_a_meld_stand_beside_it():
    facts = {"pinochle_1": 1200, "pinochle_2": 3, "pinochle_3": 1, "pinochle_5": 2, "aces_2": 1, "run_1": 4}

    assert [(fact.name, fact.figure) for fact in melds_of(facts, STANDARD.say)] == [
        ("Pinochles", "1,200"),
        ("Double pinochles", "3"),
        ("Triple pinochles", "1"),
        ("Pinochles, five of one", "2"),
        ("Double aces around", "1"),
        ("Runs", "4"),
    ]


def test_melds_are_called_what_their_book_calls_them():
    (fact,) = melds_of({"roundhouse_1": 2}, built_in_book("st-hilary").words.say)

    assert (fact.name, fact.figure) == ("Round robins", "2")


def test_who_was_met_most_comes_first():
    rounds = [played(1, 1, 50, partners=(5,), opponents=(6, 7)), played(1, 2, 50, partners=(6,), opponents=(5, 8))]

    found = Record((*rounds,))

    assert list(found.met) == [5, 6, 7, 8]
    assert (found.together[5], found.against[5]) == ({"npa": Tally(1, 50, 0)}, {"npa": Tally(1, 50, 0)})


def test_chart_holds_every_night_between_round_figures():
    chart = progress_chart([Value("a", one, one, "") for one in (-37, 212, 148)])

    assert [line.text for line in chart.lines] == ["−100", "0", "100", "200", "300"]
    assert len(chart.dots) == len(chart.path.split()) == 3
    assert all(chart.lines[-1].at <= dot["y"] <= chart.lines[0].at for dot in chart.dots)
    assert progress_chart([Value("a", 1, 1, "")]) is None
