"""What the pages of an account say. No queries."""

from __future__ import annotations

from typing import Final

from django.urls import reverse

from league.acting.answers import FormPage

WRONG_SIGN_IN: Final = "That name and password don’t match. Check both. Capital letters matter in the password."
WRONG_OLD: Final = "That isn’t your current password."
SIGNED_OUT: Final = "You are signed out on this device."
CHANGED: Final = "Your password has been changed. Other devices were signed out."


def password_page() -> FormPage:
    """A new password for a person who knows the old one."""
    title, back = "Change the password", ("Cancel", reverse("league:account"))
    return FormPage(title, title, back, is_plain=True)
