"""Addresses of a club's archive. `new` is no club's name."""

from django.urls import path

from league.acting.addresses import CLUB

from . import views

urlpatterns = [
    path("clubs/new/archive/", views.restore, name="restore_club"),
    path("hosting/clubs/<slug:slug>/archive/", views.archive_for_host, name="host_archive"),
    path(f"{CLUB}archive/", views.archive, name="archive"),
    path(f"{CLUB}archive/here/", views.club_is_here, name="club_is_here"),
    path(f"{CLUB}archive/for-strangers/", views.archive_for_strangers, name="archive_for_strangers"),
]
