"""Addresses that were asked for before are found at once: Django looks through all that there are, one after the other,
which takes a poll that finds nothing longer than its query."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django.urls import ResolverMatch, URLPattern, URLResolver
from django.urls.resolvers import RoutePattern

from pinochle_club.ground.plainly import kept

LONGEST_KEPT: Final = 200


class KeptResolver(URLResolver):
    """Finds what the patterns lead to, and keeps it. An address that leads nowhere is looked for each time."""

    def resolve(self, path: Any) -> ResolverMatch:
        return _kept(self, path) if len(path) <= LONGEST_KEPT else _found(self, path)


def keeping(patterns: Sequence[URLPattern | URLResolver]) -> list[KeptResolver]:
    """The same patterns, behind one that keeps what it finds."""
    return [KeptResolver(RoutePattern(""), list(patterns))]


def _found(resolver: KeptResolver, path: str) -> ResolverMatch:
    match = URLResolver.resolve(resolver, path)
    match.tried = []  # what did not fit is for debugging, and a hundred lists
    return match


_kept = kept(most=2048)(_found)
