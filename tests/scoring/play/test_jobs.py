"""Simulations as jobs: in line, one at a time, stopped, gone on with, and fair to everybody."""

import errno
import json
import os
import time
from collections.abc import Iterator
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import caches
from django.db import OperationalError, connection
from django.utils import timezone

from pinochle_club.ground import background, errands
from pinochle_club.ground.apart import Apart
from pinochle_club.ground.pdfs import kept
from pinochle_club.ground.system import AWAITED, LOWEST
from scoring.models import Device, MeldRarity, PlayedDeal, PlayedHand, Simulation
from scoring.play import jobs, judging
from scoring.play.simulate import runs
from scoring.play.simulate.bots import RANDOM
from scoring.play.simulate.rarity import count_chunk
from scoring.play.simulate.runs import play_chunk, running_totals
from scoring.play.table import Decision
from scoring.play.thinking import expert_par, think
from scoring.rules.book import built_in_book
from scoring.rules.changes import changed_book, parse_change
from scoring.rules.rarity import rarity_key
from scoring.score_card import pdfs
from scoring.score_card.beginning import publish
from tests.scoring.play.simulated import Here
from tests.scoring.play.sitting import play_hand, sit_down

pytestmark = pytest.mark.django_db
State = Simulation.State
CHUNK = 10  # not fifty, so that three are played soon
THREE_CHUNKS = CHUNK * 2 + 2


@pytest.fixture(autouse=True)
def every_chunk_is_small_and_written(monkeypatch):
    for module in (jobs, runs):
        monkeypatch.setattr(module, "CHUNK", CHUNK)
    monkeypatch.setattr(jobs, "SECONDS_BETWEEN_WRITES", 0)


@pytest.fixture(autouse=True)
def nothing_ahead(monkeypatch):
    """No sheets to print ahead, which take a while; a test lays some in here."""
    sheets: list[Any] = []
    monkeypatch.setattr(pdfs, "sheets_ahead", lambda: iter(sheets))
    return sheets


@pytest.fixture
def tablet() -> Device:
    return Device.objects.create(token_hash="tablet")


def ask(tablet: Device, tap: str = "tap", *changes: str, deals: int = 10, **more: Any) -> Simulation:
    book = built_in_book("gwinnett")
    against = changed_book(book, map(parse_change, changes)) if changes else None
    fields = {"asked": {}, "bots": RANDOM, "device": tablet, "created_from": "here", **more}
    return jobs.ask_for(book=book, against=against, deals=deals, start_hash=tap, **fields)


def worker_of(after=lambda: None, wanted=lambda: True) -> jobs.Worker:
    return jobs.Worker(wanted, lambda niceness: Here(niceness, after))


class Slow(Here):
    """Plays in this process, and answers at the second look only."""

    def submit(self, work, /, *args, **kwargs):
        future = super().submit(work, *args, **kwargs)
        answers = iter([TimeoutError(), future.result()])

        def result(timeout=None):
            answer = next(answers)
            if isinstance(answer, TimeoutError):
                raise answer
            return answer

        future.result, future.done = result, lambda: False  # type: ignore[method-assign]  # of this one chunk
        return future


def states() -> list[str]:
    return [job.state for job in Simulation.objects.all()]


def test_job_comes_to_what_the_command_comes_to(tablet):
    job = ask(tablet, "tap", "auction.opening=25", deals=THREE_CHUNKS)

    assert worker_of().work()

    job.refresh_from_db()
    *_, total = running_totals(jobs.plan_of(job), 1)
    assert (job.state, job.deals_done, job.is_over) == (State.DONE, job.deals, True)
    assert job.ended_at is not None
    assert jobs.tally_of(job).to_data() == total.to_data()


def test_same_tap_is_one_job(tablet):
    assert ask(tablet).pk == ask(tablet).pk
    assert Simulation.objects.count() == 1


def test_jobs_are_played_in_the_order_they_were_asked_for_and_addresses_take_turns(tablet):
    first, second = ask(tablet, "first"), ask(tablet, "second")
    other = ask(tablet, "other", created_from="there")
    assert [jobs.in_front_of(job) for job in (first, other, second)] == [0, 1, 2]
    worker = worker_of()

    worker.work()
    assert states() == [State.DONE, State.WAITING, State.WAITING]
    worker.work()
    assert states() == [State.DONE, State.WAITING, State.DONE]
    worker.work()
    assert states() == [State.DONE, State.DONE, State.DONE]
    assert not worker.work()


def test_job_that_was_stopped_in_the_middle_goes_on_where_it_stood(tablet):
    job = ask(tablet, deals=THREE_CHUNKS)
    chunks: list[int] = []
    stopped = worker_of(lambda: chunks.append(1), wanted=lambda: len(chunks) < 2)
    stopped.work()
    job.refresh_from_db()
    assert (job.state, job.deals_done) == (State.RUNNING, CHUNK)
    ask(tablet, "later")

    worker_of(lambda: chunks.append(1)).work()

    job.refresh_from_db()
    *_, total = running_totals(jobs.plan_of(job), 1)
    assert job.state == State.DONE
    assert len(chunks) == 4  # the second one once more
    assert jobs.tally_of(job).to_data() == total.to_data()


def test_job_that_is_cancelled_stops_and_keeps_what_was_played(tablet):
    job = ask(tablet, deals=THREE_CHUNKS)
    done: list[int] = []

    def cancel_after_the_first() -> None:
        done.append(1)
        if len(done) == 2:
            jobs.cancel(job)

    worker_of(cancel_after_the_first).work()

    job.refresh_from_db()
    assert (job.state, job.deals_done) == (State.CANCELLED, CHUNK)
    assert len(done) == 2


def test_job_that_is_over_cannot_be_cancelled(tablet):
    job = ask(tablet)
    worker_of().work()

    jobs.cancel(job)

    job.refresh_from_db()
    assert job.state == State.DONE


def test_job_that_fails_lets_the_next_one_play(tablet, caplog):
    broken = ask(tablet, "broken")
    Simulation.objects.filter(pk=broken.pk).update(book="{}")
    ask(tablet, "sound")
    worker = worker_of()

    worker.work()
    worker.work()

    assert states() == [State.FAILED, State.DONE]
    assert "A simulation failed" in caplog.text


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no connection to lose")
@pytest.mark.django_db(transaction=True)
def test_job_during_which_the_database_restarts_is_gone_on_with(tablet):
    job = ask(tablet, deals=THREE_CHUNKS)

    lost: list[str] = []

    def restart(run: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if '"deals_done" =' in sql and not lost:
            lost.append(sql)
            context["cursor"].execute("SELECT pg_terminate_backend(pg_backend_pid())")
        return run(sql, params, many, context)

    with pytest.raises(OperationalError), connection.execute_wrapper(restart):
        worker_of().work()
    assert states() == [State.RUNNING]

    worker_of().work()
    job.refresh_from_db()
    assert (job.state, job.deals_done) == (State.DONE, job.deals)


def test_job_waits_for_space_on_the_computer(tablet, monkeypatch):
    job = ask(tablet)

    def full(*_: Any) -> bool:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as now:
        now.setattr(jobs, "_keep", full)
        with pytest.raises(OSError, match="No space left"):
            worker_of().work()
    assert states() == [State.RUNNING]

    worker_of().work()
    job.refresh_from_db()
    assert job.state == State.DONE


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # an alarm that is dropped rings again
def test_job_that_does_not_get_on_lets_the_next_one_play(tablet, monkeypatch):
    worker = worker_of()
    ask(
        tablet, "first", deals=1, bots="beginner"
    )  # brings in all that they need: an alarm in an import would leave half of it
    worker.work()
    monkeypatch.setattr(jobs, "LONGEST_CHUNK", 0.3)

    ask(
        tablet, "endless", "meld.pinochle.0=9998", "meld.pinochle.1=9999", bots="beginner"
    )  # bids go up by one, into the ten thousands
    worker.work()
    ask(tablet, "sound", deals=1)
    worker.work()

    assert states() == [State.DONE, State.FAILED, State.DONE]


def test_version_grows_with_all_that_is_shown(tablet):
    job = ask(tablet, deals=THREE_CHUNKS)
    versions = []
    worker_of(lambda: versions.append(Simulation.objects.get(pk=job.pk).version)).work()
    versions.append(Simulation.objects.get(pk=job.pk).version)

    assert versions == sorted(set(versions))


def test_stranger_plays_no_more_than_the_most_deals(tablet):
    assert ask(tablet, deals=10**6).deals == jobs.MOST_DEALS


def test_one_address_has_its_share_of_the_line(tablet):
    for number in range(jobs.MOST_WAITING_OF_ONE):
        ask(tablet, f"tap {number}")

    with pytest.raises(jobs.TooMany, match="are already waiting"):
        ask(tablet, "one more")
    assert ask(tablet, "from elsewhere", created_from="there").state == State.WAITING


def test_one_address_has_its_share_of_an_hour(tablet):
    for number in range(jobs.MOST_AN_HOUR):
        ask(tablet, f"tap {number}")
        Simulation.objects.update(state=State.DONE)

    with pytest.raises(jobs.TooMany, match="in the last hour"):
        ask(tablet, "one more")

    Simulation.objects.update(created_at=timezone.now() - timedelta(hours=2))
    assert ask(tablet, "later").state == State.WAITING


def test_line_has_an_end(tablet):
    for number in range(jobs.MOST_WAITING):
        ask(tablet, f"tap {number}", created_from=f"address {number}")

    with pytest.raises(jobs.TooMany, match="already in line"):
        ask(tablet, "one more", created_from="another")


# -- rare melds --------------------------------------------------------------------------


def test_idle_worker_counts_the_melds_of_a_clubs_own_book(monkeypatch):
    monkeypatch.setattr(jobs, "RARITY_DEALS", 20)
    monkeypatch.setattr(jobs, "RARITY_BOTS", RANDOM)
    own = changed_book(built_in_book("st-hilary"), [parse_change("meld.run.0=16")])
    publish(own)
    publish(built_in_book("npa"))
    worker = worker_of()

    assert worker.work()
    assert not worker.work()

    row = MeldRarity.objects.get()
    assert row.depends_on == rarity_key(own)
    assert row.table.sides == 40


def test_counting_gives_way_to_a_job(tablet, monkeypatch):
    monkeypatch.setattr(jobs, "RARITY_DEALS", CHUNK * 3)
    monkeypatch.setattr(jobs, "RARITY_BOTS", RANDOM)
    publish(changed_book(built_in_book("st-hilary"), [parse_change("meld.run.0=16")]))
    taps: Iterator[int] = iter(range(100))
    worker = worker_of(lambda: ask(tablet, f"tap {next(taps)}") if not Simulation.objects.exists() else None)

    worker.work()
    assert not MeldRarity.objects.exists()
    worker.work()

    assert states() == [State.DONE]


# -- hands that people played ------------------------------------------------------------


@pytest.fixture
def nothing_judged() -> Iterator[None]:
    caches[judging.JUDGMENTS].clear()
    yield
    caches[judging.JUDGMENTS].clear()


@pytest.mark.usefixtures("nothing_judged")
def test_idle_worker_looks_over_what_was_played_against_bots(client, monkeypatch):
    monkeypatch.setattr(jobs, "think", lambda mind, view: Decision(mind.compared, "So."))
    play_hand(client, sit_down(client, "gwinnett"))
    worker = worker_of()

    while worker.work():
        pass

    hand = PlayedHand.objects.get()
    assert hand.cost == 0
    assert {each["theme"] for each in hand.judged} >= {"lead", "trick"}


def test_hand_that_cannot_be_looked_over_is_left(client, caplog):
    play_hand(client, sit_down(client, "gwinnett"))
    PlayedDeal.objects.update(data="{}")
    worker = worker_of()

    while worker.work():
        pass

    assert "A hand could not be looked over" in caplog.text
    assert PlayedHand.objects.get().cost is None


# -- the process of low priority ---------------------------------------------------------


def test_deals_are_played_at_the_lowest_priority_and_ended_in_their_midst():
    pool = background.low_priority_pool()
    for sent in (play_chunk, count_chunk, think, expert_par):
        assert pool.submit(repr, sent).result(), "it is read there, where no models of Django are"
    assert pool.submit(os.nice, 0).result() == LOWEST
    assert pool.submit(os.sched_getscheduler, 0).result() == os.SCHED_IDLE
    work = pool.submit(time.sleep, 3600)
    while not work.running():
        time.sleep(0.01)

    background.end_at_once(pool)

    assert isinstance(work.exception(), BrokenProcessPool)


def test_process_that_is_killed_is_started_anew(tablet):
    pools = [Broken(), Here()]
    worker = jobs.Worker(pool=lambda _: pools.pop(0))
    job = ask(tablet)

    worker.work()

    job.refresh_from_db()
    assert job.state == State.DONE
    assert json.loads(job.tally)["deals"] == job.deals


class Endless(Here):
    """Never answers; `after` is called at each look."""

    def submit(self, work, /, *args, **kwargs) -> Future:
        future: Future[Any] = Future()

        def result(timeout=None):
            self.after()
            raise TimeoutError

        future.result = result  # type: ignore[method-assign]
        return future


def test_what_somebody_waits_for_has_its_share_and_what_nobody_waits_for_makes_way(tablet):
    publish(changed_book(built_in_book("st-hilary"), [parse_change("meld.run.0=16")]))  # to be counted
    begun: list[int] = []

    def pool(niceness: int) -> Executor:
        begun.append(niceness)
        return Here() if niceness == AWAITED else Endless(niceness, lambda: ask(tablet))

    worker = jobs.Worker(pool=pool)
    assert worker.work()
    assert worker.work()

    assert (begun, states()) == ([LOWEST, AWAITED], [State.DONE])


class Broken(Executor):
    """A process that is killed over its first chunk."""

    def submit(self, work, /, *args, **kwargs) -> Future:
        future: Future[Any] = Future()
        future.set_exception(BrokenProcessPool("killed"))
        return future


# -- sheets ahead ------------------------------------------------------------------------


def test_sheets_are_printed_ahead_after_the_jobs_and_only_those_that_are_missing(tablet, nothing_ahead):
    printed: list[str] = []
    kept("already there", lambda: b"%PDF")
    nothing_ahead += [
        ("already there", printed.append, "already there"),
        ("broken", printed.index, "no such sheet"),
        ("missing", printed.append, "missing"),
    ]
    ask(tablet)
    worker = worker_of()

    while worker.work() and not MeldRarity.objects.exists():
        assert states() == [State.DONE]

    assert printed == ["missing"]


def test_sheet_makes_way_for_a_job_and_is_printed_after_it(tablet, nothing_ahead, monkeypatch):
    begun: list[list[str]] = []

    def begin(_: Apart, make, *asked, asker):
        begun.append(states())
        return (Here() if begun[1:] else Endless(after=lambda: ask(tablet))).submit(make, *asked)

    monkeypatch.setattr(Apart, "begin", begin)
    printed: list[str] = []
    nothing_ahead.append(("sheet", printed.append, "sheet"))
    worker = worker_of()

    for _ in range(3):
        worker.work()

    assert begun == [[], [State.DONE]]
    assert printed == ["sheet"]


def test_sheets_of_other_rooms_come_after_those_that_anybody_may_want(tablet, nothing_ahead, monkeypatch):
    printed: list[str] = []
    nothing_ahead.append(("blank", printed.append, "blank"))
    others = iter([None, ("book", printed.append, "book"), None])
    monkeypatch.setattr(errands.nothing_to_do, "followers", {"none": lambda: None, "others": lambda: next(others)})
    worker = worker_of()

    for _ in range(3):
        worker.work()

    assert printed == ["blank", "book"]


# -- what other rooms have to be done ----------------------------------------------------


def test_errands_come_first_and_go_on_while_a_job_is_played(tablet, monkeypatch):
    done: list[str] = []

    def errand(_: object) -> bool:
        done.append(states()[0])
        return len(done) == 1

    monkeypatch.setattr(errands.each_second, "followers", {"errand": errand})
    job = ask(tablet, deals=CHUNK)
    worker = jobs.Worker(pool=Slow)

    assert worker.work()
    assert done == [State.WAITING]  # that was its turn
    assert worker.work()

    job.refresh_from_db()
    assert job.state == State.DONE
    assert done == [State.WAITING, State.WAITING, State.RUNNING]
