"""Hands that are dealt again: whether there are misdeals and what one costs, and hands short of cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Final, Literal

from pydantic import Field

from scoring.rules.cards import SUITS
from scoring.rules.notation import number

from .chapter import ChapterPlan, Found
from .deal import Deal, Deck
from .exchange import Passing
from .printing import Blocks, Sentence, about, cards, paragraph_of, rule, sentence_of, times
from .section import Count, Points, Section, Words


# fmt: off
class Redeal(Section, chapter="redeal"):
    nines: Annotated[Count, Words(
        "Nines for a redeal", "With so many nines a player may throw the hand in. 0: never."
    )] = 0
    nines_meld: Annotated[Points, Field(exclude_if=lambda points: not points), Words(
        "Meld that may be beside those nines", "Up to so many points. Trump isn’t named yet: runs and nines don’t "
        "count, and each marriage is a plain one. 0: no other meld."
    )] = 0
    nines_any_meld: Annotated[bool, Field(exclude_if=lambda allowed: not allowed), Words(
        "Those nines are enough, whatever the meld", "Yes: a hand full of nines may be thrown in with any meld."
    )] = False
    no_aces: Annotated[bool, Field(exclude_if=lambda allowed: not allowed), Words(
        "A redeal without an ace", "A player without an ace may throw the hand in."
    )] = False
    no_face_cards: Annotated[bool, Field(exclude_if=lambda allowed: not allowed), Words(
        "A redeal without a face card", "A player without a king, queen or jack may throw the hand in."
    )] = False
    nines_dealer: Annotated[Literal["same", "left"], Field(exclude_if=lambda dealer: dealer == "same"), Words(
        "Who deals after that", choices={
        "same": ("the same dealer", "The same dealer deals them."),
        "left": ("the player on the left", "The deal passes to the left."),
    })] = "same"
    misdeals: Annotated[bool, Words(
        "There are misdeals", "No: cards are dealt again only for what the book names.",
        yes="After a misdeal the dealer deals again.",
        no="There is no misdeal."
    )] = True
    misdeals_lose_deal: Annotated[Count, Words(
        "Misdeals that lose the deal", "0: a dealer who misdeals just deals again."
    )] = 0
    illegal_from: Annotated[Count, Words(
        "Cards short that spoil a deal", "A player short of so many: all cards are dealt again. 0: never."
    )] = 1
    short_card_from: Annotated[Literal["player_with_too_many", "dealer_turns_one"], Words(
        "A player short of fewer gets the card from", choices={
        "player_with_too_many": ("the player who has too many",
            "{fewer}, the deal stands, and the player draws from the one who has too many."),
        "dealer_turns_one": ("the dealer, who turns one",
            "{fewer}, the deal stands, and the dealer turns a card for that player."),
    })] = "player_with_too_many"
    wrong_pass: Annotated[Literal["pass_unseen_or_redeal", "redeal"], Words(
        "Wrong number of cards after the pass", choices={
        "pass_unseen_or_redeal": ("cards go across unseen until it is right, or a new deal",
            "If the counts are wrong after the pass, players may pass each other unseen cards until they are right, or "
            "the cards are dealt again."),
        "redeal": ("a new deal", "If the counts are wrong after the pass, the cards are dealt again."),
    })] = "redeal"  # noqa: S105 - a pass of cards
    cards_left_over: Annotated[Literal["last_legal_trick", "nobody"], Words(
        "Cards left over after the last trick", choices={
        "last_legal_trick": ("go with the last proper trick",
            "Cards left over at the end of the play go with the last trick that was played right."),
        "nobody": ("count for nobody", ""),
    })] = "nobody"

    @property
    def causes(self) -> dict[str, str]:
        """What a player may throw a hand in for, by its code: `five or more nines and no other meld`."""
        causes = {}
        if self.nines:
            beside = f"at most {self.nines_meld} in other meld" if self.nines_meld else "no other meld"
            also = ", with any other meld or none," if self.nines_any_meld else f" and {beside}"
            code = "many_nines" if self.nines_any_meld or self.nines_meld else "nines"
            causes[code] = f"{number(self.nines)} or more nines{also}"
        if self.no_aces:
            causes["no_aces"] = "no ace"
        if self.no_face_cards:
            causes["no_face_cards"] = "no king, queen or jack"
        return causes
# fmt: on


def _redeal(redeal: Redeal, deck: Deck, deal: Deal, passing: Passing | None) -> Blocks:
    if "9" in deck.ranks or redeal.causes.keys() - {"nines"}:
        yield rule("redeal.nines", *_thrown_in(redeal, deal))
    yield rule("redeal.misdeals", *_misdeals(redeal, passing))
    if not is_put_right(redeal, passing):
        yield rule("redeal.illegal_from", *_short_hands(redeal))
    if passing:
        yield paragraph_of(redeal, "redeal.wrong_pass")
    yield paragraph_of(redeal, "redeal.cards_left_over")


_ENTRIES: Final[Mapping[str, tuple[str, ...]]] = {
    "nines": ("redeal.nines",),
    "many_nines": ("redeal.nines", "redeal.nines_meld", "redeal.nines_any_meld"),
    "no_aces": ("redeal.nines", "redeal.no_aces"),
    "no_face_cards": ("redeal.nines", "redeal.no_face_cards"),
}


def _thrown_in(redeal: Redeal, deal: Deal) -> Iterator[Sentence]:
    if not redeal.causes:
        return
    for place, (code, cause) in enumerate(redeal.causes.items()):
        text = (
            f"So may a player who picks up {cause}."
            if place
            else f"A player who picks up {cause} may throw the hand in before the bidding, and the cards are dealt "
            "again."
        )
        begins, *more = _ENTRIES[code]
        yield about(begins, text, *more)
    yield sentence_of(redeal, "redeal.nines_dealer")
    if deal.has_partners:
        partners = "The partner isn’t" if deal.are_pairs else "Partners aren’t"
        yield about("redeal.partner_unasked", f"{partners} asked.")


def is_put_right(redeal: Redeal, passing: Passing | None) -> bool:
    """Whether cards may go across until all hands have their number."""
    return passing is not None and redeal.wrong_pass == "pass_unseen_or_redeal"  # noqa: S105 - a pass of cards


def _misdeals(redeal: Redeal, passing: Passing | None) -> Iterator[Sentence]:
    if redeal.misdeals and is_put_right(redeal, passing):
        put_right = "players may pass each other unseen cards until the counts are right"
        yield about("redeal.misdeals", f"After a misdeal {put_right}; at worst the dealer deals again.")
    else:
        yield sentence_of(redeal, "redeal.misdeals")
    if redeal.misdeals and redeal.misdeals_lose_deal:
        lost_after = f"A dealer who misdeals {times(redeal.misdeals_lose_deal)} loses the deal to the left."
        yield about("redeal.misdeals_lose_deal", lost_after)


def _short_hands(redeal: Redeal) -> Iterator[Sentence]:
    limit = redeal.illegal_from
    if limit:
        spoiled = "" if redeal.misdeals else "it is an illegal deal, though, and "
        short = "even one card" if limit == 1 else f"{cards(limit)} or more"
        yield about("redeal.illegal_from", f"If a player is short by {short}, {spoiled}the cards are dealt again.")
    if limit != 1:
        fewer = {0: "If a player is short", 2: "If only one is missing"}.get(limit, "With fewer missing")
        yield sentence_of(redeal, "redeal.short_card_from", "redeal.illegal_from", fewer=fewer)


# -- what must fit together --------------------------------------------------------------


def _sound_redeal(redeal: Redeal, deck: Deck, deal: Deal) -> Found:
    if redeal.nines_meld and redeal.nines_any_meld:
        yield "redeal.nines_meld", "Those nines are enough in these rules, whatever the meld: write 0."
    nines = deck.copies * len(SUITS) if "9" in deck.ranks else 0
    most = deal.players * (redeal.nines - 1) + deal.kitty_size
    if redeal.nines and redeal.nines_any_meld and most < nines:
        yield "redeal.nines", f"There are {nines} nines, so some player would always hold as many: write more."
    if redeal.misdeals_lose_deal and not redeal.misdeals:
        yield "redeal.misdeals_lose_deal", "There are no misdeals in these rules: write 0."


def _sensible_redeal(redeal: Redeal, deck: Deck, deal: Deal) -> Found:
    for name, ranks in (("no_aces", "A"), ("no_face_cards", "KQJ")):
        if getattr(redeal, name) and not set(ranks) & set(deck.ranks):
            yield f"redeal.{name}", "There are none in this deck, so everybody could: choose no."
    nines = min(4 * deck.copies, deal.hand_size) if "9" in deck.ranks else 0
    if redeal.nines and not nines:
        yield "redeal.nines", "There are no nines in this deck: write 0."
    elif redeal.nines > nines:
        yield "redeal.nines", f"Nobody can hold more than {nines} nines."
    if redeal.illegal_from > deal.hand_size:
        yield "redeal.illegal_from", f"A player gets {deal.hand_size} cards, and can’t be short of more."


REDEAL = ChapterPlan(
    "redeal",
    "Redeals and misdeals",
    _redeal,
    checks=(_sound_redeal,),
    sense=(_sensible_redeal,),
    rules={"redeal.partner_unasked": "Asking the partner about a redeal"},
)
