"""A roster as a file: JSON and text out, JSON in."""
