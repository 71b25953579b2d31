"""Every address of the league: those of each room, in one name space."""

from django.urls import include, path

app_name = "league"

ROOMS = (
    "accounts",
    "clubs",
    "members",
    "house_rules",
    "clock",
    "seating",
    "tables",
    "check_in",
    "judging",
    "rounds",
    "board",
    "paper",
    "events",
)

urlpatterns = [path("", include(f"league.{room}.urls")) for room in ROOMS]
