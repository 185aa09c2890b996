"""The seam between rows and rules: loads rosters, and is the only code that writes them."""
