"""Pairs on the pages of check-in: both by one tap, partners wanted and found, and the door."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league.evening.check_in.deeds.door import door_token
from league.evening.check_in.deeds.roll import open_check_in
from league.models import Entrant, PairRule
from tests.league.makers import acting_as, make_event, make_members, make_pairs, make_round, make_user

pytestmark = pytest.mark.django_db
HTMX = {"HTTP_HX_REQUEST": "true"}


@pytest.fixture
def event():
    return make_event(format="round_robin", fee=500)


@pytest.fixture
def director(event, client):
    client.force_login(make_user(event.club, "director"))
    return client


@pytest.fixture
def couple(event):
    """Two members who always play together."""
    ann, carl = make_members(event.club, 2)
    PairRule.objects.create(club=event.club, first=ann, second=carl, kind="partners")
    return ann, carl


def address(name, event, *args):
    return reverse(f"league:{name}", args=[event.club.slug, event.pk, *args])


def test_one_tap_brings_both_and_answers_both_rows(director, event, couple):
    ann, carl = couple
    page = director.get(address("check_in", event)).text
    assert page.count("Both here: <") == 0
    assert (page.count('value="both"'), page.count("Both here + $10"), f"With {carl.name}" in page) == (2, 2, True)

    answer = director.post(
        address("check_in_member", event, ann.pk), {"client_id": "both", "do": "both"}, **HTMX
    ).text  # fmt: skip

    assert set(event.entrants.values_list("state", flat=True)) == {"here"}
    assert f'id="member-{ann.pk}">' in answer
    assert f'id="member-{carl.pk}" hx-swap-oob="true">' in answer
    assert 'value="both"' not in answer


def test_who_has_no_partner_is_listed_and_finds_one(director, event):
    ((ann, carl),) = make_pairs(event, 1)
    Entrant.objects.filter(pk=carl.pk).update(state="left")
    dora = Entrant.objects.create(event=event, number=9, name="Dora Quill", state="here")

    page = director.get(address("check_in", event), {"show": "wanted"}).text
    assert [name in page for name in (ann.name, carl.name, dora.name)] == [True, False, True]
    assert page.count("Pair up") == 2
    choices = director.get(address("partner", event, ann.pk)).text
    assert [words in choices for words in ("Dora Quill (9)", "A helper without a score", "partner wanted")] == [
        True
    ] * 3

    answer = director.post(address("partner", event, ann.pk), {"client_id": "tie", "partner": dora.pk})

    assert answer.url == f"{address('check_in', event)}#member-{ann.member_id}"
    dora.refresh_from_db()
    assert dora.partner == ann
    assert "Nobody to show" in director.get(address("check_in", event), {"show": "wanted"}).text


def test_two_who_came_without_partners_are_a_pair_by_two_taps(director, event):
    ann, carl, dora = make_members(event.club, 3)
    roll = address("check_in", event)

    assert f'href="?pair=member-{ann.pk}"' in director.get(roll).text
    asking = director.get(roll, {"pair": f"member-{ann.pk}"}).text
    assert f"Who plays with <bdi>{ann.name}</bdi>?" in asking
    assert asking.count('value="pair"') == 2
    tap = {"client_id": "pair", "do": "pair", "mate": f"member-{ann.pk}"}
    for _ in range(2):  # sent twice it is one pair
        assert director.post(address("check_in_member", event, carl.pk), tap).url == f"{roll}#member-{carl.pk}"

    assert [(one.name, one.state, one.partner.name) for one in event.entrants.order_by("number")] == [
        (ann.name, "here", carl.name),
        (carl.name, "here", ann.name),
    ]
    tap = {"client_id": "other", "do": "pair", "mate": f"member-{ann.pk}"}
    refused = director.post(address("check_in_member", event, dora.pk), tap, follow=True)
    assert f"{ann.name} already has a partner." in refused.text
    assert event.entrants.count() == 2


@pytest.mark.parametrize("mate", ["", "member-", "member-x", "entrant-²", "member-0", "entrant-99"])
def test_nonsense_makes_no_pair(director, event, mate):
    (ann,) = make_members(event.club, 1)

    answer = director.post(address("check_in_member", event, ann.pk), {"client_id": "a", "do": "pair", "mate": mate})

    assert answer.status_code in (409, 404)
    assert event.entrants.count() == 0


def test_partner_who_is_taken_cannot_be_chosen(director, event):
    (ann, _), (dora, _) = make_pairs(event, 2)

    answer = director.post(address("partner", event, ann.pk), {"client_id": "tie", "partner": dora.pk})

    assert answer.status_code == 422
    assert "Choose one of those shown." in answer.text


def test_helper_is_taken_by_one_tap_and_replanning_is_told(director, event):
    ((ann, carl),) = make_pairs(event, 1)
    make_round(event, [])
    page = director.get(address("partner", event, ann.pk)).text
    assert "re-plan" not in page

    director.post(address("partner", event, ann.pk), {"client_id": "tie", "partner": "helper"})

    ann.refresh_from_db()
    assert ann.partner.is_house_player
    assert Entrant.objects.get(pk=carl.pk).partner is None


def test_other_evenings_know_no_wanted_partners(client):
    event = make_event()
    make_pairs(event, 1)
    client.force_login(make_user(event.club, "director"))

    page = client.get(address("check_in", event)).text

    assert [words in page for words in ("Partner wanted", "Both here", "Pair up")] == [False] * 3


def test_both_check_in_at_the_door(client, event, couple):
    ann, carl = couple
    open_check_in(event=event, acting=acting_as(), client_id="open")
    event.refresh_from_db()
    client.post(address("pair_door", event, door_token(event)))
    asked = client.get(address("door_member", event, ann.pk)).text
    assert (carl.name in asked, "We’re both here" in asked) == (True, True)

    client.post(address("door_member", event, ann.pk), {"client_id": "door", "with_partner": "1"})

    assert list(event.entrants.values_list("state", flat=True)) == ["here", "here"]


def test_roll_of_pairs_takes_one_query_more(director, event, couple):
    def queries():
        with CaptureQueriesContext(connection) as counted:
            director.get(address("check_in", event))
        return len(counted)

    queries()  # the first page of a process reads what it keeps
    few = queries()
    make_pairs(event, 5)
    assert queries() == few
    type(event).objects.filter(pk=event.pk).update(format="rotation")
    assert queries() == few - 1
