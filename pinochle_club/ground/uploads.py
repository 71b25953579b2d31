"""How much of what a browser sends is taken, and from whom."""

import io
from collections.abc import Callable
from functools import wraps
from importlib import import_module
from typing import Any, Final, NoReturn

from django.conf import settings
from django.contrib.auth import get_user
from django.core.exceptions import BadRequest
from django.core.files.uploadedfile import InMemoryUploadedFile
from django.core.files.uploadhandler import FileUploadHandler, SkipFile
from django.core.handlers.wsgi import WSGIRequest
from django.db import Error, close_old_connections
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import resolve
from django.views.decorators.csrf import csrf_exempt, csrf_protect

View = Callable[..., HttpResponse]
Who = Callable[[Any], bool]

# The largest file that any page takes: a club's archive.
MOST_OF_A_FILE: Final = 24 * 2**20


def is_signed_in(user: Any) -> bool:
    return bool(user.is_authenticated)


class NoFiles(FileUploadHandler):
    """Refuses a form with a file in it before the file is read: Django would keep one of any size from any visitor."""

    def new_file(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise BadRequest("A form with a file in it")

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        return raw_data

    def file_complete(self, file_size: int) -> None:
        return None


class OneSmallFile(FileUploadHandler):
    """Keeps one file of up to `most` bytes in memory, for the view that puts it before NoFiles. What is larger is
    read and dropped; `refused` tells that."""

    MARK = "dropped_a_file"

    def __init__(self, request: HttpRequest, most: int) -> None:
        super().__init__(request)
        self.most, self.files = most, 0
        self.content = io.BytesIO()

    @staticmethod
    def refused(request: HttpRequest) -> bool:
        """Whether a file was too large, or one too many; asked after `request.FILES` was read."""
        return bool(getattr(request, OneSmallFile.MARK, False))

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        super().new_file(*args, **kwargs)
        self.files += 1
        if self.files > 1:
            self._drop()

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        if start + len(raw_data) > self.most:
            self._drop()
        self.content.write(raw_data)

    def file_complete(self, file_size: int) -> InMemoryUploadedFile:
        self.content.seek(0)
        return InMemoryUploadedFile(
            self.content,
            self.field_name,
            self.file_name or "list.csv",
            self.content_type or "",
            file_size,
            self.charset,
        )

    def _drop(self) -> NoReturn:
        setattr(self.request, self.MARK, True)
        raise SkipFile


def takes_a_file(most: int, who: Who = is_signed_in) -> Callable[[View], View]:
    """Let one file of so many bytes through. The token of the form is checked after that, since reading it reads
    the file; the view must be exempt outside, so that Django does not look before. The server asks `who` may send
    one before it takes it."""

    def wrap(view: View) -> View:
        checked = csrf_protect(view)

        @wraps(view)
        def taking(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            request.upload_handlers = [OneSmallFile(request, most)]
            return checked(request, *args, **kwargs)

        taking.takes = most, who  # type: ignore[attr-defined]
        return taking

    return wrap


def takes_a_body(most: int, who: Callable[..., bool]) -> Callable[[View], View]:
    """Let a body of so many bytes through, which the view reads by `body_of`. It comes from a program with a key of its
    own, without a cookie; the server asks `who`, with the parts of the address, before it takes it."""

    def wrap(view: View) -> View:
        exempt = csrf_exempt(view)
        exempt.takes_body = most, who  # type: ignore[attr-defined]
        return exempt

    return wrap


def body_of(request: HttpRequest, most: int) -> bytes:
    """What a program sent. Raises `BadRequest` for more than `most` bytes."""
    body = request.read(most + 1)
    if len(body) > most:
        raise BadRequest(f"More than {most} bytes")
    return body


def most_of_a_body() -> int:
    """Bytes of the largest request that any page takes from anybody."""
    return MOST_OF_A_FILE + int(settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 0)


def most_from(environ: dict[str, Any]) -> int:
    """How many bytes more than anybody's form are taken of a request, by its head: none from a stranger,
    unless the page is for strangers, too. Where the
    database is away, its view is to say so."""
    close_old_connections()
    try:
        request = WSGIRequest({**environ, "wsgi.input": io.BytesIO()})
        sessions = import_module(settings.SESSION_ENGINE)
        request.session = sessions.SessionStore(request.COOKIES.get(settings.SESSION_COOKIE_NAME))
        user = get_user(request)
        found = resolve(request.path_info)
        if hasattr(found.func, "takes_body"):
            most, may_send = found.func.takes_body
            return most if may_send(request, **found.kwargs) else 0
        file, who = getattr(found.func, "takes", (0, is_signed_in))
        file = file if who(user) else 0
        return file + int(settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 0) if is_signed_in(user) else file
    except Http404:
        return 0
    except Error:
        return most_of_a_body()
    finally:
        close_old_connections()
