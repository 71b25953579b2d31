"""The documents of `docs`, shown at `/help/` in the same words.

Markdown without HTML in it, so that a document can do no more than say something. Links lead to other documents, to
pictures beside them, and out into the web.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import pairwise
from typing import Final, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from django.views.decorators.http import require_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token

from . import places
from .papers import PaperForm, answer_pdf
from .pdfs import kept as kept_sheet
from .pdfs import typesetter
from .plainly import kept

DOCS: Final = places.PROGRAM / "docs"
FOR_PEOPLE: Final = {
    "club-night": "For the director: an evening from beginning to end, and what to do when something goes wrong.",
    "at-the-table": "For everybody who keeps score. One page, to print and put on the tables.",
    "secretary": "Members, seasons, prizes and money, accounts, archives, and your own website.",
    "hall-and-home": "A club on the internet that plays in a hall without: the evening goes there and comes back.",
    "hosting": "Many clubs on one server: what the host sees, does and watches.",
    "computer": "Install it, look after it, back it up, and what to buy.",
    "play": "Against bots or with friends, and the hand of the day.",
    "try-a-rule": "What a change of the rules would do, before you vote on it.",
    "entry": "“25 or 255?” When the score card asks, and what it can’t see.",
    "race": "How far you can believe who wins the season.",
    "same-cards": "What duplicate nights do to a list of players.",
    "bots": "Beginner, Club and Expert, measured in points a hand.",
    "trouble": "Full drives, crashes, a second computer: what is lost, and what isn’t.",
    "limits": "What the program doesn’t do yet, by whom it concerns.",
}
"""Those that are listed, in this order, with who reads each. The others are reached from them."""
ON_ONE_PAGE: Final = "at-the-table"
WITHIN: Final = re.compile(r"([a-z-]+)\.md(#[\w-]+)?")
PICTURE: Final = re.compile(r"pictures/([a-z-]+)\.png")
A_DAY: Final = 24 * 60 * 60


class Document(NamedTuple):
    name: str
    title: str
    html: SafeString
    parts: tuple[tuple[str, str], ...]  # the id and the words of each heading of the second order


@require_safe
def contents(request: HttpRequest) -> HttpResponse:
    return render(request, "ground/help.html", {"documents": listed()})


@require_safe
def document(request: HttpRequest, name: str) -> HttpResponse:
    context = {"document": read(name), "on_one_page": name == ON_ONE_PAGE}
    return render(request, "ground/document.html", context)


@require_safe
def picture(request: HttpRequest, name: str) -> HttpResponse:
    path = DOCS / "pictures" / f"{name}.png"
    if not path.is_file():
        raise Http404
    return HttpResponse(path.read_bytes(), content_type="image/png", headers={"Cache-Control": f"max-age={A_DAY}"})


@require_safe
def one_page(request: HttpRequest) -> HttpResponse:
    """The sheet that lies on the tables, on paper; `?paper=a4`."""
    form = PaperForm(request.GET)
    paper = form.chosen_paper if form.is_valid() else "letter"
    return answer_pdf(request, ON_ONE_PAGE, page_pdf, paper, key=_page_key(paper))


def page_pdf(paper: str) -> bytes:
    def make() -> bytes:
        html = render_to_string("ground/document_pdf.html", {"document": read(ON_ONE_PAGE), "paper": paper})
        content: bytes = typesetter().pdf_of(html)
        return content

    return kept_sheet(_page_key(paper), make)


def _page_key(paper: str) -> str:
    return f"help {ON_ONE_PAGE} {paper} {sha256(read(ON_ONE_PAGE).html.encode()).hexdigest()}"


def listed() -> list[tuple[Document, str]]:
    return [(read(name), reader) for name, reader in FOR_PEOPLE.items()]


@kept(most=32)
def read(name: str) -> Document:
    path = DOCS / f"{name}.md"
    if not path.is_file():
        raise Http404
    tokens = parse(path.read_text(encoding="utf-8"))
    heads = list(headings(tokens))
    for each in walk(tokens):
        if each.type == "inline":
            _lead(each.children or [])
        elif each.type == "image":
            _show(each)
        elif each.type == "table_open":
            each.attrSet("class", "plain-table")
    parts = tuple((anchor, words) for order, anchor, words in heads if order == "h2")
    html = mark_safe(MARKDOWN.renderer.render(tokens, MARKDOWN.options, {}))  # noqa: S308  # no HTML gets through
    return Document(name, heads[0][2], html, parts)


MARKDOWN: Final = MarkdownIt("commonmark", {"html": False, "typographer": False}).enable("table")


def parse(text: str) -> list[Token]:
    """The document with an id on each heading, as GitHub makes it."""
    tokens = MARKDOWN.parse(text)
    for head, inline in pairwise(tokens):
        if head.type == "heading_open":
            head.attrSet("id", slugify(_words(inline)))
    return tokens


def headings(tokens: Sequence[Token]) -> Iterator[tuple[str, str, str]]:
    for head, inline in pairwise(tokens):
        if head.type == "heading_open":
            yield head.tag, str(head.attrGet("id")), _words(inline)


def walk(tokens: Sequence[Token]) -> Iterator[Token]:
    for each in tokens:
        yield each
        yield from walk(each.children or ())


def _words(inline: Token) -> str:
    return "".join(each.content for each in inline.children or ())


def _lead(parts: Sequence[Token]) -> None:
    """Point a link at the page of the other document. A file that is only beside the code is named, without a link."""
    links = (part for part in parts if part.type in ("link_open", "link_close"))
    for opens, closes in zip(links, links, strict=True):
        address = str(opens.attrGet("href"))
        found = WITHIN.fullmatch(address)
        if found:
            opens.attrSet("href", reverse("document", args=[found[1]]) + (found[2] or ""))
        elif not address.startswith(("https:", "http:", "#")):
            opens.tag = closes.tag = "span"
            opens.attrs = {}


def _show(image: Token) -> None:
    """Load a picture from our own address, once one comes near it."""
    found = PICTURE.fullmatch(str(image.attrGet("src")))
    if found:
        image.attrSet("src", reverse("picture", args=[found[1]]))
        image.attrSet("loading", "lazy")
