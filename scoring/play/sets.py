"""Twelve boards at home, each compared with the field.

A set is for any day (bots make its field), of a week (for clubs that play alike), or of a final evening
(`membership.Hall`). A board is a shared deal, the same seat for everybody, scored alone; the first try counts. At a
table of friends each board is everybody's try, with a result for each side.

A result's share is the part of the others it beats, ties half. In a week's or an evening's set bots are among them only
below `LEAST_FIELD` results. The week's set takes a signed-in member, one try, and its hands open after the week.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction
from functools import partial
from itertools import chain
from typing import Any, Final
from uuid import UUID

from django.db import IntegrityError
from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from pinochle_club.ground.errands import Piece
from pinochle_club.ground.http import or_404
from pinochle_club.ground.write_queue import queued_write
from scoring.boards.boards import Board, dealt_board_set
from scoring.boards.comparison import LEAST_FIELD, margin
from scoring.models import Device, DeviceCard, PlayedDeal, PlaySeat, PlaySet, PlayTable, ScoreCard, SharedDeal
from scoring.rules.book import RuleBook
from scoring.rules.cards import Seat, Side
from scoring.score_card import access
from scoring.score_card.beginning import publish

from . import games
from .membership import Hall, find_hall
from .players import YOU, usual_seat
from .settings import TableSettings
from .shared import Person, attempts_by, begin_attempt, day_key
from .simulate.bots import CLUB
from .simulate.field import TABLES, deal_of, field_from, made_by
from .state import state_to_json

BOARDS: Final = 12  # with two, three, four and six everybody deals equally often
MOST_TAKERS: Final = 100  # of one set of nobody's; who comes later gets another
MOST_RESULTS: Final = 2_400  # that are read of one set
MOST_SETS: Final = 200


Who = tuple[int | None, int | None, int | None, Side]
"""An account, a device, or a table of friends with one of its sides."""


def who_of(player: int | None, device: int | None) -> Who:
    return player, None if player else device, None, ""


@dataclass(frozen=True, slots=True)
class Played:
    """A first try at a board: `side`, all `scores`, and the `table` of friends if any."""

    game: UUID
    deal: int
    number: int
    player: int | None
    device: int | None
    side: Side
    scores: Mapping[Side, int]
    table: int | None = None

    @property
    def margin(self) -> Fraction:
        return margin(self.scores, self.side)

    @property
    def who(self) -> Who:
        """Whose result this is: account, else device; of friends, their side of the table."""
        return (None, None, self.table, self.side) if self.table else who_of(self.player, self.device)


@dataclass(frozen=True, slots=True)
class Beside:
    """A board compared: how many others are worse and level, and the share from 0 to 1 (None while bots still play)."""

    played: Played
    worse: int
    level: int
    others: int
    share: Fraction | None


# -- sets --------------------------------------------------------------------------------


def get_set(token: str) -> PlaySet:
    found = PlaySet.objects.select_related("book_version").filter(token=token).first()
    return or_404(found, "There are no boards at this address.")


def set_for(book: RuleBook, person: Person) -> PlaySet:
    """The player's set for any day: unfinished, else the newest not begun, else new."""
    version = publish(book.for_players)
    of_nobody = {"shared__play_set__book_version": version, "shared__play_set__source": ""}
    attempts = attempts_by(person).filter(counts=True, **of_nobody)
    begun = Counter(attempts.filter(shared__play_set__week=None).values_list("shared__play_set", "is_over"))
    takers = Count("boards__attempts", filter=Q(boards__number=1, boards__attempts__counts=True))
    known = PlaySet.objects.filter(book_version=version, source="", week=None).annotate(takers=takers).order_by("-pk")
    found = list(known[:MOST_SETS])
    in_it = [one for one in found if begun[one.pk, False] or 0 < begun[one.pk, True] < one.count]
    fresh = [one for one in found if not begun[one.pk, True] and one.takers < MOST_TAKERS]
    return next(iter([*in_it, *fresh]), None) or _make(book.for_players, book.key)


def set_of_week(book: RuleBook, *, is_member: bool) -> PlaySet:
    """This week's set for members of a club that plays by the book, last week's for others; made at the first call."""
    today = timezone.localdate()
    week = today - timedelta(days=today.weekday() + 7 * (not is_member))
    wanted = PlaySet.objects.filter(book_key=day_key(book), week=week)
    try:
        return wanted.first() or _make(book.for_players, day_key(book), week=week)
    except IntegrityError:  # somebody else was the first
        return wanted.get()


def set_of_hall(source: str, hall: Hall) -> PlaySet:
    wanted = PlaySet.objects.filter(source=source)
    try:
        return wanted.first() or _keep(hall.book, hall.book.key, hall.boards, hall.fields, source=source)
    except IntegrityError:
        return wanted.get()


def _make(book: RuleBook, key: str, *, week: date | None = None) -> PlaySet:
    seed = games.secret()
    return _keep(book, key, dealt_board_set(book, seed, BOARDS), {}, seed=seed, week=week)


def _keep(
    book: RuleBook, key: str, boards: Sequence[Board], fields: Mapping[int, Sequence[Mapping[Side, int]]], **more: Any
) -> PlaySet:
    """Save a set; boards missing in `fields` get one from the worker."""
    is_halls = bool(more.get("source"))
    with queued_write():
        version = publish(book)
        play_set = PlaySet.objects.create(
            token=access.new_secret(), book_version=version, book_key=key, count=len(boards), **more
        )
        rows = []
        for board in boards:
            state = deal_of(book, board)
            seats = state.book.seats
            rows.append(
                SharedDeal(
                    token=access.new_secret(),
                    book_version=version,
                    book_key=key,
                    data=state_to_json(state),
                    bots=dict.fromkeys(seats, CLUB),
                    seed=games.secret(),
                    seat=usual_seat(book) if usual_seat(book) in seats else seats[0],
                    play_set=play_set,
                    number=board.number,
                    field=list(fields.get(board.number, ())) if is_halls else None,
                )
            )
        SharedDeal.objects.bulk_create(rows)
    return play_set


def next_field() -> Piece | None:
    """The next board without a field, as work for the worker (one query)."""
    waiting = SharedDeal.objects.filter(play_set__isnull=False, field__isnull=True)
    board = waiting.select_related("book_version", "play_set").order_by("play_set_id", "number").first()
    if board is None or board.play_set is None:
        return None
    seed = f"{board.play_set.seed} board {board.number}"
    return Piece(field_from, (board.book_version.data, board.data, TABLES, seed), partial(_keep_field, board))


def _keep_field(board: SharedDeal, scores: list[dict[Side, int]] | None) -> None:
    with queued_write():
        SharedDeal.objects.filter(pk=board.pk).update(field=scores or [])
        PlaySet.objects.filter(boards=board.pk).update(made_by=made_by())


# -- playing -----------------------------------------------------------------------------


def boards_of(play_set: PlaySet) -> list[SharedDeal]:
    """The boards in order (one query)."""
    found = list(play_set.boards.select_related("book_version").order_by("number"))
    for board in found:
        board.play_set = play_set
    return found


def next_board(play_set: PlaySet, person: Person) -> SharedDeal | None:
    """The first unfinished board; None after the last (two queries)."""
    attempts = attempts_by(person, by_account=play_set.is_on).filter(shared__play_set=play_set, is_over=True)
    done = set(attempts.values_list("shared", flat=True))
    return next((board for board in boards_of(play_set) if board.pk not in done), None)


def board_after(play_set: PlaySet, board: SharedDeal | None) -> SharedDeal | None:
    """The next board, None after the last; without one the first (one query)."""
    after = play_set.boards.filter(number__gt=board.number) if board else play_set.boards.all()
    return after.order_by("number").first()


def knows(play_set: PlaySet, person: Person, table: PlayTable) -> bool:
    """Whether they know these boards' cards from elsewhere than this table (one query)."""
    return attempts_by(person).filter(shared__play_set=play_set).exclude(people=table).exists()


def begin_board(
    person: Person, device: Device, board: SharedDeal, name: str, settings: TableSettings, own: RuleBook | None = None,
    **fields: Any,
) -> DeviceCard:  # fmt: skip
    return begin_attempt(person, device, board, board.seat, name, settings, own=own, **card_of(board), **fields)


def card_of(board: SharedDeal) -> dict[str, Any]:
    return {"boards": [board.number], "length": ScoreCard.Length.HANDS, "hands_agreed": 1}


# -- results -----------------------------------------------------------------------------


def own_results(play_set: PlaySet, person: Person) -> dict[int, Played]:
    """Their first tries by board (one query)."""
    theirs = attempts_by(person, by_account=play_set.is_on).filter(shared__play_set=play_set)
    found = _read(play_set, _counting(play_set).filter(game__in=theirs), person.device)
    return {one.number: one for one in reversed(found)}


def all_results(play_set: PlaySet) -> list[Played]:
    """Everybody's results; for a week's set those of members in its week (one query)."""
    rows = _counting(play_set)
    return _read(play_set, rows.filter(game__ranks=True) if play_set.week else rows)


def _counting(play_set: PlaySet) -> QuerySet[PlayedDeal]:
    counting = PlayedDeal.objects.filter(game__shared__play_set=play_set, game__counts=True, is_recorded=True)
    return counting.exclude(score={}).order_by("pk")


def _read(play_set: PlaySet, rows: QuerySet[PlayedDeal], own: Device | None = None) -> list[Played]:
    """Results by side that people played; for a table of friends only the `own` device's side, if given."""
    book, found = play_set.book_version.book, []
    seats = PlaySeat.objects.filter(table=OuterRef("game__people"), device=own)
    rows = rows.annotate(own_seat=Subquery(seats.values("seat")[:1]))
    wanted = ("game", "pk", "game__shared__number", "game__player", "game__device", "game__people", "score")
    cells = rows.values_list(*wanted, "game__seats", "own_seat")[:MOST_RESULTS]
    for game, deal, number, player, device, table, scores, sits, own_seat in cells:
        people = [own_seat] if table and own else [seat for seat in sits if sits[seat]["player"] == YOU]
        for side in dict.fromkeys(book.side_of(seat) for seat in people if seat):
            if side in scores:
                found.append(Played(game, deal, number, player, device, side, scores, table))
    return found


class Comparison:
    """Boards compared with the `hall`, or with everybody, and with bots where people are few."""

    def __init__(self, boards: Iterable[SharedDeal], everybody: Sequence[Played], hall: Hall | None = None) -> None:
        self._boards = {board.number: board for board in boards}
        self._hall = hall
        self._people: dict[int, list[Played]] = {number: [] for number in self._boards}
        for one in everybody:
            self._people[one.number].append(one)
        self._compared: dict[tuple[int, Side], list[Fraction]] = {}

    @property
    def is_known(self) -> bool:
        return all(board.field is not None for board in self._boards.values())

    def beside(self, own: Played) -> Beside:
        among = self._among(self._boards[own.number], own.side)
        worse, up_to = bisect_left(among, own.margin), bisect_right(among, own.margin)
        is_among = self._hall is None and any(one.game == own.game for one in self._people[own.number])
        level, others = up_to - worse - is_among, len(among) - is_among
        is_known = others > 0 and self._boards[own.number].field is not None
        return Beside(own, worse, level, others, Fraction(2 * worse + level, 2 * others) if is_known else None)

    def standings(self) -> list[tuple[Who, Fraction]]:
        """Players of all boards with their mean shares, the best first; empty while bots still play."""
        found: dict[Who, list[Beside]] = {}
        for one in chain.from_iterable(self._people.values()):
            found.setdefault(one.who, []).append(self.beside(one))
        done = [(who, total_of(rows)) for who, rows in found.items() if len(rows) == len(self._boards)]
        standings = [(who, share) for who, share in done if share is not None and self.is_known]
        return sorted(standings, key=lambda one: -one[1])

    def _among(self, board: SharedDeal, side: Side) -> list[Fraction]:
        if (board.number, side) not in self._compared:
            self._compared[board.number, side] = sorted(self._beside(board, side))
        return self._compared[board.number, side]

    def _beside(self, board: SharedDeal, side: Side) -> list[Fraction]:
        if self._hall is not None:
            found = _margins(side, self._hall.results.get(board.number, ()))
        else:
            found = _margins(side, {one.game: one.scores for one in self._people[board.number]}.values())
        is_for_bots = self._hall is None and board.play_set is not None and board.play_set.week is None
        return found + (_margins(side, board.field or ()) if is_for_bots or len(found) < LEAST_FIELD else [])


def _margins(side: Side, scores: Iterable[Mapping[Side, int]]) -> list[Fraction]:
    return [margin(each, side) for each in scores if side in each]


def beside_of(deal: PlayedDeal, board: SharedDeal, seat: Seat) -> Beside | None:
    """A board just played, beside the field (two queries and the hall's); None without anything to compare with."""
    assert board.play_set is not None, board
    rows = _read(board.play_set, _counting(board.play_set).filter(pk=deal.pk))
    own = [one for one in rows if seat in one.side]
    hall = find_hall(board.play_set.source) if board.play_set.source else None
    if not own or (hall is None and board.play_set.source):  # the evening is open again
        return None
    everybody = [] if hall else [one for one in all_results(board.play_set) if one.number == board.number]
    return Comparison([board], everybody, hall).beside(own[0])


def total_of(rows: Iterable[Beside]) -> Fraction | None:
    known = [row.share for row in rows if row.share is not None]
    return sum(known, Fraction(0)) / len(known) if known else None
