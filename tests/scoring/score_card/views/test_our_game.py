"""Our house plays…: a card with a family's own values, and what the browser keeps of them."""

import json
import re
from uuid import uuid4

import pytest
from django.test import Client

from scoring.models import DeviceCard, RuleBookVersion, ScoreCard
from scoring.rules.book import BUILT_IN_ORDER, built_in_books
from scoring.rules.changes import entry_at
from scoring.score_card import access, beginning, pdfs
from scoring.score_card.forms.our_game import OurGameForm, kept_game
from scoring.score_card.recording import read_sheet
from tests.responses import words_of
from tests.scoring.score_card.makers import card_url, enter, lay_hands

pytestmark = pytest.mark.django_db

OUR_RUN = {"meld__run__0": "15", "game__target": "450"}
TOLD = "Points that win the game: 450 instead of 500. Run: 15 instead of 16."


def begin(client, book="family-double", start=None, **typed):
    return client.post(f"/our-game/{book}/", {"start": start or access.new_secret(), **typed})


def card_of(response) -> ScoreCard:
    return ScoreCard.objects.select_related("book_version").get(pk=response.url.split("/")[2])


def typed_form(book: str, **typed: str) -> OurGameForm:
    return OurGameForm({"start": access.new_secret(), **typed}, book=built_in_books()[book])


# -- the page ----------------------------------------------------------------------------


def test_start_page_leads_to_what_each_book_may_be_changed_in(client):
    assert 'href="/our-game/"' in client.get("/").content.decode()
    chosen = client.get("/our-game/").content.decode()

    assert [f'href="/our-game/{key}/"' in chosen for key in BUILT_IN_ORDER] == [True] * len(BUILT_IN_ORDER)


@pytest.mark.parametrize("key", BUILT_IN_ORDER)
def test_every_book_offers_a_run_of_another_value_and_some_ten_rules(client, key):
    form = client.get(f"/our-game/{key}/").context["form"]

    now = built_in_books()[key].meld.run[0]
    assert (form["meld__run__0"].label, f"{now} in the rule book") in [
        (field.label, words) for field, words in form.setting_fields
    ]
    assert (9 if built_in_books()[key].auction.is_held else 5) <= len(form.setting_fields) <= 13


@pytest.mark.parametrize("key", BUILT_IN_ORDER)
def test_every_rule_that_is_offered_can_be_changed_alone(key):
    """A number by a few, a choice to each other: the way is never barred by a rule that is not on the page."""
    book = built_in_books()[key]
    for setting in typed_form(key).settings:
        now = entry_at(book, setting.path)
        others = [value for value, _ in setting.choices] or [
            str((100 if now is None else now) + step) for step in (1, 5, 10, 20, -1, -10)
        ]
        forms = [typed_form(key, **{setting.field: value}) for value in others]
        valid = [form for form in forms if form.is_valid()]
        assert valid, setting.path
        assert all(form.rules.to_json() for form in valid)
        assert all(form.errors.keys() <= form.fields.keys() for form in forms)


# -- a card under it ---------------------------------------------------------------------


@pytest.mark.parametrize(("typed", "status"), [({}, 422), (OUR_RUN, 302)])
def test_a_family_that_counts_a_run_as_15_is_let_through(client, typed, status):
    """No melds of the book make 25; a run of 15 and aces around do."""
    begin(client, **typed)
    keeper = DeviceCard.objects.select_related("card__book_version", "device").get()
    bid = {"dealer": "N", "bidder": "N", "bid": 50, "trump": "H", "no_marriage": False}
    enter(keeper, "bid", bid, hand=1)
    meld = {"client_id": str(uuid4()), "seen": 1, "meld_NS": "25", "meld_EW": "0"}

    saved = client.post(card_url(keeper, "hands/1/meld/"), meld)

    assert saved.status_code == status
    assert ("25 isn’t a possible meld here." in words_of(saved)) == (status == 422)


def test_card_keeps_to_the_house_and_says_so_in_its_rules(client):
    card = card_of(begin(client, **OUR_RUN))

    book = card.book_version.book
    assert (book.meld.run[0], book.game.target, book.short_name) == (15, 450, "Our house")
    assert "Our house rules · to 450" in words_of(client.get(f"/cards/{card.pk}/"))
    rules = client.get(f"/books/versions/{card.book_version.digest}/")
    assert f"Family Double Deck, as our house plays it. {TOLD}" in words_of(rules)
    assert 'href="/books/family-double/"' in rules.content.decode()
    assert "version" not in words_of(rules).split("Family Double Deck")[0]


def test_card_on_paper_says_what_the_house_plays(client):
    ours, plain = card_of(begin(client, **OUR_RUN)), card_of(begin(client, "npa"))

    printed = [pdfs.paper_card(card, read_sheet(card)).figures for card in (ours, plain)]

    assert printed == [(("Rules:", f"Family Double Deck, as our house plays it. {TOLD}"),), ()]


def test_same_tap_twice_is_one_card_and_another_choice_another_one(client):
    start = access.new_secret()

    first, again, other = (begin(client, start=start, meld__run__0=run) for run in ("15", "15", "17"))

    assert first.url == again.url != other.url


def test_minimum_of_nothing_needs_no_second_answer(client):
    book = card_of(begin(client, meld__minimum="0")).book_version.book

    assert (book.meld.minimum, book.contract.below_minimum) == (0, "played")
    assert "Meld that a side needs: 0 instead of 20." in book.summary
    assert "too little" not in book.summary


def test_four_hands_end_a_game_that_nobody_won_before(client):
    keeper = begin(client, "family-double", game__deals="4")
    card = card_of(keeper)
    low = {"bid": 50, "meld": {"NS": 30, "EW": 20}, "take": {"NS": 28, "EW": 22}}

    lay_hands(card, *4 * [low])

    page = words_of(client.get(f"/cards/{card.pk}/"))
    assert "Or after so many hands: 4 instead of no fixed number." in card.book_version.book.summary
    assert "to 500 or four hands" in page
    assert "232 to 168" in page
    assert "All four hands have been played, and the highest total wins." in page


def test_what_the_book_leaves_to_the_table_is_agreed_on_here_too(client):
    card = card_of(begin(client, "cutthroat", meld__run__0="16", target_cutthroat="500", fourth_cutthroat="on"))

    book = card.book_version.book
    assert (book.meld.run[0], book.game.target, book.at_table) == (16, 500, ("A", "B", "C", "D"))
    assert "Cutthroat. Run: 16 instead of 15. Play to 500. Four at the table: the dealer sits out." in words_of(
        client.get("/")
    )


@pytest.mark.parametrize(
    ("book", "typed", "field", "sentence"),
    [
        (
            "family-double",
            {"game__target": "300"},
            "game__bid_to_win__at",
            "Bid to win begins below the target of the game.",
        ),
        ("npa", {"auction__opening": "62"}, "auction__opening", "The opening bid is not a multiple of 5."),
        ("st-hilary", {"game__target": "0"}, "game__target", "This can’t be below 1."),
        (
            "st-hilary",
            {"meld__run__0": "many"},
            "meld__run__0",
            "Enter a whole number, or leave it empty to keep it as it is.",
        ),
        ("gwinnett", {"play__heading": "never"}, "play__heading", "Choose one of those shown."),
        ("npa", {"contract__points_needed": "60"}, "contract__points_needed", "Name a number of points from 1 to 50."),
    ],
)
def test_what_does_not_fit_is_said_beside_its_field_and_what_was_typed_is_kept(client, book, typed, field, sentence):
    response = begin(client, book, meld__run__1="160", **typed)

    form = response.context["form"]
    assert response.status_code == 422
    assert form.errors == {field: [sentence]}
    assert {name: form[name].value() for name in typed} == typed
    assert form["meld__run__1"].value() == "160"
    assert [name for name in form.fields if "autofocus" in form.fields[name].widget.attrs] == [field]
    assert not ScoreCard.objects.exists()


def test_a_tap_too_many_is_told_to_wait(client, monkeypatch):
    monkeypatch.setattr(beginning, "CARDS_A_MINUTE", 0)

    answer = begin(client, **OUR_RUN)

    assert (answer.status_code, "Wait a minute" in answer.content.decode()) == (429, True)


# -- our game, the next time -------------------------------------------------------------


def offered(client) -> dict[str, str]:
    """What the key “Our game” on the start page sends."""
    page = client.get("/").content.decode()
    form = re.search(r'action="/our-game/[a-z0-9-]+/">.*?</form>', page, re.DOTALL)
    return dict(re.findall(r'name="(\w+)" value="([^"]*)"', form[0])) if form else {}


def test_our_game_is_offered_first_and_begins_with_one_tap(client):
    card = card_of(begin(client, **OUR_RUN))

    page = words_of(client.get("/"))
    again = client.post("/our-game/family-double/", offered(client))

    assert f"Our game Family double. {TOLD}" in page
    assert page.index("Our game") < page.index("Hidden Valley")
    assert card_of(again).book_version == card.book_version
    assert card_of(again) != card


def test_our_game_can_be_changed_and_forgotten(client):
    begin(client, **OUR_RUN)

    form = client.get("/our-game/family-double/").context["form"]
    assert {name: str(form[name].value()) for name in OUR_RUN} == OUR_RUN
    begin(client, meld__run__0="17")
    assert "Run: 17 instead of 16." in words_of(client.get("/"))
    assert client.get("/our-game/npa/").context["form"]["meld__run__0"].value() is None

    assert client.post("/our-game/forget/").url == "/"
    assert offered(client) == {}


def test_a_card_by_the_book_leaves_our_game_as_it_is(client):
    begin(client, **OUR_RUN)

    plain = card_of(begin(client, "npa"))

    assert plain.book_version.book == built_in_books()["npa"]
    assert offered(client)["meld__run__0"] == "15"


@pytest.mark.parametrize(
    "kept",
    [
        "",
        "{",
        "[" * 9000,
        "[]",
        '{"book": ["npa"]}',
        '{"book": "whist", "meld__run__0": 15}',
        '{"book": "npa", "meld__run__0": {}}',
        '{"book": "npa", "auction__opening": 62}',
        '{"book": "npa", "meld__run__0": 25}',
    ],
)
def test_what_a_browser_sends_as_our_game_is_believed_as_far_as_it_holds_together(kept):
    assert kept_game(kept) is None


def test_same_as_last_time_plays_our_game_again_with_the_same_names(client):
    response = begin(client, **OUR_RUN)
    keeper = DeviceCard.objects.select_related("card", "device").get()
    enter(keeper, "details", {"player_names": {"N": "Ann"}, "side_names": {}, "first_dealer": "N"})

    page = client.get("/").content.decode()
    like, book = re.findall(r'name="like" value="([^"]+)".*?name="book" value="([^"]+)"', page, re.DOTALL)[0]
    start = re.findall(r'name="start" value="([^"]+)"', page)[0]
    again = client.post("/cards/", {"start": start, "like": like, "book": book})

    assert card_of(again).book_version == card_of(response).book_version
    assert card_of(again).player_names["N"] == "Ann"
    assert client.get("/").context["books"][0]["key"] == "family-double"


def test_rules_of_a_house_go_with_its_last_card(client):
    first = card_of(begin(client, **OUR_RUN))
    second = card_of(begin(client, meld__run__0="17"))
    ScoreCard.objects.filter(pk=first.pk).delete()

    begin(Client(), meld__run__0="18")

    there = RuleBookVersion.objects.filter(key="family-double--ours").order_by("number")
    assert [(version.number, version.book.meld.run[0]) for version in there] == [(2, 17), (3, 18)]
    assert second.book_version == there[0]


def test_kept_text_is_short_and_reads_the_same_again():
    form = typed_form("cutthroat", meld__run__0="15", contract__unsaved_take="lost", fourth_cutthroat="on")
    assert form.is_valid()

    again = kept_game(form.stored)

    assert (again.changes_in_words, again.rules, again.stored) == (form.changes_in_words, form.rules, form.stored)
    assert len(form.stored) < 200
    assert json.loads(form.stored)["book"] == "cutthroat"
