"""Links that work once: the first admin's setup, invitations, new passwords, an appeal to decide."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from .clubs import Club, Role


class OneTimeLink(models.Model):
    """A secret address, stored hashed. Opening it changes nothing; its form uses it up.

    `used_with` is the submission's id, so that the same tap twice is found. An appeal has the `table` and the number of
    the `ruling` on its card, a link for one evening the `event`.
    """

    class Kind(models.TextChoices):
        SETUP = "setup", "First admin"
        INVITATION = "invitation", "Invitation"
        RESET = "reset", "New password"
        APPEAL = "appeal", "Appeal to decide"
        EVENING = "evening", "Director for one evening"

    kind = models.CharField(max_length=10, choices=Kind.choices)
    token_hash = models.CharField(max_length=64, unique=True)
    club = models.ForeignKey(Club, null=True, blank=True, on_delete=models.CASCADE, related_name="one_time_links")
    role = models.CharField(max_length=8, choices=Role.Kind.choices, blank=True)
    member = models.ForeignKey("league.Member", null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="one_time_links"
    )
    event = models.ForeignKey("league.Event", null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    table = models.ForeignKey("league.RoundTable", null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    ruling = models.PositiveIntegerField(null=True, blank=True)
    name = models.CharField(max_length=80, blank=True)
    email = models.EmailField(blank=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="links_made"
    )
    made_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)
    used_with = models.CharField(max_length=40, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.get_kind_display()} link"
