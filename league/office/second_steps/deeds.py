from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.contrib.auth.models import User
from django.http import HttpRequest
from django.utils import timezone

from league.acting.log import Refused
from league.acting.permissions import SAFER_FIRST
from league.acting.security import What, note
from league.models import SecondStep
from league.office.accounts.deeds import end_sign_ins, enter_second_try, forget_attempts
from pinochle_club.ground.happenings import Happening
from pinochle_club.ground.http import address_key
from pinochle_club.ground.write_queue import queued_write
from scoring.score_card.access import browser_family

from . import codes, passkeys

Kind = SecondStep.Kind
# Outside of any transaction.
step_added: Final = Happening[Callable[[User, str], object]]("an account has another way to sign in")
WRONG_CODE: Final = "That isn’t the code. Type the one your app shows now, or a recovery code."


def steps_of(user: User, *kinds: Kind) -> list[SecondStep]:
    return list(user.second_steps.filter(kind__in=kinds or tuple(Kind)).order_by("pk"))


# -- setting up --------------------------------------------------------------------------


def add_step(request: HttpRequest, user: User, step: SecondStep) -> list[str]:
    """Add a second step. With the first, other browsers are signed out, and there are recovery codes."""
    step.user, step.device = user, browser_family(request)
    with queued_write():
        User.objects.select_for_update().get(pk=user.pk)
        is_first = not user.second_steps.exists()
        if not SecondStep.objects.filter(handle=step.handle).exists():  # else the same tap twice
            step.save()
        if is_first:
            end_sign_ins(user, session_id__in=_others(request, user))
        request.session.pop(SAFER_FIRST, None)
        note(What.SAFER, user=user, about=f"added: {step}", device=browser_family(request))
        fresh = renew_recovery_codes(user) if is_first else []
    for tell in step_added:
        tell(user, f"{str(step).lower()} was added")
    return fresh


def _others(request: HttpRequest, user: User) -> list[str]:
    sessions = user.sign_ins.values_list("session_id", flat=True)
    return [key for key in sessions if key != request.session.session_key]


def app_step(user: User, secret: str, code: str) -> SecondStep:
    """An authenticator app that has shown its first code, not saved yet."""
    half_minute = codes.half_minute_of(code, secret, timezone.now(), used=0)
    if half_minute is None:
        raise Refused("That isn’t the code. Type the six figures your app shows now.", "code")
    handle = codes.handle_of_app(secret, user.pk)
    return SecondStep(kind=Kind.APP, handle=handle, secret=codes.keep(secret), count=half_minute)


def renew_recovery_codes(user: User) -> list[str]:
    """New recovery codes in place of all old ones; only hashes are kept."""
    fresh = [codes.new_recovery_code() for _ in range(codes.RECOVERY_CODES)]
    with queued_write():
        user.second_steps.filter(kind=Kind.RECOVERY).delete()
        SecondStep.objects.bulk_create(
            SecondStep(user=user, kind=Kind.RECOVERY, handle=codes.hash_of_recovery(code, user)) for code in fresh
        )
    return fresh


def remove_step(step: SecondStep, device: str) -> None:
    """Take a step off. With the last passkey and app the recovery codes go, too."""
    user = step.user
    with queued_write():
        step.delete()
        if not steps_of(user, Kind.PASSKEY, Kind.APP):
            user.second_steps.all().delete()
        note(What.SAFER, user=user, about=f"took off: {step}", device=device)


def take_off_all(user: User) -> None:
    """Take the second step off for a person who has lost the phone and the recovery codes."""
    with queued_write():
        user.second_steps.all().delete()
        note(What.SAFER, user=user, about="taken off by an admin")


# -- taking it ---------------------------------------------------------------------------


def take_step(request: HttpRequest, user: User, *, code: str, answer: str) -> SecondStep:
    """The step taken by a `code`, or a passkey's `answer`. Raises `CoolingOff`."""
    attempt = enter_second_try(request, user, address_key(request))
    with queued_write():
        User.objects.select_for_update().get(pk=user.pk)  # of two who type the same code at once, one gets in
        step = _by_passkey(request, user, answer) if answer else _by_code(user, code)
    if step is None:
        note(What.WRONG_CODE, user=user, device=browser_family(request))
        raise Refused(passkeys.NOT_TAKEN if answer else WRONG_CODE)
    forget_attempts(attempt)
    return step


def take_passkey(request: HttpRequest, answer: str) -> SecondStep | None:
    """The passkey of whichever account signed, unlocked by its owner: as good as a password and a second step."""
    handle = passkeys.handle_in(answer)
    with queued_write():
        found = SecondStep.objects.select_for_update(of=("self",)).select_related("user")
        steps = list(found.filter(kind=Kind.PASSKEY, handle=handle, user__is_active=True))
        step = passkeys.signed(request, answer, steps, alone=True)
        if step is not None:
            step.save(update_fields=["count"])
    if step is None:
        note(What.WRONG_CODE, user=steps[0].user if steps else None, device=browser_family(request))
    return step


def _by_passkey(request: HttpRequest, user: User, answer: str) -> SecondStep | None:
    step = passkeys.signed(request, answer, steps_of(user, Kind.PASSKEY))
    if step is not None:
        step.save(update_fields=["count"])
    return step


def _by_code(user: User, code: str) -> SecondStep | None:
    for step in steps_of(user, Kind.APP):
        half_minute = codes.half_minute_of(code, codes.kept(step.secret), timezone.now(), used=step.count)
        if half_minute is not None:
            step.count = half_minute
            step.save(update_fields=["count"])
            return step
    recovery = user.second_steps.filter(kind=Kind.RECOVERY, handle=codes.hash_of_recovery(code, user)).first()
    if recovery is not None:
        recovery.delete()
    return recovery
