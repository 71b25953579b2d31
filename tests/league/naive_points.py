"""A second computation of an evening under the national rules (`npa`), from the raw entries and seats alone.

Shares no code with the app: it reads rows and knows the rules as a person with a pencil does. Used where a whole
evening is checked, so that a fault in the scoring, the fold of entries or the reading of results shows as a difference.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any
from uuid import UUID

from league.models import Event, RoundTable
from scoring.models import Entry

OTHER = {"NS": "EW", "EW": "NS"}
SIDE = {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}
PENALTY = {"card_count": 50, "card_on_floor": 50, "aces_shown": 50, "wrong_table": 100}
HAND_KINDS = {"bid", "meld", "take", "correct"}


def reneged(line: dict[str, Any]) -> str | None:
    """The side whose renege decides the hand: by the national rules also one that called it and couldn’t prove it."""
    return line.get("renege") or line.get("unproven_call")


def is_made(line: dict[str, Any]) -> bool:
    """Whether the bidders, with a marriage and a meld that leaves the bid in reach, took what was still missing."""
    side, bid = SIDE[line["bidder"]], line["bid"]
    meld, take = (line.get(name, {}).get(side, 0) for name in ("meld", "take"))
    in_reach = not line.get("no_marriage") and meld >= 20 and meld + 50 >= bid
    return bool(in_reach and take >= max(20, bid - meld))


def set_side(line: dict[str, Any]) -> str | None:
    """Who was set in a hand: whoever reneged, which decides it; else the bidders, where the bid was not made."""
    return reneged(line) or (None if is_made(line) else SIDE[line["bidder"]])


def hand_score(line: dict[str, Any]) -> dict[str, int]:
    """What one hand is worth to either side, `line` being all that was entered of it."""
    bidders = SIDE[line["bidder"]]
    defenders = OTHER[bidders]
    meld = {side: line.get("meld", {}).get(side, 0) for side in OTHER}
    take = {side: line.get("take", {}).get(side, 0) for side in OTHER}
    counted = {side: points if points >= 20 else 0 for side, points in meld.items()}
    bid, offender = line["bid"], reneged(line)
    if offender:
        return {offender: 0, OTHER[offender]: bid + counted[OTHER[offender]]}
    if line.get("no_marriage") or meld[bidders] < 20 or meld[bidders] + 50 < bid:
        return {bidders: 0, defenders: bid + counted[defenders]}
    saved_take = take[defenders] if take[defenders] >= 20 else 0
    if is_made(line):
        defended = counted[defenders] + saved_take if saved_take else 0
        score = {bidders: meld[bidders] + take[bidders], defenders: defended}
    else:
        score = {bidders: 0, defenders: bid + counted[defenders] + saved_take}
    for side, points in take.items():
        score[side] += 500 if points == 50 else 0
    return score


def standing_entries(card_id: UUID | None) -> list[Entry]:
    """The entries of a card that nobody took out."""
    entries = list(Entry.objects.filter(card_id=card_id).order_by("number"))
    undone = {entry.payload["undoes"] for entry in entries if entry.kind == "undo"}
    return [entry for entry in entries if entry.number not in undone]


def round_totals(entries: list[Entry]) -> dict[str, int]:
    """The totals of a card's hands, with the skunk after four."""
    lines: dict[int, dict[str, Any]] = defaultdict(dict)
    for entry in entries:
        if entry.kind in HAND_KINDS:
            assert entry.hand is not None
            lines[entry.hand].update(entry.payload)
    totals = {"NS": 0, "EW": 0}
    for _, line in sorted(lines.items())[:4]:
        for side, points in hand_score(line).items():
            totals[side] += points
    if len(lines) >= 4:
        for side, other in OTHER.items():
            if totals[other] <= 0 < totals[side]:
                totals[side] += 200
                break
    return totals


def table_points(table: RoundTable) -> dict[int, int]:
    """The round's points of everybody at the table, by entrant."""
    entries = standing_entries(table.card_id)
    totals = {side: int(points) for side, points in table.totals.items()} if table.totals else round_totals(entries)
    pardoned = {entry.payload["pardons"] for entry in entries if entry.kind == "pardon"}
    late = {entry.payload["seat"]: entry.payload for entry in entries if entry.kind == "late"}
    points: dict[int, int] = {}
    for seat in table.seats.all():
        minutes = late.get(seat.seat, {}).get("minutes", 0)
        is_replaced = minutes >= 15
        lost = {False: 0, True: 0}
        for entry in entries:
            if entry.kind == "penalty" and entry.number not in pardoned and entry.payload["seat"] == seat.seat:
                on_replacement = bool(entry.payload.get("replacement")) and is_replaced
                lost[on_replacement] += PENALTY[entry.payload["code"]] * entry.payload.get("count", 1)
        own = 0 if is_replaced else totals[SIDE[seat.seat]] - (max(0, minutes - 5) * 10)
        points[seat.entrant_id] = own - lost[False]
        substitute = late.get(seat.seat, {}).get("entrant")
        if is_replaced and substitute:
            points[substitute] = totals[SIDE[seat.seat]] - lost[True]
    return points


def evening_points(event: Event) -> dict[int, int]:
    """Everybody's points of the whole evening by entrant; who sat out has the average of their own other rounds."""
    rounds: list[dict[int, int]] = []
    sat_out: list[int] = []
    for event_round in event.rounds.filter(state="closed").order_by("number"):
        here: dict[int, int] = {}
        for table in event_round.tables.all():
            here.update(table_points(table))
        rounds.append(here)
        # Somebody who sat out may have taken a seat over; then that is the round's score, and no credit is due twice.
        sat_out += [each.entrant_id for each in event_round.sit_outs.all() if each.entrant_id not in here]
    totals: dict[int, int] = defaultdict(int)
    for here in rounds:
        for entrant, points in here.items():
            totals[entrant] += points
    for entrant in sat_out:
        own = [here[entrant] for here in rounds if entrant in here]
        totals[entrant] += int(sum(own) / len(own) + 0.5) if own and sum(own) >= 0 else 0
    return dict(totals)
