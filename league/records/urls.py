"""Addresses of records and champions."""

from django.urls import path

from league.acting.addresses import CLUB

from . import views

urlpatterns = [
    path(f"{CLUB}records/", views.records, name="records"),
    path(f"{CLUB}champions/", views.champions, name="champions"),
]
