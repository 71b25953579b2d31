"""The contract: when the bid is made, what a set costs and what the defenders keep."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Final, Literal

from pydantic import Field

from scoring.rules.notation import listed, number

from .auction import Auction
from .bonuses import Bonuses
from .chapter import ChapterPlan, Found
from .deal import Deal, Deck
from .exchange import Kitty, Passing
from .game import Game
from .meld import Meld, most_meld
from .play import Play
from .printing import Blocks, Row, Sentence, about, capital, points, row, rule, sentence_of
from .reasons import Reason, Step
from .section import Choices, Points, Section, Words

Need = Literal["nothing", "counter", "trick", "points"]
IfSet = Literal["bid_lost", "meld_and_take_kept"]
_IF_SET: Final[Choices] = {"bid_lost": ("lost", ""), "meld_and_take_kept": ("still count", "")}


# fmt: off
class Contract(Section, chapter="contract"):
    made_scoring: Annotated[
        Literal["meld_and_take", "bid"], Field(exclude_if=lambda scoring: scoring == "meld_and_take"), Words(
            "What a bid that is made scores", choices={
                "meld_and_take": ("meld and take",
                    "{who} makes the bid when meld and take together reach it, and scores both."),
                "bid": ("the bid alone",
                    "{who} makes the bid when meld and take together reach it, and scores the bid, however much more "
                    "that comes to."),
            }
        )
    ] = "meld_and_take"
    bidders_need: Annotated[Need, Words("What the bidders need besides the bid", choices={
        "nothing": ("nothing", ""),
        "counter": ("a counter", "{who} must win at least one counter too, or the bid is set, however high the meld."),
        "trick": ("a trick",
            "{who} must win a trick too. Without one the meld is lost and can’t help make the bid."),
        "points": ("enough points", "{who} must take at least {points} too, or the bid is set."),
    })] = "nothing"
    defenders_need: Annotated[Need, Words(
        "What the others need to save", "Saved, they score their meld and what they took.", choices={
        "nothing": ("nothing", "{who} scores meld and take, whatever the tricks."),
        "counter": ("a counter", "{who} needs at least one counter to save, and then scores meld and take."),
        "trick": ("a trick", "{who} needs at least one trick to save, and then scores meld and take."),
        "points": ("enough points",
            "{who} must take at least {points} to save, and then scores meld and take."),
    })]
    points_needed: Annotated[Points, Words("Points that are enough", "Only where points are asked for above.")] = 0
    last_trick_is_counter: Annotated[bool, Words(
        "The points for the last trick will do for a counter",
        yes="The last trick alone ({points}) is enough.",
        no="The last trick alone ({points}) isn’t enough."
    )] = False
    trick_of: Annotated[Literal["side", "player"], Words("Whose trick keeps the meld", choices={
        "side": ("any trick of the side", "One trick by {any} partner is enough for {all}."),
        "player": ("each player needs a trick", "Each partner needs a trick to keep their own meld."),
    })] = "side"
    set_scoring: Annotated[
        Literal["deduct", "deduct_twice", "give", "both", "nothing"], Words("When the bid is set", choices={
            "deduct": ("the bid comes off", "A bid that isn’t made is set: it comes off {bidder}’s score."),
            "deduct_twice": ("twice the bid comes off",
                "A bid that isn’t made is set: twice the bid comes off {bidder}’s score."),
            "give": ("the others get the bid",
                "A bid that isn’t made is set: nothing comes off, but {others_score} the bid."),
            "both": ("both", "A bid that isn’t made is set: it comes off {bidder}’s score, and {others_score} it too."),
            "nothing": ("nothing comes off", "A bid that isn’t made is set, but nothing comes off for it."),
        })
    ] = "deduct"
    given: Annotated[Literal["each", "shared"], Field(exclude_if=lambda given: given == "each"), Words(
        "Points given for a set or a hand given up", "Where the bidder plays against more than one side.",
        choices={
            "each": ("each of the others gets them all", ""),
            "shared": ("the others share them", "They get equal shares. Points left over count for nobody."),
        }
    )] = "each"
    stuck_set: Annotated[IfSet, Words("Meld and take of a stuck dealer who is set", choices=_IF_SET)] = "bid_lost"
    stuck_keeps_meld: Annotated[bool, Field(exclude_if=lambda kept: not kept), Words(
        "A stuck dealer who is set keeps the meld without a trick", "Where meld wants a trick.",
        yes="The meld counts even if {who} won no trick.", no="If {who} won no trick, the meld is lost here too."
    )] = False
    ordinary_set: Annotated[IfSet, Words("Meld and take of any other bidder who is set", choices=_IF_SET)] = "bid_lost"
    unsaved_take: Annotated[Literal["lost", "kept", "kept_against_made"], Words(
        "Points of defenders who do not save", choices={
        "lost": ("lost", ""),
        "kept": ("kept", ""),
        "kept_against_made": ("kept when the bid is made", ""),
    })] = "lost"
    unsaved_meld: Annotated[Literal["lost", "kept_against_set"], Words("Meld of defenders who do not save", choices={
        "lost": ("lost", ""),
        "kept_against_set": ("counts when the bid is set", ""),
    })] = "lost"
    below_minimum: Annotated[Literal["played", "not_played"], Words("A bidder with too little meld", choices={
        "played": ("plays without the meld",
            "If {bidder} melds less than {minimum}, the hand is played without that meld."),
        "not_played": ("is set, without playing",
            "If {bidder} melds less than {minimum}, trump is named, but the hand isn’t played: the bid is set, and "
            "{others} {scores}."),
    })] = "played"
    off_the_board: Annotated[Literal["played", "not_played", "may_throw_in"], Words(
        "A bid that is out of reach", "Meld and all points together cannot come to it.", choices={
        "played": ("is played", "The hand is played even if {most} can’t reach the bid."),
        "not_played": ("is not played",
            "If {most} can’t reach the bid, the hand isn’t played: the bid is set, and {others} {scores}."),
        "may_throw_in": ("may be thrown in",
            "If {most} can’t reach the bid, {who} may play the hand or throw it in."),
    })] = "played"
    throw_in: Annotated[bool, Words(
        "The bidder may throw the hand in", "After naming trump and before the first lead.",
        yes="{who} may throw the hand in after naming trump and before the first lead. {costs}, and {others} {scores}."
    )] = False
    throw_in_by: Annotated[Literal["bidder", "stuck"], Field(exclude_if=lambda by: by == "bidder"), Words(
        "Who may give up", "Where hands are thrown in.", choices={
            "bidder": ("any bidder", "the bidder"), "stuck": ("only a stuck dealer", "a stuck dealer"),
        }
    )] = "bidder"
    surrender_costs: Annotated[
        Literal["as_set", "once", "twice"], Field(exclude_if=lambda costs: costs == "as_set"), Words(
            "What giving up costs the bidder", choices={
                "as_set": ("the same as any set", "Then the bid is set"),
                "once": ("the bid", "Then the bid comes off once"),
                "twice": ("twice the bid", "Then the bid comes off twice"),
            }
        )
    ] = "as_set"
    surrender: Annotated[
        Literal["meld", "nothing", "meld_and_points", "meld_and_more"],
        Field(exclude_if=lambda surrender: surrender == "meld"),
        Words("What the others get when the bidder gives up", choices={
            "meld": ("their meld", ""),
            "nothing": ("nothing", ""),
            "meld_and_points": ("their meld and all points of the hand",
                "{others_score} all {points} of the hand too."),
            "meld_and_more": ("their meld and so much more", "{others_score} {more} more."),
        })
    ] = "meld"
    surrender_points: Annotated[Points, Field(exclude_if=lambda points: not points), Words(
        "How much more, when the bidder gives up", "Only where the others get so much more."
    )] = 0
    no_marriage_meld: Annotated[Literal["none", "natural"], Words(
        "Meld of the others when nobody could name trump", choices={
        "none": ("none", "No meld counts."),
        "natural": ("natural meld",
            "{others} then counts natural meld: arounds, pinochles and plain marriages, but no {trump_melds}."),
    })] = "none"
    natural_meld_needs_minimum: Annotated[bool, Words(
        "Natural meld needs the minimum too", yes="It counts from {minimum}, like any other.",
        no="It counts whatever it comes to, even under {minimum}."
    )] = True

    @property
    def gives_bid(self) -> bool:
        """Whether the others score a bid that was set."""
        return self.set_scoring in ("give", "both")

    def times_off(self, *, thrown_in: bool) -> int:
        """How many times a bid that was set comes off."""
        if thrown_in and self.surrender_costs != "as_set":
            return 1 if self.surrender_costs == "once" else 2
        return {"deduct": 1, "both": 1, "deduct_twice": 2}.get(self.set_scoring, 0)
# fmt: on


# -- in print ----------------------------------------------------------------------------


def _contract(contract: Contract, deck: Deck, deal: Deal, auction: Auction, meld: Meld, bonuses: Bonuses) -> Blocks:
    if not auction.is_held:
        yield rule("contract.save", *_save(contract, deck, deal, f"Each {deal.scorer}", is_bid=False))
        return
    yield rule("contract.made", *_made(contract, deal, bonuses))
    least = points(contract.points_needed)
    bidders_need = sentence_of(contract, "contract.bidders_need", who=capital(deal.bidder), points=least)
    beside = [_last_trick(contract, deck)] if contract.bidders_need == "counter" else []
    if contract.bidders_need == "trick" and contract.defenders_need != "trick" and deal.has_partners:
        beside = [_whose_trick(contract, deal)]
    yield rule("contract.bidders", bidders_need, *beside)
    yield rule("contract.save", *_save(contract, deck, deal, capital(deal.others), is_bid=True))
    yield rule("contract.set", *_set(contract, deal))
    yield rule("contract.unplayed", *_unplayed(contract, deck, deal, auction, meld, bonuses))


def _made(contract: Contract, deal: Deal, bonuses: Bonuses) -> Iterator[Sentence]:
    yield about("contract.made", contract.says("made_scoring", who=capital(deal.bidder)), "contract.made_scoring")
    sweep = bonuses.towards_bid
    if sweep:
        counts = f"The {sweep.points} for “{sweep.title}” counts toward the bid too."
        yield about("bonuses.all_tricks.counts_towards_bid", counts)


def _whose_trick(contract: Contract, deal: Deal) -> Sentence:
    enough = ("either", "both") if deal.are_pairs else ("any", "all")
    return sentence_of(contract, "contract.trick_of", any=enough[0], all=enough[1])


def _save(contract: Contract, deck: Deck, deal: Deal, who: str, *, is_bid: bool) -> Iterator[Sentence]:
    yield sentence_of(contract, "contract.defenders_need", who=who, points=points(contract.points_needed))
    if contract.defenders_need == "nothing":
        return
    if contract.defenders_need == "trick" and deal.has_partners:
        yield _whose_trick(contract, deal)
    if contract.defenders_need == "counter":
        yield _last_trick(contract, deck)
    unsaved = _UNSAVED[contract.unsaved_take, contract.unsaved_meld]
    if not is_bid and contract.unsaved_take != "lost":
        unsaved = _UNSAVED["kept", "lost"]
    elif not is_bid:
        unsaved = _UNSAVED["lost", "lost"]
    yield about("contract.unsaved_take", unsaved, "contract.unsaved_meld")


def _last_trick(contract: Contract, deck: Deck) -> Sentence:
    saying = sentence_of(contract, "contract.last_trick_is_counter", points=points(deck.last_trick))
    return saying if deck.last_trick else about("contract.last_trick_is_counter", "")


def _set(contract: Contract, deal: Deal) -> Iterator[Sentence]:
    others = _others_score(contract, deal)
    yield sentence_of(contract, "contract.set_scoring", "contract.given", bidder=deal.bidder, others_score=others)
    gives = contract.gives_bid or (contract.throw_in and contract.surrender.startswith("meld_and"))
    if gives and not deal.are_two:
        yield sentence_of(contract, "contract.given")
    ordinary = "are lost" if contract.ordinary_set == "bid_lost" else "still count"
    what_counts = f"{capital(deal.bidder)}’s meld and take {ordinary}."
    yield about("contract.ordinary_set", what_counts, "contract.set_scoring")
    if contract.stuck_set != contract.ordinary_set:
        stuck = "loses meld and take" if contract.stuck_set == "bid_lost" else "keeps meld and take"
        yield about("contract.stuck_set", f"A stuck dealer who is set {stuck}.")
    if contract.stuck_set != "bid_lost" and contract.bidders_need == "trick":
        yield sentence_of(
            contract, "contract.stuck_keeps_meld", who="the dealer" if deal.sides == "alone" else "the side"
        )


_UNSAVED: Final = {  # take, meld
    ("lost", "lost"): "Otherwise meld and take are both lost.",
    ("lost", "kept_against_set"): (
        "Otherwise meld and take are both lost. If the bid was set, though, the meld still counts."
    ),
    ("kept", "lost"): "Otherwise the meld is lost, and only the take counts.",
    ("kept", "kept_against_set"): (
        "Otherwise the meld is lost, and only the take counts. If the bid was set, though, the meld still counts."
    ),
    ("kept_against_made", "lost"): (
        "Otherwise only the take counts if the bid was made, and nothing counts if it was set."
    ),
    ("kept_against_made", "kept_against_set"): (
        "Otherwise only the take counts if the bid was made, and only the meld if it was set."
    ),
}


def _unplayed(
    contract: Contract, deck: Deck, deal: Deal, auction: Auction, meld: Meld, bonuses: Bonuses
) -> Iterator[Sentence]:
    enough = f" if it comes to {meld.minimum} or more" if meld.minimum else ""
    others, scores = deal.others, f"scores meld{enough}"
    if contract.gives_bid and contract.given == "shared" and not deal.are_two:
        others, scores = "the others", f"share the bid, and each scores meld{enough}"
    elif contract.gives_bid:
        scores = f"scores the bid, and meld{enough}"
    if auction.marriage_needed:
        unplayed = "If the bidder has no marriage to name trump with, the hand isn’t played: the bid is set"
        unplayed += f", and {_others_score(contract, deal)} it." if contract.gives_bid else "."
        yield about("auction.marriage_needed", unplayed)
        trump_melds = ["runs", *(["nines"] if meld.nine else []), *(["roundhouse"] if meld.roundhouse else [])]
        natural = {"others": capital(deal.others), "trump_melds": listed(trump_melds, "or")}
        yield sentence_of(contract, "contract.no_marriage_meld", **natural)
        if contract.no_marriage_meld == "natural" and meld.minimum:
            yield sentence_of(contract, "contract.natural_meld_needs_minimum", minimum=meld.minimum)
    if meld.minimum:
        bidder = deal.bidder
        if meld.minimum_for_bidders == "when_stuck":
            bidder = "a stuck dealer" if deal.sides == "alone" else "a stuck dealer’s side"
        figures = {"bidder": bidder, "minimum": meld.minimum, "others": others, "scores": scores}
        yield sentence_of(contract, "contract.below_minimum", "meld.minimum_for_bidders", **figures)
    most, sweep = f"meld and all {deck.total_points} points", bonuses.towards_bid
    if sweep:
        most = f"meld, all {deck.total_points} points and the {sweep.points} for “{sweep.title}”"
    who = contract.says("throw_in_by")
    yield sentence_of(contract, "contract.off_the_board", who=who, most=most, others=others, scores=scores)
    if contract.throw_in:
        yield from _thrown_in(contract, deck, deal, others, scores)


def _thrown_in(contract: Contract, deck: Deck, deal: Deal, others: str, scores: str) -> Iterator[Sentence]:
    who = "The bidder" if contract.throw_in_by == "bidder" else "Only a stuck dealer"
    costs = contract.says("surrender_costs")
    if contract.surrender == "nothing":
        others, scores = deal.others, "scores nothing"
    about_it = ("contract.throw_in_by", "contract.surrender_costs", "contract.surrender")
    yield sentence_of(contract, "contract.throw_in", *about_it, who=who, costs=costs, others=others, scores=scores)
    figures = {"points": points(deck.total_points), "more": contract.surrender_points}
    score = capital(_others_score(contract, deal))
    yield sentence_of(
        contract, "contract.surrender", "contract.surrender_points", "contract.given", others_score=score, **figures
    )


def _others_score(contract: Contract, deal: Deal) -> str:
    """Who gets what is given for a set: `each of the others scores`, `the others share`."""
    return "the others share" if contract.given == "shared" and not deal.are_two else f"{deal.others} scores"


def contract_at_a_glance(contract: Contract, auction: Auction) -> Iterator[Row]:
    make, save = _GLANCE[contract.bidders_need][0], _GLANCE[contract.defenders_need][1]
    if not auction.is_held:
        if contract.defenders_need != "nothing":
            yield row("contract.defenders_need", "To score", save.format(contract.points_needed))
        return
    yield row("contract.bidders_need", "To make the bid", make.format(contract.points_needed))
    yield row("contract.defenders_need", "To save", save.format(contract.points_needed))
    yield row("contract.set_scoring", "Set", _SET_AT_A_GLANCE[contract.set_scoring])


_GLANCE: Final = {  # the bidding side, the others
    "nothing": ("meld and take reach it", "nothing is asked"),
    "counter": ("meld and take reach it, with a counter", "a counter"),
    "trick": ("meld and take reach it; no trick, no meld", "a trick, or the meld is lost"),
    "points": ("meld and take reach it, with a take of {} or more", "a take of {} or more"),
}
_SET_AT_A_GLANCE: Final = {
    "deduct": "the bid comes off",
    "deduct_twice": "twice the bid comes off",
    "give": "the opponents get the bid",
    "both": "the bid comes off, and the opponents get it",
    "nothing": "nothing comes off",
}


# -- what must fit together --------------------------------------------------------------


def _sound_contract(deck: Deck, meld: Meld, contract: Contract, deal: Deal) -> Found:
    asks_points = "points" in (contract.bidders_need, contract.defenders_need)
    if asks_points and not 0 < contract.points_needed <= deck.total_points:
        yield "contract.points_needed", f"Name a number of points from 1 to {deck.total_points}."
    if contract.below_minimum == "not_played" and not meld.minimum:
        yield "contract.below_minimum", "There is no minimum in the meld table to be below."
    if contract.trick_of == "player" and not deal.are_pairs:
        yield "contract.trick_of", "Only two partners can each need a trick: choose any trick of the side."
    if contract.off_the_board == "may_throw_in" and not contract.throw_in:
        yield "contract.throw_in", "A hand that may be thrown in needs this switched on."
    if contract.surrender == "meld_and_more" and not contract.surrender_points:
        yield "contract.surrender_points", "Say how much more the others get."
    if contract.throw_in and contract.surrender == "nothing" and not contract.times_off(thrown_in=True):
        yield "contract.surrender", "Nothing comes off the bidder either: then throwing in would cost nothing."


def _sound_made(contract: Contract, bonuses: Bonuses) -> Found:
    if contract.made_scoring == "bid" and (bonuses.cut_and_lay or bonuses.game_melds):
        yield "contract.made_scoring", "A hand cut and laid, or a meld that is the game, scores more than the bid."


def _sound_turned(
    auction: Auction,
    kitty: Kitty | None,
    passing: Passing | None,
    bonuses: Bonuses,
    game: Game,
    contract: Contract,
    play: Play,
    deck: Deck,
) -> Found:
    if auction.is_held:
        return
    whats = {
        "bonuses.all_tricks.counts_towards_bid": bonuses.towards_bid,
        "deck.rounding": deck.rounding == "bidders",
        "game.level": game.level == "bidding_side",
        "kitty": kitty,
        "passing": passing,
        "bonuses.moon": bonuses.moon,
        "bonuses.cut_and_lay": bonuses.cut_and_lay,
        "game.bid_to_win": game.bid_to_win,
        "game.rises": game.rises,
        "play.first_lead": play.first_lead != "any",
        "contract.throw_in": contract.throw_in,
    }
    for path in (path for path, what in whats.items() if what):
        yield path, "Nobody bids in this game: leave this out, or choose another."
    if game.target is not None and game.both_reach != "higher_score":
        yield "game.both_reach", "Nobody bids in this game, so the higher total wins."


def _sensible_opening(auction: Auction, meld: Meld, deck: Deck, bonuses: Bonuses) -> Found:
    sweep = bonuses.towards_bid
    most = most_meld(meld, deck) + deck.total_points + (sweep.points if sweep else 0)
    if auction.is_held and auction.opening > most:
        yield "auction.opening", f"All melds and points together come to {most}: nobody could make this bid."
    for name, asked in (("needs_meld", auction.needs), ("must_meld", auction.must)):
        if auction.is_held and asked == "meld" and getattr(auction, name) > (melds := most_meld(meld, deck)):
            yield f"auction.{name}", f"All the melds in the table come to {melds}: nobody could ever have so much."


def _sensible_shares(contract: Contract, deal: Deal) -> Found:
    others = deal.side_count - 1
    gives = contract.throw_in and contract.surrender == "meld_and_more" and contract.given == "shared"
    if gives and not deal.are_two and 0 < contract.surrender_points < others:
        yield "contract.surrender_points", f"{capital(number(others))} share that, and none would get a point."


# -- beside a score ----------------------------------------------------------------------


def _set_keeps_words(step: Step) -> str:
    why = "The dealer was stuck with this bid, so" if step.facts["stuck"] else "The bid is set, but"
    return f"{why} {{who.inside[keep]}} {'meld and take' if step.facts['whole'] else 'what counts of meld and take'}."


def _bid_lost_words(step: Step) -> str:
    if step.rule == "renege":
        return "The bid of {bid} comes off for the renege."
    if -step.amount > step.facts["bid"]:
        return f"Twice the bid of {{bid}} comes off: {-step.amount}."
    return "The bid of {bid} comes off."


def _bid_won_words(step: Step) -> str:
    if step.rule == "renege":
        return "{who[score]} the bid of {bid}."
    if step.amount < step.facts["bid"]:
        return "The bid wasn’t made, so {who.inside[get]} {amount}, a share of its {bid}."
    return "The bid wasn’t made, so {who.inside[get]} its {bid}."


# fmt: off
REASONS: Final = {
    "not_played_no_marriage": Reason(
        "{who[have]} no marriage to name trump with, so the hand isn’t played.", short="no marriage"),
    "not_played_below_minimum": Reason(
        "{who[show]} {shown} meld and {who.unnamed[need]} {minimum}: the hand isn’t played.",
        short="meld {shown}, under {minimum}"),
    "not_played_thrown_in": Reason("{who} threw the hand in.", short="thrown in"),
    "not_played_off_the_board": Reason(
        "Meld {shown} and all {points} points can’t reach {bid}: the hand isn’t played.",
        short="{shown} + {points} can’t reach {bid}"),
    "made": Reason(
        "{who} made the bid of {bid}: {meld} meld + {take} take + {bonus} bonus = {have}.",
        "{who} made the bid of {bid}: {meld} meld + {take} take = {have}.", when="bonus"),
    "set_short": Reason(
        "{who} came {short} short of the bid of {bid}: {meld} meld + {take} take + {bonus} bonus = {have}.",
        "{who} came {short} short of the bid of {bid}: {meld} meld + {take} take = {have}.", when="bonus",
        short="short of {bid} by {short}"),
    "set_no_counter": Reason(
        "{who} won no counter, and without one the bid of {bid} is set.", short="no counter, {bid} bid"),
    "set_no_points": Reason(
        "{who} took {take} and needed {needed}: the bid of {bid} is set.",
        short="took {take}, needed {needed}"),
    "set_loses_all": Reason(
        "Meld {meld} and take {take} are lost.", "There is no meld and no take to lose.", when="lost"),
    "set_keeps": Reason(_set_keeps_words),
    "bid_scored": Reason("{who[score]} the bid of {bid}, and no more.", called="bid"),
    "bid_lost": Reason(_bid_lost_words, called="bid", stands="verdict"),
    "bid_forgiven": Reason("Nothing comes off for the bid of {bid}."),
    "bid_given": Reason("Nothing comes off: {others} the bid of {bid}."),
    "bid_won": Reason(
        _bid_won_words, called="bid", mark=lambda step: "bid" if step.rule == "renege" else "their set"),
    "thrown_in_gift": Reason(
        "The hand was thrown in, so {who.inside[get]} all its {amount} points too.",
        "The hand was thrown in, so {who.inside[get]} {amount} more.", when="all_points", called="thrown in"),
    "meld_lost": Reason("The meld of {meld} is lost.", "There is no meld to lose.", when="meld"),
    "take_lost": Reason("The take of {take} is lost.", "{who} took no points.", when="take"),
    "saved_counter": Reason("{who} won a counter, which saves meld and take."),
    "saved_trick": Reason(
        "{who} won a trick. That saves the meld, but not the meld of a partner who won none.",
        "{who} won a trick, which saves the meld.", when="by_player"),
    "saved_points": Reason("{who} took {take}, and {needed} is enough to save."),
    "unsaved_counter": Reason("{who} won no counter and saved nothing.", short="no counter"),
    "unsaved_trick": Reason("{who} won no trick.", short="no trick"),
    "unsaved_points": Reason(
        "{who} took {take} and needed {needed} to save.", short="took {take}, needed {needed}"),
}
# fmt: on

# What the bidders are told before the play when their meld alone covers the bid.
ENOUGH: Final[dict[Need, str]] = {
    "nothing": "The meld covers the bid: it’s made already.",
    "counter": "The meld covers the bid: one counter is enough.",
    "trick": "The meld covers the bid: one trick is enough.",
    "points": "The meld covers the bid.",
}

CONTRACT = ChapterPlan(
    "contract",
    "The contract",
    _contract,
    checks=(_sound_contract, _sound_made, _sound_turned),
    sense=(_sensible_opening, _sensible_shares),
    reasons=REASONS,
    rules={"contract.made": "When the bid is made"},
)
