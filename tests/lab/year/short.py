"""A short year of small clubs in this process, kept on disk, so that each fault can come to them in mid-season.

    python -m tests.lab.year.short CLUB --keep FOLDER      plays the first nights of a club, and keeps them
    python -m tests.lab.year.short --go-on FOLDER          reads what is kept, plays one night more, and says what is
                                                           wrong; it ends with the first thing that `known` doesn't have

The clubs are those of the year with few people and short rounds, so that what is rare there happens each night: level
places, dropped nights, rounds sat out."""

from __future__ import annotations

import argparse
import itertools
import os
import pickle
import random
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from pathlib import Path

from tests.lab.year.faults import FAULTS, NOTICED

STATE = tempfile.mkdtemp(prefix="short-year-")
os.environ["TEST_STATE_DIR"] = STATE
os.environ["DJANGO_SETTINGS_MODULE"] = "pinochle_club.testing_settings"
parser = argparse.ArgumentParser(prog="python -m tests.lab.year.short", description=__doc__)
parser.add_argument("clubs", nargs="*")
parser.add_argument("--keep", type=Path)
parser.add_argument("--go-on", type=Path)
parser.add_argument("--all", action="store_true", help="what is known without a fault")
parser.add_argument("--fault", type=int, help="which one is planted, by its number")
given = parser.parse_args()
if given.fault is not None:
    FAULTS[given.fault].plant()

import django  # noqa: E402
from django.conf import settings  # noqa: E402
from django.core import mail  # noqa: E402
from django.core.cache import caches  # noqa: E402
from django.db import connection  # noqa: E402
from django.test.utils import setup_test_environment  # noqa: E402
from django.utils import timezone  # noqa: E402

django.setup()
settings.TIME_ZONE = os.environ["TZ"] = "America/Chicago"  # where a clock that is wrong by its zone shows
time.tzset()
timezone.get_default_timezone.cache_clear()  # type: ignore[attr-defined]
settings.MAIL_IS_SET_UP = True

from league.office.clubs.deeds.one_time_links import make_setup  # noqa: E402
from league.season.notices.post import send_some  # noqa: E402
from pinochle_club.server.new_database import make_tables  # noqa: E402
from scoring.rules.deal_score import DealRecord  # noqa: E402
from tests.lab.year import clubs, holding, journal  # noqa: E402
from tests.lab.year.book import Book  # noqa: E402
from tests.lab.year.clubs import Club, Town  # noqa: E402
from tests.lab.year.inside import Patched  # noqa: E402
from tests.lab.year.journal import Journal, Said  # noqa: E402
from tests.lab.year.mishaps import Mishap  # noqa: E402
from tests.lab.year.mishaps.directors import answer_all, reopen_event  # noqa: E402
from tests.lab.year.mishaps.people import comes_late_for_a_seat_that_waits  # noqa: E402
from tests.lab.year.nights import Cards, Night  # noqa: E402
from tests.lab.year.reading import READ, Read  # noqa: E402
from tests.lab.year.reading.crawl import crawl, through  # noqa: E402
from tests.lab.year.reading.interfaces import mail as of_mail  # noqa: E402
from tests.lab.year.reading.nights import Nights  # noqa: E402
from tests.lab.year.web import Inside, Person  # noqa: E402
from tests.lab.year.year import Year  # noqa: E402

NIGHTS = {"st-hilary": 3, "tri-county": 2, "six-handed": 2}  # before a fault comes
RARE = 0.3  # of hands
IN_ONES = 59  # up to which bids go in ones
MOST = 2  # pages of one kind that each reader looks at


class Short(Town):
    """Each night is of the next kind, the first again after the last."""

    def kind_of(self, number: int) -> clubs.Kind:
        return self.kinds[(number - 1) % len(self.kinds)]


def short(town: Town, kinds: tuple[clubs.Kind, ...]) -> Short:
    return Short(**{name: getattr(town, name) for name in town.__dataclass_fields__} | {"kinds": kinds})


ODD = ({"kind": "high hand", "amount": 5.25}, *(one for one in clubs.ST_HILARY.prizes if one["kind"] != "high hand"))
ST_HILARY = clubs.shortened(
    clubs.ST_HILARY, 11, (8, 10), hands=1, prizes=ODD, season=(("best", 2), ("nights needed", 2))
)  # fmt: skip
TRI_COUNTY = clubs.shortened(clubs.TRI_COUNTY, 14, (8, 12), rounds=2)
SIXES = clubs.shortened(replace(clubs.SIX_HANDED, kinds=(clubs.Kind("partners rotate", 2),)), 9, (6, 8), hands=2)
TOWNS: dict[str, Short] = {
    "st-hilary": short(ST_HILARY, (ST_HILARY.kinds[0],) * 3 + ST_HILARY.kinds[2:]),
    "tri-county": short(TRI_COUNTY, (TRI_COUNTY.kinds[0], TRI_COUNTY.kinds[5], TRI_COUNTY.kinds[2])),
    "six-handed": short(SIXES, SIXES.kinds),
}


class RareCards(Cards):
    """Now and then a bid that is just reached, a side without a trick, in a hand or all round, and boards that all
    tables play alike; bots would play all alike."""

    def hand(self, dealer: str, *place: object) -> DealRecord:
        hand, chance = super().hand(dealer, *place), random.Random(f"{place}").random()
        if hand.thrown_in or hand.no_marriage or hand.stuck or not hand.take:
            return hand
        if random.Random(f"{place[:-1]}").random() < RARE / 2:
            return self.swept(hand, max(hand.take))
        if chance > RARE:
            return hand
        own = next(side for side in hand.take if hand.bidder in side)
        have = hand.meld.get(own, 0) + hand.take[own]
        if chance > RARE / 2:
            return replace(hand, bid=have) if hand.bid < have <= IN_ONES else hand
        return self.swept(hand, own)

    def swept(self, hand: DealRecord, own: str) -> DealRecord:
        every = sum(hand.take.values())
        return replace(
            hand,
            take={side: every if side == own else 0 for side in hand.take},
            tricks={side: self.book.tricks if side == own else 0 for side in hand.take},
            last_trick=own,
        )

    def on_board(self, dealer: str, night: str, board: int, *place: object) -> DealRecord:
        hand, moved = super().on_board(dealer, night, board, *place), random.Random(f"{place}").randint(0, 5)
        less, *_, more = sorted(hand.take, key=hand.take.__getitem__) or ("", "")
        if board % 3 == 0 or not hand.take.get(less):
            return hand
        return replace(hand, take={**hand.take, less: hand.take[less] + moved, more: hand.take[more] - moved})


clubs.Cards = RareCards  # type: ignore[attr-defined]


@dataclass
class Kept:
    """What is known of a club beside its database."""

    journal: Journal
    address: str
    nights: list[tuple[str, date, str]]


def opened(file: Path) -> None:
    connection.close()
    connection.settings_dict["NAME"] = str(file)
    for cache in ("pdfs", "archives"):
        caches[cache].clear()


def year_of(town: Town, journal: Journal) -> Year:
    everybody: list[Person] = []

    def device(name: str, role: str) -> Person:
        everybody.append(Person(name, role, Inside()))
        return everybody[-1]

    clock = Patched()
    timezone.now = clock.now
    club = Club(town, journal, device("Carol Reyes", "director"), device, clock, seed=1)
    return Quiet(club, everybody, MISHAPS, tell=tell)


class Quiet(Year):
    """A year in which nobody reads yet."""

    def look(self, after: str, *, most: int | None = None) -> holding.Held:
        self.fresh.clear()
        return holding.Held()


def tell(words: str) -> None:
    sys.stdout.write(f"{words}\n")
    sys.stdout.flush()


# -- kept on disk -----------------------------------------------------------------------------------------


def begin(town: Short, folder: Path) -> None:
    file = folder / f"{town.key}.sqlite3"
    file.unlink(missing_ok=True)
    opened(file)
    make_tables()
    year = year_of(town, Journal(town.club, town.game))
    club = year.club
    club.found(f"/l/{make_setup()}/")
    club.set_up()
    for number in range(NIGHTS[town.key]):
        tell(year.play_night().name)
        if number == 1:
            money_is_asked(club)
    connection.close()
    kept = Kept(club.journal, club.address, [(one.name, one.day, one.address) for one in club.nights])
    (folder / f"{town.key}.kept").write_bytes(pickle.dumps(kept))
    tell("\n".join(year.unmended))


def come_without_money(year: Year, night: Night) -> None:
    """On the first night two, of whom one will owe it all year."""
    if len(year.club.nights) > 1:
        return
    for name in came(year.club, night)[:2]:
        night.open("check-in/")
        night.director.tap("Fee, partner, number", beside=name)
        night.director.fill("Paid", 0).tap("Save")
        night.write(journal.Paid, name, -night.fee, night.name)


def pays_a_week_later(year: Year, night: Night) -> None:
    """Into the box of the second night."""
    club = year.club
    if len(club.nights) != 2 or not club.town.dues:
        return
    first, name = club.nights[0], came(club, club.nights[0])[1]
    page_of(club, "dues/", name)
    club.director.tap(f"Paid ${first.fee}")
    club.write(journal.Paid(night.day, name, first.fee, first.name))


def came(club: Club, night: Night) -> list[str]:
    lines = (one for one in club.journal.lines if isinstance(one, journal.Came) and not one.is_guest)
    return [one.name for one in lines if one.night == night.name]


def money_is_asked(club: Club) -> None:
    """Part of the dues is paid, others are waived; who owes both has an email address."""
    if not club.town.dues:
        return
    carol = club.director
    debtor, late = came(club, club.nights[0])[:2]
    page_of(club, "dues/", debtor)
    carol.tap("Enter a payment")
    carol.fill("Amount", 5).tap("Enter it")
    club.write(journal.Paid(club.today, debtor, 5, what="dues"))
    page_of(club, "dues/", late)
    carol.tap("Nothing")
    club.write(journal.Waived(club.today, late, club.town.dues))
    page_of(club, "members/", debtor)
    carol.fill("Email", "debtor@example.org").tap("Save")


def somebody_hides(club: Club) -> None:
    hidden = next(name for name in club.town.people if name not in came(club, club.nights[0])[:2])
    page_of(club, "members/", hidden)
    club.director.fill("Show by initials only", True).tap("Save")
    club.write(journal.Hidden(club.today, hidden))


def a_guest_joins(club: Club) -> None:
    """And the two entries are merged."""
    carol = club.director
    guest = next((line.name for line in club.journal.lines if isinstance(line, journal.Came) and line.is_guest), "")
    if guest:
        name = f"{guest} Hale"
        carol.open(f"{club.address}members/new/")
        carol.fill("Name", name).tap("Save")
        club.write(journal.Joined(club.today, name))
        page_of(club, "members/?show=all", name)
        carol.tap("Merge with another")
        carol.fill("The other entry", guest).tap("Show both")
        carol.fill("Which entry stays?", next(label for label, _ in carol.page.fields() if label.endswith(name)))
        carol.tap("Merge them")
        club.write(journal.Renamed(club.today, guest, name))


def a_hand_is_put_right(club: Club) -> None:
    """Of the second night, which counts in the season: the bidders' opponents had more meld."""
    carol, night = club.director, club.nights[1]
    played = next(
        one for one in club.journal.lines if isinstance(one, journal.Played) and one.night == night.name
        and any(take > 5 and one.hand.bidder not in side for side, take in one.hand.take.items())
    )  # fmt: skip
    side = next(side for side, take in played.hand.take.items() if take > 5 and played.hand.bidder not in side)
    right = replace(played.hand, meld={**played.hand.meld, side: played.hand.meld.get(side, 0) + 1})
    reopen_event(night)
    night.open(f"board/?round={played.round}&open={played.table}")
    if carol.page.has(f"Correct hand {played.number}"):
        carol.tap(f"Correct hand {played.number}")
    else:
        carol.tap("Open the card")
        carol.tap(f"Hand {played.number} ")
        carol.tap("Correct this hand")
    carol.page._set(next(box for _, box in carol.page.fields() if box.get("name") == f"meld_{side}"), right.meld[side])
    carol.fill("Reason", "Both had it on their own cards")
    answer_all(carol, "Save the correction")
    club.write(journal.Played(club.today, night.name, played.round, played.table, played.number, right))
    night.close()


def page_of(club: Club, of: str, name: str) -> None:
    club.director.open(f"{club.address}{of}")
    club.director.tap(name)


MISHAPS = [
    Mishap(come_without_money, "at check-in", 1),
    Mishap(comes_late_for_a_seat_that_waits, "at check-in", 1),
    Mishap(pays_a_week_later, "before check-in", 1),
]


def back(town: Short, folder: Path, own: Path) -> Year:
    kept: Kept = pickle.loads((folder / f"{town.key}.kept").read_bytes())
    shutil.copy(folder / f"{town.key}.sqlite3", own)
    opened(own)
    year = year_of(town, kept.journal)
    club = year.club
    club.address = kept.address
    club.nights = [
        Night(kept.journal, club.director, Cards(town.game, 1), name, day, address, 0)
        for name, day, address in kept.nights
    ]
    return year


# -- what is wrong ----------------------------------------------------------------------------------------


def wrong(year: Year, all_of: set[int], *roles: str) -> Iterator[str]:
    """What one reader after the other finds, page by page."""
    club, said = year.club, list[Said]()
    club.at(club.today + timedelta(days=1), datetime.min.time())
    book = Book(club.journal, today=club.today + timedelta(days=1))
    for role in roles or year.readers:
        person, starts = club.reader(role)
        get, front = through(person.way.ask), club.address
        nights = Nights.learn(get, front, club.today + timedelta(days=1))

        def is_left_out(address: str) -> bool:
            found = re.search(r"/(?:events|evenings)/(\d+)/", address)
            return found is not None and int(found[1]) not in all_of

        is_first = role == "director"  # what others come to is mostly the same
        pages = crawl(
            get, front, starts=starts, most=MOST if is_first else 1, papers=is_first and not roles,
            counting=READ.__contains__, without=is_left_out, chance=random.Random(role),
        )  # fmt: skip
        others = (get(f"{front}{one}") for one in ("calendar.ics", "archive/") if role == "director")
        for got in itertools.chain(pages, others):
            read = Read(unnamed=frozenset(book.told.hidden if role == "stranger" else ()))
            read.take(got, nights)
            yield from read.failed
            yield from holding.against(read.said, book, club.journal).wrong
            said += read.said
        yield from holding.between(said)


def mails_wrong(year: Year) -> Iterator[str]:
    """What those who owe are written."""
    club = year.club
    if not club.town.dues:
        return
    club.sign_in()
    carol = club.director
    carol.open(f"{club.address}dues/")
    if not carol.page.has("Email those who owe"):
        return
    carol.tap("Email those who owe")
    carol.tap("Send it")
    mail.outbox.clear()
    send_some(lambda: True)
    said = [one for letter in mail.outbox for one in of_mail(str(letter.body), Nights(club.address, club.today),
            to=came(club, club.nights[0])[0])]  # fmt: skip
    yield from holding.against(said, Book(club.journal, today=club.today + timedelta(days=1)), club.journal).wrong


def found(town: Short, folder: Path, known: set[str]) -> Iterator[str]:
    """All that is not known, as it is kept and after one night more."""
    with tempfile.TemporaryDirectory() as own:
        year = back(town, folder, Path(own, "club.sqlite3"))
        yield from (one for one in wrong(year, {year.club.nights[-1].event}, "director") if one not in known)
        try:
            night = year.play_night()
            somebody_hides(year.club)
            a_guest_joins(year.club)
            if town.dues:
                a_hand_is_put_right(year.club)
            yield from year.unmended
        except AssertionError as stuck:
            if kind_of(said := f"{type(stuck).__name__}: {stuck}") not in known:
                yield said
            return
        found = itertools.chain(wrong(year, {night.event}), mails_wrong(year))
        yield from (one for one in found if kind_of(one) not in known)


def kind_of(difference: str) -> str:
    """Of what and where, whoever it is of."""
    return re.sub(r"\d+|(?<= of )[^()]+(?=\(|$)|says? \S+", "…", difference)


def main() -> None:
    setup_test_environment()
    if given.keep:
        begin(TOWNS[given.clubs[0]], given.keep)
        return
    known = {line for file in given.go_on.glob("*.known") for line in file.read_text().splitlines()}
    known |= {kind_of(one) for one in known}
    for key in given.clubs or TOWNS:
        for one in found(TOWNS[key], given.go_on, known):
            tell(one)
            if not given.all:
                raise SystemExit(NOTICED)


if __name__ == "__main__":
    try:
        main()
    finally:
        with suppress(OSError):
            shutil.rmtree(STATE)
