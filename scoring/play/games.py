"""The only writer of played games: beginning, dealing, acting, and the card that follows.

A tap's id makes repeats safe, its count of actions seen makes stale forms harmless. A finished deal goes on the card in
the transaction of its last action, under ids that make repeats safe.
"""

from __future__ import annotations

import random
import secrets
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final

from django.conf import settings as django_settings
from django.db import IntegrityError
from django.http import Http404
from django.utils import timezone

from pinochle_club.ground.http import or_404
from pinochle_club.ground.write_queue import queued_write
from scoring.models import (
    Device,
    DeviceCard,
    PlayedDeal,
    PlayedGame,
    PlaySeat,
    PlayTable,
    RuleBookVersion,
    ScoreCard,
    SharedDeal,
)
from scoring.rules.book import RuleBook
from scoring.rules.cards import Seat
from scoring.rules.dealing import deal, draw_for_dealer
from scoring.rules.game import off_board
from scoring.score_card import access
from scoring.score_card.beginning import start_card
from scoring.score_card.recording import read_sheet, record
from scoring.score_card.sheet import Sheet

from . import judging, own_hands, thinking
from .actions import Action, Declare
from .card_entries import entries_of
from .players import UNNAMED, YOU, Seats, seat_of_player
from .seat_view import seat_view
from .settings import TableSettings, settings_from_json, settings_to_json
from .state import DealState, Phase, afresh, apply, begin, choices, refusal, replay, state_from_json, state_to_json
from .table import Decision

# A page asks again rather than wait longer; its own patience is eight seconds.
LONGEST_TURN: Final = 2.5
# Where a result must come out the same for everybody, Experts count instead of looking at the clock.
SHARED_PLAYOUTS: Final = 400


class Stale(Exception):
    """The table has moved on since the form was made."""


class Refused(Exception):
    """An illegal action; the message is the rule's reason."""


@dataclass(frozen=True, slots=True)
class Table:
    """A game as a device sees it. `steps` are the states since the tap being answered; `people` sit at a table of
    friends."""

    keeper: DeviceCard
    deal: PlayedDeal
    state: DealState
    steps: tuple[DealState, ...] = ()
    people: Mapping[Seat, PlaySeat] = field(default_factory=dict)

    @property
    def game(self) -> PlayedGame:
        game: PlayedGame = self.keeper.card.played_game
        return game

    @property
    def book(self) -> RuleBook:
        return self.state.book

    @property
    def seen(self) -> int:
        return len(self.state.actions)

    @property
    def settings(self) -> TableSettings:
        own, everybodys = self.person, settings_from_json(self.game.settings)
        return replace(settings_from_json(own.settings), meld_bids=everybodys.meld_bids) if own else everybodys

    @property
    def person(self) -> PlaySeat | None:
        """The player's place at a table of friends; None with bots alone."""
        device = self.keeper.device_id
        return next((person for person in self.people.values() if person.device_id == device), None)

    @property
    def your_seat(self) -> Seat | None:
        """The player's seat; None for watchers."""
        if self.game.people_id:
            return self.person.seat if self.person else None
        return seat_of_player(self.game.seats)

    def waits_for(self, seat: Seat | None) -> bool:
        person = self.people.get(seat) if seat else None
        return not person.away if person else not self.people and seat is not None and seat == self.your_seat

    @property
    def begun_at(self) -> str:
        """The hashed address where the game was begun: an Expert thinks for few tables of one address at a time."""
        return str(self.keeper.card.created_from)

    @property
    def may_ask(self) -> bool:
        """Whether hints are offered: on the player's turn, but not in counting attempts or among people."""
        return self.is_your_turn and not self.game.counts and not self.people

    @property
    def may_undo(self) -> bool:
        """Whether the last action can be taken back: the player's, in practice, until another acts. Not one that
        ends the hand (it is on the card), nor in a shared deal or among people."""
        actions = self.state.actions
        return (
            bool(actions)
            and actions[-1].seat == self.your_seat
            and not self.state.is_done
            and self.game.shared_id is None
            and self.game.people_id is None
        )

    @property
    def stand_ins(self) -> frozenset[Seat]:
        """Seats where a Club player decides until an Expert is ready; in shared deals they wait."""
        bots = [seat for seat in self.game.seats if not self.waits_for(seat)]
        experts = [seat for seat in bots if _mind(self, seat, 0).strength in thinking.THINKS_APART]
        is_waited_for = not experts or self.game.shared_id is not None
        return frozenset() if is_waited_for or thinking.is_ready() else frozenset(experts)

    @property
    def is_your_turn(self) -> bool:
        return self.state.to_act is not None and self.state.to_act == self.your_seat


# -- reading -----------------------------------------------------------------------------


def open_table(keeper: DeviceCard, number: int | None = None) -> Table:
    """The game as it stands, or its hand `number` (one query; two among people)."""
    game: PlayedGame = keeper.card.played_game
    if number is not None:
        return _table(keeper, or_404(game.deals.filter(number=number).first(), "This game has no such hand."))
    return _table(keeper, game.deals.order_by("-number")[0])


def _table(keeper: DeviceCard, played: PlayedDeal) -> Table:
    state = state_from_json(keeper.card.book_version.book, played.data)
    table_id = keeper.card.played_game.people_id
    people = PlaySeat.objects.filter(table=table_id) if table_id else ()
    table = Table(keeper, played, state, people={person.seat: person for person in people})
    if table_id and table.person is None:
        raise Http404("Nobody at this table plays on this device.")
    return table


# -- sitting down ------------------------------------------------------------------------


def begin_game(
    device: Device,
    book: RuleBook,
    seats: Seats,
    settings: TableSettings,
    *,
    people: PlayTable | None = None,
    player: int | None = None,
    **fields: Any,
) -> DeviceCard:
    """Begin a game with its card and first deal, kept by `device`, for `people` or the account `player`; `fields` go
    to the card's row."""
    with queued_write():
        dealer, _ = draw_for_dealer(book, chance())
        card = start_card(book, **_names(seats), first_dealer=dealer, **fields)
        game = _game(card, seats, settings, device, people=people, player_id=player)
        _lay_out(game, read_sheet(game.card), number=1, client_id="")
        return access.keep_card(device, game.card)


def begin_shared(
    device: Device,
    shared: SharedDeal,
    seats: Seats,
    settings: TableSettings,
    *,
    version: RuleBookVersion,
    counts: bool,
    people: PlayTable | None = None,
    player: int | None = None,
    ranks: bool = False,
    first: PlayedDeal | None = None,
    begun: DealState | None = None,
    **fields: Any,
) -> DeviceCard:
    """Begin a game of one shared deal, or one from the position `begun` of the hand `first`. The card shows
    `version`, which plays the same as the deal's own."""
    with queued_write():
        state = begun or state_from_json(version.book, shared.data)
        card = ScoreCard.objects.create(book_version=version, **_names(seats), first_dealer=state.dealer, **fields)
        same = replace(settings, meld_bids=shared.meld_bids)  # everybody's bots are the same
        seen = len(state.actions)
        who = {
            "people": people,
            "counts": counts,
            "player_id": player,
            "ranks": ranks,
            "first": first,
            "from_step": seen + bool(first),
        }
        game = _game(card, seats, same, device, shared=shared, **who)
        PlayedDeal.objects.create(
            game=game, number=1, hand=1, begun_by="", seed=shared.seed, data=state_to_json(state), actions=seen
        )
        return access.keep_card(device, card)


def agreed_on(hands: int | None) -> dict[str, Any]:
    """The card's field for the agreed number of hands; empty where the book ends the game."""
    return {"hands_agreed": hands} if hands else {}


def _names(seats: Seats) -> dict[str, Any]:
    return {"player_names": {seat: sits["name"] for seat, sits in seats.items()}, "kept_by_play": True}


def _game(card: ScoreCard, seats: Seats, settings: TableSettings, device: Device, **more: Any) -> PlayedGame:
    return PlayedGame.objects.create(card=card, seats=seats, settings=settings_to_json(settings), device=device, **more)


def name_given(device: Device | None) -> str:
    last = PlayedGame.objects.filter(device=device, people=None).order_by("-created_at").first() if device else None
    seat = seat_of_player(last.seats) if last else None
    name: str = last.seats[seat]["name"] if last and seat else ""
    return "" if name == UNNAMED else name


def save_settings(keeper: DeviceCard, settings: TableSettings) -> None:
    """Save the player's settings; bots in a shared deal stay as they are."""
    game: PlayedGame = keeper.card.played_game
    if game.people_id:
        with queued_write():
            own = PlaySeat.objects.filter(table=game.people_id, device=keeper.device_id)
            own.update(settings=settings_to_json(settings))
        return
    if game.shared_id:
        settings = replace(settings, meld_bids=settings_from_json(game.settings).meld_bids)
    game.settings = settings_to_json(settings)
    with queued_write():
        game.save(update_fields=["settings", "changed_at"])


# -- dealing -----------------------------------------------------------------------------


def deal_next(table: Table, client_id: str) -> Table:
    """Deal the next hand; the present one if it or the game isn't over, or for a repeated tap."""
    table = settle(table)
    if not table.deal.is_done or table.game.is_over or client_id == table.deal.begun_by:
        return table
    try:
        with queued_write():
            played = _lay_out(table.game, read_sheet(table.keeper.card), table.deal.number + 1, client_id)
    except IntegrityError:  # the other one of two taps dealt
        return open_table(table.keeper)
    return _table(table.keeper, played)


def _lay_out(game: PlayedGame, sheet: Sheet, number: int, client_id: str) -> PlayedDeal:
    line, book, rng = sheet.open_line, sheet.book, chance()
    assert line is not None, "a game that is not over has a hand to play"
    packet = rng.randrange(len(book.deal.packets))
    state = begin(
        book,
        line.dealer,
        deal(book, rng, line.dealer, packet),
        sheet.totals,
        off_board=off_board(book, sheet.game.totals),
        is_last=line.number == sheet.hands_to_play,
    )
    return PlayedDeal.objects.create(
        game=game, number=number, hand=line.number, begun_by=client_id, seed=secret(), data=state_to_json(state)
    )


def chance() -> random.Random:
    """Random chance for dealing, from a seed that is kept nowhere."""
    return random.Random(secrets.randbits(256))


def secret() -> str:
    return secrets.token_hex(16)


# -- acting ------------------------------------------------------------------------------


def act(table: Table, action: Action, *, client_id: str, seen: int, waits: bool = False) -> Table:
    """Play the player's action, then the bots'. Raises `Stale` or `Refused`; a repeated tap gets its first answer.

    With `waits` bots hold back as long as the action can be taken back; the page then asks them to go on.
    """
    if client_id in table.deal.taps:
        return repeated(table, client_id)
    if seen != table.seen or not table.is_your_turn:
        raise Stale
    why = refusal(table.state, action)
    if why is not None:
        raise Refused(why)
    own = apply(table.state, action)
    moved = replace(table, state=own)
    if waits and moved.may_undo and table.settings.milliseconds:
        asked = choices(table.state)
        if asked is None or asked.kind != "play" or len(asked.cards) > 1:  # with one card no finger could slip
            return _save(table, (own,), client_id)
    return _save(table, (own, *_bots_move(moved)), client_id)


def undo(table: Table, *, client_id: str, seen: int) -> Table:
    """Take back the player's last action; raises `Stale` once another player has acted."""
    if client_id in table.deal.taps:
        return table
    if seen != table.seen or not table.may_undo:
        raise Stale
    return _save(table, (), client_id, replay(afresh(table.state), table.state.actions[:-1]))


def go_on(table: Table, *, client_id: str, seen: int) -> Table:
    if client_id in table.deal.taps:
        return repeated(table, client_id)
    if table.state.is_done:
        return settle(table)
    if seen != table.seen or table.is_your_turn:
        return since(table, seen)
    steps = tuple(_bots_move(table))
    return _save(table, steps, client_id) if steps else table


def repeated(table: Table, client_id: str) -> Table:
    return since(table, table.deal.taps[client_id])


def since(table: Table, seen: int) -> Table:
    """The table as it stands, with the steps after so many actions."""
    if not 0 <= seen <= table.seen:
        return table
    state = afresh(table.state)
    steps = []
    for number, action in enumerate(table.state.actions):
        state = apply(state, action)
        if number >= seen:
            steps.append(state)
    return replace(table, steps=tuple(steps))


def _save(table: Table, steps: tuple[DealState, ...], client_id: str, back_to: DealState | None = None) -> Table:
    """Save what was done or taken back, if the deal still stands as in `table`."""
    played, state = table.deal, back_to or steps[-1]
    before = played.data  # not their number: another card may lie where one was taken back
    played.taps = {**played.taps, client_id: played.actions}
    played.data = state_to_json(state)
    played.actions = len(state.actions)
    played.is_done = state.is_done
    with queued_write():
        is_mine = PlayedDeal.objects.filter(pk=played.pk, data=before).update(
            data=played.data,
            actions=played.actions,
            taps=played.taps,
            is_done=played.is_done,
            changed_at=timezone.now(),
        )
        if is_mine and state.is_done:
            _enter(table.keeper, played, state)
    if is_mine:
        return replace(table, state=state, steps=steps)
    now = open_table(table.keeper)
    if client_id in now.deal.taps:
        return repeated(now, client_id)
    raise Stale


# -- bots --------------------------------------------------------------------------------


def _bots_move(table: Table) -> Iterator[DealState]:
    """The states after bot actions until the player's turn, the deal's end, or the time limit; for watchers one
    round."""
    state, until = table.state, time.monotonic() + LONGEST_TURN
    is_watched = table.your_seat is None and table.settings.pace != "instant"
    most = len(table.book.seats) if is_watched else 1_000
    while state.to_act is not None and most and time.monotonic() < until:
        after = _next_step(table, state, state.to_act)
        if after is None:
            return
        yield after
        state, most = after, most - 1


def _next_step(table: Table, state: DealState, seat: Seat) -> DealState | None:
    if table.waits_for(seat):
        # A player who does not want throwing in offered need not be asked whether to play the hand.
        person = table.people.get(seat)
        liked = settings_from_json(person.settings) if person else table.settings
        asked = choices(state) if state.phase is Phase.DECLARE and not liked.throw_in_offered else None
        if asked is None or set(asked.declarations) != {"play", "throw_in"}:
            return None
        return apply(state, Declare(seat, "play"))
    try:
        mind = _mind(table, seat, len(state.actions))
        decision = thinking.decide_meanwhile(mind, seat_view(state, seat), table.begun_at)
    except thinking.Busy:
        return None
    return apply(state, decision.action)


def strengths(game: PlayedGame) -> dict[Seat, str]:
    """Each seat's strength as a bot: at a table of friends that of its bots, `you` for a player alone."""
    persons = game.people.strength if game.people else YOU
    return {seat: persons if sits["player"] == YOU else sits["player"] for seat, sits in game.seats.items()}


def _mind(table: Table, seat: Seat, number: int) -> thinking.Mind:
    """A mind whose chance follows from the deal's secret and position, so that a decision repeats."""
    return thinking.Mind(
        strength=strengths(table.game)[seat],
        chance=f"{table.deal.seed} {seat} {number}",
        seconds=django_settings.PLAY_SECONDS,
        playouts=SHARED_PLAYOUTS if table.game.shared_id else None,
        meld_bids=table.settings.meld_bids,
    )


# -- advice ------------------------------------------------------------------------------


def advice(table: Table, at_most: float | None = None) -> tuple[str, Decision]:
    """The Expert's decision on the player's turn, waited for `at_most` seconds; else what a Club player does."""
    seat = table.your_seat
    assert seat is not None, "asked on the player's turn"
    decide = partial(thinking.decide, at_most=at_most)
    try:
        return "Expert", judging.advice(table.deal, table.state, table.begun_at, decide=decide)
    except thinking.Busy:
        mind = replace(_mind(table, seat, table.seen), strength="club")
        return "Club", thinking.decide(mind, seat_view(table.state, seat))


# -- the score card ----------------------------------------------------------------------


def settle(table: Table) -> Table:
    """The table with its finished deal on the card; entered now if it wasn't."""
    if table.deal.is_done and not table.deal.is_recorded:
        with queued_write():
            _enter(table.keeper, table.deal, table.state)
    return table


def _enter(keeper: DeviceCard, played: PlayedDeal, state: DealState) -> None:
    """Enter a finished deal on the card; keep its score, and whether the game goes on. Repeatable; in a transaction."""
    sheet = read_sheet(keeper.card)
    line = sheet.line(played.hand)
    assert line is not None, "the card has a line for each deal"
    for kind, payload in entries_of(state, line):
        done = record(
            writer=keeper,
            kind=kind,
            hand=played.hand,
            payload=payload,
            client_id=f"deal-{played.number}-{kind}",
            seen=sheet.version,
            known=sheet,
            by_play=True,
        )
        sheet = done.sheet
    line = sheet.line(played.hand)
    played.is_recorded = True
    if line is not None and line.score is not None:
        played.score = {side: line.score.scores[side] for side in sheet.book.at(line.dealer).sides}
    played.save(update_fields=["is_recorded", "score"])
    game: PlayedGame = keeper.card.played_game
    if line is not None:
        own_hands.keep(game, played, sheet.book, line)
    if game.shared_id or sheet.open_line is None:
        game.is_over = True
        game.save(update_fields=["is_over", "changed_at"])
