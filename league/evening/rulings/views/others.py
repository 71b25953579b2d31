"""Appeals that the director may not decide: by a link for another person, or by agreement of all four."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final, cast

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from league.acting.answers import form_page, posted, show_form
from league.acting.finding import get_table
from league.acting.forms import ClubForm
from league.acting.permissions import FORM, Acting, Action, ClubRequest, needs
from league.evening.cards.reading import started_reading
from league.evening.rulings.deeds.appeals import answer_agreement, ask_to_agree, decide_by_link, invite_decider
from league.evening.rulings.effects import read_effects
from league.evening.rulings.finding import StartedTable, get_ruling
from league.evening.rulings.forms.appeals import AgreeForm, AnswerForm, DecideForm, InviteDeciderForm
from league.evening.rulings.pages import appeals as pages
from league.evening.rulings.pages.effects import effect_context
from league.evening.rulings.views.appeals import comes_second, place_at_tablet
from league.evening.tables.places import back_to_table, table_address
from league.models import OneTimeLink
from league.office.clubs.deeds.one_time_links import find_link, why_dead
from league.office.clubs.pages.one_time_links import UNKNOWN_LINK
from league.office.clubs.views.one_time_links import made_link_page
from scoring.score_card.access import browser_family
from scoring.score_card.rulings import Ruling
from scoring.score_card.situations import sheet_without

BY_LINK: Final = "league/evening/rulings/decide_by_link.html"
DECIDED: Final = "league/evening/rulings/decided.html"
OWN: Final = "You made this link for somebody else. They open it on a device of their own."
SETTLED: Final = "The appeal was withdrawn, or somebody decided it."
AGREE: Final = "league/evening/rulings/agree.html"
AGREE_AT_TABLE: Final = "league/evening/rulings/agree_at_table.html"
DEAD: Final = "league/office/clubs/dead_link.html"


@needs(Action.HAVE_DECIDED)
def invite(request: ClubRequest, place: StartedTable, entry: int) -> HttpResponse:
    """Make a link by which a person decides this appeal, and show it once."""
    ruling = get_ruling(place, entry)
    if ruling.state != "appealed":
        raise Http404("Nothing is appealed.")
    form, back = InviteDeciderForm(posted(request)), back_to_table(place.table)
    return form_page(
        request,
        form,
        pages.invite_page(place.table, ruling, back),
        deed=invite_decider,
        to=lambda made: made_link_page(request, *made, back=back),
        table=place.table,
        number=entry,
    )


@needs(Action.HAVE_DECIDED)
def agree(request: ClubRequest, place: StartedTable, entry: int) -> HttpResponse:
    """Ask each side of the table to accept the director's proposed outcome."""
    ruling, to = get_ruling(place, entry), table_address("ruling", place.table, entry)
    if "asked" in request.POST or (ruling.agreement and request.method != "POST"):
        is_yes = "by" in request.POST
        return _asked(request, place, ruling, ("To the ruling", to), AGREE, to=request.path if is_yes else to)
    if ruling.state != "appealed" and request.method != "POST":
        return redirect(to)
    form, page = AgreeForm(posted(request)), pages.agree_page(place.table, ruling, back_to_table(place.table))
    return form_page(request, form, page, deed=ask_to_agree, to=request.path, table=place.table, number=entry)


@require_http_methods(FORM)
def agree_at_table(request: HttpRequest, event_id: int, entry: int) -> HttpResponse:
    ours, place = place_at_tablet(request, event_id)
    back = ("Back to the card", reverse("league:table", args=[event_id]))
    return _asked(ours, place, get_ruling(place, entry), back, AGREE_AT_TABLE, to=request.path)


def _asked(
    request: ClubRequest, place: StartedTable, ruling: Ruling, back: tuple[str, str], template: str, *, to: str
) -> HttpResponse:
    names = place.full_names
    form = AnswerForm(posted(request), book=names.book)
    context = {
        "event": place.event,
        "asked": ruling.agreement.said.asked if ruling.agreement else "",
        "sides": pages.sides_asked(ruling, names),
        "may_take_back": request.acting.may(Action.HAVE_DECIDED),
    }
    page = pages.asked_all_page(place.table, ruling, names, back)
    about: dict[str, Any] = {"table": place.table, "number": ruling.number}
    return form_page(request, form, page, deed=answer_agreement, to=to, template=template, context=context, **about)


@require_http_methods(FORM)
def by_link(request: HttpRequest, token: str) -> HttpResponse:
    """Show the inviting person; after a tap the case, whose form decides the appeal and uses the link up."""
    link = find_link(token)
    if link is None or link.kind != OneTimeLink.Kind.APPEAL:
        return render(request, DEAD, {"why": UNKNOWN_LINK}, status=404)
    if request.method == "POST" and link.used_with and link.used_with == request.POST.get("client_id"):
        return _thanks(request, link)
    if dead := why_dead(link, timezone.now()):
        return render(request, DEAD, {"why": dead, "link": link}, status=410)
    if request.user.is_authenticated and request.user == link.made_by:
        return render(request, DEAD, {"why": OWN, "link": link}, status=410)
    if request.method != "POST":
        return show_form(request, ClubForm(), pages.asked_page(link), template=BY_LINK, context={"club": link.club})
    assert link.club is not None, "an appeal is one of a club's evenings"
    ours = cast(ClubRequest, request)
    ours.club, ours.acting = link.club, Acting(user=None, kind=None, name=link.name, device=browser_family(request))
    return _decided(ours, link)


def _thanks(request: HttpRequest, link: OneTimeLink) -> HttpResponse:
    return render(request, DECIDED, {"club": link.club, "link": link})


def _decided(request: ClubRequest, link: OneTimeLink) -> HttpResponse:
    assert link.table is not None, "a link of an appeal"
    event_round = link.table.event_round
    table = get_table(event_round.event, event_round.number, link.table.number)
    place = StartedTable(table, *started_reading(table))
    ruling = get_ruling(place, link.ruling or 0)
    if ruling.state != "appealed" and not comes_second(request, ruling):
        return render(request, DEAD, {"why": SETTLED, "link": link}, status=410)
    form = DecideForm(request.POST if "note" in request.POST else None, by_book=ruling.said.basis == "book")
    page = replace(pages.decide_page(table, ruling, place.full_names, ("", "")), back=None, is_plain=True)
    effects = read_effects(place.reading, place.sheet, sheet_without(place.sheet, ruling))
    return form_page(
        request,
        form,
        page,
        deed=decide_by_link,
        to=lambda _: _thanks(request, link),
        template=BY_LINK,
        context={"effect": effect_context(effects, ruling.hand)},
        link=link,
    )
