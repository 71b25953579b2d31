"""Passkeys: the browser's question and its answer. The library is imported where one is used."""

from __future__ import annotations

import base64
import ipaddress
from typing import Any, Final

from django.contrib.auth.models import User
from django.http import HttpRequest
from django.http.request import split_domain_port

from league.acting.log import Refused
from league.acting.permissions import name_of
from league.models import SecondStep

CHALLENGE: Final = "passkey_challenge"  # in the session
NOT_TAKEN: Final = "That passkey didn’t work here. Try again, or use another way."


def are_possible(request: HttpRequest) -> bool:
    """Whether browsers make passkeys here: for https and for the computer itself, never for bare numbers."""
    host = _host(request)
    if host == "localhost":
        return True
    try:
        ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return request.is_secure()
    return False


def _host(request: HttpRequest) -> str:
    return split_domain_port(request.get_host())[0]


def _origin(request: HttpRequest) -> str:
    return f"{request.scheme}://{request.get_host()}"


def in_words(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def _in_bytes(words: str) -> bytes:
    return base64.urlsafe_b64decode(words + "=" * (-len(words) % 4))


def asked_to_make(request: HttpRequest, user: User, there: list[SecondStep]) -> str:
    """The browser's options to make a passkey, as JSON; the same device makes no second one."""
    import webauthn
    from webauthn.helpers.structs import AuthenticatorSelectionCriteria, ResidentKeyRequirement

    options = webauthn.generate_registration_options(
        # So that it can sign in alone, where the device has room for it.
        authenticator_selection=AuthenticatorSelectionCriteria(resident_key=ResidentKeyRequirement.PREFERRED),
        rp_id=_host(request),
        rp_name="Pinochle club",
        user_id=str(user.pk).encode(),
        user_name=user.get_username(),
        user_display_name=name_of(user),
        exclude_credentials=_known(there),
    )
    request.session[CHALLENGE] = in_words(options.challenge)
    return webauthn.options_to_json(options)


def asked_to_sign(request: HttpRequest, passkeys: list[SecondStep]) -> str:
    import webauthn

    options = webauthn.generate_authentication_options(rp_id=_host(request), allow_credentials=_known(passkeys))
    request.session[CHALLENGE] = in_words(options.challenge)
    return webauthn.options_to_json(options)


def asked_to_sign_alone(request: HttpRequest) -> str:
    """The browser's options for a passkey of any account, unlocked by finger, face or PIN."""
    import webauthn
    from webauthn.helpers.structs import UserVerificationRequirement

    needs = UserVerificationRequirement.REQUIRED
    options = webauthn.generate_authentication_options(rp_id=_host(request), user_verification=needs)
    request.session[CHALLENGE] = in_words(options.challenge)
    return webauthn.options_to_json(options)


def handle_in(answer: str) -> str:
    """The id of the passkey that signed; empty where the answer can't be read."""
    from webauthn.helpers import parse_authentication_credential_json
    from webauthn.helpers.exceptions import WebAuthnException

    try:
        return in_words(parse_authentication_credential_json(answer).raw_id)
    except (WebAuthnException, ValueError):
        return ""


def _known(passkeys: list[SecondStep]) -> Any:
    from webauthn.helpers.structs import PublicKeyCredentialDescriptor

    return [PublicKeyCredentialDescriptor(id=_in_bytes(step.handle)) for step in passkeys]


def made(request: HttpRequest, answer: str) -> SecondStep:
    """The passkey that a browser made, not saved yet."""
    import webauthn
    from webauthn.helpers.exceptions import WebAuthnException

    try:
        found = webauthn.verify_registration_response(credential=answer, **_expected(request))
    except (WebAuthnException, ValueError) as fault:
        raise Refused(NOT_TAKEN) from fault
    return SecondStep(
        kind=SecondStep.Kind.PASSKEY,
        handle=in_words(found.credential_id),
        secret=in_words(found.credential_public_key),
        count=found.sign_count,
    )


def signed(request: HttpRequest, answer: str, passkeys: list[SecondStep], *, alone: bool = False) -> SecondStep | None:
    """The one of the `passkeys` that signed, with its new count, if one did; `alone` only if its owner unlocked it."""
    import webauthn
    from webauthn.helpers import parse_authentication_credential_json
    from webauthn.helpers.exceptions import WebAuthnException

    try:
        credential = parse_authentication_credential_json(answer)
        step = next(each for each in passkeys if each.handle == in_words(credential.raw_id))
        found = webauthn.verify_authentication_response(
            credential=credential,
            credential_public_key=_in_bytes(step.secret),
            credential_current_sign_count=step.count,
            require_user_verification=alone,
            **_expected(request),
        )
    except (WebAuthnException, ValueError, StopIteration):
        return None
    step.count = found.new_sign_count
    return step


def _expected(request: HttpRequest) -> dict[str, Any]:
    """The challenge that must have been signed. It is asked once."""
    return {
        "expected_challenge": _in_bytes(request.session.pop(CHALLENGE, "")),
        "expected_rp_id": _host(request),
        "expected_origin": _origin(request),
    }
