"""Addresses asked for before are found at once: Django goes through all patterns in turn, which takes a poll that finds
nothing longer than its query."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django.urls import ResolverMatch, URLPattern, URLResolver
from django.urls.resolvers import RoutePattern

from .ground.plainly import kept

LONGEST_KEPT: Final = 200


class KeptResolver(URLResolver):
    """Keeps what the patterns lead to; not addresses that lead nowhere."""

    def resolve(self, path: Any) -> ResolverMatch:
        return _kept(self, path) if len(path) <= LONGEST_KEPT else _found(self, path)


def keeping(patterns: Sequence[URLPattern | URLResolver]) -> list[KeptResolver]:
    return [KeptResolver(RoutePattern(""), list(patterns))]


def _found(resolver: KeptResolver, path: str) -> ResolverMatch:
    match = URLResolver.resolve(resolver, path)
    match.tried = []  # what did not fit is for debugging, and a hundred lists
    return match


_kept = kept(most=2048)(_found)
