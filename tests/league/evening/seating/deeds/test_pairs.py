"""Evenings of fixed pairs: seated, re-planned when pairs come, leave and break up, and by results."""

import pytest
from django.utils import timezone

from league.acting.log import Refused
from league.evening.check_in.deeds.roll import mark_left
from league.evening.check_in.deeds.tonight import choose_partner
from league.evening.desk.pages.before import before_round
from league.evening.desk.pages.desk import Desk
from league.evening.desk.reading import read_desk
from league.evening.seating.field import read_field
from league.evening.seating.pages.certificate import certificate_context
from league.evening.seating.pages.planner import planner_context, swapped_words
from league.evening.seating.seatings import read_rounds
from league.models import Entrant, Event, SitOut
from tests.league.evening.seating.deeds.evenings import new_id, plan, play, publish, schedule_of, swap, take
from tests.league.makers import acting_as, make_event, make_pair_rule, make_pairs

pytestmark = pytest.mark.django_db


def do():
    return {"acting": acting_as(), "client_id": new_id()}


def games(event: Event) -> list[list[set[frozenset[int]]]]:
    """Round by round who meets whom, pair by pair."""
    return [
        [{frozenset(table.seats[::2]), frozenset(table.seats[1::2])} for table in seating.tables]
        for seating in schedule_of(event)
    ]


def pairs_in(event: Event, number: int) -> set[frozenset[int]]:
    return set().union(*games(event)[number - 1])


def ids(*people: Entrant) -> frozenset[int]:
    return frozenset(one.pk for one in people)


def certificate_of(event: Event):
    return certificate_context(read_field(event, read_rounds(event)), has_changed=False)


def desk_of(event: Event):
    return planner_context(read_field(event, read_rounds(event)), None, None, number=None, query="")


@pytest.mark.parametrize("format", ["half_move", "round_robin"])
def test_pairs_stay_together_and_the_odd_one_has_a_bye(format):
    event = make_event(format=format, rounds_planned=4)
    pairs = {ids(*pair) for pair in make_pairs(event, 7)}

    plan(event)

    for number, seating in enumerate(schedule_of(event), start=1):
        assert pairs_in(event, number) | {frozenset(seating.sitting_out)} == pairs
    met = [frozenset(game) for one in games(event) for game in one]
    assert len(set(met)) == len(met) == 12
    found = certificate_of(event)
    assert (found["faults"], found["headline"]) == ((), "Every rule is kept, and no seating could be better")


@pytest.mark.parametrize(
    ("format", "pairs", "rounds", "says"),
    [
        ("half_move", 8, 4, ""),
        ("half_move", 9, 6, "The half move of 9 pairs has 5 rounds. For more, some leave their tables or meet again."),
        ("round_robin", 6, 5, ""),
        ("round_robin", 6, 6, "Everybody has met everybody after 5 rounds. From then on, pairs meet again."),
        ("round_robin", 5, 5, ""),
        ("winners_move", 4, 9, ""),
    ],
)
def test_more_rounds_than_the_movement_has_are_told_before_they_are_seated(format, pairs, rounds, says):
    event = make_event(format=format, rounds_planned=rounds, partners="together")
    make_pairs(event, pairs)

    first = desk_of(event)["make_words"]

    assert first.endswith(f"each round. {says}".rstrip())


def test_who_has_no_partner_is_not_seated_and_is_told():
    event = make_event(format="round_robin", rounds_planned=3)
    make_pairs(event, 4)
    alone = Entrant.objects.create(event=event, number=50, name="Dora Quill", state="here")

    assert desk_of(event)["make_words"] == "4 pairs are here: 2 tables, and every pair plays each round."
    plan(event)

    assert all(alone.pk not in seating.players for seating in schedule_of(event))
    assert desk_of(event)["wanted_words"] == "Partner wanted: Dora Quill. Nobody is seated without one."
    assert desk_of(event)["people_notices"] == ()


def test_who_always_partner_by_the_club_may_play_with_others_tonight():
    event = make_event(format="round_robin", rounds_planned=3)
    pairs = make_pairs(event, 4)
    make_pair_rule(pairs[0][0], pairs[1][0], "partners")

    plan(event)

    assert pairs_in(event, 1) == {ids(*pair) for pair in pairs}


def test_one_pair_alone_is_refused_in_words():
    event = make_event(format="half_move")
    make_pairs(event, 1)

    with pytest.raises(Refused, match="There is 1 pair; a table needs two"):
        plan(event)


def running(format: str, number: int) -> tuple[Event, list[tuple[Entrant, Entrant]]]:
    """An evening of four rounds with the first one played."""
    event = make_event(format=format, rounds_planned=4)
    pairs = make_pairs(event, number)
    plan(event)
    publish(event)
    play(event, 1)
    return event, pairs


@pytest.mark.parametrize("format", ["half_move", "round_robin"])
def test_a_pair_that_breaks_up_frees_its_place_and_keeps_what_it_played(format):
    event, pairs = running(format, 8)
    before = schedule_of(event)
    mark_left(entrant=pairs[2][1], **do())
    assert desk_of(event)["people_notices"][0].startswith("1 has left and still has a place")
    assert "1 has a place but no partner" in desk_of(event)["people_notices"][1]

    take(event)

    now = schedule_of(event)
    assert now[0] == before[0]
    gone = ids(*pairs[2])
    assert all(not gone & seating.players for seating in now[1:])
    assert [len(seating.sitting_out) for seating in now[1:]] == [2, 2, 2]
    for old, new in zip(before[1:], now[1:], strict=True):
        assert set(new.tables) < set(old.tables)
    assert certificate_of(event)["faults"] == ()


def test_a_new_partner_sits_where_the_old_one_was_to_sit():
    event, pairs = running("round_robin", 6)
    before = games(event)
    ann, carl = pairs[2]
    dora = Entrant.objects.create(event=event, number=60, name="Dora Quill", state="here")
    mark_left(entrant=carl, **do())
    choose_partner(entrant=ann, partner=dora, **do())

    take(event)

    old, new = ids(ann, carl), ids(ann, dora)
    swapped = [[{new if pair == old else pair for pair in game} for game in one] for one in before[1:]]
    assert [sorted(map(sorted, map(_named, one))) for one in games(event)[1:]] == [
        sorted(map(sorted, map(_named, one))) for one in swapped
    ]
    assert games(event)[0] == before[0]


def _named(game):
    return [tuple(sorted(pair)) for pair in game]


def test_two_pairs_swap_by_one_of_each_and_a_bye_is_a_place():
    event = make_event(format="round_robin", rounds_planned=3)
    make_pairs(event, 5)
    plan(event)
    before = schedule_of(event)[0]
    people = {one.pk: one for one in event.entrants.select_related("event", "partner")}
    plays, out = people[before.tables[0].seats[1]], people[before.sitting_out[0]]

    swap(event.rounds.get(number=1), plays, out)

    after = schedule_of(event)[0]
    assert set(after.sitting_out) == {plays.pk, plays.partner_id}
    assert set(after.tables[0].seats) == {*before.tables[0].seats[::2], out.pk, out.partner_id}
    assert certificate_of(event)["faults"] == ()
    assert swapped_words(plays, out, event=event).startswith(f"{plays.called} & {plays.partner.called} and ")


def test_helper_plays_on_beside_who_was_left():
    event, pairs = running("half_move", 6)
    ann, carl = pairs[0]
    mark_left(entrant=carl, **do())
    choose_partner(entrant=ann, partner=None, with_helper=True, **do())

    take(event)

    helper = event.entrants.get(is_house_player=True)
    assert ids(ann, helper) in pairs_in(event, 2)
    assert certificate_of(event)["faults"] == ()


def test_board_leads_from_who_is_alone_to_a_partner():
    event, pairs = running("half_move", 4)
    Entrant.objects.create(event=event, number=60, name="Dora Quill", state="here")
    mark_left(entrant=pairs[0][1], **do())
    now = timezone.now()
    desk = Desk(reading=read_desk(event, now), acting=acting_as(), now=now)

    before = before_round(desk)
    assert before is not None
    lines = {line["name"]: line for line in before["lines"]}

    assert lines["Dora Quill"]["words"] == "here, and has no partner"
    assert [key.label for key in lines["Dora Quill"]["keys"]] == ["Find a partner…"]
    assert "Leave out, re-plan" in [key.label for key in lines[pairs[0][1].name]["keys"]]


def test_winners_move_as_pairs():
    event = make_event(format="winners_move", partners="together", rounds_planned=3)
    pairs = {ids(*pair) for pair in make_pairs(event, 7)}
    plan(event)
    publish(event)
    play(event, 1)
    for table in event.rounds.get(number=1).tables.all():
        table.totals = {"NS": 80, "EW": 20}
        table.save()
    first = schedule_of(event)[0]

    plan(event)

    second = schedule_of(event)[1]
    assert pairs_in(event, 2) | {frozenset(second.sitting_out)} == pairs
    stays, comes = set(first.tables[0].seats[::2]), set(first.tables[1].seats[::2])
    out = set(second.sitting_out)
    assert out & (stays | comes) or set(second.tables[0].seats) == stays | comes
    assert not SitOut.objects.filter(event_round__number=2, entrant__in=first.sitting_out).exists()
