"""People at one table who tap at the same moment, on a real server: one seat, one game, one card."""

from __future__ import annotations

import re
import secrets
from concurrent.futures import ThreadPoolExecutor

from tests.club_server import ClubServer
from tests.scoring.play.player import Player
from tests.tablet import Answer, Tablet

FRIENDS = 5


def test_of_friends_who_want_one_seat_at_once_one_sits_and_one_game_starts(club_server: ClubServer) -> None:
    ann = Tablet(club_server.url, is_scripted=False)
    ann.get("/play/together/")
    fields = {"start": secrets.token_urlsafe(24), "book": "npa", "name": "Ann", "strength": "beginner"}
    room = ann.post("/play/together/", fields).location
    friends = [Tablet(club_server.url, is_scripted=False) for _ in range(FRIENDS)]

    def sit_down(number: int) -> Answer:
        friends[number].get(room)
        return friends[number].post(f"{room}sit/", {"name": f"Ruth {number}", "seat": "N"})

    with ThreadPoolExecutor(FRIENDS) as hands:
        sat = list(hands.map(sit_down, range(FRIENDS)))
        started = list(hands.map(lambda _: ann.post(f"{room}start/", {}), range(FRIENDS)))

    assert sorted(answer.status in (409, 422) for answer in sat) == [False, *[True] * (FRIENDS - 1)]
    assert [answer.status for answer in sat].count(302) == 1
    assert [answer.status for answer in started] == [302] * FRIENDS
    assert len({answer.location for answer in started}) == 1


def test_who_plays_on_while_being_sent_away_has_played_or_is_told(club_server: ClubServer) -> None:
    ann, ruth = Player.sit_together(club_server.url, "st-hilary")
    room = found_in(ann.page, r"(/play/t/\w+/)")
    person = found_in(ann.tablet.get(room).text, r'name="person" value="(\d+)"')
    while not ruth.may_tap:
        if ann.may_tap:
            ann.tap()
        ann.look_again()
        ruth.look_again()
    tap = ruth.fields()

    with ThreadPoolExecutor(2) as hands:
        tapped = hands.submit(ruth.send, *tap)
        sent = hands.submit(ann.tablet.post, f"{room}send-away/", {"person": person})

    assert sent.result().status == 200
    assert tapped.result().status in (200, 404)
    assert ruth.send(*tap).status == 404
    assert "Ruth" not in ann.tablet.get(ann.address).text


def found_in(page: str, pattern: str) -> str:
    found = re.search(pattern, page)
    assert found, page
    return found[1]
