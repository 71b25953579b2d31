from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.text import slugify

from league.acting.answers import form_page, posted, show_form, tapped
from league.acting.forms import ClubForm
from league.acting.permissions import READ, TAP, Action, ClubRequest, needs
from league.acting.submissions import LOOK
from league.acting.unchanged import kept_for_strangers, state_of
from league.evening.coming.remembered import who_looks
from league.evening.ledger.findings import BeingWorkedOut
from league.evening.paper.pages.partners import partners_table
from league.models import Adjustment, Event, Member, Publication, Season
from league.office.clubs.pages.navigation import address_of
from league.office.members.reading import followed_by
from pinochle_club.ground.forms import new_client_id
from pinochle_club.ground.http import number_in, or_404
from pinochle_club.ground.listings import WORDS, listing_page
from pinochle_club.ground.papers import PaperForm, answer_pdf

from . import deeds, forms, pages, pdfs, published
from .fees import season_fees
from .listings import FeeListing, PartnerListing, StandingListing, UnpublishedList, move_lists
from .own import own_standing
from .partners import meetings_of, season_partners
from .prose import differences, rule_book
from .publishing import newest_publication, newest_version, who_of
from .reading import evenings, offered_in, read_place, season_standings
from .rules import SeasonRules
from .standings import changed

FOLDER = "league/season/seasons"
LONGEST_DIVISION = 30
MOST_ON_SCREEN = 30  # who stands across


# -- what everybody reads --------------------------------------------------------------------


@needs(Action.READ_PUBLISHED, READ)
@kept_for_strangers()
def seasons(request: ClubRequest) -> HttpResponse:
    context = {
        "lines": pages.season_lines(published.seasons_of(request.club, request.acting)),
        "may_manage": request.acting.may(Action.MANAGE_SEASONS),
        "may_bring_in": request.acting.may(Action.BRING_IN_SEASONS),
        "has_grades": request.club.has_grades and request.acting.may(Action.READ_MEMBERS),
    }
    return render(request, f"{FOLDER}/seasons.html", context)


@needs(Action.READ_PUBLISHED, READ)
@kept_for_strangers(*WORDS, "of")
def season(request: ClubRequest, season: Season) -> HttpResponse:
    publication = newest_publication(season)
    if publication is None:
        _keep_to_ourselves(request)
    context, acting = _standings(request, season, publication), request.acting
    has_race = request.club.has_race and publication and SeasonRules.from_json(publication.rules.rules).has_race
    context |= {
        "season": season,
        "tools": pages.season_tools(season, acting, publication if context["head"] else None, has_race=bool(has_race)),
        "from_file": pages.file_words(season, request.acting),
        "not_shown": pages.NOT_YET if publication is None else pages.NOT_SHOWN,
        "is_hidden": publication is not None and publication.state == Publication.State.HIDDEN,
        "is_closed": season.state == Season.State.CLOSED,
        "may_manage": request.acting.may(Action.MANAGE_SEASONS),
    }
    places = (request.club.slug, slugify(season.name), slugify(context.get("division", "")))
    return listing_page(request, f"{FOLDER}/season.html", {"listing": None, **context}, places=places)


def _keep_to_ourselves(request: ClubRequest) -> None:
    if not request.acting.may(Action.MANAGE_SEASONS):
        raise Http404("This club has no such season.")


@needs(Action.READ_PUBLISHED, READ)
@kept_for_strangers(*WORDS, "of")
def publication(request: ClubRequest, season: Season, publication: int) -> HttpResponse:
    one = published.get_publication(season, publication, request.acting)
    context = _standings(request, season, one, is_newest=False) | {"season": season}
    places = (request.club.slug, slugify(season.name), f"publication-{one.number}", slugify(context["division"]))
    return listing_page(request, f"{FOLDER}/publication.html", context, places=places)


def _standings(
    request: ClubRequest, season: Season, publication: Publication | None, *, is_newest: bool = True
) -> dict[str, Any]:
    """The standings of a publication (five queries), as far as this reader may see them."""
    if publication is None or not published.may_read(publication, request.acting):
        return {"head": None}
    divisions = published.divisions_of(publication)
    of = request.GET.get("of", "")[:LONGEST_DIVISION]
    division = of if of in divisions else ""
    here = (request.club.slug, season.pk)
    base = address_of("season", *here) if is_newest else address_of("publication", *here, publication.number)
    publication.season = season
    since = published.told_since(publication)
    you = who_looks(request)
    own = own_standing(publication, you.person) if you and is_newest else None
    return {
        "you": you,
        "standings": [pages.own_words(own, you.acting)] if own and you else [],
        "head": pages.publication_head(season, publication, is_newest=is_newest, night=since[0] if since else None),
        "since": pages.since_lines(season, since),
        "divisions": pages.choices("All", base, "of", [(one, one) for one in divisions], division),
        "division": division,
        "listing": StandingListing.paged(
            request,
            published.places_of(publication, division),
            publication=publication,
            acting=request.acting,
            own=own.every if own else (),
            is_newest=is_newest,
            followed=set(followed_by(request.acting.member_id).values_list("pk", flat=True)),
        ),
    }


@needs(Action.READ_PUBLISHED, READ)
@kept_for_strangers("with")
def place(request: ClubRequest, season_id: int, member_id: int) -> HttpResponse:
    """One place: why, its lines, its needs. `?with=` is the other of a pair."""
    newest = published.get_shown(request.club, season_id, request.acting)
    found = newest.season
    around = published.get_place(newest, member_id, number_in(request.GET.get("with"), 18))
    in_force = SeasonRules.from_json(newest.rules.rules)
    made_of = read_place(found, in_force, who_of(around[0]))
    events = published.events_by_id(request.club, [night.event for night in made_of.nights] if made_of else [])
    context = {
        "season": found,
        "page": pages.place_context(found, around, made_of, events, request.acting, in_force),
    }
    return render(request, f"{FOLDER}/place.html", context)


@needs(Action.READ_PUBLISHED, READ)
@kept_for_strangers()
def publications(request: ClubRequest, season: Season) -> HttpResponse:
    lines = pages.publication_lines(season, list(published.publications_of(season, request.acting)), request.acting)
    if not lines and not season.publications.exists():
        _keep_to_ourselves(request)
    return render(
        request, f"{FOLDER}/publications.html", {"season": season, "lines": lines}
    )  # fmt: skip


@needs(Action.READ_PUBLISHED, READ)
@kept_for_strangers("from", "to")
def changes(request: ClubRequest, season: Season) -> HttpResponse:
    """Changes between two publications: `?from=1&to=3`, by default the last two."""
    first, second = asked_publications(request, season)
    moves = published.moves_between(first, second)
    context = {
        "season": season,
        "first": pages.publication_head(season, first),
        "second": pages.publication_head(season, second),
        "headline": pages.changes_headline(moves),
        "divisions": move_lists(moves, published.moved_people(request.club, moves), request.acting),
        "paper": urlencode({"from": first.number, "to": second.number}),
    }
    return render(request, f"{FOLDER}/changes.html", context)


def asked_publications(request: ClubRequest, season: Season) -> tuple[Publication, Publication]:
    last = list(published.publications_of(season, request.acting)[:2])
    if not last:
        raise Http404("Nothing has been published yet.")
    numbers = (number_in(request.GET.get("from"), 18), number_in(request.GET.get("to"), 18))
    first, second = (
        last[at] if number is None else published.get_publication(season, number, request.acting)
        for number, at in zip(numbers, (-1, 0), strict=True)
    )
    return (first, second) if first.number <= second.number else (second, first)


@needs(Action.READ_PUBLISHED, READ)
@kept_for_strangers(*WORDS)
def partners(request: ClubRequest, season_id: int) -> HttpResponse:
    found = published.get_shown(request.club, season_id, request.acting).season
    context: dict[str, Any] = {"season": found, "listing": None}
    try:
        read = season_partners(found)
    except BeingWorkedOut as late:
        context |= {"seconds": pages.SECONDS_TO_NEXT_TRY, "stands": late.stands}
        return render(request, f"{FOLDER}/partners.html", context, status=202)
    together = meetings_of(read, request.acting)
    context |= {
        "as_of": pages.as_of_words(read, published.events_by_id(request.club, [read.last] if read.last else [])),
        "listing": PartnerListing.paged(request, pages.partner_lines(found, together)),
        "sheet": partners_table(together, MOST_ON_SCREEN),
    }
    return listing_page(request, f"{FOLDER}/partners.html", context, places=(request.club.slug, slugify(found.name)))


@needs(Action.KEEP_CASH, READ)
def fees(request: ClubRequest, season: Season) -> HttpResponse:
    if season.past_file_id is not None:
        raise Http404("A season from a file has no fees.")
    lines = season_fees(season, request.acting)
    context = {
        "season": season,
        "says": pages.fees_words(lines, request.club),
        "listing": FeeListing.paged(request, lines, club=request.club),
    }
    return listing_page(request, f"{FOLDER}/fees.html", context, places=(request.club.slug, slugify(season.name)))


@needs(Action.READ_PUBLISHED, READ)
@kept_for_strangers("version")
def rules(request: ClubRequest, season: Season) -> HttpResponse:
    versions = list(season.versions.all())
    wanted = number_in(request.GET.get("version"), 18)
    version = next((one for one in versions if one.number == wanted), versions[0] if versions else None)
    if version is None:
        _keep_to_ourselves(request)
    may_manage = request.acting.may(Action.MANAGE_SEASONS)
    in_force, offered = SeasonRules.from_json(version.rules) if version else None, offered_in(season)
    context = {
        "season": season,
        "version": version,
        "words": pages.version_words(version, request.club) if version else "",
        "parts": rule_book(in_force, offered.names, books=offered.books_of(in_force)) if in_force else (),
        "versions": [(one.number, pages.version_words(one, request.club)) for one in versions],
        "waits": may_manage and (not versions or versions[0].rules != season.draft),
        "may_change": may_manage and season.state == Season.State.OPEN,
    }
    return render(request, f"{FOLDER}/rules.html", context)


# -- on paper --------------------------------------------------------------------------------


@needs(Action.READ_PUBLISHED, READ)
def standings_pdf(request: ClubRequest, season: Season, publication: int) -> HttpResponse:
    one = published.get_publication(season, publication, request.acting)
    return _printed(request, f"{one.season.name} standings {one.number}", pdfs.print_standings, one.pk)


@needs(Action.READ_PUBLISHED, READ)
def changes_pdf(request: ClubRequest, season: Season) -> HttpResponse:
    """The notice of changes between two publications; `?from=1&to=3&paper=a4`."""
    first, second = asked_publications(request, season)
    name = f"{season.name} changes {first.number} to {second.number}"
    return _printed(request, name, pdfs.print_changes, first.pk, second.pk)


def _printed(request: ClubRequest, name: str, make: Callable[..., bytes], *asked: object) -> HttpResponse:
    form = PaperForm(request.GET)
    paper = (form.cleaned_data["paper"] if form.is_valid() else "") or request.club.paper
    prints, as_of = request.acting.may(Action.PRINT), state_of(request.club)
    return answer_pdf(request, slugify(name), make, *asked, paper, as_of=as_of, comes_first=prints)


@needs(Action.READ_PUBLISHED, READ)
def partners_pdf(request: ClubRequest, season_id: int) -> HttpResponse:
    found = published.get_shown(request.club, season_id, request.acting).season
    return _printed(request, f"{found.name} partners", pdfs.print_partners, found.pk)


@needs(Action.READ_PUBLISHED, READ)
def rules_pdf(request: ClubRequest, season: Season) -> HttpResponse:
    versions = season.versions.all()
    wanted = number_in(request.GET.get("version"), 18)
    version = or_404(versions.filter(number=wanted).first() if wanted else versions.first(), "There are no such rules.")
    return _printed(request, f"{season.name} rules {version.number}", pdfs.print_rules, version.pk)


# -- opened, changed, closed -----------------------------------------------------------------


@needs(Action.MANAGE_SEASONS)
def new_season(request: ClubRequest) -> HttpResponse:
    today = timezone.localdate()
    initial = {"opens_on": today.replace(month=1, day=1), "closes_on": today.replace(month=12, day=31)}
    return form_page(
        request,
        forms.SeasonForm(posted(request), initial=initial),
        pages.new_season_page(request.club),
        deed=deeds.open_season,
        to=lambda season: address_of("edit_season_rules", request.club.slug, season.pk),
        said=pages.opened,
        club=request.club,
    )


@needs(Action.MANAGE_SEASONS)
def edit_season(request: ClubRequest, season: Season) -> HttpResponse:
    initial = {"name": season.name, "opens_on": season.opens_on, "closes_on": season.closes_on}
    return form_page(
        request,
        forms.SeasonForm(posted(request), initial=initial),
        pages.change_season_page(season),
        deed=deeds.change_season,
        to=_address(season),
        said=pages.SAVED,
        season=season,
    )


def _address(season: Season) -> str:
    return address_of("season", season.club.slug, season.pk)


@needs(Action.MANAGE_SEASONS)
def close(request: ClubRequest, season: Season) -> HttpResponse:
    return form_page(
        request,
        ClubForm(posted(request)),
        None,
        deed=deeds.close_season,
        to=_address(season),
        said=pages.closed,
        template=f"{FOLDER}/close.html",
        context=lambda: _if_closed(request, season),
        season=season,
    )


def _if_closed(request: ClubRequest, season: Season) -> dict[str, Any]:
    version = newest_version(season)
    if version is None:
        return {"page": pages.close_page(season, [pages.NOT_YET]), "divisions": [], "season": season}
    rules = SeasonRules.from_json(version.rules)
    divisions = season_standings(season, rules)
    nights = list(evenings(season, rules).exclude(state=Event.State.CLOSED).select_related("club"))
    today = timezone.localdate()
    late = [one for one in nights if one.played_on <= today]
    people = {one.pk: one for one in Member.objects.filter(club=request.club)}
    categories = offered_in(season).names["divisions"]
    sentences = pages.close_sentences(late, [one for one in nights if one.played_on > today], divisions[None])
    return {
        "page": pages.close_page(season, sentences),
        "season": season,
        "divisions": [
            (
                categories.get(category, "") if category else "",
                UnpublishedList(
                    places,
                    lambda who: pages.joined_names((people[each] for each in who), request.acting),
                    exclude=("nights",),
                ),
            )
            for category, places in divisions.items()
        ],
    }


@needs(Action.MANAGE_SEASONS)
def reopen(request: ClubRequest, season: Season) -> HttpResponse:
    return form_page(
        request,
        forms.ReopenSeasonForm(posted(request)),
        pages.reopen_page(season),
        deed=deeds.reopen_season,
        to=_address(season),
        said=pages.reopened,
        season=season,
    )


@needs(Action.MANAGE_SEASONS, TAP)
def show(request: ClubRequest, season: Season) -> HttpResponse:
    form = forms.ShowForm(request.POST)
    return tapped(request, "season", season.pk, deed=deeds.show_standings, form=form, season=season)


# -- rules -----------------------------------------------------------------------------------


@needs(Action.MANAGE_SEASONS)
def edit_rules(request: ClubRequest, season: Season) -> HttpResponse:
    """The draft as a form; sent only to `look`, nothing is saved."""
    offered, draft = offered_in(season), deeds.draft_of(season)
    if LOOK in request.POST:
        form = forms.SeasonRulesForm(draft=draft, offered=offered, initial=forms.as_typed(request.POST))
        template = f"{FOLDER}/_rules_fields.html" if request.htmx else f"{FOLDER}/edit_rules.html"
        return show_form(request, form, pages.rules_page(season), template=template)
    form = forms.SeasonRulesForm(
        posted(request), draft=draft, offered=offered, initial={"seen": deeds.draft_digest(season)}
    )
    return form_page(
        request,
        form,
        pages.rules_page(season),
        deed=deeds.save_draft,
        to=address_of("publish_season_rules", request.club.slug, season.pk),
        template=f"{FOLDER}/edit_rules.html",
        context=lambda: _beside_saved(request, season, form) if request.refused else {},
        season=season,
    )


def _beside_saved(request: ClubRequest, season: Season, form: forms.SeasonRulesForm) -> dict[str, Any]:
    season, typed = published.get_season(request.club, season.pk), request.POST.copy()
    typed["seen"], typed["client_id"] = deeds.draft_digest(season), new_client_id()
    again = forms.SeasonRulesForm(typed, draft=deeds.draft_of(season), offered=form.offered)
    again.is_valid()
    differs = differences(deeds.draft_of(season), form.cleaned_data["rules"], form.offered.names)
    return {"form": again, "page": pages.rules_page(season, differs)}


@needs(Action.MANAGE_SEASONS)
def publish(request: ClubRequest, season: Season) -> HttpResponse:
    version = newest_version(season)
    return form_page(
        request,
        forms.PublishRulesForm(posted(request), is_first=version is None, initial={"seen": deeds.draft_digest(season)}),
        None,
        deed=deeds.publish_rules,
        to=_address(season),
        said=pages.published,
        template=f"{FOLDER}/publish.html",
        context=lambda: _to_publish(request, published.get_season(request.club, season.pk)),
        season=season,
    )


def _to_publish(request: ClubRequest, season: Season) -> dict[str, Any]:
    version, draft, offered = newest_version(season), deeds.draft_of(season), offered_in(season)
    faults = offered.faults_of(draft)
    in_force = SeasonRules.from_json(version.rules) if version is not None else None
    number = version.number + 1 if version is not None else 1
    context: dict[str, Any] = {
        "season": season,
        "page": pages.publish_page(season, number, may_publish=not faults and in_force != draft),
        "faults": list(chain(*faults.values())),
        "is_same": in_force == draft,
        "parts": rule_book(draft, offered.names, books=offered.books_of(draft)) if in_force is None else (),
        "differences": differences(in_force, draft, offered.names) if in_force is not None else (),
    }
    if in_force is not None and not faults and in_force != draft:
        were, are = (season_standings(season, rules)[None] for rules in (in_force, draft))
        moves = {"": changed(were, are)}
        ((_, moved),) = move_lists(moves, published.moved_people(request.club, moves), request.acting)
        context |= {"headline": pages.changes_headline(moves), "moved": moved}
    if request.refused:
        initial = {"seen": deeds.draft_digest(season), "note": request.POST.get("note", "")}
        context["form"] = forms.PublishRulesForm(is_first=version is None, initial=initial)
    return context


# -- points by hand --------------------------------------------------------------------------


@needs(Action.MANAGE_SEASONS, READ)
def adjustments(request: ClubRequest, season: Season) -> HttpResponse:
    context = {
        "season": season,
        "lines": pages.adjustment_lines(published.adjustments_of(season), request.acting, request.club),
        "is_closed": season.state == Season.State.CLOSED,
    }
    return render(request, f"{FOLDER}/adjustments.html", context)


@needs(Action.MANAGE_SEASONS)
def adjust(request: ClubRequest, season: Season) -> HttpResponse:
    version = newest_version(season)
    for_pairs = version is not None and SeasonRules.from_json(version.rules).for_pairs
    return form_page(
        request,
        forms.AdjustForm(posted(request), season=season, for_pairs=for_pairs),
        pages.adjust_page(season),
        deed=deeds.adjust_points,
        to=address_of("season_adjustments", request.club.slug, season.pk),
        said=pages.adjusted,
        season=season,
    )


@needs(Action.MANAGE_SEASONS)
def reword(request: ClubRequest, season: Season, adjustment_id: int) -> HttpResponse:
    adjustment = _adjustment(season, adjustment_id)
    initial = {"reason": adjustment.reason, "private_reason": adjustment.private_reason}
    return form_page(
        request,
        forms.RewordForm(posted(request), initial=initial),
        pages.reword_page(season, adjustment, request.acting),
        deed=deeds.reword_adjustment,
        to=address_of("season_adjustments", request.club.slug, season.pk),
        said=pages.SAVED,
        adjustment=adjustment,
    )


@needs(Action.MANAGE_SEASONS, TAP)
def take_back(request: ClubRequest, season: Season, adjustment_id: int) -> HttpResponse:
    adjustment = _adjustment(season, adjustment_id)
    return tapped(request, "season_adjustments", season.pk, deed=deeds.take_back_adjustment, adjustment=adjustment)


def _adjustment(season: Season, adjustment_id: int) -> Adjustment:
    ours = Adjustment.objects.filter(season=season).select_related("season__club", "member", "partner")
    return get_object_or_404(ours, pk=adjustment_id)
