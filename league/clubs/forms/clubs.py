"""What a club is called, how it prints, and taking it out."""

from __future__ import annotations

from django import forms

from league.acting.forms import ClubForm
from league.models import Club
from scoring.score_card.forms.base import WordsField, choice_field


class ClubDetailsForm(ClubForm):
    """Name, paper and a few words about a club."""

    name = WordsField(
        label="Name of the club",
        max_length=80,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": "What is the club called?", "max_length": "Up to 80 characters."},
    )
    about = WordsField(
        label="About the club",
        required=False,
        max_length=500,
        help_text="Where and when you meet, for everybody who opens the club’s page.",
        widget=forms.Textarea(attrs={"rows": 3}),
        error_messages={"max_length": "Up to 500 characters."},
    )
    paper = choice_field("Paper in the printer", Club.Paper.choices)


class DeleteClubForm(ClubForm):
    """The club's name, typed as a question that nobody answers by mistake."""

    name = WordsField(
        label="Type the name of the club",
        max_length=80,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": "Type the name of the club.", "max_length": "That is not the name of the club."},
    )
