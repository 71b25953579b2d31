"""What a monitor asks for at `/metrics`, in the text format of Prometheus.

Nobody gets it unless `METRICS` says who: `local` is this computer itself (not what a proxy passes on), and anything
longer is a secret that comes as `Authorization: Bearer …`. To all others there is no such page. Nobody is named in it,
and clubs only by their addresses, where `METRICS_CLUBS` says so.

**Each process that serves counts in a place of its own**, in memory that all of them share, since they are copies of
one: none waits for another, and no count is lost between two. A process that comes after one that ended counts on in
its place. What the database knows is asked when the monitor asks.
"""

from __future__ import annotations

import hmac
import mmap
import threading
import time
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from itertools import accumulate
from typing import Final, NamedTuple

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.db import Error, connection
from django.db.models import Count, Max, Min, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from pinochle_club.ground import __version__, health
from pinochle_club.ground.locks import FileLock
from pinochle_club.ground.program import fingerprint
from pinochle_club.server import database, nightly

GetResponse = Callable[[HttpRequest], HttpResponse]
KIND: Final = "text/plain; version=0.0.4; charset=utf-8"
LOCAL: Final = "local"
HERE: Final = ("127.0.0.1", "::1")
PASSED_ON: Final = ("X-Forwarded-For", "X-Forwarded-Proto", "Forwarded")
OTHER: Final = "other"  # a view or a status that isn't known
STATUSES: Final = (200, 204, 302, 304, 400, 403, 404, 405, 409, 413, 422, 429, 500, 503)
# A save is what was sent to a card, and taken. How many seconds it took at most.
CARDS: Final = "cards/"
SECONDS: Final = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, float("inf"))
SPARE_PLACES: Final = 4  # of processes that end, whose successors are there already
FRESH: Final = 5.0  # seconds: so old may be what a process says of requests that wait
Samples = Iterable[tuple[dict[str, str], float]]  # labels and a value


class Metric(NamedTuple):
    name: str
    kind: str
    says: str
    samples: Samples

    def lines(self) -> Iterator[str]:
        yield f"# HELP {self.name} {self.says}"
        yield f"# TYPE {self.name} {self.kind}"
        for labels, value in self.samples:
            suffix = labels.pop("", "")
            told = ",".join(f'{name}="{_escaped(label)}"' for name, label in labels.items())
            yield f"{self.name}{suffix}{{{told}}} {value:.15g}" if told else f"{self.name}{suffix} {value:.15g}"


def _escaped(label: str) -> str:
    return label.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")


# -- counted -----------------------------------------------------------------------------


class Counts:
    """Numbers of each process: how many requests wait there, when it said so, and then its counts. It has a place as
    long as it holds the lock of that place, which the system frees where a process dies."""

    def __init__(self, size: int, places: int) -> None:
        self._width = 2 + size
        self._starts = range(0, places * self._width, self._width)
        self._all = memoryview(mmap.mmap(-1, 8 * places * self._width)).cast("d")
        self._threads = threading.Lock()
        self._mine: int | None = None
        self._held: FileLock | None = None

    def add(self, changes: dict[int, float]) -> None:
        with self._threads:
            if (mine := self._place()) is not None:
                for number, by in changes.items():
                    self._all[mine + 2 + number] += by

    def say_waiting(self, number: int) -> None:
        with self._threads:
            if (mine := self._place()) is not None:
                self._all[mine], self._all[mine + 1] = number, time.monotonic()

    def sums(self) -> list[float]:
        places = (self._all[start + 2 : start + self._width] for start in self._starts)
        return [sum(numbers) for numbers in zip(*places, strict=True)]

    def waiting(self) -> float:
        now = time.monotonic()
        return sum(self._all[start] for start in self._starts if now - self._all[start + 1] < FRESH)

    def leave(self) -> None:
        """Let another process have the place, and count on."""
        if self._held is not None:
            self._held.free()
        self._mine = self._held = None

    def _place(self) -> int | None:
        """None where all are taken. A process looks for one as it counts first, not before it is a process."""
        if self._mine is None:
            for number, start in enumerate(self._starts):
                held = FileLock(f"metrics-{number}")
                if held.take():
                    self._mine, self._held = start, held
                    break
                held.free()
        return self._mine


class Requests:
    """What is counted of requests: by view and status, their seconds by view, and the seconds of saves."""

    def __init__(self) -> None:
        self.views = [*dict.fromkeys((*_names(get_resolver()), OTHER))]
        self._at = {name: at for at, name in enumerate(self.views)}
        self._statuses = {status: at for at, status in enumerate(STATUSES)}
        self._row = len(STATUSES) + 1
        self._seconds = len(self.views) * self._row
        self._saves = self._seconds + len(self.views)
        self.counts = Counts(self._saves + len(SECONDS) + 1, 2 * settings.WORKERS + SPARE_PLACES)

    def note(self, request: HttpRequest, status: int, seconds: float) -> None:
        match = request.resolver_match
        view = self._at.get(_name(match.view_name) if match else "", self._at[OTHER])
        changes = {view * self._row + self._statuses.get(status, len(STATUSES)): 1, self._seconds + view: seconds}
        if request.method == "POST" and status < 400 and match is not None and match.route.startswith(CARDS):
            changes |= {self._saves + bisect_left(SECONDS, seconds): 1, self._saves + len(SECONDS): seconds}
        self.counts.add(changes)

    def metrics(self) -> Iterator[Metric]:
        sums = self.counts.sums()
        statuses = (*map(str, STATUSES), OTHER)
        counted = (
            ({"view": view, "status": status}, sums[at * self._row + number])
            for at, view in enumerate(self.views)
            for number, status in enumerate(statuses)
        )
        took = (({"view": view}, sums[self._seconds + at]) for at, view in enumerate(self.views))
        yield Metric("pinochle_requests_total", "counter", "Requests answered.", (one for one in counted if one[1]))
        says = "Seconds in which requests were answered, without the wait for a thread."
        yield Metric("pinochle_request_seconds_total", "counter", says, (one for one in took if one[1]))
        yield Metric("pinochle_save_seconds", "histogram", "Seconds of saves on cards.", self._histogram(sums))
        waiting: Samples = [({}, self.counts.waiting())]
        yield Metric("pinochle_requests_waiting", "gauge", "Requests that wait for a thread.", waiting)

    def _histogram(self, sums: list[float]) -> Iterator[tuple[dict[str, str], float]]:
        running = list(accumulate(sums[self._saves : self._saves + len(SECONDS)]))
        for most, number in zip(SECONDS, running, strict=True):
            yield {"": "_bucket", "le": f"{most:g}".replace("inf", "+Inf")}, number
        yield {"": "_sum"}, sums[self._saves + len(SECONDS)]
        yield {"": "_count"}, running[-1]


def _names(resolver: URLResolver, spaces: tuple[str, ...] = ()) -> Iterator[str]:
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLPattern):
            yield _name(":".join((*spaces, pattern.name or "")))
        else:
            yield from _names(pattern, (*spaces, *filter(None, [pattern.namespace])))


def _name(view: str) -> str:
    """Django's own administration counts as one."""
    return "admin" if view.startswith("admin:") else view


_requests: list[Requests] = []  # made once, before the processes are


def count(get_response: GetResponse) -> GetResponse:
    """Count requests, where somebody may ask for the counts."""
    if not settings.METRICS:
        raise MiddlewareNotUsed
    forget()
    _requests.append(Requests())

    def middleware(request: HttpRequest) -> HttpResponse:
        began = time.perf_counter()
        response = get_response(request)
        _requests[0].note(request, response.status_code, time.perf_counter() - began)
        return response

    return middleware


def forget() -> None:
    while _requests:
        _requests.pop().counts.leave()


def say_waiting(number: int) -> None:
    for requests in _requests:
        requests.counts.say_waiting(number)


# -- asked -------------------------------------------------------------------------------


def page(request: HttpRequest) -> HttpResponse:
    if not may_ask(request):
        raise Http404
    lines = (line for metric in _all_metrics() for line in metric.lines())
    return HttpResponse("\n".join(lines) + "\n", content_type=KIND)


def may_ask(request: HttpRequest) -> bool:
    if settings.METRICS == LOCAL:
        is_passed_on = any(name in request.headers for name in PASSED_ON)
        return request.META.get("REMOTE_ADDR") in HERE and not is_passed_on
    said = request.headers.get("Authorization", "").encode()
    return bool(settings.METRICS) and hmac.compare_digest(said, f"Bearer {settings.METRICS}".encode())


def _all_metrics() -> Iterator[Metric]:
    version = {"version": __version__, "program": fingerprint()[:8]}
    yield Metric("pinochle_info", "gauge", "The version of the program.", [(version, 1)])
    for requests in _requests:
        yield from requests.metrics()
    tones = (({"line": line.title}, health.WORST_FIRST[::-1].index(line.tone)) for line in health.lines())
    yield Metric("pinochle_health", "gauge", "Lines of the page of health: 0 well, 1 to be seen to, 2 stops.", tones)
    try:
        known, answers = list(_of_the_database()), 1
    except Error:
        connection.close()
        known, answers = [], 0
    yield Metric("pinochle_database_answers", "gauge", "Whether the database answers.", [({}, answers)])
    yield from known


def _of_the_database() -> Iterator[Metric]:
    from league.models import Club, Letter
    from scoring.models import Simulation

    one = "gauge"
    yield Metric("pinochle_database_bytes", one, "Size of the database.", [({}, database.size())])
    copied = nightly.newest()
    yield Metric("pinochle_backup_age_seconds", one, "Age of the newest good copy.", _age(copied))
    yield Metric("pinochle_clubs", one, "Clubs on this server.", [({}, Club.objects.count())])
    in_line = Simulation.objects.filter(state__in=(Simulation.State.WAITING, Simulation.State.RUNNING))
    letters = Letter.objects.filter(state=Letter.State.WAITING)
    for name, what, rows, since in (
        ("simulations", "Simulations in line or played now", in_line, "created_at"),
        ("letters", "Mails that wait", letters, "asked_at"),
    ):
        found = rows.order_by().aggregate(number=Count("pk"), oldest=Min(since))
        yield Metric(f"pinochle_{name}_waiting", one, f"{what}.", [({}, found["number"])])
        yield Metric(f"pinochle_{name}_oldest_seconds", one, f"{what}: since when.", _age(found["oldest"]))
    if settings.METRICS_CLUBS:
        yield from _of_each_club()


def _of_each_club() -> Iterator[Metric]:
    """By their addresses: two copies of a club may be known by the same number."""
    from league.models import Club, Event, Letter

    waiting, failed = (Count("pk", filter=Q(state=state)) for state in (Letter.State.WAITING, Letter.State.FAILED))
    by_club = Letter.objects.exclude(state=Letter.State.SENT).order_by().values("notice__event__club")
    of_letters = by_club.annotate(waiting=waiting, failed=failed)
    letters = list(of_letters.values_list("notice__event__club__slug", "waiting", "failed"))
    running = Count("events", filter=Q(events__state=Event.State.RUNNING))
    of_clubs = Club.objects.order_by().annotate(running=running, closed=Max("events__closed_at"))
    clubs = list(of_clubs.values_list("slug", "running", "closed"))
    for name, says, samples in (
        ("letters_waiting", "Mails of a club that wait.", ((slug, number) for slug, number, _ in letters)),
        (
            "letters_failed",
            "Mails of a club that did not go, of the last weeks.",
            ((slug, no) for slug, _, no in letters),
        ),
        ("evenings_open", "Evenings of a club that are played now.", ((slug, number) for slug, number, _ in clubs)),
        (
            "closed_timestamp_seconds",
            "When a club closed its last evening.",
            ((slug, at.timestamp()) for slug, _, at in clubs if at),
        ),
    ):
        yield Metric(f"pinochle_club_{name}", "gauge", says, [({"club": slug}, value) for slug, value in samples])


def _age(since: datetime | None) -> list[tuple[dict[str, str], float]]:
    return [] if since is None else [({}, max(0.0, (timezone.now() - since).total_seconds()))]
