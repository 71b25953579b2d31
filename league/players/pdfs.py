"""Paper about one player."""

from __future__ import annotations

from datetime import date

from league.cards.judged import read_judged
from league.models import Club, Entrant
from league.paper.pages.heads import paper_head
from league.paper.pages.seatings import slip_of
from league.paper.pdfs.papers import list_pdf, slips_pdf
from league.players.pages.history import rulings_paper
from league.players.reading import own_rounds, tables_between


def print_slip(entrant_id: int, paper: str) -> bytes:
    """A player's own slip, as it is cut from the stack. Called by the printer, apart from the server."""
    entrant = Entrant.objects.select_related("event__club").get(pk=entrant_id)
    return slips_pdf(paper_head(entrant.event, "Slips"), [slip_of(entrant, own_rounds(entrant))], paper)


def print_report(club_id: int, since: date, until: date, paper: str) -> bytes:
    """Rulings and penalties of some days, by evening. Called by the printer, apart from the server."""
    club = Club.objects.get(pk=club_id)
    context = rulings_paper(club, since, until, read_judged(tables_between(club, since, until)))
    return list_pdf("league/players/rulings_pdf.html", context, paper)
