"""Addresses for the club's own website: the API, its description, and the standings to embed."""

from django.urls import URLPattern, path

from league.acting.addresses import CLUB

from . import views
from .answers import for_strangers
from .operations import api

API = f"{CLUB}api/"

urlpatterns = [
    # As those of every room, so that one walk over all addresses tries them too.
    *(
        path(f"{API}{one.pattern}", for_strangers(one.callback), name=one.name)
        for one in api.urls[0]
        if isinstance(one, URLPattern) and one.name != "api-root"
    ),
    path(f"{API}openapi.json", views.description, name="api_description"),
    path(f"{API}docs/", views.docs, name="api_docs"),
    path(f"{API}<path:rest>", views.nothing, name="api_nothing"),
    path(f"{CLUB}embed/standings/", views.embed_standings, name="embed_standings"),
]
