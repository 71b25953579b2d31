"""Archives from anybody: what is wrong with one is said in a sentence, and nothing of it comes into the database."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User

from league.acting.log import Refused
from league.models import Club, Member
from league.outside.archive.deeds import restore_club
from league.outside.archive.format import ON_A_PAGE, Limits
from league.outside.archive.reading import NO_ARCHIVE, TOO_MUCH
from league.outside.archive.writing import write_archive
from tests.lasting import lasting
from tests.league.makers import acting_as, make_user
from tests.league.outside.archive.full_club import make_full_club
from tests.league.test_permission_matrix import everything

pytestmark = pytest.mark.django_db
Files = dict[str, bytes]
Row = dict[str, Any]


@pytest.fixture(scope="session")
def good(django_db_setup: None, django_db_blocker: Any) -> Files:
    """The files of an archive that would be taken."""
    with lasting(django_db_blocker):
        out = io.BytesIO()
        write_archive(make_full_club(), out)
    with zipfile.ZipFile(out) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def packed(files: Files, compression: int = zipfile.ZIP_STORED) -> io.BytesIO:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", compression) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return out


def forged(good: Files, table: str, change: Callable[[list[Row]], Any]) -> io.BytesIO:
    """An archive whose rows were changed, and whose manifest knows of it: nobody forgets the checksum."""
    name = f"tables/{table}.jsonl"
    rows = [json.loads(line) for line in good[name].splitlines()]
    change(rows)
    content = b"".join(json.dumps(row).encode() + b"\n" for row in rows)
    manifest = json.loads(good["manifest.json"])
    manifest["tables"][table] |= {"rows": len(rows), "sha256": hashlib.sha256(content).hexdigest()}
    return packed({**good, name: content, "manifest.json": json.dumps(manifest).encode()})


def retold(good: Files, **changes: Any) -> io.BytesIO:
    manifest = {**json.loads(good["manifest.json"]), **changes}
    return packed({**good, "manifest.json": json.dumps(manifest).encode()})


def refusal(file: io.BytesIO, limits: Limits = ON_A_PAGE) -> str:
    """Why it isn't taken; nothing was written."""
    with pytest.raises(Refused) as refused:
        restore_club(file=file, limits=limits, acting=acting_as("admin"))
    assert not Club.objects.exists()
    assert not User.objects.exists()
    return str(refused.value)


# -- the file --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "content", [b"", b"PK", b"Name,Phone\nRuth,555\n", b"PK\5\6" + b"\0" * 18, b"PK\1\2" * 2_000], ids=range(5)
)
def test_no_archive_at_all(content: bytes):
    assert refusal(io.BytesIO(content)) == NO_ARCHIVE


def test_cut_short_anywhere(good: Files):
    whole = packed(good).getvalue()

    assert {refusal(io.BytesIO(whole[: len(whole) * part // 4])) for part in (1, 2, 3)} == {NO_ARCHIVE}


def test_what_does_not_belong_there(good: Files):
    for name in ("../../etc/passwd", "/etc/passwd", "tables\\..\\x", "club.exe"):
        assert "doesn’t belong there" in refusal(packed({**good, name: b"x"})), name


def test_same_file_twice(good: Files):
    out = packed(good)
    with zipfile.ZipFile(out, "a") as archive, pytest.warns(UserWarning, match="Duplicate name"):
        archive.writestr("tables/members.jsonl", b"{}\n")

    assert "doesn’t belong there" in refusal(out)


def test_zip_bomb_is_refused_before_it_is_unpacked(good: Files, monkeypatch: pytest.MonkeyPatch):
    bomb, small = packed({**good, "tables/members.jsonl": b" " * (3 * 2**20)}, zipfile.ZIP_DEFLATED), packed(good)
    opened: list[str] = []
    monkeypatch.setattr(zipfile.ZipFile, "open", lambda self, name, *rest: opened.append(name))

    assert len(bomb.getvalue()) < 2**20
    assert refusal(bomb, Limits(zipped=2**20, unzipped=2 * 2**20, rows=10_000)) == TOO_MUCH
    assert refusal(small, Limits(zipped=100, unzipped=2**20, rows=10_000)) == TOO_MUCH
    assert opened == []


def test_bomb_that_lies_about_its_size_is_not_read_further_than_it_says(good: Files):
    """Its list says 100 bytes; what comes after those does not fit its checksum."""
    bomb = packed({**good, "tables/club.jsonl": b"{" + b" " * 2**20}, zipfile.ZIP_DEFLATED)
    content = bytearray(bomb.getvalue())
    size = (2**20 + 1).to_bytes(4, "little")
    assert content.count(size) == 2
    lied = bytes(content).replace(size, (100).to_bytes(4, "little"))

    assert "damaged" in refusal(io.BytesIO(lied))


def test_more_rows_than_are_read_at_once(good: Files):
    assert refusal(packed(good), Limits(zipped=2**24, unzipped=2**28, rows=20)) == TOO_MUCH


# -- the manifest ----------------------------------------------------------------------------


def test_newer_version_is_named(good: Files):
    assert "Update this one first." in refusal(retold(good, version=99))


@pytest.mark.parametrize(
    "changes",
    [{"format": "another"}, {"version": 0}, {"version": "1"}, {"tables": []}, {"tables": {"club": 1}}, {"more": 1}],
    ids=str,
)
def test_manifest_that_is_none(good: Files, changes: Row):
    assert refusal(retold(good, **changes)) == NO_ARCHIVE


def test_manifest_of_another_club_or_a_table_nobody_knows(good: Files):
    tables = json.loads(good["manifest.json"])["tables"]

    assert "“" not in refusal(retold(good, tables={**tables, "passwords": tables["club"]}))
    assert "passwords" in refusal(retold(good, tables={**tables, "passwords": tables["club"]}))
    assert "damaged" in refusal(retold(good, tables={**tables, "members": tables["club"]}))
    assert refusal(retold(good, tables={})) == NO_ARCHIVE


def test_row_that_was_changed_by_hand_is_found_by_its_checksum(good: Files):
    changed = good["tables/members.jsonl"].replace(b"Walt", b"Wolt")
    assert changed != good["tables/members.jsonl"]

    assert "damaged" in refusal(packed({**good, "tables/members.jsonl": changed}))


# -- rows ------------------------------------------------------------------------------------


def set_to(field: str, value: Any) -> Callable[[list[Row]], None]:
    return lambda rows: rows[0].__setitem__(field, value)


DEEP: Any = json.loads("[" * 400 + "]" * 400)
UID = "00000000-0000-4000-8000-000000000000"
FORGERIES = [
    ("members", set_to("name", "x" * 81), "Row 1 of “members” can’t be taken: name: "),
    ("members", set_to("name", 5), "wrong kind"),
    ("members", set_to("name", ["Ruth"]), "wrong kind"),
    ("members", set_to("name", "Ruth\0"), "wrong kind"),
    ("members", set_to("name", "\ud800"), "can’t be read"),
    ("members", set_to("name", None), "wrong kind"),
    ("members", set_to("email", "no address"), "email: Enter a valid email address."),
    ("members", set_to("director_notes", "x" * 1_001), "director_notes: more than 1,000 characters"),
    ("members", set_to("number", -1), "number: "),
    ("members", set_to("number", 2**31), "wrong kind"),
    ("members", set_to("number", 10**400), "wrong kind"),
    ("members", set_to("number", 1.5), "wrong kind"),
    ("members", set_to("number", True), "wrong kind"),
    ("members", set_to("is_active", "yes"), "wrong kind"),
    ("members", set_to("joined_on", "2026-02-31"), "can’t be read"),
    ("members", set_to("joined_on", "soon"), "wrong kind"),
    ("members", set_to("created_at", "2026-02-01T00:00:00"), "wrong kind"),
    ("members", set_to("merged_into", 987_654), "isn’t in the archive"),
    ("members", set_to("merged_into", {}), "isn’t in the archive"),
    ("members", set_to("link_nonce", "mine"), "link_nonce isn’t known here"),
    ("members", set_to("club", 987_654), "isn’t in the archive"),
    ("members", set_to("club", None), "isn’t in the archive"),
    ("members", set_to("id", None), "its id is missing"),
    ("members", lambda rows: rows.append(rows[0]), "has the id of another row"),
    ("members", lambda rows: rows.append({**rows[0], "id": 10**9}), "has the uid of another row"),
    ("members", lambda rows: rows.append({**rows[0], "id": 10**9, "uid": UID}), "contradicts itself"),
    ("members", set_to("uid", 5), "wrong kind"),
    ("members", set_to("uid", "mine"), "wrong kind"),
    ("event_boards", set_to("hands", {"N": "AS"}), "no deal of its book"),
    ("event_boards", set_to("kitty", "AS"), "no deal of its book"),
    ("event_boards", set_to("kitty", "1S"), "can’t be read"),
    ("event_boards", set_to("field", [{"NS": 1}]), "no deal of its book"),
    ("club", lambda rows: rows.append({**rows[0], "id": 10**9, "uid": UID}), NO_ARCHIVE),
    ("club", list.clear, "isn’t in the archive"),
    ("club", set_to("slug", "st-hilary"), "slug isn’t known here"),
    ("club", set_to("paper", "papyrus"), "paper: "),
    ("accounts", set_to("is_superuser", True), "is_superuser isn’t known here"),
    ("accounts", set_to("password", "md5$x"), "password isn’t known here"),
    ("accounts", set_to("username", "a b/../<script>"), "username: "),
    ("books", set_to("data", "{}"), "these rules can’t be read"),
    ("house_rules", set_to("draft", "no rules"), "these rules can’t be read"),
    ("season_rules", set_to("rules", '{"series":[987654]}'), "isn’t in the archive"),
    ("season_rules", set_to("rules", '{"series":["x"]}'), "wrong kind"),
    ("season_rules", set_to("rules", "{"), "can’t be read"),
    ("seasons", set_to("draft", '{"best":-1}'), "these rules can’t be read"),
    ("entries", set_to("payload", {"entrant": 987_654}), "isn’t in the archive"),
    ("entries", set_to("payload", {"entrant": "x"}), "wrong kind"),
    ("entries", set_to("payload", []), "can’t be read"),
    ("entries", set_to("card", 1), "isn’t in the archive"),
    ("entries", set_to("payload", {"note": DEEP}), "can’t be taken"),
    ("seatings", set_to("data", {"1": {"tables": [{"number": 1, "seats": [987_654]}], "sitting_out": []}}), "isn’t in"),
    ("seatings", set_to("data", {"1": 5}), "can’t be read"),
    (
        "cash_sheets",
        lambda rows: [row["fixed"]["won"].update({"987654": []}) for row in rows if row["fixed"]],
        "isn’t in",
    ),
    ("published_places", set_to("shown", {"counted": {"987654": 5}}), "isn’t in the archive"),
    ("roles", set_to("kind", "owner"), "kind: "),
    ("merges", lambda rows: rows[0]["brought"].update(filled={"club_id": 1}), "can’t be read"),
    ("merges", lambda rows: rows[0]["brought"].update(standing={"club_id": True}), "can’t be read"),
    ("merges", lambda rows: rows[0]["brought"].update(became={"is_active": 7, "is_guest": False}), "can’t be read"),
    ("merges", lambda rows: rows[0]["brought"].update(set_aside=[987_654]), "isn’t in the archive"),
    ("merges", lambda rows: rows[0]["brought"].update(rows={"Entrant.member": [987_654]}), "isn’t in the archive"),
    ("rounds", lambda rows: rows.clear(), "isn’t in the archive"),
]


@pytest.mark.parametrize(("table", "change", "says"), FORGERIES, ids=range(len(FORGERIES)))
def test_row_that_no_model_would_take(good: Files, table: str, change: Callable[[list[Row]], Any], says: str | None):
    if says is None:  # strange, and harmless
        assert restore_club(file=forged(good, table, change), limits=ON_A_PAGE, acting=acting_as("admin")).club.pk
    else:
        assert says in refusal(forged(good, table, change))


def test_line_that_is_too_long_or_no_json(good: Files):
    for line in (
        b'{"id": 1, "name": "' + b"x" * 2**20 + b'"}\n',
        b"[" * 100_000 + b"\n",
        b"[]\n",
        b"{} {}\n",
        b"NaN\n",
    ):
        manifest = json.loads(good["manifest.json"])
        manifest["tables"]["notices"] |= {"rows": 1, "sha256": hashlib.sha256(line).hexdigest()}
        files = {**good, "tables/notices.jsonl": line, "manifest.json": json.dumps(manifest).encode()}
        assert "damaged" in refusal(packed(files)) or "wrong kind" in refusal(packed(files))


# -- what is here already --------------------------------------------------------------------


def test_accounts_of_an_archive_are_nobody_here(good: Files):
    """Not even who is called the same: somebody else may be."""
    (admin, *_) = [json.loads(line) for line in good["tables/accounts.jsonl"].splitlines()]
    here = make_user(username=admin["username"].upper(), email="Carol@example.org")

    made = restore_club(file=packed(good), limits=ON_A_PAGE, acting=acting_as("admin"))

    assert not here.club_roles.exists()
    names = {role.user.username: role.user for role in made.club.roles.select_related("user")}
    theirs = names[f"{admin['username']}-2"]
    assert (theirs.email, theirs.is_superuser, theirs.has_usable_password()) == ("", False, False)
    assert made.renamed == (("Carol Reyes", theirs.username),)


def test_nothing_of_another_club_is_touched(good: Files):
    club = restore_club(file=packed(good), limits=ON_A_PAGE, acting=acting_as("admin")).club
    before = everything()

    made = restore_club(file=packed(good), limits=ON_A_PAGE, acting=acting_as("admin"))

    after = everything()
    assert [name for name, rows in before.items() if not all(row in after[name] for row in rows)] == []
    assert made.club != club
    assert Club.objects.count() == 2
    assert Member.objects.filter(club=made.club).count() == club.members.count()
