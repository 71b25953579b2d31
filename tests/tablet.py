"""A tablet at a table, as the server sees it: it keeps its cookies, reads pages and sends their forms by HTTP.

    tablet = Tablet(club_server.url)
    card = tablet.begin("st-hilary")
    page = tablet.open(card)
    answer = tablet.save(page, bidder="N", bid=27, trump="H")    # the step that stands open on the page

No browser: what a tablet's scripts do, the browser tests see.
"""

from __future__ import annotations

import http.client
import re
import secrets
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field
from html import unescape
from urllib.parse import urlencode, urlsplit
from uuid import uuid4

FORM = '<form class="entry-form" method="post" action="'
HIDDEN = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)"')
ALERT = re.compile(r'(?:role="alert"|id="conflict-title"[^>]*)>(.*?)</(?:p|div|h2)>', re.DOTALL)
STEP = re.compile(r"/hands/(\d+)/(bid|meld|take)/$")
HEADS = re.compile(r'abbr="([^"]*)"><span class="side-name">.*?class="side-total[^"]*">(.*?)</span>', re.DOTALL)
ROW_TOTALS = re.compile(r'class="running">([^<]+)<')

# Nobody answered: the request may have arrived or not.
UNANSWERED = (OSError, http.client.HTTPException)


@dataclass(frozen=True)
class Answer:
    """What came back for one request."""

    status: int
    text: str
    location: str = ""

    @property
    def is_saved(self) -> bool:
        """Whether the server's word is that the entry stands."""
        return self.status in (200, 302)

    @property
    def told(self) -> str:
        """What the page says of a refusal, in plain words."""
        return " ".join(unescape(re.sub("<[^>]+>", " ", part)).strip() for part in ALERT.findall(self.text))


@dataclass(frozen=True)
class Page:
    """A page of a card with the form of the panel that is open on it, if any."""

    text: str

    @property
    def action(self) -> str:
        return self.text.partition(FORM)[2].partition('"')[0]

    @property
    def hidden(self) -> dict[str, str]:
        """The form's hidden fields: its id, what it has seen, its token."""
        return dict(HIDDEN.findall(self.text.partition(FORM)[2].partition("</form>")[0]))

    @property
    def step(self) -> tuple[int, str] | None:
        """Hand and step that are open; None when a game is over or names are asked."""
        found = STEP.search(self.action)
        return (int(found[1]), found[2]) if found else None

    @property
    def totals(self) -> dict[str, int]:
        """What the heads of the card say: a side's name and its total."""
        return {unescape(name): _figure(total) for name, total in HEADS.findall(self.text)}

    @property
    def running(self) -> list[dict[str, int]]:
        """What stands behind each done hand: a side's place and its total so far."""
        lines = self.text.partition("</tbody>")[0].split('<tr class="hand')[1:]
        rows = [ROW_TOTALS.findall(line.partition("</tr>")[0]) for line in lines]
        return [{"NS": _figure(first), "EW": _figure(second)} for first, second in filter(None, rows)]


def _figure(text: str) -> int:
    return int(text.replace("−", "-"))


@dataclass
class Tablet:
    """One browser."""

    url: str
    cookies: dict[str, str] = field(default_factory=dict)
    is_scripted: bool = True  # htmx asks for fragments; plain forms are answered by redirects
    # In the hall each has its own: from one, so many cards a minute may be begun.
    address: str = field(default_factory=lambda: f"127.{secrets.randbelow(2**8)}.{secrets.randbelow(2**8)}.1")

    # -- at the table

    def begin(self, book: str) -> str:
        """A new card under these rules; its address."""
        self.get("/")
        return self.post("/cards/", {"book": book, "start": secrets.token_urlsafe(24)}).location

    def join(self, other: Tablet, card: str) -> None:
        """Keep a card too, by the write address that the other tablet shows."""
        shown = other.post(f"{card}share/", {}).text
        address = re.search(r"(/w/[\w-]+/)</p>", shown)
        assert address, "no write address is shown"
        self.get(address[1])
        assert self.post(address[1], {}).location == card

    def open(self, card: str) -> Page:
        answer = self.get(card)
        assert answer.status == 200, answer
        return Page(answer.text)

    def save(self, page: Page, **typed: object) -> Answer:
        """Send the form that is open on the page with these figures in it."""
        return self.post(page.action, {**page.hidden, **typed})

    # -- by HTTP

    def get(self, path: str) -> Answer:
        return self._ask("GET", path, None)

    def post(self, path: str, fields: Mapping[str, object]) -> Answer:
        """Send a form; `client_id` may be in it to send the same one again."""
        body = urlencode({**self.token, **fields}, doseq=True)
        return self._ask("POST", path, body)

    def _ask(self, method: str, path: str, body: str | None) -> Answer:
        # A connection for each request: on one that is kept, silence would say nothing about the server.
        netloc, source = urlsplit(self.url).netloc, (self.address, 0)
        with closing(http.client.HTTPConnection(netloc, timeout=60, source_address=source)) as connection:
            connection.request(method, path, body, {"Connection": "close", **self.headers(is_form=body is not None)})
            response = connection.getresponse()
            text = response.read().decode(errors="replace")  # it may be a sheet to print
        for cookie in response.msg.get_all("Set-Cookie") or ():
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        return Answer(response.status, text, response.getheader("Location", ""))

    @property
    def token(self) -> dict[str, str]:
        """The field that says that a form is ours."""
        return {"csrfmiddlewaretoken": self.cookies.get("csrftoken", "")}

    def headers(self, *, is_form: bool = False) -> dict[str, str]:
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if is_form:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            if self.is_scripted:
                headers["HX-Request"] = "true"
        return headers


def new_id() -> str:
    """An id such as forms carry, for those who send one without its page."""
    return str(uuid4())
