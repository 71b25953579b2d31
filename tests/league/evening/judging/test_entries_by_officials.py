"""What a director or referee enters on the page of a table's card, and what the event makes of it."""

from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from league.evening.cards.reading import read_round, round_points
from league.evening.cards.seats import entrant_at, player_at
from league.evening.desk.projector import event_version
from league.evening.desk.reading import desk_version
from league.evening.rounds.deeds import close_round
from league.models import Entrant, Event, RoundSeat, RoundTable, SitOut
from scoring.score_card.recording import read_sheet
from tests.lasting import lasting
from tests.league.makers import acting_as, card_at, make_entrants, make_members, make_running_round, make_user, sheet_at
from tests.scoring.score_card.makers import enter_hand, join

pytestmark = pytest.mark.django_db
PENALTY = {"who": "N", "code": "card_count", "count": "1", "hand": "1", "note": ""}
LATE = {"seat": "N", "minutes": "9", "substitute": "", "name": ""}


@pytest.fixture(scope="module")
def lasting_table(django_db_setup: None, django_db_blocker: Any) -> Iterator[RoundTable]:
    with lasting(django_db_blocker):
        table = make_running_round(players=8).tables.get(number=1)
        enter_hand(join(card_at(table)))
        yield table


@pytest.fixture
def table(lasting_table: RoundTable, db: None) -> RoundTable:
    """A table of a round that is being played, its first hand on the card."""
    return RoundTable.objects.select_related("event_round__event__club", "card").get(pk=lasting_table.pk)


def official(table: RoundTable, kind: str = "director") -> Client:
    """A browser that has opened the card from the board."""
    client = Client()
    event = table.event_round.event
    client.force_login(make_user(event.club, kind))
    client.post(f"/clubs/{event.club.slug}/events/{event.pk}/rounds/1/tables/1/card/")
    return client


def post(client: Client, table: RoundTable, path: str, *, client_id: str = "", **fields: Any) -> Any:
    seen = sheet_at(table).version
    data = {"client_id": client_id or str(uuid4()), "seen": seen, **fields}
    return client.post(f"/cards/{table.card_id}/{path}", data)


def versions(table: RoundTable) -> tuple[int, int]:
    """What the polls of the board and of the projector compare."""
    event = table.event_round.event
    board, projector = desk_version(event.pk, event.club.slug), event_version(event.pk, event.club.slug)
    assert board is not None
    assert projector is not None
    return board, projector


# -- news for the screens ------------------------------------------------------------------


@pytest.mark.parametrize(("path", "fields"), [("penalties", PENALTY), ("lateness", LATE)])
def test_what_is_entered_on_a_card_of_a_closed_round_is_news_on_board_and_projector(table, path, fields):
    close_round(event_round=table.event_round, acting=acting_as(), client_id="c", reason="late")
    referee = official(table, "referee")
    board, projector = versions(table)

    assert post(referee, table, f"round/{path}/", client_id="p", **fields).status_code == 302

    assert versions(table)[0] > board
    assert versions(table)[1] > projector
    after = versions(table)
    assert post(referee, table, f"round/{path}/", client_id="p", **fields).status_code == 302
    assert versions(table) == after


def test_what_was_refused_is_no_news(table):
    close_round(event_round=table.event_round, acting=acting_as(), client_id="c", reason="late")
    referee = official(table, "referee")
    before = versions(table)

    assert post(referee, table, "round/penalties/", **{**PENALTY, "who": ""}).status_code == 422
    assert post(referee, table, "hands/1/correct/", reason="misread").status_code in (409, 422)

    assert versions(table) == before


def test_in_the_round_being_played_the_event_is_not_written_to(table):
    director = official(table)
    written = Event.objects.get(pk=table.event_round.event_id).version
    board, _ = versions(table)

    post(director, table, "round/penalties/", **PENALTY)

    assert Event.objects.get(pk=table.event_round.event_id).version == written
    assert versions(table)[0] == board + 1


def test_the_end_of_a_round_is_news_though_its_cards_count_no_more(table):
    before = versions(table)[0]

    close_round(event_round=table.event_round, acting=acting_as(), client_id="c", reason="late")

    assert versions(table)[0] > before


# -- lateness ------------------------------------------------------------------------------


def north(table: RoundTable) -> RoundSeat:
    return RoundSeat.objects.select_related("entrant", "substitute").get(table=table, seat="N")


def mark(table: RoundTable, **state: Any) -> None:
    RoundSeat.objects.filter(table=table, seat="N").update(**{"is_missing": True, **state})


def test_lateness_on_the_card_brings_a_missing_player_to_the_table(table):
    mark(table)
    Entrant.objects.filter(seats=north(table)).update(state="expected")
    before, _ = versions(table)

    assert post(official(table), table, "round/lateness/", **LATE).status_code == 302

    assert (north(table).is_missing, north(table).entrant.state) == (False, "here")
    assert versions(table)[0] > before + 1, "the tablets that show who is missing are told too"


@pytest.mark.parametrize(
    ("who", "name", "is_missing", "player"),
    [
        ("outside", "Father Tom", False, "Father Tom"),
        ("outside", "", False, "Helper"),
        ("", "", True, "Ruth Abernathy"),
    ],
)
def test_who_plays_on_is_taken_from_the_card(table, who, name, is_missing, player):
    mark(table)

    fields = {**LATE, "minutes": "20", "substitute": who, "name": name}
    assert post(official(table), table, "round/lateness/", **fields).status_code == 302

    assert (north(table).is_missing, player_at(north(table))) == (is_missing, player)


def test_a_substitute_of_the_event_is_chosen_from_those_who_are_free_not_told_by_a_name(table):
    mark(table)
    director = official(table)
    make_members(table.event_round.event.club, 1)
    free = make_entrants(table.event_round.event, 1)[0]
    SitOut.objects.create(event_round=table.event_round, entrant=free)
    fields = {**LATE, "minutes": "20"}

    for who in ("in_event", str(north(table).entrant_id)):
        refused = post(director, table, "round/lateness/", **{**fields, "substitute": who, "name": free.name})
        assert refused.status_code == 422
    assert f'value="{free.pk}"' in refused.text
    assert read_sheet(table.card).lateness == {}
    assert post(director, table, "round/lateness/", **{**fields, "substitute": str(free.pk)}).status_code == 302

    assert (north(table).is_missing, entrant_at(north(table))) == (False, free)
    assert {p.kind for p in round_points(read_round(table.event_round)) if p.entrant == free} == {"substitute"}


def test_lateness_taken_back_on_the_card_brings_a_replaced_player_back(table):
    director = official(table)
    post(director, table, "round/lateness/", **{**LATE, "minutes": "20", "substitute": "outside", "name": "Tom"})
    assert player_at(north(table)) == "Tom"

    post(director, table, "round/lateness/", seat="N", minutes="0")

    assert (player_at(north(table)), north(table).is_missing) == ("Ruth Abernathy", False)


def test_who_sits_in_for_a_player_stays_though_the_player_was_late(table):
    mark(table, is_missing=False, helper="Tom")

    post(official(table), table, "round/lateness/", **LATE)

    assert player_at(north(table)) == "Tom"


def test_penalty_with_a_fault_comes_back_as_the_part_that_a_script_swaps(table):
    event_round = table.event_round
    at = [event_round.event.club.slug, event_round.event_id, event_round.number, table.number]
    sent = {"client_id": "p", "seen": sheet_at(table).version, **PENALTY, "who": ""}

    part = official(table).post(reverse("league:penalties", args=at), sent, HTTP_HX_REQUEST="true")

    assert (part.status_code, "<html" in part.text, "Give a penalty" in part.text) == (422, False, True)
