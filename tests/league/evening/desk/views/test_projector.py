import re

import pytest
from django.utils import timezone

from league.evening.clock.deeds import send_message, set_break, switch_projector
from league.evening.desk.pages.projector import projector_context
from league.evening.desk.projector import read_projector
from league.evening.rounds.deeds import close_round
from league.evening.seating.deeds.substitutes import substitute
from league.evening.seating.seatings import read_rounds
from league.models import Entrant, Event, RoundSeat, RoundTable
from tests.league.makers import acting_as, make_club, make_entrants, make_event, make_round, make_running_round

pytestmark = pytest.mark.django_db
HTMX = {"HTTP_HX_REQUEST": "true"}


def address(event: Event) -> str:
    return f"/clubs/{event.club.slug}/events/{event.pk}/projector/"


def poll_of(page: str) -> str:
    found = re.search(r'hx-get="([^"]+)"', page)
    assert found
    return found[1].replace("&amp;", "&")


def test_everybody_sees_who_sits_where(client):
    event = make_event()
    make_round(event, make_entrants(event, 9))

    page = client.get(address(event)).text

    assert "Next: Round 1" in page
    assert "Ruth Abernathy &amp; Marge Delgado" in page
    assert "sits out" in page


def test_a_draft_is_never_shown(client):
    event = make_event()
    make_round(event, make_entrants(event, 8), state="draft")

    page = client.get(address(event)).text

    assert "Ruth Abernathy" not in page
    assert "Round 1" not in page


def test_the_round_being_played_goes_before_the_next(client):
    first = make_running_round(players=8)
    make_round(first.event, list(first.event.entrants.all())[::-1], number=2)

    reading = read_projector(Event.objects.get(pk=first.event_id))

    assert reading.current == first


def test_nothing_is_next_on_an_evening_ended_before_its_last_round(client):
    event = make_event()
    make_round(event, make_entrants(event, 8))
    Event.objects.update(state="closed")

    assert "Round 1" not in client.get(address(event)).text


def test_results_of_the_last_closed_round(client):
    event_round = make_running_round(players=8)
    RoundTable.objects.filter(number=1).update(totals={"NS": 300, "EW": 100})
    RoundTable.objects.filter(number=2).update(totals={"NS": 200, "EW": 150})
    close_round(event_round=event_round, acting=acting_as(), client_id="c", reason="paper")
    event = switch_projector(event=event_round.event, shows="results", acting=acting_as(), client_id="s")

    view = projector_context(read_projector(event), timezone.now())

    lines = [(line["rank"], line["name"], line["points"], line["total"]) for line in view["pages"][0]["results"]]
    assert lines[:3] == [
        (1, "Marge Delgado", "300†", "300†"),
        (1, "Ruth Abernathy", "300†", "300†"),
        (3, "Joan Pruitt", "200†", "200†"),
    ]
    assert "Results of round 1" in client.get(address(event)).text


def test_who_sat_out_is_among_the_results_as_on_paper():
    event_round = make_running_round(make_event(sit_out_credit="fixed", fixed_credit=150), players=9)
    RoundTable.objects.filter(number=1).update(totals={"NS": 300, "EW": 100})
    RoundTable.objects.filter(number=2).update(totals={"NS": 200, "EW": 140})
    close_round(event_round=event_round, acting=acting_as(), client_id="c", reason="paper")
    event = switch_projector(event=event_round.event, shows="results", acting=acting_as(), client_id="s")

    view = projector_context(read_projector(event), timezone.now())

    lines = [(line["rank"], line["name"], line["points"], line["total"]) for line in view["pages"][0]["results"]]
    assert lines[4] == (5, "Bernice Hall, sat out", "150", "150")
    assert [line[0] for line in lines] == [1, 1, 3, 3, 5, 6, 6, 8, 8]


def test_names_stand_where_people_look_for_them():
    event = make_event()
    entrants = make_entrants(event, 4)
    for entrant, name in zip(entrants, ["Đorđe", "Zoë", "Óscar", "Ann"], strict=True):
        entrant.name = name
        entrant.save()
    make_round(event, entrants)

    view = projector_context(read_projector(Event.objects.get(pk=event.pk)), timezone.now())

    assert [line["name"] for page in view["pages"] for line in page.get("names", ())] == [
        "Ann",
        "Đorđe",
        "Óscar",
        "Zoë",
    ]


def test_all_tables_are_there_and_who_sits_out():
    event_round = make_running_round(players=50)

    view = projector_context(read_projector(Event.objects.get(pk=event_round.event_id)), timezone.now())

    tables, names = view["pages"]
    assert (len(tables["tables"]), len(names["names"])) == (12, 50)
    assert tables["out"] == "Ruth Abernathy and Walt Kowalski"


@pytest.mark.parametrize(
    ("shows", "says"),
    [
        ("results", "No results yet. They will show here when the first round is closed."),
        ("seating", "Who sits where will show here as soon as it is published."),
        ("clock", ""),
    ],
)
def test_what_is_not_there_yet_is_said_beside_the_clock(client, shows, says):
    event = make_event(minutes=50)
    make_round(event, make_entrants(event, 8), state="draft")
    event = switch_projector(event=event, shows=shows, acting=acting_as(), client_id="s")

    page = client.get(address(event)).text

    assert "shows-clock" in page
    assert re.findall(r'projector-message" role="status">([^<]*)', page) == ([says] if says else [])


def test_a_substitute_does_not_sit_out():
    event_round = make_running_round(players=9)
    seat = RoundSeat.objects.get(table__number=1, seat="N")
    spare = Entrant.objects.get(sit_outs__event_round=event_round)
    substitute(seat=seat, entrant=spare, acting=acting_as(), client_id="s")

    view = projector_context(read_projector(Event.objects.get(pk=event_round.event_id)), timezone.now())

    tables, names = view["pages"]
    assert (tables["out"], tables["tables"][0]["sides"][0]) == ("", f"{spare.called} & Marge Delgado")
    assert [line["seat"] for line in names["names"] if line["name"] == spare.name] == ["North"]
    (seated,) = read_rounds(event_round.event)
    assert (len(seated.sit_outs), seated.sitting_out) == (1, ())


def test_nothing_is_nothing(client):
    event_round = make_running_round()
    event = switch_projector(event=event_round.event, shows="blank", acting=acting_as(), client_id="s")
    send_message(event=event, message="Soup", acting=acting_as(), client_id="m")

    page = client.get(address(event)).text

    assert ("data-clock" in page, "Soup" in page) == (False, False)


def test_a_poll_costs_one_query_until_something_is_new(client, django_assert_num_queries):
    event = make_running_round().event
    poll = poll_of(client.get(address(event)).text)

    with django_assert_num_queries(1):
        assert client.get(poll, **HTMX).status_code == 204
    send_message(event=event, message="Soup", acting=acting_as(), client_id="m")
    answer = client.get(poll, **HTMX)

    assert (answer.status_code, "Soup" in answer.text, "<html" in answer.text) == (200, True, False)


def test_the_end_of_a_break_is_news(client):
    event = make_running_round().event
    event = set_break(event=event, minutes=5, acting=acting_as(), client_id="b", at=timezone.now())
    poll = poll_of(client.get(address(event)).text)
    assert client.get(poll, **HTMX).status_code == 204

    past = re.sub(r"until=\d+", lambda found: f"until={int(found[0][6:]) - 6 * 60 * 1000}", poll)

    assert client.get(past, **HTMX).status_code == 200


def test_the_projector_costs_the_same_queries_for_two_tables_and_for_fifty(client, django_assert_num_queries):
    for players in (8, 200):
        event = make_running_round(players=players).event

        with django_assert_num_queries(9):
            client.get(address(event))


def test_another_clubs_projector_is_not_found(client):
    event = make_running_round().event
    other = make_club()

    assert client.get(f"/clubs/{other.slug}/events/{event.pk}/projector/").status_code == 404
    assert client.get(f"/clubs/{other.slug}/events/{event.pk}/projector/changes/?v=1").status_code == 404
    assert client.get(f"/clubs/{other.slug}/events/{10**30}/projector/changes/?v=1").status_code == 404
