"""Rows of the ledger, from the cards of a closed evening."""

from collections.abc import Iterator
from importlib import import_module
from itertools import chain, permutations
from typing import Any

import pytest
from django.apps import apps

from league.evening.cards.reading import event_points, read_event
from league.evening.events.deeds import close_event, reopen_event
from league.evening.judging.deeds.penalties import give_penalty
from league.evening.ledger.rows import by_side, fill_rows, read_in_another_way
from league.evening.rounds.deeds import close_round
from league.models import Event, LedgerRow, RoundTable
from scoring.models import Entry, ScoreCard
from tests.lasting import lasting
from tests.league.makers import acting_as, fresh, make_event, make_running_round, play_round

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def lasting_evening(django_db_setup: None, django_db_blocker: Any) -> Iterator[Event]:
    with lasting(django_db_blocker):
        event = make_event(rounds_planned=1)
        event_round = make_running_round(event)
        play_round(event_round, seed=7)
        close_round(event_round=event_round, acting=acting_as(), client_id="", reason="unsigned")
        yield close_event(event=event, acting=acting_as(), client_id="close")


@pytest.fixture
def evening(lasting_evening: Event, db: None) -> Event:
    return fresh(lasting_evening)


def rows(event: Event) -> dict[int, int]:
    return {row.entrant_id: row.points for row in LedgerRow.objects.filter(event=event)}


def test_closing_an_evening_writes_what_its_cards_come_to(evening: Event):
    read = {
        entrant: sum(one.points for one in played)
        for entrant, played in event_points(evening, read_event(evening)).items()
    }

    assert len(read) == 8
    assert rows(evening) == read


def test_facts_of_both_partners_add_up_to_the_hands_of_their_side(evening: Event):
    sides = by_side(LedgerRow.objects.filter(event=evening)).values()
    for row, partner in chain.from_iterable(permutations(side) for side in sides):
        facts = row.facts

        assert facts["hands"] == 4
        assert facts.get("bids", 0) == partner.facts.get("partner_bids", 0)
        assert facts.get("bids", 0) + facts.get("partner_bids", 0) + facts.get("defended", 0) == 4
        assert len(facts.get("run", "")) == facts.get("bids", 0)


def test_reopened_evening_keeps_its_rows_until_it_is_closed_again(evening: Event):
    before = rows(evening)
    reopened = reopen_event(event=evening, acting=acting_as(), client_id="again", reason="one card is missing")
    table = RoundTable.objects.filter(event_round__event=evening).first()
    assert table is not None
    give_penalty(
        table=table, payload={"seat": "N", "code": "card_count", "count": 1, "note": "", "hand": None}, player="",
        acting=acting_as(), client_id="penalty",
    )  # fmt: skip
    assert rows(evening) == before

    close_event(event=reopened, acting=acting_as(), client_id="close again")
    north = table.seats.get(seat="N").entrant_id

    assert rows(evening) == {**before, north: before[north] - 50}


def from_before_the_ledger(event: Event) -> None:
    LedgerRow.objects.filter(event=event).delete()
    Event.objects.filter(pk=event.pk).update(ledger_mark="")


def test_evening_from_before_the_ledger_has_its_rows_once_the_server_started(evening: Event):
    before = rows(evening)
    told: list[object] = []
    from_before_the_ledger(evening)

    fill_rows(told.append)
    fill_rows(told.append)

    assert told == [1]
    assert rows(evening) == before


@pytest.mark.parametrize(
    ("credit", "kind", "hand", "payload", "is_read_again"),
    [
        ("none", "take", 1, {"renege": None}, False),
        ("none", "take", 1, {"renege": "EW"}, True),
        ("none", "ruling", 1, {"effect": {"renege": "NS"}}, True),
        ("none", "late", None, {"seat": "N", "replaced": True}, False),
        ("winners_average", "late", None, {"seat": "N", "replaced": True}, True),
    ],
)
def test_evening_is_read_again_where_an_older_version_read_its_cards_in_another_way(
    evening: Event, credit: str, kind: str, hand: int | None, payload: dict[str, object], is_read_again: bool
):
    """By the migration when a club is brought up to date, and by the archive when one comes back."""
    Event.objects.filter(pk=evening.pk).update(sit_out_credit=credit)
    Entry.objects.filter(card__round_table__event_round__event=evening).update(payload={})
    card = ScoreCard.objects.filter(round_table__event_round__event=evening)[0]
    Entry.objects.filter(pk=card.entries.first().pk).update(kind=kind, hand=hand, payload=payload)

    assert list(read_in_another_way(evening.club)) == [evening] * is_read_again
    import_module("league.migrations.0031_bids_made_on_reneges").let_rows_be_made_anew(apps, None)

    assert (Event.objects.get(pk=evening.pk).ledger_mark == "") == is_read_again


def test_evening_that_can_not_be_read_does_not_keep_the_club_closed(evening: Event, monkeypatch, caplog):
    from_before_the_ledger(evening)
    monkeypatch.setattr("league.evening.ledger.rows.read_event", lambda event: 1 / 0)

    fill_rows(lambda number: None)

    assert rows(evening) == {}
    assert [record.levelname for record in caplog.records] == ["ERROR"]
