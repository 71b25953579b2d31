"""What is read of the publications of a season, and by whom."""

from __future__ import annotations

import pytest
from django.http import Http404

from league.models import Season
from league.season.seasons.deeds import close_season, reopen_season, show_standings
from league.season.seasons.published import (
    final_places,
    get_place,
    get_publication,
    get_shown,
    may_read,
    moves_between,
    publications_of,
    seasons_of,
)
from tests.league.makers import acting_as, make_club, make_series
from tests.league.season.seasons.test_deeds import AS

from .played import NIGHT, laid_night, newest, opened

pytestmark = pytest.mark.django_db
VIEWER = acting_as(None)


@pytest.fixture
def season() -> Season:
    series = make_series(make_club())
    laid_night(series, 0, NIGHT)
    return opened(series.club)


def test_place_stands_between_those_beside_it(season: Season):
    order = [line.member_id for line in newest(season).places.order_by("order")]
    around = [get_place(newest(season), member, None) for member in (order[0], order[3], order[-1])]

    assert [
        [beside and beside.member_id for beside in (above, line, below)] for line, above, below in around
    ] == [[None, *order[:2]], order[2:5], [*order[-2:], None]]  # fmt: skip


@pytest.mark.parametrize("ids", [(2**63 - 1, None), (2**63, None), (1, 2**63)])
def test_place_of_nobody_is_not_there(season: Season, ids: tuple[int, int | None]):
    with pytest.raises(Http404):
        get_place(newest(season), *ids)


def test_place_of_a_pair_is_found_by_either_of_the_two(season: Season):
    one, other, third = newest(season).places.order_by("order")[:3]
    one.partner_id = other.member_id
    one.save()
    pair = one.member_id, one.partner_id

    assert [get_place(newest(season), *ids)[0] for ids in (pair, pair[::-1])] == [one, one]
    with pytest.raises(Http404):
        get_place(newest(season), one.member_id, third.member_id)


def test_hidden_standings_are_read_by_those_who_keep_them_alone(season: Season):
    show_standings(season=season, hidden=True, **AS)
    hidden, director = newest(season), acting_as()

    assert [may_read(hidden, acting) for acting in (director, VIEWER)] == [True, False]
    assert [[one.number for one in publications_of(season, acting)] for acting in (director, VIEWER)] == [[2, 1], [1]]
    assert [
        [vars(one)["shown"] for one in seasons_of(season.club, director)],
        list(seasons_of(season.club, VIEWER, states=["final"])),
    ] == [["hidden"], []]
    assert (get_publication(season, 2, director), get_shown(season.club, season.pk, director)) == (hidden, hidden)
    for read in (lambda: get_publication(season, 2, VIEWER), lambda: get_shown(season.club, season.pk, VIEWER)):
        with pytest.raises(Http404):
            read()
    with pytest.raises(Http404):
        get_publication(season, 3, director)


def test_final_places_are_those_of_the_publication_that_holds(season: Season):
    assert not final_places(season.club).exists()
    close_season(season=season, **AS)
    assert {line.publication_id for line in final_places(season.club)} == {newest(season).pk}
    assert final_places(season.club).count() == len(NIGHT)

    reopen_season(season=season, name=season.name, reason="A card was missing", **AS)
    assert not final_places(season.club).exists()


def test_divisions_where_nothing_moved_are_left_out(season: Season):
    first = newest(season)
    show_standings(season=season, hidden=False, **AS)
    assert moves_between(first, newest(season)) == {}

    newest(season).places.filter(order=1).delete()
    assert [len(moves) for moves in moves_between(first, newest(season)).values()] == [1]
