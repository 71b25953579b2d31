from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from html import escape
from typing import Any, Final

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import capfirst

from league.acting.permissions import Acting
from league.evening.paper.pages.heads import sized
from league.evening.ties.parting import Who
from league.models import Club, Publication, PublishedPlace
from league.office.clubs.pages.navigation import address_of
from league.words import money, plain
from pinochle_club.ground.dates import brief_day, short_day
from pinochle_club.ground.exports import BOTH
from pinochle_club.ground.listings import (
    EVERYWHERE,
    FILE,
    PAGE,
    PAPER,
    SMALL,
    UNSAID,
    Column,
    Figure,
    Listing,
    Name,
    PlainList,
)
from scoring.rules.notation import decimal_number, decimal_words, figure_words

from . import pages
from .fees import Paid
from .published import Named
from .publishing import stood
from .rules import SeasonRules
from .standings import Move, Place

_FOLLOWED: Final = SafeString('<span class="tag tag-soft">You follow</span>')
_NO_REASON: Final = '<span class="narrow-hidden">–</span>'
WHO: Final = "standing-who tall-links row gap-2 between-12"


def missing(line: PublishedPlace) -> Sequence[str]:
    """The needs of a line without a place. Its other hints stand on the player's own page."""
    return pages.needs_words(line) if line.place is None else ()


def _why_and_needs(why: str, needs: Sequence[str]) -> SafeString:
    """Why a line is above the next, and what it still needs for a place."""
    told = [f'<span class="soft small standing-need">{escape(one)}</span>' for one in needs]
    return SafeString(f'<span class="standing-why"><span>{escape(why) or _NO_REASON}</span>{"".join(told)}</span>')


class StandingListing(Listing):
    """Lines of one division, first place first, drawn for `acting`: lines of their `own` are marked. In the newest
    standings (`is_newest`) names lead to places. Where nobody moved, reasons have the room."""

    previous_key, next_key = "Before", "After"
    media = EVERYWHERE
    look, heading = "listing standings", "standings"
    folds = False  # all of a reason is a tap on the name away
    file_name = "standings"
    files = BOTH

    # Every cell is drawn from the lines of its page alone: that is quick, and all look at this one after a night.
    place = Figure("Place", printed="rank", orderable=True, order_by="order")  # databases disagree where None stands
    name = Name("Name", printed="who")
    points = Figure("Points", printed="main", orderable=True)
    total = Figure("Points in all", on=PAGE | FILE, because="there is room for what places go by alone")
    nights = Figure("Nights", printed="at", orderable=True)
    gap = Figure("Ahead by", on=PAGE, because="elsewhere is room for the reason")
    why = Column("Above the next by", on=FILE | PAPER, because="the page has its figure; it stands below the name")
    needs = Column("Needs", on=FILE, because="it stands below the reason")
    moved = Column("Moved", printed="moved", on=FILE | PAPER, because="it stands beside the name")

    def __init__(
        self,
        lines: Any,
        publication: Publication,
        acting: Acting,
        *,
        own: Sequence[int] = (),
        followed: Collection[int] = (),
        is_newest: bool = True,
        has_moves: bool = True,
    ) -> None:
        self.is_newest = is_newest
        self.points_by = points_by = SeasonRules.from_json(publication.rules.rules).points_by
        needless = {"total": points_by in ("total", "places"), "moved": not has_moves}
        super().__init__(lines, exclude=[name for name, is_so in needless.items() if is_so])
        self.season, self.acting, self.own, self.followed = publication.season, acting, own, followed
        self.columns["points"].column.called(pages.FIGURES[points_by])

    def render_place(self, record: PublishedPlace) -> int | str:
        return "–" if record.place is None else record.place

    def value_place(self, record: PublishedPlace) -> int | None:
        return record.place

    def render_name(self, record: PublishedPlace) -> SafeString:
        name = format_html("<bdi>{}</bdi>", self.value_name(record))
        if self.is_newest:
            name = format_html('<a href="{}">{}</a>', pages.place_address(self.season, record), name)
        tag = _FOLLOWED if {record.member_id, record.partner_id} & {*self.followed} else SafeString()
        if record.pk in self.own:
            leads_here = format_html(' id="{}"', pages.OWN_LINE) if record.pk == self.own[0] else ""
            tag = format_html('<span class="tag tag-now own-line"{}>You</span>', leads_here)
        if (moved := pages.moved_mark(record)) is not None:
            sign = format_html('<span aria-hidden="true">{}</span> ', moved.sign) if moved.sign else ""
            tag += format_html('<span class="tag {}">{}{}</span>', moved.tone, sign, moved.words)
        return SafeString(f'<span class="{WHO}">{name}{tag}</span>')

    def paper_name(self, record: PublishedPlace) -> SafeString:
        return sized(self.value_name(record))

    def bare_name(self, record: PublishedPlace) -> SafeString:
        why = pages.why_words(record)
        name = format_html("<bdi>{}</bdi>", self.value_name(record))
        return format_html('{} <small class="soft">{}</small>', name, why) if why else name

    def value_name(self, record: PublishedPlace) -> str:
        return pages.listed_names(record, self.acting)

    def render_points(self, record: PublishedPlace) -> str:
        return pages.figure_of(record)

    def value_points(self, record: PublishedPlace) -> int | float:
        figure = stood(record).figure
        return int(figure) if figure.denominator == 1 else decimal_number(figure)

    def render_total(self, record: PublishedPlace) -> str:
        return figure_words(self.value_total(record))

    def value_total(self, record: PublishedPlace) -> int | float:
        return record.shown["points"]  # type: ignore[no-any-return]

    def render_nights(self, record: PublishedPlace) -> int:
        return record.nights

    def render_gap(self, record: PublishedPlace) -> SafeString | str:
        words = pages.gap_words(record.says.get("why", ""))
        return pages.gap_figure(record) or _why_and_needs(words, missing(record))

    def paper_why(self, record: PublishedPlace) -> SafeString:
        lines = [pages.why_words(record), *map(capfirst, missing(record))]
        return format_html_join(SafeString("<br>"), "{}", ((line,) for line in lines))

    def value_why(self, record: PublishedPlace) -> str:
        return pages.why_words(record)

    def value_needs(self, record: PublishedPlace) -> str:
        return "; ".join(pages.needs_words(record))

    def paper_moved(self, record: PublishedPlace) -> str:
        moved = pages.moved_mark(record)
        return "" if moved is None else f"{moved.sign} {moved.words.split()[-1]}" if moved.sign else moved.words

    def value_moved(self, record: PublishedPlace) -> str:
        return record.says["moved"]["says"] if "moved" in record.says else ""


class MoveList(PlainList):
    """Moves between two publications (`Move`)."""

    media = PAGE | PAPER
    look = "listing moves"

    name = Name("Name", printed="who")
    place = Figure("Place", printed="moved", on_phone=SMALL)
    figures = Figure("Points", printed="was")
    why = Column("Why")

    def __init__(self, moves: Sequence[Move], named: Named, acting: Acting) -> None:
        super().__init__(moves)
        self.named, self.acting = named, acting

    def render_name(self, record: Move) -> SafeString:
        people = (self.named.people.get(one) for one in record.who)
        return format_html("<bdi>{}</bdi>", pages.joined_names(people, self.acting) or "Somebody")

    def render_place(self, record: Move) -> SafeString:
        was, now = ("–" if one is None or one.place is None else one.place for one in (record.before, record.after))
        return format_html("{}", now) if was == now else format_html("<b>{} → {}</b>", was, now)

    def render_figures(self, record: Move) -> str:
        was, now = (one.figure_says if one else "–" for one in (record.before, record.after))
        return now if was == now else f"{was} → {now}"

    def render_why(self, record: Move) -> SafeString:
        nights = format_html_join("", '<span class="soft small">{}</span>', ((one,) for one in self.nights_of(record)))
        return format_html('<span class="stack gap-2"><span>{}</span>{}</span>', capfirst(record.says), nights)

    def paper_why(self, record: Move) -> SafeString:
        lines = (capfirst(record.says), *self.nights_of(record))
        return format_html_join(SafeString("<br>"), "{}", ((line,) for line in lines))

    def nights_of(self, move: Move) -> Iterator[str]:
        """The nights that count otherwise, as far as their points are of the same kind."""
        if move.before is not None and move.after is not None and move.before.by != move.after.by:
            return
        for event_id, points in move.nights.items():
            event = self.named.events.get(event_id)
            title = short_day(event.played_on, event.club.date_style) if event else "A night that was deleted"
            was, now = ("not counted" if one is None else figure_words(one) for one in points)
            if points[0] is None:
                yield f"{title}: {now}"
                continue
            credit = " → ".join(figure_words(one) for one in move.credits.get(event_id, ()))
            yield f"{title}: {was} → {now}" + (f", with the credit for sitting out {credit}" if credit else "")


def move_lists(moves: Mapping[str, Sequence[Move]], named: Named, acting: Acting) -> list[tuple[str, MoveList]]:
    """The moves of each division; that of all has no name."""
    return [(name, MoveList(group, named, acting)) for name, group in moves.items()]


class UnpublishedList(PlainList):
    """Standings that are not published (`Place`)."""

    media = PAGE
    look = "listing standings"

    place = Figure("Place", default="–")
    name = Name("Name")
    points = Figure("Points", accessor="figure_says")
    nights = Figure("Nights")
    why = Column("Above the next by")

    def __init__(self, places: Sequence[Place], name_of: Callable[[Who], str], **more: Any) -> None:
        super().__init__(places, **more)
        self.name_of = name_of

    def render_name(self, record: Place) -> SafeString:
        return format_html("<bdi>{}</bdi>", self.name_of(record.who))

    def render_nights(self, record: Place) -> int | str:
        return record.attended or "–"

    def render_why(self, record: Place) -> SafeString:
        return _why_and_needs(pages.ahead_words(record.why.says), record.needs if record.place is None else ())


class ByName:
    """A list of people searched as names are sorted (`finds`), whatever their signs."""

    previous_key, next_key = "Before", "After"
    finds: Sequence[str] = ("order",)
    find_label = "Name"

    @classmethod
    def found(cls, records: Any, wanted: str) -> list[Any]:
        """The lines in which every word stands in one of the names."""
        words = [plain(word) for word in wanted.split()]
        return [line for line in records if all(any(word in getattr(line, of) for of in cls.finds) for word in words)]


class PartnerListing(ByName, Listing):
    """Players with each of their partners (`PartnerLine`), by name."""

    heading = "each"
    file_name = "partners"
    finds = ("order", "partner_order")

    name = Name("Player", orderable=True, order_by="order")
    partner = Column("Partner", beside="&", orderable=True, order_by="partner_order")
    rounds = Figure("Rounds", on_phone=SMALL, orderable=True, initial_sort_descending=True)
    points = Figure("Points", on_phone=UNSAID, orderable=True, initial_sort_descending=True)
    average = Figure("Average", orderable=True, initial_sort_descending=True)

    def render_partner(self, record: pages.PartnerLine) -> SafeString:
        return format_html('<a href="{}"><bdi>{}</bdi></a>', record.address, record.partner)

    def render_points(self, record: pages.PartnerLine) -> str:
        return figure_words(record.points)

    def render_average(self, record: pages.PartnerLine) -> str:
        return decimal_words(record.average)


class FeeListing(ByName, Listing):
    """Fees paid and owed (`Paid`), the largest debt first."""

    look, heading = "listing fees", "fees"
    file_name = "fees"
    files = BOTH

    name = Name("Player", orderable=True, order_by="order")
    evenings = Figure("Evenings", on_phone=UNSAID, orderable=True, initial_sort_descending=True)
    paid = Figure("Paid", on_phone=SMALL, orderable=True, initial_sort_descending=True)
    owes = Figure("Owes", orderable=True, initial_sort_descending=True)
    owed_from = Column("From")

    def __init__(self, lines: Sequence[Paid], club: Club) -> None:
        super().__init__(lines)
        self.club = club
        for name in ("paid", "owes"):
            column = self.columns[name].column
            column.called(column.verbose_name, in_file=f"{column.verbose_name} ({club.currency})")

    def render_paid(self, record: Paid) -> str:
        return money(record.paid, self.club)

    def value_paid(self, record: Paid) -> Decimal:
        return Decimal(record.paid) / 100

    def render_owes(self, record: Paid) -> str:
        return money(record.owes, self.club) if record.owes else "–"

    def value_owes(self, record: Paid) -> Decimal:
        return Decimal(record.owes) / 100

    def render_owed_from(self, record: Paid) -> SafeString:
        days = ((address_of("cash", self.club.slug, event), self._day(day)) for event, day in record.owed_from)
        links = format_html_join(", ", '<a href="{}">{}</a>', days)
        return format_html("<span>{}</span>", links) if links else SafeString("–")

    def value_owed_from(self, record: Paid) -> str:
        return ", ".join(self._day(day) for _, day in record.owed_from)

    def _day(self, day: date) -> str:
        return brief_day(day, self.club.date_style)
