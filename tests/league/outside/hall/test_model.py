"""Evenings that go to a hall and back, on random days, come to the same as evenings that were played at home.

Each day is lived twice from the same morning: at one place, and in two, with files that come late, twice, out of order,
cut in half or not at all, a hall whose clock is wrong, an evening taken back without it, and people who become others
at home meanwhile.
"""

from __future__ import annotations

import io
import json
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import cache
from typing import Any, Final

import pytest
from django.db import models, transaction
from django.utils import timezone

from league.acting.log import Refused
from league.acting.seals import REWRITTEN, first_fault
from league.evening.check_in.deeds.roll import add_walk_in, check_in, mark_left
from league.evening.coming.deeds import say
from league.evening.events.deeds import change_series, close_event
from league.evening.judging.deeds.penalties import give_penalty
from league.evening.rounds.deeds import close_round
from league.management import evenings as bots
from league.models import Club, Coming, Entrant, Event, Member, RoundTable
from league.office.members.deeds.members import change_member, enter_member
from league.office.members.deeds.privacy import make_anonymous, show_initials
from league.outside.archive.references import RENAMINGS
from league.outside.archive.tables import TABLES, Table
from league.outside.hall.deeds import (
    BROUGHT,
    FETCHED,
    FORCED,
    GAVE,
    TOOK,
    TOOK_THEIRS,
    give_back,
    kept_of,
    lend,
    take_back,
    take_theirs,
    write_back,
    write_lent,
)
from league.season.merging.deeds import merge_members
from tests.league.makers import (
    fresh,
    make_club,
    make_event,
    make_members,
    make_round,
    make_series,
    play_round,
    start_now,
)
from tests.league.outside.hall.elsewhere import elsewhere
from tests.league.outside.hall.evenings import ADMIN, brought, fetched
from tests.sampling import sample

pytestmark = pytest.mark.django_db
DAYS: Final = sample(20, 5_000)
DAYS_OF_A_CLUB: Final = 4
Do = Callable[[Event], object]


@pytest.fixture(autouse=True)
def few_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots play some deals, and these again and again."""
    play = cache(lambda book, dealer, place: _played_out(book, dealer, random.Random(place)))
    monkeypatch.setattr(bots, "played_out", lambda book, dealer, chance, *_: play(book, dealer, chance.randrange(8)))


_played_out = bots.played_out


class Day:
    """One day of a club: who is who by the numbers of the morning, and what is done at home and in the evening."""

    def __init__(self, seed: int, club: Club) -> None:
        self.seed, self.club, self.chance = seed, club, random.Random(seed)
        self.is_in_hall, self.tap = False, 0
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
        self.evening = self._evening()
        self.first, self.last = self._at_home()

    def who(self, number: int, event: Event) -> Member:
        """A person of the morning: in the hall by the number, at home whoever they are now."""
        if self.is_in_hall:
            return event.club.members.get(number=number)
        found = Member.objects.select_related("club").get(pk=self.people[number])
        while found.merged_into is not None:
            found = found.merged_into
        return found

    def by(self) -> dict[str, Any]:
        self.tap += 1
        return {"acting": ADMIN, "client_id": f"{self.seed}-{self.tap}"}

    # -- the evening

    def _evening(self) -> list[Do]:
        chance = self.chance
        comes = [self._come(one) for one in (*self.listed, *self.walk_ins[: chance.randint(0, 2)])]
        comes += [self._guest(at) for at in range(chance.randint(0, 2))]
        chance.shuffle(comes)
        done = [*comes, self._play]
        done += chance.sample([self._penalty, self._leave, self._guest(8), self._guest(9)], chance.randint(0, 3))
        return [*done, lambda event: close_event(event=fresh(event), reason="late", **self.by())]

    def _come(self, number: int) -> Do:
        return lambda event: check_in(
            event=event, member=self.who(number, event), has_paid=number % 2 == 0, **self.by()
        )

    def _guest(self, number: int) -> Do:
        return lambda event: add_walk_in(event=event, name=f"Guest {self.seed}-{number}", **self.by())

    def _play(self, event: Event) -> None:
        started = start_now(make_round(fresh(event), list(event.entrants.filter(state="here").order_by("pk"))[:8]))
        play_round(started, seed=self.seed)
        close_round(event_round=started, **self.by())

    def _penalty(self, event: Event) -> None:
        table = RoundTable.objects.filter(event_round__event=event).earliest("number")
        payload = {"seat": "E", "code": "ruling", "points": 10, "count": 1, "hand": None, "note": "late"}
        give_penalty(table=table, payload=payload, player="East", **self.by())

    def _leave(self, event: Event) -> None:
        mark_left(entrant=event.entrants.filter(state="here").order_by("pk")[0], **self.by())

    # -- at home

    def _at_home(self) -> tuple[list[Callable[[], object]], list[Callable[[], object]]]:
        """What may be done at any time, and what is done once the evening is over."""
        chance, club, later = self.chance, self.club, self.later
        one, other, third = chance.sample(self.listed, 3)
        merged = chance.choice([*self.listed, *self.walk_ins, *self.away])
        initials = next(number for number in (one, other, third) if number != merged)
        renamed = next(number for number in (third, other, one) if number not in (merged, initials))
        signed_up = set(Entrant.objects.filter(event__name="Later").values_list("member", flat=True))
        may_go = [one for one in (*self.walk_ins, *self.away) if one != merged and self.people[one] not in signed_up]
        name = f"Renamed {self.seed}"
        at_any_time: list[Callable[[], object]] = [
            lambda: merge_members(kept=self.spare[0], gone=self.who(merged, self.event), **self.by()),
            lambda: show_initials(member=self.who(initials, self.event), initials_only=True, **self.by()),
            lambda: change_member(member=self.who(renamed, self.event), fields={"name": name}, **self.by()),
            lambda: change_member(member=self.spare[1], fields={"number": 50_000 + self.seed}, **self.by()),
            lambda: enter_member(club=club, fields={"number": 90_000 + 50 * self.seed, "name": f"Born {name}"}, **self.by()),  # noqa: E501
            lambda: say(event=later, member=self.spare[1], says=Coming.Says.COMING, **self.by()),
            lambda: change_series(series=club.series.get(), minutes=30 + self.seed % 40, **self.by()),
        ]  # fmt: skip
        chance.shuffle(at_any_time)
        when_over: list[Callable[[], object]] = [
            lambda: make_anonymous(member=self.who(may_go[0], self.event), **self.by())
        ]
        return at_any_time[: chance.randint(0, 7)], when_over if may_go and chance.random() < 0.3 else []

    # -- at one place, and at two

    def live_at_home(self) -> None:
        for do in self.first:
            do()
        for step in self.evening:
            step(self.event)
        for do in self.last:
            do()

    def live_in_two_places(self) -> str:
        files, told_after = self._in_the_hall()
        way = self.chance.choice(("file", "line", "line", "home goes on", "taken later"))
        if way in ("file", "line"):
            self._bring(files if way == "line" else files[-1:])
        elif way == "taken later":
            self._bring(files[: self.chance.randrange(len(files))], is_over=False)
            take_back(event=self.event, name="Tuesdays", **self.by())
            assert "kept beside" in brought(files[-1]).says
            kept = kept_of(self.event)
            assert kept is not None
            take_theirs(event=self.event, version=kept.version, name="Tuesdays", **self.by())
            self._do(self.last)
        else:
            number = self.chance.randrange(len(files))
            self._bring(files[:number], is_over=False)
            take_back(event=self.event, name="Tuesdays", **self.by())
            for step in self.evening[told_after[number - 1] if number else 0 :]:
                step(self.event)
            assert "kept beside" in brought(files[-1]).says
            self._do(self.last)
        return way

    def _in_the_hall(self) -> tuple[list[bytes], list[int]]:
        """The files of an evening in the hall, the last one whole; after how many steps each was written."""
        out = io.BytesIO()
        write_lent(lend(event=self.event, **self.by()), out)
        files, after = list[bytes](), list[int]()
        with elsewhere(), self._wrong_clock():
            self.is_in_hall = True
            there = fetched(out.getvalue())
            for number, step in enumerate(self.evening, start=1):
                step(there.event)
                if self.chance.random() < 0.2:
                    there.version += 1
                    there.save()
                    out = io.BytesIO()
                    write_back(there, out, is_last=False)
                    files.append(out.getvalue())
                    after.append(number)
            out = io.BytesIO()
            give_back(fetched=there, out=out, acting=ADMIN)
            self.is_in_hall = False
        return [*files, out.getvalue()], [*after, len(self.evening)]

    @contextmanager
    def _wrong_clock(self) -> Iterator[None]:
        """The hall's computer was off for long, or is ahead."""
        right, ahead = timezone.now, timedelta(hours=self.chance.choice((0, 0, -9_000, -7, 5, 9_000)))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(timezone, "now", lambda: right() + ahead)
            yield

    def _bring(self, files: list[bytes], *, is_over: bool = True) -> None:
        """Files come on poor ways, while home goes on."""
        chance, ahead, whole = self.chance, list(self.first), files[-1] if is_over else None
        ways = [file for file in files if file is files[-1] or chance.random() < 0.7]
        ways += [chance.choice(files) for _ in ways if chance.random() < 0.3]
        if chance.random() < 0.5:
            chance.shuffle(ways)
        for file in ways:
            # A night that is over tells the names of then, so what is done later shows nothing.
            while ahead and (chance.random() < 0.5 or file is whole):
                ahead.pop(0)()
            if chance.random() < 0.3:
                with pytest.raises(Refused):
                    brought(file[: len(file) // 2])
            brought(file)
        self._do(ahead)
        if is_over:
            self._do(self.last)
            assert not brought(files[-1]).is_new

    def _do(self, all_of: list[Callable[[], object]]) -> None:
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
    if found.get("is_guest") or (table.name == "entrants" and str(found["name"]).startswith("New")):
        found.pop("number")  # guests get the next one of each place, and a merged walk-in had that of then
    return found


def lines_of(event: Event) -> list[str]:
    """What was done in the evening, in order."""
    return list(event.log.order_by("pk").values_list("action", flat=True))


AWAY: Final = {TOOK, BROUGHT, FORCED, TOOK_THEIRS, REWRITTEN, FETCHED, GAVE}


def test_a_day_in_two_places_is_the_same_as_at_one() -> None:
    ways = set()
    for start in range(0, DAYS, DAYS_OF_A_CLUB):
        with transaction.atomic():
            club = make_club(name="Oak Park")
            make_members(club, 14)
            make_series(club, name="Tuesdays")
            for seed in range(start, min(start + DAYS_OF_A_CLUB, DAYS)):
                ways.add(one_day(seed, club))
            transaction.set_rollback(True)
    assert ways == {"file", "line", "home goes on", "taken later"}


def one_day(seed: int, club: Club) -> str:
    day = Day(seed, club)
    with transaction.atomic():
        day.live_at_home()
        expected, log = told(club), lines_of(day.event)
        transaction.set_rollback(True)
    way = day.live_in_two_places()
    home = fresh(day.event)
    got = told(club)
    differs = {name: (set(rows) - set(got[name]), set(got[name]) - set(rows)) for name, rows in expected.items()}
    assert {name: both for name, both in differs.items() if any(both)} == {}, (seed, way)
    assert [line for line in lines_of(home) if line not in AWAY] == [line for line in log if line not in AWAY], (
        seed,
        way,
    )
    assert first_fault(home) == "", (seed, way)
    assert home.lent == 0, seed
    return way
