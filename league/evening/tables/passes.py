"""Table passes: a QR code and a PIN that pair a tablet with one table of one event. Both come from the server's key, so
a pass can be printed again, and a copy of the database alone can't make one. Without a row a table has its first pass;
a new nonce is a new pass, and the printed one is dead."""

from __future__ import annotations

import base64
import hmac
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac

from league.acting.log import Refused
from league.models import Event, PassAttempt, TablePass, TableTablet
from league.words import clock_words
from pinochle_club.ground.clock import is_lately, lately
from pinochle_club.ground.write_queue import queued_write
from scoring.models import Device

# Once the module’s name. It stays for good, since passes are on paper.
SALT: Final = "league.domain.passes"
PIN_DIGITS: Final = 6
MOST_TABLES: Final = 200
ALONG: Final = 0  # the number of no table: that code only lets a browser read
# A guesser waits alone. Enough of them to make a table or an evening wait are an attack from many places.
WRONG_PINS_OF_A_GUESSER: Final = 8
WRONG_PINS_OF_A_TABLE: Final = 20
WRONG_PINS_OF_AN_EVENT: Final = 80
COOL_OFF: Final = timedelta(minutes=10)


class WrongPass(Refused):
    """A pass or a PIN that opens no table."""


class TooManyPins(Refused):
    """So many wrong PINs that this one wasn't looked at."""


@dataclass(frozen=True, slots=True)
class Pass:
    """A table's pass: `token` is in its QR code's address, `pin` is typed. Where a club isn't everybody's to see, the
    page for it `asks` for the evening, which it doesn't list."""

    event_id: int
    table_number: int
    token: str
    pin: str
    asks: str = ""

    @property
    def address(self) -> str:
        return f"{settings.PUBLIC_URL}{self.path}"

    @property
    def path(self) -> str:
        return reverse("league:pass", args=[self.event_id, self.table_number, self.token])

    @property
    def typed_at(self) -> str:
        return f"{settings.PUBLIC_URL}{reverse('league:type_pin')}{self.asks}"

    @property
    def pin_text(self) -> str:
        half = PIN_DIGITS // 2
        return f"{self.pin[:half]} {self.pin[half:]}"


def pass_of(event: Event, table_number: int) -> Pass:
    """A table's pass now (one query)."""
    nonce = TablePass.objects.filter(event=event, table_number=table_number).values_list("nonce", flat=True).first()
    return _made(event, table_number, nonce or "")


def passes_of(event: Event, table_numbers: list[int]) -> dict[int, Pass]:
    """Passes of many tables, for printing (one query)."""
    nonces = dict(TablePass.objects.filter(event=event).values_list("table_number", "nonce"))
    return {number: _made(event, number, nonces.get(number, "")) for number in table_numbers}


def _made(event: Event, table_number: int, nonce: str) -> Pass:
    # With the moment it was made: after a restored backup another event may have this one's number.
    value = f"{event.pk} {event.created_at.timestamp():.6f} {table_number} {nonce}"
    token = base64.urlsafe_b64encode(salted_hmac(f"{SALT} token", value, algorithm="sha256").digest()[:24]).decode()
    number = int.from_bytes(salted_hmac(f"{SALT} pin", value, algorithm="sha256").digest()[:8], "big")
    asks = "" if event.club.is_public else f"?evening={event.pk}"
    return Pass(event.pk, table_number, token, f"{number % 10**PIN_DIGITS:0{PIN_DIGITS}d}", asks)


def to_read_along(event: Event) -> str:
    """Where a browser that scans it may read a club that isn't public; empty where everybody may."""
    return "" if event.club.is_public else _made(event, ALONG, "").address


def lets_read_along(event: Event, table_number: int, token: str) -> bool:
    return table_number == ALONG and hmac.compare_digest(_made(event, ALONG, "").token, token)


def check_token(event: Event, table_number: int, token: str) -> None:
    """Raise `WrongPass` unless this is the table's pass and the event isn't over."""
    if not 1 <= table_number <= MOST_TABLES or not hmac.compare_digest(pass_of(event, table_number).token, token):
        raise WrongPass("This code doesn’t open a table. It may have been replaced. Ask the director for the new one.")
    guard_open(event)


def guard_open(event: Event) -> None:
    if event.state == Event.State.CLOSED:
        raise WrongPass("This evening is over, so its table cards no longer work.")


# -- typing a PIN ------------------------------------------------------------------------


def attempts_at(event: Event, table_number: int) -> tuple[int, datetime | None]:
    """Wrong PINs of a table, and until when it cools off (one query)."""
    typed = list(PassAttempt.objects.filter(event=event).order_by("at").values_list("table_number", "at"))
    cooling = cooling_of(typed, timezone.now())
    return sum(table == table_number for table, _ in typed), cooling.get(table_number) or cooling.get(0)


def cooling_of(typed: Iterable[tuple[int, datetime]], now: datetime) -> dict[int, datetime]:
    """Tables that cool off, and until when (table 0: the whole event), after wrong PINs in order of time."""
    recent = [(table, at) for table, at in typed if is_lately(at, COOL_OFF, now)]
    cooling = {}
    for table in {0, *(table for table, _ in recent)}:
        times = [at for other, at in recent if table in (0, other)]
        most = WRONG_PINS_OF_A_TABLE if table else WRONG_PINS_OF_AN_EVENT
        if len(times) >= most:
            cooling[table] = times[-most] + COOL_OFF
    return cooling


def check_pin(*, event: Event, table_number: int, pin: str, address: str, device: Device | None = None) -> None:
    """Raise `WrongPass` for a wrong PIN, which is counted, and `TooManyPins` after too many. `address` is a keyed hash
    of its origin. A tablet the club knows is counted by itself, apart from others who guess there; one that keeps the
    table already never waits."""
    with queued_write():
        event = Event.objects.select_for_update().get(pk=event.pk)
        guard_open(event)
        # The club knows a tablet that keeps a table tonight, or kept one on another evening.
        tablets = TableTablet.objects.filter(event__club=event.club_id, device=device, is_cut_off=False)
        known = device if device is not None and tablets.exists() else None
        guesser = f"device {known.pk}" if known else address
        if not (known and tablets.filter(event=event, table_number=table_number).exists()):
            _guard_pins(event, table_number, guesser, is_known=known is not None)
        is_right = 1 <= table_number <= MOST_TABLES and hmac.compare_digest(
            pass_of(event, table_number).pin.encode(), pin.encode()
        )
        if not is_right:
            PassAttempt.objects.create(event=event, table_number=min(table_number, MOST_TABLES + 1), guesser=guesser)
    if not is_right:
        raise WrongPass("That table and PIN don’t match. Both are on the table card.")


def _guard_pins(event: Event, table_number: int, guesser: str, *, is_known: bool) -> None:
    now = timezone.now()
    recent = PassAttempt.objects.filter(event=event, at__range=lately(COOL_OFF, now)).order_by("at")
    typed = list(recent.values_list("table_number", "at", "guesser"))
    own = [at for _, at, who in typed if who == guesser]
    if len(own) >= WRONG_PINS_OF_A_GUESSER:
        raise _too_many(event, "", own[-WRONG_PINS_OF_A_GUESSER] + COOL_OFF)
    cooling = {} if is_known else cooling_of([(table, at) for table, at, _ in typed], now)
    until = max((at for table, at in cooling.items() if table in (0, table_number)), default=None)
    if until is not None:
        raise _too_many(event, f" for table {table_number}" if table_number in cooling else "", until)


def _too_many(event: Event, where: str, until: datetime) -> TooManyPins:
    again = clock_words(until + timedelta(minutes=1), event.club)
    return TooManyPins(f"Too many wrong PINs{where}. Scan the QR code instead, or try again at {again}.")
