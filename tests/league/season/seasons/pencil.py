"""The rows of closed evenings from the raw entries of their cards, as a person with a pencil finds them.

Shares no code with the app but the pencil of the national rules: it reads seats and entries, and knows two books,
`npa` and `st-hilary`. What a season makes of such rows is found in `naive_standings`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import date
from fractions import Fraction
from typing import Any, NamedTuple

from league.models import Entrant, Event, RoundTable
from scoring.models import Entry
from tests.league import naive_points
from tests.league.naive_points import HAND_KINDS, OTHER, PENALTY, SIDE, hand_score

OPPOSITE = {"N": "S", "S": "N", "E": "W", "W": "E"}


class PencilRow(NamedTuple):
    """A round of a player, or of a pair, with everything that a row of the ledger says of it."""

    event: int
    day: date
    round_number: int
    entrant: int
    partner: int | None
    is_pair: bool
    kind: str
    points: int
    won: bool | None
    table: int | None
    side: str
    place: int
    sets: int


class Card(NamedTuple):
    """What a table's card comes to: a side's sums and its sets, and by seat who lost what on the way."""

    number: int
    seats: dict[str, Entrant]
    sitting: dict[str, Entrant | None]  # who sat there to the end, None for somebody from outside
    late: dict[str, dict[str, Any]]
    lost: dict[tuple[str, bool], int]  # points off, by seat and whether they fall on who took over
    totals: dict[str, int]
    sets: dict[str, int]

    def winners(self) -> list[str]:
        return [side for side in OTHER if self.totals[side] == max(self.totals.values())]


# -- a hand ------------------------------------------------------------------------------


def is_made(line: dict[str, Any]) -> bool:
    side = SIDE[line["bidder"]]
    meld, take = (line.get(name, {}).get(side, 0) for name in ("meld", "take"))
    return bool(meld + take >= line["bid"])


def set_side(book: str, line: dict[str, Any]) -> str | None:
    if book == "npa":
        return naive_points.set_side(line)
    return None if is_made(line) else SIDE[line["bidder"]]


def points_of(book: str, line: dict[str, Any]) -> dict[str, int]:
    if book == "npa":
        return hand_score(line)
    bidders = SIDE[line["bidder"]]
    defenders = OTHER[bidders]
    meld, take = line["meld"], line["take"]
    made = meld[bidders] + take[bidders] if is_made(line) else -line["bid"]
    return {bidders: made, defenders: meld[defenders] + take[defenders] if take[defenders] > 1 else 0}


def ruled_on(entries: Sequence[Entry]) -> dict[int, list[dict[str, int]]]:
    """By hand what rulings that stand give to a side or take from it."""
    effects = {entry.number: (entry.hand, entry.payload["effect"]) for entry in entries if entry.kind == "ruling"}
    for entry in entries:
        if entry.kind == "decision" and entry.payload["outcome"] == "overturned":
            del effects[entry.payload["ruling"]]
    found: dict[int, list[dict[str, int]]] = defaultdict(list)
    for hand, effect in effects.values():
        found[hand or 0].append(effect.get("ruled", {}))
    return found


# -- a card ------------------------------------------------------------------------------


def card_of(book: str, table: RoundTable, entries: Sequence[Entry]) -> Card:
    undone = {entry.payload["undoes"] for entry in entries if entry.kind == "undo"}
    entries = [entry for entry in entries if entry.number not in undone]
    lines: dict[int, dict[str, Any]] = defaultdict(dict)
    for entry in entries:
        if entry.kind in HAND_KINDS:
            lines[entry.hand or 0].update(entry.payload)
    totals, sets = dict.fromkeys(OTHER, 0), dict.fromkeys(OTHER, 0)
    rulings = ruled_on(entries)
    for hand, line in lines.items():
        amounts = [points_of(book, line), *rulings[hand]]
        totals = {side: totals[side] + sum(each.get(side, 0) for each in amounts) for side in totals}
        if side := set_side(book, line):
            sets[side] += 1
    for side, other in OTHER.items():
        if book == "npa" and len(lines) == 4 and totals[other] <= 0 < totals[side]:
            totals[side] += 200
            break
    if table.totals:
        totals, sets = {side: int(table.totals[side]) for side in OTHER}, dict.fromkeys(OTHER, 0)
    late = {entry.payload["seat"]: entry.payload for entry in entries if entry.kind == "late"}
    seats = {seat.seat: seat for seat in table.seats.all()}
    return Card(
        table.number,
        {name: seat.entrant for name, seat in seats.items()},
        {name: sitting_at(seat, late.get(name)) for name, seat in seats.items()},
        late,
        penalties(entries),
        totals,
        sets,
    )


def sitting_at(seat: Any, late: dict[str, Any] | None) -> Entrant | None:
    if late and late.get("substitute"):
        return Entrant.objects.get(pk=late["entrant"]) if late.get("entrant") else None
    return None if seat.helper else seat.substitute or seat.entrant


def penalties(entries: Sequence[Entry]) -> dict[tuple[str, bool], int]:
    pardoned = {entry.payload["pardons"] for entry in entries if entry.kind == "pardon"}
    lost: dict[tuple[str, bool], int] = defaultdict(int)
    for entry in entries:
        if entry.kind == "penalty" and entry.number not in pardoned:
            says = entry.payload
            each = says["points"] if says["code"] == "ruling" else PENALTY[says["code"]]
            lost[says["seat"], bool(says.get("replacement"))] += each * says.get("count", 1)
    return lost


# -- an evening --------------------------------------------------------------------------


class Played(NamedTuple):
    """A player's, or a pair's, round before it is known what place they have that night."""

    who: tuple[int, ...]
    number: int
    kind: str
    points: int
    partner: int | None = None
    won: bool | None = None
    table: int | None = None
    side: str = ""
    sets: int = 0


def round_of_players(number: int, card: Card) -> Iterator[Played]:
    """Partners are those who have the side's points."""
    there = list(seats_of_players(number, card))
    for seat, one in there:
        mates = [other.who[0] for at, other in there if at == OPPOSITE[seat] and other.kind in SAT]
        yield one._replace(partner=mates[0] if mates and one.kind in SAT else None)


def seats_of_players(number: int, card: Card) -> Iterator[tuple[str, Played]]:
    for seat, entrant in card.seats.items():
        side, late = SIDE[seat], card.late.get(seat, {})
        minutes = 0 if late.get("replaced") else late.get("minutes", 0)
        is_replaced = bool(late.get("replaced")) or minutes >= 15
        kind = "absent" if late.get("absent") else "replaced" if is_replaced else "played"
        own = 0 if is_replaced else card.totals[side] - max(0, minutes - 5) * 10
        people = [(entrant, kind, own - card.lost[seat, False])]
        substitute = card.sitting[seat]
        if is_replaced and late.get("entrant"):
            assert substitute is not None
            people.append((substitute, "substitute", card.totals[side] - card.lost[seat, True]))
        for person, role, points in people:
            if person.is_house_player:
                continue
            sat = role in ("played", "substitute") and card.sitting[seat] == person
            yield seat, Played(
                (person.pk,), number, role, points, None, side in card.winners(), card.number, side,
                card.sets[side] if sat else 0,
            )  # fmt: skip


def pair_of(one: Entrant, other: Entrant) -> tuple[int, int]:
    first, second = sorted((one, other), key=lambda each: (each.is_house_player, each.number))
    return first.pk, second.pk


def round_of_pairs(number: int, card: Card, players: Sequence[Played]) -> Iterator[Played]:
    """What the side came to once, less what either of the two lost alone."""
    for side in OTHER:
        two = [card.seats[seat] for seat in side]
        ours = [one for entrant in two for one in players if one.who == (entrant.pk,)]
        if not ours:
            continue
        lost = sum(card.totals[side] - one.points if one.kind == "played" else -one.points for one in ours)
        kinds = [one.kind for one in ours]
        sums = card.totals[side] if "played" in kinds else 0
        kind = "played" if "played" in kinds else kinds[0]
        yield Played(
            pair_of(*two), number, kind, sums - lost, None, side in card.winners(), card.number, side, card.sets[side]
        )


SAT = ("played", "substitute")  # who was replaced, or never came, won no round


def credit(event: Event, who: tuple[int, ...], number: int, played: Sequence[Played]) -> int:
    if event.sit_out_credit == "fixed":
        return event.fixed_credit
    if event.sit_out_credit == "own_average":
        points = [one.points for one in played if one.who == who]
    elif event.sit_out_credit == "winners_average":
        points = [one.points for one in played if one.number == number and one.won and one.kind in SAT]
    else:
        points = []
    return int((Fraction(sum(points), len(points)) + Fraction(1, 2)).__floor__()) if points else 0


def rows_of(event: Event) -> list[PencilRow]:
    """Everything that the ledger must say of a closed evening."""
    book = event.rules.book_version.key
    entries: dict[Any, list[Entry]] = defaultdict(list)
    for entry in Entry.objects.filter(card__round_table__event_round__event=event).order_by("number"):
        entries[entry.card_id].append(entry)
    players: list[Played] = []
    pairs: list[Played] = []
    waiting: list[tuple[int, list[Entrant]]] = []
    credited: list[tuple[Entrant, int]] = []
    rounds = event.rounds.filter(state="closed").order_by("number")
    for one in rounds.prefetch_related("tables__seats__entrant", "tables__seats__substitute", "sit_outs__entrant"):
        here: list[Played] = []
        for table in one.tables.all():
            card = card_of(book, table, entries[table.card_id])
            there = list(round_of_players(one.number, card))
            here += there
            pairs += round_of_pairs(one.number, card, there)
        players += here
        seated = {each.who[0] for each in here}
        out = [each.entrant for each in one.sit_outs.all()]
        waiting.append((one.number, out))
        credited += [(each, one.number) for each in out if each.pk not in seated]  # who took a seat over has played
    found = list(in_order(event, players, [sat_out(event, (one.pk,), at, players) for one, at in credited]))
    if event.is_for_pairs:
        byes = [
            sat_out(event, pair, number, pairs)
            for number, people in waiting
            for pair in {pair_of(each, each.partner) for each in people if each.partner in people}
        ]
        found += in_order(event, pairs, byes)
    return found


def sat_out(event: Event, who: tuple[int, ...], number: int, played: Sequence[Played]) -> Played:
    return Played(who, number, "sat_out", credit(event, who, number, played))


def in_order(event: Event, played: Sequence[Played], out: Sequence[Played]) -> Iterator[PencilRow]:
    totals: dict[tuple[int, ...], int] = defaultdict(int)
    for one in (*played, *out):
        totals[one.who] += one.points
    for one in (*played, *out):
        place = 1 + sum(total > totals[one.who] for total in totals.values())
        is_pair = len(one.who) > 1
        yield PencilRow(
            event.pk, event.played_on, one.number, one.who[0], one.who[1] if is_pair else one.partner, is_pair,
            one.kind, one.points, one.won, one.table, one.side, place, one.sets,
        )  # fmt: skip


# -- what a season counts ----------------------------------------------------------------


class SeasonRow(NamedTuple):
    """A row as `naive_standings` takes it."""

    who: tuple[int, ...]
    event: int
    day: date
    round_number: int
    kind: str
    points: int
    won: bool
    table: int | None
    side: str
    sets: int
    place: int


def season_rows(rows: Sequence[PencilRow], *, for_pairs: bool) -> list[SeasonRow]:
    """The rounds of members, guests of the night left out; a round that ended level is won by nobody."""
    ours = [row for row in rows if row.is_pair == for_pairs]
    people = {one.pk: one for one in Entrant.objects.filter(event__in={row.event for row in ours})}
    winners: dict[tuple[int, int, int | None], set[str]] = defaultdict(set)
    for row in ours:
        if row.won:
            winners[row.event, row.round_number, row.table].add(row.side)
    found = []
    for row in ours:
        two = [people[one] for one in ((row.entrant, row.partner) if for_pairs else (row.entrant,)) if one is not None]
        if any(one.member_id is None or one.is_guest for one in two):
            continue
        who = tuple(sorted(one.member_id for one in two if one.member_id is not None))
        alone = bool(row.won) and len(winners[row.event, row.round_number, row.table]) == 1
        found.append(
            SeasonRow(
                who,
                row.event,
                row.day,
                row.round_number,
                row.kind,
                row.points,
                alone,
                row.table,
                row.side,
                row.sets,
                row.place,
            )
        )
    return found
