"""Every entry of a rule book in players' words, read from the schema and its `Words`. The form of a club's own rules,
the comparison of books and the simulator's settings are made from these."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin

from pydantic.fields import FieldInfo

from .book import CHAPTERS, RuleBook
from .book.section import Section, Words, words_of
from .cards import RANKS
from .notation import RANK_SIGNS

# The kinds of entries: `part` has entries of its own, `rows` a list of such parts; `figures` is a row of the meld
# table, `packets` the ways to deal, `ranks` ranks of the deck, `worths` what they count, `lines` a list of words,
# `several` some of its choices.
Kind = Literal[
    "number", "yes_no", "choice", "text", "ranks", "worths", "figures", "packets", "several", "lines", "part", "rows"
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a book. `children` are those of a part, or of each row of a list. An entry that `may_be_nothing` can
    be left out (no target, no kitty), which is called `nothing`. `low`, `high` limit a number, `longest` a text or a
    list; `pattern` is what a text must look like."""

    path: str
    kind: Kind
    label: str
    help: str = ""
    nothing: str = "none"
    chapter: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    may_be_nothing: bool = False
    low: int = 0
    high: int = 0
    longest: int = 0
    pattern: str = ""
    children: tuple[Entry, ...] = ()

    @property
    def name(self) -> str:
        return self.path.rpartition(".")[2]

    @property
    def is_two_way(self) -> bool:
        """Whether it has just two values."""
        return self.kind == "yes_no" or (self.kind == "choice" and len(self.choices) == 2)

    def words(self, value: Any) -> str:
        """A value as people say it: `50`, `no`, `the bid comes off`, `10, 100, 300, 500`."""
        if value is None or value in ((), ""):
            return self.nothing
        return str(_WORDS_OF[self.kind](self, value))


def _choice_words(entry: Entry, value: Any) -> str:
    chosen = str(value).lower() if isinstance(value, bool) else str(value)
    return dict(entry.choices).get(chosen, str(value))


def _row_words(entry: Entry, row: Any) -> str:
    """`up to: 60, in multiples of: 5`."""
    return ", ".join(f"{child.label.lower()}: {child.words(getattr(row, child.name))}" for child in entry.children)


def ranks_words(ranks: str) -> str:
    """`A 10 K Q J`."""
    return " ".join(RANK_SIGNS[rank] for rank in ranks if rank in RANK_SIGNS)


_WORDS_OF: Final[Mapping[str, Any]] = {
    "number": lambda entry, value: f"{value:,}" if isinstance(value, int) else str(value),
    "text": lambda entry, value: str(value),
    "yes_no": _choice_words,
    "choice": _choice_words,
    "ranks": lambda entry, value: ranks_words(value),
    "worths": lambda entry, value: ", ".join(str(figure) for figure in value),
    "figures": lambda entry, value: ", ".join(str(figure) for figure in value),
    "packets": lambda entry, value: " or ".join(", ".join(map(str, packet)) for packet in value),
    "several": lambda entry, value: ", ".join(_choice_words(entry, one) for one in value),
    "lines": lambda entry, value: ", then ".join(value),
    "part": _row_words,
    "rows": lambda entry, value: "; ".join(_row_words(entry, row) for row in value),
}


# -- the chapters ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EntryChapter:
    id: str
    title: str
    entries: tuple[Entry, ...]


@lru_cache(maxsize=1)
def entry_chapters() -> tuple[EntryChapter, ...]:
    entries = tuple(_typed_entries())
    found = (
        EntryChapter(plan.id, plan.form_title or plan.title, tuple(e for e in entries if e.chapter == plan.id))
        for plan in CHAPTERS
    )
    return tuple(chapter for chapter in found if chapter.entries)


def _typed_entries() -> Iterator[Entry]:
    """The entries of parts that every book has, and as a whole those parts that a book can leave out."""
    for entry in _entries_of(RuleBook, ""):
        if entry.kind == "part" and not entry.may_be_nothing:
            yield from entry.children
        elif entry.name not in _NOT_TYPED:
            yield entry


_NOT_TYPED: Final = frozenset({"key", "sources", "sheet"})  # from the program, and on a page of its own


# -- the schema --------------------------------------------------------------------------


@lru_cache(maxsize=1)
def schema_entries() -> tuple[Entry, ...]:
    return tuple(_all_of(_entries_of(RuleBook, "")))


def entry_of(path: str) -> Entry | None:
    """The entry of a path; numbers in it count rows (`penalties.0.code`). None where the schema has none."""
    names = [name for name in path.split(".") if not name.isdecimal()]
    return _by_path().get(".".join(names))


@lru_cache(maxsize=1)
def _by_path() -> Mapping[str, Entry]:
    return {entry.path: entry for entry in schema_entries()}


def _all_of(entries: tuple[Entry, ...]) -> Iterator[Entry]:
    for entry in entries:
        yield entry
        yield from _all_of(entry.children)


def _entries_of(part: type[Section], above: str, chapter: str = "") -> tuple[Entry, ...]:
    return tuple(_entry(part, name, f"{above}{name}", chapter) for name in part.model_fields)


def _entry(part: type[Section], name: str, path: str, chapter: str) -> Entry:
    field, words = part.model_fields[name], words_of(part, name)
    annotation, limits, may_be_nothing = _plain(field.annotation, list(field.metadata))
    kind, inner = _kind_of(annotation, words)
    is_section = kind in ("part", "rows")
    chapter = words.chapter or (is_section and inner.chapter) or part.chapter or chapter  # a part of a part: that one's
    return Entry(
        path=path,
        kind=kind,
        label=words.label,
        help=words.help,
        nothing=words.nothing,
        chapter=chapter,
        choices=_choices(words, kind, inner),
        may_be_nothing=may_be_nothing,
        low=_limit(limits, "ge"),
        high=_limit(limits, "le"),
        longest=_limit(limits, "max_length"),
        pattern=next((limit.pattern for limit in limits if getattr(limit, "pattern", None)), ""),
        children=_entries_of(inner, f"{path}.", chapter) if is_section else (),
    )


def _plain(annotation: Any, limits: list[Any]) -> tuple[Any, list[Any], bool]:
    """The type inside `Annotated[int, …] | None`, with its limits, and whether None is allowed."""
    may_be_nothing = False
    while True:
        origin, args = get_origin(annotation), get_args(annotation)
        if origin is Annotated:
            annotation = args[0]
            for extra in args[1:]:
                limits += extra.metadata if isinstance(extra, FieldInfo) else [extra]
        elif origin in (Union, UnionType):
            may_be_nothing = True
            annotation = next(arg for arg in args if arg is not NoneType)
        else:
            return annotation, limits, may_be_nothing


def _kind_of(annotation: Any, words: Words) -> tuple[Kind, Any]:
    if words.kind:
        return words.kind, annotation
    if get_origin(annotation) is tuple:
        inner, _, _ = _plain(get_args(annotation)[0], [])
        return _list_kind(inner), inner
    if get_origin(annotation) is Literal:
        return "choice", annotation
    if isinstance(annotation, type) and issubclass(annotation, Section):
        return "part", annotation
    return _SIMPLE[annotation], annotation


_SIMPLE: Final[Mapping[Any, Kind]] = {bool: "yes_no", int: "number", str: "text"}


def _list_kind(inner: Any) -> Kind:
    if get_origin(inner) is Literal:
        return "several"
    if get_origin(inner) is tuple:
        return "packets"
    if isinstance(inner, type) and issubclass(inner, Section):
        return "rows"
    return "figures" if inner is int else "lines"


def _choices(words: Words, kind: Kind, inner: Any) -> tuple[tuple[str, str], ...]:
    if kind == "yes_no":
        return ("true", "yes"), ("false", "no")
    if kind == "ranks":
        return tuple((rank, RANK_SIGNS[rank]) for rank in RANKS)
    if kind in ("choice", "several"):
        return tuple((str(value), words.choices[value][0]) for value in get_args(inner))
    return ()


def _limit(limits: list[Any], name: str) -> int:
    return next((int(value) for limit in limits if (value := getattr(limit, name, None)) is not None), 0)
