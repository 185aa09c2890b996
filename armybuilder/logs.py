import logging
import re

SECRET = re.compile(r"(?:(?<=[/=])|(?<=%2F)|(?<=%2f))[A-Za-z0-9_-]{22}(?![A-Za-z0-9_-])")
"""What stands in an address for a list, such as in the Referer that Django tells of."""


class WithoutSecrets(logging.Formatter):
    """Hides what may be a list's secret in all that a line says, and in what it traces."""

    def format(self, record: logging.LogRecord) -> str:
        return SECRET.sub("***", super().format(record))


class WithoutAddresses(logging.Filter):
    """Puts the view's name in the place of a request's path, which may hold a list's secret."""

    def filter(self, record: logging.LogRecord) -> bool:
        path = getattr(getattr(record, "request", None), "path", None)
        if path is not None and isinstance(record.args, tuple):
            escaped = path.encode("unicode_escape").decode("ascii")
            match = record.request.resolver_match  # type: ignore[attr-defined]
            view = f"<{match.view_name}>" if match else "<no view>"
            record.args = tuple(view if arg in {path, escaped} else arg for arg in record.args)
        return True
