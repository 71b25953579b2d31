"""`pinochle-club where`: where the program and the club lie, and which settings are in force, from where."""

import argparse
import os
import re
from collections.abc import Iterator, Sequence
from typing import Final

from pinochle_club import __version__
from pinochle_club.ground import places
from pinochle_club.ground.commands import command

PASSWORD: Final = re.compile(r"(?<=:)(?!//).*(?=@)|(?<=password=)[^&]*")


def main(arguments: Sequence[str] | None = None) -> None:
    parser().parse_args(arguments)
    print("\n".join(lines()))


def parser() -> argparse.ArgumentParser:
    return argparse.ArgumentParser(
        prog=command("where"), description="Says where all lies and what is set. Changes nothing."
    )


def lines() -> Iterator[str]:
    state = places.state_dir()
    yield f"Program    {places.NAME} {__version__}, in {places.PACKAGES}"
    yield f"The club   {state}" + ("" if places.has_club() else " (no club is there yet)")
    if not os.environ.get("DATABASE_URL"):
        yield f"Database   {state / places.DATABASE}"
    yield f"Copies     {state / 'backups'}"
    for file in places.settings_files():
        yield f"Settings   {file}{'' if file.is_file() else ' (not there; it would be read)'}"
    yield ""
    given = [name for name in places.SETTINGS if os.environ.get(name)]
    for name in given:
        yield f"{name}={told(name)}   from {places.sources.get(name, 'the environment')}"
    if not given:
        yield "No setting is given: each is as the manual says."
    yield from places.strange_settings()


def told(name: str) -> str:
    """A secret is not told."""
    return "…" if name == "SECRET_KEY" else PASSWORD.sub("…", os.environ[name])
