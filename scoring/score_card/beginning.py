"""The beginning of a card, in a kitchen, a game in the browser or an evening: the version of the book, the limit per
address, the next game of the same players, and the clearing of old cards."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any, Final

from django.core.cache import cache
from django.db import IntegrityError
from django.db.models import Exists, Max, OuterRef
from django.http import HttpRequest
from django.utils import timezone

from pinochle_club.ground.clock import lately
from pinochle_club.ground.http import address_key
from pinochle_club.ground.write_queue import queued_write
from scoring.models import Device, DeviceCard, Entry, RuleBookVersion, ScoreCard
from scoring.models.rule_books import digest_of
from scoring.rules.book import RuleBook
from scoring.rules.cards import Seat
from scoring.rules.changes import OURS

from . import access
from .partners import moved
from .recording import NO_ROOM, read_sheet, record, room_is_for_evenings
from .sheet import Sheet

CARDS_A_MINUTE: Final = 60
CARDS_A_DAY: Final = 300
CARDS_KEPT: Final = timedelta(days=365)
CLEARED_AT_ONCE: Final = 200
CLEARED_EVERY: Final = timedelta(days=1)
EMPTY_CARDS_KEPT: Final = timedelta(days=30)
COUNTED_ROUND: Final = re.compile(r"[0-9]{1,3}")
# Without a target a table agrees on its hands; every player dealing three times is proposed.
ROUNDS_OF_DEALS: Final = 3
# Enough to have everybody with everybody else a few times.
GAMES_LOOKED_BACK: Final = 9

# Begins a card for a device, with the fields of its row that come from the tap.
Begin = Callable[[Device, Mapping[str, Any]], DeviceCard]


class TooManyCards(Exception):
    """One address began more cards than a hall needs, or there is no room for more."""


# -- a card and its book -----------------------------------------------------------------


def publish(book: RuleBook) -> RuleBookVersion:
    """The stored version of a book as it is now, made when needed."""
    data = book.to_json()
    digest = digest_of(data)
    version = RuleBookVersion.objects.filter(digest=digest).first()
    if version is None:
        with queued_write():
            highest = RuleBookVersion.objects.filter(key=book.key).aggregate(highest=Max("number"))["highest"] or 0
            version, _ = RuleBookVersion.objects.get_or_create(
                digest=digest, defaults={"key": book.key, "number": highest + 1, "data": data}
            )
    return version


def start_card(book: RuleBook, *, version: RuleBookVersion | None = None, **fields: Any) -> ScoreCard:
    """Create an empty card on `version` of the book, or on the book as it is now."""
    fields.setdefault("first_dealer", book.seats[0])
    if book.needs_hands:
        fields.setdefault("hands_agreed", book.deal.players * ROUNDS_OF_DEALS)
    return ScoreCard.objects.create(book_version=version or publish(book), **fields)


# -- by a tap ----------------------------------------------------------------------------


def begun_by_tap(
    request: HttpRequest, start_hash: str, begin: Begin, *, by_play: bool = False
) -> tuple[DeviceCard, str | None]:
    """The card of this tap, the same for both of a double tap, and the cookie secret of a new device. `by_play`: the
    card of a game in the browser. Raises `TooManyCards`."""
    counted = _counted(request)
    try:
        with queued_write(counted):
            return _find_or_begin(request, start_hash, begin, by_play=by_play)
    except IntegrityError:
        with queued_write(counted):
            return _find_or_begin(request, start_hash, begin, by_play=by_play)


def _find_or_begin(
    request: HttpRequest, start_hash: str, begin: Begin, *, by_play: bool
) -> tuple[DeviceCard, str | None]:
    # Asked once: between two questions the other tap of a double tap could begin the card.
    begun = ScoreCard.objects.filter(start_hash=start_hash).first()
    if begun is not None and begun.kept_by_play == by_play and _is_open_to(request, begun):
        device, secret = access.ensure_device(request)
        return access.keep_card(device, begun), secret
    guard_new_card(request)
    drop_empty_cards()
    drop_old_cards()
    if by_play:
        _drop_forgotten_games()
    device, secret = access.ensure_device(request)
    fields = {"created_from": address_key(request), "start_hash": None if begun else start_hash}
    return begin(device, fields), secret


def _is_open_to(request: HttpRequest, card: ScoreCard) -> bool:
    """Whether a tap leads this browser to the card it began; without its cookie only while the card is empty."""
    if card.is_empty:
        return True
    return card.kept_by.filter(device__token_hash=access.device_hash(request) or "", is_cut_off=False).exists()


def _counted(request: HttpRequest) -> str:
    return f"cards from {address_key(request)}"


def guard_new_card(request: HttpRequest) -> None:
    """Raise `TooManyCards` beyond the limit of a minute or a day, or when the remaining room is for evenings."""
    own = ScoreCard.objects.filter(created_from=address_key(request))
    if own.filter(created_at__range=lately(timedelta(minutes=1))).count() >= CARDS_A_MINUTE:
        raise TooManyCards(
            f"{CARDS_A_MINUTE} cards were started here in the last minute. Wait a minute, then tap again."
        )
    if own.filter(created_at__range=lately(timedelta(days=1))).count() >= CARDS_A_DAY:
        raise TooManyCards(f"{CARDS_A_DAY} cards were started here since yesterday. Start the next one tomorrow.")
    if room_is_for_evenings():
        raise TooManyCards(NO_ROOM)


def drop_empty_cards() -> None:
    """Delete cards left empty for thirty days and house books without a card; played games and evenings keep theirs."""
    before = timezone.now() - EMPTY_CARDS_KEPT
    ScoreCard.objects.filter(
        is_empty=True, is_example=False, kept_by_play=False, host="", created_at__lt=before
    ).delete()
    RuleBookVersion.objects.filter(
        key__endswith=OURS, scorecard=None, playtable=None, playset=None, shareddeal=None
    ).delete()


def drop_old_cards() -> None:
    """Delete kitchen cards more than a year old whose devices have since written on no card: once a day, a batch at a
    time."""
    if not cache.add("old-cards-dropped", "", CLEARED_EVERY.total_seconds()):
        return
    before = timezone.now() - CARDS_KEPT
    claimed = DeviceCard.objects.filter(card=OuterRef("pk"), device__kept_cards__card__changed_at__gte=before)
    old = ScoreCard.objects.filter(
        ~Exists(claimed),
        host="",
        is_empty=False,
        is_example=False,
        kept_by_play=False,
        created_at__lt=before,
        changed_at__lt=before,
    ).order_by("created_at")
    ScoreCard.objects.filter(pk__in=list(old.values_list("pk", flat=True)[:CLEARED_AT_ONCE])).delete()


def _drop_forgotten_games() -> None:
    """Delete games whose first hand was left unfinished as long as an empty card is kept."""
    before = timezone.now() - EMPTY_CARDS_KEPT
    forgotten = ScoreCard.objects.filter(kept_by_play=True, is_empty=True, created_at__lt=before)
    forgotten.exclude(played_game__deals__changed_at__gte=before).delete()


# -- the next game of a table ------------------------------------------------------------


def games_so_far(card: ScoreCard) -> list[Mapping[Seat, str]]:
    """The seatings of this game and those before it, newest first (a query for each earlier game)."""
    games: list[Mapping[Seat, str]] = []
    game: ScoreCard | None = card
    while game is not None and len(games) < GAMES_LOOKED_BACK:
        games.append(game.player_names)
        game = game.previous
    return games


def begin_next_game(
    request: HttpRequest, keeper: DeviceCard, client_id: str, seated: Mapping[str, Any] | None = None
) -> DeviceCard:
    """Begin the game after this card, once, however often and on how many tablets the key is tapped. The same players
    sit down, or `players` by their old seats in another `seating` (`partners.SEATINGS`), also on a next card that is
    begun and still empty. Raises `TooManyCards`."""
    with queued_write(_counted(request)):
        begun = _next_game_begun(keeper, client_id)
        if begun is None:
            guard_new_card(request)
            return _next_game(keeper, client_id, address_key(request), seated)
        if seated is not None and begun.card.is_empty:
            _seat_anew(begun, client_id, _details(keeper.card, read_sheet(keeper.card), seated))
        return begun


def _seat_anew(begun: DeviceCard, client_id: str, details: Mapping[str, Any]) -> None:
    sheet = read_sheet(begun.card)
    if any(entry.client_id == client_id for entry in sheet.entries):
        return
    record(writer=begun, kind="details", payload=details, client_id=client_id, seen=sheet.version)
    begun.card.refresh_from_db()


def _next_game_begun(keeper: DeviceCard, client_id: str) -> DeviceCard | None:
    """The next card, known by this submission's id in its first entry, or by being empty. Locks the last card, so that
    one of two taps waits."""
    last = ScoreCard.objects.select_for_update(of=("self",)).get(pk=keeper.card_id)
    entry = (
        Entry.objects.filter(card__previous=last, kind="details", client_id=client_id).select_related("card").first()
    )
    card = entry.card if entry else ScoreCard.objects.filter(previous=last, is_empty=True).first()
    return _kept_by(keeper, card) if card else None


def _next_game(keeper: DeviceCard, client_id: str, address: str, seated: Mapping[str, Any] | None) -> DeviceCard:
    last = keeper.card
    details = _details(last, read_sheet(last), seated)
    card = ScoreCard.objects.create(
        book_version=last.book_version,
        first_dealer=details["first_dealer"],
        hands_agreed=last.hands_agreed,
        date_style=last.date_style,
        previous=last,
        created_from=address,
    )
    # The tablets of the table keep the new card too, under the numbers they have.
    DeviceCard.objects.bulk_create(
        DeviceCard(device_id=other.device_id, card=card, number=other.number)
        for other in last.kept_by.filter(is_cut_off=False)
    )
    mine = _kept_by(keeper, card)
    # As an entry the names stay, so that the page doesn't ask for them again.
    record(writer=mine, kind="details", payload=details, client_id=client_id, seen=0)
    return mine


def _details(last: ScoreCard, sheet: Sheet, seated: Mapping[str, Any] | None) -> dict[str, Any]:
    """The top of the new card: a team's own name goes with its players; the last card's next dealer deals."""
    book = sheet.book
    # A hand broken off is dealt by the same player.
    dealer = sheet.open_line.dealer if sheet.open_line else sheet.next_dealer
    players, teams, named = last.player_names, last.side_names, last.round_name
    partner_deals = sheet.partner_deals
    if seated is not None:
        players = moved(book, seated["seating"], seated["players"])
        others = {seat for seat in book.seats if players.get(seat, "") != last.player_names.get(seat, "")}
        teams = {side: name for side, name in teams.items() if others.isdisjoint(book.seats_of(side))}
        dealer = book.seats[seated["seating"].index(dealer)] if seated["seating"] else dealer
        marked = {last.player_names.get(seat) for seat in partner_deals} - {""}
        partner_deals = [seat for seat in book.seats if players.get(seat) in marked]
    details = {
        "player_names": players,
        "side_names": teams,
        "first_dealer": dealer,
        "played_on": timezone.localdate().isoformat(),
        "table_name": last.table_name,
        # One up where rounds are counted; a longer number, such as a date, is a name.
        "round_name": str(int(named) + 1) if COUNTED_ROUND.fullmatch(named) else named,
    }
    more = {"hands_agreed": last.hands_agreed, "partner_deals": partner_deals}
    return {**details, **{name: value for name, value in more.items() if value}}


def _kept_by(keeper: DeviceCard, card: ScoreCard) -> DeviceCard:
    """The same tablet at the next card; it stays cut off if it was."""
    return card.kept_by.filter(device_id=keeper.device_id).first() or access.keep_card(keeper.device, card)
