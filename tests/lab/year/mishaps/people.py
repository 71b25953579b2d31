"""What people do in a year: come late, go home ill, bring guests, marry, move, die, owe, and type with slips.

Each is put right by the pages, as the Help says: `docs/club-night.md`, `docs/at-the-table.md`, `docs/secretary.md`.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import time
from typing import TYPE_CHECKING, TypeVar

from scoring.rules.book import RuleBook, built_in_book
from scoring.rules.deal_score import DealRecord
from tests.lab.entry.test_careless_typist import Taps, slips_of, taps_of, without_the_last_take
from tests.lab.year.book import Book
from tests.lab.year.book.games import GAMES, worth_of
from tests.lab.year.book.money import is_asked_for, owed, paid
from tests.lab.year.book.telling import Told
from tests.lab.year.computers import is_in_hall
from tests.lab.year.guided import Guided
from tests.lab.year.journal import (
    Came,
    CameLate,
    Gone,
    Happened,
    Hidden,
    Joined,
    Left,
    Paid,
    PlayedFor,
    Renamed,
    Sat,
    SatOut,
    Waived,
)
from tests.lab.year.nights import STEPS, Night, Tablet, told
from tests.lab.year.web import Person, Refused, words

from . import NotNow, mishap

if TYPE_CHECKING:
    from tests.lab.year.year import Year

SLIPS = 1 / 20  # of hands; so the table asks, and so `docs/entry.md` was measured
SEEN_AT_ONCE = 0.9  # by the four who look on while the figure is saved: a guess, nobody has measured it
SEEN_AT_THE_END = 0.8  # of the others, by who signs: a guess, too
One = TypeVar("One")
LATE = 12  # minutes
IN_FULL = {"Peg Donovan": "Margaret Donovan", "Art Donovan": "Arthur Donovan", "Sister Mary Agnes": "Mary Agnes Boyle"}
OFF = "Dues and debts, their name, Waive lets them off evenings, too. Make active again brings them back."
GONE = f"""Make inactive on their page. Nobody suggests them at check-in, asks them for dues or writes to them any more;
what they played stays. {OFF}"""
BROUGHT_HOME = ("Ostrander", "Petrakis", "Sandoval", "Tillman", "Underwood", "Vasquez", "Wexler", "Yoder")


def chance_of(year: Year, night: Night, of: str) -> random.Random:
    return random.Random(f"{year.club.seed}/{night.name}/{of}")


# -- who is where -----------------------------------------------------------------------------------------


def here(night: Night) -> list[str]:
    """Who came and hasn't left, members alone, by the names they have."""
    found: dict[str, None] = {}
    for line in night.journal.lines:
        if isinstance(line, Came) and line.night == night.name and not line.is_guest:
            found[line.name] = None
        elif isinstance(line, Left) and line.night == night.name:
            found.pop(line.name, None)
    return list(found)


def guests_of(night: Night) -> list[str]:
    lines = night.journal.lines
    return [line.name for line in lines if isinstance(line, Came) and line.night == night.name and line.is_guest]


def at_home(year: Year, night: Night) -> list[str]:
    came = {line.name for line in night.journal.lines if isinstance(line, Came) and line.night == night.name}
    return [name for name in year.club.town.people if name not in came]


def sitting(night: Night) -> dict[int, dict[str, str]]:
    """Who sits where in the round that is played, by table."""
    found: dict[int, dict[str, str]] = {}
    for line in night.journal.lines:
        if isinstance(line, Sat) and (line.night, line.round) == (night.name, night.round):
            found[line.table] = line.seats
    return found


def waiting(night: Night) -> dict[int, dict[str, str]]:
    """Tables with a tablet that haven't played yet."""
    return {
        table: seats
        for table, seats in sitting(night).items()
        if table in night.tablets and not night.hands_at(night.round, table)
    }


def one_of(found: Sequence[One], chance: random.Random) -> One:
    if not found:
        raise NotNow
    return chance.choice(found)


def needs(night: Night, is_so: bool) -> None:
    if not is_so:
        raise NotNow


def write(year: Year, *happened: Happened) -> None:
    year.club.journal.write(*happened)


def pay_at_door(year: Year, night: Night, name: str) -> None:
    """Checked in like everybody else, with the fee."""
    night.open("check-in/")
    night.write(Came, night.name, name)
    night.take_fee(name, f"Here + ${night.fee}: {name}" if night.fee else f"Here: {name}")


def plan_the_rest_again(night: Night) -> None:
    """Before the next round; most people keep their places."""
    night.open("rotation/")
    if night.director.page.has("Re-plan the rest"):
        night.director.tap("Re-plan the rest")
        night.director.tap("Publish it")


# -- at the door ------------------------------------------------------------------------------------------


@mishap("in a round", every=7)
def comes_when_all_are_seated(year: Year, night: Night) -> None:
    needs(night, not night.in_pairs and not night.final and night.round < night.rounds)
    name = one_of(at_home(year, night), chance_of(year, night, "comes late"))
    pay_at_door(year, night, name)
    plan_the_rest_again(night)
    year.for_director["came when all were seated"] += 1


@mishap("at check-in", every=9)
def comes_late_for_a_seat_that_waits(year: Year, night: Night) -> None:
    """They called that they are on the way."""
    needs(night, not night.in_pairs)
    name = one_of(at_home(year, night), chance_of(year, night, "is late"))
    night.open("check-in/")
    night.director.tap("Is expected", beside=name)
    night.write(Came, night.name, name)

    def arrives() -> None:
        is_seated = any(name in seats.values() for seats in sitting(night).values())
        if is_seated:
            year.club.at(night.day, time(18 + night.round, LATE, 30))  # a served round began some seconds later
        pay = f"Here + ${night.fee}: {name}" if night.fee else f"Here: {name}"
        night.open("check-in/")
        night.take_fee(name, pay)
        if is_seated:
            night.open("board/")
            night.director.tap(f"Arrived {name}")
            night.write(CameLate, night.name, night.round, name, LATE)
        year.for_director["came late"] += 1

    night.soon.append(arrives)


@mishap("at check-in", every=8)
def pays_with_a_fifty(year: Year, night: Night) -> None:
    """What was handed over is typed instead of the fee; the box wouldn't agree in the end."""
    needs(night, bool(night.fee))
    told = Told(night.journal.lines)
    payers = [name for name in here(night) if paid(told, name, night.name) == night.fee * 100]
    name = one_of(payers, chance_of(year, night, "fifty"))
    for dollars in (50, night.fee):
        settings_of(night, name)
        night.director.fill("Paid", dollars).tap("Save")
    year.for_director["paid with a fifty"] += 1


def settings_of(night: Night, name: str) -> None:
    night.open("check-in/")
    night.director.tap("Fee, partner, number", beside=name)


@mishap("at check-in", every=5)
def forgets_the_purse(year: Year, night: Night) -> None:
    """And owes the fee."""
    comes_unpaid(year, night, "owes")


def comes_unpaid(year: Year, night: Night, word: str) -> str:
    needs(night, bool(night.fee) and not night.in_pairs)
    name = one_of(at_home(year, night), chance_of(year, night, word))
    night.open("check-in/")
    night.director.tap(f"Here: {name}")
    night.write(Came, night.name, name)
    return name


@mishap("at check-in", every=9)
def has_the_fee_waived(year: Year, night: Night) -> None:
    name = comes_unpaid(year, night, "waived")
    settings_of(night, name)
    night.director.fill("Fee", 0).tap("Save")
    night.write(Waived, name, night.fee, night.name)
    year.for_director["fee waived"] += 1


def owes_here(year: Year, name: str) -> str:
    """The treasurer's page of somebody."""
    carol = year.club.director
    carol.open(f"{year.club.address}dues/")
    while not carol.page.has(name) and carol.page.has("After"):
        carol.tap("After")
    return carol.tap(name).address


@mishap("before check-in", every=6)
def pays_what_is_owed(year: Year, night: Night) -> None:
    """All of it, of evenings long ago, too; once their sheets are final, into tonight's box."""
    carol, debts = year.club.director, fees_owed(year)
    name = one_of([*dict.fromkeys(name for name, _, _ in debts)], chance_of(year, night, "pays"))
    owes_here(year, name)
    for who, of, dollars in debts:
        if who == name:
            then = next(one for one in year.club.nights if one.name == of)
            carol.tap(f"Paid ${dollars:g}", beside=f"{then.day:%b} {then.day.day}")
            write(year, Paid(year.club.today, name, dollars, of))
            year.changed(then)


@mishap("at check-in", every=1)
def pays_at_the_door_what_was_owed(year: Year, night: Night) -> None:
    """In a hall whenever it can be, where the sheets of the evenings before aren't; else now and then."""
    chance, debts = chance_of(year, night, "door"), {name: debts_of(year, name) for name in here(night)}
    needs(night, is_in_hall(night.director) or not chance.randrange(6))
    name = one_of([name for name in debts if debts[name]], chance)
    night.open("check-in/")
    night.director.tap(f"Take ${sum(debts[name].values()):g} owed", beside=name)
    for of, dollars in debts[name].items():
        write(year, Paid(year.club.today, name, dollars, of))
        year.changed(next(one for one in year.club.nights if one.name == of))


def fees_owed(year: Year) -> list[tuple[str, str, float]]:
    """Who came and neither paid nor was let off, of nights that are over."""
    told, fees = Told(year.club.journal.lines), {night.name: night.fee for night in year.club.nights}
    return [
        (name, night.name, fees[night.name])
        for night in told.nights.values()
        for name, came in night.came.items()
        if fees.get(night.name)
        and not came.is_guest
        and not told.money.get((name, night.name))
        and name in year.club.town.people
    ]


def owing_dues(year: Year) -> list[str]:
    """Who has paid nothing of them, and wasn't let off."""
    told = Told(year.club.journal.lines)
    return [name for name in year.club.town.people if not told.money.get((name, ""))]


@mishap("between nights", every=2)
def pays_the_dues(year: Year, night: Night) -> None:
    """Three of them, each the next time they are asked."""
    needs(night, bool(year.club.town.dues))
    carol, chance = year.club.director, chance_of(year, night, "dues")
    owing = owing_dues(year)
    needs(night, len(owing) > 2)
    for name in chance.sample(owing, 3):
        owes_here(year, name)
        carol.tap("Enter a payment")
        carol.tap("Enter it")
        write(year, Paid(year.club.today, name, year.club.town.dues, what="dues"))


@mishap("between nights", every=9)
def has_half_the_dues_waived(year: Year, night: Night) -> None:
    needs(night, bool(year.club.town.dues))
    name = one_of(owing_dues(year), chance_of(year, night, "half"))
    owes_here(year, name)
    year.club.director.tap("Half")
    write(year, Waived(year.club.today, name, year.club.town.dues / 2))


# -- in a round -------------------------------------------------------------------------------------------


@mishap("in a round", every=6)
def goes_home_ill(year: Year, night: Night) -> None:
    """Before their table has played; who sits out plays for them, or somebody's husband. Their points stay theirs."""
    needs(night, not night.in_pairs and not night.final)
    chance = chance_of(year, night, "ill")
    tables, is_here = waiting(night), here(night)
    table = one_of([*tables], chance)
    seats = {seat: name for seat, name in tables[table].items() if name in is_here}
    seat = one_of([*seats], chance)
    carol, name = night.director, seats[seat]
    night.open("check-in/")
    carol.tap("Has left", beside=name)
    night.write(Left, night.name, name, night.round)
    night.open("board/")
    carol.tap(f"Substitute… for {name}")
    out = [name for name in sits_out(night) if name in is_here]
    stands_in = chance.choice(out) if out else "Earl Hutchins"
    carol.fill("Whose seat?", next(label for label, _ in carol.page.fields() if label.endswith(f": {words(name)}")))
    if out:
        carol.fill("Who plays there?", stands_in)
    else:
        carol.fill("Who plays there?", "A helper from outside").fill("The helper's name", stands_in)
    carol.tap("Seat them")
    night.write(PlayedFor, night.name, night.round, stands_in, name)
    if night.round < night.rounds:
        plan_the_rest_again(night)
    year.for_director["went home ill"] += 1


def sits_out(night: Night) -> tuple[str, ...]:
    lines = [line for line in night.journal.lines if isinstance(line, SatOut) and line.night == night.name]
    return next((line.names for line in reversed(lines) if line.round == night.round), ())


@mishap("in a round", every=5)
def sit_in_each_others_chairs(year: Year, night: Night) -> None:
    """Two who aren't partners; somebody sees it when the round is under way."""
    needs(night, not night.in_pairs)
    chance, tables = chance_of(year, night, "chairs"), sitting(night)
    table = one_of([*tables], chance)
    seats, gone = dict(tables[table]), {*tables[table].values()} - {*here(night), *guests_of(night)}
    needs(night, not gone)
    one, *_ = letters = sorted(seats, key="NESWABCDEFGH".index)
    other = letters[1]
    seats[one], seats[other] = seats[other], seats[one]
    carol = night.director
    night.open(f"rounds/{night.round}/tables/{table}/chairs/")
    for name in (seats[one], seats[other]):
        carol.tap(next((key for key, _ in carol.page.all_keys() if is_called(night, key, name)), name))
    carol.tap("See what changes")
    carol.fill("Reason", "They sat in each other's chairs.").tap("They sat like this")
    night.write(Sat, night.name, night.round, table, seats)
    year.for_director["sat in each other’s chairs"] += 1


def is_called(night: Night, key: str, name: str) -> bool:
    """Whether a key of a chair ends with that name, after the seat as it is written and as it is read out."""
    parts = key.split()
    return any(night.called(" ".join(parts[at:])) == name for at in range(len(parts)))


@mishap("in a round", every=4)
def forget_to_sign(year: Year, night: Night) -> None:
    """And go home; the director closes the round without."""
    table = one_of([*waiting(night)], chance_of(year, night, "sign"))
    night.tablets[table].signs = False
    year.for_director["forgot to sign"] += 1


@mishap("in a round", every=5)
def dispute_a_hand(year: Year, night: Night) -> None:
    """They call; the director looks at the card with them, and it stands."""
    table = one_of([*waiting(night)], chance_of(year, night, "dispute"))
    tablet = night.tablets[table]
    tablet.look()
    night.play_hand(tablet, night.round)
    tablet.person.tap("A ruling")
    night.open("board/")
    night.director.tap(f"Done… to table {table}")
    if night.director.page.has("Done"):
        night.director.tap("Done")
    year.for_director["disputed a hand"] += 1


# -- at the table -----------------------------------------------------------------------------------------


def a_table(year: Year, night: Night, of: str) -> Tablet:
    needs(night, not night.has_boards)
    tablet = night.tablets[one_of([*waiting(night)], chance_of(year, night, of))]
    tablet.look()
    return tablet


@mishap("in a round", every=4)
def taps_twice_goes_back_and_taps_again(year: Year, night: Night) -> None:
    """What was sent is sent again from the page before, and once more after the next step; nothing doubles."""
    tablet = a_table(year, night, "twice")
    before = tablet.page
    night.play_hand(tablet, night.round)
    tablet.look()  # a touched page draws the line of the hand a moment later
    after = hands_on(tablet)
    person = tablet.person
    for form in before.tree.xpath("//form[contains(@class, 'entry-form')][not(@data-waiting-form)]"):
        person.page = before
        with suppress(Refused):
            person.send(form)
        assert person.page.status < 500, person.page.address
    tablet.look()
    assert hands_on(tablet) == after, f"{after} became {hands_on(tablet)} at table {tablet.table}"


def hands_on(tablet: Tablet) -> list[str]:
    """The lines of the card, as they stand."""
    return [name for name, _ in tablet.page.all_keys() if name.startswith("Hand ")]


@mishap("in a round", every=6)
def the_battery_dies(year: Year, night: Night) -> None:
    """In the middle of a hand. Another tablet scans the table card and goes on where the first was."""
    tablet = a_table(year, night, "battery")
    hand = night.hand(night.round, tablet.table, 1, tablet.dealer)
    tablet.fill("bid", hand)
    tablet.go_on(hand)
    step = tablet.step
    other = night.pair_tablet(tablet.table)
    other.look()
    assert other.step == step, f"the other tablet asks for {other.step or 'nothing'}, not the {step}"
    for step in STEPS[1:]:
        if other.step == step:
            other.fill(step, hand)
            other.go_on(hand)


@mishap("in a round", every=8)
def types_in_two_tabs(year: Year, night: Night) -> None:
    """In the second one lies the page as it was before the hand; what is typed there changes nothing."""
    tablet = a_table(year, night, "tabs")
    other = Tablet(Person("the second tab", "scorekeeper", tablet.person.way), tablet.table, tablet.event)
    other.look()
    night.play_hand(tablet, night.round)
    after = hands_on(tablet)
    other.fill("bid", night.cards.hand(other.dealer, night.name, "in the second tab"))
    other.tap_green()
    tablet.look()
    assert hands_on(tablet) == after, f"{after} became {hands_on(tablet)} at table {tablet.table}"


# -- members ----------------------------------------------------------------------------------------------


def member_page(year: Year, name: str) -> Person:
    carol = year.club.director
    carol.open(f"{year.club.address}members/")
    carol.tap("All")
    carol.fill("Name or number", name).tap("Search")
    if carol.page.has(name):  # else one alone was found
        carol.tap(name)
    return carol


def with_people(year: Year, people: Sequence[str]) -> None:
    year.club.town = replace(year.club.town, people=tuple(people))


def regulars(year: Year) -> list[str]:
    """Who has played, so that there is something to lose."""
    came = {name for night in Told(year.club.journal.lines).nights.values() for name in night.came}
    found = [name for name in year.club.town.people if name in came]
    needs(year.club.nights[-1], len(year.club.town.people) > year.club.town.come[0] + 2)
    return found


@mishap("between nights", every=8)
def marries(year: Year, night: Night) -> None:
    chance = chance_of(year, night, "marries")
    name = one_of(regulars(year), chance)
    taken = {one.partition(" ")[2] for one in year.club.town.people}
    to = f"{name.partition(' ')[0]} {one_of([one for one in BROUGHT_HOME if one not in taken], chance)}"
    member_page(year, name).fill("Name", to).tap("Save")
    write(year, Renamed(year.club.today, name, to))
    with_people(year, [to if one == name else one for one in year.club.town.people])


@mishap("between nights", every=13)
def wants_initials_only(year: Year, night: Night) -> None:
    hidden = Told(year.club.journal.lines).hidden
    letters = [initials(name) for name in year.club.town.people]
    known = [name for name in regulars(year) if name not in hidden and letters.count(initials(name)) == 1]
    name = one_of(known, chance_of(year, night, "initials"))
    member_page(year, name).fill("Show by initials only", True).tap("Save")
    write(year, Hidden(year.club.today, name))
    year.changed(night)  # where they are named nowhere now


def initials(name: str) -> str:
    return "".join(part[0] for part in name.split())


@mishap("between nights", every=11)
def moves_away(year: Year, night: Night) -> None:
    name = one_of(regulars(year), chance_of(year, night, "moves"))
    is_gone(year, name)
    year.away.append(name)


@mishap("between nights", every=11)
def moves_back(year: Year, night: Night) -> None:
    name = one_of(year.away, chance_of(year, night, "comes back"))
    Guided(member_page(year, name), GONE).tap("Make active again")
    write(year, Gone(year.club.today, name, is_back=True))
    year.away.remove(name)
    with_people(year, [*year.club.town.people, name])


@mishap("between nights", every=20)
def dies(year: Year, night: Night) -> None:
    """The list keeps the nights that were played; what they owed for some of them is asked of nobody."""
    name = one_of(regulars(year), chance_of(year, night, "dies"))
    debts = debts_of(year, name)
    is_gone(year, name)
    if debts:
        owes_here(year, name)
        Guided(year.club.director, OFF)
        year.club.director.tap("Waive")
    for one in year.club.nights:
        if one.name in debts:
            write(year, Waived(year.club.today, name, debts[one.name], one.name))
            year.changed(one)


def debts_of(year: Year, name: str) -> dict[str, float]:
    """Dollars for the nights that they still owe for."""
    book, today = Book(year.club.journal), year.club.today
    asked = [result for result in book.closed if is_asked_for(book.told, result, today)]
    debts = {result.night.name: owed(book.told, result, name) / 100 for result in asked}
    return {night: dollars for night, dollars in debts.items() if dollars}


def is_gone(year: Year, name: str) -> None:
    Guided(member_page(year, name), GONE).tap("Make inactive")
    write(year, Gone(year.club.today, name))
    with_people(year, [one for one in year.club.town.people if one != name])


@mishap("between nights", every=12)
def a_guest_joins_and_is_merged(year: Year, night: Night) -> None:
    """The secretary enters a new member, who turns out to be the guest of some nights."""
    guests = [line.name for line in year.club.journal.lines if isinstance(line, Came) and line.is_guest]
    guest = one_of(
        [name for name in dict.fromkeys(guests) if name in year.club.town.guests], chance_of(year, night, "joins")
    )
    carol, name = year.club.director, IN_FULL.get(guest, f"{guest} Hale")
    carol.open(f"{year.club.address}members/new/")
    carol.fill("Name", name).tap("Save")
    write(year, Joined(year.club.today, name))
    member_page(year, name).tap("Merge with another")
    carol.fill("The other entry", guest).tap("Show both")
    carol.fill("Which entry stays?", next(label for label, _ in carol.page.fields() if label.endswith(words(name))))
    carol.tap("Merge them")
    write(year, Renamed(year.club.today, guest, name))
    town = year.club.town
    year.club.town = replace(
        town, people=(*town.people, name), guests=tuple(one for one in town.guests if one != guest) or ("Lena Brock",)
    )


@mishap("between nights", every=25)
def wants_to_be_forgotten(year: Year, night: Night) -> None:
    """Every list, card and paper has “Former member 12” then."""
    name = one_of(regulars(year), chance_of(year, night, "forgotten"))
    carol = member_page(year, name)
    carol.tap("Make anonymous")
    former = re.search(r"Former member \d+", carol.page.text)
    assert former, carol.page.text
    carol.fill("Type the name", name).tap("Make anonymous for good")
    write(year, Renamed(year.club.today, name, former[0]), Gone(year.club.today, former[0]))
    year.changed(night)
    with_people(year, [one for one in year.club.town.people if one != name])


# -- typing -----------------------------------------------------------------------------------------------


@mishap("at check-in", every=1)
def type_with_slips(year: Year, night: Night) -> None:
    night.types = Fingers(year, night).type


@dataclass
class Fingers:
    """Those of the people who keep the cards of a night: one slip in twenty hands, of one of five kinds."""

    year: Year
    night: Night

    def type(self, tablet: Tablet, hand: DealRecord) -> DealRecord:
        """Also the slip, until somebody sees it; the hand as the table takes it for typed."""
        chance = chance_of(self.year, self.night, f"{self.night.round}/{tablet.table}/{len(hands_on(tablet))}/fingers")
        book = built_in_book(self.night.cards.book.key)
        if chance.random() >= SLIPS or hand.thrown_in or hand.no_marriage or tablet.board or not hand.take:
            return tablet.type_hand(hand)
        return tablet.plainly(lambda plain: self.slip(plain, hand, book, chance))

    def slip(self, tablet: Tablet, hand: DealRecord, book: RuleBook, chance: random.Random) -> DealRecord:
        taps = without_the_last_take(chance, book, hand, taps_of(hand))
        kind, box, slipped = chance.choice([*slips_of(chance, taps, tuple(hand.meld))])
        wrong_in = box.partition("_")[0]
        wrong = with_figures(hand, wrong_in, slipped)
        for step in STEPS:
            if tablet.step != step:
                continue
            if step != wrong_in:
                tablet.fill(step, hand)
                tablet.go_on(hand)
            elif self.came_of(tablet, kind, step, hand, wrong, chance) == "silent":
                wrong_in = "silent"
        return hand if wrong_in != "silent" else self.stays(tablet, kind, hand, wrong, chance)

    def came_of(
        self, tablet: Tablet, kind: str, step: str, hand: DealRecord, wrong: DealRecord, chance: random.Random
    ) -> str:
        """What the card says to the slip: it asks, it refuses, or it saves; and who looks on says something."""
        tablet.fill(step, wrong)
        tablet.tap_green()
        if tablet.page.status >= 400:
            asked = any((key.get("name") or "").startswith("q_") for _, key in tablet.page.all_keys())
            came = "asked" if asked or tablet.boxes("q_") else "refused"
            self.year.slips[kind, came] += 1
        elif chance.random() >= SEEN_AT_ONCE:
            return "silent"
        else:
            self.year.slips[kind, "silent, seen at once"] += 1
            tablet.person.tap("Undo")
        tablet.fill(step, hand)
        tablet.go_on(hand)
        return ""

    def stays(
        self, tablet: Tablet, kind: str, hand: DealRecord, wrong: DealRecord, chance: random.Random
    ) -> DealRecord:
        """A wrong hand on the card. Who signs sees it, or nobody does."""
        wrong = with_the_rest(wrong, sum(hand.take.values()))
        game, seats = GAMES[self.night.cards.book.key], [*self.night.cards.book.seats]
        is_harmless = worth_of(game, told(hand, ""), seats).score == worth_of(game, told(wrong, ""), seats).score
        if is_harmless:
            self.year.slips[kind, "silent and harmless"] += 1
            return wrong
        if chance.random() >= SEEN_AT_THE_END:
            self.year.slips[kind, "silent and wrong"] += 1
            return wrong
        self.year.slips[kind, "silent, seen at the end"] += 1
        correct(tablet, hand)
        return hand


def correct(tablet: Tablet, hand: DealRecord) -> None:
    """Tap its line on the card."""
    person = tablet.person
    person.tap(hands_on(tablet)[-1])
    person.tap("Correct this hand")
    boxes = [box for _, box in person.page.fields()]
    figures = {"bid": hand.bid, **{f"meld_{side}": meld for side, meld in hand.meld.items()}}
    figures |= {f"take_{side}": take for side, take in hand.take.items()}
    for box in boxes:
        name = (box.get("name") or "").rpartition("-")[2]
        if name in figures and box.get("type") not in ("radio", "checkbox"):
            tablet.put(box, figures[name])
    person.tap("Save the correction")
    tablet.look()


def with_figures(hand: DealRecord, step: str, taps: Taps) -> DealRecord:
    if step == "bid":
        return replace(hand, bid=int(taps["bid"]))
    typed = {side: taps[f"{step}_{side}"] for side in hand.meld}
    figures = {side: int(figure) for side, figure in typed.items() if figure}
    return replace(hand, meld=figures) if step == "meld" else replace(hand, take=figures)


def with_the_rest(hand: DealRecord, points: int) -> DealRecord:
    """The take that nobody typed is what the others left."""
    rest = {side: points - sum(hand.take.values()) for side in hand.meld if side not in hand.take}
    return replace(hand, take={**hand.take, **rest})
