"""An evening with money: two tables, two hands each, of which all figures are known. Worked out by pencil:

Table 1: Ruth & Marge 25 and 13 = 38; Walt & Ed 14 and set at 30 = −16. Table 2: Joan & Lois 35 and 15 = 50; Hank & Vern
10 and set at 20 = −10.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from league.evening.events.deeds import close_event, reopen_event
from league.models import Club, Entrant, Event, EventRound, Pot, Prize, RoundTable
from tests.league.makers import acting_as, make_club, make_entrants, make_event, make_round, start_now
from tests.scoring.score_card.makers import enter, enter_hand, hand_payload

HANDS = {
    1: (
        {"bidder": "N", "bid": 20, "meld": {"NS": 10, "EW": 4}, "take": {"NS": 15, "EW": 10}},
        {"bidder": "E", "bid": 30, "meld": {"NS": 0, "EW": 10}, "take": {"NS": 13, "EW": 12}},
    ),
    2: (
        {"bidder": "N", "bid": 25, "meld": {"NS": 20, "EW": 0}, "take": {"NS": 15, "EW": 10}},
        {"bidder": "E", "bid": 20, "meld": {"NS": 0, "EW": 0}, "take": {"NS": 15, "EW": 10}},
    ),
}


def played_evening(club: Club | None = None, *, is_over: bool = True, **fields: Any) -> Event:
    """Everybody has paid $5; the round is closed, or still being played."""
    event = make_event(club or make_club(), book="st-hilary", hands=2, rounds_planned=1, fee=500, **fields)
    event_round = make_round(event, make_entrants(event, 8))
    event.entrants.update(fee=500, paid=500)
    start_now(event_round)
    for number, hands in HANDS.items():
        for hand in hands:
            enter_hand(keeper(event, number), **hand)
    if is_over:
        EventRound.objects.filter(event=event).update(state="closed")
    return fresh(event)


def keeper(event: Event, table: int) -> Any:
    """Somebody who enters hands at a table."""
    card = RoundTable.objects.select_related("card__book_version").get(event_round__event=event, number=table).card
    return SimpleNamespace(card=card, card_id=card.pk, device_id=None, label="Tablet 1")


def correct(event: Event, table: int, hand: int, **figures: Any) -> None:
    """A director puts a hand right."""
    there = keeper(event, table)
    payload = hand_payload(there.card.book_version.book, **{**HANDS[table][hand - 1], **figures})
    enter(there, "correct", payload, hand=hand, by_director=True, reason="counted again")


def fresh(event: Event) -> Event:
    return Event.objects.select_related("club", "series").get(pk=event.pk)


def close(event: Event, client_id: str = "close") -> Event:
    close_event(event=event, acting=acting_as(), client_id=client_id)
    return fresh(event)


def reopen(event: Event) -> Event:
    reopen_event(event=event, acting=acting_as(), client_id="reopen", reason="counted wrong")
    return fresh(event)


def with_pots(event: Event) -> tuple[Pot, Pot]:
    """$2 of each fee for places, 50 cents for each set."""
    places = Pot.objects.create(event=event, name="Prize pot", per_player=200)
    return places, Pot.objects.create(event=event, name="Set money", per_set=50)


def with_prizes(event: Event) -> dict[str, Prize]:
    """Half and a quarter of the prize pot for places, $5 for the last, all the set money for who was set most."""
    places, sets = with_pots(event)
    made = {
        "first": {"kind": "place", "place": 1, "pot": places, "percent": 50},
        "second": {"kind": "place", "place": 2, "pot": places, "percent": 25},
        "high_hand": {"kind": "high_hand", "amount": 301},
        "last": {"kind": "last", "amount": 500},
        "sets": {"kind": "most_sets", "pot": sets, "percent": 100},
    }
    return {name: Prize.objects.create(event=event, **fields) for name, fields in made.items()}


def named(event: Event, name: str) -> Entrant:
    return Entrant.objects.select_related("event__club").get(event=event, name__startswith=name)
