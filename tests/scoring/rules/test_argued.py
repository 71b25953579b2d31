"""The rules people argue about: their examples tell the readings apart, by the rules themselves."""

import pytest

from scoring.rules.argued import ARGUED, MOST_RULES, arguments
from scoring.rules.book import built_in_books
from scoring.rules.changes import changed_book
from scoring.rules.nearest import Answers, by_nearness, described
from tests.sampling import every

OTHERS = (
    Answers(5, "called", 48, 500),
    Answers(6, "across", 120, 500),
    Answers(2, "alone", 48, 500),
    Answers(8, "second", 160, 1_000),
    Answers(5, "alone", 48, None, 10),
)
GAMES = {
    **built_in_books(),
    **{f"{game.players} {game.sides}": made for game in OTHERS if (made := described(by_nearness(game)[0], game))},
}


@pytest.mark.parametrize("game", every(2, [*GAMES]))
def test_examples_differ_between_all_readings_of_each_rule(game):
    book = GAMES[game]
    offered = arguments(book)

    assert (8 if book.auction.is_held else 3) <= len(offered) <= MOST_RULES
    for argument in offered:
        outcomes = [reading.outcomes for reading in argument.readings]
        assert len(set(outcomes)) == len(outcomes) >= 2, argument.path
        assert len(argument.scenes) == len(outcomes[0]) <= 3
        assert not argument.now.changes
        for reading in argument.readings:
            assert changed_book(book, reading.changes) if reading.changes else book


def test_no_rule_is_asked_twice_and_each_comes_up_in_some_game():
    paths = [argued.path for argued in ARGUED]

    assert len(set(paths)) == len(paths)
    assert len(GAMES) == len(built_in_books()) + len(OTHERS)
    assert {argument.path for book in GAMES.values() for argument in arguments(book)} >= set(paths[:19])


def test_an_example_is_scored_by_the_rules():
    offered = {argument.path: argument for argument in arguments(built_in_books()["family-double"])}

    cost = offered["contract.set_scoring"]
    assert cost.scenes == ("Ann & Carl bid 50, melded 12 and took 40. Bob & Dee melded 22 and took 10.",)
    assert [(reading.words, reading.outcomes) for reading in cost.readings] == [
        ("the bid comes off", ("Ann & Carl set, −50; Bob & Dee +22",)),
        ("twice the bid comes off", ("Ann & Carl set, −100; Bob & Dee +22",)),
        ("the others get the bid", ("Ann & Carl set, 0; Bob & Dee +72",)),
        ("both", ("Ann & Carl set, −50; Bob & Dee +72",)),
        ("nothing comes off", ("Ann & Carl set, 0; Bob & Dee +22",)),
    ]
    heading = offered["play.heading"]
    assert heading.scenes[-2].endswith("J♥ K♥ Q♥. You hold A♥ 10♥ J♥.")
    assert {reading.value: reading.outcomes[-2] for reading in heading.readings}["not_partner"] == (
        "may play A♥, 10♥ or J♥"
    )


def test_an_example_of_a_game_to_the_target_names_the_winner():
    both = {argument.path: argument for argument in arguments(built_in_books()["st-hilary"])}["game.both_reach"]

    assert both.scenes == (
        "Ann & Carl and Bob & Dee both need 3 more for 150. Ann & Carl bid and made it: 178. Bob & Dee: 188.",
    )
    assert [reading.outcomes for reading in both.readings] == [("Ann & Carl win",), ("Bob & Dee win",)]
