"""Links of a member's own: each opens one thing, until the member has new ones."""

import pytest

from league.office.members.links import opens, token_of
from tests.league.makers import make_club, make_members

pytestmark = pytest.mark.django_db


def test_link_opens_one_thing_of_one_member():
    ruth, walt = make_members(make_club(), 2)
    token = token_of(ruth, "night 7")

    assert opens(token, ruth, "night 7")
    assert not opens(token, ruth, "night 8")
    assert not opens(token, walt, "night 7")
    assert not opens("é", ruth, "night 7")


def test_new_nonce_kills_what_was_printed():
    (ruth,) = make_members(make_club(), 1)
    token = token_of(ruth, "night 7")

    ruth.link_nonce = "another"

    assert not opens(token, ruth, "night 7")
