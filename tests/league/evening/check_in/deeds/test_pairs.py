"""Pairs at check-in: two who come as one, partners found, pairs that break up."""

from itertools import count
from typing import Any

import pytest

from league.acting.log import Refused
from league.evening.check_in.deeds.roll import (
    check_in,
    check_in_pair,
    expect_players,
    mark_back,
    mark_left,
    undo_check_in,
)
from league.evening.check_in.deeds.tonight import choose_partner
from league.evening.check_in.people import seating_is_stale, wants_partner
from league.models import Entrant, LogLine, PairRule
from tests.league.makers import acting_as, make_club, make_event, make_members, make_pairs, make_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return make_event(format="half_move", fee=500)


_taps = count(1)


def do(**more: Any) -> dict[str, Any]:
    """The two arguments that every verb takes."""
    return {"acting": acting_as(), "client_id": f"pair-{next(_taps)}", **more}


def always_partners(event):
    ann, carl = make_members(event.club, 2)
    PairRule.objects.create(club=event.club, first=ann, second=carl, kind="partners")
    return ann, carl


def tied(event):
    """Who plays with whom, by name."""
    return {str(one): str(one.partner or "") for one in event.entrants.select_related("partner")}


def wanted(event):
    return [str(one) for one in event.entrants.select_related("partner") if wants_partner(one)]


def test_both_of_a_pair_are_here_by_one_tap(event):
    ann, carl = always_partners(event)
    tap = do()

    check_in_pair(event=event, member=ann, has_paid=True, **tap)
    check_in_pair(event=event, member=ann, has_paid=True, **tap)

    assert tied(event) == {str(ann): str(carl), str(carl): str(ann)}
    assert list(event.entrants.values_list("state", "paid")) == [("here", 500)] * 2
    assert list(LogLine.objects.filter(event=event).values_list("action", flat=True)) == ["checked in"] * 2


def test_pair_of_tonight_comes_before_the_one_of_always(event):
    ann, carl = always_partners(event)
    dora = make_members(event.club, 1)[0]
    expect_players(event=event, members=[ann, dora], **do())
    one, other = event.entrants.all()
    choose_partner(entrant=one, partner=other, **do())

    check_in_pair(event=event, member=dora, **do())

    assert tied(event) == {str(ann): str(dora), str(dora): str(ann)}
    assert not event.entrants.filter(member=carl).exists()


def test_who_always_partner_find_each_other_when_they_come_alone(event):
    ann, carl = always_partners(event)

    check_in(event=event, member=ann, **do())
    assert wanted(event) == [str(ann)]
    check_in(event=event, member=carl, **do())

    assert tied(event) == {str(ann): str(carl), str(carl): str(ann)}
    assert wanted(event) == []


def test_other_evenings_tie_nobody():
    event = make_event()
    for member in always_partners(event):
        check_in(event=event, member=member, **do())

    assert set(tied(event).values()) == {""}


def test_pair_without_a_partner_is_refused(event):
    ann = make_members(event.club, 1)[0]

    with pytest.raises(Refused, match="Nobody is named as the partner yet"):
        check_in_pair(event=event, member=ann, **do())

    assert not event.entrants.exists()


def test_check_in_of_one_can_be_undone_alone(event):
    ann, carl = always_partners(event)
    expect_players(event=event, members=[ann, carl], **do())
    one, other = check_in_pair(event=event, member=ann, **do())

    undo_check_in(entrant=other, **do())

    assert dict(event.entrants.values_list("pk", "state")) == {one.pk: "here", other.pk: "expected"}


def test_who_is_left_behind_is_wanted_until_the_partner_is_back(event):
    ((ann, carl),) = make_pairs(event, 1)

    mark_left(entrant=carl, **do())
    assert wanted(event) == [str(ann)]
    mark_back(entrant=carl, **do())

    assert wanted(event) == []


def test_pair_breaks_up_and_both_find_somebody(event):
    (ann, carl), (dora, _) = make_pairs(event, 2)

    choose_partner(entrant=ann, partner=dora, **do())

    assert sorted(wanted(event)) == sorted([str(carl), "Ed Lindqvist"])
    assert tied(event)[str(ann)] == str(dora)
    line = LogLine.objects.get(event=event)
    assert (line.action, line.before, line.after) == ("chose the partner of", str(carl), str(dora))


def test_helper_has_no_score_and_is_nobodys_problem(event):
    ((ann, carl),) = make_pairs(event, 1)
    mark_left(entrant=carl, **do())
    tap = do(partner=None, with_helper=True)

    choose_partner(entrant=ann, **tap)
    choose_partner(entrant=ann, **tap)

    helper = event.entrants.get(is_house_player=True)
    assert (helper.partner_id, helper.state, helper.fee) == (ann.pk, "here", 0)
    assert wanted(event) == []


def test_partner_from_elsewhere_is_refused(event):
    ((ann, _),) = make_pairs(event, 1)
    ((stranger, _),) = make_pairs(make_event(make_club()), 1)

    with pytest.raises(Refused, match="among tonight’s players"):
        choose_partner(entrant=ann, partner=stranger, **do())


def test_seating_is_stale_when_a_pair_comes_parts_or_leaves(event):
    pairs = make_pairs(event, 4)
    alone = Entrant.objects.create(event=event, number=70, name="Alone", state="here")
    make_round(event, [seat for (a, b), (c, d) in (pairs[:2], pairs[2:]) for seat in (a, c, b, d)])
    assert not seating_is_stale(event)

    choose_partner(entrant=pairs[0][0], partner=alone, **do())
    assert seating_is_stale(event)
    choose_partner(entrant=pairs[0][0], partner=pairs[0][1], **do())
    assert not seating_is_stale(event)
    mark_left(entrant=pairs[3][1], **do())

    assert seating_is_stale(event)
