"""A form that arrives twice enters once; the same id with something else in it is refused in words."""

import pytest
from django.test import Client

from scoring.models import DeviceCard, Entry
from scoring.score_card.recording import read_sheet
from tests.responses import Response
from tests.scoring.score_card.addresses import card_in
from tests.scoring.score_card.makers import card_url

pytestmark = pytest.mark.django_db

BID = {"dealer": "N", "bidder": "N", "bid": "50", "trump": "H"}
MELD = {"meld_NS": "20", "meld_EW": "0"}
TAKE = {"take_NS": "50", "take_EW": "0"}
LATE = {"seat": "E", "minutes": "7"}
PENALTY = {"who": "N", "code": "PENALTY", "count": "1"}

# The state of the card, the address, what is sent, and what else is sent under the same id.
FORMS = [
    ("new", "hands/1/bid/", BID, {**BID, "trump": "S"}),
    ("bid", "hands/1/meld/", MELD, {**MELD, "meld_NS": "30"}),
    ("meld", "hands/1/take/", TAKE, {"take_NS": "40", "take_EW": "10"}),
    ("bid", "hands/1/melds/", {"N-pinochle": "1", "typed_NS": ""}, {"N-pinochle": "2"}),
    ("hands", "hands/1/correct/", {**BID, **MELD, **TAKE, "trump": "S"}, {**BID, **MELD, **TAKE, "trump": "D"}),
    ("bid", "redeal/", {"why": "misdeal"}, {"why": "other"}),
    ("new", "details/", {"table_name": "4"}, {"table_name": "5"}),
    ("round", "round/penalties/", PENALTY, {**PENALTY, "count": "2"}),
    ("round", "round/lateness/", LATE, {**LATE, "minutes": "8"}),
    ("hands", "sign/NS/", {"by": "N"}, {"by": "S"}),
    ("signed", "reopen/", {"side": "NS"}, {"side": "EW"}),
]
# A book with more than one reason to deal again; all else is tried in the one that has rounds.
BOOKS = {"redeal/": "family-double"}


def entries() -> int:
    return Entry.objects.count()


def send(client: Client, keeper: DeviceCard, path: str, typed: dict[str, str], seen: int) -> Response:
    penalties = keeper.card.book_version.book.penalties
    filled = {name: penalties[0].code if value == "PENALTY" else value for name, value in typed.items()}
    return client.post(card_url(keeper, path), {**filled, "client_id": "one", "seen": seen})


@pytest.mark.parametrize(("state", "path", "typed", "other"), FORMS, ids=[path for _, path, _, _ in FORMS])
def test_form_that_arrives_twice_enters_once(client, state, path, typed, other):
    keeper = card_in(state, BOOKS.get(path, "npa"), client)
    seen, before = read_sheet(keeper.card).version, entries()

    first, second = (send(client, keeper, path, typed, seen) for _ in range(2))

    assert (first.status_code, second.status_code) == (302, 302), first.content.decode()
    assert first.headers["Location"] == second.headers["Location"]
    assert entries() == before + 1


@pytest.mark.parametrize(("state", "path", "typed", "other"), FORMS, ids=[path for _, path, _, _ in FORMS])
def test_same_id_with_something_else_is_refused_in_words(client, state, path, typed, other):
    keeper = card_in(state, BOOKS.get(path, "npa"), client)
    seen, before = read_sheet(keeper.card).version, entries()
    send(client, keeper, path, typed, seen)

    refused = send(client, keeper, path, other, seen)

    assert refused.status_code == 409
    assert any(words in refused.content.decode() for words in ("Nothing of yours was saved", "yours, not saved"))
    assert entries() == before + 1


@pytest.mark.parametrize(("state", "path"), [("hands", "undo/"), ("round", "round/penalties/{}/pardon/")])
def test_entry_is_taken_out_once(client, state, path):
    keeper = card_in(state, "npa", client)
    seen, before = read_sheet(keeper.card).version, entries()

    answers = [send(client, keeper, path.format(seen), {}, seen) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [302, 302]
    assert entries() == before + 1
