"""The search for leaks: what it counts, and that it knows a bad proposer when it meets one."""

import random

import pytest

from scoring.play.state import begin
from scoring.rules.book import built_in_book
from scoring.rules.dealing import deal
from tests.lab import leaks
from tests.lab.duels import Plan
from tests.lab.duels.test_programs import command, none_left  # noqa: F401
from tests.lab.leaks import PROPOSERS, Deal, gains, leads, look_at
from tests.lab.leaks.__main__ import main

BOOK = built_in_book("gwinnett")


def found(proposer: str, deals: int = 8) -> list[tuple[tuple[str, ...], float]]:
    rng = random.Random(3)
    return [gain for _ in range(deals) for gain in gains(begin(BOOK, "N", deal(BOOK, rng, "N")), PROPOSERS[proposer])]


def test_who_plays_the_highest_card_each_time_loses_beside_the_club():
    told = found("highest")

    assert len(told) > 50
    assert sum(gain for _, gain in told) < 0


def test_a_decision_is_told_by_what_its_player_can_see():
    said = [conditions for conditions, _ in found("lowest trump", 3)]

    assert said
    assert all("instead: trump" in "; ".join(each) for each in said)
    assert {"leads", "second", "third", "fourth"} >= {each[1] for each in said}


def test_the_list_tells_only_what_won_in_the_other_half(monkeypatch):
    monkeypatch.setattr(leaks, "FEWEST", 1)

    listed = leads([Deal([(("leads", "bidder"), 2.0), (("third",), -1.0)])] * 20)

    assert {each.condition for each in listed} == {("leads",), ("bidder",), ("leads", "bidder")}
    assert {(each.decisions, each.each, each.a_deal, each.off) for each in listed} == {(10, 2.0, 2.0, 0.0)}


def test_worlds_judge_the_same_decisions_and_repeat():
    plan = Plan("gwinnett", "highest", "club", seed=3)
    deal, worlds, again = (look_at(plan, number, 0) for number in (0, 6, 6))

    assert worlds == again
    assert [said for said, _ in worlds.judged] == [said for said, _ in deal.judged]
    assert worlds.judged != deal.judged
    assert sum(gain for _, gain in worlds.judged) < 0


def test_an_expert_proposes_cards_too():
    plan = Plan("gwinnett", "expert", "club", playouts=40, seed=3)

    assert sum(len(look_at(plan, 0, number).judged) for number in range(3)) > 0


@pytest.mark.parametrize(("way", "kind"), [("not its own", "illegal"), ("no card", "unreadable"), ("slow", "late")])
def test_what_a_program_does_wrong_ends_the_deal_and_is_told(way, kind):
    plan = Plan("gwinnett", command("bad", way), "club", seed=3, seconds=0.2 if way == "slow" else 60)

    assert look_at(plan, 0, 0).fault.startswith(f"deal 0: {kind}")


def test_a_program_proposes_and_the_command_tells_what_leads(monkeypatch, capsys):
    monkeypatch.setattr(leaks, "FEWEST", 1)

    main(["--book", "gwinnett", "--by", command("plain"), "--deals", "4", "--jobs", "1"])

    first, *rest = capsys.readouterr().out.splitlines()
    assert first.startswith("gwinnett, Plain, 4 deals, seed 1")
    assert "0 deals ended by no legal answer" in first
    assert all(" decisions: " in each for each in rest)


def test_one_deal_has_no_halves():
    with pytest.raises(SystemExit):
        main(["--book", "gwinnett", "--deals", "1"])
