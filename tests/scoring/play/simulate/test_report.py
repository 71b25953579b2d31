"""What a report says, and that text, CSV and JSON say the same."""

import json
from collections import Counter

import pytest

from scoring.play.pages.simulations import HEADLINES, conclusion, verdicts
from scoring.play.simulate.bots import RANDOM
from scoring.play.simulate.listing import (
    MOST_TOLD,
    bucket_text,
    difference_text,
    interval_text,
    json_text,
    sentence,
    text_lines,
)
from scoring.play.simulate.report import Bucket, Figure, Report, report_of
from scoring.play.simulate.runs import Plan, running_totals
from scoring.play.simulate.tally import Interval, Tally, Verdict
from scoring.rules.book import RuleBook, built_in_book
from scoring.rules.changes import changed_book, parse_change


def run(book: RuleBook, other: RuleBook | None = None, deals: int = 20) -> Report:
    plan = Plan(book.to_json(), deals, 1, RANDOM, other.to_json() if other else None)
    *_, total = running_totals(plan, 1)
    return report_of(total, book, other)


@pytest.fixture(scope="module")
def npa() -> Report:
    return run(built_in_book("npa"))


@pytest.fixture(scope="module")
def compared() -> Report:
    book = built_in_book("npa")
    return run(book, changed_book(book, [parse_change("auction.opening=65")]))


def test_shares_of_a_distribution_make_a_whole(npa):
    for found in npa.distributions:
        assert sum(bucket.first for bucket in found.buckets) == pytest.approx(1), found.key


def test_buckets_lie_side_by_side(compared):
    for found in compared.distributions:
        ends = [bucket.high for bucket in found.buckets[:-1]]
        assert [end + 1 for end in ends] == [bucket.low for bucket in found.buckets[1:]], found.key


def test_few_outliers_go_into_the_last_bucket():
    tally = Tally(deals=1000)
    tally.histograms["hand_meld"] = Counter({4: 999, 1500: 1})

    found = next(each for each in report_of(tally, built_in_book("npa")).distributions if each.key == "hand_meld")

    assert found.buckets == (Bucket(4, None, 1.0),)


def test_seats_go_round_from_the_dealer(npa):
    assert [place.title for place in npa.places] == [
        "The dealer",
        "Left of the dealer",
        "Two to the left",
        "Right of the dealer",
    ]
    assert sum(place.figures[0].first.value for place in npa.places) == pytest.approx(1)


def test_third_of_three_sits_right_of_the_dealer():
    assert [place.title for place in run(built_in_book("gwinnett-3"), deals=5).places] == [
        "The dealer",
        "Left of the dealer",
        "Right of the dealer",
    ]


def test_comparison_says_how_the_intervals_were_found(compared, npa):
    assert "same cards" in compared.method[0]
    assert len(npa.method) == 1
    assert compared.changed > 0
    assert npa.changed is None


def test_books_of_different_decks_are_not_said_to_be_paired():
    found = run(built_in_book("st-hilary"), built_in_book("gwinnett-3"), deals=5)

    assert "nothing in common" in found.method[0]
    assert found.changed is None
    assert found.is_comparison
    assert found.places[0].figures[0].difference is None


@pytest.mark.parametrize(
    ("figure", "words"),
    [
        (
            Figure("set", "Sets", "share", Interval(0.2, 0.1, 0.3), Interval(0.3, 0.2, 0.4), Interval(0.1, 0.08, 0.12)),
            "Sets: 20.0% → 30.0% (+10.00 ± 2.00)",
        ),
        (
            Figure("set", "Sets", "share", Interval(0.2, 0.1, 0.3), Interval(0.18, 0.1, 0.3),
                   Interval(-0.0186, -0.0386, 0.0014), "not_shown", 1400),
            "Sets: 20.0% → 18.0% (−1.86 ± 2.00): no difference shown yet; "
            "about 1,400 more hands would tell, if it is this large",
        ),
        (
            Figure("set", "Sets", "points", Interval(2, 1, 3), Interval(2, 1, 3), Interval(0.001, -1, 1.002),
                   "not_shown", MOST_TOLD + 1),
            "Sets: 2.0 → 2.0 (0.00 ± 1.00): no difference shown yet; even 1,000,000 more hands may not tell",
        ),
        (Figure("margin", "Margin", "points", Interval(-3.21, -5, -1)), "Margin: −3.2 (−5.0 to −1.0)"),
        (Figure("save_rate", "Saves", "share", None), "Saves: –"),
    ],
)  # fmt: skip
def test_figure_in_words(figure, words):
    assert sentence(figure) == words


UNSHOWN = Interval(0.001, -0.01, 0.012)
HIGHER = Interval(0.03, 0.02, 0.04)


def found(deals: int, changed: int | None, difference: Interval, verdict: Verdict) -> Report:
    """A comparison in which bids are set in 28 of 100 hands, and more by the difference."""
    before, after = Interval(0.28, 0.27, 0.29), Interval(0.28 + difference.value, 0.27, 0.32)
    more = difference.deals_to_tell(deals)
    figures = [
        Figure(key, key, "share", before, after, difference, verdict, more)
        if key == "set_rate"
        else Figure(key, key, "points", None)
        for key, *_ in HEADLINES
    ]
    return Report(deals, tuple(figures), (), (), is_comparison=True, changed=changed, method=())


@pytest.mark.parametrize(
    ("report", "says"),
    [
        (found(4_900, 0, UNSHOWN, "not_shown"), "This rule would change nothing: all 4,900 hands went the same."),
        (found(4_900, 7, UNSHOWN, "not_shown"), "This rule would hardly matter: 7 hands of 4,900 went differently."),
        (found(5_000, 480, UNSHOWN, "not_shown"), "This rule would change some hands: 480 hands of 5,000 went "
         "differently. It doesn’t show yet who gains. 20,000 hands may tell."),
        (found(20_000, 480, UNSHOWN, "not_shown"), "This rule would change some hands: 480 hands of 20,000 went "
         "differently. It doesn’t show yet who gains."),
        (found(5_000, 900, HIGHER, "more"), "This rule would matter: 900 hands of 5,000 went differently. "
         "Bids are set more often: 31 of 100 instead of 28."),
        (found(5_000, None, HIGHER, "more"), "This rule would matter. "
         "Bids are set more often: 31 of 100 instead of 28."),
        (found(5_000, None, UNSHOWN, "not_shown"), "This rule would hardly matter: nothing that differs showed in "
         "5,000 hands."),
    ],
)  # fmt: skip
def test_a_comparison_answers_in_a_clubs_words(report: Report, says: str):
    assert conclusion(report) == says


@pytest.mark.parametrize(
    ("deals", "says"),
    [(1_000, "even 19,000 more hands may not tell"), (20_000, "too small to show in so many hands")],
)
def test_no_more_hands_are_asked_for_than_can_be_played(deals: int, says: str):
    ((_, told),) = verdicts(found(deals, 9, UNSHOWN, "not_shown"))

    assert told.endswith(f"; {says}")


def test_signs_are_true_minus_signs():
    assert difference_text(Interval(-0.5, -0.6, -0.4), "points") == "−0.50 ± 0.10"
    assert interval_text(Interval(-0.5, -0.6, -0.4), "points") == "−0.5 (−0.6 to −0.4)"
    assert bucket_text(Bucket(-20, -11, 0.1)) == "−20 to −11"
    assert bucket_text(Bucket(75, None, 0.1)) == "75 or more"


def test_text_names_what_happened_and_leaves_out_what_never_did(npa):
    text = "\n".join(text_lines(npa))

    assert "Bids that are set: " in text
    assert "Shooting the moon" not in text


def test_json_says_what_the_report_says(compared):
    data = json.loads(json_text(compared, book="npa"))

    figure = next(figure for figure in data["figures"] if figure["key"] == "set_rate")
    assert figure["difference"]["value"] == compared.figure("set_rate").difference.value
    assert (figure["verdict"], figure["more_deals"]) == (
        compared.figure("set_rate").verdict,
        compared.figure("set_rate").more_deals,
    )
    assert data["book"] == "npa"
