"""The answer to every tap: the table with what happened, to watch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from pinochle_club.ground.http import HtmxHttpRequest
from scoring.play import sets
from scoring.play.actions import Redeal
from scoring.play.games import Refused, Table
from scoring.play.pages.frames import frame_context
from scoring.play.pages.panels import undo_words
from scoring.play.pages.review import beside_words
from scoring.play.pages.score import headline_of, result_context, score_context
from scoring.play.pages.sets import board_words
from scoring.play.pages.table import table_context
from scoring.play.pages.together import people_context
from scoring.play.pages.voice import Voice
from scoring.play.players import usual_seat
from scoring.play.record import score_of
from scoring.play.seat_view import seat_view
from scoring.play.shared import not_open_yet
from scoring.play.state import DealState, record_of
from scoring.play.together import has_next
from scoring.rules.cards import Seat
from scoring.rules.notation import sign
from scoring.score_card import access
from scoring.score_card.forms import new_client_id
from scoring.score_card.names import Names
from scoring.score_card.pages.card import CardContext, card_context, names_of
from scoring.score_card.recording import read_sheet
from scoring.score_card.sheet import Sheet

PAGE = "scoring/play/table.html"
FRAGMENT = "scoring/play/_table.html"


def answer(request: HtmxHttpRequest, table: Table, *, status: int = 200, **more: Any) -> HttpResponse:
    """The fragment, or for a plain form a redirect; the page itself only with something to say."""
    if not request.htmx and status == 200 and not more:
        return redirect("play:table", table.game.pk)
    return show(request, table, status=status, **more)


def on_with(secret: str | None, to: str, *args: object) -> HttpResponse:
    response = redirect(to, *args)
    access.remember_device(response, secret)
    return response


def why_not(done: Callable[[], object]) -> str:
    try:
        done()
    except Refused as refused:
        return str(refused)
    return ""


def show(request: HtmxHttpRequest, table: Table, *, status: int = 200, **more: Any) -> HttpResponse:
    """The table as it stands (one query, for the card)."""
    context = {"table": context_of(table, **more)}
    return render(request, FRAGMENT if request.htmx else PAGE, context, status=status)


def context_of(table: Table, **more: Any) -> dict[str, Any]:
    card = table.keeper.card
    sheet = read_sheet(card)
    shown = card_context(card, sheet)
    names, settings, seat, stand_ins = names_of(card), table.settings, seat_shown(table), table.stand_ins
    return table_context(
        seat_view(table.state, seat),
        names,
        settings,
        addresses=_addresses(table),
        title=_title(table),
        client_id=new_client_id(),
        seen=table.seen,
        frames=[_frame(table, names, seat, state, stand_ins) for state in table.steps if _is_seen(state, seat)],
        score=score_context(shown),
        result=_result(table, names, sheet, shown),
        is_dealt=table.seen == len(table.steps) and not table.state.is_done,
        is_watching=table.your_seat is None,
        stand_ins=stand_ins,
        people=people_context(table),
        # Then no bot is asked to move on. A seat knows no more of whose turn it is than its view.
        waits_for_person=bool(table.people) and table.waits_for(seat_view(table.state, seat).to_act),
        undo_words=undo_words(table.state.actions[-1]) if table.may_undo else "",
        next_words=_next_words(table),
        again_words=_again(table)[1],
        **more,
    )


def _next_words(table: Table) -> str:
    if table.game.shared is not None:
        return "Next board"
    return "Another game, same players" if table.game.is_over else table.state.book.words.say("Next hand")


def _title(table: Table) -> str:
    shared = table.game.shared
    if table.game.first_id is not None:
        return "Trying again"
    if shared is None:
        return table.state.book.words.say(f"Hand {table.deal.hand}")
    if shared.number:
        return f"Board {shared.number}"
    return "Deal of the day" if shared.day else "The same deal"


def seat_shown(table: Table) -> Seat:
    assert table.your_seat or not table.game.people_id, "nobody looks into the cards of people who play together"
    return table.your_seat or usual_seat(table.book)


def _frame(table: Table, names: Names, seat: Seat, state: DealState, stand_ins: frozenset[Seat]) -> dict[str, Any]:
    view, action, is_watching = seat_view(state, seat), state.actions[-1], table.your_seat is None
    return frame_context(view, names, table.settings, action, is_watching=is_watching, stand_ins=stand_ins)


def _is_seen(state: DealState, seat: Seat) -> bool:
    """Whether the last action is public: keeping one's cards on the redeal question is not."""
    action = state.actions[-1]
    return not isinstance(action, Redeal) or action.claimed or action.seat == seat


def _addresses(table: Table) -> dict[str, str]:
    game, card = table.game, table.keeper.card_id
    is_over, is_open = table.state.is_done, not_open_yet(game) is None
    has_again = not game.people_id or game.shared is not None  # the results of a board
    is_ready = table.person is not None and table.person.ready_at is not None
    return {
        "act": _at("act", game.pk),
        "go_on": _at("go_on", game.pk),
        "settings": _at("settings", game.pk),
        "hint": _at("hint", game.pk) if table.may_ask else "",
        "count_meld": _at("count_meld", game.pk),
        "card": reverse("score_card:card", args=[card]),
        "review": reverse("play:review", args=[game.pk, table.deal.number]) if is_over and is_open else "",
        "again": _again(table)[0] if is_over and table.state.redealt_by is None and has_again else "",
        "next_hand": _next_hand(table) if is_over and not is_ready else "",
        "leave": "" if game.people else reverse("play:start"),
        "room": reverse("play:room", args=[game.people.code]) if game.people else "",
        "share": _at("share", game.pk),
        "undo": _at("undo", game.pk) if table.may_undo else "",
        "rules": reverse("score_card:book_version", args=[table.keeper.card.book_version.digest]),
    }


def _next_hand(table: Table) -> str:
    """The address of the next hand or board; empty for a deal shared alone."""
    game = table.game
    if game.shared is None or game.people_id:
        return _at("next_hand", game.pk) if has_next(game) else ""
    play_set = game.shared.play_set if game.counts else None
    return reverse("play:begin_board", args=[play_set.token]) if play_set and has_next(game) else ""


def _again(table: Table) -> tuple[str, str]:
    game = table.game
    if game.first_id is not None:
        address = reverse("play:try_again", args=[game.pk, table.deal.number, game.from_step])
        return address, "Try again from there"
    return _at("again", game.pk), "See the results" if game.shared_id else "Same cards again"


def _at(name: str, game_id: UUID) -> str:
    return reverse(f"play:{name}", args=[game_id])


def _result(table: Table, names: Names, sheet: Sheet, shown: CardContext) -> dict[str, Any] | None:
    """The finished deal's result; for cards dealt again, that nothing counts."""
    state = table.state
    if not state.is_done:
        return None
    if state.redealt_by is not None:
        who = names.player(state.redealt_by)
        return {"headline": f"{who} asked for new cards, so {state.book.words.say('the hand is dealt again')}."}
    line = sheet.line(table.deal.hand)
    # Who won, once the game is over; a round says of its skunk where it had one.
    skunk = shown.round.skunk_sentence if shown.round is not None and shown.round.has_skunk else ""
    is_alone = bool(line and line.board)  # a board is no round, and has no totals
    totals = line.totals if line and not is_alone else None
    counted = (table.book, record_of(state), names, totals)
    return {
        "in_short": headline_of(*counted, you=table.your_seat),
        "sides": result_context(*counted, you=table.your_seat),
        "finding": _finding(table, names),
        "beside": _beside(table),
        "banner": f"{skunk} {shown.banner}".strip() if shown.banner and not is_alone else "",
    }


def _beside(table: Table) -> str:
    """A try beside the first time, or a board beside the field; empty for other hands."""
    first, seat, shared = table.game.first, table.your_seat, table.game.shared
    if shared is not None and shared.play_set is not None and table.game.counts:
        found = sets.beside_of(table.deal, shared, seat) if seat in table.book.seats else None
        return board_words(found) if found else ""
    if first is None or seat is None or not table.deal.score:
        return ""
    return beside_words(score_of(seat, first.score), score_of(seat, table.deal.score))


def _finding(table: Table, names: Names) -> str:
    found = table.state.claimed
    if found is None:
        return ""
    voice = Voice(names, table.your_seat)
    who = f"{voice.name(found.player)} claimed the rest"
    if found.card is None or found.beaten_by is None or found.holder is None:
        return f"{who}: no opponent could win another {table.state.book.words.trick}."
    return f"{who}, but {voice.possessive(found.holder)} {sign(found.beaten_by)} beats the {sign(found.card)}."
