"""An evening with one trouble, round after round, and what is counted of it."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from tests.club_server import ClubServer
from tests.hall import Table, Told, assert_cards_say_what_was_noted, hall
from tests.lab.chaos.troubles import Trouble
from tests.sampling import SOAK
from tests.second_computer import soon
from tests.tablet import Page

TABLES = 4
SAVED_BEFORE_EACH = 20
ROUNDS_OF_A_CARD = 2  # then it is full
PAUSE = 0.03 if SOAK else 0.3  # seconds between two entries of a table


@dataclass
class Outcome:
    """What became of an evening."""

    rounds: int = 0
    acknowledged: int = 0
    sent_again: int = 0
    refused: int = 0  # answers of 503, in words
    broken: int = 0  # answers of 500
    lost: dict[str, float] = field(default_factory=dict)  # each acknowledged so many seconds before the trouble began
    doubled: int = 0
    totals: int = 0
    back_after: float = 0.0  # seconds, at most, until the last table could save again
    excused: int = 0  # of the lost: the last seconds that a second computer lacks

    @property
    def lost_of(self) -> float:
        """Before the trouble began, in seconds: the longest time of which something is lost."""
        return max(self.lost.values(), default=0.0)

    def row(self, name: str) -> str:
        """Of the table in `tests/lab/chaos.md`."""
        lost = f"{len(self.lost)}, of the last {self.lost_of:.1f} s" if self.lost else "0"
        counted = (self.rounds, self.acknowledged, self.sent_again, self.refused, self.broken)
        seen = " | ".join(f"{figure:,}" for figure in counted)
        right = f"{self.doubled} | {self.totals:,} | {self.back_after:.1f} s"
        return f"| {name} | {date.today()} | before 1.0 | {seen} | {lost} | {right} |"


def survive(
    kind: type[Trouble],
    folder: Path,
    rounds: int,
    *,
    minutes: float = 60,
    tell: Callable[[str], object] = lambda _: None,
) -> Outcome:
    """So many rounds, or fewer where the time is up. Raises where a card says another total than what its table noted
    comes to."""
    place = folder / "club"
    place.mkdir()
    with kind.opened(place) as trouble:
        return play_through(trouble, rounds, time.monotonic() + 60 * minutes, tell)


def play_through(trouble: Trouble, rounds: int, ends_at: float, tell: Callable[[str], object]) -> Outcome:
    became = Outcome()
    with hall(trouble.club, TABLES, 1 + rounds // ROUNDS_OF_A_CARD) as tables, ThreadPoolExecutor(TABLES) as pool:
        tables[0].committee.close()  # nobody appeals, and it has the database open
        told = [Told() for _ in tables]
        for table, its in zip(tables, told, strict=True):
            table.acknowledged = its
        evening = threading.Event()
        playing = [pool.submit(play, table, evening, looks_again=trouble.may_lose) for table in tables]
        try:
            while became.rounds < rounds and time.monotonic() < ends_at:
                became.rounds += 1
                wait_for(SAVED_BEFORE_EACH, told, playing)
                trouble.happen(became.rounds, tables)
                back_after = seconds_until_all_save(told, trouble, playing)
                became.back_after = max(became.back_after, back_after)
                count_lost(told, trouble, became)
                tell(f"{trouble.name}, {became.rounds}: back after {back_after:.1f} s, {len(became.lost)} lost so far")
        finally:
            evening.set()
        for each in playing:
            each.result()
        count_lost(told, trouble, became)
        for table in tables:
            table.notes = [notes.without(became.lost) for notes in table.notes]
        became.totals = assert_cards_say_what_was_noted(tables)
        answers = sum((table.answers for table in tables), Counter[int]())
        became.acknowledged = len(ids(told))
        became.doubled = count_doubled(told, trouble)
        became.sent_again = sum(len(table.sent_again) for table in tables)
        became.refused, became.broken = answers[503], answers[500]
    return became


def play(table: Table, evening: threading.Event, *, looks_again: bool) -> None:
    """Where what it built on is lost, the table looks at its card and goes on from there."""
    while not evening.is_set():
        try:
            if "client_id" in table.page.hidden:
                table.step()
            else:
                table.turn_over()  # hands that were played twice are more than a card has
            done = [hand for hand, line in table.notes[-1].hands.items() if "take" in line]
            if done and not looks_again and table.chance.random() < 0.1:
                table.correct(table.chance.choice(done))
        except AssertionError:
            if not looks_again:
                raise
            table.page = Page(table.read(table.card).text)
        time.sleep(PAUSE)


def wait_for(more: int, told: list[Told], playing: list[Future[None]]) -> None:
    enough = len(ids(told)) + more
    soon(lambda: all_well(playing) and len(ids(told)) >= enough)


def seconds_until_all_save(told: list[Told], trouble: Trouble, playing: list[Future[None]]) -> float:
    def first_saved() -> list[float]:
        return [min((at for at in list(its.at.values()) if at > trouble.serves_at), default=0.0) for its in told]

    soon(lambda: all_well(playing) and all(first_saved()))
    return max(first_saved()) - trouble.over_at


def all_well(playing: list[Future[None]]) -> bool:
    """Raises what went wrong at a table."""
    return all(each.result() is None for each in playing if each.done())


def count_lost(told: list[Told], trouble: Trouble, became: Outcome) -> None:
    acknowledged = {client_id: at for its in told for client_id, at in list(its.at.items())}
    for client_id in acknowledged.keys() - written(trouble.club).keys() - became.lost.keys():
        became.lost[client_id] = trouble.began_at - acknowledged[client_id]
        became.excused += trouble.excuses


def count_doubled(told: list[Told], trouble: Trouble) -> int:
    return (written(trouble.club) - Counter(ids(told))).total()


def ids(told: list[Told]) -> list[str]:
    return [client_id for its in told for client_id in list(its)]


def written(club: ClubServer) -> Counter[str]:
    return Counter(client_id for (client_id,) in club.rows("SELECT client_id FROM scoring_entry"))
