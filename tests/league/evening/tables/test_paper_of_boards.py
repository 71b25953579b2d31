"""The paper card of a duplicate: a line is a board, and nobody types which."""

import pytest

from league.evening.paper.pages.heads import paper_head
from league.evening.paper.pdfs.score_cards import seated_card
from league.evening.seating.seatings import read_rounds
from league.evening.tables.forms.paper_cards import PaperCardForm
from league.evening.tables.pages.paper_cards import grid_context
from league.models import RoundTable
from scoring.score_card.names import Names
from tests.league.makers import card_at, make_entrants, make_event, make_round, play_round, sheet_at, start_now

pytestmark = pytest.mark.django_db

ROW = {"bidder": "N", "bid": "52", "trump": "h", "meld_NS": "30", "meld_EW": "20", "take_NS": "25", "take_EW": ""}


def table_of_boards() -> RoundTable:
    """A table that plays boards 5 to 8."""
    event_round = make_round(make_event(compared="matchpoints"), make_entrants(make_event(), 4))
    event_round.tables.update(board_set=2)
    return start_now(event_round).tables.select_related("card__book_version", "event_round__event").get()


def typed(table: RoundTable, *rows: int) -> PaperCardForm:
    sheet = sheet_at(table)
    data = {f"h{row}-{name}": text for row in rows for name, text in ROW.items()}
    return PaperCardForm({"client_id": "p", "seen": "0", **data}, sheet=sheet, names=Names(sheet.book, {}, {}))


def test_each_row_is_the_next_board():
    form = typed(table_of_boards(), 1, 2, 3)
    grid = grid_context(form, says_all=True)

    assert form.is_valid(), [row.form.errors for row in form.rows if row.form]
    assert "dealer" not in form.columns
    assert (grid["row_head"], [row["shown"] for row in grid["rows"]]) == ("Board", [5, 6, 7, 8])
    assert [(line.board, line.dealer) for line in form.after.lines] == [(5, "N"), (6, "E"), (7, "S")]
    assert grid["rows"][2]["sides"][0]["total"] == grid["rows"][0]["sides"][0]["total"], "no running total"


def test_empty_row_before_another_is_told_by_its_board():
    assert next(row.fault for row in typed(table_of_boards(), 2).rows) == "Board 5 is empty, but a later one isn’t."


def test_blank_cards_of_an_event_have_the_boards_of_their_tables():
    table = table_of_boards()
    event = table.event_round.event
    one = read_rounds(event)[0]
    card = seated_card(event, paper_head(event, "Score cards"), one.tables[0], one.event_round, is_filled=True)

    assert card.goal.endswith("boards 5–8")
    assert [line["number"] for line in card.pages[0]["lines"]] == [5, 6, 7, 8]
    first_names = [card_at(table).player_names[seat].partition(" ")[0] for seat in "NESW"]
    assert [line["dealer"] for line in card.pages[0]["lines"]] == first_names


def test_bots_say_which_board_they_played():
    table = table_of_boards()
    play_round(table.event_round, seed=1)

    assert [line.figures.board for line in sheet_at(table).lines] == [5, 6, 7, 8]
