"""`manage.py check`: what Django checks, and whether the club's computer and its database are well."""

from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands import check

from pinochle_club.server import examining


class Command(check.Command):
    def handle(self, *app_labels: Any, **options: Any) -> None:
        examining.read_through()
        try:
            for fault in examining.insist():
                self.stdout.write(f"{fault.words}\n")
        except examining.NotWell as told:
            raise CommandError(str(told)) from told
        super().handle(*app_labels, **options)
