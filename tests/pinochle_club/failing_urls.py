"""The addresses of the product, and some that go wrong."""

import psycopg
from django.core.exceptions import BadRequest, PermissionDenied
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.urls import path

from pinochle_club import urls
from pinochle_club.urls import handler400, handler403, handler404, handler500

__all__ = ["handler400", "handler403", "handler404", "handler500", "urlpatterns"]


def forbidden(request: HttpRequest) -> HttpResponse:
    raise PermissionDenied


def broken(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("a fault of ours")


def away(request: HttpRequest) -> HttpResponse:
    raise OperationalError("no connection") from psycopg.OperationalError("no connection")


def unread(request: HttpRequest) -> HttpResponse:
    raise BadRequest


urlpatterns = [
    path("forbidden/", forbidden),
    path("broken/", broken),
    path("away/", away),
    path("unread/", unread),
    *urls.urlpatterns,
]
