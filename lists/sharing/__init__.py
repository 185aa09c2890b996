"""Links by which others read a roster: made, resolved, revoked, drawn; and what they show."""
