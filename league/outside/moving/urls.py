"""Addresses of a club's move."""

from django.urls import path

from league.acting.addresses import CLUB

from . import views

urlpatterns = [
    path(f"{CLUB}move/", views.move, name="move_club"),
    path(f"{CLUB}move/stay/", views.stay, name="stay_here"),
]
