"""Random days of a club: what is done in an evening, what at home meanwhile, and all that it came to.

A day is drawn by its number, so that it can be lived again and again: at one place, in two, over a line.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from typing import Any, Final, Self
from uuid import uuid4

import pytest
from django.db import models
from django.utils import timezone

from league.acting.seals import REWRITTEN
from league.evening.check_in.deeds.roll import add_walk_in, check_in, mark_left
from league.evening.coming.deeds import say
from league.evening.events.deeds import change_series, close_event
from league.evening.judging.deeds.penalties import give_penalty
from league.evening.rounds.deeds import close_round, start_round
from league.management import evenings as bots
from league.models import Club, Coming, Entrant, Event, Member, RoundTable
from league.office.members.deeds.members import change_member, enter_member
from league.office.members.deeds.privacy import make_anonymous, show_initials
from league.outside.archive.references import RENAMINGS
from league.outside.archive.tables import TABLES, Table
from league.outside.hall.deeds import BROUGHT, FETCHED, FORCED, GAVE, TOOK, TOOK_THEIRS
from league.season.merging.deeds import merge_members
from tests.league.makers import fresh, make_club, make_event, make_members, make_round, make_series
from tests.league.outside.hall.evenings import ADMIN
from tests.sampling import sample

DAYS_OF_A_CLUB: Final = sample(3, 4)
AHEAD: Final = (0, 0, -9_000, -7, 5, 9_000)  # hours, of a hall's clock
# What is done, and with whom or how often: by numbers, which mean the same at home and in the hall.
Step = tuple[str, int]
Do = Callable[[], object]


@contextmanager
def few_deals() -> Iterator[None]:
    """Bots play some deals, and these again and again."""
    played_out = bots.played_out
    play = cache(lambda book, dealer, place: played_out(book, dealer, random.Random(place)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bots, "played_out", lambda book, dealer, chance, *_: play(book, dealer, chance.randrange(8)))
        yield


def new_club() -> Club:
    club = make_club(name="Oak Park", slug=f"oak-park-{uuid4()}"[:40])  # each program counts names of its own
    make_members(club, 14)
    make_series(club, name="Tuesdays")
    return club


class Evening:
    """An evening that is played step by step, at home or in the hall; `who` knows people by their numbers of the
    morning."""

    def __init__(self, event: Event, seed: int, who: Callable[[int], Member], place: str = "") -> None:
        self.event, self.seed, self.who = event, seed, who
        self.place, self.tap = place, 0

    def do(self, step: Step) -> None:
        name, number = step
        getattr(self, name)(number)

    def by(self) -> dict[str, Any]:
        self.tap += 1
        return {"acting": ADMIN, "client_id": f"{self.seed}-{self.place}{self.tap}"}

    def come(self, number: int) -> None:
        check_in(event=self.event, member=self.who(number), has_paid=number % 2 == 0, **self.by())

    def guest(self, number: int) -> None:
        add_walk_in(event=self.event, name=f"Guest {self.seed}-{number}", **self.by())

    def start(self, number: int) -> None:
        here = self.event.entrants.filter(state="here").order_by("pk")
        start_round(event_round=make_round(fresh(self.event), list(here)[:8], number=number), **self.by())

    def play(self, number: int) -> None:
        """A table, if there are so many."""
        for table in self._tables().filter(number=number).select_related("card__book_version"):
            bots.play_table(table, seed=self.seed)

    def finish(self, number: int) -> None:
        close_round(event_round=self.event.rounds.get(number=number), **self.by())

    def penalty(self, number: int) -> None:
        payload = {"seat": "E", "code": "ruling", "points": 10, "count": 1, "hand": None, "note": "late"}
        give_penalty(table=self._tables().earliest("number"), payload=payload, player="East", **self.by())

    def leave(self, number: int) -> None:
        mark_left(entrant=self.event.entrants.filter(state="here").order_by("pk")[0], **self.by())

    def close(self, number: int) -> None:
        close_event(event=fresh(self.event), reason="late", **self.by())

    def _tables(self) -> Any:
        return RoundTable.objects.filter(event_round__event=self.event)


class Day:
    """One day of a club, from its morning: who is who by the numbers of then, and what is done at home and in the
    evening."""

    def __init__(self, seed: int, club: Club) -> None:
        self.seed, self.club, self.chance = seed, club, random.Random(seed)
        self.spare = make_members(club, 2)  # so young in the club that they can be merged with anybody
        for one in self.spare:
            Member.objects.filter(pk=one.pk).update(name=f"New {seed}-{one.number}")
        active = club.members.filter(is_active=True, is_anonymous=False, merged_into=None, is_guest=False)
        self.people = dict(active.values_list("number", "pk"))
        numbers = sorted(set(self.people) - {one.number for one in self.spare})
        self.chance.shuffle(numbers)
        many = self.chance.choice((4, 4, 8))
        self.listed, self.walk_ins, self.away = numbers[:many], numbers[8:10], numbers[10:]
        series = club.series.get()
        today = timezone.localdate() + timedelta(days=7 + seed % 300)
        begins = timezone.now() + timedelta(days=7 + seed % 300)
        self.event = make_event(club, series=series, name="Tuesdays", played_on=today, starts_at=begins, fee=500)
        Entrant.objects.bulk_create(
            Entrant(event=self.event, member=one, number=one.number, name=one.public_name, fee=500)
            for one in club.members.filter(number__in=self.listed)
        )
        self.later = make_event(club, series=series, name="Later", played_on=today + timedelta(days=7))
        self.evening = Evening(self.event, seed, self.who)
        self.by = self.evening.by
        self.steps = self._steps()
        self.first, self.last = self._at_home()

    def who(self, number: int) -> Member:
        """A person of the morning, whoever that is by now."""
        found = Member.objects.select_related("club").get(pk=self.people[number])
        while found.merged_into is not None:
            found = found.merged_into
        return found

    def _steps(self) -> list[Step]:
        chance = self.chance
        comes: list[Step] = [("come", one) for one in (*self.listed, *self.walk_ins[: chance.randint(0, 2)])]
        comes += [("guest", at) for at in range(chance.randint(0, 2))]
        chance.shuffle(comes)
        more: list[Step] = [("penalty", 0), ("leave", 0), ("guest", 8), ("guest", 9)]
        done: list[Step] = [*comes, ("start", 1), ("play", 1), ("play", 2), ("finish", 1)]
        return [*done, *chance.sample(more, chance.randint(0, 3)), ("close", 0)]

    def _at_home(self) -> tuple[list[Do], list[Do]]:
        """What may be done at any time, and what is done once the evening is over."""
        chance, club, later = self.chance, self.club, self.later
        one, other, third = chance.sample(self.listed, 3)
        merged = chance.choice([*self.listed, *self.walk_ins, *self.away])
        initials = next(number for number in (one, other, third) if number != merged)
        renamed = next(number for number in (third, other, one) if number not in (merged, initials))
        signed_up = set(Entrant.objects.filter(event__club=club, event__name="Later").values_list("member", flat=True))
        may_go = [one for one in (*self.walk_ins, *self.away) if one != merged and self.people[one] not in signed_up]
        name = f"Renamed {self.seed}"
        at_any_time: list[Do] = [
            lambda: merge_members(kept=self.spare[0], gone=self.who(merged), **self.by()),
            lambda: show_initials(member=self.who(initials), initials_only=True, **self.by()),
            lambda: change_member(member=self.who(renamed), fields={"name": name}, **self.by()),
            lambda: change_member(member=self.spare[1], fields={"number": 50_000 + 50 * self.seed}, **self.by()),
            lambda: enter_member(club=club, fields={"number": 900_000 + 50 * self.seed, "name": f"Born {name}"}, **self.by()),  # noqa: E501
            lambda: say(event=later, member=self.spare[1], says=Coming.Says.COMING, **self.by()),
            lambda: change_series(series=club.series.get(), minutes=30 + self.seed % 40, **self.by()),
        ]  # fmt: skip
        chance.shuffle(at_any_time)
        when_over: list[Do] = [lambda: make_anonymous(member=self.who(may_go[0]), **self.by())]
        return at_any_time[: chance.randint(0, 7)], when_over if may_go and chance.random() < 0.3 else []

    def live_at_home(self) -> None:
        do_all(self.first)
        self.go_on()

    def go_on(self, after: int = 0) -> None:
        """The evening at home, from one of its steps, and what is done once it is over."""
        for step in self.steps[after:]:
            self.evening.do(step)
        do_all(self.last)


def do_all(all_of: Sequence[Do]) -> None:
    for do in all_of:
        do()


# -- what it came to -----------------------------------------------------------------------

# Told apart by ids, clocks and secrets alone, or this computer's own.
LEFT_OUT: Final = {"accounts", "roles", "devices", "card_devices", "log", "books", "merges", "tablets", "calls"}
ANEW: Final = {
    "id", "uid", "client_id", "watch_nonce", "link_nonce", "device", "start_hash", "ledger_mark", "door_key", "made_of",
    "calendar_id", "joined_on",
}  # fmt: skip
NUMBERED: Final = {("events", "version"), ("events", "seating_version")}


def told(club: Club) -> dict[str, list[str]]:
    """Every row of a club, with ids told by names."""
    names: dict[Any, dict[Any, str]] = {}
    rows = {table.name: list(table.rows(club)) for table in TABLES}
    card_of = {one.card_id: one for one in rows["tables"]}
    for table in TABLES:
        names[table.model] = {row.pk: _name(table, row, card_of) for row in rows[table.name]}
    return {
        table.name: sorted(
            json.dumps(_tell(table, row, names), default=str, sort_keys=True) for row in rows[table.name]
        )
        for table in TABLES
        if table.name not in LEFT_OUT
    }


def _name(table: Table, row: Any, card_of: dict[Any, Any]) -> str:
    if table.name == "members":
        return str(row.name)
    if table.name == "entrants":
        return f"{row.name} at {row.event_id}"
    if table.name == "rounds":
        return f"{row.event_id}.{row.number}"
    if table.name in ("tables", "cards"):
        at = row if table.name == "tables" else card_of[row.pk]
        return f"{at.event_round.event_id}.{at.event_round.number}.{at.number}"
    return str(row.pk) if table.name in ("events", "series", "categories", "club") else table.name


def _tell(table: Table, row: models.Model, names: dict[Any, dict[Any, str]]) -> dict[str, Any]:
    found = {}
    for one in table.model._meta.concrete_fields:
        value = getattr(row, one.attname)
        renamed = RENAMINGS.get((table.name, one.name))
        if one.name in ANEW or isinstance(one, models.DateTimeField) or (table.name, one.name) in NUMBERED:
            continue
        if one.is_relation and value is not None:
            value = names[one.related_model].get(value, "somebody")
        elif renamed is not None:
            value = renamed(value, lambda model, old: names[model].get(old, "nothing"))  # type: ignore[arg-type,return-value]
        found[one.name] = value
    if found.get("is_guest") or (table.name == "entrants" and str(found["member"]).startswith("New")):
        # Guests get the next one of each place, and a merged walk-in, shown by initials or not, had that of then.
        found.pop("number")
    return found


def lines_of(event: Event) -> list[str]:
    """What was done in the evening, in order."""
    return list(event.log.order_by("pk").values_list("action", flat=True))


AWAY: Final = {TOOK, BROUGHT, FORCED, TOOK_THEIRS, REWRITTEN, FETCHED, GAVE}


@dataclass(frozen=True, slots=True)
class CameTo:
    """What a day came to at home."""

    rows: dict[str, list[str]]
    lines: list[str]

    @classmethod
    def of(cls, event: Event) -> Self:
        return cls(told(event.club), [line for line in lines_of(event) if line not in AWAY])

    def differs(self, other: Self) -> dict[str, tuple[set[str], set[str]]]:
        """By table, the rows that are in one of both."""
        both = {
            name: (set(rows) - set(other.rows[name]), set(other.rows[name]) - set(rows))
            for name, rows in self.rows.items()
        }
        return {name: each for name, each in both.items() if any(each)}
