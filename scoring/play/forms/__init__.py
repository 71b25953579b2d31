"""Forms of play mode: beginning a game, and what a player does at the table. What is legal is asked of
`scoring.play.state`; a form only reads what was sent."""

from .acts import ActForm, NotUnderstood, TapForm, action_of, cards_of
from .start import AttemptForm, GameForm
from .together import ArrangeForm, CodeForm, LetInForm, LockForm, OpenTableForm, SayForm, SitForm, SomebodyForm

__all__ = [
    "ActForm",
    "ArrangeForm",
    "AttemptForm",
    "CodeForm",
    "GameForm",
    "LetInForm",
    "LockForm",
    "NotUnderstood",
    "OpenTableForm",
    "SayForm",
    "SitForm",
    "SomebodyForm",
    "TapForm",
    "action_of",
    "cards_of",
]
