"""Evenings that bots play to the end, for what is made of the ledger."""

from collections.abc import Sequence
from datetime import date

from league.evening.events.deeds import close_event
from league.evening.rounds.deeds import close_round
from league.models import Club, Event
from tests.league.makers import acting_as, make_entrants, make_event, make_round, play_round, start_now


def play_evening(club: Club, day: date, *, seeds: Sequence[int] = (1, 2), players: int = 8, book: str = "npa") -> Event:
    """A closed evening of a round for each seed; people move up a seat from round to round."""
    event = make_event(club, book=book, played_on=day, rounds_planned=len(seeds))
    people = make_entrants(event, players)
    for number, seed in enumerate(seeds, start=1):
        seated = [*people[number - 1 :], *people[: number - 1]]
        event_round = start_now(make_round(event, seated, number=number))
        play_round(event_round, seed=seed)
        close_round(event_round=event_round, acting=acting_as(), client_id=f"round-{event_round.pk}", reason="over")
    return close_event(event=event, acting=acting_as(), client_id=f"close-{event.pk}")
