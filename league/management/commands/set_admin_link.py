"""`manage.py set_admin_link`: a way back in for an admin who forgot the password, at the server's own terminal."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError

from league.acting.permissions import name_of
from league.models import Role
from league.office.accounts.deeds import find_account
from league.office.clubs.deeds.one_time_links import make_setup, needs_first_admin
from league.office.clubs.pages.one_time_links import address_of_link
from pinochle_club.ground.commands import manage
from pinochle_club.ground.opened import address_in_use


class Command(BaseCommand):
    help = (
        "Prints a link that works once, by which an admin chooses a new password; a second step is taken off, too. "
        "Without a name it tells who is admin; where nobody is, it prints the link that sets up the first."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", nargs="?", default="", help="sign-in name or email of the account")

    def handle(self, *args: Any, name: str, **options: Any) -> None:
        if name:
            user = find_account(name)
            if user is None:
                raise CommandError(f"No account is called {name!r}. These are admins: {_admins()}")
            self._print(f"{name_of(user)} chooses a new password here, within two days:", make_setup(user=user))
        elif needs_first_admin():
            self._print("Set up the club here:", make_setup())
        else:
            raise CommandError(
                f"Whose password? Give the name: {manage('set_admin_link NAME')}. These are admins: {_admins()}"
            )

    def _print(self, text: str, secret: str) -> None:
        self.stdout.write(f"{text}\n{address_of_link(secret, at=address_in_use())}")


def _admins() -> str:
    users = User.objects.filter(club_roles__kind=Role.Kind.ADMIN, is_active=True).distinct().order_by("username")
    return ", ".join(f"{user.get_username()} ({name_of(user)})" for user in users) or "nobody"
