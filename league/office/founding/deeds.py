from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import time
from functools import partial
from typing import Any, Final

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify

from league.acting.deed import deed
from league.acting.log import Refused
from league.acting.permissions import Acting, name_of
from league.models import Club, Event, HouseRules, HouseRulesVersion, MailProof, Role
from league.office.clubs.deeds.clubs import delete_club, make_club, tell_if_it_waits
from league.office.clubs.deeds.one_time_links import create_account
from league.office.clubs.names import fault_of
from league.office.clubs.reading import public_names
from league.office.hosting.deeds import leave, stay
from league.office.house_rules.deeds import (
    adopt_book,
    copy_book,
    draft_digest,
    is_own,
    publish_rules,
    published_rules,
)
from league.office.mailed.deeds import account_of, prove, use_up
from league.office.members.deeds.members import enter_member, next_number
from league.words import DAYS, clock_words
from pinochle_club.ground.happenings import Happening
from pinochle_club.ground.write_queue import queued_write
from scoring.rules.book import RuleBook, built_in_books
from scoring.score_card.access import new_secret
from scoring.score_card.forms.our_game import kept_game

WaitsFor = Club.WaitsFor
A_CLUB: Final = "club "  # before the address of a public club whose rules are taken over
OURS: Final = "ours"
EXAMPLE: Final = "Example evening"

# In the transaction that founds the club: who did it, its rules, and what was asked of its nights.
club_founded: Final = Happening[Callable[[Club, Acting, HouseRulesVersion, Mapping[str, Any]], object]](
    "a visitor founded a club: its first night"
)
example_made: Final = Happening[Callable[[Club, Acting, HouseRulesVersion], object]](
    "a club was made to try things in: its evening"
)


# -- founding ----------------------------------------------------------------------------


def found(*, proof: MailProof, device: str, client_id: str) -> tuple[User, Club]:
    """Make the club that was asked for by mail, with its founder as admin and first member, its rules and its first
    night. The same form again gets the same club."""
    with queued_write(f"founding by {proof.mailbox_key}"):  # two codes of one mailbox make one account
        proof = use_up(proof, client_id)
        asked: Mapping[str, Any] = proof.asked
        user = account_of(proof.email) or _new_account(proof, device)
        acting = Acting(user=user, kind=Role.Kind.ADMIN, name=name_of(user), device=device)
        made = Club.objects.filter(log__client_id=client_id, roles__user=user).first()
        if made is not None:
            return user, made
        _guard_name(asked["name"])
        club = make_club(
            name=asked["name"],
            acting=acting,
            client_id=client_id,
            about=about_words(asked),
            hall=asked["hall"],
            street=asked["street"],
            waits=True,
        )
        _enter_founder(club, acting, asked["who"], proof.email, f"{client_id[:32]}-member")
        rules = _take_rules(club, asked, acting, f"{client_id[:32]}-rules")
        for follow in club_founded:
            follow(club, acting, rules, {**asked, "client_id": f"{client_id[:32]}-night"})
    return user, club


def _new_account(proof: MailProof, device: str) -> User:
    """An account without a password: it signs in by mail, or as it chooses later."""
    name = slugify(proof.asked["who"]).replace("-", ".")[:40] or "founder"
    while User.objects.filter(username__iexact=name).exists():
        name = f"{name.rpartition('-')[0] or name}-{new_secret()[:6].lower()}"
    user = create_account(name=proof.asked["who"], sign_in_name=name, email=proof.email, password=None)
    prove(user, proof.email, device)
    return user


def _guard_name(name: str) -> None:
    if why := fault_of(name, public_names()):
        raise Refused(why)


def about_words(asked: Mapping[str, Any]) -> str:
    """`Tuesdays at 7:00 pm.`"""
    return f"{DAYS[asked['weekday']]}s at {clock_words(time.fromisoformat(asked['start']), Club())}."


def _enter_founder(club: Club, acting: Acting, name: str, email: str, client_id: str) -> None:
    fields = {"number": next_number(club), "name": name, "email": email}
    member = enter_member(club=club, acting=acting, fields=fields, client_id=client_id)
    Role.objects.filter(club=club, user=acting.user).update(member=member)


def _take_rules(club: Club, asked: Mapping[str, Any], acting: Acting, client_id: str) -> HouseRulesVersion:
    """The rules that were chosen: a built-in book, the game that the browser keeps, or those of a public club."""
    key, described = asked["rules"], None
    if key == OURS:
        game = kept_game(asked["ours"])
        if game is None:
            raise Refused("That browser’s game can’t be read. Start over.")
        key, described = game.original.key, game.game if game.changes else None
    elif key.startswith(A_CLUB):
        key, described = _rules_of(key.removeprefix(A_CLUB))
    return take_book(club, key, described, acting, client_id)


def take_book(club: Club, key: str, described: RuleBook | None, acting: Acting, client_id: str) -> HouseRulesVersion:
    """Adopt a built-in book, or publish a copy of it as the club `described` its game."""
    if described is None:
        return adopt_book(club=club, key=key, acting=acting, client_id=client_id)
    rules = copy_book(club=club, key=key, described=described, acting=acting, client_id=client_id)
    return publish_rules(rules=rules, seen=draft_digest(rules), acting=acting, client_id=f"{client_id}-1")


def _rules_of(slug: str) -> tuple[str, RuleBook | None]:
    club = Club.objects.filter(slug=slug, is_public=True).first()
    versions = published_rules(club) if club else []
    if not versions:
        raise Refused("That club is gone. Start over, and choose other rules.")
    rules = versions[0].house_rules
    return rules.based_on, versions[0].book_version.book if is_own(rules) else None


# -- seen by others ----------------------------------------------------------------------


def evening_closed(event: Event) -> None:
    """With its first evening, at which something was played, a club that waited for that is everybody's to see. Done
    after the deed, which holds the evening, since a club is always held before its evenings."""
    is_over = event.state == Event.State.CLOSED
    if (
        event.club.waits_for == WaitsFor.EVENING
        and is_over
        and event.rounds.filter(counts=True, state="closed").exists()
    ):
        transaction.on_commit(partial(_come_out, event.club_id))


def _come_out(club_id: int) -> None:
    """Let everybody see the club, unless its name looks like another's by now: then the host decides."""
    with queued_write():
        club = Club.objects.select_for_update(no_key=True).get(pk=club_id)
        if club.waits_for != WaitsFor.EVENING:
            return
        is_taken = bool(fault_of(club.name, public_names()))
        club.is_public, club.waits_for = not is_taken, WaitsFor.HOST if is_taken else WaitsFor.NOTHING
        club.save(update_fields=["is_public", "waits_for"])
        tell_if_it_waits(club)


def let_in(*, club: Club, acting: Acting, client_id: str) -> bool:
    """Let everybody see the club, and stay where it was turned down; whether that is new."""
    return _decide(club, acting, client_id, is_public=True)


def turn_down(*, club: Club, acting: Acting, client_id: str) -> bool:
    """Let nobody else see the club, which goes in a month; whether that is new. Its admins still take its archive."""
    return _decide(club, acting, client_id, is_public=False)


def _decide(club: Club, acting: Acting, client_id: str, *, is_public: bool) -> bool:
    with deed(club, acting, client_id) as doing:
        club = Club.objects.get(pk=club.pk)
        if doing.was_done or (club.is_public, club.waits_for) == (is_public, WaitsFor.NOTHING):
            return False
        if club.was_turned_down:
            stay(club)
        club.is_public, club.waits_for = is_public, WaitsFor.NOTHING
        club.save(update_fields=["is_public", "waits_for"])
        if not is_public:
            leave(club)
        doing.tell("let the club in" if is_public else "turned the club down", club.name)
    return True


# -- the first night ---------------------------------------------------------------------


def put_steps_away(*, club: Club, acting: Acting, client_id: str) -> None:
    with deed(club, acting, client_id) as doing:
        if doing.was_done or club.steps_away:
            return
        Club.objects.filter(pk=club.pk).update(steps_away=True)
        doing.tell("put the first steps away")


def make_example(*, club: Club, acting: Acting, client_id: str) -> Club:
    """The club's example, made where there is none: an evening of made-up people under the club's rules. Each admin who
    asks for it runs it."""
    assert acting.user is not None
    with deed(club, acting, client_id) as doing:
        example, as_admin = club.examples.first(), replace(acting, kind=Role.Kind.ADMIN)
        if example is None:
            about: dict[str, Any] = {"is_public": False, "is_example": True, "example_of": club}
            example = make_club(name=EXAMPLE, acting=as_admin, client_id=client_id, **about)
            _same_rules(club, example, acting)
        if not example.events.exists():
            for follow in example_made:
                follow(example, as_admin, published_rules(example)[0])
        Role.objects.get_or_create(club=example, user=acting.user, defaults={"kind": Role.Kind.ADMIN})
        if not doing.was_done:
            doing.tell("opened the example evening")
    return example


def _same_rules(club: Club, example: Club, acting: Acting) -> None:
    """The very rules of the club, or the usual ones where it has none yet."""
    there = published_rules(club)
    if not there:
        adopt_book(club=example, key=next(iter(built_in_books())), acting=acting, client_id="")
        return
    newest, rules = there[0], there[0].house_rules
    about = {"key": rules.key, "based_on": rules.based_on, "draft": newest.book_version.data, "version": 1}
    HouseRulesVersion.objects.create(
        house_rules=HouseRules.objects.create(club=example, **about),
        number=1,
        book_version=newest.book_version,
        published_on=timezone.localdate(),
        published_by=acting.user,
    )


def delete_example(*, club: Club, acting: Acting, client_id: str) -> Club:
    """Delete the example with all in it, and tell for which club it was made."""
    home = club.example_of
    if home is None:
        raise Refused("Only an example that was made to try things goes by one key.")
    delete_club(club=club, name=club.name)
    return home
