"""The table: acting, going on, what a stale, repeated or broken tap does, and the card beside it."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence
from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import caches
from django.test import Client

from pinochle_club.ground.apart import Asker, Busy
from scoring.models import Entry, PlayedDeal, PlayedGame, ScoreCard, SharedDeal
from scoring.play import games, judging, shared, thinking
from scoring.play.actions import Bid, LayDown, PlayCard, Redeal, action_to_json
from scoring.play.pages.hints import GETTING_READY, THINKING
from scoring.play.state import DealState, Phase, begin, state_from_json, state_to_json
from scoring.play.table import Decision, Option
from scoring.rules.book import RuleBook, built_in_books
from scoring.rules.cards import Card
from scoring.rules.dealing import Dealt, shuffled_deck
from scoring.rules.notation import sign
from scoring.score_card.recording import read_sheet
from tests.books import PLAYED
from tests.sampling import SOAK, every
from tests.scoring.play.chance import same_chance
from tests.scoring.play.sitting import Sitting, act, first_choice, play_game, play_hand, sit_down, sitting, tap, to_the
from tests.scoring.score_card.makers import make_card

pytestmark = pytest.mark.django_db

MOVED_ON = "The game has moved on"


def to_the_play(client: Client, book: str = "gwinnett", **fields: Any) -> Sitting:
    """A game in which the player is to play a card."""
    at = to_the("play", client, sit_down(client, book, **fields))
    assert not at.table.state.is_done, "this hand is not played"
    return at


# -- playing -----------------------------------------------------------------------------


@pytest.mark.parametrize("book", every(7, PLAYED))
def test_a_hand_is_played_and_goes_on_the_card(client: Client, book: str) -> None:
    at = play_hand(client, sit_down(client, book), pages=True)

    line = read_sheet(at.table.keeper.card).done_lines[0]
    assert at.table.deal.is_recorded
    assert line.score is not None
    assert at.table.deal.score == {side: part.score for side, part in line.score.sides.items()}


def test_a_game_is_played_to_its_end_and_another_as_long_begins_once_for_a_tap_that_comes_twice(client: Client) -> None:
    at = play_game(client, sit_down(client, "gwinnett", name="Ann", hands="2"), pages=SOAK)

    answers = [tap(client, at, "next-hand", client_id="the-same").answer for _ in range(2)]

    assert read_sheet(at.table.keeper.card).is_finished
    assert answers[0] is not None
    assert answers[1] is not None
    assert answers[0].headers["HX-Redirect"] == answers[1].headers["HX-Redirect"]
    assert PlayedGame.objects.count() == 2
    other = sitting(client, answers[0].headers["HX-Redirect"].split("/")[2])
    assert other.game.pk != at.game.pk
    assert other.game.seats == at.game.seats
    assert other.table.keeper.card.hands_agreed == 2
    states = [state_from_json(at.table.book, deal.data) for deal in at.game.deals.order_by("number")]
    assert [state.is_last for state in states] == [False, True]


def test_without_scripts_a_tap_leads_back_to_the_page(client: Client) -> None:
    at = to_the_play(client)

    after = act(client, at, first_choice(at.view), scripts=False)

    assert after.answer is not None
    assert (after.answer.status_code, after.answer.headers["Location"]) == (302, at.url())
    assert after.table.seen > at.table.seen


def test_the_bots_moves_are_there_to_be_watched(client: Client) -> None:
    at = to_the_play(client, pace="normal")

    after = act(client, at, first_choice(at.view))

    assert after.answer is not None
    assert after.answer.content.decode().count("<template data-frame") == after.table.seen - at.table.seen


def test_reading_the_page_changes_nothing(client: Client) -> None:
    at = sit_down(client, seat="watch")
    before = PlayedDeal.objects.get()

    assert client.get(at.url()).status_code == 200
    assert PlayedDeal.objects.get().actions == before.actions


def test_four_bots_play_to_the_end_for_whoever_watches(client: Client) -> None:
    at = sit_down(client, seat="watch", pace="normal")
    assert at.table.your_seat is None

    after = tap(client, at, "go-on")
    at = play_hand(client, after)

    assert 0 < after.table.seen <= 8
    assert at.table.deal.is_recorded


def test_whoever_watches_plays_no_card(client: Client) -> None:
    at = tap(client, sit_down(client, seat="watch"), "act", action=json.dumps(["bid", "S", None]))

    assert at.answer is not None
    assert at.answer.status_code == 422


# -- taps that come again, or too late ---------------------------------------------------


def test_the_same_tap_again_is_answered_the_same_and_done_once(client: Client) -> None:
    at = to_the_play(client, pace="normal")
    fields = {"client_id": "one-tap", "seen": at.table.seen}

    first = act(client, at, first_choice(at.view), **fields)
    second = act(client, at, first_choice(at.view), **fields)

    assert first.answer is not None
    assert second.answer is not None
    assert second.answer.status_code == 200
    assert second.table.seen == first.table.seen
    frames = [answer.content.decode().count("<template data-frame") for answer in (first.answer, second.answer)]
    assert frames[0] == frames[1] > 0


def test_a_stale_tap_shows_the_table_as_it_stands(client: Client) -> None:
    at = to_the_play(client)
    action = first_choice(at.view)
    after = act(client, at, action)

    stale = act(client, at, action)

    assert stale.answer is not None
    assert stale.answer.status_code == 409
    assert MOVED_ON in stale.answer.content.decode()
    assert stale.table.seen == after.table.seen


def test_of_two_workers_with_the_same_tap_one_saves(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    at = to_the_play(client)
    action = first_choice(at.view)
    mine, theirs = at.table, sitting(client, at.game.pk).table

    done = games.act(mine, action, client_id="tap", seen=mine.seen)
    again = games.act(theirs, action, client_id="tap", seen=theirs.seen)

    assert again.state == done.state
    assert again.steps == done.steps


def test_of_two_tabs_the_slower_is_told_so(client: Client) -> None:
    at = to_the_play(client)
    action = first_choice(at.view)
    mine, theirs = at.table, sitting(client, at.game.pk).table
    games.act(mine, action, client_id="tab 1", seen=mine.seen)

    with pytest.raises(games.Stale):
        games.act(theirs, action, client_id="tab 2", seen=theirs.seen)


def test_next_hand_twice_deals_once(client: Client) -> None:
    at = play_hand(client, sit_down(client))

    for _ in range(2):
        tap(client, at, "next-hand", client_id="deal")
    tap(client, at, "next-hand")

    assert PlayedDeal.objects.count() == 2


# -- a slip of the finger ----------------------------------------------------------------


def free_to_choose(client: Client, **fields: Any) -> Sitting:
    """A game for practice in which the player has more than one card to play, and another plays after."""
    at = to_the_play(client, pace="normal", **fields)
    while not (
        at.view.choices and len(at.view.choices.cards) > 1 and len(at.view.trick.cards if at.view.trick else "") < 3
    ):
        after = games.act(at.table, first_choice(at.view), client_id=str(uuid4()), seen=at.table.seen)
        at = sitting(client, after.game.pk)
        assert at.table.is_your_turn, "choose cards with which the player goes on"
    return at


def test_card_is_taken_back_while_the_others_wait_and_another_one_is_played(client: Client) -> None:
    at = free_to_choose(client)
    assert at.view.choices
    one, other = at.view.choices.cards[:2]

    played = act(client, at, PlayCard("S", one))
    back = tap(client, played, "undo")
    again = act(client, back, PlayCard("S", other))

    assert played.answer is not None
    assert f"Take {sign(one)} back" in played.answer.content.decode()
    assert [each.table.seen - at.table.seen for each in (played, back, again)] == [1, 0, 1]
    assert (back.view, again.table.state.actions[-1]) == (at.view, PlayCard("S", other))


def test_taken_back_twice_is_taken_back_once(client: Client) -> None:
    at = free_to_choose(client)
    played = act(client, at, first_choice(at.view))

    answers = [tap(client, played, "undo", client_id="slip") for _ in range(2)]

    assert [(each.answer.status_code, each.table.seen) for each in answers if each.answer] == [(200, at.table.seen)] * 2


def test_what_was_taken_back_is_not_done_by_the_same_tap_that_comes_late(client: Client) -> None:
    at = free_to_choose(client)
    card = first_choice(at.view)
    played = act(client, at, card, client_id="slip", seen=at.table.seen)
    tap(client, played, "undo")

    late = act(client, at, card, client_id="slip", seen=at.table.seen)

    assert late.table.seen == at.table.seen


def test_nothing_is_taken_back_once_another_player_has_acted(client: Client) -> None:
    at = free_to_choose(client)
    played = act(client, at, first_choice(at.view))
    answered = tap(client, played, "go-on")

    stale, too_late = tap(client, played, "undo"), tap(client, answered, "undo")

    assert answered.table.seen > played.table.seen
    assert [each.answer.status_code for each in (stale, too_late) if each.answer] == [409, 409]
    assert too_late.table.seen == answered.table.seen


def test_bots_that_thought_about_a_card_taken_back_answer_none(client: Client) -> None:
    """Another card lies there by then, so the number of actions is the same."""
    at = free_to_choose(client)
    assert at.view.choices
    one, other = at.view.choices.cards[:2]
    thinking_of = act(client, at, PlayCard("S", one)).table
    games.act(
        tap(client, sitting(client, at.game.pk), "undo").table,
        PlayCard("S", other),
        client_id="other",
        seen=at.table.seen,
        waits=True,
    )

    with pytest.raises(games.Stale):
        games.go_on(thinking_of, client_id="bots", seen=thinking_of.seen)

    assert sitting(client, at.game.pk).table.state.actions[-1] == PlayCard("S", other)


def test_the_others_answer_at_once_where_nothing_can_be_taken_back(client: Client) -> None:
    at = free_to_choose(client)
    shared.share(at.table)
    PlayedGame.objects.update(shared=SharedDeal.objects.get())

    after = act(client, sitting(client, at.game.pk), first_choice(at.view))

    assert after.table.seen > at.table.seen + 1
    assert after.answer is not None
    assert at.url("undo/") not in after.answer.content.decode()


# -- what is refused ---------------------------------------------------------------------


def test_an_illegal_card_is_refused_with_the_rules_reason(client: Client) -> None:
    at = to_the_play(client)
    assert at.view.choices is not None
    held = {str(card) for card in at.view.hand}
    missing = next(card for card in at.table.book.cards if str(card) not in held)

    after = act(client, at, PlayCard("S", missing))

    assert after.answer is not None
    assert after.answer.status_code == 422
    assert "That card isn’t in your hand." in after.answer.content.decode()
    assert after.table.seen == at.table.seen


def test_nobody_plays_for_a_bot(client: Client) -> None:
    at = to_the_play(client)
    other = at.table.book.next_seat("S")

    after = act(client, at, PlayCard(other, at.table.state.hands[other][0]))

    assert after.answer is not None
    assert after.answer.status_code == 422
    assert after.table.seen == at.table.seen


NONSENSE = (
    "",
    "null",
    "[]",
    "{}",
    '["play"]',
    '["play","S","XX"]',
    '["play","ZZ","AS"]',
    '["bid","S",true]',
    '["bid","S",-5]',
    '["bid","S",1e300]',
    '["bid","S",' + "9" * 300 + "]",
    '["trump","S","X"]',
    "[" * 390,
    "\x00",
    '["lay_down","S"]',
    '["pass_cards","S","' + "AS " * 120 + '"]',
)


def test_nonsense_is_answered_in_words(client: Client) -> None:
    at = sit_down(client, "npa")
    while not at.table.is_your_turn:
        at = tap(client, at, "go-on")

    for action in every(2, NONSENSE):  # `test_actions.py` reads many more
        posted = {"client_id": str(uuid4()), "seen": at.table.seen, "action": action}

        assert client.post(at.url("act/"), posted, headers={"HX-Request": "true"}).status_code == 422, action

    assert sitting(client, at.game.pk).table.seen == at.table.seen


BROKEN: tuple[dict[str, Any], ...] = (
    {"kind": "bid"},
    {"kind": "bid", "amount": "much"},
    {"kind": "bid", "amount": "-1"},
    {"kind": "bid", "amount": "1"},
    {"kind": "bury", "cards": ["AS"]},
    {"kind": "pass_cards", "cards": ["XX"]},
    {"kind": "meld", "cards": ["AS"] * 500},
    {"kind": "no such"},
    {"seen": "-1"},
    {"seen": "none"},
    {"client_id": "x" * 100},
    {"client_id": ""},
)


def test_a_broken_form_is_answered_in_words(client: Client) -> None:
    at = sit_down(client, "npa")
    while not at.table.is_your_turn:
        at = tap(client, at, "go-on")

    for fields in BROKEN:
        pass_it: dict[str, Any] = {"action": json.dumps(action_to_json(Bid("S", None)))} if "kind" not in fields else {}
        posted = {"client_id": str(uuid4()), "seen": at.table.seen, **pass_it, **fields}

        assert client.post(at.url("act/"), posted, headers={"HX-Request": "true"}).status_code == 422, fields

    assert sitting(client, at.game.pk).table.seen == at.table.seen


def test_no_address_of_the_table_breaks(client: Client) -> None:
    at = sit_down(client)

    for name in ("act", "go-on", "undo", "next-hand", "count-meld", "again", "settings"):
        for posted in ({}, {"client_id": str(uuid4()), "seen": "99999999999999999999"}, {"cards": ["\x00", "AS"]}):
            assert client.post(at.url(f"{name}/"), posted).status_code < 500, name


# -- what a page offers ------------------------------------------------------------------


def test_experts_are_asked_for_by_the_address_at_which_the_game_was_begun(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So nobody takes all the Experts' time, however many games they begin."""
    caches[judging.JUDGMENTS].clear()
    at = to_the_play(client)
    askers = []

    def ask(work: Any, *given: Any, asker: Asker, at_most: float | None) -> Any:
        askers.append(asker)
        raise Busy

    monkeypatch.setattr(thinking.EXPERTS, "ask", ask)

    assert client.get(at.url("hint/"), headers={"HX-Request": "true"}).status_code == 200  # a Club player's
    assert askers == [Asker(ScoreCard.objects.get().created_from)]
    assert askers[0].address


@pytest.mark.parametrize(("is_ready", "says"), [(False, GETTING_READY), (True, THINKING)])
def test_a_hint_gives_the_clubs_reason_at_once_and_asks_for_the_experts(
    client: Client, settings: Any, monkeypatch: pytest.MonkeyPatch, is_ready: bool, says: str
) -> None:
    caches[judging.JUDGMENTS].clear()
    at = to_the_play(client)
    settings.WORKS_APART = True
    waited = []

    def ask(work: Any, *given: Any, asker: Asker, at_most: float | None) -> Any:
        waited.append(at_most)
        raise Busy

    monkeypatch.setattr(thinking.EXPERTS, "is_ready", lambda: is_ready)
    monkeypatch.setattr(thinking.EXPERTS, "ask", ask)

    def hint(query: str = "", **headers: str) -> Any:
        return client.get(at.url(f"hint/{query}"), headers=headers)

    first = hint(**{"HX-Request": "true"}).content.decode()
    again = {"HX-Request": "true", "HX-Trigger": "hint-waits"}
    since = re.search(r"hint/(\?since=[0-9]+)", first)
    assert since
    waiting = [hint(since[1], **again), hint("?since=x", **again)]
    last = hint("?since=1", **again).content.decode()
    without_scripts = hint().content.decode()

    assert "(Club bot)" in first
    assert says in first
    assert 'id="hint-waits"' in first
    assert [answer.status_code for answer in waiting] == [204, 204]
    for ended in (last, without_scripts):  # not asked for forever
        assert "(Club bot)" in ended
        assert "no time for a minute" in ended
        assert 'id="hint-waits"' not in ended
    assert waited == ([] if not is_ready else [1.0, 0.2, 0.2, None, None])


def test_the_experts_figures_come_to_a_hint_that_waits(
    client: Client, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    caches[judging.JUDGMENTS].clear()
    at = to_the_play(client)
    settings.WORKS_APART = True
    monkeypatch.setattr(thinking.EXPERTS, "is_ready", lambda: True)
    monkeypatch.setattr(thinking.EXPERTS, "ask", lambda work, *given, **_: work(*given))

    answer = client.get(at.url("hint/?since=9999999999"), headers={"HX-Request": "true", "HX-Trigger": "hint-waits"})

    assert "(Expert bot)" in answer.content.decode()
    assert 'id="hint-waits"' not in answer.content.decode()


@pytest.mark.parametrize(("is_ready", "marks"), [(False, 3), (True, 0)])
def test_until_an_expert_is_ready_its_seats_say_who_plays(
    client: Client, settings: Any, monkeypatch: pytest.MonkeyPatch, is_ready: bool, marks: int
) -> None:
    at = sit_down(client, "gwinnett", strength="expert")
    settings.WORKS_APART = True
    monkeypatch.setattr(thinking.EXPERTS, "is_ready", lambda: is_ready)

    assert client.get(at.url()).content.decode().count("as Club for now") == marks


def test_a_hint_says_what_a_bot_would_do(client: Client) -> None:
    at = to_the_play(client)
    before = at.table.seen

    answer = client.get(at.url("hint/"), headers={"HX-Request": "true"})

    assert answer.status_code == 200
    assert "bot)" in answer.content.decode()
    assert sitting(client, at.game.pk).table.seen == before


@pytest.mark.parametrize(("hands", "is_at_stake"), [("1", True), ("2", False)])
def test_a_hint_says_what_its_figures_count(
    client: Client, monkeypatch: pytest.MonkeyPatch, hands: str, is_at_stake: bool
) -> None:
    at = to_the("bid", client, sit_down(client, "gwinnett", hands=hands))
    options = Option(Bid("S", 21), 0.0), Option(Bid("S", None), 8.0, 1.0)
    monkeypatch.setattr(games, "advice", lambda table, at_most: ("Expert", Decision(options[0].action, "So.", options)))

    page = client.get(at.url("hint/"), headers={"HX-Request": "true"}).content.decode()

    assert ("your score minus theirs" in page, "with the game at stake" in page) == (True, is_at_stake)


def test_settings_are_kept_for_the_game_and_for_the_next_one(client: Client) -> None:
    at = sit_down(client, "npa")

    at = tap(client, at, "settings", scripts=False, sort="alternating", pace="slow", count_own_meld="on")
    begun = client.post("/play/begin/", {"start": "s" * 32, "book": "npa"})

    assert (at.table.settings.sort, at.table.settings.pace, at.table.settings.count_own_meld) == (
        "alternating",
        "slow",
        True,
    )
    assert sitting(client, begun.headers["Location"].split("/")[2]).table.settings == at.table.settings


def test_counting_ones_own_meld_changes_nothing(client: Client) -> None:
    at = sit_down(client, "gwinnett", count_own_meld="on")
    while not (at.table.is_your_turn and at.view.choices and at.view.choices.kind == "meld"):
        at = act(client, at, first_choice(at.view)) if at.table.is_your_turn else tap(client, at, "go-on")

    after = tap(client, at, "count-meld", cards=[str(at.view.hand[0])])

    assert after.answer is not None
    assert after.answer.status_code == 200
    assert after.table.seen == at.table.seen


# -- the card ----------------------------------------------------------------------------


def test_nobody_types_on_the_card_of_a_game(client: Client) -> None:
    at = play_hand(client, sit_down(client))
    card, before = at.table.keeper.card, Entry.objects.count()
    bid = {"client_id": "x", "seen": card.version, "dealer": "N", "bidder": "N", "bid": 20, "trump": "H"}

    page = client.get(f"/cards/{card.pk}/").content.decode()
    typed = client.post(f"/cards/{card.pk}/hands/2/bid/", bid)
    undone = client.post(f"/cards/{card.pk}/undo/", {"client_id": "y", "seen": card.version})

    assert "Back to the table" in page
    assert "Undo" not in page
    assert (typed.status_code, undone.status_code) == (409, 409)
    assert Entry.objects.count() == before


def test_the_card_leads_back_to_the_table(client: Client) -> None:
    at = sit_down(client)
    keeper = make_card(client)

    assert client.get(f"/play/cards/{at.table.keeper.card_id}/").headers["Location"] == at.url()
    assert client.get(f"/play/cards/{keeper.card_id}/").headers["Location"] == f"/cards/{keeper.card_id}/"


def test_a_finished_hand_that_was_not_entered_is_entered_by_the_next_tap(client: Client) -> None:
    at = play_hand(client, sit_down(client))
    Entry.objects.filter(card=at.table.keeper.card).delete()
    at.table.keeper.card.version = 0
    at.table.keeper.card.save()
    PlayedDeal.objects.update(is_recorded=False)

    at = tap(client, sitting(client, at.game.pk), "next-hand")

    assert len(read_sheet(at.table.keeper.card).done_lines) == 1
    assert PlayedDeal.objects.order_by("number")[0].is_recorded


# -- another device ----------------------------------------------------------------------


def test_the_game_goes_on_where_it_stood_on_another_device(client: Client) -> None:
    at = to_the_play(client)
    page = client.post(at.url("share/")).content.decode()
    address = "/play/w/" + page.split("/play/w/")[1][:33]
    phone = Client()

    asked = phone.get(address)
    assert phone.get(at.url()).status_code == 404
    joined = phone.post(address)

    assert "Keep playing here?" in asked.content.decode()
    assert joined.headers["Location"] == at.url()
    assert sitting(phone, at.game.pk).table.state == at.table.state


# -- queries -----------------------------------------------------------------------------


def test_the_page_asks_three_queries(client: Client, django_assert_num_queries: Any) -> None:
    at = to_the_play(client)

    with django_assert_num_queries(3):  # the device's place with card and game, the deal, the card's entries
        client.get(at.url())


def test_a_tap_asks_four_queries_and_a_transaction(client: Client, django_assert_num_queries: Any) -> None:
    at = to_the_play(client)
    posted = {"client_id": "tap", "seen": at.table.seen, "action": json.dumps(action_to_json(first_choice(at.view)))}

    with django_assert_num_queries(6):  # as the page, the deal written, and the transaction's two
        client.post(at.url("act/"), posted, headers={"HX-Request": "true"})


# -- rare moments ------------------------------------------------------------------------


def laid_out(client: Client, state: DealState, **fields: Any) -> Sitting:
    """A game in which this deal stands."""
    at = sit_down(client, state.book.key, **fields)
    ScoreCard.objects.filter(pk=at.game.card_id).update(first_dealer=state.dealer)
    PlayedDeal.objects.filter(game=at.game).update(data=state_to_json(state), actions=len(state.actions))
    return sitting(client, at.game.pk)


def nines_for(seat: str) -> DealState:
    """A deal in which a player holds nines enough to ask for new cards, and nobody else does."""
    book = built_in_books()["st-hilary"]
    chance = same_chance(1)
    while True:
        deck = [card for card in shuffled_deck(book, chance) if card.rank != "9"]
        nines = [card for card in book.cards if card.rank == "9"]
        hand = (*nines[:6], *[card for card in deck if card.rank in "AT"][:6])
        state = with_hand(book, seat, hand, [*deck, *nines])
        if state.phase is Phase.REDEAL and state.to_act == seat:
            return state


def with_hand(book: RuleBook, seat: str, hand: Sequence[Card], deck: Sequence[Card]) -> DealState:
    left = list((Counter(deck) - Counter(hand)).elements())
    hands = {seat: tuple(hand)}
    for place, other in enumerate(each for each in book.seats if each != seat):
        hands[other] = tuple(left[place * 12 : place * 12 + 12])
    return begin(book, "W", Dealt(hands, ()))


def test_new_cards_are_dealt_on_the_same_line_by_the_same_dealer(client: Client) -> None:
    at = laid_out(client, nines_for("S"))
    dealer = at.table.state.dealer

    asked = act(client, at, Redeal("S", True))
    dealt = tap(client, asked, "next-hand")

    sheet = read_sheet(at.table.keeper.card)
    assert asked.answer is not None
    assert "asked for new cards, so the hand is dealt again." in asked.answer.content.decode()
    assert "result-points" not in asked.answer.content.decode()
    assert len(sheet.lines[0].redeals) == 1
    assert (dealt.table.deal.number, dealt.table.deal.hand) == (2, 1)
    assert dealt.table.state.dealer == dealer
    assert tap(client, asked, "again").answer is not None
    assert not SharedDeal.objects.exists()


def test_who_keeps_a_hand_full_of_nines_tells_nobody(client: Client) -> None:
    at = laid_out(client, nines_for("E"), pace="normal", seat="S")

    page = tap(client, at, "go-on").answer

    assert page is not None
    assert "keeps the cards" not in page.content.decode()


def test_claiming_the_rest_ends_the_hand_and_says_what_was_found(client: Client) -> None:
    at = to_the_play(client)
    while not (at.view.choices and at.view.choices.may_lay_down):
        at = act(client, at, first_choice(at.view))

    after = act(client, at, LayDown("S"))

    assert after.answer is not None
    assert "You claimed the rest" in after.answer.content.decode()
    assert after.table.deal.is_recorded
    assert sum(read_sheet(at.table.keeper.card).lines[0].figures.take.values()) == at.table.book.total_points


def test_the_rules_of_the_table_are_a_tap_away(client: Client) -> None:
    at = to_the_play(client)
    page = client.get(at.url()).content.decode()

    address = re.search(r'href="([^"]+)">The rules played here', page)

    assert address
    assert "rule-book" in client.get(address[1], follow=True).content.decode()
