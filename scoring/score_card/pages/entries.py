"""Entries in words: what somebody wrote on the card, for notices, reminders and the history."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from scoring.rules.book.renege import cause_words
from scoring.rules.notation import SUIT_NAMES, listed, lowered
from scoring.rules.rulings import kind_title
from scoring.rules.tournament import BY_RULING
from scoring.score_card.names import Names
from scoring.score_card.people import penalty_words
from scoring.score_card.sheet import EntryData

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
ABOUT_A_HAND: Final = ("remark", "checked", "hold", "release", "ruling", "appeal", "decision", "agreement")


def entry_title(entry: EntryData) -> str:
    """`Take of hand 6`, `Correction of hand 2`, `Signature`."""
    title = KIND_TITLES.get(entry.kind, entry.kind)
    return f"{title} {'on' if entry.kind in ABOUT_A_HAND else 'of'} hand {entry.hand}" if entry.hand else title


def hold_words(hold: EntryData) -> str:
    """`Ruling to come on hand 3: “Who led?”`"""
    return f"{entry_title(hold) if hold.hand else 'Ruling to come'}: “{hold.payload['about']}”"


def entry_sentence(entry: EntryData, names: Names) -> str:
    """`Tablet 2: take of hand 6, Ann & Carl 12, Bea & Dom 13`."""
    who = entry.device or "Somebody"
    title = entry_title(entry)
    details = ", ".join(entry_details(entry, names))
    return f"{who}: {lowered(title)}{', ' + details if details else ''}"


DECLARED: Final = {
    "moon": "shot the moon",
    "thrown_in": "thrown in",
    "laid_stands": "cut and laid, let stand",
    "laid_played": "cut and laid, played",
}


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
    yield from renege_words(names, payload)
    for name, words in DECLARED.items():
        if payload.get(name):
            yield words
    if payload.get("game_meld"):
        yield f"a meld that is the game by {names.side(payload['game_meld'])}"
    for name in ("text", "about"):
        if payload.get(name):
            yield f"“{payload[name]}”"
    yield from _ruling_details(entry, names)
    yield from _player_details(entry, names)
    if entry.kind in ("sign", "reopen"):
        yield names.side(payload["side"])


def renege_words(names: Names, payload: Mapping[str, Any]) -> Iterator[str]:
    """`renege by Ann & Carl (not following suit)`, `later renege by Bea & Dom`, and a call that was not proven."""
    if payload.get("renege"):
        cause = f" ({cause_words(payload['renege_cause'])})" if payload.get("renege_cause") else ""
        yield f"renege by {names.side(payload['renege'])}{cause}"
    if payload.get("second_renege"):
        yield f"later renege by {names.side(payload['second_renege'])}"
    if payload.get("unproven_call"):
        yield f"renege called by {names.side(payload['unproven_call'])}, not proven"


def _ruling_details(entry: EntryData, names: Names) -> Iterator[str]:
    """What was ruled, or what became of it."""
    payload = entry.payload
    if entry.kind == "ruling":
        yield lowered(kind_title(payload["kind"]))
    if entry.kind == "agreement":
        yield f"{payload['outcome']}, if all agree" if payload["outcome"] else "not asked now"
        if payload["outcome"] and payload["by"]:
            yield f"yes by {listed([names.player(seat) for seat in payload['by']])}"
    elif payload.get("outcome"):
        yield payload["outcome"]
    if payload.get("decision"):
        yield payload["decision"].rstrip(".")
    if entry.kind == "appeal":
        yield f"by {names.player(payload['by'])}" if payload.get("by") else "by the table"
        yield f"“{payload['why']}”"


def _player_details(entry: EntryData, names: Names) -> Iterator[str]:
    """Whom a penalty or lateness falls on, and what it is."""
    payload = entry.payload
    if payload.get("seat"):
        # A penalty on whoever plays on there is theirs; everything else is the matter of whose seat it is.
        yield names.player(payload["seat"]) if payload.get("replacement") else names.own_player(payload["seat"])
    if payload.get("code"):
        codes = {BY_RULING, *(penalty.code for penalty in names.book.penalties)}
        yield penalty_words(names.book, payload)[0] if payload["code"] in codes else payload["code"]
    if payload.get("note"):
        yield f"“{payload['note']}”"
    if payload.get("minutes") is not None and not payload.get("replaced"):
        yield f"{payload['minutes']} minutes late"
    if payload.get("absent"):
        yield "never came"
    elif payload.get("replaced"):
        yield f"replaced by {payload['name']}" if payload.get("name") else "replaced"
