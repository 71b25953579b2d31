"""What every page of play mode keeps to: the policy of the score card's pages, and no card that the seat does not see.

The second is held by other deals: cards that the player has not seen change hands, and the page stays the same.
"""

import json
import random
import re
from collections.abc import Callable, Iterator
from operator import eq

import pytest
from django.test import Client
from django.utils import timezone

from scoring.models import PlayedDeal, PlayedHand
from scoring.play.actions import action_to_json
from scoring.play.seat_view import SeatView, seat_view
from scoring.play.state import DealState, state_from_json, states_of
from scoring.rules.cards import Seat
from tests.books import PLAYED
from tests.sampling import SOAK, crossed, every, sample
from tests.scoring.play.addresses import STATES, addresses_of, game_in
from tests.scoring.play.company import Company
from tests.scoring.play.sitting import Sitting, act, first_choice, sit_down, to_the
from tests.scoring.score_card.test_secrecy import assert_private

pytestmark = pytest.mark.django_db

TOKEN = re.compile(r"\b[A-Za-z0-9]{64}\b|" + "-".join(f"[0-9a-f]{{{size}}}" for size in (8, 4, 4, 4, 12)))


@pytest.mark.parametrize("state", every(3, STATES))  # begun, done, together
def test_every_page_is_strict_and_private(client: Client, state: str) -> None:
    at = game_in(state, "gwinnett", client)

    for name, address in addresses_of(at, client, wrong=state == "begun"):
        for headers in ({}, {"HX-Request": "true"}) if SOAK or str(at.game.pk) in address else ({},):
            if headers or name not in ("judge", "hint", "review"):
                assert_private(client.get(address, headers=headers), address)


def test_answers_to_forms_are_too(client: Client) -> None:
    at = game_in("play", "gwinnett", client)

    for _, address in addresses_of(at, client, wrong=SOAK):
        assert_private(client.post(address, {"client_id": "one", "seen": at.table.seen}), address)


# -- cards -------------------------------------------------------------------------------


def with_cards_swapped(text: str, rng: random.Random, seat: Seat) -> str:
    """The deal with two cards swapped that others than `seat` were dealt."""
    data = json.loads(text)
    dealt = {**data["dealt"]["hands"], "kitty": data["dealt"]["kitty"]}
    one, other = rng.sample([place for place in dealt if place != seat and dealt[place]], k=2)
    mine, theirs = dealt[one].split(), dealt[other].split()
    at, there = rng.randrange(len(mine)), rng.randrange(len(theirs))
    mine[at], theirs[there] = theirs[there], mine[at]
    dealt[one], dealt[other] = " ".join(mine), " ".join(theirs)
    data["dealt"] = {"kitty": dealt.pop("kitty"), "hands": dealt}
    return json.dumps(data)


def views(state: DealState, seat: Seat) -> Iterator[SeatView]:
    """What the seat saw from the first to the last action."""
    return (seat_view(each, seat) for each in states_of(state))


def other_deals(at: Sitting, rng: random.Random, most: int) -> list[str]:
    """Deals in which the player has seen the same, and others hold other cards."""
    seat, found = at.table.your_seat, []
    assert seat is not None
    seen, text = list(views(at.table.state, seat)), at.table.deal.data
    for _ in range(sample(150, 2000)):
        try:
            swapped = with_cards_swapped(text, rng, seat)
            other = state_from_json(at.table.book, swapped)
        except ValueError:  # what was done could not have been done with these cards
            continue
        # Mostly another card is seen early on: the rest need not be looked at.
        if other.hands != at.table.state.hands and all(map(eq, views(other, seat), seen)):
            found.append(swapped)
            text = swapped  # farther and farther from the first
        if len(found) == most:
            break
    return found


def lines(client: Client, at: Sitting) -> list[str]:
    """The table as it stands, as all that happened is watched once more, and the score card; without the
    tokens and ids that are new on each page."""
    tap = {"client_id": "tap", "seen": "0"}
    answers = [
        client.get(at.url()),
        client.post(at.url("go-on/"), tap, headers={"HX-Request": "true"}),
        client.get(f"/cards/{at.table.keeper.card_id}/"),
    ]
    return [line for answer in answers for line in TOKEN.sub("", answer.content.decode()).splitlines()]


@pytest.mark.parametrize(("book", "kind"), crossed(PLAYED, ["bid", "meld", "play"]))
def test_no_page_shows_a_card_that_the_seat_does_not_see(client: Client, book: str, kind: str) -> None:
    at = to_the(kind, client, sit_down(client, book, pace="normal", count_own_meld="on", one_tap="on"))
    assert not at.table.state.is_done, "choose cards with which this hand is played"
    rng = random.Random(f"{book} {kind}")
    shown = lines(client, at)
    assert any("<template data-frame" in line for line in shown) or not at.table.seen

    others = other_deals(at, rng, sample(3, 12))

    assert others
    for other in others[-sample(1, 12) :]:  # the last lies farthest from the first
        PlayedDeal.objects.update(data=other)
        assert [pair for pair in zip(lines(client, at), shown, strict=True) if pair[0] != pair[1]] == []


@pytest.mark.parametrize("book", ["gwinnett", "npa"])
def test_a_position_of_a_lesson_shows_no_more_than_its_player_saw(client: Client, book: str) -> None:
    at = to_the("play", client, sit_down(client, book))
    at = to_the("play", client, act(client, at, first_choice(at.view)))
    number = [action.seat for action in at.table.state.actions].index("S", -6) + 1
    card = [action_to_json(at.table.state.actions[number - 1]), 4.0, 0.1]
    facts = {"number": number, "theme": "lead", "worth": 3.0, "reason": "So.", "choices": [card, card], "contrasts": []}
    day = timezone.localdate()
    made = {"book_key": book, "seat": "S", "own": 1, "margin": 1, "played_on": day, "at": timezone.now()}
    PlayedHand.objects.create(deal=at.table.deal, device=at.table.keeper.device, judged=[facts], **made)
    shown = client.get("/play/lesson/").content.decode()
    assert "What now?" in shown

    others = other_deals(at, random.Random(book), sample(3, 12))

    assert others
    for other in others:
        PlayedDeal.objects.update(data=other)
        assert TOKEN.sub("", client.get("/play/lesson/").content.decode()) == TOKEN.sub("", shown)


def of_three(kind: str) -> Company:
    return Company("npa", Ann=Client(), Ruth=Client(), Hank=Client(), pace="normal").begin().play(to=kind)


def with_one_who_sits_out(kind: str) -> Company:
    people = {name: Client() for name in ("Ann", "Ruth", "Hank", "Bea")}
    company = Company("cutthroat", agreed={"fourth_cutthroat": "on"}, pace="normal", **people).begin()
    return company.play(to=kind)


def of_six(kind: str) -> Company:
    people = {name: Client() for name in ("Ann", "Bart", "Cora", "Dora", "Ed", "Flo")}
    return Company("six-handed", agreed=None, pace="normal", **people).begin().play(to=kind)


TOGETHER = [(of_three, "bid"), (of_three, "play"), (with_one_who_sits_out, "play"), (of_six, "play")]


@pytest.mark.parametrize(("people", "kind"), every(2, TOGETHER))
def test_no_page_shows_a_card_of_the_others_who_play_together(people: Callable[[str], Company], kind: str) -> None:
    """Each person in turn: their page, what they watch, and what they are told when they ask for news."""
    company = people(kind)
    deal = company.sitting("Ann").table.deal.data
    for name, client in company.clients.items():
        at, rng = company.sitting(name), random.Random(f"{name} {kind}")
        shown = lines_together(company, name)
        others = other_deals(at, rng, sample(1, 12))
        assert others
        for other in others:
            PlayedDeal.objects.update(data=other)
            assert [pair for pair in zip(lines_together(company, name), shown, strict=True) if pair[0] != pair[1]] == []
        PlayedDeal.objects.update(data=deal)
        assert client.get(f"{at.url()}hint/", headers={"HX-Request": "true"}).status_code == 409


def lines_together(company: Company, name: str) -> list[str]:
    """As `lines`, with the answer to a page that asks for news."""
    at = company.sitting(name)
    news = company.news(name, mark=f"{at.table.deal.pk}.0.0")
    return [*lines(company.clients[name], at), *TOKEN.sub("", news.content.decode()).splitlines()]
