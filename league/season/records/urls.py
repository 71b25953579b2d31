from django.urls import path

from league.acting.addresses import CLUB, SEASON

from . import views

urlpatterns = [
    path(f"{CLUB}records/", views.records, name="records"),
    path(f"{SEASON}book.pdf", views.book_pdf, name="season_book_pdf"),
    path(f"{CLUB}champions/", views.champions, name="champions"),
]
