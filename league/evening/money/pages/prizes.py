"""Pots and prizes of an evening or series: set up, and as everybody reads them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from league.acting.answers import FormPage
from league.evening.money.sheet import Cash
from league.evening.money.words import pot_words, prize_words
from league.models import Event, Pot, Prize, Series
from league.office.clubs.pages.navigation import address_of
from league.words import money

Kind = Prize.Kind

# The purpose of each kind of prize, in the order offered.
KINDS: Final[Mapping[Kind, str]] = {
    Kind.PLACE: "The best total of the evening, or the second, the third …",
    Kind.HIGH_ROUND: "The most points in one round.",
    Kind.HIGH_HAND: "The most points in one hand.",
    Kind.MOST_SETS: "Set most often.",
    Kind.LAST: "The lowest total of those who played every round.",
    Kind.NAMED: "A drawing, a special hand: you say who won it.",
}
# The same of a duplicate. A high hand isn't for one: the boards say which cards bring the most, and everybody who sat
# there had them.
KINDS_OF_BOARDS: Final[Mapping[Kind, str]] = {
    **{kind: words for kind, words in KINDS.items() if kind != Kind.HIGH_HAND},
    Kind.PLACE: "The best of the evening by its boards, or the second, the third …",
    Kind.HIGH_ROUND: "The best result over the boards of one round.",
    Kind.LAST: "The lowest result of those who were there for every round.",
}
TITLES: Final = {**dict(Kind.choices), Kind.PLACE: "A place", Kind.NAMED: "You decide"}
TIES: Final = "Those who tie share a prize in equal parts. Odd cents go to the first names, by number."


def prizes_context(row: Event | Series, pots: Sequence[Pot], prizes: Sequence[Prize]) -> dict[str, object]:
    club = row.club
    is_event = isinstance(row, Event)
    is_closed = isinstance(row, Event) and row.state == Event.State.CLOSED
    place = "series_" if not is_event else ""
    here = (club.slug, row.pk)
    return {
        "title": row.name,
        "back": address_of("event" if is_event else "one_series", *here),
        "is_closed": is_closed,
        "is_series": not is_event,
        "pots": [(pot.name, pot_words(pot, club), address_of("change_pot", club.slug, pot.pk)) for pot in pots],
        "prizes": [
            (prize.title, prize_words(prize, club), address_of("change_prize", club.slug, prize.pk)) for prize in prizes
        ],
        "new_pot": address_of(f"new_{place}pot", *here),
        "kinds": [
            (TITLES[kind], words, address_of(f"new_{place}prize", *here, slug_of(kind)))
            for kind, words in kinds_of(row).items()
        ],
        "cash": address_of("cash", *here) if is_event else "",
        "series": row.series.name if isinstance(row, Event) and row.series else "",
        "for_series": address_of("prizes_for_series", *here) if is_event else "",
        "categories": address_of("categories", club.slug),
        "ties": TIES,
    }


def shown_prizes(event: Event, prizes: Sequence[Prize], cash: Cash | None) -> list[dict[str, object]]:
    """Prizes for everybody; with winners once the event is closed (then with its `cash`)."""
    if cash is None:
        return [{"title": prize.title, "worth": prize_words(prize, event.club)} for prize in prizes]
    return [
        {
            "title": line.prize.title,
            "worth": prize_words(line.prize, event.club),
            "winners": [(share.name, money(share.amount, event.club)) for share in line.shares if share.amount],
            "is_over": True,
        }
        for line in cash.prize_lines
    ]


def kinds_of(row: Event | Series) -> Mapping[Kind, str]:
    return KINDS_OF_BOARDS if row.is_duplicate else KINDS


def slug_of(kind: Kind) -> str:
    return str(kind.value).replace("_", "-")


def prizes_address(row: Event | Series) -> str:
    return address_of("prizes" if isinstance(row, Event) else "series_prizes", row.club.slug, row.pk)


def pot_page(row: Event | Series, pot: Pot | None) -> FormPage:
    says = "Money kept apart for prizes. What nobody wins carries over to the next night of the series."
    return FormPage(pot.name if pot else "Add a pot", "Save", _back(row), row.name, says=(says,))


def prize_page(row: Event | Series, kind: Kind, prize: Prize | None) -> FormPage:
    title = prize.title if prize else f"Add a prize: {TITLES[kind].lower() if kind != Kind.PLACE else 'a place'}"
    return FormPage(title, "Save", _back(row), row.name, says=(kinds_of(row).get(kind, KINDS[kind]),))


def _back(row: Event | Series) -> tuple[str, str]:
    return "Back", prizes_address(row)


def saved(row: Event | Series) -> str:
    return "Saved. The next night gets it too." if isinstance(row, Series) else "Saved."


def taken_over(series: Series) -> str:
    return f"Every new night of {series.name} gets these pots and prizes."
