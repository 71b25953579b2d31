"""What a process keeps: for as long as it holds, no more than there is room for, and nothing on the plain way."""

import pytest

from pinochle_club.ground.plainly import Kept, kept, plainly


@pytest.fixture
def words() -> Kept[str, str]:
    return Kept(most=10, weight=len)


def test_what_is_kept_is_found_while_its_marks_hold(words: Kept[str, str]):
    assert words.keep("a", 1, "ace") == "ace"

    assert words.find("a", 1) == "ace"
    assert words.find("a", 2) is None
    assert words.find("b", 1) is None


def test_what_was_not_used_for_longest_makes_room_by_its_weight(words: Kept[str, str]):
    words.keep("a", 1, "ace")
    words.keep("k", 1, "king")
    words.find("a", 1)
    words.keep("q", 1, "queen")

    assert [words.find(key, 1) for key in "akq"] == ["ace", None, "queen"]


def test_what_is_kept_anew_takes_the_place_of_the_old(words: Kept[str, str]):
    words.keep("k", 1, "king")
    words.keep("a", 1, "aces")
    words.keep("a", 2, "ace")
    words.keep("t", 1, "ten")

    assert [words.find("k", 1), words.find("a", 2), words.find("t", 1)] == ["king", "ace", "ten"]


def test_plain_way_finds_and_keeps_nothing(words: Kept[str, str]):
    asked: list[int] = []
    words.keep("a", 1, "ace")

    @kept(2)
    def double(number: int) -> int:
        asked.append(number)
        return 2 * number

    with plainly():
        assert words.find("a", 1) is None
        words.keep("q", 1, "queen")
        assert [double(1), double(1)] == [2, 2]

    assert words.find("a", 1) == "ace"
    assert words.find("q", 1) is None
    assert asked == [1, 1]
