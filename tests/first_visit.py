"""What a browser loads that opens a page for the first time, and how much of its style sheets the page wears."""

from __future__ import annotations

import gzip
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.contrib.staticfiles import finders

from pinochle_club.server.static_files import lean

# Fonts are counted apart; the icon of a home screen is loaded where somebody puts the app on one.
LOADED = re.compile(r'(?:src|href)="/static/([\w./-]+\.(?:css|js|svg))"')
# What a card fetches once it is there and can be used (waiting.js): nobody waits for that.
LATER = re.compile(r'data-later="([^"]*)"')
# Every page loads these: what all pages are put together from.
OF_ALL_PAGES = frozenset(f"css/{name}.css" for name in ("tokens", "base", "parts", "layout", "reading", "listing"))


@dataclass(frozen=True)
class Visit:
    """A page as it came, and the files that it names, without fonts."""

    page: str
    files: tuple[str, ...]

    @classmethod
    def of(cls, page: str) -> Visit:
        return cls(page, tuple(dict.fromkeys(LOADED.findall(page))))

    @property
    def bytes_sent(self) -> int:
        """All of it, compressed as the server does."""
        return len(gzip.compress(self.page.encode(), 6)) + sum(map(_compressed, self.files))

    @property
    def bytes_later(self) -> int:
        """What the scripts weigh that come once the page can be used."""
        return sum(
            _compressed(name.removeprefix("/static/")) for names in LATER.findall(self.page) for name in names.split()
        )

    @property
    def own_sheets(self) -> tuple[str, ...]:
        return tuple(name for name in self.files if name.endswith(".css") and name not in OF_ALL_PAGES)

    @property
    def share_worn(self) -> float:
        """How much of the rules in its own sheets, by their length, names only classes that something on it has: `js`
        is put on by the first script."""
        worn = {"js", *(name for names in re.findall(r'class="([^"]*)"', self.page) for name in names.split())}
        rules = [rule for sheet in self.own_sheets for rule in _rules(sheet)]
        used = sum(size for size, ways in rules if any(way <= worn for way in ways))
        return used / sum(size for size, _ in rules) if rules else 1.0


def _path(name: str) -> Path:
    found = finders.find(name)
    assert found, f"{name} is no static file"
    return Path(found)


@cache
def _compressed(name: str) -> int:
    written = _path(name).read_text()
    is_ours = name.startswith(("css/", "js/"))
    return len(gzip.compress((lean(name, written) if is_ours else written).encode(), 9))


@cache
def _rules(sheet: str) -> tuple[tuple[int, tuple[frozenset[str], ...]], ...]:
    """The length of each rule, and the classes that each of its selectors asks for."""
    written = re.sub(r"/\*.*?\*/", "", _path(sheet).read_text(), flags=re.DOTALL)
    return tuple((len(rule), tuple(_asked(selectors))) for rule, selectors in _blocks(written))


def _blocks(written: str) -> list[tuple[str, str]]:
    return [(found[0], found[1]) for found in re.finditer(r"([^{};@]+)\{[^{}]*\}", written)]


def _asked(selectors: str) -> list[frozenset[str]]:
    without_nots = re.sub(r":not\([^)]*\)", "", selectors)
    return [frozenset(re.findall(r"\.([a-zA-Z][\w-]*)", one)) for one in without_nots.split(",")]
