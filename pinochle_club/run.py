"""`make run`: make everything ready, say where the club is, and become the server.

Asks nothing and needs no terminal, so that it can also be started by the system at boot.
"""

import errno
import os
import socket
import sys
from pathlib import Path
from typing import NoReturn

import django
import segno
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command, get_commands
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from pinochle_club import backups, worker

PORTS_TO_TRY = 10


class StartError(Exception):
    """Something the person at the keyboard can put right; the message says what."""


def main() -> None:
    try:
        host, port = choose_address()
        os.environ["PORT"] = str(port)
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pinochle_club.settings")
        django.setup()
        prepare()
    except (StartError, ImproperlyConfigured, ValueError) as problem:
        sys.exit(f"The club cannot open: {problem}")
    announce()
    worker.start_beside(os.getpid())  # which is the server's, too
    serve(host, port)


def choose_address() -> tuple[str, int]:
    """Where to listen. Behind a proxy (the public profile) only this machine may call."""
    is_public = os.environ.get("PROFILE") == "public"
    host = os.environ.get("BIND") or ("127.0.0.1" if is_public else "0.0.0.0")  # noqa: S104 - tablets call from outside
    wanted = int(os.environ.get("PORT") or 8000)
    for port in range(wanted, wanted + PORTS_TO_TRY):
        if is_free(host, port):
            return host, port
        print(f"Port {port} is taken by another program on this machine.")
        if os.environ.get("PUBLIC_URL"):
            raise StartError(f"PUBLIC_URL leads people to port {port}: free it, or set PORT and PUBLIC_URL anew")
    raise StartError(f"ports {wanted} to {port} are all taken; choose another with PORT=9000 make run")


def is_free(host: str, port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # as gunicorn does
        try:
            probe.bind((host, port))
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                return False
            raise StartError(f"cannot listen on {host}:{port}: {error.strerror}") from error
    return True


def prepare() -> None:
    """Bring the database and the static files to this version of the program."""
    is_new = "django_migrations" not in connection.introspection.table_names()
    if not is_new and has_unapplied_migrations():
        back_up()
    call_command("migrate", interactive=False, verbosity=0)
    call_command("clearsessions")
    call_command("collectstatic", interactive=False, verbosity=0)
    if is_new and "demo" in get_commands() and os.environ.get("DEMO") != "0":
        call_command("demo")
    connection.close()


def has_unapplied_migrations() -> bool:
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def back_up() -> None:
    try:
        print(f"This version changes the database; copied it to {backups.copy_database()}")
    except backups.BackupError as problem:
        if os.environ.get("SKIP_BACKUP") != "1":
            raise StartError(
                f"the database must change for this version, and it could not be copied before: {problem}.\n"
                "Copy it yourself, then start with: SKIP_BACKUP=1 make run"
            ) from problem
        print(f"The database was NOT copied before changing it: {problem}")


def announce() -> None:
    url = settings.PUBLIC_URL
    warn_if_moved(settings.STATE_DIR / "printed_address", url)
    print(f"\nThe club is open at {url}\nPoint a tablet's camera here:\n")
    if can_draw_blocks():
        segno.make(url, error="m", micro=False).terminal(compact=True)
    if settings.PROFILE == "hall":
        print("Plain http: whoever is on this network can read along. Use a network of the club's own.")
    offer_setup()
    print("Ctrl-C closes the club; nothing that was saved is lost.", flush=True)


def offer_setup() -> None:
    """While nobody looks after a club here, whoever sits at this machine becomes its admin by a one-time link."""
    from league.contexts.one_time_links import address_of_link  # models cannot be imported before django.setup()
    from league.domain.one_time_links import make_setup, needs_first_admin

    if needs_first_admin():
        print("\nNobody looks after the club yet. Open this once, to make the first account and the club:")
        print(f"{address_of_link(make_setup())}\n")
    connection.close()


def warn_if_moved(printed: Path, url: str) -> None:
    """QR codes on paper go on leading to the address of the day they were printed."""
    before = printed.read_text().strip() if printed.exists() else url
    if before != url:
        print(f"\nWARNING: the club was at {before} last time. Links and QR codes printed then lead there, not here.")
        print("Give this machine a fixed address in the router, or set PUBLIC_URL.")
    printed.write_text(url + "\n")


def can_draw_blocks() -> bool:
    try:
        "█▀▄".encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def serve(host: str, port: int) -> NoReturn:
    """Become gunicorn: signals then reach it without anybody in between."""
    gunicorn = [sys.executable, "-m", "gunicorn", "pinochle_club.wsgi"]
    options = ["--config", "python:pinochle_club.gunicorn_config", "--bind", f"{host}:{port}"]
    os.execv(sys.executable, gunicorn + options)  # noqa: S606 - fixed arguments, no shell


if __name__ == "__main__":
    main()
