"""A member entered twice becomes one, and two again with exactly what each had."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest
from django.forms import ModelChoiceField
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.acting.log import Refused
from league.acting.permissions import NOBODY
from league.evening.coming.deeds import note_word
from league.models import (
    Category,
    Club,
    Coming,
    ConductNote,
    Entrant,
    LogLine,
    Member,
    Merge,
    PairRule,
    Role,
)
from league.office.members.deeds.names import call_anew
from league.office.members.deeds.privacy import make_anonymous
from league.season.merging.deeds import merge_members, split_member
from league.season.merging.forms import OtherForm
from league.season.seasons.deeds import close_season
from league.season.seasons.pages import listed_names
from league.season.seasons.published import places_of
from scoring.models import ScoreCard
from tests.lasting import lasting
from tests.league.evening.money.evening import close, played_evening
from tests.league.makers import By, acting_as, make_club, make_entrants, make_event, make_series, make_user
from tests.league.season.seasons.played import laid_night, newest, opened, standing
from tests.league.test_permission_matrix import everything

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def lasting_club(django_db_setup: None, django_db_blocker: Any) -> Iterator[Club]:
    with lasting(django_db_blocker):
        club = make_club()
        close(played_evening(club, name="First night"))
        ninth = Member.objects.create(
            club=club, number=9, name="Ruthie Abernethy", phone="555-0142", email="ruth@example.org", is_guest=True
        )
        second = played_evening(club, name="Second night", played_on=date(2026, 11, 24))
        Entrant.objects.filter(event=second, number=1).update(member=ninth)
        call_anew(ninth)
        close(second, "close second")
        yield club


@pytest.fixture
def club(lasting_club: Club, db: None) -> Club:
    """Ruth played on one evening as number 1, on another as number 9."""
    return Club.objects.get(pk=lasting_club.pk)


def both(club: Club) -> tuple[Member, Member]:
    one, nine = club.members.select_related("club").filter(number__in=(1, 9))
    return one, nine


def merged(club: Club) -> Merge:
    kept, gone = both(club)
    return merge_members(kept=kept, gone=gone, acting=acting_as(), client_id="merge")


def rows() -> dict[str, Any]:
    """All that is kept, but for what tells of the merge itself and of when an evening was last touched."""
    found = {name: all_of for name, all_of in everything().items() if name not in ("LogLine", "Merge", "Publication")}
    found["PublishedPlace"] = []
    found["Event"] = []
    found["ScoreCard"] = list(ScoreCard.objects.order_by("pk").values_list("pk", "version", "player_names"))
    return found


def test_all_that_one_has_moves_and_comes_back(club):
    kept, gone = both(club)
    others = list(club.members.filter(number__in=(2, 3, 4)))
    event, after_next = make_event(club, name="Next"), make_event(club, name="The one after")
    for member, other, kind in (
        (gone, others[0], "never_meet"),
        (kept, others[1], "partners"),
        (gone, others[2], "partners"),
    ):
        first, second = sorted((member, other), key=lambda one: one.pk)
        PairRule.objects.create(club=club, first=first, second=second, kind=kind)
    women, new = (Category.objects.create(club=club, name=name) for name in ("Women", "Newcomers"))
    kept.carries.add(women)
    gone.carries.add(women, new)
    Role.objects.create(club=club, user=make_user(), kind="member", member=gone)
    ConductNote.objects.create(club=club, member=gone, happened_on=date(2026, 11, 24), text="Loud.")
    for night, member, says in (
        (event, kept, "coming"),
        (event, gone, "not_coming"),
        (after_next, gone, "coming"),
        (after_next, kept, "not_coming"),
    ):
        Coming.objects.create(event=night, member=member, says=says, at=timezone.now())
    before = rows()

    merge = merged(club)

    assert [one.event.name for one in Entrant.objects.filter(member=kept).order_by("pk")] == [
        "First night",
        "Second night",
    ]
    assert not Entrant.objects.filter(member=gone).exists()
    kept.refresh_from_db()
    assert (kept.phone, kept.email, kept.categories) == ("555-0142", "ruth@example.org", ("Newcomers", "Women"))
    assert Role.objects.get(member__isnull=False).member == ConductNote.objects.get().member == kept
    pairs = {(rule.kind, *sorted((rule.first_id, rule.second_id))) for rule in PairRule.objects.all()}
    assert ("never_meet", *sorted((kept.pk, others[0].pk))) in pairs
    assert ("partners", *sorted((gone.pk, others[2].pk))) in pairs  # nobody always plays with two
    assert set(Coming.objects.filter(member=kept).values_list("event", "says")) == {
        (event.pk, "not_coming"),
        (after_next.pk, "not_coming"),
    }  # the newest word about each

    split_member(merge=merge, acting=acting_as(), client_id="split")

    assert rows() == before
    assert list(LogLine.objects.order_by("-pk").values_list("action", "subject")[:2]) == [
        ("split two entries again", "number 9 from number 1"),
        ("merged two entries of a member", "number 9 into number 1"),
    ]


@pytest.mark.parametrize("last", ["kept", "gone"])
def test_whose_newest_word_is_no_is_not_expected_any_more_and_is_again_after_a_split(club, last):
    people = dict(zip(("kept", "gone"), both(club), strict=True))
    coming = people["gone" if last == "kept" else "kept"]
    walt = club.members.get(number=2)
    night = make_event(club, name="Next", format="half_move", played_on=timezone.localdate())
    by: By = {"acting": acting_as(), "client_id": ""}
    note_word(event=night, **by, member=coming, says="coming", note="", partner=walt)
    note_word(event=night, **by, member=people[last], says="not_coming", note="", partner=None)

    merge = merged(club)

    assert list(night.entrants.values_list("member", flat=True)) == [walt.pk]
    assert night.coming.get(member=walt).says == "looking"

    split_member(merge=merge, acting=acting_as(), client_id="split")

    assert {one.member: one.partner and one.partner.member for one in night.entrants.all()} == {
        walt: coming, coming: walt,
    }  # fmt: skip
    assert (night.coming.get(member=walt).partner, night.coming.get(member=coming).partner) == (coming, walt)


@pytest.mark.parametrize("which", ["kept", "gone"])
def test_member_is_active_when_either_entry_was(club, which):
    inactive = dict(zip(("kept", "gone"), both(club), strict=True))[which]
    Member.objects.filter(pk=inactive.pk).update(is_active=False)

    merge = merged(club)
    assert [(one.is_active, one.is_guest) for one in both(club)] == [(True, False), (False, True)]

    split_member(merge=merge, acting=acting_as(), client_id="split")
    assert [one.is_active for one in both(club)] == [which == "gone", which == "kept"]


def test_evenings_of_both_call_them_by_the_name_that_stays(club):
    merge = merged(club)
    _, gone = both(club)
    assert set(Entrant.objects.filter(member=merge.kept).values_list("name", flat=True)) == {"Ruth Abernathy"}

    split_member(merge=merge, acting=acting_as(), client_id="split")

    assert Entrant.objects.get(member=gone).name == "Ruthie Abernethy"


def test_what_came_since_stays_with_the_one_that_stayed(club):
    merge = merged(club)
    kept = club.members.get(number=1)
    later = make_entrants(make_event(club, name="Later"), 1)[0]
    Member.objects.filter(pk=kept.pk).update(phone="555-0199")

    split_member(merge=merge, acting=acting_as(), client_id="split")

    later.refresh_from_db()
    kept.refresh_from_db()
    assert later.member == kept
    assert kept.phone == "555-0199"
    assert split_member(merge=merge, acting=acting_as(), client_id="again").is_split


def test_initials_are_for_both_once_one_of_them_wanted_it(club):
    kept, gone = both(club)
    Member.objects.filter(pk=gone.pk).update(initials_only=True)

    merge = merged(club)
    assert set(Entrant.objects.filter(member=kept).values_list("name", flat=True)) == {"R. A."}

    split_member(merge=merge, acting=acting_as(), client_id="split")
    names = [Entrant.objects.get(member=member).name for member in (kept, gone)]
    assert names == ["Ruth Abernathy", "R. A."]


@pytest.mark.parametrize("was_guest", [False, True])
def test_standings_are_published_anew_with_the_nights_of_both(was_guest):
    series = make_series(make_club())
    laid_night(series, 0, (60, 20, 60, 20))
    second = laid_night(series, 1, (60, 20, 60, 20))
    season = opened(series.club)
    twin = Member.objects.create(club=series.club, number=9, name="Ruthie", is_guest=was_guest)
    Entrant.objects.filter(event=second, number=1).update(member=twin, is_guest=was_guest)

    merge = merged(series.club)
    together = standing(newest(season))
    split_member(merge=merge, acting=acting_as(), client_id="split")

    assert ("Ruth", 1, 120) in together
    assert newest(season).because == "Two members who were put together are two again"
    apart = {("Ruth", 60)} if was_guest else {("Ruth", 60), ("Ruthie", 60)}
    assert {(name, points) for name, _, points in standing(newest(season)) if name.startswith("Ruth")} == apart


def test_final_standings_say_who_stands_in_them_twice():
    series = make_series(make_club())
    laid_night(series, 0, (60, 20, 60, 20))
    second = laid_night(series, 1, (60, 20, 60, 20))
    twin = Member.objects.create(club=series.club, number=9, name="Ruthie")
    Entrant.objects.filter(event=second, number=1).update(member=twin)
    season = opened(series.club)
    close_season(season=season, acting=acting_as(), client_id="")

    merged(series.club)

    names = [listed_names(line, NOBODY) for line in places_of(newest(season))]
    assert [name for name in names if "(" in name] == ["Ruth Abernathy (entered twice)"] * 2
    assert len(names) == 5


def test_two_who_met_are_two(club):
    kept, _ = both(club)
    walt = club.members.select_related("club").get(number=2)

    with pytest.raises(Refused, match="Both are on the list of First night, Tuesday, November 17, 2026"):
        merge_members(kept=kept, gone=walt, acting=acting_as(), client_id="merge")


def test_two_accounts_are_not_merged(club):
    for member in both(club):
        Role.objects.create(club=club, user=make_user(), kind="member", member=member)

    with pytest.raises(Refused, match="Both have an account"):
        merged(club)


def test_merged_and_made_anonymous_leaves_no_trace_of_either(club):
    merged(club)
    kept, _ = both(club)

    make_anonymous(member=kept, acting=acting_as(), client_id="forget")

    kept_rows = str(everything())
    assert [word for word in ("Abernethy", "Abernathy", "555-0142", "ruth@example.org") if word in kept_rows] == []


def test_page_shows_both_before_anything_moves(club):
    kept, gone = both(club)
    client = Client()
    client.force_login(make_user(club, "director"))
    address = reverse("league:merge_member", args=[club.slug, kept.pk])

    page = client.get(address, {"other": gone.pk}).content.decode()

    assert "Ruth Abernathy, number 1" in page
    assert "555-0142, ruth@example.org" in page
    assert page.count("1 evening") == 2
    assert client.get(address, {"other": "x"}).status_code == 422
    walt = club.members.get(number=2)
    assert "Nobody can be there twice" in client.get(address, {"other": walt.pk}).content.decode()
    done = client.post(address, {"other": gone.pk, "stays": gone.pk, "client_id": "merge"}, follow=True)
    assert "Merged. Number 1 is now number 9." in done.content.decode()
    assert "Split again" in done.content.decode()
    listed = client.get(reverse("league:members", args=[club.slug]), {"show": "all"}).content.decode()
    assert ("Ruth Abernathy" in listed, "Ruthie Abernethy" in listed) == (False, True)


def test_entries_that_share_a_name_are_offered_first():
    ruth = Member.objects.create(club=make_club(), number=1, name="Ruth Abernathy")
    for number, name in enumerate(("Aaron Zed", "Walt Kowalski", "R. Abernathy"), start=50):
        Member.objects.create(club=ruth.club, number=number, name=name)

    field = OtherForm(person=ruth).fields["other"]
    assert isinstance(field, ModelChoiceField)
    offered = field.queryset
    assert offered is not None

    assert [one.name for one in offered] == ["R. Abernathy", "Aaron Zed", "Walt Kowalski"]
