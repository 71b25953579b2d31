"""A club's archive: downloaded by an admin, and made a club again by an admin of another club here."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from league.acting.answers import form_page, posted
from league.acting.permissions import READ, Acting, Action, ClubRequest, name_of, needs
from league.models import Role
from league.office.accounts.views import password_again, to_sign_in
from league.office.clubs.pages.navigation import address_of
from league.office.clubs.reading import may_found
from pinochle_club.ground.apart import Asker, Busy
from pinochle_club.ground.commands import manage
from pinochle_club.ground.http import address_key
from pinochle_club.ground.pdfs import ARCHIVES, STACK_PRINTER, found
from pinochle_club.ground.uploads import OneSmallFile, takes_a_file
from scoring.score_card.access import browser_family

from .deeds import restore_club
from .format import ON_A_PAGE
from .forms import ArchiveForm
from .pages import BUSY, TOO_LARGE, restore_page, restored_words
from .unseen import unseen_words
from .writing import TooLarge, archive_key, archive_of


@needs(Action.MANAGE_CLUB, writes=False)
@password_again("settings", to_look=True)
def archive(request: ClubRequest) -> HttpResponse:
    """Everything the club has as one file, made apart as stacks of paper are."""
    return _download(request)


@needs(Action.MANAGE_CLUB, READ)
def archive_for_strangers(request: ClubRequest) -> HttpResponse:
    return _download(request, for_strangers=True)


def _download(request: ClubRequest, *, for_strangers: bool = False) -> HttpResponse:
    club = request.club
    asker = Asker(address_key(request), comes_first=True)
    key = archive_key(club, for_strangers)
    try:
        content = found(key, among=ARCHIVES)
        if content is None and request.method != "HEAD":  # which would take as long, for a file that nobody gets
            content = STACK_PRINTER.ask(archive_of, club.pk, key, ON_A_PAGE.zipped, for_strangers, asker=asker)
    except (Busy, TimeoutError):
        messages.error(request, BUSY)
        return redirect("league:settings", club.slug)
    except TooLarge:
        messages.error(request, TOO_LARGE.format(command=manage(f"club_archive export {club.slug}", to_all=True)))
        return redirect("league:settings", club.slug)
    if content is not None and not for_strangers and (held_back := unseen_words(club)):
        messages.warning(request, held_back)
    # One in pieces says nothing of its length, which nobody knows yet.
    response = cast(HttpResponse, StreamingHttpResponse(())) if content is None else HttpResponse(content)
    response["Content-Type"] = "application/zip"
    name = f"{club.slug}{'-public' if for_strangers else ''}-{timezone.localdate():%Y-%m-%d}.zip"
    response["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=name)
    response["Cache-Control"] = "no-store"
    return response


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
@takes_a_file(ON_A_PAGE.zipped, may_found)
def restore(request: HttpRequest) -> HttpResponse:
    """A new club with everything in an archive; the account that asks is one of its admins."""
    user = request.user
    if not isinstance(user, User):
        return to_sign_in(request)
    if not may_found(user):
        return render(request, "league/office/clubs/not_found_by_you.html", status=403)
    files = request.FILES if request.method == "POST" else None
    form = ArchiveForm(posted(request), files, is_too_large=OneSmallFile.refused(request))
    acting = Acting(user=user, kind=Role.Kind.ADMIN, name=name_of(user), device=browser_family(request))
    request.acting = acting  # type: ignore[attr-defined]
    return form_page(
        request,  # type: ignore[arg-type]
        form,
        restore_page(),
        deed=restore_club,
        limits=ON_A_PAGE,
        to=lambda made: address_of("club", made.club.slug),
        said=restored_words,
    )
