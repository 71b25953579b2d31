"""Cards of two, five, six and eight: entered by their forms, told, corrected, signed, and every page of them."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from scoring.models import DeviceCard
from scoring.rules.rulings import offered
from scoring.score_card.names import Names
from scoring.score_card.pages.card import card_context
from scoring.score_card.pages.panels import panel_context
from scoring.score_card.pdfs import paper_card
from scoring.score_card.recording import read_sheet
from scoring.score_card.sheet import EntryData
from scoring.score_card.situations import book_ruled_by, situation_of
from tests.sampling import every
from tests.scoring.rules.ruling_ways import ways, with_own
from tests.scoring.score_card.addresses import addresses_of
from tests.scoring.score_card.makers import card_url, enter, make_card, sheet_of
from tests.scoring.score_card.many import GAMES, PEOPLE, boxes, made_book
from tests.scoring.score_card.pdf_reading import unset

pytestmark = pytest.mark.django_db


def begun(client: Client, game: str) -> DeviceCard:
    book = made_book(game)
    return make_card(client, book=book, player_names=dict(zip(book.seats, PEOPLE, strict=False)))


def send(client: Client, keeper: DeviceCard, address: str, **typed: Any) -> Any:
    keeper.card.refresh_from_db()
    sheet = read_sheet(keeper.card)
    posted = {"client_id": str(uuid4()), "seen": sheet.version, "dealer": sheet.next_dealer, **typed}
    answer = client.post(card_url(keeper, address), posted)
    keeper.card.refresh_from_db()
    return answer


def bid_of(game: str) -> dict[str, Any]:
    hand = GAMES[game]
    return {"bidder": hand.bidder, "bid": hand.bid, "trump": "H", **({"partner": hand.partner} if hand.partner else {})}


def play(client: Client, keeper: DeviceCard, game: str) -> None:
    number = len(read_sheet(keeper.card).lines) + 1
    for step, typed in (("bid", bid_of(game)), *((step, boxes(game, step)) for step in ("meld", "take"))):
        answer = send(client, keeper, f"hands/{number}/{step}/", **typed)
        assert answer.status_code == 302, answer.content.decode()


@pytest.mark.parametrize("game", GAMES)
def test_a_hand_is_entered_step_by_step_and_every_page_opens(client: Client, game: str) -> None:
    keeper = begun(client, game)
    play(client, keeper, game)
    sheet = read_sheet(keeper.card)

    assert tuple(sheet.totals.values()) == GAMES[game].totals
    send(client, keeper, "hands/2/bid/", **bid_of(game))
    send(client, keeper, "hands/2/meld/", **boxes(game, "meld"))
    with unset():
        for _, address in addresses_of(keeper, wrong=False, others=False) if game in every(2, [*GAMES]) else ():
            answer = client.get(address)
            assert answer.status_code < 500, address


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_hand_and_signatures(client: Client, game: str) -> None:
    keeper = begun(client, game)
    typed = {**bid_of(game), **boxes(game, "meld"), **boxes(game, "take"), "renege": ""}

    assert send(client, keeper, "hands/1/whole/", **typed).status_code == 200
    assert tuple(read_sheet(keeper.card).totals.values()) == GAMES[game].totals
    book = keeper.card.book_version.book
    for side in book.sides:
        page = client.get(card_url(keeper, f"sign/{side}/")).content.decode()
        assert f"{PEOPLE[book.seats.index(side[-1])]}: your result" in page
        version = read_sheet(keeper.card).content_version
        send(client, keeper, f"sign/{side}/", side=side, version=version)
    assert read_sheet(keeper.card).is_closed
    assert paper_card(keeper.card, read_sheet(keeper.card)).pages[0]["totals"] == tuple(map(str, GAMES[game].totals))


def test_a_hand_is_told_once_with_whom_the_bidder_played(client: Client) -> None:
    keeper = begun(client, "five")
    play(client, keeper, "five")

    row = card_context(keeper.card, read_sheet(keeper.card)).rows[0]

    assert (row.bidder, row.won and row.won.bid, row.partner) == ("Bart", "52", "with Dora")
    assert [cell.plays for cell in row.cells] == ["", "bidder", "", "with", ""]
    assert [(cell.points, cell.total) for cell in row.cells] == [
        ("+26", "26"), ("+60", "60"), ("+24", "24"), ("+60", "60"), ("+22", "22")
    ]  # fmt: skip
    page = " ".join(client.get(card_url(keeper, "hands/1/")).content.decode().split())
    assert "52 by Bart with Dora" in page
    signing = client.get(card_url(keeper, "sign/D/")).content.decode()
    assert "Bart bid 52 in hearts with you: made" in signing
    assert "You &amp; Bart took 30 after 30 meld; Ann, Chris &amp; Ed took 20 after 6, 4 and 2 meld." in signing


def test_who_plays_along_is_asked_and_figures_are_of_the_hands_sides(client: Client) -> None:
    keeper = begun(client, "five")
    refused = send(client, keeper, "hands/1/bid/", bidder="B", bid=52, trump="H")
    assert (refused.status_code, "Tap who plays with the bidder" in refused.content.decode()) == (422, True)

    send(client, keeper, "hands/1/bid/", **bid_of("five"))
    names = card_context(keeper.card, read_sheet(keeper.card)).names
    meld = panel_context(read_sheet(keeper.card), names)
    assert meld is not None
    assert [(figure["field"].name, figure["called"]) for figure in meld.figures] == [
        ("meld_A", "Ann"), ("meld_B", "Bart"), ("meld_C", "Chris"), ("meld_E", "Ed")
    ]  # fmt: skip
    send(client, keeper, "hands/1/meld/", **boxes("five", "meld"))
    take = panel_context(read_sheet(keeper.card), names)
    assert take is not None
    assert [figure["field"].name for figure in take.figures] == ["take_A", "take_B"]
    assert take.outlook is not None
    assert take.outlook.rest == "Bart & Dora need 22 of 50."


def test_another_partner_is_asked_for_the_melds_again(client: Client) -> None:
    keeper = begun(client, "five")
    send(client, keeper, "hands/1/bid/", **bid_of("five"))
    send(client, keeper, "hands/1/meld/", **boxes("five", "meld"))

    assert send(client, keeper, "hands/1/bid/", **{**bid_of("five"), "partner": "alone"}).status_code == 302

    line = read_sheet(keeper.card).lines[0]
    assert (line.figures.partner, line.figures.meld, line.next_step) == ("B", {}, "meld")
    melds = {"meld_A": 6, "meld_B": 20, "meld_C": 4, "meld_D": 10, "meld_E": 2}
    assert send(client, keeper, "hands/1/meld/", **melds).status_code == 302
    assert send(client, keeper, "hands/1/take/", take_B=40).status_code == 302
    assert read_sheet(keeper.card).lines[0].figures.take == {"ACDE": 10, "B": 40}


def test_a_hand_is_corrected_to_another_partner(client: Client) -> None:
    keeper = begun(client, "five")
    play(client, keeper, "five")
    typed = {**bid_of("five"), "partner": "C", "meld_A": 6, "meld_B": 30, "meld_D": 4, "meld_E": 2}
    typed |= {"take_A": 20, "take_B": 30, "renege": "", "reason": "", "do": "save"}

    answer = send(client, keeper, "hands/1/correct/", **typed)

    assert answer.status_code == 302, answer.content.decode()
    assert tuple(read_sheet(keeper.card).totals.values()) == (26, 60, 60, 24, 22)


def test_undo_takes_out_a_step_of_many(client: Client) -> None:
    keeper = begun(client, "six-3x2")
    play(client, keeper, "six-3x2")
    undone = read_sheet(keeper.card).undoable
    assert undone is not None

    enter(keeper, "undo", {"undoes": undone.number}, hand=1)

    assert read_sheet(keeper.card).lines[0].next_step == "take"


@pytest.mark.parametrize("game", ["five", "six-3x2", "eight"])
def test_every_ruling_adds_up_and_overturned_gives_back_what_stood(game: str) -> None:
    book, hand = with_own(made_book(game)), GAMES[game]
    said = {"dealer": "A", **bid_of(game), "meld": dict(hand.meld), "take": dict(hand.take)}
    before = sheet_of(EntryData(1, "correct", 1, said), book=book, first_dealer="A")
    line = before.lines[0]
    here = book_ruled_by(book, line)
    situation = situation_of(line, Names(book, {}, {}))
    seen = set()

    for kind in offered(here, situation):
        for _, judgment in ways(here, kind, situation):
            proposal = judgment.proposal
            if proposal is None:
                continue
            payload = {"kind": kind, "facts": {}, "rule": proposal.rule, "decision": proposal.decision}
            ruled = before.with_entry("ruling", 1, {**payload, "effect": proposal.effect}, by_director=True)
            assert not ruled.lines[0].is_done or ruled.lines[0].score is not None, proposal
            taken_back = {"ruling": ruled.rulings[0].number, "outcome": "overturned"}
            assert ruled.with_entry("decision", 1, taken_back, by_director=True).totals == before.totals
            seen.add(kind)

    assert {"renege", "amount"} <= seen
