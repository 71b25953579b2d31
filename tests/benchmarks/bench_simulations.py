"""Simulations: how many deals a core plays, and whether a table that saves meanwhile notices."""

import tempfile
import time
from pathlib import Path

from scoring.play.simulate.bots import CLUB, maker_of
from scoring.play.simulate.deals import deal_facts
from scoring.rules.book import RuleBook, built_in_books
from scoring.score_card.access import new_secret
from tests.benchmarks import Row
from tests.benchmarks.bench_load import WRITERS, Measured, play
from tests.club_server import ClubServer, served_club
from tests.sampling import sample
from tests.tablet import Tablet

ASKED = {"deals": "20000", "bots": CLUB, "auction__opening": "60"}


def run() -> list[Row]:
    return [*rates(), *at_the_tables()]


def rates() -> list[Row]:
    """Whole deals of club players, on one core."""
    deals = sample(20, 300)
    return [
        Row(f"club players, {key}", deals / seconds(book, deals), "deals/s") for key, book in built_in_books().items()
    ]


def seconds(book: RuleBook, deals: int) -> float:
    make = maker_of(CLUB)
    deal_facts(book, 0, 0, make)  # fills caches
    start = time.process_time()
    for number in range(deals):
        deal_facts(book, 1, number, make)
    return time.process_time() - start


def at_the_tables() -> list[Row]:
    """Eight tablets save, first with nothing beside them, then while a simulation is played."""
    settings = {"DJANGO_SETTINGS_MODULE": "tests.benchmarks.bare.settings"}
    with tempfile.TemporaryDirectory() as folder, served_club(Path(folder), **settings) as server:
        quiet, busy = Measured(), Measured()
        for _ in range(sample(4, 20)):
            play(server, WRITERS, "", quiet)
        ask_and_wait(server)
        for _ in range(sample(4, 20)):
            play(server, WRITERS, "", busy)
        assert state(server) == "running", "the simulation ended before it was measured"
    name = "nothing beside them"
    return [
        Row(f"{WRITERS} tablets beside a simulation", busy.rate, "steps/s", quiet.rate, name, at_least=0.7),
        Row("slowest of 100, the same", busy.wait(0.99), "ms", quiet.wait(0.99), name, at_most=2),
    ]


def ask_and_wait(server: ClubServer) -> None:
    """A simulation, as the page asks for it; returns once its hands are being played."""
    tablet = Tablet(server.url)
    tablet.get("/")
    answer = tablet.post("/play/simulations/new/npa/", {"start": new_secret(), **ASKED})
    assert answer.status == 302, answer.told
    end = time.monotonic() + 120
    while not server.rows("SELECT 1 FROM scoring_simulation WHERE deals_done > 0"):
        assert time.monotonic() < end, state(server)
        time.sleep(0.2)


def state(server: ClubServer) -> str:
    return str(server.rows("SELECT state FROM scoring_simulation")[0][0])
