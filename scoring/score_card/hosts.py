"""Who runs the evening that a card belongs to.

A card at a kitchen table has no host. Whoever begins cards for an evening (a club's event) writes the name of
its host on them and registers it here under that name, so that the score card needs to know nothing of events:
it asks the host what to show above the card, and what this browser may do on it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from django.http import HttpRequest

from scoring.models import ScoreCard


@dataclass(frozen=True, slots=True)
class Hosting:
    """What an evening adds to one of its cards for one browser.

    `template` with `context` is drawn above the card. A director (`is_director`) may change a
    signed card, with a reason, and histories call that browser by `writes_as`. `is_over`: nothing
    is entered at tables any more; `why` says so to people.
    """

    template: str
    context: Mapping[str, Any] = field(default_factory=dict)
    is_director: bool = False
    writes_as: str = ""
    is_over: bool = False
    why: str = ""


Host = Callable[[HttpRequest, ScoreCard], Hosting]

_hosts: Final[dict[str, Host]] = {}


def register(name: str, host: Host) -> None:
    """Lets `host` speak for the cards that carry its name; called once, when its app is ready."""
    _hosts[name] = host


def hosting_of(request: HttpRequest, card: ScoreCard) -> Hosting | None:
    """What the host says of a card to this browser; None for a card of no evening."""
    host = _hosts.get(card.host)
    return host(request, card) if host else None
