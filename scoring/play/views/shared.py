"""Deals that several people play (to come)."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse


def again(request: HttpRequest, game_id: UUID) -> HttpResponse:
    raise Http404


def day(request: HttpRequest, key: str) -> HttpResponse:
    raise Http404


def deal(request: HttpRequest, token: str) -> HttpResponse:
    raise Http404


def begin(request: HttpRequest, token: str) -> HttpResponse:
    raise Http404
