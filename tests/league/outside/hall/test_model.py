"""Evenings that go to a hall and back, on random days, come to the same as evenings that were played at home.

Each day is lived twice from the same morning: at one place, and in two, with files that come late, twice, out of order,
cut in half or not at all, a hall whose clock is wrong, an evening taken back without it, and people who become others
at home meanwhile. `tests/test_days_over_a_line.py` does it with two computers.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Final

import pytest
from django.db import transaction
from django.utils import timezone

from league.acting.log import Refused
from league.acting.seals import first_fault
from league.models import Club
from league.outside.hall.deeds import give_back, kept_of, lend, take_back, take_theirs, write_back, write_lent
from tests.league.makers import fresh
from tests.league.outside.hall.days import AHEAD, DAYS_OF_A_CLUB, CameTo, Day, Evening, do_all, few_deals, new_club
from tests.league.outside.hall.elsewhere import elsewhere
from tests.league.outside.hall.evenings import ADMIN, brought, fetched
from tests.sampling import sample

pytestmark = pytest.mark.django_db
DAYS: Final = sample(12, 5_000)
DAYS_OF_A_TEST: Final = sample(12, 100)
WAYS: Final = ("file", "line", "line", "home goes on", "taken later")


@pytest.fixture(autouse=True)
def same_deals() -> Iterator[None]:
    with few_deals():
        yield


class InTwoPlaces:
    """A day whose evening is in the hall, and comes back as files."""

    def __init__(self, day: Day) -> None:
        self.day, self.chance, self.event, self.by = day, day.chance, day.event, day.by
        self.files, self.told_after = self._in_the_hall()

    def live(self) -> str:
        files, way = self.files, self.chance.choice(WAYS)
        if way in ("file", "line"):
            self._bring(files if way == "line" else files[-1:])
        elif way == "taken later":
            self._bring(files[: self.chance.randrange(len(files))], is_over=False)
            take_back(event=self.event, name="Tuesdays", **self.by())
            assert "kept beside" in brought(files[-1]).says
            kept = kept_of(self.event)
            assert kept is not None
            take_theirs(event=self.event, version=kept.version, name="Tuesdays", **self.by())
            do_all(self.day.last)
        else:
            number = self.chance.randrange(len(files))
            self._bring(files[:number], is_over=False)
            take_back(event=self.event, name="Tuesdays", **self.by())
            self.day.go_on(self.told_after[number - 1] if number else 0)
            assert "kept beside" in brought(files[-1]).says
        return way

    def _in_the_hall(self) -> tuple[list[bytes], list[int]]:
        """The files of an evening in the hall, the last one whole; after how many steps each was written."""
        out = io.BytesIO()
        write_lent(lend(event=self.event, **self.by()), out)
        files, after = list[bytes](), list[int]()
        with elsewhere(), self._wrong_clock():
            there = fetched(out.getvalue())
            people = there.event.club.members
            evening = Evening(there.event, self.day.seed, lambda number: people.get(number=number), "hall-")
            for number, step in enumerate(self.day.steps, start=1):
                evening.do(step)
                if self.chance.random() < 0.2:
                    there.version += 1
                    there.save()
                    out = io.BytesIO()
                    write_back(there, out, is_last=False)
                    files.append(out.getvalue())
                    after.append(number)
            out = io.BytesIO()
            give_back(fetched=there, out=out, acting=ADMIN)
        return [*files, out.getvalue()], [*after, len(self.day.steps)]

    @contextmanager
    def _wrong_clock(self) -> Iterator[None]:
        """The hall's computer was off for long, or is ahead."""
        right, ahead = timezone.now, timedelta(hours=self.chance.choice(AHEAD))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(timezone, "now", lambda: right() + ahead)
            yield

    def _bring(self, files: list[bytes], *, is_over: bool = True) -> None:
        """Files come on poor ways, while home goes on."""
        chance, ahead = self.chance, list(self.day.first)
        closed = self.files[self.told_after.index(len(self.day.steps)) :]
        over = files[-1:] if is_over else closed  # one that is taken back stays as it came
        ways = [file for file in files if file is files[-1] or chance.random() < 0.7]
        ways += [chance.choice(files) for _ in ways if chance.random() < 0.3]
        if chance.random() < 0.5:
            chance.shuffle(ways)
        for file in ways:
            # A night that is over tells the names of then, so what is done later shows nothing.
            while ahead and (chance.random() < 0.5 or file in over):
                ahead.pop(0)()
            if chance.random() < 0.3:
                with pytest.raises(Refused):
                    brought(file[: len(file) // 2])
            brought(file)
        do_all(ahead)
        if is_over:
            do_all(self.day.last)
            assert not brought(files[-1]).is_new


# In a soak a part for each hundred days: a part that failed is lived again by its name.
@pytest.mark.parametrize("start", range(0, DAYS, DAYS_OF_A_TEST))
def test_a_day_in_two_places_is_the_same_as_at_one(start: int, record_property: Callable[[str, object], None]) -> None:
    ways = Counter[str]()
    for first in range(start, start + DAYS_OF_A_TEST, DAYS_OF_A_CLUB * sample(2, 1)):
        with transaction.atomic():
            club = new_club()
            ways.update(one_day(seed, club) for seed in range(first, first + DAYS_OF_A_CLUB))
            transaction.set_rollback(True)
    record_property("figures", dict(ways))
    assert {*ways} == {*WAYS}


def one_day(seed: int, club: Club) -> str:
    day = Day(seed, club)
    with transaction.atomic():
        day.live_at_home()
        expected = CameTo.of(day.event)
        transaction.set_rollback(True)
    way = InTwoPlaces(day).live()
    home = fresh(day.event)
    got = CameTo.of(home)
    assert expected.differs(got) == {}, (seed, way)
    assert got.lines == expected.lines, (seed, way)
    assert first_fault(home) == "", (seed, way)
    assert home.lent == 0, seed
    return way
