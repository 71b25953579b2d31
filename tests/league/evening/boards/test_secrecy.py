"""A hand of a duplicate is in no answer before the evening is closed: every address of an evening is asked by whoever
sees most, and what comes is searched for the hands however they may be written. Afterward they are there.
"""

from __future__ import annotations

import html
import io
import re
import zipfile
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from league.models import Event, Role, RoundTable
from league.urls import urlpatterns
from pinochle_club.ground import typesetting
from scoring.models import ScoreCard
from scoring.rules.cards import SUITS, Card
from scoring.rules.notation import RANK_SIGNS, SUIT_SIGNS, name, parse_cards, sign
from scoring.score_card import urls as score_card
from tests.league.evening.paper import duplicate
from tests.league.makers import make_user
from tests.league.test_permission_matrix import World, make_world, stranger, tablet_of_a_table
from tests.sampling import sample

pytestmark = pytest.mark.django_db
# From so many cards of a suit on a line of them is told from figures.
FEWEST = 4
SECRET_FIELD = [{"NS": 876543, "EW": -876543}]


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What would be printed, as the HTML of its pages."""
    pages: list[str] = []

    def note(page: str, **_: object) -> bytes:
        pages.append(page)
        return b"%PDF-"

    monkeypatch.setattr(typesetting, "pdf_of", note)
    return pages


def playing_world() -> tuple[World, Event]:
    """The club of the permission matrix, whose evening is a duplicate. Nobody has played a board."""
    world = make_world()
    event = Event.objects.get(pk=world.parts["event_id"])
    Event.objects.filter(pk=event.pk).update(compared="matchpoints", hands=4)
    RoundTable.objects.filter(event_round__event=event).update(board_set=1)
    ScoreCard.objects.filter(round_table__event_round__event=event).update(
        boards=[1, 2, 3, 4], length="hands", hands_agreed=4
    )
    event = duplicate.fresh(event)
    dealt = duplicate.deal_boards(event, 8)
    dealt.boards.update(field=SECRET_FIELD)
    last = dealt.boards.get(number=8)
    last.entered = {"N": last.hands["N"]}
    last.save()
    return world, event


def typed_at_the_first_table(event: Event) -> None:
    """Its board is played, and a hand of it was typed to count the meld."""
    table = RoundTable.objects.select_related("card__book_version").filter(event_round__event=event)[0]
    duplicate.play_boards(table)
    typed = table.card.entries.filter(kind="meld", hand=1)[0]
    typed.payload |= {"cards": {"N": event.dealt_boards.boards.get(number=1).hands["N"]}, "melds": {}}
    typed.save()


def director_who_plays(world: World) -> Client:
    client, user = Client(raise_request_exception=False), make_user(world.club, "director")
    member = Event.objects.get(pk=world.parts["event_id"]).entrants.exclude(member=None).last().member
    Role.objects.filter(user=user).update(member=member)
    client.force_login(user)
    opens = next(one for one in urlpatterns if one.name == "open_card")
    assert client.post(world.address(opens), {"client_id": "open"}).status_code == 302
    return client


def admin(world: World) -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(make_user(world.club, "admin"))
    return client


# -- what is searched for --------------------------------------------------------------------


def spellings(cards: Iterable[Card]) -> Iterator[str]:
    """A hand however it may be written, without spaces: in codes, with signs, in words, suit by suit."""
    hand = [*cards]
    yield "".join(map(str, hand))
    yield ",".join(map(str, hand))
    yield '","'.join(map(str, hand))
    yield "".join(map(sign, hand))
    yield "".join(name(card) for card in hand).replace(" ", "")
    for suit in SUITS:
        ranks = [card.rank for card in hand if card.suit == suit]
        if len(ranks) >= FEWEST:
            for said in (ranks, [RANK_SIGNS[rank] for rank in ranks]):
                yield f"{SUIT_SIGNS[suit]}{''.join(said)}"
                yield f"{suit}:{''.join(said)}"


def hidden_in(event: Event) -> list[str]:
    """The seed, what bots made, and the hands of a board that is on a table and of one that is to come, in all
    spellings."""
    found = [duplicate.SEED, "876543"]
    for board in event.dealt_boards.boards.filter(number__in=(1, 8)):
        for cards in board.hands.values():
            found += spellings(parse_cards(cards))
    return found


def texts_of(response: Any) -> Iterator[str]:
    """An answer as it is written and as it is read, without its spaces; of a zip its files."""
    content = response.getvalue()
    parts = [content]
    if content[:2] == b"PK":
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            parts = [archive.read(each) for each in archive.namelist()]
    for part in parts:
        yield from readings(part.decode(errors="replace"))


def readings(text: str) -> Iterator[str]:
    plain = html.unescape(text)
    yield "".join(plain.split())
    yield "".join(re.sub(r"<[^>]*>", "", plain).split())


def addresses(world: World, every: int) -> Iterator[tuple[str, str]]:
    """The addresses of the club by their names: those that are about boards, some others, and those of a card."""
    some = urlpatterns[:: sample(every, 1)]
    for pattern in urlpatterns:
        called, wanted = str(pattern.name), pattern.pattern.converters
        is_asked = pattern in some or re.search(r"board|api|archive|event|paper|traveler|hand|card|log", called)
        if is_asked and wanted.keys() <= world.parts.keys():
            yield called, world.address(pattern)
    card = str(world.parts["card_id"])
    of_card = [one for one in score_card.urlpatterns if "card_id" in one.pattern.converters]
    for pattern in of_card[:: sample(every // 8, 1)]:
        parts: dict[str, Any] = {"card_id": card, "hand": 1, "step": "meld", "number": 1, "side": "NS"}
        yield (
            str(pattern.name),
            reverse(f"score_card:{pattern.name}", kwargs={name: parts[name] for name in pattern.pattern.converters}),
        )


# Who asks, for every how many-th address that is not about boards, and how many pages they get to read at least.
CALLERS: dict[str, tuple[Callable[[World], Client], int, int]] = {
    "director who plays": (director_who_plays, 8, 40),
    "tablet": (tablet_of_a_table, 50, 10),
    "stranger": (stranger, 50, 10),
}


@pytest.mark.parametrize("who", CALLERS)
def test_no_answer_has_a_hand_before_the_evening_is_closed(who: str, printed: list[str], caplog: Any):
    world, event = playing_world()
    sign_in, every, fewest = CALLERS[who]
    client, hidden, read = sign_in(world), hidden_in(event), list[int]()
    typed_at_the_first_table(event)
    assert len(hidden) > 50

    for called, address in addresses(world, every):
        printed.clear()
        response = client.get(address)
        said = [*texts_of(response), *(text for page in printed for text in readings(page))]
        assert [each for each in hidden if any(each in text for text in said)] == [], (called, address)
        read.append(response.status_code)

    assert read.count(200) >= fewest
    assert [each for each in hidden if each in "".join(caplog.text.split())] == []
    assert [status for status in read if status >= 500] == []


@pytest.mark.parametrize(
    "called", ["hand_records_pdf", "boards_text", "boards_csv", "boards_xlsx", "api_boards", "archive"]
)
def test_afterward_they_are_there(called: str, printed: list[str]):
    """So the search above would find them."""
    world, event = playing_world()
    client = admin(world) if called == "archive" else stranger(world)
    Event.objects.filter(pk=event.pk).update(state="closed", closed_at=event.starts_at)
    pattern = next(one for one in urlpatterns if one.name == called)

    response = client.get(world.address(pattern))

    assert response.status_code == 200
    said = [*texts_of(response), *(text for page in printed for text in readings(page))]
    for board in event.dealt_boards.boards.all():
        for cards in board.hands.values():
            assert any(each in text for each in spellings(parse_cards(cards)) for text in said), (board, cards)
