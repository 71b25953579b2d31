"""Every address of the league: those of each room that has some, in one name space."""

from importlib import import_module
from pathlib import Path

app_name = "league"

ROOMS = sorted(".".join(path.parts[-3:-1]) for path in Path(__file__).parent.glob("*/*/urls.py"))

urlpatterns = [pattern for room in ROOMS for pattern in import_module(f"league.{room}.urls").urlpatterns]
