"""An appeal where nobody else is there to decide: somebody is invited, all four agree, or there are no appeals."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.acting.log import Refused
from league.evening.judging.deeds.entries import enter
from league.evening.rulings.chain import ALL_AGREED, why_no_appeal
from league.evening.rulings.deeds.appeals import (
    answer_agreement,
    appeal_ruling,
    ask_to_agree,
    decide_appeal,
    take_back_step,
)
from league.evening.tables.deeds.tables import at_table, pair_tablet
from league.models import Event, LogLine, OneTimeLink, Role, RoundTable
from scoring.models import Device
from scoring.score_card.entries import EntryData
from scoring.score_card.rulings import Ruling
from tests.lasting import lasting
from tests.league.makers import (
    WITH_APPEALS,
    By,
    acting_as,
    give_amount,
    make_club,
    make_event,
    make_rules,
    make_running_round,
    make_user,
    sheet_at,
)
from tests.scoring.score_card.makers import join

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def lasting_table(django_db_setup: None, django_db_blocker: Any) -> Iterator[RoundTable]:
    with lasting(django_db_blocker):
        yield make_running_round(book=WITH_APPEALS).tables.get(number=1)


@pytest.fixture
def table(lasting_table: RoundTable, db: None) -> RoundTable:
    tables = RoundTable.objects.select_related("card__book_version", "event_round__event__club")
    return tables.get(pk=lasting_table.pk)


@pytest.fixture
def given(table: RoundTable) -> EntryData:
    """Ruth appeals what Rita Moss ruled."""
    given = give_amount(table)
    appeal_ruling(table=table, number=given.number, by="N", why="no warning", acting=acting_as(), client_id="appealed")
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
    return sheet_at(table).rulings[0]


def invited(rita: Client, table: RoundTable, given: EntryData, client_id: str = "invite") -> str:
    """The address that the link leads to."""
    page = rita.post(address(table, "invite_decider", given.number), {"client_id": client_id, "name": "Otto Berg"}).text
    found = re.search(r"/appeals/[\w-]+/", page)
    assert found is not None, page
    return found[0]


def test_who_gave_the_ruling_has_keys_on_the_board_and_on_its_page(table, given, rita):
    event = table.event_round.event
    board = rita.get(reverse("league:desk", args=[event.club.slug, event.pk])).text
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


def ask(table: RoundTable, given: EntryData, outcome: str = "overturned", client_id: str = "ask") -> str:
    """What Rita Moss asks each side: its id."""
    rita: By = {"acting": acting_as(name="Rita Moss"), "client_id": client_id}
    ask_to_agree(table=table, number=given.number, outcome=outcome, note="Nobody heard it", **rita)
    return client_id


def answer(table: RoundTable, given: EntryData, asked: str, client_id: str, **said: Any) -> None:
    """Somebody answers, at the table unless it is said who."""
    says = {"acting": at_table(table.number, None), **said}
    answer_agreement(table=table, number=given.number, asked=asked, client_id=client_id, **says)


def plain(answer: Any) -> str:
    """What a page says, without the line breaks of its template."""
    return " ".join(answer.text.split())


def test_each_side_agrees_by_itself_and_then_it_is_decided_for_good(table, given):
    asked, names = ask(table, given), {seat.seat: str(seat.entrant) for seat in table.seats.all()}

    answer(table, given, asked, "south", by="S")
    answer(table, given, asked, "south", by="S")  # the same tap again
    with pytest.raises(Refused, match="Your side agreed already"):
        answer(table, given, asked, "north", by="N")
    assert (ruling_at(table).state, ruling_at(table).agreed) == ("appealed", ("S",))

    answer(table, given, asked, "west", by="W")

    said = f"All agree, said by {names['S']} and {names['W']}. Nobody heard it"
    ruling, lines = ruling_at(table), LogLine.objects.filter(action__endswith=" the ruling").order_by("pk")
    assert (ruling.state, ruling.agreement, ruling.newest.payload["note"]) == ("overturned", None, said)
    assert [(line.action, line.reason) for line in lines][-3:] == [
        ("asked each side about the ruling", "Nobody heard it"),
        ("agrees about the ruling", ""),
        ("overturned the ruling", said),
    ]
    assert lines.get(action="agrees about the ruling").subject == f"{names['S']}, hand 1, table 1, round 1"
    assert why_no_appeal(ruling, sheet_at(table).book, table.event_round.event, timezone.now()) == ALL_AGREED

    take_back_step(table=table, number=given.number, reason="not so", acting=acting_as(), client_id="back")
    assert (ruling_at(table).state, ruling_at(table).agreed) == ("appealed", ("S",))


@pytest.mark.parametrize("said", [{"against": "EW"}, {"acting": acting_as(name="Rita Moss")}])
def test_one_no_or_whoever_asked_leaves_the_appeal_as_before(said, table, given):
    asked = ask(table, given)
    answer(table, given, asked, "south", by="S")
    with pytest.raises(Refused, match="Tap yes or no"):
        answer(table, given, asked, "neither")
    with pytest.raises(Refused, match="Each side is being asked"):
        ask(table, given, "upheld", "second")

    answer(table, given, asked, "no", **said)

    assert (ruling_at(table).state, ruling_at(table).agreed) == ("appealed", ())
    ask(table, given, "upheld", "second")
    with pytest.raises(Refused, match="Something else is asked by now"):
        answer(table, given, asked, "late", by="W")
    assert ruling_at(table).agreed == ()


def test_nobody_is_asked_about_an_appeal_that_was_decided_or_withdrawn(table, given):
    asked = ask(table, given)
    otto: By = {"acting": acting_as(name="Otto Berg"), "client_id": "decided"}
    decide_appeal(table=table, number=given.number, outcome="upheld", note="as ruled", **otto)
    with pytest.raises(Refused, match="withdrawn, or somebody decided it"):
        answer(table, given, asked, "south", by="S")
    assert ruling_at(table).agreement is None

    take_back_step(
        table=table, number=given.number, reason="", acting=acting_as(name="Otto Berg"), client_id="undecided"
    )
    assert ruling_at(table).agreement is not None
    take_back_step(
        table=table, number=given.number, reason="", acting=acting_as(name="Otto Berg"), client_id="withdrawn"
    )
    appeal_ruling(table=table, number=given.number, by="S", why="still", acting=acting_as(), client_id="anew")
    assert (ruling_at(table).state, ruling_at(table).agreement) == ("appealed", None)


def test_at_a_table_of_three_everybody_is_asked():
    club = make_club()
    event = make_event(club, three_handed_rules=make_rules(club, "gwinnett-3"))
    table = make_running_round(event, players=3).tables.select_related("card__book_version").get()
    enter(table, acting_as(), "bid", "bid", {"dealer": "A", "bidder": "B", "bid": 20, "trump": "S"}, hand=1)
    ruling = {"kind": "amount", "decision": "A warning", "effect": {}}
    given = enter(table, acting_as(name="Rita Moss"), "ruling", "ruling", ruling, hand=1)
    appeal_ruling(table=table, number=given.number, by="A", why="no", acting=acting_as(), client_id="appealed")
    asked, states = ask(table, given), []

    for seat in "CAB":
        answer(table, given, asked, seat, by=seat)
        states.append((ruling_at(table).state, ruling_at(table).agreed))

    assert states == [("appealed", ("C",)), ("appealed", ("C", "A")), ("overturned", ())]


def test_the_tablet_and_the_page_that_is_handed_around_ask_each_side(client, table, given, rita):
    event, card = table.event_round.event, table.card
    pair_tablet(event=event, table_number=1, device=join(card, client).device)
    path = address(table, "agree_on_appeal", given.number)
    at_tablet = reverse("league:agree_at_table", args=[event.pk, given.number])
    assert "Nobody is asked about this now." in client.get(at_tablet).text

    assert rita.post(path, {"client_id": "a", "outcome": "overturned", "note": "Nobody heard it"}).url == path
    asked = "<h2>Agreed: the ruling is taken away.</h2> <p>“Nobody heard it”</p>"
    pages = [plain(one.get(where)) for one, where in ((rita, path), (client, at_tablet))]
    assert [(asked in text, "Take it back" in text) for text in pages] == [(True, True), (True, False)]
    for bar in (f"/cards/{card.pk}/", reverse("league:evening_bar", args=[event.pk, card.pk])):
        assert "Agreed: the ruling on hand 1 is taken away. Does your side agree?" in plain(client.get(bar))
        assert at_tablet in client.get(bar).text

    assert client.post(at_tablet, {"client_id": "s", "asked": "a", "by": "S"}).url == at_tablet
    names = {seat.seat: seat.entrant.name for seat in table.seats.all()}
    for page in (reverse("league:desk", args=[event.club.slug, event.pk]), address(table, "ruling", given.number)):
        assert f"Waiting for {names['E']} &amp; {names['W']} to say yes." in rita.get(page).text
    assert f"{names['S']} agrees." in rita.get(path).text
    assert [rita.post(path, {"client_id": "w", "asked": "a", "by": "W"}).url for _ in range(2)] == [path] * 2

    ruling = address(table, "ruling", given.number)
    assert rita.get(path).url == ruling
    assert "All at the table agreed. That is final." in rita.get(ruling).text
    late = client.post(at_tablet, {"client_id": "e", "asked": "a", "against": "EW"})
    assert (late.status_code, "somebody decided it" in late.text) == (409, True)


def test_on_an_evening_without_appeals_rulings_stand(table, rita):
    given, event = give_amount(table), table.event_round.event
    Event.objects.update(no_appeals=True)
    device = Device.objects.create(token_hash="tablet")
    pair_tablet(event=event, table_number=1, device=device)

    page = rita.get(address(table, "ruling", given.number)).text
    sent = {"client_id": "a", "by": "N", "why": "no"}

    assert "There are no appeals on this evening." in page
    assert " · no appeals" in rita.get(reverse("league:event", args=[event.club.slug, event.pk])).text
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
