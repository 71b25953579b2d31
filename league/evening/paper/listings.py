"""The lists of an evening on paper. They are only printed: the event's page can be sorted and saved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from pinochle_club.ground.listings import PAGE, PAPER, SMALL, UNSAID, Column, Figure, Name, PlainList
from scoring.rules.notation import SUIT_SIGNS

from .pages.heads import sized


def numbered_name(name: str, number: int) -> SafeString:
    return format_html('{} <span class="number">{}</span>', sized(name), number)


class CheckInList(PlainList):
    """Everybody expected, with boxes to tick and what each owes; the sum below."""

    paper_look, without_rows = "check-in", ""

    here = Column("Here", printed="box", empty_values=())
    number = Figure("No.", default="")
    name = Name("Name", printed="who")
    fee = Figure("Fee")
    paid = Figure("Paid")
    due = Figure("Due", default="")
    now = Column("Paid now", printed="box", empty_values=())

    def __init__(self, rows: Sequence[dict[str, Any]], *, has_fees: bool) -> None:
        super().__init__(rows, exclude=() if has_fees else ("fee", "paid", "due", "now"))

    def class_of(self, record: dict[str, Any]) -> str:
        return "sum" if "is_sum" in record else ""

    def paper_here(self, record: dict[str, Any]) -> SafeString | str:
        tick = "✓" if record.get("is_here") else ""
        return "" if "is_sum" in record else format_html('<span class="tick">{}</span>', tick)

    def paper_name(self, record: dict[str, Any]) -> SafeString | str:
        if "is_sum" in record:
            return record["name"]  # type: ignore[no-any-return]
        remark = format_html(' <span class="number">{}</span>', record["remark"]) if record["remark"] else ""
        return format_html("{}{}", sized(record["name"]), remark)

    def paper_due(self, record: dict[str, Any]) -> SafeString:
        return format_html("<b>{}</b>", record["due"])

    def paper_now(self, record: dict[str, Any]) -> SafeString | str:
        return SafeString('<span class="tick"></span>') if record["due"] and "is_sum" not in record else ""


class SeatList(PlainList):
    """All players of a round by name, to find one's own on the wall. Two partners or more stand table by table alone,
    so that letters can be large."""

    name = Name("Name", printed="who")
    table = Figure("Table", printed="at", default="")
    seat = Column("Seat", printed="seat")

    def __init__(self, rows: Sequence[dict[str, Any]], size: int) -> None:
        super().__init__(rows)
        self.paper_look = f"names size-{size}"

    def paper_name(self, record: dict[str, Any]) -> SafeString:
        return numbered_name(record["name"], record["number"])

    def paper_seat(self, record: dict[str, Any]) -> SafeString:
        return format_html_join(SafeString("<br>"), "{}", ((line,) for line in seat_lines(record)))


def seat_lines(place: Mapping[str, Any]) -> list[str]:
    """What stands beside the number of a place's table: the seat, boards, and the one partner."""
    alone = place["partners"] if len(place["partners"]) == 1 else ()
    seat = " · ".join(filter(None, (place["seat"], place["boards"])))
    return [seat, *(f"with {name}" for name in alone)]


class ResultList(PlainList):
    """All players of one round, with what their points are made of."""

    paper_look = "results adding"

    rank = Figure("Place", printed="rank")
    name = Name("Player", printed="who")
    table = Figure("Table", printed="at")
    steps = Column("How the points add up", printed="steps", default="")
    points = Figure("Points", printed="main")
    total = Figure("So far")

    def __init__(self, rows: Sequence[dict[str, Any]], who: str, *, has_totals: bool) -> None:
        super().__init__(rows, exclude=() if has_totals else ("total",))
        self.columns["name"].column.called(who)

    def paper_name(self, record: dict[str, Any]) -> SafeString:
        return numbered_name(record["name"], record["number"])


class TableNumber(Name):
    kind = "num"


class TableList(PlainList):
    """The tables of a round, the winners of each marked."""

    paper_look = "results tables"

    number = TableNumber("Table", printed="at")
    sides = Column("Players and points, the winners marked with ★")
    remarks = Column("Remarks", printed="remarks", default="")

    def __init__(self, rows: Sequence[dict[str, Any]]) -> None:
        super().__init__(rows, exclude=() if any(row["remarks"] for row in rows) else ("remarks",))

    def paper_sides(self, record: dict[str, Any]) -> SafeString:
        sides = record["sides"]
        names = [format_html("★ <b>{}</b>" if one["is_winner"] else "{}", one["name"]) for one in sides]
        points = [one["points"] for one in sides]
        return format_html_join("", '<p class="side"><b class="made">{}</b>{}</p>', zip(points, names, strict=True))


class Players(Column):
    def render(self, value: Sequence[str]) -> str:
        return " & ".join(value)


class TravelerList(PlainList):
    """All tables' results on a board, best of the first side first."""

    paper_look = "results travelers"

    where = Name("Round, table", printed="at")
    bid = Column("Bid", printed="steps", default="")

    def __init__(self, traveler: dict[str, Any], share: str) -> None:
        each = [
            (f"{name}-{at}", column(f"{way} {label}".strip(), accessor=f"sides__{at}__{name}"))
            for name, label, column in (("names", "", Players), ("score", "", Figure), ("share", share, Figure))
            for at, way in enumerate(traveler["directions"])
        ]
        super().__init__(traveler["lines"], extra_columns=each)

    def paper_where(self, record: dict[str, Any]) -> str:
        return f"{record['round_number']} / {record['number']}"

    def paper_bid(self, record: dict[str, Any]) -> str:
        trump = f" {SUIT_SIGNS[record['trump']]}" if record["trump"] else ""
        bid = f"{record['bid']}{trump} by {record['by']}, " if record["bid"] else ""
        return ". ".join(filter(None, (f"{bid}{record['result']}", record["note"])))


class OwnBoardList(PlainList):
    """One player's boards, in the order played."""

    paper_look = "results own-boards"

    board = Figure("Board", printed="rank")
    where = Column("Round / table", printed="at")
    partner = Column("With", printed="partner")
    against = Column("Against")
    bid = Column("Bid", printed="bid")
    score = Figure("Score")
    share = Figure("Share", printed="main")
    why = Column("How it came about", printed="steps")


class PlaceList(PlainList):
    """The places after some rounds, round by round. The more rounds, the smaller on paper."""

    media = PAGE | PAPER
    look = "listing results"
    previous_key, next_key = "Before", "After"

    rank = Figure("Place", printed="rank")
    name = Name("Player", printed="who")
    won = Figure("Won", beside="Won", on_phone=SMALL)
    total = Figure("Total", printed="main")

    def __init__(self, rows: Sequence[Any], who: str, rounds: Sequence[str]) -> None:
        each = [
            (f"round-{at}", Figure(one, accessor=f"rounds__{at}", on_phone=UNSAID)) for at, one in enumerate(rounds)
        ]
        is_by_wins = any(one.get("won") is not None for one in rows)
        super().__init__(
            rows,
            extra_columns=each,
            exclude=() if is_by_wins else ("won",),
            sequence=("rank", "name", "...", "won", "total"),
        )
        self.columns["name"].column.called(who)
        many = " most" if len(rounds) > 12 else " many" if len(rounds) > 6 else ""
        self.paper_look = f"results figures{many}"

    def class_of(self, record: Any) -> str:
        """A line above the first who is no finalist."""
        return "first-below" if record["is_first_below"] else ""

    def render_total(self, record: Any) -> SafeString:
        return format_html("<b>{}</b>", record["total"])

    def paper_total(self, record: Any) -> str:
        return record["total"]  # type: ignore[no-any-return]

    def paper_name(self, record: Any) -> SafeString:
        return sized(record["name"])
