"""Games on a real server: two taps at once, many tables at once, and a server that dies in the middle of a hand."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from scoring.rules.book import BUILT_IN_ORDER
from tests.club_server import ClubServer
from tests.sampling import sample
from tests.scoring.play.player import SEEN, Player

TABLES = 6


def test_many_tables_play_on_one_server(club_server: ClubServer) -> None:
    def evening(number: int) -> int:
        player = Player.sit_down(club_server.url, BUILT_IN_ORDER[number % len(BUILT_IN_ORDER)])
        hands = 0
        while hands < sample(1, 6) and not player.is_over:
            player.play_hand()
            player.next_hand()
            hands += 1
        return hands

    with ThreadPoolExecutor(TABLES) as hall:
        assert min(hall.map(evening, range(TABLES))) > 0


def test_taps_at_once_count_once_and_a_dead_server_goes_on(club_server: ClubServer) -> None:
    player = Player.sit_down(club_server.url, "gwinnett")
    player.to_the_play()
    to, fields = player.fields()

    with ThreadPoolExecutor(TABLES) as fingers:
        answers = list(fingers.map(lambda _: player.send(to, fields), range(TABLES)))
    shown = player.tablet.get(player.address).text
    club_server.kill()
    club_server.start()
    player.page = player.tablet.get(player.address).text
    again = player.send(to, fields)

    assert [answer.status for answer in answers] == [200] * TABLES
    assert {SEEN.findall(answer.text)[0] for answer in (*answers, again)} == {SEEN.findall(shown)[0]}
    assert player.seen == int(SEEN.findall(shown)[0]) > fields["seen"]
    player.play_hand()
