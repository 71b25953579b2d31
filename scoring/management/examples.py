"""An example card for every rule book on the start page; made by `manage.py demo`, step by step through the forms."""

from __future__ import annotations

import random
from typing import Any
from uuid import uuid4

from django.core.management.base import CommandError

from pinochle_club.ground.write_queue import queued_write
from scoring.models import Device, DeviceCard, ScoreCard
from scoring.rules.book import built_in_books
from scoring.rules.meld_totals import warm
from scoring.score_card import access
from scoring.score_card.beginning import start_card
from scoring.score_card.forms import EntryForm, HandForm, LatenessForm, PenaltyForm, question_field
from scoring.score_card.forms.hands import RARE
from scoring.score_card.pages.card import names_of
from scoring.score_card.recording import read_sheet, record
from scoring.score_card.sheet import Sheet

from .stories import Hand, Story, dealt_hand, story_of

DEVICE_LABEL = "Examples"


def remove_examples() -> int:
    """Delete all example cards; returns their number."""
    with queued_write():
        examples = ScoreCard.objects.filter(is_example=True)
        count = examples.count()
        examples.delete()
        Device.objects.filter(label=DEVICE_LABEL, kept_cards=None).delete()
    return count


def make_examples() -> list[str]:
    """Make the missing example cards; returns the short names of their books."""
    there = set(ScoreCard.objects.filter(is_example=True).values_list("book_version__key", flat=True))
    made = []
    for book in built_in_books().values():
        if book.key not in there:
            warm(book)  # before the write: it may take a second, and tables may be waiting to save
            with queued_write():  # a card half made would never be finished
                _tell(story_of(book))
            made.append(book.short_name)
    return made


def _tell(story: Story) -> None:
    keeper = _begin(story)
    rng = random.Random(story.seed)
    for hand in story.hands:
        _play(keeper, hand or dealt_hand(_sheet(keeper).book, _sheet(keeper).next_dealer, rng))
    for _ in range(story.added):
        if _sheet(keeper).open_line:
            _play(keeper, dealt_hand(_sheet(keeper).book, _sheet(keeper).next_dealer, rng))
    _tell_the_rest(keeper, story)


def _begin(story: Story) -> DeviceCard:
    book = built_in_books()[story.book]
    card = start_card(
        book,
        is_example=True,
        player_names=dict(zip(book.seats, story.players, strict=True)),
        side_names=dict(zip(book.sides, story.teams, strict=False)),
        table_name=story.table,
        round_name=story.round,
    )
    device = Device.objects.filter(label=DEVICE_LABEL).first()
    if device is None:
        # Its secret is thrown away at once: an example is never written on.
        device = Device.objects.create(label=DEVICE_LABEL, token_hash=access.hash_of(access.new_secret()))
    return access.keep_card(device, card)


def _sheet(keeper: DeviceCard) -> Sheet:
    return read_sheet(keeper.card)


def _play(keeper: DeviceCard, hand: Hand) -> None:
    """Enter a hand step by step, as far as its story goes."""
    names = names_of(keeper.card)
    for step, typed in hand.fields(names.book).items():
        sheet = _sheet(keeper)
        line = sheet.open_line
        assert line is not None, f"{sheet.book.key}: the game was over before its story"
        form = HandForm(
            {**_ids(sheet), "dealer": line.dealer, **typed}, sheet=sheet, line=line, names=names, steps=(step,)
        )
        if not form.is_valid():
            # Whatever else the table would be asked is answered with no, and what is rare is right.
            answers = {question_field(question): "no" for question in form.questions if question.is_needed}
            answers[RARE] = form.rare_answer
            form = HandForm({**form.data, **answers}, sheet=sheet, line=line, names=names, steps=(step,))
        _record(keeper, form, step, form.own if form.is_valid() else {}, hand=line.number)


def _tell_the_rest(keeper: DeviceCard, story: Story) -> None:
    """Enter lateness, penalties and signatures."""
    names = names_of(keeper.card)
    for typed in story.late:
        sheet = _sheet(keeper)
        late = LatenessForm({**_ids(sheet), **typed}, sheet=sheet, names=names)
        _record(keeper, late, "late", late.payload if late.is_valid() else {})
    for typed in story.penalties:
        sheet = _sheet(keeper)
        penalty = PenaltyForm({**_ids(sheet), **typed}, sheet=sheet, names=names)
        _record(keeper, penalty, "penalty", penalty.payload if penalty.is_valid() else {})
    for side in names.book.sides if story.is_signed else ():
        sheet = _sheet(keeper)
        payload = {"side": side, "version": sheet.content_version, "by": ""}
        _record(keeper, EntryForm(_ids(sheet)), "sign", payload)


def _ids(sheet: Sheet) -> dict[str, Any]:
    """The fields of every form."""
    return {"client_id": str(uuid4()), "seen": sheet.version}


def _record(keeper: DeviceCard, form: EntryForm, kind: str, payload: dict[str, Any], hand: int | None = None) -> None:
    if not form.is_valid():
        raise CommandError(f"{keeper.card.book_version.key}, hand {hand}, {kind}: {form.errors.as_json()}")
    data = form.cleaned_data
    record(writer=keeper, kind=kind, hand=hand, payload=payload, client_id=data["client_id"], seen=data["seen"])
