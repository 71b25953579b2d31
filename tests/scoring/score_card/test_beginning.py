"""Which book a card keeps to, how many may be begun, and which are cleared away."""

import shutil
from contextlib import nullcontext
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.core.cache import cache
from django.utils import timezone

from pinochle_club.ground.http import address_key
from scoring.models import ScoreCard
from scoring.rules.book import built_in_books
from scoring.score_card import access, beginning, recording
from tests.scoring.score_card.makers import enter_hand, make_card
from tests.scoring.score_card.test_access import request_from

pytestmark = pytest.mark.django_db


def start_cards(count, address="10.0.0.7"):
    keeper = make_card()
    card = ScoreCard.objects.get(pk=keeper.card_id)
    key = address_key(request_from(address))
    ScoreCard.objects.bulk_create(
        ScoreCard(book_version=card.book_version, first_dealer="N", created_from=key) for _ in range(count)
    )


def test_card_keeps_to_the_book_it_was_begun_with():
    one, two = (beginning.start_card(built_in_books()["npa"]) for _ in range(2))

    assert one.book_version == two.book_version
    assert one.book_version.book == built_in_books()["npa"]


@pytest.mark.parametrize(("book", "hands"), [("gwinnett-3", 9), ("st-hilary", None), ("npa", None)])
def test_only_a_game_without_a_target_agrees_on_its_hands(book, hands):
    assert beginning.start_card(built_in_books()[book]).hands_agreed == hands


def test_forty_tables_behind_one_address_do_not_meet_the_limit():
    start_cards(40)

    beginning.guard_new_card(request_from())


def test_one_card_too_many_in_a_minute_is_refused_in_words():
    start_cards(60)

    with pytest.raises(beginning.TooManyCards, match=r"60 cards were started here in the last minute\. Wait a minute"):
        beginning.guard_new_card(request_from())
    beginning.guard_new_card(request_from("10.0.0.8"))


def test_limit_forgets_after_a_minute():
    start_cards(60)
    ScoreCard.objects.update(created_at=timezone.now() - timedelta(seconds=61))

    beginning.guard_new_card(request_from())


def test_one_card_too_many_in_a_day_is_refused_in_words(monkeypatch):
    monkeypatch.setattr(beginning, "CARDS_A_DAY", 40)
    start_cards(40)
    ScoreCard.objects.update(created_at=timezone.now() - timedelta(hours=23))

    with pytest.raises(
        beginning.TooManyCards, match=r"40 cards were started here since yesterday\. Start the next one"
    ):
        beginning.guard_new_card(request_from())
    beginning.guard_new_card(request_from("10.0.0.8"))
    ScoreCard.objects.update(created_at=timezone.now() - timedelta(hours=25))
    beginning.guard_new_card(request_from())


@pytest.mark.parametrize(
    ("free", "heard", "host", "is_refused"),
    [
        pytest.param(10**9 - 1, timedelta(hours=1), "evening", True, id="little room beside an evening"),
        pytest.param(10**9, timedelta(hours=1), "evening", False, id="room enough"),
        pytest.param(10**9 - 1, timedelta(hours=4), "evening", False, id="evening that is over"),
        pytest.param(10**9 - 1, timedelta(hours=1), "", False, id="no evening"),
    ],
)
def test_little_room_is_kept_for_the_tables_of_an_evening(monkeypatch, free, heard, host, is_refused):
    kitchen, table = make_card(), make_card()
    ScoreCard.objects.filter(pk=table.card_id).update(host=host, changed_at=timezone.now() - heard)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: SimpleNamespace(free=free))

    with pytest.raises(beginning.TooManyCards, match="nearly full") if is_refused else nullcontext():
        beginning.guard_new_card(request_from())
    with pytest.raises(recording.NotRecorded, match="for tonight’s tables") if is_refused else nullcontext():
        enter_hand(kitchen)
    enter_hand(table)


def test_kitchen_cards_go_after_a_year_where_no_device_that_keeps_one_writes_any_more():
    """A table that still plays keeps its old cards, and a club all of its own."""
    forgotten, claimed, tonight, evening, played, example = (make_card() for _ in range(6))
    old = timezone.now() - timedelta(days=366)
    ScoreCard.objects.exclude(pk=tonight.card_id).update(created_at=old, changed_at=old, is_empty=False)
    access.keep_card(tonight.device, claimed.card)
    ScoreCard.objects.filter(pk=evening.card_id).update(host="evening")
    ScoreCard.objects.filter(pk=played.card_id).update(kept_by_play=True)
    ScoreCard.objects.filter(pk=example.card_id).update(is_example=True)
    cache.clear()

    beginning.drop_old_cards()

    left = set(ScoreCard.objects.values_list("pk", flat=True))
    assert left == {one.card_id for one in (claimed, tonight, evening, played, example)}
    assert forgotten.card_id not in left


def test_old_cards_are_looked_for_once_a_day_and_some_go_at_a_time(monkeypatch):
    monkeypatch.setattr(beginning, "CLEARED_AT_ONCE", 2)
    start_cards(4)
    old = timezone.now() - timedelta(days=366)
    ScoreCard.objects.update(created_at=old, changed_at=old, is_empty=False)
    cache.clear()

    left = []
    for _ in range(2):
        beginning.drop_old_cards()
        left.append(ScoreCard.objects.count())
    cache.clear()
    beginning.drop_old_cards()

    assert [*left, ScoreCard.objects.count()] == [3, 3, 1]


def test_empty_cards_go_after_thirty_days_and_others_stay():
    empty, young, played, example = make_card(), make_card(), make_card(), make_card(is_example=True)
    enter_hand(played)
    old = timezone.now() - timedelta(days=31)
    ScoreCard.objects.exclude(pk=young.card_id).update(created_at=old)

    beginning.drop_empty_cards()

    left = set(ScoreCard.objects.values_list("pk", flat=True))
    assert left == {young.card_id, played.card_id, example.card_id}
    assert empty.card_id not in left
