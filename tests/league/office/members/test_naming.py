"""What a person is called, and to whom."""

from __future__ import annotations

from dataclasses import replace
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import URLPattern, reverse

from league.acting.permissions import HANDED_ON, Action, may
from league.evening.judging.deeds.entries import enter
from league.models import Entrant, LogLine, Member, Role
from league.models.members import INITIALS, FullNames, read_in_full, with_number
from league.office.members.naming import shown_name
from tests.league.makers import acting_as, make_user, rule_at, sheet_at
from tests.league.test_permission_matrix import World, call, guarded
from tests.sampling import every


@pytest.mark.parametrize(
    ("name", "initials"),
    [
        ("Ruth Abernathy", "R. A."),
        ("Cher", "C."),
        ("Mary-Ann  O’Neil", "M. O."),
        ("“Ace” van der Berg", "A. V. D. B."),
        ("a b c d e f", "A. B. C. D."),
        ("Ōyama 美咲", "Ō. 美."),
        ("?!", "–"),
    ],
)
def test_initials(name: str, initials: str) -> None:
    assert Member(name=name, short_name="Ruthie", initials_only=True).called == initials
    assert INITIALS.fullmatch(initials)
    assert INITIALS.fullmatch(with_number(initials, 3))


@pytest.mark.parametrize("kind", [None, *Role.Kind])
def test_initials_are_for_all_but_officials(kind: str | None) -> None:
    member = Member(pk=3, name="Ruth Abernathy", short_name="Ruthie", initials_only=True)
    full = kind in ("admin", "director", "referee", "helper")  # a helper keeps the desk of one evening

    acting = replace(acting_as(kind), member_id=4)

    assert shown_name(member, acting) == ("Ruth Abernathy" if full else "R. A.")


def test_everybody_reads_their_own_name() -> None:
    member = Member(pk=3, name="Ruth Abernathy", short_name="Ruthie", initials_only=True)

    assert shown_name(member, replace(acting_as("member"), member_id=3)) == "Ruth Abernathy"


def test_others_are_called_by_name_to_everybody() -> None:
    member = Member(pk=3, name="Ruth Abernathy", short_name="Ruthie")

    assert shown_name(member, acting_as(None)) == "Ruth Abernathy"


def test_who_shares_a_name_is_told_apart_by_the_number() -> None:
    member = Member(pk=3, name="Ann Lee", short_name="Ann", name_apart="3", short_name_apart="3")
    assert (member.public_name, member.called, member.full_name) == ("Ann Lee (3)", "Ann (3)", "Ann Lee (3)")

    member.initials_only = True
    assert (member.called, shown_name(member, acting_as("director"))) == ("A. L. (3)", "Ann Lee (3)")


@pytest.mark.parametrize(
    ("name", "number", "words"), [("Ann Lee", 3, "Ann Lee (3)"), ("Ann Lee (3)", 3, "Ann Lee (3)")]
)
def test_a_number_is_said_once(name: str, number: int, words: str) -> None:
    assert with_number(name, number) == words


def test_in_a_sentence_each_name_is_put_in_full_once() -> None:
    names = FullNames(1)
    people = enumerate(("P. J. Berg", "Pearl Jamison"))
    vars(names)["_members"] = {pk: Member(pk=pk, name=name, initials_only=True) for pk, name in people}

    assert names.in_words("P. J. B. plays for P. J. today.") == "P. J. Berg plays for Pearl Jamison today."


FILES = {"event", "log", "cash"}
HAS_NAMES = {
    *(
        "desk",
        "event",
        "rotation",
        "check_in",
        "entrant",
        "partner",
        "note_coming",
        "paper_card",
        "grid",
        "name_winner",
    ),
    *("penalties", "rule", "came", "replace", "back_after_all", "waive", "substitutes", "close_round"),
}


@pytest.fixture
def pearl(world: World) -> Entrant:
    """Somebody shown by initials, who sits at the table of that world, called the director, and has a penalty."""
    entrant = Entrant.objects.get(pk=world.parts["entrant_id"])
    member = Member.objects.get(pk=world.parts["member_id"])
    member.name, member.short_name, member.initials_only = "Pearl Jamison", "Pearlie", True
    member.save()
    entrant.member, entrant.name, entrant.short_name = member, member.public_name, ""
    entrant.save()
    card = world.table.card
    card.player_names |= {world.parts["seat"]: member.public_name}
    card.save()
    enter(world.table, acting_as(), "penalty", "fined", {"seat": world.parts["seat"], "code": "wrong_table"})
    rule_at(world.table, called_by=world.parts["seat"])
    world.parts["entry"] = sheet_at(world.table).rulings[-1].number
    return entrant


def pages_of_an_evening() -> list[tuple[URLPattern, Action]]:
    """Those that are known to tell names, and of the others some; in a soak all."""
    pages = [
        (pattern, action)
        for pattern, action in guarded()
        if "event_id" in pattern.pattern.converters and not str(pattern.pattern).endswith(".pdf")
    ]
    known = [page for page in pages if page[0].name in HAS_NAMES | FILES]
    return [*known, *every(8, [page for page in pages if page not in known])]


def test_officials_alone_read_names_in_full_on_every_page_of_an_evening(world, pearl):
    """What others may open, files and papers, which are handed on, hold initials, whoever asked for a page before."""
    clients = {kind: Client() for kind in ("director", "member")}
    for kind, client in clients.items():
        client.force_login(make_user(world.club, kind))
    in_full, wrong = set(), []

    def names(kind: str, pattern: URLPattern, query: str = "", sent: dict[str, str] | None = None) -> set[str]:
        address = world.address(pattern) + query
        page = clients[kind].post(address, sent) if sent else call(clients[kind], "get", address)
        text = page.content.decode(errors="replace") if page.status_code in (200, 409, 422) else ""
        return {name for name in ("Pearl", "P. J.") if name in text}

    for pattern, action in pages_of_an_evening():
        read = names("director", pattern)
        in_full |= {str(pattern.name)} if "Pearl" in read else set()
        if may(Role.Kind.MEMBER, action):
            wrong += [(pattern.name, "member")] if "Pearl" in names("member", pattern) else []
        else:
            wrong += [(pattern.name, "director")] if ("Pearl" if action in HANDED_ON else "P. J.") in read else []
        if action not in HANDED_ON and "Pearl" in read:
            again = names("director", pattern, sent={"client_id": "x" * 41})
            wrong += [(pattern.name, "shown again")] if "P. J." in again else []
        if pattern.name in FILES:
            wrong += [(pattern.name, "file")] if "Pearl" in names("director", pattern, "?file=csv") else []

    assert wrong == []
    assert in_full >= HAS_NAMES


def test_officials_read_the_full_name_in_what_refuses_a_tap(world, pearl):
    client = Client()
    client.force_login(make_user(world.club, "director"))
    address = reverse("league:replace_finalist", args=[world.club.slug, pearl.event_id, pearl.pk])

    answer = client.post(address, {"client_id": uuid4().hex})

    assert (answer.status_code, "Pearl Jamison isn’t in the final." in answer.text) == (409, True)


def test_full_names_cost_one_query_and_none_where_nobody_is_shown_by_initials(world, pearl, django_assert_num_queries):
    for there, queries in ((Entrant.objects.filter(pk=pearl.pk), 3), (Entrant.objects.exclude(pk=pearl.pk), 2)):
        with read_in_full(world.club.pk), django_assert_num_queries(queries):
            names = [one.name for one in (*there, *there.all())]
        assert ("Pearl Jamison" in names) == (queries == 3)
    assert Entrant.objects.get(pk=pearl.pk).name == "P. J."


def test_what_an_official_does_is_kept_under_the_name_that_everybody_may_read(world, pearl):
    client = Client(headers={"HX-Request": "true"})
    client.force_login(make_user(world.club, "director"))
    address = reverse("league:check_in_member", args=[world.club.slug, pearl.event_id, pearl.member_id])

    row = client.post(address, {"do": "left", "client_id": uuid4().hex}).text

    assert ("Pearl Jamison" in row, "P. J." in row) == (True, False)
    assert LogLine.objects.latest("pk").subject == "P. J. (1)"
    assert Entrant.objects.get(pk=pearl.pk).name == "P. J."
