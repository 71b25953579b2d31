"""What a whole evening is made of, in a browser and without one: hands as tables write them down, who sits where."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from league.evening.tables.deeds.paper_cards import type_card
from league.management.evenings import play_table
from league.models import Event, Member, RoundSeat, RoundTable
from scoring.score_card.whole_hands import TypedHand
from tests.league.makers import acting_as, sheet_at


@dataclass(frozen=True)
class Hand:
    """A hand as a table writes it down: who bid, for how much, in which suit, and what each side melded and took."""

    bidder: str
    bid: int
    trump: str
    melds: tuple[int, int]
    takes: tuple[int, int]

    @property
    def parts(self) -> dict[str, Mapping[str, Any]]:
        """As the steps of a card take it; the dealer is the card's."""
        return {
            "bid": {"bidder": self.bidder, "bid": self.bid, "trump": self.trump, "no_marriage": False},
            "meld": {"meld": by_side(self.melds)},
            "take": {"take": by_side(self.takes), "last_trick": None, "tricks": {}, "renege": None},
        }


# Made, set, made with an opponent below 20, made. Sides are NS and EW.
TABLET_HANDS = (
    Hand("N", 51, "H", (24, 12), (30, 20)),
    Hand("E", 60, "S", (20, 30), (25, 25)),
    Hand("W", 55, "D", (0, 40), (12, 38)),
    Hand("S", 52, "C", (30, 20), (26, 24)),
)
PAPER_HANDS = (
    Hand("E", 53, "C", (20, 24), (20, 30)),
    Hand("S", 51, "H", (22, 0), (35, 15)),
    Hand("N", 70, "S", (40, 20), (28, 22)),
    Hand("W", 56, "D", (24, 20), (23, 27)),
)
TABLET_SUMS = {"NS": 215, "EW": 142}  # added up by hand


def by_side(figures: tuple[int, int]) -> dict[str, int]:
    return dict(zip(("NS", "EW"), figures, strict=True))


def seat_of(event: Event, number: int, member: Member) -> RoundSeat:
    seats = RoundSeat.objects.select_related("table", "entrant", "substitute")
    return seats.get(table__event_round__event=event, table__event_round__number=number, entrant__member=member)


def table_of(event: Event, number: int, table: int) -> RoundTable:
    tables = RoundTable.objects.select_related("event_round__event__club", "card__book_version")
    return tables.get(event_round__event=event, event_round__number=number, number=table)


def sits_out(event: Event, number: int, members: Sequence[Member]) -> bool:
    return event.rounds.get(number=number).sit_outs.filter(entrant__member__in=members).exists()


def the_others_play(event: Event, number: int, *, but: Sequence[int]) -> None:
    """Bots play out the hands of all other tables; they are entered and signed by the one writer of score cards."""
    for table in event.rounds.get(number=number).tables.exclude(number__in=but):
        sheet = play_table(table_of(event, number, table.number), seed=number)
        assert sheet.is_finished


def type_paper(event: Event, number: int, table: int) -> None:
    """What the keyboard grid does with a card."""
    there = table_of(event, number, table)
    lines = [
        TypedHand(at, {**hand.parts, "bid": {**hand.parts["bid"], "dealer": dealer}})
        for at, (dealer, hand) in enumerate(zip("NESW", PAPER_HANDS, strict=True), start=1)
    ]
    seen = sheet_at(there).version
    type_card(table=there, lines=lines, acting=acting_as(), client_id=f"paper-{number}", seen=seen)
