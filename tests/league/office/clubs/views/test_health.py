from collections.abc import Callable
from itertools import count

import pytest
from django.test import Client

from league.models import Club
from pinochle_club.ground import health
from pinochle_club.ground.health import Line
from tests.league.makers import make_club, make_user

pytestmark = pytest.mark.django_db
LINES = (
    Line("Clock", "It is right."),
    Line("Copies", "The last good copy is old.", "make backup", key="back_up"),
    Line("Saving", "No space is left.", "Delete files", stops=True),
)


@pytest.fixture(autouse=True)
def _computer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "_found", [])
    monkeypatch.setattr(health.computer_looked_at, "followers", {"lines": lambda: LINES})


@pytest.fixture
def signed_in() -> Callable[[str], tuple[Client, str]]:
    def sign_in(kind: str) -> tuple[Client, str]:
        client, club = Client(), make_club()
        client.force_login(make_user(club, kind))
        return client, f"/clubs/{club.slug}/health/"

    return sign_in


def test_what_is_not_well_comes_first_with_what_cures_it(signed_in):
    client, address = signed_in("referee")

    page = client.get(address).content.decode()

    assert page.index("No space is left.") < page.index("The last good copy is old.") < page.index("It is right.")
    assert page.count("What to do:") == 2
    assert "Make a copy now" not in page


def test_a_copy_that_is_due_is_one_tap_for_an_admin(signed_in, monkeypatch: pytest.MonkeyPatch):
    made = count(1)
    monkeypatch.setitem(health.key_tapped.followers, "back_up", lambda: f"Copy {next(made)} was made.")
    client, address = signed_in("admin")

    offered = client.get(address).content.decode()
    after = client.post(f"{address}back-up/", {"client_id": "one"}, follow=True).content.decode()
    client.post(f"{address}back-up/", {"client_id": "one"})

    assert "Make a copy now" in offered
    assert "Copy 1 was made." in after
    assert next(made) == 2


@pytest.mark.parametrize("is_example", [False, True])
def test_a_newer_version_is_one_tap_for_an_admin_of_a_club_that_is_no_example(signed_in, monkeypatch, is_example):
    asked = count()
    line = Line("Version", "This is version 1.0.0.", key="update")
    monkeypatch.setattr(health.computer_looked_at, "followers", {"lines": lambda: (line,)})
    monkeypatch.setitem(health.key_tapped.followers, "update", lambda: f"{next(asked)} times before. The club closes.")
    client, address = signed_in("admin")
    Club.objects.update(is_example=is_example)

    offered = client.get(address).content.decode()
    after = client.post(f"{address}update/", {"client_id": "one"}, follow=True).content.decode()

    assert ("Update the program" in offered, "0 times before. The club closes." in after) == (not is_example,) * 2
    assert next(asked) == (0 if is_example else 1)
