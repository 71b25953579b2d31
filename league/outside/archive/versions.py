"""Which version of the program made an archive, beside the one that reads it.

An older archive is always read (`steps`). A newer one is read where it has nothing that is unknown here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.db.migrations.loader import MigrationLoader

from pinochle_club.ground import __version__

APPS: Final = ("league", "scoring")  # whose tables an archive has
TOO_NEW: Final = "Version {theirs} made this file, and this is {ours}. Update this one first."


def program() -> dict[str, str]:
    """This version, and its newest migration of each app."""
    migrations = sorted(MigrationLoader(None).disk_migrations)
    return {"version": __version__, **{app: one for app, one in migrations if app in APPS}}


def is_ahead(one: Mapping[str, str], other: Mapping[str, str]) -> bool:
    """Whether one version may write what the other can't read: it has newer tables, or brings new things; the last
    figure of a version only puts mistakes right."""
    has_newer_tables = any(one.get(app, "") > other.get(app, "") for app in APPS)
    return has_newer_tables or _of_new_things(one) > _of_new_things(other)


def _of_new_things(version: Mapping[str, str]) -> list[int]:
    figures = version.get("version", "").split(".")[:2]
    return [int(figure) if figure.isdecimal() else 0 for figure in figures]


def too_new(theirs: Mapping[str, str]) -> str:
    return TOO_NEW.format(theirs=theirs.get("version", "")[:20] or "a newer one", ours=__version__)
