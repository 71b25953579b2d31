"""A person at a browser: links and keys by their words, fields by their labels. What is not there is a fault, and told.

    carol = Person("Carol Reyes", "director", Line(served.url))     # or Inside(): the same in one process
    carol.open("/clubs/oak-park/")
    carol.tap("Check-in")
    carol.tap("Here + $5", beside="Ann Lee")
    carol.fill("Name", "Bea Young").tap("Check in")

Scripts don't run: each key is sent as the plain form that it is without them. A key that sends is looked for before a
link. `taps` and `typed` count what the fingers did.
"""

from __future__ import annotations

import http.client
import re
import secrets
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any, Protocol
from urllib.parse import urlencode, urljoin, urlsplit

from django.test import Client
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart
from lxml import html

Fields = Sequence[tuple[str, str | bytes]]  # bytes are a file's
PLAIN = str.maketrans("’‘“”−\N{NO-BREAK SPACE}", "''\"\"- ", "\N{SOFT HYPHEN}")
SPACED = re.compile(r" ([:,.;?!)])")  # a mark that a part of a page begins with
MOST_REDIRECTS = 6
UNSEEN = "[not(ancestor-or-self::template) and not(ancestor-or-self::*[@hidden])]"
TOLD = "//*[@role='alert' or contains(@class, 'errorlist')]"


class Missing(AssertionError):
    """A person looks for something that isn't on the page."""


class Refused(AssertionError):
    """The club says no, or breaks down: `status`, and what the page says of it."""

    def __init__(self, status: int, told: str, where: str) -> None:
        super().__init__(f"{where}: {status}, {told or 'without a word'}")
        self.status, self.told = status, told


@dataclass(frozen=True)
class Answer:
    status: int
    body: bytes
    kind: str = "text/html"
    location: str = ""
    refresh: str = ""  # what the page goes on to by itself: a file that is saved


# -- the way to the club ----------------------------------------------------------------------------------


class Way(Protocol):
    """A browser's cookies, and how its requests reach the club."""

    def ask(self, method: str, address: str, fields: Fields | None = None) -> Answer: ...


@dataclass
class Line:
    """By HTTP to a club that is served; in the hall each device has an address of its own."""

    url: str
    cookies: dict[str, str] = field(default_factory=dict)
    source: str = field(default_factory=lambda: f"127.{secrets.randbelow(2**8)}.{secrets.randbelow(2**8)}.1")

    def ask(self, method: str, address: str, fields: Fields | None = None) -> Answer:
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        body = None
        if fields is not None:
            body, headers["Content-Type"] = encoded(fields)
        host = urlsplit(self.url).netloc
        with closing(http.client.HTTPConnection(host, timeout=60, source_address=(self.source, 0))) as connection:
            connection.request(method, address, body, {"Connection": "close", **headers})
            response = connection.getresponse()
            content = response.read()
        for cookie in response.msg.get_all("Set-Cookie") or ():
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        return Answer(
            response.status, content, response.headers.get_content_type(), response.getheader("Location", ""),
            response.getheader("Refresh", ""),
        )  # fmt: skip


class Inside:
    """To the club in this process, past the server: quick, and the tests' clock and database are its own."""

    def __init__(self) -> None:
        self.client = Client(enforce_csrf_checks=True)
        self.source = f"127.{secrets.randbelow(2**8)}.{secrets.randbelow(2**8)}.1"

    def ask(self, method: str, address: str, fields: Fields | None = None) -> Answer:
        form: dict[str, Any] = {} if fields is None else dict(
            zip(("data", "content_type"), encoded(fields), strict=True)
        )  # fmt: skip
        response = self.client.generic(method, address, REMOTE_ADDR=self.source, **form)
        content = b"".join(response) if response.streaming else response.content
        kind = response.headers.get("Content-Type", "").partition(";")[0]
        headers = response.headers
        return Answer(response.status_code, content, kind, headers.get("Location", ""), headers.get("Refresh", ""))


def encoded(fields: Fields) -> tuple[str | bytes, str]:
    """As a browser sends a form, and what it calls that."""
    if not any(isinstance(value, bytes) for _, value in fields):
        return urlencode(fields), "application/x-www-form-urlencoded"
    sent = {name: BytesIO(value) if isinstance(value, bytes) else value for name, value in fields}
    for name, file in sent.items():
        if isinstance(file, BytesIO):
            file.name = f"{name}.zip"
    return encode_multipart(BOUNDARY, sent), MULTIPART_CONTENT


# -- what is on a page ------------------------------------------------------------------------------------


def words(part: Any) -> str:
    """Text, or all that a part of a page says, as it is read: one space between words, plain quotes."""
    text = " ".join(part.itertext()) if hasattr(part, "itertext") else part or ""
    return SPACED.sub(r"\1", " ".join(text.translate(PLAIN).split()))


@dataclass
class Page:
    address: str
    status: int
    tree: Any
    files: dict[str, bytes] = field(default_factory=dict)  # chosen, by the fields' names

    @property
    def title(self) -> str:
        return words(" ".join(self.tree.xpath("//h1[1]//text()"))) or words(self.tree.findtext(".//title"))

    @property
    def text(self) -> str:
        return words(" ".join(self.tree.xpath("//main//text()[not(parent::script) and not(parent::style)]")))

    @property
    def told(self) -> str:
        """What the page says is wrong, or isn't so any more."""
        return " | ".join(filter(None, dict.fromkeys(words(each) for each in self.tree.xpath(TOLD))))

    @property
    def said(self) -> str:
        """What the page says was done."""
        return " | ".join(words(each) for each in self.tree.xpath("//*[@role='status']"))

    # -- keys and links

    def all_keys(self) -> Iterator[tuple[str, Any]]:
        """What can be tapped: keys that send a form, then links."""
        for key in self.tree.xpath(f"(//button[not(@type) or @type='submit'] | //input[@type='submit']){UNSEEN}"):
            if self.form_of(key) is not None and key.get("disabled") is None:
                yield self.name_of(key), key
        for link in self.tree.xpath(f"//a[@href]{UNSEEN}"):
            yield self.name_of(link), link

    def key(self, wanted: str, beside: str = "") -> Any:
        """The key or link of these words, or whose words begin so; `beside` others that stand in the same row."""
        wanted, beside = words(wanted), words(beside)
        named = list(self.all_keys())
        exact = [key for name, key in named if name == wanted]
        begun = [key for name, key in named if re.match(re.escape(wanted) + r"(\W|$)", name)]
        found = exact or begun
        if beside:  # the row's own key first, whatever it says besides, then the key of these words alone
            found = self._nearest(sorted(begun, key=lambda key: key not in exact), beside)
        if not found:
            there = ", ".join(repr(name) for name in dict.fromkeys(name for name, _ in named) if name)
            row = f" beside '{beside}'" if beside else ""
            raise Missing(f"no key '{wanted}'{row} on {self.title!r} ({self.address}); there are: {there}")
        return found[0]

    def has(self, wanted: str, beside: str = "") -> bool:
        try:
            self.key(wanted, beside)
        except Missing:
            return False
        return True

    def _nearest(self, found: list[Any], beside: str) -> list[Any]:
        """Those that share the smallest part of the page with these words."""
        near = []
        for key in found:
            part = key
            while part is not None and not re.search(rf"(?<!\w){re.escape(beside)}(?!\w)", words(part)):
                part = part.getparent()
            if part is not None and part.tag not in ("main", "body", "html", "ul", "ol", "tbody", "table"):
                near.append((len(words(part)), key))
        return [key for _, key in sorted(near, key=lambda one: one[0])]

    def name_of(self, key: Any) -> str:
        return words(key.get("aria-label")) or words(key) or words(key.get("value") or key.get("title"))

    def form_of(self, key: Any) -> Any:
        if name := key.get("form"):
            return next(iter(self.tree.xpath("//form[@id=$name]", name=name)), None)
        return next(key.iterancestors("form"), None)

    # -- fields

    def fields(self) -> Iterator[tuple[str, Any]]:
        """Every field that a person fills in, with its label; a choice has its own words, then those of its group."""
        for box in self.tree.xpath(f"(//input | //select | //textarea){UNSEEN}"):
            kind = box.get("type", "text")
            if kind in ("hidden", "submit", "image", "button") or self.form_of(box) is None:
                continue
            yield self.label_of(box), box

    def label_of(self, box: Any) -> str:
        if box.get("aria-label"):
            return words(box.get("aria-label"))
        if named := box.get("aria-labelledby"):
            return words(
                " ".join(t for one in named.split() for t in self.tree.xpath("//*[@id=$one]//text()", one=one))
            )
        label = next(iter(self.tree.xpath("//label[@for=$id]", id=box.get("id"))), None) if box.get("id") else None
        if label is None:
            label = next(box.iterancestors("label"), None)
        return words(label) if label is not None else words(box.get("placeholder"))

    def group_of(self, box: Any) -> str:
        group = next(box.iterancestors("fieldset"), None)
        return words("".join(group.xpath("./legend//text()"))) if group is not None else ""

    def fill(self, label: str, value: str | int | bool | bytes, beside: str = "") -> int:
        """Type into a field, choose of a list or one of several, tick or untick; how many letters were typed."""
        label = words(label)
        named = [(name, box) for name, box in self.fields()]
        boxes = [box for name, box in named if name == label] or [
            box for name, box in named if re.match(re.escape(label) + r"(\W|$)", name)
        ]
        choices = [box for name, box in named if box.get("type") == "radio" and self.group_of(box).startswith(label)]
        if beside:
            boxes = self._nearest(boxes, words(beside))
        if choices and not (boxes and boxes[0].get("type") != "radio"):
            wanted = words(str(value))
            boxes = [box for box in choices if re.match(re.escape(wanted) + r"(\W|$)", self.label_of(box))]
            if not boxes:
                raise Missing(
                    f"no choice '{wanted}' of '{label}' on {self.title!r}; there are: "
                    + ", ".join(repr(self.label_of(box)) for box in choices)
                )
        if not boxes:
            there = ", ".join(repr(f"{self.group_of(box)}: {name}".removeprefix(": ")) for name, box in named)
            raise Missing(f"no field '{label}' on {self.title!r} ({self.address}); there are: {there}")
        return self._set(boxes[0], value)

    def _set(self, box: Any, value: str | int | bool | bytes) -> int:
        if isinstance(value, bytes):
            self.files[box.get("name")] = value
            return 0
        kind = box.tag if box.tag != "input" else box.get("type", "text")
        if kind == "select":
            options = [(words(each), each) for each in box.iter("option")]
            wanted = words(str(value))
            chosen = [each for name, each in options if name == wanted] or [
                each for name, each in options if name.startswith(wanted)
            ]
            if not chosen:
                raise Missing(f"no '{wanted}' in '{self.label_of(box)}'; there are: {[name for name, _ in options]}")
            for _, each in options:
                each.attrib.pop("selected", None)
            chosen[0].set("selected", "")
            return 0
        if kind == "radio":
            for other in self.form_of(box).xpath(".//input[@type='radio'][@name=$name]", name=box.get("name")):
                other.attrib.pop("checked", None)
            box.set("checked", "")
            return 0
        if kind == "checkbox":
            box.attrib.pop("checked", None)
            if value:
                box.set("checked", "")
            return 0
        if kind == "textarea":
            box.text = str(value)
        else:
            box.set("value", str(value))
        return len(str(value))

    def sent(self, form: Any, key: Any = None) -> list[tuple[str, str | bytes]]:
        """What the browser sends of a form when this key is tapped."""
        sent: list[tuple[str, str | bytes]] = []
        boxes = form.xpath(".//input | .//select | .//textarea")
        if form.get("id"):
            boxes += self.tree.xpath("//*[self::input or self::select or self::textarea][@form=$id]", id=form.get("id"))
        for box in boxes:
            name, kind = box.get("name"), box.tag if box.tag != "input" else box.get("type", "text")
            if not name or box.get("disabled") is not None or kind in ("submit", "image", "button"):
                continue
            if self.form_of(box) is not form or (next(box.iterancestors("fieldset"), form).get("disabled") is not None):
                continue
            if kind == "file":
                sent += [(name, self.files[name])] if name in self.files else []
            elif kind in ("radio", "checkbox"):
                if box.get("checked") is not None:
                    sent.append((name, box.get("value", "on")))
            elif kind == "select":
                options = list(box.iter("option"))
                chosen = [each for each in options if each.get("selected") is not None]
                if not chosen and box.get("multiple") is None:
                    chosen = options[:1]
                sent += [(name, each.get("value", words(each))) for each in chosen]
            elif kind == "textarea":
                sent.append((name, box.text or ""))
            else:
                sent.append((name, box.get("value", "")))
        if key is not None and key.get("name"):
            sent.append((key.get("name"), key.get("value", "")))
        return sent


# -- somebody ---------------------------------------------------------------------------------------------


@dataclass
class Person:
    name: str
    role: str
    way: Way
    counted: Counter[str] = field(default_factory=Counter)
    page: Page = field(default_factory=lambda: Page("", 0, html.document_fromstring("<main></main>")))
    body: bytes = b""  # of the last answer, as it came

    def open(self, address: str) -> Page:
        """Scan a code, look again, or go where a link or two would lead: a tap."""
        self.counted["taps"] += 1
        return self._go("GET", address)

    def look(self, address: str) -> Page:
        """A page that draws itself again where it lies open: no tap."""
        return self._go("GET", address)

    def glance(self, address: str) -> Page:
        """See what hangs on the wall or lies on the table, beside the page that is open."""
        page = self.page
        try:
            return self._go("GET", address)
        finally:
            self.page = page

    def tap(self, wanted: str, beside: str = "", **filled: str) -> Page:
        """Tap a key or a link, and see what comes."""
        key = self.page.key(wanted, beside)
        self.counted["taps"] += 1
        if key.tag == "a":
            return self._go("GET", urljoin(self.page.address, key.get("href")))
        form = self.page.form_of(key)
        return self.send(form, key, **filled)

    def tap_first(self, *wanted: str) -> Page:
        """The first of these keys that is there."""
        return self.tap(next((key for key in wanted if self.page.has(key)), wanted[-1]))

    def fill(self, label: str, value: str | int | bool | bytes, beside: str = "") -> Person:
        letters = self.page.fill(label, value, beside)
        self.counted["taps"] += 1
        self.counted["typed"] += letters
        return self

    def send(self, form: Any, key: Any = None, **filled: str) -> Page:
        """Send a form as it stands, `filled` by the names of its fields where a script would do that."""
        sent = [(name, value) for name, value in self.page.sent(form, key) if name not in filled] + list(filled.items())
        method = (key.get("formmethod") if key is not None else None) or form.get("method") or "get"
        action = (key.get("formaction") if key is not None else None) or form.get("action") or ""
        address = urljoin(self.page.address, action)
        if method.lower() == "get":
            return self._go("GET", f"{address.partition('?')[0]}?{urlencode(sent)}")
        self.counted["sent"] += 1
        return self._go("POST", address, sent)

    def _go(self, method: str, address: str, fields: Fields | None = None) -> Page:
        for _ in range(MOST_REDIRECTS):
            path = urlsplit(address)
            address = path._replace(scheme="", netloc="", fragment="").geturl()
            begun = time.perf_counter_ns()
            answer = self.way.ask(method, address, fields)
            self.counted.update(pages=1, bytes=len(answer.body), waited=(time.perf_counter_ns() - begun) // 1000)
            if answer.status not in (301, 302, 303, 307):
                break
            method, fields, address = "GET", None, urljoin(address, answer.location)
        self.body = answer.body
        if answer.kind != "text/html":
            return self.page
        tree = html.document_fromstring(answer.body.decode() or "<main></main>")
        self.page = Page(address, answer.status, tree)
        if answer.status >= 400:
            raise Refused(answer.status, self.page.told, f"{method} {address}")
        if "url=" in answer.refresh:
            self.body = self.way.ask("GET", urljoin(address, answer.refresh.partition("url=")[2])).body
        return self.page
