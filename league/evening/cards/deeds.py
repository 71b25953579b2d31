"""The card of a table, begun with seats, book and dealer filled in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from league.models import Event, EventRound, RoundSeat, RoundTable
from scoring.boards.boards import dealer_of
from scoring.models import ScoreCard
from scoring.rules.book import RuleBook
from scoring.score_card.beginning import start_card
from scoring.score_card.names import fitted

from .seats import player_at

HOST: Final = "league"


def begin_card(event: Event, event_round: EventRound, table: RoundTable, seats: Iterable[RoundSeat]) -> ScoreCard:
    """Begin a card for a table of a running round, inside the transaction that seats the players of its `seats`."""
    names = {seat.seat: fitted(player_at(seat)) for seat in seats}
    version = event.rules_at(len(names)).book_version
    card = start_card(
        version.book,
        version=version,
        player_names=names,
        played_on=event.played_on,
        table_name=str(table.number),
        round_name=event_round.title or str(event_round.number),
        host=HOST,
        date_style=event.club.date_style,
        is_example=False,
        **(_boards(event, event_round, table, version.book) or _length(event, event_round, version.book)),
    )
    table.card = card
    table.save(update_fields=["card"])
    return card


def _length(event: Event, event_round: EventRound, book: RuleBook) -> Mapping[str, object]:
    """How the card ends: a book's own round wins where the event asks for a number of hands."""
    if event_round.is_extra_hand:
        return {"length": ScoreCard.Length.HANDS, "hands_agreed": 1}
    if event.round_end == Event.RoundEnd.TIME:
        return {"length": ScoreCard.Length.TIME}
    if event.round_end == Event.RoundEnd.FIRST:
        return {"length": ScoreCard.Length.FIRST}
    if event.round_end == Event.RoundEnd.GAME or book.round is not None:
        return {}
    return {"length": ScoreCard.Length.HANDS, "hands_agreed": hands_at(event, book)}


def hands_at(event: Event, book: RuleBook) -> int:
    """The hands of a round at a table by this book, one of the evening's."""
    main, players = event.rules.book_version.book.deal.players, book.deal.players
    return round_of_hands(event.hands, players, main)


def round_of_hands(hands: int, players: int, usual: int = 4) -> int:
    """As many as were planned; at a table of another size than the `usual` one so that all deal equally often: of 4,
    three play 3."""
    return hands if players == usual else max(players, hands // usual * players)


def _boards(event: Event, event_round: EventRound, table: RoundTable, book: RuleBook) -> Mapping[str, object]:
    """The boards of the table's set, if any. Tables that share one begin one board apart (one query)."""
    if not table.board_set or not event.is_duplicate:
        return {}
    boards = boards_of(table.board_set, event.hands)
    sharing = event_round.tables.filter(board_set=table.board_set, number__lt=table.number).count()
    begin = sharing % len(boards)
    boards = (*boards[begin:], *boards[:begin])
    return {
        "length": ScoreCard.Length.HANDS,
        "hands_agreed": len(boards),
        "boards": list(boards),
        "first_dealer": dealer_of(book, boards[0]),
    }


def boards_of(board_set: int, hands: int) -> tuple[int, ...]:
    """The numbers of a set's boards: 5, 6, 7, 8 of the second set of four."""
    return tuple(range((board_set - 1) * hands + 1, board_set * hands + 1))
