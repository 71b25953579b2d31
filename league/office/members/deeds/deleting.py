"""Members entered by mistake, deleted for good as long as nothing rests on them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from django.db.models import ForeignKey, ManyToManyField

from league.acting.deed import deed
from league.acting.log import Refused
from league.acting.permissions import Acting
from league.models import Club, Member

from .members import GONE, told
from .names import tell_apart

# What names a member and goes with them: words about them alone, which nobody played, paid or was told by.
GOES_ALONG: Final = frozenset(
    {
        "Member.carries",
        "Coming.member",
        "DuesPart.member",
        "Follow.member",
        "Follow.other",
        "OneTimeLink.member",
        "PairRule.first",
        "PairRule.second",
        "StandingAnswer.member",
    }
)
# What else names a member rests on them; of these it is said what.
RESTS: Final = {
    "Entrant.member": "are on the list of an event",
    "DuesPayment.member": "paid dues",
    "Role.member": "have an account",
    "Letter.member": "were written to",
    "ConductNote.member": "have a note in the conduct file",
    **dict.fromkeys(("PastRow.member", "PastRow.partner"), "are in a season that came from a file"),
    "Coming.partner": "are the partner somebody wants to come with",
    **dict.fromkeys(("Adjustment.member", "Adjustment.partner"), "have points that were given or taken in a season"),
    **dict.fromkeys(("PublishedPlace.member", "PublishedPlace.partner"), "are in standings that were published"),
    **dict.fromkeys(("Merge.kept", "Merge.gone", "Member.merged_into"), "were merged with another entry of the list"),
}
SOMETHING: Final = "are named in something that the club keeps"


def naming_columns() -> Iterator[tuple[str, Any]]:
    """Every column of the database that names a member. A new one rests on them, until it is said to go along."""
    for relation in Member._meta.get_fields(include_hidden=True):
        field = getattr(relation, "field", relation)
        is_column = isinstance(field, ForeignKey) and relation.auto_created and not field.model._meta.auto_created
        if is_column or isinstance(field, ManyToManyField):
            yield f"{field.model.__name__}.{field.name}", field


def why_not_deleted(member: Member) -> str:
    """Why a member has to stay in the list, if so (a query for each column that counts)."""
    if member.is_anonymous or member.merged_into_id is not None:
        return GONE
    for name, field in naming_columns():
        if name not in GOES_ALONG and field.model._default_manager.filter(**{field.name: member}).exists():
            why = RESTS.get(name, SOMETHING)
            return f"{member.full_name} can’t be deleted: they {why}. Make them inactive instead."
    return ""


def delete_member(*, member: Member, acting: Acting, client_id: str, reason: str = "") -> Club:
    """Delete a member entered by mistake; the log keeps a line."""
    with deed(member.club, acting, client_id) as doing:
        there = Member.objects.select_for_update(of=("self",)).filter(pk=member.pk).first()
        if doing.was_done or there is None:
            return member.club
        why = why_not_deleted(there)
        if why:
            raise Refused(why)
        what = told(there)
        there.delete()
        tell_apart(member.club)
        doing.tell("deleted a member", what, reason=reason)
    return member.club
