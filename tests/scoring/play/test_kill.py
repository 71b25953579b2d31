"""Games on a real server: two taps at once, many tables at once, and a server that dies (kill -9) in the middle of
hands, one of them played by two friends on their own devices."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from types import NoneType

from tests.books import PLAYED
from tests.club_server import ClubServer
from tests.sampling import sample
from tests.scoring.play.player import MOST_TAPS, SEEN, Player
from tests.tablet import UNANSWERED

TABLES = sample(4, 6)


def test_many_tables_play_on_one_server(club_server: ClubServer) -> None:
    def evening(number: int) -> int:
        """So many taps, the next hand's among them; how many of them counted."""
        player = Player.sit_down(club_server.url, PLAYED[number % len(PLAYED)])
        counted = 0
        for _ in range(sample(10, 6 * MOST_TAPS)):
            if player.is_over:
                break
            before = player.page
            player.next_hand() if player.is_done else player.tap()
            counted += player.page != before
        return counted

    with ThreadPoolExecutor(TABLES) as hall:
        assert min(hall.map(evening, range(sample(2, TABLES)))) >= 10


def test_taps_at_once_count_once_and_a_dead_server_goes_on(club_server: ClubServer) -> None:
    player = Player.sit_down(club_server.url, "gwinnett")
    player.to_the_play()
    to, fields = player.fields()
    friends = Player.sit_together(club_server.url, "family-double")  # nobody may ask for new cards
    asked = played_on(friends, tricks=1)
    cards, tap = asked.hand, asked.fields()

    with ThreadPoolExecutor(TABLES) as fingers:
        answers = list(fingers.map(lambda _: player.send(to, fields), range(TABLES)))
        shown = player.tablet.get(player.address).text
        in_flight = fingers.submit(asked.send, *tap)
        club_server.kill()
    club_server.start()
    player.page = player.tablet.get(player.address).text
    again = player.send(to, fields)

    assert [answer.status for answer in answers] == [200] * TABLES
    assert {SEEN.findall(answer.text)[0] for answer in (*answers, again)} == {SEEN.findall(shown)[0]}
    assert player.seen == int(SEEN.findall(shown)[0]) > fields["seen"]
    player.play_hand()

    # The two friends: each in the own seat, and the card whose answer was lost is played once.
    assert isinstance(in_flight.exception(), (*UNANSWERED, NoneType))
    assert [asked.send(*tap).status for _ in range(2)] == [200, 200]
    asked.look_again()
    assert asked.hand == cards - 1
    played_on(friends, tricks=2)


def played_on(friends: tuple[Player, Player], *, tricks: int) -> Player:
    """Each taps when asked, until somebody is to play after so many tricks; who that is."""
    for _ in range(2 * MOST_TAPS):  # two who bid against each other take their time
        for friend in friends:
            friend.look_again()
            if "act-play" in friend.page and f"<b>{tricks + 1}</b> of" in friend.page:
                return friend
            if friend.may_tap:
                friend.tap()
    raise AssertionError("Nobody is asked.")
