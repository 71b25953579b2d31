"""An evening's boards at home: open once the event is final, beside what the hall made; and the Expert's line."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from league.evening.cards.boards import read_boards
from league.evening.cards.reading import read_event
from league.evening.travelers.at_home import closed_boards, hall_of
from league.evening.travelers.expert import expert_line, next_expert
from league.models import BoardDecision, Club, DealtBoards, Event, EventBoard, RoundTable
from scoring.models import PlaySet
from scoring.play import thinking
from tests.lasting import lasting
from tests.league.evening.boards.test_field import make_boards
from tests.league.makers import fresh, make_entrants, make_event, make_round, make_user, play_round, start_now

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def lasting_evening(django_db_setup: None, django_db_blocker: Any) -> Iterator[Event]:
    """Two tables have played boards 1 and 2 and closed; everything can still be claimed."""
    with lasting(django_db_blocker):
        event = make_event(compared=Event.Compared.MATCHPOINTS, hands=2, round_end=Event.RoundEnd.HANDS)
        seated = make_round(event, make_entrants(event, 8))
        make_boards(event)
        RoundTable.objects.filter(event_round=seated).update(board_set=1)
        play_round(start_now(seated), seed=1)
        Event.objects.filter(pk=event.pk).update(state=Event.State.CLOSED, closed_at=timezone.now())
        yield event


@pytest.fixture
def evening(lasting_evening: Event, db: None) -> Event:
    return lasting_evening


def is_final(event: Event) -> Event:
    long_ago = timezone.now() - timedelta(hours=event.club.claim_hours + 1)
    Event.objects.filter(pk=event.pk).update(closed_at=long_ago)
    return fresh(event)


def dealt(event: Event) -> DealtBoards:
    return closed_boards(event=event).get()


def test_boards_open_when_the_event_is_final_and_no_sooner(evening: Event, client: Client) -> None:
    key, page = f"/play/evenings/{evening.pk}/", f"/clubs/{evening.club.slug}/events/{evening.pk}/"
    assert hall_of(dealt(evening)) is None
    assert client.post(key).status_code == 404
    assert key not in client.get(page).content.decode()
    assert not PlaySet.objects.exists()

    is_final(evening)
    Club.objects.filter(pk=evening.club_id).update(is_public=False)
    assert client.post(key).status_code == 404
    Club.objects.filter(pk=evening.club_id).update(is_public=True)
    assert key in client.get(page).content.decode()
    answer = client.post(key)
    assert "2 boards, the same for everybody" in client.get(answer.headers["Location"]).content.decode()


def test_the_hall_is_what_its_tables_made(evening: Event) -> None:
    final = is_final(evening)
    read = read_boards(final, read_event(final))

    hall = hall_of(dealt(evening))

    assert hall is not None
    assert [board.number for board in hall.boards] == [1, 2]
    assert hall.results == {number: [dict(row.scores) for row in read.travelers[number]] for number in (1, 2)}
    assert all(len(scores) == 2 for scores in hall.results.values())


def test_what_does_not_count_is_no_part_of_the_hall(evening: Event) -> None:
    final = is_final(evening)
    table = RoundTable.objects.filter(event_round__event=evening).first()
    decided = {"event": evening, "by": "Rita Moss"}
    BoardDecision.objects.create(number=1, kind=BoardDecision.Kind.VOID, **decided)
    BoardDecision.objects.create(
        number=2, kind=BoardDecision.Kind.AVERAGE, table=table, shares={"NS": 50, "EW": 50}, **decided
    )

    hall = hall_of(dealt(final))

    assert hall is not None
    assert [board.number for board in hall.boards] == [2]
    assert len(hall.results[2]) == 1


def test_evening_whose_cards_nobody_knows_has_none_to_play(evening: Event) -> None:
    is_final(evening)
    EventBoard.objects.update(hands={})

    assert hall_of(dealt(evening)) is None


def test_members_find_the_last_evenings_where_they_play(evening: Event, client: Client) -> None:
    client.force_login(make_user(evening.club, "director"))
    key = f"/play/evenings/{evening.pk}/"

    assert key not in client.get("/play/boards/st-hilary/").content.decode()
    is_final(evening)
    assert key in client.get("/play/boards/st-hilary/").content.decode()
    assert key not in Client().get("/play/boards/st-hilary/").content.decode()


# -- the Expert's line -------------------------------------------------------------------


def test_experts_play_the_boards_of_a_closed_event(evening: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "PAR_PLAYOUTS", 8)
    piece = next_expert()
    assert piece is not None
    piece.keep(piece.work(*piece.asked))

    first, second = EventBoard.objects.filter(dealt__event=evening)
    assert expert_line(first).endswith(".")
    assert str(first.expert["bid"]) in expert_line(first)
    assert expert_line(second) == ""


def test_cards_of_an_event_that_goes_on_are_played_by_nobody(evening: Event) -> None:
    Event.objects.filter(pk=evening.pk).update(state=Event.State.RUNNING)

    assert next_expert() is None


@pytest.mark.parametrize(
    ("found", "line"),
    [
        ({"meld": 30, "take": 32, "made": True}, "South bids 52 in ♥ and makes 62 with careful play."),
        (
            {"meld": 20, "take": 22, "made": False},
            "South bids 52 in ♥ and is set even with careful play: 20 meld, 22 in tricks.",
        ),
        ({"meld": 0, "take": None, "made": False, "trump": None}, "South bids 52, and the hand isn’t played."),
    ],
)
def test_line_of_the_expert(found: dict[str, Any], line: str) -> None:
    assert expert_line(EventBoard(expert={"bidder": "S", "bid": 52, "trump": "H", **found})) == line


def test_line_of_what_could_not_be_played_is_empty() -> None:
    assert expert_line(EventBoard(expert={"failed": True})) == ""
