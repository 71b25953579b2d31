"""How days and times are written: as Americans do, or the day first with a 24-hour clock."""

from __future__ import annotations

from django.db import models


class DateStyle(models.TextChoices):
    """Each is named by what it looks like. `pinochle_club.ground.dates` writes them."""

    US = "us", "Sunday, November 22, 7:08 pm"
    DAY_FIRST = "day_first", "Sunday 22 November, 19:08"
