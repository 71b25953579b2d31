from __future__ import annotations

from typing import Any, Final

from django import forms
from django.core.validators import URLValidator

from league.acting.forms import ClubForm
from league.models import Club
from league.office.clubs.picture import FORMATS, MOST_BYTES, PictureFault, made_of
from pinochle_club.ground.forms import WordsField, choice_field, on_lines, words_field

MOST_LINES: Final = 4
NO_LINK: Final = "Copy the whole link from your map. It begins with https://."


class DoorForm(ClubForm):
    """What visitors read on the club's page. All of it is optional."""

    hall = words_field("Hall", 80, note="Such as “St. Hilary’s parish hall”.")
    street = forms.CharField(
        label="Address",
        required=False,
        max_length=200,
        help_text="Street and town, as on a letter.",
        widget=forms.Textarea(attrs={"rows": 3}),
        error_messages={"max_length": "Use up to 200 characters."},
    )
    map_link = forms.URLField(
        label="Link to a map",
        required=False,
        max_length=300,
        assume_scheme="https",
        help_text="Left empty, the page opens a map at the address above.",
        widget=forms.TextInput(attrs={"inputmode": "url", "autocomplete": "off"}),
        validators=[URLValidator(schemes=("https", "http"), message=NO_LINK)],
        error_messages={"invalid": NO_LINK, "max_length": "This link is too long. Use the short one of your map."},
    )
    contact = words_field("Whom to ask", 200, note="A name, an email, a phone number: everybody can read it.")
    beginners = choice_field("Beginners", Club.Beginners.choices, required=False)
    cost = words_field("What it costs", 120, note="Left empty, the fee of the next night.")
    how_we_play = WordsField(
        label="How you play, in two sentences",
        required=False,
        max_length=300,
        help_text="Left empty, as the rule book of the next night says.",
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    first_time = WordsField(
        label="For those who have never been there",
        required=False,
        max_length=300,
        help_text="Left empty, we say when to come, to whom to say hello, and whether it takes a partner.",
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def clean_street(self) -> str:
        street = on_lines(self.cleaned_data["street"])
        if len(street.splitlines()) > MOST_LINES:
            raise forms.ValidationError(f"Use up to {MOST_LINES} lines.")
        return street


class PictureForm(ClubForm):
    """A picture; `content` is what is kept of it."""

    file = forms.FileField(
        label="Picture",
        widget=forms.FileInput(attrs={"accept": "image/jpeg,image/png,image/webp"}),
        error_messages={"required": "Choose a picture.", "empty": "The file is empty."},
    )
    words = words_field(
        "What it shows", 120, note="For those who can’t see it, such as “Six tables in the parish hall”."
    )

    def __init__(self, *args: Any, is_too_large: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["file"].help_text = f"{', '.join(FORMATS[:-1])} or WebP, up to {MOST_BYTES // 2**20} MB."
        if is_too_large:
            self.fields["file"].error_messages["required"] = (
                f"The file is larger than {MOST_BYTES // 2**20} MB. Choose a smaller one."
            )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("file"):
            try:
                cleaned["content"] = made_of(cleaned["file"])
            except PictureFault as fault:
                self.add_error("file", str(fault))
        return cleaned

    @property
    def deed_fields(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in ("client_id", "content", "words")}
