"""Who is acting, what they are told, and where somebody who is not signed in is sent."""

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.http import HttpResponse

from league.acting.permissions import (
    NOBODY,
    Action,
    Kind,
    acting_in,
    kinds_that_may,
    name_of,
    needs,
    refuse,
    sent_before,
)
from league.acting.submissions import SentBefore
from league.models import Club, Role
from tests.league.makers import make_club, make_members, make_user


@pytest.mark.parametrize(
    ("method", "back"), [("get", "%2Fsomewhere%2F%3Fpage%3D2"), ("post", "%2Fclubs%2Fst-hilary%2F")]
)
def test_who_signs_in_comes_back_to_the_page_or_from_a_form_to_the_club(rf, method, back):
    request = getattr(rf, method)("/somewhere/?page=2")
    request.user = AnonymousUser()

    answer = refuse(request, Club(slug="st-hilary"), Action.READ_PUBLISHED)

    assert answer.headers["Location"].partition("?next=")[2] == back


def test_account_is_called_by_its_full_name_and_else_by_the_one_it_signs_in_with():
    names = [("Carol", "Reyes"), ("", "")]

    called = [name_of(User(username="carol", first_name=first, last_name=last)) for first, last in names]

    assert called == ["Carol Reyes", "carol"]


def test_who_may_do_it_on_any_evening():
    assert kinds_that_may(Action.DELETE) == [Kind.ADMIN]
    assert kinds_that_may(Action.RULE) == [Kind.ADMIN, Kind.DIRECTOR, Kind.REFEREE]
    assert kinds_that_may(Action.SEE_OWN) == [Kind.ADMIN, Kind.DIRECTOR, Kind.REFEREE, Kind.MEMBER]


@pytest.mark.parametrize("htmx", [True, False])
def test_a_form_that_is_not_taken_says_why_and_a_script_opens_its_page_again(rf, htmx, monkeypatch):
    said: list[str] = []
    refusal = SentBefore()
    monkeypatch.setattr("django.contrib.messages.error", lambda _, why: said.append(why))
    monkeypatch.setattr("league.acting.permissions.render", lambda *_, status: HttpResponse(status=status))
    request = rf.post("/")
    request.htmx, request.club = htmx, Club()

    answer = sent_before(request, refusal)

    assert (answer.status_code, answer.headers.get("HX-Refresh"), said) == (
        *((409, "true", [str(refusal)]) if htmx else (409, None, [])),
    )


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("action", "is_findable", "tag"),
    [(Action.READ_PUBLISHED, True, "all"), (Action.READ_PUBLISHED, False, None), (Action.READ_MEMBERS, True, None)],
)
def test_search_engines_list_what_a_club_publishes_and_lets_be_found(rf, action, is_findable, tag):
    club = make_club(is_findable=is_findable)
    request = rf.get("/")
    request.user = make_user(club, kind="director")

    answer = needs(action, writes=False)(lambda _: HttpResponse())(request, slug=club.slug)

    assert (answer.status_code, answer.headers.get("X-Robots-Tag")) == (200, tag)


@pytest.mark.django_db
def test_who_is_acting_is_known_by_the_club_alone(rf):
    club = make_club()
    request = rf.get("/")
    request.user = make_user(club, kind="referee")
    (member,) = make_members(club, 1)
    Role.objects.update(member=member)

    here, elsewhere = acting_in(request, club), acting_in(request, make_club(slug="other"))

    assert (here.kind, here.member_id, here.user) == (Kind.REFEREE, member.pk, request.user)
    assert (elsewhere.kind, elsewhere.member_id, elsewhere.user) == (None, None, request.user)
    request.user = AnonymousUser()
    assert acting_in(request, club) == NOBODY
