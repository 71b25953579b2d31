"""Whether a table's save is held up by a stranger who asks for something costly, twenty times a second: eight tablets
save alone, and beside that stranger, at a club served as `make run` serves it.

The two take turns, a game of all tablets each, so that whatever else the machine does falls on both. Sheets are asked
for cold: what is kept of them is thrown away all the while.
"""

from __future__ import annotations

import shutil
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from itertools import count, cycle
from pathlib import Path
from threading import Event

from scoring.rules.book import BUILT_IN_ORDER as BOOKS
from tests.club_server import ClubServer, served_club
from tests.lab.benchmarks import Row, sized
from tests.lab.benchmarks.bench_load import WRITERS, Measured, play
from tests.lab.benchmarks.bench_neighbours import AHEAD, SETTINGS, Watched
from tests.scoring.play.player import Player
from tests.tablet import HIDDEN, UNANSWERED, Answer, Tablet, new_id

A_SECOND = 20
TABLES = sized(2, 12)
MOST_SECONDS = 12.0  # of asking, also where the tablets need longer for their game
# An evening with a round that is closed, and its results.
EVENING = f"""
from django.db import transaction
from league.models import EventRound
from tests.league.makers import acting_as, make_club, make_entrants, make_event, make_round
from league.evening.rounds.deeds import start_round
with transaction.atomic():
    event = make_event(make_club(slug="paper"), book="st-hilary")
    event_round = make_round(event, make_entrants(event, {4 * TABLES}))
    start_round(event_round=event_round, acting=acting_as(), client_id="start-it")
    EventRound.objects.filter(pk=event_round.pk).update(state="closed")
print(event.pk)
"""

# The clubs of the demo, and the ten addresses of one that anybody may ask for and that take longest to draw.
DEAREST = """
from django.urls import reverse
from league.management.demo import make_clubs
from league.models import Club, Notice
make_clubs()
club = Club.objects.get(slug="st-hilary-card-party")
season = club.seasons.filter(publications__isnull=False).first()
night = Notice.objects.filter(event__club=club, is_published=True).latest("event__played_on").event_id
place = season.publications.first().places.filter(division="").first()
of_a_season = ("season_partners", "season_race", "season_changes")
of_a_player = ("player", "player_nights", "player_company")
addresses = [("club",), ("events",), ("calendar",), ("notice", night)]
addresses += [(name, season.pk) for name in of_a_season]
addresses += [(name, place.member_id) for name in of_a_player]
for name, *parts in addresses:
    print(reverse(f"league:{name}", args=[club.slug, *parts]))
"""

# Asks something, and says what status the answer had; 0 where none came.
Question = Callable[[], int]


def run() -> list[Row]:
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as folder, served_club(Path(folder), **SETTINGS) as server:
        play(server, WRITERS, "", Measured())  # fills caches, which a running club has filled too
        for words, questions in kinds(server).items():
            alone, beside, answers = Measured(), Measured(), Counter[int]()
            for _ in range(sized(1, 2, 20)):
                play(server, WRITERS, "", alone)
                with asking(server, questions, answers):
                    play(server, WRITERS, "", beside)
            assert answers.keys() - {403, 404}, f"{words}: refused, so it cost nothing"
            told = ", ".join(f"{number} × {status}" for status, number in sorted(answers.items()))
            for share, name, at_most in ((0.5, "middle", 2), (0.99, "99th", 3)):
                baseline = f"ms alone ({told})" if share == 0.5 else "ms, alone"
                name = f"{name} save beside {A_SECOND}/s: {words}"
                rows.append(Row(name, beside.wait(share), "ms", alone.wait(share), baseline, at_most=at_most))
    return rows


@contextmanager
def asking(server: ClubServer, questions: Iterator[Question], answers: Counter[int]) -> Iterator[None]:
    """Somebody asks so many questions a second, whether those before are answered or not."""
    enough = Event()

    def go_on() -> None:
        began = time.monotonic()
        with ThreadPoolExecutor(64) as pool:
            for number in count():
                enough.wait(max(0.0, began + number / A_SECOND - time.monotonic()))
                if enough.is_set() or time.monotonic() - began > MOST_SECONDS:
                    return
                forget_sheets(server)
                pool.submit(one, next(questions))

    def one(question: Question) -> None:
        answers[question()] += 1

    with ThreadPoolExecutor(1) as stranger:
        asks = stranger.submit(go_on)
        time.sleep(0.5)
        try:
            yield
        finally:
            enough.set()
            asks.result()


def status_of(tablet: Tablet, path: str) -> int:
    return ask(tablet, path).status


def ask(tablet: Tablet, path: str, fields: dict[str, object] | None = None) -> Answer:
    try:
        return tablet.get(path) if fields is None else tablet.post(path, fields)
    except UNANSWERED:
        return Answer(0, "")


def forget_sheets(server: ClubServer) -> None:
    shutil.rmtree(server.state_dir / "pdfs", ignore_errors=True)


# -- what is asked for -------------------------------------------------------------------


def kinds(server: ClubServer) -> dict[str, Iterator[Question]]:
    event = server.manage("shell", "-v", "0", "-c", EVENING).split()[-1]
    papers = f"/clubs/paper/events/{event}/papers/"
    return {
        "rule books": sheets(server, *(f"/books/{book}.pdf?paper={paper}" for book in BOOKS for paper in PAPERS)),
        "seating": sheets(server, *(f"{papers}seating.pdf?by={by}&paper={paper}" for by in LISTS for paper in PAPERS)),
        "results": sheets(server, *(f"{papers}results.pdf?paper={paper}" for paper in PAPERS)),
        "cards": cards(server),
        "public pages": pages(server),
        "Experts’ moves": experts(server),
        "hints": hints(server),
        "reviews": reviews(server),
    }


PAPERS = ("letter", "a4")
LISTS = ("both", "name", "table")


def sheets(server: ClubServer, *addresses: str) -> Iterator[Question]:
    tablet = Tablet(server.url)
    return cycle([partial(status_of, tablet, address) for address in addresses])


def pages(server: ClubServer) -> Iterator[Question]:
    tablet, addresses = Tablet(server.url), server.manage("shell", "-v", "0", "-c", DEAREST).split()
    assert len(addresses) == 10
    return cycle([partial(status_of, tablet, address) for address in addresses])


def cards(server: ClubServer) -> Iterator[Question]:
    """Cards of the stranger's own, with their explanations."""
    tablet = Tablet(server.url)
    addresses = []
    for _ in range(6):
        card = tablet.begin("gwinnett")
        assert tablet.save(tablet.open(card), bidder="N", bid=27, trump="H").is_saved
        addresses.append(f"{card}card.pdf?explain=1")
    return cycle([partial(status_of, tablet, address) for address in addresses])


def experts(server: ClubServer) -> Iterator[Question]:
    """Tables of four Experts, whose processes are ready."""
    tables = [Moving(server.url) for _ in range(A_SECOND)]
    end = time.monotonic() + 15
    while time.monotonic() < end:
        tables[0].move()
    return cycle([table.move for table in tables])


class Moving(Watched):
    """A table that is asked to go on, without waiting until what happened was watched."""

    def move(self) -> int:
        ahead, fields = AHEAD.search(self.page), dict(HIDDEN.findall(self.page))
        if ahead is None:
            self.sit_down()
            return 200
        answer = ask(self.tablet, ahead[1], {**fields, "client_id": new_id()})
        self.page = answer.text or self.page
        return answer.status


def hints(server: ClubServer) -> Iterator[Question]:
    players = [at_play(server) for _ in range(4)]
    return cycle([partial(status_of, player.tablet, f"{player.address}hint/") for player in players])


def at_play(server: ClubServer) -> Player:
    """Somebody whose turn it is to play a card."""
    for _ in range(20):
        player = Player.sit_down(server.url, "gwinnett")
        player.to_the_play()
        if not player.is_done:
            return player
    raise AssertionError("no hand comes to the play")


def reviews(server: ClubServer) -> Iterator[Question]:
    """Hands that are done, at each of their steps; without scripts the page waits for the Expert."""
    players = [at_play(server) for _ in range(4)]
    for player in players:
        player.play_hand()
        player.tablet.is_scripted = False
    return cycle(
        [
            partial(status_of, player.tablet, f"{player.address}hands/1/review/?step={step}")
            for step in range(80)
            for player in players
        ]
    )
