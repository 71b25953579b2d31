"""An evening of teams: spread over tables, or as pairs; points added up, against a second computation."""

from collections import Counter, defaultdict
from itertools import count

import pytest
from django.urls import reverse

from league.evening.cards.pairs import lists_of
from league.evening.cards.ranking import ranking_of
from league.evening.cards.reading import event_points, read_event
from league.evening.cards.standings import standings
from league.evening.check_in.deeds.tonight import name_teams
from league.evening.events.deeds import close_event
from league.evening.events.results import first_places, results_of
from league.evening.money.winners import read_winners
from league.evening.paper.pages.certificates import of_places
from league.evening.paper.pages.results import results_paper
from league.evening.seating.deeds.drafts import plan_rounds
from league.evening.seating.deeds.publishing import publish_rounds
from league.models import Entrant, EventRound, LedgerRow, RoundTable
from league.season.notices.night import night_of
from league.season.notices.prose import _winners
from scoring.rules.book import book_from_data, built_in_book
from tests.league.evening.cards.test_pairs import enter
from tests.league.makers import (
    acting_as,
    close_with_sums,
    fresh,
    make_entrants,
    make_event,
    make_pairs,
    make_user,
    start_now,
)
from tests.scoring.rules.deal_samples import changed_data

pytestmark = pytest.mark.django_db
_taps = count(1)
NAMES = ("Aces", "Kings", "Queens", "Tens")


def by():
    return {"acting": acting_as(), "client_id": f"tap-{next(_taps)}"}


def in_teams(event, size, names=NAMES):
    people = list(event.entrants.order_by("number"))
    name_teams(event=event, teams={one.pk: names[at // size] for at, one in enumerate(people)}, **by())
    return list(event.entrants.order_by("number"))


def play(event, sums, rounds):
    plan_rounds(event=fresh(event), rounds=rounds, effort=20_000, **by())
    publish_rounds(event=event, **by())
    for number in range(1, rounds + 1):
        close_with_sums(start_now(event.rounds.get(number=number)), [(a + number, b) for a, b in sums])
    return fresh(event)


def added_up(event, *, per_side):
    """The second computation: a team has what its people, or its sides, had at their tables."""
    found: Counter[str] = Counter()
    for event_round in event.rounds.prefetch_related("tables__seats__entrant"):
        for table in event_round.tables.all():
            for side, points in table.totals.items():
                people = [seat.entrant.team for seat in table.seats.all() if seat.seat in side]
                for team in people[: 1 if per_side else None]:
                    found[team] += points
    return dict(found)


def test_teams_of_four_sit_at_four_tables_and_their_points_are_added_up():
    event = make_event(book="st-hilary", team_size=4, rounds_planned=3)
    make_entrants(event, 16)
    people = in_teams(event, 4)

    event = play(event, [(500, 120), (310, 290), (80, 400), (210, -60)], 3)

    for event_round in event.rounds.all():
        for table in event_round.tables.all():
            assert sorted(seat.entrant.team for seat in table.seats.select_related("entrant")) == sorted(NAMES)
    rounds = read_event(event)
    lists = lists_of(event, rounds)
    assert list(lists) == ["team", "player"]
    wanted = added_up(event, per_side=False)
    assert {own[0].entrant.called: sum(one.points for one in own) for own in lists["team"].values()} == wanted
    by_team, by_player = results_of(event, runs_it=True)
    assert (by_team.title, by_team.who, by_player.title, len(by_player.lines)) == (
        "Results by team", "Team", "Results by player", 16,
    )  # fmt: skip
    order = sorted(wanted, key=lambda team: -wanted[team])
    assert [line.name.split(" (")[0] for line in by_team.lines] == order
    assert by_team.lines[0].name.startswith(f"{order[0]} (")
    aces = by_team.lines[order.index("Aces")]
    assert [number for number, _ in aces.members] == [one.member_id for one in people[:4]]
    assert [line["name"].split(" (")[0] for line in ranking_of(event)["lines"]] == order
    paper = results_paper(event, rounds, event_points(event, rounds), 3)
    assert (paper["who"], len(paper["standing"]), len(paper["player_standing"])) == ("Team", 4, 16)
    first = read_winners(event, rounds).standing[0]
    assert {one.team for one in first.people} == {order[0]}
    assert len(first.people) == 4
    (made, *_) = of_places(standings(event, lists["team"]), 1)
    assert made["partner"] == "{}, {} and {}".format(*(one.name for one in first.people[1:]))
    close_event(event=event, acting=acting_as(), client_id="close")
    rows = LedgerRow.objects.filter(event=event)
    assert set(rows.values_list("entrant__team", "place")) == {(team, at) for at, team in enumerate(order, start=1)}
    assert [name for _, name in first_places(event)] == order[:3]
    night = night_of(event, list(rows.select_related("entrant__member", "partner")))
    assert [one.name for one in night.places] == [line.name for line in by_team.lines]
    assert f"{by_team.lines[0].name} won the night with {wanted[order[0]]:,} points" in " ".join(_winners(night))


def test_pairs_of_one_team_never_meet_and_share_their_points():
    event = make_event(book="st-hilary", format="round_robin", team_size=4, rounds_planned=3)
    make_pairs(event, 8)
    in_teams(event, 4)

    event = play(event, [(500, 120), (310, 290), (80, 400), (210, -60)], 3)

    lists = lists_of(event, read_event(event))
    assert list(lists) == ["team", "pair", "player"]
    totals = {own[0].entrant.called: sum(one.points for one in own) for own in lists["team"].values()}
    assert totals == added_up(event, per_side=True)
    for table in (table for one in event.rounds.all() for table in one.tables.all()):
        assert len({seat.entrant.team for seat in table.seats.select_related("entrant")}) == 2


def test_a_team_that_is_a_side_has_its_points_once_less_what_each_lost_alone():
    """Five teams of three: one has a bye each round, with the average of its other rounds."""
    late_costs = {"grace": 5, "points_per_minute": 10, "replaced_at": 15}
    data = changed_data(built_in_book("six-handed"), round={"deals": 6, "tardiness": late_costs})
    event = make_event(
        book=book_from_data(data),
        format="round_robin",
        team_size=3,
        side_size=3,
        rounds_planned=3,
        sit_out_credit="own_average",
    )
    make_entrants(event, 15)
    in_teams(event, 3, (*NAMES, "Jacks"))
    plan_rounds(event=fresh(event), rounds=3, effort=20_000, **by())
    publish_rounds(event=event, **by())
    found: dict[str, list[int | None]] = defaultdict(list)
    for number in (1, 2, 3):
        event_round = start_now(event.rounds.get(number=number))
        late = [(1, "A", 12), (1, "C", 7)] if number == 1 else []
        for at, seat, minutes in late:
            enter(event_round.tables.get(number=at), "late", seat=seat, minutes=minutes, substitute="", name="")
        sums = [(700 + number, 120), (310, 290 - number)]
        for table, (one, other) in zip(event_round.tables.order_by("number"), sums, strict=True):
            RoundTable.objects.filter(pk=table.pk).update(totals={"ACE": one, "BDF": other})
        EventRound.objects.filter(pk=event_round.pk).update(state="closed")
        lost = 70 + 20 if late else 0
        here: dict[str, int] = {}
        for table, (one, other) in zip(event_round.tables.order_by("number"), sums, strict=True):
            sat = {seat.seat: seat.entrant.team for seat in table.seats.all()}
            here |= {sat["A"]: one - (lost if table.number == 1 else 0), sat["B"]: other}
        for team in (*NAMES, "Jacks"):
            found[team].append(here.get(team))
    event = fresh(event)

    # The second computation, by hand: halves up.
    wanted: dict[str, list[int]] = {}
    for team, rounds in found.items():
        played = [points for points in rounds if points is not None]
        credit = (2 * sum(played) + len(played)) // (2 * len(played))
        wanted[team] = [credit if points is None else points for points in rounds]
    readings = read_event(event)
    lists = lists_of(event, readings)
    assert {own[0].entrant.called: [one.points for one in own] for own in lists["team"].values()} == wanted
    byes = [one for own in lists["team"].values() for one in own if one.kind == "sat_out"]
    assert [one.steps[0].title for one in byes] == ["Bye: average of the other rounds"] * 3
    totals = {team: sum(rounds) for team, rounds in wanted.items()}
    order = sorted(totals, key=lambda team: -totals[team])
    by_team, _ = results_of(event, runs_it=True)
    assert [(line.name.split(" (")[0], line.total) for line in by_team.lines] == [
        (team, f"{totals[team]:,}†") for team in order
    ]
    assert [line["points"] for line in ranking_of(event)["lines"]] == [f"{totals[team]:,}†" for team in order]
    paper = results_paper(event, readings, event_points(event, readings), 3)
    assert [line["total"] for line in paper["standing"]] == [f"{totals[team]:,}†" for team in order]
    assert paper["credit"].startswith("Anyone with a bye gets the average")
    assert [one.team for one in read_winners(event, readings).standing[0].people] == [order[0]] * 3
    close_event(event=event, acting=acting_as(), client_id="close")
    rows = LedgerRow.objects.filter(event=event)
    assert set(rows.values_list("entrant__team", "place")) == {(team, at) for at, team in enumerate(order, start=1)}
    night = night_of(fresh(event), list(rows.select_related("entrant__member", "partner")))
    assert [one.total for one in night.places] == [totals[team] for team in order]


def test_teams_are_named_at_check_in(client):
    event = make_event(team_size=2)
    one, two, three, _ = make_entrants(event, 4)
    client.force_login(make_user(event.club, "director"))
    address = reverse("league:teams", args=[event.club.slug, event.pk])

    full = client.post(
        address, {"client_id": "a", **dict.fromkeys([f"team_{it.pk}" for it in (one, two, three)], "Aces")}
    )
    assert (full.status_code, "Aces has two already: Ruth Abernathy and Walt Kowalski." in full.content.decode()) == (
        422, True,
    )  # fmt: skip
    client.post(
        address, {"client_id": "b", f"team_{one.pk}": "Aces", f"team_{two.pk}": " aces ", f"team_{three.pk}": "Kings"}
    )

    assert list(event.entrants.order_by("number").values_list("team", flat=True)) == ["Aces", "Aces", "Kings", ""]
    page = client.get(address).content.decode()
    assert "Kings has 1 player." in page
    assert "Team Aces" in client.get(reverse("league:check_in", args=[event.club.slug, event.pk])).content.decode()


def test_who_is_in_no_team_stands_among_the_players_alone():
    event = make_event(book="st-hilary", team_size=2)
    people = make_entrants(event, 4)
    Entrant.objects.filter(pk__in=[people[0].pk, people[2].pk]).update(team="Aces")
    event = play(event, [(500, 120)], 1)

    lists = lists_of(event, read_event(event))

    ((team,),) = lists["team"].values()
    assert team.entrant.name == "Aces (Ruth Abernathy and Marge Delgado)"
    assert team.points == sum(lists["player"][one.pk][0].points for one in (people[0], people[2]))
