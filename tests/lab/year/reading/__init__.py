"""What every medium of a club says, read by program: pages, papers, files, what other programs read.

    crawl       all that one person can come to from the club's front page
    nights      which night or season an address is of
    sheets      lists as they stand on a page, in a file and on paper
    lists       what the columns of each list say
    pages       what pages say outside their lists
    papers      papers that are no list
    boards      what a duplicate and a bracket say
    cards       a card or game that is no club's
    reviews     a hand played with bots, step by step
    interfaces  what other programs read
    words       figures, places, days and names

What is not read is said: `Read.unread` counts it by the name of its view, but for what names no figure (`SILENT`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from tests.lab.year.journal import Said

from .boards import BOARD_PAGES, BOARD_PAPERS
from .cards import CARD_LISTS, CARD_PAGES, CARD_PAPERS
from .crawl import Get, Got, crawl
from .interfaces import INTERFACES
from .lists import VIEWS, read_list
from .nights import Nights
from .pages import LISTS, PAGES
from .papers import PAPERS
from .rulings import RULING_LISTS, RULING_PAGES, RULING_PAPERS
from .sheets import lines, words

# Pages that ask or explain, and name no figure of anybody's.
SILENT = frozenset(
    f"league:{name}"
    for name in re.findall(
        r"\w+",
        """add_block adjust_season anonymous answer_call api api_description api_docs api_seasons archive
        archive_for_strangers board_labels_pdf board_master_pdf board_results board_slips_pdf boards
        boards_decide boards_text boards_void categories category change_block change_dues change_picture
        change_pot change_prize change_role close_event close_round club_log coming conduct delete_club
        delete_event delete_member delete_round describe_game edit_event edit_season edit_season_rules
        edit_series export_members front_door hall hall_tables hand_records_pdf health help hold house_book
        house_document house_document_pdf house_rules house_rules_document house_rules_pdf
        house_rules_version import_members invite ladder log member member_link member_links
        member_links_pdf members merge_member move_club new_dues new_event new_member new_online_table
        new_pot new_prize new_season new_series new_series_pot new_series_prize night_card_paper
        night_picture note_coming notices one_series pairs papers past_nights_file past_season
        past_table_file past_weeks_file penalties prizes projector projector_changes
        publications reopen_event reopen_season reword_adjustment roles round_counts rule
        season_adjustments season_rules season_rules_pdf seasons second_director security series
        series_prizes settings table_pass take_cash_back take_dues take_dues_back""",
    )
)
PAGES.update(BOARD_PAGES | RULING_PAGES | CARD_PAGES)
LISTS.update(RULING_LISTS | CARD_LISTS)
PAPERS.update(BOARD_PAPERS | RULING_PAPERS | CARD_PAPERS)
READ = {*VIEWS, *LISTS, *PAGES, *PAPERS, *INTERFACES}


@dataclass
class Read:
    said: list[Said] = field(default_factory=list)
    media: Counter[str] = field(default_factory=Counter)
    unread: Counter[str] = field(default_factory=Counter)
    failed: list[str] = field(default_factory=list)
    unnamed: frozenset[str] = frozenset()  # who may be named in full nowhere
    published: dict[str, int] = field(default_factory=dict)  # the newest publication of each season

    def add(self, other: Read) -> None:
        self.said += other.said
        self.media += other.media
        self.unread += other.unread
        self.failed += other.failed

    def take(self, got: Got, nights: Nights) -> None:
        """Read one page, paper or file."""
        name = got.name.split(".")[0]
        if got.status >= 400:
            self.failed.append(f"{got.address} answers {got.status}")
            return
        told = all_of(got) if self.unnamed and not name.endswith("_file") else ""  # those of examples are nobody’s
        self.failed += [f"{got.address} names {name} in full" for name in sorted(self.unnamed) if name in told]
        before = len(self.said)
        if got.body and name in VIEWS:
            self.said += read_list(got, nights)
        if got.body and name in LISTS:
            self.said += LISTS[name](got, nights)
        page = got.page
        if page is not None and name in PAGES:
            self.said += PAGES[name](got, page, nights)
        if got.body and name in PAPERS:
            self.said += PAPERS[name](got, nights)
        if name in INTERFACES:
            self.said += INTERFACES[name](got, nights)
        if len(self.said) > before:
            self.media[got.name] += 1
        elif got.body and name not in SILENT:
            self.unread[got.name] += 1


def all_of(got: Got) -> str:
    """What it says, with its labels for those who don't see it."""
    if got.kind == "application/pdf":
        return " ".join(lines(got.body))
    told = got.body.decode(errors="replace") if got.kind.startswith("text/") or "json" in got.kind else ""
    page = got.page
    return told if page is None else f"{told} {words(page)}".replace("\xad", "")


def read_club(
    get: Get, front: str, today: date, *, also: Iterable[str] = (), unnamed: frozenset[str] = frozenset(), **how: Any
) -> Read:
    """Everything that one person can come to (`how` as in `crawl`), and addresses that no page leads to."""
    nights = Nights.learn(get, front, today)
    read = Read(unnamed=unnamed, published=nights.published)
    for got in crawl(get, front, counting=READ.__contains__, **how):
        read.take(got, nights)
    for address in also:
        read.take(get(address), nights)
    return read
