"""Pages that say what went wrong. They cannot go wrong themselves: they look at no form, no session and no database.

Django's own look for a token in the form, which may be the very thing that cannot be read.
"""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string


def error_page(request: HttpRequest, name: str, status: int, **more: Any) -> HttpResponse:
    """The page as the device likes it, dark or light, about the address that was asked for; `more` is for the page."""
    known = {
        "COOKIES": {"theme": request.COOKIES.get("theme", "")},
        "resolver_match": getattr(request, "resolver_match", None),
    }
    return HttpResponse(render_to_string(f"{name}.html", {"request": known, **more}), status=status)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return error_page(request, "400", 400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return error_page(request, "403", 403)


def foreign_form(request: HttpRequest, reason: str = "") -> HttpResponse:
    return error_page(request, "403_csrf", 403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return error_page(request, "404", 404)


def server_error(request: HttpRequest) -> HttpResponse:
    return error_page(request, "500", 500)
