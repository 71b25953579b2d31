"""The papers of boards, read back: every card of every hand on its slip, and none on the first sheet."""

from collections import Counter

import pytest

from league.acting.permissions import Kind
from league.evening.boards.deeds.making import make_boards
from league.evening.boards.made import known_boards
from league.evening.paper.pages.boards import blank_board, board_shown, labels_of, slips_of_boards
from league.evening.paper.pdfs.sheets import print_paper
from league.models import Event
from scoring.boards.boards import dealt_board_set
from scoring.rules.book import built_in_book
from scoring.rules.notation import RANK_SIGNS
from tests.books import ON_BOARDS
from tests.league.evening.boards.duplicate import duplicate, seat_sets
from tests.league.makers import acting_as
from tests.scoring.score_card.pdf_reading import pages_of

pytestmark = pytest.mark.django_db


def printed(event: Event, key: str) -> list[str]:
    """The texts of the pages."""
    return pages_of(print_paper(event.pk, key, Kind.DIRECTOR, {}))


def made(book: str = "st-hilary", sets: int = 2, **overrides: object) -> Event:
    event = duplicate(book, **overrides)
    make_boards(event=event, board_sets=sets, acting=acting_as(), client_id="make")
    return event


@pytest.mark.parametrize("key", ON_BOARDS)
def test_slips_hold_the_whole_deck_in_every_book(key: str) -> None:
    book = built_in_book(key)
    (board,) = dealt_board_set(book, "seed", 1)
    slips = list(slips_of_boards([board], 1, {}))

    assert "hand" not in slips[0]
    rows = [row for slip in slips[1:] for row in slip["hand"]["rows"]]
    signs = Counter(rank for row in rows for rank in row["ranks"].split() if rank != "–")
    assert signs == Counter(RANK_SIGNS[card.rank] for card in book.cards)
    assert sum(int(row["count"]) for row in rows) == len(book.cards)
    assert [slip["hand"]["is_dealer"] for slip in slips[1:]].count(True) == 1


def test_slips_open_with_a_sheet_that_shows_no_hand_and_lie_in_piles() -> None:
    event = made()
    seat_sets(event, tables=3)
    cover, *sheets = printed(event, "board_slips")

    assert "don’t turn this one over" in cover
    assert "Boards 1–4: table 2 makes them" in cover
    assert "Boards 5–8: table 3 makes them" in cover
    assert "deals" not in cover
    assert len(sheets) == 6  # two covers and 32 slips
    assert "Fold the lower edge up to this line" in sheets[0]


def test_the_list_for_one_person_has_four_boards_a_page() -> None:
    cover, first, second = printed(made(), "board_master")

    assert "8 boards to make at home" in cover
    assert [number for number in (1, 4, 5) if f"Board {number}" in first] == [1, 4]
    assert "Board 8" in second
    assert first.count("counted") == 4


def test_labels_and_blank_records_show_no_card() -> None:
    event = duplicate(boards_by="recorded", rounds_planned=2)
    (labels,) = printed(event, "board_labels")
    assert "Board 8" in labels
    assert "Boards 5–8" in labels

    records = printed(event, "board_records")
    assert "as it was dealt" in records[0]
    assert len(records) == 3


def test_a_label_leads_to_its_board() -> None:
    event = duplicate()
    label = labels_of(event, 3, "https://cards.example")[2]

    assert (label["number"], label["dealer"], label["set_name"]) == (3, "South", "Boards 1–4")
    assert label["address"] == f"https://cards.example/clubs/{event.club.slug}/events/{event.pk}/boards/3/code/"


def test_a_blank_record_has_every_player_and_no_card() -> None:
    board = blank_board(built_in_book("gwinnett-3"), 2)

    assert [hand["who"] for hand in board["hands"]] == ["Player A", "Player B", "Player C"]
    assert not any(row["ranks"] for hand in board["hands"] for row in hand["rows"])


def test_a_kitty_is_a_hand_of_its_own() -> None:
    event = made("cutthroat")
    boards = known_boards(event.dealt_boards)

    assert [hand["who"] for hand in board_shown(boards[0])["hands"]] == ["Player A", "Player B", "Player C", "Kitty"]
