"""What directors do wrong, and how they put it right by the Help alone."""

from __future__ import annotations

import random
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from tests.lab.year import journal
from tests.lab.year.guided import Guided
from tests.lab.year.web import Page, Person, Refused, words

from . import NotNow, mishap

if TYPE_CHECKING:
    from tests.lab.year.nights import Night
    from tests.lab.year.year import Year

FEE_WRONG = """On the event’s page tap Change the plan, type the right fee and Save. Where people already paid the wrong
one, you’re asked whether they paid the right one or you leave them; in a series also whether the coming nights take it
over. Answer at the top of the page, and Save again. So it goes with everything in the plan."""
COMES_LATE = """Somebody comes late. Check them in. If a seat is waiting for them, enter the arrival on the board; the
rules say what it costs. If not, re-plan the seating: they play from the next round on."""
TOO_SOON = """If not, close the round right away and say that it doesn’t count: nobody scores in it, and nobody gets
credit for sitting it out. Then seat and start the right one. A round that was closed by mistake can be reopened"""
SECOND = """On the board, under Menu, tap “Let somebody in…” and show the code. A helper scans it, types their name and
directs this evening with you, without a password. There you can take them off, too."""
HAND_WRONG = """The table can correct any hand until the card is signed. After that you can, from the board, with a
reason; the card shows what changed and why."""
REOPEN = "Close the event. You can reopen it later if something has to be corrected."
FEE_DUE = """Collect the fees that are still due: on the check-in page, tap Fee due. Who still owes is told so at the next
check-in."""
GIVE_BACK = "Tap “…” beside the name, then “Not here after all”. You can give back a fee there, too."
DEBT = "then tap a name: enter what was paid, dues or an evening’s fee, take it back, or ask half or nothing."

RULE = """tap Rule… on it. The book’s own questions lead to the ruling, and before you give it you see what it does to the
hand and to everybody’s place."""
APPEAL = """Where the book lets them, players can appeal it for half an hour, and somebody else decides: another official,
somebody you invite by a link, or all at the table."""

OWED_NIGHTS = 6


def chance(year: Year, what: str) -> random.Random:
    return random.Random(f"{year.club.seed}/{len(year.club.nights)}/{what}")


def is_in_series(year: Year) -> bool:
    town = year.club.town
    return town.kind_of(len(year.club.nights)) is town.kinds[0]


def change_plan(year: Year, night: Night, label: str, value: str | int, *answers: str) -> None:
    """By the Help: what is asked stands at the top of the page, and is answered by the words that are meant."""
    guide = Guided(night.director, FEE_WRONG)
    night.open()
    guide.tap("Change the plan")
    night.director.fill(label, value)
    with suppress(Refused):  # it asks first
        guide.tap("Save")
        return
    for answer in answers:
        for group in {night.director.page.group_of(box) for _, box in night.director.page.fields()}:
            labels = [name for name, box in night.director.page.fields()
                      if box.get("type") == "radio" and night.director.page.group_of(box) == group]  # fmt: skip
            if any(name.startswith(answer) for name in labels) and group.endswith("?"):
                night.director.fill(group, answer)
    guide.tap("Save")


# -- the plan ---------------------------------------------------------------------------------------------


@mishap("before check-in", every=9)
def types_the_wrong_fee(year: Year, night: Night) -> None:
    change_plan(year, night, "Fee", night.fee + 2, "Only this night")
    night.fee += 2


@mishap("at check-in", every=1)
def finds_the_wrong_fee(year: Year, night: Night) -> None:
    """Everybody has paid too much by then, and gets it back."""
    right = year.club.town.fee
    if night.fee == right:
        raise NotNow
    payers = [one for one in night.journal.lines if isinstance(one, journal.Paid) and one.night == night.name
              and one.dollars == night.fee]  # fmt: skip
    change_plan(year, night, "Fee", right, f"They paid ${right}", "Only this night")
    for one in payers:
        night.write(journal.Paid, one.name, right - night.fee, night.name)
    night.fee = right


@mishap("before check-in", every=11)
def plans_the_wrong_date(year: Year, night: Night) -> None:
    change_plan(year, night, "Date", (night.day + timedelta(days=7)).isoformat())


@mishap("at closing", every=1)
def finds_the_wrong_date(year: Year, night: Night) -> None:
    night.open()
    if f"{night.day:%B} {night.day.day}, " in night.director.page.text:
        raise NotNow
    change_plan(year, night, "Date", night.day.isoformat())


# -- seats ------------------------------------------------------------------------------------------------


def last_to_come(year: Year, night: Night) -> str:
    there = {one.name for one in night.journal.lines if isinstance(one, journal.Came) and one.night == night.name}
    members = journal.members(night.journal)
    away = [name for name in members if name not in there]
    if night.in_pairs or night.has_boards or night.final or not away:
        raise NotNow
    return chance(year, "last to come").choice(away)


def check_in_late(night: Night, name: str) -> None:
    Guided(night.director, COMES_LATE)
    night.open("check-in/")
    night.write(journal.Came, night.name, name)
    night.take_fee(name, f"Here + ${night.fee}: {name}" if night.fee else f"Here: {name}")


@mishap("at check-in", every=7)
def seats_before_the_last_has_come(year: Year, night: Night) -> None:
    name = last_to_come(year, night)
    night.seat()
    check_in_late(night, name)
    guide = Guided(night.director, "When somebody comes or goes, Re-plan the rest shows whose places would change before "
                   "they do.")  # fmt: skip
    night.open("rotation/")
    guide.tap("Re-plan the rest")
    guide.go()


@mishap("at check-in", every=13)
def starts_before_the_last_has_come(year: Year, night: Night) -> None:
    name = last_to_come(year, night)
    night.seat()
    night.director.tap("Start round 1")
    check_in_late(night, name)
    guide = Guided(night.director, TOO_SOON)
    night.board()
    night.director.tap("Close the round")
    night.director.fill("Reason", "Started before everybody was here").fill("Does it count?", "It doesn't count")
    with suppress(Refused):  # it shows what that does
        guide.go()
    if night.director.page.title.startswith("Close round"):
        guide.go()
    night.write(journal.RoundClosed, night.name, 1, counts=False)
    night.skipped = 1


# -- rounds -----------------------------------------------------------------------------------------------


def close_anyway(person: Person, reason: str) -> None:
    person.tap("Close the round")
    person.fill("Reason", reason)
    person.tap("Close it anyway")


@mishap("in a round", every=6)
def closes_the_wrong_round(year: Year, night: Night) -> None:
    night.board()
    close_anyway(night.director, "Time is up")
    reopen(night, "Two tables still play")


def reopen(night: Night, reason: str) -> None:
    guide = Guided(night.director, TOO_SOON + ", and until the event is closed you can change what counts.")
    night.open(f"board/?round={night.round}")
    night.director.tap("Reopen round")
    night.director.fill("Reason", reason)
    guide.go()


def second_director(year: Year, night: Night, other: Person) -> Person:
    """By a code on the board, and a name."""
    guide = Guided(night.director, SECOND)
    night.board()
    guide.tap("Let somebody in…")
    guide.go()
    other.open(link_on(night.director.page))
    other.fill("Your name", other.name)
    Guided(other, SECOND).go()
    return other


def link_on(page: Page) -> str:
    found = next(text for text in page.tree.xpath("//main//text()") if "/l/" in text)
    return urlsplit(words(found)).path


@mishap("in a round", every=8)
def two_directors_contradict_each_other(year: Year, night: Night) -> None:
    """Both close the round, one reopens it; one gives a penalty that the other takes back."""
    carol, other = night.director, second_director(year, night, year.club.devices("Otis Greer’s son", "director"))
    night.board()
    other.open(f"{night.address}board/")
    carol.tap("Close the round")
    other.tap("Close the round")
    for one, reason in ((carol, "Time is up"), (other, "We are late")):
        one.fill("Reason", reason)
        with suppress(Refused):  # the second is told that it is done
            one.tap("Close it anyway")
    assert "Carol" in other.page.text or other.page.told, other.page.text
    night.director = other
    reopen(night, "Two tables still play")
    night.director = carol
    sat = next(one for one in reversed(night.journal.lines) if isinstance(one, journal.Sat))
    name = next(iter(sat.seats.values()))
    at = f"{night.address}rounds/{night.round}/tables/{sat.table}/penalties/"
    carol.open(at)
    carol.fill("Who?", name).fill("Which one?", "Another penalty").fill("Points off", 10).fill("What for", "Talking")
    carol.tap("Give the penalty")
    other.open(at)
    other.tap("Take back…")
    other.fill("Reason", "Nobody heard it")
    Guided(other, SECOND).go()


# -- rulings ----------------------------------------------------------------------------------------------


@mishap("in a round", every=5)
def rules_and_is_overruled(year: Year, night: Night) -> None:
    """A renege is called and ruled; the side appeals, and the second director takes the ruling away."""
    played = next(
        (one for one in reversed(night.journal.lines) if isinstance(one, journal.Played)
         and one.night == night.name and one.round == night.round and one.hand.bidder), None
    )  # fmt: skip
    if played is None:
        raise NotNow
    carol, tablet = night.director, night.tablets[played.table]
    guide = Guided(carol, RULE)
    tablet.look()
    Guided(tablet.person, "Call the director, the bell on the card.")
    tablet.person.tap("Call the")
    tablet.person.tap("A ruling")
    night.board()
    guide.tap("Rule…", f"Table {played.table}")
    for key in (f"Hand {played.number}", "A renege"):
        if carol.page.has(key):
            carol.tap(key)
    while not carol.page.has("Give this ruling"):
        question = next(key for _, key in carol.page.all_keys() if "choice-face" in (key.get("class") or ""))
        carol.tap(carol.page.name_of(question))
    carol.tap("Give this ruling")
    year.for_director["a ruling"] += 1
    tablet.look()
    tablet.person.tap("Rulings")
    guide = Guided(tablet.person, APPEAL)
    tablet.person.tap("Appeal…")
    page = tablet.person.page
    group = next(page.group_of(box) for _, box in page.fields() if box.get("type") == "radio")
    tablet.person.fill(group, next(page.label_of(box) for _, box in page.fields() if box.get("type") == "radio"))
    tablet.person.fill("What is wrong with the ruling?", "The card lay on the other trick")
    guide.go()
    other = second_director(year, night, year.club.devices("Joan’s husband", "director"))
    other.open(f"{night.address}board/")
    other.tap("Decide")
    page = other.page
    taken = next(
        page.label_of(box) for _, box in page.fields() if box.get("type") == "radio" and "away" in page.label_of(box)
    )
    other.fill("The ruling", taken)
    other.fill(
        "The facts" if any(name.startswith("The facts") for name, _ in page.fields()) else "Why?", "It lay there"
    )
    Guided(other, APPEAL).go()
    year.for_director["an appeal"] += 1


# -- later ------------------------------------------------------------------------------------------------


@mishap("between nights", every=6)
def corrects_a_night_of_long_ago(year: Year, night: Night) -> None:
    """A meld was written one too low; both had the card, and somebody finds it months later."""
    old = [one for one in year.club.nights[:-5] if not one.has_boards]
    hands = [one for one in night.journal.lines if isinstance(one, journal.Played) and one.hand.bidder
             and not one.hand.is_thrown_in and not one.hand.renege]  # fmt: skip
    if not old:
        raise NotNow
    of_long_ago = chance(year, "correction").choice(old)
    name = of_long_ago.name
    of_long_ago.director = night.director
    played = chance(year, "hand").choice([
        one for one in hands if one.night == name and any(take > 5 and one.hand.bidder not in side
                                                          for side, take in one.hand.take.items())
    ])  # fmt: skip
    newest = [one for one in hands if (one.night, one.round, one.table, one.number)
              == (name, played.round, played.table, played.number)][-1]  # fmt: skip
    side = next(side for side, take in newest.hand.take.items() if take > 5 and newest.hand.bidder not in side)
    right = replace(newest.hand, meld={**newest.hand.meld, side: newest.hand.meld.get(side, 0) + 1})
    reopen_event(of_long_ago)
    Guided(night.director, HAND_WRONG)
    of_long_ago.open(f"board/?round={played.round}&open={played.table}")
    if night.director.page.has(f"Correct hand {played.number}"):
        night.director.tap(f"Correct hand {played.number}")
    else:
        night.director.tap("Open the card")
        night.director.tap(f"Hand {played.number} ")
        night.director.tap("Correct this hand")
    page = night.director.page
    page._set(next(box for _, box in page.fields() if box.get("name") == f"meld_{side}"), right.meld[side])
    night.director.fill("Reason", "Both had it on their own cards")
    answer_all(night.director, "Save the correction")
    of_long_ago.journal.write(journal.Played(year.club.today, name, played.round, played.table, played.number, right))
    of_long_ago.day, day = year.club.today, of_long_ago.day
    of_long_ago.close()
    of_long_ago.day = day
    year.changed(of_long_ago)


def answer_all(person: Person, key: str) -> None:
    """What is rare is asked once more, and is so."""
    for _ in range(3):
        with suppress(Refused):
            person.tap(key)
            return
        person.tap_first(*(name for name, one in person.page.all_keys() if one.get("name") == "q_rare"))


def reopen_event(night: Night) -> None:
    guide = Guided(night.director, REOPEN)
    night.open()
    night.director.tap("Reopen the event")
    night.director.fill("Reason", "A hand was written wrong").fill(
        "Type the name", night.director.page.text.split("?")[0].removeprefix("Reopen ")
    )
    guide.go()


@mishap("at check-in", every=1)
def owes_the_fee(year: Year, night: Night) -> None:
    """One has no money with them, six times; what was tapped as paid is given back."""
    debtor = random.Random(f"{year.club.seed}/debtor").choice(year.club.town.people)
    here = any(
        isinstance(one, journal.Came) and (one.night, one.name) == (night.name, debtor) for one in night.journal.lines
    )
    if not here or not night.fee or not 0 <= len(owed(night, debtor)) < OWED_NIGHTS or is_paid_up(night, debtor):
        raise NotNow
    guide = Guided(night.director, GIVE_BACK)
    night.open("check-in/")
    night.director.tap("Fee, partner, number", beside=debtor)
    night.director.fill("Paid", 0)
    guide.go()
    night.write(journal.Paid, debtor, -night.fee, night.name)


def owed(night: Night, name: str) -> dict[str, float]:
    """What somebody still has to pay, by night, of those where it was given back."""
    paid: dict[str, float] = {}
    for one in night.journal.lines:
        if isinstance(one, journal.Paid) and one.name == name and one.what == "fee":
            paid.setdefault(one.night, 0)
            paid[one.night] += one.dollars
    return {one: dollars for one, dollars in paid.items() if dollars == 0}


def is_paid_up(night: Night, name: str) -> bool:
    gave_back = sum(isinstance(one, journal.Paid) and one.name == name and one.what == "fee" and one.dollars < 0
                    for one in night.journal.lines)  # fmt: skip
    return gave_back >= OWED_NIGHTS


@mishap("between nights", every=1)
def pays_six_nights_at_once(year: Year, night: Night) -> None:
    debtor = random.Random(f"{year.club.seed}/debtor").choice(year.club.town.people)
    debts = owed(night, debtor)
    if len(debts) < OWED_NIGHTS:
        raise NotNow
    carol = night.director
    Guided(carol, DEBT)
    for name in debts:
        fee = next(one.fee for one in night.journal.lines if isinstance(one, journal.Planned) and one.night == name)
        carol.open(f"{year.club.address}dues/")
        carol.tap(debtor)
        carol.tap("Enter a payment")
        pay_debt(carol, name, fee)
        night.write(journal.Paid, debtor, fee, name)


def pay_debt(carol: Person, night: str, fee: float) -> None:
    raise NotImplementedError(str([f"{carol.page.group_of(b)}: {n}" for n, b in carol.page.fields()]))
