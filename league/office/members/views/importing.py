from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.csrf import csrf_exempt

from league.acting.answers import posted, show_form
from league.acting.list_form import ListForm
from league.acting.lists import MOST_BYTES, MOST_ROWS, FileFault
from league.acting.log import Refused
from league.acting.permissions import TAP, Action, ClubRequest, needs
from league.acting.submissions import LOOK
from league.office.members.deeds.importing import NOTHING_SAID, Said, apply_import, plan_import
from league.office.members.forms.importing import ConfirmForm, seen_of
from league.office.members.pages.importing import NOT_SEEN, list_page, preview_of, shown_of
from pinochle_club.ground.uploads import OneSmallFile, takes_a_file


@csrf_exempt
@needs(Action.EXCHANGE_MEMBERS, writes=False)
@takes_a_file(MOST_BYTES)
def import_members(request: ClubRequest) -> HttpResponse:
    files = request.FILES if request.method == "POST" else None
    form = ListForm(posted(request), files, is_too_large=OneSmallFile.refused(request))
    if not form.is_valid():
        return _list_page(request, form)
    text = form.cleaned_data["text"]
    try:
        return _preview_page(request, text)
    except FileFault as fault:
        form.add_fault(str(fault))
        return _list_page(request, form)


@needs(Action.EXCHANGE_MEMBERS, TAP)
def confirm_import(request: ClubRequest) -> HttpResponse:
    """Do as the preview said, unless members have changed; sent only to `look`, it shows the preview again."""
    form = ConfirmForm(request.POST)
    if not form.is_valid():
        messages.error(request, "The list didn’t arrive complete. Choose it again.")
        return redirect("league:import_members", request.club.slug)
    text = form.cleaned_data["text"]
    try:
        if LOOK in request.POST or not form.is_seen:
            return _preview_page(request, text, form.said, NOT_SEEN)
        plan = apply_import(club=request.club, acting=request.acting, **form.deed_fields)
    except Refused as refused:
        return _preview_page(request, text, form.said, str(refused), status=409)
    except FileFault as fault:
        messages.error(request, str(fault))
        return redirect("league:import_members", request.club.slug)
    result = f"{len(plan.new)} entered, {len(plan.changed)} changed." if plan else "The list has been imported."
    messages.success(request, result)
    return redirect("league:members", request.club.slug)


def _list_page(request: ClubRequest, form: ListForm) -> HttpResponse:
    context = {"most_rows": f"{MOST_ROWS:,}"}
    return show_form(
        request, form, list_page(request.club), template="league/office/members/import.html", context=context
    )


def _preview_page(
    request: ClubRequest, text: str, said: Said = NOTHING_SAID, told: str = "", status: int = 200
) -> HttpResponse:
    plan = plan_import(request.club, text, may_note=request.acting.may(Action.READ_NOTES), said=said)
    initial = {"text": text, "fingerprint": plan.fingerprint, "turned": said.turned, "seen": seen_of(shown_of(plan))}
    context = {"preview": preview_of(plan), "form": ConfirmForm(initial=initial), "told": told, "look": LOOK}
    return render(request, "league/office/members/preview.html", context, status=status)
