import pytest

from league.evening.cards.judged import What, read_judged, read_tables_alone, tables_judged, tables_of
from league.evening.judging.deeds.lateness import record_arrival
from league.evening.judging.deeds.penalties import give_penalty, pardon_penalty
from league.evening.judging.deeds.replacing import replace_player
from league.models import Member, RoundSeat, RoundTable
from tests.league.makers import (
    acting_as,
    after_start,
    make_entrants,
    make_event,
    make_round,
    make_running_round,
    rule_at,
    start_now,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    return make_running_round(players=8).tables.select_related("card").first()


def member_at(table, seat):
    return table.seats.select_related("entrant").get(seat=seat).entrant.member_id


def penalize(table, seat="N", client_id="penalty", **more):
    payload = {"seat": seat, "code": "ruling", "points": 40, "count": 1, "hand": 3, "note": "rude", **more}
    give_penalty(table=table, payload=payload, player="Ruth", acting=acting_as(), client_id=client_id)


def test_penalty_says_on_whom_it_falls_for_what_and_by_whom(table):
    penalize(table)

    (found,) = read_judged(RoundTable.objects.all())

    assert (found.what, found.player, found.title, found.says, found.note) == (
        *(What.PENALTY, "Ruth Abernathy", "Referee’s penalty", "40 off", "rude"),
    )
    assert (found.hand, found.by, [one.name for one in found.who]) == (3, "Carol Reyes", ["Ruth Abernathy"])
    assert (found.table, found.event_round.number) == (table, 1)


def test_penalty_that_was_taken_back_is_not_among_it(table):
    penalize(table)
    number = table.card.entries.get().number
    pardon_penalty(
        table=table, number=number, player="Ruth", acting=acting_as(), client_id="pardon", reason="wrong player"
    )

    assert read_judged(RoundTable.objects.all()) == ()


def test_ruling_falls_on_everybody_at_the_table(table):
    rule_at(table)

    (found,) = read_judged(RoundTable.objects.all())

    assert (found.what, found.says, found.hand) == (What.RULING, "A warning for both sides.", 1)
    assert {one.member_id for one in found.who} == {member_at(table, seat) for seat in "NESW"}
    assert found.concerns(member_at(table, "W"))
    assert not found.concerns(Member.objects.exclude(entries__seats__table=table).first().pk)


def test_lateness_and_who_plays_on_are_told_of_the_right_people():
    """A late player is late; a penalty in the seat falls on whoever took over, who sat out."""
    event = make_event()
    entrants = make_entrants(event, 9)
    entrants[0].state = "expected"
    entrants[0].save()
    start_now(make_round(event, entrants))
    seat = RoundSeat.objects.select_related("table__event_round").get(entrant=entrants[0])
    at = after_start(seat.table.event_round, 20)
    replace_player(seat=seat, substitute=entrants[8], acting=acting_as(), client_id="replaced", at=at)
    penalize(seat.table, replacement=True)

    late, penalty = read_judged(RoundTable.objects.order_by("number"))

    assert ([one.pk for one in late.who], [one.pk for one in penalty.who]) == ([entrants[0].pk], [entrants[8].pk])
    assert late.says == "20 minutes late: replaced, scores 0 this round."
    assert penalty.player == entrants[8].name
    assert list(tables_of(entrants[8].member.pk)) == [seat.table]
    assert list(tables_of(entrants[0].member.pk)) == [seat.table]


def test_own_tables_are_those_of_the_seat_and_those_sat_in_for(table):
    other = table.event_round.tables.exclude(pk=table.pk).get()
    helper = member_at(other, "N")
    table.seats.filter(seat="E").update(substitute=other.seats.get(seat="N").entrant)

    assert set(tables_of(helper)) == {table, other}
    assert list(tables_of(member_at(table, "N"))) == [table]


@pytest.mark.parametrize("tables", [1, 5])
def test_reading_takes_the_same_queries_for_any_number_of_tables(tables, django_assert_num_queries):
    event_round = make_running_round(players=4 * tables)
    for number, table in enumerate(event_round.tables.select_related("card")):
        penalize(table, client_id=f"penalty {number}")
        seat = table.seats.select_related("table__event_round").get(seat="E")
        seat.is_missing = True
        seat.save()
        record_arrival(seat=seat, acting=acting_as(), client_id=f"late {number}", minutes=8, at=event_round.started_at)

    with django_assert_num_queries(4):  # tables, seats; what is newest on the cards, and their entries
        found = read_judged(RoundTable.objects.order_by("number"))

    assert [one.what for one in found] == [What.PENALTY, What.LATE] * tables


def test_replacements_of_many_tables_are_one_query(django_assert_num_queries):
    event = make_event()
    entrants = make_entrants(event, 10)
    event_round = start_now(make_round(event, entrants))
    for number, table in enumerate(event_round.tables.select_related("event_round")):
        seat = table.seats.select_related("table__event_round").get(seat="N")
        seat.is_missing = True
        seat.save()
        at = after_start(event_round, 20)
        replace_player(
            seat=seat, substitute=entrants[8 + number], acting=acting_as(), client_id=f"replaced {number}", at=at
        )

    with django_assert_num_queries(5):
        readings = read_tables_alone(RoundTable.objects.order_by("number"))
        assert [one.seats["N"].replacement for one in readings] == entrants[8:]


def test_tables_on_which_nothing_was_judged_are_left_out(table):
    penalize(table)

    assert list(tables_judged(RoundTable.objects.all())) == [table]
