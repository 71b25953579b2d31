"""How addresses begin: everything of a club lies under its slug, everything of an event under its number."""

import pinochle_club.ground.converters  # noqa: F401  for <number:…>

CLUB = "clubs/<slug:slug>/"
MEMBERS = f"{CLUB}members/"
ME = f"{CLUB}me/"
PLAYERS = f"{CLUB}players/"
RULES = f"{CLUB}rules/"
RULE_BOOK = f"{RULES}<slug:key>/"
EVENTS = f"{CLUB}events/"
EVENT = f"{EVENTS}<number:event_id>/"
CHECK_IN = f"{EVENT}check-in/"
DOOR = f"{EVENT}door/"
SERIES = f"{CLUB}series/"
SEASONS = f"{CLUB}seasons/"
SEASON = f"{SEASONS}<number:season_id>/"
ROUND = f"{EVENT}rounds/<number:number>/"
TABLE = f"{ROUND}tables/<number:table>/"
