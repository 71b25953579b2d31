"""The command: one line for each duel, with the interval and the count."""

import re

import pytest
from django.core.management import CommandError, call_command


def test_line_says_who_is_stronger_and_how_sure_that_is(capsys):
    call_command("duel", "--book", "npa", "--a", "club", "--b", "beginner", "--pairs", "4", "--jobs", "1")

    head, line = capsys.readouterr().out.splitlines()
    assert head.startswith("Seed 1; Expert with 400 playouts a decision. A duel may stop after 4 pairs;")
    assert re.match(
        r"npa +club – beginner: [+-]\d+\.\d\d points a deal, 95% [+-]\d+\.\d\d to [+-]\d+\.\d\d, 4 pairs, \d+ s: ",
        line,
    )


@pytest.mark.parametrize("arguments", [["--a", "club"], ["--pairs", "1"]])
def test_arguments_that_make_no_duel_are_refused(arguments):
    with pytest.raises(CommandError):
        call_command("duel", "--book", "npa", *arguments)
