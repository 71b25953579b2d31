"""What a person is called, and to whom."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest
from django.test import Client

from league.models import Entrant, Member, Role
from league.models.members import with_number
from league.office.clubs.pages.navigation import address_of
from league.office.members.naming import INITIALS, shown_name
from tests.league.makers import (
    acting_as,
    close_with_sums,
    make_entrants,
    make_event,
    make_members,
    make_round,
    make_user,
    start_now,
)


@pytest.mark.parametrize(
    ("name", "initials"),
    [
        ("Ruth Abernathy", "R. A."),
        ("Cher", "C."),
        ("Mary-Ann  O’Neil", "M. O."),
        ("“Ace” van der Berg", "A. V. D. B."),
        ("a b c d e f", "A. B. C. D."),
        ("Ōyama 美咲", "Ō. 美."),
        ("?!", "–"),
    ],
)
def test_initials(name: str, initials: str) -> None:
    assert Member(name=name, short_name="Ruthie", initials_only=True).called == initials
    assert INITIALS.fullmatch(initials)
    assert INITIALS.fullmatch(with_number(initials, 3))


@pytest.mark.parametrize("kind", [None, *Role.Kind])
def test_initials_are_for_all_but_officials(kind: str | None) -> None:
    member = Member(pk=3, name="Ruth Abernathy", short_name="Ruthie", initials_only=True)
    full = kind in ("admin", "director", "referee", "helper")  # a helper keeps the desk of one evening

    acting = replace(acting_as(kind), member_id=4)

    assert shown_name(member, acting) == ("Ruth Abernathy" if full else "R. A.")


def test_everybody_reads_their_own_name() -> None:
    member = Member(pk=3, name="Ruth Abernathy", short_name="Ruthie", initials_only=True)

    assert shown_name(member, replace(acting_as("member"), member_id=3)) == "Ruth Abernathy"


def test_others_are_called_by_name_to_everybody() -> None:
    member = Member(pk=3, name="Ruth Abernathy", short_name="Ruthie")

    assert shown_name(member, acting_as(None)) == "Ruth Abernathy"


def test_who_shares_a_name_is_told_apart_by_the_number() -> None:
    member = Member(pk=3, name="Ann Lee", short_name="Ann", name_apart="3", short_name_apart="3")
    assert (member.public_name, member.called, member.full_name) == ("Ann Lee (3)", "Ann (3)", "Ann Lee (3)")

    member.initials_only = True
    assert (member.called, shown_name(member, acting_as("director"))) == ("A. L. (3)", "Ann Lee (3)")


@pytest.mark.parametrize(
    ("name", "number", "words"), [("Ann Lee", 3, "Ann Lee (3)"), ("Ann Lee (3)", 3, "Ann Lee (3)")]
)
def test_a_number_is_said_once(name: str, number: int, words: str) -> None:
    assert with_number(name, number) == words


@pytest.mark.django_db
def test_officials_read_names_in_full_where_they_run_an_evening_and_others_initials_from_the_same_pages():
    event = make_event(rounds_planned=2)
    make_members(event.club)
    pearl = event.club.members.get(number=1)
    pearl.name, pearl.initials_only = "Pearl Jamison", True
    pearl.save()
    people = make_entrants(event, 8)
    Entrant.objects.filter(member=pearl).update(name=pearl.public_name)
    people[0].refresh_from_db()
    close_with_sums(start_now(make_round(event, people)), [(312, 150), (200, 260)])
    start_now(make_round(event, people, number=2))
    own = {"board": "?open=1", "rotation": "?view=people", "event": ""}
    public = ("event", "seating", "projector")

    def reads(kind: str, names: Iterable[str]) -> set[tuple[bool, bool]]:
        client = Client()
        client.force_login(make_user(event.club, kind))
        pages = [client.get(address_of(name, event.club.slug, event.pk) + own.get(name, "")).text for name in names]
        return {("Pearl Jamison" in page, "P. J." in page) for page in pages}

    for _ in range(2):  # what is kept of a page is not another reader's
        assert reads("director", own) == {(True, False)}
        assert reads("member", public) == {(False, True)}
    assert Entrant.objects.get(member=pearl).name == "P. J."
