from typing import IO, Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.core.files.uploadhandler import FileUploadHandler


class RefuseLarge(FileUploadHandler):
    """Refuses a request with files by its length, before any of it is read."""

    def handle_raw_input(
        self,
        input_data: IO[bytes],
        META: dict[str, Any],  # noqa: N803  # Django's name
        content_length: int,
        boundary: str,
        encoding: str | None = None,
    ) -> None:
        if content_length > settings.FILE_UPLOAD_MAX_MEMORY_SIZE:
            raise RequestDataTooBig("A request with files is larger than any that is read.")

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        """To the next handler, as it came."""
        return raw_data

    def file_complete(self, file_size: int) -> None:
        """Nothing is kept here."""
