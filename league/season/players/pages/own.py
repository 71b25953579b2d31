"""A player's own pages in words: where they sit tonight, their evenings, and one of these. No queries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice
from types import MappingProxyType
from typing import Final

from league.evening.cards.judged import Judged
from league.evening.cards.pages import boards_of, points_text, steps_of
from league.evening.cards.reading import PlayerRound
from league.evening.paper.pages.seatings import ALONE, SlipLine, slip_of
from league.evening.rulings.pages.claims import ClaimLine
from league.evening.seating.seatings import SeatedRound
from league.models import Club, Entrant, Event, EventRound
from league.models.rounds import STARTED
from league.office.clubs.pages.navigation import address_of
from league.season.players.places import NightPlace
from league.words import day_words, moment_words, when_words

from .judged import JudgedLine, own_line
from .night import NightSummary, Told, why_words

NAME_HIDDEN: Final = "Others see your initials now."
NAME_SHOWN: Final = "Others see your name now."


@dataclass(frozen=True, slots=True)
class OwnRound:
    """One round of a player's evening: the seat as on the printed slip, and once played what it brought, and why.

    `card` is where their own card is read, empty before there is one, and `back` where its hands are looked back at;
    `when` is `Now`, `Next` or empty. `claim` is where to say that the table was recorded wrongly.
    """

    number: int
    seat: SlipLine
    card: str
    claim: str
    back: str = ""
    when: str = ""
    points: str = ""
    why: tuple[str, ...] = ()
    hands: Sequence[Told] = ()

    @property
    def company(self) -> str:
        """`With Ruth Abernathy against Walt Kowalski & Ed Lindqvist`; `You sit out` for who has no seat."""
        seat = self.seat
        if not seat.table:
            return seat.seat
        return f"Against {seat.opponents}" if seat.partner == ALONE else f"With {seat.partner} against {seat.opponents}"


@dataclass(frozen=True, slots=True)
class OwnEvening:
    """A player's way through an evening. `place` is the round to go to now, None where there is none to come."""

    event: Event
    when: str
    rounds: tuple[OwnRound, ...]
    place: OwnRound | None
    judged: tuple[JudgedLine, ...] = ()
    claims: tuple[ClaimLine, ...] = ()
    clock: str = ""
    summary: NightSummary | None = None


@dataclass(frozen=True, slots=True)
class LastEvening:
    """The last evening that was played to the end: where somebody came in it, and why; how it went stands at
    `address`."""

    event: Event
    when: str
    place: str
    why: str
    address: str


def last_evening(entrant: Entrant, place: NightPlace | None, address: str) -> LastEvening:
    """An evening that is over, as it stands above all others."""
    event = entrant.event
    return LastEvening(
        event=event,
        when=day_words(event),
        place=f"Place {place.place} of {place.of}" if place else "",
        why=why_words(event, place) if place else "",
        address=address,
    )


def own_evening(
    entrant: Entrant,
    rounds: Sequence[SeatedRound],
    now: datetime,
    played: Iterable[PlayerRound] = (),
    judged: Iterable[Judged] = (),
    claims: Iterable[ClaimLine] = (),
    hands: Mapping[int, Sequence[Told]] = MappingProxyType({}),
    base: str = "",
) -> OwnEvening:
    """One evening of a player; `played` are their rounds so far, with the points, and `hands` those of each round.
    Their cards are read under the address `base`."""
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
    lines = tuple(
        replace(
            _round(club, base, seated, line, points.get(seated.number, ())),
            when=whens.get(seated.number, ""),
            hands=hands.get(seated.number, ()),
        )
        for seated, line in zip(rounds, slip_of(entrant, rounds).lines, strict=True)
    )
    return OwnEvening(
        event=event,
        when=when_words(event),
        rounds=tuple(replace(line, claim="") for line in lines) if event.is_final(now) else lines,
        place=next((line for line in lines if line.when), None),
        judged=tuple(own_line(one, now, card=_card(base, one.table.pk, one.hand)) for one in judged),
        claims=tuple(claims),
        clock=_clock(event, now),
    )


def _clock(event: Event, now: datetime) -> str:
    """Until when a result can be put right, and how, once the evening is closed."""
    if event.state != Event.State.CLOSED:
        return ""
    if event.is_final(now) or event.final_at is None:
        return "The results are final. Only a director can still reopen the event, with a reason."
    until = moment_words(event.final_at, event.club, now)
    return f"Is a result wrong? Tap “Recorded wrongly?” beside the round by {until}."


def _round(club: Club, base: str, seated: SeatedRound, line: SlipLine, played: Sequence[PlayerRound]) -> OwnRound:
    table = next((table for table in seated.tables if str(table.number) == line.table), None)
    card = _card(base, table.pk) if table and table.card_id else ""
    is_closed = seated.event_round.event.state == Event.State.CLOSED
    counts = table.counts if table else seated.event_round.counts
    return OwnRound(
        number=seated.number,
        seat=line,
        card=card,
        back=f"{card}back/" if card and is_closed and table and not table.totals else "",
        claim=address_of("claim_wrong", club.slug, seated.event_round.event_id, seated.number, table.number)
        if table and table.card_id
        else "",
        points=points_text(played) if played else "",
        why=tuple(step for one in played for step in (*steps_of(one), *boards_of(one)))
        if counts
        else ("It doesn’t count.",),
    )


def _card(base: str, table_id: int, hand: int | None = None) -> str:
    """Where a player reads a card of their own, or a hand of it."""
    card = f"{base}tables/{table_id}/"
    return f"{card}hands/{hand}/" if hand else card


def to_read_alone(evening: OwnEvening) -> OwnEvening:
    """The same by a link: without what takes an account, and what concerns nobody else."""
    rounds = tuple(replace(line, claim="") for line in evening.rounds)
    return replace(evening, rounds=rounds, judged=(), claims=(), clock="")
