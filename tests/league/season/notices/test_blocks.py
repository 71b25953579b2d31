"""Blocks of a notice on random evenings: what a correction changes is told at what was typed, and only there."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from datetime import date

import pytest

from league.models import Entrant, Event, LedgerRow
from league.season.notices.blocks import (
    OWN,
    Kept,
    blocks_of,
    is_behind,
    kept_in,
    next_own,
    shown_in,
    to_keep,
    written_from,
)
from league.season.notices.night import Earlier, Leader, Night, night_of
from league.season.notices.prose import written
from tests.league.makers import NAMES
from tests.sampling import sample

EVENINGS = sample(50, 5_000)
DAY = date(2026, 11, 17)


class Evening:
    """A random evening of which only the rows are there, and what was before and around it."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        rounds, players = self.chance.choice((1, 2, 3, 4)), self.chance.choice((4, 8, 12))
        self.event = Event(pk=1, name="Cards", played_on=DAY, rounds_planned=rounds)
        if rounds > 1 and players > 4 and self.chance.random() < 0.3:
            self.event.cut_after, self.event.cut_by = rounds - 1, self.chance.choice(list(Event.CutBy.values))
            self.event.final_carries = self.chance.random() < 0.5
        self.people = [
            Entrant(pk=at, event=self.event, number=at, name=name, is_guest=self.chance.random() < 0.1)
            for at, name in enumerate(NAMES[:players], start=1)
        ]
        if self.event.cut_after:
            for one in self.people[4:]:
                one.last_round = self.event.cut_after
        self.rows = [row for number in range(1, rounds + 1) for row in self.round(number)]
        self.around()

    def round(self, number: int) -> list[LedgerRow]:
        there = [one for one in self.people if one.plays_in(number)]
        self.chance.shuffle(there)
        rows = []
        for at, one in enumerate(there):
            side = "EW" if at % 2 else "NS"
            rows.append(
                LedgerRow(
                    event=self.event, round_number=number, entrant=one, kind="played", table=at // 4 + 1, side=side
                )
            )
        self.score(rows)
        return rows

    def score(self, rows: list[LedgerRow]) -> None:
        """Both sides of these tables get points and facts."""
        for table in {row.table for row in rows}:
            sums = {side: self.chance.choice((12, 25, 25, 40, 1841, -20)) for side in ("NS", "EW")}
            for row in rows:
                if row.table == table:
                    row.points = sums[row.side]
                    row.won = row.points == max(sums.values())
                    bids = self.chance.randrange(6)
                    made = bids - (self.chance.random() < 0.5 and bids > 0)
                    row.facts = {
                        "best_hand": self.chance.choice((15, 20, 31)),
                        "bids": bids,
                        "made": made,
                        "skunks": int(self.chance.random() < 0.1),
                    }

    def around(self) -> None:
        """What comes from elsewhere: the evenings before, the season, prizes."""
        name = lambda: self.chance.choice(self.people).name  # noqa: E731
        self.earlier = Earlier(
            nights=self.chance.choice((3, 9)),
            high_round=self.chance.choice((20, 40)),
            high_hand=self.chance.choice((20, 40)),
            first_wins=(name(),) if self.chance.random() < 0.4 else (),
            marks=((name(), "First skunk"),) if self.chance.random() < 0.4 else (),
        )
        places = [Leader(at, name(), f"{self.chance.choice((53, 60))} points", "level at 53") for at in (1, 2, 3)]
        self.leaders, self.divisions = tuple(places), (("Women", (Leader(1, name(), "53 points"),)),)
        self.prizes = (("1st place", ((name(), "$15"),)),)

    def correct(self) -> None:
        """The director puts a table right, two who sat elsewhere, or an earlier evening."""
        what = self.chance.randrange(4)
        if what == 0:
            self.around()
        elif what == 1:
            one, other = self.chance.sample([row for row in self.rows if row.round_number == 1], 2)
            one.entrant, other.entrant = other.entrant, one.entrant
        else:
            row = self.chance.choice(self.rows)
            self.score([one for one in self.rows if (one.round_number, one.table) == (row.round_number, row.table)])

    def night(self) -> Night:
        night = night_of(self.event, self.rows)
        night = replace(night, season="Winter", leaders=self.leaders, divisions=self.divisions)
        return replace(night, earlier=self.earlier, prizes=self.prizes, next="We meet on Tuesday.")


def typed_over(night: Night, chance: random.Random) -> dict[str, Kept]:
    """Some of the blocks, typed anew in the same words with one more."""
    found = {}
    for key, text in written(night).items():
        if chance.random() < 0.5:
            found[key] = Kept(key, f"{text} Hurray.", written_from(key, text, night))
    return found


def test_after_a_correction_nothing_is_told_that_the_ledger_denies(record_property):
    figures = Counter[str]()
    for seed in range(EVENINGS):
        evening = Evening(seed)
        before = evening.night()
        kept = typed_over(before, evening.chance)
        assert not any(block.is_behind for block in blocks_of(kept, before))

        evening.correct()

        night = evening.night()
        says = written(night)
        for block in blocks_of(kept, night):
            if not block.is_typed:
                assert (block.text, block.is_behind) == (says[block.key], False)
                continue
            figures["typed"] += 1
            has_moved = block.text != f"{says.get(block.key, '')} Hurray."
            assert block.is_behind or not has_moved, (seed, block, says.get(block.key))
            figures["corrected"] += has_moved
            figures["told for nothing"] += block.is_behind and not has_moved
    # A figure that the sentence leaves out can have moved, such as who won each round, but seldom.
    assert figures["typed"] > figures["corrected"] > 10 * figures["told for nothing"]
    record_property("figures", dict(figures))


# -- what is kept --------------------------------------------------------------------------


def test_blocks_stand_in_their_order_and_those_of_ones_own_where_they_were_put():
    night = Night(part="night", next="We meet on Tuesday.")
    places = enumerate(("next", "", "winners", "highs", "whole"), start=1)
    kept = {f"{OWN}{number}": Kept(f"{OWN}{number}", "Tea.", after=after) for number, after in places}

    assert [one.key for one in blocks_of(kept, night)] == [
        "own-2", "winners", "own-3", "own-4", "next", "own-1", "own-5",
    ]  # fmt: skip
    assert next_own(kept) == "own-6"
    kept["whole"] = Kept("whole", "Ruth won.")
    assert [one.key for one in blocks_of(kept, night)][:3] == ["own-2", "whole", "own-5"]


def test_what_says_what_the_ledger_does_is_not_kept():
    kept = {
        "winners": Kept("winners", "Ruth won.", "abc"), "highs": Kept("highs"), "next": Kept("next", is_out=True),
        "own-1": Kept("own-1", is_out=True),
    }  # fmt: skip

    rows = to_keep(kept)

    assert [one["key"] for one in rows] == ["winners", "next"]
    assert kept_in(rows) == {key: kept[key] for key in ("winners", "next")}
    assert [one.key for one in shown_in(blocks_of(kept, Night(part="night", next="Soon.")))] == ["winners"]


def test_of_what_rests_on_earlier_evenings_nothing_is_said_while_one_of_them_has_no_rows():
    night = Evening(1).night()
    before = written_from("milestones", "", replace(night, earlier=Earlier()))
    kept = Kept("milestones", "A first for Ruth.", before)

    assert is_behind(kept, replace(night, earlier=Earlier(first_wins=("Ruth Abernathy",))))
    assert not is_behind(kept, replace(night, earlier=Earlier(is_sure=False)))


@pytest.mark.parametrize(("text", "is_bound"), [("Thank you for the lemon bars.", False), ("Ruth made 412.", True)])
def test_paragraph_of_ones_own_rests_on_the_results_where_it_has_a_figure(text: str, is_bound: bool):
    assert bool(written_from("own-1", text, Evening(1).night())) == is_bound
