"""Signing side by side, reopening, and the next game of the same players."""

from datetime import date
from typing import Any

import pytest
from django.test import Client

from scoring.models import DeviceCard, ScoreCard
from scoring.score_card import beginning
from scoring.score_card.recording import read_sheet
from tests.scoring.score_card.makers import card_url, enter, enter_hand, hand_payload, join, lay_hands, make_card

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


def finished(client: Client, **fields: Any) -> DeviceCard:
    """Ann & Carl pass 150 in five hands, and were set on the second."""
    keeper = make_card(client, **fields)
    made = {"bid": 20, "meld": {"NS": 20, "EW": 8}, "take": {"NS": 15, "EW": 10}}
    is_set = {"bidder": "S", "bid": 40, "meld": {"NS": 10, "EW": 2}, "take": {"NS": 12, "EW": 13}}
    high = {"bid": 25, "meld": {"NS": 40, "EW": 4}, "take": {"NS": 15, "EW": 10}}
    hands = zip("NESWN", (made, is_set, high, high, high), strict=True)
    lay_hands(keeper.card, *({"dealer": dealer, **hand} for dealer, hand in hands))
    return keeper


def sign(client: Client, keeper: DeviceCard, side: str, **more: object) -> object:
    typed = {"client_id": f"sign {side}", "seen": read_sheet(keeper.card).version, **more}
    return client.post(card_url(keeper, f"sign/{side}/"), typed)


def signed_by_all(client: Client, keeper: DeviceCard) -> None:
    for side in read_sheet(keeper.card).book.sides:
        sign(client, keeper, side)


def text_of(client: Client, keeper: DeviceCard, path: str = "") -> str:
    return client.get(card_url(keeper, path)).content.decode()


# -- reviewing


def test_each_side_reads_its_own_view(client: Client) -> None:
    keeper = finished(client)

    ours = client.get(card_url(keeper, "sign/NS/")).context["review"]
    theirs = client.get(card_url(keeper, "sign/EW/")).context["review"]

    assert (ours["own"].name, ours["result"]) == ("Ann & Carl", "You win")
    assert (theirs["own"].name, theirs["result"]) == ("Beatrice & Dominic", "They win")
    assert ours["summary"] == "5 hands. You were set on hand 2."
    ours_then, theirs_then = ours["hands"][1], theirs["hands"][1]
    assert (ours_then["bid"], ours_then["figures"], ours_then["points"], ours_then["total"]) == (
        "You bid 40 in hearts: set",
        "You took 12 after 10 meld; they took 13 after 2 meld.",
        "−40",
        "−5",
    )
    assert (theirs_then["bid"], theirs_then["points"], theirs_then["total"]) == (
        "They bid 40 in hearts: set",
        "+15",
        "33",
    )


def test_three_players_read_each_others_names(client: Client) -> None:
    keeper = make_card(client, book="gwinnett-3")
    enter_hand(keeper, bid=25, meld={"A": 20, "B": 0, "C": 4}, take={"A": 15, "B": 5, "C": 5})

    review = client.get(card_url(keeper, "sign/B/")).context["review"]

    assert [head.name for head in (review["own"], *review["others"])] == ["Beatrice", "Ann", "Carl"]
    assert (
        review["hands"][0]["figures"] == "You took 5 after 0 meld; Ann took 15 after 20 meld; Carl took 5 after 4 meld."
    )


@pytest.mark.parametrize(
    ("side", "take", "hands_agreed", "result"),
    [
        ("A", {"A": 15, "B": 6, "C": 4}, 1, "You win"),
        ("B", {"A": 15, "B": 6, "C": 4}, 1, "Ann K. wins"),
        ("B", {"A": 15, "B": 6, "C": 4}, 2, "Ann K. leads"),
        ("A", {"A": 10, "B": 5, "C": 10}, 1, "Tied"),
        ("B", {"A": 10, "B": 5, "C": 10}, 1, "Ann K. and Ann M. are tied"),
    ],
)
def test_result_of_a_game_of_so_many_hands_is_the_one_on_the_card(
    client: Client, side: str, take: dict[str, int], hands_agreed: int, result: str
) -> None:
    names = {"A": "Ann K.", "B": "Ann L.", "C": "Ann M."}
    keeper = make_card(client, book="gwinnett-3", hands_agreed=hands_agreed, player_names=names)
    enter_hand(keeper, bidder="B", bid=25, meld={"A": 5, "B": 0, "C": 5}, take=take)

    assert client.get(card_url(keeper, f"sign/{side}/")).context["review"]["result"] == result


def test_where_each_plays_alone_players_sign_and_an_initial_ends_its_sentence(client: Client) -> None:
    names = {"A": "Ann K.", "B": "Ann L.", "C": "Ann M."}
    keeper = make_card(client, book="gwinnett-3", hands_agreed=1, player_names=names)
    enter_hand(keeper)

    assert "Each player checks it and signs." in text_of(client, keeper, "sign/")
    assert "Look it over together, then each player signs." in text_of(client, keeper)
    sign(client, keeper, "A")
    page = " ".join(text_of(client, keeper, "sign/").split())
    assert "Hand the tablet to Ann L. or Ann M.</strong> Each player checks the card and signs." in page
    assert "Ann L. and Ann M.</strong> Hand them the tablet." in text_of(client, keeper)
    sign(client, keeper, "B")
    sign(client, keeper, "C")
    assert "Signed by every player. The card is closed until all players agree to" in text_of(client, keeper)
    assert "all players sign again." in text_of(client, keeper, "reopen/")


def test_the_other_one_of_two_is_called_by_name(client: Client) -> None:
    keeper = make_card(client, book="two-handed")
    enter_hand(keeper, meld={"A": 60, "B": 40})

    review = client.get(card_url(keeper, "sign/B/")).context["review"]

    assert review["result"] == "Ann leads"
    assert "; Ann took " in review["hands"][0]["figures"]
    assert "They" not in text_of(client, keeper, "sign/B/")


def test_what_was_corrected_is_flagged(client: Client) -> None:
    keeper = finished(client)
    book = read_sheet(keeper.card).book
    payload = hand_payload(book, bid=20, meld={"NS": 20, "EW": 8}, take={"NS": 25, "EW": 0})
    enter(keeper, "correct", payload, hand=1)

    review = client.get(card_url(keeper, "sign/NS/")).context["review"]

    assert review["hands"][0]["flags"] == ("corrected", "all 25 points to Ann & Carl")
    assert review["hands"][1]["flags"] == ()
    assert review["summary"].endswith("Hand 1 was corrected.")


def test_review_of_nobody_is_not_there(client: Client) -> None:
    keeper = finished(client)

    assert client.get(card_url(keeper, "sign/XY/")).status_code == 404
    assert Client().get(card_url(keeper, "sign/NS/")).status_code == 404


def test_review_takes_no_more_queries_than_the_card(client: Client, django_assert_max_num_queries: object) -> None:
    keeper = finished(client)

    with django_assert_max_num_queries(8):  # type: ignore[operator]
        client.get(card_url(keeper, "sign/NS/"))


# -- signing


def test_one_tap_signs_for_one_side(client: Client) -> None:
    keeper = finished(client)

    answer = sign(client, keeper, "NS", by="S")
    page = text_of(client, keeper, "sign/")

    sheet = read_sheet(keeper.card)
    assert answer.headers["Location"] == card_url(keeper, "sign/")  # type: ignore[attr-defined]
    assert (list(sheet.signed), sheet.is_closed) == (["NS"], False)
    assert sheet.signed["NS"].payload == {"side": "NS", "version": sheet.content_version, "by": "Carl"}
    assert "Hand the tablet to Beatrice &amp; Dominic." in page
    assert card_url(keeper, "sign/NS/") not in page
    assert card_url(keeper, "sign/EW/") in page


def test_second_side_closes_the_card(client: Client) -> None:
    keeper = finished(client)
    sign(client, keeper, "NS")

    answer = sign(client, keeper, "EW")
    page = text_of(client, keeper)

    assert answer.headers["Location"] == card_url(keeper)  # type: ignore[attr-defined]
    assert read_sheet(keeper.card).is_closed
    assert "The card is closed" in page
    assert "Tablet 1" in page
    assert "Likely bids" not in page


def test_three_players_all_sign(client: Client) -> None:
    keeper = make_card(client, book="gwinnett-3")
    enter_hand(keeper, bid=25, meld={"A": 20, "B": 0, "C": 4}, take={"A": 15, "B": 5, "C": 5})

    sign(client, keeper, "A")
    sign(client, keeper, "B")
    assert not read_sheet(keeper.card).is_closed
    sign(client, keeper, "C")
    assert read_sheet(keeper.card).is_closed


def test_repeated_signature_is_one_entry(client: Client) -> None:
    keeper = finished(client)
    version = read_sheet(keeper.card).version

    for _ in range(2):
        sign(client, keeper, "NS", seen=version)
    sign(client, keeper, "NS", client_id="another tap")

    assert [entry.kind for entry in read_sheet(keeper.card).changes_since(version)] == ["sign"]


def test_scripts_are_sent_on(client: Client) -> None:
    keeper = finished(client)
    typed = {"client_id": "tap", "seen": read_sheet(keeper.card).version}

    answer = client.post(card_url(keeper, "sign/NS/"), typed, headers=HTMX)

    assert answer.headers["HX-Redirect"] == card_url(keeper, "sign/")


def test_signature_of_a_card_that_changed_is_refused(client: Client) -> None:
    keeper = finished(client)
    seen = read_sheet(keeper.card).version
    book = read_sheet(keeper.card).book
    enter(keeper, "correct", hand_payload(book, bid=20, meld={"NS": 22, "EW": 8}), hand=1)

    refused = sign(client, keeper, "NS", seen=seen)

    page = refused.content.decode()  # type: ignore[attr-defined]
    assert (refused.status_code, read_sheet(keeper.card).signed) == (409, {})  # type: ignore[attr-defined]
    assert "correction of hand 1" in page
    assert "Sign as Ann &amp; Carl" in page


def test_later_entry_strikes_the_signatures(client: Client) -> None:
    keeper = finished(client)
    sign(client, keeper, "NS")
    book = read_sheet(keeper.card).book
    enter(keeper, "correct", hand_payload(book, bid=20, meld={"NS": 22, "EW": 8}), hand=1)

    assert "the signatures are struck" in text_of(client, keeper)
    assert "struck by: correction of hand 1" in text_of(client, keeper, "sign/")


@pytest.mark.parametrize(
    ("book", "words"),
    [
        ("st-hilary", "The game is not over: nobody has won with 150 yet."),
        ("npa", "The round is not over: 1 of 4 hands are played."),
        ("gwinnett", "You agreed on 12 hands and played 1."),
    ],
)
def test_signing_in_the_middle_says_that_the_game_is_not_over(client: Client, book: str, words: str) -> None:
    keeper = make_card(client, book=book)
    enter_hand(keeper)

    assert words in text_of(client, keeper, "sign/")
    assert words in text_of(client, keeper, "sign/NS/")


def test_signing_at_the_end_says_nothing_of_it(client: Client) -> None:
    keeper = finished(client)

    assert "not over" not in text_of(client, keeper, "sign/")


def test_half_entered_hand_is_not_signed(client: Client) -> None:
    keeper = make_card(client)
    enter_hand(keeper, bid=20, meld={"NS": 20, "EW": 8}, take={"NS": 15, "EW": 10})
    enter(keeper, "bid", {"dealer": "E", "bidder": "E", "bid": 20, "trump": "S"}, hand=2)

    page = text_of(client, keeper, "sign/")
    refused = sign(client, keeper, "NS")

    assert "Hand 2 is only half entered." in page
    assert client.get(card_url(keeper, "sign/NS/")).status_code == 302
    assert refused.status_code == 409  # type: ignore[attr-defined]
    assert "Finish this hand first" in refused.content.decode()  # type: ignore[attr-defined]


def test_signed_card_takes_no_hand(client: Client) -> None:
    keeper = make_card(client)
    enter_hand(keeper, bid=20, meld={"NS": 20, "EW": 8}, take={"NS": 15, "EW": 10})
    signed_by_all(client, keeper)
    typed = {"client_id": "late", "seen": read_sheet(keeper.card).version}

    bid = {**typed, "dealer": "E", "bidder": "E", "bid": "20", "trump": "S"}
    refused = client.post(card_url(keeper, "hands/2/bid/"), bid)

    assert refused.status_code == 409
    assert "Reopen it to change something." in refused.content.decode()
    assert len(read_sheet(keeper.card).lines) == 1


# -- reopening


def test_card_reopens_when_every_side_agrees(client: Client) -> None:
    keeper = finished(client)
    signed_by_all(client, keeper)
    url = card_url(keeper, "reopen/")

    def agree(side: str) -> str:
        typed = {"client_id": f"open {side}", "seen": read_sheet(keeper.card).version, "side": side}
        return str(client.post(url, typed).headers["Location"])

    assert agree("NS") == url
    assert read_sheet(keeper.card).is_closed
    assert "Hand the tablet to Beatrice &amp; Dominic." in client.get(url).content.decode()
    assert agree("EW") == card_url(keeper)
    assert read_sheet(keeper.card).signed == {}


def test_open_card_is_not_reopened(client: Client) -> None:
    keeper = finished(client)

    answer = client.post(card_url(keeper, "reopen/"), {"client_id": "x", "seen": 0, "side": "NS"})

    assert (answer.status_code, read_sheet(keeper.card).reopening) == (302, frozenset())


def test_reopening_by_nobody_is_refused(client: Client) -> None:
    keeper = finished(client)
    signed_by_all(client, keeper)

    answer = client.post(card_url(keeper, "reopen/"), {"client_id": "x", "seen": 99, "side": "XY"})

    assert (answer.status_code, read_sheet(keeper.card).reopening) == (422, frozenset())


# -- the next game


def test_next_game_goes_on_with_the_deal_to_the_left(client: Client) -> None:
    keeper = finished(client, table_name="4", round_name="2", played_on=date(2020, 1, 1))

    answer = client.post(card_url(keeper, "again/"), {"client_id": "again"})

    card = ScoreCard.objects.get(previous=keeper.card_id)
    assert answer.headers["Location"] == f"/cards/{card.pk}/"
    assert (card.first_dealer, card.table_name, card.round_name) == ("E", "4", "3")
    assert (card.book_version, card.player_names) == (keeper.card.book_version, keeper.card.player_names)
    assert card.played_on > date(2020, 1, 1)
    page = client.get(answer.headers["Location"]).content.decode()
    assert "Who plays?" not in page
    assert "Beatrice deals" in page


def test_double_tap_begins_one_game(client: Client) -> None:
    keeper = finished(client)

    answers = [client.post(card_url(keeper, "again/"), {"client_id": tap}) for tap in ("tap", "tap", "other tablet")]

    assert len({answer.headers["Location"] for answer in answers}) == 1
    assert ScoreCard.objects.filter(previous=keeper.card_id).count() == 1


def test_repeated_tap_finds_its_game_also_when_it_has_begun(client: Client) -> None:
    keeper = finished(client)
    first = client.post(card_url(keeper, "again/"), {"client_id": "tap"})
    following = ScoreCard.objects.get(previous=keeper.card_id)
    enter_hand(join(following), bid=20)

    assert (
        client.post(card_url(keeper, "again/"), {"client_id": "tap"}).headers["Location"] == first.headers["Location"]
    )
    assert (
        client.post(card_url(keeper, "again/"), {"client_id": "new"}).headers["Location"] != first.headers["Location"]
    )


def test_all_tablets_of_the_table_keep_the_next_card(client: Client) -> None:
    keeper = finished(client)
    other, cut_off = Client(), Client()
    join(keeper.card, other)
    gone = join(keeper.card, cut_off)
    gone.is_cut_off = True
    gone.save()

    url = client.post(card_url(keeper, "again/"), {"client_id": "tap"}).headers["Location"]

    assert [tablet.get(url).status_code for tablet in (client, other, cut_off)] == [200, 200, 404]


def test_next_game_names_its_round_by_the_number_only(client: Client) -> None:
    keeper = finished(client, round_name="final")

    client.post(card_url(keeper, "again/"), {"client_id": "tap"})

    assert ScoreCard.objects.get(previous=keeper.card_id).round_name == "final"


@pytest.mark.parametrize(("name", "following"), [("3", "4"), ("999", "1000"), ("9" * 20, "9" * 20), ("٣", "٣")])
def test_next_game_counts_rounds_up_and_leaves_other_names(client: Client, name: str, following: str) -> None:
    keeper = finished(client, round_name=name)

    client.post(card_url(keeper, "again/"), {"client_id": "tap"})

    assert ScoreCard.objects.get(previous=keeper.card_id).round_name == following


def test_next_game_needs_an_id(client: Client) -> None:
    keeper = finished(client)

    answer = client.post(card_url(keeper, "again/"))

    assert answer.status_code == 422
    assert "Tap “Another game, same players” again." in answer.content.decode()
    assert not ScoreCard.objects.filter(previous=keeper.card_id).exists()


def test_too_many_cards_are_refused_with_a_sentence(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    keeper = finished(client)
    monkeypatch.setattr(beginning, "CARDS_A_MINUTE", 0)

    answer = client.post(card_url(keeper, "again/"), {"client_id": "tap"})

    assert answer.status_code == 409
    assert "cards were started here in the last minute" in answer.content.decode()
    assert not ScoreCard.objects.filter(previous=keeper.card_id).exists()


def sit_down(client: Client, keeper, **typed: str):
    players = {f"player_{seat}": name for seat, name in keeper.card.player_names.items()}
    sent = {"client_id": "sit down", "seen": 0, "seating": "NESW", **players, **typed}
    return client.post(card_url(keeper, "next/"), sent)


def test_other_partners_sit_down_and_whoever_deals_next_deals(client: Client) -> None:
    keeper = finished(client, side_names={"NS": "Eagles", "EW": "Owls"})
    page = client.get(card_url(keeper, "next/")).text
    assert page.index("Ann &amp; Beatrice – Carl &amp; Dominic (not played yet)") < page.index("(played once)")

    answer = sit_down(client, keeper, seating="NSEW")

    card = ScoreCard.objects.get(previous=keeper.card_id)
    assert answer.headers["Location"] == f"/cards/{card.pk}/"
    assert card.player_names == {"N": "Ann", "E": "Carl", "S": "Beatrice", "W": "Dominic"}
    assert (card.side_names, card.first_dealer) == ({}, "S")  # Beatrice, who was to deal, sits across now


def test_a_player_whose_partner_deals_is_so_in_the_next_game_wherever_the_seat(client: Client) -> None:
    keeper = finished(client)
    enter(keeper, "details", {"partner_deals": ["N", "S"]})

    sit_down(client, keeper, seating="NSEW", player_N="Gwendolyn")

    assert read_sheet(ScoreCard.objects.get(previous=keeper.card_id)).partner_deals == ["E"]  # Carl's seat now


def test_one_seat_is_changed_and_the_other_team_keeps_its_name(client: Client) -> None:
    keeper = finished(client, side_names={"NS": "Eagles", "EW": "Owls"})

    sit_down(client, keeper, player_W="Gwendolyn")

    card = ScoreCard.objects.get(previous=keeper.card_id)
    assert card.player_names == {"N": "Ann", "E": "Beatrice", "S": "Carl", "W": "Gwendolyn"}
    assert (card.side_names, card.first_dealer) == ({"NS": "Eagles"}, "E")


def test_partners_chosen_after_the_next_card_was_begun_sit_down_at_it(client: Client) -> None:
    keeper = finished(client)
    begun = client.post(card_url(keeper, "again/"), {"client_id": "tap"}).headers["Location"]

    answers = [sit_down(client, keeper, seating="NEWS") for _ in range(2)]

    card = ScoreCard.objects.get(previous=keeper.card_id)
    assert {answer.headers["Location"] for answer in answers} == {begun}
    assert card.player_names == {"N": "Ann", "E": "Beatrice", "S": "Dominic", "W": "Carl"}
    assert card.entries.count() == 2


@pytest.mark.parametrize(
    ("typed", "sentence"), [("B" * 41, "Shorten this one"), ("CARL", "Two players are called CARL. Add an initial")]
)
def test_name_that_cannot_be_is_refused_and_kept(client: Client, typed: str, sentence: str) -> None:
    keeper = finished(client)

    answer = sit_down(client, keeper, player_E=typed)

    assert answer.status_code == 422
    assert sentence in answer.text
    assert typed in answer.text
    assert not ScoreCard.objects.filter(previous=keeper.card_id).exists()


def test_three_players_may_change_a_seat(client: Client) -> None:
    keeper = make_card(client, book="gwinnett-3", hands_agreed=1)
    enter_hand(keeper)

    assert "Who plays together?" not in client.get(card_url(keeper, "next/")).text
    sit_down(client, keeper, player_B="Zoë")

    card = ScoreCard.objects.get(previous=keeper.card_id)
    assert (card.player_names["B"], card.first_dealer) == ("Zoë", "B")
