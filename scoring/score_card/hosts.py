"""The host of an evening's card: what stands above the card, and what a browser may do on it. A kitchen card has none.
The room that begins cards for an evening follows here under the name it writes on them, so the score card knows nothing
of events."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, Protocol
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
    """An official as a card's writer; histories name them by `label`."""

    card_id: UUID
    label: str
    device_id: int | None = None


@dataclass(frozen=True, slots=True)
class Hosting:
    """An evening's additions to one of its cards, for one browser. `template` is drawn above the card with `context`;
    `head` holds its styles and scripts. `writes_as` names the official whose browser this is; empty at a table's own
    tablet. A director (`is_director`) may change a signed card, with a reason; with `may_judge`, penalties and lateness
    are entered here. `why` explains why no hands are entered here. `next_page` follows a finished card; `rules_at` is
    where an official rules on a hand, `opens_at` where an official's browser gets the card, by POST. `remark` is the
    evening's note on the card. `other_keepers` names the card's other tablets, a sentence each. `substitutes` could
    play on; `partner_deals` are the seats whose partner may deal for them. `on_entry` gets each recorded entry, in its
    transaction. `words` are the rule book's."""

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
    on_entry: Callable[[EntryData], None] = lambda entry: None
    words: Vocabulary = STANDARD

    @property
    def is_official(self) -> bool:
        return bool(self.writes_as)

    @property
    def signed(self) -> str:
        """Says that every side has signed, and who can still change the card."""
        return self.words.say(SIGNED)

    @property
    def judged(self) -> str:
        """Says who enters penalties, for a browser that doesn't."""
        return self.words.say(JUDGED)

    def why_not(self, kind: str) -> str:
        """Why this browser may not make an entry of this kind; empty where it may."""
        if kind in JUDGING_KINDS:
            return "" if self.may_judge else self.judged
        if self.why:
            return self.why
        if kind == "reopen":
            return self.signed
        if kind == "sign" and self.is_official:
            return "The card is signed on the table’s tablet."
        return ""


class Host(Protocol):
    """Answers for the cards that carry its name. `for_write`: in the transaction of an entry, until whose end the
    answer must hold."""

    def __call__(self, request: HttpRequest, card: ScoreCard, *, for_write: bool) -> Hosting: ...


# The response to a browser that asks for an evening's card without keeping it; None where unknown.
WayBack = Callable[[HttpRequest, ScoreCard], HttpResponse | None]

# Both by the host's name.
card_shown: Final = Happening[Host]("a card of an evening is shown")
card_sought: Final = Happening[WayBack]("a browser asks for a card of an evening that it doesn’t keep")


class Way(NamedTuple):
    """A line of the start page, what is said below it, and where it leads."""

    title: str
    words: str
    address: str
    comes_first: bool = False


start_shown: Final = Happening[Callable[[], Way | None]]("the start page is shown: where else it leads")


def way_back_from(request: HttpRequest, card_id: UUID) -> HttpResponse | None:
    """The response to a browser that opens an evening's card without having it; None for any other card."""
    card = ScoreCard.objects.filter(pk=card_id).first()
    way_back = card_sought.followers.get(card.host) if card else None
    return way_back(request, card) if way_back and card else None


def hosting_of(request: HttpRequest, card: ScoreCard, *, for_write: bool = False) -> Hosting | None:
    """The host's answer on a card for this browser, asked once in a request; None for a card of no evening. `for_write`
    asks again, in the transaction of a write that waited in line."""
    host = card_shown.followers.get(card.host)
    if host is None:
        return None
    said: dict[UUID, Hosting] = request.__dict__.setdefault("_hostings", {})
    if for_write or card.pk not in said:
        said[card.pk] = host(request, card, for_write=for_write)
    return said[card.pk]
