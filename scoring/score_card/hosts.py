"""Who runs the evening that a card belongs to.

A card at a kitchen table has no host. The room that begins cards for an evening (a club's event) writes the name of
its host on them, and under that name the host follows here. So the score card needs to know nothing of events: it asks
the host what to show above the card, and what this browser may do on it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol
from uuid import UUID

from django.http import HttpRequest, HttpResponse

from pinochle_club.ground.happenings import Happening
from scoring.models import ScoreCard
from scoring.rules.book.vocabulary import STANDARD, Vocabulary
from scoring.rules.cards import Seat

from .people import Substitute
from .sheet import EntryData

SIGNED: Final = "Signed. To change it now, call the director."
JUDGED: Final = "The director enters penalties and late arrivals. If one is missing or wrong, call the director."
JUDGING_KINDS: Final = frozenset({"penalty", "pardon", "late"})


@dataclass(frozen=True, slots=True)
class HostWriter:
    """Somebody who runs the evening, as a card's writer: histories call them by `label`."""

    card_id: UUID
    label: str
    device_id: int | None = None


@dataclass(frozen=True, slots=True)
class Hosting:
    """What an evening adds to one of its cards for one browser.

    `template` is drawn above the card with what `context` makes when a whole page is drawn, and `head` holds the
    styles and scripts for it. `writes_as` is the name of
    an official whose browser this is, empty at a table's own tablet; histories call its entries by it. A director
    (`is_director`) may change a signed card, with a reason; `may_judge`: penalties and lateness are entered here.
    `why` says to people why no hands are entered here, and is empty where they are. `next_page` is where to go when
    the card is done; `rules_at` is where an official
    rules on a hand, `opens_at` where an official's browser gets the card, by POST. `remark` is what the evening
    says of the card as a whole, on screen and paper; empty mostly. `other_keepers` tells, a sentence each, which
    other tablets keep the card. `substitutes` are those who could play on for
    somebody at the table, `partner_deals` the seats of those for whom their partner may deal. `told` is called with
    each entry that was recorded, in its transaction. `words` are those of the rule book.
    """

    template: str
    head: str
    context: Callable[[], Mapping[str, Any]] = dict
    is_director: bool = False
    may_judge: bool = False
    writes_as: str = ""
    why: str = ""
    next_page: str = ""
    rules_at: str = ""
    opens_at: str = ""
    remark: str = ""
    other_keepers: Callable[[], Iterable[str]] = tuple
    substitutes: Callable[[], Iterable[Substitute]] = tuple
    partner_deals: Callable[[], Collection[Seat]] = tuple
    told: Callable[[EntryData], None] = lambda entry: None
    words: Vocabulary = STANDARD

    @property
    def is_official(self) -> bool:
        return bool(self.writes_as)

    @property
    def signed(self) -> str:
        """That every side has signed, and who can still change the card."""
        return self.words.say(SIGNED)

    @property
    def judged(self) -> str:
        """Who enters penalties, for a browser that doesn't."""
        return self.words.say(JUDGED)

    def why_not(self, kind: str) -> str:
        """Why an entry of this kind is not made in this browser; empty where it may be."""
        if kind in JUDGING_KINDS:
            return "" if self.may_judge else self.judged
        if self.why:
            return self.why
        if kind == "reopen":
            return self.signed
        if kind == "sign" and self.is_official:
            return "Each side signs on the table’s tablet."
        return ""


class Host(Protocol):
    """Speaks for the cards that carry its name.

    `for_write`: inside the transaction of an entry; what the answer rests on must hold until that is over.
    """

    def __call__(self, request: HttpRequest, card: ScoreCard, *, for_write: bool) -> Hosting: ...


# Where a browser belongs that asks for a card of an evening and does not keep it; None where nobody knows.
WayBack = Callable[[HttpRequest, ScoreCard], HttpResponse | None]

# Both by the host's name.
card_shown: Final = Happening[Host]("a card of an evening is shown")
card_sought: Final = Happening[WayBack]("a browser asks for a card of an evening that it doesn’t keep")


def way_back_from(request: HttpRequest, card_id: UUID) -> HttpResponse | None:
    """What to answer a browser that opens a card of an evening without keeping it; None for any other card."""
    card = ScoreCard.objects.filter(pk=card_id).first()
    way_back = card_sought.followers.get(card.host) if card else None
    return way_back(request, card) if way_back and card else None


def hosting_of(request: HttpRequest, card: ScoreCard, *, for_write: bool = False) -> Hosting | None:
    """What the host says of a card to this browser; None for a card of no evening.

    Asked once in a request; `for_write` asks again, for a write that waited in line, inside its transaction.
    """
    host = card_shown.followers.get(card.host)
    if host is None:
        return None
    said: dict[UUID, Hosting] = request.__dict__.setdefault("_hostings", {})
    if for_write or card.pk not in said:
        said[card.pk] = host(request, card, for_write=for_write)
    return said[card.pk]
