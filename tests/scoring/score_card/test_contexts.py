"""What pages show of a card."""

import pytest

from scoring.rules.book import BUILT_IN_ORDER
from scoring.score_card.contexts import card_context
from scoring.score_card.recording import read_sheet
from tests.scoring.score_card.makers import enter_hand, make_card


@pytest.mark.django_db
@pytest.mark.parametrize("book", BUILT_IN_ORDER)
def test_a_row_of_each_book_is_drawn(book):
    kept = make_card(book=book)
    enter_hand(kept)

    context = card_context(kept.card, read_sheet(kept.card))

    (row,) = context.rows
    assert row.dealer == "Ann"
    assert row.cells[0].points.startswith("+")
    assert context.heads[0].total == read_sheet(kept.card).lines[0].score.sides[context.heads[0].side].score
