#!/usr/bin/env python
"""Runs Muster's commands; `python manage.py help` lists them."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "armybuilder.settings")
    try:
        import armybuilder.settings  # noqa: F401  # a bad setting ends here, with a sentence
    except ImproperlyConfigured as error:
        sys.exit(f"Muster did not start. {error}")
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
