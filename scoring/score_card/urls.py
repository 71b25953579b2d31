"""Addresses of the score card."""

from django.urls import path

from .views import card, start

app_name = "score_card"

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
    path(f"{HAND}<slug:step>/", card.save_step, name="save_step"),
    path(f"{HAND}<slug:step>/preview/", card.preview, name="preview"),
]
