from django.urls import include, path

from scoring.score_card.urls import HAND

from . import views

urlpatterns = [
    path("bare/cards/", views.begin),
    path(f"bare/{HAND}<step:step>/", views.save),
    path("", include("pinochle_club.urls")),
]
