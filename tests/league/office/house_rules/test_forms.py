"""A rule book typed into a form."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import QueryDict

from league.office.house_rules.forms import DraftForm
from scoring.rules.book import RuleBook, built_in_book, built_in_books
from scoring.rules.book.money import BidPayment, Payments
from scoring.rules.comparison import differences
from scoring.rules.entries import Entry, entry_chapters
from scoring.rules.prose import chapters
from scoring.score_card.forms.book_form import field_id, suggestions, typed_book
from tests.scoring.rules.test_money import CHECK_PINOCHLE


def posted(book: RuleBook, **changes: Any) -> QueryDict:
    """What a browser sends of a form that shows `book`; `changes` by path with `__` for dots, None leaves one out."""
    data = QueryDict(mutable=True)
    data["client_id"], data["seen"] = "one", "digest"
    for name, texts in typed_book(book).items():
        data.setlist(name, texts)
    for name, value in changes.items():
        path = name.replace("__", ".")
        if value is None:
            data.pop(path, None)
        else:
            data.setlist(path, value if isinstance(value, list) else [value])
    return data


def form_of(key: str, **changes: Any) -> DraftForm:
    return DraftForm(posted(built_in_book(key), **changes), draft=built_in_book(key))


def faults(form: DraftForm) -> dict[str, str]:
    form.is_valid()
    return {fault.path: fault.text for fault in form.faults}


@pytest.mark.parametrize("key", built_in_books())
def test_every_book_comes_back_from_the_form_unchanged(key: str) -> None:
    form = form_of(key)

    assert form.is_valid(), form.faults
    assert form.book == built_in_book(key)


def test_every_entry_is_in_what_a_form_posts() -> None:
    """A book with everything switched on and a row in every list leaves no entry of the schema unnamed."""
    posted_paths = set()
    for book in built_in_books().values():
        for name in typed_book(book):
            posted_paths.add(".".join(part for part in name.split(".") if not part.isdecimal()))

    missing = {path for path in all_paths() if path not in posted_paths}

    # Nothing stands there in any built-in book: a form sends it as soon as it is typed.
    unset = ("kitty.", "game.deals", "game.lead.", "game.rises", "auction.highest", "rulings.own.", "payments.")
    assert missing <= {"redeal.wrong_pass"} | {path for path in missing if path.startswith(unset)}


def test_what_is_paid_comes_back_from_the_form_and_its_faults_stand_at_their_fields() -> None:
    form = DraftForm(posted(CHECK_PINOCHLE), draft=CHECK_PINOCHLE)
    wrong = DraftForm(posted(CHECK_PINOCHLE, payments__bids__1__pays="1"), draft=CHECK_PINOCHLE)
    empty = DraftForm(posted(CHECK_PINOCHLE, payments__melds__0__count=""), draft=CHECK_PINOCHLE)

    assert form.is_valid(), form.faults
    assert form.book == CHECK_PINOCHLE
    assert faults(wrong) == {"payments.bids.1.pays": "A higher bid pays no less than the line before it, 2."}
    assert faults(empty) == {"payments.melds.0.count": "Enter a number."}


def test_a_club_switches_it_on_with_one_line() -> None:
    suggested = {name: texts[0] for name, texts in suggestions().items() if name.startswith("payments.")}
    typed = suggested | {"payments.is_on": "on", "payments.bids.0.at": "25", "payments.bids.0.pays": "1"}
    form = form_of("st-hilary", **{name.replace(".", "__"): text for name, text in typed.items()})

    assert form.is_valid(), form.faults
    assert form.book is not None
    assert form.book.payments == Payments(bids=(BidPayment(at=25, pays=1),))


def all_paths() -> set[str]:
    def below(entry: Entry) -> set[str]:
        return set().union(*map(below, entry.children)) if entry.children else {entry.path}

    return set().union(*(below(entry) for chapter in entry_chapters() for entry in chapter.entries))


def test_a_game_that_cannot_be_is_refused_beside_its_fields() -> None:
    form = form_of(
        "st-hilary",
        auction__stuck="5",
        meld__aces__1="9",
        renege__kinds=["not_following", "not_burying"],
        deal__cut_leaves="48",
        redeal__nines="9",
    )

    assert set(faults(form)) == {"auction.stuck", "meld.aces.1", "renege.kinds", "deal.cut_leaves", "redeal.nines"}
    assert [fault.label for fault in form.faults if fault.path == "meld.aces.1"] == ["Aces around, column 2"]


def test_every_fault_is_named_at_once_in_words() -> None:
    form = form_of(
        "npa",
        auction__opening="fifty",
        meld__aces__1="",
        contract__set_scoring="maybe",
        name="  ",
        round__tardiness__grace="5000",
        penalties__0__points="",
        deal__packets__0="three",
        deck__counters=[],
    )

    assert faults(form) == {
        "name": "Write something here.",
        "deck.counters": "Choose at least one.",
        "deal.packets.0": "Separate the packet sizes with commas, such as 3, 3, 4.",
        "auction.opening": "Enter a whole number from 0 to 10,000, such as 5.",
        "meld.aces.1": "Fill the columns from the left, without a gap.",
        "contract.set_scoring": "Choose one of those shown.",
        "round.tardiness.grace": "This can be from 0 to 100.",
        "penalties.0.points": "Enter a number, or 0 for none.",
    }
    assert form.book is None


UNEQUAL = {"deck__counters": list("ATKQJ"), "deck__last_trick": "10"}


@pytest.mark.parametrize("typed", ["11, 10, 4, 3, 2", "A=11, 10=10, K=4, Q=3, J=2", "jacks = 2; Q=3 k=4 T=10 ace=11"])
def test_each_counter_has_a_figure(typed: str) -> None:
    form = form_of("st-hilary", deck__counter_points=typed, **UNEQUAL)

    assert form.is_valid(), form.faults
    assert form.book is not None
    assert dict(form.book.deck.worths) == {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
    assert typed_book(form.book)["deck.counter_points"] == ["11, 10, 4, 3, 2"]


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("", "Enter what a counter is worth."),
        ("11, ten", "Enter a whole number from 0 to 10,000, such as 5."),
        ("A=11, 10=10", "Name each counter once: A 10 K Q J."),
        ("A=11, A=10, K=4, Q=3, J=2", "Name each counter once: A 10 K Q J."),
        ("11, 10", "There are five counters: write one figure for all of them, or one for each."),
        ("2, 3, 4, 10, 11", "A higher card is never worth less than a lower one: write the figures from high to low."),
    ],
)
def test_figures_of_counters_that_cannot_be_are_told_at_their_field(typed: str, told: str) -> None:
    assert faults(form_of("st-hilary", deck__counter_points=typed, **UNEQUAL)) == {"deck.counter_points": told}


def test_faults_come_in_the_order_of_the_page_with_what_the_fields_are_called() -> None:
    form = form_of("npa", penalties__1__title="", meld__aces__2="x", auction__stuck="-1")
    form.is_valid()

    assert [(fault.label, fault.id) for fault in form.faults] == [
        ("Bid of a dealer who is stuck", "rule-auction-stuck"),
        ("Aces around, column 3", "rule-meld-aces-2"),
        ("Penalties, line 2: What for", "rule-penalties-1-title"),
    ]


def test_faults_between_parts_are_told_beside_broken_ones() -> None:
    form = form_of("npa", auction__opening="55", deal__hand_size="19", name="", auction__steps__0__multiple_of="2")

    found = faults(form)

    assert found["name"] == "Write something here."
    assert found["deal.hand_size"].startswith("4 times 19 cards")
    assert found["auction.opening"] == "The opening bid is not a multiple of 2."
    assert found["deal.packets.0"] == "Packets of 4 do not come to 19 cards."


@pytest.mark.parametrize(
    ("path", "text"),
    [("auction.opening", "9" * 5000), ("auction.opening", "1e9"), ("auction.opening", "٣ x"), ("meld.run.0", "−3")],
)
def test_nonsense_in_numbers_is_a_fault(path: str, text: str) -> None:
    assert path in faults(form_of("npa", **{path.replace(".", "__"): text}))


def test_free_minutes_end_before_the_player_is_replaced() -> None:
    told = faults(form_of("npa", round__tardiness__grace="20", round__tardiness__replaced_at="20"))

    assert told == {"round.tardiness.grace": "Fewer than the 20 minutes after which the player is replaced."}
    assert not faults(form_of("npa", round__tardiness__grace="19", round__tardiness__replaced_at="20"))


def test_a_part_that_is_switched_off_is_nothing_whatever_stands_in_it() -> None:
    form = form_of("npa", round__is_on=None, round__deals="nonsense")

    assert form.is_valid(), form.faults
    assert form.book is not None
    assert form.book.round is None


def test_a_part_switched_on_asks_for_what_it_needs() -> None:
    found = faults(form_of("st-hilary", kitty__is_on="on", kitty__bury=""))

    assert found["kitty.bury"] == "Enter a number, or 0 for none."
    assert found["kitty.shown"] == "Choose one."


def test_rows_that_are_empty_or_taken_out_are_gone_and_codes_are_made() -> None:
    form = form_of(
        "npa",
        penalties__0__take_out="on",
        penalties__1__title="",
        penalties__1__points="",
        penalties__1__code="",
        penalties__9__title="Mobile phone",
        penalties__9__points="25",
        penalties__10__title="Mobile phone!",
        penalties__10__points="30",
    )

    assert form.is_valid(), form.faults
    assert form.book is not None
    assert [(row.code, row.points) for row in form.book.penalties] == [
        *((row.code, row.points) for row in built_in_book("npa").penalties[2:]),
        ("mobile_phone", 25),
        ("mobile_phone_b", 30),
    ]


def test_what_was_typed_is_kept() -> None:
    form = form_of("npa", auction__opening="fifty", summary="Ours")
    form.is_valid()

    assert form.typed["auction.opening"] == ["fifty"]
    assert form.typed["summary"] == ["Ours"]


def test_the_sentence_of_a_two_way_rule_is_turned_with_it() -> None:
    form = form_of("npa", meld__minimum_for_bidders="when_stuck")

    assert form.is_valid(), form.faults
    assert form.book is not None
    turned = next(row for row in form.book.readings if row.path == "meld.minimum_for_bidders")
    assert form.turned == ("meld.minimum_for_bidders",)
    assert turned.text == "Only a stuck dealer’s side needs it."
    assert turned.other == "Every bidding side needs 20 meld to play, not only a stuck dealer’s."


def test_a_sentence_that_was_typed_anew_is_left_as_typed() -> None:
    number = [row.path for row in built_in_book("npa").readings].index("meld.minimum_for_bidders")
    form = form_of(
        "npa", meld__minimum_for_bidders="when_stuck", **{f"readings__{number}__text": "Stuck dealers only."}
    )

    assert form.is_valid(), form.faults
    assert form.book is not None
    assert form.turned == ()
    assert form.book.readings[number].text == "Stuck dealers only."


def test_what_a_club_changes_is_its_own_and_no_longer_from_the_text() -> None:
    form = form_of("st-hilary", auction__opening="16")

    assert form.is_valid(), form.faults
    assert form.book is not None
    taken = {rule for source in built_in_book("st-hilary").sources for rule in source.rules}
    assert taken - {rule for source in form.book.sources for rule in source.rules} == {"auction.opening"}
    auction = next(chapter for chapter in chapters(form.book) if chapter.id == "auction")
    assert "The Bid, Jump-Bids, the club’s own rule" in [label for label, _ in auction.by_section]


def test_a_custom_of_the_house_is_an_entry_like_any_other() -> None:
    custom = {"conduct__1__about": "Coffee", "conduct__1__text": "Whoever deals pours.", "conduct__1__section": ""}
    form = form_of("gwinnett", **custom)

    assert form.is_valid(), form.faults
    assert form.book is not None
    assert "Coffee: Whoever deals pours." in next(each.text for each in chapters(form.book) if each.id == "conduct")
    assert [str(each) for each in differences(built_in_book("gwinnett"), form.book)] == [
        "Conduct: Coffee: Whoever deals pours. instead of –"
    ]


RANG = {
    "rulings__own__0__name": "Phone rang", "rulings__own__0__text": "Phones are off.",
    "rulings__own__0__proposes": "points_off", "rulings__own__0__points": "10", "rulings__own__0__basis": "book",
}  # fmt: skip


def test_a_ruling_of_the_clubs_own_is_an_entry_like_any_other() -> None:
    form = form_of("npa", **RANG)

    assert form.is_valid(), form.faults
    assert form.book is not None
    assert [own.model_dump() for own in form.book.rulings.own] == [
        {"name": "Phone rang", "text": "Phones are off.", "proposes": "points_off", "points": 10, "basis": "book"}
    ]
    assert form_of("npa", **{**RANG, "rulings__own__0__points": ""}).is_valid()
    assert DraftForm(posted(form.book, rulings__own__0__take_out="on"), draft=form.book).is_valid()


@pytest.mark.parametrize(
    ("more", "fault"),
    [
        ({"rulings__own__0__name": ""}, {"rulings.own.0.name": "Write something here."}),
        ({"rulings__own__0__name": "x" * 41}, {"rulings.own.0.name": "Up to 40 letters; these are 41."}),
        ({"rulings__own__0__text": "x" * 301}, {"rulings.own.0.text": "Up to 300 letters; these are 301."}),
        ({"rulings__own__0__proposes": None}, {"rulings.own.0.proposes": "Choose one."}),
        ({"rulings__own__0__basis": "whim"}, {"rulings.own.0.basis": "Choose one of those shown."}),
        ({"rulings__own__0__points": "0"}, {"rulings.own.0.points": "This can be from 1 to 1,000."}),
        (
            {"rulings__own__0__proposes": "void"},
            {"rulings.own.0.points": "Leave this empty: what it proposes gives no points."},
        ),
        (
            {name.replace("0", "1"): text for name, text in RANG.items()} | {"rulings__own__1__points": "10"},
            {"rulings.own.1.name": "There is a ruling “Phone rang” already. Give this one another name."},
        ),
    ],
)
def test_what_is_wrong_with_a_ruling_of_the_clubs_own_stands_beside_its_field(
    more: dict[str, Any], fault: dict[str, str]
) -> None:
    assert faults(form_of("npa", **RANG | more)) == fault


def test_field_ids_are_made_of_paths() -> None:
    assert field_id("auction.steps.0.up_to") == "rule-auction-steps-0-up_to"
