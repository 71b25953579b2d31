"""Seatings made, swapped, published and made again."""

from itertools import combinations, count

import pytest
from django.utils import timezone

from league.acting.log import Refused
from league.board.pages.board import board_context
from league.board.pages.desk import Desk
from league.board.reading import read_board
from league.models import Entrant, Event, EventRound, LogLine, PairRule, RoundSeat, SeatingSearch, SitOut
from league.rounds.deeds import start_round
from league.seating.deeds.rotation import (
    StaleSeating,
    drop_proposal,
    plan_rounds,
    preview_replan,
    propose_replan,
    publish_rounds,
    replan,
    swap_players,
)
from league.seating.field import drawn_tables, read_field, results_have_changed
from league.seating.pages.certificate import certificate_context
from league.seating.schedules.schedule import meetings_of
from league.seating.seatings import read_rounds, shown_digest, version_seatings
from tests.league.makers import acting_as, make_club, make_entrants, make_event, make_round, make_rules, make_series

_ids = count(1)


@pytest.fixture(autouse=True)
def _quick_searches(monkeypatch):
    """A search of a tenth of the steps: enough for so few people."""
    monkeypatch.setattr("league.seating.schedules.planning.MOST_STEPS", 30_000)


def new_id() -> str:
    return f"tap-{next(_ids)}"


def plan(event: Event, **options: object) -> tuple[EventRound, ...]:
    return plan_rounds(event=event, acting=acting_as(), client_id=new_id(), **options)


def publish(event: Event, **options: object) -> tuple[EventRound, ...]:
    return publish_rounds(event=event, acting=acting_as(), client_id=new_id(), **options)


def propose(event: Event, **options: object) -> SeatingSearch:
    return propose_replan(event=event, acting=acting_as(), client_id=new_id(), **options)


def take(event: Event, **options: object) -> tuple[EventRound, ...]:
    return replan(event=event, acting=acting_as(), client_id=new_id(), **options)


def schedule_of(event: Event):
    return tuple(one.seating for one in read_rounds(event))


def play(event: Event, *numbers: int) -> None:
    """The rounds are begun and closed."""
    for number in numbers:
        event_round = event.rounds.get(number=number)
        start_round(event_round=event_round, acting=acting_as(), client_id=new_id())
        event.rounds.filter(number=number).update(state="closed")


def repeated_partners(event: Event) -> int:
    partnered = meetings_of([schedule_of(event)]).partnered
    return sum(partnered.values()) - len(partnered)


def arrive(event: Event, number: int = 1) -> list[Entrant]:
    there = event.entrants.count()
    return [
        Entrant.objects.create(event=event, number=there + at, name=f"Latecomer {at}", state="here")
        for at in range(1, number + 1)
    ]


# -- making


def test_plan_drafts_all_rounds_of_the_evening(db):
    event = make_event(rounds_planned=4)
    entrants = make_entrants(event, 16)

    rounds = plan(event)

    assert [(one.number, one.state) for one in rounds] == [(1, "draft"), (2, "draft"), (3, "draft"), (4, "draft")]
    assert {player for seating in schedule_of(event) for player in seating.playing} == {one.pk for one in entrants}
    assert repeated_partners(event) == 0
    line = LogLine.objects.get(event=event)
    assert (line.action, line.subject) == ("made the seating", "Rounds 1–4")
    assert line.after == "16 players, 4 tables, seed 1"


def test_plan_twice_by_the_same_tap_changes_nothing(db):
    event = make_event(rounds_planned=2)
    make_entrants(event, 8)
    first = plan_rounds(event=event, acting=acting_as(), client_id="same")
    seats = list(RoundSeat.objects.values_list("pk", "entrant"))

    again = plan_rounds(event=event, acting=acting_as(), client_id="same")

    assert [one.pk for one in again] == [one.pk for one in first]
    assert list(RoundSeat.objects.values_list("pk", "entrant")) == seats


def test_same_seed_gives_the_same_seating_and_another_one_does_not(db):
    event = make_event(rounds_planned=3)
    make_entrants(event, 12)
    plan(event)
    first = schedule_of(event)

    plan(event)
    assert schedule_of(event) == first
    plan(event, another=True)
    event.refresh_from_db()
    assert schedule_of(event) != first
    assert event.seed == 2


def test_number_of_rounds_becomes_the_plan(db):
    event = make_event(rounds_planned=4)
    make_entrants(event, 8)

    plan(event, rounds=6)
    plan(event, rounds=3)

    event.refresh_from_db()
    assert event.rounds_planned == 3
    assert event.rounds.count() == 3


def test_only_those_here_and_those_counted_in_are_seated(db):
    event = make_event(rounds_planned=2)
    here = make_entrants(event, 7)
    coming, absent = arrive(event, 2)
    Entrant.objects.filter(pk__in=[coming.pk, absent.pk]).update(state="expected")

    plan(event, expected=[coming.pk])

    placed = {player for seating in schedule_of(event) for player in seating.players}
    assert placed == {one.pk for one in here} | {coming.pk}
    assert absent.pk not in placed
    plan(event)  # whoever is counted in stays so
    assert coming.pk in {player for seating in schedule_of(event) for player in seating.players}


def test_too_few_people_are_told(db):
    event = make_event()
    make_entrants(event, 3)

    with pytest.raises(Refused, match="There are 3 players"):
        plan(event)
    assert not event.rounds.exists()


def test_couples_never_partner_and_others_never_meet(db):
    event = make_event(rounds_planned=5)
    entrants = make_entrants(event, 12)
    couple, foes, pair = entrants[0:2], entrants[2:4], entrants[4:6]
    for (first, second), kind in ((couple, "not_partners"), (foes, "never_meet"), (pair, "partners")):
        PairRule.objects.create(club=event.club, first=first.member, second=second.member, kind=kind)

    plan(event)

    partnered, opposed = (meetings_of([schedule_of(event)]).partnered, meetings_of([schedule_of(event)]).opposed)
    assert frozenset(one.pk for one in couple) not in partnered
    assert frozenset(one.pk for one in foes) not in {*partnered, *opposed}
    assert partnered[frozenset(one.pk for one in pair)] == 5


def test_partner_of_an_entrant_and_table_kept(db):
    event = make_event(rounds_planned=4)
    entrants = make_entrants(event, 12)
    entrants[0].partner = entrants[5]
    entrants[0].save()
    Entrant.objects.filter(pk=entrants[7].pk).update(cannot_move=True)

    plan(event)

    assert meetings_of([schedule_of(event)]).partnered[frozenset((entrants[0].pk, entrants[5].pk))] == 4
    assert len({seating.table_of(entrants[7].pk).number for seating in schedule_of(event)}) == 1


def test_eighteen_players_sit_out_evenly(db):
    event = make_event(rounds_planned=6)
    make_entrants(event, 18)

    plan(event)

    outs = [player for seating in schedule_of(event) for player in seating.sitting_out]
    assert len(outs) == 12
    assert len(set(outs)) == 12
    assert SitOut.objects.count() == 12


def test_volunteers_sit_out_and_those_who_did_last_time_do_not(db):
    club = make_club()
    series = make_series(club)
    last = make_event(club, series=series, starts_at="2026-11-10T19:00:00Z")
    event = make_event(club, series=series, rounds_planned=1)
    old = make_entrants(last, 9)
    make_round(last, [*old[1:], old[0]], state="closed")  # the first of them sat out
    entrants = make_entrants(event, 9)
    seen = set()
    for _ in range(8):
        plan(event, another=True)
        event.refresh_from_db()
        seen |= set(schedule_of(event)[0].sitting_out)
    assert entrants[0].pk not in seen

    Entrant.objects.filter(pk=entrants[4].pk).update(sits_out_gladly=True)
    plan(event, another=True)
    assert schedule_of(event)[0].sitting_out == (entrants[4].pk,)


def test_season_is_remembered(db):
    club = make_club()
    series = make_series(club)
    last = make_event(club, series=series, starts_at="2026-11-10T19:00:00Z")
    event = make_event(club, series=series, rounds_planned=4)
    old = make_entrants(last, 8)
    make_round(last, old, state="closed")
    entrants = make_entrants(event, 8)
    met = {frozenset((entrants[a].pk, entrants[b].pk)) for a, b in ((0, 2), (1, 3), (4, 6), (5, 7))}

    plan(event)

    assert not met & set(meetings_of([schedule_of(event)]).partnered)


@pytest.mark.parametrize(("state", "is_remembered"), [("published", False), ("running", True), ("closed", True)])
def test_season_counts_rounds_that_were_begun(db, state, is_remembered):
    club = make_club()
    series = make_series(club)
    last = make_event(club, series=series, starts_at="2026-11-10T19:00:00Z")
    event = make_event(club, series=series, rounds_planned=1)
    make_round(last, make_entrants(last, 9), state=state)
    entrants = make_entrants(event, 9)

    field = read_field(event, read_rounds(event))

    partners = {frozenset((entrants[a].pk, entrants[b].pk)) for a, b in ((0, 2), (1, 3), (4, 6), (5, 7))}
    assert field.season is not None
    assert set(field.season.partnered) == (partners if is_remembered else set())
    assert field.wishes.sat_out_last == ({entrants[8].pk} if is_remembered else frozenset())


def test_house_players_fill_the_tables(db):
    event = make_event(rounds_planned=3, odd_players="house_player")
    make_entrants(event, 10)

    plan(event)

    house = event.entrants.filter(is_house_player=True)
    assert [(one.number, one.name) for one in house] == [(11, "House player"), (12, "House player 2")]
    assert all(len(seating.playing) == 12 and not seating.sitting_out for seating in schedule_of(event))
    arrive(event, 2)
    plan(event)
    assert [one.state for one in house.all()] == ["left", "left"]
    assert {player for seating in schedule_of(event) for player in seating.players}.isdisjoint(
        one.pk for one in house.all()
    )


def test_house_players_are_used_again(db):
    event = make_event(rounds_planned=3, odd_players="house_player")
    make_entrants(event, 10)
    plan(event)

    plan(event, another=True)

    assert event.entrants.filter(is_house_player=True).count() == 2


def test_three_handed_tables(db):
    club = make_club()
    event = make_event(
        club, rounds_planned=3, odd_players="three_handed", three_handed_rules=make_rules(club, "gwinnett-3")
    )
    make_entrants(event, 11)

    plan(event)

    for seating in schedule_of(event):
        assert sorted(len(table.seats) for table in seating.tables) == [3, 4, 4]
    assert set(RoundSeat.objects.values_list("seat", flat=True)) == set("NESWABC")


def test_three_handed_tables_need_rules(db):
    event = make_event(odd_players="three_handed")
    make_entrants(event, 11)

    with pytest.raises(Refused, match="rules of their own"):
        plan(event)


def test_who_begins_later_is_seated_later(db):
    event = make_event(rounds_planned=4)
    make_entrants(event, 8)
    late = arrive(event, 4)
    Entrant.objects.filter(pk__in=[one.pk for one in late]).update(first_round=3)

    plan(event)

    assert [len(seating.players) for seating in schedule_of(event)] == [8, 8, 12, 12]


def test_search_outlived_by_the_people_is_not_kept(db):
    event = make_event(rounds_planned=3)
    entrants = make_entrants(event, 8)

    def leave(done: int, of: int) -> None:
        Entrant.objects.filter(pk=entrants[0].pk).update(state="left")

    with pytest.raises(StaleSeating):
        plan(event, progress=leave)
    assert not event.rounds.exists()


def test_closed_event_and_casual_one_are_not_planned(db):
    event = make_event(state="closed")
    make_entrants(event, 8)
    casual = make_event(format="casual")
    make_entrants(casual, 8)

    with pytest.raises(Refused, match="closed"):
        plan(event)
    with pytest.raises(Refused, match="casual"):
        plan(casual)


# -- publishing


def test_publish_counts_the_version_and_keeps_what_it_was(db):
    event = make_event(rounds_planned=2)
    make_entrants(event, 8)
    plan(event)

    rounds = publish(event)

    event.refresh_from_db()
    assert [one.state for one in rounds] == ["published", "published"]
    assert event.seating_version == 1
    assert tuple(version_seatings(event.seating_versions.get()).values()) == schedule_of(event)


def test_publish_without_a_draft_is_refused_but_the_same_tap_is_not(db):
    event = make_event(rounds_planned=2)
    make_entrants(event, 8)
    with pytest.raises(Refused, match="no draft"):
        publish(event)
    plan(event)
    publish_rounds(event=event, acting=acting_as(), client_id="same")

    publish_rounds(event=event, acting=acting_as(), client_id="same")

    event.refresh_from_db()
    assert event.seating_version == 1


def test_publish_of_another_seating_than_shown_is_refused(db):
    event = make_event(rounds_planned=2)
    make_entrants(event, 8)
    plan(event)
    seen = shown_digest(read_rounds(event))
    plan(event, another=True)

    with pytest.raises(StaleSeating):
        publish(event, seen=seen)


def test_published_seating_is_not_planned_over(db):
    event = make_event(rounds_planned=2)
    make_entrants(event, 8)
    plan(event)
    publish(event)

    with pytest.raises(Refused, match="Re-plan"):
        plan(event)


# -- by hand


def swap(event_round: EventRound, first: Entrant, second: Entrant, **options: object) -> EventRound:
    options.setdefault("client_id", new_id())
    return swap_players(event_round=event_round, first=first, second=second, acting=acting_as(), **options)


def test_swap_exchanges_two_seats_of_a_draft(db):
    event = make_event()
    entrants = make_entrants(event, 8)
    event_round = make_round(event, entrants, state="draft")

    swap(event_round, entrants[0], entrants[5])

    seating = schedule_of(event)[0]
    assert seating.tables[0].seats == tuple(entrants[at].pk for at in (5, 1, 2, 3))
    assert seating.tables[1].seats == tuple(entrants[at].pk for at in (4, 0, 6, 7))
    event.refresh_from_db()
    assert event.seating_version == 0
    assert LogLine.objects.get().before == "Ruth Abernathy: table 1 N. Hank Ostrowski: table 2 E"


def test_swap_with_somebody_sitting_out_in_a_published_round_is_the_next_version(db):
    event = make_event(seating_version=1)
    entrants = make_entrants(event, 9)
    event_round = make_round(event, entrants)

    swap(event_round, entrants[0], entrants[8])

    seating = schedule_of(event)[0]
    assert seating.sitting_out == (entrants[0].pk,)
    assert seating.tables[0].seats[0] == entrants[8].pk
    event.refresh_from_db()
    assert event.seating_version == 2


def test_helper_goes_along_with_the_player(db):
    event = make_event()
    entrants = make_entrants(event, 9)
    event_round = make_round(event, entrants)
    RoundSeat.objects.filter(entrant=entrants[0]).update(helper="Zoë Kim")

    swap(event_round, entrants[0], entrants[5])
    assert RoundSeat.objects.get(helper="Zoë Kim").entrant == entrants[0]
    swap(event_round, entrants[0], entrants[8])
    assert not RoundSeat.objects.filter(helper="Zoë Kim").exists()


def test_swap_by_the_same_tap_happens_once(db):
    event = make_event()
    entrants = make_entrants(event, 8)
    event_round = make_round(event, entrants)

    for _ in range(2):
        swap(event_round, entrants[0], entrants[5], client_id="same")

    assert schedule_of(event)[0].tables[0].seats[0] == entrants[5].pk


def test_swap_refuses_what_cannot_be(db):
    event = make_event()
    entrants = make_entrants(event, 10)
    event_round = make_round(event, entrants)
    seen = shown_digest(read_rounds(event, [1]))
    stranger = arrive(event)[0]

    with pytest.raises(Refused, match="two different"):
        swap(event_round, entrants[0], entrants[0])
    with pytest.raises(Refused, match="both sit out"):
        swap(event_round, entrants[8], entrants[9])
    with pytest.raises(Refused, match="no place"):
        swap(event_round, entrants[0], stranger)
    swap(event_round, entrants[0], entrants[4], seen=seen)
    with pytest.raises(StaleSeating):
        swap(event_round, entrants[0], entrants[5], seen=seen)
    start_round(event_round=event_round, acting=acting_as(), client_id=new_id())
    with pytest.raises(Refused, match="begun"):
        swap(event_round, entrants[0], entrants[4])


# -- again


def running_evening(players: int = 18, rounds: int = 6, played: int = 2) -> Event:
    event = make_event(rounds_planned=rounds)
    make_entrants(event, players)
    plan(event)
    publish(event)
    play(event, *range(1, played + 1))
    event.refresh_from_db()
    return event


def test_two_who_come_after_round_two_are_seated_without_repeated_partners(db):
    event = running_evening()
    played = schedule_of(event)[:2]
    late = arrive(event, 2)

    propose(event)
    proposal = preview_replan(event)

    assert schedule_of(event)[2].players.isdisjoint(one.pk for one in late)  # nothing has happened yet
    assert proposal is not None
    assert (proposal.first, proposal.is_stale) == (3, False)
    assert {one.pk for one in late} <= {change.player for change in proposal.changes if change.was is None}
    take(event, seen=proposal.search.seed)
    assert schedule_of(event)[:2] == played
    assert schedule_of(event)[2:] == proposal.schedule
    assert repeated_partners(event) == 0
    assert all({one.pk for one in late} <= set(seating.playing) for seating in schedule_of(event)[2:])
    event.refresh_from_db()
    assert event.seating_version == 2
    assert [one.state for one in event.rounds.all()] == ["closed"] * 2 + ["published"] * 4
    assert not SeatingSearch.objects.exists()


def test_who_left_is_not_seated_and_who_returns_is_again(db):
    event = running_evening(players=12, rounds=5, played=1)
    gone = event.entrants.first()
    Entrant.objects.filter(pk=gone.pk).update(state="left")
    take(event)
    assert all(gone.pk not in seating.players for seating in schedule_of(event)[1:])
    assert gone.pk in schedule_of(event)[0].players

    Entrant.objects.filter(pk=gone.pk).update(state="here")
    take(event)
    assert all(gone.pk in seating.playing for seating in schedule_of(event)[1:])
    assert repeated_partners(event) == 0


def test_few_change_places_and_another_seating_is_made_afresh_where_nobody_came(db):
    event = running_evening(players=16, rounds=4, played=1)
    before = schedule_of(event)
    propose(event)
    assert preview_replan(event).changes == ()

    propose(event, another=True)
    afresh = preview_replan(event).changes
    arrive(event)
    propose(event)
    proposal = preview_replan(event)
    take(event)

    stayed = {player for seating in before for player in seating.players}
    moved = {change.player for change in proposal.changes if change.is_elsewhere} & stayed
    assert len(moved) <= 4
    assert len({change.player for change in afresh if change.is_elsewhere}) > 12
    line = LogLine.objects.get(event=event, action="re-planned the seating")
    assert line.before == f"{len(moved) + 1} of 17 people had other places"


def test_proposal_is_stale_once_people_change(db):
    event = running_evening(players=12, rounds=4, played=1)
    arrive(event)
    propose(event)
    arrive(event)

    assert preview_replan(event).is_stale
    with pytest.raises(StaleSeating):
        take(event)


def test_proposal_is_stale_once_somebody_swaps(db):
    event = running_evening(players=12, rounds=4, played=1)
    propose(event, another=True)
    seats = event.rounds.get(number=3).tables.first().seats.all()

    swap(event.rounds.get(number=3), seats[0].entrant, seats[1].entrant)

    assert preview_replan(event).is_stale


def test_another_proposal_takes_the_next_seed_and_can_be_dropped(db):
    event = running_evening(players=12, rounds=4, played=1)
    before = schedule_of(event)

    first = propose(event, another=True).seed
    second = propose(event, another=True).seed
    with pytest.raises(StaleSeating):
        take(event, seen=first)
    drop_proposal(event=event, acting=acting_as())

    assert (first, second) == (2, 3)
    assert preview_replan(event) is None
    assert schedule_of(event) == before


def test_replan_by_the_same_tap_happens_once(db):
    event = running_evening(players=12, rounds=4, played=1)
    arrive(event, 4)
    replan(event=event, acting=acting_as(), client_id="same")
    was = schedule_of(event)

    replan(event=event, acting=acting_as(), client_id="same")

    event.refresh_from_db()
    assert schedule_of(event) == was
    assert event.seating_version == 2


def test_paper_tables_stay_on_paper(db):
    event = running_evening(players=12, rounds=4, played=1)
    event.rounds.get(number=2).tables.filter(number=3).update(is_paper=True)

    take(event)

    assert [table.is_paper for table in event.rounds.get(number=2).tables.all()] == [False, False, True]


# -- winners move


def with_totals(event: Event, number: int, winners: dict[int, str]) -> None:
    for table in event.rounds.get(number=number).tables.all():
        side = winners[table.number]
        table.totals = {"NS": 50, "EW": 50} if not side else {side: 80, "EW" if side == "NS" else "NS": 20}
        table.save()


def test_winners_move_up_after_a_closed_round(db):
    event = make_event(format="winners_move", rounds_planned=4)
    make_entrants(event, 12)
    rounds = plan(event)
    assert [one.number for one in rounds] == [1]
    publish(event)
    play(event, 1)
    with_totals(event, 1, {1: "NS", 2: "EW", 3: "NS"})
    first = schedule_of(event)[0]

    rounds = plan(event)

    assert [one.number for one in rounds] == [2]
    second = schedule_of(event)[1]
    winners = [set(first.tables[0].seats[::2]), set(first.tables[1].seats[1::2]), set(first.tables[2].seats[::2])]
    assert set(second.tables[0].seats) == winners[0] | winners[1]
    assert winners[2] <= set(second.tables[1].seats)
    event.refresh_from_db()
    assert event.rounds_planned == 4


def test_seating_of_winners_is_told_apart_from_results_that_changed_since(db):
    event = make_event(format="winners_move", rounds_planned=4)
    make_entrants(event, 12)
    plan(event)
    publish(event)
    play(event, 1)
    with_totals(event, 1, {1: "NS", 2: "", 3: "NS"})
    assert not results_have_changed(event)
    plan(event)
    publish(event)
    assert not results_have_changed(event)
    assert certificate_words(event) == ["Who sits where follows from the results of round 1."]
    first, second = ahead_of(event)[:2]
    swap_players(event_round=event.rounds.last(), first=first, second=second, acting=acting_as(), client_id=new_id())
    assert not results_have_changed(event), "the director may seat people otherwise"

    with_totals(event, 1, {1: "EW", 2: "", 3: "NS"})

    assert results_have_changed(event)
    assert certificate_words(event) == ["The results of round 1 have changed since this was seated: re-plan it."]
    board = read_board(Event.objects.get(pk=event.pk), timezone.now())
    view = board_context(Desk(board=board, acting=acting_as(), now=timezone.now()))
    assert view["todos"][0].text == "The results of round 1 have changed since round 2 was seated"
    assert [key.label for key in view["todos"][0].keys] == ["Re-plan the seating"]

    take(Event.objects.get(pk=event.pk))
    assert not results_have_changed(event)


def certificate_words(event: Event) -> list[str]:
    field = read_field(Event.objects.get(pk=event.pk), read_rounds(event))
    found = certificate_context(field, has_changed=results_have_changed(event))
    return [line.words for line in found.lines]


def ahead_of(event: Event) -> list[Entrant]:
    """Who has a seat in the round to come, by table."""
    return [seat.entrant for seat in RoundSeat.objects.filter(table__event_round=event.rounds.last())]


def test_winners_move_waits_until_the_round_is_closed(db):
    event = make_event(format="winners_move")
    make_entrants(event, 8)
    plan(event)
    publish(event)
    start_round(event_round=event.rounds.get(), acting=acting_as(), client_id=new_id())

    with pytest.raises(Refused, match="Close round 1 first"):
        plan(event)


def test_level_table_is_decided_by_lot_and_always_the_same(db):
    event = make_event(format="winners_move")
    make_entrants(event, 8)
    plan(event)
    publish(event)
    play(event, 1)
    with_totals(event, 1, {1: "", 2: "NS"})
    plan(event)
    was = schedule_of(event)[1]

    plan(event)

    assert schedule_of(event)[1] == was
    assert len(was.playing) == 8
    assert all(len(set(pair)) == 2 for pair in combinations(was.playing, 2))


def test_who_comes_before_the_next_round_begins_at_the_last_table(db):
    event = make_event(format="winners_move", rounds_planned=4)
    make_entrants(event, 8)
    plan(event)
    publish(event)
    play(event, 1)
    with_totals(event, 1, {1: "NS", 2: "EW"})
    plan(event)
    publish(event)
    late = arrive(event, 4)

    take(event)

    second = schedule_of(event)[1]
    assert {one.pk for one in late} <= set(second.playing)
    assert set(second.tables[0].seats).isdisjoint(one.pk for one in late)
    assert [one.state for one in event.rounds.all()] == ["closed", "published"]


def test_level_tables_are_told(db):
    event = make_event(format="winners_move")
    make_entrants(event, 8)
    plan(event)
    publish(event)
    play(event, 1)
    with_totals(event, 1, {1: "", 2: "NS"})

    assert drawn_tables(read_field(event, read_rounds(event))) == (1,)
