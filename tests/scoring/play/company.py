"""People who play together, for tests: each has a client of their own, and sits down by the pages.

company = Company("npa", Ann=Client(), Ruth=Client()).begin()      # Ann opened the table
company.play(to="play")             # by the deeds alone, whoever is asked answers
company.sitting("Ruth").view        # the table as she has it
company.news("Ruth")                # what her page asks every few seconds
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import uuid4

from django.test import Client
from django.utils import timezone

from scoring.models import DeviceCard, PlayedDeal, PlayedGame, PlaySeat, PlayTable
from scoring.play import games
from scoring.play.settings import TableSettings, settings_to_json
from scoring.score_card import access
from tests.responses import Response
from tests.scoring.play.sitting import MOST_TAPS, Sitting, act, first_choice, sitting, tap


class Company:
    """A table that the first of them opened by the form of this address, at which the others sit down in the seats that
    are free, in order."""

    def __init__(
        self,
        book: str,
        at: str = "/play/together/",
        /,
        *,
        pace: str = "instant",
        agreed: dict[str, str] | None = None,
        **clients: Client,
    ) -> None:
        self.clients = clients
        (first, opener), *others = clients.items()
        posted = {"start": access.new_secret(), "book": book, "name": first, "strength": "beginner", **(agreed or {})}
        opened = opener.post(at, posted)
        assert opened.status_code == 302, opened.content.decode()
        self.room = opened.headers["Location"]
        free = [seat for seat in self.table.book_version.book.seats if seat not in ("S", "A")]
        for (name, client), seat in zip(others, free, strict=False):
            answer = self.sit(client, name, seat)
            assert answer.status_code == 302, answer.content.decode()
        PlaySeat.objects.update(settings=settings_to_json(TableSettings(pace=pace)))  # type: ignore[arg-type]

    @property
    def table(self) -> PlayTable:
        return PlayTable.objects.get(code=self.room.split("/")[3])

    @property
    def game(self) -> PlayedGame:
        game = self.table.games.order_by("-created_at").first()
        assert game is not None, "begin() first"
        return game

    def sit(self, client: Client, name: str, seat: str) -> Response:
        return client.post(f"{self.room}sit/", {"name": name, "seat": seat})

    def begin(self) -> Company:
        """The first of them starts the game."""
        answer = next(iter(self.clients.values())).post(f"{self.room}start/")
        assert answer.status_code == 302, answer.content.decode()
        return self

    def person(self, name: str) -> PlaySeat:
        return PlaySeat.objects.get(name=name)

    def sitting(self, name: str) -> Sitting:
        """The game as this player has it."""
        return sitting(self.clients[name], self.game.pk)

    def post(self, name: str, what: str, *, scripts: bool = True, **fields: Any) -> Response:
        """Posts one of the table's own forms."""
        headers = {"HX-Request": "true"} if scripts else {}
        return self.clients[name].post(f"{self.room}{what}/", fields, headers=headers)

    def news(self, name: str, **fields: Any) -> Response:
        """What a page asks that stands on the table as it is now, unless told otherwise."""
        game = self.table.games.order_by("-created_at").first()
        return self.post(name, "news", **{"mark": self.mark, "game": str(game.pk) if game else "", **fields})

    @property
    def mark(self) -> str:
        deal = PlayedDeal.objects.filter(game__people=self.table).order_by("-game__created_at", "-number").first()
        return f"{deal.pk if deal else 0}.{deal.actions if deal else 0}.{self.table.version}"

    def asked(self) -> str:
        """Whose turn it is of those who are people; empty where a bot is to act or the hand is over."""
        state = self.sitting(next(iter(self.clients))).table.state
        return next((person.name for person in self.table.people.all() if person.seat == state.to_act), "")

    def act(self, name: str) -> Sitting:
        """The first good thing, by the pages."""
        at = self.sitting(name)
        return act(self.clients[name], at, first_choice(at.view, bids=True))

    def post_to_table(self, name: str, what: str, **fields: Any) -> Response:
        """As `tap`, for the answer alone."""
        posted = {"client_id": str(uuid4()), **fields}
        address = f"/play/{self.game.pk}/{what}/"
        return self.clients[name].post(address, posted, headers={"HX-Request": "true"})

    def tap(self, name: str, what: str, **fields: Any) -> Sitting:
        return tap(self.clients[name], self.sitting(name), what, **fields)

    def play(self, to: str = "") -> Company:
        """By the deeds alone, until one of them is asked for this, or to the end of the hand."""
        play_on(self.table, to)
        return self

    def later(self, **time: int) -> None:
        """So much time goes by, in which nobody was heard of and nothing happened."""
        by = timedelta(**time)
        for person in PlaySeat.objects.all():
            person.heard_at, person.since = person.heard_at - by, person.since - by
            person.ready_at = person.ready_at and person.ready_at - by
            person.save()
        PlayedDeal.objects.update(changed_at=timezone.now() - by)


def play_on(at_table: PlayTable, to: str = "", *, tricks: int = 0) -> None:
    """By the deeds alone, until a person is asked for this once so many tricks are over, or to the end of the hand."""
    device_of = {person.seat: person.device_id for person in at_table.people.all()}
    joined = DeviceCard.objects.select_related("card__book_version", "card__played_game__people", "device")
    playing = joined.filter(card__played_game__people=at_table, is_cut_off=False).order_by("card__created_at")
    keepers = {keeper.device_id: keeper for keeper in playing}
    table = games.open_table(next(iter(keepers.values())))
    for _ in range(MOST_TAPS):
        if table.state.is_done:
            return
        device = device_of.get(table.state.to_act or "")
        if device is None:
            table = games.go_on(table, client_id=str(uuid4()), seen=table.seen)
            continue
        at = Sitting(replace(table, keeper=keepers[device]))
        assert at.view.choices is not None
        if at.view.choices.kind == to and len(table.state.tricks) >= tricks:
            return
        table = games.act(at.table, first_choice(at.view, bids=True), client_id=str(uuid4()), seen=table.seen)
    raise AssertionError("The hand does not end.")


def company_of(book: str, names: Iterable[str], agreed: dict[str, str] | None = None) -> Company:
    """A company of these names, each with a client of their own."""
    return Company(book, pace="instant", agreed=agreed, **{name: Client() for name in names})
