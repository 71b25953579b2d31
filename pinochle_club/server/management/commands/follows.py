"""manage.py follows: when something happens, who acts, in which order."""

from typing import Any

from django.core.management.base import BaseCommand

from pinochle_club.ground.happenings import HAPPENINGS, name_of


class Command(BaseCommand):
    help = "Tell who acts when something happens, in this order."

    def handle(self, *args: Any, **options: Any) -> None:
        for happening in sorted(HAPPENINGS, key=lambda one: one.what):
            self.stdout.write(happening.what[:1].upper() + happening.what[1:])
            for name, follower in happening.followers.items():
                where = name_of(follower)
                self.stdout.write(f"    {where}" if name == where else f"    {name:<14}{where}")
