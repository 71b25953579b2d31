"""The notice on paper. Called by the printer, apart from the server."""

from __future__ import annotations

from league.evening.paper.listings import PlaceList
from league.evening.paper.pdfs.papers import list_pdf
from league.models import Event, Notice

from .pages import notice_paper
from .reading import read_night


def print_notice(event_id: int, paper: str) -> bytes:
    event = Event.objects.select_related("club", "series", "rules").get(pk=event_id)
    notice = Notice.objects.filter(event=event).first()
    context = notice_paper(event, notice, read_night(event))
    table = context["table"]
    places = PlaceList(table["lines"], table["who"], table["rounds"])
    return list_pdf("league/season/notices/notice_pdf.html", {**context, "places": places}, paper)
