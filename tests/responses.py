"""What Django's test client answers, and what is read there."""

import re
from html import unescape
from typing import TYPE_CHECKING, TypeAlias

from django.http import HttpResponse

if TYPE_CHECKING:  # the class has no name at run time
    from django.test.client import _MonkeyPatchedWSGIResponse

    Response: TypeAlias = _MonkeyPatchedWSGIResponse
else:
    Response = HttpResponse


def words_of(response: Response) -> str:
    """The words of a page, without tags; blanks and line breaks in a row are one blank."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())
