from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import date
from typing import Any, Final

from django.db.models import Exists, F, ForeignKey, Model, OuterRef, Q
from django.utils import timezone

from league.acting.deed import deed, hold_event
from league.acting.log import Refused
from league.acting.permissions import Acting
from league.evening.coming.deeds import list_follows
from league.evening.ledger.rows import HAS_ROWS
from league.models import Adjustment, Coming, Entrant, Event, Member, Merge, PairRule, PastRow, Role, Season
from league.models.members import CONTACTS
from league.office.members.deeds.deleting import naming_columns
from league.office.members.deeds.names import call_anew, tell_apart
from league.season.seasons.publishing import hold_season, publish
from league.words import day_words

# What either of the two says of both: if one is active, both are, and if one is a member, neither is a guest.
STANDING: Final = ("is_active", "is_guest")
_STAY: Final = (Merge, PairRule, Member)  # what is no part of a member, or moves in its own way


def merge_members(*, kept: Member, gone: Member, acting: Acting, client_id: str) -> Merge:
    """Move all that `gone` has to `kept`, and take `gone` off the list."""
    with deed(kept.club, acting, client_id) as doing:
        if doing.was_done:
            return Merge.objects.filter(kept=kept, gone=gone).latest("pk")
        kept, gone = _as_it_is(kept), _as_it_is(gone)
        why = why_not(kept, gone)
        if why:
            raise Refused(why)
        older = _take_older_words(kept, gone)
        brought: dict[str, Any] = {
            "was_active": gone.is_active,
            "standing": {name: getattr(kept, name) for name in STANDING},
            "set_aside": [word.pk for word in older],
            "initials": gone.initials_only != kept.initials_only,
            "initials_before": kept.initials_only,
            "as_members": _take_for_members(kept, gone),
            "rows": _move_rows(kept, gone),
            "pairs": _move_pairs(kept, gone),
            "categories": list(gone.carries.exclude(members=kept).values_list("pk", flat=True)),
            "filled": {
                name: getattr(gone, name) for name in CONTACTS if getattr(gone, name) and not getattr(kept, name)
            },
            "taken_off": _take_off_lists(kept),
        }
        _say_again(gone, older)
        kept.carries.add(*brought["categories"])
        for name, value in brought["filled"].items():
            setattr(kept, name, value)
        kept.initials_only = kept.initials_only or gone.initials_only
        kept.is_active, kept.is_guest = kept.is_active or gone.is_active, kept.is_guest and gone.is_guest
        brought["became"] = {name: getattr(kept, name) for name in STANDING}
        gone.is_active, gone.merged_into = False, kept
        kept.save()
        gone.save()
        merge = Merge.objects.create(
            club=kept.club, kept=kept, gone=gone, brought=brought, at=timezone.now(), by=acting.name[:80]
        )
        doing.tell("merged two entries of a member", f"number {gone.number} into number {kept.number}")
        _follow(merge, acting, "A member entered twice was put together")
    return merge


def split_member(*, merge: Merge, acting: Acting, client_id: str) -> Merge:
    """Give back to the merged entry the rows it brought, unless the other was merged in turn."""
    with deed(merge.club, acting, client_id) as doing:
        merge = Merge.objects.select_for_update(of=("self",)).select_related("club").get(pk=merge.pk)
        if doing.was_done or merge.is_split:
            return merge
        kept, gone, brought = _as_it_is(merge.kept), _as_it_is(merge.gone), merge.brought
        if kept.merged_into is not None:
            raise Refused(
                f"Number {kept.number} was itself merged into number {kept.merged_into.number}. Split that first."
            )
        if kept.is_anonymous:
            raise Refused("They were made anonymous, so nobody can be told apart.")
        _give_back(kept, gone, brought)
        _put_on_lists(brought.get("taken_off", ()), (kept, gone))
        kept.carries.remove(*brought["categories"])
        for name, value in brought["filled"].items():
            if getattr(kept, name) == value:
                setattr(kept, name, "")
        for name, value in brought.get("standing", {}).items():
            if getattr(kept, name) == brought["became"][name]:
                setattr(kept, name, value)
        if brought["initials"]:
            kept.initials_only = brought["initials_before"]
        gone.is_active, gone.merged_into = brought["was_active"], None
        kept.save()
        gone.save()
        Merge.objects.filter(pk=merge.pk).update(is_split=True)
        doing.tell("split two entries again", f"number {gone.number} from number {kept.number}")
        _follow(merge, acting, "Two members who were put together are two again")
    return merge


def _as_it_is(member: Member) -> Member:
    found = Member.objects.select_for_update(of=("self",)).select_related("club", "merged_into")
    return found.get(pk=member.pk)


def why_not(kept: Member, gone: Member) -> str:
    """Why two entries cannot be one person's; empty where they can (four queries)."""
    if kept.pk == gone.pk or kept.club_id != gone.club_id:
        return "Choose two different entries of this club’s list."
    if any(one.is_anonymous or one.merged_into_id is not None for one in (kept, gone)):
        return "One of them is no longer in the list."
    both = Event.objects.filter(entrants__member=kept).filter(entrants__member=gone).select_related("club").first()
    if both is not None:
        return f"Both are on the list of {both.name}, {day_words(both)}. Nobody can be there twice."
    past = _in_one_file(kept, gone)
    if past is not None:
        return f"Both are in {past.name}, which came from a file. Nobody can be there twice."
    if Role.objects.filter(member__in=(kept, gone)).count() > 1:
        return "Both have an account. Take one of the accounts back first."
    return ""


def _in_one_file(kept: Member, gone: Member) -> Season | None:
    """A past season that has both in its table or on one night (one query)."""
    theirs = PastRow.objects.filter(Q(member=gone) | Q(partner=gone), file=OuterRef("file"))
    theirs = theirs.filter(Q(day=OuterRef("day")) | Q(day=None))
    own = PastRow.objects.filter(Q(member=kept) | Q(partner=kept))
    row = own.filter(Exists(theirs)).select_related("file__season").first()
    return row.file.season if row is not None else None


# -- what moves --------------------------------------------------------------------------


def links() -> Iterator[tuple[type[Model], str]]:
    for _, field in naming_columns():
        if isinstance(field, ForeignKey) and field.model not in _STAY:
            yield field.model, field.name


def _called(model: type[Model], name: str) -> str:
    return f"{model.__name__}.{name}"


def _take_older_words(kept: Member, gone: Member) -> list[Coming]:
    """Take out the kept entry's answers for a night that are older than the other's: the newest one holds."""
    newer = dict(gone.coming.values_list("event", "at"))
    older = [word for word in kept.coming.filter(event__in=newer) if word.at < newer[word.event_id]]
    Coming.objects.filter(pk__in=[word.pk for word in older]).delete()
    return older


def _take_off_lists(kept: Member) -> list[int]:
    """Take the two off lists of planned nights where their newest answer is no."""
    words = kept.coming.filter(says=Coming.Says.NOT_COMING, event__state=Event.State.PLANNED)
    ids = list(words.filter(event__entrants__member=kept).values_list("event", flat=True))
    for event_id in ids:
        list_follows(hold_event(event_id), kept)
    return ids


def _put_on_lists(events: Collection[int], members: Iterable[Member]) -> None:
    for event_id in Event.objects.filter(pk__in=events).values_list("pk", flat=True):
        for member in members:
            list_follows(hold_event(event_id), member)


def _say_again(member: Member, words: Iterable[Coming]) -> None:
    for word in words:
        word.member = member
        word.save(force_insert=True)


def _take_for_members(kept: Member, gone: Member) -> list[int]:
    """Evenings at which a member, under the other name, was taken for a guest; they count like any other."""
    joined = [one.joined_on or date.min for one in (kept, gone) if not one.is_guest]
    as_guest = Entrant.objects.filter(member__in=(kept, gone), is_guest=True)
    ids = list(as_guest.filter(event__played_on__gte=min(joined)).values_list("pk", flat=True)) if joined else []
    Entrant.objects.filter(pk__in=ids).update(is_guest=False)
    return ids


def _move_rows(kept: Member, gone: Member) -> dict[str, list[int]]:
    """Rows that moved, by column; an answer for a night stays where the kept entry has one."""
    moved = {}
    for model, name in links():
        rows = model._default_manager.filter(**{name: gone})
        if model is Coming and name == "member":
            rows = rows.exclude(event__coming__member=kept)
        ids = list(rows.values_list("pk", flat=True))
        if ids:
            model._default_manager.filter(pk__in=ids).update(**{name: kept})
            moved[_called(model, name)] = ids
    return moved


def _move_pairs(kept: Member, gone: Member) -> list[int]:
    moved = []
    theirs = PairRule.objects.filter(Q(first=kept) | Q(second=kept))
    taken = {kept.pk, *(one for pair in theirs.values_list("first", "second") for one in pair)}
    has_partner = theirs.filter(kind=PairRule.Kind.PARTNERS).exists()
    for rule in PairRule.objects.filter(Q(first=gone) | Q(second=gone)).select_related("first", "second"):
        other = rule.second if rule.first_id == gone.pk else rule.first
        if other.pk in taken or (has_partner and rule.kind == PairRule.Kind.PARTNERS):
            continue
        _join(rule, kept, other)
        moved.append(rule.pk)
    return moved


def _give_back(kept: Member, gone: Member, brought: Mapping[str, Any]) -> None:
    Entrant.objects.filter(pk__in=brought.get("as_members", ())).update(is_guest=True)
    aside = list(Coming.objects.filter(pk__in=brought.get("set_aside", ()), member=gone))
    Coming.objects.filter(pk__in=[word.pk for word in aside]).delete()
    for model, name in links():
        rows = model._default_manager.filter(pk__in=brought["rows"].get(_called(model, name), ()), **{name: kept})
        rows.update(**{name: gone})
    answered = set(kept.coming.values_list("event", flat=True))
    _say_again(kept, [word for word in aside if word.event_id not in answered])
    for rule in PairRule.objects.filter(Q(first=kept) | Q(second=kept), pk__in=brought["pairs"]):
        _join(rule, gone, rule.second if rule.first_id == kept.pk else rule.first)


def _join(rule: PairRule, one: Member, other: Member) -> None:
    rule.first, rule.second = sorted((one, other), key=lambda member: member.pk)
    rule.save(update_fields=["first", "second"])


# -- what follows ------------------------------------------------------------------------


def _follow(merge: Merge, acting: Acting, because: str) -> None:
    rows = merge.brought["rows"]
    events = Event.objects.filter(entrants__in=rows.get(_called(Entrant, "member"), ()))
    tell_apart(merge.club)
    for member in (merge.kept_id, merge.gone_id):
        call_anew(Member.objects.get(pk=member))
    Event.objects.filter(pk__in=list(events.values_list("pk", flat=True))).update(version=F("version") + 1)
    days = list(events.filter(HAS_ROWS).values_list("played_on", flat=True))
    adjusted = Adjustment.objects.filter(pk__in=rows.get(_called(Adjustment, "member"), ()))
    given = set(adjusted.values_list("season", flat=True))
    for season in Season.objects.filter(club=merge.club, state=Season.State.OPEN).order_by("pk"):
        if season.pk in given or any(season.opens_on <= day <= season.closes_on for day in days):
            publish(hold_season(season.pk), because=because, by=acting.name)
    named = [*rows.get(_called(PastRow, "member"), ()), *rows.get(_called(PastRow, "partner"), ())]
    past = Season.objects.filter(past_file__rows__in=named)
    for season_id in sorted(set(past.values_list("pk", flat=True))):
        publish(hold_season(season_id), because=because, by=acting.name)
