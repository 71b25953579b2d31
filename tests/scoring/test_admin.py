"""The admin site is for looking."""

import pytest

from scoring.models import CardLink
from scoring.score_card import access
from tests.scoring.score_card.makers import enter_hand, make_card

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("model", ["scorecard", "entry", "rulebookversion"])
def test_rows_can_be_looked_at_and_not_changed(admin_client, model):
    keeper = make_card()
    enter_hand(keeper)
    row = {"scorecard": keeper.card, "entry": keeper.card.entries.first(), "rulebookversion": keeper.card.book_version}[
        model
    ]

    assert admin_client.get(f"/admin/scoring/{model}/").status_code == 200
    assert admin_client.get(f"/admin/scoring/{model}/{row.pk}/change/").status_code == 200
    assert admin_client.get(f"/admin/scoring/{model}/add/").status_code == 403
    assert admin_client.post(f"/admin/scoring/{model}/{row.pk}/change/", {"version": 9}).status_code == 403
    assert admin_client.post(f"/admin/scoring/{model}/{row.pk}/delete/", {"post": "yes"}).status_code == 403


def test_links_and_devices_are_not_shown(admin_client):
    access.make_link(make_card().card, CardLink.Kind.WRITE)

    assert admin_client.get("/admin/scoring/cardlink/").status_code == 404
    assert admin_client.get("/admin/scoring/device/").status_code == 404
