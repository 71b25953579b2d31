"""Events and series as pages: who may, what is refused, what is asked."""

import re
from datetime import date, timedelta
from html import unescape
from unittest.mock import patch

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.acting.log import Refused
from league.evening.events.deeds import change_event, next_of_series
from league.evening.rounds.deeds import close_round, reopen_round, start_round
from league.evening.seating.field import shapes_tonight
from league.models import Entrant, Event, EventRound, HouseRules, LogLine, Role, Series
from tests.league.makers import (
    acting_as,
    make_club,
    make_entrants,
    make_event,
    make_members,
    make_round,
    make_rules,
    make_running_round,
    make_series,
    make_user,
    play_round,
)
from tests.sampling import crossed
from tests.scoring.score_card.many import made_book
from tests.spreadsheets import xlsx_rows

pytestmark = pytest.mark.django_db


@pytest.fixture
def director(club, client):
    client.force_login(make_user(club, "director"))
    return client


@pytest.fixture
def admin(club, client):
    client.force_login(make_user(club, "admin"))
    return client


def address(name, club, *args):
    return reverse(f"league:{name}", args=[club.slug, *args])


def planned(version, **overrides):
    """What the form of a new event sends."""
    return {
        "client_id": "plan-1",
        "name": "Tuesday cards",
        "played_on": "2026-11-24",
        "start": "19:00",
        "format": "rotation",
        "rules": str(version.pk),
        "rounds_planned": "4",
        "round_end": "hands",
        "hands": "4",
        "minutes": "0",
        "odd_players": "sit_out",
        "sit_out_credit": "own_average",
        "fee": "5",
        "guest_fee": "7.50",
        **overrides,
    }


# -- planning ----------------------------------------------------------------------------


def test_planning_makes_an_event(director, club):
    rules = make_rules(club, "st-hilary")

    answer = director.post(address("new_event", club), planned(rules))

    event = Event.objects.get()
    assert answer.url == address("event", club, event.pk)
    assert (event.name, event.played_on, event.starts_at.hour) == ("Tuesday cards", date(2026, 11, 24), 19)
    assert (event.fee, event.guest_fee, event.rules) == (500, 750, rules)
    assert not event.is_by_wins


def test_a_final_is_planned_with_the_evening_and_goes_again(director, club):
    final = {"final": "zero", "final_places": "8", "final_rounds": "2", "tie_break_1": "hands_won"}
    twice = {"tie_break_2": "hands_won", "tie_break_3": "fewest_sets"}
    form = planned(make_rules(club, "st-hilary"), places_by="wins", round_end="first", minutes="50", **final, **twice)

    director.post(address("new_event", club), form)

    event = Event.objects.get()
    assert (event.final_places, event.final_rounds, event.final_carries) == (8, 2, False)
    assert (event.tie_breaks, event.is_by_wins) == (["hands_won", "fewest_sets"], True)
    page = director.get(address("event", club, event.pk)).text
    assert ("a final of 8" in page, "4 rounds of a game or 50 minutes" in page) == (True, True)
    director.post(address("edit_event", club, event.pk), {**form, "client_id": "change-1", "final": "none"})
    assert Event.objects.get().final_places == 0


def test_teams_and_a_knock_out_are_planned_with_what_goes_with_them(director, club):
    rules = make_rules(club, "st-hilary")
    director.post(address("new_event", club), planned(rules, team_size="4", places_by="wins", final="zero"))
    teams = Event.objects.get()
    assert (teams.team_size, teams.final_places, teams.is_by_wins) == (4, 0, False)
    assert "Individual rotation · teams of four · " in director.get(address("event", club, teams.pk)).text
    wrong = director.post(address("new_event", club), planned(rules, format="half_move", team_size="3", client_id="b"))
    assert (wrong.status_code, "Pairs make teams of two or four." in wrong.text) == (422, True)
    out = planned(rules, format="knock_out", is_seeded="on", team_size="2", client_id="c")
    director.post(address("new_event", club), out)
    event = Event.objects.latest("pk")
    assert (event.format, event.is_seeded, event.team_size, event.sit_out_credit) == ("knock_out", True, 0, "none")
    page = director.get(address("event", club, event.pk)).text
    assert "Fixed pairs, knock-out · Rounds of 4 hands" in page
    assert reverse("league:bracket", args=[club.slug, event.pk]) in page


@pytest.mark.parametrize("overrides", [{"format": "casual"}, {"format": "half_move"}])
def test_there_is_no_final_where_nobody_is_cut_alone(director, club, overrides):
    form = planned(make_rules(club, "st-hilary"), final="carries", final_places="8", final_rounds="1", **overrides)

    director.post(address("new_event", club), form)

    assert Event.objects.get().final_places == 0


DUPLICATE = {"compared": "matchpoints", "boards_by": "master", "travelers_after": "board"}


@pytest.mark.parametrize(
    ("pairs", "one_list"), [({}, True), ({"format": "round_robin"}, True), ({"format": "half_move"}, False)]
)
def test_a_duplicate_is_planned(director, club, pairs, one_list):
    form = planned(make_rules(club, "st-hilary"), **DUPLICATE, **pairs)
    del form["round_end"]  # it ends with its boards

    director.post(address("new_event", club), form)

    event = Event.objects.get()
    assert (event.compared, event.boards_by, event.travelers_after) == ("matchpoints", "master", "board")
    assert (event.round_end, event.hands, event.one_list, event.final_places) == ("hands", 4, one_list, 0)
    assert "duplicate" in director.get(address("event", club, event.pk)).text


@pytest.mark.parametrize(
    "overrides", [{"format": "winners_move", "partners": "split", "losers": "stay"}, {"format": "casual"}]
)
def test_boards_are_for_those_whose_rounds_are_planned(director, club, overrides):
    director.post(address("new_event", club), planned(make_rules(club, "st-hilary"), **DUPLICATE, **overrides))

    assert not Event.objects.get().is_duplicate


def test_all_deal_as_many_boards(director, club):
    answer = director.post(address("new_event", club), planned(make_rules(club, "st-hilary"), **DUPLICATE, hands="6"))

    assert "Enter 4, 8 or 12: all deal equally often." in answer.text


def test_what_a_duplicate_asks_is_asked_of_nobody_else(director, club):
    form = {**planned(make_rules(club, "st-hilary")), "look": "1"}

    without = director.post(address("new_event", club), form).text
    asked = director.post(address("new_event", club), {**form, **DUPLICATE}).text

    assert "Who makes the boards?" in asked
    assert "Every board is scored alone" in asked
    assert "Who makes the boards?" not in without
    assert "Is there a final" not in asked
    assert "Is there a final" in without


def test_planning_twice_is_planning_once(director, club):
    rules = make_rules(club, "st-hilary")

    answers = [director.post(address("new_event", club), planned(rules)) for _ in range(2)]

    assert Event.objects.count() == 1
    assert answers[0].url == answers[1].url


def test_faults_stand_beside_their_fields(director, club):
    rules = make_rules(club, "st-hilary")

    for typed, fault in (
        ({"name": " "}, "Give it a name"),
        ({"name": "\x00"}, "Give it a name"),
        ({"played_on": "someday"}, "Enter a date"),
        ({"played_on": "9999-12-31"}, "Enter a date between"),
        ({"start": "25:00"}, "Enter a time"),
        ({"rounds_planned": "0"}, "At least 1."),
        ({"rounds_planned": "9" * 5000}, "whole number"),
        ({"hands": "four"}, "Enter a whole number"),
        ({"fee": "-5"}, "Enter an amount"),
        ({"fee": "99999"}, "more than anyone pays"),
        ({"format": "bingo"}, "Choose one of those shown"),
        ({"rules": "999999"}, "Choose one of those shown"),
        ({"round_end": "time"}, "The clock ends the round"),
        ({"round_end": "first"}, "The clock ends the round"),
    ):
        answer = director.post(address("new_event", club), planned(rules, **typed))

        assert (answer.status_code, fault in answer.text) == (422, True), typed
    assert Event.objects.count() == 0


def test_rules_of_another_club_are_none_of_those_shown(director, club):
    make_rules(club, "npa")
    theirs = make_rules(make_club(), "npa")

    answer = director.post(address("new_event", club), planned(theirs))

    assert answer.status_code == 422


def test_book_with_rounds_of_its_own_fixes_the_hands(director, club):
    rules = make_rules(club, "npa")

    page = director.get(address("new_event", club)).content.decode()
    director.post(address("new_event", club), planned(rules, hands="9", round_end="time"))

    assert "A round is <strong>4 hands</strong>" in page
    assert 'name="hands"' not in page
    assert (Event.objects.get().hands, Event.objects.get().round_end) == (4, "hands")


def test_only_what_applies_is_asked(director, club):
    rules = make_rules(club, "st-hilary")
    cases: tuple[tuple[dict[str, str], set[str], set[str]], ...] = (
        ({"format": "rotation"}, {"rounds_planned", "odd_players", "sit_out_credit"}, {"partners", "losers"}),
        ({"format": "winners_move"}, {"partners", "losers"}, {"fixed_credit"}),
        ({"format": "half_move"}, {"rounds_planned", "sit_out_credit"}, {"odd_players", "partners"}),
        ({"format": "round_robin", "sit_out_credit": "fixed"}, {"fixed_credit"}, {"odd_players", "partners"}),
        ({"format": "winners_move", "partners": "together"}, {"losers", "sit_out_credit"}, {"odd_players"}),
        ({"format": "casual"}, {"round_end"}, {"rounds_planned", "odd_players", "sit_out_credit", "partners"}),
        ({"round_end": "game"}, {"minutes"}, {"hands"}),
        ({"odd_players": "house_player"}, set(), {"sit_out_credit", "three_handed_rules"}),
        ({"sit_out_credit": "fixed"}, {"fixed_credit"}, set()),
    )

    for (chosen, shown, hidden), htmx in crossed(cases, ({}, {"HTTP_HX_REQUEST": "true"})):
        answer = director.post(address("new_event", club), planned(rules, look="1", **chosen), **htmx)

        assert answer.status_code == 200
        assert {name for name in shown | hidden if f'name="{name}"' in answer.text} == shown, (chosen, htmx)
    assert Event.objects.count() == 0


def test_look_at_a_form_that_was_saved_is_only_a_look(director, club):
    rules = make_rules(club, "st-hilary")
    assert director.post(address("new_event", club), planned(rules)).status_code == 302

    again = director.post(address("new_event", club), planned(rules, look="1", format="casual"), HTTP_HX_REQUEST="true")

    assert again.status_code == 200
    assert Event.objects.count() == 1


def test_what_may_be_being_typed_stays_and_what_follows_from_the_choice_is_drawn_anew(director, club):
    sent = planned(make_rules(club, "st-hilary"), look="1", hands="7")
    by = {"HTTP_HX_REQUEST": "true", "HTTP_HX_TRIGGER_NAME": "rules"}

    drawn = director.post(address("new_event", club), sent, **by).text

    figures = re.findall(r'<input type="text" name="(\w+)" value="(\w+)"([^>]*)', drawn)
    kept = {name: "hx-preserve" in rest for name, _, rest in figures}
    assert kept == {"rounds_planned": True, "hands": False, "minutes": True}
    assert ("hands", "4") in {(name, value) for name, value, _ in figures}


def test_three_handed_tables_ask_for_their_rules(director, club):
    four = make_rules(club, "gwinnett")
    three = make_rules(club, "gwinnett-3")

    director.post(
        address("new_event", club), planned(four, odd_players="three_handed", three_handed_rules=str(three.pk))
    )

    assert Event.objects.get().three_handed_rules == three


def test_six_rotate_or_play_in_teams_and_only_two_sides_knock_out(director, club):
    six, four = make_rules(club, made_book("six-2x3")), make_rules(club, "npa")

    teams = director.post(address("new_event", club), planned(six, format="half_move", hands="6", client_id="t"))
    event = Event.objects.get()
    three = make_rules(club, made_book("six-3x2"))
    refused = director.post(address("new_event", club), planned(three, format="knock_out", hands="6"))
    mixed = {"odd_players": "three_handed", "three_handed_rules": str(four.pk), "hands": "6"}
    taken = director.post(address("new_event", club), planned(six, format="rotation", **mixed))

    assert teams.status_code == 302
    assert (event.side_size, event.team_size, event.is_for_sides, event.is_for_pairs) == (3, 3, True, False)
    assert "Fixed teams, half move" in director.get(address("event", club, event.pk)).text
    event.delete()
    pairs = {"format": "round_robin", "odd_players": "three_handed", "three_handed_rules": str(four.pk), "hands": "6"}
    assert director.post(address("new_event", club), planned(three, **pairs, client_id="m")).status_code == 302
    both = Event.objects.latest("pk")
    assert (both.is_for_pairs, [one[:2] for one in shapes_tonight(both)]) == (True, [(6, 3), (4, 2)])
    both.delete()
    assert refused.status_code == 422
    assert "A knock-out is between two, and at these tables three sides play: choose a round robin." in refused.text
    assert "Four-handed tables" in director.post(address("new_event", club), planned(six, look="1")).text
    assert taken.status_code == 302, taken.text
    assert (Event.objects.get().rules, Event.objects.get().three_handed_rules) == (six, four)
    five = planned(make_rules(club, "five-handed"), look="1", format="winners_move")
    moving = director.post(address("new_event", club), five).text
    assert "The player with the least moves down. The others stay." in moving
    assert 'name="partners"' not in moving


def test_three_handed_tables_without_rules_offer_a_book(director, club):
    four = make_rules(club, "gwinnett")

    answer = director.post(address("new_event", club), planned(four, odd_players="three_handed"))

    assert answer.status_code == 422
    assert "Play by Gwinnett Golden Games, three-handed" in answer.content.decode()


def test_club_without_rules_takes_a_book_by_one_key(director, club):
    page = director.get(address("new_event", club)).content.decode()

    answer = director.post(address("adopt_for_event", club), {"client_id": "a", "book": "npa"})

    assert "First, which rules do you play by?" in page
    assert answer.url == address("new_event", club)
    assert HouseRules.objects.get(club=club).key == "npa"


@pytest.mark.parametrize("kind", ["referee", "member", None])
def test_planning_is_for_directors(client, club, kind):
    client.force_login(make_user(club, kind) if kind else make_user(make_club(), "admin"))

    assert client.get(address("new_event", club)).status_code == 403


# -- changing ----------------------------------------------------------------------------


def test_change_keeps_what_was_not_asked(director, club):
    event = make_event(club, book="st-hilary", minutes=20)

    answer = director.post(address("edit_event", club, event.pk), planned(event.rules, name="Thursday", minutes="25"))

    event.refresh_from_db()
    assert answer.status_code == 302
    assert (event.name, event.minutes) == ("Thursday", 25)


def test_format_is_not_asked_once_a_round_was_begun(director, club):
    event_round = make_running_round(club=club, book="st-hilary")
    event = event_round.event

    page = director.get(address("edit_event", club, event.pk)).content.decode()
    director.post(address("edit_event", club, event.pk), planned(event.rules, format="casual", name="Late"))

    event.refresh_from_db()
    assert "Rounds have already been played." in page
    assert (event.format, event.name) == ("rotation", "Late")


def test_pairs_stay_together_or_part_for_the_whole_evening(director, club):
    event = make_event(club, format="winners_move", partners="together")
    make_round(event, make_entrants(event, 8), state="closed")
    form = director.get(address("edit_event", club, event.pk)).text
    assert ("Pairs stay together" in form, "High with low" in form) == (True, False)

    with pytest.raises(Refused, match="whether pairs stay together can no longer change"):
        change_event(event=event, acting=acting_as(), client_id="part", partners="split")


def test_event_of_another_club_is_not_found(director, club):
    theirs = make_event()

    for name in ("event", "edit_event", "close_event", "reopen_event"):
        assert director.get(address(name, club, theirs.pk)).status_code == 404
    assert director.get(f"/clubs/{club.slug}/events/{10**30}/").status_code == 404


# -- the list ----------------------------------------------------------------------------


def test_list_parts_today_coming_and_before(client, club):
    today = timezone.localdate()
    for name, day in (("Past", -7), ("Now", 0), ("Soon", 7)):
        make_event(club, name=name, played_on=today + timedelta(days=day))

    page = client.get(address("events", club)).content.decode()

    assert [page.index(name) for name in ("Now", "Soon", "Past")] == sorted(
        page.index(name) for name in ("Now", "Soon", "Past")
    )
    assert "Plan an event" not in page


def test_past_events_stand_with_the_latest_first(client, club):
    for name, days in (("Older", 21), ("Latest", 7), ("Old", 14)):
        make_event(club, name=name, played_on=timezone.localdate() - timedelta(days=days))

    page = client.get(address("events", club)).content.decode()

    assert sorted(("Latest", "Old<", "Older"), key=page.index) == ["Latest", "Old<", "Older"]


def test_rules_of_the_last_event_are_chosen_already(director, club):
    for key in ("gwinnett-3", "npa"):
        make_rules(club, key)
    make_event(club, book="st-hilary")

    form = director.get(address("new_event", club)).context["form"]

    assert form.book.key == "st-hilary"


@pytest.mark.parametrize("number", [1, 3])
def test_list_asks_the_same_of_the_database_whatever_its_length(director, club, number, django_assert_num_queries):
    rules = make_rules(club, "npa")
    for days in (-7, 0, 7):
        for _ in range(number):
            make_event(club, played_on=timezone.localdate() + timedelta(days=days))
    for at in range(number):
        Series.objects.create(club=club, name=f"Series {at}", rules=rules, starts_at="19:00")

    with django_assert_num_queries(14):
        director.get(address("events", club))


# -- one event ---------------------------------------------------------------------------


def test_stranger_reads_the_seating_of_a_published_round(client, club):
    event = make_event(club)
    make_round(event, make_entrants(event, 8))

    page = client.get(address("event", club, event.pk)).content.decode()

    assert "<bdi>Ruth Abernathy</bdi> &amp; <bdi>Marge Delgado</bdi>" in page
    assert "Check people in" not in page


def test_draft_is_for_directors_alone(client, club):
    event = make_event(club)
    make_round(event, make_entrants(event, 8), state="draft")

    assert "Ruth Abernathy" not in client.get(address("event", club, event.pk)).content.decode()


def test_results_wait_for_the_round_to_close(client, club):
    event_round = make_running_round(club=club)
    page = address("event", club, event_round.event_id)
    before = client.get(page).content.decode()

    close_round(event_round=event_round, acting=acting_as(), client_id="close", reason="late")

    assert "Results so far" not in before
    assert "Results so far" in client.get(page).content.decode()


def test_every_result_says_what_it_is_made_of(client, club):
    event_round = make_running_round(club=club, players=9)
    event_round.tables.update(totals={"NS": 310, "EW": 95})
    event_round.state = "closed"
    event_round.save()

    page = client.get(address("event", club, event_round.event_id)).content.decode()

    assert page.count('<details class="result-why">') == 9
    assert "<b>Round 1, table 2: 310</b><br>Totals typed by the director, hands not counted +310" in page
    assert "Sat out: average of the other rounds" in page
    assert re.findall(r'data-label="Place"[^>]*>(\d+)<', page) == ["1"] * 4 + ["5"] * 4 + ["9"]
    assert "Your evening" not in page


def test_member_reads_the_own_place_first(client, club):
    event_round = make_running_round(club=club, players=4)
    event_round.tables.update(totals={"NS": 310, "EW": 95})
    EventRound.objects.update(state="closed")
    (me,) = make_members(club, 1)
    event_round.event.entrants.filter(seats__seat="E").update(member=me)
    user = make_user()
    Role.objects.create(club=club, user=user, kind=Role.Kind.MEMBER, member=me)
    client.force_login(user)

    page = client.get(address("event", club, event_round.event_id)).content.decode()

    own = page[page.index('class="sheet own-strip"') : page.index("Results")]
    assert re.findall(r">(\d\w+)</strong>\s*<span>([^·]+) ·", own) == [("3rd", "of 4")]
    assert f"/me/evenings/{event_round.event_id}/" in own


def test_closed_event_leads_to_what_was_and_not_to_what_comes(director, club):
    event_round = make_running_round(club=club, rounds_planned=1)
    EventRound.objects.update(state="closed")
    Event.objects.update(state="closed")

    page = director.get(address("event", club, event_round.event_id)).content.decode()

    assert "Results so far" not in page
    assert 'id="results">Results<' in page
    assert ("Who was here" in page, 'class="sheet ruled evening"' in page) == (True, False)
    assert "Seat the next round" not in page


@pytest.mark.parametrize("players", [8, 16])
def test_event_page_asks_the_same_whatever_the_tables(director, club, players, django_assert_num_queries):
    event_round = make_running_round(club=club, players=players)

    with django_assert_num_queries(24):
        director.get(address("event", club, event_round.event_id))


def shown(client, page):
    return client.get(page).content.decode().partition("<main")[2]


def test_whoever_looks_again_costs_next_to_nothing(client, club, django_assert_max_num_queries):
    """Strangers may open this page as often as they like: what they all see is read and drawn once."""
    event_round = make_running_round(club=club, players=16)
    page = address("event", club, event_round.event_id)
    first = shown(client, page)

    with django_assert_max_num_queries(5), patch("league.evening.events.results.read_event", None):
        again = shown(client, page)
    assert again == first


def test_what_is_kept_of_an_event_follows_every_line_of_its_log(client, club):
    event_round = make_running_round(club=club)
    page = address("event", club, event_round.event_id)
    close_round(event_round=event_round, acting=acting_as(), client_id="close", reason="late")
    before = shown(client, page)

    reopen_round(event_round=event_round, acting=acting_as(), client_id="reopen", reason="One hand was missing")
    play_round(event_round, seed=1)
    close_round(event_round=event_round, acting=acting_as(), client_id="again", reason="late")

    after = shown(client, page)
    assert "Results so far" in before
    assert after != before
    with patch.object(Event, "newest_line", None):  # of such an event nothing is kept
        assert shown(client, page) == after


def steps(client, event):
    return [(step.title, step.kind) for step in client.get(address("event", event.club, event.pk)).context["steps"]]


def test_steps_lead_through_the_evening(director, club):
    event = make_event(club, rounds_planned=1)
    assert steps(director, event)[0] == ("Check-in", "now")

    people = make_entrants(event, 8)
    assert steps(director, event)[:2] == [("Check-in", "done"), ("Seating", "now")]

    event_round = make_round(event, people)
    assert steps(director, event)[2] == ("Rounds", "now")

    start_round(event_round=event_round, acting=acting_as(), client_id="s")
    assert steps(director, event)[2] == ("Round 1", "now")

    event.rounds.update(state="closed")
    assert steps(director, event)[3] == ("Close", "now")


def test_round_is_started_from_the_event_page_in_one_tap(director, club):
    event = make_event(club)
    event_round = make_round(event, make_entrants(event, 8))
    step = director.get(address("event", club, event.pk)).context["steps"][2]

    answers = [director.post(step.address, {"client_id": step.client_id}) for _ in range(2)]

    event_round.refresh_from_db()
    assert step.key == "Start round 1"
    assert event_round.state == "running"
    assert [answer.url for answer in answers] == [address("desk", club, event.pk)] * 2
    assert LogLine.objects.filter(event=event, action="started").count() == 1


def test_start_says_who_has_a_seat_and_is_not_here(director, club):
    event = make_event(club)
    people = make_entrants(event, 8)
    make_round(event, people)
    Entrant.objects.filter(pk=people[3].pk).update(state="expected")

    step = director.get(address("event", club, event.pk)).context["steps"][2]

    assert step.words == "Round 1 of 4 can start. Not here: Ed Lindqvist. They count as late once the round starts."
    assert "First see to Ed Lindqvist, on the list" in director.get(address("desk", club, event.pk)).text


def test_casual_round_can_begin_while_somebody_has_no_table_yet(director, club):
    event = make_event(club, format="casual")
    people = make_entrants(event, 9)
    make_round(event, people[:4])

    step = director.get(address("event", club, event.pk)).context["steps"][2]
    assert (step.kind, step.words) == ("now", "Round 1 can start.")

    Entrant.objects.filter(pk=people[0].pk).update(state="left")
    assert steps(director, event)[1] == ("Seating", "now")


def test_who_may_not_start_rounds_is_led_to_the_board(client, club):
    event = make_event(club)
    make_round(event, make_entrants(event, 8))
    client.force_login(make_user(club, "referee"))

    step = client.get(address("event", club, event.pk)).context["steps"][2]

    assert (step.key, step.address, step.client_id) == ("Director’s board", address("desk", club, event.pk), "")


# -- closing and deleting ----------------------------------------------------------------


def test_closing_the_event_leads_to_the_round_that_is_still_played(director, club):
    event = make_running_round(club=club).event

    close = director.get(address("event", club, event.pk)).context["steps"][3]
    answer = director.get(close.address, follow=True)

    assert answer.redirect_chain == [(address("close_round", club, event.pk, 1), 302)]
    assert "Round 1 is still being played. Close it, then close the event." in answer.content.decode()


def test_closing_early_takes_a_reason(director, club):
    event = make_event(club)

    refused = director.post(address("close_event", club, event.pk), {"client_id": "a"})
    director.post(address("close_event", club, event.pk), {"client_id": "b", "reason": "Snow"})

    event.refresh_from_db()
    assert refused.status_code == 422
    assert "None of 4 rounds was played." in refused.content.decode()
    assert "Say why in a few words" in refused.content.decode()
    assert event.state == "closed"
    assert LogLine.objects.get(event=event, action="closed").reason == "Snow"


def test_page_of_a_closed_event_says_when_it_is_final_and_asks_for_the_name_then(director, club):
    event = make_event(club, state="closed", closed_at=timezone.now())
    page, reopen = address("event", club, event.pk), address("reopen_event", club, event.pk)
    assert "Until then, tell the director what is wrong." in director.get(page).text
    assert "Type the name" not in director.get(reopen).text

    Event.objects.filter(pk=event.pk).update(closed_at=timezone.now() - timedelta(hours=club.claim_hours))

    assert "The results of this event are final." in Client().get(page).text
    refused = director.post(reopen, {"client_id": "a", "reason": "One card", "name": "Wednesday"})
    assert (refused.status_code, "That isn’t the name of this event." in refused.text) == (409, True)
    director.post(reopen, {"client_id": "a", "reason": "One card", "name": "Tuesday cards"})
    assert Event.objects.get(pk=event.pk).state == "planned"


def test_reopening_takes_a_reason(director, club):
    event = make_event(club, state="closed", closed_at=timezone.now())

    assert director.post(address("reopen_event", club, event.pk), {"client_id": "a"}).status_code == 422
    director.post(address("reopen_event", club, event.pk), {"client_id": "b", "reason": "Forgot a table"})

    event.refresh_from_db()
    assert event.state == "planned"


def test_deleting_asks_for_the_name(admin, club):
    event = make_running_round(club=club).event

    refused = admin.post(address("delete_event", club, event.pk), {"client_id": "a", "name": "Monday"})
    assert refused.status_code == 409
    admin.post(address("delete_event", club, event.pk), {"client_id": "b", "name": "tuesday cards"})

    assert not Event.objects.exists()


def test_deleting_is_for_admins(director, club):
    event = make_event(club)

    assert director.get(address("delete_event", club, event.pk)).status_code == 403


# -- series ------------------------------------------------------------------------------


def weekly(version, **overrides):
    sent = planned(version, **{"weekday": "1", **overrides})
    del sent["played_on"]
    return sent


def test_series_makes_its_next_night_by_one_key(director, club):
    rules = make_rules(club, "st-hilary")
    director.post(address("new_series", club), weekly(rules))
    series = Series.objects.get()

    answer = director.post(address("next_night", club, series.pk), {"client_id": "n"})

    night = Event.objects.get()
    assert answer.url == address("event", club, night.pk)
    assert (night.series, night.played_on.weekday(), night.fee) == (series, 1, 500)


def test_series_that_ended_makes_no_night(director, club):
    series = Series.objects.create(club=club, name="Old", rules=make_rules(club), starts_at="19:00")
    director.post(address("end_series", club, series.pk), {"client_id": "e"})

    director.post(address("next_night", club, series.pk), {"client_id": "n"})

    assert Event.objects.count() == 0
    assert "has ended" in director.get(address("one_series", club, series.pk)).content.decode()


def test_series_pages_are_found_in_their_club_alone(director, club):
    theirs = make_club()
    series = Series.objects.create(club=theirs, name="Theirs", rules=make_rules(theirs), starts_at="19:00")

    for name in ("one_series", "edit_series"):
        assert director.get(address(name, club, series.pk)).status_code == 404


def test_series_is_changed_for_nights_to_come(director, club):
    rules = make_rules(club, "st-hilary")
    series = Series.objects.create(club=club, name="Tuesdays", rules=rules, starts_at="19:00")

    director.post(address("edit_series", club, series.pk), weekly(rules, name="Wednesdays", weekday="2"))

    series.refresh_from_db()
    assert (series.name, series.weekday) == ("Wednesdays", 2)


def test_referee_is_led_only_where_referees_may_go(client, club):
    client.force_login(make_user(club, "referee"))
    event = make_event(club)

    shown = client.get(address("event", club, event.pk)).context["steps"]

    assert [bool(step.address) for step in shown] == [True, False, True, False]


def test_every_key_of_the_list_is_a_submission_of_its_own(director, club):
    rules = make_rules(club)
    for name in ("Mondays", "Tuesdays"):
        Series.objects.create(club=club, name=name, rules=rules, starts_at="19:00")

    page = director.get(address("events", club)).content.decode()

    ids = re.findall(r'name="client_id" value="([^"]+)"', page)
    assert (len(ids), len(set(ids))) == (2, 2)


# -- as files ---------------------------------------------------------


def test_file_of_results_has_the_figures_of_the_page(client, club):
    event_round = make_running_round(make_event(club), players=9)
    play_round(event_round, seed=1)
    close_round(event_round=event_round, acting=acting_as(), client_id="close")
    event = event_round.event
    entrant = event.entrants.order_by("number").first()
    entrant.name = "=SUM(A1)"
    entrant.save()

    page = client.get(address("event", club, event.pk)).text
    shown = re.findall(r'<bdi>([^<]*)</bdi> <span class="soft narrow-hidden">(\d+)', page)
    totals = re.findall(r'data-label="Total"[^>]*><b>([^<]*)</b>', page)
    rows = xlsx_rows(client.get(address("event", club, event.pk) + "?file=xlsx&part=1").content)

    assert rows[0] == ["Place", "No.", "Player", "Round 1", "Total"]
    assert [(row[2], row[1]) for row in rows[1:]] == [(name, int(number)) for name, number in shown]
    assert [row[4] for row in rows[1:]] == [int(total.replace("−", "-")) for total in totals]
    assert "'=SUM(A1)" in client.get(address("event", club, event.pk) + "?file=csv&part=99").text


def test_event_without_results_has_no_file_of_them(client, club):
    assert client.get(address("event", club, make_event(club).pk) + "?file=csv").status_code == 404


def test_wrong_fee_asks_of_those_who_paid_and_of_the_coming_nights(director, club):
    series = make_series(club, fee=6000)
    event = next_of_series(series=series, acting=acting_as(), client_id="night")
    people = make_entrants(event, 3)
    event.entrants.filter(pk__in=[one.pk for one in people[:2]]).update(fee=6000, paid=6000)
    form = planned(event.rules, fee="6", played_on=str(event.played_on))

    answer = director.post(address("edit_event", club, event.pk), form)

    page = unescape(answer.content.decode())
    assert (answer.status_code, 'value="new-2"' in page, 'value="yes-0"' in page) == (422, True, True)
    assert "2 people paid $60. What about them?" in page
    assert director.post(address("edit_event", club, event.pk), {**form, "asked_fee": "new-1"}).status_code == 422

    answers = {"asked_fee": "new-2", "asked_coming": "yes-0"}
    with patch("league.evening.events.deeds.are_answered", return_value=False):  # somebody paid just now
        late = director.post(address("edit_event", club, event.pk), {**form, **answers})
    assert (late.status_code, "changed while you answered" in late.content.decode()) == (409, True)
    assert [field.name for field in late.context["questions"]] == ["asked_fee", "asked_coming"]
    assert director.post(address("edit_event", club, event.pk), {**form, **answers}).status_code == 302

    series.refresh_from_db()
    assert (series.fee, *event.entrants.values_list("paid", flat=True)) == (600, 600, 600, 0)
