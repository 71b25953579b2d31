from __future__ import annotations

from collections.abc import Mapping

from django.db.models import Count, Q, Sum

from league.models import LedgerRow, Member, PairRule

from .deeds import links


def what_it_has(member: Member) -> Mapping[str, int]:
    """Rows by table that name a member, and `Points` of all closed evenings (a query for each column)."""
    found: dict[str, int] = {}
    for model, name in links():
        rows = model._default_manager.filter(**{name: member}).aggregate(number=Count("pk"))["number"]
        found[model.__name__] = found.get(model.__name__, 0) + rows
    points = LedgerRow.objects.filter(entrant__member=member, is_pair=False).aggregate(sum=Sum("points"))["sum"]
    pairs = PairRule.objects.filter(Q(first=member) | Q(second=member)).count()
    return {**found, "Points": points or 0, "PairRule": pairs, "Category": member.carries.count()}
