"""The certificate of a schedule. It shares no code with the makers, so that a mistake there can't hide itself."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise
from typing import Final, TypeAlias

from scoring.rules.notation import NUMBERS

from .schedule import Duplicate, Meetings, Pair, Player, RoundSeating, Schedule, Seating, Shape
from .wishes import Naming, Wishes, by_number

# Everybody who is here, the same in each round; or for each round of the schedule its own.
Attendance: TypeAlias = Iterable[Player] | Sequence[Collection[Player]]

# How far any two may be compared one way more than the other for one list; in a long evening half of its rounds.
FAIR: Final = 3

# Faults and their words. {who} are the players, {table} the table's number, {many} its seats in a word.
FAULTS: Final = {
    "twice": "{who} has two places at once.",
    "missing": "{who} has no place, and isn’t sitting out.",
    "absent": "{who} has a place but isn’t here.",
    "table_size": "table {table} has {seats} players.",
    "table_number": "two tables have the number {table}.",
    "too_many_out": "{who} sit out, though they would fill a table.",
    "table_sides": "the sides at table {table} aren’t those of its rules.",
    "other_kind": "there are more tables of {many} than needed.",
    "out_twice_running": "{who} sits out twice in a row.",
    "out_unevenly": "{who} sits out more often than others who have been here as long.",
    "met": "{who} meet at table {table}.",
    "partnered": "{who} are partners at table {table}.",
    "not_together": "{who} are not partners.",
    "parted": "{who} play together, and only one of them has a place.",
    "no_partner": "{who} has a place but no partner.",
    "moved": "{who} moves to table {table}.",
    "shared_table": "{who} keep the same table {table}.",
    "boards_again": "{who} already played the boards of table {table}.",
    "own_boards": "{who} made the boards of table {table}.",
    "no_boards": "table {table} has no boards.",
    "sitters_moved": "{who} keep their table in a half move, but move to table {table}.",
}


# Of a night: partners, opponents, plays, sits_out, changes_table, most_at_one_table, plays_otherwise: at a table of
# another kind than the main one.
PlayerFigures: TypeAlias = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Fault:
    """A broken hard rule. `round_number` counts the night's rounds from 1; 0 is the whole night."""

    kind: str
    round_number: int
    players: tuple[Player, ...] = ()
    table: int = 0
    seats: int = 0

    def sentence(self, name: Naming = by_number) -> str:
        who = " and ".join(name(player) for player in self.players)
        text = FAULTS[self.kind].format(who=who, table=self.table, seats=self.seats, many=NUMBERS[min(self.seats, 8)])
        return f"Round {self.round_number}: {text}" if self.round_number else text[0].upper() + text[1:]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Duplicate: least and most `sets` on which any two are compared (partners of a table not by it); least and most
    `ways`, the same way less opposite ways; and the most that a player sits North–South less East–West (`leaning`).
    `is_fair`: one list can rank all."""

    board_sets: tuple[int, int]
    ways: tuple[int, int]
    leaning: int
    is_fair: bool


@dataclass(frozen=True, slots=True)
class Certificate:
    """The findings of `verify` on the whole night, rounds before included.

    Repeats are meetings after the first: a pair that partners three times is two repeats; pairs who always partner
    don't count. A bound is the number of repeats that no schedule can avoid for these players, wishes, sit-outs, shares
    of tables of each size, and earlier rounds: each needs so many meetings, and has only so many people left to meet.
    It may not be attainable.
    """

    faults: tuple[Fault, ...]
    repeat_partners: int
    repeat_opponents: int
    repeat_tablemates: int
    bound_partners: int
    bound_opponents: int
    bound_tablemates: int
    by_player: Mapping[Player, PlayerFigures]
    partnerships: int
    new_partnerships: int | None
    sentences: tuple[str, ...]
    comparison: Comparison | None = None


def verify(
    schedule: Schedule,
    players: Attendance,
    wishes: Wishes | None = None,
    *,
    before: Schedule = (),
    season: Meetings | None = None,
    duplicate: Duplicate | None = None,
    is_knock_out: bool = False,
) -> Certificate:
    """The certificate of `schedule` after the night's rounds `before`. `players` are those here: numbers for all
    rounds, or a collection for each. Only the new rounds are held to the wishes; sit-outs and repeats count the whole
    night. `season`: earlier nights, to tell which partnerships are new."""
    wishes = wishes or Wishes()
    attendance = _attendance(players, len(schedule))
    night = (*before, *schedule)
    is_one_list = duplicate is not None and duplicate.one_list  # sitters change directions, which moves nobody
    faults = (
        *(fault for place, seating in enumerate(schedule) for fault in _faults_of_round(
            seating, attendance[place], wishes, len(before) + place + 1, is_knock_out=is_knock_out)),
        *(() if is_knock_out else _faults_of_sit_outs(before, schedule, attendance, wishes)),
        *_faults_of_tables_kept(before, schedule, wishes, is_knock_out=is_knock_out),
        *(_faults_of_half_move(before, schedule) if wishes.half_move and not is_one_list else ()),
        *(_faults_of_boards(before, schedule, duplicate) if duplicate else ()),
    )  # fmt: skip
    repeats, bounds = {}, {}
    for kind in KINDS:
        pairs = _pairs(kind, night, wishes)
        repeats[kind] = sum(pairs.values()) - len(pairs)
        bounds[kind] = _bound(kind, before, schedule, attendance, wishes)
    partnered = {pair for seating in schedule for table in seating.tables for pair in _partnerships(table)}
    certificate = Certificate(
        faults,
        repeat_partners=repeats["partners"],
        repeat_opponents=repeats["opponents"],
        repeat_tablemates=repeats["tablemates"],
        bound_partners=bounds["partners"],
        bound_opponents=bounds["opponents"],
        bound_tablemates=bounds["tablemates"],
        by_player=_figures(night, wishes.main),
        partnerships=len(partnered),
        new_partnerships=None if season is None else sum(1 for pair in partnered if not season.partnered.get(pair)),
        sentences=(),
        comparison=_comparison(night) if duplicate else None,
    )
    sentences = [*_sentences(night, certificate, wishes, is_knock_out=is_knock_out)]
    if duplicate and any(seating.tables for seating in night):
        sentences += _board_sentences(certificate, wishes, duplicate)
    return replace(certificate, sentences=tuple(sentences))


def _attendance(players: Attendance, rounds: int) -> list[frozenset[Player]]:
    given = list(players)
    by_round = [frozenset(each) for each in given if isinstance(each, Collection)]
    if not by_round:
        return [frozenset(each for each in given if isinstance(each, int))] * rounds
    if len(by_round) != rounds:
        raise ValueError(f"{len(by_round)} lists of players for {rounds} rounds")
    return by_round


# -- hard rules


def _faults_of_round(
    seating: RoundSeating, here: frozenset[Player], wishes: Wishes, round_number: int, *, is_knock_out: bool
) -> Iterator[Fault]:
    places = Counter((*seating.playing, *seating.sitting_out))
    for player, times in sorted(places.items()):
        if times > 1:
            yield Fault("twice", round_number, (player,))
        if player not in here:
            yield Fault("absent", round_number, (player,))
    for player in sorted(here - places.keys()):
        yield Fault("missing", round_number, (player,))
    yield from _faults_of_sizes(seating, here, wishes, round_number)
    out = _most_byes(len(here) // wishes.main.side_size, round_number) * wishes.main.side_size
    if len(seating.sitting_out) > (out if is_knock_out else _needed(here, wishes)[1]):
        yield Fault("too_many_out", round_number, tuple(sorted(seating.sitting_out)))
    for table in seating.tables:
        kept = wishes.stationary if not is_knock_out else frozenset[Player]()
        yield from _faults_of_company(table, replace(wishes, stationary=kept), round_number)
    for pair in sorted(wishes.partners, key=sorted):
        if pair <= set(seating.playing) and not any(pair in _partnerships(table) for table in seating.tables):
            yield Fault("not_together", round_number, tuple(sorted(pair)))
    if wishes.in_sides and wishes.main.has_partners:
        yield from _faults_of_sides(seating, wishes, round_number)


def _most_byes(sides: int, round_number: int) -> int:
    """Byes of a knock-out: in the first round what two by two, or four, or eight lack, later one in each bracket."""
    return (1 << max(sides - 1, 1).bit_length()) - sides if round_number == 1 else 2


def _faults_of_sides(seating: RoundSeating, wishes: Wishes, round_number: int) -> Iterator[Fault]:
    playing = set(seating.playing)
    for pair in sorted(wishes.partners, key=sorted):
        if len(pair & playing) == 1:
            yield Fault("parted", round_number, tuple(sorted(pair)))
    tied = {player for pair in wishes.partners for player in pair}
    for player in sorted(playing - tied):
        yield Fault("no_partner", round_number, (player,))


def _faults_of_sizes(
    seating: RoundSeating, here: frozenset[Player], wishes: Wishes, round_number: int
) -> Iterator[Fault]:
    sides = {shape.seats: shape.sides for shape in wishes.shapes}
    for table in seating.tables:
        seats = len(table.seats)
        if seats not in sides:
            yield Fault("table_size", round_number, table=table.number, seats=seats)
        elif table.sides != sides[seats]:
            yield Fault("table_sides", round_number, table=table.number, seats=seats)
    for number, times in sorted(Counter(table.number for table in seating.tables).items()):
        if times > 1 or number < 1:
            yield Fault("table_number", round_number, table=number)
    needed, _ = _needed(here, wishes)
    for shape in wishes.shapes[1:]:
        if sum(1 for table in seating.tables if len(table.seats) == shape.seats) > needed.get(shape.seats, 0):
            yield Fault("other_kind", round_number, seats=shape.seats)


def _needed(here: frozenset[Player], wishes: Wishes) -> tuple[Mapping[int, int], int]:
    """The fewest sit-outs by the count, and the fewest tables of each other kind that leave no more out. On a side of
    two or three there is room for one pair that always partners, of four for two."""
    pairs = sum(1 for pair in wishes.partners if pair <= here)

    def room(shape: Shape) -> int:
        return shape.sides * (shape.seats // shape.sides // 2)

    found = []
    for others in _filling(len(here), wishes.shapes[1:]):
        rest = len(here) - sum(others)
        mains, out = divmod(rest, wishes.main.seats)
        kinds = {shape.seats: shape for shape in wishes.shapes}
        rooms = mains * room(wishes.main) + sum(room(kinds[seats]) for seats in others)
        found.append((pairs > rooms + out // 2, out, len(others), Counter(others)))
    _, out, _, needed = min(found, key=lambda way: way[:3])
    return needed, out


def _filling(players: int, shapes: Sequence[Shape]) -> Iterator[tuple[int, ...]]:
    """Each number of tables of these kinds for at most so many players, as their seats."""
    if not shapes:
        yield ()
        return
    for times in range(players // shapes[0].seats + 1):
        for rest in _filling(players - times * shapes[0].seats, shapes[1:]):
            yield (*[shapes[0].seats] * times, *rest)


def _faults_of_company(table: Seating, wishes: Wishes, round_number: int) -> Iterator[Fault]:
    for pair in map(frozenset, combinations(sorted(set(table.seats)), 2)):
        who = tuple(sorted(pair))
        if pair in wishes.never_meet:
            yield Fault("met", round_number, who, table.number)
        if pair <= wishes.stationary and pair not in wishes.partners:
            yield Fault("shared_table", round_number, who, table.number)
    for pair in _partnerships(table):
        if pair in wishes.not_partners:
            yield Fault("partnered", round_number, tuple(sorted(pair)), table.number)


def _faults_of_sit_outs(
    before: Schedule, schedule: Schedule, attendance: list[frozenset[Player]], wishes: Wishes
) -> Iterator[Fault]:
    night = (*before, *schedule)
    for number in range(max(1, len(before)), len(night)):
        again = set(night[number].sitting_out) & set(night[number - 1].sitting_out)
        for player in sorted(again):
            yield Fault("out_twice_running", number + 1, (player,))
    present: dict[Player, list[int]] = defaultdict(list)
    for number, here in enumerate([*(seating.players for seating in before), *attendance]):
        for player in here:
            present[player].append(number)
    times = Counter(player for seating in night for player in seating.sitting_out)
    new = Counter(player for seating in schedule for player in seating.sitting_out)
    # Compared are those who are here in the same rounds, and alike in having a fixed partner: a single sit-out cannot
    # be given to two who belong together. Volunteers are not, nor who sits out along with one.
    alike: dict[tuple[object, ...], list[Player]] = defaultdict(list)
    for player, rounds in present.items():
        mates = {mate for pair in wishes.partners if player in pair for mate in pair - {player}}
        beside = {number for mate in mates for number in present.get(mate, ())}
        if not wishes.volunteers & {player, *mates}:
            alike[tuple(rounds), not beside.isdisjoint(rounds)].append(player)
    for group in alike.values():
        fewest = min(times[player] for player in group)
        for player in sorted(group):
            if times[player] > fewest + 1 and new[player]:
                yield Fault("out_unevenly", 0, (player,))


def _faults_of_tables_kept(
    before: Schedule, schedule: Schedule, wishes: Wishes, *, is_knock_out: bool
) -> Iterator[Fault]:
    """A kept table has one number in all new rounds: the one they chose, else that of the last round before, unless
    shared. In a knock-out two who keep theirs may meet."""
    last: dict[Player, int] = {}
    for player in wishes.stationary:
        played = [table for seating in before if (table := seating.table_of(player))]
        if played:
            last[player] = played[-1].number
    claims = Counter(last.values())
    home = {player: number for player, number in last.items() if claims[number] == 1} | dict(wishes.at_table)
    for place, seating in enumerate(schedule):
        for table in seating.tables:
            keep = wishes.stationary & set(table.seats)
            if is_knock_out and len({table.seats.index(player) % table.sides for player in keep}) > 1:
                continue
            for player in sorted(keep):
                if home.setdefault(player, table.number) != table.number:
                    yield Fault("moved", len(before) + place + 1, (player,), table.number)


def _faults_of_half_move(before: Schedule, schedule: Schedule) -> Iterator[Fault]:
    night = (*before, *schedule)
    for number in range(max(1, len(before)), len(night)):
        sat = {frozenset(table.seats[:: table.sides]): table.number for table in night[number - 1].tables}
        for table in night[number].tables:
            first = frozenset(table.seats[:: table.sides])
            if sat.get(first, table.number) != table.number:
                yield Fault("sitters_moved", number + 1, tuple(sorted(first)), table.number)


def _faults_of_boards(before: Schedule, schedule: Schedule, duplicate: Duplicate) -> Iterator[Fault]:
    met = set(duplicate.met)
    met |= {(player, table.boards) for seating in before for table in seating.tables for player in table.seats}
    for number, seating in enumerate(schedule, start=len(before) + 1):
        for table in seating.tables:
            if not table.boards:
                yield Fault("no_boards", number, table=table.number)
                continue
            if again := tuple(player for player in table.seats if (player, table.boards) in met):
                yield Fault("boards_again", number, again, table.number)
            if own := tuple(player for player in table.seats if (player, table.boards) in duplicate.made):
                yield Fault("own_boards", number, own, table.number)
            met |= {(player, table.boards) for player in table.seats}


def _comparison(night: Schedule) -> Comparison | None:
    played: dict[int, list[tuple[Player, int, int]]] = defaultdict(list)
    for place, table in enumerate(table for seating in night for table in seating.tables):
        if table.boards:
            played[table.boards] += [(player, seat % 2, place) for seat, player in enumerate(table.seats)]
    common, ways = Counter[Pair](), Counter[Pair]()
    leaning = Counter[Player]()
    for results in played.values():
        for (one, way, at), (other, other_way, there) in combinations(results, 2):
            if one != other and (at != there or way != other_way):
                common[frozenset((one, other))] += 1
                ways[frozenset((one, other))] += 1 if way == other_way else -1
        for player, way, _ in results:
            leaning[player] += 1 - 2 * way
    if not common:
        return None
    people = sorted(leaning)
    pairs = [frozenset(pair) for pair in combinations(people, 2)]
    partnered = {pair for seating in night for table in seating.tables for pair in _partnerships(table)}
    counted = [pair for pair in pairs if common[pair] or pair not in partnered]
    least, most = min(ways[pair] for pair in counted), max(ways[pair] for pair in counted)
    furthest = max(-least, most)
    return Comparison(
        (min(common[pair] for pair in counted), max(common[pair] for pair in counted)),
        (least, most),
        max(map(abs, leaning.values())),
        furthest <= max(FAIR, len(night) // 2),
    )


# -- repeats and what counting allows


def _partnerships(table: Seating) -> Collection[Pair]:
    """Who plays together at a table: those so many seats apart, read from its seats, independently of their makers."""
    return _two(table, together=True)


def _oppositions(table: Seating) -> Collection[Pair]:
    return _two(table, together=False)


def _two(table: Seating, *, together: bool) -> list[Pair]:
    return [
        frozenset((one, other))
        for (at, one), (there, other) in combinations(enumerate(table.seats), 2)
        if ((there - at) % table.sides == 0) == together
    ]


def _tablemates(table: Seating) -> Collection[Pair]:
    return [frozenset(pair) for pair in combinations(table.seats, 2)]


KINDS: Final = {"partners": _partnerships, "opponents": _oppositions, "tablemates": _tablemates}


def _pairs(kind: str, schedule: Schedule, wishes: Wishes) -> Counter[Pair]:
    """How often each pair met so, without fixed partners: they asked for it."""
    tables = [table for seating in schedule for table in seating.tables]
    return Counter(pair for table in tables for pair in KINDS[kind](table) if pair not in wishes.partners)


def _bound(kind: str, before: Schedule, schedule: Schedule, attendance: list[frozenset[Player]], wishes: Wishes) -> int:
    """Unavoidable repeats: those before, and what new rounds ask of each player beyond people still to meet. A repeat
    has two players, so half of these, rounded up."""
    met = _pairs(kind, before, wishes)
    ahead: Counter[Player] = Counter()
    for pair, times in _pairs(kind, schedule, wishes).items():
        for player in pair:
            ahead[player] += times
    fresh = {pair for here in set(attendance) for pair in _possible(kind, here, wishes)} - met.keys()
    if wishes.half_move:
        fresh = {pair for pair in fresh if not any(pair <= line for line in _lines(schedule))}
    open_to = Counter(player for pair in fresh for player in pair)
    short = sum(max(0, times - open_to[player]) for player, times in ahead.items())
    return sum(met.values()) - len(met) + (short + 1) // 2


def _lines(schedule: Schedule) -> list[frozenset[Player]]:
    """Of a half move: who sits all evening, and of two at a table also who moves, since these never meet. Where more
    than two play, only the first is kept by a rule."""
    tables = [table for seating in schedule for table in seating.tables]
    first = {player for table in tables for player in table.seats[:: table.sides]}
    others = {player for table in tables for at, player in enumerate(table.seats) if at % table.sides}
    return [frozenset(first - others), *([frozenset(others - first)] if all(one.sides == 2 for one in tables) else [])]


def _possible(kind: str, here: frozenset[Player], wishes: Wishes) -> Iterator[Pair]:
    held = {player for pair in wishes.partners if pair <= here for player in pair}
    _, out = _needed(here, wishes)
    are_twos = all(shape.seats // shape.sides <= 2 for shape in wishes.shapes)
    for pair in map(frozenset, combinations(sorted(here), 2)):
        if pair in wishes.never_meet or pair in wishes.partners or pair <= wishes.stationary:
            continue
        # With sit-outs, one of a fixed pair may be free for a round; on a side of three both have another partner.
        if kind == "partners" and (pair in wishes.not_partners or (pair & held and are_twos and not out)):
            continue
        yield pair


# -- players and sentences


def _figures(night: Schedule, main: Shape) -> dict[Player, PlayerFigures]:
    partners: dict[Player, set[Player]] = defaultdict(set)
    opponents: dict[Player, set[Player]] = defaultdict(set)
    numbers: dict[Player, list[int]] = defaultdict(list)
    otherwise: Counter[Player] = Counter()
    out = Counter(player for seating in night for player in seating.sitting_out)
    for table in (table for seating in night for table in seating.tables):
        for met, pairs in ((partners, _partnerships(table)), (opponents, _oppositions(table))):
            for pair in pairs:
                for player in pair:
                    met[player] |= pair - {player}
        for player in table.seats:
            numbers[player].append(table.number)
            otherwise[player] += len(table.seats) != main.seats
    return {
        player: {
            "partners": len(partners[player]),
            "opponents": len(opponents[player]),
            "plays": len(numbers[player]),
            "sits_out": out[player],
            "changes_table": sum(one != other for one, other in pairwise(numbers[player])),
            "most_at_one_table": max(Counter(numbers[player]).values(), default=0),
            "plays_otherwise": otherwise[player],
        }
        for player in sorted({*numbers, *out})
    }


def _sentences(night: Schedule, certificate: Certificate, wishes: Wishes, *, is_knock_out: bool) -> Iterator[str]:
    if not any(seating.tables for seating in night):
        return
    by_player = certificate.by_player
    if wishes.in_sides:
        yield from _side_sentences(night, certificate, wishes, is_knock_out=is_knock_out)
        return
    yield from _partner_sentences(night, by_player, wishes)
    for counts, none, noun, repeats, bound in (
        (wishes.plans_partners, "Nobody has the same partner twice.", "repeated partnership",
         certificate.repeat_partners, certificate.bound_partners),
        (True, "Nobody meets an opponent twice.", "repeated opponent",
         certificate.repeat_opponents, certificate.bound_opponents),
        (wishes.plans_partners, "Nobody sits with the same person twice.", "repeated tablemate",
         certificate.repeat_tablemates, certificate.bound_tablemates),
    ):  # fmt: skip
        if counts:
            yield _repeat_sentence(none, noun, repeats, bound)
    yield _sit_out_sentence(night, by_player, wishes)
    times = [each["plays_otherwise"] for each in by_player.values()]
    if any(times):
        sizes = {len(table.seats) for seating in night for table in seating.tables} - {wishes.main.seats}
        handed = " or ".join(f"{NUMBERS[size]}-handed" for size in sorted(sizes))
        shared = f"Nobody plays {handed} more than" if min(times) == 0 else f"Everybody plays {handed}"
        yield f"{shared} {_times(times)}."
    if certificate.new_partnerships is not None and wishes.plans_partners:
        yield f"{certificate.new_partnerships} of {certificate.partnerships} partnerships are new this season."


def _partner_sentences(night: Schedule, by_player: Mapping[Player, PlayerFigures], wishes: Wishes) -> Iterator[str]:
    if not wishes.plans_partners:
        how = "The bidder calls a partner in every hand" if wishes.main.is_called else "Everybody plays alone"
        yield f"{how}, so all at a table meet as opponents."
        return
    if wishes.main.is_called:
        five = NUMBERS[wishes.main.seats]
        yield f"At tables of {five} the bidder calls a partner in every hand, so all meet as opponents."
    held = {pair for pair in wishes.partners if any(pair <= seating.players for seating in night)}
    free = [each["partners"] for player, each in by_player.items() if not any(player in pair for pair in held)]
    who = "Everybody else" if held else "Everybody"
    if held:
        yield "One pair always plays together." if len(held) == 1 else f"{len(held)} pairs always play together."
    if any(free):
        yield f"{who} has {_range(free, 'partner')} over the evening."


def _side_sentences(night: Schedule, certificate: Certificate, wishes: Wishes, *, is_knock_out: bool) -> Iterator[str]:
    by_player, main = certificate.by_player, wishes.main
    one, many = main.side_words
    if main.has_partners:
        each = main.side_size * (main.side_size - 1) // 2
        sides = sum(pair <= set(by_player) for pair in wishes.partners) // each
        of = f" of {NUMBERS[main.side_size]}" if each > 1 else ""
        yield f"{_count(sides, one)}{of} play together."
    size = main.side_size**2
    are_two = all(table.sides == 2 for seating in night for table in seating.tables)
    again = _rematches(night) if are_two else -(-certificate.repeat_opponents // size)
    fewest = -(-certificate.bound_opponents // size)
    if not again:
        yield f"No two {many} meet twice."
    else:
        as_few = again <= fewest or certificate.repeat_opponents == certificate.bound_opponents
        rest = ", the fewest possible" if as_few else _at_least(fewest)
        if are_two:
            yield f"{_count(again, 'game')} {'is' if again == 1 else 'are'} between people who met before{rest}."
        else:
            yield f"{'Once' if again == 1 else f'{again} times'} two {many} meet who met before{rest}."
    if is_knock_out:
        yield from _knock_out_sentences(night, certificate, wishes)
        return
    yield _bye_sentence(night, by_player, main)
    if len({table.number for seating in night for table in seating.tables}) > 1:
        yield from _table_sentences(by_player, main)


def _board_sentences(certificate: Certificate, wishes: Wishes, duplicate: Duplicate) -> Iterator[str]:
    kinds = {fault.kind for fault in certificate.faults}
    if not kinds & {"boards_again", "no_boards"}:
        yield "Nobody plays a board twice."
    if duplicate.by_slips and duplicate.made and "own_boards" not in kinds:
        yield "Nobody plays a board that their table made."
    elif duplicate.by_slips and not duplicate.made:
        yield "No table can make boards that it never plays, so somebody else makes them."
    found = certificate.comparison
    if found is None:
        return
    who = "pairs" if wishes.in_sides else "players"
    yield f"Any two {who} are compared on {_range(found.board_sets, 'set')} of boards."
    least, most = (str(one).replace("-", "−") for one in found.ways)
    yield f"How often they sit the same way, less opposite ways, is {least if least == most else f'{least} to {most}'}."
    if wishes.half_move and not duplicate.one_list:
        yield "North–South and East–West have a list each."
    else:
        yield (
            "One list for all is fair."
            if found.is_fair
            else "One list for all is a little uneven: some two are compared mostly one way."
        )


def _rematches(night: Schedule) -> int:
    """Games that bring a player and an opponent together again."""
    met: set[Pair] = set()
    again = 0
    for table in (table for seating in night for table in seating.tables):
        pairs = set(_oppositions(table))
        again += not met.isdisjoint(pairs)
        met |= pairs
    return again


def _bye_sentence(night: Schedule, by_player: Mapping[Player, PlayerFigures], main: Shape) -> str:
    byes = [len(seating.sitting_out) // main.side_size for seating in night if seating.sitting_out]
    one, many = main.side_words
    if not byes:
        return f"Every {one} plays every round."
    when = "each round" if len(byes) == len(night) else f"in {_count(len(byes), 'round')}"
    most = max(each["sits_out"] for each in by_player.values())
    who = f"One {one} has" if max(byes) < 2 else f"{_up_to(byes)} {many} have"
    return f"{who} a bye {when}, nobody more than {_times([0, most])}."


def _knock_out_sentences(night: Schedule, certificate: Certificate, wishes: Wishes) -> Iterator[str]:
    first, *later = [len(seating.sitting_out) // wishes.main.side_size for seating in night]
    one, many = wishes.main.side_words
    has = f"One {one} has" if first == 1 else f"{NUMBERS[first].capitalize() if first < 9 else first} {many} have"
    fewest = ", the fewest possible" if first <= _most_byes(len(night[0].players) // wishes.main.side_size, 1) else ""
    yield f"{has} a bye in round 1{fewest}." if first else f"Every {one} plays in round 1."
    if any(later):
        yield f"Later rounds have {_count(sum(later), 'bye')}."
    if wishes.stationary & set(certificate.by_player) and all(one.kind != "moved" for one in certificate.faults):
        yield "Those who can’t move keep their tables."


def _up_to(numbers: Collection[int]) -> str:
    words = NUMBERS[max(numbers)]
    return words.capitalize() if min(numbers) == max(numbers) else f"Up to {words}"


def _table_sentences(by_player: Mapping[Player, PlayerFigures], main: Shape) -> Iterator[str]:
    keep = sum(1 for each in by_player.values() if each["plays"] > 1 and not each["changes_table"]) // main.side_size
    moving = [each["most_at_one_table"] for each in by_player.values() if each["changes_table"]]
    if keep:
        yield f"{_count(keep, main.side_words[0])} {'keeps one table' if keep == 1 else 'keep their tables'}."
    if moving:
        yield f"{'The others are' if keep else 'Everybody is'} at any one table {_times([0, max(moving)])} at most."


def _repeat_sentence(none: str, noun: str, repeats: int, bound: int) -> str:
    if not repeats:
        return none
    if repeats == bound:
        return f"{_count(repeats, noun)}, the fewest possible."
    return f"{_count(repeats, noun)}{_at_least(bound)}."


def _at_least(bound: int) -> str:
    return f"; no schedule can have fewer than {bound}" if bound else "; there may be a schedule with none"


def _sit_out_sentence(night: Schedule, by_player: Mapping[Player, PlayerFigures], wishes: Wishes) -> str:
    outs = sorted({len(seating.sitting_out) for seating in night})
    if outs == [0]:
        return "Everybody plays every round."
    others = [each["sits_out"] for player, each in by_player.items() if player not in wishes.volunteers]
    volunteers = [each["sits_out"] for player, each in by_player.items() if player in wishes.volunteers]
    number = f"{_number(outs[0])}" if len(outs) == 1 else f"up to {_number(outs[-1])}"
    verb = "sits" if outs[-1] == 1 else "sit"
    share = f"nobody {'else ' if volunteers else ''}more than" if min(others, default=0) == 0 else "everybody"
    if not any(others):
        return f"{number[0].upper()}{number[1:]} {verb} out each round, only volunteers."
    text = f"{number[0].upper()}{number[1:]} {verb} out each round, {share} {_times(others)}"
    return f"{text}; volunteers {_times(volunteers)}." if any(volunteers) else f"{text}."


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _range(values: Collection[int], noun: str) -> str:
    low, high = min(values), max(values)
    if low == high:
        return _count(low, noun)
    return f"{low} {'or' if high == low + 1 else 'to'} {_count(high, noun)}"


def _times(values: Collection[int]) -> str:
    """`once or twice`, `2 to 4 times`; of values from 0 only the highest, after `nobody more than`."""
    words = {1: "once", 2: "twice"}
    low, high = min(values), max(values)
    most = words.get(high, f"{high} times")
    if low in (0, high):
        return most
    if high == low + 1:
        return f"{words.get(low, low)} or {most}"
    return f"{low} to {high} times"


def _number(number: int) -> str:
    return ("nobody", "one", "two", "three")[number] if number < 4 else str(number)
