"""Tables of friends: opening, sitting down, and news."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from pinochle_club.ground.http import HtmxHttpRequest, address_key
from pinochle_club.ground.write_queue import queued_write
from scoring.models import PlaySeat, PlaySet, PlayTable
from scoring.play import games, sets
from scoring.play import together as people
from scoring.play.access import get_keeper
from scoring.play.forms import together as asked
from scoring.play.forms.acts import TAP_AGAIN
from scoring.play.games import Refused
from scoring.play.membership import all_clubs_of, clubs_of, player_of, with_bots, without_bots
from scoring.play.pages.together import place_context, room_context, shown_code
from scoring.play.players import usual_seat
from scoring.play.simulate.bots import CLUB
from scoring.play.together import News
from scoring.rules.book import RuleBook
from scoring.score_card import access
from scoring.score_card.views.answers import go_to

from .answers import context_of, on_with, show, why_not
from .sets import set_page
from .start import our_book, usual_settings

PAGE: Final = "scoring/play/together/together.html"
SIT: Final = "scoring/play/together/sit.html"
ROOM: Final = "scoring/play/together/room.html"
ROOM_FRAGMENT: Final = "scoring/play/together/_room.html"
STRIP: Final = "scoring/play/together/_people.html"


# -- opening -----------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
def together(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return _page(request)
    form = asked.OpenTableForm(request.POST, clubs=clubs_of(request), ours=our_book(request))
    if not form.is_valid():
        return _page(request, form, status=422)
    try:
        return _open(request, form, form.rules, form.cleaned_data["strength"] or CLUB)
    except people.TooManyTables as refused:
        return _page(request, form, fault=str(refused), status=429)


@require_POST
def with_friends(request: HttpRequest, token: str) -> HttpResponse:
    """A table of friends for a set's boards; where this device has one, the way there."""
    at = sets.get_set(token)
    table = people.table_at(at, access.device_of(request))
    if table is not None:
        return redirect("play:room", table.code)
    if at.is_on:
        return set_page(request, at, status=403)
    form = asked.OpenBoardsForm(request.POST)
    if not form.is_valid():
        return set_page(request, at, friends=form, status=422)
    try:
        return _open(request, form, at.book_version.book, CLUB, at)
    except (people.TooManyTables, Refused) as refused:
        return set_page(request, at, fault=str(refused), status=409 if isinstance(refused, Refused) else 429)


def _open(
    request: HttpRequest, form: asked.OpenBoardsForm, book: RuleBook, strength: str, play_set: PlaySet | None = None
) -> HttpResponse:
    """Open a table and sit down. Raises `TooManyTables`, `Refused`."""
    settings, address = usual_settings(request), address_key(request)
    name, tap = form.cleaned_data["name"], access.hash_of(form.cleaned_data["start"])
    with queued_write():
        device, secret = access.ensure_device(request)
        table = people.open_table(book, strength, settings, address=address, tap=tap, play_set=play_set)
        if not people.people_at(table):
            people.sit_down(table, device, usual_seat(book), name, settings, player_of(request))
    return on_with(secret, "play:room", table.code)


def meet(request: HttpRequest, book: RuleBook, row: str, names: Sequence[str]) -> HttpResponse:
    """Bring people who meet at a set time to one table, then to the next (`sit_in_row`). Raises `TooManyTables`."""
    settings = usual_settings(request)
    with queued_write():
        device, secret = access.ensure_device(request)
        table = people.sit_in_row(book, row, device, names, settings, address=address_key(request))
    return on_with(secret, "play:room", table.code)


def _page(
    request: HttpRequest,
    form: asked.OpenTableForm | None = None,
    find: asked.CodeForm | None = None,
    *,
    fault: str = "",
    status: int = 200,
) -> HttpResponse:
    everywhere, ours = all_clubs_of(request), our_book(request)
    if form is None:
        initial = {"name": name_given(request)}
        form = asked.OpenTableForm(initial=initial, clubs=with_bots(everywhere), ours=ours)
    context = {
        "form": form,
        "without_bots": without_bots(everywhere, ours),
        "find": find or asked.CodeForm(),
        "start": access.new_secret(),
        "fault": fault,
    }
    return render(request, PAGE, context, status=status)


def name_given(request: HttpRequest) -> str:
    device = access.device_of(request)
    last = PlaySeat.objects.filter(device=device).order_by("-pk").first() if device else None
    return last.name if last else games.name_given(device)


@require_safe
def find(request: HttpRequest) -> HttpResponse:
    form = asked.CodeForm(request.GET)
    if form.is_valid():
        try:
            return redirect("play:room", people.find_table(form.cleaned_data["code"]).code)
        except Http404:
            form.add_error("code", "No table has this code now. Check it letter by letter, or ask for a new one.")
    return _page(request, find=form, status=422)


# -- the table before the cards are dealt --------------------------------------------------


@require_safe
def room(request: HtmxHttpRequest, code: str) -> HttpResponse:
    code = people.code_of(code)
    try:
        return _room(request, people.place_of(request, code))
    except Http404:
        return _sit_page(request, code)


def _room(request: HtmxHttpRequest, news: News, *, refused: str = "", status: int = 200) -> HttpResponse:
    context = {"room": room_context(news, people.people_at(news.person.table)), "refused": refused}
    return render(request, ROOM_FRAGMENT if request.htmx else ROOM, context, status=status)


def _sit_page(request: HttpRequest, code: str, form: asked.SitForm | None = None, status: int = 200) -> HttpResponse:
    table = people.find_table(code)
    by_seat = {person.seat: person for person in people.people_at(table)}
    book = table.book_version.book
    is_kept_out = people.is_kept_out(table, access.device_of(request))
    context = {
        "code": code,
        "shown_code": shown_code(code),
        "book": book,
        "places": [place_context(book, seat, by_seat) for seat in book.seats],
        "is_full": len(by_seat) == len(book.seats),
        "is_boards": table.play_set_id is not None,
        "host": people.host_of(list(by_seat.values())).name if is_kept_out else "",
        "form": form or asked.SitForm(free=_free(table), initial={"name": name_given(request)}),
    }
    return render(request, SIT, context, status=status)


def _free(table: PlayTable) -> dict[str, str]:
    """The names of the seats that nobody has."""
    taken = {person.seat for person in people.people_at(table)}
    book = table.book_version.book
    return {seat: book.seat_names[seat] for seat in book.seats if seat not in taken}


@require_POST
def sit(request: HttpRequest, code: str) -> HttpResponse:
    """Take a seat; a device keeps the one it has."""
    table = people.find_table(people.code_of(code))
    free = _free(table)
    form = asked.SitForm(request.POST, free=free)
    device = access.device_of(request)
    is_there = device is not None and table.people.filter(device=device).exists()
    if not is_there and (not free or not form.is_valid()):
        return _sit_page(request, table.code, form, status=422 if free else 409)
    if is_there:
        return redirect("play:room", table.code)
    try:
        with queued_write():
            device, secret = access.ensure_device(request)
            name, settings = form.cleaned_data["name"], usual_settings(request)
            people.sit_down(table, device, form.chosen_seat, name, settings, player_of(request))
    except people.KeptOut:
        return _sit_page(request, table.code, form, status=409)
    except Refused as refused:
        form.add_error("name" if isinstance(refused, people.NameTaken) else "seat", str(refused))
        return _sit_page(request, table.code, form, status=409)
    return on_with(secret, "play:room", table.code)


@require_POST
def start(request: HtmxHttpRequest, code: str) -> HttpResponse:
    news = people.place_of(request, code)
    try:
        return go_to(request, "play:table", people.start(news).pk)
    except Refused as refused:
        return _room(request, news, refused=str(refused), status=409)


# -- what the host does ------------------------------------------------------------------


@require_POST
def arrange(request: HtmxHttpRequest, code: str) -> HttpResponse:
    return _by_host(request, code, asked.ArrangeForm(request.POST), people.arrange)


@require_POST
def send_away(request: HtmxHttpRequest, code: str) -> HttpResponse:
    return _by_host(request, code, asked.SomebodyForm(request.POST), people.send_away)


@require_POST
def let_in(request: HtmxHttpRequest, code: str) -> HttpResponse:
    return _by_host(request, code, asked.LetInForm(request.POST), people.let_in)


@require_POST
def lock(request: HtmxHttpRequest, code: str) -> HttpResponse:
    return _by_host(request, code, asked.LockForm(request.POST), people.lock)


def _by_host(request: HtmxHttpRequest, code: str, form: forms.Form, deed: Callable[..., Any]) -> HttpResponse:
    at = people.place_of(request, code)
    refused = why_not(lambda: deed(at, **form.cleaned_data)) if form.is_valid() else TAP_AGAIN
    if not request.htmx and not refused:
        return redirect("play:room", code)
    return _room(request, people.place_of(request, code), refused=refused, status=409 if refused else 200)


# -- while others play -------------------------------------------------------------------


@require_POST
def news(request: HtmxHttpRequest, code: str) -> HttpResponse:
    """204, or the changed part of the page: the whole table where cards moved or others are waited for, else the people
    beside them. A POST, since it says that the device is there."""
    try:
        here = people.place_of(request, code)
    except Http404:
        if people.is_sent_away(request, code):
            return go_to(request, "play:room", code)
        raise
    now = people.listen(here, is_opened="opened" in request.POST)
    known_game = request.POST.get("game", "")
    if now.game is not None and (known_game != str(now.game) or not request.htmx):
        return go_to(request, "play:table", now.game)
    if now.mark == request.POST.get("mark"):
        return HttpResponse(status=204)
    if now.game is None:
        return _room(request, now) if request.htmx else redirect("play:room", code)
    at = games.open_table(get_keeper(request, now.game))
    deal, _, rest = request.POST.get("mark", "").partition(".")
    seen = rest.partition(".")[0]
    is_same_deal = deal == str(at.deal.pk) and seen.isascii() and seen.isdigit() and len(seen) < 6
    has_moved = not is_same_deal or int(seen) != at.seen
    if not has_moved and (at.is_your_turn or at.state.is_done):  # players who choose cards are not disturbed
        return render(request, STRIP, {"table": context_of(at)})
    response = show(request, games.since(at, int(seen) if is_same_deal else 0))
    response.headers["HX-Retarget"] = "#table"
    response.headers["HX-Reswap"] = "outerHTML"
    return response


@require_POST
def say(request: HtmxHttpRequest, code: str) -> HttpResponse:
    at = people.place_of(request, code)
    form = asked.SayForm(request.POST)
    refused = why_not(lambda: people.say(at, **form.cleaned_data)) if form.is_valid() else TAP_AGAIN
    now = people.place_of(request, code)
    status = 409 if refused else 200
    if now.game is None:
        if not request.htmx and not refused:
            return redirect("play:room", code)
        return _room(request, now, refused=refused, status=status)
    table = games.open_table(get_keeper(request, now.game))
    if not request.htmx:
        return show(request, table, status=status, refused=refused) if refused else redirect("play:table", now.game)
    return render(request, STRIP, {"table": context_of(table), "refused": refused}, status=status)


@require_POST
def back(request: HtmxHttpRequest, code: str) -> HttpResponse:
    at = people.place_of(request, code)
    people.come_back(at)
    return go_to(request, "play:table", at.game) if at.game else go_to(request, "play:room", code)


@require_POST
def leave(request: HtmxHttpRequest, code: str) -> HttpResponse:
    with suppress(Http404):
        people.leave(people.place_of(request, code))
    return go_to(request, "play:start")
