"""The pages of an evening that comes back from a hall."""

from __future__ import annotations

import io
import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from league.evening.check_in.deeds.roll import add_walk_in
from league.models import Entrant, Event, Fetched, Member
from league.outside.hall import deeds
from league.outside.hall.deeds import kept_of, take_back, write_back
from league.outside.hall.looking import beside, sheets_here
from tests.league.makers import By, fresh, make_round, make_user
from tests.league.outside.hall.evenings import ADMIN, World, brought, in_the_hall, play
from tests.responses import Response

pytestmark = pytest.mark.django_db
BY: By = {"acting": ADMIN, "client_id": "tap"}
HTMX: Any = {"HTTP_HX_REQUEST": "true"}


@pytest.fixture
def admin(world: World, client: Client) -> User:
    user = make_user(world.event.club, "admin", username="ida")
    client.force_login(user)
    return user


def guests(event: Event) -> None:
    for name in ("Otis Greer", "Hazel Moon"):
        add_walk_in(event=event, name=name, acting=ADMIN, client_id=name)
    play(event)


def page(world: World, what: str) -> str:
    return f"/clubs/{world.event.club.slug}/events/{world.event.pk}/hall/{what}"


def sent(client: Client, world: World, content: bytes) -> Response:
    file = io.BytesIO(content)
    file.name = "tuesdays.evening.zip"
    return client.post(page(world, "back/"), {"file": file, "client_id": "sent"}, follow=True)


def words(response: Response) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


def test_a_file_is_looked_at_and_guests_are_asked_about_before_anything_changes(
    world: World, client: Client, admin: User
) -> None:
    member = Member.objects.create(club=world.event.club, number=40, name="Otis Greer")
    back = in_the_hall(world.file, guests)

    look = sent(client, world, back)

    text = words(look)
    assert "8 hands at 2 tables, all signed" in text
    assert "2 guests new to the club: Otis Greer, Hazel Moon" in text
    assert "Is guest Otis Greer the one of that name in your list, number 40?" in text
    assert "Is guest Hazel Moon" not in text
    assert fresh(world.event).lent == 1
    address = look.redirect_chain[-1][0]
    digest = address.partition("file=")[2]
    unanswered = client.post(page(world, "back/look/"), {"file": digest, "client_id": "look"})
    assert (unanswered.status_code, fresh(world.event).lent) == (422, 1)

    answers = {"file": digest, "client_id": "look", "guest-1": "yes"}
    event = client.post(page(world, "back/look/"), answers, **HTMX).headers["Location"]
    assert "is back from the hall" not in words(client.get(event, **HTMX))  # saving.js, which then opens the page
    assert "is back from the hall" in words(client.get(event))
    entrant = Entrant.objects.get(event=world.event, name__startswith="Otis")
    assert (entrant.member, entrant.is_guest) == (member, False)
    assert Member.objects.get(club=world.event.club, name="Hazel Moon").is_guest
    again = client.post(page(world, "back/look/"), {"file": digest, "client_id": "look", "guest-1": "yes"}, follow=True)
    assert "was brought back before" in words(again)
    assert "was brought back before" in words(sent(client, world, back))


def test_pages_at_home_say_where_a_lent_evening_is_and_offer_nothing(world: World, client: Client, admin: User) -> None:
    at = page(world, "").removesuffix("hall/")
    lent = Event.objects.filter(pk=world.event.pk)
    lent.update(lent=0)
    make_round(fresh(world.event), list(world.event.entrants.all()))
    assert "Start round 1" in client.get(f"{at}board/").text
    lent.update(lent=1)
    for name in ("board/", "check-in/", "rotation/"):
        assert "This evening is in the hall." in client.get(f"{at}{name}").text
    assert "Start round 1" not in client.get(f"{at}board/").text


def sent_while_played(world: World) -> tuple[bytes, bytes]:
    """What home hears of the guests over the line, and the last of the evening."""
    sent = io.BytesIO()

    def send_then_play(there: Event) -> None:
        add_walk_in(event=there, name="Otis Greer", acting=ADMIN, client_id="Otis Greer")
        Fetched.objects.update(version=1)
        write_back(Fetched.objects.get(event=there), sent, is_last=False)
        play(there)

    last = in_the_hall(world.file, send_then_play)
    return sent.getvalue(), last


@pytest.mark.parametrize(("answer", "is_guest"), [("no", True), pytest.param("yes", False, marks=pytest.mark.soak)])
def test_a_guest_whom_home_heard_of_over_the_line_is_asked_about_with_the_file_or_later_once(
    world: World, client: Client, admin: User, answer: str, is_guest: bool
) -> None:
    member = Member.objects.create(club=world.event.club, number=40, name="Otis Greer")
    first, last = sent_while_played(world)
    brought(first)
    assert "Is guest Otis Greer" in words(sent(client, world, last))
    brought(last)
    assert "Home has a newer version of Tuesdays" in words(sent(client, world, first))
    event = f"/clubs/{world.event.club.slug}/events/{world.event.pk}/"
    asks = "Is a guest of this evening somebody in your list?"
    assert asks in words(client.get(event))
    assert "Is guest Otis Greer the one of that name" in words(client.get(page(world, "guests/")))
    for _ in range(2):
        client.post(page(world, "guests/"), {"client_id": "ask", "guest-1": answer})
    entrant = world.event.entrants.select_related("member").get(name__startswith="Otis")
    assert (entrant.member != member, asks in words(client.get(event))) == (is_guest, False)


def test_a_file_that_was_kept_too_long_is_chosen_again(world: World, client: Client, admin: User) -> None:
    assert "Choose the file again" in words(client.get(page(world, "back/look/?file=0"), follow=True))


def test_what_a_command_brings_back_names_guests_of_a_known_name(world: World) -> None:
    Member.objects.create(club=world.event.club, number=40, name="otis greer")
    came = brought(in_the_hall(world.file, guests))
    assert list(came.namesakes) == ["Otis Greer"]
    assert Entrant.objects.get(event=world.event, name__startswith="Otis").is_guest


def test_what_came_too_late_is_looked_at_hand_by_hand_and_taken(world: World, client: Client, admin: User) -> None:
    take_back(event=world.event, name="tuesdays", **BY)
    brought(world.back)
    event_page = f"/clubs/{world.event.club.slug}/events/{world.event.pk}/"
    assert "The hall sent this evening after it was taken back." in words(client.get(event_page))

    text = words(client.get(page(world, "kept/")))

    assert "Round 1, table 2, hand 4" in text
    assert text.count("not the same") == 8
    kept = kept_of(world.event)
    assert kept is not None
    body: dict[str, Any] = {"client_id": "take", "version": kept.version, "name": "Thursdays"}
    refused = client.post(page(world, "kept/"), body)
    assert "That isn’t the name of this evening" in words(refused)
    assert "sent something newer" in words(
        client.post(page(world, "kept/"), {**body, "name": "Tuesdays", "version": 9})
    )

    client.post(page(world, "kept/"), {**body, "name": "Tuesdays"})

    home = fresh(world.event)
    assert (home.state, home.lent, kept_of(home)) == (Event.State.CLOSED, 0, None)
    assert home.ledger.count() == 8
    same = list(beside(sheets_here(home), sheets_here(home)))
    assert (len(same), all(one.is_same for one in same)) == (8, True)
    assert brought(world.back).says.endswith("was brought back before. Nothing was changed.")


def test_taking_it_back_wants_the_name(world: World, client: Client, admin: User) -> None:
    wrong = client.post(page(world, "take/"), {"client_id": "take", "reason": "Lost", "name": "Thursdays"})
    assert ("That isn’t the name of this evening" in words(wrong), fresh(world.event).lent) == (True, 1)
    client.post(page(world, "take/"), {"client_id": "take", "reason": "Lost", "name": "tuesdays"})
    assert fresh(world.event).lent == 0


def test_a_file_that_was_cut_off_is_refused_in_words(world: World, client: Client, admin: User) -> None:
    for most in (0, 1, 30, len(world.back) // 2, len(world.back) - 1):
        answer = sent(client, world, world.back[:most])
        assert answer.status_code in (409, 422)
        assert "field-error" in answer.text or 'role="alert"' in answer.text
    assert fresh(world.event).lent == 1


def test_the_page_of_a_lent_evening_hashes_no_code(
    world: World, client: Client, admin: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deeds, "make_password", lambda code: pytest.fail("hashed"))
    assert "signs in as" in words(client.get(page(world, "")))
