"""Cards in every state, every address they have, and the forms on their pages: for tests that leave none out."""

import itertools
from collections.abc import Iterator, Sequence
from html.parser import HTMLParser

from django.test import Client
from django.urls import URLPattern, reverse

from scoring.models import CardLink, DeviceCard
from scoring.rules.book import RuleBook
from scoring.score_card import access
from scoring.score_card.recording import read_sheet
from scoring.score_card.sheet import STEPS
from scoring.score_card.urls import urlpatterns
from tests.scoring.score_card.makers import enter, enter_hand, hand_payload, make_card

ADDRESSES = {str(pattern.name): pattern for pattern in urlpatterns}
STATES = ("new", "bid", "meld", "undone", "hands", "redealt", "finished", "signed", "round")
NOBODYS = "5a2c8a52-6f5b-4f0e-9d5e-3f1f6d1c7b11"  # an id that no card has


def card_in(state: str, book: str | RuleBook, client: Client) -> DeviceCard:
    """A card of `book` in one of `STATES`, kept by `client`'s tablet."""
    keeper = make_card(client, book=book, hands_agreed=2 if state in ("finished", "signed") else None)
    rules = keeper.card.book_version.book
    hand = hand_payload(rules)
    if state in ("hands", "finished", "signed", "round", "redealt"):
        enter_hand(keeper)
        enter_hand(keeper)
    while state in ("finished", "signed") and read_sheet(keeper.card).open_line:
        enter_hand(keeper)
    if state in ("bid", "meld", "undone"):
        enter(keeper, "bid", {name: hand[name] for name in ("dealer", "bidder", "bid", "trump", "no_marriage")}, hand=1)
    if state in ("meld", "undone"):
        meld = enter(keeper, "meld", {"meld": hand["meld"]}, hand=1)
    if state == "undone":
        enter(keeper, "undo", {"undoes": meld.entry.number}, hand=1)
    if state == "redealt":
        redeal = {"why": "misdeal", "dealer": rules.seats[0], "next_dealer": rules.seats[0]}
        enter(keeper, "redeal", redeal, hand=read_sheet(keeper.card).open_line.number)
    if state == "round" and rules.penalties:
        code = rules.penalties[0].code
        enter(keeper, "late", {"seat": "N", "minutes": 40, "substitute": "in_event", "name": "Zoë"})
        enter(keeper, "penalty", {"seat": "N", "code": code, "count": 2, "note": "", "hand": 1, "replacement": True})
    if state == "signed":
        for side in rules.sides:
            enter(keeper, "sign", {"side": side, "version": read_sheet(keeper.card).content_version, "by": ""})
    return keeper


def addresses_of(keeper: DeviceCard, *, wrong: bool = True, others: bool = True) -> Iterator[tuple[str, str]]:
    """Every address of the URLconf, with what fits the card and with what does not (`wrong`); among them those that are
    of no card (`others`), such as books."""
    rules, open_line = keeper.card.book_version.book, read_sheet(keeper.card).open_line
    hands = {1, open_line.number} if open_line else {1}
    fitting: dict[str | int, Sequence[object]] = {
        "card_id": [keeper.card_id],
        "example_id": [],
        "hand": sorted(hands),
        "step": STEPS,
        "number": [keeper.card.version],
        "side": rules.sides,
        "key": [rules.key],
        "digest": [keeper.card.book_version.digest],
    }
    missing: dict[str | int, Sequence[object]] = {
        "example_id": [NOBODYS],
        "hand": [0, 999_999_999_999],
        "number": [999_999_999_999],
        "side": ["XX"],
    }
    missing |= {"key": ["no-such-book"], "digest": ["0"], "token": ["x" * 32]}
    for name, pattern in ADDRESSES.items():
        if not others and not {"card_id", "token", "digest"} & {*names_in(pattern)}:
            continue
        values = {key: [*fitting.get(key, ()), *(missing.get(key, ()) if wrong else ())] for key in names_in(pattern)}
        if "token" in values:
            kind = CardLink.Kind.WRITE if name == "join" else CardLink.Kind.READ
            values["token"] = [access.make_link(keeper.card, kind), *values["token"]]
        for arguments in itertools.product(*values.values()):
            yield name, reverse(f"score_card:{name}", kwargs=dict(zip(values, arguments, strict=True)))


def names_in(pattern: URLPattern) -> list[str]:
    return list(pattern.pattern.converters)


class Forms(HTMLParser):
    """The forms of a page as a browser would send them: action → fields."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.forms: dict[str, dict[str, str]] = {}
        self.fields: dict[str, str] = {}
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if tag == "form":
            self.fields = self.forms.setdefault(found.get("action") or "", {})
        for moved in ("formaction", "hx-post"):
            if moved in found:
                self.forms[found[moved] or ""] = self.fields
        name = found.get("name")
        if tag in ("input", "select", "textarea", "button") and name:
            if found.get("type") in ("radio", "checkbox", "submit") and name in self.fields and "checked" not in found:
                return
            self.fields[name] = found.get("value") or ""


def forms_of(client: Client, keeper: DeviceCard) -> dict[str, dict[str, str]]:
    """All forms on the pages of a card, by their action."""
    forms: dict[str, dict[str, str]] = {}
    for name, address in addresses_of(keeper, wrong=False):
        if "card_id" in names_in(ADDRESSES[name]) or name == "start":
            forms |= Forms(client.get(address).content.decode()).forms
    return forms
