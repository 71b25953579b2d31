"""How a view answers: to a tap, to a form, and to what cannot be done."""

from __future__ import annotations

from collections.abc import Callable
from inspect import unwrap
from typing import Any, Final, TypeVar, cast

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import resolve, reverse

from .forms import ClubForm
from .log import Refused
from .permissions import ClubRequest, ClubView, refuse

T = TypeVar("T")


DISPUTE_ID: Final = "dispute_%s"


def posted(request: ClubRequest) -> QueryDict | None:
    """What was sent; None where the page was only asked for. An empty form that was sent is bound as well."""
    return request.POST if request.method == "POST" else None


def who(request: ClubRequest, form: ClubForm) -> dict[str, Any]:
    """Who acts, and the id of the submission, as every domain verb takes them."""
    return {"acting": request.acting, "client_id": form.cleaned_data["client_id"]}


def do_or_say(form: ClubForm, act: Callable[[], T]) -> T | None:
    """What came of it; None where it was refused, with the sentence on the form."""
    try:
        return act()
    except Refused as refused:
        form.add_error(None, str(refused))
        return None


def back_to(request: ClubRequest, page: str, *args: object) -> HttpResponse:
    """The answer to a tap that was taken: the page it was tapped on, for a plain form by redirect."""
    if request.htmx:
        return page_again(request, page, *args)
    query = request.GET.urlencode()
    address = reverse(f"league:{page}", args=[request.club.slug, *args])
    return redirect(f"{address}?{query}" if query else address)


def refuse_on(request: ClubRequest, page: str, *args: object, why: str, status: int = 409, **more: Any) -> HttpResponse:
    """The answer to a tap that was not taken: the page it was tapped on, with why."""
    request.refused, request.again = why, more
    return page_again(request, page, *args, status=status)


def page_again(request: ClubRequest, page: str, *args: object, status: int = 200) -> HttpResponse:
    """Another page of the club as it stands by now, drawn by its own view, for whoever may see it.

    A tap is answered in one room and shown in another; asking by the page's name keeps either from importing the other.
    """
    found = resolve(reverse(f"league:{page}", args=[request.club.slug, *args]))
    action = cast(ClubView, found.func).action
    if not request.acting.may(action):
        return refuse(request, request.club, action)
    kwargs = {name: value for name, value in found.kwargs.items() if name != "slug"}
    response: HttpResponse = unwrap(found.func)(request, **kwargs)
    response.status_code = status
    return response


def first_fault(form: ClubForm) -> str:
    """The first fault of a form in words."""
    return str(next(iter(form.errors.values()))[0]) if form.errors else ""
