"""What a database comes to: every card's totals and players' scores, every event's seatings and points.

Read through today's code; `test_older_database.py` holds it against what the code of an older database read.
"""

from __future__ import annotations

from typing import Any

from league.evening.cards.reading import event_points, read_event
from league.evening.cards.seats import entrant_at, is_taken_over, player_at
from league.evening.seating.schedules.schedule import round_to_data
from league.evening.seating.seatings import read_rounds, version_seatings
from league.models import Club, Event, RoundSeat, RoundTable
from scoring.models import ScoreCard
from scoring.score_card.pages.card import names_of
from scoring.score_card.player_scores import final_totals, person_scores
from scoring.score_card.recording import read_sheet


def figures() -> dict[str, Any]:
    """All of it, as it is written to a file: every key is a text."""
    return {
        "cards": {str(card.pk): card_figures(card) for card in ScoreCard.objects.select_related("book_version")},
        "events": {str(event.pk): event_figures(event) for event in Event.objects.order_by("pk")},
    }


def club_figures(club: Club) -> dict[str, Any]:
    """Of one club, without the numbers that an archive gives anew."""
    events = club.events.order_by("name", "pk")
    cards = ScoreCard.objects.filter(round_table__event_round__event__club=club).select_related("book_version")
    return {
        "cards": sorted((list(card_figures(card).values()) for card in cards), key=str),
        "events": [
            [told["name"], told["state"], told["entrants"], sorted(told["points"].values(), key=str)]
            for told in map(event_figures, events)
        ],
    }


def card_figures(card: ScoreCard) -> dict[str, Any]:
    sheet, names = read_sheet(card), names_of(card)
    return {
        "book": f"{card.book_version.key} {card.book_version.number}",
        "version": max((entry.number for entry in sheet.entries if entry.kind != "hold"), default=0),
        "hands": len(sheet.done_lines),
        "totals": dict(final_totals(sheet)),
        "signed": sorted(sheet.signed),
        "players": [
            [person.name, person.record.seat, person.record.role.name, score.points, score.counts]
            for person, score in person_scores(sheet, names)
        ],
    }


def event_figures(event: Event) -> dict[str, Any]:
    points = event_points(event, read_event(event))
    return {
        "name": event.name,
        "state": event.state,
        "entrants": [[entrant.number, entrant.name, entrant.state] for entrant in event.entrants.all()],
        "points": {
            str(entrant): [
                [player.number, player.kind, player.points, player.table, player.side, player.won, len(player.steps)]
                for player in players
            ]
            for entrant, players in sorted(points.items())
        },
        "rounds": {str(one.number): _round_figures(one) for one in read_rounds(event)},
        "versions": {
            str(version.number): [round_to_data(seating) for seating in version_seatings(version).values()]
            for version in event.seating_versions.all()
        },
        "log": event.log.count(),
    }


def _round_figures(seated: Any) -> dict[str, Any]:
    return {
        "state": seated.event_round.state,
        "tables": {
            str(table.number): {
                "paper": [table.is_paper, table.is_typed, table.totals],
                "disputed": _disputed(table),
                "card": str(table.card_id or ""),
                "seats": [_seat_figures(seat) for seat in table.seats.all()],
            }
            for table in seated.tables
        },
        "sit_outs": [sit_out.entrant.number for sit_out in seated.sit_outs],
    }


def _disputed(table: RoundTable) -> str:
    """What holds the whole table; a migration makes it an entry of the card."""
    holds = read_sheet(table.card).holds if table.card else ()
    return next((hold.payload["about"] for hold in holds), "")


def _seat_figures(seat: RoundSeat) -> list[object]:
    """The seat, whose it is, who plays in it, the number of the entrant who plays on, whether nobody is there."""
    player = entrant_at(seat) if is_taken_over(seat) else None
    return [seat.seat, seat.entrant.number, player_at(seat), player.number if player else None, seat.is_missing]
