"""Pages to appeal a ruling, decide it, or take back its newest step."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any, Final

from league.acting.answers import SIDE_BY_SIDE, FormPage
from league.acting.permissions import name_of
from league.evening.cards.reading import TableReading
from league.evening.rulings.chain import chain_of, clock_sentence, next_step, why_no_appeal
from league.evening.rulings.deeds.appeals import AGREED
from league.evening.rulings.pages.claims import SETTLED
from league.evening.rulings.pages.ruling import ruling_place
from league.evening.tables.places import table_address
from league.models import Club, OneTimeLink, RoundTable
from league.words import clock_words
from scoring.rules.book import RuleBook
from scoring.rules.book.printing import capital
from scoring.rules.notation import listed
from scoring.score_card.entries import Appealed
from scoring.score_card.names import Names
from scoring.score_card.pages.rulings import step_title
from scoring.score_card.rulings import Ruling

# By the kind of the newest step: the name and the effect of taking it back.
_TAKEN_BACK: Final = {
    "appeal": ("Withdraw the appeal", "The ruling stands as it was given."),
    "decision": ("Take back the decision", "What was decided is open again, and the score as before."),
    "ruling": (
        "Take back the ruling",
        "The hand counts as before. The card still tells what was ruled, and why it went.",
    ),
}
NOT_ASKED: Final = "Nobody is asked about this now."
BY_THE_BOOK: Final = "It rests on the book: what the book asks for stays, unless the facts were others."


def appeal_page(
    table: RoundTable,
    book: RuleBook,
    ruling: Ruling,
    back: tuple[str, str],
    now: datetime,
    *,
    by_official: bool = False,
) -> FormPage:
    """Appeal a ruling, with its deadline and decider; where players may not, an official asks the next one."""
    event = table.event_round.event
    says = (clock_sentence(ruling, book, event, now, by_official=by_official),)
    title, key = "Appeal the ruling", "Appeal"
    if by_official and not book.procedure.players_may_appeal:
        title, key = "Officials disagree", f"Ask {next_step(chain_of(event.club, book), ruling)}"
    return FormPage(title, key, back, ruling_place(table, ruling), says, ruling.decision)


def other_ways(table: RoundTable, ruling: Ruling) -> tuple[tuple[str, str], ...]:
    """The keys of a director who may not decide the appeal, each with its address."""
    invite = ("Invite somebody to decide…", table_address("invite_decider", table, ruling.number))
    agree = ("All four agree…", table_address("agree_on_appeal", table, ruling.number))
    return (invite, agree) if ruling.appeal and ruling.appeal.by else (invite,)


def ruling_appeals(
    table: RoundTable,
    ruling: Ruling,
    names: Names,
    now: datetime,
    *,
    not_decided: str,
    not_taken_back: str,
    may_have_decided: bool,
    by_official: bool,
) -> dict[str, Any]:
    """The appeals of a ruling, its keys, and their deadline; reasons where the reader can't use a key."""
    event, book = table.event_round.event, names.book
    clock, keys = clock_sentence(ruling, book, event, now, by_official=by_official), []
    if not event.is_final(now):
        clock = waiting_words(ruling, names) or not_decided or clock
        if ruling.state == "appealed" and not not_decided:
            keys.append(("Decide the appeal…", table_address("decide_appeal", table, ruling.number)))
        elif ruling.state == "appealed":
            keys += other_ways(table, ruling) if may_have_decided else ()
        elif not why_no_appeal(ruling, book, event, now, by_official=by_official):
            title = "Appeal…" if book.procedure.players_may_appeal else "Officials disagree…"
            keys.append((title, table_address("appeal", table, ruling.number)))
        if not not_taken_back:
            taken_back = f"{_TAKEN_BACK[ruling.newest.kind][0]}…"
            keys.append((taken_back, table_address("take_back_step", table, ruling.number)))
    return {"clock": clock, "steps": step_words(ruling, names, event.club), "keys": keys}


def step_words(ruling: Ruling, names: Names, club: Club) -> Iterator[str]:
    """`Appealed by Ann at 8:12 pm: “…”`, `Overturned by Carol Reyes at 8:30 pm: “…”`."""
    for step in ruling.steps:
        at = f" at {clock_words(step.at, club)}" if step.at else ""
        words = step.said.why if isinstance(step.said, Appealed) else step.said.note
        said = f": “{words}”" if words else "."
        if isinstance(step.said, Appealed):
            yield f"{step_title(names, step.said)}{at}{said}"
        else:
            outcome = "taken back" if step.said.taken_back else step.said.outcome
            by = "all at the table" if step.said.agreed else step.device
            yield f"{capital(outcome)} by {by}{at}{said}"


def tablet_rulings(reading: TableReading, now: datetime) -> Iterator[tuple[Ruling, str, bool]]:
    """The rulings at a table for its tablet, newest first: each with its deadline, and whether it can be appealed."""
    event, sheet = reading.table.event_round.event, reading.sheet
    if sheet is None:
        return
    for ruling in reversed(sheet.rulings):
        may = not why_no_appeal(ruling, sheet.book, event, now)
        yield ruling, clock_sentence(ruling, sheet.book, event, now), may


def decide_page(table: RoundTable, ruling: Ruling, names: Names, back: tuple[str, str]) -> FormPage:
    appeal = [step.said for step in ruling.steps if isinstance(step.said, Appealed)][-1]
    who = f"{names.player(appeal.by)} appeals" if appeal.by else step_title(names, appeal)
    says = [f"{who}: “{appeal.why}”"]
    if ruling.said.basis == "book":
        says.append(BY_THE_BOOK)
    return FormPage("Decide the appeal", "Decide it", back, ruling_place(table, ruling), says, ruling.decision)


def invite_page(table: RoundTable, ruling: Ruling, back: tuple[str, str]) -> FormPage:
    says = (
        "You get a code to scan and a link to send. It shows this case, takes one decision, and opens nothing else.",
    )
    title = "Invite somebody to decide"
    return FormPage(title, "Make the link", back, ruling_place(table, ruling), says, ruling.decision, is_plain=True)


def agree_page(table: RoundTable, ruling: Ruling, back: tuple[str, str]) -> FormPage:
    """Ask the director for the outcome on which all at the table agree."""
    says = ("Each side is then asked, here and on the table’s tablet. Once all say yes, that is final.",)
    title, place = "What does everybody agree on?", ruling_place(table, ruling)
    return FormPage(title, "Ask each side", back, place, says, ruling.decision, fields=SIDE_BY_SIDE)


def sides_asked(ruling: Ruling, names: Names) -> list[dict[str, Any]]:
    """The sides of an open agreement: the players by seat, and the one who `said` yes."""
    book = names.book
    said = {book.side_of(seat): names.player(seat) for seat in ruling.agreed}
    return [
        {
            "code": side,
            "name": names.side(side),
            "players": [(seat, names.player(seat)) for seat in book.seats_of(side)],
            "said": said.get(side, ""),
        }
        for side in (book.sides if ruling.agreement else ())
    ]


def waiting_words(ruling: Ruling, names: Names) -> str:
    """`Agreed: the ruling is taken away. Waiting for Bea & Dom to say yes.`; empty where nothing is asked."""
    if ruling.agreement is None:
        return ""
    sides = [side["name"] for side in sides_asked(ruling, names) if not side["said"]]
    return f"Agreed: {AGREED[ruling.agreement.said.outcome]}. Waiting for {listed(sides)} to say yes."


def asked_all_page(table: RoundTable, ruling: Ruling, names: Names, back: tuple[str, str]) -> FormPage:
    says = (f"The ruling: {ruling.decision}", *step_words(ruling, names, table.event_round.event.club))
    title, place = "Does your side agree?", ruling_place(table, ruling)
    if ruling.agreement is None:
        return FormPage(title, "", back, place, says, NOT_ASKED if ruling.state == "appealed" else SETTLED)
    said = ruling.agreement.said
    notices = [f"“{said.note}”"] if said.note else []
    return FormPage(title, "", back, place, says, f"Agreed: {AGREED[said.outcome]}.", notices)


def asked_page(link: OneTimeLink) -> FormPage:
    """The page of a link to decide an appeal, before the case is shown."""
    assert link.table is not None, "a link of an appeal"
    event = link.table.event_round.event
    maker = name_of(link.made_by) if link.made_by else event.club.name
    says = (f"{maker} asks you to decide an appeal of {event.name}. You need no account.",)
    return FormPage(
        f"{link.name}, can you decide?", "Show me the case", place=event.club.name, says=says, is_plain=True
    )


def take_back_page(table: RoundTable, ruling: Ruling, back: tuple[str, str]) -> FormPage:
    title, says = _TAKEN_BACK[ruling.newest.kind]
    return FormPage(title, title, back, ruling_place(table, ruling), (says,), ruling.decision)
