"""The meld counter's steppers: as many of a meld as the meld table has figures. No database."""

import pytest

from scoring.rules.book import built_in_book
from scoring.rules.melds import MeldKind
from scoring.rules.wall import meld_chart
from scoring.score_card.forms.melds import MeldsForm, Stepper
from scoring.score_card.names import Names
from tests.books import TRIED
from tests.scoring.score_card.makers import PLAYERS, made, open_line, sheet_of


def steppers(book: str) -> dict[str, Stepper]:
    """The bidder's, by the name of the field."""
    seat = built_in_book(book).seats[0]
    sheet = sheet_of(made("bid", 1, dealer=seat, bidder=seat, bid=100, trump="S"), book=book)
    form = MeldsForm(sheet=sheet, line=open_line(sheet), names=Names(sheet.book, PLAYERS, {}), typed={})
    player = next(player for player in form.players if player.seat == seat)
    return {stepper.name.removeprefix(f"{seat}-"): stepper for stepper in player.melds}


@pytest.mark.parametrize("book", TRIED)
def test_counter_goes_as_far_as_the_meld_table(book: str) -> None:
    rows = {line.name.about[0].split(".")[1]: line.cells for line in meld_chart(built_in_book(book)).lines}
    table = {kind: sum(cell != "–" for cell in cells) for kind, cells in rows.items()}

    counter = {name.split("-")[0]: stepper.most for name, stepper in steppers(book).items()}

    assert set(counter) == set(table) & {kind.value for kind in MeldKind}
    assert {kind: table[kind] for kind in counter} == counter


def test_roundhouse_is_offered_as_often_as_a_hand_holds_it() -> None:
    assert (steppers("st-hilary")["roundhouse"].most, steppers("st-hilary")["roundhouse"].worth) == (1, "24")
    assert (steppers("npa")["roundhouse"].most, steppers("npa")["roundhouse"].worth) == (2, "24, double 240")
    assert steppers("st-hilary")["aces"].worth == "10, double 100"
