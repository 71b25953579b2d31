"""People who play together: the table before the cards are dealt, and beside them who is there and what is said."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from django.conf import settings
from django.urls import reverse

from scoring.models import PlaySeat, PlayTable
from scoring.play.games import Table
from scoring.play.together import PHRASES, News, host_of, is_silent, talk_of, waited_for
from scoring.rules.book import RuleBook
from scoring.rules.cards import Seat
from scoring.rules.notation import SEAT_NAMES, listed
from scoring.score_card.forms import new_client_id
from scoring.score_card.pages.sharing import LinkContext

# A page that waits for others asks often, one whose player thinks just so that the others know somebody is there.
SECONDS_WAITING: Final = 2
SECONDS_ELSE: Final = 5


@dataclass(frozen=True, slots=True)
class Said:
    """Something that was said, and by whom: `You`, `Ruth`."""

    who: str
    words: str


@dataclass(frozen=True, slots=True)
class PeopleContext:
    """What is to know of the others at the table, and where the page asks for news."""

    code: str
    mark: str
    game: str
    client_id: str
    seconds: int
    notices: tuple[str, ...]
    is_away: bool
    talk: tuple[Said, ...]
    phrases: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class PlaceContext:
    """A seat of the table that waits: its name, who sits there, and a word on that.

    `person` is who sits there, where the host may do something about it: `moves` are the seats there are to go to, with
    the words of their keys.
    """

    seat: str
    name: str
    word: str
    is_taken: bool
    person: int = 0
    is_host: bool = False
    moves: tuple[tuple[Seat, str], ...] = ()


@dataclass(frozen=True, slots=True)
class RoomContext:
    """The table before the cards are dealt."""

    code: str
    shown_code: str
    mark: str
    client_id: str
    book: RuleBook
    places: tuple[PlaceContext, ...]
    link: LinkContext
    may_start: bool
    start_words: str
    waits_for: str
    game: str
    sent_away: tuple[tuple[int, str], ...]
    is_host: bool
    is_locked: bool
    talk: tuple[Said, ...]
    phrases: tuple[tuple[str, str], ...]


# -- beside the cards --------------------------------------------------------------------


def people_context(table: Table) -> PeopleContext | None:
    """Who is away, who is waited for and what was said; None where one plays alone with bots."""
    person, at = table.person, table.game.people
    if person is None or at is None:
        return None
    is_over = table.state.is_done
    waits = not table.is_your_turn and not is_over
    return PeopleContext(
        code=at.code,
        mark=f"{table.deal.pk}.{table.seen}.{at.version}",
        game=str(table.game.pk),
        client_id=new_client_id(),
        seconds=SECONDS_WAITING if waits or person.ready_at else SECONDS_ELSE,
        notices=tuple(_notices(table, person)),
        is_away=bool(person.away),
        talk=said(at, table.people, person) if is_over else (),
        phrases=tuple(PHRASES.items()) if is_over else (),
    )


def _notices(table: Table, person: PlaySeat) -> Iterator[str]:
    for other in table.people.values():
        if other.pk != person.pk and other.away == PlaySeat.Away.LEFT:
            yield f"{other.name} left. A bot plays that seat."
        elif other.pk != person.pk and other.away:
            yield f"A bot plays for {other.name} until they’re back."
    if table.state.is_done and person.ready_at:
        names = [other.name for other in waited_for(table)]
        yield f"You’re ready. Waiting for {listed(names)}." if names else "You’re ready."


def said(table: PlayTable, people: Mapping[Seat, PlaySeat], you: PlaySeat) -> tuple[Said, ...]:
    """What was said since the cards were last dealt."""
    names = {seat: "You" if person.pk == you.pk else person.name for seat, person in people.items()}
    return tuple(Said(names[seat], words) for seat, words in talk_of(table) if seat in names)


# -- before the cards --------------------------------------------------------------------


def room_context(news: News, people: Iterable[PlaySeat]) -> RoomContext:
    """The table as somebody who sits at it sees it before the game."""
    you, table = news.person, news.person.table
    by_seat = {person.seat: person for person in people}
    book = table.book_version.book
    first = next(iter(by_seat.values()))
    may_start = first.pk == you.pk or is_silent(first)
    is_host = host_of(list(by_seat.values())).pk == you.pk
    places = [place_context(seat, by_seat.get(seat), you) for seat in book.seats]
    if is_host:
        places = [
            _hosted(place, by_seat.get(seat), by_seat, news) for seat, place in zip(book.seats, places, strict=True)
        ]
    return RoomContext(
        code=table.code,
        shown_code=shown_code(table.code),
        mark=news.mark,
        client_id=new_client_id(),
        book=book,
        places=tuple(places),
        link=table_link(table.code),
        may_start=may_start,
        start_words="Start the game" if len(by_seat) == len(book.seats) else "Start with bots in the empty seats",
        waits_for=first.name,
        game=str(news.game or ""),
        sent_away=tuple((device, name) for device, name in table.sent_away) if is_host else (),
        is_host=is_host,
        is_locked=table.is_locked,
        talk=said(table, by_seat, you),
        phrases=tuple(PHRASES.items()) if news.may_speak else (),
    )


def place_context(seat: Seat, person: PlaySeat | None, you: PlaySeat | None = None) -> PlaceContext:
    """A seat and who sits there."""
    if person is None:
        return PlaceContext(SEAT_NAMES[seat], "Free", "A bot plays here unless somebody sits down.", is_taken=False)
    if you is not None and person.pk == you.pk:
        return PlaceContext(SEAT_NAMES[seat], person.name, "You", is_taken=True)
    word = "Not here right now" if person.away or is_silent(person) else "Here"
    return PlaceContext(SEAT_NAMES[seat], person.name, word, is_taken=True)


def _hosted(place: PlaceContext, person: PlaySeat | None, by_seat: Mapping[Seat, PlaySeat], news: News) -> PlaceContext:
    """A seat with what the host may do about it: before the cards somebody moves, at any time somebody is sent away."""
    is_you = person is not None and person.pk == news.person.pk
    if person is None or (is_you and news.game is not None):
        return place
    seats = news.person.table.book_version.book.seats if news.game is None else ()
    moves = tuple((seat, _move_words(seat, by_seat.get(seat))) for seat in seats if seat != person.seat)
    return replace(place, person=person.pk, is_host=is_you, moves=moves)


def _move_words(seat: Seat, other: PlaySeat | None) -> str:
    return f"Swap with {other.name} ({SEAT_NAMES[seat]})" if other else f"Move to {SEAT_NAMES[seat]}"


def shown_code(code: str) -> str:
    """A code in two groups, as it is read out."""
    return f"{code[:4]} {code[4:]}"


def table_link(code: str) -> LinkContext:
    """The address at which friends sit down."""
    address = settings.PUBLIC_URL + reverse("play:room", args=[code])
    text = "Send your friends this address, let them scan the code, or tell them the letters."
    return LinkContext("Bring your friends", text, "QR code: sit down at this table", address)
