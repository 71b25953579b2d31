from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render

from league.acting.permissions import READ, Action, ClubRequest, needs
from league.evening.ledger.findings import BeingWorkedOut
from league.office.house_rules.deeds import newest_versions
from league.season.grades.listings import GradeListing
from league.season.grades.pages import HOW, books_to_choose, grade_rows, not_yet_words
from league.season.grades.reading import club_grades, members_listed, played_so_far
from league.season.seasons.pages import SECONDS_TO_NEXT_TRY
from pinochle_club.ground.listings import listing_page

PAGE = "league/season/grades/grades.html"


@needs(Action.READ_MEMBERS, READ)
def grades(request: ClubRequest) -> HttpResponse:
    club, acting = request.club, request.acting
    context = {"how": HOW, "may_manage": acting.may(Action.MANAGE_CLUB)}
    if not club.has_grades:
        return render(request, PAGE, context)
    try:
        found = club_grades(club)
        played = {} if all(found.values()) else played_so_far(club)
    except BeingWorkedOut as late:
        return render(request, PAGE, {**context, "seconds": SECONDS_TO_NEXT_TRY, "stands": late.stands}, status=202)
    versions = [version for book, version in newest_versions(club).items() if book in found]
    books = sorted(
        versions, key=lambda version: (-len(found[version.house_rules_id] or ()), version.book_version.book.name)
    )
    wanted = [version for version in books if version.house_rules.key == request.GET.get("book")]
    shown = next(iter((*wanted, *books)), None)
    grades = found[shown.house_rules_id] if shown else ()
    so_far = played.get(shown.house_rules_id) if shown else None
    rows = grade_rows(club, grades or (), members_listed(club), acting)
    context |= {
        "nobody": "" if grades else not_yet_words(so_far, is_tried=grades is None),
        "books": books_to_choose(club, books, shown),
        "shown": shown,
        "listing": GradeListing.paged(request, rows),
    }
    return listing_page(request, PAGE, context, places=(club.slug,))
