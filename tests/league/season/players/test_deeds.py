"""The conduct file: who writes, who reads, and that it fades."""

from datetime import date, timedelta

import pytest
from django.utils import timezone

from league.acting.log import Refused
from league.acting.permissions import Acting
from league.evening.events.deeds import close_event
from league.models import ConductNote, LogLine, Role
from league.models.conduct import months_from
from league.season.players.deeds import may_read, take_out_note, write_note
from tests.league.makers import acting_as, make_club, make_event, make_members, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def ruth():
    return make_members(make_club(), 1)[0]


def acting(member, kind, **more):
    user = make_user(member.club, kind)
    return Acting(user=user, kind=Role.Kind(kind), name="Carol Reyes", **more)


def write(member, by, client_id="note", **more):
    fields = {"event": None, "happened_on": timezone.localdate(), "text": "Shouted at a helper.", **more}
    write_note(member=member, acting=by, client_id=client_id, **fields)
    return ConductNote.objects.filter(member=member).first()


def test_note_says_who_wrote_it_and_the_log_says_nothing_of_it(ruth):
    note = write(ruth, acting(ruth, "referee"))

    assert (note.text, note.written_by) == ("Shouted at a helper.", "Carol Reyes")
    line = LogLine.objects.get()
    assert (line.action, line.subject, line.before, line.after) == ("wrote in the conduct file", "", "", "")


def test_note_sent_twice_is_one_note(ruth):
    referee = acting(ruth, "referee")
    write(ruth, referee)
    write(ruth, referee)

    assert ConductNote.objects.count() == 1


def test_directors_read_all_and_referees_what_they_wrote(ruth):
    referee, other = acting(ruth, "referee"), acting(ruth, "referee")
    note = write(ruth, referee)

    readers = (acting(ruth, "admin"), acting(ruth, "director"), referee, other, acting(ruth, "member"), acting_as(None))
    assert [may_read(one, note) for one in readers] == [True, True, True, False, False, False]


def test_nobody_reads_or_writes_about_themselves(ruth):
    herself = acting(ruth, "director", member_id=ruth.pk)
    note = write(ruth, acting(ruth, "referee"))

    assert not may_read(herself, note)
    with pytest.raises(Refused, match="Somebody else keeps the notes about you"):
        write(ruth, herself, "own")
    with pytest.raises(Refused):
        take_out_note(note=note, acting=herself, client_id="out")


def test_note_is_taken_out_for_good_by_who_may_read_it(ruth):
    referee = acting(ruth, "referee")
    note = write(ruth, referee)
    with pytest.raises(Refused, match="Only the one who wrote it"):
        take_out_note(note=note, acting=acting(ruth, "referee"), client_id="another")

    for same in [ConductNote.objects.get(pk=note.pk) for _ in range(2)]:
        take_out_note(note=same, acting=referee, client_id="out")

    assert not ConductNote.objects.exists()


@pytest.mark.parametrize("sweep", ["another note", "an evening closed"])
def test_what_has_faded_is_deleted_for_good(ruth, sweep):
    today = timezone.localdate()
    director = acting(ruth, "director")
    write(ruth, director, "new", happened_on=months_from(today, -24) + timedelta(days=1))
    ConductNote.objects.create(club=ruth.club, member=ruth, text="Old.", happened_on=months_from(today, -24))

    standing = ConductNote.objects.standing(ruth.club, today)
    assert [note.text for note in standing] == ["Shouted at a helper."]
    if sweep == "another note":
        write(ruth, director, "third")
    else:
        close_event(event=make_event(ruth.club), acting=director, client_id="close", reason="nobody came")

    assert not ConductNote.objects.filter(text="Old.").exists()
    assert ConductNote.objects.filter(text="Shouted at a helper.").exists()


def test_the_clubs_figure_says_when_a_note_fades(ruth):
    note = write(ruth, acting(ruth, "director"), happened_on=date(2026, 8, 31))
    note.club.conduct_months = 6

    assert note.fades_on == date(2027, 2, 28)


@pytest.mark.parametrize(
    ("day", "months", "expected"),
    [
        (date(2026, 1, 15), 24, date(2028, 1, 15)),
        (date(2026, 12, 31), 2, date(2027, 2, 28)),
        (date(2026, 1, 31), -11, date(2025, 2, 28)),
        (date(2024, 2, 29), -24, date(2022, 2, 28)),
    ],
)
def test_months_are_counted_by_the_calendar(day, months, expected):
    assert months_from(day, months) == expected
