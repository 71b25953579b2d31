"""Before the auction: the first dealer, the deal, redeals, misdeals and wrong counts (sections *deal* and *redeal*).
Chance is an argument: the caller hands in a `random.Random`."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, repeat
from typing import Final

from .book import RuleBook
from .cards import RANKS, Card, Seat
from .errors import RuleError
from .melds import best_meld

# -- shuffling and dealing ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Dealt:
    hands: Mapping[Seat, tuple[Card, ...]]
    kitty: tuple[Card, ...]


def shuffled_deck(book: RuleBook, rng: random.Random) -> tuple[Card, ...]:
    deck, bits = list(book.cards), rng.getrandbits
    for place in range(len(deck) - 1, 0, -1):  # as `rng.shuffle` does, in half the time
        other = bits((place + 1).bit_length())
        while other > place:
            other = bits((place + 1).bit_length())
        deck[place], deck[other] = deck[other], deck[place]
    return tuple(deck)


def deal(book: RuleBook, rng: random.Random, dealer: Seat, packet: int = 0) -> Dealt:
    """A shuffled deck dealt out; `packet` is the dealer's choice, an index into `deal.packets`."""
    return deal_out(book, shuffled_deck(book, rng), dealer, packet)


def deal_out(book: RuleBook, deck: Sequence[Card], dealer: Seat, packet: int = 0) -> Dealt:
    """`deck` dealt from its top in packets, from the dealer's left, to all who play; the rest is the kitty, or the
    stock."""
    book = book.at(dealer)
    hands: dict[Seat, tuple[Card, ...]] = dict.fromkeys(book.seats, ())
    order = book.seats_from(book.next_seat(dealer))
    top = 0
    for size in packet_sizes(book, packet):
        for seat in order:
            hands[seat] += tuple(deck[top : top + size])
            top += size
    return Dealt(hands, tuple(deck[top:]))


def packet_sizes(book: RuleBook, packet: int = 0) -> Iterator[int]:
    """The cards that each player gets in each turn of the deal; raises `IndexError` for no such choice."""
    sizes = book.deal.packets[packet]
    left = book.deal.hand_size
    for size in chain(sizes, repeat(sizes[-1])):
        if not left:
            return
        yield size
        left -= size


# -- the first dealer --------------------------------------------------------------------


def draw_for_dealer(book: RuleBook, rng: random.Random) -> tuple[Seat, list[Mapping[Seat, Card]]]:
    """The first dealer, and each round of the draw: the cards by seat. The highest rank deals; equal highest cards draw
    again."""
    rounds: list[Mapping[Seat, Card]] = []
    seats = list(book.seats)
    while len(seats) > 1:
        drawn = dict(zip(seats, shuffled_deck(book, rng), strict=False))
        rounds.append(drawn)
        best = min(RANKS.index(card.rank) for card in drawn.values())
        seats = [seat for seat, card in drawn.items() if RANKS.index(card.rank) == best]
    return seats[0], rounds


# -- redeals and misdeals ----------------------------------------------------------------


def may_call_redeal(book: RuleBook, hand: Sequence[Card]) -> bool:
    """Whether a player may throw in the hand just picked up."""
    return bool(redeal_cause(book, hand))


def redeal_cause(book: RuleBook, hand: Sequence[Card]) -> str:
    """What a hand just picked up may be thrown in for, one of `Redeal.causes`; empty for nothing. Meld beside nines is
    natural meld, and without them."""
    redeal = book.redeal
    if redeal.nines and sum(card.rank == "9" for card in hand) >= redeal.nines:
        if redeal.nines_any_meld:
            return "many_nines"
        others = [card for card in hand if card.rank != "9"]
        if best_meld(book, others, None).total <= redeal.nines_meld:
            return "many_nines" if redeal.nines_meld else "nines"
    if redeal.no_aces and all(card.rank != "A" for card in hand):
        return "no_aces"
    if redeal.no_face_cards and not any(card.rank in "KQJ" for card in hand):
        return "no_face_cards"
    return ""


def after_nines(book: RuleBook, dealer: Seat) -> Seat:
    """The next dealer after a hand of `dealer` was thrown in (`redeal.nines_dealer`)."""
    return book.next_seat(dealer) if book.redeal.nines_dealer == "left" else dealer


def after_misdeals(book: RuleBook, dealer: Seat, misdeals: int) -> Seat:
    """The next dealer after so many misdeals of `dealer` in this deal (`redeal.misdeals_lose_deal`)."""
    limit = book.redeal.misdeals_lose_deal
    return book.next_seat(dealer) if limit and misdeals >= limit else dealer


def judge_short_hand(book: RuleBook, cards_missing: int) -> tuple[bool, str]:
    """Whether a deal stands in which a hand is short of so many cards (`redeal.illegal_from`), and the sentence on what
    follows. Raises `RuleError` when no card is missing."""
    if cards_missing < 1:
        raise RuleError("Enter how many cards are missing: 1 or more.")
    limit = book.redeal.illegal_from
    if limit and cards_missing >= limit:
        return False, "The deal does not stand: deal again."
    if book.redeal.short_card_from == "dealer_turns_one":
        sentence = "The deal stands, and the dealer turns a card for the player who is short."
    else:
        sentence = "The deal stands, and the player who is short draws from the one who has too many."
    return True, sentence


# -- wrong counts after the pass ---------------------------------------------------------


_PASS_UNSEEN: Final = {"pass_unseen": "The partners pass cards unseen until the counts are right."}
_REDEAL: Final = {"redeal": "The cards are dealt again."}
_REMEDIES: Final = {"pass_unseen_or_redeal": _PASS_UNSEEN | _REDEAL, "redeal": _REDEAL}


def wrong_pass_remedies(book: RuleBook) -> Mapping[str, str]:
    """The table's choices when the count is wrong after the pass (`redeal.wrong_pass`), each with its sentence."""
    return _REMEDIES[book.redeal.wrong_pass]
