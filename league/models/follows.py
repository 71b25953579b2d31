"""Whom members follow."""

from __future__ import annotations

from django.db import models

from .members import Member


class Follow(models.Model):
    """A member wants to see the line of an `other` beside their own. Nobody else reads that they do.

    No constraint says that it is there once: two entries of one person may both have it, and become two again.
    """

    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="follows")
    other = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="+")

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.member} follows {self.other}"
