"""An event's boards, and the page behind a board's printed code."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import NoReverseMatch

from league.acting.answers import form_page, posted, tapped
from league.acting.event_pages import kept_while_quiet
from league.acting.forms import ClubForm, ReasonForm
from league.acting.permissions import READ, TAP, Action, ClubRequest, needs
from league.acting.unchanged import kept_for_strangers
from league.evening.boards.deeds import making as deeds
from league.evening.boards.forms.making import MakeForm
from league.evening.boards.made import proof_of, read_made
from league.evening.boards.pages.making import again_page, boards_context
from league.evening.boards.secrecy import cards_are_open
from league.models import DealtBoards, Event
from league.office.clubs.pages.navigation import address_of
from pinochle_club.ground.http import or_404

PAGE = "league/evening/boards/boards.html"


@needs(Action.READ_PUBLISHED, READ)
@kept_for_strangers()
def boards(request: ClubRequest, event: Event) -> HttpResponse:
    """How a duplicate's boards were made; once the cards are open, the seed too."""
    or_404(event.is_duplicate or None, "This event has no boards.")
    made = read_made(event, request.acting)
    page = boards_context(made, request.acting, _proof(event))
    form = request.again.get("form") or MakeForm(made=made)
    return render(request, PAGE, {"event": event, "page": page, "form": form})


@kept_while_quiet
def _proof(event: Event) -> dict[str, Any] | None:
    dealt = DealtBoards.objects.filter(event=event).exclude(seed="").first() if cards_are_open(event) else None
    return proof_of(dealt, dealt.boards.count()) if dealt else None


@needs(Action.SEAT_PLAYERS, TAP)
def make_boards(request: ClubRequest, event: Event) -> HttpResponse:
    form = MakeForm(request.POST, made=read_made(event))
    return tapped(request, "boards", event.pk, deed=deeds.make_boards, form=form, again={"form": form}, event=event)


@needs(Action.SEAT_PLAYERS, TAP)
def add_board_set(request: ClubRequest, event: Event) -> HttpResponse:
    return tapped(request, "boards", event.pk, deed=deeds.add_board_set, form=ClubForm(request.POST), event=event)


@needs(Action.SEAT_PLAYERS)
def make_again(request: ClubRequest, event: Event) -> HttpResponse:
    page, boards_page = again_page(read_made(event)), address_of("boards", request.club.slug, event.pk)
    return form_page(request, ReasonForm(posted(request)), page, deed=deeds.make_again, to=boards_page, event=event)


@needs(Action.READ_PUBLISHED, READ)
def board_code(request: ClubRequest, event: Event, board: int) -> HttpResponse:
    """The page behind a board's printed code: its traveler, or until then when that opens."""
    or_404(event.is_duplicate or None, "This event has no boards.")
    if cards_are_open(event):
        with suppress(NoReverseMatch):
            return redirect("league:board_traveler", request.club.slug, event.pk, board)
    return redirect("league:boards", request.club.slug, event.pk)
