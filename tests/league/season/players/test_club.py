"""A club's figures, and a member's beside them, against a count of the ledger's rows by hand."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from fractions import Fraction
from math import floor
from typing import Any

import pytest

from league.evening.ledger.facts import Facts
from league.models import Club, Entrant, Event, LedgerRow, Member
from league.season.players.club import SUMMED, club_sums
from league.season.players.pages.record import RecordPage
from league.season.players.rounds import lifetime_of
from tests.league.makers import make_club, make_event, make_members, make_rules
from tests.sampling import sample

pytestmark = pytest.mark.django_db

FOUR, THREE = ("NS", "EW", "NS", "EW"), ("A", "B", "C")
KINDS = ("played", "played", "played", "substitute", "replaced", "absent")


def random_facts(chance: random.Random) -> Facts:
    """What a player's hands say; of some tables only the sums are known."""
    if not chance.randrange(6):
        return {}
    hands = chance.randrange(1, 9)
    bids, partner_bids = (chance.randrange(hands // 2 + 1) for _ in range(2))
    run = "".join(chance.choice("ms") for _ in range(bids))
    defended = hands - bids - partner_bids
    facts = {
        "hands": hands, "scored": chance.randrange(-50, 300), "meld": chance.randrange(200),
        "take": chance.randrange(200), "bids": bids, "made": run.count("m"), "bid_sum": 25 * bids,
        "over_sum": chance.randrange(-40, 60) * bids, "partner_bids": partner_bids,
        "partner_made": chance.randrange(partner_bids + 1), "defended": defended,
        "defended_set": chance.randrange(defended + 1), "run": run, "best_hand": chance.randrange(90),
    }  # fmt: skip
    return {name: figure for name, figure in facts.items() if figure}


def rows_of_table(event: Event, number: int, table: int, people: list[Entrant], chance: random.Random) -> list[Any]:
    """A table of four or three: one side won, or it ended level, when both did. On every side somebody sat to the end,
    who may have partnered one who was replaced."""
    sides = FOUR if len(people) == 4 else THREE
    winners = set(sides) if not chance.randrange(4) else {chance.choice(sides)}
    return [
        LedgerRow(
            event=event, round_number=number, entrant=one, table=table, side=side,
            kind=chance.choice(KINDS if at > 1 and sides is FOUR else KINDS[:4]),
            points=chance.randrange(-40, 400), won=side in winners, place=1, facts=random_facts(chance),
            by_other_rules=sides is THREE,
        )
        for at, (one, side) in enumerate(zip(people, sides, strict=True))
    ]  # fmt: skip


def random_club(seed: int) -> Club:
    """Evenings by two books, one with tables of three, and one that is open again."""
    chance, club = random.Random(seed), make_club()
    members = make_members(club, 12)
    three = make_rules(club, "gwinnett-3")
    kinds: list[dict[str, Any]] = [
        {}, {"book": "st-hilary", "three_handed_rules": three}, {"state": "running", "ledger_mark": "open again"}, {},
    ]  # fmt: skip
    for at, more in enumerate(kinds):
        day = date(2026, 1, 6) + timedelta(weeks=at)
        event = make_event(club, played_on=day, **{"state": "closed", **more})
        people = [Entrant.objects.create(event=event, member=one, number=one.number, name=one.name) for one in members]
        rows: list[LedgerRow] = []
        for number in range(1, 4):
            chance.shuffle(people)
            parts = (people[:4], people[4:8], people[8:11]) if "book" in more else (people[:4], people[4:8])
            for table, sat in enumerate(parts, start=1):
                rows += rows_of_table(event, number, table, sat, chance)
            of_round = {"event": event, "round_number": number, "place": 1}
            rows.append(LedgerRow(**of_round, entrant=people[11], kind="sat_out", points=60))
            pair = {"entrant": people[0], "partner": people[2], "is_pair": True, "kind": "played"}
            rows.append(LedgerRow(**of_round, **pair, points=999, won=True, table=1, side="NS"))
        LedgerRow.objects.bulk_create(rows)
    return club


def by_hand(club: Club) -> Iterator[tuple[LedgerRow, str, bool]]:
    """Every row that counts, with its book and whether it was won, looked up one by one."""
    rows = LedgerRow.objects.filter(event__club=club, is_pair=False)
    every = list(rows.select_related("entrant", "event__rules__house_rules", "event__three_handed_rules__house_rules"))
    for row in every:
        event = row.event
        if row.kind == "sat_out":
            continue
        rules = (event.three_handed_rules if row.table == 3 else None) or event.rules
        others = [
            one.won and one.kind in ("played", "substitute")
            for one in every
            if (one.event_id, one.round_number, one.table) == (row.event_id, row.round_number, row.table)
            and one.side != row.side
        ]
        yield row, rules.house_rules.key, bool(row.won) and not any(others)


def added(rows: Iterable[tuple[LedgerRow, bool]]) -> dict[str, int]:
    """What these come to, those of no facts as zero."""
    total: dict[str, int] = dict.fromkeys(("rounds", "points", "won", *SUMMED), 0)
    for row, won in rows:
        for name, figure in {**row.facts, "rounds": 1, "points": row.points, "won": won}.items():
            if name in total:
                total[name] += figure
    return total


@pytest.mark.parametrize("seed", range(sample(3, 40)))
def test_club_figures_are_those_of_a_count_by_hand(seed: int):
    club = random_club(seed)
    rows: dict[tuple[int, str], list[tuple[LedgerRow, bool]]] = defaultdict(list)
    for row, book, won in by_hand(club):
        rows[row.event_id, book].append((row, won))

    sums = club_sums(club)

    assert sums.by_evening == {where: added(found) for where, found in rows.items()}
    some = frozenset(event for event, _ in list(rows)[1:3])
    for events in (None, some):
        within = {book for event, book in rows if events is None or event in events}
        assert sums.within(events) == {
            book: added(
                one for (event, of), found in rows.items() if of == book and (events is None or event in events)
                for one in found
            )
            for book in within
        }  # fmt: skip


def test_page_says_every_member_beside_the_club_as_a_count_by_hand_does():
    club = random_club(99)
    rows, whole = list(by_hand(club)), club_sums(club).whole
    seen = set()

    for member in club.members.all():
        life = lifetime_of(member)
        for part in RecordPage(club, member, life, life.whole, None, str, whole).books:
            seen.add(part.key)
            own = in_words(added((row, won) for row, book, won in rows if book == part.key and is_of(row, member)))
            club_has = in_words(added((row, won) for row, book, won in rows if book == part.key))
            assert {name: tuple(figures) for name, *figures, _, _ in part.beside} == {
                name: (figure, club_has[name]) for name, figure in own.items() if figure
            }

    assert seen == {"npa", "st-hilary", "gwinnett-3"}


def is_of(row: LedgerRow, member: Member) -> bool:
    return row.entrant.member_id == member.pk


def in_words(of: dict[str, int]) -> dict[str, str]:
    """The figures of the page; empty where there is nothing to divide by."""

    def share(part: int, whole: int) -> str:
        percent = f", {floor(Fraction(100 * part, whole) + Fraction(1, 2))}%" if whole >= 10 else ""
        return f"{part:,} of {whole:,}{percent}" if whole else ""

    def mean(total: int, count: int) -> str:
        tenths = floor(Fraction(10 * abs(total), count) + Fraction(1, 2)) if count else 0
        return f"{'−' if total < 0 and tenths else ''}{tenths // 10:,}.{tenths % 10}" if count else ""

    margin = mean(of["over_sum"], of["bids"])
    counts = {name.title(): f"{of[name]:,}" if of[name] else "" for name in ("rounds", "hands", "bids")}
    return counts | {
        "Points a round": mean(of["points"], of["rounds"]),
        "Rounds won": share(of["won"], of["rounds"]),
        "Average bid": mean(of["bid_sum"], of["bids"]),
        "Set rate": share(of["bids"] - of["made"], of["bids"]),
        "Margin of bids": f"+{margin}" if margin and of["over_sum"] > 0 else margin,
        "Meld a hand": mean(of["meld"], of["hands"]),
        "Take a hand": mean(of["take"], of["hands"]),
    }
