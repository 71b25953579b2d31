"""A season as a book, printed a few chapters at a time. Called by the printer, apart from the server."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, groupby
from typing import Any, Final, TypeAlias

from django.template.loader import render_to_string

from league.acting.permissions import NOBODY
from league.acting.unchanged import state_of
from league.evening.paper.pages.heads import PaperHead
from league.evening.paper.pages.partners import MOST_ACROSS, partners_table
from league.evening.paper.pdfs.joining import Mark, book_pdf
from league.evening.paper.pdfs.papers import LISTS, missing_letters
from league.models import LedgerRow, Member, Publication
from league.office.house_rules.deeds import newest_versions
from league.season.notices.night import Night, night_of
from league.season.seasons.pages import as_of_words, days_words, publication_head, version_words
from league.season.seasons.partners import meetings_of, read_partners
from league.season.seasons.pdfs import divisions_paper
from league.season.seasons.prose import rule_book
from league.season.seasons.published import events_by_id
from league.season.seasons.reading import evenings, offered_in
from league.season.seasons.rules import SeasonRules
from pinochle_club.ground.pdfs import kept

from .bests import Round, bests_of
from .book import members_parts, night_results
from .listings import ChampionList, MemberRecordList, NightList, PlaceList, RecordList
from .pages import champion_lines, record_groups
from .reading import holders_of, read_rounds, winners_of, with_hands

FOLDER: Final = "league/season/records"
# So many lines are laid out at once.
LINES_AT_ONCE: Final = 400
# Of the contents, so many lines stand below the title.
MOST_ON_COVER: Final = 18
RESULTS: Final = "Results"
LEAD_SO_FAR: Final = "The season isn’t closed yet: these lead so far."
NO_RECORDS: Final = "No night of the season is closed yet."
NO_MEMBERS: Final = "No member has played yet."
# A title, a sentence, and what follows: lists below titles of their own, rules, nights or partners.
Chapter: TypeAlias = dict[str, Any]
TITLES: Final = ("Standings", "Champions", "Records of the season", "Rules", "Nights", RESULTS, "Members", "Partners")


def book_key(publication: Publication, paper: str) -> str:
    return f"season book {publication.pk} {paper} {state_of(publication.season.club)}"


def print_book(publication_id: int, key: str, paper: str) -> bytes:
    return kept(key, lambda: SeasonBook(publication_id, paper).pdf())


class SeasonBook:
    """A season on paper: standings and why, champions and records, rules, nights, results, members, partners."""

    def __init__(self, publication_id: int, paper: str) -> None:
        found = Publication.objects.select_related("season__club", "rules").get(pk=publication_id)
        self.publication, self.season, self.paper = found, found.season, paper
        self.club, self.rules = self.season.club, SeasonRules.from_json(found.rules.rules)
        publication = publication_head(self.season, found)
        edition = "{state} standings, {number}: {at}".format_map(publication)
        self.head = PaperHead("Season book", self.season.name, self.club.name, days_words(self.season), edition)

    def pdf(self) -> bytes:
        held = evenings(self.season, self.rules)
        nights = list(self._results(held))
        rounds = list(read_rounds(self.club.pk, held))
        expected = [Mark(1, title, 1) for title in TITLES]
        expected += [Mark(2, one["title"], 1) for one in nights if one["columns"]]
        return book_pdf(self._front, self._parts(nights, rounds), expected, style=LISTS)

    def _front(self, marks: Sequence[Mark]) -> str:
        return self._drawn("front", {"marks": marks, "is_short": len(marks) <= MOST_ON_COVER})

    def _parts(self, nights: Sequence[dict[str, Any]], rounds: Sequence[Round]) -> Iterator[str]:
        """Chapters that follow each other on the same sheets, as many as are laid out at once."""
        waiting: list[Chapter] = []
        for chapter in self._chapters(nights, rounds):
            is_apart = bool(chapter.get("across"))
            if waiting and (is_apart or sum(map(_lines_of, waiting)) > LINES_AT_ONCE):
                yield self._drawn("chapters", {"chapters": waiting})
                waiting = []
            waiting.append(chapter)
        yield self._drawn("chapters", {"chapters": waiting, "is_wide": is_apart})

    def _chapters(self, nights: Sequence[dict[str, Any]], rounds: Sequence[Round]) -> Iterator[Chapter]:
        standings = divisions_paper(self.publication)["divisions"]
        yield {"title": "Standings", "says": f"{self.head.edition}.", "lists": standings}
        yield from self._best(rounds)
        of = version_words(self.publication.rules, self.club)
        rules = rule_book(self.rules, offered_in(self.season).names)
        yield {"title": "Rules", "says": f"{of}.", "rules": rules}
        yield {"title": "Nights", "lists": [("", NightList(nights))]}
        held = [one for one in nights if one["columns"]]
        for number, one in enumerate(held):
            night = (one["title"], [PlaceList(column) for column in one["columns"]])
            yield {"title": "" if number else RESULTS, "nights": [night]}
        members = {one.pk: one for one in Member.objects.filter(club=self.club)}
        books = newest_versions(self.club)
        parts = [(title, MemberRecordList(lines)) for title, lines in members_parts(rounds, members, books)]
        yield {"title": "Members", "says": "" if parts else NO_MEMBERS, "lists": parts}
        yield {"title": "Partners", **self._partners()}

    def _drawn(self, chapter: str, sheet: Mapping[str, Any]) -> str:
        context = {"head": self.head, "paper": self.paper, "sheet": sheet}
        html = render_to_string(f"{FOLDER}/book_{chapter}_pdf.html", context)
        if missing := missing_letters(html):
            html = render_to_string(f"{FOLDER}/book_{chapter}_pdf.html", {**context, "missing": missing})
        return html

    def _best(self, rounds: Sequence[Round]) -> Iterator[Chapter]:
        bests = with_hands(bests_of(rounds))
        books, people = newest_versions(self.club), holders_of(chain(*bests.values()))
        groups = record_groups(self.club, bests, people, books, NOBODY, counted_in="Over the season")
        champions = champion_lines(self.club, winners_of(self.publication), NOBODY)
        is_final = self.publication.state == Publication.State.FINAL
        yield {
            "title": "Champions", "says": "" if is_final else LEAD_SO_FAR, "lists": [("", ChampionList(champions))],
        }  # fmt: skip
        lists = [(title, RecordList(lines)) for title, lines in groups]
        yield {"title": "Records of the season", "says": "" if lists else NO_RECORDS, "lists": lists}

    def _partners(self) -> dict[str, Any]:
        partners = read_partners(self.club.pk, self.season.pk)
        events = events_by_id(self.club, [partners.last] if partners.last else [])
        table = partners_table(meetings_of(partners, NOBODY), MOST_ACROSS)
        return {"says": f"{as_of_words(partners, events)}.", **table, "partners": table["rows"]}

    def _results(self, held: Any) -> Iterator[dict[str, Any]]:
        """Evenings that count, in order; rows are read one evening after the other."""
        events = list(held)
        rows = LedgerRow.objects.filter(event__in=[one.pk for one in events])
        ordered = rows.select_related("entrant__member", "partner").order_by("event", "round_number", "entrant__number")
        by_id = {one.pk: one for one in events}
        found: dict[int, Night] = {}
        for event, own in groupby(ordered.iterator(2_000), key=lambda row: row.event_id):
            found[event] = night_of(by_id[event], list(own))
        for event in events:
            event.club = self.club
            yield night_results(event, found.get(event.pk))


def _lines_of(chapter: Chapter) -> int:
    nights = sum(len(column.rows) for _, columns in chapter.get("nights", ()) for column in columns[:1])
    lists = sum(len(one.rows) for _, one in chapter.get("lists", ()))
    return nights + lists + 2 * len(chapter.get("rules", ()))
