"""The director's desk: one live page, and the taps on its to-do list."""

from __future__ import annotations

import time
from typing import Final

from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from league.acting.answers import tapped
from league.acting.finding import get_event
from league.acting.permissions import READ, TAP, Action, ClubRequest, needs
from league.evening.boards.secrecy import sealed_board_sets
from league.evening.clock.forms import MessageForm
from league.evening.clock.polling import has_come
from league.evening.desk.pages.desk import Desk
from league.evening.desk.pages.page import FILTERS, DeskPage
from league.evening.desk.pages.tables import DeskTable
from league.evening.desk.reading import OF_CARDS, desk_version, read_desk
from league.evening.tables.deeds.tables import come_to_table
from league.models import DirectorCall, Event
from pinochle_club.ground import health
from pinochle_club.ground.http import number_in
from pinochle_club.ground.kept_pages import opens_without_line
from pinochle_club.ground.plainly import kept

PAGE: Final = "league/evening/desk/desk.html"
FRAGMENT: Final = "league/evening/desk/_desk.html"
TILE: Final = "league/evening/desk/_table.html"
LINE: Final = "league/evening/desk/_line.html"
NOTE_HEADER: Final = "X-Desk-Note"
NOTE_SENT: Final = "HTTP_X_DESK_NOTE"
NOTE_HOLDS: Final = 12 * 3600
NOTES: Final = signing.TimestampSigner(salt="league.evening.desk")
NOTHING_NEW: Final = 204


@needs(Action.SEE_DESK, READ)
def desk(request: ClubRequest, event: Event) -> HttpResponse:
    page = render_desk(request, event)
    return page if event.state == Event.State.CLOSED else opens_without_line(page, "board")


@require_safe
def desk_changes(request: HttpRequest, slug: str, event_id: int) -> HttpResponse:
    """Poll with `?v=version` and moments `until` and `hands`: 204 without news, by a signed note and one query."""
    if holds_note(request, slug, event_id) and is_news_since(request, slug, event_id) is False:
        return HttpResponse(status=NOTHING_NEW)
    return _changes(request, slug=slug, event_id=event_id)


desk_changes.action = Action.SEE_DESK  # type: ignore[attr-defined]


@needs(Action.SEE_DESK)
def _changes(request: ClubRequest, event_id: int) -> HttpResponse:
    is_asked = holds_note(request, request.club.slug, event_id)
    if not is_asked and is_news_since(request, request.club.slug, event_id) is False:
        return HttpResponse(status=NOTHING_NEW)
    return render_desk(request, get_event(request.club, event_id))


def is_news_since(request: HttpRequest, slug: str, event_id: int) -> bool | None:
    """Whether the desk or its light has changed since it was drawn (one query); None if there is no such event.

    What tables write on their cards waits for its moment (`hands`), so that many tables in a hurry don't have the desk
    drawn at every poll."""
    version = desk_version(event_id, slug) if event_id < 2**63 else None
    if version is None:
        return None
    if has_come(request, "until") or request.GET.get("light", "go") != health.light():
        return True
    drawn = number_in(request.GET.get("v"), 19)
    if drawn is None or drawn // OF_CARDS != version // OF_CARDS:
        return True
    return drawn != version and ("hands" not in request.GET or has_come(request, "hands"))


def holds_note(request: HttpRequest, slug: str, event_id: int) -> bool:
    """Whether this browser was shown this desk within the last hours (no queries)."""
    try:
        says, at = _signed(request.META.get(NOTE_SENT, ""))
    except signing.BadSignature:
        return False
    return says == _note(slug, event_id) and time.time() <= at + NOTE_HOLDS


@kept(most=1_000)
def _signed(note: str) -> tuple[str, int]:
    """A note's words and time. Cached, since a screen sends the same one every few seconds."""
    says = NOTES.unsign(note)
    return says, signing.b62_decode(note.rsplit(":", 2)[1])


def _note(slug: str, event_id: int) -> str:
    return f"{slug}/{event_id}"


# -- answers -----------------------------------------------------------------------------


def render_desk(request: ClubRequest, event: Event) -> HttpResponse:
    """The desk, whole or for htmx its content, and why a tap was refused."""
    view = DeskPage(desk_of(request, event))
    table_template = LINE if view.desk.is_list else TILE
    context = {
        "event": event,
        "view": view,
        "tables": [(table, "" if table.is_open else drawn(table, table_template)) for table in view.tables],
        "table_template": table_template,
        "refused": request.refused,
        "message_form": MessageForm(initial={"message": view.clock["message"]}, auto_id="desk_%s"),
        "note": NOTES.sign(_note(request.club.slug, event.pk)),
        "note_header": NOTE_HEADER,
        **request.again,
    }
    return render(request, FRAGMENT if request.htmx else PAGE, context)


@kept(2_000)  # a good kilobyte each
def drawn(table: DeskTable, template: str) -> SafeString:
    """A closed-up table, the same for every reader, so drawn once until it changes."""
    return render_to_string(template, {"table": table})


def desk_of(request: ClubRequest, event: Event) -> Desk:
    """The desk for an address: `round` and `show` choose tables, `open` one, `list` lines, `whole` all to-dos, `places`
    the standings."""
    now, show = timezone.now(), request.GET.get("show", "")
    reading = read_desk(event, now, number_in(request.GET.get("round"), 4))
    return Desk(
        reading=reading,
        acting=request.acting,
        now=now,
        show=show if show in dict(FILTERS) else "all",
        open=number_in(request.GET.get("open"), 4),
        round=reading.other_round,
        is_list=number_in(request.GET.get("list"), 4) == 1,
        is_whole=number_in(request.GET.get("whole"), 4) == 1,
        has_places=number_in(request.GET.get("places"), 4) == 1,
        computer=health.faults(),
        sealed=sealed_board_sets(event, request.acting.member_id) if event.is_duplicate else (),
    )


# -- calls -------------------------------------------------------------------------------


@needs(Action.ANSWER_TABLES, TAP)
def coming(request: ClubRequest, event: Event, call: DirectorCall) -> HttpResponse:
    return tapped(request, "desk", event.pk, deed=come_to_table, call=call)
