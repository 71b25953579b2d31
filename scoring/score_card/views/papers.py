"""Paper: filled cards, blank cards, and the choices before printing."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from pinochle_club.ground.papers import PaperForm, answer_pdf
from scoring.models import ScoreCard
from scoring.rules.book import RuleBook, built_in_books
from scoring.rules.notation import counted
from scoring.score_card import access, pdfs
from scoring.score_card.forms.papers import BlankPaperForm, CardPaperForm
from scoring.score_card.hosts import hosting_of


@require_safe
def paper(request: HttpRequest, card_id: UUID) -> HttpResponse:
    """Choose what of a card to print, and the paper."""
    keeper = access.get_keeper(request, card_id)
    return card_paper_page(request, keeper.card, base=reverse("score_card:card", args=[card_id]))


@require_safe
def card_pdf(request: HttpRequest, card_id: UUID) -> HttpResponse:
    keeper = access.get_keeper(request, card_id)
    return pdf_response(request, keeper.card, is_kept_here=True)


@require_safe
def blank(request: HttpRequest, key: str) -> HttpResponse:
    """Choose blank cards of a book to print."""
    book = get_book(key)
    return _blank_page(request, book, BlankPaperForm(book=book))


@require_safe
def blank_pdf(request: HttpRequest, key: str) -> HttpResponse:
    """Blank cards of a book; `?paper=a4&per_page=4`."""
    book = get_book(key)
    form = BlankPaperForm(request.GET, book=book)
    if not form.is_valid():
        return _blank_page(request, book, form, status=422)
    asked = (form.agreed_rules, form.chosen_paper, form.cards_per_page)
    name = f"blank-card-{book.key}-{form.chosen_paper}-{form.cards_per_page}"
    return answer_pdf(request, name, pdfs.blank_pdf, *asked, key=pdfs.blank_key(*asked))


def get_book(key: str) -> RuleBook:
    """A built-in book; 404 for any other."""
    if key not in built_in_books():
        raise Http404("There is no rule book of that name.")
    return built_in_books()[key]


# -- for every address a card has --------------------------------------------------------


def card_paper_page(
    request: HttpRequest, card: ScoreCard, *, base: str, form: CardPaperForm | None = None, status: int = 200
) -> HttpResponse:
    """The choice of paper for the card at the address `base`: a tablet's own, or a reader's."""
    context = {
        "title": "Print the card",
        "lead": "The card as it stands now, with every set crossed out, to keep or post.",
        "action": f"{base}card.pdf",
        "back": base,
        "back_words": "Back to the card",
        "form": form or CardPaperForm(),
    }
    return render(request, "scoring/score_card/papers/choose.html", context, status=status)


def pdf_response(request: HttpRequest, card: ScoreCard, *, is_kept_here: bool = False) -> HttpResponse:
    """The card as PDF; `?paper=a4&explain=1`. The caller checks that the reader may see it."""
    form = CardPaperForm(request.GET)
    if not form.is_valid():
        base = request.path.removesuffix("card.pdf")
        return card_paper_page(request, card, base=base, form=form, status=422)
    name = " ".join(filter(None, ("score card", card.played_on.isoformat(), card.table_name, card.round_name)))
    hosting = hosting_of(request, card)
    asked = (form.chosen_paper, form.is_explained, hosting.remark if hosting else "")
    key = pdfs.card_key(card, *asked)
    # A table of an evening and its officials come before those who only look.
    comes_first = hosting is not None and (is_kept_here or hosting.is_official)
    return answer_pdf(request, slugify(name), pdfs.print_card, card.pk, *asked, key=key, comes_first=comes_first)


def _blank_page(request: HttpRequest, book: RuleBook, form: PaperForm, status: int = 200) -> HttpResponse:
    lines = pdfs.blank_card(book).pages[0]["lines"]
    context = {
        "title": f"Blank cards: {book.name}",
        "lead": f"{counted(len(lines), 'line')} to write on, with the figures of these rules.",
        "action": reverse("score_card:blank_pdf", args=[book.key]),
        "back": reverse("score_card:book", args=[book.key]),
        "back_words": "The rules",
        "form": form,
    }
    return render(request, "scoring/score_card/papers/choose.html", context, status=status)
