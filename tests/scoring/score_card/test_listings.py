"""The cards of a device."""

import pytest
from django.test import RequestFactory

from scoring.models import DeviceCard
from scoring.rules.book import built_in_books
from scoring.score_card.access import keep_card
from scoring.score_card.beginning import start_card
from scoring.score_card.listings import KeptCardListing
from tests.scoring.score_card.makers import enter_hand, make_card

pytestmark = pytest.mark.django_db


def listing_of(device, **get):
    return KeptCardListing.of_device(RequestFactory().get("/", get), device)


def rows_of(listing):
    return [[str(cell) for cell in row.cells] for row in listing.paginated_rows]


def test_row_says_who_plays_how_far_and_where():
    keeper = make_card(table_name="4", round_name="2")
    enter_hand(keeper, bid=20, meld={"NS": 10, "EW": 4}, take={"NS": 15, "EW": 10})

    ((players, state, totals, rules, _date, place),) = rows_of(listing_of(keeper.device))

    assert "Ann &amp; Carl – Beatrice &amp; Dominic" in players
    assert f"/cards/{keeper.card_id}/" in players
    assert ">hand 2<" in state
    assert (totals, rules, place) == ("25 : 14", "St. Hilary", "Table 4 · Round 2")


def test_cards_cut_off_are_not_listed():
    keeper = make_card()
    DeviceCard.objects.update(is_cut_off=True)

    assert rows_of(listing_of(keeper.device)) == []


def test_names_are_escaped():
    keeper = make_card(player_names={"N": "<b>Ann</b>"})

    assert "<b>" not in rows_of(listing_of(keeper.device))[0][0]


@pytest.mark.parametrize("count", [1, 30])
def test_listing_costs_three_queries_whatever_its_length(count, django_assert_num_queries):
    keeper = make_card()
    for _ in range(count - 1):
        card = start_card(built_in_books()["npa"])
        enter_hand(keep_card(keeper.device, card), meld={"NS": 20, "EW": 20}, take={"NS": 30, "EW": 20})

    with django_assert_num_queries(3):
        listing = listing_of(keeper.device)
        assert len(rows_of(listing)) == min(count, 20)
    assert listing.paginator.num_pages == (1 if count == 1 else 2)


@pytest.mark.parametrize("page", ["2", "99", "x"])
def test_any_page_can_be_asked_for(page):
    keeper = make_card()

    assert len(rows_of(listing_of(keeper.device, page=page))) == 1


@pytest.mark.parametrize(
    "asked",
    [
        {"page": "x"},
        {"page": "-1"},
        {"page": "9" * 30},
        {"per_page": "1"},
        {"sort": "a.b"},
        {"sort": "-players"},
        {"file": "x"},
    ],
)
def test_strange_address_still_lists_the_cards(asked):
    keeper = make_card()
    keep_card(keeper.device, make_card().card)

    assert len(rows_of(listing_of(keeper.device, **asked))) == 2
