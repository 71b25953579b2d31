"""The host, at the door of every page of this room and in the lines of a club's log."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_http_methods

from league.acting.log import write_log
from league.acting.permissions import FORM, Acting, ClubRequest, is_to_be_safer, name_of
from league.models import Club, LogLine
from league.office.accounts.views import password_again, to_sign_in
from pinochle_club.ground.clock import lately
from pinochle_club.ground.write_queue import queued_write
from scoring.score_card.access import browser_family

from .reading import A_LOOK, HOST

HostView = Callable[..., HttpResponse]


def host_acting(user: User, device: str = "") -> Acting:
    """The host in a club, where a host is nobody."""
    return Acting(user=user, kind=None, name=f"{name_of(user)[: 80 - len(HOST)]}{HOST}", device=device)


def for_host(view: HostView) -> HostView:
    """Let a view be called by the host alone; for all others there is no such page. What it changes wants the password
    again, as Django's admin pages do. A `slug` becomes its `club`."""

    @wraps(view)
    def guarded(request: HttpRequest, **kwargs: Any) -> HttpResponse:
        user = request.user
        if not isinstance(user, User):
            return to_sign_in(request)
        if not user.is_superuser:
            raise Http404
        if is_to_be_safer(request):
            return redirect("league:safer")
        if "slug" in kwargs:
            kwargs["club"] = get_object_or_404(Club, slug=kwargs.pop("slug"))
        cast(ClubRequest, request).acting = host_acting(user, browser_family(request))
        return password_again("account")(view)(request, **kwargs)

    return require_http_methods(FORM)(guarded)


def tell_of_look(user: User, host: User, action: str, after: str = "") -> None:
    """Write into the log of every club of an account that the host looked at it, or changed it; within an hour once."""
    acting, clubs = host_acting(host), Club.objects.filter(roles__user=user).distinct()
    with queued_write():
        for club in clubs:
            same = {"club": club, "user": host, "action": action, "subject": name_of(user)[:160], "after": after}
            if not LogLine.objects.filter(**same, at__range=lately(A_LOOK)).exists():
                write_log(club=club, acting=acting, action=action, subject=name_of(user), after=after)
