"""Deeds on a season. Those that change the standings publish them again."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from itertools import chain
from typing import Final

from django.utils import timezone

from league.acting.deed import Doing, deed
from league.acting.log import Refused
from league.acting.permissions import Acting
from league.models import Adjustment, Club, Member, Publication, Season, SeasonRulesVersion
from pinochle_club.ground.dates import calendar_day
from scoring.models.rule_books import digest_of
from scoring.rules.notation import figure_words

from .prose import differences
from .publishing import LONGEST, hold_season, newest_publication, newest_version, publish, would_differ
from .reading import offered_in
from .rules import SeasonRules

State = Publication.State
CHANGED_SINCE: Final = "The rules were changed after you opened this page. Here is what they say now. Publish them?"
MOST_LOTS: Final = 2**31 - 2
GIVEN: Final = "Points given by hand: "
TAKEN_BACK: Final = "Points given by hand were taken back: "


class StaleDraft(Refused):
    """The draft was saved by another since the form was opened."""

    def __init__(self, why: str = "Somebody else saved these rules after you opened them. Look at both, then save."):
        super().__init__(why)


@contextmanager
def season_deed(
    season: Season, acting: Acting, client_id: str, *, while_closed: bool = False
) -> Iterator[tuple[Doing, Season]]:
    """A deed on a season, with its row as it is now. A closed one is refused unless `while_closed`."""
    with deed(season.club, acting, client_id) as doing:
        held = hold_season(season.pk)
        if held.state == Season.State.CLOSED and not while_closed and not doing.was_done:
            raise Refused("This season is closed. Reopen it first.")
        yield doing, held


def draft_digest(season: Season) -> str:
    return digest_of(season.draft)


def draft_of(season: Season) -> SeasonRules:
    return SeasonRules.from_json(season.draft)


# -- opened and changed ----------------------------------------------------------------------


def open_season(
    *, club: Club, name: str, opens_on: date, closes_on: date, acting: Acting, client_id: str
) -> Season:  # fmt: skip
    """Open a season with the rules of the last one, or of the club's running series, as its draft."""
    with deed(club, acting, client_id) as doing:
        made = Season.objects.filter(club=club, client_id=client_id).first() if client_id else None
        if made is not None:
            return made
        _guard_name(club, name)
        season = Season.objects.create(
            club=club,
            name=name,
            opens_on=opens_on,
            closes_on=closes_on,
            draft=usual_rules(club).to_json(),
            client_id=client_id,
        )
        doing.tell("opened the season", season.name)
    return season


def usual_rules(club: Club) -> SeasonRules:
    played = SeasonRulesVersion.objects.filter(season__club=club, season__past_file=None)
    last = played.order_by("-season__opens_on", "-season_id", "-number").first()
    if last is not None:
        return SeasonRules.from_json(last.rules).model_copy(update={"events": (), "without": ()})
    running = list(club.series.filter(is_over=False))
    alone = tuple(one.pk for one in running if not one.is_for_pairs)
    return SeasonRules(series=alone or tuple(one.pk for one in running), for_pairs=bool(running) and not alone)


def change_season(
    *, season: Season, name: str, opens_on: date, closes_on: date, acting: Acting, client_id: str
) -> Season:
    with season_deed(season, acting, client_id) as (doing, season):
        after = {"name": name, "opens_on": opens_on, "closes_on": closes_on}
        before = {field: getattr(season, field) for field in after}
        if doing.was_done or before == after:
            return season
        if name != season.name:
            _guard_name(season.club, name)
        for field, value in after.items():
            setattr(season, field, value)
        season.save(update_fields=list(after))
        if (opens_on, closes_on) != (before["opens_on"], before["closes_on"]):
            publish(season, because="The season’s days were changed", by=acting.name)
        doing.tell(
            "changed the season",
            season.name,
            before=_name_and_days(season, before),
            after=_name_and_days(season, after),
        )
    return season


def _name_and_days(season: Season, values: dict[str, object]) -> str:
    style = season.club.date_style
    days = (calendar_day(day, style) for day in (values["opens_on"], values["closes_on"]) if isinstance(day, date))
    return ", ".join([str(values["name"]), " to ".join(days)])


def _guard_name(club: Club, name: str) -> None:
    if Season.objects.filter(club=club, name=name).exists():
        raise Refused("The club has a season of that name already. Give this one another.", "name")


# -- rules -----------------------------------------------------------------------------------


def save_draft(*, season: Season, rules: SeasonRules, seen: str, acting: Acting, client_id: str) -> Season:
    """Save rules as the draft. Raises `StaleDraft` where another was saved since the form was opened (`seen`)."""
    with season_deed(season, acting, client_id) as (doing, season):
        before = draft_of(season)
        if doing.was_done or before == rules:
            return season
        if seen != draft_digest(season):
            raise StaleDraft
        season.draft = rules.to_json()
        season.save(update_fields=["draft"])
        were, are = _changes(season, before, rules)
        doing.tell("changed the draft of the season’s rules", season.name, before=were, after=are)
    return season


def _changes(season: Season, before: SeasonRules, after: SeasonRules) -> tuple[str, str]:
    found = differences(before, after, offered_in(season).names)
    return "\n".join(f"{label}: {was}" for label, was, _ in found), "\n".join(
        f"{label}: {now}" for label, _, now in found
    )


def publish_rules(
    *, season: Season, seen: str, note: str = "", is_hidden: bool = False, acting: Acting, client_id: str
) -> Publication:
    """Publish the draft as the next version, and the standings by it, if it is still as `seen`."""
    with season_deed(season, acting, client_id) as (doing, season):
        newest, last = newest_version(season), newest_publication(season)
        if doing.was_done and last is not None:
            return last
        draft = draft_of(season)
        if faults := offered_in(season).faults_of(draft):
            raise Refused(" ".join(chain(*faults.values())))
        if newest is not None and SeasonRules.from_json(newest.rules) == draft:
            raise Refused(f"Nothing has changed since version {newest.number}, so there is nothing to publish.")
        if seen != draft_digest(season):
            raise StaleDraft(CHANGED_SINCE)
        number = newest.number + 1 if newest is not None else 1
        SeasonRulesVersion.objects.create(
            season=season,
            number=number,
            rules=season.draft,
            note=note,
            published_at=timezone.now(),
            published_by=acting.name[:80],
        )
        because = f"Rules version {number}" + (f": {note}" if note else "")
        state = (State.HIDDEN if is_hidden else State.PROVISIONAL) if last is None else ""
        publication = publish(season, because=because, by=acting.name, state=state)
        assert publication is not None, "there are rules now"
        old = SeasonRules.from_json(newest.rules) if newest is not None else draft
        were, are = _changes(season, old, draft)
        subject = f"{season.name}, version {number}"
        doing.tell("published the season’s rules", subject, before=were, after=are, reason=note)
    return publication


# -- points by hand --------------------------------------------------------------------------


def adjust_points(
    *, season: Season, member: Member, points: int, reason: str, private_reason: str = "",
    partner: Member | None = None, acting: Acting, client_id: str,
) -> Adjustment:  # fmt: skip
    """Give or take points, with a public reason and perhaps one for the directors."""
    with season_deed(season, acting, client_id) as (doing, season):
        if doing.was_done:
            return season.adjustments.latest("pk")
        adjustment = Adjustment.objects.create(
            season=season, member=member, partner=partner, points=points, reason=reason,
            private_reason=private_reason, by=acting.name[:80],
        )  # fmt: skip
        publish(season, because=f"{GIVEN}{reason}", by=acting.name)
        why = _reasons(adjustment)
        doing.tell("adjusted points", f"{_whose(adjustment)}, {season.name}", after=figure_words(points), reason=why)
    return adjustment


def take_back_adjustment(*, adjustment: Adjustment, acting: Acting, client_id: str) -> Adjustment:
    """Stop counting points given by mistake. The line stays."""
    with season_deed(adjustment.season, acting, client_id) as (doing, season):
        adjustment = _held(adjustment)
        if doing.was_done or adjustment.is_taken_back:
            return adjustment
        adjustment.is_taken_back = True
        adjustment.save(update_fields=["is_taken_back"])
        publish(season, because=f"{TAKEN_BACK}{adjustment.reason}", by=acting.name)
        what = f"{_whose(adjustment)}, {season.name}"
        doing.tell("took back an adjustment", what, before=figure_words(adjustment.points))
    return adjustment


def reword_adjustment(
    *, adjustment: Adjustment, reason: str, private_reason: str, acting: Acting, client_id: str
) -> Adjustment:
    """Reword the reasons, also of a closed season, in publications too. The log keeps the old ones."""
    with season_deed(adjustment.season, acting, client_id, while_closed=True) as (doing, season):
        adjustment = _held(adjustment)
        before, was = _reasons(adjustment), adjustment.reason
        adjustment.reason, adjustment.private_reason = reason, private_reason
        if doing.was_done or _reasons(adjustment) == before:
            return adjustment
        adjustment.save(update_fields=["reason", "private_reason"])
        for because in (GIVEN, TAKEN_BACK):
            old, new = (f"{because}{why}"[:LONGEST] for why in (was, reason))
            season.publications.filter(because=old).update(because=new)
        what = f"{_whose(adjustment)}, {season.name}"
        doing.tell("reworded an adjustment", what, before=before, after=_reasons(adjustment))
    return adjustment


def _held(adjustment: Adjustment) -> Adjustment:
    return Adjustment.objects.select_related("season__club", "member", "partner").get(pk=adjustment.pk)


def _reasons(adjustment: Adjustment) -> str:
    private = f"For the directors: {adjustment.private_reason}" if adjustment.private_reason else ""
    return "\n".join(filter(None, (adjustment.reason, private)))


def _whose(adjustment: Adjustment) -> str:
    return f"{adjustment.member} and {adjustment.partner}" if adjustment.partner else str(adjustment.member)


# -- shown, closed, reopened -----------------------------------------------------------------


def show_standings(*, season: Season, hidden: bool, acting: Acting, client_id: str) -> Season:
    """Hide the standings from all but officials, or show them, with merged members and other categories taken in."""
    with season_deed(season, acting, client_id) as (doing, season):
        last = newest_publication(season)
        if doing.was_done:
            return season
        if last is None:
            raise Refused("Publish the rules first. The standings follow from them.")
        was_hidden = last.state == State.HIDDEN
        if hidden and was_hidden:
            return season
        state = State.HIDDEN if hidden else State.PROVISIONAL
        because = "Hidden for now" if hidden else "Shown to everybody" if was_hidden else "Brought up to date"
        publish(season, because=because, by=acting.name, state=state)
        doing.tell("hid the standings of" if hidden else "published the standings of", season.name)
    return season


def publish_anew(*, season: Season, because: str, acting: Acting) -> Publication | None:
    """Publish the standings as the ledger has them; None where nothing would change, or the season is closed."""
    if season.state == Season.State.CLOSED or not would_differ(season):
        return None
    with season_deed(season, acting, "", while_closed=True) as (doing, season):
        if season.state == Season.State.CLOSED or not would_differ(season):
            return None
        publication = publish(season, because=because, by=acting.name)
        doing.tell("published the standings of", season.name)
    return publication


def close_season(*, season: Season, acting: Acting, client_id: str) -> Season:
    """Make the standings final, drawing lots for the level ones where the rules say so."""
    with season_deed(season, acting, client_id, while_closed=True) as (doing, season):
        if doing.was_done or season.state == Season.State.CLOSED:
            return season
        version = newest_version(season)
        if version is None:
            raise Refused("Publish the rules first. The standings follow from them.")
        if SeasonRules.from_json(version.rules).level == "draw" and not season.lots:
            season.lots = 1 + secrets.randbelow(MOST_LOTS)
        season.state, season.closed_at = Season.State.CLOSED, timezone.now()
        season.save(update_fields=["state", "closed_at", "lots"])
        publish(season, because="The season is over", by=acting.name, state=State.FINAL)
        doing.tell("closed the season", season.name)
    return season


def reopen_season(*, season: Season, name: str, reason: str, acting: Acting, client_id: str) -> Season:
    """Go on with a closed season. Raises `Refused` unless its `name` was typed."""
    with season_deed(season, acting, client_id, while_closed=True) as (doing, season):
        if doing.was_done or season.state == Season.State.OPEN:
            return season
        if season.past_file_id is not None:
            raise Refused("This season came from a file. Take it out, and bring the file in again.")
        if name.casefold().split() != season.name.casefold().split():
            raise Refused("That isn’t the name of this season. It stays as it is.", "name")
        season.state, season.closed_at = Season.State.OPEN, None
        season.save(update_fields=["state", "closed_at"])
        publish(season, because=f"The season was reopened: {reason}", by=acting.name, state=State.PROVISIONAL)
        doing.tell("reopened the season", season.name, reason=reason)
    return season
