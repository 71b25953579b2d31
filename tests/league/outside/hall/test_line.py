"""An evening's line home: what the hall says, and what home makes of it."""

from __future__ import annotations

import io
import random
import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import pairwise
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.utils import timezone

from league.evening.coming.deeds import note_word
from league.evening.events.deeds import close_event
from league.evening.rounds.deeds import close_round
from league.models import Event, EventRound, Fetched, LedgerRow, Lending, LogLine
from league.outside.hall import hearing, telling
from league.outside.hall.deeds import lend, take_back, write_lent
from league.outside.hall.line import (
    DELTA,
    MOST_OF_A_DELTA,
    WHOLE,
    Answer,
    Delta,
    InBetween,
    NoLine,
    delta_of,
)
from league.outside.hall.telling import Line, Trouble, hands_waiting, note_words, tell, untold
from scoring.models import Entry
from tests.league.makers import acting_as, fresh, make_entrants, make_round, play_round, start_now
from tests.league.outside.hall.elsewhere import elsewhere
from tests.league.outside.hall.evenings import brought, fetched, make_evening

pytestmark = pytest.mark.django_db
ADMIN = acting_as("admin")
HOME = "http://home.test"


@dataclass
class Wire:
    """The line as a test has it: what went over it, and what the hall is answered."""

    said: list[tuple[str, bytes]] = field(default_factory=list)
    state: str = "out"
    taken: int = 0
    trouble: Exception | None = None

    def __call__(self, home: str, uid: UUID, key: str, kind: str, body: bytes) -> Answer:
        if self.trouble is not None:
            raise self.trouble
        self.said.append((kind, body))
        self.taken += kind == WHOLE or bool(delta_of(body).rows)
        return Answer(has=Fetched.objects.get(uid=uid).version, state=self.state)  # type: ignore[arg-type]


@contextmanager
def hall_of(event: Event, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Fetched, Wire]]:
    """In the hall, with a line."""
    file, wire = io.BytesIO(), Wire()
    write_lent(lend(event=event, acting=ADMIN, client_id="lend"), file)
    monkeypatch.setattr(telling, "tell_home", wire)
    with elsewhere():
        there = fetched(file.getvalue())
        Fetched.objects.update(home=HOME)
        yield there, wire


def say() -> bool:
    (there,) = untold()
    return tell(there)


def begin(event: Event) -> EventRound:
    return start_now(make_round(event, list(event.entrants.order_by("number"))[:8]))


def one_more_hand(event_round: EventRound) -> None:
    """A hand at the first table, of which home hears as entries alone."""
    play_round(event_round, seed=3)


def heard(event: Event, said: tuple[str, bytes]) -> Answer:
    return hearing.hear(event.lendings.get(), said[1], is_whole=said[0] == WHOLE)


def test_an_evening_told_over_the_line_is_played_and_back_at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    event = make_evening()
    with hall_of(event, monkeypatch) as (there, wire):
        event_round = begin(there.event)
        assert say()
        play_round(event_round, seed=3)
        assert say()
        close_round(event_round=event_round, acting=ADMIN, client_id="round")
        close_event(event=fresh(there.event), acting=ADMIN, client_id="event")
        assert say()
        assert say()
        assert untold() == []
        count = Entry.objects.count()
        assert Fetched.objects.get().given_back_at is not None
    assert [kind for kind, _ in wire.said] == [WHOLE, DELTA, WHOLE, WHOLE]
    answers = [heard(event, said) for said in wire.said]
    assert [(one.has, one.state) for one in answers] == [(1, "out"), (2, "out"), (3, "out"), (4, "back")]
    assert (fresh(event).state, fresh(event).lent) == (Event.State.CLOSED, 0)
    assert LedgerRow.objects.filter(event=event).count() == 8
    assert Entry.objects.filter(card__round_table__event_round__event=event).count() == count


def test_what_came_twice_or_late_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    event = make_evening()
    with hall_of(event, monkeypatch) as (there, wire):
        event_round = begin(there.event)
        assert say()
        play_round(event_round, seed=3)
        assert say()
    whole, delta = wire.said
    for said in (whole, whole, delta, delta, whole):
        answer = heard(event, said)
    assert (answer.has, answer.wants_all) == (2, False)
    at_home = Entry.objects.filter(card__round_table__event_round__event=event)
    assert at_home.count() == delta_of(delta[1]).entries


def test_home_asks_for_all_where_a_delta_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    event = make_evening()
    with hall_of(event, monkeypatch) as (there, wire):
        event_round = begin(there.event)
        assert say()
        play_round(event_round, seed=3)
        assert say()
    answer = heard(event, wire.said[1])
    assert (answer.has, answer.wants_all) == (0, True)


def test_the_hall_sends_all_of_it_when_home_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    event = make_evening()
    with hall_of(event, monkeypatch) as (there, wire):
        event_round = begin(there.event)
        assert say()
        monkeypatch.setattr(telling, "tell_home", lambda *_: Answer(has=0, state="out", wants_all=True))
        play_round(event_round, seed=3)
        assert say()
        monkeypatch.setattr(telling, "tell_home", wire)
        assert say()
    assert [kind for kind, _ in wire.said] == [WHOLE, WHOLE]


def of_delta(event: Event, monkeypatch: pytest.MonkeyPatch) -> Delta:
    """A delta that home waits for."""
    with hall_of(event, monkeypatch) as (there, wire):
        event_round = begin(there.event)
        assert say()
        play_round(event_round, seed=3)
        assert say()
    heard(event, wire.said[0])
    return delta_of(wire.said[1][1])


FORGED: dict[str, Any] = {
    "number": 77,
    "kind": "nonsense",
    "hand": "one",
    "payload": {"bidder": "Q"},
    "card": "0" * 8 + "-0000-4000-8000-" + "0" * 12,
    "created_at": "yesterday",
    "client_id": "x" * 41,
    "device_label": 7,
}


def test_forged_entries_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    event = make_evening()
    delta = of_delta(event, monkeypatch)
    forged = [delta.model_copy(update={"entries": delta.entries + 1}).packed()]
    for name, value in FORGED.items():
        rows = [{**row, name: value} if at == 3 else row for at, row in enumerate(delta.rows)]
        forged.append(delta.model_copy(update={"rows": rows}).packed())
    for body in (*forged, b"", b"x", delta.packed()[:-9], zlib.compress(b" " * (MOST_OF_A_DELTA + 1))):
        answer = heard(event, (DELTA, body))
        assert (answer.has, answer.wants_all) == (1, True)
    assert not Entry.objects.filter(card__round_table__event_round__event=event).exists()
    assert heard(event, (DELTA, delta.packed())) == Answer(has=2, state="out")


def test_what_is_told_after_it_was_taken_back_is_kept_beside(monkeypatch: pytest.MonkeyPatch) -> None:
    event = make_evening()
    with hall_of(event, monkeypatch) as (there, wire):
        event_round = begin(there.event)
        assert say()
        play_round(event_round, seed=3)
        wire.state = "forced"
        assert not say()
        assert Fetched.objects.get().trouble == Trouble.FORCED
    take_back(event=event, acting=ADMIN, client_id="take", name=event.name)
    answers = [heard(event, said) for said in (*wire.said[1:], wire.said[0])]
    assert [(one.state, one.wants_all) for one in answers] == [("forced", True), ("forced", False)]
    assert (fresh(event).state, event.lendings.get().kept.count()) == (Event.State.PLANNED, 1)


def test_the_hall_plays_on_without_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    event = make_evening()
    with hall_of(event, monkeypatch) as (there, wire):
        event_round = begin(there.event)
        assert say()
        for trouble, kept in ((NoLine(), Trouble.NO_LINE), (InBetween(), Trouble.IN_BETWEEN)):
            wire.trouble = trouble
            play_round(event_round, seed=3) if kept == Trouble.NO_LINE else None
            assert not say()
            now = Fetched.objects.get()
            assert (now.trouble, now.told, hands_waiting(now)) == (kept, 1, 8)
        wire.trouble = None
        assert say()
        assert (Fetched.objects.get().trouble, hands_waiting(Fetched.objects.get())) == (Trouble.NONE, 0)
    assert [kind for kind, _ in wire.said] == [WHOLE, DELTA]


def test_a_hall_with_nothing_new_says_seldom_that_it_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    event = make_evening()
    with hall_of(event, monkeypatch) as (there, wire):
        begin(there.event)
        assert [say(), say()] == [True, True]
        assert len(wire.said) == 1
        Fetched.objects.update(told_at=there.fetched_at - telling.STILL_THERE)
        assert say()
    assert wire.said[1][0] == DELTA
    heard(event, wire.said[0])
    Lending.objects.update(heard_at=None)
    heard(event, wire.said[1])
    assert event.lendings.get().heard_at is not None


def test_a_delta_and_a_whole_evening_are_small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 20 tables and 16 hands; a delta of two entries of each table."""
    event = make_evening()
    with hall_of(event, monkeypatch) as (there, wire):
        event_round = start_now(make_round(there.event, make_entrants(there.event, 80)))
        play_round(event_round, seed=3)
        first = list(Entry.objects.order_by("pk"))
        for time in range(1, 4):
            write_more(first, 20 * time)
        assert say()
        write_more(first[:40], 80)
        assert say()
    assert [kind for kind, _ in wire.said] == [WHOLE, DELTA]
    assert len(delta_of(wire.said[1][1]).rows) == 40
    assert len(wire.said[0][1]) < 150_000
    assert len(wire.said[1][1]) < 5_000


def write_more(entries: list[Entry], after: int) -> None:
    """The same again, later, under ids that nothing packs."""
    later = [
        Entry(card_id=one.card_id, number=one.number + after, kind=one.kind, hand=(one.hand or 0) + 4,
            payload={**one.payload, "bid": random.randrange(99)}, client_id=uuid4().hex, device_label="iPad")
        for one in entries
    ]  # fmt: skip
    Entry.objects.bulk_create(later)


def test_the_errand_asks_once_in_a_while_where_nothing_was_fetched(django_assert_num_queries: Any) -> None:
    line = Line()
    with django_assert_num_queries(1):
        assert [line(lambda: True) for _ in range(3)] == [False] * 3


@pytest.mark.parametrize(("days", "pauses"), [(0, [3, 6, 12, 21, 30, 30]), (15, [])])
def test_a_line_that_fails_is_tried_after_growing_pauses(
    days: int, pauses: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [0.0]
    monkeypatch.setattr("league.outside.hall.telling.time.monotonic", lambda: clock[0])
    there = Fetched(pk=7, fetched_at=timezone.now() - timedelta(days=days))
    monkeypatch.setattr(telling, "untold", lambda: [there])
    line, tried = Line(), list[float]()

    def fails(fetched: Fetched) -> bool:
        tried.append(clock[0])
        return False

    monkeypatch.setattr(telling, "tell", fails)
    while clock[0] < 130:
        line(lambda: True)
        clock[0] += 1
    assert [later - sooner for sooner, later in pairwise(tried)] == pauses


def test_an_evening_goes_home_after_the_clock_was_put_right(monkeypatch: pytest.MonkeyPatch) -> None:
    event = make_evening()
    with hall_of(event, monkeypatch) as (there, wire):
        Fetched.objects.update(fetched_at=there.fetched_at - timedelta(days=375))
        begin(there.event)
        assert say()
    assert len(wire.said) == 1


def test_the_board_says_how_far_home_is_on_a_fetched_evening_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    event = make_evening()
    admin, carol = Client(), event.club.roles.get().user
    admin.force_login(carol)
    board = f"/clubs/{event.club.slug}/events/{event.pk}/board/"
    assert "hall-strip" not in admin.get(board).text
    with hall_of(event, monkeypatch) as (there, wire):
        official = Client()
        official.force_login(there.event.club.roles.get().user)
        board = f"/clubs/{there.event.club.slug}/events/{there.event.pk}/board/"
        assert 'id="hall-strip"' in official.get(board).text
        wire.trouble = NoLine()
        play_round(begin(there.event), seed=3)
        say()
        strip = board.replace("board", "hall/strip")
        running = official.get(strip).text
        assert ("No line to home: 8 hands wait." in running, "Save for home" in running) == (True, False)
        assert "Save for home" not in official.get(page := board.removesuffix("board/")).text
        Event.objects.filter(pk=there.event.pk).update(state=Event.State.CLOSED)
        assert "Save for home" in official.get(strip).text
        assert "Save for home" in official.get(page).text, "it isn’t there before a script has asked"
        save = board.replace("board", "hall/save")
        assert official.get(f"{save}file/").headers["Location"] == save
        assert "Refresh" not in official.get(f"{save}?saved").headers
        saved = official.post(save, {"client_id": "save"}, follow=True)
        file = official.get(saved.headers["Refresh"].partition("url=")[2])
        name = re.findall(r"The file is ([\w.-]+),", saved.text)
        assert name == re.findall(r'filename="(.+)"', file.headers["Content-Disposition"])
        assert "Saved for home at" in official.get(save).text
    assert brought(file.content).event.state == Event.State.CLOSED


def test_strangers_read_that_the_evening_is_heard(monkeypatch: pytest.MonkeyPatch, client: Client) -> None:
    event = make_evening()
    page = f"/clubs/{event.club.slug}/events/{event.pk}/"
    with hall_of(event, monkeypatch) as (there, wire):
        begin(there.event)
        say()
    before = client.get(page)
    assert f'hx-get="{page}hall/heard/"' in before.text
    heard(event, wire.said[0])
    after = client.get(page, headers={"If-None-Match": before.headers["ETag"]})
    assert (after.status_code, "Round 1" in before.text, "Round 1" in after.text) == (200, False, True)
    assert "· heard 1 second ago" in client.get(f"{page}hall/heard/").text
    Event.objects.filter(pk=event.pk).update(lent=0)
    assert client.get(f"{page}hall/heard/").headers["HX-Refresh"] == "true"


def test_who_answers_at_home_later_is_on_the_list_of_the_hall(monkeypatch: pytest.MonkeyPatch) -> None:
    event = make_evening()
    Event.objects.filter(pk=event.pk).update(played_on=timezone.localdate())
    *_, late, unknown = event.club.members.order_by("number")
    with hall_of(event, monkeypatch) as (there, wire):
        assert say()
    for member in (late, unknown):
        note_word(event=fresh(event), member=member, says="coming", note="", partner=None, acting=ADMIN,
            client_id=str(member.pk))  # fmt: skip
    answer = heard(event, wire.said[0])
    assert [one.member for one in answer.words] == [str(late.uid), str(unknown.uid)]
    file = io.BytesIO()
    write_lent(event.lendings.get(), file)
    with elsewhere():
        there = fetched(file.getvalue())
        there.event.club.members.get(uid=unknown.uid).delete()
        note_words(there, answer.words)
        lines = LogLine.objects.count()
        note_words(there, answer.words)
        assert there.event.entrants.get(member__uid=late.uid).state == "expected"
        assert LogLine.objects.count() == lines
        note_words(there, [answer.words[0].model_copy(update={"says": "not_coming"})])
        assert not there.event.entrants.filter(member__uid=late.uid, state="expected").exists()


def test_the_last_version_goes_until_home_says_that_it_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    event = make_evening()
    with hall_of(event, monkeypatch) as (there, wire):
        event_round = begin(there.event)
        play_round(event_round, seed=3)
        close_round(event_round=event_round, acting=ADMIN, client_id="round")
        close_event(event=fresh(there.event), acting=ADMIN, client_id="event")
        wire.trouble = NoLine()
        assert not say()
        assert Fetched.objects.get().given_back_at is None
        wire.trouble = None
        assert say()
        wire.trouble = NoLine()
        assert not say()
        assert Fetched.objects.get().given_back_at is not None
        wire.trouble = None
        assert say()
        assert untold() == []
    (first, last), last_again = wire.said, heard(event, wire.said[1])
    assert (first[0], last_again.state) == (WHOLE, "back")
    assert heard(event, last) == Answer(has=last_again.has, state="back")
