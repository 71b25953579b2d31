"""A season of 100,000 rounds, of 500 members: what is published of it are the sums that were laid, in bounded time and
memory."""

import time
import tracemalloc
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from league.models import LedgerRow
from league.season.players.rounds import lifetime_of
from league.season.seasons.deeds import show_standings
from league.season.seasons.publishing import newest_publication, stood_in
from tests.league.season.seasons.bots import by
from tests.league.season.seasons.laid import lay_season
from tests.sampling import SOAK

pytestmark = pytest.mark.django_db
MEMBERS, NIGHTS, ROUNDS = 500, 50, 4
MOST_MEGABYTES = 300  # of values that publishing holds at once
MOST_SECONDS = 60


@pytest.mark.skipif(not SOAK, reason="takes a minute; `make soak` runs it")
def test_hundred_thousand_rounds(client: Client, record_property: Any):
    laid = lay_season(MEMBERS, NIGHTS, ROUNDS, tie_breaks=("wins", "head_to_head"))
    assert LedgerRow.objects.count() == MEMBERS * NIGHTS * ROUNDS == 100_000
    began = time.process_time()
    show_standings(season=laid.season, hidden=False, **by())
    took = time.process_time() - began
    tracemalloc.start()
    show_standings(season=laid.season, hidden=False, **by())
    most = tracemalloc.get_traced_memory()[1] / 1e6
    tracemalloc.stop()

    publication = newest_publication(laid.season)
    assert publication is not None
    lines = stood_in(publication)[""]
    assert {one.who[0]: one.points for one in lines} == laid.points
    score = {who: (points, laid.won[who]) for who, points in laid.points.items()}
    places = {who: 1 + sum(other > mine for other in score.values()) for who, mine in score.items()}
    assert {one.who[0]: one.place for one in lines} == places
    assert [one.order for one in lines] == list(range(1, MEMBERS + 1))

    first, last = lines[0].who[0], lines[-1].who[0]
    for name, *args in (
        ("season", laid.season.pk),
        ("club",),
        ("season_place", laid.season.pk, last),
        ("player", first),
    ):
        answer = client.get(reverse(f"league:{name}", args=[laid.club.slug, *args]))
        assert answer.status_code == 200
    rounds = lifetime_of(laid.club.members.get(pk=first)).rounds
    assert (len(rounds), sum(one.points for one in rounds)) == (NIGHTS * ROUNDS, laid.points[first])
    assert sum(one.won for one in rounds) == laid.won[first]
    record_property("figures", f"published in {took:.1f} CPU s, with {most:.0f} MB at most")
    assert (took < MOST_SECONDS, most < MOST_MEGABYTES) == (True, True)
