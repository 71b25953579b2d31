"""Addresses of boards: what is decided about one."""

from django.urls import path

from league.acting.addresses import EVENT, TABLE

from .views import decisions

urlpatterns = [
    path(f"{EVENT}boards/<number:board>/void/", decisions.void, name="boards_void"),
    path(f"{EVENT}boards/decisions/<number:decision_id>/take-back/", decisions.take_back, name="boards_take_back"),
    path(f"{TABLE}boards/<number:board>/", decisions.decide, name="boards_decide"),
]
