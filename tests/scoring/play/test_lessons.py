"""Which positions make the lesson of a week, from hands that are made up."""

from datetime import date, timedelta

from scoring.play.lessons import Position, pick

THURSDAY = date(2026, 11, 26)
WEEK_AGO = THURSDAY - timedelta(days=7)


def hand(number: int, *dear: tuple[str, float], day: date = WEEK_AGO, **more: object):
    facts = [{"number": at, "theme": theme, "worth": worth, **more} for at, (theme, worth) in enumerate(dear, 1)]
    return number, day, [*facts, {"number": 9, "theme": "bid"}]


def places(found: list[Position]) -> list[tuple[int, int]]:
    return [(each.hand, each.number) for each in found]


def test_dearest_of_each_theme_come_first_then_the_second_ones():
    hands = [hand(1, ("bid", 9.0), ("bid", 8.0), ("lead", 2.0)), hand(2, ("trump", 1.0), ("lead", 5.0))]

    assert places(pick(hands, THURSDAY)) == [(1, 1), (2, 1), (2, 2)]
    assert places(pick(hands[:1], THURSDAY)) == [(1, 1), (1, 2), (1, 3)]


def test_new_hands_do_not_change_the_lesson_of_a_week():
    earlier = [hand(1, ("bid", 1.0)), hand(2, ("lead", 1.0), ("trump", 1.0))]
    first_week = [hand(1, ("bid", 1.0), ("lead", 1.0), ("trump", 1.0), day=THURSDAY)]
    new = hand(3, ("trick", 99.0), day=THURSDAY)

    for hands in (earlier, first_week):
        assert pick([*hands, new], THURSDAY) == pick(hands, THURSDAY)
    assert (3, 1) in places(pick([*earlier, new], THURSDAY + timedelta(days=4)))


def test_answered_lesson_stays_and_its_positions_do_not_come_back():
    taken = hand(1, ("bid", 1.0), ("lead", 1.0), week="2026-W48")
    other = hand(2, ("trump", 9.0))

    assert places(pick([taken, other], THURSDAY)) == [(1, 1), (1, 2)]
    assert places(pick([taken, other], THURSDAY + timedelta(days=7))) == [(2, 1)]


def test_best_choice_and_one_as_good_are_right():
    choices = [[["bid", "S", None], 0.0, 0.0], [["bid", "S", 50], 4.0, 0.5], [["bid", "S", 51], 1.0, 0.9]]
    answers = [Position(1, THURSDAY, {"choices": choices, "answer": answer}) for answer in (0, 1, 2)]

    assert [each.is_right for each in answers] == [True, False, True]
    assert not Position(1, THURSDAY, {"choices": choices}).is_right
