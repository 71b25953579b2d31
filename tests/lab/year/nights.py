"""How a plain night is played: the director plans and runs it, people pay at the door, a tablet lies on each table.

Everything is done on the pages that people have; what happened is written into the journal as the hall saw it, never
from what the club makes of it. Who was sent to which table is read off the seating, and people obey.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date
from typing import Any, TypeVar
from urllib.parse import urlsplit

from league.management.evenings import played_out
from scoring.play.state import record_of
from scoring.rules.book import RuleBook, built_in_book
from scoring.rules.deal_score import DealRecord
from scoring.rules.dealing import deal
from scoring.rules.notation import SUIT_NAMES

from . import journal
from .book import Book
from .book.telling import Told
from .journal import Hand, Happened, Journal, Said
from .web import Page, Person, Refused, words

ENTRY = "entry-form"
STEPS = ("bid", "meld", "take")
MOST_QUESTIONS = 4
MOST_REDEALS = 20
MISDEALT = 0.02  # of hands
PAYS = re.compile(r"Pay \$([\d.]+) to (.+)")
NUMBER = re.compile(r"\d+")
NEXT_BOARD = re.compile(r"Board (\d+) is next")


Typed = TypeVar("Typed")


@dataclass
class Seats:
    """A table of a round, as the seating says."""

    table: int
    seats: dict[str, str]


def seats_on(page: Page) -> list[Seats]:
    """Who is sent where, read off the page *Who sits where*."""
    found = []
    for table in page.tree.xpath("//li[contains(@class, 'felt-table')]"):
        number = NUMBER.search(words(table.xpath(".//*[contains(@class, 'felt-number')]")[0]))
        assert number is not None, page.address
        plates = table.xpath(".//div[contains(@class, 'felt-plate')]")
        seats = {
            words(plate.xpath(".//*[contains(@class, 'felt-seat')]/span[@aria-hidden]")[0]): words(
                plate.xpath(".//*[contains(@class, 'felt-name')]")[0]
            )
            for plate in plates
        }
        found.append(Seats(int(number[0]), seats))
    return found


def sits_out_on(page: Page) -> tuple[str, ...]:
    """Who sits out, by the same page."""
    return tuple(words(name) for name in page.tree.xpath("//*[contains(@class, 'sits-out')]//*[@class='felt-name']"))


class Cards:
    """The deals of a club's nights, as good club players bid and play them; the same seed deals the same."""

    def __init__(self, game: str, seed: int) -> None:
        self.book: RuleBook = built_in_book(game)
        self.seed = seed

    def hand(self, dealer: str, *place: object) -> DealRecord:
        """A hand that was bid; one that must be dealt again isn't noted anywhere, as nobody does."""
        for again in range(MOST_REDEALS):
            state = played_out(self.book, dealer, random.Random(f"{self.seed}/{place}/{again}"))
            if state.redealt_by is None:
                return record_of(state)
        raise AssertionError(f"{MOST_REDEALS} hands were dealt again")

    def on_board(self, dealer: str, night: str, board: int, *place: object) -> DealRecord:
        """All tables have the cards of a board; how they bid and play them is their own."""
        dealt = deal(self.book, random.Random(f"{self.seed}/{night}/board {board}"), dealer)
        return record_of(played_out(self.book, dealer, random.Random(f"{self.seed}/{place}"), dealt=dealt))


def answer_to(question: str, hand: DealRecord) -> str | int | None:
    """What the card asks of a hand, as its players know it."""
    code, _, who = question.partition("q_")[2].rpartition("_")
    match code:
        case "last_trick":
            return "yes" if hand.last_trick == who else "no"
        case "tricks":
            return "yes" if hand.tricks.get(who) else "no"
        case "each_trick":
            return next((seat for seat in who if not hand.player_tricks.get(seat)), "yes")
        case "player_meld":
            return hand.player_meld.get(who, 0)
    return None


# -- a tablet on a table ----------------------------------------------------------------------------------


@dataclass
class Tablet:
    """Where a table's scorekeeper types, step by step."""

    person: Person
    table: int
    event: str  # its address, for the tablet
    signs: bool = True
    befalls: Callable[[], None] | None = None  # once the next bid is typed
    has_signed: bool = False  # in this round

    @property
    def page(self) -> Page:
        return self.person.page

    def look(self) -> Page:
        return self.person.open(self.event)

    def boxes(self, name: str) -> list[Any]:
        """The fields of the step that stands open, in the order in which they stand."""
        return [box for _, box in self.page.fields() if (box.get("name") or "").startswith(name) and self._is_open(box)]

    def _is_open(self, box: Any) -> bool:
        form = self.page.form_of(box)
        return form is not None and ENTRY in (form.get("class") or "")

    @property
    def step(self) -> str:
        """bid, meld or take, or nothing where no hand is open."""
        for form in self.page.tree.xpath(f"//form[contains(@class, '{ENTRY}')]"):
            step = (form.get("action") or "").rstrip("/").rpartition("/")[2]
            if step in STEPS:
                return step
        return ""

    @property
    def dealer(self) -> str:
        """Whose turn it is; of a board, printed on it."""
        return str(self.page.tree.xpath("string(//@data-typed)")).partition("dealer=")[2][:1]

    @property
    def board(self) -> int:
        """The board that comes next at a duplicate."""
        found = NEXT_BOARD.search(self.page.text)
        return int(found[1]) if found else 0

    def put(self, box: Any, value: str | int | bool = True) -> None:
        self.person.counted["taps"] += 1 if value is True else len(str(value))
        self.page._set(box, value)

    def choose(self, name: str, value: str) -> None:
        self.put(next(box for box in self.boxes(name) if box.get("value") == value))

    def go_on(self, hand: DealRecord) -> None:
        """Tap the green key, and answer what the card asks then."""
        self.tap_green()
        for _ in range(MOST_QUESTIONS):
            if self.person.page.status < 400:
                return
            self.answer(hand)
        raise Refused(self.page.status, self.page.told, self.page.address)

    def tap_green(self, name: str = "") -> None:
        open_keys = [key for _, key in self.page.all_keys() if self._is_open(key)]
        keys = [
            key for key in open_keys if (key.get("name") == name if name else "save-key" in (key.get("class") or ""))
        ]
        self.person.counted["taps"] += 1
        with suppress(Refused):  # what it asks stands on the page
            # Where it asks whether a figure is right, Enter sends the one that was typed instead.
            self.person.send(self.page.form_of(open_keys[0]), keys[0] if keys or name else None)

    def answer(self, hand: DealRecord) -> None:
        """What the paper card never asks; or whether a figure that can hardly be is right, as it is."""
        self.person.counted["asked"] += 1
        asked = [box.get("name") for box in self.boxes("q_")]
        if "q_rare" in {key.get("name") for _, key in self.page.all_keys()}:
            self.tap_green("q_rare")
            return
        for name in dict.fromkeys(asked):
            told = answer_to(name, hand)
            if isinstance(told, int):
                self.put(self._field(name), told)
            elif told:
                self.choose(name, told)
        self.tap_green()

    def type_hand(self, hand: DealRecord) -> DealRecord:
        """And the hand that the table takes for typed: this one."""
        if board := self.board:
            self.choose("board", str(board))
        for step in STEPS:
            if self.step == step:
                self.fill(step, hand)
                self.go_on(hand)
            self.befall()
        return hand

    def plainly(self, types: Callable[[Tablet], Typed]) -> Typed:
        """Where it takes a page without scripts."""
        return types(self)

    def befall(self) -> None:
        if self.befalls is not None:
            befalls, self.befalls = self.befalls, None
            befalls()

    def finish(self, hand: DealRecord) -> None:
        """From the step on that stands open."""
        for step in STEPS:
            if self.step == step:
                self.fill(step, hand)
                self.go_on(hand)

    def deal_again(self) -> None:
        """A misdeal, with the first of the book's reasons; a book without any deals on as it is."""
        if self.page.has("Deal again"):
            self.person.tap("Deal again")
            if reasons := self.boxes("why"):
                self.put(reasons[0])
                self.tap_green()
            self.look()

    def fill(self, step: str, hand: DealRecord) -> None:
        if step == "bid":
            self.fill_bid(hand)
        else:
            self.fill_figures(step, hand)

    def fill_bid(self, hand: DealRecord) -> None:
        assert self.step == "bid", (self.page.address, self.page.text[:300])
        self.choose("bidder", "stuck" if hand.stuck else hand.bidder)
        if not hand.stuck:
            self.put(self._field("bid"), hand.bid)
        if hand.trump and self.boxes("trump"):
            self.choose("trump", hand.trump)
        if hand.no_marriage:
            self.tick("no_marriage")

    def _field(self, name: str) -> Any:
        return next(box for box in self.boxes(name) if box.get("name") == name)

    def tick(self, name: str) -> None:
        """One of what is unusual."""
        self.put(self._field(name))

    def fill_figures(self, step: str, hand: DealRecord) -> None:
        """What each side melded or took."""
        figures = hand.meld if step == "meld" else hand.take
        for box in self.boxes(f"{step}_"):
            side = box.get("name").partition("_")[2]
            if side in figures:
                self.put(box, figures[side])
        if hand.thrown_in and step == "meld":
            self.tick("thrown_in")

    def sign(self) -> None:
        """Each side looks the card over and signs."""
        self.has_signed = True
        self.person.tap("Review and sign")
        while self.page.has("We are"):
            self.person.tap("We are")
            self.person.tap("Sign as")


@dataclass
class PaperCard:
    """A card that a table kept on paper, as somebody types it: a hand a row."""

    person: Person

    @property
    def page(self) -> Page:
        return self.person.page

    def rows(self) -> Iterator[tuple[str, int, str]]:
        """How the names of a row's fields begin, its number or board, and who dealt where that isn't printed."""
        for row in self.page.tree.xpath("//tr[contains(@class, 'grid-row')]"):
            boxes = row.xpath(".//input[@name]")
            number = int(row.xpath("string(./th)").split()[-1])
            yield boxes[0].get("name").partition("-")[0] + "-", number, boxes[0].get("placeholder") or ""

    def type_hand(self, row: str, hand: DealRecord) -> None:
        figures = {"meld": hand.meld, "take": hand.take}
        cells: dict[str, str | int | bool] = {"bidder": hand.bidder, "bid": hand.bid, "trump": hand.trump or ""}
        cells |= {f"{step}_{side}": points for step, of in figures.items() for side, points in of.items()}
        cells |= {"thrown_in": hand.thrown_in, "no_marriage": hand.no_marriage}
        for name, value in cells.items():
            for box in self.boxes(f"{row}{name}")[: 1 if value != "" and value is not False else 0]:
                self.person.counted["taps"] += 1 if value is True else len(str(value))
                self.page._set(box, value)

    def boxes(self, name: str) -> list[Any]:
        return list(self.page.tree.xpath("//form[contains(@class, 'paper-form')]//input[@name=$name]", name=name))

    def save(self, hands: dict[str, DealRecord]) -> None:
        """And answer what the paper never says."""
        for _ in range(MOST_QUESTIONS):
            key = self.page.key("Save the card")
            self.person.counted["taps"] += 1
            try:
                self.person.send(self.page.form_of(key), key)
                return
            except Refused:
                for row, hand in hands.items():
                    self._answer(row, hand)
        raise Refused(self.page.status, self.page.told, self.page.address)

    def _answer(self, row: str, hand: DealRecord) -> None:
        self.person.counted["asked"] += 1
        for box in self.page.tree.xpath("//input[starts-with(@name, $start)]", start=f"{row}q_"):
            name = box.get("name")
            told = True if name == f"{row}q_rare" else answer_to(name, hand)
            if told is not None and (box.get("type") != "radio" or box.get("value") == told):
                self.page._set(box, told)


# -- a night ----------------------------------------------------------------------------------------------


@dataclass
class Night:
    """One evening of a club."""

    journal: Journal
    director: Person
    cards: Cards
    name: str
    day: date
    address: str  # of the event
    rounds: int  # with those of a final; 0: until it is decided
    fee: int = 0
    devices: Any = None  # makes a new one
    in_pairs: bool = False
    has_boards: bool = False
    final: int = 0  # the round with which it begins
    most_tablets: int = 99  # further tables keep their card on paper
    tablets: dict[int, Tablet] = field(default_factory=dict)
    round: int = 0  # that is played
    skipped: int = 0  # rounds that were started by mistake and don't count
    wall: Page = field(default_factory=lambda: Page("", 0, None))  # who sits where, as it was looked at last
    tablet: Callable[[Person, int, str], Tablet] = Tablet
    comes_home: Callable[[], None] = lambda: None  # once it is closed, from where it was played
    soon: list[Callable[[], None]] = field(default_factory=list)  # as soon as the next round is started
    types: Callable[[Tablet, DealRecord], DealRecord] = lambda tablet, hand: tablet.type_hand(hand)
    meanwhile: Callable[[], None] = lambda: None  # in each round, once the first half of the tables have played

    @property
    def event(self) -> int:
        """By its number, as addresses name it."""
        return int(self.address.rstrip("/").rpartition("/")[2])

    def write(self, kind: type[Happened], *about: Any, **more: Any) -> None:
        self.journal.write(kind(self.day, *about, **more))

    def open(self, page: str = "") -> Page:
        return self.director.open(f"{self.address}{page}")

    # -- before the first round

    def board(self) -> Page:
        """The board draws itself again where it lies open; from elsewhere it is a tap away."""
        page, address = self.director.page, f"{self.address}board/"
        return self.director.look(page.address) if page.address.startswith(address) else self.open("board/")

    def check_in(self, people: Sequence[str]) -> None:
        """Each pays at the door; at a night of pairs the two come together."""
        if not self.director.page.has("Check people in"):
            self.open()
        self.director.tap("Check people in")
        if self.in_pairs:
            for one, other in zip(people[::2], people[1::2], strict=True):
                self.director.tap(f"Pair up {one}")
                self.director.tap(f"Pair up: {other}")
                self.write(journal.Came, self.name, one, other)
                self.write(journal.Came, self.name, other, one)
                for name in (one, other):
                    self.take_fee(name, f"Take ${self.fee}: {name}")
            return
        for name in people:
            self.write(journal.Came, self.name, name)
            self.take_fee(name, f"Here + ${self.fee}: {name}" if self.fee else f"Here: {name}")

    def take_fee(self, name: str, key: str) -> None:
        self.director.tap(key)
        if self.fee:
            self.write(journal.Paid, name, self.fee, self.name)

    def make_boards(self) -> None:
        """One person makes them all before the evening, from the printed list."""
        self.open()
        self.director.tap("Boards")
        self.director.tap("Make the boards")

    def make_the_cut(self) -> None:
        """Who plays in the final."""
        self.open("cut/")
        self.director.tap_first("Make the cut", "Draw the lots", "Go on")

    def seat(self) -> None:
        """Make a seating of the rounds that can be seated, and show it to everybody."""
        self.open("rotation/")
        self.director.tap_first("Draw the first round", "Make the seating")
        self.director.tap("Publish")

    def print_table_cards(self) -> None:
        self.open("papers/")
        for _ in range(3):  # a printer that is busy says so
            with suppress(Refused):
                self.director.tap_first("Print: Table cards", "Try now")
                return

    def pair_tablet(self, table: int) -> Tablet:
        """Somebody scans the table card."""
        shown = self.director.glance(f"{self.address}passes/{table}/")
        person = self.devices(f"table {table}", "scorekeeper")
        if shown.has("Keep its card on this device"):
            person.open(shown.key("Keep its card on this device").get("href"))
            person.tap(f"Yes, keep table {table} here")
        else:  # before version 1.11 the code was for cameras alone; who has none types what stands below
            person.open(urlsplit(f"//{words(shown.tree.xpath('//*[@class=$at]', at='link-address')[0])}").path)
            pin = words(shown.tree.xpath("//*[contains(@class, 'pass-pin')]//b")[-1])
            person.fill("Table", table).fill("PIN", pin)
            person.tap_first("Go on", "Keep this table")
        self.tablets[table] = tablet = self.tablet(person, table, f"/tables/{self.event}/")
        return tablet

    # -- a round

    def seats(self, number: int) -> list[Seats]:
        """Empty where the round isn't shown yet: then the page shows another."""
        self.wall = page = self.director.glance(f"{self.address}seating/?round={number}&by=table")
        shown = page.tree.xpath("//nav[@class='rounds']/a[@aria-current='page']/@href")
        sent = [Seats(one.table, {seat: self.called(who) for seat, who in one.seats.items()}) for one in seats_on(page)]
        return sent if any(f"round={number}&" in address for address in shown) else []

    def goes_on(self, number: int) -> bool:
        """Whether there is such a round; a knock-out goes on until nobody is left to meet."""
        if self.rounds or number == 1:
            return number <= (self.rounds or 1)
        return self.open("rotation/").has("Make the seating")

    def called(self, said: str) -> str:
        """The name on the club's list of somebody whom a page names, some by initials."""
        came = [line.name for line in self.journal.lines if isinstance(line, journal.Came) and line.night == self.name]
        initials = [name for name in came if " ".join(f"{part[0]}." for part in name.split()) == said]
        if len(initials) > 1:  # one of them is named in full
            initials = [name for name in initials if name in Told(self.journal.lines).hidden]
        return next((name for name in came if words(name) == words(said)), (initials or [said])[0])

    def play_round(self, number: int) -> None:
        self.round = number
        for tablet in self.tablets.values():
            tablet.has_signed = False
        if number == self.final:
            self.make_the_cut()
        sent = self.seats(number)
        if not sent:
            self.seat()
            sent = self.seats(number)
        assert sent, f"nobody sits anywhere in round {number}"
        if names := tuple(map(self.called, sits_out_on(self.wall))):
            self.write(journal.SatOut, self.name, number, names)
        if not self.director.page.has(f"Start round {number}"):
            self.board()
        self.director.tap_first(f"Start round {number}", "Start the final")
        for table in sent:
            self.write(journal.Sat, self.name, number, table.table, table.seats)
            if table.table not in self.tablets and table.table <= self.most_tablets:
                self.pair_tablet(table.table)
        while self.soon:
            self.soon.pop(0)()
        # Those with a tablet are the first to finish or the last, in turn.
        sent.sort(key=lambda one: (one.table in self.tablets) == bool(number % 2))
        half = len(sent) // 2
        for at, table in enumerate(sent):
            if at == half:
                self.meanwhile()
            self.play_table(number, table)
        self.close_round(number)

    def play_table(self, number: int, table: Seats) -> None:
        if table.table not in self.tablets:
            self.play_on_paper(number, table.table)
            return
        tablet = self.tablets[table.table]
        tablet.look()
        while tablet.step == "bid":
            self.play_hand(tablet, number)
        if tablet.signs and not tablet.has_signed:  # a table that was ruled on has
            tablet.sign()

    def play_hand(self, tablet: Tablet, number: int) -> None:
        done = len(self.hands_at(number, tablet.table)) + 1
        if random.Random(f"{self.name}/{number}/{tablet.table}/{done}").random() < MISDEALT:
            tablet.deal_again()
        dealer, board = tablet.dealer, tablet.board
        hand = self.hand(number, tablet.table, done, dealer, board)
        typed = self.types(tablet, hand)
        if typed is not hand:  # and nobody saw it
            self.write(journal.Played, self.name, number, tablet.table, done, told(typed, dealer, board))

    def hands_at(self, number: int, table: int) -> dict[int, Hand]:
        """What was played there so far."""
        return {
            line.number: line.hand
            for line in self.journal.lines
            if isinstance(line, journal.Played) and (line.night, line.round, line.table) == (self.name, number, table)
        }

    def hand(self, number: int, table: int, done: int, dealer: str, board: int = 0) -> DealRecord:
        """One that is played there."""
        place = (self.name, number, table, done)
        hand = self.cards.on_board(dealer, self.name, board, *place) if board else self.cards.hand(dealer, *place)
        self.write(journal.Played, *place, told(hand, dealer, board))
        return hand

    def play_on_paper(self, number: int, table: int) -> None:
        """Somebody else at the director's computer types the card in, as it comes."""
        card = PaperCard(Person("Dot", "typist", self.director.way))
        card.person.open(f"{self.address}rounds/{number}/tables/{table}/paper/")
        hands = {}
        for done, (row, board, dealer) in enumerate(card.rows(), 1):
            dealer = dealer or "NESW"[(board - 1) % 4]
            hands[row] = self.hand(number, table, done, dealer, board if self.has_boards else 0)
            card.type_hand(row, hands[row])
        card.save(hands)

    def close_round(self, number: int) -> None:
        self.board()
        if not self.director.page.has(f"Close round {number}") and self.director.page.has("Close the round"):
            self.director.tap("Close the round")
            if self.director.page.has("Close it anyway"):  # a table went home without signing
                self.director.fill("Reason", "They went home without signing.")
            self.director.tap_first("Close it anyway", "Close the final", f"Close round {number}")
        else:
            self.director.tap_first(f"Close round {number}", "Close the final")
        for tablet in self.tablets.values():
            tablet.signs = True
        self.write(journal.RoundClosed, self.name, number)

    def welcome_guest(self, name: str, fee: int) -> None:
        """Somebody who isn't a member comes along; who was here before stands in the list."""
        if self.director.page.has(key := f"Here + ${fee}: {name}"):
            self.write(journal.Came, self.name, name, is_guest=True)
            self.director.tap(key)
            self.write(journal.Paid, name, fee, self.name)
            return
        self.director.fill("Name", name)
        self.director.tap("Is here")
        self.write(journal.Came, self.name, name, is_guest=True)
        if fee:
            self.director.tap(f"Take ${fee}: {name}")
            self.write(journal.Paid, name, fee, self.name)

    def pay_out(self) -> None:
        """Set money comes in, and everybody who won something gets it."""
        self.open("cash/")
        if self.director.page.has("Everybody paid"):
            self.director.tap("Everybody paid")
            self.write_set_money()
        while key := next((name for name, _ in self.director.page.all_keys() if PAYS.match(name)), ""):
            self.director.tap(key)
            paid = PAYS.match(key)
            assert paid is not None
            self.write(journal.Paid, self.called(paid[2]), -float(paid[1]), self.name, "prize")

    def write_set_money(self) -> None:
        """Each has put in for the sets of the own side, as the book counts them."""
        book = Book(self.journal, today=self.day)
        for name in book.told.nights[self.name].came:
            dollars = book.set_money(Said("", name, "set money", "", self.name)) or "$0"
            if dollars != "$0":
                self.write(journal.Paid, name, float(dollars.removeprefix("$")), self.name, "set money")

    def publish_notice(self) -> None:
        self.open("notice/")
        self.director.tap("Publish")

    def close(self) -> None:
        self.open()
        self.director.tap("Close the event")
        self.director.tap("Close the event")
        self.comes_home()
        self.write(journal.Closed, self.name)


def told(hand: DealRecord, dealer: str, board: int = 0) -> journal.Hand:
    return journal.Hand(
        dealer=dealer,
        bidder=hand.bidder,
        bid=hand.bid,
        trump="" if hand.no_marriage else SUIT_NAMES.get(hand.trump or "", ""),
        meld=dict(hand.meld),
        take=dict(hand.take),
        is_thrown_in=hand.thrown_in or hand.no_marriage,
        partner=hand.partner or "",
        is_stuck=hand.stuck,
        only_last_trick=hand.last_trick or "" if hand.take.get(hand.last_trick or "") == 1 else "",
        with_trick=tuple(side for side, tricks in hand.tricks.items() if tricks and not hand.take.get(side)),
        without_trick=tuple(side for side, take in hand.take.items() if take and not hand.tricks.get(side)),
        board=board,
    )
