"""The page of a round: penalties, lateness and each player's score."""

import pytest
from django.test import Client

from scoring.models import DeviceCard, Entry
from scoring.score_card.recording import read_sheet
from tests.scoring.score_card.makers import card_url, enter, enter_hand, make_card

pytestmark = pytest.mark.django_db

WRONG_TABLE = {"seat": "S", "code": "wrong_table", "count": 1, "note": "", "hand": None}
HTMX = {"HX-Request": "true"}


def npa_card(client: Client, hands: int = 4) -> DeviceCard:
    keeper = make_card(client, book="npa")
    for _ in range(hands):
        enter_hand(keeper, meld={"NS": 30, "EW": 20}, take={"NS": 26, "EW": 24})
    return keeper


def sent(keeper: DeviceCard, **typed: object) -> dict[str, object]:
    return {"client_id": "tap", "seen": read_sheet(keeper.card).version, **typed}


def penalty_typed(keeper: DeviceCard, **more: object) -> dict[str, object]:
    return sent(keeper, **{"who": "S", "code": "wrong_table", "count": 1, "hand": "2", "note": "table 7", **more})


def test_page_shows_the_work_in_order(client: Client, django_assert_max_num_queries: pytest.FixtureRequest) -> None:
    keeper = npa_card(client)

    with django_assert_max_num_queries(8):  # type: ignore[operator]
        page = client.get(card_url(keeper, "round/")).content.decode()

    places = [page.index(words) for words in ("No skunk in this round.", "No penalties.", "Everybody was on time.")]
    assert places == sorted(places)
    assert page.index("Round scores") > places[-1]
    assert card_url(keeper, "sign/") in page


def test_round_in_progress_takes_penalties_and_offers_no_signature(client: Client) -> None:
    keeper = npa_card(client, hands=2)

    page = client.get(card_url(keeper, "round/")).content.decode()

    assert "Enter a penalty" in page
    assert "2 hands to go" in page
    assert card_url(keeper, "sign/") not in page


def test_book_without_rounds_has_no_such_page(client: Client) -> None:
    keeper = make_card(client, book="st-hilary")

    assert client.get(card_url(keeper, "round/")).status_code == 404
    assert client.post(card_url(keeper, "round/penalties/"), penalty_typed(keeper)).status_code == 404


def test_another_tablet_finds_nothing(client: Client) -> None:
    keeper = npa_card(client, hands=1)

    assert Client().get(card_url(keeper, "round/")).status_code == 404


def test_penalty_is_entered_once(client: Client) -> None:
    keeper = npa_card(client)
    typed = penalty_typed(keeper)

    first = client.post(card_url(keeper, "round/penalties/"), typed)
    again = client.post(card_url(keeper, "round/penalties/"), typed, headers=HTMX)

    assert (first.status_code, first.headers["Location"]) == (302, card_url(keeper, "round/"))
    assert (again.status_code, "<html" in again.content.decode()) == (200, False)
    (entry,) = read_sheet(keeper.card).penalties
    assert entry.payload == {"seat": "S", "code": "wrong_table", "count": 1, "note": "table 7", "hand": 2}


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"who": ""}, "Tap the player who gets it."),
        ({"who": "X"}, "Choose one of those shown."),
        ({"code": "spitting"}, "Choose one of those shown."),
        ({"count": "0"}, "At least once."),
        ({"count": "some"}, "Enter a whole number, such as 1."),
        ({"count": "999999999999999999999999"}, "No more than 20 times."),
        ({"hand": "9"}, "Choose one of those shown."),
        ({"note": "x" * 121}, "Use up to 120 characters."),
    ],
)
def test_bad_penalty_is_answered_beside_the_field(client: Client, typed: dict[str, str], sentence: str) -> None:
    keeper = npa_card(client, hands=1)

    answer = client.post(card_url(keeper, "round/penalties/"), penalty_typed(keeper, **typed))

    page = answer.content.decode()
    assert (answer.status_code, read_sheet(keeper.card).penalties) == (422, ())
    assert sentence in page
    assert typed.get("note", "table 7") in page


def test_stale_penalty_stands_in_the_form_again(client: Client) -> None:
    keeper = npa_card(client, hands=1)
    typed = penalty_typed(keeper)
    enter_hand(keeper, meld={"NS": 30, "EW": 20}, take={"NS": 26, "EW": 24})

    refused = client.post(card_url(keeper, "round/penalties/"), typed)

    form = refused.context["penalty"]
    assert (refused.status_code, read_sheet(keeper.card).penalties) == (409, ())
    assert "take of hand 2" in refused.content.decode()
    again = {**typed, "seen": form["seen"].value(), "client_id": form["client_id"].value()}
    assert client.post(card_url(keeper, "round/penalties/"), again).status_code == 302
    assert len(read_sheet(keeper.card).penalties) == 1


def test_penalty_is_taken_back_once(client: Client) -> None:
    keeper = npa_card(client, hands=1)
    number = enter(keeper, "penalty", WRONG_TABLE).entry.number
    url = card_url(keeper, f"round/penalties/{number}/pardon/")
    typed = sent(keeper)

    assert client.post(url, typed).status_code == 302
    assert client.post(url, typed).status_code == 302
    assert client.post(url, sent(keeper, client_id="another")).status_code == 409
    assert read_sheet(keeper.card).penalties == ()
    assert [e.payload for e in Entry.objects.filter(kind="pardon")] == [
        {"pardons": number, "seat": "S", "code": "wrong_table"}
    ]


def test_minutes_are_answered_as_they_are_typed(client: Client) -> None:
    keeper = npa_card(client, hands=1)
    url = card_url(keeper, "round/lateness/preview/")

    late = client.post(url, {"minutes": "12"}, headers=HTMX).content.decode()
    replaced = client.post(url, {"minutes": "15"}, headers=HTMX).content.decode()

    assert ("12 minutes late: 70 off." in late, "Who plays" in late) == (True, False)
    assert ("15 minutes late: replaced, scores 0 this round." in replaced, "Who plays" in replaced) == (
        True,
        True,
    )
    assert "One more thing" not in replaced
    assert read_sheet(keeper.card).lateness == {}


def test_lateness_is_entered_and_taken_back(client: Client) -> None:
    keeper = npa_card(client)
    url = card_url(keeper, "round/lateness/")

    client.post(url, sent(keeper, seat="E", minutes="12"))
    assert read_sheet(keeper.card).lateness["E"].payload == {"seat": "E", "minutes": 12, "substitute": "", "name": ""}
    assert "12 minutes late: 70 off." in client.get(card_url(keeper, "round/")).content.decode()

    client.post(url, sent(keeper, client_id="back", seat="E", minutes="0"))
    assert read_sheet(keeper.card).lateness == {}


def test_replaced_player_raises_a_question(client: Client) -> None:
    keeper = npa_card(client)
    url = card_url(keeper, "round/lateness/")

    asked = client.post(url, sent(keeper, seat="E", minutes="15"))
    told = client.post(url, sent(keeper, seat="E", minutes="15", substitute="in_event", name="Eve"))

    assert asked.status_code == 422
    assert "One more thing: answer this too." in asked.content.decode()
    assert told.status_code == 302
    assert read_sheet(keeper.card).lateness["E"].payload["name"] == "Eve"
    assert "Eve plays on." in client.get(card_url(keeper, "round/")).content.decode()


@pytest.mark.parametrize("minutes", ["", "-1", "soon", "99999999999999999999"])
def test_bad_minutes_are_refused(client: Client, minutes: str) -> None:
    keeper = npa_card(client, hands=1)

    answer = client.post(card_url(keeper, "round/lateness/"), sent(keeper, seat="E", minutes=minutes))

    assert (answer.status_code, read_sheet(keeper.card).lateness) == (422, {})


def test_signed_card_takes_no_penalty(client: Client) -> None:
    keeper = npa_card(client)
    version = read_sheet(keeper.card).content_version
    for side in ("NS", "EW"):
        enter(keeper, "sign", {"side": side, "version": version, "by": ""})

    page = client.get(card_url(keeper, "round/")).content.decode()
    refused = client.post(card_url(keeper, "round/penalties/"), penalty_typed(keeper))

    assert "Enter a penalty" not in page
    assert (refused.status_code, read_sheet(keeper.card).penalties) == (409, ())
    assert "Reopen it to change something." in refused.content.decode()


def test_finished_card_shows_the_rows_and_the_round_scores(client: Client) -> None:
    keeper = make_card(client, book="npa")
    for _ in range(4):
        enter_hand(keeper, meld={"NS": 30, "EW": 0}, take={"NS": 40, "EW": 10})
    enter(keeper, "penalty", WRONG_TABLE)

    page = client.get(card_url(keeper)).content.decode()

    assert page.count('class="extra') == 2
    assert "round-scores" in page
    assert "Carl −100" in page
    assert ">480<" in page
