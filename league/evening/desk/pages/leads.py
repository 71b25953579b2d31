"""Links from log lines to where a deed is corrected, or to its consequences. A line is known by its action, with its
object where rooms share a verb. Round, table, hand and player are read from its words, so old lines have links too."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias, cast

from django.urls import resolve

from league.acting.permissions import Acting, Action, ClubView
from league.models import Entrant, Event, EventRound, LogLine, RoundTable
from league.office.clubs.pages.navigation import address_of
from scoring.models import Entry

from .desk import Key

# The round, table, hand and entrant's id that a line is about, as far as it names them.
Spot: TypeAlias = Mapping[str, int | None]


@dataclass(frozen=True, slots=True)
class Target:
    """The target of a line: the link's text, the name of its address, and the parts of the spot in it. A target that
    `opens` needs a tap. `otherwise` is used where the line says too little, or the reader may not go there; `also` is a
    right that its address does not ask for."""

    label: str
    name: str
    takes: tuple[str, ...] = ()
    query: str = ""
    opens: bool = False
    also: Action | None = None
    otherwise: str = ""


TARGETS: Final[Mapping[str, Target]] = {
    "desk": Target("See the board", "desk"),
    "round": Target("See {round}", "desk", query="?round={number}", otherwise="desk"),
    "table": Target("See the table", "desk", query="?round={number}&open={table}#table-{table}", otherwise="round"),
    "card": Target("Open the card", "open_card", ("round", "table"), opens=True, otherwise="table"),
    "hand": Target(
        "Correct hand {hand}",
        "open_card",
        ("round", "table"),
        query="?hand={hand}",
        opens=True,
        also=Action.CORRECT_CARDS,
        otherwise="card",
    ),
    "paper": Target("See the paper card", "paper_card", ("round", "table"), otherwise="table"),
    "penalties": Target("See the penalties", "penalties", ("round", "table"), otherwise="table"),
    "substitutes": Target("See who sits in", "substitutes", ("round", "table"), otherwise="seating"),
    "rulings": Target("See the rulings", "rulings"),
    "pass": Target("See the table card", "table_pass", ("table",), otherwise="desk"),
    "seating": Target("See the seating", "rotation", otherwise="desk"),
    "hall": Target("See tonight’s tables", "hall_tables", otherwise="desk"),
    "teams": Target("See the teams", "teams", otherwise="check-in"),
    "boards": Target("See the boards", "boards"),
    "cut": Target("See the cut", "cut", otherwise="desk"),
    "check-in": Target("See check-in", "check_in"),
    "player": Target("See the player", "entrant", ("entrant",), otherwise="check-in"),
    "partner": Target("Choose the partner", "partner", ("entrant",), otherwise="check-in"),
    "coming": Target("See who comes", "coming"),
    "prizes": Target("See the prizes", "prizes", otherwise="event"),
    "cash": Target("See the cash sheet", "cash", otherwise="event"),
    "notice": Target("See the notice", "notice"),
    "event": Target("See the evening", "event"),
    "settings": Target("Change the evening", "edit_event", otherwise="event"),
}

# By the object, where several rooms use the verb.
BY_SUBJECT: Final[Mapping[str, str]] = {"check-in": "check-in", "the event": "event", "the notice": "notice"}

# By the words of the deed.
BY_ACTION: Final[Mapping[str, str]] = {
    # the evening
    "planned": "settings",
    "read the cards again": "event",
    # check-in
    "checked in": "player",
    "undid the check-in of": "player",
    "expects": "check-in",
    "added the guest": "player",
    "added the house player": "player",
    "took off the list": "check-in",
    "marked as gone": "player",
    "marked as back": "player",
    "changed": "player",
    "chose the partner of": "partner",
    "named the teams": "teams",
    "took the fee of": "player",
    "gave the fee back to": "player",
    "noted": "coming",
    # boards
    "made the boards": "boards",
    "made the boards again": "boards",
    "added boards": "boards",
    "took a hand down": "boards",
    "took a record back": "boards",
    "printed": "boards",
    # seating
    "made the seating": "seating",
    "published the seating": "seating",
    "re-planned the seating": "seating",
    "swapped two players": "seating",
    "formed a table": "seating",
    "changed the number of a table": "hall",
    "put a table out of use": "hall",
    "put a table back to use": "hall",
    "broke up a table": "seating",
    "lets family follow": "player",
    "no longer lets family follow": "player",
    "left out": "seating",
    "waits for": "round",
    "lets sit out": "round",
    "says who is back": "round",
    "seated a substitute": "substitutes",
    "gave the seat back": "substitutes",
    # rounds and their clock
    "started": "round",
    "closed": "round",
    "also wanted to close": "round",
    "also wanted to decide": "rulings",
    "reopened": "round",
    "deleted": "seating",
    "changed what counts of": "round",
    "changed chairs in": "round",
    "put chairs back in": "round",
    "paused the clock": "round",
    "restarted the clock": "round",
    "gave the round more time": "round",
    "took time from the round": "round",
    "started a break": "desk",
    "ended the break": "desk",
    "sent a message to all tables": "desk",
    "removed the message": "desk",
    "switched the projector": "desk",
    # tables
    "connected a tablet": "pass",
    "took over with another tablet": "pass",
    "let the tablets of last time in": "desk",
    "cut off a tablet": "pass",
    "made a new table card": "pass",
    "made a new table card and cut off its tablets": "pass",
    "opened the card": "card",
    "called the director": "table",
    "canceled the call": "table",
    "answered the call": "table",
    "is coming to the table": "table",
    "typed the paper card": "paper",
    "entered the totals alone": "paper",
    "took back the totals": "paper",
    "put the table on paper": "paper",
    "put the table back on its tablets": "paper",
    "put the tables without a tablet on paper": "round",
    # what was judged
    "gave a penalty": "penalties",
    "took back a penalty": "penalties",
    "noted the arrival": "penalties",
    "marked as missing": "table",
    "took back as missing": "table",
    "waived the lateness": "penalties",
    "replaced": "penalties",
    "took back the replacement of": "penalties",
    "ruled": "rulings",
    "took back the ruling": "rulings",
    "appealed the ruling": "rulings",
    "disagrees with the ruling": "rulings",
    "asked somebody to decide the appeal": "rulings",
    "asked each side about the ruling": "rulings",
    "agrees about the ruling": "rulings",
    "does not agree about the ruling": "rulings",
    "took back what was asked about the ruling": "rulings",
    "withdrew the appeal": "rulings",
    "took back the decision": "rulings",
    "upheld the ruling": "rulings",
    "changed the ruling": "rulings",
    "overturned the ruling": "rulings",
    "left the ruling for later": "table",
    "decided that no ruling is needed": "table",
    "says who sits where": "table",
    "let the chairs stand": "table",
    "says it was recorded wrongly": "table",
    "claims that a hand was recorded wrongly": "hand",
    "confirmed the claim": "hand",
    "does not agree to the claim": "hand",
    "took over the claim": "hand",
    "refused the claim": "hand",
    "withdrew the claim": "hand",
    # boards of a duplicate
    "decided about": "table",
    "took back the decision about": "table",
    # the final
    "made the cut": "cut",
    "took back the cut": "cut",
    "replaced in the final": "desk",
    "seated": "round",
    # money
    "added a prize": "prizes",
    "changed a prize": "prizes",
    "took out a prize": "prizes",
    "added a pot": "prizes",
    "changed a pot": "prizes",
    "took out a pot": "prizes",
    "set the prizes of the series": "prizes",
    "took a late fee of": "cash",
    "waived the fees of": "cash",
    "counted the cash box": "cash",
    "noted cash": "cash",
    "took the set money of": "cash",
    "gave set money back to": "cash",
    "took all the set money": "cash",
    "paid a prize to": "cash",
    "took back on the cash sheet": "cash",
}

# By the kind of a card's entry.
BY_ENTRY: Final[Mapping[str, str]] = {
    **dict.fromkeys(("bid", "meld", "take", "correct", "redeal", "remark", "checked", "undo"), "hand"),
    **dict.fromkeys(("details", "sign", "reopen"), "card"),
    **dict.fromkeys(("penalty", "pardon", "late"), "penalties"),
    **dict.fromkeys(("ruling", "appeal", "decision", "agreement"), "rulings"),
    **dict.fromkeys(("hold", "release"), "table"),
}


@dataclass(frozen=True)
class Leads:
    event: Event
    acting: Acting
    rounds: Collection[EventRound]
    entrants: Collection[Entrant]

    def of_line(self, line: LogLine) -> Key | None:
        kind = BY_SUBJECT.get(line.subject) or BY_ACTION.get(line.action)
        return self._key(kind, self._spot(line)) if kind else None

    def of_entry(self, entry: Entry, table: RoundTable) -> Key | None:
        kind = BY_ENTRY.get(entry.kind)
        spot = {"round": table.event_round.number, "table": table.number, "hand": entry.hand, "entrant": None}
        return self._key(kind, spot) if kind else None

    def _key(self, kind: str, spot: Spot) -> Key | None:
        target = TARGETS[kind]
        number = spot["round"]
        named = next((one for one in self.rounds if one.number == number), None)
        words = {"round": str(named).lower(), "number": number, "table": spot["table"], "hand": spot["hand"]}
        says = f"{target.label}{target.query}"
        is_told = all(value is not None or f"{{{name}}}" not in says for name, value in words.items())
        args = [spot[name] for name in target.takes]
        if is_told and None not in args:
            address = address_of(target.name, self.event.club.slug, self.event.pk, *args)
            if self._may(target, address):
                label, query = target.label.format(**words), target.query.format(**words)
                return Key(label, f"{address}{query}", is_link=not target.opens, leaves=True)
        return self._key(target.otherwise, spot) if target.otherwise else None

    def _may(self, target: Target, address: str) -> bool:
        asked = (cast(ClubView, resolve(address).func).action, target.also)
        return all(self.acting.may(action) for action in asked if action)

    # -- what a line says it is about

    def _spot(self, line: LogLine) -> Spot:
        said = line.subject.casefold()
        named = [one for one in self.rounds if re.search(rf"\b{re.escape(str(one).casefold())}\b", said)]
        event_round = named[0] if named else self._played_at(line)
        number = _figure(r"\((\d+)\)$", said)
        entrant = next((one for one in self.entrants if one.number == number), None)
        return {
            "round": event_round.number if event_round else None,
            "table": _figure(r"\btable (\d+)\b", said),
            "hand": _figure(r"\bhand (\d+)\b", said),
            "entrant": entrant.pk if entrant else None,
        }

    def _played_at(self, line: LogLine) -> EventRound | None:
        """The round played at the time of a table's line, which names none itself."""
        begun = (one for one in self.rounds if one.started_at is not None and one.started_at <= line.at)
        return max(begun, key=lambda one: one.number, default=None)


def _figure(pattern: str, said: str) -> int | None:
    found = re.search(pattern, said)
    return int(found[1]) if found else None
