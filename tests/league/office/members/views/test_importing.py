import re
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from league.acting.lists import MOST_BYTES
from league.models import Member
from tests.league.makers import make_club, make_members, make_user

pytestmark = pytest.mark.django_db

LIST = "No,Name,Phone\n1,Ruth Smith,555\n,Ida Moss,\n,,9\n"


@pytest.fixture
def club():
    club = make_club()
    make_members(club, 1)
    return club


@pytest.fixture
def director(club):
    client = Client()
    client.force_login(make_user(club, "director"))
    return client


def address(club, rest=""):
    return f"/clubs/{club.slug}/members/import/{rest}"


def upload(client, club, content, name="list.csv", **more):
    content = content.encode() if isinstance(content, str) else content
    return client.post(address(club), {"client_id": "list", "file": SimpleUploadedFile(name, content), **more})


def paste(client, club, text):
    return client.post(address(club), {"client_id": "list", "pasted": text})


def hidden(response, name):
    return unescape(re.findall(rf'name="{name}"(?: value="([^"]*)")?', response.content.decode())[0])


def boxes(response):
    return {
        name: unescape(value) for name, value in re.findall(r'name="(cell-[^"]*)" value="([^"]*)"', page_of(response))
    }


def page_of(response):
    return response.content.decode()


def confirm(client, club, preview, client_id="", **more):
    data = {**{name: hidden(preview, name) for name in ("client_id", "text", "fingerprint", "seen")}, **boxes(preview)}
    data |= more
    return client.post(address(club, "confirm/"), {**data, **({"client_id": client_id} if client_id else {})})


def names(club):
    return list(club.members.values_list("name", flat=True))


@pytest.mark.parametrize("send", [upload, paste])
def test_preview_shows_what_would_change_and_writes_nothing(director, club, send):
    page = send(director, club, LIST).content.decode()

    assert "1 new, 1 changed, 0 unchanged, 1 line with a problem." in page
    assert "<s>Ruth Abernathy</s>" in page
    assert "<strong>Line 4</strong> This line has neither a name nor a number. Type the name, or it’s left out." in page
    assert names(club) == ["Ruth Abernathy"]
    assert not club.log.exists()


def test_confirmation_does_it_once(director, club):
    preview = upload(director, club, LIST)

    first, again = confirm(director, club, preview), confirm(director, club, preview)

    assert (first.status_code, again.status_code) == (302, 302)
    assert names(club) == ["Ruth Smith", "Ida Moss"]
    assert club.log.count() == 2


def test_who_is_meant_is_asked_before_anything_is_taken_over(director, club):
    preview = upload(director, club, "No,Name\n9,Ruth Abernathy\n,Ida Moss\n")
    page = preview.content.decode()
    assert "1 line to ask about" in page
    assert re.findall(r'name="who-2" value="(\w+)"', page) == ["1", "new"]

    unanswered = confirm(director, club, preview)
    assert unanswered.status_code == 409
    assert "Choose who you mean" in unanswered.content.decode()
    assert names(club) == ["Ruth Abernathy"]

    assert confirm(director, club, unanswered, **{"who-2": "new"}).status_code == 302
    assert names(club) == ["Ruth Abernathy", "Ruth Abernathy", "Ida Moss"]


def test_what_is_typed_anew_is_shown_before_it_is_imported(director, club):
    preview = upload(director, club, "No,Name,Email\n,Ida Moss,nonsense\nx,Ann Lee,\n")
    assert boxes(preview) == {"cell-2-email": "nonsense", "cell-3-number": "x"}

    typed = confirm(director, club, preview, **{"cell-2-email": "ida@example.org"})
    assert "email: ida@example.org" in page_of(typed)
    assert names(club) == ["Ruth Abernathy"]

    assert confirm(director, club, typed).status_code == 302
    assert list(club.members.values_list("number", "name", "email"))[1:] == [
        (2, "Ida Moss", "ida@example.org"), (3, "Ann Lee", "")
    ]  # fmt: skip


def test_one_key_turns_all_names_around(director, club):
    preview = paste(director, club, "Lee, Ann\nAbernathy, Ruth\n")
    assert confirm(director, club, preview, **{"column-0": "name"}).status_code == 409

    turned = confirm(director, club, preview, turn="turned", **{"column-0": "name"})
    assert "1 new, 0 changed, 1 unchanged." in page_of(turned)

    kept = confirm(director, club, turned, turned=hidden(turned, "turned"), **{"column-0": "name"})
    assert (kept.status_code, names(club)) == (302, ["Ruth Abernathy", "Ann Lee"])


def test_confirmation_is_refused_where_members_changed_and_shows_what_would_change_now(director, club):
    preview = upload(director, club, LIST)
    Member.objects.filter(name="Ruth Abernathy").update(name="Ruth Brown")

    response = confirm(director, club, preview)

    assert response.status_code == 409
    assert "Members changed since you checked this list." in response.content.decode()
    assert "<s>Ruth Brown</s>" in response.content.decode()
    assert names(club) == ["Ruth Brown"]
    assert confirm(director, club, response).status_code == 302
    assert names(club) == ["Ruth Smith", "Ida Moss"]


@pytest.mark.parametrize(
    "broken", [{"text": ""}, {"fingerprint": "x"}, {"client_id": "x" * 41}, {"text": "Phone\n555\n"}, {"text": "a\0"}]
)
def test_confirmation_that_is_not_whole_writes_nothing(director, club, broken):
    response = confirm(director, club, upload(director, club, LIST), **broken)

    assert response.headers["Location"] == address(club)
    assert names(club) == ["Ruth Abernathy"]


def test_own_export_comes_back_unchanged(director, club):
    Member.objects.update(phone="+1 555", director_notes="=1+1\n@x", short_name="-R")
    exported = director.get(f"/clubs/{club.slug}/members/export/").content

    assert "0 new, 0 changed, 1 unchanged." in upload(director, club, exported).content.decode()


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"x" * (MOST_BYTES + 1), "larger than 512 KB"),
        (b"Name\n" + b"x" * 5_000_000, "larger than 512 KB"),
        (b"PK\x03\x04 workbook", "Save As"),
        (b"\x00\x01\x02", "not a text file"),
        (b"", "empty"),
        (b"Phone\n555\n", "No heading says Name"),
        (b"Name\n" + b"Ruth\n" * 2_001, "more than 2,000 rows"),
    ],
)
def test_file_that_will_not_do_is_told_beside_the_field(director, club, content, fault):
    response = upload(director, club, content)

    assert response.status_code == 422
    assert re.search(f'class="field-error" id="id_file_error"[^>]*>[^<]*{fault}', response.content.decode())


def test_text_that_will_not_do_is_told_beside_it_and_kept(director, club):
    response = paste(director, club, "Phone\n555\n")

    assert response.status_code == 422
    assert 'id="id_pasted_error"' in response.content.decode()
    assert "Phone\n555" in response.content.decode()


def test_nothing_at_all_is_told(director, club):
    assert "Choose a file, or paste the list below." in paste(director, club, " ").content.decode()


def test_two_files_at_once_are_too_many(director, club):
    files = [SimpleUploadedFile("a.csv", b"Name\nA\n"), SimpleUploadedFile("b.csv", b"Name\nB\n")]

    assert director.post(address(club), {"client_id": "list", "file": files}).status_code == 422


def test_file_of_another_site_is_refused(club):
    client = Client(enforce_csrf_checks=True)
    client.force_login(make_user(club, "director"))

    assert upload(client, club, LIST).status_code == 403


def test_no_other_page_takes_a_file(director, club):
    file = SimpleUploadedFile("list.csv", LIST.encode())
    for other in (address(club, "confirm/"), f"/clubs/{club.slug}/members/new/", "/account/sign-in/"):
        assert director.post(other, {"file": file}).status_code == 400, other


def test_strangers_file_is_not_read(client, club):
    response = upload(client, club, b"x" * 5_000_000)

    assert response.headers["Location"].startswith("/account/sign-in/")
