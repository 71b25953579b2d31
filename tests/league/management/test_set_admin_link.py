import re

import pytest
from django.core.management import CommandError, call_command

from pinochle_club.ground import opened
from pinochle_club.ground.locks import FileLock
from tests.league.makers import make_club, make_user

pytestmark = pytest.mark.django_db


def printed(capsys, *arguments):
    call_command("set_admin_link", *arguments)
    out = capsys.readouterr().out
    return out, re.findall(r"http://testserver(/l/[\w-]{32}/)", out)[0]


def test_link_gives_a_lost_password_back(capsys, client):
    carol = make_user(make_club(), "admin", username="carol")

    out, link = printed(capsys, "Carol")

    assert out.startswith("Carol Reyes chooses a new password here")
    client.post(link, {"client_id": "x", "password": "nine wet umbrellas", "again": "nine wet umbrellas"})
    carol.refresh_from_db()
    assert carol.check_password("nine wet umbrellas")


@pytest.mark.parametrize(("is_open", "address"), [(True, "http://192.0.2.7:8003"), (False, "http://testserver")])
def test_link_leads_where_the_club_is_open(capsys, settings, tmp_path, monkeypatch, is_open, address):
    """Port 8000 may have been taken when it opened."""
    settings.STATE_DIR = tmp_path
    monkeypatch.delenv("PUBLIC_URL", raising=False)
    opened.noted_address(tmp_path).write_text("http://192.0.2.7:8003\n")
    running = FileLock(opened.RUNNING)
    if is_open:
        assert running.take()

    call_command("set_admin_link")
    running.free()

    assert f"\n{address}/l/" in capsys.readouterr().out


def test_without_an_admin_it_is_the_link_that_sets_up_the_first(capsys, client):
    _, link = printed(capsys)

    assert "Set up the club" in client.get(link).content.decode()


def test_without_a_name_it_tells_who_is_admin():
    club = make_club()
    make_user(club, "admin", username="carol")
    make_user(club, "director", username="walt")

    with pytest.raises(CommandError, match=r"These are admins: carol \(Carol Reyes\)$"):
        call_command("set_admin_link")


def test_name_that_nobody_has_is_told():
    with pytest.raises(CommandError, match="No account is called 'walt'"):
        call_command("set_admin_link", "walt")
