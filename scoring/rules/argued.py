"""The rules people argue about, each with example hands under every reading of it. An example is found, not written:
of small made-up hands those are taken whose score, legal cards or winner differ between the readings, and all of it is
worked out by the rules themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import islice, product
from math import gcd
from typing import Any, Final, NamedTuple

from .auction import bids_from, next_bid
from .book import BidStep, BookError, RuleBook, built_in_books
from .book.exchange import Passing
from .book.game import BidToWin
from .cards import Card, Seat, Side
from .changes import Change, changed_book
from .comparison import value_at
from .deal_score import DealRecord, book_of, score_deal
from .entries import entry_of
from .exchange import passes_unseen, passing_order
from .game import judge
from .melds import meld_total
from .nearest import scaled
from .notation import counted, listed, parse_cards, sign, signed
from .tricks import legal_plays, must_lead_trump, points

MOST_RULES: Final = 12
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
    scenes: tuple[str, ...]
    readings: tuple[Reading, ...]

    @property
    def now(self) -> Reading:
        """The reading without a change."""
        return next(reading for reading in self.readings if not reading.changes)


class Argued(NamedTuple):
    """A rule that may be offered. `also` are the values of other rules that a value of this one asks for, `more` values
    besides those of the books, and `words` what one is called that is no choice."""

    path: str
    question: str
    scenes: Callable[[RuleBook], Iterable[Scene]]
    fits: Callable[[RuleBook], bool] = lambda book: True
    also: Callable[[RuleBook, Any], Mapping[str, Any]] = lambda book, value: {}
    more: Callable[[RuleBook], Iterable[Any]] = lambda book: ()
    words: Callable[[Any], str] = "{:,}".format


@lru_cache(maxsize=64)
def arguments(book: RuleBook) -> tuple[Argument, ...]:
    """The rules to ask for about this book: the first whose readings differ at its table."""
    found = (argument for argued in ARGUED if argued.fits(book) and (argument := _argument(book, argued)))
    return tuple(islice(found, MOST_RULES))


def _argument(book: RuleBook, argued: Argued) -> Argument | None:
    """The readings that some scene tells apart; of those that come to the same at this table one, if any the book's."""
    scenes = tuple(argued.scenes(book))
    read = tuple(_books(book, argued))
    told: dict[tuple[str, ...], int] = {}
    for at in sorted(range(len(read)), key=lambda at: bool(read[at][3])):
        told.setdefault(tuple(scene.outcome(read[at][1]) for scene in scenes), at)
    chosen = _telling(tuple(told))
    readings = (
        Reading(read[at][0], read[at][2], read[at][3], tuple(outcomes[scene] for scene in chosen))
        for outcomes, at in sorted(told.items(), key=lambda each: each[1])
    )
    said = tuple(scenes[scene].said for scene in chosen)
    return Argument(argued.path, argued.question, said, tuple(readings)) if said else None


def _books(book: RuleBook, argued: Argued) -> Iterator[tuple[Any, RuleBook, str, tuple[Change, ...]]]:
    """Each value of the rule that the book can have, with the book under it, its words and what it changes."""
    now = value_at(book, argued.path)
    for value, words in _values(book, argued, now):
        wanted = {argued.path: value, **(argued.also(book, value) if value != now else {})}
        changes = tuple(Change(path, to) for path, to in wanted.items() if value_at(book, path) != to)
        try:
            there = changed_book(book, changes) if changes else book
        except BookError:
            continue
        yield value, there, f"{there.contract.points_needed} points" if value == "points" else words, changes


def _values(book: RuleBook, argued: Argued, now: Any) -> Iterator[tuple[Any, str]]:
    entry = entry_of(argued.path)
    assert entry is not None, argued.path
    if entry.kind == "yes_no":
        yield from ((value, words) for value, words in ((True, "yes"), (False, "no")))
    elif entry.choices:
        yield from entry.choices
    else:
        others = (value_at(other, argued.path) for other in _alike(book))
        known = list(dict.fromkeys((now, *argued.more(book), *others)))[:MOST_FIGURES]
        numbers = [value for value in known if isinstance(value, int)]
        yield from ((value, argued.words(value)) for value in sorted(numbers) or known)


def _alike(book: RuleBook) -> list[RuleBook]:
    """The books whose hands come to about as many points."""
    return [other for other in built_in_books().values() if 2 / 3 < other.total_points / book.total_points < 3 / 2]


def _telling(told: Sequence[tuple[str, ...]]) -> list[int]:
    """The fewest scenes that tell all of these apart, each as telling as can be; none where they don't."""
    chosen: list[int] = []
    known: list[tuple[str, ...]] = [() for _ in told]
    while len(set(known)) < len(told):
        apart = [
            [(*before, now) for before, now in zip(known, scene, strict=True)] for scene in zip(*told, strict=True)
        ]
        best = max(range(len(apart)), key=lambda at: len(set(apart[at])), default=None)
        if best is None or len(set(apart[best])) == len(set(known)) or len(chosen) == MOST_SCENES:
            return []
        known = apart[best]
        chosen.append(best)
    return chosen


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


def _close_games(book: RuleBook, *, is_far: bool = False) -> Iterator[Scene]:
    """Hands that take two sides to the target at once, or with `is_far` only the one that did not bid."""
    target = book.game.target
    for made in records(book) if target else ():
        here = book_of(book, made)
        bidders = here.side_of(made.bidder)
        more = {bidders: max(made.bid - made.meld[bidders] - made.take[here.take_side(bidders)], 0)}
        much = {side: meld + more.get(side, book.total_points if meld else 0) for side, meld in made.meld.items()}
        scores = score_deal(book, replace(made, meld=much)).scores
        bidding = bidders if not book.deal.calls_partner else made.bidder
        rival = max((side for side in scores if side != bidding), key=lambda side: scores[side])
        if not 0 < scores[bidding] < scores[rival] or target is None:
            continue
        short = _rounded(book, 0.1 * min(scores[bidding], scores[rival]))
        further = scores[bidding] if is_far else 0
        before = {**dict.fromkeys(scores, 0), bidding: target - short - further, rival: target - short}
        names = side_name(book, bidding), side_name(book, rival)
        after = {side: before[side] + scores[side] for side in scores}
        need = f"{names[0]} and {names[1]} both need {short} more for {target:,}."
        if is_far:
            need = f"{_does(names[0], 'needs', 'need')} {short + further} more for {target:,}, {names[1]} only {short}."
        said = f"{need} {names[0]} bid and made it: {after[bidding]:,}. {names[1]}: {after[rival]:,}."
        yield Scene(said, partial(_winner, before=before, after=after, bidding=bidding))


def _winner(book: RuleBook, before: Mapping[Side, int], after: Mapping[Side, int], bidding: Side) -> str:
    won = judge(book, before, after, bidding, 1)
    return _does(side_name(book, won.side), "wins", "win") if won else "nobody has won yet"


def _bid_to_win(book: RuleBook) -> Iterator[BidToWin | None]:
    """None, and the one of the books, as far below the target."""
    yield None
    for other in built_in_books().values():
        if book.game.target and other.game.bid_to_win and other.game.target:
            yield scaled(other.game.bid_to_win, other.game.target, book.game.target)


def _steps(book: RuleBook) -> Iterator[Scene]:
    ends = {step.up_to for other in (book, *_alike(book)) for step in other.auction.steps if step.up_to}
    for high in sorted({book.auction.opening, *ends}):
        yield Scene(f"{high} is bid. What may be bid next:", partial(_next_bids, high=high))


def _next_bids(book: RuleBook, high: int | None) -> str:
    return f"{listed([f'{bid:,}' for bid in bids_from(book, high, 4)])} …"


def _steps_words(steps: Sequence[BidStep]) -> str:
    """`any number up to 60, then multiples of 5`."""
    return ", then ".join(f"{step.multiples} up to {step.up_to}" if step.up_to else step.multiples for step in steps)


def _passed(book: RuleBook) -> str:
    """`Carl gives Ann 4 cards, and Ann looks at them before giving 4 back`."""
    names = dict(zip(book.at_table, NAMES, strict=False))
    pair = [names[seat] for seat in passing_order(book, book.seats[0])]
    if book.passing is None or not pair:
        return "nobody passes any"
    cards = counted(book.passing.cards, "card")
    if passes_unseen(book):
        return f"{' and '.join(pair)} give each other {cards}, and look only when both have"
    return f"{pair[0]} gives {pair[1]} {cards}, and {pair[1]} looks at them before giving {book.passing.cards} back"


def _passing_words(passing: Passing | None) -> str:
    if passing is None:
        return "no"
    return f"{counted(passing.cards, 'card')}, {'together' if passing.order == 'both_at_once' else 'the partner first'}"


# Spades are trump: what is said, what is held, and what lies there.
TRICKS: Final = (
    ("A heart is led", "AH TH JH", "KH"),
    ("A heart is led, and the king so far is best", "AH TH JH", "JH KH"),
    ("Hearts are led, and your partner’s king is best", "AH TH JH", "JH KH QH"),
    ("A heart is led, an opponent trumped it, and you have no heart", "AS JS QD", "KH QS"),
    ("A spade is led, and the king is best", "AS TS JS", "JS KS"),
)


def _tricks(book: RuleBook) -> Iterator[Scene]:
    for said, hand, trick in TRICKS:
        held, there = parse_cards(hand), parse_cards(trick)
        if len(there) < book.deal.players:
            cards = f"Spades are trump. {said}: {' '.join(map(sign, there))}. You hold {' '.join(map(sign, held))}."
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


def _one(said: str, outcome: Callable[[RuleBook], str]) -> Callable[[RuleBook], Iterator[Scene]]:
    """One scene, the same for all books but for what `{…}` names of each."""
    return lambda book: iter((Scene(said.format(book=book), outcome),))


def _laid(said: str, hand: str) -> Callable[[RuleBook], Iterator[Scene]]:
    cards = parse_cards(hand)
    shown = " ".join(map(sign, cards))
    return _one(f"Spades are trump. {said}: {shown}.", lambda there: f"counts {meld_total(there, cards, 'S')}")


def _buried(book: RuleBook) -> Iterator[Scene]:
    """Hands that the buried counters make."""
    cards = parse_cards("TH KD")
    for record in records(book):
        here = book_of(book, record)
        mine, meld, take = here.side_of(record.bidder), dict(record.meld), dict(record.take)
        team, worth = here.take_side(mine), points(book, cards, last_trick=False)
        meld[mine] = record.bid - take[team]
        take[team] -= worth
        if meld[mine] > 0 and take[team] >= 0:
            made = replace(record, meld=meld, take=take)
            said = f"{NAMES[0]} buried {listed([sign(card) for card in cards])}. {_told(book, made)}"
            yield Scene(said, partial(_with_buried, record=made, team=team, worth=worth))


def _with_buried(book: RuleBook, record: DealRecord, team: Side, worth: int) -> str:
    counts = worth if book.kitty is not None and book.kitty.buried_count else 0
    return _scored(book, replace(record, take={**record.take, team: record.take[team] + counts}))


# -- the rules ---------------------------------------------------------------------------


def _held(book: RuleBook) -> bool:
    return book.auction.is_held


def _has_kitty(book: RuleBook) -> bool:
    return book.kitty is not None


def _passing(book: RuleBook) -> Iterator[Passing | None]:
    yield None
    yield from (other.passing for other in built_in_books().values())


def _stuck_bids(book: RuleBook) -> tuple[int, ...]:
    opening = book.auction.opening
    return opening, opening - max(book.auction.steps[0].multiple_of, book.deck.unit)


def _stuck_at(book: RuleBook) -> Iterator[Scene]:
    """Everybody else passed: the bid is what the book says."""
    for record in records(book, stuck=True):
        said = _told(book, record).replace(f"stuck with {record.bid}", "stuck")
        yield Scene(said, partial(_scored_stuck, record=record))


def _scored_stuck(book: RuleBook, record: DealRecord) -> str:
    return _scored(book, replace(record, bid=book.auction.stuck))


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
    Argued("contract.defenders_need", "What saves the meld of those who didn’t bid?", hands, also=_points_needed),
    Argued("contract.unsaved_take", "Not saved: what of the points they took?", hands),
    Argued("game.both_reach", "Both reach the target on one hand: who wins?", _close_games, _held),
    Argued("game.bid_to_win", "Must you have bid to win the game?", partial(_close_games, is_far=True), _held,
           more=_bid_to_win, words=lambda bid: f"yes, when all stand {bid.says('includes_level')}" if bid else "no"),
    Argued("meld.minimum", "How much meld does a side need?", hands,
           also=lambda book, value: {} if value else {"contract.below_minimum": "played"}, more=lambda book: (0,)),
    Argued("passing", "Do partners pass each other cards?", _one(f"{NAMES[0]} has named trump.", _passed), _held,
           more=_passing, words=_passing_words),
    Argued("kitty.meld_before_burying", "Does the bidder meld before burying?",
           _one("The bidder takes the {book.deal.kitty_size} cards of the kitty and melds.",
                lambda there: f"from {there.melding_hand_size} cards"), _has_kitty),
    Argued("kitty.buried_count", "Do buried counters count?", _buried, _has_kitty),
    Argued("auction.opening", "What is the opening bid?",
           _one("What may be bid first:", partial(_next_bids, high=None)), _held,
           also=lambda book, value: {"auction.stuck": value - book.auction.opening + book.auction.stuck}),
    Argued("auction.steps", "Which bids may be made?", _steps, _held, words=_steps_words),
    Argued("auction.stuck", "What does a stuck dealer bid?", _stuck_at, _held, more=_stuck_bids),
    Argued("contract.stuck_set", "A stuck dealer is set: what of meld and take?", partial(hands, stuck=True), _held),
    Argued("play.heading", "When must the best card be beaten?", _tricks),
    Argued("contract.throw_in", "May the bidder give up?", _thrown_in, _held,
           also=lambda book, value: {} if value or book.contract.off_the_board != "may_throw_in"
           else {"contract.off_the_board": "played"}),
    Argued("meld.beside_run", "Another king and queen beside a run?",
           _laid("Ann lays a run and a second marriage", "AS TS KS KS QS QS JS")),
    Argued("contract.bidders_need", "Must the bidders win something too?", partial(hands, is_little=True), _held,
           also=_points_needed),
    Argued("auction.marriage_needed", "Must the bidder have a marriage?", _marriage, _held),
    Argued("play.first_lead", "What may the bidder lead first?", _leads, _held),
    Argued("deck.last_trick", "What is the last trick worth?",
           _one("All tricks of a hand together:", lambda there: f"{there.total_points} points")),
    Argued("contract.made_scoring", "A bid is made: what does it score?", hands, _held),
    Argued("contract.below_minimum", "The bidder has too little meld: is it played?", hands,
           lambda book: book.auction.is_held and bool(book.meld.minimum)),
    Argued("contract.unsaved_meld", "Not saved, but the bid was set: what of the meld?", hands, _held),
    Argued("contract.off_the_board", "A bid out of reach: is it played?", hands, _held),
    Argued("contract.ordinary_set", "Set: do meld and take still count?", hands, _held),
    Argued("meld.run_suits", "Does a run count in any suit?",
           _laid("Ann lays a run in hearts", "AH TH KH QH JH")),
)  # fmt: skip
