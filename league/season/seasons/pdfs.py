"""A season on paper, with the names that everybody may read. Called by the printer, apart from the server."""

from __future__ import annotations

from typing import Any, Final

from league.acting.permissions import NOBODY
from league.evening.paper.pages.heads import PaperHead
from league.evening.paper.pages.partners import MOST_ACROSS, partners_table
from league.evening.paper.pdfs.papers import list_pdf
from league.models import Publication, Season, SeasonRulesVersion

from .listings import StandingListing, move_lists
from .pages import as_of_words, changes_headline, days_words, publication_head, since_lines, version_words
from .partners import meetings_of, read_partners
from .prose import rule_book
from .published import divisions_of, events_by_id, moved_people, moves_between, places_of, told_since
from .reading import offered_in
from .rules import SeasonRules

FOLDER: Final = "league/season/seasons"


def print_standings(publication_id: int, paper: str) -> bytes:
    publication = _publication(publication_id)
    context = {"head": _head(publication, "Standings"), **divisions_paper(publication)}
    since = told_since(publication)
    context["because"] = publication_head(publication.season, publication, night=since[0] if since else None)["because"]
    context["since"] = since_lines(publication.season, since)
    return list_pdf(f"{FOLDER}/standings_pdf.html", context, paper)


def divisions_paper(publication: Publication) -> dict[str, Any]:
    divisions = []
    for name in ("", *divisions_of(publication)):
        lines = [*places_of(publication, name)]
        has_moves = any("moved" in line.says for line in lines)
        divisions.append((name, StandingListing(lines, publication, NOBODY, has_moves=has_moves)))
    return {"divisions": divisions}


def print_changes(first_id: int, second_id: int, paper: str) -> bytes:
    first, second = _publication(first_id), _publication(second_id)
    moves = moves_between(first, second)
    context = {
        "head": _head(second, "What changed"),
        "since": publication_head(first.season, first),
        "because": publication_head(second.season, second)["because"],
        "headline": changes_headline(moves),
        "divisions": move_lists(moves, moved_people(second.season.club, moves), NOBODY),
    }
    return list_pdf(f"{FOLDER}/changes_pdf.html", context, paper)


def print_partners(season_id: int, paper: str) -> bytes:
    season = Season.objects.select_related("club").get(pk=season_id)
    partners = read_partners(season.club_id, season.pk)
    events = events_by_id(season.club, [partners.last] if partners.last else [])
    head = _season_head(season, "Who played with whom", as_of_words(partners, events))
    context = {"head": head, **partners_table(meetings_of(partners, NOBODY), MOST_ACROSS)}
    return list_pdf("league/evening/paper/partners_pdf.html", context, paper)


def print_rules(version_id: int, paper: str) -> bytes:
    version = SeasonRulesVersion.objects.select_related("season__club").get(pk=version_id)
    season = version.season
    head = _season_head(season, "Rules of the season", version_words(version, season.club))
    rules, offered = SeasonRules.from_json(version.rules), offered_in(season)
    parts = rule_book(rules, offered.names, books=offered.books_of(rules))
    return list_pdf(f"{FOLDER}/rules_pdf.html", {"head": head, "parts": parts}, paper)


def _publication(publication_id: int) -> Publication:
    return Publication.objects.select_related("season__club", "rules").get(pk=publication_id)


def _head(publication: Publication, title: str) -> PaperHead:
    head = publication_head(publication.season, publication)
    return _season_head(publication.season, title, "{state}, {number}: {at}".format_map(head))


def _season_head(season: Season, title: str, edition: str) -> PaperHead:
    return PaperHead(title=title, event=season.name, club=season.club.name, day=days_words(season), edition=edition)
