"""The menu of a card: links for its tablet, and notes. No queries."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.score_card.hosts import Hosting

from .card import CardContext
from .panels import PanelContext

# An address with the words of its key.
Link = tuple[str, str]


def menu_links(view: CardContext, base: str, panel: PanelContext | None, hosting: Hosting | None) -> Iterator[Link]:
    """Links to other pages; `base` is the card's address, `panel` the step being entered."""
    sheet, say = view.sheet, view.book.words.say
    if view.round and (panel or (hosting and hosting.may_judge)):
        yield f"{base}round/", "Penalties, late players"
    if hosting and hosting.rules_at:
        yield hosting.rules_at, say("Rule on a hand…")
    if panel and sheet.done_lines and not panel.line.entered and not (hosting and hosting.is_official):
        yield f"{base}sign/", "Review and sign"
    if not hosting:
        yield f"{base}share/", "Share"
    yield f"{base}paper/", "Print"
    yield f"{view.rules_page}?card={view.card.pk}{'&boards' if sheet.setup.boards else ''}", "Rules"
    yield f"{base}history/", "History"
    if hosting:
        if panel and not view.rows:
            yield f"{base}details/", "Who deals first?"
    elif not sheet.is_closed and not view.card.kept_by_play:
        yield f"{base}details/", "Names and details"


def menu_notes(view: CardContext, panel: PanelContext | None, hosting: Hosting | None) -> Iterator[str]:
    if panel and view.money and view.money.rows:
        yield f"{view.money.in_short}."
    if hosting:
        yield from hosting.other_keepers()
    if panel and panel.custom:
        yield panel.custom
    may_change = (hosting and hosting.is_director) or not (view.sheet.is_closed or view.card.kept_by_play)
    if view.sheet.done_lines and not (hosting and hosting.why) and may_change:
        yield view.book.words.say("To correct a hand, tap its line on the card.")
