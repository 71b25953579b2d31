"""What Django's test client answers: its class has no name at run time."""

from typing import TYPE_CHECKING, TypeAlias

from django.http import HttpResponse

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse

    Response: TypeAlias = _MonkeyPatchedWSGIResponse
else:
    Response = HttpResponse
