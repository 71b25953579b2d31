"""A player's own hands as a record: the account's, else the device's.

Kept in the transaction that puts the hand on the card, except second tries, hands of bots alone and hands sat out. The
oldest make room.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable
from datetime import timedelta
from typing import Final
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils import timezone

from pinochle_club.ground.write_queue import queued_write
from scoring.models import Device, PlayedDeal, PlayedGame, PlayedHand, RuleBookVersion
from scoring.rules.book import RuleBook, built_in_books
from scoring.rules.cards import Seat
from scoring.rules.deal_score import Outcome
from scoring.score_card.sheet import Line

from . import judging
from .players import seat_of_player
from .record import margin_of, score_of
from .review import Judged, cost_by_part, decisions
from .state import state_from_json
from .themes import facts_of

MOST_KEPT: Final = 1_000
# A page that asks what a hand cost waits so long, and asks again for the rest.
LONGEST_WAIT: Final = 2.0
# The worker looks over by itself what was played so lately.
LOOKED_OVER_FOR: Final = timedelta(days=14)


def keep(game: PlayedGame, played: PlayedDeal, book: RuleBook, line: Line) -> None:
    """Keep a hand's result for each person who played it, once. Within a transaction."""
    if line.score is None or line.record is None or (game.shared is not None and not game.counts):
        return
    book, record, scores = book.at(line.record.out), line.record, line.score.scores
    today, daily = timezone.localdate(), game.shared.day if game.shared else None
    for seat, player, device in _players_of(game):
        if seat not in book.seats:
            continue
        is_bidder = record.bidder == seat
        fields = {
            "player_id": player,
            "device": device,
            "book_key": book.key,
            "own": score_of(seat, scores),
            "margin": margin_of(book, seat, scores),
            "par": game.shared.pars.get(seat) if game.shared else None,
            "bid": record.bid if is_bidder else None,
            "is_made": line.score.outcome is Outcome.MADE if is_bidder else None,
            "shared": game.shared,
            "played_on": today,
            "daily": daily,
            "is_ranked": game.ranks and daily == today,
            "at": timezone.now(),
        }
        _, is_new = PlayedHand.objects.get_or_create(deal=played, seat=seat, defaults=fields)
        if is_new:
            oldest = hands_of(player, device).values_list("pk", flat=True)[MOST_KEPT:]
            PlayedHand.objects.filter(pk__in=list(oldest)).delete()


def was_played_lately() -> bool:
    return PlayedHand.objects.filter(played_on__gte=timezone.localdate() - timedelta(days=30)).exists()


def _players_of(game: PlayedGame) -> list[tuple[Seat, int | None, Device | None]]:
    """Seat, account and device of the player; at a table of friends of each person there, without accounts."""
    if game.people is not None:
        there = game.people.people.filter(away="").select_related("device")
        return [(person.seat, None, person.device) for person in there]
    seat = seat_of_player(game.seats)
    return [(seat, game.player_id, game.device)] if seat else []


def hands_of(player: int | None, device: Device | None) -> QuerySet[PlayedHand]:
    """An account's hands, or those of a device without an account, newest first."""
    if player is not None:
        return PlayedHand.objects.filter(player=player)
    return PlayedHand.objects.filter(player=None, device=device) if device else PlayedHand.objects.none()


def to_look_over(deals: Iterable[int | None], device: Device | None) -> dict[int, tuple[UUID, int]]:
    """Of these deals those that the device can review, with game and number (one query)."""
    if device is None:
        return {}
    of_device = Q(game__card__kept_by__device=device, game__card__kept_by__is_cut_off=False)
    found = PlayedDeal.objects.filter(of_device, pk__in=[deal for deal in deals if deal is not None], is_done=True)
    return {deal: (game, number) for deal, game, number in found.values_list("pk", "game_id", "number")}


def books_of(keys: Iterable[str]) -> dict[str, RuleBook]:
    """The newest versions of these books (one query for those not built in); without those that are gone."""
    wanted = set(keys)
    books = {key: book for key, book in built_in_books().items() if key in wanted}
    if own := wanted - books.keys():
        books |= {one.key: one.book for one in RuleBookVersion.objects.filter(key__in=own).order_by("number")}
    return books


def next_to_look_over(but: Collection[int]) -> PlayedHand | None:
    """The newest hand against bots without a review and not in `but`, of the last days."""
    since = timezone.now() - LOOKED_OVER_FOR
    waiting = PlayedHand.objects.filter(cost=None, at__gte=since, deal__game__people=None, deal__isnull=False)
    return waiting.exclude(pk__in=but).select_related("deal__game__card__book_version").first()


def work_out_cost(hand: PlayedHand, judge: Callable[..., Judged] | None = None) -> bool:
    """Judge the hand as far as time allows; whether its cost is known then. Raises `thinking.Busy`."""
    if hand.cost is not None:
        return True
    deal = hand.deal
    if deal is None:
        return False
    card = deal.game.card
    end = state_from_json(card.book_version.book, deal.data)
    judge = judge or judging.judgement
    until, found = time.monotonic() + LONGEST_WAIT, []
    for moment in decisions(end, hand.seat):
        if time.monotonic() > until:
            return False
        found.append(judge(deal, moment, card.created_from))
    hand.cost = round(sum(cost for _, cost in cost_by_part(found)), 1)
    hand.judged = [judging.to_json(each) | facts_of(each) for each in found]
    with queued_write():
        hand.save(update_fields=["cost", "judged"])
    return True
