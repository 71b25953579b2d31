"""`manage.py club_archive`: a club as one file, and back, at the server's own terminal, with more room."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import IO, Any

from django.core.management.base import BaseCommand, CommandError

from league.acting.log import Refused
from league.management.terminal import AT_THE_TERMINAL
from league.models import Club, Role
from league.office.clubs.pages.navigation import address_of
from league.office.hosting.deeds import take_archive
from league.outside.archive.deeds import restore_club
from league.outside.archive.format import AT_THE_SERVER, Faulty
from league.outside.archive.here import compare, known_club, update_club
from league.outside.archive.pages import SAME, restored_words, updated_words, where_it_lives, would_change
from league.outside.archive.reading import Archive
from league.outside.archive.unseen import unseen_words
from league.outside.archive.writing import write_archive
from pinochle_club.ground.commands import manage
from pinochle_club.ground.exports import dated
from pinochle_club.ground.private_files import written_whole


class Command(BaseCommand):
    help = "Writes a club into a file (export SLUG [FILE]), or makes a new club of such a file (restore FILE)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        what = parser.add_subparsers(dest="what", required=True)
        export = what.add_parser("export", help="write a club into a file")
        export.add_argument("slug", help="the club as its address calls it, such as st-hilary")
        export.add_argument("file", nargs="?", type=Path, help="SLUG-DATE.zip in this folder unless named")
        export.add_argument(
            "--for-strangers",
            action="store_true",
            help="only what everybody may read: no contacts, money, notes or log",
        )
        restore = what.add_parser("restore", help="make a new club of a file")
        restore.add_argument("file", type=Path)
        how = restore.add_mutually_exclusive_group()
        how.add_argument("--update", action="store_true", help="bring the club that is here to what the file has")
        how.add_argument("--second", action="store_true", help="make a second club, though this one is here")

    def handle(self, *args: Any, what: str, file: Path | None, slug: str = "", **options: Any) -> None:
        if what == "export":
            for_strangers = options["for_strangers"]
            path = file or Path(f"{dated(slug, 'public' if for_strangers else '')}.zip")
            self._export(slug, path, for_strangers=for_strangers)
        elif file is not None:
            self._restore(file, is_second=options["second"], updates=options["update"])

    def _export(self, slug: str, path: Path, *, for_strangers: bool) -> None:
        club = Club.objects.filter(slug=slug).first()
        if club is None:
            known = ", ".join(Club.objects.values_list("slug", flat=True)) or "none"
            raise CommandError(f"No club is called {slug}. There are: {known}")
        try:
            with written_whole(path) as file:
                manifest = write_archive(club, file, for_strangers=for_strangers)
        except OSError as problem:
            raise CommandError(str(problem)) from problem
        if not for_strangers:
            take_archive(club=club, acting=AT_THE_TERMINAL)
        rows = sum(table.rows for table in manifest.tables.values())
        self.stdout.write(f"{club.name}, {rows:,} rows: {path}")
        if not for_strangers and (held_back := unseen_words(club)):
            self.stdout.write(held_back)

    def _restore(self, path: Path, *, is_second: bool, updates: bool) -> None:
        try:
            with path.open("rb") as file:
                known = known_club(Archive(file, AT_THE_SERVER), AT_THE_TERMINAL)
                if updates or (known is not None and not is_second):
                    self._update(known, file, updates=updates)
                    return
                made = restore_club(file=file, limits=AT_THE_SERVER, acting=AT_THE_TERMINAL, is_second=is_second)
        except OSError as problem:
            raise CommandError(str(problem)) from problem
        except (Faulty, Refused) as refused:
            raise CommandError(str(refused)) from refused
        self.stdout.write(f"{restored_words(made)} {address_of('club', made.club.slug)}")
        admins = made.club.roles.filter(kind=Role.Kind.ADMIN).select_related("user")
        if not admins:
            self.stdout.write("Nobody in it is an admin.")
        for role in admins:
            name = role.user.get_username()
            self.stdout.write(f"A new password for its admin {name}: {manage('set_admin_link')} {name}")

    def _update(self, club: Club | None, file: IO[bytes], *, updates: bool) -> None:
        """Bring the club that is here up to date, or say what may be done."""
        if club is None:
            raise CommandError("The club of this file isn’t here. Leave --update out to make it.")
        if not updates:
            compared = compare(club, file, AT_THE_SERVER)
            changes = " ".join((*where_it_lives(compared), would_change(compared.counts)))
            raise CommandError(f"{club.name} is here already. {changes} Say --update, or --second for a second club.")
        done = update_club(club=club, file=file, limits=AT_THE_SERVER, acting=AT_THE_TERMINAL)
        self.stdout.write(updated_words(done) if done.has_arrived or any(done.counts.values()) else SAME)
