"""The papers of a duplicate, read back: what stands on them, for whom, and not before the evening is closed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import caches

from league.acting.permissions import Kind
from league.evening.paper.pages.choice import HIDDEN
from league.evening.paper.pdfs.papers import RECORD_SIZES, record_fits
from league.evening.paper.pdfs.sheets import NothingToPrint, print_paper
from league.models import Event, RoundTable
from pinochle_club.ground.papers import PAPERS
from tests.lasting import lasting
from tests.league.evening.paper import duplicate
from tests.league.makers import make_club
from tests.sampling import crossed
from tests.scoring.score_card.pdf_reading import SIZES, pages_of, sizes_of, struck_tags, text_of

pytestmark = pytest.mark.django_db
OF_BOARDS = ("hand_records", "travelers", "board_ranking", "own_boards")
LANDSCAPE = ("own_boards",)


@pytest.fixture(scope="module")
def lasting_event(django_db_setup: None, django_db_blocker: Any) -> Iterator[int]:
    """Two tables that played four boards, and are done; of board 4 the director decided at table 2."""
    with lasting(django_db_blocker):
        event = duplicate.duplicate_evening(make_club(name="St. Hilary 7"))
        table = RoundTable.objects.get(event_round__event=event, event_round__number=1, number=2)
        event.board_decisions.create(number=4, table=table, kind="average", shares={"NS": 60, "EW": 40})
        yield duplicate.close(event).pk


@pytest.fixture
def event(lasting_event: int, db: None) -> Event:
    caches["pdfs"].clear()
    return Event.objects.select_related("club", "rules__book_version").get(pk=lasting_event)


def printed(event: Event, kind: str, paper: str = "letter", **asked: str) -> bytes:
    return print_paper(event.pk, kind, Kind.DIRECTOR, {"paper": paper, **asked})


def words(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize(("suit", "results", "sentences", "sizes"), [
    ("A K", [["+2"]], ["Average: +2"], [16, 14, 12, 11]),
    ("A K", [["+2"]], ["Best N-S: +6, Wilhelmina Featherstonehaugh & Maximiliane Oberhuber"] * 7, [12, 11]),
    (" ".join("A10KQJ9" * 3), [["+2"]], [], [12, 11]),
    ("A K", [["+2"], ["+1"]], [], []),
])  # fmt: skip
def test_hands_are_as_large_as_all_that_is_told_of_a_board(
    suit: str, results: list[list[str]], sentences: list[str], sizes: list[int]
):
    hand = {"suits": [{"sign": "♠", "cards": suit}, *({"sign": sign, "cards": "A 10"} for sign in "♥♦♣")]}
    record = {"is_compass": True, "hands": [hand] * 4, "kitty": "", "results": results, "sentences": sentences}

    assert [size for size in RECORD_SIZES[2] if record_fits(record, size, 2)] == sizes


@pytest.mark.parametrize(("kind", "paper"), crossed(OF_BOARDS, PAPERS))
def test_every_sheet_says_where_it_belongs(event: Event, kind: str, paper: str):
    content = printed(event, kind, paper)

    assert sizes_of(content) == {SIZES[paper][::-1] if kind in LANDSCAPE else SIZES[paper]}
    pages = pages_of(content)
    assert [page for page in pages if "Duplicate night · Tuesday, November 17, 2026" not in page] == []
    tags, kinds = struck_tags(content)
    assert tags == kinds > 20


def test_hand_records_have_each_hand_and_what_was_made_of_it(event: Event):
    text = words(text_of(printed(event, "hand_records")))

    for board in event.dealt_boards.boards.all():
        for cards in board.hands.values():
            spades = [card[0].replace("T", "10") for card in cards.split() if card.endswith("S")]
            assert f"♠ {' '.join(spades) or '–'}" in text
    assert [f"Board {number}" in text for number in range(1, 6)] == [True] * 4 + [False]
    assert "N-S Times Share +3 1 100.0% +2 1 0.0%" in text
    assert "Average: +2.5 for N-S" in text
    assert "Best N-S: +3, Joan Pruitt & Lois Beckett" in text
    assert "The director decided at 1 table: 2" in text


def test_two_boards_a_page_where_the_type_is_to_be_larger(event: Event):
    assert [len(pages_of(printed(event, "hand_records", per_page=each))) for each in ("4", "2")] == [1, 2]


def test_travelers_have_every_table_of_every_board(event: Event):
    text = words(text_of(printed(event, "travelers")))

    assert len(re.findall(r"Board \d [A-Z]\w+ deals", text)) == 4
    assert len(re.findall(r"\b[12] / [12]\b", text)) == 8
    assert "Ruth Abernathy & Marge Delgado" in text
    assert "Average given by the director: N-S 60%, E-W 40%" in text


def test_ranking_has_everybodys_percentage(event: Event):
    text = words(text_of(printed(event, "board_ranking")))

    assert "Round 1 Round 2 Total" in text
    assert re.search(r"1 Joan Pruitt \S+% \S+% \d+\.\d\d%", text)


def test_each_player_has_a_sheet_of_their_boards(event: Event):
    pages = [words(page) for page in pages_of(printed(event, "own_boards"))]

    assert len(pages) == 8
    (ruth,) = [page for page in pages if "Ruth Abernathy" in page.partition(" · Place")[0]]
    assert "Marge Delgado" in ruth
    assert "behind the other table" in ruth


def test_nothing_shows_a_hand_before_the_evening_is_closed(event: Event):
    Event.objects.filter(pk=event.pk).update(state="running", closed_at=None)

    for kind in ("hand_records", "travelers", "own_boards"):
        with pytest.raises(NothingToPrint, match=HIDDEN):
            printed(event, kind)
    assert "Joan Pruitt" in text_of(printed(event, "board_ranking"))
