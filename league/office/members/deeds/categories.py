from __future__ import annotations

from typing import Final

from league.acting.deed import deed
from league.acting.log import Refused
from league.acting.permissions import Acting
from league.models import Category, Club, PublishedPlace, Season, SeasonRulesVersion

LONGEST_CATEGORY: Final = 30
MOST_CATEGORIES: Final = 40


def add_category(*, club: Club, name: str, acting: Acting, client_id: str) -> Category:
    """Add a category, unless its name is taken, in capitals or not."""
    with deed(club, acting, client_id) as doing:
        there = club.categories.filter(name=name).first()
        if there is not None and doing.was_done:
            return there
        _guard_name(club, name)
        if club.categories.count() >= MOST_CATEGORIES:
            raise Refused(f"A club can have up to {MOST_CATEGORIES} categories.")
        category = Category.objects.create(club=club, name=name)
        doing.tell("added a category", name)
    return category


def rename_category(*, category: Category, name: str, acting: Acting, client_id: str) -> Category:
    """Rename a category, in published standings too; its people keep it."""
    with deed(category.club, acting, client_id) as doing:
        if doing.was_done or category.name == name:
            return category
        _guard_name(category.club, name, category)
        before, category.name = category.name, name
        category.save(update_fields=["name"])
        published = PublishedPlace.objects.filter(publication__season__club=category.club, division=before)
        published.exclude(publication__places__division=name).update(division=name)
        doing.tell("renamed a category", before, before=before, after=name)
    return category


def remove_category(*, category: Category, acting: Acting, client_id: str) -> None:
    """Delete a category. Raises `Refused` while a prize is for it, or an open season has standings of it."""
    with deed(category.club, acting, client_id) as doing:
        if doing.was_done:
            return
        prize = category.prizes.select_related("event", "series", "category").first()
        if prize is not None:
            raise Refused(f"{prize.row} has a prize for {category}. Old prizes keep their category.")
        season = next((one for one in _counting(category.club) if category.pk in one.divisions), None)
        if season is not None:
            raise Refused(f"{season.season} has standings of {category}. Take them out of its rules first.")
        people = category.members.count()
        category.delete()
        doing.tell("took out a category", category.name, before=f"{people} in it")


def _counting(club: Club) -> list[SeasonRulesVersion]:
    versions = SeasonRulesVersion.objects.filter(season__club=club, season__state=Season.State.OPEN)
    newest = versions.order_by("season", "number").select_related("season")
    return list({one.season_id: one for one in newest}.values())


def _guard_name(club: Club, name: str, own: Category | None = None) -> None:
    others = (one for one in club.categories.all() if own is None or one.pk != own.pk)
    if any(one.name.casefold() == name.casefold() for one in others):
        raise Refused(f"There is already a category called {name}.", "name")
