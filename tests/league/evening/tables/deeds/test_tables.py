from datetime import timedelta

import pytest
from django.utils import timezone

from league.acting.log import Refused
from league.evening.rounds.deeds import start_round
from league.evening.tables.deeds.tables import (
    answer_call,
    bring_tablets_back,
    call_director,
    cut_off_tablet,
    hand_cards_over,
    open_call_of,
    open_card,
    pair_tablet,
    revoke_pass,
    tablets_of,
    take_back_call,
)
from league.evening.tables.passes import COOL_OFF, WrongPass, pass_of
from league.models import DirectorCall, Event, LogLine
from scoring.models import Device, DeviceCard
from tests.league.makers import acting_as, make_club, make_entrants, make_event, make_round, make_running_round

pytestmark = pytest.mark.django_db


def device(name: str = "iPad") -> Device:
    return Device.objects.create(token_hash=f"{name} {Device.objects.count()}", label=name)


def test_last_paired_tablet_is_the_main_one_and_the_first_can_be_again():
    event = make_running_round(players=4).event
    first, second, now = device("iPad"), device("Android"), timezone.now()

    for minute, tablet in enumerate((first, first, second)):
        pair_tablet(event=event, table_number=1, device=tablet, at=now + timedelta(minutes=minute))
    assert [tablet.device for tablet in tablets_of(event, 1)] == [second, first]
    assert tablets_of(event, 1)[1].paired_at == now  # pairing the main tablet again changed nothing
    pair_tablet(event=event, table_number=1, device=first, at=now + timedelta(minutes=9))
    assert [tablet.device for tablet in tablets_of(event, 1)] == [first, second]
    actions = LogLine.objects.filter(who="Table 1").order_by("pk").values_list("action", flat=True)
    assert list(actions) == ["connected a tablet", *["took over with another tablet"] * 2]


def test_tablets_get_the_cards_of_a_round_when_it_starts_with_the_same_queries_for_any_number(
    django_assert_num_queries,
):
    counts = []
    for players in (8, 24):
        event = make_event()
        event_round = make_round(event, make_entrants(event, players))
        for number in range(1, players // 4 + 1):
            pair_tablet(event=event, table_number=number, device=device())
        start_round(event_round=event_round, acting=acting_as(), client_id=f"start-{players}")
        kept = DeviceCard.objects.filter(card__round_table__event_round=event_round)
        assert kept.count() == players // 4
        kept.delete()
        with django_assert_num_queries(4):
            hand_cards_over(event_round)
        counts.append(kept.count())
        hand_cards_over(event_round)
        assert kept.count() == players // 4
    assert counts == [2, 6]


def test_two_tablets_of_a_table_have_numbers_of_their_own_on_its_card():
    event = make_event()
    event_round = make_round(event, make_entrants(event, 4))
    for _ in range(2):
        pair_tablet(event=event, table_number=1, device=device())

    start_round(event_round=event_round, acting=acting_as(), client_id="start")

    labels = [kept.label for kept in DeviceCard.objects.order_by("number")]
    assert labels == ["Tablet 1", "Tablet 2"]


def test_tablet_keeps_its_number_at_its_table_on_every_card():
    """Also where a director's browser has opened the card before it, and when it was at another table meanwhile."""
    event_round = make_running_round(players=8)
    event, first, second = event_round.event, device("iPad"), device("Android")
    pair_tablet(event=event, table_number=1, device=first)
    open_card(table=event_round.tables.get(number=1), device=device("Mac"), acting=acting_as())
    pair_tablet(event=event, table_number=1, device=second)
    pair_tablet(event=event, table_number=2, device=second)
    pair_tablet(event=event, table_number=1, device=second)

    assert [(tablet.device, tablet.label) for tablet in tablets_of(event, 1)] == [
        (second, "Tablet 2"),
        (first, "Tablet 1"),
    ]
    kept = DeviceCard.objects.filter(card__round_table__number=1, device__in=(first, second)).order_by("number")
    assert [(one.device, one.label) for one in kept] == [(first, "Tablet 1"), (second, "Tablet 2")]


def test_tablets_of_last_time_come_back_to_their_tables():
    club, tonight = make_club(), timezone.localdate()
    older, last, event = (make_event(club, played_on=tonight - timedelta(days=days)) for days in (14, 7, 0))
    tablets = [device(name) for name in ("one", "two", "three", "four", "new")]
    for number, tablet in enumerate(tablets[:4], start=1):
        pair_tablet(event=last, table_number=number, device=tablet)
    pair_tablet(event=last, table_number=1, device=device("a phone that came first"), at=timezone.now() - COOL_OFF)
    pair_tablet(event=older, table_number=9, device=device("of another week"))
    cut_off_tablet(tablet=last.tablets.get(device=tablets[2]), acting=acting_as(), client_id="cut")
    pair_tablet(event=event, table_number=4, device=tablets[4])

    assert bring_tablets_back(event=event, acting=acting_as(), client_id="b") == 2
    assert bring_tablets_back(event=event, acting=acting_as(), client_id="b") == 0
    assert bring_tablets_back(event=event, acting=acting_as(), client_id="c") == 0
    kept = event.tablets.order_by("table_number").values_list("table_number", "device")
    assert list(kept) == [(1, tablets[0].pk), (2, tablets[1].pk), (4, tablets[4].pk)]
    line = LogLine.objects.get(event=event, action="let the tablets of last time in")
    assert line.after == "Tables 1, 2"


def test_tablet_takes_over_from_paper_on_which_nothing_was_typed():
    event_round = make_running_round(players=8)
    event_round.tables.update(is_paper=True)
    event_round.tables.filter(number=2).update(totals={"NS": 310, "EW": 95})

    for number in (1, 2):
        device = Device.objects.create(token_hash=f"tablet {number}")
        pair_tablet(event=event_round.event, table_number=number, device=device)

    assert list(event_round.tables.values_list("number", "is_paper")) == [(1, False), (2, True)]


def test_nothing_is_paired_with_an_evening_that_is_over():
    event = make_running_round(players=4).event
    Event.objects.update(state=Event.State.CLOSED)

    with pytest.raises(WrongPass, match="over"):
        pair_tablet(event=event, table_number=1, device=device())


def test_cutting_off_twice_is_once_and_pairing_lets_in_again():
    event = make_running_round(players=4).event
    own = device()
    tablet = pair_tablet(event=event, table_number=1, device=own)

    for _ in range(2):
        cut_off_tablet(tablet=tablet, acting=acting_as(), client_id="c")
    assert tablets_of(event, 1) == []
    assert DeviceCard.objects.get(device=own).is_cut_off
    pair_tablet(event=event, table_number=1, device=own)
    assert not DeviceCard.objects.get(device=own).is_cut_off
    assert LogLine.objects.filter(action="cut off a tablet").count() == 1


def test_revoking_again_with_the_same_submission_keeps_the_new_pass():
    event = make_event()
    passes = {pass_of(event, 1)}

    for client_id in ("a", "a", "b"):
        passes.add(revoke_pass(event=event, table_number=1, acting=acting_as(), client_id=client_id))

    assert len(passes) == 3
    assert pass_of(event, 2).token not in {given.token for given in passes}


def test_call_is_open_until_it_is_answered_or_taken_back():
    table = make_running_round(players=4).tables.get()

    first = call_director(table=table, reason="card", note="", device=None, client_id="a")
    assert call_director(table=table, reason="other", note="", device=None, client_id="b") == first
    answer_call(call=first, acting=acting_as(), client_id="c", outcome="answered")
    answer_call(call=first, acting=acting_as(name="Somebody else"), client_id="d", outcome="nothing")
    take_back_call(call=first, device=None)
    assert open_call_of(table) is None
    assert [(call.answered_by, call.outcome) for call in DirectorCall.objects.all()] == [("Carol Reyes", "answered")]
    assert call_director(table=table, reason="card", note="", device=None, client_id="a") == first
    second = call_director(table=table, reason="other", note="", device=None, client_id="e")
    take_back_call(call=second, device=None)
    assert open_call_of(table) is None
    second.refresh_from_db()
    assert second.outcome == "canceled"


def test_card_of_a_round_that_has_not_begun_is_not_opened():
    event = make_event()
    table = make_round(event, make_entrants(event, 4)).tables.get()

    with pytest.raises(Refused, match="no card yet"):
        open_card(table=table, device=device(), acting=acting_as())
