"""The search for leaks: what it counts, and that it knows a bad proposer when it meets one."""

import random

import pytest
from django.core.management import CommandError, call_command

from scoring.play.bots import leaks, make_bot
from scoring.play.bots.club import ClubBot
from scoring.play.bots.duels import Plan
from scoring.play.bots.leaks import PROPOSERS, Deal, gains, leads, look_at
from scoring.play.engine.club_cards import LARGE_DECK, usual_ways
from scoring.play.engine.tables import tables_for
from scoring.play.state import begin
from scoring.rules.book import built_in_book
from scoring.rules.dealing import deal
from scoring.rules.notation import parse_cards
from tests.scoring.play.bots.complaints import complaints
from tests.scoring.play.bots.positions import at_play, view_of, with_bid
from tests.scoring.play.protocol.test_programs import command, none_left  # noqa: F401

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

    call_command("leaks", "--book", "gwinnett", "--by", command("plain"), "--deals", "4", "--jobs", "1")

    first, *rest = capsys.readouterr().out.splitlines()
    assert first.startswith("gwinnett, Plain, 4 deals, seed 1")
    assert "0 deals ended by no legal answer" in first
    assert all(" decisions: " in each for each in rest)


def test_bidder_leads_a_low_trump_with_a_higher_one_out_and_says_so():
    """Before, it led a low side card."""
    state = at_play(with_bid("gwinnett", "E", 21, "S", E="TS KS QS JS 9S KC 9C QD JD 9D 9H JH"))

    decision = make_bot("club", seed=1).choose(view_of(state))

    assert decision.action.card in parse_cards("QS JS 9S")
    assert "brings out the higher ones" in decision.reason


def test_a_suit_that_an_opponent_has_to_trump_is_led_and_the_reason_says_so():
    """South trumped a club. West leads another one, where it led a trump or a diamond before."""
    south = "JS TS KS AS AD AD TD TD KD KD JD JD JH QH KH KH TH TH AH AH"
    west = "JS JS QS QS AH JH JH QH QH KH JC JC QC QC KC JD JD QD QD KD"
    start = with_bid("npa", "E", 50, "S", E="AC JH", S=south, W=west, N="KC QH")
    view = view_of(at_play(start, "AC", "JS", "JC", "KC", "JH", "AH", "QH", "JH"))

    decision = make_bot("club", seed=1).choose(view)
    before = ClubBot(ways=LARGE_DECK._replace(opponent_trumps=0.0)).choose(view)

    assert decision.action.card.suit == "C" != before.action.card.suit
    assert decision.reason == "An opponent has no ♣ clubs, and has to trump if they can."


@pytest.mark.parametrize(("book", "bid", "kept"), [("npa", 50, "KC"), ("gwinnett", 21, "QC")])
def test_second_player_takes_the_trick_with_the_ace_rather_than_keep_it(book, bid, kept):
    view = view_of(at_play(with_bid(book, "E", bid, "S", E="JC", S="AC AC QC" if book == "npa" else "AC QC"), "JC"))
    usual = usual_ways(tables_for(view.book).tricks)

    decision = make_bot("club", seed=1).choose(view)
    before = ClubBot(ways=usual._replace(cashed=0.0)).choose(view)

    assert (decision.action.card, before.action.card) == parse_cards(f"AC {kept}")


def test_ace_over_the_partners_queen_says_why():
    position = next(
        each for complaint in complaints() for each in complaint["positions"] if "the ten behind South" in each.here
    )

    decision = make_bot("club", seed=1).choose(view_of(position.state()))

    assert decision.reason == "Nothing still out in ♣ clubs beats your A♣, and partner’s Q♣ may still be beaten."


def test_one_deal_has_no_halves():
    with pytest.raises(CommandError):
        call_command("leaks", "--book", "gwinnett", "--deals", "1")
