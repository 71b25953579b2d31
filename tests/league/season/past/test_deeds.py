"""A past season from a file: what it writes, that it writes it once, and that nothing of it stays once it is out."""

from datetime import date
from typing import Any, Final

import pytest

from league.acting.log import Refused
from league.models import Club, LedgerRow, LogLine, Member, PastFile, PastRow, Season
from league.office.members.deeds.privacy import make_anonymous, show_initials
from league.season.merging.deeds import merge_members, split_member
from league.season.past.deeds import bring_in, take_out
from league.season.past.planning import PastPlan, key_of, plan_past
from league.season.seasons.deeds import open_season, reopen_season
from tests.league.makers import acting_as, make_club
from tests.league.season.past.brought import NIGHTS, TABLE, asked, brought
from tests.league.season.seasons.played import lines, newest, standing

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    club = make_club()
    Member.objects.create(club=club, number=1, name="Ruth Abernathy")
    Member.objects.create(club=club, number=2, name="Walt Abel")
    return club


def winter(club: Club, year: int) -> Season:
    days = {"opens_on": date(year, 1, 1), "closes_on": date(year, 2, 1)}
    return open_season(club=club, name="Winter", **days, acting=acting_as(), client_id="")


def answers(plan: PastPlan) -> dict[str, str]:
    return {name.name: name.answer for name in plan.names.values()}


def test_table_becomes_a_final_season(club):
    season = brought(club)

    assert (season.state, season.opens_on, season.closes_on) == ("closed", date(2019, 1, 1), date(2019, 12, 31))
    publication = newest(season)
    assert publication.state == "final"
    assert standing(publication) == [("Ruth", 1, 900), ("Gus", 2, 700)]
    assert [line.nights for line in lines(publication)] == [12, 10]
    gone = Member.objects.get(name="Gus Gone")
    assert (gone.number, gone.is_active, gone.initials_only, gone.public_name) == (3, False, True, "G. G.")
    assert season.past_file.made == [gone.pk]
    line = LogLine.objects.get(action="brought in a past season")
    assert (line.subject, line.after) == (
        "Season 2019",
        "2 rows of 2019.xlsx, 1 left out. Entered as former members: G. G.",
    )


def test_nights_are_sums_of_rows_and_touch_no_ledger(club):
    season = brought(club, asked(NIGHTS, opens_on=None, closes_on=None))

    assert (season.opens_on, season.closes_on) == (date(2019, 1, 8), date(2019, 1, 15))
    assert standing(newest(season)) == [("Ruth", 1, 55), ("Walt", 2, 40)]
    assert not LedgerRow.objects.exists()
    assert not club.events.exists()


def test_same_file_again_changes_nothing(club):
    season = brought(club)
    rows = PastRow.objects.count()

    again = brought(club, asked(name="Another name"))
    with_other_lines = brought(club, asked(TABLE.replace("\n", "\r\n").replace(",", ";")))

    assert again == with_other_lines == season
    assert (PastFile.objects.count(), PastRow.objects.count(), Member.objects.count()) == (1, rows, 3)
    assert plan_past(club, asked()).already == season.past_file


def test_same_submission_again_finds_its_season(club):
    season = brought(club, client_id="past")

    assert brought(club, asked(), client_id="past") == season
    assert Season.objects.count() == 1


def test_names_that_are_not_clear_are_asked_about(club):
    Member.objects.create(club=club, number=7, name="Gus  GONE")
    Member.objects.create(club=club, number=8, name="Gus Gone")
    text = 'Name,Points\n"abernathy, Ruth",5\nAbel,4\nGus Gone,3\nNobody Else,2\n'
    plan = plan_past(club, asked(text))

    assert answers(plan) == {"abernathy, Ruth": "1", "Abel": "", "Gus Gone": "", "Nobody Else": "initials"}
    assert [one.number for one in plan.names[key_of("gus gone")].near] == [7, 8]
    with pytest.raises(Refused, match="Answer what is asked"):
        brought(club, asked(text))
    assert not PastFile.objects.exists()

    said = {key_of("Abel"): "2", key_of("Gus Gone"): "8", key_of("Nobody Else"): "out"}
    season = brought(club, asked(text, answers=said))
    assert [(line.member.number, line.points // 10) for line in lines(newest(season))] == [(1, 5), (2, 4), (8, 3)]
    assert Member.objects.count() == 4


SPELLED: Final = (
    "Date,Name,Points\n2019-01-08,Gus Gunderson,30\n2019-01-08,W. Abel,20\n2019-01-15,Gus Gundersen,25\n"
    "2019-01-22,Gus Gunderson,10\n"
)


def test_name_that_differs_in_one_thing_is_chosen_beforehand_also_among_those_of_the_file(club):
    plan = plan_past(club, asked(SPELLED))

    same = f"as-{key_of('Gus Gunderson')}"
    assert answers(plan) == {"Gus Gunderson": "initials", "W. Abel": "2", "Gus Gundersen": same}
    season = brought(club, asked(SPELLED))
    assert standing(newest(season)) == [("Gus", 1, 65), ("Walt", 2, 20)]
    assert set(PastRow.objects.values_list("member__name", "name")) == {
        ("Gus Gunderson", "Gus Gunderson"), ("Gus Gunderson", "Gus Gundersen"), ("Walt Abel", "W. Abel"),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("answer", "of_first", "entered"),
    [
        ("initials", "", ["Gus Gunderson", "Gus Gundersen"]),
        ("", "1", []),
        (f"as-{key_of('Gus Gunderson')}", "out", []),
        ("2", "", ["Gus Gunderson"]),
    ],
)
def test_who_is_the_same_as_another_name_follows_it(club, answer, of_first, entered):
    said = {key_of("Gus Gundersen"): answer, key_of("Gus Gunderson"): of_first}
    season = brought(club, asked(SPELLED, answers={key: value for key, value in said.items() if value}))

    assert list(Member.objects.filter(number__gt=2).order_by("number").values_list("name", flat=True)) == entered
    assert PastRow.objects.count() == (1 if of_first == "out" else 4)
    assert sum(line.points // 10 for line in lines(newest(season))) == (20 if of_first == "out" else 85)


def test_two_who_are_there_on_the_same_nights_are_two_people(club):
    """Once may be a mistake and is asked, twice is not."""
    once = SPELLED + "2019-01-15,Gus Gunderson,9\n"
    assert answers(plan_past(club, asked(once)))["Gus Gundersen"] == ""
    twice = f"{once}2019-01-22,Gus Gundersen,9\n"
    assert answers(plan_past(club, asked(twice)))["Gus Gundersen"] == "initials"


def test_total_is_no_player(club):
    season = brought(club, asked(TABLE + "Total,,1612\n"))

    assert standing(newest(season)) == [("Ruth", 1, 900), ("Gus", 2, 700)]
    assert LogLine.objects.get(action="brought in a past season").after.startswith("2 rows of 2019.xlsx, 2 left out.")


@pytest.mark.parametrize("answer", ["as-", "as-nobody"])
def test_same_as_a_name_that_is_not_there_is_told(club, answer):
    name = plan_past(club, asked(answers={key_of("Gus Gone"): answer})).names[key_of("Gus Gone")]

    assert (name.answer, name.fault) == ("", "Say who is meant.")


@pytest.mark.parametrize("answer", ["99", "x", "0", "9" * 30])
def test_number_of_nobody_is_told(club, answer):
    plan = plan_past(club, asked(answers={key_of("Gus Gone"): answer}))

    name = plan.names[key_of("Gus Gone")]
    assert (name.answer, name.fault) == ("", f"Nobody has number {answer[:12]}.")
    assert plan.is_open


def test_answer_of_one_file_is_known_to_the_next(club):
    brought(club, asked("Name,Points\nW Abel,4\n", answers={key_of("W Abel"): "2"}))

    assert answers(plan_past(club, asked("Name,Points\nW Abel,5\n"))) == {"W Abel": "2"}


def test_earlier_entry_of_a_member_is_the_one_that_stays(club):
    old = Member.objects.create(club=club, number=9, name="Ruth Miller")
    merge_members(kept=club.members.get(number=1), gone=old, acting=acting_as(), client_id="")

    assert answers(plan_past(club, asked("Name,Points\nRuth Miller,5\n"))) == {"Ruth Miller": "1"}


def test_nobody_is_there_twice(club):
    said = {key_of("R Abernathy"): "1"}
    text = "Name,Points\nRuth Abernathy,5\nR Abernathy,4\n"
    assert [fault.says for fault in plan_past(club, asked(text, answers=said)).faults] == [
        "Ruth Abernathy is there twice: see row 2."
    ]
    text = "Date,Name,Points\n2019-03-03,Ruth Abernathy,5\n2019-03-03,ruth abernathy,4\n2019-03-04,Ruth Abernathy,1\n"
    assert [fault.says for fault in plan_past(club, asked(text)).faults] == [
        "Ruth Abernathy is there twice on March 3, 2019: see row 2."
    ]


@pytest.mark.parametrize(
    ("text", "more", "why"),
    [
        (TABLE, {"opens_on": None}, "no dates"),
        ("Name,Points\nRuth,x\n", {}, "no row in it"),
        (TABLE, {"name": "Winter"}, "season of that name"),
    ],
)
def test_what_cannot_be_brought_in_is_refused(club, text, more, why):
    winter(club, 2026)

    with pytest.raises(Refused, match=why):
        brought(club, asked(text, **more))

    assert (Season.objects.count(), Member.objects.count(), PastFile.objects.count()) == (1, 2, 0)


def test_members_changed_meanwhile_are_looked_at_again(club):
    plan = plan_past(club, asked())
    Member.objects.filter(number=2).update(name="Gus Gone")

    with pytest.raises(Refused, match="Members changed"):
        bring_in(club=club, asked=asked(), fingerprint=plan.fingerprint, acting=acting_as(), client_id="")


def everything_else() -> Any:
    return (
        list(Member.objects.order_by("pk").values()),
        list(Season.objects.values()),
        PastFile.objects.count(),
        PastRow.objects.count(),
    )


def test_taken_out_it_leaves_nothing_but_the_log(club):
    before = everything_else()
    season = brought(club)

    take_out(season=season, acting=acting_as(), client_id="")

    assert everything_else() == before
    line = LogLine.objects.get(action="took out a past season")
    assert (line.subject, line.after) == ("Season 2019", "1 person entered for it went with it")
    brought(club)  # and in again


def test_taken_out_it_leaves_who_is_named_elsewhere(club):
    first = brought(club)
    second = brought(club, asked("Name,Points\nGus Gone,5\n", name="Season 2018"))
    take_out(season=first, acting=acting_as(), client_id="")

    assert Member.objects.filter(name="Gus Gone").exists()
    assert standing(newest(second)) == [("Gus", 1, 5)]
    take_out(season=second, acting=acting_as(), client_id="")
    assert not Member.objects.filter(name="Gus Gone").exists()


def test_who_came_back_stays_when_the_season_goes(club):
    season = brought(club)
    Member.objects.filter(name="Gus Gone").update(is_active=True)

    take_out(season=season, acting=acting_as(), client_id="")

    assert Member.objects.filter(name="Gus Gone").exists()


def test_season_that_was_played_here_is_not_taken_out(club):
    season = winter(club, 2026)

    with pytest.raises(Refused, match="wasn’t brought in"):
        take_out(season=season, acting=acting_as(), client_id="")


def test_past_season_is_not_reopened_and_gives_no_rules_to_the_next(club):
    season = brought(club, asked(NIGHTS))

    with pytest.raises(Refused, match="came from a file"):
        reopen_season(season=season, name="Season 2019", reason="x", acting=acting_as(), client_id="")
    opened = winter(club, 2018)
    assert "from_file" not in opened.draft


def test_merge_moves_past_rows_and_split_gives_them_back(club):
    text = NIGHTS + "2019-01-15,Walter Abel,7\n"
    season = brought(club, asked(text, answers={key_of("Walter Abel"): "name"}))
    kept, gone = club.members.get(number=2), club.members.get(name="Walter Abel")

    merge = merge_members(kept=kept, gone=gone, acting=acting_as(), client_id="")
    assert standing(newest(season)) == [("Ruth", 1, 55), ("Walt", 2, 47)]
    assert newest(season).state == "final"

    split_member(merge=merge, acting=acting_as(), client_id="")
    assert standing(newest(season)) == [("Ruth", 1, 55), ("Walt", 2, 40), ("Walter", 3, 7)]


def test_two_of_one_past_night_or_table_cannot_be_one_person(club):
    brought(club, asked(NIGHTS))
    brought(club, asked(name="Season 2018"))
    one, two, gus = club.members.order_by("number")

    for other, name in ((two, "Season 2019"), (gus, "Season 2018")):
        with pytest.raises(Refused, match=f"Both are in {name}"):
            merge_members(kept=one, gone=other, acting=acting_as(), client_id="")


def test_name_of_a_file_goes_with_an_anonymous_member(club):
    brought(club, asked('Name,Points\n"ABERNATHY,  Ruth",4\n'))
    ruth = club.members.get(number=1)

    show_initials(member=ruth, initials_only=True, acting=acting_as(), client_id="")
    make_anonymous(member=ruth, acting=acting_as(), client_id="")

    assert set(PastRow.objects.values_list("name", flat=True)) == {""}
