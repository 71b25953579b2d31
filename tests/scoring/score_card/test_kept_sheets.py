"""Sheets kept in memory: right with several processes and after a restored backup, and never too many."""

from uuid import uuid4

import pytest
from django.test import RequestFactory

from pinochle_club.ground.plainly import plainly
from scoring.models import Entry, ScoreCard
from scoring.score_card import access, kept_sheets
from scoring.score_card.kept_sheets import forget_sheets, keep_sheet, read_sheets, sheet_of
from scoring.score_card.recording import read_sheet
from tests.scoring.score_card.makers import BID, enter, enter_hand, fill_hands, join, make_card

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_kept():
    forget_sheets()


@pytest.fixture
def keeper(client):
    return make_card(client)


@pytest.fixture
def look(client, keeper):
    """The keeper as a request finds it now."""

    def looked():
        request = RequestFactory().get("/")
        request.COOKIES["device"] = client.cookies["device"].value
        return access.get_keeper(request, keeper.card_id)

    return looked


def test_sheet_is_read_once_until_something_is_entered(keeper, look, django_assert_num_queries):
    enter_hand(keeper)
    first = sheet_of(look())

    with django_assert_num_queries(1):  # the keeper
        assert sheet_of(look()) is first
    enter(keeper, "bid", BID, hand=2)
    with django_assert_num_queries(2):
        second = sheet_of(look())
    assert second == read_sheet(keeper.card) != first


def test_what_was_recorded_is_kept_as_it_will_be_read(keeper, look, django_assert_num_queries):
    for _ in range(2):
        done = enter_hand(keeper)
    keep_sheet(done.card, done.sheet)

    with django_assert_num_queries(1):
        kept = sheet_of(look())

    assert kept == read_sheet(keeper.card)


def test_sheet_of_another_process_is_not_needed(keeper, look):
    """One process keeps the card as it was; another writes on it; the first sees that at its next look."""
    enter(keeper, "bid", BID, hand=1)
    before = sheet_of(look())
    enter(keeper, "meld", {"meld": {"NS": 20, "EW": 2}}, hand=1)

    assert before.version == 1
    assert sheet_of(look()).version == 2


@pytest.mark.parametrize("is_same_submission", [False, True])
def test_restored_backup_with_other_entries_under_the_same_numbers_is_read_anew(keeper, look, is_same_submission):
    """The backup is of the first entry; what was entered before and after it was put back has one number."""
    enter_hand(keeper)
    enter(keeper, "bid", BID, hand=2)
    first = str(uuid4())
    enter(keeper, "meld", {"meld": {"NS": 20, "EW": 2}}, hand=2, client_id=first)
    stood = sheet_of(look())
    row = ScoreCard.objects.filter(pk=keeper.card_id)
    Entry.objects.filter(card=keeper.card_id, number__gt=3).delete()
    row.update(version=3)
    enter(keeper, "bid", {**BID, "bid": 30}, hand=2)
    client_id = first if is_same_submission else str(uuid4())
    enter(keeper, "meld", {"meld": {"NS": 20, "EW": 2}}, hand=2, client_id=client_id)

    now = sheet_of(look())

    assert (stood.version, now.version) == (5, 5)
    assert (stood.lines[1].figures.bid, now.lines[1].figures.bid) == (27, 30)


def test_card_whose_round_was_changed_is_folded_anew(keeper, look):
    enter_hand(keeper)
    assert sheet_of(look()).hands_to_play != 1
    ScoreCard.objects.filter(pk=keeper.card_id).update(length="hands", hands_agreed=1)

    assert sheet_of(look()).hands_to_play == 1


def test_the_plain_way_reads_and_keeps_nothing(keeper, look, django_assert_num_queries):
    enter_hand(keeper)
    with plainly(), django_assert_num_queries(4):
        assert [sheet_of(look()).version for _ in range(2)] == [3, 3]
    with django_assert_num_queries(2):
        sheet_of(look())


def test_no_more_is_kept_than_there_is_room_for(keeper, look, monkeypatch, django_assert_num_queries):
    monkeypatch.setattr(kept_sheets._kept, "most", 8)
    others = [make_card().card for _ in range(2)]
    for card in (keeper.card, *others):
        fill_hands(join(card), 1)

    read_sheets([keeper.card, others[0]])
    sheet_of(look())  # used again, so that the other goes first
    read_sheets([others[1]])

    with django_assert_num_queries(1):
        sheet_of(look())
    with django_assert_num_queries(2):
        read_sheets([others[0]])


def test_many_cards_cost_one_query_while_nothing_is_new(django_assert_num_queries):
    keepers = [make_card() for _ in range(3)]
    for keeper in keepers:
        enter_hand(keeper)
    cards = as_they_stand(keepers)
    with django_assert_num_queries(2):
        first = read_sheets(cards)
    with django_assert_num_queries(1):
        assert read_sheets(cards) == first
    enter(keepers[1], "bid", BID, hand=2)
    cards = as_they_stand(keepers)

    with django_assert_num_queries(2):
        now = read_sheets(cards)

    assert now == {card.pk: read_sheet(card) for card in cards}
    assert sorted(sheet.version for sheet in now.values()) == [3, 3, 4]


def as_they_stand(keepers):
    return list(ScoreCard.objects.select_related("book_version").filter(kept_by__in=keepers))


def test_no_cards_cost_nothing(django_assert_num_queries):
    with django_assert_num_queries(0):
        assert read_sheets([]) == {}
