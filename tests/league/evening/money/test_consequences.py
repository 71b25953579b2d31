"""What a score that changes does to the money."""

import pytest

from league.evening.cards.reading import read_event
from league.evening.money.consequences import lines_otherwise, paid_prizes
from league.evening.money.deeds.cash import pay_prize, take_back
from tests.league.evening.money.evening import correct, fresh, named, with_prizes
from tests.league.makers import acting_as

pytestmark = pytest.mark.django_db


def test_who_wins_instead_and_what_comes_in_for_sets(event):
    with_prizes(event)
    before = read_event(event)
    correct(event, 1, 2, bid=20)  # Walt & Ed make it: 14 and 22

    after = read_event(fresh(event))

    assert list(lines_otherwise(event, before, before)) == []
    assert {one.label: (one.was, one.becomes) for one in lines_otherwise(event, before, after)} == {
        "Prize: Last place: Walt Kowalski": ("$2.50", "–"),
        "Prize: Last place: Ed Lindqvist": ("$2.50", "–"),
        "Prize: Last place: Hank Ostrowski": ("–", "$2.50"),
        "Prize: Last place: Vern Talbot": ("–", "$2.50"),
        "Prize: Most sets: Walt Kowalski": ("$0", "–"),
        "Prize: Most sets: Ed Lindqvist": ("$0", "–"),
        "Set money: Walt Kowalski": ("$0.50", "–"),
        "Set money: Ed Lindqvist": ("$0.50", "–"),
    }


def test_what_was_paid_to_somebody_else(event):
    prizes = with_prizes(event)
    first, last = prizes["first"], prizes["last"]
    before = read_event(event)
    for name in ("Joan", "Lois"):
        pay_prize(prize=first, entrant=named(event, name), amount=400, acting=acting_as(), client_id=name)
    entry = pay_prize(
        prize=last, entrant=named(event, "Walt"), amount=250, acting=acting_as(), client_id="last"
    ).cash_entries.get(prize=last)
    take_back(entry=entry, acting=acting_as(), client_id="back")
    correct(event, 2, 1, bid=60)  # Joan & Lois are set

    after = read_event(fresh(event))

    assert list(paid_prizes(event, before, before)) == []
    assert list(paid_prizes(event, before, ())) == [
        "1st place was paid to Joan Pruitt and Lois Beckett, and now goes to nobody. "
        "The cash sheet says what to get back."
    ]
    assert list(paid_prizes(event, before, after)) == [
        "1st place was paid to Joan Pruitt and Lois Beckett, and now goes to Ruth Abernathy and Marge Delgado. "
        "The cash sheet says what to get back."
    ]
