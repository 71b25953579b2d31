from django.urls import path

from league.acting.addresses import TABLE

from . import views

urlpatterns = [
    path(f"{TABLE}penalties/", views.penalties, name="penalties"),
    path(f"{TABLE}penalties/<number:entry>/pardon/", views.pardon, name="pardon"),
    path(f"{TABLE}seats/<slug:seat>/arrived/", views.arrived, name="arrived"),
    path(f"{TABLE}seats/<slug:seat>/came/", views.came, name="came"),
    path(f"{TABLE}seats/<slug:seat>/missing/", views.missing, name="missing"),
    path(f"{TABLE}seats/<slug:seat>/there/", views.there_after_all, name="there_after_all"),
    path(f"{TABLE}seats/<slug:seat>/replace/", views.replace, name="replace"),
    path(f"{TABLE}seats/<slug:seat>/back/", views.back_after_all, name="back_after_all"),
    path(f"{TABLE}seats/<slug:seat>/waive/", views.waive, name="waive"),
]
