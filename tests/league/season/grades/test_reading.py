"""What of a club's ledger makes its grades, and how long they are kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date
from itertools import count
from random import Random
from typing import Any

import pytest

from league.evening.events.deeds import close_event, reopen_event
from league.evening.ledger import findings
from league.evening.ledger.findings import BeingWorkedOut
from league.evening.rounds.deeds import close_round
from league.models import Club, Entrant, Event, LedgerRow, Member
from league.season.grades import reading
from league.season.grades.model import Grade, Side, Table
from league.season.grades.reading import SoFar, club_grades, count_rounds, grade_of, read_tables
from pinochle_club.ground.apart import Busy
from pinochle_club.ground.pdfs import PRINTER
from tests.league.makers import (
    acting_as,
    close_with_sums,
    make_club,
    make_entrants,
    make_event,
    make_members,
    make_round,
    make_rules,
    make_running_round,
    play_round,
    start_now,
)

pytestmark = pytest.mark.django_db
_marks = count(1)


@pytest.fixture(autouse=True)
def _tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """The grades of one night foretell nothing; whether they do is tried in `test_foretelling`."""
    monkeypatch.setattr(reading, "foretold", lambda _: True)


@pytest.fixture
def club() -> Club:
    return make_club(has_grades=True)


@pytest.fixture
def people(club: Club) -> list[Member]:
    return make_members(club, 8)


def night(club: Club, people: Iterable[Member | None], **fields: Any) -> list[Entrant]:
    """A closed evening and who was there."""
    given = {"state": "closed", "ledger_mark": f"mark {next(_marks)}", "played_on": date(2026, 11, 17), **fields}
    event = make_event(club, **given)
    return [
        Entrant.objects.create(event=event, member=member, number=at, name=member.name if member else "House")
        for at, member in enumerate(people, start=1)
    ]


def sat(entrant: Entrant, side: str, points: int, *, number: int = 1, **more: Any) -> LedgerRow:
    """A row of somebody at table 1; `hands`, `scored`, `others` and `datum` are its facts."""
    facts = {name: more.pop(name) for name in ("hands", "scored", "others", "datum") if name in more}
    fields = {"kind": "played", "won": False, "table": 1, "place": 1, "facts": facts, **more}
    return LedgerRow(
        event=entrant.event, round_number=number, entrant=entrant, side=side, points=points, **fields
    )  # fmt: skip


def keep(*rows: LedgerRow) -> None:
    LedgerRow.objects.bulk_create(rows)


def play(entrants: list[Entrant], rounds: int = 40, seed: int = 1, *, together: bool = False) -> None:
    """So many rounds at one table, partners changing unless they stay `together`; the first is the best."""
    rng, rows = Random(seed), []
    for number in range(1, rounds + 1):
        order = entrants[:4] if together else rng.sample(entrants[:4], 4)
        luck = rng.randrange(-30, 30) + (60 if entrants[0] in order[:2] else -60)
        for at, one in enumerate(order):
            scored = 100 + (luck if at < 2 else -luck)
            rows.append(sat(one, "NS" if at < 2 else "EW", scored, number=number, hands=4, scored=scored))
    keep(*rows)


def the_tables(club: Club) -> list[Table]:
    return [table for tables in read_tables(club.pk).values() for table in tables]


def grades(club: Club) -> tuple[Grade, ...]:
    [found] = club_grades(Club.objects.get(pk=club.pk)).values()
    assert found is not None
    return found


def test_rounds_so_far_are_counted_by_book(club: Club, people: list[Member]):
    """A round of tables of three and of four is one of both books, also where all play alone; the sit-out and the
    pairs' night are none."""
    rules = (make_rules(club, "gwinnett"), make_rules(club, "gwinnett-3"))
    first = night(club, people, rules=rules[0], three_handed_rules=rules[1])
    for number in (1, 2):
        keep(*(sat(one, side, 60, number=number) for one, side in zip(first[:4], "ABCD", strict=True)))
    keep(*(sat(one, side, 60, table=2, by_other_rules=True) for one, side in zip(first[4:7], "ABC", strict=True)))
    keep(sat(first[7], "", 40, kind="sat_out", table=None))
    keep(*(sat(one, side, 60) for one, side in zip(night(club, people[:2], rules=rules[0]), ("NS", "EW"), strict=True)))
    keep(*(sat(one, "NS", 60) for one in night(club, people[:2], rules=rules[0], format="half_move")))

    assert count_rounds(club.pk) == {
        rules[0].house_rules_id: SoFar(2, 3, 3),
        rules[1].house_rules_id: SoFar(1, 1, 1),
    }


# -- what counts ---------------------------------------------------------------------------


def test_table_is_what_the_hands_of_its_sides_came_to(club: Club, people: list[Member]):
    """What was taken from a player for being late is no play, and a skunk is no hand."""
    one, two, three, four = night(club, people[:4])
    keep(
        sat(one, "NS", 90, hands=4, scored=110), sat(two, "NS", 110, hands=4, scored=110),
        sat(three, "EW", 0, hands=4), sat(four, "EW", 0, hands=4),
    )  # fmt: skip

    [[table]] = read_tables(club.pk).values()
    assert (table.month, table.hands) == (2026 * 12 + 11, 4)
    assert set(table.sides) == {Side(110, (people[0].pk, people[1].pk)), Side(0, (people[2].pk, people[3].pk))}


def test_what_others_made_of_the_same_boards_is_taken_off(club: Club, people: list[Member]):
    """Each of four boards was played at five more tables, and came to 24 more for north and south there."""
    one, two, three, four = night(club, people[:4], compared="matchpoints")
    sides = {"NS": {"scored": 110, "datum": 1200}, "EW": {"scored": 50, "datum": -1200}}
    players = zip((one, two, three, four), ("NS", "NS", "EW", "EW"), strict=True)
    keep(*(sat(each, side, 0, hands=4, others=20, **sides[side]) for each, side in players))

    [[table]] = read_tables(club.pk).values()
    told = 1.5 / 2.2
    assert sorted(side.points for side in table.sides) == pytest.approx([50 + 12 * told, 110 - 12 * told])
    assert table.luck == pytest.approx(1 - 0.3 * told)


def test_where_sums_alone_are_known_they_count_for_the_hands_of_the_evening(club: Club, people: list[Member]):
    one, two, three, four = night(club, people[:4], hands=8)
    keep(sat(one, "NS", 190), sat(two, "NS", 210), sat(three, "EW", 120), sat(four, "EW", 120))

    [[table]] = read_tables(club.pk).values()
    assert table.hands == 8
    assert {side.points for side in table.sides} == {210, 120}


def test_whoever_did_not_play_to_the_end_and_who_was_played_for_are_not_named(club: Club, people: list[Member]):
    one, two, three, four, late = night(club, people[:5])
    keep(
        sat(one, "NS", 50, hands=4, scored=50), sat(two, "NS", 50),
        sat(three, "EW", 70, hands=4, scored=70), sat(four, "EW", 70, kind="substitute", hands=4, scored=70),
        sat(late, "EW", 0, kind="replaced"),
    )  # fmt: skip

    [table] = the_tables(club)
    assert set(table.sides) == {Side(50, (people[0].pk,)), Side(70, (people[2].pk, people[3].pk))}


def test_guests_of_the_night_and_who_is_in_no_list_are_not_named(club: Club, people: list[Member]):
    one, guest, house, four = night(club, [people[0], people[1], None, people[3]])
    Entrant.objects.filter(pk=guest.pk).update(is_guest=True)
    keep(*(sat(each, side, 50, hands=4) for each, side in ((one, "NS"), (guest, "NS"), (house, "EW"), (four, "EW"))))

    assert [sorted(side.players for side in table.sides) for table in the_tables(club)] == [
        sorted([(people[0].pk,), (people[3].pk,)])
    ]


def test_member_entered_twice_is_the_one_that_stays(club: Club, people: list[Member]):
    one, two = night(club, people[:2])
    Member.objects.filter(pk=people[1].pk).update(merged_into=people[5])
    keep(sat(one, "NS", 50, hands=4), sat(two, "EW", 50, hands=4))

    assert {side.players for side in the_tables(club)[0].sides} == {(people[0].pk,), (people[5].pk,)}


@pytest.mark.parametrize(
    "fields",
    [
        {"format": "half_move"}, {"format": "winners_move", "partners": "together"},
        {"state": "running", "ledger_mark": ""},
    ],
)  # fmt: skip
def test_evenings_of_pairs_and_those_never_closed_do_not_count(
    club: Club, people: list[Member], fields: dict[str, str]
):
    play(night(club, people[:4], **fields), 2)

    assert the_tables(club) == []


def test_each_rule_book_has_its_own_grades(club: Club, people: list[Member]):
    """Those by one book are what they are without the others; three-handed tables go by theirs."""
    play(night(club, people[:4]), seed=1)
    [(npa, alone)] = club_grades(club).items()
    hilary, three = make_rules(club, "st-hilary"), make_rules(club, "gwinnett-3")
    play(night(club, people[3::-1], rules=hilary), seed=2)
    trio = night(club, people[:3], three_handed_rules=three)
    seats, of_three = [*zip(trio, "ABC", strict=True)], {"hands": 3, "by_other_rules": True}
    keep(*(sat(one, side, 10, number=at, **of_three) for at in range(40) for one, side in seats))
    found = club_grades(club)

    assert set(found) == {npa, hilary.house_rules_id, three.house_rules_id}
    assert found[npa] == alone
    of_hilary = found[hilary.house_rules_id]
    assert of_hilary is not None
    assert alone is not None
    assert of_hilary[0].player == people[3].pk != alone[0].player
    assert [(version.house_rules_id, grade.rounds) for version, grade in grade_of(club, people[0])] == [
        (npa, 40),
        (hilary.house_rules_id, 40),
    ]


# -- how long they are kept --------------------------------------------------------------------


def test_grades_are_kept_until_an_evening_changes(
    club: Club, people: list[Member], django_assert_num_queries: Callable[..., Any]
):
    entrants = night(club, people[:4])
    play(entrants)
    before = grades(club)
    with django_assert_num_queries(2):
        assert club_grades(club)[entrants[0].event.rules.house_rules_id] is before

    rows = LedgerRow.objects.filter(entrant=entrants[0])
    for row in rows:
        LedgerRow.objects.filter(event=row.event_id, round_number=row.round_number, side=row.side).update(
            facts={"hands": 4, "scored": 10}
        )
    Event.objects.filter(pk=entrants[0].event_id).update(ledger_mark="corrected")

    assert before[0].player == people[0].pk
    assert grades(club)[-1].player == people[0].pk

    Member.objects.filter(pk=people[0].pk).update(merged_into=people[7])
    assert grades(club)[-1].player == people[7].pk


def test_grades_follow_a_correction_and_come_back_with_it(club: Club, monkeypatch: pytest.MonkeyPatch):
    """From the cards of an evening, through the deeds that close and open it."""
    monkeypatch.setattr("league.season.grades.model.ROUNDS_TO_SHOW", 1)
    event_round = make_running_round(make_event(club, rounds_planned=1))
    play_round(event_round, seed=7)
    close_round(event_round=event_round, acting=acting_as(), client_id="", reason="unsigned")
    event = close_event(event=event_round.event, acting=acting_as(), client_id="")
    first = grades(club)

    assert len(first) == 8
    reopen_event(event=event, acting=acting_as(), client_id="", reason="one card is missing")
    assert grades(club) == first

    close_event(event=Event.objects.select_related("club").get(pk=event.pk), acting=acting_as(), client_id="")
    assert grades(club) == first


def test_typed_sums_make_grades(club: Club, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("league.season.grades.model.ROUNDS_TO_SHOW", 1)
    event = make_event(club, book="st-hilary", rounds_planned=1)
    close_with_sums(start_now(make_round(event, make_entrants(event, 4))), [(300, 100)])
    close_event(event=event, acting=acting_as(), client_id="")
    best, second, *_ = grades(club)

    assert {best.player, second.player} == {
        row.entrant.member_id for row in LedgerRow.objects.filter(side="NS").select_related("entrant")
    }
    assert best.points > 0


def test_who_asks_while_too_many_do_is_told_to_ask_again(
    club: Club, people: list[Member], monkeypatch: pytest.MonkeyPatch
):
    def busy(*_: object, **__: object) -> None:
        raise Busy

    play(night(club, people[:4]))
    monkeypatch.setattr(PRINTER, "ask", busy)

    assert grade_of(club, people[0]) == ()
    with pytest.raises(BeingWorkedOut):
        club_grades(club)


def test_club_that_shows_no_grades_has_none_on_a_members_page(people: list[Member]):
    assert grade_of(make_club(), people[0]) == ()


def test_grades_of_few_clubs_are_kept_at_once(monkeypatch: pytest.MonkeyPatch):
    clubs = [make_club() for _ in range(3)]
    club_grades(clubs[0])
    monkeypatch.setattr(findings._kept, "most", 2 * findings._kept._held)
    for club in (clubs[0], clubs[1], clubs[0], clubs[2]):
        club_grades(club)

    assert [club for _, club in findings._kept._there] == [clubs[0].pk, clubs[2].pk]


def test_queries_do_not_grow_with_rounds_and_members(
    club: Club, people: list[Member], django_assert_num_queries: Callable[..., Any]
):
    for week in range(3):
        play(night(club, people[week : week + 4]), 12, seed=week)
    with django_assert_num_queries(3):
        reading.work_out(club.pk)


def test_process_that_works_them_out_keeps_them_for_whoever_could_not_wait(
    club: Club, people: list[Member], django_assert_num_queries: Callable[..., Any]
):
    play(night(club, people[:4]))
    found = findings.work_and_keep((reading.work_out, club.pk), "marks")
    with django_assert_num_queries(0):
        assert findings.work_and_keep((reading.work_out, club.pk), "marks") is found
    assert findings.work_and_keep((reading.work_out, club.pk), "others") is not found
