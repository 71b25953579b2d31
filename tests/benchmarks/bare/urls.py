from django.urls import include, path

from scoring.score_card.urls import HAND

from . import play_views, views

urlpatterns = [
    path("bare/cards/", views.begin),
    path(f"bare/{HAND}<step:step>/", views.save),
    path("bare/play/<uuid:game_id>/act/", play_views.act),
    path("", include("pinochle_club.urls")),
]
