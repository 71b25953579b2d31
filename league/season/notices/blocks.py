"""A notice as blocks: paragraphs, some of them typed over, taken out or added. Pure. Typed text remembers its figures
by a digest, people in them by number: another spelling of a name changes nothing."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, astuple, dataclass, is_dataclass
from itertools import groupby
from typing import Any, Final

from .night import Night
from .prose import BLOCKS, is_record, written

WHOLE: Final = "whole"  # a text typed before there were blocks, in place of all that are written
OWN: Final = "own-"
LONGEST: Final = 8_000
TITLES: Final[Mapping[str, str]] = {**BLOCKS, WHOLE: "The whole text"}
BEHIND: Final = "Results corrected since."
FROM_BEFORE: Final = ("highs", "people", "milestones")  # which ask the evenings before
# Of a paragraph of one's own, a figure is what results could deny.
FIGURE: Final = re.compile(r"\d")


@dataclass(frozen=True, slots=True)
class Kept:
    """A changed block: the `text` typed over it and the digest of its figures. An added one stands `after` another."""

    key: str
    text: str = ""
    written_from: str = ""
    is_out: bool = False
    after: str = ""

    @property
    def is_own(self) -> bool:
        return self.key.startswith(OWN)


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph as it is read: its `text`, and the ledger's where that was typed over."""

    key: str
    title: str
    text: str
    wrote: str = ""
    is_typed: bool = False
    is_out: bool = False
    is_behind: bool = False

    @property
    def plain(self) -> str:
        return f"{self.text} [{BEHIND}]" if self.is_behind else self.text


def kept_in(blocks: Iterable[Mapping[str, Any]]) -> dict[str, Kept]:
    return {one["key"]: Kept(**one) for one in blocks}


def to_keep(kept: Mapping[str, Kept]) -> list[dict[str, Any]]:
    return [asdict(one) for one in kept.values() if one.text or (one.is_out and not one.is_own)]


def blocks_of(kept: Mapping[str, Kept], night: Night) -> tuple[Block, ...]:
    wrote = written(night)
    found = (_block(key, kept.get(key) or Kept(key), wrote.get(key, ""), night) for key in _in_order(kept))
    return tuple(one for one in found if one.text)


def as_everybody_reads(kept: Mapping[str, Kept], night: Night) -> list[dict[str, Any]]:
    """Changed blocks with nothing that the page doesn't tell; of older figures only that they changed."""
    found = {
        block.key: Kept(
            block.key,
            block.text if block.is_typed and not block.is_out else "",
            BEHIND if block.is_behind else written_from(block.key, block.text, night) if block.is_typed else "",
            is_out=block.is_out,
            after=kept[block.key].after,
        )
        for block in blocks_of(kept, night)
        if block.key in kept
    }
    return to_keep(found)


def shown_in(blocks: Iterable[Block]) -> list[Block]:
    return [one for one in blocks if not one.is_out]


def _in_order(kept: Mapping[str, Kept]) -> Iterator[str]:
    """The keys of all blocks: added ones without a place first, those whose neighbor is gone last."""
    keys = ("", WHOLE) if WHOLE in kept else ("", *BLOCKS)
    own = [one for one in kept.values() if one.is_own]
    for key in keys:
        yield from [key] if key else []
        yield from (one.key for one in own if one.after == key)
    yield from (one.key for one in own if one.after not in keys)


def _block(key: str, kept: Kept, wrote: str, night: Night) -> Block:
    text = kept.text
    for name, shown in night.hidden if text else ():
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", shown, text, flags=re.IGNORECASE)
    return Block(
        key=key,
        title=title_of_block(key),
        text=text or wrote,
        wrote=wrote if text else "",
        is_typed=bool(text),
        is_out=kept.is_out,
        is_behind=is_behind(kept, night),
    )


def title_of_block(key: str) -> str:
    return TITLES.get(key, "A paragraph of your own")


def next_own(kept: Mapping[str, Kept]) -> str:
    return f"{OWN}{max((int(key.removeprefix(OWN)) for key, one in kept.items() if one.is_own), default=0) + 1}"


# -- which figures it was written from ---------------------------------------------------------


def is_behind(kept: Kept, night: Night) -> bool:
    """Whether results changed since a block was typed. Firsts and records wait until all evenings have rows."""
    if not kept.text or not kept.written_from or (kept.key in FROM_BEFORE and not night.earlier.is_sure):
        return False
    return kept.written_from != written_from(kept.key, kept.text, night)


def written_from(key: str, text: str, night: Night) -> str:
    """A digest of the figures behind a typed text; empty for one that rests on none."""
    if key == WHOLE:
        return digest_of(night.figures)
    if key == "next" or (key.startswith(OWN) and not FIGURE.search(text)):
        return ""
    return digest_of(_by_number(_figures(key, night), night.numbers))


def seen_of(kept: Kept, night: Night) -> str:
    """A form's mark that its block is as it was when opened, and rests on the same results."""
    return digest_of(kept.text, written_from(kept.key, kept.text or "1", night))


def digest_of(*parts: object) -> str:
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def _figures(key: str, night: Night) -> object:
    season = (night.season, night.leaders, night.divisions) if night.season else None
    return {
        "winners": (_first_places(night), night.final_of, night.cut_by),
        "highs": (
            *(night.high_round, night.high_hand, night.has_hands_missing, night.specials, night.all_made),
            is_record(night.high_round, night.earlier.high_round, night) and night.earlier.high_round,
            is_record(night.high_hand, night.earlier.high_hand, night) and night.earlier.high_hand,
            *((night.widest,) if night.widest else ()),
        ),
        "prizes": night.prizes,
        "people": (night.players, night.tables, len(night.rounds), night.guests, night.earlier.newcomers),
        "milestones": (night.earlier.first_wins, night.earlier.nights_of, night.earlier.marks),
        "season": season and season[:2],
        "divisions": season and season[2],
    }.get(key, (night.figures, night.prizes, season))


def _first_places(night: Night) -> object:
    """The first three places, and the best outside the final; the winner's way."""
    groups = [list(group) for _, group in groupby(night.places, lambda one: (one.is_finalist, one.place))]
    shown = [*groups[:3], *[group for group in groups[3:] if not group[0].is_finalist][:1]]
    ways = [(one.won_all, one.was_ahead, one.before_last, one.rounds[-1:]) for one in (groups[0] if groups else ())]
    return ([(one.place, one.name, one.total) for group in shown for one in group], ways, len(groups))


def _by_number(figures: Any, numbers: Mapping[str, str]) -> Any:
    """Figures with names replaced by numbers, also both in `Ruth & Walt`."""
    if is_dataclass(figures) and not isinstance(figures, type):
        figures = astuple(figures)
    if isinstance(figures, str):
        return " & ".join(numbers.get(name, name) for name in figures.split(" & "))
    return tuple(_by_number(one, numbers) for one in figures) if isinstance(figures, tuple | list) else figures
