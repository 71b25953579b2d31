"""Entries in words, for notices, reminders and the history."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from scoring.rules.book import RuleBook
from scoring.rules.book.renege import cause_words
from scoring.rules.book.vocabulary import STANDARD, Vocabulary
from scoring.rules.notation import SUIT_NAMES, listed, lowered
from scoring.rules.rulings import kind_title
from scoring.rules.tournament import BY_RULING
from scoring.score_card.entries import (
    AgreementAsked,
    Appealed,
    BidMade,
    CameLate,
    Decided,
    EntryData,
    Figures,
    HandSaid,
    Held,
    Pardoned,
    PenaltyGiven,
    Remarked,
    ReopeningAsked,
    RulingGiven,
    Signed,
)
from scoring.score_card.names import Names
from scoring.score_card.people import penalty_words

KIND_TITLES: Final = {
    "bid": "Bid",
    "meld": "Meld",
    "take": "Take",
    "correct": "Correction",
    "redeal": "New deal",
    "remark": "Remark",
    "checked": "“It’s right”",
    "undo": "Undo",
    "details": "Names and details",
    "penalty": "Penalty",
    "pardon": "Penalty taken back",
    "late": "Late player",
    "hold": "Ruling to come",
    "release": "No ruling needed",
    "ruling": "Ruling",
    "appeal": "Appeal",
    "decision": "Decision",
    "agreement": "Agreement",
    "sign": "Signature",
    "reopen": "Asked to reopen",
}
TRUMP: Final = "Trump"  # the first step where nobody bids
ABOUT_A_HAND: Final = ("remark", "checked", "hold", "release", "ruling", "appeal", "decision", "agreement")


def step_title(step: str, book: RuleBook) -> str:
    return KIND_TITLES[step] if step != "bid" or book.auction.is_held else TRUMP


def entry_title(entry: EntryData, words: Vocabulary = STANDARD) -> str:
    """`Take of hand 6`, `Correction of hand 2`, `Signature`."""
    title = KIND_TITLES.get(entry.kind, entry.kind)
    if isinstance(entry.said, BidMade) and not entry.said.figures.bidder:
        title = TRUMP
    of = "on" if entry.kind in ABOUT_A_HAND else "of"
    return f"{title} {of} {words.say('hand')} {entry.hand}" if entry.hand else title


def hold_words(hold: EntryData[Held], words: Vocabulary = STANDARD) -> str:
    """`Ruling to come on hand 3: “Who led?”`"""
    if hold.said.chairs:
        return hold.said.about
    return f"{entry_title(hold, words) if hold.hand else 'Ruling to come'}: “{hold.said.about}”"


def entry_sentence(entry: EntryData, names: Names) -> str:
    """`Tablet 2: take of hand 6, Ann & Carl 12, Bea & Dom 13`."""
    who = entry.device or "Somebody"
    title = entry_title(entry, names.book.words)
    details = ", ".join(entry_details(entry, names))
    return f"{who}: {lowered(title)}{', ' + details if details else ''}"


DECLARED: Final = {
    "moon": "shot the moon",
    "thrown_in": "thrown in",
    "laid_stands": "cut and laid, let stand",
    "laid_played": "cut and laid, played",
}


def entry_details(entry: EntryData, names: Names) -> Iterator[str]:
    match entry.said:
        case HandSaid() as said:
            yield from hand_details(said.figures, said.steps, names)
        case Remarked(text=words) | Held(about=words) if words:
            yield f"“{words}”"
        case Signed(side=side) | ReopeningAsked(side=side):
            yield names.side(side)
        case RulingGiven() as given:
            yield lowered(kind_title(names.book, given.kind))
            yield from _decision_words(given)
        case Decided() as decided:
            yield decided.outcome
            yield from _decision_words(decided)
        case AgreementAsked() as asked:
            yield from _agreement_words(asked, names)
        case Appealed() as appeal:
            nobody = "by the table" if names.book.procedure.players_may_appeal else "officials disagree"
            yield f"by {names.player(appeal.by)}" if appeal.by else nobody
            yield f"“{appeal.why}”"
        case _:
            yield from _player_details(entry, names)


def hand_details(figures: Figures, steps: Collection[str], names: Names) -> Iterator[str]:
    """These steps of a hand in words, each by its name where there are several."""
    if figures.has_bid and figures.board:
        yield f"board {figures.board}"
    if figures.has_bid:
        if figures.bidder:
            yield f"{figures.bid} by {names.player(figures.bidder)}{names.with_whom(figures.bidder, figures.partner)}"
        yield SUIT_NAMES[figures.trump] if figures.trump else names.book.words.say("no marriage")
    for name, by_side in (("meld", figures.meld), ("take", figures.take)):
        if by_side and name in steps:
            each = ", ".join(f"{names.side(side)} {value}" for side, value in by_side.items())
            yield f"{name} {each}" if len(steps) > 1 else each
    if any(figures.chips.values()) and "meld" in steps:
        paid = [f"{names.side(side)} {figure}" for side, figure in figures.chips.items() if figure]
        yield f"{names.book.words.say('chips for melds')} {', '.join(paid)}"
    yield from renege_words(names, figures)
    for name, words in DECLARED.items():
        if getattr(figures, name):
            yield words
    if figures.game_meld:
        yield f"a meld that is the game by {names.side(figures.game_meld)}"


def renege_words(names: Names, figures: Figures) -> Iterator[str]:
    """`renege by Ann & Carl (not following suit)`, `later renege by Bea & Dom`, and a call that was not proven."""
    if figures.renege:
        cause = f" ({names.book.words.say(cause_words(figures.renege_cause))})" if figures.renege_cause else ""
        yield f"renege by {names.side(figures.renege)}{cause}"
    if figures.second_renege:
        yield f"later renege by {names.side(figures.second_renege)}"
    if figures.unproven_call:
        yield f"renege called by {names.side(figures.unproven_call)}, not proven"


def _decision_words(said: RulingGiven | Decided) -> Iterator[str]:
    if said.decision:
        yield said.decision.rstrip(".")
    if said.note:
        yield f"“{said.note}”"


def _agreement_words(asked: AgreementAsked, names: Names) -> Iterator[str]:
    yield f"{asked.outcome}, if all agree" if asked.outcome else "not asked now"
    if asked.outcome and asked.by:
        yield f"yes by {listed([names.player(seat) for seat in asked.by])}"
    if asked.note:
        yield f"“{asked.note}”"


def _penalty_title(names: Names, penalty: PenaltyGiven) -> str:
    codes = {BY_RULING, *(one.code for one in names.book.penalties)}
    return penalty_words(names.book, penalty)[0] if penalty.code in codes else penalty.code


def _player_details(entry: EntryData, names: Names) -> Iterator[str]:
    """The player of a penalty or lateness, and its terms."""
    match entry.said:
        case PenaltyGiven() as penalty:
            # A penalty on a person who plays on there is theirs; everything else concerns the player whose seat it is.
            yield names.player(penalty.seat) if penalty.replacement else names.own_player(penalty.seat)
            yield _penalty_title(names, penalty)
            if penalty.note:
                yield f"“{penalty.note}”"
        case Pardoned() as pardon if pardon.seat:
            yield names.own_player(pardon.seat)
            yield _penalty_title(names, PenaltyGiven(seat=pardon.seat, code=pardon.code, points=pardon.points))
        case CameLate() as late:
            yield names.own_player(late.seat)
            replaced = f"replaced by {late.name}" if late.name else "replaced"
            yield "never came" if late.absent else replaced if late.replaced else f"{late.minutes} minutes late"
