"""The treasurer's list on paper. Called by the printer, apart from the server."""

from __future__ import annotations

from django.utils import timezone

from league.evening.paper.pages.heads import PaperHead
from league.evening.paper.pdfs.papers import list_pdf
from league.models import Club
from pinochle_club.ground.dates import full_day

from .listings import AccountListing
from .pages import list_words
from .reading import accounts_of


def print_list(club_id: int, paper: str) -> bytes:
    club = Club.objects.get(pk=club_id)
    accounts = accounts_of(club)
    day = full_day(timezone.localdate(), club.date_style)
    head = PaperHead(title="Dues and debts", event="For the treasurer", club=club.name, day=day, edition="")
    owing = [one for one in accounts if one.owes]
    context = {"head": head, "says": list_words(accounts, club), "listing": AccountListing(owing, club)}
    return list_pdf("league/season/dues/list_pdf.html", context, paper)
