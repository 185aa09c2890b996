"""Django's backend for SQLite, with writers that wait in turn."""
