"""The table's whole page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from scoring.play.seat_view import SeatView
from scoring.play.settings import Pace, Sort, TableSettings
from scoring.rules.book import RuleBook
from scoring.rules.cards import Card, Seat
from scoring.score_card.names import Names

from .faces import HandContext, hand_context
from .frames import FrameContext
from .hints import HintContext
from .mat import MatContext, MeldShown, mat_context, melds_shown, places_of
from .melds import MeldFinding
from .panels import PanelContext, panel_context
from .together import PeopleContext
from .voice import voice_of


@dataclass(frozen=True, slots=True)
class Addresses:
    """Addresses of forms and links; an empty one isn't offered."""

    act: str
    go_on: str
    settings: str = ""
    hint: str = ""
    count_meld: str = ""
    card: str = ""
    review: str = ""
    again: str = ""
    next_hand: str = ""
    leave: str = ""
    share: str = ""
    rules: str = ""
    room: str = ""
    undo: str = ""


@dataclass(frozen=True, slots=True)
class Moment:
    """What the page needs beside the view."""

    addresses: Addresses
    title: str
    client_id: str
    seen: int
    frames: tuple[FrameContext, ...] = ()
    score: Mapping[str, Any] | None = None  # the score card in short: `score_context`
    result: Mapping[str, Any] | None = (
        None  # how the hand ended: `in_short`, `sides`, `finding`, `banner`; or `headline`
    )
    refused: str = ""
    chosen: tuple[Card, ...] = ()
    finding: MeldFinding | None = None
    hint: HintContext | None = None
    is_watching: bool = False
    people: PeopleContext | None = None
    waits_for_person: bool = False
    is_dealt: bool = False
    stand_ins: frozenset[Seat] = frozenset()
    undo_words: str = ""
    next_words: str = "Next hand"
    again_words: str = "Same cards again"


@dataclass(frozen=True, slots=True)
class TableContext:
    moment: Moment
    book: RuleBook
    settings: TableSettings
    mat: MatContext
    hand: HandContext
    panel: PanelContext
    frames: tuple[FrameContext, ...]
    happened: tuple[str, ...]
    notes: tuple[str, ...]  # what bids since the last tap show, for as long as the bidding goes on
    melds: tuple[MeldShown, ...]  # on the table until the first trick is over, then back in the hands
    choices: tuple[dict[str, Any], ...]
    dealer: str

    @property
    def is_done(self) -> bool:
        """Whether the hand is over."""
        return self.panel.kind == "done"

    @property
    def is_asked(self) -> bool:
        """Whether it is the player's turn."""
        return not (self.is_done or self.waits)

    @property
    def waits(self) -> bool:
        """Whether bots must be asked to go on."""
        return self.panel.kind == "wait"

    @property
    def moment_left(self) -> int:
        """The milliseconds in which the last action can be taken back."""
        return round(self.settings.milliseconds * MOMENT) if self.moment.addresses.undo else 0


# How many of the pace's steps a slip of the finger can be taken back before the next player acts.
MOMENT: Final = 0.9


def table_context(view: SeatView, names: Names, settings: TableSettings, moment: Moment) -> TableContext:
    """The page (no queries)."""
    voice = voice_of(view, names, is_watching=moment.is_watching, stand_ins=moment.stand_ins)
    mat = mat_context(view, voice)
    panel = panel_context(replace(view, choices=None) if moment.is_watching else view, voice, settings)
    frames = moment.frames if settings.pace != "instant" else ()
    if frames and frames[-1].hold == "tap" and mat.shows == "melds" and panel.kind != "wait":
        frames = (*frames[:-1], replace(frames[-1], hold="short"))  # they stay on the table while the player is asked
    chosen = moment.finding.cards if moment.finding else moment.chosen
    return TableContext(
        moment=moment,
        book=view.book,
        settings=settings,
        mat=mat,
        hand=hand_context(view, settings, chosen=chosen, asks=not moment.is_watching),
        panel=panel,
        frames=frames,
        happened=tuple(frame.says for frame in moment.frames if not frame.is_own),
        notes=tuple(frame.note for frame in moment.frames if frame.note and panel.kind == "bid"),
        melds=melds_shown(view, voice) if view.melds and not view.tricks else (),
        choices=tuple(setting_contexts(settings)),
        dealer=places_of(view)[view.dealer],
    )


# -- settings ----------------------------------------------------------------------------

_SORTS: Final[dict[Sort, str]] = {"trump_first": "Trump first", "alternating": "♠ ♥ ♣ ♦"}
_PACES: Final[dict[Pace, str]] = {"slow": "Slow", "normal": "Normal", "fast": "Fast", "instant": "At once"}
_SWITCHES: Final[dict[str, tuple[str, str]]] = {
    "four_colours": ("Four colors", "Each suit in its own color"),
    "one_tap": ("One key when you can play only one card", "It sits above your cards, always in the same place"),
    "count_own_meld": ("Count my own meld", "You choose the cards, then see what you missed"),
    "throw_in_offered": ("Offer to throw a hand in", "Where the rules allow it. You’ll be asked to confirm."),
    "meld_bids": ("Bids that show meld", "Where the club’s rules use them"),
    "beginners_help": ("Beginner’s help", "Warns you before a bid that your hand couldn’t play"),
    "letter_keys": ("Letters on the keyboard", "P to pass, H for a hint, U to take a card back"),
    "sounds": ("Sounds", "A soft one for each card, and when it’s your turn"),
}


def setting_contexts(settings: TableSettings) -> Iterator[dict[str, Any]]:
    """The settings as offered: choices, then switches."""
    yield {"name": "sort", "words": "Sort my cards", "choices": _SORTS.items(), "chosen": settings.sort}
    yield {"name": "pace", "words": "The others play", "choices": _PACES.items(), "chosen": settings.pace}
    for name, (words, note) in _SWITCHES.items():
        yield {"name": name, "words": words, "note": note, "is_on": getattr(settings, name)}
