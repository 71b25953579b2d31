"""Small makers of cards for tests. What is entered goes through the real recording.

    keeper = make_card(client, book="npa")        # `client`'s tablet keeps the card; `keeper.card` is the card
    enter_hand(keeper, bid=25, meld={"NS": 20, "EW": 5}, take={"NS": 15, "EW": 10})
    enter(keeper, "penalty", {"seat": "N", "code": "card_count", "count": 1, "note": "", "hand": 1})
    tablet = join(keeper.card, Client())          # a second tablet at the same card

`sheet_of` makes a sheet from entries alone, without a database.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypedDict
from uuid import uuid4

from django.test import Client

from scoring.models import Device, DeviceCard, Entry, ScoreCard
from scoring.rules.auction import bids_from
from scoring.rules.book import RuleBook, built_in_books
from scoring.rules.cards import Seat, Side
from scoring.rules.changes import OURS
from scoring.score_card import access
from scoring.score_card.beginning import start_card
from scoring.score_card.recording import Recorded, read_sheet, record
from scoring.score_card.sheet import EntryData, Line, Setup, Sheet, build_sheet

PLAYERS = {"N": "Ann", "E": "Bea", "S": "Carl", "W": "Dom"}
NAMES = ("Ann", "Beatrice", "Carl", "Dominic")


class Hand(TypedDict, total=False):
    """What a test says of a hand; the rest is `hand_payload`'s."""

    dealer: Seat
    board: int
    bidder: Seat
    bid: int
    trump: str
    no_marriage: bool
    meld: Mapping[Side, int]
    take: Mapping[Side, int]


# St. Hilary: Ann & Carl bid 27 and make it with 19 + 14; 19 + 7 is a set; 140 + 14 reaches the 150 of the game.
MADE: Hand = {"bidder": "N", "bid": 27, "meld": {"NS": 19, "EW": 4}, "take": {"NS": 14, "EW": 11}}
SET: Hand = {**MADE, "take": {"NS": 7, "EW": 18}}
HIGH: Hand = {"bidder": "N", "bid": 60, "meld": {"NS": 140, "EW": 4}, "take": {"NS": 14, "EW": 11}}
BID: Hand = {"dealer": "N", "bidder": "N", "bid": 27, "trump": "H", "no_marriage": False}

STEP_NAMES = {
    "bid": ("dealer", "bidder", "bid", "trump", "no_marriage"),
    "meld": ("meld", "moon", "thrown_in", "laid_stands", "laid_played", "melds", "cards"),
    "take": ("take", "last_trick", "tricks", "renege"),
}


# -- cards and tablets -------------------------------------------------------------------


def make_card(client: Client | None = None, *, book: str | RuleBook = "st-hilary", **fields: Any) -> DeviceCard:
    """A card begun under a book, a built-in one by its key, kept by `client`'s tablet (or by one nobody holds).

    The players are Ann, Beatrice, Carl and Dominic, from the first seat on, and the first deals.
    """
    rules = built_in_books()[book] if isinstance(book, str) else book
    fields.setdefault("player_names", dict(zip(rules.seats, NAMES, strict=False)))
    return join(start_card(rules, **fields), client)


def join(card: ScoreCard, client: Client | None = None) -> DeviceCard:
    """One more tablet at a card: the one that `client` is, or a new one."""
    secret = _device_secret(client) if client else access.new_secret()
    device, _ = Device.objects.get_or_create(token_hash=access.hash_of(secret))
    return access.keep_card(device, card)


def _device_secret(client: Client) -> str:
    if access.DEVICE_COOKIE not in client.cookies:
        client.cookies[access.DEVICE_COOKIE] = access.new_secret()
    return client.cookies[access.DEVICE_COOKIE].value


def card_url(keeper: DeviceCard, path: str = "") -> str:
    """`/cards/<id>/` and what follows."""
    return f"/cards/{keeper.card_id}/{path}"


# -- entries -----------------------------------------------------------------------------


def enter(
    keeper: DeviceCard,
    kind: str,
    payload: Mapping[str, Any] | None = None,
    *,
    hand: int | None = None,
    known: Sheet | None = None,
    **more: Any,
) -> Recorded:
    """One entry, as a form that has seen the card as it stands would make it."""
    known = known or read_sheet(keeper.card)
    more.setdefault("seen", known.version)
    more.setdefault("client_id", str(uuid4()))
    return record(writer=keeper, kind=kind, hand=hand, payload=payload or {}, known=known, **more)


def enter_hand(keeper: DeviceCard, **figures: Any) -> Recorded:
    """A whole hand, in its three steps; what is not said is `hand_payload`'s."""
    sheet = read_sheet(keeper.card)
    line = open_line(sheet)
    payload = hand_payload(sheet.book, **{"dealer": line.dealer, **figures})
    for step in STEP_NAMES:
        done = enter(keeper, step, _part(step, payload), hand=line.number, known=sheet)
        sheet = done.sheet
    return done


def fill_hands(keeper: DeviceCard, hands: int, **figures: Any) -> None:
    """So many hands at once onto an empty card, all alike: for counting queries, where recording each takes long."""
    lay_hands(keeper.card, *[figures] * hands, label=keeper.label)


def lay_hands(card: ScoreCard, *hands: Mapping[str, Any], label: str = "Tablet 1") -> None:
    """Hands of these figures at once onto an empty card."""
    key = card.book_version.key.removesuffix(OURS)
    made_entries = [entry for at, figures in enumerate(hands, start=1) for entry in made_hand(at, book=key, **figures)]
    rows = [
        Entry(
            card=card,
            number=entry.number,
            kind=entry.kind,
            hand=entry.hand,
            payload=entry.payload,
            client_id=str(uuid4()),
            device_label=label,
        )
        for entry in numbered(tuple(made_entries))
    ]
    Entry.objects.bulk_create(rows)
    card.version, card.is_empty = len(rows), False
    card.save()


def hand_payload(
    book: RuleBook,
    *,
    bidder: Seat | None = None,
    bid: int | None = None,
    trump: str | None = "H",
    meld: Mapping[Side, int] | None = None,
    take: Mapping[Side, int] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """A whole line. By itself the first seat makes a low bid, where there are any: enough meld, and all the points in
    tricks."""
    is_held = book.auction.is_held
    bidder = bidder or book.seats[0]
    side = book.side_of(bidder)
    nothing = dict.fromkeys(book.sides, 0)
    return {
        "dealer": book.seats[0],
        **({"bidder": bidder} if is_held else {}),
        "bid": bids_from(book, None, 2)[-1] if bid is None and is_held else bid or 0,
        "trump": trump,
        "no_marriage": False,
        "meld": dict(meld) if meld is not None else {**nothing, side: book.meld.minimum or 5 * book.meld.marriage[0]},
        "take": dict(take) if take is not None else {**nothing, side: book.total_points},
        "last_trick": None,
        "tricks": {},
        "renege": None,
        **more,
    }


# -- without a database ------------------------------------------------------------------


def sheet_of(
    *entries: EntryData,
    book: str | RuleBook = "st-hilary",
    first_dealer: Seat = "",
    hands: int | None = None,
    length: str = "book",
    boards: tuple[int, ...] = (),
) -> Sheet:
    """The sheet of these entries, numbered in this order where they have no number yet."""
    rules = built_in_books()[book] if isinstance(book, str) else book
    setup = Setup(first_dealer or rules.seats[0], hands, length, boards)
    return build_sheet(rules, setup, numbered(entries))


def open_line(sheet: Sheet) -> Line:
    """The line of the hand that is being entered."""
    assert sheet.open_line is not None, "the game is over"
    return sheet.open_line


def numbered(entries: tuple[EntryData, ...]) -> tuple[EntryData, ...]:
    """The entries with numbers from 1 on."""
    return tuple(replace(entry, number=entry.number or place) for place, entry in enumerate(entries, start=1))


def made(kind: str, hand: int | None = None, *, client_id: str = "", device: str = "", **payload: Any) -> EntryData:
    """An entry for `sheet_of`, without a number."""
    return EntryData(0, kind, hand, payload, client_id, device)


def made_hand(hand: int, *, book: str = "st-hilary", **figures: Any) -> tuple[EntryData, ...]:
    """The three entries of a whole hand for `sheet_of`."""
    payload = hand_payload(built_in_books()[book], **figures)
    return tuple(made(step, hand, **_part(step, payload)) for step in STEP_NAMES)


def _part(step: str, payload: Mapping[str, Any]) -> dict[str, Any]:
    """What a step says of a hand, a bid with its board where there is one."""
    names = (*STEP_NAMES[step], *(("board",) if step == "bid" else ()))
    return {name: payload[name] for name in names if name in payload}


def late(seat: Seat, minutes: int, substitute: str = "", name: str = "") -> EntryData:
    """Somebody who came late, and who plays on, as an entry for `sheet_of`."""
    payload = {"seat": seat, "minutes": minutes, "substitute": substitute, "name": name}
    return EntryData(0, "late", payload=payload)


def ruling(effect: Mapping[str, Any], hand: int = 1, *, device: str = "Rita", **more: Any) -> EntryData:
    """A ruling for `sheet_of`, with what it changes of the hand."""
    payload = {"kind": "renege", "facts": {}, "called_by": "", "basis": "book", "rule": "renege.kinds", "note": ""}
    payload |= {"decision": "As ruled", "effect": effect, **more}
    return EntryData(0, "ruling", hand, payload, device=device, by_director=True)


def decision(number: int, outcome: str, hand: int = 1, **more: Any) -> EntryData:
    """What became of the ruling of that number, for `sheet_of`."""
    payload = {"ruling": number, "outcome": outcome, "note": "", **more}
    return EntryData(0, "decision", hand, payload, device="Dora", by_director=True)


def appeal(number: int, hand: int = 1) -> EntryData:
    """An appeal of the ruling of that number, for `sheet_of`."""
    payload = {"ruling": number, "by": "N", "why": "He followed"}
    return EntryData(0, "appeal", hand, payload, device="Rita", by_director=True)
