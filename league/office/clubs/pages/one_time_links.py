"""A one-time link as shown to its maker, once, and to the person who opens it."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.contrib.auth.models import User
from django.urls import reverse
from django.utils.html import format_html

from league.acting.answers import FormPage
from league.acting.permissions import name_of
from league.models import Event, Member, OneTimeLink, Role
from league.words import clock_words, month_and_day
from scoring.score_card.pages.sharing import LinkContext

Kind = OneTimeLink.Kind
UNKNOWN_LINK: Final = "We don’t recognize this link."
SETUP: Final = FormPage(
    "Set up the club",
    "Open the club",
    says=("This is the first account, and it runs the club. You can change everything later.",),
    is_plain=True,
)


def invitation_page(link: OneTimeLink, user_name: str) -> FormPage:
    assert link.club is not None
    club, role = link.club.name, Role.Kind(link.role).label.lower()
    if link.member is not None and link.role == Role.Kind.MEMBER:
        return _claim_page(link.member, club, user_name)
    if link.event is not None:
        return _evening_page(link.event, user_name)
    if user_name:
        key = f"Join as {user_name}"
        words = "You are signed in as <strong>{}</strong>. One tap makes you <strong>{}</strong> of {}."
        says = format_html(words, user_name, role, club)
    else:
        key = "Join the club"
        says = format_html("You will be <strong>{}</strong> of the club. Choose how you will sign in.", role)
    return FormPage(f"{club} invites {link.name}", key, says=(says,), is_plain=True)


def _evening_page(event: Event, user_name: str) -> FormPage:
    tonight = f"You direct {event.name} together, until its results are final. You see nothing else of the club."
    how = (
        format_html("You are signed in as <strong>{}</strong>.", user_name)
        if user_name
        else "You need no password. This browser is your key, so don’t share it."
    )
    return FormPage("Can you help tonight?", "Open the board", None, event.club.name, (tonight, how), is_plain=True)


def _claim_page(member: Member, club: str, user_name: str) -> FormPage:
    sees = "You will see your own cards, rulings and penalties, and where you sit tonight."
    if user_name:
        signed_in = format_html("You are signed in as <strong>{}</strong>.", user_name)
        return FormPage(f"Are you {member.name}?", "Yes, that’s me", says=(signed_in, sees), is_plain=True)
    says = f"{sees} Choose how you will sign in."
    return FormPage(f"{club} invites {member.name}", "Open my account", says=(says,), is_plain=True)


def reset_page(user: User) -> FormPage:
    says = format_html("You sign in as <strong>{}</strong>.", user.get_username())
    return FormPage(f"A new password for {name_of(user)}", "Save the password", says=(says,), is_plain=True)


def address_of_link(secret: str, page: str = "one_time_link", *, at: str = "") -> str:
    """The whole address, as in codes and mails; `at` is where the club is, if not the configured one."""
    return (at or settings.PUBLIC_URL) + reverse(f"league:{page}", args=[secret])


def made_link_context(link: OneTimeLink, secret: str) -> LinkContext:
    ends = f"It works once, until {month_and_day(link.expires_at, link.club)}."
    if link.kind == Kind.INVITATION and link.member is not None and link.role == Role.Kind.MEMBER:
        title = f"Invitation for {link.name}"
        text = f"{link.name} opens this, chooses a sign-in name and a password, and has pages of their own. {ends}"
    elif link.kind == Kind.INVITATION:
        title = f"Invitation for {link.name}"
        role = Role.Kind(link.role).label.lower()
        text = f"{link.name} opens this, chooses a sign-in name and a password, and becomes {role} of the club. {ends}"
    elif link.kind == Kind.EVENING:
        assert link.event is not None, "a link for one evening"
        title = "Code for a second director"
        ends = f"It works once, until {clock_words(link.expires_at, link.event.club)}."
        text = f"Scan this and type your name, and you have the board of this evening. {ends}"
    elif link.kind == Kind.APPEAL:
        title = f"Appeal for {link.name} to decide"
        text = f"{link.name} opens this on any phone, at the hall or at home, reads the case and decides. {ends}"
        return LinkContext(title, text, f"QR code: {title}", address_of_link(secret, "decide_by_link"))
    else:
        title = f"New password for {link.name}"
        text = f"{link.name} opens this and chooses a new password. The old one keeps working until then. {ends}"
    return LinkContext(title, text, f"QR code: {title}", address_of_link(secret))


def mail_text(link: OneTimeLink, secret: str, from_name: str) -> tuple[str, str]:
    assert link.club is not None
    shown = made_link_context(link, secret)
    subject = f"{link.club.name}: {'your invitation' if link.kind == Kind.INVITATION else 'a new password'}"
    text = (
        f"Hello {link.name},\n\n{from_name} of {link.club.name} sent you this link:\n\n{shown.address}\n\n"
        f"{shown.text}\nIf you weren’t expecting it, just ignore this message.\n"
    )
    return subject, text
