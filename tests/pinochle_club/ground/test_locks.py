import threading
import time
from concurrent.futures import ThreadPoolExecutor
from unittest.mock import Mock

import pytest
from django.contrib.auth.models import Group
from django.core.management import call_command
from django.db import connection

from pinochle_club.ground.locks import DatabaseLock, alone
from pinochle_club.ground.write_queue import queued_write
from pinochle_club.server import run, static_files
from scoring.management.commands import worker
from scoring.play.jobs import Worker

pytestmark = pytest.mark.django_db(transaction=True)

PATIENCE = 60  # only what fails waits so long
on_postgres = pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no connection to lose")


def is_free(name):
    looks = iter([True, False])  # one look, and not wanted any more
    with alone(name, is_wanted=lambda: next(looks)) as lock:
        return lock is not None


def cut_off_who_holds_a_lock():
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid, 10000) FROM pg_locks WHERE locktype = 'advisory'"
            " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
        )


def test_lock_is_held_by_one_and_free_afterwards():
    with alone("cards") as lock:
        assert lock.is_held()
        assert not is_free("cards")
        assert is_free("another")

    end = time.monotonic() + PATIENCE  # PostgreSQL frees it once it has seen that the connection is gone
    with alone("cards", is_wanted=lambda: time.monotonic() < end) as next_one:
        assert next_one is not None


def test_who_waits_says_so_once_and_comes_next():
    told, entered, looks = [], threading.Event(), threading.Semaphore(0)

    def is_wanted() -> bool:
        looks.release()
        return True

    def next_one():
        with alone("cards", is_wanted=is_wanted, on_wait=lambda: told.append("waiting")):
            entered.set()

    waiting = threading.Thread(target=next_one)
    with alone("cards"):
        waiting.start()
        for _ in range(3):  # the third look comes after two in vain
            assert looks.acquire(timeout=PATIENCE)
        assert not entered.is_set()
    waiting.join(timeout=PATIENCE)

    assert entered.is_set()
    assert told == ["waiting"]


@on_postgres
def test_lock_whose_connection_is_lost_is_the_next_ones_and_its_holder_learns_of_it():
    with alone("cards") as lock:
        assert isinstance(lock, DatabaseLock)
        cut_off_who_holds_a_lock()

        assert is_free("cards")
        assert not lock.is_held()


def test_who_counts_before_they_write_wait_for_each_other():
    """Eight at one moment, of whom three may."""

    def write(number):
        try:
            with queued_write("groups"):
                if Group.objects.count() < 3:
                    time.sleep(0.05)
                    Group.objects.create(name=f"group {number}")
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(write, range(8)))

    assert Group.objects.count() == 3


# -- what is done by one -----------------------------------------------------------------


def test_server_waits_while_another_one_prepares_the_database(monkeypatch, capsys):
    prepared = []
    monkeypatch.setattr(static_files, "start_collecting", lambda: None)
    monkeypatch.setattr(run, "prepare_database", lambda: prepared.append(True))
    starting = threading.Thread(target=run.prepare)
    printed, end = "", time.monotonic() + PATIENCE

    with alone("start"):
        starting.start()
        while not printed and time.monotonic() < end:
            time.sleep(0.02)
            printed = capsys.readouterr().out
        assert not prepared
    starting.join(timeout=PATIENCE)

    assert prepared
    assert printed + capsys.readouterr().out == "Another server is preparing the database. Waiting for it.\n"


def test_worker_plays_only_while_no_other_one_does(monkeypatch):
    wanted, work = iter([True, False]), Mock(return_value=True)
    monkeypatch.setattr(worker.Command, "_is_wanted", lambda self: next(wanted, False))
    monkeypatch.setattr(Worker, "work", work)

    with alone("worker"):
        call_command("worker", once=True)
    assert not work.called

    wanted = iter([True, True, True, False])
    call_command("worker", once=True)
    assert work.called


@on_postgres
def test_worker_that_lost_its_place_ends(monkeypatch):
    played = []

    def lose_the_place(self):
        played.append(True)
        cut_off_who_holds_a_lock()
        return True

    monkeypatch.setattr(Worker, "work", lose_the_place)

    call_command("worker", once=True)

    assert played == [True]
