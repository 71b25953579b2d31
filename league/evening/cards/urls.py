"""Public addresses of cards of closed evenings."""

from django.urls import path

from league.acting.addresses import TABLE

from . import views

CARD = f"{TABLE}read/"

urlpatterns = [
    path(CARD, views.card, name="read_card"),
    path(f"{CARD}hands/<number:hand>/", views.hand, name="read_hand"),
]
