"""Every address of the league: those of each room, in one name space."""

from importlib import import_module

app_name = "league"

# What screens ask every few seconds comes first: addresses are looked for in order.
ROOMS = (
    "board",
    "tables",
    "accounts",
    "clubs",
    "members",
    "house_rules",
    "cards",
    "clock",
    "seating",
    "check_in",
    "judging",
    "rulings",
    "rounds",
    "totals",
    "finals",
    "paper",
    "money",
    "events",
    "coming",
    "seasons",
    "grades",
    "ladder",
    "notices",
    "merging",
    "past",
    "players",
    "records",
    "front",
    "archive",
    "api",
)

urlpatterns = [pattern for room in ROOMS for pattern in import_module(f"league.{room}.urls").urlpatterns]
