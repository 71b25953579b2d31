"""An evening in the hall and at home, in words. No queries."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from league.acting.answers import SIDE_BY_SIDE, FormPage
from league.models import Event, Fetched, KeptSlice, Lending
from league.office.clubs.pages.navigation import address_of
from league.outside.archive.format import Official
from league.words import moment_words, money, when_words
from scoring.rules.notation import counted

from .looking import Look

GOES_ALONG: Final = (
    "Along go the evening, the rules, and each member’s name and number, with who sat together and what is owed from "
    "the last year. Mail, phone numbers, notes and passwords stay here."
)
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


def where_words(event: Event, lending: Lending, now: datetime) -> tuple[str, str]:
    """Where the evening is, and what home knows of it."""
    since = moment_words(lending.lent_at, event.club, now)
    if lending.heard_at is None:
        return f"In the hall since {since}", "Nothing was heard from there yet. What you see here is from before."
    heard = moment_words(lending.heard_at, event.club, now)
    return f"In the hall since {since}", f"Last heard at {heard}."


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


def give_back_page(fetched: Fetched, now: datetime) -> FormPage:
    event = fetched.event
    says = ["The evening goes into a file. Take it home on a stick or a phone, and choose “Bring it back” there."]
    if fetched.given_back_at is not None:
        at = moment_words(fetched.given_back_at, event.club, now)
        says.append(f"It was saved at {at}. Saving it again gives the same evening.")
    elif event.state != Event.State.CLOSED:
        says.append("It isn’t closed yet. Once it is saved, it is changed at home alone.")
    else:
        says.append("Once it is saved, it is changed at home alone.")
    return FormPage(f"Save {event.name} for home", "Save for home", _back(event), when_words(event), says=says,
        is_plain=True)  # fmt: skip


def fetch_page(back: str) -> FormPage:
    return FormPage(
        "Fetch an evening",
        "Fetch the evening",
        ("Back", back),
        says=(
            "At home, open the evening, choose “Take it to the hall”, and save the file. Bring it here on a stick, "
            "and choose it below.",
        ),
        is_plain=True,
    )


def fetched_words(fetched: Fetched) -> str:
    return f"{fetched.event.name} is here. Officials sign in with the codes that home showed."
