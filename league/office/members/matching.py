"""Whose name is that, written years ago? It is found for sure, or there are some whose it could be. Pure.

For sure is a name that one person has or had, whatever its case, spaces, accents, points and order ("Baker, Ruth").
All else is asked: two of one name, initials, a name that was called by, a slip of the pen.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Final

MOST_NEAR: Final = 4
MOST_COMPARED: Final = 40
ALIKE: Final = 0.82
_SUFFIX: Final = re.compile(r"^(jr|sr|ii|iii|iv)\.?$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Known:
    """A person of the list: `names` are their own and those they were entered under before; `called` is short."""

    who: int
    names: tuple[str, ...]
    called: str = ""


@dataclass(frozen=True, slots=True)
class Match:
    """Who it is for sure (`who`), or else who it could be, the likeliest first."""

    who: int | None
    near: tuple[int, ...] = ()


def plain(name: str) -> str:
    """A name as it is compared: `Báker-Lee,  RUTH A.` is `ruth a baker lee`."""
    first, comma, rest = name.partition(",")
    if comma and rest.strip() and "," not in rest and not _SUFFIX.match(rest.strip()):
        name = f"{rest} {first}"
    letters = unicodedata.normalize("NFKD", name).casefold()
    kept = "".join(letter for letter in letters if not unicodedata.combining(letter) and letter not in "'’‘`´.")
    return " ".join(re.sub(r"[\W_]+", " ", kept).split())


class People:
    """The people of a club, to find names among."""

    def __init__(self, known: Iterable[Known]) -> None:
        self.by_name: dict[str, set[int]] = {}
        self.by_call: dict[str, set[int]] = {}
        self.by_letters: dict[str, set[str]] = {}  # two letters in a row: the names that have them
        for one in known:
            for name in map(plain, one.names):
                self.by_name.setdefault(name, set()).add(one.who)
                for letters in _pairs(name):
                    self.by_letters.setdefault(letters, set()).add(name)
            if one.called:
                self.by_call.setdefault(plain(one.called), set()).add(one.who)

    def find(self, name: str) -> Match:
        wanted = plain(name)
        exact = self.by_name.get(wanted, set())
        if len(exact) == 1:
            return Match(next(iter(exact)))
        if len(exact) > 1:
            return Match(None, tuple(sorted(exact)))
        worth = dict.fromkeys(self.by_call.get(wanted, ()), 0.95)
        shared = Counter(name for letters in _pairs(wanted) for name in self.by_letters.get(letters, ()))
        for other, _ in shared.most_common(MOST_COMPARED):
            alike = _alike(wanted, other)
            for who in self.by_name[other] if alike else ():
                worth[who] = max(alike, worth.get(who, 0.0))
        return Match(None, tuple(sorted(worth, key=lambda who: (-worth[who], who))[:MOST_NEAR]))


def _pairs(name: str) -> set[str]:
    return {name[at : at + 2] for at in range(len(name) - 1)}


def _alike(wanted: str, name: str) -> float:
    """How much two names are alike; 0 where they are not."""
    one, other = wanted.split(), name.split()
    if not one or not other:
        return 0.0
    if sorted(one) == sorted(other):
        return 0.99
    if _ends_meet(one, other):
        return 0.9
    if abs(len(wanted) - len(name)) > 4:
        return 0.0
    pair = SequenceMatcher(None, wanted, name, autojunk=False)
    if pair.real_quick_ratio() < ALIKE or pair.quick_ratio() < ALIKE:
        return 0.0
    ratio = pair.ratio()
    return ratio * 0.9 if ratio >= ALIKE else 0.0


def _ends_meet(one: Collection[str], other: Collection[str]) -> bool:
    """`J Smith`, `John S` and `John Q Smith` are near `John Smith`; `Smith` alone is near everybody called so."""
    (first, *_, last), (its_first, *_, its_last) = [[*each, *each] if len(each) == 1 else each for each in (one, other)]
    if len(one) == 1 or len(other) == 1:
        lone, whole = (one, other) if len(one) == 1 else (other, one)
        return len(next(iter(lone))) > 2 and next(iter(lone)) in whole
    return _same_or_initial(first, its_first) and _same_or_initial(last, its_last)


def _same_or_initial(one: str, other: str) -> bool:
    return one == other or (min(len(one), len(other)) == 1 and one[0] == other[0])
