"""Appeals where people are: a player's own page, the table's tablet, the board; and who is kept out of deciding."""

import html
import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.evening.rounds.deeds import close_round
from league.evening.rulings.deeds.appeals import appeal_ruling
from league.evening.tables.deeds.tables import pair_tablet
from league.models import Event, LogLine, Role, RoundTable
from scoring.score_card.entries import EntryData
from scoring.score_card.recording import read_sheet
from scoring.score_card.rulings import Ruling
from tests.lasting import lasting
from tests.league.evening.rulings.test_rule import play_hand
from tests.league.makers import (
    WITH_APPEALS,
    acting_as,
    give_amount,
    make_round,
    make_running_round,
    make_user,
    put_on_hold,
    sheet_at,
    start_now,
)
from tests.responses import Response
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
    return give_amount(table)


def address(table: RoundTable, name: str, number: int) -> str:
    event = table.event_round.event
    return reverse(f"league:{name}", args=[event.club.slug, event.pk, 1, table.number, number])


def signed_in(table: RoundTable, kind: str, seat: str = "", name: str = "Otto Berg") -> Client:
    """An account of that role, of the member who sits in a seat of the table."""
    user = make_user(table.event_round.event.club, kind, name=name)
    if seat:
        Role.objects.filter(user=user).update(member=table.seats.get(seat=seat).entrant.member)
    client = Client()
    client.force_login(user)
    return client


def ruling_at(table: RoundTable) -> Ruling:
    return sheet_at(table).rulings[0]


def appeal(table: RoundTable, given: EntryData) -> None:
    appeal_ruling(table=table, number=given.number, by="N", why="no warning", acting=acting_as(), client_id="appealed")


def test_a_player_appeals_for_themselves_and_reads_until_when(table, given):
    player = signed_in(table, "member", "S")

    event = table.event_round.event
    own = player.get(reverse("league:my_evening", args=[event.club.slug, event.pk])).text
    assert f'href="{address(table, "appeal", given.number)}"' in own
    page = player.get(address(table, "appeal", given.number)).text
    assert "Can be appealed until" in page
    assert page.count('name="by"') == 1
    player.post(address(table, "appeal", given.number), {"client_id": "a", "by": "S", "why": "no warning"})

    assert ruling_at(table).state == "appealed"
    assert ruling_at(table).steps[0].payload["by"] == "S"


def test_a_player_appeals_for_nobody_else_and_only_at_their_own_table(table, given):
    other = signed_in(table, "member", "S").post(
        address(table, "appeal", given.number), {"client_id": "a", "by": "N", "why": "no"}
    )
    stranger = signed_in(table, "member").get(address(table, "appeal", given.number))

    assert other.status_code == 422
    assert (stranger.status_code, "You didn’t play at this table." in stranger.text) == (403, True)
    assert ruling_at(table).state == "given"


def test_by_npa_officials_who_disagree_have_a_key_and_players_have_none():
    tables = make_running_round().tables.select_related("card__book_version", "event_round__event__club")
    table = tables.get(number=1)
    given, event = give_amount(table), table.event_round.event
    to, referee = address(table, "appeal", given.number), signed_in(table, "referee")

    own = (
        signed_in(table, "member", "S", "Sue Park")
        .get(reverse("league:my_evening", args=[event.club.slug, event.pk]))
        .text
    )
    assert "The referee’s decision is final." in own
    assert to not in own
    assert "Officials disagree…" in referee.get(address(table, "ruling", given.number)).text
    page = referee.get(to).text
    assert "Ask the national tournament director" in page
    assert 'name="by"' not in page
    referee.post(to, {"client_id": "a", "why": "no warning"})

    assert (ruling_at(table).state, ruling_at(table).appeal.by) == ("appealed", "")
    director = signed_in(table, "director", name="Dora Lee")
    board = director.get(reverse("league:desk", args=[event.club.slug, event.pk])).text
    assert "has officials who disagree on the ruling on hand 1" in html.unescape(board)
    assert "Officials disagree: “no warning”" in html.unescape(
        director.get(address(table, "decide_appeal", given.number)).text
    )


def test_the_table_appeals_on_its_own_tablet(client, table, given):
    event = table.event_round.event
    pair_tablet(event=event, table_number=1, device=join(table.card, client).device)
    assert 'href="/tables/' in client.get(f"/cards/{table.card_id}/").text
    rulings = reverse("league:table_rulings", args=[event.pk])
    page = reverse("league:appeal_at_table", args=[event.pk, given.number])
    assert page in client.get(rulings).text

    for _ in range(2):
        answer = client.post(page, {"client_id": "a", "by": "E", "why": "no warning"})
        assert (answer.status_code, answer["Location"]) == (302, rulings)

    assert LogLine.objects.get(action="appealed the ruling").who == "Table 1"
    assert "Appealed. The referee decides." in client.get(rulings).text
    assert page not in client.get(rulings).text


def test_who_did_not_rule_decides_from_the_board(table, given):
    appeal(table, given)
    referee = signed_in(table, "referee")
    board = referee.get(reverse("league:desk", args=[table.event_round.event.club.slug, table.event_round.event_id]))
    assert address(table, "decide_appeal", given.number) in board.text

    answer = referee.post(
        address(table, "decide_appeal", given.number), {"client_id": "a", "outcome": "overturned", "note": "seen"}
    )

    assert answer.status_code == 302
    assert ruling_at(table).state == "overturned"


@pytest.mark.parametrize(
    ("kind", "seat", "name", "why"),
    [
        ("director", "", "Rita Moss", "You gave this ruling."),
        ("director", "W", "Otto Berg", "You played at this table."),
        ("admin", "N", "Otto Berg", "You played at this table."),
    ],
)
def test_nobody_concerned_decides(table, given, kind, seat, name, why):
    appeal(table, given)
    client = signed_in(table, kind, seat, name)

    for answer in (
        client.get(address(table, "decide_appeal", given.number)),
        client.post(
            address(table, "decide_appeal", given.number), {"client_id": "a", "outcome": "upheld", "note": "-"}
        ),
    ):
        assert (answer.status_code, why in answer.text) == (403, True)

    assert ruling_at(table).state == "appealed"


def test_nobody_decides_or_takes_back_once_the_results_are_final(table, given):
    appeal(table, given)
    Event.objects.update(state="closed", closed_at=timezone.now() - timedelta(days=30))
    director = signed_in(table, "director")

    for name in ("decide_appeal", "take_back_step"):
        answer = director.get(address(table, name, given.number))
        assert (answer.status_code, "The results of this event are final." in answer.text) == (403, True)


def test_the_page_of_a_ruling_names_who_appealed_and_has_only_keys_that_are_ones_own(table, given):
    appeal(table, given)
    event = table.event_round.event
    page, decides = address(table, "ruling", given.number), address(table, "decide_appeal", given.number)
    board = reverse("league:desk", args=[event.club.slug, event.pk])

    other = signed_in(table, "referee")
    assert "Appealed by Ruth Abernathy at " in other.get(page).text
    assert [decides in other.get(at).text for at in (page, board)] == [True, True]
    for client in (signed_in(table, "referee", name="Rita Moss"), signed_in(table, "director", "W")):
        for at in (page, board):
            text = client.get(at).text
            assert "Another referee or a director decides the appeal." in text
            assert (decides in text, address(table, "take_back_step", given.number) in text) == (False, False)

    Event.objects.update(state="closed", closed_at=None)
    assert "Nobody has decided this appeal: the referee can, once a director reopens the event." in other.get(page).text
    assert decides not in other.get(board).text


def test_an_appeal_of_an_earlier_round_stays_on_the_board(table, given):
    appeal(table, given)
    put_on_hold(table, "who led?")
    event = table.event_round.event
    close_round(event_round=table.event_round, acting=acting_as(), client_id="close", reason="late")
    start_now(make_round(event, list(event.entrants.all()), number=2))

    page = signed_in(table, "referee").get(reverse("league:desk", args=[event.club.slug, event.pk])).text

    assert "Round 1, table 1 appeals the ruling on hand 1" in page
    assert address(table, "decide_appeal", given.number) in page
    assert "Round 1, table 1, ruling to come on hand 1: “who led?”" in page


def test_of_a_ruling_by_the_book_only_the_facts_are_decided(table):
    given = give_amount(table, basis="book")
    appeal(table, given)

    page = signed_in(table, "referee").get(address(table, "decide_appeal", given.number)).text

    assert "what the book asks for stays, unless the facts were others" in page
    assert "The facts" in page


def test_what_has_come_of_a_ruling_is_taken_back_with_a_reason(table, given):
    appeal(table, given)
    director = signed_in(table, "director")

    assert "Withdraw the appeal" in director.get(address(table, "take_back_step", given.number)).text
    director.post(address(table, "take_back_step", given.number), {"client_id": "a", "reason": "they agreed"})

    assert ruling_at(table).state == "given"


def test_an_appealed_ruling_is_changed_by_the_books_own_questions(table):
    """Ruth bid 62 and made it with 90. The referee ruled that she reneged; it was Walt who did."""
    play_hand(table)
    rule(signed_in(table, "referee", name="Rita Moss"), table, "N")
    number = ruling_at(table).number
    appeal_ruling(table=table, number=number, by="N", why="it was Walt", acting=acting_as(), client_id="appealed")
    concerned = rule(signed_in(table, "director", "W"), table, "E", decides=number)
    assert (concerned.status_code, "You played at this table." in concerned.text) == (403, True)
    director = signed_in(table, "director")
    assert f"decides={number}" in director.get(address(table, "decide_appeal", number)).text

    answer = rule(director, table, "E", decides=number)

    assert answer.status_code == 302
    assert ruling_at(table).state == "changed"
    assert (ruling_at(table).effect.figures.renege, ruling_at(table).facts["who"]) == ("EW", "E")
    assert len(read_sheet(table.card).rulings) == 1


def rule(client: Client, table: RoundTable, player: str, **more: Any) -> Response:
    """Somebody of the table did not follow suit in the first hand."""
    event = table.event_round.event
    path = reverse("league:rule", args=[event.club.slug, event.pk, 1, table.number])
    facts = {"who": player, "cause": "not_following", "moment": "late"}
    chosen = {"hand": 1, "kind": "renege", **{f"fact-{code}": answer for code, answer in facts.items()}, **more}
    page = client.get(path, chosen)
    if page.status_code != 200:
        return page
    form = {name: html.unescape(value) for name, value in re.findall(r'name="([a-z_]+)" value="([^"]*)"', page.text)}
    decision = re.search(r'<p class="ruled">(.*?)</p>', page.text)
    assert decision is not None, page.text
    typed = {"decision": html.unescape(decision[1]), "basis": "book", "called_by": "", "note": "seen"}
    return client.post(path, {**chosen, "client_id": form["client_id"], "seen": form["seen"], **typed})
