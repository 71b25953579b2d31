"""A filled card as PDF, beside WeasyPrint used as its first page shows: the same HTML and styles, all given anew."""

from __future__ import annotations

import datetime
import logging
import time
from collections.abc import Callable
from statistics import median

from django.template.loader import render_to_string
from weasyprint import HTML

from pinochle_club.ground import typesetting
from pinochle_club.ground.pdfs import found, kept
from scoring.models import RuleBookVersion, ScoreCard
from scoring.rules.book import built_in_books
from scoring.score_card import pdfs
from scoring.score_card.sheet import Sheet
from tests.lab.benchmarks import Row, sized
from tests.scoring.score_card.makers import NAMES, made_hand, sheet_of

HANDS = pdfs.LINES_ON_A_PAGE


def run() -> list[Row]:
    logging.disable(logging.WARNING)
    card, sheet = full_card()
    html = html_of(card, sheet)
    ours, naive = side_by_side(lambda: pdf_anew(card, sheet), lambda: naive_pdf(html), times=sized(0, 8, 40))
    key = pdfs.card_key(card, "letter", explain=False, remark="")
    kept(key, lambda: pdfs.card_pdf(card, sheet))
    again = once(lambda: found(key))
    return [
        Row("filled card as PDF, 17 hands", ours, "ms", naive, "ms naive WeasyPrint", at_most=0.8),
        Row("the same card asked for again", again, "ms", naive, "ms naive WeasyPrint"),
    ]


def full_card() -> tuple[ScoreCard, Sheet]:
    """A page full of hands, every second one a set."""
    rules = built_in_books()["st-hilary"]
    card = ScoreCard(
        book_version=RuleBookVersion(key=rules.key, number=1, data=rules.to_json()),
        player_names=dict(zip(rules.seats, NAMES, strict=True)),
        first_dealer=rules.seats[0],
        played_on=datetime.date(2026, 11, 18),
        changed_at=datetime.datetime(2026, 11, 18, tzinfo=datetime.UTC),
    )
    entries = [
        entry
        for hand in range(1, HANDS + 1)
        for entry in made_hand(
            hand,
            dealer=rules.seats[(hand - 1) % 4],
            bidder=rules.seats[hand % 4],
            bid=30 if hand % 2 else 20,
            trump="SHDC"[hand % 4],
            meld={"NS": 8, "EW": 8},
            take={"NS": 12, "EW": 13},
        )
    ]
    return card, sheet_of(*entries)


def html_of(card: ScoreCard, sheet: Sheet) -> str:
    """The page that is printed."""
    return render_to_string(
        "scoring/score_card/card_pdf.html", {"card": pdfs.paper_card(card, sheet), "paper": "letter", "hands": []}
    )


def pdf_anew(card: ScoreCard, sheet: Sheet) -> bytes:
    """Ours from the entries' sheet to the file, without looking whether it was made before."""
    return typesetting.pdf_of(html_of(card, sheet))


def naive_pdf(html: str) -> bytes:
    """What one writes first: the page and its stylesheet as strings, files fetched as they come, tagged as ours is."""
    style = typesetting.written(typesetting.CARDS)
    page = html.replace("</head>", f"<style>{style}</style></head>")
    result: bytes = HTML(string=page, base_url=typesetting.STYLE.as_uri(), url_fetcher=typesetting.OWN_FILES).write_pdf(
        pdf_variant="pdf/ua-1"
    )
    return result


def side_by_side(ours: Callable[[], object], naive: Callable[[], object], times: int) -> tuple[float, float]:
    """Both in turn, so that a busy moment of the machine falls on both; the medians in milliseconds."""
    first, *others = [(once(ours), once(naive)) for _ in range(times + 1)]
    taken = others or [first]
    return median(first for first, _ in taken), median(second for _, second in taken)


def once(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1000
