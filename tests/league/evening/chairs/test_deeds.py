"""Who really sat where: what follows of it, by itself."""

from collections.abc import Iterator
from typing import Any

import pytest

from league.acting.log import Refused
from league.evening.cards.boards import read_boards
from league.evening.cards.pages import names_at_table
from league.evening.cards.pairs import pair_points
from league.evening.cards.reading import event_points, read_event, read_round, read_started, round_points
from league.evening.cards.seats import side_players
from league.evening.chairs.deeds import (
    chairs_digest,
    change_chairs,
    change_of,
    newest_change,
    propose_chairs,
    put_chairs_back,
)
from league.evening.chairs.effects import read_effects
from league.evening.chairs.forms import ChairsForm
from league.evening.chairs.reseating import Reseating, rows_of
from league.evening.events.deeds import close_event
from league.evening.judging.deeds.lateness import enter_late, late_payload
from league.evening.judging.deeds.penalties import give_penalty
from league.evening.judging.deeds.replacing import known
from league.evening.rounds.deeds import close_round
from league.evening.rounds.effects import CountingEffects
from league.evening.tables.deeds.tables import at_table
from league.models import EventRound, LedgerRow, Prize, RoundSeat, RoundTable
from league.office.members.deeds.names import call_anew
from league.outside.archive.references import RENAMINGS
from league.outside.archive.shapes import check_shapes
from league.season.players.hands import HANDS, read_hands
from league.season.players.record import Played
from scoring.models import Entry
from scoring.rules.tournament import BY_RULING
from scoring.score_card.entries import Chairs, Sitter
from scoring.score_card.pages.card import names_at
from scoring.score_card.recording import read_sheet, record
from tests.lasting import lasting
from tests.league.makers import (
    acting_as,
    card_at,
    fresh,
    make_club,
    make_entrants,
    make_event,
    make_members,
    make_pairs,
    make_round,
    make_rules,
    make_running_round,
    make_series,
    play_round,
    sheet_at,
    start_now,
)
from tests.league.season.seasons.played import FIRST, newest, opened
from tests.scoring.score_card.makers import join

pytestmark = pytest.mark.django_db
ACTING = acting_as()


@pytest.fixture(scope="module")
def lasting_round(django_db_setup: None, django_db_blocker: Any) -> Iterator[EventRound]:
    with lasting(django_db_blocker):
        event_round = make_running_round(book="st-hilary")
        play_round(event_round, seed=5)
        yield event_round


@pytest.fixture
def event_round(lasting_round: EventRound, db: None) -> EventRound:
    return EventRound.objects.select_related("event__club", "event__rules__book_version").get(pk=lasting_round.pk)


def exchanged(event_round: EventRound, *chairs: tuple[int, str]) -> dict[tuple[int, str], Any]:
    """Those in the chairs sit one further."""
    rows = rows_of(read_round(event_round))
    people = [rows[at].entrant for at in chairs]
    return dict(zip(chairs, [*people[1:], people[0]], strict=True))


def change(event_round: EventRound, *chairs: tuple[int, str], first: int = 1, client_id: str = "chairs") -> EventRound:
    seen = chairs_digest(read_round(event_round))
    return change_chairs(
        event_round=event_round, sits=exchanged(event_round, *chairs), first=first, seen=seen,
        acting=ACTING, client_id=client_id, reason="they say so",
    )  # fmt: skip


def effects_of(event_round: EventRound, *chairs: tuple[int, str]) -> CountingEffects:
    started = read_started(_anew(event_round).event)
    reading = next(one for one in started if one.event_round == event_round)
    return read_effects(Reseating(reading, exchanged(event_round, *chairs)), started)


def points(event_round: EventRound) -> dict[int, int]:
    return {one.entrant.pk: one.points for one in round_points(read_round(event_round))}


def hands(event_round: EventRound, number: int, side: str) -> list[int]:
    table = next(one for one in read_round(event_round).tables if one.number == number)
    return [line.score.sides[side].score for line in table.counted_lines]


def seat(number: int, name: str) -> RoundSeat:
    """Of the newest evening."""
    return RoundSeat.objects.with_players().filter(table__number=number, seat=name).latest("pk")


def test_from_the_first_hand_people_have_what_was_written_in_their_chairs(event_round):
    was, ora, ted = points(event_round), seat(1, "E").entrant, seat(2, "S").entrant

    change(event_round, (1, "E"), (2, "S"))

    becomes = points(event_round)
    assert (becomes[ora.pk], becomes[ted.pk]) == (was[ted.pk], was[ora.pk])
    assert {pk: one for pk, one in becomes.items() if pk not in (ora.pk, ted.pk)} == {
        pk: one for pk, one in was.items() if pk not in (ora.pk, ted.pk)
    }


def test_earlier_change_from_a_later_hand_is_not_lost_under_one_from_the_first(event_round):
    change(event_round, (1, "E"), (2, "S"), first=3)
    was = points(event_round)

    with pytest.raises(Refused, match="changed chairs from hand 3 on already"):
        change(event_round, (1, "N"), (1, "W"), client_id="again")

    assert points(event_round) == was


def test_nobody_has_two_chairs_for_a_hand_before(event_round):
    """Who gave way from hand 3 on sat there until then."""
    make_members(event_round.event.club, 1)
    give_way, there = seat(1, "E").entrant, make_entrants(event_round.event, 1)[0]
    seen = chairs_digest(read_round(event_round))
    kept: dict[str, Any] = {"event_round": event_round, "acting": ACTING, "reason": "they say so"}
    change_chairs(sits={(1, "E"): there}, first=3, seen=seen, client_id="one", **kept)

    with pytest.raises(Refused, match="two chairs at hand 1"):
        change_chairs(
            sits={(2, "E"): give_way}, first=1, seen=chairs_digest(read_round(event_round)), client_id="two", **kept
        )


def test_from_a_later_hand_each_hand_is_of_those_who_sat_there(event_round):
    ora, ted = seat(1, "E").entrant, seat(1, "S").entrant

    change(event_round, (1, "E"), (1, "S"), first=3)

    north, east = hands(event_round, 1, "NS"), hands(event_round, 1, "EW")
    becomes = points(event_round)
    assert becomes[ora.pk] == sum(east[:2]) + sum(north[2:])
    assert becomes[ted.pk] == sum(north[:2]) + sum(east[2:])
    assert becomes[seat(1, "N").entrant_id] == sum(north)


@pytest.mark.parametrize("first", [1, 3])
def test_what_is_shown_before_is_what_comes_of_it(first):
    event_round = make_running_round(book="st-hilary", players=9)
    play_round(event_round, seed=5)
    chairs = ((1, "E"), (2, "S"), (1, "N"))
    reading = read_round(event_round)
    plan = Reseating(reading, exchanged(event_round, *chairs), first)
    shown = {one.entrant.pk: (one.points, one.steps, one.won) for one in round_points(plan.after())}

    change(event_round, *chairs, first=first)

    assert {one.entrant.pk: (one.points, one.steps, one.won) for one in round_points(read_round(event_round))} == shown


def test_it_is_put_back_once(event_round):
    was = points(event_round)
    change(event_round, (1, "E"), (2, "S"), first=2)
    done = change_of(newest_change(read_round(event_round))[0][1])

    for _ in range(2):
        put_chairs_back(event_round=event_round, change=done, acting=ACTING, client_id="back")
    assert points(event_round) == was
    with pytest.raises(Refused, match="changed on another screen"):
        put_chairs_back(event_round=event_round, change=done, acting=ACTING, client_id="again")
    assert points(event_round) == was


def test_undo_gives_those_who_lost_a_chair_all_they_had_there():
    event_round = make_running_round(book="npa")
    play_round(event_round, seed=5)
    make_members(event_round.event.club, 3)
    *others, stands_in = make_entrants(event_round.event, 3)
    east = seat(1, "E")
    RoundSeat.objects.filter(table=east.table, seat="S").update(substitute=stands_in)
    RoundSeat.objects.filter(table=east.table, seat="N").update(is_missing=True)
    penalty = {"seat": "E", "code": BY_RULING, "points": 50}
    give_penalty(table=east.table, payload=penalty, player="E", acting=ACTING, client_id="given")
    enter_late(east, ACTING, "late", late_payload(east, 12))

    def stands() -> tuple[Any, ...]:
        sheet, rows = sheet_at(east.table), RoundSeat.objects.order_by("pk")
        late = {name: word.said.minutes for name, word in sheet.lateness.items() if word.said.minutes}
        own = list(rows.values_list("entrant", "substitute", "helper", "is_missing"))
        return own, [one.payload for one in sheet.penalties], late, points(event_round)

    was = stands()
    reading = read_round(event_round)
    sits = {(1, "E"): others[0], (1, "S"): others[1], (1, "N"): seat(2, "N").entrant, (2, "N"): seat(1, "N").entrant}
    change_chairs(
        event_round=event_round, sits=sits, seen=chairs_digest(reading), acting=ACTING, client_id="one", reason="so"
    )
    done = change_of(newest_change(read_round(event_round))[0][1])
    assert (sheet_at(east.table).penalties, RoundSeat.objects.filter(substitute=stands_in).exists()) == ((), False)

    west = seat(2, "W")
    enter_late(west, ACTING, "on", {**late_payload(west, 0), **known(stands_in).payload, "replaced": True})
    with pytest.raises(Refused, match=f"{stands_in.called} plays on for .*. Take that back first."):
        put_chairs_back(event_round=event_round, change=done, acting=ACTING, client_id="too early")
    enter_late(west, ACTING, "off", late_payload(west, 0))
    put_chairs_back(event_round=event_round, change=done, acting=ACTING, client_id="back")
    assert stands() == was


def test_a_change_that_rests_on_other_chairs_than_there_are_is_refused():
    event_round = make_running_round(book="st-hilary")
    seen = chairs_digest(read_round(event_round))
    change(event_round, (1, "E"), (1, "S"))

    with pytest.raises(Refused, match="changed on another screen"):
        change_chairs(
            event_round=event_round, sits=exchanged(event_round, (1, "E"), (1, "S")), seen=seen,
            acting=ACTING, client_id="late", reason="me too",
        )  # fmt: skip


@pytest.mark.parametrize(
    ("chairs", "first", "why"),
    [
        ({(1, "E"): (1, "S")}, 1, "sits in two chairs: table 1 E and table 1 S"),
        ({}, 1, "Nobody has changed chairs yet"),
        ({(1, "E"): (1, "S"), (1, "S"): (1, "E")}, 6, "Table 1 is at hand 1. Enter a hand up to 1."),
    ],
)
def test_what_cannot_be_is_said(chairs, first, why):
    event_round = make_running_round(book="st-hilary")
    reading = read_round(event_round)
    rows = rows_of(reading)
    sits = {at: rows[of].entrant for at, of in chairs.items()}

    assert why in str(next(Reseating(reading, sits, first).faults()))
    with pytest.raises(Refused, match=why):
        change_chairs(
            event_round=event_round, sits=sits, first=first, seen=chairs_digest(reading),
            acting=ACTING, client_id="x", reason="no",
        )  # fmt: skip


def test_who_sat_out_may_have_sat_in_a_chair():
    event_round = make_running_round(book="st-hilary", players=9, sit_out_credit="fixed", fixed_credit=70)
    play_round(event_round, seed=5)
    out, north = event_round.sit_outs.get().entrant, seat(1, "N").entrant
    event, was = event_round.event, points(event_round)

    seen = chairs_digest(read_round(event_round))
    change_chairs(
        event_round=event_round, sits={(1, "N"): out}, seen=seen, acting=ACTING, client_id="out", reason="so it was"
    )

    comes_to = {
        pk: [(one.kind, one.points) for one in own] for pk, own in event_points(event, read_event(event)).items()
    }
    assert comes_to[out.pk] == [("played", was[north.pk])]
    assert comes_to[north.pk] == [("sat_out", 70)]


def test_who_left_the_chair_at_a_later_hand_keeps_the_hands_before():
    event_round = make_running_round(book="st-hilary", players=9)
    play_round(event_round, seed=5)
    out, north = event_round.sit_outs.get().entrant, seat(1, "N").entrant
    seen = chairs_digest(read_round(event_round))

    change_chairs(
        event_round=event_round, sits={(1, "N"): out}, first=3, seen=seen, acting=ACTING, client_id="3", reason="so"
    )

    scored = hands(event_round, 1, "NS")
    event = event_round.event
    found = event_points(event, read_event(event))
    assert [(one.kind, one.points) for one in found[north.pk]] == [("played", sum(scored[:2]))]
    assert [(one.kind, one.points) for one in found[out.pk]] == [("played", sum(scored[2:]))]


def test_what_is_a_players_own_goes_along():
    event_round = make_running_round()  # npa
    east = seat(1, "E")
    give_penalty(
        table=east.table, payload={"seat": "E", "code": BY_RULING, "points": 50}, player="E", acting=ACTING,
        client_id="given",
    )  # fmt: skip
    enter_late(seat(1, "E"), ACTING, "late", late_payload(seat(1, "E"), 12))
    was = {one.entrant.pk: [step.amount for step in one.steps[1:]] for one in round_points(read_round(event_round))}
    assert sum(was[east.entrant_id]) < -50

    change(event_round, (1, "E"), (2, "S"))

    becomes = {one.entrant.pk: [step.amount for step in one.steps[1:]] for one in round_points(read_round(event_round))}
    assert {pk: sorted(own) for pk, own in becomes.items()} == {pk: sorted(own) for pk, own in was.items()}
    assert (sheet_at(seat(1, "E").table).penalties, [*sheet_at(seat(1, "E").table).lateness]) == ((), [])


def test_a_whole_hand_that_waits_on_a_tablet_lands_with_the_seats_it_was_typed_for():
    event_round = make_running_round(book="st-hilary")
    table = event_round.tables.get(number=1)
    keeper, seen = join(card_at(table)), sheet_at(table).version
    bid = {"dealer": "N", "bidder": "E", "bid": 30, "trump": "S", "no_marriage": False}

    change(event_round, (1, "E"), (1, "S"))
    record(writer=keeper, kind="bid", hand=1, payload=bid, client_id="waited", seen=seen)

    assert [line.figures.bidder for line in sheet_at(event_round.tables.get(number=1)).lines] == ["E"]
    assert card_at(event_round.tables.get(number=1)).player_names["E"] == seat(1, "E").entrant.called


def test_lines_name_those_who_sat_there_then(event_round):
    was = {name: seat(1, name).entrant.called for name in "ES"}

    change(event_round, (1, "E"), (1, "S"), first=3)

    card = card_at(event_round.tables.get(number=1))
    sheet = read_sheet(card)
    called = [names_at(card, sheet, line).player("E") for line in sheet.lines]
    assert called == [was["E"], was["E"], was["S"], was["S"]]
    table = read_round(event_round).tables[0]
    assert [names_at_table(table, line).player("E") for line in sheet.lines] == called
    assert [side_players(table, "EW", line)[0] for line in sheet.lines] == called


def test_a_closed_evening_follows_its_chairs_and_so_does_its_season():
    series = make_series(make_club(), book="st-hilary")
    event = make_event(series.club, book="st-hilary", series=series, played_on=FIRST, rounds_planned=1)
    season = opened(series.club)
    event_round = make_running_round(event)
    play_round(event_round, seed=5)
    close_round(event_round=event_round, acting=ACTING, client_id="close", reason="done")
    close_event(event=fresh(event), acting=ACTING, client_id="over")
    published = newest(season)
    ora, ted = seat(1, "E").entrant, seat(2, "S").entrant
    rows = {row.entrant_id: row.points for row in LedgerRow.objects.filter(event=event)}

    effects = effects_of(event_round, (1, "E"), (2, "S"))
    change(_anew(event_round), (1, "E"), (2, "S"))

    assert "The standings of Winter are published again with it." in effects.stays
    after = {row.entrant_id: row.points for row in LedgerRow.objects.filter(event=event)}
    assert (after[ora.pk], after[ted.pk]) == (rows[ted.pk], rows[ora.pk])
    assert newest(season).number == published.number + 1
    assert {name for name, _, _ in effects.points} == {ora.name, ted.name}


def test_facts_of_hands_are_of_those_who_sat_there():
    event_round = make_running_round(book="st-hilary", rounds_planned=1)
    play_round(event_round, seed=5)
    change(event_round, (1, "E"), (1, "S"), first=3)
    close_round(event_round=event_round, acting=ACTING, client_id="close", reason="done")
    close_event(event=fresh(event_round.event), acting=ACTING, client_id="over")

    rows = LedgerRow.objects.filter(event=event_round.event, table=1)
    assert [row.facts["hands"] for row in rows] == [4] * 4
    sides = sheet_at(event_round.tables.get(number=1)).counted_lines
    assert sum(row.facts.get("bids", 0) for row in rows) == len(sides)
    assert all(row.points == row.facts["scored"] for row in rows)


def test_hands_of_a_count_are_found_at_both_tables_of_who_changed():
    event_round = make_running_round(book="st-hilary", rounds_planned=1)
    play_round(event_round, seed=5)
    change(event_round, (1, "E"), (2, "S"), first=3)
    close_round(event_round=event_round, acting=ACTING, client_id="close", reason="done")
    close_event(event=fresh(event_round.event), acting=ACTING, client_id="over")

    tables = []
    for row in LedgerRow.objects.filter(event=event_round.event):
        one = Played(
            row.event_id, FIRST, row.round_number, row.kind, row.points, won=False, table=row.table, place=1, book="b",
            facts=row.facts, entrant=row.entrant_id,
        )  # fmt: skip
        found = [hand for hand in read_hands([(one, at) for at in range(4)], HANDS["hands"][1]) if hand]
        assert (len(found), sum(hand.facts["scored"] for hand in found)) == (4, row.points)
        tables.append(sorted({hand.table.number for hand in found}))

    assert sorted(tables) == [[1], [1], [1], [1, 2], [1, 2], [2], [2], [2]]


def test_prizes_that_were_paid_are_said_to_go_to_others(event_round):
    event = event_round.event
    close_round(event_round=event_round, acting=ACTING, client_id="close", reason="done")
    Prize.objects.create(event=event, kind="high_round", amount=300)
    best = max(round_points(read_round(event_round)), key=lambda one: one.points)
    other = min(round_points(read_round(event_round)), key=lambda one: one.points)
    places = {row.entrant_id: at for at, row in rows_of(read_round(event_round)).items()}
    chairs = (places[best.entrant.pk], places[other.entrant.pk])

    effects = effects_of(event_round, *chairs)

    assert [change for change in effects.moves if best.entrant.name in f"{change.was}{change.label}"]


def test_at_a_duplicate_boards_are_of_who_sat_there_and_those_met_twice_are_said():
    event = make_event(compared="matchpoints", hands=2)
    people = make_entrants(event, 8)
    first = make_round(event, people)
    second = make_round(event, people[::-1], number=2)
    for one, sets in ((first, (1, 2)), (second, (1, 2))):
        for table, number in zip(one.tables.all(), sets, strict=True):
            RoundTable.objects.filter(pk=table.pk).update(board_set=number)
    play_round(start_now(first), seed=4)
    first = _anew(first)
    rows = rows_of(read_round(first))
    at_one, at_two = rows[1, "E"].entrant, rows[2, "S"].entrant

    effects = effects_of(first, (1, "E"), (2, "S"))
    change(first, (1, "E"), (2, "S"), first=2)

    boards = read_boards(fresh(event), read_event(fresh(event)))
    assert [one.row.board for one in boards.shares[at_one.pk]] == [1, 4]
    assert [one.row.board for one in boards.shares[at_two.pk]] == [2, 3]
    assert effects.wrong[:1] == (f"{at_one.called} has boards 3–4 twice: in rounds 1 and 2.",)
    assert len(effects.wrong) == 2
    shares = [*boards.shares[at_one.pk], *boards.shares[at_two.pk]]
    assert all(one.entrant.called in side_players(one.row.table, one.side, one.row.line) for one in shares)


def test_pairs_change_chairs_together_from_a_later_hand():
    event = make_event(book="st-hilary", format="half_move")
    pairs = make_pairs(event, 4)
    people = [
        one for two in zip(pairs[::2], pairs[1::2], strict=True) for one in (two[0][0], two[1][0], two[0][1], two[1][1])
    ]
    event_round = start_now(make_round(event, people))
    play_round(event_round, seed=5)
    was = {key: own[0].points for key, own in pair_points(event, read_event(event)).items()}

    with pytest.raises(Refused, match="both of a pair change chairs together"):
        change(event_round, (1, "E"), (1, "S"), first=3, client_id="apart")
    sits = {}
    rows = rows_of(read_round(event_round))
    for one, other in (("N", "E"), ("E", "N"), ("S", "W"), ("W", "S")):
        sits[1, one] = rows[1, other].entrant
    change_chairs(
        event_round=event_round, sits=sits, first=3, seen=chairs_digest(read_round(event_round)), acting=ACTING,
        client_id="together", reason="so they sat",
    )  # fmt: skip

    north, east = hands(event_round, 1, "NS"), hands(event_round, 1, "EW")
    becomes = {key: own[0].points for key, own in pair_points(event, read_event(event)).items()}
    key = next(key for key in was if rows[1, "N"].entrant_id in key)
    assert becomes[key] == sum(north[:2]) + sum(east[2:])
    assert becomes.keys() == was.keys()


def test_three_at_a_table_change_chairs():
    club = make_club()
    event = make_event(
        club, book="st-hilary", three_handed_rules=make_rules(club, "cutthroat"), odd_players="three_handed"
    )
    event_round = start_now(make_round(event, make_entrants(event, 7)))
    a, b = seat(2, "A").entrant, seat(2, "B").entrant

    change(event_round, (2, "A"), (2, "B"))

    assert (seat(2, "A").entrant, seat(2, "B").entrant) == (b, a)
    assert card_at(event_round.tables.get(number=2)).player_names["A"] == b.called


def test_a_table_proposes_and_nothing_changes_before_the_yes():
    event_round = make_running_round(book="st-hilary")
    table = event_round.tables.get(number=1)
    rows = {name: seat(1, name).entrant for name in "NESW"}
    said = {"N": rows["N"], "E": rows["S"], "S": rows["E"], "W": rows["W"]}
    chairs = Chairs(1, {name: Sitter(one.pk, one.called) for name, one in said.items()})

    propose_chairs(table=table, chairs=chairs, acting=at_table(1, None), client_id="we")
    assert seat(1, "E").entrant == rows["E"]
    (hold,) = sheet_at(table).holds
    form = ChairsForm(reading=read_round(event_round), people=(), table=1, proposed=hold.said.chairs)
    assert form["moved"].value() == f"1E:{rows['S'].pk} 1S:{rows['E'].pk}"

    change(event_round, (1, "E"), (1, "S"))
    assert (seat(1, "E").entrant, sheet_at(table).holds) == (rows["S"], ())


def test_what_an_entry_names_comes_with_an_archive_and_follows_a_name():
    event_round = make_running_round(book="st-hilary")
    change(event_round, (1, "E"), (1, "S"))
    entry = Entry.objects.get(card=event_round.tables.get(number=1).card_id, kind="details")

    check_shapes("entries", {"kind": "details", "payload": entry.payload})
    moved = RENAMINGS["entries", "payload"](entry.payload, lambda _, pk: pk + 1000)
    assert [one["entrant"] for one in moved["were"][0]["seats"].values()] == [
        who["entrant"] + 1000 for who in entry.payload["were"][0]["seats"].values()
    ]

    member = seat(1, "E").entrant.member
    assert member is not None
    member.name = "Ora Lee"
    call_anew(member)
    assert sheet_at(event_round.tables.get(number=1)).chairs[0].seats["E"].name == "Ora Lee"


def _anew(event_round: EventRound) -> EventRound:
    return EventRound.objects.select_related("event__club").get(pk=event_round.pk)
