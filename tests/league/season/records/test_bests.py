"""What the best was among rounds, who had it, and that books never meet."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from league.season.records.bests import Best, Bests, Holder, Round, bests_of

DAY = date(2026, 1, 6)
NPA, HILARY = 1, 2


def a_round(who: int, points: int, event: int = 1, number: int = 1, **more: Any) -> Round:
    """A round of somebody who is the same entrant in all evenings, at table 1."""
    side = "NS" if who % 2 else "EW"
    given = {
        "who": who, "entrant": who, "partners": (), "event": event, "day": DAY + timedelta(event), "number": number,
        "kind": "played", "points": points, "won": False, "table": 1, "side": side, "place": 2, "book": NPA, **more,
    }  # fmt: skip
    return Round(**given)


def best(bests: Bests, what: str, book: int = NPA) -> Best | None:
    return next((one for one in bests.get(book, ()) if one.what == what), None)


def had(bests: Bests, what: str, book: int = NPA) -> tuple[int, list[int]]:
    found = best(bests, what, book)
    assert found is not None
    return int(found.figure), [one.entrant for one in found.holders]


def test_partners_have_the_best_round_together_and_who_is_level_shares_it():
    bests = bests_of(
        [
            *(a_round(1, 70, partners=(3, 5)), a_round(3, 70, partners=(1, 5)), a_round(5, 70, partners=(1, 3))),
            a_round(2, 50),
            *(a_round(2, 70, event=2, partners=(4,)), a_round(4, 60, event=2, partners=(2,))),  # 4 has a penalty
        ]
    )

    found = best(bests, "round")

    assert found is not None
    assert (found.figure, found.more) == (70, 0)
    assert found.holders == (Holder(1, 1, (3, 5), 1, 1, "NS"), Holder(2, 2, (4,), 1, 1, "EW"))


def test_of_many_who_are_level_four_are_named():
    found = best(bests_of(a_round(1, 70, event=event) for event in range(1, 8)), "round")

    assert found is not None
    assert ([one.event for one in found.holders], found.more) == ([1, 2, 3, 4], 3)


def test_points_of_two_books_never_meet():
    rounds = [a_round(1, 70), a_round(2, 300, book=HILARY), a_round(1, 60, event=2), a_round(1, 10, number=2, event=2)]
    bests = bests_of(rounds)

    assert (had(bests, "round"), had(bests, "round", HILARY)) == ((70, [1]), (300, [2]))
    assert list(bests) == [NPA, HILARY, None]  # the one that is played most first


def test_hands_meld_and_bids_are_of_the_tables_alone():
    facts = {"best_hand": 40, "best_meld": 22, "best_bid": 0}
    bests = bests_of(
        [
            *(a_round(1, 50, partners=(3,), **facts), a_round(3, 50, partners=(1,), **{**facts, "best_bid": 31})),
            a_round(2, 90, kind="replaced", best_hand=80),
        ]
    )

    assert [had(bests, what) for what in ("hand", "meld", "bid", "round")] == [
        (40, [1]), (22, [1]), (31, [3]), (50, [1]),
    ]  # fmt: skip
    assert best(bests, "bid").holders[0].partners == ()


def test_run_goes_over_rounds_and_evenings_and_ends_with_a_set():
    rounds = [
        a_round(1, 10, run="mmm"), a_round(2, 10, run="mm"), a_round(1, 10, number=2, run="sm"),
        a_round(2, 10, event=2, run="mms"), a_round(1, 10, event=2, run="mm"), a_round(1, 10, event=3, run="m"),
    ]  # fmt: skip

    found = best(bests_of(rounds), "run")

    assert found is not None
    assert found.figure == 4
    assert [(one.entrant, one.event) for one in found.holders] == [(2, 2), (1, 3)]


def test_one_bid_is_no_run():
    assert best(bests_of([a_round(1, 10, run="msm")]), "run") is None


def test_night_adds_up_with_its_credit_and_its_average_is_of_rounds_played():
    night = [a_round(1, 30, number=number, partners=(3,)) for number in (1, 2, 3)]
    with_credit = [*night, a_round(1, 29, number=4, kind="sat_out", table=None, side="")]
    with_partner = [a_round(3, 30, number=number, partners=(1,)) for number in (1, 2, 3)]
    short = [a_round(2, 59, number=number) for number in (1, 2)]
    bests = bests_of([*with_credit, *with_partner, *short])

    assert (had(bests, "night"), had(bests, "average")) == ((119, [1]), (30, [1]))
    assert best(bests, "average").holders[0].partners == (3,)
    assert best(bests, "night").holders[0].partners == ()  # whose credit it was alone


def test_who_changed_partners_has_a_night_alone():
    bests = bests_of([a_round(1, 30, partners=(3,)), a_round(1, 30, number=2, partners=(2,))])

    assert best(bests, "night").holders[0].partners == ()


def test_nights_and_wins_are_counted_over_all_books():
    rounds = [
        a_round(1, 10, won=True, place=1), a_round(2, 9), a_round(1, 300, event=2, book=HILARY, won=True),
        a_round(2, 310, event=2, book=HILARY, place=1), a_round(1, 5, event=3, kind="sat_out"),
    ]  # fmt: skip

    found = {one.what: (int(one.figure), [each.entrant for each in one.holders]) for one in bests_of(rounds)[None]}

    assert found == {"nights": (2, [1, 2]), "night_won": (1, [1, 2]), "won": (2, [1])}


def test_nothing_played_is_no_record():
    assert bests_of([]) == {None: ()}
