"""A database in one file: every row of every table the site owns, whichever database holds them."""
