"""Where one member stands, in a sentence: by every kind of points, against a reckoning from the lines alone."""

from __future__ import annotations

import random
from datetime import date
from fractions import Fraction
from typing import Any

import pytest

from league.acting.permissions import NOBODY
from league.models import Club, Member, Publication, PublishedPlace, Season
from league.season.seasons.own import Own, own_standing
from league.season.seasons.pages import own_words
from tests.league.season.seasons.laid import lay_season
from tests.sampling import sample

SEASON = Season(pk=7, name="Winter", club=Club(slug="here"), opens_on=date(2026, 1, 6), closes_on=date(2026, 4, 30))
NAMES = ("Ruth Abernathy", "Walt Kowalski", "Marge Delgado", "Ed Lindqvist")


def line(at: int, place: int | None, figure: str, *, by: str = "total", points: int = 0, **more: Any) -> PublishedPlace:
    shown = {"by": by, "figure": figure, "points": points or int(Fraction(figure)), "counted": {}}
    who = Member(pk=at, number=at, name=NAMES[at - 1])
    return PublishedPlace(order=at, place=place, member=who, shown=shown, says={"needs": more.pop("needs", [])}, **more)


def says(mine: PublishedPlace, **beside: Any) -> str:
    return own_words(Own(SEASON, mine, (), of=4, **beside), NOBODY).says


@pytest.mark.parametrize(
    ("by", "mine", "above", "words"),
    [
        ("total", ("2108", 0), ("2112", 0), "2nd of 4, 4 points behind Ruth Abernathy."),
        ("places", ("11", 0), ("12", 0), "2nd of 4, 1 point behind Ruth Abernathy."),
        ("average", ("413/10", 900), ("421/10", 800), "2nd of 4, 0.8 points per round behind Ruth Abernathy."),
        ("average", ("41301/1000", 900), ("41311/1000", 800), "2nd of 4, 0.01 points per round behind Ruth Abernathy."),
        ("wins", ("12", 900), ("14", 800), "2nd of 4, 2 rounds won behind Ruth Abernathy."),
        ("wins", ("14", 800), ("14", 920), "2nd of 4, 120 points behind Ruth Abernathy."),
        ("average", ("41", 900), ("41", 800), "2nd of 4, by the tie-break behind Ruth Abernathy."),
        ("total", ("900", 0), ("900", 0), "2nd of 4, by the tie-break behind Ruth Abernathy."),
    ],
)
def test_what_is_between_is_said_as_the_season_counts(by: str, mine: Any, above: Any, words: str):
    first, second = (
        line(at, at, figure, by=by, points=points) for at, (figure, points) in enumerate((above, mine), start=1)
    )

    assert says(second, above=first) == words


def test_first_place_is_told_from_the_next_and_no_place_by_what_it_takes():
    first, second = line(1, 1, "905"), line(2, 2, "900", needs=["only a night over 224 would count"])
    waits = line(3, None, "950", needs=["two more nights to qualify"])

    assert says(first, below=second) == "1st of 4, 5 points ahead of Walt Kowalski."
    assert says(second, above=first, divisions=[(line(2, 1, "900", division="Women"), 3)]) == (
        "2nd of 4, 5 points behind Ruth Abernathy; only a night over 224 would count; 1st of 3 in Women."
    )
    assert says(waits) == "No place yet; two more nights to qualify."
    assert says(first) == "1st of 4."


def test_shared_place_names_two_at_most_and_initials_end_no_sentence_twice():
    level = [line(at, 2, "900") for at in (2, 3, 4)]
    first = line(1, 1, "905")
    first.member.initials_only = True

    assert says(level[0], above=first, level=level[1:]) == (
        "2nd of 4, level with Marge Delgado and Ed Lindqvist, 5 points behind R. A."
    )
    assert says(level[0], above=first, level=level) == "2nd of 4, level with others, 5 points behind R. A."


def test_line_of_a_pair_says_whose_it_is_and_leads_to_its_page_of_the_list():
    mine = line(2, 60, "900")
    mine.order, mine.partner, mine.partner_id = 60, Member(pk=1, name=NAMES[0]), 1

    own = own_words(Own(SEASON, mine, (), of=70), NOBODY)

    assert own.season == "Winter, Walt Kowalski & Ruth Abernathy"
    assert own.address == "/clubs/here/seasons/7/?page=3#you"


@pytest.mark.django_db
@pytest.mark.parametrize("rules", [{}, {"points_by": "average"}, {"points_by": "wins"}, {"best": 2}])
def test_neighbors_are_those_of_the_whole_list(rules: dict[str, Any], django_assert_max_num_queries: Any):
    laid = lay_season(sample(12, 40), 3, 2, seed=random.Random(str(rules)).randrange(99), **rules)
    publication = Publication.objects.select_related("season__club").latest("number")
    lines = list(publication.places.select_related("member").order_by("order"))

    for mine in lines:
        with django_assert_max_num_queries(5):
            own = own_standing(publication, mine.member)
        better = [one for one in lines if (one.place or 0) < (mine.place or 0)]
        worse = [one for one in lines if (one.place or 0) > (mine.place or 0)]
        assert own is not None
        assert (own.line, own.of, own.above, own.below) == (
            mine, len(lines), better[-1] if better else None, worse[0] if worse else None,
        )  # fmt: skip
        assert [one.place for one in own.level] == [mine.place] * min(3, len(lines) - len(better) - len(worse) - 1)
    assert own_standing(publication, Member.objects.create(club=laid.club, number=900, name="Ida Moss")) is None
