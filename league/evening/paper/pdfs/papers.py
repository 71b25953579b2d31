"""Each kind of sheet as a PDF, from its context. Sheets to cut have fixed places and are made a few pages at a time
(`joining`); lists flow. Nearly all are cached by a digest of their content, except table cards, which hold secrets."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from io import BytesIO
from typing import Any, Final, TypeVar

import segno
from django.conf import settings
from django.template.loader import render_to_string
from django.utils.html import strip_tags

from league.evening.paper.listings import (
    CheckInList,
    OwnBoardList,
    PlaceList,
    ResultList,
    SeatList,
    TableList,
    TravelerList,
    seat_lines,
)
from league.evening.paper.pages.heads import PaperHead, letters_wide, lines_of, size_of, stacked
from league.evening.paper.pages.seatings import Slip, shortened
from league.evening.tables.passes import Pass
from pinochle_club.ground.pdfs import kept, typesetter

from .joining import goes_into, joined_pdf
from .score_cards import CardSheet

T = TypeVar("T")
FOLDER: Final = "league/evening/paper"
LISTS: Final = "league/printed.css"
CARDS: Final = "scoring/printed.css"
# The program's own fonts have every letter up to here.
LATIN: Final = 0x17F
# Pages laid out at once: more would hardly be quicker and need more memory.
AT_ONCE: Final = 4
# Slips, in millimetres: the shorter of the two papers, what a slip needs around its rounds, a line of type, the rest
# of a row. The style sheet has places for up to five rows of two.
SHORTEST_PAGE: Final = 279
SLIP_FRAME: Final = 27
SLIP_LINE: Final = 4.1
SLIP_GAP: Final = 1.4
SLIP_LINK: Final = 13  # by how much the link's code is higher than a name on one line
MOST_SLIP_ROWS: Final = 5
# Lines of type on a ruling's slip of half a page.
MOST_RULING_LINES: Final = 22
# Hand records, two and four to a page: letters to choose from; in points, how wide and high one is on the lesser paper.
RECORD_SIZES: Final = {2: (16, 14, 12, 11), 4: (12, 11, 10, 9)}
RECORD_WIDTHS: Final = {2: 527, 4: 249}
RECORD_HEIGHT: Final = 350
# A wall's sheet, in points: the shorter paper, its head, the widths of what is written, and letters of one point.
WALL_HEIGHT: Final = 702
WALL_HEAD: Final = 100
WHO_WIDTH: Final = 280
SEAT_WIDTH: Final = 150
TABLE_WIDTH: Final = 175
BOLD: Final = 0.55
PLAIN: Final = 0.52
ON_A_WALL: Final = (14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 36)  # the sizes of the style sheet
MANY_ON_A_WALL: Final = 80
SMALL_ON_A_WALL: Final = 22
LONGER_SIZES: Final = {"": 1, "long": 0.88, "longest": 0.74}
NAMES_CUT_TO: Final = (60, 40, 26, 14, 7)


def seating_pdf(context: Mapping[str, Any], paper: str) -> bytes:
    places, tables = context["places"], context["tables"]
    heights = [partial(_place_height, one) for one in places]
    names = SeatList(places, wall_size(heights, [_letters(one["name"]) + 2 for one in places], WHO_WIDTH))
    pairs = [tables[at : at + 2] for at in range(0, len(tables), 2)]
    rows: list[Callable[[int], float]] = [partial(_tables_height, pair) for pair in pairs]
    if len(tables) > 2 and len(tables) % 2:
        last = rows[-2:]  # no table is alone on its sheet
        rows[-2:] = [lambda size: sum(row(size) for row in last)]
    at_tables = [_letters(strip_tags(name)) for _, seats, _ in tables for _, name in seats]
    size = wall_size(rows, at_tables, TABLE_WIDTH, least=14)
    return list_pdf(f"{FOLDER}/seating_pdf.html", {**context, "names": names if places else None, "size": size}, paper)


def wall_size(
    heights: Sequence[Callable[[int], float]], letters: Sequence[float], width: float, least: int = 28
) -> int:
    """The largest letters, in points, in which a wall's list needs no more sheets than in the least ones, and of its
    names but a few stand on one line. A few names stand on one sheet in somewhat smaller ones; a great many take half
    the paper."""
    if len(heights) > MANY_ON_A_WALL:
        least = min(least, SMALL_ON_A_WALL)
    usual = sorted(letters)[len(letters) * 4 // 5] if letters else 0

    def sheets(size: int) -> int:
        count, room = 1, float(WALL_HEIGHT - WALL_HEAD)
        for height in heights:
            if (high := height(size)) > room:
                count, room = count + 1, WALL_HEIGHT - WALL_HEAD / 6  # the heads of the columns
            room -= high
        return count

    in_least = sheets(least)
    fits = [size for size in ON_A_WALL if size > least and usual * size * BOLD <= width and sheets(size) == in_least]
    alone = [size for size in ON_A_WALL if 24 <= size < least and in_least > 1 and sheets(size) == 1]
    return max(alone or fits, default=least)


def _letters(name: str) -> float:
    return letters_wide(name) * LONGER_SIZES[size_of(name)]


def _place_height(place: Mapping[str, Any], size: int) -> float:
    """A line of the list by name."""
    smaller = LONGER_SIZES[size_of(place["name"])]
    name = lines_of(f"{place['name']} {place['number']}", WHO_WIDTH / (size * smaller * BOLD))
    seat = sum(lines_of(line, SEAT_WIDTH / (size * 0.5 * PLAIN)) for line in seat_lines(place))
    return size * max(1.12 * smaller * name, 0.56 * seat, 1.15) + 0.16 * size + 1


def _tables_height(tables: Sequence[tuple[int, Sequence[tuple[str, Any]], str]], size: int) -> float:
    """Two tables beside each other."""

    def height(seats: Sequence[tuple[str, Any]], boards: str) -> float:
        lines = sum(lines_of(strip_tags(name), TABLE_WIDTH / (size * BOLD)) for _, name in seats)
        return size * (1.15 * lines + 0.46 * len(seats)) + 54 + (18 if boards else 0)

    return max(height(seats, boards) for _, seats, boards in tables)


def master_pdf(context: Mapping[str, Any], paper: str) -> bytes:
    return list_pdf(f"{FOLDER}/master_pdf.html", context, paper)


def check_in_pdf(context: Mapping[str, Any], paper: str) -> bytes:
    rows = [*context["rows"], context["sum"]] if context["rows"] else []
    people = CheckInList(rows, has_fees=context["has_fees"])
    return list_pdf(f"{FOLDER}/check_in_pdf.html", {**context, "list": people}, paper)


def results_pdf(context: Mapping[str, Any], paper: str) -> bytes:
    who, rounds, standing = context["who"], context["rounds"], context["standing"]
    lists = {
        "results": ResultList(context["rows"], who, has_totals=bool(standing)),
        "tables": TableList(context["tables"]),
        "standing": PlaceList(standing, who, rounds) if standing else None,
        "players": PlaceList(context["player_standing"], "Player", rounds) if context["player_standing"] else None,
    }
    return list_pdf(f"{FOLDER}/results_pdf.html", {**context, **lists}, paper)


def bracket_pdf(head: PaperHead, bracket: Mapping[str, Any], paper: str) -> bytes:
    return list_pdf(f"{FOLDER}/bracket_pdf.html", {"head": head, "bracket": bracket}, paper)


def partners_pdf(context: Mapping[str, Any], paper: str) -> bytes:
    return list_pdf(f"{FOLDER}/partners_pdf.html", context, paper)


def hand_records_pdf(head: PaperHead, records: Sequence[Mapping[str, Any]], paper: str, per_page: int) -> bytes:
    pages = [records[at : at + per_page] for at in range(0, len(records), per_page)]
    sheets = [{"number": at, "count": len(pages), "records": page} for at, page in enumerate(pages, start=1)]
    sizes = RECORD_SIZES[per_page]
    size = next((each for each in sizes if all(record_fits(one, each, per_page) for one in records)), sizes[-1])
    return cut_pdf(f"{FOLDER}/hand_records_pdf.html", sheets, paper, head=head, per_page=per_page, size=size)


def record_fits(record: Mapping[str, Any], size: int, per_page: int) -> bool:
    """Whether a board has room in letters of so many points, hands beside what was made of them or above it."""
    width, beside, tables = RECORD_WIDTHS[per_page], per_page == 2 and record["is_compass"], record["results"]
    hand_width = width * (0.32 if not record["is_compass"] else 0.21 if beside else 0.42) / (size * PLAIN)
    hands = [
        0.9 + sum(lines_of(f"{suit['sign']} {suit['cards']}", hand_width) for suit in one["suits"])
        for one in record["hands"]
    ]
    rows = [hands[:1], hands[1:3], hands[3:]] if record["is_compass"] else [hands[:3], hands[3:6], hands[6:]]
    high = sum(max(row, default=0) for row in rows) + bool(record["kitty"]) * 2
    made = 0.9 * max((len(lines) + 1.5 for lines in tables), default=0)
    said = 0.9 * sum(lines_of(one, width / (0.9 * size * PLAIN)) for one in record["sentences"])
    lines = 3.5 + (max(high, made) if beside else high + made) + said
    stands_alone = len(tables) < 2  # of the others three stand side by side
    return stands_alone and 1.1 * size * lines < RECORD_HEIGHT


def travelers_pdf(context: Mapping[str, Any], share: str, paper: str) -> bytes:
    boards = [{"board": one, "list": TravelerList(one, share)} for one in context["boards"]]
    return list_pdf(f"{FOLDER}/travelers_pdf.html", {**context, "boards": boards}, paper)


def ranking_pdf(context: Mapping[str, Any], paper: str) -> bytes:
    lists = [(title, PlaceList(rows, context["who"], context["rounds"])) for title, rows in context["lists"]]
    return list_pdf(f"{FOLDER}/board_ranking_pdf.html", {**context, "lists": lists}, paper)


def own_boards_pdf(head: PaperHead, sheets: Sequence[Mapping[str, Any]], note: str, paper: str) -> bytes:
    lists = [{"sheet": sheet, "list": OwnBoardList(sheet["rows"])} for sheet in sheets]
    return cut_pdf(f"{FOLDER}/own_boards_pdf.html", lists, paper, head=head, note=note)


def certificates_pdf(head: PaperHead, certificates: Sequence[Mapping[str, Any]], paper: str) -> bytes:
    return cut_pdf(f"{FOLDER}/certificates_pdf.html", certificates, paper, LISTS, head=head)


def slips_pdf(head: PaperHead, slips: Sequence[Slip], paper: str) -> bytes:
    """Slips, many to a page, alphabetical once cut. Those with links are never cached."""
    fitted, rows = fitted_slips(slips)
    pictures = {
        f"qr:{slip['number']}": qr_drawing(f"{settings.PUBLIC_URL}{slip['link']}") for slip in fitted if slip["link"]
    }
    sheets, template = sheets_of(fitted, 2 * rows), f"{FOLDER}/slips_pdf.html"
    if not pictures:
        return cut_pdf(template, sheets, paper, LISTS, head=head, rows=rows)
    parts = parts_of(template, sheets, {"head": head, "paper": paper, "rows": rows})
    return joined_pdf(parts, style=LISTS, pictures=pictures)


def fitted_slips(slips: Sequence[Slip]) -> tuple[Sequence[Slip], int]:
    """The slips, at most a page long, and how many rows fit. Others' names are cut as far as needed."""
    for limit in NAMES_CUT_TO:
        cut = [shortened(slip, limit) for slip in slips]
        longest = max(map(_slip_height, cut), default=SLIP_FRAME)
        if longest <= SHORTEST_PAGE:
            break
    return cut, max(1, min(MOST_SLIP_ROWS, int(SHORTEST_PAGE / longest)))


def _slip_height(slip: Slip) -> float:
    name = SLIP_LINE * 1.3 * (letters_wide(slip["name"]) // (22 if slip["link"] else 30))
    head = max(name, SLIP_LINK) if slip["link"] else name
    # Names that are too long for their column are wrapped, and the round takes more lines of type.
    on_lines = (11, 14) if slip["has_boards"] else (14, 18)  # letters on each
    columns = tuple(zip(("partners", "others"), on_lines, strict=True))
    lines = (max(1, *(lines_of(" & ".join(one[who]), on_line) for who, on_line in columns)) for one in slip["lines"])
    return SLIP_FRAME + head + sum(SLIP_LINE * each + SLIP_GAP for each in lines)


def ruling_slips_pdf(head: PaperHead, slips: Sequence[Mapping[str, Any]], paper: str) -> bytes:
    """Ruling slips, four to a page, or two if one is too long."""
    rows = 2 if max(map(_ruling_lines, slips)) <= MOST_RULING_LINES else 1
    return cut_pdf(f"{FOLDER}/ruling_slips_pdf.html", sheets_of(slips, 2 * rows), paper, head=head, rows=rows)


def _ruling_lines(slip: Mapping[str, Any]) -> int:
    facts = sum(max(-(-len(name) // 18), -(-len(value) // 30)) for name, value in slip["facts"])
    scores = sum(-(-len(name) // 40) for name, _ in slip["scores"])
    return 2 * (1 + len(slip["decision"]) // 40) + len(slip["note"]) // 45 + 1 + facts + scores


def score_cards_pdf(head: PaperHead, sheets: Sequence[CardSheet], paper: str, per_page: int) -> bytes:
    return cut_pdf(f"{FOLDER}/score_cards_pdf.html", sheets, paper, CARDS, head=head, up=per_page)


def table_cards_pdf(head: PaperHead, passes: Sequence[Pass], paper: str, per_page: int) -> bytes:
    """Table cards with their passes, never cached."""
    sheets = sheets_of(passes, per_page)
    pictures = {f"qr:{one.table_number}": qr_drawing(one.address) for one in passes}
    parts = parts_of(f"{FOLDER}/table_cards_pdf.html", sheets, {"head": head, "paper": paper, "up": per_page})
    return joined_pdf(parts, style=LISTS, pictures=pictures)


def qr_drawing(address: str) -> bytes:
    drawing = BytesIO()
    segno.make(address, error="m", micro=False).save(drawing, kind="svg", border=4, xmldecl=False, light="#fff")
    return drawing.getvalue()


def rare_letters(texts: Iterable[str]) -> str:
    """Letters that our own fonts lack, each once."""
    return "".join(sorted({letter for text in texts for letter in text if ord(letter) > LATIN}))


def missing_letters(text: str) -> str:
    """Letters that no font of this server has. Raises `PdfError` where no PDF can be made."""
    letters = rare_letters([text])
    return str(typesetter().missing_letters(letters)) if letters else ""


# -- making ------------------------------------------------------------------------------


def list_pdf(template: str, context: Mapping[str, Any], paper: str) -> bytes:
    shown = {"sheet": context, "head": context["head"], "paper": paper}
    html = render_to_string(template, shown)
    if missing := missing_letters(html):
        html = render_to_string(template, {**shown, "missing": missing})

    def make() -> bytes:
        content: bytes = typesetter().pdf_of(html, style=LISTS)
        return content

    return joined_pdf([html], style=LISTS) if goes_into() else kept(_digest([html]), make)


def cut_pdf(template: str, sheets: Sequence[Any], paper: str, style: str = LISTS, **context: Any) -> bytes:
    parts = list(parts_of(template, sheets, {"paper": paper, **context}))
    if goes_into():
        return joined_pdf(parts, style=style)
    return kept(_digest(parts), lambda: joined_pdf(parts, style=style))


def parts_of(template: str, sheets: Sequence[Any], context: Mapping[str, Any]) -> Iterator[str]:
    for start in range(0, len(sheets), AT_ONCE):
        yield render_to_string(template, {**context, "sheets": sheets[start : start + AT_ONCE]})


def sheets_of(items: Sequence[T], per_page: int) -> list[dict[str, Any]]:
    """Pages of pieces by place, each printed with `number` of `count`."""
    pages = stacked(items, per_page)
    return [
        {"number": number, "count": len(pages), "pieces": tuple(places)} for number, places in enumerate(pages, start=1)
    ]


def _digest(parts: Iterable[str]) -> str:
    found = hashlib.sha256()
    for part in parts:
        found.update(part.encode())
    return f"event {found.hexdigest()}"
