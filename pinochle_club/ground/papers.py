"""Sizes of paper, and views that answer with a PDF."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Final

from django import forms
from django.core.exceptions import ObjectDoesNotExist
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from .apart import Apart, Asker, Busy
from .error_pages import error_page
from .forms import choice_field
from .http import address_key
from .pdfs import PRINTER, PdfError, found

PAPERS: Final = {"letter": "Letter", "a4": "A4"}
DEFAULT_PAPER: Final = next(iter(PAPERS))
SECONDS_TO_NEXT_TRY: Final = (4, 7)
# Some browsers show a PDF in a page of their own, with styles and a plug-in that the policy of our pages would forbid.
POLICY: Final = (
    "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; img-src data:;"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


class PaperForm(forms.Form):
    """Which paper. What an address leaves out is the first of the choices."""

    paper = choice_field("Which paper?", PAPERS.items(), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("initial", {"paper": DEFAULT_PAPER, "explain": "0", "per_page": "1"})
        super().__init__(*args, **kwargs)

    @property
    def chosen_paper(self) -> str:
        return self.cleaned_data["paper"] or DEFAULT_PAPER


def answer_pdf(
    request: HttpRequest,
    name: str,
    make: Callable[..., bytes],
    *asked: Any,
    key: str = "",
    as_of: object = None,
    comes_first: bool = False,
    printer: Apart = PRINTER,
    what: str = "PDF",
) -> HttpResponse:
    """A PDF to look at and print from: the one kept under `key`, else what `printer` makes of `asked`.

    Where others come first, or making it (`what`) takes its time, a page says how it stands and tries again by
    itself; where none can be made, one says why. `as_of` and `comes_first` are as for `Apart.ask`.
    """
    asker = Asker(address_key(request), comes_first)
    try:
        content = found(key) if key else None
        if content is None:
            content = printer.ask(make, *asked, asker=asker, as_of=(key, as_of))
    except Busy as busy:
        return _later(request, f"Your {what} {'waits its turn' if busy.ahead else 'is being made'}", busy.stands)
    except ObjectDoesNotExist as gone:  # deleted while it waited in line
        raise Http404("What you wanted to print is no longer there.") from gone
    except TimeoutError:
        return _unavailable(request, "That’s too much to print at once. Print it in parts.")
    except PdfError as error:
        return _unavailable(request, str(error))
    response = HttpResponse(content, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    response["Content-Security-Policy"] = POLICY
    return response


def _later(request: HttpRequest, title: str, stands: str) -> HttpResponse:
    """A page that tries again by itself after some seconds, not all at the same moment."""
    seconds = random.randint(*SECONDS_TO_NEXT_TRY)
    context = {"again": request.get_full_path(), "seconds": seconds, "title": title, "stands": stands}
    page = error_page(request, "papers/busy", 503, **context)
    page["Retry-After"] = str(seconds)
    page._has_been_logged = True  # type: ignore[attr-defined]  # how Django is told that this is no fault of ours
    return page


def _unavailable(request: HttpRequest, reason: str) -> HttpResponse:
    return render(request, "papers/unavailable.html", {"reason": reason}, status=503)
