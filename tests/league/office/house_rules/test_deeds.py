"""House rules: adopted, copied, changed, published."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from league.acting.log import Refused
from league.models import Club, HouseRules, HouseRulesVersion, LogLine
from league.office.house_rules.deeds import (
    StaleDraft,
    adopt_book,
    copy_book,
    draft_digest,
    draft_of,
    drop_draft,
    newest_version,
    publish_rules,
    published_rules,
    retire_rules,
    save_draft,
    where_used,
)
from scoring.models import Device, DeviceCard, ScoreCard
from scoring.rules.book import RuleBook, built_in_book, built_in_books
from scoring.rules.comparison import differences
from scoring.score_card.beginning import publish, start_card
from scoring.score_card.pages.explanations import hand_context
from scoring.score_card.pdfs import card_pdf
from scoring.score_card.recording import read_sheet, record
from tests.league.makers import acting_as, make_club, make_event

pytestmark = pytest.mark.django_db


def test_adopting_a_book_publishes_it_unchanged() -> None:
    club = make_club()

    version = adopt_book(club=club, key="npa", acting=acting_as(), client_id="one")

    assert version.number == 1
    assert version.book_version == publish(built_in_book("npa"))
    assert [line.action for line in LogLine.objects.all()] == ["adopted"]


def test_adopting_twice_changes_nothing() -> None:
    club = make_club()

    first = adopt_book(club=club, key="npa", acting=acting_as(), client_id="one")
    again = adopt_book(club=club, key="npa", acting=acting_as(), client_id="one")
    other = adopt_book(club=club, key="npa", acting=acting_as(), client_id="two")

    assert first == again == other
    assert LogLine.objects.count() == 1


def test_adopting_after_an_update_of_the_book_publishes_the_next_version() -> None:
    club = make_club()
    old = publish(built_in_book("npa").model_copy(update={"edition": "revised 1999"}))
    rules = HouseRules.objects.create(club=club, key="npa", based_on="npa", draft=old.data, version=1)
    HouseRulesVersion.objects.create(house_rules=rules, number=1, book_version=old, published_on="2026-01-05")

    version = adopt_book(club=club, key="npa", acting=acting_as(), client_id="one")

    assert version.number == 2
    assert version.book_version.book == built_in_book("npa")


def test_adopting_an_unknown_book_is_refused() -> None:
    with pytest.raises(Refused, match="no rule book of that name"):
        adopt_book(club=make_club(), key="bridge", acting=acting_as(), client_id="one")


def test_published_rules_are_the_newest_of_each_book_of_this_club(django_assert_num_queries) -> None:
    club = make_club()
    adopt_book(club=make_club(), key="gwinnett", acting=acting_as(), client_id="other")
    for key in ("st-hilary", "npa", "family-double"):
        adopt_book(club=club, key=key, acting=acting_as(), client_id=key)
    HouseRules.objects.filter(club=club, key="family-double").update(is_retired=True)

    with django_assert_num_queries(1):
        found = published_rules(club)

    assert [version.house_rules.key for version in found] == ["npa", "st-hilary"]


# -- copies ------------------------------------------------------------------------------


def our_copy(club: Club | None = None, key: str = "npa", client_id: str = "copy") -> HouseRules:
    return copy_book(club=club or make_club(), key=key, acting=acting_as("admin"), client_id=client_id)


def with_opening(rules: HouseRules, opening: int) -> RuleBook:
    draft = draft_of(rules)
    return draft.model_copy(update={"auction": draft.auction.model_copy(update={"opening": opening})})


def save(rules: HouseRules, opening: int, client_id: str = "save") -> HouseRules:
    return save_draft(
        rules=rules,
        book=with_opening(rules, opening),
        seen=draft_digest(rules),
        acting=acting_as("admin"),
        client_id=client_id,
    )


def publish_draft(rules: HouseRules, client_id: str = "publish") -> HouseRulesVersion:
    return publish_rules(rules=rules, seen=draft_digest(rules), note="", acting=acting_as("admin"), client_id=client_id)


def test_a_copy_says_what_the_book_says_under_names_of_its_own() -> None:
    club = make_club(name="St. Hilary", slug="st-hilary")

    rules = our_copy(club)
    draft = draft_of(rules)

    assert (rules.key, draft.key, draft.short_name) == ("st-hilary-npa", "st-hilary-npa", "St. Hilary: NPA")
    assert {found.path for found in differences(built_in_book("npa"), draft)} == {"name", "short_name", "edition"}
    assert published_rules(club) == []


@pytest.mark.parametrize("slug", ["st-hilary", "St_Hilary", "-x-", "a" * 40, "x", "gwinnett"])
@pytest.mark.parametrize("key", ["npa", "gwinnett-3"])
def test_keys_of_copies_are_free_and_fit_the_schema(slug: str, key: str) -> None:
    club = make_club(slug=slug, name="A club with a very long name, longer than any short name may ever be")

    keys = [our_copy(club, key, client_id=f"copy-{number}").key for number in range(3)]

    assert len({*keys}) == 3
    assert not {*keys} & {*built_in_books()}
    assert all(len(found) <= 40 for found in keys)


def test_copying_twice_by_one_tap_makes_one_copy() -> None:
    club = make_club()

    assert our_copy(club) == our_copy(club)
    assert HouseRules.objects.count() == 1


def test_a_stale_draft_is_refused_and_changes_nothing() -> None:
    rules = our_copy()
    stale = HouseRules.objects.get(pk=rules.pk)
    save(rules, 55, "first")

    with pytest.raises(StaleDraft) as refusal:
        save(stale, 60, "second")

    assert draft_of(refusal.value.rules).auction.opening == 55
    assert draft_of(HouseRules.objects.get()).auction.opening == 55


def test_saving_the_same_again_changes_nothing() -> None:
    rules = our_copy()

    saved = save(rules, 55)
    again = save(rules, 55)
    nothing = save(saved, 55, "other")

    assert saved.draft == again.draft == nothing.draft
    assert LogLine.objects.filter(action="changed the draft of").count() == 1


def test_a_book_adopted_unchanged_stays_so() -> None:
    rules = adopt_book(club=make_club(), key="npa", acting=acting_as(), client_id="one").house_rules

    with pytest.raises(Refused, match="adopted as it is"):
        save(rules, 55)
    with pytest.raises(Refused, match="adopted as it is"):
        publish_draft(rules)


def test_versions_are_numbered_and_never_change() -> None:
    rules = our_copy()
    first = publish_draft(rules, "one")
    rules = save(HouseRules.objects.get(), 55)
    second = publish_draft(rules, "two")

    first.refresh_from_db()
    assert (first.number, first.book_version.book.auction.opening) == (1, 50)
    assert (second.number, second.book_version.book.auction.opening) == (2, 55)
    assert published_rules(rules.club) == [second]
    assert newest_version(rules) == second


def test_publishing_the_same_tap_again_answers_the_same() -> None:
    rules = our_copy()

    assert publish_draft(rules) == publish_draft(rules)
    assert HouseRulesVersion.objects.count() == 1


def test_an_unchanged_draft_is_refused_in_words() -> None:
    rules = our_copy()
    publish_draft(rules, "one")

    with pytest.raises(Refused, match="Nothing has changed since version 1"):
        publish_draft(rules, "two")


def test_a_draft_from_before_the_checks_opens_and_is_not_published() -> None:
    rules = copy_book(club=make_club(), key="family-double", acting=acting_as(), client_id="one")
    rules.draft = rules.draft.replace('"stuck": 50', '"stuck": 5')
    rules.save()

    assert draft_of(rules).auction.stuck == 5
    with pytest.raises(Refused, match="Bid of a dealer who is stuck: That is far below the opening bid"):
        publish_rules(rules=rules, seen=draft_digest(rules), acting=acting_as(), client_id="two")
    assert newest_version(rules) is None


def test_going_back_to_an_earlier_wording_is_a_new_version() -> None:
    rules = our_copy()
    first = publish_draft(rules, "one")
    publish_draft(save(HouseRules.objects.get(), 55, "a"), "two")
    third = publish_draft(save(HouseRules.objects.get(), 50, "b"), "three")

    assert third.number == 3
    assert third.book_version == first.book_version


def test_changes_can_be_taken_back_to_the_last_version() -> None:
    rules = our_copy()
    with pytest.raises(Refused, match="Nothing has been published"):
        drop_draft(rules=rules, seen=draft_digest(rules), acting=acting_as(), client_id="none")
    publish_draft(rules, "one")
    rules = save(HouseRules.objects.get(), 55)

    rules = drop_draft(rules=rules, seen=draft_digest(rules), acting=acting_as(), client_id="drop")

    assert draft_of(rules).auction.opening == 50


def test_a_retired_book_is_not_offered_for_new_events() -> None:
    rules = our_copy()
    version = publish_draft(rules)

    retire_rules(rules=rules, retire=True, acting=acting_as(), client_id="out")
    retire_rules(rules=rules, retire=True, acting=acting_as(), client_id="out")
    assert published_rules(rules.club) == []

    retire_rules(rules=rules, retire=False, acting=acting_as(), client_id="in")
    assert published_rules(rules.club) == [version]
    assert [line.action for line in LogLine.objects.order_by("pk")][-2:] == ["retired", "put back into use"]


def test_an_id_that_was_used_for_something_else_is_refused_in_words() -> None:
    club = make_club()
    adopt_book(club=club, key="npa", acting=acting_as(), client_id="one")

    with pytest.raises(Refused, match="already sent"):
        copy_book(club=club, key="gwinnett", acting=acting_as(), client_id="one")
    with pytest.raises(Refused, match="already sent"):
        adopt_book(club=club, key="gwinnett", acting=acting_as(), client_id="one")
    assert HouseRules.objects.filter(key="gwinnett").count() == 0


def test_where_rules_are_used_counts_events() -> None:
    club = make_club()
    event = make_event(club)
    make_event(club)

    assert where_used(club) == {event.rules.house_rules_id: (2, 0)}


def card_under(version: HouseRulesVersion) -> ScoreCard:
    """A card with one hand on it: East and West bid 60 in hearts, meld 20, take 20 and are set."""
    card = start_card(version.book_version.book, version=version.book_version)
    kept = DeviceCard.objects.create(device=Device.objects.create(token_hash=str(card.pk)), card=card, number=1)
    steps: tuple[tuple[str, dict[str, Any]], ...] = (
        ("bid", {"bidder": "E", "bid": 60, "trump": "H"}),
        ("meld", {"meld": {"NS": 20, "EW": 20}}),
        ("take", {"take": {"NS": 30, "EW": 20}}),
    )
    for seen, (kind, payload) in enumerate(steps):
        record(writer=kept, kind=kind, hand=1, payload=payload, client_id=f"{kind}-1", seen=seen)
    return card


def test_a_card_under_a_clubs_own_book_scores_by_it_and_explains_itself(client: Client) -> None:
    """The club takes the bid off where the built-in book gives it to the others."""
    rules = our_copy()
    draft = draft_of(rules)
    contract = draft.contract.model_copy(update={"set_scoring": "deduct"})
    rules = save_draft(
        rules=rules,
        book=draft.model_copy(update={"contract": contract}),
        seen=draft_digest(rules),
        acting=acting_as(),
        client_id="deduct",
    )
    card = card_under(publish_draft(rules))
    built_in = card_under(adopt_book(club=rules.club, key="npa", acting=acting_as(), client_id="adopt"))

    sheet = read_sheet(card)
    reasons = [reason for side in hand_context(card, sheet, sheet.lines[0]).sides for reason in side["reasons"]]
    addresses = {reason["address"] for reason in reasons if reason["rule"]}

    assert dict(sheet.totals) == {"NS": 50, "EW": -60}
    assert dict(read_sheet(built_in).totals) == {"NS": 110, "EW": 0}
    assert addresses
    for address in addresses:
        page, _, anchor = address.partition("#")
        assert f'id="{anchor}"' in client.get(page).content.decode()
    assert card_pdf(card, sheet, explain=True).startswith(b"%PDF")
