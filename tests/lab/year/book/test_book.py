"""The other book by itself: a club of eight with a pencil, and the examples of its documents."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from tests.lab.year.book import ASKED, Book
from tests.lab.year.book.boards import shares_of
from tests.lab.year.book.figures import Fraction, is_same
from tests.lab.year.journal import (
    WORDS,
    Adjusted,
    Came,
    Closed,
    Hand,
    Happened,
    Hidden,
    Joined,
    Journal,
    Paid,
    Penalized,
    Planned,
    Played,
    PlayedFor,
    Renamed,
    RoundClosed,
    Ruled,
    Said,
    Sat,
    SatOut,
    Waived,
)

FIRST = date(2027, 1, 5)
NAMES = ("Ann Lee", "Bob Moss", "Cay Ortiz", "Dee Park")
MADE = Hand("N", "N", 20, "S", {"NS": 12, "EW": 4}, {"NS": 15, "EW": 10})  # 27 and 14
SET = Hand("E", "E", 40, "H", {"NS": 2, "EW": 10}, {"NS": 10, "EW": 15})  # 12 and 40 off


def night(week: int, hands: tuple[Hand, ...], *, guest: str = "", turned: int = 0) -> list[Happened]:
    """One round at one table; whoever is there beside the four sits out. The seats are `turned`."""
    day, name = FIRST + timedelta(weeks=week), f"Night {week + 1}"
    seats = dict(zip("NESW", (*NAMES[turned:], *NAMES[:turned]), strict=True))
    lines: list[Happened] = [Planned(day, name, "partners rotate", 3, "Winter", "Tuesdays")]
    lines += [Came(day, name, one) for one in NAMES]
    lines += [Came(day, name, guest, is_guest=True)] if guest else []
    lines += [Sat(day, name, 1, 1, seats)]
    lines += [Played(day, name, 1, 1, at, hand) for at, hand in enumerate(hands, 1)]
    lines += [SatOut(day, name, 1, (guest,))] if guest else []
    return [*lines, RoundClosed(day, name, 1), Closed(day, name)]


def book_of(*lines: Happened, upto: int | None = None) -> Book:
    joined = [Joined(FIRST - timedelta(days=9), name) for name in NAMES]
    return Book(Journal("Club", "st-hilary", [*joined, *lines]), upto)


def asked(book: Book, whom: str, what: str, of: str = "") -> str:
    """What the book says, the first of what it allows."""
    figure = book.figure(Said("", whom, what, "", of))
    return figure[0] if isinstance(figure, tuple) else str(figure)


def test_a_night_with_a_pencil() -> None:
    of_side = Penalized(FIRST, "Night 1", 1, 1, "EW", -1, "a word at the table")
    book = book_of(*night(0, (MADE, SET)), Penalized(FIRST, "Night 1", 1, 1, "Bob Moss", -5, "late"), of_side)

    assert [asked(book, name, "points", "Night 1") for name in NAMES] == ["39", "-32", "39", "-27"]
    assert [asked(book, "EW", what, "Night 1, round 1, table 1") for what in ("total", "total of hands")] == [
        "-27",
        "-26",
    ]
    assert [book.figure(Said("", name, "place", "", "Night 1")) for name in NAMES[:2]] == [("1", "1="), ("4",)]
    assert asked(book, "EW", "score", "Night 1, round 1, table 1, hand 2") == "-40"
    assert asked(book, "NS", "total", "Night 1, round 1, table 1") == "39"
    assert asked(book, "Bob Moss", "sets") == "1 of 1"
    assert asked(book, "Dee Park", "seat", "Night 1") == "round 1, table 1, W"
    assert asked(book, "Ann Lee", "partner", "Cay Ortiz") == "1"
    assert asked(book, "", "highest hand") == "27"


def test_a_correction_in_march_moves_a_night_of_january() -> None:
    lines = [*night(0, (MADE,)), *night(1, (SET,))]
    right = Played(FIRST + timedelta(days=60), "Night 1", 1, 1, 1, SET)

    assert asked(book_of(*lines), "Bob Moss", "season points", "Winter") == "-26"
    assert asked(book_of(*lines, right), "Bob Moss", "season points", "Winter") == "-80"
    assert asked(book_of(*lines, right, upto=len(lines) + 4), "Bob Moss", "season points", "Winter") == "-26"


def test_chairs_changed_at_the_second_hand_part_the_hands() -> None:
    there = dict(zip("NESW", ("Bob Moss", "Ann Lee", "Cay Ortiz", "Dee Park"), strict=True))
    book = book_of(*night(0, (MADE, SET)), Sat(FIRST, "Night 1", 1, 1, there, from_hand=2))

    assert [asked(book, name, "points", "Night 1") for name in NAMES] == ["-13", "26", "39", "-26"]
    assert asked(book, "Bob Moss", "games won", "Night 1") == "1"  # who sits there at the end has won the round


def test_a_guest_who_turns_out_to_be_a_member_is_that_member_on_all_nights() -> None:
    lines = [*night(0, (MADE,), guest="Eva"), Joined(FIRST, "Eva Quinn"), Ruled(FIRST, "sitting out", 9)]

    before = book_of(*lines)
    after = book_of(*lines, Renamed(FIRST + timedelta(days=3), "Eva", "Eva Quinn"), Hidden(FIRST, "Eva Quinn"))

    assert before.figure(Said("", "Eva", "season place", "", "Winter")) is None
    assert asked(after, "Eva Quinn", "season points", "Winter") == "9"
    assert asked(after, "E. Q.", "round points", "Night 1, round 1") == asked(after, "Eva", "points", "Night 1") == "9"
    assert asked(after, "E. Q.", "rounds") == "0"
    married = book_of(*lines, Hidden(FIRST, "Eva Quinn"), Renamed(FIRST, "Eva Quinn", "Eva Yoder"))
    assert asked(married, "E. Q.", "points", "Night 1") == asked(married, "E. Y.", "points", "Night 1")
    assert married.told.who("E. Q.") == "Eva Yoder"


def test_who_sits_in_for_another_brings_the_player_the_points_and_nobody_the_hands() -> None:
    there = dict(zip("NESW", ("Ann Lee", "Eva", "Cay Ortiz", "Dee Park"), strict=True))
    lines = [Sat(FIRST, "Night 1", 1, 1, there), PlayedFor(FIRST, "Night 1", 1, "Eva", "Bob Moss")]
    book = book_of(*night(0, (MADE, SET)), *lines)

    assert [asked(book, "Bob Moss", what, "Night 1") for what in ("points", "hands", "bids")] == ["-26", "0", "0"]
    assert asked(book, "Eva", "seat", "Night 1, round 1") == "round 1, table 1, E"


def test_a_season_of_the_best_two_of_three_with_a_bonus_and_attendance() -> None:
    rules = {"best": 2, "night bonus": 1, "one more per": 1, "nights needed": 0}
    lines = [line for week, hand in enumerate((MADE, MADE, SET)) for line in night(week, (hand,))]
    lines += [Ruled(FIRST, f"Winter/{what}", figure) for what, figure in rules.items()]
    book = book_of(*lines, Adjusted(FIRST, "Winter", "Dee Park", -2))

    assert [asked(book, name, "season points", "Winter") for name in NAMES] == ["57", "31", "57", "29"]
    assert [book.figure(Said("", name, "season place", "", "Winter")) for name in NAMES] == [
        ("1", "1="),
        ("3",),
        ("1", "1="),
        ("4",),
    ]
    once_more = book_of(*lines, Ruled(FIRST, "Winter/nights needed", 1))
    assert once_more.figure(Said("", "Ann Lee", "season place", "", "Winter")) == ("", "–", "-")  # four for a place


def test_level_players_are_parted_by_rounds_against_each_other() -> None:
    """Ann and Bob have 54; Ann won both rounds. Where three are level who never all met, nobody is parted."""
    lines = [*night(0, (MADE,)), *night(1, (MADE,)), Ruled(FIRST, "Winter/level by", ("head to head",))]
    by_hand = [Adjusted(FIRST, "Winter", "Bob Moss", 26), Adjusted(FIRST, "Winter", "Dee Park", 26)]

    def places(*more: Happened) -> list[str]:
        return [asked(book_of(*lines, *more), name, "season place", "Winter") for name in NAMES]

    assert places(by_hand[0], Adjusted(FIRST, "Winter", "Cay Ortiz", -1)) == ["1", "2", "3", "4"]
    assert places(by_hand[0]) == ["1", "1", "1", "4"]  # Ann and Cay were partners
    assert places(*by_hand) == ["1"] * 4


def test_who_owes_what_and_who_has_won_what() -> None:
    prize = {"kind": "place", "place": 1, "amount": 7.01}
    pot = {"name": "Set money", "per set": 0.5}
    lines = [
        *night(0, (MADE, SET), guest="Eva"),
        Ruled(FIRST, "dues", 10),
        Ruled(FIRST, "guest fee", 5),
        Ruled(FIRST, "prize", prize),
        Ruled(FIRST, "prize", {"kind": "most sets", "percent": 50, "pot": "Set money"}),
        Ruled(FIRST, "pot", pot),
        Paid(FIRST, "Ann Lee", 3, "Night 1"),
        Paid(FIRST, "Bob Moss", 1, "Night 1", what="set money"),
        Waived(FIRST, "Bob Moss", 2, "Night 1"),
        Paid(FIRST, "Ann Lee", 4, what="dues"),
    ]
    book = book_of(*lines[: -len(NAMES)], *lines[-len(NAMES) :], *night(1, (MADE,)))

    assert [asked(book, name, "owes") for name in (*NAMES, "Eva")] == ["$6", "$11", "$13", "$13", "$5"]
    assert asked(book, "", "takings", "Night 1") == "$0"  # it came after the close
    assert book.figure(Said("", "Ann Lee", "prize", "", "Night 1")) == ("$3.50", "$3.51")
    assert asked(book, "Bob Moss", "set money", "Night 1") == "$0.50"


NIGHT_OF_BOARDS = {(1, table, 1): {"NS": points, "EW": 0} for table, points in enumerate((60, 10, 10, 10, 10, -100), 1)}


@pytest.mark.parametrize(
    ("way", "results", "share"),
    [
        ("datum", NIGHT_OF_BOARDS, Fraction(50)),  # the highest and the lowest are left out
        ("cross", NIGHT_OF_BOARDS, Fraction(72)),
        ("matchpoints", NIGHT_OF_BOARDS, Fraction(1)),
    ],
)
def test_boards_are_compared_as_the_document_says(way, results, share) -> None:
    assert shares_of(way, results, {}, {}, {})[1, 1, 1]["NS"] == share


def test_neuberg_makes_up_for_results_that_are_missing() -> None:
    """“Who beats the one other table of a group, where four results were due, has 2½ of 3.”"""
    results = {(1, table, board): {"NS": 10 * table, "EW": 0} for board in (1, 2) for table in range(1, 5)}
    fouled = {1: {(1, 3), (1, 4)}}

    assert shares_of("matchpoints", results, {}, fouled, {})[1, 4, 1]["NS"] == Fraction(5, 6)
    assert shares_of("matchpoints", results, {(1, 1, 2): {"NS": 60, "EW": 40}}, {}, {})[1, 1, 2]["NS"] == Fraction(3, 5)


@pytest.mark.parametrize(
    ("said", "figure"),
    [("1,812", "1812"), ("−12", "-12"), ("61.4%", "61.382653%"), ("3rd", "3"), ("$3.00", "$3"), ("84.1", "84.083333")],
)
def test_figures_are_the_same_however_they_are_printed(said: str, figure: str) -> None:
    assert is_same(said, (figure,))


def test_figures_that_differ_are_not_the_same() -> None:
    assert not [said for said in ("61.3%", "612", "$61", "61.4", "6") if is_same(said, ("61.382653%", "61"))]


def test_the_book_answers_to_every_word() -> None:
    assert WORDS.keys() == ASKED.keys()
