"""Who may do what: every address of play mode, for everybody who might call it.

The table below names every address once, so that whoever adds one has to decide.
"""

import pytest
from django.test import Client

from scoring.models import CardLink, DeviceCard, Entry, PlayedDeal, ScoreCard, SharedDeal, Simulation
from scoring.score_card import access
from tests.sampling import SOAK, crossed, every
from tests.scoring.play.addresses import ADDRESSES, addresses_of, forms_of, game_in
from tests.scoring.play.simulated import small
from tests.scoring.play.sitting import Sitting, sit_down
from tests.scoring.score_card.addresses import addresses_of as card_addresses
from tests.scoring.score_card.makers import make_card
from tests.scoring.score_card.test_authorisation import everything

pytestmark = pytest.mark.django_db

FOR_ALL = {"start", "new", "begin", "day", "deal", "begin_deal", "simulations", "new_simulation", "record"}
FOR_ALL |= {"together", "find_table", "leave", "lesson", "answer_lesson", "boards", "week"}
FOR_WHOEVER_HAS_THE_CODE = {"room", "sit"}
FOR_WHO_SITS_AT_THE_TABLE = {"start_together", "news", "say", "back", "arrange", "send_away", "let_in", "lock"}
FOR_ALL_WITH_THE_ADDRESS = {"simulation", "simulation_progress", "set", "begin_board", "friends", "hall"}
FOR_WHOEVER_ASKED = {"cancel_simulation", "cost"}
BY_THE_WRITING_LINK = {"join"}
FOR_DEVICES_THAT_PLAY = {
    *("of_card", "table", "act", "go_on", "next_hand", "settings", "count_meld", "hint", "review", "judge"),
    *("share", "again", "undo", "try_again"),
}
THINKS = ("hint", "judge", "review")


def test_every_address_is_somebodys() -> None:
    classes = (
        *(FOR_ALL, FOR_ALL_WITH_THE_ADDRESS, FOR_WHOEVER_ASKED, BY_THE_WRITING_LINK, FOR_DEVICES_THAT_PLAY),
        *(FOR_WHOEVER_HAS_THE_CODE, FOR_WHO_SITS_AT_THE_TABLE),
    )

    assert sorted(name for names in classes for name in names) == sorted(ADDRESSES)


# -- a game's own addresses --------------------------------------------------------------


def stranger(at: Sitting) -> Client:
    return Client()


def device_of_another_game(at: Sitting) -> Client:
    device = Client()
    sit_down(device)
    return device


def tablet_of_a_card(at: Sitting) -> Client:
    tablet = Client()
    make_card(tablet)
    return tablet


def device_that_was_cut_off(at: Sitting) -> Client:
    device = Client()
    device.post(f"/play/w/{access.make_link(at.table.keeper.card, CardLink.Kind.WRITE)}/")
    access.cut_off_others(at.table.keeper)
    return device


def browser_with_a_forged_cookie(at: Sitting) -> Client:
    device = Client()
    device.cookies[access.DEVICE_COOKIE] = at.table.keeper.device.token_hash[:32]
    return device


VISITORS = [stranger, device_of_another_game, tablet_of_a_card, device_that_was_cut_off, browser_with_a_forged_cookie]


@pytest.mark.parametrize("state", every(2, ["done", "play"]))
def test_game_is_not_found_by_whoever_does_not_play_it(client: Client, state: str) -> None:
    at = game_in(state, "npa", client, name="Beatrice")
    forms = forms_of(client, at)
    tried = [address for name, address in addresses_of(at, client, wrong=False) if name in FOR_DEVICES_THAT_PLAY]

    for who in VISITORS:
        visitor = who(at)
        before = everything()
        for address in tried if who is stranger else every(4, tried):  # all are asked for in one way
            for method in ("get", "post"):
                response = getattr(visitor, method)(address, forms.get(address, {}))
                assert response.status_code in (404, 405), (who, address)
                assert "Beatrice" not in response.content.decode(), (who, address)
        assert everything() == before, who


def test_device_that_plays_gets_everywhere(client: Client) -> None:
    at = game_in("done", "npa", client)

    for name, address in addresses_of(at, client, wrong=False):
        if name in FOR_DEVICES_THAT_PLAY and name != "judge":
            assert client.get(address).status_code in (200, 302, 405, 409), address


@pytest.mark.parametrize("token", ["x" * 32, "", "hash"])
def test_dead_links_open_no_game(client: Client, token: str) -> None:
    at = game_in("begun", "npa", client)
    alive = access.make_link(at.table.keeper.card, CardLink.Kind.WRITE)
    token = (
        access.hash_of(alive)
        if token == "hash"
        else token or access.make_link(at.table.keeper.card, CardLink.Kind.READ)
    )
    before = everything()

    for visitor in (client, Client()):
        assert visitor.get(f"/play/w/{token}/").status_code == 404
        assert visitor.post(f"/play/w/{token}/").status_code == 404

    assert everything() == before


def test_link_of_a_card_that_is_kept_by_hand_opens_no_game(client: Client) -> None:
    keeper = make_card(client)
    secret = access.make_link(keeper.card, CardLink.Kind.WRITE)

    assert Client().post(f"/play/w/{secret}/").status_code == 404


def test_only_the_device_that_asked_stops_a_simulation(client: Client) -> None:
    job = small(client)

    for visitor in (Client(), device_of_another_game(sit_down(client))):
        assert visitor.post(f"/play/simulations/{job.pk}/cancel/").status_code == 403

    assert Simulation.objects.get().state == Simulation.State.WAITING


# -- a table of people -------------------------------------------------------------------


def test_nobody_gets_to_the_cards_of_people_who_play_together(client: Client) -> None:
    """Not even a device that keeps the card: who has no seat sees none of the hands."""
    at = game_in("together", "npa", client)
    keeps_the_card = Client()
    secret = access.make_link(at.table.keeper.card, CardLink.Kind.WRITE)
    assert keeps_the_card.post(f"/play/w/{secret}/").status_code == 404
    assert keeps_the_card.post(f"/w/{secret}/").status_code == 302
    tried = [
        (name, address)
        for name, address in addresses_of(at, client, wrong=False)
        if name in FOR_DEVICES_THAT_PLAY | FOR_WHO_SITS_AT_THE_TABLE
    ]

    for visitor in (keeps_the_card, Client(), device_of_another_game(at)):
        before = everything()
        for name, address in tried:
            answers = [visitor.get(address, follow=True), visitor.post(address, {}, follow=True)]
            assert {answer.status_code for answer in answers} <= {404, 405}, (name, address)
        assert everything() == before


# -- the card of a game ------------------------------------------------------------------

BY_HAND = {
    "client_id": "one", "dealer": "N", "bidder": "N", "bid": "50", "trump": "H", "meld_NS": "20", "meld_EW": "0",
    "take_NS": "50", "take_EW": "0", "why": "misdeal", "table_name": "4", "player_N": "Zoë", "played_on": "2026-11-21",
    "who": "N", "count": "1", "seat": "E", "minutes": "7", "by": "N", "side": "NS", "N-pinochle": "1", "reason": "x",
}  # fmt: skip


@pytest.mark.parametrize(("book", "state"), every(2, crossed(["gwinnett", "npa"], ["done", "play"])))
def test_nothing_is_written_by_hand_on_the_card_of_a_game(client: Client, book: str, state: str) -> None:
    at = game_in(state, book, client)
    keeper = DeviceCard.objects.get(pk=at.table.keeper.pk)
    penalties = keeper.card.book_version.book.penalties
    typed = {**BY_HAND, "seen": keeper.card.version, "code": penalties[0].code if penalties else ""}
    before = (list(Entry.objects.values_list()), list(ScoreCard.objects.values_list()))
    addresses = [
        address for name, address in card_addresses(keeper) if "pdf" not in name and name not in ("start", "begin")
    ]

    for address in addresses:
        answer = client.post(address, typed)
        assert answer.status_code < 500, address

    assert (list(Entry.objects.values_list()), list(ScoreCard.objects.values_list())) == before


# -- looking -----------------------------------------------------------------------------


@pytest.mark.parametrize("state", every(3, ["together", "begun", "meld", "play", "watched", "done", "shared"]))
def test_looking_changes_nothing_and_shows_no_seed(client: Client, state: str) -> None:
    at = game_in(state, "npa", client)
    opened = [(name, address) for name, address in addresses_of(at, client, wrong=False)]
    seeds = [each.seed for dealt in (PlayedDeal, SharedDeal) for each in dealt.objects.all()]
    assert all(seeds)
    before = everything()

    for name, address in opened:
        answers = [client.get(address, headers={"HX-Request": "true"} if name in THINKS else {})]
        if SOAK or str(at.game.pk) not in address:  # of the game itself a stranger sees nothing
            answers.append(Client().get(address))
        for answer in answers:
            assert not [seed for seed in seeds if seed in answer.content.decode() + str(answer.headers)], address

    assert everything() == before
