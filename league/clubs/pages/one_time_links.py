"""A one-time link as it is shown: to the admin who made it, once, and to who opens it."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.contrib.auth.models import User
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html

from league.acting.answers import FormPage
from league.acting.permissions import name_of
from league.models import OneTimeLink, Role
from scoring.score_card.pages.sharing import LinkContext

Kind = OneTimeLink.Kind
UNKNOWN_LINK: Final = "This link is not known here."
DONE_BEFORE: Final = "That is done. Sign in with your new password."
CHOSEN_AND_SIGNED_IN: Final = "Your new password is saved, and you are signed in."
SETUP: Final = FormPage(
    "Set up the club",
    "Open the club",
    says=("You make the first account and look after the club with it. Everything can be changed later.",),
    is_plain=True,
)


def invitation_page(link: OneTimeLink, user_name: str) -> FormPage:
    """A role for who is signed in under that name, or for a new account."""
    assert link.club is not None
    club, role = link.club.name, Role.Kind(link.role).label.lower()
    if user_name:
        key = f"Join as {user_name}"
        words = "You are signed in as <strong>{}</strong>. With one tap you are <strong>{}</strong> of {}."
        says = format_html(words, user_name, role, club)
    else:
        key = "Join the club"
        says = format_html("You are to be <strong>{}</strong> of the club. Choose how you will sign in.", role)
    return FormPage(f"{club} invites {link.name}", key, says=(says,), is_plain=True)


def reset_page(user: User) -> FormPage:
    """A new password for an account."""
    says = format_html("You sign in as <strong>{}</strong>.", user.get_username())
    return FormPage(f"A new password for {name_of(user)}", "Save the password", says=(says,), is_plain=True)


def address_of_link(secret: str) -> str:
    """The whole address, as it stands in codes and mails."""
    return settings.PUBLIC_URL + reverse("league:one_time_link", args=[secret])


def made_link_context(link: OneTimeLink, secret: str) -> LinkContext:
    """How a new link is shown to who made it."""
    until = timezone.localtime(link.expires_at)
    ends = f"It works once, until {until:%B} {until.day}."
    if link.kind == Kind.INVITATION:
        title = f"Invitation for {link.name}"
        role = Role.Kind(link.role).label.lower()
        text = f"{link.name} opens this, chooses a sign-in name and a password, and is {role} of the club. {ends}"
    else:
        title = f"New password for {link.name}"
        text = f"{link.name} opens this and chooses a new password. The old one works until then. {ends}"
    return LinkContext(title, text, f"QR code: {title}", address_of_link(secret))


def mail_text(link: OneTimeLink, secret: str, from_name: str) -> tuple[str, str]:
    """Subject and text of the mail that brings a link."""
    assert link.club is not None
    shown = made_link_context(link, secret)
    subject = f"{link.club.name}: {'your invitation' if link.kind == Kind.INVITATION else 'a new password'}"
    text = (
        f"Hello {link.name},\n\n{from_name} of {link.club.name} sends you this link:\n\n{shown.address}\n\n"
        f"{shown.text}\nIf you did not expect it, do nothing.\n"
    )
    return subject, text
