"""A deal as it stands: which phase it is in, who acts, what may be done, and what comes of it.

States are values (`values`). `begin` takes the cards as dealt, `choices` says what the seat to act may do, `apply`
gives the state after an action (`acting`), `counting` points and record. What is legal is asked of `scoring.rules`;
here is only the order of things, without phases that a book or a deal does not have:

    redeal → auction → trump → partner → pass → bury and meld → declare → answer → tricks → done

As JSON (`stored`) a state is the cards dealt and the actions since, played again when read.
"""

from .acting import Choices as Choices
from .acting import act as act
from .acting import afresh as afresh
from .acting import all_laid as all_laid
from .acting import apply as apply
from .acting import begin as begin
from .acting import choices as choices
from .acting import melding_order as melding_order
from .acting import refusal as refusal
from .acting import replay as replay
from .counting import points_taken as points_taken
from .counting import record_of as record_of
from .counting import tricks_won as tricks_won
from .stored import dealt_from_json as dealt_from_json
from .stored import dealt_to_json as dealt_to_json
from .stored import state_from_json as state_from_json
from .stored import state_to_json as state_to_json
from .stored import states_of as states_of
from .values import Cards as Cards
from .values import DealState as DealState
from .values import Laid as Laid
from .values import OwnState as OwnState
from .values import Phase as Phase
from .values import Trick as Trick
from .values import without as without
