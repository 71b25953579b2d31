"""What is kept of clubs: members and roles, house rules, events with their entrants, rounds and tables, prizes
and cash, the log."""

from .cash import CashEntry, CashSheet
from .categories import Category
from .clubs import Club, Role
from .conduct import ConductNote
from .entrants import Entrant
from .events import Event, Series
from .house_rules import HouseRules, HouseRulesVersion
from .log import LogLine
from .members import Member, PairRule
from .one_time_links import OneTimeLink
from .prizes import Pot, Prize
from .rounds import EventRound, RoundSeat, RoundTable, SitOut
from .seatings import SeatingSearch, SeatingVersion
from .sign_in_attempts import SignInAttempt
from .tables import DirectorCall, PassAttempt, TablePass, TableTablet

__all__ = [
    "CashEntry",
    "CashSheet",
    "Category",
    "Club",
    "ConductNote",
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
    "Pot",
    "Prize",
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
