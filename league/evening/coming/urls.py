from django.urls import path

from league.acting.addresses import EVENT, FOR_LIFE, MEMBERS

from .views import links, nights

COMING = f"{EVENT}coming/"

urlpatterns = [
    path(COMING, nights.coming, name="coming"),
    path(f"{COMING}me/", nights.answer, name="answer_coming"),
    path(f"{COMING}match/", nights.match_two, name="match_partners"),
    path(f"{COMING}<number:member_id>/", nights.note, name="note_coming"),
    path(f"{COMING}<number:member_id>/tap/", nights.tap, name="tap_coming"),
    path(f"{FOR_LIFE}<number:event_id>/", links.answer_by_link, name="answer_by_link"),
    path("my/<number:member_id>/<slug:token>/", links.short_link, name="short_link"),
    path(f"{MEMBERS}links/", links.all_links, name="member_links"),
    path(f"{MEMBERS}links/print.pdf", links.links_pdf, name="member_links_pdf"),
    path(f"{MEMBERS}<number:member_id>/link/", links.one_link, name="member_link"),
]
