"""The page that asks what came of a call. No queries."""

from __future__ import annotations

from dataclasses import dataclass

from league.acting.permissions import Acting, Action
from league.evening.rulings.forms.calls import SAID
from league.evening.rulings.steps import Chosen, rule_address
from league.evening.tables.deeds.tables import call_text
from league.evening.tables.places import board_address
from league.models import DirectorCall
from league.words import clock_words
from pinochle_club.ground.forms import new_client_id


@dataclass(frozen=True, slots=True)
class CallPage:
    """A call: `rule` leads to a ruling, `outcomes` end it with one tap each (value, words and a note)."""

    title: str
    about: str
    rule: str
    outcomes: tuple[tuple[str, str, str], ...]
    client_id: str
    back: str


def call_page(call: DirectorCall, acting: Acting) -> CallPage:
    table = call.table
    called = clock_words(call.called_at, table.event_round.event.club)
    return CallPage(
        title=f"What came of table {table.number}’s call?",
        about=f"{call_text(call)} · {table.event_round}, called at {called}",
        rule=rule_address(table, Chosen(call=call.pk)) if table.card_id and acting.may(Action.RULE) else "",
        outcomes=tuple((outcome.value, label, note) for outcome, label, note in SAID),
        client_id=new_client_id(),
        back=board_address(table),
    )
