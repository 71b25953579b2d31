import re
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from league.models import Member, PastFile, PastRow, Season
from league.season.past.planning import key_of
from pinochle_club.ground.exports import xlsx_of
from tests.league.makers import make_club, make_user
from tests.league.season.past.brought import NIGHTS, TABLE, asked, brought
from tests.responses import words_of
from tests.sampling import sample
from tests.spreadsheets import csv_rows

pytestmark = pytest.mark.django_db

DAYS = {"opens_on": "2019-01-01", "closes_on": "2019-12-31"}


@pytest.fixture
def club():
    club = make_club()
    Member.objects.create(club=club, number=1, name="Ruth Abernathy")
    Member.objects.create(club=club, number=2, name="Walt Abel")
    return club


@pytest.fixture
def director(club):
    client = Client()
    client.force_login(make_user(club, "director"))
    return client


def at(name, club, *args):
    return reverse(f"league:{name}", args=[club.slug, *args])


def upload(client, club, content, file_name="2019.csv", **more):
    file = SimpleUploadedFile(file_name, content.encode() if isinstance(content, str) else content)
    body = {"client_id": "file", "name": "Season 2019", "file": file, **DAYS, **more}
    return client.post(at("past_season", club), body)


def form_of(page):
    """What the preview would send: its boxes and what is chosen."""
    text = page.content.decode()
    found = dict(re.findall(r'<input[^>]*? name="([^"]+)"[^>]*? value="([^"]*)"', text))
    for name, choices in re.findall(r'<select name="([^"]+)".*?>(.*?)</select>', text, re.S):
        found[name] = next(iter(re.findall(r'value="([^"]*)" selected', choices)), "")
    return {name: unescape(value) for name, value in found.items() if name != "csrfmiddlewaretoken"}


def send(client, club, page, **more):
    return client.post(at("bring_in_season", club), {**form_of(page), **more})


def test_preview_says_of_every_row_what_happens_and_writes_nothing(club, director):
    text = words_of(page := upload(director, club, TABLE))

    assert page.status_code == 200
    assert "2 rows to bring in, 2 players, 1 row with a problem." in text
    assert "Row 4 The points “12a” aren’t a number." in text
    assert "1 Ruth Abernathy 900 12 200 points ahead 2 G. G. 700 10 –" in text
    assert "2 Ruth Abernathy Ruth Abernathy 900 Comes in 3 Gus Gone G. G. 700 Comes in" in text
    assert (Member.objects.count(), Season.objects.count(), PastFile.objects.count()) == (2, 0, 0)
    assert not club.log.exists()


def test_corrected_and_answered_it_comes_in(club, director):
    page = upload(director, club, TABLE.replace("W. Abel", "Abel"))
    again = send(director, club, page, **{"cell-4-points": "1x", "look": "yes"})
    assert "The points “1x” aren’t a number." in words_of(again)
    again = send(director, club, again, **{"cell-4-points": "12", "look": "yes"})
    text = words_of(again)
    assert "Rows you corrected Row 4 Corrected here." in text
    assert "1 row to ask about" in text
    assert "Is “Abel” Walt Abel (2)?" in text
    assert "Walt Abel, number 2" in text
    assert not Season.objects.exists()

    open_still = send(director, club, again)
    assert open_still.status_code == 409
    assert "Answer what is asked below." in words_of(open_still)
    done = send(director, club, open_still, **{f"number-{key_of('Abel')}": "2"})

    season = Season.objects.get()
    assert (done.status_code, done.headers["Location"]) == (302, at("season", club, season.pk))
    assert list(PastRow.objects.values_list("member__number", "points")) == [(1, 900), (3, 700), (2, 12)]


def test_who_is_written_differently_is_shown_to_be_looked_over(club, director):
    page = upload(director, club, "Name,Pts.\nGus Gone,3\nGus  Goone,2\nW. Abel,4\nTotal,9\nName,Pts.\n")

    text = words_of(page)
    assert "Written differently Look over who each of these is." in text
    assert "W. Abel 1 row" in text
    assert "Is “Gus Goone” Gus Gone in row 2?" in text
    assert "Gus Gone, from row 2" in text
    assert "2 rows of no player." in text
    assert "A total, left out" in text
    assert "Headings, left out" in text


def test_workbook_and_pasted_text_come_in_as_well(club, director):
    book = xlsx_of(["Name", "Points"], [["Ruth Abernathy", 12]])
    assert "1 row to bring in, 1 player." in words_of(upload(director, club, book, "2019.xlsx"))

    pasted = {"client_id": "file", "name": "Season 2019", "pasted": "Name\tPoints\nRuth Abernathy\t12\n", **DAYS}
    assert "1 row to bring in, 1 player." in words_of(director.post(at("past_season", club), pasted))


@pytest.mark.parametrize(
    ("content", "more", "why"),
    [
        ("Name,Shoes\nRuth,9\n", {}, "No heading says Points."),
        (b"PK\x03\x04nonsense", {}, "can’t be read"),
        ("", {}, "The file is empty."),
        (TABLE, {"name": ""}, "Give it a name"),
        (TABLE, {"name": "Winter"}, "season of that name"),
        (TABLE, {"opens_on": ""}, "Enter when the season was"),
        (TABLE, {"opens_on": "1200-01-01"}, "between 1900 and 2100"),
        (TABLE, {"closes_on": "2018-01-01"}, "comes before the first"),
        (TABLE, {"best": "x"}, "Enter a whole number"),
        ("Name,Points\n" + "".join(f"Abel {'x' * at},1\n" for at in range(1, 70)) * 5, {}, ""),
    ],
)
def test_file_that_will_not_do_is_told_beside_its_field(club, director, content, more, why):
    brought(club, asked("Name,Points\nWalt Abel,1\n", name="Winter"))
    page = upload(director, club, content, **more)

    assert page.status_code == (422 if why else 200)
    assert why in words_of(page)


@pytest.mark.parametrize("text", ["", "nonsense", "Name\0", "x" * 600_000, "Name,Points"])
@pytest.mark.parametrize(
    "more",
    [{}, {"name": ""}, {"look": "yes"}, {"cell-999999999-points": "1", "cell-x-y": "2", "who-": "9", "best": "-1"}],
)
def test_nonsense_is_answered_in_words(club, director, text, more):
    body = {"client_id": "a", "text": text, "fingerprint": "0" * 32, "name": "N", **DAYS, **more}

    assert director.post(at("bring_in_season", club), body).status_code in (200, 302, 409, 422)
    assert not Season.objects.exists()


def test_name_that_was_taken_meanwhile_is_told_beside_it(club, director):
    page = upload(director, club, "Name,Points\nRuth Abernathy,12\n")
    brought(club, asked("Name,Points\nWalt Abel,1\n"))

    refused = send(director, club, page)

    assert refused.status_code == 409
    assert "The club has a season of that name already." in words_of(refused)


def test_same_file_is_told_and_has_no_key(club, director):
    brought(club)
    text = words_of(upload(director, club, TABLE, name="Again"))

    assert "This file was brought in on" in text
    assert "Nothing would change. Season 2019" in text
    assert "Bring it in" not in text
    assert "Bring in the others" not in text


def test_points_that_do_not_bear_out_the_places_are_told(club, director):
    text = words_of(upload(director, club, "Place,Name,Points\n1,Ruth Abernathy,5\n2,Walt Abel,9\n"))

    assert "Ruth Abernathy (5) stands above Walt Abel (9), who has more points." in text


def test_season_says_that_it_came_from_a_file(club, director):
    season = brought(club)
    text = words_of(Client().get(at("season", club, season.pk)))

    assert "From a file. Brought in on" in text
    assert "2019.xlsx" not in text
    assert "Ruth Abernathy" in text
    assert "G. G." in text
    assert "Gus" not in text
    for key in ("Take this season out", "Print partners", "Reopen", "Points by hand"):
        assert key not in text
    kept = words_of(director.get(at("season", club, season.pk)))
    assert "from 2019.xlsx." in kept
    assert "Take this season out" in kept
    assert "Reopen" not in kept
    assert "A file with the final table." in words_of(Client().get(at("season_rules", club, season.pk)))


def test_place_leads_to_its_rows(club, director):
    season = brought(club, asked(NIGHTS))
    ruth = club.members.get(number=1)
    text = words_of(Client().get(at("season_place", club, season.pk, ruth.pk)))

    assert "January 15, 2019 1st 25 Row 4 of the file +25" in text
    assert "January 8, 2019 2nd 30 Row 2 of the file +30 Together 55" in text


def test_past_champion_stands_among_the_champions(club):
    brought(club)

    assert "Ruth Abernathy Season 2019" in words_of(Client().get(at("club", club)))


def test_member_has_their_past_places_and_nothing_in_their_record(club):
    season = brought(club, asked(NIGHTS))
    page = Client().get(at("player", club, club.members.get(number=1).pk))

    assert "1st Season 2019 From a file 55 points" in words_of(page)
    assert "No rounds of a closed night so far." in words_of(page)
    assert at("season", club, season.pk) in page.content.decode()


def test_taken_out_by_one_key(club, director):
    season = brought(club)
    asks = director.get(at("take_out_season", club, season.pk))
    assert "Take this season out?" in words_of(asks)

    done = director.post(at("take_out_season", club, season.pk), {"client_id": "out"})

    assert done.headers["Location"] == at("seasons", club)
    assert not Season.objects.exists()


@pytest.mark.parametrize("name", ["past_table_file", "past_nights_file"])
def test_file_to_fill_in_comes_in_as_it_is(club, director, name):
    answer = director.get(at(name, club))

    assert len(csv_rows(answer)) == 2
    text = words_of(upload(director, club, answer.content, name="Example"))
    assert "1 row to bring in, 1 player" in text


def test_large_file_costs_as_many_queries_as_a_small_one(club, director, django_assert_max_num_queries):
    players = range(3, 3 + sample(30, 120))
    Member.objects.bulk_create(Member(club=club, number=at, name=f"Player Number{at}") for at in players)
    rows = "".join(f"2019-01-{day:02},Player Number{at},{at}\n" for day in range(1, 9) for at in players)
    with django_assert_max_num_queries(12):
        page = upload(director, club, f"Date,Name,Points\n{rows}")
    assert f"{8 * len(players)} rows to bring in, {len(players)} players, 8 nights." in words_of(page)
    with django_assert_max_num_queries(50):
        send(director, club, page)
    assert PastRow.objects.count() == 8 * len(players)


WEEKS = (
    "Pair,1/8,1/15,1/22,Total\nRuth Abernathy & Walt Abel,7½,BYE,8 (sub),15.5\n"
    '"Gone, Gus" & Ida Gone,7,7.5,x9,20\nTotal,14.5,7.5,,\n'
)


def test_pairs_by_the_week_with_halves_come_in_as_they_were_kept(club, director):
    page = upload(director, club, WEEKS)
    text = words_of(page)
    assert "4 rows to bring in, 2 pairs, 3 nights, 1 row with a problem, 1 row of no player, 1 bye or absence." in text
    assert "2 rows of two names, such as Ruth Abernathy & Walt Abel; Gone, Gus & Ida Gone. How are they meant?" in text
    assert "1 new name with a comma, such as Gone, Gus." in text
    assert "Turn around: Gus Gone" in text
    assert "Row 3 The points “x9” aren’t a number. 1/22" in text
    assert send(director, club, page, turned="", pairs="").status_code == 409
    assert not Season.objects.exists()

    meant = {"pairs": "pair", "turned": "turned"}
    again = send(director, club, page, **meant, **{"cell-3-week-3": "6", "look": "yes"})
    assert "Row 3, Gone, Gus & Ida Gone: the weeks come to 20.5, the file’s total is 20." in words_of(again)
    assert "stay with the row’s player: 8 with Ruth Abernathy & Walt Abel (row 2). Should" in words_of(again)
    send(director, club, again, **meant)

    season = Season.objects.get()
    assert sorted(PastRow.objects.values_list("line", "at", "points", "has_half", "remark")) == [
        (2, 0, 7, True, ""), (2, 2, 8, False, "a substitute played"), (3, 0, 7, False, ""), (3, 1, 7, True, ""),
        (3, 2, 6, False, ""),
    ]  # fmt: skip
    assert set(Member.objects.filter(is_active=False).values_list("name", flat=True)) == {"Gus Gone", "Ida Gone"}
    shown = words_of(Client().get(at("season", club, season.pk)))
    assert "G. G. & I. G. 20.5 3 5 2 Ruth Abernathy & Walt Abel" in shown
    assert "Ruth Abernathy & Walt Abel 15.5 2" in shown
    line = season.publications.get().places.get(order=2)
    place = f"{at('season_place', club, season.pk, line.member_id)}?with={line.partner_id}"
    assert "Row 2 of the file: a substitute played +8" in words_of(Client().get(place))
    (first, _) = Client().get(at("api_season_standings", club, season.pk)).json()["items"]
    assert (first["figure"], first["points"], first["total"]) == ("20.5", 20.5, 20.5)
    again = words_of(upload(director, club, WEEKS))
    assert "Nothing would change." in again


def test_two_names_that_are_no_pair_have_the_points_each(club, director):
    page = upload(director, club, "Date,Name,Points\n1/8/2019,Ruth Abernathy and Walt Abel,12\n1/8/2019,Gus Gone,4.5\n")

    send(director, club, page, pairs="each")

    season = Season.objects.get()
    assert sorted(PastRow.objects.values_list("line", "at", "points", "partner")) == [
        (2, 0, 12, None), (2, 1, 12, None), (3, 0, 4, None)
    ]  # fmt: skip
    assert "3 G. G. 4.5 1" in words_of(Client().get(at("season", club, season.pk)))


MIXED = (
    "Date,Name,Points\n1/8/2019,Ruth Abernathy & Walt Abel,12\n1/8/2019,Gus Gone,4.5\n1/15/2019,Ruth Abernathy,3\n"
    "1/15/2019,Gus Gone and Ida Gone,3\n1/15/2019,May Moss & Ned Moss,1\n"
)


def test_some_rows_of_two_names_are_pairs_and_others_are_two_players(club, director):
    """Who stands in other rows, too, is asked about; the others stay together unless it is said otherwise."""
    page = upload(director, club, MIXED)
    assert "5 rows to bring in, 3 pairs, 2 players, 2 nights." in words_of(page)
    page = send(director, club, page, pairs="some", look="yes")
    assert "Gus Gone & Ida Gone, row 5 A pair that stays together" in words_of(page)
    asked = (("Ruth Abernathy", "Walt Abel"), ("Gus Gone", "Ida Gone"))
    ruth, gus = ("who-" + "-".join(sorted(map(key_of, two))) for two in asked)
    chosen = re.findall(r'name="(who-[^"]+-[^"]+)" value="(\w+)" checked', page.text)
    assert [what for two, what in chosen if two not in (ruth, gus)] == [what for _, what in chosen] == ["pair"]
    assert send(director, club, page, pairs="some", **dict(chosen), **{ruth: "pair", gus: ""}).status_code == 409

    send(director, club, page, pairs="some", **dict(chosen), **{ruth: "pair", gus: "each"})

    rows = PastRow.objects.values_list("line", "at", "member__name", "partner__name")
    assert sorted(rows, key=lambda row: row[:2]) == [
        (2, 0, "Ruth Abernathy", "Walt Abel"), (3, 0, "Gus Gone", None), (4, 0, "Ruth Abernathy", None),
        (5, 0, "Gus Gone", None), (5, 1, "Ida Gone", None), (6, 0, "May Moss", "Ned Moss"),
    ]  # fmt: skip
    shown = words_of(Client().get(at("season", club, Season.objects.get().pk)))
    for line in ("Ruth Abernathy & Walt Abel 12 1", "2 G. G. 7.5 2", "3 Ruth Abernathy 3 1", "M. M. & N. M. 1 1"):
        assert line in shown


def test_file_without_headings_is_asked_what_its_columns_are(club, director):
    page = upload(director, club, "Ruth Abernathy,12,300\nGus Gone,11,200\n")
    assert "The file has no headings. What is in its columns?" in words_of(page)
    assert "1 Ruth Abernathy 300" in words_of(page)

    send(director, club, page, **{"column-1": "points", "column-2": ""})

    assert sorted(PastRow.objects.values_list("points", flat=True)) == [11, 12]


def test_row_that_cannot_be_read_is_typed_again_whole(club, director):
    page = upload(director, club, "Place,Name,Points\n1,Ruth Abernathy,12\n2 Walt Abel 9,,\n")
    assert "Row 3 There’s no name." in words_of(page)

    send(director, club, page, **{"cell-3-place": "2", "cell-3-name": "Walt Abel", "cell-3-points": "9"})

    assert list(PastRow.objects.values_list("place", "member__number", "points")) == [(1, 1, 12), (2, 2, 9)]


def test_days_that_no_longer_hold_the_weeks_are_put_right_with_the_text_still_there(club, director):
    page = upload(director, club, "Name,1/8/2019,1/15/2019\nRuth Abernathy,7,8\n")

    again = send(director, club, page, opens_on="2019-01-10", look="yes")

    assert again.status_code == 422
    assert "A heading: “1/8/2019” isn’t within the days of the season." in words_of(again)
    assert "Ruth Abernathy,7,8" in again.content.decode()
