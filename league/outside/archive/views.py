"""A club's archive: downloaded by an admin, and made a club again by an admin of another club here."""

from __future__ import annotations

from functools import partial
from typing import IO, cast

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import content_disposition_header, urlencode
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from league.acting.answers import form_page, posted
from league.acting.forms import ClubForm
from league.acting.log import Refused
from league.acting.permissions import READ, Acting, Action, ClubRequest, name_of, needs
from league.models import Club, Role
from league.office.accounts.views import password_again, to_sign_in
from league.office.clubs.pages.navigation import address_of
from league.office.clubs.reading import may_found
from league.office.hosting.deeds import take_archive
from league.office.hosting.hosts import for_host
from league.office.hosting.pages import export_page
from pinochle_club.ground.apart import Asker, Busy
from pinochle_club.ground.commands import manage
from pinochle_club.ground.http import address_key
from pinochle_club.ground.pdfs import ARCHIVES, STACK_PRINTER, found
from pinochle_club.ground.uploads import OneSmallFile, takes_a_file
from scoring.score_card.access import browser_family

from .deeds import Restored, made_before, restore_club
from .format import ON_A_PAGE, Faulty
from .forms import ArchiveForm, HereForm
from .here import Updated, compare, keep_file, kept_file, known_club, update_club
from .pages import BUSY, CHOOSE_AGAIN, TOO_LARGE, here_page, restore_page, restored_words, updated_words
from .reading import Archive
from .unseen import unseen_words
from .writing import TooLarge, archive_key, archive_of


@needs(Action.MANAGE_CLUB, writes=False)
@password_again("settings", to_look=True)
def archive(request: ClubRequest) -> HttpResponse:
    """Everything the club has as one file, made apart as stacks of paper are."""
    return _download(request, request.club)


@needs(Action.MANAGE_CLUB, READ)
def archive_for_strangers(request: ClubRequest) -> HttpResponse:
    return _download(request, request.club, for_strangers=True)


@for_host
def archive_for_host(request: ClubRequest, club: Club) -> HttpResponse:
    """The same for the host of the server, told in the club's log."""
    form, page, back = ClubForm(posted(request)), export_page(club), address_of("host_club", club.slug)
    return form_page(
        request,
        form,
        page,
        deed=take_archive,
        to=lambda club: _download(request, club, back=back),
        club=club,
    )


def _download(
    request: ClubRequest, club: Club, *, for_strangers: bool = False, back: str | None = None
) -> HttpResponse:
    back = back or address_of("settings", club.slug)
    asker = Asker(address_key(request), comes_first=True)
    key = archive_key(club, for_strangers)
    try:
        content = found(key, among=ARCHIVES)
        if content is None and request.method != "HEAD":  # which would take as long, for a file that nobody gets
            content = STACK_PRINTER.ask(archive_of, club.pk, key, ON_A_PAGE.zipped, for_strangers, asker=asker)
    except (Busy, TimeoutError):
        messages.error(request, BUSY)
        return redirect(back)
    except TooLarge:
        messages.error(request, TOO_LARGE.format(command=manage(f"club_archive export {club.slug}", to_all=True)))
        return redirect(back)
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
        deed=_bring,
        to=lambda made: made if isinstance(made, str) else address_of("club", made.club.slug),
        said=lambda made: "" if isinstance(made, str) else restored_words(made),
    )


def _bring(*, file: IO[bytes], acting: Acting, client_id: str) -> Restored | str:
    """The club made of the file; the address to ask at where it is here already."""
    try:
        known = None if made_before(acting, client_id) else known_club(Archive(file, ON_A_PAGE), acting)
    except Faulty as fault:
        raise Refused(str(fault), "file") from fault
    if known is None:
        return restore_club(file=file, limits=ON_A_PAGE, acting=acting, client_id=client_id, waits=True)
    file.seek(0)
    query = urlencode({"file": keep_file(acting, file.read())})
    return f"{address_of('club_is_here', known.slug)}?{query}"


@needs(Action.MANAGE_CLUB)
@password_again("settings")
def club_is_here(request: ClubRequest) -> HttpResponse:
    """A file was brought of a club that is here: it is updated by it, or a second one is made."""
    digest = (request.POST or request.GET).get("file", "")
    file = kept_file(request.acting, digest)
    form = HereForm(posted(request), initial={"file": digest})
    if file is None:
        messages.error(request, CHOOSE_AGAIN)
        return redirect("league:restore_club")
    try:
        page = here_page(compare(request.club, file, ON_A_PAGE)) if request.method != "POST" else None
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect("league:restore_club")
    if request.method == "POST" and request.POST.get("second"):
        return form_page(
            request,
            form,
            page,
            deed=partial(_make_second, content=file),
            to=lambda made: address_of("club", made.club.slug),
            said=restored_words,
        )
    return form_page(
        request,
        form,
        page,
        deed=partial(_update, club=request.club, content=file),
        to=lambda done: address_of("club", done.club.slug),
        said=updated_words,
    )


def _make_second(*, content: IO[bytes], acting: Acting, client_id: str, **_: object) -> Restored:
    return restore_club(file=content, limits=ON_A_PAGE, acting=acting, client_id=client_id, is_second=True, waits=True)


def _update(*, club: Club, content: IO[bytes], acting: Acting, client_id: str, **_: object) -> Updated:
    return update_club(club=club, file=content, limits=ON_A_PAGE, acting=acting, client_id=client_id)
