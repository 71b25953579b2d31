"""Forms of play mode: beginning a game, and what a player does at the table. What is legal is asked of
`scoring.play.state`; a form only reads what was sent."""

from .acts import ActForm, NotUnderstood, TapForm, action_of, cards_of
from .start import AttemptForm, GameForm
from .together import CodeForm, OpenTableForm, SayForm, SitForm

__all__ = [
    "ActForm",
    "AttemptForm",
    "CodeForm",
    "GameForm",
    "NotUnderstood",
    "OpenTableForm",
    "SayForm",
    "SitForm",
    "TapForm",
    "action_of",
    "cards_of",
]
