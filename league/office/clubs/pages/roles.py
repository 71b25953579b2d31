from __future__ import annotations

from collections.abc import Collection, Sequence

from league.acting.answers import FormPage
from league.acting.permissions import OFFICIALS, name_of
from league.models import Club, Event, OneTimeLink, Role
from league.words import clock_words

from .navigation import address_of, back_to_desk


def role_lines(roles: Sequence[Role], safer: Collection[int]) -> list[dict[str, object]]:
    return [
        {
            "address": _address_of(role),
            "name": name_of(role.user),
            "note": _note_of(role, is_safer=role.user_id in safer),
            "role": role.get_kind_display(),
        }
        for role in roles
    ]


def _address_of(role: Role) -> str:
    if role.kind == Role.Kind.HELPER:
        return address_of("second_director", role.club.slug, role.evening_id)
    return address_of("change_role", role.club.slug, role.pk)


def _note_of(role: Role, *, is_safer: bool) -> str:
    signs_in = f"signs in as {role.user.get_username()}" if role.kind != Role.Kind.HELPER else ""
    member = f"member {role.member.number}" if role.member else ""
    tonight = f"directs {role.evening.name}" if role.evening and role.is_on else ""
    return " · ".join(filter(None, (signs_in, member, tonight, "second step" if is_safer else "")))


def safety_words(club: Club, roles: Sequence[Role], safer: Collection[int]) -> str:
    """Whether those who run the club need a second step, and who has none."""
    without = [name_of(role.user) for role in roles if role.kind in OFFICIALS and role.user_id not in safer]
    asks = (
        "Everybody who runs the club needs a second step when they next sign in: a passkey, or a code from an app."
        if club.asks_second_step
        else "A password is enough to sign in. You can ask everybody who runs the club for a second step."
    )
    return f"{asks} Without one so far: {', '.join(without)}." if without else f"{asks} Everybody has one."


def only_admin(roles: Sequence[Role]) -> dict[str, str] | None:
    """The only admin, to whom no other could give a new password, if there is just one."""
    admins = [role.user for role in roles if role.kind == Role.Kind.ADMIN]
    return {"name": name_of(admins[0]), "sign_in_name": admins[0].get_username()} if len(admins) == 1 else None


def back_to_roles(club: Club) -> tuple[str, str]:
    return "Back to the roles", address_of("roles", club.slug)


def invite_page(club: Club) -> FormPage:
    says = "You get a link and a code to scan. The person who opens it chooses a sign-in name and a password."
    return FormPage("Invite someone", "Make the link", back_to_roles(club), says=(says,), is_plain=True)


def second_director_page(event: Event) -> FormPage:
    says = (
        "You get a code for somebody to scan. They type their name and direct this evening with you, until its results "
        "are final. They see nothing else of the club.",
    )
    return FormPage("A second director", "Make the code", back_to_desk(event), event.name, says, is_plain=True)


def helper_lines(event: Event, roles: Sequence[Role], links: Sequence[OneTimeLink]) -> list[dict[str, str]]:
    here = (event.club.slug, event.pk)
    return [
        *(
            {"name": name_of(role.user), "key": "Take off", "address": address_of("take_off_evening", *here, role.pk)}
            for role in roles
        ),
        *(
            {
                "name": "A code that nobody scanned yet",
                "note": f"works until {clock_words(link.expires_at, event.club)}",
                "key": "Cancel",
                "address": address_of("cancel_code", *here, link.pk),
            }
            for link in links
        ),
    ]


def role_page(role: Role) -> FormPage:
    place = f"signs in as {role.user.get_username()}"
    return FormPage(name_of(role.user), "Save", back_to_roles(role.club), place=place, is_plain=True)


def revoked_link(link: OneTimeLink) -> str:
    return f"The link for {link.name} no longer works."
