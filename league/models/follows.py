"""Members who follow others."""

from __future__ import annotations

from django.db import models

from scoring.models.uids import uid_field

from .members import Member


class Follow(models.Model):
    """A member follows an `other`, and nobody else reads it.

    No constraint allows it once only: two entries of one person may both have it, and become two again.
    """

    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="follows")
    other = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="+")
    uid = uid_field()

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.member} follows {self.other}"
