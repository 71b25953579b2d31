"""Mail that was shown to arrive: a code or a link on its way, and the addresses of accounts that were shown so."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class MailProof(models.Model):
    """A code or link mailed to somebody who says that `email` is theirs. Both follow from the server's key and `uid`.

    Signing in, it is for `user`, or for nobody where no account has that address: then no mail goes out. Founding a
    club, `asked` is what was typed. The three keys are keyed hashes by which limits count. `browser` is a hash of what
    the browser that asked keeps. `sent_at` is empty while the mail waits for the worker, `used_with` the id of the form
    that used it. Rows go after a day.
    """

    class Purpose(models.TextChoices):
        FOUNDING = "founding", "Starting a club"
        SIGN_IN = "sign in", "Signing in"
        OWN = "own", "An account’s own address"

    purpose = models.CharField(max_length=8, choices=Purpose.choices)
    uid = models.CharField(max_length=32, unique=True)
    client_id = models.CharField(max_length=40, blank=True, db_index=True)
    email = models.EmailField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="mail_proofs")
    mailbox_key = models.CharField(max_length=64)
    domain_key = models.CharField(max_length=64)
    address_key = models.CharField(max_length=64)
    asked = models.JSONField(default=dict)
    browser = models.CharField(max_length=64, blank=True)
    device = models.CharField(max_length=60, blank=True)
    at = models.DateTimeField(db_index=True)
    sent_at = models.DateTimeField(null=True)
    tries = models.PositiveSmallIntegerField(default=0)
    used_at = models.DateTimeField(null=True)
    used_with = models.CharField(max_length=40, blank=True)

    def __str__(self) -> str:
        return f"{self.get_purpose_display()} proof"


class ProvenMail(models.Model):
    """The address at which mail was shown to reach an account, and by which it signs in: one account an address."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="proven_mail")
    email = models.EmailField(unique=True)
    at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.email
