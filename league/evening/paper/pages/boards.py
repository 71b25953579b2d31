"""Papers to make boards by: slips, a list, labels, blank records. Each opens with a sheet that shows no cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from django.urls import reverse

from league.models import Event
from league.words import boards_words
from scoring.boards.boards import Board, dealer_of
from scoring.rules.book import RuleBook
from scoring.rules.cards import SUITS, Card
from scoring.rules.notation import RANK_SIGNS, SEAT_NAMES, SUIT_NAMES, counted, lowered

# From this many cards of a suit on, its figures are set smaller to fit one line.
MANY: Final = 8
MOST: Final = 12
KITTY: Final = "Kitty"


# A board, a hand (or kitty) and a suit, a slip, a label and a cover, each as its template draws it.
Shown: TypeAlias = dict[str, Any]


def board_shown(board: Board) -> Shown:
    hands = [hand_shown(SEAT_NAMES[seat], hand, is_dealer=seat == board.dealer) for seat, hand in board.hands.items()]
    kitty = [hand_shown(KITTY, board.kitty)] if board.kitty else []
    return {"number": board.number, "dealer": SEAT_NAMES[board.dealer], "hands": (*hands, *kitty)}


def hand_shown(who: str, cards: Sequence[Card], *, is_dealer: bool = False) -> Shown:
    rows = [(SUIT_NAMES[suit], [RANK_SIGNS[card.rank] for card in cards if card.suit == suit]) for suit in SUITS]
    shown = [
        {
            "suit": suit,
            "ranks": " ".join(ranks) or "–",
            "count": str(len(ranks)),
            "size": "most" if len(ranks) > MOST else "many" if len(ranks) > MANY else "",
        }
        for suit, ranks in rows
    ]
    return {"who": who, "rows": shown, "count": counted(len(cards), "card"), "is_dealer": is_dealer}


def blank_board(book: RuleBook, number: int) -> Shown:
    """A board to write its hands in; the kitty follows from them."""
    dealer, cards = dealer_of(book, number), counted(book.deal.hand_size, "card")
    rows = [{"suit": SUIT_NAMES[suit], "ranks": "", "count": "", "size": ""} for suit in SUITS]
    hands = [
        {"who": SEAT_NAMES[seat], "rows": rows, "count": cards, "is_dealer": seat == dealer} for seat in book.seats
    ]
    return {"number": number, "dealer": SEAT_NAMES[dealer], "hands": hands}


# -- slips -------------------------------------------------------------------------------


def slips_of_boards(boards: Sequence[Board], hands: int, makers: Mapping[int, int]) -> Iterator[Shown]:
    """The slips in piles, one for each set, with its cover on top; in the order of the tables that make them."""
    board_sets = range(1, len(boards) // hands + 1)
    for board_set in sorted(board_sets, key=lambda one: (makers.get(one, 0), one)):
        name = boards_words(board_set, hands).capitalize()
        yield {"title": name, "place": _maker_words(makers.get(board_set)), "sentences": PILE}
        for board in boards[(board_set - 1) * hands : board_set * hands]:
            for hand in board_shown(board)["hands"]:
                yield {"title": f"Board {board.number}", "place": name, "hand": hand}


def slips_cover(board_sets: int, hands: int, makers: Mapping[int, int]) -> Shown:
    ordered = sorted(range(1, board_sets + 1), key=lambda one: (makers.get(one, 0), one))
    piles = tuple(
        f"{boards_words(one, hands).capitalize()}: {lowered(_maker_words(makers.get(one)))}" for one in ordered
    )
    return {"title": "Before you turn this over", "sentences": FOR_NO_PLAYER, "steps": STEPS, "piles": piles}


def _maker_words(table: int | None) -> str:
    return f"Table {table} makes them" if table else "Somebody who doesn’t play makes them"


FOR_NO_PLAYER: Final = (
    "All hands of the evening are on the next sheets. If you play, don’t turn this one over: cut and fold from the "
    "back, or let somebody else do it.",
)
STEPS: Final = (
    "Cut the stack and put the piles on each other, the left one of each row first. Each pile begins with a slip that "
    "says who gets it.",
    "Fold each slip: the lower edge up to the line, so that its cards are inside.",
    "At the table: one pack, one board. Sort the pack into the hands of its slips, and count each hand.",
    "Put each hand face down into its pocket, and the slips back into the director’s box.",
)
PILE: Final = (
    "Each slip is one hand. Open it, find its cards, count them.",
    "Put them face down into the pocket of that seat. Give the slips back when you are done.",
    "You won’t play these boards tonight.",
)

# -- the list for one person ---------------------------------------------------------------

FOR_ONE: Final = (
    "All hands of the evening are on the next sheets. They are for one person who doesn’t play, and for nobody else.",
    "Keep the sheets in an envelope until the evening is over.",
)
ONE_STEPS: Final = (
    "Take a pack and a board. Sort the pack into the hands, and tick “sorted”.",
    "Count every hand, and tick “counted”.",
    "Put the hands face down into their pockets, and tick “in its pockets”.",
)


def master_cover(boards: int) -> Shown:
    return {"title": f"{counted(boards, 'board')} to make at home", "sentences": FOR_ONE, "steps": ONE_STEPS}


def records_cover(boards: int) -> Shown:
    """The instructions on top of blank records."""
    return {"title": f"Records for {counted(boards, 'board')}", "sentences": FOR_RECORDS, "steps": RECORD_STEPS}


FOR_RECORDS: Final = ("Where a table has no tablet, its players write down here what they were dealt.",)
RECORD_STEPS: Final = (
    "Only the first table that plays a board writes it down, after its last trick.",
    "Each player writes their own hand as it was dealt, before any pass or kitty, and covers it.",
    "Give the sheet to the director, and show it to nobody who still plays the board.",
)


# -- labels ------------------------------------------------------------------------------


def labels_of(event: Event, count: int, public_url: str) -> list[Shown]:
    book = event.rules.book_version.book
    return [
        {
            "number": number,
            "dealer": SEAT_NAMES[dealer_of(book, number)],
            "set_name": boards_words((number - 1) // event.hands + 1, event.hands).capitalize(),
            "address": public_url + reverse("league:board_code", args=[event.club.slug, event.pk, number]),
        }
        for number in range(1, count + 1)
    ]
