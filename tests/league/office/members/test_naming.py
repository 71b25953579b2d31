"""What a person is called, and to whom."""

from __future__ import annotations

from dataclasses import replace

import pytest

from league.models import Member, Role
from league.models.members import with_number
from league.office.members.naming import shown_name
from tests.league.makers import acting_as


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
