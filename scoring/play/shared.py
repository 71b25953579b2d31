"""Shared deals: the deal of the day, and deals handed on to friends.

Everybody gets the same cards and bots that answer the same to the same. A device's first attempt counts from its
beginning; results show once one's own is finished. Links are random, seeds stay here. The deal of the day is shared by
clubs that play alike (`day_key`); an attempt ranks if finished that day. A house's rules have no members: all who play
by them have yesterday's, and are compared without names.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final

from django.db import IntegrityError
from django.db.models import Q, QuerySet
from django.utils import timezone

from pinochle_club.ground.http import or_404
from pinochle_club.ground.write_queue import queued_write
from scoring.models import Device, DeviceCard, PlayedDeal, PlayedGame, PlayedHand, SharedDeal
from scoring.rules.book import RuleBook, built_in_books
from scoring.rules.cards import Seat
from scoring.rules.changes import is_house_book
from scoring.rules.dealing import deal, draw_for_dealer
from scoring.score_card import access
from scoring.score_card.beginning import publish

from . import games
from .games import Table
from .par import par_of_shared
from .players import UNNAMED, YOU, seat_of_player, seats_with, usual_seat
from .record import margin_of, score_of
from .review import Moment
from .settings import TableSettings
from .state import Phase, afresh, begin, state_from_json, state_to_json

OF_THE_DAY: Final = "club"
MOST_TRIES: Final = 100  # of one hand are told
# What decides how a hand goes, and what it scores.
PLAYED_BY: Final = (
    "deck", "deal", "redeal", "auction", "passing", "kitty", "meld", "play", "contract", "bonuses", "game",
)  # fmt: skip
LONGEST_KEY: Final = 40


@dataclass(frozen=True, slots=True)
class Person:
    """A browser, and the account signed in there."""

    device: Device | None
    player: int | None = None


def get_shared(token: str) -> SharedDeal:
    return or_404(
        SharedDeal.objects.select_related("book_version", "play_set").filter(token=token).first(),
        "There is no deal at this address.",
    )


def book_at(shared: SharedDeal) -> RuleBook:
    """The deal's book; a dealer who sits out has no part in it."""
    return state_from_json(shared.book_version.book, shared.data).book


# -- sharing -----------------------------------------------------------------------------


def share(table: Table) -> SharedDeal:
    """The shared form of the deal just played, made once."""
    with queued_write():
        played = PlayedDeal.objects.select_for_update(of=("self",)).select_related("shared").get(pk=table.deal.pk)
        if played.shared is None:
            # How well each seat plays where a bot sits; in the player's, as most of the others.
            bots = {seat: plays for seat, plays in games.strengths(table.game).items() if plays != YOU}
            usual = Counter(bots.values()).most_common(1)[0][0]
            played.shared = SharedDeal.objects.create(
                token=access.new_secret(),
                book_version=table.keeper.card.book_version,
                book_key=table.book.key,
                data=state_to_json(afresh(table.state)),
                bots={seat: bots.get(seat, usual) for seat in table.book.at_table},
                meld_bids=table.settings.meld_bids,
                seed=table.deal.seed,
                seat=table.your_seat if table.your_seat in table.book.seats else usual_seat(table.book),
            )
            played.save(update_fields=["shared"])
    return played.shared


@lru_cache(maxsize=64)
def day_key(book: RuleBook) -> str:
    """The key of deals of the day: equal for books that deal, bid, play and score alike, a built-in book's own key
    for one of them. A new rule that is off changes nothing."""
    digest = _digest(book)
    return next((key for key, built_in in built_in_books().items() if _digest(built_in) == digest), digest)


def _digest(book: RuleBook) -> str:
    rules = book.model_dump(mode="json", include=set(PLAYED_BY), exclude_defaults=True)
    return sha256(json.dumps(rules, sort_keys=True).encode()).hexdigest()[:LONGEST_KEY]


def deal_of_the_day(book: RuleBook, day: date | None = None) -> SharedDeal:
    """A day's deal under a book, dealt at the first call. Nothing of it follows from the date."""
    day = day or timezone.localdate()
    found = _of_day(book, day)
    if found is None:
        try:
            with queued_write():
                found = _deal_for(book, day)
        except IntegrityError:  # somebody else was the first
            found = _of_day(book, day)
    assert found is not None, "a deal of the day is never taken back"
    return found


def deal_for(book: RuleBook, *, is_member: bool) -> SharedDeal:
    """Today's deal for members of a club that plays so, yesterday's for others."""
    return deal_of_the_day(book, _day_for(is_member=is_member))


def dealt_for(book: RuleBook, *, is_member: bool) -> SharedDeal | None:
    """The same, or None before it is dealt (one query)."""
    return _of_day(book, _day_for(is_member=is_member))


def _day_for(*, is_member: bool) -> date:
    return timezone.localdate() - timedelta(days=not is_member)


def is_on(shared: SharedDeal) -> bool:
    """Whether the deal's day or week isn't over, by the server's clock."""
    if shared.play_set is not None:
        return shared.play_set.is_on
    return shared.day is not None and shared.day >= timezone.localdate()


def _of_day(book: RuleBook, day: date) -> SharedDeal | None:
    return SharedDeal.objects.select_related("book_version").filter(book_key=day_key(book), day=day).first()


def _deal_for(book: RuleBook, day: date) -> SharedDeal:
    chance, key, book = games.chance(), day_key(book), book.for_players
    dealer, _ = draw_for_dealer(book, chance)
    state = begin(book, dealer, deal(book, chance, dealer))
    while state.phase is Phase.REDEAL:  # a deal for everybody is one that is played
        state = begin(book, dealer, deal(book, chance, dealer))
    return SharedDeal.objects.create(
        token=access.new_secret(),
        book_version=publish(book),
        book_key=key,
        data=state_to_json(state),
        bots=dict.fromkeys(book.seats, OF_THE_DAY),
        seed=games.secret(),
        seat=usual_seat(book),
        day=day,
    )


# -- playing -----------------------------------------------------------------------------


def begin_attempt(
    person: Person,
    device: Device,
    shared: SharedDeal,
    seat: Seat,
    name: str,
    settings: TableSettings,
    *,
    own: RuleBook | None = None,
    **fields: Any,
) -> DeviceCard:
    """Begin an attempt on `device`; the first one counts. A deal still on has one attempt, continued on any device.
    The card shows the `own` club's book where clubs share the deal."""
    ranks = is_on(shared)
    going_on = unfinished(shared, person) if ranks else None
    if going_on is not None:
        return access.keep_card(device, going_on.card)
    is_first = not has_begun(shared, person)
    book = shared.book_version.book
    bots = {each: strength for each, strength in shared.bots.items() if each != seat}
    return games.begin_shared(
        device,
        shared,
        seats_with(book, bots, games.chance(), name or UNNAMED),
        settings,
        version=publish(own.for_players) if own else shared.book_version,
        counts=is_first,
        player=person.player,
        ranks=ranks and is_first,
        **fields,
    )


def try_again(device: Device, table: Table, moment: Moment, player: int | None, **fields: Any) -> DeviceCard:
    """Replay a finished hand from one of its decisions, with the same cards and bots; it counts for nothing, and stands
    beside the `first` one."""
    game, you = table.game, table.your_seat
    assert you is not None, "a decision of theirs"
    first = game.first if game.first and moment.number <= game.from_step else table.deal
    plays = {**games.strengths(game), you: YOU}
    seats = {seat: {**sits, "player": plays[seat]} for seat, sits in game.seats.items()}
    at = game.shared or share(table)
    return games.begin_shared(
        device,
        at,
        seats,
        table.settings,
        version=table.keeper.card.book_version,
        counts=False,
        player=player,
        first=first,
        begun=moment.before,
        **fields,
    )


def tries_of(deal: PlayedDeal, seat: Seat) -> tuple[int, list[tuple[int, int]]]:
    """A hand's score for a seat, and those of its tries with the action they began at, newest first (one query)."""
    tries = PlayedDeal.objects.filter(game__first=deal, is_recorded=True).exclude(score={}).order_by("-pk")
    found = tries.values_list("game__from_step", "score")[:MOST_TRIES]
    return score_of(seat, deal.score), [(step, score_of(seat, score)) for step, score in found]


def has_begun(shared: SharedDeal, person: Person) -> bool:
    """Whether they have seen these cards, in an attempt or in the original game."""
    return _attempts_of(shared, person).exists() or _origin(shared, person).exists()


def has_finished(shared: SharedDeal, person: Person) -> bool:
    return _attempts_of(shared, person).filter(is_over=True).exists() or _origin(shared, person).exists()


def unfinished(shared: SharedDeal, person: Person) -> PlayedGame | None:
    """Their unfinished attempt; not a hand tried again."""
    return _attempts_of(shared, person).filter(is_over=False, first=None).order_by("-created_at").first()


def not_open_yet(game: PlayedGame) -> SharedDeal | None:
    """The deal of a finished game whose hands aren't open yet."""
    return game.shared if game.shared is not None and is_on(game.shared) else None


def _attempts_of(shared: SharedDeal, person: Person) -> QuerySet[PlayedGame]:
    """Their attempts; while the deal is on by account alone, since members may share a tablet."""
    return attempts_by(person, by_account=is_on(shared)).filter(shared=shared)


def attempts_by(person: Person, *, by_account: bool = False) -> QuerySet[PlayedGame]:
    """Their games, including those at tables of friends."""
    games_of = is_theirs(person, by_account=by_account)
    if person.device is not None and not by_account:
        cards = DeviceCard.objects.filter(device=person.device)
        games_of |= Q(people__isnull=False, shared__isnull=False, card__in=cards.values("card"))
    return PlayedGame.objects.filter(games_of)


def is_theirs(person: Person, *, by_account: bool = False) -> Q:
    """A filter for games or hands of the account or device; or `by_account` alone."""
    account = Q(player=person.player) if person.player is not None else Q(pk__in=())
    return account if by_account or person.device is None else account | Q(device=person.device)


def _origin(shared: SharedDeal, person: Person) -> QuerySet[PlayedDeal]:
    played = PlayedDeal.objects.filter(shared=shared)
    return played.filter(game__device=person.device) if person.device else played.none()


# -- results -----------------------------------------------------------------------------


def attempts_at(shared: SharedDeal, device: Device | None) -> list[dict[str, Any]]:
    """The counting attempts at a deal handed on, the best first (two queries): rows of an `AttemptListing`."""
    counting = PlayedDeal.objects.filter(game__shared=shared, game__counts=True, is_recorded=True)
    origin = PlayedDeal.objects.filter(shared=shared, is_recorded=True, game__people=None)
    rows = [*origin.select_related("game"), *counting.select_related("game")]
    book = book_at(shared)
    tried = [played for played in rows if played.score and seat_of_player(played.game.seats) in book.seats]
    found = [_attempt(book, shared, played, device) for played in sorted(tried, key=lambda played: played.changed_at)]
    return sorted(found, key=lambda attempt: -attempt["margin"])


def ranked_at(shared: SharedDeal) -> list[PlayedHand]:
    """Members' results of a deal of the day, of a house's rules everybody's, the best first (one query)."""
    ranked = {} if is_house_book(shared.book_version.book) else {"is_ranked": True}
    return list(PlayedHand.objects.filter(shared=shared, **ranked).order_by("-margin", "at"))


def own_result(shared: SharedDeal, person: Person) -> PlayedHand | None:
    """The person's first try at a deal of the day, the account's before the device's (one query)."""
    tries = PlayedHand.objects.filter(is_theirs(person, by_account=is_on(shared)), shared=shared).order_by("at")
    return min(tries, key=lambda hand: hand.player_id != person.player, default=None)


def _attempt(book: RuleBook, shared: SharedDeal, played: PlayedDeal, device: Device | None) -> dict[str, Any]:
    seat = seat_of_player(played.game.seats)
    assert seat is not None, "somebody played it"
    margin, par = margin_of(book, seat, played.score), par_of_shared(shared, seat)
    return {
        "name": played.game.seats[seat]["name"],
        "seat": seat,
        "own": score_of(seat, played.score),
        "margin": margin,
        "beside": None if par is None else margin - par,
        "is_yours": device is not None and played.game.device_id == device.pk,
    }
