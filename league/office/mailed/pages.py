from __future__ import annotations

from typing import Final

from django.conf import settings
from django.urls import reverse

from league.acting.answers import FormPage
from league.models import MailProof

from .deeds import code_of, token_of

Purpose = MailProof.Purpose
NOT_YOU: Final = "If you didn’t ask for this, you can ignore it. Nothing happens without you."
SENT: Final = "It can take a minute. Look in the junk folder too."
ASK: Final = FormPage(
    "Sign in by email",
    "Email me a link",
    says=("We send a link to the address of your account. It works once, for 15 minutes. You need no password.",),
    is_plain=True,
)


def mail_of(proof: MailProof) -> tuple[str, str]:
    """Subject and text of what is mailed."""
    if proof.purpose == Purpose.SIGN_IN:
        address = settings.PUBLIC_URL + reverse("league:mailed_link", args=[proof.uid, token_of(proof)])
        says = f"Open this to sign in. It works once, for 15 minutes:\n\n{address}"
        return "Your link to sign in", f"{says}\n\n{NOT_YOU}\n"
    code = code_of(proof)
    # Nothing of what was typed: a stranger may have typed it, with somebody else’s address.
    what = "to start your club" if proof.purpose == Purpose.FOUNDING else "to show that it’s you"
    return f"{code} is your code", f"Your code {what}:\n\n{code[:3]} {code[3:]}\n\nIt works for 15 minutes. {NOT_YOU}\n"


def link_page(proof: MailProof, *, is_here: bool) -> FormPage:
    """Where a mailed link leads: one key, since programs that look through mail open links, too."""
    if is_here:
        return FormPage("Sign in", "Sign in", says=("One tap, and you’re in.",), is_plain=True)
    device = f" ({proof.device})" if proof.device else ""
    says = f"You asked for this link in another browser{device}. Sign in here only if that was you."
    return FormPage("Sign in on this device?", "Sign in here", says=(says,), is_plain=True)


def own_page(email: str) -> FormPage:
    says = ["We send a code to your address. From then on a link by email signs you in, without a password."]
    if email:
        says.append(f"Today links go to {email}.")
    return FormPage(
        "Sign in by email", "Email me a code", ("Back", reverse("league:account")), says=says, is_plain=True
    )


def code_page(email: str, key: str, back: tuple[str, str]) -> FormPage:
    return FormPage(
        "Look in your mail", key, back, says=(f"We sent a code of six figures to {email}. {SENT}",), is_plain=True
    )
