"""Permissions in a club: one table, and the decorator by which every view asks it. Tables need no account."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from enum import StrEnum
from functools import partial, wraps
from inspect import unwrap
from typing import Any, Final, Protocol, cast

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import User
from django.core.signing import Signer
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods

from league.models import Club, Event, Member, Role
from league.models.members import FullNames, read_in_full
from pinochle_club.ground.exports import file_asked
from pinochle_club.ground.http import HtmxHttpRequest, Sender, sent_by
from pinochle_club.ground.prepared import Prepared
from scoring.score_card.access import browser_family, keep_in_browser

from .finding import with_what_is_named
from .security import What, note
from .submissions import LOOK, SentBefore, Trial, answered_before, keep_answer, on_trial, submission_of, under_way

Kind = Role.Kind


class Action(StrEnum):
    READ_PUBLISHED = "read what the club publishes: seating, results, rule books"
    READ_MEMBERS = "see the list of members"
    SEE_NAMES = "read the full names of members who are shown by initials only"
    SEE_OWN = "see their own cards, rulings and penalties, once they have claimed their account"
    TRY_RULES = "try a rule on thousands of hands, where the club lets its members"
    MANAGE_MEMBERS = "add and change members, guests and pairs; invite members to their own pages"
    EXCHANGE_MEMBERS = "import and export members"
    READ_NOTES = "read the directors’ notes on members"
    READ_HISTORY = "see what was ruled over many evenings, and each player’s history"
    NOTE_CONDUCT = "write in the conduct file, and read what they wrote"
    KEEP_CONDUCT = "read the whole conduct file"
    MANAGE_CLUB = "change the club and who may do what, invite people, give out new passwords"
    EDIT_RULES = "edit the house rules"
    PUBLISH_RULES = "publish a version of the house rules"
    PLAN_EVENTS = "plan events and series"
    CHECK_IN = "check people in and take fees"
    SEAT_PLAYERS = "make, change and publish the seating"
    SEE_DESK = "see the director’s board"
    RUN_ROUNDS = "start, close and reopen rounds, run the clock, send messages"
    ANSWER_TABLES = "answer tables that call, give out and cancel table cards"
    PENALISE = "enter late arrivals and penalties"
    RULE = "rule at a table"
    SHARE_DESK = "let a second director in for one evening"
    HAVE_DECIDED = "invite somebody to decide an appeal, ask whether all four agree"
    APPEAL = "appeal a ruling at a table where they played"
    TYPE_PAPER = "type paper cards"
    CORRECT_CARDS = "correct signed cards"
    RESEAT = "say who really sat where, in a round that is played or over"
    WRITE_NOTICES = "write the notice of an evening, publish it and email it"
    READ_LOG = "read and export the log"
    SEE_HEALTH = "see whether the club’s computer is well"
    PRINT = "print everything of an event"
    KEEP_CASH = "take set money, keep the cash sheet and print it"
    KEEP_DUES = "set the year’s dues, see what everybody owes, enter who paid"
    MANAGE_SEASONS = "keep the seasons: their rules, points given by hand, what is published"
    BRING_IN_SEASONS = "bring in past seasons from a file, and take them out again"
    PAY_PRIZES = "pay out prizes, print receipts, take a payout back"
    DELETE = "delete rounds, events and the club"


_READING: Final = frozenset({Action.READ_PUBLISHED})
_MEMBER: Final = _READING | {Action.READ_MEMBERS, Action.SEE_OWN, Action.APPEAL, Action.TRY_RULES}
_REFEREE: Final = _MEMBER | {
    Action.SEE_NAMES,
    Action.CHECK_IN,
    Action.SEE_DESK,
    Action.ANSWER_TABLES,
    Action.PENALISE,
    Action.RULE,
    Action.READ_HISTORY,
    Action.NOTE_CONDUCT,
    Action.TYPE_PAPER,
    Action.READ_LOG,
    Action.SEE_HEALTH,
    Action.PRINT,
}
_DIRECTOR_HERE: Final = {
    Action.SEAT_PLAYERS,
    Action.RUN_ROUNDS,
    Action.CORRECT_CARDS,
    Action.RESEAT,
    Action.HAVE_DECIDED,
    Action.KEEP_CASH,
    Action.PAY_PRIZES,
}
_DIRECTOR: Final = (
    _REFEREE
    | _DIRECTOR_HERE
    | {
        Action.MANAGE_MEMBERS,
        Action.EXCHANGE_MEMBERS,
        Action.READ_NOTES,
        Action.KEEP_CONDUCT,
        Action.EDIT_RULES,
        Action.PLAN_EVENTS,
        Action.WRITE_NOTICES,
        Action.SHARE_DESK,
        Action.KEEP_DUES,
        Action.MANAGE_SEASONS,
        Action.BRING_IN_SEASONS,
    }
)

# A second director who came by a code: this evening, and nothing that reaches beyond it.
_HELPER: Final = (_REFEREE | _DIRECTOR_HERE) - {
    Action.READ_MEMBERS,
    Action.SEE_OWN,
    Action.TRY_RULES,
    Action.READ_HISTORY,
    Action.NOTE_CONDUCT,
    Action.SEE_HEALTH,
}

# The table. None is for people without a role in the club: strangers, members of other clubs, tablets with a pass.
MAY: Final[dict[Kind | None, frozenset[Action]]] = {
    Kind.ADMIN: frozenset(Action),
    Kind.DIRECTOR: _DIRECTOR,
    Kind.REFEREE: _REFEREE,
    Kind.MEMBER: _MEMBER,
    Kind.HELPER: _HELPER,
    None: _READING,
}


def may(kind: Kind | None, action: Action) -> bool:
    return action in MAY[kind]


# Who runs a club; a second director has no password, and only an evening.
OFFICIALS: Final = (Kind.ADMIN, Kind.DIRECTOR, Kind.REFEREE)


def kinds_that_may(action: Action) -> list[Kind]:
    return [kind for kind in Kind if may(kind, action) and kind != Kind.HELPER]


@dataclass(frozen=True, slots=True)
class Acting:
    """Who is doing something in a club: the account, its role there (None: none) and its name in histories. `member_id`
    is the member that claimed the account, `news_id` what its host tells."""

    user: User | None
    kind: Kind | None
    name: str
    device: str = ""
    member_id: int | None = None
    news_id: int | None = None

    def may(self, action: Action) -> bool:
        return may(self.kind, action)


# In the session: they do nothing for a club until their sign-in has a second step.
SAFER_FIRST: Final = "safer_first"
GUEST: Final = "guest-"  # before a club's number, in the cookies of a browser
NOBODY: Final = Acting(user=None, kind=None, name="")


class ClubRequest(HtmxHttpRequest):
    """A request under `@needs`: the club of the address and who is acting."""

    club: Club
    acting: Acting
    is_for_all: bool  # drawn for every stranger (`unchanged`)
    refused: str  # why what was just tapped was not taken, for the page that shows it
    again: Mapping[str, Any]  # what else that page shows then, such as the form as it was typed


class ClubView(Protocol):
    """A view of one club, the action it asks for, and the view without that."""

    action: Action
    inside: Callable[..., HttpResponse]

    def __call__(self, request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponse: ...


# How a page is asked for, or a tap sent; a page with a form is both.
READ: Final = ("GET", "HEAD")
TAP: Final = ("POST",)
FORM: Final = (*READ, *TAP)


def needs(
    action: Action, methods: Sequence[str] = FORM, *, writes: bool = True
) -> Callable[[Callable[..., HttpResponse]], ClubView]:
    """Let a view be called by those who may do `action` in the club named `slug` in its address; 405 for other methods.

    Others get 403 with words, strangers sign in and come back; to them a club that isn't public is as good as none.
    What is sent twice is done once and answered alike, unless the view `writes` nothing. Search engines may list what a
    club publishes, where it `may_be_found`. An `event` and the like that a view takes is found for it (`finding`), on
    an evening's page for officials with full names.
    """

    def wrap(view: Callable[..., HttpResponse]) -> ClubView:
        found = with_what_is_named(view)

        @wraps(view)
        def guarded(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponse:
            club = get_object_or_404(Club, slug=slug)
            ours, is_own_link = cast(ClubRequest, request), "token" in kwargs
            ours.club, ours.refused, ours.again = club, "", {}
            ours.acting = acting_in(request, club, kwargs.get("event_id"))
            is_hidden = not (club.is_public or ours.acting.kind or _is_guest(request, club))
            if is_hidden and not is_own_link:
                raise Http404
            if ours.acting.kind is not None:
                is_official = ours.acting.may(Action.SEE_DESK)
                sent_by(request, Sender.OFFICIAL if is_official else Sender.MEMBER, settings.SESSION_COOKIE_NAME)
            if club.suspended_at and not _goes_on(ours, kwargs.get("event_id")):
                running = club.events.filter(state=Event.State.RUNNING)
                rests = {"club": club, "may_manage": ours.acting.may(Action.MANAGE_CLUB), "running": running}
                return render(request, "league/acting/at_rest.html", rests, status=403)
            if not ours.acting.may(action):
                return refuse(request, club, action)
            if not may(Kind.MEMBER, action) and is_to_be_safer(request):
                return redirect("league:safer")
            answer = _shown if request.method in READ or not writes else _tried
            response = let_in(partial(answer, found, action), ours, writes=writes, **kwargs)
            if is_hidden and response.status_code >= 400:  # a made-up secret
                raise Http404
            if club.may_be_found and action == Action.READ_PUBLISHED and not is_own_link:
                response.headers.setdefault("X-Robots-Tag", "all")
            if is_own_link and response.status_code < 400:
                remember_guest(response, club)
            return response

        guarded.action = action  # type: ignore[attr-defined]
        guarded.inside = with_what_is_named(unwrap(view))  # type: ignore[attr-defined]
        return cast(ClubView, require_http_methods(methods)(guarded))

    return wrap


# -- guests of a club that isn't public ---------------------------------------------------


def remember_guest(response: HttpResponse, club: Club) -> None:
    """Let a browser that came by a secret of the club read what it publishes: a tablet at a table, a member's link."""
    if not club.is_public:
        keep_in_browser(response, f"{GUEST}{club.pk}", Signer(salt=GUEST).sign(str(club.uid)))


def _is_guest(request: HttpRequest, club: Club) -> bool:
    """Whether somebody without a role may read: by an earlier secret, or as the host."""
    signed = Signer(salt=GUEST).sign(str(club.uid))
    is_here = constant_time_compare(request.COOKIES.get(f"{GUEST}{club.pk}", ""), signed)
    return is_here or (isinstance(request.user, User) and request.user.is_superuser)


# Of a club at rest its admins still have these: its file, its log, its end, and what the host tells.
AT_REST: Final = frozenset({"archive", "club_log", "delete_club", "keep_club", "put_news_away"})


def _goes_on(request: ClubRequest, event_id: int | None) -> bool:
    """Whether a page is open although the club rests: an evening that is running is finished as any other (one
    query)."""
    running = Event.objects.filter(club=request.club, state=Event.State.RUNNING)
    if event_id is not None and running.filter(pk=event_id).exists():
        return True
    shown = request.resolver_match.url_name if request.resolver_match else ""
    return shown in AT_REST and request.acting.may(Action.MANAGE_CLUB)


# What officials print and write for others: there people are called as everybody may read it.
HANDED_ON: Final = frozenset({Action.PRINT, Action.WRITE_NOTICES})


def named_for(request: ClubRequest, action: Action, event_id: int | None) -> AbstractContextManager[None]:
    """Read people by the names of a page: full ones where it is an evening's and for officials alone, public ones
    elsewhere, in files, and while something is done."""
    return read_in_full(request.club.pk if _is_in_full(request, action, event_id) else None)


def _is_in_full(request: ClubRequest, action: Action, event_id: int | None) -> bool:
    is_officials = not may(Kind.MEMBER, action) and action not in HANDED_ON and request.acting.may(Action.SEE_NAMES)
    return is_officials and event_id is not None and file_asked(request) is None


def _shown(view: Callable[..., HttpResponse], action: Action, request: ClubRequest, **kwargs: Any) -> HttpResponse:
    with named_for(request, action, kwargs.get("event_id")):
        return view(request, **kwargs)


def _tried(view: Callable[..., HttpResponse], action: Action, request: ClubRequest, **kwargs: Any) -> HttpResponse:
    """The answer to what was sent, done with public names. Where nothing is done, or it was sent only to `look`, the
    page shows its usual names: for that the view is called a second time."""
    asked, trial = request.GET, Trial(is_over=LOOK in request.POST)
    if not trial.is_over:
        with on_trial(trial):
            answer = view(request, **kwargs)
        is_shown = answer.status_code in (409, 422) and not trial.is_done
        if not is_shown or not _is_in_full(request, action, kwargs.get("event_id")):
            return answer
        if not Member.objects.filter(club=request.club, initials_only=True).exists():
            return answer
        request.GET, request.refused, request.again, trial.is_over = asked, "", {}, True
        if trial.refusal is not None:
            trial.refusal.args = (FullNames(request.club.pk).in_words(str(trial.refusal)),)
    with on_trial(trial):
        return _shown(view, action, request, **kwargs)


def let_in(view: Callable[..., HttpResponse], request: ClubRequest, *, writes: bool, **kwargs: Any) -> HttpResponse:
    """The answer to a person who may call the view; see `needs`. The test of the permissions puts its own here."""
    return once(view, request, **kwargs) if writes else view(request, **kwargs)


def once(view: Callable[..., HttpResponse], request: ClubRequest, **kwargs: Any) -> HttpResponse:
    """The view's answer; to a repeated form the answer it got then, or 409 if something else was in it."""
    submission = submission_of(request)
    try:
        answer = answered_before(request.club, submission)
        if answer is None:
            with under_way(submission):
                answer = view(request, **kwargs)
            keep_answer(submission, answer)
    except SentBefore as refusal:
        return sent_before(request, refusal)
    return answer


def sent_before(request: ClubRequest, refusal: SentBefore) -> HttpResponse:
    """Why a form is not taken; a script opens its page again by itself."""
    if request.htmx:
        messages.error(request, str(refusal))
        return HttpResponse(status=409, headers={"HX-Refresh": "true"})
    return render(request, "league/acting/sent_before.html", {"why": str(refusal)}, status=409)


_role_of: Final = Prepared(lambda club, user: Role.objects.filter(club=club, user=user))


def acting_in(request: HttpRequest, club: Club, event_id: int | None = None) -> Acting:
    """Who is signed in, as the club knows them, at an event of it or in the club (one query beside the session's)."""
    user = request.user
    if not isinstance(user, User):
        return NOBODY
    role = _role_of.first(club=club.pk, user=user.pk)
    return Acting(
        user=user,
        kind=role.kind_in(event_id) if role else None,
        name=name_of(user),
        device=browser_family(request),
        member_id=role.member_id if role else None,
        news_id=role.news_id if role else None,
    )


def is_to_be_safer(request: HttpRequest) -> bool:
    """Whether who signed in here runs a club that asks for a second step, and has none yet."""
    return request.user.is_authenticated and bool(request.session.get(SAFER_FIRST))


def name_of(user: User) -> str:
    return user.get_full_name() or user.get_username()


def refuse(request: HttpRequest, club: Club, action: Action, *, why: str = "") -> HttpResponse:
    """The answer to a person who may not: the sign-in page, or why not; with `why` not in this case."""
    if not request.user.is_authenticated:
        back = request.get_full_path() if request.method in READ else reverse("league:club", args=[club.slug])
        return redirect(f"{reverse('league:sign_in')}?{urlencode({'next': back})}")
    note(What.REFUSED, user=request.user, club=club, about=action.value, device=browser_family(request))
    return render(request, "league/acting/refused.html", {"club": club, "action": action.value, "why": why}, status=403)
