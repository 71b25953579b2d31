"""A clock that was ahead and is put right: nobody is locked out by what was counted meanwhile."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta
from pathlib import Path
from uuid import uuid4

import pytest
from django.conf import settings
from django.core import mail
from django.test import Client, RequestFactory
from django.utils import timezone

from league.acting.log import Refused
from league.evening.check_in.deeds import door
from league.evening.seating.deeds import searches
from league.evening.tables import passes
from league.models import Dues, Event, Letter, Notice
from league.office.accounts import deeds as accounts
from league.office.hosting import deeds as hosting
from league.office.mailed import deeds as mailed
from league.outside.hall import codes
from league.season.dues.deeds import write_to_all
from league.season.notices import post
from pinochle_club.ground.clock import SERVERS_DIFFER, is_lately, lately
from scoring.models import Device, PlayedDeal, PlaySeat
from scoring.play import jobs, together
from scoring.play.settings import TableSettings
from scoring.play.simulate.bots import RANDOM
from scoring.rules.book import built_in_book
from scoring.score_card import beginning
from tests.imports import PRODUCT
from tests.league.makers import acting_as, make_club, make_entrants, make_event, make_members, make_user
from tests.league.season.notices.post import deliver
from tests.scoring.play.company import Company
from tests.scoring.score_card.test_access import request_from
from tests.scoring.score_card.test_beginning import start_cards

ROOT = Path(__file__).resolve().parents[2]
AHEAD = timedelta(days=1)
NOW = datetime(2026, 11, 23, 20).astimezone()
Patch = pytest.MonkeyPatch
Use = Callable[[], object]


class Clock:
    """`timezone.now`, by which all of the club goes."""

    def __init__(self, patch: Patch) -> None:
        self.ahead, self.right = timedelta(0), timezone.now
        patch.setattr(timezone, "now", lambda: self.right() + self.ahead)


@pytest.fixture
def clock(monkeypatch: Patch) -> Clock:
    return Clock(monkeypatch)


def test_lately_has_two_ends() -> None:
    assert lately(AHEAD, NOW) == (NOW - AHEAD, NOW + SERVERS_DIFFER)
    moments = [NOW - AHEAD / 2, NOW, NOW + SERVERS_DIFFER, NOW - AHEAD, NOW + AHEAD]
    assert [is_lately(moment, AHEAD, NOW) for moment in moments] == [True, True, True, False, False]


# -- limits ------------------------------------------------------------------------------


def sign_in(patch: Patch) -> Use:
    """Every password is a wrong one."""
    patch.setattr(accounts, "TRIES", 2)
    patch.setattr(accounts, "authenticate", lambda request, **_: None)
    make_user(username="carol")
    request = RequestFactory().post("/")
    return lambda: accounts.check_sign_in(request=request, typed="carol", password="wrong", address_key="hall")


def pin(patch: Patch) -> Use:
    patch.setattr(passes, "WRONG_PINS_OF_A_GUESSER", 2)
    event = make_event()

    def guess() -> None:
        with pytest.raises(passes.WrongPass):
            passes.check_pin(event=event, table_number=1, pin="none", address="hall")

    return guess


def code_of_an_evening(patch: Patch) -> Use:
    patch.setattr(codes, "TRIES", 2)

    def guess() -> None:
        with pytest.raises(Refused):
            codes.lending_of_code(code="222222", computer="laptop", address="hall")

    return guess


def at_the_door(patch: Patch) -> Use:
    patch.setattr(door, "CHECK_INS_A_MINUTE", 2)
    event = make_event()
    members = iter(make_members(event.club, 8))
    return lambda: door.check_in_at_door(
        event=event, member=next(members), acting=door.at_the_door("tablet"), client_id=str(uuid4())
    )


def guest_at_the_door(patch: Patch) -> Use:
    patch.setattr(door, "GUESTS_IN_TEN_MINUTES", 2)
    event = make_event()
    return lambda: door.walk_in_at_door(
        event=event, name=f"Guest {uuid4()}"[:20], acting=door.at_the_door("tablet"), client_id=str(uuid4())
    )


def search(patch: Patch) -> Use:
    """Of another club's event each time; its process has died."""
    patch.setattr(searches, "MOST_AT_ONCE", 2)
    patch.setattr(searches, "SEATS_AT_ONCE", 0)
    patch.setattr(searches, "start_apart", lambda work: None)

    def make() -> None:
        event = make_event(rounds_planned=2)
        make_entrants(event, 8)
        searches.make_seating(event=event, acting=acting_as(), client_id=str(uuid4()))

    return make


def search_again(patch: Patch) -> Use:
    """Of one event, whose first search died with its process."""
    patch.setattr(searches, "SEATS_AT_ONCE", 0)
    patch.setattr(searches, "start_apart", lambda work: None)
    event = make_event(rounds_planned=2)
    make_entrants(event, 8)
    return lambda: searches.make_seating(event=event, acting=acting_as(), client_id=str(uuid4()))


def card(patch: Patch) -> Use:
    patch.setattr(beginning, "CARDS_A_MINUTE", 2)

    def begin() -> None:
        beginning.guard_new_card(request_from())
        start_cards(1)

    return begin


def simulation(patch: Patch) -> Use:
    patch.setattr(jobs, "MOST_AN_HOUR", 2)
    device, book = Device.objects.create(token_hash="tablet"), built_in_book("npa")

    def ask() -> None:
        asked = {"asked": {}, "bots": RANDOM, "device": device, "created_from": "here", "start_hash": str(uuid4())}
        jobs.ask_for(book=book, against=None, deals=1, **asked)  # type: ignore[arg-type]

    return ask


def play_table(patch: Patch) -> Use:
    patch.setattr(together, "MOST_OF_ONE", 2)
    book = built_in_book("npa")
    return lambda: together.open_table(book, "club", TableSettings(), address="here", tap=str(uuid4()))


def mails_of_a_day(patch: Patch) -> Use:
    patch.setattr(mailed, "TO_A_MAILBOX", {mailed.Purpose.FOUNDING: 2})
    about = {"purpose": mailed.Purpose.FOUNDING, "email": "ruth@example.org", "address_key": "here"}
    return lambda: mailed.ask(**about)  # type: ignore[arg-type]


def news(patch: Patch) -> Use:
    patch.setattr(hosting, "MOST_NEWS", 2)
    return lambda: hosting.send_news(text=str(uuid4()), acting=acting_as())


def what_is_owed(patch: Patch) -> Use:
    patch.setattr(settings, "MAIL_IS_SET_UP", True)
    club = make_club()
    make_members(club, 1)
    club.members.update(email="ruth@example.org")
    Dues.objects.create(club=club, amount=2500, starts_on=timezone.localdate())
    return lambda: write_to_all(club=club, acting=acting_as(), client_id=str(uuid4()))


# By what uses a limit up: where it is, and how it is told.
LIMITS: Mapping[Callable[[Patch], Use], tuple[str, type[Exception]]] = {
    sign_in: ("league.office.accounts.deeds", accounts.CoolingOff),
    pin: ("league.evening.tables.passes", passes.TooManyPins),
    code_of_an_evening: ("league.outside.hall.codes", accounts.CoolingOff),
    at_the_door: ("league.evening.check_in.deeds.door", Refused),
    guest_at_the_door: ("league.evening.check_in.deeds.door", Refused),
    search: ("league.evening.seating.deeds.searches", Refused),
    search_again: ("league.evening.seating.deeds.searches", Refused),
    mails_of_a_day: ("league.office.mailed.deeds", mailed.TooMany),
    card: ("scoring.score_card.beginning", beginning.TooManyCards),
    simulation: ("scoring.play.jobs", jobs.TooMany),
    play_table: ("scoring.play.together", together.TooManyTables),
    news: ("league.office.hosting.deeds", Refused),
    what_is_owed: ("league.season.dues.reading", Refused),
}
# These show what was lately, and keep nobody out.
SHOWN = {
    "league.evening.desk.reading",
    "league.evening.rulings.concerned",
    "league.office.hosting.hosts",
    "league.office.mailed.sending",
    "league.outside.hall.pages",
    "pinochle_club.server.nightly",
    "pinochle_club.server.updates",
}
ASKS_LATELY = re.compile(r"^from pinochle_club\.ground\.clock import .*lately", re.MULTILINE)
NOWS = ("now", "timezone.now()")
SINCE = re.compile(r"\bnow(\(\))? - |\blately\(")


@pytest.mark.django_db
@pytest.mark.parametrize("limit", LIMITS, ids=lambda limit: limit.__name__)
def test_limit_that_was_used_up_while_the_clock_was_ahead_holds_nobody_up(
    limit: Callable[[Patch], Use], clock: Clock, monkeypatch: Patch
) -> None:
    use, (_, refusal) = limit(monkeypatch), LIMITS[limit]
    clock.ahead = AHEAD
    with pytest.raises(refusal):
        use_up(use)

    clock.ahead = timedelta(0)

    use()


def use_up(use: Use) -> None:
    for _ in range(3):
        use()


def test_every_limit_is_tried_here() -> None:
    asks = {name for name, text in program() if ASKS_LATELY.search(text)}

    assert asks == {*(module for module, _ in LIMITS.values()), *SHOWN}


# What would count without an end, and may: what lasts longer by it keeps nobody out.
ENDLESS = {
    "league.evening.calendar.nights: night.starts_at",  # a night that was called off stays in the calendar
    "scoring.play.own_hands: at__gte",  # a hand of a clock that was ahead is looked over once, as any other
    "scoring.play.together: changed_at__gte",  # a table in use is found by its code
    "league.season.records.ahead: at__gt",  # a book is printed ahead once more, or a little later
    "scoring.score_card.recording: changed_at__gte",  # what room is left stays with the evenings
    "scoring.score_card.beginning: device__kept_cards__card__changed_at__gte",  # a card of a keeper who writes stays
    "scoring.score_card.beginning: played_game__deals__changed_at__gte",  # a game that is played is not cleared away
}


def test_nothing_counts_since_without_an_end() -> None:
    """`at__gt=now - WINDOW` and `at > now - WINDOW` take in the future; `lately` does not."""
    found = {f"{name}: {what}" for name, text in program() for what in endless(ast.parse(text))}

    assert found == ENDLESS


def program() -> Iterator[tuple[str, str]]:
    """The modules in which anything is worked out from now (to parse all takes seconds)."""
    for package in PRODUCT:
        for path in sorted((ROOT / package).rglob("*.py")):
            text = path.read_text()
            if SINCE.search(text) and not {"migrations", "management"} & set(path.parts):
                yield ".".join(path.relative_to(ROOT).with_suffix("").parts), text


def endless(tree: ast.Module) -> Iterator[str]:
    """What is compared with a moment that was worked out from now, to find what came after it."""
    since = {
        target.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and is_since(node.value)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and (node.arg or "").endswith(("__gt", "__gte")):
            if is_since(node.value) or (isinstance(node.value, ast.Name) and node.value.id in since):
                yield str(node.arg)
        elif (
            isinstance(node, ast.Compare)
            and isinstance(node.ops[0], ast.Gt | ast.GtE)
            and is_since(node.comparators[0])
        ):
            yield ast.unparse(node.left)


def is_since(node: ast.AST) -> bool:
    """`now - WINDOW`, `timezone.now() - WINDOW`."""
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub) and ast.unparse(node.left) in NOWS


# -- what waits --------------------------------------------------------------------------


@pytest.mark.django_db
def test_letter_that_was_to_wait_by_a_clock_that_was_ahead_goes_out(clock: Clock, settings: object) -> None:
    settings.MAIL_IS_SET_UP = True  # type: ignore[attr-defined]
    event = make_event(make_club())
    Event.objects.filter(pk=event.pk).update(state=Event.State.CLOSED)
    notice = Notice.objects.create(event=event, blocks=[{"key": "winners", "text": "Ruth won."}], is_published=True)
    (reader,) = make_members(event.club, 1)
    reader.email = "a@example.org"
    reader.save()
    clock.ahead = AHEAD
    post.write_letters(notice, [reader], timezone.now())

    clock.ahead = timedelta(0)
    deliver()

    assert Letter.objects.get().state == Letter.State.SENT
    assert len(mail.outbox) == 1


@pytest.mark.django_db
def test_who_falls_silent_at_a_table_of_friends_is_found_after_the_clock_was_put_right(clock: Clock) -> None:
    clock.ahead = AHEAD
    two = Company("st-hilary", Ann=Client(), Ruth=Client()).begin()

    def ask(name: str) -> None:
        two.news(name)

    clock.ahead = timedelta(0)
    ask("Ann")
    assert not PlaySeat.objects.filter(heard_at__gt=timezone.now()).exists()
    assert not PlayedDeal.objects.filter(changed_at__gt=timezone.now()).exists()
    assert set(two.table.people.values_list("away", flat=True)) == {""}  # nobody was sent away by it

    clock.ahead = together.SILENT_AFTER + timedelta(seconds=1)
    ask("Ann")

    assert dict(two.table.people.values_list("name", "away")) == {"Ann": "", "Ruth": "silent"}
