"""What all tests share. The browser fixtures are in tests/browser/conftest.py."""

import os

# Playwright leaves an event loop running, in which Django would refuse every query.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

import gc
from collections.abc import Generator, Iterator
from functools import partial
from pathlib import Path
from typing import Any

# Machine code outlives the tests' own state folder: compiling it takes longer than most tests.
os.environ.setdefault("NUMBA_CACHE_DIR", str(Path(__file__).parents[1] / "var" / "numba"))

import hypothesis
import pytest
import segno
from django.db import connection
from django.template import Context, Template
from django.test import TransactionTestCase
from django.test.signals import template_rendered
from django.utils.safestring import SafeString

from pinochle_club.ground import health
from pinochle_club.ground.system import with_room
from tests.club_server import ClubServer, served_club
from tests.costs import Costs
from tests.emptying import empty_what_is_filled
from tests.new_database import make_without_migrations
from tests.sampling import SOAK
from tests.scoring.play.chance import fix_chance

# `ci` tries the same examples each time: a red test is red for everyone. `soak` looks for new ones.
hypothesis.settings.register_profile("ci", max_examples=30, deadline=None, derandomize=True, database=None)
hypothesis.settings.register_profile("soak", max_examples=600, deadline=None, print_blob=True)
hypothesis.settings.load_profile("soak" if SOAK else "ci")

DATABASE_FIXTURES = {
    "db", "transactional_db", "django_db_setup", "client", "async_client", "admin_client", "admin_user", "live_server",
    "club_server",
}  # fmt: skip

# One slip in a thousand of a browser, or among the processes of a server, is not to hold a change up: in CI their
# tests are tried once more, and the summary names them.
BROWSER_TESTS = Path(__file__).parent / "browser"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--costs", action="store_true", help="tell the CPU time of files, and of tests over the budget")
    parser.addoption("--costs-file", metavar="FILE", help="keep there the CPU time of each test")


def pytest_configure(config: pytest.Config) -> None:
    gc.disable()  # until all is collected, see below
    if config.getoption("--costs") or config.getoption("--costs-file"):
        config.pluginmanager.register(Costs(config.getoption("--costs-file")))


roomy: list[pytest.Config] = []


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> Any:
    """Of this process, and of each worker; called a second time, it leaves all to the others."""
    if roomy:
        return None
    roomy.append(config)
    return with_room(partial(config.hook.pytest_cmdline_main, config=config))


@pytest.hookimpl(tryfirst=True)  # before `-m` chooses
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not SOAK and (left := [item for item in items if item.get_closest_marker("soak")]):
        items[:] = [item for item in items if not item.get_closest_marker("soak")]
        config.hook.pytest_deselected(items=left)
    for item in items:
        if _uses_database(item):
            item.add_marker("needs_db")
        if os.environ.get("CI") and (item.path.is_relative_to(BROWSER_TESTS) or _has_server(item)):
            item.add_marker(pytest.mark.flaky(reruns=1))
    # Beside each other, so that one worker serves them all with one club; first, so that none of them is left for last.
    items.sort(key=lambda item: not _has_server(item))


def _has_server(item: pytest.Item) -> bool:
    return "club_server" in getattr(item, "fixturenames", ())


def pytest_collection_finish() -> None:
    """What was imported and collected stays: looking through it again and again takes a third of the time until here,
    and a tenth from here on."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 50)  # far fewer of the rounds that find nothing: they took some 2 %
    gc.enable()


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """What a proof has to tell of itself, by `record_property("figures", "...")`; a soak's reader wants to know."""
    for outcome in ("passed", "failed"):
        for report in terminalreporter.getreports(outcome):
            for name, told in report.user_properties:
                if name == "figures" and SOAK:
                    terminalreporter.write_line(f"{report.nodeid}: {told}")


def _uses_database(item: pytest.Item) -> bool:
    test_class = getattr(item, "cls", None)
    return (
        item.get_closest_marker("django_db") is not None
        or not DATABASE_FIXTURES.isdisjoint(getattr(item, "fixturenames", ()))
        or (test_class is not None and issubclass(test_class, TransactionTestCase))
    )


@pytest.fixture(autouse=True)
def same_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever plays is dealt the same cards in every run: in some three deals of a hundred the bots end the hand
    before the player is asked anything, and a red test must be red for everyone."""
    fix_chance(monkeypatch, 20)


@pytest.fixture(autouse=True)
def nobody_looked_at_the_computer() -> Iterator[None]:
    """What one test found on it, such as that no worker runs, is no other board's."""
    yield
    health._found.clear()


@pytest.fixture(scope="session", autouse=True)
def only_pages_are_noted(django_test_environment: None) -> None:
    """For `response.context`, Django copies what every template was given, each symbol's in a page as well: here the
    page's own is enough. What was there before is put back by Django itself."""

    def render(self: Template, context: Context) -> SafeString:
        if context.template is self:
            template_rendered.send(sender=self, template=self, context=context)
        return self.nodelist.render(context)

    Template._render = render  # type: ignore[attr-defined]  # as Django itself does for tests


@pytest.fixture(scope="session", autouse=True)
def codes_are_drawn_once() -> Iterator[None]:
    """A code may be drawn under eight masks, which all say the same: to find the one that cameras read best takes five
    times as long."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(segno, "make", partial(segno.make, mask=0))
        yield


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings: None) -> None:
    """Called before the database is made."""
    make_without_migrations()


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """PostgreSQL drops no database that somebody is connected to; a page that polled just before it was closed may
    still be answered by a thread of the live server."""
    with django_db_blocker.unblock():
        empty_what_is_filled()
    yield
    with django_db_blocker.unblock():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )


opened_clubs: list[ClubServer] = []  # one at most


@pytest.fixture(scope="session")
def only_club_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClubServer]:
    folder = tmp_path_factory.mktemp("club")
    with served_club(folder, program="tests.quiet_server", DATABASE_PATIENCE="1") as server:
        opened_clubs.append(server)
        yield server


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> Generator[None]:
    """A club that nobody needs next would go on printing sheets ahead, for half a minute of a processor's."""
    yield
    if nextitem is None or not _has_server(nextitem):
        for server in opened_clubs:
            server.kill()


@pytest.fixture
def club_server(only_club_server: ClubServer) -> ClubServer:
    """The club under gunicorn, one for all tests: each looks at its own cards only, and may kill or stop the server."""
    if not only_club_server.is_running:
        only_club_server.start()
    return only_club_server
