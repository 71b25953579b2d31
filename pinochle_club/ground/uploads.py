import io
from collections.abc import Callable
from functools import wraps
from typing import Any, NoReturn

from django.core.exceptions import BadRequest
from django.core.files.uploadedfile import InMemoryUploadedFile
from django.core.files.uploadhandler import FileUploadHandler, SkipFile
from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_protect

View = Callable[..., HttpResponse]


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
    read and dropped as it comes; `refused` tells that."""

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


def takes_a_file(most: int) -> Callable[[View], View]:
    """Lets one file of so many bytes through. The token of the form is looked at after that, since reading it reads the
    file; the view must be exempt outside, so that Django does not look before."""

    def wrap(view: View) -> View:
        checked = csrf_protect(view)

        @wraps(view)
        def taking(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            request.upload_handlers = [OneSmallFile(request, most)]
            return checked(request, *args, **kwargs)

        return taking

    return wrap
