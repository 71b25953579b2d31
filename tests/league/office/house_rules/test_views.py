"""The pages of the house rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import pytest
from django.test import Client

from league.models import Club, HouseRules, HouseRulesVersion, LogLine
from league.office.house_rules.deeds import adopt_book, copy_book, draft_digest, draft_of, publish_rules, save_draft
from scoring.rules.book import RuleBook, book_from_data, built_in_books
from scoring.rules.book.vocabulary import Vocabulary
from scoring.rules.comparison import differences
from scoring.rules.entries import Entry, entry_chapters
from scoring.rules.prose import chapters
from scoring.score_card.forms.book_form import field_id
from tests.lasting import lasting
from tests.league.makers import acting_as, make_club, make_event, make_user
from tests.sampling import sample

pytestmark = pytest.mark.django_db


class Fields(HTMLParser):
    """What a browser would send of the one form with this id, as pairs; `names` are all its fields."""

    def __init__(self, form: str) -> None:
        super().__init__()
        self.form, self.is_in = form, False
        self.pairs: list[tuple[str, str]] = []
        self.names: set[str] = set()
        self.area: str | None = None
        self.select: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "form":
            self.is_in = given.get("id") == self.form
        if not self.is_in:
            return
        name = given.get("name") or ""
        if name:
            self.names.add(name)
        if tag == "input" and (given.get("type") not in ("radio", "checkbox") or "checked" in given):
            self.pairs.append((name, given.get("value", "on") or ""))
        elif tag == "select":
            self.select = name
        elif tag == "option" and "selected" in given and self.select:
            self.pairs.append((self.select, given["value"] or ""))
        elif tag == "textarea":
            self.area = name
            self.pairs.append((name, ""))

    def handle_data(self, data: str) -> None:
        if self.area is not None:
            self.pairs[-1] = (self.area, self.pairs[-1][1] + data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.is_in = False
        if tag == "textarea":
            self.area = None


NONSENSE = ("\0", "9" * 400, "²", "𝔊" * 200, "-1", "<script>")
OTHER_BOOKS = [key for key in built_in_books() if key not in ("npa", "gwinnett-3")]
# The page with every part of the book opened.
WHOLE = f"?{'&'.join(f'open={chapter.id}' for chapter in entry_chapters())}"


def fields_of(page: str) -> Fields:
    parser = Fields("rule-form")
    parser.feed(page)
    return parser


def posted(page: str, **changes: Any) -> dict[str, list[str]]:
    """The form of a page as it would be sent, with some fields changed (`__` for dots); None leaves one out."""
    data: dict[str, list[str]] = {}
    for name, value in fields_of(page).pairs:
        data.setdefault(name, []).append(value)
    for name, value in changes.items():
        path = name.replace("__", ".")
        if value is None:
            data.pop(path, None)
        else:
            data[path] = [value]
    return data


@pytest.fixture
def admin(client: Client, club: Club) -> Client:
    client.force_login(make_user(club, "admin"))
    return client


def ours(club: Club, key: str = "npa", client_id: str = "copy") -> HouseRules:
    return copy_book(club=club, key=key, acting=acting_as("admin"), client_id=client_id)


def at(club: Club, rest: str = "") -> str:
    return f"/clubs/{club.slug}/rules/{rest}"


@pytest.fixture(scope="module")
def lasting_copy(django_db_setup: None, django_db_blocker: Any) -> Iterator[tuple[HouseRules, str]]:
    """A club's copy of NPA, and the page with every part of it opened."""
    with lasting(django_db_blocker):
        rules, client = ours(make_club()), Client()
        client.force_login(make_user(rules.club, "admin"))
        yield rules, client.get(at(rules.club, f"{rules.key}/edit/{WHOLE}")).content.decode()


@pytest.fixture
def copied(lasting_copy: tuple[HouseRules, str], db: None, client: Client) -> tuple[HouseRules, str, str]:
    """That copy, its address and its page, which this client may change."""
    rules = HouseRules.objects.select_related("club").get(pk=lasting_copy[0].pk)
    client.force_login(rules.club.roles.get().user)
    return rules, at(rules.club, f"{rules.key}/edit/"), lasting_copy[1]


def change(rules: HouseRules, client_id: str = "change", **parts: Any) -> HouseRules:
    """The draft with some entries changed and saved."""
    data = draft_of(rules).model_dump(mode="json")
    for name, value in parts.items():
        *above, last = name.split("__")
        place = data
        for step in above:
            place = place[step]
        place[last] = value
    return save_draft(
        rules=rules,
        book=book_from_data(data),
        seen=draft_digest(rules),
        acting=acting_as("admin"),
        client_id=client_id,
    )


def publish_now(rules: HouseRules, client_id: str = "publish", note: str = "") -> HouseRulesVersion:
    rules.refresh_from_db()
    return publish_rules(
        rules=rules, seen=draft_digest(rules), note=note, acting=acting_as("admin"), client_id=client_id
    )


# -- the list ----------------------------------------------------------------------------


def test_everybody_reads_the_published_books_and_finds_no_keys(client: Client, club: Club) -> None:
    adopt_book(club=club, key="npa", acting=acting_as("admin"), client_id="one")
    ours(club, "st-hilary")

    page = client.get(at(club)).content.decode()

    assert "National Pinochle Association" in page
    assert "Version 1" in page
    assert "Make our own copy" not in page
    assert "St. Hilary Card Party" not in page  # the copy was never published


def test_adopting_with_a_tap_and_again(admin: Client, club: Club) -> None:
    for _ in range(2):
        answer = admin.post(at(club, "adopt/"), {"key": "npa", "client_id": "one"})
        assert answer.status_code == 302

    assert [version.number for version in HouseRulesVersion.objects.all()] == [1]


@pytest.mark.parametrize("data", [{}, {"key": "bridge", "client_id": "x"}, {"key": "n\0pa", "client_id": "x"}])
@pytest.mark.parametrize("place", ["adopt/", "copy/"])
def test_nonsense_is_refused_in_words(admin: Client, club: Club, place: str, data: dict[str, str]) -> None:
    answer = admin.post(at(club, place), data)

    assert answer.status_code == (409 if data.get("key") == "bridge" else 422)
    assert HouseRules.objects.count() == 0


def test_a_director_copies_and_changes_but_does_not_publish(client: Client, club: Club) -> None:
    client.force_login(make_user(club, "director"))

    assert client.post(at(club, "adopt/"), {"key": "npa", "client_id": "one"}).status_code == 403
    answer = client.post(at(club, "copy/"), {"key": "npa", "client_id": "two"})
    key = HouseRules.objects.get().key

    assert answer.headers["Location"] == at(club, f"{key}/edit/")
    assert client.get(answer.headers["Location"]).status_code == 200
    assert client.get(at(club, f"{key}/publish/")).status_code == 403


def test_the_list_asks_as_often_for_one_book_as_for_three(
    admin: Client, club: Club, django_assert_max_num_queries: Any
) -> None:
    counts = []
    admin.get(at(club))  # the session's own writes come with the first page
    for key in ("npa", "gwinnett", "st-hilary"):
        adopt_book(club=club, key=key, acting=acting_as("admin"), client_id=key)
        with django_assert_max_num_queries(20) as asked:
            admin.get(at(club))
        counts.append(len(asked))

    assert counts[0] == counts[2]


def test_the_list_says_where_a_book_is_used(admin: Client, club: Club) -> None:
    make_event(club)

    assert "Used in 1 event ·" in admin.get(at(club)).content.decode()


# -- the form ----------------------------------------------------------------------------


def test_the_page_sends_back_the_very_book_it_shows(client: Client, copied: tuple[HouseRules, str, str]) -> None:
    rules, address, page = copied
    before = rules.draft

    answer = client.post(address, posted(page))

    assert answer.status_code == 302
    rules.refresh_from_db()
    assert rules.draft == before


@pytest.mark.parametrize("key", ["gwinnett-3", *(pytest.param(key, marks=pytest.mark.soak) for key in OTHER_BOOKS)])
def test_the_page_of_another_book_sends_it_back_as_well(admin: Client, club: Club, key: str) -> None:
    rules = ours(club, key)
    before = rules.draft
    address = at(club, f"{rules.key}/edit/")

    answer = admin.post(address, posted(admin.get(address + WHOLE).content.decode()))

    assert answer.status_code == 302
    rules.refresh_from_db()
    assert rules.draft == before


def test_the_page_holds_the_parts_that_are_opened_and_no_others(admin: Client, club: Club) -> None:
    rules = ours(club)
    address = at(club, f"{rules.key}/edit/")
    closed, auction = (admin.get(address + query).content.decode() for query in ("", "?open=auction"))
    part = admin.get(f"{address}auction/").content.decode()
    names = {name for name in fields_of(auction).names if "." in name or name == "name"}

    assert len(closed.encode()) < 40_000
    assert names == {name for name in names if name.startswith("auction.")} != set()
    assert names | {"chapter"} == set(re.findall(r'<(?:input|select|textarea)[^>]* name="([^"]+)"', part))
    assert admin.get(f"{address}nonsense/").status_code == 404


def test_parts_that_were_not_opened_are_saved_as_they_are(admin: Client, club: Club) -> None:
    rules = ours(club)
    address = at(club, f"{rules.key}/edit/")
    before = draft_of(rules)

    answers = [
        admin.post(address, posted(admin.get(address).content.decode())),
        admin.post(address, posted(admin.get(f"{address}?open=auction").content.decode(), auction__opening="60")),
    ]

    rules.refresh_from_db()
    assert [answer.status_code for answer in answers] == [302, 302]
    assert [change.path for change in differences(before, draft_of(rules))] == ["auction.opening"]


def test_a_club_types_its_own_words_and_reads_them_in_print(admin: Client, club: Club) -> None:
    rules = ours(club, "family-double")
    address = at(club, f"{rules.key}/edit/")
    page = admin.get(f"{address}?open=words").content.decode()

    admin.post(address, posted(page, words__roundhouse="round trip", words__trick="book"))

    rules.refresh_from_db()
    assert ("words.trick", "trick") in fields_of(page).pairs
    assert draft_of(rules).words == Vocabulary(roundhouse="round trip", trick="book")
    assert "leads to the first book" in next(part.text for part in chapters(draft_of(rules)) if part.id == "play")


def test_another_part_is_opened_with_all_that_was_typed(admin: Client, club: Club) -> None:
    rules = ours(club)
    address = at(club, f"{rules.key}/edit/")
    typed = posted(admin.get(f"{address}?open=auction").content.decode(), auction__opening="60", open="round")

    answer = admin.post(address, typed)
    page = answer.content.decode()
    saved = admin.post(address, posted(page, round__skunk__points="250"))

    assert answer.status_code == 200
    assert "not saved yet" in page
    rules.refresh_from_db()
    assert saved.status_code == 302
    book = draft_of(rules)
    assert (book.auction.opening, book.round and book.round.skunk and book.round.skunk.points) == (60, 250)


def test_no_entry_of_the_schema_is_missing_from_the_page(copied: tuple[HouseRules, str, str]) -> None:
    names = fields_of(copied[2]).names
    paths = {".".join(part for part in name.split(".") if not part.isdecimal()) for name in names}

    def below(entry: Entry) -> set[str]:
        return set().union(*map(below, entry.children)) if entry.children else {entry.path}

    asked = set().union(*(below(entry) for chapter in entry_chapters() for entry in chapter.entries))
    assert asked - paths == set()
    assert set(RuleBook.model_fields) - {path.partition(".")[0] for path in asked} == {"key", "sources", "sheet"}


def test_faults_are_listed_and_stand_beside_their_fields_with_all_that_was_typed(admin: Client, club: Club) -> None:
    rules = ours(club)
    address = at(club, f"{rules.key}/edit/")
    page = admin.get(f"{address}?open=about&open=auction").content.decode()
    data = posted(page, auction__opening="fifty", name="", summary="Ours alone")

    answer = admin.post(address, data)
    page = answer.content.decode()

    assert answer.status_code == 422
    assert "2 fields need another look" in page
    assert '<a href="#rule-auction-opening">Opening bid</a>: Enter a whole number' in page
    assert 'value="fifty"' in page
    assert 'id="rule-auction-opening-fault"' in page
    assert "Ours alone" in page
    rules.refresh_from_db()
    assert draft_of(rules).auction.opening == 50


def test_every_fault_has_a_field_to_lead_to(client: Client, copied: tuple[HouseRules, str, str]) -> None:
    """Everything emptied: each link of the list leads to something on the page."""
    _, address, page = copied
    data = posted(page)
    emptied = {name: [""] if name not in ("client_id", "seen", "chapter") else texts for name, texts in data.items()}
    for number, name in enumerate(sorted(data)):
        if name.startswith(("meld.", "penalties.", "readings.", "auction.steps", "deal.packets")) and number % 2:
            emptied[name] = ["x"]

    answer = client.post(address, emptied)
    page = answer.content.decode()

    ids = {part.partition('"')[0] for part in page.split(' id="')[1:]}
    linked = {part.partition('"')[0] for part in page.split('<a href="#rule-')[1:]}
    assert answer.status_code == 422
    assert len(linked) > 40
    assert {f"rule-{name}" for name in linked} - ids == set()


def test_saving_changes_the_draft_once(admin: Client, club: Club) -> None:
    rules = ours(club)
    address = at(club, f"{rules.key}/edit/")
    data = posted(admin.get(f"{address}?open=auction").content.decode(), auction__opening="60")

    for _ in range(2):
        assert admin.post(address, data).status_code == 302

    rules.refresh_from_db()
    assert draft_of(rules).auction.opening == 60
    line = LogLine.objects.get(action="changed the draft of")
    assert (line.before, line.after) == ("Opening bid: 50", "Opening bid: 60")


def test_two_people_who_change_the_same_draft_are_told_and_lose_nothing(admin: Client, club: Club) -> None:
    rules = ours(club)
    address = at(club, f"{rules.key}/edit/")
    mine = posted(admin.get(f"{address}?open=auction").content.decode(), auction__opening="60")
    change(rules, auction__stuck=45)

    answer = admin.post(address, mine)
    page = answer.content.decode()

    assert answer.status_code == 409
    assert "Somebody else saved these rules" in page
    assert "Bid of a dealer who is stuck" in page
    assert fields_of(page).pairs.count(("auction.opening", "60")) == 1
    rules.refresh_from_db()
    assert draft_of(rules).auction.opening == 50

    assert admin.post(address, posted(page)).status_code == 302
    rules.refresh_from_db()
    assert (draft_of(rules).auction.opening, draft_of(rules).auction.stuck) == (60, 50)


def test_changed_fields_are_marked_against_the_version_before(admin: Client, club: Club) -> None:
    rules = ours(club)
    publish_now(rules)
    change(rules, auction__opening=60)

    page = admin.get(at(club, f"{rules.key}/edit/?open=auction")).content.decode()

    assert "Changed; before: 50" in page
    assert page.count('<span class="tag tag-now">1 changed</span>') == 2  # in the jump list and at the chapter


def test_a_book_adopted_as_it_is_cannot_be_changed(admin: Client, club: Club) -> None:
    adopt_book(club=club, key="npa", acting=acting_as("admin"), client_id="one")

    for rest in ("edit/", "changes/", "publish/"):
        assert admin.get(at(club, f"npa/{rest}")).status_code == 404, rest


def test_a_book_of_another_club_is_not_found(admin: Client, club: Club) -> None:
    other = make_club()
    rules = ours(other)
    publish_now(rules)

    for rest in ("", "edit/", "changes/", "compare/", "publish/", "versions/1/", "versions/1/book.pdf"):
        assert admin.get(at(club, f"{rules.key}/{rest}")).status_code == 404, rest


def test_nonsense_never_breaks_the_page(client: Client, copied: tuple[HouseRules, str, str]) -> None:
    _, address, whole = copied
    page = posted(whole)
    fields = page.keys() - {"client_id", "seen", "chapter"}
    for turn in range(sample(1, len(NONSENSE))):  # each field gets something else each time
        nonsense = {name: [NONSENSE[(turn + at) % len(NONSENSE)]] for at, name in enumerate(sorted(fields))}
        data = {**page, **nonsense, "client_id": [f"id-{turn}"]}

        answer = client.post(address, data)

        assert answer.status_code == 422
        assert "<script>" not in answer.content.decode().replace('<script src="', "")
    assert client.post(address, {}).status_code == 422


# -- comparing and publishing ------------------------------------------------------------


def test_publishing_shows_what_changes_and_makes_a_numbered_version(admin: Client, club: Club) -> None:
    rules = ours(club)
    change(rules, auction__opening=60)
    address = at(club, f"{rules.key}/publish/")

    page = admin.get(address + WHOLE).content.decode()
    rules.refresh_from_db()
    answer = admin.post(
        address, {"client_id": "one", "seen": draft_digest(rules), "note": "voted on May 3"}, follow=True
    )

    assert "Opening bid" in page
    assert "Publish version 1" in page
    assert "voted on May 3" in answer.content.decode()
    version = HouseRulesVersion.objects.get()
    assert version.book_version.book.auction.opening == 60
    assert version.book_version.key == rules.key


def test_an_unchanged_draft_is_not_published_again(admin: Client, club: Club) -> None:
    rules = ours(club)
    publish_now(rules)
    address = at(club, f"{rules.key}/publish/")

    answer = admin.post(address, {"client_id": "two", "seen": draft_digest(rules)})

    assert answer.status_code == 409
    assert "Nothing has changed since version 1" in answer.content.decode()
    assert HouseRulesVersion.objects.count() == 1


def test_a_draft_that_changed_since_the_page_was_opened_is_shown_again(admin: Client, club: Club) -> None:
    rules = ours(club)
    seen = draft_digest(rules)
    change(rules, auction__opening=60)

    answer = admin.post(at(club, f"{rules.key}/publish/"), {"client_id": "x", "seen": seen, "note": "ours"})

    assert answer.status_code == 409
    assert "changed after you opened this page" in answer.content.decode()
    assert HouseRulesVersion.objects.count() == 0


def test_any_two_versions_can_be_compared(admin: Client, club: Club) -> None:
    rules = ours(club)
    for number, opening in enumerate((55, 60, 65)):
        change(rules, f"change-{number}", auction__opening=opening)
        rules.refresh_from_db()
        publish_now(rules, f"publish-{number}")

    page = admin.get(at(club, f"{rules.key}/compare/?from=1&to=3")).content.decode()

    assert '<td class="was" data-label="Version 1' in page
    assert ">55</td>" in page
    assert ">65</td>" in page
    for query in ("?from=x&to=99999999999", "?from=3&to=3", ""):
        assert admin.get(at(club, f"{rules.key}/compare/{query}")).status_code == 200


def test_everybody_reads_a_version_and_prints_it(client: Client, club: Club, printed: list[str]) -> None:
    rules = ours(club)
    publish_now(rules)

    page = client.get(at(club, f"{rules.key}/versions/1/"))
    paper = client.get(at(club, f"{rules.key}/versions/1/book.pdf?paper=a4"))
    again = client.get(at(club, f"{rules.key}/versions/1/book.pdf?paper=a4"))

    assert "At a glance" in page.content.decode()
    assert paper["Content-Type"] == "application/pdf"
    assert paper.content == again.content
    assert ["At a glance" in html for html in printed] == [True]
    assert client.get(at(club, f"{rules.key}/versions/1/book.pdf?paper=bark")).status_code == 422
    assert client.get(at(club, f"{rules.key}/versions/2/")).status_code == 404
    assert client.get(at(club, f"{rules.key}/versions/{'9' * 30}/")).status_code == 404


def test_a_draft_nobody_published_is_nobody_elses_business(client: Client, club: Club) -> None:
    rules = ours(club)

    assert client.get(at(club, f"{rules.key}/")).status_code == 404


def test_a_retired_book_is_kept_and_can_come_back(admin: Client, club: Club) -> None:
    adopt_book(club=club, key="npa", acting=acting_as("admin"), client_id="one")

    admin.post(at(club, "npa/retire/"), {"retire": "1", "client_id": "two"})
    assert "No longer offered" in admin.get(at(club)).content.decode()

    admin.post(at(club, "npa/retire/"), {"retire": "0", "client_id": "three"})
    assert "No longer offered" not in admin.get(at(club)).content.decode()


# -- taking changes back -----------------------------------------------------------------


def test_changes_are_taken_back_with_a_tap(admin: Client, club: Club) -> None:
    rules = ours(club)
    publish_now(rules)
    change(rules, auction__opening=60)
    address = at(club, f"{rules.key}/changes/")
    rules.refresh_from_db()

    page = admin.get(address + WHOLE).content.decode()
    stale = admin.post(f"{address}drop/", {"client_id": "a", "seen": "another"})
    answer = admin.post(f"{address}drop/", {"client_id": "b", "seen": draft_digest(rules)})

    assert "Undo all of these changes" in page
    assert stale.status_code == 409
    assert answer.status_code == 302
    rules.refresh_from_db()
    assert draft_of(rules).auction.opening == 50
    assert admin.post(f"{address}drop/", {}).status_code == 422


def test_sentences_that_may_not_hold_any_more_are_named_before_publishing(admin: Client, club: Club) -> None:
    rules = ours(club)
    publish_now(rules)
    change(rules, contract__set_scoring="deduct")

    page = admin.get(at(club, f"{rules.key}/publish/")).content.decode()

    assert "Do these sentences still hold?" in page
    assert "<li>The contract: When the bid is set</li>" in page


def test_pages_ask_as_often_for_three_books_as_for_one(
    admin: Client, club: Club, django_assert_max_num_queries: Any
) -> None:
    rules = ours(club)
    publish_now(rules)
    admin.get(at(club))
    counts = list[dict[str, int]]()
    for number in range(2):
        counts.append({})
        for rest in ("edit/", "changes/", "publish/", "compare/", "", "versions/1/"):
            with django_assert_max_num_queries(20) as asked:
                assert admin.get(at(club, f"{rules.key}/{rest}")).status_code == 200
            counts[-1][rest] = len(asked)
        if number == 0:
            for key in ("gwinnett", "st-hilary"):
                publish_now(ours(club, key, key), f"publish-{key}")
            change(rules, auction__opening=55, auction__stuck=45)
            publish_now(rules, "publish-again")
            rules.refresh_from_db()

    assert counts[0] == counts[1]


def test_document_of_a_book_leads_who_may_change_rules_to_the_switch_of_each(
    client: Client, club: Club, copied: tuple[HouseRules, str, str]
) -> None:
    def leads(client: Client) -> list[str]:
        page = client.get("/books/npa/document/").content.decode()
        return re.findall(r'href="([^"]+)">Change it<', page)

    rules, edit, page = copied
    there = re.findall(r' id="(rule-[^"]+)"', page)
    assert leads(Client()) == []
    client.force_login(make_user(club, "admin"))  # whose club has no copy
    assert {lead.partition("?")[0] for lead in leads(client)} == {at(club)}

    client.force_login(rules.club.roles.get().user)
    leading = leads(client)
    for lead in leading:
        before, _, path = lead.partition("?at=")
        assert before == edit
        assert field_id(path) in there, lead
    for lead in leading[:: sample(12, 1)]:
        opened, _, field = client.get(lead).headers["Location"].partition("#")
        assert field == field_id(lead.partition("?at=")[2])
    assert f'id="{field}"' in client.get(opened).content.decode()


# -- describe your game ------------------------------------------------------------------


def test_a_club_describes_its_game_with_the_questions_of_a_kitchen(admin: Client, club: Club) -> None:
    assert 'href="' + at(club, "describe/") + '"' in admin.get(at(club)).content.decode()
    answers = {"players": "6", "sides": "across", "cards": "120", "to": "points", "figure": "600"}
    page = admin.get(at(club, "describe/"), answers)
    carried = {"book": page.context["game"].original.key, "changes": page.context["game"].changes_text}
    data = {**carried, "client_id": "described", "do": "edit", "contract.set_scoring": "both"}

    first, again = (admin.post(at(club, "describe/"), data) for _ in range(2))

    rules = club.house_rules.get()
    draft = draft_of(rules)
    assert first["Location"] == again["Location"] == at(club, f"{rules.key}/edit/")
    assert (draft.deal.players, draft.deal.sides, draft.deal.hand_size) == (6, "across", 20)
    assert (draft.game.target, draft.contract.set_scoring, draft.key) == (600, "both", rules.key)
    assert "six players, three pairs · 120 cards, 20 each · to 600" in draft.summary


@pytest.mark.parametrize(("do", "page"), [("sheet", "sheet/text/"), ("publish", "publish/")])
def test_a_described_game_leads_on_to_what_was_tapped(admin: Client, club: Club, do: str, page: str) -> None:
    answer = admin.post(at(club, "describe/"), {"book": "npa", "changes": "{}", "client_id": "one", "do": do})

    assert answer["Location"] == at(club, f"{club.house_rules.get().key}/{page}")


def test_a_described_game_can_be_tried_on_a_card_first(admin: Client, club: Club) -> None:
    page = admin.get(at(club, "describe/"), {"book": "npa"})
    assert 'formaction="/our-game/"' in page.content.decode()

    tried = admin.post("/our-game/", {"book": "npa", "changes": "{}", "start": page.context["start"], "do": "start"})

    assert tried["Location"].startswith("/cards/")
    assert not club.house_rules.exists()


@pytest.mark.parametrize("bad", [*NONSENSE, ""])
def test_nonsense_describes_no_game(admin: Client, club: Club, bad: str) -> None:
    for name in ("players", "book", "changes", "to"):
        asked = {"players": "4", "to": "150", "cards": "48", name: bad}
        assert admin.get(at(club, "describe/"), asked).status_code in (200, 422)
        assert admin.post(at(club, "describe/"), asked).status_code in (200, 422)
    assert not club.house_rules.exists()
