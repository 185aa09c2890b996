"""Why an archive is not written, or not restored."""


class Refused(Exception):
    """Nothing was done; the message says why and what to do, in sentences."""
