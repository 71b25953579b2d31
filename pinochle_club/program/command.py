"""`pinochle-club`: one word for each thing that is done at the club's computer."""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Final

from pinochle_club import __version__
from pinochle_club.ground import places
from pinochle_club.ground.commands import at_the_terminal, command

COMMANDS: Final = {
    "serve": ("pinochle_club.server.run", "open the club on this computer"),
    "backup": ("pinochle_club.server.backups", "copy the database, also while people play"),
    "restore": ("pinochle_club.server.restoring", "list the copies, or put one in the database’s place"),
    "doctor": ("pinochle_club.program.doctor", "what this computer has and lacks, and what to type for it"),
    "where": ("pinochle_club.program.where", "where the club’s files lie, and which settings are in force"),
    "update": ("pinochle_club.program.updating", "go on to a newer version, or back to the one before"),
    "service": ("pinochle_club.program.systemd", "open the club whenever the computer starts"),
    "standby": ("pinochle_club.server.standby", "stand by for a club on another computer"),
    "completion": ("pinochle_club.program.completion", "lets the shell complete these commands when you press Tab"),
    "manage": ("pinochle_club.program.managing", "everything else: accounts, archives, simulations"),
}
NEED_A_CLUB: Final = {"backup"}
FOR_THE_COMPUTER: Final = {"doctor", "where", "update", "service", "completion"}


def main(arguments: Sequence[str] | None = None) -> None:
    with at_the_terminal():
        do(arguments)


def do(arguments: Sequence[str] | None) -> None:
    given = parser().parse_args(arguments)
    if given.state:
        os.environ["STATE_DIR"] = str(given.state.expanduser().resolve())
    read_settings()
    if given.command not in FOR_THE_COMPUTER:
        places.become_owner()
    if needs_a_club(given.command, given.arguments):
        insist_on_a_club()
    module, _ = COMMANDS[given.command]
    import_module(module).main(given.arguments)


def read_settings() -> None:
    try:
        places.read_settings()
    except OSError as problem:
        sys.exit(f"A setting is wrong: {problem}")


def needs_a_club(name: str, arguments: Sequence[str]) -> bool:
    """Not help, nor a restore whose copy is there: there may be no club yet."""
    if {"-h", "--help"}.intersection(arguments):
        return False
    return name in NEED_A_CLUB or (name == "restore" and not finds_a_copy(arguments))


def finds_a_copy(arguments: Sequence[str]) -> bool:
    from pinochle_club.server.restoring import parser

    asked = parser().parse_args(arguments)
    folder = asked.folder or places.state_dir() / "backups"
    return (folder / asked.copy).exists() or (bool(asked.copy) and Path(asked.copy).is_file())


def insist_on_a_club() -> None:
    """Only commands that open or bring a club make a new one; any other would make it where nobody looks."""
    if not places.has_club():
        sys.exit(
            f"There is no club in {places.state_dir()}. If it lies elsewhere, name the folder: STATE_DIR=…\n"
            f"To begin a new one there: {command('serve')}"
        )


def parser() -> argparse.ArgumentParser:
    """Of the first word alone: what follows is for the command itself, and so is its `--help`."""
    made = argparse.ArgumentParser(
        prog=places.NAME,
        description="The score card, club nights and standings of a pinochle club.",
        epilog="Each has more to say: pinochle-club backup --help",
    )
    made.add_argument("--version", action="version", version=f"{places.NAME} {__version__}")
    made.add_argument(
        "--state", type=Path, metavar="FOLDER", help="where the club’s files lie, if not where “where” says"
    )
    commands = made.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, (_, does) in COMMANDS.items():
        one = commands.add_parser(name, help=does, add_help=False, prefix_chars="\0")
        one.add_argument("arguments", nargs=argparse.REMAINDER)
    return made
