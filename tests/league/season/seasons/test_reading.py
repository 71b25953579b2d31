"""What a season's standings are read from: which evenings count, who has a standing, and how many queries it takes."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import pairwise, product
from typing import Any

import pytest
from django.db import connection
from django.http import Http404

from league.evening.paper.pages.partners import Together
from league.models import Adjustment, Category, Club, Entrant, Event, LedgerRow, Member, Season
from league.season.seasons.deeds import MOST_LOTS
from league.season.seasons.pages import as_of_words
from league.season.seasons.partners import Partners, read_partners
from league.season.seasons.published import get_season
from league.season.seasons.reading import evenings, offered_in, read_ledger, season_standings
from league.season.seasons.rules import SeasonRules
from league.season.seasons.standings import Place
from tests.league.makers import make_event, make_members, make_rules, make_series

pytestmark = pytest.mark.django_db
FIRST = date(2026, 1, 6)


@pytest.fixture
def season(club: Club) -> Season:
    return Season.objects.create(
        club=club, name="Winter", opens_on=FIRST, closes_on=date(2026, 4, 30), draft=SeasonRules().to_json()
    )


def night(club: Club, week: int = 0, **overrides: Any) -> Event:
    fields = {"state": "closed", "played_on": FIRST + timedelta(weeks=week), **overrides}
    return make_event(club, **fields)


def enter(event: Event, member: Member | None, **more: Any) -> Entrant:
    name = member.name if member else "House player"
    return Entrant.objects.create(event=event, member=member, number=event.entrants.count() + 1, name=name, **more)


def row(entrant: Entrant, points: int, number: int = 1, **more: Any) -> LedgerRow:
    fields = {"kind": "played", "won": False, "table": 1, "side": "NS", "place": 1, **more}
    return LedgerRow.objects.create(event=entrant.event, round_number=number, entrant=entrant, points=points, **fields)


def play(event: Event, members: list[Member], points: list[int], **more: Any) -> None:
    for member, each in zip(members, points, strict=True):
        row(enter(event, member), each, **more)


def of_events(*events: Event, **rules: Any) -> SeasonRules:
    return SeasonRules(events=tuple(event.pk for event in events), **rules)


def read(season: Season, rules: SeasonRules) -> dict[tuple[int, ...], int]:
    return {one.who: one.points for one in places(season, rules)}


def places(season: Season, rules: SeasonRules) -> tuple[Place, ...]:
    return season_standings(season, rules)[None]


def test_by_percentages_only_duplicate_nights_with_matchpoints_count(club: Club, season: Season):
    [ann, ben] = make_members(club, 2)
    nights = [night(club, week, compared=way) for week, way in enumerate(("matchpoints", "", "datum", "matchpoints"))]
    for event, share in zip(nights, (24_000, None, 900, 18_000), strict=True):
        play(event, [ann], [50], share=share, boards=4 if share else 0)
    play(nights[0], [ben], [30], share=16_000, boards=4)
    rules = of_events(*nights, points_by="percent")

    assert read_ledger(season, rules).held == 2
    assert [(one.who, one.figure_says, one.points) for one in places(season, rules)] == [
        ((ann.pk,), "52.5", 100),
        ((ben.pk,), "40.0", 30),
    ]


def test_evenings_of_series_and_single_ones_count_within_the_season(club: Club, season: Season):
    series = make_series(club)
    [member] = make_members(club, 1)
    first, single = night(club, 0, series=series), night(club, 1)
    coming = night(club, 2, series=series, state="planned")
    left_out, before = night(club, 3, series=series), night(club, -1, series=series)
    for at, event in enumerate((first, single, left_out, before)):
        play(event, [member], [10**at])
    rules = SeasonRules(series=(series.pk,), events=(single.pk,), without=(left_out.pk,))

    assert list(evenings(season, rules)) == [first, single, coming]
    assert read(season, rules) == {(member.pk,): 11}
    assert read_ledger(season, rules).held == 2


def test_an_evening_of_which_nothing_counts_was_not_held(club: Club, season: Season):
    [member] = make_members(club, 1)
    first, without_rows = night(club), night(club, 1)
    play(first, [member], [100])
    enter(without_rows, member)
    rules = of_events(first, without_rows, nights_needed=1, one_more_per=2)

    assert read_ledger(season, rules).held == 1
    assert [(one.place, one.attended) for one in places(season, rules)] == [(1, 1)]


def test_guests_of_the_night_have_a_standing_only_where_rules_say_so(club: Club, season: Season):
    event = night(club)
    member, guest = make_members(club, 2)
    row(enter(event, member), 50)
    row(enter(event, guest, is_guest=True), 60)

    assert read(season, of_events(event)) == {(member.pk,): 50}
    assert read(season, of_events(event, with_guests=True)) == {(guest.pk,): 60, (member.pk,): 50}


def test_house_player_and_somebody_out_of_the_list_have_no_standing(club: Club, season: Season):
    event = night(club, format="round_robin")
    [member] = make_members(club, 1)
    mine, house = enter(event, member), enter(event, None, is_house_player=True)
    row(mine, 50)
    row(enter(event, None), 70)
    row(mine, 50, partner=house, is_pair=True)

    assert read(season, of_events(event, with_guests=True)) == {(member.pk,): 50}
    assert read(season, of_events(event, for_pairs=True)) == {}


def test_member_entered_twice_is_the_one_that_stays(club: Club, season: Season):
    first, second = night(club, 0), night(club, 1)
    kept, gone, older = make_members(club, 3)
    Member.objects.filter(pk=gone.pk).update(merged_into=kept)
    Member.objects.filter(pk=older.pk).update(merged_into=gone)
    play(first, [gone], [30])
    play(second, [older], [12])
    Adjustment.objects.create(season=season, member=gone, points=-2, reason="Left early")
    Adjustment.objects.create(season=season, member=gone, points=-9, reason="A slip", is_taken_back=True)

    assert read(season, of_events(first, second)) == {(kept.pk,): 40}


def test_partners_of_a_member_entered_twice_are_added_up(club: Club, season: Season):
    """Two partners beside them, in one night a third: a round counts once, whatever their number."""
    kept, gone, *others = make_members(club, 5)
    Member.objects.filter(pk=gone.pk).update(merged_into=kept)
    events = [night(club, week) for week in (0, 1)]
    for event, member, points, beside in zip(events, (kept, gone), (30, 12), (2, 3), strict=True):
        play(event, [member, *others[:beside]], [points] * (beside + 1))
    play(events[0], others[2:], [7], side="EW")
    season.draft = of_events(*events).to_json()
    season.save()

    found = read_partners(club.pk, season.pk)

    often, once = {kept.pk, others[0].pk, others[1].pk}, {others[2].pk}
    assert found == Partners(
        {
            **{both: Together(2, 42) for both in product(often, often)},
            **{both: Together(1, 12) for both in (*product(often, once), *product(once, often), *product(once, once))},
        },
        evenings=2,
        last=events[1].pk,
        books=1,
    )
    LedgerRow.objects.filter(event=events[0], side="EW").update(by_other_rules=True)
    Event.objects.filter(pk=events[0].pk).update(three_handed_rules=make_rules(club, "six-handed"))
    found, offered = read_partners(club.pk, season.pk), offered_in(season)
    assert as_of_words(found, {}) == "2 nights so far, by two rule books"
    assert offered.books_of(of_events(*events)) == 2
    assert offered.books_of(of_events(events[1])) == 1
    Season.objects.update(draft=SeasonRules().to_json())
    assert read_partners(club.pk, season.pk) == Partners({}, evenings=0, last=None, books=0)


def test_season_of_a_number_that_no_database_holds_is_not_there(club: Club):
    with pytest.raises(Http404):
        get_season(club, 2**63)


def test_lots_fit_their_column():
    assert connection.ops.integer_field_range("PositiveIntegerField")[1] >= 1 + MOST_LOTS


def test_pairs_have_the_rows_of_pairs_and_the_sets_of_their_side(club: Club, season: Season):
    event, alone = night(club, 0, format="half_move"), night(club, 1)
    members = make_members(club, 4)
    ann, ben, cal, dee = [enter(event, member) for member in members]
    for one, other, side, sets in ((ben, ann, "NS", 1), (cal, dee, "EW", 0)):
        for each in (one, other):
            row(each, 20, side=side, facts={"sets": sets})
        row(one, 40, partner=other, is_pair=True, side=side)
    play(alone, members, [9, 9, 9, 9])
    Adjustment.objects.create(season=season, member=members[1], partner=members[0], points=5, reason="Swept the room")
    rules = of_events(event, alone, for_pairs=True, tie_breaks=("fewest_sets",))
    first, second = ((members[at].pk, members[at + 1].pk) for at in (0, 2))

    assert read(season, rules) == {first: 45, second: 40}
    assert [one.tally.sets for one in places(season, rules)] == [1, 0]
    assert read(season, of_events(event, alone))[(members[0].pk,)] == 20 + 9 + 5


def test_round_that_ended_level_is_won_by_nobody(club: Club, season: Season):
    event = night(club)
    member, guest, other = make_members(club, 3)
    row(enter(event, member), 50, won=True)
    row(enter(event, guest, is_guest=True), 50, won=True, side="EW")
    row(enter(event, other), 50, won=True, table=2)

    assert [(one.who, one.tally.rounds_won) for one in places(season, of_events(event))] == [
        ((other.pk,), 1),
        ((member.pk,), 0),
    ]


def test_divisions_are_the_members_of_a_category(club: Club, season: Season):
    event = night(club)
    members = make_members(club, 3)
    play(event, members, [30, 20, 10])
    category = Category.objects.create(club=club, name="Newcomers")
    category.members.add(*members[1:])
    found = season_standings(season, of_events(event, divisions=(category.pk,)))

    assert [one.who for one in found[None]] == [(member.pk,) for member in members]
    assert [(one.place, one.who) for one in found[category.pk]] == [(1, (members[1].pk,)), (2, (members[2].pk,))]


def test_lots_are_drawn_once_and_stay_as_they_were_drawn(club: Club, season: Season):
    event = night(club)
    members = make_members(club, 6)
    play(event, members, [40] * 6)
    rules = of_events(event, level="draw")
    before = places(season, rules)
    season.lots = 4711
    drawn = places(season, rules)
    again = [one.who for one in places(season, rules)]

    assert [one.place for one in before] == [1] * 6
    assert [one.place for one in drawn] == [1, 2, 3, 4, 5, 6]
    assert [one.who for one in drawn] == again != [one.who for one in before]


@pytest.mark.parametrize("how", ["individuals", "pairs"])
def test_queries_do_not_grow_with_nights_rounds_and_members(
    how: str, club: Club, season: Season, django_assert_num_queries: Any
):
    for_pairs = how == "pairs"
    members = make_members(club, 12)
    category = Category.objects.create(club=club, name="Newcomers")
    category.members.add(*members)
    events = [night(club, week, format="round_robin") for week in range(3)]
    for event in events:
        people = [enter(event, member) for member in members]
        LedgerRow.objects.bulk_create(
            LedgerRow(
                event=event, round_number=number, entrant=one, partner=other, is_pair=for_pairs, kind="played",
                points=at + number, won=False, table=1, side="NS", place=1,
            )
            for number in range(1, 10)
            for at, (one, other) in enumerate(pairwise(people))
        )  # fmt: skip
    season.lots = 1
    rules = of_events(*events, for_pairs=for_pairs, divisions=(category.pk,), level="draw")
    with django_assert_num_queries(7 if for_pairs else 6):
        found = season_standings(season, rules)

    assert [len(places) for places in found.values()] == [11, 11]
