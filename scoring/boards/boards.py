"""Boards: deals that several tables play, with a number each and the dealer that follows from it. The cards of a set
follow from its seed alone, which is secret until the last table has played. With the seed and the digest told before,
anybody can see that the cards were not chosen."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.rules.book import RuleBook
from scoring.rules.cards import Card, Seat
from scoring.rules.dealing import deal, may_call_redeal
from scoring.rules.notation import format_cards, numbered, sort_key


@dataclass(frozen=True, slots=True)
class Board:
    """A deal that several tables play: each hand sorted, as it lies in its pocket before the auction."""

    number: int
    dealer: Seat
    hands: Mapping[Seat, tuple[Card, ...]]
    kitty: tuple[Card, ...]


def dealer_of(book: RuleBook, number: int) -> Seat:
    """The dealer of the board of this number, from 1 on: the seats in turn."""
    return book.seats[(number - 1) % len(book.seats)]


def boards_text(numbers: Sequence[int]) -> str:
    """`board 5`, `boards 5–8`, `boards 7, 8 and 5` where they don’t follow one another in some order."""
    first, last = min(numbers), max(numbers)
    if len(numbers) > 2 and len(numbers) == len({*numbers}) == last - first + 1:
        return f"boards {first}–{last}"
    return numbered("board", [str(number) for number in numbers])


def dealt_board(book: RuleBook, seed: str, number: int) -> Board:
    """The board of a set. One that a player might throw in (`redeal.nines`) is dealt again: all are to be played."""
    chance, dealer = random.Random(f"{seed} board {number}"), dealer_of(book, number)
    dealt = deal(book, chance, dealer)
    while any(may_call_redeal(book, hand) for hand in dealt.hands.values()):
        dealt = deal(book, chance, dealer)
    hands = {seat: tuple(sorted(hand, key=sort_key)) for seat, hand in dealt.hands.items()}
    return Board(number, dealer, hands, tuple(sorted(dealt.kitty, key=sort_key)))


def dealt_board_set(book: RuleBook, seed: str, count: int) -> tuple[Board, ...]:
    return tuple(dealt_board(book, seed, number) for number in range(1, count + 1))


def board_text(board: Board) -> str:
    """`Board 1, dealer N` and a line for each hand, as in `N: AS TS KH`; the kitty last where there is one."""
    lines = [f"Board {board.number}, dealer {board.dealer}"]
    lines += [f"{seat}: {format_cards(hand)}" for seat, hand in board.hands.items()]
    return "\n".join([*lines, f"Kitty: {format_cards(board.kitty)}"] if board.kitty else lines)


def digest_of(boards: tuple[Board, ...], seed: str) -> str:
    """The digest of a set, told before it is played: the SHA-256 of its seed and of all its cards, a line each."""
    return hashlib.sha256("\n".join([seed, *map(board_text, boards)]).encode()).hexdigest()
