"""Where names and contacts may not stand: every address of the clubs is opened, in the middle of an evening and after
one, by a stranger, a table's tablet, the door's, a member and a director.

Ruth Abernathy is shown by initials only, Ray Vance was made anonymous (`members/deeds/test_privacy.py`: no row of the
database has his name). What is printed hangs on the wall: it has the
initials, whoever prints it. Addresses are those of the permission walk, so that a new one is opened by itself.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from itertools import chain
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.acting.permissions import may
from league.evening.check_in.deeds.door import door_token
from league.evening.check_in.deeds.roll import open_check_in
from league.evening.events.deeds import close_event
from league.evening.judging.deeds.penalties import give_penalty
from league.evening.rounds.deeds import close_round
from league.management.evenings import play_table
from league.models import CashEntry, Club, Entrant, Event, EventRound, Member, Role, RoundTable, TableTablet
from league.office.members.deeds.following import follow
from league.office.members.deeds.privacy import make_anonymous, show_initials
from league.office.members.links import OWN_PAGE, night_path, token_of, watch_path
from league.season.past.planning import key_of
from league.season.players.views.you import write_night
from league.urls import urlpatterns
from scoring.models import PlayedHand
from scoring.score_card import access
from tests.league.makers import acting_as, make_entrants, make_event, make_round, make_user, play_round, start_now
from tests.league.season.past.brought import asked, brought
from tests.league.season.seasons.played import FIRST, opened
from tests.league.test_permission_matrix import BY_QUERY, CALLERS, World, may_not_after_all
from tests.responses import Response
from tests.sampling import SOAK
from tests.spreadsheets import xlsx_rows

pytestmark = pytest.mark.django_db

RUTH, RAY = "Abernathy", "Ray Vance"
PHONE, MAIL = "555-0142", "@example.org"
NOT_FOR_OTHERS = (RUTH, RAY, "Gus Gone", PHONE, MAIL)
# A past season that names both, and somebody who is in no list any more.
PAST = f"Date,Name,Points\n2019-01-08,R. {RUTH},30\n2019-01-08,{RAY},20\n2019-01-08,Gus Gone,10\n"
OF_THE_MEMBER = ("player_sheet", "dues_pdf")  # printed for the member, or the treasurer, and not to hang
KINDS = ("csv", "xlsx")  # of files
ON_CARDS = ("card", "changes", "details", "history", "penalties", "sign", "share", "hand")


@pytest.fixture(scope="module")
def lasting_world(lasting_world: World, django_db_blocker: Any) -> World:
    with django_db_blocker.unblock():
        return with_both(lasting_world)


def with_both(world: World) -> World:
    """The evening under way with Ruth at table 1, and one before it, over, with Ray as well."""
    club, by = world.club, acting_as()
    opener = make_event(club, name="Fall opener", rounds_planned=1, played_on=FIRST)
    there = make_entrants(opener, 12)
    before = start_now(make_round(opener, [*there[:4], *there[8:]]))  # with Ruth at the first table, Ray at the second
    play_round(before, seed=1)
    close_round(event_round=before, acting=by, client_id="close round", reason="all in")
    close_event(event=before.event, acting=by, client_id="close", reason="")
    running = EventRound.objects.get(event=world.parts["event_id"])
    play_table(world.table, seed=2)
    ruling = {"seat": "N", "code": "ruling", "points": 40, "count": 1, "hand": None, "note": "rude"}
    give_penalty(table=world.table, payload=ruling, player="Ruth", acting=by, client_id="penalty")
    ruth, ray = (Member.objects.select_related("club").get(club=club, number=number) for number in (1, 12))
    assert (ruth.name, ray.name) == (f"Ruth {RUTH}", RAY)
    Member.objects.filter(club=club).update(phone=PHONE, email=f"player{MAIL}")
    CashEntry.objects.filter(event=running.event).update(entrant=world.parts["entrant_id"], who=str(ray))
    walt = Member.objects.get(club=club, number=2)
    for other in (ruth, ray):
        follow(member=walt, other=other, is_followed=True, acting=by, client_id=f"follow {other.pk}")
    past = brought(club, asked(PAST, answers={key_of("R. Abernathy"): "1", key_of("Gus Gone"): "initials"}))
    season = opened(club, name="Fall", events=(before.event_id,))
    show_initials(member=ruth, initials_only=True, acting=by, client_id="initials")
    make_anonymous(member=ray, acting=by, client_id="anonymous")
    Club.objects.filter(pk=club.pk).update(has_grades=True)
    play_deal_of_the_day(ruth)
    world.parts |= {"member_id": ruth.pk, "past_id": past.pk, "played_id": season.pk}
    return world


def play_deal_of_the_day(member: Member) -> None:
    """What the member made of today's, signed in."""
    today = timezone.localdate()
    account = make_user(member.club, "member", name=member.name)
    Role.objects.filter(user=account).update(member=member)
    result = {"book_key": "npa", "seat": "S", "own": 30, "margin": 12, "played_on": today, "daily": today}
    PlayedHand.objects.create(player=account, is_ranked=True, at=timezone.now(), **result)


@pytest.fixture(autouse=True)
def grades_from_the_first_round(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("league.season.grades.model.ROUNDS_TO_SHOW", 1)
    monkeypatch.setattr("league.season.grades.reading.foretold", lambda _: True)


def addresses(world: World, kind: Role.Kind | None) -> Iterator[tuple[str, str]]:
    """Every address of the evening that is under way, and of the one that is over; of those that the role may not call,
    which answer all alike (test_permission_matrix.py), the first."""
    over = Event.objects.get(club=world.club, name="Fall opener")
    shut = [one for one in urlpatterns if hasattr(one.callback, "action") and not may(kind, one.callback.action)]
    for pattern in urlpatterns:
        if pattern in shut[1:] and not SOAK:
            continue
        for query, _ in BY_QUERY.get(str(pattern.name), (("", None),)):
            yield str(pattern.name), world.address(pattern) + query
            if "season_id" in pattern.pattern.converters and pattern.name != "publication":
                yield f"{pattern.name} past", world.address(pattern, season_id=world.parts["past_id"]) + query
            if pattern.name == "season_race":
                yield "season_race played", world.address(pattern, season_id=world.parts["played_id"]) + query
            if "event_id" in pattern.pattern.converters:
                yield f"{pattern.name} after", world.address(pattern, event_id=over.pk) + query


def told(client: Client, address: str, *, role: Role.Kind | None, kind: str) -> list[str]:
    """What of all that is not for others stands there, or in the files of its list; whoever may read it is let in."""
    response = client.get(address)
    assert response.status_code < 500, address
    view = response.resolver_match
    if (
        view
        and view.url_name
        and hasattr(view.func, "action")
        and view.url_name not in BY_QUERY
        and may(role, view.func.action)
    ):
        assert not may_not_after_all(view.url_name, response, client), address
    text = response.getvalue().decode(errors="replace")
    if response.status_code == 200 and response["Content-Type"].startswith("text/html"):
        if SOAK:  # the parts that htmx swaps are included in their pages
            text += client.get(address, headers={"HX-Request": "true"}).getvalue().decode(errors="replace")
        if "file=csv" in text:
            text += saved(client, f"{address}{'&' if '?' in address else '?'}file=", kind)
    return [word for word in NOT_FOR_OTHERS if word in text]


def saved(client: Client, address: str, kind: str) -> str:
    """The page's list in one kind of file, which has the rows of the other; in a soak in both."""
    answers = [client.get(address + each) for each in KINDS if each == kind or SOAK]
    return "".join(rows_of(answer) for answer in answers)


def rows_of(answer: Response) -> str:
    if "spreadsheetml" in answer["Content-Type"]:
        return str(xlsx_rows(answer.content))
    return answer.text  # CSV, or the page itself where a list has no other kind


def signed_in(world: World, who: str) -> Client:
    """A director, or Walt, who plays at Ruth's table."""
    client = CALLERS[who][0](world)
    walt = Member.objects.get(club=world.club, number=2)
    if who == "member":
        Role.objects.filter(user=client.session["_auth_user_id"]).update(member=walt)
    return client


@pytest.mark.parametrize(("who", "kind"), [*zip(["stranger", "member"], KINDS, strict=True)])
def test_no_page_tells_a_hidden_name_or_a_contact(world, who, kind, printed):
    client, role = signed_in(world, who), CALLERS[who][1]
    asked = addresses(world, role)
    assert {name: words for name, address in asked if (words := told(client, address, role=role, kind=kind))} == {}
    assert [word for word in NOT_FOR_OTHERS for page in printed if word in page] == []
    results = client.get(reverse("league:event", args=[world.club.slug, world.parts["event_id"]])).content.decode()
    assert "R. A." in results
    assert "R. A." in client.get(reverse("league:season_race", args=[world.club.slug, world.parts["played_id"]])).text
    if who == "member":
        for name in ("grades", "ladder"):
            assert "R. A." in client.get(reverse(f"league:{name}", args=[world.club.slug])).text
        own = client.get(reverse("league:me", args=[world.club.slug])).text
        assert own.count('<bdi>R. A.</bdi></span><span class="line-note">') == 1
        assert '<bdi>Former member 12</bdi></span><span class="line-note">' not in own  # nobody follows them any more
        page = client.get(reverse("league:player", args=[world.club.slug, world.parts["member_id"]])).text
        assert "You and <bdi>R. A.</bdi>" in page
    listed = client.get(reverse("league:members", args=[world.club.slug]), {"find": RUTH}).content.decode()
    assert "R. A." not in listed  # else whoever knows a name could find the initials to it


def test_links_for_life_and_mails_of_nights_tell_no_hidden_name(world):
    """Everybody's own page, what else shows it in a browser that came by the link, and the mail of the night before."""
    over = Event.objects.select_related("club").get(club=world.club, name="Fall opener")
    slug, seasons = world.club.slug, world.club.seasons.filter(past_file=None)
    rests = [reverse("league:club", args=[slug]), *(reverse("league:season", args=[slug, one.pk]) for one in seasons)]
    texts = {}
    people = over.entrants.select_related("event__club", "member").filter(member__is_active=True)
    for entrant in people if SOAK else people.filter(number__in=(1, 2, 10)):  # Ruth, and who played with her and Ray
        client, person = Client(), entrant.member
        assert person is not None, "asked for members"
        link = reverse("league:you", args=[slug, person.pk, token_of(person, OWN_PAGE)])
        for address in (link, *rests, night_path(entrant)):
            answer = client.get(address)
            texts[person.number, address] = answer.content.decode() if answer.status_code == 200 else ""
        texts[person.number, "mail"] = "".join(write_night(over, person) or ())

    assert {
        key: words for key, text in texts.items() if (words := [one for one in NOT_FOR_OTHERS if one in text])
    } == {}
    assert "Hello, <bdi>R. A.</bdi>" in next(text for (number, _), text in texts.items() if number == 1)
    assert texts[1, "mail"].startswith("Hello, R. A.")
    asked = {number for number, _ in texts}
    assert {1, 2, 10} <= asked < {*range(1, 13)}
    assert sum("R. A." in text for text in texts.values()) > len(rests)
    assert all("Not you?" in texts[number, rests[0]] for number in asked)


def test_director_reads_hidden_names_but_prints_none(world, printed):
    client = signed_in(world, "director")

    for name, address in addresses(world, Role.Kind.DIRECTOR):
        if ".pdf" in address and name not in OF_THE_MEMBER:
            assert client.get(address).status_code < 500, address

    assert [word for word in (RUTH, RAY) for page in printed if word in page] == []
    assert "R. A." in "".join(printed)
    for name in ("members", "check_in"):
        args = [world.club.slug, *([world.parts["event_id"]] if name == "check_in" else [])]
        assert RUTH in client.get(reverse(f"league:{name}", args=args)).content.decode(), name


def test_tablets_at_table_and_door_show_initials(world):
    tablet = CALLERS["tablet of a table"][0](world)
    access.keep_card(TableTablet.objects.latest("pk").device, world.table.card)
    on_cards = (
        (name, reverse(f"score_card:{name}", args=[world.table.card_id, *([1] if name == "hand" else [])]))
        for name in ON_CARDS
    )
    event = open_check_in(event=Event.objects.get(pk=world.parts["event_id"]), acting=acting_as(), client_id="open")
    door = Client()
    door.post(reverse("league:pair_door", args=[world.club.slug, event.pk, door_token(event)]))
    at_door = reverse("league:door", args=[world.club.slug, event.pk])
    ruth = reverse("league:door_member", args=[world.club.slug, event.pk, world.parts["member_id"]])

    asked = chain(
        ((tablet, name, address) for name, address in on_cards),
        ((tablet, name, address) for name, address in addresses(world, None) if "table" in name or "bar" in name),
        ((door, "door", address) for address in (ruth, f"{at_door}?q=ru", f"{at_door}?q={RUTH[:5]}")),
    )
    seen = {(name, address): client.get(address).getvalue().decode() for client, name, address in asked}

    assert [where for where, text in seen.items() if any(word in text for word in NOT_FOR_OTHERS)] == []
    assert "R. A." in seen["card", reverse("score_card:card", args=[world.table.card_id])]
    assert "R. A." in seen["door", ruth]


def test_links_of_players_tell_no_hidden_name_of_those_they_played_with(world):
    """Walt’s night by the link on his slip, and what his family follows: Ruth sits at his table tonight, and both she
    and Ray played on the evening before."""
    Entrant.objects.filter(event__club=world.club).update(watch_nonce="leave")
    Event.objects.filter(pk=world.parts["event_id"]).update(played_on=timezone.localdate())
    walt = Entrant.objects.select_related("event__club", "member").filter(event__club=world.club, member__number=2)
    stranger, seen = Client(), {}
    for entrant in (*walt, walt.get(event=world.parts["event_id"])):
        night = night_path(entrant)
        tables = RoundTable.objects.filter(seats__entrant=entrant)
        backs = [f"{night}tables/{table.pk}/back/" for table in tables]
        for address in (night, f"{night}ranking/", watch_path(entrant), *backs):
            seen[address] = stranger.get(address)
    ruth = Entrant.objects.select_related("event__club", "member").get(event=world.parts["event_id"], member__number=1)
    seen["Ruth"] = stranger.get(watch_path(ruth))

    told = {address: answer.getvalue().decode() for address, answer in seen.items() if answer.status_code == 200}

    assert [where for where, text in told.items() if any(word in text for word in NOT_FOR_OTHERS)] == []
    assert (len(told), "R. A." in told["Ruth"]) == (8, True)
    assert sum("Looking back" in text for text in told.values()) == 1


def test_archive_for_strangers_has_initials_and_no_contact(world):
    admin = CALLERS["admin"][0](world)
    address = reverse("league:archive_for_strangers", args=[world.club.slug])

    with zipfile.ZipFile(io.BytesIO(admin.get(address).content)) as archive:
        told = {name: archive.read(name).decode() for name in archive.namelist()}

    assert {
        name: words for name, text in told.items() if (words := [one for one in NOT_FOR_OTHERS if one in text])
    } == {}
    assert "R. A." in told["tables/entrants.jsonl"]
    assert "rude" not in told["tables/entries.jsonl"]
