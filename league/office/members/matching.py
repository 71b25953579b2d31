"""The person behind a name written years ago: found for sure, or by likeness. Pure.

Sure is a name that one person has or had, whatever its case, spaces, accents, points and order ("Baker, Ruth"). Clear
is one that differs in a single thing from one person’s alone: a nickname, an initial, a middle name, the short name, a
slip of the pen. All else is doubtful: two of one name, Francis and Frances, a father and a son, half a name.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Final

from .given_names import GIVEN_NAMES, also_called

MOST_NEAR: Final = 4
MOST_COMPARED: Final = 40
# How much alike two names are, in hundredths: from CLEAR on it is the one, if no other is within GAP of it.
SAME_WORDS, CALLED, ENDS_MEET, CLEAR, HALF, ALIKE, WORDS_ALIKE, GAP = 99, 95, 97, 89, 85, 82, 70, 10
# What each thing takes from it in which the words of two names differ.
MIDDLE, NICKNAME, INITIAL, SLIP, DOUBTFUL = 2, 4, 6, 7, 14
_SUFFIX: Final = re.compile(r"^(jr|sr|ii|iii|iv)\.?$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Known:
    """A person of the list: `names` are their own and earlier ones; `called` is short."""

    who: int
    names: tuple[str, ...]
    called: str = ""


@dataclass(frozen=True, slots=True)
class Match:
    """The sure person, or else the likely ones, best first: `is_clear` where that is the one."""

    who: int | None
    near: tuple[int, ...] = ()
    is_clear: bool = False


def plain(name: str) -> str:
    """A name as it is compared: `Báker-Lee,  RUTH A.` is `ruth a baker lee`."""
    first, comma, rest = name.partition(",")
    if comma and rest.strip() and "," not in rest and not _SUFFIX.match(rest.strip()):
        name = f"{rest} {first}"
    letters = unicodedata.normalize("NFKD", name).casefold()
    letters = "".join(one for one in letters if not unicodedata.combining(one) and one not in "'’‘`´.")
    return " ".join(re.sub(r"[\W_]+", " ", letters).split())


class People:
    def __init__(self, known: Iterable[Known]) -> None:
        self.by_name: dict[str, set[int]] = {}
        self.by_call: dict[str, set[int]] = {}
        self.by_letters: dict[str, set[str]] = {}  # two letters in a row: the names that have them
        self.words: set[str] = set(GIVEN_NAMES)
        for one in known:
            self.add(one)

    def add(self, one: Known) -> None:
        for name in map(plain, one.names):
            self.by_name.setdefault(name, set()).add(one.who)
            self.words.update(name.split())
            for letters in _pairs(name):
                self.by_letters.setdefault(letters, set()).add(name)
        if one.called:
            self.by_call.setdefault(plain(one.called), set()).add(one.who)

    def find(self, name: str, impossible: Collection[int] = ()) -> Match:
        """The person behind a name. The `impossible` are not offered, but still leave a doubt."""
        wanted = plain(name)
        exact = self.by_name.get(wanted, set())
        if len(exact) == 1:
            return Match(next(iter(exact)))
        if len(exact) > 1:
            return Match(None, tuple(sorted(exact)))
        worth = dict.fromkeys(self.by_call.get(wanted, ()), float(CALLED))
        shared = Counter(name for letters in _pairs(wanted) for name in self.by_letters.get(letters, ()))
        for other, _ in shared.most_common(MOST_COMPARED):
            alike = self._alike(wanted, other)
            for who in self.by_name[other] if alike else ():
                worth[who] = max(alike, worth.get(who, 0.0))
        ordered = sorted(worth, key=lambda who: (-worth[who], who))
        near = [who for who in ordered if who not in impossible]
        best, *others = sorted(worth.values(), reverse=True) or [0.0]
        gap = GAP if best < SAME_WORDS else SAME_WORDS - CALLED
        is_clear = best >= CLEAR and near[:1] == ordered[:1] and not any(other >= best - gap for other in others)
        return Match(None, tuple(near[:MOST_NEAR]), is_clear)

    def _alike(self, wanted: str, name: str) -> float:
        """The likeness of two names; 0 where they are not alike."""
        (one, suffix), (other, its_suffix) = (_parted(each) for each in (wanted, name))
        if not one or not other or (suffix and its_suffix and suffix != its_suffix):
            return 0.0
        doubt = DOUBTFUL if suffix != its_suffix else 0
        if sorted(one) == sorted(other) or "".join(one) == "".join(other):
            return SAME_WORDS - doubt
        if len(one) != len(other) and is_slip("".join(one), "".join(other)):  # a letter in place of a space
            return ENDS_MEET - SLIP - doubt
        if (less := self._ends_apart(one, other)) is not None:
            return ENDS_MEET - less - doubt
        if set(one) < set(other) or set(other) < set(one):
            return HALF if max(map(len, set(one) & set(other))) > 2 else 0.0
        if abs(len(wanted) - len(name)) > 4:
            return 0.0
        if _ratio(wanted, name) < ALIKE or any(_ratio(one[at], other[at]) < WORDS_ALIKE for at in (0, -1)):
            return 0.0
        return _ratio(wanted, name) * 0.88

    def _ends_apart(self, one: Sequence[str], other: Sequence[str]) -> int | None:
        """The distance of two names whose first and last words are alike, if they are."""
        if len(one) == 1 or len(other) == 1:
            return None
        last = self._apart(one[-1], other[-1], is_last=True)
        first = None if last is None else self._apart(one[0], other[0])
        if first is None or last is None:
            return None
        middle, its_middle = one[1:-1], other[1:-1]
        meets = all(mine[0] == its[0] for mine, its in zip(middle, its_middle, strict=False))
        return first + last + (0 if middle == its_middle else MIDDLE if meets else DOUBTFUL)

    def _apart(self, wanted: str, word: str, *, is_last: bool = False) -> int | None:
        """The distance of a wanted word from one of a known name."""
        if wanted == word:
            return 0
        called: Collection[str] = () if is_last else also_called(word)
        if 1 in (len(wanted), len(word)):
            is_others = any(name[0] == wanted[0] for name in called)
            return INITIAL if wanted[0] == word[0] else DOUBTFUL if is_others else None
        if wanted in called:
            return NICKNAME
        if is_slip(wanted, word):
            is_short = min(len(wanted), len(word)) < (5 if is_last else 3) or max(len(wanted), len(word)) < 4
            return DOUBTFUL if wanted in self.words or is_short or wanted[0] != word[0] else SLIP
        return DOUBTFUL if any(is_slip(wanted, name) for name in called) else None


def _ratio(one: str, other: str) -> float:
    """The share of letters both have in the same order, in hundredths; 0 where they are few."""
    pair = SequenceMatcher(None, one, other, autojunk=False)
    return 100 * pair.ratio() if 100 * pair.quick_ratio() >= WORDS_ALIKE else 0.0


def is_slip(one: str, other: str) -> bool:
    """Whether one slip of the pen makes one word of the other."""
    if min(len(one), len(other)) < 2 or abs(len(one) - len(other)) > 1:
        return False
    start = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    rest, its_rest = one[start:], other[start:]
    if len(one) != len(other):
        return rest[1:] == its_rest or rest == its_rest[1:]
    return rest[1:] == its_rest[1:] or (rest[:2] == its_rest[1::-1] and rest[2:] == its_rest[2:])


def _parted(name: str) -> tuple[list[str], str]:
    """The words of a name, and apart the suffix that tells a son from his father."""
    *words, last = name.split() or [""]
    return (words, last) if words and _SUFFIX.match(last) else ([*words, last] if last else [], "")


def _pairs(name: str) -> set[str]:
    return {name[at : at + 2] for at in range(len(name) - 1)}
