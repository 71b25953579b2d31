"""What is wrong with the HTML of a page for whoever hears it, as far as that is known without a browser: for the many
pages that tests load anyway. Colors, sizes and what scripts make of a page are for `tests/browser`."""

from collections import Counter
from html.parser import HTMLParser

NEVER_CLOSED = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
NAMED_ELSEWHERE = ("aria-label", "aria-labelledby", "title")
NEED_WORDS = {"a", "button", "summary", "title", "h1", "h2", "h3", "h4", "legend"}
LIE_APART = {"template", "noscript"}
NO_FIELDS = {"hidden", "submit", "button", "reset", "image"}


def faults_of(page: str) -> list[str]:
    """Of a whole page; a part that htmx swaps in is judged on the page around it."""
    return _Reader(page).faults() if page.lstrip().lower().startswith("<!doctype html") else []


class _Reader(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__()
        self.ids: Counter[str] = Counter()
        self.points_at: list[tuple[str, str]] = []
        self.labelled: set[str] = set()
        self.fields: list[dict[str, str]] = []
        self.open: list[tuple[str, dict[str, str], list[str]]] = []
        self.counted: Counter[str] = Counter()
        self.level = 0
        self.found: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag not in NEVER_CLOSED:
            self.open.append((tag, values, []))
        if any(each in LIE_APART for each, *_ in self.open):
            return
        self.counted[tag] += 1
        self.ids.update([values["id"]] if "id" in values else [])
        for name in ("for", "aria-labelledby", "aria-describedby"):
            self.points_at += [(name, each) for each in values.get(name, "").split()]
        if tag == "label":
            self.labelled.add(values.get("for", ""))
        if tag in ("select", "textarea") or (tag == "input" and values.get("type", "text") not in NO_FIELDS):
            is_within = any(each == "label" for each, *_ in self.open)
            self.fields += [] if is_within or any(values.get(name) for name in NAMED_ELSEWHERE) else [values]
        if tag == "img" and "alt" not in values:
            self.found.append(f"a picture without words: {values.get('src')}")
        elif tag == "img" or values.get("aria-label"):
            self._say(values.get("alt", "") + values.get("aria-label", ""))
        if tag in ("h1", "h2", "h3", "h4"):
            if int(tag[1]) > self.level + 1:
                self.found.append(f"{tag} after h{self.level}")
            self.level = int(tag[1])

    def handle_data(self, data: str) -> None:
        self._say(data)

    def _say(self, words: str) -> None:
        for *_, said in self.open:
            said.append(words)

    def handle_endtag(self, tag: str) -> None:
        while self.open:
            name, values, said = self.open.pop()
            has_name = "".join(said).strip() or any(values.get(each) for each in NAMED_ELSEWHERE)
            if name in NEED_WORDS and not has_name and "hidden" not in values:
                self.found.append(f"<{name}> without words: {values}")
            if name == tag:
                break

    def faults(self) -> list[str]:
        twice = [f"{name} points at two {each}" for name, each in self.points_at if self.ids[each] > 1]
        astray = [f"{name} points at {each}" for name, each in self.points_at if each not in self.ids]
        nameless = [f"field without a label: {each}" for each in self.fields if each.get("id") not in self.labelled]
        missing = [f"no <{tag}>" for tag in ("title", "main", "h1") if not self.counted[tag]]
        return [*self.found, *twice, *astray, *nameless, *missing]
