"""Every address of the league: those of each room, in one name space."""

from importlib import import_module

app_name = "league"

# What screens ask every few seconds comes first: addresses are looked for in order.
ROOMS = (
    "evening.board",
    "evening.tables",
    "office.accounts",
    "office.clubs",
    "office.members",
    "office.house_rules",
    "evening.cards",
    "evening.clock",
    "evening.seating",
    "evening.check_in",
    "evening.judging",
    "evening.rulings",
    "evening.rounds",
    "evening.totals",
    "evening.finals",
    "evening.paper",
    "evening.money",
    "evening.events",
    "evening.coming",
    "season.seasons",
    "season.grades",
    "season.ladder",
    "season.notices",
    "season.merging",
    "season.past",
    "season.players",
    "season.records",
    "season.front",
    "outside.archive",
    "outside.api",
)

urlpatterns = [pattern for room in ROOMS for pattern in import_module(f"league.{room}.urls").urlpatterns]
