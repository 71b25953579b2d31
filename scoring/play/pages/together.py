"""Tables of friends: the room before the cards, and the people beside them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from django.conf import settings
from django.urls import reverse

from scoring.models import PlaySeat, PlayTable
from scoring.play.games import Table
from scoring.play.together import PHRASES, News, host_of, is_silent, talk_of, waited_for
from scoring.rules.book import RuleBook
from scoring.rules.cards import Seat
from scoring.rules.notation import listed
from scoring.score_card.forms import new_client_id
from scoring.score_card.pages.sharing import LinkContext

# A page that waits for others asks often, one whose player thinks just so that the others know somebody is there.
SECONDS_WAITING: Final = 2
SECONDS_ELSE: Final = 5

Talk = tuple[tuple[str, str], ...]
"""What was said, and by whom: `You`, `Ruth`."""


# -- beside the cards --------------------------------------------------------------------


def people_context(table: Table) -> dict[str, Any] | None:
    """The people at a table of friends: away, waited for, talk; None with bots alone."""
    person, at = table.person, table.game.people
    if person is None or at is None:
        return None
    is_over = table.state.is_done
    waits = not table.is_your_turn and not is_over
    return {
        "code": at.code,
        "mark": f"{table.deal.pk}.{table.seen}.{at.version}",
        "game": str(table.game.pk),
        "client_id": new_client_id(),
        "seconds": SECONDS_WAITING if waits or person.ready_at else SECONDS_ELSE,
        "notices": tuple(_notices(table, person)),
        "is_away": bool(person.away),
        "talk": talk_words(at, table.people, person) if is_over else (),
        "phrases": tuple(PHRASES.items()) if is_over else (),
    }


def _notices(table: Table, person: PlaySeat) -> Iterator[str]:
    for other in table.people.values():
        if other.pk != person.pk and other.away == PlaySeat.Away.LEFT:
            yield f"{other.name} left. A bot plays that seat."
        elif other.pk != person.pk and other.away:
            yield f"A bot plays for {other.name} until they’re back."
    if table.state.is_done and person.ready_at:
        names = [other.name for other in waited_for(table)]
        yield f"You’re ready. Waiting for {listed(names)}." if names else "You’re ready."


def talk_words(table: PlayTable, people: Mapping[Seat, PlaySeat], you: PlaySeat) -> Talk:
    names = {seat: "You" if person.pk == you.pk else person.name for seat, person in people.items()}
    return tuple((names[seat], words) for seat, words in talk_of(table) if seat in names)


# -- before the cards --------------------------------------------------------------------


def room_context(news: News, people: Sequence[PlaySeat]) -> dict[str, Any]:
    you, table, opener = news.person, news.person.table, people[0]
    by_seat = {person.seat: person for person in people}
    book, is_host = table.book_version.book, host_of(people).pk == you.pk
    return {
        "table": table,
        "news": news,
        "shown_code": shown_code(table.code),
        "client_id": new_client_id(),
        "book": book,
        "places": [place_context(book, seat, by_seat, news, is_host=is_host) for seat in book.seats],
        "link": table_link(table.code),
        "may_start": opener.pk == you.pk or is_silent(opener),
        "is_full": len(people) == len(book.seats),
        "waits_for": opener.name,
        "is_host": is_host,
        "talk": talk_words(table, by_seat, you),
        "phrases": PHRASES.items() if news.may_speak else (),
    }


def place_context(
    book: RuleBook, seat: Seat, by_seat: Mapping[Seat, PlaySeat], news: News | None = None, *, is_host: bool = False
) -> dict[str, Any]:
    """A seat and its player; for the host with moves (before the cards) and sending away."""
    person, name = by_seat.get(seat), book.seat_names[seat]
    if person is None:
        return {"seat": name, "name": "Free", "word": "A bot plays here unless somebody sits down."}
    is_you = news is not None and person.pk == news.person.pk
    word = "You" if is_you else "Not here right now" if person.away or is_silent(person) else "Here"
    place = {"seat": name, "name": person.name, "word": word, "is_taken": True}
    if news is None or not is_host or (is_you and news.game is not None):
        return place
    seats = book.seats if news.game is None else ()
    moves = tuple(
        (
            at,
            f"Swap with {by_seat[at].name} ({book.seat_names[at]})"
            if at in by_seat
            else f"Move to {book.seat_names[at]}",
        )
        for at in seats
        if at != seat
    )
    return {**place, "person": person.pk, "is_host": is_you, "moves": moves}


def shown_code(code: str) -> str:
    return f"{code[:4]} {code[4:]}"


def table_link(code: str) -> LinkContext:
    address = settings.PUBLIC_URL + reverse("play:room", args=[code])
    text = "Send your friends this address, let them scan the code, or tell them the letters."
    return LinkContext("Bring your friends", text, "QR code: sit down at this table", address)
