"""What a hand is asked besides its figures, wherever a hand is entered, corrected or shown."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from scoring.models import DeviceCard
from scoring.rules.book import RuleBook, built_in_book
from scoring.score_card.beginning import start_card
from scoring.score_card.recording import read_sheet
from tests.responses import Response
from tests.scoring.rules.deal_samples import changed
from tests.scoring.score_card.makers import NAMES, card_url, enter, enter_hand, join

pytestmark = pytest.mark.django_db

NPA = built_in_book("npa")
GWINNETT = built_in_book("gwinnett")
EACH_PLAYER = changed(GWINNETT, contract__trick_of="player")
HELD = {"bidder": "N", "bid": 22, "trump": "S", "meld": {"NS": 20, "EW": 0}}
TAKE = {"take_NS": "14", "take_EW": "11"}
WHOLE = {"dealer": "N", "bidder": "N", "bid": "22", "trump": "S", "meld_NS": "20", "meld_EW": "0", **TAKE}
NOBODY = {"q_each_trick_NS": "S", "q_player_meld_S": "6"}
EACH = "Did Ann and Carl each win a trick?"
MELDED = "Carl won no trick. What did Carl meld?"


def card_of(client: Client, book: RuleBook) -> DeviceCard:
    """A card without a hand."""
    return join(start_card(book, player_names=dict(zip(book.seats, NAMES, strict=True))), client)


def card_at_take(client: Client, book: RuleBook = EACH_PLAYER, **figures: Any) -> DeviceCard:
    """A card whose first hand has its bid and meld."""
    keeper = card_of(client, book)
    held = {"dealer": "N", "no_marriage": False, **HELD, **figures}
    enter(keeper, "bid", {name: held[name] for name in ("dealer", "bidder", "bid", "trump", "no_marriage")}, hand=1)
    enter(keeper, "meld", {"meld": held["meld"]}, hand=1)
    return keeper


def send(client: Client, keeper: DeviceCard, path: str, **typed: str) -> Response:
    form = {"client_id": str(uuid4()), "seen": str(read_sheet(keeper.card).version), **typed}
    return client.post(card_url(keeper, f"hands/1/{path}/"), form)


def text_of(answer: Response) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", answer.content.decode()).split())


def checked(answer: Response, name: str) -> list[str]:
    """The answers of a question that stand on the page as given."""
    return re.findall(rf'name="{name}" value="([^"]*)" checked', answer.content.decode())


@pytest.mark.parametrize("path", ["take/preview", "take"])
def test_each_players_trick_is_asked_where_it_matters(client, path):
    keeper = card_at_take(client)

    asked = send(client, keeper, path, **TAKE)
    figure = send(client, keeper, path, **TAKE, q_each_trick_NS="S")

    assert all(words in text_of(asked) for words in (EACH, "Yes, both", "No, Ann won none", "No, Carl won none"))
    assert MELDED not in text_of(asked)
    assert MELDED in text_of(figure)
    assert checked(figure, "q_each_trick_NS") == ["S"]
    assert re.search(r'id="id_q_player_meld_S"\s+value=""[^>]* data-keypad-input hx-preserve', figure.content.decode())


def test_answers_are_saved_shown_again_and_told(client):
    keeper = card_at_take(client)

    saved = send(client, keeper, "take", **TAKE, **NOBODY)
    correction = client.get(card_url(keeper, "hands/1/correct/"))
    page = text_of(client.get(card_url(keeper, "hands/1/")))

    assert saved.status_code == 302
    assert read_sheet(keeper.card).lines[0].score.scores == {"NS": 28, "EW": 11}
    assert checked(correction, "q_each_trick_NS") == ["S"]
    assert re.search(r'id="id_q_player_meld_S"\s+value="6"', correction.content.decode())
    assert "14 of the 20 meld counts: a player who wins no trick loses their own meld." in page


def test_hand_that_waited_is_asked_too(client):
    keeper = card_of(client, EACH_PLAYER)

    asked = send(client, keeper, "whole", **WHOLE)
    figure = send(client, keeper, "whole", **WHOLE, q_each_trick_NS="S")

    assert (asked.status_code, figure.status_code) == (422, 422)
    assert EACH in text_of(asked)
    assert MELDED in text_of(figure)
    assert send(client, keeper, "whole", **WHOLE, **NOBODY).status_code == 200
    assert send(client, keeper, "whole", **WHOLE).content.decode().startswith("Hand 1 was already on the card")


def test_renege_is_told_wherever_the_hand_is(client):
    keeper = card_at_take(client, NPA, bid=52, meld={"NS": 40, "EW": 24})
    answers = {"renege": "NS", "q_renege_cause_NS": "not_trumping", "q_second_renege_NS": "EW"}

    asked = send(client, keeper, "take/preview", renege="NS")
    saved = send(client, keeper, "take", **answers)
    page = text_of(client.get(card_url(keeper, "hands/1/")))
    correction = client.get(card_url(keeper, "hands/1/correct/"))

    assert "How did Ann & Carl renege?" in text_of(asked).replace("&amp;", "&")
    assert saved.status_code == 302
    assert "reneged by not cutting, and that decides the hand." in page
    assert "reneged too, but only the first renege of a hand counts." in page
    assert "renege by Ann &amp; Carl (not cutting), later renege by Beatrice &amp; Dominic" in page
    assert checked(correction, "q_renege_cause_NS") == ["not_trumping"]
    assert checked(correction, "q_second_renege_NS") == ["EW"]


def test_undone_take_keeps_what_was_answered(client):
    keeper = card_at_take(client, NPA, bid=52, meld={"NS": 40, "EW": 24})
    send(client, keeper, "take", renege="NS", q_renege_cause_NS="not_heading")
    client.post(card_url(keeper, "undo/"), {"client_id": "undo", "seen": "3"})

    page = client.get(card_url(keeper))

    assert checked(page, "q_renege_cause_NS") == ["not_heading"]


def test_correction_takes_a_renege_back_with_all_that_was_said_of_it(client):
    keeper = card_at_take(client, NPA, bid=52, meld={"NS": 40, "EW": 24})
    send(client, keeper, "take", renege="NS", q_renege_cause_NS="unproven_call")
    figures = {"dealer": "N", "bidder": "N", "bid": "52", "trump": "S", "meld_NS": "40", "meld_EW": "24"}

    answer = send(client, keeper, "correct", do="save", **figures, take_NS="30", renege="")

    payload = read_sheet(keeper.card).lines[0].figures.payload()
    assert answer.status_code == 302
    assert (payload["renege"], payload["unproven_call"], payload["take"]) == (None, None, {"NS": 30, "EW": 20})
    assert "Renege called, not proven: Ann &amp; Carl" in text_of(client.get(card_url(keeper, "history/")))


def test_plain_hand_is_saved_as_ever(client):
    keeper = card_of(client, GWINNETT)

    enter_hand(keeper, **HELD, take={"NS": 14, "EW": 11})

    assert "Nothing has changed" in text_of(send(client, keeper, "correct", do="save", **WHOLE))
