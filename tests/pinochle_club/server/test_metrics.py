"""What a monitor is told, who may ask, and that the counts of all processes add up."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.handlers.wsgi import WSGIHandler
from django.test import Client, override_settings

from league.models import Letter, Notice
from pinochle_club import settings as ours
from pinochle_club.ground import __version__
from pinochle_club.ground.program import fingerprint
from pinochle_club.server import metrics
from tests.league.makers import make_event, make_members

SECRET = "a-secret-of-twenty-letters"
# A line of the format: https://prometheus.io/docs/instrumenting/exposition_formats/
LABEL = r'[a-z_]+="(?:[^"\\\n]|\\[\\"n])*"'
LINE = re.compile(rf"# (?:HELP \w+ .+|TYPE \w+ (?:counter|gauge|histogram))|\w+(?:{{{LABEL}(?:,{LABEL})*}})? [\d.e+-]+")


@pytest.fixture(autouse=True)
def own_counts(settings: Any, tmp_path: Path) -> Iterator[None]:
    settings.STATE_DIR, settings.METRICS = tmp_path, SECRET
    yield
    metrics.forget()


def asked(client: Client, **headers: str) -> dict[str, float]:
    """By name and labels."""
    answer = client.get("/metrics", headers=headers or {"Authorization": f"Bearer {SECRET}"})
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == metrics.KIND
    lines = answer.content.decode().splitlines()
    assert [line for line in lines if not LINE.fullmatch(line)] == []
    told = [line.rpartition(" ") for line in lines if not line.startswith("#")]
    assert len({name for name, _, _ in told}) == len(told)
    return {name: float(value) for name, _, value in told}


@pytest.mark.parametrize(
    ("setting", "headers", "address", "status"),
    [
        ("", {}, "127.0.0.1", 404),
        ("", {"Authorization": "Bearer "}, "127.0.0.1", 404),
        (SECRET, {}, "127.0.0.1", 404),
        (SECRET, {"Authorization": f"Bearer {SECRET[:-1]}"}, "127.0.0.1", 404),
        (SECRET, {"Authorization": "Bearer ü"}, "127.0.0.1", 404),
        (SECRET, {"Authorization": f"Bearer {SECRET}"}, "192.0.2.7", 200),
        ("local", {}, "127.0.0.1", 200),
        ("local", {}, "192.0.2.7", 404),
        ("local", {"X-Forwarded-For": "127.0.0.1"}, "127.0.0.1", 404),
    ],
)
@pytest.mark.django_db
def test_only_those_who_may_ask_are_told(
    client: Client, settings: Any, setting: str, headers: dict[str, str], address: str, status: int
) -> None:
    settings.METRICS = setting

    assert client.get("/metrics", headers=headers, REMOTE_ADDR=address).status_code == status


@pytest.mark.parametrize(
    ("said", "means"),
    [("", ""), ("0", ""), ("off", ""), ("local", "local"), (SECRET, SECRET), ("short", None), ("x" * 19, None)],
)
def test_setting_is_off_local_or_a_long_secret(monkeypatch: pytest.MonkeyPatch, said: str, means: str | None) -> None:
    monkeypatch.setenv("METRICS", said)
    if means is None:
        with pytest.raises(ImproperlyConfigured, match="METRICS must be local"):
            ours.read_metrics()
    else:
        assert ours.read_metrics() == means


@pytest.mark.django_db
def test_requests_are_counted_by_view_and_status_and_no_address_is_told(client: Client) -> None:
    client.handler.load_middleware()
    for address in ("/", "/", "/clubs/nobody-here/", "/t/1/2/a-secret/"):
        client.get(address)
    told = asked(client)

    answered = {name: value for name, value in told.items() if name.startswith("pinochle_requests_total")}
    assert answered == {
        'pinochle_requests_total{view="score_card:start",status="200"}': 2,
        'pinochle_requests_total{view="league:club",status="404"}': 1,
        'pinochle_requests_total{view="league:pass",status="404"}': 1,
    }
    assert told[f'pinochle_info{{version="{__version__}",program="{fingerprint()[:8]}"}}'] == 1
    assert told["pinochle_database_bytes"] > 0
    assert "a-secret" not in str(told)


@pytest.mark.django_db
def test_mails_that_wait_are_told_and_clubs_only_by_choice(client: Client, settings: Any) -> None:
    event = make_event()
    notice, reader = Notice.objects.create(event=event), make_members(event.club, 1)[0]
    for state in ("waiting", "waiting", "failed", "sent"):
        Letter.objects.create(
            notice=notice, member=reader, state=state, asked_at=event.starts_at, next_try_at=event.starts_at
        )

    without = asked(client)
    settings.METRICS_CLUBS = True
    told = asked(client)

    assert without["pinochle_letters_waiting"] == told["pinochle_letters_waiting"] == 2
    assert told["pinochle_letters_oldest_seconds"] > 0
    assert [name for name in without if event.club.slug in name] == []
    of_club = {
        name: told[f'pinochle_club_{name}{{club="{event.club.slug}"}}']
        for name in ("letters_waiting", "letters_failed")
    }
    assert of_club == {"letters_waiting": 2, "letters_failed": 1}


def test_saves_fall_into_the_buckets_of_a_histogram() -> None:
    requests = metrics.Requests()
    for seconds in (0.004, 0.005, 0.3, 70.0):
        save(requests, seconds)
    save(requests, 0.1, status=409)
    requests.counts.leave()

    lines = [line for metric in requests.metrics() if metric.name == "pinochle_save_seconds" for line in metric.lines()]
    buckets = {line.split('"')[1]: int(line.rpartition(" ")[2]) for line in lines if "_bucket" in line}
    assert buckets == {
        "0.005": 2, "0.01": 2, "0.02": 2, "0.05": 2, "0.1": 2, "0.2": 2, "0.5": 3, "1": 3, "2": 3, "5": 3, "+Inf": 4,
    }  # fmt: skip
    assert lines[-2:] == ["pinochle_save_seconds_sum 70.309", "pinochle_save_seconds_count 4"]


def save(requests: metrics.Requests, seconds: float, status: int = 200) -> None:
    from django.test import RequestFactory
    from django.urls import resolve

    path = "/cards/00000000-0000-4000-8000-000000000000/hands/1/bid/"
    request = RequestFactory().post(path)
    request.resolver_match = resolve(path)
    requests.note(request, status, seconds)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="one process serves alone")
def test_counts_of_processes_add_up_and_stay_when_one_is_killed() -> None:
    """More processes, one after the other, than there are places."""
    counts = metrics.Counts(size=2, places=3)
    for _ in range(5):
        pid = os.fork()
        if not pid:
            counts.add({0: 1, 1: 0.5})
            counts.say_waiting(7)
            os.kill(os.getpid(), signal.SIGKILL)
        os.waitpid(pid, 0)
    counts.add({0: 1})
    counts.say_waiting(2)

    counts.leave()

    assert counts.sums() == [6, 2.5]
    assert counts.waiting() == 2  # all five had one place, which is this process's now


@override_settings(METRICS="")
def test_nothing_is_counted_where_nobody_may_ask() -> None:
    handler = WSGIHandler()

    assert metrics._requests == []
    assert handler
