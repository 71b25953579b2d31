"""A club's own rules: a draft, and its published versions."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from scoring.models import RuleBookVersion
from scoring.models.uids import uid_field

from .clubs import Club


class HouseRules(models.Model):
    """A rule book of a club. `draft` is the book as canonical JSON, always one that could be published."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="house_rules")
    key = models.SlugField(max_length=40)
    based_on = models.CharField(max_length=40)
    draft = models.TextField()
    version = models.PositiveIntegerField(default=0)
    is_retired = models.BooleanField(default=False)
    changed_at = models.DateTimeField(auto_now=True)
    uid = uid_field()

    class Meta:
        ordering = ("key",)
        verbose_name_plural = "house rules"
        constraints = (models.UniqueConstraint(fields=("club", "key"), name="one_book_per_key"),)

    def __str__(self) -> str:
        return f"{self.key} of {self.club}"


class HouseRulesVersion(models.Model):
    """One published version: it never changes, and events pin it."""

    house_rules = models.ForeignKey(HouseRules, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    book_version = models.ForeignKey(RuleBookVersion, on_delete=models.PROTECT, related_name="+")
    note = models.CharField(max_length=200, blank=True)
    published_on = models.DateField()
    published_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    client_id = models.CharField(max_length=40, blank=True)

    class Meta:
        ordering = ("-number",)
        constraints = (models.UniqueConstraint(fields=("house_rules", "number"), name="one_publication_per_number"),)

    def __str__(self) -> str:
        return f"{self.house_rules} v{self.number}"
