"""Games in every state, every address of play mode, and the forms on their pages: for tests that leave none out."""

import itertools
from collections.abc import Iterator, Sequence

from django.test import Client
from django.urls import reverse

from scoring.models import CardLink, PlayedHand, Simulation
from scoring.play import sets, shared
from scoring.play.shared import Person
from scoring.play.urls import urlpatterns
from scoring.score_card import access
from tests.scoring.play.company import Company
from tests.scoring.play.simulated import small
from tests.scoring.play.sitting import Sitting, play_hand, sit_down, to_the
from tests.scoring.score_card.addresses import NOBODYS, Forms, names_in

ADDRESSES = {str(pattern.name): pattern for pattern in urlpatterns}
STATES = ("begun", "meld", "play", "done", "watched", "shared", "together")


def game_in(state: str, book: str, client: Client, **fields: str) -> Sitting:
    """A game of `book` in one of `STATES`, which `client`'s device plays."""
    if state == "together":
        return Company(book, Ann=client, Ruth=Client()).begin().sitting("Ann")
    fields = {"seat": "watch", **fields} if state == "watched" else {"count_own_meld": "on", **fields}
    at = sit_down(client, book, **fields)
    if state in ("meld", "play"):
        at = to_the(state, client, at)
    if state in ("done", "shared"):
        at = play_hand(client, at)
    if state == "shared" and at.table.state.redealt_by is None:
        shared.share(at.table)
    return at


def addresses_of(at: Sitting, client: Client, *, wrong: bool = True) -> Iterator[tuple[str, str]]:
    """Every address of the URLconf, with what fits the game and a simulation of `client`'s, and with what does not."""
    rules, deal = at.table.book, at.table.deal
    job = Simulation.objects.first() or small(client)
    hand = PlayedHand.objects.first()
    fitting: dict[str | int, Sequence[object]] = {
        "hand_id": [hand.pk if hand else 1],
        "key": [rules.key],
        "game_id": [at.game.pk],
        "card_id": [at.table.keeper.card_id],
        "simulation_id": [job.pk],
        "number": [deal.number],
        "step": sorted({0, 1, at.table.seen}),
        "code": [at.game.people.code] if at.game.people else [],
        "source": ["1"],  # no evening: play knows none
    }
    missing: dict[str | int, Sequence[object]] = {
        "key": ["no-such-book"],
        "game_id": [NOBODYS],
        "card_id": [NOBODYS],
        "simulation_id": [NOBODYS],
    }
    missing |= {"hand_id": [0, 10**18 - 1], "number": [0, 10**18 - 1], "step": [10**18 - 1]}
    missing |= {"token": ["x" * 32, "x" * 2000]}
    missing |= {"source": ["-1", "no-such-evening", "9" * 2000]}
    missing |= {"code": ["NO", "CDFGHJKM", "x" * 2000]}
    for name, pattern in ADDRESSES.items():
        values = {key: [*fitting.get(key, ()), *(missing[key] if wrong else ())] for key in names_in(pattern)}
        if "token" in values:
            values["token"] = [*_tokens(name, at), *values["token"]]
        for arguments in itertools.product(*values.values()):
            yield name, reverse(f"play:{name}", kwargs=dict(zip(values, arguments, strict=True)))


def _tokens(name: str, at: Sitting) -> Iterator[str]:
    """Secrets of the game, and links of a deal that others play too."""
    if name == "join":
        yield access.make_link(at.table.keeper.card, CardLink.Kind.WRITE)
        return
    if name in ("set", "begin_board", "friends"):
        yield sets.set_for(at.table.book, Person(at.table.keeper.device)).token
        return
    yield shared.deal_of_the_day(at.table.book).token
    if at.table.deal.shared is not None:
        yield at.table.deal.shared.token


def forms_of(client: Client, at: Sitting) -> dict[str, dict[str, str]]:
    """All forms on the pages of a game, by their action."""
    forms: dict[str, dict[str, str]] = {}
    for name, address in addresses_of(at, client, wrong=False):
        if name not in ("judge", "hint", "review"):  # they have none, and think
            forms |= Forms(client.get(address).content.decode()).forms
    return forms
