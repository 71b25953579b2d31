"""What search engines, and those who pass a link on, are told of a night: schema.org's words in JSON-LD, without a
person."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from django.conf import settings
from django.utils import timezone
from django.utils.safestring import SafeString

from league.models import Club, Event, Series
from league.office.clubs.pages.navigation import address_of
from league.words import hall_words, place_words, when_words

SCHEMA: Final = "https://schema.org"
# As Django's `json_script` has it: nothing in the data ends the element that holds it.
UNSAFE: Final = {ord(sign): f"\\u{ord(sign):04X}" for sign in "<>&"}
OF_CLUB: Final = "#club"  # behind the address of its page


def json_ld(graph: Sequence[Mapping[str, Any]]) -> SafeString:
    data = {"@context": SCHEMA, "@graph": graph}
    return SafeString(json.dumps(data, ensure_ascii=False).translate(UNSAFE))


def night_data(at: datetime, row: Event | Series, club_address: str, server: str) -> dict[str, Any] | None:
    """A night, unless nobody said where it is: such an event no search engine takes."""
    club = row.club
    place = _place(row.place.partition(",")[0], row.place) if row.place else hall_data(club)
    if place is None:
        return None
    organizer = {"@type": "Organization", "@id": f"{club_address}{OF_CLUB}", "name": club.name, "url": club_address}
    return {
        "@type": "Event",
        "name": row.name,
        "startDate": timezone.localtime(at).isoformat(),
        "eventStatus": f"{SCHEMA}/EventScheduled",
        "eventAttendanceMode": f"{SCHEMA}/OfflineEventAttendanceMode",
        "location": place,
        "organizer": organizer,
        "url": f"{server}{address_of('event', club.slug, row.pk)}" if isinstance(row, Event) else club_address,
    }


def hall_data(club: Club) -> dict[str, str] | None:
    street = ", ".join(club.street.splitlines())
    return _place(club.hall or club.name, street or club.hall) if hall_words(club) else None


def _place(name: str, address: str) -> dict[str, str]:
    return {"@type": "Place", "name": name, "address": address}


def event_found(event: Event) -> dict[str, Any]:
    """The same of an event's own page."""
    club, server = event.club, settings.PUBLIC_URL
    night = night_data(event.starts_at, event, f"{server}{address_of('club', club.slug)}", server)
    return {
        "title": f"{event.name}, {club.name}",
        "address": f"{server}{address_of('event', club.slug, event.pk)}",
        "words": ". ".join(filter(None, (when_words(event), place_words(event)))),
        "data": json_ld([night]) if night else "",
    }
