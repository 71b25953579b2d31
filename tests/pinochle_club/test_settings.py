"""The real settings, read anew each time: they read the environment once, at import. What is run with them is run in a
process of its own."""

import os
import re
import stat
import subprocess
import sys
from importlib.util import find_spec, module_from_spec
from pathlib import Path
from unittest.mock import patch

import pytest
from django.core.exceptions import ImproperlyConfigured

from pinochle_club import settings
from pinochle_club.ground import places
from pinochle_club.server import run

ROOT = Path(__file__).resolve().parents[2]
UNSET = [
    *(
        "PROFILE",
        "PUBLIC_URL",
        "ALLOWED_HOSTS",
        "DATABASE_URL",
        "DEBUG",
        "SECRET_KEY",
        "PORT",
        "EMAIL_URL",
        "MAIL_FROM",
    ),
    "DJANGO_ALLOW_ASYNC_UNSAFE",  # tests need it, deployments must not have it
]
MAIL = "smtp+tls://club:secret@mail.example.org:587"
PUBLIC = {"PROFILE": "public", "PUBLIC_URL": "https://cards.example.org"}


def run_python(tmp_path, *arguments, **environment):
    known = environment_of(tmp_path, **environment)
    return subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=known, capture_output=True, text=True, check=False
    )


def environment_of(tmp_path, **environment):
    clean = {name: value for name, value in os.environ.items() if name not in UNSET}
    return clean | {"STATE_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "pinochle_club.settings", **environment}


def read_settings(tmp_path, *names, **environment):
    """As whoever starts with this environment has them."""
    spec = find_spec("pinochle_club.settings")
    assert spec is not None
    read = module_from_spec(spec)
    with patch.dict(os.environ, environment_of(tmp_path, **environment), clear=True):
        spec.loader.exec_module(read)
    return [getattr(read, name) for name in names]


# All that a server loads, in one process: weasyprint takes a second and is for who prints.
CHECK = """
import sys
from django.core.management import execute_from_command_line
execute_from_command_line(["manage.py", "check", "--deploy", "--fail-level", "DEBUG"])
import scoring.score_card.pdfs
sys.exit("weasyprint" in sys.modules)
"""


def test_public_profile_passes_the_deployment_check_and_the_program_runs_without_weasyprint(tmp_path):
    done = run_python(tmp_path, "-W", "error", "-c", CHECK, **PUBLIC)

    assert (done.returncode, done.stdout) == (0, "System check identified no issues (0 silenced).\n"), done.stderr


def test_public_profile_answers_to_its_own_name_and_this_machine_only(tmp_path):
    (hosts,) = read_settings(tmp_path, "ALLOWED_HOSTS", **PUBLIC)

    assert hosts == ["127.0.0.1", "[::1]", "cards.example.org", "localhost"]


def test_hall_profile_answers_to_the_addresses_of_this_machine(tmp_path):
    hosts, url = read_settings(tmp_path, "ALLOWED_HOSTS", "PUBLIC_URL", PORT="8123", ALLOWED_HOSTS="club.lan")

    assert {"localhost", "127.0.0.1", "club.lan"} < set(hosts)
    assert not any("*" in host for host in hosts)
    assert url.startswith("http://")
    assert url.endswith(":8123")
    assert url.removeprefix("http://").removesuffix(":8123") in hosts


def test_hall_profile_sends_cookies_over_plain_http(tmp_path):
    assert read_settings(tmp_path, "SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SECURE_SSL_REDIRECT") == [False] * 3


def test_debug_is_off_unless_asked_for(tmp_path):
    assert read_settings(tmp_path, "DEBUG") == [False]


def test_state_is_for_its_owner_alone_whatever_was_there_before(tmp_path):
    tmp_path.chmod(0o755)
    database = tmp_path / "club.sqlite3"
    database.touch(0o644)

    read_settings(tmp_path, "DEBUG")

    assert [stat.S_IMODE(path.stat().st_mode) for path in (tmp_path, database)] == [0o700, 0o600]


def test_secret_key_lies_in_the_state_directory(tmp_path):
    (key,) = read_settings(tmp_path, "SECRET_KEY")

    assert (tmp_path / "secret_key").read_text().strip() == key


def test_sqlite_is_the_default_and_keeps_what_it_acknowledged(tmp_path):
    (databases,) = read_settings(tmp_path, "DATABASES")

    assert databases["default"]["ENGINE"] == "django.db.backends.sqlite3"
    assert databases["default"]["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    code = (
        "from django.db import connection as c; k = c.cursor();"
        "print([k.execute('PRAGMA ' + p).fetchone()[0] for p in ('journal_mode', 'synchronous', 'foreign_keys')])"
    )
    assert run_python(tmp_path, "-c", code).stdout == "['wal', 2, 1]\n"  # 2 is FULL


def test_database_url_alone_points_to_postgresql(tmp_path):
    address = "postgres://club:pw@db.example.org/cards?sslmode=require"
    ((database,),) = (each.values() for each in read_settings(tmp_path, "DATABASES", DATABASE_URL=address))

    assert database["ENGINE"] == "django.db.backends.postgresql"
    assert (database["HOST"], database["NAME"], database["USER"]) == ("db.example.org", "cards", "club")
    assert set(database["OPTIONS"]) == {"sslmode", "connect_timeout"}


@pytest.mark.parametrize(
    ("environment", "said"),
    [
        ({"PROFILE": "garden"}, "PROFILE is 'garden'"),
        ({"PROFILE": "public"}, "needs PUBLIC_URL"),
        ({"PROFILE": "public", "PUBLIC_URL": "http://cards.example.org"}, "needs https"),
        ({"PUBLIC_URL": "cards.example.org"}, "must look like https://"),
        ({"PUBLIC_URL": "http://cards.example.org/club"}, "must look like https://"),
        ({"ALLOWED_HOSTS": "*"}, "must name the hosts"),
        ({"ALLOWED_HOSTS": "club.lan,*.example.org"}, "must name the hosts"),
        ({"DATABASE_URL": "mysql://localhost/cards"}, "must be a postgres:// address"),
        ({"DATABASE_URL": "foo"}, "must be a postgres:// address"),
        ({"DATABASE_URL": "postgres://club:pw@localhost:x/cards"}, "must be a postgres:// address"),
        ({"DATABASE_URL": "postgres://"}, "must be a postgres:// address"),
        ({"EMAIL_URL": "nonsense"}, "EMAIL_URL must look like smtp+tls://"),
        ({"EMAIL_URL": "smtp://club:secret@mail.example.org:x"}, "EMAIL_URL must look like smtp+tls://"),
        ({"EMAIL_URL": "smtp://"}, "EMAIL_URL must look like smtp+tls://"),
        ({"EMAIL_URL": MAIL, "PUBLIC_URL": "http://192.0.2.2:8000"}, "MAIL_FROM is missing"),
        ({"EMAIL_URL": MAIL, "PUBLIC_URL": "http://club.lan:8000"}, "MAIL_FROM is missing"),
        ({"EMAIL_URL": MAIL, "MAIL_FROM": "the club"}, "MAIL_FROM is 'the club'; it must be an address, such as club@"),
        ({"EMAIL_URL": MAIL, "MAIL_FROM": "club@192.0.2.2"}, "MAIL_FROM is 'club@192.0.2.2'; it must be an address"),
        (
            {"BACKUP_KEEP": "0"},
            "BACKUP_KEEP: '0' isn’t what to keep; it looks like 30, or like 7 days, 4 weeks, 12 months",
        ),
        ({"PORT": "abc"}, "PORT is 'abc'; it must be a whole number from 1 to 65535, such as 8000"),
        ({"WORKERS": "-1"}, "WORKERS is '-1'; it must be a whole number from 0 to 64"),
        ({"WORKERS": "65"}, "WORKERS is '65'; it must be a whole number from 0 to 64"),
        ({"SECRET_KEY": "abc"}, "SECRET_KEY is too easy to guess"),
        ({"SECRET_KEY": "abab" * 20}, "SECRET_KEY is too easy to guess"),
        ({"SECRET_KEY": "django-insecure-" + "0123456789" * 5}, "SECRET_KEY is too easy to guess"),
        ({"STATE_DIR": __file__}, "a file; name a folder"),
        ({"STATE_DIR": f"{__file__}/var"}, "a file; name a folder"),
        ({"STATE_DIR": "/proc/club"}, "and it can’t be used"),
    ],
)
def test_wrong_setting_stops_the_start_with_a_reason(tmp_path, environment, said):
    """What a server that is started so prints is for `test_run`."""
    with pytest.raises(ImproperlyConfigured, match=re.escape(said)):
        read_settings(tmp_path, **environment)


# Of settings that take any words, what can't be used is told where it is: on the page of health, or at the command.
ANY_WORDS = {"BACKUP_TO", "UPDATE_FROM", "NUMBA_CACHE_DIR", "STANDBY"}
WRONG = {
    "ALLOWED_HOSTS": "*", "DATABASE_URL": "mysql://x", "EMAIL_URL": "nonsense", "SETTINGS_FILE": "/nowhere/club.env",
    "STATE_DIR": "/proc/club",
}  # fmt: skip


@pytest.mark.parametrize("name", [name for name in places.SETTINGS if name not in ANY_WORDS])
def test_each_setting_that_cannot_be_read_is_named_with_what_it_may_be(tmp_path, monkeypatch, name):
    monkeypatch.setattr(places, "IS_CHECKOUT", False)
    wrong = {name: WRONG.get(name, "abc"), **({"EMAIL_URL": MAIL} if name == "MAIL_FROM" else {})}
    with pytest.raises((ImproperlyConfigured, OSError)) as told:
        _start(tmp_path, wrong)

    assert str(told.value).startswith(f"{name} ") or f"{name}:" in str(told.value)
    assert re.search("must|may|can’t|looks like|too easy|no such file", str(told.value))


def _start(tmp_path: Path, environment: dict[str, str]) -> None:
    read_settings(tmp_path, **environment)
    with patch.dict(os.environ, environment):
        run.choose_address()


@pytest.mark.parametrize(("name", "given"), [
    *((name, given) for name in ("DATABASE_PATIENCE", "PLAY_SECONDS") for given in ("-1", "0", "nan", "inf", "1e9")),
    *((name, "maybe") for name in ("DEBUG", "BACKUP_NIGHTLY", "DEMO", "NEW_KEY", "SKIP_BACKUP")),
])  # fmt: skip
def test_number_or_yes_that_cannot_be_meant_is_refused(tmp_path, name, given):
    with pytest.raises(ImproperlyConfigured, match=f"^{name} is '{given}'; it must be "):
        read_settings(tmp_path, **{name: given})


def test_wrong_setting_is_one_sentence_of_manage_py_too(tmp_path):
    done = run_python(tmp_path, "manage.py", "check", DATABASE_URL="foo")

    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("A setting is wrong: DATABASE_URL must be a postgres:// address")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("clock", "zone"),
    [
        ("/usr/share/zoneinfo/America/New_York", "America/New_York"),
        ("/usr/share/zoneinfo/posix/Nowhere", "UTC"),
        ("/etc/localtime", "UTC"),
    ],
)
def test_time_is_the_machines_own_where_none_is_set(monkeypatch, clock, zone):
    monkeypatch.setattr("os.path.realpath", lambda path: clock)

    assert settings.machine_time_zone() == zone


def test_mail_is_off_until_it_is_set_up(tmp_path):
    assert read_settings(tmp_path, "MAIL_IS_SET_UP") == [False]


def test_mail_goes_through_the_server_that_is_named(tmp_path):
    found = read_settings(
        tmp_path,
        *("MAIL_IS_SET_UP", "EMAIL_BACKEND", "EMAIL_HOST", "EMAIL_PORT", "EMAIL_USE_TLS", "DEFAULT_FROM_EMAIL"),
        EMAIL_URL=MAIL,
        PUBLIC_URL="http://cards.example.org",
    )

    backend = "pinochle_club.ground.mail_server.EmailBackend"
    assert found == [True, backend, "mail.example.org", 587, True, "club@cards.example.org"]


@pytest.mark.parametrize(
    ("account", "given", "sender"),
    [
        ("club", "Tri-County <club@example.org>", "Tri-County <club@example.org>"),
        ("club%40example.com", "", "club@example.com"),
    ],
)
def test_sender_in_the_hall_is_the_one_given_or_the_mail_servers_account(tmp_path, account, given, sender):
    url = MAIL.replace("club:", f"{account}:")

    found = read_settings(tmp_path, "DEFAULT_FROM_EMAIL", EMAIL_URL=url, MAIL_FROM=given)

    assert found == [sender]
