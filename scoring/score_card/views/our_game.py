"""Describe your game: three questions, the rules people argue about, all rules; a card under it at any point. The
browser keeps the game for the next time."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.models import Device, DeviceCard, RuleBookVersion
from scoring.rules.changes import OURS
from scoring.score_card import access
from scoring.score_card.beginning import TooManyCards, begun_by_tap, start_card
from scoring.score_card.forms.book_form import BookForm
from scoring.score_card.forms.our_game import (
    ArguedForm,
    OurGame,
    asked,
    kept_game,
    loaded,
    played_by_house,
    read_game,
    table_sizes,
)
from scoring.score_card.pages.book_form import chapter_contexts, found_words

OUR_GAME_COOKIE: Final = "our_game"
NOT_OURS: Final = ("about", "readings")  # what a house's book says of itself
KEYS: Final = (("start", "Start a card"), ("all", "All rules"))
DIGEST: Final = re.compile(r"[0-9a-f]{64}")
TAP_AGAIN: Final = "This page is out of date. Tap again."


def our_game_of(request: HttpRequest) -> OurGame | None:
    """The game of this browser's cookie, which names the version where the changes are too many for one (a query)."""
    text = request.COOKIES.get(OUR_GAME_COOKIE, "")
    if not DIGEST.fullmatch(text):
        return kept_game(text)
    version = RuleBookVersion.objects.filter(digest=text, key__endswith=OURS).first()
    return played_by_house(version.book) if version else None


@require_http_methods(["GET", "HEAD", "POST"])
def our_game(request: HttpRequest) -> HttpResponse:
    """The page of whatever is known: the questions, or the rules of the game they lead to. A tap begins a card; the
    same tap twice is one card."""
    if request.method == "POST":
        return _posted(request)
    questions, game = asked(request.GET)
    if game is None and "ours" in request.GET:
        game = our_game_of(request)
    if game is not None:
        return _rules_page(request, ArguedForm(game=game))
    return _page(request, questions=questions, status=422 if questions and questions.is_bound else 200)


def _posted(request: HttpRequest) -> HttpResponse:
    questions, game = asked(request.POST)
    if game is None:
        return _page(request, questions=questions, fault="" if questions else TAP_AGAIN, status=422)
    if "chapter" in request.POST:
        return _all_rules_posted(request, game)
    form = ArguedForm(request.POST, game=game)
    if not form.is_valid():
        return _rules_page(request, form, status=422)
    return _all_rules(request, form.chosen) if request.POST.get("do") == "all" else _begin(request, form.chosen)


def _all_rules_posted(request: HttpRequest, game: OurGame) -> HttpResponse:
    form = BookForm(request.POST, draft=game.game)
    is_valid = form.is_valid()
    if request.POST.get("do") != "start":  # without scripts: more of it, with all that was typed
        return _all_rules(request, game, form, request.POST.getlist("open"))
    if not is_valid or form.book is None:
        return _all_rules(request, game, form, status=422)
    return _begin(request, OurGame(game.original, form.book))


def _all_rules(
    request: HttpRequest,
    game: OurGame,
    form: BookForm | None = None,
    opened: Sequence[str] = (),
    *,
    status: int = 200,
    **context: Any,
) -> HttpResponse:
    """All rules of a game, a chapter at a time."""
    form = form or BookForm(draft=game.game)
    find = request.POST.get("q", "") if "find" in request.POST else ""
    chapters = chapter_contexts(form, game.original, opened, find=find, without=NOT_OURS)
    context |= {"form": form, "game": game, "chapters": chapters, "find": find, "found": found_words(chapters, find)}
    context |= {"start": access.new_secret(), "chapters_at": reverse("score_card:our_game")}
    return render(request, "scoring/score_card/our_game/all_rules.html", context, status=status)


@require_safe
def chapter(request: HttpRequest, chapter: str) -> HttpResponse:
    """The fields of one chapter of a described game, for the page that has it folded up."""
    game = read_game(request.GET.get("book", ""), loaded(request.GET.get("changes", "{}")))
    form = BookForm(draft=game.game) if game else None
    found = chapter_contexts(form, game.original, (chapter,), without=NOT_OURS) if form and game else ()
    shown = next((one for one in found if one["is_loaded"]), None)
    if shown is None:
        raise Http404("A rule book has no such part.")
    return render(request, "scoring/score_card/book_form/_chapter.html", {"chapter": shown})


def _begin(request: HttpRequest, game: OurGame) -> HttpResponse:
    start = request.POST.get("start", "")
    if not access.SECRET_PATTERN.match(start):
        return _rules_page(request, ArguedForm(game=game), fault=TAP_AGAIN, status=422)

    def begin(device: Device, fields: Mapping[str, Any]) -> DeviceCard:
        return access.keep_card(device, start_card(game.rules, **fields))

    try:
        keeper, secret = begun_by_tap(request, access.hash_of(f"{start} {game.stored}"), begin)
    except TooManyCards as refused:
        return _rules_page(request, ArguedForm(game=game), fault=str(refused), status=429)
    response = redirect("score_card:card", keeper.card_id)
    access.remember_device(response, secret)
    if not game.changes:
        return response
    fits = access.fits_in_browser(game.stored)
    access.keep_in_browser(response, OUR_GAME_COOKIE, game.stored if fits else keeper.card.book_version.digest)
    return response


@require_POST
def forget(request: HttpRequest) -> HttpResponse:
    """Forget “Our game”; cards begun under it stay as they are."""
    response = redirect("score_card:start")
    response.delete_cookie(OUR_GAME_COOKIE, samesite="Lax")
    return response


def _rules_page(request: HttpRequest, form: ArguedForm, fault: str = "", status: int = 200) -> HttpResponse:
    return _page(request, form=form, game=form.game, fault=fault, status=status)


def _page(request: HttpRequest, *, status: int = 200, **context: Any) -> HttpResponse:
    context |= {"start": access.new_secret(), "sizes": table_sizes(), "to": request.path, "keys": KEYS}
    return render(request, "scoring/score_card/our_game/our_game.html", context, status=status)
