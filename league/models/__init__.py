"""What is kept of clubs: members, roles, house rules, events with entrants, rounds, tables and boards, prizes and cash,
dues, the ledger, seasons, notices, tables online, the log."""

from .boards import BoardDecision, DealtBoards, EventBoard
from .cash import CashEntry, CashSheet
from .categories import Category
from .clubs import Club, ClubPicture, Role
from .coming import CancelledNight, Coming
from .conduct import ConductNote
from .dues import Dues, DuesPart, DuesPayment
from .entrants import Entrant
from .events import Event, Series
from .follows import Follow
from .house_rules import HouseRules, HouseRulesVersion
from .ledger import LedgerRow
from .lendings import Fetched, KeptSlice, Lending
from .log import LogLine
from .mail_proofs import MailProof, ProvenMail
from .members import Member, Merge, PairRule
from .notices import Letter, News, Notice
from .one_time_links import OneTimeLink
from .past import PastFile, PastRow
from .prizes import Pot, Prize
from .rounds import EventRound, RoundSeat, RoundTable, SitOut
from .seasons import Adjustment, Publication, PublishedPlace, Season, SeasonRulesVersion
from .seatings import SeatingSearch, SeatingVersion
from .sign_in_attempts import SignInAttempt
from .sign_ins import SecondStep, SecurityLine, SignIn
from .standing_tables import StandingAnswer, StandingTable
from .tables import DirectorCall, PassAttempt, TablePass, TableTablet

__all__ = [
    "Adjustment",
    "BoardDecision",
    "CancelledNight",
    "CashEntry",
    "CashSheet",
    "Category",
    "Club",
    "ClubPicture",
    "Coming",
    "ConductNote",
    "DealtBoards",
    "DirectorCall",
    "Dues",
    "DuesPart",
    "DuesPayment",
    "Entrant",
    "Event",
    "EventBoard",
    "EventRound",
    "Fetched",
    "Follow",
    "HouseRules",
    "HouseRulesVersion",
    "KeptSlice",
    "LedgerRow",
    "Lending",
    "Letter",
    "LogLine",
    "MailProof",
    "Member",
    "Merge",
    "News",
    "Notice",
    "OneTimeLink",
    "PairRule",
    "PassAttempt",
    "PastFile",
    "PastRow",
    "Pot",
    "Prize",
    "ProvenMail",
    "Publication",
    "PublishedPlace",
    "Role",
    "RoundSeat",
    "RoundTable",
    "Season",
    "SeasonRulesVersion",
    "SeatingSearch",
    "SeatingVersion",
    "SecondStep",
    "SecurityLine",
    "Series",
    "SignIn",
    "SignInAttempt",
    "SitOut",
    "StandingAnswer",
    "StandingTable",
    "TablePass",
    "TableTablet",
]
