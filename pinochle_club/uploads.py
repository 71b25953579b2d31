from typing import Any, NoReturn

from django.core.exceptions import BadRequest
from django.core.files.uploadhandler import FileUploadHandler


class NoFiles(FileUploadHandler):
    """Refuses a form with a file in it before the file is read: Django would keep one of any size, for anybody."""

    def new_file(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise BadRequest("A form with a file in it")

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        return raw_data

    def file_complete(self, file_size: int) -> None:
        return None
