"""Paper about one player. Called by the printer, apart from the server."""

from __future__ import annotations

from datetime import date
from functools import partial

from league.acting.permissions import Acting, Kind
from league.evening.cards.judged import read_judged
from league.evening.paper.pages.heads import PaperHead, paper_head
from league.evening.paper.pages.seatings import slip_of
from league.evening.paper.pdfs.papers import list_pdf, slips_pdf
from league.models import Club, Entrant, Member, Season
from league.office.members.links import night_path
from league.office.members.naming import shown_name
from league.season.players.club import work_out
from league.season.players.listings import MarkList, NightList, RulingList
from league.season.players.pages.history import by_evening, range_words
from league.season.players.pages.judged import how_many
from league.season.players.pages.record import RecordPage, night_chart
from league.season.players.reading import own_rounds, tables_between
from league.season.players.rounds import events_in, lifetime_of, names_of


def print_slip(entrant_id: int, paper: str) -> bytes:
    entrant = Entrant.objects.select_related("event__club", "member").get(pk=entrant_id)
    slip = slip_of(entrant, own_rounds(entrant), night_path(entrant))
    return slips_pdf(paper_head(entrant.event, "Slips"), [slip], paper)


def print_report(club_id: int, since: date, until: date, paper: str) -> bytes:
    club = Club.objects.get(pk=club_id)
    found, days = read_judged(tables_between(club, since, until)), range_words(club, since, until)
    head = PaperHead("Rulings and penalties", days, club.name, how_many(found) or "None", "")
    evenings = [(event, when, RulingList(lines)) for event, when, _, lines in by_evening(found)]
    return list_pdf("league/season/players/rulings_pdf.html", {"head": head, "evenings": evenings}, paper)


def print_sheet(member_id: int, season_id: int | None, name: str, role: Kind | None, paper: str) -> bytes:
    """A member's season or all time, for a reader of this role."""
    member = Member.objects.select_related("club").get(pk=member_id)
    season = Season.objects.get(pk=season_id) if season_id else None
    life, name_of = lifetime_of(member), partial(shown_name, acting=Acting(None, role, ""))
    events = events_in(season) if season else None
    record, beside = life.within(events), work_out(member.club_id).within(events)
    named = names_of([one.event for one in record.rounds])
    page = RecordPage(member.club, member, life, record, season, name_of, beside, events=named)
    head = PaperHead(name, page.about, member.club.name, f"Number {member.number}", "")
    parts = [(part, NightList(part, page), *night_chart(page, part.record)) for part in page.books]
    context = {"head": head, "page": page, "parts": parts, "marks": MarkList(page.marks)}
    return list_pdf("league/season/players/sheet_pdf.html", context, paper)
