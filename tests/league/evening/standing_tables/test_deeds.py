"""Setting a table up, leaving out a day, ending it, and who comes."""

from datetime import time, timedelta

import pytest
from django.utils import timezone

from league.acting.log import Refused
from league.evening.standing_tables import deeds
from league.evening.standing_tables.dates import next_day
from league.evening.standing_tables.reading import meetings, tables_of
from league.models import LogLine, StandingAnswer, StandingTable
from league.office.members.deeds.members import change_member
from league.office.members.deeds.privacy import make_anonymous
from league.season.merging.deeds import merge_members, split_member
from tests.league.evening.coming.nights import as_member
from tests.league.evening.standing_tables.tables import make_table, start_of
from tests.league.makers import acting_as, make_members, make_rules

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(club):
    return make_table(club)


@pytest.fixture
def ruth(club):
    return make_members(club, 1)[0]


def say(table, member, *, comes=True, client_id="", **fields):
    tap = client_id or f"say-{member.pk}-{comes}-{LogLine.objects.count()}"
    return deeds.say(table=table, member=member, comes=comes, acting=as_member(member), client_id=tap, **fields)


def expected(club):
    (meeting,) = meetings(tables_of(club), timezone.now())
    return [member.name for member in meeting.members], meeting.free


def test_table_is_set_up_once_and_gets_another_time(club):
    by = {"club": club, "rules": make_rules(club), "acting": acting_as()}
    made = [deeds.set_up(weekday=1, starts_at=time(20), client_id="one", **by) for _ in range(2)]
    deeds.set_up(weekday=1, starts_at=time(19, 30), client_id="two", table=made[0], **by)

    line = LogLine.objects.get(client_id="two")
    assert (made[0], StandingTable.objects.count()) == (made[1], 1)
    assert (line.action, line.before, line.after) == (
        "changed the online table", "Tuesdays at 8:00 pm", "Tuesdays at 7:30 pm",
    )  # fmt: skip


def test_club_has_only_so_many(club, monkeypatch):
    monkeypatch.setattr(deeds, "MOST_TABLES", 1)
    table = make_table(club)

    with pytest.raises(Refused, match="1 tables online already"):
        deeds.set_up(
            club=club, weekday=1, starts_at=time(20), rules=table.rules, acting=acting_as(), client_id="another"
        )


def test_another_weekday_is_asked_about_anew_and_another_time_is_not(club, table, ruth):
    by = {"club": club, "table": table, "rules": table.rules, "acting": acting_as()}
    say(table, ruth)

    deeds.set_up(weekday=1, starts_at=time(21), client_id="later", **by)
    same_day = expected(club)
    deeds.set_up(weekday=2, starts_at=time(21), client_id="next-day", **by)

    assert (same_day, expected(club)) == (([ruth.name], 3), ([], 4))


def test_answer_is_for_one_date_and_goes_with_it(club, table, ruth):
    last_week = next_day(table, timezone.now()) - timedelta(weeks=1)
    StandingAnswer.objects.create(table=table, member=ruth, day=last_week)
    assert expected(club) == ([], 4)

    assert [say(table, ruth, client_id="tap") for _ in range(2)] == [last_week + timedelta(weeks=1)] * 2

    assert expected(club) == ([ruth.name], 3)
    assert StandingAnswer.objects.count() == 1
    say(table, ruth, comes=False)
    assert expected(club) == ([], 4)


def test_when_the_table_is_full_there_is_another(club, table):
    for member in make_members(club, 5):
        say(table, member)
        assert expected(club)[1] == -len(expected(club)[0]) % 4


def test_nobody_sits_down_before_it_opens(club, table, ruth, monkeypatch):
    start = start_of(table, timezone.now())
    monkeypatch.setattr(timezone, "now", lambda: start - timedelta(minutes=16))
    with pytest.raises(Refused, match="opens at 7:45"):
        say(table, ruth, sits_down=True)
    monkeypatch.setattr(timezone, "now", lambda: start - timedelta(minutes=14))

    say(table, ruth, sits_down=True)

    assert expected(club) == ([ruth.name], 3)


def test_day_left_out_expects_nobody_and_can_be_put_back(club, table, ruth):
    day = say(table, ruth)
    by = {"table": table, "day": day, "acting": acting_as()}

    deeds.skip(meets=False, client_id="out", **by)
    deeds.skip(meets=False, client_id="out again", **by)
    assert (say(table, ruth) - day, expected(club)) == (timedelta(weeks=1), ([ruth.name], 3))
    deeds.skip(meets=True, client_id="back", **by)

    assert expected(club) == ([], 4)
    with pytest.raises(Refused, match="doesn’t meet"):
        deeds.skip(**{**by, "day": day + timedelta(days=1)}, meets=False, client_id="wednesday")


def test_table_that_ended_takes_nothing_more(club, table, ruth):
    say(table, ruth)
    for _ in range(2):
        deeds.end(table=table, acting=acting_as(), client_id="end")

    assert (tables_of(club), StandingAnswer.objects.count()) == ([], 0)
    with pytest.raises(Refused, match="ended this table"):
        deeds.say(table=table, member=ruth, comes=True, acting=as_member(ruth), client_id="too-late")


def test_who_left_the_list_is_not_expected(club, table, ruth):
    say(table, ruth)
    change_member(member=ruth, fields={"is_active": False}, acting=acting_as(), client_id="left")
    assert expected(club) == ([], 4)

    make_anonymous(member=ruth, acting=acting_as(), client_id="gone")

    assert StandingAnswer.objects.count() == 0


def test_two_entries_of_one_person_take_one_seat_and_are_two_again(club, table):
    ruth, twice = make_members(club, 2)
    say(table, ruth)
    say(table, twice)

    merge = merge_members(kept=ruth, gone=twice, acting=acting_as(), client_id="merge")
    assert expected(club) == ([ruth.name], 3)
    split_member(merge=merge, acting=acting_as(), client_id="split")

    assert expected(club) == ([ruth.name, twice.name], 2)
