"""Who sits where, in strings ready to print."""

import pytest

from league.evening.seating.deeds.drafts import plan_rounds
from league.evening.seating.field import read_field
from league.evening.seating.pages.certificate import certificate_context, tone_of
from league.evening.seating.pages.rotation import people_in, place_words, seating_context, state_words, version_words
from league.evening.seating.schedules.planning import plan
from league.evening.seating.schedules.verify import verify
from league.evening.seating.seatings import published, read_rounds
from league.models import Entrant
from tests.league.evening.seating.swapping import swap
from tests.league.makers import acting_as, make_entrants, make_event, make_round, make_rules

pytestmark = pytest.mark.django_db


def called(player: int) -> str:
    return Entrant.objects.get(pk=player).called


def test_seating_by_table_and_by_name():
    event = make_event(seating_version=3)
    event_round = make_round(event, make_entrants(event, 9))

    seating = seating_context(read_rounds(event_round.event)[0])

    assert (seating["title"], version_words(event), seating["size_words"]) == (
        "Round 1",
        "Seating version 3",
        "2 tables",
    )
    assert [[seat["person"].name for seat in side] for side in seating["tables"][0]["sides"]] == [
        ["Ruth Abernathy", "Marge Delgado"],
        ["Walt Kowalski", "Ed Lindqvist"],
    ]
    assert [one["person"].name for one in seating["sit_outs"]] == ["Bernice Hall"]
    assert [one["person"].name for one in seating["by_name"]][:3] == ["Bernice Hall", "Ed Lindqvist", "Hank Ostrowski"]
    ed = seating["by_name"][1]["places"][0]
    assert (
        place_words(ed["place"], called, "sits out")
        == "Table 1, West, with Walt Kowalski against Ruth Abernathy and Marge Delgado"
    )
    assert (ed["place"].table, ed["seat"], ed["seat_name"]) == (1, "W", "West")
    bernice = seating["by_name"][0]["places"][0]
    assert place_words(bernice["place"], called, "has a bye") == "has a bye"


def test_three_handed_table_has_no_partners():
    event = make_event()
    event.three_handed_rules = make_rules(event.club, "gwinnett-3")
    event.save()
    make_round(event, make_entrants(event, 3))
    seating = seating_context(read_rounds(event)[0])

    assert [len(side) for side in seating["tables"][0]["sides"]] == [1, 1, 1]
    assert seating["by_name"][0]["places"][0]["partner"] == ""
    last = seating["by_name"][2]["places"][0]
    assert place_words(last["place"], called, "") == "Table 1, Player B, against Ruth Abernathy and Marge Delgado"


def test_rotation_hides_drafts_unless_asked(monkeypatch):
    monkeypatch.setattr("league.evening.seating.schedules.planning.MOST_STEPS", 30_000)
    event = make_event(rounds_planned=3)
    make_entrants(event, 8)
    plan_rounds(event=event, acting=acting_as(), client_id="plan")
    event.rounds.filter(number=1).update(state="published")

    rounds = read_rounds(event)
    hidden = [seating_context(one) for one in published(rounds)]
    shown = [seating_context(one) for one in rounds]

    assert [one["number"] for one in hidden] == [1]
    assert {len(one["places"]) for one in people_in(hidden)} == {1}
    assert [one["number"] for one in shown] == [1, 2, 3]
    assert {len(one["places"]) for one in people_in(shown)} == {3}
    assert state_words(rounds) == "2 of 3 rounds are drafts"


def test_certificate_says_what_is_proven_and_what_could_be_better():
    good = plan(range(16), 4, seed=1, effort=60_000)
    worse = swap(good, 0, good[0].tables[0].seats[0], good[0].tables[1].seats[0])

    tones = {words: tone_of(words) for words in verify(good, range(16)).sentences}
    assert tones["Nobody has the same partner twice."] == "good"
    assert tones["Everybody plays every round."] == "plain"
    assert "now" in [tone_of(words) for words in verify(worse, range(16)).sentences]


def test_certificate_of_the_evening_with_faults(monkeypatch):
    event = make_event()
    entrants = make_entrants(event, 8)
    make_round(event, entrants)
    entrants[0].partner = entrants[1]
    entrants[0].save()

    certificate = certificate_context(read_field(event, read_rounds(event)), has_changed=False)

    assert certificate["faults"] == ("Round 1: Ruth Abernathy and Walt Kowalski are not partners.",)
    assert (certificate["headline"], certificate["tone"]) == ("1 rule is broken", "bad")


def test_round_that_seats_everybody_as_the_one_before_is_called_by_its_number():
    event = make_event()
    entrants = make_entrants(event, 5)
    for number, state in enumerate(("closed", "draft"), start=1):
        make_round(event, entrants, number=number, state=state)

    certificate = certificate_context(read_field(event, read_rounds(event)), has_changed=False)

    (sits_out,) = (entrant.called for entrant in entrants[4:])
    assert certificate["faults"][0] == f"Round 2: {sits_out} sits out twice in a row."


def test_substitute_is_named_for_the_player():
    event = make_event()
    event_round = make_round(event, make_entrants(event, 4))
    seat = event_round.tables.get().seats.first()
    seat.helper = "Zoë Kim"
    seat.save()

    assert seating_context(read_rounds(event)[0])["tables"][0]["seats"][0]["plays"] == "Zoë Kim for Ruth Abernathy"
