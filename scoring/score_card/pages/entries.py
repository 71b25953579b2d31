"""Entries in words: what somebody wrote on the card, for notices, reminders and the history."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from scoring.rules.notation import SUIT_NAMES, lowered
from scoring.rules.tournament import penalty_title
from scoring.score_card.names import Names
from scoring.score_card.sheet import EntryData

KIND_TITLES: Final = {
    "bid": "Bid",
    "meld": "Meld",
    "take": "Take",
    "correct": "Correction",
    "redeal": "New deal",
    "undo": "Undo",
    "details": "Names and details",
    "penalty": "Penalty",
    "pardon": "Penalty taken back",
    "late": "Late player",
    "sign": "Signature",
    "reopen": "Asked to reopen",
}


def entry_title(entry: EntryData) -> str:
    """`Take of hand 6`, `Correction of hand 2`, `Signature`."""
    title = KIND_TITLES.get(entry.kind, entry.kind)
    return f"{title} of hand {entry.hand}" if entry.hand else title


def entry_sentence(entry: EntryData, names: Names) -> str:
    """`Tablet 2: take of hand 6, Ann & Carl 12, Bea & Dom 13`."""
    who = entry.device or "Somebody"
    title = entry_title(entry)
    details = ", ".join(entry_details(entry, names))
    return f"{who}: {lowered(title)}{', ' + details if details else ''}"


def entry_details(entry: EntryData, names: Names) -> Iterator[str]:
    """What an entry holds, in the players' words."""
    payload = entry.payload
    if payload.get("bid") is not None:
        yield f"{payload['bid']} by {names.player(payload['bidder'])}"
        yield SUIT_NAMES[payload["trump"]] if payload.get("trump") else "no trump"
    for name in ("meld", "take"):
        figures = payload.get(name) or {}
        if figures and entry.kind in (name, "correct"):
            each = ", ".join(f"{names.side(side)} {value}" for side, value in figures.items())
            yield f"{name} {each}" if entry.kind == "correct" else each
    if payload.get("renege"):
        yield f"renege by {names.side(payload['renege'])}"
    for name, words in (("moon", "shot the moon"), ("thrown_in", "thrown in")):
        if payload.get(name):
            yield words
    yield from _player_details(entry, names)
    if entry.kind in ("sign", "reopen"):
        yield names.side(payload["side"])


def _player_details(entry: EntryData, names: Names) -> Iterator[str]:
    """Whom a penalty or lateness falls on, and what it is."""
    payload = entry.payload
    if payload.get("seat"):
        # A penalty on whoever plays on there is theirs; everything else is the matter of whose seat it is.
        yield names.player(payload["seat"]) if payload.get("replacement") else names.own_player(payload["seat"])
    if payload.get("code"):
        times = payload.get("count") or 1
        titles = {penalty.code: penalty_title(penalty, times) for penalty in names.book.penalties}
        yield titles.get(payload["code"], payload["code"])
    if payload.get("note"):
        yield f"“{payload['note']}”"
    if payload.get("minutes") is not None and not payload.get("replaced"):
        yield f"{payload['minutes']} minutes late"
    if payload.get("absent"):
        yield "never came"
    elif payload.get("replaced"):
        yield f"replaced by {payload['name']}" if payload.get("name") else "replaced"
