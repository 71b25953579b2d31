"""Checks of a hand typed card by card, and the rest of the deck. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from scoring.rules.book import RuleBook
from scoring.rules.cards import Card
from scoring.rules.notation import counted, number, sign, sort_key

ORDINALS = {3: "third", 5: "fifth"}


def too_many_words(book: RuleBook, card: Card) -> str:
    """`A third A♠ can’t be: two are in the deck.`"""
    copies = book.deck.copies
    which = ORDINALS.get(copies + 1, "further")
    return f"A {which} {sign(card)} can’t be: {number(copies)} are in the deck."


def faults_of(
    book: RuleBook, hand: Sequence[Card], others: Iterable[Sequence[Card]] = (), *, is_whole: bool = True
) -> tuple[str, ...]:
    """Why these cards can't be a hand, or a part of one. It never tells which of the `others` is wrong."""
    own, dealt = Counter(hand), book.deal.hand_size
    faults = [too_many_words(book, card) for card in sorted(own, key=sort_key) if own[card] > book.deck.copies]
    if len(hand) > dealt or (is_whole and len(hand) < dealt):
        faults.append(f"You have {counted(len(hand), 'card')}; {dealt} were dealt.")
    together = own + Counter(card for other in others for card in other)
    beside = [card for card in sorted(own, key=sort_key) if own[card] <= book.deck.copies < together[card]]
    if not faults and beside:
        signs = ", ".join(map(sign, beside))
        faults.append(
            f"With the hands taken down before there are too many of these: {signs}. Look at yours again. If it’s "
            "right, somebody else’s isn’t: let them enter it again."
        )
    return tuple(faults)


def rest_of(book: RuleBook, hands: Iterable[Sequence[Card]]) -> tuple[Card, ...]:
    """The cards in none of the hands: the kitty, once all hands are in."""
    left = Counter(book.cards) - Counter(card for hand in hands for card in hand)
    return tuple(sorted(left.elements(), key=sort_key))
