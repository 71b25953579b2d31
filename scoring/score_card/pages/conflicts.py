"""Two tablets that entered the same step: the second sees both versions by name, the first is told of it. Read from the
sheet. No queries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scoring.rules.notation import lowered
from scoring.score_card.entries import Figures, HandSaid, Undone
from scoring.score_card.forms import HandForm, initial_of, new_client_id
from scoring.score_card.names import Names
from scoring.score_card.sheet import EntryData, Line, Sheet, line_of

from .entries import TRUMP, entry_title, hand_details, step_title
from .history import changes_between


def conflict_over(
    form: HandForm, sheet: Sheet, base: str, *, me: str, sent: tuple[str, Mapping[str, Any]] | None = None
) -> dict[str, Any] | None:
    """The typed step against what others entered there since it was opened; None where nobody did. `base` is the card's
    address, `me` this tablet in histories. `sent` is what was sent where, if more than the form. A step of a done hand
    is sent as a correction: `fields`, sent to `address`, put it there."""
    line, step = sheet.line(form.line.number), form.steps[0]
    if line is None or step not in line.entered:
        return None
    by = next(entry for entry in reversed(line.entries) if entry.kind in (step, "correct"))
    if by.number <= form.cleaned_data["seen"] <= sheet.version:
        return None
    saved = line.figures.payload()
    stands = Figures.parse({name: value for name, value in saved.items() if name in form.own})
    address, fields = sent if sent and not line.is_done else (f"{base}{_address(line, step)}", _fields(form, line))
    called, hand = lowered(step_title(step, sheet.book)), sheet.book.words.say("hand")
    theirs, yours = _versions(form.names, step, stands, Figures.parse(form.own))
    return {
        "title": f"The {called} of {hand} {line.number} was entered twice. Which is right?",
        "stands": theirs,
        "saved_by": "saved from this tablet before" if by.device == me else f"saved by {by.device or 'another tablet'}",
        "yours": yours,
        "address": address,
        "fields": {**fields, "seen": sheet.version, "client_id": new_client_id()},
    }


def _address(line: Line, step: str) -> str:
    return f"hands/{line.number}/{'correct' if line.is_done else step}/"


def _fields(form: HandForm, line: Line) -> dict[str, Any]:
    """The form's data; for a finished hand, with the rest of its line."""
    typed = {name: form.data[name] for name in form.fields if name in form.data}
    if not line.is_done:
        return typed
    stands = {name: value for name, value in initial_of(line).items() if value not in (None, "", False)}
    return {"do": "save", **{name: value for name, value in stands.items() if name not in form.fields}, **typed}


def _versions(names: Names, step: str, stands: Figures, typed: Figures) -> tuple[dict[str, Any], dict[str, Any]]:
    """Both in a few words; where these are the same, with what differs."""
    words = [_step_words(names, step, figures) for figures in (stands, typed)]
    if words[0] == words[1] and stands.trump == typed.trump:
        changes = changes_between(names, stands, typed)
        words[0] += "".join(f" ({change.label}: {change.was})" for change in changes)
        words[1] += "".join(f" ({change.label}: {change.becomes})" for change in changes)
    return {"words": words[0], "suit": stands.trump}, {"words": words[1], "suit": typed.trump}


def _step_words(names: Names, step: str, figures: Figures) -> str:
    if step == "bid" and not figures.bidder:
        return TRUMP
    if step == "bid":
        return f"{names.player(figures.bidder)} {figures.bid}{names.with_whom(figures.bidder, figures.partner)}"
    return ", ".join(hand_details(figures, (step,), names)) or "not played"


# -- for the tablet that came first --------------------------------------------------------------


def replaced_sentences(sheet: Sheet, names: Names, me: str) -> tuple[str, ...]:
    """The entries that replaced `me`'s, a sentence each, until this tablet enters something or another hand is done."""
    return tuple(sentence for entry in _lately(sheet, me) if (sentence := _replaced(sheet, names, me, entry)))


def _lately(sheet: Sheet, me: str) -> list[EntryData]:
    """The entries of others since this tablet's last, oldest first, and not from before the last finished hand."""
    lately: list[EntryData] = []
    done: int | None = None
    for entry in reversed(sheet.entries):
        if entry.device == me or (done and entry.hand != done):
            break
        if entry.kind == "take":
            done = entry.hand
        lately.append(entry)
    return lately[::-1]


def _replaced(sheet: Sheet, names: Names, me: str, entry: EntryData) -> str:
    who = entry.device or "Somebody"
    if isinstance(entry.said, Undone):
        taken = sheet.entry(entry.said.undoes)
        if taken is None or taken.device != me:
            return ""
        return f"{who} undid what you entered: {lowered(entry_title(taken, sheet.book.words))}."
    line = sheet.line(entry.hand) if entry.hand else None
    if line is None or entry not in line.entries or not isinstance(entry.said, HandSaid):
        return ""
    before = line.entries[: line.entries.index(entry)]
    if not any(other.device == me for other in _standing(before, entry.said.steps)):
        return ""
    old = line_of(sheet.book, line.number, line.dealer, before).figures
    changes = changes_between(names, old, old.with_named(entry.said.named))
    said = "".join(f" {change.label}: {change.becomes}, not {change.was}." for change in changes)
    hand = f"{names.book.words.say('hand')} {line.number}"
    return f"{who} replaced what you entered in {hand}.{said}" if changes else ""


def _standing(entries: Sequence[EntryData], steps: Sequence[str]) -> Iterator[EntryData]:
    for step in steps:
        yield from [entry for entry in entries if entry.kind in (step, "correct")][-1:]
