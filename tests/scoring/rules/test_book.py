"""Rule books as data: the built-in ones, round trips, and every fault named at once."""

import json
import random
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from scoring.rules.book import (
    BOOKS_FOLDER,
    BUILT_IN_ORDER,
    BookError,
    RuleBook,
    book_from_data,
    book_from_json,
    built_in_book,
    built_in_books,
    checked_again,
)
from scoring.rules.cards import Card
from scoring.rules.prose import chapters
from tests.scoring.rules.deal_samples import (
    BESIDE,
    BOOKS,
    changed,
    changed_data,
    entries,
    of_unequal_counters,
    random_book,
    variants,
)
from tests.scoring.rules.ruling_ways import PHONE, with_own

ST_HILARY = built_in_book("st-hilary")
NPA = built_in_book("npa")
FAMILY = built_in_book("family-double")
HIDDEN_VALLEY = built_in_book("hidden-valley")
CUTTHROAT = built_in_book("cutthroat")
GWINNETT_3 = built_in_book("gwinnett-3")


def faults(data: dict[str, Any]) -> dict[str, str]:
    with pytest.raises(BookError) as caught:
        book_from_data(data)
    return {fault.path: fault.text for fault in caught.value.faults}


def faults_of(book: RuleBook, **entries: Any) -> dict[str, str]:
    return faults(changed_data(book, **entries))


# -- the built-in books ------------------------------------------------------------------


def test_the_built_in_books_come_in_order_and_are_all_there() -> None:
    assert tuple(built_in_books()) == BUILT_IN_ORDER
    assert {path.stem for path in BOOKS_FOLDER.glob("*.toml")} == set(BUILT_IN_ORDER)
    assert all(book.key == key for key, book in built_in_books().items())


@pytest.mark.parametrize(
    ("key", "cards", "points", "tricks", "melding", "sides"),
    [
        ("st-hilary", 48, 25, 12, 12, ("NS", "EW")),
        ("hidden-valley", 48, 25, 12, 12, ("NS", "EW")),
        ("family-double", 80, 50, 20, 20, ("NS", "EW")),
        ("npa", 80, 50, 20, 20, ("NS", "EW")),
        ("gwinnett", 48, 25, 12, 12, ("NS", "EW")),
        ("gwinnett-3", 48, 25, 15, 18, ("A", "B", "C")),
        ("cutthroat", 80, 50, 25, 25, ("A", "B", "C")),
    ],
)
def test_figures_that_follow_from_others(
    key: str, cards: int, points: int, tricks: int, melding: int, sides: tuple[str, ...]
) -> None:
    book = built_in_book(key)

    assert len(book.cards) == cards
    assert sum(map(book.card_points, book.cards)) + book.deck.last_trick == book.total_points == points
    assert (book.tricks, book.melding_hand_size, book.sides) == (tricks, melding, sides)


def test_an_unknown_book_is_told_with_the_keys_there_are() -> None:
    with pytest.raises(KeyError, match="there are st-hilary, hidden-valley"):
        built_in_book("no-such-book")


def test_readings_are_about_entries_that_exist() -> None:
    assert all(book.readings for book in BOOKS)


def test_every_book_that_asks_to_beat_plain_suits_says_how_it_reads_a_trumped_trick() -> None:
    """Where only trumps are beaten the question never comes up."""
    asking = {book.key for book in BOOKS if book.play.heading == "always"}
    read = {book.key for book in BOOKS if "play.after_trump" in {reading.path for reading in book.readings}}
    said = {book.key for book in BOOKS if any("play.after_trump" in source.rules for source in book.sources)}

    assert len(asking) > 4
    assert asking == read | said


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.key)
def test_books_are_frozen(book: RuleBook) -> None:
    with pytest.raises(ValidationError, match="frozen"):
        book.auction.opening = 1  # type: ignore[misc]


# -- seats and sides ---------------------------------------------------------------------


def test_partners_sit_across_the_table() -> None:
    assert [ST_HILARY.partner(seat) for seat in "NESW"] == ["S", "W", "N", "E"]
    assert ST_HILARY.seats_of("EW") == ("E", "W")
    assert ST_HILARY.seats_from("S") == ("S", "W", "N", "E")
    assert ST_HILARY.next_seat("W") == "N"
    assert ST_HILARY.others("NS") == ("EW",)


def test_three_players_play_alone() -> None:
    assert [GWINNETT_3.side_of(seat) for seat in "ABC"] == ["A", "B", "C"]
    assert GWINNETT_3.partner("A") is None
    assert GWINNETT_3.others("B") == ("A", "C")
    assert GWINNETT_3.buried_points == 3
    with pytest.raises(KeyError):
        GWINNETT_3.side_of("N")


def test_a_penalty_is_found_by_its_code() -> None:
    assert NPA.penalty("wrong_table").points == 100
    with pytest.raises(KeyError):
        ST_HILARY.penalty("wrong_table")


def test_counters_are_worth_their_points() -> None:
    assert [ST_HILARY.card_points(Card(rank, "S")) for rank in "ATKQJ9"] == [1, 1, 1, 0, 0, 0]


# -- JSON --------------------------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.key)
def test_a_book_survives_its_json(book: RuleBook) -> None:
    assert book_from_json(book.to_json()) == book


@given(st.randoms(use_true_random=True))
def test_a_changed_book_survives_its_json(rng: random.Random) -> None:
    book = random_book(rng)

    again = book_from_json(book.to_json())

    assert again == book
    assert again.to_json() == book.to_json()


@pytest.mark.parametrize("text", ["{", "[]", "7", ""])
def test_a_text_that_is_no_book_is_told_so(text: str) -> None:
    with pytest.raises(BookError) as caught:
        book_from_json(text)

    assert caught.value.faults[0].path == "book"


def test_nearly_every_switch_can_be_turned_by_itself() -> None:
    turned = {path for path, _, _ in variants()}
    switches = {entry.path for book in BOOKS for entry in entries(book) if entry.is_switch}

    assert switches - turned == {("deck", "rounding")}, "small counters are not rounded to tens"


# -- faults ------------------------------------------------------------------------------


def test_every_fault_is_named_at_once() -> None:
    data = changed_data(ST_HILARY, deck__last_trick=-1, play__heading="never", game__target="many")
    data["contract"]["points_needde"] = 20
    data["meld"]["pinochle"] = [4, 30, 60]
    del data["auction"]["opening"]
    data["game"]["deals"] = 4
    data["renege"] = {"kinds": ["cheating"]}

    found = faults(data)

    assert set(found) == {
        "deck.last_trick",
        "play.heading",
        "game.target",
        "contract.points_needde",
        "auction.opening",
        "renege.kinds.0",
    }
    assert found["auction.opening"] == "This is missing."
    assert "Check the spelling" in found["contract.points_needde"]
    assert str(BookError(())) == ""


def test_figures_that_are_all_alike_are_one() -> None:
    book = changed(ST_HILARY, deck__counter_points=[1, 1, 1])

    assert book == ST_HILARY
    assert book.to_json() == ST_HILARY.to_json()
    assert dict(changed(NPA, deck__counter_points=[3, 2, 1]).deck.worths) == {"A": 3, "T": 2, "K": 1}


def test_sound_parts_are_checked_against_each_other_beside_a_broken_one() -> None:
    data = changed_data(ST_HILARY, meld__pinochle=[4, 30, 60], play__heading="never")

    assert set(faults(data)) == {"meld.pinochle", "play.heading"}


@pytest.mark.parametrize(
    ("book", "entries", "path", "text"),
    [
        (ST_HILARY, {"deck__ranks": "TAKQJ9"}, "deck.ranks", "from high to low"),
        (ST_HILARY, {"deck__ranks": "AATKQJ9"}, "deck.ranks", "each rank once"),
        (ST_HILARY, {"deck__counters": "AA"}, "deck.counters", "each written once"),
        (NPA, {"deck__counters": "A9"}, "deck.counters", "ranks of the deck"),
        (ST_HILARY, {"deck__counter_points": [11, 10]}, "deck.counter_points", "three counters: write one figure"),
        (ST_HILARY, {"deck__counter_points": [4, 10, 11]}, "deck.counter_points", "from high to low"),
        (ST_HILARY, {"deck__counter_points": 1_000}, "deck.counter_points", "24,001 points in every hand"),
        (ST_HILARY, {"deck__rounding": "up"}, "deck.rounding", "25 points, which can’t be rounded"),
        (ST_HILARY, {"deal__hand_size": 11}, "deal.hand_size", "are 44 cards, but the deck has 48"),
        (ST_HILARY, {"deal__packets": []}, "deal.packets", "in what packets"),
        (ST_HILARY, {"deal__packets": [[5]]}, "deal.packets.0", "do not come to 12"),
        (ST_HILARY, {"deal__packets": [[3], [0]]}, "deal.packets.1", "do not come to 12"),
        (GWINNETT_3, {"kitty": None}, "kitty", "its own section"),
        (GWINNETT_3, {"kitty__bury": 2}, "kitty.bury", "as the kitty has: 3"),
        (ST_HILARY, {"auction__steps": []}, "auction.steps", "goes on without an end"),
        (NPA, {"auction__steps": [{"up_to": 60}]}, "auction.steps", "goes on without an end"),
        (NPA, {"auction__steps": [{"up_to": 60}, {"up_to": 60}, {}]}, "auction.steps", "ends higher"),
        (NPA, {"auction__needs": "meld"}, "auction.needs_meld", "how much meld"),
        (NPA, {"auction__must": "meld"}, "auction.must_meld", "how much meld"),
        (NPA, {"auction__needs": "run", "auction__must": "marriage"}, "auction.must", "must be one who may"),
        (
            NPA,
            {
                "auction__needs": "meld",
                "auction__needs_meld": 30,
                "auction__must": "meld",
                "auction__must_meld": 20,
            },
            "auction.must",
            "must be one who may",
        ),
        (NPA, {"auction__opening": 62}, "auction.opening", "not a multiple of 5"),
        (GWINNETT_3, {"passing": {"cards": 3, "order": "both_at_once"}}, "passing", "Only two partners"),
        (ST_HILARY, {"meld__run": [15, 150, 225]}, "meld.run", "2 of each card"),
        (NPA, {"meld__nine": 1}, "meld.nine", "no nines"),
        (ST_HILARY, {"meld__roundhouse__values": [25]}, "meld.roundhouse.values.0", "a roundhouse is 24"),
        (NPA, {"contract__points_needed": 51}, "contract.points_needed", "from 1 to 50"),
        (NPA, {"contract__points_needed": 0}, "contract.points_needed", "from 1 to 50"),
        (ST_HILARY, {"contract__below_minimum": "not_played"}, "contract.below_minimum", "no minimum"),
        (GWINNETT_3, {"contract__trick_of": "player"}, "contract.trick_of", "Only two partners"),
        (ST_HILARY, {"contract__off_the_board": "may_throw_in"}, "contract.throw_in", "switched on"),
        (ST_HILARY, {"game__deals": 4, "game__table_hands": True}, "game.table_hands", "nothing to agree on"),
        (GWINNETT_3, {"game__table_hands": True}, "game.table_hands", "asked for its hands anyway"),
        (GWINNETT_3, {"game__lead": {"points": 50}}, "game.lead.counts", "none to be ahead at"),
        (ST_HILARY, {"game__lead": {"points": 0}}, "game.lead.points", "greater than or equal to 1"),
        (NPA, {"game__lead": {"points": 50, "counts": "enough"}}, "game.lead", "In a round"),
        (CUTTHROAT, {"game__lead": {"points": 50}}, "game.lead", "go by the target"),
        (ST_HILARY, {"contract__surrender": "meld_and_more"}, "contract.surrender_points", "how much more"),
        (
            NPA,
            {"contract__throw_in": True, "contract__surrender": "nothing"},
            "contract.surrender",
            "throwing in would cost nothing",
        ),
        (CUTTHROAT, {"contract__made_scoring": "bid"}, "contract.made_scoring", "scores more than the bid"),
        (ST_HILARY, {"game__rises": 250}, "game.rises", "no two others"),
        (GWINNETT_3, {"game__rises": 250}, "game.rises", "Only a target can rise"),
        (CUTTHROAT, {"game__rises": 250, "game__bid_to_win": None}, "game.rises", "reaches the target"),
        (
            CUTTHROAT,
            {"game__rises": 250, "bonuses__game_melds": None, "game__bid_to_win": {"at": 300}},
            "game.rises",
            "bid to win",
        ),
        (NPA, {"game__bid_to_win": {"at": 400}}, "game.bid_to_win.at", "below the target"),
        (NPA, {"round__deals": 6}, "round.deals", "a multiple of 4"),
        (
            ST_HILARY,
            {"penalties": [{"code": "late", "title": "Late", "points": 5}] * 2},
            "penalties.1.code",
            "listed twice",
        ),
        (
            ST_HILARY,
            {"readings": [{"path": "meld.runs", "text": "Runs."}]},
            "readings.0.path",
            "no entry “meld.runs”",
        ),
        (NPA, {"rulings__own": [PHONE, {**PHONE, "name": "phone Rang at the table"}]}, "rulings.own.1.name", "already"),
        (NPA, {"rulings__own": [{**PHONE, "name": "Conduct"}]}, "rulings.own.0.name", "There is a ruling “Conduct”"),
        (NPA, {"rulings__own": [{**PHONE, "proposes": "void"}]}, "rulings.own.0.points", "Leave this empty"),
        (NPA, {"rulings__own": [{**PHONE, "points": 0}]}, "rulings.own.0.points", "greater than or equal to 1"),
        (NPA, {"rulings__own": [{**PHONE, "name": "x" * 41}]}, "rulings.own.0.name", "at most 40"),
        (NPA, {"rulings__own": [{**PHONE, "text": "x" * 301}]}, "rulings.own.0.text", "at most 300"),
        (
            NPA,
            {"rulings__own": [{**PHONE, "name": f"{n}"} for n in range(13)]},
            "rulings.own",
            "Up to 12; these are 13.",
        ),
        (ST_HILARY, {"key": "St Hilary!"}, "key", "it is 'St Hilary!'"),
        (ST_HILARY, {"name": "  "}, "name", "at least 1 character"),
    ],
)
def test_a_fault_is_named_with_its_path(book: RuleBook, entries: dict[str, Any], path: str, text: str) -> None:
    found = faults_of(book, **entries)

    assert text in found[path]


_, _, PAIRS, TWO = BESIDE
SIX = changed(PAIRS, deal__sides="second")
EIGHT = changed(PAIRS, deal__players=8, deck__copies=8)
TENS = of_unequal_counters("ATK", 10)
GIVEN = {
    "contract__throw_in": True, "contract__given": "shared", "contract__surrender": "meld_and_more",
    "contract__surrender_points": 1,
}  # fmt: skip
IMPOSSIBLE: list[tuple[RuleBook, dict[str, Any], str, str]] = [
    (FAMILY, {"auction__stuck": 5}, "auction.stuck", "write a bid from 38 to 50"),
    (FAMILY, {"auction__stuck": 55}, "auction.stuck", "for no more than that"),
    (NPA, {"auction__opening": 65, "auction__stuck": 62}, "auction.stuck", "not a multiple of 5"),
    (ST_HILARY, {"auction__opening": 0, "auction__stuck": 0}, "auction.opening", "at least 1"),
    (built_in_book("five-handed"), {"auction__trump": "turned"}, "deal.sides", "here is no bidding"),
    (ST_HILARY, {"auction__opening": 600, "auction__stuck": 600}, "auction.opening", "come to 507: nobody"),
    (ST_HILARY, {"meld__minimum": 600}, "meld.minimum", "come to 482: nobody"),
    (FAMILY, {"game__bid_to_win__at": 500}, "game.bid_to_win.at", "the game is over"),
    (FAMILY, {"game__other_target": 350}, "game.other_target", "begins at 400"),
    (ST_HILARY, {"game__target": 0}, "game.target", "to 1 or more"),
    (ST_HILARY, {"deck__counters": ""}, "deck.counters", "at least one counter"),
    (ST_HILARY, {"deck__counter_points": 0}, "deck.counter_points", "worth 1 point or more"),
    (ST_HILARY, {"deck__counter_points": [10, 5, 0]}, "deck.counter_points", "worth 1 point or more"),
    (ST_HILARY, {"redeal__nines": 9}, "redeal.nines", "more than 8 nines"),
    (NPA, {"redeal__nines": 5}, "redeal.nines", "no nines in this deck"),
    (ST_HILARY, {"redeal__illegal_from": 13}, "redeal.illegal_from", "gets 12 cards"),
    (ST_HILARY, {"renege__kinds": []}, "renege.kinds", "at least one"),
    (ST_HILARY, {"renege__kinds": ["not_burying"]}, "renege.kinds", "no kitty, so not burying enough cards"),
    (ST_HILARY, {"renege__kinds": ["wrong_kitty"]}, "renege.kinds", "no kitty, so a wrong kitty"),
    (ST_HILARY, {"deal__cut_leaves": 48}, "deal.cut_leaves", "48 cards"),
    (ST_HILARY, {"meld__aces": [100, 10]}, "meld.aces.1", "before it, which is 100"),
    (ST_HILARY, {"meld__nine": 16}, "meld.nine", "no more than a run, which is 15"),
    (ST_HILARY, {"meld__aces": [0, 0]}, "meld.aces.1", "first column alone"),
    (NPA, {"meld__roundhouse__values": [0]}, "meld.roundhouse.values.0", "leave it out"),
    (
        NPA,
        {"deck__ranks": "ATKQ", "deal__hand_size": 16, "deal__packets": [[4]]},
        "meld.jacks",
        "no jacks in this deck",
    ),
    (HIDDEN_VALLEY, {"bonuses__moon__points": 0}, "bonuses.moon.points", "at least 1"),
    (CUTTHROAT, {"bonuses__game_melds__runs": 5}, "bonuses.game_melds.runs", "4 of each card"),
    (CUTTHROAT, {"auction__out_of_turn": "freezes_partner"}, "auction.out_of_turn", "nobody to freeze"),
    (SIX, {"auction__out_of_turn": "freezes_partner"}, "auction.out_of_turn", "only one can be frozen"),
    (EIGHT, {"deal__sides": "alone"}, "deal.sides", "Eight people don’t play each alone"),
    (EIGHT, {"deal__sides": "called"}, "deal.sides", "don’t play against six"),
    (
        TWO,
        {"deal__players": 8, "deal__hand_size": 4, "deal__stock_size": 16, "deal__packets": [[4]]},
        "deal.hand_size",
        "at least five cards",
    ),
    (CUTTHROAT, {"deal__partner_may_deal": True}, "deal.partner_may_deal", "Nobody has a partner"),
    (FAMILY, {"deck__rounding": "up"}, "deck.rounding", "counts 5 or more"),
    (TENS, {"deck__rounding": "up"}, "deck.rounding", "in tens anyway"),
    (ST_HILARY, {"auction__needs": "meld", "auction__needs_meld": 500}, "auction.needs_meld", "come to 482: nobody"),
    (ST_HILARY, {"auction__must": "meld", "auction__must_meld": 500}, "auction.must_meld", "come to 482: nobody"),
    (ST_HILARY, {"game__lead": {"points": 151}}, "game.lead.points", "A game to 150"),
    (PAIRS, GIVEN, "contract.surrender_points", "Two share that"),
    (
        NPA,
        {
            "deck__ranks": "TKQJ",
            "deck__counters": "TK",
            "deal__hand_size": 16,
            "deal__packets": [[4]],
            "contract__points_needed": 8,
            "redeal__no_aces": True,
        },
        "redeal.no_aces",
        "none in this deck",
    ),
]


@pytest.mark.parametrize(("book", "entries", "path", "text"), IMPOSSIBLE)
def test_a_game_that_cannot_be_is_refused_at_its_field_and_still_opens_where_it_is_kept(
    book: RuleBook, entries: dict[str, Any], path: str, text: str
) -> None:
    assert text in faults_of(book, **entries)[path]

    kept = book_from_json(json.dumps(changed_data(book, **entries)))
    assert chapters(kept)
    with pytest.raises(BookError, match=re.escape(text)):
        checked_again(kept)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("bonuses.all_tricks", {"title": "Sweep", "points": 5, "needs": "every_trick", "counts_towards_bid": True}),
        ("deck.rounding", "bidders"),
        ("game.level", "bidding_side"),
        ("renege.third_player_scores", "bid_and_meld"),
        ("round", {"deals": 4, "level": "last_bidder"}),
        ("payments", {"bids": [{"at": 20, "pays": 1}]}),
        ("payments", {"failed_more": 2}),
        ("money", {"hard_set": 8, "hard_to_others": 2, "soft_set": 4, "soft_to_others": 1}),
    ],
)
def test_nothing_speaks_of_a_bid_where_nobody_bids(path: str, value: Any) -> None:
    found = faults_of(TWO, **{path.replace(".", "__"): value})

    assert [text for name, text in found.items() if name.startswith(path) and "Nobody bids in this game" in text]


def test_dealers_are_stuck_as_clubs_have_it() -> None:
    for opening, stuck, by in ((21, 20, 1), (26, 25, 1), (200, 190, 10), (60, 50, 5), (20, 15, 1)):
        book = changed(ST_HILARY, auction__opening=opening, auction__stuck=stuck, auction__steps=[{"multiple_of": by}])

        assert book.auction.stuck == stuck


def test_one_of_a_thing_is_told_as_one() -> None:
    book = changed(
        NPA,
        words={},
        renege__turn_trick_seconds=1,
        contract__points_needed=1,
        round__tardiness={"grace": 1, "points_per_minute": 1, "replaced_at": 15},
        passing={"cards": 1, "order": "partner_first"},
    )

    text = "\n".join(chapter.text for chapter in chapters(book))
    assert "The winner has 1 second to turn the trick." in text
    assert "must take at least 1 point too" in text
    assert "must take at least 1 point to save" in text
    assert "Coming late: 1 minute is free. Each minute after that costs 1 point." in text
    assert "picks it up" in text
    assert not re.search(r"\b1 [a-z]+s\b(?<! is)", text), text


def test_a_small_book_needs_only_what_has_no_default() -> None:
    data = changed_data(ST_HILARY)
    for name in ("redeal", "passing", "play", "bonuses", "renege", "procedure", "readings", "notes"):
        del data[name]

    assert book_from_data(data).renege.defenders_score == "meld"


def test_other_decks_are_possible() -> None:
    """A three-handed game with a double deck: 25 cards each and a kitty of five."""
    book = changed(
        built_in_book("family-double"),
        deal__players=3,
        deal__hand_size=25,
        deal__kitty_size=5,
        deal__packets=[[5]],
        kitty={"bury": 5},
    )

    assert (book.total_points, book.melding_hand_size, book.sides) == (50, 30, ("A", "B", "C"))


def test_a_book_of_an_older_version_loads_and_prints() -> None:
    """What books did not have once: a club's versions and cards of years ago are pinned as they were."""
    for book in BOOKS:
        data = book.model_dump(mode="json")
        for name in ("sources", "conduct"):
            del data[name]
        del data["deal"]["one_way"]
        data.pop("words", None)
        for note in data["notes"]:
            del note["section"]
        data["play"]["tricks_open"], data["renege"]["correctable_until"] = "last", "never"

        older = book_from_data(data)

        assert (older.sources, older.conduct, older.deal.one_way) == ((), (), False)
        text = "\n".join(chapter.text for chapter in chapters(older))
        assert "You may look at the last trick only." in text
        assert "A card that has been played can’t be taken back." in text


def test_a_changed_copy_of_a_part_is_another_key():
    meld = built_in_book("npa").meld
    known = {meld: "as it was"}

    assert meld.model_copy(update={"nine": 3}) not in known
    assert meld.model_copy() in known


def test_a_book_without_rulings_of_its_own_is_the_text_it_was_before_there_were_any() -> None:
    """What a card is pinned to is found by its text: that of the built-in books does not change."""
    assert all('"rulings": {"kinds": [' in book.to_json() and '"own"' not in book.to_json() for book in BOOKS)
    assert book_from_json(with_own(NPA).to_json()) == with_own(NPA)
