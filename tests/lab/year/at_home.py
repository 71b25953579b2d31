"""Tables at home, between the nights: a kitchen keeps a card, somebody plays with bots.

What is played there counts in no club, so that each table has a book of its own, as a night of one round.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any
from urllib.parse import urlsplit

from scoring.rules.deal_score import DealRecord

from . import journal
from .book import Book
from .book.games import GAMES
from .journal import Hand, Happened, Journal
from .nights import Cards, Tablet, told
from .reading import Read
from .reading.crawl import crawl, through
from .reading.nights import Nights
from .reading.reviews import Review
from .web import Missing, Page, Person, Refused, words

ASKED = {3: "3 each alone", 4: "4 partners", 6: "6 pairs or threes"}
BOOKS = {  # as the first pages call them: by how many play, and how many hands a table agrees on; 0: the book says it
    "st-hilary": ("St. Hilary Card Party", 4, 0),
    "npa": ("National Pinochle Association", 4, 0),
    "six-handed": ("Six-handed Triple Deck", 6, 0),
    "gwinnett": ("Gwinnett Senior Golden Games", 4, 8),
    "gwinnett-3": ("Gwinnett Golden Games, three-handed", 3, 6),
}
MOST_HANDS = 40  # a game is over long before
MOST_TAPS = 400  # of a hand with bots
MOST_PAGES = 4  # of one kind, that are read of a card


@dataclass(eq=False)
class AtHome:
    """A table at home: whose device it is, and what happened there."""

    person: Person
    game: str  # as the other book calls it
    name: str
    day: date
    hands: int = 0  # agreed on
    address: str = ""  # of its card
    shared: str = ""  # where phones watch it
    me: str = "You"  # how its card names who sits there with bots
    journal: Journal = field(init=False)

    def __post_init__(self) -> None:
        self.journal = Journal(self.name, self.game)
        self.write(journal.Planned, "at home")
        self.rule("end of a round", "game" if GAMES[self.game].target else "hands")
        self.rule("other game", self.game)
        if self.hands:
            self.rule("hands", self.hands)
        self.write(journal.RoundClosed, 1)

    def write(self, kind: Callable[..., Happened], *about: Any) -> None:
        self.journal.write(kind(self.day, self.name, *about))

    def rule(self, what: str, figure: Any) -> None:
        self.journal.write(journal.Ruled(self.day, f"{self.name}/{what}", figure))

    def sit(self, seats: dict[str, str]) -> None:
        for name in seats.values():
            self.write(journal.Came, name)
        self.write(journal.Sat, 1, 1, seats)

    def play(self, number: int, hand: Hand) -> None:
        self.write(journal.Played, 1, 1, number, hand)

    def called(self, name: str) -> str:
        return self.me if name == "You" else name

    @property
    def book(self) -> Book:
        return Book(self.journal)

    def read(self, *, starts: tuple[str, ...] = ()) -> Read:
        """All that the card's pages and papers say to who keeps it and who watches it."""
        get, read = through(self.person.way.ask), Read()
        nights = OneTable("/", self.day, me=self.me, name=self.name)
        for address in starts:
            read.take(get(address), nights)
        for front in filter(None, (self.address, self.shared)):
            for got in crawl(get, front, most=MOST_PAGES, papers=1, chance=random.Random(self.name)):
                read.take(got, nights)
        return read


@dataclass
class OneTable(Nights):
    """Of no club: all that is read is of this table."""

    name: str = ""

    def of(self, got: Any) -> str:
        return self.name

    def at_table(self, got: Any) -> str:
        return f"{self.name}, round 1, table 1"


# -- a kitchen --------------------------------------------------------------------------------------------


@dataclass
class Kitchen:
    """Keeps a card by one of the books, from the first page on; a hand is typed wrong and put right, a step undone, and
    a tablet dies."""

    devices: Callable[[str, str], Person]
    home: AtHome
    cards: Cards
    chance: random.Random

    def begin(self, people: tuple[str, ...]) -> Tablet:
        home, person = self.home, self.home.person
        title, players, hands = BOOKS[home.game]
        person.open("/")
        for key in (ASKED[players], title, "Start a card"):
            person.tap(key)
        asked = [(label, box.get("name")) for label, box in person.page.fields()]
        seats = [(label, name[-1]) for label, name in asked if (name or "").startswith("player_")]
        for (label, _), name in zip(seats, people, strict=True):
            person.fill(label, name)
        home.sit({seat: name for (_, seat), name in zip(seats, people, strict=True)})
        if hands:
            person.fill("How many hands?", hands)
        person.tap("Start hand 1")
        home.address = person.page.address
        return Tablet(person, 1, home.address)

    def play(self, tablet: Tablet) -> None:
        """Until the card says that the game is over."""
        for number in range(1, MOST_HANDS):
            if tablet.step != "bid":
                break
            dealer = tablet.dealer
            hand = self.cards.hand(dealer, self.home.name, number)
            self.home.play(number, told(hand, dealer))
            if number == 1:
                slip = self.with_a_slip(hand)
                try:
                    tablet.type_hand(slip)
                except Refused:  # no hand melds that much, which the card says
                    tablet.finish(hand)
                else:
                    self.put_right(tablet, hand, slip)
            else:
                tablet.type_hand(hand)
            if number == 2:
                tablet.person.tap("Undo")
                tablet.finish(hand)
                self.change_tablets(tablet)
        self.home.person = tablet.person
        assert not tablet.step, f"after {number} hands it isn’t over: {tablet.page.text[:200]}"
        tablet.sign()

    def with_a_slip(self, hand: DealRecord) -> DealRecord:
        """A meld of those who didn't bid is written a point too low."""
        low = next((side for side, meld in hand.meld.items() if meld > 1 and hand.bidder not in side), "")
        return replace(hand, meld={side: meld - (side == low) for side, meld in hand.meld.items()})

    def put_right(self, tablet: Tablet, hand: DealRecord, slip: DealRecord) -> None:
        low = next((side for side, meld in hand.meld.items() if slip.meld[side] != meld), "")
        if not low:
            return
        person = tablet.person
        person.open(f"{self.home.address}hands/1/")
        person.tap("Correct this hand")
        label = next(label for label, box in person.page.fields() if box.get("name") == f"meld_{low}")
        person.fill(label, hand.meld[low])
        person.tap("Save the correction")
        tablet.look()

    def change_tablets(self, tablet: Tablet) -> None:
        """Its battery is dead: another one goes on, by the code that both were shown before. And a phone watches."""
        tablet.person.open(f"{self.home.address}share/")
        tablet.person.tap("Show the codes")
        codes = [words(one) for one in tablet.person.page.tree.xpath("//*[contains(@class, 'link-address')]")]
        if len(codes) != 2:
            raise Missing(f"no two codes on {tablet.person.page.title!r}: {tablet.person.page.text}")
        writes, self.home.shared = (urlsplit(code).path for code in codes)
        tablet.person = self.devices("another tablet", "player")
        tablet.person.open(writes)
        tablet.person.tap("Keep score here")


# -- with bots --------------------------------------------------------------------------------------------


@dataclass
class Player:
    """Plays a game with bots, alone or with friends who have a device each. Each hand is written down as its review
    tells it."""

    home: AtHome
    chance: random.Random
    friends: tuple[Person, ...] = ()

    @property
    def page(self) -> Page:
        return self.home.person.page

    def begin(self) -> None:
        person = self.home.person
        person.open("/")
        person.tap("Play with bots")
        if self.friends:
            self._meet()
        else:
            person.tap(BOOKS[self.home.game][0])

    def _meet(self) -> None:
        """Who opens the table tells its code; the others sit down, and bots in the seats that stay empty."""
        host = self.home.person
        host.tap("Open a table and invite friends")
        self.home.me = host.name
        host.fill("Your name", host.name).fill("Rules", BOOKS[self.home.game][0])
        host.tap("Open the table")
        code = words(self.page.tree.xpath("//*[contains(@class, 'table-code')]")[0])
        for friend in self.friends:
            friend.open("/play/")
            friend.fill("Friends at a table?", code)
            friend.tap("Join")
            friend.fill("Your name", friend.name)
            friend.tap("Sit down")
        host.look(self.page.address)
        host.tap_first("Start the game", "Start with bots in the empty seats")
        for friend in self.friends:
            friend.open(self.page.address)

    def play_hand(self, number: int) -> bool:
        """Whether there was one: some cards are dealt again."""
        everybody = (self.home.person, *self.friends)
        for person in everybody:
            if person.page.has("Next hand"):
                person.tap("Next hand")
        for _ in range(MOST_TAPS):
            are_done = [self._act(person) for person in everybody]
            if all(are_done):
                break
        else:
            raise Missing(f"after {MOST_TAPS} taps the hand isn’t over: {[one.page.text[:300] for one in everybody]}")
        if not self.home.address:
            self.home.address = urlsplit(self.page.key("Score card").get("href")).path
        if not self.page.tree.xpath("//*[contains(@class, 'result-side')]"):
            return False
        self.home.person.tap("Review the hand")
        review = Review(self.home.person.look, self.page)
        self.home.sit({seat: self.home.called(name) for seat, name in review.seats.items()})
        self.home.play(number, review.hand(GAMES[self.home.game].tricks))
        self.home.person.tap("Back to the table")
        return True

    def _act(self, person: Person) -> bool:
        """What is asked, mostly as the green key says; of cards that may be played any. Whether the hand is over."""
        if self.friends:
            person.look(person.page.address)
        if person.page.tree.xpath("//*[@id='result']"):
            return True
        for form in person.page.tree.xpath("//form[@id='act' or @id='go-on']"):
            person.counted["taps"] += 1
            person.send(form, self._key(form))
        return False

    def _key(self, form: Any) -> Any:
        """Any but those behind another."""
        keys = form.xpath(".//button[@name='action' or @name='kind'][not(@aria-describedby)][not(ancestor::details)]")
        cards = form.xpath(".//input[@name='cards']")
        for card in self.chance.sample(cards, int(form.get("data-choose") or 0)):
            card.set("checked", "")
        passes = [key for key in keys if words(key).startswith("Pass ") and not cards]
        green = [key for key in keys if "button-go" in (key.get("class") or "")]
        bids = [key for key in keys if key not in passes][:1] if passes and not self.chance.randrange(3) else []
        return (bids or passes or green or [self.chance.choice(keys)])[0] if keys else None
