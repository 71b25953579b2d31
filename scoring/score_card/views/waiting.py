"""Hands written while the server was away, which come in one by one, each as a whole; and the cockpits that a tablet
draws ahead. The card's present state decides, not the version the tablet had seen. The same figures are the same hand,
no matter who entered them; other figures are shown beside them for people to choose."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final
from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from pinochle_club.ground.http import HtmxHttpRequest
from pinochle_club.ground.write_queue import queued_write
from scoring.models import DeviceCard, ScoreCard
from scoring.score_card import access
from scoring.score_card.forms import WholeHandForm, initial_of
from scoring.score_card.hosts import hosting_of
from scoring.score_card.kept_sheets import sheet_of
from scoring.score_card.pages.card import names_at
from scoring.score_card.pages.panels import question_context
from scoring.score_card.pages.waiting import AUTO_ID, ahead_context
from scoring.score_card.recording import NotRecorded, Recorded, Stale, read_sheet
from scoring.score_card.sheet import MOST_LINES, Line, Sheet
from scoring.score_card.whole_hands import Typing, entries_of, says

from .answers import card_address, change_sentences, record_as_let, words_of

WHY: Final = "Written at the table while the club’s computer was away"


@require_POST
def whole_hand(request: HtmxHttpRequest, card_id: UUID, hand: int) -> HttpResponse:
    """Take a hand that waited on a tablet: 200 when it is on the card, else the form with what is to be answered. With
    `replace` it takes the place of the card's version of that hand."""
    keeper = access.get_keeper(request, card_id)
    return _answered(request, keeper, read_sheet(keeper.card), hand)


def _answered(request: HtmxHttpRequest, keeper: DeviceCard, sheet: Sheet, hand: int) -> HttpResponse:
    """The answer to a hand, by the card as it stands on this sheet."""
    if _is_repeat(request, keeper, sheet, hand):
        return _confirm()
    line, say = sheet.line(hand), sheet.book.words.say
    if line is None:
        return _not_now(request, keeper, sheet, hand)
    if line.is_done:
        # With the card's answers to what the paper never asks.
        answers = {name: value for name, value in initial_of(line).items() if name.startswith("q_")}
        answered = _form(keeper, sheet, line, {**answers, **request.POST.dict()})
        if answered.is_valid() and not answered.changes_anything:
            return _confirm(say(f"Hand {hand} was already on the card, with the same numbers."))
    form = _form(keeper, sheet, line, request.POST.dict())
    is_valid = form.is_valid()
    differs = is_valid and not all(says(line, form.parts[step]) for step in line.entered)
    if "replace" not in request.POST and (line.is_done or differs):
        return _ask(request, keeper, form, notice=say(f"Another tablet entered hand {hand} with different numbers."))
    if not is_valid:
        return _ask(request, keeper, form, status=422)
    return _write(request, keeper, form)


def _write(request: HtmxHttpRequest, keeper: DeviceCard, form: WholeHandForm) -> HttpResponse:
    def enter(*, kind: str, **entry: Any) -> Recorded:
        return record_as_let(request, keeper, kind=kind, reason=WHY if kind == "correct" else "", **entry)

    typing = Typing(enter, form.cleaned_data["client_id"], form.sheet.version)
    try:
        with queued_write():
            typing.write(form.sheet, form.typed)
    except Stale as stale:
        if stale.sheet.version != form.sheet.version:  # another tablet was quicker by a moment
            return _answered(request, keeper, stale.sheet, form.line.number)
        return _ask(request, keeper, form, notice=str(stale))
    except NotRecorded as refusal:
        return _ask(request, keeper, form, notice=words_of(keeper, refusal))
    return _confirm()


def _form(keeper: DeviceCard, sheet: Sheet, line: Line, data: Mapping[str, Any]) -> WholeHandForm:
    """The typed hand, checked against the card as it is, all of which it has thus `seen`."""
    typed = {**data, "seen": sheet.version}
    return WholeHandForm(typed, sheet=sheet, line=line, names=names_at(keeper.card, sheet, line), auto_id=AUTO_ID)


def _is_repeat(request: HtmxHttpRequest, keeper: DeviceCard, sheet: Sheet, hand: int) -> bool:
    """Whether this hand came in before by the same id, whatever has become of it: then nothing changes again."""
    made = entries_of(sheet, request.POST.get("client_id", ""), hand)
    if not made:
        return False
    before = sheet.before_repeat(made[0].client_id)
    line = before.line(hand)
    form = _form(keeper, before, line, request.POST.dict()) if line else None
    if form is None or not form.is_valid():
        return False
    written = {**form.typed.parts, "correct": form.typed.whole}
    return all(dict(entry.payload) == dict(written[entry.kind]) for entry in made)


# -- answers -----------------------------------------------------------------------------


def _confirm(words: str = "") -> HttpResponse:
    """Confirm that the hand is on the card, with `words` for anything further."""
    return HttpResponse(words, content_type="text/plain")


def _ask(
    request: HtmxHttpRequest, keeper: DeviceCard, form: WholeHandForm, *, notice: str = "", status: int = 409
) -> HttpResponse:
    """The form with the typed data, its faults and questions, and the card's version beside it."""
    stands = change_sentences(keeper, form.sheet, form.line.entries) if form.line.entered else ()
    context = {
        "base": card_address(keeper),
        "form": form,
        "notice": notice,
        "stands": stands,
        "questions": [question_context(form, question) for question in form.questions],
        "show_errors": True,
    }
    return render(request, "scoring/score_card/waiting/_hand.html", context, status=status)


def _not_now(request: HtmxHttpRequest, keeper: DeviceCard, sheet: Sheet, hand: int) -> HttpResponse:
    """Refuse a hand that has no place on the card, keeping the typed data."""
    open_line = sheet.open_line
    if open_line is not None and open_line.number < hand <= MOST_LINES:
        notice = f"Hand {open_line.number} comes first on the card. Another tablet took it back."
    else:
        notice = f"The game was over before hand {hand}, so it can’t be entered."
    form = _form(keeper, sheet, Line(hand, sheet.next_dealer), request.POST.dict())
    form.is_valid()
    return _ask(request, keeper, form, notice=sheet.book.words.say(notice))


# -- ahead of the answer -------------------------------------------------------------------


@require_safe
def ahead(request: HtmxHttpRequest, card_id: UUID) -> HttpResponse:
    """The cockpits of the next steps, fetched once and drawn without waiting for an answer."""
    keeper = access.get_keeper(request, card_id)
    sheet = sheet_of(keeper)
    context = {"base": card_address(keeper), "ahead": ahead_context(sheet, names_at(keeper.card, sheet))}
    return render(request, "scoring/score_card/waiting/_ahead.html", context)


# -- another device takes them over --------------------------------------------------------


@require_safe
def take_over(request: HtmxHttpRequest, card_id: UUID) -> HttpResponse:
    """The page behind a tablet's code; the hands are behind the # of the address, which no browser sends. A device of
    the card goes on to it; an official is asked to open the card first."""
    with suppress(Http404):
        return redirect("score_card:card", access.get_keeper(request, card_id).card_id)
    card = get_object_or_404(ScoreCard.objects.select_related("book_version"), pk=card_id)
    hosting = hosting_of(request, card)
    if hosting is None or not hosting.opens_at:
        raise Http404("That card isn’t on this device.")
    return render(request, "scoring/score_card/waiting/take_over.html", {"hosting": hosting, "card": card})
