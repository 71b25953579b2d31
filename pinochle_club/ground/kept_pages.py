"""Pages that browsers keep and open while the line is away, where pages are secure: which they are, the worker that
does it (`static/js/worker.js`), and the page that lists them."""

from __future__ import annotations

import json
from functools import cache
from hashlib import sha256
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.http import require_safe

from . import __version__, places

HEADER: Final = "Opens-Without-Line"
SECONDS: Final = 12 * 3600
"""An evening: the most for which a page is shown that no server has seen since."""
FORGETS: Final = r"^/(account|admin|l)/|/not-you/$"
"""Where somebody signs in or out, by a link too, or has the browser forget them."""
WORKER: Final = places.PROGRAM / "static" / "js" / "worker.js"
PAGE: Final = "ground/kept.html"


def opens_without_line(page: HttpResponse, kind: str) -> HttpResponse:
    """The page, which browsers may keep: of each kind the last one."""
    page.headers[HEADER] = f"{kind} {SECONDS}"
    return page


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The script at the root: a worker answers for what lies below its own address. Browsers look for another version
    whenever a page opens."""
    headers = {"Cache-Control": "no-cache"}
    return HttpResponse(script(version()), content_type="text/javascript; charset=utf-8", headers=headers)


@require_safe
def kept(request: HttpRequest) -> HttpResponse:
    """What is kept on this device, the same for all: the browser fills it in."""
    return render(request, PAGE)


def script(version: str) -> str:
    facts = {
        "version": version,
        "page": reverse("kept"),
        "files": settings.STATIC_URL,
        "header": HEADER,
        "forgets": FORGETS,
    }
    return f"const KEPT = {json.dumps(facts)};\n{WORKER.read_text()}"


@cache
def version() -> str:
    """Another one with every release, and when the worker or what all pages load has changed."""
    made_of = f"{__version__} {WORKER.read_text()} {render_to_string(PAGE)}"
    return sha256(made_of.encode()).hexdigest()[:12]
