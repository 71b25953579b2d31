"""What a round and an evening come to, checked against a second computation."""

from types import SimpleNamespace

import pytest
from django.http import Http404

from league.evening.cards.reading import (
    TableReading,
    event_points,
    read_event,
    read_round,
    round_points,
    started_reading,
    with_sheet,
)
from league.evening.rounds.deeds import start_round
from league.management.evenings import play_table
from league.models import Event, EventRound, RoundTable
from pinochle_club.ground.plainly import plainly
from scoring.models import Entry
from scoring.rules.notation import average
from scoring.score_card.kept_sheets import forget_sheets
from scoring.score_card.recording import record
from tests.league.makers import (
    acting_as,
    card_at,
    give_amount,
    make_entrants,
    make_event,
    make_round,
    make_running_round,
    play_round,
    sheet_at,
)
from tests.league.naive_points import evening_points, table_points
from tests.scoring.score_card.makers import lay_hands, sheet_of

pytestmark = pytest.mark.django_db


def writer(table: RoundTable):
    return SimpleNamespace(card_id=table.card_id, device_id=None, label="Carol Reyes")


def enter(table: RoundTable, kind: str, *, by_director: bool = True, **payload):
    sheet = sheet_at(table)
    record(
        writer=writer(table), kind=kind, payload=payload, client_id=f"{kind}-{sheet.version}", seen=sheet.version,
        by_director=by_director,
    )  # fmt: skip


def totals_of(event: Event) -> dict[int, int]:
    points = event_points(event, read_event(event))
    return {entrant: sum(player.points for player in rounds) for entrant, rounds in points.items()}


def close(event_round: EventRound) -> None:
    event_round.state = EventRound.State.CLOSED
    event_round.save()


def test_round_by_the_clock_is_played_out_after_any_whole_hand():
    def tables(event_round: EventRound) -> list[bool]:
        return [table.is_played_out for table in read_round(event_round).tables]

    by_clock, by_hands = (make_running_round(players=4, round_end=end) for end in ("time", "hands"))
    assert (tables(by_clock), tables(by_hands)) == ([False], [False])

    for event_round in (by_clock, by_hands):
        lay_hands(card_at(event_round.tables.get()), {})

    assert (tables(by_clock), tables(by_hands)) == ([True], [False])


def test_card_of_a_table_is_there_once_its_round_is_started():
    table = make_running_round(players=4).tables.get()

    assert started_reading(table)[1].setup == sheet_at(table).setup
    table.card = None
    with pytest.raises(Http404):
        started_reading(table)


def test_another_sheet_takes_the_place_of_its_own_card_alone():
    event_round = make_running_round(players=8)
    rounds = [read_round(event_round)]
    first, second = rounds[0].tables
    other = sheet_of()

    [changed] = with_sheet(rounds, card_at(first.table).pk, other)

    assert [table.sheet for table in changed.tables] == [other, second.sheet]


def test_played_evening_comes_to_what_a_pencil_says():
    event = make_event()
    event_round = make_running_round(event, players=18)
    play_round(event_round, seed=3)
    close(event_round)

    assert totals_of(event) == evening_points(event)
    assert any(totals_of(event).values())


def test_late_player_loses_alone_and_one_who_is_replaced_scores_nothing():
    event = make_event()
    event_round = make_running_round(event, players=10)
    play_round(event_round, seed=4)
    table = event_round.tables.get(number=1)
    substitute = event_round.sit_outs.first().entrant
    enter(table, "late", seat="N", minutes=12, substitute="", name="")
    enter(table, "late", seat="E", minutes=20, substitute="in_event", name=substitute.name, entrant=substitute.pk)
    enter(table, "penalty", seat="S", code="card_on_floor", count=1, note="", hand=1, replacement=False)

    points = {player.entrant.pk: player for player in round_points(read_round(event_round))}

    assert {entrant: player.points for entrant, player in points.items() if player.table == 1} == table_points(table)
    seats = {seat.seat: seat.entrant_id for seat in table.seats.all()}
    assert points[seats["N"]].points == points[seats["S"]].points - 70 + 50
    assert (points[seats["E"]].kind, points[seats["E"]].points) == ("replaced", 0)
    assert (points[substitute.pk].kind, points[substitute.pk].points) == ("substitute", points[seats["W"]].points)


def test_lateness_that_the_table_took_out_again_changes_nothing():
    event_round = make_running_round(players=5)
    table, waiting = event_round.tables.get(), event_round.sit_outs.get().entrant
    play_table(table, seed=4, hands=2)
    late = {"seat": "E", "minutes": 20, "substitute": "in_event", "name": waiting.name, "entrant": waiting.pk}
    before = round_points(read_round(event_round))

    enter(table, "late", by_director=False, **late)
    assert read_round(event_round).tables[0].seats["E"].replacement == waiting
    enter(table, "undo", by_director=False, undoes=sheet_at(table).version)

    reading = read_round(event_round)
    assert (reading.tables[0].seats["E"].said, reading.tables[0].seats["E"].replacement) == (None, None)
    assert round_points(reading) == before


def test_points_are_their_steps():
    event_round = make_running_round(players=8)
    play_round(event_round, seed=5)

    for player in round_points(read_round(event_round)):
        assert player.points == sum(step.amount for step in player.steps)
        assert player.steps[0].title.startswith("The hands of ")


def test_sums_handed_in_alone_stand_for_the_card():
    event_round = make_running_round(players=4)
    table = event_round.tables.get()
    table.totals = {"NS": 310, "EW": 95}
    table.save()

    reading = read_round(event_round).tables[0]

    assert (reading.is_finished, reading.winners) == (True, ("NS",))
    points = round_points(read_round(event_round))
    assert {(player.points, player.has_totals_alone) for player in points} == {(310, True), (95, True)}
    assert {player.steps[0].title for player in points} == {"Totals typed by the director, hands not counted"}


def test_sums_alone_say_who_won_whatever_the_hands_beside_them_say():
    event_round = make_running_round(make_event(book="st-hilary", round_end="game"), players=4)
    play_round(event_round, seed=2)
    reading = read_round(event_round).tables[0]
    assert reading.winners == (reading.sheet.game.won.side,)
    loser = next(side for side in ("NS", "EW") if side not in reading.winners)
    RoundTable.objects.update(totals={"NS": 0, "EW": 0, loser: 500})

    assert read_round(event_round).tables[0].winners == (loser,)


SUMS = {"NS": 310, "EW": 95}


@pytest.mark.parametrize(
    ("table", "has_card", "waits"),
    [
        ({"is_paper": True}, True, True),
        ({"is_paper": True}, False, False),
        ({"is_paper": False}, True, False),
        ({"is_paper": True, "totals": SUMS}, True, False),
    ],
)
def test_a_card_on_paper_waits_to_be_typed_from_the_start_until_it_is(table, has_card, waits):
    reading = TableReading(RoundTable(**table), {}, sheet_of(book="npa") if has_card else None)

    assert reading.awaits_typing == waits


@pytest.mark.parametrize(
    ("credit", "expected"),
    [(Event.Credit.NONE, 0), (Event.Credit.FIXED, 120), (Event.Credit.WINNERS_AVERAGE, 40)],
)
def test_who_sits_out_has_what_the_event_says(credit, expected):
    event = make_event(sit_out_credit=credit, fixed_credit=120)
    event_round = make_running_round(event, players=9)
    for table, (north, east) in zip(event_round.tables.all(), ((10, 5), (3, 70)), strict=True):
        table.totals = {"NS": north, "EW": east}
        table.save()
    sitting = event_round.sit_outs.get().entrant

    points = event_points(event, read_event(event))

    assert [(player.kind, player.points) for player in points[sitting.pk]] == [("sat_out", expected)]


@pytest.mark.parametrize("came", [{"absent": True, "replaced": True}, {"replaced": True}, {"minutes": 20}])
def test_average_of_the_winners_is_of_those_who_sat_with_them_to_the_end(came):
    """Whoever never came, or was replaced, scores 0 and won no round."""
    event = make_event(sit_out_credit=Event.Credit.WINNERS_AVERAGE)
    event_round = make_running_round(event, players=9)
    tables = list(event_round.tables.all())
    for table, north in zip(tables, (100, 50), strict=True):
        table.totals = {"NS": north, "EW": 10}
        table.save()
    enter(tables[0], "late", seat="N", **{"minutes": 0, "substitute": "outside", "name": "", **came})
    sitting = event_round.sit_outs.get().entrant

    points = event_points(event, read_event(event))

    # South alone has the 100 of the first table; North's 0 is nobody's win.
    assert [player.points for player in points[sitting.pk]] == [average([100, 50, 50])]


def test_average_of_own_rounds_leaves_the_round_sat_out_alone():
    event = make_event()
    first = make_running_round(event, players=5)
    first.tables.update(totals={"NS": 100, "EW": 40})
    close(first)
    people = list(event.entrants.all())
    second = make_round(event, [people[4], *people[:4]], number=2)
    start_round(event_round=second, acting=acting_as(), client_id="second")
    second.tables.update(totals={"NS": 61, "EW": 20})

    points = event_points(event, read_event(event))

    sat_out_first, sat_out_second = points[people[4].pk], points[people[3].pk]
    assert [(player.kind, player.points) for player in sat_out_first] == [("sat_out", 61), ("played", 61)]
    assert [(player.kind, player.points) for player in sat_out_second] == [("played", 40), ("sat_out", 40)]


def test_who_plays_on_for_somebody_has_that_round_and_no_credit_beside_it():
    event = make_event(sit_out_credit=Event.Credit.FIXED, fixed_credit=120)
    event_round = make_running_round(event, players=5)
    play_round(event_round, seed=4)
    table = event_round.tables.get()
    sitting = event_round.sit_outs.get().entrant
    enter(table, "late", seat="E", minutes=20, substitute="in_event", name=sitting.name, entrant=sitting.pk)

    points = event_points(event, read_event(event))

    assert [player.kind for player in points[sitting.pk]] == ["substitute"]


@pytest.mark.parametrize(("points", "mean"), [([], 0), ([3, 4], 4), ([1, 2, 2], 2), ([-3, -4], -3)])
def test_average_is_in_whole_points_halves_up(points, mean):
    assert average(points) == mean


@pytest.fixture
def two_rounds():
    event = make_event()
    entrants = make_entrants(event, 5)
    return event, entrants


def test_a_round_that_has_not_started_has_tables_and_no_points(two_rounds):
    event, entrants = two_rounds
    event_round = make_round(event, entrants)

    reading = read_round(event_round)

    assert [(table.totals, table.is_played_out, table.is_finished) for table in reading.tables] == [({}, False, False)]
    assert round_points(reading) == ()


# -- what is kept between two looks ------------------------------------------------------


def everything(event_round: EventRound):
    """A round as it is read, with all that is worked out from it."""
    reading = read_round(event_round)
    said = [(seat.said, seat.replacement) for table in reading.tables for seat in table.seats.values()]
    return reading, said, [(dict(table.totals), table.is_finished) for table in reading.tables], round_points(reading)


def test_reading_with_what_is_kept_is_the_one_without():
    event_round = make_running_round(players=10)
    extra = event_round.sit_outs.first().entrant
    first, second = event_round.tables.all()
    steps = [
        lambda: None,
        lambda: play_table(first, seed=1, hands=2),
        lambda: enter(second, "late", seat="E", minutes=20, substitute="in_event", name="Pearl", entrant=extra.pk),
        lambda: play_table(second, seed=2, hands=1),
        lambda: enter(second, "penalty", seat="S", code="card_on_floor", count=1, note="", hand=1),
        lambda: enter(first, "late", seat="N", minutes=12, substitute="", name=""),
        lambda: play_table(first, seed=3),
        lambda: enter(first, "late", seat="N", minutes=0, substitute="", name=""),
    ]
    for step in steps:
        step()
        with plainly():
            plain = everything(event_round)

        assert everything(event_round) == plain


def test_round_that_was_looked_at_before_is_read_with_one_query_less(django_assert_num_queries):
    event_round = make_running_round(players=8)
    play_round(event_round, seed=1)
    forget_sheets()

    for queries in (6, 5):
        with django_assert_num_queries(queries):
            reading = read_round(event_round)
            assert [table.table.event_round for table in reading.tables] == [event_round] * 2


def test_card_of_a_restored_backup_is_read_anew_though_its_version_has_the_same_number():
    event_round = make_running_round(players=4)
    table = event_round.tables.get()
    enter(table, "penalty", seat="S", code="card_on_floor", count=1, note="", hand=1)
    before = read_round(event_round).tables[0].sheet
    row = table.card.entries.get()
    table.card.entries.all().delete()
    Entry.objects.create(pk=row.pk, card=card_at(table), number=1, kind="late", client_id="other", payload=LATE)

    after = read_round(event_round).tables[0].sheet

    assert (before.version, before.lateness) == (after.version, {})
    assert after.lateness["N"].payload == LATE


LATE = {"seat": "N", "minutes": 12, "substitute": "", "name": ""}


@pytest.mark.parametrize(("state", "is_finished"), [("running", False), ("closed", True)])
def test_what_a_ruling_struck_is_signed_again_while_the_round_is_played_and_not_after_it(state, is_finished):
    event_round = make_running_round(make_event())
    play_round(event_round, seed=5)
    table = event_round.tables.get(number=1)
    event_round.state = state
    event_round.save()
    assert read_round(event_round).tables[0].is_finished

    give_amount(table)

    assert read_round(event_round).tables[0].is_finished == is_finished
