import io
from datetime import date

import pytest

from league.acting.log import Refused
from league.models import Member
from league.office.members.deeds.importing import (
    FOUND_OR_NEXT,
    NOTHING_SAID,
    Said,
    apply_import,
    file_header,
    file_rows,
    plan_import,
)
from league.office.members.pages.importing import preview_of
from pinochle_club.ground.exports import csv_text
from tests.league.makers import acting_as, make_club, make_members

pytestmark = pytest.mark.django_db


def plan(club, text, *, may_note=True, said=NOTHING_SAID):
    return plan_import(club, text, may_note=may_note, said=said)


def apply(club, text, *, fingerprint=None, client_id="import", acting=None):
    return apply_import(
        club=club,
        acting=acting or acting_as(),
        text=text,
        fingerprint=fingerprint or plan(club, text).fingerprint,
        client_id=client_id,
    )


def faults(club, text):
    return [(fault.line, fault.says) for fault in plan(club, text).faults]


def test_plan_tells_new_changed_and_unchanged_and_writes_nothing():
    club = make_club()
    make_members(club, 2)

    found = plan(club, "No,Name,Phone\n1,Ruth Abernathy,\n2,Walt Kowalski,555\n,Ida Moss,\n")

    assert found.unchanged == 1
    assert [change.changes for change in found.changed] == [(("phone", "–", "555"),)]
    assert [new.fields for new in found.new] == [{"name": "Ida Moss", "number": 3}]
    assert club.members.count() == 2


def test_number_finds_the_member_and_the_name_may_change():
    club = make_club()
    make_members(club, 1)

    apply(club, "No,Name\n1,Ruth Smith\n")

    assert club.members.get().name == "Ruth Smith"


def test_name_finds_the_member_where_there_is_no_number():
    club = make_club()
    make_members(club, 1)

    apply(club, "Name,Phone\nruth abernathy,555\n")

    assert club.members.get().phone == "555"


@pytest.mark.parametrize(
    ("answers", "comes_to"),
    [
        ({}, ([], [], "")),
        ({2: "2"}, ([], [(2, {"phone": "555"})], "2")),
        ({2: "new"}, ([(3, "Bernice Hall")], [], "new")),
        ({2: "9"}, ([], [], "")),
        ({3: "2"}, ([], [], "")),
    ],
)
def test_name_that_two_people_have_is_asked_about(answers, comes_to):
    club = make_club()
    for number in (1, 2):
        Member.objects.create(club=club, number=number, name="Bernice Hall")

    found = plan_import(club, "Name,Phone\nBernice Hall,555\n", may_note=True, said=Said(answers=answers))

    new = [(new.fields["number"], new.fields["name"]) for new in found.new]
    changed = [(changed.member.number, changed.fields) for changed in found.changed]
    (question,) = found.questions
    assert (new, changed, question.answer) == comes_to
    assert [member.number for member in question.people] == [1, 2]
    assert found.is_open == (not question.answer)


@pytest.mark.parametrize(("answer", "comes_to"), [("new", [(1, ""), (9, "555")]), ("1", [(9, "555")])])
def test_same_name_with_another_number_is_asked_about(answer, comes_to):
    club = make_club()
    make_members(club, 1)
    text = "No,Name,Phone\n9,Ruth Abernathy,555\n"
    sent = {"club": club, "acting": acting_as("admin"), "text": text, "fingerprint": plan(club, text).fingerprint}

    with pytest.raises(Refused, match="Choose who you mean"):
        apply_import(**sent, client_id="a")
    apply_import(**sent, client_id="b", said=Said(answers={2: answer}))

    assert list(club.members.values_list("number", "phone")) == comes_to


def test_a_number_goes_to_one_person_whoever_is_meant():
    club = make_club()
    make_members(club, 1)
    text = "No,Name\n9,Ruth Abernathy\n9,Bob\n,Ida\n"

    found = {
        answer: plan_import(club, text, may_note=True, said=Said(answers={2: answer})) for answer in ("", "1", "new")
    }

    assert {tuple((fault.line, fault.says) for fault in each.faults) for each in found.values()} == {
        ((3, f"Number 9 is already on line 2. {FOUND_OR_NEXT}"),)
    }
    numbers = [{new.fields["name"]: new.fields["number"] for new in each.new} for each in found.values()]
    assert [(each["Bob"], each["Ida"]) for each in numbers] == [(10, 11)] * 3


@pytest.mark.parametrize(("answer", "number"), [("", None), ("2", None), ("new", 4)])
def test_no_answer_changes_the_numbers_of_others(answer, number):
    club = make_club()
    for at in (1, 2):
        Member.objects.create(club=club, number=at, name="Bernice Hall")

    found = plan_import(club, "Name\nBernice Hall\nIda\n", may_note=True, said=Said(answers={2: answer}))

    numbers = {new.fields["name"]: new.fields["number"] for new in found.new}
    assert (numbers["Ida"], numbers.get("Bernice Hall")) == (3, number)


def test_all_faults_of_a_line_are_named():
    told = faults(make_club(), "No,Name,E-mail,Guest\nx,Ida,nonsense,perhaps\n")

    assert {line for line, _ in told} == {2}
    assert [any(word in text for _, text in told) for word in ("“x”", "“nonsense”", "“perhaps”")] == [True] * 3


def test_numbers_given_to_new_people_avoid_those_of_club_and_file():
    club = make_club()
    make_members(club, 2)

    found = plan(club, "No,Name\n,Ida\n7,Otto\n,Max\n")

    assert [(new.fields["name"], new.fields["number"]) for new in found.new] == [("Ida", 8), ("Otto", 7), ("Max", 9)]


def test_empty_cell_leaves_what_is_there():
    club = make_club()
    member = make_members(club, 1)[0]
    Member.objects.filter(pk=member.pk).update(phone="555", is_guest=True)

    found = plan(club, "No,Name,Phone,Guest\n1,Ruth Abernathy,,\n")

    assert (found.unchanged, found.changed) == (1, [])


@pytest.mark.parametrize(
    ("line", "fault", "cells", "name"),
    [
        ("x,Ida,,,", f"“x” is not a number from 1 to 999999. {FOUND_OR_NEXT}", ("number",), "Ida"),
        ("0,Ida,,,", f"“0” is not a number from 1 to 999999. {FOUND_OR_NEXT}", ("number",), "Ida"),
        ("99999999,Ida,,,", f"“99999999” is not a number from 1 to 999999. {FOUND_OR_NEXT}", ("number",), "Ida"),
        ("٣,Ida,,,", f"“٣” is not a number from 1 to 999999. {FOUND_OR_NEXT}", ("number",), "Ida"),
        ("5,,,,", "Nobody has number 5, and the line has no name.", ("name", "number"), ""),
        (",,x@y.org,,", "This line has neither a name nor a number. Type the name, or it’s left out.", ("name",), ""),
        (",Ida,nonsense,,", "“nonsense” is not an email address. Only this cell is left out.", ("email",), "Ida"),
        (",Ida,,perhaps,", "Guest is “perhaps”. Write yes or no. Only this cell is left out.", ("is_guest",), "Ida"),
        (
            ",Ida,,,31/31/20",
            "“31/31/20” is not a date. Write it as 11/21/2026. Only this cell is left out.",
            ("joined_on",),
            "Ida",
        ),
        (
            f",{'I' * 81},,,",
            f"The name “{'I' * 40}…” is longer than 80 characters. Only its beginning is kept.",
            ("name",),
            f"{'I' * 79}…",
        ),
        (",\u202e\u2028,,,", "The name can’t be read. Type it, or this line is left out.", ("name",), ""),
    ],
)
def test_fault_of_a_line_is_a_sentence_whose_cells_can_be_typed_and_nobody_falls_out(line, fault, cells, name):
    found = plan(make_club(), f"No,Name,E-mail,Guest,Joined\n{line}\n,Max,,,\n")
    typed = {(2, cell): {"name": "Ida", "number": "5"}.get(cell, "") for cell in cells}
    again = plan(make_club(), f"No,Name,E-mail,Guest,Joined\n{line}\n,Max,,,\n", said=Said(fixes=typed))

    assert [(fault.line, fault.says, fault.fields) for fault in found.faults] == [(2, fault, cells)]
    assert [new.fields["name"] for new in found.new] == [*([name] if name else []), "Max"]
    assert (again.faults, [new.fields["name"] for new in again.new]) == ([], ["Ida", "Max"])


def test_two_lines_about_one_person_are_a_fault():
    club = make_club()
    make_members(club, 1)

    assert faults(club, "No,Name\n1,Ruth\n1,ruth\n,Ida\n,ida\n") == [
        (3, "Number 1 is already on line 2."),
        (5, "ida is already on line 4. If they are two people, give each a number."),
    ]


def test_number_that_two_lines_have_stays_with_the_first_and_the_second_person_comes_in_too():
    club = make_club()
    make_members(club, 2)

    found = plan(club, "No,Name\n1,Ruth\n1,Ida\n1,Walt Kowalski\n")

    assert [(fault.line, fault.fields) for fault in found.faults] == [(3, ("number",)), (4, ("number",))]
    assert ([new.fields for new in found.new], found.unchanged) == ([{"name": "Ida", "number": 3}], 1)


@pytest.mark.parametrize(
    ("turned", "names"), [("", ["Lee, Ann"]), ("turned", ["Ann Lee"]), ("plain", ["Lee Ann"]), ("kept", ["Lee, Ann"])]
)
def test_name_with_a_comma_is_asked_about_and_never_guessed(turned, names):
    club = make_club()
    Member.objects.create(club=club, number=1, name="Moss, Ida")

    found = plan(club, "Name\nLee, Ann\nMoss, Ida\nRay Vance, Jr.\n", said=Said(turned=turned))

    assert [new.fields["name"] for new in found.new] == [*names, "Ray Vance, Jr."]
    assert (found.last_first, found.is_open, found.unchanged) == (["Lee, Ann"], not turned, 1)
    if not turned:
        with pytest.raises(Refused, match="Choose how the names are meant"):
            apply(club, "Name\nLee, Ann\n")


@pytest.mark.parametrize(
    "total",
    [
        "Total: 30,",
        "Total,30",
        "TOTAL MEMBERS 30,",
        "30 members,",
        ",Total",
        "Members: 30,",
        ",30 members total",
        ",Members (30)",
        ",TOTAL - 30",
        ",Total number of members: 30",
        ",Active: 28",
        ",As of 9/1/2024",
        ",Page 1 of 2",
        ",Updated: 3/4/2023",
    ],
)
def test_total_is_no_person(total):
    found = plan(make_club(), f"Number,Name\n1,Ida\n{total}\n")

    assert [new.fields["name"] for new in found.new] == ["Ida"]
    assert [fault.says.endswith("is a total or the like, not a person.") for fault in found.faults] == [True]


@pytest.mark.parametrize(
    "written", ["2020-11-03T00:00:00", "11/03/2020", "11/3/20", "3.11.2020", "11-3-2020", "2020/11/3"]
)
def test_dates_are_read_as_people_write_them(written):
    (new,) = plan(make_club(), f"Name,Joined\nIda,{written}\n").new

    assert new.fields["joined_on"] == date(2020, 11, 3)


def test_notes_are_for_those_who_may_read_them():
    club = make_club()

    found = plan(club, "Name,Notes\nIda,deaf\n", may_note=False)

    assert "director_notes" not in found.new[0].fields
    assert found.ignored == ("Directors’ notes",)


# -- doing it ----------------------------------------------------------------------------


def test_import_sent_twice_is_done_once():
    club = make_club()
    text = "Name\nIda\n"
    fingerprint = plan(club, text).fingerprint

    assert apply(club, text, fingerprint=fingerprint) is not None
    assert apply(club, text, fingerprint=fingerprint) is None
    assert club.members.count() == 1


@pytest.mark.parametrize("change", [{"phone": "1"}, {"director_notes": "x"}, {"is_active": False}, {"number": 9}])
def test_import_is_refused_where_members_changed_since_the_preview(change):
    club = make_club()
    member = make_members(club, 1)[0]
    fingerprint = plan(club, "Name\nIda\n").fingerprint
    Member.objects.filter(pk=member.pk).update(**change)

    with pytest.raises(Refused, match="changed since"):
        apply(club, "Name\nIda\n", fingerprint=fingerprint)
    assert club.members.count() == 1


def test_import_writes_who_is_new_and_each_change_into_the_log_without_notes():
    club = make_club()
    make_members(club, 1)

    apply(club, "No,Name,Guest,Notes\n1,Ruth Abernathy,yes,quarrels\n,Ida,,\n")

    lines = [(line.action, line.subject, line.before, line.after) for line in club.log.all()]
    assert lines == [
        ("imported members from a file", "1 new, 1 changed", "", "2 Ida"),
        ("changed a member", "1 Ruth Abernathy", "guest: no", "guest: yes; directors’ notes changed"),
    ]


# -- round trip --------------------------------------------------------------------------

STRANGE = (
    "=HYPERLINK(1)", "+1 555", "-2", "@x", "'=already", "Ann, “the\" one", "Иван; Тургенев", "李小龍", "＝full",
)  # fmt: skip


def test_export_taken_in_again_changes_nothing():
    club = make_club()
    for number, name in enumerate(STRANGE, start=1):
        Member.objects.create(
            club=club, number=number, name=" ".join(name.split()), short_name=name[:5].strip(), phone=name[:20].strip(),
            director_notes=f"{name.strip()}\nsecond line", joined_on=date(2020, 1, number), is_guest=number % 2 == 0,
            is_active=number % 3 > 0, cannot_move=number % 4 == 0, no_notices=number % 5 == 0,
            email="a@example.org",
        )  # fmt: skip
    Member.objects.update(phone="+1 555")

    text = csv_text(file_header(may_note=True), file_rows(club, may_note=True))
    here, there = plan(club, text), plan(make_club(), text)

    assert [change.changes for change in here.changed] == []
    assert (here.unchanged, here.new, here.faults) == (len(STRANGE), [], [])
    assert (len(there.new), there.faults) == (len(STRANGE), [])


def test_export_of_those_who_may_not_read_notes_holds_none():
    club = make_club()
    Member.objects.create(club=club, number=1, name="Ida", director_notes="deaf")

    text = csv_text(file_header(may_note=False), file_rows(club, may_note=False))

    assert "deaf" not in text
    assert "notes" not in io.StringIO(text).readline()


def test_year_alone_is_its_first_day():
    found = plan(make_club(), "Name,Email,Joined\nAda Lee,nonsense,1998\nIda Moss,,31/31/20\nTotal: 30,,\n")

    assert [new.fields for new in found.new] == [
        {"name": "Ada Lee", "number": 1, "joined_on": date(1998, 1, 1)},
        {"name": "Ida Moss", "number": 2},
    ]
    assert found.first_days == {2: ("1998", date(1998, 1, 1))}


def test_year_alone_can_be_left_out_and_never_takes_the_place_of_a_day_in_it():
    club = make_club()
    Member.objects.create(club=club, number=1, name="Ada Lee", joined_on=date(1998, 5, 14))
    Member.objects.create(club=club, number=2, name="Ida Moss", joined_on=date(1998, 5, 14))
    text = "Name,Joined\nAda Lee,1998\nIda Moss,June 1998\nBea Low,1987\n"

    found, without = plan(club, text), plan(club, text, said=Said(skips_years=True))

    assert (found.unchanged, [one.fields for one in found.changed]) == (1, [{"joined_on": date(1998, 6, 1)}])
    assert [preview_of(each)["new"][0][1] for each in (found, without)] == [
        "“1987” is read as January 1, 1987.",
        "“1987” is left out.",
    ]
    assert (without.unchanged, without.new[0].fields) == (2, {"number": 3, "name": "Bea Low"})


@pytest.mark.parametrize(
    ("written", "day"),
    [
        ("1998.0", (1998, 1, 1)),
        ("’98", (1998, 1, 1)),
        ("since 2009", (2009, 1, 1)),
        ("c. 2009", (2009, 1, 1)),
        ("Fall 2009", (2009, 1, 1)),
        ("2009?", (2009, 1, 1)),
        ("March 2019", (2019, 3, 1)),
        ("Sep 2019", (2019, 9, 1)),
        ("3/2019", (2019, 3, 1)),
        ("13/2019", None),
    ],
)
def test_date_without_a_day_is_the_first_one(written, day):
    (new,) = plan(make_club(), f"Name,Joined\nIda,{written}\n").new

    assert new.fields.get("joined_on") == (day and date(*day))
