from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import floor
from typing import Final

from django.db.models import Q
from django.utils import timezone

from league.acting.deed import deed
from league.acting.log import Refused
from league.acting.permissions import Acting
from league.models import Club, Member, Merge, PairRule, PastFile, PastRow, Publication, Season, SeasonRulesVersion
from league.models.members import FACTS
from league.office.members.deeds.members import HIGHEST_NUMBER, next_number
from league.office.members.deeds.names import tell_apart
from league.season.merging.deeds import links
from league.season.seasons.past import KEPT
from league.season.seasons.publishing import hold_season, publish
from scoring.rules.notation import counted

from .planning import BY_NAME, Asked, PastPlan, plan_past

CHANGED: Final = "Members changed since you looked at this. Here is what would come in now."
OPEN: Final = "Answer what is asked below. Nothing has been brought in yet."
EMPTY: Final = "There is no row in it that can be brought in."
NO_DAYS: Final = "Enter when the season was: the file has no dates."
TAKEN_NAME: Final = "The club has a season of that name already. Give this one another."


def bring_in(*, club: Club, asked: Asked, fingerprint: str, acting: Acting, client_id: str) -> Season:
    """Make a closed season of a file, as the page with that `fingerprint` showed it."""
    with deed(club, acting, client_id) as doing:
        made = Season.objects.filter(club=club, client_id=client_id).first() if client_id else None
        if made is not None:
            return made
        plan = plan_past(club, asked)
        if plan.already is not None:
            return plan.already.season
        _guard(club, plan, fingerprint)
        days = plan.days
        assert days is not None, "guarded"
        file = PastFile.objects.create(
            club=club, kind=plan.past.kind, name=asked.file_name, digest=plan.digest, at=timezone.now(),
            by=acting.name[:80],
        )  # fmt: skip
        who = _who(club, plan, file)
        PastRow.objects.bulk_create(_rows(plan, file, who))
        season = Season.objects.create(
            club=club, name=asked.name, opens_on=days[0], closes_on=days[1], state=Season.State.CLOSED,
            closed_at=file.at, draft=plan.rules.to_json(), past_file=file, client_id=client_id,
        )  # fmt: skip
        SeasonRulesVersion.objects.create(
            season=season, number=1, rules=season.draft, published_at=file.at, published_by=acting.name[:80]
        )
        publish(hold_season(season.pk), because="Brought in from a file", by=acting.name, state=Publication.State.FINAL)
        left = len(plan.faults) + len(plan.left_out) + len(plan.past.nobodys)
        rows = f"{counted(len(plan.taken), 'row')} of {file}, {left} left out."
        names = [str(one) for one in Member.objects.filter(pk__in=file.made).order_by("number")]
        entered = f" Entered as former members: {', '.join(names)}" if names else ""
        doing.tell("brought in a past season", season.name, after=f"{rows}{entered}")
    return season


def _guard(club: Club, plan: PastPlan, fingerprint: str) -> None:
    if plan.fingerprint != fingerprint:
        raise Refused(CHANGED)
    if plan.is_open:
        raise Refused(OPEN)
    if not plan.taken:
        raise Refused(EMPTY)
    if plan.days is None:
        raise Refused(NO_DAYS, "opens_on")
    if club.seasons.filter(name=plan.asked.name).exists():
        raise Refused(TAKEN_NAME, "name")


def _who(club: Club, plan: PastPlan, file: PastFile) -> Mapping[int, int]:
    there = {who for line, _names in plan.taken for who in line.who}
    new = [name for name in plan.names.values() if name.is_new and name.who in there]
    first = next_number(club)
    if first + len(new) > HIGHEST_NUMBER:
        raise Refused("There are no numbers left for the names of this file.")
    made = Member.objects.bulk_create(
        Member(
            club=club, number=first + at, name=name.name, is_active=False, initials_only=name.answer != BY_NAME
        )
        for at, name in enumerate(new)
    )  # fmt: skip
    tell_apart(club)
    file.made = [one.pk for one in made]
    file.save(update_fields=["made"])
    return {pk: pk for pk in plan.members} | {
        name.who: one.pk for name, one in zip(new, made, strict=True) if name.who is not None
    }


def _rows(plan: PastPlan, file: PastFile, who: Mapping[int, int]) -> Iterator[PastRow]:
    for line, names in plan.taken:
        one, *others = names
        (other,) = others or (None,)
        yield PastRow(
            file=file,
            member_id=who[one.who or 0],
            name=one.written or one.name,
            partner_id=who[other.who or 0] if other else None,
            partner_name=(other.written or other.name) if other else "",
            points=floor(line.points),
            has_half=line.points != floor(line.points),
            **{field: getattr(line, field) for field in KEPT},
        )


# -- out again -----------------------------------------------------------------------------


def take_out(*, season: Season, acting: Acting, client_id: str) -> None:
    """Take out a season with its rows and the people entered for it that nothing else names."""
    with deed(season.club, acting, client_id) as doing:
        season = hold_season(season.pk)
        file = season.past_file
        if file is None:
            raise Refused("This season wasn’t brought in from a file.")
        season.publications.all().delete()
        season.delete()
        file.rows.all().delete()
        made = list(Member.objects.filter(pk__in=file.made, club=season.club))
        gone = [one for one in made if not _is_named(one)]
        _hand_on([one for one in made if one not in gone])
        file.delete()
        Member.objects.filter(pk__in=[one.pk for one in gone]).delete()
        people = counted(len(gone), "person", "people")
        doing.tell("took out a past season", season.name, after=f"{people} entered for it went with it" if gone else "")


def _is_named(member: Member) -> bool:
    """Whether anything else names a member, or they became more than a name from the past."""
    has_private = any(getattr(member, name) for name, each in FACTS.items() if each.is_private)
    if member.is_active or has_private or member.carries.exists():
        return True
    merges = Merge.objects.filter(Q(kept=member) | Q(gone=member)).exists()
    pairs = PairRule.objects.filter(Q(first=member) | Q(second=member)).exists()
    return merges or pairs or any(model._default_manager.filter(**{name: member}).exists() for model, name in links())


def _hand_on(members: list[Member]) -> None:
    """Leave members whom another file names as well to that file."""
    for member in members:
        row = PastRow.objects.filter(Q(member=member) | Q(partner=member)).select_related("file").first()
        if row is not None:
            row.file.made = [*row.file.made, member.pk]
            row.file.save(update_fields=["made"])
