"""Tables of friends, each on their own device: seats, presence, readiness, talk.

The only writer of such tables; the cards are `games`' business. Nobody waits forever: a bot plays for a silent device
or an idle player until they return. That is found when another page polls (`listen`), so an abandoned table costs
nothing.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.db.models import OuterRef, QuerySet, Subquery
from django.http import Http404, HttpRequest
from django.utils import timezone

from pinochle_club.ground.clock import SERVERS_DIFFER, is_lately, lately
from pinochle_club.ground.http import or_404
from pinochle_club.ground.prepared import Prepared
from pinochle_club.ground.write_queue import queued_write
from scoring.models import Device, DeviceCard, PlayedDeal, PlayedGame, PlaySeat, PlaySet, PlayTable, SharedDeal
from scoring.rules.book import RuleBook
from scoring.rules.cards import Seat
from scoring.score_card import access
from scoring.score_card.beginning import publish
from scoring.score_card.recording import record

from . import games, sets
from .games import Refused, Table
from .players import YOU, Seats, bot_names, usual_seat
from .settings import TableSettings, settings_from_json, settings_to_json
from .shared import Person, has_begun
from .simulate.bots import CLUB

# Neither vowels, so that no code is a word, nor what is mistaken for something else.
CODE_SIGNS: Final = "CDFGHJKMNPQRTVWXY34679"
CODE_LENGTH: Final = 8

SILENT_AFTER: Final = timedelta(seconds=60)
IDLE_AFTER: Final = timedelta(minutes=3)
HEARD_EVERY: Final = timedelta(seconds=10)
READY_AFTER: Final = timedelta(seconds=30)
"""How long the others look at a hand that is over, once the first is ready for the next."""

MOST_SAID: Final = 6  # by each until the cards are dealt
PHRASES: Final = {
    "hello": "Hello, everyone.",
    "ready": "Ready when you are.",
    "nice": "Nice hand.",
    "played": "Well played.",
    "thanks": "Thank you.",
    "oops": "Oops, my mistake.",
    "moment": "One moment, back soon.",
    "night": "Good night, all.",
}

MOST_TABLES: Final = 300
MOST_OF_ONE: Final = 24
MOST_IN_A_ROW: Final = 12
IN_USE_FOR: Final = timedelta(hours=6)
KEPT_FOR: Final = timedelta(days=30)
Away = PlaySeat.Away


class TooManyTables(Exception):
    """No room for another table; the message is for the person who asks."""


class NameTaken(Refused):
    """The name is in use at the table."""


class KeptOut(Refused):
    """The device was sent away, or the table is locked."""


@dataclass(frozen=True, slots=True)
class News:
    """A person's place with a `mark` that changes when there is news. `game` is None before the first, `deal` its
    newest."""

    person: PlaySeat
    game: UUID | None
    deal: int
    actions: int
    is_done: bool

    @property
    def mark(self) -> str:
        return f"{self.deal}.{self.actions}.{self.person.table.version}"

    @property
    def may_speak(self) -> bool:
        """Whether talk is open: not during bidding and play, where it would reach the partner."""
        return self.game is None or self.is_done


# -- finding -----------------------------------------------------------------------------


def find_table(code: str) -> PlayTable:
    since = timezone.now() - IN_USE_FOR
    return or_404(
        PlayTable.objects.select_related("book_version").filter(code=code, changed_at__gte=since).first(),
        "There is no table with this code.",
    )


def code_of(typed: str) -> str:
    return "".join(sign for sign in typed.upper() if sign.isascii() and sign.isalnum())


def people_at(table: PlayTable) -> list[PlaySeat]:
    return list(table.people.select_related("device"))


def game_of(table: PlayTable) -> PlayedGame | None:
    return table.games.order_by("-created_at").first()


def place_of(request: HttpRequest, code: str) -> News:
    """This device's place (one query), or 404."""
    known = access.device_hash(request)
    found = _places(code=code, known=known) if known else []
    if not found:
        raise Http404("Nobody at this table plays on this device.")
    return _news(found[0])


_newest: Final = PlayedDeal.objects.filter(game__people=OuterRef("table")).order_by("-game__created_at", "-number")
_there: Final = PlaySeat.objects.filter(table=OuterRef("table"), away="").order_by("heard_at")
_ready: Final = PlaySeat.objects.filter(table=OuterRef("table"), ready_at__isnull=False).order_by("ready_at")


def _with_news(places: QuerySet[PlaySeat]) -> QuerySet[PlaySeat]:
    return places.select_related("table").annotate(
        now_game=Subquery(_newest.values("game")[:1]),
        now_deal=Subquery(_newest.values("pk")[:1]),
        now_actions=Subquery(_newest.values("actions")[:1]),
        now_done=Subquery(_newest.values("is_done")[:1]),
        now_at=Subquery(_newest.values("changed_at")[:1]),
        least_heard=Subquery(_there.values("heard_at")[:1]),
        first_ready=Subquery(_ready.values("ready_at")[:1]),
        not_ready=Subquery(_there.filter(ready_at__isnull=True).values("pk")[:1]),
    )


_places: Final = Prepared(
    lambda code, known: _with_news(PlaySeat.objects.filter(device__token_hash=known, table__code=code))
)


def _news(place: PlaySeat) -> News:
    found = vars(place)
    game = found["now_game"]
    is_done = bool(found["now_done"])
    game = UUID(str(game)) if game else None  # SQLite tells it as text
    return News(place, game, found["now_deal"] or 0, found["now_actions"] or 0, is_done)


def _again(place: PlaySeat) -> PlaySeat:
    return _with_news(PlaySeat.objects.filter(pk=place.pk)).get()


# -- opening and sitting down ------------------------------------------------------------


def open_table(
    book: RuleBook, strength: str, settings: TableSettings, *, address: str, tap: str, play_set: PlaySet | None = None
) -> PlayTable:
    """Open a table with a new code, one a tap. Everybody deals twice where the book has no end, unless a set is played.
    Raises `TooManyTables`."""
    with queued_write("play tables"):
        opened = PlayTable.objects.filter(start_hash=tap).first()
        if opened is not None:
            return opened
        in_use = PlayTable.objects.filter(changed_at__range=lately(IN_USE_FOR))
        if in_use.filter(created_from=address).count() >= MOST_OF_ONE:
            raise TooManyTables(f"{MOST_OF_ONE} tables were opened from here already. Play at one, or try again later.")
        if in_use.count() >= MOST_TABLES:
            raise TooManyTables("All tables are taken right now. Try again in an hour.")
        PlayTable.objects.filter(games=None, changed_at__lt=timezone.now() - KEPT_FOR).delete()
        return PlayTable.objects.create(
            code=_new_code(),
            book_version=publish(book),
            strength=strength,
            settings=settings_to_json(settings),
            hands_agreed=book.deal.players * 2 if book.needs_hands and play_set is None else None,
            play_set=play_set,
            created_from=address,
            start_hash=tap,
        )


def _new_code() -> str:
    while True:
        code = "".join(secrets.choice(CODE_SIGNS) for _ in range(CODE_LENGTH))
        if not PlayTable.objects.filter(code=code).exists():
            return code


def sit_down(
    table: PlayTable, device: Device, seat: Seat, name: str, settings: TableSettings, player: int | None = None
) -> PlaySeat:
    """Take a free seat, or a bot's; a device has one. At boards nobody sits down who knows their cards. Raises
    `Refused` and `KeptOut`."""
    with queued_write():
        table = _locked(table)
        people = people_at(table)
        mine = next((person for person in people if person.device_id == device.pk), None)
        if mine is not None:
            return mine
        if is_kept_out(table, device):
            raise KeptOut
        game = game_of(table)
        _guard_seat(people, game, seat, name)
        if _knows(table, device, player):
            raise Refused("You’ve begun these boards already, so you know some of the cards. Choose other boards.")
        now = timezone.now()
        liked = settings_to_json(settings)
        person = PlaySeat.objects.create(
            table=table, seat=seat, name=name, device=device, settings=liked, heard_at=now, since=now
        )
        if game is not None:
            _give_seat(game, seat, {"player": YOU, "name": name}, device, f"sits-{person.pk}")
        _changed(table)
        return person


def sit_in_row(
    book: RuleBook, row: str, device: Device, names: Sequence[str], settings: TableSettings, *, address: str
) -> PlayTable:
    """Sit down at the first table in a row with room, under a free one of the names; opens another when all are
    full. A `row` is a name that no page sends: all who use it meet. Raises `TooManyTables`."""
    taps = [access.hash_of(f"{row}, table {number}") for number in range(MOST_IN_A_ROW)]
    with queued_write("play tables"):
        mine = PlayTable.objects.filter(start_hash__in=taps, people__device=device).first()
        if mine is not None:
            return mine
        for tap in taps:
            table = open_table(book, CLUB, settings, address=address, tap=tap)
            taken = {person.seat for person in people_at(table)}
            order = book.seats_from(usual_seat(book))
            free = [seat for seat in (*order[::2], *order[1::2]) if seat not in taken]  # the first two are partners
            if not free or is_kept_out(table, device):
                continue
            for name in names:
                with suppress(NameTaken):
                    sit_down(table, device, free[0], name, settings)
                    return table
    raise TooManyTables("All tables are full. Try again in a while.")


def _knows(table: PlayTable, device: Device, player: int | None = None) -> bool:
    """Whether this device or account has begun the table's boards."""
    return table.play_set is not None and sets.knows(table.play_set, Person(device, player), table)


def _guard_seat(people: list[PlaySeat], game: PlayedGame | None, seat: Seat, name: str) -> None:
    if any(person.seat == seat for person in people):
        raise Refused("Somebody sits there by now. Choose another seat.")
    bots = {at: sits["name"] for at, sits in game.seats.items()} if game else {}
    names = bots | {person.seat: person.name for person in people}
    taken = next((own for at, own in names.items() if at != seat and own.casefold() == name.casefold()), None)
    if taken is not None:
        raise NameTaken(f"{taken} is somebody else’s name at this table. Add a letter to yours.")


def _give_seat(game: PlayedGame, seat: Seat, sits: dict[str, str], writer: Device, tap: str) -> None:
    game.seats = {**game.seats, seat: sits}
    game.save(update_fields=["seats", "changed_at"])
    record(
        writer=access.keep_card(writer, game.card),
        kind="details",
        payload={"player_names": {**game.card.player_names, seat: sits["name"]}},
        client_id=tap,
        seen=game.card.version,
        by_play=True,
    )


def _locked(table: PlayTable) -> PlayTable:
    return PlayTable.objects.select_for_update(of=("self",)).select_related("book_version").get(pk=table.pk)


def _changed(table: PlayTable, **more: Any) -> None:
    """Mark news for every page. Within a transaction that has the table locked."""
    table.version += 1
    for name, value in more.items():
        setattr(table, name, value)
    table.save(update_fields=["version", "changed_at", *more])


# -- what the host does ------------------------------------------------------------------


def host_of(people: Sequence[PlaySeat]) -> PlaySeat:
    return next((person for person in people if not person.away and not is_silent(person)), people[0])


def arrange(news: News, person: int, seat: Seat) -> None:
    """Swap a person into another seat, before the first cards. Raises `Refused`."""
    with queued_write():
        table, people = _hosted(news)
        if game_of(table) is not None:
            raise Refused("The cards are dealt, so everybody keeps their seat.")
        moved = next((each for each in people if each.pk == person), None)
        if moved is None or moved.seat == seat or seat not in table.book_version.book.seats:
            return
        other, left = next((each for each in people if each.seat == seat), None), moved.seat
        for each, place in ((other, ""), (moved, seat), (other, left)):  # no two at once in one seat
            if each is not None:
                PlaySeat.objects.filter(pk=each.pk).update(seat=place)
        now = {left: seat, seat: left}
        _changed(table, talk=[[tap, now.get(said, said), phrase] for tap, said, phrase in table.talk])


def send_away(news: News, person: int) -> None:
    """Send a person away: a bot takes the seat, the device is kept out. Repeatable. Raises `Refused`."""
    with queued_write():
        table, people = _hosted(news)
        gone = next((each for each in people if each.pk == person), None)
        if gone is None:
            return
        if gone.pk == news.person.pk:
            raise Refused("That’s your own seat. Leave the table instead.")
        for played in table.games.select_related("card"):
            played.card.kept_by.filter(device=gone.device_id).update(is_cut_off=True)
        game = game_of(table)
        if game is not None:
            bot = next(bot_names(games.chance(), {sits["name"] for sits in game.seats.values()}))
            _give_seat(game, gone.seat, {"player": table.strength, "name": bot}, news.person.device, f"sent-{gone.pk}")
        gone_to = [*table.sent_away, [gone.device_id, gone.name]]
        table.people.filter(pk=gone.pk).delete()
        _changed(table, sent_away=gone_to, talk=_without(table, gone.seat))


def let_in(news: News, device: int) -> None:
    """Let a device that was sent away sit down again, and open the table. Raises `Refused`."""
    with queued_write():
        table, _ = _hosted(news)
        _changed(table, sent_away=[each for each in table.sent_away if each[0] != device], is_locked=False)


def lock(news: News, *, is_locked: bool) -> None:
    """Lock or open the table for newcomers. Raises `Refused`."""
    with queued_write():
        table, _ = _hosted(news)
        _changed(table, is_locked=is_locked)


def is_kept_out(table: PlayTable, device: Device | None) -> bool:
    """Whether this device without a seat is kept out."""
    return table.is_locked or was_sent_away(table, device)


def was_sent_away(table: PlayTable, device: Device | None) -> bool:
    return device is not None and any(each[0] == device.pk for each in table.sent_away)


def is_sent_away(request: HttpRequest, code: str) -> bool:
    """Whether the asking device was sent away from the table of this code."""
    device = access.device_of(request)
    table = PlayTable.objects.filter(code=code).first() if device else None
    return table is not None and was_sent_away(table, device)


def _hosted(news: News) -> tuple[PlayTable, list[PlaySeat]]:
    table = _locked(news.person.table)
    people = people_at(table)
    host = host_of(people)
    if host.pk != news.person.pk:
        raise Refused(f"{host.name} looks after this table.")
    return table, people


def _without(table: PlayTable, seat: Seat) -> list[list[str]]:
    return [said for said in table.talk if said[1] != seat]


# -- the game ----------------------------------------------------------------------------


def start(news: News) -> PlayedGame:
    """The first game, with bots in free seats; the current one if it has begun. Raises `Refused` for others than the
    opener while that one is there."""
    with queued_write():
        table = _locked(news.person.table)
        game = game_of(table)
        if game is not None:
            return game
        first = people_at(table)[0]
        if first.pk != news.person.pk and not is_silent(first):
            raise Refused(f"{first.name} opened the table and starts the game.")
        knowing = next((person.name for person in people_at(table) if _knows(table, person.device)), None)
        if knowing is not None:
            raise Refused(f"{knowing} has begun these boards elsewhere by now and knows some of the cards.")
        return _begin(table)


def is_silent(person: PlaySeat) -> bool:
    return not is_lately(person.heard_at, SILENT_AFTER)


def _begin(table: PlayTable) -> PlayedGame:
    book, people, last = table.book_version.book, people_at(table), game_of(table)
    board = sets.board_after(table.play_set, last.shared if last else None) if table.play_set else None
    if last is not None and table.play_set and board is None:
        return last
    chance = games.chance()
    names = bot_names(chance, {person.name for person in people})
    own = {person.seat: {"player": YOU, "name": person.name} for person in people}
    bots = last.seats if last else {seat: {"player": table.strength, "name": next(names)} for seat in book.seats}
    seats = {seat: own.get(seat) or bots[seat] for seat in book.seats}
    if board is not None:
        first = _begin_board(table, board, people, seats)
    else:
        first = games.begin_game(
            people[0].device,
            book,
            seats,
            settings_from_json(table.settings),
            people=table,
            version=table.book_version,
            created_from=table.created_from,
            **games.agreed_on(table.hands_agreed),
        )
    for person in people[1:]:
        access.keep_card(person.device, first.card)
    _all_dealt(table)
    game: PlayedGame = first.card.played_game
    return game


def _begin_board(table: PlayTable, board: SharedDeal, people: Sequence[PlaySeat], seats: Seats) -> DeviceCard:
    """Begin a board as everybody's try; it counts if none began it elsewhere."""
    return games.begin_shared(
        people[0].device,
        board,
        seats,
        settings_from_json(table.settings),
        version=table.book_version,
        counts=not any(has_begun(board, Person(person.device)) for person in people),
        people=table,
        created_from=table.created_from,
        **sets.card_of(board),
    )


def table_at(play_set: PlaySet, device: Device | None) -> PlayTable | None:
    """This device's table of friends at these boards (one query, with a table three)."""
    in_use = PlayTable.objects.filter(play_set=play_set, changed_at__gte=timezone.now() - IN_USE_FOR)
    table = in_use.filter(people__device=device).order_by("-pk").first() if device else None
    game = game_of(table) if table else None
    return None if game is not None and game.is_over and not has_next(game) else table


def has_next(game: PlayedGame) -> bool:
    """Whether a game or a board of the set follows (one query)."""
    board = game.shared
    return board is None or (board.play_set is not None and sets.board_after(board.play_set, board) is not None)


def _all_dealt(table: PlayTable) -> None:
    table.people.filter(ready_at__isnull=False).update(ready_at=None)
    _changed(table, talk=[])


def be_ready(at: Table) -> Table:
    """Mark the player ready for the next hand or game; dealt once all are."""
    if at.person is None or at.game.people is None or not at.state.is_done or not has_next(at.game):
        return at
    with queued_write():
        table = _locked(at.game.people)
        newest = PlayedDeal.objects.filter(game__people=table).order_by("-pk").first()
        if newest is None or newest.pk != at.deal.pk:  # a tap for a hand that is long over
            return at
        if table.people.filter(pk=at.person.pk, ready_at=None).update(ready_at=timezone.now()):
            _changed(table)
    return deal_if_ready(games.open_table(at.keeper))


def deal_if_ready(at: Table) -> Table:
    """Deal once all there are ready, or the first has waited long enough. After the end of a game this is still the
    old one."""
    table = at.game.people
    ready = [person.ready_at for person in at.people.values() if person.ready_at]
    if not at.state.is_done or not ready or table is None:
        return at
    if waited_for(at) and is_lately(min(ready), READY_AFTER):
        return at
    with queued_write():
        table = _locked(table)
        newest = game_of(table)
        if newest is None or newest.pk != at.game.pk:  # another's page was faster
            return at
        if at.game.is_over:
            _begin(table)
            return at
        dealt = games.deal_next(at, f"after-{at.deal.pk}")
        if dealt.deal.pk != at.deal.pk:
            _all_dealt(table)
    return games.open_table(at.keeper)


def waited_for(at: Table) -> list[PlaySeat]:
    return [person for person in at.people.values() if not person.away and not person.ready_at]


# -- who is there ------------------------------------------------------------------------


def listen(news: News, *, is_opened: bool = False) -> News:
    """Note that the device is there, and find silent and idle ones. `is_opened` brings back a player who had left."""
    now = timezone.now()
    if news.person.heard_at > now + SERVERS_DIFFER:
        news = _start_afresh(news, now)
    here = _hear(news.person, now, is_opened=is_opened)
    for late in (_too_silent(news, now), _too_idle(news, now), _too_long_ready(news, now)):
        here = late or here
    return _news(_again(news.person)) if here else news


def _start_afresh(news: News, now: datetime) -> News:
    with queued_write():
        people = _locked(news.person.table).people
        for field in ("heard_at", "since", "ready_at"):
            people.filter(**{f"{field}__gt": now}).update(**{field: now})
        PlayedDeal.objects.filter(game__people=news.person.table, changed_at__gt=now).update(changed_at=now)
    return _news(_again(news.person))


def _hear(person: PlaySeat, now: datetime, *, is_opened: bool) -> bool:
    is_back = person.away == Away.SILENT or (is_opened and bool(person.away))
    if not is_back and now - person.heard_at < HEARD_EVERY:
        return False
    with queued_write():
        if is_back:
            _come_back(person, now)
        else:
            PlaySeat.objects.filter(pk=person.pk).update(heard_at=now)
    return is_back


def _too_silent(news: News, now: datetime) -> bool:
    least: datetime | None = vars(news.person)["least_heard"]
    if least is None or now - least <= SILENT_AFTER:
        return False
    return _taken_over(news, Away.SILENT, heard_at__lt=now - SILENT_AFTER)


def _too_idle(news: News, now: datetime) -> bool:
    """Whether the player on turn has idled too long; the deal is read only then."""
    moved: datetime | None = vars(news.person)["now_at"]
    if moved is None or news.is_done or now - moved <= IDLE_AFTER:
        return False
    at = _table_of(news)
    person = at.people.get(at.state.to_act) if at.state.to_act else None
    if person is None or person.away or now - person.since <= IDLE_AFTER:
        return False
    return _taken_over(news, Away.IDLE, pk=person.pk, since=person.since)


def _taken_over(news: News, away: str, **people: Any) -> bool:
    with queued_write():
        table = _locked(news.person.table)
        gone = table.people.filter(away="", **people).update(away=away)
        if gone:
            _changed(table)
    return bool(gone)


def _too_long_ready(news: News, now: datetime) -> bool:
    first: datetime | None = vars(news.person)["first_ready"]
    if first is None or not news.is_done:
        return False
    # Who was waited for may have gone in the meantime: then those who are ready wait no longer.
    if vars(news.person)["not_ready"] is not None and now - first <= READY_AFTER:
        return False
    deal_if_ready(_table_of(news))
    return True


def _table_of(news: News) -> Table:
    assert news.game is not None, "a deal is of a game"
    keeper = DeviceCard.objects.select_related("card__book_version", "card__played_game__people", "device").get(
        device=news.person.device_id, card__played_game=news.game
    )
    return games.open_table(keeper)


def be_here(at: Table) -> Table:
    """Give the seat back to a player who acts by hand."""
    if at.person is None or not at.person.away:
        return at
    with queued_write():
        _come_back(at.person, timezone.now())
    return games.open_table(at.keeper)


def _come_back(person: PlaySeat, now: datetime) -> None:
    table = _locked(person.table)
    PlaySeat.objects.filter(pk=person.pk).update(away="", heard_at=now, since=now)
    _changed(table)


def come_back(news: News) -> None:
    with queued_write():
        _come_back(news.person, timezone.now())


def leave(news: News) -> None:
    """Get up: before the first cards the seat is free, later a bot plays it until the player is back."""
    with queued_write():
        table = _locked(news.person.table)
        if game_of(table) is None:
            news.person.delete()
            if not table.people.exists():
                table.delete()
                return
            table.talk = _without(table, news.person.seat)
        elif not table.people.filter(pk=news.person.pk).exclude(away=Away.LEFT).update(away=Away.LEFT):
            return
        _changed(table, talk=table.talk)


# -- another device ----------------------------------------------------------------------


def make_link(person: PlaySeat) -> str:
    """A secret address that takes the seat to another device; replaces an earlier one."""
    secret = access.new_secret()
    with queued_write():
        PlaySeat.objects.filter(pk=person.pk).update(link_hash=access.hash_of(secret))
    return secret


def person_of_link(secret: str) -> PlaySeat | None:
    return PlaySeat.objects.select_related("table").filter(link_hash=access.hash_of(secret)).first()


def move_to(person: PlaySeat, device: Device) -> None:
    """Move the seat to this device from the one before. Raises `Refused`."""
    with queued_write():
        table = _locked(person.table)
        person = PlaySeat.objects.get(pk=person.pk)
        before = person.device_id
        if before != device.pk and table.people.filter(device=device).exists():
            raise Refused("Somebody else at this table plays on this device.")
        if before != device.pk and _knows(table, device):
            raise Refused("These boards were begun on this device already.")
        PlaySeat.objects.filter(pk=person.pk).update(device=device)
        for game in table.games.select_related("card"):
            game.card.kept_by.filter(device=before).exclude(device=device).update(is_cut_off=True)
            access.keep_card(device, game.card)
        _come_back(person, timezone.now())


# -- what is said ------------------------------------------------------------------------


def say(news: News, phrase: str, client_id: str) -> None:
    """Say one of the set phrases to all, once a tap. Raises `Refused`."""
    with queued_write():
        table = _locked(news.person.table)
        if any(said[0] == client_id for said in table.talk):
            return
        if not _news(_again(news.person)).may_speak:
            raise Refused("Not during a hand. Say it when the hand is over.")
        if sum(said[1] == news.person.seat for said in table.talk) >= MOST_SAID:
            raise Refused("That’s enough until the next hand.")
        _changed(table, talk=[*table.talk, [client_id, news.person.seat, phrase]])


def talk_of(table: PlayTable) -> tuple[tuple[Seat, str], ...]:
    return tuple((seat, PHRASES[phrase]) for _, seat, phrase in table.talk if phrase in PHRASES)
