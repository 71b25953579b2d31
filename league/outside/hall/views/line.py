"""The line between a hall's computer and home: the code, what the hall says, and how far home is."""

from __future__ import annotations

import io
from functools import partial

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from league.acting.answers import form_page, posted, tapped
from league.acting.log import Refused
from league.acting.permissions import FORM, READ, TAP, Action, ClubRequest, needs
from league.acting.security import What, note
from league.models import Event, Fetched, Lending
from league.office.accounts.deeds import CoolingOff
from league.office.clubs.reading import may_fetch
from league.outside.hall import codes, deeds, hearing, pages
from league.outside.hall.fetching import fetch_from_home
from league.outside.hall.forms import HomeForm
from league.outside.hall.line import DELTA, LIMITS, NUMBER, PROOF, WHOLE, Answer, proof_of_answer
from league.outside.hall.telling import hands_waiting
from pinochle_club.ground.http import address_key
from pinochle_club.ground.uploads import body_of, takes_a_body

from .lending import FOLDER, fetched_words, lending_of, where_to

# -- at home -----------------------------------------------------------------------------


@needs(Action.PLAN_EVENTS, TAP)
def new_code(request: ClubRequest, event: Event) -> HttpResponse:
    """Another code for the hall's computer."""
    return tapped(request, "hall", event.pk, deed=codes.new_code, event=event)


@needs(Action.READ_PUBLISHED, READ)
def where(request: ClubRequest, event: Event) -> HttpResponse:
    """Where a lent evening is, for its page, which asks again."""
    lending = lending_of(event)
    if lending is None:
        return HttpResponse(status=204) if event.lent else HttpResponse(headers={"HX-Refresh": "true"})
    words = pages.where_words(event, lending, timezone.now())
    return render(request, f"{FOLDER}/_where.html", {"event": event, "where": words})


@csrf_exempt
@require_POST
def lent(request: HttpRequest) -> HttpResponse:
    """The evening that waits under a code, for the hall's computer."""
    code, computer = codes.letters_in(request.POST.get("code", "")), request.POST.get("computer", "")[:100]
    try:
        lending = codes.lending_of_code(code=code, computer=computer, address=address_key(request))
    except CoolingOff as wait:
        answer = JsonResponse({"says": pages.too_many_codes(wait.words)}, status=429)
        answer.headers["Retry-After"] = str(wait.seconds)
        return answer
    except Refused as refused:
        return JsonResponse({"says": str(refused)}, status=422)
    out = io.BytesIO()
    deeds.write_lent(lending, out)
    return HttpResponse(out.getvalue(), content_type=WHOLE, headers={"Cache-Control": "no-store"})


@takes_a_body(LIMITS.zipped, hearing.may_send)
@require_POST
def heard(request: HttpRequest, uid: object) -> HttpResponse:
    """What the hall's computer says of its evening. The answer is proven by the lending's key."""
    lending = hearing.lending_of_key(request, uid)  # type: ignore[arg-type]  # the address has a UUID
    if lending is None:
        note(What.REFUSED, user=None, about="the line of an evening")
        return HttpResponse(status=403)
    kind = request.content_type
    if kind not in (WHOLE, DELTA):
        return HttpResponse(status=415)
    sent = body_of(request, LIMITS.zipped)
    if kind == DELTA:
        return _proven(request, lending, hearing.hear(lending, sent, is_whole=False))
    with hearing.one_at_a_time() as is_free:
        if not is_free:
            return HttpResponse(status=503, headers={"Retry-After": "3"})
        return _proven(request, lending, hearing.hear(lending, sent, is_whole=True))


def _proven(request: HttpRequest, lending: Lending, answer: Answer) -> HttpResponse:
    body = answer.model_dump_json().encode()
    number = request.headers.get(NUMBER, "")
    proof = proof_of_answer(deeds.key_of(lending), number, body)
    return HttpResponse(body, content_type="application/json", headers={PROOF: proof, "Cache-Control": "no-store"})


# -- in the hall -------------------------------------------------------------------------


@require_http_methods(FORM)
def fetch(request: HttpRequest) -> HttpResponse:
    """Fetch an evening from home by its code, on the hall's computer."""
    if not may_fetch(request.user):
        return render(request, f"{FOLDER}/not_fetched_by_you.html", status=403)
    request.acting = deeds.fetching(request.user)  # type: ignore[attr-defined]
    return form_page(
        request,  # type: ignore[arg-type]
        HomeForm(posted(request)),
        pages.FETCH_BY_CODE,
        deed=fetch_from_home,
        to=partial(where_to, request),
        said=fetched_words,
        template=f"{FOLDER}/fetch.html",
        context={"file_address": reverse("league:fetch_file")},
    )


@needs(Action.SEE_DESK, READ)
def strip(request: ClubRequest, event: Event) -> HttpResponse:
    """How far home is, for the director's board, which asks again."""
    fetched = Fetched.objects.filter(event=event).first()
    if fetched is None:
        return redirect("league:event", event.club.slug, event.pk)
    fetched.event = event
    words = pages.strip_words(fetched, hands_waiting(fetched), timezone.now())
    # Not before: who saved it has left the evening to home.
    may_save = event.state == Event.State.CLOSED and request.acting.may(Action.RUN_ROUNDS)
    return render(request, f"{FOLDER}/_strip.html", {"event": event, "strip": words, "may_save": may_save})
