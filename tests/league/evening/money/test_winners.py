"""Who wins which prize, from what the cards say. Without a database."""

from fractions import Fraction

import pytest

from league.evening.cards.boards import Shares
from league.evening.cards.reading import Scored
from league.evening.money.pages.prizes import kinds_of
from league.evening.money.sheet import divided
from league.evening.money.winners import Evening, HandOf, Standing, winners_of
from league.evening.money.words import least_words
from league.models import Category, Entrant, Event, Prize
from league.models.prizes import ordinal
from scoring.boards.comparison import Method
from scoring.rules.notation import counted

ANN, BOB, CAL, DOT, EVE = (
    Entrant(pk=number, number=number, name=name, member_id=10 + number)
    for number, name in enumerate(("Ann", "Bob", "Cal", "Dot", "Eve"), start=1)
)
WOMEN = Category(pk=7, name="Women")
CATEGORIES = {11: {7}, 14: {7}, 15: {7}}  # Ann, Dot, Eve


@pytest.mark.parametrize(
    ("number", "said"),
    [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (13, "13th"), (21, "21st"), (111, "111th")],
)
def test_places_are_said_as_people_say_them(number, said):
    assert ordinal(number) == said


def standing(*points, without=()):
    """Everybody's place by points, the best first; `without`: who did not play every round."""
    people = sorted(zip((ANN, BOB, CAL, DOT, EVE), points, strict=False), key=lambda each: (-each[1], each[0].number))
    ranks = [str(1 + sum(other > own for other in points)) for _, own in people]
    return tuple(
        Standing((entrant,), rank, counted(own, "point"), entrant not in without)
        for rank, (entrant, own) in zip(ranks, people, strict=True)
    )


def in_round(entrant, number, points, shares=None):
    return Scored(entrant, number, "played", points, (), shares=shares)


def hand(entrant, number, points, *, round_number=1, is_set=False, partner=""):
    return HandOf(entrant, round_number, 1, number, points, is_set, partner)


def names(prize, evening):
    return [winner.name for winner in winners_of(prize, evening, CATEGORIES)]


@pytest.mark.parametrize(
    ("points", "by_place"),
    [
        ((50, 40, 30), {1: ["Ann"], 2: ["Bob"], 3: ["Cal"], 4: []}),
        ((50, 50, 30), {1: ["Ann", "Bob"], 2: ["Ann", "Bob"], 3: ["Cal"]}),
        ((50, 40, 40, 40, 9), {1: ["Ann"], 2: ["Bob", "Cal", "Dot"], 4: ["Bob", "Cal", "Dot"], 5: ["Eve"]}),
        ((), {1: []}),
    ],
)
def test_whoever_is_level_holds_every_place_they_share(points, by_place):
    evening = Evening(standing=standing(*points))

    assert {place: names(Prize(kind="place", place=place), evening) for place in by_place} == by_place


def test_level_players_are_told_which_places_they_share():
    winner = winners_of(Prize(kind="place", place=2), Evening(standing=standing(50, 40, 40)), {})[0]

    assert winner.why == "40 points, level for 2nd and 3rd place"


def test_a_place_of_a_category_counts_its_people_alone():
    evening = Evening(standing=standing(20, 50, 40, 30, 30))

    assert names(Prize(kind="place", place=1, category=WOMEN), evening) == ["Dot", "Eve"]
    assert names(Prize(kind="place", place=3, category=WOMEN), evening) == ["Ann"]


def test_a_pair_holds_one_place_and_shares_its_prize():
    pairs = (Standing((ANN, BOB), "1", "50 points", has_all=True), Standing((CAL, DOT), "2", "40 points", has_all=True))
    evening = Evening(standing=pairs)

    assert names(Prize(kind="place", place=1), evening) == ["Ann", "Bob"]
    assert names(Prize(kind="place", place=2), evening) == ["Cal", "Dot"]
    assert names(Prize(kind="place", place=1, category=WOMEN), evening) == []


def test_nobody_is_last_by_going_home_early():
    evening = Evening(standing=standing(50, 40, 30, 20, without=(DOT,)))

    assert names(Prize(kind="last"), evening) == ["Cal"]
    assert names(Prize(kind="last"), Evening(standing=standing(30, 30))) == []
    assert names(Prize(kind="last"), Evening(standing=standing(30, 20))) == ["Bob"]
    assert names(Prize(kind="last"), Evening(standing=standing(40, 30, 30, 20, 20))) == ["Dot", "Eve"]
    assert names(Prize(kind="last", category=WOMEN), Evening(standing=standing(40, 30, 20, 35, 38))) == ["Dot"]


def test_the_high_round_is_one_round_and_not_the_evening():
    rounds = (in_round(ANN, 1, 90), in_round(BOB, 1, 60), in_round(BOB, 2, 60), in_round(CAL, 2, 90))
    evening = Evening(rounds=rounds)

    assert names(Prize(kind="high_round"), evening) == ["Ann", "Cal"]
    assert names(Prize(kind="high_round", at_least=91), evening) == []
    assert winners_of(Prize(kind="high_round"), evening, {})[1].why == "90 points in round 2"


@pytest.mark.parametrize(
    ("method", "shares", "at_least", "why"),
    [
        ("matchpoints", (Fraction(5, 2), Fraction(7, 3)), 62, "62.50% in round 2"),
        ("matchpoints", (Fraction(5, 2), Fraction(7, 3)), 63, ""),
        ("datum", (Fraction(61, 2), Fraction(-7)), 30, "+30.50 points in round 2"),
        ("datum", (Fraction(61, 2), Fraction(-7)), 31, ""),
    ],
)
def test_the_high_round_of_a_duplicate_is_the_best_by_its_boards(method, shares, at_least, why):
    own, other = (Shares(Method(method), total, 4) for total in shares)
    evening = Evening(rounds=(in_round(ANN, 1, 90, other), in_round(BOB, 2, 10, own)))
    prize = Prize(kind="high_round", at_least=at_least, event=Event(compared=method))

    assert [(one.name, one.why) for one in winners_of(prize, evening, {})] == [("Bob", why)] * bool(why)


def test_prizes_of_a_duplicate_are_asked_and_told_in_percent():
    prize = Prize(kind="high_round", at_least=60, amount=500, event=Event(compared="matchpoints"))

    assert least_words(prize) == "at least 60%"
    assert least_words(Prize(kind="high_round", at_least=60, event=Event(compared="datum"))) == "at least 60 points"
    assert least_words(Prize(kind="most_sets", at_least=1, event=prize.event)) == "at least 1 set"
    assert Prize.Kind.HIGH_HAND in kinds_of(Event())
    assert Prize.Kind.HIGH_HAND not in kinds_of(Event(compared="cross"))


def test_the_first_of_both_directions_share_the_first_places():
    lists = (Standing((ANN,), "1", "60.00%", True), Standing((BOB,), "1", "60.00%", True),
             Standing((CAL,), "3", "55.00%", True), Standing((DOT,), "1", "58.00%", True),
             Standing((EVE,), "2", "51.00%", True))  # fmt: skip
    evening = Evening(standing=lists)

    places = [names(Prize(kind="place", place=place), evening) for place in range(1, 6)]

    assert places == [["Ann", "Bob", "Dot"]] * 3 + [["Eve"], ["Cal"]]


def test_the_high_hand_says_where_it_was():
    evening = Evening(hands=(hand(ANN, 2, 88, round_number=3, partner="Bob"), hand(CAL, 1, 87)))

    (winner,) = winners_of(Prize(kind="high_hand"), evening, {})

    assert (winner.name, winner.why) == ("Ann", "88 points in hand 2 of round 3 with Bob, table 1")
    assert names(Prize(kind="high_hand"), Evening(hands=(hand(ANN, 1, 0),))) == []


def test_most_sets_counts_hands_in_which_the_side_was_set():
    hands = tuple(
        hand(who, number, -20, is_set=is_set)
        for who, number, is_set in ((ANN, 1, True), (BOB, 1, True), (BOB, 2, False), (ANN, 3, True))
    )

    (winner,) = winners_of(Prize(kind="most_sets"), Evening(hands=hands), {})

    assert (winner.name, winner.why) == ("Ann", "2 sets: round 1, hands 1 and 3")
    assert names(Prize(kind="most_sets"), Evening(hands=hands[2:3])) == []


@pytest.mark.parametrize(("cents", "people", "parts"), [(1000, 3, [334, 333, 333]), (5, 3, [2, 2, 1]), (0, 2, [0, 0])])
def test_odd_cents_go_to_the_first(cents, people, parts):
    assert divided(cents, people) == parts


@pytest.mark.parametrize("people", range(1, 8))
def test_no_cent_is_lost_or_made(people):
    for cents in range(60):
        parts = divided(cents, people)
        assert sum(parts) == cents
        assert max(parts) - min(parts) <= 1


ALONE = Entrant(pk=9, number=9, name="Guest")


@pytest.mark.parametrize(
    ("at_least", "rounds", "hands", "sets"),
    [(0, True, True, True), (1, True, True, True), (2, True, True, True), (3, False, False, False)],
)
def test_a_prize_asks_for_so_much_at_least(at_least, rounds, hands, sets):
    two = tuple(hand(ANN, number, 1 + at, is_set=True) for at, number in enumerate((1, 2)))
    evening = Evening(rounds=(in_round(ANN, 1, 2),), hands=two)

    won = [names(Prize(kind=kind, at_least=at_least), evening) for kind in ("high_round", "high_hand", "most_sets")]

    assert won == [["Ann"] if wins else [] for wins in (rounds, hands, sets)]


@pytest.mark.parametrize(("points", "wins"), [(-1, False), (0, False), (1, True)])
def test_nothing_is_no_high_score(points, wins):
    evening = Evening(rounds=(in_round(ANN, 1, points),), hands=(hand(ANN, 1, points, is_set=wins),))

    for kind in ("high_round", "high_hand", "most_sets"):
        assert names(Prize(kind=kind), evening) == (["Ann"] if wins else [])
        assert names(Prize(kind=kind), Evening()) == []


def test_winners_are_in_the_order_of_their_numbers_each_with_all_the_places():
    late = Entrant(pk=1, number=8, name="Late")
    hands = tuple(hand(who, number, 50, is_set=True) for who in (late, DOT, BOB) for number in (1, 2, 4))
    rounds = tuple(in_round(who, number, 50) for who in (late, DOT, BOB) for number in (1, 2))
    evening = Evening(rounds=rounds, hands=hands)

    for kind, why in (
        ("high_round", "50 points in round 1 and round 2"),
        (
            "high_hand",
            " and ".join(
                ["50 points in hand 1 of round 1, table 1", *[f"hand {at} of round 1, table 1" for at in (2, 4)]]
            ),
        ),
        ("most_sets", "3 sets: round 1, hands 1, 2 and 4"),
    ):
        winners = winners_of(Prize(kind=kind), evening, {})
        assert [one.name for one in winners] == ["Bob", "Dot", "Late"]
        assert winners[0].why == why


def test_a_category_is_asked_of_members_alone():
    evening = Evening(
        rounds=(in_round(BOB, 1, 60), in_round(ALONE, 1, 70), in_round(DOT, 1, 50)),
        hands=(hand(BOB, 1, 60, is_set=True), hand(ALONE, 1, 70, is_set=True), hand(DOT, 1, 50, is_set=True)),
        standing=(Standing((ALONE,), "1", "70 points", True), Standing((DOT,), "2", "50 points", True)),
    )

    for kind in ("place", "high_round", "high_hand", "most_sets"):
        prize = Prize(kind=kind, category=WOMEN)
        assert [one.name for one in winners_of(prize, evening, {14: {7}, 1: {7}, -1: {7}, 12: {8}})] == ["Dot"]


def test_why_somebody_holds_a_place():
    whys = [winners_of(Prize(kind="place", place=at), Evening(standing=standing(50, 1, 1)), {})[0].why for at in (1, 2)]

    assert whys == ["50 points", "1 point, level for 2nd and 3rd place"]
    assert winners_of(Prize(kind="last"), Evening(standing=standing(2, 1)), {})[0].why == (
        "1 point, last of all who played every round"
    )


def test_a_director_decides_without_the_cards():
    assert names(Prize(kind="named", name="Drawing"), Evening(standing=standing(50, 40))) == []
