"""The format of case files, said once: `python -m scoring.rules.case_format` prints it as a JSON Schema.

A case file has one JSON object a line; `Line` is what all of them hold, and each op has its `in` and its `out`.
`docs/cases.md` tells authors of other programs how to run against them, `docs/cases.schema.json` is this schema.

Within a format, ops and optional keys are added, and what is there keeps its meaning. Whatever would break a program
that reads the cases raises `FORMAT`."""

from __future__ import annotations

import json
import sys
from typing import Annotated, Any, Final, Generic, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter
from pydantic.json_schema import GenerateJsonSchema
from typing_extensions import TypeAliasType

from .book.rulings import Kind

FORMAT: Final = 1

Op = TypeVar("Op")
In = TypeVar("In")
Out = TypeVar("Out")

# Named, so that the schema says each once.
CardText = TypeAliasType(
    "CardText", Annotated[str, Field(pattern="^[ATKQJ9][SHDC]$", description="Rank, then suit: TH.")]
)
SuitText = TypeAliasType("SuitText", Literal["S", "H", "D", "C"])
SeatText = TypeAliasType(
    "SeatText",
    Annotated[str, Field(pattern="^[NESWABCDFGH]$", description="N E S W at a table of four, else A B C and on.")],
)
SideText = TypeAliasType(
    "SideText",
    Annotated[str, Field(pattern="^(NS|EW|[NESW]|[A-H]{1,8})$", description="Its seats in their order: NS, ACE, B.")],
)
Column = TypeAliasType("Column", Annotated[str, Field(pattern="^([NESWABCDFGH]|NS|EW|kitty)$")])
BySide = TypeAliasType("BySide", dict[SideText, int])
Count = Annotated[int, Field(ge=0)]


class Part(BaseModel):
    """A part of a case: nothing but its keys, and no text where a number belongs."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Agreed(Part):
    """What a table agreed on where its book leaves a choice."""

    target: int | None = Field(None, description="The book's other target of the game.")
    hands: int | None = Field(None, ge=1, description="So many hands end the game, if no target did before.")
    with_fourth: bool = Field(False, description="Four at a table of three: the dealer sits out.")
    with_game_melds: bool = Field(False, description="Some melds are the game.")


class Line(Part, Generic[Op, In, Out]):
    """One case: under `book`, `op` of `in` gives `out`."""

    id: Annotated[str, Field(min_length=1, description="Its name, unlike any other.")]
    book: Annotated[str, Field(description="The rule book's key, such as npa.")]
    op: Op
    given: In = Field(alias="in")
    out: Out
    agreed: Agreed | None = None
    changes: dict[str, Any] | None = Field(
        None, description="Entries of the book that are otherwise, by their path: deal.players; null leaves a part out."
    )
    why: str = Field("", description="The reason for a case that was picked and not drawn.")
    format: Literal[1] = FORMAT


# -- cards -------------------------------------------------------------------------------


class MeldIn(Part):
    cards: list[CardText]
    trump: SuitText | None = Field(description="Null where none was named.")


class MeldOut(Part):
    total: Count = Field(description="Of the best legal meld.")


class MeldCase(Line[Literal["meld"], MeldIn, MeldOut]):
    """What the cards of one player meld."""


class RedealIn(Part):
    cards: list[CardText] = Field(description="The hand as it was picked up.")
    dealer: SeatText | None = None


class RedealOut(Part):
    may_ask: bool = Field(description="Whether its player may have the cards dealt again.")
    dealer: SeatText | None = Field(None, description="Who deals once the player has asked; only with a dealer.")


class RedealCase(Line[Literal["redeal"], RedealIn, RedealOut]):
    """Whether a hand may be thrown in before the auction."""


class PlaysIn(Part):
    hand: list[CardText] = Field(description="The cards of the player whose turn it is.")
    trick: list[CardText] = Field(description="The cards played so far, in their order.")
    trump: SuitText | None
    first_lead: bool = Field(False, description="It is the bidder's lead to the first trick.")
    stuck: bool = Field(False, description="The bidder is a dealer who had to take the bid; only with a first lead.")


class PlaysOut(Part):
    cards: list[CardText] = Field(description="Those that may be played, each once, sorted as text.")


class PlaysCase(Line[Literal["plays"], PlaysIn, PlaysOut]):
    """Which cards may be played."""


class WinnerIn(Part):
    trick: Annotated[list[CardText], Field(min_length=1, description="In the order played.")]
    trump: SuitText | None


class WinnerOut(Part):
    index: Count = Field(description="Of the card that wins, from 0.")


class WinnerCase(Line[Literal["winner"], WinnerIn, WinnerOut]):
    """Who takes a complete trick."""


class ClaimIn(Part):
    hands: dict[SeatText, list[CardText]] = Field(description="What everybody holds, between two tricks.")
    player: SeatText = Field(description="Who is on lead, shows the hand and claims the rest.")
    trump: SuitText | None


class ClaimOut(Part):
    stands: bool = Field(description="Whether no opponent can beat a card of it, however they play.")
    take: BySide = Field(description="Who gets the points that were left, the last trick's with them.")


class ClaimCase(Line[Literal["claim"], ClaimIn, ClaimOut]):
    """A hand laid down for the rest of the tricks."""


# -- the auction -------------------------------------------------------------------------


class BidIn(Part):
    high: int | None = Field(description="The highest bid so far; null before the first.")
    bid: int = Field(description="What is offered over it, not by a stuck dealer.")


class BidOut(Part):
    legal: bool


class BidCase(Line[Literal["bid"], BidIn, BidOut]):
    """Whether a bid may be called."""


class SpokenCall(Part):
    seat: SeatText
    bid: int | None = Field(description="Null for a pass.")


class AuctionIn(Part):
    dealer: SeatText
    calls: list[SpokenCall] = Field(description="As they were said; a seat that is not to call calls out of turn.")


class AuctionOut(Part):
    refused: list[Count] = Field(description="Which calls (from 0) do not count. The auction goes on without them.")
    to_call: SeatText | None = Field(description="Whose turn it is; null once the auction is over.")
    calls: list[int | None] = Field(
        description="What that seat may say: null for a pass, then the three lowest bids. Only the bid that stands, "
        "where it has to be called."
    )
    high: int | None
    bidder: SeatText | None = Field(description="Who bid it, or has won the auction.")
    stuck: bool
    frozen: list[SeatText] = Field(description="Who may not bid since the partner bid out of turn.")
    standing: dict[SeatText, int] = Field(description="Bids out of turn that wait for their seat's turn.")


class AuctionCase(Line[Literal["auction"], AuctionIn, AuctionOut]):
    """Where an auction stands after some calls, in turn or not."""


# -- the score card ----------------------------------------------------------------------


class HandLine(Part):
    """One line of the score card. Missing and null both mean unknown."""

    bidder: SeatText | None = Field(None, description="Missing only where nobody bids; then so is the bid.")
    bid: int | None = None
    stuck: bool | None = Field(None, description="The dealer had to take the bid.")
    trump: SuitText | None = None
    meld: BySide | None = Field(None, description="As shown, before any minimum.")
    take: BySide | None = Field(None, description="Points won in tricks; ignored where the hand was not played.")
    last_trick: SideText | None = None
    tricks: BySide | None = Field(None, description="How many tricks a side won.")
    no_marriage: bool | None = Field(None, description="The bidder had none and named no trump.")
    thrown_in: bool | None = None
    moon: bool | None = Field(None, description="The bidders said that they win every trick.")
    renege: SideText | None = Field(None, description="The side that reneged.")
    renege_cause: str | None = None
    unproven_call: SideText | None = Field(None, description="The side that called a renege and could not prove it.")
    laid_stands: bool | None = Field(None, description="The bidder cut and laid, and the others let it stand.")
    laid_played: bool | None = Field(None, description="The bidder cut and laid, and had to play it.")
    before: BySide | None = Field(None, description="The totals before the hand.")
    off_board: list[SideText] | None = Field(
        None, description="Who was not on the board before it; missing, who was below 0."
    )
    game_meld: SideText | None = Field(None, description="Whose meld is the game.")
    out: SideText | None = Field(None, description="The dealer who sits out.")
    chips: BySide | None = Field(None, description="What a side’s melds pay, in a book that pays for them.")
    partner: SeatText | None = Field(
        None,
        description="Whom the bidder called, or the bidder who plays alone. Then meld and take are by the sides of the "
        "hand: the bidder with the partner, and each of the others, whose takes are one where they share tricks.",
    )


class HandOut(Part):
    score: BySide
    outcome: Literal["made", "set", "renege"]


class HandCase(Line[Literal["hand"], HandLine, HandOut]):
    """What a hand scores. It is taken as recorded: whether its melds can be is not asked."""


class GameIn(Part):
    hands: list[HandLine]


class WonGame(Part):
    side: SideText
    hand: int = Field(ge=1, description="On which hand, from 1.")


class GameOut(Part):
    totals: list[BySide] = Field(description="After each hand, none after the one that wins.")
    won: WonGame | None


class GameCase(Line[Literal["game"], GameIn, GameOut]):
    """The totals of a game, and who won it."""


class MoneyEntry(Part):
    side: SideText = Field(description="Who was set, laid the melds, bid, won every trick or lost the game.")
    hand: int | None = Field(description="On which hand, from 1; null for a loser at the end.")
    kind: Literal["hard", "soft", "melds", "made", "failed", "slam", "game"] = Field(
        description="The kind of a set, or what else is paid."
    )
    amounts: dict[Column, int] = Field(description="By player.")


class MoneyOut(Part):
    lines: list[MoneyEntry]
    totals: dict[Column, int]
    paid: dict[Column, int] = Field(description="What each gets in the end; empty until the game is won.")


class MoneyCase(Line[Literal["money"], GameIn, MoneyOut]):
    """The money sheet of a game."""


class RulingIn(Part):
    kind: Kind
    dealer: SeatText
    hand: HandLine | None = Field(None, description="The line as it stands; missing before there is a bid.")
    misdeals: Count = Field(0, description="How often this dealer misdealt this hand before.")
    facts: dict[str, str] = Field(description="What is known, by its code.")


class Redealt(Part):
    why: str
    dealer: SeatText
    next_dealer: SeatText


class Effect(Part):
    """What a ruling changes on the line; empty where the score stands."""

    renege: SideText | None = None
    renege_cause: str | None = None
    unproven_call: SideText | None = None
    meld: BySide | None = None
    take: BySide | None = None
    last_trick: SideText | None = None
    ruled: BySide | None = Field(None, description="Points given or taken beside the score.")
    void: bool | None = None
    redeal: Redealt | None = None


class PenaltyOut(Part):
    seat: SeatText
    code: str = Field(description="One of the book's list, or “ruling”.")
    points: Count


class RulingOut(Part):
    """What the book proposes; only `asks` where a fact is missing or cannot be."""

    effect: Effect | None = None
    penalties: list[PenaltyOut] | None = None
    asks: str | None = Field(None, description="The code of the fact that is missing or cannot be.")


class RulingCase(Line[Literal["ruling"], RulingIn, RulingOut]):
    """What the book proposes when something went wrong."""


# -- rounds ------------------------------------------------------------------------------


class TardinessIn(Part):
    minutes: Count = Field(description="Whole minutes since the start of the round.")
    seconds: Annotated[int, Field(ge=0, le=59)] = Field(0, description="Beyond the whole minutes.")


class TardinessOut(Part):
    points: Count = Field(description="That come off; 0 for who is replaced.")
    replaced: bool


class TardinessCase(Line[Literal["tardiness"], TardinessIn, TardinessOut]):
    """What coming late to a round costs."""


class PlayerIn(Part):
    seat: SeatText
    role: Literal["player", "substitute", "helper"] = Field("player", description="A helper is not in the event.")
    minutes_late: Count = 0
    replaced: bool = Field(False, description="Left the round for another reason than lateness.")
    penalties: dict[str, Count] = Field(default_factory=dict, description="How often, by the code of the book's list.")


class RoundIn(Part):
    hands: list[BySide] = Field(description="What each hand scored.")
    last_bid: SideText | None = Field(None, description="The side that had the bid on the last hand.")
    players: list[PlayerIn] | None = None


class RoundOut(Part):
    totals: BySide = Field(description="With the skunk.")
    skunk: SideText | None = Field(description="The side that gets it.")
    won: SideText | None = Field(None, description="Who won the round; only with a last bid. Null where nobody did.")
    players: list[int | None] | None = Field(None, description="Each one's own score; null where it is nobody's.")


class RoundCase(Line[Literal["round"], RoundIn, RoundOut]):
    """The totals of a round with the skunk, and what each player scores."""


LINE: Final[TypeAdapter[Any]] = TypeAdapter(
    Annotated[
        MeldCase | RedealCase | BidCase | AuctionCase | PlaysCase | WinnerCase | ClaimCase
        | HandCase | GameCase | MoneyCase | RulingCase | TardinessCase | RoundCase,
        Field(discriminator="op"),
    ]
)  # fmt: skip


class _Untitled(GenerateJsonSchema):
    """Without a title for each key, which only says the key again."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False


def schema() -> str:
    """The format of one line as a JSON Schema."""
    head = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"A case of pinochle, format {FORMAT}",
        "description": "One line of a case file. docs/cases.md says what each op asks.",
    }
    return json.dumps({**head, **LINE.json_schema(schema_generator=_Untitled)}, ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    sys.stdout.write(schema())
