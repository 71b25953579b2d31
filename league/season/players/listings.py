from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django_tables2 import A

from league.evening.cards.judged import Judged
from league.evening.cards.words import NOTHING, shares_text
from league.models import Entrant
from league.season.players.hands import NIGHTS, ROUNDS
from league.season.players.pages.judged import JudgedLine, how_many
from league.season.players.pages.record import BookPart, Fact, RecordPage, average_words
from league.season.players.record import Night
from league.words import short_when_with_year
from pinochle_club.ground.listings import (
    PAGE,
    PAPER,
    RANK,
    SMALL,
    UNSAID,
    Column,
    Figure,
    Listing,
    Name,
    PlainList,
)
from scoring.rules.notation import figure_words


class OwnEveningListing(Listing):
    """A player's evenings, latest first, with what was `judged` there."""

    heading = "evenings"
    rows_a_page = 10
    file_name = "my-evenings"
    finds = ("event__name", "event__played_on")
    find_label = "Name or year"
    judged: Sequence[Judged] = ()

    name = Name(
        "Evening",
        accessor="event__name",
        linkify=("league:my_evening", [A("event__club__slug"), A("event_id")]),
        orderable=True,
    )
    played_on = Column("Date", accessor="event__played_on", orderable=True, initial_sort_descending=True)
    rulings = Column("Rulings and penalties", beside="Rulings")

    def render_played_on(self, record: Entrant) -> str:
        return short_when_with_year(record.event)

    def value_played_on(self, record: Entrant) -> date:
        return record.event.played_on

    def render_rulings(self, record: Entrant) -> str:
        return how_many(one for one in self.judged if one.event.pk == record.event_id) or "–"


class NightList(PlainList):
    """The nights of a record below its chart, latest first."""

    media = PAGE | PAPER
    paper_look = "results figures nights"

    night = Name("Night", printed="who")
    place = Figure("Place", on_phone=SMALL)
    rounds = Figure("Rounds", accessor="tally__rounds", on_phone=UNSAID)
    boards = Figure("Duplicate", on_phone=SMALL, accessor="shares", default="–")
    points = Figure("Points")
    average = Figure("Average")
    running = Figure("So far")

    def __init__(self, part: BookPart, page: RecordPage) -> None:
        nights = part.record.nights[::-1]
        self.shown, self.heading = page, f"nights-{part.key}"
        super().__init__(nights, exclude=() if any(night.shares for night in nights) else ("boards",))

    def render_night(self, record: Night) -> SafeString:
        page = self.shown
        parts = (page.event_address(record.event), page.day(record), page.events.get(record.event, ""))
        return format_html('<a class="reach" href="{}">{}</a> <span class="night-name soft">{}</span>', *parts)

    def paper_night(self, record: Night) -> str:
        return f"{self.shown.day(record)}, {self.shown.events.get(record.event, '')}"

    def render_boards(self, record: Night) -> str:
        return shares_text(record.shares, 1) if record.shares else NOTHING

    def render_points(self, record: Night) -> str:
        return figure_words(record.points)

    def render_average(self, record: Night) -> str:
        return average_words(record.tally.average)

    def render_running(self, record: Night) -> str:
        return average_words(record.running)


class MarkList(PlainList):
    """Firsts and milestones, on paper."""

    name = Name("What", printed="who")
    when = Column("When")

    def paper_when(self, record: Fact) -> str:
        return f"{record.figure}, {record.note}"


class RulingList(PlainList):
    """Judgments of an evening (`JudgedLine`), on paper."""

    paper_look = "results rulings"

    place = Name("Where", printed="who")
    says = Column("What was ruled")
    by = Column("By", printed="remarks")

    def paper_says(self, record: JudgedLine) -> SafeString:
        judged, state = record.judged, f" ({record.state})" if record.state else ""
        title = f"{judged.title}: {judged.player}" if judged.player else judged.title
        more = (judged.says, f"“{judged.note}”" if judged.note else "", *record.steps)
        lines = (format_html("<b>{}</b>{}", title, state), *filter(None, more))
        return format_html_join(SafeString("<br>"), "{}", ((line,) for line in lines))


class CompanyListing(Listing):
    """The people a member has met, the most met first (`company_lines`)."""

    heading = "company"
    previous_key, next_key = "Before", "After"
    file_name = "with-and-against"

    name = Name("Player", linkify=lambda record: record["address"], orderable=True)
    together = Column(
        "Together", beside="Together", default="–", linkify=lambda record: record["together_address"] or None,
        orderable=True, order_by="rounds__0", initial_sort_descending=True,
    )  # fmt: skip
    against = Column(
        "Against", beside="Against", default="–", linkify=lambda record: record["against_address"] or None,
        orderable=True, order_by="rounds__1", initial_sort_descending=True,
    )  # fmt: skip

    def render_together(self, value: str) -> SafeString:
        return _rounds_first(value)

    def render_against(self, value: str) -> SafeString:
        return _rounds_first(value)


def _rounds_first(words: str) -> SafeString:
    """The number of rounds, with words that a phone has no room for elsewhere."""
    rounds, comma, more = words.partition(",")
    return format_html('{}<span class="narrow-hidden">{}</span>', rounds, comma + more)


class MeetingListing(Listing):
    """The rounds of two who met, latest first (`meeting_page`)."""

    heading = "meeting"
    file_name = "rounds"

    day = Column("Date", on_phone=RANK, orderable=True, order_by="at", initial_sort_descending=True)
    name = Name("Event", linkify=lambda record: record["address"])
    round = Column("Round", on_phone=UNSAID, linkify=lambda record: record["card"])
    others = Column("Others")
    points = Figure("Points", orderable=True, order_by="figure", initial_sort_descending=True)
    won = Column("Won")

    def value_day(self, record: Mapping[str, Any]) -> date:
        return record["played_on"]  # type: ignore[no-any-return]


class HandList(PlainList):
    """What a figure of a record counts, latest first (`pages.hands.hand_lines`)."""

    media = PAGE
    heading = "hands"
    without_rows = "Nothing so far."

    player = Column("Player", on_phone=SMALL)
    day = Column("Date", on_phone=SMALL)
    where = Name("Where", linkify=lambda record: record["address"])
    name = Column("Event", on_phone=UNSAID)
    partner = Column("Partner", beside="With")
    bid = Column("Bid", default="–")
    points = Figure("Points")

    def __init__(self, slots: Sequence[Any], fact: str, *, of_club: bool = False) -> None:
        of_nights, of_rounds = fact in NIGHTS, fact in ROUNDS or fact.startswith("won_in_a_row")
        hidden = ("name", "partner", "bid") if of_nights else ("bid",) if of_rounds else ()
        super().__init__(slots, exclude=(*hidden, *(("name", "partner") if of_club else ("player",))))
        if of_nights:
            self.columns["points"].column.called("Place")
