from django.urls import path

from league.acting.addresses import EVENT

from . import views

urlpatterns = [
    path(f"{EVENT}totals/", views.grid, name="grid"),
    path(f"{EVENT}totals/paste/", views.paste, name="paste_grid"),
]
