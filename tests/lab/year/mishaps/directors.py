"""What directors do wrong, and how they put it right by the Help alone."""

from __future__ import annotations

import random
import re
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from tests.lab.year import journal
from tests.lab.year.book.telling import Told
from tests.lab.year.clubs import PASSWORD
from tests.lab.year.guided import Guided, told
from tests.lab.year.web import Missing, Page, Person, Refused

from . import NotNow, mishap
from .people import debts_of

if TYPE_CHECKING:
    from tests.lab.year.nights import Night
    from tests.lab.year.year import Year

FEE_WRONG = """On the event’s page tap Change the plan, type the right fee and Save. Where people already paid the wrong
one, you’re asked whether they paid the right one or you leave them; in a series also whether the coming nights take it
over. Answer at the top of the page, and Save again. So it goes with everything in the plan."""
COMES_LATE = """Somebody comes late. Check them in. If a seat is waiting for them, enter the arrival on the board; the
rules say what it costs. If not, re-plan the seating: they play from the next round on."""
TOO_SOON = """If not, close the round right away and say that it doesn’t count: nobody scores in it, and nobody gets
credit for sitting it out. Then seat and start the right one. Closed by mistake? Reopen round 2 on its board"""
SECOND = """On the board, under Menu, tap “Let somebody in…” and show the code. A helper scans it, types their name and
directs this evening with you, without a password. There you can take them off, too."""
HAND_WRONG = """The table can correct any hand until the card is signed. After that you can, from the board, with a
reason; the card shows what changed and why."""
REOPEN = "Close the event. You can reopen it later if something has to be corrected."
GIVE_BACK = "Tap “…” beside the name, then “Not here after all”. Fee, partner, number… there gives back a fee, too."
DEBT = "then tap a name: enter what was paid, dues or an evening’s fee, take it back, or ask half or nothing."

RULE = """tap Rule… on it. The book’s own questions lead to the ruling, and before you give it you see what it does
to the hand and to everybody’s place."""
APPEAL = """Where the book lets them, players can appeal it for half an hour. Another official decides then, somebody
you ask (Invite somebody to decide…), or all at the table."""
REPLAN = "When somebody comes or goes, Re-plan the rest shows whose places would change before they do."
ROLES = """Changing roles, inviting officials, downloading the whole archive and deleting the club ask for the
password again"""

LEADS = {"button-go", "save-key", "choice-face"}  # keys of a page that asks one thing
NEW_YEAR = 1  # the month
LONG_AGO = 5  # nights
OWED_NIGHTS = 6


def chance(year: Year, what: str) -> random.Random:
    return random.Random(f"{year.club.seed}/{len(year.club.nights)}/{what}")


def is_in_series(year: Year) -> bool:
    town = year.club.town
    return town.kind_of(len(year.club.nights)) is town.kinds[0]


def change_plan(year: Year, night: Night, label: str, value: str | int, *answers: str) -> None:
    """By the Help: what is asked stands at the top of the page, and is answered by the words that are meant."""
    carol = year.club.director  # who was let in changes no plan
    guide = Guided(carol, FEE_WRONG)
    year.club.sign_in()
    carol.open(night.address)
    guide.tap("Change the plan")
    carol.fill(label, value)
    with suppress(Refused):  # it asks first
        guide.tap("Save")
        return
    for answer in answers:
        for group in {carol.page.group_of(box) for _, box in carol.page.fields()}:
            labels = [name for name, box in carol.page.fields()
                      if box.get("type") == "radio" and carol.page.group_of(box) == group]  # fmt: skip
            if any(name.startswith(answer) for name in labels) and group.endswith("?"):
                carol.fill(group, answer)
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
    if f"{night.day:%B} {night.day.day}, " in night.open().text:
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
    guide = Guided(night.director, REPLAN)
    night.open("rotation/")
    guide.tap("Re-plan the rest")
    guide.go()


@mishap("at check-in", every=13)
def starts_before_the_last_has_come(year: Year, night: Night) -> None:
    name = last_to_come(year, night)
    if night.seats(1):  # somebody has seated too early already
        night.open("rotation/")
    else:
        night.seat()
    for table in night.seats(1):
        night.write(journal.Sat, night.name, 1, table.table, table.seats)
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
    night.skipped, night.rounds = 1, night.rounds + 1


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
    guide = Guided(night.director, TOO_SOON)
    night.open(f"board/?round={night.round}")
    night.director.tap_first("Reopen round", "Reopen the final")
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
    """The address that is shown beside its code."""
    found = [text for text in page.text.split() if text.startswith("http") and "/" in urlsplit(text).path[1:]]
    if not found:
        raise Missing(f"no address to scan on {page.title!r}: {page.text}")
    return urlsplit(found[0]).path


@mishap("in a round", every=8)
def two_directors_contradict_each_other(year: Year, night: Night) -> None:
    """Both close the round, one reopens it; one gives a penalty that the other takes back."""
    if night.director is not year.club.director:  # who was let in lets nobody else in
        raise NotNow
    carol, other = night.director, second_director(year, night, night.devices("Otis Greer’s son", "director"))
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
         and one.night == night.name and one.round == night.round and one.table in night.tablets
         and one.hand.bidder), None
    )  # fmt: skip
    if played is None or not night.cards.book.procedure.players_may_appeal:
        raise NotNow
    carol, tablet = night.director, night.tablets[played.table]
    guide = Guided(carol, RULE)
    tablet.look()
    Guided(tablet.person, "Call the director, the bell on the card.")
    if not tablet.person.page.has("No longer needed"):  # they have called already
        if tablet.person.page.has("Call the"):
            tablet.person.tap("Call the")
        tablet.person.tap("A ruling")
    night.board()
    guide.tap("Rule…", f"Table {played.table}")
    for key in (f"Hand {played.number}", "A renege"):
        if carol.page.has(key):
            carol.tap(key)
    while not carol.page.has("Give this ruling"):
        answers = [name for name, key in carol.page.all_keys() if "choice-face" in (key.get("class") or "")]
        if not answers:
            raise Missing(f"the ruling asks what nobody here knows: {carol.page.text}")
        carol.tap(answers[0])
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
    other = night.devices("Joan’s husband", "director")
    if carol is year.club.director:
        second_director(year, night, other).open(f"{night.address}board/")
        other.tap("Decide")
    else:  # who was let in lets nobody else in
        night.board()
        carol.tap("Invite somebody to decide…")
        carol.fill("Who decides?", other.name)
        guide = Guided(carol, APPEAL)
        guide.go()
        other.open(link_on(carol.page))
        if not any(box.get("type") == "radio" for _, box in other.page.fields()):
            Guided(other, APPEAL).go()
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
    tablet.look()
    tablet.sign()  # the ruling struck what was signed


# -- later ------------------------------------------------------------------------------------------------


@mishap("between nights", every=6)
def corrects_a_night_of_long_ago(year: Year, night: Night) -> None:
    """A meld was written too low; both had the card, and somebody finds it months later."""
    old = [one for one in year.club.nights[:-LONG_AGO] if not one.has_boards]
    hands = [one for one in night.journal.lines if isinstance(one, journal.Played) and one.hand.bidder
             and not one.hand.is_thrown_in and not one.hand.renege]  # fmt: skip
    if not old:
        raise NotNow
    of_long_ago = chance(year, "correction").choice(old)
    name = of_long_ago.name
    of_long_ago.director = night.director
    hands_there = [
        one for one in hands if one.night == name and any(take > 5 and one.hand.bidder not in side
                                                          for side, take in one.hand.take.items())
    ]  # fmt: skip
    if not hands_there:
        raise NotNow
    played = chance(year, "hand").choice(hands_there)
    newest = [one for one in hands if (one.night, one.round, one.table, one.number)
              == (name, played.round, played.table, played.number)][-1]  # fmt: skip
    side = next(side for side, take in newest.hand.take.items() if take > 5 and newest.hand.bidder not in side)
    reopen_event(of_long_ago)
    Guided(night.director, HAND_WRONG)
    of_long_ago.open(f"board/?round={played.round}&open={played.table}")
    if night.director.page.has(f"Correct hand {played.number}"):
        night.director.tap(f"Correct hand {played.number}")
    else:
        night.director.tap("Open the card")
        night.director.tap(f"Hand {played.number} ")
        night.director.tap("Correct this hand")
    meld = newest.hand.meld.get(side, 0)
    while not correct(night.director, f"meld_{side}", meld := meld + 1):
        pass  # no such meld exists
    right = replace(newest.hand, meld={**newest.hand.meld, side: meld})
    of_long_ago.journal.write(journal.Played(year.club.today, name, played.round, played.table, played.number, right))
    of_long_ago.day, day = year.club.today, of_long_ago.day
    of_long_ago.close()
    of_long_ago.day = day
    year.changed(of_long_ago)


def correct(person: Person, name: str, figure: int) -> bool:
    """Whether there can be such a figure."""
    page = person.page
    page._set(next(box for _, box in page.fields() if box.get("name") == name), figure)
    person.fill("Reason", "Both had it on their own cards")
    try:
        answer_all(person, "Save the correction")
    except Refused as refused:
        if "possible meld" not in str(refused):
            raise
        return False
    return True


def answer_all(person: Person, key: str) -> None:
    """What is rare is asked once more, and is so."""
    for _ in range(3):
        try:
            person.tap(key)
            return
        except Refused:
            asked = [name for name, one in person.page.all_keys() if one.get("name") == "q_rare"]
            if not asked:
                raise
        person.tap_first(*asked)
        if not person.page.has(key):  # it is so, and saved
            return


def reopen_event(night: Night) -> None:
    guide = Guided(night.director, REOPEN)
    night.open()
    night.director.tap("Reopen the event")
    name = night.director.page.title.removeprefix("Reopen ").rstrip("?")
    night.director.fill("Reason", "A hand was written wrong").fill("Type the name", name)
    guide.go()


def given_back(year: Year) -> dict[str, list[str]]:
    """Members who still owe fees that were given back, and for which nights."""
    told, there, found = Told(year.club.journal.lines), journal.members(year.club.journal), dict[str, list[str]]()
    for (name, night), lines in told.money.items():
        fees = [one.dollars for one in lines if isinstance(one, journal.Paid) and one.what == "fee"]
        if night and name in there and min(fees, default=0) < 0 and not sum(fees) and name in told.nights[night].came:
            found.setdefault(name, []).append(night)
    return found


@mishap("at check-in", every=7)
def checks_in_somebody_else(year: Year, night: Night) -> None:
    """With a name like the one that was meant; the fee is given back."""
    name, director = last_to_come(year, night), night.director
    check_in_late(night, name)
    guide = Guided(director, GIVE_BACK)
    night.open("check-in/")
    if night.fee:
        guide.tap("Fee, partner, number", beside=name)
        director.fill("Paid", 0)
        guide.go()
        night.write(journal.Paid, name, -night.fee, night.name)
        night.open("check-in/")
    guide.tap("Not here after all", beside=name)
    night.write(journal.Left, night.name, name, 0)


@mishap("at check-in", every=1)
def owes_the_fee(year: Year, night: Night) -> None:
    """One has no money with them, six times; what was tapped as paid is given back."""
    debts = given_back(year)
    debtor = max(debts, key=lambda name: len(debts[name]), default="")
    of_tonight = [one for one in night.journal.lines if getattr(one, "night", "") == night.name]
    gone = {one.name for one in of_tonight if isinstance(one, journal.Left)}
    paid = [one.name for one in of_tonight if isinstance(one, journal.Paid) and one.name not in gone
            and one.name in journal.members(night.journal)]  # fmt: skip
    if not night.fee or not paid or (debtor and debtor not in paid):
        raise NotNow
    debtor = debtor or chance(year, "debtor").choice(paid)
    guide = Guided(night.director, GIVE_BACK)
    night.open("check-in/")
    guide.tap("Fee, partner, number", beside=debtor)
    night.director.fill("Paid", 0)
    guide.go()
    night.write(journal.Paid, debtor, -night.fee, night.name)


@mishap("before check-in", every=1)
def pays_six_nights_at_once(year: Year, night: Night) -> None:
    debtor, debts = max(given_back(year).items(), key=lambda one: len(one[1]), default=("", []))
    if len(debts) < OWED_NIGHTS:
        raise NotNow
    carol = year.club.director
    Guided(carol, DEBT)
    fees = debts_of(year, debtor)
    carol.open(f"{year.club.address}dues/")
    carol.tap(debtor)
    carol.tap(f"Paid all of it: ${sum(fees.values()):g}")
    for name, fee in fees.items():
        night.write(journal.Paid, debtor, fee, name)
        year.changed(next(one for one in year.club.nights if one.name == name))


# -- the rules, and who directs ---------------------------------------------------------------------------


@mishap("between nights", every=1)
def votes_a_rule_at_new_year(year: Year, night: Night) -> None:
    """From January on the night costs a dollar more; nights that were held stay as they were."""
    club = year.club
    if night.day.month != NEW_YEAR or not is_in_series(year) or year.happened["votes a rule at new year"]:
        raise NotNow
    carol, fee = night.director, club.town.fee + 1
    carol.open(club.address)
    carol.tap("Events")
    carol.tap(club.town.night)
    carol.tap("Change the series")
    carol.fill("Fee", fee)
    Guided(carol, FEE_WRONG).tap("Save")
    club.town = replace(club.town, fee=fee)


@mishap("between nights", every=20)
def another_director_takes_over(year: Year, night: Night) -> None:
    """Who founded the club hands it on, and is no director any more."""
    club, before = year.club, night.director
    before.open(f"{club.address}roles/")
    Guided(before, ROLES)
    before.tap("Invite someone")
    number = year.happened["another director takes over"] + 1
    after = club.devices(f"Nadine Lund the {number}", "director")
    before.fill("Name", after.name).fill("What may this person do?", "Admin")
    tap_with_password(before, "Make the link")
    after.open(link_on(before.page))
    club.account = f"nadine{number}"
    after.fill("Your name", after.name).fill("Sign-in name", club.account)
    after.fill("New password", PASSWORD).fill("New password again", PASSWORD)
    after.tap("Join the club")
    after.open(f"{club.address}roles/")
    after.tap(before.name)
    tap_with_password(after, "Take the role away")
    club.director = after


def tap_with_password(person: Person, key: str) -> None:
    """Typed again, where that was long ago."""
    person.tap(key)
    if person.page.title == "Is it you?":
        person.fill("Your password", PASSWORD)
        Guided(person, ROLES).go()


# -- a volunteer ------------------------------------------------------------------------------------------


@dataclass
class Volunteer(Person):
    """Has never directed: taps a green key, or one that the Help names."""

    untold: list[str] = field(default_factory=list)

    def tap(self, wanted: str, beside: str = "", **filled: str) -> Page:
        key = self.page.key(wanted, beside)
        name = re.sub(r"( [A-Z]\S+){2,}$", "", re.split("[:…]", self.page.name_of(key))[0])  # whoever it is about
        is_chair = re.match("[A-Z] ", name)  # the Help says to tap names there
        if not is_chair and not LEADS & set((key.get("class") or "").split()) and not is_told(name):
            self.untold.append(f"{name} on {self.page.title}")
        return super().tap(wanted, beside, **filled)


def is_told(name: str) -> bool:
    """Whatever the number of a round, or of dollars."""
    return re.sub(r"\d+", "1", name).casefold() in re.sub(r"\d+", "1", told()).casefold()


@mishap("before check-in", every=10)
def gives_the_evening_to_a_volunteer(year: Year, night: Night) -> None:
    way = year.club.devices("the volunteer’s phone", "volunteer").way
    volunteer = Volunteer("Vera Lund", "volunteer", way)
    year.everybody.append(volunteer)
    night.director = second_director(year, night, volunteer)


@mishap("at closing", every=1)
def takes_the_evening_back(year: Year, night: Night) -> None:
    volunteer = night.director
    if not isinstance(volunteer, Volunteer):
        raise NotNow
    night.director = year.club.director
    year.club.sign_in()
    assert not volunteer.untold, f"the Help doesn’t name {', '.join(volunteer.untold)}"
