"""The slips of rulings, read back."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from league.evening.paper.pdfs.sheets import NothingToPrint, print_paper
from league.models import Entrant, Role, RoundTable
from tests.lasting import lasting
from tests.league.evening.rulings.test_rule import RENEGE, address, give, play_hand, tap
from tests.league.makers import make_running_round, make_user
from tests.scoring.score_card.pdf_reading import pages_of, sizes_of

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def lasting_table(django_db_setup: None, django_db_blocker: Any) -> Iterator[RoundTable]:
    with lasting(django_db_blocker):
        table = make_running_round().tables.select_related("event_round__event__club").get(number=1)
        play_hand(table)
        referee = Client()
        referee.force_login(make_user(table.event_round.event.club, "referee"))
        give(referee, *tap(referee, address(table), *RENEGE), note="Seen by all")
        conduct = ("Hand 2", "Conduct", "Ed Lindqvist", "Something else", "A warning")
        give(referee, *tap(referee, address(table), *conduct), decision="Ed was spoken to.")
        yield table


@pytest.fixture
def table(lasting_table: RoundTable, db: None) -> RoundTable:
    """Ruth's renege in the first hand is ruled, and Ed is warned."""
    return RoundTable.objects.select_related("event_round__event__club").get(pk=lasting_table.pk)


def slips(table: RoundTable, **chosen: str) -> bytes:
    return print_paper(table.event_round.event_id, "ruling_slips", Role.Kind.REFEREE, {"round": "1", **chosen})


def test_a_slip_says_what_was_decided_and_what_the_hand_comes_to(table):
    page = pages_of(slips(table, first="1", last="1", ruling="4"))[0]

    for words in (
        "A renege", "Round 1, table 1, hand 1 · Stands", "Ruth reneged.", "“Seen by all”",
        "Who reneged? Ruth Abernathy",
        "Called by Walt Kowalski", "By the book National Pinochle Association", "Given by Carol Reyes",
        "0 Ruth Abernathy & Marge Delgado", "+86 Walt Kowalski & Ed Lindqvist", "The referee’s decision is final.",
    ):  # fmt: skip
        assert words in page
    assert "Ed was spoken to." not in page


def test_four_slips_are_cut_from_a_letter_sheet(table):
    content = slips(table, paper="letter")

    assert sizes_of(content) == {(612, 792)}
    [page] = pages_of(content)
    assert page.count("Sheet 1 of 1") == 2
    assert "Ed was spoken to." in page


def test_where_nothing_was_ruled_there_is_nothing_to_print(table):
    with pytest.raises(NothingToPrint, match="Nothing was ruled"):
        slips(table, first="2", last="2")


def test_a_ruling_of_many_words_takes_a_whole_row_of_the_page(table):
    """Half a page holds a common one; where one does not fit, none of them is cut off."""
    at = f"{address(table)}?hand=1&kind=amount&fact-amount_NS=-20&fact-amount_EW=&fact-why=slow"
    referee = Client()
    referee.force_login(make_user(table.event_round.event.club, "referee"))
    for _ in range(2):
        give(referee, at, referee.get(at).text, decision="word " * 59, note="word " * 23)
    Entrant.objects.update(name="Bartholomew Fitzgerald-Smythe the Third of Bath and Wells, formerly of Ely")

    assert [page.count("decision is final") for page in pages_of(slips(table))] == [2, 2]
