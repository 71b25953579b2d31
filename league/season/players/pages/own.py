"""A player's own pages in words: tonight's seat, their evenings, one of these."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import islice
from types import MappingProxyType
from typing import Any, Final

from league.evening.cards.judged import Judged
from league.evening.cards.pages import boards_of, points_text, steps_of
from league.evening.cards.reading import PlayerRound
from league.evening.paper.pages.seatings import ALONE, slip_of
from league.evening.seating.seatings import SeatedRound
from league.models import Club, Entrant, Event, EventRound
from league.models.rounds import STARTED
from league.office.clubs.pages.navigation import address_of
from league.season.players.places import NightPlace
from league.words import day_words, moment_words, when_words

from .judged import own_line
from .night import why_words
from .record import Fact

NAME_HIDDEN: Final = "Others see your initials now."
NAME_SHOWN: Final = "Others see your name now."


def last_evening(entrant: Entrant, place: NightPlace | None, address: str) -> dict[str, Any]:
    event = entrant.event
    return {
        "event": event,
        "when": day_words(event),
        "place": f"Place {place.place} of {place.of}" if place else "",
        "why": why_words(event, place) if place else "",
        "address": address,
    }


def own_evening(
    entrant: Entrant,
    rounds: Sequence[SeatedRound],
    now: datetime,
    played: Iterable[PlayerRound] = (),
    judged: Iterable[Judged] = (),
    claims: Iterable[Mapping[str, str]] = (),
    hands: Mapping[int, Sequence[Fact]] = MappingProxyType({}),
    base: str = "",
) -> dict[str, Any]:
    """A player's evening: rounds `played` so far, the `hands` of each, cards under the address `base`."""
    event, club = entrant.event, entrant.event.club
    if event.state == Event.State.CLOSED:  # perhaps ended before the last round
        rounds = [one for one in rounds if one.event_round.state in STARTED]
    base = base or address_of("me", club.slug)
    points: dict[int, list[PlayerRound]] = {}
    for one in played:
        points.setdefault(one.number, []).append(one)
    # The round being played is now; the first that is published comes next.
    whens = {one.number: "Now" for one in rounds if one.event_round.state == EventRound.State.RUNNING}
    ahead = (one.number for one in rounds if one.event_round.state == EventRound.State.PUBLISHED)
    whens |= dict.fromkeys(islice(ahead, 1), "Next")
    lines = [
        {
            **_round(club, base, seated, line, points.get(seated.number, ())),
            "when": whens.get(seated.number, ""),
            "hands": hands.get(seated.number, ()),
        }
        for seated, line in zip(rounds, slip_of(entrant, rounds)["lines"], strict=True)
    ]
    return {
        "event": event,
        "when": when_words(event),
        "rounds": _to_read(lines) if event.is_final(now) else lines,
        "place": next((line for line in lines if line["when"]), None),
        "judged": [own_line(one, now, card=_card(base, one.table.pk, one.hand)) for one in judged],
        "claims": list(claims),
        "clock": _clock(event, now),
    }


def _clock(event: Event, now: datetime) -> str:
    if event.state != Event.State.CLOSED:
        return ""
    if event.is_final(now) or event.final_at is None:
        return "The results are final. Only a director can still reopen the event, with a reason."
    until = moment_words(event.final_at, event.club, now)
    return f"Is a result wrong? Tap “Recorded wrongly?” beside the round by {until}."


def _round(
    club: Club, base: str, seated: SeatedRound, line: dict[str, Any], played: Sequence[PlayerRound]
) -> dict[str, Any]:  # fmt: skip
    """A round; `back` leads to a look at its hands, `claim` to the page to say that it was recorded wrongly."""
    table = next((table for table in seated.tables if str(table.number) == line["table"]), None)
    card = _card(base, table.pk) if table and table.card_id else ""
    is_closed = seated.event_round.event.state == Event.State.CLOSED
    counts = table.counts if table else seated.event_round.counts
    return {
        "number": seated.number,
        "seat": line,
        "company": _company(line),
        "card": card,
        "back": f"{card}back/" if card and is_closed and table and not table.totals else "",
        "claim": address_of("claim_wrong", club.slug, seated.event_round.event_id, seated.number, table.number)
        if table and table.card_id
        else "",
        "points": points_text(played) if played else "",
        "why": [step for one in played for step in (*steps_of(one), *boards_of(one))]
        if counts
        else ["It doesn’t count."],
    }


def _company(seat: dict[str, Any]) -> str:
    """`With Ruth Abernathy against Walt Kowalski & Ed Lindqvist`; `You sit out` without a seat."""
    if not seat["table"]:
        return str(seat["seat"])
    partners, opponents = " & ".join(seat["partners"]), " & ".join(seat["others"])
    return f"Against {opponents}" if partners == ALONE else f"With {partners} against {opponents}"


def _card(base: str, table_id: int, hand: int | None = None) -> str:
    card = f"{base}tables/{table_id}/"
    return f"{card}hands/{hand}/" if hand else card


def to_read_alone(evening: dict[str, Any]) -> dict[str, Any]:
    return {**evening, "rounds": _to_read(evening["rounds"]), "judged": [], "claims": [], "clock": ""}


def _to_read(rounds: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{**line, "claim": ""} for line in rounds]
