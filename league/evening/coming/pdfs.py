"""Members' own links on paper, ten to a page to be cut. They are secrets, so no sheet is cached."""

from __future__ import annotations

from league.evening.coming.pages.links import link_context
from league.evening.coming.reading import people_of
from league.evening.paper.pdfs.joining import joined_pdf
from league.evening.paper.pdfs.papers import LISTS, parts_of, qr_drawing, sheets_of
from league.models import Club

ROWS = 5


def print_links(club_id: int, paper: str) -> bytes:
    """The links of all members who are asked. Called by the printer, apart from the server."""
    club = Club.objects.get(pk=club_id)
    links = [link_context(member, club.slug, is_full=False) for member in people_of(club)]
    sheets = sheets_of(links, 2 * ROWS)
    pictures = {f"qr:{link['member_id']}": qr_drawing(link["short"]) for link in links}
    parts = parts_of("league/evening/coming/links_pdf.html", sheets, {"club": club, "paper": paper, "rows": ROWS})
    return joined_pdf(parts, style=LISTS, pictures=pictures)
