"""A club's year: night after night, with what goes wrong, and after each all that is said held against the book."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from urllib.parse import urlsplit

from . import holding
from .at_home import AtHome
from .book import Book, Published
from .book.telling import Told
from .clubs import Club
from .holding import Held
from .journal import Journal, Said
from .mishaps import Mishap, NotNow
from .nights import Night, Tablet
from .reading import Read, read_club
from .reading.crawl import through
from .reading.nights import Nights
from .web import Missing, Person, Refused

NIGHTS_OF_A_YEAR = 40
ALL_LOOK = 8
OF_NIGHT = re.compile(r"/(?:events|evenings)/(\d+)/")


def tell_now(line: str) -> None:
    print(line, flush=True)


@dataclass
class Year:
    """`most` is how many pages of one kind each reader looks at after a night: any, but of that night all that fit.

    The first reader looks every night, the others in turn; all look, at papers too, every `ALL_LOOK` nights."""

    club: Club
    everybody: list[Person]  # whose taps are counted
    mishaps: Sequence[Mishap] = ()
    most: int = 8
    papers: int = 1
    papers_every: int = 1  # so many nights
    readers: tuple[str, ...] = ("director", "member", "stranger")
    is_read: bool = True  # not while the release before runs, whose faults are known
    tablets: Callable[[int], Callable[..., Tablet]] = lambda number: Tablet  # of a night, by its number
    tell: Callable[[str], None] = tell_now
    # What came of it.
    held: Held = field(default_factory=Held)
    read: Read = field(default_factory=Read)
    apart: list[str] = field(default_factory=list)  # where media disagree
    happened: Counter[str] = field(default_factory=Counter)  # mishaps, by their names
    unmended: list[str] = field(default_factory=list)
    slips: Counter[tuple[str, str]] = field(default_factory=Counter)  # by kind, and what came of it
    for_director: Counter[str] = field(default_factory=Counter)  # what needed one
    taps: list[Counter[str]] = field(default_factory=list)  # by role, of each night
    away: list[str] = field(default_factory=list)  # who moved
    at_home: list[AtHome] = field(default_factory=list)  # tables between the nights, on the computer of today
    hands_at_home: int = 0
    published: Published = field(default_factory=dict)  # standings as they were then
    fresh: set[int] = field(default_factory=set)  # nights of which all is read the next time
    pending: list[Mishap] = field(default_factory=list)

    # -- playing

    def play(self, nights: int) -> None:
        for _ in range(nights):
            self.play_night()
        if len(self.club.nights) == NIGHTS_OF_A_YEAR:
            self.club.end_season()
            self.look("The end of the season")

    def play_night(self) -> Night:
        club, before = self.club, self._tapped()
        night = club.plan_night()
        night.tablet = self.tablets(len(club.nights))
        self.changed(night)
        self.let("before check-in", night)
        club.check_in(night)
        self.let("at check-in", night)
        club.seat(night)
        night.meanwhile = lambda: self.let("in a round", night)
        club.play_rounds(night)
        self.let("at closing", night)
        club.close(night)
        self.taps.append(self._tapped() - before)
        if self.is_read:
            self.look(night.name)
        self.let("between nights", night)
        if self.is_read and self.fresh:
            self.look(f"{night.name}, put right")
        return night

    def _tapped(self) -> Counter[str]:
        taps: Counter[str] = Counter()
        for person in self.everybody:
            taps[person.role] += person.counted["taps"]
        return taps

    # -- what goes wrong

    def changed(self, night: Night) -> None:
        """All of this night is read the next time."""
        self.fresh.add(night.event)

    def let(self, when: str, night: Night) -> None:
        seed, number = self.club.seed, len(self.club.nights)
        for one in self.mishaps:
            if one.when != when:
                continue
            is_now = when != "in a round" or night.round == one.round_of(seed, number, night.rounds)
            if not is_now or not (one.is_due(seed, number) or one in self.pending):
                continue
            try:
                one.happen(self, night)
            except NotNow:
                self.pending += [one] if one not in self.pending else []
                continue
            except (Missing, Refused, AssertionError) as stuck:
                self.unmended.append(f"{night.name}: {one.name}: {stuck}")
                self.tell(f"  not mended: {self.unmended[-1]}")
            if one in self.pending:
                self.pending.remove(one)
            self.happened[one.name] += 1
            if self.fresh and when == "between nights" and self.is_read:
                self.keep_standings()

    # -- holding

    def keep_standings(self) -> None:
        """What was published since the last look, as the book has it now: something else may change it before the
        next."""
        club, (person, _) = self.club, self.club.reader("director")
        newest = Nights.learn(through(person.way.ask), club.address, club.today).published.items()
        if new := [one for one in newest if ("{}, publication {}".format(*one), "") not in self.published]:
            book = Book(club.journal, today=club.today, published=self.published)
            for season, number in new:
                book.publish(season, number)

    def look(self, after: str, *, most: int | None = None) -> Held:
        """Everything that readers come to, against the book as it stands."""
        club, today, said = self.club, self.club.today, []
        book = Book(club.journal, today=today, published=self.published)
        before = self.read.media.total()
        first, *others = self.readers
        number = len(club.nights)
        all_look = number == NIGHTS_OF_A_YEAR or not (number - 1) % ALL_LOOK
        turn = others if all_look else others[number % max(1, len(others)) :][:1]
        for role in (first, *turn):
            papers = self.papers if all_look or (role == first and not number % self.papers_every) else 0
            read = self._read(role, self.most if most is None else most, papers, book.told)
            said += read.said
            for season, publication in read.published.items():
                book.publish(season, publication)
                book.publish(season, club.nights[-1].day)
            read.failed = [f"{role}: {one}" for one in read.failed]
            self.read.add(read)
        self.fresh.clear()
        return self.hold(f"{after}: {self.read.media.total() - before:,} media", said, book, club.journal)

    def look_at_home(self, table: AtHome, *starts: str) -> Held:
        """At what a card of no club says."""
        read = table.read(starts=starts)
        self.read.add(read)
        for one in read.failed:
            self.tell(f"  {table.name}: {one}")
        return self.hold(f"  {table.name}: {read.media.total()} media", read.said, table.book, table.journal)

    def hold(self, where: str, said: Sequence[Said], book: Book, journal: Journal) -> Held:
        held = holding.against(said, book, journal)
        apart = [*holding.between(said)]
        untold = [f"not in the book: {one}" for what, one in held.such_as.items() if what not in self.held.such_as]
        self.held.add(held)
        self.apart += [one for one in apart if one not in self.apart]
        self.tell(
            f"{where}, {len(said):,} figures, {held.right:,} right, {len(held.wrong)} wrong, "
            f"{held.untold.total()} not in the book, {len(apart)} apart"
        )
        for one in (*held.wrong[:20], *apart[:10], *untold):
            self.tell(f"  {one}")
        return held

    def _read(self, role: str, most: int, papers: int, told: Told) -> Read:
        club, chance = self.club, random.Random(f"{self.club.seed}/{len(self.club.nights)}/{role}")
        person, starts = club.reader(role)
        fresh = set(self.fresh) or {club.nights[-1].event}

        def is_left_out(address: str) -> bool:
            found = OF_NIGHT.search(urlsplit(address).path)
            return bool(most) and found is not None and int(found[1]) not in fresh

        return read_club(
            through(person.way.ask), club.address, self.club.today + timedelta(days=1), most=most, papers=papers,
            starts=starts, without=is_left_out, chance=chance,
            unnamed=frozenset(told.forgotten | (told.hidden if role == "stranger" else set())),
        )  # fmt: skip
