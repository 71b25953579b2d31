"""The verifier finds each hard rule broken, and counts as a naive recount does."""

import random
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.evening.seating.schedules.schedule import (
    FOUR,
    THREE,
    Meetings,
    RoundSeating,
    Schedule,
    Seating,
    Shape,
    meetings_of,
)
from league.evening.seating.schedules.verify import FAULTS, Certificate, verify
from league.evening.seating.schedules.whist import whist_schedule
from league.evening.seating.schedules.wishes import Wishes

# Nine players: the one in round k who sits out is k. Five rounds of a cycle in which nothing repeats but opponents.
NINE = whist_schedule(9)[:5]
EIGHT = whist_schedule(8)[:3]


def pairs(*couples: tuple[int, int]) -> frozenset[frozenset[int]]:
    return frozenset(frozenset(couple) for couple in couples)


def with_round(schedule: Schedule, index: int, tables: list[Seating], out: tuple[int, ...] = ()) -> Schedule:
    rounds = list(schedule)
    rounds[index] = RoundSeating(tuple(tables), out)
    return tuple(rounds)


def kinds(certificate: Certificate) -> set[str]:
    return {fault.kind for fault in certificate.faults}


def dealt(players: int, rounds: int, seed: int, shape: Shape = FOUR) -> Schedule:
    """A schedule by chance, which nobody has looked at."""
    size = shape.seats
    rng = random.Random(seed)
    schedule = []
    for _ in range(rounds):
        order = rng.sample(range(players), players)
        seated = len(order) - len(order) % size
        tables = tuple(
            Seating(place // size + 1, tuple(order[place : place + size]), sides=shape.sides)
            for place in range(0, seated, size)
        )
        schedule.append(RoundSeating(tables, tuple(order[seated:])))
    return tuple(schedule)


# Two, three and five each alone, the last with a called partner; sides of two, three and four.
SHAPES = (FOUR, THREE, Shape(2, 2), Shape(5, 5, True), Shape(6, 2), Shape(6, 3), Shape(8, 2), Shape(8, 4))

# -- planted faults

A, B, C, D, E, F, G, H = range(8)
TABLES = (Seating(1, (A, B, C, D)), Seating(2, (E, F, G, H)))


@pytest.mark.parametrize(
    ("kind", "tables", "out", "wishes"),
    [
        ("twice", [Seating(1, (A, B, C, D)), Seating(2, (E, F, G, A))], (H,), Wishes()),
        ("twice", TABLES, (A,), Wishes()),
        ("missing", TABLES[:1], (E, F, G), Wishes()),
        ("absent", [TABLES[0], Seating(2, (E, F, G, 99))], (H,), Wishes()),
        ("table_size", [Seating(1, (A, B, C, D)), Seating(2, (E, F, G))], (H,), Wishes()),
        ("table_size", [Seating(1, (A, B, C, D, E)), Seating(2, (F, G, H))], (), Wishes(shapes=(FOUR, THREE))),
        ("table_number", [Seating(1, (A, B, C, D)), Seating(1, (E, F, G, H))], (), Wishes()),
        ("table_number", [Seating(0, (A, B, C, D)), Seating(1, (E, F, G, H))], (), Wishes()),
        ("too_many_out", TABLES[:1], (E, F, G, H), Wishes()),
        ("other_kind", [Seating(1, (A, B, C)), Seating(2, (D, E, F))], (G, H), Wishes(shapes=(FOUR, THREE))),
        ("table_sides", [Seating(1, (A, B, C, D, E, F), sides=2)], (G, H), Wishes(shapes=(Shape(6, 3),))),
        ("partnered", [Seating(1, (A, B, C, D, E, F), sides=2)], (G, H),
         Wishes(shapes=(Shape(6, 2),), not_partners=pairs((A, E)))),
        ("met", TABLES, (), Wishes(never_meet=pairs((A, B)))),
        ("met", TABLES, (), Wishes(never_meet=pairs((A, C)))),
        ("partnered", TABLES, (), Wishes(not_partners=pairs((E, G)))),
        ("not_together", TABLES, (), Wishes(partners=pairs((A, B)))),
        ("not_together", TABLES, (), Wishes(partners=pairs((A, G)))),
        ("shared_table", TABLES, (), Wishes(stationary=frozenset((A, B)))),
    ],
)  # fmt: skip
def test_planted_fault_of_a_round_is_found(kind, tables, out, wishes):
    certificate = verify((RoundSeating(tuple(tables), out),), range(8), wishes)

    assert kind in kinds(certificate)


@pytest.mark.parametrize(
    "wishes",
    [
        Wishes(never_meet=pairs((A, E))),
        Wishes(not_partners=pairs((A, B), (A, E))),
        Wishes(partners=pairs((A, C), (A, 99))),
        Wishes(stationary=frozenset((A, E))),
        Wishes(stationary=frozenset((A, C)), partners=pairs((A, C))),
    ],
)
def test_wishes_that_are_kept_are_no_fault(wishes):
    assert verify((RoundSeating(TABLES),), range(8), wishes).faults == ()


def test_sitting_out_twice_running_is_found():
    night = with_round(NINE, 1, list(NINE[0].tables), NINE[0].sitting_out)

    assert "out_twice_running" in kinds(verify(night, range(9)))
    assert "out_twice_running" in kinds(verify(night[1:], range(9), before=night[:1]))


def test_uneven_sitting_out_is_found_but_for_volunteers():
    """0 sits out in the first, third and fifth round."""
    night = tuple(NINE[0] if index % 2 == 0 else NINE[index] for index in range(5))

    assert [fault.players for fault in verify(night, range(9)).faults] == [(0,)]
    assert kinds(verify(night, range(9))) == {"out_unevenly"}
    assert verify(night, range(9), Wishes(volunteers=frozenset((0,)))).faults == ()


def test_who_came_late_is_not_compared_with_who_was_there():
    before = (RoundSeating(TABLES[:1], (E,)), RoundSeating((Seating(1, (E, B, C, D)),), (A,)))
    later = (RoundSeating((Seating(1, (A, E, C, D)),), (B, F)), RoundSeating((Seating(1, (A, B, E, F)),), (C, D)))

    assert verify(later, range(6), before=before).faults == ()


def test_moving_somebody_who_keeps_a_table_is_found():
    moved = (RoundSeating(TABLES), RoundSeating((Seating(1, (E, B, G, D)), Seating(2, (A, F, C, H)))))
    wishes = Wishes(stationary=frozenset((A,)))

    assert [(fault.kind, fault.players, fault.table) for fault in verify(moved, range(8), wishes).faults] == [
        ("moved", (A,), 2)
    ]
    assert kinds(verify(moved[1:], range(8), wishes, before=moved[:1])) == {"moved"}
    assert verify(moved, range(8), Wishes(stationary=frozenset((B, F)))).faults == ()


def test_somebody_who_is_not_there_in_one_round_is_absent_in_that_alone():
    here = [range(8), range(7), range(8)]

    assert [(fault.kind, fault.round_number) for fault in verify(EIGHT, here).faults] == [("absent", 2)]


def test_lists_of_players_must_fit_the_rounds():
    with pytest.raises(ValueError, match="2 lists of players for 3 rounds"):
        verify(EIGHT, [range(8), range(8)])


def test_every_kind_of_fault_has_a_sentence():
    for kind in FAULTS:
        certificate = verify((RoundSeating(TABLES[:1], (E, F, G, H)),), range(8))
        sentence = replace(certificate.faults[0], kind=kind, players=(A, B), table=3, seats=5).sentence(
            "ABCDEFGH".__getitem__
        )
        assert sentence.startswith("Round 1: ")
        assert "{" not in sentence


# -- counting


def recount(schedule: Schedule) -> tuple[int, int, int]:
    """Repeated partners, opponents and table-mates, counted as slowly and plainly as can be."""
    repeats = []
    for kind in ("partners", "opponents", "table-mates"):
        total = 0
        players = sorted({player for seating in schedule for player in seating.players})
        for one, other in combinations(players, 2):
            met = 0
            for seating in schedule:
                for table in seating.tables:
                    if one in table.seats and other in table.seats:
                        distance = abs(table.seats.index(one) - table.seats.index(other))
                        is_partner = distance in range(table.sides, len(table.seats), table.sides)
                        met += kind == "table-mates" or is_partner == (kind == "partners")
            total += max(0, met - 1)
        repeats.append(total)
    return repeats[0], repeats[1], repeats[2]


@given(players=st.integers(8, 18), rounds=st.integers(1, 6), seed=st.integers(0, 999), shape=st.sampled_from(SHAPES))
def test_repeats_are_those_of_a_naive_recount_and_no_bound_is_above_them(players, rounds, seed, shape):
    schedule = dealt(players, rounds, seed, shape)

    found = verify(schedule, range(players), Wishes(shapes=(shape,)))

    assert (found.repeat_partners, found.repeat_opponents, found.repeat_tablemates) == recount(schedule)
    assert found.bound_partners <= found.repeat_partners
    assert found.bound_opponents <= found.repeat_opponents
    assert found.bound_tablemates <= found.repeat_tablemates


@given(rounds=st.integers(2, 6), cut=st.integers(1, 5), seed=st.integers(0, 999))
def test_repeats_count_the_whole_night_wherever_it_is_cut(rounds, cut, seed):
    schedule = dealt(12, rounds, seed)
    cut = min(cut, rounds - 1)

    whole, rest = verify(schedule, range(12)), verify(schedule[cut:], range(12), before=schedule[:cut])

    assert rest.repeat_partners == whole.repeat_partners
    assert rest.by_player == whole.by_player
    assert whole.bound_opponents <= rest.bound_opponents <= rest.repeat_opponents


@pytest.mark.parametrize(
    ("players", "rounds", "bounds"),
    # The counting bounds: 12 opponents' places a round of 12 players, and so on, less the pairs there are.
    [(8, 4, (0, 4, 20)), (8, 8, (4, 36, 68)), (12, 4, (0, 0, 6)), (12, 6, (0, 6, 42)), (16, 6, (0, 0, 24)),
     (16, 8, (0, 8, 72)), (20, 8, (0, 0, 50)), (24, 8, (0, 0, 12)), (28, 8, (0, 0, 0))],
)  # fmt: skip
def test_bound_is_that_of_counting(players, rounds, bounds):
    found = verify(dealt(players, rounds, 1), range(players))

    assert (found.bound_partners, found.bound_opponents, found.bound_tablemates) == bounds


def test_couples_leave_fewer_to_partner():
    """Each of eight may partner but one other, so all rounds after the first repeat."""
    wishes = Wishes(
        not_partners=frozenset(map(frozenset, combinations(range(8), 2))) - pairs((A, C), (B, D), (E, G), (F, H))
    )

    found = verify((RoundSeating(TABLES),) * 3, range(8), wishes)

    assert found.bound_partners == found.repeat_partners == 8


def test_fixed_partners_are_no_repeat():
    found = verify((RoundSeating(TABLES),) * 3, range(8), Wishes(partners=pairs((A, C), (B, D), (E, G))))

    assert found.repeat_partners == 2
    assert found.sentences[0] == "3 pairs always play together."


# -- players and sentences


def test_figures_of_a_player():
    night = (RoundSeating(TABLES), RoundSeating((Seating(2, (A, B, D, C)),), (E, F, G, H)),
             RoundSeating((Seating(3, (A, E, F)),), ()))  # fmt: skip

    player = verify(night, range(8)).by_player[A]

    assert (player["partners"], player["opponents"], player["plays"], player["sits_out"]) == (2, 5, 3, 0)
    assert (player["changes_table"], player["plays_otherwise"]) == (2, 1)


def test_sentences_of_a_cycle():
    assert verify(whist_schedule(9), range(9)).sentences == (
        "Everybody has 8 partners over the evening.",
        "Nobody has the same partner twice.",
        "36 repeated opponents, the fewest possible.",
        "72 repeated tablemates, the fewest possible.",
        "One sits out each round, everybody once.",
    )


def test_sentences_where_nothing_repeats():
    assert verify((RoundSeating(TABLES),), range(8), season=Meetings()).sentences == (
        "Everybody has 1 partner over the evening.",
        "Nobody has the same partner twice.",
        "Nobody meets an opponent twice.",
        "Nobody sits with the same person twice.",
        "Everybody plays every round.",
        "4 of 4 partnerships are new this season.",
    )


def test_sentences_tell_the_bound_where_it_is_not_met():
    sentences = verify(dealt(18, 4, 3), range(18)).sentences

    assert any(sentence.endswith("; there may be a schedule with none.") for sentence in sentences)
    assert sentences[-1].startswith("Two sit out each round, nobody more than ")


def test_sentences_of_tables_of_three():
    night = (RoundSeating((Seating(1, (A, B, C)), Seating(2, (D, E, F)))),)

    assert verify(night, range(6), Wishes(shapes=(FOUR, THREE))).sentences[-1] == "Everybody plays three-handed once."


def test_partnerships_new_this_season():
    season = meetings_of([(RoundSeating(TABLES[:1]),)])

    found = verify((RoundSeating(TABLES),), range(8), season=season)

    assert (found.new_partnerships, found.partnerships) == (2, 4)
    assert verify((RoundSeating(TABLES),), range(8)).new_partnerships is None


def test_nothing_planned_says_nothing():
    assert verify((), range(8)).sentences == ()
