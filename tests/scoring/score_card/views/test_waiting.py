"""Hands that were written while the server was away, as they come in."""

from typing import Any

import pytest
from django.test import Client

from scoring.models import DeviceCard, Entry, ScoreCard
from scoring.rules.book import built_in_book
from scoring.score_card.forms import columns_of
from scoring.score_card.recording import read_sheet
from scoring.score_card.sheet import Sheet
from scoring.score_card.views import waiting
from tests.books import STEADY
from tests.responses import Response
from tests.scoring.score_card.makers import card_url, enter, enter_hand, fill_hands, hand_payload, join, make_card

pytestmark = pytest.mark.django_db

QUERIES = 19  # who sends it, the card, and for each of its entries a savepoint, the card held, and two rows written
MADE = {"bidder": "E", "bid": "17", "trump": "S", "dealer": "N"}
FIGURES = {"meld_NS": "4", "meld_EW": "10", "take_NS": "10", "take_EW": "15"}


@pytest.fixture
def keeper(client: Client) -> DeviceCard:
    return make_card(client)


def send(client: Client, keeper: DeviceCard, hand: int = 1, *, id: str = "one", **fields: str) -> Response:
    data = {"client_id": id, **MADE, **FIGURES, **fields}
    return client.post(card_url(keeper, f"hands/{hand}/whole/"), {name: text for name, text in data.items() if text})


def sheet_of(keeper: DeviceCard) -> Sheet:
    return read_sheet(keeper.card)


def kinds(keeper: DeviceCard) -> list[str]:
    return list(keeper.card.entries.order_by("number").values_list("kind", flat=True))


@pytest.mark.parametrize("book", STEADY)
def test_hand_is_the_one_that_its_steps_would_have_made(client: Client, book: str):
    keeper, stepwise = make_card(client, book=book), make_card(book=book)
    rules = built_in_book(book)
    first, *others = rules.sides
    few = 5 * rules.deck.worths["A"]
    take = {first: rules.total_points - few * len(others), **dict.fromkeys(others, few)}
    enter_hand(stepwise, take=take)
    payload = hand_payload(rules, take=take)
    figures = {f"{name}_{side}": str(value) for name in ("meld", "take") for side, value in payload[name].items()}
    facts = {name: str(payload[name]) for name in ("dealer", "bidder", "bid", "trump") if payload.get(name)}

    answer = client.post(card_url(keeper, "hands/1/whole/"), {"client_id": "one", **facts, **figures})

    assert (answer.status_code, answer.content) == (200, b"")
    assert kinds(keeper) == ["bid", "meld", "take"]
    line, other = sheet_of(keeper).lines[0], sheet_of(stepwise).lines[0]
    assert (line.record, line.totals) == (other.record, other.totals)
    assert set(facts) | set(figures) <= set(columns_of(rules))


def test_same_hand_again_changes_nothing(client: Client, keeper: DeviceCard):
    send(client, keeper)

    again = send(client, keeper)

    assert (again.status_code, again.content) == (200, b"")
    assert kinds(keeper) == ["bid", "meld", "take"]


def test_same_hand_again_changes_nothing_after_it_was_undone_or_put_right(client: Client, keeper: DeviceCard):
    send(client, keeper)
    send(client, keeper, hand=2, id="two", dealer="E")
    enter(keeper, "undo", {"undoes": 6}, hand=2)
    payload = {**sheet_of(keeper).lines[0].figures.payload(), "meld": {"NS": 6, "EW": 10}}
    enter(keeper, "correct", payload, hand=1)
    before = kinds(keeper)

    assert send(client, keeper).status_code == 200
    assert send(client, keeper, hand=2, id="two", dealer="E").status_code == 200
    assert kinds(keeper) == before


def test_same_id_with_other_figures_is_asked_about(client: Client, keeper: DeviceCard):
    send(client, keeper)

    other = send(client, keeper, take_NS="11", take_EW="14")

    assert other.status_code == 409
    assert "take of hand 1, Ann &amp; Carl 10" in told(other)
    assert kinds(keeper) == ["bid", "meld", "take"]


def told(answer: Response) -> str:
    return " ".join(answer.content.decode().split())


def test_hand_goes_on_from_the_steps_that_are_on_the_card(client: Client, keeper: DeviceCard):
    enter(keeper, "bid", {"dealer": "N", "bidder": "E", "bid": 17, "trump": "S", "no_marriage": False}, hand=1)

    assert send(client, keeper).status_code == 200
    assert kinds(keeper) == ["bid", "meld", "take"]


def test_same_figures_from_another_tablet_are_the_same_hand(client: Client, keeper: DeviceCard):
    enter_hand(join(keeper.card), bidder="E", bid=17, trump="S", meld={"NS": 4, "EW": 10}, take={"NS": 10, "EW": 15})

    answer = send(client, keeper)

    assert answer.status_code == 200
    assert told(answer) == "Hand 1 was already on the card, with the same numbers."
    assert kinds(keeper) == ["bid", "meld", "take"]


def test_same_figures_need_no_answer_that_the_card_has(client: Client, keeper: DeviceCard):
    """Was that one point only the last trick? The other tablet was asked, and said so."""
    enter_hand(
        *[join(keeper.card)],
        bidder="E",
        bid=17,
        trump="S",
        meld={"NS": 4, "EW": 10},
        take={"NS": 1, "EW": 24},
        last_trick="NS",
    )

    assert send(client, keeper, take_NS="1", take_EW="24").status_code == 200


def test_other_figures_from_another_tablet_are_shown_beside_and_replaced_when_told(client: Client, keeper: DeviceCard):
    enter_hand(join(keeper.card), bidder="E", bid=18, trump="S", meld={"NS": 4, "EW": 10}, take={"NS": 10, "EW": 15})

    asked = send(client, keeper)

    assert asked.status_code == 409
    assert "Another tablet entered hand 1 with different numbers." in told(asked)
    assert "18 by Beatrice, spades" in told(asked)
    assert 'value="17"' in told(asked)
    assert kinds(keeper) == ["bid", "meld", "take"]

    assert send(client, keeper, replace="1").status_code == 200
    assert sheet_of(keeper).lines[0].figures.bid == 17
    assert keeper.card.entries.get(kind="correct").reason == "Written at the table while the club’s computer was away"
    assert send(client, keeper, replace="1").status_code == 200  # its answer was lost
    assert kinds(keeper) == ["bid", "meld", "take", "correct"]


@pytest.mark.parametrize(("bid", "status"), [(17, 200), (18, 409)])
def test_tablet_that_is_quicker_by_a_moment_counts_as_if_it_had_been_first(client, keeper, monkeypatch, bid, status):
    """It enters the hand between this one's look at the card and its entry."""
    reads = iter([True])

    def read_and_be_overtaken(card: ScoreCard) -> Sheet:
        sheet = read_sheet(card)
        if next(reads, False):
            figures = {"meld": {"NS": 4, "EW": 10}, "take": {"NS": 10, "EW": 15}}
            enter_hand(join(keeper.card), bidder="E", bid=bid, trump="S", **figures)
        return sheet

    monkeypatch.setattr(waiting, "read_sheet", read_and_be_overtaken)

    assert send(client, keeper).status_code == status
    assert kinds(keeper) == ["bid", "meld", "take"]


def test_bid_of_another_tablet_that_differs_is_asked_about(client: Client, keeper: DeviceCard):
    bid = {"dealer": "N", "bidder": "E", "bid": 19, "trump": "S", "no_marriage": False}
    enter(join(keeper.card), "bid", bid, hand=1)

    assert send(client, keeper).status_code == 409
    assert kinds(keeper) == ["bid"]
    assert send(client, keeper, replace="1").status_code == 200
    assert kinds(keeper) == ["bid", "bid", "meld", "take"]
    assert sheet_of(keeper).lines[0].figures.bid == 17


def test_question_of_the_book_waits_for_its_answer(client: Client, keeper: DeviceCard):
    asked = send(client, keeper, take_NS="1", take_EW="24")

    assert asked.status_code == 422
    assert "only the last trick?" in told(asked)
    assert kinds(keeper) == []
    assert send(client, keeper, take_NS="1", take_EW="24", q_last_trick_NS="no").status_code == 200
    assert sheet_of(keeper).lines[0].is_done


def test_figures_that_cannot_be_come_back_with_a_sentence(client: Client, keeper: DeviceCard):
    asked = send(client, keeper, bid="3", take_NS="30")

    assert asked.status_code == 422
    assert 'value="3"' in told(asked)
    assert told(asked).count('class="field-error"') > 1
    assert kinds(keeper) == []


def test_half_written_hand_is_not_recorded_in_part(client: Client, keeper: DeviceCard):
    assert send(client, keeper, take_NS="", take_EW="").status_code == 422
    assert send(client, keeper, id="").status_code == 422
    assert kinds(keeper) == []


def test_hand_whose_turn_it_is_not_is_kept_by_the_tablet(client: Client, keeper: DeviceCard):
    ahead = send(client, keeper, hand=2)
    assert ahead.status_code == 409
    assert "Hand 1 comes first on the card" in told(ahead)


def test_hand_after_the_end_of_the_card(client: Client):
    keeper = make_card(client, length="hands", hands_agreed=1)
    enter_hand(keeper)

    after = send(client, keeper, hand=2)

    assert after.status_code == 409
    assert "The game was over before hand 2" in told(after)


def test_signed_card_takes_no_hand_and_answers_for_what_it_has(client: Client):
    keeper = make_card(client, length="hands", hands_agreed=1)
    send(client, keeper)
    for side in ("NS", "EW"):
        enter(keeper, "sign", {"side": side, "version": sheet_of(keeper).content_version, "by": ""})

    assert send(client, keeper).status_code == 200
    changed = send(client, keeper, id="two", bid="18", replace="1")

    assert changed.status_code == 409
    assert "Every side has signed this card." in told(changed)
    assert not Entry.objects.filter(kind="correct").exists()


def test_device_that_keeps_the_card_enters_what_another_one_wrote(client: Client, keeper: DeviceCard):
    """It has the same id, so the first tablet is answered as if it had sent the hand itself."""
    second = Client()
    join(keeper.card, second)
    assert second.get(card_url(keeper, "waiting/")).headers["Location"] == card_url(keeper)

    assert send(second, keeper).status_code == 200
    assert send(client, keeper).status_code == 200
    assert kinds(keeper) == ["bid", "meld", "take"]


def test_hand_costs_as_many_queries_on_a_long_card(client: Client, django_assert_num_queries):
    long = make_card(client, length="time")
    fill_hands(long, 20)

    for keeper, hand in ((make_card(client, length="time"), 1), (long, 21)):
        with django_assert_num_queries(QUERIES):
            assert send(client, keeper, hand=hand).status_code == 200


# -- what the page carries ----------------------------------------------------------------


def page_of(client: Client, keeper: DeviceCard, **headers: Any) -> str:
    return client.get(card_url(keeper), headers=headers).content.decode()


def test_page_carries_the_form_and_its_fragments_only_what_changes(client: Client, keeper: DeviceCard):
    enter(keeper, "bid", {"dealer": "N", "bidder": "E", "bid": 17, "trump": "S", "no_marriage": False}, hand=1)

    page, fragment = page_of(client, keeper), page_of(client, keeper, hx_request="true")

    facts = 'data-open-hand="1" data-last-hand="4" data-typed="bidder=E&amp;bid=17&amp;trump=S&amp;dealer=N"'
    assert facts in page
    assert facts in fragment
    assert "data-waiting-form" in page
    assert "data-waiting-form" not in fragment


def test_page_knows_the_last_hand_of_the_round(client: Client):
    keeper = make_card(client, length="hands", hands_agreed=12)
    enter_hand(keeper)

    assert 'data-open-hand="2" data-last-hand="12"' in page_of(client, keeper)


def test_finished_card_offers_no_hand(client: Client):
    keeper = make_card(client, length="hands", hands_agreed=1)
    enter_hand(keeper)

    assert "data-open-hand" not in page_of(client, keeper)


# -- ahead of the answer -------------------------------------------------------------------


def test_cockpits_ahead_are_those_of_each_dealer_and_bidding_side(client: Client, keeper: DeviceCard):
    told = client.get(card_url(keeper, "ahead/")).content.decode()

    assert told.count('<template data-step="bid" data-dealer=') == 4
    assert told.count('<template data-step="meld" data-dealer=') == 2
    assert told.count('<template data-step="take" data-dealer=') == 2
    assert told.count("data-safe-save") == 8
    assert "Beatrice has it for 1." in told
