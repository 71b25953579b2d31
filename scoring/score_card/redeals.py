"""Dealing again: this book's reasons, and their consequences in sentences, by `scoring.rules.dealing`. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from scoring.rules.book import RuleBook
from scoring.rules.book.redeal import is_put_right
from scoring.rules.dealing import after_misdeals, after_nines, judge_short_hand, wrong_pass_remedies
from scoring.rules.notation import lowered, number

from .entries import Decided, EntryData, Redealt, RulingGiven
from .names import Names
from .sheet import Line

REDEAL_TITLES: Final = {
    "misdeal": "A misdeal",
    "illegal": "A player was short of cards",
    "wrong_pass": "The pass went wrong",
    "nines": "Nines and no meld",
    "many_nines": "Many nines",
    "no_aces": "No ace",
    "no_face_cards": "No king, queen or jack",
    "other": "Something else",
    "ruling": "A ruling",
}


NO_OTHER_CARDS: Final = "Every table plays the same cards, so a board isn’t dealt again. Call the director."


def redeal_payload(book: RuleBook, line: Line, why: str) -> dict[str, Any]:
    """The payload of a new deal: the dealer, and the next dealer."""
    next_dealer = line.dealer
    if why == "misdeal":
        next_dealer = after_misdeals(book, line.dealer, misdeals_of(line) + 1)
    elif why in book.redeal.causes:
        next_dealer = after_nines(book, line.dealer)
    return {"why": why, "dealer": line.dealer, "next_dealer": next_dealer}


def misdeals_of(line: Line) -> int:
    """The misdeals of this hand by its present dealer."""
    return sum(redeal.why == "misdeal" and redeal.dealer == line.dealer for redeal in map(_redeal_in, line.redeals))


def _redeal_in(entry: EntryData) -> Redealt:
    match entry.said:
        case Redealt() as redeal:
            return redeal
        case RulingGiven(effect=effect) | Decided(effect=effect) if effect.redeal is not None:
            return effect.redeal
    raise AssertionError(f"{entry!r} deals the hand again")


def redeal_reasons(book: RuleBook, names: Names, line: Line) -> Iterator[tuple[str, str, str]]:
    """The book's reasons to deal the open hand again: code, name and consequence; none for a board."""
    if line.board:
        return
    deals_again = f"{names.player(line.dealer)} deals again."
    if book.redeal.misdeals:
        yield "misdeal", REDEAL_TITLES["misdeal"], _misdeal(book, names, line)
    if book.redeal.illegal_from and not is_put_right(book.redeal, book.passing):
        yield "illegal", REDEAL_TITLES["illegal"], f"{_short_hand(book)}{deals_again}"
    if book.passing:
        others = [sentence for code, sentence in wrong_pass_remedies(book).items() if code != "redeal"]
        first = "".join(f"You can fix it: {lowered(sentence)} Or " for sentence in others)
        yield "wrong_pass", REDEAL_TITLES["wrong_pass"], f"{first}{deals_again}"
    for code, cause in book.redeal.causes.items():
        before = "the bidding" if book.auction.is_held else "the first lead"
        called = f"You need {lowered(cause.rstrip(','))}. Call it when you pick up your cards, before {before}."
        called += " You don’t need your partner’s OK." if book.has_partners else ""
        next_dealer = after_nines(book, line.dealer)
        deals = deals_again if next_dealer == line.dealer else f"{names.player(next_dealer)} deals next."
        yield code, REDEAL_TITLES[code], f"{called} {deals}"
    if book.redeal.misdeals:  # without them, only what the book names is dealt again
        yield "other", REDEAL_TITLES["other"], deals_again


def _misdeal(book: RuleBook, names: Names, line: Line) -> str:
    dealer, misdeals = names.player(line.dealer), misdeals_of(line) + 1
    next_dealer = after_misdeals(book, line.dealer, misdeals)
    sentence = f"{dealer} deals again."
    if next_dealer != line.dealer:
        sentence = f"Misdeal number {misdeals} of {dealer} loses the deal, and {names.player(next_dealer)} deals next."
    elif after_misdeals(book, line.dealer, misdeals + 1) != line.dealer:
        sentence += f" One more misdeal loses the deal, and {names.player(book.next_seat(line.dealer))} deals."
    if not is_put_right(book.redeal, book.passing):
        return sentence
    return f"You can fix it: pass each other unseen cards until the counts are right. If that doesn’t work: {sentence}"


def _short_hand(book: RuleBook) -> str:
    """From how many missing cards the hand is dealt again, and the rule for fewer."""
    limit = book.redeal.illegal_from
    if limit == 1:
        return ""
    _, sentence = judge_short_hand(book, limit - 1)
    fewer = "one card is" if limit == 2 else f"{number(limit - 1)} cards are"
    return f"If only {fewer} missing, {lowered(sentence)} If more are, "
