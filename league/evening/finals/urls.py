from django.urls import path

from league.acting.addresses import EVENT

from . import views

urlpatterns = [
    path(f"{EVENT}cut/", views.cut, name="cut"),
    path(f"{EVENT}bracket/", views.bracket, name="bracket"),
    path(f"{EVENT}cut/take-back/", views.take_cut_back, name="take_cut_back"),
    path(f"{EVENT}cut/replace/<number:entrant_id>/", views.replace, name="replace_finalist"),
]
