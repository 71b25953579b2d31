"""A duplicate night, laid without taps: every table plays every set, North and South stay, what they make differs.

Table `t` melds 40 + t for the first side of each board; the others meld 40, and bid every other board.
"""

from __future__ import annotations

from typing import Any

from league.models import Club, DealtBoards, Event, EventBoard, EventRound, RoundTable
from scoring.boards.boards import dealer_of, dealt_board_set, digest_of
from scoring.rules.notation import format_cards
from tests.league.makers import make_club, make_entrants, make_event, make_round, start_now
from tests.scoring.score_card.makers import lay_hands

SEED = "5ec1e75ec1e7"


def duplicate_evening(
    club: Club | None = None, *, tables: int = 2, rounds: int = 2, book: str = "st-hilary", **fields: Any
) -> Event:
    """An evening under way, whose rounds are all played and closed."""
    usual: dict[str, Any] = {"name": "Duplicate night", "hands": 2, "rounds_planned": rounds, "compared": "matchpoints"}
    event = make_event(club or make_club(), book=book, **usual | fields)
    deal_boards(event, rounds * event.hands)
    people = make_entrants(event, len(event.rules.book_version.book.seats) * tables)
    for number in range(1, rounds + 1):
        event_round = make_round(event, people, number=number)
        for table in event_round.tables.all():
            table.board_set = (table.number + number - 2) % rounds + 1
            table.save(update_fields=["board_set"])
        start_now(event_round)
        for table in event_round.tables.select_related("card__book_version"):
            play_boards(table)
        EventRound.objects.filter(pk=event_round.pk).update(state="closed")
    return fresh(event)


def fresh(event: Event) -> Event:
    return Event.objects.select_related("club", "rules__book_version").get(pk=event.pk)


def deal_boards(event: Event, count: int) -> DealtBoards:
    """Boards made by the server, as they are kept."""
    version = event.rules.book_version
    boards = dealt_board_set(version.book, SEED, count)
    dealt = DealtBoards.objects.create(
        event=event, book_version=version, seed=SEED, digest=digest_of(boards, SEED), made_by="Carol Reyes"
    )
    EventBoard.objects.bulk_create(
        EventBoard(
            dealt=dealt,
            number=board.number,
            hands={seat: format_cards(hand) for seat, hand in board.hands.items()},
            kitty=format_cards(board.kitty),
        )
        for board in boards
    )
    return dealt


def play_boards(table: RoundTable) -> None:
    """Every board of the table, in its order."""
    assert table.card is not None
    lay_hands(table.card, *(_figures(table, board) for board in table.card.boards))


def _figures(table: RoundTable, board: int) -> dict[str, Any]:
    assert table.card is not None
    book = table.card.book_version.book
    dealer = dealer_of(book, board)
    book = book.at(dealer)
    first, *others = book.sides
    half = book.total_points // (len(others) + 1)
    return {
        "dealer": dealer,
        "bidder": book.seats[board % 2],
        "meld": {first: 40 + table.number, **dict.fromkeys(others, 40)},
        "take": {**dict.fromkeys(others, half), first: book.total_points - half * len(others)},
    }


def close(event: Event) -> Event:
    """The evening is over, and its cards are everybody's."""
    Event.objects.filter(pk=event.pk).update(state="closed", closed_at=event.starts_at)
    return fresh(event)
