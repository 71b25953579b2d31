from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse

from league.acting.answers import FormPage, form_page, posted, tapped
from league.acting.log import Refused
from league.acting.permissions import READ, TAP, Action, ClubRequest, needs
from league.acting.unchanged import kept_for_strangers
from league.models import Club, HouseRules, HouseRulesVersion
from league.office.clubs.pages.navigation import address_of
from pinochle_club.ground.forms import new_client_id
from pinochle_club.ground.papers import answer_pdf
from scoring.rules import prose
from scoring.rules.book import built_in_books
from scoring.rules.comparison import place_words
from scoring.rules.entries import entry_of
from scoring.score_card.access import new_secret
from scoring.score_card.forms.book_form import field_id
from scoring.score_card.forms.our_game import ArguedForm, asked, table_sizes
from scoring.score_card.forms.papers import BookPaperForm
from scoring.score_card.pages.book_form import chapter_contexts, found_words
from scoring.score_card.pages.documents import document_sections
from scoring.score_card.pages.summaries import by_players
from scoring.score_card.pdfs import document_key, document_pdf
from scoring.score_card.views.books import answer_book

from . import deeds
from .forms import DraftForm, DropForm, PickBookForm, PlacesForm, PublishForm, SheetForm
from .listings import VersionList
from .pages import books
from .pages.comparisons import IN_YOUR_FORM, SAVED_MEANWHILE, THE_DRAFT, Comparison, imprint, standing_name
from .pages.sheet import SheetPage

HIGHEST_NUMBER = 10_000
DESCRIBED = {
    "edit": ("edit_house_rules", "Make the draft"),
    "publish": ("publish_house_rules", "Publish it…"),
    "sheet": ("house_rules_sheet_text", "Paste our sheet"),
}


# -- all of the club's books -------------------------------------------------------------


@needs(Action.READ_PUBLISHED, READ)
@kept_for_strangers()
def house_rules(request: ClubRequest) -> HttpResponse:
    """The club's rule books; for those who may change them the built-in ones below."""
    newest, used = deeds.newest_versions(request.club), deeds.where_used(request.club)
    can_edit = request.acting.may(Action.EDIT_RULES)
    rules = [one for one in request.club.house_rules.all() if can_edit or one.pk in newest]
    rows = [books.ShownBook(one, newest.get(one.pk), used.get(one.pk, (0, 0))) for one in rules]
    adopted = {version.house_rules.key: version for version in newest.values()}
    offered = built_in_books() if can_edit else {}
    context = {
        "club": request.club,
        "rows": sorted(rows, key=lambda row: (row.rules.is_retired, row.book.name)),
        "choices": by_players((book, (book, adopted.get(key))) for key, book in offered.items()),
        "can_edit": can_edit,
        "can_publish": request.acting.may(Action.PUBLISH_RULES),
        "client_id": new_client_id,
    }
    return render(request, "league/office/house_rules/house_rules.html", context)


@needs(Action.PUBLISH_RULES, TAP)
def adopt(request: ClubRequest) -> HttpResponse:
    form, club = PickBookForm(request.POST), request.club
    return tapped(
        request, "house_rules", deed=deeds.adopt_book, form=form, club=club,
        said=lambda version: f"{version.book_version.book.name} is adopted: version {version.number}.",
    )  # fmt: skip


@needs(Action.EDIT_RULES, TAP)
def copy(request: ClubRequest) -> HttpResponse:
    form, club = PickBookForm(request.POST), request.club
    return tapped(
        request, "house_rules", deed=deeds.copy_book, form=form,
        to=lambda rules: address_of("edit_house_rules", club.slug, rules.key), club=club,
    )  # fmt: skip


@needs(Action.EDIT_RULES)
def describe(request: ClubRequest) -> HttpResponse:
    """The club describes its game, with the questions of a kitchen table; a tap makes the draft of an own book."""
    club = request.club
    questions, game = asked(request.POST or request.GET)
    form = ArguedForm(posted(request), game=game) if game else None
    if form is not None and form.is_bound and form.is_valid():
        to, _ = DESCRIBED.get(request.POST.get("do", ""), DESCRIBED["edit"])
        return tapped(
            request, "describe_game", deed=deeds.copy_book, club=club, key=form.chosen.original.key,
            described=form.chosen.named, to=lambda rules: address_of(to, club.slug, rules.key),
            said="Here is your draft. Nobody plays by it until it is published.",
        )  # fmt: skip
    is_wrong = request.method == "POST" or (form is None and questions is not None and questions.is_bound)
    can_publish = request.acting.may(Action.PUBLISH_RULES)
    context = {
        "club": club, "questions": None if game else questions, "game": game, "form": form, "sizes": table_sizes(),
        "to": request.path, "is_club": True, "start": new_secret(),
        "keys": [(do, words) for do, (_, words) in DESCRIBED.items() if do != "publish" or can_publish],
    }  # fmt: skip
    return render(request, "league/office/house_rules/describe.html", context, status=422 if is_wrong else 200)


# -- one book ----------------------------------------------------------------------------


@needs(Action.READ_PUBLISHED, READ)
@kept_for_strangers("page")
def book(request: ClubRequest, key: str) -> HttpResponse:
    rules = _rules(request, key)
    versions = list(rules.versions.select_related("book_version", "published_by"))
    context = _common(request, rules, versions[0] if versions else None) | {
        "versions": VersionList(versions).turn(request.GET),
        "client_id": new_client_id(),
    }
    return render(request, "league/office/house_rules/book.html", context)


@needs(Action.PUBLISH_RULES, TAP)
def retire(request: ClubRequest, key: str) -> HttpResponse:
    rules, is_out = _rules(request, key), request.POST.get("retire") == "1"
    return tapped(request, "house_book", key, deed=deeds.retire_rules, rules=rules, retire=is_out)


def _common(request: ClubRequest, rules: HouseRules, newest: HouseRulesVersion | None) -> dict[str, Any]:
    return {
        "club": request.club,
        "row": books.ShownBook(rules, newest, deeds.where_used(request.club).get(rules.pk, (0, 0))),
        "can_edit": deeds.is_own(rules) and request.acting.may(Action.EDIT_RULES),
        "can_publish": deeds.is_own(rules) and request.acting.may(Action.PUBLISH_RULES),
        "can_retire": request.acting.may(Action.PUBLISH_RULES) and newest is not None,
    }


def _rules(request: ClubRequest, key: str) -> HouseRules:
    """One of the club's books. Those who may not change rules find only published ones: else 404."""
    rules = get_object_or_404(HouseRules, club=request.club, key=key)
    if not request.acting.may(Action.EDIT_RULES) and not rules.version:
        raise Http404("This book has not been published.")
    return rules


def _own_rules(request: ClubRequest, key: str) -> HouseRules:
    """A copy that the club may change; 404 for a book that was adopted as it is."""
    rules = get_object_or_404(HouseRules, club=request.club, key=key)
    if not deeds.is_own(rules):
        raise Http404("This book was adopted as it is.")
    return rules


# -- the form ----------------------------------------------------------------------------


@needs(Action.EDIT_RULES)
def edit(request: ClubRequest, key: str) -> HttpResponse:
    """The whole book as a form, a chapter at a time: opened ones are on the page; `?at=` leads to a rule."""
    rules = _own_rules(request, key)
    if entry := entry_of(request.GET.get("at", "")):
        return redirect(f"{request.path}?open={entry.chapter}#{field_id(entry.path)}")
    draft = deeds.draft_of(rules)
    form = DraftForm(posted(request), draft=draft, initial={"seen": deeds.draft_digest(rules)})
    if not form.is_bound:
        return _edit_page(request, rules, form, opened=request.GET.getlist("open"))
    if "open" in request.POST or "find" in request.POST:  # without scripts: more of it, with all that was typed
        form.is_valid()
        return _edit_page(request, rules, form, opened=request.POST.getlist("open"))
    if not form.is_valid() or form.book is None:
        return _edit_page(request, rules, form, status=422)
    return _save(request, rules, form)


def _save(request: ClubRequest, rules: HouseRules, form: DraftForm) -> HttpResponse:
    assert form.book is not None
    data = form.cleaned_data
    try:
        deeds.save_draft(
            rules=rules, book=form.book, seen=data["seen"], acting=request.acting, client_id=data["client_id"]
        )
    except deeds.StaleDraft as stale:
        return _stale_page(request, stale.rules, form)
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect("league:house_book", request.club.slug, rules.key)
    messages.success(request, "Draft saved. Nobody plays by it until it is published.")
    if form.turned:
        rules_turned = "; ".join(place_words(path) for path in form.turned)
        messages.info(request, f"The sentence on how it is read was switched too: {rules_turned}.")
    if "compare" in request.POST:
        return redirect("league:house_rules_changes", request.club.slug, rules.key)
    return redirect("league:edit_house_rules", request.club.slug, rules.key)


def _stale_page(request: ClubRequest, rules: HouseRules, form: DraftForm) -> HttpResponse:
    assert form.book is not None
    stored = deeds.draft_of(rules)
    clash = Comparison(stored, form.book, SAVED_MEANWHILE, IN_YOUR_FORM)
    typed = request.POST.copy()
    typed["seen"], typed["client_id"] = deeds.draft_digest(rules), new_client_id()
    again = DraftForm(typed, draft=stored)
    again.is_valid()
    return _edit_page(request, rules, again, clash=clash, status=409)


def _edit_page(
    request: ClubRequest,
    rules: HouseRules,
    form: DraftForm,
    *,
    clash: Any = None,
    opened: Collection[str] = (),
    status: int = 200,
) -> HttpResponse:
    newest = deeds.newest_version(rules)
    find = (request.POST if "find" in request.POST else request.GET).get("q", "")
    chapters = chapter_contexts(form, deeds.standing_book(rules, newest), opened, find=find)
    context = _common(request, rules, newest) | {
        "form": form,
        "chapters": chapters,
        "chapters_at": address_of("edit_house_rules", request.club.slug, rules.key),
        "find": find,
        "found": found_words(chapters, find),
        "standing": standing_name(rules, newest),
        "clash": clash,
        "is_unsaved": ("open" in request.POST or "find" in request.POST) and not form.faults,
    }
    return render(request, "league/office/house_rules/edit.html", context, status=status)


@needs(Action.EDIT_RULES, READ)
def edit_chapter(request: ClubRequest, key: str, chapter: str) -> HttpResponse:
    """The fields of one chapter, for the page that has it folded up."""
    rules = _own_rules(request, key)
    form = DraftForm(draft=deeds.draft_of(rules))
    found = chapter_contexts(form, deeds.standing_book(rules, deeds.newest_version(rules)), (chapter,))
    shown = next((one for one in found if one["is_loaded"]), None)
    if shown is None:
        raise Http404("A rule book has no such part.")
    return render(request, "scoring/score_card/book_form/_chapter.html", {"chapter": shown})


# -- comparing ---------------------------------------------------------------------------


@needs(Action.EDIT_RULES, READ)
def changes(request: ClubRequest, key: str) -> HttpResponse:
    """The draft beside the newest version, or beside the book it is a copy of."""
    rules = _own_rules(request, key)
    newest = deeds.newest_version(rules)
    context = _common(request, rules, newest) | {
        "comparison": _draft_comparison(rules, newest),
        "is_draft": True,
        "form": DropForm(initial={"seen": deeds.draft_digest(rules)}) if newest is not None else None,
    }
    return render(request, "league/office/house_rules/compare.html", context)


@needs(Action.EDIT_RULES, TAP)
def drop(request: ClubRequest, key: str) -> HttpResponse:
    rules, form, to = _own_rules(request, key), DropForm(request.POST), _book_address(request, key)
    return tapped(
        request,
        "house_rules_changes",
        key,
        deed=deeds.drop_draft,
        form=form,
        to=to,
        said="The draft is back to what the last version says.",
        rules=rules,
    )


def _book_address(request: ClubRequest, key: str) -> str:
    return address_of("house_book", request.club.slug, key)


def _draft_comparison(rules: HouseRules, newest: HouseRulesVersion | None) -> Comparison:
    standing, draft = deeds.standing_book(rules, newest), deeds.draft_of(rules)
    return Comparison(standing, draft, standing_name(rules, newest), THE_DRAFT)


@needs(Action.READ_PUBLISHED, READ)
@kept_for_strangers("from", "to")
def compare(request: ClubRequest, key: str) -> HttpResponse:
    """Any two versions of a book: `?from=1&to=3`, by default the last two."""
    rules = _rules(request, key)
    versions = {version.number: version for version in rules.versions.select_related("book_version")}
    if not versions:
        raise Http404("Nothing from this book has been published.")
    last = max(versions)
    first = versions.get(_number(request, "from", last - 1), versions[min(versions)])
    second = versions.get(_number(request, "to", last), versions[last])
    context = _common(request, rules, versions[last]) | {
        "comparison": Comparison(
            first.book_version.book, second.book_version.book, books.version_name(first), books.version_name(second)
        ),
        "numbers": sorted(versions),
        "first": first.number,
        "second": second.number,
    }
    return render(request, "league/office/house_rules/compare.html", context)


def _number(request: HttpRequest, name: str, default: int) -> int:
    text = request.GET.get(name, "")
    return int(text) if text.isdecimal() and len(text) < 6 else default


# -- publishing --------------------------------------------------------------------------


@needs(Action.PUBLISH_RULES)
def publish(request: ClubRequest, key: str) -> HttpResponse:
    rules = _own_rules(request, key)
    return form_page(
        request,
        PublishForm(posted(request), initial={"seen": deeds.draft_digest(rules)}),
        None,
        deed=deeds.publish_rules,
        to=_book_address(request, key),
        said=lambda version: f"Version {version.number} is published. New events can be played by it.",
        template="league/office/house_rules/publish.html",
        context=lambda: _to_publish(request, _own_rules(request, key)),
        rules=rules,
    )


def _to_publish(request: ClubRequest, rules: HouseRules) -> dict[str, Any]:
    newest, draft = deeds.newest_version(rules), deeds.draft_of(rules)
    note = request.POST.get("note", "")
    more: dict[str, Any] = {"form": PublishForm(initial={"seen": deeds.draft_digest(rules), "note": note})}
    return (
        _common(request, rules, newest)
        | (more if request.refused else {})
        | {
            "comparison": _draft_comparison(rules, newest),
            "next_number": rules.version + 1,
            "is_same": newest is not None and newest.book_version.book == draft,
        }
    )


# -- the club's own sheet ----------------------------------------------------------------


@needs(Action.EDIT_RULES)
def sheet(request: ClubRequest, key: str) -> HttpResponse:
    """The club's own sheet, first sentences without a place; `?change=` asks for the place of another."""
    rules = _own_rules(request, key)
    draft = deeds.draft_of(rules)
    return form_page(
        request,
        PlacesForm(posted(request), draft=draft, wanted=request.GET.get("change", "")),
        None,
        deed=deeds.save_draft,
        to=_sheet_address(request, key),
        said=lambda saved: f"Saved in the draft. {SheetPage.of(saved).headline}.",
        template="league/office/house_rules/sheet.html",
        context=lambda: _common(request, rules, deeds.newest_version(rules)) | {"sheet": SheetPage.of(rules)},
        rules=rules,
        seen=deeds.draft_digest(rules),
    )


@needs(Action.EDIT_RULES)
def sheet_text(request: ClubRequest, key: str) -> HttpResponse:
    rules = _own_rules(request, key)
    draft, to = deeds.draft_of(rules), _sheet_address(request, key)
    of_draft = {"draft": draft, "original": deeds.original_of(rules)}
    return form_page(
        request,
        SheetForm(posted(request), **of_draft, initial={"seen": deeds.draft_digest(rules)}),
        FormPage(
            "Our sheet", "Save the sheet", back=("Not now", to), place=draft.name,
            says=("Type or paste the sheet your club plays by. A sentence that stays keeps its place in the rules.",),
        ),
        deed=deeds.save_draft,
        to=to,
        said=lambda saved: f"Saved in the draft. {SheetPage.of(saved).headline}.",
        context=lambda: _sheet_again(request, _own_rules(request, key)),
        rules=rules,
    )  # fmt: skip


def _sheet_again(request: ClubRequest, rules: HouseRules) -> dict[str, Any]:
    if not request.refused:
        return {}
    seen = {"seen": deeds.draft_digest(rules), "text": request.POST.get("text", "")}
    return {"form": SheetForm(draft=deeds.draft_of(rules), original=deeds.original_of(rules), initial=seen)}


def _sheet_address(request: ClubRequest, key: str) -> str:
    return address_of("house_rules_sheet", request.club.slug, key)


# -- versions ----------------------------------------------------------------------------


@needs(Action.READ_PUBLISHED, READ)
@kept_for_strangers()
def version(request: ClubRequest, key: str, number: int) -> HttpResponse:
    return _version_page(request, _version(request.club, key, number), BookPaperForm())


@needs(Action.READ_PUBLISHED, READ)
def version_pdf(request: ClubRequest, key: str, number: int) -> HttpResponse:
    found = _version(request.club, key, number)
    form = BookPaperForm(request.GET)
    if not form.is_valid():
        return _version_page(request, found, form, status=422)
    return answer_book(
        request,
        f"rules-{key}-version-{number}",
        found.book_version.book,
        form,
        reverse("league:house_rules_version", args=[request.club.slug, key, number]),
        paper=request.club.paper,
        imprint=imprint(request.club, found),
        comes_first=request.acting.may(Action.PRINT),
    )


@needs(Action.READ_PUBLISHED, READ)
@kept_for_strangers()
def version_document(request: ClubRequest, key: str, number: int) -> HttpResponse:
    """The source of a version's rules: the club's own sheet, sentence by sentence."""
    found = _version_with_sheet(request.club, key, number)
    book, original = found.book_version.book, deeds.original_of(found.house_rules)
    context = {
        "club": request.club,
        "version": found,
        "book": book,
        "published": books.published_words(found),
        "sections": document_sections(book, original),
        "can_edit": request.acting.may(Action.EDIT_RULES),
    }
    return render(request, "league/office/house_rules/document.html", context)


@needs(Action.READ_PUBLISHED, READ)
def version_document_pdf(request: ClubRequest, key: str, number: int) -> HttpResponse:
    found = _version_with_sheet(request.club, key, number)
    asked = (found.book_version.book, request.club.paper, deeds.original_of(found.house_rules))
    return answer_pdf(
        request,
        f"where-from-{key}-version-{number}",
        document_pdf,
        *asked,
        key=document_key(*asked),
        comes_first=request.acting.may(Action.PRINT),
    )


def _version_with_sheet(club: Club, key: str, number: int) -> HouseRulesVersion:
    found = _version(club, key, number)
    if not found.book_version.book.sheet:
        raise Http404("This version has no sheet of the club’s own.")
    return found


def _version(club: Club, key: str, number: int) -> HouseRulesVersion:
    if number > HIGHEST_NUMBER:  # more than a database column holds
        raise Http404("There is no such version.")
    versions = HouseRulesVersion.objects.select_related("house_rules__club", "book_version", "published_by")
    return get_object_or_404(versions, house_rules__club=club, house_rules__key=key, number=number)


def _version_page(
    request: ClubRequest, version: HouseRulesVersion, form: BookPaperForm, status: int = 200
) -> HttpResponse:
    if not form.is_bound:
        form = BookPaperForm(initial={"paper": request.club.paper})
    context = {
        "club": request.club,
        "version": version,
        "book": version.book_version.book,
        "published": books.published_words(version),
        "chapters": prose.chapters(version.book_version.book),
        "legend": prose.legend(version.book_version.book),
        "form": form,
        "action": reverse("league:house_rules_pdf", args=[request.club.slug, version.house_rules.key, version.number]),
    }
    return render(request, "league/office/house_rules/version.html", context, status=status)
