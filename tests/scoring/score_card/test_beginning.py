"""Which book a card keeps to, how many may be begun, and which are cleared away."""

from datetime import timedelta

import pytest
from django.utils import timezone

from pinochle_club.ground.http import address_key
from scoring.models import ScoreCard
from scoring.rules.book import built_in_books
from scoring.score_card import beginning
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


def test_empty_cards_go_after_thirty_days_and_others_stay():
    empty, young, played, example = make_card(), make_card(), make_card(), make_card(is_example=True)
    enter_hand(played)
    old = timezone.now() - timedelta(days=31)
    ScoreCard.objects.exclude(pk=young.card_id).update(created_at=old)

    beginning.drop_empty_cards()

    left = set(ScoreCard.objects.values_list("pk", flat=True))
    assert left == {young.card_id, played.card_id, example.card_id}
    assert empty.card_id not in left
