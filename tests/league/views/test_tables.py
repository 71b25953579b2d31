import pytest
from django.test import Client
from django.utils import timezone

from league.domain.passes import pass_of
from league.domain.rounds import close_round, start_round
from league.domain.tables import pair_tablet
from league.models import Event, TableTablet
from scoring.models import Device
from scoring.score_card import access
from tests.league.makers import acting_as, make_entrants, make_event, make_round, make_running_round

pytestmark = pytest.mark.django_db


def tonight(**overrides: object) -> Event:
    return make_event(played_on=timezone.localdate(), **overrides)


def pair(client: Client, event: Event, table: int = 1) -> None:
    """As a tablet does: the QR code's address, then its key."""
    given = pass_of(event, table)
    path = f"/t/{event.pk}/{table}/{given.token}/"
    assert client.get(path).status_code == 200
    assert client.post(path)["Location"] == f"/tables/{event.pk}/"


def device_of(client: Client) -> Device:
    secret = client.cookies[access.DEVICE_COOKIE].value
    return Device.objects.get(token_hash=access.hash_of(secret))


def text_of(response: object) -> str:
    return " ".join(response.content.decode().split())


# -- the pass ----------------------------------------------------------------------------


def test_opening_a_pass_asks_and_changes_nothing(client):
    event = make_running_round().event

    answer = client.get(f"/t/{event.pk}/1/{pass_of(event, 1).token}/")

    assert "Keep the card of table 1 on this tablet?" in text_of(answer)
    assert "Ruth Abernathy" in text_of(answer)
    assert (TableTablet.objects.count(), access.DEVICE_COOKIE in client.cookies) == (0, False)


def test_pairing_leads_to_the_card_of_the_running_round(client):
    event_round = make_running_round()
    event = event_round.event

    pair(client, event, 2)

    card = event_round.tables.get(number=2).card
    assert client.get(f"/tables/{event.pk}/")["Location"] == f"/cards/{card.pk}/"
    assert "Table 2 · Round 1" in text_of(client.get(f"/cards/{card.pk}/"))
    assert client.cookies[access.DEVICE_COOKIE]["httponly"]


def test_tablet_waits_for_the_first_round_and_is_led_to_its_card(client):
    event = tonight()
    event_round = make_round(event, make_entrants(event, 8))
    pair(client, event)

    page = text_of(client.get(f"/tables/{event.pk}/"))
    assert "Welcome, table 1" in page
    assert "Round 1 begins when the director starts it" in page
    assert "Marge Delgado" in page

    start_round(event_round=event_round, acting=acting_as(), client_id="start")
    poll = client.get(f"/tables/{event.pk}/?v=1", headers={"HX-Request": "true"})
    card = event_round.tables.get(number=1).card
    assert poll["HX-Redirect"] == f"/cards/{card.pk}/"
    assert client.get(f"/cards/{card.pk}/").status_code == 200
