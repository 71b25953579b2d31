"""Boards of a final event, for play at home."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from league.evening.boards.field import board_of
from league.evening.cards.boards import Boards, read_boards
from league.evening.cards.reading import read_event
from league.models import DealtBoards, Event
from league.office.clubs.pages.navigation import address_of
from pinochle_club.ground.dates import short_day
from scoring.play.membership import Hall
from scoring.rules.cards import Side


def closed_boards(**wanted: Any) -> QuerySet[DealtBoards]:
    """Boards of closed events, perhaps not final yet, filtered by `wanted`. Who guesses an evening's number plays
    them, so there are none of a club that only its own people see."""
    found = DealtBoards.objects.filter(event__state=Event.State.CLOSED, event__club__is_public=True, **wanted)
    return found.select_related("event__club", "book_version").order_by("-event__played_on", "-pk")


def title_of(event: Event) -> str:
    """`Tuesday cards, Nov 17`"""
    return f"{event.name}, {short_day(event.played_on, event.club.date_style)}"


def hall_of(dealt: DealtBoards) -> Hall | None:
    """Counting boards with known cards, and results (nine queries); None before the event is final."""
    event, book = dealt.event, dealt.book_version.book
    if not event.is_final(timezone.now()):
        return None
    read = read_boards(event, read_event(event))
    results = {number: scores for number in read.travelers if (scores := _scores(read, number))}
    boards = [board for board in dealt.boards.all() if board.hands and board.number in results]
    if not boards:
        return None
    return Hall(
        title=title_of(event),
        address=address_of("event", event.club.slug, event.pk),
        book=book,
        boards=tuple(board_of(book, board) for board in boards),
        results=results,
        fields={board.number: board.field for board in boards},
    )


def _scores(read: Boards, number: int) -> list[dict[Side, int]]:
    """Results with the original cards; none of a void board."""
    rows = () if number in read.voided else read.travelers[number]
    return [dict(row.scores) for row in rows if row.scores and row.decided is None and row.group == 0]
