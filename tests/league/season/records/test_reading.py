"""A club's records as its evenings make them: from cards through deeds, and naively from the pages of its members."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import date
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from league.evening.events.deeds import reopen_event
from league.models import Club, LedgerRow, Member
from league.office.members.naming import shown_name
from league.season.merging.deeds import merge_members
from league.season.players.record import by_book
from league.season.players.rounds import lifetime_of
from league.season.records import reading
from league.season.records.bests import Bests
from league.season.records.reading import club_records, work_out
from pinochle_club.ground.apart import Busy
from pinochle_club.ground.pdfs import PRINTER
from tests.lasting import lasting
from tests.league.makers import acting_as, fresh, make_club
from tests.league.season.players.played import play_evening
from tests.league.season.seasons.played import close

pytestmark = pytest.mark.django_db
FIRST, SECOND = date(2026, 11, 3), date(2026, 11, 10)


@pytest.fixture(scope="module")
def lasting_club(django_db_setup: None, django_db_blocker: Any) -> Iterator[int]:
    with lasting(django_db_blocker):
        club = make_club()
        play_evening(club, FIRST, seeds=(1, 2, 3))
        play_evening(club, SECOND, seeds=(4,), book="st-hilary")
        yield club.pk


@pytest.fixture
def club(lasting_club: int, db: None) -> Club:
    return Club.objects.get(pk=lasting_club)


def figures(bests: Bests) -> list[dict[str, int]]:
    return [{best.what: int(best.figure) for best in found} for book, found in bests.items() if book]


def naive(club: Club) -> list[dict[str, int]]:
    """The best of what the members' own pages say."""
    people = [lifetime_of(member) for member in club.members.filter(merged_into=None)]
    books = dict.fromkeys(book for life in people for book in by_book(life.rounds))
    found = []
    for book in books:
        records = [record for life in people if (record := by_book(life.rounds).get(book))]
        nights = [night for record in records for night in record.nights]
        each = {
            "round": max(record.best_round.points for record in records if record.best_round),
            **{
                name: max(record.facts.get(f"best_{name}", 0) for record in records) for name in ("hand", "meld", "bid")
            },
            "run": max(record.bids_made.longest for record in records),
            "night": max(night.points for night in nights),
            "average": max(
                (int(night.tally.average or 0) for night in nights if night.tally.rounds >= 3), default=0
            ),
        }  # fmt: skip
        found.append({what: figure for what, figure in each.items() if figure > (what == "run")})
    return found


def page(client: Client, club: Club, name: str = "records") -> str:
    return " ".join(unescape(client.get(reverse(f"league:{name}", args=[club.slug])).content.decode()).split())


def test_records_are_the_best_of_all_members_pages(club: Club):
    assert figures(club_records(club)) == naive(club)


def test_hand_of_a_record_is_the_one_on_the_card(client: Client, club: Club):
    bests = club_records(club)
    found = {best.what: best for best in next(iter(bests.values()))}
    shown = page(client, club)

    for what in ("hand", "meld", "bid"):
        holder = found[what].holders[0]
        at = (club.slug, holder.event, holder.number, holder.table, holder.hand)
        address = reverse("league:read_hand", args=at)
        assert address in shown
        assert str(int(found[what].figure)) in client.get(address).content.decode()


def test_count_of_a_record_opens_as_many_as_it_says(client: Client, club: Club):
    """Two books were played, so a run is one of its book."""
    rows = re.findall(r'href="([^"]*/players/[^"]*/hands/[^"]*)".*?line-end"><b>([^<]*)</b>', page(client, club))
    seen = {}

    for address, figure in rows:
        listed = client.get(address).content.decode().count("<tr") - 1
        seen[address.split("/")[-2]] = listed
        of_night = 12 if "book=npa" in address else 4  # three rounds, and one
        assert listed == (of_night if "event=" in address else int(figure)), address

    assert seen.keys() == {"made_in_a_row", "hands", "nights", "nights_won", "won"}


def test_records_ask_the_same_whatever_was_played(club: Club, django_assert_num_queries: Callable[..., Any]):
    for start in (40, 50):
        with django_assert_num_queries(7):  # evenings, members, rows, pairs; tables of a few hands, seats, entries
            work_out(club.pk)
        LedgerRow.objects.bulk_create(
            LedgerRow(
                event=event, round_number=number, entrant=entrant, kind="played", points=1, table=1, side="NS", place=9
            )
            for event in club.events.all()
            for entrant in event.entrants.all()
            for number in range(start, start + 10)
        )


def test_page_and_front_page_show_them_for_two_queries_more(club: Club, django_assert_max_num_queries: Any):
    client = Client()
    page(client, club)
    with django_assert_max_num_queries(6):  # club; marks and merges; who has them; what the books are called
        page(client, club)

    assert "Longest run of bids made" in page(client, club, "club")


def test_reopened_night_is_in_the_records_as_it_was_until_it_is_closed_again(club: Club):
    first = figures(club_records(club))
    event = club.events.get(played_on=FIRST)
    reopen_event(event=event, acting=acting_as(), client_id="", reason="one card is missing")

    assert figures(club_records(club)) == naive(club) == first
    close(fresh(event))
    assert figures(club_records(club)) == first


def test_who_was_merged_has_the_record_under_the_name_that_stays(client: Client, club: Club):
    twin = Member.objects.create(club=club, name="Zelda Quimby", number=99)
    holder = club_records(club)[None][0].holders[0]
    old = club.members.get(entries=holder.entrant)
    merge_members(kept=twin, gone=old, acting=acting_as(), client_id="")

    assert "Zelda Quimby" in page(client, club)


def test_initials_are_all_that_strangers_read(client: Client, club: Club):
    names = [shown_name(one, acting_as()) for one in club.members.all()]
    Member.objects.filter(club=club).update(initials_only=True)

    shown = page(client, club)

    assert [name for name in names if name in shown] == []
    assert "R. A." in shown


def test_nobody_waits_on_the_front_page(client: Client, club: Club, monkeypatch: pytest.MonkeyPatch):
    asked: list[float | None] = []

    def busy(*_: object, at_most: float | None = None, **__: object) -> None:
        asked.append(at_most)
        raise Busy

    monkeypatch.setattr(PRINTER, "ask", busy)

    assert "Club records" not in page(client, club, "club")
    assert "Working out the records" in page(client, club)
    assert asked == [reading.SHORT, None]


def test_club_without_nights_says_when_records_begin(client: Client):
    club = make_club(name="Old Mill", slug="old-mill")

    assert "Records begin with the first night" in page(client, club)
    assert "No season has ended yet" in page(client, club, "champions")
