"""What a decision was about, and what is told of many: from hands of bots, and from figures that are made up."""

from itertools import product

import pytest

from scoring.play.actions import Bid, PlayCard
from scoring.play.pages.lessons import FAULTS, THEMES
from scoring.play.review import Judged, Moment, moments
from scoring.play.state import choices
from scoring.play.table import Contrast, Decision, Option
from scoring.play.themes import facts_of, strength, theme_of, weakness
from scoring.rules.tricks import winner
from tests.books import PLAYED
from tests.scoring.play.test_review import played

OPPOSITES = {"counter_given": "counter_kept", "let_go": "taken", "trump_kept": "trump_led", "over": "under"}


def plays(book: str) -> list[Moment]:
    return [moment for moment in moments(played(book)) if isinstance(moment.action, PlayCard)]


@pytest.mark.parametrize("book", ["gwinnett", "npa", "cutthroat"])
def test_a_card_given_to_the_others_is_a_fault_the_card_kept_from_them_is_the_opposite(book):
    found = set()
    for moment in plays(book):
        asked = choices(moment.before)
        seat = moment.action.seat
        for card, best in product(asked.cards, repeat=2):
            theme, fault = theme_of(Moment(1, PlayCard(seat, card), moment.before), PlayCard(seat, best))
            other = theme_of(Moment(1, PlayCard(seat, best), moment.before), PlayCard(seat, card))
            found |= {(theme, fault)}
            assert other[0] == theme
            assert (fault == "") >= (card == best)
            if fault in OPPOSITES and fault != "over":
                assert other[1] in (OPPOSITES[fault], "over")
            if fault == "counter_given":
                assert moment.before.book.card_points(card) > 0 == moment.before.book.card_points(best)
    assert {("lost_trick", "counter_given"), ("lead", "trump_kept"), ("trick", "too_high")} <= found


@pytest.mark.parametrize("book", ["gwinnett", "npa", "cutthroat"])
def test_whose_trick_it_is_says_what_a_card_is_about(book):
    for moment in plays(book):
        state, seat = moment.before, moment.action.seat
        theme, _ = theme_of(moment, moment.action)
        cards = state.trick.cards
        if not cards:
            is_own = state.book.side_of(state.bidder or "") == state.book.side_of(seat)
            assert theme == ("lead" if is_own else "lead_against")
            continue
        holder = state.book.seats_from(state.trick.leader)[winner(cards, state.trump)]
        assert (theme == "partners_trick") == (holder == state.book.partner(seat))


def test_a_bid_is_over_the_partner_where_the_partner_has_it():
    calls = [moment for moment in moments(played("hidden-valley")) if isinstance(moment.action, Bid)]
    over = {theme_of(each, Bid(each.action.seat, 999)) for each in calls}

    assert over <= {("bid", "under"), ("over_partner", "under"), ("bid", ""), ("over_partner", "")}
    for each in calls:
        has_it = each.before.auction.bidder == each.before.book.partner(each.action.seat)
        assert theme_of(each, each.action) == ("over_partner" if has_it else "bid", "")


@pytest.mark.parametrize("book", PLAYED)
def test_there_are_words_for_every_theme_and_fault(book):
    for each in moments(played(book)):
        asked = choices(each.before)
        others = (
            [PlayCard(asked.seat, card) for card in asked.cards] if asked.kind == "play" else [Bid(asked.seat, 999)]
        )
        for other in [each.action, *others]:
            theme, fault = theme_of(each, other)
            assert theme in THEMES or not theme
            assert (theme, fault) in FAULTS or not fault


def judged(cost: float, error: float = 0.1) -> Judged:
    moment = next(each for each in plays("gwinnett") if len(choices(each.before).cards) > 2)
    own, best, other = (PlayCard(moment.action.seat, card) for card in choices(moment.before).cards[:3])
    options = (
        Option(best, 0.0),
        Option(other, 0.0, float("inf")),
        Option(own, cost, error, (Contrast("last", 0.98765, 0.5, 0.0111),)),
    )
    return Judged(Moment(moment.number, own, moment.before), Decision(best, "So.", options), options[2])


def test_a_dear_decision_is_kept_with_its_choices_the_best_and_the_own_first():
    facts = facts_of(judged(4.0))

    assert facts["worth"] == 3.8
    assert facts["reason"] == "So."
    assert facts["contrasts"] == [["last", 0.988, 0.5, 0.0111, None]]
    assert [cost for _, cost, _ in facts["choices"]] == [0.0, 4.0]


@pytest.mark.parametrize(("cost", "error"), [(0.0, 0.1), (4.0, 2.5), (0.4, 0.1)])
def test_what_may_be_chance_is_not_dear(cost, error):
    assert "worth" not in facts_of(judged(cost, error))


# -- over many hands ---------------------------------------------------------------------


def hand(*dear: float, theme: str = "bid", fault: str = "over", fine: int = 1) -> list[dict[str, object]]:
    facts = {"theme": theme, "fault": fault, "number": 7}
    return [
        *({**facts, "cost": cost, "worth": cost} for cost in dear),
        *({**facts, "fault": "", "cost": 0.0} for _ in range(fine)),
    ]


def test_what_comes_back_costs_most_and_is_told_of_its_hands_the_dearest_first():
    found = weakness([hand(3.0), hand(), hand(9.0), hand(4.0), hand(3.0), hand(), hand(), hand(3.0)])

    assert (found.name, found.fault, found.dear, found.decisions) == ("bid", "over", 5, 5)
    assert found.cost == 10 * 22 / 8
    assert [place for place, _ in found.hands] == [2, 3, 0, 4, 7]


def test_one_dear_hand_is_chance_and_so_are_few_decisions():
    assert weakness([hand(30.0), *[hand()] * 11]) is None
    assert weakness([hand(3.0, fine=0)] * 9) is None


def test_what_is_seldom_dear_is_done_well():
    often = [hand(3.0, theme="trick")] * 12
    found = strength([*[hand(fine=2)] * 11, hand(3.0, fine=1), *often])

    assert (found.name, found.decisions, found.dear) == ("bid", 24, 1)
    assert strength(often) is None
    assert strength([hand(fine=1)] * 9) is None
