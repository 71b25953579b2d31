"""Every page that shows one round while another is played says nothing that is only true of the other."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

from league.evening.paper.pdfs import papers
from league.evening.paper.pdfs.sheets import print_paper
from league.models import Event, Role
from league.urls import urlpatterns
from tests.lasting import lasting
from tests.league.makers import (
    close_with_sums,
    make_entrants,
    make_event,
    make_members,
    make_round,
    make_user,
    start_now,
)

pytestmark = pytest.mark.django_db

# Pages of an evening that take the round to be shown from `?round=`, some of them in more than one look.
ASKED = {
    "desk": ("", "&open=1", "&list=1"),
    "desk_changes": ("",),
    "seating": ("", "&by=name"),
    "rotation": ("",),
    "papers": ("",),
}
# Pages that ask who of all who are here takes a seat.
WHO_IS_HERE = {"replace", "substitutes", "chairs"}
SHOWN = 1
# What is only true of the round that is played.
LATER = re.compile(r"\w+ Later|Table 3")


@pytest.fixture(scope="module")
def evening(django_db_setup: None, django_db_blocker: Any) -> Iterator[Event]:
    """Its first rounds are closed, its third is played: by people who came later, at a table more."""
    with lasting(django_db_blocker):
        event = make_event(rounds_planned=3)
        for at, member in enumerate(make_members(event.club, 18)):
            member.name += " Later" if at >= 9 else ""
            member.save()
        early = make_entrants(event, 9)
        for number in (1, 2):
            event_round = start_now(make_round(event, early, number=number))
            close_with_sums(event_round, [(312, 150), (200, 260)])
        start_now(make_round(event, [*early[5:], *make_entrants(event, 9)], number=3))
        yield event


def pages_of(event: Event) -> Iterator[tuple[str, str]]:
    """The name and the address of each page of the evening that shows a round: the first."""
    parts = {"slug": event.club.slug, "event_id": event.pk, "number": SHOWN, "table": 1, "seat": "N", "hand": 1}
    for pattern in urlpatterns:
        wanted, name = pattern.pattern.converters.keys(), str(pattern.name)
        if name in WHO_IS_HERE or not {"slug", "event_id"} <= wanted <= parts.keys():
            continue
        address = reverse(f"league:{name}", kwargs={part: parts[part] for part in wanted})
        looks = ("",) if "number" in wanted else (f"?round={SHOWN}{more}" for more in ASKED.get(name, ()))
        yield from ((name, address + look) for look in looks)


def test_page_of_a_round_says_nothing_that_is_only_true_of_another(evening):
    client, wrong, seen = Client(), [], set()
    client.force_login(make_user(evening.club, Role.Kind.ADMIN))

    for name, address in pages_of(evening):
        page = client.get(address)
        if page.status_code == 200:
            seen.add(name)
            wrong += [(address, found) for found in LATER.findall(page.content.decode())]

    assert wrong == []
    assert seen >= {*ASKED, "penalties", "round_counts", "paper_card"}


@pytest.mark.parametrize("kind", ["seating", "results"])
def test_paper_of_a_round_says_nothing_that_is_only_true_of_another(evening, monkeypatch, kind):
    monkeypatch.setattr(papers, "list_pdf", lambda template, context, paper: render_to_string(template, context))

    paper = print_paper(evening.pk, kind, Role.Kind.ADMIN, {"round": str(SHOWN)})

    assert LATER.findall(str(paper)) == []
