"""Books drawn by chance over the whole schema: any switch turned, any figure changed, any part put in or left out. What
is refused is put back until the book is legal; each refusal is kept, to be read by the tests."""

import random
from collections.abc import Iterator, Mapping
from copy import deepcopy
from functools import lru_cache
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin

from pydantic.fields import FieldInfo

from scoring.rules.auction import bids_from
from scoring.rules.book import BookError, Fault, RuleBook, book_from_data
from scoring.rules.book.deal import Deal
from scoring.rules.book.section import Section
from scoring.rules.cards import SUITS, Seat, Side
from scoring.rules.deal_score import DealRecord
from scoring.rules.tricks import points
from tests.scoring.rules.deal_samples import BESIDE, BOOKS, changed, changed_data, of_unequal_counters

Data = dict[str, Any]
LEFT_ALONE: Final = frozenset(
    {"key", "name", "short_name", "edition", "summary", "sources", "readings", "sheet", "words", "notes"}
)
FIGURES: Final = (0, 1, 2, 3, 4, 5, 8, 10, 15, 20, 21, 25, 30, 40, 50, 60, 100, 150, 250, 500, 1_000, 10_000)
# How many of the entries are drawn anew.
SHARES: Final = (0.12, 0.25, 0.5)


def _bases() -> tuple[Data, ...]:
    """Legal books to begin from, with the tables and decks that the built-in ones do not have."""
    double = {"deal__hand_size": 25, "deal__kitty_size": 5, "deal__packets": [[5]], "kitty": {"bury": 5}}
    found = [changed_data(book) for book in BOOKS]
    found.append(changed_data(BOOKS[KEYS["family-double"]], deal__players=3, auction__meld_bids=False, **double))
    kitty = {"deal__hand_size": 11, "deal__kitty_size": 4, "deal__packets": [[3, 4]], "kitty": {"bury": 4}}
    found.append(changed_data(BOOKS[KEYS["st-hilary"]], **kitty))
    big = {"deck__copies": 4, "deal__hand_size": 24, "deal__packets": [[3], [4]], "auction__opening": 50}
    found.append(changed_data(BOOKS[KEYS["gwinnett"]], auction__stuck=50, **big))
    found += map(_of_many, MANY)
    found += [changed_data(book) for book in (*BESIDE, *_with_new_switches())]
    return tuple({**data, "readings": [], "notes": [], "sources": []} for data in found)


def _with_new_switches() -> Iterator[RuleBook]:
    """Books with what hangs together, which is rarely drawn at once."""
    tens = {"auction__opening": 200, "auction__stuck": 200, "auction__steps": [{"multiple_of": 10}]}
    yield of_unequal_counters("ATKQJ", 11, 10, 4, 3, 2, deck__rounding="up", contract__set_scoring="deduct_twice")
    yield of_unequal_counters("ATKQ", 10, 10, 5, 5, deck__rounding="bidders", contract__made_scoring="bid")
    yield of_unequal_counters("ATKQJ", 11, 10, 4, 3, 2, deck__rounding="sevens", contract__defenders_need="counter")
    yield of_unequal_counters("ATK", 10, 5, 5, deck__rounding="down", game__lead={"points": 100, "counts": "enough"})
    yield changed(BOOKS[KEYS["npa"]], meld__roundhouse={"values": [24, 240], "own_meld": True, "arounds_too": True})
    yield changed(BOOKS[KEYS["npa"]], meld__roundhouse={"values": [24, 240], "own_meld": True, "marriages_too": True})
    yield changed(BOOKS[KEYS["cutthroat"]], bonuses__game_melds={"played": "always"}, deal__fourth="sits")
    pays = {"bids": [{"at": 200, "pays": 1}, {"at": 300, "pays": 3}], "further": 50, "further_pays": 2, "slam": 4,
            "melds": [{"meld": "aces", "pays": 2}, {"meld": "run", "count": 2, "pays": 5}], "game": 5, "lead": 100,
            "lead_pays": 1, "below_zero": 3}  # fmt: skip
    yield changed(BOOKS[KEYS["hidden-valley"]], payments=pays, **tens, deck__counter_points=10, deck__last_trick=10)
    yield changed(BOOKS[KEYS["cutthroat"]], payments={"failed": "nothing", "slam": 4, "game": 2})
    yield changed(BESIDE[1], payments=pays, money=None)
    yield changed(BESIDE[1], money={"hard_set": 8, "hard_to_others": 2, "soft_set": 5, "soft_to_others": 1})
    yield changed(BESIDE[2], payments={**pays, "failed": "once", "failed_more": 2}, deal__sides="second")
    yield changed(BESIDE[2], payments=pays)
    given = {"contract__throw_in": True, "contract__given": "shared", "contract__set_scoring": "both"}
    for opponents in get_args(Deal.model_fields["opponents"].annotation):
        yield changed(BESIDE[1], deal__opponents=opponents, **given, contract__surrender="meld_and_points")
    yield changed(BESIDE[2], **given, contract__surrender="meld_and_more", contract__surrender_points=40)
    surrender = {"contract__throw_in": True, "contract__surrender": "nothing", "contract__throw_in_by": "stuck"}
    yield changed(BOOKS[KEYS["st-hilary"]], **surrender, contract__surrender_costs="twice", game__deals=12)


# Players, their sides, the book to begin from, and each one's cards.
MANY: Final = (
    (2, "alone", "gwinnett-3", {"hand_size": 22, "kitty_size": 4, "packets": [[2]]}),
    (2, "alone", "hidden-valley", {"hand_size": 12, "stock_size": 24, "packets": [[3]]}),
    (4, "alone", "gwinnett", {"hand_size": 12, "packets": [[3]]}),
    (4, "called", "family-double", {"hand_size": 20, "packets": [[4]]}),
    (5, "called", "family-double", {"hand_size": 16, "packets": [[4]]}),
    (5, "called", "gwinnett-3", {"hand_size": 9, "kitty_size": 3, "packets": [[3]]}),
    (6, "across", "npa", {"hand_size": 20, "packets": [[4]]}),
    (6, "second", "family-double", {"hand_size": 20, "packets": [[4]]}),
    (6, "across", "hidden-valley", {"hand_size": 8, "packets": [[4]]}),
    (6, "alone", "gwinnett", {"hand_size": 8, "packets": [[4]]}),
    (7, "called", "cutthroat", {"hand_size": 11, "kitty_size": 3, "packets": [[11]]}),
    (8, "across", "family-double", {"hand_size": 20, "packets": [[4]]}),
    (8, "second", "npa", {"hand_size": 20, "packets": [[4]]}),
)


def _of_many(row: tuple[int, str, str, Data]) -> Data:
    """A book for so many players, with packs enough for their hands."""
    players, sides, key, deal = row
    book = BOOKS[KEYS[key]]
    cards = players * deal["hand_size"] + deal.get("kitty_size", 0) + deal.get("stock_size", 0)
    usual = {"stock_size": 0, "kitty_size": 0, "fourth": "no", "partner_may_deal": False, "sides": sides}
    data = changed_data(book, deck__copies=cards // (4 * len(book.deck.ranks)))
    data["deal"] |= {"players": players, **usual, **deal}
    data["kitty"] = {**(data["kitty"] or {}), "bury": deal["kitty_size"]} if "kitty_size" in deal else None
    data["auction"] |= {"out_of_turn": "refused", "change_after_bid": None}
    if players != 4 or sides != "across":
        data |= {"passing": None, "round": None, "penalties": [], "rulings": {}}
    if data["deal"].get("stock_size"):
        data["auction"]["trump"] = "turned"
        data["game"] |= {"both_reach": "higher_score", "bid_to_win": None}
        data["bonuses"]["moon"] = None
    if data.get("money"):
        data["money"] |= {"hard_to_others": 1, "soft_to_others": 0}
    if sides == "called":
        data["bonuses"] |= {"cut_and_lay": None, "game_melds": None}
    return data


KEYS: Final[Mapping[str, int]] = {book.key: place for place, book in enumerate(BOOKS)}


@lru_cache(maxsize=1)
def bases() -> tuple[Data, ...]:
    return _bases()


def drawn_book(rng: random.Random, base: Data | None = None) -> tuple[RuleBook, tuple[Fault, ...]]:
    """A legal book, and what was refused on the way to it."""
    base = base or rng.choice(bases())
    data = _drawn_section(RuleBook, base, rng, rng.choice(SHARES))
    refused: list[Fault] = []
    for attempt in range(200):
        try:
            return book_from_data(data), tuple(refused)
        except BookError as error:
            refused += error.faults
            for fault in error.faults:
                _put_back(data, base, fault.path.split("."), attempt)
    raise AssertionError(f"never legal: {refused[-5:]}")


def _put_back(data: Data, base: Data, path: list[str], attempt: int) -> None:
    """The entry as it is in the legal book; where that is not what is wrong, more and more of what is around it."""
    for end in range(len(path), 0, -1):
        if _put(data, base, path[:end]):
            return
    if attempt > 5:  # the fault lies in another part
        names = sorted(name for name in data if data[name] != base.get(name))
        _put(data, base, names[attempt % len(names) :][:1] if names else ["deck"])


def _put(data: Data, base: Data, path: list[str]) -> bool:
    *above, last = path
    mine, legal = _at(data, above), _at(base, above)
    if not isinstance(mine, dict) or not isinstance(legal, dict):
        return False
    if mine.get(last) == legal.get(last) and (last in mine) == (last in legal):
        return False
    if last in legal:
        mine[last] = deepcopy(legal[last])
    else:
        del mine[last]
    return True


def _at(data: Any, path: list[str]) -> Any:
    for name in path:
        data = data.get(name) if isinstance(data, dict) else None
    return data


# -- a hand ------------------------------------------------------------------------------


def drawn_hand(book: RuleBook, rng: random.Random) -> DealRecord:
    """A hand that could be played under the book, with everything about it known, and the rare things not so rare."""
    dealer = rng.choice(book.seats)
    table, out = book.at(book.out_at(dealer)), book.out_at(dealer)
    stuck = rng.random() < 0.2 and book.auction.is_held
    bidder = table.last_to_call(dealer) if stuck else rng.choice(table.seats)
    partner = rng.choice(table.seats) if book.deal.calls_partner else None
    table = book.for_hand(out, bidder, partner)
    bids = bids_from(table, None, rng.choice((3, 40))) if book.auction.is_held else (0,)
    tricks, take, last = _drawn_play(table, bidder, rng)
    own = {seat: rng.choice((0, 0, 2, 4, 10, 15, 20, 24, 46, 100)) for seat in table.seats}
    is_odd = rng.random() < 0.4 and book.auction.is_held
    no_marriage = is_odd and book.auction.marriage_needed and rng.random() < 0.3
    renege = None if no_marriage or rng.random() < 0.85 else rng.choice(table.sides)
    thrown_in = is_odd and renege is None and book.contract.throw_in and rng.random() < 0.3
    may_lay = bool(book.bonuses.cut_and_lay) and not (no_marriage or thrown_in)
    laid = rng.choice(("", "laid_stands", "laid_played")) if may_lay else ""
    moon = bool(book.bonuses.moon) and not thrown_in and rng.random() < 0.3
    return DealRecord(
        bidder=bidder,
        bid=book.auction.stuck if stuck else rng.choice(bids),
        trump=None if no_marriage else rng.choice(SUITS),
        stuck=stuck,
        meld={side: sum(own[seat] for seat in table.seats_of(side)) for side in table.sides},
        take=take,
        last_trick=last,
        tricks={side: sum(tricks[seat] for seat in table.seats_of(side)) for side in table.take_sides},
        player_meld=own,
        player_tricks=tricks,
        no_marriage=no_marriage,
        thrown_in=thrown_in,
        moon=moon,
        renege=renege,
        unproven_call=rng.choice(table.sides) if not (no_marriage or thrown_in) and rng.random() < 0.1 else None,
        before={side: rng.choice((-50, 0, 120, 340, 480, 1_000)) for side in book.sides},
        off_board=tuple(side for side in book.sides if rng.random() < 0.3),
        out=out,
        game_meld=rng.choice((None, None, *book.sides)) if book.game_melds else None,
        partner=partner,
        chips={side: rng.choice((0, 1, 4)) for side in table.sides} if book.payments else {},
        laid_stands=laid == "laid_stands",
        laid_played=laid == "laid_played",
    )


def _drawn_play(table: RuleBook, bidder: Seat, rng: random.Random) -> tuple[dict[Seat, int], dict[Side, int], Side]:
    """Who won how many tricks with which cards of a shuffled deck: often all or none of them."""
    cards = rng.sample(table.cards, len(table.cards))
    buried = [cards.pop() for _ in range(table.deal.kitty_size)]
    winners = rng.choice((table.seats, rng.sample(table.seats, rng.randint(1, len(table.seats)))))
    tricks, take = dict.fromkeys(table.seats, 0), dict.fromkeys(table.take_sides, 0)
    side_of = {seat: table.take_side(table.side_of(seat)) for seat in table.seats}
    if table.kitty and table.kitty.buried_count:
        take[side_of[bidder]] += points(table, buried, last_trick=False)
    often = [rng.choice((1, 1, 1, 20)) for _ in winners]
    for number in range(table.tricks):
        seat = rng.choices(winners, often)[0]
        tricks[seat] += 1
        trick = [cards.pop() for _ in table.seats]
        take[side_of[seat]] += points(table, trick, last_trick=number == table.tricks - 1)
    return tricks, take, side_of[seat]


# -- one entry after the other -----------------------------------------------------------


def _drawn_section(part: type[Section], base: Mapping[str, Any], rng: random.Random, share: float) -> Data:
    found: Data = {}
    for name, field in part.model_fields.items():
        if name in LEFT_ALONE and part is RuleBook:
            found |= {name: deepcopy(base[name])} if name in base else {}
            continue
        annotation, limits = _plain(field.annotation, list(field.metadata))
        value = base.get(name, _NOTHING)
        if isinstance(value, dict) and _section_in(annotation):
            is_left_out = NoneType in _choices(annotation) and rng.random() < share
            found[name] = None if is_left_out else _drawn_section(_section_in(annotation), value, rng, share)
        elif value is _NOTHING and rng.random() >= share:
            continue
        elif value is not _NOTHING and rng.random() >= share:
            found[name] = deepcopy(value)
        else:
            drawn = _drawn(annotation, limits, rng)
            if drawn is not _NOTHING:
                found[name] = drawn
    return found


_NOTHING: Final = object()


def _drawn(annotation: Any, limits: list[Any], rng: random.Random) -> Any:
    kinds = [kind for kind in _choices(annotation) if kind is not NoneType]
    if NoneType in _choices(annotation) and rng.random() < 0.4:
        return None
    annotation, limits = _plain(rng.choice(kinds), limits)
    if annotation is bool:
        return rng.random() < 0.5
    if get_origin(annotation) is Literal:
        return rng.choice(get_args(annotation))
    if annotation is int:
        low, high = _limit(limits, "ge", 0), _limit(limits, "le", 10_000)
        return rng.choice([figure for figure in FIGURES if low <= figure <= high])
    if isinstance(annotation, type) and issubclass(annotation, Section):
        whole = {name for name, field in annotation.model_fields.items() if field.is_required() or rng.random() < 0.5}
        fields = {name: annotation.model_fields[name] for name in annotation.model_fields if name in whole}
        drawn = {name: _drawn(*_plain(field.annotation, list(field.metadata)), rng) for name, field in fields.items()}
        return {name: value for name, value in drawn.items() if value is not _NOTHING}
    if get_origin(annotation) is tuple:
        inner, own = _plain(get_args(annotation)[0], [])
        rows = [_drawn(inner, own, rng) for _ in range(rng.choice((0, 1, 2, 2, 4)))]
        rows = [row for row in rows if row is not _NOTHING]
        if any(getattr(limit, "kind", "") == "worths" for limit in limits):
            return sorted((row or 1 for row in rows), reverse=True)
        if inner is int:
            return sorted(rows) if rng.random() < 0.8 else rows
        is_choice = get_origin(inner) is Literal
        return list(dict.fromkeys(rows)) if is_choice else rows
    if annotation is str:
        return rng.choice(("Sweep", "late", "cards down", "A", "ATK", "AT"))
    return _NOTHING


def _choices(annotation: Any) -> tuple[Any, ...]:
    return get_args(annotation) if get_origin(annotation) in (Union, UnionType) else (annotation,)


def _section_in(annotation: Any) -> Any:
    found = (_plain(each, [])[0] for each in _choices(annotation))
    return next((each for each in found if isinstance(each, type) and issubclass(each, Section)), None)


def _plain(annotation: Any, limits: list[Any]) -> tuple[Any, list[Any]]:
    while get_origin(annotation) is Annotated:
        annotation, *more = get_args(annotation)
        for extra in more:
            limits = [*limits, *(extra.metadata if isinstance(extra, FieldInfo) else [extra])]
    return annotation, limits


def _limit(limits: list[Any], name: str, otherwise: int) -> int:
    return next((int(value) for limit in limits if (value := getattr(limit, name, None)) is not None), otherwise)
