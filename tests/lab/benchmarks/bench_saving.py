"""Saving a step through the whole app in this process, beside the bare view (bare); the part of it
that the rules take; and what a long card costs. The database waits for no disk here: on a disk it would be closer."""

import json
import re
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from types import FrameType
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from django.db import connection
from django.test import Client, override_settings

import scoring.rules
from scoring.score_card.access import DEVICE_COOKIE
from tests.lab.benchmarks import IS_TINY, Row, sized
from tests.lab.benchmarks.bare import game
from tests.responses import Response
from tests.scoring.score_card.makers import card_url, fill_hands, made_hand, make_card

FORM = "application/x-www-form-urlencoded"
RULES = str(Path(scoring.rules.__file__).parent)
TICK = 0.001
LINE_MARK = re.compile(r'data-mark="(\d+)-([^"]+)"')


def run() -> list[Row]:
    with test_database(), override_settings(ROOT_URLCONF="tests.lab.benchmarks.bare.urls"):
        kitchen = [kitchen_game("", "/bare") for _ in range(sized(2, 13, 81))]
        evening = list(evening_games(sized(2, 12, 24)))
        in_rules, all_ticks = rules_share()
        short, long = long_cards(sized(1, 12, 60))
    step = mean_step(kitchen, 0)
    return [
        beside_bare("saving a step, in process", kitchen),
        beside_bare("the same at a table of an evening", evening),
        Row("the rules within it", step * in_rules / all_ticks, "ms", step, "ms, the step", at_most=0.1),
        Row("saving a step on a card of 60 lines", long.took, "ms", short.took, "ms, on one of 5", at_most=1.5),
        Row("  what is sent", long.sent, "KB", short.sent, "KB, on one of 5", at_most=1.5),
    ]


def beside_bare(name: str, games: list[list[list[float]]]) -> Row:
    app, bare = (1000 / mean_step(games, place) for place in (0, 1))
    return Row(name, app, "steps/s", bare, "steps/s, bare view", at_least=1.3)


def mean_step(games: list[list[list[float]]], place: int) -> float:
    """Milliseconds a step, at the median of the games; the first fills caches, which a running club has filled too."""
    return 1000 * game.typical_time([times[place] for times in games[1:]]) / (3 * game.HANDS)


@contextmanager
def test_database() -> Iterator[None]:
    if IS_TINY:  # a test has one
        yield
        return
    connection.creation.create_test_db(verbosity=0, autoclobber=True)
    try:
        yield
    finally:
        connection.creation.destroy_test_db(connection.settings_dict["NAME"], verbosity=0)


def visitor() -> tuple[Client, dict[str, str]]:
    """A browser, and the token that its forms carry."""
    client = Client(enforce_csrf_checks=True, headers={"Host": "localhost"})
    client.get("/")
    return client, {"csrfmiddlewaretoken": client.cookies["csrftoken"].value}


def save(client: Client, address: str, fields: dict[str, Any], **headers: str) -> tuple[float, Response]:
    """The processor time of one step, and its answer."""
    body = urlencode({**fields, "client_id": uuid4()})
    start = time.process_time()
    answer = client.post(address, body, content_type=FORM, headers={"HX-Request": "true", **headers})
    taken = time.process_time() - start
    assert answer.status_code == 200, answer.content.decode()
    return taken, answer


def kitchen_game(*prefixes: str) -> list[list[float]]:
    """The processor time of each step of a game, played through each of the views in turn, step by step: so whatever
    else the machine does falls on all of them."""
    client, token = visitor()
    cards = [client.post("/bare/cards/", urlencode(token), content_type=FORM).headers["Location"] for _ in prefixes]
    times: list[list[float]] = [[] for _ in prefixes]
    for path, fields in game.forms():
        for prefix, card, taken in zip(prefixes, cards, times, strict=True):
            taken.append(save(client, f"{prefix}{card}{path}", fields | token)[0])
    return times


def evening_games(times: int) -> Iterator[list[list[float]]]:
    """The same at tables of one evening, two tables a game."""
    client, token = visitor()
    evening = json.loads(client.post("/bare/evening/", urlencode(token), content_type=FORM).content)
    tables = iter(evening["tables"])
    for _ in range(times):
        pair = [("", next(tables)), ("/bare/evening", next(tables))]
        taken: list[list[float]] = [[], []]
        for path, fields in game.forms():
            for place, (prefix, table) in enumerate(pair):
                client.cookies[DEVICE_COOKIE] = table["secret"]
                taken[place].append(save(client, prefix + table["card"] + path, fields | token)[0])
        yield taken


@dataclass
class Steps:
    """Milliseconds a step and KB an answer, at the median."""

    took: float
    sent: float


def long_cards(times: int) -> tuple[Steps, Steps]:
    """Steps of a hand on cards of 5 lines and of 60, in turn, by pages that have the lines before."""
    lengths = (sized(1, 5), sized(2, 60))
    took: list[list[float]] = [[], []]
    sent: list[list[float]] = [[], []]
    for _ in range(times + 1):
        pages = [LongCard(lines) for lines in lengths]
        for step in range(3):
            for place, page in enumerate(pages):
                seconds, size = page.save(step)
                took[place].append(1000 * seconds)
                sent[place].append(size / 1000)
    short, long = (Steps(median(took[place][3:]), median(sent[place][3:])) for place in (0, 1))
    return short, long


class LongCard:
    """A page with a card of so many lines, the last of which is entered on it."""

    def __init__(self, lines: int) -> None:
        self.client, self.token = visitor()
        self.keeper = make_card(self.client, book=game.BOOK.key, hands_agreed=100)
        fill_hands(self.keeper, lines - 1)
        self.entries = made_hand(lines, book=game.BOOK.key, **game.figures(lines % game.HANDS))
        self.seen = 3 * (lines - 1)
        self.marks = dict(LINE_MARK.findall(self.client.get(card_url(self.keeper)).content.decode()))

    def save(self, step: int) -> tuple[float, int]:
        """How long the next step takes, and how many bytes answer it."""
        path, fields = game.form_of(self.entries[step], self.seen + step)
        shown = ",".join(f"{hand}-{mark}" for hand, mark in self.marks.items())
        seconds, answer = save(self.client, card_url(self.keeper, path), fields | self.token, **{"Card-Lines": shown})
        self.marks |= dict(LINE_MARK.findall(answer.content.decode()))
        return seconds, len(answer.content)


def rules_share() -> tuple[int, int]:
    """How many of the clock's ticks found the program within the rules, of how many. (A profiler that hooks into
    calls would slow the rules' many small functions more than the rest.)"""
    ticks = {True: 0, False: 0}

    def tick(_number: int, frame: FrameType | None) -> None:
        ticks[is_in_rules(frame)] += 1

    before = signal.signal(signal.SIGPROF, tick)
    signal.setitimer(signal.ITIMER_PROF, TICK, TICK)
    try:
        for _ in range(sized(1, 6, 40)):
            kitchen_game("")
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
