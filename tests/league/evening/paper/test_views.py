"""The addresses of an event's paper: who may, what is asked, how many queries."""

import re
from collections.abc import Callable
from contextlib import nullcontext
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest
from django.core.cache import caches
from django.urls import reverse

from league.acting.permissions import Action
from league.evening.ledger.findings import SHORT
from league.evening.paper import views
from league.evening.paper.pages.choice import KINDS as ALL_KINDS
from league.evening.paper.pdfs import papers, sheets
from league.evening.rounds.deeds import start_round
from league.models import Category, Entrant, Event, EventRound
from pinochle_club.ground.apart import Busy
from pinochle_club.ground.pdfs import PRINTER, STACK_PRINTER
from tests.league.makers import (
    acting_as,
    make_club,
    make_entrants,
    make_event,
    make_members,
    make_round,
    make_running_round,
    make_user,
    rule_at,
)

pytestmark = pytest.mark.django_db
MADE = b"%PDF-made"
# The others: test_board_papers.py, and test_knock_out.py of the seating.
KINDS = [kind for kind in ALL_KINDS if not kind.boards_by and kind.key != "bracket"]
OPEN_TO_ALL = {"seating", "results", "partners"}


def noted(asked: dict[str, Any], name: str) -> Callable[..., bytes]:
    def print_nothing(*given: object) -> bytes:
        asked[name] = given
        return MADE

    return print_nothing


@pytest.fixture(autouse=True)
def quick_paper(monkeypatch):
    """What is asked for is noted instead of printed: the paper itself is tested with `pdfs`."""
    asked: dict[str, Any] = {}
    caches["pdfs"].clear()
    for name in (
        "seating",
        "master",
        "check_in",
        "results",
        "slips",
        "ruling_slips",
        "score_cards",
        "table_cards",
        "partners",
        "certificates",
    ):
        monkeypatch.setattr(papers, f"{name}_pdf", noted(asked, name))
    monkeypatch.setattr(sheets, "one_file", lambda: nullcontext(SimpleNamespace(finish=lambda: MADE)))
    return asked


@pytest.fixture
def event(club):
    event = make_event(club)
    make_round(event, make_entrants(event, 9))
    return event


def as_(client, club, kind):
    if kind:
        client.force_login(make_user(club, kind))
    return client


def address(event, name="papers", **query):
    return reverse(f"league:{name}", args=[event.club.slug, event.pk], query=query)


def closed_round(event):
    event_round = event.rounds.get(number=1)
    start_round(event_round=event_round, acting=acting_as(), client_id="start-it")
    rule_at(event_round.tables.get(number=1))
    EventRound.objects.filter(pk=event_round.pk).update(state="closed")


# -- the page ----------------------------------------------------------------------------


def test_a_director_finds_every_paper(client, club, event):
    page = as_(client, club, "director").get(address(event)).content.decode()

    for kind in KINDS:
        assert kind.title in page
        assert kind.when in page.replace("&#x27;", "'")
    assert page.count("<form") >= len(KINDS) - 4
    assert "No round has been closed yet." in page


def keys_on(page):
    """The papers that can be tapped."""
    return set(re.findall(r'action="[^"]*/([\w-]+)\.pdf"', page.content.decode()))


def test_no_paper_can_be_tapped_of_which_there_is_nothing_and_each_says_why(client, club, event):
    Event.objects.filter(pk=event.pk).update(fee=500)
    start_round(event_round=event.rounds.get(number=1), acting=acting_as(), client_id="start-it")
    none_yet = {"ruling-slips", "receipts", "partners", "certificates"}
    as_(client, club, "director")

    page = client.get(address(event))
    assert none_yet.isdisjoint(keys_on(page))
    assert page.text.count("No round has been closed yet.") == 2
    assert "Nothing was ruled in round 1." in page.text
    assert "No prize has been paid yet" in page.text

    rule_at(event.rounds.get(number=1).tables.get(number=1))
    event.rounds.update(state="closed")
    event.cash_entries.create(number=1, kind="payout", amount=500)
    assert keys_on(client.get(address(event))) >= none_yet


def test_certificates_of_categories_are_offered_once_a_category_has_a_first(client, club, event):
    """One alone in a category has won nothing by it."""
    event.rounds.update(state="closed")
    as_(client, club, "director")
    women = Category.objects.create(club=club, name="Women")
    people = list(event.entrants.all()[:2])
    offered = []

    for entrant, member in zip(people, make_members(club, 2), strict=True):
        offered.append('value="categories"' in client.get(address(event)).text)
        Entrant.objects.filter(pk=entrant.pk).update(member=member, state="here")
        member.carries.add(women)

    assert [*offered, 'value="categories"' in client.get(address(event)).text] == [False, False, True]


def test_cards_for_tables_ask_which_while_nobody_is_seated(client, club):
    empty = make_event(club)
    as_(client, club, "director")

    page = client.get(address(empty)).text

    assert len(re.findall(r'name="last"[^>]* required', page)) == 2  # of table cards, and of score cards
    assert page.count("Nobody is seated yet. Enter the last table you want cards for.") == 2
    assert 'value="names"' not in page


def test_a_stranger_finds_what_is_published(client, club, event):
    page = client.get(address(event)).content.decode()

    assert [kind.key for kind in KINDS if f'id="{kind.key}"' in page] == [
        "score_cards",
        "seating",
        "results",
        "partners",
    ]


@pytest.mark.parametrize(("query", "paper", "number"), [({}, "letter", "1"), ({"paper": "a4", "round": 2}, "a4", "2")])
def test_paper_and_round_go_along_with_each_key(client, club, event, query, paper, number):
    make_round(event, event.entrants.all(), number=2)

    page = as_(client, club, "director").get(address(event, **query)).content.decode()

    assert page.count(f'<input type="hidden" name="paper" value="{paper}">') == len(KINDS) - 4  # no round has started
    assert page.count(f'<input type="hidden" name="round" value="{number}">') == 2
    assert f"Print, round {number}" in page


def test_the_page_asks_as_much_of_the_database_for_many_rounds(
    client, club, event, django_assert_num_queries, django_assert_max_num_queries
):
    as_(client, club, "director").get(address(event))  # the first page of a session notes it
    with django_assert_max_num_queries(9) as few:  # one of them asks for rulings
        client.get(address(event))
    for number in (2, 3, 4):
        make_round(event, event.entrants.all(), number=number)
    with django_assert_num_queries(len(few)):
        client.get(address(event))


@pytest.mark.parametrize("query", [{"paper": "a3"}, {"round": 9}, {"round": "x"}, {"round": "9" * 40}, {"paper": "\0"}])
def test_nonsense_on_the_page_is_answered_with_a_sentence(client, club, event, query):
    response = as_(client, club, "director").get(address(event, **query))

    assert response.status_code == 422
    assert 'role="alert"' in response.content.decode()


def test_letters_without_a_font_are_told_before_printing(client, club, event, monkeypatch):
    monkeypatch.setattr(papers, "missing_letters", lambda letters: "山" if "山" in letters else "")
    assert "has no letters for" not in client.get(address(event)).content.decode()

    event.entrants.filter(number=1).update(name="山田")

    assert "This server has no letters for 山" in client.get(address(event)).content.decode()


def test_page_waits_for_no_printer(client, club, event, monkeypatch):
    """Three officials once had no answer in a minute, since letters were looked for behind a long print."""
    event.entrants.filter(number=1).update(name="山田")
    waits = []

    def busy(*_: object, at_most: float | None = None, **__: object) -> None:
        waits.append(at_most)
        raise Busy(1)

    monkeypatch.setattr(PRINTER, "ask", busy)
    caches["default"].clear()

    assert as_(client, club, "director").get(address(event)).status_code == 200
    assert waits == [SHORT]


# -- the papers --------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [kind.key for kind in KINDS])
def test_each_paper_is_a_pdf_with_a_name(client, club, event, kind):
    closed_round(event)

    response = as_(client, club, "director").get(address(event, f"{kind}_pdf"))

    assert (response.status_code, response.content, response["Content-Type"]) == (200, MADE, "application/pdf")
    assert response["Content-Disposition"].startswith('inline; filename="tuesday-cards-2026-11-17-')


@pytest.mark.parametrize("kind", [kind.key for kind in KINDS])
def test_who_may_print_what(client, club, event, kind):
    closed_round(event)

    assert client.get(address(event, f"{kind}_pdf")).status_code == (200 if kind in OPEN_TO_ALL else 302)
    as_(client, club, "member")
    assert client.get(address(event, f"{kind}_pdf")).status_code == (200 if kind in OPEN_TO_ALL else 403)
    as_(client, club, "referee")
    assert client.get(address(event, f"{kind}_pdf")).status_code == 200
    as_(client, make_club(), "admin")
    assert client.get(address(event, f"{kind}_pdf")).status_code == (200 if kind in OPEN_TO_ALL else 403)


def test_blank_cards_are_for_everybody(client, event):
    assert client.get(address(event, "score_cards_pdf", fill="blank")).status_code == 200


@pytest.mark.parametrize("kind", ["papers", *(f"{kind.key}_pdf" for kind in KINDS)])
def test_the_event_of_another_club_is_not_there(client, club, event, kind):
    other = make_club()
    as_(client, other, "admin")

    assert client.get(reverse(f"league:{kind}", args=[other.slug, event.pk])).status_code == 404
    assert client.post(address(event, kind)).status_code == 405


def test_views_name_what_they_ask_for():
    actions = {kind.key: views.prints(kind).action for kind in KINDS}

    assert actions == {
        **dict.fromkeys(
            ("tonight", "table_cards", "check_in", "slips", "ruling_slips", "master", "certificates"), Action.PRINT
        ),
        **dict.fromkeys(("seating", "score_cards", "results", "partners"), Action.READ_PUBLISHED),
    }


@pytest.mark.parametrize("kind", ["seating", "score_cards"])
def test_a_draft_is_printed_for_those_who_seat_players(client, club, event, kind, quick_paper):
    event.rounds.update(state="draft")

    for role, status in ((None, 409 if kind == "seating" else 302), ("referee", 409), ("director", 200)):
        assert as_(client, club, role).get(address(event, f"{kind}_pdf")).status_code == status
    head = quick_paper[kind][0]["head"] if kind == "seating" else quick_paper[kind][0]
    assert head.warning == "Draft: not published yet, may still change"


def test_slips_leave_drafts_out_for_a_referee(client, club, event, quick_paper):
    make_round(event, event.entrants.all(), number=2, state="draft")

    as_(client, club, "referee").get(address(event, "slips_pdf"))
    referee = quick_paper["slips"]
    as_(client, club, "director").get(address(event, "slips_pdf"))

    assert [line["round"] for line in referee[1][0]["lines"]] == ["1"]
    assert [line["round"] for line in quick_paper["slips"][1][0]["lines"]] == ["1", "2"]


def test_slips_of_a_final_are_its_own(client, club, event, quick_paper):
    make_round(event, event.entrants.all()[:4], number=2)
    Event.objects.filter(pk=event.pk).update(cut_after=1, final_places=4)

    as_(client, club, "referee").get(address(event, "slips_pdf"))

    slips = quick_paper["slips"][1]
    assert (len(slips), [len(slip["lines"]) for slip in slips]) == (4, [1, 1, 1, 1])


def test_results_of_a_round_being_played_are_for_those_who_run_it(client, club, event):
    start_round(event_round=event.rounds.get(), acting=acting_as(), client_id="start-it")

    assert client.get(address(event, "results_pdf")).status_code == 409
    assert as_(client, club, "referee").get(address(event, "results_pdf")).status_code == 200


@pytest.mark.parametrize("kind", ["seating", "slips", "master", "results", "score_cards", "table_cards"])
def test_before_a_seating_a_sentence_says_so(client, club, kind):
    event = make_event(club)

    response = as_(client, club, "director").get(address(event, f"{kind}_pdf"))

    assert response.status_code == 409
    assert "yet." in response.content.decode()


@pytest.mark.parametrize(("who", "status"), [("", 409), ("member", 409), ("referee", 200)])
def test_only_who_prints_for_the_event_gets_many_blank_cards_at_once(client, club, event, quick_paper, who, status):
    if who:
        client.force_login(make_user(club, who))

    many = client.get(address(event, "score_cards_pdf", fill="blank", first=1, last=5))

    assert many.status_code == status
    assert ("Up to 4 blank cards at once" in many.content.decode(errors="replace")) == (status == 409)
    assert client.get(address(event, "score_cards_pdf", fill="blank", first=1, last=4)).status_code == 200


def test_blank_cards_and_table_cards_need_no_seating(client, club, quick_paper):
    event = make_event(club)
    as_(client, club, "director")

    assert client.get(address(event, "score_cards_pdf", fill="blank", last=3, per_page=4)).status_code == 200
    assert client.get(address(event, "table_cards_pdf", first=2, last=4)).status_code == 200
    assert [len(sheet) for sheet in quick_paper["score_cards"][1]] == [4]
    assert [one.table_number for one in quick_paper["table_cards"][1]] == [2, 3, 4]


def test_a_closed_evening_has_no_passes_to_print(client, club, event):
    Event.objects.filter(pk=event.pk).update(state="closed")

    response = as_(client, club, "director").get(address(event, "table_cards_pdf"))

    assert response.status_code == 409
    assert "This evening is closed, so its table cards no longer work." in response.content.decode()


def test_passes_stay_out_of_caches(client, club, event):
    assert as_(client, club, "director").get(address(event, "table_cards_pdf"))["Cache-Control"] == "no-store"


@pytest.mark.parametrize(
    ("kind", "query"),
    [
        ("table_cards", {"first": 5, "last": 2}),
        ("table_cards", {"last": 201}),
        ("table_cards", {"last": "many"}),
        ("table_cards", {"per_page": 9}),
        ("score_cards", {"per_page": 3}),
        ("score_cards", {"fill": "half"}),
        ("score_cards", {"round": 7}),
        ("score_cards", {"first": "9" * 50}),
        ("seating", {"by": "chance"}),
        ("seating", {"paper": "\0"}),
        ("check_in", {"paper": "b5"}),
        ("results", {"round": -1}),
    ],
)
def test_nonsense_is_answered_with_a_sentence(client, club, event, kind, query):
    closed_round(event)

    response = as_(client, club, "director").get(address(event, f"{kind}_pdf", **query))

    assert response.status_code == 422
    assert 'role="alert"' in response.content.decode()


def test_what_was_typed_stays_beside_its_fault(client, club, event):
    page = as_(client, club, "director").get(address(event, "table_cards_pdf", first=5, last=2)).content.decode()

    assert "This must be table 5 or higher." in page
    assert 'value="5"' in page


@pytest.mark.parametrize("kind", [kind.key for kind in KINDS])
def test_queries_do_not_grow_with_the_tables(
    client, club, kind, django_assert_num_queries, django_assert_max_num_queries
):
    as_(client, club, "director").get(reverse("league:club", args=[club.slug]))  # the first page of a session notes it
    asked = []
    for players in (4, 12):
        event = make_event(club)
        event_round = make_running_round(event, players=players)
        EventRound.objects.filter(pk=event_round.pk).update(state="closed")
        rule_at(event_round.tables.get(number=1), client_id=f"ruling-{players}")
        with django_assert_max_num_queries(35 if kind == "tonight" else 20) as found:  # which is six papers
            assert client.get(address(event, f"{kind}_pdf")).status_code == 200
        asked.append(len(found))

    assert asked[0] == asked[1]


# -- apart from the server ---------------------------------------------------------------


@pytest.mark.parametrize(("kind", "comes_first"), [(None, False), ("director", True)])
def test_whoever_prints_for_the_event_comes_before_strangers(client, club, event, monkeypatch, kind, comes_first):
    ask = Mock(return_value=MADE)
    monkeypatch.setattr(PRINTER, "ask", ask)

    as_(client, club, kind).get(address(event, "seating_pdf"))

    assert [call.kwargs["asker"].comes_first for call in ask.call_args_list] == [comes_first]


def test_stack_of_cards_is_printed_beside_single_sheets(client, club, event, monkeypatch):
    asked = Mock(**{"printer.return_value": MADE, "stacks.return_value": MADE})
    monkeypatch.setattr(PRINTER, "ask", asked.printer)
    monkeypatch.setattr(STACK_PRINTER, "ask", asked.stacks)
    client.get(address(event, "score_cards_pdf", fill="blank"))  # a stranger gets a few

    director = as_(client, club, "director")
    for name in ("seating_pdf", "score_cards_pdf", "slips_pdf", "table_cards_pdf"):
        director.get(address(event, name))

    assert [name for name, _, _ in asked.mock_calls] == ["printer", "printer", "stacks", "stacks", "stacks"]


def test_questions_that_differ_in_nothing_of_ours_are_one_question(client, event, monkeypatch):
    """What else stands in an address is not printed, and must not make a sheet of its own."""
    ask = Mock(return_value=MADE)
    monkeypatch.setattr(PRINTER, "ask", ask)

    client.get(address(event, "seating_pdf"))
    client.get(address(event, "seating_pdf", again="1", per_page="2"))
    Event.objects.update(version=9)
    client.get(address(event, "seating_pdf"))

    asked = [(call.args, call.kwargs["as_of"]) for call in ask.call_args_list]
    assert asked[0] == asked[1]
    assert asked[1] != asked[2]


def test_when_many_print_an_events_paper_is_asked_for_again(client, event, monkeypatch):
    def busy(*_, **__):
        raise Busy

    monkeypatch.setattr(PRINTER, "ask", busy)
    where = address(event, "seating_pdf", by="name")

    response = client.get(where)

    assert (response.status_code, "Retry-After" in response) == (503, True)
    assert f'href="{where}"' in response.content.decode()
    assert client.get(address(event)).status_code == 200  # what names lack letters is not asked at any price


def test_round_that_was_taken_back_meanwhile_is_said_in_words(client, event):
    with pytest.raises(sheets.NothingToPrint):
        sheets.print_paper(event.pk, "seating", None, {"round": "7"})
