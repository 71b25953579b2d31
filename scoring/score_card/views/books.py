"""Rule books to read and to print, made from their data."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from pinochle_club.ground.papers import PaperForm, answer_pdf
from scoring.models import RuleBookVersion
from scoring.rules import prose
from scoring.rules.book import RuleBook, built_in_books
from scoring.rules.changes import is_house_book, original_key
from scoring.rules.documents import document
from scoring.score_card import pdfs
from scoring.score_card.pages.documents import document_sections
from scoring.score_card.pages.rule_links import rules_page

from .papers import get_book


@require_safe
def books(request: HttpRequest) -> HttpResponse:
    """All books a card can be played by."""
    return render(request, "scoring/score_card/books/books.html", {"books": built_in_books().values()})


@require_safe
def book(request: HttpRequest, key: str) -> HttpResponse:
    """A book as it is now."""
    return _page(request, get_book(key), PaperForm())


@require_safe
def book_version(request: HttpRequest, digest: str) -> HttpResponse:
    """A book as it was published once, for the cards that began with it."""
    version = get_object_or_404(RuleBookVersion, digest=digest)
    if rules_page(version.book) != request.path:
        query = request.META.get("QUERY_STRING", "")
        return redirect(rules_page(version.book) + (f"?{query}" if query else ""))
    return _page(request, version.book, PaperForm(), version=version)


@require_safe
def book_pdf(request: HttpRequest, key: str) -> HttpResponse:
    """A book on paper; `?paper=a4`."""
    found = get_book(key)
    form = PaperForm(request.GET)
    if not form.is_valid():
        return _page(request, found, form, status=422)
    asked = (found, form.chosen_paper, "")
    return answer_pdf(request, f"rule-book-{key}", pdfs.book_pdf, *asked, key=pdfs.book_key(*asked))


@require_safe
def document_page(request: HttpRequest, key: str) -> HttpResponse:
    """Where a book's rules come from: the club's document, sentence by sentence."""
    found = get_book(key)
    context = {"book": found, "document": document(key), "sections": document_sections(found)}
    return render(request, "scoring/score_card/books/document.html", context)


@require_safe
def document_pdf(request: HttpRequest, key: str) -> HttpResponse:
    """The same on paper; `?paper=a4`."""
    found = get_book(key)
    form = PaperForm(request.GET)
    if not form.is_valid():
        return _page(request, found, form, status=422)
    asked = (found, form.chosen_paper)
    return answer_pdf(request, f"where-from-{key}", pdfs.document_pdf, *asked, key=pdfs.document_key(*asked))


def _came_from(request: HttpRequest) -> UUID | None:
    """The card whose rules are looked up, to lead back to it: `?card=`. Whether it may be opened, it says itself."""
    try:
        return UUID(request.GET.get("card", ""))
    except ValueError:
        return None


def _page(
    request: HttpRequest, book: RuleBook, form: PaperForm, version: RuleBookVersion | None = None, status: int = 200
) -> HttpResponse:
    context = {
        "book": book,
        "version": version,
        "chapters": prose.chapters(book),
        "legend": prose.legend(book),
        "form": None if version else form,
        "action": reverse("score_card:book_pdf", args=[book.key]) if version is None else "",
        "original": built_in_books().get(original_key(book.key)),
        "is_ours": is_house_book(book),
        "card_id": _came_from(request),
    }
    return render(request, "scoring/score_card/books/book.html", context, status=status)
