"""The cut: made, taken back; a finalist replaced. The bracket of a knock-out."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import Http404, HttpResponse
from django.shortcuts import render

from league.acting.answers import form_page, posted, tapped
from league.acting.forms import ClubForm
from league.acting.permissions import READ, TAP, Action, ClubRequest, needs
from league.acting.unchanged import kept_for_strangers
from league.models import Entrant, Event
from league.office.clubs.pages.navigation import address_of

from .bracket import read_bracket
from .deeds import MADE, decide, replace_finalist, take_back
from .forms import CutForm
from .listings import CutList
from .pages import cut_context, cut_page, replaced_words, take_back_page, ways_on_offer, witness_words
from .reading import Cut, read_cut


@needs(Action.RUN_ROUNDS)
def cut(request: ClubRequest, event: Event) -> HttpResponse:
    """The line; one key makes the cut, or seats an extra hand. Lots come after a look at who draws."""
    found = read_cut(event)
    due = found if found and not found.is_made else None
    form = CutForm(posted(request), cut=due, ways=ways_on_offer(due) if due else ())
    return form_page(
        request,
        form,
        cut_page(found, event, draws=form.draws),
        deed=decide,
        to=address_of("desk", request.club.slug, event.pk),
        said=lambda made: _how(request, made) if form.draws else "",
        template="league/evening/finals/cut.html",
        context=lambda: {
            "event": event,
            "cut": _shown(due, request.GET) if due else None,
            "how": _how(request, event) if found and found.is_made else "",
        },
        event=event,
    )


def _shown(cut: Cut, asked: Mapping[str, str]) -> dict[str, object]:
    shown = cut_context(cut)
    names = enumerate(("level", "inside", "below"), start=1)
    return {**shown, **{name: CutList(shown[name]).turn(asked, at) for at, name in names}}


def _how(request: ClubRequest, event: Event) -> str:
    return witness_words(event.log.filter(action=MADE).first(), request.club)


@needs(Action.READ_PUBLISHED, READ)
@kept_for_strangers()
def bracket(request: ClubRequest, event: Event) -> HttpResponse:
    if not event.is_knock_out:
        raise Http404("This evening is no knock-out.")
    return render(request, "league/evening/finals/bracket.html", {"event": event, "bracket": read_bracket(event)})


@needs(Action.RUN_ROUNDS)
def take_cut_back(request: ClubRequest, event: Event) -> HttpResponse:
    desk = address_of("desk", request.club.slug, event.pk)
    return form_page(request, ClubForm(posted(request)), take_back_page(event), deed=take_back, to=desk, event=event)


@needs(Action.RUN_ROUNDS, TAP)
def replace(request: ClubRequest, event: Event, entrant: Entrant) -> HttpResponse:
    return tapped(request, "desk", event.pk, deed=replace_finalist, said=replaced_words, event=event, entrant=entrant)
