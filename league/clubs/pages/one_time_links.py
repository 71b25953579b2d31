"""A one-time link as it is shown: to the admin who made it, once, and to who opens it."""

from __future__ import annotations

from django.conf import settings
from django.urls import reverse
from django.utils import timezone

from league.models import OneTimeLink, Role
from scoring.score_card.pages.sharing import LinkContext

Kind = OneTimeLink.Kind


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
