"""All that one person can come to from a club's front page, by the links they are shown."""

from __future__ import annotations

import random
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, urldefrag, urlencode, urljoin, urlsplit

from django.urls import Resolver404, resolve
from lxml import html

# What an address asks that is no other page: how a list is sorted, what is swapped in, where somebody came from.
PASSING = ("sort", "find", "part", "entered", "back", "next", "per", "q")


@dataclass(frozen=True)
class Got:
    """What came for an address: a page, a paper, a file."""

    address: str
    status: int
    kind: str
    body: bytes

    @property
    def name(self) -> str:
        """Of its view, such as "league:season"; a list's file has its kind behind it."""
        found = named(self.address)
        kind = dict(parse_qsl(urlsplit(self.address).query)).get("file", "")
        return f"{found}.{kind}" if kind else found

    @property
    def parts(self) -> dict[str, object]:
        """What its address names: club, event, round, table."""
        return dict(resolve(urlsplit(self.address).path).kwargs)

    @property
    def page(self) -> html.HtmlElement | None:
        return html.fromstring(self.body.decode()) if self.kind == "text/html" and self.body.strip() else None


Get = Callable[[str], Got]


def through(ask: Callable[..., Any]) -> Get:
    """By a person's own way to the club, with the cookies they have."""

    def get(address: str) -> Got:
        answer = ask("GET", address)
        for _ in range(5):
            if not answer.location:
                break
            address = plain(urljoin(address, answer.location))
            answer = ask("GET", address)
        return Got(address, answer.status, answer.kind.partition(";")[0], answer.body)

    return get


def named(address: str) -> str:
    try:
        return resolve(urlsplit(address).path).view_name
    except Resolver404:
        return ""


def plain(address: str) -> str:
    """The address without what is passing in it."""
    parts = urlsplit(urldefrag(address)[0])
    asked = [(word, value) for word, value in parse_qsl(parts.query) if word not in PASSING]
    return parts.path + (f"?{urlencode(asked)}" if asked else "")


def links(got: Got) -> Iterator[str]:
    page = got.page
    if page is None:
        return
    for element in page.xpath("//a[@href] | //iframe[@src] | //*[@hx-get] | //link[@type='text/calendar']"):
        there = urljoin(got.address, element.get("href") or element.get("src") or element.get("hx-get"))
        if not urlsplit(there).scheme:
            yield plain(there)
    for form in page.forms:  # papers are asked for by forms, with what is chosen already
        if form.method == "GET" and (form.action or "").endswith(".pdf"):
            yield plain(f"{urljoin(got.address, form.action)}?{urlencode(form.form_values())}")


def crawl(
    get: Get,
    front: str,
    *,
    starts: Iterable[str] = (),
    most: int = 0,
    papers: int = 0,
    counting: Callable[[str], bool] = lambda name: True,
    without: Callable[[str], bool] = lambda address: False,
    chance: random.Random | None = None,
) -> Iterator[Got]:
    """Every page, paper and file from the front page and other `starts` on whose address begins with that of the
    club; at most so many pages and papers of one kind, which ones by chance; of kinds that don't count, a quarter."""
    queue = deque(dict.fromkeys((*starts, front)))
    seen, times = set(queue), Counter[str]()
    while queue:
        address = queue.popleft()
        name = named(address) + (".file" if "file=" in address else "")
        is_paper, counts = urlsplit(address).path.endswith(".pdf"), counting(named(address))
        if most and times[name] >= (papers if is_paper else most if counts else -(-most // 4)):
            continue
        times[name] += 1
        got = get(address)
        yield got
        found = [there for there in dict.fromkeys(links(got)) if there not in seen and there.startswith(front)]
        if chance:
            chance.shuffle(found)
        seen.update(found)
        queue += [there for there in found if not without(there)]
