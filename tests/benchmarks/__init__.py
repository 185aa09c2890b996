"""How fast it is (`make bench`) and whether it holds (`make soak`): figures, not assertions."""
