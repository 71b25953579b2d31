"""Standings written down to be shown: a publication with a line for each place. Moves are counted from the last
publication before the newest night, so that a correction keeps the week's move."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from league.evening.cards.boards import rounded
from league.evening.cards.pairs import points_of
from league.evening.cards.reading import RoundReading
from league.evening.ties.parting import Who
from league.models import Category, Event, Publication, PublishedPlace, Season, SeasonRulesVersion

from .reading import evening_words, evenings, season_standings
from .rules import SeasonRules
from .standings import Divisions, Move, Place, Stood, moved

LONGEST: Final = 200
State = Publication.State


def hold_season(season_id: int) -> Season:
    """The season's row as it is now, held for this transaction, so that publishers take turns."""
    return Season.objects.select_for_update(of=("self",), no_key=True).select_related("club").get(pk=season_id)


def newest_version(season: Season) -> SeasonRulesVersion | None:
    """The rules in force (one query), if any were published."""
    return season.versions.first()


def rules_of(season: Season) -> str:
    """The rules in force as JSON, or those of the draft (one query)."""
    version = newest_version(season)
    return version.rules if version else season.draft


def evenings_of(season: Season) -> QuerySet[Event]:
    return evenings(season, SeasonRules.from_json(rules_of(season)))


def newest_publication(season: Season) -> Publication | None:
    """The newest publication, hidden or not (one query)."""
    return season.publications.select_related("rules").first()


def publish(season: Season, *, because: str, by: str = "", state: str = "") -> Publication | None:
    """Publish the standings of a held season by the rules in force; None before there are any. Without a `state` hidden
    ones stay hidden, a past season is final, and all else is provisional."""
    version, last = newest_version(season), newest_publication(season)
    if version is None:
        return None
    if not state:
        state = State.PROVISIONAL if season.past_file_id is None else State.FINAL
        state = State.HIDDEN if last is not None and last.state == State.HIDDEN else state
    rules = SeasonRules.from_json(version.rules)
    divisions = season_standings(season, rules)
    before = _before_newest_night(season, divisions, state)
    publication = Publication.objects.create(
        season=season,
        number=last.number + 1 if last is not None else 1,
        state=state,
        rules=version,
        because=because[:LONGEST],
        moved_since=before.number if before is not None else 0,
        at=timezone.now(),
        by=by[:80],
    )
    PublishedPlace.objects.bulk_create(_lines(publication, divisions, before))
    return publication


def would_differ(season: Season) -> bool:
    """Whether standings published now would differ; never while one of its evenings is being corrected."""
    version, last = newest_version(season), newest_publication(season)
    if version is None or last is None:
        return False
    rules = SeasonRules.from_json(version.rules)
    if any(_is_counted(event, last) for event in evenings(season, rules).filter(state=Event.State.RUNNING)):
        return False
    fresh = _lines(last, season_standings(season, rules), None)
    return _words_of(fresh) != _words_of(last.places.all())


def _words_of(lines: Iterable[PublishedPlace]) -> dict[tuple[str, int], tuple[object, ...]]:
    """The words of lines, without their moves; figures by name, so that a new one changes no older line."""
    return {
        (one.division, one.order): (
            stood(one),
            one.nights,
            one.shown.get("dropped"),
            one.says.get("why"),
            one.says.get("needs"),
        )
        for one in lines
    }


def _before_newest_night(season: Season, divisions: Divisions, state: str) -> Publication | None:
    """The publication to compare with: the last without the newest night, if there are nights (one query)."""
    before = season.publications.all() if state == State.HIDDEN else season.publications.exclude(state=State.HIDDEN)
    nights = (night for places in divisions.values() for place in places for night in place.nights if night.event > 0)
    if (newest := max(nights, key=lambda night: (night.day, night.event), default=None)) is not None:
        before = before.exclude(
            Exists(PublishedPlace.objects.filter(has_night(newest.event), publication=OuterRef("pk")))
        )
    return before.first()


def stood_in(publication: Publication) -> dict[str, list[Stood]]:
    """The lines of a publication by division, as far as they can be compared (one query)."""
    found: dict[str, list[Stood]] = {}
    for line in publication.places.all():
        found.setdefault(line.division, []).append(stood(line))
    return found


def stood(line: PublishedPlace) -> Stood:
    return Stood.of(who_of(line), line.place, line.order, line.shown)


def who_of(line: PublishedPlace) -> Who:
    return tuple(sorted(one for one in (line.member_id, line.partner_id) if one is not None))


def _lines(publication: Publication, divisions: Divisions, before: Publication | None) -> Iterator[PublishedPlace]:
    wanted = [category for category in divisions if category]
    categories = dict(Category.objects.filter(pk__in=wanted).values_list("pk", "name")) if wanted else {}
    was = stood_in(before) if before is not None else {}
    for category, places in divisions.items():
        division = categories.get(category, "") if category else ""
        if category and not division:
            continue  # a category that was taken out meanwhile
        moves = {move.who: move for move in moved(was.get(division, ()), places)} if was else {}
        for place in places:
            yield _line(publication, division, place, moves.get(place.who))


def _line(publication: Publication, division: str, place: Place, move: Move | None) -> PublishedPlace:
    says: dict[str, Any] = {"why": place.why.says, "needs": list(place.needs)}
    if move is not None:
        was = move.before.place if move.before else None
        says["moved"] = {"from": was, "is_new": move.before is None, "says": move.says}
    return PublishedPlace(
        publication=publication,
        division=division,
        order=place.order,
        place=place.place,
        member_id=place.who[0],
        partner_id=place.who[1] if len(place.who) > 1 else None,
        points=rounded(place.figure * 10),  # as pages say it
        nights=place.attended,
        shown={**place.kept(), "dropped": {str(night.event): night.points for night in place.dropped}},
        says=says,
    )


# -- what follows from an evening ------------------------------------------------------------


def follow(event: Event) -> None:
    """Publish every open season that counts an evening whose rows changed."""
    seasons = Season.objects.filter(
        club=event.club_id, state=Season.State.OPEN, opens_on__lte=event.played_on, closes_on__gte=event.played_on
    )
    for season_id in seasons.order_by("pk").values_list("pk", flat=True):
        season = hold_season(season_id)
        version = newest_version(season)
        if version is None or not evenings(season, SeasonRules.from_json(version.rules)).filter(pk=event.pk).exists():
            continue
        is_counted = _is_counted(event, newest_publication(season))
        if event.state == Event.State.CLOSED:
            publish(season, because=f"{evening_words(event)}, was {'corrected' if is_counted else 'played'}")
        elif is_counted:
            publish(season, because=f"{evening_words(event)}, was deleted")


def published_otherwise(
    event: Event, before: tuple[RoundReading, ...], after: tuple[RoundReading, ...]
) -> Iterator[str]:
    """A sentence for each season whose standings would change with a closed evening (a query, and one a season)."""
    if event.state != Event.State.CLOSED or _sums(event, before) == _sums(event, after):
        return
    seasons = Season.objects.filter(club=event.club_id, opens_on__lte=event.played_on, closes_on__gte=event.played_on)
    for season in seasons.order_by("pk"):
        if not _is_counted(event, newest_publication(season)):
            continue
        if season.state == Season.State.OPEN:
            yield f"The standings of {season} are published again with it."
        else:
            yield f"{season} is closed, so its published standings stay as they are. Reopen it to publish them again."


def _sums(event: Event, rounds: tuple[RoundReading, ...]) -> dict[Any, list[tuple[int, int]]]:
    return {key: [(one.number, one.points) for one in own] for key, own in points_of(event, rounds).items()}


def _is_counted(event: Event, publication: Publication | None) -> bool:
    return publication is not None and publication.places.filter(has_night(event.pk)).exists()


def has_night(event_id: int, of: str = "") -> Q:
    """Lines that count an evening, or dropped it; `of` leads to them."""
    return Q(**{f"{of}shown__counted__has_key": str(event_id)}) | Q(**{f"{of}shown__dropped__has_key": str(event_id)})
