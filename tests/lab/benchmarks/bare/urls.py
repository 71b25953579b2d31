from django.urls import include, path

from scoring.score_card.urls import HAND

from . import evening, play_views, standings, views

urlpatterns = [
    path("bare/cards/", views.begin),
    path(f"bare/{HAND}<step:step>/", views.save),
    path("bare/evening/", evening.begin),
    path(f"bare/evening/{HAND}<step:step>/", evening.save),
    path("bare/evening/<slug:slug>/<int:event_id>/", evening.poll),
    path("bare/evening/<int:event_id>/bar/", evening.poll_bar),
    path("bare/clubs/<slug:slug>/seasons/<int:season_id>/", standings.season),
    path("bare/play/<uuid:game_id>/act/", play_views.act),
    path("", include("pinochle_club.urls")),
]
