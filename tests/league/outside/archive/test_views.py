"""An admin downloads the club; somebody who looks after a club makes one of the file; the same at the terminal."""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.core.cache import caches
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from league.acting.seals import first_fault
from league.models import Club, LogLine, Member, Role
from league.outside.archive.format import ON_A_PAGE
from league.outside.archive.writing import TooLarge
from pinochle_club.ground.apart import Busy
from pinochle_club.ground.pdfs import ARCHIVES, STACK_PRINTER
from scoring.models import Entry
from tests.lasting import lasting
from tests.league.makers import make_club, make_user
from tests.league.outside.archive.full_club import make_full_club
from tests.responses import Response
from tests.scoring.score_card.makers import enter_hand, make_card

pytestmark = pytest.mark.django_db
RESTORE = "/clubs/new/archive/"


@pytest.fixture(scope="module")
def lasting_club(django_db_setup: None, django_db_blocker: Any) -> Iterator[int]:
    with lasting(django_db_blocker):
        yield make_full_club().pk


@pytest.fixture
def club(lasting_club: int, db: None) -> Club:
    caches[ARCHIVES].clear()
    return Club.objects.get(pk=lasting_club)


def signed_in(club: Club, kind: str = "admin") -> Client:
    client = Client()
    client.force_login(make_user(club, kind))
    return client


def upload(client: Client, content: bytes, client_id: str = "restore", **more: Any) -> Response:
    return client.post(RESTORE, {"client_id": client_id, "file": SimpleUploadedFile("club.zip", content)}, **more)


def test_admin_downloads_the_club_and_another_server_takes_it(club: Club):
    answer = signed_in(club).get(f"/clubs/{club.slug}/archive/")
    content = answer.content
    assert answer.headers["Content-Type"] == "application/zip"
    assert f'filename="{club.slug}-' in answer.headers["Content-Disposition"]
    here = make_club()
    client = signed_in(here)

    answers = [upload(client, content) for _ in range(2)]

    made = Club.objects.exclude(pk__in=(club.pk, here.pk)).get()
    assert {answer.headers["Location"] for answer in answers} == {f"/clubs/{made.slug}/"}
    told = [str(message) for message in get_messages(answers[0].wsgi_request)]
    assert told[0].startswith("Oak Park is back: 12 members, 4 events and 8 score cards.")
    assert client.get(f"/clubs/{made.slug}/settings/").status_code == 200  # who restores is an admin
    assert LogLine.objects.filter(club=made, action="restored the club").count() == 1
    assert Role.objects.filter(club=made, kind="admin").count() == club.roles.filter(kind="admin").count() + 1


def test_lists_beside_the_tables_open_in_a_spreadsheet(club: Club):
    content = signed_in(club).get(f"/clubs/{club.slug}/archive/").content

    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        lists = {
            name: list(csv.DictReader(io.StringIO(archive.read(f"lists/{name}.csv").decode("utf-8-sig"))))
            for name in ("members", "standings")
        }
        readme = archive.read("README.txt").decode()
    assert lists["members"][0]["Name"] == "Ruth Abernathy"
    assert lists["members"][0]["Directors’ notes"] == "'=left-handed"
    assert (lists["standings"][0]["Member"], lists["standings"][0]["Place"]) == ("Joan Pruitt", "1")
    assert readme.startswith("Oak Park, written on ")


def test_archive_for_others_is_offered_beside_it_and_made_a_club_as_well(club: Club, tmp_path):
    client, address = signed_in(club), f"/clubs/{club.slug}/archive/for-strangers/"
    assert address in client.get(f"/clubs/{club.slug}/settings/").text

    answer = client.get(address)
    call_command(
        "club_archive", "export", club.slug, str(tmp_path / "club.zip"), for_strangers=True, stdout=io.StringIO()
    )

    assert f'filename="{club.slug}-public-' in answer.headers["Content-Disposition"]
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive, zipfile.ZipFile(tmp_path / "club.zip") as typed:
        assert archive.read("tables/members.jsonl") == typed.read("tables/members.jsonl")
        assert "It may be passed on." in archive.read("README.txt").decode()
        assert "lists/members.csv" not in archive.namelist()
        assert [name for name in archive.namelist() if b'"uid"' in archive.read(name)] == []
    assert "or both go on without each other" in upload(client, answer.content, follow=True).text
    made = Club.objects.exclude(pk=club.pk).get()
    evening = made.events.get(compared="")
    ruled = Entry.objects.get(kind="ruling", card__round_table__event_round__event=evening)
    pages = [f"/clubs/{made.slug}/events/{evening.pk}/{page}" for page in ("", "board/", "log/", "cash/", "rulings/")]
    table = ruled.card.round_table
    client.post(reverse("league:open_card", args=[made.slug, evening.pk, 1, table.number]))
    pages += [reverse(f"score_card:{page}", args=[ruled.card_id]) for page in ("card", "history")]
    pages.append(reverse("score_card:hand", args=[ruled.card_id, ruled.hand]))
    assert {page: client.get(page).status_code for page in pages} == dict.fromkeys(pages, 200)


def test_club_that_is_here_is_updated_or_made_a_second_time(club: Club):
    client = signed_in(club)
    content = client.get(f"/clubs/{club.slug}/archive/").content
    member = club.members.order_by("pk")[0]
    Member.objects.filter(pk=member.pk).update(phone="changed since")

    asked = upload(client, content)
    address = asked.headers["Location"]
    page = client.get(address)

    assert address.startswith(f"/clubs/{club.slug}/archive/here/?file=")
    assert [words for words in ("This club is here already", "Make a second club") if words not in page.text] == []
    assert "changes 1 member and deletes nothing" in page.text
    send = {"client_id": "update", "file": address.partition("=")[2]}
    answers = [client.post(address.partition("?")[0], send) for _ in range(2)]
    assert {answer.headers["Location"] for answer in answers} == {f"/clubs/{club.slug}/"}
    assert Member.objects.get(pk=member.pk).phone == member.phone
    assert club.log.filter(action="updated the club from an archive").count() == 1
    assert first_fault(club) == ""
    assert "there is nothing to update" in client.get(address).text
    second = client.post(address.partition("?")[0], {**send, "client_id": "second", "second": "yes"})
    made = Club.objects.exclude(pk=club.pk).get()
    assert second.headers["Location"] == f"/clubs/{made.slug}/"
    assert made.uid != club.uid
    assert not {*made.members.values_list("uid", flat=True)} & {*club.members.values_list("uid", flat=True)}
    caches[ARCHIVES].clear()
    assert client.get(address).headers["Location"] == RESTORE


def test_terminal_says_that_the_club_is_here(club: Club, tmp_path):
    path, out = str(tmp_path / "club.zip"), io.StringIO()
    call_command("club_archive", "export", club.slug, path, stdout=out)
    number = club.members.count()
    Member.objects.create(club=club, number=77, name="Ida Moss")

    with pytest.raises(CommandError, match="Oak Park is here already"):
        call_command("club_archive", "restore", path)
    call_command("club_archive", "restore", path, "--update", stdout=out)
    assert club.log.filter(action="took the club’s file").count() == 1  # which the file doesn't have yet
    call_command("club_archive", "restore", path, "--update", stdout=out)
    assert club.log.filter(action="took the club’s file").count() == 1  # which the file doesn't have yet

    assert club.members.count() == number
    assert out.getvalue().splitlines()[-2:] == [
        "Oak Park is up to date with the file.",
        "The file and the club are the same: there is nothing to update.",
    ]


@pytest.mark.parametrize("address", ["archive/", "archive/for-strangers/"])
def test_head_makes_no_archive_and_who_asks_next_gets_the_same(club: Club, made: list[str], address: str):
    client, path = signed_in(club), f"/clubs/{club.slug}/{address}"
    before = client.head(path)
    assert (before.status_code, made) == (200, [])
    assert before.headers["Content-Type"] == "application/zip"
    assert "Content-Length" not in before.headers

    first, again = client.get(path), signed_in(club).get(path)
    after = client.head(path)

    assert (first.content == again.content, len(made)) == (True, 1)
    assert after.headers["Content-Length"] == str(len(first.content))


def test_after_a_deed_or_an_entry_the_archive_is_made_anew(club: Club, made: list[str]):
    client, path = signed_in(club), f"/clubs/{club.slug}/archive/"
    client.get(path)

    LogLine.objects.create(club=club, who="Carol", action="changed a name")
    client.get(path)
    enter_hand(make_card())
    client.get(path)

    assert len(made) == 3


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Archives as they are made."""
    asked: list[str] = []

    def ask(make: Callable[..., bytes], club: int, key: str, *rest: Any, asker: object) -> bytes:
        asked.append(key)
        return make(club, key, *rest)

    monkeypatch.setattr(STACK_PRINTER, "ask", ask)
    return asked


@pytest.mark.parametrize(("problem", "says"), [(Busy, "Try again in a minute"), (TooLarge, "too large for a download")])
def test_archive_that_can_not_be_made_now_is_told_on_the_settings(club: Club, monkeypatch, problem, says):
    def fail(*_, **__):
        raise problem

    monkeypatch.setattr(STACK_PRINTER, "ask", fail)

    page = signed_in(club).get(f"/clubs/{club.slug}/archive/", follow=True)

    assert page.redirect_chain[0][0] == f"/clubs/{club.slug}/settings/"
    assert says in page.content.decode()


def test_only_who_looks_after_a_club_restores_one(client: Client):
    club = make_club()

    assert client.get(RESTORE).status_code == 302
    assert signed_in(club, "director").post(RESTORE).status_code == 403
    assert RESTORE in signed_in(club).get("/clubs/").content.decode()
    assert RESTORE not in signed_in(club, "director").get("/clubs/").content.decode()


@pytest.mark.parametrize(
    ("content", "says"),
    [(b"no zip", "This isn’t a club’s archive."), (b"", "The file is empty."), (None, "Choose the file.")],
)
def test_file_that_will_not_do_is_told_beside_the_field(content, says):
    client = signed_in(make_club())

    answer = client.post(RESTORE, {"client_id": "x"}) if content is None else upload(client, content)

    assert answer.status_code in (409, 422)
    assert says in answer.content.decode()


def test_file_that_is_too_large_is_dropped_as_it_comes(monkeypatch):
    client, largest = signed_in(make_club()), ON_A_PAGE.zipped

    answer = upload(client, b"x" * (largest + 1))

    assert answer.status_code == 422
    assert "The file is larger than 24 MB." in answer.content.decode()


def test_form_of_another_site_is_refused_before_the_file_is_looked_at():
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(make_user(make_club(), "admin"))

    assert upload(strict, b"x").status_code == 403


def test_terminal_writes_a_club_and_makes_one_of_it(club: Club, tmp_path):
    out, path = io.StringIO(), tmp_path / "club.zip"

    call_command("club_archive", "export", club.slug, str(path), stdout=out)
    assert club.log.filter(event=None).values_list("who", "action")[0] == (
        "The server’s terminal",
        "took the club’s file",
    )
    call_command("club_archive", "restore", str(path), "--second", stdout=out)

    made = Club.objects.exclude(pk=club.pk).get()
    (admin,) = made.roles.filter(kind="admin")
    assert path.stat().st_mode & 0o077 == 0
    assert f"set_admin_link {admin.user.username}" in out.getvalue()
    assert "or both go on" not in out.getvalue()  # a second club has nothing to do with it
    with pytest.raises(CommandError, match="No club is called nowhere"):
        call_command("club_archive", "export", "nowhere", str(path))
    with pytest.raises(CommandError, match="No such file"):
        call_command("club_archive", "restore", str(tmp_path / "x.zip"))
    path.write_bytes(b"x")
    with pytest.raises(CommandError, match="This isn’t a club’s archive"):
        call_command("club_archive", "restore", str(path))
