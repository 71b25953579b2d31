"""Sitting down: one tap, or with everything chosen; and the games to go on with."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from scoring.models import PlayedDeal, PlayedGame, ScoreCard
from scoring.play.players import BOT_NAMES
from scoring.rules.book import built_in_books
from scoring.score_card import access, beginning
from tests.books import PLAYED
from tests.responses import words_of
from tests.scoring.play.sitting import describe, play_game, play_hand, sit_down, sitting
from tests.scoring.score_card.makers import make_card

pytestmark = pytest.mark.django_db


def players(game: PlayedGame) -> dict[str, str]:
    return {seat: sits["player"] for seat, sits in game.seats.items()}


@pytest.mark.parametrize("book", PLAYED)
def test_one_tap_sits_down_with_club_players(client: Client, book: str) -> None:
    answer = client.post("/play/begin/", {"start": access.new_secret(), "book": book})

    game = PlayedGame.objects.get()
    rules = built_in_books()[book]
    assert answer.headers["Location"] == f"/play/{game.pk}/"
    assert sorted(players(game).values()) == ["club"] * (len(rules.seats) - 1) + ["you"]
    names = [sits["name"] for sits in game.seats.values() if sits["player"] != "you"]
    assert set(names) <= set(BOT_NAMES)
    assert len(set(names)) == len(names)
    assert game.card.kept_by_play


@pytest.mark.parametrize("book", ["two-handed"])
def test_nobody_sits_down_to_a_game_that_bots_do_not_know(client: Client, book: str) -> None:
    begun = client.post("/play/begin/", {"start": access.new_secret(), "book": book})

    rules = built_in_books()[book]
    why = rules.why_bots_do_not_play
    assert begun.status_code == 422
    assert why
    for page in (words_of(begun), words_of(client.get(f"/play/?book={book}"))):
        assert f"{rules.name}: {why}" in page
    assert f'value="{book}"' not in begun.content.decode()
    assert f"/play/new/{book}/" not in client.get(f"/play/?book={book}").content.decode()
    assert why in words_of(client.get(f"/play/new/{book}/"))
    assert why in words_of(client.get("/play/together/"))
    assert why in words_of(client.get("/play/simulations/"))
    assert why in words_of(client.get(f"/books/{book}/"))
    ways = (f"/play/new/{book}/", f"/play/boards/{book}/", f"/play/simulations/new/{book}/")
    assert [client.get(way).status_code for way in ways] == [404] * 3
    assert client.post(f"/play/day/{book}/", {"start": access.new_secret()}).status_code == 404
    assert not PlayedGame.objects.exists()


@pytest.fixture
def at_home(client: Client) -> Client:
    """The browser of a house with a game of its own, on a card."""
    describe(client, "family")
    return client


def test_a_familys_own_rules_are_played(at_home: Client) -> None:
    page = at_home.get("/play/").content.decode()
    at = sit_down(at_home, "family-double--ours", name="Ann")

    assert page.index('value="family-double--ours"') < page.index("Deal me in")
    assert "/play/?book=family-double--ours" in at_home.get("/cards/new/").content.decode()
    assert "Our house: Family double" in words_of(at_home.get("/play/new/family-double--ours/"))
    assert (at.table.book.meld.run[0], at.table.book.game.target) == (15, 450)
    assert "the same for all who play by your rules" in page
    assert 'href="/play/boards/family-double--ours/"' in page
    assert "Boards of the week are for clubs" in words_of(at_home.get("/play/boards/family-double--ours/"))
    assert "Our house: Family double" in words_of(at_home.get("/play/simulations/new/family-double--ours/"))
    assert play_hand(at_home, at).table.deal.is_recorded
    assert Client().get("/play/new/family-double--ours/").status_code == 404


def test_friends_play_a_familys_own_rules_and_nobody_clears_them_away(at_home: Client) -> None:
    ScoreCard.objects.all().delete()

    opened = {"start": access.new_secret(), "name": "Ann", "book": "family-double--ours", "strength": "club"}
    room = at_home.post("/play/together/", opened).headers["Location"]
    beginning.drop_empty_cards()

    assert "Our house: Family double" in words_of(at_home.get(room))


def test_a_familys_rules_that_bots_do_not_know_say_so(client: Client) -> None:
    describe(client, "stock")

    asked, page = words_of(client.get("/play/?book=two-handed--ours")), client.get("/play/").content.decode()

    why = built_in_books()["two-handed"].why_bots_do_not_play or ""
    assert f"Our house: Two-handed: {why}" in asked
    assert why in words_of(client.get("/cards/new/"))
    assert "two-handed--ours" not in page
    assert "Our house: Two-handed" in page


def test_the_table_agrees_on_what_its_book_leaves_open(client: Client) -> None:
    page = client.get("/play/new/cutthroat/").content.decode()
    posted = {"start": access.new_secret(), "book": "cutthroat", "asked": "1", "target_cutthroat": "500"}
    client.post("/play/begin/", {**posted, "game_melds_cutthroat": "on", "fourth_cutthroat": "on"})

    assert [f'name="{name}_cutthroat"' in page for name in ("target", "game_melds", "fourth")] == [True, True, True]
    wanted = built_in_books()["cutthroat"].as_agreed(target=500, with_game_melds=True, with_fourth=True)
    assert PlayedGame.objects.get().card.book_version.book == wanted


def test_the_same_tap_twice_is_one_game(client: Client) -> None:
    tap = {"start": access.new_secret(), "book": "npa"}

    answers = [client.post("/play/begin/", tap) for _ in range(2)]

    assert answers[0].headers["Location"] == answers[1].headers["Location"]
    assert (PlayedGame.objects.count(), PlayedDeal.objects.count()) == (1, 1)


def test_everything_may_be_chosen(client: Client) -> None:
    at = sit_down(
        client,
        "npa",
        name="Ann",
        seat="E",
        strength="beginner",
        name_1="Ed",
        strength_2="expert",
        count_own_meld="on",
    )

    assert players(at.game) == {"N": "beginner", "E": "you", "S": "beginner", "W": "expert"}
    assert (at.game.seats["E"]["name"], at.game.seats["S"]["name"]) == ("Ann", "Ed")
    assert at.table.keeper.card.player_names["S"] == "Ed"
    assert at.table.settings.count_own_meld
    assert not at.table.settings.throw_in_offered


def test_dealt_in_anywhere(client: Client) -> None:
    at = sit_down(client, "gwinnett-3", seat="any")

    assert at.table.your_seat in ("A", "B", "C")


def test_an_agreed_number_of_hands(client: Client) -> None:
    at = sit_down(client, "gwinnett", hands="2")
    assert at.table.keeper.card.hands_agreed == 2

    at = play_game(client, at)

    assert PlayedDeal.objects.filter(score={}).count() == 0
    assert at.table.deal.hand == 2


@pytest.mark.parametrize(
    "fields",
    [
        {"book": "no such book"},
        {"book": ""},
        {"start": "again"},
        {"seat": "X", "asked": "1"},
        {"strength": "genius", "asked": "1"},
        {"strength_1": "genius", "asked": "1"},
        {"name": "x" * 41, "asked": "1"},
        {"book": "gwinnett", "hands": "0", "asked": "1"},
        {"book": "gwinnett", "hands": "many", "asked": "1"},
        {"name": "Lou", "name_2": "lou", "asked": "1"},  # nobody could tell them apart
    ],
)
def test_what_cannot_be_is_answered_in_words(client: Client, fields: dict[str, Any]) -> None:
    answer = client.post("/play/begin/", {"start": access.new_secret(), "book": "npa", **fields})

    assert answer.status_code == 422
    assert PlayedGame.objects.count() == 0
    assert 'role="alert"' in answer.content.decode()


def test_who_watches_may_be_called_as_somebody_at_the_table(client: Client) -> None:
    posted = {
        "start": access.new_secret(),
        "book": "npa",
        "asked": "1",
        "seat": "watch",
        "name": "Lou",
        "name_2": "Lou",
    }

    assert client.post("/play/begin/", posted).status_code == 302


def test_what_was_typed_stays_where_something_else_is_wrong(client: Client) -> None:
    posted = {"start": access.new_secret(), "book": "gwinnett", "asked": "1", "name": "Annabelle", "hands": "many"}

    page = client.post("/play/begin/", posted).content.decode()

    assert 'value="Annabelle"' in page
    assert "Enter a number from 1 to 100." in page


def test_the_start_page_leads_back_to_the_game_played_last(client: Client) -> None:
    at = sit_down(client, "st-hilary", name="Annabelle")
    sit_down(client, "npa")
    play_hand(client, at)

    page = client.get("/play/").content.decode().replace("\N{SOFT HYPHEN}", "")

    key = page.partition(">Go on:")[0].rpartition('href="')[2].partition('"')[0]
    assert key == at.url()
    assert page.count("Annabelle") == 2


def test_deal_me_in_is_one_key_for_the_rules_played_last(client: Client) -> None:
    def named_by_the_key() -> str:
        page = client.get("/play/").content.decode()
        return page.partition("Deal me in")[0].rpartition('name="book" value="')[2].partition('"')[0]

    before = named_by_the_key()
    sit_down(client, "gwinnett")

    assert (before, named_by_the_key()) == (PLAYED[0], "gwinnett")


@pytest.mark.parametrize("games", [0, 2])
def test_the_front_page_has_nine_things_to_tap_at_most(client: Client, games: int) -> None:
    for _ in range(games):
        sit_down(client, "npa")

    page = client.get("/play/").content.decode().partition("<main")[2]
    shown = re.sub(r"(</summary>).*?</details>", r"\1", page, flags=re.S)

    assert len(re.findall(r"<(?:a|button|summary)\b|<input type=.text", shown)) == 9


def test_finished_games_are_not_gone_on_with(client: Client) -> None:
    play_game(client, sit_down(client, "gwinnett", hands="1"))

    assert "Games on this device" not in client.get("/play/").content.decode()


def test_games_do_not_stand_among_the_cards(client: Client) -> None:
    make_card(client)
    sit_down(client, "npa", name="Annabelle")

    page = client.get("/").content.decode()

    assert "Beatrice" in page
    assert "Annabelle" not in page


def test_a_first_hand_that_was_forgotten_is_cleared_away(client: Client) -> None:
    forgotten, keeper = sit_down(client, "npa"), sit_down(client, "npa")
    before = ScoreCard.objects.get(pk=keeper.table.keeper.card_id).created_at - beginning.EMPTY_CARDS_KEPT
    ScoreCard.objects.update(created_at=before)
    PlayedDeal.objects.filter(game=forgotten.game).update(changed_at=before)

    sit_down(client, "npa")

    assert not PlayedGame.objects.filter(pk=forgotten.game.pk).exists()
    assert sitting(client, keeper.game.pk).table.state.to_act


@pytest.mark.parametrize("games", [1, 3])
def test_the_start_page_asks_as_many_queries_for_any_number_of_games(
    client: Client, games: int, django_assert_num_queries: Any
) -> None:
    for _ in range(games):
        sit_down(client, "npa")

    with django_assert_num_queries(4):  # the device; its games counted and listed, their cards' entries
        client.get("/play/")


def test_a_name_is_typed_once(client: Client) -> None:
    sit_down(client, "npa", name="Annabelle")

    assert 'value="Annabelle"' in client.get("/play/new/gwinnett/").content.decode()
    assert "Annabelle" not in Client().get("/play/new/gwinnett/").content.decode()
