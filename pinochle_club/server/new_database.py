"""The tables of a new database, made of today's models: a tenth of the time that all migrations take.

What migrations say in SQL (`RunSQL`) is in no model, so it is done here too. A test compares the tables that both ways
make.
"""

from collections.abc import Callable

from django.apps import apps
from django.core.management.sql import emit_post_migrate_signal
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations import RunSQL
from django.db.migrations.recorder import MigrationRecorder
from django.db.migrations.state import ProjectState
from django.db.models import Model

from pinochle_club.ground import locks
from pinochle_club.server import examining


def make_if_missing(check: Callable[[], object]) -> None:
    """Make the database into which a club is brought, once a `check` of it is passed; a new one opens with nothing else
    in it."""
    with locks.alone("start"):
        if "django_migrations" not in connection.introspection.table_names():
            check()
            make_tables()
            examining.keep_key()
            examining.keep_version()
    connection.close()


def make_tables() -> None:
    """Make all at once: a start that is killed here finds nothing next time. Then what Django keeps of models."""
    loader, recorder = MigrationLoader(connection), MigrationRecorder(connection)
    done = dict.fromkeys(step for leaf in loader.graph.leaf_nodes() for step in loader.graph.forwards_plan(leaf))
    models: list[type[Model]] = [*apps.get_models(), recorder.Migration]
    with connection.schema_editor() as editor:
        for model in models:
            if model._meta.can_migrate(connection):
                editor.create_model(model)
        for app, name in done:
            for operation in loader.graph.nodes[app, name].operations:
                if isinstance(operation, RunSQL):
                    operation.database_forwards(app, editor, ProjectState(), ProjectState())
        recorder.migration_qs.bulk_create(recorder.Migration(app=app, name=name) for app, name in done)
    emit_post_migrate_signal(verbosity=0, interactive=False, db=connection.alias)
