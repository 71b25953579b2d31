"""Who was entered by mistake goes; who anything rests on stays."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.utils import timezone

from league.acting.log import Refused
from league.models import Coming, ConductNote, Entrant, Follow, Member, Merge, PairRule, Role
from league.office.members.deeds import deleting
from league.office.members.deeds.deleting import GOES_ALONG, RESTS, delete_member, naming_columns
from tests.league.makers import acting_as, make_event, make_members, make_user

pytestmark = pytest.mark.django_db


def delete(member: Member, client_id: str = "delete") -> None:
    delete_member(member=member, acting=acting_as("admin"), client_id=client_id, reason="typed twice")


def test_every_column_that_names_a_member_goes_along_or_says_why_they_stay() -> None:
    names = [name for name, _ in naming_columns()]

    assert sorted(names) == sorted({*GOES_ALONG, *RESTS})
    assert not GOES_ALONG & set(RESTS)


@pytest.fixture
def ruth() -> Member:
    """Ruth of three members, who said of a planned night that she doesn't come, and is named in every way that goes
    along."""
    event = make_event()
    ruth, walt, _ = make_members(event.club, 3)
    Coming.objects.create(event=event, member=ruth, says=Coming.Says.NOT_COMING, at=timezone.now())
    Follow.objects.create(member=walt, other=ruth)
    PairRule.objects.create(club=event.club, first=ruth, second=walt, kind=PairRule.Kind.PARTNERS)
    ruth.carries.add(event.club.categories.create(name="Women"))
    return ruth


def test_who_never_played_goes_with_all_that_is_about_them_alone(ruth: Member) -> None:
    club, names = ruth.club, ["Walt Kowalski"]
    delete(ruth)
    delete(ruth)

    assert list(club.members.values_list("name", flat=True))[:1] == names
    assert [(line.action, line.subject, line.reason) for line in club.log.all()] == [
        ("deleted a member", "1 Ruth Abernathy", "typed twice")
    ]
    assert (Coming.objects.count(), Follow.objects.count(), PairRule.objects.count()) == (0, 0, 0)


def played(member: Member) -> None:
    Entrant.objects.create(event=make_event(club=member.club), member=member, number=1, name=member.name)


def signed_up(member: Member) -> None:
    Role.objects.create(club=member.club, member=member, user=make_user(), kind=Role.Kind.MEMBER)


def noted(member: Member) -> None:
    ConductNote.objects.create(club=member.club, member=member, happened_on=timezone.localdate(), text="Loud.")


def merged(member: Member) -> None:
    (other,) = make_members(member.club, 1)
    Merge.objects.create(club=member.club, kept=member, gone=other, at=timezone.now())


@pytest.mark.parametrize(
    ("do", "why"),
    [
        (played, "list of an event"),
        (signed_up, "an account"),
        (noted, "conduct file"),
        (merged, "merged with another"),
    ],
)  # fmt: skip
def test_who_anything_rests_on_stays(ruth: Member, do: Callable[[Member], None], why: str) -> None:
    do(ruth)

    with pytest.raises(Refused, match=f"can’t be deleted: they .*{why}"):
        delete(ruth)
    assert Member.objects.filter(pk=ruth.pk).exists()


def test_a_column_that_nobody_spoke_of_keeps_its_member(ruth: Member, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deleting, "GOES_ALONG", GOES_ALONG - {"Follow.other"})

    with pytest.raises(Refused, match="something that the club keeps"):
        delete(ruth)
