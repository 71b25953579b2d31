"""Whole evenings in which rounds and tables do not count, held to a second computation.

The pencil knows what was planned and what the tables handed in, and the sentences of the rules alone: a round, or a
table of one, that does not count brings nobody anything, and no credit to who sat it out. It reads no row of the app.
"""

from __future__ import annotations

import random
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

import pytest

from league.cards.pairs import pair_points
from league.cards.reading import event_points, read_event
from league.cards.standings import standings
from league.events.deeds import close_event
from league.finals.deeds import decide
from league.models import Entrant, Event, LedgerRow, Prize, RoundTable, Season
from league.money.sheet import read_cash
from league.rounds.counting import say_what_counts
from league.rounds.deeds import close_round
from league.seasons.reading import season_standings
from league.seasons.rules import SeasonRules
from tests.league.makers import acting_as, make_entrants, make_event, make_pairs, make_round, start_now
from tests.sampling import sample

pytestmark = pytest.mark.django_db
CREDITS = ("own_average", "winners_average", "fixed", "none")
FIXED = 150

Sums = tuple[int, int]


@dataclass
class Table:
    """Four players in the order N E S W, and what the sides came to; nothing was handed in where that is None."""

    players: list[int]
    sums: Sums | None
    counts: bool = True

    def points(self) -> dict[int, int]:
        north, east = self.sums or (0, 0)
        return {player: (north, east)[at % 2] for at, player in enumerate(self.players)}

    def winners(self) -> list[int]:
        if self.sums is None:
            return []
        points = self.points()
        return [player for player in self.players if points[player] == max(self.sums)]


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

    def points(self) -> dict[int, dict[int, int]]:
        """What each player has in each round that counts, by the number of the round."""
        found: dict[int, dict[int, int]] = defaultdict(dict)
        for number, one in enumerate(self.rounds, start=1):
            for table in one.counting:
                for player, points in table.points().items():
                    found[player][number] = points
        credits = [
            (player, number, self._credit(found[player], one))
            for number, one in enumerate(self.rounds, start=1)
            if one.counting
            for player in one.out
        ]
        for player, number, credit in credits:
            found[player][number] = credit
        return {player: own for player, own in found.items() if own}

    def _credit(self, own: dict[int, int], one: Round) -> int:
        if self.credit == "own_average":
            return _mean(list(own.values()))
        if self.credit == "winners_average":
            return _mean([table.points()[player] for table in one.counting for player in table.winners()])
        return FIXED if self.credit == "fixed" else 0

    def totals(self) -> dict[int, int]:
        return {player: sum(own.values()) for player, own in self.points().items()}

    def order(self) -> list[tuple[int, int]]:
        """Everybody's total that places go by, the first first: finalists above all others once a final counts."""
        points = self.points()
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


def _sorted(totals: dict[int, int]) -> list[tuple[int, int]]:
    return sorted(totals.items(), key=lambda each: -each[1])


def _mean(points: list[int]) -> int:
    """In whole points, halves up."""
    if not points:
        return 0
    whole, rest = divmod(sum(points), len(points))
    return whole + (2 * rest >= len(points))


# -- an evening that is played in the app and on paper ----------------------------------------


class Played:
    """One random evening."""

    def __init__(self, seed: int) -> None:
        self.chance, self.ids = random.Random(seed), 0
        kind = ("alone", "pairs", "final")[seed % 3]
        credit = CREDITS[seed // 3 % len(CREDITS)]
        fields: dict[str, Any] = {"sit_out_credit": credit, "fixed_credit": FIXED, "book": "st-hilary"}
        if kind == "pairs":
            fields["format"] = "round_robin"
        if kind == "final":
            fields |= {"final_places": 4, "final_carries": bool(seed % 2)}
        self.event = make_event(rounds_planned=3, **fields)
        Prize.objects.create(event=self.event, kind="place", place=1, amount=500)
        Prize.objects.create(event=self.event, kind="high_round", amount=300)
        self.pencil = Pencil(credit, carries=bool(seed % 2))
        if kind == "pairs":
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
        for at, table in enumerate(round_.tables, start=1):
            table.counts = self.counts()
            if table.counts or self.chance.random() < 0.7:
                table.sums = (self.chance.randint(-40, 120) * 5, self.chance.randint(-40, 120) * 5)
                totals = dict(zip(("NS", "EW"), table.sums, strict=True))
                RoundTable.objects.filter(event_round=event_round, number=at).update(totals=totals)
        if self.chance.random() < 0.3:  # the whole round
            for table in round_.tables:
                table.counts = False
        void = [at for at, table in enumerate(round_.tables, start=1) if not table.counts]
        close_round(event_round=event_round, void=void, **self.by("the fire alarm"))
        self.pencil.rounds.append(round_)

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
            for table in self.pencil.rounds[number].tables:
                table.counts = self.counts()
            void = [at for at, table in enumerate(self.pencil.rounds[number].tables, start=1) if not table.counts]
            event_round = self.fresh().rounds.get(number=number + 1)
            say_what_counts(event_round=event_round, void=void, **self.by("counted again"))

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


def of_players(event: Event) -> dict[int, dict[int, int]]:
    points = event_points(event, read_event(event))
    return {pk: {one.number: one.points for one in rounds} for pk, rounds in points.items()}


@pytest.mark.parametrize("first", range(sample(1, 20)))
def test_what_does_not_count_brings_nobody_anything(first, record_property):
    evenings, void = sample(12, 10), 0
    for seed in range(evenings * first, evenings * (first + 1)):
        played = Played(seed)
        event, pencil = played.fresh(), played.pencil

        held_to(event, pencil)
        void += sum(not table.counts for one in pencil.rounds for table in one.tables)

    record_property("figures", f"{evenings} evenings, {void} tables that did not count, no difference")
    assert void


def held_to(event: Event, pencil: Pencil) -> None:
    """Points, places, pairs, prizes, rows and the season of the evening are those on paper."""
    expected = pencil.points()
    assert of_players(event) == expected

    points = event_points(event, read_event(event))
    found = [(one.entrant.pk, one.total) for one in standings(event, points)]
    assert sorted(found) == sorted(pencil.order())
    assert [total for _, total in found] == [total for _, total in pencil.order()]

    if pencil.mate:
        pairs = {pair: sum(one.points for one in own) for pair, own in pair_points(event, read_event(event)).items()}
        assert pairs == {
            (one, pencil.mate[one]): total for one, total in pencil.totals().items() if one < pencil.mate[one]
        }

    first, high = (
        {one.entrant for one in read_cash(event).reading.won[prize.pk]} for prize in event.prizes.order_by("pk")
    )
    order = pencil.order()
    best = order[0][1] if order else 0
    inside = pencil.finalists if order and pencil.finalists and order[0][0] in pencil.finalists else None
    assert first == {who for who, total in order if total == best and (inside is None or who in inside)}
    played = [(at, player) for one in pencil.rounds for table in one.counting for player, at in table.points().items()]
    top = max((at for at, _ in played), default=0)
    assert high == ({player for at, player in played if at == top} if top > 0 else set())

    close_event(event=event, acting=acting_as(), client_id=f"close {event.pk}", reason="over")
    rows = LedgerRow.objects.filter(event=event, is_pair=False)
    assert {(row.entrant_id, row.round_number): row.points for row in rows} == {
        (player, number): at for player, own in expected.items() for number, at in own.items()
    }
    season = Season.objects.create(club=event.club, name="Fall", opens_on=event.played_on, closes_on=event.played_on)
    (division,) = season_standings(season, SeasonRules(events=(event.pk,)))
    members = dict(event.entrants.values_list("pk", "member"))
    assert {one.who: (one.points, one.attended) for one in division.places} == {
        (members[player],): (sum(own.values()), 1) for player, own in expected.items()
    }, "who sat at a table that counts, or sat a round out that does, was there"
