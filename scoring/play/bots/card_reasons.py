"""Reasons for cards, for a learner: made from what the trick shows, so true no matter who chose. A comparison with
another card is added where both were played out."""

from __future__ import annotations

from typing import Final

from scoring.rules.book.printing import capital
from scoring.rules.cards import Card, Seat, Suit
from scoring.rules.notation import RANK_NAMES, number, sign, suit_with_sign

from .known import HEIGHTS, Known
from .trick_now import TrickNow

QUEEN_OR_LESS: Final = HEIGHTS["Q"]

_LIKELY: Final = 0.5
_NEARLY_SURE: Final = 0.9


# -- leading -----------------------------------------------------------------------------


def why_lead(table: TrickNow, card: Card) -> str:
    view, known, partners = table.view, table.known, table.partners
    if card.suit == view.trump:
        return _why_trump(table, card)
    suit = suit_with_sign(card.suit)
    if not known.higher_left(card):
        return _why_boss(table, card)
    if any(Card("A", card.suit) in known.shown(seat) for seat in partners):
        return f"{capital(table.partner)} showed the ace of {suit}, and still holds it."
    if any(known.is_out_of(seat, card.suit) and may_hold(known, seat, view.trump) for seat in partners):
        return f"{capital(table.partner)} has no {suit} and may trump it."
    opponents = [seat for seat in table.later if seat not in partners]
    if any(known.is_out_of(seat, card.suit) and may_hold(known, seat, view.trump) for seat in opponents):
        return f"An opponent has no {suit}, and has to trump if they can."
    if not view.book.card_points(card):
        return f"The {sign(card)} is no counter, so it gives little away."
    return f"The {sign(card)} may bring out the higher {suit}."


def may_hold(known: Known, seat: Seat, suit: Suit | None) -> bool:
    return suit is not None and not known.is_void(seat, suit)


def _nothing_beats(card: Card) -> str:
    return f"Nothing still out in {suit_with_sign(card.suit)} beats your {sign(card)}"


def _why_boss(table: TrickNow, card: Card) -> str:
    trump, known = table.trump, table.known
    high = _nothing_beats(card)
    others = [seat for seat in table.opponents if may_hold(known, seat, trump)]
    if not others:
        return f"{high}, and no opponent has trump: it wins."
    if any(known.is_void(seat, card.suit) for seat in others):
        return f"{high}, though it may be trumped."
    return f"{high}: cash it before somebody can trump it."


def _why_trump(table: TrickNow, card: Card) -> str:
    view, known = table.view, table.known
    out = known.left_in(card.suit)
    if not out:
        return f"Nobody else has trump left, so your {sign(card)} wins."
    own = sum(each.suit == card.suit for each in view.hand)
    if own == len(view.hand):
        if any(each.beats(card, card.suit) for each in view.hand) and known.higher_left(card):
            return f"You have nothing but trump left: the {sign(card)} may bring out the higher ones."
        return "You have nothing but trump left."
    if not view.is_bidding_side:
        if view.book.deck.copies > 2:
            return "Defenders lead trump to run the bidder short."
        return "A trump lead helps the bidder, but keeps your other suits closed."
    if not known.higher_left(card):
        return f"No trump still out beats your {sign(card)}, and it draws trump."
    if own > out:
        return f"You hold {number(own)} trumps and the others {number(out)}: draw them."
    if HEIGHTS[card.rank] <= QUEEN_OR_LESS:
        return f"A low trump, the {sign(card)}, brings out the higher ones."
    if view.asked.leads_trump:
        return "Your first lead must be a trump."
    return f"The {sign(card)} draws trump, though a higher one is still out."


# -- following ---------------------------------------------------------------------------


def why_follow(table: TrickNow, card: Card) -> str:
    if card.beats(table.to_beat, table.trump):
        return _why_over_partner(table, card) if table.partner_holds else _why_win(table, card)
    return _why_under_partner(table, card) if table.partner_holds else _why_lose(table, card)


def _why_win(table: TrickNow, card: Card) -> str:
    chance = table.chance(card)
    if not table.later:
        return _why_win_last(table, card)
    if not any(table.chance_over(seat, card, table.cards[0].suit) for seat in table.opponents):
        return f"Nobody who still plays against you can beat the {sign(card)}."
    if chance > _NEARLY_SURE:
        return f"With the {sign(card)}, your side is very likely to win the trick."
    if card.suit == table.trump != table.cards[0].suit:
        return f"The {sign(card)} trumps in and may hold the trick."
    if chance > _LIKELY:
        return f"With the {sign(card)}, your side will probably win the trick."
    if _must_beat(table):
        return f"You have to beat the {sign(table.to_beat)}."
    return f"The {sign(card)} goes ahead for now, and may still be beaten."


def _why_win_last(table: TrickNow, card: Card) -> str:
    points = table.view.book.card_points
    others = [each for each in table.view.asked.cards if each.beats(table.to_beat, table.trump)]
    lower = [each for each in others if card.beats(each, table.trump)]
    if points(card) and any(not points(each) for each in lower):
        return f"You play last: the {sign(card)} wins the trick and adds a counter to it."
    is_cheap = not lower and any(each.beats(card, table.trump) for each in others)
    return f"You play last: the {sign(card)} wins the trick{' cheaply' if is_cheap else ''}."


def _why_over_partner(table: TrickNow, card: Card) -> str:
    partners = f"{table.partner}’s {sign(table.to_beat)}"
    if _must_beat(table):
        return f"You have to beat {partners}."
    if table.later and card.suit != table.trump and not table.known.higher_left(card):
        return f"{_nothing_beats(card)}, and {partners} may still be beaten."
    if table.later:
        return f"The {sign(card)} is harder to beat than {partners}."
    return "The trick is your side’s either way."


def _why_under_partner(table: TrickNow, card: Card) -> str:
    counters = [each for each in table.view.asked.cards if table.view.book.card_points(each)]
    is_safe = table.chance(card) > _LIKELY
    if card in counters:
        if is_safe or len(counters) < len(table.view.asked.cards):
            return f"Your {RANK_NAMES[card.rank]} gives {table.partner}’s {sign(table.to_beat)} a counter."
        return "You have to play a counter."
    if counters and table.later and not is_safe:
        return f"{capital(table.partner)}’s {sign(table.to_beat)} may still be beaten, so don’t add a counter."
    return f"{capital(table.partner)} holds the trick so far."


def _why_lose(table: TrickNow, card: Card) -> str:
    legal, best = table.view.asked.cards, sign(table.to_beat)
    over = [each for each in legal if each.beats(table.to_beat, table.trump)]
    if over:
        lowest = next(each for each in over if not any(each.beats(other, table.trump) for other in over))
        return f"You could beat the {best}, but keep the {sign(lowest)} for later."
    points = table.view.book.card_points
    if points(card) and table.chance(card) > _LIKELY and any(seat in table.later for seat in table.partners):
        who, what = capital(table.partner), RANK_NAMES[card.rank]
        return f"{who} still plays and will probably win: your {what} is a counter for your side."
    others = (each for each in legal if points(each) and each.suit not in (card.suit, table.trump))
    winner = next((each for each in others if not table.known.higher_left(each)), None)
    if winner is not None:
        of = suit_with_sign(winner.suit)
        return f"You can’t beat the {best}: the {sign(card)} keeps your {RANK_NAMES[winner.rank]} for a lead of {of}."
    if any(points(each) > points(card) for each in legal):
        kept = "what counts more" if points(card) else "your counters"
        return f"You can’t beat the {best}, so play the {sign(card)} and keep {kept}."
    return f"You can’t beat the {best}."


def _must_beat(table: TrickNow) -> bool:
    return all(each.beats(table.to_beat, table.trump) for each in table.view.asked.cards)
