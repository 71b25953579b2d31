"""What directors do wrong, and how they put it right by the Help alone."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from tests.lab.year import journal
from tests.lab.year.guided import Guided
from tests.lab.year.web import Person, Refused

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

OWED_NIGHTS = 6


def chance(year: Year, what: str) -> random.Random:
    return random.Random(f"{year.club.seed}/{len(year.club.nights)}/{what}")


def is_in_series(year: Year) -> bool:
    town = year.club.town
    return town.kind_of(len(year.club.nights)) is town.kinds[0]


def came(night: Night) -> list[str]:
    """Who is there and has paid."""
    return [one.name for one in night.journal.lines if isinstance(one, journal.Paid)
            and one.night == night.name and one.what == "fee" and one.dollars > 0]  # fmt: skip


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


def second_director(year: Year, night: Night, name: str) -> Person:
    guide = Guided(night.director, SECOND)
    night.board()
    guide.tap("Let somebody in…")
    guide.go()
    page = night.director.page
    address = next(
        name
        for name in page.tree.xpath("//@href | //*[contains(@class, 'link-address')]/text()")
        if "/direct/" in name or "/second" in name
    )
    other = year.club.devices(name, "second director")
    other.open(address)
    other.fill("Your name", name)
    Guided(other, SECOND).go()
    return other
