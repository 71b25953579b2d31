"""The page of grades: who is on it, by which name, and how it says that there is nothing."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from league.models import Club, LogLine, Member
from league.season.grades import reading
from league.season.grades.model import Grade
from league.season.grades.pages import grade_words, not_yet_words, rounds_words
from league.season.grades.reading import SoFar
from pinochle_club.ground.apart import Busy
from pinochle_club.ground.pdfs import PRINTER
from tests.league.makers import make_club, make_members, make_rules, make_user
from tests.league.season.grades.test_reading import night, play

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """The grades of one night foretell nothing; whether they do is tried in `test_foretelling`."""
    monkeypatch.setattr(reading, "foretold", lambda _: True)


@pytest.fixture
def club() -> Club:
    return make_club(has_grades=True)


@pytest.fixture
def people(club: Club) -> list[Member]:
    return make_members(club, 8)


def signed_in(club: Club, kind: str = "member") -> Client:
    client = Client()
    client.force_login(make_user(club, kind))
    client.get(f"/clubs/{club.slug}/help/")
    return client


def page(client: Client, club: Club, query: str = "") -> str:
    return client.get(f"/clubs/{club.slug}/grades/{query}").text


def names(text: str) -> list[str]:
    return re.findall(r'data-label="Name"[^>]*><a[^>]*><bdi>([^<]*)', text)


def test_everybody_with_a_grade_is_listed_the_best_first(club: Club, people: list[Member]):
    play(night(club, people[:4]))
    text = page(signed_in(club), club)
    figures = map("".join, re.findall(r'data-label="Grade"[^>]*><span>([^<]*)</span><span>([^<]*)', text))

    assert names(text)[0] == people[0].name
    assert sorted(names(text)) == sorted(member.name for member in people[:4])
    assert [bool(re.fullmatch(r"[+−]?\d+\.\d ± \d+\.\d", figure)) for figure in figures] == [True] * 4
    assert text.count("Evolving") == 4
    assert "How a grade comes about" in text


def test_guests_and_anonymous_members_are_left_out_and_initials_are_kept(club: Club, people: list[Member]):
    play(night(club, people[:4]))
    Member.objects.filter(pk=people[0].pk).update(is_guest=True)
    Member.objects.filter(pk=people[1].pk).update(is_anonymous=True)
    Member.objects.filter(pk=people[2].pk).update(initials_only=True)

    assert sorted(names(page(signed_in(club), club))) == sorted(["M. D.", people[3].name])
    assert sorted(names(page(signed_in(club, "director"), club))) == sorted([people[2].name, people[3].name])


def test_each_rule_book_has_a_list_of_its_own(club: Club, people: list[Member]):
    play(night(club, people[:4]))
    play(night(club, people[4:], rules=make_rules(club, "st-hilary")))
    client = signed_in(club)
    lists = [set(names(page(client, club, f"?book={key}"))) for key in ("npa", "st-hilary")]

    assert lists == [{member.name for member in people[:4]}, {member.name for member in people[4:]}]
    assert set(names(page(client, club, "?book=nonsense"))) in lists


def test_list_is_sorted_and_saved_as_the_others(club: Club, people: list[Member]):
    play(night(club, people[:4]))
    client = signed_in(club)
    saved = client.get(f"/clubs/{club.slug}/grades/?sort=name&file=csv").text.splitlines()

    assert names(page(client, club, "?sort=-name")) == sorted((member.name for member in people[:4]), reverse=True)
    assert saved[0].lstrip("\ufeff") == "Name,Grade,Give or take,Card,Rounds,Remarks"
    assert [line.split(",")[0] for line in saved[1:]] == sorted(member.name for member in people[:4])


def test_couple_that_never_parts_is_told_so(club: Club, people: list[Member]):
    play(night(club, people[:4]))
    client = signed_in(club)
    assert "Always with" not in page(client, club)

    play(night(club, people[4:]), together=True)
    text = page(client, club)

    assert [text.count(f"Always with {member.name}") for member in people[4:]] == [1, 1, 1, 1]


def test_nobody_is_listed_before_forty_rounds_and_it_says_after_how_many_nights(club: Club, people: list[Member]):
    for start in range(3):
        play(night(club, people[start : start + 4]), 4)
    text = page(signed_in(club), club)

    assert "Nobody has played 40 rounds yet. The first grades can show after about 7 more nights with changing" in text
    assert names(text) == []


@pytest.mark.parametrize("fields", [None, {"format": "half_move"}])
def test_club_without_nights_of_changing_partners_is_told_what_grades_come_from(
    club: Club, people: list[Member], fields: dict[str, str] | None
):
    if fields:
        play(night(club, people[:4], **fields))

    assert "No night with changing partners has been played yet." in page(signed_in(club), club)


def test_grades_that_foretell_nothing_are_not_shown_yet(
    club: Club, people: list[Member], monkeypatch: pytest.MonkeyPatch
):
    play(night(club, people[:4]))
    monkeypatch.setattr(reading, "foretold", lambda _: False)
    client = signed_in(club)
    text = page(client, club)

    assert "Not yet. Grades show once they foretell" in text
    assert "In most clubs they do after 180 rounds: that’s about 4 more nights" in text  # of forty rounds
    assert names(text) == []
    assert reading.grade_of(club, people[0]) == ()
    assert page(client, club, "?file=csv").count("\n") <= 1


def test_club_without_grades_says_so_and_how_to_switch_them_on(people: list[Member]):
    club = make_club()

    assert "doesn’t show grades" in page(signed_in(club), club)
    assert "settings/" not in page(signed_in(club), club)
    assert f"/clubs/{club.slug}/settings/" in page(signed_in(club, "admin"), club).split("doesn’t show grades")[1]
    assert "grades/" not in signed_in(club).get(f"/clubs/{club.slug}/members/").text


@pytest.mark.parametrize("place", ["members", "seasons"])
def test_members_and_seasons_lead_to_the_grades_where_there_are_some(club: Club, place: str):
    address, grades = reverse(f"league:{place}", args=[club.slug]), f"/clubs/{club.slug}/grades/"

    assert grades in signed_in(club).get(address).text
    assert grades not in Client().get(address).text


def test_page_comes_again_while_grades_are_worked_out(club: Club, monkeypatch: pytest.MonkeyPatch):
    def busy(*_: object, **__: object) -> None:
        raise Busy

    monkeypatch.setattr(PRINTER, "ask", busy)
    answer = signed_in(club).get(f"/clubs/{club.slug}/grades/")

    assert answer.status_code == 202
    assert 'http-equiv="refresh"' in answer.text


def test_queries_do_not_grow_with_members(
    club: Club, people: list[Member], django_assert_num_queries: Callable[..., Any]
):
    play(night(club, people[:4]))
    play(night(club, people[4:]), seed=2)
    client = signed_in(club)
    page(client, club)
    with django_assert_num_queries(8):
        assert len(names(page(client, club))) == 8


def test_grades_are_switched_on_in_the_settings_and_the_log_says_so(people: list[Member]):
    club = make_club(name="St. Hilary")
    admin = signed_in(club, "admin")
    typed = {
        "client_id": "on", "name": "St. Hilary", "about": "", "date_style": "us", "currency": "USD", "paper": "letter",
        "appeal_minutes": "30", "appeal_chain": "", "claim_hours": "48", "conduct_months": "24", "has_grades": "on",
        "has_race": "on", "members_try_rules": "on",
    }  # fmt: skip

    assert admin.post(f"/clubs/{club.slug}/settings/", typed).status_code == 302
    assert Club.objects.get(pk=club.pk).has_grades
    assert (LogLine.objects.latest("pk").before, LogLine.objects.latest("pk").after) == (
        "grades: not shown",
        "grades: shown",
    )


def test_who_has_waited_as_long_as_most_is_told_to_look_again():
    assert "look again next month" in not_yet_words(SoFar(60, 240, 200), is_tried=True)
    assert "about 1 more night with" in not_yet_words(SoFar(44, 176, 150), is_tried=True)


@pytest.mark.parametrize(
    ("points", "words"), [(1.26, "+1.3 ± 0.8"), (-0.84, "−0.8 ± 0.8"), (-0.04, "0.0 ± 0.8"), (0.0, "0.0 ± 0.8")]
)
def test_grade_is_written_with_its_sign_and_error(points: float, words: str):
    assert grade_words(Grade(1, points, 0.75, 212, "Ten")) == words


def test_grade_of_one_member_says_what_it_rests_on():
    assert rounds_words(Grade(1, 1.26, 0.75, 212, "Ten")) == "A Ten, from 212 rounds"
    assert rounds_words(Grade(1, 0.0, 1.0, 41, "Eight")) == "An Eight, from 41 rounds, still evolving"


def test_members_page_has_the_grade_for_members(club: Club, people: list[Member]):
    play(night(club, people[:4]))
    address = reverse("league:player", args=[club.slug, people[0].pk])
    mine = signed_in(club).get(address).text

    assert re.search(r"\+\d+\.\d ± \d+\.\d", mine)
    assert f"/clubs/{club.slug}/grades/" in mine
    assert "±" not in Client().get(address).text
    Club.objects.filter(pk=club.pk).update(has_grades=False)
    assert "±" not in signed_in(club).get(address).text
