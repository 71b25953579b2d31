"""Addresses of what is printed for an event."""

from django.urls import path

from league.acting.addresses import EVENT

from . import views

urlpatterns = [
    path(f"{EVENT}papers/", views.papers, name="papers"),
    path(f"{EVENT}papers/tonight.pdf", views.tonight_pdf, name="tonight_pdf"),
    path(f"{EVENT}papers/table-cards.pdf", views.table_cards_pdf, name="table_cards_pdf"),
    path(f"{EVENT}papers/check-in.pdf", views.check_in_pdf, name="check_in_pdf"),
    path(f"{EVENT}papers/seating.pdf", views.seating_pdf, name="seating_pdf"),
    path(f"{EVENT}papers/score-cards.pdf", views.score_cards_pdf, name="score_cards_pdf"),
    path(f"{EVENT}papers/slips.pdf", views.slips_pdf, name="slips_pdf"),
    path(f"{EVENT}papers/ruling-slips.pdf", views.ruling_slips_pdf, name="ruling_slips_pdf"),
    path(f"{EVENT}papers/rotation.pdf", views.master_pdf, name="master_pdf"),
    path(f"{EVENT}papers/results.pdf", views.results_pdf, name="results_pdf"),
    path(f"{EVENT}papers/partners.pdf", views.partners_pdf, name="partners_pdf"),
    path(f"{EVENT}papers/certificates.pdf", views.certificates_pdf, name="certificates_pdf"),
]
