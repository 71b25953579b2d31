"""Books with something changed, and records of deals: what the tests of the rules draw from."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel

from scoring.rules.book import BookError, RuleBook, book_from_data, built_in_books
from scoring.rules.cards import SUITS
from scoring.rules.deal_score import DealRecord, Ruled
from tests.books import PLAYED
from tests.sampling import SOAK, sample

Path = tuple[str | int, ...]
BOOKS = tuple(built_in_books().values())
KEYS = tuple(built_in_books())


def at(data: Any, path: Path) -> Any:
    for part in path:
        data = data[part]
    return data


def changed_data(book: RuleBook, **entries: Any) -> dict[str, Any]:
    """The book as plain data with entries changed: `contract__set_scoring="both"`."""
    data: dict[str, Any] = book.model_dump(mode="json")
    for name, value in entries.items():
        *folder, last = name.split("__")
        at(data, tuple(folder))[last] = value
    return data


def changed(book: RuleBook, **entries: Any) -> RuleBook:
    """The book with entries changed; raises `BookError` where that makes no valid book."""
    return book_from_data(changed_data(book, **entries))


def with_entry(book: RuleBook, path: Path, value: Any) -> RuleBook | None:
    """The book with one entry changed, None where no valid book comes of it."""
    data: dict[str, Any] = book.model_dump(mode="json")
    part: Any = data
    whole: Any = book
    for name in path[:-1]:  # what is as usual is left out
        whole = getattr(whole, name) if isinstance(name, str) else whole[name]
        usual = list(whole) if isinstance(whole, tuple) else {}
        part = part.setdefault(name, usual) if isinstance(part, dict) else part[name]
    part[path[-1]] = value
    try:
        return book_from_data(data)
    except BookError:
        return None


def of_unequal_counters(counters: str, *points: int, **entries: Any) -> RuleBook:
    """A book in tens whose counters count differently, with ten more for the last trick."""
    of_ten = {"auction__opening": 200, "auction__stuck": 200, "auction__steps": [{"multiple_of": 10}]}
    return changed(
        BOOKS[1],
        **{**of_ten, "deck__counters": counters, "deck__counter_points": points, "deck__last_trick": 10, **entries},
    )


# -- the entries of a book ---------------------------------------------------------------


@dataclass(frozen=True)
class Entry:
    """One switch or figure of a book: where it stands and what it may be."""

    path: Path
    value: Any
    values: tuple[Any, ...]  # of a switch; empty for a figure

    @property
    def is_switch(self) -> bool:
        return bool(self.values)


def entries(book: RuleBook) -> Iterator[Entry]:
    """Every switch and figure that a book holds; texts and lists of words are left out."""
    yield from _entries(book, ())


def _entries(section: BaseModel, path: Path) -> Iterator[Entry]:
    for name, field in type(section).model_fields.items():
        value = getattr(section, name)
        alone = name == "counter_points" and len(value) == 1  # one figure for all is written as such
        yield from _entries_of(value[0] if alone else value, field.annotation, (*path, name))


def _entries_of(value: Any, annotation: Any, path: Path) -> Iterator[Entry]:
    values = _switch_values(annotation)
    if values and not isinstance(value, tuple):
        yield Entry(path, value, values)
    elif isinstance(value, BaseModel):
        yield from _entries(value, path)
    elif isinstance(value, int) or (value is None and int in get_args(annotation)):
        yield Entry(path, value, ())
    elif isinstance(value, tuple):
        for number, item in enumerate(value):
            yield from _entries_of(item, None, (*path, number))


def _switch_values(annotation: Any) -> tuple[Any, ...]:
    if annotation is bool:
        return (False, True)
    if get_origin(annotation) is Literal:
        return get_args(annotation)
    if get_origin(annotation) in (Union, UnionType):
        return tuple(value for inner in get_args(annotation) for value in _switch_values(inner))
    return ()


# Rules that show only beside others, which no built-in book has.
BESIDE = tuple(
    changed(built_in_books()[key], key=f"{key}-{name}", **entries)
    for key, name, entries in (
        ("gwinnett-3", "given", {
            "contract__set_scoring": "give", "contract__throw_in": True, "contract__surrender": "meld_and_more",
            "contract__surrender_points": 100, "contract__given": "shared", "game__target": 300, "game__rises": 100,
            "kitty__stays": "aces",
            "auction__needs": "meld", "auction__needs_meld": 4, "auction__must": "meld", "auction__must_meld": 20,
        }),
        ("family-double", "five", {
            "deal__players": 5, "deal__sides": "called", "deal__hand_size": 16, "deal__packets": [[4]],
        }),
        ("family-double", "pairs", {"deal__players": 6, "deck__copies": 6, "deal__sides": "across"}),
        ("hidden-valley", "two", {
            "deal__players": 2, "deal__sides": "alone", "deal__hand_size": 12, "deal__stock_size": 24,
            "deal__packets": [[3]], "auction__trump": "turned", "passing": None, "bonuses__moon": None,
            "game__both_reach": "higher_score", "readings": [], "notes": [],
        }),
    )
)  # fmt: skip
BASES = (*BOOKS, *BESIDE)


@lru_cache(maxsize=1)
def variants() -> tuple[tuple[Path, Any, RuleBook], ...]:
    """Each built-in book with each one of its switches turned: what was changed, to what, the book."""
    turned = []
    tried = BASES if SOAK else [book for book in BASES if book in BESIDE or book.key in PLAYED]
    for book in tried:
        for entry in entries(book):
            if book in BESIDE and entry.path[0] not in ("auction", "contract", "deal", "game"):
                continue
            for value in entry.values:
                variant = with_entry(book, entry.path, value) if value != entry.value else None
                if variant is not None:
                    turned.append((entry.path, value, variant))
    return tuple(turned)


def all_books() -> tuple[RuleBook, ...]:
    """The built-in books, those beside them, and all their variants."""
    return (*BASES, *(variant for _, _, variant in variants()))


def random_book(rng: random.Random, *, with_bots: bool = False) -> RuleBook:
    """A built-in book with some switches turned at random; one that bots play, where that is asked."""
    return rng.choice([book for book in _mixed_books() if book.bots_play] if with_bots else _mixed_books())


@lru_cache(maxsize=1)
def _mixed_books() -> tuple[RuleBook, ...]:
    """Books made once for all tests: checking a book takes longer than scoring many deals."""
    rng = random.Random(5)
    return tuple(_mixed_book(rng) for _ in range(sample(100, 1_000)))


def _mixed_book(rng: random.Random) -> RuleBook:
    book = rng.choice(BOOKS)
    switches = [entry for entry in entries(book) if entry.is_switch]
    for entry in rng.sample(switches, rng.randint(0, 6)):
        book = with_entry(book, entry.path, rng.choice(entry.values)) or book
    return book


# -- records -----------------------------------------------------------------------------


def random_takes(book: RuleBook, rng: random.Random) -> dict[str, int]:
    """Takes of all sides that add up, often with a side that took next to nothing."""
    each, last = book.deck.unit, book.deck.last_trick
    left = (book.total_points - last) // each
    counters = {}
    for side in rng.sample(book.take_sides, len(book.take_sides)):
        counters[side] = min(left, rng.choice((0, 1, 2, 3, rng.randint(0, left), left)))
        left -= counters[side]
    counters[rng.choice(book.take_sides)] += left
    winner = rng.choice(book.take_sides)
    return {side: counters[side] * each + (last if side == winner else 0) for side in book.take_sides}


def random_record(book: RuleBook, rng: random.Random) -> DealRecord:
    """A record that could come from a table, takes included, with the rare things not so rare."""
    if book.deal.fourth == "sits":
        dealer = rng.choice(book.seats)
        return replace(_random_record(book.at(dealer), rng), out=dealer)
    if book.deal.calls_partner:
        bidder, partner = rng.choice(book.seats), rng.choice(book.seats)
        return replace(
            _random_record(book.for_hand(None, bidder, partner), rng), bidder=bidder, partner=partner, ruled=()
        )
    return _random_record(book, rng)


def _random_record(book: RuleBook, rng: random.Random) -> DealRecord:
    stuck = rng.random() < 0.2
    is_odd = rng.random() < 0.3
    takes = random_takes(book, rng)
    takers = [side for side in book.take_sides if takes[side] >= book.deck.last_trick]
    return DealRecord(
        bidder=rng.choice(book.seats),
        bid=book.auction.stuck if stuck else book.auction.opening + rng.choice((0, 5, 10, 30, 90)),
        trump=rng.choice(SUITS),
        stuck=stuck,
        meld={side: rng.choice((0, 2, 8, 14, 20, 24, 46, 80)) for side in book.sides},
        take=takes,
        last_trick=rng.choice((None, rng.choice(takers))),
        tricks={side: 0 for side in book.take_sides if takes[side] == 0 and rng.random() < 0.3},
        no_marriage=is_odd and rng.random() < 0.3,
        thrown_in=is_odd and rng.random() < 0.3,
        moon=is_odd and rng.random() < 0.5,
        **(_random_renege(book, rng) if is_odd else {}),
        **(_random_ruling(book, rng) if is_odd else {}),
        **(_random_cut_and_lay(book, rng) if book.bonuses.cut_and_lay else {}),
        game_meld=rng.choice((None, *book.sides)) if book.game_melds else None,
        chips={side: rng.choice((0, 1, 4)) for side in book.sides} if book.payments else {},
    )


def _random_ruling(book: RuleBook, rng: random.Random) -> dict[str, Any]:
    """A deal made void, amounts that a director gave or took, or mostly nothing."""
    amounts = {side: rng.choice((-50, -7, 20)) for side in rng.sample(book.sides, rng.choice((1, 2)))}
    chance = rng.random()
    return {"void": chance < 0.1, "ruled": (Ruled(amounts, "as ruled"),) if 0.05 < chance < 0.2 else ()}


def _random_cut_and_lay(book: RuleBook, rng: random.Random) -> dict[str, Any]:
    """Mostly a hand that was laid down, by somebody on the board or not, some near the target."""
    laid = rng.choice(("laid_stands", "laid_played", ""))
    before = {side: rng.choice((-50, 0, 120, 340)) for side in book.sides}
    return {"before": before, "off_board": rng.choice(((), book.sides)), **({laid: True} if laid else {})}


def _random_renege(book: RuleBook, rng: random.Random) -> dict[str, Any]:
    """A renege with what is said of it, a call that was not proven, or mostly nothing."""
    chance, first, second = rng.random(), *rng.sample(book.sides, 2)
    if chance < 0.4:
        cause = rng.choice(("", *book.renege.kinds))
        return {"renege": first, "renege_cause": cause, "second_renege": rng.choice((None, second))}
    return {"unproven_call": first} if chance < 0.5 else {}
