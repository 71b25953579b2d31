from django.urls import path

from league.acting.addresses import CLUB

from . import views

urlpatterns = [
    path(CLUB, views.club, name="club"),
    path(f"{CLUB}search/", views.find, name="search"),
]
