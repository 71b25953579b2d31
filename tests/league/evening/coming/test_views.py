"""Who comes as pages: a member's own link, a member's account, and the director's page of a night."""

from html import unescape
from typing import Any

import pytest
from django.urls import reverse

from league.evening.coming.pdfs import print_links
from league.models import Coming, Event, Member, PairRule, Role
from league.office.members.links import token_of
from tests.league.evening.coming.nights import next_week
from tests.league.makers import make_club, make_entrants, make_event, make_members, make_user
from tests.scoring.score_card.pdf_reading import SIZES, all_boxes_of, pages_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def night():
    return next_week()


def address(name, club, *args):
    return reverse(f"league:{name}", args=[club.slug, *args])


def link_of(member, what="coming"):
    return address("you", member.club, member.pk, token_of(member, what))


def read(client, where, **more):
    return unescape(client.get(where, **more).content.decode())


@pytest.fixture
def director(night, client):
    client.force_login(make_user(night.club, "director"))
    return client


def as_account_of(client, member, kind="member"):
    user = make_user(member.club, kind)
    Role.objects.filter(user=user).update(member=member)
    client.force_login(user)


# -- a member's own link -----------------------------------------------------------------


def test_link_answers_by_one_tap_for_every_night_ahead(client, night):
    (ruth,) = make_members(night.club, 1)
    pairs = next_week(night.club, name="Pairs night", format="round_robin")
    make_event(night.club, name="Last week")

    page = read(client, link_of(ruth))
    assert [word in page for word in ("Tuesday cards", "Pairs night", "Looking for a partner", "Last week")] == [
        True, True, True, False,
    ]  # fmt: skip
    assert not Coming.objects.exists()

    for event, says in ((night, "coming"), (pairs, "looking")):
        sent = {"client_id": f"tap-{event.pk}", "says": says}
        answer = client.post(f"{link_of(ruth)}{event.pk}/", sent, follow=True)
    assert {one.event_id: one.says for one in Coming.objects.all()} == {night.pk: "coming", pairs.pk: "looking"}
    assert "You’re coming." in unescape(answer.content.decode())


def test_link_as_it_is_printed_leads_to_the_page(client, night):
    ruth, walt = make_members(night.club, 2)
    short = reverse("league:short_link", args=[ruth.pk, token_of(ruth, "coming")])

    assert client.get(short)["Location"] == link_of(ruth)
    assert client.get(short.replace(f"/{ruth.pk}/", f"/{walt.pk}/")).status_code == 404


def test_link_leaves_nobody_signed_in_and_is_kept_by_nobody(client, night):
    (ruth,) = make_members(night.club, 1)

    answer = client.get(link_of(ruth))

    assert "sessionid" not in client.cookies
    assert (answer["Cache-Control"], answer["Referrer-Policy"], answer["X-Robots-Tag"]) == (
        "no-store", "no-referrer", "noindex",
    )  # fmt: skip
    assert client.get(address("coming", night.club, night.pk)).status_code == 302


@pytest.mark.parametrize("change", [{"is_active": False}, {"is_anonymous": True}, {"link_nonce": "another"}])
def test_link_of_somebody_who_is_gone_or_has_a_new_one_opens_nothing(client, night, change):
    (ruth,) = make_members(night.club, 1)
    link = link_of(ruth)
    Member.objects.update(**change)

    assert client.get(link).status_code == 404
    assert client.post(f"{link}{night.pk}/", {"client_id": "tap", "says": "coming"}).status_code == 404
    assert not Coming.objects.exists()


def test_link_for_something_else_opens_nothing(client, night):
    (ruth,) = make_members(night.club, 1)

    assert client.get(link_of(ruth, "night 7")).status_code == 404


def test_link_of_an_entry_that_was_merged_into_another_dies_with_it(client, night):
    ruth, twin = make_members(night.club, 2)
    Member.objects.filter(pk=twin.pk).update(merged_into=ruth)

    assert client.post(f"{link_of(twin)}{night.pk}/", {"client_id": "tap", "says": "coming"}).status_code == 404
    assert client.get(link_of(twin)).status_code == 404
    assert not Coming.objects.exists()
    assert client.get(link_of(ruth)).status_code == 200


def test_night_that_has_begun_is_told_on_the_links_page(client, night):
    (ruth,) = make_members(night.club, 1)
    Event.objects.update(state="running")

    answer = client.post(f"{link_of(ruth)}{night.pk}/", {"client_id": "tap", "says": "coming"})

    assert answer.status_code == 409
    assert "This night has begun" in answer.content.decode()


def test_nonsense_is_answered_with_a_sentence_and_long_words_too(client, night):
    (ruth,) = make_members(night.club, 1)
    for sent, why in (
        ({"says": "perhaps"}, "That isn’t one of the answers"),
        ({}, "Say whether you’re coming"),
        ({"says": "coming", "note": "x" * 121}, "Use up to 120 characters"),
    ):
        answer = client.post(f"{link_of(ruth)}{night.pk}/", {"client_id": "tap", **sent})
        assert answer.status_code == 422
        assert why in unescape(answer.content.decode())


# -- by account --------------------------------------------------------------------------


def test_member_answers_on_the_own_page_and_sees_who_comes(client, night):
    ruth, walt = make_members(night.club, 2)
    Coming.objects.create(event=night, member=walt, says="coming", note="I need a lift", at=night.starts_at)
    as_account_of(client, ruth)
    assert "Are you coming?" in read(client, address("me", night.club))

    sent = {"client_id": "tap", "says": "coming", "back": "me"}
    answer = client.post(address("answer_coming", night.club, night.pk), sent)

    assert answer["Location"] == address("me", night.club)
    page = read(client, address("coming", night.club, night.pk))
    assert [word in page for word in ("2 coming", "Walt Kowalski", "I need a lift", "Haven’t said", "noted by")] == [
        True, True, True, False, False,
    ]  # fmt: skip


def test_account_without_a_member_is_told_how_to_claim_one(director, night):
    answer = director.post(address("answer_coming", night.club, night.pk), {"client_id": "tap", "says": "coming"})

    assert answer.status_code == 409
    assert "Claim your account first" in unescape(answer.content.decode())


def test_initials_are_all_that_members_read(client, night):
    ruth, walt = make_members(night.club, 2)
    Member.objects.filter(pk=walt.pk).update(initials_only=True)
    Coming.objects.create(event=night, member=walt, says="coming", at=night.starts_at)
    as_account_of(client, ruth)

    page = read(client, address("coming", night.club, night.pk))

    assert ("Walt Kowalski" in page, "1 coming" in page) == (False, True)


# -- what directors note -----------------------------------------------------------------


def test_director_notes_by_one_tap_and_sees_the_regulars_first(director, night):
    people = make_members(night.club, 6)
    make_entrants(make_event(night.club), 4)
    there = address("coming", night.club, night.pk)
    page = read(director, there)
    assert "6 people haven’t said anything" in page
    assert page.index("Ed Lindqvist") < page.index("Everybody else") < page.index("Joan Pruitt")

    for at, member in enumerate(people[:5]):
        tap = address("tap_coming", night.club, night.pk, member.pk)
        director.post(tap, {"client_id": f"tap-{at}", "says": "coming"})

    page = read(director, there)
    assert "5 coming: 1 table and 1 over." in page
    assert "noted by Carol Reyes" in page


def test_director_notes_words_and_a_partner(director, client):
    night = next_week(format="round_robin")
    ruth, walt = make_members(night.club, 2)
    client.force_login(make_user(night.club, "director"))
    page = address("note_coming", night.club, night.pk, ruth.pk)
    assert "Comes with (optional)" in read(client, page)

    sent = {"client_id": "note", "says": "coming", "partner": walt.pk, "note": "late"}
    assert client.post(page, sent).status_code == 302

    assert "Ruth Abernathy and Walt Kowalski" in read(client, address("coming", night.club, night.pk))
    sent = {"client_id": "self", "says": "coming", "partner": ruth.pk, "note": ""}
    answer = client.post(page, sent)
    assert answer.status_code == 409
    assert "Choose somebody else as the partner" in unescape(answer.content.decode())


def test_two_who_look_are_suggested_unless_they_are_kept_apart(client):
    night = next_week(format="round_robin")
    ruth, walt, marge = make_members(night.club, 3)
    for member in (ruth, walt, marge):
        Coming.objects.create(event=night, member=member, says="looking", at=night.starts_at)
    PairRule.objects.create(club=night.club, first=ruth, second=walt, kind="not_partners")
    client.force_login(make_user(night.club, "director"))
    there = address("coming", night.club, night.pk)
    page = read(client, there)
    assert [f"{one} could play together" in page.replace("</bdi></strong>", "") for one in (
        "Ruth Abernathy and Walt Kowalski", "Ruth Abernathy and Marge Delgado", "Walt Kowalski and Marge Delgado",
    )] == [False, True, False]  # fmt: skip

    sent = {"client_id": "match", "one": ruth.pk, "other": marge.pk}
    assert client.post(address("match_partners", night.club, night.pk), sent).status_code == 302
    assert Coming.objects.get(member=ruth).partner == marge


def test_large_club_is_searched(director, night):
    Member.objects.bulk_create(Member(club=night.club, number=at, name=f"Ann Kay {at:03}") for at in range(1, 131))
    there = address("coming", night.club, night.pk)

    assert "Ann Kay 077" not in read(director, there)
    assert "Ann Kay 077" in read(director, f"{there}?q=77")


@pytest.mark.parametrize("people", [2, 30])
def test_page_of_a_night_asks_the_same_whatever_the_number_of_people(
    director, night, people, django_assert_num_queries
):
    for member in make_members(night.club, people)[: people // 2]:
        Coming.objects.create(event=night, member=member, says="coming", at=night.starts_at)

    with django_assert_num_queries(11):
        director.get(address("coming", night.club, night.pk))


def test_said_no_stands_apart_at_check_in(director, night):
    ruth, walt = make_members(night.club, 2)
    make_entrants(make_event(night.club), 2)
    director.post(address("tap_coming", night.club, night.pk, walt.pk), {"client_id": "no", "says": "not_coming"})
    director.post(address("tap_coming", night.club, night.pk, ruth.pk), {"client_id": "yes", "says": "coming"})

    page = read(director, address("check_in", night.club, night.pk))

    assert page.index("Ruth Abernathy") < page.index("Said no")
    assert "Add the regulars" not in page


# -- links given out ---------------------------------------------------------------------


def test_links_are_listed_shown_and_given_out_anew(director, night):
    (ruth,) = make_members(night.club, 1)
    Member.objects.create(club=night.club, number=9, name="Ida Moss", is_active=False)
    page = read(director, address("member_links", night.club))
    assert (link_of(ruth) in page, "Ida Moss" in page) == (True, False)
    one = address("member_link", night.club, ruth.pk)
    assert link_of(ruth) in read(director, one)

    assert director.post(one, {"client_id": "new"}).status_code == 302

    assert link_of(ruth) not in read(director, one)


def test_links_on_paper_have_everybodys_name_and_address(night):
    make_members(night.club, 11)
    pages = pages_of(print_links(night.club.pk, "letter"))

    assert len(pages) == 2
    assert all(member.name in " ".join(pages) for member in night.club.members.all())


@pytest.mark.parametrize("paper", [pytest.param("letter", marks=pytest.mark.soak), "a4"])
def test_links_on_paper_keep_to_their_own_cards_however_long_all_is(settings, tmp_path, paper):
    settings.PUBLIC_URL = "https://pinochle.fellowship-hall.st-bartholomews-parish.example.org"
    club = make_club(name="Saint Bartholomew’s Parish Hall Wednesday Evening Pinochle Club", slug="saint-" * 6 + "club")
    names = ("Ada Lee", "Maximiliane Featherstonehaugh", "Wilhelmina Featherstonehaugh-Cholmondeley the Younger " * 2)
    members = [
        Member.objects.create(club=club, number=100_000 + at, name=names[at % 3][:80].strip()) for at in range(11)
    ]
    high, middle = SIZES[paper][1] * 25.4 / 72 / 5, SIZES[paper][0] * 25.4 / 72 / 2
    cards: dict[tuple[int, int, int], list[Any]] = {}

    for box in all_boxes_of(print_links(club.pk, paper), tmp_path):
        row, column = int(box.top // high), int(box.left // middle)
        assert middle * column + 5 < box.left < box.right < middle * (column + 1) - 5, box
        assert high * row + 2 < box.top < box.bottom < high * (row + 1) - 0.5, box
        cards.setdefault((box.page, row, column), []).append(box)

    told = ["".join(box.word for box in boxes) for boxes in cards.values()]
    for member in members:
        has_secret = [text for text in told if token_of(member, "coming") in text]
        assert len(has_secret) == 1
        short = reverse("league:short_link", args=[member.pk, token_of(member, "coming")])
        assert f"{settings.PUBLIC_URL.removeprefix('https://')}/my/" in has_secret[0]  # where the line may end
        assert short.removeprefix("/my/") in has_secret[0]
        assert f"{member.name.replace(' ', '')}{member.number}" in has_secret[0]
    assert all(len({(box.left // 1, box.top // 1) for box in boxes}) == len(boxes) for boxes in cards.values())


def test_empty_club_has_nothing_to_print(client):
    club = make_club()
    client.force_login(make_user(club, "director"))

    assert client.get(address("member_links_pdf", club)).status_code == 404
