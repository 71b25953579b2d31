"""Dealing again: reasons and what follows. No database."""

import pytest

from scoring.rules.book import BUILT_IN_ORDER, built_in_book, built_in_books
from scoring.rules.changes import changed_book, parse_change
from scoring.rules.documents import document
from scoring.score_card.forms.redeals import RedealForm
from scoring.score_card.names import Names
from scoring.score_card.redeals import REDEAL_TITLES, misdeals_of, redeal_payload, redeal_reasons
from tests.scoring.score_card.makers import made, open_line, sheet_of

PLAYERS = dict(zip("NESWABC", ("Ann", "Bea", "Carl", "Dom", "Ann", "Bea", "Di"), strict=True))


def reasons_of(*entries, book="st-hilary"):
    sheet = sheet_of(*entries, book=book)
    names = Names(sheet.book, PLAYERS, {})
    return {code: told for code, *told in redeal_reasons(sheet.book, names, open_line(sheet))}


def misdeal(dealer, next_dealer):
    return made("redeal", 1, why="misdeal", dealer=dealer, next_dealer=next_dealer)


@pytest.mark.parametrize("book", BUILT_IN_ORDER)
def test_reasons_of_each_book(book):
    rules = built_in_books()[book]

    reasons = reasons_of(book=book)

    assert reasons.keys() <= REDEAL_TITLES.keys()
    assert ("nines" in reasons) == (rules.redeal.nines > 0)
    assert ("wrong_pass" in reasons) == (rules.passing is not None)
    assert ("misdeal" in reasons) == ("other" in reasons) == rules.redeal.misdeals
    assert all("Ann deals again." in sentence for _, sentence in reasons.values())


def test_where_there_is_no_misdeal_only_a_short_hand_is_dealt_again():
    reasons = reasons_of(book="npa")

    assert [title for title, _ in reasons.values()] == ["A player was short of cards"]


def test_no_built_in_book_whose_document_knows_no_misdeal_offers_one():
    sentences = {
        key: [each.says for part in document(key).sections for each in part.sentences] for key in BUILT_IN_ORDER
    }
    knows_none = [key for key, says in sentences.items() if any("no misdeal" in sentence for sentence in says)]

    assert {key: [*reasons_of(book=key)] for key in knows_none} == {"npa": ["illegal"], "cutthroat": []}
    assert "misdeal" not in built_in_book("cutthroat").rulings.kinds


def test_misdeals_that_lose_the_deal():
    (_, first), (_, second) = reasons_of()["misdeal"], reasons_of(misdeal("N", "N"))["misdeal"]

    fix = "You can fix it: pass each other unseen cards until the counts are right. If that doesn’t work: "
    assert (first, second) == (
        f"{fix}Ann deals again. One more misdeal loses the deal, and Bea deals.",
        f"{fix}Misdeal number 2 of Ann loses the deal, and Bea deals next.",
    )
    sheets = sheet_of(), sheet_of(misdeal("N", "N"))
    payloads = [redeal_payload(sheet.book, open_line(sheet), "misdeal") for sheet in sheets]
    assert [payload["next_dealer"] for payload in payloads] == ["N", "E"]


def test_short_hand_is_no_reason_of_its_own_where_cards_may_go_across():
    assert "illegal" not in reasons_of()
    assert reasons_of(book="hidden-valley")["illegal"][1] == "Ann deals again."


def test_next_dealer_begins_with_no_misdeal():
    sheet = sheet_of(misdeal("N", "N"), misdeal("N", "E"))

    assert misdeals_of(open_line(sheet)) == 0
    assert redeal_payload(sheet.book, open_line(sheet), "misdeal") == {
        "why": "misdeal",
        "dealer": "E",
        "next_dealer": "E",
    }


def test_other_reasons_keep_the_dealer():
    sheet = sheet_of(misdeal("N", "N"))

    assert redeal_payload(sheet.book, open_line(sheet), "nines")["next_dealer"] == "N"
    assert misdeals_of(open_line(sheet_of(made("redeal", 1, why="nines", dealer="N", next_dealer="N")))) == 0


def test_who_deals_after_five_nines_goes_by_the_book():
    left = changed_book(built_in_book("st-hilary"), [parse_change("redeal.nines_dealer=left")])
    nines, as_printed = reasons_of(book=left)["nines"], reasons_of(book="st-hilary")["nines"]

    assert [sentence[-16:] for _, sentence in (nines, as_printed)] == [" Bea deals next.", "Ann deals again."]
    assert redeal_payload(left, open_line(sheet_of(book=left)), "nines")["next_dealer"] == "E"


def test_hand_that_is_one_card_short_where_the_deal_stands():
    book = next(book for book in BUILT_IN_ORDER if built_in_books()[book].redeal.illegal_from == 2)

    _, sentence = reasons_of(book=book)["illegal"]

    assert sentence.startswith("If only one card is missing, the deal stands, and the player who is short draws")
    assert sentence.endswith("If more are, Ann deals again.")


@pytest.mark.parametrize(
    ("book", "titles"),
    [
        ("hidden-valley", ["In each case"]),
        (
            changed_book(built_in_book("hidden-valley"), [parse_change("redeal.no_aces=true")]),
            ["A misdeal, a player was short of cards, the pass went wrong or something else:", "No ace:"],
        ),
        ("npa", ["A player was short of cards:"]),
    ],
)
def test_reasons_with_the_same_end_are_told_together(book, titles):
    sheet = sheet_of(book=book)
    follows = RedealForm(sheet=sheet, names=Names(sheet.book, PLAYERS, {})).follows

    assert [title for title, _ in follows] == titles


def test_wrong_pass_may_be_put_right_first():
    assert reasons_of()["wrong_pass"][1] == (
        "You can fix it: the partners pass cards unseen until the counts are right. Or Ann deals again."
    )
