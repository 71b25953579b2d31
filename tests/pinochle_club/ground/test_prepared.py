"""Queries built once: they find what Django finds that builds them each time, with the same SQL."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import pytest
from django.db import DatabaseError, connection
from django.db.models import Exists, OuterRef
from django.test.utils import CaptureQueriesContext

from pinochle_club.ground.plainly import plainly
from pinochle_club.ground.prepared import Prepared, save_row
from scoring.models import DeviceCard, Entry, ScoreCard
from tests.scoring.score_card.makers import enter_hand, make_card

pytestmark = pytest.mark.django_db


def entered_cards(card_id, label, least):
    """A question with all that ours have: ids, words and numbers, rows beside the row, and a question within it."""
    entries = Entry.objects.filter(card=OuterRef("card"), device_label=label, number__gte=least)
    keepers = DeviceCard.objects.select_related("card__book_version", "device").annotate(has_entered=Exists(entries))
    return keepers.filter(card=card_id).order_by("number")


def test_rows_and_sql_are_those_of_the_queryset():
    keeper, other = make_card(), make_card()
    enter_hand(keeper)
    prepared = Prepared(entered_cards)

    for card, label, least in (
        (keeper.card_id, "Tablet 1", 3),
        (keeper.card_id, "Tablet 1", 4),
        (keeper.card_id, "' OR 1=1 --", 1),
        (other.card_id, "Tablet 1", 1),
    ):
        asked: dict[str, Any] = {"card_id": card, "label": label, "least": least}
        with CaptureQueriesContext(
            connection,
        ) as quick:
            rows = prepared(**asked)
        with plainly(), CaptureQueriesContext(connection) as plain:
            expected = prepared(**asked)
        assert [query["sql"] for query in quick] == [query["sql"] for query in plain]
        assert [state_of(row) for row in rows] == [state_of(row) for row in expected]
        assert [row.has_entered for row in rows] == [label == "Tablet 1" and least == 3 and card == keeper.card_id]


def state_of(keeper):
    kept = (keeper, keeper.card, keeper.card.book_version, keeper.device)
    return [{name: value for name, value in vars(row).items() if name != "_state"} for row in kept]


def test_row_is_one_query_and_its_company_none(django_assert_num_queries):
    keeper = make_card()
    prepared = Prepared(entered_cards)

    for _ in range(2):
        with django_assert_num_queries(1):
            (found,) = prepared(card_id=keeper.card_id, label="", least=0)
            assert found.card.book_version.key == "st-hilary"


def test_row_can_be_changed_and_saved_as_any_other():
    card = make_card().card
    (found,) = Prepared(lambda card_id: ScoreCard.objects.filter(pk=card_id))(card_id=card.pk)

    found.table_name = "7"
    found.save(update_fields=["table_name"])

    card.refresh_from_db()
    assert card.table_name == "7"


@pytest.mark.django_db(transaction=True)
def test_threads_ask_by_connections_of_their_own():
    card_id = make_card().card_id
    prepared = Prepared(entered_cards)

    def ask(_):
        try:
            return prepared(card_id=card_id, label="", least=0)[0].card_id, id(connection.connection)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as one, ThreadPoolExecutor(1) as another:
        found = [pool.submit(ask, None).result() for pool in (one, another)]

    assert [card for card, _ in found] == [card_id, card_id]


@pytest.mark.parametrize("names", [("version", "changed_at", "is_empty"), ("player_names", "played_on")])
def test_fields_of_a_row_are_written_as_django_saves_them(names):
    card = make_card().card
    card.version, card.is_empty, card.player_names = 7, False, {"N": "Zoë"}

    with CaptureQueriesContext(connection) as quick:
        save_row(card, *names)
    quickly = ScoreCard.objects.values(*names).get(pk=card.pk)
    with plainly(), CaptureQueriesContext(connection) as plain:
        save_row(card, *names)

    assert [name for name in quickly if quickly[name] != getattr(card, name) and name != "changed_at"] == []
    assert len(quick) == len([query for query in plain if query["sql"].startswith("UPDATE")]) == 1


def test_new_row_is_written_as_django_saves_it():
    keeper = make_card()
    ways: tuple[AbstractContextManager[None], ...] = (nullcontext(), plainly())

    for number, way in enumerate(ways, start=1):
        with way:
            save_row(
                Entry(
                    card_id=keeper.card_id,
                    number=number,
                    kind="meld",
                    hand=1,
                    payload={"meld": {"NS": 20}},
                    client_id=f"{number}",
                    device_id=keeper.device_id,
                )
            )

    quick, plain = ({**vars(row), "_state": None} for row in Entry.objects.filter(card=keeper.card_id))
    assert (quick.pop("created_at") <= plain.pop("created_at"), quick.pop("id") < plain.pop("id")) == (True, True)
    assert quick == {**plain, "number": 1, "client_id": "1"}


def test_row_that_is_gone_is_not_saved_in_silence():
    card = make_card().card
    ScoreCard.objects.filter(pk=card.pk).delete()

    with pytest.raises(DatabaseError):
        save_row(card, "version")
