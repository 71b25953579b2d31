"""News on a director's board of ten and of fifty tables, each with a full round on its card, and the check-in of a club
of 2,000: how much of the processor an answer takes in this process. Boards beside the same answer with nothing kept of
the last one, the check-in beside that of a club of sixty. And what pages weigh as they are sent.

The boards are to take 20 and 40 ms, and the check-in 60, where the boards took 180 and the check-in 781.
"""

from __future__ import annotations

import gzip
from collections.abc import Callable

from django.test import Client
from django.urls import reverse

from league.management.evenings import play_table
from league.models import Entrant, Event, EventRound, Member
from pinochle_club.ground.plainly import plainly
from tests.first_visit import Visit
from tests.lab.benchmarks import Row, seconds_in_turn, sized
from tests.lab.benchmarks.bench_saving import test_database
from tests.league.makers import NAMES, make_club, make_event, make_running_round, make_user
from tests.scoring.score_card.makers import enter_hand, make_card

MOST_KILOBYTES = 60


def run() -> list[Row]:
    with test_database():
        fifty = make_running_round(players=sized(4, 200))
        boards = [*board_rows(make_running_round(players=sized(4, 40))), *board_rows(fifty)]
        return [*boards, *check_in_rows(), *weights(fifty)]


# -- the board ---------------------------------------------------------------------------


def board_rows(event_round: EventRound) -> list[Row]:
    tables = list(event_round.tables.select_related("card__book_version"))
    for table in tables:
        play_table(table, seed=1, is_signed=table.number % 2 == 0)
    client = directing(event_round.event)
    news = f"{reverse('league:board_changes', args=[event_round.event.club.slug, event_round.event.pk])}?v=0"

    def afresh() -> None:
        with plainly():
            client.get(news, headers={"HX-Request": "true"})

    kept, plain = seconds_in_turn(asking(client, news), afresh, times=sized(1, 3, 10))
    name = f"news on a board of {len(tables)} tables"
    return [Row(name, 1000 * kept, "ms", 1000 * plain, "ms, all read and drawn afresh", at_most=0.6)]


def directing(event: Event) -> Client:
    client = Client(headers={"Host": "localhost"})
    client.force_login(make_user(event.club, "director"))
    return client


def asking(client: Client, address: str) -> Callable[[], object]:
    def ask() -> None:
        answer = client.get(address, headers={"HX-Request": "true"})
        assert answer.status_code == 200, answer.status_code

    return ask


# -- check-in ----------------------------------------------------------------------------


def check_in_rows() -> list[Row]:
    (large, large_page), (usual, _) = (check_in_of(number) for number in (sized(12, 2_000), sized(6, 60)))
    took, took_usual = seconds_in_turn(large, usual, times=sized(1, 3, 10))
    kilobytes = len(large_page) / 1000
    return [
        Row("check-in of a club of 2,000", 1000 * took, "ms", 1000 * took_usual, "ms, of a club of 60", at_most=1.5),
        Row("  what is sent, not compressed", kilobytes, "KB", MOST_KILOBYTES, "KB, at most", at_most=1),
    ]


def check_in_of(number: int) -> tuple[Callable[[], object], bytes]:
    """Of a club of so many, of whom 60 usually come and 30 are here."""
    event = make_event(make_club(), fee=500)
    names = (f"{NAMES[at % 24].split()[0]} {NAMES[at // 24 % 24].split()[-1]}" for at in range(number))
    Member.objects.bulk_create(Member(club=event.club, number=at, name=name) for at, name in enumerate(names, start=1))
    members = list(event.club.members.all())
    for night, came in ((make_event(event.club), 60), (event, 30)):
        Entrant.objects.bulk_create(
            Entrant(event=night, member=member, number=member.number, name=member.name, state="here", fee=500)
            for member in members[:came]
        )
    client, address = directing(event), reverse("league:check_in", args=[event.club.slug, event.pk])
    return asking(client, address), client.get(address).content


# -- what is sent ------------------------------------------------------------------------


def weights(event_round: EventRound) -> list[Row]:
    event, visitor = event_round.event, Client(headers={"Host": "localhost"})
    address = reverse("league:board", args=[event.club.slug, event.pk])
    board = directing(event).get(address).text
    keeper = make_card(visitor, book="st-hilary")
    enter_hand(keeper, bidder="E", bid=25, meld={"NS": 4, "EW": 20}, take={"NS": 10, "EW": 15})
    sent = len(gzip.compress(board.encode(), 6)) / 1000
    pages = {
        "start": visitor.get("/").text,
        "sign-in": visitor.get(reverse("league:sign_in")).text,
        "card": visitor.get(reverse("score_card:card", args=[keeper.card_id])).text,
        "board of 50 tables": board,
        "play": visitor.get(reverse("play:start")).text,
    }
    first = [
        Row(f"first visit: {name}", Visit.of(page).bytes_sent / 1000, "KB", MOST_KILOBYTES, "KB, at most", at_most=1)
        for name, page in pages.items()
    ]
    return [
        Row("a board of 50 tables, compressed", sent, "KB", len(board) / 1000, "KB, as it is", at_most=0.15),
        *first,
    ]
