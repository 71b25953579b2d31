"""Pages that anybody may ask for are kept for strangers: each address of the clubs, as the permission walk finds it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, reverse
from django.utils import timezone

from league.acting import unchanged
from league.acting.permissions import Action
from league.acting.unchanged import MOST_ASKED, TOKEN, copies
from league.evening.coming.remembered import cookie_name
from league.models import Event, Member
from league.office.members.deeds.privacy import show_initials
from league.urls import urlpatterns
from scoring.score_card.access import DEVICE_COOKIE
from scoring.templatetags.names import in_words
from tests.league.makers import acting_as, make_user
from tests.league.test_permission_matrix import World
from tests.responses import Response
from tests.sampling import sample

pytestmark = pytest.mark.django_db

# Open to anybody and not kept.
NOT_KEPT = {
    *("projector", "projector_changes", "hall_heard"),  # asks for what is new
    "board_code",  # leads to another page
    "papers",  # a form
    "club_picture",  # kept by its reader: a new picture has a new address
}


def public() -> Iterator[URLPattern]:
    """What anybody may read: no tap, no sheet (which is kept as a file), nobody's own link."""
    for pattern in urlpatterns:
        is_own = {"token"} & pattern.pattern.converters.keys() or str(pattern.name).startswith("door")
        is_open = getattr(pattern.callback, "action", None) is Action.READ_PUBLISHED
        if is_open and not is_own and not str(pattern.name).endswith(("_pdf", "_sheet")):
            yield pattern


def is_kept(pattern: URLPattern) -> bool:
    return hasattr(pattern.callback, "words")


def same_for_all(answer: Response) -> str:
    return re.sub(r"[A-Za-z0-9]{64}", "", answer.text)


def test_each_public_page_is_kept_or_says_why_not(world: World, client: Client):
    others = {pattern.name: pattern for pattern in public() if not is_kept(pattern)}
    taps = {name for name, pattern in others.items() if client.get(world.address(pattern)).status_code == 405}

    assert others.keys() - taps == NOT_KEPT


def test_the_next_stranger_reads_the_copy_whatever_else_stands_in_the_address(
    world: World, monkeypatch: pytest.MonkeyPatch, django_assert_max_num_queries: Any
):
    first = {world.address(pattern): pattern for pattern in public() if is_kept(pattern)}
    there = {one: answer for one in first if (answer := Client().get(one, {"email": "ruth@a.org"})).status_code == 200}
    assert len(there) > 20
    assert not any("ruth" in answer.text.replace("Ruth", "") for answer in there.values())
    kept = len(copies._there)
    monkeypatch.setattr(unchanged, "_drawn", None)

    for address, answer in there.items():
        with django_assert_max_num_queries(7):  # the club, what it rests on; an evening, today’s deal or tables online
            again = Client().get(f"{address}?utm_source=mail&x=1")
        assert same_for_all(again) == same_for_all(answer), address
        assert TOKEN not in again.text

    assert len(copies._there) == kept


def test_copies_of_an_address_are_few_and_its_own_stays(world: World, monkeypatch: pytest.MonkeyPatch):
    page, reader, most = reverse("league:events", args=[world.club.slug]), Client(), sample(2, MOST_ASKED)
    monkeypatch.setattr(unchanged, "MOST_ASKED", most)
    reader.get(page)

    for number in range(5 * most):
        reader.get(page, {"page": number, f"x{number}": 1})

    assert len(copies._there) <= 1 + most
    monkeypatch.setattr(unchanged, "_drawn", None)
    assert reader.get(page, {"x": "1"}).status_code == 200


def test_each_reader_has_a_token_of_their_own_and_so_has_a_page_that_is_not_there(world: World):
    page = reverse("league:club", args=[world.club.slug])
    readers = [Client(), Client(), Client()]

    for _ in range(2):
        for reader in readers:
            text = reader.get(page).text
            assert TOKEN not in text
            assert f'content="{reader.cookies["csrftoken"].value}"' not in text  # it is masked, and another each time
    assert len({reader.cookies["csrftoken"].value for reader in readers}) == 3
    assert TOKEN not in Client().get(reverse("league:event", args=[world.club.slug, 10**6])).text
    assert TOKEN not in Client().get(f"{reverse('league:player', args=[world.club.slug, 1])}?season=999").text


@pytest.fixture
def page(world: World) -> str:
    return reverse("league:event", args=[world.club.slug, world.parts["event_id"]])


def test_copy_follows_at_once_what_is_done_and_what_a_clock_does(world: World, page: str):
    event, reader = Event.objects.get(pk=world.parts["event_id"]), Client()

    def tag() -> str:
        return str(reader.get(page).headers["ETag"])

    reader.get(page)
    tags = [tag()]
    assert tag() == tags[0]
    show_initials(
        member=Member.objects.get(pk=world.parts["member_id"]), initials_only=True, acting=acting_as(), client_id="who"
    )
    tags.append(tag())
    Event.objects.filter(pk=event.pk).update(version=event.version + 9)  # an official's entry, a signature
    tags.append(tag())
    lasts = timedelta(hours=world.club.claim_hours)
    for closed_at in (timezone.now(), timezone.now() - lasts):
        Event.objects.filter(pk=event.pk).update(state="closed", closed_at=closed_at, version=event.version + 10)
        tags.append(tag())

    assert len(set(tags)) == len(tags)


def test_names_that_are_taken_down_stand_in_no_copy(world: World, page: str):
    seat = world.table.seats.select_related("entrant__member__club").first()
    assert seat is not None
    member = seat.entrant.member
    assert member is not None
    seating = reverse("league:seating", args=[world.club.slug, world.parts["event_id"]])
    shown = in_words(member.name)
    assert shown in Client().get(seating).text

    show_initials(member=member, initials_only=True, acting=acting_as(), client_id="who")

    assert shown not in Client().get(seating).text


@pytest.mark.parametrize("who", ["admin", "member", "link", "told"])
def test_who_is_known_reads_no_copy_and_leaves_none(world: World, page: str, who: str):
    Client().get(page)
    stranger, reader = Client().get(page), Client()
    if who in ("admin", "member"):
        reader.force_login(make_user(world.club, who))
    reader.cookies["messages" if who == "told" else cookie_name(world.club)] = "1.nothing"
    before = dict(copies._there)

    answer = reader.get(page)

    assert copies._there == before
    assert "ETag" not in answer.headers
    assert answer.headers["Cache-Control"] == "no-store"
    assert ("ETag" in stranger.headers, stranger.headers["Cache-Control"]) == (True, "private, no-cache")


def test_stranger_who_keeps_a_card_or_likes_it_dark_has_a_copy_too(
    world: World, page: str, monkeypatch: pytest.MonkeyPatch
):
    dark = Client()
    dark.cookies["theme"] = "dark"
    assert 'data-theme="dark"' in dark.get(page).text
    assert "data-theme=" not in Client().get(page).text
    monkeypatch.setattr(unchanged, "_drawn", None)

    dark.cookies[DEVICE_COOKIE] = "A" * 32
    assert 'data-theme="dark"' in dark.get(page).text
    dark.cookies["theme"] = "made up"
    assert "data-theme=" not in dark.get(page).text
