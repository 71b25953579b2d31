"""Duplicate: boards on the tables from the draft to the card, whatever is swapped, re-planned or changed in between."""

import pytest

from league.evening.events.deeds import change_event
from league.evening.seating.field import read_field, task_for
from league.evening.seating.pages.certificate import certificate_context
from league.evening.seating.pages.rotation import seating_contexts
from league.evening.seating.schedules.board_sets import makers
from league.evening.seating.seatings import read_rounds, version_seatings
from league.models import Entrant, RoundTable
from tests.league.makers import acting_as, fresh, make_entrants, make_event

from .evenings import arrive, new_id, plan, play, propose, publish, schedule_of, swap, take


@pytest.fixture(autouse=True)
def _quick_looks(monkeypatch):
    monkeypatch.setattr("league.evening.seating.schedules.directions.LOOKS", 500)


def evening(players: int = 20, rounds: int = 4, **settings):
    event = make_event(**{"rounds_planned": rounds, "compared": "matchpoints", **settings})
    entrants = make_entrants(event, players)
    if event.is_for_pairs:
        for one, other in zip(entrants[::2], entrants[1::2], strict=True):
            Entrant.objects.filter(pk=one.pk).update(partner=other)
            Entrant.objects.filter(pk=other.pk).update(partner=one)
    plan(event, effort=20_000)
    event.refresh_from_db()
    return event


def certificate(event):
    return certificate_context(read_field(event, read_rounds(event)), has_changed=False)


def boards_of_rounds(event):
    return [[table.boards for table in seating.tables] for seating in schedule_of(event)]


def words(event) -> list[str]:
    found = certificate(event)
    assert found["faults"] == ()
    return [words for words, _ in found["lines"]]


def test_boards_go_from_the_draft_to_the_card(db):
    event = evening()

    publish(event)
    play(event, 1)

    assert boards_of_rounds(event) == [[1, 2, 3, 4, 5], [2, 3, 4, 5, 1], [3, 4, 5, 1, 2], [4, 5, 1, 2, 3]]
    assert version_seatings(event.seating_versions.get())[2].tables[4].boards == 1
    table = RoundTable.objects.get(event_round__event=event, event_round__number=1, number=3)
    assert (table.card.boards, table.card.hands_agreed, table.card.first_dealer) == ([9, 10, 11, 12], 4, "N")


def test_certificate_says_it_of_boards(db):
    event = evening()

    said = words(event)

    assert "Nobody plays a board twice." in said
    assert "Nobody plays a board that their table made." in said
    assert "One list for all is fair." in said
    assert sorted(makers(schedule_of(event)).values()) == [1, 2, 3, 4, 5]
    assert "No table can make boards that it never plays, so somebody else makes them." in words(evening(8, 3))


@pytest.mark.parametrize(("kind", "said"), [
    ({"format": "round_robin"}, "One list for all is fair."),
    ({"format": "half_move"}, "One list for all is fair."),
    ({"format": "half_move", "one_list": False}, "North–South and East–West have a list each."),
])  # fmt: skip
def test_pairs_have_boards_and_one_list_or_two(db, kind, said):
    event = evening(20, 5, **kind)

    assert {"Nobody plays a board twice.", "No two pairs meet twice.", said} <= set(words(event))
    assert all(len(set(boards)) == 5 for boards in boards_of_rounds(event))


def test_seating_desk_names_the_boards_of_each_table(db, django_assert_num_queries):
    event = evening(8, 2)
    rounds = read_rounds(fresh(event))

    with django_assert_num_queries(0):
        contexts = seating_contexts(event, rounds)

    assert [[table["boards"].boards for table in one["tables"]] for one in contexts] == [
        ["boards 1–4"] * 2,
        ["boards 5–8"] * 2,
    ]


def test_other_evenings_have_no_boards(db):
    event = evening(compared="")

    assert {number for boards in boards_of_rounds(event) for number in boards} == {0}
    assert not any("board" in words for words, _ in certificate(event)["lines"])


def test_swap_leaves_boards_on_their_tables_and_the_certificate_red(db):
    event = evening()
    first, second = schedule_of(event)[:2]
    one = Entrant.objects.get(pk=first.tables[0].seats[0])
    # Somebody of the table that has next the boards that they have now.
    there = next(table for table in second.tables if table.boards == first.tables[0].boards)

    swap(event.rounds.get(number=2), one, Entrant.objects.get(pk=there.seats[0]))

    assert boards_of_rounds(event)[1] == [2, 3, 4, 5, 1]
    again = f"already played the boards of table {there.number}."
    assert any(fault.endswith(again) for fault in certificate(event)["faults"])


@pytest.mark.parametrize("change", ["comes", "leaves", "doesn't count"])
def test_what_was_met_is_met_in_the_rounds_to_come(db, change):
    event = evening(20, 4, boards_by="master")
    publish(event)
    play(event, 1, 2)
    if change == "comes":
        arrive(event, 4)
    elif change == "leaves":
        event.entrants.filter(number__gt=16).update(state="left")
    else:
        event.rounds.filter(number=2).update(counts=False)
        RoundTable.objects.filter(event_round__event=event, event_round__number=2).update(counts=False)
        event.entrants.filter(number__gt=19).update(state="left")

    propose(event)
    take(event)

    met = [(player, table.boards) for one in schedule_of(event) for table in one.tables for player in table.seats]
    assert certificate(event)["faults"] == ()
    assert len(set(met)) == len(met)
    assert 0 not in {number for _, number in met}


def test_boards_belong_to_what_is_planned(db):
    """Who turns the duplicate off before the first round has a seating that no longer fits, cards without boards."""
    event = evening()
    before = task_for(read_field(event, read_rounds(event)), expected=())

    change_event(event=event, acting=acting_as(), client_id=new_id(), compared="")

    event.refresh_from_db()
    assert task_for(read_field(event, read_rounds(event)), expected=()).fingerprint != before.fingerprint
    publish(event)
    play(event, 1)
    assert RoundTable.objects.filter(event_round__event=event, event_round__number=1).first().card.boards == []
