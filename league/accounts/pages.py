"""What the pages of an account say. No queries."""

from __future__ import annotations

from typing import Final

from django.urls import reverse

from league.acting.answers import FormPage

WRONG_SIGN_IN: Final = "Name and password do not fit together. Check both; capitals count in the password."
WRONG_OLD: Final = "This is not the password you have now."
SIGNED_OUT: Final = "You are signed out on this device."
CHANGED: Final = "Your password is changed. Other devices are signed out."


def password_page() -> FormPage:
    """A new password, by somebody who knows the old one."""
    title, back = "Change the password", ("Leave it as it is", reverse("league:account"))
    return FormPage(title, title, back, is_plain=True)
