"""The tests' database is made as that of a new club is, in a tenth of a second where all migrations take six.

That both ways come to the same is for tests/pinochle_club/server/test_new_database.py, which migrates; so does
tests/migrations.
"""

from typing import Any

from django.conf import settings
from django.db import connection

from pinochle_club.server.new_database import make_tables


def make_without_migrations() -> None:
    """From here on in this process."""
    creation: Any = connection.creation  # whose helpers Django keeps to itself

    def create(verbosity: int, autoclobber: bool = False, **_: Any) -> str:
        name = creation._get_test_db_name()
        creation._create_test_db(verbosity, autoclobber)
        connection.close()
        settings.DATABASES[connection.alias]["NAME"] = connection.settings_dict["NAME"] = name
        make_tables()
        return name

    creation.create_test_db = create
