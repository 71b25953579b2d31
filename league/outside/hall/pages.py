"""An evening in the hall and at home, in words. No queries."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.conf import settings
from django.contrib.auth.models import User

from league.acting.answers import SIDE_BY_SIDE, FormPage
from league.acting.permissions import name_of
from league.models import Event, Fetched, KeptSlice, Lending
from league.office.clubs.pages.navigation import address_of
from league.outside.archive.format import Official
from league.words import clock_words, moment_words, money, when_words
from pinochle_club.ground.clock import is_lately
from scoring.rules.notation import counted

from .looking import Look
from .telling import Trouble

GOES_ALONG: Final = (
    "Along go the evening, the rules, and each member’s name and number, with who sat together and what is owed from "
    "the last year. Mail, phone numbers, notes and passwords stay here."
)
HEARD_WITHIN: Final = timedelta(minutes=2)  # the hall says every half minute that it is there
BUSY_FOR: Final = timedelta(seconds=45)  # of a home that answered before: one silence and some tries
BROUGHT_TWICE: Final = "Doing it twice changes nothing."
CHOOSE_AGAIN: Final = "Choose the file again. It is kept for some minutes only."


def _back(event: Event) -> tuple[str, str]:
    return "Back", address_of("event", event.club.slug, event.pk)


def _back_to_hall(event: Event) -> tuple[str, str]:
    return "Back", address_of("hall", event.club.slug, event.pk)


def lend_page(event: Event) -> FormPage:
    return FormPage(
        f"Take {event.name} to the hall",
        "Take it to the hall",
        _back(event),
        when_words(event),
        says=(
            "Do this when the hall’s computer will run the evening, with a line there or none. From then on the "
            "evening is changed in the hall alone; here everybody can read it. It comes back when it is over.",
            GOES_ALONG,
        ),
    )


def lent_context(
    event: Event, lending: Lending, officials: Sequence[tuple[Official, str]], now: datetime
) -> dict[str, object]:
    """The page of an evening that is in the hall, for who runs it at home."""
    return {
        "event": event,
        "when": when_words(event),
        "where": where_words(event, lending, now),
        "officials": [{"name": one.name, "sign_in": one.sign_in_name, "code": code} for one, code in officials],
        "goes_along": GOES_ALONG,
    }


class Words(NamedTuple):
    """A box or strip: what it says first, what it says then, its tone."""

    title: str
    says: str
    tone: str


def where_words(event: Event, lending: Lending, now: datetime) -> Words:
    """Where the evening is, and what home knows of it."""
    since = f"In the hall since {moment_words(lending.lent_at, event.club, now)}"
    if lending.heard_at is None:
        fetched = "The hall’s computer has it. " if lending.fetched_at else ""
        return Words(since, f"{fetched}Nothing was heard from there yet. What you see here is from before.", "now")
    if is_lately(lending.heard_at, HEARD_WITHIN, now):
        return Words(
            f"{since} · heard {ago_words(now - lending.heard_at)} ago",
            "It is played and changed there. What you see here is as the hall tells.",
            "good",
        )
    heard = moment_words(lending.heard_at, event.club, now)
    return Words(
        f"Last heard at {heard}",
        f"That’s {ago_words(now - lending.heard_at)} ago. The hall has no line right now and plays on; nothing is "
        f"lost. What you see here is from {heard}.",
        "now",
    )


def ago_words(ago: timedelta) -> str:
    """`20 seconds`, `40 minutes`, `3 hours`, `2 days`."""
    seconds = max(1, int(ago.total_seconds()))
    for size, what in ((86_400, "day"), (3_600, "hour"), (60, "minute")):
        if seconds >= 2 * size or (seconds >= size and size < 86_400):
            return counted(seconds // size, what)
    return counted(seconds, "second")


def code_context(lending: Lending, code: str, here: str, now: datetime) -> dict[str, object]:
    """The code of a lent evening and where it is typed in, for the page of it."""
    until = clock_words(lending.code_until, lending.event.club) if lending.code_until else ""
    fetched = moment_words(lending.fetched_at, lending.event.club, now) if lending.fetched_at else ""
    return {
        "code": code,
        "home": (settings.PUBLIC_URL or here).removeprefix("https://").rstrip("/"),
        "code_until": f"Good until {until}, for one computer." if code else "The code’s hour is over.",
        "was_fetched": f"A computer fetched the evening at {fetched}. Codes work for it alone." if fetched else "",
    }


def bring_back_page(event: Event) -> FormPage:
    return FormPage(
        f"Bring {event.name} back",
        "Look at it",
        _back_to_hall(event),
        when_words(event),
        says=("Choose the file that was saved in the hall. What comes with it is shown before anything changes.",),
        is_plain=True,
    )


def look_page(event: Event, look: Look | None) -> FormPage:
    """What a file would bring; nothing where home has it already."""
    return FormPage(
        f"Bring {event.name} back",
        "Bring it back",
        _back_to_hall(event),
        when_words(event),
        notice="What comes with it" if look else "Home has this evening already",
        notices=look_words(event, look) if look else (),
        says=(f"Standings change, and everybody who asked for mail gets it. {BROUGHT_TWICE}",),
        fields=SIDE_BY_SIDE,
    )


def guests_page(event: Event) -> FormPage:
    return FormPage(
        f"Guests at {event.name}",
        "Save",
        _back(event),
        when_words(event),
        says=(
            "The hall met them first, and your list has their names. Who is the same gets the evening as their own.",
        ),
        fields=SIDE_BY_SIDE,
    )


def look_words(event: Event, look: Look) -> list[str]:
    signed = ", all signed" if look.is_signed and look.hands else ""
    words = [f"{counted(look.hands, 'hand')} at {counted(look.tables, 'table')}{signed}"]
    if look.guests:
        names = ", ".join(one.name for one in look.guests)
        words.append(f"{counted(len(look.guests), 'guest')} new to the club: {names}")
    if look.paid or look.due:
        words.append(f"{money(look.paid, event.club)} paid, {money(look.due, event.club)} due")
    return words


def kept_page(kept: KeptSlice, now: datetime) -> FormPage:
    event = kept.lending.event
    return FormPage(
        f"{event.name}, as the hall has it",
        "Take the hall’s in its place",
        _back(event),
        f"It came at {moment_words(kept.came_at, event.club, now)}, after the evening was taken back.",
        says=(
            "Below is each hand, here and there. If the hall’s is right, take it: all that this evening has here goes "
            "for it. If not, leave it; it stays beside the evening.",
        ),
        tone="danger",
    )


def take_back_page(event: Event, lending: Lending, now: datetime) -> FormPage:
    heard = moment_words(lending.heard_at, event.club, now) if lending.heard_at else ""
    known = f"Home last heard from it at {heard}." if heard else "Home has heard nothing from it yet."
    return FormPage(
        f"Take {event.name} back without the hall",
        "Take it back",
        _back_to_hall(event),
        notice="Is the hall’s computer lost or broken?",
        notices=(
            f"{known} If you take the evening back, it goes on here from what you see.",
            "Hands that the hall entered since then don’t count at first.",
            "If the computer turns up again, what it sends is kept here beside the evening.",
        ),
        says=("If it only has no line, wait: nothing is lost there.",),
        tone="danger",
    )


def give_back_page(fetched: Fetched, file: str, now: datetime) -> FormPage:
    """Save a fetched evening as a `file` for home; once that was done, what to do with it."""
    event = fetched.event
    by_phone = (
        f"No stick? Your phone can carry it. On the Wi-Fi here, open {settings.PUBLIC_URL.removeprefix('http://')} on "
        "the phone, sign in with your code, open the evening, and save its file there."
    )
    if fetched.given_back_at is None:
        is_open = "" if event.state == Event.State.CLOSED else "It isn’t closed yet. "
        return FormPage(
            f"Save {event.name} for home",
            "Save for home",
            _back(event),
            when_words(event),
            says=(
                "The evening goes into a file. Take it home on a stick or a phone.",
                f"{is_open}Once it is saved, it is changed at home alone.",
                by_phone,
            ),
            is_plain=True,
        )
    at = moment_words(fetched.given_back_at, event.club, now)
    return FormPage(
        f"Bring {event.name} home",
        "Save the file here",
        _back(event),
        when_words(event),
        notice=f"Saved for home at {at}.",
        notices=(
            f"The file is {file}, in the downloads of the computer or phone that saved it.",
            "Now bring it home. There, open the evening, choose “Hall and home”, then “Bring it back from a file”.",
        ),
        says=(by_phone,),
        is_plain=True,
    )


def fetch_page(back: str) -> FormPage:
    return FormPage(
        "Fetch an evening",
        "Fetch the evening",
        ("Back", back),
        says=(
            "At home, open the evening, choose “Hall and home”, then “Take it to the hall”, and save the file. Bring "
            "it here on a stick, and choose it below.",
        ),
        is_plain=True,
    )


FETCH_BY_CODE: Final = FormPage(
    "Fetch an evening",
    "Fetch the evening",
    ("Back", "/"),
    says=(
        "At home, open the evening and choose “Hall and home”, then “Take it to the hall”. It shows an address and "
        "a code.",
    ),
    is_plain=True,
)


def too_many_codes(wait: str) -> str:
    return f"Too many wrong codes. Wait {wait}, then try again. Or read the evening from a stick."


def fetched_words(fetched: Fetched, renamed: Iterable[User]) -> str:
    here = f"{fetched.event.name} is here. Sign in as home shows under your name; the code beside it is the password."
    return " ".join((here, *(f"{name_of(one)}’s sign-in name here is {one.get_username()}." for one in renamed)))


def _without_a_line(event: Event, waiting: int) -> str:
    if event.state == Event.State.CLOSED:
        return "The rest goes by itself when the line is back. Or take it home as a file."
    return "Play on. They go by themselves when the line is back." if waiting else "Play on."


def _given_words(fetched: Fetched, *, is_home: bool) -> Words:
    """Of an evening that was given back: whether home has it, as far as is known here."""
    if is_home and fetched.told_at is not None:
        return Words("Home has this evening.", "From now on it is changed there.", "good")
    at = f" at {clock_words(fetched.given_back_at, fetched.event.club)}" if fetched.given_back_at else ""
    or_so = " Or wait: it goes by itself when the line is back." if fetched.home else ""
    return Words(f"Saved for home{at}.", f"Bring the file home.{or_so}", "now")


def strip_words(fetched: Fetched, waiting: int, now: datetime) -> Words:
    """How far home is, in one line of the director's board. A home that answered a moment ago is taken to be busy."""
    was_told = fetched.told_at is not None and is_lately(fetched.told_at, BUSY_FOR, now)
    is_busy = was_told and fetched.trouble == Trouble.NO_LINE
    trouble = Trouble.NONE if is_busy else fetched.trouble
    if trouble == Trouble.FORCED:
        says = "Play on, or ask there. What is entered here is kept there beside it."
        return Words("Home took this evening back.", says, "bad")
    if fetched.event.lent:
        return _given_words(fetched, is_home=trouble == Trouble.NONE and fetched.told == fetched.version)
    if not fetched.home:
        return Words("This evening came as a file.", "When it is over, save it for home.", "now")
    if trouble == Trouble.NONE and not waiting:
        told = clock_words(fetched.told_at, fetched.event.club) if fetched.told_at else ""
        return Words(f"Home has everything up to {told}." if told else "Home hears of it in a moment.", "", "good")
    none = "the end of the evening waits" if fetched.event.state == Event.State.CLOSED else "nothing waits"
    hands = f"{counted(waiting, 'hand')} {'waits' if waiting == 1 else 'wait'}" if waiting else none
    if trouble == Trouble.NONE:
        return Words(f"On its way home: {counted(waiting, 'hand')}.", "", "good")
    if trouble == Trouble.IN_BETWEEN:
        says = "Play on. The Wi-Fi here may want something clicked: open any page in this computer’s browser."
        return Words(f"Something stands between here and home: {hands}.", says, "now")
    if trouble == Trouble.NO_LINE:
        return Words(f"No line to home: {hands}.", _without_a_line(fetched.event, waiting), "now")
    return Words(f"Home doesn’t take it: {hands}.", f"Play on. {trouble}", "bad")
