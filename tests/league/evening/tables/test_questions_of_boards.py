"""Whatever a form asks about a hand can be answered by what stands on the page, also where boards begin at 5 and rounds
at 2: a field that is named after one number and read after another would be asked for ever.
"""

import re
from collections.abc import Mapping
from html import unescape
from typing import Any, Final

import pytest
from django.test import Client

from league.evening.tables.places import table_address
from league.models import EventRound, HouseRulesVersion, RoundTable
from scoring.rules.book import built_in_book
from scoring.score_card.beginning import publish
from scoring.score_card.sheet import STEPS
from tests.league.makers import card_at, make_entrants, make_event, make_round, make_user, sheet_at, start_now
from tests.responses import Response
from tests.scoring.rules.deal_samples import changed
from tests.scoring.score_card.makers import card_url, enter, join, lay_hands

pytestmark = pytest.mark.django_db

PLAIN: Final = {"bidder": "N", "bid": "22", "trump": "S", "meld_NS": "20", "meld_EW": "0"}
LAID: Final = {**PLAIN, "take_NS": "14", "take_EW": "11"}
EACH, RENEGE = "each one’s trick", "how somebody reneged"
# By what is asked: what makes a form ask, the step that does, and by which name the answers are kept.
ASKED: Final[dict[str, tuple[Mapping[str, str], str, tuple[str, ...]]]] = {
    "bid": ({"bid": "210"}, "bid", ("sure",)),
    "meld": ({"meld_NS": "80"}, "meld", ("sure",)),
    "take": ({"bid": "25", "meld_NS": "12", "meld_EW": "4", "take_NS": "1", "take_EW": "24"}, "take", ("sure",)),
    "trick": ({"take_NS": "25", "take_EW": "0"}, "take", ("tricks",)),
    EACH: ({}, "take", ("player_tricks", "player_meld")),
    RENEGE: ({"renege": "NS"}, "take", ("unproven_call",)),
}
OTHERS: Final = ("step", "waiting hand", "correction", "claim")


def table_of_boards(book_of_each: bool) -> RoundTable:
    """A table in round 2 with boards 5 to 8, of which two are played."""
    event = make_event(book="gwinnett", compared="matchpoints", hands=4)
    if book_of_each:
        book = changed(built_in_book("gwinnett"), contract__trick_of="player")
        HouseRulesVersion.objects.filter(pk=event.rules_id).update(book_version=publish(book))
        event.rules.refresh_from_db()
    people = make_entrants(event, 4)
    EventRound.objects.filter(pk=make_round(event, people).pk).update(state="closed")
    event_round = make_round(event, people, number=2)
    event_round.tables.update(board_set=2)
    tables = start_now(event_round).tables.select_related("card__book_version", "event_round__event__club")
    whole = {"bidder": "N", "bid": 22, "trump": "S", "meld": {"NS": 20, "EW": 0}, "take": {"NS": 14, "EW": 11}}
    answers = {"last_trick": None, "tricks": {}, "player_tricks": dict.fromkeys("NSEW", 1)}
    table = tables.get()
    lay_hands(card_at(table), *({"dealer": d, "board": b, **whole, **answers} for d, b in (("N", 5), ("E", 6))))
    return table


def place_of(form: str, asked: str, table: RoundTable, client: Client) -> tuple[int, str, dict[str, str]]:
    """Which hand a form is about, where it is sent, and what makes it ask."""
    typed, step, _ = ASKED[asked]
    keeper, figures = join(card_at(table), client), {**LAID, **typed}
    hand, board = (2, "6") if form in ("correction", "claim") else (3, "7")
    figures |= {"board": board, "reason": "A slip."}
    if form == "paper card":
        rows = {1: LAID, 2: LAID, hand: {**figures, "renege": figures.get("renege", "")[:1]}}
        cells = {f"h{number}-{name}": text for number, row in rows.items() for name, text in row.items()}
        return hand, table_address("paper_card", table), {**cells, "reason": "A slip."}
    if form == "claim":
        return hand, table_address("claim_hand", table, hand), figures
    if form == "step":
        bid = {"dealer": "S", "board": 7, "bidder": "N", "bid": int(figures["bid"]), "trump": "S", "no_marriage": False}
        before: dict[str, dict[str, Any]] = {
            "bid": bid,
            "meld": {"meld": {side: int(figures[f"meld_{side}"]) for side in ("NS", "EW")}},
        }
        for one in STEPS[: STEPS.index(step)]:
            enter(keeper, one, before[one], hand=hand)
    path = {"step": step, "waiting hand": "whole", "correction": "correct"}[form]
    return hand, card_url(keeper, f"hands/{hand}/{path}/"), figures


def answers_on(answer: Response) -> dict[str, str]:
    """The last answer to each question on a page, by the name that it has there; to a figure 4."""
    found: dict[str, str] = {}
    for tag in re.findall(r"<(?:input|button)\b[^>]*>", answer.text):
        said = {name: unescape(text) for name, text in re.findall(r'\b(name|value)="([^"]*)"', tag)}
        if re.search(r"\bq_(?!meant|asked)", said.get("name", "")):
            found[said["name"]] = said.get("value") or "4"
    return found


@pytest.mark.parametrize(
    ("form", "asked"),
    [*(("paper card", asked) for asked in ASKED), *((form, asked) for form in OTHERS for asked in ("take", EACH))],
)
def test_every_question_is_answered_by_what_stands_on_the_page(client: Client, form: str, asked: str):
    *_, kept = ASKED[asked]
    table = table_of_boards(book_of_each=asked == EACH)
    hand, address, typed = place_of(form, asked, table, client)
    client.force_login(make_user(table.event_round.event.club, "director"))

    def send(more: str = "", **answers: str) -> Response:
        seen = str(sheet_at(table).version)
        return client.post(address + more, {**typed, "client_id": "sent", "seen": seen, "do": "save", **answers})

    answers: dict[str, str] = {}
    for _ in kept:  # an answer may lead to the next question; what need not be answered is asked in passing
        found = answers_on(send("preview/" if asked == RENEGE else "", **answers))
        assert found.keys() > answers.keys()
        answers |= found
    saved = send(**answers)

    assert saved.status_code in (200, 302), (answers, saved.text)
    sheet = sheet_at(table)
    line = sheet.claims[0].payload["line"] if form == "claim" else sheet.line(hand).figures.payload()
    assert all(line.get(name) for name in kept), line
