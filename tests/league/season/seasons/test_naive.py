"""Random small seasons, in which many are level: a second computation agrees, whatever order the rows come in."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from itertools import count

from league.season.seasons.rules import TIE_BREAKS, SeasonRules
from league.season.seasons.standings import Ledger, Line, Place, Row, by_hand, standings
from tests.league.season.seasons.naive_standings import Added, NaivePlace, naive_standings
from tests.sampling import sample

KINDS = ("played",) * 12 + ("substitute", "replaced", "absent")


def random_rules(chance: random.Random) -> SeasonRules:
    return SeasonRules(
        points_by=chance.choice(("total", "average", "wins", "places", "percent")),
        place_points=(3, 2, 2, 1)[: chance.randrange(5)],
        best=chance.choice((0, 0, 1, 2, 3)),
        nights_needed=chance.choice((0, 0, 1, 2)),
        one_more_per=chance.choice((0, 0, 2, 3)),
        night_bonus=chance.choice((0, 0, 2)),
        round_won_bonus=chance.choice((0, 0, 1)),
        night_won_bonus=chance.choice((0, 0, 1)),
        sit_outs=chance.choice(("as_played", "own_average", "nothing")),
        divisions=(7,),
        tie_breaks=tuple(chance.sample(list(TIE_BREAKS), chance.randrange(7))),
        level=chance.choice(("shared", "draw")),
    )


def random_ledger(chance: random.Random) -> Ledger:
    """Four to nine players, or as many pairs, of whom some meet often and score alike."""
    size = chance.choice((1, 1, 2))
    people = [tuple(range(at * size + 1, at * size + size + 1)) for at in range(chance.randrange(4, 10))]
    held = chance.randrange(1, 6)
    rows = [row for night in range(1, held + 1) for row in random_night(chance, people, night, 4 if size == 1 else 2)]
    added: dict[tuple[int, ...], list[Line]] = {}
    for at in range(chance.randrange(3)):
        added.setdefault(chance.choice(people), []).append(by_hand(chance.randrange(-2, 3), "", at))
    members = [member for who in people for member in who]
    drawn = {member: chance.random() for member in members} if chance.random() < 0.7 else {}
    return Ledger(tuple(rows), added, held, {7: chance.sample(members, len(members) // 2)}, drawn)


def random_night(chance: random.Random, people: list[tuple[int, ...]], night: int, seats: int) -> Iterator[Row]:
    day = date(2026, 1, 1) + timedelta(days=night)
    luck = random.Random(str(chance.getstate()[1][:9]))  # of boards, so that without them all is as it ever was
    there = chance.sample(people, chance.randrange(1, len(people) + 1))
    places = {who: chance.randrange(1, 5) for who in there}
    for number in range(1, chance.randrange(1, 4) + 1):
        seated = chance.sample(there, len(there))
        for table in count(1):
            four, seated = seated[:seats], seated[seats:]
            if len(four) < seats:
                for who in four:
                    yield Row(who, night, day, number, "sat_out", chance.randrange(3), place=places[who])
                break
            winner = chance.choice(("NS", "EW", ""))
            for at, who in enumerate(four):
                side = "NS" if at % 2 else "EW"
                boards = luck.choice((0, 2)) if night % 2 else 0
                yield Row(
                    who, night, day, number, chance.choice(KINDS), chance.randrange(-1, 3), won=side == winner,
                    table=table, side=side, sets=chance.randrange(2), place=places[who],
                    share=luck.randrange(3) * 5_000 * boards, boards=boards,
                )  # fmt: skip


def as_naive(places: Iterable[Place]) -> list[NaivePlace]:
    return [NaivePlace(one.place, one.who, one.figure, one.points, frozenset(one.counted.items())) for one in places]


def test_second_computation_agrees_on_random_seasons():
    ties = 0
    for seed in range(sample(300, 20_000)):
        chance = random.Random(seed)
        rules, ledger = random_rules(chance), random_ledger(chance)
        found = standings(rules, ledger)
        everybody, lots = found[None], dict(ledger.lots)
        added = [Added(who, line.points) for who, lines in ledger.added.items() for line in lines]
        parts = (rules, ledger.rows, added, ledger.held, lots)

        assert as_naive(everybody) == naive_standings(*parts), seed
        assert as_naive(found[7]) == naive_standings(*parts, only=set(ledger.categories[7])), seed
        assert all(sum(line.points for line in one.lines) == one.points for one in everybody), seed
        assert [bool(one.why.says) for one in everybody[:-1]] == [True] * (len(everybody) - 1), seed
        ties += any(one.why.by in TIE_BREAKS for one in everybody)
        shuffled = Ledger(
            tuple(chance.sample(ledger.rows, len(ledger.rows))),
            {who: lines[::-1] for who, lines in reversed([*ledger.added.items()])},
            ledger.held, ledger.categories, ledger.lots,
        )  # fmt: skip
        assert standings(rules, shuffled) == found, seed

    assert ties > 90  # enough of them were decided by a tie-break
