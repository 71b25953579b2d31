"""Club nights that bots play through the deeds of people: arrivals, seatings, late players, rulings, corrections.

What they enter is drawn by chance and legal, so that a card comes to anything that a card can come to.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, date, datetime, time
from itertools import count
from typing import Any
from uuid import uuid4

from league.acting.permissions import Acting
from league.evening.check_in.deeds.roll import add_walk_in, check_in, close_check_in, expect_players, open_check_in
from league.evening.check_in.deeds.tonight import choose_partner
from league.evening.events.deeds import close_event, create_event, reopen_event
from league.evening.judging.deeds.lateness import mark_missing, record_arrival, waive_lateness
from league.evening.judging.deeds.penalties import give_penalty, pardon_penalty
from league.evening.judging.deeds.replacing import replace_player, substitutes_for
from league.evening.rounds.deeds import close_round, start_round
from league.evening.rulings.deeds.appeals import appeal_ruling, decide_appeal
from league.evening.rulings.deeds.ruling import give_ruling
from league.evening.seating.deeds.drafts import plan_rounds
from league.evening.seating.deeds.publishing import publish_rounds
from league.evening.seating.deeds.substitutes import substitute
from league.evening.tables.deeds.paper_cards import enter_totals, type_card
from league.models import Event, EventRound, Member, RoundSeat, RoundTable, Series
from scoring.models import Device
from scoring.score_card import access
from scoring.score_card.recording import read_sheet, record
from scoring.score_card.whole_hands import TypedHand
from tests.league.makers import By, acting_as, fresh, sheet_at

SEATS = "NESW"
SIDES = ("NS", "EW")
HANDS = 4
# What a hand can come to by each book: bids, melds of bidders and of defenders, points in tricks without and with all.
FIGURES: dict[str, tuple[Sequence[int], Sequence[int], Sequence[int], Sequence[int]]] = {
    "npa": ((50, 52, 60, 65, 90), (20, 24, 30, 48, 62), (0, 8, 19, 20, 36), (0, 5, 18, 20, 24, 27, 31, 40, 50)),
    "st-hilary": ((15, 16, 20, 24, 31), (0, 2, 6, 10, 16), (0, 1, 4, 8, 12), (0, 6, 9, 11, 13, 17, 20, 25)),
}
IN_TRICKS = {"npa": 50, "st-hilary": 25}
AS = acting_as()
REFEREE = acting_as("referee", name="Rita Moss")
_taps = count(1)


def by(acting: Acting = AS) -> By:
    """Who does it, and an id that nobody sent before."""
    return {"acting": acting, "client_id": f"bot-{next(_taps)}"}


class Bots:
    """Who fills in cards by a book, and judges; `did` counts what came up."""

    def __init__(self, book: str, chance: random.Random, did: Counter[str]) -> None:
        self.book, self.chance, self.did = book, chance, did

    def hand(self, number: int, table: RoundTable) -> TypedHand:
        bids, melds, others, takes = FIGURES[self.book]
        first = SEATS.index(table.card.first_dealer if table.card else "N")
        bidder = self.chance.choice(SEATS)
        side, other = SIDES if bidder in "NS" else SIDES[::-1]
        take = self.chance.choice(takes)
        return TypedHand(
            number,
            {
                "bid": {
                    "dealer": SEATS[(first + number - 1) % 4], "bidder": bidder, "bid": self.chance.choice(bids),
                    "trump": self.chance.choice("SHDC"), "no_marriage": False,
                },
                "meld": {"meld": {side: self.chance.choice(melds), other: self.chance.choice(others)}},
                "take": {"take": {side: take, other: IN_TRICKS[self.book] - take}},
            },
        )  # fmt: skip

    def on_paper(self, table: RoundTable, hands: int) -> None:
        lines = [self.hand(number, table) for number in range(1, hands + 1)]
        type_card(table=table, lines=lines, seen=sheet_at(table).version, **by())

    def on_tablet(self, table: RoundTable, hands: int) -> None:
        """Step by step, a hand of too little meld not at all, and both sides sign."""
        device = Device.objects.create(label="A tablet", token_hash=access.hash_of(access.new_secret()))
        assert table.card is not None
        keeper, sheet = access.keep_card(device, table.card), read_sheet(table.card)
        steps = [(one.number, kind, dict(part)) for at in range(hands) for one in [self.hand(at + 1, table)]
                 for kind, part in one.parts.items()]  # fmt: skip
        for number, kind, payload in steps:
            line = sheet.line(number)
            if kind == "take" and line is not None and line.is_done:
                continue
            if kind == "meld" and self.book == "npa" and self.chance.random() < 0.1:
                payload = {"meld": {**dict.fromkeys(SIDES, 20), self.bidders_of(sheet, number): 19}}
            sheet = self.record(keeper, sheet, kind, payload, number)
        for side in SIDES if sheet.is_finished else ():
            sheet = self.record(keeper, sheet, "sign", {"side": side, "version": sheet.content_version, "by": ""})
        self.did["tablet"] += 1

    @staticmethod
    def bidders_of(sheet: Any, number: int) -> str:
        return "NS" if sheet.line(number).figures.bidder in "NS" else "EW"

    @staticmethod
    def record(keeper: Any, sheet: Any, kind: str, payload: dict[str, Any], hand: int | None = None) -> Any:
        return record(
            writer=keeper,
            kind=kind,
            hand=hand,
            payload=payload,
            client_id=str(uuid4()),
            seen=sheet.version,
            known=sheet,
        ).sheet

    def sums_alone(self, table: RoundTable) -> None:
        totals = {side: self.chance.randrange(-20, 400) for side in SIDES}
        seen = sheet_at(table).version
        enter_totals(table=table, totals=totals, seen=seen, reason="coffee on the card", **by())
        self.did["sums alone"] += 1

    # -- what is judged

    def judge(self, table: RoundTable) -> None:
        if self.chance.random() < 0.2:
            self.penalize(table)
        if self.chance.random() < 0.2 and not table.totals:
            self.rule(table)

    def penalize(self, table: RoundTable) -> None:
        """By the book’s list, or where it has none as a director rules; one in three is taken back."""
        seat = self.chance.choice(list(table.seats.select_related("entrant")))
        payload: dict[str, Any] = {"seat": seat.seat, "note": "", "hand": None}
        if self.book == "npa":
            payload |= {"code": self.chance.choice(("card_count", "wrong_table")), "count": self.chance.choice((1, 2))}
        else:
            payload |= {"code": "ruling", "count": 1, "points": self.chance.choice((5, 10))}
        give_penalty(table=table, payload=payload, player=seat.entrant.name, **by())
        self.did["penalty"] += 1
        if self.chance.random() < 0.3:
            number = sheet_at(table).penalties[-1].number
            pardon_penalty(table=table, number=number, player="", reason="was the other table", **by())
            self.did["pardon"] += 1

    def rule(self, table: RoundTable) -> None:
        """Some points off for a hand; one in three is appealed and overturned."""
        side, points = self.chance.choice(SIDES), self.chance.choice((-20, 15, -35))
        says = {"kind": "amount", "facts": {}, "called_by": "", "basis": "judgment", "rule": "", "note": ""}
        payload = {**says, "decision": "As it was ruled.", "effect": {"ruled": {side: points}}}
        seen = sheet_at(table).version
        number = give_ruling(
            table=table, hand=self.chance.randrange(1, HANDS), payload=payload, penalties=(), seen=seen, call=None,
            **by(REFEREE),
        )  # fmt: skip
        self.did["ruling"] += 1
        if self.chance.random() < 0.3:
            player = self.chance.choice(SEATS)  # in npa another official disagrees
            appeal_ruling(table=table, number=number, by="" if self.book == "npa" else player, why="No", **by())
            decide_appeal(table=table, number=number, outcome="overturned", note="", **by())
            self.did["overturned"] += 1


class Night(Bots):
    """One evening of a series, played by `people`."""

    def __init__(
        self, series: Series, day: date, people: Sequence[Member], chance: random.Random, did: Counter[str]
    ) -> None:
        super().__init__(series.rules.book_version.key, chance, did)
        self.people = list(people)
        settings = ("format", "round_end", "hands", "sit_out_credit", "fixed_credit", "rules")
        self.event = create_event(
            club=series.club, series=series, name=series.name, played_on=day, **by(),
            starts_at=datetime.combine(day, time(19), tzinfo=UTC),
            odd_players=chance.choice(("sit_out", "house_player")), rounds_planned=series.rounds_planned,
            **{name: getattr(series, name) for name in settings},
        )  # fmt: skip

    # -- from the door to the last card

    def play(self) -> Event:
        self.arrive()
        for number in range(1, self.event.rounds_planned + 1):
            self.play_round(EventRound.objects.get(event=self.event, number=number))
        close_event(event=self.event, **by())
        return fresh(self.event)

    def arrive(self) -> None:
        """One may be expected who comes late; at nights of players a guest may walk in."""
        open_check_in(event=self.event, **by())
        late = [] if self.event.is_for_pairs or self.chance.random() < 0.4 else [self.people.pop()]
        expected = [one.pk for one in expect_players(event=self.event, members=late, **by())] if late else []
        there = [check_in(event=self.event, member=member, **by()) for member in self.people]
        if self.event.is_for_pairs:
            for one, other in zip(there[::2], there[1::2], strict=True):
                choose_partner(entrant=one, partner=other, **by())
        elif self.chance.random() < 0.3:
            add_walk_in(event=self.event, name=f"Guest {next(_taps)}", **by())
            self.did["guest"] += 1
        close_check_in(event=self.event, **by())
        plan_rounds(event=self.event, effort=300, expected=expected, **by())
        publish_rounds(event=self.event, **by())

    def play_round(self, event_round: EventRound) -> None:
        start_round(event_round=event_round, **by())
        self.who_is_missing(event_round)
        tables = list(event_round.tables.select_related("card__book_version", "event_round__event__club"))
        went_home = self.chance.random() < 0.1
        for table in tables:
            hands = HANDS - 1 if went_home and table is tables[-1] else HANDS
            self.chance.choice((self.on_tablet, self.on_paper, self.on_paper))(table, hands)
        if self.chance.random() < 0.1:
            self.sums_alone(self.chance.choice(tables))
        for table in tables:
            self.judge(table)
        close_round(event_round=event_round, reason="somebody never came, or went home", **by())

    def who_is_missing(self, event_round: EventRound) -> None:
        """Who is not there comes late, is replaced, or never comes; one who is there may have to go."""
        seats = RoundSeat.objects.filter(table__event_round=event_round, entrant__is_house_player=False)
        for seat in seats.filter(is_missing=True):
            self.comes_or_not(seat)
        if self.chance.random() < 0.25:
            seat = self.chance.choice(list(seats.filter(is_missing=False)))
            if self.chance.random() < 0.6:
                mark_missing(seat=seat, **by())
                self.comes_or_not(seat)
            else:
                self.did["sat in"] += 1
                substitute(seat=seat, helper="Somebody’s cousin", reason="has to go", **by())

    def comes_or_not(self, seat: RoundSeat) -> None:
        what = self.chance.choice(("late", "late", "replaced", "absent", "waived"))
        self.did[what] += 1
        if what == "late":
            record_arrival(seat=seat, minutes=self.chance.randrange(1, 15), **by())
        elif what == "waived":
            waive_lateness(seat=seat, reason="the bus was late", **by())
        elif what == "replaced":
            free = list(substitutes_for(seat))
            plays_on: dict[str, Any] = {"substitute": self.chance.choice(free)} if free else {"helper": "The neighbor"}
            replace_player(seat=seat, reason="won’t come", **plays_on, **by())


class Correction(Bots):
    """A night that is over and was wrong: opened again, put right, closed again."""

    def __init__(self, event: Event, chance: random.Random, did: Counter[str]) -> None:
        super().__init__(event.rules.book_version.key, chance, did)
        self.event = event

    def open(self) -> None:
        reopen_event(event=self.event, reason="a hand was wrong", name=self.event.name, **by())

    def put_right(self) -> None:
        tables = RoundTable.objects.select_related("card__book_version", "event_round__event__club")
        table = self.chance.choice(list(tables.filter(event_round__event=self.event)))
        what = self.chance.choice(("hand", "hand", "penalty", "ruling"))
        self.did[f"corrected {what}"] += 1
        if what == "penalty":
            self.penalize(table)
        elif what == "ruling" and not table.totals:
            self.rule(table)
        else:
            hand = self.hand(self.chance.randrange(1, HANDS), table)
            seen = sheet_at(table).version
            type_card(table=table, lines=[hand], seen=seen, reason="counted again", **by())

    def close(self) -> None:
        close_event(event=fresh(self.event), reason="as it was", **by())
