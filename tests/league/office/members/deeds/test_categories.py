"""Categories: named by the club, carried by its people, on form, list and files."""

from collections.abc import Sequence

import pytest
from django.urls import reverse

from league.acting.log import Refused
from league.models import LogLine, Member, Prize
from league.office.members.deeds.categories import add_category, remove_category, rename_category
from league.office.members.deeds.importing import apply_import, file_header, file_rows, plan_import
from league.office.members.deeds.members import change_member
from tests.league.makers import acting_as, make_club, make_event, make_members, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    club = make_club()
    for name in ("Women", "Newcomers"):
        club.categories.create(name=name)
    return club


def taken_in(club, text, client_id="import"):
    plan = plan_import(club, text, may_note=True)
    return apply_import(
        club=club, text=text, fingerprint=plan.fingerprint, acting=acting_as(), client_id=client_id
    )  # fmt: skip


def carried(club):
    return {member.name: member.categories for member in club.members.prefetch_related("carries")}


def test_a_name_is_one_category_in_capitals_or_not(club):
    with pytest.raises(Refused, match="already a category called women"):
        add_category(club=club, name="women", acting=acting_as(), client_id="again")

    for _ in range(2):
        add_category(club=club, name="Men", acting=acting_as(), client_id="men")

    assert [category.name for category in club.categories.all()] == ["Men", "Newcomers", "Women"]


def test_whoever_carries_it_does_so_under_its_new_name(club):
    (ruth,) = make_members(club, 1)
    ruth.carries.set(club.categories.filter(name="Women"))

    rename_category(category=club.categories.get(name="Women"), name="Ladies", acting=acting_as(), client_id="ladies")

    assert carried(club) == {"Ruth Abernathy": ("Ladies",)}


def test_a_category_with_a_prize_stays(club):
    women = club.categories.get(name="Women")
    prize = Prize.objects.create(event=make_event(club), kind="place", category=women, amount=500)
    with pytest.raises(Refused, match="has a prize for Women"):
        remove_category(category=women, acting=acting_as(), client_id="remove")

    prize.delete()
    remove_category(category=women, acting=acting_as(), client_id="gone")

    assert [category.name for category in club.categories.all()] == ["Newcomers"]


def test_a_change_is_told_and_what_is_not_named_stays(club):
    (ruth,) = make_members(club, 1)

    fields = {"categories": ("Women",), "short_name": "Ruth A."}
    change_member(member=ruth, fields=fields, acting=acting_as(), client_id="one")
    change_member(member=ruth, fields={"short_name": "Ruthie"}, acting=acting_as(), client_id="two")

    assert carried(club) == {"Ruth Abernathy": ("Women",)}
    assert LogLine.objects.get(client_id="one").after == "categories: Women; short name: Ruth A."


def test_the_form_ticks_and_unticks(client, club):
    (ruth,) = make_members(club, 1)
    client.force_login(make_user(club, "director"))
    page = reverse("league:member", args=[club.slug, ruth.pk])

    for name, ticked in (("tick", ["Newcomers", "Women"]), ("untick", [])):
        client.post(page, {"client_id": name, "name": ruth.name, "number": 1, "categories": ticked})
        assert list(carried(club)[ruth.name]) == ticked
        assert client.get(page).content.decode().count("checked") == len(ticked)


def test_the_list_is_looked_at_by_category(client, club):
    for member in make_members(club, 3)[:2]:
        member.carries.set(club.categories.all())
    client.force_login(make_user(club, "director"))
    women = club.categories.get(name="Women")

    page = client.get(reverse("league:members", args=[club.slug]), {"show": f"category-{women.pk}"}).content.decode()

    assert "Ruth Abernathy" in page
    assert "Marge Delgado" not in page
    assert page.count('<span class="tag tag-soft">Women</span>') == 2
    assert 'Active <span class="count">3</span>' in page


def test_a_list_brings_categories_and_names_those_that_are_new(club):
    make_members(club, 1)
    text = "Number,Name,Category\n1,,women / Seniors\n2,Walt Kowalski,\n3,Ida Moss,Newcomers; seniors\n"

    plan = taken_in(club, text)

    assert plan.categories == ["Seniors"]
    assert carried(club) == {
        "Ruth Abernathy": ("Seniors", "Women"), "Walt Kowalski": (), "Ida Moss": ("Newcomers", "Seniors"),
    }  # fmt: skip


def test_what_is_exported_comes_back_unchanged_and_into_an_empty_club(club):
    for member, names in zip(make_members(club, 2), (["Women"], ["Newcomers", "Women"]), strict=True):
        member.carries.set(club.categories.filter(name__in=names))
    rows: list[Sequence[object]] = [file_header(may_note=True), *file_rows(club, may_note=True)]
    text = "\n".join(",".join(f'"{cell or ""}"' for cell in row) for row in rows)

    assert plan_import(club, text, may_note=True).unchanged == 2
    other = make_club()
    taken_in(other, text)

    assert carried(other) == carried(club)


def test_a_category_that_is_too_long_is_told_with_its_line(club):
    plan = plan_import(club, f"Name,Category\nIda Moss,{'x' * 31}\n", may_note=True)

    assert [(fault.line, "longer than 30 characters" in fault.says) for fault in plan.faults] == [(2, True)]
    assert not Member.objects.filter(name="Ida Moss").exists()
