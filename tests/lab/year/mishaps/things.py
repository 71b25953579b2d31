"""What befalls the club's computer and the devices in its hall, and how the club goes on, as `docs/computer.md`,
`docs/server.md` and `docs/hall-and-home.md` say. A club in this process has no computer: then nothing happens."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from tests.club_server import ROOT
from tests.lab.year import journal
from tests.lab.year.clubs import PASSWORD, confirm
from tests.lab.year.computers import Blow, Computer, Wire
from tests.lab.year.web import Missing, Refused
from tests.poor_line import TROUBLES, lying_line
from tests.second_computer import soon

from . import NotNow, mishap

if TYPE_CHECKING:
    from tests.lab.year.nights import Night
    from tests.lab.year.web import Person, Way
    from tests.lab.year.year import Year

HOUR, DAY = 3600, 86400
JUMPS = (HOUR, -HOUR, -DAY, 5 * HOUR, -400 * DAY, -12000 * DAY)  # at the last its battery was empty
FORMS_OF_A_TABLE = 12  # at the least: after so many somebody has surely sent one more
SLIP_OF_MIND = 3  # forms until somebody notices
ON_A_STICK = "on a stick"
LINES = (ON_A_STICK, "by a poor line", "by a good line")
NEW_MEMBERS = ("Vivian Osgood", "Lester Pike", "Noreen Castle", "Hubert Blaine")


def computer_of(year: Year) -> Computer:
    """The one that the director's device comes to: at home, or in the hall tonight."""
    way = year.club.director.way
    if not isinstance(way, Wire):
        raise NotNow
    return way.computer


def chance_of(year: Year, what: str) -> random.Random:
    return random.Random(f"{year.club.seed}/{what}/{len(year.club.nights)}")


def home_of(year: Year) -> Computer:
    """At a night in the hall nothing befalls the one at home."""
    computer = computer_of(year)
    if computer.is_in_hall:
        raise NotNow
    return computer


# -- in a round -------------------------------------------------------------------------------------------


@mishap("in a round", every=5)
def power_cut(year: Year, night: Night) -> None:
    """While a table saves. The computer comes back by itself, and the tablet sends again."""
    computer = computer_of(year)
    computer.blows.append(Blow(computer.cut_power, chance_of(year, "power").randrange(FORMS_OF_A_TABLE)))


@mishap("in a round", every=9)
def full_drive(year: Year, night: Night) -> None:
    """Somebody's photos. The tablets say it, keep the hand, and send it once there is space again."""
    computer = computer_of(year)
    if computer.drive is None or computer.has_postgres:
        raise NotNow
    computer.blows.append(Blow(computer.fill_drive, chance_of(year, "drive").randrange(FORMS_OF_A_TABLE), False))


@mishap("in a round", every=6)
def wrong_clock(year: Year, night: Night) -> None:
    """It jumps while tables save, and is set right some entries later, or once the director looks."""
    computer, chance = computer_of(year), chance_of(year, "clock")
    if computer.line is not None:  # only one of two would be wrong, and all computers here have one clock
        raise NotNow

    def set_right() -> None:
        computer.clock.is_wrong_by(0)
        computer.notices = lambda: None

    def jump() -> None:
        computer.clock.is_wrong_by(chance.choice(JUMPS))
        computer.notices = set_right
        computer.blows.insert(0, Blow(set_right, SLIP_OF_MIND, False))
        computer.counted["clock jumps"] += 1

    computer.blows.append(Blow(jump, chance.randrange(FORMS_OF_A_TABLE), False))


@mishap("in a round", every=4)
def dead_tablet(year: Year, night: Night) -> None:
    """In the middle of a hand. Another one scans the table's card, and goes on where the first one was."""
    waiting = [tablet for tablet in night.tablets.values() if tablet.look() and tablet.step == "bid"]
    if not waiting:
        raise NotNow
    tablet = chance_of(year, "tablet").choice(waiting)

    def dies() -> None:
        tablet.person = night.pair_tablet(tablet.table).person
        night.tablets[tablet.table] = tablet
        tablet.look()

    tablet.befalls = dies


@mishap("in a round", every=13)
def router_changed(year: Year, night: Night) -> None:
    """Another address. All tablets scan their codes again, and the director signs in there."""
    computer = home_of(year)
    computer.counted["addresses"] += 1
    computer.get_another_address(f"127.0.8.{1 + computer.counted['addresses']}")
    year.club.sign_in()
    for table in list(night.tablets):
        night.pair_tablet(table)
    year.at_home.clear()  # a browser knows what it kept under the address of before


@mishap("in a round", every=20)
def second_computer_takes_over(year: Year, night: Night) -> None:
    """The first one fails. The second gets the address of before, and all tablets go on."""
    computer = home_of(year)
    if computer.has_postgres or computer.server.root != ROOT:
        raise NotNow  # that keeps a copy of itself by its own means
    other = computer.stand_by()
    after = chance_of(year, "second").randrange(SLIP_OF_MIND)
    computer.blows.append(Blow(lambda: computer.give_way_to(other), after, False))


# -- between nights ---------------------------------------------------------------------------------------


@mishap("between nights", every=15)
def last_nights_copy_is_put_back(year: Year, night: Night) -> None:
    """What was entered since then is entered again: here somebody who has just joined."""
    computer, carol = home_of(year), year.club.director
    copy = computer.server.back_up()
    name = NEW_MEMBERS[computer.counted["copies put back"] % len(NEW_MEMBERS)]
    _add_member(year, name)
    computer.restore(copy)
    year.club.sign_in()
    carol.tap("Members")
    assert name not in carol.page.text, "the copy has what was entered after it"
    _add_member(year, name)
    year.club.write(journal.Joined(year.club.today, name))


def _add_member(year: Year, name: str) -> None:
    carol = year.club.director
    year.club.sign_in()
    carol.tap("Members")
    carol.tap("New member or guest")
    carol.fill("Name", name)
    carol.tap_first("Add", "Save")


@mishap("between nights", every=7)
def update(year: Year, night: Night) -> None:
    """From the release before, while no evening is running: its records are copied first."""
    computer = home_of(year)
    if computer.server.root == ROOT:
        raise NotNow
    computer.server.back_up()
    computer.start_again(ROOT)
    computer.counted["updates"] += 1
    year.is_read = True
    year.club.unlike.clear()
    year.club.sign_in()


@mishap("between nights", every=30)
def web_host_moved(year: Year, night: Night) -> None:
    """The club goes to another server as a file; its admin gets a password there."""
    club, old, carol = year.club, home_of(year), year.club.director
    if old.server.root != ROOT:
        raise NotNow
    new = old.another("host")
    new.server.state_dir.mkdir(exist_ok=True)
    club.sign_in()
    carol.tap("Settings")
    carol.tap("Move the club")
    confirm(carol)
    carol.fill("The new address", new.server.url.removeprefix("http://"))
    carol.tap("Move it")
    confirm(carol)
    carol.tap("Download the archive")
    confirm(carol)
    file = new.server.state_dir / "club.zip"
    file.write_bytes(carol.body)
    numbers = [event for (event,) in old.server.rows("SELECT id FROM league_event ORDER BY played_on, id")]
    new.server.manage("club_archive", "restore", str(file))
    new.server.start()
    link = new.server.manage("set_admin_link", club.account).split()[-1]
    old.moves_to(new)
    there = [event for (event,) in new.server.rows("SELECT id FROM league_event ORDER BY played_on, id")]
    anew = dict(zip(numbers, there, strict=True))
    carol.open(link)
    carol.fill("New password", PASSWORD).fill("New password again", PASSWORD)
    carol.tap_first("Save", "Set the password", "Choose it")
    club.sign_in()
    for one in club.nights:
        one.address = f"{club.address}events/{anew[one.event]}/"
    old.counted["moves"] += 1
    year.at_home.clear()  # what is played at home is no club's, and stays where it was


# -- nights in a hall -------------------------------------------------------------------------------------


@mishap("before check-in", every=10)
def night_is_lent(year: Year, night: Night) -> None:
    """It is played on the hall's computer, in turn without a line, with a poor one and with a good one. It comes home
    on a stick, or by itself. Then its notice is published."""
    home, carol = home_of(year), year.club.director
    if night.director is not carol:  # a volunteer was told to come to this computer
        raise NotNow
    carol.open(night.address)
    carol.tap("Hall and home")
    carol.tap("Take it to the hall")
    (own,) = (
        one for one in carol.page.tree.xpath("//li[contains(@class, 'line')]") if carol.name in one.text_content()
    )
    sign_in_name, own_code = (word.text_content().strip() for word in own.xpath(".//strong"))
    code = carol.page.tree.xpath("string(//*[contains(@class, 'short-code')])").removeprefix("Code ")
    carol.tap("Save the file for the hall")
    hall, file, devices = home.hall(), carol.body, night.devices
    goes = LINES[home.counted["evenings lent"] % len(LINES)]
    hall.line = None if goes == ON_A_STICK else home.others.enter_context(lying_line(home.server.url))

    def device(name: str, role: str) -> Person:
        person: Person = devices(name, role)
        person.way = hall.wire(is_tablet=role == "scorekeeper")
        return person

    night.comes_home = partial(_comes_home, year, night, goes, home, night.address, carol.way, devices)
    carol.way, night.devices = hall.wire(is_tablet=False), device
    _fetch(carol, home, hall, file, code, sign_in_name, own_code)
    night.address = carol.page.address
    if hall.line is not None and goes == "by a poor line":
        chance = chance_of(year, "line")
        hall.line.befalls = lambda: chance.choice(("", "", *TROUBLES))


def _comes_home(
    year: Year, night: Night, goes: str, home: Computer, address: str, way: Way, devices: Callable[..., Person]
) -> None:
    carol, line = year.club.director, home.hall().line
    night.comes_home = lambda: None
    carol.open(night.address)
    night.address = address
    came = line is not None and _is_back(home, night.event)
    if not came:
        carol.tap("Save for home")
        carol.tap("Save for home")
    saved, carol.way, night.devices = carol.body, way, devices
    year.club.sign_in()
    carol.open(address)
    if not came:
        with suppress(Missing, Refused):  # by itself meanwhile: a file says, too, where home is
            carol.tap("Hall and home")
            carol.tap("Bring it back from a file")
            carol.fill("The evening's file", saved)
            carol.tap("Look at it")
            carol.tap("Bring it back")
    home.counted["evenings lent"] += 1
    home.counted[f"home {goes}"] += 1
    if not _is_back(home, night.event) or (line is not None and not came):
        year.unmended.append(f"{night.name}: it didn't come home {goes}")


def _fetch(
    carol: Person, home: Computer, hall: Computer, file: bytes, code: str, sign_in_name: str, own_code: str
) -> None:
    """By its code over the line, else from the stick; and the director signs in there."""
    known = home.opens_hall.get(sign_in_name, own_code)  # home moved since: that of before opens the hall once more

    def is_asked() -> bool:
        return any(label.startswith("Sign-in name") for label, _ in carol.page.fields())

    def sign_in(by: str) -> None:
        if not is_asked():
            carol.tap("Sign in")
        carol.fill("Sign-in name", sign_in_name).fill("Password", by)
        carol.tap("Sign in")

    with suppress(Refused):  # where a club is already, who fetches signs in first
        carol.open("/hall/fetch/")
    try:
        if not carol.page.has("Fetch the evening"):
            sign_in(known)
        if hall.line is not None:
            carol.fill("Address", hall.line.address).fill("Code", code)
        else:
            carol.tap("No internet here? Read it from a stick")
            carol.fill("The evening's file", file)
        carol.tap("Fetch the evening")
    except Refused:  # nobody has the code of before
        hall.line, stick = None, home.folder / "stick.zip"
        stick.write_bytes(file)
        carol.open(hall.server.manage("fetch", str(stick)).split()[-1])
        home.counted["evenings fetched at the terminal"] += 1
    if is_asked() or carol.page.has("Sign in"):
        sign_in(own_code)
    home.opens_hall[sign_in_name] = own_code


def _is_back(home: Computer, number: int) -> bool:
    if (line := home.hall().line) is not None:
        line.befalls = lambda: ""
    with suppress(AssertionError):  # in two minutes
        soon(lambda: not home.server.rows(f"SELECT lent FROM league_event WHERE id = {number}")[0][0])
        return True
    return False
