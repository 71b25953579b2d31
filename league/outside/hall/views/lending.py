"""An evening taken to the hall and brought back, at home; fetched and given back, in the hall."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import partial
from typing import IO, Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import content_disposition_header, urlencode
from django.utils.text import slugify
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from league.acting.answers import form_page, posted
from league.acting.forms import ClubForm
from league.acting.log import Refused
from league.acting.permissions import FORM, READ, TAP, Acting, Action, ClubRequest, needs
from league.models import Event, Fetched, Lending
from league.office.accounts.views import password_again
from league.office.clubs.pages.navigation import address_of
from league.office.clubs.reading import may_fetch
from league.outside.archive.format import AT_THE_SERVER, ON_A_PAGE
from league.outside.archive.here import keep_file, kept_file
from league.outside.hall import deeds, pages
from league.outside.hall.codes import code_of
from league.outside.hall.forms import LookForm, SliceForm, TakeBackForm, TakeTheirsForm
from league.outside.hall.listings import BesideList
from pinochle_club.ground.uploads import OneSmallFile, takes_a_file

FOLDER = "league/outside/hall"
FOR_HOME = "for-home"


def lending_of(event: Event) -> Lending | None:
    """The lending by which the evening is in the hall now (one query where it is)."""
    return event.lendings.filter(state=Lending.State.OUT).first() if event.lent else None


@needs(Action.PLAN_EVENTS)
def hall(request: ClubRequest, event: Event) -> HttpResponse:
    """Lend an evening; of one that is lent, where it is and the ways back."""
    if Fetched.objects.filter(event=event).exists():
        return redirect("league:give_back", event.club.slug, event.pk)
    lending = lending_of(event)
    if lending is not None and request.method != "POST":
        now = timezone.now()
        context = pages.lent_context(event, lending, deeds.officials_of(lending), now)
        context |= pages.code_context(lending, code_of(lending, now), request.build_absolute_uri("/"), now)
        context["may_take_back"] = request.acting.may(Action.MANAGE_CLUB)
        context["has_kept"] = lending.kept.exists()
        return render(request, f"{FOLDER}/lent.html", context)
    return form_page(
        request,
        ClubForm(posted(request)),
        pages.lend_page(event),
        deed=deeds.lend,
        to=address_of("hall", event.club.slug, event.pk),
        event=event,
    )


@needs(Action.PLAN_EVENTS, TAP, writes=False)
def hall_file(request: ClubRequest, event: Event) -> HttpResponse:
    lending = lending_of(event)
    if lending is None:
        return redirect("league:hall", event.club.slug, event.pk)
    return _file(event, "for-the-hall", lambda out: deeds.write_lent(lending, out))


@csrf_exempt
@needs(Action.PLAN_EVENTS, writes=False)
@takes_a_file(ON_A_PAGE.zipped)
def bring_back(request: ClubRequest, event: Event) -> HttpResponse:
    """Choose the file from the hall, to look at what comes."""
    return form_page(
        request,
        _form(request),
        pages.bring_back_page(event),
        deed=_look,
        to=lambda way: way if isinstance(way, str) else address_of("event", event.club.slug, event.pk),
        said=lambda way: "" if isinstance(way, str) else way.says,
        event=event,
    )


def _look(*, file: IO[bytes], event: Event, acting: Acting, client_id: str) -> str | deeds.Brought:
    """The address at which to look at the file; what came of it where home has it already, or keeps it beside."""
    by: dict[str, Any] = {"limits": ON_A_PAGE, "acting": acting, "event": event}
    if deeds.look_at(file=file, **by) is None:
        return deeds.bring_back(file=file, **by, client_id=client_id)
    file.seek(0)
    query = urlencode({"file": keep_file(acting, file.read())})
    return f"{address_of('bring_back_look', event.club.slug, event.pk)}?{query}"


@needs(Action.PLAN_EVENTS, writes=False)
def bring_back_look(request: ClubRequest, event: Event) -> HttpResponse:
    """What comes with the file, whom to ask about, and the key."""
    digest = (request.POST or request.GET).get("file", "")
    file = kept_file(request.acting, digest)
    if file is None:
        messages.error(request, pages.CHOOSE_AGAIN)
        return redirect("league:bring_back", event.club.slug, event.pk)
    by: dict[str, Any] = {"file": file, "limits": ON_A_PAGE}
    try:
        look = deeds.look_at(acting=request.acting, event=event, **by)
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect("league:bring_back", event.club.slug, event.pk)
    return form_page(
        request,
        LookForm(posted(request), initial={"file": digest}, asked=look.asked if look else ()),
        pages.look_page(event, look),
        deed=deeds.bring_back,
        to=address_of("event", event.club.slug, event.pk),
        said=lambda brought: brought.says,
        event=event,
        **by,
    )


@needs(Action.PLAN_EVENTS, TAP, writes=False)
def take_in(request: ClubRequest, event: Event) -> HttpResponse:
    """Look at what a newer hall sent, once this server is as new."""
    slice_, address = deeds.kept_of(event), address_of("hall", event.club.slug, event.pk)
    if slice_ is None or not event.lent:
        return redirect(address)
    by: dict[str, Any] = {"limits": AT_THE_SERVER, "acting": request.acting, "event": event}
    try:
        is_read = deeds.look_at(file=io.BytesIO(slice_.file), **by) is not None
        why = "" if is_read else deeds.bring_back(file=io.BytesIO(slice_.file), **by).says
    except Refused as refused:
        why = str(refused)
    if why:
        messages.error(request, why)
        return redirect(address)
    query = urlencode({"file": keep_file(request.acting, bytes(slice_.file))})
    return redirect(f"{address_of('bring_back_look', event.club.slug, event.pk)}?{query}")


@needs(Action.PLAN_EVENTS)
def guests(request: ClubRequest, event: Event) -> HttpResponse:
    """Ask about guests who came back over the line and have the name of somebody."""
    asked, to = deeds.guests_left(event), address_of("event", event.club.slug, event.pk)
    if not asked:
        return redirect(to)
    form = LookForm(posted(request), asked=asked)
    return form_page(request, form, pages.guests_page(event), deed=deeds.tell_guests, to=to, said="Saved.", event=event)


@needs(Action.MANAGE_CLUB)
@password_again("settings")
def kept(request: ClubRequest, event: Event) -> HttpResponse:
    """What the hall sent after the evening was taken back, beside what home has."""
    slice_ = deeds.kept_of(event)
    if slice_ is None:
        return redirect("league:event", event.club.slug, event.pk)
    try:
        hands = list(deeds.hands_beside(slice_))
    except Refused as too_new:
        messages.error(request, str(too_new))
        return redirect("league:event", event.club.slug, event.pk)
    return form_page(
        request,
        TakeTheirsForm(posted(request), initial={"version": slice_.version}),
        pages.kept_page(slice_, timezone.now()),
        deed=deeds.take_theirs,
        to=address_of("event", event.club.slug, event.pk),
        said=f"{event.name} is as the hall has it.",
        template=f"{FOLDER}/kept.html",
        context={"listing": BesideList(hands)},
        event=event,
    )


@needs(Action.MANAGE_CLUB)
@password_again("settings")
def take_back(request: ClubRequest, event: Event) -> HttpResponse:
    """Take an evening back without the hall."""
    lending = lending_of(event)
    if lending is None and request.method != "POST":
        return redirect("league:event", event.club.slug, event.pk)
    return form_page(
        request,
        TakeBackForm(posted(request)),
        pages.take_back_page(event, lending, timezone.now()) if lending else None,
        deed=deeds.take_back,
        to=address_of("event", event.club.slug, event.pk),
        said=f"{event.name} goes on here.",
        event=event,
    )


@needs(Action.RUN_ROUNDS, writes=False)
def give_back(request: ClubRequest, event: Event) -> HttpResponse:
    """Save a fetched evening for home."""
    fetched = Fetched.objects.select_related("event__club", "event__series").filter(event=event).first()
    if fetched is None:
        return redirect("league:event", event.club.slug, event.pk)

    address = address_of("give_back", event.club.slug, event.pk)
    answer = form_page(
        request,
        ClubForm(posted(request)),
        pages.give_back_page(fetched, _file_name(event, FOR_HOME), timezone.now()),
        deed=lambda acting, **_: deeds.give_back(fetched=fetched, out=io.BytesIO(), acting=acting),
        to=f"{address}?saved",
    )
    if "saved" in request.GET and fetched.given_back_at is not None:
        # The file follows by itself, without a script too, and the page stays.
        answer.headers["Refresh"] = f"1; url={address_of('hall_save_file', event.club.slug, event.pk)}"
    return answer


@needs(Action.RUN_ROUNDS, READ)
def saved_file(request: ClubRequest, event: Event) -> HttpResponse:
    """The file for home, of an evening that was saved."""
    fetched = Fetched.objects.select_related("event__club").filter(event=event).first()
    if fetched is None or fetched.given_back_at is None:
        return redirect("league:give_back", event.club.slug, event.pk)
    return _file(event, FOR_HOME, lambda out: deeds.write_back(fetched, out, is_last=True))


@csrf_exempt
@require_http_methods(FORM)
@takes_a_file(ON_A_PAGE.zipped, may_fetch)
def fetch_file(request: HttpRequest) -> HttpResponse:
    """Fetch an evening out of a file, on the hall's computer."""
    if not may_fetch(request.user):
        return render(request, f"{FOLDER}/not_fetched_by_you.html", status=403)
    request.acting = deeds.fetching(request.user)  # type: ignore[attr-defined]
    return form_page(
        request,  # type: ignore[arg-type]
        _form(request),
        pages.fetch_page(reverse("league:fetch")),
        deed=deeds.fetch,
        to=partial(where_to, request),
        said=fetched_words,
        limits=ON_A_PAGE,
    )


def where_to(request: HttpRequest, fetched: Fetched) -> str:
    """Where who fetched an evening goes: to it, or before that to sign in."""
    event = address_of("event", fetched.event.club.slug, fetched.event_id)
    return event if request.user.is_authenticated else f"{reverse('league:sign_in')}?{urlencode({'next': event})}"


def fetched_words(fetched: Fetched) -> str:
    return pages.fetched_words(fetched, deeds.renamed_officials(fetched.event.club))


def _form(request: HttpRequest) -> SliceForm:
    files = request.FILES if request.method == "POST" else None
    return SliceForm(posted(request), files, is_too_large=OneSmallFile.refused(request))


def _file(event: Event, what: str, write: Callable[[io.BytesIO], Any]) -> HttpResponse:
    out = io.BytesIO()
    write(out)
    response = HttpResponse(out.getvalue(), content_type="application/zip")
    response["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=_file_name(event, what))
    response["Cache-Control"] = "no-store"
    return response


def _file_name(event: Event, what: str) -> str:
    return f"{slugify(event.name) or 'evening'}-{event.played_on}-{what}.evening.zip"
