"""Somebody who does what the Help says, and knows nothing else: what they tap, a sentence of it names."""

from __future__ import annotations

import re
from functools import cache

from tests.club_server import ROOT

from .web import Missing, Page, Person, words

DOCUMENTS = ("club-night", "secretary", "at-the-table")
MARKS = re.compile(r"\*+|\]\([^)]*\)|\[")


@cache
def told() -> str:
    """The Help as it is read on the screen."""
    return words(MARKS.sub("", " ".join((ROOT / f"docs/{name}.md").read_text() for name in DOCUMENTS)))


class Guided:
    """A person with a passage of the Help before them. A page that asks one thing is answered by its own green key."""

    def __init__(self, person: Person, passage: str) -> None:
        self.person, self.passage = person, words(passage)
        if self.passage not in told():
            raise Missing(f"the Help doesn't say: {self.passage}")

    def tap(self, key: str, beside: str = "") -> Page:
        if words(key).casefold() not in self.passage.casefold():
            raise Missing(f"the Help names no key '{key}' in: {self.passage}")
        return self.person.tap(key, beside)

    def go(self) -> Page:
        """The green key, whatever it says."""
        page = self.person.page
        for _, key in page.all_keys():
            if {"button-go", "button-danger", "save-key"} & set((key.get("class") or "").split()) and key.tag != "a":
                self.person.counted["taps"] += 1
                return self.person.send(page.form_of(key), key)
        raise Missing(f"no green key on {page.title!r} ({page.address}), for: {self.passage}")
