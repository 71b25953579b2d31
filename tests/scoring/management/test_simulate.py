"""The command: what it prints and writes, and that bad arguments get a sentence."""

import json

import pytest
from django.core.management import CommandError, call_command


def simulate(*arguments: str) -> None:
    call_command("simulate", "--bots", "random", "--deals", "30", "--cores", "1", *arguments)


def test_report_is_printed(capsys):
    simulate("--book", "npa", "--seed", "7")

    printed, told = capsys.readouterr()
    assert told == "30 of 30 hands\n"
    assert printed.startswith("National Pinochle Association: 30 hands, seed 7, random bots\n")
    for part in (
        "hands/s",
        "Bids that are set: ",
        "Meld of a side",
        "Left of the dealer",
        "Margin of the bidding side",
    ):
        assert part in printed


def test_setting_is_compared_with_the_book(capsys):
    simulate("--book", "npa", "--against-set", "auction.minimum=65")

    printed = capsys.readouterr().out
    assert "against National Pinochle Association with auction.minimum=65" in printed
    assert " → " in printed
    assert "±" in printed


def test_a_game_that_bots_do_not_know_is_refused():
    with pytest.raises(CommandError, match=r"Two-handed.*: Bots play only games with bidding"):
        simulate("--book", "two-handed")


def test_file_is_written(tmp_path, capsys):
    simulate("--book", "npa", "--set", "auction.opening=60", "--out", str(tmp_path / "run.json"))

    data = json.loads((tmp_path / "run.json").read_text())
    assert (data["book"], data["changes"], data["deals"]) == ("npa", ["auction.opening=60"], 30)
    assert next(figure["first"]["value"] for figure in data["figures"] if figure["key"] == "bid") >= 50


@pytest.mark.django_db
@pytest.mark.parametrize("option", ["--book", "--against"])
def test_unknown_book_gets_a_sentence(option):
    with pytest.raises(CommandError, match="There is no rule book “npo”; there are st-hilary"):
        simulate(option, "npo")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--deals", "many"), "--deals is a whole number from 1 to"),
        (("--deals", "0"), "--deals is a whole number from 1 to"),
        (("--seed", "-1"), "--seed is a whole number"),
        (("--cores", "x"), "--cores is a whole number"),
        (("--bots", "grandmaster"), "There are no bots “grandmaster”"),
        (("--set", "auction.openin=21"), "auction.openin: Rule books have no such entry"),
        (("--set", "opening"), "Write path=value"),
        (("--against-set", "auction.opening=x"), "--against-set does not make a rule book"),
        (("--out", "run.csv"), "--out writes FILE.json"),
        (("--out", "no/such/folder/run.json"), "There is no folder"),
    ],
)
def test_bad_argument_gets_a_sentence(arguments, sentence):
    with pytest.raises(CommandError, match=sentence):
        simulate(*arguments)
