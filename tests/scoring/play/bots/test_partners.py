"""Partners leave each other the bid: with bids that show meld, as games begin, and without."""

from statistics import fmean

import pytest

from tests.sampling import sample
from tests.scoring.play.bots.partners import SETTINGS, Auctions, auctions, better_bidders

DEALS = sample(220, 20_000)
MANY = DEALS / 5  # auctions with more than one bid; a book that opens high may have fewer


@pytest.fixture(scope="module")
def found() -> dict[str, Auctions]:
    return {
        name: auctions(book, f"gate {name}", DEALS, meld_bids=meld_bids) for name, (book, meld_bids) in SETTINGS.items()
    }


@pytest.mark.parametrize("name", SETTINGS)
def test_partners_hardly_bid_against_each_other(found: dict[str, Auctions], name: str) -> None:
    assert found[name].bought < 0.02 * DEALS
    assert found[name].last < 0.12 * DEALS
    assert found[name].last > 0 or found[name].contested < MANY


def test_who_goes_over_the_partner_is_the_better_bidder(found: dict[str, Auctions]) -> None:
    told = [each for each in found.values() if each.contested >= MANY]

    assert len(told) >= 7
    assert fmean(better_bidders(each.raises) for each in told) > 0.55
