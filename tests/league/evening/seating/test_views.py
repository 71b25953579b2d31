"""The director's seating page, and the published pages for everybody."""

import re
from itertools import count
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league.evening.paper.pages.seatings import seating_paper, slips_of
from league.evening.rounds.deeds import start_round
from league.evening.seating.deeds.drafts import plan_rounds
from league.evening.seating.deeds.publishing import publish_rounds
from league.evening.seating.schedules.tasks import find
from league.evening.seating.seatings import read_rounds, shown_digest
from league.models import Entrant, Event, RoundSeat, SeatingSearch
from tests.league.evening.seating.deeds.evenings import propose
from tests.league.makers import (
    acting_as,
    make_club,
    make_entrants,
    make_event,
    make_members,
    make_pair_rule,
    make_pairs,
    make_round,
    make_rules,
    make_user,
)

_ids = count(1)


@pytest.fixture(autouse=True)
def _quick_searches(monkeypatch):
    monkeypatch.setattr("league.evening.seating.schedules.planning.MOST_STEPS", 10_000)


@pytest.fixture
def director(client, club):
    """A client that is signed in as a director."""
    client.force_login(make_user(club, "director"))
    return client


def address(event, name="rotation", *args):
    return reverse(f"league:{name}", args=[event.club.slug, event.pk, *args])


def tap(**fields):
    return {"client_id": f"tap-{next(_ids)}", **fields}


def drafted(club, players=8, rounds=3, **fields):
    event = make_event(club, rounds_planned=rounds, **fields)
    make_entrants(event, players)
    plan_rounds(event=event, acting=acting_as(), client_id=f"plan-{next(_ids)}")
    event.refresh_from_db()
    return event


def published(club, players=8, rounds=3, **fields):
    event = drafted(club, players, rounds, **fields)
    publish_rounds(event=event, acting=acting_as(), client_id=f"publish-{next(_ids)}")
    event.refresh_from_db()
    return event


def text_of(response) -> str:
    return " ".join(response.content.decode().split())


# -- making and publishing


def test_page_without_a_seating_says_what_it_would_be(director, club):
    event = make_event(club)
    make_entrants(event, 18)

    page = text_of(director.get(address(event)))

    assert "18 people are here: 4 tables, and 2 sit out each round." in page
    assert "Make the seating" in page


@pytest.mark.parametrize(
    ("odd", "words"),
    [
        ("sit_out", "7 people are here: 1 table, and 3 sit out each round."),
        ("house_player", "7 people are here: 2 tables, with 1 house player."),
        ("three_handed", "7 people are here: 2 tables, 1 of three."),
    ],
)
def test_page_says_what_odd_players_do(director, club, odd, words):
    event = make_event(club, odd_players=odd, three_handed_rules=make_rules(club, "gwinnett-3"))
    make_entrants(event, 7)

    assert words in text_of(director.get(address(event)))


def test_make_drafts_the_rounds_and_shows_them_with_the_certificate(director, club):
    event = make_event(club)
    make_entrants(event, 12)

    response = director.post(address(event, "make_seating"), tap(rounds="3"), follow=True)

    page = text_of(response)
    assert [one.state for one in event.rounds.all()] == ["draft"] * 3
    assert "Nobody has the same partner twice." in page
    assert page.count('class="felt-table"') == 3
    assert "Draft, only directors can see it" in page


def test_make_counts_in_whom_the_director_ticks(director, club):
    event = make_event(club)
    make_members(club, 8)
    entrants = make_entrants(event, 8)
    Entrant.objects.filter(pk__in=[entrants[0].pk, entrants[1].pk]).update(state="expected")

    director.post(
        address(event, "make_seating"),
        tap(rounds="1", has_people="1", expected=[entrants[0].pk, entrants[1].pk]),
    )

    assert RoundSeat.objects.count() == 8


@pytest.mark.parametrize("rounds", ["0", "x", "99", "-1", "\0", "9" * 500])
def test_make_with_nonsense_says_so_and_keeps_it(director, club, rounds):
    event = make_event(club)
    make_entrants(event, 8)

    response = director.post(address(event, "make_seating"), tap(rounds=rounds))

    assert response.status_code == 422
    assert "field-error" in text_of(response)
    assert not event.rounds.exists()


def test_make_with_somebody_unknown_is_refused(director, club):
    event = make_event(club)
    make_entrants(event, 8)

    response = director.post(address(event, "make_seating"), tap(has_people="1", expected=["123456789"]))

    assert response.status_code == 422


def test_what_is_published_can_be_started_from_here(director, club):
    event = published(club)
    page = director.get(address(event))

    answer = director.post(f"/clubs/{club.slug}/events/{event.pk}/rounds/1/start/", tap(), follow=True)

    assert page.context["start"] == 1
    assert "Start round 1" in text_of(page)
    assert answer.redirect_chain[-1][0].endswith("/board/")
    assert "Start round" not in text_of(director.get(address(event)))


def test_casual_evening_without_tables_says_what_comes_first(director, club):
    event = make_event(club, format="casual")
    make_entrants(event, 8)

    assert "Form the tables below, then publish them." in text_of(director.get(address(event)))


def test_start_waits_while_somebody_has_no_seat(director, club):
    event = published(club)
    Entrant.objects.create(event=event, number=99, name="Late Larry", state="here")

    assert "Start round 1" not in text_of(director.get(address(event)))


def ticked(response) -> set[int]:
    field = response.context["make_form"]["expected"]
    return {int(person.data["value"]) for person in field if person.data["selected"]}


def test_everybody_expected_is_ticked_before_the_first_seating_and_after_it_who_was_left_so(director, club):
    event = make_event(club)
    entrants = make_entrants(event, 9)
    coming, late, absent = entrants[:3]
    Entrant.objects.filter(pk__in=[coming.pk, late.pk, absent.pk]).update(state="expected")
    response = director.get(address(event))

    assert ticked(response) == {coming.pk, late.pk, absent.pk}
    assert "6 people are here, 3 more are expected: 2 tables, and 1 sits out each round." in text_of(response)

    director.post(address(event, "make_seating"), tap(rounds="1", has_people="1", expected=[coming.pk, late.pk]))
    response = director.get(address(event))

    assert ticked(response) == {coming.pk, late.pk}
    assert "6 people are here, 2 more are expected: 2 tables, and nobody sits out." in text_of(response)


def test_make_that_cannot_be_says_why(director, club):
    event = make_event(club)
    make_entrants(event, 3)

    response = director.post(address(event, "make_seating"), tap())

    assert response.status_code == 409
    assert "There are 3 players; a table needs four." in text_of(response)


def test_another_seating_has_the_next_seed(director, club):
    event = drafted(club)

    director.post(address(event, "make_seating"), tap(another="1"))

    event.refresh_from_db()
    assert event.seed == 2


def test_publish_shows_the_seating_to_everybody(director, client, club):
    event = drafted(club)
    seen = shown_digest(read_rounds(event))

    response = director.post(address(event, "publish_seating"), tap(seen=seen), follow=True)

    assert "Published. Everybody can see who sits where." in text_of(response)
    event.refresh_from_db()
    assert event.seating_version == 1
    client.logout()
    assert "Round 3" in text_of(client.get(address(event, "seating")))


def test_publish_of_an_older_draft_is_refused(director, club):
    event = drafted(club)
    seen = shown_digest(read_rounds(event))
    plan_rounds(event=event, acting=acting_as(), client_id="other", another=True)

    response = director.post(address(event, "publish_seating"), tap(seen=seen))

    assert response.status_code == 409
    assert "changed on another screen" in text_of(response)


def test_broken_rules_are_published_only_after_a_question(director, club):
    event = make_event(club)
    entrants = make_entrants(event, 8)
    make_round(event, entrants, state="draft")
    entrants[0].partner = entrants[1]
    entrants[0].save()
    seen = shown_digest(read_rounds(event))

    page = text_of(director.get(address(event)))
    first = director.post(address(event, "publish_seating"), tap(seen=seen))
    event.refresh_from_db()
    assert first.status_code == 409
    assert event.seating_version == 0
    director.post(address(event, "publish_seating"), tap(seen=seen, despite="1"))

    assert "Round 1: Ruth Abernathy and Walt Kowalski are not partners." in page
    assert "1 rule is broken" in page
    event.refresh_from_db()
    assert event.seating_version == 1


# -- swapping


def test_swap_marks_the_two_and_shows_the_certificate_at_once(director, club):
    event = drafted(club, rounds=1)
    first, second = (table.seats.first().entrant for table in event.rounds.get().tables.all())
    seen = shown_digest(read_rounds(event, [1]))

    response = director.post(
        address(event, "swap_players", 1),
        tap(who=[first.pk, second.pk], seen=seen),
        headers={"HX-Request": "true"},
    )

    page = text_of(response)
    assert response.status_code == 200
    assert page.count("is-marked") == 2
    assert f"{first.called} and {second.called} have changed places." in page
    assert "Certificate" in page
    assert "<html" not in page


def test_swap_without_scripts_comes_back_to_the_round(director, club):
    event = drafted(club, rounds=2)
    first, second = (table.seats.first().entrant for table in event.rounds.get(number=2).tables.all())
    seen = shown_digest(read_rounds(event, [2]))

    response = director.post(address(event, "swap_players", 2), tap(who=[first.pk, second.pk], seen=seen))

    assert response.url == f"{address(event)}?round=2&marked={first.pk}-{second.pk}"
    assert text_of(director.get(response.url)).count("is-marked") == 2


@pytest.mark.parametrize("chosen", [0, 1, 3])
def test_swap_needs_two(director, club, chosen):
    event = drafted(club, rounds=1)
    who = list(RoundSeat.objects.values_list("entrant", flat=True)[:chosen])

    response = director.post(address(event, "swap_players", 1), tap(who=who, seen="x"))

    assert response.status_code == 422
    assert "two people" in text_of(response)


def test_swap_from_an_older_page_is_refused(director, club):
    event = drafted(club, rounds=1)
    who = [table.seats.first().entrant_id for table in event.rounds.get().tables.all()]
    seen = shown_digest(read_rounds(event, [1]))
    director.post(address(event, "swap_players", 1), tap(who=who, seen=seen))

    response = director.post(address(event, "swap_players", 1), tap(who=who, seen=seen))

    assert response.status_code == 409
    assert "Check it again" in text_of(response)


# -- re-planning


def test_replan_shows_what_changes_and_is_taken_as_shown(director, club):
    event = published(club, 12, 4)
    start_round(event_round=event.rounds.get(number=1), acting=acting_as(), client_id="start")
    Entrant.objects.create(event=event, number=13, name="Zoë Kim", state="here")

    before = text_of(director.get(address(event)))
    page = text_of(director.post(address(event, "make_seating"), tap(), follow=True))
    waits = SeatingSearch.objects.get()
    response = director.post(address(event, "take_proposal"), tap(seen=waits.seed), follow=True)

    assert "1 is here and has no place in the coming rounds: Zoë Kim." in before
    assert "Rounds 2–4: what would change" in page
    assert "Nothing has changed yet." in page
    assert "The seating was re-planned and published." in text_of(response)
    event.refresh_from_db()
    assert event.seating_version == 2
    assert "1 is here and has no place" not in text_of(response)


def test_proposal_tells_how_many_change_places_and_who_only_has_other_company(director, club):
    event = published(club, 8, 2)
    seats = [seat for table in event.rounds.get(number=1).tables.all() for seat in table.seats.all()]
    gone = seats[0].entrant
    Entrant.objects.filter(pk=gone.pk).update(state="left")
    Entrant.objects.create(event=event, number=9, name="Zoë Kim", state="here")

    page = text_of(director.post(address(event, "make_seating"), tap(), follow=True))

    told, neighbours = page.split("Same place, different people at the table")
    assert "1 of 8 players changes places." in told
    assert "The other 7 keep their places," in told
    assert [name in told.split("what would change")[1] for name in (gone.name, "Zoë Kim")] == [True, True]
    assert seats[1].entrant.name in neighbours


def test_stale_proposal_says_so_and_cannot_be_taken(director, club):
    event = published(club, 12, 4)
    search = propose(event, client_id="propose", another=True)
    Entrant.objects.filter(number=1, event=event).update(state="left")

    page = text_of(director.get(address(event)))
    response = director.post(address(event, "take_proposal"), tap(seen=search.seed))

    assert "Re-plan once more" in page
    assert "1 has left and still has a place: Ruth Abernathy." in page
    assert response.status_code == 409


def test_proposal_that_is_gone_is_not_taken(director, club):
    event = published(club, 8, 2)

    response = director.post(address(event, "take_proposal"), tap(seen="5"))

    assert response.status_code == 409
    event.refresh_from_db()
    assert event.seating_version == 1


def test_proposal_is_dropped(director, club):
    event = published(club, 8, 2)
    propose(event, client_id="propose", another=True)

    director.post(address(event, "drop_proposal"), tap())
    director.post(address(event, "drop_proposal"), tap())

    assert not SeatingSearch.objects.exists()


def test_search_that_goes_on_is_asked_for_every_second(director, club, monkeypatch):
    begun: list[Any] = []
    monkeypatch.setattr("league.evening.seating.deeds.searches.SEATS_AT_ONCE", 0)
    monkeypatch.setattr("league.evening.seating.deeds.searches.start_apart", begun.append)
    monkeypatch.setattr("league.evening.seating.deeds.searches._search_apart", lambda task, _tell: find(task))
    event = make_event(club)
    make_entrants(event, 8)

    page = text_of(director.post(address(event, "make_seating"), tap(), follow=True))
    assert 'hx-trigger="every 1s"' in page
    assert "Looking for the best seating…" in page
    begun[0]()

    page = text_of(director.get(address(event), headers={"HX-Request": "true"}))
    assert 'hx-trigger="every 1s"' not in page
    assert "Nobody has the same partner twice." in page


def test_changes_since_a_version(director, club):
    event = published(club, 8, 1)
    who = [table.seats.first().entrant for table in event.rounds.get().tables.all()]
    seen = shown_digest(read_rounds(event, [1]))
    director.post(address(event, "swap_players", 1), tap(who=[one.pk for one in who], seen=seen))

    page = text_of(director.get(address(event, "seating_changes", 1)))

    assert "2 of 8 players change places. The other 6 keep their places, with somebody new at the table." in page
    assert "version 1" in page
    assert director.get(address(event, "seating_changes", 7)).status_code == 404


# -- casual tables and substitutes


def test_casual_table_is_formed_and_broken_up(director, club):
    event = make_event(club, format="casual")
    entrants = make_entrants(event, 6)

    page = text_of(director.post(address(event, "form_table"), tap(who=[one.pk for one in entrants[:4]]), follow=True))
    assert page.count('class="felt-table"') == 1
    assert "Form the table" in page
    response = director.post(address(event, "form_table"), tap(who=[one.pk for one in entrants[2:6]]))
    assert response.status_code == 409
    assert "sits at table 1 in this round already" in text_of(response)
    director.post(address(event, "break_up_table", 1, 1), tap())
    director.post(address(event, "break_up_table", 1, 1), tap())

    assert not event.rounds.get().tables.exists()


def test_everybody_is_free_once_a_casual_round_is_closed(director, club):
    event = make_event(club, format="casual")
    make_round(event, make_entrants(event, 4), state="closed")

    page = text_of(director.get(address(event)))

    assert page.count('type="checkbox" name="who"') == 4


def test_duplicate_for_three_forms_tables_by_hand_and_has_no_certificate(director, club):
    event = make_event(club, book="gwinnett-3", compared="matchpoints")
    entrants = make_entrants(event, 6)

    page = director.post(address(event, "form_table"), tap(who=[one.pk for one in entrants[:3]]), follow=True)

    assert "Tap the three who play together." in text_of(page)
    assert "Certificate" not in text_of(page)
    assert event.rounds.get().tables.get().seats.count() == 3


def test_substitute_by_name(director, club):
    event = published(club, 8, 1)
    start_round(event_round=event.rounds.get(), acting=acting_as(), client_id="start")
    page = address(event, "substitutes", 1, 1)

    assert "Whose seat?" in text_of(director.get(page))
    missing = director.post(page, tap(seat="N", who="helper"))
    director.post(page, tap(seat="N", who="helper", helper="Zoë Kim"))

    assert missing.status_code == 422
    assert "Enter the helper’s name." in text_of(missing)
    assert event.rounds.get().tables.get(number=1).seats.get(seat="N").helper == "Zoë Kim"
    assert "Zoë Kim for" in text_of(director.get(address(event)))


def test_substitutes_of_a_table_that_is_not_there(director, club):
    event = published(club, 8, 1)

    assert director.get(address(event, "substitutes", 1, 9)).status_code == 404
    assert director.get(address(event, "substitutes", 9, 1)).status_code == 404
    assert director.get(address(event, "substitutes", 99999999, 99999999)).status_code == 404


# -- for everybody


def test_drafts_are_seen_by_those_who_seat_players_only(client, club):
    event = drafted(club, 8, 2)
    someone = event.entrants.first()
    pages = [address(event, "seating"), f"{address(event, 'seating')}?q=ruth", address(event, "own_seating", 1)]

    for kind in (None, "member", "referee"):
        if kind:
            client.force_login(make_user(club, kind))
        for page in pages:
            text = text_of(client.get(page))
            assert "Table" not in text.replace("All tables", "")
            assert "Round 1" not in text
        assert client.get(address(event)).status_code == (403 if kind else 302)
    assert someone.name == "Ruth Abernathy"


def test_round_added_as_a_draft_does_not_leak(client, club):
    event = published(club, 8, 1)
    make_round(event, event.entrants.all(), number=2, state="draft")

    for page in (address(event, "seating"), f"{address(event, 'seating')}?round=2", address(event, "own_seating", 1)):
        text = text_of(client.get(page))
        assert "Round 1" in text
        assert "Round 2" not in text


def test_find_yourself_by_name_and_by_number(client, club):
    event = published(club, 8, 2)

    by_name = text_of(client.get(f"{address(event, 'seating')}?q=kow"))
    by_number = text_of(client.get(f"{address(event, 'seating')}?q=2"))
    nobody = text_of(client.get(f"{address(event, 'seating')}?q=%00zz"))

    for page in (by_name, by_number):
        assert page.count('class="button" href="' + address(event, "own_seating", 2)) == 1
    assert "Nobody by that name has a place. Ask the director." in nobody


def test_own_seating_tells_table_partner_and_opponents(client, club):
    event = make_event(club, seating_version=1)
    entrants = make_entrants(event, 9)
    make_round(event, entrants)
    make_round(event, [*entrants[1:], entrants[0]], number=2)

    page = text_of(client.get(address(event, "own_seating", 1)))

    assert re.search(r'Table 1 <span class="own-seat[^"]*">North</span>', page)
    assert "<dt>With</dt><dd>Marge Delgado</dd>" in page
    assert "<dt>Against</dt><dd>Walt Kowalski and Ed Lindqvist</dd>" in page
    assert "You sit out" in page
    assert client.get(address(event, "own_seating", 77)).status_code == 404


def test_seating_by_name(client, club):
    event = published(club, 9, 1)

    page = text_of(client.get(f"{address(event, 'seating')}?by=name"))

    assert page.count("sits out") == 1
    assert page.index("Bernice Hall") < page.index("Walt Kowalski")


@pytest.mark.parametrize(
    ("overrides", "says", "never"),
    [
        ({"format": "half_move"}, r"(?i)\bbye\b", r"(?i)\bsit(s|ting)? out\b"),
        ({}, r"(?i)\bsit(s|ting)? out\b", r"(?i)\bbye\b"),
    ],
)
def test_pairs_have_byes_and_others_sit_out_wherever_they_look(director, club, overrides, says, never):
    event = make_event(club, rounds_planned=2, **overrides)
    make_pairs(event, 3)
    plan_rounds(event=event, acting=acting_as(), client_id="plan")
    publish_rounds(event=event, acting=acting_as(), client_id="publish")
    out = event.rounds.get(number=1).sit_outs.first().entrant
    shown = [
        *(address(event, name) for name in ("desk", "projector", "event")),
        f"{address(event, 'seating')}?by=name",
        f"{address(event)}?view=people",
        address(event, "own_seating", out.number),
    ]

    pages = [re.sub(r"<[^>]*>", " ", text_of(director.get(one))) for one in shown]
    first = read_rounds(event, [1])[0]
    pages += [str(seating_paper(event, first, "both")), str(slips_of([first]))]

    for page in pages:
        assert re.search(says, page), page
        assert not re.search(never, page), page


def test_seating_polled_without_news_is_empty(client, club):
    event = published(club, 8, 1)
    event.refresh_from_db()
    asks = {"headers": {"HX-Request": "true"}}

    assert client.get(f"{address(event, 'seating')}?v={event.version}", **asks).status_code == 204
    assert client.get(f"{address(event, 'seating')}?v={event.version - 1}", **asks).status_code == 200


def test_other_club_is_not_reached(director, club):
    event = published(make_club(), 8, 1)
    there = reverse("league:rotation", args=[club.slug, event.pk])
    public = reverse("league:seating", args=[club.slug, event.pk])

    assert director.get(there).status_code == 404
    assert director.get(public).status_code == 404
    assert director.get(reverse("league:rotation", args=[club.slug, 10**18 - 1])).status_code == 404


def test_nonsense_in_the_address_is_left_out(director, club):
    event = drafted(club, 8, 2)

    for query in ("round=x&q=%00", "round=999999999", "marked=1-2-3&view=people", "marked=%D9%A3", "q=" + "a" * 3000):
        assert director.get(f"{address(event)}?{query}").status_code == 200, query
        assert director.get(f"{address(event, 'seating')}?{query}").status_code == 200, query


WRITING = (
    ("make_seating", ()),
    ("publish_seating", ()),
    ("take_proposal", ()),
    ("drop_proposal", ()),
    ("form_table", ()),
    ("swap_players", (1,)),
    ("break_up_table", (1, 1)),
    ("substitutes", (1, 1)),
)


def test_others_change_nothing(client, club, nothing_shown):
    event = drafted(club, 8, 1)

    for kind in ("member", "referee", "stranger"):
        client.force_login(make_user(club, kind) if kind != "stranger" else make_user(make_club(), "admin"))
        for name, args in WRITING:
            assert client.post(address(event, name, *args), tap()).status_code == 403, (kind, name)
    event.refresh_from_db()
    assert event.seating_version == 0


def test_forms_that_cannot_be_read_are_refused(director, club, nothing_shown):
    event = drafted(club, 8, 1)

    for fields in ({}, {"client_id": "\0", "seen": "\0", "who": ["\0", "x"]}, {"client_id": "x" * 99}):
        for name, args in WRITING:
            if name != "drop_proposal":
                assert director.post(address(event, name, *args), fields).status_code == 422, (name, fields)

    event.refresh_from_db()
    assert (event.seating_version, event.seed) == (0, 1)


def test_lots_are_told_where_a_table_was_level(director, club):
    event = make_event(club, format="winners_move", rounds_planned=3)
    event_round = make_round(event, make_entrants(event, 8))
    start_round(event_round=event_round, acting=acting_as(), client_id="start")
    event.rounds.update(state="closed")

    page = text_of(director.get(address(event)))

    assert "Tables 1 and 2 were level in round 1, or had no result. A random draw decides who moves up." in page


# -- queries


def test_queries_do_not_grow_with_the_players(director, club):
    small, large = make_event(club), make_event(club)
    for event, players in ((small, 8), (large, 60)):
        entrants = make_entrants(event, players)
        make_round(event, entrants)
        make_round(event, entrants, number=2)
    for name, limit in (("rotation", 20), ("seating", 20)):
        counts = []
        director.get(address(small, name))  # what every first page asks for once is not counted
        for event in (small, large):
            with CaptureQueriesContext(connection) as queries:
                assert director.get(address(event, name)).status_code == 200
            counts.append(len(queries))
        assert counts[0] == counts[1] <= limit


# -- winners move


def test_everybody_sees_who_moved_and_the_director_alone_why_the_rule_was_bent(director, client, club):
    event = make_event(club, format="winners_move", rounds_planned=4)
    people = make_entrants(event, 12)
    first = make_round(event, people)
    first.tables.update(totals={"NS": 80, "EW": 20})
    first.state = "closed"
    first.save()
    make_pair_rule(people[0], people[4], "never_meet")  # both would sit at table 1
    plan_rounds(event=event, acting=acting_as(), client_id="plan")
    publish_rounds(event=Event.objects.get(), acting=acting_as(), client_id="publish")

    desk = director.get(address(event), {"round": "2"}).text
    public = Client().get(address(event, "seating"), {"round": "2"}).text

    assert "Where the rule was bent" in desk
    assert "never sit at one table" in desk
    for page in (desk, public):
        assert "up from 2" in page
        assert "stays" in page
    assert "Where the rule was bent" not in public
    assert "never sit at one table" not in public
    assert "up from" not in director.get(address(event), {"round": "1"}).text
