"""ARCHITECTURE.md is a map: its three walks lead through the code as they say. What docs/threats.md says we do is kept
by what it names."""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest
from django.urls import reverse

from league.evening.seating.seatings import read_rounds, shown_digest
from pinochle_club.ground import typesetting
from pinochle_club.ground.plainly import plainly
from scoring.models import ScoreCard
from tests.league.makers import make_entrants, make_event, make_members, make_running_round, make_user
from tests.scoring.score_card.makers import card_url, enter, make_card

ROOT = Path(__file__).resolve().parent.parent
MAP = (ROOT / "ARCHITECTURE.md").read_text()
STOP = re.compile(r"`([\w/]+\.py):(\w+)`")
_taps = count(1)


def stops(title: str) -> set[tuple[str, str]]:
    """Which functions and classes the walk of this title names, each with its file."""
    (walk,) = re.findall(rf"^\*\*{title}\*\*.*?\n\n", MAP, re.MULTILINE | re.DOTALL)
    named = set(STOP.findall(walk))
    assert len(named) > 2, "a walk leads somewhere"
    return named


@contextmanager
def noting() -> Iterator[set[tuple[str, str]]]:
    """Which functions of ours run meanwhile, and which classes are made something of."""
    came_by: set[tuple[str, str]] = set()

    def look(frame, event, _):
        path = frame.f_code.co_filename
        if event == "call" and path.startswith(f"{ROOT}/"):
            came_by.add((path.removeprefix(f"{ROOT}/"), frame.f_code.co_qualname.removesuffix(".__init__")))

    with plainly():  # what was kept of another test would be a short cut
        sys.setprofile(look)
        try:
            yield came_by
        finally:
            sys.setprofile(None)


def tap(**fields):
    return {"client_id": f"walk-{next(_taps)}", **fields}


def at(name, event, *args):
    return reverse(f"league:{name}", args=[event.club.slug, event.pk, *args])


@pytest.fixture
def director(client, db):
    def signed_in(club):
        client.force_login(make_user(club, "director"))
        return client

    return signed_in


def test_typed_meld_goes_to_the_pdf_as_the_map_says(client, db, monkeypatch):
    monkeypatch.setattr(typesetting, "pdf_of", str.encode)
    keeper = make_card(client)
    enter(keeper, "bid", {"dealer": "N", "bidder": "E", "bid": 21, "trump": "S"}, hand=1)
    client.get(card_url(keeper))  # imports the views, which takes ten times as long while it is noted

    with noting() as came_by:
        client.post(card_url(keeper, "hands/1/meld/"), tap(seen=1, meld_NS="2", meld_EW="10"))
        client.post(card_url(keeper, "hands/1/take/"), tap(seen=2, take_NS="10", take_EW="15", last_trick="EW"))
        printed = client.get(card_url(keeper, "card.pdf?explain=1"))

    assert ScoreCard.objects.get().version == 3
    assert printed["Content-Type"] == "application/pdf"
    assert stops("A typed meld, to the PDF.") - came_by == set()


def test_penalty_goes_to_the_results_as_the_map_says(director):
    event_round = make_running_round(players=4)
    event = event_round.event
    carol = director(event.club)
    given = {"who": "W", "code": "card_count", "count": "1", "hand": "", "note": ""}

    with noting() as came_by:
        answer = carol.post(at("penalties", event, 1, 1), tap(seen=0, **given))
        carol.get(at("event", event))

    assert answer.status_code == 302
    assert stops("A penalty, to the results.") - came_by == set()


def test_check_in_goes_to_a_seat_as_the_map_says(director, monkeypatch):
    monkeypatch.setattr("league.evening.seating.schedules.planning.MOST_STEPS", 3_000)
    event = make_event(rounds_planned=1)
    make_entrants(event, 7)
    (ann,) = make_members(event.club, 1)
    carol = director(event.club)

    with noting() as came_by:
        carol.post(at("check_in_member", event, ann.pk), tap(do="here"))
        carol.post(at("make_seating", event), tap(rounds="1"))
        carol.post(at("publish_seating", event), tap(seen=shown_digest(read_rounds(event))))
        carol.post(at("start_round", event, 1), tap())

    assert ScoreCard.objects.count() == 2
    assert stops("A check-in, to a seat.") - came_by == set()


def test_what_keeps_the_threats_away_is_there():
    named = STOP.findall((ROOT / "docs" / "threats.md").read_text())

    missing = [
        f"{path}:{name}"
        for path, name in named
        if not re.search(rf"^(def|class) {name}\b", (ROOT / path).read_text(), re.MULTILINE)
    ]
    assert (len(named) > 20, missing) == (True, [])
