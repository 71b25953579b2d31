"""Answers of views: to a tap, to a page with one form (an invalid one 422), and to what cannot be done (409)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, TypeVar, cast

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import resolve, reverse
from django.utils.http import urlencode

from .forms import ClubForm
from .log import Refused
from .permissions import ClubRequest, ClubView, named_for, refuse

T = TypeVar("T")
PAGE: Final = "league/acting/form_page.html"
FRAGMENT: Final = "league/acting/_form_page.html"
SIDE_BY_SIDE: Final = "league/acting/_choices_side_by_side.html"  # for the `fields` of a page with short choices
NOT_READ: Final = "That didn’t come through right. Check the page and try again."


# -- taps --------------------------------------------------------------------------------


def tapped(
    request: ClubRequest,
    page: str,
    *args: object,
    deed: Callable[..., T],
    form: ClubForm | None = None,
    again: Mapping[str, Any] | None = None,
    to: str | Callable[[T], str | HttpResponse] = "",
    said: str | Callable[[T], str] = "",
    query: Mapping[str, str | int] | None = None,
    shown: Callable[[], HttpResponse] | None = None,
    **about: Any,
) -> HttpResponse:
    """Do `deed` to what it is `about`, with the fields of the `form`, and show the page it was tapped on again.

    That is named with its `args` and `query`; `again` is what else it shows if the tap is not taken. A tap that leads
    away goes `to` an address, or `to` makes the answer; `said` is its message. `shown` draws the part of the page that
    a script swaps, with `request.refused`, in place of the whole.
    """
    form = form or ClubForm(request.POST)
    if query is not None:
        request.GET = QueryDict(urlencode({name: value for name, value in query.items() if value}))
    shown = shown if request.htmx else None
    if not form.is_valid():
        return refuse_on(request, page, *args, why=first_fault(form), status=422, again=again, shown=shown)
    try:
        done = deed(**about, **form.deed_fields, acting=request.acting)
    except Refused as refusal:
        return refuse_on(request, page, *args, why=str(refusal), again=again, shown=shown)
    if shown is not None:
        return _part_again(request, page, *args, shown=shown)
    if to:
        tell(request, done, said)
        return led_to(to, done)
    if request.htmx:
        request.again = {"said": said(done) if callable(said) else said}
    else:
        tell(request, done, said)
    return back_to(request, page, *args)


def tell(request: HttpRequest, done: T, said: str | Callable[[T], str]) -> None:
    words = said(done) if callable(said) else said
    if words:
        messages.success(request, words)


def led_to(to: str | Callable[[T], str | HttpResponse], done: T) -> HttpResponse:
    """The way on: to an address, or to a page that is the answer itself."""
    way = to(done) if callable(to) else to
    return redirect(way) if isinstance(way, str) else way


def back_to(request: ClubRequest, page: str, *args: object) -> HttpResponse:
    if request.htmx:
        return page_again(request, page, *args)
    query = request.GET.urlencode()
    address = reverse(f"league:{page}", args=[request.club.slug, *args])
    return redirect(f"{address}?{query}" if query else address)


def refuse_on(
    request: ClubRequest,
    page: str,
    *args: object,
    why: str,
    status: int = 409,
    again: Mapping[str, Any] | None = None,
    shown: Callable[[], HttpResponse] | None = None,
) -> HttpResponse:
    """The page of a tap that was not taken, or the part that is `shown` of it, with why."""
    request.refused, request.again = why, again or {}
    if shown is None:
        return page_again(request, page, *args, status=status)
    response = _part_again(request, page, *args, shown=shown)
    response.status_code = status
    return response


def _part_again(request: ClubRequest, page: str, *args: object, shown: Callable[[], HttpResponse]) -> HttpResponse:
    view, kwargs = _page_of(request, page, *args)
    with named_for(request, view.action, kwargs.get("event_id")):
        return shown()


def _page_of(request: ClubRequest, page: str, *args: object) -> tuple[ClubView, dict[str, Any]]:
    found = resolve(reverse(f"league:{page}", args=[request.club.slug, *args]))
    return cast(ClubView, found.func), {name: value for name, value in found.kwargs.items() if name != "slug"}


def page_again(request: ClubRequest, page: str, *args: object, status: int = 200) -> HttpResponse:
    """Another page of the club as it stands by now, drawn by its own view. By the page's name, so that no room imports
    the other."""
    view, kwargs = _page_of(request, page, *args)
    if not request.acting.may(view.action):
        return refuse(request, request.club, view.action)
    with named_for(request, view.action, kwargs.get("event_id")):
        response = view.inside(request, **kwargs)
    response.status_code = status
    return response


def first_fault(form: ClubForm) -> str:
    """The first fault of a form in words; of hidden fields, that the form could not be read."""
    seen = (errors for name, errors in form.errors.items() if name not in form.fields or not form[name].is_hidden)
    return str(next(seen, [NOT_READ])[0]) if form.errors else ""


# -- pages with one form -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FormPage:
    """A page that asks one thing: words above the fields, and keys below them.

    `place` stands under the title, `notice` in a box, `says` are paragraphs. `tone` is the key's: `go`, or `danger`
    where something goes for good. `back` is the second key with its address; `also` a key that sends the form as well.
    `fields` is a template that lays out the fields, `tools` the menu. Where its key only shows what would be done, it
    `looks` by that value. A form `is_plain` where the browser must not write down what was typed
    (`static/js/saving.js`): passwords, members, a file.
    """

    title: str
    key: str
    back: tuple[str, str] | None = None
    place: str = ""
    says: Sequence[str] = ()
    notice: str = ""
    notices: Sequence[str] = ()
    tone: str = "go"
    also: tuple[str, str] | None = None
    fields: str = ""
    looks: str = ""
    is_plain: bool = False
    tools: Sequence[tuple[str, str]] = ()


def form_page(
    request: ClubRequest,
    form: ClubForm,
    page: FormPage | None,
    *,
    deed: Callable[..., T],
    to: str | Callable[[T], str | HttpResponse],
    said: str | Callable[[T], str] = "",
    template: str = PAGE,
    context: Mapping[str, Any] | Callable[[], Mapping[str, Any]] = MappingProxyType({}),
    **about: Any,
) -> HttpResponse:
    """A page with one form, by POST its deed with the form's fields. `to` is the address that follows, or makes the
    answer; `said` is its message. `context` is asked for when the page is drawn."""
    if not form.is_valid():
        return show_form(request, form, page, template=template, context=context)
    try:
        done = deed(**about, **form.deed_fields, acting=request.acting)
    except Refused as refusal:
        if refusal.field in form.fields:
            form.add_error(refusal.field, str(refusal))
            return show_form(request, form, page, status=409, template=template, context=context)
        return show_form(request, form, page, refused=str(refusal), template=template, context=context)
    tell(request, done, said)
    return led_to(to, done)


def show_form(
    request: HttpRequest,
    form: forms.Form,
    page: FormPage | None,
    *,
    refused: str = "",
    status: int = 0,
    template: str = PAGE,
    context: Mapping[str, Any] | Callable[[], Mapping[str, Any]] = MappingProxyType({}),
) -> HttpResponse:
    """A page with one form as it stands now, in a club or outside of any, with its faults."""
    ours = cast(ClubRequest, request)
    ours.refused = refused or getattr(request, "refused", "")
    status = status or (409 if ours.refused else 422 if form.is_bound else 200)
    more = context() if callable(context) else context
    shown = {"form": form, "page": page, "refused": ours.refused, **more}
    return render(request, FRAGMENT if ours.htmx and template == PAGE else template, shown, status=status)


# -- forms that answer in a way of their own ---------------------------------------------


def posted(request: HttpRequest) -> QueryDict | None:
    """The data sent to this page. None where it was only asked for, or shows why a tap on it was not taken. An empty
    form that was sent is bound as well."""
    return request.POST if request.method == "POST" and not getattr(request, "refused", "") else None
