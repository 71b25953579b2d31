"""Access to a card: devices by a cookie, tablets and viewers by secret links, stored hashed. The write address shows a
page whose button pairs the device; the reading address shows the card."""

from __future__ import annotations

import hashlib
import re
import secrets
from http.cookies import SimpleCookie
from typing import Final
from uuid import UUID

from django.conf import settings
from django.db.models import F, FilteredRelation, Max, OuterRef, Q, QuerySet, Subquery
from django.http import Http404, HttpRequest, HttpResponse

from pinochle_club.ground.http import Sender, or_404, sent_by
from pinochle_club.ground.prepared import Prepared
from pinochle_club.ground.write_queue import queued_write
from scoring.models import CardLink, Device, DeviceCard, Entry, ScoreCard
from scoring.rules.book import RuleBook
from scoring.rules.book.vocabulary import STANDARD, Vocabulary

from .hosts import way_back_from

DEVICE_COOKIE: Final = "device"
LONGEST_COOKIE: Final = 3_800
COOKIE_AGE: Final = 400 * 24 * 3600
OWN_WORDS: Final = "scoring.own_words"
LINKS_KEPT: Final = 20
MOST_DEVICES: Final = 12  # at one card
SECRET_PATTERN: Final = re.compile(r"^[A-Za-z0-9_-]{32}\Z")

FAMILIES: Final = (
    ("iPad", "iPad"),
    ("iPhone", "iPhone"),
    ("Android", "Android"),
    ("CrOS", "Chromebook"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
)


def new_secret() -> str:
    """192 random bits as 32 characters that fit in an address."""
    return secrets.token_urlsafe(24)


def hash_of(secret: str) -> str:
    """The stored form of a secret, which is long and random, so that a plain hash is enough."""
    return hashlib.sha256(secret.encode()).hexdigest()


class NotKept(Http404):
    """A device without the card asked for it; `answer` is its evening's reply, if any."""

    def __init__(self, answer: HttpResponse | None) -> None:
        super().__init__("That card isn’t on this tablet.")
        self.answer = answer


# -- words -------------------------------------------------------------------------------


def speak(request: HttpRequest, book: RuleBook) -> None:
    """Answer the rest of the request in the words of a book (`{% say %}`)."""
    request.META[OWN_WORDS] = book.words


def words_at(request: HttpRequest | None) -> Vocabulary:
    words: Vocabulary = request.META.get(OWN_WORDS, STANDARD) if request else STANDARD
    return words


# -- devices -----------------------------------------------------------------------------


def device_hash(request: HttpRequest) -> str | None:
    secret = request.COOKIES.get(DEVICE_COOKIE, "")
    return hash_of(secret) if SECRET_PATTERN.fullmatch(secret) else None


def device_of(request: HttpRequest) -> Device | None:
    known = device_hash(request)
    return Device.objects.filter(token_hash=known).first() if known else None


def ensure_device(request: HttpRequest) -> tuple[Device, str | None]:
    """This browser's device, made when needed, and the secret for its cookie if it is new."""
    device = device_of(request)
    if device is not None:
        return device, None
    secret = new_secret()
    label = browser_family(request)
    return Device.objects.create(token_hash=hash_of(secret), label=label), secret


def remember_device(response: HttpResponse, secret: str | None) -> None:
    if secret is not None:
        keep_in_browser(response, DEVICE_COOKIE, secret)


def fits_in_browser(text: str) -> bool:
    """Whether a cookie can hold so much, as browsers write it."""
    return len(SimpleCookie({"_": text})["_"].OutputString()) <= LONGEST_COOKIE


def keep_in_browser(response: HttpResponse, name: str, text: str) -> None:
    """Set a cookie that no script can read, for as long as browsers keep one."""
    response.set_cookie(
        name, text, max_age=COOKIE_AGE, httponly=True, samesite="Lax", secure=settings.SESSION_COOKIE_SECURE
    )


def browser_family(request: HttpRequest) -> str:
    """The kind of device a request comes from; empty if unknown."""
    user_agent = request.headers.get("User-Agent", "")
    return next((name for mark, name in FAMILIES if mark in user_agent), "")


# -- cards -------------------------------------------------------------------------------


def keep_card(device: Device, card: ScoreCard, *, number: int = 0) -> DeviceCard:
    """Let a device write on a card, also one that was cut off. Beyond the limit it takes the place of the one silent
    longest. `number` is the tablet's at its evening, if any."""
    keeper = DeviceCard.objects.filter(device=device, card=card).first()
    if keeper is not None and not keeper.is_cut_off:
        return keeper
    with queued_write():
        following = _next_number(card)
        keeper, _ = DeviceCard.objects.get_or_create(device=device, card=card, defaults={"number": number or following})
        if keeper.is_cut_off:
            keeper.is_cut_off = False
            keeper.save(update_fields=["is_cut_off"])
        if following > MOST_DEVICES:
            _make_room(keeper)
    return keeper


def _make_room(newest: DeviceCard) -> None:
    """Cut off the devices beyond the limit: first those without entries, then by their last entry. The card's first
    device stays."""
    staying = {newest.pk, _first_of(newest.card)}
    others = newest.card.kept_by.filter(is_cut_off=False).exclude(pk__in=staying)
    own = Entry.objects.filter(card=newest.card_id, device=OuterRef("device")).order_by("-number")
    by_silence = others.annotate(last=Subquery(own.values("number")[:1])).order_by(
        F("last").desc(nulls_last=True), "-pk"
    )
    gone = [keeper.pk for keeper in by_silence[MOST_DEVICES - len(staying) :]]
    DeviceCard.objects.filter(pk__in=gone).update(is_cut_off=True)


def _next_number(card: ScoreCard) -> int:
    """The next tablet's number. Locks the card, so that two tablets that join at once get two numbers."""
    ScoreCard.objects.select_for_update().get(pk=card.pk)
    highest = card.kept_by.aggregate(highest=Max("number"))["highest"]
    return (highest or 0) + 1


def last_card_of(device: Device) -> ScoreCard | None:
    """The card this device wrote on last, except games in the browser (one query)."""
    cards = device.kept_cards.filter(is_cut_off=False, card__kept_by_play=False).select_related("card__book_version")
    newest = cards.order_by("-card__changed_at", "-pk").first()
    return newest.card if newest else None


def get_keeper(request: HttpRequest, card_id: UUID) -> DeviceCard:
    """This device's place at the card (one query), with the `newest_…` of its newest entry for `kept_sheets`; 404 for
    other devices."""
    try:
        keeper = keeper_among(request, _of_card, card_id, "That card isn’t on this tablet.")
    except Http404:
        # A form that is sent must not seem to be taken, and a poll loads the page again.
        is_page = request.method in ("GET", "HEAD") and "HX-Request" not in request.headers
        raise NotKept(way_back_from(request, card_id) if is_page else None) from None
    if keeper.card.host:
        sent_by(request, Sender.TABLE, DEVICE_COOKIE)
    return keeper


def keeper_among(request: HttpRequest, keepers: Prepared[DeviceCard], wanted: UUID, why_not: str) -> DeviceCard:
    """This device's place among `keepers`; 404 if it has none or was cut off."""
    known = device_hash(request)
    mine = keepers(wanted=wanted, known=known) if known else []
    if not mine:
        raise Http404(why_not)
    speak(request, mine[0].card.book_version.book)
    return mine[0]


def kept_by(known: str) -> QuerySet[DeviceCard]:
    return DeviceCard.objects.select_related("card__book_version", "device").filter(
        device__token_hash=known, is_cut_off=False
    )


def _with_newest(keepers: QuerySet[DeviceCard]) -> QuerySet[DeviceCard]:
    newest = FilteredRelation("card__entries", condition=Q(card__entries__number=F("card__version")))
    return keepers.alias(newest=newest).annotate(
        newest_number=F("newest__number"), newest_id=F("newest__client_id"), newest_at=F("newest__created_at")
    )


_of_card: Final = Prepared(lambda wanted, known: _with_newest(kept_by(known)).filter(card_id=wanted))


# -- links -------------------------------------------------------------------------------


def make_link(card: ScoreCard, kind: CardLink.Kind) -> str:
    """Make a secret address of a card, which is shown now or never, and drop the oldest beyond the limit."""
    secret = new_secret()
    CardLink.objects.create(card=card, kind=kind, token_hash=hash_of(secret))
    newest = card.links.filter(kind=kind).order_by("-pk").values_list("pk", flat=True)[:LINKS_KEPT]
    card.links.filter(kind=kind).exclude(pk__in=list(newest)).delete()
    return secret


def get_card_by_link(secret: str, kind: CardLink.Kind) -> ScoreCard:
    """The card at a secret address; 404 if the address no longer holds."""
    link = or_404(
        CardLink.objects.select_related("card__book_version").filter(token_hash=hash_of(secret), kind=kind).first(),
        "There is no card at this address.",
    )
    return link.card


def began(keeper: DeviceCard) -> bool:
    """Whether this device began the card: only that one may cut off the others."""
    return keeper.pk == _first_of(keeper.card)


def _first_of(card: ScoreCard) -> int:
    """The place of the device that began the card (one query)."""
    return card.kept_by.filter(is_cut_off=False).order_by("pk").values_list("pk", flat=True)[0]


def cut_off_others(keeper: DeviceCard) -> None:
    keeper.card.links.filter(kind=CardLink.Kind.WRITE).delete()
    keeper.card.kept_by.exclude(pk=keeper.pk).update(is_cut_off=True)
