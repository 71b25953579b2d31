"""The boards an event needs, has made, and has recorded."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Count, Max, Q

from league.acting.permissions import Acting
from league.evening.boards.secrecy import are_kept_from_players, is_playing
from league.evening.seating.schedules.board_sets import SHARED
from league.models import DealtBoards, Event, RoundTable
from league.models.rounds import STARTED
from scoring.boards.boards import Board, dealer_of, dealt_board_set, digest_of
from scoring.rules.book import RuleBook, built_in_books
from scoring.rules.notation import parse_cards

MOST_BOARD_SETS: Final = 40  # no evening has more rounds


@dataclass(frozen=True, slots=True)
class Made:
    """An event's boards: `needed` sets, `count` of boards made, numbers `recorded`. `is_begun`: some are on a table."""

    event: Event
    needed: int
    is_begun: bool
    dealt: DealtBoards | None = None
    count: int = 0
    recorded: tuple[int, ...] = ()
    is_playing: bool = False

    @property
    def is_dealt(self) -> bool:
        return self.dealt is not None and bool(self.dealt.seed)

    @property
    def is_outdated(self) -> bool:
        """Whether the event's rules have changed since, and deal other cards."""
        if self.dealt is None or self.dealt.book_version_id == self.event.rules.book_version_id:
            return False
        was, now = self.dealt.book_version.book, self.event.rules.book_version.book
        return (was.cards, was.seats, was.deal.hand_size) != (now.cards, now.seats, now.deal.hand_size)

    def keeps_hands(self, *, are_folded: bool = False) -> bool:
        return self.is_playing and are_kept_from_players(self.event, are_folded=are_folded, is_begun=self.is_begun)

    @property
    def board_sets(self) -> int:
        return self.count // self.event.hands


def read_made(event: Event, acting: Acting | None = None) -> Made:
    """The state of a duplicate's boards (four queries at most)."""
    tables = RoundTable.objects.filter(event_round__event=event, board_set__gt=0)
    seated = tables.aggregate(
        board_sets=Max("board_set", default=0), begun=Count("pk", filter=Q(event_round__state__in=STARTED))
    )
    dealt = DealtBoards.objects.filter(event=event).first()
    rows = list(dealt.boards.values_list("number", "recorded_at")) if dealt else []
    return Made(
        event,
        seated["board_sets"] or _expected(event),
        bool(seated["begun"]),
        dealt,
        len(rows),
        tuple(number for number, table in rows if table),
        is_playing=acting is not None and is_playing(event, acting),
    )


def _expected(event: Event) -> int:
    """The sets that today's entrants need: one a round, and from five tables on one for each."""
    tables = event.entrants.count() // 4
    return max(event.rounds_planned, tables if tables > SHARED else 0)


def proof_of(dealt: DealtBoards, count: int) -> dict[str, Any]:
    """Evidence of a fair deal, once cards are open. `is_right`: dealt again, they match the digest."""

    def is_alike(book: RuleBook) -> bool:
        return digest_of(dealt_board_set(book, dealt.seed, count), dealt.seed) == dealt.digest

    key = next((key for key, book in built_in_books().items() if is_alike(book)), "")
    is_right = bool(key) or is_alike(dealt.book_version.book)
    return {"seed": dealt.seed, "digest": dealt.digest, "count": count, "book": key, "is_right": is_right}


def known_boards(dealt: DealtBoards) -> tuple[Board, ...]:
    """Its boards with known hands (one query); never for a page before the cards are open."""
    book = dealt.book_version.book
    return tuple(board_from(book, each.number, each.hands, each.kitty) for each in dealt.boards.all() if each.hands)


def board_from(book: RuleBook, number: int, hands: dict[str, str], kitty: str) -> Board:
    cards = {seat: parse_cards(hands[seat]) for seat in book.seats if seat in hands}
    return Board(number, dealer_of(book, number), cards, parse_cards(kitty))
