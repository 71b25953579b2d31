"""A club's own sheet beside its rules: typed, given places, published and printed."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from league.models import Club, HouseRules, LogLine
from league.office.house_rules.deeds import copy_book, draft_digest, draft_of, publish_rules, save_draft
from league.office.house_rules.forms import sentence_name
from league.office.house_rules.pages.sheet import SheetPage
from pinochle_club.ground.forms import new_client_id
from scoring.rules.documents import document
from scoring.rules.own_sheet import read_sheet
from scoring.score_card.forms.book_form import typed_book
from tests.league.makers import acting_as, make_club, make_user

pytestmark = pytest.mark.django_db

TYPED = "Bidding:\nThe opening bid is 50.\nNo cell phones.\nMeld:\nBring a dish to share."


@pytest.fixture
def club() -> Club:
    return make_club(slug="eastside")


@pytest.fixture
def rules(club: Club) -> HouseRules:
    return copy_book(club=club, key="npa", acting=acting_as(), client_id="copied")


@pytest.fixture
def admin(club: Club, client: Client) -> Client:
    client.force_login(make_user(club, "admin"))
    return client


def at(rules: HouseRules, rest: str = "sheet/") -> str:
    return f"/clubs/{rules.club.slug}/rules/{rules.key}/{rest}"


def typed(rules: HouseRules, text: str = TYPED, **more: Any) -> dict[str, Any]:
    rules.refresh_from_db()
    return {"text": text, "seen": draft_digest(rules), "client_id": "typed", **more}


def typed_rules(rules: HouseRules) -> dict[str, Any]:
    return {**typed_book(draft_of(rules)), "seen": draft_digest(rules)}


def names(rules: HouseRules) -> dict[str, str]:
    """The names of the fields, by the first word of the sentence."""
    rules.refresh_from_db()
    return {told.text.split()[0]: sentence_name(told) for told in draft_of(rules).sheet}


def places(rules: HouseRules) -> list[str]:
    rules.refresh_from_db()
    return [told.at for told in draft_of(rules).sheet]


def lay(rules: HouseRules, text: str = TYPED, **found: str) -> None:
    """Lays a sheet beside the rules, with places by the first word of a sentence."""
    sheet = tuple(told.model_copy(update={"at": found.get(told.text.split()[0], "")}) for told in read_sheet(text))
    book, seen = draft_of(rules).model_copy(update={"sheet": sheet}), draft_digest(rules)
    save_draft(rules=rules, book=book, seen=seen, acting=acting_as(), client_id=new_client_id())
    rules.refresh_from_db()


def test_sheet_is_typed_and_its_sentences_are_asked_for_their_places(admin: Client, rules: HouseRules) -> None:
    assert "Type or paste it" in admin.get(at(rules)).content.decode()

    answer = admin.post(at(rules, "sheet/text/"), typed(rules), follow=True)

    page = answer.content.decode()
    assert "3 of 3 sentences still have no place" in page
    assert [page.count(f'name="{name}"') for name in names(rules).values()] == [1, 1, 1]
    assert LogLine.objects.filter(action="changed the draft of").count() == 1


def test_places_are_kept_and_the_page_says_what_each_came_to(admin: Client, rules: HouseRules) -> None:
    lay(rules)
    field = names(rules)
    chosen = {field["The"]: "auction.opening", field["No"]: "own: procedure", field["Bring"]: "apart"}

    page = admin.post(at(rules), {**chosen, "client_id": "placed"}, follow=True).content.decode()

    assert places(rules) == ["auction.opening", "own: procedure", "apart"]
    assert "All 3 sentences have their place. In the rules: 1. Printed as our own rule: 1. Not a rule: 1." in page
    assert f'{at(rules, "edit/")}?open=auction#rule-auction-opening">The auction: Opening bid' in page
    assert 'id="places"' not in page
    assert f'name="{field["Bring"]}"' in admin.get(f"{at(rules)}?change={field['Bring']}").content.decode()


def test_own_sentence_is_shown_beside_what_is_printed_with_it(admin: Client, rules: HouseRules) -> None:
    lay(rules, "The bidder must lead trump.", The="own: play")
    new = {"notes.90.about": "Lead", "notes.90.text": "The bidder leads trumps first.", "notes.90.under": "play"}

    admin.post(at(rules, "edit/"), {**typed_rules(rules), **new, "client_id": "saved"})

    pages = (at(rules), at(rules, "edit/readings/"), at(rules, "publish/"))
    assert [admin.get(page).content.decode().count("Any card may be led.") for page in pages] == [1, 1, 2]


def test_place_in_what_one_book_alone_says_has_words(rules: HouseRules) -> None:
    book = draft_of(rules)
    penalty, custom, note = book.penalties[0], book.conduct[0], book.notes[0]
    lay(rules, The=f"penalties.{penalty.code}", No=f"conduct: {custom.about}", Bring=f"note: {note.about}")

    shown = [row.place for _, rows in SheetPage.of(rules).sections for row in rows]

    assert shown == [f"Penalties: {penalty.title}", f"Conduct: {custom.about}", f"Remarks: {note.about}"]


def test_page_names_what_no_switch_says_and_what_of_it_may_touch_the_score(admin: Client, rules: HouseRules) -> None:
    lay(rules, "The opening bid is 50.\nNo cell phones.\nA left-handed pinochle wins a pie.", The="auction.opening")

    page = SheetPage.of(rules)

    assert [(told.text, touches) for told, touches in page.unswitched] == [
        ("A left-handed pinochle wins a pie.", True),
        ("No cell phones.", False),
    ]
    shown = admin.get(at(rules)).content.decode()
    assert shown.count("May touch the score") == 1
    assert admin.get(f"{at(rules, 'edit/')}?at=rulings.own")["Location"].endswith("?open=rulings#rule-rulings-own")


def test_place_that_is_none_is_refused_beside_its_sentence(admin: Client, rules: HouseRules) -> None:
    lay(rules)
    field = names(rules)

    answer = admin.post(at(rules), {field["The"]: "auction.nonsense", field["No"]: "apart", "client_id": "placed"})

    assert answer.status_code == 422
    assert "Choose one of the places shown." in answer.content.decode()
    assert places(rules) == ["", "", ""]


def test_two_who_give_places_at_once_both_keep_theirs(admin: Client, rules: HouseRules) -> None:
    lay(rules)
    field = names(rules)

    admin.post(at(rules), {field["The"]: "auction.opening", "client_id": "one"})
    admin.post(at(rules), {field["Bring"]: "apart", "client_id": "two"})
    admin.post(at(rules), {field["Bring"]: "apart", "client_id": "two"})

    assert places(rules) == ["auction.opening", "", "apart"]


def test_text_that_is_changed_keeps_the_places_of_what_stays(admin: Client, rules: HouseRules) -> None:
    lay(rules, The="auction.opening", Bring="apart")

    shorter = TYPED.replace("No cell phones.\n", "").replace("is 50", "is 60")
    answer = admin.post(at(rules, "sheet/text/"), typed(rules, shorter))

    assert answer.status_code == 302
    assert places(rules) == ["auction.opening", "apart"]


def test_sheet_that_is_emptied_gives_the_sections_of_the_original_back(admin: Client, rules: HouseRules) -> None:
    before = draft_of(rules)
    lay(rules, The="auction.opening")

    page = admin.post(at(rules, "sheet/text/"), typed(rules, " "), follow=True).content.decode()

    assert "Saved in the draft. The sheet is empty." in page
    rules.refresh_from_db()
    assert draft_of(rules) == before


def test_rules_that_are_changed_in_their_form_keep_the_sheet(admin: Client, rules: HouseRules) -> None:
    lay(rules, The="auction.opening")
    admin.post(at(rules, "edit/"), {**typed_rules(rules), "auction.opening": "55", "client_id": "changed"})

    rules.refresh_from_db()
    book = draft_of(rules)
    assert (book.auction.opening, [told.at for told in book.sheet]) == (55, ["auction.opening", "", ""])
    assert {source.section: source.rules for source in book.sources}["Bidding"] == ("auction.opening",)


def test_sentence_that_is_said_twice_gets_its_place_twice(admin: Client, rules: HouseRules) -> None:
    lay(rules, "No cell phones.\nNo cell phones.")

    admin.post(at(rules), {names(rules)["No"]: "apart", "client_id": "placed"})

    assert places(rules) == ["apart", "apart"]


def test_text_typed_beside_somebody_elses_draft_is_still_there(admin: Client, rules: HouseRules) -> None:
    opened = typed(rules, "Our own words.")
    lay(rules)

    answer = admin.post(at(rules, "sheet/text/"), opened)

    page = answer.content.decode()
    assert (answer.status_code, len(draft_of(rules).sheet)) == (409, 3)
    assert "Somebody else saved these rules" in page
    assert "Our own words.</textarea>" in page
    assert f'value="{draft_digest(rules)}"' in page


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("word " * 120, "has 599 letters. Break it into lines of up to 500."),
        ("Open at 50.\n" * 301, "A sheet can have up to 300 lines; these are 301."),
        ("Open at 50.\n" * 700, "A sheet can have up to 300 lines; these are 700."),
    ],
)
def test_what_is_too_long_is_said_beside_the_text(admin: Client, rules: HouseRules, text: str, fault: str) -> None:
    answer = admin.post(at(rules, "sheet/text/"), typed(rules, text))

    assert answer.status_code == 422
    assert fault in answer.content.decode()
    assert draft_of(rules).sheet == ()


def test_switch_says_what_the_sheet_says_of_it(admin: Client, rules: HouseRules) -> None:
    lay(rules, The="auction.opening")

    page = admin.get(f"{at(rules, 'edit/')}?open=auction").content.decode()

    assert page.count("Our sheet: “The opening bid is 50.”") == 1


def test_page_tells_what_differs_from_the_book_it_started_from(rules: HouseRules) -> None:
    lay(rules, The="auction.opening")
    draft = draft_of(rules)
    auction = draft.auction.model_copy(update={"opening": 65, "stuck": 65})
    page = SheetPage(draft.model_copy(update={"auction": auction}), SheetPage.of(rules).original)

    [(_, [opening, _]), _] = page.sections
    assert [came.text for came in opening.row["rules"]][-1] == "Unlike NPA: Opening bid: 65 instead of 50."
    assert [change.path for change in page.unsaid] == ["auction.stuck"]


def test_version_says_where_it_comes_from_to_every_member(admin: Client, club: Club, rules: HouseRules) -> None:
    lay(rules, The="auction.opening", No="own: procedure", Bring="conduct: Taken out since")
    seen = draft_digest(rules)
    publish_rules(rules=rules, seen=seen, acting=acting_as(), client_id="published")
    member = Client()
    member.force_login(make_user(club, "member"))

    page = member.get(at(rules, "versions/1/document/")).content.decode()

    assert "The opening bid is 50." in page
    assert "Taken out since: no longer in the book." in page
    assert (
        "No cell phones. (Our own rule, not counted by the card.)"
        in member.get(at(rules, "versions/1/")).content.decode()
    )
    assert ("sheet/" in page, member.get(at(rules)).status_code) == (False, 403)
    assert "sheet/" in admin.get(at(rules, "versions/1/document/")).content.decode()
    assert member.get(at(rules, "versions/1/document.pdf")).content.startswith(b"%PDF")


def test_version_without_a_sheet_has_no_such_page(admin: Client, rules: HouseRules) -> None:
    publish_rules(rules=rules, seen=draft_digest(rules), acting=acting_as(), client_id="published")

    assert admin.get(at(rules, "versions/1/document/")).status_code == 404
    assert "document/" not in admin.get(at(rules, "versions/1/")).content.decode()


def test_long_sheet_costs_as_many_queries_as_a_short_one(
    admin: Client, rules: HouseRules, django_assert_num_queries: Any
) -> None:
    told = [sentence.says for part in document("npa").sections for sentence in part.sentences]
    admin.get(at(rules))  # the first of a visit looks up who is there
    fields = []
    for text in ("Open at 50.", "\n".join(told)):
        lay(rules, text)
        with django_assert_num_queries(9):
            fields.append(admin.get(at(rules)).content.decode().count("<select"))

    assert fields == [1, 20]
