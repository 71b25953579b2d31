"""`manage.py bot`: one of our bots as a program that other programs can play with."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from contextlib import redirect_stdout
from typing import Any

from django.core.management.base import BaseCommand

from pinochle_club.ground import __version__
from scoring.play.engine import warm_up
from scoring.play.protocol.serving import add_options, made_by, serve

from .simulate import book_named


class Command(BaseCommand):
    help = (
        "Plays as a program: answers on standard output what it is asked on standard input, line by line, as "
        "docs/bot-protocol.md says."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--book", help="the rule book to be ready for at once; the one that is played is told")
        add_options(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        answers = sys.stdout
        with redirect_stdout(sys.stderr):  # nothing but answers may stand on standard output
            if options["book"]:
                warm_up(book_named(options["book"]))
            name, make = made_by(options)
            serve(sys.stdin, answers, f"Pinochle Club {__version__}, {name}", make)
