"""A whole knock-out by its deeds: byes, a tie, the consolation bracket, places, and a second computation of them."""

from itertools import count

import pytest
from django.urls import reverse

from league.acting.log import Refused
from league.evening.cards.pairs import points_of
from league.evening.cards.reading import read_event
from league.evening.cards.standings import standings
from league.evening.check_in.people import seating_is_stale
from league.evening.events.deeds import close_event
from league.evening.finals.bracket import read_bracket
from league.evening.money.winners import read_winners
from league.evening.rounds.deeds import close_round
from league.evening.seating.before_round import unsettled_in
from league.evening.seating.deeds.drafts import plan_rounds
from league.evening.seating.deeds.publishing import publish_rounds
from league.evening.seating.field import read_field
from league.evening.seating.pages.certificate import certificate_context
from league.evening.seating.seatings import read_rounds
from league.models import Entrant, Event, LedgerRow, RoundSeat, RoundTable
from tests.league.makers import (
    acting_as,
    fresh,
    make_entrants,
    make_event,
    make_pairs,
    make_series,
    make_user,
    start_now,
)

pytestmark = pytest.mark.django_db
_taps = count(1)


def by():
    return {"acting": acting_as(), "client_id": f"tap-{next(_taps)}"}


def seat(event):
    plan_rounds(event=fresh(event), **by())
    publish_rounds(event=event, **by())
    assert not seating_is_stale(fresh(event))
    return event.rounds.order_by("-number")[0]


def play(event_round, *sums):
    """The round with these totals by table, N-S first."""
    started = start_now(event_round)
    for table, (north, east) in zip(started.tables.order_by("number"), sums, strict=True):
        RoundTable.objects.filter(pk=table.pk).update(totals={"NS": north, "EW": east})
    close_round(event_round=started, reason="Typed from paper", **by())


def who(event_round):
    return [
        tuple(
            "/".join(seat.entrant.name.split()[0] for seat in table.seats.order_by("pk") if seat.seat in side)
            for side in ("NS", "EW")
        )
        for table in event_round.tables.order_by("number")
    ]


def places(event):
    event = fresh(event)
    return [(one.place, one.entrant.name) for one in standings(event, points_of(event, read_event(event)))]


def knock_out(pairs, **fields):
    event = make_event(book="st-hilary", format="knock_out", rounds_planned=1, sit_out_credit="none", **fields)
    return event, make_pairs(event, pairs)


def certificate(event):
    found = certificate_context(read_field(fresh(event), read_rounds(fresh(event))), has_changed=False)
    assert (found["headline"], found["tone"]) == ("Every rule is kept", "good")
    return [words for words, _ in found["lines"]]


def test_a_whole_knock_out_of_six_pairs():
    event, _ = knock_out(6)

    first = seat(event)
    assert certificate(event) == [
        "The draw is by lot.", "6 pairs play together.", "No two pairs meet twice.",
        "Two pairs have a bye in round 1, the fewest possible.",
    ]  # fmt: skip
    assert (first.tables.count(), first.sit_outs.count(), fresh(event).rounds_planned) == (2, 4, 3)
    (one, two), (three, four) = who(first)
    play(first, (300, 200), (150, 400))  # one and four go on

    second = seat(event)
    assert (second.tables.count(), second.sit_outs.count()) == (3, 0)
    (bye, _), (other, _), consolation = who(second)
    assert set(consolation) == {two, three}
    assert {bye, other}.isdisjoint({one, two, three, four})
    play(second, (500, 100), (200, 200), (90, 80))

    extra = seat(event)
    assert (extra.is_extra_hand, str(extra), fresh(event).rounds_planned) == (True, "The extra hand", 4)
    assert who(extra) == [who(second)[1]]
    assert certificate(event)[2] == "No two pairs meet twice."
    play(extra, (10, 20))  # who came with a bye lost the first match here
    assert "Table 2, by an extra hand" in str(read_bracket(fresh(event))["main"])

    third = seat(event)
    beaten, second_chance = who(third)[0], who(third)[1]
    assert bye in beaten
    assert other in second_chance
    assert consolation[0] in second_chance
    seated = set(RoundSeat.objects.filter(table__event_round=third).values_list("entrant", flat=True))
    seats = list(RoundSeat.objects.filter(table__event_round=third).with_players())
    assert unsettled_in(third, seats, ()) == ()
    assert set(event.entrants.filter(last_round=None).values_list("pk", flat=True)) == seated
    assert certificate(event)[0] == "The results of round 3 decide who meets."
    play(third, (300, 299), (1, 2))

    with pytest.raises(Refused, match="decided"):
        plan_rounds(event=fresh(event), **by())
    assert fresh(event).rounds_planned == 4
    found = places(event)
    names = {name.replace(" & ", "/"): place for place, name in found}
    short = {"/".join(part.split()[0] for part in name.split("/")): place for name, place in names.items()}
    final, last = beaten, second_chance
    winner, runner_up = final
    assert (short[winner], short[runner_up]) == (1, 2)
    assert sorted(short.values()) == [1, 2, 3, 4, 5, 6]
    # Beaten later stands higher; then those who came further in the consolation bracket.
    assert {one for one, place in short.items() if place in (3, 4)} == {who(second)[0][1], who(second)[1][0]}
    assert short[last[1]] < short[last[0]]
    close_event(event=event, **by())
    rows = LedgerRow.objects.filter(event=event, is_pair=True)
    assert set(rows.values_list("place", flat=True)) == {1, 2, 3, 4, 5, 6}
    prized = read_winners(fresh(event), read_event(fresh(event))).standing
    assert [one.rank for one in prized] == ["1", "2", "3", "4", "5", "6"]


def test_a_winner_changed_by_a_ruling_seats_the_next_round_otherwise_when_it_is_made_again():
    event, _ = knock_out(4)
    first = seat(event)
    play(first, (300, 200), (150, 400))
    plan_rounds(event=fresh(event), **by())
    before = who(event.rounds.get(number=2))

    first.tables.filter(number=1).update(totals={"NS": 100, "EW": 200})
    plan_rounds(event=fresh(event), **by())

    after = who(event.rounds.get(number=2))
    assert {before[0][0], before[1][0]} == {after[0][0], after[1][0]}
    assert before != after
    assert event.entrants.filter(last_round=None).count() == 8


def test_who_did_best_on_earlier_nights_has_the_bye():
    event, made = knock_out(3, is_seeded=True)
    series = make_series(event.club)
    night = make_event(event.club, series=series, starts_at="2026-11-10T19:00:00Z")
    Event.objects.filter(pk=event.pk).update(series=series)
    for at, pair in enumerate(made):
        for one in pair:
            then = night.entrants.create(member=one.member, number=one.number, name=one.name)
            LedgerRow.objects.create(
                event=night, round_number=1, entrant=then, kind="played", points=100 * at, place=1, won=True
            )

    assert {one.entrant for one in seat(event).sit_outs.all()} == set(made[2])


def boxes(rounds):
    return [
        (head, [" – ".join(f"{pair['name']}{'*' * pair['won']}" for pair in box["pairs"]) for box in found])
        for head, found in rounds
    ]


def test_the_bracket_tells_what_came_and_what_is_to_come(client):
    event, made = knock_out(3, state="running")
    address = reverse("league:bracket", args=[event.club.slug, event.pk])
    assert "once the first round has started" in client.get(address).content.decode()
    first = seat(event)
    start_now(first)

    (bye,) = {one.entrant.called for one in first.sit_outs.all()} & {pair[0].called for pair in made}
    before = read_bracket(fresh(event))
    assert [head for head, _ in before["rounds"]] == ["Semifinals", "Final"]
    assert boxes(before["rounds"])[1][1] == [next(box for box in boxes(before["rounds"])[1][1] if bye in box)]
    assert "Winner of table 1" in boxes(before["rounds"])[1][1][0]
    assert [[box["span"] for box in row] for row in before["main"]] == [[1, 2], [1]]
    first.tables.update(totals={"NS": 300, "EW": 200})
    close_round(event_round=first, reason="Typed from paper", **by())
    play(seat(event), (10, 20))
    assert read_bracket(fresh(event))["winners"] == ()
    play(seat(event), (5, 6))

    after = read_bracket(fresh(event))
    assert after["winners"][0][0] == "Winners"
    page = client.get(address).content.decode()
    assert after["winners"][0][1].replace("&", "&amp;") in page
    assert page.count("Main bracket") == page.count("Consolation bracket") == 1
    client.force_login(make_user(event.club, "director"))
    seating = client.get(reverse("league:rotation", args=[event.club.slug, event.pk])).content.decode()
    assert ("The knock-out is decided." in seating, "Make the seating" in seating) == (True, False)
    pdf = client.get(reverse("league:bracket_pdf", args=[event.club.slug, event.pk]))
    assert (pdf.status_code, pdf["Content-Type"]) == (200, "application/pdf")


def test_a_match_of_teams_is_named_by_them():
    event = make_event(book="six-handed", format="knock_out", rounds_planned=1, team_size=3, side_size=3)
    for at, one in enumerate(make_entrants(event, 6)):
        Entrant.objects.filter(pk=one.pk).update(team=("Aces", "Kings")[at // 3])
    start_now(seat(event))

    ((box,),) = read_bracket(fresh(event))["main"]
    assert {one["name"].split(": ")[0] for one in box["pairs"]} == {"Aces", "Kings"}
    assert "2 teams of three play together." in certificate(event)
