"""Who may do what: every address of the score card, for everybody who might call it.

The table below names every address once, so that whoever adds one has to decide.
"""

from collections.abc import Iterator
from itertools import product

import pytest
from django.apps import apps
from django.contrib.sessions.models import Session
from django.db.models import Model
from django.http import HttpResponse
from django.test import Client

from scoring.models import CardLink, DeviceCard
from scoring.score_card import access, pdfs
from tests.sampling import crossed
from tests.scoring.score_card.addresses import ADDRESSES, addresses_of, card_in, forms_of
from tests.scoring.score_card.makers import card_url, join, make_card

pytestmark = pytest.mark.django_db

FOR_ALL = {
    *(
        "start",
        "new",
        "new_by",
        "begin",
        "books",
        "book",
        "book_version",
        "book_pdf",
        "blank",
        "blank_pdf",
        "document",
        "document_pdf",
    ),
    *("our_game", "our_game_chapter", "forget_our_game"),
    *("example", "example_hand", "example_paper", "example_pdf"),
}
BY_THE_READING_LINK = {"read", "read_changes", "read_hand", "read_paper", "read_pdf"}
BY_THE_WRITING_LINK = {"join"}
FOR_TABLETS_THAT_KEEP_THE_CARD = {
    *("card", "changes", "details", "undo", "penalties", "penalty", "pardon", "lateness", "lateness_preview"),
    *("sign", "review", "reopen", "again", "redeal", "history", "hand", "correct", "preview_correction"),
    "remark",
    "right",
    *("share", "new_address", "melds", "count_melds", "save_step", "preview", "paper", "card_pdf"),
    *("whole_hand", "ahead", "take_over", "next_game"),
}
WRITE, READ = CardLink.Kind.WRITE, CardLink.Kind.READ


@pytest.fixture(autouse=True)
def no_printing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdfs, "_pdf", lambda *_, **__: b"%PDF-")


@pytest.fixture
def keeper(client: Client) -> DeviceCard:
    return card_in("round", "npa", client)


def addresses(keeper: DeviceCard, names: set[str]) -> list[str]:
    return [address for name, address in addresses_of(keeper, wrong=False) if name in names]


def everything() -> dict[str, list[tuple]]:
    """Every row of the database."""
    models: list[type[Model]] = [*apps.get_app_config("scoring").get_models(), Session]
    return {model.__name__: list(model._default_manager.order_by("pk").values_list()) for model in models}


def test_every_address_is_somebodys():
    classes = (FOR_ALL, BY_THE_READING_LINK, BY_THE_WRITING_LINK, FOR_TABLETS_THAT_KEEP_THE_CARD)

    assert sorted(name for names in classes for name in names) == sorted(ADDRESSES)


# -- a card's own addresses --------------------------------------------------------------


def stranger(keeper: DeviceCard) -> Client:
    return Client()


def tablet_of_another_card(keeper: DeviceCard) -> Client:
    tablet = Client()
    make_card(tablet)
    return tablet


def tablet_that_was_cut_off(keeper: DeviceCard) -> Client:
    tablet = Client()
    join(keeper.card, tablet)
    keeper.card.kept_by.exclude(pk=keeper.pk).update(is_cut_off=True)
    return tablet


def browser_with_a_forged_cookie(keeper: DeviceCard) -> Client:
    tablet = Client()
    tablet.cookies[access.DEVICE_COOKIE] = keeper.device.token_hash[:32]
    return tablet


VISITORS = [stranger, tablet_of_another_card, tablet_that_was_cut_off, browser_with_a_forged_cookie]


def test_card_is_not_found_by_whoever_does_not_keep_it(keeper, client):
    forms, tried = forms_of(client, keeper), addresses(keeper, FOR_TABLETS_THAT_KEEP_THE_CARD)
    each = crossed(tried, VISITORS)

    for who in VISITORS:
        visitor = who(keeper)
        before = everything()
        for address, method in product([address for address, one in each if one is who], ("get", "post")):
            response = getattr(visitor, method)(address, forms.get(address, {}))
            assert response.status_code in (404, 405), (who, method, address)
            assert "Beatrice" not in response.content.decode(), (who, method, address)
        assert everything() == before, who


def test_tablet_that_keeps_the_card_gets_everywhere(keeper, client):
    for address in addresses(keeper, FOR_TABLETS_THAT_KEEP_THE_CARD):
        assert client.get(address).status_code in (200, 302, 405), address


# -- links -------------------------------------------------------------------------------


@pytest.mark.parametrize("who", [stranger, tablet_of_another_card, tablet_that_was_cut_off])
def test_links_open_the_card_to_whoever_has_them(keeper, who):
    visitor = who(keeper)

    for address in addresses(keeper, BY_THE_READING_LINK | BY_THE_WRITING_LINK):
        assert visitor.get(address).status_code == 200, address


def dead_tokens(keeper: DeviceCard, kind: CardLink.Kind) -> Iterator[str]:
    """Never made, of the other kind, of a deleted link, and what the database keeps of a link."""
    yield "x" * 32
    yield access.make_link(keeper.card, READ if kind == WRITE else WRITE)
    revoked = access.make_link(keeper.card, kind)
    keeper.card.links.filter(kind=kind).delete()
    yield revoked
    access.make_link(keeper.card, kind)
    yield keeper.card.links.get(kind=kind).token_hash


def test_dead_links_open_nothing_to_anybody(keeper, client):
    for kind, paths in (WRITE, [""]), (READ, ["", "changes/", "hands/1/", "paper/", "card.pdf"]):
        for token in dead_tokens(keeper, kind):
            before = everything()
            for rest, visitor, method in product(paths, (client, Client()), ("get", "post")):
                response = getattr(visitor, method)(f"/{kind[0]}/{token}/{rest}")
                assert response.status_code in (404, 405), (token, rest, method)
            assert everything() == before, token


def test_new_write_address_ends_the_old_ones_and_leaves_the_readers(keeper, client):
    old, reading = access.make_link(keeper.card, WRITE), access.make_link(keeper.card, READ)

    client.post(card_url(keeper, "new-address/"))

    assert Client().get(f"/w/{old}/").status_code == 404
    assert Client().post(f"/w/{old}/").status_code == 404
    assert Client().get(f"/r/{reading}/").status_code == 200


# -- looking -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "state", [*(pytest.param(state, marks=pytest.mark.soak) for state in ("new", "signed")), "meld"]
)
def test_looking_changes_nothing(client, state):
    keeper = card_in(state, "npa", client)
    opened = [address for _, address in addresses_of(keeper, wrong=False)]
    before = everything()

    for address in opened:
        for visitor in (client, Client()):
            visitor.get(address)

    assert everything() == before


def writes(response: HttpResponse) -> bool:
    page = response.content.decode()
    return any(mark in page for mark in ('method="post"', "hx-post", "data-safe-save", "formmethod"))


@pytest.mark.parametrize("state", ["new", "meld", "round", "signed"])
def test_readers_see_no_form_that_writes_and_no_way_to_one(client, state):
    keeper = card_in(state, "npa", client)
    keeper.card.is_example = True
    keeper.card.save()
    secret = access.make_link(keeper.card, WRITE)
    seen = [
        *addresses(keeper, BY_THE_READING_LINK),
        f"/examples/{keeper.card_id}/",
        f"/examples/{keeper.card_id}/paper/",
    ]
    if state == "round":
        seen.append(f"/examples/{keeper.card_id}/hands/1/")

    for address in seen:
        response = client.get(address)  # also on a tablet that may write
        page = response.content.decode()
        assert response.status_code == 200, address
        assert not writes(response), address
        assert secret not in page, address
        assert "/w/" not in page, address
        assert "/cards/" not in page, address


def test_write_address_stands_nowhere_but_where_it_was_asked_for(keeper, client):
    page = client.post(card_url(keeper, "share/")).content.decode()
    secret = page.split("/w/")[1][:32]

    for address in [address for name, address in addresses_of(keeper) if name != "join"]:
        response = client.get(address)
        assert secret not in response.content.decode(), address
        assert secret not in str(response.headers), address
