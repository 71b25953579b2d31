"""House rules: books that a club adopts as they are, copies that it edits, and numbered versions of both.

A draft is always a book that could be published; a version never changes. Whether a book is a good idea is
nobody's business here: `scoring.rules.book` says whether it holds together.
"""

from __future__ import annotations

from django.utils import timezone

from league.models import Club, HouseRules, HouseRulesVersion
from league.permissions import Acting
from pinochle_club.write_queue import queued_write
from scoring.models import RuleBookVersion
from scoring.models.rule_books import digest_of
from scoring.rules.book import RuleBook, book_from_json, built_in_books
from scoring.score_card.recording import publish

from .log import Refused, was_done, write_log


class StaleDraft(Refused):
    """Somebody else saved the draft since the form was opened. Nothing was changed."""

    def __init__(self, rules: HouseRules) -> None:
        self.rules = rules
        super().__init__("Somebody else has saved these rules since you opened them.")


def draft_of(rules: HouseRules) -> RuleBook:
    """The draft as a book."""
    return book_from_json(rules.draft)


def draft_digest(rules: HouseRules) -> str:
    """What a form remembers of the draft it was opened with."""
    return digest_of(rules.draft)


def is_own(rules: HouseRules) -> bool:
    """Whether it is a copy that the club may change; a book adopted unchanged keeps the key of the built-in."""
    return rules.key != rules.based_on


def published_rules(club: Club) -> list[HouseRulesVersion]:
    """What an event can be played by: the newest version of each book that is not retired, in the order of their
    names (one query). `version.book_version.book` is the book itself."""
    newest: dict[int, HouseRulesVersion] = {}
    versions = HouseRulesVersion.objects.filter(house_rules__club=club, house_rules__is_retired=False)
    for version in versions.select_related("house_rules", "book_version").order_by("-number"):
        newest.setdefault(version.house_rules_id, version)
    return sorted(newest.values(), key=lambda version: (version.book_version.book.name, version.house_rules.key))


def newest_version(rules: HouseRules) -> HouseRulesVersion | None:
    """The version published last; None for a copy that was never published (one query)."""
    return rules.versions.select_related("book_version").order_by("-number").first()


# -- adopting ----------------------------------------------------------------------------


def adopt_book(*, club: Club, key: str, acting: Acting, client_id: str) -> HouseRulesVersion:
    """The built-in book `key` as the club's own rules, unchanged and published at once.

    A book that the club has adopted before is offered again; where an update of the program changed it, it gets
    a new version. Raises `Refused` for a key that there is none of.
    """
    book = built_in_books().get(key)
    if book is None:
        raise Refused("There is no rule book of that name.")
    with queued_write():
        club = _locked(club)
        rules, _ = HouseRules.objects.get_or_create(
            club=club, key=key, defaults={"based_on": key, "draft": book.to_json()}
        )
        newest = newest_version(rules)
        if newest is not None and was_done(club, client_id):
            return newest
        if newest is not None and newest.book_version.book == book and not rules.is_retired:
            return newest
        rules.draft, rules.is_retired = book.to_json(), False
        rules.save(update_fields=["draft", "is_retired", "changed_at"])
        if newest is None or newest.book_version.book != book:
            newest = _new_version(rules, publish(book), acting, note="", client_id=client_id)
        write_log(
            club=club,
            acting=acting,
            action="adopted",
            subject=f"{book.name}, version {newest.number}",
            client_id=client_id,
        )
    return newest


def _locked(club: Club) -> Club:
    """The club's row, so that two who publish at the same moment take turns on PostgreSQL too."""
    return Club.objects.select_for_update().get(pk=club.pk)


def _new_version(
    rules: HouseRules, book_version: RuleBookVersion, acting: Acting, *, note: str, client_id: str
) -> HouseRulesVersion:
    rules.version += 1
    rules.save(update_fields=["version", "changed_at"])
    return HouseRulesVersion.objects.create(
        house_rules=rules,
        number=rules.version,
        book_version=book_version,
        note=note,
        published_on=timezone.localdate(),
        published_by=acting.user,
        client_id=client_id,
    )
