"""What one table comes to, from its entries alone. No database."""

from collections.abc import Sequence
from typing import Any

import pytest

from league.evening.cards.judged import judged_at
from league.evening.cards.pairs import pair_points
from league.evening.cards.reading import (
    RoundReading,
    Scored,
    TableReading,
    credit_of,
    event_points,
    table_points,
)
from league.evening.cards.seats import (
    entrant_at,
    full_name_at,
    is_still_missing,
    is_taken_over,
    player_at,
    seated_sides,
    unsigned_sides,
)
from league.models import Entrant, Event, EventRound, RoundSeat, RoundTable
from scoring.rules.book import RuleBook, built_in_book
from scoring.rules.changes import changed_book, parse_change
from scoring.score_card.entries import EntryData
from tests.scoring.score_card.makers import HIGH, MADE, Hand, appeal, late, made, made_hand, ruling, sheet_of

Credit = Event.Credit
PEOPLE = [
    Entrant(pk=at, number=at, member_id=10 + at, name=name)
    for at, name in enumerate(("Ann", "Bea", "Carl", "Dom", "Eve"), start=1)
]
ANN, BEA, CARL, DOM, EVE = PEOPLE
FOUR = dict(zip("NESW", PEOPLE, strict=False))
HOUSE = Entrant(pk=9, number=9, name="Helper", is_house_player=True)
SUMS = {"NS": 310, "EW": 95}


def reading(
    *entries: EntryData,
    book: str | RuleBook = "npa",
    length: str = "book",
    at: dict[str, Entrant] | None = None,
    **table: Any,
) -> TableReading:
    """Table 7 of a running round 3, with these entries on its card."""
    state = table.pop("state", EventRound.State.RUNNING)
    row = RoundTable(number=7, event_round=EventRound(number=3, state=state, event=Event()), **table)
    seats = {seat: seated(seat, who) for seat, who in (at or FOUR).items()}
    return TableReading(row, seats, sheet_of(*entries, book=book, length=length))


def seated(seat: str, who: Entrant, **fields: Any) -> RoundSeat:
    """Somebody's seat, of which the card says nothing."""
    there = RoundSeat(seat=seat, entrant=who, **fields)
    there.said = there.replacement = None
    return there


def hands(number: int, **figures: Any) -> list[EntryData]:
    """So many hands, each won by North and South with 570 and nothing for the others."""
    return [entry for at in range(1, number + 1) for entry in made_hand(at, book="npa", **figures)]


# -- its figures -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("played", "fields", "wanted"),
    [
        (0, {}, (0, 0, None, False, ())),
        (1, {}, (570, 1, None, False, ("NS",))),
        (3, {}, (1710, 3, None, False, ("NS",))),
        (4, {}, (2480, 4, "NS", True, ("NS",))),
        (5, {}, (2480, 4, "NS", True, ("NS",))),
        (4, {"totals": SUMS}, (310, 4, None, True, ("NS",))),
        (0, {"totals": SUMS}, (310, 0, None, True, ("NS",))),
        (0, {"totals": {"NS": 95, "EW": 310}}, (95, 0, None, True, ("EW",))),
        (0, {"totals": {"NS": 95, "EW": 95}}, (95, 0, None, True, ("NS", "EW"))),
        (1, {"length": "time"}, (570, 1, None, True, ("NS",))),
    ],
)
def test_totals_are_of_the_rounds_hands_with_a_skunk_or_as_they_were_typed(played, fields, wanted):
    table = reading(*hands(played), **fields)

    assert (
        *(table.totals["NS"], len(table.counted_lines), table.skunk, table.is_played_out, table.winners),
        table.hands_done,
        table.hands_to_play,
    ) == (*wanted, played, None if fields.get("length") else 4)


def test_who_wins_a_tied_round_goes_by_the_book():
    npa = built_in_book("npa")
    last_bids = changed_book(npa, [parse_change("round.level=last_bidder")])
    tied = made_hand(1, book="npa", bidder="E", bid=50, meld={"NS": 30, "EW": 30}, take={"NS": 25, "EW": 25})

    assert [reading(*tied, book=book).winners for book in (npa, last_bids)] == [("NS", "EW"), ("EW",)]
    assert reading(*tied, book=last_bids, totals={"NS": 95, "EW": 95}).winners == ("NS", "EW"), "no hand, no last bid"


def test_a_table_without_a_card_has_nothing_but_typed_totals():
    table, typed = (TableReading(RoundTable(totals=totals), {}, None) for totals in ({}, SUMS))

    assert [(one.hands_done, one.hands_to_play, one.skunk, one.is_signed) for one in (table, typed)] == [
        *[(0, None, None, False)] * 2
    ]
    assert (table.counted_lines, table.holds, table.appealed, unsigned_sides(table), [*table_points(table, 3)]) == (
        *[()] * 3, [], [],
    )  # fmt: skip
    assert (table.totals, table.is_finished, table.winners) == ({}, False, ())
    assert (typed.totals, typed.is_finished, typed.winners, typed.awaits_typing) == (SUMS, True, ("NS",), False)


def test_who_reached_the_target_has_won_whatever_the_totals_say():
    """A bidder counts first."""
    both: Hand = {"bidder": "E", "bid": 60, "meld": {"NS": 150, "EW": 140}, "take": {"NS": 11, "EW": 14}}

    assert reading(*made_hand(1, **both), book="st-hilary").winners == ("EW",)
    assert not reading(*made_hand(1, **MADE), book="st-hilary").is_played_out
    assert reading(*made_hand(1, **HIGH), book="st-hilary").is_played_out


HALF = made("bid", 2, dealer="E", bidder="E", bid=200, trump="S", no_marriage=False)
BOTH = [made("sign", side=side, version=12) for side in ("NS", "EW")]


@pytest.mark.parametrize(
    ("entries", "fields", "is_signed", "is_finished"),
    [
        (hands(4), {}, False, False),
        ([*hands(4), BOTH[0]], {}, False, False),
        ([*hands(4), *BOTH], {}, True, True),
        (hands(4), {"is_paper": True}, False, False),
        (hands(4), {"is_paper": True, "is_typed": True}, False, True),
        (hands(4), {"totals": SUMS}, False, True),
        (hands(3), {"is_paper": True, "is_typed": True}, False, False),
        ([*hands(4), *BOTH, ruling({"ruled": {"NS": -20}})], {}, False, False),
        ([*hands(4), *BOTH, ruling({"ruled": {"NS": -20}})], {"state": "closed"}, True, True),
        (hands(4), {"state": "closed"}, False, False),
        (hands(1), {"length": "time"}, False, False),
        ([*hands(1), HALF], {"length": "time", "is_paper": True, "is_typed": True}, False, False),
        (hands(1), {"length": "time", "is_paper": True, "is_typed": True}, False, True),
    ],
)
def test_a_table_is_finished_when_all_is_in_and_signed_or_typed(entries, fields, is_signed, is_finished):
    table = reading(*entries, **fields)

    assert (table.is_signed, table.is_finished) == (is_signed, is_finished)
    assert table.awaits_typing == (bool(fields.get("is_paper")) and not is_finished)


def test_a_round_is_complete_when_every_table_is_finished():
    done, open_ = reading(totals=SUMS), reading()

    assert [RoundReading(EventRound(), tables, ()).is_complete for tables in ((done,), (done, open_), (open_,))] == [
        *(True, False, False)
    ]


def test_what_waits_for_officials():
    table = reading(*hands(1), ruling({}), ruling({}), appeal(5), made("hold", 2, about="a renege"))

    assert [one.said.about for one in table.holds] == ["a renege"]
    assert [one.entry.number for one in table.appealed] == [5]
    assert (reading(ruling({})).appealed, reading(ruling({})).holds) == ((), ())


# -- points ------------------------------------------------------------------------------


def told(table: TableReading) -> list[tuple[int, str, int, bool | None]]:
    return [(one.entrant.number, one.kind, one.points, one.won) for one in table_points(table, 3)]


def test_points_say_round_table_side_and_who_won():
    points = list(table_points(reading(*hands(1)), 3))

    assert [(one.number, one.table, one.side, one.won, one.has_totals_alone) for one in points] == [
        (3, 7, side, side == "NS", False) for side in ("NS", "NS", "EW", "EW")
    ]
    assert [one.steps[0].title for one in points[1:3]] == ["The hands of Ann & Carl", "The hands of Bea & Dom"]
    assert {one.won for one in table_points(reading(), 3)} == {None}
    assert list(table_points(reading(*hands(1), counts=False), 3)) == []


def test_house_players_and_helpers_from_outside_have_no_points():
    assert [number for number, *_ in told(reading(*hands(1), at={**FOUR, "W": HOUSE}))] == [1, 3, 2]
    assert [number for number, *_ in told(reading(*hands(1), late("N", 20, "outside", "Tom")))] == [1, 3, 2, 4]


def test_what_became_of_somebody_who_was_late():
    def north(**said: Any) -> list[tuple[int, str, int, str]]:
        entry = made("late", seat="N", **{"minutes": 20, "substitute": "", "name": "", **said})
        table = reading(*hands(1), entry)
        if "entrant" in said:
            table.seats["N"].replacement = EVE
        return [
            (one.entrant.number, one.kind, one.points, one.steps[0].title)
            for one in table_points(table, 3)
            if one.entrant.number in (1, 5)
        ]

    assert north(minutes=5) == [(1, "played", 570, "The hands of Ann & Carl")]
    assert north(minutes=6)[0][1:3] == ("played", 570 - 10)
    assert north(minutes=0, absent=True, replaced=True) == [
        (1, "absent", 0, "Never came to the table, scores 0 this round")
    ]
    replaced, other = north(substitute="in_event", name="Eve", entrant=5)
    assert (replaced[:3], other) == ((1, "replaced", 0), (5, "substitute", 570, "The hands of Ann & Carl"))
    assert "Never" not in replaced[3]


# -- credit for sitting out --------------------------------------------------------------

PLAYED = [
    Scored(one, number, kind, points, (), won=won)
    for one, number, kind, points, won in [
        (ANN, 1, "played", 100, True), (BEA, 1, "substitute", 60, True), (CARL, 1, "replaced", 0, True),
        (DOM, 1, "absent", 0, True), (EVE, 1, "played", 10, False), (EVE, 2, "played", 31, None),
        (ANN, 2, "played", 70, True),
    ]
]  # fmt: skip


@pytest.mark.parametrize(
    ("credit", "scorer", "number", "title", "points"),
    [
        (Credit.NONE, EVE, 1, "", 0),
        (Credit.FIXED, EVE, 1, ": fixed credit", 120),
        (Credit.OWN_AVERAGE, EVE, 3, ": average of the other rounds", 21),
        (Credit.OWN_AVERAGE, HOUSE, 3, ": average of the other rounds", 0),
        (Credit.WINNERS_AVERAGE, EVE, 1, ": average of the round’s winners", 80),
        (Credit.WINNERS_AVERAGE, EVE, 2, ": average of the round’s winners", 70),
        (Credit.WINNERS_AVERAGE, EVE, 3, ": average of the round’s winners", 0),
    ],
)
def test_credit_for_sitting_out(credit, scorer, number, title, points):
    event = Event(sit_out_credit=credit, fixed_credit=120)
    step = credit_of(event, scorer, number, PLAYED)
    assert (step.title, step.amount) == (f"Sat out{title}", points)

    event.format = Event.Format.ROUND_ROBIN
    assert credit_of(event, scorer, number, PLAYED).title == f"Bye{title}"


def test_rounds_of_an_evening_are_in_order_without_the_extra_hand():
    table = reading(*hands(1))
    rounds = [
        RoundReading(EventRound(number=number, is_extra_hand=is_extra), tables, (EVE,))
        for number, is_extra, tables in ((2, False, (table,)), (1, False, ()), (3, True, (table,)))
    ]

    points = event_points(Event(sit_out_credit=Credit.FIXED, fixed_credit=7), rounds)

    assert {key: [(one.number, one.points) for one in played] for key, played in points.items()} == {
        5: [(1, 7), (2, 7)], 1: [(2, 570)], 2: [(2, 0)], 3: [(2, 570)], 4: [(2, 0)],
    }  # fmt: skip
    assert not Scored(EVE, 1, "played", 0, ()).has_totals_alone


# -- pairs -------------------------------------------------------------------------------


def of_pairs(table: TableReading, *sit_outs: Entrant) -> list[tuple[str, str, int, bool | None]]:
    rounds = [RoundReading(EventRound(number=1), (table,), ()), RoundReading(EventRound(number=2), (), sit_outs)]
    points = pair_points(Event(sit_out_credit=Credit.FIXED, fixed_credit=7), rounds)
    return [(one.entrant.called, one.kind, one.points, one.won) for played in points.values() for one in played]


def test_a_pair_has_what_its_side_came_to_less_what_either_lost_alone():
    gone: dict[str, Any] = {"minutes": 0, "substitute": "", "name": "", "replaced": True}
    entries = [late("N", 6), made("late", seat="E", **gone, absent=True), made("late", seat="W", **gone)]

    assert of_pairs(reading(*hands(1))) == [("Ann & Carl", "played", 570, True), ("Bea & Dom", "played", 0, False)]
    assert of_pairs(reading(*hands(1), *entries)) == [
        *(("Ann & Carl", "played", 560, True), ("Bea & Dom", "absent", 0, False))
    ]
    assert of_pairs(reading(*hands(1), at={**FOUR, "S": HOUSE}))[0] == ("Ann & Helper", "played", 570, True)
    assert len(of_pairs(reading(*hands(1), at={**FOUR, "N": HOUSE, "S": HOUSE}))) == 1
    assert of_pairs(reading(book="gwinnett-3", at=dict(zip("ABC", PEOPLE, strict=False)))) == []
    assert of_pairs(TableReading(RoundTable(), {}, None)) == []


def test_who_has_a_bye_together_is_a_pair_by_agreement_or_by_another_round():
    six, seven, eight = (
        Entrant(pk=at, number=at, name=str(at), partner_id=of) for at, of in ((6, 8), (7, None), (8, 6))
    )
    pairs = of_pairs(reading(*hands(1)), six, CARL, seven, eight, EVE, ANN)

    assert pairs == [
        ("Ann & Carl", "played", 570, True),
        ("Ann & Carl", "sat_out", 7, None),
        ("Bea & Dom", "played", 0, False),
        ("6 & 8", "sat_out", 7, None),
    ]


# -- what was judged ---------------------------------------------------------------------


def penalty(seat: str, **more: Any) -> EntryData:
    payload = {"seat": seat, "code": "ruling", "points": 40, "count": 1, "note": "rude", "hand": 2, **more}
    return EntryData(0, "penalty", payload=payload)


def judged(table: TableReading) -> Sequence[tuple[Any, ...]]:
    return [
        (str(one.what), one.entry.number, one.hand, [who.number for who in one.who], one.player, one.says)
        for one in judged_at(table)
    ]


def test_what_was_judged_is_told_in_its_order_with_whom_it_concerns():
    table = reading(
        late("E", 8), ruling({}, hand=1, facts={"who": "S"}), penalty("N"), penalty("W", points=0), ruling({}, hand=2)
    )  # fmt: skip

    assert judged(table) == [
        ("late", 1, None, [2], "Bea", "8 minutes late: 30 off."),
        ("ruling", 2, 1, [1, 2, 3, 4], "Carl", "As ruled"),
        ("penalty", 3, 2, [1], "Ann", "40 off"),
        ("penalty", 4, 2, [4], "Dom", ""),
        ("ruling", 5, 2, [1, 2, 3, 4], "", "As ruled"),
    ]
    assert [one.concerns(11) for one in judged_at(table)] == [False, True, True, False, True]


def test_nobody_is_late_for_a_table_that_does_not_count_and_nothing_is_judged_without_a_card():
    assert [what for what, *_ in judged(reading(late("E", 8), penalty("N"), counts=False))] == ["penalty"]
    assert judged(TableReading(RoundTable(), {}, None)) == []


def test_a_penalty_of_who_plays_on_falls_on_them_and_of_a_helper_on_nobody():
    for substitute, entrant, wanted in (("in_event", EVE, [5]), ("outside", None, [])):
        said = late("N", 20, substitute, "Eve")
        table = reading(said, penalty("N"), penalty("N", replacement=True))
        table.seats["N"].said, table.seats["N"].replacement = said.payload, entrant

        assert [who for what, _, _, who, *_ in judged(table) if what == "penalty"] == [[1], wanted]


# -- sides -------------------------------------------------------------------------------


def test_sides_by_their_players():
    assert unsigned_sides(reading()) == ["Ann & Carl", "Bea & Dom"]
    assert unsigned_sides(reading(*hands(4), BOTH[0])) == ["Bea & Dom"]
    assert seated_sides(reading(), Event()) == [("Ann", "Carl"), ("Bea", "Dom")]
    three = reading(book="cutthroat", at=dict(zip("ABC", PEOPLE, strict=False)))
    assert seated_sides(three, Event()) == [("Ann",), ("Bea",), ("Carl",)]
    six = reading(book="six-handed", at=dict(zip("ABCDEF", (*PEOPLE, *PEOPLE), strict=False)))
    assert [len(side) for side in seated_sides(six, Event())] == [3, 3]
    assert [seat.entrant.called for seat in (six.seats[one] for one in "ACE")] == list(seated_sides(six, Event())[0])


def test_who_plays_in_a_seat_by_the_seating_and_by_the_card():
    on = {"substitute": "outside", "name": "Tom"}
    cases: list[tuple[dict[str, Any], dict[str, str] | None, tuple[Any, ...]]] = [
        ({}, None, (ANN, "Ann", False, False)),
        ({"is_missing": True}, None, (ANN, "Ann", False, True)),
        ({}, {**on, "substitute": ""}, (ANN, "Ann", False, False)),
        ({"substitute": EVE, "is_missing": True}, None, (EVE, "Eve", True, False)),
        ({"helper": "Zoë"}, None, (None, "Zoë", True, False)),
        ({"helper": "Zoë", "is_missing": True}, on, (None, "Tom", True, False)),
        ({"is_missing": True}, {**on, "name": ""}, (None, "Helper", True, False)),
    ]
    for fields, said, wanted in cases:
        seat = seated("N", ANN, **fields)
        seat.said = said
        found = entrant_at(seat), player_at(seat), is_taken_over(seat), is_still_missing(seat)
        assert (found, full_name_at(seat)) == (wanted, wanted[1]), fields
