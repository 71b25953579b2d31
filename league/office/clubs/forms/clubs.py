from __future__ import annotations

from django import forms
from django.conf import settings

from league.acting.forms import ClubForm
from league.models import Club
from league.office.clubs.deeds.clubs import CLOSED
from league.office.clubs.names import fault_of
from league.office.clubs.reading import public_names
from pinochle_club.ground.date_styles import DateStyle
from pinochle_club.ground.forms import WordsField, choice_field, count_field, words_field


class ClubDetailsForm(ClubForm):
    name = words_field("Name of the club", 80, missing="What is the club called?")
    about = WordsField(
        label="About the club",
        required=False,
        max_length=500,
        help_text="In a sentence or two. Everybody who opens the club’s page sees it.",
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    date_style = choice_field("Days and times", DateStyle.choices)
    currency = choice_field("Fees are in", Club.Currency.choices, wrong="Choose one of these.", widget=forms.Select)
    paper = choice_field("Paper in the printer", Club.Paper.choices)

    def clean_name(self) -> str:
        """Where anybody may start a club, no other takes its name over later."""
        name, before = self.cleaned_data["name"], self.initial.get("name", "")
        is_new = settings.FOUNDING != CLOSED and name != before
        if is_new and (why := fault_of(name, public_names(before))):
            raise forms.ValidationError(why)
        return str(name)


class ClubSettingsForm(ClubDetailsForm):
    appeal_minutes = count_field(
        "Minutes to appeal a ruling", 0, 1_440, "Enter the minutes.", "From when the ruling was posted."
    )
    appeal_chain = forms.CharField(
        label="Who decides appeals (optional)",
        required=False,
        max_length=300,
        help_text="One to a line, the first to be asked first. Left empty, as the rule book says. "
        "The last one’s decision is entered by a director.",
        widget=forms.Textarea(attrs={"rows": 3}),
        error_messages={"max_length": "Use up to 300 characters."},
    )
    claim_hours = count_field(
        "Hours until results are final",
        0,
        1_000,
        "Enter the hours.",
        "From when the evening is closed. After that it opens again only by its name.",
    )
    conduct_months = count_field(
        "Months until notes on conduct fade", 1, 120, "Enter the months.", "Then they are deleted for good."
    )
    has_grades = forms.BooleanField(
        label="Show grades",
        required=False,
        help_text="How well each member plays, apart from partners and opponents, worked out from every round. "
        "Only people with an account in the club see them.",
    )
    has_race = forms.BooleanField(
        label="Show the race for the title",
        required=False,
        help_text="How likely each player is to win the season, worked out after every night. "
        "Everybody who may read the standings sees it.",
    )
    members_try_rules = forms.BooleanField(
        label="Members may try a rule",
        required=False,
        help_text="Thousands of hands under a changed rule keep this computer busy for minutes. "
        "Those who run the club always may.",
    )
    is_findable = forms.BooleanField(
        label="Let search engines find the club",
        required=False,
        help_text="Its page, results and standings, with the names on them. Members can show their initials instead.",
    )
