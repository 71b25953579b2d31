"""The table's whole page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from scoring.play.seat_view import SeatView
from scoring.play.settings import Pace, Sort, TableSettings
from scoring.rules.cards import Card, Seat
from scoring.score_card.names import Names

from .faces import hand_context
from .mat import mat_context, melds_shown, places_of
from .panels import panel_context
from .voice import voice_of

# How many of the pace's steps a slip of the finger can be taken back before the next player acts.
MOMENT: Final = 0.9


def table_context(
    view: SeatView,
    names: Names,
    settings: TableSettings,
    *,
    addresses: Mapping[str, str],
    frames: Sequence[Mapping[str, Any]] = (),
    chosen: Sequence[Card] = (),
    finding: Mapping[str, Any] | None = None,
    is_watching: bool = False,
    stand_ins: frozenset[Seat] = frozenset(),
    **beside: Any,
) -> dict[str, Any]:
    """The page (no queries). Of `addresses` a missing one isn't offered; what is `beside` the view goes to the page as
    it is.

    `notes` tell what bids show while the bidding goes on; `melds` lie there until the first trick is over;
    `moment_left` are milliseconds to take the last action back.
    """
    voice = voice_of(view, names, is_watching=is_watching, stand_ins=stand_ins)
    mat = mat_context(view, voice)
    panel = panel_context(replace(view, choices=None) if is_watching else view, voice, settings)
    kind = panel["kind"]
    watched = list(frames) if settings.pace != "instant" else []
    if watched and watched[-1]["hold"] == "tap" and mat["shows"] == "melds" and kind != "wait":
        # They stay on the table while the player is asked.
        watched[-1] = {**watched[-1], "hold": "short", "is_waited_for": False}
    return {
        **beside,
        "addresses": addresses,
        "finding": finding,
        "is_watching": is_watching,
        "book": view.book,
        "settings": settings,
        "mat": mat,
        "hand": hand_context(view, settings, chosen=finding["cards"] if finding else chosen, asks=not is_watching),
        "panel": panel,
        "is_done": kind == "done",
        "waits": kind == "wait",
        "is_asked": kind not in ("done", "wait"),
        "frames": watched,
        "happened": [frame["says"] for frame in frames if not frame["is_own"]],
        "notes": [frame["note"] for frame in frames if frame["note"] and kind == "bid"],
        "melds": melds_shown(view, voice) if view.melds and not view.tricks else [],
        "choices": list(setting_contexts(settings)),
        "dealer": places_of(view)[view.dealer],
        "moment_left": round(settings.milliseconds * MOMENT) if addresses.get("undo") else 0,
    }


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
    yield {"name": "sort", "words": "Sort my cards", "choices": _SORTS.items(), "chosen": settings.sort}
    yield {"name": "pace", "words": "The others play", "choices": _PACES.items(), "chosen": settings.pace}
    for name, (words, note) in _SWITCHES.items():
        yield {"name": name, "words": words, "note": note, "is_on": getattr(settings, name)}
