"""What every list of ours is, whatever it lists."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta
from fractions import Fraction
from typing import Any

import pytest
from django.template import Context
from django.utils import timezone
from django.utils.html import strip_tags

from league import urls  # noqa: F401 - every page, and so every listing
from league.evening.cards.judged import Judged, What
from league.evening.cards.pages import ResultLine, ResultsContext, RoundCell, RoundWhy
from league.evening.desk.listings import LogListing
from league.evening.desk.pages.desk import Key
from league.evening.events.listings import PastEventListing, ResultListing
from league.evening.finals.listings import CutList
from league.evening.money.listings import EntryListing
from league.evening.paper.listings import (
    CheckInList,
    OwnBoardList,
    PlaceList,
    ResultList,
    SeatList,
    TableList,
    TravelerList,
)
from league.evening.ties.parting import Tally
from league.models import (
    Category,
    Dues,
    Entrant,
    LedgerRow,
    LogLine,
    Member,
    Publication,
    PublishedPlace,
    Season,
    SeasonRulesVersion,
    SecurityLine,
)
from league.office.clubs.listings import SecurityListing
from league.office.hosting.listings import ClubLogListing, HostedListing
from league.office.house_rules.listings import VersionList
from league.office.members.listings import MemberListing
from league.outside.hall.listings import BesideList
from league.outside.hall.looking import Beside
from league.season.dues.listings import AccountListing
from league.season.dues.reading import Account, Year
from league.season.grades.listings import GradeListing
from league.season.grades.model import Grade
from league.season.ladder.listings import LadderListing, WeekList
from league.season.ladder.pages import LadderRow
from league.season.past.listings import RowList
from league.season.players import listings as players
from league.season.players.listings import CompanyListing, MeetingListing, OwnEveningListing
from league.season.players.pages.judged import JudgedLine
from league.season.players.pages.record import Fact, RecordPage
from league.season.players.record import Played, Record
from league.season.players.rounds import Lifetime
from league.season.race.listings import RaceListing
from league.season.records import listings as records
from league.season.records.listings import ChampionList, MemberRecordList, NightList, RecordList
from league.season.records.pages import RecordLine
from league.season.seasons import listings as seasons
from league.season.seasons.fees import Paid
from league.season.seasons.listings import FeeListing, MoveList, PartnerListing, StandingListing
from league.season.seasons.pages import PartnerLine
from league.season.seasons.published import Named
from league.season.seasons.rules import SeasonRules
from league.season.seasons.standings import Move, Place, Stood, Why
from pinochle_club.ground.exports import BOTH, FileKind
from pinochle_club.ground.listings import FILE, MORE, Column, Listing, Medium, PlainList
from scoring.rules.book import built_in_book
from scoring.score_card.listings import CardListing, KeptCardListing
from tests.league.makers import acting_as, make_club, make_event, make_rules
from tests.scoring.score_card.makers import make_card

# A log is read by time, and narrowed down by a form of its own; what all lists of cards share is no list.
IN_ONE_ORDER = {LogListing, ClubLogListing, CardListing}


def listings(of: type[Any] = Listing) -> Iterator[type[Any]]:
    for each in of.__subclasses__():
        if not each.__module__.startswith("tests."):
            yield each
            yield from listings(each)


@pytest.mark.parametrize("listing", list(listings()), ids=lambda listing: listing.__name__)
def test_every_list_can_be_sorted_and_saved_and_is_read_on_a_phone(listing: type[Listing]):
    columns = listing.base_columns

    assert FileKind.CSV in listing.files
    assert listing.file_name != Listing.file_name
    assert [name for name, column in columns.items() if "data-label" not in column.attrs.get("td", {})] == []
    assert listing in IN_ONE_ORDER or any(column.orderable for column in columns.values())


@pytest.mark.parametrize("listing", list(listings(PlainList)), ids=lambda listing: listing.__name__)
def test_a_column_is_on_every_medium_or_says_why_not(listing: type[PlainList]):
    assert [
        name
        for name, column in listing.base_columns.items()
        if not isinstance(column, Column) or bool(column.because) != bool(listing.media & ~column.on)
    ] == []


def test_lists_that_clubs_count_on_are_excel_files_too():
    assert {listing.files for listing in (MemberListing, StandingListing, GradeListing)} == {BOTH}


def samples() -> Iterator[PlainList]:
    """Each list with one row that has something in every column."""
    club = make_club(currency="EUR")
    ruth = Member.objects.create(
        club=club,
        number=7,
        name="Ruth Abernathy",
        phone="555 0100",
        email="ruth@club.org",
        is_guest=True,
        short_name="Ruthie",
    )
    ruth.carries.add(Category.objects.create(club=club, name="Women"))
    event = make_event(club)
    event.came, event.first_rows = 12, [LedgerRow(place=1, entrant=Entrant(name="Ruth"))]  # type: ignore[attr-defined]
    me = Entrant(event=event, member=ruth, number=7, name="Ruth Abernathy")
    card, here = make_card(table_name="4", round_name="2"), "/here/"

    season = Season(pk=1, club=club, name="Spring")
    rules = SeasonRules(points_by="average")
    published = Publication(season=season, rules=SeasonRulesVersion(rules=rules.to_json()))
    says: dict[str, Any] = {"why": "2 points more", "needs": ["one more night"]}
    says |= {"moved": {"from": 2, "is_new": False, "says": "was passed by one other"}}
    shown = {"by": "average", "figure": "9", "points": 1800, "counted": {}}
    place = PublishedPlace(place=3, order=3, member=ruth, nights=2, points=90, shown=shown, says=says)

    yield StandingListing([place], published, acting_as())
    before, after = (Stood((ruth.pk,), at, at, "total", Fraction(60), 60) for at in (1, 4))
    move = Move((ruth.pk,), before, after, {event.pk: (60, 45)}, "15 points fewer")
    yield MoveList([move], Named({ruth.pk: ruth}, {event.pk: event}), acting_as())
    today = Place((ruth.pk,), 3, 3, "total", Fraction(60), 60, tally=Tally((ruth.pk,)), why=Why("2 points more"))
    yield seasons.UnpublishedList([today], lambda who: ruth.name)
    yield BesideList([Beside(1, 2, 3, "East bid 51: +12 and −51", "")])
    yield RowList(
        [
            {
                "line": 2,
                "name": "Ruth",
                "whose": "Ruth Abernathy",
                "day": "Jan 6, 2019",
                "points": "245",
                "says": "Comes in",
                "is_taken": True,
            }
        ]
    )
    yield PartnerListing([PartnerLine("Ruth", "ruth", "Walt", "walt", here, 2, 123, Fraction(123, 2))])
    yield FeeListing([Paid("Ruth", "ruth", 3, 1000, 500, [(event.pk, event.played_on)])], club)
    yield AccountListing([Account(ruth, [me], [Year(Dues(), "", 2500, [])], date(2026, 11, 17))], club)
    yield GradeListing([{"name": "Ruth", "address": here, "grade": Grade(7, 1.5, 0.5, 40, "B"), "note": "With Walt"}])
    yield RaceListing(
        [
            {
                "name": "Ruth",
                "address": here,
                "place": 2,
                "wins": 0.71,
                "title": "71%",
                "likely": "1st to 4th",
                "reach": "1st to 9th",
            }
        ]
    )
    week = {date(2026, 11, 23) + timedelta(days=at): Fraction(at) for at in range(7)}
    rung = LadderRow(1, "Ruth", here, Fraction(7, 2), Fraction(-1), 5, 3, True, week)
    yield from (LadderListing([rung]), WeekList([rung], min(week), club.date_style))
    yield CompanyListing(
        [
            {"name": "Walt", "address": here, "together": "2 rounds", "together_address": here, "against": "1 round",
             "against_address": here, "rounds": (2, 1)}
        ]
    )  # fmt: skip
    yield MeetingListing(
        [
            {"day": "Jan 6", "played_on": date(2026, 1, 6), "name": "Tuesday cards", "address": here,
             "round": "Round 1", "card": here,
             "points": "−60", "won": "won", "others": "Ed & Vern", "at": 1, "figure": 60.0}
        ]
    )  # fmt: skip
    yield LogListing(
        [
            {"day": "Jan 6", "time": "7:00 pm", "who": "Ruth", "device": "Tablet 1", "what": "Bid", "place": "Table 4",
             "before": "20", "after": "21", "change": "20 → 21", "why": "Typed wrong", "struck": "Undone",
             "lead": Key("Look", here)}
        ]
    )  # fmt: skip
    yield OwnEveningListing([me])
    played = Played(event.pk, event.played_on, 1, "played", 60, won=True, table=1, place=2, book="house")
    life = Lifetime(Record((played,)), {"house": built_in_book("npa")})
    page = RecordPage(club, ruth, life, life.whole, None, str, events={event.pk: event.name})
    yield players.NightList(page.books[0], page)
    hand = {"day": "Jan 6", "where": "Round 1, table 2, hand 3", "address": here, "name": "Tuesday cards"}
    yield players.HandList([{**hand, "partner": "Walt", "bid": "32 in hearts by Walt, set", "points": "12"}], "set")
    yield players.MarkList([Fact("First skunk", "Jan 6", "Tuesday cards", here)])
    nothing: Any = None
    judged = Judged(What.PENALTY, nothing, nothing, (me,), "Ruth", "Slow play", "10 off", "Twice")
    yield players.RulingList([JudgedLine(judged, "Round 2, table 4", "Upheld", (), "Walt", "", here)])
    version = make_rules(club)
    version.note = "Opens at 21"
    yield VersionList([version])
    yield PastEventListing([event])
    cells = (RoundCell("60", "Round 1", 1, 4, has_hands=True),)
    line = ResultLine("1", 7, "Ruth", cells, "60", (RoundWhy("Round 1, table 4", ("Hands +60",), "60", (1, 4)),))
    yield ResultListing(ResultsContext(("Round 1",), (line,)), event, 1, runs_it=True)
    yield EntryListing(
        [
            {"number": 1, "title": "Ruth", "what": "Prize: High hand", "amount": "−$5", "cents": -500,
             "made": "9:40 pm", "is_taken_back": False, "reason": "By mistake", "take_back": here}
        ]
    )  # fmt: skip
    yield CutList([{"place": "1", "name": "Ruth", "points": "60", "figures": "Rounds won 2"}])
    members = MemberListing([ruth])
    members.acting, members.context = acting_as(), Context({"club": club})
    yield members
    security = SecurityListing(
        [SecurityLine(what="refused", about="change the club", device="iPad", at=timezone.now())]
    )
    security.club = club
    yield security
    log = ClubLogListing([LogLine(who="Ruth", action="took", subject="it", before="1", after="2", reason="so")])
    log.club = club
    yield log
    hosted = make_club(name="Oak Park", row_count=9, written_times=2)
    vars(hosted).update(members_now=4, last_evening=date(2026, 1, 6), unsent=2, hall_version="9.1")
    of_server = HostedListing([hosted])
    of_server.bytes_a_row = 300.0
    yield of_server
    yield ChampionList([Fact("Ruth", "60", "Spring", here)])
    yield RecordList([RecordLine("Best round", "244", "Ruth", "Jan 6", here, "with Walt")])
    yield NightList([{"title": "Tue, Jan 6", "players": "12", "winners": "Ruth", "points": "60"}])
    yield records.PlaceList([{"place": "1", "name": "Ruth", "points": "60"}])
    yield MemberRecordList(
        [
            {"name": "Ruth", "number": 7, "nights": 2, "rounds": 8, "won": 5, "points": "60", "average": "7.5",
             "best": "31", "bids": "4 of 5"}
        ]
    )  # fmt: skip
    owing = {"number": 7, "name": "Ruth", "remark": "guest", "is_here": True, "fee": "$5", "paid": "$2", "due": "$3"}
    yield CheckInList([owing], has_fees=True)
    yield SeatList(
        [{"name": "Ruth", "number": 7, "table": "4", "seat": "North", "boards": "9–12", "partners": ["Walt"]}],
        28,
    )
    yield ResultList(
        [
            {
                "rank": "1",
                "name": "Ruth",
                "number": 7,
                "table": "4",
                "steps": "Hands +60",
                "points": "−60",
                "total": "120",
            }
        ],
        "Player",
        has_totals=True,
    )
    sides = ({"name": "Ruth & Walt", "points": "60", "is_winner": True},)
    yield TableList([{"number": 4, "sides": sides, "remarks": "Not signed yet"}])
    made = [
        {"names": ("Ruth", "Walt"), "score": "+60", "share": "50.0%"},
        {"names": ("Ed", "Vern"), "score": "+40", "share": "50.0%"},
    ]
    traveler = {
        "number": 4,
        "round_number": 1,
        "bid": "52",
        "trump": "H",
        "by": "N",
        "result": "made",
        "sides": made,
        "note": "",
    }
    yield TravelerList({"directions": ("N-S", "E-W"), "lines": [traveler]}, "%")
    yield OwnBoardList(
        [
            {"board": 3, "where": "1 / 4 N-S", "partner": "Walt", "against": "Ed & Vern", "bid": "52 ♥ by N, made",
             "score": "+20", "share": "50.0%", "why": "level with 1"}
        ]
    )  # fmt: skip
    ranked = {"rank": "1", "name": "Ruth", "rounds": ("60", "60"), "total": "120", "is_first_below": False}
    yield PlaceList([ranked], "Player", ["Round 1", "Round 2"])
    yield from (CardListing([card]), KeptCardListing([card]))


def cells_of(listing: PlainList, medium: Medium) -> list[object]:
    """What stands in the only row of a list."""
    if medium == FILE:
        return [*listing.values_of(next(iter(listing.data.data))).values()]
    row = listing.rows_on(medium).replace(MORE, "")
    return [strip_tags(one).strip() for one in re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row, re.S)]


@pytest.mark.django_db
@pytest.mark.parametrize("medium", list(Medium))
def test_every_column_answers_on_its_media(medium: Medium):
    for listing in (one for one in samples() if medium in one.media):
        cells = cells_of(listing, medium)

        assert len(cells) == len(listing.columns_on(medium)), listing
        said = {
            cell for cell, one in zip(cells, listing.columns_on(medium), strict=True) if one.column.classes != "box"
        }
        assert not {"", "None", "—", None} & said, listing
        if medium == FILE:  # a file holds no tags, and numbers a spreadsheet can add
            assert not [
                cell
                for cell, one in zip(cells, listing.columns_on(medium), strict=True)
                if isinstance(cell, str) and ("</" in cell or (one.column.kind == "num" and cell.startswith("−")))
            ], listing


@pytest.mark.django_db
def test_every_list_of_the_league_is_tried():
    assert {type(listing) for listing in samples()} == {
        each for each in listings(PlainList) if each is not Listing and not each.__module__.startswith("scoring.play")
    }
