import fcntl
import os
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.contrib.auth.models import Group
from django.db import connection, transaction

from pinochle_club.ground import one_club
from pinochle_club.ground.write_queue import queued_write

# The second process: takes the lock as another worker would, says so, and keeps it until its input closes.
OTHER_WORKER = """
import fcntl, sys
with open(sys.argv[1], "w") as lock:
    fcntl.flock(lock, fcntl.LOCK_EX)
    print("mine", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def other_worker(settings):
    """A process that is writing right now."""
    worker = subprocess.Popen(
        [sys.executable, "-c", OTHER_WORKER, str(settings.STATE_DIR / "write.lock")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with worker:
        assert worker.stdout.readline() == "mine\n"
        yield worker


def write(name):
    try:
        with queued_write():
            Group.objects.create(name=name)
    finally:
        connection.close()


@pytest.mark.django_db(transaction=True)
def test_writer_waits_for_the_writer_of_another_process(other_worker):
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL's writers need no queue")
    writer = threading.Thread(target=write, args=["waiting"])
    writer.start()
    time.sleep(0.3)
    assert not Group.objects.exists()

    other_worker.communicate()
    writer.join(timeout=60)

    assert Group.objects.get().name == "waiting"


@pytest.mark.django_db(transaction=True)
def test_writer_that_dies_leaves_the_queue(other_worker):
    other_worker.kill()

    write("next")

    assert Group.objects.get().name == "next"


@pytest.mark.django_db(transaction=True)
def test_many_threads_write_and_nothing_is_lost():
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(write, [f"group {number}" for number in range(64)]))

    assert Group.objects.count() == 64


@pytest.mark.django_db(transaction=True)
def test_nested_use_does_not_wait_for_itself():
    names: list[str] = []
    with queued_write():
        transaction.on_commit(lambda: write_inside_hook(names))
        with queued_write():
            Group.objects.create(name="inner")

    assert names == ["inner", "hook"]


def write_and_fail():
    with queued_write():
        Group.objects.create(name="never")
        raise ZeroDivisionError


def write_inside_hook(names):
    with queued_write():
        Group.objects.create(name="hook")
    names += Group.objects.order_by("pk").values_list("name", flat=True)


@pytest.mark.django_db(transaction=True)
def test_failure_rolls_back_and_frees_the_queue(settings):
    with pytest.raises(ZeroDivisionError):
        write_and_fail()

    assert not Group.objects.exists()
    lock = os.open(settings.STATE_DIR / "write.lock", os.O_CREAT | os.O_WRONLY)
    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)  # would raise if anybody still had it
    os.close(lock)


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "sqlite", reason="on PostgreSQL no other computer takes over")
def test_write_that_was_on_its_way_is_not_made_where_another_computer_took_over(settings, tmp_path):
    settings.STATE_DIR = tmp_path
    one_club.give_way(one_club.Successor(2_001, "http://192.168.1.21:8000"))

    with pytest.raises(one_club.NotTheClub), queued_write():
        raise AssertionError("it was written")
