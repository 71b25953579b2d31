from __future__ import annotations

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.csrf import csrf_exempt

from league.acting.answers import form_page, posted, tapped
from league.acting.forms import ClubForm
from league.acting.permissions import READ, TAP, Acting, Action, ClubRequest, needs
from league.acting.unchanged import kept_for_strangers
from league.evening.paper.listings import PlaceList
from league.models import Event, Notice
from league.office.clubs.mail import is_set_up
from league.office.clubs.pages.navigation import address_of
from league.office.members.links import OWN_NIGHTS
from pinochle_club.ground.http import or_404
from pinochle_club.ground.papers import answer_pdf

from . import deeds, pages, post, reading
from .blocks import OWN, TITLES, Block, Kept, blocks_of, kept_in, seen_of
from .forms import BlockForm, OwnForm, WantForm
from .night import Night
from .pdfs import print_notice

FOLDER = "league/season/notices"
NOTICES_A_PAGE = 20


@needs(Action.READ_PUBLISHED, READ)
@kept_for_strangers("page")
def notices(request: ClubRequest) -> HttpResponse:
    found = reading.notices_of(request.club, with_drafts=request.acting.may(Action.WRITE_NOTICES))
    page = Paginator(found, NOTICES_A_PAGE).get_page(request.GET.get("page"))
    lines = [pages.notice_line(event) for event in page]
    return render(request, f"{FOLDER}/notices.html", {"page": page, "lines": lines})


@needs(Action.READ_PUBLISHED, READ)
@kept_for_strangers("page")
def notice(request: ClubRequest, event: Event) -> HttpResponse:
    found = _notice(event)
    context = {"event": event, "refused": request.refused}
    if why := _not_shown(request, event, found):
        return render(request, f"{FOLDER}/none.html", {**context, "why": why})
    page = pages.notice_page(
        event,
        found,
        reading.read_night(event),
        request.acting,
        timezone.now(),
        post=reading.post_of(found) if found and request.acting.may(Action.WRITE_NOTICES) else {},
        can_mail=is_set_up(),
    )
    table = page["table"]
    places = PlaceList(table["lines"], table["who"], table["rounds"]).turn(request.GET)
    return render(request, f"{FOLDER}/notice.html", {**context, "page": page, "places": places})


def _notice(event: Event) -> Notice | None:
    return Notice.objects.filter(event=event).first()


def _not_shown(request: ClubRequest, event: Event, found: Notice | None) -> str:
    if event.state != Event.State.CLOSED:
        return pages.REOPENED if event.is_reopened else pages.STILL_OPEN
    is_shown = request.acting.may(Action.WRITE_NOTICES) or (found is not None and found.is_published)
    return "" if is_shown else pages.NOT_YET


@needs(Action.READ_PUBLISHED, READ)
def notice_pdf(request: ClubRequest, event: Event) -> HttpResponse:
    found = _notice(event)
    if why := _not_shown(request, event, found):
        return render(request, f"{FOLDER}/none.html", {"event": event, "why": why}, status=404)
    name = slugify(f"{event.name} {event.played_on.isoformat()} notice")
    prints = request.acting.may(Action.PRINT)
    as_of = (event.version, event.ledger_mark)
    return answer_pdf(request, name, print_notice, event.pk, request.club.paper, as_of=as_of, comes_first=prints)


# -- writing it ------------------------------------------------------------------------------


@needs(Action.WRITE_NOTICES)
def change(request: ClubRequest, event: Event, block: str) -> HttpResponse:
    night = reading.read_night(event)
    kept, found = _block(event, block, night)
    form = BlockForm(posted(request), initial={"text": found.text, "seen": seen_of(kept, night)})
    return form_page(
        request, form, pages.block_page(event, found), deed=deeds.change_block, to=post.notice_path(event),
        template=f"{FOLDER}/block.html", context={"event": event, "part": found, "is_own": kept.is_own},
        event=event, key=block,
    )  # fmt: skip


def _block(event: Event, key: str, night: Night) -> tuple[Kept, Block]:
    """A block as it is kept and as it is read, or 404."""
    found = _notice(event)
    kept = kept_in(found.blocks if found else ())
    blocks = {one.key: one for one in blocks_of(kept, night)}
    return kept.get(key) or Kept(key), or_404(blocks.get(key), "This notice has no such paragraph.")


@needs(Action.WRITE_NOTICES)
def add(request: ClubRequest, event: Event) -> HttpResponse:
    found = _notice(event)
    blocks = blocks_of(kept_in(found.blocks if found else ()), reading.read_night(event))
    places = pages.places_for_own(blocks)
    form = OwnForm(posted(request), places=places, initial={"after": places[-1][0]})
    return form_page(
        request, form, pages.add_page(event), deed=deeds.add_block, to=post.notice_path(event), event=event
    )


@needs(Action.WRITE_NOTICES)
def drop(request: ClubRequest, event: Event, block: str) -> HttpResponse:
    return form_page(
        request, ClubForm(posted(request)), pages.drop_page(event, block), deed=deeds.drop_block,
        to=post.notice_path(event), event=event, key=block,
    )  # fmt: skip


@needs(Action.WRITE_NOTICES, TAP)
def show(request: ClubRequest, event: Event, block: str) -> HttpResponse:
    """Take a paragraph out (`off`) by one tap, or put it back."""
    if block not in TITLES and not block.startswith(OWN):
        raise Http404("This notice has no such paragraph.")
    return tapped(
        request, "notice", event.pk, deed=deeds.show_block, to=post.notice_path(event), event=event, key=block,
        is_out="off" in request.POST,
    )  # fmt: skip


@needs(Action.WRITE_NOTICES, TAP)
def publish(request: ClubRequest, event: Event) -> HttpResponse:
    is_published = "off" not in request.POST
    said = "Everybody can read the notice now." if is_published else "Only directors see the notice now."
    return tapped(
        request, "notice", event.pk, deed=deeds.publish_notice, said=said, event=event, is_published=is_published
    )


# -- mailing it ------------------------------------------------------------------------------


@needs(Action.WRITE_NOTICES)
def email(request: ClubRequest, event: Event) -> HttpResponse:
    club = request.club
    return form_page(
        request,
        ClubForm(posted(request)),
        pages.mail_page(
            event, len(reading.readers_of(club)), reading.without_address(club), reading.who_want_none(club)
        ),
        deed=deeds.mail_notice,
        to=address_of("notice_emails", event.club.slug, event.pk),
        said=pages.ON_ITS_WAY,
        event=event,
    )


@needs(Action.WRITE_NOTICES, READ)
def emails(request: ClubRequest, event: Event) -> HttpResponse:
    found = _notice(event)
    letters = reading.letters_of(found) if found else []
    page = pages.emails_page(event, letters, request.acting, timezone.now(), is_set_up=is_set_up())
    context = {"event": event, "page": page, "refused": request.refused}
    return render(request, f"{FOLDER}/emails.html", {**context})


@needs(Action.WRITE_NOTICES, TAP)
def email_again(request: ClubRequest, event: Event) -> HttpResponse:
    return tapped(request, "notice_emails", event.pk, deed=deeds.mail_again, said=pages.ON_ITS_WAY, event=event)


# -- who gets it ------------------------------------------------------------------------------


@csrf_exempt
@needs(Action.READ_PUBLISHED)
def by_email(request: ClubRequest, member_id: int, token: str) -> HttpResponse:
    """Stop the emails, or start again, without signing in. Looking changes nothing: mail programs follow links. Their
    own key posts without a form of ours (RFC 8058)."""
    reader, what = reading.reader_of_link(request.club, member_id, token)
    is_own = what == OWN_NIGHTS
    want = deeds.want_own_nights if is_own else deeds.want_notices
    request.acting = Acting(user=None, kind=None, name=reader.public_name, member_id=reader.pk)
    if "List-Unsubscribe" in request.POST:
        want(reader=reader, wanted=False, acting=request.acting, client_id="")
        return HttpResponse("Stopped.", content_type="text/plain")
    return form_page(
        request,
        WantForm(posted(request), initial={"wanted": not reader.wants_own_nights if is_own else reader.no_notices}),
        pages.stop_own_page(reader) if is_own else pages.stop_page(reader),
        deed=want,
        to=post.stop_path(reader, request.club.slug, what),
        reader=reader,
    )
