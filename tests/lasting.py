"""What is made once for all tests of a file, each of which finds it as it was made."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import transaction


@contextmanager
def lasting(blocker: Any) -> Iterator[None]:
    """In a fixture of a module, with pytest-django's `django_db_blocker`: what is made in it is gone with the file."""
    with blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)
