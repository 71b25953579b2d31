"""Paper: a card as filled, blank cards to write on, and what to choose before printing."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from scoring.models import ScoreCard
from scoring.rules.book import RuleBook, built_in_books
from scoring.score_card import access, pdfs
from scoring.score_card.forms.papers import BlankPaperForm, CardPaperForm, PaperForm
from scoring.score_card.hosts import hosting_of
from scoring.score_card.recording import read_sheet
from scoring.score_card.sheet import Sheet


@require_safe
def paper(request: HttpRequest, card_id: UUID) -> HttpResponse:
    """What of a card to print, and on which paper."""
    keeper = access.get_keeper(request, card_id)
    return card_paper_page(request, keeper.card, base=reverse("score_card:card", args=[card_id]))


@require_safe
def card_pdf(request: HttpRequest, card_id: UUID) -> HttpResponse:
    """The card as it stands, for the tablets that keep it."""
    keeper = access.get_keeper(request, card_id)
    return pdf_response(request, keeper.card, read_sheet(keeper.card))


@require_safe
def blank(request: HttpRequest, key: str) -> HttpResponse:
    """Which blank cards of a book to print."""
    return _blank_page(request, get_book(key), BlankPaperForm())


@require_safe
def blank_pdf(request: HttpRequest, key: str) -> HttpResponse:
    """Blank cards of a book; `?paper=a4&per_page=4`."""
    book = get_book(key)
    form = BlankPaperForm(request.GET)
    if not form.is_valid():
        return _blank_page(request, book, form, status=422)
    return answer_pdf(
        request,
        lambda: pdfs.blank_pdf(book, form.chosen_paper, form.cards_per_page),
        f"blank-card-{book.key}-{form.chosen_paper}-{form.cards_per_page}",
    )


def get_book(key: str) -> RuleBook:
    """A built-in book; 404 for any other."""
    if key not in built_in_books():
        raise Http404("There is no rule book of that name.")
    return built_in_books()[key]


# -- for every address a card has --------------------------------------------------------


def card_paper_page(
    request: HttpRequest, card: ScoreCard, *, base: str, form: CardPaperForm | None = None, status: int = 200
) -> HttpResponse:
    """The choice of paper for the card at the address `base`: a tablet's own, or one to read at."""
    context = {
        "title": "Print the card",
        "lead": "The sheet as it stands, with every set crossed out, to keep or to pin up.",
        "action": f"{base}card.pdf",
        "back": base,
        "back_words": "Back to the card",
        "form": form or CardPaperForm(),
    }
    return render(request, "scoring/score_card/papers/choose.html", context, status=status)


def pdf_response(request: HttpRequest, card: ScoreCard, sheet: Sheet) -> HttpResponse:
    """The card as PDF, for whoever may see it; `?paper=a4&explain=1`. Access is checked by the caller."""
    form = CardPaperForm(request.GET)
    if not form.is_valid():
        base = request.path.removesuffix("card.pdf")
        return card_paper_page(request, card, base=base, form=form, status=422)
    name = " ".join(filter(None, ("score card", card.played_on.isoformat(), card.table_name, card.round_name)))
    hosting = hosting_of(request, card)
    remark = hosting.remark if hosting else ""
    return answer_pdf(
        request, lambda: pdfs.card_pdf(card, sheet, form.chosen_paper, form.is_explained, remark), slugify(name)
    )


def answer_pdf(request: HttpRequest, make: Callable[[], bytes], name: str) -> HttpResponse:
    """A PDF to look at and print from; where none can be made, a page that says what is missing."""
    try:
        content = make()
    except pdfs.PdfError as error:
        return render(request, "scoring/score_card/papers/unavailable.html", {"reason": error}, status=503)
    response = HttpResponse(content, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    # Some browsers show a PDF in a page of their own, whose styles and plug-in our policy would forbid.
    response._csp_exempt = True  # type: ignore[attr-defined]  # how django-csp is told
    return response


def _blank_page(request: HttpRequest, book: RuleBook, form: PaperForm, status: int = 200) -> HttpResponse:
    context = {
        "title": f"Blank cards: {book.name}",
        "lead": f"{pdfs.LINES_ON_A_PAGE} lines to write on, with the figures of these rules.",
        "action": reverse("score_card:blank_pdf", args=[book.key]),
        "back": reverse("score_card:book", args=[book.key]),
        "back_words": "The rules",
        "form": form,
    }
    return render(request, "scoring/score_card/papers/choose.html", context, status=status)
