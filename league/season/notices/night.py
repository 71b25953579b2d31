"""An evening as its notice tells it: places, best rounds and hands, people, from rows of the ledger. Pure."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial

from league.evening.cards.boards import PARTS, Boards, Shares, TravelerRow, widest
from league.evening.cards.pairs import Pair, team_points
from league.evening.cards.reading import Scored, ScoredRound, Scorer
from league.evening.cards.standings import Standing, standings
from league.evening.cards.words import margin_text
from league.evening.ledger.facts import summed
from league.evening.ties.parting import AT_THE_TABLE
from league.models import Entrant, Event, LedgerRow
from scoring.boards.comparison import Method
from scoring.rules.tournament import ScoreStep

CAME = (*AT_THE_TABLE, "replaced")
# Words before a name that nobody is called by alone; what an anonymous member is called begins with one, too.
TITLES = ("Sister", "Brother", "Father", "Mother", "Pastor", "Deacon", "Rabbi", "Miss", "Former")
# From so many bids on, all of them made, a player is named.
MANY_BIDS = 5


@dataclass(frozen=True, slots=True)
class Placed:
    """A player or pair in the table of places; figures are points, at a duplicate as in `Shares.counted`. `before_last`
    is the place a round earlier, `direction` that of a list of its own."""

    place: int
    name: str
    total: int
    rounds: tuple[int | None, ...] = ()
    is_finalist: bool = False
    before_last: int | None = None
    was_ahead: bool = False
    won_all: bool = False
    direction: str = ""


@dataclass(frozen=True, slots=True)
class Best:
    """The most points of a round or hand: each side that had them, and its round."""

    points: int
    who: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class WidestBoard:
    number: int
    best: tuple[str, str]
    worst: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Earlier:
    """The evenings before: `nights` by these rules with their highest round and hand; of tonight's people first wins,
    newcomers, round numbers of nights, and marks reached."""

    nights: int = 0
    high_round: int = 0
    high_hand: int = 0
    first_wins: tuple[str, ...] = ()
    newcomers: tuple[str, ...] = ()
    nights_of: tuple[tuple[str, int], ...] = ()
    marks: tuple[tuple[str, str], ...] = ()
    is_sure: bool = True


@dataclass(frozen=True, slots=True)
class Leader:
    """A line on top of a season's standings: `412 points`, and `why` it is above the next."""

    place: int
    name: str
    figure: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Night:
    """All facts of a notice. `part` is night or day, places are `of` players, pairs or teams, `rounds` are titles;
    `final_of` players were in the final, `carried`: points before it counted. `leaders` stand on top of the `season`.
    By name, `short` is for later mentions, and `numbers` stay; `hidden` are names that nobody may read, with their
    replacements."""

    part: str
    places: tuple[Placed, ...] = ()
    of: str = "player"
    rounds: tuple[str, ...] = ()
    tables: tuple[int, ...] = ()
    players: int = 0
    guests: tuple[str, ...] = ()
    high_round: Best | None = None
    high_hand: Best | None = None
    has_hands_missing: bool = False
    specials: tuple[tuple[str, str, str], ...] = ()
    all_made: tuple[tuple[str, int], ...] = ()
    final_of: int = 0
    carried: bool = False
    cut_by: str = ""
    prizes: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = ()
    earlier: Earlier = Earlier()
    season: str = ""
    leaders: tuple[Leader, ...] = ()
    divisions: tuple[tuple[str, tuple[Leader, ...]], ...] = ()
    next: str = ""
    short: Mapping[str, str] = field(default_factory=dict)
    numbers: Mapping[str, str] = field(default_factory=dict)
    hidden: tuple[tuple[str, str], ...] = ()
    compared: str = ""
    is_by_wins: bool = False
    widest: WidestBoard | None = None

    @property
    def is_duplicate(self) -> bool:
        return bool(self.compared)

    @property
    def figures(self) -> tuple[object, ...]:
        return self.places, self.high_round, self.high_hand, self.specials, self.all_made, self.players, self.tables


def night_of(
    event: Event, rows: Sequence[LedgerRow], *, part: str = "night", also: Iterable[tuple[str, str, str]] = ()
) -> Night:
    """The evening by its rows, which have their entrants; `also` are others whom its notice may name."""
    own = [row for row in rows if not row.is_pair]
    scored = [row for row in rows if row.is_pair] if event.is_for_pairs else own
    numbers = sorted({row.round_number for row in own})
    players = {row.entrant_id: row.entrant for row in own if row.kind in CAME}
    tables = [{row.table for row in own if row.round_number == number and row.table} for number in numbers]
    places = _places(event, scored, numbers)
    at_tables = [row for row in own if row.kind in AT_THE_TABLE]
    titles = {number: event.title_of(number) or f"Round {number}" for number in numbers}
    # `round 3`, `the final`, as it stands in a sentence.
    called = {number: f"{title[:1].lower()}{title[1:]}" for number, title in titles.items()}
    members = [one.member for one in players.values()]
    named = [*also, *((one.name, one.short_name, str(one.number)) for one in players.values())]
    finalists = sum(one.is_finalist for one in places)
    return Night(
        part=part,
        places=places,
        of="team" if event.team_size else "pair" if event.is_for_pairs else "player",
        rounds=tuple(titles.values()),
        tables=tuple(map(len, tables)),
        players=len(players),
        guests=tuple(one.name for one in players.values() if one.is_guest),
        high_round=_best(at_tables, partial(_figure, event), called),
        high_hand=None if event.is_duplicate else _best(at_tables, _best_hand, called),
        has_hands_missing=_has_hands_missing(at_tables),
        specials=tuple(_specials(at_tables, called)),
        all_made=tuple(_all_made(own)),
        final_of=finalists,
        carried=event.final_carries,
        cut_by=event.cut_by if finalists else "",
        short=short_names({name: short for name, short, _ in named}),
        numbers={name: number for name, _, number in named},
        hidden=tuple((one.name, one.public_name) for one in members if one is not None and one.initials_only),
        compared=event.compared,
        is_by_wins=event.is_by_wins,
    )


def short_names(people: Mapping[str, str]) -> Mapping[str, str]:
    """Short names by name: a person's own, else a first word that no other has."""
    words = Counter(one for name, short in people.items() for one in {name, short, name.split(" ")[0]})

    def short_for(name: str, short: str) -> str:
        first = name.split(" ")[0]
        is_first = first.isalpha() and len(first) > 1 and first not in TITLES and not name.endswith(")")
        return next((one for one in (short, first if is_first else "") if one and words[one] == 1), name)

    found = {name: short_for(name, short) for name, short in people.items()}
    return {name: short for name, short in found.items() if short != name}


# -- places --------------------------------------------------------------------------------


def _places(event: Event, rows: Sequence[LedgerRow], numbers: Sequence[int]) -> tuple[Placed, ...]:
    """Places in the evening's order; no earlier ones for sit-outs, whose own averages change every round."""
    points = _points(event, rows)
    final = standings(event, points)
    if event.is_duplicate:
        final = _as_kept(final, rows)
    is_sure = not event.is_duplicate and not any(row.kind == "sat_out" for row in rows)
    ahead = [_place_after(event, points, number) for number in numbers[:-1]] if is_sure else []
    before = ahead[-1] if ahead else {}
    winners = _winning_sides(rows)
    return tuple(_placed(one, numbers, before, ahead, winners) for one in final)


def _as_kept(final: Sequence[Standing[ScoredRound]], rows: Iterable[LedgerRow]) -> tuple[Standing[ScoredRound], ...]:
    """The places that rows keep: their shares are rounded, and could part level pairs."""
    kept = {_scorer(row).pk: row.place for row in rows}
    found = [replace(one, place=kept[one.entrant.pk]) for one in final]
    return tuple(sorted(found, key=lambda one: (one.direction == "EW", one.place)))


def _scorer(row: LedgerRow) -> Scorer:
    return Pair.of(row.entrant, row.partner) if row.is_pair and row.partner is not None else row.entrant


def _points(event: Event, rows: Iterable[LedgerRow]) -> Mapping[object, Sequence[ScoredRound]]:
    found: dict[object, list[ScoredRound]] = defaultdict(list)
    rows = list(rows)
    winners = _winning_sides(rows)
    for row in rows:
        who = _scorer(row)
        alone = row.facts.get("alone", 0)
        steps = (ScoreStep("", row.points - alone, "round"), ScoreStep("", alone, "alone"))
        figures = (row.round_number, row.kind, row.points, steps, row.table, row.side or None, row.won, False)
        shares = _shares(event, row)
        is_level = len(winners.get((row.round_number, row.table), ())) > 1
        one = Scored(who, *figures, shares, is_level)
        found[who.pk].append(one)
    return team_points(event, found) if event.team_size else found


def _shares(event: Event, row: LedgerRow) -> Shares | None:
    if not event.is_duplicate:
        return None
    method = Method(event.compared)
    return Shares(method, Fraction(row.share or 0, PARTS[method]), row.boards)


def _figure(event: Event, row: LedgerRow) -> int:
    shares = _shares(event, row)
    return row.points if shares is None else shares.counted


def _best_hand(row: LedgerRow) -> int:
    return int(row.facts.get("best_hand", 0))


def _place_after(event: Event, points: Mapping[object, Sequence[ScoredRound]], number: int) -> Mapping[object, int]:
    until = {who: [one for one in played if one.number <= number] for who, played in points.items()}
    found = standings(event, {who: played for who, played in until.items() if played})
    return {one.entrant.pk: one.place for one in found}


def _placed(
    one: Standing[ScoredRound], numbers: Sequence[int], before: Mapping[object, int],
    ahead: Sequence[Mapping[object, int]], winners: Mapping[tuple[int, int | None], set[str]],
) -> Placed:  # fmt: skip
    who, played = one.entrant.pk, {each.number: each for each in one.rounds}
    return Placed(
        place=one.place,
        name=one.entrant.name,
        total=one.total,
        rounds=tuple(_of_round(played.get(number)) for number in numbers),
        is_finalist=one.is_finalist,
        before_last=before.get(who),
        was_ahead=bool(ahead) and all(each.get(who) == 1 and list(each.values()).count(1) == 1 for each in ahead),
        direction=one.direction,
        won_all=len(played) == len(numbers)
        and all(winners.get((each.number, each.table)) == {each.side} for each in played.values()),
    )


def _of_round(one: ScoredRound | None) -> int | None:
    if one is None or (one.shares is not None and not one.shares.boards):
        return None
    return one.points if one.shares is None else one.shares.counted


def _winning_sides(rows: Iterable[LedgerRow]) -> Mapping[tuple[int, int | None], set[str]]:
    found: dict[tuple[int, int | None], set[str]] = defaultdict(set)
    for row in rows:
        if row.won and row.table:
            found[row.round_number, row.table].add(row.side)
    return found


# -- rounds and hands ------------------------------------------------------------------------


def _best(rows: Sequence[LedgerRow], of: Callable[[LedgerRow], int], called: Mapping[int, str]) -> Best | None:
    most = max(map(of, rows), default=0)
    if most <= 0:
        return None
    sides = _sides(row for row in rows if of(row) == most)
    return Best(most, tuple((name, called[number]) for number, name in sides))


def _sides(rows: Iterable[LedgerRow]) -> list[tuple[int, str]]:
    found: dict[tuple[int, int, str], list[Entrant]] = defaultdict(list)
    for row in rows:
        found[row.round_number, row.table or 0, row.side].append(row.entrant)
    return [(number, " & ".join(one.name for one in people)) for (number, _, _), people in sorted(found.items())]


def _has_hands_missing(rows: Sequence[LedgerRow]) -> bool:
    known: dict[tuple[int, int | None], bool] = defaultdict(bool)
    for row in rows:
        known[row.round_number, row.table] |= bool(row.facts.keys() - {"alone"})
    return not all(known.values())


def _specials(rows: Sequence[LedgerRow], called: Mapping[int, str]) -> Iterator[tuple[str, str, str]]:
    for what in ("moons", "skunks", "sweeps"):
        for number, name in _sides(row for row in rows if row.facts.get(what)):
            yield what, name, called[number]


def _all_made(rows: Sequence[LedgerRow]) -> Iterator[tuple[str, int]]:
    """Players who won many bids and made every one, in all rounds they played."""
    of_player: dict[int, list[LedgerRow]] = defaultdict(list)
    for row in rows:
        if row.kind != "sat_out":
            of_player[row.entrant_id].append(row)
    for played in of_player.values():
        if all(row.kind == "played" and row.facts for row in played):
            facts = summed(row.facts for row in played)
            if facts.get("bids", 0) >= MANY_BIDS and facts["bids"] == facts.get("made", 0):
                yield played[0].entrant.name, facts["bids"]


def widest_board(boards: Boards) -> WidestBoard | None:
    """The board on which most was won and lost; None where all tables made the same."""
    found = widest(boards, boards.travelers)
    return WidestBoard(found[0].board, _made(found[0]), _made(found[1])) if found else None


def _made(row: TravelerRow) -> tuple[str, str]:
    side, sheet = next(iter(row.scores)), row.table.sheet
    assert sheet is not None, "a board is on a card"
    made = row.margin(side)
    names = [row.table.seats[seat].entrant.name for seat in sheet.book.seats_of(side) if seat in row.table.seats]
    return " & ".join(names), margin_text(made)
