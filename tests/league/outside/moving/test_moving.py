"""A club moves from a hall's computer to the web and back, with an evening between: one copy of it lives at a time."""

from __future__ import annotations

import io
import re

import pytest
from django.test import Client

from league.acting.log import Refused
from league.acting.seals import first_fault
from league.evening.events.deeds import close_event
from league.models import Club, DealtBoards, Event, Fetched, LedgerRow, Role
from league.office.clubs.deeds.clubs import change_club
from league.office.clubs.deeds.one_time_links import make_invitation, use_invitation
from league.office.members.deeds.members import change_member
from league.outside.archive.deeds import Restored, restore_club
from league.outside.archive.format import AT_THE_SERVER
from league.outside.archive.here import Updated, compare, update_club
from league.outside.archive.pages import here_page, restored_words, where_it_lives
from league.outside.archive.writing import write_archive
from league.outside.hall.deeds import fetch, fetching, give_back, lend
from league.outside.moving.deeds import move_away, stay
from scoring.models import ScoreCard
from tests.league.makers import acting_as, make_club, make_event, make_running_round, make_user
from tests.league.outside.hall.elsewhere import elsewhere
from tests.league.outside.hall.evenings import ADMIN, brought, fetched, lent, make_evening, play
from tests.responses import Response

pytestmark = pytest.mark.django_db
WEB, HALL = "https://cards.example.org", "http://192.168.1.20:8000"


def archived(club: Club) -> bytes:
    out = io.BytesIO()
    write_archive(club, out)
    return out.getvalue()


def moved(club: Club, to: str = WEB) -> bytes:
    """The club's archive, made after it moved."""
    move_away(club=club, address=to, acting=ADMIN, client_id=f"move to {to}")
    club.refresh_from_db()
    return archived(club)


def restored(file: bytes) -> Club:
    return restore_club(file=io.BytesIO(file), limits=AT_THE_SERVER, acting=ADMIN).club


def updated(club: Club, file: bytes) -> Updated:
    done = update_club(club=club, file=io.BytesIO(file), limits=AT_THE_SERVER, acting=ADMIN)
    club.refresh_from_db()
    return done


def rename(club: Club, name: str) -> None:
    member = club.members.order_by("number")[0]
    change_member(member=member, acting=ADMIN, fields={"name": name}, client_id=f"rename {name}")


def evening_of(club: Club) -> Event:
    return club.events.select_related("club", "series", "rules").get(state=Event.State.PLANNED)


def test_a_club_moves_to_the_web_plays_in_the_hall_and_comes_back() -> None:
    club = make_evening().club
    before, file = archived(club), moved(club)
    with pytest.raises(Refused, match=r"^Oak Park lives at cards\.example\.org now\. Change it there\.$"):
        rename(club, "Ruth Left Behind")

    with elsewhere():  # on the web
        on_the_web = restored(file)
        rename(on_the_web, "Ruth Moved")
        slice_ = lent(evening_of(on_the_web))
        with elsewhere():  # in the hall, where the club was
            there = restored(before)
            moved(there)
            back = in_the_hall_of(there, slice_)
        brought(back)
        assert LedgerRow.objects.filter(event__state="closed", event__played_on__day=17).count() == 8
        way_back = moved(on_the_web, HALL)

    assert updated(club, way_back).has_arrived
    rename(club, "Ruth Again")
    played = Event.objects.get(club=club, played_on__day=17)
    assert (club.moved_to, club.moves, played.state) == ("", 2, "closed")
    assert {first_fault(where) for where in (club, played)} == {""}
    assert not updated(club, file).has_arrived  # nor does the first file take it away again


def in_the_hall_of(club: Club, slice_: bytes) -> bytes:
    """What the hall gives back of an evening of a club that moved from it."""
    earlier = ScoreCard.objects.filter(round_table__event_round__event__club=club)
    cards, draft = set(earlier.values_list("pk", flat=True)), club.house_rules.get().draft + " "
    club.house_rules.update(draft=draft)
    there = fetched(slice_)
    assert there.event.club == club
    assert cards
    assert cards == set(earlier.values_list("pk", flat=True))
    assert club.house_rules.get().draft == draft
    play(there.event)
    with pytest.raises(Refused, match="lives at"):
        rename(club, "Ruth in the hall")
    out = io.BytesIO()
    give_back(fetched=there, out=out, acting=ADMIN)
    club.refresh_from_db()
    assert club.moved_to == WEB
    return out.getvalue()


def test_a_club_stays_after_all_and_the_file_for_its_move_brings_it_nowhere() -> None:
    club = make_club(name="Oak Park")
    file = moved(club)
    assert not updated(club, file).has_arrived  # its own file, chosen here by mistake
    assert club.moved_to == WEB
    stay(club=club, acting=ADMIN, client_id="stay")
    stay(club=club, acting=ADMIN, client_id="stay again")
    club.refresh_from_db()
    assert (club.moved_to, club.moves) == ("", 2)
    told = club.log.order_by("pk").values_list("action", flat=True)
    assert list(told) == ["moved the club", "kept the club here after all"]
    assert not updated(club, file).has_arrived


def test_a_mere_copy_of_a_club_that_moved_moves_nothing_and_says_so() -> None:
    club = make_club(name="Oak Park")
    file = moved(club)
    with elsewhere():
        assert "From now on it lives here." in restored_words(restored_as(file))
        on_the_web = Club.objects.get()
        rename_club(on_the_web, "for all to read")
        copy, way_back = archived(on_the_web), moved(on_the_web, HALL)

    compared = compare(club, io.BytesIO(copy), AT_THE_SERVER)
    assert where_it_lives(compared) == (
        "It lives at cards.example.org, and stays there: this only brings what is read here up to date.",
    )
    assert not updated(club, copy).has_arrived
    assert (club.about, club.moved_to) == ("for all to read", WEB)
    page = here_page(compare(club, io.BytesIO(way_back), AT_THE_SERVER))
    assert (page.key, page.says[0]) == (
        "Update it",
        "It lives at cards.example.org now. With this file it lives here again, and there it is only read.",
    )
    assert updated(club, way_back).has_arrived


def restored_as(file: bytes) -> Restored:
    return restore_club(file=io.BytesIO(file), limits=AT_THE_SERVER, acting=ADMIN)


def rename_club(club: Club, about: str) -> None:
    change_club(club=club, acting=ADMIN, client_id=about, about=about)


def test_nothing_moves_while_an_evening_would_be_torn_apart() -> None:
    running = make_running_round().event
    with pytest.raises(Refused, match=f"^Close {running.name} first: an evening that is under way"):
        moved(running.club)
    event = make_evening()
    lend(event=event, acting=ADMIN)
    with pytest.raises(Refused, match="Bring back Tuesdays first"):
        moved(event.club)
    boards = make_event(make_club(), name="Duplicate", compared="match")
    DealtBoards.objects.create(event=boards, seed="1", book_version=boards.rules.book_version)
    with pytest.raises(Refused, match="Play Duplicate first"):
        moved(boards.club)


def test_a_computer_that_only_fetched_an_evening_moves_nothing() -> None:
    file = lent(make_evening())
    with elsewhere(), pytest.raises(Refused, match="Oak Park lives at home"):
        moved(fetched(file).event.club)


def test_evenings_of_a_club_that_moved_are_fetched_by_its_directors_and_make_nobody_its_admin() -> None:
    event = make_evening()
    make_user(event.club, "admin", "Ida Moss")
    before, slice_ = archived(event.club), lent(event)
    with elsewhere():
        club = restored(before)
        moved(club)
        other = make_user(make_club(name="Elsewhere"), "admin")
        with pytest.raises(Refused, match="Sign in as one of its directors"):
            fetch(file=io.BytesIO(slice_), limits=AT_THE_SERVER, acting=fetching(other))
        carol = club.roles.get(kind="director").user
        there = fetch(file=io.BytesIO(slice_), limits=AT_THE_SERVER, acting=fetching(carol))
        assert there.event.club == club
        assert set(club.roles.filter(by_code=True).values_list("kind", flat=True)) == {"director"}
        give_back(fetched=there, out=io.BytesIO(), acting=ADMIN)
        stay(club=club, acting=ADMIN)
        assert not club.roles.filter(by_code=True).exists()
        close_event(event=Event.objects.get(pk=there.event_id), acting=ADMIN, client_id="close", reason="nobody came")
        assert not Fetched.objects.exists()


def test_an_invitation_of_before_leads_nowhere() -> None:
    club = make_club(name="Oak Park")
    link, _ = make_invitation(
        club=club,
        acting=acting_as("admin", make_user(club, "admin")),
        kind=Role.Kind.REFEREE,
        name="Ida",
        client_id="i",
    )
    moved(club)
    account = {"name": "Ida Moss", "sign_in_name": "ida", "email": "", "password": "a-long-password"}
    with pytest.raises(Refused, match="Oak Park lives at"):
        use_invitation(link=link, user=None, account=account, device="", client_id="use")


# -- pages ---------------------------------------------------------------------------------


def test_pages_of_the_move_lead_through_it(client: Client) -> None:
    club = make_evening().club
    client.force_login(make_user(club, "admin", "Ida Moss"))
    front, page = f"/clubs/{club.slug}/", f"/clubs/{club.slug}/move/"
    assert page in client.get(f"{front}settings/").text
    assert "lives at" not in client.get(front).text

    wrong = client.post(page, {"client_id": "a", "address": "the church"})
    here = client.post(page, {"client_id": "b", "address": "testserver"})
    sent = [client.post(page, {"client_id": "c", "address": " Cards.Example.org "}) for _ in range(2)]

    assert (wrong.status_code, "such as “cards.example.org”" in wrong.text, "the church" in wrong.text) == (
        422,
        True,
        True,
    )
    assert (here.status_code, "That is the address here." in here.text) == (422, True)
    assert [(one.status_code, one.headers["Location"]) for one in sent] == [(302, page)] * 2
    assert 'href="https://cards.example.org/clubs/new/archive/"' in client.get(page).text
    event = club.events.get(state="planned")
    for address in (front, f"{front}events/{event.pk}/", f"{front}members/"):
        assert "lives at" in client.get(address).text
    assert ("Fetch an evening" in client.get(front).text, "Plan an event" in client.get(front).text) == (True, False)
    refused = client.post(f"{front}members/new/", {"client_id": "d", "name": "Ida Left Behind", "number": "99"})
    assert "Oak Park lives at cards.example.org now. Change it there." in refused.text
    assert "Ida Left Behind" in refused.text
    assert "Is it at cards.example.org already?" in client.get(f"{page}stay/").text
    assert client.post(f"{page}stay/", {"client_id": "e"}).headers["Location"] == front
    assert "Oak Park lives here." in client.get(front).text


HOMES = re.compile(r"\b(home|halls?|lend|lent|fetch\w*|move[sd]?|web)\b", re.IGNORECASE)


def test_a_club_in_its_hall_alone_reads_of_no_other_place_but_where_it_looks_for_one(client: Client) -> None:
    event = make_running_round().event
    client.force_login(make_user(event.club, "admin", "Ida Moss"))
    club = f"/clubs/{event.club.slug}/"
    evening = f"{club}events/{event.pk}/"
    pages = [club, f"{club}events/", f"{club}members/", f"{club}settings/", "/clubs/"]
    pages += [f"{evening}{page}" for page in ("", "board/", "check-in/", "coming/", "seating/", "cash/")]

    answers = {page: client.get(page) for page in pages}
    found = {page: HOMES.findall(words_of(answer)) for page, answer in answers.items()}

    assert {answer.status_code for answer in answers.values()} == {200}
    assert {page: words for page, words in found.items() if words} == {
        "/clubs/": ["Fetch"],  # a key there, and on the evening's page
        evening: ["Hall", "home"],
        f"{club}settings/": ["Hall", "move", "move", "web", "hall", "Move"],  # the first: where visitors find the club
    }


def words_of(answer: Response) -> str:
    main = answer.text.partition("<main")[2]
    return re.sub(r"<[^>]+>", " ", main)
