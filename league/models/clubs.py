"""Clubs, and what an account may do in each of them."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class Club(models.Model):
    """One club of this server. `slug` stands in its addresses; `is_example` marks one that the demo made."""

    class Paper(models.TextChoices):
        LETTER = "letter", "Letter"
        A4 = "a4", "A4"

    name = models.CharField(max_length=80)
    slug = models.SlugField(max_length=40, unique=True)
    about = models.CharField(max_length=500, blank=True)
    paper = models.CharField(max_length=6, choices=Paper.choices, default=Paper.LETTER)
    is_example = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name


class Role(models.Model):
    """What one account is in one club. What each kind may do is said in `league.acting.permissions` alone."""

    class Kind(models.TextChoices):
        ADMIN = "admin", "Admin"
        DIRECTOR = "director", "Director"
        REFEREE = "referee", "Referee"
        MEMBER = "member", "Member"

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="roles")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="club_roles")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    member = models.ForeignKey("league.Member", null=True, blank=True, on_delete=models.SET_NULL, related_name="roles")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("club", "user"), name="one_role_per_account"),)

    def __str__(self) -> str:
        return f"{self.user} is {self.kind} of {self.club}"
