"""The rules people argue about, each with example hands under every reading of it. An example is found, not written:
of small made-up hands those are taken whose score, legal cards or winner differ between the readings, and all of it is
worked out by the rules themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import product
from math import gcd
from typing import Any, Final, NamedTuple

from .auction import bids_from, next_bid
from .book import BookError, RuleBook, built_in_books
from .cards import Card, Seat, Side
from .changes import Change, changed_book
from .comparison import value_at
from .deal_score import DealRecord, book_of, score_deal
from .entries import entry_of
from .game import judge
from .melds import meld_total
from .notation import listed, parse_cards, sign, signed
from .tricks import legal_plays, must_lead_trump

MOST_RULES: Final = 10
MOST_SCENES: Final = 3
MOST_FIGURES: Final = 4
NAMES: Final = ("Ann", "Bob", "Carl", "Dee", "Ed", "Fay", "Gus", "Hal")


class Scene(NamedTuple):
    """What happened at a made-up table, and what comes of it under a book."""

    said: str
    outcome: Callable[[RuleBook], str]


class Reading(NamedTuple):
    """One value of an argued rule, with what comes of each scene."""

    value: Any
    words: str
    changes: tuple[Change, ...]
    outcomes: tuple[str, ...]

    @property
    def key(self) -> str:
        """The value as a form sends it."""
        return str(self.value).lower() if isinstance(self.value, bool) else str(self.value)


class Argument(NamedTuple):
    """A rule offered for one book: the question, the scenes, and its readings."""

    path: str
    question: str
    help: str
    scenes: tuple[str, ...]
    readings: tuple[Reading, ...]

    @property
    def now(self) -> Reading:
        """The reading without a change."""
        return next(reading for reading in self.readings if not reading.changes)


class Argued(NamedTuple):
    """A rule that may be offered. `also` are the values of other rules that a value of this one asks for."""

    path: str
    question: str
    scenes: Callable[[RuleBook], Iterable[Scene]]
    fits: Callable[[RuleBook], bool] = lambda book: True
    also: Callable[[RuleBook, Any], Mapping[str, Any]] = lambda book, value: {}


@lru_cache(maxsize=64)
def arguments(book: RuleBook) -> tuple[Argument, ...]:
    """The rules to ask for about this book: the first ten whose readings differ at its table."""
    found: list[Argument] = []
    for argued in ARGUED:
        if len(found) < MOST_RULES and argued.fits(book) and (argument := _argument(book, argued)):
            found.append(argument)
    return tuple(found)


def _argument(book: RuleBook, argued: Argued) -> Argument | None:
    scenes = tuple(argued.scenes(book))
    read = _told_apart(scenes, dict(_books(book, argued)))
    if len(read) < 2:
        return None
    chosen = _telling(scenes, [there for there, _, _ in read.values()])
    if not chosen:
        return None
    readings = (
        Reading(value, words, changes, tuple(scene.outcome(there) for scene in chosen))
        for value, (there, words, changes) in read.items()
    )
    entry = entry_of(argued.path)
    return Argument(
        argued.path,
        argued.question,
        entry.help if entry else "",
        tuple(scene.said for scene in chosen),
        tuple(readings),
    )


Values = dict[Any, tuple[RuleBook, str, tuple[Change, ...]]]


def _told_apart(scenes: Sequence[Scene], read: Values) -> Values:
    """The values that some scene tells apart; of those that come to the same at this table one, if any the book's."""
    first = sorted(read, key=lambda value: bool(read[value][2]))
    kinds = {tuple(scene.outcome(read[value][0]) for scene in scenes): value for value in reversed(first)}
    return {value: each for value, each in read.items() if value in kinds.values()}


def _books(book: RuleBook, argued: Argued) -> Iterator[tuple[Any, tuple[RuleBook, str, tuple[Change, ...]]]]:
    """The book under each value of the rule that it can have."""
    now = value_at(book, argued.path)
    for value, words in _values(book, argued.path, now):
        wanted = {argued.path: value, **(argued.also(book, value) if value != now else {})}
        changes = tuple(Change(path, to) for path, to in wanted.items() if value_at(book, path) != to)
        try:
            there = changed_book(book, changes) if changes else book
        except BookError:
            continue
        yield value, (there, f"{words} ({there.contract.points_needed})" if value == "points" else words, changes)


def _values(book: RuleBook, path: str, now: Any) -> Iterator[tuple[Any, str]]:
    entry = entry_of(path)
    assert entry is not None, path
    if entry.kind == "yes_no":
        yield from ((value, words) for value, words in ((True, "yes"), (False, "no")))
    elif entry.choices:
        yield from entry.choices
    else:
        yield from ((figure, f"{figure:,}") for figure in _figures(book, path, now))


def _figures(book: RuleBook, path: str, now: int) -> list[int]:
    """The figure of the book, and those of others whose hands come to about as many points."""
    alike = [other for other in built_in_books().values() if 2 / 3 < other.total_points / book.total_points < 3 / 2]
    others = dict.fromkeys(value_at(other, path) for other in alike)
    step = book.auction.steps[0].multiple_of
    more = {
        "meld.minimum": [0],
        "auction.stuck": [book.auction.opening, book.auction.opening - max(step, book.deck.unit)],
    }
    wanted = [now, *more.get(path, ()), *(figure for figure in others if isinstance(figure, int))]
    usual = [figure for figure in dict.fromkeys(wanted) if figure == now or figure >= 0]
    return sorted(usual[:MOST_FIGURES])


def _telling(scenes: Sequence[Scene], books: Sequence[RuleBook]) -> tuple[Scene, ...]:
    """The fewest scenes that tell all of these books apart, each as telling as can be; none where they don't."""
    told = [(scene, [scene.outcome(book) for book in books]) for scene in scenes]
    chosen: list[Scene] = []
    known: list[tuple[str, ...]] = [() for _ in books]
    while len(set(known)) < len(books):
        apart = [[(*before, now) for before, now in zip(known, outcomes, strict=True)] for _, outcomes in told]
        best = max(range(len(told)), key=lambda at: len(set(apart[at])), default=None)
        if best is None or len(set(apart[best])) == len(set(known)) or len(chosen) == MOST_SCENES:
            return ()
        known = apart[best]
        chosen.append(told[best][0])
    return tuple(chosen)


# -- made-up hands -----------------------------------------------------------------------


def side_name(book: RuleBook, side: Side) -> str:
    """`Ann & Carl`: the made-up players of a side."""
    names = [name for seat, name in zip(book.at_table, NAMES, strict=False) if seat in side]
    return " & ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def _does(name: str, alone: str, together: str) -> str:
    """`Ann wins`, `Ann & Carl win`."""
    return f"{name} {together if '&' in name else alone}"


def hands(book: RuleBook, **known: Any) -> Iterator[Scene]:
    """Hands bid at the opening (or stuck) that are made and that are not, with much and little meld and take."""
    for record in records(book, **known):
        yield Scene(_told(book, record), partial(_scored, record=record))


def records(book: RuleBook, *, is_little: bool = False, **known: Any) -> Iterator[DealRecord]:
    """The hands as records; with `is_little` the bidders' meld covers the bid, and they take hardly anything."""
    bidder = book.seats[0]
    partner = book.seats[2] if book.deal.calls_partner else None
    here = book.for_hand(None, bidder, partner)
    mine = here.side_of(bidder)
    others = [side for side in here.sides if side != mine]
    points = book.total_points - book.uncounted_points
    little = [points - _rounded(book, 0.8 * points), 0] if is_little else []
    takes = little or [_rounded(book, 0.8 * points), _rounded(book, 0.4 * points)]
    takes += [] if is_little else [points - min(book.deck.worths.values()), points]
    melds = [_rounded(book, part * points) for part in (0.44, 0.24, 0.08)]
    for bid, their_meld, take in product(_bids_made(book, **known), melds, takes):
        for meld in [_rounded(book, bid + 1)] if is_little else melds:
            for won in (0, 1) if take in (0, points) else (None,):  # no trick, or one without a counter
                yield _record(here, (mine, *others), (bid, meld, their_meld, take, won), points, partner, known)


def _bids_made(book: RuleBook, **known: Any) -> Sequence[int]:
    if not book.auction.is_held:
        return (0,)
    if known.get("stuck"):
        return (book.auction.stuck,)
    return book.auction.opening, next_bid(book, round(1.4 * book.total_points))


def _record(
    here: RuleBook,
    sides: Sequence[Side],
    figures: tuple[int, int, int, int, int | None],
    points: int,
    partner: Seat | None,
    known: Mapping[str, Any],
) -> DealRecord:
    bid, meld, their_meld, take, won = figures
    mine, other, *rest = sides
    my_team, their_team = here.take_side(mine), here.take_side(other)
    teams = dict.fromkeys(here.take_sides, 0)
    little, much = (my_team, their_team) if not take else (their_team, my_team)
    return DealRecord(
        bidder=here.seats[0],
        bid=bid,
        trump="S",
        partner=partner,
        meld={mine: meld, other: their_meld, **dict.fromkeys(rest, 0)},
        take={**teams, their_team: points - take, my_team: take},
        last_trick=much,
        tricks={} if won is None else {**teams, much: here.tricks - won, little: won},
        **known,
    )


def _rounded(book: RuleBook, points: float) -> int:
    """A figure that meld and take can come to."""
    unit = max(book.deck.unit, gcd(*book.meld.values) if book.deck.unit > 1 else 1)
    return max(round(points / unit), 1) * unit


def _told(book: RuleBook, record: DealRecord) -> str:
    """`Ann & Carl bid 50, melded 12 and took 40. Bob & Dee melded 22 and took 10.`"""
    here = book_of(book, record)
    mine = here.side_of(record.bidder)
    sentences = []
    for side in sorted(here.sides, key=lambda side: side != mine):
        team = here.take_side(side)
        meld, take, won = record.meld.get(side, 0), record.take.get(team, 0), record.tricks.get(team)
        took = f"took {take}" if take else "won a trick without a counter" if won else "won no trick"
        if side == mine and book.auction.is_held:
            bid = (
                _does(side_name(here, side), "was stuck", "were stuck")
                if record.stuck
                else f"{side_name(here, side)} bid"
            )
            bid += f" with {record.bid}" if record.stuck else f" {record.bid}"
            sentences.append(f"{bid}, melded {meld} and {took}.")
        elif team != side and meld:
            sentences.append(
                f"{side_name(here, side)} melded {meld}, and the others {took}{' together' if take else ''}."
            )
        elif team == side and (meld or take or won or len(here.sides) == 2):
            sentences.append(f"{side_name(here, side)} melded {meld} and {took}.")
    return " ".join(sentences)


def _scored(book: RuleBook, record: DealRecord) -> str:
    """`Ann & Carl set, −50; Bob & Dee +22`."""
    score, here = score_deal(book, record), book_of(book, record)
    sides = score.sides if len(score.sides) == 2 else {side: part for side, part in score.sides.items() if part.score}
    told = []
    for side in sides:
        is_set = score.is_set(side) and side == here.side_of(record.bidder)
        told.append(f"{side_name(book, side)} {'set, ' if is_set else ''}{signed(score.sides[side].score)}")
    return "; ".join(told) or "nobody scores"


# -- other scenes ------------------------------------------------------------------------


def _close_games(book: RuleBook) -> Iterator[Scene]:
    """Hands that take two sides to the target at once."""
    target = book.game.target
    for made in records(book) if target else ():
        here = book_of(book, made)
        bidders = here.side_of(made.bidder)
        much = {
            side: meld + book.total_points if side != bidders and meld else meld for side, meld in made.meld.items()
        }
        record = replace(made, meld=much)
        scores = score_deal(book, record).scores
        bidding = bidders if not book.deal.calls_partner else record.bidder
        rival = max((side for side in scores if side != bidding), key=lambda side: scores[side])
        if not 0 < scores[bidding] < scores[rival] or target is None:
            continue
        short = _rounded(book, 0.1 * min(scores[bidding], scores[rival]))
        before = {**dict.fromkeys(scores, 0), bidding: target - short, rival: target - short}
        names = f"{side_name(book, bidding)} and {side_name(book, rival)}"
        after = {side: before[side] + scores[side] for side in scores}
        said = (
            f"{names} both need {short} more for {target:,}. {side_name(book, bidding)} bid and made it: "
            f"{after[bidding]:,}. {side_name(book, rival)}: {after[rival]:,}."
        )
        yield Scene(said, partial(_winner, before=before, after=after, bidding=bidding))


def _winner(book: RuleBook, before: Mapping[Side, int], after: Mapping[Side, int], bidding: Side) -> str:
    won = judge(book, before, after, bidding, 1)
    return _does(side_name(book, won.side), "wins", "win") if won else "nobody has won yet"


def _bids(book: RuleBook) -> Iterator[Scene]:
    yield Scene(
        "What may be bid first:", lambda there: f"{listed([f'{bid:,}' for bid in bids_from(there, None, 4)])} …"
    )


class Trick(NamedTuple):
    said: str
    hand: str
    trick: str = ""


TRICKS: Final = (
    Trick("Spades are trump. A heart is led", "AH TH JH", "KH"),
    Trick("Spades are trump. A heart is led, and the king so far is best", "AH TH JH", "JH KH"),
    Trick("Spades are trump. Hearts are led, and your partner’s king is best", "AH TH JH", "JH KH QH"),
    Trick("Spades are trump. A heart is led, an opponent trumped it, and you have no heart", "AS JS QD", "KH QS"),
    Trick("Spades are trump and led, and the king is best", "AS TS JS", "JS KS"),
)


def _tricks(book: RuleBook) -> Iterator[Scene]:
    for said, hand, trick in TRICKS:
        held, there = parse_cards(hand), parse_cards(trick)
        if len(there) >= book.deal.players:
            continue
        cards = f"{said}: {' '.join(map(sign, there))}. You hold {' '.join(map(sign, held))}."
        yield Scene(cards, partial(_may_play, held=held, trick=there))


def _may_play(book: RuleBook, held: Sequence[Card], trick: Sequence[Card]) -> str:
    return _may(legal_plays(book, held, trick, "S"), "play")


def _leads(book: RuleBook) -> Iterator[Scene]:
    held = parse_cards("AH KS JD")
    for stuck in (False, True):
        got = f"{NAMES[0]} got stuck with" if stuck else f"{NAMES[0]} won"
        said = f"{got} the bid, names spades and holds {' '.join(map(sign, held))}."
        yield Scene(said, partial(_may_lead, held=held, stuck=stuck))


def _may_lead(book: RuleBook, held: Sequence[Card], stuck: bool) -> str:
    return _may(legal_plays(book, held, (), "S", leads_trump=must_lead_trump(book, stuck=stuck)), "lead")


def _may(cards: Sequence[Card], verb: str) -> str:
    return f"may {verb} {listed([sign(card) for card in cards], 'or')}"


def _meld_scene(hand: str, said: str) -> Callable[[RuleBook], Iterator[Scene]]:
    cards = parse_cards(hand)

    def scenes(book: RuleBook) -> Iterator[Scene]:
        shown = " ".join(map(sign, cards))
        yield Scene(f"Spades are trump. {said}: {shown}.", lambda there: f"counts {meld_total(there, cards, 'S')}")

    return scenes


def _all_points(book: RuleBook) -> Iterator[Scene]:
    yield Scene("All tricks of a hand together:", lambda there: f"{there.total_points} points")


def _melding(book: RuleBook) -> Iterator[Scene]:
    yield Scene(
        f"The bidder takes the {book.deal.kitty_size} cards of the kitty and melds.",
        lambda there: f"from {there.melding_hand_size} cards",
    )


# -- the rules ---------------------------------------------------------------------------


def _held(book: RuleBook) -> bool:
    return book.auction.is_held


def _stuck(book: RuleBook) -> Iterator[Scene]:
    return hands(book, stuck=True)


def _little(book: RuleBook) -> Iterator[Scene]:
    return hands(book, is_little=True)


def _stuck_at(book: RuleBook) -> Iterator[Scene]:
    """Everybody else passed: the bid is what the book says."""
    for record in records(book, stuck=True):
        said = _told(book, record).replace(f"stuck with {record.bid}", "stuck")

        def outcome(there: RuleBook, record: DealRecord = record) -> str:
            facts = {name: getattr(record, name) for name in ("bidder", "trump", "partner", "meld", "take", "tricks")}
            return _scored(
                there, DealRecord(**facts, bid=there.auction.stuck, stuck=True, last_trick=record.last_trick)
            )

        yield Scene(said, outcome)


def _thrown_in(book: RuleBook) -> Iterator[Scene]:
    stuck = book.contract.throw_in_by == "stuck"
    for record in records(book, thrown_in=True, stuck=stuck):
        bidding = book_of(book, record).side_of(record.bidder)
        name = side_name(book, bidding)
        if score_deal(book, replace(record, thrown_in=False)).is_made:
            continue
        said = f"{_told(book, record)} {name} would rather have given up before the first lead."
        yield Scene(said, partial(_scored, record=record))


def _points_needed(book: RuleBook, value: Any) -> Mapping[str, Any]:
    if value != "points" or book.contract.points_needed:
        return {}
    return {"contract.points_needed": _rounded(book, 0.4 * book.total_points)}


def _marriage(book: RuleBook) -> Iterator[Scene]:
    for record in records(book, no_marriage=True):
        said = _told(book, record).replace(", melded", " without a marriage, melded", 1)
        yield Scene(said, partial(_scored, record=record))


ARGUED: Final = (
    Argued("contract.set_scoring", "What does a set cost?", hands, _held),
    Argued("contract.defenders_need", "What saves the others’ meld?", hands, also=_points_needed),
    Argued("contract.unsaved_take", "Not saved: what of the points they took?", hands),
    Argued("game.both_reach", "Both reach the target on one hand: who wins?", _close_games, _held),
    Argued("meld.minimum", "How much meld does a side need?", hands,
           also=lambda book, value: {} if value else {"contract.below_minimum": "played"}),
    Argued(
        "auction.opening",
        "What is the opening bid?",
        _bids,
        _held,
        also=lambda book, value: {"auction.stuck": value - book.auction.opening + book.auction.stuck},
    ),
    Argued("auction.stuck", "What does a stuck dealer bid?", _stuck_at, _held),
    Argued("contract.stuck_set", "A stuck dealer is set: what of meld and take?", _stuck, _held),
    Argued("play.heading", "When must the best card be beaten?", _tricks),
    Argued("contract.throw_in", "May the bidder give up?", _thrown_in, _held,
           also=lambda book, value: {} if value or book.contract.off_the_board != "may_throw_in"
           else {"contract.off_the_board": "played"}),
    Argued("meld.beside_run", "Another king and queen beside a run?",
           _meld_scene("AS TS KS KS QS QS JS", "Ann lays a run and a second marriage")),
    Argued("contract.bidders_need", "Must the bidders win something too?", _little, _held, also=_points_needed),
    Argued("auction.marriage_needed", "Must the bidder have a marriage?", _marriage, _held),
    Argued("play.first_lead", "What may the bidder lead first?", _leads, _held),
    Argued("kitty.meld_before_burying", "Does the bidder meld before burying?", _melding,
           lambda book: book.kitty is not None),
    Argued("deck.last_trick", "What is the last trick worth?", _all_points),
    Argued("contract.made_scoring", "A bid is made: what does it score?", hands, _held),
    Argued("contract.below_minimum", "The bidder has too little meld: is it played?", hands,
           lambda book: book.auction.is_held and bool(book.meld.minimum)),
    Argued("contract.unsaved_meld", "Not saved, but the bid was set: what of the meld?", hands, _held),
    Argued("contract.off_the_board", "A bid out of reach: is it played?", hands, _held),
    Argued("contract.ordinary_set", "Set: do meld and take still count?", hands, _held),
    Argued("meld.run_suits", "Does a run count in any suit?",
           _meld_scene("AH TH KH QH JH", "Ann lays a run in hearts")),
)  # fmt: skip
