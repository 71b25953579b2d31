"""`{{ moment|clock:card.date_style }}`: days and times as pages write them."""

from __future__ import annotations

from django import template

from pinochle_club.ground import dates

register = template.Library()
for write in (
    dates.full_day,
    dates.weekday_and_day,
    dates.short_day,
    dates.calendar_day,
    dates.day_of_month,
    dates.clock,
    dates.weekday_and_clock,
):
    register.filter(write.__name__, write)
