"""A card at the table through the whole app in this process, beside the bare view (bare): the player's
card, the Club bots' answers, everything saved. And what the server's memory does over many deals."""

import json
import random
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from django.test import Client, override_settings

from scoring.models import PlayedDeal
from scoring.play import games
from scoring.play.actions import action_to_json
from scoring.play.views.answers import context_of
from tests.books import PLAYED
from tests.club_server import ClubServer, served_club
from tests.lab.benchmarks import IS_TINY, Row, sized
from tests.lab.benchmarks.bare.play_views import NEXT, Prepared
from tests.lab.benchmarks.bench_saving import FORM, test_database
from tests.scoring.play.player import Player
from tests.scoring.play.sitting import Sitting, first_choice, sit_down, sitting, tap

WRITTEN = ("data", "actions", "taps", "is_done")


def run() -> list[Row]:
    with test_database(), override_settings(ROOT_URLCONF="tests.lab.benchmarks.bare.urls"):
        app, bare = card_times()
        early, late = memory()
    return [
        Row("a card, three Club answers, saved", 1000 * app, "ms", 1000 * bare, "ms, bare view", at_most=4),
        Row("memory after many deals", late, "MB", early, "MB, after a fifth", at_most=1.1),
    ]


# -- a card ------------------------------------------------------------------------------


def card_times() -> tuple[float, float]:
    """The processor time of a tap that plays a card and does not end the hand: app and bare view, at the median."""
    client = Client(enforce_csrf_checks=True, headers={"Host": "localhost"})
    client.get("/play/")
    app: list[float] = []
    bare: list[float] = []
    for book in PLAYED[: sized(1, len(PLAYED))]:
        for number in range(sized(1, 2, 12)):
            times = list(hand_times(client, book))
            if number or IS_TINY:  # the first fills caches, which a running club has filled too
                app += [each for each, _ in times]
                bare += [each for _, each in times]
    return median(app), median(bare)


def hand_times(client: Client, book: str) -> Iterator[tuple[float, float]]:
    """One hand played on two tables in turn, tap by tap: by the app, and by the bare view that was told what to do."""
    token = {"csrfmiddlewaretoken": client.cookies["csrftoken"].value}
    at, twin = (sit_down(client, book, **token, pace="normal", strength="club") for _ in range(2))
    while not at.table.state.is_done:
        if not at.table.is_your_turn or at.view.choices is None or at.view.choices.kind != "play":
            at = forward(client, at, token)
            continue
        before, action = at.table.seen, json.dumps(action_to_json(first_choice(at.view)))
        posted = {**token, "client_id": uuid4(), "seen": before, "action": action}
        spent = post(client, at.url("act/"), posted)
        at = sitting(client, at.game.pk)
        prepare(at, before, twin)
        spent_bare = post(client, f"/bare{twin.url('act/')}", posted)
        if not at.table.state.is_done:
            yield spent, spent_bare


def forward(client: Client, at: Sitting, token: dict[str, Any]) -> Sitting:
    """Anything but a card: not measured."""
    if not at.table.is_your_turn:
        return tap(client, at, "go-on", **token)
    return tap(client, at, "act", action=json.dumps(action_to_json(first_choice(at.view, bids=True))), **token)


def prepare(at: Sitting, before: int, twin: Sitting) -> None:
    """Tells the bare view what the app has made of the tap, and puts the twin's row where the app's was."""
    played = at.table.deal
    PlayedDeal.objects.filter(pk=twin.table.deal.pk).update(actions=before)
    row = {name: getattr(played, name) for name in WRITTEN}
    NEXT.append(Prepared(row, before, context_of(games.go_on(at.table, client_id="", seen=before))))


def post(client: Client, address: str, posted: dict[str, object]) -> float:
    start = time.process_time()
    answer = client.post(address, urlencode(posted), content_type=FORM, headers={"HX-Request": "true"})
    spent = time.process_time() - start
    assert answer.status_code == 200, answer.content.decode()
    return spent


# -- memory ------------------------------------------------------------------------------


def memory() -> tuple[float, float]:
    """The memory of a server after a fifth of the deals and after all. A real one: Django's test client keeps
    something of every request."""
    chance, deals = random.Random(1), sized(5, 100, 1000)
    with tempfile.TemporaryDirectory() as place, served_club(Path(place), WORKERS="1") as server:
        players = {book: Player.sit_down(server.url, book) for book in PLAYED}
        early = 0.0
        for number in range(1, deals + 1):
            book = chance.choice(PLAYED)
            players[book].play_hand()
            players[book].next_hand()
            if players[book].is_over:
                players[book] = Player.sit_down(server.url, book)
            if number == deals // 5:
                early = resident(server)
        return early, resident(server)


def resident(server: ClubServer) -> float:
    """Megabytes of the server's one worker that are in memory now. (It is a child of gunicorn's first process; now
    and then a fresh one takes its place.)"""
    assert server.process is not None
    first = server.process.pid
    children = Path(f"/proc/{first}/task/{first}/children").read_text().split()
    workers = [child for child in children if "pinochle_club.server.run" in Path(f"/proc/{child}/cmdline").read_text()]
    return max(
        int(Path(f"/proc/{worker}/status").read_text().split("VmRSS:")[1].split()[0]) / 1024 for worker in workers
    )
