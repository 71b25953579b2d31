"""The page of any moment of any deal: what it offers is legal, what it holds back is refused with that sentence."""

import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from django.template.loader import render_to_string

from scoring.play.actions import action_from_json
from scoring.play.pages.frames import frame_context
from scoring.play.pages.score import result_context
from scoring.play.seat_view import seat_view
from scoring.play.settings import Pace, TableSettings
from scoring.play.state import DealState, record_of, refusal
from scoring.rules.book import RuleBook
from tests.sampling import crossed, every, sample
from tests.scoring.play.pages.moments import asked, names, page_of, shown_page, view_of
from tests.scoring.play.random_deals import BOOKS, OTHER_BOOKS, random_steps

Page = dict[str, Any]
ALL_BOOKS = {**{book.key: book for book in BOOKS}, **OTHER_BOOKS}
EAGER = TableSettings(sort="alternating", pace="instant", one_tap=True, count_own_meld=True)


def keys_of(page: Page) -> Iterator[Page]:
    yield from page["panel"]["keys"]
    yield from page["panel"].get("more_keys", ())
    yield from (confirm["key"] for confirm in page["panel"].get("confirms", ()))


def cards_of(page: Page) -> list[Page]:
    return [card for row in page["hand"]["rows"] for suit in row for card in suit]


def refused(state: DealState, action: str) -> str | None:
    return refusal(state, action_from_json(json.loads(action)))


def page_at(state: DealState, settings: TableSettings, frames: Sequence[Page]) -> Page:
    seat = state.to_act or state.dealer
    called = names(state.book)
    result = None
    if state.is_done:
        result = {} if state.redealt_by else {"sides": result_context(state.book, record_of(state), called)}
    return shown_page(seat_view(state, seat), called, settings, frames=frames, result=result)


@pytest.mark.parametrize(("name", "settings"), crossed(every(2, [*ALL_BOOKS]), [EAGER, TableSettings()]))
def test_page_offers_what_is_legal_at_every_step(name: str, settings: TableSettings):
    book = ALL_BOOKS[name]
    for seed in range(sample(1, 15)):
        for state in random_steps(book, random.Random(f"{name} {seed}")):
            check_page(state, settings)


def check_page(state: DealState, settings: TableSettings) -> None:
    page = page_at(state, settings, ())
    held = Counter(str(card) for card in state.hands.get(state.to_act or state.dealer, ()))
    assert Counter(card["face"]["code"] for card in cards_of(page)) == held
    assert [refused(state, key["action"]) for key in keys_of(page)] == [None] * len(list(keys_of(page)))
    assert page["is_done"] == state.is_done
    reasons = dict(enumerate(page["hand"]["reasons"], start=1))
    for card in cards_of(page):
        if card["state"] in ("can", "cannot"):
            assert refused(state, card["action"]) == reasons.get(card["reason"])
    if not state.is_done and not page["waits"]:
        assert page["panel"]["keys"] or page["panel"].get("send") or page["panel"]["kind"] == "play"


@pytest.mark.parametrize("name", ALL_BOOKS)
def test_every_page_and_frame_prints(name: str):
    book = ALL_BOOKS[name]
    steps = list(random_steps(book, random.Random(name)))
    chosen = random.Random(name).sample(range(1, len(steps)), k=min(sample(6, 12), len(steps) - 1))
    for place in (*chosen, len(steps) - 1):
        text = printed(steps[place], book)
        assert 'id="table"' in text
        assert "None" not in text
        assert "{{" not in text


def printed(state: DealState, book: RuleBook) -> str:
    seat = state.to_act or state.dealer
    shown = frame_context(seat_view(state, seat), names(book), TableSettings(), state.actions[-1])
    return render_to_string("scoring/play/_table.html", {"table": page_at(state, TableSettings(), (shown,))})


# -- what is beside the mat --------------------------------------------------------------


def test_last_trick_is_shown_in_the_order_played_and_no_earlier_one():
    state = asked("st-hilary", "play", tricks=3)

    shown = page_of(state)["mat"]["last"]

    assert shown is not None
    assert [face["code"] for _, face, _ in shown["cards"]] == [str(card) for card in state.tricks[-1].cards]
    assert {place for place, _, _ in shown["cards"]} == {"north", "east", "south", "west"}
    assert sum(is_winning for _, _, is_winning in shown["cards"]) == 1


def test_last_trick_is_not_there_before_one_was_taken():
    assert page_of(asked("st-hilary", "bid"))["mat"]["last"] is None


def test_melds_may_be_looked_at_until_the_first_trick_is_over():
    led = next(
        state
        for seed in range(50)
        for state in random_steps(ALL_BOOKS["npa"], random.Random(seed))
        if state.trick and state.trick.cards and not state.tricks
    )
    later = asked("npa", "play", tricks=1)

    assert len(page_at(led, TableSettings(), ())["melds"]) == 4
    assert page_of(later)["melds"] == []


def frame(mat: Page, says: str, hold: str, pause: int, *, note: str = "", is_own: bool = False) -> Page:
    return {"mat": mat, "says": says, "hold": hold, "pause": pause, "note": note, "is_own": is_own}


def melds_frame(state: DealState) -> Page:
    return frame(page_of(state)["mat"], "The melds are on the table.", "tap", 0)


def test_melds_on_the_table_while_one_is_asked_need_no_tap():
    state = asked("family-double", "declare")

    assert [shown["hold"] for shown in page_of(state, frames=(melds_frame(state),))["frames"]] == ["short"]


def test_melds_wait_for_whoever_watches():
    state = asked("family-double", "declare")

    page = page_of(state, frames=(melds_frame(state),), is_watching=True)

    assert [shown["hold"] for shown in page["frames"]] == ["tap"]


def test_instant_pace_tells_what_the_others_did_instead_of_showing_it():
    state = asked("npa", "bid")
    frames = (
        frame(page_of(state)["mat"], "You pass.", "step", 880, is_own=True),
        frame(page_of(state)["mat"], "Doris bids 52.", "step", 880, note="Doris’s 52: 20 meld."),
    )

    page = page_of(state, TableSettings(pace="instant"), frames=frames)

    assert (page["frames"], page["happened"], page["notes"]) == ([], ["Doris bids 52."], ["Doris’s 52: 20 meld."])


def test_what_bids_show_is_not_repeated_once_the_bidding_is_over():
    state = asked("npa", "trump")
    shown = frame(page_of(state)["mat"], "Doris bids 52.", "step", 880, note="Doris’s 52: 20 meld.")

    assert page_of(state, frames=(shown,))["notes"] == []


def test_nobody_who_watches_is_asked_anything():
    state = asked("st-hilary", "play", tricks=2)

    page = page_of(state, is_watching=True)

    assert page["waits"]
    assert {card["state"] for card in cards_of(page)} == {"rest"}
    assert "You" not in {seat["name"] for seat in page["mat"]["seats"]}


def test_cards_of_a_refused_choice_stay_chosen():
    state = asked("st-hilary", "pass_cards")
    two = view_of(state).hand[:2]

    page = page_of(state, chosen=two, refused="You pass three cards: you chose two.")

    assert Counter(card["face"]["code"] for card in cards_of(page) if card.get("chosen")) == Counter(map(str, two))


def test_slip_of_the_finger_can_be_taken_back_for_a_moment_that_goes_with_the_pace():
    state, taken_back = asked("npa", "play"), {"act": "/act", "go_on": "/go-on", "undo": "/undo"}
    paces: tuple[Pace, ...] = ("slow", "normal", "fast")

    pages = [page_of(state, TableSettings(pace=pace), addresses=taken_back) for pace in paces]

    assert [page["moment_left"] for page in pages] == [1800, 990, 450]
    assert page_of(state)["moment_left"] == 0


def test_cards_come_from_the_dealer():
    state = asked("npa", "bid", dealer="E")

    assert 'data-dealt-by="east"' in render_to_string(
        "scoring/play/_table.html", {"table": page_of(state, is_dealt=True)}
    )
    assert "data-dealt-by" not in render_to_string("scoring/play/_table.html", {"table": page_of(state)})


def test_settings_are_offered_as_they_are():
    shown = {
        setting["name"]: setting for setting in page_of(asked("npa", "bid"), TableSettings(pace="slow"))["choices"]
    }

    assert shown["pace"]["chosen"] == "slow"
    assert (shown["meld_bids"]["is_on"], shown["one_tap"]["is_on"]) == (True, False)
