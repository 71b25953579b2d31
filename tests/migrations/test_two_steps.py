"""An older server goes on while a newer one changes the database under it (docs/server.md, "Several servers"). So what
is new since the last release only adds: the next release may take away what no server uses any more."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from functools import cache

import pytest
from django.db import migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState
from django.db.models import NOT_PROVIDED

from pinochle_club.ground import __version__
from tests.migrations.keeping import VERSIONS

APPLIED = re.compile(r"INSERT INTO \"django_migrations\" VALUES\(\d+,'(\w+)','(\w+)'")
OURS = ("league", "scoring", "server")
# What no column is made of, or what only grows.
HARMLESS = {"choices", "validators", "help_text", "verbose_name", "error_messages", "editable", "blank", "default"}
ALWAYS = (
    migrations.CreateModel, migrations.AddIndex, migrations.RemoveIndex, migrations.AlterModelOptions,
    migrations.AlterModelManagers, migrations.RunPython,
)  # fmt: skip

# What the rule forbids and was looked at: fault by fault, why an older server goes on beside it.
AGREED = {
    # Only letters to admins have none. An older worker leaves mail to the newer one while such a letter waits.
    "league 0062_host_of_clubs: letter.member has another null",
    "league 0062_host_of_clubs: letter.notice has another null",
    # Of letters with a key, which an older server never writes.
    "league 0062_host_of_clubs: Create constraint one_letter_about_a_thing on model letter",
    # Weaker than before: an older server writes every row `at` 0, one a line.
    "league 0064_past_pairs_and_halves: Remove constraint one_past_row_per_line from model pastrow",
    "league 0064_past_pairs_and_halves: Create constraint one_past_row_per_cell on model pastrow",
}


def version_before() -> str:
    """The newest that is kept, but for this one."""
    versions = {file.name.removesuffix(".sql.gz") for file in VERSIONS.glob("[1-9]*.sql.gz")}
    return max(versions - {__version__}, key=lambda version: [int(number) for number in version.split(".")])


def migrations_in(version: str) -> set[tuple[str, str]]:
    return set(APPLIED.findall(gzip.decompress((VERSIONS / f"{version}.sql.gz").read_bytes()).decode()))


def faults_since(version: str, until: str = "") -> list[str]:
    """What a program of this version would stumble over, of all that came after it (and up to another one)."""
    loader, had = known(), migrations_in(version)
    last = migrations_in(until) if until else loader.graph.nodes.keys()
    new = [step for step in sorted(last, key=lambda step: step[1]) if step[0] in OURS and step not in had]
    state = loader.project_state([step for step in had if step in loader.graph.nodes])
    there, faults = {*state.models}, []
    for app, name in new:
        for operation in loader.graph.nodes[app, name].operations:
            if (app, model_of(operation)) in there or not model_of(operation):
                faults += [f"{app} {name}: {fault}" for fault in faults_of(operation, app, state)]
            operation.state_forwards(app, state)
    return faults


@cache
def known() -> MigrationLoader:
    return MigrationLoader(None)


def model_of(operation: Operation) -> str:
    """What is done to a table that an older server doesn't know is nothing to it."""
    return str(getattr(operation, "model_name", getattr(operation, "name", ""))).lower()


def faults_of(operation: Operation, app: str, before: ProjectState) -> Iterator[str]:
    match operation:
        case migrations.AddField():
            field = operation.field
            if not (field.null or field.many_to_many or field.db_default is not NOT_PROVIDED):
                yield f"{operation.model_name}.{operation.name} has no db_default, so an older server can’t add rows"
        case migrations.AlterField():
            old = before.models[app, operation.model_name_lower].fields[operation.name]
            if changed := _narrowed(old, operation.field):
                yield f"{operation.model_name}.{operation.name} has another {' and '.join(changed)}"
        case migrations.SeparateDatabaseAndState():
            for each in operation.database_operations:
                yield from faults_of(each, app, before)
        case _ if not isinstance(operation, ALWAYS):
            yield operation.describe()


def _narrowed(old: models.Field, new: models.Field) -> list[str]:
    (_, kind, _, had), (_, other, _, has) = old.deconstruct(), new.deconstruct()
    if kind != other:
        return ["kind"]
    changed = {name for name in {*had, *has} - HARMLESS if had.get(name, NOT_PROVIDED) != has.get(name, NOT_PROVIDED)}
    if has.get("max_length", 0) > had.get("max_length", 0):
        changed.discard("max_length")
    if "db_default" not in had:
        changed.discard("db_default")
    return sorted(changed)


def test_what_is_new_since_the_last_release_only_adds() -> None:
    assert {*faults_since(version_before())} - AGREED == set()


def test_what_older_releases_added_otherwise_is_found() -> None:
    """Before there was this rule: they were updated with the club closed."""
    assert faults_since("1.8.0", until="1.9.0") != []


@pytest.mark.parametrize(
    ("operation", "fault"),
    [
        (migrations.AddField("club", "motto", models.CharField(max_length=9, db_default="")), ""),
        (migrations.AddField("club", "motto", models.CharField(max_length=9, null=True)), ""),
        (migrations.AddField("club", "motto", models.CharField(max_length=9, default="")), "has no db_default"),
        (migrations.AlterField("club", "slug", models.SlugField(max_length=60, unique=True)), ""),
        (migrations.AlterField("club", "slug", models.SlugField(max_length=20, unique=True)), "another max_length"),
        (migrations.AlterField("club", "name", models.TextField()), "another kind"),
        (migrations.AlterField("club", "name", models.CharField(max_length=80, unique=True)), "another unique"),
        (migrations.RemoveField("club", "about"), "Remove field about"),
        (migrations.RenameField("club", "about", "motto"), "Rename field about"),
        (migrations.DeleteModel("Follow"), "Delete model Follow"),
        (migrations.AddConstraint("club", models.UniqueConstraint(fields=["name"], name="one")), "Create constraint"),
        (migrations.RunSQL("DROP TABLE league_club"), "Raw SQL"),
        (migrations.CreateModel("Motto", [("text", models.TextField())]), ""),
    ],
)
def test_step_that_an_older_server_would_stumble_over_is_named(operation: Operation, fault: str) -> None:
    state = known().project_state(("league", "0058_tables_teams_and_knock_outs"))

    (found,) = [*faults_of(operation, "league", state)] or [""]

    assert fault in found if fault else found == ""
