from django.urls import path

from league.acting.addresses import ROUND, TABLE

from . import views

urlpatterns = [
    path(f"{TABLE}chairs/", views.chairs, name="chairs"),
    path(f"{ROUND}chairs/<slug:change>/back/", views.put_back, name="put_chairs_back"),
    path("tables/<number:event_id>/chairs/", views.at_table, name="chairs_at_table"),
]
