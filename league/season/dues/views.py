from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone

from league.acting.answers import form_page, posted, tapped
from league.acting.forms import ClubForm, ReasonForm
from league.acting.permissions import READ, TAP, Action, ClubRequest, needs
from league.evening.coming.pages.links import link_context
from league.models import Dues, DuesPayment, Member
from league.office.clubs.mail import is_set_up
from league.office.clubs.pages.navigation import address_of
from league.words import money
from pinochle_club.ground.listings import listing_page
from pinochle_club.ground.papers import answer_pdf

from . import deeds, pages
from .forms import PARTS, DuesForm, FeesForm, PartForm, PaymentForm
from .listings import AccountListing
from .pdfs import print_list
from .reading import account_of, accounts_of, fees_taken, whom_to_write

FOLDER = "league/season/dues"


@needs(Action.KEEP_DUES, READ)
def dues(request: ClubRequest) -> HttpResponse:
    club = request.club
    accounts = accounts_of(club)
    context = {
        "says": pages.list_words(accounts, club),
        "listing": AccountListing.paged(request, accounts, club=club),
        "years": pages.dues_lines(club.dues.all(), accounts, club),
        "can_write": is_set_up() and any(one.owes for one in accounts),
        "refused": request.refused,
    }
    return listing_page(request, f"{FOLDER}/dues.html", context, places=(club.slug,))


@needs(Action.KEEP_DUES, READ)
def list_pdf(request: ClubRequest) -> HttpResponse:
    club = request.club
    newest = club.log.order_by("-pk").values_list("pk", flat=True).first()
    response = answer_pdf(request, f"{club.slug}-dues", print_list, club.pk, club.paper, as_of=newest)
    response["Cache-Control"] = "no-store"
    return response


@needs(Action.KEEP_DUES)
def write(request: ClubRequest) -> HttpResponse:
    club = request.club
    page, to = pages.write_page(club, whom_to_write(club)), address_of("dues", club.slug)
    form = ClubForm(posted(request))
    return form_page(request, form, page, deed=deeds.write_to_all, to=to, said=pages.ON_THEIR_WAY, club=club)


def write_owed(member: Member) -> str:
    """What a member is written of what they owe now; empty once that is nothing."""
    link = link_context(member, member.club.slug, is_full=False)["address"]
    return pages.owed_mail(account_of(member), link)


@needs(Action.KEEP_DUES)
def new(request: ClubRequest) -> HttpResponse:
    club = request.club
    newest = club.dues.first()
    asked = {"starts_on": pages.next_start(newest, timezone.localdate()), "amount": newest.amount if newest else None}
    form = DuesForm(posted(request), initial=asked)
    to = address_of("dues", club.slug)
    page, said = pages.new_page(club), "The dues are set."
    return form_page(request, form, page, deed=deeds.set_dues, to=to, said=said, club=club)


@needs(Action.KEEP_DUES)
def change(request: ClubRequest, dues: Dues) -> HttpResponse:
    form = DuesForm(posted(request), initial={"amount": dues.amount, "starts_on": dues.starts_on})
    return form_page(
        request, form, pages.change_page(dues), deed=deeds.change_dues, to=address_of("dues", request.club.slug),
        said="Saved.", template=f"{FOLDER}/change.html", context={"dues": dues}, dues=dues,
    )  # fmt: skip


@needs(Action.KEEP_DUES, TAP)
def delete(request: ClubRequest, dues: Dues) -> HttpResponse:
    to, said = address_of("dues", request.club.slug), f"The {dues} are no longer asked."
    return tapped(request, "dues", deed=deeds.delete_dues, to=to, said=said, dues=dues)


@needs(Action.KEEP_DUES, READ)
def member(request: ClubRequest, person: Member) -> HttpResponse:
    person.club = request.club
    account = account_of(person)
    evenings = pages.fee_lines(account)
    context = {
        "person": person,
        "says": pages.owes_words(account),
        "evenings": evenings,
        "no_box": "" if all(one["has_box"] for one in evenings) else deeds.NO_BOX,
        "for_evenings": account.for_evenings,
        "for_evenings_says": money(account.for_evenings, request.club),
        "taken": pages.taken_lines(request.club, fees_taken(person)),
        "years": pages.year_lines(account),
        "parts": PARTS,
        "refused": request.refused,
    }
    return render(request, f"{FOLDER}/member.html", context)


@needs(Action.KEEP_DUES)
def pay(request: ClubRequest, dues: Dues, person: Member) -> HttpResponse:
    person.club = request.club
    due = next((year.due for year in account_of(person).years if year.dues == dues), 0)
    form = PaymentForm(posted(request), initial={"amount": due, "paid_on": timezone.localdate()})
    to = address_of("member_dues", request.club.slug, person.pk)
    page = pages.pay_page(dues, person)
    return form_page(request, form, page, deed=deeds.take_dues, to=to, said="Entered.", dues=dues, member=person)


@needs(Action.KEEP_DUES, TAP)
def take_fees(request: ClubRequest, person: Member) -> HttpResponse:
    """Of one evening, or of all that are owed."""
    person.club, form = request.club, FeesForm(request.POST)
    debts = [one for one in account_of(person).evenings if request.POST.get("evening") in (None, str(one.pk))]
    deed, said = deeds.take_fees, pages.taken_words
    return tapped(request, "member_dues", person.pk, form=form, deed=deed, said=said, club=request.club, debts=debts)


@needs(Action.KEEP_DUES, TAP)
def part(request: ClubRequest, dues: Dues, person: Member) -> HttpResponse:
    person.club = request.club
    form = PartForm(request.POST)
    return tapped(request, "member_dues", person.pk, deed=deeds.set_part, form=form, dues=dues, member=person)


@needs(Action.KEEP_DUES)
def take_back(request: ClubRequest, payment: DuesPayment) -> HttpResponse:
    to = address_of("member_dues", request.club.slug, payment.member_id)
    page = pages.take_back_page(payment)
    return form_page(request, ReasonForm(posted(request)), page, deed=deeds.take_back, to=to, payment=payment)
