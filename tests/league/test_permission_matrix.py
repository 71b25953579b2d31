"""Who may do what: every address of the clubs, for everybody who might call it, by GET and by POST.

A view under `@needs` says itself what it asks for; the test asks a table of its own whether a role has that, and the
server whether it agrees. A view without `@needs` stands in `OPEN` with who guards it. Whoever adds an address
with a new part in it gives the part a value in `World.parts`.
"""

import pickle
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import time, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.test import Client
from django.urls import URLPattern, reverse
from django.utils import timezone

from league.acting import permissions
from league.acting.permissions import MAY, Action, may
from league.evening.check_in.deeds.door import door_token
from league.evening.check_in.deeds.roll import open_check_in
from league.evening.tables.passes import pass_of
from league.models import (
    Adjustment,
    BoardDecision,
    CashEntry,
    Category,
    Club,
    ConductNote,
    DirectorCall,
    Dues,
    DuesPayment,
    Entrant,
    Event,
    Member,
    Merge,
    OneTimeLink,
    PairRule,
    Pot,
    Prize,
    PublishedPlace,
    Role,
    RoundTable,
    Series,
    StandingTable,
    TableTablet,
)
from league.office.house_rules.deeds import copy_book, draft_digest, draft_of, publish_rules, save_draft
from league.urls import urlpatterns
from pinochle_club.ground.apart import Apart, Busy
from pinochle_club.ground.converters import NumberConverter
from scoring.models import Device
from scoring.rules.own_sheet import read_sheet
from scoring.score_card import access
from scoring.score_card.access import DEVICE_COOKIE, hash_of, new_secret
from tests import markup
from tests.league.makers import acting_as, make_club, make_event, make_members, make_running_round, make_user
from tests.league.season.seasons.played import newest, opened
from tests.responses import Response
from tests.sampling import SOAK, every

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("printed")]

# Who may do what, written out once more and by hand: M member, R referee, D director, A admin, H who helps as a
# second director for this evening, at its addresses alone, and `-` for everybody.
EXPECTED = {
    Action.READ_PUBLISHED: "-MRDAH",
    Action.READ_MEMBERS: "MRDA",
    Action.SEE_OWN: "MRDA",
    Action.TRY_RULES: "MRDA",
    Action.MANAGE_MEMBERS: "DA",
    Action.EXCHANGE_MEMBERS: "DA",
    Action.SEE_NAMES: "RDAH",
    Action.READ_NOTES: "DA",
    Action.READ_HISTORY: "RDA",
    Action.NOTE_CONDUCT: "RDA",
    Action.KEEP_CONDUCT: "DA",
    Action.MANAGE_CLUB: "A",
    Action.EDIT_RULES: "DA",
    Action.PUBLISH_RULES: "A",
    Action.PLAN_EVENTS: "DA",
    Action.CHECK_IN: "RDAH",
    Action.SEAT_PLAYERS: "DAH",
    Action.SEE_DESK: "RDAH",
    Action.RUN_ROUNDS: "DAH",
    Action.ANSWER_TABLES: "RDAH",
    Action.PENALISE: "RDAH",
    Action.RULE: "RDAH",
    Action.APPEAL: "MRDAH",
    Action.HAVE_DECIDED: "DAH",
    Action.SHARE_DESK: "DA",
    Action.TYPE_PAPER: "RDAH",
    Action.CORRECT_CARDS: "DAH",
    Action.RESEAT: "DAH",
    Action.WRITE_NOTICES: "DA",
    Action.READ_LOG: "RDAH",
    Action.SEE_HEALTH: "RDA",
    Action.PRINT: "RDAH",
    Action.KEEP_CASH: "DAH",
    Action.PAY_PRIZES: "DAH",
    Action.KEEP_DUES: "DA",
    Action.MANAGE_SEASONS: "DA",
    Action.BRING_IN_SEASONS: "DA",
    Action.DELETE: "A",
}
LETTERS = {
    None: "-",
    Role.Kind.MEMBER: "M",
    Role.Kind.REFEREE: "R",
    Role.Kind.DIRECTOR: "D",
    Role.Kind.ADMIN: "A",
    Role.Kind.HELPER: "H",
}

# Views that no role is asked for, and what guards them instead.
OPEN = {
    # accounts: everybody; one's own page needs an account, a link its secret
    *("sign_in", "sign_out", "account", "password", "end_sign_in", "one_time_link", "decide_by_link"),
    # the second step: whoever has just shown the password, and one's own page of it
    *("second_step", "safer", "new_passkey", "new_app", "new_recovery_codes", "remove_second_step", "passkey"),
    # by mail: everybody asks, the link has its secret, and one's own address needs an account and a code
    *("sign_in_by_mail", "mailed_link", "own_mail", "own_mail_code"),
    # a club of one's own: whoever has the code; who is let in says the host (tests/league/office/founding)
    *("start_club", "start_club_code", "founding", "let_in", "turn_down"),
    # the list of clubs is everybody's; a new club is for admins of another (tests/league/views/test_clubs.py)
    *("clubs", "new_club", "restore_club"),
    # an evening that was lent: who runs a club here; on a computer without one anybody (tests/league/outside/hall)
    *("fetch", "fetch_file"),
    # the line of a hall's computer: a code, or the lending's key (tests/league/outside/hall/test_line.py)
    *("lent", "heard"),
    # the host alone (tests/league/office/hosting/test_views.py)
    *("host_clubs", "host_news", "host_club", "host_suspend", "host_go_on", "host_hand_over", "host_invite"),
    "host_archive",
    # a member's link as it is printed: its secret
    "short_link",
    # what search engines may read
    "robots",
    # a table's own pages: its pass, or the device that was paired by it
    *(
        "type_pin",
        "pass",
        "table",
        "call_director",
        "take_back_call",
        "evening_bar",
        "table_boards",
        "table_rulings",
        "appeal_at_table",
        "agree_at_table",
        "claim_at_table",
        "chairs_at_table",
        "record_boards",
        "record_hand",
        "count_hand",
    ),
}
# Open to everybody's action, but only on the tablet that the door's key was shown to: others get 403 or a question.
AT_THE_DOOR = {"door", "pair_door", "door_walk_in", "door_member", "door_welcome"}

# Open to the action, but only for whoever played at the table, and for officials (tests/league/evening/rulings).
AT_OWN_TABLE = {"claim_wrong", "claim_hand", "preview_claim", "claim", "appeal"}

# Open to everybody's action, but only for members, by account or by the link that their browser opened.
BY_OWN_LINK = {"come_online", "sit_online"}


# Views that ask for another action by what stands in the query: each query with the action it needs.
BY_QUERY = {"score_cards_pdf": (("?fill=blank", Action.READ_PUBLISHED), ("", Action.PRINT))}


# What an entry of the member list brought that had nothing.
BROUGHT = {"was_active": True, "initials": False, "initials_before": False, "rows": {}, "pairs": [], "categories": []}
BROUGHT |= {"filled": {}}


@dataclass
class World:
    """A club in the middle of an evening."""

    club: Club
    parts: dict[str, Any]
    table: RoundTable

    def address(self, pattern: URLPattern, **others: object) -> str:
        wanted = pattern.pattern.converters
        missing = sorted(set(wanted) - set(self.parts))
        assert not missing, f"{pattern.name}: give {missing} a value in make_world"
        return reverse(f"league:{pattern.name}", kwargs={name: {**self.parts, **others}[name] for name in wanted})


def helping(event: Event) -> dict[str, object]:
    return {"evening": event, "evening_until": timezone.now() + timedelta(days=1)}


def make_world() -> World:
    club = make_club()
    event_round = make_running_round(make_event(club))
    event, table = event_round.event, event_round.tables.all()[0]
    one, two = make_members(club, 2)
    role = Role.objects.create(club=club, user=make_user(), kind=Role.Kind.REFEREE, **helping(event))
    link = OneTimeLink.objects.create(
        kind="invitation", token_hash=uuid4().hex, club=club, role="member", name="Ida", event=event,
        expires_at=timezone.now() + timedelta(days=1),
    )  # fmt: skip
    pair = PairRule.objects.create(club=club, first=one, second=two, kind=PairRule.Kind.NOT_PARTNERS)
    series = Series.objects.create(club=club, name="Tuesdays", starts_at=time(19), rules=event.rules)
    device = Device.objects.create(token_hash=hash_of(new_secret()), label="iPad")
    tablet = TableTablet.objects.create(event=event, table_number=1, device=device, paired_at=timezone.now())
    call = DirectorCall.objects.create(table=table, reason="Renege", called_at=timezone.now(), client_id=uuid4().hex)
    note = ConductNote.objects.create(club=club, member=one, happened_on=timezone.localdate(), text="Rude.")
    twice = Member.objects.create(club=club, number=99, name="R. Abernathey", is_active=False, merged_into=one)
    merge = Merge.objects.create(club=club, kept=one, gone=twice, at=timezone.now(), brought=BROUGHT)
    parts = {
        "merge_id": merge.pk,
        "slug": club.slug,
        "event_id": event.pk,
        "number": event_round.number,
        "table": table.number,
        "table_id": table.pk,
        "note_id": note.pk,
        "hand": 1,
        "board": 1,
        "seat": table.seats.first().seat,
        "entrant_id": event.entrants.first().pk,
        "entrant_number": event.entrants.first().number,
        "member_id": one.pk,
        "other_id": two.pk,
        "fact": "hands",
        "role_id": role.pk,
        "link_id": link.pk,
        "pair_id": pair.pk,
        "series_id": series.pk,
        "online_id": StandingTable.objects.create(club=club, rules=event.rules, weekday=1, starts_at=time(20)).pk,
        "tablet_id": tablet.pk,
        "call_id": call.pk,
        "card_id": table.card_id,
        "key": event.rules.house_rules.key,
        "chapter": "auction",
        "block": "winners",
        "kind": "place",
        "prize_id": Prize.objects.create(event=event, kind="named", name="Drawing", amount=1000).pk,
        "pot_id": Pot.objects.create(event=event, name="Set money", per_set=50).pk,
        "category_id": Category.objects.create(club=club, name="Women").pk,
        "decision_id": BoardDecision.objects.create(event=event, number=2, kind="void").pk,
        "entry_number": CashEntry.objects.create(event=event, number=1, kind="other", amount=500, what="Coffee").number,
        **season_parts(club, one),
        **dues_parts(club, one),
        "version": 1,
        "entry": 1,
        "sign_in_id": 1,
        "step_id": 1,
        "uid": uuid4(),
        "token": "A" * 32,
        "change": "0f",
        "rest": "nonsense",
    }
    return World(club, parts, table)


def season_parts(club: Club, member: Member) -> dict[str, object]:
    """A season in which somebody was given points, and has a place."""
    season = opened(club)
    adjustment = Adjustment.objects.create(season=season, member=member, points=5, reason="Ran the door")
    published = newest(season)
    PublishedPlace.objects.create(
        publication=published, order=1, place=1, member=member, points=50, nights=1,
        shown={"by": "total", "figure": "5", "points": 5, "counted": {}, "dropped": {}}, says={"why": "", "needs": []},
    )  # fmt: skip
    return {"season_id": season.pk, "publication": published.number, "adjustment_id": adjustment.pk}


def dues_parts(club: Club, member: Member) -> dict[str, object]:
    """The year's dues, of which somebody paid a part."""
    dues = Dues.objects.create(club=club, starts_on=timezone.localdate(), amount=2500)
    payment = DuesPayment.objects.create(dues=dues, member=member, amount=500, paid_on=dues.starts_on)
    return {"dues_id": dues.pk, "payment_id": payment.pk}


# -- who calls ---------------------------------------------------------------------------


def with_role(kind: str) -> Callable[[World], Client]:
    def call(world: World) -> Client:
        client = Client(raise_request_exception=False)
        client.force_login(make_user(world.club, kind))
        return client

    return call


def helper(world: World) -> Client:
    client = with_role("helper")(world)
    Role.objects.filter(kind="helper").update(**helping(world.table.event_round.event))
    return client


def stranger(world: World) -> Client:
    return Client(raise_request_exception=False)


def admin_of_another_club(world: World) -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(make_user(make_club(), "admin"))
    return client


def host_of_the_server(world: World) -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(make_user(name="Pat Host", is_staff=True, is_superuser=True))
    return client


def tablet_of_a_table(world: World) -> Client:
    secret = new_secret()
    device = Device.objects.create(token_hash=hash_of(secret), label="iPad")
    event_id = world.parts["event_id"]
    TableTablet.objects.create(event_id=event_id, table_number=1, device=device, paired_at=timezone.now())
    client = Client(raise_request_exception=False)
    client.cookies[DEVICE_COOKIE] = secret
    return client


CALLERS: dict[str, tuple[Callable[[World], Client], Role.Kind | None]] = {
    **{kind.value: (with_role(kind.value), kind) for kind in Role.Kind},
    "helper": (helper, Role.Kind.HELPER),
    "stranger": (stranger, None),
    "admin of another club": (admin_of_another_club, None),
    "host": (host_of_the_server, None),
    "tablet of a table": (tablet_of_a_table, None),
}

# Who has none in the club.
WITHOUT_ROLE = [who for who, (_, kind) in CALLERS.items() if kind is None]


def guarded() -> Iterator[tuple[URLPattern, Action]]:
    for pattern in urlpatterns:
        action = getattr(pattern.callback, "action", None)
        if action is not None:
            yield pattern, action


def asked() -> Iterator[tuple[URLPattern, str, Action]]:
    for pattern, action in guarded():
        for query, more in BY_QUERY.get(str(pattern.name), (("", action),)):
            yield pattern, query, more


def call(client: Client, method: str, address: str) -> Response:
    """The answer; whatever it did is taken back."""
    with transaction.atomic():
        response = getattr(client, method)(address)
        if hasattr(response, "render"):
            response.getvalue()
        transaction.set_rollback(True)
    return response


def tried(client: Client, address: str, place: int) -> list[Response]:
    """The answer by GET or by POST, in turn, or by the one that the address takes; in a soak those by both."""
    answers = []
    for method in ("get", "post") if place % 2 else ("post", "get"):
        response = call(client, method, address)
        if response.status_code != 405:
            answers.append(response)
            if not SOAK:
                break
    return answers


def is_refused(response: Response, client: Client) -> bool:
    if "sessionid" in client.cookies:
        return response.status_code == 403
    return response.status_code == 302 and response.headers["Location"].startswith(reverse("league:sign_in"))


# -- the tests ---------------------------------------------------------------------------


def test_every_view_asks_for_an_action_or_stands_in_the_list_of_open_ones():
    without = {pattern.name for pattern in urlpatterns if not hasattr(pattern.callback, "action")}

    assert without == OPEN


def test_every_address_of_a_club_lies_under_its_name():
    for pattern, _ in guarded():
        assert str(pattern.pattern).startswith("clubs/<slug:slug>/"), pattern.name


@pytest.mark.parametrize("who", CALLERS)
def test_every_role_may_what_the_table_says_and_nothing_else(world, who, monkeypatch, nothing_shown):
    """As far as the door of each view, behind which the test below goes."""
    monkeypatch.setattr(permissions, "let_in", at_the_view)
    monkeypatch.setattr(permissions, "note", lambda *_, **__: None)  # tests/league/office/accounts/test_views.py
    make_client, kind = CALLERS[who]
    client = make_client(world)
    wrong = []

    for place, (pattern, query, action) in asked_by(who):
        allowed = letter_at(pattern, kind) in EXPECTED[action]
        for response in tried(client, world.address(pattern) + query, place):
            if is_refused(response, client) == allowed:
                may_or_not = "may" if allowed else "may not"
                wrong.append(f"{pattern.name}: {response.status_code}, {may_or_not} {action}")

    assert wrong == []


def asked_by(who: str) -> Iterator[tuple[int, tuple[URLPattern, str, Action]]]:
    """What somebody calls, with its place. An address is called by the highest role that may not; where every role may,
    by one of those who have none in the club. Of each action everybody calls one of an evening and one of none, and all
    of the views that ask once more."""
    kind, met = CALLERS[who][1], set()
    for place, (pattern, query, action) in enumerate(asked()):
        may_not = [letter for letter in "-MRDA" if letter not in EXPECTED[action]]
        is_next = LETTERS[kind] in may_not[-1:] and (kind or WITHOUT_ROLE[place % len(WITHOUT_ROLE)] == who)
        alike = action, "event_id" in pattern.pattern.converters
        if SOAK or is_next or alike not in met or pattern.name in BY_QUERY:
            yield place, (pattern, query, action)
        met.add(alike)


def letter_at(pattern: URLPattern, kind: Role.Kind | None) -> str:
    is_beyond = kind == Role.Kind.HELPER and "event_id" not in pattern.pattern.converters
    return "-" if is_beyond else LETTERS[kind]


def at_the_view(
    view: Callable[..., Response], request: permissions.ClubRequest, *, writes: bool, **kwargs: object
) -> Response:
    """Who comes here has been let in; only views that ask once more are run."""
    assert request.resolver_match
    return view(request, **kwargs) if request.resolver_match.url_name in BY_QUERY else Response()


@pytest.mark.parametrize("who", ["referee", "director", "admin", *(("stranger", "member", "helper") if SOAK else ())])
def test_lowest_role_that_may_gets_its_answer(world, who, nothing_shown):
    """What an admin gets is drawn below by GET; who sends something is let in in test_repeats.py, members and strangers
    who read in test_privacy.py."""
    from tests.league.test_repeats import FORMS

    make_client, kind = CALLERS[who]
    client = make_client(world)
    wrong = []

    for place, (pattern, query, action) in enumerate(asked()):
        if letter_at(pattern, kind) == EXPECTED[action][0] and (SOAK or pattern.name not in FORMS):
            answers = tried(client, world.address(pattern) + query, place)
            if any(each.status_code >= 500 or may_not_after_all(str(pattern.name), each, client) for each in answers):
                wrong.append(f"{pattern.name}: {[response.status_code for response in answers]}")
            if not answers:
                wrong.append(f"{pattern.name} takes neither GET nor POST")

    assert wrong == []


def may_not_after_all(name: str, response: Response, client: Client) -> bool:
    """Whether a view refuses somebody whom its action lets in, and is none of those that look further."""
    return is_refused(response, client) and name not in AT_THE_DOOR | AT_OWN_TABLE | BY_OWN_LINK


def test_what_belongs_to_another_club_is_not_found_under_ours(world, nothing_shown):
    other, client, wrong = make_world(), with_role("admin")(world), []
    ids = [(pattern, part) for pattern, _ in guarded() for part in pattern.pattern.converters if part.endswith("_id")]

    for place, (pattern, part) in enumerate(every(1, ids)):
        address = world.address(pattern, **{part: other.parts[part]})
        answers = {answer.status_code for answer in tried(client, address, place)}
        refusals = {403, 404} if pattern.name in AT_THE_DOOR else {404}
        if not answers or answers - refusals:
            wrong.append(f"{pattern.name} with another club’s {part}: {sorted(answers)}")

    assert wrong == []


def numbers_in_addresses() -> list[tuple[URLPattern, str]]:
    """Every place for a number; some of those whose columns are all of one size, as they are for ids, and on SQLite for
    all."""
    places = [
        (pattern, part)
        for pattern in urlpatterns
        for part, converter in pattern.pattern.converters.items()
        if isinstance(converter, NumberConverter)
    ]
    ids = [place for place in places if place[1].endswith("_id")]
    numbers = [place for place in places if place not in ids]
    return [*(numbers if connection.vendor == "postgresql" else every(3, numbers)), *every(5, ids)]


@pytest.mark.parametrize("number", [2**31, 10**18 - 1] if SOAK else [10**18 - 1])
def test_number_that_nothing_has_leads_nowhere(world, number, nothing_shown):
    """Not even where a column is smaller than the number."""
    client, wrong = with_role("admin")(world), []

    for place, (pattern, part) in enumerate(numbers_in_addresses()):
        address = world.address(pattern, **{part: number})
        answers = {response.status_code for response in tried(client, address, place)}
        if max(answers) >= 500 or 200 in answers:
            wrong.append(f"{pattern.name} with {part} {number}: {sorted(answers)}")

    assert wrong == []


def test_get_changes_nothing(world):
    """At a door that is open, by the tablet that was paired with it, so that every page answers as itself."""
    event = Event.objects.get(pk=world.parts["event_id"])
    event.guests_at_door = True
    event.save()
    guest = Member.objects.create(club=world.club, number=90, name="Ida Moss")
    Entrant.objects.filter(pk=world.parts["entrant_id"]).update(state="here")
    event = open_check_in(event=event, acting=acting_as(), client_id="open")
    world.parts |= {"token": door_token(event), "member_id": guest.pk}
    make_own_book(world)
    client = with_role("admin")(world)
    client.post(reverse("league:pair_door", args=[world.club.slug, event.pk, world.parts["token"]]))
    before, statuses = everything(), {}
    faults: list[str] = []

    for pattern in (one for one, _ in guarded() if SOAK or one.name not in NOT_THERE):
        answer = client.get(world.address(pattern))
        statuses[str(pattern.name)] = answer.status_code
        if answer.headers.get("Content-Type", "").startswith("text/html"):
            faults += [f"{pattern.name}: {each}" for each in markup.faults_of(answer.content.decode())]

    assert everything() == before
    found_nothing = {name: status for name, status in statuses.items() if status >= 400 and status != 405}
    assert found_nothing == (NOT_THERE if SOAK else {})
    assert faults == []


def test_paper_that_is_asked_for_again_is_the_same_piece_of_work(world, monkeypatch):
    """So who asks again, told that it isn't ready, has what is being made already, and none is made for everybody."""
    asked: list[bytes] = []

    def ask(make: Callable[..., bytes], *parts: object, as_of: object, **_: object) -> bytes:
        asked.append(pickle.dumps((make, parts, as_of)))
        raise Busy

    monkeypatch.setattr(Apart, "ask", lambda _, *parts, **more: ask(*parts, **more))
    make_own_book(world)
    client, papers = with_role("admin")(world), {}

    for pattern in (one for one, _ in guarded() if str(one.pattern).endswith(".pdf")):
        asked.clear()
        statuses = {client.get(world.address(pattern)).status_code for _ in range(2)}
        if statuses == {503}:
            papers[str(pattern.name)] = len(set(asked))

    assert papers == dict.fromkeys(papers, 1)
    assert papers.keys() >= {"player_sheet", "rulings_pdf", "member_links_pdf", "season_partners_pdf", "seating_pdf"}


# What the world has nothing of; a page of it is looked at in the tests of its own.
NOT_THERE = {
    "club_picture": 404,  # nobody sent one
    "bracket": 404,
    "bracket_pdf": 409,
    "boards_void": 404,
    "boards_decide": 404,
    "boards_take_back": 404,
    "boards": 404,
    "board_code": 404,
    "board_slips_pdf": 409,
    "board_master_pdf": 409,
    "board_labels_pdf": 409,
    "board_records_pdf": 409,
    "take_back_record": 404,
    "type_hand": 404,
    "season_place": 404,
    "board_results": 404,
    "board_traveler": 404,
    "player_boards": 404,
    "api_nothing": 404,
    "api_results": 404,
    "api_boards": 404,
    **dict.fromkeys(("boards_text", "boards_csv", "boards_xlsx"), 404),  # every table was dealt its own cards
    **dict.fromkeys(("hand_records_pdf", "travelers_pdf", "board_ranking_pdf", "own_boards_pdf"), 409),
    "appeal": 404,
    "claim": 404,
    "claim_hand": 404,
    "decide_appeal": 404,
    "agree_on_appeal": 404,
    "invite_decider": 404,
    "notice_pdf": 404,
    "read_card": 404,
    "read_hand": 404,
    "take_back_step": 404,
    "pardon": 409,
    "ruling": 404,
    "ruling_slips_pdf": 409,
    "certificates_pdf": 409,
    "partners_pdf": 409,
    "seating_changes": 404,
    "table_look_back": 404,  # the evening is not closed
    **dict.fromkeys(("my_boards", "night_boards"), 404),  # it is no duplicate
    # nobody has the link
    **dict.fromkeys(
        (
            *("you", "notices_by_email"),
            *("night", "night_picture", "night_card", "night_card_changes", "night_hand", "night_card_paper"),
            *("night_card_pdf", "night_look_back", "night_ranking", "watch"),
        ),
        404,
    ),
    # whoever asks played nowhere
    **dict.fromkeys(
        (
            *("my_evening", "my_picture", "my_slip", "my_card", "my_card_changes", "my_hand", "my_card_paper"),
            *("my_card_pdf", "my_ranking", "look_back"),
        ),
        404,
    ),
}


def make_own_book(world: World) -> None:
    """A copy of a book, which has pages of its own."""
    rules = copy_book(club=world.club, key="npa", acting=acting_as(), client_id="copy")
    book, seen = draft_of(rules).model_copy(update={"sheet": read_sheet("No cell phones.")}), draft_digest(rules)
    rules = save_draft(rules=rules, book=book, seen=seen, acting=acting_as(), client_id="sheet")
    publish_rules(rules=rules, seen=draft_digest(rules), note="ours", acting=acting_as(), client_id="published")
    world.parts["key"] = rules.key


# Addresses without a role: what each of them answers to each caller, by GET. A tablet has the pass of table 1.
OPEN_ANSWERS = {
    "type_pin": {"everybody": 200},
    "pass": {"everybody": 200},
    "table": {"everybody": 404, "tablet of a table": 302},
    "call_director": {"everybody": 404, "tablet of a table": 200},
    "take_back_call": {"everybody": 405},
    "table_boards": {"everybody": 404},  # it is no duplicate
    "table_rulings": {"everybody": 404, "tablet of a table": 200},
    "appeal_at_table": {"everybody": 404},  # there is no ruling
    "agree_at_table": {"everybody": 404},
    "claim_at_table": {"everybody": 404},  # there is no claim
    "evening_bar": {"everybody": 200},
}
# Who sees the bar above a table's card; anybody else is led away from it.
AT_THE_CARD = {"tablet of a table", "referee", "director", "admin", "helper"}


@pytest.mark.parametrize("who", CALLERS)
def test_what_needs_no_role_asks_for_the_pass_of_a_table(world, who):
    """Nobody's role opens a table's own pages: only the tablet that the pass was shown to."""
    client = CALLERS[who][0](world)
    event = Event.objects.get(pk=world.parts["event_id"])
    world.parts |= {"token": pass_of(event, world.table.number).token}
    if who == "tablet of a table":
        access.keep_card(TableTablet.objects.latest("pk").device, world.table.card)

    for pattern in urlpatterns:
        if pattern.name in OPEN_ANSWERS:
            expected = OPEN_ANSWERS[pattern.name]
            answer = call(client, "get", world.address(pattern))
            assert answer.status_code == expected.get(who, expected["everybody"]), pattern.name
            is_led_away = pattern.name == "evening_bar" and who not in AT_THE_CARD
            assert ("HX-Redirect" in answer.headers) == is_led_away, pattern.name


@pytest.mark.parametrize("who", CALLERS)
def test_door_is_shut_to_everybody_but_its_tablet(world, who):
    event = Event.objects.get(pk=world.parts["event_id"])
    event.guests_at_door = True
    event.save()
    event = open_check_in(event=event, acting=acting_as(), client_id="open")
    client = CALLERS[who][0](world)
    doors = [pattern for pattern in urlpatterns if pattern.name in AT_THE_DOOR - {"pair_door"}]
    before = everything()

    for pattern in doors:
        for method in ("get", "post"):
            assert getattr(client, method)(world.address(pattern)).status_code in (403, 405), pattern.name
    assert everything() == before

    pairing = reverse("league:pair_door", args=[world.club.slug, event.pk, "A" * 32])
    assert client.post(pairing).status_code in (403, 404)
    client.post(pairing.replace("A" * 32, door_token(event)))
    assert client.get(world.address(next(one for one in doors if one.name == "door"))).status_code == 200


def everything() -> dict[str, list[tuple[object, ...]]]:
    """Every row of ours."""
    from django.apps import apps

    models = [*apps.get_app_config("league").get_models(), *apps.get_app_config("scoring").get_models()]
    return {model.__name__: list(model._default_manager.order_by("pk").values_list()) for model in models}


def test_table_of_rights_is_the_one_written_here():
    assert {kind: {action for action in Action if may(kind, action)} for kind in MAY} == {
        kind: {action for action, letters in EXPECTED.items() if letter in letters} for kind, letter in LETTERS.items()
    }


def test_admins_may_everything_and_each_role_what_the_one_below_may():
    assert MAY[Role.Kind.ADMIN] == set(Action)
    assert MAY[None] < MAY[Role.Kind.MEMBER] < MAY[Role.Kind.REFEREE] < MAY[Role.Kind.DIRECTOR] < MAY[Role.Kind.ADMIN]
    assert MAY[None] < MAY[Role.Kind.HELPER] < MAY[Role.Kind.DIRECTOR]


def test_the_notes_on_members_are_for_directors_and_admins():
    assert {kind for kind in MAY if may(kind, Action.READ_NOTES)} == {Role.Kind.DIRECTOR, Role.Kind.ADMIN}


@pytest.mark.parametrize("who", CALLERS)
def test_help_shows_the_table_to_everybody(world, who):
    page = CALLERS[who][0](world).get(reverse("league:help", args=[world.club.slug])).content.decode()

    for action in Action:
        assert action.value[1:] in page
    assert reverse("document", args=["club-night"]) in page
