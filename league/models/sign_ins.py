"""Sign-ins of accounts, their second steps, and the security log."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from .clubs import Club


class SignIn(models.Model):
    """A browser in which an account is signed in. It goes with its session, which says when it was last seen."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="sign_ins")
    session = models.OneToOneField("sessions.Session", on_delete=models.CASCADE, related_name="sign_in")
    device = models.CharField(max_length=60, blank=True)
    at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.user} on {self.device or 'a device'}"


class SecondStep(models.Model):
    """A proof after the password; one of an account's is enough.

    Of a passkey `handle` is its id and `secret` its public key, both in base64, and `count` how often it has signed. Of
    an authenticator app `secret` is the shared one, sealed with the server's key, and `count` the last half minute
    used. Of a recovery code only the hash is kept, as its `handle`, and the row goes when it is used.
    """

    class Kind(models.TextChoices):
        PASSKEY = "passkey", "Passkey"
        APP = "app", "Authenticator app"
        RECOVERY = "recovery", "Recovery code"

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="second_steps")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    handle = models.CharField(max_length=1_400, unique=True)
    secret = models.TextField(blank=True)
    count = models.BigIntegerField(default=0)
    device = models.CharField(max_length=60, blank=True)
    made_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.get_kind_display()


class SecurityLine(models.Model):
    """An event at the door for admins: of an account, of a club's pages, or of neither for an unknown name. The same
    again within an hour is counted `times`, not written again."""

    class What(models.TextChoices):
        SIGNED_IN = "signed in", "Signed in"
        WRONG_NAME = "wrong name", "Wrong sign-in name"
        WRONG_PASSWORD = "wrong password", "Wrong password"
        WRONG_CODE = "wrong code", "Wrong second step"
        COOLING_OFF = "cooling off", "Too many wrong ones"
        ENDED = "ended", "Ended a sign-in"
        NEW_PASSWORD = "new password", "New password"
        SAFER = "safer", "Safer sign-in changed"
        LINK = "link", "Used a link"
        REFUSED = "refused", "Refused"
        HALL = "hall", "An evening and the hall"

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="security_lines"
    )
    club = models.ForeignKey(Club, null=True, on_delete=models.CASCADE, related_name="security_lines")
    what = models.CharField(max_length=16, choices=What.choices)
    about = models.CharField(max_length=160, blank=True)
    device = models.CharField(max_length=60, blank=True)
    at = models.DateTimeField(db_index=True)
    times = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return self.get_what_display()
