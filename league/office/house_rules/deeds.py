"""Books that a club adopts, copies that it edits, and their versions, which never change."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count
from typing import Final, TypeVar

from django.contrib.auth.models import User
from django.db.models import F, OuterRef, Subquery
from django.utils import timezone
from django.utils.text import slugify

from league.acting.deed import deed
from league.acting.log import Refused
from league.acting.permissions import Acting, Action, kinds_that_may
from league.models import Club, Event, HouseRules, HouseRulesVersion, Role
from scoring.models import RuleBookVersion
from scoring.models.rule_books import digest_of
from scoring.rules.book import BookError, RuleBook, book_from_data, book_from_json, built_in_books, checked_again
from scoring.rules.comparison import differences, place_words, turn_readings
from scoring.rules.entries import entry_of
from scoring.rules.own_sheet import labelled
from scoring.score_card.beginning import publish

LONGEST_KEY: Final = 40
LONGEST_SHORT_NAME: Final = 24
CHANGED_SINCE: Final = "The draft changed after you opened this page. Here is what it says now. Publish it?"
Row = TypeVar("Row", HouseRules, HouseRulesVersion)


class StaleDraft(Refused):
    """The draft was saved by another since the form was opened."""

    def __init__(self, rules: HouseRules, why: str = "Somebody else saved these rules after you opened them."):
        self.rules = rules
        super().__init__(why)


def draft_of(rules: HouseRules) -> RuleBook:
    return book_from_json(rules.draft)


def draft_digest(rules: HouseRules) -> str:
    """The mark of a draft that its form remembers."""
    return digest_of(rules.draft)


def is_own(rules: HouseRules) -> bool:
    """Whether the club may change it; a book adopted unchanged keeps the key of the built-in."""
    return rules.key != rules.based_on


def changed_by(user: User, key: str) -> tuple[Club | None, HouseRules | None]:
    """A club whose rules the account may change, and its copy of the built-in book `key`, if any."""
    roles = Role.objects.filter(user=user, kind__in=kinds_that_may(Action.EDIT_RULES)).select_related("club")
    clubs = [role.club for role in roles.order_by("pk")]
    copies = HouseRules.objects.filter(club__in=clubs, based_on=key, is_retired=False).exclude(key=key)
    copy = copies.select_related("club").order_by("-changed_at").first() if clubs else None
    return (copy.club if copy else next(iter(clubs), None)), copy


def published_rules(club: Club) -> list[HouseRulesVersion]:
    """The newest version of each book in use, by name (one query). `version.book_version.book` is the book itself."""
    versions = [version for version in newest_versions(club).values() if not version.house_rules.is_retired]
    return sorted(versions, key=lambda version: (version.book_version.book.name, version.house_rules.key))


def newest_versions(club: Club) -> dict[int, HouseRulesVersion]:
    """The newest version of each of the club's books, retired ones too, by the book's id (one query)."""
    versions = HouseRulesVersion.objects.filter(house_rules__club=club)
    ordered = versions.select_related("house_rules__club", "book_version", "published_by").order_by("number")
    return {version.house_rules_id: version for version in ordered}


def newest_version(rules: HouseRules) -> HouseRulesVersion | None:
    """The newest version, if any was published (one query)."""
    return rules.versions.select_related("book_version").order_by("-number").first()


def played_by(clubs: Iterable[Club]) -> dict[int, tuple[RuleBook, ...]]:
    """The books each club plays by: the newest version of each in use, that of its last night first (one query)."""
    nights = Event.objects.filter(rules__house_rules=OuterRef("house_rules"), played_on__lt=timezone.localdate())
    last = Subquery(nights.order_by("-played_on").values("played_on")[:1])
    rows = HouseRulesVersion.objects.filter(
        house_rules__club__in=clubs, house_rules__is_retired=False, number=F("house_rules__version")
    )
    found: dict[int, tuple[RuleBook, ...]] = {}
    ordered = rows.order_by(last.desc(nulls_last=True), "-published_on", "-pk")
    for row in ordered.select_related("house_rules", "book_version"):
        book = built_in_books().get(row.house_rules.key) or row.book_version.book
        found[row.house_rules.club_id] = (*found.get(row.house_rules.club_id, ()), book)
    usual = next(iter(built_in_books().values()))
    return {club.pk: found.get(club.pk, (usual,)) for club in clubs}


# -- adopting ----------------------------------------------------------------------------


def adopt_book(*, club: Club, key: str, acting: Acting, client_id: str) -> HouseRulesVersion:
    """Adopt the built-in book `key`, published at once; one adopted before is offered again."""
    book = _built_in(key)
    with deed(club, acting, client_id) as doing:
        rules, _ = HouseRules.objects.get_or_create(
            club=club, key=key, defaults={"based_on": key, "draft": book.to_json()}
        )
        newest = newest_version(rules)
        if doing.was_done:
            return _done_before(newest)
        if newest is not None and newest.book_version.book == book and not rules.is_retired:
            return newest
        rules.draft, rules.is_retired = book.to_json(), False
        rules.save(update_fields=["draft", "is_retired", "changed_at"])
        if newest is None or newest.book_version.book != book:
            newest = _new_version(rules, publish(book), acting, note="", client_id=client_id)
        doing.tell("adopted", f"{book.name}, version {newest.number}")
    return newest


def _built_in(key: str) -> RuleBook:
    book = built_in_books().get(key)
    if book is None:
        raise Refused("There is no rule book of that name.")
    return book


def _done_before(row: Row | None) -> Row:
    """The row that the first of two equal submissions made; an id used for something else is refused."""
    if row is None:
        raise Refused("This was already sent. Open the page again and tap again.")
    return row


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


# -- copies that are changed -------------------------------------------------------------


def copy_book(*, club: Club, key: str, described: RuleBook | None = None, acting: Acting, client_id: str) -> HouseRules:
    """Copy the built-in book `key` for the club to change, or as the club `described` its game; nothing is published
    yet."""
    book = _built_in(key)
    with deed(club, acting, client_id) as doing:
        if doing.was_done:
            return _done_before(club.house_rules.exclude(key=key).filter(based_on=key).order_by("-pk").first())
        draft = _named_after(club, book, _free_key(club, key))
        if described is not None:
            own = ("key", "name", "short_name", "edition")
            said, _ = turn_readings(book, described)
            draft = labelled(book, said.model_copy(update={name: getattr(draft, name) for name in own}))
        rules = HouseRules.objects.create(club=club, key=draft.key, based_on=key, draft=draft.to_json())
        doing.tell("copied a rule book", draft.name, before=book.name)
    return rules


def _free_key(club: Club, key: str) -> str:
    """`st-hilary-npa`, or with a number where another club has it: keys count the versions of all clubs together."""
    slug = slugify(club.slug).replace("_", "-").strip("-") or "club"
    ends = (f"-{key}" if number == 1 else f"-{key}-{number}" for number in count(1))
    wanted = (slug[: LONGEST_KEY - len(end)] + end for end in ends)
    of_clubs = (HouseRules.objects, RuleBookVersion.objects)
    return next(
        one for one in wanted
        if one not in built_in_books() and not any(rows.filter(key=one).exists() for rows in of_clubs)
    )  # fmt: skip


def _named_after(club: Club, book: RuleBook, key: str) -> RuleBook:
    """The book under the club's name, or where that is too long `Our …`."""
    name = f"{club.name}: {book.short_name}"
    short_name = name if len(name) <= LONGEST_SHORT_NAME else f"Our {book.short_name}"[:LONGEST_SHORT_NAME]
    edition = f"the club’s own, after {book.name}"
    named = {"key": key, "name": name, "short_name": short_name, "edition": edition}
    return book_from_data(book.model_dump(mode="json") | named)


def save_draft(*, rules: HouseRules, book: RuleBook, seen: str, acting: Acting, client_id: str) -> HouseRules:
    """Save `book` as the draft. Raises `StaleDraft` where another was saved since the form was opened (`seen`)."""
    with deed(rules.club, acting, client_id) as doing:
        rules = _as_it_is(rules)
        if doing.was_done:
            return rules
        _guard_own(rules)
        before, after = draft_of(rules), book.model_copy(update={"key": rules.key})
        if before == after:
            return rules
        if seen != draft_digest(rules):
            raise StaleDraft(rules)
        rules.draft = after.to_json()
        rules.save(update_fields=["draft", "changed_at"])
        were, are = _changes(before, after)
        doing.tell("changed the draft of", after.name, before=were, after=are)
    return rules


def _as_it_is(rules: HouseRules) -> HouseRules:
    """The book's row in this transaction, while the deed holds its club."""
    return HouseRules.objects.select_related("club").get(pk=rules.pk)


def _changes(before: RuleBook, after: RuleBook) -> tuple[str, str]:
    changes = differences(before, after)
    were = "\n".join(f"{change.label}: {change.was}" for change in changes)
    return were, "\n".join(f"{change.label}: {change.becomes}" for change in changes)


def drop_draft(*, rules: HouseRules, seen: str, acting: Acting, client_id: str) -> HouseRules:
    """Take back every change since the last version."""
    newest = newest_version(rules)
    if newest is None:
        raise Refused("Nothing has been published yet to go back to.")
    book = newest.book_version.book
    try:
        return save_draft(rules=rules, book=book, seen=seen, acting=acting, client_id=client_id)
    except StaleDraft as stale:
        raise StaleDraft(stale.rules, "The draft has changed. Here is what it says now.") from stale


def _guard_own(rules: HouseRules) -> None:
    if not is_own(rules):
        raise Refused("This book was adopted as it is. Make your own copy to change it.")


def standing_book(rules: HouseRules, newest: HouseRulesVersion | None) -> RuleBook:
    """The book a draft is compared with: the newest version, or the built-in one behind a copy while that is there."""
    return newest.book_version.book if newest is not None else original_of(rules)


def original_of(rules: HouseRules) -> RuleBook:
    return built_in_books().get(rules.based_on) or draft_of(rules)


# -- publishing --------------------------------------------------------------------------


def publish_rules(*, rules: HouseRules, seen: str, note: str = "", acting: Acting, client_id: str) -> HouseRulesVersion:
    """Publish the draft as the next version. Raises `StaleDraft` when it changed since it was shown (`seen`)."""
    with deed(rules.club, acting, client_id) as doing:
        rules = _as_it_is(rules)
        newest = newest_version(rules)
        if doing.was_done:
            return _done_before(newest)
        _guard_own(rules)
        draft = draft_of(rules)
        if newest is not None and newest.book_version.book == draft:
            raise Refused(f"Nothing has changed since version {newest.number}, so there is nothing to publish.")
        if seen != draft_digest(rules):
            raise StaleDraft(rules, CHANGED_SINCE)
        _guard_playable(draft)
        version = _new_version(rules, publish(draft), acting, note=note, client_id=client_id)
        subject = f"{draft.name}, version {version.number}"
        were, are = _changes(standing_book(rules, newest), draft)
        doing.tell("published", subject, before=were, after=are, reason=note)
    return version


def _guard_playable(draft: RuleBook) -> None:
    """A draft from before there were such checks may be a game that nobody can play."""
    try:
        checked_again(draft)
    except BookError as error:
        faults = (f"{_label(fault.path)}: {fault.text}" for fault in error.faults)
        raise Refused(" ".join(["Put these right in the form first.", *faults])) from error


def _label(path: str) -> str:
    above = path if entry_of(path) else path.rpartition(".")[0]
    return place_words(".".join(name for name in above.split(".") if not name.isdecimal()))


def retire_rules(*, rules: HouseRules, retire: bool, acting: Acting, client_id: str) -> HouseRules:
    """Take a book out of the choice for new events, or put it back. Events that play by it keep it."""
    with deed(rules.club, acting, client_id) as doing:
        rules = _as_it_is(rules)
        if doing.was_done or rules.is_retired == retire:
            return rules
        rules.is_retired = retire
        rules.save(update_fields=["is_retired", "changed_at"])
        doing.tell("retired" if retire else "put back into use", draft_of(rules).name)
    return rules


# -- where rules are used ----------------------------------------------------------------


def where_used(club: Club) -> dict[int, tuple[int, int]]:
    """The number of events and series by each of the club's books, by its id (two queries)."""
    fields = ("rules__house_rules_id", "three_handed_rules__house_rules_id")
    found: dict[int, list[int]] = {}
    for place, pairs in enumerate((club.events.values_list(*fields), club.series.values_list(*fields))):
        for pair in pairs:
            for rules_id in {rules_id for rules_id in pair if rules_id is not None}:
                found.setdefault(rules_id, [0, 0])[place] += 1
    return {rules_id: (events, series) for rules_id, (events, series) in found.items()}
