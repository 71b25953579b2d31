"""The club's standing tables as one member answers for them, on the club's page, their own, and by their link."""

from __future__ import annotations

from django.utils import timezone

from league.acting.permissions import ClubRequest
from league.evening.coming.remembered import You
from league.evening.standing_tables.pages import TableContext, table_context
from league.evening.standing_tables.reading import meetings, tables_of


def tables_for(request: ClubRequest, you: You) -> list[TableContext]:
    """The next date of each table with the member's keys (two queries, one where there are none). Where another is
    signed in than the link is of there are none: keys are that account's."""
    if you.link and request.acting.user is not None:
        return []
    found = meetings(tables_of(request.club), timezone.now())
    return [table_context(one, you.person.pk, by_link=you.link is not None) for one in found]
