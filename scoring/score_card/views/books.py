"""Rule books to read and print, made from their data."""

from __future__ import annotations

from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from pinochle_club.ground.papers import DEFAULT_PAPER, PaperForm, answer_pdf
from scoring.models import RuleBookVersion, ScoreCard
from scoring.rules import prose
from scoring.rules.book import RuleBook, built_in_books
from scoring.rules.changes import is_house_book, original_key
from scoring.rules.documents import document, whose_rules
from scoring.score_card import pdfs
from scoring.score_card.forms.papers import BookPaperForm
from scoring.score_card.pages.documents import BOARDS_ALONE, document_sections, example_hands, with_examples
from scoring.score_card.pages.rule_links import rules_page
from scoring.score_card.pages.summaries import by_players
from scoring.score_card.recording import read_sheet

from .papers import get_book


@require_safe
def books(request: HttpRequest) -> HttpResponse:
    """All books a card can be played by."""
    return render(request, "scoring/score_card/books/books.html", {"groups": all_books()})


def all_books() -> dict[str, list[RuleBook]]:
    """The built-in books by how many play."""
    return by_players((book, book) for book in built_in_books().values())


@require_safe
def book(request: HttpRequest, key: str) -> HttpResponse:
    """A book as it is now."""
    return _page(request, get_book(key), BookPaperForm())


@require_safe
def book_version(request: HttpRequest, digest: str) -> HttpResponse:
    """A published version of a book, for the cards that began with it."""
    version = get_object_or_404(RuleBookVersion, digest=digest)
    if rules_page(version.book) != request.path:
        query = request.META.get("QUERY_STRING", "")
        return redirect(rules_page(version.book) + (f"?{query}" if query else ""))
    return _page(request, version.book, BookPaperForm(), version=version)


@require_safe
def book_pdf(request: HttpRequest, key: str) -> HttpResponse:
    """A book on paper, or its page for the wall; `?paper=a4&sheet=wall`."""
    found, form = get_book(key), BookPaperForm(request.GET)
    if not form.is_valid():
        return _page(request, found, form, status=422)
    return answer_book(request, f"rule-book-{key}", found, form, reverse("score_card:book", args=[key]))


def answer_book(
    request: HttpRequest,
    name: str,
    book: RuleBook,
    form: BookPaperForm,
    address: str,
    *,
    paper: str = DEFAULT_PAPER,
    imprint: str = "",
    comes_first: bool = False,
) -> HttpResponse:
    """The requested PDF of a book at `address`, on `paper` where the form leaves that open."""
    asked = (book, form.cleaned_data["paper"] or paper)
    if form.is_for_wall:
        asked_for = (*asked, f"{settings.PUBLIC_URL}{address}")
        return answer_pdf(
            request, f"{name}-wall", pdfs.wall_pdf, *asked_for, key=pdfs.wall_key(*asked_for), comes_first=comes_first
        )
    whole = (*asked, imprint)
    return answer_pdf(request, name, pdfs.book_pdf, *whole, key=pdfs.book_key(*whole), comes_first=comes_first)


@require_safe
def document_page(request: HttpRequest, key: str) -> HttpResponse:
    """The origin of a book's rules: the club's document, sentence by sentence."""
    found = get_book(key)
    sections = document_sections(found)
    example = ScoreCard.objects.select_related("book_version").filter(is_example=True, book_version__key=key).first()
    if example is not None and example.book_version.book == found:
        hands = example_hands(read_sheet(example))
        sections = with_examples(sections, hands, reverse("score_card:example", args=[example.pk]))
    context = {"book": found, "document": document(key), "sections": sections}
    return render(request, "scoring/score_card/books/document.html", context)


@require_safe
def document_pdf(request: HttpRequest, key: str) -> HttpResponse:
    """The document on paper; `?paper=a4`."""
    found, form = get_book(key), PaperForm(request.GET)
    if not form.is_valid():
        return _page(request, found, BookPaperForm(request.GET), status=422)
    asked = (found, form.chosen_paper)
    return answer_pdf(request, f"where-from-{key}", pdfs.document_pdf, *asked, key=pdfs.document_key(*asked))


def _came_from(request: HttpRequest) -> UUID | None:
    """The card to return to (`?card=`). Its own page checks access."""
    try:
        return UUID(request.GET.get("card", ""))
    except ValueError:
        return None


def _page(
    request: HttpRequest, book: RuleBook, form: BookPaperForm, version: RuleBookVersion | None = None, status: int = 200
) -> HttpResponse:
    context = {
        "book": book,
        "version": version,
        "chapters": prose.chapters(book),
        "legend": prose.legend(book),
        "whose": whose_rules(book.key),
        "form": None if version else form,
        "action": reverse("score_card:book_pdf", args=[book.key]) if version is None else "",
        "original": built_in_books().get(original_key(book.key)),
        "is_ours": is_house_book(book),
        "card_id": _came_from(request),
        "alone": book.words.say(BOARDS_ALONE) if "boards" in request.GET else "",
    }
    return render(request, "scoring/score_card/books/book.html", context, status=status)
