"""What every list of ours is, whatever it lists."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from league import urls  # noqa: F401 - every page, and so every listing
from league.evening.board.listings import LogListing
from league.office.members.listings import MemberListing
from league.season.grades.listings import GradeListing
from league.season.seasons.listings import StandingListing
from pinochle_club.ground.exports import BOTH, FileKind
from pinochle_club.ground.listings import EVERYWHERE, Column, Listing
from scoring.score_card.listings import CardListing

# A log is read by time, and narrowed down by a form of its own; what all lists of cards share is no list.
IN_ONE_ORDER = {LogListing, CardListing}


def listings(of: type[Listing] = Listing) -> Iterator[type[Listing]]:
    for each in of.__subclasses__():
        if not each.__module__.startswith("tests."):
            yield each
            yield from listings(each)


@pytest.mark.parametrize("listing", list(listings()), ids=lambda listing: listing.__name__)
def test_every_list_can_be_sorted_and_saved_and_is_read_on_a_phone(listing: type[Listing]):
    columns = listing.base_columns

    assert FileKind.CSV in listing.files
    assert listing.file_name != Listing.file_name
    assert [name for name, column in columns.items() if "data-label" not in column.attrs.get("td", {})] == []
    assert listing in IN_ONE_ORDER or any(column.orderable for column in columns.values())


@pytest.mark.parametrize("listing", list(listings()), ids=lambda listing: listing.__name__)
def test_a_column_is_on_every_medium_or_says_why_not(listing: type[Listing]):
    assert [
        name
        for name, column in listing.base_columns.items()
        if not isinstance(column, Column) or bool(column.because) == (column.on == EVERYWHERE)
    ] == []


def test_lists_that_clubs_count_on_are_excel_files_too():
    assert {listing.files for listing in (MemberListing, StandingListing, GradeListing)} == {BOTH}
