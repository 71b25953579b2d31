"""Renege: what is one, and what a ruling gives and takes. It goes before everything else in the deal."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from scoring.rules.notation import counted

from .auction import Auction
from .chapter import ChapterPlan, Found
from .contract import Contract
from .deal import Deal
from .exchange import Kitty
from .meld import Meld
from .play import Play
from .printing import Blocks, about, capital, cards, paragraph_of, points_of, rule, say, sentence_of
from .reasons import Reason, Step
from .section import Choices, Count, Section, Words, words_of

AS_IN_ANY_HAND: Final = "counted_meld_and_take"
Loss = Literal["bid", "nothing"]
InnocentScore = Literal["meld", "meld_and_take", "bid_and_meld", "counted_meld_and_take", "nothing"]
Kind = Literal[
    "not_following", "not_trumping", "not_heading", "not_leading_trump", "out_of_turn", "exposing_cards", "disrupting",
    "aces_not_declared", "not_burying", "wrong_kitty",
]  # fmt: skip
UNPROVEN_CALL: Final = "unproven_call"  # the cause of a renege that is none but in books that say so
OF_KITTY: Final[frozenset[Kind]] = frozenset({"not_burying", "wrong_kitty"})
BY_BIDDER: Final[frozenset[Kind]] = OF_KITTY | {"not_leading_trump"}
_LOSSES: Final[Choices] = {
    "bid": ("the bid, and all of the hand", "the bid comes off {who}’s score, and nothing of its hand counts"),
    "nothing": ("all of the hand, but no bid", "{who} scores 0 for the hand"),
}
_SCORES: Final[Choices] = {
    "meld": ("the meld alone", "scores meld only"),
    "meld_and_take": ("meld and take", "scores meld and take"),
    "bid_and_meld": ("the bid and the meld", "scores bid and meld"),
    "counted_meld_and_take": ("meld and take as in any hand", "scores meld and take as in any hand"),
    "nothing": ("nothing", "scores nothing"),
}


# fmt: off
class Renege(Section, chapter="renege"):
    bidders_lose: Annotated[Loss, Words("Bidders who renege lose", choices=_LOSSES)] = "bid"
    defenders_lose: Annotated[Loss, Words("Defenders who renege lose", choices=_LOSSES)] = "bid"
    defenders_score: Annotated[InnocentScore, Words(
        "After it the others score", "When the bidding side reneged.", choices=_SCORES
    )] = "meld"
    bidders_score: Annotated[InnocentScore, Words(
        "After it the bidding side scores", "When a defender reneged.", choices=_SCORES
    )] = "bid_and_meld"
    third_player_scores: Annotated[InnocentScore, Words(
        "After it a third side scores", "With three sides or more: who neither bid nor reneged.", choices=_SCORES
    )] = "counted_meld_and_take"
    meld: Annotated[Literal["counted", "shown"], Words("Meld scored after a renege", choices={
        "counted": ("as it counts, from the minimum",
            "Meld after a renege counts only from {minimum}, as in any hand."),
        "shown": ("as it was shown", "Meld after a renege counts as shown, however small{but}."),
    })] = "counted"
    kinds: Annotated[tuple[Kind, ...], Words("What is a renege", choices={
        "not_following": ("not following suit", "not following suit when you could"),
        "not_trumping": ("not trumping", "not trumping when you had to and could"),
        "not_heading": ("not beating the best card", "not beating the best card when you could"),
        "not_leading_trump": ("not leading a trump first",
            "by the bidder: not leading a trump first when the first lead had to be one"),
        "out_of_turn": ("playing out of turn", "playing out of turn"),
        "exposing_cards": ("showing cards on purpose", "showing cards on purpose, except to lay meld"),
        "disrupting": ("disrupting the game", "disrupting the game"),
        "aces_not_declared": ("not declaring aces in time", "not declaring aces before the first card is played"),
        "not_burying": ("not burying enough cards", "not burying {kitty}"),
        "wrong_kitty": ("a wrong kitty",
            "by the bidder: burying the wrong number of cards{untold}"),
    })] = ("not_following", "not_trumping", "not_heading")
    correctable_until: Annotated[Literal["unsaid", "never", "next_card", "next_play", "next_trick"], Words(
        "A renege can be corrected", choices={
        "unsaid": ("not in the rules", ""),
        "never": ("never", "A card that has been played can’t be taken back."),
        "next_card": ("until the next card",
            "A renege may be corrected until the next card is played, but not once the trick is complete."),
        "next_play": ("until the next proper play", "A renege may be corrected until the next proper play."),
        "next_trick": ("until the next trick is complete",
            "Until the next trick is complete a renege may be corrected: all take their cards back and play the trick "
            "again."),
    })] = "unsaid"
    turn_trick_seconds: Annotated[Count, Words(
        "Seconds to turn the trick", "0 where the book has no such rule.",
        says="The winner has {seconds} to turn the trick."
    )] = 0
    then_anyone_turns: Annotated[bool, Words(
        "After those seconds anyone may turn the trick", yes="After that, anyone at the table may turn it.",
        no="Nobody else ever turns it."
    )] = True
    unproven_call_is_renege: Annotated[bool, Words(
        "Calling a renege that cannot be proved is one", yes="Calling a renege that you can’t prove is a renege itself."
    )] = False
# fmt: on


def cause_words(cause: str) -> str:
    """The cause of a renege, as people say it: `not following suit`."""
    if cause == UNPROVEN_CALL:
        return "calling one that wasn’t proven"
    return words_of(Renege, "kinds").choices[cause][0]


# -- in print ----------------------------------------------------------------------------


def renege_cost(renege: Renege, deal: Deal, contract: Contract, *, by_bidder: bool) -> str:
    """`the bid comes off and that side scores nothing. The other side scores meld only.`"""
    who = "that player" if deal.sides == "alone" else "that side"
    if by_bidder:
        lost, innocent, scores = "bidders_lose", deal.others, "defenders_score"
    else:
        lost, innocent, scores = "defenders_lose", deal.bidder, "bidders_score"
    return f"{renege.says(lost, who=who)}. {capital(innocent)} {_innocent_score(renege, scores, contract)}."


def _innocent_score(renege: Renege, name: str, contract: Contract) -> str:
    """`scores meld and take as in any hand, even without a counter`: a renege ends the hand before many are won."""
    need = contract.bidders_need if name == "bidders_score" else contract.defenders_need
    even = {"counter": ", even without a counter", "points": ", however little was taken"}.get(need, "")
    return f"{renege.says(name)}{even if getattr(renege, name) == AS_IN_ANY_HAND else ''}"


def _in_full(kind: Kind, deal: Deal, kitty: Kitty | None, play: Play) -> str:
    """A renege as the book prints it: `not burying three cards`."""
    if kind == "not_heading" and not play.beats_plain_suits:
        return f"not playing a higher trump when {_TO_BEAT[play.heading]}"
    untold = ", or not saying that trump or aces are among them" if kitty and kitty.told else ""
    return words_of(Renege, "kinds").sentence(kind).format(kitty=cards(deal.kitty_size), untold=untold)


_TO_BEAT: Final = {"trumps": "you could", "when_trump_led": "trump was led and you could"}


def _has_third(deal: Deal) -> bool:
    """Whether there can be a side that neither bid nor reneged."""
    return deal.opponents != "together" if deal.calls_partner else not deal.are_two


def _third(deal: Deal) -> str:
    if deal.has_partners:
        return "The third side" if deal.side_count == 3 else "Each side that neither bid nor reneged"
    return "The third player" if deal.players == 3 else "Each player who neither bid nor reneged"


def _renege(
    renege: Renege, deal: Deal, kitty: Kitty | None, meld: Meld, play: Play, contract: Contract, auction: Auction
) -> Blocks:
    yield rule("renege.kinds", about("renege.kinds", "A renege is:"))
    kinds = [_in_full(kind, deal, kitty, play) for kind in renege.kinds]
    yield points_of(*(about("renege.kinds", f"{capital(kind)}.") for kind in kinds))
    yield say(about("renege.decides", "A renege decides the hand, whatever the cards say."))
    yield from (_costs if auction.is_held else _costs_unbid)(renege, deal, contract)
    if renege.meld == "shown" or meld.minimum:
        scores = {renege.defenders_score, renege.bidders_score}
        scores |= {renege.third_player_scores} if _has_third(deal) else set()
        but = ", but for meld and take as in any hand" if meld.minimum and AS_IN_ANY_HAND in scores else ""
        yield paragraph_of(renege, "renege.meld", minimum=meld.minimum, but=but)
    yield paragraph_of(renege, "renege.correctable_until")
    if renege.turn_trick_seconds:
        yield rule(
            "renege.turn_trick_seconds",
            sentence_of(renege, "renege.turn_trick_seconds", seconds=counted(renege.turn_trick_seconds, "second")),
            sentence_of(renege, "renege.then_anyone_turns"),
        )
    yield paragraph_of(renege, "renege.unproven_call_is_renege")


def _costs(renege: Renege, deal: Deal, contract: Contract) -> Blocks:
    bidders_cost, others_cost = (
        renege_cost(renege, deal, contract, by_bidder=by_bidder) for by_bidder in (True, False)
    )
    offender = deal.others.replace("each", "one")
    yield say(about("renege.bidders_lose", f"If {deal.bidder} reneges, {bidders_cost}", "renege.defenders_score"))
    third = f"{_third(deal)} {_innocent_score(renege, 'third_player_scores', contract)}." if _has_third(deal) else ""
    yield say(
        about("renege.defenders_lose", f"If {offender} reneges, {others_cost}", "renege.bidders_score"),
        about("renege.third_player_scores", third),
    )


def _costs_unbid(renege: Renege, deal: Deal, contract: Contract) -> Blocks:
    lost = f"A {'side that' if deal.has_partners else 'player who'} reneges scores 0 for the hand."
    others = f"{capital(deal.others)} {_innocent_score(renege, 'third_player_scores', contract)}."
    yield say(about("renege.defenders_lose", lost), about("renege.third_player_scores", others))


# -- what must fit together --------------------------------------------------------------


def _sound_renege(renege: Renege, play: Play) -> Found:
    if "not_leading_trump" in renege.kinds and play.first_lead == "any":
        yield "renege.kinds", "The bidder’s first lead may be any card in these rules: no renege can come of it."


def _sound_unbid(renege: Renege, auction: Auction) -> Found:
    if not auction.is_held and renege.third_player_scores == "bid_and_meld":
        yield "renege.third_player_scores", "Nobody bids in this game: choose another."


def _sensible_kinds(renege: Renege, kitty: Kitty | None, meld: Meld) -> Found:
    if not renege.kinds:
        yield "renege.kinds", "Choose at least one."
    elif kitty is None and (without := sorted(OF_KITTY.intersection(renege.kinds))):
        yield "renege.kinds", f"There is no kitty, so {cause_words(without[0])} can’t be a renege."
    elif meld.aces_told == "no" and "aces_not_declared" in renege.kinds:
        yield "renege.kinds", "Aces around need not be told in these rules, so not declaring them is no renege."


# -- beside a score ----------------------------------------------------------------------


def _innocent(step: Step) -> str:
    keeps = {
        "meld": "{who[keep]} the meld and nothing else",
        "meld_and_take": "{who[keep]} meld and take",
        "bid_and_meld": "{who[score]} the bid and the meld",
        "counted_meld_and_take": "{who[score]} meld and take as in any hand",
        "nothing": "{who[score]} nothing",
    }
    return f"After the renege {keeps[step.facts['kind']]}."


def _renege_by(step: Step) -> str:
    cause = step.facts["cause"]
    if cause == UNPROVEN_CALL:
        return "{who} called a renege and couldn’t prove it. That’s a renege itself, and decides the hand."
    how = f" by {cause_words(cause)}" if cause else ""
    return f"{{who}} reneged{how}, and that decides the hand."


REASONS: Final = {
    "renege": Reason(_renege_by),
    "innocent": Reason(_innocent),
    "second_renege": Reason("{who} reneged too, but only the first renege of a hand counts."),
    "unproven_call": Reason("{who} called a renege and couldn’t prove it. That costs nothing."),
}

RENEGE = ChapterPlan(
    "renege",
    "Renege",
    _renege,
    checks=(_sound_renege, _sound_unbid),
    sense=(_sensible_kinds,),
    reasons=REASONS,
    rules={"renege.decides": "What a renege does to the hand"},
)
