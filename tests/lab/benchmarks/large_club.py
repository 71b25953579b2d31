"""A club of many members with years of evenings, as far as its ledger goes: what pages and grades are made of."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from league.models import Club, Entrant, LedgerRow, Member
from league.season.grades.model import Table
from tests.lab.benchmarks import sized
from tests.league.makers import NAMES, make_club, make_event, make_series
from tests.league.season.grades.simulated import HANDS, ROUNDS, simulated_club

MEMBERS = sized(8, 500)
FIRST = date(2025, 1, 7)
HANDS_A_ROUND = MEMBERS // 4 * HANDS


def a_large_club(rounds: int) -> Club:
    """All members play every week in the club's one series, six rounds a night."""
    club = make_club()
    series = make_series(club)
    Member.objects.bulk_create(Member(club=club, number=at, name=name_of(at)) for at in range(1, MEMBERS + 1))
    members, nights = list(club.members.order_by("number")), -(-rounds // ROUNDS)
    tables, a_round = simulated_club(1, nights=nights, players=MEMBERS).tables, MEMBERS // 4
    for night in range(nights):
        day = FIRST + timedelta(weeks=night)
        event = make_event(club, series=series, state="closed", ledger_mark="kept", played_on=day)
        Entrant.objects.bulk_create(
            Entrant(event=event, member=one, number=one.number, name=one.name) for one in members
        )
        first, last = night * ROUNDS, min((night + 1) * ROUNDS, rounds)
        rows = rows_of(list(event.entrants.order_by("number")), tables[first * a_round : last * a_round])
        LedgerRow.objects.bulk_create(rows, batch_size=1000)
    return club


def name_of(number: int) -> str:
    first, last = NAMES[number % 24], NAMES[number // 24 % 24]
    return f"{first.split()[0]} {last.split()[-1]}"


def rows_of(people: Sequence[Entrant], tables: Sequence[Table]) -> list[LedgerRow]:
    """The rows of an evening, those of a round one after the other."""
    in_round = MEMBERS // 4
    return [
        LedgerRow(
            event_id=people[player].event_id, round_number=at // in_round + 1, entrant=people[player],
            partner=people[partner], kind="played", table=at % in_round + 1, side=name, points=side.points,
            won=side.points > other.points, place=people[player].number,
            facts={"hands": table.hands, "scored": side.points, "meld": 60, "take": 40, "defended": 2, "run": "m"},
        )
        for at, table in enumerate(tables)
        for name, side, other in zip(("NS", "EW"), table.sides, table.sides[::-1], strict=True)
        for player, partner in (side.players, side.players[::-1])
    ]  # fmt: skip
