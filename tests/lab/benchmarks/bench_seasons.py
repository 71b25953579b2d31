"""Pages of a club of 500 members after 1,000 hands and after 100,000: how much of the processor an answer takes in this
process, for somebody who isn't signed in. The season's page beside a bare view, too (bare), and the
standings of all on paper beside WeasyPrint given the same table alone."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import date
from functools import partial
from statistics import mean
from unittest.mock import patch
from uuid import uuid4

from django.db import connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from weasyprint import HTML

from league.acting.unchanged import copies
from league.evening.paper.pdfs.papers import LISTS
from league.models import Publication, Season
from league.season.seasons.deeds import draft_digest, open_season, publish_rules
from league.season.seasons.pdfs import print_standings
from pinochle_club.ground import typesetting
from tests.lab.benchmarks import Row, seconds_in_turn, sized
from tests.lab.benchmarks.bench_pdf import once
from tests.lab.benchmarks.bench_saving import test_database
from tests.lab.benchmarks.large_club import FIRST, HANDS_A_ROUND, MEMBERS, a_large_club
from tests.league.makers import acting_as

FEW, MANY = sized(48, 1_000), sized(96, 100_000)
LAST = date(2026, 12, 31)


def run() -> list[Row]:
    logging.disable(logging.WARNING)
    with test_database(), override_settings(ROOT_URLCONF="tests.lab.benchmarks.bare.urls"):
        few, many = (season_after(hands) for hands in (FEW, MANY))
        return [*season_rows(few, many), *other_pages(few, many), on_paper(many)]


def season_after(hands: int) -> Season:
    """A season that counts all of the club's evenings, published."""
    club, acting = a_large_club(hands // HANDS_A_ROUND), acting_as()
    name = f"Season {uuid4()}"  # nothing was printed of it before
    season = open_season(club=club, name=name, opens_on=FIRST, closes_on=LAST, acting=acting, client_id="")
    publish_rules(season=season, seen=draft_digest(season), acting=acting, client_id="")
    return season


# -- on the screen -----------------------------------------------------------------------


def season_rows(few: Season, many: Season) -> list[Row]:
    pages = [asking(reverse("league:season", args=[one.club.slug, one.pk])) for one in (few, many)]
    bare = asking(f"/bare{reverse('league:season', args=[many.club.slug, many.pk])}")
    assert queries_of(bare) == queries_of(pages[1]), "the bare view reads something else"
    after_few, after_many, barely = seconds_in_turn(*pages, bare, times=sized(1, 10, 40))
    name = f"season's page, {MEMBERS} members, {MANY:,} hands"
    return [
        Row(name, 1000 * after_many, "ms", 1000 * after_few, f"ms, {FEW:,} hands", at_most=1.2),
        Row("  the same in a second", 1 / after_many, "/s", 1 / barely, "/s, bare view", at_least=0.7),
    ]


def other_pages(few: Season, many: Season) -> list[Row]:
    return [
        *(
            beside_few(f"a member's {what}", few, many, name, first_member, most)
            for what, name, most in (("page", "player", 1.5), ("page of nights", "player_nights", None))
        ),
        beside_few("the club's front page", few, many, "club", lambda _: []),
        beside_few("the API's standings", few, many, "api_season_standings", lambda season: [season.pk]),
    ]


def first_member(season: Season) -> list[int]:
    return [season.club.members.earliest("number").pk]


def beside_few(
    what: str, few: Season, many: Season, name: str, more: Callable[[Season], list[int]], at_most: float | None = None
) -> Row:
    pages = [asking(reverse(f"league:{name}", args=[one.club.slug, *more(one)])) for one in (few, many)]
    after_few, after_many = seconds_in_turn(*pages, times=sized(1, 5, 20))
    baseline = f"ms, {FEW:,} hands"
    return Row(f"{what}, {MANY:,} hands", 1000 * after_many, "ms", 1000 * after_few, baseline, at_most=at_most)


def asking(address: str) -> Callable[[], object]:
    client = Client(headers={"Host": "localhost"})

    def ask() -> None:
        copies.clear()  # drawn, not kept
        answer = client.get(address)
        assert answer.status_code == 200, (address, answer.status_code)

    return ask


def queries_of(ask: Callable[[], object]) -> int:
    with CaptureQueriesContext(connection) as asked:
        ask()
    return len(asked)


# -- on paper ----------------------------------------------------------------------------


def on_paper(season: Season) -> Row:
    """From the publication to the file, once for each size of paper; none of them was made before."""
    publication, taken = Publication.objects.filter(season=season)[0], []
    typesetting.pdf_of("<html lang=en><title>Fonts</title><p>are found once.", style=LISTS)
    for paper in ("letter", "a4"):
        with patch.object(typesetting, "pdf_of", wraps=typesetting.pdf_of) as printing:
            ours = once(partial(print_standings, publication.pk, paper))
        taken.append((ours, once(partial(bare_pdf, printing.call_args.args[0]))))
    ours, bare = (mean(each) / 1000 for each in zip(*taken, strict=True))
    return Row(f"standings of {MEMBERS} on paper", ours, "s", bare, "s, bare WeasyPrint")


def bare_pdf(html: str) -> bytes:
    """The same page and its styles, all given anew."""
    page = html.replace("</head>", f"<style>{typesetting.written(LISTS)}</style></head>")
    result: bytes = HTML(string=page, base_url=typesetting.STYLE.as_uri(), url_fetcher=typesetting.OWN_FILES).write_pdf(
        pdf_variant="pdf/ua-1"
    )
    return result
