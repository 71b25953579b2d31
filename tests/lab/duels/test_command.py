"""The command: one line for each duel, with the interval and the count."""

import re
import sys
from pathlib import Path

import pytest

from tests.lab.duels.__main__ import main

EXAMPLES = Path(__file__).parents[1] / "opponents" / "examples"


def test_line_says_who_is_stronger_and_how_sure_that_is(capsys):
    main(["--book", "npa", "--a", "club", "--b", "beginner", "--pairs", "4", "--jobs", "1"])

    head, line = capsys.readouterr().out.splitlines()
    assert head.startswith("Seed 1; Expert with 400 playouts a decision. A duel may stop after 4 pairs;")
    assert re.match(
        r"npa +club – beginner: [+-]\d+\.\d\d points a deal, 95% [+-]\d+\.\d\d to [+-]\d+\.\d\d, 4 pairs, \d+ s: ",
        line,
    )


def test_whole_duel_under_a_changed_book_tells_the_points_in_tricks(capsys):
    said = ("--book", "st-hilary", "--a", "club", "--b", "club", "--pairs", "2", "--jobs", "1")
    main([*said, "--whole", "--set", "auction.opening=20"])

    head, line = capsys.readouterr().out.splitlines()
    assert head.endswith("A duel plays all 2 pairs.")
    assert "not decided; in tricks +0.00 ± 0.00; " in line
    with pytest.raises(SystemExit, match="--set does not make a rule book"):
        main([*said, "--set", "auction.opening=none"])


@pytest.mark.parametrize("arguments", [["--a", "club"], ["--pairs", "1"]])
def test_arguments_that_make_no_duel_are_refused(arguments):
    with pytest.raises(SystemExit):
        main(["--book", "npa", *arguments])


def test_program_plays_and_what_it_lost_is_told(capsys):
    bad = f"{sys.executable} -S {EXAMPLES / 'bad.py'} dies"
    main(["--book", "st-hilary", "--a", "club", "--b", bad, "--pairs", "2", "--jobs", "1"])

    _, line, *told = capsys.readouterr().out.splitlines()
    assert line.startswith("st-hilary      club – Bad: +40.00 points a deal")
    assert line.endswith("; Bad lost 4 for no legal answer")
    lost = [re.sub("seat [NESW]", "seat", each) for each in told if each.startswith("  deal ")]
    assert lost == [f"  deal {deal}, side B in seat: ended: The program ended." for deal in (0, 0, 1, 1)]
    assert sum(each.startswith('    asked: {"type": "ask"') for each in told) == 4


@pytest.mark.parametrize("seconds", ["0", "-1"])
def test_program_needs_some_time(seconds):
    with pytest.raises(SystemExit):
        main(["--book", "npa", "--a", "club", "--b", "club", "--seconds", seconds])


def test_word_that_is_neither_a_strength_nor_a_program_is_refused():
    with pytest.raises(SystemExit, match="expret"):
        main(["--book", "npa", "--a", "expret", "--b", "club", "--jobs", "1"])
