"""Where somebody who is not signed in is sent. No database."""

import pytest
from django.contrib.auth.models import AnonymousUser, User

from league.acting.permissions import Action, name_of, refuse
from league.models import Club


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
