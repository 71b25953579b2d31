"""Addresses that were asked for before: the same answer, found at once."""

import pytest
from django.urls import Resolver404, URLPattern, URLResolver, path, resolve
from django.urls.resolvers import RoutePattern

from pinochle_club import resolving
from pinochle_club.ground.plainly import plainly


class Counted(URLPattern):
    """A pattern that counts how often it is asked."""

    asked = 0

    def resolve(self, path):
        self.asked += 1
        return super().resolve(path)


@pytest.fixture
def counted() -> Counted:
    return Counted(RoutePattern("board/<int:number>/", is_endpoint=True), test_same_answer_as_without)


@pytest.fixture
def resolver(counted: Counted) -> URLResolver:
    return URLResolver(RoutePattern(""), resolving.keeping([path("other/", test_same_answer_as_without), counted]))


@pytest.mark.parametrize("address", ["/", "/health", "/clubs/st-hilary/events/7/board/changes/", "/play/"])
def test_same_answer_as_without(address):
    with plainly():
        plain = resolve(address)

    found = [resolve(address) for _ in range(2)]

    for each in found:
        assert (each.func, each.args, each.kwargs, each.view_name, each.route) == (
            plain.func, plain.args, plain.kwargs, plain.view_name, plain.route,
        )  # fmt: skip


def test_looked_for_once(resolver: URLResolver, counted: Counted):
    assert [resolver.resolve("board/7/").kwargs for _ in range(3)] == [{"number": 7}] * 3
    assert counted.asked == 1
    assert resolver.resolve("board/8/").kwargs == {"number": 8}
    assert counted.asked == 2


def test_what_leads_nowhere_and_what_is_long_is_not_kept(resolver: URLResolver, counted: Counted):
    for address in ("board/x/", f"board/{7:0200}/"):
        before = counted.asked
        for _ in range(2):
            if "x" in address:
                with pytest.raises(Resolver404):
                    resolver.resolve(address)
            else:
                assert resolver.resolve(address).kwargs == {"number": 7}
        assert counted.asked == before + 2
