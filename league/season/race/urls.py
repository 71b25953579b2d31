from django.urls import path

from league.acting.addresses import SEASON

from . import views

urlpatterns = [path(f"{SEASON}race/", views.race, name="season_race")]
