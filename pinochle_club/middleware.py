from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

GetResponse = Callable[[HttpRequest], HttpResponse]


def keep_private(get_response: GetResponse) -> GetResponse:
    """Pages carry secret addresses and a running score: no search engine lists them, no cache keeps them.

    A view that wants its answer kept sets Cache-Control itself.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers["X-Robots-Tag"] = "noindex"
        response.headers.setdefault("Cache-Control", "no-store")
        return response

    return middleware
