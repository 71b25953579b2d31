"""`make run`: make everything ready, say where the club is, and serve it.

Asks nothing and needs no terminal, so the system can start it at boot. Everything is imported once, in this process;
the server's processes are copies of it. The demo comes beside that, what can wait (the worker) after.
"""

import argparse
import errno
import gc
import logging
import os
import platform
import socket
import sys
import threading
import time
import traceback
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from importlib.util import find_spec
from itertools import count
from pathlib import Path

import segno
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.handlers.wsgi import WSGIHandler
from django.core.management import call_command
from django.core.wsgi import get_wsgi_application
from django.db import Error, OperationalError, connection
from django.db.migrations.executor import MigrationExecutor
from django.urls import get_resolver

from pinochle_club.ground import __version__, locks, one_club, opened, places, system
from pinochle_club.ground.commands import command
from pinochle_club.ground.environment import is_on, text, whole_number, wrong
from pinochle_club.ground.private_files import open_state_dir
from pinochle_club.ground.trouble import trouble_of
from pinochle_club.server import backups, examining, new_database, static_files, worker
from pinochle_club.server.database import is_sqlite
from pinochle_club.server.examining import NotWell

log = logging.getLogger(__name__)
PORTS_TO_TRY = 10
LAST_PORT = 65_535
REFUSAL = "The club cannot open"
TO_OPEN_AGAIN = "To open it again, close it first, where it was started."
A_MOMENT = 3.0  # seconds in which all processes of a server that was killed have ended
BETWEEN_LOOKS = 0.05
# Who waits for a migration and stands in its way; and for as long as pages wait for a lost database, who will have
# PostgreSQL look for a deadlock soon.
CUT = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE datname = current_database() AND wait_event_type = 'Lock' AND (
    pid = ANY(pg_blocking_pids(%(us)s))
    OR %(is_early)s AND query_start < clock_timestamp() - current_setting('deadlock_timeout')::interval / 2
    AND %(us)s = ANY(pg_blocking_pids(pid)))
"""
TABLE_IN_USE = ("55P03", "40P01")  # PostgreSQL: no lock in time, or a deadlock
PATIENCE = 20.0  # one that closes lets people finish, one that opens is soon there
_held: list[locks.FileLock] = []  # a lock that nothing refers to would be freed


class StartError(Exception):
    """Something the person at the keyboard can put right; the message says what."""


class AlreadyOpen(StartError):
    """Nothing is wrong: another server of this computer has this club open."""


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog=command("serve"), description="Opens the club on this computer.")
    made.add_argument("--port", help="where to listen, in place of 8000 or what PORT says")
    return made


def main(arguments: Sequence[str] | None = None) -> None:
    asked = parser().parse_args(arguments)
    if asked.port:
        os.environ["PORT"] = asked.port
    gc.disable()  # until all is imported: nothing of that is thrown away, and looking through it costs a tenth
    os.umask(0o077)  # whatever the club writes down is for its owner alone
    try:
        places.read_settings()
        be_the_only_one(open_state_dir())
        host, port = choose_address()
        os.environ["PORT"] = str(port)
        examining.set_up(REFUSAL)
        examine()
        for strange in places.strange_settings():
            print(f"NOTE: {strange}\n")
        log.info("%s %s, with Python %s", places.NAME, __version__, platform.python_version())
        stay_out_of_anothers_way()
        prepare()
        announce()
    except AlreadyOpen as told:
        sys.exit(str(told))
    except BrokenPipeError:
        raise
    except (StartError, NotWell, ImproperlyConfigured, ValueError, OSError) as problem:
        sys.exit(f"{REFUSAL}: {trouble_of(problem) or problem}")
    except Error as problem:
        sys.exit(f"{REFUSAL}: {trouble_of(problem) or f'its database doesn’t answer: {problem}'}")
    examining.read_through_beside()
    worker.start_beside(os.getpid(), "django", "worker")
    if settings.STANDBY is not None:
        worker.start_beside(os.getpid(), "pinochle_club.server.replicating")
    serve(host, port)


def be_the_only_one(state_dir: Path) -> None:
    """Keep other servers and restores (`restoring`) from this club until our last process has ended. One that is
    closing, or died a moment ago, is waited for."""
    while _held:
        _held.pop().free()  # of a start that failed, in a test
    try:
        running = locks.FileLock(opened.RUNNING, state_dir)
    except OSError:
        return  # a drive on which nothing can be written: `examine` says so
    try:
        wait_for(running, state_dir)
    except StartError:
        running.free()
        raise
    _held.append(running)
    opened.forget_address(state_dir)


def wait_for(running: locks.FileLock, state_dir: Path) -> None:
    began = time.monotonic()
    while not running.take():
        waited = time.monotonic() - began
        if waited > A_MOMENT and (address := opened.address_if_open(state_dir)):
            raise AlreadyOpen(f"The club is open on this computer already, at {address}\n{TO_OPEN_AGAIN}")
        if waited > PATIENCE:
            raise StartError("it is being opened or closed, or a copy of it put back. Start again when that is done")
        time.sleep(locks.SECONDS_BETWEEN_LOOKS)


def choose_address() -> tuple[str, int]:
    """Where to listen. Behind a proxy (the public profile) only this machine may call."""
    is_public = text("PROFILE") == "public"
    host = text("BIND") or ("127.0.0.1" if is_public else "0.0.0.0")  # noqa: S104 - tablets call from outside
    wanted = whole_number("PORT", 8000, most=LAST_PORT)
    for port in range(wanted, min(wanted + PORTS_TO_TRY, LAST_PORT + 1)):
        if is_free(host, port):
            return host, port
        print(f"Port {port} is in use by another program on this computer.")
        if os.environ.get("PUBLIC_URL"):
            raise StartError(f"PUBLIC_URL sends people to port {port}. Free that port, or change PORT and PUBLIC_URL")
    raise StartError(
        f"ports {wanted} to {port} are all in use. Choose another with {command('serve', before='PORT=9000')}"
    )


def is_free(host: str, port: int) -> bool:
    with socket.socket() as probe:
        system.let_listen_again(probe)  # as gunicorn does
        try:
            probe.bind((host, port))
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                return False
            if text("BIND") and (isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL):
                raise wrong("BIND", "an address of this computer, such as 127.0.0.1") from error
            raise StartError(f"cannot listen on {host}:{port}: {error.strerror}") from error
    return True


def examine() -> None:
    examining.read_through(examining.READ_AT_ONCE)
    for fault in examining.insist():
        print(f"NOTE: {fault.words}\n")
    let_go_of_database()


def stay_out_of_anothers_way() -> None:
    """Ask another computer that took over, or may have while this one was off, before anything is written."""
    database = one_club.database()
    has_another = settings.STANDBY is not None or (is_sqlite() and one_club.key_file().exists())
    if has_another and one_club.is_the_club() and database.exists():
        from pinochle_club.server import pieces  # needs a package of its own, which few clubs have

        if other := pieces.who_took_over(one_club.generation_of(database), settings.PUBLIC_URL):
            one_club.give_way(other)
    if other := one_club.successor():
        raise StartError(
            f"{one_club.words(other)} To have this one stand by for it: {command('standby')}\n"
            f"To make this one the club again, once the other is closed: {command('standby', take='')}"
        )


def prepare() -> None:
    """Bring the database and the static files to this version of the program; meanwhile import what serves them."""
    collecting = static_files.start_collecting()
    with locks.alone("start", on_wait=lambda: print("Another server is preparing the database. Waiting for it.")):
        prepare_database()
    if settings.DEMO_IS_COMING.exists():
        fill_in_demo()
    assert get_resolver().url_patterns  # imported now: the first request would wait for them
    if collecting is not None:
        collecting.join()
        if collecting.exitcode:
            raise StartError("the static files could not be collected. The reason is printed above")


def prepare_database() -> None:
    is_new = "django_migrations" not in connection.introspection.table_names()
    if not is_on("DEMO", default=not settings.IS_PUBLIC):  # whose passwords stand in the log
        settings.DEMO_IS_COMING.unlink(missing_ok=True)
    elif is_new:
        settings.DEMO_IS_COMING.touch()
    if is_new:
        new_database.make_tables()
    elif has_unapplied_migrations():
        back_up()
        migrate()
    examining.keep_key()
    examining.keep_version()
    call_command("clearsessions")
    fill_ledger()
    let_go_of_database()


def migrate() -> None:
    """Beside older servers that go on. A migration that waits for a table makes all others wait behind it, so it waits
    for a moment only, and tries again: while a copy is made, say, which reads every table for minutes."""
    if is_sqlite():
        call_command("migrate", interactive=False, verbosity=0)
        return
    for tries in count(1):
        if _is_migrated(min(A_MOMENT, tries / 2)):
            break
        time.sleep(1)


def _is_migrated(moment: float) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(f"SET lock_timeout = '{1000 * moment:.0f}ms'")
    try:
        with cutting_knots():
            call_command("migrate", interactive=False, verbosity=0)
    except OperationalError as problem:
        if getattr(problem.__cause__, "sqlstate", "") not in TABLE_IN_USE:
            raise
        print("The database is in use. Trying again in a moment.", flush=True)
        return False
    return True


@contextmanager
def cutting_knots() -> Iterator[None]:
    """Who holds a table that a migration needs, and waits for one that it has, loses the connection, and asks again
    as after a restart. Else PostgreSQL would end one of the two: that is a fault to an older program."""

    def look(pid: int) -> None:
        other, until = connection.copy(), time.monotonic() + settings.DATABASE_PATIENCE
        with closing(other), suppress(Error), other.cursor() as cursor:
            while not over.wait(BETWEEN_LOOKS):
                cursor.execute(CUT, {"us": pid, "is_early": time.monotonic() < until})

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (pid,) = cursor.fetchone()
    over = threading.Event()
    looking = threading.Thread(target=look, args=[pid], daemon=True)
    looking.start()
    try:
        yield
    finally:
        over.set()
        looking.join()


def fill_ledger() -> None:
    """Count evenings from before there was a ledger in seasons and records."""
    from league.evening.ledger.rows import fill_rows

    fill_rows(lambda number: print(f"Adding up the rounds of {number} earlier evenings. This is done once."))


def let_go_of_database() -> None:
    """The server's processes are copies of this one: they would all write on the same connection."""
    connection.close()


def has_unapplied_migrations() -> bool:
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def back_up() -> None:
    try:
        print(f"This version changes the database. A copy is in {backups.copy_database()}")
    except backups.BackupError as problem:
        if not is_on("SKIP_BACKUP", default=False):
            raise StartError(
                f"the database must change for this version, and it could not be copied before: {problem}.\n"
                f"Copy it yourself, then start with: {command('serve', before='SKIP_BACKUP=1')}"
            ) from problem
        print(f"The database was NOT copied before changing it: {problem}")


def announce() -> None:
    url = settings.PUBLIC_URL
    warn_if_moved(opened.printed_address(), url)
    print(f"\nThe club is open at {url}\nPoint a tablet’s camera here:\n")
    with suppress(UnicodeEncodeError):  # where the terminal has no blocks to draw with
        "█▀▄".encode(sys.stdout.encoding or "ascii")
        segno.make(url, error="m", micro=False).terminal(compact=True)
    if settings.PROFILE == "hall":
        print("Plain http: anyone on this network can read along. Use a network that belongs to the club.")
    offer_setup()
    if settings.STANDBY is not None:
        offer_standby(settings.STANDBY)
    if settings.DEMO_IS_COMING.exists():
        print("Setting up three example clubs. Their sign-in names and password will appear here in a few seconds.")
    print("Press Ctrl-C to close the club. Nothing that was saved is lost.", flush=True)


def fill_in_demo() -> None:
    """In a process of its own, a copy of this one. Killed, the next start goes on with it."""
    if not system.CAN_FORK:
        system.start_beside([sys.executable, "-m", "django", "demo", "--beside"])
        return
    if os.fork():
        return
    is_done = False
    try:
        system.end_with_parent()
        call_command("demo", "--beside")
        is_done = True
    except KeyboardInterrupt:
        pass  # the club is being closed
    except Exception as problem:
        if trouble := trouble_of(problem):
            print(f"The example clubs: {trouble}", file=sys.stderr)
        else:
            traceback.print_exc()
    finally:
        os._exit(0 if is_done else 1)


def offer_setup() -> None:
    """While no club here has an admin, make the person at this machine the first by a one-time link."""
    from league.office.clubs.deeds.one_time_links import make_setup, needs_first_admin
    from league.office.clubs.pages.one_time_links import address_of_link

    if needs_first_admin():
        print("\nNobody runs the club yet. Open this once to create the first account and the club:")
        print(f"{address_of_link(make_setup())}\n")
    let_go_of_database()


def offer_standby(folder: Path) -> None:
    """Show the key once: with it another computer gets all that the club has."""
    from pinochle_club.server import pieces  # needs a package of its own, which few clubs have

    if not system.is_plugged_in(folder):
        print(f"\n{folder} isn’t there. Plug the drive in, and the copying begins by itself.")
    if not one_club.key_file().exists():
        key = pieces.new_key()
        pieces.keep_key(key)
        print("\nAnother computer can stand by for this one. In a copy of the program there:")
        print(command("standby", **{"from": settings.PUBLIC_URL, "key": key}))


def warn_if_moved(printed: Path, url: str) -> None:
    """QR codes on paper go on leading to the address of the day they were printed."""
    before = printed.read_text().strip() if printed.exists() else url
    if before != url:
        print(f"\nWARNING: the club was at {before} last time. Links and QR codes printed then lead there, not here.")
        print("Give this computer a fixed address in the router, or set PUBLIC_URL.")
    printed.write_text(url + "\n")
    opened.noted_address(settings.STATE_DIR).write_text(url + "\n")


def serve(host: str, port: int) -> None:
    if settings.WORKERS and system.CAN_FORK and find_spec("gunicorn"):
        from pinochle_club.server.processes import Processes

        Processes(f"{host}:{port}", load).run()
    else:
        from pinochle_club.server.serving import Alone

        Alone().run(host, port, load())


def load() -> WSGIHandler:
    """The whole program. It reads which static files there are, so not before they are."""
    return get_wsgi_application()


if __name__ == "__main__":
    main()
