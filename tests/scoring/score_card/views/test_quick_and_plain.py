"""What is kept and prepared answers byte for byte what is read and drawn anew: on every example card, step by step."""

import re
from contextlib import nullcontext
from unittest.mock import patch
from uuid import uuid4

import pytest
from django.db import transaction
from django.test import Client

from pinochle_club.ground.plainly import plainly
from scoring.management import examples as examples_of
from scoring.management.stories import STORIES
from scoring.models import ScoreCard
from scoring.rules.book import built_in_books
from scoring.score_card.forms import initial_of
from scoring.score_card.recording import read_sheet, record
from scoring.score_card.sheet import STEPS
from tests.sampling import every
from tests.scoring.score_card.makers import card_url, join

HTMX = {"HX-Request": "true"}
ASKED = every(3, [story.book for story in STORIES])
# New each time, whichever way: the form's id, and the token, which is masked anew.
EACH_TIME_NEW = re.compile(rb'(?<=name="client_id" value=")[^"]+|(?<=name="csrfmiddlewaretoken" value=")[^"]+')


@pytest.fixture(scope="module")
def examples(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock(), transaction.atomic():
        with patch.object(examples_of, "built_in_books", lambda: {key: built_in_books()[key] for key in ASKED}):
            examples_of.make_examples()
        found = {card.book_version.key: card for card in ScoreCard.objects.select_related("book_version")}
        yield {key: (card, read_sheet(card)) for key, card in found.items()}
        transaction.set_rollback(True)


@pytest.fixture
def begun_anew(db, examples, client, request):
    card, sheet = examples[request.param]
    fields = {"player_names": card.player_names, "side_names": card.side_names, "first_dealer": card.first_dealer}
    return join(ScoreCard.objects.create(book_version=card.book_version, **fields), client), sheet


def both_ways(ask, *args) -> list[tuple[int, bytes]]:
    """The answers of the quick way and the plain one; what they wrote is taken back."""
    answers = []
    for way in (nullcontext(), plainly()):
        with way, transaction.atomic():
            answer = ask(*args, headers=HTMX)
            transaction.set_rollback(True)
        answers.append((answer.status_code, EACH_TIME_NEW.sub(b"", answer.content)))
    return answers


@pytest.mark.parametrize("begun_anew", ASKED, indirect=True)
def test_example_card_is_answered_alike_both_ways(begun_anew, client: Client):
    keeper, story = begun_anew
    saved = 0
    looked_at = every(2, story.entries)  # so that each kind of step comes
    for entry in story.entries:
        path = f"hands/{entry.hand}/{entry.kind}/"
        seen = {"client_id": str(uuid4()), "seen": entry.number - 1}
        if entry in looked_at and entry.kind in STEPS:
            line = story.line(entry.hand)
            typed = {name: value for name, value in initial_of(line).items() if value not in (None, False)}
            quick, plain = both_ways(client.post, card_url(keeper, path), {**typed, **seen})
            assert quick == plain
            saved += quick[0] == 200
        record(writer=keeper, kind=entry.kind, hand=entry.hand, payload=entry.payload, **seen)
        if entry.kind not in STEPS or entry is story.entries[-1]:  # what a step comes to was its answer
            quick, plain = both_ways(client.get, card_url(keeper))
            assert quick == plain
    assert saved >= 2
