"""Addresses of the score card."""

from django.urls import path, register_converter

from .sheet import STEPS
from .views import card, start

app_name = "score_card"


class StepConverter:
    """`bid`, `meld` or `take` in an address; anything else there is another page of the hand."""

    regex = "|".join(STEPS)

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(StepConverter, "step")

CARD = "cards/<uuid:card_id>/"
HAND = f"{CARD}hands/<int:hand>/"

urlpatterns = [
    path("", start.start, name="start"),
    path("cards/", start.begin, name="begin"),
    path(CARD, card.card, name="card"),
    path(f"{CARD}changes/", card.changes, name="changes"),
    path(f"{CARD}details/", card.details, name="details"),
    path(f"{CARD}undo/", card.undo, name="undo"),
    path(f"{CARD}redeal/", card.redeal, name="redeal"),
    path(f"{HAND}<step:step>/", card.save_step, name="save_step"),
    path(f"{HAND}<step:step>/preview/", card.preview, name="preview"),
]
