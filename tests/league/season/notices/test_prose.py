"""What a notice says, from figures that nobody had to play for."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from league.evening.cards.boards import compared_boards
from league.evening.cards.standings import A_ROUND_WON
from league.models import Entrant, Event, LedgerRow
from league.season.notices.night import (
    Best,
    Earlier,
    Leader,
    Night,
    Placed,
    WidestBoard,
    night_of,
    short_names,
    widest_board,
)
from league.season.notices.prose import written
from scoring.boards.comparison import Method
from tests.league.evening.cards.laid_boards import laid_round, laid_table

THREE = ("Round 1", "Round 2", "Round 3")


def placed(place: int, name: str, total: int, **more: Any) -> Placed:
    return Placed(place, name, total, **more)


def night(*places: Placed, **more: Any) -> Night:
    return Night(**{"part": "night", "places": places, "rounds": THREE, **more})


def paragraphs_of(told: Night) -> tuple[str, ...]:
    return tuple(written(told).values())


def first(*places: Placed, **more: Any) -> str:
    """The paragraph about who won."""
    return paragraphs_of(night(*places, **more))[0]


RUTH = placed(1, "Ruth Abernathy", 412)
WALT = placed(2, "Walt Kowalski", 403)
MARGE = placed(3, "Marge Delgado", 390)
ED = placed(4, "Ed Lindqvist", 12)


def test_the_winner_is_told_with_who_comes_next():
    assert first(RUTH, WALT, MARGE, ED) == (
        "Ruth Abernathy won the night with 412 points, nine ahead of Walt Kowalski. "
        "Marge Delgado came in third with 390 points."
    )


def test_rounds_won_are_told_before_points_where_they_count_first():
    ruth, walt, marge = (
        placed(at, name, won * A_ROUND_WON + points)
        for at, name, won, points in ((1, "Ruth Abernathy", 2, 1100), (2, "Walt Kowalski", 1, 1300), (3, "Ed", 1, 1299))
    )

    assert first(ruth, walt, marge, is_by_wins=True) == (
        "Ruth Abernathy won the night with 2 rounds won and 1,100 points, one round ahead of Walt Kowalski. "
        "Ed came in third with 1 round won and 1,299 points."
    )
    assert "with 1 round won and 1,300 points, only one point ahead of Ed" in first(walt, marge, is_by_wins=True)


@pytest.mark.parametrize(
    ("total", "says"),
    [
        (413, "with 413 points, 10 ahead of Walt Kowalski"),
        (406, "with 406 points, only three ahead of Walt Kowalski"),
        (404, "with 404 points, only one point ahead of Walt Kowalski"),
    ],
)
def test_the_margin_is_told_as_it_is(total: int, says: str):
    assert first(placed(1, "Ruth Abernathy", total), WALT) == f"Ruth Abernathy won the night {says}."


def test_a_win_by_day_and_below_zero():
    says = first(placed(1, "Ruth Abernathy", -3), placed(2, "Walt Kowalski", -40), part="day")

    assert says == "Ruth Abernathy won the day with −3 points, 37 ahead of Walt Kowalski."


def test_two_who_are_level_share_the_first_place():
    also = placed(1, "Walt Kowalski", 412)

    assert first(RUTH, also, MARGE) == (
        "Ruth Abernathy and Walt Kowalski shared first place with 412 points each, 22 ahead of Marge Delgado."
    )


def test_two_who_are_level_below_the_winner():
    second, third = placed(2, "Walt Kowalski", 403), placed(2, "Marge Delgado", 403)

    assert first(RUTH, second, third, ED) == (
        "Ruth Abernathy won the night with 412 points, nine ahead of Walt Kowalski and Marge Delgado, "
        "who shared second place."
    )


def test_two_who_are_level_in_third_place():
    third = [placed(3, name, 390) for name in ("Marge Delgado", "Ed Lindqvist")]

    assert first(RUTH, WALT, *third).endswith("Marge Delgado and Ed Lindqvist shared third place with 390 points each.")


def test_everybody_level():
    table = [placed(1, name, 1) for name in ("Ruth", "Walt", "Marge", "Ed")]

    assert first(*table) == "Ruth, Walt, Marge and Ed all ended level with 1 point."


def test_many_who_share_a_place_are_counted():
    tied = [placed(1, f"Player {number}", 50) for number in range(12)]

    assert first(*tied, placed(13, "Ed Lindqvist", 49)) == (
        "Twelve players shared first place with 50 points each, only one point ahead of Ed Lindqvist."
    )


def test_pairs_are_told_as_pairs():
    one, other = placed(1, "Ruth & Marge", 310), placed(2, "Walt & Ed", 290)

    assert first(one, other, of="pair") == "Ruth & Marge won the night with 310 points, 20 ahead of Walt & Ed."


def test_who_won_every_round_or_led_all_night_or_came_from_behind():
    won_all = placed(1, "Ruth Abernathy", 412, won_all=True, was_ahead=True)
    was_ahead = placed(1, "Ruth Abernathy", 412, was_ahead=True)
    behind = placed(1, "Ruth Abernathy", 412, rounds=(100, 112, 200), before_last=5)

    assert first(won_all).endswith("Ruth Abernathy won all three rounds.")
    assert first(was_ahead).endswith("Nobody else led after any round.")
    assert first(behind).endswith("Ruth Abernathy was fifth before the last round, which brought 200 points.")
    assert first(behind, rounds=THREE[:2]) == "Ruth Abernathy won the night with 412 points."


FINALISTS = (
    placed(1, "Ruth Abernathy", 60, is_finalist=True), placed(2, "Walt Kowalski", 31, is_finalist=True),
    placed(3, "Marge Delgado", 20, is_finalist=True), placed(4, "Ed Lindqvist", 11, is_finalist=True),
    placed(5, "Joan Pruitt", 240), placed(6, "Hank Ostrowski", 100),
)  # fmt: skip


def test_a_final_from_zero_is_told_apart_from_the_points_before():
    assert first(*FINALISTS, final_of=4, carried=False, cut_by="lots") == (
        "Ruth Abernathy won the final with 60 points, 29 ahead of Walt Kowalski. "
        "Marge Delgado came in third with 20 points. The best four went into the final from zero. "
        "The last seat was drawn by lot. Best of the others: Joan Pruitt with 240 points."
    )


def test_a_final_that_carries_points_over():
    assert "Ruth Abernathy won the night with 60 points" in first(*FINALISTS, final_of=4, carried=True)
    assert "went into the final with their points so far." in first(*FINALISTS, final_of=4, carried=True)


def test_nothing_was_played():
    assert paragraphs_of(Night(part="night", next="We meet again on Tuesday.")) == (
        "No round was played this night.",
        "We meet again on Tuesday.",
    )


def test_high_round_and_hand_with_their_rounds():
    says = paragraphs_of(
        night(
            RUTH,
            high_round=Best(212, (("Ruth & Walt", "round 1"), ("Marge & Ed", "round 3"))),
            high_hand=Best(60, tuple((f"Player {number}", "round 1") for number in range(5))),
            specials=(
                ("moons", "Hank", "round 2"),
                ("sweeps", "Ruth & Walt", "round 1"),
                ("sweeps", "Ed", "the final"),
            ),
            all_made=(("Vern Talbot", 9),),
        )
    )[1]

    assert says == (
        "The high round was 212 points, by Ruth & Walt in round 1 and Marge & Ed in round 3. "
        "The high hand was 60 points, reached five times. The moon was shot and made by Hank in round 2. "
        "A hand was swept by Ruth & Walt in round 1 and Ed in the final. Vern Talbot won nine bids and made every one."
    )


def test_totals_alone_make_no_high_hand_of_the_night():
    says = paragraphs_of(night(RUTH, high_hand=Best(60, (("Ed", "round 1"),)), has_hands_missing=True))[1]

    assert says == "Of the hands on score cards, the highest was 60 points, by Ed in round 1."


def test_one_round_has_no_high_round_and_no_number():
    high = Best(60, (("Ed", "round 1"),))

    assert paragraphs_of(night(RUTH, rounds=("Round 1",), high_round=high, high_hand=high))[1] == (
        "The high hand was 60 points, by Ed."
    )


@pytest.mark.parametrize(("nights", "before", "is_told"), [(5, 211, True), (5, 212, False), (4, 0, False)])
def test_a_record_is_told_once_there_are_nights_to_compare(nights: int, before: int, is_told: bool):
    says = paragraphs_of(
        night(RUTH, high_round=Best(212, (("Ed", "round 1"),)), earlier=Earlier(nights, high_round=before))
    )[1]

    assert ("highest round in the club’s records" in says) == is_told


def test_who_was_there():
    earlier = Earlier(9, newcomers=("Ann Poe",))

    assert written(night(RUTH, players=16, tables=(4, 4, 3), guests=("Ann Poe",), earlier=earlier))["people"] == (
        "Sixteen players played three rounds at up to four tables. Among them was one guest: Ann Poe. "
        "Welcome to Ann Poe, who played here for the first time."
    )


def test_milestones_are_somebodys_own_and_everybodys_stand_together():
    one = Earlier(9, marks=(("Bernice Hall", "First double pinochle"),))
    many = Earlier(
        9, first_wins=("Ruth Abernathy",), nights_of=(("Ed", 100),),
        marks=(("Ed", "First skunk"), ("Walt", "300th bid made")),
    )  # fmt: skip

    assert written(night(RUTH, earlier=one))["milestones"] == (
        "A milestone in the club’s records: Bernice Hall’s first double pinochle."
    )
    assert written(night(RUTH, earlier=many))["milestones"] == (
        "Milestones in the club’s records: Ruth Abernathy’s first win; Ed’s first skunk and 100th night; "
        "Walt’s 300th bid made."
    )


SHORT = short_names({
    "Ruth Abernathy": "", "Walt Kowalski": "Wally", "Marge Delgado": "", "Marge Lee": "", "S. M.": "",
    "Sister Mary Agnes": "", "Ann Lee (3)": "",
})  # fmt: skip


def test_short_names_are_nobody_elses_and_tell_no_more_than_the_name():
    assert SHORT == {"Ruth Abernathy": "Ruth", "Walt Kowalski": "Wally"}


def test_a_block_names_people_in_full_once():
    won = placed(1, "Ruth Abernathy", 412, won_all=True)
    best = Best(60, (("Ruth Abernathy & Walt Kowalski", "round 1"), ("Walt Kowalski & S. M.", "round 2")))

    says = written(night(won, WALT, high_hand=best, short=SHORT))

    assert says["winners"].endswith("nine ahead of Walt Kowalski. Ruth won all three rounds.")
    assert says["highs"].endswith("by Ruth Abernathy & Walt Kowalski in round 1 and Wally & S. M. in round 2.")


def test_thousands_are_written_alike():
    won = placed(1, "Ruth Abernathy", 2492, rounds=(100, 112, 1841), before_last=5)
    high = Best(1902, (("Walt Kowalski", "round 2"),))

    says = written(night(won, high_round=high))

    assert "with 2,492 points" in says["winners"]
    assert says["winners"].endswith("which brought 1,841 points.")
    assert "was 1,902 points" in says["highs"]


def test_prizes_and_who_has_how_much_of_them():
    prizes = (
        ("1st place", (("Ruth Abernathy", "$15"),)),
        ("high hand", (("Walt", "$2.50"), ("Ed", "$2.50"))),
        ("Women: 2nd place", (("Marge", "$3.34"), ("Joan", "$3.33"))),
        ("most sets", tuple((f"Player {number}", "$1") for number in range(5))),
    )

    assert written(night(RUTH, prizes=prizes))["prizes"] == (
        "The prizes: 1st place to Ruth Abernathy ($15); high hand to Walt and Ed ($2.50 each); "
        "Women: 2nd place to Marge ($3.34) and Joan ($3.33); most sets to five who shared it."
    )


@pytest.mark.parametrize(("players", "word"), [(1, "One player"), (9, "Nine players"), (48, "Forty-eight players")])
def test_a_sentence_begins_with_a_number_in_words(players: int, word: str):
    assert paragraphs_of(night(RUTH, players=players, tables=(1,)))[1].startswith(word)


def standing(season: str, leaders: tuple[Leader, ...], divisions: tuple[tuple[str, Any], ...] = ()) -> dict[str, Any]:
    return {"season": season, "leaders": leaders, "divisions": divisions}


def test_the_season_and_what_comes():
    season = standing("Winter 2026", (Leader(1, "Ruth", "900 points"), Leader(2, "Walt", "880 points")))
    level = standing("Winter 2026", (Leader(1, "Ruth", "9 rounds won"), Leader(1, "Walt", "9 rounds won")))

    assert paragraphs_of(night(RUTH, **season, next="We meet again on Tuesday."))[1:] == (
        "After this night, Ruth stands first in Winter 2026 with 900 points, followed by Walt (880 points).",
        "We meet again on Tuesday.",
    )
    assert paragraphs_of(night(RUTH, **level))[1] == (
        "After this night, Ruth and Walt stand level in first place in Winter 2026 with 9 rounds won."
    )


def test_the_season_says_why_one_is_ahead_of_another_with_as_many_points_and_who_leads_each_division():
    season = standing(
        "Winter",
        (
            Leader(1, "Ruth", "60 points", "7 points more"),
            Leader(2, "Walt", "53 points", "level at 53; 4 rounds won to 3"),
            Leader(3, "Marge", "53 points"),
        ),
        (
            ("Newcomers", (Leader(1, "Otis", "41 points"),)),
            ("Women", (Leader(1, "Ruth", "60 points"), Leader(1, "Joan", "60 points"))),
        ),
    )

    says = written(night(RUTH, **season))

    assert says["season"] == (
        "After this night, Ruth stands first in Winter with 60 points, followed by Walt and Marge (53 points each). "
        "Walt is ahead of Marge: 4 rounds won to 3."
    )
    assert says["divisions"] == ("Division leaders: Newcomers, Otis (41 points); Women, Ruth and Joan.")


def test_no_figure_is_told_twice_in_a_notice():
    won = placed(1, "Ruth Abernathy", 412, rounds=(100, 112, 200), before_last=5)
    leaders = (
        Leader(1, "Ruth", "2,464 points", "level at 2,464; 14 rounds won to 13"),
        Leader(2, "Walt", "2,464 points", "level at 2,464 and in rounds won; highest round 161 to 155"),
        Leader(3, "Marge", "2,464 points"),
    )
    divisions = (("Women", leaders[:1]), ("Seniors", (Leader(1, "Otis", "1,932 points"),)))
    season = standing("Winter", leaders, (*divisions, ("Newcomers", (Leader(1, "Otis", "1,932 points"),))))
    high = Best(200, (("Ruth Abernathy & S. M.", "round 3"),))

    says = " ".join(paragraphs_of(night(won, WALT, high_round=high, **season, next="We meet with S. M..")))

    told = Counter(re.findall(r"\d[\d,.]*\d", says))
    assert told.keys() >= {"412", "200", "2,464", "1,932"}
    assert (max(told.values()), says.count("..")) == (1, 0)


def test_a_duplicate_is_told_by_its_boards():
    told = night(
        placed(1, "Ruth Abernathy", 6143), placed(2, "Walt Kowalski", 6050), placed(3, "Joan Pruitt", 5000),
        compared="matchpoints", high_round=Best(7813, (("Ruth Abernathy & Joan Pruitt", "round 2"),)),
        widest=WidestBoard(7, ("Ruth Abernathy & Joan Pruitt", "+52"), ("Walt Kowalski & Ed Lindqvist", "−30")),
        earlier=Earlier(nights=40, high_round=90),
    )  # fmt: skip

    says = written(told)

    assert says["winners"] == (
        "Ruth Abernathy won the night with 61.43%, only 0.93% ahead of Walt Kowalski. Joan Pruitt came in third with "
        "50.00%."
    )
    assert says["highs"] == (
        "The high round was 78.13%, by Ruth Abernathy & Joan Pruitt in round 2. Most was won and lost on board 7: "
        "Ruth Abernathy & Joan Pruitt made +52 with the cards that brought Walt Kowalski & Ed Lindqvist −30."
    )


def test_each_direction_has_its_best_where_there_are_two_lists():
    told = night(
        placed(1, "A & B", 6143, direction="NS"), placed(2, "C & D", 5000, direction="NS"),
        placed(1, "E & F", 5512, direction="EW"), placed(1, "G & H", 5512, direction="EW"),
        compared="matchpoints", of="pair",
    )  # fmt: skip

    assert written(told)["winners"] == (
        "A & B came in first N-S with 61.43%. E & F and G & H shared first place E-W with 55.12% each."
    )


def test_a_duplicate_is_read_from_its_rows_with_the_places_they_keep():
    """Of the rounded shares one would be ahead, exactly they are level."""
    event = Event(compared="matchpoints")
    people = [Entrant(pk=at, number=at, name=name) for at, name in enumerate(("Ann", "Bob", "Cal"), 1)]
    rows = [
        LedgerRow(entrant=entrant, round_number=number, kind=kind, points=9, table=1, side="NS", place=place,
                  share=share, boards=boards)
        for entrant, place, rounds in zip(people, (1, 1, 3), (
            (("played", 3333, 1), ("played", 3333, 1), ("played", 3333, 1)),
            (("played", 10000, 1), ("played", 0, 1), ("played", 0, 1)),
            (("sat_out", None, 0), ("played", 2500, 1), ("played", 2500, 1)),
        ), strict=True)
        for number, (kind, share, boards) in enumerate(rounds, 1)
    ]  # fmt: skip

    told = night_of(event, rows)

    assert [(one.place, one.name, one.rounds) for one in told.places] == [
        (1, "Bob", (10000, 0, 0)), (1, "Ann", (3333, 3333, 3333)), (3, "Cal", (None, 2500, 2500)),
    ]  # fmt: skip
    assert told.high_round == Best(10000, (("Bob", "round 1"),))
    assert (told.high_hand, told.compared) == (None, "matchpoints")


def test_the_board_on_which_most_was_won_and_lost():
    tables = [laid_table(1, range(1, 5), {1: (9, 0), 2: (30, 0)}), laid_table(2, range(5, 9), {1: (0, 0), 2: (0, 22)})]

    found = widest_board(compared_boards(Method.MATCHPOINTS, [laid_round(1, *tables)]))
    level = widest_board(compared_boards(Method.MATCHPOINTS, [laid_round(1, laid_table(1, range(1, 5), {1: (9, 0)}))]))

    assert found == WidestBoard(2, ("Player 1 & Player 3", "+30"), ("Player 5 & Player 7", "−22"))
    assert level is None
