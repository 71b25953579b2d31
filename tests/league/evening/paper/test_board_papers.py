"""Papers of boards: only where there are boards, as files with who had them in the log, and never for who plays."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.evening.boards.deeds.making import make_boards
from league.evening.paper.pages.choice import KINDS
from league.evening.paper.pdfs import sheets
from league.models import Event, EventRound, Role
from tests.league.evening.boards.duplicate import duplicate
from tests.league.makers import acting_as, make_entrants, make_event, make_round, make_user, start_now
from tests.responses import Response

pytestmark = pytest.mark.django_db
MADE = b"%PDF-made"
OF_BOARDS = ["board_slips", "board_master", "board_labels", "board_records"]  # before the evening
WITH_HANDS = [kind.key for kind in KINDS if kind.holds_hands]


@pytest.fixture(autouse=True)
def quick_paper(monkeypatch: pytest.MonkeyPatch) -> None:
    """What they hold is read in `pdfs/test_boards.py`."""
    for name in ("board_slips", "board_master", "board_labels"):
        monkeypatch.setattr(sheets, f"{name}_pdf", lambda *_: MADE)


def made(**overrides: Any) -> Event:
    event = duplicate(**overrides)
    make_boards(event=event, board_sets=2, acting=acting_as(), client_id="make")
    return event


def fetch(client: Client, event: Event, kind: str) -> Response:
    return client.get(reverse(f"league:{kind}_pdf", args=[event.club.slug, event.pk]))


def papers(client: Client, event: Event) -> list[str]:
    page = client.get(reverse("league:papers", args=[event.club.slug, event.pk])).text
    return [kind for kind in OF_BOARDS if f'id="{kind}"' in page]


def as_(kind: str, event: Event) -> Client:
    client = Client()
    client.force_login(make_user(event.club, kind))
    return client


def test_papers_of_boards_are_offered_by_how_they_are_made() -> None:
    found = {by: papers(as_("director", event), event) for by in Event.BoardsBy if (event := duplicate(boards_by=by))}

    assert found == {
        "slips": ["board_slips", "board_master", "board_labels"],
        "master": ["board_slips", "board_master", "board_labels"],
        "recorded": ["board_labels", "board_records"],
    }
    assert papers(as_("director", plain := make_event()), plain) == []
    assert all(fetch(as_("director", plain), plain, kind).status_code == 409 for kind in OF_BOARDS)


@pytest.mark.parametrize("kind", WITH_HANDS)
def test_hands_come_as_a_file_for_those_who_print_and_the_log_says_who_had_them(kind: str) -> None:
    event = made()

    assert fetch(Client(), event, kind).status_code == 302
    assert fetch(as_("member", event), event, kind).status_code == 403
    answer = fetch(as_("referee", event), event, kind)
    assert (answer.status_code, answer.content) == (200, MADE)
    assert answer["Content-Disposition"].startswith("attachment; filename=")
    assert answer["Cache-Control"] == "no-store"
    line = event.log.first()
    assert line is not None
    assert (line.who, line.action) == ("Carol Reyes", "printed")


def test_before_they_are_made_there_is_nothing_to_print_but_labels() -> None:
    event = duplicate()
    client = as_("director", event)

    assert [fetch(client, event, kind).status_code for kind in OF_BOARDS] == [409, 409, 200, 409]
    assert not event.log.exists()


@pytest.mark.parametrize("kind", WITH_HANDS)
def test_who_plays_gets_no_hands_once_boards_are_played_and_slips_before(kind: str) -> None:
    event = made()
    people = make_entrants(event, 4)
    client, user = Client(), make_user(event.club, "director")
    Role.objects.filter(user=user).update(member=people[0].member)
    client.force_login(user)
    event_round = make_round(event, people)
    event_round.tables.update(board_set=1)

    def seen() -> tuple[int, bool]:
        answer = fetch(client, event, kind)
        return answer.status_code, answer.status_code == 409 and "ask a director or referee who doesn’t" in answer.text

    before = seen()
    assert before == ((200, False) if kind == "board_slips" else (409, True))
    start_now(event_round)
    assert seen() == (409, True), "also what was printed for them before"
    assert fetch(as_("referee", event), event, kind).status_code == 200
    EventRound.objects.filter(pk=event_round.pk).update(state="closed")
    assert seen() == (409, True)
    Event.objects.filter(pk=event.pk).update(state="closed", closed_at=timezone.now())
    assert seen() == (200, False)


def test_a_code_leads_to_the_boards(client: Client) -> None:
    event = made()
    code = reverse("league:board_code", args=[event.club.slug, event.pk, 3])

    assert client.get(code).headers["Location"] == reverse("league:boards", args=[event.club.slug, event.pk])
    plain = make_event()
    assert client.get(reverse("league:board_code", args=[plain.club.slug, plain.pk, 3])).status_code == 404
