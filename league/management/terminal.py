"""The acting person at the server's own terminal."""

from __future__ import annotations

from typing import Final

from league.acting.permissions import Acting
from league.models import Role

AT_THE_TERMINAL: Final = Acting(user=None, kind=Role.Kind.ADMIN, name="The server’s terminal")
