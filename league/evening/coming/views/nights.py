"""Answers for a night: the page everybody sees, a member's own answer, and directors' notes."""

from __future__ import annotations

from typing import Any, Final

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone

from league.acting.answers import form_page, posted, refuse_on, tapped
from league.acting.permissions import READ, TAP, Action, ClubRequest, needs
from league.evening.check_in.forms import FindForm
from league.evening.check_in.pages import MOST_LISTED, is_found
from league.evening.check_in.people import usual_of, usual_players
from league.evening.coming.deeds import match, note_word, say
from league.evening.coming.forms import MatchForm, NoteForm, SayForm
from league.evening.coming.pages import nights as pages
from league.evening.coming.reading import answers_at, get_person, kept_apart, people_of, words_of
from league.models import Event, Member
from league.office.clubs.pages.navigation import address_of
from league.office.members.naming import shown_name
from league.words import when_words

FOLDER: Final = "league/evening/coming"
NOTED: Final = "Your answer is noted."
NOTED_AWAY: Final = "Your answer is noted here. The evening is in the hall already, so tell the director there, too."
WAYS_BACK: Final = ("me", "club")  # other pages where a member answers
UNCLAIMED: Final = "Claim your account first: a director gives you a link for it."


@needs(Action.READ_MEMBERS, READ)
def coming(request: ClubRequest, event: Event) -> HttpResponse:
    """Answers for a night; for officials who check people in, also the members without one."""
    acting = request.acting
    given = answers_at(event)
    may_note = acting.may(Action.CHECK_IN) and event.state == Event.State.PLANNED
    own = next((word for word in given if word.member_id == acting.member_id), None)
    is_ahead = event.state == Event.State.PLANNED and event.played_on >= timezone.localdate()
    action = address_of("answer_coming", request.club.slug, event.pk)
    context = {
        "event": event,
        "when": when_words(event),
        "summary": pages.summary(event, given),
        "lines": pages.coming_lines(event, given, acting, may_note=may_note),
        "own": pages.night_context(event, own, action, acting) if is_ahead and acting.member_id is not None else None,
        "may_note": may_note,
        "may_link": acting.may(Action.MANAGE_MEMBERS),
        **(_for_directors(request, event, given) if may_note else {}),
    }
    return render(request, f"{FOLDER}/coming.html", context)


def _for_directors(request: ClubRequest, event: Event, given: list[Any]) -> dict[str, Any]:
    """Members without an answer: regulars first, the rest by name; in a large club those searched for."""
    words, _, _ = FindForm.asked(request.GET)
    have = {word.member_id for word in given}
    silent = [person for person in people_of(request.club) if person.pk not in have]
    usual = usual_of(usual_players(event))
    regulars = [person for person in silent if person.pk in usual]
    others = [person for person in silent if person.pk not in usual]
    is_search = len(others) > MOST_LISTED
    found = [one for one in silent if is_found(one.name, one.number, words)][:MOST_LISTED] if words else None
    shown = found if found is not None else [] if is_search else others
    return {
        "words": words,
        "is_search": is_search or bool(words),
        "silent": pages.silent_words(len(silent)),
        "regulars": [(one, shown_name(one, request.acting)) for one in (regulars if found is None else ())],
        "others": [(one, shown_name(one, request.acting)) for one in shown],
        "suggestions": pages.suggestions(given, kept_apart(request.club), request.acting) if event.is_for_pairs else [],
        "answers": pages.answer_keys(event),
    }


@needs(Action.SEE_OWN, TAP)
def answer(request: ClubRequest, event: Event) -> HttpResponse:
    member = _own(request)
    if member is None:
        return refuse_on(request, "coming", event.pk, why=UNCLAIMED)
    back = request.POST.get("back", "")
    to = address_of(back, request.club.slug) if back in WAYS_BACK else ""
    form, said = SayForm(request.POST), NOTED_AWAY if event.lent else NOTED
    return tapped(request, "coming", event.pk, deed=say, form=form, to=to, said=said, event=event, member=member)


def _own(request: ClubRequest) -> Member | None:
    return people_of(request.club).filter(pk=request.acting.member_id).first() if request.acting.member_id else None


@needs(Action.CHECK_IN, TAP)
def tap(request: ClubRequest, event: Event, member_id: int) -> HttpResponse:
    person = get_person(request.club, member_id)
    return tapped(request, "coming", event.pk, deed=say, form=SayForm(request.POST), event=event, member=person)


@needs(Action.CHECK_IN)
def note(request: ClubRequest, event: Event, member_id: int) -> HttpResponse:
    person = get_person(request.club, member_id)
    word = words_of(person, [event]).get(event.pk)
    return form_page(
        request,
        NoteForm(posted(request), event=event, answer=word),
        pages.note_page(event, person),
        deed=note_word,
        to=address_of("coming", request.club.slug, event.pk),
        event=event,
        member=person,
    )


@needs(Action.CHECK_IN, TAP)
def match_two(request: ClubRequest, event: Event) -> HttpResponse:
    return tapped(request, "coming", event.pk, deed=match, form=MatchForm(request.POST, event=event), event=event)
