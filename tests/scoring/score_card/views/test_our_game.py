"""Describe your game: from three questions to a card, and what the browser keeps of it."""

import json
import re
from uuid import uuid4

import pytest
from django.test import Client

from scoring.models import DeviceCard, RuleBookVersion, ScoreCard
from scoring.rules.book import BUILT_IN_ORDER, built_in_books
from scoring.rules.changes import Change, changed_book
from scoring.score_card import access, beginning, pdfs
from scoring.score_card.forms.our_game import ArguedForm, OurGame, kept_game
from scoring.score_card.recording import read_sheet
from tests.books import TRIED
from tests.responses import words_of
from tests.scoring.score_card.makers import card_url, enter, lay_hands

pytestmark = pytest.mark.django_db

OUR_RUN = {"meld.run.0": 15, "game.target": 450}
TOLD = "Run: 15, 150, 225, 300 instead of 16, 150, 225, 300. Points that win the game: 450 instead of 500."


def begin(client, book="family-double", start=None, changes=None, **typed):
    data = {"book": book, "changes": json.dumps(changes or {}), "start": start or access.new_secret(), "do": "start"}
    return client.post("/our-game/", {**data, **typed})


def card_of(response) -> ScoreCard:
    return ScoreCard.objects.select_related("book_version").get(pk=response.url.split("/")[2])


# -- the three questions -----------------------------------------------------------------


def test_three_answers_begin_a_card_at_once(client):
    assert 'href="/our-game/?players=5"' in client.get("/cards/new/?players=5").content.decode()
    assert 'href="/our-game/?players=5"' in client.get("/our-game/").content.decode()
    questions = client.get("/our-game/?players=5").context["questions"]
    answers = {"players": "5", "sides": "called", "cards": "80", "to": "points", "figure": "400"}

    card = card_of(client.post("/our-game/", {**answers, "start": access.new_secret()}))

    assert list(dict(questions.fields["cards"].choices)) == ["48", "80", "96", "120"]
    book = card.book_version.book
    assert (book.deal.players, book.deal.sides, len(book.cards), book.deal.hand_size) == (5, "called", 80, 16)
    assert (book.game.target, book.short_name) == (400, "Our house")


@pytest.mark.parametrize("players", range(2, 9))
def test_questions_that_are_left_as_they_are_begin_a_card(client, players):
    questions = client.get(f"/our-game/?players={players}").context["questions"]
    answers = {name: questions[name].value() or "" for name in questions.fields}

    card = card_of(client.post("/our-game/", {**answers, "players": players, "start": access.new_secret()}))

    assert card.book_version.book.deal.players == players


def test_answers_that_are_those_of_a_book_play_the_book(client):
    answers = {"players": "4", "cards": "80", "to": "500", "start": access.new_secret()}

    page = words_of(client.get("/our-game/", answers))

    assert "Closest: Family Double Deck. It has four players, 80 cards and a game to 500, like yours." in page
    assert card_of(client.post("/our-game/", answers)).book_version.book == built_in_books()["family-double"]


def test_a_book_that_was_picked_is_where_the_game_starts(client):
    picked = [client.get("/our-game/", {"book": "six-handed", **more}) for more in ({}, {"changes": "{}"})]

    assert all("Starting from: Six-handed Triple Deck. Yours: " in words_of(page) for page in picked)


@pytest.mark.parametrize(
    ("typed", "field", "sentence"),
    [
        ({"cards": "52"}, "cards", "Four can be dealt 48, 80 or 96 cards."),
        ({"to": "points"}, "figure", "Enter how many points."),
        ({"to": "hands", "figure": "400"}, "figure", "Enter up to 100 hands."),
        ({"to": "hands", "figure": "many"}, "figure", "Enter a whole number."),
        ({"to": "²"}, "to", "Choose one of those shown."),
    ],
)
@pytest.mark.parametrize("method", ["get", "post"])
def test_an_answer_that_cannot_be_is_said_beside_its_field(client, method, typed, field, sentence):
    response = getattr(client, method)("/our-game/", {"players": "4", "cards": "80", "to": "500", **typed})

    form = response.context["questions"]
    assert (response.status_code, form.errors) == (422, {field: [sentence]})
    assert {name: form[name].value() for name in typed} == typed


@pytest.mark.parametrize("bad", ["", "1", "9" * 400, "²", "\0", "<script>"])
def test_nonsense_leads_to_the_questions(client, bad):
    for name in ("players", "book", "ours", "to", "changes"):
        assert client.get("/our-game/", {name: bad}).status_code in (200, 422)
        assert client.post("/our-game/", {name: bad}).status_code == 422
    assert begin(client, changes=[bad]).status_code == 422
    assert begin(client, start="x").status_code == 422


# -- the rules people argue about --------------------------------------------------------


@pytest.mark.parametrize("key", TRIED)
def test_each_reading_that_is_offered_can_be_chosen_alone(key):
    """The way is never barred by a rule that is not on the page."""
    book = built_in_books()[key]
    for argument in ArguedForm(game=OurGame(book, book)).arguments:
        for reading in argument.readings:
            form = ArguedForm({argument.path: reading.key}, game=OurGame(book, book))
            assert form.is_valid(), form.errors
            assert bool(form.chosen.changes) == bool(reading.changes)
            assert form.chosen.rules.to_json()


def test_chosen_readings_are_the_rules_of_the_card(client):
    typed = {"contract.set_scoring": "both", "play.heading": "trumps", "meld.minimum": "0"}

    book = card_of(begin(client, **typed)).book_version.book

    assert (book.contract.set_scoring, book.play.heading, book.meld.minimum) == ("both", "trumps", 0)
    assert book.contract.below_minimum == "played"
    assert "Meld that a side needs: 0 instead of 20." in book.summary


def test_a_reading_that_is_none_is_refused_and_the_others_stay(client):
    response = begin(client, **{"play.heading": "never", "contract.set_scoring": "both"})

    form = response.context["form"]
    assert (response.status_code, form.errors) == (422, {"play.heading": ["Choose one of those shown."]})
    assert form["contract.set_scoring"].value() == "both"
    assert not ScoreCard.objects.exists()


# -- a card under it ---------------------------------------------------------------------


@pytest.mark.parametrize(("changes", "status"), [({}, 422), (OUR_RUN, 302)])
def test_a_family_that_counts_a_run_as_15_is_let_through(client, changes, status):
    """No melds of the book make 25; a run of 15 and aces around do."""
    begin(client, changes=changes)
    keeper = DeviceCard.objects.select_related("card__book_version", "device").get()
    bid = {"dealer": "N", "bidder": "N", "bid": 50, "trump": "H", "no_marriage": False}
    enter(keeper, "bid", bid, hand=1)
    meld = {"client_id": str(uuid4()), "seen": 1, "meld_NS": "25", "meld_EW": "0"}

    saved = client.post(card_url(keeper, "hands/1/meld/"), meld)

    assert saved.status_code == status
    assert ("25 isn’t a possible meld here." in words_of(saved)) == (status == 422)


def test_card_keeps_to_the_house_and_says_so_in_its_rules(client):
    card = card_of(begin(client, changes=OUR_RUN))

    book = card.book_version.book
    assert (book.meld.run[0], book.game.target, book.short_name) == (15, 450, "Our house")
    assert "Our house rules · to 450" in words_of(client.get(f"/cards/{card.pk}/"))
    rules = client.get(f"/books/versions/{card.book_version.digest}/")
    assert f"Family Double Deck, as our house plays it. {TOLD}" in words_of(rules)
    assert 'href="/books/family-double/"' in rules.content.decode()
    assert "version" not in words_of(rules).split("Family Double Deck")[0]


def test_card_on_paper_says_what_the_house_plays(client):
    ours, plain = card_of(begin(client, changes=OUR_RUN)), card_of(begin(client, "npa"))

    printed = [pdfs.paper_card(card, read_sheet(card)).figures for card in (ours, plain)]

    assert printed == [(("Rules:", f"Family Double Deck, as our house plays it. {TOLD}"),), ()]


def test_same_tap_twice_is_one_card_and_another_choice_another_one(client):
    start = access.new_secret()

    first, again, other = (begin(client, start=start, changes={"meld.run.0": run}) for run in (15, 15, 17))

    assert first.url == again.url != other.url


def test_four_hands_end_a_game_that_nobody_won_before(client):
    card = card_of(begin(client, changes={"game.deals": 4}))
    low = {"bid": 50, "meld": {"NS": 30, "EW": 20}, "take": {"NS": 28, "EW": 22}}

    lay_hands(card, *4 * [low])

    page = words_of(client.get(f"/cards/{card.pk}/"))
    assert "to 500 or four hands" in page
    assert "232 to 168" in page
    assert "All four hands have been played, and the highest total wins." in page


def test_a_tap_too_many_is_told_to_wait(client, monkeypatch):
    monkeypatch.setattr(beginning, "CARDS_A_MINUTE", 0)

    answer = begin(client, changes=OUR_RUN)

    assert (answer.status_code, "Wait a minute" in answer.content.decode()) == (429, True)


# -- our game, the next time -------------------------------------------------------------


def offered(client) -> dict[str, str]:
    """What the key “Our game” sends, where a new card begins."""
    page = client.get("/cards/new/").content.decode()
    form = re.search(r'action="/our-game/">.*?</form>', page, re.DOTALL)
    found = re.findall(r'name="(\w+)" value="([^"]*)"', form[0]) if form else []
    return {name: value.replace("&quot;", '"') for name, value in found}


def test_our_game_is_offered_and_begins_with_one_tap(client):
    card = card_of(begin(client, changes=OUR_RUN))

    page = words_of(client.get("/cards/new/"))
    again = client.post("/our-game/", offered(client))

    assert f"Our game Family double. {TOLD}" in page
    assert card_of(again).book_version == card.book_version
    assert card_of(again) != card


def test_our_game_can_be_changed_and_forgotten(client):
    begin(client, changes=OUR_RUN)

    game = client.get("/our-game/?ours=1").context["game"]
    assert (game.game.meld.run[0], game.original.key) == (15, "family-double")
    begin(client, changes={"meld.run.0": 17})
    assert "Run: 17" in words_of(client.get("/cards/new/"))

    assert client.post("/our-game/forget/").url == "/"
    assert offered(client) == {}


def test_a_card_by_the_book_leaves_our_game_as_it_is(client):
    begin(client, changes=OUR_RUN)

    plain = card_of(begin(client, "npa"))

    assert plain.book_version.book == built_in_books()["npa"]
    assert '"game.target":450' in offered(client)["changes"]


def test_more_than_a_browser_keeps_is_played_all_the_same(client):
    told = {"about": "A long custom", "text": "So it is. " * 190}
    response = begin(client, changes={"conduct": [told | {"about": f"Custom {number}"} for number in range(3)]})

    assert card_of(response).book_version.book.conduct[2].about == "Custom 2"
    assert len(response.cookies["our_game"].value) == 64  # the name of what is kept
    assert client.get("/our-game/?ours=1").context["game"].rules == card_of(response).book_version.book
    assert "Our house: Family double" in words_of(client.get("/play/new/family-double--ours/"))
    client.cookies["our_game"] = "0" * 64
    assert offered(client) == {}


@pytest.mark.parametrize(
    "kept",
    [
        "",
        "{",
        "[" * 9000,
        "[]",
        '{"book": ["npa"]}',
        '{"book": "whist", "changes": {"meld.run.0": 15}}',
        '{"book": "npa", "changes": {"meld.run.0": {}}}',
        '{"book": "npa", "changes": {"auction.opening": 62}}',
        '{"book": "npa", "changes": {"no.such": 1}}',
        '{"book": "npa", "changes": [1]}',
        '{"book": "npa", "changes": {}}',
        '{"book": "npa", "meld__run__0": {}}',
    ],
)
def test_what_a_browser_sends_as_our_game_is_believed_as_far_as_it_holds_together(kept):
    assert kept_game(kept) is None


def test_what_a_browser_kept_before_is_still_its_game():
    kept = {"book": "cutthroat", "meld__run__0": 16, "contract__unsaved_take": "lost", "target_cutthroat": "500"}

    game = kept_game(json.dumps({**kept, "fourth_cutthroat": True}))

    book = built_in_books()["cutthroat"]
    assert game
    assert game.game == changed_book(
        book.as_agreed(target=500, with_fourth=True),
        [Change("meld.run.0", 16), Change("contract.unsaved_take", "lost")],
    )


def test_same_as_last_time_plays_our_game_again_with_the_same_names(client):
    response = begin(client, changes=OUR_RUN)
    keeper = DeviceCard.objects.select_related("card", "device").get()
    enter(keeper, "details", {"player_names": {"N": "Ann"}, "side_names": {}, "first_dealer": "N"})

    page = client.get("/").content.decode()
    like, book = re.findall(r'name="like" value="([^"]+)".*?name="book" value="([^"]+)"', page, re.DOTALL)[0]
    again = client.post("/cards/", {"start": access.new_secret(), "like": like, "book": book})

    assert card_of(again).book_version == card_of(response).book_version
    assert card_of(again).player_names["N"] == "Ann"


def test_rules_of_a_house_go_with_its_last_card(client):
    first = card_of(begin(client, changes=OUR_RUN))
    second = card_of(begin(client, changes={"meld.run.0": 17}))
    ScoreCard.objects.filter(pk=first.pk).delete()

    begin(Client(), changes={"meld.run.0": 18})

    there = RuleBookVersion.objects.filter(key="family-double--ours").order_by("number")
    assert [(version.number, version.book.meld.run[0]) for version in there] == [(2, 17), (3, 18)]
    assert second.book_version == there[0]


@pytest.mark.parametrize("key", BUILT_IN_ORDER)
def test_kept_text_is_short_and_reads_the_same_again(key):
    game = OurGame.of(built_in_books()[key], [Change("meld.run.0", 14), Change("deck.last_trick", 3)])

    again = kept_game(game.stored)

    assert again is not None
    assert (again.game, again.stored, again.rules) == (game.game, game.stored, game.rules)
    assert len(game.stored) < 200


# -- all rules ---------------------------------------------------------------------------


def all_rules(client, changes=None, **typed):
    data = {"book": "family-double", "changes": json.dumps(changes or {}), "start": access.new_secret()}
    return client.post("/our-game/", {**data, **typed})


def test_all_rules_follow_what_was_chosen_and_begin_a_card(client):
    page = all_rules(client, do="all", **{"play.heading": "trumps"})
    changes = page.context["game"].changes_text
    deck = client.get("/our-game/counting/", {"book": "family-double", "changes": changes})
    typed = {
        "deck.counters": ["A", "T", "K"],
        "deck.counter_points": "1",
        "deck.last_trick": "3",
        "deck.rounding": "no",
    }
    assert {name for name in typed if f'name="{name}"' in deck.content.decode()} == set(typed)

    book = card_of(
        all_rules(client, json.loads(changes), chapter=["", "counting"], do="start", **typed)
    ).book_version.book

    assert (book.play.heading, book.deck.last_trick, book.meld) == ("trumps", 3, built_in_books()["family-double"].meld)


def test_what_does_not_fit_in_all_rules_is_said_beside_its_field_and_stays(client):
    typed = {"deck.counters": ["A", "T"], "deck.counter_points": "1", "deck.last_trick": "many"}

    response = all_rules(client, chapter=["", "counting"], do="start", **typed)

    page = response.content.decode()
    assert response.status_code == 422
    assert "Enter a whole number from 0 to" in page
    assert 'value="many"' in page
    assert 'id="rule-deck-last_trick-fault"' in page


def test_a_rule_is_found_without_scripts(client):
    page = all_rules(client, chapter="", find="1", q="last TRICK")

    found = [chapter for chapter in page.context["chapters"] if chapter["is_found"]]
    assert 2 <= len(found) < 8
    counting = next(chapter for chapter in found if chapter["name"] == "counting")
    assert [field.label for field in counting["fields"] if field.is_found] == ["Points for the last trick"]
    assert "rules." in page.context["found"]
    assert "No rule has those words." in words_of(all_rules(client, chapter="", find="1", q="whist"))


@pytest.mark.parametrize("query", [{}, {"book": "whist"}, {"book": "npa", "changes": "["}, {"book": "npa"}])
def test_a_chapter_that_is_none_is_not_found(client, query):
    assert client.get("/our-game/nonsense/", query).status_code == 404


def test_back_from_all_rules_everything_chosen_is_still_there(client):
    page = all_rules(client, OUR_RUN, do="all", **{"play.heading": "trumps"}).content.decode()

    (back,) = {match.replace("&amp;", "&") for match in re.findall(r'href="(/our-game/\?book=[^"]+)"', page)}

    game = client.get(back).context["game"].game
    assert (game.meld.run[0], game.game.target, game.play.heading) == (15, 450, "trumps")
