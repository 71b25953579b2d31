"""Saving a step through the whole app in this process, beside the bare view (tests/benchmarks/bare), and the part of
it that the rules take. The database waits for no disk here: on a disk the two would be closer."""

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from urllib.parse import urlencode
from uuid import uuid4

from django.db import connection
from django.test import Client, override_settings

import scoring.rules
from tests.benchmarks import Row
from tests.benchmarks.bare import game
from tests.sampling import sample

FORM = "application/x-www-form-urlencoded"
RULES = str(Path(scoring.rules.__file__).parent)
TICK = 0.001


def run() -> list[Row]:
    with test_database(), override_settings(ROOT_URLCONF="tests.benchmarks.bare.urls"):
        play("", "/bare")  # fills caches, which a running club has filled too
        games = [play("", "/bare") for _ in range(sample(12, 80))]
        app, bare = (game.typical_time(each) for each in zip(*games, strict=True))
        in_rules, all_ticks = rules_share()
    steps = 3 * game.HANDS
    step = 1000 * app / steps
    return [
        Row("saving a step, in process", steps / app, "steps/s", steps / bare, "steps/s, bare view", at_least=0.7),
        Row("the rules within it", step * in_rules / all_ticks, "ms", step, "ms, the step", at_most=0.1),
    ]


@contextmanager
def test_database() -> Iterator[None]:
    connection.creation.create_test_db(verbosity=0, autoclobber=True)
    try:
        yield
    finally:
        connection.creation.destroy_test_db(connection.settings_dict["NAME"], verbosity=0)


def play(*prefixes: str) -> list[list[float]]:
    """The processor time of each step of a game, played through each of the views in turn, step by step: so whatever
    else the machine does falls on all of them."""
    client = Client(enforce_csrf_checks=True, headers={"Host": "localhost"})
    client.get("/")
    token = {"csrfmiddlewaretoken": client.cookies["csrftoken"].value}
    cards = [client.post("/bare/cards/", urlencode(token), content_type=FORM).headers["Location"] for _ in prefixes]
    times: list[list[float]] = [[] for _ in prefixes]
    for path, fields in game.forms():
        for prefix, card, taken in zip(prefixes, cards, times, strict=True):
            body = urlencode({**fields, **token, "client_id": uuid4()})
            start = time.process_time()
            answer = client.post(f"{prefix}{card}{path}", body, content_type=FORM, headers={"HX-Request": "true"})
            taken.append(time.process_time() - start)
            assert answer.status_code == 200, answer.content.decode()
    return times


def rules_share() -> tuple[int, int]:
    """How many of the clock's ticks found the program within the rules, of how many. (A profiler that hooks into
    calls would slow the rules' many small functions more than the rest.)"""
    ticks = {True: 0, False: 0}

    def tick(_number: int, frame: FrameType | None) -> None:
        ticks[is_in_rules(frame)] += 1

    before = signal.signal(signal.SIGPROF, tick)
    signal.setitimer(signal.ITIMER_PROF, TICK, TICK)
    try:
        for _ in range(sample(6, 40)):
            play("")
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
    return ticks[True], sum(ticks.values())


def is_in_rules(frame: FrameType | None) -> bool:
    while frame is not None:
        if frame.f_code.co_filename.startswith(RULES):
            return True
        frame = frame.f_back
    return False
