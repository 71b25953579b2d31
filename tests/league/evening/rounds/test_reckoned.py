"""Whole evenings in which rounds and tables do not count, held to a second computation.

The pencil knows what was planned and what the tables handed in, and the sentences of the rules alone: a round, or a
table of one, that does not count brings nobody anything, and no credit to who sat it out. It reads no row of the app.
What a choice was said to do is held to what then stood.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from league.evening.cards.pairs import pair_points
from league.evening.cards.reading import event_points, read_event
from league.evening.cards.standings import standings
from league.evening.events.deeds import close_event
from league.evening.finals.deeds import decide
from league.evening.money.pages.cash import cash_rows
from league.evening.money.sheet import read_cash
from league.evening.rounds.counting import say_what_counts
from league.evening.rounds.deeds import close_round, reopen_round
from league.evening.rounds.effects import read_counting, void_effects
from league.models import Entrant, Event, EventRound, LedgerRow, Pot, Prize, RoundSeat, RoundTable, Season
from league.season.seasons.reading import read_ledger, season_standings
from league.season.seasons.rules import SeasonRules
from scoring.score_card.pages.history import NOTHING
from tests.league.makers import acting_as, card_at, make_entrants, make_event, make_pairs, make_round, start_now
from tests.sampling import sample
from tests.scoring.score_card.makers import lay_hands

pytestmark = pytest.mark.django_db
CREDITS = ("own_average", "winners_average", "fixed", "none")
KINDS = ("alone", "round_robin", "final", "half_move")
FIXED = 150
A_SET = 50

Sums = tuple[int, int]
# A hand as it is entered, and what it comes to for either side; who was set for its bid has that off.
HANDS: tuple[tuple[dict[str, Any], Sums], ...] = (
    ({"bidder": "N", "bid": 20, "meld": {"NS": 10, "EW": 4}, "take": {"NS": 15, "EW": 10}}, (25, 14)),
    ({"bidder": "E", "bid": 30, "meld": {"NS": 0, "EW": 10}, "take": {"NS": 13, "EW": 12}}, (13, -30)),
    ({"bidder": "N", "bid": 25, "meld": {"NS": 20, "EW": 0}, "take": {"NS": 15, "EW": 10}}, (35, 10)),
    ({"bidder": "E", "bid": 20, "meld": {"NS": 0, "EW": 0}, "take": {"NS": 15, "EW": 10}}, (15, -20)),
    ({"bidder": "S", "bid": 28, "meld": {"NS": 2, "EW": 6}, "take": {"NS": 11, "EW": 14}}, (-28, 20)),
)


@dataclass
class Table:
    """Four players in the order N E S W, and what the sides came to, by hands or in all; nothing was handed in where
    that is None. Who is `missing` never came."""

    players: list[int]
    sums: Sums | None
    counts: bool = True
    hands: tuple[Sums, ...] = ()
    missing: frozenset[int] = frozenset()

    @property
    def sides(self) -> list[tuple[list[int], int]]:
        return [(self.players[at::2], (self.sums or (0, 0))[at]) for at in (0, 1)]

    def points(self, *, as_pairs: bool) -> dict[int, int]:
        """Who never came has nothing; a pair, named by its first, has what its side came to unless neither came."""
        if as_pairs:
            return {min(two): 0 if self.missing.issuperset(two) else points for two, points in self.sides}
        return {one: 0 if one in self.missing else points for two, points in self.sides for one in two}

    def winners_points(self, *, as_pairs: bool) -> Iterator[int]:
        """What each came to who sits on the side that came to more, or on either where both did. Who never came isn't
        among them; a pair is, when one of the two came."""
        for two, points in self.sides:
            if self.sums and points == max(self.sums):
                came = [one for one in two if self.came(one)]
                yield from [points] * (min(len(came), 1) if as_pairs else len(came))

    def hands_of(self) -> Iterator[tuple[int, int]]:
        """Every hand of everybody who came."""
        return ((one, hand[at % 2]) for hand in self.hands for at, one in enumerate(self.players) if self.came(one))

    def came(self, player: int) -> bool:
        return player not in self.missing


@dataclass
class Round:
    tables: list[Table]
    out: list[int]

    @property
    def counting(self) -> list[Table]:
        return [table for table in self.tables if table.counts]


@dataclass
class Pencil:
    """An evening on paper. `mate` is everybody's partner where pairs play."""

    credit: str
    carries: bool = True
    mate: dict[int, int] = field(default_factory=dict)
    rounds: list[Round] = field(default_factory=list)
    finalists: list[int] | None = None
    before_final: int = 0

    @property
    def counting(self) -> list[Table]:
        return [table for one in self.rounds for table in one.counting]

    def points(self, *, as_pairs: bool = False) -> dict[int, dict[int, int]]:
        """What each player, or pair, has in each round that counts, by the number of the round."""
        found: dict[int, dict[int, int]] = defaultdict(dict)
        for number, one in enumerate(self.rounds, start=1):
            for table in one.counting:
                for player, points in table.points(as_pairs=as_pairs).items():
                    found[player][number] = points
        credits = [
            (player, number, self._credit(found[player], one, as_pairs))
            for number, one in enumerate(self.rounds, start=1)
            if one.counting
            for player in one.out
            if not as_pairs or player < self.mate[player]
        ]
        for player, number, credit in credits:
            found[player][number] = credit
        return {player: own for player, own in found.items() if own}

    def _credit(self, own: dict[int, int], one: Round, as_pairs: bool) -> int:
        if self.credit == "own_average":
            return _mean(list(own.values()))
        if self.credit == "winners_average":
            return _mean([points for table in one.counting for points in table.winners_points(as_pairs=as_pairs)])
        return FIXED if self.credit == "fixed" else 0

    def totals(self, *, as_pairs: bool = False) -> dict[int, int]:
        return {player: sum(own.values()) for player, own in self.points(as_pairs=as_pairs).items()}

    def order(self, *, as_pairs: bool = False) -> list[tuple[int, int]]:
        """Everybody's total that places go by, the first first: finalists above all others once a final counts."""
        points = self.points(as_pairs=as_pairs)
        has_final = self.finalists is not None and any(one.counting for one in self.rounds[self.before_final :])
        if not has_final:
            return _sorted({player: sum(own.values()) for player, own in points.items()})
        assert self.finalists is not None
        first = 1 if self.carries else self.before_final + 1
        inside = {
            player: sum(at for number, at in points.get(player, {}).items() if number >= first)
            for player in self.finalists
        }
        outside = {
            player: sum(at for number, at in own.items() if number <= self.before_final)
            for player, own in points.items()
            if player not in inside
        }
        return _sorted(inside) + _sorted(outside)

    def first(self) -> set[int]:
        """Who has the prize for the first place, both of a pair."""
        order = self.order(as_pairs=bool(self.mate))
        best = order[0][1] if order else 0
        inside = self.finalists if order and self.finalists and order[0][0] in self.finalists else None
        first = {who for who, total in order if total == best and (inside is None or who in inside)}
        return first | {self.mate[who] for who in first if self.mate}

    def sets(self) -> Counter[int]:
        """How often each player's side was set: no side has less than nothing in a hand otherwise."""
        return Counter(one for table in self.counting for one, points in table.hands_of() if points < 0)

    def came(self) -> set[int]:
        """Who was there: at a table that counts, or sitting out in a round that does."""
        seated = {one for table in self.counting for one in table.players if table.came(one)}
        return seated | {one for round_ in self.rounds if round_.counting for one in round_.out}


def _sorted(totals: dict[int, int]) -> list[tuple[int, int]]:
    return sorted(totals.items(), key=lambda each: -each[1])


def _mean(points: list[int]) -> int:
    """In whole points, halves up."""
    if not points:
        return 0
    whole, rest = divmod(sum(points), len(points))
    return whole + (2 * rest >= len(points))


def _best(found: list[tuple[int, int]]) -> set[int]:
    """Who has the most, if that is more than nothing."""
    top = max((points for _, points in found), default=0)
    return {player for player, points in found if points == top} if top > 0 else set()


# -- an evening that is played in the app and on paper ----------------------------------------


HIGH = ("high_round", "high_hand", "most_sets")


class Played:
    """One random evening."""

    def __init__(self, seed: int) -> None:
        self.chance, self.ids, self.looks = random.Random(seed), 0, 0
        kind = KINDS[seed % len(KINDS)]
        credit = CREDITS[seed // len(KINDS) % len(CREDITS)]
        fields: dict[str, Any] = {"sit_out_credit": credit, "fixed_credit": FIXED, "book": "st-hilary", "hands": 2}
        in_pairs, carries = kind in ("round_robin", "half_move"), self.chance.random() < 0.5
        if in_pairs:
            fields["format"] = kind
        if kind == "final":
            fields |= {"final_places": 4, "final_carries": carries}
        self.event = make_event(rounds_planned=3, **fields)
        Pot.objects.create(event=self.event, name="Set money", per_set=A_SET)
        prizes: list[dict[str, Any]] = [{"kind": "place", "place": 1}, *({"kind": kind} for kind in HIGH)]
        for prize in prizes:
            Prize.objects.create(event=self.event, amount=500, **prize)
        self.pencil = Pencil(credit, carries)
        if in_pairs:
            pairs = make_pairs(self.event, self.chance.randint(4, 7))
            self.people = [one for pair in pairs for one in pair]
            self.pencil.mate = {one.pk: other.pk for a, b in pairs for one, other in ((a, b), (b, a))}
        else:
            self.people = make_entrants(self.event, self.chance.randint(8, 13))
        for _ in range(self.chance.randint(2, 3)):
            self.play(self.people)
        self.change_minds()
        if kind == "final":
            self.play_final()

    def by(self, reason: str = "") -> dict[str, Any]:
        self.ids += 1
        told = {"reason": reason} if reason else {}
        return {"acting": acting_as(), "client_id": f"{self.event.pk}-{self.ids}", **told}

    def play(self, people: list[Entrant]) -> None:
        """A round: some of its tables hand in nothing, some or all don't count."""
        order = self.shuffled(people)
        tables = [order[at : at + 4] for at in range(0, len(order) - 3, 4)]
        round_ = Round([Table([one.pk for one in four], None) for four in tables], [])
        round_.out = [one.pk for one in order[4 * len(tables) :]]
        number = len(self.pencil.rounds) + 1
        event_round = start_now(make_round(self.fresh(), order, number=number))
        for table, row in zip(round_.tables, event_round.tables.select_related("card"), strict=True):
            table.counts = self.counts()
            if table.counts or self.chance.random() < 0.7:
                self.hand_in(table, row)
        if self.chance.random() < 0.3:  # the whole round
            for table in round_.tables:
                table.counts = False
        self.pencil.rounds.append(round_)
        self.close(event_round, void_of(round_))

    def hand_in(self, table: Table, row: RoundTable) -> None:
        """Hands, or sums alone; somebody may never have come."""
        if self.chance.random() < 0.4:
            hands = self.chance.sample(HANDS, self.chance.randint(1, 2))
            table.hands = tuple(points for _, points in hands)
            table.sums = sum(ns for ns, _ in table.hands), sum(ew for _, ew in table.hands)
            lay_hands(card_at(row), *(figures for figures, _ in hands))
        else:
            table.sums = (self.chance.randint(-40, 120) * 5, self.chance.randint(-40, 120) * 5)
            RoundTable.objects.filter(pk=row.pk).update(totals=dict(zip(("NS", "EW"), table.sums, strict=True)))
        if self.chance.random() < 0.2:
            table.missing = frozenset(self.chance.sample(table.players, self.chance.randint(1, 2)))
            RoundSeat.objects.filter(table=row, entrant__in=table.missing).update(is_missing=True)

    def close(self, event_round: EventRound, void: list[int]) -> None:
        """What it does that not all of it counts is what is shown before, where that is looked at: beside what it comes
        to when all does, after which it is reopened."""
        by = {"event_round": event_round, "void": void, **self.by("the fire alarm")}
        if not void or self.chance.random() < 0.5:
            close_round(**by)
            return
        close_round(event_round=event_round, **self.by("all of it counts"))
        before = comes_to(self.fresh())
        reopen_round(event_round=event_round, **self.by("it does not"))
        self.shows(event_round, (), void, before, lambda: close_round(**by))

    def shows(
        self, event_round: EventRound, was: Collection[int], void: Collection[int], before: Lines, do: Callable[[], Any]
    ) -> None:
        """The lines that are shown to become others are all that do."""
        effects = void_effects(*read_counting(self.fresh().rounds.get(pk=event_round.pk)), was, void)
        do()
        places = {
            one["name"]: (str(one["becomes"].place), str(one["becomes"].total)) if one["becomes"] else None
            for one in effects.places
        }
        cash = {one.label: None if one.becomes == NOTHING else one.becomes for one in effects.moves}
        expected = {line: figure for line, figure in {**before, **places, **cash}.items() if figure is not None}
        assert comes_to(self.fresh()) == expected
        assert all(before.get(line) != expected.get(line) for line in {**places, **cash})
        self.looks += 1

    def counts(self) -> bool:
        return self.chance.random() > 0.2

    def shuffled(self, people: list[Entrant]) -> list[Entrant]:
        """N E S W table after table, then who sits out; pairs face each other."""
        if not self.pencil.mate:
            return self.chance.sample(people, len(people))
        pairs = [people[at : at + 2] for at in range(0, len(people), 2)]
        self.chance.shuffle(pairs)
        seated = [pairs[at : at + 2] for at in range(0, len(pairs) - 1, 2)]
        order = [one for (a, c), (b, d) in seated for one in (a, b, c, d)]
        return order + (pairs[-1] if len(pairs) % 2 else [])

    def change_minds(self) -> None:
        """After closing: what counts of some round becomes otherwise."""
        number = self.chance.randrange(len(self.pencil.rounds))
        if self.chance.random() < 0.5:
            round_ = self.pencil.rounds[number]
            was = void_of(round_)
            for table in round_.tables:
                table.counts = self.counts()
            void, event_round = void_of(round_), self.fresh().rounds.get(number=number + 1)
            by = {"event_round": event_round, "void": void, **self.by("counted again")}
            self.shows(event_round, was, void, comes_to(self.fresh()), lambda: say_what_counts(**by))

    def play_final(self) -> None:
        event = self.fresh()
        while event.rounds.count() < event.rounds_planned:
            self.play(self.people)
            event = self.fresh()
        totals = self.pencil.totals()
        if len(totals) < 4:
            return
        decide(event=event, by="lots", chance=7, **self.by())
        inside = list(self.fresh().entrants.filter(last_round=None, is_house_player=False))
        self.pencil.finalists, self.pencil.before_final = [one.pk for one in inside], len(self.pencil.rounds)
        assert min(totals[one.pk] for one in inside) >= max(
            (totals[pk] for pk in totals if pk not in self.pencil.finalists), default=-(10**6)
        )
        self.play(inside)
        if not self.pencil.rounds[-1].counting:
            self.play(inside)

    def fresh(self) -> Event:
        return Event.objects.select_related("club", "rules__book_version").get(pk=self.event.pk)


Lines = dict[str, Any]


def comes_to(event: Event) -> Lines:
    """Place and points of everybody, and the amounts of the cash sheet, as they stand."""
    rounds = read_event(event)
    places = standings(event, pair_points(event, rounds) if event.is_for_pairs else event_points(event, rounds))
    lines: Lines = {one.entrant.name: (str(one.place), str(one.total)) for one in places}
    return lines | {f"{part}: {title}": amount for part, title, _, amount, _ in cash_rows(read_cash(event))}


def void_of(round_: Round) -> list[int]:
    return [at for at, table in enumerate(round_.tables, start=1) if not table.counts]


def of_players(event: Event) -> dict[int, dict[int, int]]:
    points = event_points(event, read_event(event))
    return {pk: {one.number: one.points for one in rounds} for pk, rounds in points.items()}


@pytest.mark.parametrize("first", range(sample(1, 20)))
def test_what_does_not_count_brings_nobody_anything(first, record_property):
    evenings, void, looks = sample(4, 10), 0, 0
    for number in range(evenings * first, evenings * (first + 1)):
        played = Played(5 * number)  # so that any four have each kind and each credit
        event, pencil = played.fresh(), played.pencil

        held_to(event, pencil)
        void += sum(not table.counts for one in pencil.rounds for table in one.tables)
        looks += played.looks

    told = f"{evenings} evenings, {void} tables that did not count, {looks} times what it does was shown before"
    record_property("figures", f"{told}, no difference")
    assert void
    assert looks


def held_to(event: Event, pencil: Pencil) -> None:
    """Points, places, pairs, prizes, set money, rows and the season of the evening are those on paper."""
    expected = pencil.points()
    assert of_players(event) == expected

    points = event_points(event, read_event(event))
    found = [(one.entrant.pk, one.total) for one in standings(event, points)]
    assert sorted(found) == sorted(pencil.order())
    assert [total for _, total in found] == [total for _, total in pencil.order()]

    if pencil.mate:
        pairs = {pair: sum(one.points for one in own) for pair, own in pair_points(event, read_event(event)).items()}
        assert pairs == {(one, pencil.mate[one]): total for one, total in pencil.totals(as_pairs=True).items()}

    held_to_money(event, pencil)
    close_event(event=event, acting=acting_as(), client_id=f"close {event.pk}", reason="over")
    rows = LedgerRow.objects.filter(event=event, is_pair=False)
    assert {(row.entrant_id, row.round_number): row.points for row in rows} == {
        (player, number): at for player, own in expected.items() for number, at in own.items()
    }
    held_to_season(event, pencil)


def held_to_money(event: Event, pencil: Pencil) -> None:
    cash = read_cash(event)
    first, *high = ({one.entrant for one in cash.reading.won[prize.pk]} for prize in event.prizes.order_by("pk"))
    at_tables = [
        (one, points)
        for table in pencil.counting
        for one, points in table.points(as_pairs=False).items()
        if table.came(one)
    ]
    hands = [each for table in pencil.counting for each in table.hands_of()]
    assert first == pencil.first()
    assert high == [_best(at_tables), _best(hands), _best(list(pencil.sets().items()))]
    assert {one.entrant: one.owed for one in cash.set_money} == {
        player: count * A_SET for player, count in pencil.sets().items()
    }


def held_to_season(event: Event, pencil: Pencil) -> None:
    """Who is level has the better place with fewer sets, who never came was not there, and an evening of which nothing
    counts was not held."""
    season = Season.objects.create(club=event.club, name="Fall", opens_on=event.played_on, closes_on=event.played_on)
    rules = SeasonRules(events=(event.pk,), tie_breaks=("fewest_sets",))
    (places,) = season_standings(season, rules).values()
    members, sets = dict(event.entrants.values_list("pk", "member")), pencil.sets()
    scores = {player: (-total, sets[player]) for player, total in pencil.totals().items()}
    assert {one.who: (one.place, one.points, one.attended) for one in places} == {
        (members[player],): (1 + sum(other < own for other in scores.values()), -own[0], int(player in pencil.came()))
        for player, own in scores.items()
    }
    assert read_ledger(season, rules).held == bool(scores)
