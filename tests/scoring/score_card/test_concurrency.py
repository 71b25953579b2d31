"""Many tablets at once, on a real server: what it acknowledged is there once, what it refused was said.

The tablets act at random, some on pages that others have overtaken, some tapping twice. Each keeps a list of
what it sent and what it was answered; in the end the lists and the database must tell the same story.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, TypeVar
from uuid import UUID

from scoring.rules.book import built_in_books
from scoring.rules.deal_score import DealRecord
from scoring.rules.game import play_game
from scoring.score_card.sheet import EntryData, Setup, build_sheet
from tests.club_server import ClubServer
from tests.sampling import sample
from tests.tablet import STEP, Answer, Page, Tablet

R = TypeVar("R")

BOOK = built_in_books()["st-hilary"]
WRITERS = 8
CARDS = sample(8, 40)
NEVER_MADE = 40  # a bid above all that is melded and taken here, so that no game ends before the test does
SIDES = {"NS": "North & South", "EW": "East & West"}


@dataclass
class Sent:
    """One form as a tablet sent it, perhaps several times, and what it was answered."""

    action: str
    fields: dict[str, Any]
    answers: list[Answer] = field(default_factory=list)

    @property
    def client_id(self) -> str:
        return str(self.fields["client_id"])

    @property
    def is_saved(self) -> bool:
        return any(answer.is_saved for answer in self.answers)


# -- one card, eight tablets -------------------------------------------------------------


def test_eight_writers_on_one_card(club_server: ClubServer) -> None:
    card, tablets = eight_tablets(club_server)

    def write(number: int) -> list[Sent]:
        return Writer(tablets[number], card, random.Random(number)).write(sample(6, 100))

    sent = [form for forms in at_once(write, range(WRITERS)) for form in forms]

    entries = entries_of(club_server, card)
    assert_told_the_truth(sent, entries)
    assert {form.is_saved for form in sent} == {True, False}, "nobody met anybody: the test proves nothing"
    assert len({entry["device"] for entry in entries}) > 2
    sheet = build_sheet(BOOK, Setup("N"), as_acknowledged(sent, entries))
    assert tablets[0].open(card).totals == {SIDES[side]: total for side, total in sheet.totals.items()}


def eight_tablets(club_server: ClubServer) -> tuple[str, list[Tablet]]:
    """A card that has begun, kept by eight tablets; half of them without scripts."""
    tablets = [Tablet(club_server.url, is_scripted=number % 2 == 0) for number in range(WRITERS)]
    card = tablets[0].begin("st-hilary")
    tablets[0].save(tablets[0].open(card), first_dealer="N")
    for tablet in tablets[1:]:
        tablet.join(tablets[0], card)
    return card, tablets


@dataclass
class Writer:
    """A person with a tablet who does not look up to see what the others enter."""

    tablet: Tablet
    card: str
    chance: random.Random
    sent: list[Sent] = field(default_factory=list)

    def write(self, times: int) -> list[Sent]:
        page = self.tablet.open(self.card)
        for _ in range(times):
            if page.step is None:
                break  # a hundred hands: the card is full
            self.send(self.form_of(page))
            if self.chance.random() < 0.7:  # else the same page again, with a new id, whatever happened since
                page = self.tablet.open(self.card)
        return self.sent

    def form_of(self, page: Page) -> Sent:
        assert page.step, page.text
        if self.chance.random() < 0.1:
            return Sent(f"{self.card}undo/", {**page.hidden, "client_id": self.new_id()})
        hand, step = page.step
        figures = figures_of(step, hand, self.chance)
        return Sent(page.action, {**page.hidden, "client_id": self.new_id(), **figures})

    def new_id(self) -> str:
        return f"{self.chance.getrandbits(128):032x}"

    def send(self, form: Sent) -> None:
        """Tap the key, or tap it twice, or send it again after the answer as a tablet that missed it does."""
        taps = 2 if self.chance.random() < 0.2 else 1
        form.answers += at_once(lambda _: self.tablet.post(form.action, form.fields), range(taps))
        if self.chance.random() < 0.2:
            form.answers.append(self.tablet.post(form.action, form.fields))
        self.sent.append(form)


def figures_of(step: str, hand: int, chance: random.Random) -> dict[str, Any]:
    """What is typed in one step. The sides bid in turn and neither gets anywhere."""
    bidder = chance.choice("NS" if hand % 2 else "EW")
    if step == "bid":
        return {
            "dealer": BOOK.seats[(hand - 1) % 4],
            "bidder": bidder,
            "bid": NEVER_MADE,
            "trump": chance.choice("SHDC"),
        }
    if step == "meld":
        return {"meld_NS": chance.choice((0, 2, 4)), "meld_EW": chance.choice((0, 2, 4))}
    take = chance.randint(10, 15)  # what is rarer is asked about
    return {"take_NS": take, "take_EW": 25 - take}


# -- a hall full of cards ----------------------------------------------------------------


def test_cards_of_a_whole_hall_at_once(club_server: ClubServer) -> None:
    hands = sample(1, 12)

    tables = at_once(lambda number: keep_score(club_server, random.Random(number), hands), range(CARDS))

    entries = entries_of(club_server, *(table.card for table in tables))
    assert_told_the_truth([form for table in tables for form in table.sent], entries)
    assert all(form.is_saved for table in tables for form in table.sent), "a table by itself is never refused"
    assert Counter(entry["card"] for entry in entries) == {table.card: 1 + 3 * hands for table in tables}
    for table in tables:
        assert table.shown == {SIDES[side]: total for side, total in totals_of(table.sent).items()}


@dataclass
class Table:
    """A table that has played: its card, what it sent and the totals it was shown."""

    card: str
    sent: list[Sent]
    shown: dict[str, int]


def keep_score(club_server: ClubServer, chance: random.Random, hands: int) -> Table:
    tablet = Tablet(club_server.url)
    card = tablet.begin("st-hilary")
    page = tablet.open(card)
    writer = Writer(tablet, card, chance)
    writer.send(Sent(page.action, {**page.hidden, "first_dealer": "N"}))
    for _ in range(3 * hands):
        page = Page(writer.sent[-1].answers[-1].text)
        assert page.step, page.text
        hand, step = page.step
        writer.send(Sent(page.action, {**page.hidden, **figures_of(step, hand, chance)}))
    return Table(card, writer.sent, tablet.open(card).totals)


def totals_of(sent: Iterable[Sent]) -> Mapping[str, int]:
    """The totals by the rules alone, from what was typed."""
    typed: dict[str, dict[str, Any]] = {}
    for form in sent:
        typed.setdefault(form.action.rpartition("/hands/")[2].partition("/")[0], {}).update(form.fields)
    records = [record_of(fields) for hand, fields in typed.items() if hand.isdigit()]
    return play_game(BOOK, records).totals_now(BOOK)


def record_of(fields: Mapping[str, Any]) -> DealRecord:
    return DealRecord(
        bidder=fields["bidder"],
        bid=fields["bid"],
        trump=fields["trump"],
        meld={side: fields[f"meld_{side}"] for side in SIDES},
        take={side: fields[f"take_{side}"] for side in SIDES},
    )


# -- what the tablets were told, beside what is kept ---------------------------------------


def entries_of(club_server: ClubServer, *cards: str) -> list[dict[str, Any]]:
    """The entries of these cards as the database has them, each card's in order."""
    rows = club_server.rows(
        "SELECT card_id, number, kind, hand, payload, client_id, device_id FROM scoring_entry ORDER BY card_id, number"
    )
    names = ("card", "number", "kind", "hand", "payload", "client_id", "device")
    entries = [dict(zip(names, row, strict=True)) for row in rows]
    for entry in entries:
        entry["card"] = f"/cards/{UUID(str(entry['card']))}/"
        if isinstance(entry["payload"], str):  # SQLite keeps it as text
            entry["payload"] = json.loads(entry["payload"])
    return [entry for entry in entries if entry["card"] in cards]


def assert_told_the_truth(sent: list[Sent], entries: list[dict[str, Any]]) -> None:
    """Saved is there exactly once, refused is not there and was told why, and the numbers have no gap.

    What others had entered in the same words is saved by them, and not a second time. What was refused is taken when it
    is sent again only where another tablet undid something between.
    """
    keeper = Counter(entry["client_id"] for entry in entries)
    for form in sent:
        for answer in form.answers:
            assert answer.status in (200, 302, 409, 422), answer
            assert answer.is_saved or answer.told, answer
        if form.is_saved and form.client_id not in keeper:
            assert any(says_the_same(entry, form) for entry in entries), form
            continue
        assert keeper[form.client_id] == (1 if form.is_saved else 0), form
        own = [entry for entry in entries if entry["client_id"] == form.client_id]
        since = [entry for entry in entries if own and int(form.fields["seen"]) < entry["number"] < own[0]["number"]]
        was_undone = any(entry["kind"] == "undo" for entry in since)
        assert was_undone or len({answer.is_saved for answer in form.answers}) == 1, form
    numbers: dict[str, list[int]] = {}
    for entry in entries:
        numbers.setdefault(entry["card"], []).append(entry["number"])
    assert all(each == list(range(1, len(each) + 1)) for each in numbers.values())


def says_the_same(entry: dict[str, Any], form: Sent) -> bool:
    """Whether this is the step that the form was for, with the figures that were typed in it."""
    step = STEP.search(form.action)
    if step is None or (str(entry["hand"]), entry["kind"]) != step.groups():
        return False
    typed = payload_of(form)
    return bool(typed == {name: entry["payload"].get(name) for name in typed})


def as_acknowledged(sent: list[Sent], entries: list[dict[str, Any]]) -> list[EntryData]:
    """The entries of a card with the figures that were typed, in the order in which the server took them."""
    typed = {form.client_id: form for form in sent}
    by_number = []
    for entry in entries:
        form = typed.get(entry["client_id"])
        payload = entry["payload"] if form is None or entry["kind"] == "undo" else payload_of(form)
        by_number.append(EntryData(entry["number"], entry["kind"], entry["hand"], payload))
    return by_number


def payload_of(form: Sent) -> dict[str, Any]:
    """The figures of one form as an entry holds them."""
    typed = form.fields
    if "bid" in typed:
        return {name: typed[name] for name in ("dealer", "bidder", "bid", "trump")}
    step = "meld" if "meld_NS" in typed else "take"
    return {step: {side: typed[f"{step}_{side}"] for side in SIDES}}


def at_once(work: Callable[[Any], R], each: Iterable[Any]) -> list[R]:
    """Do it for each, all at the same time."""
    each = list(each)
    with ThreadPoolExecutor(len(each)) as pool:
        return list(pool.map(work, each))
