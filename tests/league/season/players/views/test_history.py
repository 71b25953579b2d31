"""What referees and directors see of a player, the conduct file's page, and the report by evening."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.models import ConductNote, EventRound, Member, Role
from league.season.players.pdfs import print_report
from league.season.players.views import history
from league.words import day_words
from scoring.score_card.hosts import HostWriter
from scoring.score_card.recording import read_sheet, record
from tests.lasting import lasting
from tests.league.makers import make_club, make_event, make_members, make_running_round, make_user, rule_at
from tests.league.season.players.views.test_own import penalize, signed_in
from tests.sampling import sample
from tests.scoring.score_card.pdf_reading import unset, words_of

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def lasting_round(django_db_setup, django_db_blocker):
    with lasting(django_db_blocker):
        yield make_running_round(players=8, played_on=timezone.localdate()).pk


@pytest.fixture
def event_round(lasting_round, db):
    return EventRound.objects.select_related("event__club", "event__rules__book_version").get(pk=lasting_round)


@pytest.fixture
def club(event_round):
    return event_round.event.club


@pytest.fixture
def ruth(event_round):
    return Member.objects.get(entries__seats__table__event_round=event_round, entries__number=1)


@pytest.fixture
def referee(club):
    client = Client()
    client.force_login(make_user(club, "referee", name="Hank Ostrowski"))
    client.get(f"/clubs/{club.slug}/help/")
    return client


def address(club, name, *args):
    return reverse(f"league:{name}", args=[club.slug, *args])


def overturn(table):
    sheet = read_sheet(table.card)
    for kind, more in (("appeal", {"by": "N", "why": "Nobody saw it."}), ("decision", {"outcome": "overturned"})):
        sheet = read_sheet(table.card)
        payload = {"ruling": sheet.rulings[-1].number, "note": "No proof.", **more}
        record(
            writer=HostWriter(table.card_id, "Walt Director"),
            kind=kind,
            hand=1,
            payload=payload,
            client_id=kind,
            seen=sheet.version,
            by_director=True,
        )


# -- history -----------------------------------------------------------------------------


def test_history_tells_of_every_evening_the_latest_first(referee, club, ruth):
    for days in (7, 14):
        event = make_event(club, name=f"Evening {days}", played_on=timezone.localdate() - timedelta(days=days))
        table = make_running_round(event, players=4).tables.get()
        penalize(table, "N", f"penalty {days}")
        rule_at(table, decision=f"Ruled {days} days ago.", client_id=f"ruling {days}")
        overturn(table) if days == 7 else None

    page = referee.get(address(club, "player_history", ruth.pk)).content.decode()

    assert page.index("Evening 7") < page.index("Ruled 7 days ago.") < page.index("Evening 14")
    assert "1 ruling and 1 penalty" in page
    assert "Overturned" in page
    assert "“Nobody saw it.”" in page
    assert "Overturned by Walt Director" in page


def test_history_is_of_one_player(referee, club, event_round, ruth):
    one, two = event_round.tables.order_by("number")
    penalize(one, "E", "of Walt")
    penalize(two, "N", "of Joan")

    page = referee.get(address(club, "player_history", ruth.pk)).content.decode()

    assert "Nothing was ruled so far." in page
    assert "Referee’s penalty" not in page


def penalize_on_evenings(club, number):
    for at in range(number):
        event = make_event(club, played_on=timezone.localdate() - timedelta(days=at))
        penalize(make_running_round(event, players=4).tables.get(), "N", f"penalty {at}")


@pytest.mark.parametrize("evenings", [1, sample(4, 24)])
def test_history_takes_the_same_queries_for_any_number_of_evenings(
    referee, club, ruth, evenings, monkeypatch, django_assert_num_queries
):
    monkeypatch.setattr(history, "TABLES_A_PAGE", sample(3, 20))
    penalize_on_evenings(club, evenings)

    with django_assert_num_queries(11):
        page = referee.get(address(club, "player_history", ruth.pk)).content.decode()

    assert page.count("Referee’s penalty") == min(evenings, sample(3, 20))
    assert ("Page 1 of 2" in page) == (evenings > sample(3, 20))


def test_history_is_found_from_the_list_the_members_page_and_the_boards_seat(referee, club, event_round, ruth):
    director, there = Client(), address(club, "player_history", ruth.pk)
    director.force_login(make_user(club, "director"))

    assert there in referee.get(address(club, "members")).content.decode()
    assert there in director.get(address(club, "member", ruth.pk)).content.decode()
    assert there in referee.get(address(club, "desk", event_round.event_id), {"open": "1"}).content.decode()
    assert there not in signed_in(ruth).get(address(club, "members")).content.decode()


# -- conduct -----------------------------------------------------------------------------


def test_conduct_is_written_and_read_on_a_page_of_its_own(referee, club, event_round, ruth):
    there = address(club, "conduct", ruth.pk)
    form = referee.get(there, {"event": event_round.event_id}).content.decode()
    assert f'<option value="{event_round.event_id}" selected>Tuesday cards, {day_words(event_round.event)}<' in form
    assert "After 24 months a note is deleted." in form

    typed = {"client_id": "note", "text": "Shouted.", "happened_on": "2026-11-17", "event": event_round.event_id}
    referee.post(there, typed)

    assert "Shouted." in referee.get(there).content.decode()
    colleague, director = Client(), Client()
    colleague.force_login(make_user(club, "referee"))
    director.force_login(make_user(club, "director"))
    assert "Shouted." not in colleague.get(there).content.decode()
    assert "Shouted." in director.get(there).content.decode()
    assert "Shouted." not in director.get(address(club, "player_history", ruth.pk)).content.decode()
    assert "Shouted." not in director.get(address(club, "export_members")).content.decode()
    assert "Shouted." not in director.get(address(club, "log", event_round.event_id)).content.decode()


def test_conduct_page_about_oneself_is_shut(club, ruth):
    ConductNote.objects.create(club=club, member=ruth, text="Rude.", happened_on=timezone.localdate())

    answer = signed_in(ruth, "admin").get(address(club, "conduct", ruth.pk))

    assert answer.status_code == 403
    assert "Rude." not in answer.content.decode()


@pytest.mark.parametrize(
    ("typed", "faults"),
    [
        ({"text": "", "happened_on": "yesterday"}, ("Write what happened.", "Write the date as 2026-11-21.")),
        ({"text": "x" * 1001, "happened_on": ""}, ("Up to 1000 characters.", "Choose a day.")),
        ({"happened_on": "2999-01-01", "event": "0"}, ("That day is still to come.", "Choose one of these evenings.")),
    ],
)
def test_note_that_will_not_do_keeps_what_was_typed(referee, club, ruth, typed, faults):
    sent = {"client_id": "note", "text": "Shouted.", "happened_on": "2026-11-17", "event": "", **typed}

    answer = referee.post(address(club, "conduct", ruth.pk), sent)

    assert answer.status_code == 422
    assert [fault in answer.content.decode() for fault in faults] == [True, True]
    assert sent["text"] in answer.content.decode()
    assert not ConductNote.objects.exists()


def test_ruling_on_conduct_leads_to_the_file_of_whom_it_is_about(referee, club, event_round):
    table = event_round.tables.get(number=1)
    rule_at(table, facts={"who": "E", "what": "else"})
    walt = Member.objects.get(entries__seats__table=table, entries__seats__seat="E")

    page = referee.get(address(club, "ruling", event_round.event_id, 1, 1, 1)).content.decode()

    assert f"{address(club, 'conduct', walt.pk)}?event={event_round.event_id}" in page
    assert "Conduct: Walt Kowalski" in referee.get(address(club, "player_history", walt.pk)).content.decode()


# -- the report --------------------------------------------------------------------------


def test_report_tells_of_every_evening_of_these_days(referee, club, event_round):
    penalize(event_round.tables.get(number=1), "E")
    before = make_event(club, name="Long ago", played_on=timezone.localdate() - timedelta(days=200))
    rule_at(make_running_round(before, players=4).tables.get(), decision="Ruled long ago.")
    there = address(club, "rulings_report")

    recent = referee.get(there).content.decode()
    year = referee.get(there, {"since": timezone.localdate() - timedelta(days=300)}).content.decode()

    assert "Referee’s penalty: Walt Kowalski" in recent
    assert "Ruled long ago." not in recent
    assert year.index("Referee’s penalty") < year.index("Ruled long ago.")
    assert there in referee.get(address(club, "events")).content.decode()


@pytest.mark.parametrize(
    ("asked", "fault"),
    [
        ({"since": "soon"}, "Write the date as"),
        ({"since": "2026-11-02", "until": "2026-11-01"}, "before the first"),
        ({"since": "2024-01-01", "until": "2026-01-01"}, "at most a year"),
    ],
)
def test_report_of_days_that_cannot_be_says_so(referee, club, asked, fault):
    answer = referee.get(address(club, "rulings_report"), asked)

    assert answer.status_code == 422
    assert fault in answer.content.decode()


@pytest.mark.parametrize("evenings", [1, sample(3, 9)])
def test_report_takes_the_same_queries_for_any_number_of_evenings(
    referee, club, evenings, monkeypatch, django_assert_num_queries
):
    monkeypatch.setattr(history, "EVENINGS_A_PAGE", sample(2, 6))
    penalize_on_evenings(club, evenings)

    with django_assert_num_queries(10):
        page = referee.get(address(club, "rulings_report")).content.decode()

    assert page.count("Referee’s penalty") == min(evenings, sample(2, 6))


def test_report_as_a_file_and_on_paper_says_the_same(referee, club, event_round):
    table = event_round.tables.get(number=1)
    penalize(table, "E")
    penalize(table, "S", "another")
    rule_at(table)
    overturn(table)
    today = timezone.localdate()

    lines = referee.get(address(club, "rulings_csv")).content.decode().splitlines()
    with unset():
        printed = words_of(print_report(club.pk, today, today, "a4"))

    assert [line.split(",")[4:7] for line in lines[1:]] == [
        ["", "penalty", "Walt Kowalski"],
        ["", "penalty", "Marge Delgado"],
        ["1", "ruling", ""],
    ]
    assert "Referee’s penalty: Walt Kowalski" in printed
    assert "1 ruling and 2 penalties" in printed
    assert "Conduct (Overturned)" in printed
    assert "Overturned by Walt Director" in printed


def test_report_of_another_club_is_another(referee, club, event_round):
    other = make_club()
    make_members(other, 1)
    rule_at(make_running_round(make_event(other), players=4).tables.get(), decision="Elsewhere.")

    assert "Elsewhere." not in referee.get(address(club, "rulings_report")).content.decode()
    assert referee.get(address(other, "rulings_report")).status_code == 403
    assert Role.objects.filter(club=other).count() == 0
