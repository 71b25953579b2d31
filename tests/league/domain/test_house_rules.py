"""House rules: adopted, copied, changed, published."""

from __future__ import annotations

import pytest

from league.domain.house_rules import adopt_book, published_rules
from league.domain.log import Refused
from league.models import HouseRules, HouseRulesVersion, LogLine
from scoring.rules.book import built_in_book
from scoring.score_card.recording import publish
from tests.league.makers import acting_as, make_club

pytestmark = pytest.mark.django_db


def test_adopting_a_book_publishes_it_unchanged() -> None:
    club = make_club()

    version = adopt_book(club=club, key="npa", acting=acting_as(), client_id="one")

    assert version.number == 1
    assert version.book_version == publish(built_in_book("npa"))
    assert [line.action for line in LogLine.objects.all()] == ["adopted"]


def test_adopting_twice_changes_nothing() -> None:
    club = make_club()

    first = adopt_book(club=club, key="npa", acting=acting_as(), client_id="one")
    again = adopt_book(club=club, key="npa", acting=acting_as(), client_id="one")
    other = adopt_book(club=club, key="npa", acting=acting_as(), client_id="two")

    assert first == again == other
    assert LogLine.objects.count() == 1


def test_adopting_after_an_update_of_the_book_publishes_the_next_version() -> None:
    club = make_club()
    old = publish(built_in_book("npa").model_copy(update={"edition": "revised 1999"}))
    rules = HouseRules.objects.create(club=club, key="npa", based_on="npa", draft=old.data, version=1)
    HouseRulesVersion.objects.create(house_rules=rules, number=1, book_version=old, published_on="2026-01-05")

    version = adopt_book(club=club, key="npa", acting=acting_as(), client_id="one")

    assert version.number == 2
    assert version.book_version.book == built_in_book("npa")


def test_adopting_an_unknown_book_is_refused() -> None:
    with pytest.raises(Refused, match="no rule book of that name"):
        adopt_book(club=make_club(), key="bridge", acting=acting_as(), client_id="one")


def test_published_rules_are_the_newest_of_each_book_of_this_club(django_assert_num_queries) -> None:
    club = make_club()
    adopt_book(club=make_club(), key="gwinnett", acting=acting_as(), client_id="other")
    for key in ("st-hilary", "npa", "family-double"):
        adopt_book(club=club, key=key, acting=acting_as(), client_id=key)
    HouseRules.objects.filter(club=club, key="family-double").update(is_retired=True)

    with django_assert_num_queries(1):
        found = published_rules(club)

    assert [version.house_rules.key for version in found] == ["npa", "st-hilary"]
