"""What a game's rules say about a roster: values and pure functions, no Django."""
