"""Certificates and the table of partners, read back: the figures of the ledger."""

from __future__ import annotations

import pytest
from django.core.cache import caches

from league.acting.permissions import Kind
from league.evening.paper.pages.certificates import of_places
from league.evening.paper.pages.partners import Together, of_evening, together_of
from league.evening.paper.pdfs.sheets import NothingToPrint, print_paper
from league.models import Category, Entrant, Event, LedgerRow
from tests.league.evening.money.evening import close, fresh, played_evening
from tests.league.makers import close_with_sums, make_entrants, make_event, make_pairs, make_round, start_now
from tests.scoring.score_card.pdf_reading import SIZES, pages_of, sizes_of, struck_tags, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    caches["pdfs"].clear()


def paper(event: Event, key: str, paper: str = "letter", **chosen: str) -> bytes:
    return print_paper(event.pk, key, Kind.DIRECTOR, {"paper": paper, **chosen})


@pytest.mark.parametrize("size", ["letter", "a4"])
def test_a_certificate_for_everybody_on_the_first_three_places(size: str):
    event = close(played_evening())

    content = paper(event, "certificates", size)

    pages = pages_of(content)
    assert len(pages) == 4  # two share the first place, and two the third
    assert "First place shared by Joan Pruitt 50 points at Tuesday cards Tuesday, November 17, 2026" in pages[0]
    assert "Third place shared by Marge Delgado 38 points" in pages[3]
    assert sizes_of(content) == {SIZES[size][::-1]}
    tags, kinds = struck_tags(content)
    assert tags == kinds > 20


def test_the_winner_alone_and_the_first_of_each_category():
    event = close(played_evening())
    women = Category.objects.create(club=event.club, name="Women")
    Category.objects.create(club=event.club, name="Men")
    for one in event.entrants.filter(name__in=("Ruth Abernathy", "Marge Delgado", "Hank Ostrowski")):
        assert one.member is not None
        one.member.carries.add(women)

    assert len(pages_of(paper(event, "certificates", of="first"))) == 2
    assert [page[:50] for page in pages_of(paper(event, "certificates", of="categories"))] == [
        f"{event.club} First place, Women shared by {name}"[:50] for name in ("Ruth Abernathy", "Marge Delgado")
    ]


def test_both_of_a_pair_get_one():
    event = make_event(format="round_robin", book="st-hilary", rounds_planned=1)
    people = [one for pair in make_pairs(event, 2) for one in pair]
    close_with_sums(start_now(make_round(event, [people[0], people[2], people[1], people[3]])), [(100, 40)])

    pages = pages_of(paper(close(fresh(event)), "certificates", of="first"))

    assert ["with Walt Kowalski" in pages[0], "with Ruth Abernathy" in pages[1], len(pages)] == [True, True, 2]
    assert "First place goes to Ruth Abernathy" in pages[0]


def test_nobody_on_a_place_is_no_certificate():
    assert of_places((), 3) == []


@pytest.mark.parametrize("players", [8, 20])
def test_partners_stand_with_what_the_ledger_has(players: int):
    event = make_event(book="st-hilary", rounds_planned=2)
    people = make_entrants(event, players)
    for number in (1, 2):
        event_round = start_now(make_round(event, people, number=number))
        close_with_sums(event_round, [(100 + number, 40 + table) for table in range(players // 4)])
    event = close(fresh(event))

    content = paper(event, "partners")

    found = together_of(LedgerRow.objects.filter(event=event))
    ruth, marge = of_evening(people[0]), of_evening(people[2])
    assert (found[ruth, marge], found[marge, ruth]) == (Together(2, 203), Together(2, 203))
    says = text_of(content)
    assert sizes_of(content) == {SIZES["letter"][::-1]}
    for row in Entrant.objects.filter(event=event):
        total = sum(one.points for one in LedgerRow.objects.filter(entrant=row))
        assert f"{row.name}" in says
        assert f"2 {total}" in says
    assert "203 ×2" in says


def test_nothing_is_printed_before_a_round_is_closed():
    event = make_event()
    start_now(make_round(event, make_entrants(event, 4)))

    for key in ("partners", "certificates"):
        with pytest.raises(NothingToPrint, match="No round has been closed yet"):
            paper(event, key)
