from django.urls import path

from league.acting.addresses import CLUB

from .views import clubs, host

HOSTED = "hosting/clubs/<slug:slug>/"

urlpatterns = [
    path("hosting/", host.clubs, name="host_clubs"),
    path("hosting/news/", host.news, name="host_news"),
    path(HOSTED, host.club, name="host_club"),
    path(f"{HOSTED}rest/", host.suspend, name="host_suspend"),
    path(f"{HOSTED}go-on/", host.go_on, name="host_go_on"),
    path(f"{HOSTED}admin/", host.hand_over, name="host_hand_over"),
    path(f"{HOSTED}invite/", host.invite, name="host_invite"),
    path(f"{CLUB}delete/", clubs.delete, name="delete_club"),
    path(f"{CLUB}delete/keep/", clubs.keep, name="keep_club"),
    path(f"{CLUB}log/", clubs.log, name="club_log"),
    path(f"{CLUB}news/put-away/", clubs.put_news_away, name="put_news_away"),
]
