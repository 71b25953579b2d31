from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails


class HtmxHttpRequest(HttpRequest):
    """What our views get: HtmxMiddleware has added `htmx`, which is true for a request made by htmx."""

    htmx: HtmxDetails
