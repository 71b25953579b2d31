from django.urls import path

from league.acting.addresses import RULE_BOOK, RULES

from . import views

urlpatterns = [
    path(RULES, views.house_rules, name="house_rules"),
    path(f"{RULES}adopt/", views.adopt, name="adopt_book"),
    path(f"{RULES}copy/", views.copy, name="copy_book"),
    path(f"{RULES}describe/", views.describe, name="describe_game"),
    path(RULE_BOOK, views.book, name="house_book"),
    path(f"{RULE_BOOK}edit/", views.edit, name="edit_house_rules"),
    path(f"{RULE_BOOK}edit/<slug:chapter>/", views.edit_chapter, name="edit_chapter"),
    path(f"{RULE_BOOK}changes/", views.changes, name="house_rules_changes"),
    path(f"{RULE_BOOK}changes/drop/", views.drop, name="drop_house_rules_draft"),
    path(f"{RULE_BOOK}compare/", views.compare, name="compare_house_rules"),
    path(f"{RULE_BOOK}publish/", views.publish, name="publish_house_rules"),
    path(f"{RULE_BOOK}sheet/", views.sheet, name="house_rules_sheet"),
    path(f"{RULE_BOOK}sheet/text/", views.sheet_text, name="house_rules_sheet_text"),
    path(f"{RULE_BOOK}retire/", views.retire, name="retire_house_rules"),
    path(f"{RULE_BOOK}versions/<number:number>/", views.version, name="house_rules_version"),
    path(f"{RULE_BOOK}versions/<number:number>/book.pdf", views.version_pdf, name="house_rules_pdf"),
    path(f"{RULE_BOOK}versions/<number:number>/document/", views.version_document, name="house_rules_document"),
    path(f"{RULE_BOOK}versions/<number:number>/document.pdf", views.version_document_pdf, name="house_document_pdf"),
]
