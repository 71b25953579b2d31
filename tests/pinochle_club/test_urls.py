from collections.abc import Iterator

import pytest
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.converters import IntConverter

from pinochle_club.ground import __version__
from pinochle_club.ground.converters import NumberConverter


def ours(resolver: URLResolver) -> Iterator[URLPattern]:
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLPattern):
            yield pattern
        elif pattern.app_name != "admin":
            yield from ours(pattern)


def test_no_number_in_an_address_is_longer_than_the_database_can_take():
    kinds = [kind for pattern in ours(get_resolver()) for kind in pattern.pattern.converters.values()]
    numbers = [kind for kind in kinds if isinstance(kind, IntConverter)]

    assert len(numbers) > 40
    assert {type(kind) for kind in numbers} == {NumberConverter}


@pytest.mark.django_db
@pytest.mark.parametrize(
    "address", [f"/tables/{2**63}/", f"/tables/{2**63}/cards/00000000-0000-4000-8000-000000000000/", f"/t/{2**63}/1/x/"]
)
def test_longer_number_is_nobodys_address(client, address):
    assert client.get(address).status_code == 404


@pytest.mark.django_db
def test_health_answers_ok_and_is_kept_by_nobody(client):
    response = client.get("/health")

    assert response.json() == {"says": "ok", "version": __version__}
    assert response.headers["Cache-Control"] == "no-store"
    assert response.headers["X-Robots-Tag"] == "noindex"
    assert response.headers["Referrer-Policy"] == "no-referrer"
    assert response.headers["X-Frame-Options"] == "DENY"
    assert "default-src 'self'" in response.headers["Content-Security-Policy"]
    assert "unsafe" not in response.headers["Content-Security-Policy"]
    assert "camera=(), " in response.headers["Permissions-Policy"]
