"""An appeal where nobody else is there to decide: somebody is invited, all four agree, or there are no appeals."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from league.models import Event, LogLine, OneTimeLink, Role, RoundTable
from league.rulings.deeds.appeals import appeal_ruling, take_back_step
from league.tables.deeds.tables import pair_tablet
from scoring.models import Device
from scoring.score_card.entries import EntryData
from scoring.score_card.recording import read_sheet
from scoring.score_card.rulings import Ruling
from tests.league.makers import acting_as, give_amount, make_running_round, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> RoundTable:
    tables = make_running_round().tables.select_related("card__book_version", "event_round__event__club")
    return tables.get(number=1)


@pytest.fixture
def given(table: RoundTable) -> EntryData:
    """Ruth appeals what Rita Moss ruled."""
    given = give_amount(table)
    by = {"by": "N", "why": "no warning", "acting": acting_as(), "client_id": "appealed"}
    appeal_ruling(table=table, number=given.number, **by)
    return given


@pytest.fixture
def rita(table: RoundTable) -> Client:
    """The only director, who gave the ruling."""
    client = Client()
    client.force_login(make_user(table.event_round.event.club, "director", name="Rita Moss"))
    return client


def address(table: RoundTable, name: str, number: int) -> str:
    event = table.event_round.event
    return reverse(f"league:{name}", args=[event.club.slug, event.pk, 1, table.number, number])


def ruling_at(table: RoundTable) -> Ruling:
    return read_sheet(table.card).rulings[0]


def invited(rita: Client, table: RoundTable, given: EntryData, client_id: str = "invite") -> str:
    """The address that the link leads to."""
    page = rita.post(address(table, "invite_decider", given.number), {"client_id": client_id, "name": "Otto Berg"}).text
    found = re.search(r"/appeals/[\w-]+/", page)
    assert found is not None, page
    return found[0]


def test_who_gave_the_ruling_has_keys_on_the_board_and_on_its_page(table, given, rita):
    event = table.event_round.event
    board = rita.get(reverse("league:board", args=[event.club.slug, event.pk])).text
    page = rita.get(address(table, "ruling", given.number)).text

    for name in ("invite_decider", "agree_on_appeal"):
        assert [address(table, name, given.number) in text for text in (board, page)] == [True, True]
    referee = Client()
    referee.force_login(make_user(event.club, "referee", name="Rita Moss"))
    assert "Invite somebody to decide" not in referee.get(address(table, "ruling", given.number)).text


def test_who_is_invited_decides_this_appeal_once_without_an_account(table, given, rita):
    link, stranger = invited(rita, table, given), Client()

    own = rita.post(link, {"client_id": "look"})
    assert (own.status_code, "You made this link for somebody else." in own.text) == (410, True)
    asked = stranger.get(link)
    assert (asked.status_code, "Otto Berg, can you decide?" in asked.text) == (200, True)
    assert "no warning" not in asked.text
    assert "20 off" not in asked.text
    case = stranger.post(link, {"client_id": "look"}).text
    assert "Ruth Abernathy appeals: “no warning”" in case
    assert ruling_at(table).state == "appealed"
    assert stranger.post(link, {"client_id": "d", "outcome": "upheld", "note": ""}).status_code == 422
    sent = {"client_id": "d", "outcome": "overturned", "note": "They were warned late"}
    answers = [stranger.post(link, sent).text for _ in range(2)]

    assert ["Thank you, Otto Berg" in text for text in answers] == [True, True]
    assert (ruling_at(table).state, ruling_at(table).newest.device) == ("overturned", "Otto Berg")
    line = LogLine.objects.get(action="overturned the ruling")
    assert (line.who, line.user, line.reason) == ("Otto Berg", None, "They were warned late")
    assert LogLine.objects.get(action="asked somebody to decide the appeal").after == "Otto Berg"
    again = stranger.get(link)
    assert (again.status_code, "This link was used on" in again.text) == (410, True)


def test_a_link_to_decide_is_no_other_link_and_ends_with_its_appeal_and_its_maker(table, given, rita):
    first, second = invited(rita, table, given, "one"), invited(rita, table, given, "two")
    stranger = Client()

    assert stranger.get(first.replace("/appeals/", "/l/")).status_code == 404
    assert "a newer one replaced it" in stranger.get(first).text
    take_back_step(table=table, number=given.number, reason="never mind", acting=acting_as(), client_id="withdrawn")
    assert "The appeal was withdrawn" in stranger.post(second, {"client_id": "look"}).text
    Role.objects.filter(club=table.event_round.event.club).update(kind="member")
    assert "no longer runs the club" in stranger.get(second).text
    assert not OneTimeLink.objects.exclude(used_at=None).exists()


def test_all_four_agree_with_somebody_of_each_side_by_name_and_that_is_final(table, given, rita):
    path = address(table, "agree_on_appeal", given.number)
    sent = {"client_id": "a", "outcome": "overturned", "side_NS": "S"}

    assert "Tap who says so." in rita.post(path, sent).text
    assert rita.post(path, {**sent, "side_EW": "S"}).status_code == 422
    rita.post(path, {**sent, "side_EW": "W", "note": "Nobody heard it"})

    ruling, names = ruling_at(table), {seat.seat: str(seat.entrant) for seat in table.seats.all()}
    said = ruling.newest.payload["note"]
    assert ruling.state == "overturned"
    assert said.startswith("All agree, said by ")
    assert [names["S"] in said, names["W"] in said, said.endswith("Nobody heard it")] == [True, True, True]
    assert LogLine.objects.get(action="overturned the ruling").reason == said
    assert "All at the table agreed. That is final." in rita.get(address(table, "ruling", given.number)).text


def test_on_an_evening_without_appeals_rulings_stand(table, rita):
    given = give_amount(table)
    Event.objects.update(no_appeals=True)
    device = Device.objects.create(token_hash="tablet")
    pair_tablet(event=table.event_round.event, table_number=1, device=device)

    page = rita.get(address(table, "ruling", given.number)).text
    sent = {"client_id": "a", "by": "N", "why": "no"}

    assert "There are no appeals on this evening." in page
    assert address(table, "appeal", given.number) not in page
    assert rita.post(address(table, "appeal", given.number), sent).status_code == 409


@pytest.mark.parametrize(("others", "says"), [([], True), (["referee"], False), (["member"], True)])
def test_settings_say_in_time_that_nobody_else_can_decide(others, says):
    club = make_running_round().event.club
    client = Client()
    client.force_login(make_user(club, "admin"))
    for kind in others:
        make_user(club, kind, name="Otto Berg")

    page = client.get(reverse("league:settings", args=[club.slug])).text

    assert ("Nobody else in the club can decide about your rulings yet." in page) == says
