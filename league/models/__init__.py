"""What is kept of clubs: members and roles, house rules, events with their entrants, rounds and tables, the log."""

from .clubs import Club, Role
from .entrants import Entrant
from .events import Event, Series
from .house_rules import HouseRules, HouseRulesVersion
from .log import LogLine
from .members import Member, PairRule
from .one_time_links import OneTimeLink
from .rounds import EventRound, RoundSeat, RoundTable, SitOut
from .seatings import SeatingSearch, SeatingVersion
from .sign_in_attempts import SignInAttempt
from .tables import DirectorCall, PassAttempt, TablePass, TableTablet

__all__ = [
    "Club",
    "DirectorCall",
    "Entrant",
    "Event",
    "EventRound",
    "HouseRules",
    "HouseRulesVersion",
    "LogLine",
    "Member",
    "OneTimeLink",
    "PairRule",
    "PassAttempt",
    "Role",
    "RoundSeat",
    "RoundTable",
    "SeatingSearch",
    "SeatingVersion",
    "Series",
    "SignInAttempt",
    "SitOut",
    "TablePass",
    "TableTablet",
]
