"""Tables of the hall: one out of use, one with another number, and people who stay at a table."""

import re
from functools import partial
from itertools import count

import pytest
from django.urls import reverse

from league.acting.log import Refused
from league.evening.rounds.deeds import close_round, start_round
from league.evening.seating.deeds.casual_tables import form_table
from league.evening.seating.deeds.drafts import plan_rounds
from league.evening.seating.deeds.publishing import publish_rounds
from league.evening.seating.field import read_field, verified
from league.evening.seating.seatings import read_rounds
from league.evening.tables.deeds.hall import put_out_of_use, renumber_table, take_back_table
from league.evening.tables.deeds.tables import pair_tablet
from league.evening.tables.passes import pass_of
from league.models import Entrant, LogLine, RoundTable
from scoring.models import Device
from tests.league.makers import acting_as, fresh, make_entrants, make_event, make_user, sheet_at, start_now

pytestmark = pytest.mark.django_db
_taps = count(1)


def by(**more):
    return {"acting": acting_as(), "client_id": f"tap-{next(_taps)}", **more}


def seated(event, players=16, rounds=3):
    make_entrants(event, players)
    plan_rounds(event=event, rounds=rounds, effort=3_000, **by())
    publish_rounds(event=event, **by())
    return event


def numbers(event, number):
    return [table.number for table in RoundTable.objects.filter(event_round__event=event, event_round__number=number)]


def play(event, number):
    close_round(event_round=start_now(event.rounds.get(number=number)), reason="late", **by())


def test_a_table_out_of_use_before_the_seating_is_never_used():
    event = make_event(rounds_planned=2)
    assert put_out_of_use(event=event, table=2, **by()) == 0

    seated(event, rounds=2)

    assert [numbers(event, one) for one in (1, 2)] == [[1, 3, 4, 5]] * 2
    take_back_table(event=event, table=2, **by())
    plan_again = partial(plan_rounds, event=fresh(event), rounds=2, effort=3_000, **by())
    with pytest.raises(Refused, match="published"):
        plan_again()
    assert fresh(event).tables == {}


def test_between_rounds_the_next_free_number_takes_its_place_and_a_new_version_says_so():
    event = seated(make_event(rounds_planned=3))
    stays = Entrant.objects.get(pk=event.rounds.get(number=1).tables.get(number=3).seats.first().entrant_id)
    pair_tablet(event=event, table_number=3, device=Device.objects.create(token_hash="a"))
    play(event, 1)
    version = fresh(event).seating_version
    company = [{seat.entrant_id for seat in table.seats.all()} for table in event.rounds.get(number=2).tables.all()]

    assert put_out_of_use(event=event, table=3, **by()) == 5

    assert (numbers(event, 1), numbers(event, 2), numbers(event, 3)) == ([1, 2, 3, 4], [1, 2, 4, 5], [1, 2, 4, 5])
    after = [{seat.entrant_id for seat in table.seats.all()} for table in event.rounds.get(number=2).tables.all()]
    assert sorted(map(sorted, after)) == sorted(map(sorted, company))
    assert fresh(event).seating_version == version + 1
    assert event.tablets.get().table_number == 5
    line = LogLine.objects.filter(event=event).order_by("-pk")[0]
    assert (line.action, line.subject, line.after) == (
        "put a table out of use", "Table 3", f"Table 5. Version {version + 1}",
    )  # fmt: skip

    take_back_table(event=event, table=3, **by())
    assert (numbers(event, 2), fresh(event).tables, event.tablets.get().table_number) == ([1, 2, 3, 4], {}, 3)
    assert stays.pk


def test_who_cannot_move_goes_along_with_the_number_and_the_certificate_has_no_fault():
    event = make_event(rounds_planned=4)
    people = make_entrants(event, 16)
    Entrant.objects.filter(pk=people[0].pk).update(at_table=3)
    plan_rounds(event=event, rounds=2, effort=3_000, **by())
    publish_rounds(event=event, **by())
    play(event, 1)

    with pytest.raises(Refused, match="Ruth Abernathy stays at table 3"):
        put_out_of_use(event=event, table=3, **by())
    renumber_table(event=event, table=3, number=9, **by())
    event.rounds.filter(number__gt=1).delete()
    plan_rounds(event=fresh(event), rounds=3, effort=3_000, **by())

    now = fresh(event)
    rounds = read_rounds(now)
    assert [one.seating.table_of(people[0].pk).number for one in rounds] == [3, 9, 9, 9]
    assert [numbers(event, one) for one in (2, 3, 4)] == [[1, 2, 4, 9]] * 3
    found = verified(
        read_field(now, rounds), *(tuple(one.seating for one in some) for some in (rounds[1:], rounds[:1]))
    )
    assert found is not None
    assert found.faults == ()


def test_a_running_table_takes_its_new_number_with_card_tablet_and_old_table_card(client):
    event = seated(make_event(rounds_planned=2), players=8, rounds=2)
    old = pass_of(event, 2)
    pair_tablet(event=event, table_number=2, device=Device.objects.create(token_hash="a"))
    running = start_now(event.rounds.get(number=1))
    table = running.tables.get(number=2)

    assert renumber_table(event=event, table=2, number=7, **by()) == 7

    table.refresh_from_db()
    assert (table.number, table.card.table_name, event.tablets.get().table_number) == (7, "7", 7)
    assert sheet_at(table).entries[-1].kind == "details"
    assert "Keep score for table 7 on this tablet?" in client.get(old.path).content.decode()
    assert numbers(event, 2) == [1, 7]
    for number, why in ((1, "There is a table 1 tonight already"), (7, "")):
        if why:
            with pytest.raises(Refused, match=why):
                renumber_table(event=event, table=7, number=number, **by())
    with pytest.raises(Refused, match="Table 7 is in its place"):
        renumber_table(event=event, table=2, number=8, **by())
    renumber_table(event=event, table=7, number=2, **by())
    assert (fresh(event).tables, numbers(event, 1)) == ({}, [1, 2])


def test_the_running_round_stays_at_a_table_that_goes_out_of_use():
    event = seated(make_event(rounds_planned=2), players=8, rounds=2)
    start_round(event_round=event.rounds.get(number=1), **by())

    put_out_of_use(event=event, table=1, **by())

    assert (numbers(event, 1), numbers(event, 2)) == ([1, 2], [2, 3])


def test_winners_move_by_the_order_of_the_tables_where_one_has_another_number():
    event = make_event(rounds_planned=3, format="winners_move", losers="stay")
    make_entrants(event, 12)
    renumber_table(event=event, table=1, number=8, **by())
    plan_rounds(event=fresh(event), effort=3_000, **by())
    publish_rounds(event=event, **by())
    assert numbers(event, 1) == [2, 3, 8]
    play(event, 1)

    plan_rounds(event=fresh(event), effort=3_000, **by())

    assert numbers(event, 2) == [2, 3, 8]


def test_casual_tables_form_without_it():
    event = make_event(format="casual")
    people = make_entrants(event, 8)
    put_out_of_use(event=event, table=1, **by())

    tables = [form_table(event=fresh(event), players=four, **by()) for four in (people[:4], people[4:])]

    assert [table.number for table in tables if table] == [2, 3]


def test_the_page_says_what_changed_and_takes_it_back(client):
    event = make_event()
    client.force_login(make_user(event.club, "director"))
    address = reverse("league:hall_tables", args=[event.club.slug, event.pk])

    wrong = client.post(address, {"client_id": "a", "table": "3", "what": "number", "number": ""})
    assert (wrong.status_code, "Enter its number." in wrong.content.decode()) == (422, True)
    client.post(address, {"client_id": "b", "table": "3", "what": "out"})
    page = client.get(address).content.decode()
    assert "Table 3 is out of use" in page
    assert len(re.findall(r'name="client_id" value="[^"]+"', page)) == 2
    again = client.post(address, {"client_id": "c", "table": "3", "what": "out"})
    assert (again.status_code, "Table 3 is out of use tonight. Take that back first." in again.content.decode()) == (
        409, True,
    )  # fmt: skip
    client.post(reverse("league:take_table_back", args=[event.club.slug, event.pk, 3]), {"client_id": "d"})
    assert fresh(event).tables == {}
