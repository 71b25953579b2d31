from django.urls import path

from league.acting.addresses import SEASON, SEASONS

from . import views

urlpatterns = [
    path(SEASONS, views.seasons, name="seasons"),
    path(f"{SEASONS}new/", views.new_season, name="new_season"),
    path(SEASON, views.season, name="season"),
    path(f"{SEASON}change/", views.edit_season, name="edit_season"),
    path(f"{SEASON}close/", views.close, name="close_season"),
    path(f"{SEASON}reopen/", views.reopen, name="reopen_season"),
    path(f"{SEASON}show/", views.show, name="show_season"),
    path(f"{SEASON}places/<number:member_id>/", views.place, name="season_place"),
    path(f"{SEASON}publications/", views.publications, name="publications"),
    path(f"{SEASON}publications/<number:publication>/", views.publication, name="publication"),
    path(f"{SEASON}publications/<number:publication>/standings.pdf", views.standings_pdf, name="standings_pdf"),
    path(f"{SEASON}partners/", views.partners, name="season_partners"),
    path(f"{SEASON}partners.pdf", views.partners_pdf, name="season_partners_pdf"),
    path(f"{SEASON}fees/", views.fees, name="season_fees"),
    path(f"{SEASON}changes/", views.changes, name="season_changes"),
    path(f"{SEASON}changes/notice.pdf", views.changes_pdf, name="season_changes_pdf"),
    path(f"{SEASON}rules/", views.rules, name="season_rules"),
    path(f"{SEASON}rules/rules.pdf", views.rules_pdf, name="season_rules_pdf"),
    path(f"{SEASON}rules/change/", views.edit_rules, name="edit_season_rules"),
    path(f"{SEASON}rules/publish/", views.publish, name="publish_season_rules"),
    path(f"{SEASON}adjustments/", views.adjustments, name="season_adjustments"),
    path(f"{SEASON}adjustments/new/", views.adjust, name="adjust_season"),
    path(f"{SEASON}adjustments/<number:adjustment_id>/reword/", views.reword, name="reword_adjustment"),
    path(f"{SEASON}adjustments/<number:adjustment_id>/take-back/", views.take_back, name="take_back_adjustment"),
]
