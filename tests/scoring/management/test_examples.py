"""The example cards."""

import re

import pytest

from scoring.management.examples import make_examples, remove_examples
from scoring.models import Device, Entry, ScoreCard
from scoring.rules.book import BUILT_IN_ORDER
from scoring.rules.deal_checks import record_faults
from scoring.rules.game import bid_to_win_in_force
from scoring.score_card.pages.card import names_of
from scoring.score_card.player_scores import final_totals
from scoring.score_card.recording import read_sheet
from tests.lasting import lasting

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def examples(django_db_setup, django_db_blocker):
    """Made once for all tests that look at them."""
    with lasting(django_db_blocker):
        yield make_examples()


@pytest.fixture
def sheets(examples):
    cards = ScoreCard.objects.filter(is_example=True).select_related("book_version")
    return {card.book_version.key: read_sheet(card) for card in cards}


def test_every_book_has_an_example_with_figures_that_can_be(sheets):
    assert set(sheets) == set(BUILT_IN_ORDER)
    for key, sheet in sheets.items():
        assert sheet.is_finished or len(sheet.done_lines) >= 4, key
        for line in sheet.done_lines:
            assert record_faults(sheet.book, line.record, line.dealer) == {}, (key, line.number)


def test_examples_show_what_a_newcomer_should_have_seen(sheets):
    st_hilary, npa = sheets["st-hilary"], sheets["npa"]

    assert st_hilary.is_finished
    assert st_hilary.is_closed
    assert st_hilary.lines[1].score.sides["NS"].score == -32
    saved = st_hilary.lines[3]
    assert (saved.record.take["EW"], saved.score.sides["EW"].saved) == (1, True)
    assert npa.is_finished
    assert final_totals(npa) == {"NS": npa.totals["NS"] + 200, "EW": 0}
    assert npa.penalties
    assert npa.lateness
    assert bid_to_win_in_force(sheets["family-double"].book, sheets["family-double"].totals)
    assert not sheets["family-double"].is_finished
    assert any(line.record.moon for line in sheets["hidden-valley"].done_lines)
    assert any(line.record.take.get("EW") == 0 for line in sheets["gwinnett"].done_lines)
    assert any(line.record.laid_stands for line in sheets["cutthroat"].done_lines)


@pytest.mark.parametrize("key", BUILT_IN_ORDER)
def test_document_of_a_book_leads_to_hands_of_its_example_in_which_the_rule_counted(client, examples, key):
    card = ScoreCard.objects.get(is_example=True, book_version__key=key)
    page = client.get(f"/books/{key}/document/").content.decode()

    leads = re.findall(rf'href="(/examples/{card.pk}/hands/\d+/)">Example<', page)
    assert len(leads) >= {"five-handed": 0, "two-handed": 2}.get(key, 4)  # short pages tell little of scoring
    assert [client.get(lead).status_code for lead in leads[:1]] == [200] * len(leads[:1])


def test_everybody_on_an_example_has_a_name(sheets):
    for card in ScoreCard.objects.filter(is_example=True):
        names = names_of(card)
        assert all(names.has_player(seat) for seat in names.book.seats)


def test_examples_are_made_once(examples):
    assert examples[:2] == ["St. Hilary", "Hidden Valley"]
    entries = Entry.objects.count()

    assert make_examples() == []
    assert (ScoreCard.objects.count(), Entry.objects.count()) == (len(BUILT_IN_ORDER), entries)


def test_examples_are_the_same_every_time(sheets):
    first = {key: [line.figures for line in sheet.lines] for key, sheet in sheets.items()}
    remove_examples()
    make_examples()

    cards = ScoreCard.objects.select_related("book_version")
    assert {c.book_version.key: [line.figures for line in read_sheet(c).lines] for c in cards} == first


def test_remove_takes_the_examples_and_nothing_else():
    from tests.scoring.score_card.makers import make_card

    keeper = make_card()
    make_examples()

    assert remove_examples() == len(BUILT_IN_ORDER)
    assert [card.pk for card in ScoreCard.objects.all()] == [keeper.card_id]
    assert [device.pk for device in Device.objects.all()] == [keeper.device_id]
