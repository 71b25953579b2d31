"""Figures, places, days and names, out of the words in which people read them."""

from __future__ import annotations

import re
from datetime import date

MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
DAY = re.compile(
    r"(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\w*, )?([A-Z][a-z]{2,8})\.? (\d{1,2})(?:, (\d{4}))?|(\d{4})-(\d\d)-(\d\d)"
)
PLACE = re.compile(r"(\d+)(?:st|nd|rd|th)\b")
NUMBER = re.compile(r"[-−+]?\$?\d[\d,]*(?:\.\d+)?%?")
AND = re.compile(r" & |, | and ")


def figure(words: str) -> str:
    """As the book has it: “−1,234” is "-1234", “$4.50” is "4.5", “3rd” is "3"; that of a round
    sat out stands in brackets. Nothing where no number begins it."""
    match = NUMBER.match(words.strip().lstrip("("))
    if not match:
        return ""
    plain = match[0].replace("−", "-").replace(",", "").replace("$", "").lstrip("+").rstrip("%")
    return plain.rstrip("0").rstrip(".") if "." in plain else plain


def day(words: str, near: date) -> date | None:
    """The day that they begin with; a day without its year is the last one before `near`, or that day."""
    match = DAY.search(words)
    if not match:
        return None
    if match[4]:
        return date(int(match[4]), int(match[5]), int(match[6]))
    if match[1][:3] not in MONTHS:
        return None
    month, number = MONTHS.index(match[1][:3]) + 1, int(match[2])
    found = date(int(match[3] or near.year), month, number)
    return found if match[3] or found <= near else found.replace(year=near.year - 1)


def people(words: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in AND.split(words) if part.strip())
