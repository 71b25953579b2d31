from __future__ import annotations

from typing import Any, Final

from django import forms
from django.contrib.auth import password_validation
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.http import QueryDict

from league.acting.forms import ClubForm, email_field
from league.acting.submissions import NOT_CONTENT, PASSWORD_ONCE_MORE
from pinochle_club.ground.forms import WordsField, words_field

from .deeds import find_account

LONGEST_PASSWORD: Final = 200


def password_field(label: str, missing: str, *, is_new: bool = False, note: str = "") -> forms.CharField:
    return forms.CharField(
        label=label,
        max_length=LONGEST_PASSWORD,
        strip=False,
        help_text=note,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password" if is_new else "current-password"}),
        error_messages={"required": missing, "max_length": "That’s too long for a password."},
    )


class SignInForm(forms.Form):
    """Sign-in name and password. No `ClubForm`, since a repeat is simply signed in."""

    name = WordsField(
        label="Sign-in name or email",
        max_length=254,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}),
        error_messages={"required": "Type your sign-in name.", "max_length": "That’s too long for a sign-in name."},
    )
    password = password_field("Password", "Type your password.")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("label_suffix", "")
        super().__init__(*args, **kwargs)


class PasswordAgainForm(forms.Form):
    """The password again, on the way to an important change, with all that was typed for it."""

    password_once_more = password_field("Your password", "Type your password.")

    def __init__(self, sent: QueryDict, *, has_password: bool = True) -> None:
        super().__init__(sent if PASSWORD_ONCE_MORE in sent else None, label_suffix="")
        if not has_password:
            code = {"autocomplete": "one-time-code", "inputmode": "numeric"}
            self.fields[PASSWORD_ONCE_MORE] = forms.CharField(
                label="Code from your mail",
                max_length=12,
                widget=forms.TextInput(attrs=code),
                error_messages={"required": "Type the six figures.", "max_length": "Six figures are enough."},
            )
        for name, values in sent.lists():
            if name == "client_id" or name not in NOT_CONTENT:
                self.fields[name] = forms.Field(required=False, initial=values, widget=forms.MultipleHiddenInput)


class NewPasswordForm(ClubForm):
    password = password_field(
        "New password",
        "Choose a password.",
        is_new=True,
        note="At least 12 characters. Three or four words in a row are easy to remember. Not the club’s or your name.",
    )
    again = password_field("New password again", "Type the new password again.", is_new=True)

    def __init__(self, *args: Any, user: User | None = None, **kwargs: Any) -> None:
        self.user = user
        super().__init__(*args, **kwargs)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        password, again = cleaned.get("password"), cleaned.get("again")
        if password and again and password != again:
            self.add_error("again", "The two passwords don’t match. Type both again.")
        elif password:
            self._judge(password, cleaned)
        return cleaned

    def _judge(self, password: str, cleaned: dict[str, Any]) -> None:
        user = self.user or User(
            username=cleaned.get("sign_in_name", ""),
            first_name=cleaned.get("name", ""),
            last_name=cleaned.get("club_name", ""),  # of the first admin: a club that is not there yet
            email=cleaned.get("email", ""),
        )
        try:
            password_validation.validate_password(password, user)
        except ValidationError as weak:
            self.add_error("password", " ".join(weak.messages))


class ChangePasswordForm(NewPasswordForm):
    old = password_field("Current password", "Type your current password.")
    field_order = ("old", "password", "again")


class NameForm(ClubForm):
    name = WordsField(
        label="Your name",
        max_length=80,
        help_text="What the club calls you. The log shows it next to what you do.",
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
        error_messages={"required": "Type your name."},
    )


class NewAccountForm(NameForm, NewPasswordForm):
    sign_in_name = forms.RegexField(
        r"^[\w.@+-]+\Z",
        label="Sign-in name",
        max_length=60,
        help_text="One word you will type to sign in, such as carol or carol.reyes.",
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}),
        error_messages={
            "required": "Choose a sign-in name, such as carol.",
            "invalid": "One word, using only letters, numbers and . - _ + @, such as carol.reyes.",
            "max_length": "Up to 60 characters.",
        },
    )
    email = email_field("Email (optional)", of_reader=True)
    field_order: tuple[str, ...] = ("name", "sign_in_name", "email", "password", "again")

    def clean_sign_in_name(self) -> str:
        name: str = self.cleaned_data["sign_in_name"]
        if User.objects.filter(username__iexact=name).exists() or find_account(name):
            raise ValidationError("That sign-in name is taken. Choose another, perhaps with your last name.")
        return name


class FirstAdminForm(NewAccountForm):
    club_name = words_field("Name of the club", 80, missing="What is the club called?")
    field_order = ("club_name", "name", "sign_in_name", "email", "password", "again")

    def __init__(self, *args: Any, makes_club: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not makes_club:
            del self.fields["club_name"]
