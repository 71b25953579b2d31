"""Seasons in words: the list, published standings, one place with its lines, what changed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final

from django.utils import timezone
from django.utils.http import urlencode
from django.utils.text import capfirst

from league.acting.answers import FormPage
from league.acting.permissions import Acting, Action
from league.evening.paper.pages.heads import sort_key
from league.evening.paper.pages.partners import Meetings
from league.models import Adjustment, Club, Event, Member, Publication, PublishedPlace, Season, SeasonRulesVersion
from league.models.prizes import ordinal
from league.office.clubs.pages.navigation import Choice, address_of, tools_at
from league.office.members.naming import shown_name
from league.words import clock_words, money
from pinochle_club.ground.dates import calendar_day, short_day, weekday_and_day
from pinochle_club.ground.listings import PER_PAGE
from scoring.rules.notation import counted, figure_words, listed, number, signed

from .fees import Paid
from .own import Own
from .partners import Partners
from .prose import ALONE, SHARED
from .published import Around
from .publishing import stood
from .rules import SeasonRules
from .standings import Line, Move, Night, Place, difference_words, percent_words, points_words

State = Publication.State
STATES: Final = {
    State.HIDDEN: ("Hidden", "tag-now"),
    State.PROVISIONAL: ("Provisional", "tag-soft"),
    State.FINAL: ("Final", "tag-go"),
}
FIGURES: Final = {
    "total": "Points",
    "places": "Points",
    "average": "Average",
    "wins": "Rounds won",
    "percent": "Percent",
}
SAVED: Final = "Saved."
MOST_NAMED: Final = 2  # of those who share a place
SECONDS_TO_NEXT_TRY: Final = 4  # of a page whose figures are being worked out
NOT_SHOWN: Final = "The directors have hidden the standings for now. Come back when they are shown."
NOT_YET: Final = "The standings follow once the rules of the season are published."
PUT_RIGHT: Final = "A night is being put right. Until it’s closed again, it counts as it was."
_MORE: Final = re.compile(r"\b(points?) more\b")
_ALIKE: Final = re.compile(r"^(?:shares the place; )?(?:level at [^;]*; )?")
_GAP: Final = re.compile(r"([\d.,]+%?)(?: points?)? more(?: per round)?$")
COMPARED: Final = "Nights are compared by the points in bold, without the bonus beside them."
NEWER: Final = "The lines below are newer than the standings."


# -- names and numbers -----------------------------------------------------------------------


def joined_names(people: Iterable[Member | None], acting: Acting) -> str:
    """`Ruth Abernathy`, of a pair `Ruth Abernathy & Marge Delgado`, as the reader may read them."""
    return " & ".join(shown_name(one, acting) for one in people if one is not None)


def names_of(line: PublishedPlace, acting: Acting) -> str:
    return joined_names((line.member, line.partner), acting)


def listed_names(line: PublishedPlace, acting: Acting) -> str:
    """Names in a list of places, which says where a member stands in it with two entries."""
    return names_of(line, acting) + (" (entered twice)" if getattr(line, "times", 1) > 1 else "")


def figure_of(line: PublishedPlace) -> str:
    return stood(line).figure_says


def days_words(season: Season) -> str:
    style = season.club.date_style
    return f"{calendar_day(season.opens_on, style)} to {calendar_day(season.closes_on, style)}"


def file_words(season: Season, acting: Acting) -> str:
    file = season.past_file
    if file is None:
        return ""
    day = calendar_day(timezone.localdate(file.at), season.club.date_style)
    name = file.name if acting.may(Action.BRING_IN_SEASONS) else ""
    return f"Brought in on {day}{f' from {name}' if name else ''}."


def place_words(place: int | None) -> str:
    return "no place yet" if place is None else ordinal(place)


def published_words(publication: Publication, club: Club) -> str:
    at = timezone.localtime(publication.at)
    return f"{weekday_and_day(at.date(), club.date_style)}, {clock_words(publication.at, club)}"


def place_address(season: Season, line: PublishedPlace) -> str:
    address = address_of("season_place", season.club.slug, season.pk, line.member_id)
    return f"{address}?{urlencode({'with': line.partner_id})}" if line.partner_id else address


# -- the list --------------------------------------------------------------------------------


def season_lines(seasons: Iterable[Season]) -> list[tuple[Season, str, str, str]]:
    found = []
    for season in seasons:
        shown = getattr(season, "shown", None)
        state, tone = STATES[shown] if shown else ("Not started", "tag-now")
        if shown == State.PROVISIONAL:
            state, tone = "Under way", "tag-go"
        found.append((season, days_words(season), state, tone))
    return found


# -- one season ------------------------------------------------------------------------------


def season_tools(season: Season, acting: Acting, shown: Publication | None, *, has_race: bool) -> list[tuple[str, str]]:
    """Other pages of a season, its papers among them; of one from a file there are few."""
    here, ours = (season.club.slug, season.pk), season.past_file_id is None
    is_open, keeps = season.state == Season.State.OPEN, ours and acting.may(Action.MANAGE_SEASONS)
    tools = tools_at(
        here,
        ("Rules", "season_rules", True),
        ("What changed", "publications", shown),
        ("The race", "season_race", has_race and shown and ours),
        ("Partners", "season_partners", shown and ours),
        ("Season book", "season_book_pdf", shown and ours),
        ("Fees", "season_fees", ours and acting.may(Action.KEEP_CASH)),
        ("Change the rules", "edit_season_rules", keeps and is_open),
        ("Points by hand", "season_adjustments", keeps and (shown or not is_open)),
        ("Name and days", "edit_season", keeps and is_open),
        ("If it closed today…", "close_season", keeps and is_open and shown),
        ("Reopen the season…", "reopen_season", keeps and not is_open),
        ("Take this season out…", "take_out_season", not ours and acting.may(Action.BRING_IN_SEASONS)),
    )
    printed = [("Print", address_of("standings_pdf", *here, shown.number))] if shown else []
    return [*printed, *tools, *tools_at(here[:1], ("All seasons", "seasons", True))]


@dataclass(frozen=True, slots=True)
class PublicationHead:
    title: str
    number: int
    state: str
    tone: str
    at: str
    because: str
    rules: str


def publication_head(
    season: Season, publication: Publication, *, is_newest: bool = True, night: Publication | None = None
) -> dict[str, Any]:
    """The head of a publication; with the words of a `night` where corrections followed it (`since_lines`)."""
    state, tone = STATES[State(publication.state)]
    newest = night or publication
    return {
        "title": season.name if is_newest else f"{season.name}, publication {publication.number}",
        "number": publication.number,
        "state": state,
        "tone": tone,
        "at": published_words(newest, season.club),
        "because": because_words(newest),
        "rules": f"Rules version {publication.rules.number}",
    }


def because_words(publication: Publication) -> str:
    because = publication.because
    return because if because.endswith((".", "?", "!", "…")) else f"{because}."


def since_lines(season: Season, publications: Sequence[Publication]) -> list[tuple[str, str, str]]:
    """Corrections and the like after the newest night: time, reason, and the query for its changes."""
    return [
        (published_words(one, season.club), because_words(one), urlencode({"from": before.number, "to": one.number}))
        for before, one in pairwise(publications)
    ]


def choices(
    everything: str, base: str, asks: str, others: Iterable[tuple[str | int, str]], here: object
) -> list[Choice]:
    """Everything, and each of the others by the address's key `asks`; none where there are no others."""
    found = [Choice(label, f"{base}?{urlencode({asks: value})}", value == here) for value, label in others]
    return [Choice(everything, base, not here), *found] if found else []


@dataclass(frozen=True, slots=True)
class MovedMark:
    """The move of a line, and why, on page and paper and in a mail."""

    sign: str
    words: str
    tone: str
    why: str


def moved_mark(line: PublishedPlace) -> MovedMark | None:
    moved = line.says.get("moved")
    if moved is None:
        return None
    was = moved["from"]
    if moved["is_new"]:
        return MovedMark("", "New", "tag-go", "")
    if was is None or line.place is None:
        return MovedMark("", "Has a place" if was is None else "No place now", "tag-now", capfirst(moved["says"]))
    steps = was - line.place
    words = f"{'Up' if steps > 0 else 'Down'} {abs(steps)}"
    why = f"Since last time: {moved['says']}"
    return MovedMark("▲" if steps > 0 else "▼", words, "tag-go" if steps > 0 else "tag-loss", why)


def gap_figure(line: PublishedPlace) -> str:
    """`53`, `0.93%`: how far a line is ahead of the next; empty where they share a place or a tie-break parts them."""
    found = _GAP.search(line.says.get("why", ""))
    return found[1] if found else ""


def gap_words(says: str) -> str:
    """`level`, `3 rounds won to 2`: what parts a line from the next where no figure does; what both have alike stands
    in the row."""
    return "level" if says.endswith("shares the place") else _MORE.sub(r"\1 ahead", _ALIKE.sub("", says, count=1))


def why_words(line: PublishedPlace) -> str:
    return ahead_words(line.says.get("why", ""))


def ahead_words(says: str) -> str:
    """Why a line is above the next, as read below its gain: `7 points ahead`, not `more`."""
    return str(capfirst(_MORE.sub(r"\1 ahead", says)))


def needs_words(line: PublishedPlace) -> Sequence[str]:
    needs: Sequence[str] = line.says.get("needs", ())
    return needs


# -- one place -------------------------------------------------------------------------------


def place_context(
    season: Season, around: Around, place: Place | None, events: Mapping[int, Event], acting: Acting, rules: SeasonRules
) -> dict[str, Any]:
    """A line of the newest publication, with its nights as the ledger has them now."""
    line, above, below = around
    was = stood(line)
    style, is_past = season.club.date_style, season.past_file_id is not None
    query = "" if is_past else f"?{urlencode({'season': season.pk})}"  # nothing of the past is in a player's rounds
    found = reversed(place.nights) if place else ()
    nights = [_night(one, events.get(one.event), style, is_past=is_past) for one in found]
    others = place.adjustments if place else ()
    is_open = any(one.state != Event.State.CLOSED for one in events.values())
    has_pairs = rules.points_by == "places" and not rules.for_pairs and any(one.is_for_pairs for one in events.values())
    is_same = place is not None and (place.points, place.counted) == (was.points, was.counted)
    return {
        "name": listed_names(line, acting),
        "place": place_words(line.place).capitalize() + (" place" if line.place else ""),
        "figure": was.figure_says,
        "figure_label": FIGURES[was.by],
        "why": line.says.get("why", ""),
        "moved": moved_mark(line),
        "needs": needs_words(line),
        "shared": f"{SHARED}{ALONE}" if has_pairs else "",
        "compared": COMPARED if rules.best and rules.has_bonuses else "",
        "above": _beside(season, above, above, acting),
        "below": _beside(season, below, line, acting),
        "nights": nights,
        "others": tuple(
            (f"By hand: {one.says}" if one.kind == "adjustment" else one.says, signed(one.points, figure_words))
            for one in others
        ),
        "sum": figure_words(place.points) if place else figure_words(was.points),
        "records": tuple(
            (shown_name(one, acting), address_of("player", season.club.slug, one.pk) + query)
            for one in (line.member, line.partner)
            if one
        ),
        "warning": PUT_RIGHT if is_open else "" if is_same else NEWER,
    }


def _beside(
    season: Season, other: PublishedPlace | None, upper: PublishedPlace | None, acting: Acting
) -> dict[str, str] | None:
    if other is None or upper is None:
        return None
    return {"name": names_of(other, acting), "address": place_address(season, other), "why": upper.says.get("why", "")}


def _night(night: Night, event: Event | None, style: str, *, is_past: bool) -> dict[str, Any]:
    """One night: points, its rounds each with points and address, and its bonus, which a dropped one keeps."""
    day = calendar_day(night.day, style) if is_past else short_day(night.day, style)
    title = f"{event.name}, {day}" if event else day
    lines, bonus = (*night.lines, *night.bonuses), sum(line.points for line in night.bonuses)
    return {
        "title": title,
        "address": address_of("event", event.club.slug, event.pk) if event else "",
        "place": place_words(night.place) + (f", {percent_words(night.percent)}" if night.percent is not None else ""),
        "points": figure_words(night.points),
        "bonus": f"{signed(bonus, figure_words)} bonus" if bonus else "",
        "is_dropped": not night.counts,
        "lines": tuple((line.says, signed(line.points, figure_words), _cause(line, event)) for line in lines),
    }


def _cause(line: Line, event: Event | None) -> str:
    """The address of a round: its card, else the results of its night."""
    if event is None or line.round_number is None:
        return ""
    slug = event.club.slug
    if line.table is not None and event.state == Event.State.CLOSED:
        return address_of("read_card", slug, event.pk, line.round_number, line.table)
    return f"{address_of('event', slug, event.pk)}#results"


# -- one's own line --------------------------------------------------------------------------

OWN_LINE: Final = "you"  # what leads there within a page


@dataclass(frozen=True, slots=True)
class OwnStanding:
    """A member's place in a season as a sentence. `address` is the line among all, `made_of` its details."""

    season: str
    says: str
    moved: MovedMark | None
    address: str
    made_of: str

    @property
    def place_and_rest(self) -> tuple[str, str]:
        """`12th`, to be read from afar, and what follows it."""
        place, of, rest = self.says.partition(" of ")
        return (place, f"{of}{rest}".strip()) if of and " " not in place else ("", self.says)


def own_words(own: Own, acting: Acting) -> OwnStanding:
    """`9th of 22, 4 points behind Curtis Hall; only a night over 224 would count.`"""
    line, season = own.line, own.season
    page = (line.order - 1) // PER_PAGE + 1
    inside = (f"{ordinal(one.place or 0)} of {of} in {one.division}" for one, of in own.divisions)
    parts = "; ".join((", ".join(_own_place(own, acting)), *needs_words(line), *inside))
    return OwnStanding(
        season=f"{season.name}, {names_of(line, acting)}" if line.partner_id else season.name,
        says=f"{parts.removesuffix('.')}.",
        moved=moved_mark(line),
        address=f"{address_of('season', season.club.slug, season.pk)}{f'?page={page}' if page > 1 else ''}#{OWN_LINE}",
        made_of=place_address(season, line),
    )


def _own_place(own: Own, acting: Acting) -> Iterator[str]:
    line = own.line
    if line.place is None:
        yield "No place yet"
        return
    yield f"{ordinal(line.place)} of {own.of}"
    if own.level:
        few = len(own.level) <= MOST_NAMED
        yield f"level with {listed([names_of(one, acting) for one in own.level]) if few else 'others'}"
    if own.above is not None:
        yield _gap_words(own.above, line, f"behind {names_of(own.above, acting)}")
    elif own.below is not None and not own.level:
        yield _gap_words(line, own.below, f"ahead of {names_of(own.below, acting)}")


def _gap_words(upper: PublishedPlace, lower: PublishedPlace, where: str) -> str:
    """`4 points behind Curtis Hall`, `0.8 points per round behind …`, `by the tie-break behind …`."""
    more, less = stood(upper), stood(lower)
    gap = more.figure - less.figure
    if more.by == "average" and gap:
        return f"{difference_words(gap)} points per round {where}"
    if more.by == "percent" and gap:
        return f"{difference_words(gap)}% {where}"
    if more.by == "wins" and gap:
        return f"{counted(int(gap), 'round')} won {where}"
    points = gap or more.score[1] - less.score[1]
    return f"{points_words(points)} {where}" if points else f"by the tie-break {where}"


# -- who played with whom --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PartnerLine:
    """A player's rounds with one partner. `order` and `partner_order` sort the names."""

    name: str
    order: str
    partner: str
    partner_order: str
    address: str
    rounds: int
    points: int
    average: Fraction


def partner_lines(season: Season, together: Meetings) -> list[PartnerLine]:
    query = urlencode({"season": season.pk})
    lines = [
        PartnerLine(
            name=one.name,
            order=sort_key(one.name),
            partner=other.name,
            partner_order=sort_key(other.name),
            address=f"{address_of('player_with', season.club.slug, one.pk, other.pk)}?{query}",
            rounds=found.rounds,
            points=found.points,
            average=Fraction(found.points, found.rounds),
        )
        for (one, other), found in together.items()
        if one != other
    ]
    return sorted(lines, key=lambda line: (line.order, line.partner_order))


def as_of_words(partners: Partners, events: Mapping[int, Event]) -> str:
    """`12 nights so far, by two rule books, the last Tuesday cards, Tue, Nov 17`."""
    last = events.get(partners.last or 0)
    day = f", the last {last.name}, {short_day(last.played_on, last.club.date_style)}" if last else ""
    by = f", by {number(partners.books)} rule books" if partners.books > 1 else ""
    return f"{counted(partners.evenings, 'night')} so far{by}{day}"


# -- fees ------------------------------------------------------------------------------------


def fees_words(lines: Sequence[Paid], club: Club) -> str:
    """`$250 paid, $10 owed by 2 people`."""
    owing = [line.owes for line in lines if line.owes]
    owed = f"{money(sum(owing), club)} owed by {counted(len(owing), 'person', 'people')}" if owing else "nothing owed"
    return f"{money(sum(line.paid for line in lines), club)} paid, {owed}"


# -- what changed ----------------------------------------------------------------------------


def publication_lines(
    season: Season, publications: Sequence[Publication], acting: Acting
) -> list[tuple[Publication, dict[str, Any], str, str]]:
    """Publications, newest first, with the author for those who keep the season, and the query for the changes."""
    may_manage = acting.may(Action.MANAGE_SEASONS)
    return [
        (
            one,
            publication_head(season, one),
            one.by if may_manage else "",
            urlencode({"from": before.number, "to": one.number}) if before else "",
        )
        for one, before in zip(publications, (*publications[1:], None), strict=False)
    ]


def changes_headline(moves: Mapping[str, Sequence[Move]]) -> str:
    everybody = moves.get("", ())
    if not everybody:
        return "Nobody changed places, and nobody’s points changed."
    figures = [tuple(line.figure if line else None for line in (move.before, move.after)) for move in everybody]
    new, elsewhere = sum(was != now for was, now in figures), sum(move.has_moved for move in everybody)
    points = f"{new or 'Nobody'} {'have' if new > 1 else 'has'} new points"
    return f"{points}, {elsewhere or 'nobody'} {'have' if elsewhere > 1 else 'has'} a new place."


# -- points by hand --------------------------------------------------------------------------


def adjustment_lines(
    adjustments: Iterable[Adjustment], acting: Acting, club: Club
) -> list[tuple[Adjustment, str, str, str]]:
    return [
        (
            one,
            joined_names((one.member, one.partner), acting),
            signed(one.points, figure_words),
            f"{one.by}, {short_day(timezone.localtime(one.at).date(), club.date_style)}",
        )
        for one in adjustments
    ]


# -- pages with one form ---------------------------------------------------------------------


def new_season_page(club: Club) -> FormPage:
    return FormPage(
        "New season",
        "Open the season",
        ("Not now", address_of("seasons", club.slug)),
        club.name,
        says=(
            "Nights between these days can count. Next you’ll see the rules, and nothing is shown before you publish.",
        ),
    )


def change_season_page(season: Season) -> FormPage:
    back = address_of("season", season.club.slug, season.pk)
    return FormPage("Name and days", "Save", ("Leave it as it is", back), season.name)


def rules_page(season: Season, changes: Sequence[tuple[str, str, str]] = ()) -> FormPage:
    """The form of the draft; with others' saved changes beside those typed here."""
    return FormPage(
        "Rules of the season",
        "Save and see what changes",
        ("Back", address_of("season_rules", season.club.slug, season.pk)),
        season.name,
        notice="What differs" if changes else "",
        notices=tuple(f"{label}. Saved: {was} Here: {becomes}" for label, was, becomes in changes),
        fields="league/season/seasons/_rules_fields.html",
    )


def publish_page(season: Season, number: int, *, may_publish: bool) -> FormPage:
    back = address_of("edit_season_rules", season.club.slug, season.pk)
    return FormPage(
        f"Publish version {number}" if may_publish else "Rules of the season",
        f"Publish version {number}",
        ("Change the rules", back),
        season.name,
    )


def adjust_page(season: Season) -> FormPage:
    return FormPage(
        "Give or take points",
        "Save and publish",
        ("Not now", address_of("season_adjustments", season.club.slug, season.pk)),
        season.name,
        says=("Everybody sees the points in the standings, and what they are for.",),
    )


def reword_page(season: Season, adjustment: Adjustment, acting: Acting) -> FormPage:
    whose = joined_names((adjustment.member, adjustment.partner), acting)
    return FormPage(
        "What the points are for",
        "Save",
        ("Leave it as it is", address_of("season_adjustments", season.club.slug, season.pk)),
        f"{whose}: {signed(adjustment.points, figure_words)}",
        says=("What everybody read until now goes. The points stay, and the log keeps both.",),
    )


def close_page(season: Season, sentences: Sequence[str]) -> FormPage:
    return FormPage(
        "If the season closed today",
        "Close the season",
        ("Keep it open", address_of("season", season.club.slug, season.pk)),
        season.name,
        says=("Closing makes these standings final. Typing the season’s name opens it again.",),
        notice="Before you close it" if sentences else "",
        notices=sentences,
        tone="danger",
    )


def reopen_page(season: Season) -> FormPage:
    return FormPage(
        "Reopen the season?",
        "Reopen it",
        ("Leave it closed", address_of("season", season.club.slug, season.pk)),
        season.name,
        says=("The final standings are kept. New ones are published, and are provisional until you close it again.",),
        tone="danger",
    )


def close_sentences(open_events: Sequence[Event], ahead: Sequence[Event], places: Sequence[Place]) -> list[str]:
    found = []
    if open_events:
        again = [one for one in open_events if one.is_reopened]
        new = [one for one in open_events if not one.is_reopened]
        found += [f"Not closed yet, so they don’t count: {_nights_named(new)}."] if new else []
        found += [f"Open again to be put right, so they count as they were: {_nights_named(again)}."] if again else []
    if ahead:
        found.append(
            f"{counted(len(ahead), 'night')} of this season {'is' if len(ahead) == 1 else 'are'} still to come."
        )
    short = sum(one.place is None for one in places)
    if short:
        found.append(f"{counted(short, 'player')} {'has' if short == 1 else 'have'} too few nights for a place.")
    if any("until lots are drawn" in one.why.says for one in places):
        found.append("Some are level to the end. Closing draws lots for them, and the draw is kept.")
    return found


def _nights_named(events: Iterable[Event]) -> str:
    return "; ".join(f"{one.name}, {short_day(one.played_on, one.club.date_style)}" for one in events)


def version_words(version: SeasonRulesVersion, club: Club) -> str:
    day = calendar_day(timezone.localtime(version.published_at).date(), club.date_style)
    return f"Version {version.number}, published {day}" + (f", {version.note}" if version.note else "")


def opened(season: Season) -> str:
    return f"{season.name} is open. Look over its rules."


def published(publication: Publication) -> str:
    return f"Version {publication.rules.number} is published, and the standings with it."


def adjusted(adjustment: Adjustment) -> str:
    return f"{signed(adjustment.points, figure_words)} points, published."


def closed(season: Season) -> str:
    return f"{season.name} is closed. These standings are final."


def reopened(season: Season) -> str:
    return f"{season.name} is open again."
