"""The reading of a club's media, by small pages, files and papers; and how what was read is held."""

from __future__ import annotations

from datetime import date

import pytest

from .faults import FAULTS
from .holding import against, between
from .journal import Hidden, Journal, Planned, Said, Sat
from .reading import Read, papers, rulings, sheets
from .reading.crawl import Got, crawl, plain
from .reading.interfaces import mail
from .reading.nights import Nights
from .reading.words import day, figure

CLUB = "/clubs/st-hilary/"
NIGHT = "2026-11-23 Card party"


@pytest.fixture
def nights() -> Nights:
    return Nights(
        CLUB,
        date(2026, 11, 30),
        {15: NIGHT, 14: "2026-11-16 Card party"},
        {2: "Season 32"},
        {"Women"},
        people={1: "Ruth"},
    )


def read(nights: Nights, address: str, body: str, kind: str = "text/html") -> list[tuple[str, str, str, str]]:
    found = Read()
    found.take(Got(f"{CLUB}{address}", 200, kind, body.encode()), nights)
    return [(one.whom, one.what, one.of, one.figure) for one in found.said]


@pytest.mark.parametrize(
    ("words", "meant"),
    [("2,570", "2570"), ("−32", "-32"), ("$4.50", "4.5"), ("3rd", "3"), ("55.3%", "55.3"), ("(+77)", "77"), ("–", "")],
)
def test_a_figure_as_people_write_it(words: str, meant: str):
    assert figure(words) == meant


def test_a_day_without_its_year_is_the_last_one():
    assert day("Mon, Nov 23", date(2026, 11, 30)) == date(2026, 11, 23)
    assert day("Mon, Dec 28", date(2027, 1, 5)) == date(2026, 12, 28)


def test_results_say_places_rounds_and_points(nights: Nights):
    page = """<main><table><thead><tr><th>Place</th><th>Player</th><th>Round 1</th><th>Total</th></tr></thead>
        <tbody><tr><td>2</td><th><details><summary><bdi>Ann Lee</bdi> <span>15</span></summary>
        <ul><li>With <bdi>Bob</bdi></li></ul></details></th><td><a href="x">−60</a></td><td><b>1,060</b></td></tr>
        </tbody></table></main>"""

    assert read(nights, "events/15/", page) == [
        ("Ann Lee", "place", NIGHT, "2"),
        ("Ann Lee", "round points", f"{NIGHT}, round 1", "-60"),
        ("Ann Lee", "points", NIGHT, "1060"),
    ]


def test_a_file_says_what_its_page_says(nights: Nights):
    file = "Place,Name,Points,Nights\n1,Ann Lee,2570,8\n"

    assert read(nights, "seasons/2/?of=Women&file=csv", file, "text/csv") == [
        ("Ann Lee", "season place", "Season 32, Women", "1"),
        ("Ann Lee", "season points", "Season 32, Women", "2570"),
        ("Ann Lee", "nights", "Season 32, Women", "8"),
    ]


def test_a_list_on_paper_ends_where_another_begins(monkeypatch: pytest.MonkeyPatch):
    paper = [
        "  Place    Name               Points   Nights     Above the next by",
        "       1   Ann Lee                75        3     3 points ahead",
        "       –   Bob                     7        1",
        "           Moss",
        " Name                   Of                   With",
        "       5   Joan Pruitt                     32                 13",
    ]
    monkeypatch.setattr(sheets, "lines", lambda body: paper)

    (sheet,) = sheets.of_paper(b"", ("Place", "Name", "Nights"))

    assert [(row["Place"], row["Name"], row["Points"], row["Nights"]) for row in sheet.rows] == [
        ("1", "Ann Lee", "75", "3"),
        ("–", "Bob Moss", "7", "1"),
    ]


def test_who_came_late_stands_in_the_report_and_its_file(nights: Nights, monkeypatch: pytest.MonkeyPatch):
    file = f"Date,Round,What,Who,Decision\n{NIGHT[:10]},2,late,Ann Lee,12 minutes late: 70 off.\n"
    paper = ["Tri-County · June 21, 2026 to November 23, 2026", "Card party, Monday, November 23, 2026",
             " Round 2, table 3          Late: Ann Lee         Carol Reyes, 7:12 pm",
             "                           12 minutes late: 70 off."]  # fmt: skip
    monkeypatch.setattr(rulings, "lines", lambda body: paper)

    assert read(nights, "rulings/report.csv", file, "text/csv") == [
        ("Ann Lee", "points off", f"{NIGHT}, round 2", "70")
    ]
    assert read(nights, "rulings/report.pdf", "x", "application/pdf") == [
        ("Ann Lee", "points off", f"{NIGHT}, round 2", "70")
    ]


def test_a_rounds_own_list_ends_above_that_of_the_night(nights: Nights, monkeypatch: pytest.MonkeyPatch):
    paper = [
        "  Place    Player            Table   How the points add up       Points    So far",
        "       1   Ann Lee     12        1   The hands of Ann & Bob +43      43       129",
        " Table    Players and points, the winners marked with ★",
        "       1   ★ Ann & Bob                                                         43",
        "  Place    Player                            Round 1      Round 2           Total",
        "       1   Cal                                    47           32              79",
    ]
    monkeypatch.setattr(sheets, "lines", lambda body: paper)

    said = read(nights, "events/15/papers/results.pdf?round=2", "%PDF", "application/pdf")

    assert [one for one in said if one[0] == "Ann Lee"] == [
        ("Ann Lee", "points", f"{NIGHT}, after round 2", "129"),
        ("Ann Lee", "round points", f"{NIGHT}, round 2", "43"),
    ]
    assert {one[2] for one in said if one[0] == "Cal"} == {
        f"{NIGHT}, after round 2", *(f"{NIGHT}, after round 2, round {number}" for number in (1, 2))
    }  # fmt: skip


def test_the_list_on_the_wall_says_partners(nights: Nights, monkeypatch: pytest.MonkeyPatch):
    paper = [
        "Round 1",
        "  Bob Moss     4        2   East",
        "                      with Ann Lee",
        "  Cal     6        1   North",
    ]
    monkeypatch.setattr(papers, "lines", lambda body: paper)

    assert read(nights, "events/15/papers/seating.pdf?by=both", "%PDF", "application/pdf") == [
        ("Bob Moss", "seat", f"{NIGHT}, round 1", "table 2, E"),
        ("Bob Moss", "beside", f"{NIGHT}, round 1", "Ann Lee"),
        ("Cal", "seat", f"{NIGHT}, round 1", "table 1, N"),
        ("Cal", "beside", f"{NIGHT}, round 1", "nobody"),
    ]


def test_a_card_says_what_each_hand_added(nights: Nights):
    page = """<h1>Table 1</h1><table class="hands"><thead><tr>
        <th class="side s1" abbr="Ann &amp; Bob"><span class="side-total">45</span></th></tr></thead><tbody>
        <tr id="hand-1"><td class="s1"><b class="running">9</b></td></tr>
        <tr id="hand-2"><td class="s1"><b class="running">−21</b></td></tr></tbody></table>"""
    at = f"{NIGHT}, round 2, table 1"

    said = read(nights, "events/15/rounds/2/tables/1/read/", page)

    assert [one for one in said if one[0] == "Bob"] == [
        ("Bob", "score", f"{at}, hand 1", "9"),
        ("Bob", "score", f"{at}, hand 2", "-30"),
        ("Bob", "total", at, "45"),
    ]


def test_the_notice_says_who_won_and_how_the_season_stands(nights: Nights):
    page = """<main><p>Ann Lee won the night with 1,385 points, 15 ahead of Bob.
        Bob Moss came in second with 1,370 points. The high round was 97 points, by Bob in round 2.</p>
        <p>The prizes: 1st place to Ann Lee ($15); high hand to Bob and C. D. ($2.50 each);
        best partner to five who shared it; most sets to Ann Lee ($2).</p>
        <p>After this night, Bob stands first in Season 32 with 2,570 points, followed by
        Ann Lee (2,517 points).</p></main>"""

    assert set(read(nights, "events/15/notice/", page)) == {
        ("Ann Lee", "place", NIGHT, "1"), ("Ann Lee", "points", NIGHT, "1385"),
        ("Bob Moss", "place", NIGHT, "2"), ("Bob Moss", "points", NIGHT, "1370"),
        ("Bob Moss", "round points", f"{NIGHT}, round 2", "97"), ("Ann Lee", "prize", f"{NIGHT}, 1st place", "15"),
        ("Bob Moss", "prize", f"{NIGHT}, High hand", "2.5"), ("C. D.", "prize", f"{NIGHT}, High hand", "2.5"),
        ("Ann Lee", "prize", f"{NIGHT}, Most sets", "2"),
        ("Bob Moss", "season place", "Season 32", "1"), ("Bob Moss", "season points", "Season 32", "2570"),
        ("Ann Lee", "season points", "Season 32", "2517"),
    }  # fmt: skip


def test_who_played_with_whom_is_named_by_numbers(nights: Nights, monkeypatch: pytest.MonkeyPatch):
    paper = ["Player             2      11     12   Rounds  Points", " 2 Ann Lee               999 −100    2      899",
             "                          ×2", " 11Bob Moss      135 ×2              2     135",
             " 12Cal Dow"]  # fmt: skip
    monkeypatch.setattr(papers, "lines", lambda body: paper)

    assert read(nights, "seasons/2/partners.pdf", "x", "application/pdf") == [
        ("Ann Lee", "partner points", "Season 32, Bob Moss", "999"), ("Ann Lee", "partner", "Season 32, Bob Moss", "2"),
        ("Ann Lee", "partner points", "Season 32, Cal Dow", "-100"), ("Ann Lee", "partner", "Season 32, Cal Dow", "1"),
        ("Bob Moss", "partner points", "Season 32, Ann Lee", "135"), ("Bob Moss", "partner", "Season 32, Ann Lee", "2"),
    ]  # fmt: skip


def test_a_mail_says_what_somebody_owes(nights: Nights):
    words = "Ann Lee won the night with 385 points, 15 ahead of Bob. You owe $55: $45 for 15 evenings."

    said = [(one.whom, one.what, one.figure) for one in mail(words, nights, to="Bob", night=NIGHT)]

    assert said == [
        ("Ann Lee", "place", "1"),
        ("Ann Lee", "points", "385"),
        ("Bob", "points", "370"),
        ("Bob", "owes", "55"),
    ]


def test_the_file_of_the_cash_sheet_adds_up_prizes(nights: Nights):
    file = """Part,Who or what,Why,Amount (USD),Remarks
The cash box,Fees,2 × $3,6,
Prize: 1st place,Ann Lee,385 points,7.5,Paid
Prize: High hand,Ann Lee,49 points,2.5,Not paid yet
Fees,Bob,,3,Paid
"""

    assert set(read(nights, "events/15/cash/?file=csv", file, "text/csv")) == {
        ("Ann Lee", "prize", NIGHT, "10"), ("Bob", "paid", NIGHT, "3"), ("", "takings", NIGHT, "6"),
        ("", "prize", f"{NIGHT}, 1st place", "7.5"), ("", "prize", f"{NIGHT}, High hand", "2.5"),
    }  # fmt: skip


def test_what_nobody_reads_is_said(nights: Nights):
    found = Read()

    for name in ("seating/", "log/"):
        found.take(Got(f"{CLUB}events/15/{name}", 200, "text/html", b"<main></main>"), nights)

    assert found.unread == {"league:seating": 1}


def test_who_wants_no_name_is_named_nowhere(nights: Nights):
    read = Read(unnamed=frozenset({"Ann Lee"}))

    for page in ("<p>A. L.</p>", '<p title="Ann Lee">A. L.</p>', "<p>Ann <b>Lee</b></p>", "<p>Ann Le\xade</p>"):
        read.take(Got(f"{CLUB}help/", 200, "text/html", page.encode()), nights)

    assert read.failed == [f"{CLUB}help/ names Ann Lee in full"] * 3


def test_a_crawl_comes_to_every_page_once():
    pages = {
        CLUB: '<a href="events/?sort=name">Events</a><a href="/help/">Help</a>',
        f"{CLUB}events/": '<a href="15/">A</a><a href="15/#top">B</a><form action="15/slips.pdf">'
        '<input name="paper" value="a4"></form>',
    }

    found = [got.address for got in crawl(lambda at: Got(at, 200, "text/html", pages.get(at, "<p>").encode()), CLUB)]

    assert found == [CLUB, f"{CLUB}events/", f"{CLUB}events/15/", f"{CLUB}events/15/slips.pdf?paper=a4"]
    assert plain("/a/?sort=x&page=2#top") == "/a/?page=2"


def test_media_that_disagree_are_told_as_a_person_would():
    said = [
        Said("the notice", "Ann", "place", "3", NIGHT),
        Said("the standings", "Ann", "place", "2", NIGHT),
        Said("the page", "Ann", "points", "84.1", NIGHT),
        Said("the file", "Ann", "points", "84.083", NIGHT),
    ]

    assert [*between(said)] == [f"The notice says third, the standings say second: place of Ann ({NIGHT})."]


def test_what_is_held_against_the_book_is_asked_in_the_journals_words():
    day = date(2026, 11, 23)
    journal = Journal("St. Hilary", "single deck", [
        Planned(day, "the night of November 23", "partners rotate"),
        Hidden(day, "Bo Quinn"),
        Sat(day, "the night of November 23", 1, 2, {"N": "Ben Quist", "E": "Bo Quinn", "S": "Ann", "W": "Dot"}),
    ])  # fmt: skip

    class Book:
        def figure(self, said: Said) -> str | None:
            return {("EW", "score", "the night of November 23, round 1, table 2, hand 3"): "17"}.get(
                (said.whom, said.what, said.of)
            )

        def is_right(self, said: Said) -> bool | None:
            told = self.figure(said)
            return told and told == said.figure  # type: ignore[return-value]

    at = f"{NIGHT}, round 1, table 2, hand 3"
    held = against(
        [Said("the card", "Dot", "score", "17", at), Said("the file", "B. Q.", "score", "71", at)], Book(), journal
    )

    assert (held.right, held.wrong) == (1, [f"The file says 71, the book says 17: score of B. Q. ({at})."])


def test_faults_can_still_be_planted():
    assert len({one.planted for one in FAULTS}) == len(FAULTS) == 30
    assert len({one.room for one in FAULTS}) >= 10
