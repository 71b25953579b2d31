"""Answers to writes: a fragment for htmx, a redirect for a plain form, and for a refused entry the card with its
changes and the typed figures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol, TypeVar
from uuid import UUID

from django.forms import BoundField, ChoiceField
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.urls import reverse
from django_htmx.http import HttpResponseClientRedirect

from pinochle_club.ground.http import HtmxHttpRequest
from pinochle_club.ground.plainly import kept
from pinochle_club.ground.write_queue import queued_write
from scoring.models import DeviceCard, ScoreCard
from scoring.rules.cards import Seat
from scoring.score_card.forms import EntryForm, HandForm, PageForm, new_client_id
from scoring.score_card.hosts import SIGNED, HostWriter, hosting_of
from scoring.score_card.kept_sheets import keep_sheet, sheet_of
from scoring.score_card.pages.card import card_context, names_at, names_of
from scoring.score_card.pages.conflicts import conflict_over, replaced_sentences
from scoring.score_card.pages.details import details_panel
from scoring.score_card.pages.entries import entry_sentence
from scoring.score_card.pages.menu import menu_links, menu_notes
from scoring.score_card.pages.panels import panel_context
from scoring.score_card.pages.saved import saved_sentence
from scoring.score_card.pages.waiting import open_hand_facts, waiting_context
from scoring.score_card.people import names_then
from scoring.score_card.recording import Barred, CardClosed, NotRecorded, Recorded, Stale, read_sheet, record
from scoring.score_card.sheet import STEPS, EntryData, Sheet
from scoring.score_card.whole_hands import says

PAGE = "scoring/score_card/card.html"
FRAGMENT = "scoring/score_card/_card_page.html"


@dataclass(frozen=True, slots=True)
class NoticeContext:
    """Why an entry was refused: the reason, others' entries (`by` the last of them), and the typed figures."""

    text: str
    changes: tuple[str, ...] = ()
    typed: tuple[tuple[str, str], ...] = ()
    by: str = ""


# How a page other than the card answers a refusal, from the sheet as it stands and the notice.
Refused = Callable[[Sheet, NoticeContext], HttpResponse]
# The answer to a recorded entry.
Then = Callable[[Recorded], HttpResponse]
Form = TypeVar("Form", bound=PageForm)
FormNow = TypeVar("FormNow", bound=PageForm, contravariant=True)


class Show(Protocol[FormNow]):
    """Draws a page with its form: fresh, with its faults, or made again under a notice."""

    def __call__(
        self, sheet: Sheet, form: FormNow, /, *, notice: NoticeContext | None = None, status: int = 200
    ) -> HttpResponse: ...


# -- the beginning and end of every view of a card ----------------------------------------


def sheet_for(request: HttpRequest, keeper: DeviceCard) -> Sheet:
    """The card as it stood for this submission, also for a repeat."""
    return sheet_of(keeper).before_repeat(request.POST.get("client_id", ""))


def card_address(keeper: DeviceCard) -> str:
    """The card's own address, with which those of its pages begin."""
    return _address_of(keeper.card_id)


@kept(2_000)
def _address_of(card_id: UUID) -> str:
    return reverse("score_card:card", args=[card_id])


def go_to(request: HtmxHttpRequest, to: str, *args: object) -> HttpResponse:
    """Go to another page, by name or address, replacing the whole page under htmx too."""
    address = resolve_url(to, *args)
    return HttpResponseClientRedirect(address) if request.htmx else redirect(address)


def to_card(request: HtmxHttpRequest, done: Recorded) -> HttpResponse:
    """Go to the card after an entry on another page; there a screen reader says what was saved."""
    return go_to(request, f"{resolve_url('score_card:card', done.card.pk)}?saved={done.entry.number}")


# -- the card ----------------------------------------------------------------------------


def render_card(
    request: HtmxHttpRequest,
    keeper: DeviceCard,
    card: ScoreCard,
    sheet: Sheet,
    *,
    step: str | None = None,
    form: HandForm | None = None,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    """The whole card page, or for htmx its fragment (no queries but its host's)."""
    context = page_context(request, keeper, card, sheet, step=step, form=form, **more)
    return render(request, FRAGMENT if request.htmx else PAGE, context, status=status)


def page_context(
    request: HtmxHttpRequest,
    keeper: DeviceCard,
    card: ScoreCard,
    sheet: Sheet,
    *,
    step: str | None = None,
    form: HandForm | None = None,
    **more: Any,
) -> dict[str, Any]:
    """The content of the card page on a tablet that writes."""
    names = names_at(card, sheet)
    hosting = hosting_of(request, card)
    is_new = not sheet.entries and form is None and not card.kept_by_play and hosting is None
    is_written = card.kept_by_play or (hosting is not None and bool(hosting.why))
    line = sheet.open_line
    partner = deals_for(request, card, sheet, line.dealer) if line and not line.entered else None
    panel = None if is_written else panel_context(sheet, names, step=step, form=form, partner=partner)
    base, view = card_address(keeper), card_context(card, sheet)
    return {
        **above_the_card(request, card),
        "base": base,
        "view": view,
        "panel": panel,
        "menu_links": tuple(menu_links(view, base, panel, hosting)),
        "menu_notes": tuple(menu_notes(view, panel, hosting)),
        "open_hand": open_hand_facts(panel.line, sheet, names) if panel else "",
        "waiting": None if request.htmx or card.kept_by_play else waiting_context(sheet, names),
        "details": details_panel(card, sheet) if is_new else None,
        "plain": partial(EntryForm, seen=sheet.version),
        "replaced": replaced_sentences(sheet, names, keeper.label),
        "undo_text": "" if hosting and hosting.why else view.undo_text,
        "can_write": True,
        "may_enter": not is_written,
        "is_live": True,
        # What a poll asks for, so that news from another tablet do not close the panel that is open.
        "live_panel": "panel=details" if more.get("details") else f"step={step}" if step in STEPS else "",
        "marks_shown": marks_shown(request),
        # Mostly nothing: Django looks long for what a context lacks.
        "conflict": None,
        "notice": None,
        "is_public": False,
        **more,
    }


def deals_for(request: HttpRequest, card: ScoreCard, sheet: Sheet, dealer: Seat) -> Seat | None:
    """The dealer's partner, if marked as dealing for them by the evening or else the table."""
    if not sheet.book.deal.partner_may_deal:
        return None
    hosting = hosting_of(request, card)
    marked = hosting.partner_deals() if hosting else sheet.partner_deals
    return sheet.book.partner(dealer) if dealer in marked else None


def above_the_card(request: HttpRequest, card: ScoreCard) -> dict[str, Any]:
    """The evening's `hosting` of the card; on whole pages also the content that its host draws on top."""
    hosting = hosting_of(request, card)
    if hosting is None:
        return {}
    is_fragment = getattr(request, "htmx", False)
    return {"hosting": hosting} if is_fragment else {**hosting.context(), "hosting": hosting}


def marks_shown(request: HttpRequest) -> frozenset[str]:
    """The marks of lines the page already has (card.js): htmx keeps those, and they are not sent again."""
    return frozenset(request.headers.get("Card-Lines", "").split(","))


def gone() -> HttpResponse:
    """The answer to a poll for a card no longer open: htmx reloads the page, which says so."""
    return HttpResponse(status=404, headers={"HX-Refresh": "true"})


# -- writing -----------------------------------------------------------------------------


def write(
    request: HtmxHttpRequest,
    keeper: DeviceCard,
    form: EntryForm,
    *,
    kind: str,
    payload: Mapping[str, Any],
    known: Sheet,
    hand: int | None = None,
    refused: Refused | None = None,
    then: Then | None = None,
) -> HttpResponse:
    """Record the entry of a valid form, and answer with the card or with `then`. A refused entry is answered by the
    card with a notice, or by `refused` on a page of its own. `known` is the sheet that the form was read against, so
    that `record` need not read it again."""
    entry: dict[str, Any] = {
        "kind": kind,
        "hand": hand,
        "payload": payload,
        "client_id": form.cleaned_data["client_id"],
        "seen": form.cleaned_data["seen"],
        "reason": form.cleaned_data.get("reason", ""),
        "known": known,
    }
    try:
        done = record_as_let(request, keeper, **entry)
    except Stale as stale:
        if refused is not None:
            sentences = change_sentences(keeper, stale.sheet, stale.changes)
            by = stale.changes[-1].device or "the other tablet" if stale.changes else ""
            return refused(stale.sheet, NoticeContext(str(stale), sentences, by=by))
        return _stale(request, keeper, form, stale)
    except NotRecorded as refusal:
        sheet = read_sheet(keeper.card)
        words = words_of(keeper, refusal)
        if refused is not None:
            return refused(sheet, NoticeContext(words))
        notice = NoticeContext(words, typed=typed_in(form))
        return render_card(request, keeper, keeper.card, sheet, notice=notice, status=409)
    keep_sheet(done.card, done.sheet)
    return then(done) if then else _card_or_redirect(request, keeper, done)


def save_form(
    request: HtmxHttpRequest,
    keeper: DeviceCard,
    sheet: Sheet,
    make: Callable[[Sheet, Mapping[str, Any]], Form],
    show: Show[Form],
    *,
    kind: str,
    hand: int | None = None,
    then: Then,
) -> HttpResponse:
    """Record the form of a page. Faults are shown there with the typed data: 422 where the form is at fault, 409 where
    the card has moved on."""
    form = make(sheet, request.POST)
    if not form.is_valid():
        return show(sheet, form, status=422)

    def refused(now: Sheet, notice: NoticeContext) -> HttpResponse:
        return show(now, make(now, sent_anew(form, now)), notice=notice, status=409)

    return write(
        request, keeper, form, kind=kind, hand=hand, payload=form.payload, known=sheet, refused=refused, then=then
    )


def record_as_let(request: HtmxHttpRequest, keeper: DeviceCard, **entry: Any) -> Recorded:
    """Record an entry as the card's host allows in this browser; an official's carries the name."""
    if not keeper.card.host:
        return record(writer=keeper, **entry)
    with queued_write():
        hosting = hosting_of(request, keeper.card, for_write=True)
        if hosting is None:
            return record(writer=keeper, **entry)
        is_official = hosting.is_official
        writer = HostWriter(keeper.card_id, hosting.writes_as, keeper.device_id) if is_official else keeper
        recorded = record(writer=writer, by_director=is_official, barred=hosting.why_not(entry["kind"]), **entry)
        if not recorded.is_repeat:
            hosting.on_entry(recorded.entry)
    return recorded


def words_of(keeper: DeviceCard, refusal: NotRecorded) -> str:
    """The refusal in words: at an evening no table reopens a card."""
    if isinstance(refusal, Barred):
        return str(refusal)
    is_signed = isinstance(refusal, CardClosed) and keeper.card.host
    return keeper.card.book_version.book.words.say(SIGNED if is_signed else str(refusal))


def render_saved(request: HtmxHttpRequest, keeper: DeviceCard, recorded: Recorded) -> HttpResponse:
    """The card with the new entry, which a screen reader announces."""
    card, sheet = recorded.card, recorded.sheet
    said = saved_sentence(sheet, names_at(card, sheet), recorded.entry)
    return render_card(request, keeper, card, sheet, said=said)


def said_of(card: ScoreCard, sheet: Sheet, number: str) -> str:
    """The announcement of the entry saved on the page before (`?saved=`), as long as it is the newest."""
    newest = sheet.entries[-1] if sheet.entries else None
    return saved_sentence(sheet, names_at(card, sheet), newest) if newest and str(newest.number) == number else ""


def _card_or_redirect(request: HtmxHttpRequest, keeper: DeviceCard, recorded: Recorded) -> HttpResponse:
    """The card after an entry: as a fragment for htmx, else by redirect."""
    if request.htmx:
        return render_saved(request, keeper, recorded)
    return redirect("score_card:card", keeper.card_id)


def _stale(request: HtmxHttpRequest, keeper: DeviceCard, form: EntryForm, stale: Stale) -> HttpResponse:
    """The choice between both entries of one step, or else the card as others left it. Typed data returns in the form
    if the hand is still open, and as text if it is not."""
    chosen = between_two(request, keeper, form, stale.sheet)
    if chosen is not None:
        return chosen
    again = _typed_again(form, stale.sheet)
    notice = NoticeContext(
        text=str(stale),
        changes=change_sentences(keeper, stale.sheet, stale.changes),
        typed=() if again else typed_in(form),
    )
    step = again.steps[0] if again else None
    return render_card(request, keeper, keeper.card, stale.sheet, step=step, form=again, notice=notice, status=409)


def between_two(
    request: HtmxHttpRequest,
    keeper: DeviceCard,
    form: EntryForm,
    sheet: Sheet,
    *,
    sent: tuple[str, Mapping[str, Any]] | None = None,
) -> HttpResponse | None:
    """For a valid step that others entered too: the card if both are the same, else the choice between both. None where
    there is nothing to choose. `sent` is the address and data sent, where that is more than the form."""
    if not isinstance(form, HandForm) or len(form.steps) > 1 or sheet.is_closed:
        return None
    line = sheet.line(form.line.number)
    if line is not None and form.steps[0] in line.entered and says(line, form.own):
        return _card_or_redirect(request, keeper, Recorded(keeper.card, sheet, line.entries[-1], is_repeat=True))
    conflict = conflict_over(form, sheet, card_address(keeper), me=keeper.label, sent=sent)
    return render_card(request, keeper, keeper.card, sheet, conflict=conflict, status=409) if conflict else None


def change_sentences(keeper: DeviceCard, sheet: Sheet, changes: Iterable[EntryData]) -> tuple[str, ...]:
    """The entries of others, a sentence each."""
    names = names_of(keeper.card)
    return tuple(entry_sentence(entry, names_then(sheet, names, entry)) for entry in changes)


def _typed_again(form: EntryForm, sheet: Sheet) -> HandForm | None:
    """The same step with the same figures, on the card as it is now."""
    line = sheet.open_line
    if not isinstance(form, HandForm) or line is None or line.number != form.line.number:
        return None
    if len(form.steps) > 1 or form.steps[0] not in (*line.entered, line.next_step):
        return None
    return HandForm(sent_anew(form, sheet), sheet=sheet, line=line, names=form.names, steps=form.steps)


def sent_anew(form: EntryForm, sheet: Sheet) -> dict[str, Any]:
    """The typed data as a new submission that knows the card as it is."""
    typed = {name: form.data[name] for name in form.data}
    return {**typed, "seen": sheet.version, "client_id": new_client_id()}


def typed_in(form: EntryForm) -> tuple[tuple[str, str], ...]:
    """The form's data as label and figure; for keys, the text of the chosen one."""
    return tuple(
        (str(field.label), _typed_words(field))
        for field in form.visible_fields()
        if field.value() not in (None, "", False)
    )


def _typed_words(field: BoundField) -> str:
    value = str(field.value())
    if not isinstance(field.field, ChoiceField):
        return value
    return next((str(key.choice_label) for key in field if str(key.data["value"]) == value), value)
