from __future__ import annotations

from django.conf import settings as django_settings
from django.contrib.auth.models import User
from django.db.models import OuterRef
from django.forms import model_to_dict
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from league.acting.answers import form_page, posted, show_form
from league.acting.log import Refused
from league.acting.permissions import FORM, READ, Acting, Action, ClubRequest, name_of, needs
from league.acting.unchanged import kept_for_strangers
from league.models import Club, Event, Role
from league.office.accounts.views import to_sign_in
from league.office.clubs.deeds.clubs import CLOSED, DETAILS, change_club, make_club
from league.office.clubs.forms.clubs import ClubDetailsForm, ClubSettingsForm
from league.office.clubs.pages import clubs as pages
from league.office.clubs.pages.navigation import address_of
from league.office.clubs.pages.permissions import permission_table
from league.office.clubs.reading import clubs_for, count_who_may, may_fetch, may_found, some_of
from pinochle_club.ground.copies import last_here, last_in_second_place
from pinochle_club.ground.documents import listed
from pinochle_club.ground.forms import on_one_line
from scoring.score_card.access import browser_family
from scoring.score_card.hosts import Way


@require_safe
def clubs(request: HttpRequest) -> HttpResponse:
    words, user = on_one_line(request.GET.get("q", ""))[:80], request.user
    shown, number = some_of(clubs_for(user), words)
    context = {"clubs": shown, "may_found": may_found(user), "may_fetch": may_fetch(user)}
    context |= {"words": words, "more": number - len(shown), "may_start": django_settings.FOUNDING != CLOSED}
    return render(request, "league/office/clubs/clubs.html", context)


def club_here() -> Way:
    """On the start page: a hall's one club and whether it plays tonight, or the way to all clubs (one query)."""
    tonight = Event.objects.filter(club=OuterRef("pk"), played_on=timezone.localdate()).exclude(
        state=Event.State.CLOSED
    )
    found = Club.objects.filter(is_public=True).annotate(tonight=tonight.order_by("starts_at").values("starts_at")[:1])
    return pages.way_to([] if django_settings.IS_PUBLIC else list(found[:2]))


@require_http_methods(FORM)
def new_club(request: HttpRequest) -> HttpResponse:
    user = request.user
    if not isinstance(user, User):
        return to_sign_in(request)
    if not may_found(user):
        return render(request, "league/office/clubs/not_found_by_you.html", status=403)
    form = ClubDetailsForm(posted(request), initial=model_to_dict(Club(), fields=DETAILS))
    if not form.is_valid():
        return show_form(request, form, pages.new_club_page())
    acting = Acting(user=user, kind=Role.Kind.ADMIN, name=name_of(user), device=browser_family(request))
    try:
        club = make_club(acting=acting, waits=True, **form.cleaned_data)
    except Refused as refused:
        form.add_error("name", str(refused))
        return show_form(request, form, pages.new_club_page())
    return redirect("league:club", club.slug)


@needs(Action.READ_PUBLISHED, READ)
@kept_for_strangers()
def help_page(request: ClubRequest) -> HttpResponse:
    context = {"documents": listed(), "table": permission_table(request.acting)}
    return render(request, "league/office/clubs/help.html", context)


@needs(Action.MANAGE_CLUB)
def settings(request: ClubRequest) -> HttpResponse:
    club = request.club
    return form_page(
        request,
        ClubSettingsForm(posted(request), initial=model_to_dict(club, fields=DETAILS)),
        pages.settings_page(club),
        deed=change_club,
        to=address_of("settings", club.slug),
        said="Saved.",
        template="league/office/clubs/settings.html",
        context=lambda: {
            "backup": pages.backup_words(last_here(), last_in_second_place(), club, timezone.now()),
            "rules_alone": count_who_may(club, Action.RULE) < 2,
        },
        club=club,
    )
