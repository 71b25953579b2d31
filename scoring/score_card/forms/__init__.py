"""Forms of the score card: a fault is one plain sentence beside its field, and nothing typed is lost. The rules are
asked of `scoring.rules`."""

from pinochle_club.ground.forms import EntryForm, PageForm, new_client_id

from .corrections import CorrectionForm, WholeHandForm, columns_of
from .details import DealerForm, DetailsForm
from .hands import ALONE, DECLARATIONS, RARE, HandForm, initial_of, question_field
from .next_game import NextGameForm
from .penalties import LatenessForm, PenaltyForm
from .redeals import RedealForm
from .remarks import RemarkForm
from .signing import ReopenForm, SigningForm
from .start import StartForm

__all__ = [
    "ALONE",
    "DECLARATIONS",
    "RARE",
    "CorrectionForm",
    "DealerForm",
    "DetailsForm",
    "EntryForm",
    "HandForm",
    "LatenessForm",
    "NextGameForm",
    "PageForm",
    "PenaltyForm",
    "RedealForm",
    "RemarkForm",
    "ReopenForm",
    "SigningForm",
    "StartForm",
    "WholeHandForm",
    "columns_of",
    "initial_of",
    "new_client_id",
    "question_field",
]
