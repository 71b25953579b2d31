"""`pinochle-club completion bash`: what a shell reads, so that Tab completes the commands and their options."""

import argparse
from collections.abc import Sequence
from importlib import import_module
from typing import Final

import shtab

from pinochle_club.ground import places

SHELLS: Final = ("bash", "zsh")


def main(arguments: Sequence[str] | None = None) -> None:
    print(shtab.complete(whole(), parser().parse_args(arguments).shell))


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(
        prog=f"{places.NAME} completion", description="Prints what your shell reads to complete the commands."
    )
    made.add_argument("shell", choices=SHELLS)
    return made


def whole() -> argparse.ArgumentParser:
    """All commands with their options."""
    from .command import COMMANDS

    made = argparse.ArgumentParser(prog=places.NAME)
    commands = made.add_subparsers()
    for name, (module, does) in COMMANDS.items():
        of_command = getattr(import_module(module), "parser", None)  # Django's own commands have theirs
        parents = [of_command()] if of_command else []
        commands.add_parser(name, help=does, description=does, parents=parents, conflict_handler="resolve")
    return made
