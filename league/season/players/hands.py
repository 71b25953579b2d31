"""What a figure of a member's record counts: hands, rounds or nights. The rounds alone tell how many there are
(`counted_by`, pure), so that cards are read for those of one page only (`read_hands`)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Final, TypeAlias

from django.db.models import Q

from league.evening.cards.chairs import stretches_of
from league.evening.cards.judged import read_tables_alone
from league.evening.cards.reading import TableReading
from league.evening.cards.seats import seat_of
from league.evening.ledger.facts import COUNTED_MELDS, Facts, HandFacts, hands_of
from league.evening.ties.parting import AT_THE_TABLE
from league.models import Entrant, RoundTable

from .record import Played, Record
from .rounds import read_evenings

# A round, and which of its hands that count this is.
Slot: TypeAlias = tuple[Played, int]
# How often a hand, or all those of a round, count.
Count: TypeAlias = Callable[[Facts], int]


def _plain(name: str) -> Count:
    return lambda of: of.get(name, 0)


def _less(whole: str, part: str) -> Count:
    return lambda of: of.get(whole, 0) - of.get(part, 0)


def both(one: Count, other: Count) -> Count:
    return lambda of: one(of) + other(of)


BIDS: Final = _plain("bids")
SET: Final = _less("bids", "made")
PARTNER_SET: Final = _less("partner_bids", "partner_made")
# The figures that count hands, those that count rounds, and those that count nights: what each is called.
HANDS: Final[Mapping[str, tuple[str, Count]]] = {
    "hands": ("Hands", _plain("hands")),
    "bids": ("Bids", BIDS),
    "made": ("Bids made", _plain("made")),
    "set": ("Bids set", SET),
    "partner_bids": ("Bids of the partner", _plain("partner_bids")),
    "partner_set": ("Bids of the partner, set", PARTNER_SET),
    "both_bids": ("Bids of both", both(BIDS, _plain("partner_bids"))),
    "both_set": ("Bids of both, set", both(SET, PARTNER_SET)),
    "defended": ("Bids of the other side", _plain("defended")),
    "defended_set": ("Bids of the other side, set", _plain("defended_set")),
    "sweeps": ("Hands with every trick", _plain("sweeps")),
    "moons": ("Moons made", _plain("moons")),
    "named": ("Hands with melds entered one by one", _plain("named")),
    **{name: ("", _plain(name)) for name in COUNTED_MELDS},  # named by `pages.record.meld_names`
}
ROUNDS: Final[Mapping[str, tuple[str, Callable[[Played], bool]]]] = {
    "rounds": ("Rounds", lambda one: one.counts),
    "won": ("Rounds won", lambda one: one.counts and one.won),
    "sat_out": ("Rounds sat out", lambda one: not one.counts),
    "skunks": ("Skunks", lambda one: bool(one.facts.get("skunks"))),
    "skunked": ("Skunked", lambda one: bool(one.facts.get("skunked"))),
}
NIGHTS: Final[Mapping[str, tuple[str, Callable[[Played], bool]]]] = {
    "nights": ("Nights", lambda one: True),
    "nights_won": ("Nights won", lambda one: one.place == 1),
}
# Streaks, the longest or the one at the end; and bests, the first round of each.
STREAKS: Final[Mapping[str, str]] = {
    "made_in_a_row": "Bids made in a row, the longest time",
    "made_in_a_row_now": "Bids made in a row, to the end",
    "won_in_a_row": "Rounds won in a row, the longest time",
    "won_in_a_row_now": "Rounds won in a row, to the end",
}
BESTS: Final[Mapping[str, str]] = {
    "best_hand": "Highest hand",
    "best_bid": "Highest bid made",
    "best_meld": "Most meld",
}
# What the club's figures beside a member's count.
OF_CLUB: Final[Mapping[str, Count]] = {
    **{name: HANDS[name][1] for name in ("hands", "bids", "set", "partner_set", "defended_set")},
    **{name: _plain(name) for name in ("rounds", "won")},
}
OPEN: Final[Mapping[str, str]] = {
    **{name: title for kind in (HANDS, ROUNDS, NIGHTS) for name, (title, _) in kind.items()},
    **STREAKS,
    **BESTS,
}


def counted_by(record: Record, fact: str) -> list[Slot]:
    """What a figure counts, the earliest first: as many as it says."""
    if fact in NIGHTS:
        return [(one, 0) for one in record.evenings.values() if NIGHTS[fact][1](one)]
    if fact in ROUNDS:
        return [(one, 0) for one in record.rounds if ROUNDS[fact][1](one)]
    if fact in BESTS:
        return [(record.bests[fact], 0)] if fact in record.bests else []
    if fact.startswith("won_in_a_row"):
        played = [one for one in record.rounds if one.counts]
        return _in_a_row([(one, 0) for one in played], [one.won for one in played], fact)
    if fact.startswith("made_in_a_row"):
        made = [letter == "m" for letter in record.facts.get("run", "")]
        return _in_a_row(counted_by(record, "bids"), made, fact)
    return [(one, at) for one in record.rounds for at in range(HANDS[fact][1](one.facts))]


def _in_a_row(slots: Sequence[Slot], outcomes: Iterable[bool], fact: str) -> list[Slot]:
    longest, first = range(0), 0
    for at, is_well in enumerate(outcomes):
        if not is_well:
            first = at + 1
        elif at + 1 - first > len(longest):
            longest = range(first, at + 1)
    return list(slots[first:] if fact.endswith("_now") else slots[longest.start : longest.stop])


def hand_count(record: Record, fact: str) -> Count | None:
    """How often a hand counts in a figure; None where no single hands do."""
    if fact in BESTS and fact in record.bests:
        best = record.bests[fact].facts[fact]
        return lambda of: int(of.get(fact) == best)
    return HANDS[fact][1] if fact in HANDS else BIDS if fact.startswith("made_in_a_row") else None


def counted_at(counts: Sequence[tuple[int, int]], where: range, fact: str) -> list[Slot]:
    """Of all that a club's figure counts, the latest first, those of one page: by how much each evening adds to it
    (three queries)."""
    first, found = 0, []
    for event, count in counts:
        if first < where.stop and where.start < first + count:
            found.append((event, first))
        first += count
    of_each: dict[int, list[Slot]] = defaultdict(list)
    for slot in counted_by(read_evenings([event for event, _ in found]).whole, fact)[::-1]:
        of_each[slot[0].event].append(slot)
    return [slot for event, at in found for slot in of_each[event][max(where.start - at, 0) : where.stop - at]]


# -- from the cards ------------------------------------------------------------------------


def read_hands(slots: Sequence[Slot], count: Count) -> list[HandFacts | None]:
    """The hand of each, None where its card is being put right (six queries at most, more after changes of chairs)."""
    where = [
        Q(event_round__event=one.event, event_round__number=one.number, number=one.table)
        for one, _ in slots
        if one.table is not None and one.kind in AT_THE_TABLE
    ]
    tables = _read(reduce(or_, where)) if where else {}
    moved = {at[:2] for at, table in tables.items() if table.sat}
    if moved:  # some of their hands may lie on other cards of the round
        rounds = (Q(event_round__event=event, event_round__number=number) for event, number in moved)
        tables |= _read(reduce(or_, rounds))
    found: dict[tuple[int, int, int], list[HandFacts]] = {}
    for one, _ in slots:
        if (own := (one.event, one.number, one.entrant)) not in found:
            found[own] = _of_round(one, tables, count)
    return [next(iter(found[one.event, one.number, one.entrant][at : at + 1]), None) for one, at in slots]


def _read(where: Q) -> dict[tuple[int, int, int], TableReading]:
    readings = read_tables_alone(RoundTable.objects.filter(where, counts=True))
    return {(one.table.event_round.event_id, one.table.event_round.number, one.number): one for one in readings}


def _of_round(one: Played, tables: Mapping[tuple[int, int, int], TableReading], count: Count) -> list[HandFacts]:
    table = tables.get((one.event, one.number, one.table or 0))
    seat = seat_of(table, Entrant(pk=one.entrant)) if table else None
    if table is None or seat is None:
        return []
    own = stretches_of(other for at, other in tables.items() if at[:2] == (one.event, one.number))
    hands = hands_of(table, seat, own.get(one.entrant, ()))
    return [hand for hand in hands for _ in range(count(hand.facts))]
