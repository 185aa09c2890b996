"""Django's admin, for whoever runs the site: catalogues to look at, people and reports."""

from . import catalogue, people

__all__ = ["catalogue", "people"]
