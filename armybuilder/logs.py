import logging


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
